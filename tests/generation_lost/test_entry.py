"""12.7 Map entry: reinforcements by name and by kind, who waits beside the edge, lulls; 20.2 substitutes from the pool."""

import pytest

from .kit import (
    C,
    at,
    game_position,
    here,
    kind,
    legal,
    march,
    move,
    options,
    order,
    play,
    position,
    reach,
    refused,
    run_to,
    spent,
    states,
    step,
    steps,
    where,
)

WEST, EAST = {f"A{n}" for n in range(1, 11)}, {f"A{n}" for n in range(11, 35)}


def arriving(scenario, turn, text, side="german", dice=()):
    """A movement in which somebody arrives; the enemy is far away."""
    return march(f"scenario: {scenario}\n{text}", side=side, turn=turn, dice=dice)


def doors(match, unit):
    """Where a unit may come in."""
    twin = match.clone()
    play(twin, unit)
    return {action.cell for action in twin.actions() if action.kind == "enter"}


def enter(match, unit, where_to):
    return play(match, unit, f"{unit}-{where_to}")


def beside(*units, turn=3):
    """Units that wait beside the edge."""
    rows = ", ".join(f'{{"unit": {C.unit[unit]}, "turn": {turn}, "way": "offmap"}}' for unit in units)
    return f"returning: {', '.join(units)}\nreturns: [{rows}]"


# ------------------------------------------------------------------------------------------------ 12.7 where, when, for what


@pytest.mark.case("generation-lost", "12.7", "12.7.4(a)", "12.7.4(b)", "12.7.4(c)", "12.7.4(d)", "3.0-MapEntry", "19.1.2")
def test_reinforcements_come_by_their_bank_of_the_edge_or_wait():
    match = arriving("firestorm", 3, "due: 11B/1, 113/1, 58/1\nM31: 5/1 >S")
    assert options(match) == {"5/1", "11B/1", "113/1", "done"}  # the 58th comes a turn later
    assert doors(match, "11B/1") == WEST
    assert doors(match, "113/1") == EAST
    assert refused(match, "58/1").reason == "58/1 cannot come onto the map now"
    assert refused(match, "58/1").cases == ("12.7",)
    move(match, "5/1", "M32")
    enter(match, "11B/1", "A5")
    play(match, "done")
    assert where(match, "11B/1", "113/1") == ["A5", "due"]
    late = arriving("firestorm", 6, "due: 113/1\nM31: 5/1 >S")
    assert "113/1" in options(late)


@pytest.mark.case("generation-lost", "12.7", "12.7.1")
def test_every_unit_pays_for_its_entry_square_what_the_first_did():
    """GL-R94, GL-R280: the road that leaves the map there, else the ground; GL-R93: interdiction on top."""
    match = arriving("firestorm", 3, "due: 11B/1, 11B/2, 11B/3\nM31: 5/1 >S")
    enter(match, "11B/1", "A8")  # a major road
    enter(match, "11B/2", "A8")
    enter(match, "11B/3", "A3")  # woods and ridge
    assert [spent(match, unit) for unit in ("11B/1", "11B/2", "11B/3")] == [0.5, 0.5, 2]
    hit = arriving("firestorm", 3, "interdicted: A8=2\ndue: 11B/1, 11B/2\nM31: 5/1 >S")
    enter(hit, "11B/1", "A8")
    enter(hit, "11B/2", "A8")
    assert [spent(hit, unit) for unit in ("11B/1", "11B/2")] == [1.5, 1.5]


@pytest.mark.case("generation-lost", "12.7", "10.1.3")
def test_who_goes_on_from_a_crowded_entry_square_pays_for_passing():
    """GL-R279."""
    match = arriving("firestorm", 3, "due: 11B/1, 11B/2\nM31: 5/1 >S")
    enter(match, "11B/1", "A8")
    enter(match, "11B/2", "A8")
    move(match, "11B/2", "B9")
    assert spent(match, "11B/2") == 0.5 + 0.5 + 1


