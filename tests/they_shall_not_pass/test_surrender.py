"""9.7 Surrender."""

import pytest

from trenchline.games.they_shall_not_pass.components import FRENCH
from trenchline.games.they_shall_not_pass.step_losses import surrounded
from trenchline.games.they_shall_not_pass.victory import casualties

from .kit import C, assault, at, fight, options, play, position, refused, result


def overrun(defender, more="", side="german", dice=(6, 1, 1)):
    """A unit in 3014 between two Germans in 3013 and 3015, whose zones close every hex around it, is destroyed."""
    match = fight(f"pool: FRem1, FRem2\n3013: IR81\n3015: IR87\n3014: {defender}\n{more}", dice=dice, side=side)
    assert result(assault(match, "3014", "IR81", "IR87")) in ("0/4", "1/4")
    return match


@pytest.mark.case("they-shall-not-pass", "9.7", "TP-R40")
def test_a_unit_eliminated_out_of_supply_in_a_ring_of_enemy_zones_surrenders():
    assert at(overrun("208R reduced unsupplied"), "208R") == "surrendered"


@pytest.mark.case("they-shall-not-pass", "9.7")
def test_in_supply_it_is_eliminated_and_may_come_back():
    assert at(overrun("208R reduced"), "208R") == "eliminated"


@pytest.mark.case("they-shall-not-pass", "9.7", "TP-R40")
def test_a_gap_in_the_ring_or_a_friend_in_it_makes_it_an_elimination():
    match = fight("3013: IR81, IR87\n3014: 208R reduced unsupplied", dice=[6])  # 3015, 3115 and 2915 are open
    assert result(assault(match, "3014", "IR81", "IR87")) == "0/4"
    assert at(match, "208R") == "eliminated"
    assert at(overrun("208R reduced unsupplied", "3115: 42RI"), "208R") == "eliminated"


@pytest.mark.case("they-shall-not-pass", "9.7", "TP-R42", "14.41", "TP-R110")
def test_a_unit_that_surrenders_leaves_no_remnant_and_counts_two_casualties():
    match = overrun("42RI reduced unsupplied")
    assert at(match, "42RI") == "surrendered" and at(match, "FRem1") == "pool"
    assert casualties(match.position, FRENCH) == 2
    match = overrun("42RI reduced")  # in supply it would have been asked
    assert match.decision.kind == "RemnantChoice" and match.player == "french"


@pytest.mark.case("they-shall-not-pass", "9.7", "6.33", "TP-R49")
def test_a_surrendered_unit_never_comes_back():
    text = "turn: 2\nstep: french-replacements\n1609: XXX.HQ\n3105: 42RI reduced\n{box}: 208R lost"
    match = position(text.format(box="eliminated"))
    assert {"return:208R=1"} <= options(match)
    match = position(text.format(box="surrendered"))
    assert options(match) == {"restore:42RI", "done"}
    assert refused(match, "return:208R=1").cases


@pytest.mark.case("they-shall-not-pass", "9.7", "6.2a", "12.3c")
@pytest.mark.parametrize(
    ("unit", "friend", "dice", "where"),
    [
        ("208R reduced demoralized", "", (3, 3), "surrendered"),  # morale 6 - 1 - 1: 6 fails
        ("208R reduced demoralized", "", (2, 2), "3014"),  # 4 rallies
        ("208R demoralized", "", (6, 6), "3014"),  # at full strength it only stays shaken
        ("208R reduced demoralized", ", 44RI", (3, 3), "3014"),  # a steady friend holds it
    ],
)
def test_a_shaken_reduced_unit_next_to_the_enemy_surrenders_when_it_fails_to_rally(unit, friend, dice, where):
    match = position(f"turn: 2\nstep: french-rally\n3013: IR81\n3014: {unit}{friend}", dice=dice)
    assert at(match, "208R") == where


@pytest.mark.case("they-shall-not-pass", "9.7", "6.2a", "14.42", "TP-R42")
def test_a_shaken_remnant_surrenders_too_and_is_no_casualty():
    match = position("turn: 2\nstep: french-rally\n3013: IR81\n3014: FRem1 demoralized", dice=(6, 6))
    assert at(match, "FRem1") == "out" and casualties(match.position, FRENCH) == 0


@pytest.mark.case("they-shall-not-pass", "9.7")
def test_germans_surrender_by_the_same_rule():
    match = fight("3013: 42RI, 44RI\n3015: 35RI, 60RI\n3014: IR81 reduced unsupplied", side="french", dice=[6])
    assert result(assault(match, "3014", "42RI", "44RI", "35RI", "60RI")) == "0/4"
    assert at(match, "IR81") == "surrendered"
    play(match, "done")
    assert match.decision.kind == "Assault"


@pytest.mark.case("they-shall-not-pass", "9.7", "14.8", "TP-R40")
@pytest.mark.parametrize(("forts", "shut"), [("", True), ("forts: Douaumont 0\n", False)])
def test_an_intact_fort_next_door_is_no_way_out_for_germans(forts, shut):
    # Every other hex around 2114 is held by the French or under the guns of the fort in 2113.
    match = position(f"turn: 6\nstep: french-assault\n{forts}2114: IR81 unsupplied\n2214: 2Z\n2115: 3Z\n2014: 2T")
    assert surrounded(match.position, C.unit["IR81"]) is shut
