"""11.0 to 11.7 The arithmetic of an assault: supply, who fights, differential, shifts, modifiers."""

import pytest

from .battle import GERMAN_HQS, HQS, POOL, assault, throw
from .kit import C, at, column, commit, commitment, game_position, kind, legal, lines, odds, options, play, refused, run_to

ONE = f"G3: 48Br >E\nH3: 10B/6 >W\n{HQS}\n{POOL}"


def die(match):
    """The modifiers of the dice, as things stand."""
    return lines(match, "assault" if kind(match) == "Prepare" else "")


def shift(match):
    return lines(match, "assault" if kind(match) == "Prepare" else "", "shift")


def test_ground_of_the_stories():
    for cell in ["G2", "G3", "G4", "H2", "H3", "H4", "I2", "I3"]:
        x = C.board.index[cell]
        assert not C.ground_shift[x] and not C.minor_river[x] and not C.trench[x], cell


# ------------------------------------------------------------------------------------------------ 11.0 to 11.2


@pytest.mark.case("big-push", "11.0", "11.8", "4.1/2I", "3.5/combat")
def test_assaults_are_resolved_one_by_one_in_the_attackers_order():
    text = f"G3: 48Br >E\nG5: 31Br >E\nH3: 10B/6 >W\nH6: 10B/8 >W\n{HQS}\n{POOL}"
    match = assault(text, {"H3": ["48Br"], "H6": ["31Br"]})
    assert options(match) == {"H3", "H6"} and match.player == "allied"
    play(match, "H6")
    assert kind(match) == "Prepare" and "H6" in match.decision.prompt
    play(match, "assault")
    throw(match, 1, 1)  # a bloody failure, carried out before the next
    assert game_position(match).steps[C.unit["31Br"]] < 4
    assert kind(match) == "Prepare" and "H3" in match.decision.prompt  # the last one names itself


@pytest.mark.case("big-push", "11.1", "11.7.2a", "BP-R69", "BP-R179", "3.5/supply-mode")
def test_supply_is_named_or_costs_two():
    match = assault(ONE, {"H3": ["48Br"]})
    assert die(match)["an attacker is out of supply"] == -2
    play(match, "XV")
    assert "an attacker is out of supply" not in die(match)
    assert refused(match, "XV").cases[0] == "11.1"
    assert "supply" not in " ".join(lines(match, "assault", "defence"))  # defenders are always supplied


@pytest.mark.case("big-push", "11.1", "5.2", "5.3", "5.4", "5.5")
def test_supply_range_by_weather():
    row = "ABCDEFGHIJKLMNOPQRSTUV"
    for weather, reach, turn in (("fair", 8, 6), ("drizzle", 6, 6), ("rain", 5, 6), ("snow", 4, 6)):
        for far, reached in ((reach, True), (reach + 1, False)):
            hq = row[row.index("L") - far] + "3"
            text = f"L3: 48Br >E\nM3: 10B/6 >W\n{hq}: XV supply\nK4: VII >E"
            match = assault(text, {"M3": ["48Br"]}, weather=weather, turn=turn)
            assert ("XV" in options(match)) == reached if kind(match) == "Prepare" else not reached, (weather, far)


@pytest.mark.case("big-push", "11.1", "7.5/3", "BP-R43")
def test_a_supply_path_is_free_of_enemies_and_their_zones_unless_a_friend_stands_there():
    walls = "G1: 12/62 >W\nG2: 12/23 >W\nG4: 12/63 >W\nG5: 10B/8 >W\nG6: 10B/16 >W"
    text = f"I3: 48Br >E\nJ3: 10B/6 >W\nE3: XV supply\nK9: VII >E\n{walls}"
    match = assault(text, {"J3": ["48Br"]})
    assert kind(match) == "AssaultRoll" and die(match)["an attacker is out of supply"] == -2  # no HQ to name
    held = assault(f"{text}\nG3: B4.1 >E\nF3: B4.2 >E\nH3: B3.1 >E", {"J3": ["48Br"]})
    assert "XV" in options(held)


@pytest.mark.case("big-push", "11.2", "BP-R45")
def test_a_disordered_supply_hq_reaches_three_squares():
    for state in ("disrupted", "suppressed"):
        for cell, reached in (("D3", True), ("C4", False)):
            text = f"G3: 48Br >E\nH3: 10B/6 >W\nE5: VII >E\n{cell}: XV supply {state}"
            match = assault(text, {"H3": ["48Br"]})
            assert (kind(match) == "Prepare" and "XV" in options(match)) == reached


