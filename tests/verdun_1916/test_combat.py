"""7.0 to 7.4 Combat: who attacks whom, the totals, the column and the die."""

import pytest

from .kit import at, attack, declare, fight, legal, modifiers, odds, options, play, refused, result, settle, shifts, step, steps

# ------------------------------------------------------------------------------------------------ who attacks whom


@pytest.mark.case("verdun-1916", "7.0", "7.1a", "2.1.4a")
def test_only_neighbours_are_attacked_and_nobody_must():
    match = fight("3113: IR81\n3114: 42RI\n3116: 44RI\n3115: AD14")
    assert options(match) == {"3114", "done"}
    play(match, "done")
    assert step(match) != "german-combat"


@pytest.mark.case("verdun-1916", "7.1a", "2.1.9")
def test_a_side_attacks_in_its_own_combat_phase():
    match = fight("3113: IR81\n3114: 42RI", side="french")
    assert match.player == "french" and options(match) == {"3113", "done"}


@pytest.mark.case("verdun-1916", "1.4d")
def test_headquarters_defend_but_never_attack():
    match = fight("3113: IR81, XVIII.HQ\n3114: 42RI, 14.HQ\n3213: XVIII.A1")
    play(match, "3114")
    assert not legal(match, "XVIII.HQ")
    match = declare(fight("3113: IR81, XVIII.HQ\n3114: 42RI, 14.HQ"), "3114", "IR81")
    assert odds(match).column == "1/1"  # 7 to 6 and 1
    assert not options(fight("3113: XVIII.HQ, IR87\n3012: IR81\n3014: 42RI\n3114: 14.HQ")) >= {"3014"}


@pytest.mark.case("verdun-1916", "7.1b", "7.1d", "7.2b")
def test_not_everybody_beside_the_enemy_has_to_join():
    match = fight("3113: IR81, ST4\n3213: IR87\n3114: 351R")
    play(match, "3114")
    assert {"IR81", "ST4", "IR87"} <= options(match) and not legal(match, "attack")
    play(match, "IR87")
    assert legal(match, "attack")


@pytest.mark.case("verdun-1916", "7.1c")
def test_units_of_the_stack_that_do_not_attack_are_safe():
    match = fight("3113: RIR16 flipped, RIR53\n3114: 42RI", dice=[1])
    assert result(attack(match, "3114", "RIR16")) == "AE"
    assert (at(match, "RIR16"), at(match, "RIR53"), steps(match, "RIR53")) == ("eliminated", "3113", 3)


@pytest.mark.case("verdun-1916", "7.1e", "7.2d")
def test_each_unit_attacks_once_and_each_enemy_is_attacked_once_in_a_phase():
    match = fight("3113: IR81\n3213: IR87\n3114: 351R, 362R flipped\n3012: LGIR115\n3013: 164RI", dice=[6])
    attack(match, "3114", "IR81")  # 7 to 6 is 1/1: D/AR
    settle(match)
    assert refused(match, "3114").cases == ("7.1e",)
    play(match, "3013")
    assert not legal(match, "IR81") and legal(match, "LGIR115")


@pytest.mark.case("verdun-1916", "7.1f", "5.4c", "2.1.6a", "VV-R40")
def test_in_the_second_combat_only_those_attack_who_exploited():
    match = fight("3113: IR81 exploited, IR87 flipped\n3213: LGIR115\n3114: 351R", phase="second-combat")
    play(match, "3114")
    assert legal(match, "IR81") and "7.1f" in refused(match, "IR87").cases and not legal(match, "LGIR115")
    match = fight("3113: IR87\n3114: 351R\n3001: XVIII.HQ", phase="second-combat")
    assert step(match) != "german-second-combat"


@pytest.mark.case("verdun-1916", "2.1.6b", "VV-R41")
def test_unfired_guns_and_bombers_support_the_second_combat():
    match = fight("3113: IR81 exploited\n3109: FA21, XVIII.A1 fired\n3114: 42RI\n3116: AD14\narmy: AIR1", phase="second-combat")
    play(match, "3114", "IR81")
    assert legal(match, "FA21") and legal(match, "AIR1") and not legal(match, "XVIII.A1")
    play(match, "FA21", "attack")
    assert match.player == "french" and legal(match, "AD14")


# ------------------------------------------------------------------------------------------------ several hexes


