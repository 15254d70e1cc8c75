"""8.1 to 8.3, 8.6: who may bombard what, which row and column of the table it is, and what shells do."""

import pytest

from .artillery import CELL, FRENCH_GUNS, GERMAN_GUNS, fire, interdiction, modifiers, refused_gun
from .kit import (
    C,
    at,
    barrage,
    barrage_odds,
    column,
    guns,
    interdicted,
    legal,
    lines,
    odds,
    options,
    order,
    play,
    points,
    refused,
    result,
    roll,
    states,
    step,
    steps,
    texts,
)


def row_of(text, cell):
    """The row of the table by which units in a square are shelled."""
    return guns(text).position.shell_row(CELL[cell])


# ------------------------------------------------------------------------------------------------ 8.1 the procedure


@pytest.mark.case("generation-lost", "8.0", "8.1", "8.3", "4.0(4a)", "3.0-Bombardment", "3.0-Combat")
def test_one_bombardment_after_another_until_all_guns_have_fired_or_the_player_stops():
    match = fire(f"M30: 1Fr >N\nM31: 2Fr >N\n{GERMAN_GUNS}", dice=[6, 6])
    barrage(match, "M30", "G150H.1", "G150H.2")
    assert refused_gun(match, "M31", "G150H.1") == ("G150H.1 has fired in this phase", "8.3")
    barrage(match, "M31", "G210H.1")
    assert {u for u in ("G150H.1", "G150H.2", "G210H.1", "G210H.2") if "fired" in states(match, u)} == {
        "G150H.1", "G150H.2", "G210H.1",
    }  # fmt: skip
    play(match, "done")
    assert step(match) == "german-movement"


@pytest.mark.case("generation-lost", "8.3.2(b)", "8.3.2(c)")
def test_a_gun_fires_once_but_a_square_may_be_hit_again():
    match = fire(f"M30: 1Fr >N\n{GERMAN_GUNS}", dice=[6, 6])
    barrage(match, "M30", "G150H.1", "G150H.2")
    assert legal(match, "M30")
    barrage(match, "M30", "G210H.1")
    assert refused_gun(match, "M30", "G210H.1")[1] == "8.3"


@pytest.mark.case("generation-lost", "8.0")
def test_guns_hit_the_front_the_rear_and_empty_squares():
    match = fire(f"M30: 1Fr >N\nM29: F75.1 >N\n{GERMAN_GUNS}")
    assert {"M30", "M29", "L30"} <= options(match)


# ------------------------------------------------------------------------------------------------ 8.2 rows


@pytest.mark.case("generation-lost", "8.2", "2.3")
def test_rows_go_from_clear_to_start_trench():
    least = [C.least[row] for row in ("clear", "woods", "second_trench", "works", "ridge", "start_trench")]
    assert least == [2, 3, 4, 6, 8, 8]
    assert list(C.bombardment_rows) == ["clear", "woods", "second_trench", "works", "ridge", "start_trench"]


@pytest.mark.case("generation-lost", "8.2.1", "8.2", "GL-E02")
def test_of_several_terrains_the_one_that_costs_most_counts():
    """GL-E02: woods and ridge are shelled as ridge; a town counts as woods; a hill is the strongest (GL-R25)."""
    assert [row_of(f"{cell}: 1Fr >N", cell) for cell in ("M30", "K29", "N27", "M26", "N24", "K6")] == [
        "clear",
        "woods",
        "woods",
        "ridge",
        "ridge",
        "start_trench",
    ]


@pytest.mark.case("generation-lost", "8.2.1", "3.0-DefenseWorks")
def test_defense_works_shelter_whoever_is_in_them():
    assert row_of("M20: 1Fr >N", "M20") == "works"
    assert row_of("M20: 13R/1 >S", "M20") == "works"
    assert row_of("I24: 1Fr >N", "I24") == "works"  # in woods
    assert row_of("K20: 1Fr >N", "K20") == "ridge"  # on a ridge, which asks for more
    assert row_of("A1: VIR >S", "M20") == "works"  # vacant


@pytest.mark.case("generation-lost", "8.2.1-StartTrench", "3.0-StartLine", "3.0-Entrenched")
def test_a_start_trench_shelters_every_unit_of_either_side():
    assert row_of("D21: B3.1 >N", "D21") == "start_trench"
    assert row_of("C21: 1Fr >N", "C21") == "start_trench"  # the French in the German trench, on a ridge
    assert row_of("D21: 13R/1 >S", "D21") == "start_trench"
    assert row_of("D21: F75.1 >N", "D21") == "start_trench"
    assert row_of("A1: VIR >S", "D21") == "start_trench"  # vacant


