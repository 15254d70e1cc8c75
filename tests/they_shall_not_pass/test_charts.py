"""The Assault Table and its notes."""

import pytest

from .kit import C, assault, at, declare, fight, move, options, play, position, result, shifts, states

COLUMNS = ["1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1+"]
ROWS = {
    1: "4/0 4/0 3/0 3/1 3/1 2/2 2/2 2/3 1/3",
    2: "4/0 3/0 3/1 3/1 2/2 2/2 2/3 1/3 1/3",
    3: "3/0 3/1 3/1 2/2 2/2 2/3 1/3 1/3 1/4",
    4: "3/1 3/1 2/2 2/2 2/2 1/3 1/3 1/4 0/4",
    5: "2/1 2/1 2/2 2/3 1/3 1/4 1/4 0/4 0/4",
    6: "2/1 2/2 1/2 1/3 1/4 1/4 0/4 0/4 0/4",
}
# Attackers on 3013 and 2914 against 3014, and the column they make on open ground.
ATTACKS = {
    "1:3": (["IR81 reduced"], "42RI, XXX.HQ"),
    "1:2": (["IR81 reduced"], "42RI"),
    "1:1": (["IR81"], "42RI"),
    "2:1": (["IR81", "IR87"], "42RI"),
    "3:1": (["IR81", "IR87"], "208R"),
    "4:1": (["IR81", "IR87"], "42RI reduced"),
    "5:1": (["IR81", "IR87", "FR80 reduced"], "42RI reduced"),
    "6:1": (["IR81", "IR87"], "208R reduced"),
    "7:1+": (["IR81", "IR87"], "II.44T reduced"),
}


@pytest.mark.case("they-shall-not-pass", "AT.1", "TP-R129")
def test_the_assault_table_is_the_printed_one():
    assert list(C.assault.columns) == COLUMNS
    assert {die: " ".join(cells) for die, cells in C.assault.rows.items()} == ROWS


@pytest.mark.case("they-shall-not-pass", "AT.1")
def test_the_hits_of_each_column_add_up_as_printed():
    hits = [[C.hits[C.assault.result(column, die)] for die in range(1, 7)] for column in range(9)]
    assert [sum(attacker for attacker, _ in column) for column in hits] == [18, 17, 14, 13, 11, 9, 7, 5, 3]
    assert [sum(defender for _, defender in column) for column in hits] == [3, 5, 8, 12, 14, 18, 19, 21, 22]


@pytest.mark.case("they-shall-not-pass", "AT.1", "TP-R129", "9.1b", "9.4")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize("column", COLUMNS)
def test_a_played_assault_reads_its_hits_from_column_and_die(column, die):
    attackers, defenders = ATTACKS[column]
    match = fight(f"3013: {', '.join(attackers)}\n3014: {defenders}", dice=[die])
    events = assault(match, "3014", *(unit.split()[0] for unit in attackers))
    expected = ROWS[die].split()[COLUMNS.index(column)]
    assert result(events) == expected
    assert f"column {column}: " in next(e.text for e in events if e.kind == "result")


@pytest.mark.case("they-shall-not-pass", "AT.1", "9.1b")
def test_the_odds_shown_before_the_roll_are_those_of_the_column():
    match = declare(fight("3013: IR81, IR87\n3014: 208R"), "3014", "IR81", "IR87")
    odds = match.odds(match.parse("attack"))
    assert {o.result: round(o.probability * 6) for o in odds.outcomes} == {"3/1": 1, "2/2": 3, "1/3": 1, "1/4": 1}


@pytest.mark.case("they-shall-not-pass", "AT.2")
def test_below_the_first_column_there_is_no_attack_and_above_the_last_one_it_is_the_last():
    assert "3014" not in options(fight("3013: GRem1\n3014: 208R"))  # 1 against 4
    assert "3014" in options(fight("3013: GRem1, GRem2\n3014: 208R, XXX.HQ"))  # 2 against 5 is 1:3
    match = fight("3013: IR81, IR87\n3014: XXX.HQ", dice=[1])
    assert result(assault(match, "3014", "IR81", "IR87")) == "1/3"  # 12:1 on the 7:1 column


@pytest.mark.case("they-shall-not-pass", "AT.3", "9.2")
def test_the_modifiers_are_those_of_the_chart():
    lines = {key: (line.value, line.case) for key, line in C.assault.shifts.items()}
    assert lines == {
        "pioneer": (1, "9.21"), "hill": (-1, "9.22"), "town": (-1, "9.23"), "woods": (-1, "9.23"), "fort": (-2, "9.24"),
        "trench": (-2, "9.24"), "city": (-3, "9.25"), "water": (-1, "9.26"),
    }  # fmt: skip


@pytest.mark.case("they-shall-not-pass", "AT.3", "9.2", "9.21", "9.22", "9.24")
def test_pioneer_slope_and_trench_are_counted_together():
    match = fight("1603: IR81, IR87, Pi21\n1704: 208R reduced")
    play(match, "1704", "IR81", "IR87", "Pi21")
    assert shifts(match) == {"9.21": 1, "9.22": -1, "9.24": -2}
    assert match.odds(match.parse("attack")).column == "5:1"  # 14 against 2 is 7:1, two down


@pytest.mark.case("they-shall-not-pass", "TP-R128", "2.11", "7.11")
def test_every_infantry_counter_is_reduced_to_half_fractions_up():
    infantry = [u for u in range(len(C.ids)) if C.foot[u] and C.steps[u] == 2]
    assert infantry and all(C.reduced[u] == (C.combat[u] + 1) // 2 for u in infantry)


@pytest.mark.case("they-shall-not-pass", "TP-R128", "8.0", "8.1a", "2.13")
def test_headquarters_move_and_a_divisional_gun_that_moves_is_not_turned_over():
    match = position("turn: 2\nstep: french-movement\n3014: XXX.HQ, AD14, XXX.A")
    for unit, turned in (("XXX.HQ", False), ("AD14", False), ("XXX.A", True)):
        move(match, unit, "3015")
        assert at(match, unit) == "3015" and ("fired" in states(match, unit)) is turned
