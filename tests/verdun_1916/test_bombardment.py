"""8.1 Barrage, the Bombardment Table, and 9 what neutralisation does to guns."""

import pytest

from .kit import at, barrage, barrage_column, guns, legal, options, play, position, refused, result, run_to, states, step, steps

TARGET = "3108: FA21, XVIII.A1, XVIII.A2\n3114: 42RI, 44RI loss"  # 4, 6 and 6 points six hexes away


# ------------------------------------------------------------------------------------------------ the sum and its column


@pytest.mark.case("verdun-1916", "8.1a", "BT-a", "8.0c")
@pytest.mark.parametrize(
    ("firing", "column"),
    [
        ("AIR1", "3-4"),
        ("FA21", "3-4"),
        ("XVIII.A1", "5-6"),
        ("RAIL1", "7-9"),
        ("FA21 XVIII.A1", "10-12"),
        ("RAIL1 XVIII.A1", "13-15"),
        ("FA21 XVIII.A1 XVIII.A2", "16+"),
        ("FA21 XVIII.A1 XVIII.A2 RAIL1 AIR1", "16+"),
    ],
)
def test_the_values_of_all_guns_and_bombers_are_summed(firing, column):
    match = guns(f"{TARGET}\narmy: RAIL1, AIR1")
    assert barrage_column(match, "3114", *firing.split()) == column


@pytest.mark.case("verdun-1916", "BT-b", "8.1a")
@pytest.mark.parametrize(("die", "expected"), [(1, "N"), (2, "N"), (3, "N"), (4, "1"), (5, "1"), (6, "E")])
def test_one_die_decides_in_the_column(die, expected):
    match = guns(TARGET, dice=[die])
    assert result(barrage(match, "3114", "FA21", "XVIII.A1")) == expected


@pytest.mark.case("verdun-1916", "BT-c", "9e")
def test_n_neutralises_every_unit_in_the_hex_and_costs_no_step():
    match = guns("3108: FA21, XVIII.A1\n3114: 42RI, 14.HQ\n3115: 44RI", dice=[1])
    barrage(match, "3114", "FA21", "XVIII.A1")
    assert [("neutralised" in states(match, u)) for u in ("42RI", "14.HQ", "44RI")] == [True, True, False]
    assert (steps(match, "42RI"), at(match, "14.HQ")) == (3, "3114")


@pytest.mark.case("verdun-1916", "BT-d", "VV-R13")
@pytest.mark.parametrize(("second", "shaken"), [(3, False), (4, True)])
def test_result_1_costs_one_step_of_the_owners_choice_and_a_second_die_neutralises_from_four(second, shaken):
    match = guns(TARGET, dice=[4, second])
    barrage(match, "3114", "FA21", "XVIII.A1")
    assert match.player == "french" and options(match) == {"42RI", "44RI"}
    play(match, "42RI")
    assert (steps(match, "42RI"), steps(match, "44RI")) == (2, 2)
    assert [("neutralised" in states(match, u)) for u in ("42RI", "44RI")] == [shaken, shaken]


@pytest.mark.case("verdun-1916", "BT-e", "1.2b", "1.2c")
@pytest.mark.parametrize(("second", "shaken"), [(3, False), (4, True)])
def test_result_e_costs_every_unit_a_step(second, shaken):
    match = guns(TARGET, dice=[6, second])
    barrage(match, "3114", "FA21", "XVIII.A1")
    assert (steps(match, "42RI"), steps(match, "44RI")) == (2, 1)
    assert [("neutralised" in states(match, u)) for u in ("42RI", "44RI")] == [shaken, shaken]


@pytest.mark.case("verdun-1916", "BT-e", "1.2f", "1.2e")
def test_units_with_one_step_left_are_destroyed_by_e_and_nobody_rolls_for_an_empty_hex():
    match = guns("3108: FA21, XVIII.A1\n3114: I.44T, AD14, 35RI flipped\n3115: 44RI", dice=[6])
    barrage(match, "3114", "FA21", "XVIII.A1")
    assert [at(match, u) for u in ("I.44T", "AD14", "35RI")] == ["eliminated"] * 3
    assert match.player != "dice"


# ------------------------------------------------------------------------------------------------ headquarters


