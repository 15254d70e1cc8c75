"""14.4 Remnants."""

import pytest

import trenchline
from trenchline.games.they_shall_not_pass.components import FRENCH, WEAK
from trenchline.games.they_shall_not_pass.stacking import bulk
from trenchline.games.they_shall_not_pass.victory import casualties

from .kit import C, assault, at, fight, options, play, position, refused, result, states

GAME = "they-shall-not-pass"
POOL = "pool: FRem1, FRem2, FRem3, GRem1, GRem2"


def lost(unit, *dice, cell="3014", origin="3013"):
    """A reduced French unit, alone, is eliminated by 24 German points."""
    units = ("IR81", "IR87", "FR80", "LGIR115")
    match = fight(f"{POOL}\n{origin}: {', '.join(units)}\n{cell}: {unit} reduced", dice=[6, *dice])
    assault(match, cell, *units)
    return match


@pytest.mark.case("they-shall-not-pass", "14.4", "TP-R17", "3.3")
def test_three_french_and_two_german_remnants_wait_in_the_pool():
    match = trenchline.load(GAME).start(seed=1)
    assert {C.ids[u] for u in match.position.stacks[C.box["pool"]]} == {"FRem1", "FRem2", "FRem3", "GRem1", "GRem2"}


@pytest.mark.case("they-shall-not-pass", "14.4", "TP-R110", "14.6")
@pytest.mark.parametrize(
    ("unit", "leaves"),
    [("42RI", True), ("2Z", True), ("13RI", True), ("208R", False), ("II.44T", False), ("56BCP", False)],
)
def test_of_the_french_only_regiments_of_morale_seven_or_eight_leave_remnants(unit, leaves):
    match = lost(unit)
    assert at(match, unit) == "eliminated"
    assert (match.decision.kind == "RemnantChoice") is leaves


@pytest.mark.case("they-shall-not-pass", "14.4", "TP-R110")
@pytest.mark.parametrize("unit", ["AD14", "XXX.HQ"])
def test_guns_and_headquarters_leave_none(unit):
    match = fight(f"{POOL}\n3013: IR81, IR87\n3014: {unit}", dice=[6])
    assault(match, "3014", "IR81", "IR87")
    assert at(match, unit) == "eliminated" and match.decision.kind == "Advance"


@pytest.mark.case("they-shall-not-pass", "14.4", "TP-R110")
@pytest.mark.parametrize("unit", ["IR81", "RIR13", "Pi21"])
def test_any_german_infantry_may_leave_a_remnant(unit):
    match = fight(f"{POOL}\n3014: 42RI, 44RI\n2915: 35RI, 60RI\n3013: {unit} reduced", side="french", dice=[6, 1, 1])
    assault(match, "3013", "42RI", "44RI")
    assert at(match, unit) == "eliminated"
    assert match.player == "german" and options(match) == {"try", "let_go"}
    play(match, "try")
    assert at(match, "GRem1") != "pool"


@pytest.mark.case("they-shall-not-pass", "14.41")
def test_the_owner_may_let_the_unit_go_without_a_check():
    match = lost("42RI")
    play(match, "let_go")
    assert at(match, "FRem1") == "pool" and match.decision.kind == "Advance"


