"""Stepping back from what has only been named: the position is as it was before the naming."""

import pytest

from trenchline.core.actions import BACK
from trenchline.core.decisions import STEPS_BACK
from trenchline.core.errors import IllegalAction

from .kit import GAME, C, options, play, position

FAR = "\n1315: 133DI"

# The decision to step back from, and how the match comes there: position, actions; the last one is the naming.
NAMINGS = {
    "MoveTo": ("turn: 5\nstep: german-movement\n0319: 21ID" + FAR, ["21ID"]),
    "MoveTo of an activation": ("turn: 5\nstep: german-operations\n1605: 21ID, RS1" + FAR, ["21ID", "movement", "RS1"]),
    "MoveTo of a Reserve": ("turn: 5\nstep: german-reserve\n1605: 21ID reserve" + FAR, ["21ID"]),
    "EnterAt": ("turn: 2\nstep: french-movement\nedge: 39DI\n1605: 21ID" + FAR, ["enter:39DI"]),
    "Meet": ("turn: 5\nstep: german-movement\n0318: 21ID, 25ID\n0317: 72DI", ["meet:21ID-0317"]),
    "Meet with two": ("turn: 5\nstep: german-movement\n0318: 21ID, 25ID\n0317: 72DI", ["meet:21ID-0317", "25ID"]),
    "Meet of an activation": (
        "turn: 5\nstep: german-operations\n1707: 21ID, RS1\n1708: 72DI",
        ["21ID", "movement", "meet:21ID-1708", "RS1"],
    ),
    "Declare": ("turn: 5\nstep: german-combat\n0318: 21ID, 25ID\n0317: 72DI", ["0317"]),
    "Declare with one": ("turn: 5\nstep: german-combat\n0318: 21ID, 25ID\n0317: 72DI", ["0317", "21ID"]),
    "Declare with two": ("turn: 5\nstep: german-combat\n0318: 21ID, 25ID\n0317: 72DI", ["0317", "21ID", "25ID"]),
    "Aim": ("turn: 5\nstep: german-siege\n0318: RS1\n0317: 72DI", ["0317"]),
    "Aim with a gun": ("turn: 5\nstep: german-siege\n0318: RS1\n0317: 72DI", ["0317", "RS1"]),
    "PlaceBuilt": ("turn: 5\nstep: french-build\n1605: 21ID\npool: 40DI, 42DI" + FAR, ["40DI"]),
    "Activation": ("turn: 5\nstep: german-operations\n1605: 21ID\n1405: 5ID" + FAR, ["21ID"]),
    "Activation of two": ("turn: 5\nstep: german-operations\n1605: 21ID\n1405: 5ID" + FAR, ["21ID", "5ID"]),
    "Barrage": ("turn: 5\nstep: german-combat\n1707: 21ID, RS1\n1807: RS2\n1708: 72DI", ["1708", "21ID", "attack", "RS1"]),
    "Barrage of two": (
        "turn: 5\nstep: german-combat\n1707: 21ID, RS1\n1807: RS2\n1708: 72DI",
        ["1708", "21ID", "attack", "RS1", "RS2"],
    ),
    "PlaceUnit": ("scenario: sectors\nstep: french-setup\nsetup: 72DI, 51DI", ["72DI"]),
    "JoinCorps": (
        "scenario: sectors\nstep: german-setup\nsetup: BErs\n1606: 21ID, 25ID\n1707: 5ID, 6ID",
        ["BErs", "BErs-1706"],
    ),
}


def state(match):
    """All there is of a position, but for how often somebody has stepped back."""
    p = match.position.clone()
    p.stepped_back = 0
    return p.state()


@pytest.mark.parametrize("name", NAMINGS)
def test_stepping_back_brings_back_what_was_before_the_naming(name):
    text, actions = NAMINGS[name]
    match = position(text)
    play(match, *actions[:-1])
    before, asked, choices = state(match), match.decision, options(match)
    play(match, actions[-1])
    assert match.decision.kind == name.split()[0] and BACK in match.actions() and BACK in list(match.actions())
    assert match.position.stack[-1].label(match.position, BACK)
    assert play(match, "back") == []  # nobody hears of it
    assert state(match) == before and match.decision == asked and options(match) == choices
    assert match.position.stepped_back == 1
    again = GAME.position(GAME.notation(match))
    assert again.hash() == match.hash() and options(again) == choices
    play(match, actions[-1])
    assert match.decision.kind == name.split()[0]


@pytest.mark.parametrize("name", NAMINGS)
def test_step_by_step_back_to_the_beginning_and_no_further(name):
    """Once paid, or declared, there is no way back."""
    text, actions = NAMINGS[name]
    settled = next((i + 1 for i, a in enumerate(actions) if a in ("attack", "movement")), 0)
    match = position(text)
    play(match, *actions[:settled])
    before = state(match)
    play(match, *actions[settled:], *["back"] * (len(actions) - settled))
    assert state(match) == before
    verdict = match.legal(BACK)
    assert not verdict and "nothing to step back from" in verdict.reason


def test_a_unit_that_comes_by_the_schedule_has_not_been_named_by_anybody():
    match = position("turn: 2\nstep: german-build\n1605: 21ID\ntrack: 22RD, 11BD, 2LW" + FAR)
    assert match.decision.kind == "PlaceArrived" and not match.legal(BACK)


def test_nobody_steps_back_for_ever():
    match = position("turn: 5\nstep: german-movement\n0319: 21ID" + FAR)
    for _ in range(STEPS_BACK):
        play(match, "21ID", "back")
    play(match, "21ID")
    assert BACK not in list(match.actions())
    with pytest.raises(IllegalAction, match="stepped back 30 times"):
        match.apply(BACK)


@pytest.mark.case("campaign-of-attrition", "4.9b", "CA-R59")
def test_a_guest_that_was_only_named_has_not_had_its_activation():
    match = position("turn: 5\nstep: german-operations\n1605: 21ID, RS1" + FAR)
    play(match, "21ID", "movement", "RS1", "back", "done")
    assert "RS1" in options(match)
    other = position("turn: 5\nstep: german-operations\n1605: 21ID, RS1" + FAR)
    play(other, "21ID", "movement", "RS1", "RS1-1604", "done")
    assert "RS1" not in options(other)


def test_a_gun_left_out_of_the_barrage_is_free_for_another_attack():
    match = position("turn: 5\nstep: german-combat\n1707: 21ID, 25ID, RS1\n1807: RS2\n1708: 72DI\n1608: 51DI", dice=[1, 1])
    play(match, "1708", "21ID", "attack", "RS1", "RS2", "back", "hurricane=2")
    assert match.position.fight.barrage == (C.unit["RS1"],)
    assert match.position.status[C.unit["RS2"]] == 0 != match.position.status[C.unit["RS1"]]