@pytest.mark.case("generation-lost", "8.2.1-2ndTrench", "8.2.1", "3.0-SecondaryTrench")
def test_germans_in_trench_mode_off_the_start_line_have_a_second_trench_and_share_it():
    """GL-R32: guns beside them too; it outranks woods, works and ridge outrank it."""
    assert row_of("M30: 13R/1 >S entrenched", "M30") == "second_trench"
    assert row_of("M30: 13R/1 >S entrenched, 13R/2 >S", "M30") == "second_trench"
    assert row_of("M30: Bn01 >S entrenched, G77.1 >S", "M30") == "second_trench"
    assert row_of("M30: 13R/1 >S", "M30") == "clear"
    assert row_of("K29: 13R/1 >S entrenched", "K29") == "second_trench"
    assert row_of("M20: 13R/1 >S entrenched", "M20") == "works"
    assert row_of("M26: 13R/1 >S entrenched", "M26") == "ridge"
    assert row_of("D21: 13R/1 >S entrenched", "D21") == "start_trench"


@pytest.mark.case("generation-lost", "8.2.1", "8.3", "GL-E83")
def test_between_equal_minima_the_row_further_down_counts():
    """GL-E83: ridge and start trench need 8 both; the next column of the trench opens at 12."""
    assert row_of("D15: 1Fr >N", "D15") == "start_trench"
    assert [C.bombardment_column("start_trench", n) + 1 for n in (7, 8, 11, 12)] == [0, 2, 2, 3]


# ------------------------------------------------------------------------------------------------ 8.3 eligibility


@pytest.mark.case("generation-lost", "8.3", "GL-E03")
def test_seven_factors_cannot_bombard_a_ridge_eight_and_nine_use_one_column():
    """GL-E03."""
    seven = fire("M26: 1Fr >N\nG26: G150H.1 >S, G100.1 >S\nE26: VIR supply")
    assert refused(seven, "M26").cases[0] == "8.3"
    assert refused(seven, "M26").reason == "Ridge needs 8 factors; fewer reach M26"
    eight = fire("M26: 1Fr >N\nG26: G150H.1 >S, G150H.2 >S\nE26: VIR supply")
    play(eight, "M26", "G150H.1")
    assert refused(eight, "fire").reason == "Add guns: M26 needs 8 factors, 4 so far"
    nine = fire("M26: 1Fr >N\nG26: G150H.1 >S, G210H.1 >S\nE26: VIR supply")
    play(eight, "G150H.2")
    assert column(eight, "fire") == barrage_odds(nine, "M26", "G150H.1", "G210H.1").column == "2"


@pytest.mark.case("generation-lost", "8.3")
def test_factors_between_two_columns_use_the_lower_one_and_above_the_last_the_last():
    def columns(row, *factors):
        return [C.bombardment_column(row, n) + 1 for n in factors]

    assert columns("clear", 1, 2, 5, 6, 7, 8, 60) == [0, 1, 3, 4, 4, 5, 9]
    assert columns("works", 5, 6, 9) == [0, 2, 3]
    assert columns("second_trench", 3, 4, 7) == [0, 1, 2]
    assert columns("start_trench", 35, 36, 80) == [8, 9, 9]


@pytest.mark.case("generation-lost", "8.3.1", "GL-E04")
def test_range_counts_the_target_and_not_the_gun():
    """GL-E04: three, four and seven squares from a gun that reaches six; the distance may run diagonally."""
    match = fire("G30: G77.1 >S\nE30: VIR supply\nJ30: 1Fr >N\nK34: 2Fr >N\nN29: 3Fr >N")
    assert [C.board.distance(CELL["G30"], CELL[x]) for x in ("J30", "K34", "N29")] == [3, 4, 7]
    assert legal(match, "J30")
    assert match.position.gun_reaches(C.unit["G77.1"], CELL["K34"])
    assert refused(match, "N29").cases == ("8.3.1",)
    assert refused(match, "N29").reason == "No gun that can fire has N29 in range"


@pytest.mark.case("generation-lost", "8.3.1")
def test_calibers_may_combine_but_each_must_be_in_range():
    match = fire(f"M30: 1Fr >N\nN30: 2Fr >N\n{GERMAN_GUNS}")
    found = barrage_odds(match, "M30", "G150H.1", "G77.1")
    assert {line.text for line in found.lines if line.kind == "attack"} == {"{G150H.1}", "{G77.1}"}
    play(match, "N30", "G150H.1")
    assert refused(match, "G77.1").reason == "N30 is out of G77.1's range"


