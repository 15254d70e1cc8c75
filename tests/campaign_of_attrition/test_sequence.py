"""3.0 Sequence of play."""

import pytest

from trenchline.games.campaign_of_attrition.sequence import SEQUENCE

from .kit import GAME, options, play, position, run_to, states, step

PHASES = ["build", "attrition", "siege", "movement", "reserve-enemy", "combat", "reserve", "supply", "operations"]
QUIET = "1605: 21ID\n1315: 72DI\n"


@pytest.mark.case("campaign-of-attrition", "3.0a", "3.1", "3.2", "3.3", "3.4", "3.5", "3.6", "3.7", "3.8", "3.9", "CA-R08")
def test_a_turn_is_nine_german_phases_then_nine_french_ones():
    ids = [s.id for s in SEQUENCE.steps if s.id.split("-")[1] != "setup"]
    assert ids == [f"german-{p}" for p in PHASES] + [f"french-{p}" for p in PHASES] + ["turn-end"]
    assert [s.number for s in SEQUENCE.steps if s.number] == [str(n) for n in range(1, 10)] * 2


@pytest.mark.case("campaign-of-attrition", "3.0a", "3.10", "1.1d", "CA-R07")
def test_ten_months_pass_and_then_the_losses_are_counted():
    match = position(f"turn: 1\nstep: german-build\n{QUIET}", dice=[6] * 60)
    seen = [(e.kind, e.text) for e in match.prelude]
    while not match.over:
        word = "done" if match.legal(match.parse("done")) else sorted(options(match))[0]
        seen += [(e.kind, e.text) for e in play(match, word)]
    titles = [s.title for s in SEQUENCE.steps if s.id.split("-")[1] != "setup"]
    assert [text for kind, text in seen if kind == "step"] == titles * 10
    turns = [text for kind, text in seen if kind == "turn"]
    assert turns[0] == "Turn 1: February 1916" and turns[-1] == "Turn 10: November 1916" and len(turns) == 10
    assert match.result.level == "French Major Tactical Victory"  # no fortress taken


@pytest.mark.case("campaign-of-attrition", "3.0a", "3.10")
def test_after_the_french_turn_the_next_month_begins():
    match = position(f"turn: 3\nstep: french-operations\n{QUIET}", dice=[6] * 9)
    assert step(match) == "french-operations"
    play(match, "done")
    assert match.position.turn == 4 and match.player == "german"


@pytest.mark.case("campaign-of-attrition", "3.4", "3.6", "3.9", "3.8")
def test_movement_combat_supply_and_operations_come_in_that_order():
    match = position("turn: 3\nstep: german-movement\n1707: 21ID\n1708: 72DI\n0317: 25ID\n")
    assert step(match) == "german-movement"
    play(match, "done")
    assert step(match) == "german-combat"
    play(match, "done")
    assert step(match) == "german-operations"
    assert "oos" in states(match, "25ID")


@pytest.mark.case("campaign-of-attrition", "3.0a")
def test_the_german_begins_and_everything_offered_can_be_done():
    match = GAME.start("historical", seed=4)
    assert match.player == "german" and step(match) == "german-build" and match.position.turn == 1
    run_to(match, "german-movement")
    assert "21ID" in options(match)
