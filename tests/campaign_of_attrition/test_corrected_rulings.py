"""Rulings that were amended after the first edition (CA-R82, CA-R83, CA-R84, CA-R86); the others are in `test_losses`."""

import pytest

from trenchline.core.position import events_for

from .kit import at, declare, fight, modifiers, moving, options, play, points, position, reach, ready, refused

# ------------------------------------------------------------------------------------------------ the guaranteed hex


@pytest.mark.case("campaign-of-attrition", "8.0f", "9.7g", "CA-R82")
def test_a_unit_that_has_spent_all_on_recovery_stays_where_it_is():
    match = moving("0319: 21ID demoralized\n1315: 72DI")
    play(match, "recover:21ID")
    assert points(match, "21ID") == 2 and "21ID" in options(match)
    play(match, "recover:21ID")
    assert points(match, "21ID") == 0 and "21ID" not in options(match)
    assert refused(match, "21ID").cases == ("8.0b",)


@pytest.mark.case("campaign-of-attrition", "8.0f", "8.3a", "CA-R51", "CA-R82")
def test_what_went_into_leaving_the_trenches_is_no_part_of_the_guarantee():
    match = moving("0311: 72DI entrenched\n1605: 21ID", side="french")
    play(match, "mobilize:72DI")
    assert points(match, "72DI") == 2
    assert "0411" not in reach(match, "72DI") and "0310" in reach(match, "72DI")  # up into the woods it would be 3
    assert "0411" in reach(moving("0311: 72DI\n1605: 21ID", side="french"), "72DI")


@pytest.mark.case("campaign-of-attrition", "8.0f", "10.0b", "CA-R51", "CA-R82")
def test_a_unit_that_has_done_nothing_else_has_its_hex_whatever_it_costs():
    match = moving("0311: 72DI oos\n0211: 21ID entrenched", side="french")  # 3 points, and 4 to leave the zone for 0411
    assert points(match, "72DI") == 3 and "0411" in reach(match, "72DI")
    play(match, "72DI", "72DI-0411")
    assert points(match, "72DI") == 0


# ------------------------------------------------------------------------------------------------ Meeting Engagements


@pytest.mark.case("campaign-of-attrition", "8.1f", "9.3a", "CA-R83")
def test_after_a_meeting_engagement_the_only_way_forward_is_into_the_hex_that_was_met():
    match = moving("0318: 21ID, 25ID\n0317: ENG1", dice=[6, 1])
    play(match, "meet:21ID-0317", "25ID", "attack")
    ready(match)
    while match.decision.kind != "Advance":
        play(match, sorted(options(match))[0])
    assert options(match) == {"21ID-0317", "25ID-0317", "done"}
    play(match, "21ID-0317")
    assert options(match) == {"25ID-0317", "done"}


@pytest.mark.case("campaign-of-attrition", "9.3a", "CA-R83")
def test_after_a_combat_any_hex_beside_it_will_do():
    match = fight("0318: 21ID\n0317: ENG1", dice=[6, 1])
    play(match, "0317", "21ID", "attack")
    ready(match)
    while match.decision.kind != "Advance":
        play(match, sorted(options(match))[0])
    assert {"21ID-0317", "21ID-0217", "21ID-0319"} <= options(match)


# ------------------------------------------------------------------------------------------------ engineers


@pytest.mark.case("campaign-of-attrition", "4.1h", "CA-R84")
def test_an_engineer_by_itself_helps_nobody():
    alone = modifiers(declare(fight("0317: ENG1\n0318: 21ID"), "0317", "21ID"))[1]
    assert "4.1h" not in alone
    text = "0317: 21ID\n0318: 72DI\n0217: ENG2"
    beside = modifiers(declare(fight(text, side="french"), "0317", "72DI", "ENG2"))[0]
    assert "4.1h" not in beside  # it attacks from a hex of its own
    idle = "0317: 21ID\n0318: 72DI\n0217: 3DI, ENG2"
    assert "4.1h" not in modifiers(declare(fight(idle, side="french"), "0317", "72DI", "ENG2"))[0]  # 3DI does not attack
    assert modifiers(declare(fight(idle, side="french"), "0317", "72DI", "3DI"))[0]["4.1h"] == 1


# ------------------------------------------------------------------------------------------------ arrivals under fog

FOG = "options: fog_of_war\n"


def heard(events, player):
    return [event.plain_text for event in events_for(events, player)]


@pytest.mark.case("campaign-of-attrition", "13.2", "5.0d", "5.0e", "CA-R86")
def test_who_is_mobilized_and_where_is_read_by_its_owner_only():
    match = position(FOG + "turn: 5\nstep: french-build\n1315: 72DI\n1605: 21ID\npool: 40DI")
    events = play(match, "40DI", "40DI-0920")
    assert "40DI appears in 0920 for 3 AP" in heard(events, "french")
    assert "A French unit has arrived" in heard(events, "german")
    assert not any("40DI" in line or "0920" in line for line in heard(events, "german"))


@pytest.mark.case("campaign-of-attrition", "13.2", "11.3.1a", "CA-R86")
def test_who_enters_by_the_edge_and_where_is_read_by_its_owner_only():
    match = position(FOG + "turn: 2\nstep: french-movement\n1315: 72DI\n1605: 21ID\nedge: 39DI")
    events = play(match, "enter:39DI", "39DI-0320")
    assert "39DI enters the map in 0320" in heard(events, "french")
    assert heard(events, "german") == ["A French unit has arrived"]


@pytest.mark.case("campaign-of-attrition", "13.2", "CA-R71", "CA-R86")
def test_an_arrival_beside_an_enemy_is_seen():
    match = position(FOG + "turn: 2\nstep: french-movement\n1315: 72DI\n0319: 21ID\nedge: 39DI")
    events = play(match, "enter:39DI", "39DI-0320")
    assert "39DI enters the map in 0320" in heard(events, "german")


@pytest.mark.case("campaign-of-attrition", "13.2", "4.8a", "CA-R86")
def test_which_gun_a_fortress_has_given_up_is_not_told():
    match = position(FOG + "turn: 5\nstep: french-build\n1315: 72DI\n1605: 21ID\nstrip: FG1, FG2")
    events = play(match, "strip:1610")
    assert any("become FG1" in line for line in heard(events, "french")) and at(match, "FG1") == "1610"
    assert any(line.endswith("gives up its guns") for line in heard(events, "german"))
    assert not any("FG1" in line for line in heard(events, "german"))


@pytest.mark.case("campaign-of-attrition", "5.0d", "CA-R86")
def test_without_fog_both_read_everything():
    match = position("turn: 5\nstep: french-build\n1315: 72DI\n1605: 21ID\npool: 40DI")
    events = play(match, "40DI", "40DI-0920")
    assert "40DI appears in 0920 for 3 AP" in heard(events, "german")