@pytest.mark.case("big-push", "11.2", "8.1/1")
def test_an_hq_supplies_its_own_nation_only():
    text = "G3: 48Br >E\nH3: 10B/6 >W\nE3: VII >E\nE4: XX supply\nE5: XV supply"
    match = assault(text, {"H3": ["48Br"]})
    assert options(match) == {"XV", "assault"} and refused(match, "XX").cases[0] == "11.1"


@pytest.mark.case("big-push", "11.1", "BP-R179")
def test_each_attacker_must_reach_an_hq_that_is_named():
    text = "G3: 48Br >E\nH4: 31Br >N\nH3: 10B/6 >W\nE3: VII >E\nA3: XV supply\nN5: XIII supply"
    match = assault(text, {"H3": ["48Br", "31Br"]}, weather="drizzle")
    play(match, "XV")  # six squares from G3, seven from H4
    assert die(match)["an attacker is out of supply"] == -2
    play(match, "XIII")  # the other way round
    assert "an attacker is out of supply" not in die(match)


@pytest.mark.case("big-push", "11.2.1", "9.3", "BP-R176", "BP-R94")
def test_named_hqs_leave_after_the_phase_and_roll_for_their_return():
    for face, back in ((1, 7), (3, 7), (4, 8), (6, 8)):
        match = assault(ONE, {"H3": ["48Br"]})
        play(match, "XV", "assault")
        throw(match, 6, 6)
        while kind(match) != "HqReturnRoll":
            play(match, sorted(options(match))[0])
        assert at(match, "XV") == "E4"  # until then it stays
        throw(match, face)
        assert at(match, "XV") == "returning" and game_position(match).returning[0].turn == back
    assert at(match, "VII") == "E3"


@pytest.mark.case("big-push", "11.2.1", "5.4")
def test_rain_delays_an_hq():
    match = assault(ONE, {"H3": ["48Br"]}, weather="rain")
    play(match, "XV", "assault")
    throw(match, 1, 1)
    throw(match, 3)
    assert game_position(match).returning[0].turn == 8


@pytest.mark.case("big-push", "11.2.1", "BP-R69", "6.3.2/1")
def test_an_hq_that_was_not_named_stays():
    match = assault(ONE, {"H3": ["48Br"]})
    play(match, "assault")
    throw(match, 1, 1)
    run_to(match, "german-bombardment")
    assert at(match, "XV") == "E4"


# ------------------------------------------------------------------------------------------------ 11.3


@pytest.mark.case("big-push", "11.3", "8.1")
def test_committed_units_must_assault():
    match = assault(ONE, {"H3": ["48Br"]})
    assert options(match) == {"XV", "assault"}  # there is no way out
    text = ONE.replace("48Br >E", "48Br >E suppressed")
    assert lines(assault(text, {"H3": ["48Br"]}), "assault", "attack") == {"48Br": 8}


@pytest.mark.case("big-push", "11.3/1", "11.7.5", "3.5/suppressed", "BP-R135")
def test_disordered_defenders():
    disrupted = assault(ONE.replace("10B/6 >W", "10B/6 >W disrupted"), {"H3": ["48Br"]})
    assert die(disrupted)["a defender is disrupted"] == 1 and lines(disrupted, "assault", "defence") == {"10B/6": 2}
    suppressed = assault(ONE.replace("10B/6 >W", "26R/99 >W suppressed"), {"H3": ["48Br"]})
    assert die(suppressed)["a defender is suppressed"] == 1 and lines(suppressed, "assault", "defence") == {"26R/99": 2}
    both = assault(ONE.replace("10B/6 >W", "26R/99 >W suppressed, 10B/6 >W suppressed, Bn05 >W disrupted"), {"H3": ["48Br"]})
    assert die(both)["a defender is suppressed"] == die(both)["a defender is disrupted"] == 1  # once each


@pytest.mark.case("big-push", "11.3/1", "6.5.1/3")
def test_a_suppressed_german_defends_on_his_mobile_side():
    match = assault(ONE.replace("10B/6 >W", "26R/99 >W suppressed buried"), {"H3": ["48Br"]})
    assert lines(match, "assault", "defence") == {"26R/99": 2} and "entrenched off the German start line" not in die(match)


