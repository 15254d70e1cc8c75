"""6.4 Reinforcements."""

import pytest

from .kit import C, at, barred, march, move, options, play, position, reach, refused, run_to, states, step

DIVISION_121 = ("IR60", "RIR7", "RIR56", "Pi121", "FAR241")
OFFER = f"turn: 5\nstep: german-reinforcements\nreserve: {', '.join(DIVISION_121)}\n"
RESERVE = (
    "reserve: XX.HQ, XX.A, 2Z, 3Z, 2T, 3T, AD37, 9Z, 1MZT, 418RI, 2BCP, 4BCP, AD153, 13RI, 29RI, 85RI, 95RI, AD16, "
    "I.HQ, I.A, 1RI, 43RI, 127RI, 201RI, AD1, 8RI, 33RI, 73RI, 110RI, AD2, IR60, RIR7, RIR56, Pi121, FAR241"
)
SCHEDULE = {
    3: ("RS.23", "1323", "XX.HQ XX.A 2Z 3Z 2T 3T AD37"),
    4: ("RS.24", "1323", "9Z 1MZT 418RI 2BCP 4BCP AD153"),
    5: ("RS.25", "1622", "13RI 29RI 85RI 95RI AD16"),
    6: ("RS.26", "1323", "I.HQ I.A 1RI 43RI 127RI 201RI AD1"),
    7: ("RS.27", "1323", "8RI 33RI 73RI 110RI AD2"),
}


def arrivals(turn: int, text: str = ""):
    """The French reinforcement step of a turn, when everything due earlier has come in already."""
    names = [unit for day, (_, _, units) in SCHEDULE.items() if day >= turn for unit in units.split()]
    return position(f"turn: {turn}\nstep: french-reinforcements\nreserve: {', '.join(names) or 'IR60'}\n{text}")


@pytest.mark.case("they-shall-not-pass", "6.4", "6.41", "RS.23", "RS.24", "RS.25", "RS.26", "RS.27")
@pytest.mark.parametrize("turn", SCHEDULE)
def test_the_french_divisions_arrive_on_their_day_in_their_hex(turn):
    case, cell, units = SCHEDULE[turn]
    match = arrivals(turn)
    assert {C.ids[u] for u in match.position.units_in(C.board.index[cell])} == set(units.split())
    later = {unit for day, (_, _, names) in SCHEDULE.items() if day > turn for unit in names.split()}
    assert {at(match, unit) for unit in later} <= {"reserve"}
    assert [e.cases for e in match.prelude if e.kind == "reinforcement"] == [(case,)]


@pytest.mark.case("they-shall-not-pass", "6.4", "3.4")
@pytest.mark.parametrize("turn", [1, 2, 8, 9])
def test_on_the_other_days_nobody_comes(turn):
    match = position(f"turn: {turn}\nstep: french-reinforcements\n{RESERVE if turn < 3 else 'reserve: IR60'}\n1609: XXX.HQ")
    assert not [e for e in match.prelude if e.kind == "reinforcement"]


@pytest.mark.case("they-shall-not-pass", "6.4", "8.33", "6.41")
def test_arrivals_pay_nothing_ignore_stacking_at_first_and_must_unstack_in_their_first_movement_phase():
    match = arrivals(4)
    assert len(match.position.units_in(C.board.index["1323"])) == 6  # 4.5 where 2 are allowed
    run_to(match, "french-movement")
    assert refused(match, "done").cases == ("8.31",)
    march(match, "9Z", "1521")  # with its whole allowance: four hexes of road would cost 2 of 8
    march(match, "1MZT", "1521")
    move(match, "418RI", "1422")
    move(match, "2BCP", "1422")
    assert match.legal(match.parse("done"))  # a hunter battalion and the guns stay behind


@pytest.mark.case("they-shall-not-pass", "6.42", "RS.25", "TP-R52")
@pytest.mark.parametrize("turn", range(1, 10))
def test_the_121st_division_is_offered_on_february_25_and_on_no_other_day(turn):
    match = position(f"turn: {turn}\nstep: german-reinforcements\nreserve: {', '.join(DIVISION_121)}\n1601: XVIII.HQ")
    assert (match.decision.kind == "OptionalDivision") is (turn == 5)
    assert not any(match.position.on_map(C.unit[u]) for u in DIVISION_121)


