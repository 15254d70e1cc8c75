"""The acceptance examples: VV-W01 to VV-W17 are the rulebook's own, VV-D01 to VV-D65 follow from rules, tables and rulings."""

import pytest

from trenchline.games.verdun_1916.artillery import barrage_value, support_value
from trenchline.games.verdun_1916.command import command_range
from trenchline.games.verdun_1916.components import odds_column
from trenchline.games.verdun_1916.odds import is_concentric
from trenchline.games.verdun_1916.retreat import HOMEWARD

from .kit import (
    GAME,
    C,
    at,
    attack,
    barrage,
    barrage_column,
    declare,
    fight,
    guns,
    legal,
    march,
    modifiers,
    move,
    odds,
    options,
    play,
    position,
    price,
    reach,
    refused,
    result,
    run_to,
    settle,
    shifts,
    spent,
    states,
    step,
    steps,
    where,
)

CELL, UNIT = C.board.index, C.unit


def columns(attacks, defences):
    """The odds columns of some ratios."""
    return [C.combat.columns[C.combat.clamp(odds_column(a, d))] for a, d in zip(attacks, defences, strict=True)]


@pytest.fixture
def lay():
    """Change a printed value for one test."""
    kept = []

    def change(table, index, value):
        kept.append((table, index, table[index]))
        table[index] = value

    yield change
    for table, index, value in reversed(kept):
        table[index] = value


def value(text, unit):
    """The combat value of a unit in some state."""
    return position(f"turn: 2\nstep: german-movement\n3114: {text}").position.value(UNIT[unit])


# ------------------------------------------------------------------------------------------------ worked examples

STOCK = "stock: 14.B1, 14.B2, 14.B3, 14.B4"


@pytest.mark.case("verdun-1916", "1.6d", "VV-W01")
def test_vv_w01_two_battalions_flip_the_regiment():
    match = march(f"3113: 42RI\n{STOCK}", "french")
    play(match, "42RI", "detach:42RI", "detach:42RI")
    assert steps(match, "42RI") == 1 and where(match, "14.B1", "14.B2") == ["3113", "3113"]
    assert "flipped" in next(c.states for c in match.view("french").counters if c.id == "42RI")


@pytest.mark.case("verdun-1916", "1.6d", "VV-W02")
def test_vv_w02_one_battalion_puts_a_loss_marker_under_it():
    match = march(f"3113: 42RI\n{STOCK}", "french")
    play(match, "42RI", "detach:42RI")
    assert steps(match, "42RI") == 2 and where(match, "14.B1", "14.B2") == ["3113", "stock"]
    assert "loss" in next(c.states for c in match.view("french").counters if c.id == "42RI")


@pytest.mark.case("verdun-1916", "5.1e", "5.1d", "VV-W03")
def test_vv_w03_a_battalion_left_at_the_start_has_all_its_points_one_left_half_way_half():
    match = march(f"3112: 42RI\n{STOCK}", "french")
    play(match, "42RI", "detach:42RI", "42RI-3115", "detach:42RI")
    assert [spent(match, u) for u in ("14.B1", "14.B2", "42RI")] == [0, 3, 3]
    assert legal(match, "42RI-3118")  # three more points


@pytest.mark.case("verdun-1916", "7.3g", "VV-W04")
def test_vv_w04_to_attack_stosstruppen_costs_two():
    match = declare(fight("3113: ST3\n3114: 42RI", side="french"), "3113", "42RI")
    assert modifiers(match) == {"Stosstruppen defend": -2}


@pytest.mark.case("verdun-1916", "7.4d", "7.4e", "7.4f", "VV-W05", "VV-W06", "VV-W07")
def test_vv_w05_w06_w07_the_printed_ranges_of_odds():
    assert columns([101, 129], [100, 100]) == ["1/1", "1/1"]
    assert columns([130, 169], [100, 100]) == ["3/2", "3/2"]
    assert columns([170, 200], [100, 100]) == ["2/1", "2/1"]


@pytest.mark.case("verdun-1916", "7.6V-e", "7.6R-b", "VV-W08")
def test_vv_w08_the_order_of_a_d1():
    match = fight("3113: IR81\n3213: IR87\n3114: 351R", dice=[5])  # 14 to 5 is 3/1
    events = attack(match, "3114", "IR81", "IR87")
    assert result(events) == "A/D1" and steps(match, "351R") == 2  # first his step
    assert match.player == "french" and steps(match, "IR81") == steps(match, "IR87") == 3
    play(match, "3115")  # then his retreat
    assert match.player == "german" and options(match) == {"IR81", "IR87"}  # then the attacker's step
    play(match, "IR81")
    assert options(match) == {"IR81-3114", "IR87-3114", "done"}  # then he may enter


@pytest.mark.case("verdun-1916", "7.6V-c", "7.5e", "VV-W09")
def test_vv_w09_after_a_retreat_of_two_the_advance_is_one():
    match = fight("3113: RIR16\n3213: RIR53\n3114: 42RI", dice=[6])
    assert result(attack(match, "3114", "RIR16", "RIR53")) == "DR2"
    while match.player == "french":
        play(match, sorted(options(match))[0])
    assert C.board.distance(CELL[at(match, "42RI")], CELL["3114"]) == 2
    assert {action.cell for action in match.actions() if action.cell} == {"3114"}


