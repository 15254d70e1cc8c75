"""12 Reinforcements, and the German corps reserves of 14.2D."""

import pytest

from .kit import at, legal, march, options, play, refused, spent, states

FRENCH = "reserve: 37.HQ, 2Z, 3Z, AD37, 153.HQ, 85RI"


@pytest.mark.case("verdun-1916", "12.1a", "2.1.3b", "14.2C-b", "14.2C-c", "14.2C-d")
@pytest.mark.parametrize(
    ("turn", "due"), [(2, set()), (3, {"37.HQ", "2Z", "3Z", "AD37"}), (4, {"37.HQ", "2Z", "3Z", "AD37", "153.HQ", "85RI"})]
)
def test_reinforcements_come_on_their_day(turn, due):
    match = march(f"{FRENCH}\n3113: 42RI", "french", turn)
    assert options(match) == due | {"42RI", "done"}


@pytest.mark.case("verdun-1916", "12.1a", "14.2C-b")
def test_before_their_day_they_are_refused_with_the_date():
    assert refused(march(f"{FRENCH}\n3113: 42RI", "french", 2), "2Z").cases == ("14.2C-b",)


@pytest.mark.case("verdun-1916", "12.1b", "14.2C-a", "12.1c", "VV-R78")
def test_they_enter_at_their_hex_pay_for_it_and_go_on():
    match = march(FRENCH, "french", 3)
    play(match, "2Z")
    assert options(match) == {"2Z-2220"}
    play(match, "2Z-2220")
    assert (at(match, "2Z"), spent(match, "2Z")) == ("2220", 1)
    assert "entered" in states(match, "2Z") and match.position.in_command(match.game.components.unit["2Z"])


@pytest.mark.case("verdun-1916", "12.1c", "5.2a")
def test_they_may_use_strategic_movement():
    match = march(FRENCH, "french", 3)
    play(match, "2Z", "2Z-2220")
    prices = []
    for action in [a for a in match.actions() if a.kind == "move"]:
        twin = match.clone()
        twin.apply(action)
        prices.append(spent(twin, "2Z"))
    assert max(prices) == 12


@pytest.mark.case("verdun-1916", "14.3C-a", "14.3C-b", "VV-R78")
def test_the_48th_division_enters_on_the_left_bank_the_others_as_before():
    match = march("scenario: hypothetical\nreserve: RICM, 2Z", "french", 3)
    play(match, "RICM")
    assert options(match) == {"RICM-2020"}
    match = march("scenario: hypothetical\nreserve: RICM, 2Z", "french", 3)
    play(match, "2Z")
    assert options(match) == {"2Z-2220"}


@pytest.mark.case("verdun-1916", "VV-R78", "12.1b")
@pytest.mark.parametrize("block", ["2220: IR81", "2219: IR81"])
def test_a_blocked_entry_moves_to_the_nearest_free_southern_hex_toward_verdun(block):
    match = march(f"{FRENCH}\n{block}", "french", 3)
    play(match, "2Z")
    assert options(match) == {"2Z-2420"}  # 2120 and 2320 are in the zone, 2020 is out of play


@pytest.mark.case("verdun-1916", "12.1b", "4b", "4c")
def test_several_enter_one_after_another_without_a_limit_until_the_phase_ends():
    match = march(FRENCH, "french", 3)
    for unit in ("2Z", "3Z", "37.HQ", "AD37"):
        play(match, unit, f"{unit}-2220", "halt")
    assert [at(match, u) for u in ("2Z", "3Z", "37.HQ", "AD37")] == ["2220"] * 4


# ------------------------------------------------------------------------------------------------ corps reserves


RESERVE = "reserve: FR80, IR116, IR50, RIR13"