@pytest.mark.case("verdun-1916", "7.2a")
def test_all_units_of_a_hex_defend_together():
    match = declare(fight("3113: IR81, ST4\n3114: 351R, 14.HQ, AD14"), "3114", "IR81", "ST4")
    assert odds(match).column == "3/2"  # 11 to 5, 1 and 1


@pytest.mark.case("verdun-1916", "7.2c", "VV-R50")
def test_one_stack_may_attack_two_hexes_as_one_combat():
    match = fight("3113: IR81, ST4\n3114: 56BCP\n3213: 59BCP\n3212: IR87")
    play(match, "3114", "target:3213")
    assert legal(match, "IR81") and legal(match, "IR87")  # who touches only one of them
    play(match, "IR87")
    assert not legal(match, "attack")  # nobody touches both
    play(match, "IR81", "attack")
    assert odds(match).column == "2/1"  # 14 to 6


def test_how_often_a_second_hex_is_thought_of_is_the_attackers_secret():
    match = fight("3113: IR81, ST4\n3114: 56BCP\n3213: 59BCP\n3212: IR87")
    play(match, "3114", "target:3213", "back", "target:3213", "back")
    assert [action.kind for action in match.log("french")] == ["target", *["secret"] * 4]
    play(match, "back")  # to another first hex: that is seen
    assert [action.kind for action in match.log("french")] == ["target", *["secret"] * 4, "back"]


@pytest.mark.case("verdun-1916", "7.3d", "CT-e", "VV-R04")
def test_with_two_hexes_the_better_ground_serves_the_defence_of_both():
    match = fight("3113: IR81, ST4\n3114: 56BCP\n3013: 59BCP")
    declare(match, "3114 3013", "IR81")
    assert shifts(match) == {"village or city": -1}


# ------------------------------------------------------------------------------------------------ odds (7.4)


ODDS = [
    ("RIR16 flipped", "42RI", "1/3"),  # 2 to 6
    ("RIR16 flipped", "42RI loss", "1/2"),  # 2 to 4
    ("RIR16", "42RI", "1/1"),
    ("IR81", "351R", "3/2"),  # 7 to 5
    ("RIR16, RIR53 loss", "351R", "2/1"),  # 10 to 5
    ("IR81, IR87 loss", "42RI loss", "3/1"),  # 12 to 4
    ("RIR16, RIR53 loss", "351R loss", "3/1"),  # 10 to 3 is 3.33
    ("IR81, ST4", "351R loss", "4/1"),  # 11 to 3 is 3.67
    ("IR81, IR87 loss", "42RI flipped", "6/1"),
    ("IR81, IR87 loss", "I.44T", "7/1"),
]


@pytest.mark.case("verdun-1916", "7.4c", "7.4d", "7.4e", "7.4f", "CT-a", "VV-R01")
@pytest.mark.parametrize(("attackers", "defender", "column"), ODDS)
def test_the_ratio_finds_its_column(attackers, defender, column):
    match = fight(f"3113: {attackers}\n3114: {defender}")
    declare(match, "3114", *(words.split()[0] for words in attackers.split(", ")))
    assert odds(match).column == column


@pytest.mark.case("verdun-1916", "7.4h", "CT-b")
@pytest.mark.parametrize(("die", "expected"), [(1, "Ae"), (2, "Eng"), (3, "A1"), (4, "AR"), (5, "D/A1"), (6, "D/AR")])
def test_one_die_reads_the_row(die, expected):
    match = fight("3113: RIR16\n3114: 42RI", dice=[die])
    assert result(attack(match, "3114", "RIR16")) == expected


@pytest.mark.case("verdun-1916", "7.4a", "7.4b", "VV-R25")
def test_neither_side_knows_the_other_total_before_both_have_chosen():
    match = fight("3113: IR81\n3109: FA21\n3114: 42RI\n3116: AD14\n3118: XXX.A1")
    play(match, "3114", "IR81", "FA21", "attack")
    assert match.player == "french"
    prompt, view = match.decision.prompt, str(match.view("french"))
    assert "FA21" not in prompt
    range_ = match.odds(match.parse("ready"))
    assert [swing.column for swing in range_.swings] == ["1/1", "2/1"] and not range_.outcomes  # least and most
    other = fight("3113: IR81\n3109: FA21\n3114: 42RI\n3116: AD14\n3118: XXX.A1")
    play(other, "3114", "IR81", "attack")
    assert (other.decision.prompt, str(other.view("french"))) == (prompt, view)
    assert other.odds(other.parse("ready")) == range_
    play(match, "AD14", "ready")
    assert match.player == "german" and odds(match).column == "1/1"  # 11 to 9
    assert options(match) == {"resolve"}


