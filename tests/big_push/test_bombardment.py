"""6.0 to 6.3.3: who may bombard what, and which row and column of the table it is."""

import pytest

from .kit import (
    ALLIED_GUNS,
    GERMAN_GUNS,
    C,
    barrage,
    barrage_odds,
    guns,
    interdicted,
    kind,
    legal,
    lines,
    options,
    order,
    play,
    position,
    refused,
    result,
    roll,
    shell,
    states,
    step,
    texts,
)

CELL = C.board.index


def row_of(text, cell):
    """The row of the table by which units in a square are shelled."""
    return guns(text).position.shell_row(CELL[cell])


@pytest.mark.case("big-push", "6.0", "6.1", "6.3")
def test_one_bombardment_after_another_until_all_guns_have_fired_or_the_player_stops():
    match = guns(f"K5: 8/73 >W\nK7: 8/93 >W\n{ALLIED_GUNS}", dice=[6, 6])
    barrage(match, "K5", "BA3", "BA5")
    assert refused_gun(match, "K7", "BA3") == ("BA3 has fired in this phase", "6.3")
    barrage(match, "K7", "BA8", "BA9", "FA2")
    assert {u for u in ("BA3", "BA5", "BA8", "BA9", "FA2", "FA4") if "fired" in states(match, u)} == {
        "BA3", "BA5", "BA8", "BA9", "FA2",
    }  # fmt: skip
    play(match, "done")
    assert step(match) == "allied-movement"


def refused_gun(match, cell, gun):
    twin = match.clone()
    play(twin, cell)
    verdict = refused(twin, gun)
    return verdict.reason, verdict.cases[0]


@pytest.mark.case("big-push", "6.0")
def test_guns_hit_the_front_the_rear_and_empty_squares():
    match = guns(f"K5: 8/73 >W\nL7: GA02 >W\n{ALLIED_GUNS}")
    assert {"K5", "L7", "J6"} <= options(match)


@pytest.mark.case("big-push", "6.2")
def test_rows_go_from_clear_to_start_trench():
    least = [C.least[row] for row in ("clear", "woods", "second_trench", "ridge", "start_trench")]
    assert least == sorted(least) and len(set(least)) == 5
    assert C.least["clear"] == C.bombardment_rows["clear"].least[0]


@pytest.mark.case("big-push", "6.2.1", "6.2")
def test_of_several_terrains_the_one_that_costs_most_counts():
    """EX-01: woods and ridge are shelled as ridge; a town counts as woods."""
    assert [row_of(f"{cell}: 8/73 >W", cell) for cell in ("H16", "F11", "K14", "K17", "L15", "G5")] == [
        "woods",
        "ridge",
        "ridge",
        "ridge",
        "woods",
        "clear",
    ]


@pytest.mark.case("big-push", "6.2.1/1", "3.5/start-line")
def test_a_start_trench_shelters_every_unit_of_either_side_but_not_cavalry_alone():
    assert row_of("C5: 8/73 >W", "C5") == "start_trench"
    assert row_of("B5: 8/73 >W", "B5") == "start_trench"  # Germans in the Allied trench
    assert row_of("C5: 46Br >E", "C5") == "start_trench"
    assert row_of("B5: 1Cav >E", "B5") == "clear"  # BP-R26
    assert row_of("B5: 1Cav >E, B4.1 >E", "B5") == "start_trench"
    assert row_of("C7: 8/73 >W", "C7") == "start_trench"  # on a ridge too
    assert row_of("G5: 8/73 >W", "C5") == "start_trench"  # vacant


@pytest.mark.case("big-push", "6.2.1/2", "6.2.1")
def test_entrenched_germans_off_the_start_line_have_a_second_trench_and_share_it():
    """EX-67, EX-68: it outranks woods, a ridge outranks it."""
    assert row_of("G5: 8/73 >W entrenched", "G5") == "second_trench"
    assert row_of("G5: 8/73 >W, 8/93 >W entrenched", "G5") == "second_trench"
    assert row_of("G5: 8/73 >W", "G5") == "clear"
    assert row_of("H16: 8/73 >W entrenched", "H16") == "second_trench"
    assert row_of("F11: 8/73 >W entrenched", "F11") == "ridge"
    assert row_of("B5: 8/73 >W entrenched", "B5") == "start_trench"  # BP-R27


@pytest.mark.case("big-push", "6.2.1/3", "6.2.1")
def test_five_factors_cannot_bombard_a_ridge_six_can():
    """EX-02, EX-67."""
    five = guns("C11: FA2 >E\nF11: 8/73 >W entrenched")
    assert refused(five, "F11").cases[0] == "6.2.1/3"
    assert refused(five, "F11").reason == "Ridge needs 6 factors; fewer reach F11"
    six = guns("C11: BA4 >E, BA6 >E\nF11: 8/73 >W entrenched")
    assert barrage_odds(six, "F11", "BA4", "BA6").column == "2"
    play(six, "F11", "BA4")
    assert refused(six, "fire").cases[0] == "6.2.1/3"


