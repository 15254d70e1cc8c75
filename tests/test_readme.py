"""What the documents show is true: examples run, samples of notation read and write back."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import msgspec
import pytest

import trenchline
import trenchline.ai
from tools import docs_site
from trenchline.core.notation import match_text, read_match

ROOT = Path(__file__).parent.parent
GAME = trenchline.load("they-shall-not-pass")
DOCUMENTS = sorted(
    str(file.relative_to(ROOT)) for folder in ("", "docs", "bench", "experiments") for file in (ROOT / folder).glob("*.md")
) + sorted(str(file.relative_to(ROOT)) for file in (ROOT / "docs").glob("*/*.md"))


def blocks(kind: str, *names: str) -> list[pytest.param]:
    """The fenced blocks of a kind in some documents."""
    found = []
    for name in names:
        text = (ROOT / name).read_text(encoding="utf-8")
        for number, body in enumerate(re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL), 1):
            found.append(pytest.param(body, id=f"{name}-{number}"))
    assert found, f"no {kind} block in {names}"
    return found


EXAMPLES = ("README.md", "docs/notation.md", "docs/add-a-game.md", "docs/bots.md", "docs/environment.md")


@pytest.mark.parametrize("code", blocks("python", *EXAMPLES))
def test_examples_run(code, monkeypatch):
    monkeypatch.setattr(trenchline.ai, "PLAYERS", dict(trenchline.ai.PLAYERS))  # an example may add its own
    told = {"__name__": "example"}
    exec(compile(code, "example", "exec"), told)
    for bot in [x for x in told.values() if isinstance(x, type) and issubclass(x, trenchline.ai.Player)]:
        if bot is not trenchline.ai.Player:
            plays_a_little(bot(1))


def plays_a_little(player: trenchline.ai.Player) -> None:
    match = GAME.start(seed=1)
    for _ in range(40):
        match.apply(trenchline.ai.ask(player, match, Random(1)).action)


@pytest.mark.parametrize("text", blocks("position", "docs/notation.md"))
def test_positions_read_and_write_back(text):
    match = GAME.position(text, dice="hand")
    written = GAME.notation(match)
    if "stack:" in text:  # in the middle of a step: nothing has run on
        assert text.splitlines() == [line for line in written.splitlines() if not line.startswith("out:")]
    assert GAME.notation(GAME.position(written, dice="hand")) == written


@pytest.mark.parametrize("text", blocks("match", "docs/notation.md"))
def test_matches_read_and_write_back(text):
    assert match_text(GAME.load(read_match(text))) == text


@pytest.mark.parametrize("text", blocks("save", "docs/notation.md"))
def test_saves_load(text):
    saved = GAME.load(text).save()
    assert msgspec.json.encode(saved).decode() == text.strip()


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere(document):
    file = ROOT / document
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", file.read_text(encoding="utf-8")):
        assert (file.parent / target).exists(), f"{document} links to {target}"


def test_the_site_has_every_page_that_its_contents_name(tmp_path):
    docs_site.main(tmp_path / "docs")
    named = re.findall(r": (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    made = {file.relative_to(tmp_path / "docs").as_posix() for file in (tmp_path / "docs").rglob("*.md")}
    assert set(named) == made
    for page in made:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", (tmp_path / "docs" / page).read_text(encoding="utf-8")):
            assert (tmp_path / "docs" / page).parent.joinpath(target).exists(), f"{page} links to {target}"


def test_the_rulings_name_code_that_exists():
    text = (ROOT / "docs/rulings/they-shall-not-pass.md").read_text(encoding="utf-8")
    package = ROOT / "trenchline" / "games" / "they_shall_not_pass"
    for line in re.findall(r"^- Code: (.*)$", text, re.MULTILINE):
        for name in re.findall(r"`([\w.]+)`", line):
            module, *path = name.removeprefix("core.").split(".")
            file = (ROOT / "trenchline" / "core" if name.startswith("core.") else package) / f"{module}.py"
            source = file.read_text(encoding="utf-8")
            defined = re.findall(r"(?:class|def) (\w+)|^([A-Z_]+)\b|, ([A-Z_]+) =", source, re.MULTILINE)
            assert set(path) <= {word for words in defined for word in words}, f"{name} is not in the code"