@pytest.mark.case("verdun-1916", "7.4a")
def test_a_choice_of_support_ends_what_can_be_undone():
    match = fight("3113: IR81\n3109: FA21\n3114: 42RI\n3116: AD14")
    play(match, "3114", "IR81", "attack", "AD14", "ready")
    assert not match.can_undo


# ------------------------------------------------------------------------------------------------ column shifts


@pytest.mark.parametrize(
    ("here", "target", "expected"),
    [
        pytest.param("3113", "3114", {}, id="open", marks=pytest.mark.case("verdun-1916", "7.3e")),
        pytest.param("2909", "2910", {"trench": -1}, id="trench", marks=pytest.mark.case("verdun-1916", "7.3e", "VV-R86")),
        pytest.param("2513", "2612", {"forest": -1}, id="forest", marks=pytest.mark.case("verdun-1916", "7.3e")),
        pytest.param("3113", "3013", {"village or city": -1}, id="village", marks=pytest.mark.case("verdun-1916", "7.3e")),
        pytest.param(
            "2317", "2216", {"across a slope": -1}, id="slope", marks=pytest.mark.case("verdun-1916", "7.3e", "CT-h", "VV-R05")
        ),
        pytest.param(
            "2216", "2317", {"across a slope": -1}, id="slope down", marks=pytest.mark.case("verdun-1916", "CT-h", "VV-R05")
        ),
        pytest.param(
            "1903",
            "1904",
            {"trench": -1, "forest": -1},
            id="two",
            marks=pytest.mark.case("verdun-1916", "7.3e", "7.3l", "CT-g"),
        ),
        pytest.param(
            "2503",
            "2403",
            {"trench": -1, "forest": -1, "across a slope": -1},
            id="three",
            marks=pytest.mark.case("verdun-1916", "7.3l", "CT-g", "VV-R04"),
        ),
    ],
)
def test_ground_shifts_columns_and_all_of_it_adds_up(here, target, expected):
    match = declare(fight(f"{here}: IR81\n{target}: 351R"), target, "IR81")
    assert shifts(match) == expected


@pytest.mark.case("verdun-1916", "CT-h")
def test_a_slope_counts_only_on_the_side_attacked_across():
    """2317 has a slope to 2216, none to 2316."""
    match = declare(fight("2316: IR81\n2317: 351R"), "2317", "IR81")
    assert shifts(match) == {}
    match = declare(fight("2316: IR81\n2216: IR87\n2317: 351R"), "2317", "IR81", "IR87")
    assert shifts(match) == {"across a slope": -1}  # if any attacker crosses it (VV-R04)


@pytest.mark.case("verdun-1916", "VV-R05")
def test_with_the_option_a_slope_helps_only_against_those_who_climb():
    up, down = ("2317", "2216"), ("2216", "2317")
    found = []
    for here, target in (up, down):
        match = declare(fight(f"options: slope_uphill_only\n{here}: IR81\n{target}: 351R"), target, "IR81")
        found.append(shifts(match))
    heights = [int(match.game.board.columns["elev_m"][match.game.board.index[x]]) for x in up]
    climbing = {"across a slope": -1}
    assert found == ([climbing, {}] if heights[1] > heights[0] else [{}, climbing])


@pytest.mark.case("verdun-1916", "7.3e", "14c", "VV-R66")
def test_a_bunker_shifts_with_the_wood_around_it_for_the_french_only():
    match = declare(fight("bunkers: 1905\n1904: IR81\n1905: 56BCP"), "1905", "IR81")
    assert shifts(match) == {"bunker": -1, "forest": -1}


@pytest.mark.case("verdun-1916", "7.3e", "VV-R06", "14.3D-c")
def test_the_river_shifts_even_at_a_bridge():
    for here, target in (("1813", "1713"), ("1814", "1714")):
        match = declare(fight(f"scenario: hypothetical\n{here}: IR81\n{target}: 211R"), target, "IR81")
        assert shifts(match)["across the river"] == -1


@pytest.mark.case("verdun-1916", "14.2D-c", "VV-R06", "VV-R77")
def test_nobody_attacks_across_the_meuse_in_the_historical_scenario():
    match = fight("1106: RIR16\n1006: VII.A\n1105: RIR53\n1205: 351R")
    assert options(match) == {"1205", "done"}