@pytest.mark.case("generation-lost", "12.7.4(e)")
def test_those_who_enter_far_from_the_enemy_march_twice_as_far():
    match = arriving("firestorm", 3, "due: 11B/1\nM31: B4.1 >N")
    enter(match, "11B/1", "A8")
    play(match, "11B/1")
    assert "5.5 movement points (11.5 away from the front)" in match.decision.prompt


@pytest.mark.case("generation-lost", "12.7.4(a)", "12.4.2(b)")
def test_german_infantry_comes_in_either_mode_but_mobile_in_rain():
    """GL-R261."""
    match = arriving("firestorm", 3, "due: 11B/1\nM31: 5/1 >S")
    enter(match, "11B/1", "A5~entrenched")
    assert order(match, "11B/1") == {"entrenched"}
    wet = arriving("firestorm", 3, "weather: 2\ndue: 11B/1\nM31: 5/1 >S")
    play(wet, "11B/1")
    verdict = refused(wet, "11B/1-A5~entrenched")
    assert verdict.reason == "11B/1 cannot enter entrenched"
    back = arriving("firestorm", 3, f"{beside('11B/1')}\nM31: 5/1 >S")
    play(back, "11B/1")
    assert not legal(back, "11B/1-A5~entrenched")
    assert legal(back, "11B/1-A5")


@pytest.mark.case("generation-lost", "12.7.4(b)", "19.1.4")
def test_the_french_come_by_the_voie_sacree_and_the_haudainville_road():
    match = arriving("firestorm", 1, "due: 3Fr, 153Fr, F75.4, F75.11, XXFr\nM31: B4.1 >N", side="french")
    assert {unit: doors(match, unit) for unit in ("3Fr", "F75.4", "153Fr", "F75.11", "XXFr")} == {
        "3Fr": {"V22"},
        "F75.4": {"V22"},
        "153Fr": {"V13"},
        "F75.11": {"V13"},
        "XXFr": {"V13"},
    }


@pytest.mark.case("generation-lost", "12.7")
def test_an_entry_square_that_the_enemy_holds_is_replaced_by_the_nearest_of_its_bank():
    """GL-R95; GL-R79: his zone does not bar it, but stops whoever comes."""
    match = arriving("firestorm", 2, "due: 68Fr, 2Fr\nV22: Bn01 >S\nQ18: Bn02 >S\nM31: B4.1 >N", side="french")
    assert doors(match, "68Fr") == {"V23"}
    enter(match, "68Fr", "V23")
    assert reach(match, "68Fr") == set()
    taken = arriving("firestorm", 2, "due: 2Fr\nV13: Bn01 >S\nM31: B4.1 >N", side="french")
    assert doors(taken, "2Fr") == {"V12", "V14"}


@pytest.mark.case("generation-lost", "12.7", "GL-R95")
def test_of_two_squares_that_the_enemy_holds_each_is_replaced_on_its_own_bank():
    """V13 lies west of the Meuse, V22 east of it."""
    text = "due: 22Fr\nM31: B4.1 >N\nA20: 5/1 >S\nV13: Bn01 >S"
    assert doors(arriving("ramparts_revenge", 38, text, side="french"), "22Fr") == {"V22"}
    both = arriving("ramparts_revenge", 38, f"{text}\nV22: Bn02 >S", side="french")
    assert doors(both, "22Fr") == {"V12", "V14", "V23"}