@pytest.mark.case("big-push", "11.3/2", "11.7.6", "BP-R150")
def test_interdiction_of_start_squares_and_of_the_target():
    text = f"interdicted: G3=2 G4=2\nG3: B4.1 >E, B4.2 >E\nG4: B3.1 >E\nH3: 10B/6 >W\n{HQS}"
    match = assault(text, {"H3": ["B4.1", "B4.2", "B3.1"]})
    assert die(match)["out of an interdicted square"] == -2
    match = assault(f"interdicted: H3=1\n{ONE}", {"H3": ["48Br"]})
    assert die(match)["into an interdicted square"] == 1


@pytest.mark.case("big-push", "11.3/3")
def test_guns_and_command_hqs_defend_supply_hqs_add_nothing():
    match = assault(ONE.replace("10B/6 >W", "GA09 >W, XIVR >W"), {"H3": ["48Br"]})
    assert lines(match, "assault", "defence") == {"GA09": 4, "XIVR": 1}
    match = assault(ONE.replace("10B/6 >W", "10B/6 >W, IX supply"), {"H3": ["48Br"]})
    assert lines(match, "assault", "defence") == {"10B/6": 2, "IX": 0}


@pytest.mark.case("big-push", "11.3/3", "8.1")
def test_guns_and_hqs_never_assault():
    match = commitment(f"scenario: punishing_land\nG3: BA1 >E, VIII >E\nH3: 10B/6 >W\n{HQS}", turn=6)
    assert options(match) == {"done"}
    for unit in ("BA1", "VIII"):
        assert refused(match, f"{unit}-H3").cases[0] == "8.1"


@pytest.mark.case("big-push", "11.3/4", "7.4.2/2", "BP-R160", "BP-R66")
def test_a_lone_supply_hq_surrenders_when_commitment_ends():
    match = commitment(f"scenario: punishing_land\nG3: 48Br >E\nG4: 31Br >E\nH3: IX supply\n{HQS}", turn=6)
    commit(match, "H3", "48Br", "31Br")
    play(match, "done")
    assert at(match, "IX") == "gone" and game_position(match).points == [1, 0]
    assert kind(match) == "Advance" and "done" not in options(match)
    play(match, "48Br-H3>E")
    assert at(match, "48Br") == "H3" and at(match, "31Br") == "G4"
    p = game_position(match)
    assert not p.assaults and p.tally == [0, 0] and kind(match) != "CommandCenterRoll"


@pytest.mark.case("big-push", "11.3/4", "BP-R66")
def test_a_supply_hq_beside_others_surrenders_when_the_square_is_lost():
    match = assault(ONE.replace("10B/6 >W", "10B/6 >W, IX supply"), {"H3": ["48Br"]})
    play(match, "assault")
    throw(match, 6, 6)
    assert at(match, "IX") == "gone"


# ------------------------------------------------------------------------------------------------ 11.4, 11.5


@pytest.mark.case("big-push", "11.4", "EX-33")
def test_the_difference_of_strengths_picks_the_column():
    text = f"H3: 10B/6 >W entrenched, 10B/8 >W entrenched\nG3: 39Fr >E\n{GERMAN_HQS}"
    match = assault(text, {"G3": ["10B/6", "10B/8"]}, "german")
    found = odds(match, "assault")
    assert found.ratio == "-3" and found.column == "-3" and "4 against 7" in found.title
    weaker = assault(text.replace(", 10B/8 >W entrenched", ""), {"G3": ["10B/6"]}, "german")
    assert odds(weaker, "assault").ratio == "-5" and column(weaker, "assault") == "-3"
    strong = assault(ONE.replace("48Br", "4Br"), {"H3": ["4Br"]})
    assert odds(strong, "assault").ratio == "+9" and column(strong, "assault") == "+5"


@pytest.mark.case("big-push", "11.4", "EX-34", "3.5/column-shift")
def test_shifts_stop_at_the_last_column():
    match = assault(f"F3: BA5 >E\n{ONE.replace('10B/6 >W', '28R/109 >W, 10B/6 >W')}", {"H3": ["48Br"]}, have={"creeping": 1})
    assert column(match, "assault") == "+4"
    play(match, "use~creeping")
    assert column(match, "assault") == "+5"