@pytest.mark.case("verdun-1916", "14.2D-g", "14.3D-e")
@pytest.mark.parametrize("scenario", ["historical", "hypothetical"])
def test_reserves_come_from_the_second_turn_on(scenario):
    match = march(f"scenario: {scenario}\n{RESERVE}\n3113: IR81", turn=1)
    assert options(match) == {"IR81", "done"} and refused(match, "FR80").cases == ("14.2D-g",)
    match = march(f"scenario: {scenario}\n{RESERVE}\n3113: IR81", turn=2)
    assert options(match) == {"IR81", "FR80", "IR116", "IR50", "RIR13", "done"}


@pytest.mark.case("verdun-1916", "14.2D-g", "VV-R74", "14.2B-j", "14.2B-n", "14.2B-f")
@pytest.mark.parametrize(("unit", "columns"), [("FR80", range(22, 28)), ("IR50", range(18, 23)), ("RIR13", range(8, 18))])
def test_they_enter_on_the_northern_edge_of_their_corps(unit, columns):
    match = march(RESERVE)
    play(match, unit)
    assert options(match) == {f"{unit}-{n:02}01" for n in columns}
    assert not legal(match, f"{unit}-3001")


@pytest.mark.case("verdun-1916", "VV-R67", "14.2D-g")
def test_with_the_historical_frontage_the_entries_change_places_too():
    match = march(f"options: historical_corps_frontage\n{RESERVE}")
    play(match, "FR80")
    assert options(match) == {f"FR80-{n}01" for n in range(18, 23)}


@pytest.mark.case("verdun-1916", "14.2D-h", "13i", "VV-R74", "14.3D-e")
@pytest.mark.parametrize("scenario", ["historical", "hypothetical"])
def test_each_regiment_costs_half_a_point_as_it_enters(scenario):
    match = march(f"scenario: {scenario}\n{RESERVE}")
    play(match, "FR80", "FR80-2501", "halt")
    assert match.position.charged == 1
    play(match, "IR50", "IR50-2001", "halt")
    assert match.position.charged == 2


@pytest.mark.case("verdun-1916", "14.3D-f", "14.3B-d", "VV-R73")
def test_the_bavarian_division_costs_one_point_once():
    match = march("scenario: hypothetical\nreserve: BIR3, BIR22, FA11B")
    play(match, "BIR3")
    assert options(match) == {f"BIR3-{n:02}01" for n in range(1, 5)}  # columns 05 to 09 are right bank there
    play(match, "BIR3-0301", "halt")
    assert match.position.charged == 2
    play(match, "BIR22", "BIR22-0301", "halt", "FA11B", "FA11B-0301", "halt")
    assert match.position.charged == 2


@pytest.mark.case("verdun-1916", "VV-R74", "12.1c")
def test_a_reserve_is_in_command_as_it_enters_and_exploits():
    match = march(RESERVE)
    play(match, "FR80", "FR80-2501", "halt")
    assert match.position.in_command(match.game.components.unit["FR80"])
    assert (spent(match, "FR80"), at(match, "FR80")) == (1, "2501")


@pytest.mark.case("verdun-1916", "VV-R74")
def test_a_reserve_does_not_enter_where_the_enemy_stands():
    match = march(f"{RESERVE}\n2501: 42RI")
    play(match, "FR80")
    assert "FR80-2501" not in options(match)


@pytest.mark.case("verdun-1916", "3.2b")
def test_who_enters_in_an_enemy_zone_stops():
    match = march(f"{RESERVE}\n2502: 42RI")
    play(match, "FR80", "FR80-2501")
    assert "halted" in states(match, "FR80") and not legal(match, "FR80-2401")


@pytest.mark.case("verdun-1916", "VV-R78")
def test_of_two_free_hexes_equally_near_that_toward_verdun_is_used():
    match = march("scenario: hypothetical\nreserve: 2Z\n2220: 14.HQ\n2219: XVIII.HQ\n2320: IR81", "french", 3)
    play(match, "2Z")
    (entry,) = options(match)
    assert entry == "2Z-2120"  # 2220 is in the zone of 2320