@pytest.mark.case("generation-lost", "12.7.2", "12.7.3", "12.3.4(b)")
def test_the_heaviest_guns_come_by_road_and_rail():
    """GL-R281: at V13 a gun is on the Voie Sacree, elsewhere it sticks in its entry square."""
    match = arriving("campaign", 35, "due: F400.1, F400.2\nM31: B4.1 >N\nA20: 5/1 >S", side="french")
    assert doors(match, "F400.1") == {"V13", "V20"}
    enter(match, "F400.1", "V20")
    assert (reach(match, "F400.1"), spent(match, "F400.1")) == (set(), 0)
    road = arriving("may_cup", 8, "due: F305H.2\nM31: B4.1 >N\nA20: 5/1 >S", side="french")
    assert doors(road, "F305H.2") == {"V13"}
    enter(road, "F305H.2", "V13")
    assert reach(road, "F305H.2") == {"V14", "U15", "T16"}  # a point, twice away from the front, less half for the entry
    edge = arriving("may_cup", 8, f"{beside('F305H.1', 'F75.1', turn=8)}\nP20: XXFr >N\nA20: 5/1 >S", side="french")
    assert doors(edge, "F305H.1") == {"V13", "V22"}
    enter(edge, "F75.1", "V22")
    assert reach(edge, "F75.1") == set()


@pytest.mark.case("generation-lost", "12.4.2(a)", "12.7")
def test_guns_wait_beside_the_map_in_rain_and_snow():
    """GL-R280."""
    match = arriving("firestorm", 2, "weather: 3\ndue: F75.7, 2Fr\nM31: B4.1 >N", side="french")
    assert options(match) == {"B4.1", "2Fr", "done"}


@pytest.mark.case("generation-lost", "12.7.5", "12.8.2(c)")
def test_an_entering_headquarters_may_turn_to_supply_when_it_has_moved():
    match = arriving("firestorm", 3, "due: XXIIR\nM31: 5/1 >S")
    enter(match, "XXIIR", "A8")
    assert order(match, "XXIIR") == set()
    move(match, "XXIIR", "B9")
    play(match, "XXIIR", "flip:XXIIR~supply")
    assert (order(match, "XXIIR"), at(match, "XXIIR")) == ({"supply"}, "B9")
    assert refused(match, "XXIIR").reason == "XXIIR is in Supply Mode and does not move"


# ------------------------------------------------------------------------------------------------ who returns


@pytest.mark.case("generation-lost", "12.0", "12.7")
def test_who_waits_beside_the_edge_enters_anywhere_behind_his_lines():
    """GL-R178, GL-R280: edge squares without enemies from which a way leads to a front unit or HQ."""
    match = arriving("firestorm", 3, f"{beside('Bn01')}\nD10: VIR >S\nM31: B4.1 >N")
    assert doors(match, "Bn01") == WEST | EAST
    cut = arriving("firestorm", 3, f"{beside('Bn01')}\nA1: VIR >S\nB1: B3.1 >N\nB2: B3.2 >N\nA3: B3.3 >N\nB3: B3.4 >N")
    assert doors(cut, "Bn01") == {"A1", "A2"}
    later = arriving("firestorm", 3, f"{beside('Bn01', turn=4)}\nD10: VIR >S\nM31: B4.1 >N")
    assert refused(later, "Bn01").reason == "Bn01 cannot come onto the map now"
    enter(match, "Bn01", "A5")
    assert game_position(match).returning == ()


# ------------------------------------------------------------------------------------------------ 12.7.6 battalions


def owed(match):
    return [(o.count, o.left) for o in game_position(match).owed]


POOL = "pool: Bn01, Bn02, Bn03, Bn04, Bn29, Eng3, 121/1, 11R/1, 14R/1, 5/1"