@pytest.mark.case("big-push", "11.5.1", "11.5", "EX-35", "EX-36", "BP-R125")
def test_the_strongest_terrain_alone_shifts():
    shifts = {cell: [(t.text, t.value) for t in C.ground_shift[C.board.index[cell]]] for cell in ("C3", "F5", "E7", "G3")}
    assert shifts == {"C3": [("woods", -1)], "F5": [("town", -1)], "E7": [("ridge", -2)], "G3": []}
    found = [x for x in range(C.board.size) if {"woods", "ridge"} <= C.board.terrain[x]]
    assert all(sum(t.value for t in C.ground_shift[x]) == -2 for x in found)
    text = f"D6: 48Br >E\nE7: 10B/6 >W\n{HQS}"
    assert shift(assault(text, {"E7": ["48Br"]})) == {"ridge": -2}


@pytest.mark.case("big-push", "11.5.1", "3.5/start-line", "BP-R26", "BP-R27")
def test_any_start_trench_shifts_two_whoever_dug_it_and_even_for_cavalry():
    match = assault(f"B5: 48Br >E\nC5: 10B/6 >W\n{HQS}", {"C5": ["48Br"]})
    assert shift(match) == {"start trench": -2}
    match = assault(f"C5: 48Br >W\nB5: 10B/6 >W\n{HQS}", {"B5": ["48Br"]})
    assert shift(match) == {"start trench": -2}
    match = assault(f"B5: 1Cav >E\nC5: 10B/6 >W\n{GERMAN_HQS}", {"B5": ["10B/6"]}, "german")
    assert shift(match) == {"start trench": -2}


@pytest.mark.case("big-push", "11.5.1/1", "BP-R28")
def test_a_minor_river_in_the_defenders_square_shifts_besides_terrain():
    assert C.minor_river[C.board.index["G8"]]
    match = assault("F8: 48Br >E\nG8: 10B/6 >W\nE3: VII >E", {"G8": ["48Br"]})
    assert shift(match) == {"defender on a minor river": -1}
    both = next(x for x in range(C.board.size) if C.minor_river[x] and C.ground_shift[x] and not C.trench[x])
    label, near = C.board.labels[both], C.board.labels[C.near[both][0]]
    match = assault(f"{near}: 48Br >E\n{label}: 10B/6 >W", {label: ["48Br"]})
    assert shift(match)["defender on a minor river"] == -1 and len(shift(match)) == 2


@pytest.mark.case("big-push", "11.5.1/1", "8.1/2", "7.1.1", "BP-R33")
def test_across_the_somme_only_at_a_crossing_and_a_column_to_the_left():
    match = assault("U27: 39Fr >N\nU26: 10B/6 >S", {"U26": ["39Fr"]})
    assert shift(match)["across the Somme"] == -1
    match = commitment("scenario: punishing_land\nT27: 39Fr >N\nT26: 10B/6 >S\nT28: XX >N", turn=6)
    assert options(match) == {"done"} and refused(match, "39Fr-T26").cases[0] == "8.1/2"


@pytest.mark.case("big-push", "11.5.2", "11.5.2.2", "EX-37", "EX-38", "BP-R51")
def test_creeping_tanks_and_gas_shift_four_and_are_used_up():
    text = f"F3: BA5 >E\nG3: B4.1 >E, TankA >E\nH3: 26R/99 >W, 26R/119 >W\n{HQS}"
    from .battle import fire

    match = fire(text, {"H3": ["B4.1", "TankA"]}, have={"tank_cavalry": 1, "creeping": 1, "gas": 1})
    assert kind(match) == "Mixed" and options(match) == {"yes", "infantry", "machines"}
    play(match, "yes", "done")
    play(match, "use~creeping", "use~gas")
    assert sum(shift(match).values()) == 4
    assert "use~tank_cavalry" not in options(match) and game_position(match).resources[C.resources.index("tank_cavalry")] == 0