@pytest.mark.case("they-shall-not-pass", "6.42", "TP-R52")
def test_the_121st_division_comes_whole_or_not_at_all_and_does_not_wait():
    match = position(f"{OFFER}1601: XVIII.HQ\n1609: XXX.HQ", [6])
    refusing = match.clone()
    assert options(match) == {"enter", "decline"}
    play(match, "enter")
    for unit in DIVISION_121:  # each of them is placed; there is no way to hold one back
        assert {a.unit for a in match.actions()} == {unit}
        play(match, f"{unit}-1501")
    assert {at(match, unit) for unit in DIVISION_121} == {"1501"} and match.position.committed
    play(refusing, "decline")
    run_to(refusing, "french-movement")
    play(refusing, "done")
    assert refusing.position.turn == 6 and step(refusing) == "german-movement"  # not offered again
    assert {at(refusing, unit) for unit in DIVISION_121} == {"reserve"} and not refusing.position.committed


@pytest.mark.case("they-shall-not-pass", "6.42")
def test_its_units_enter_on_the_north_edge_from_1101_to_1701_together_or_apart():
    match = position(f"{OFFER}1502: 208R")
    play(match, "enter")
    free = {f"{c}01" for c in range(11, 18)}
    assert {a.cell for a in match.actions()} == free - {"1401", "1501", "1601"}  # not in an enemy zone
    for unit, cell in zip(DIVISION_121, ("1101", "1201", "1301", "1701", "1701"), strict=True):
        play(match, f"{unit}-{cell}")
    assert [at(match, unit) for unit in DIVISION_121] == ["1101", "1201", "1301", "1701", "1701"]


@pytest.mark.case("they-shall-not-pass", "6.42", "TP-R52", "16.0f", "15.2")
@pytest.mark.parametrize(("rules", "points"), [("none", -1), ("full_effort", 0)])
def test_calling_in_the_121st_division_costs_a_point_whatever_becomes_of_it(rules, points):
    match = position(f"{OFFER}options: {rules}\n1609: XXX.HQ")
    play(match, "enter", *(f"{unit}-1701" for unit in DIVISION_121))
    assert match.view("german").points == points


@pytest.mark.case("they-shall-not-pass", "TP-R20", "6.42", "9.32b", "6.32")
def test_the_121st_division_belongs_to_xviii_corps():
    assert {C.corps[C.unit[unit]] for unit in DIVISION_121} == {"XVIII"}
    home = position("turn: 6\nstep: german-replacements\n1601: XVIII.HQ\n2201: V.HQ\neliminated: IR60 lost")
    play(home, "return:IR60=1")
    assert at(home, "IR60") == "1601"
    fed = position("turn: 6\nstep: german-supply\n1701: IR60\n2201: V.HQ\n1609: XXX.HQ")
    assert "unsupplied" in states(fed, "IR60")
    guns = position("turn: 6\nstep: german-assault\n3013: IR60\n3011: XVIII.A1, V.A1\n3014: 208R")
    play(guns, "3014", "IR60")
    assert options(guns) == {"XVIII.A1", "attack"}


@pytest.mark.case("they-shall-not-pass", "TP-R51", "6.41")
def test_with_its_entry_hex_closed_a_division_may_come_in_by_the_other_or_wait():
    match = arrivals(4, "1322: IR81")  # its zone lies on 1323
    assert match.player == "french" and options(match) == {"1622", "wait"}
    twin = match.clone()
    play(match, "1622")
    assert at(match, "9Z") == at(match, "AD153") == "1622"
    play(twin, "wait")
    assert at(twin, "9Z") == "reserve"


@pytest.mark.case("they-shall-not-pass", "TP-R51")
def test_who_waited_comes_in_on_a_later_day():
    late = position("turn: 6\nstep: french-reinforcements\nreserve: 9Z, 1MZT, 418RI, 2BCP, 4BCP, AD153")
    assert at(late, "9Z") == "1323"
    shut = position("turn: 4\nstep: french-reinforcements\nreserve: 9Z\n1323: IR81\n1622: IR87")
    assert at(shut, "9Z") == "reserve" and step(shut) != "french-reinforcements"  # nowhere to go


@pytest.mark.case("they-shall-not-pass", "TP-R51", "8.44")
def test_a_friend_in_the_entry_hex_keeps_it_open_in_an_enemy_zone():
    match = arrivals(4, "1322: IR81\n1323: 35RI")
    assert at(match, "9Z") == "1323"
    sixteenth = arrivals(5, "1721: IR81\n1722: IR87")  # 1622 lies in their zones
    assert options(sixteenth) == {"1323", "wait"}


@pytest.mark.case("they-shall-not-pass", "6.4", "8.2", "TP-R72", "TP-R32")
def test_arrivals_may_march_strategically_on_their_first_day():
    match = arrivals(4)
    assert "strategic:9Z" in options(match)
    assert "1316" in reach(match, "9Z", strategic=True)
    assert barred(match, "9Z", "1323").cases == ("8.0",)