@pytest.mark.case("verdun-1916", "1.4f")
@pytest.mark.parametrize("die", [4, 6])
def test_a_lone_headquarters_is_neutralised_where_others_would_lose(die):
    match = guns("3108: FA21, XVIII.A1\n3114: 14.HQ\narmy: RAIL1", dice=[die])
    barrage(match, "3114", "XVIII.A1", "RAIL1")  # 14 points, one column left for the HQ
    assert at(match, "14.HQ") == "3114" and "neutralised" in states(match, "14.HQ")


@pytest.mark.case("verdun-1916", "1.4f", "BT-e")
def test_beside_others_it_is_neutralised_by_e_and_cannot_be_chosen_for_1():
    match = guns("3108: FA21, XVIII.A1\n3114: 14.HQ, 14.B1, 42RI", dice=[4, 1])
    barrage(match, "3114", "FA21", "XVIII.A1")
    assert options(match) == {"14.B1", "42RI"}
    play(match, "14.B1")
    assert at(match, "14.HQ") == "3114" and "neutralised" not in states(match, "14.HQ")
    match = guns("3108: FA21, XVIII.A1\n3114: 14.HQ, 14.B1, 42RI", dice=[6, 1])
    barrage(match, "3114", "FA21", "XVIII.A1")
    assert at(match, "14.HQ") == "3114" and "neutralised" in states(match, "14.HQ")
    assert at(match, "14.B1") == "stock" and "neutralised" not in states(match, "42RI")


@pytest.mark.case("verdun-1916", "8.1c")
def test_no_more_than_two_fire_at_a_lone_headquarters():
    text = "3108: FA21, XVIII.A1, XVIII.A2\n3114: 14.HQ\n3115: 42RI, 51.HQ\narmy: AIR1, AIR2, RAIL1"
    for pair in (("FA21", "XVIII.A1"), ("FA21", "AIR1"), ("AIR1", "AIR2")):
        match = guns(text)
        play(match, "3114", *pair)
        assert legal(match, "fire")
        assert refused(match, "XVIII.A2").cases == ("8.1c",) and refused(match, "RAIL1").cases == ("8.1c",)
    match = guns(text)
    play(match, "3115", "FA21", "XVIII.A1", "XVIII.A2")  # a stack may be shelled by any number
    assert legal(match, "AIR1")


@pytest.mark.case("verdun-1916", "BT-h", "VV-R14")
def test_the_column_shift_for_a_headquarters_is_for_one_alone():
    match = guns("3108: XVIII.A1, XVIII.A2\n3114: 14.HQ\n3115: 51.HQ, 42RI")
    assert barrage_column(match, "3114", "XVIII.A1", "XVIII.A2") == "7-9"
    assert barrage_column(match, "3115", "XVIII.A1", "XVIII.A2") == "10-12"


# ------------------------------------------------------------------------------------------------ shelter


@pytest.mark.case("verdun-1916", "BT-f", "VV-R86")
@pytest.mark.parametrize(
    ("cell", "column"),
    [("1906", "7-9"), ("2107", "7-9"), ("2119", "7-9"), ("3210", "7-9"), ("2316", "10-12"), ("1905", "10-12")],
)  # trench, village, city, village with trench, open, forest
def test_trench_and_town_are_one_and_the_same_shift(cell, column):
    match = guns(f"1609: III.A1\n1709: III.A2\n2609: III.A3\n3108: III.A4\n{cell}: 42RI\narmy: RAIL1, AIR1, AIR2, AIR3")
    assert barrage_column(match, cell, "RAIL1", "AIR1") == column


@pytest.mark.case("verdun-1916", "BT-i", "BT-j", "BT-k", "VV-R11")
@pytest.mark.parametrize(
    ("cell", "more", "column"),
    [("2314", "", "7-9"), ("2512", "", "5-6"), ("1905", "bunkers: 1905", "7-9"), ("1506", "bunkers: 1506", "5-6")],
)  # blue, red, bunker, bunker in a village
def test_fortresses_and_bunkers_shift_too_and_all_shifts_add_up(cell, more, column):
    match = guns(f"{more}\n{cell}: 42RI\narmy: RAIL1, AIR1")
    assert barrage_column(match, cell, "RAIL1", "AIR1") == column
    bare = guns(f"options: -translator_bombard_mods\n{more}\n{cell}: 42RI\narmy: RAIL1, AIR1")
    assert barrage_column(bare, cell, "RAIL1", "AIR1") == ("7-9" if cell == "1506" else "10-12")


