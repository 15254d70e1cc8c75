"""The bot of docs/api.md plays a match at a real server."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

import httpx

from .conftest import Server

DOC = Path(__file__).parents[2] / "docs" / "api.md"


def test_the_example_bot_takes_a_seat_and_plays(server: Server, tmp_path: Path):
    code = re.search(r"```python\n(.*?)```", DOC.read_text(encoding="utf-8"), re.S)
    assert code is not None
    script = tmp_path / "bot.py"
    script.write_text(code.group(1), encoding="utf-8")
    seats = {"german": "friend", "french": "bot:random"}
    made = httpx.post(f"{server.url}/api/tables", json={"game": "they-shall-not-pass", "seats": seats}).json()
    bot = subprocess.Popen([sys.executable, str(script), server.url, made["table"], made["invites"]["german"]])
    try:
        watch = {"Authorization": f"Bearer {made['watch']}"}
        for _ in range(150):
            time.sleep(0.2)
            seen = httpx.get(f"{server.url}/api/tables/{made['table']}/state", headers=watch).json()
            if seen["view"]["turn"] >= 2:
                break
        assert seen["view"]["turn"] >= 2 and seen["seats"][0]["name"] == "Twenty lines"
        assert bot.poll() is None or bot.returncode == 0
    finally:
        bot.kill()
        bot.wait()