@pytest.mark.case("verdun-1916", "7.3k", "CT-g", "VV-R07")
@pytest.mark.parametrize(("here", "fort", "defence"), [("2513", "2512", 7), ("2315", "2214", 6), ("2413", "2314", 6)])
def test_a_fortress_adds_its_points_and_a_column(here, fort, defence):
    match = declare(fight(f"{here}: IR81, ST4\n{fort}: 351R"), fort, "IR81")
    assert shifts(match)["fortress"] == -1
    assert sum(line.value for line in odds(match).lines if line.case == "7.3k") == 5 - defence


@pytest.mark.case("verdun-1916", "VV-R08", "7.3k", "VV-R10")
def test_without_its_step_it_keeps_the_column_and_loses_the_points_and_germans_never_have_them():
    match = declare(fight("fallen: 2512\n2513: IR81\n2512: 351R"), "2512", "IR81")
    assert shifts(match) == {"fortress": -1} and not any(line.case == "7.3k" for line in odds(match).lines)
    match = declare(fight("fallen: 2512\n2513: 42RI\n2512: IR81", side="french"), "2512", "42RI")
    assert shifts(match) == {"fortress": -1} and not any(line.case == "7.3k" for line in odds(match).lines)


@pytest.mark.case("verdun-1916", "14.2D-a", "14.3D-a", "VV-R76")
@pytest.mark.parametrize("scenario", ["historical", "hypothetical"])
@pytest.mark.parametrize(
    ("turn", "side", "bonus"), [(1, "german", {"German attack on February 21": 1}), (1, "french", {}), (2, "german", {})]
)
def test_german_attacks_of_the_first_turn_have_a_column_more(scenario, turn, side, bonus):
    target, unit = ("3114", "IR81") if side == "german" else ("3113", "42RI")
    match = fight(f"scenario: {scenario}\n3113: IR81\n3114: 42RI", side=side, turn=turn)
    assert shifts(declare(match, target, unit)) == bonus


@pytest.mark.case("verdun-1916", "14.2D-a", "VV-R76")
def test_the_second_combat_of_the_first_turn_has_it_too():
    match = fight("3113: IR81 exploited\n3114: 42RI", turn=1, phase="second-combat")
    assert shifts(declare(match, "3114", "IR81")) == {"German attack on February 21": 1}


# ------------------------------------------------------------------------------------------------ concentric attacks

AROUND = ["3113", "3213", "3214", "3115", "3014", "3013"]  # the six hexes around 3114, clockwise
BODIES = ["IR81", "IR87", "LGIR115", "IR117", "FR80", "IR116"]


@pytest.mark.case("verdun-1916", "7.7", "7.3i", "CT-k", "VV-R51")
@pytest.mark.parametrize(
    ("sides", "concentric"),
    [
        ((0,), False),
        ((0, 1), False),
        ((0, 2), False),
        ((0, 3), True),
        ((1, 4), True),
        ((0, 1, 2), False),
        ((0, 2, 4), True),
        ((1, 3, 5), True),
        ((0, 1, 3), True),
        ((0, 1, 2, 3), True),
        ((0, 1, 2, 3, 4, 5), True),
    ],
)
def test_what_is_concentric(sides, concentric):
    text = "\n".join(f"{AROUND[s]}: {BODIES[s]}" for s in sides)
    match = declare(fight(f"{text}\n3114: 42RI"), "3114", *(BODIES[s] for s in sides))
    assert shifts(match) == ({"concentric attack": 1} if concentric else {})


@pytest.mark.case("verdun-1916", "7.7", "VV-R51")
def test_guns_and_bombers_do_not_surround_anybody():
    match = fight("3113: IR81\n3118: FA21\n3114: 42RI\narmy: AIR1")
    declare(match, "3114", "IR81", "FA21", "AIR1")
    assert shifts(match) == {}


@pytest.mark.case("verdun-1916", "7.7", "VV-R51", "VV-R50")
def test_with_two_targets_each_must_be_surrounded():
    """From 3113 and 3115 3114 is attacked from opposite sides, 3213 from 3113 alone."""
    match = fight("3113: IR81\n3115: IR87\n3114: 56BCP\n3213: 59BCP")
    declare(match, "3114 3213", "IR81", "IR87")
    assert "concentric attack" not in shifts(match)


