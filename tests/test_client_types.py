"""The client's types are those of the server's answers; their check fails in CI where the tools cannot be had."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tools.client_types import _interface, _type, client_types

INT = {"type": "integer"}
ROOT = Path(__file__).resolve().parent.parent


def installs(**verdicts: int) -> str:
    """An npm that installs tools with these verdicts."""
    place = "node_modules/.bin"
    written = "printf '#!/bin/sh\\nexit {0}\\n' > {1} && chmod +x {1}"
    return " && ".join([f"mkdir -p {place}", *(written.format(code, f"{place}/{name}") for name, code in verdicts.items())])


def test_the_types_of_answers_are_those_of_the_structs_that_are_sent():
    assert (ROOT / "trenchline" / "web" / "wire.d.ts").read_text() == client_types(), "run tools/client_types.py"


def test_a_schema_becomes_a_type():
    assert _type({"anyOf": [{"type": "array", "items": {"enum": ["a", "b"]}}, {"type": "null"}]}) == '("a" | "b")[] | null'
    assert _type({"additionalProperties": {"prefixItems": [{"type": "integer"}, {"type": "string"}]}}) == (
        "Record<string, [number, string]>"
    )
    text = _interface("Seen", {"description": "Seen.", "required": ["a"], "properties": {"a": INT, "b": {"$ref": "#/x/Y"}}})
    assert text == "\n/** Seen. */\nexport interface Seen {\n  a: number;\n  b?: Y;\n}\n"


def check(folder: Path, ci: str, npm: str | None) -> tuple[int, str]:
    """Run the check in a project that has nothing installed; `npm` is what its npm does, None if there is none."""
    tools, path = folder / "tools", folder / "bin"
    tools.mkdir(parents=True)
    path.mkdir()
    shutil.copy(ROOT / "tools" / "check_client.sh", tools)
    (folder / "package-lock.json").write_text("{}")
    for word in ("bash", "sh", "dirname", "mkdir", "chmod"):
        (path / word).symlink_to(str(shutil.which(word)))
    for name in ("node", "npm") if npm is not None else ():
        (path / name).write_text(f"#!/bin/sh\n{npm}\n")
        (path / name).chmod(0o755)
    env = {"PATH": str(path), **({"CI": ci} if ci else {})}
    done = subprocess.run(
        [str(path / "bash"), "tools/check_client.sh"], cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout.strip()


@pytest.mark.parametrize("npm", [None, "exit 1", "exit 0", installs(tsc=0)], ids=["no npm", "no registry", "no tsc", "biome"])
def test_in_ci_the_check_fails_where_its_tools_cannot_be_had(tmp_path, npm):
    for number, (ci, code) in enumerate((("true", 1), ("1", 1), ("", 0), ("false", 0))):
        found, said = check(tmp_path / str(number), ci, npm)
        assert (found, said.partition(":")[0]) == (code, "The client is not checked"), ci


@pytest.mark.parametrize("ci", ["true", ""])
def test_where_it_can_be_had_its_verdict_counts(tmp_path, ci):
    assert check(tmp_path / "sound", ci, installs(tsc=0, biome=0)) == (0, "The client: no errors")
    assert check(tmp_path / "types", ci, installs(tsc=2, biome=0))[0] == 2
    assert check(tmp_path / "lint", ci, installs(tsc=0, biome=1))[0] == 1


def test_ci_says_that_it_is_ci():
    assert "export CI=true" in (ROOT / ".ci" / "run").read_text()