@pytest.mark.case("generation-lost", "8.3.2(a)", "8.3", "3.0-GoodOrder")
def test_disrupted_suppressed_and_interdicted_guns_do_not_fire():
    text = """
    G30: G150H.1 >S disrupted
    G31: G150H.2 >S suppressed
    G32: G150H.3 >S
    G33: G150H.4 >S
    E31: VIR supply
    M30: 1Fr >N
    """
    match = fire(f"{interdiction('G32')}\n{text}")
    assert refused_gun(match, "M30", "G150H.1") == ("G150H.1 is not in good order", "8.3.2(a)")
    assert refused_gun(match, "M30", "G150H.2") == ("G150H.2 is not in good order", "8.3.2(a)")
    assert refused_gun(match, "M30", "G150H.3") == ("G150H.3 is in an interdicted or engaged square", "8.3.2(a)")
    twin = match.clone()
    play(twin, "M30")
    assert legal(twin, "G150H.4")


@pytest.mark.case("generation-lost", "8.3.2(d)", "8.3")
def test_engaged_units_are_neither_targets_nor_fire():
    """GL-R273."""
    cell, unit, start = CELL["M30"], C.unit["13R/1"], CELL["L30"]
    engaged = f'engagements: [{{"cell":{cell},"side":0,"units":[{unit}],"starts":[{start}],"facings":[4]}}]'
    match = fire(f"{engaged}\nM30: 13R/1 >S, 1Fr >N\n{GERMAN_GUNS}")
    assert refused(match, "M30").cases[0] == "8.3.2(d)"
    gun = C.unit["G150H.6"]
    lost = f'engagements: [{{"cell":{CELL["K30"]},"side":1,"units":[{C.unit["2Fr"]}],"starts":[{CELL["L30"]}],"facings":[0]}}]'
    match = fire(f"{lost}\nK30: G150H.6 >S, 2Fr >N\nM30: 1Fr >N\n{GERMAN_GUNS}")
    assert not match.position.gun_stands(gun)
    assert refused_gun(match, "M30", "G150H.6")[0] == "G150H.6 is in an interdicted or engaged square"


@pytest.mark.case("generation-lost", "8.3")
def test_own_units_are_no_target():
    match = fire(f"M30: 13R/1 >S\nM31: 1Fr >N\n{GERMAN_GUNS}")
    assert refused(match, "M30").reason == "Your own units stand in M30"


# ------------------------------------------------------------------------------------------------ 8.3.2(e) field guns


@pytest.mark.case("generation-lost", "8.3.2(e)", "3.0-FieldArtillery", "3.0-HeavyArtillery", "3.0-Entrenched")
def test_field_guns_count_nothing_against_entrenched_targets():
    """GL-R31: a start trench, works, Germans in trench mode; vacant start trenches and works too."""
    trench = fire("D23: B3.1 >N\nB22: G77.1 >S, G77.2 >S\nB23: G210H.1 >S, G150H.1 >S\nA23: VIR supply")
    assert refused_gun(trench, "D23", "G77.1") == ("G77.1 is a field gun and cannot harm entrenched targets", "8.3.2(e)")
    assert barrage_odds(trench, "D23", "G210H.1", "G150H.1").column == "2"
    works = fire("M20: 1Fr >N\nI20: G77.1 >S, G77.2 >S\nG20: VIR supply")
    assert refused(works, "M20").cases[0] == "8.3.2(e)"
    assert refused(works, "M20").reason == "Defense Works needs 6 factors; fewer reach M20; field guns do not count against it"
    vacant = fire("A1: 13R/1 >S\nI20: G77.1 >S, G77.2 >S\nG20: VIR supply")
    assert refused(vacant, "M20").cases[0] == "8.3.2(e)"
    french = fire(f"M30: 13R/1 >S entrenched\nL30: 13R/2 >S\n{FRENCH_GUNS}", side="french")
    assert refused_gun(french, "M30", "F75.12")[1] == "8.3.2(e)"


@pytest.mark.case("generation-lost", "8.3.2(e)")
def test_field_guns_count_against_mobile_germans():
    match = fire("O30: 13R/1 >S\nR31: F75.1 >N, F75.12 >N\nU30: VIIFr supply", side="french")
    assert barrage_odds(match, "O30", "F75.1", "F75.12").column == "4"


@pytest.mark.case("generation-lost", "3.0-HeavyArtillery", "3.0-FieldArtillery")
def test_which_guns_are_heavy():
    heavy = {C.ids[u] for u in range(len(C.ids)) if C.gun[u] and C.heavy[u]}
    far = {C.ids[u] for u in range(len(C.ids)) if C.gun[u] and C.range[u] >= 7}
    assert heavy == far | {"G105H.1", "G105H.2", "G105H.3"}
    field = {C.ids[u] for u in range(len(C.ids)) if C.gun[u] and not C.heavy[u]}
    assert field == {f"G77.{n}" for n in range(1, 13)} | {f"F75.{n}" for n in range(1, 13)}