@pytest.mark.case("verdun-1916", "8.1c", "VV-W10")
@pytest.mark.parametrize(
    ("firing", "allowed"),
    [
        ("FA21 XVIII.A1", True),
        ("FA21 AIR1", True),
        ("AIR1 AIR2", True),
        ("FA21 XVIII.A1 XVIII.A2", False),
        ("FA21 XVIII.A1 AIR1", False),
    ],
)
def test_vv_w10_two_fire_at_a_lone_headquarters(firing, allowed):
    match = guns("3108: FA21, XVIII.A1, XVIII.A2\n3114: 14.HQ\narmy: AIR1, AIR2")
    *first, last = firing.split()
    play(match, "3114", *first)
    assert legal(match, last) == allowed


@pytest.mark.case("verdun-1916", "9d", "VV-W11")
def test_vv_w11_a_neutralised_headquarters_commands_three_hexes():
    p = position("turn: 2\nstep: german-movement\n3114: XVIII.HQ neutralised, IR81\n3113: III.HQ").position
    assert command_range(p, UNIT["XVIII.HQ"]) == 3 and command_range(p, UNIT["III.HQ"]) == 6


@pytest.mark.case("verdun-1916", "10.1a", "VV-W12")
@pytest.mark.parametrize(("hq", "inside"), [("3108", True), ("3107", False)])
def test_vv_w12_six_hexes_not_seven(hq, inside):
    p = position(f"turn: 2\nstep: german-command\n{hq}: XVIII.HQ\n3114: IR81").position
    assert p.in_command(UNIT["IR81"]) == inside


@pytest.mark.case("verdun-1916", "9e", "2.1.7", "VV-W13")
def test_vv_w13_neutralised_through_the_own_next_turn():
    match = guns("3108: FA21\n3114: 42RI, 14.HQ", dice=[4])
    barrage(match, "3114", "FA21")
    run_to(match, "french-movement")
    assert match.position.turn == 2 and "neutralised" in states(match, "42RI")
    run_to(match, "german-movement", turn=3)
    assert "neutralised" not in states(match, "42RI")


@pytest.mark.case("verdun-1916", "12.1c", "VV-W14")
def test_vv_w14_reinforcements_are_in_command_and_move_strategically():
    match = march("reserve: 2Z\n3001: IR81", "french", 3)
    play(match, "2Z", "2Z-2220")
    assert match.position.in_command(UNIT["2Z"])
    far = max(C.board.distance(CELL["2220"], CELL[a.cell]) for a in match.actions() if a.kind == "move")
    assert far > 6


@pytest.mark.case("verdun-1916", "8.4f", "8.0b", "VV-W15")
def test_vv_w15_a_railway_gun():
    match = guns("2220: 42RI\n3114: 44RI\n3108: III.A1\narmy: RAIL1")
    assert "2220" in options(match)
    play(match, "3114", "III.A1")
    assert legal(match, "RAIL1")
    match = fight("3113: IR81\n3114: 42RI\narmy: RAIL1")
    play(match, "3114", "IR81")
    assert refused(match, "RAIL1").cases == ("8.4f",)


@pytest.mark.case("verdun-1916", "5.4c", "7.1f", "VV-W16")
def test_vv_w16_who_advanced_fights_again():
    match = fight("3113: IR81\n3114: 351R\n3001: XVIII.HQ", dice=[6])
    attack(match, "3114", "IR81")
    play(match, "3115", "IR81-3114")
    while step(match) != "german-second-combat":
        play(match, "done")
    play(match, "3115")
    assert legal(match, "IR81")


@pytest.mark.case("verdun-1916", "14.2D-l", "VV-W17")
def test_vv_w17_if_both_call_the_extra_turn_nobody_pays():
    match = position("turn: 5\nstep: french-reorganisation\n3114: 42RI\n3001: IR81")
    play(match, "call", "call")
    assert match.position.turn == 6 and match.view("german").points == 0


# ------------------------------------------------------------------------------------------------ odds


@pytest.mark.case("verdun-1916", "7.4c", "VV-D01", "VV-D02")
def test_vv_d01_d02_odds():
    found = columns([5, 10, 15, 25, 13, 20, 9, 4, 3, 2], [2, 4, 4, 10, 2, 3, 2, 6, 8, 6])
    assert found == ["3/1", "3/1", "4/1", "3/1", "7/1", "7/1", "5/1", "1/1", "1/3", "1/3"]
    found = columns([6, 5, 12, 13, 17, 7, 2, 4, 5], [5, 5, 10, 10, 10, 3, 3, 7, 12])
    assert found == ["1/1", "1/1", "1/1", "3/2", "2/1", "2/1", "1/1", "1/2", "1/2"]


def forty(north, north_east, target):
    """40 points against the 4 of a marked regiment."""
    text = f"{north}: IR81, IR87, LGIR115\n{north_east}: IR117, FR80, RIR16 flipped\n{target}: 42RI loss\narmy: AIR1"
    return declare(fight(text), target, "IR81", "IR87", "LGIR115", "IR117", "FR80", "RIR16", "AIR1")


@pytest.mark.case("verdun-1916", "7.3j", "VV-D03", "VV-D04", "VV-R03")
@pytest.mark.parametrize(("hexes", "bonus"), [(("3113", "3213", "3114"), 3), (("1903", "2003", "1904"), 1)])
def test_vv_d03_d04_beyond_seven_to_one(hexes, bonus):
    match = forty(*hexes)
    assert odds(match).column == "7/1" and modifiers(match)["for each column beyond 7/1"] == bonus
    assert sum(shifts(match).values()) == (0 if bonus == 3 else -2)