@pytest.mark.case("generation-lost", "12.7.6", "19.3.5(d)", "20.3.4")
def test_listed_battalions_may_come_as_regiments():
    """GL-E26, GL-R102: in May Cup 2 for 3 or 4 factors, 3 for 5 or 6, 4 for 7."""
    match = arriving("may_cup", 7, f"{POOL}\nE5: VIR >S")
    assert options(match) == {"VIR", "Bn01", "Bn29", "121/1", "11R/1", "14R/1", "5/1", "done"}  # one of each kind
    assert owed(match) == [(5, 0)]
    enter(match, "14R/1", "A4")
    assert owed(match) == [(2, 0)]
    assert where(match, "14R/1", "Bn01", "Bn02", "Bn03") == ["A4", "pool", "pool", "pool"]
    assert options(match) == {"VIR", "14R/1", "Bn01", "Bn29", "121/1", "done"}
    enter(match, "Bn01", "A4~entrenched")
    assert order(match, "Bn01") == {"entrenched"}
    enter(match, "Bn02", "A6")
    assert owed(match) == []
    dear = arriving("may_cup", 7, f"{POOL}\nE5: VIR >S")
    enter(dear, "5/1", "A4")
    assert owed(dear) == [(1, 0)]


@pytest.mark.case("generation-lost", "12.7.6")
def test_elsewhere_a_regiment_stands_for_the_battalions_of_which_it_is_rebuilt():
    """GL-R102: in Rampart's Revenge the lowest of its class, two or three battalions."""
    match = arriving("ramparts_revenge", 42, f"{POOL}\nE5: VIR >S\nA22: 113/1 >S", dice=[])
    assert {"121/1", "14R/1", "Bn01"} <= options(match)
    assert {"11R/1", "5/1"}.isdisjoint(options(match))
    enter(match, "14R/1", "A22")
    assert owed(match) == []


@pytest.mark.case("generation-lost", "20.3.3", "12.7.4(d)")
def test_battalions_for_which_there_is_no_counter_are_owed_until_there_is():
    match = arriving("campaign", 7, "pool: Bn01, 121/1\nE5: VIR >S\nA5: Bn02 >S, Bn03 >S")
    enter(match, "Bn01", "A4")
    assert options(match) == {"VIR", "Bn01", "Bn02", "Bn03", "done"}
    assert owed(match) == [(4, 0)]
    rebuilt = position("scenario: campaign\nturn: 7\nstep: german-movement\npool: 121/1\nE5: VIR >S\nA5: Bn02 >S, Bn03 >S")
    play(rebuilt, "done", "121/1-A5~mobile")  # the counters are free again, in the same movement
    assert {"Bn02"} <= options(rebuilt)


# ------------------------------------------------------------------------------------------------ 20.2 substitutes


@pytest.mark.case("generation-lost", "20.2", "20.2.1", "9.1.1-Small")
def test_german_substitutes_are_the_type_or_smaller_and_come_mobile():
    """GL-R238, GL-R306."""
    match = arriving("campaign", 29, "pool: 14R/1, 11R/1, 121/1, 5/1, Bn01\nA20: VIR >S")
    assert options(match) == {"VIR", "14R/1", "11R/1", "121/1", "done"}  # a 756 is larger, battalions are no regiments
    play(match, "14R/1")
    assert not legal(match, "14R/1-A20~entrenched")
    play(match, "14R/1-A20")
    enter(match, "121/1", "A20")
    assert owed(match) == [(1, 0)]
    run_to(match, "german-movement", turn=30)
    play(match, "done")
    assert "11R/1" in options(match)


@pytest.mark.case("generation-lost", "20.2.2", "20.2.2-Sub", "GL-E60")
def test_french_substitutes_are_smaller_divisions_reduced_ones_or_brigades():
    """A 756: from the pool a 756, a reduced 866, or a 436 and a 326; never a division and brigades."""
    text = "pool: 16Fr, 3Fr, B4.1, B4.2, B3.1\nP20: XXFr >N\nA20: 5/1 >S"
    match = arriving("campaign", 22, text, side="french")
    assert options(match) == {"XXFr", "16Fr", "3Fr", "B4.1", "B3.1", "done"}
    play(match, "3Fr")
    assert not legal(match, "3Fr-V13")
    play(match, "3Fr-V13~reduced")
    assert (steps(match, "3Fr"), owed(match)) == (3, [])
    match = arriving("campaign", 22, text, side="french")
    enter(match, "B4.1", "V13")
    assert owed(match) == [(0, 3)]
    assert options(match) == {"XXFr", "B4.1", "B4.2", "B3.1", "done"}  # no division any more
    play(match, "B4.2")
    assert not legal(match, "B4.2-V13")
    play(match, "B4.2-V13~reduced")
    assert (owed(match), steps(match, "B4.2")) == ([], 1)