@pytest.mark.case("verdun-1916", "7.4g", "VV-R90")
def test_shifts_to_both_sides_are_summed_before_the_ends_of_the_table_stop_them():
    """14 to 1 is 14/1; concentric up one, village and no more: the sum counts."""
    match = fight("2315: IR81\n2515: IR87\n2414: 351R", turn=2)
    declare(match, "2414", "IR81", "IR87")
    assert shifts(match) == {"village or city": -1}
    assert odds(match).column == "2/1"  # 14 to 5 is 3/1


# ------------------------------------------------------------------------------------------------ modifiers of the die


@pytest.mark.case("verdun-1916", "7.3a", "10.2b", "CT-c", "VV-R60")
def test_attackers_out_of_command_cost_two_once():
    match = declare(fight("3113: IR81 uncommanded, ST4 uncommanded\n3114: 42RI"), "3114", "IR81")
    assert modifiers(match) == {"attacker out of command": -2}
    match = declare(fight("3113: IR81 uncommanded\n3213: IR87 uncommanded\n3114: 42RI"), "3114", "IR81", "IR87")
    assert modifiers(match) == {"attacker out of command": -2}


@pytest.mark.case("verdun-1916", "7.3b", "10.2c", "CT-c")
def test_defenders_out_of_command_give_one_once():
    match = declare(fight("3113: IR81\n3114: 42RI uncommanded, 14.B1 uncommanded"), "3114", "IR81")
    assert modifiers(match) == {"defender out of command": 1}


@pytest.mark.case("verdun-1916", "7.3c", "9c", "CT-d", "VV-R60")
def test_neutralised_units_cost_their_side_two_once():
    match = declare(fight("3113: IR81 neutralised\n3213: IR87 neutralised\n3114: 42RI"), "3114", "IR81", "IR87")
    assert modifiers(match) == {"attacker neutralised": -2}
    match = declare(fight("3113: IR81\n3114: 42RI neutralised, 14.B1 neutralised"), "3114", "IR81")
    assert modifiers(match) == {"defender neutralised": 2}


@pytest.mark.case("verdun-1916", "VV-R60")
def test_the_state_of_distant_guns_does_not_touch_the_die():
    match = fight("3113: IR81\n3109: FA21 neutralised uncommanded\n3114: 42RI\n3116: AD14 neutralised uncommanded")
    declare(match, "3114", "IR81", "FA21", support=["AD14"])
    assert modifiers(match) == {}


@pytest.mark.case("verdun-1916", "7.3f", "CT-f", "VV-R06")
def test_a_stream_costs_two():
    match = declare(fight("2215: IR81\n2216: 351R"), "2216", "IR81")
    assert modifiers(match) == {"across a stream": -2} and shifts(match) == {}
    match = declare(fight("2912: IR81\n2913: 351R"), "2913", "IR81")
    assert modifiers(match) == {"across a stream": -2}  # even where the road has a bridge


@pytest.mark.case("verdun-1916", "7.3g", "CT-i")
def test_stosstruppen_help_the_german_on_either_side():
    match = declare(fight("3113: ST4\n3114: 42RI"), "3114", "ST4")
    assert modifiers(match) == {"Stosstruppen attack": 2}
    match = declare(fight("3113: ST4, IR81\n3114: 42RI", side="french"), "3113", "42RI")
    assert modifiers(match) == {"Stosstruppen defend": -2}
    match = declare(fight("3113: ST4, IR81\n3114: 42RI"), "3114", "IR81")
    assert modifiers(match) == {}  # those who stay behind do not


@pytest.mark.case("verdun-1916", "7.3h", "7.6a-a", "CT-j")
def test_attackers_of_two_divisions_cost_two():
    match = declare(fight("3113: IR81\n3213: LGIR115\n3214: RIR16\n3114: 42RI"), "3114", "IR81", "LGIR115", "RIR16")
    assert modifiers(match) == {"attackers of different divisions": -2}


@pytest.mark.case("verdun-1916", "7.6a-a", "VV-R59", "VV-R20")
def test_corps_reserves_territorials_guns_and_bombers_have_no_division():
    text = "3113: IR81\n3213: FR80\n3109: FA25, XVIII.A1\n3114: 42RI\narmy: AIR1"
    match = declare(fight(text), "3114", "IR81", "FR80", "XVIII.A1", "AIR1")
    assert modifiers(match) == {}
    match = declare(fight("3113: IR81\n3213: XXX.T1\n3114: 42RI", side="french"), "3113", "42RI", "XXX.T1")
    assert modifiers(match) == {}