@pytest.mark.case("verdun-1916", "7.3e", "VV-D05", "VV-R03")
def test_vv_d05_left_of_the_table():
    match = fight("bunkers: 2403\n2503: RIR16 loss\n2403: 42RI loss")
    declare(match, "2403", "RIR16")
    assert sum(shifts(match).values()) == -4 and odds(match).column == "1/3" and modifiers(match) == {}


# ------------------------------------------------------------------------------------------------ the combat table


@pytest.mark.case("verdun-1916", "CT-b", "VV-D06")
def test_vv_d06_cells_of_the_table():
    lookups = [("1/3", 0), ("1/1", 5), ("2/1", 0), ("3/2", 9), ("4/1", 0), ("7/1", 0), ("7/1", 9), ("5/1", 5)]
    found = [C.combat.result(C.combat.columns.index(column), die) for column, die in lookups]
    assert found == ["AE", "D/A1", "Eng", "D1", "D/AR", "DR2", "DE", "A/De"]


@pytest.mark.case("verdun-1916", "CT-b", "VV-D07", "VV-D08", "VV-R02")
def test_vv_d07_d08_rows_end_at_zero_and_nine():
    low = fight("3113: IR81 neutralised uncommanded\n3213: IR87\n3114: 351R", dice=[1])  # 3/1, 1-2-2
    assert result(attack(low, "3114", "IR81", "IR87")) == "A1"
    high = fight("3113: IR81\n3213: ST4\n3114: 42RI loss neutralised uncommanded", dice=[6])  # 11 to 4 is 3/1, 6+2+2+1
    assert result(attack(high, "3114", "IR81", "ST4")) == "De"


@pytest.mark.case("verdun-1916", "7.3e", "VV-D09", "VV-R04")
def test_vv_d09_two_regiments_and_stosstruppen_against_a_neutralised_one_in_trench_and_forest():
    text = "1903: IR81, ST4\n2003: IR87\n1904: 351R neutralised\n1912: AD72"
    match = fight(text, dice=[4], turn=1)
    declare(match, "1904", "IR81", "IR87", "ST4", support=["AD72"])
    lines = odds(match).lines
    assert sum(x.value for x in lines if x.case in ("7.4a", "8.2a")) == 18
    assert sum(x.value for x in lines if x.case in ("7.2a", "8.2d")) == -8
    assert sum(shifts(match).values()) == -1 and odds(match).column == "3/2"
    assert sorted(modifiers(match).values()) == [2, 2]
    assert result(play(match, "resolve")) == "A/D1"  # row 8


@pytest.mark.case("verdun-1916", "7.3h", "VV-D10")
def test_vv_d10_two_divisions():
    match = declare(fight("3113: IR81\n3213: LGIR115\n3114: 42RI"), "3114", "IR81", "LGIR115")
    assert modifiers(match) == {"attackers of different divisions": -2}


@pytest.mark.case("verdun-1916", "7.6a-a", "VV-D11", "VV-R59")
def test_vv_d11_a_corps_reserve_has_no_division():
    match = declare(fight("3113: IR81\n3213: FR80\n3114: 42RI"), "3114", "IR81", "FR80")
    assert modifiers(match) == {}


@pytest.mark.case("verdun-1916", "7.6a-b", "VV-D12")
def test_vv_d12_two_divisions_in_defence():
    match = declare(fight("3113: IR81\n3114: 351R, 51.B1"), "3114", "IR81")
    assert modifiers(match) == {}


@pytest.mark.case("verdun-1916", "7.3c", "VV-D13", "VV-R60")
def test_vv_d13_neutralised_on_both_sides():
    text = "3113: IR81 neutralised, ST4 neutralised\n3213: IR87 neutralised\n3114: 42RI neutralised, 14.B1 neutralised"
    match = declare(fight(text), "3114", "IR81", "IR87")
    assert modifiers(match) == {"attacker neutralised": -2, "defender neutralised": 2}


@pytest.mark.case("verdun-1916", "7.3b", "VV-D14")
def test_vv_d14_two_defenders_out_of_command():
    match = declare(fight("3113: IR81\n3114: 42RI uncommanded, 14.B1 uncommanded"), "3114", "IR81")
    assert modifiers(match) == {"defender out of command": 1}


@pytest.mark.case("verdun-1916", "7.3k", "VV-D15", "VV-R07")
def test_vv_d15_a_regiment_in_a_red_fortress():
    match = declare(fight("2513: IR81\n2512: 233R"), "2512", "IR81")
    assert sum(x.value for x in odds(match).lines if x.case in ("7.2a", "7.3k")) == -7 and shifts(match) == {"fortress": -1}


@pytest.mark.case("verdun-1916", "7.5n", "VV-D16", "VV-R08")
@pytest.mark.parametrize(("losses", "left", "works"), [(["351R", "351R"], 1, True), (["351R", "2314"], 2, False)])
def test_vv_d16_refusing_two_hexes_in_a_blue_fortress(losses, left, works):
    """18 to 6 is 3/1; a column for the fortress: 2/1. The die is 4 and 2 for the Stosstruppen."""
    match = fight("2313: IR81, ST4\n2213: IR87\n2314: 351R", dice=[4])
    assert result(attack(match, "2314", "IR81", "ST4", "IR87")) == "DR2"
    play(match, "hold")
    assert options(match) == {"351R", "2314"}
    play(match, losses[0])
    play(match, losses[1])
    assert (steps(match, "351R"), at(match, "351R")) == (left, "2314")
    assert match.position.fortress_stands(CELL["2314"]) == works


