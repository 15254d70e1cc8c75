"""15.0 Optional rules."""

import pytest

from trenchline.games.they_shall_not_pass.components import FRENCH, STRONG, WEAK
from trenchline.games.they_shall_not_pass.victory import victory_lines

from .kit import GAME as RULES
from .kit import (
    C,
    assault,
    at,
    barred,
    declare,
    fight,
    fort,
    move,
    options,
    play,
    points,
    position,
    price,
    reach,
    refused,
    result,
    states,
)

GAME = "they-shall-not-pass"


def zone(match, cell):
    return match.position.zone[FRENCH][C.board.index[cell]]


@pytest.mark.case("they-shall-not-pass", "15.0")
def test_the_five_options_are_on_offer_and_off_by_default():
    offered = {option.case: (option.id, option.default) for option in RULES.options if option.case.startswith("15.")}
    assert offered == {
        "15.1": ("spoiling_attack", False),
        "15.2": ("full_effort", False),
        "15.3": ("improved_organization", False),
        "15.4": ("heavy_artillery", False),
        "15.5": ("infiltration", False),
    }
    match = RULES.start(seed=1, options={"full_effort": True, "infiltration": True})
    options = match.position.options
    assert options.full_effort and options.infiltration and not options.heavy_artillery


# ------------------------------------------------------------------------------------------------ 15.1, 15.2


@pytest.mark.case("they-shall-not-pass", "15.1", "TP-R12")
@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_spoiling_attack_takes_the_left_bank_guns_out_of_the_game(scenario):
    def left_bank(**chosen):
        match = RULES.start(scenario, seed=1, options=chosen)
        if scenario == "free":
            play(match, "historical")
        return at(match, "LB")

    assert left_bank() == "0105"
    assert left_bank(spoiling_attack=True) == "out"


@pytest.mark.case("they-shall-not-pass", "15.2", "6.42", "16.0f")
@pytest.mark.parametrize(("chosen", "penalty"), [("none", [-1]), ("full_effort", [])])
def test_full_effort_brings_in_the_121st_free_of_charge(chosen, penalty):
    match = position(
        f"turn: 5\nstep: german-reinforcements\noptions: {chosen}\nreserve: IR60, RIR7, RIR56, Pi121, FAR241\n1401: XVIII.HQ"
    )
    play(match, "enter", "IR60-1101", "RIR7-1301", "RIR56-1701", "Pi121-1101", "FAR241-1101")
    assert match.position.committed
    assert [line.value for line in victory_lines(match.position) if line.case == "16.0f"] == penalty


# ------------------------------------------------------------------------------------------------ 15.3


def entry(text, chosen="improved_organization"):
    return position(f"turn: 5\nstep: french-reinforcements\noptions: {chosen}\nreserve: 13RI, 29RI, 85RI, 95RI, AD16\n{text}")


@pytest.mark.case("they-shall-not-pass", "15.3", "TP-R118")
def test_on_entry_the_sixteenth_division_is_given_to_a_corps_whose_headquarters_is_on_the_map():
    match = entry("1609: XXX.HQ\n1421: XX.HQ")
    assert match.player == "french" and options(match) == {"XXX.HQ", "XX.HQ"}
    assert refused(match, "I.HQ").cases == ("15.3",)
    play(match, "XX.HQ")
    assert match.position.sixteenth == "XX" and at(match, "13RI") == "1622"


@pytest.mark.case("they-shall-not-pass", "15.3", "14.2")
def test_without_the_option_nobody_is_asked():
    match = entry("1609: XXX.HQ\n1421: XX.HQ", chosen="none")
    assert match.position.sixteenth == "" and at(match, "13RI") == "1622" and match.decision.kind != "AssignSixteenth"


@pytest.mark.case("they-shall-not-pass", "15.3", "TP-R118", "6.11a")
def test_then_it_draws_supply_from_that_headquarters_and_not_from_verdun():
    text = "turn: 6\nstep: french-supply\noptions: improved_organization\nsixteenth: XX\n1522: 13RI\n"
    assert "unsupplied" in states(position(text + "1609: XXX.HQ"), "13RI")  # in Verdun itself, but its HQ is gone
    assert "unsupplied" not in states(position(text + "1609: XX.HQ"), "13RI")