@pytest.mark.case("verdun-1916", "7.6a-b")
def test_a_defence_of_two_divisions_costs_nothing():
    match = declare(fight("3113: IR81\n3114: 42RI, 72.B1, 51.B1"), "3114", "IR81")
    assert modifiers(match) == {}


@pytest.mark.case("verdun-1916", "7.3j", "CT-l", "VV-R03")
@pytest.mark.parametrize(
    ("attackers", "defender", "bonus"),
    [
        ("IR81", "I.44T", {}),
        ("IR81, ST1 flipped", "I.44T", {"for each column beyond 7/1": 2}),
        ("IR81, IR87", "I.44T", {"for each column beyond 7/1": 7}),
    ],
)
def test_each_column_beyond_the_last_is_one_on_the_die(attackers, defender, bonus):
    units = [words.split()[0] for words in attackers.split(", ")]
    text = "\n".join(f"{cell}: {unit}" for cell, unit in zip(("3113", "3213"), attackers.split(", "), strict=False))
    match = declare(fight(f"{text}\n3114: {defender}"), "3114", *units)
    assert odds(match).column == "7/1"
    assert {k: v for k, v in modifiers(match).items() if "beyond" in k} == bonus


@pytest.mark.case("verdun-1916", "7.3j", "VV-R03", "VV-R90")
def test_the_shifts_come_first_and_only_what_is_left_beyond_counts():
    """14 to 1 in a village: 14/1, thirteen, six beyond."""
    match = declare(fight("3113: IR81\n3012: IR87\n3013: I.44T"), "3013", "IR81", "IR87")
    assert odds(match).column == "7/1" and modifiers(match) == {"for each column beyond 7/1": 6}


@pytest.mark.case("verdun-1916", "7.3l", "VV-R02")
def test_all_modifiers_add_up_and_the_rows_end_at_zero_and_nine():
    low = fight("2215: RIR16 neutralised uncommanded\n2216: 42RI", dice=[1])
    assert result(attack(low, "2216", "RIR16")) == "Ae"  # 1 less 6 is row 0 of 1/1
    high = fight("3113: ST4\n3213: IR81\n3114: 42RI neutralised uncommanded", dice=[6])
    assert result(attack(high, "3114", "ST4", "IR81")) == "D1"  # 11 to 6 is 2/1, 6 and 5 is row 9


@pytest.mark.case("verdun-1916", "7.4c", "VV-R61", "8.3")
def test_a_gun_alone_defends_with_one():
    match = declare(fight("3113: IR81\n3114: AD14"), "3114", "IR81")
    assert odds(match).column == "7/1"


@pytest.mark.case("verdun-1916", "2.1.4a")
def test_after_the_last_attack_the_phase_ends():
    match = fight("3113: RIR16 flipped\n3114: 42RI\n3001: XVIII.HQ", dice=[1])
    attack(match, "3114", "RIR16")
    settle(match)
    assert step(match) != "german-combat"


@pytest.mark.case("verdun-1916", "7.3e", "VV-R86")
def test_trenches_and_woods_serve_germans_as_well():
    match = declare(fight("1905: 164RI\n1904: IR81", side="french"), "1904", "164RI")
    assert shifts(match) == {"trench": -1, "forest": -1}


@pytest.mark.case("verdun-1916", "7.3e", "VV-R66")
def test_a_bunker_never_serves_germans():
    match = fight("bunkers: 1905\n1906: 164RI\n1804: IR81", side="french")
    assert match.position.bunkers[match.game.board.index["1905"]]
    match = fight("1905: IR81\n1906: 164RI", side="french")
    assert shifts(declare(match, "1905", "164RI")) == {"forest": -1}


@pytest.mark.case("verdun-1916", "7.2c", "VV-R50")
def test_hexes_without_a_stack_next_to_all_of_them_are_not_attacked_together():
    match = fight("3113: IR81\n3116: IR87\n3114: 56BCP\n3115: 59BCP")
    play(match, "3114")
    assert refused(match, "target:3115").cases == ("7.2c",) and "target:3115" not in options(match)
    match = fight("3113: IR81\n3114: 56BCP\n3213: 59BCP")
    play(match, "3114", "IR81")
    assert refused(match, "target:3213").cases == ("7.2c",)  # hexes come before attackers