@pytest.mark.case("big-push", "6.2.1/4", "6.2.1/3", "6.2.1/2")
def test_factors_between_two_columns_use_the_lower_one():
    """EX-03: 7 on clear is the 6 column; EX-62, EX-67, EX-68: the rows of the other terrains; above the last column the
    last one counts."""

    def columns(row, *factors):
        return [C.bombardment_column(row, n) + 1 for n in factors]

    assert columns("clear", 1, 5, 6, 7, 8, 60) == [0, 3, 4, 4, 5, 9]
    assert columns("start_trench", 7, 8, 9, 10, 40) == [0, 2, 2, 3, 9]
    assert columns("ridge", 5, 6, 9) == [0, 2, 3]
    assert columns("second_trench", 3, 4, 7) == [0, 1, 2]
    match = guns("C5: BA3 >E\nC6: BA2 >E\nG5: 8/73 >W")
    seven = barrage_odds(match, "G5", "BA3", "BA2")
    assert (seven.column, C.bombardment_rows["clear"].least[3]) == ("4", 6)


@pytest.mark.case("big-push", "6.3.1")
def test_range_counts_the_target_and_not_the_gun():
    """EX-04: three, four and seven squares from a gun that reaches six."""
    cell = C.board.index
    assert [C.board.distance(cell["B2"], cell[x]) for x in ("E2", "F6", "I5")] == [3, 4, 7]
    match = guns("B2: BA2 >E\nE2: 8/73 >W\nF6: 8/93 >W\nI5: 8/153 >W")
    assert legal(match, "E2") and legal(match, "F6")
    assert refused(match, "I5").cases == ("6.3.1",)
    assert refused(match, "I5").reason == "No gun that can fire has I5 in range"


@pytest.mark.case("big-push", "6.3.1")
def test_calibers_may_combine_but_each_must_be_in_range():
    match = guns("B2: BA2 >E\nC2: BA3 >E\nH2: 8/73 >W\nI2: 8/93 >W")
    assert {line.text for line in barrage_odds(match, "H2", "BA2", "BA3").lines if line.kind == "attack"} == {"{BA2}", "{BA3}"}
    play(match, "I2", "BA3")
    assert refused(match, "BA2").reason == "I2 is out of BA2's range"


@pytest.mark.case("big-push", "6.3.1", "6.1")
def test_british_and_french_guns_may_fire_together():
    """BP-R152."""
    match = guns("C5: BA3 >E\nC6: FA2 >E\nG5: 8/73 >W")
    assert barrage_odds(match, "G5", "BA3", "FA2").column == "5"


@pytest.mark.case("big-push", "6.3.2", "6.3")
@pytest.mark.parametrize("state", ["disrupted", "suppressed"])
def test_disordered_guns_are_silent(state):
    match = guns(f"C5: BA3 >E {state}\nC6: BA5 >E\nG5: 8/73 >W")
    play(match, "G5")
    assert refused(match, "BA3").reason == "BA3 is not in good order"
    assert refused(match, "BA3").cases == ("6.3.2",)
    assert "BA5" in options(match)


@pytest.mark.case("big-push", "6.3.2")
def test_interdicted_guns_are_silent_in_attack_and_answer():
    """BP-R25: as long as the marker lies there, whoever laid it."""
    match = guns("interdicted: C5=2 N5=1\nC5: BA3 >E\nC6: BA5 >E\nG5: 8/73 >W\nN5: GA09 >W")
    play(match, "G5")
    assert refused(match, "BA3").reason == "BA3 is in an interdicted or engaged square"
    play(match, "BA5", "fire")
    assert kind(match) == "BombardmentRoll"  # GA09 would reach, but cannot answer


@pytest.mark.case("big-push", "6.3.2/1", "6.5.1")
def test_guns_out_of_supply_fire_worse_each_of_them_also_beside_others():
    text = "C5: BA3 >E\nC6: BA2 >E\nC7: BA4 >E\nG5: 8/73 >W\n"
    none = guns(text)
    assert modifiers(none, "BA2") == {"gun out of supply": 1}
    assert modifiers(none, "BA2", "BA4") == {"gun out of supply": 2}
    all_of_them = guns(text + "A9: VII supply")
    assert modifiers(all_of_them, "BA2", "BA4") == {}
    some = guns(text + "A11: VII supply\nC15: VIII >E", dice=())
    some.position.weather = C.weathers.index("snow")  # supply within four squares
    assert modifiers(some, "BA2", "BA4") == {"gun out of supply": 1}