@pytest.mark.case("generation-lost", "20.2.2-Sub")
def test_a_division_that_comes_for_several_types_comes_for_the_smallest():
    match = arriving("campaign", 21, "pool: 16Fr\nP20: XXFr >N\nA20: 5/1 >S", side="french")
    assert owed(match) == [(1, 0), (1, 0), (1, 0)]
    enter(match, "16Fr", "V13")
    types = [game_position(match).s.choices[o.row].row.type for o in game_position(match).owed]
    assert types == ["966", "866"]


@pytest.mark.case("generation-lost", "20.2.2-Sub")
def test_where_divisions_are_named_that_fight_already_counters_out_of_play_stand_in():
    """GL-R226: a 646 in August."""
    match = arriving("shall_not_pass", 27, "P20: XXFr >N\nA20: 5/1 >S", side="french")
    assert "67Fr" in options(match)
    assert doors(match, "67Fr") == {f"V{n}" for n in range(1, 22)} - {"V19"}


# ------------------------------------------------------------------------------------------------ 12.7.7 lulls


@pytest.mark.case("generation-lost", "12.7.7")
def test_in_a_lull_reinforcements_are_put_into_their_squares_as_far_as_they_hold_them():
    """GL-R17: the others wait, and all move in the next regular turn."""
    units = "due: 17Fr, 18Fr\nP20: XXFr >N\nA20: VIR >S\nM31: B4.1 >N"
    match = position(f"scenario: may_cup\nturn: 9\nstep: french-bombardment\nlull: yes\n{units}")
    while kind(match) != "PutReinforcements":
        play(match, "done")
    assert options(match) == {"17Fr-V13", "18Fr-V13", "done"}
    play(match, "17Fr-V13")
    assert step(match) != "french-movement"
    assert where(match, "17Fr", "18Fr") == ["V13", "due"]
    assert (spent(match, "17Fr"), states(match, "17Fr")) == (0, set())
    assert here(match, "V13") == {"17Fr"}


@pytest.mark.case("generation-lost", "12.7.7", "GL-R17")
def test_in_a_lull_nobody_is_put_elsewhere_if_the_enemy_holds_the_entry_square():
    units = "due: 17Fr, 18Fr\nP20: XXFr >N\nA20: VIR >S\nM31: B4.1 >N\nV13: Bn01 >S"
    match = position(f"scenario: may_cup\nturn: 9\nstep: french-bombardment\nlull: yes\n{units}")
    for _ in range(20):
        if match.player == "dice" or step(match) == "reorganization":
            break
        assert kind(match) != "PutReinforcements"
        play(match, "done")
    assert where(match, "17Fr", "18Fr") == ["due", "due"]


@pytest.mark.case("generation-lost", "20.2.2-Sub", "GL-R306")
def test_each_side_of_a_substitute_comes_by_the_squares_of_a_call_it_can_stand_for():
    calls = 'owed: [{"row":28,"count":1},{"row":24,"count":1}]'  # an 866 by V13, a 646 by the west of the south edge
    match = march(f"scenario: campaign\n{calls}\nA20: 25/1 >S\nT30: B3.1 >N\npool: 3Fr", "french", turn=35)
    play(match, "3Fr")
    assert {"3Fr-V13", "3Fr-V13~reduced", "3Fr-V5~reduced"} <= options(match) and "3Fr-V5" not in options(match)
    play(match, "3Fr-V5~reduced")
    assert owed(match) == [(1, 0)]
