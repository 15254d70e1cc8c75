"""7.4a, 14.2D-j: what one side commits the other does not learn before both have spoken."""

from __future__ import annotations

import msgspec
import pytest

import trenchline
from trenchline.core.errors import IllegalAction
from trenchline.core.match import SECRET, Match

GAME = trenchline.load("verdun-1916")
FIGHT = """game: verdun-1916
turn: 2
step: german-combat
2315: IR81, IR87
2314: FA21
2316: 233R
2318: AD51
2518: XXX.A1
fallen: 2314
german ground: 2314 2315
"""


def seen(match: Match, player: str) -> bytes:
    """All that a player may know, as bytes."""
    return msgspec.json.encode([match.view(player), match.asked(player), match.log(player)])


def committed(*texts: str) -> Match:
    match = GAME.position(FIGHT, dice=[3])
    for text in texts:
        match.apply(match.parse(text))
    return match


@pytest.mark.case("verdun-1916", "7.4a")
def test_the_defender_does_not_see_what_the_attacker_brings():
    weak, strong = committed("2316", "IR81", "attack"), committed("2316", "IR81", "IR87", "attack")
    assert weak.player == strong.player == "french"
    other = [b'"secret"' in seen(match, "french") for match in (weak, strong)]
    assert other == [True, True]
    assert weak.view("french") == strong.view("french") and weak.asked("french") == strong.asked("french")
    assert b"IR87" in msgspec.json.encode(strong.log("german"))
    assert b"IR87" not in msgspec.json.encode(strong.log("french"))
    assert strong.log("german") == strong.history


@pytest.mark.case("verdun-1916", "7.4a", "7.4b")
def test_while_the_attack_is_prepared_the_others_are_told_the_hex_only():
    match = committed("2316", "IR81")
    asked = match.asked("french")
    assert asked is not None and asked.prompt == "An attack on {2316} is being prepared."
    assert "7 points" in match.asked("german").prompt
    assert match.odds(match.parse("attack")) is None


@pytest.mark.case("verdun-1916", "7.4b")
def test_once_announced_nothing_is_secret_and_nothing_can_be_taken_back():
    match = committed("2316", "IR81", "attack", "AD51")
    assert match.can_undo
    match.apply(match.parse("ready"))
    assert match.log("french") == match.log("german") == match.history and SECRET not in match.history
    assert not match.can_undo
    with pytest.raises(IllegalAction, match="a secret that is out"):
        match.undo()
    odds = match.odds(match.parse("resolve"))
    assert odds is not None and abs(sum(o.probability for o in odds.outcomes) - 1) < 1e-9


@pytest.mark.case("verdun-1916", "7.4a")
def test_undo_takes_a_secret_answer_out_of_the_log():
    match = committed("2316", "IR81", "IR87")
    match.undo()
    assert len(match.log("french")) == 2 and match.log("french")[-1] == SECRET


@pytest.mark.case("verdun-1916", "14.2D-j", "14.2D-k", "14.2D-l")
def test_the_french_do_not_learn_of_the_german_call():
    matches = []
    for word in ("call", "decline"):
        match = GAME.position("game: verdun-1916\nturn: 5\nstep: extra-turn\n2508: 51.HQ\n2501: XVIII.HQ\n")
        match.apply(match.parse(word))
        matches.append(match)
    called, declined = matches
    assert seen(called, "french").replace(called.proof.commitment.encode(), b"") == seen(declined, "french").replace(
        declined.proof.commitment.encode(), b""
    )
    called.apply(called.parse("decline"))
    assert not called.can_undo and called.position.turn == 6 and called.log("french") == called.history
