# Everything from a clone: `make play` to play, `make test` to prove it.
PY := .venv/bin/python
PIP := $(PY) -m pip install --quiet --disable-pip-version-check
# Compiled modules are kept even where the machine says not to: every server that a test starts would compile all of Trenchline again.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help setup packages play test bench docs soak lint types client lock sbom audit golden pages pictures clean

help: ## list these commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

setup: .venv/.ready ## build .venv with the package and its tools

.venv/.ready: pyproject.toml requirements/dev.txt hatch_build.py trenchline/core/_paths.c trenchline/core/_fields.c trenchline/core/_roads.h
	@python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Trenchline needs Python 3.11 or newer; this is $$(python3 --version)."; exit 1; }
	@test -x $(PY) || python3 -m venv .venv || { echo "Cannot make .venv: install your system's python3-venv."; exit 1; }
	@$(PIP) --require-hashes -r requirements/dev.txt || { echo "Installing the packages failed: is the package index reachable?"; exit 1; }
	@$(PIP) --no-deps --no-build-isolation -e . || { echo "Installing Trenchline itself failed."; exit 1; }
	@touch .venv/.ready

play: setup ## set up and play in the browser
	.venv/bin/trenchline serve --open

packages:
	@tools/system_packages.sh

test: setup packages lint ## set up and run every check and test
	$(PY) -m pytest -q -n auto --dist worksteal

lint: setup ## ruff, mypy; TypeScript and Biome over the client
	.venv/bin/ruff check .
	.venv/bin/ruff format --check --quiet .
	@.venv/bin/lint-imports > .import-lint.log || { cat .import-lint.log; exit 1; }; rm -f .import-lint.log
	@$(MAKE) --no-print-directory --jobs 2 --output-sync types client

types:
	.venv/bin/mypy

client: ## check the browser client alone: types of the answers, TypeScript, Biome
	@$(PY) tools/client_types.py --check
	@tools/check_client.sh

bench: setup ## measure engine, server and page beside their peers
	@$(PIP) -e '.[bench]'
	$(PY) -m bench
	$(PY) -m bench.server
	$(PY) -m bench.load
	$(PY) -m bench.browser
	$(PY) -m bench.page

# The exact packages, with their hashes, for every platform: after a change of the dependencies in pyproject.toml.
LOCK := .venv/bin/uv pip compile --quiet pyproject.toml --universal --python-version 3.11 --generate-hashes --no-annotate --no-header
lock: setup ## pin the packages anew, with hashes
	@$(PIP) 'uv>=0.5'
	$(LOCK) --upgrade -o requirements/runtime.txt
	$(LOCK) --upgrade --extra dev -c requirements/runtime.txt -o requirements/dev.txt

sbom: setup ## list every locked package with hash and licence
	@mkdir -p dist
	$(PY) tools/sbom.py > dist/trenchline.cdx.json

audit: setup ## ask for known faults of the locked packages
	@tools/audit.sh

# Goes on where it was stopped; its figures are in soak/progress.json, what it finds in soak/found.jsonl.
DECISIONS := 10000000
JOBS := 2
soak: setup ## ten million random decisions with every invariant
	$(PY) -m tests.soak --decisions $(DECISIONS) --jobs $(JOBS)

# docs/games: what each game asks a bot. `make pages` after a change of decisions, states or views; PLAY=--play meets new actions.
pages: setup ## write docs/games
	$(PY) tools/game_pages.py $(PLAY)

docs: setup ## build the documentation site in build/site
	@$(PIP) -e '.[docs]'
	$(PY) tools/docs_site.py build/docs
	.venv/bin/mkdocs build --strict --quiet
	@echo "The site is in build/site: open build/site/index.html"

pictures: setup packages ## take the pictures of README and docs anew, in the real client
	@$(PIP) -e '.[pictures]'
	$(PY) -m tools.screenshots
	$(PY) -m tools.animated_replay

golden: setup ## record games and counted trees anew
	$(PY) -m tests.golden $(GAMES)

clean: ## remove what the other commands made
	rm -rf .venv node_modules .pytest_cache .mypy_cache .ruff_cache