@pytest.mark.case("verdun-1916", "7.7", "VV-D17", "VV-R51")
def test_vv_d17_what_is_concentric():
    sets = [(0, 3), (0, 2, 4), (0, 1, 2), (0, 1, 2, 3), (0, 2), (1, 3, 5), (1, 4), (0, 1, 3)]
    assert [is_concentric(s) for s in sets] == [True, True, False, True, False, True, True, True]


@pytest.mark.case("verdun-1916", "7.5g", "VV-D18", "VV-R52")
def test_vv_d18_engaged():
    match = fight("3113: RIR16\n3114: 42RI\n3001: VIIR.HQ", dice=[2])
    assert result(attack(match, "3114", "RIR16")) == "Eng"
    assert (steps(match, "RIR16"), steps(match, "42RI")) == (2, 2) and where(match, "RIR16", "42RI") == ["3113", "3114"]
    assert match.decision is None or match.decision.kind not in ("Advance", "Retreat")


@pytest.mark.case("verdun-1916", "7.5p", "VV-D19")
def test_vv_d19_stosstruppen_lose_first():
    match = fight("3113: IR81, ST4\n3114: 42RI, 14.B1, 14.B2", dice=[1])  # 11 to 10, 1+2: A1
    assert result(attack(match, "3114", "IR81", "ST4")) == "A1"
    assert (steps(match, "ST4"), steps(match, "IR81")) == (1, 3)
    settle(match)
    assert C.board.distance(CELL[at(match, "IR81")], CELL["3113"]) == 1 and at(match, "ST4") == at(match, "IR81")


@pytest.mark.case("verdun-1916", "1.4e", "VV-D20")
def test_vv_d20_a_headquarters_goes_with_the_last_of_its_stack():
    match = fight("3113: IR81\n3213: IR87\n3114: 72.HQ, 72.B1", dice=[6])
    assert result(attack(match, "3114", "IR81", "IR87")) == "De"  # 14 to 3 is 5/1
    assert where(match, "72.B1", "72.HQ") == ["stock", "returning"]


@pytest.mark.case("verdun-1916", "1.4e", "VV-D21")
def test_vv_d21_a_headquarters_survives_beside_a_regiment():
    match = fight("3113: IR81\n3213: IR87\n3109: FA21, XVIII.A1\n3114: 72.HQ, 351R", dice=[6])
    assert result(attack(match, "3114", "IR81", "IR87", "FA21", "XVIII.A1")) == "A/De"  # 24 to 6
    settle(match)
    assert (steps(match, "351R"), at(match, "72.HQ")) == (2, at(match, "351R"))
    assert C.board.distance(CELL[at(match, "351R")], CELL["3114"]) == 2


@pytest.mark.case("verdun-1916", "8.2c", "VV-D22")
def test_vv_d22_distant_guns_are_safe():
    text = "3113: IR81 flipped\n3109: FA21 neutralised uncommanded\n3114: 42RI, 44RI loss, 14.B1"
    match = fight(text, dice=[1])  # 3 and 1 to 12 is 1/3
    assert result(attack(match, "3114", "IR81", "FA21")) == "AE"
    assert where(match, "IR81", "FA21") == ["eliminated", "3109"]


@pytest.mark.case("verdun-1916", "14.2D-a", "VV-D23", "VV-R76")
@pytest.mark.parametrize(("turn", "side", "bonus"), [(1, "german", 1), (1, "french", 0), (2, "german", 0)])
def test_vv_d23_the_column_of_the_first_turn(turn, side, bonus):
    target, unit = ("3114", "IR81") if side == "german" else ("3113", "42RI")
    match = declare(fight("3113: IR81\n3114: 42RI", side=side, turn=turn), target, unit)
    assert sum(shifts(match).values()) == bonus


# ------------------------------------------------------------------------------------------------ steps


@pytest.mark.case("verdun-1916", "1.2b", "1.2c", "1.2e", "VV-D24")
def test_vv_d24_a_regiment_step_by_step():
    assert [value(f"IR81 {state}", "IR81") for state in ("", "loss", "flipped")] == [7, 5, 3]
    match = fight("3113: RIR16 flipped\n3114: 42RI", dice=[5])  # 1/3: A1
    attack(match, "3114", "RIR16")
    assert at(match, "RIR16") == "eliminated"


@pytest.mark.case("verdun-1916", "1.2d", "VV-D25")
def test_vv_d25_stosstruppen_step_by_step():
    assert [value(f"ST4 {state}", "ST4") for state in ("", "flipped")] == [4, 2]
    match = fight("3113: ST4\n3114: 42RI", dice=[1])  # 4 to 6 is 1/1, 1+2: A1
    attack(match, "3114", "ST4")
    settle(match)
    assert steps(match, "ST4") == 1 and at(match, "ST4") != "eliminated"
    match = fight("3113: ST4 flipped\n3114: 42RI", dice=[3])  # 1/3, 3+2: A1
    attack(match, "3114", "ST4")
    assert at(match, "ST4") == "eliminated"


@pytest.mark.case("verdun-1916", "1.6c", "VV-D26", "VV-R44")
@pytest.mark.parametrize(("state", "most"), [("", 2), ("loss", 1), ("flipped", 0)])
def test_vv_d26_how_many_battalions(state, most):
    match = march(f"3113: 42RI {state}\n{STOCK}", "french")
    play(match, "42RI")
    for _ in range(most):
        play(match, "detach:42RI")
    assert not legal(match, "detach:42RI") and steps(match, "42RI") == 1


# ------------------------------------------------------------------------------------------------ bombardment


