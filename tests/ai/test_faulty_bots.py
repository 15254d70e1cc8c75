"""Bots from outside that fail: told by their names, kept from the match, and on a server stood in for."""

from __future__ import annotations

import asyncio
import logging
import sys
from pathlib import Path
from random import Random

import pytest

import trenchline
from trenchline.ai import ask, make_player, stand_in
from trenchline.cli import main
from trenchline.core.errors import TrenchlineError
from trenchline.server import limits
from trenchline.server.bot_processes import BotProcesses

GAME = "they-shall-not-pass"
BOTS = """
import sys, time
from trenchline.ai import Advice, Player


class Fails(Player):
    def choose(self, match):
        raise ValueError("I am lost")


class Ends(Player):
    def choose(self, match):
        sys.exit(3)


class NoModel(Player):
    def __init__(self, seed):
        raise OSError("no model file")

    def choose(self, match):
        return match.actions()[0]


class Riddle(Player):
    def consider(self, match):
        return Advice(match.actions()[0], lambda: "why")


class PlaysOn(Player):
    def choose(self, match):
        match.apply(match.actions()[0])


class Writes(Player):
    def choose(self, match):
        for u in range(len(match.position.steps)):
            match.position.steps[u] = 1
        return match.actions()[0]


class Sleeps(Player):
    def choose(self, match):
        time.sleep(600)
"""
SAID = [
    ("Fails", r"faulty_bots:Fails failed at \w+: ValueError: I am lost \(line 8 of "),
    ("Ends", r"faulty_bots:Ends failed at \w+: SystemExit: 3 \(line 13 of "),
    ("Riddle", "faulty_bots:Riddle gave .*: `why` must be a text"),
    ("PlaysOn", r"faulty_bots:PlaysOn failed at \w+: .*match.clone\(\)"),
]


@pytest.fixture(autouse=True)
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "faulty_bots.py").write_text(BOTS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "faulty_bots", raising=False)


@pytest.mark.parametrize(("name", "said"), SAID)
def test_a_fault_is_told_by_the_name_of_the_bot_and_its_line(name, said):
    match = trenchline.load(GAME).start(seed=7)
    with pytest.raises(TrenchlineError, match=said):
        ask(make_player(f"faulty_bots:{name}", 1), match, Random(1))


def test_one_that_cannot_be_made_is_told_so():
    with pytest.raises(TrenchlineError, match="faulty_bots:NoModel cannot be made: OSError: no model file"):
        make_player("faulty_bots:NoModel", 1)


@pytest.mark.parametrize("name", ["Fails", "Ends", "NoModel"])
def test_a_command_says_it_in_a_sentence(name, capsys):
    sides = f"faulty_bots:{name},random"
    assert main(["simulate", GAME, "historical", "--sides", sides, "--games", "1", "--jobs", "1"]) == 2
    told = capsys.readouterr().err
    assert f"faulty_bots:{name}" in told and "Traceback" not in told


@pytest.mark.parametrize("name", ["Fails", "Ends", "NoModel", "Riddle", "PlaysOn"])
def test_where_somebody_waits_a_sergeant_answers(name, caplog):
    caplog.set_level(logging.ERROR)
    match = trenchline.load(GAME).start(seed=7)
    assert match.legal(ask(stand_in(f"faulty_bots:{name}", 1), match, Random(1)).action)
    assert f"faulty_bots:{name}" in caplog.text


def test_what_a_bot_writes_into_its_position_reaches_nobody():
    match = trenchline.load(GAME).start(seed=7)
    before = match.position.hash()
    assert match.legal(ask(make_player("faulty_bots:Writes", 1), match, Random(1)).action)
    assert match.position.hash() == before


def test_one_that_hangs_is_not_waited_for_and_keeps_nobody_waiting(monkeypatch):
    monkeypatch.setattr(limits, "OUTSIDE_BOT_SECONDS", 0.0)
    match = trenchline.load(GAME).start(seed=7)
    bots = BotProcesses(1)

    async def story() -> None:
        with pytest.raises(TimeoutError):
            await bots.ask("table", match, "faulty_bots:Sleeps", match.player)
        advice = await bots.ask("table", match, "recruit", match.player)
        assert match.legal(advice.action)

    try:
        asyncio.run(asyncio.wait_for(story(), 120))
    finally:
        bots.close()
