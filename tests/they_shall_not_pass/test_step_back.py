"""Naming is not yet doing: what a player has only named he may name otherwise, without undo."""

from __future__ import annotations

import pytest

from trenchline.core.actions import BACK
from trenchline.core.decisions import STEPS_BACK
from trenchline.games.they_shall_not_pass.position import Position

from ..staff_kit import all_choices
from .kit import GAME, at, fight, options, play, position, refused, states

DUEL = "3013: IR81, IR87, Pi21, FAR27\n3014: 42RI\n2914: 44RI"
GUNS = "turn: 2\nstep: german-bombardment\nnaval: NAV\ntrack: HVY\n2008: III.A1\n2010: 42RI\n2011: 44RI"
MARCH = "turn: 2\nstep: german-movement\n3012: IR81\n3010: IR87\n3016: 42RI"
BREAK = "turn: 2\nstep: german-breakthrough\n3012: IR81, Pi21\n2012: Pi25\n1905: 42RI"

# the decision that may be stepped back from, how it is come to, what is named then, and the decision before
WAYS = [
    ("PlaceUnit", GAME.start("free", seed=1), (), ("324R",), "Deploy"),
    ("MoveTo", position(MARCH), (), ("IR81",), "Movement"),
    ("MoveTo", position(MARCH), ("IR81", "IR81-3011"), ("IR81",), "Movement"),  # the second go of a move
    ("MoveTo", position(f"{MARCH}\ngerman ground: 3011"), ("dig:IR87",), ("strategic:IR81",), "Movement"),
    ("AimBarrage", position(GUNS), (), ("barrage:2010",), "Bombardment"),
    ("AimBarrage", position(GUNS), (), ("barrage:2010", "NAV", "HVY", "HVY", "III.A1"), "Bombardment"),
    ("AimInterdiction", position(GUNS), (), ("interdict:NAV",), "Bombardment"),
    ("Declare", fight(DUEL), (), ("3014",), "Assault"),
    ("Declare", fight(DUEL), (), ("3014", "IR81", "Pi21", "FAR27"), "Assault"),
    ("BreakthroughGroup", position(BREAK), (), ("3012",), "Breakthrough"),
    ("BreakthroughGroup", position(BREAK), (), ("3012", "Pi21", "IR81"), "Breakthrough"),
    ("BreakthroughMove", position(BREAK), ("3012", "Pi21", "IR81"), ("go",), "BreakthroughGroup"),
]


@pytest.mark.parametrize(("decision", "match", "way", "named", "before"), WAYS)
def test_after_stepping_back_all_is_as_it_was_before_the_naming(decision, match, way, named, before):
    match = match.clone()
    play(match, *way)
    state, offered = match.position.state(), options(match)
    play(match, *named)
    assert match.decision.kind == decision and BACK in match.actions()
    assert match.position.stack[-1].label(match.position, BACK).startswith("Choose ")
    assert play(match, "back") == []  # nothing to tell: nothing has happened
    assert match.decision.kind == before and options(match) == offered
    assert match.position.stepped_back == 1 and match.position.state()[:-1] == state


def test_every_decision_that_can_be_stepped_back_from_is_tried():
    assert {kind.__name__ for kind in all_choices(Position) if kind.can_step_back} == {way[0] for way in WAYS}


def test_another_unit_can_be_named_after_it():
    match = position(MARCH)
    play(match, "IR81", "back", "IR87", "IR87-3011")
    assert (at(match, "IR81"), at(match, "IR87")) == ("3012", "3011") and states(match, "IR81") == set()


@pytest.mark.case("they-shall-not-pass", "9.11a")
def test_a_declared_attack_cannot_be_called_off():
    match = fight("3013: IR81\n3014: 42RI\n3016: AD14")
    play(match, "3014", "IR81", "attack")
    assert match.decision.kind == "DefensiveSupport" and "nothing to step back from" in refused(match, "back").reason
    assert "{" not in refused(match, "back").reason


@pytest.mark.case("they-shall-not-pass", "13.0")
def test_a_group_that_has_moved_has_moved():
    match = position(BREAK)
    play(match, "3012", "Pi21", "go", "3011")
    assert match.decision.kind == "BreakthroughMove" and "nothing to step back" in refused(match, "back").reason


def test_the_steps_back_of_a_phase_are_counted():
    match = position(MARCH)
    for _ in range(STEPS_BACK):
        play(match, "IR81", "back")
    play(match, "IR81")
    assert BACK not in match.actions() and "stepped back" in refused(match, "back").reason