@pytest.mark.case("verdun-1916", "BT-b", "VV-D27")
def test_vv_d27_cells_of_the_table():
    lookups = [("0", 6), ("1-2", 5), ("7-9", 5), ("10-12", 6), ("16+", 2), ("16+", 4), ("5-6", 2)]
    found = [C.bombardment.result(C.bombardment.columns.index(column), die) for column, die in lookups]
    assert found == ["N", "N", "1", "E", "1", "E", "-"]


@pytest.mark.case("verdun-1916", "BT-f", "VV-D28")
def test_vv_d28_infantry_in_a_trench():
    match = guns("1901: III.A1, III.A2\n1906: 351R", dice=[3])
    assert barrage_column(match, "1906", "III.A1", "III.A2") == "7-9"
    assert result(barrage(match, "1906", "III.A1", "III.A2")) == "N"


@pytest.mark.case("verdun-1916", "BT-k", "VV-D29", "VV-R11")
def test_vv_d29_a_village_with_a_bunker_and_a_gun_out_of_command():
    match = guns("bunkers: 1506\n1501: VIIR.A1 uncommanded\n1506: 351R\narmy: RAIL1", dice=[6])
    assert barrage_column(match, "1506", "VIIR.A1", "RAIL1") == "5-6"  # 14, three left
    assert result(barrage(match, "1506", "VIIR.A1", "RAIL1")) == "1"


@pytest.mark.case("verdun-1916", "BT-j", "VV-D30", "VV-R11")
def test_vv_d30_a_red_fortress():
    match = guns("2512: 351R\narmy: RAIL1, RAIL2", dice=[5])
    assert barrage_column(match, "2512", "RAIL1", "RAIL2") == "10-12"
    assert result(barrage(match, "2512", "RAIL1", "RAIL2")) == "1"


@pytest.mark.case("verdun-1916", "BT-a", "VV-D31", "VV-R12")
def test_vv_d31_a_headquarters_alone_in_a_village():
    match = guns("3108: FA21 neutralised\n3013: 14.HQ", dice=[6])  # 2 points, two left
    assert barrage_column(match, "3013", "FA21") == "0"
    assert result(barrage(match, "3013", "FA21")) == "N" and "neutralised" in states(match, "14.HQ")


@pytest.mark.case("verdun-1916", "1.4f", "VV-D32")
def test_vv_d32_e_on_a_headquarters_and_a_battalion():
    match = guns("3108: FA21, XVIII.A1\n3114: 72.HQ, 72.B1", dice=[6])
    assert result(barrage(match, "3114", "FA21", "XVIII.A1")) == "E"
    assert where(match, "72.B1", "72.HQ") == ["stock", "3114"] and "neutralised" in states(match, "72.HQ")


@pytest.mark.case("verdun-1916", "9b", "VV-D33")
@pytest.mark.parametrize(("printed", "halved"), [(6, 3), (5, 2), (3, 1), (1, 0)])
def test_vv_d33_halved_and_rounded_down(printed, halved, lay):
    lay(C.bombard, UNIT["FA21"], printed)
    assert barrage_value(position("turn: 2\nstep: german-movement\n3114: FA21 neutralised").position, UNIT["FA21"]) == halved


@pytest.mark.case("verdun-1916", "10.2e", "10.2d", "VV-D34")
def test_vv_d34_a_gun_out_of_command():
    p = position("turn: 2\nstep: german-movement\n3114: FA21 uncommanded").position
    assert (support_value(p, UNIT["FA21"], attack=True), support_value(p, UNIT["FA21"], attack=False)) == (3, 1)
    match = guns("3108: FA21 uncommanded\n3114: 42RI")
    assert barrage_column(match, "3114", "FA21") == "1-2"  # 4, one left


@pytest.mark.case("verdun-1916", "8.4e", "VV-D35", "VV-R21")
@pytest.mark.parametrize(
    ("firing", "allowed"), [("FA21 XVIII.A1", True), ("FA21 III.A1", False), ("FA21 RAIL1 AIR1", True), ("AD72 AD51", True)]
)
def test_vv_d35_who_may_shell_together(firing, allowed):
    side = "french" if firing.startswith("AD") else "german"
    text = "3108: FA21, XVIII.A1, III.A1\n3114: AD72, AD51, 42RI\narmy: RAIL1, AIR1"
    match = guns(text, side=side)
    first, *others = firing.split()
    play(match, "3108" if side == "french" else "3114", first)
    verdicts = []
    for gun in others:
        verdicts.append(legal(match, gun))
        if verdicts[-1]:
            play(match, gun)
    assert all(verdicts) == allowed


@pytest.mark.case("verdun-1916", "8.4c", "8.4d", "VV-D36", "VV-R20")
@pytest.mark.parametrize(
    ("gun", "unit", "allowed"), [("AD72", "233R", False), ("AD72", "351R", True), ("XXX.A1", "233R", True)]
)
def test_vv_d36_whom_a_french_gun_supports(gun, unit, allowed):
    match = fight(f"3113: IR81\n3114: {unit}\n3118: {gun}")
    play(match, "3114", "IR81", "attack")
    assert legal(match, f"add:{gun}") == allowed


@pytest.mark.case("verdun-1916", "8.4d", "VV-D36")
def test_vv_d36_a_gun_of_another_corps_supports_nobody():
    match = fight("3113: IR81\n3109: VIIR.A1\n3114: 42RI")
    play(match, "3114", "IR81")
    assert refused(match, "VIIR.A1").cases == ("8.4d",)