def modifiers(match, *units):
    found = barrage_odds(match, "G5", *units)
    return {line.text: line.value for line in found.lines if line.kind == "die"}


@pytest.mark.case("big-push", "6.3.2/1")
def test_supply_comes_from_the_own_nation_over_squares_free_of_the_enemy():
    """As for an assault (11.1): an enemy zone cuts the line, the other nation's HQ is none."""
    assert "gun out of supply" in modifiers(guns("C6: BA2 >E\nA6: XX supply\nG5: 8/73 >W"), "BA2")
    assert "gun out of supply" in modifiers(guns("C6: BA2 >E\nA6: VII >E\nG5: 8/73 >W"), "BA2")
    cut = "C1: BA2 >E\nC9: VII supply\nG5: 8/73 >W\nC5: 8/93 >W\nA5: 8/153 >W\nE5: 17R/75 >W\nG4: 17R/76 >W"
    assert "gun out of supply" in modifiers(guns(cut), "BA2")
    assert "gun out of supply" not in modifiers(guns("C1: BA2 >E\nC9: VII supply\nG5: 8/73 >W"), "BA2")


@pytest.mark.case("big-push", "6.3.2/2")
def test_all_factors_of_a_gun_go_to_one_square():
    match = guns(f"K5: 8/73 >W\nK7: 8/93 >W\n{ALLIED_GUNS}", dice=[6])
    play(match, "K5", "FA4", "fire")
    play(match, "K7")
    assert "6.3.2/2" in refused(match, "FA4").cases


@pytest.mark.case("big-push", "6.3.2/3")
def test_a_square_may_be_bombarded_again_but_a_firing_square_answered_once():
    match = guns(f"K5: 8/73 >W\nN5: GA09 >W\nL6: GA08 >W\n{ALLIED_GUNS}", dice=[6, 6])
    play(match, "K5", "BA3", "BA8", "fire")
    assert options(match) == {"C5", "C6", "done"}
    play(match, "C5", "GA09", "fire", "done")
    play(match, "K5", "BA5", "BA9", "fire")  # from the same two squares
    assert refused(match, "C5").cases == ("6.3.2/3",)
    assert refused(match, "C5").reason == "C5 has been answered in this phase"
    assert options(match) == {"C6", "done"}


@pytest.mark.case("big-push", "6.3.2/4")
def test_engaged_squares_are_never_shelled_nor_bombed():
    match = position(
        f"""
        turn: 2
        step: allied-bombardment
        engagements: [{{"cell":{CELL["K5"]},"side":0,"units":[{C.unit["46Br"]}],"starts":[{CELL["J5"]}],"facings":[2]}}]
        K5: 46Br >E, 8/73 >W
        L5: 8/93 >W
        """
        + ALLIED_GUNS.replace("\n", "\n        ")
    )
    assert kind(match) == "PlaceAir" and "K5" not in options(match)
    play(match, "done")
    assert refused(match, "K5").cases[0] == "6.3.2/4"
    assert refused(match, "K5").reason == "K5 cannot be shelled: its units are engaged"
    assert legal(match, "L5")


@pytest.mark.case("big-push", "6.3.2/4")
def test_engaged_guns_do_not_fire():
    """BP-R152."""
    match = guns(
        f"""
        engagements: [{{"cell":{CELL["K5"]},"side":1,"units":[{C.unit["8/73"]}],"starts":[{CELL["L5"]}],"facings":[6]}}]
        K5: BA3 >E, 8/73 >W
        K9: BA5 >E
        O5: 8/93 >W
        """
    )
    play(match, "O5")
    assert refused(match, "BA3").reason == "BA3 is in an interdicted or engaged square"


@pytest.mark.case("big-push", "6.3.3", "6.5.1/4")
@pytest.mark.parametrize("wanted", ["I", "S", "D", "ST"])
def test_any_adverse_result_interdicts_a_vacant_square(wanted):
    match = guns(f"N5: 8/73 >W\n{ALLIED_GUNS}")
    shell(match, "K5", wanted)
    assert interdicted(match) == {"K5"}


@pytest.mark.case("big-push", "6.3.3", "6.5.1/5")
def test_a_miss_does_not_interdict():
    match = guns(f"N5: 8/73 >W\n{ALLIED_GUNS}")
    shell(match, "K5", "-")
    assert interdicted(match) == set()