@pytest.mark.case("verdun-1916", "BT-g", "10.2d", "BT-k")
def test_a_gun_out_of_command_shifts_the_barrage_once():
    match = guns("3108: FA21 uncommanded, XVIII.A1 uncommanded\n3114: 42RI\n3013: 44RI")
    assert barrage_column(match, "3114", "FA21", "XVIII.A1") == "7-9"
    assert barrage_column(match, "3013", "FA21", "XVIII.A1") == "5-6"  # and the village


@pytest.mark.case("verdun-1916", "VV-R12", "BT-a")
def test_left_of_the_first_column_is_the_first_column():
    match = guns("3108: FA21 neutralised uncommanded\n2512: 14.HQ\n3013: 51.HQ", dice=[6])
    assert barrage_column(match, "3013", "FA21") == "0"  # 2 points, three columns left
    barrage(match, "3013", "FA21")
    assert "neutralised" in states(match, "51.HQ")  # which still knows a result


@pytest.mark.case("verdun-1916", "9b", "VV-R85")
def test_a_neutralised_gun_fires_with_half_its_value_rounded_down():
    match = guns("3108: FA21 neutralised, XVIII.A1 neutralised\n3114: 42RI\n3115: AD14 neutralised")
    assert barrage_column(match, "3114", "XVIII.A1") == "3-4"  # 3
    assert barrage_column(match, "3114", "FA21", "XVIII.A1") == "5-6"  # 2 and 3
    match = guns("3108: IR81\n3114: AD14 neutralised", side="french")
    assert barrage_column(match, "3108", "AD14") == "1-2"  # 3 is 1


# ------------------------------------------------------------------------------------------------ who may fire at what


@pytest.mark.case("verdun-1916", "8.1b", "VV-R15")
def test_a_hex_is_barraged_once_in_a_phase():
    match = guns(f"{TARGET}\n3115: 60RI", dice=[1])
    barrage(match, "3114", "FA21")
    assert refused(match, "3114").cases == ("8.1b",) and options(match) == {"3115", "done"}


@pytest.mark.case("verdun-1916", "8.0e", "1.3c", "2.1.2b")
def test_a_gun_that_has_fired_is_turned_over_and_fires_no_more():
    match = guns(f"{TARGET}\n3115: 60RI", dice=[1])
    barrage(match, "3114", "FA21")
    assert "fired" in states(match, "FA21") and "fired" not in states(match, "XVIII.A1")
    play(match, "3115")
    assert not legal(match, "FA21") and legal(match, "XVIII.A1")


@pytest.mark.case("verdun-1916", "2.1.2c", "11c", "11b", "2.1.2a")
def test_a_bomber_reaches_every_hex_once_in_a_turn():
    match = guns("2220: 42RI\n3207: 44RI\narmy: AIR1, AIR2", dice=[1])
    barrage(match, "2220", "AIR1")
    play(match, "3207")
    assert not legal(match, "AIR1") and legal(match, "AIR2")


@pytest.mark.case("verdun-1916", "8.0b", "8.4f", "VV-R22")
def test_a_railway_gun_reaches_every_hex_in_play_once_in_a_turn_together_with_any_corps():
    match = guns("2220: 42RI\n3114: 44RI\n3108: III.A1\narmy: RAIL1, RAIL2", dice=[1])
    barrage(match, "2220", "RAIL1")
    play(match, "3114", "III.A1", "RAIL2")
    assert not legal(match, "RAIL1") and legal(match, "fire")


@pytest.mark.case("verdun-1916", "8.0a", "0.0c")
def test_range_counts_hexes_to_the_target():
    match = guns("3106: FA21\n3114: 42RI\n3115: 44RI")
    assert options(match) == {"3114", "done"}  # eight hexes, and nine
    assert refused(match, "3115").cases == ("8.0a",)
    match = guns("3103: XVIII.A1\n3106: FA21\n3115: 44RI")
    play(match, "3115")
    assert options(match) == {"XVIII.A1"} and refused(match, "FA21").cases == ("8.0a",)


@pytest.mark.case("verdun-1916", "8.4e", "VV-R21")
def test_two_corps_do_not_shell_the_same_hex():
    match = guns("3108: FA21, XVIII.A1, FA25\n3109: III.A1, FA5\n3114: 42RI\narmy: RAIL1, AIR1")
    play(match, "3114", "FA21")
    assert refused(match, "III.A1").cases == ("8.4e",) and refused(match, "FA5").cases == ("8.4e",)
    play(match, "XVIII.A1", "FA25", "RAIL1", "AIR1")
    assert not legal(match, "III.A1")
    match = guns("3108: IR81\n3114: AD72, AD51, AD14, XXX.A1, AD37", side="french")
    play(match, "3108", "AD72")
    assert legal(match, "AD51") and legal(match, "AD14") and legal(match, "XXX.A1") and not legal(match, "AD37")