# ------------------------------------------------------------------------------------------------ 8.3.3 interdiction fire


@pytest.mark.case("generation-lost", "8.3.3", "8.6.4-I", "3.0-Interdiction")
def test_any_adverse_result_interdicts_a_vacant_square():
    match = fire(f"M30: 1Fr >N\n{GERMAN_GUNS}", dice=[1])
    assert {o.result for o in barrage_odds(match, "L30", "G210H.1", "G210H.2", "G150H.1").outcomes} == {"I"}
    events = barrage(match, "L30", "G210H.1", "G210H.2", "G150H.1")
    assert interdicted(match) == {"L30"} and result(events) == "I"
    assert match.position.interdictor(match.position.interdicted[CELL["L30"]]) == 0


@pytest.mark.case("generation-lost", "8.6.4-I")
def test_a_second_interdiction_changes_nothing():
    """GL-R37: the first marker stays, even if it is the enemy's."""
    match = fire(f"{interdiction('L30')}\nM30: 1Fr >N\n{GERMAN_GUNS}", dice=[1])
    barrage(match, "L30", "G210H.1", "G210H.2")
    assert match.position.interdictor(match.position.interdicted[CELL["L30"]]) == 1


# ------------------------------------------------------------------------------------------------ 8.6 the roll


@pytest.mark.case("generation-lost", "8.6", "8.6.1", "8.6.3", "3.0-DRM", "3.0-dr-DR")
def test_one_die_in_the_column_of_the_factors():
    match = fire(f"M30: 1Fr >N\n{GERMAN_GUNS}", dice=[])
    barrage(match, "M30", "G150H.1", "G150H.2")
    assert match.player == "dice" and len(match.actions()[0].dice) == 1
    assert (odds(match).column, lines(match)) == ("5", {"heavy guns": -1})
    assert {o.result: round(6 * o.probability) for o in odds(match).outcomes} == {"ST": 1, "D": 2, "S": 2, "I": 1}


@pytest.mark.case("generation-lost", "8.6.2", "8.4.3", "GL-E09")
def test_the_net_modifier_of_heavy_guns_supply_and_observation():
    """GL-E09: two of three guns are heavy (-1 once, GL-R26), one is out of supply, the airmen see: -1."""
    match = fire(
        "observation: german french\nM30: 1Fr >N\nG30: G150H.1 >S, G150H.2 >S\nE31: VIR supply\n"
        "M24: G77.1 >S\nL23: 2Fr >N\nN25: 3Fr >N\nL25: 4Fr >N\nN23: B3.1 >N",
    )
    found = modifiers(barrage_odds(match, "M30", "G150H.1", "G150H.2", "G77.1"))
    assert found == {"heavy guns": -1, "gun out of supply": 1, "air observation": -1}


@pytest.mark.case("generation-lost", "8.6.4", "8.6.4-D", "3.0-Disrupted", "17.2(b)")
def test_disrupted():
    match = fire(f"M30: B3.1 >N, F75.1 >N\n{GERMAN_GUNS}")
    barrage(match, "M30", "G150H.1", "G150H.2")
    roll(match, "D")
    assert (order(match, "B3.1"), order(match, "F75.1")) == ({"disrupted"}, {"disrupted"})
    assert match.position.tally == [0, 2] and points(match) == [0, 0]


@pytest.mark.case("generation-lost", "8.6.4-S", "8.6.4")
def test_suppressed_germans_turn_to_their_mobile_side():
    """GL-R34."""
    match = fire(f"L31: 13R/1 >S entrenched, 13R/2 >S\n{FRENCH_GUNS}", side="french")
    barrage(match, "L31", "F155H.1", "F155H.2", "F155H.3", "F220")
    roll(match, "S")
    assert (order(match, "13R/1"), order(match, "13R/2")) == ({"suppressed"}, {"suppressed"})
    assert "buried" in states(match, "13R/1") and "buried" not in states(match, "13R/2")


@pytest.mark.case("generation-lost", "8.6.4-I", "8.6.4")
def test_interdicted_with_units_in_it():
    """GL-R38: they are in good order."""
    match = fire(f"M30: 1Fr >N\n{GERMAN_GUNS}")
    barrage(match, "M30", "G150H.1", "G150H.2")
    roll(match, "I")
    assert interdicted(match) == {"M30"} and order(match, "1Fr") == set()