@pytest.mark.case("verdun-1916", "8.4a", "VV-D37")
def test_vv_d37_a_gun_in_an_enemy_zone():
    match = fight("3113: IR81\n3213: FA21\n3114: 42RI")
    play(match, "3114", "IR81")
    assert refused(match, "FA21").cases == ("8.4a",)
    match = fight("3113: IR81\n3112: IR87\n3114: 42RI\n3013: AD14")
    play(match, "3114", "IR81", "attack")
    assert not legal(match, "add:AD14")
    assert "3114" in options(guns("3213: FA21\n3114: 42RI"))


@pytest.mark.case("verdun-1916", "8.3", "VV-D38")
def test_vv_d38_guns_alone_defend_with_one():
    match = declare(fight("3113: IR81\n3114: FA21\n3115: 42RI", side="french"), "3114", "42RI")
    assert [x.value for x in odds(match).lines if x.case == "8.3"] == [-1]


# ------------------------------------------------------------------------------------------------ movement


@pytest.mark.case("verdun-1916", "MT-a", "MT-j", "VV-D39", "VV-D40", "VV-R34")
def test_vv_d39_d40_what_a_step_costs():
    def cost(mover, *pairs):
        return [C.step_cost(mover, CELL[a], CELL[b]) for a, b in pairs]

    slope_up = next(
        (a, b) for a in C.board.labels for b in _across("slope", a) if C.woods[CELL[b]] and not _more(a, b, "slope")
    )
    urban_slope = next(
        (a, b) for a in C.board.labels for b in _across("slope", a) if C.urban[CELL[b]] and not _more(a, b, "slope")
    )
    steps_ = [
        ("3113", "3114"), ("2611", "2610"), slope_up, ("2909", "2910"), ("2503", "2403"), ("2215", "2216"), ("1813", "1713"),
        ("2511", "2610"), ("1714", "1814"), urban_slope,
    ]  # fmt: skip
    assert cost("infantry", *steps_) == [1, 2, 3, 2, 4, 2, 3, 1, 1, 2]
    guns_ = [("3113", "3114"), slope_up, ("2909", "2910"), ("2503", "2403"), ("2215", "2216"), ("1813", "1713")]
    assert cost("artillery", *guns_) == [1, 4, 3, 6, 2, 3]


def _across(feature, label):
    return [C.board.labels[n] for n in C.board.edges[feature][CELL[label]]]


def _more(a, b, but):
    """Whether anything else lies between or in the second hex."""
    others = any(C.board.joined(f, CELL[a], CELL[b]) for f in ("slope", "stream", "river", "road") if f != but)
    return others or C.trench[CELL[b]]


@pytest.mark.case("verdun-1916", "3.2c", "3.2d", "VV-D41", "VV-R36")
def test_vv_d41_leaving_a_zone():
    match = march("3113: IR81\n3114: 42RI")
    assert price(match, "IR81", "3112") == 2
    match = march("3113: IR81\n3114: 42RI\n3012: AD14")
    assert not legal_move(match, "IR81", "3013")
    match = march("3113: IR81\n3114: 42RI\n2914: 44RI\n3012: AD14")
    assert price(match, "IR81", "3013") == 3
    move(match, "IR81", "3013")
    assert "halted" in states(match, "IR81")


def legal_move(match, unit, cell):
    return cell in reach(match, unit)


@pytest.mark.case("verdun-1916", "6a", "6b", "6c", "VV-D42", "VV-R37")
def test_vv_d42_stosstruppen_pay_one_for_each_zone_they_leave():
    match = march("3113: ST4\n3114: 42RI")
    assert price(match, "ST4", "3013") == 2  # the same unit's zone
    match = march("3113: ST4\n3114: 42RI\n2914: 44RI\n2912: 35RI")
    play(match, "ST4", "ST4-3013", "ST4-3012")
    assert spent(match, "ST4") == 4 and "halted" not in states(match, "ST4")
    match = march("3113: ST4\n3114: 42RI")
    assert price(match, "ST4", "3112") == 2


@pytest.mark.case("verdun-1916", "5.2a", "VV-D43", "VV-R38")
def test_vv_d43_twelve_points_or_six():
    match = march("3112: IR81")
    assert max(price(match, "IR81", cell) for cell in reach(match, "IR81")) == 12
    match = march("3112: IR81\n3119: 42RI")
    zone = {C.board.labels[n] for n in C.zone_cells[CELL["3119"]]}
    assert all(price(match, "IR81", cell) <= 6 for cell in reach(match, "IR81") & zone)


@pytest.mark.case("verdun-1916", "5.2b", "5.4a", "VV-D44")
def test_vv_d44_exploitation_eight_points_or_four():
    match = march("3112: IR81", phase="exploitation")
    assert max(price(match, "IR81", cell) for cell in reach(match, "IR81")) == 8
    match = march("3112: IR81\n3117: 42RI", phase="exploitation")
    zone = {C.board.labels[n] for n in C.zone_cells[CELL["3117"]]}
    inside = reach(match, "IR81") & zone
    assert inside and all(price(match, "IR81", cell) <= 4 for cell in inside)


@pytest.mark.case("verdun-1916", "2.1.5", "VV-D45", "VV-R40")
def test_vv_d45_who_exploits():
    text = "3112: IR81\n3113: IR87 uncommanded\n3114: ST4 uncommanded\n3115: XVIII.HQ\n3014: FA21\n3013: LGIR115 neutralised"
    match = march(text, phase="exploitation")
    assert [legal(match, u) for u in ("IR81", "IR87", "ST4", "XVIII.HQ", "FA21", "LGIR115")] == [
        True,
        False,
        True,
        False,
        False,
        False,
    ]