@pytest.mark.case("big-push", "11.5.2.1", "11.6.1/2", "BP-R56", "BP-R152")
def test_a_barrage_needs_a_good_order_gun_of_the_attackers_nation_in_range():
    def may(gun, extra=""):
        match = assault(f"{extra}{gun}\n{ONE}", {"H3": ["48Br"]}, have={"creeping": 1, "lift": 1})
        return {name for name in ("creeping", "lift") if legal(match, f"use~{name}")}

    assert may("F3: BA5 >E") == may("F3: BA5 >E fired") == {"creeping", "lift"}
    assert may("F3: BA5 >E disrupted") == may("F3: BA5 >E suppressed") == may("F3: FA4 >E") == set()
    assert may("F3: BA5 >E", "interdicted: F3=2\n") == set()
    assert may("B3: BA1 >E") == {"creeping", "lift"} and may("A3: BA1 >E") == set()  # range 6
    match = assault(f"A3: BA1 >E\n{ONE}", {"H3": ["48Br"]}, have={"creeping": 1})
    assert refused(match, "use~creeping").cases[0] == "11.5.2.1"


@pytest.mark.case("big-push", "11.5.2.1")
def test_the_same_guns_support_several_barrages():
    text = f"F3: BA5 >E\nG3: 48Br >E\nG5: 31Br >E\nH3: 10B/6 >W\nH6: 10B/8 >W\n{HQS}\n{POOL}"
    match = assault(text, {"H3": ["48Br"], "H6": ["31Br"]}, have={"creeping": 2})
    play(match, "H3", "use~creeping", "assault")
    assert lines(match, of="shift") == {"creeping barrage": 2}
    throw(match, 6, 6)
    while kind(match) != "Prepare":
        play(match, sorted(options(match))[0])
    assert legal(match, "use~creeping")


@pytest.mark.case("big-push", "11.5.2.3", "EX-39")
def test_left_and_right_cancel():
    text = f"F3: BA5 >E\nD6: 48Br >E\nE7: 28R/109 >W, 10B/6 >W\n{HQS}"
    match = assault(text, {"E7": ["48Br"]}, have={"creeping": 1, "gas": 1, "night": 1})
    play(match, "use~creeping", "use~gas", "use~night")
    assert shift(match) == {"ridge": -2, "creeping barrage": 2, "gas": 1, "night attack": 1}
    assert odds(match, "assault").ratio == "+4" and column(match, "assault") == "+5"


# ------------------------------------------------------------------------------------------------ 11.6, 11.7


@pytest.mark.case("big-push", "11.6", "11.7.1", "EX-40", "EX-63", "BP-R141", "11.7")
def test_the_farthest_attacker_from_a_good_order_command_hq_decides():
    row = "ABCDEFGHIJKLMNOPQRSTUV"
    for far, value in ((3, 1), (4, 1), (5, -1), (8, -1)):
        hq = row[row.index("L") - far] + "3"
        match = assault(f"L3: 48Br >E\nM3: 10B/6 >W\n{hq}: VII >E", {"M3": ["48Br"]})
        assert sum(die(match).values()) == value - 2, far
        assert next(iter(die(match).values())) == value
    two = assault("G3: 48Br >E\nI4: 31Br >W\nH3: 10B/6 >W\nD3: VII >E", {"H3": ["48Br", "31Br"]})
    assert die(two)["no command HQ within 4 squares"] == -1
    shaken = assault("G3: 48Br >E\nH3: 10B/6 >W\nE3: VII >E disrupted", {"H3": ["48Br"]})
    assert die(shaken)["no command HQ within 4 squares"] == -1  # BP-R45


@pytest.mark.case("big-push", "11.7.1", "8.2")
def test_no_command_hq_within_eight_squares_no_assault():
    match = commitment("scenario: punishing_land\nL3: 48Br >E\nM3: 10B/6 >W\nC3: VII >E", turn=6)
    assert options(match) == {"done"} and refused(match, "48Br-M3").cases[0] == "8.2"
    match = commitment("scenario: punishing_land\nL3: 48Br >E\nM3: 10B/6 >W\nD3: VII >E\nweather: 2", turn=6)
    assert "48Br-M3" in options(match)  # whatever the weather


@pytest.mark.case("big-push", "11.6.1", "EX-41", "3.5/drm", "BP-R131")
def test_all_modifiers_add_up():
    text = f"F3: BA5 >E\n{ONE.replace('10B/6 >W', '10B/6 >W disrupted')}"
    match = assault(text, {"H3": ["48Br"]}, have={"lift": 1}, weather="rain")
    play(match, "use~lift")
    parts = {**die(match)}
    assert parts.pop("command HQ within 4 squares") == 1
    assert sorted(parts.values()) == [-2, -2, 1, 2] and sum(parts.values()) == -1