@pytest.mark.case("generation-lost", "8.6.4-Miss", "8.6.4-note")
def test_a_miss_and_nobody_ever_retreats():
    match = fire(f"M30: 1Fr >N\nM31: 2Fr >N\n{GERMAN_GUNS}", dice=[6])
    barrage(match, "M30", "G77.1")
    assert (order(match, "1Fr"), at(match, "1Fr"), interdicted(match)) == (set(), "M30", set())
    barrage(match, "M31", "G150H.1", "G150H.2")
    roll(match, "D")
    assert at(match, "2Fr") == "M31"


@pytest.mark.case("generation-lost", "8.6.4-ST", "8.6.4")
def test_the_owner_chooses_who_loses_the_step():
    match = fire(f"M30: B3.1 >N, B4.1 >N\n{GERMAN_GUNS}")
    barrage(match, "M30", "G150H.1", "G150H.2", "G210H.1", "G210H.2")
    roll(match, "ST")
    assert match.player == "french" and options(match) == {"B3.1", "B4.1"}
    play(match, "B4.1")
    assert (steps(match, "B4.1"), steps(match, "B3.1"), points(match)) == (1, 2, [1, 0])


@pytest.mark.case("generation-lost", "8.6.4-ST", "9.2.3(b)")
def test_the_last_step_in_good_order_may_be_disrupted_instead():
    """GL-R33: no points for that, but an entry in the tally (GL-R47)."""
    match = fire(f"M30: B3.1 >N reduced\n{GERMAN_GUNS}")
    barrage(match, "M30", "G150H.1", "G150H.2", "G210H.1", "G210H.2")
    roll(match, "ST")
    assert options(match) == {"B3.1", "disrupt:B3.1"}
    play(match, "disrupt:B3.1")
    assert (order(match, "B3.1"), steps(match, "B3.1"), points(match)) == ({"disrupted"}, 1, [0, 0])
    assert match.position.tally == [0, 1]


@pytest.mark.case("generation-lost", "8.6.4", "8.6.4-D", "8.6.4-S", "8.6.4-ST", "GL-E86")
def test_the_worse_state_stays():
    """GL-E86, GL-R270: D on a suppressed unit, S on a disrupted one, a step of a suppressed last-step unit."""
    match = fire(f"M30: 1Fr >N suppressed\n{GERMAN_GUNS}")
    barrage(match, "M30", "G150H.1", "G150H.2")
    roll(match, "D")
    assert order(match, "1Fr") == {"disrupted"} and match.position.tally == [0, 1]
    match = fire(f"M30: 1Fr >N disrupted\n{GERMAN_GUNS}")
    barrage(match, "M30", "G150H.1", "G150H.2")
    roll(match, "S")
    assert order(match, "1Fr") == {"disrupted"} and match.position.tally == [0, 0]
    match = fire(f"L31: Bn01 >S suppressed\n{FRENCH_GUNS}", side="french")
    barrage(match, "L31", "F155H.1", "F155H.2", "F155H.3", "F220")
    roll(match, "ST")
    assert at(match, "Bn01") == "pool" and match.position.tally == [0, 0]


# ------------------------------------------------------------------------------------------------ worn-out guns


@pytest.mark.case("generation-lost", "20.3.10", "19.5.5(c)", "19.6.5(e)", "8.6.2")
def test_german_guns_are_worn_out_from_august_7():
    for scenario, turn, worn in (
        ("campaign", 24, False),
        ("campaign", 25, True),
        ("shall_not_pass", 25, True),
        ("ramparts_revenge", 33, True),
    ):
        match = fire(f"M30: 1Fr >N\n{GERMAN_GUNS}", turn=turn, scenario=scenario)
        found = modifiers(barrage_odds(match, "M30", "G150H.1", "G150H.2"))
        assert ("worn-out German guns" in found) == worn
    french = fire(f"M30: 13R/1 >S\n{FRENCH_GUNS}", side="french", turn=25, scenario="campaign")
    assert modifiers(barrage_odds(french, "M30", "F155H.1", "F155H.2")) == {"heavy guns": -1}


@pytest.mark.case("generation-lost", "8.1", "3.0-PlayerTurn")
def test_what_is_said_of_a_bombardment():
    match = fire(f"M30: 1Fr >N\n{GERMAN_GUNS}", dice=[4])
    events = barrage(match, "M30", "G150H.1", "G150H.2")
    told = "Bombardment of M30 on column 5: S, all units there are suppressed"
    assert texts(events, "bombard") == ["G150H.1, G150H.2 bombard M30", told]