@pytest.mark.case("verdun-1916", "3.2a", "VV-D46")
def test_vv_d46_zones_and_water():
    p = position(
        "scenario: hypothetical\nturn: 2\nstep: german-movement\n3114: 42RI\n2216: 44RI\n1714: 211R\n1713: 214R\n0101: VIR.HQ"
    ).position
    zone = p.zone[1]
    assert [bool(zone[CELL[x]]) for x in ("3113", "2215", "1813", "1814")] == [True, True, False, False]


# ------------------------------------------------------------------------------------------------ stacking, retreat


@pytest.mark.case("verdun-1916", "4a", "VV-D47")
@pytest.mark.parametrize(
    ("stack", "count"),
    [("IR81, ST4", 5), ("IR81, IR87", 6), ("IR81 loss, IR87", 5), ("IR81, XVIII.HQ, FA21", 5), ("42RI, 14.HQ, AD14, 14.B1", 6)],
)
def test_vv_d47_how_many_steps(stack, count):
    side = "french" if "42RI" in stack else "german"
    match = march(f"3113: {stack}\n3001: {'IR99' if side == 'french' else '44RI'}", side)
    assert match.position.steps_in(CELL["3113"]) == count
    play(match, "done")
    assert (match.decision is not None and match.decision.kind == "Overstacked") == (count > 5)


@pytest.mark.case("verdun-1916", "3.3c", "3.3d", "VV-D48", "VV-R55")
def test_vv_d48_one_step_for_a_hex_in_two_zones_and_none_where_a_friend_stands():
    """The way back: 3115 in the zones of 3215 and 3015, then 3116, in both zones too, where 44RI stands."""
    text = "3113: RIR16\n3213: RIR53\n3215: IR87\n3015: LGIR115\n3114: 351R, I.44T\n3116: 44RI flipped"
    match = fight(text, dice=[6])
    assert result(attack(match, "3114", "RIR16", "RIR53")) == "DR2"  # 12 to 6
    assert options(match) == {"3115", "3214", "3014"}
    play(match, "3115")
    assert options(match) == {"351R", "I.44T"}  # one step for the stack
    play(match, "I.44T")
    assert (at(match, "351R"), steps(match, "351R"), at(match, "I.44T")) == ("3116", 3, "eliminated")


@pytest.mark.case("verdun-1916", "7.6R-j", "VV-D49")
def test_vv_d49_off_the_map_is_eliminated():
    """42RI in the corner 3220: its two neighbours are held."""
    match = fight("3219: IR81, ST4\n3120: IR87\n3220: 351R", dice=[6])
    attack(match, "3220", "IR81", "ST4", "IR87")
    settle(match)
    assert at(match, "351R") == "eliminated"


# ------------------------------------------------------------------------------------------------ scenario and victory


def score(text, scenario="historical", turn=5, tags=""):
    match = position(f"scenario: {scenario}\nturn: {turn}\nstep: administration\n{tags}\n{text}\n3001: IR99")
    if not match.over:
        play(match, "decline", "decline")
    return match.result


RIGHT = "1408 1506 2107 2709 1312 1712"
FORTS = " ".join(C.board.labels[f.cell] for f in C.fortresses)


@pytest.mark.case("verdun-1916", "13b", "13c", "13d", "13e", "VV-D50")
def test_vv_d50_eighteen_points():
    found = score(f"fallen: 2512 2314 2710\ngerman ground: {RIGHT} 2512 2314 2710")
    assert (found.points, found.level) == (18, "French victory")


@pytest.mark.case("verdun-1916", "13j", "14.2D-h", "VV-D51", "VV-R74")
def test_vv_d51_five_reserves_cost_the_level():
    found = score(f"fallen: 2512 2813 2314 2710\ncharged: 5\ngerman ground: {RIGHT} 1914 2512 2813 2314 2710 2414")
    assert found.points == 8 + 2 + 2 + 14 - 2.5 == 23.5 and found.level == "French victory"


@pytest.mark.case("verdun-1916", "13j", "14.2D-k", "VV-D52", "VV-R75")
def test_vv_d52_the_french_alone_call_the_extra_turn():
    ground = f"fallen: 2512 2813 2314 2710\ngerman ground: {RIGHT} 2512 2813 2314 2710"  # 22 points
    found = score(ground, turn=6, tags="calls: french")
    assert (found.points, found.level) == (25, "German tactical victory")


@pytest.mark.case("verdun-1916", "14.3D-f", "VV-D53", "VV-R73")
def test_vv_d53_the_bavarians_and_two_regiments_cost_two_points():
    match = march("scenario: hypothetical\nreserve: BIR3, BIR22, BRIR13, FR80, IR50")
    for unit, cell in (("BIR3", "0301"), ("BIR22", "0301"), ("BRIR13", "0201"), ("FR80", "2501"), ("IR50", "2001")):
        play(match, unit, f"{unit}-{cell}", "halt")
    assert match.position.charged == 4  # half points


@pytest.mark.case("verdun-1916", "13k", "VV-D54")
def test_vv_d54_operational_levels():
    everything = " ".join(C.board.labels[o.cell] for o in C.objectives["historical"])
    ground = f"fallen: {FORTS}\ngerman ground: {everything}\ncharged: "
    assert score(f"{ground}42").level == "German operational victory"  # 55 less 21 is 34
    assert score(f"{ground}42", "hypothetical").level == "German tactical victory"
    assert score(f"{ground}30", "hypothetical").level == "German operational victory"  # 40