@pytest.mark.case("they-shall-not-pass", "15.3", "9.32b", "TP-R103")
def test_then_the_guns_of_that_corps_support_it():
    match = fight("options: improved_organization\nsixteenth: XX\n3013: IR81\n3014: 13RI\n3016: XXX.A, XX.A, AD16")
    assault(match, "3014", "IR81")
    assert options(match) == {"XX.A", "AD16", "ready"}


@pytest.mark.case("they-shall-not-pass", "15.3", "6.32", "TP-R45")
def test_then_its_lost_units_return_with_that_headquarters():
    text = "turn: 6\nstep: french-replacements\n{more}1609: XX.HQ, 2Z reduced\neliminated: 13RI lost"
    match = position(text.format(more="options: improved_organization\nsixteenth: XX\n"))
    assert {"return:13RI=1", "return:13RI=2"} <= options(match)
    play(match, "return:13RI=1")
    assert at(match, "13RI") == "1609"
    assert options(position(text.format(more=""))) == {"restore:2Z", "done"}


# ------------------------------------------------------------------------------------------------ 15.4


@pytest.mark.case("they-shall-not-pass", "15.4", "TP-R117")
def test_heavy_artillery_gives_forts_a_weak_zone_in_the_second_ring():
    match = position("turn: 2\nstep: german-movement\noptions: heavy_artillery\n2501: IR81\n3022: 42RI")
    fort_cell = C.board.index["2515"]
    assert {zone(match, C.board.labels[c]) for c in C.board.ring(fort_cell, 1)} == {STRONG}
    assert {zone(match, C.board.labels[c]) for c in C.board.ring(fort_cell, 2)} - {STRONG} == {WEAK}
    assert zone(match, "2812") == 0
    plain = position("turn: 2\nstep: german-movement\n2501: IR81\n3022: 42RI")
    assert zone(plain, "2513") == 0


@pytest.mark.case("they-shall-not-pass", "15.4", "8.43a")
def test_leaving_the_outer_zone_costs_a_point():
    text = "turn: 2\nstep: german-movement\n2714: IR81\n3022: 42RI\n"  # 2714 is two hexes from Fort Vaux
    assert price(position(text), "IR81", "2813") == 1
    assert price(position(text + "options: heavy_artillery"), "IR81", "2813") == 2


@pytest.mark.case("they-shall-not-pass", "15.4", "TP-R117")
def test_a_garrison_then_has_two_steps_of_two_and_one():
    text = "options: heavy_artillery\n{forts}2514: IR81, IR87"
    match = fight(text.format(forts=""), dice=[2])
    assert fort(match, "Vaux") == 2
    declare(match, "2515", "IR81", "IR87")
    assert match.odds(match.parse("attack")).column == "4:1"  # 12 : 2 = 6:1, two down
    match = fight(text.format(forts="forts: Vaux 1\n"))
    declare(match, "2515", "IR81", "IR87")
    assert match.odds(match.parse("attack")).column == "7:1+"  # 12 : 1, two down


@pytest.mark.case("they-shall-not-pass", "TP-R117", "15.4", "14.82")
def test_an_empty_fort_then_falls_to_two_hits_and_not_to_one():
    text = "options: heavy_artillery\n2514: {unit}"
    match = fight(text.format(unit="IR81 reduced"), dice=[4])
    assert result(assault(match, "2515", "IR81")) == "3/1"
    assert fort(match, "Vaux") == 1 and zone(match, "2516") == STRONG and zone(match, "2714") == WEAK
    match = fight(text.format(unit="IR81, IR87"), dice=[1])
    assert result(assault(match, "2515", "IR81", "IR87")) == "2/2"
    assert fort(match, "Vaux") == 0


@pytest.mark.case("they-shall-not-pass", "TP-R117", "15.4")
def test_the_outer_zone_ends_with_the_fort():
    match = fight("options: heavy_artillery\n2514: IR81, IR87", dice=[1])
    assert zone(match, "2714") == WEAK
    assault(match, "2515", "IR81", "IR87")
    assert fort(match, "Vaux") == 0 and zone(match, "2714") == 0