@pytest.mark.case("they-shall-not-pass", "14.41", "TP-R111")
@pytest.mark.parametrize(
    ("cell", "origin", "unit", "needed"),
    [
        ("3014", "3013", "42RI", 6),  # 7, reduced -1
        ("3014", "3013", "2Z", 7),  # 8, reduced -1
        ("3014", "3013", "42RI demoralized", 5),  # and -1 demoralized
        ("1905", "1904", "42RI", 7),  # +1 in the trench
        ("1522", "1622", "42RI", 7),  # +1 in the city
    ],
)
def test_the_check_is_made_with_the_morale_the_unit_had_when_it_fell(cell, origin, unit, needed):
    for total, saved in ((needed, True), (needed + 1, False)):
        match = lost(unit, total // 2, total - total // 2, cell=cell, origin=origin)
        play(match, "try")
        assert (at(match, "FRem1") != "pool") is saved


@pytest.mark.case("they-shall-not-pass", "TP-R110", "14.41")
def test_one_attempt_for_each_unit_lost():
    match = lost("42RI", 6, 6)
    play(match, "try")
    assert match.decision.kind == "Advance" and at(match, "FRem1") == "pool"


@pytest.mark.case("they-shall-not-pass", "14.41", "TP-R91")
def test_a_remnant_walks_off_the_hits_its_unit_did_not_take():
    match = lost("42RI", 1, 1)  # four hits, one step: three hexes to go
    play(match, "try", "FRem1-3015", "FRem1-3016", "FRem1-3017")
    assert at(match, "FRem1") == "3017" and match.decision.kind == "Advance"
    assert "newborn" in states(match, "FRem1")  # it cannot be eliminated this turn


@pytest.mark.case("they-shall-not-pass", "14.41", "9.42")
def test_a_remnant_retreats_with_the_stack_it_was_born_in():
    match = fight(f"{POOL}\n3013: IR81\n3014: 42RI reduced, 44RI", dice=[6, 1, 1])
    assert result(assault(match, "3014", "IR81")) == "2/2"  # 6 : 9 is 1:2
    play(match, "lose=1", "42RI", "try")
    assert {action.split("-")[0] for action in options(match)} == {"44RI", "FRem1"}
    play(match, "44RI-3015", "FRem1-2915")
    assert at(match, "FRem1") == "2915"


@pytest.mark.case("they-shall-not-pass", "TP-R114", "14.41", "9.6", "TP-R99")
def test_with_all_hits_taken_the_remnant_stays_and_nobody_advances():
    match = fight("pool: FRem1\n1904: IR81, IR87\n1905: 42RI reduced", dice=[2, 1, 1])
    assert result(assault(match, "1905", "IR81", "IR87")) == "3/1"  # 4:1 against a trench: one hit, one step
    play(match, "try", "lose=3", "IR81", "IR81")
    assert at(match, "FRem1") == "1905" and match.decision.kind == "Assault"
    assert at(match, "IR87") == "1904"


@pytest.mark.case("they-shall-not-pass", "14.41", "TP-R113")
def test_on_its_turn_of_entry_a_remnant_cannot_be_eliminated_it_only_runs():
    match = fight("3013: IR81, IR87\n3014: FRem1 newborn", dice=[6])
    assert result(assault(match, "3014", "IR81", "IR87")) == "0/4"
    play(match, "FRem1-3015", "FRem1-3016", "FRem1-3017", "FRem1-3018")
    assert at(match, "FRem1") == "3018"
    match = fight("3013: IR81\n3015: IR87\n3014: FRem1 newborn", dice=[6])
    assert result(assault(match, "3014", "IR81", "IR87")) == "0/4"
    assert at(match, "FRem1") == "3014"  # nowhere to go: the hits are ignored
    match = fight("3013: IR81\n3015: IR87\n3014: FRem1", dice=[6])
    assault(match, "3014", "IR81", "IR87")
    assert at(match, "FRem1") == "out"  # on a later turn it has one step


@pytest.mark.case("they-shall-not-pass", "TP-R113", "14.41")
def test_failed_checks_only_demoralize_a_new_remnant():
    match = fight("german shells: 3015\n3013: IR81\n3016: FR80\n3014: FRem1 newborn, 42RI", dice=[4, 6, 6, 6, 6])
    assert result(assault(match, "3014", "IR81")) == "3/1"  # 6 : 7
    play(match, "lose", "FRem1-3015")
    assert at(match, "FRem1") == "3015" and states(match, "FRem1") >= {"demoralized", "newborn"}


@pytest.mark.case("they-shall-not-pass", "TP-R113", "14.41")
def test_the_protection_lasts_to_the_end_of_the_whole_turn():
    match = position("turn: 2\nstep: french-breakthrough\nweather: bad\n3014: FRem1 newborn\n3010: XXX.HQ", dice=[4])
    assert match.position.turn == 3 and "newborn" not in states(match, "FRem1")
    match = position("turn: 2\nstep: french-movement\n3014: FRem1 newborn")
    assert "newborn" in states(match, "FRem1")


@pytest.mark.case("they-shall-not-pass", "14.42", "TP-R112", "16.0d")
def test_an_eliminated_remnant_leaves_the_game_and_is_no_casualty():
    match = fight("pool: FRem2\n3013: IR81, IR87\n3014: FRem1", dice=[6])
    assault(match, "3014", "IR81", "IR87")
    assert at(match, "FRem1") == "out" and casualties(match.position, FRENCH) == 0
    assert match.decision.kind == "Advance"  # and it leaves no remnant of its own


@pytest.mark.case("they-shall-not-pass", "TP-R112", "14.4", "14.41")
def test_with_the_pool_empty_nobody_is_asked():
    match = fight("3011: FRem1, FRem2\n3012: FRem3\n3215: IR81, IR87\n3216: 42RI reduced", dice=[6])
    assault(match, "3216", "IR81", "IR87")
    assert at(match, "42RI") == "eliminated" and match.decision.kind != "RemnantChoice"


@pytest.mark.case("they-shall-not-pass", "TP-R112", "6.32", "TP-R49")
def test_the_parent_of_a_living_remnant_may_be_rebuilt_but_no_remnant_takes_replacements():
    match = position("turn: 2\nstep: french-replacements\n1609: XXX.HQ, FRem1\neliminated: 42RI lost")
    assert options(match) == {"return:42RI=1", "done"}
    play(match, "return:42RI=1")
    assert at(match, "42RI") == "1609" and at(match, "FRem1") == "1609"
    assert casualties(match.position, FRENCH) == 1  # back, reduced


@pytest.mark.case("they-shall-not-pass", "TP-R110", "7.11", "12.1", "14.41")
def test_a_unit_destroyed_by_a_barrage_check_may_leave_a_remnant_too():
    # Naval Battery 5 on the open ground in good weather: column 7-10, 5 is M; 42RI is shaken and reduced, morale 5.
    match = position(
        f"turn: 2\nstep: german-bombardment\nnaval: NAV\n{POOL}\n3014: 42RI reduced demoralized", dice=[5, 3, 3, 2, 3]
    )
    play(match, "barrage:3014", "NAV", "fire")
    assert at(match, "42RI") == "eliminated" and match.player == "french"
    play(match, "try")
    assert at(match, "FRem1") == "3014"


@pytest.mark.case("they-shall-not-pass", "TP-R97", "14.41")
def test_a_unit_lost_in_retreat_may_leave_a_remnant_that_completes_it():
    match = fight(f"{POOL}\n3013: IR81, IR87\n3016: FR80\n3014: 42RI demoralized", dice=[3, 6, 6, 1, 1, 6, 6])
    assert result(assault(match, "3014", "IR81", "IR87")) == "2/3"  # 12 : 3 = 4:1
    play(match, "lose=1", "42RI-3015")  # two hexes; the check in 3015 fails and costs the last step
    assert at(match, "42RI") == "eliminated" and match.decision.kind == "RemnantChoice"
    play(match, "try")
    assert at(match, "FRem1") == "3015"
    assert options(match) == {"FRem1-3116", "FRem1-2916"}
    play(match, "FRem1-3116")  # the second hex, and its own check in the zone of 3016
    assert at(match, "FRem1") == "3116" and "demoralized" in states(match, "FRem1")


@pytest.mark.case("they-shall-not-pass", "TP-R136", "9.0", "9.0b")
def test_a_remnant_of_an_attacker_has_attacked_in_this_phase():
    match = fight("pool: GRem1\n3013: IR81 reduced, IR87\n3014: 42RI\n2914: 35RI reduced demoralized", dice=[1, 1, 1])
    assert result(assault(match, "3014", "IR81", "IR87")) == "3/0"  # 9 : 6
    play(match, "lose=3", "IR81", "try")
    assert at(match, "IR81") == at(match, "IR87") == "eliminated" and states(match, "GRem1") == {"newborn", "attacked"}
    assert "2914" not in options(match)


@pytest.mark.case("they-shall-not-pass", "TP-R136", "TP-R97", "9.0b")
def test_a_remnant_of_a_defender_lost_on_the_retreat_has_been_assaulted():
    match = fight(
        f"{POOL}\n3013: IR81, IR87\n3016: FR80\n3014: 42RI demoralized", dice=[3, 6, 6, 1, 1, 1, 1]
    )  # 4:1, die 3: 2/3; the check in 3015 fails, the remnant is saved and passes its own in 3116
    assault(match, "3014", "IR81", "IR87")
    play(match, "lose=1", "42RI-3015", "try", "FRem1-3116", "lose=2", "IR81", "IR81", "let_go", "done")
    assert states(match, "FRem1") == {"newborn", "assaulted"}
    assert refused(match, "3116").cases == ("9.0b",)  # next to FR80, which has not attacked


@pytest.mark.case("they-shall-not-pass", "14.4", "8.41", "8.32", "TP-R74")
def test_a_remnant_is_half_a_regiment_with_a_weak_zone():
    match = position("turn: 2\nstep: german-movement\n3014: FRem1\n3010: IR81")
    p = match.position
    assert bulk(p, [C.unit["FRem1"]]) == 1 and bulk(p, [C.unit["42RI"]]) == 2  # in halves
    assert {p.zone[FRENCH][C.board.index[x]] for x in ("3013", "3114", "3015")} == {WEAK}


@pytest.mark.case("they-shall-not-pass", "14.41", "TP-R113", "TP-R42")
def test_a_new_remnant_that_fails_to_rally_the_same_turn_does_not_surrender():
    match = position("turn: 2\nstep: french-rally\n3013: IR81\n3014: FRem1 newborn demoralized", dice=(6, 6))
    assert at(match, "FRem1") == "3014"


@pytest.mark.case("they-shall-not-pass", "TP-R95", "9.5", "14.41")
def test_attackers_retreat_away_from_a_remnant_that_fell_back_before_them():
    match = fight("pool: FRem1\n3013: IR81, IR87\n3014: 42RI reduced", dice=[1, 1, 1])
    assert result(assault(match, "3014", "IR81", "IR87")) == "2/2"
    play(match, "try", "FRem1-3115", "lose=1", "IR81")
    assert {action.cell for action in match.actions()} == {"3012", "2913"}  # 3113 is no farther from 3115 than 3013