@pytest.mark.case("verdun-1916", "8.4c")
def test_barrages_are_not_bound_to_the_division():
    match = guns("3108: IR81\n3114: AD51", side="french")
    assert "3108" in options(match)


@pytest.mark.case("verdun-1916", "VV-R19", "8.4a")
def test_a_gun_in_an_enemy_zone_may_still_barrage():
    match = guns("3113: FA21\n3114: 42RI", dice=[1])
    assert legal(match, "3114")


@pytest.mark.case("verdun-1916", "8.1a")
def test_only_hexes_with_enemy_units_are_barraged():
    match = guns("3108: FA21\n3109: IR81\n3114: 42RI")
    assert refused(match, "3113").cases == ("8.1a",) and refused(match, "3109").cases == ("8.1a",)


@pytest.mark.case("verdun-1916", "8.2e", "8.0d")
def test_the_other_side_gives_no_support_against_a_barrage():
    match = guns("3108: FA21\n3114: 42RI\n3115: AD14\n3112: 44RI", dice=[3])
    barrage(match, "3114", "FA21")
    assert match.player == "german" and "fired" not in states(match, "AD14")


@pytest.mark.case("verdun-1916", "14.2D-c", "14.2D-e", "VV-R77", "14.2D-f")
def test_left_bank_guns_shell_the_right_bank_and_never_with_another_corps():
    match = guns("0905: VIR.A1 uncommanded\n1103: VIIR.A1\n1106: 351R\n1010: VII.A\narmy: RAIL1")
    assert refused(match, "1010").cases == ("14.2D-c",)
    play(match, "1106", "VIR.A1")
    assert refused(match, "VIIR.A1").cases == ("14.2D-e",) and legal(match, "RAIL1")
    assert match.odds(match.parse("fire")).column == "3-4"  # 6 points, the village; always in command
    match = guns("0905: VIR.A1\n1103: VIIR.A1\n1106: 351R")
    play(match, "1106", "VIIR.A1")
    assert refused(match, "VIR.A1").cases == ("14.2D-e",)


@pytest.mark.case("verdun-1916", "14.3D-d")
def test_in_the_hypothetical_scenario_those_guns_are_like_others():
    match = guns("scenario: hypothetical\n0905: VIR.A1, FA11R, VIR.HQ\n1103: VIIR.A1\n1006: 211R\n1106: 351R\n1010: VII.A")
    assert legal(match, "1010")
    play(match, "1106", "VIR.A1")
    assert refused(match, "VIIR.A1").cases == ("8.4e",) and legal(match, "FA11R")


# ------------------------------------------------------------------------------------------------ how long it lasts


@pytest.mark.case("verdun-1916", "2.1.7", "9e", "VV-R28")
def test_a_side_recovers_in_its_own_reorganisation_only():
    match = guns("3108: FA21, IR81 neutralised\n3114: 42RI, 72.HQ\n3001: XVIII.HQ", dice=[4])
    barrage(match, "3114", "FA21")
    run_to(match, "french-movement")
    assert "neutralised" in states(match, "42RI")  # through the whole French turn
    assert "neutralised" not in states(match, "IR81")  # cleared as the German turn ended
    run_to(match, "german-movement", turn=3)
    assert "neutralised" not in states(match, "42RI")


@pytest.mark.case("verdun-1916", "2.1.8a", "2.1.10", "VV-R16")
def test_guns_are_turned_back_between_the_player_turns_and_at_the_end_of_the_turn():
    match = position("turn: 2\nstep: german-reorganisation\n3108: FA21 fired, IR81\n3114: AD14 fired, 42RI\narmy: AIR1 fired")
    assert step(match).startswith("french")
    assert not any("fired" in states(match, u) for u in ("FA21", "AD14", "AIR1"))
    match = position("turn: 2\nstep: french-reorganisation\n3108: FA21 fired, IR81\n3114: AD14 fired, 42RI\narmy: AIR1 fired")
    assert match.position.turn == 3
    assert not any("fired" in states(match, u) for u in ("FA21", "AD14", "AIR1"))