@pytest.mark.case("verdun-1916", "14.1c", "14.1d", "VV-D55", "VV-D62", "VV-R65", "VV-R83")
def test_vv_d55_d62_distances_from_the_trenches():
    match = GAME.start("historical_free", seed=1)
    play(match, "historical")
    found = []
    for unit, cell in (("IR3", "2102"), ("FA5", "2101"), ("FA5", "2102"), ("IR3", "2103"), ("IR3", "2109")):
        twin = match.clone()
        play(twin, unit)
        found.append(legal(twin, f"{unit}-{cell}"))
    assert found == [True, True, False, False, False]


@pytest.mark.case("verdun-1916", "2.1.8a", "VV-D56", "VV-R16")
def test_vv_d56_a_gun_fires_in_both_player_turns():
    match = fight("3113: RIR16\n3114: 351R\n3116: AD72\n3101: VIIR.HQ", dice=[4])
    attack(match, "3114", "RIR16", support=["AD72"])
    assert "fired" in states(match, "AD72")
    settle(match)
    run_to(match, "french-bombardment")
    assert "fired" not in states(match, "AD72")


@pytest.mark.case("verdun-1916", "1.4h", "1.4i", "VV-D57", "VV-R31", "VV-R32")
def test_vv_d57_a_headquarters_lost_in_turn_two():
    match = fight("2508: IR81\n2608: IR87\n2509: 51.HQ\n2512: 233R\n3101: XVIII.HQ", dice=[6])
    attack(match, "2509", "IR81", "IR87")
    settle(match)
    assert at(match, "51.HQ") == "returning"
    run_to(match, "french-movement")
    assert match.position.turn == 2 and not match.position.in_command(UNIT["233R"])
    for _ in range(60):
        if match.decision.kind == "PlaceHq":
            break
        play(match, next(word for word in ("done", "ready") if legal(match, word)))
    assert (match.player, step(match), match.position.turn) == ("french", "french-command", 3)


@pytest.mark.case("verdun-1916", "14.2D-g", "VV-D58")
@pytest.mark.parametrize(("turn", "allowed"), [(1, False), (2, True)])
def test_vv_d58_reserves_from_the_second_turn(turn, allowed):
    assert legal(march("reserve: FR80\n3001: IR81", turn=turn), "FR80") == allowed


# ------------------------------------------------------------------------------------------------ board


@pytest.mark.case("verdun-1916", "13b", "13c", "13d", "13e", "VV-D59", "VV-R87")
@pytest.mark.parametrize(("scenario", "points"), [("historical", 55), ("hypothetical", 78)])
def test_vv_d59_everything_but_verdun(scenario, points):
    cells = " ".join(C.board.labels[o.cell] for o in C.objectives[scenario])
    assert score(f"fallen: {FORTS}\ngerman ground: {cells}", scenario).points == points


@pytest.mark.case("verdun-1916", "7.6R-c", "VV-D60", "VV-R56")
def test_vv_d60_the_way_home():
    def home(label):
        return {C.board.labels[C.board.across[CELL[label]][d]] for d in HOMEWARD[1]}

    assert home("1904") == {"1905", "1804", "2004"} and home("2004") == {"2005", "1905", "2105"}


@pytest.mark.case("verdun-1916", "14c", "VV-D61", "VV-R66")
def test_vv_d61_bunkers_of_the_72nd():
    match = GAME.start("historical_free", seed=1)
    cells = ["1905", "1904", "1906", "1506", "2105"]
    assert [legal(match, f"bunker:{cell}") for cell in cells] == [True, False, False, True, False]


@pytest.mark.case("verdun-1916", "9b", "10.2e", "VV-D63", "VV-R85")
def test_vv_d63_neutralised_and_out_of_command():
    match = fight("3113: IR81\n3109: XVIII.A1 neutralised uncommanded\n3114: 351R\n3118: AD72 neutralised uncommanded")
    p = match.position
    assert support_value(p, UNIT["XVIII.A1"], attack=True) == 2 and support_value(p, UNIT["AD72"], attack=False) == 0
    assert barrage_value(p, UNIT["XVIII.A1"]) == 3
    match = guns("3108: XVIII.A1 neutralised uncommanded\n3114: 42RI")
    assert barrage_column(match, "3114", "XVIII.A1") == "1-2"  # 3, one left


@pytest.mark.case("verdun-1916", "7.5n", "VV-D64", "VV-R08")
def test_vv_d64_d1_in_a_red_fortress_costs_two_steps_to_hold():
    match = fight("2511: IR81, ST4\n2611: IR87\n2512: 351R", dice=[6])  # 18 to 7 is 3/1, one left; 6+2
    assert result(attack(match, "2512", "IR81", "ST4", "IR87")) == "D1"
    play(match, "351R", "hold", "351R")
    assert (steps(match, "351R"), at(match, "351R")) == (1, "2512") and match.position.fortress_stands(CELL["2512"])


@pytest.mark.case("verdun-1916", "10.1b", "VV-D65", "VV-R33")
@pytest.mark.parametrize("text", ["3113: 51.HQ\n3114: XXX.A1", "3107: 72.HQ\n3113: 351R\n3114: XXX.A1"])
def test_vv_d65_french_corps_artillery(text):
    assert position(f"turn: 2\nstep: french-command\n{text}").position.in_command(UNIT["XXX.A1"])
