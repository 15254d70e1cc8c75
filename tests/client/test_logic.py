"""The client's logic in node, without a browser: every `*.test.js` here, and what is checked against the games."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from trenchline.games import CATALOGUE, load

ROOT = Path(__file__).resolve().parent.parent.parent
TABS = """
import { stateTabs } from "./trenchline/web/map/counter-signs.js";
console.log(JSON.stringify(given.map((words) => words.map((word) => stateTabs([word])))));
"""


@pytest.fixture(scope="module")
def node() -> str:
    """Where node is missing these tests are skipped; not in CI, where it must be there."""
    found = shutil.which("node")
    if found is None and os.environ.get("CI", "") in ("", "0", "false"):
        pytest.skip("node is not installed (apt-get install nodejs)")
    assert found, "node is not installed"
    return found


def told(node: str, script: str, given: Any) -> Any:
    """What a module prints of something it is given, both as JSON."""
    module = f"const given = JSON.parse(process.argv[1]);\n{script}"
    words = [node, "--input-type=module", "--eval", module, json.dumps(given)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_the_logic_of_the_client(node):
    files = [str(path) for path in sorted(Path(__file__).parent.glob("*.test.js"))]
    done = subprocess.run([node, "--test", *files], cwd=ROOT, capture_output=True, text=True, check=False)
    assert files and done.returncode == 0, done.stdout + done.stderr


def test_no_two_states_of_a_game_have_the_same_tab(node):
    asked = []
    for game in map(load, CATALOGUE):
        modes = {face.mode for counter in game.counter_documents() for face in counter.faces}
        asked.append([word.word for word in game.reference.states if word.word not in modes])
    for slug, words, tabs in zip(CATALOGUE, asked, told(node, TABS, asked), strict=True):
        drawn = [tab for tab in tabs if tab]
        assert len(set(drawn)) == len(drawn) >= len(words) - 3, f"{slug}: what has no tab glows, or is off the map"