@pytest.mark.case("they-shall-not-pass", "TP-R117", "14.82", "15.4")
def test_when_units_retreat_the_two_step_garrison_takes_one_hit_and_lives():
    germans = "2514: IR81, IR87\n2614: FR80, LGIR115\n2615: IR116, IR117, Pi25"
    match = fight(f"options: heavy_artillery\n{germans}\n2515: 208R demoralized, 243R demoralized", dice=[6])
    units = ("IR81", "IR87", "FR80", "LGIR115", "IR116", "IR117", "Pi25")
    assert result(assault(match, "2515", *units)) == "0/4"
    play(match, "lose=2", "208R", "243R")
    assert fort(match, "Vaux") == 1 and "must retreat 1 hex" in match.decision.prompt
    play(match, "208R-2415", "243R-2415")
    assert match.decision.kind == "Assault"  # the garrison still holds the hex: nobody advances


# ------------------------------------------------------------------------------------------------ 15.5


def moving(text, chosen="infiltration", side="german"):
    return position(f"turn: 2\nstep: {side}-movement\noptions: {chosen}\n{text}")


@pytest.mark.case("they-shall-not-pass", "15.5", "TP-R119")
def test_with_infiltration_a_second_unit_passes_through_the_first_one_in_an_enemy_zone():
    # 3013 and 2914 both touch the French in 3014.
    text = "3012: IR81\n3011: IR87\n3014: 42RI"
    match = moving(text)
    move(match, "IR81", "3013")
    assert points(match, "IR81") == 0  # the first one in must stop
    move(match, "IR87", "3013")
    assert points(match, "IR87") == 2  # two clear hexes, no surcharge
    move(match, "IR87", "2914")
    assert points(match, "IR87") == 0  # one for the ground, one for the zone, and stop
    match = moving(text, chosen="none")
    move(match, "IR81", "3013")
    move(match, "IR87", "3013")
    assert points(match, "IR87") == 0  # by the standard rules it stops beside its friend


@pytest.mark.case("they-shall-not-pass", "15.5", "TP-R119", "8.42a")
def test_with_infiltration_a_lone_unit_does_not_free_itself():
    match = moving("3011: IR81\n3014: 42RI")
    move(match, "IR81", "3013")
    assert points(match, "IR81") == 0 and refused(match, "IR81").cases


@pytest.mark.case("they-shall-not-pass", "15.5", "TP-R67", "8.42", "8.43")
@pytest.mark.parametrize("unit", ["FAR27", "XVIII.HQ"])
def test_with_infiltration_guns_and_headquarters_may_join_friends_in_an_enemy_zone(unit):
    text = f"3013: IR81\n3012: {unit}\n3014: 42RI"
    assert "3013" in reach(moving(text), unit)
    assert barred(moving(text, chosen="none"), unit, "3013").cases == ("8.42",)
    assert "2914" not in reach(moving(text), unit)  # no friend there


@pytest.mark.case("they-shall-not-pass", "15.5", "8.42e")
def test_with_infiltration_units_go_from_friend_to_friend_through_strong_zones():
    text = "3013: IR81, IR87\n2914: FR80\n3014: 42RI"
    assert price(moving(text), "IR87", "2914") == 1
    assert price(moving(text, chosen="none"), "IR87", "2914") > 1


@pytest.mark.case("they-shall-not-pass", "15.5", "16.0a")
@pytest.mark.parametrize(("chosen", "points_"), [("none", 3), ("infiltration", 2)])
def test_with_infiltration_three_towns_make_a_point(chosen, points_):
    ground = "0504 0609 0806 1104 1112 1314 1419"
    match = position(f"turn: 9\nstep: french-movement\noptions: {chosen}\ngerman ground: {ground}\n1323: XX.HQ")
    assert next(line.value for line in victory_lines(match.position) if line.case == "16.0a") == points_


@pytest.mark.case("they-shall-not-pass", "15.5", "8.44", "9.51")
@pytest.mark.parametrize("chosen", ["none", "infiltration"])
def test_retreat_and_supply_use_friends_with_or_without_the_option(chosen):
    match = fight(f"options: {chosen}\n3013: IR81\n3016: FR80\n3015: 208R\n3014: 42RI", dice=[2])
    assault(match, "3014", "IR81")
    play(match, "lose", "42RI-3015")
    assert match.player == "german" and "demoralized" not in states(match, "42RI")