@pytest.mark.case("big-push", "11.6.1", "11.6.1/2", "BP-R55")
def test_smoke_and_lift_together():
    match = assault(f"F3: BA5 >E\n{ONE}", {"H3": ["48Br"]}, have={"lift": 1, "smoke": 1})
    play(match, "XV", "use~lift", "use~smoke", "assault")
    throw(match, 2)
    assert die(match) == {"command HQ within 4 squares": 1, "lift barrage": 2, "smoke screen": 2}


@pytest.mark.case("big-push", "11.7.2b", "5.4", "5.5")
def test_weather():
    values = {w: die(assault(ONE, {"H3": ["48Br"]}, weather=w)).get("rain or snow", 0) for w in C.weathers}
    assert values == {"fair": 0, "drizzle": 0, "rain": -2, "snow": -2}


@pytest.mark.case("big-push", "11.7.3", "BP-R27", "3.5/secondary-trench-mode")
def test_entrenched_germans_off_their_start_line():
    def value(cell, start, units):
        match = assault(f"{start}: 48Br >E\n{cell}: {units}\n{HQS}", {cell: ["48Br"]})
        return die(match).get("entrenched off the German start line", 0)

    assert value("H3", "G3", "10B/6 >W entrenched") == -1
    assert value("H3", "G3", "10B/6 >W entrenched, 10B/8 >W entrenched") == -1  # once a stack
    assert value("H3", "G3", "10B/6 >W entrenched, 10B/8 >W") == -1  # mobile friends do not cancel it
    assert value("H3", "G3", "10B/6 >W") == 0
    assert value("C5", "B5", "10B/6 >W entrenched") == 0  # on the start line
    assert value("B5", "A5", "10B/6 >W entrenched") == -1  # in the Allied trench


@pytest.mark.case("big-push", "11.7.4", "BP-R62", "BP-R63")
def test_flank():
    def value(units, **where):
        text = "\n".join(f"{cell}: {who}" for cell, who in where.items())
        match = assault(f"{text}\n{HQS}", {"H3": units})
        return die(match).get("open flank", 0)

    two = ["48Br", "31Br"]
    assert value(two, G3="48Br >E", G4="31Br >E", H3="10B/6 >W") == 1  # one ahead, one diagonal
    assert value(["48Br"], G4="48Br >E", H3="10B/6 >W") == 0  # from one square
    assert value(two, H2="48Br >E", H4="31Br >E", H3="10B/6 >W") == 1  # both sides, nobody pressed: once
    assert value(two, H2="48Br >E pressed", I3="31Br >W pressed", H3="10B/6 >W") == 2
    assert value(two, G3="48Br >E pressed", H4="31Br >E", H3="10B/6 >W") == 1  # who went in came from ahead


@pytest.mark.case("big-push", "11.7.4/1", "EX-42", "11.7.5")
def test_neighbours_cover_a_flank():
    def value(extra, prefix=""):
        text = f"{prefix}G2: 48Br >E\nG4: 31Br >E\nH3: 10B/6 >W\n{extra}\n{HQS}"
        return die(assault(text, {"H3": ["48Br", "31Br"]})).get("open flank", 0)

    both = "H1: 10B/8 >W\nH5: 10B/16 >W"
    assert value(both) == 0
    assert value("H1: 10B/8 >W") == value("H5: 10B/16 >W") == 1
    assert value(both.replace("10B/8 >W", "10B/8 >W disrupted")) == 1
    assert value(both.replace("10B/8 >W", "10B/8 >W suppressed")) == 1
    assert value(both, "interdicted: H5=1\n") == 1


@pytest.mark.case("big-push", "11.7.6", "BP-R127", "BP-R40")
def test_each_unit_that_went_in_and_lives_adds_one():
    text = f"G2: B4.1 >E pressed\nG3: B3.1 >E pressed\nG4: B2.1 >E\nH3: 10B/6 >W\nH1: 10B/8 >W\nH5: 10B/16 >W\n{HQS}"
    match = assault(text, {"H3": ["B4.1", "B3.1", "B2.1"]})
    assert die(match)["unit over the top"] == 2
    assert lines(match, "assault", "attack") == {"B4.1": 4, "B3.1": 3, "B2.1": 2}  # the third fights too