@pytest.mark.case("big-push", "6.1")
def test_too_few_guns_left_after_counter_battery_miss_without_a_roll():
    """BP-R19: the ridge needs six factors; the guns count as having fired."""
    match = guns("C11: BA4 >E\nC10: BA6 >E\nF11: 8/73 >W\nJ11: GA09 >W", dice=[1])
    play(match, "F11", "BA4", "BA6", "fire", "C11", "GA09")
    events = play(match, "fire")
    assert texts(events)[-1] == "Bombardment of F11: too few factors are left, no effect"
    assert order(match, "BA4") == {"disrupted"}
    assert {"fired"} <= states(match, "BA6")
    assert kind(match) == "Bombardment"


@pytest.mark.case("big-push", "6.5", "6.5.1")
def test_one_die_modified_and_the_result_at_once():
    """EX-05: three German guns, two heavy, one out of supply, with air observation: -2."""
    match = guns(
        """
        observation: german
        K5: 46Br >E
        S5: GA08 >W, GA01 >W
        L7: GA02 >W
        U6: IX supply
        """,
        side="german",
    )
    match.position.weather = C.weathers.index("rain")  # supply within five squares: GA02 has none
    barrage(match, "K5", "GA08", "GA01", "GA02")
    assert lines(match) == {"heavy gun": -2, "gun out of supply": 1, "own air observation": -1}
    assert sum(lines(match).values()) == -2
    events = play(match, "5")
    assert result(events) == C.bombardment.result(5, 3)  # 11 factors on clear are column 6, a 5 counts as a 3
    assert kind(match) == "Bombardment"


@pytest.mark.case("big-push", "6.5.1")
def test_cavalry_in_the_target_makes_it_worse_even_beside_others():
    alone = guns(f"K5: 1Cav >E\nN5: 8/73 >W\n{GERMAN_GUNS}", side="german")
    beside = guns(f"K5: 1Cav >E, B4.1 >E\nN5: 8/73 >W\n{GERMAN_GUNS}", side="german")
    both = guns(f"K5: 1Cav >E, 3Cav >E\nN5: 8/73 >W\n{GERMAN_GUNS}", side="german")
    found = [barrage_odds(match, "K5", "GA08") for match in (alone, beside, both)]
    assert [{t.text: t.value for t in o.lines if t.kind == "die"} for o in found] == [
        {"heavy gun": -1, "cavalry in the target square": -2}
    ] * 3


@pytest.mark.case("big-push", "6.5.1/6")
def test_nobody_retreats_from_shells():
    match = guns(f"K5: 8/73 >W entrenched\n{ALLIED_GUNS}")
    shell(match, "K5", "D")
    assert match.position.place[C.unit["8/73"]] == CELL["K5"]
    assert kind(match) == "Bombardment"


@pytest.mark.case("big-push", "6.5.1/5")
def test_a_dash_does_nothing():
    match = guns(f"K5: 8/73 >W entrenched\n{ALLIED_GUNS}")
    before = match.position.status[C.unit["8/73"]]
    shell(match, "K5", "-")
    assert (match.position.status[C.unit["8/73"]], interdicted(match)) == (before, set())


@pytest.mark.case("big-push", "6.3.3", "6.5.1/4")
def test_a_square_with_units_is_interdicted_by_an_i_and_carries_one_marker():
    """BP-R150: the first stays."""
    match = guns(f"interdicted: K6=2\nK5: 8/73 >W entrenched\nK6: 8/93 >W\n{ALLIED_GUNS}\nC9: BA2 >E, BA4 >E")
    barrage(match, "K5", "BA3", "BA5")
    roll(match, "I")
    assert (interdicted(match), order(match, "8/73")) == ({"K5", "K6"}, {"entrenched"})
    assert not texts(shell(match, "K6", "I"), "interdict")
    assert match.position.interdicted[CELL["K6"]] == 2


@pytest.mark.case("big-push", "6.3.1", "1.0")
def test_with_three_players_each_ally_adds_his_own_guns_or_does_not():
    """BP-R09: the ridge needs six factors; without the French gun nothing is fired and nothing is spent."""
    text = "options: three_players\nC11: BA3 >E\nC10: FA2 >E\nF11: 8/73 >W"
    match = guns(text)
    play(match, "F11@british", "BA3", "fire")
    assert (match.player, options(match)) == ("french", {"FA2", "fire"})
    together, alone = match.clone(), match.clone()
    play(together, "FA2", "fire")
    assert lines(together, of="attack") == {"BA3": 4, "FA2": 5}
    events = play(alone, "fire")
    assert texts(events) == ["F11 is not bombarded: too few guns joined"]
    assert "fired" not in states(alone, "BA3")


@pytest.mark.case("big-push", "6.5")
def test_the_log_says_in_words_what_the_shells_did():
    match = guns(f"K5: 8/73 >W\n{ALLIED_GUNS}\npool: Bn01")
    assert texts(shell(match, "K5", "2ST"))[0] == "Bombardment of K5 on column 9: 2ST, the defender loses 2 steps"
