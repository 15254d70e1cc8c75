"""4.2 Stacking: the limits, and what happens where they are broken for a while."""

import pytest

from trenchline.core.errors import NotationError

from .kit import GAME, at, move, moving, options, order, play, position, reach, refused, states, step

STACKS = {
    "two divisions of a corps and a gun": ("0317: 21ID, 25ID, RS1", True),
    "divisions of two corps": ("0317: 21ID, 5ID", False),
    "three divisions of a corps": ("0317: 11RD, 12RD, 22RD", False),
    "two guns": ("0317: RS1, RS2", True),
    "three units that are not Infantry": ("0317: RS1, RS2, GAS1", False),
    "divisions and two others": ("0317: 21ID, RS1, GAS1", False),
    "a division and gas": ("0317: 21ID, GAS1", True),
    "one corps by another's side, joined": ("joined: BErs XVIII\n0317: 21ID, BErs", True),
    "a unit of Army Detachment Strantz that has not joined": ("0317: 21ID, BErs", False),
    "cavalry with the corps it joined": ("joined: CAV V\n0317: 9RD, 10RD, CAV", True),
    "guns of another corps": ("0317: 72DI, II.HA", False),
    "army guns and engineers": ("0317: A.HA1, ENG1", True),
    "engineers with any corps": ("0317: 72DI, 51DI, ENG1", True),
    "shock divisions, one corps": ("0317: 38DI, 133DI", True),
    "German and French corps of one name": ("0317: 5ID\n0318: 5DI", True),
}


@pytest.mark.case("campaign-of-attrition", "4.2a", "4.2b", "4.2d", "CA-D47", "CA-R29")
@pytest.mark.parametrize("name", STACKS)
def test_what_may_stand_in_a_hex(name):
    text, legal = STACKS[name]
    if legal:
        assert GAME.audit(moving(text + "\n1605: 19RD").position) == []
    else:
        with pytest.raises(NotationError, match="stacking limit or mixes corps"):
            moving(text)


@pytest.mark.case("campaign-of-attrition", "4.2a", "4.2b", "4.2d", "CA-R29")
@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("0318: 5ID\n0317: 21ID, RS1", "5ID"),
        ("0318: 11RD\n0317: 12RD, 22RD", "11RD"),
        ("0318: GAS1\n0317: RS2, RS3", "GAS1"),
        ("0318: LS1\n0317: 25ID, RS1", "LS1"),
    ],
)
def test_a_crowded_hex_may_be_passed_and_rested_in_but_the_phase_does_not_end_so(text, unit):
    match = moving(text)
    assert "0316" in reach(match, unit)
    move(match, unit, "0317")
    assert set(refused(match, "done").cases) >= {"4.2a"}
    move(match, unit, "0316")
    play(match, "done")
    assert at(match, unit) == "0316" and step(match) != "german-movement"


@pytest.mark.case("campaign-of-attrition", "4.2a", "CA-R29")
def test_room_may_be_made_by_others_leaving():
    match = moving("0318: 11RD\n0317: 12RD, 22RD")
    move(match, "11RD", "0317")
    move(match, "22RD", "0216")
    play(match, "done")
    assert at(match, "11RD") == at(match, "12RD") == "0317"


@pytest.mark.case("campaign-of-attrition", "4.2a", "CA-R29")
def test_r1_what_nobody_can_move_away_is_removed_by_its_owner():
    # All three have stopped in a French zone with nothing left to go on with.
    match = moving("0319: 11RD\n0318: 12RD mp=0 halted, 22RD\n0317: 72DI entrenched\n1605: 19RD")
    play(match, "entrench:22RD")
    move(match, "11RD", "0318")
    assert "halted" in states(match, "11RD")
    play(match, "done")
    assert match.decision.kind == "Overstacked" and options(match) == {"11RD", "12RD", "22RD"}
    again = GAME.position(GAME.notation(match))
    assert again.decision == match.decision and again.hash() == match.hash()
    play(match, "11RD")
    assert at(match, "11RD") == "pool" and match.position.lost == [1, 0, 0, 0] and step(match) != "german-movement"


@pytest.mark.case("campaign-of-attrition", "8.1c", "4.2a", "CA-R28")
def test_r1_a_meeting_engagement_is_made_by_units_that_may_stack():
    match = moving("0319: 5ID\n0318: 21ID, 25ID\n0317: 72DI")
    move(match, "5ID", "0318")
    play(match, "meet:21ID-0317")
    assert "25ID" in options(match) and "5ID" not in options(match)


@pytest.mark.case("campaign-of-attrition", "4.2b", "9.3a", "CA-R32")
def test_advances_end_within_the_limits_at_once():
    match = position("turn: 5\nstep: german-combat\n0317: XXX.HA reduced demoralized\n0318: 21ID\n0217: 5ID", dice=[6, 1])
    play(match, "0317", "21ID", "5ID", "attack")
    while match.decision.kind != "Advance":
        play(match, "ready" if "ready" in options(match) else "pay")
    play(match, "21ID-0317")
    assert not match.legal(match.parse("5ID-0317")) and order(match, "5ID") == "disrupted"
