"""12.3.4, 12.4.2(a), 12.5: guns in the bog, on the Voie Sacree, roads and rails, before start trenches, behind engineers."""

import pytest

from .kit import (
    C,
    at,
    barred,
    game_position,
    kind,
    march,
    move,
    odds,
    options,
    order,
    play,
    price,
    reach,
    refused,
    spent,
    states,
    where,
)

LABELS = C.board.labels


def beside(cell):
    """The squares next to one, on its bank."""
    return {LABELS[n] for n in C.near[C.board.index[cell]]}


# ------------------------------------------------------------------------------------------------ 12.3.4 the bog


@pytest.mark.case("generation-lost", "12.3.4(a)", "19.1.5(j)")
def test_guns_move_normally_on_the_first_turn():
    match = march("scenario: firestorm\nP31: F75.1 >N\nM31: 11R/1 >S disrupted", side="french", turn=1)
    assert price(match, "F75.1", "P32", "P33") == 2
    later = march("scenario: firestorm\nP31: F75.1 >N\nM31: 11R/1 >S disrupted", side="french", turn=2)
    assert reach(later, "F75.1") == beside("P31")


@pytest.mark.case("generation-lost", "12.3.4(b)", "3.0-ArtilleryBog", "19.1.5(j)")
def test_in_the_bog_a_gun_moves_one_square_whatever_it_costs():
    """GL-R90: any square its kind may enter, away from the front as well, but not a fort."""
    match = march("O25: F75.1 >N suppressed\nO24: B4.1 >N", side="french")
    assert reach(match, "F75.1") == beside("O25") - {"N25", "P26"}
    move(match, "F75.1", "O24")
    assert reach(match, "F75.1") == set()
    verdict = barred(march("O25: F75.1 >N", side="french"), "F75.1", "P23")
    assert verdict.reason == "F75.1 moves one square in a phase from the German start line southwards"
    assert verdict.cases == ("12.3.4(b)",)
    zoned = march("P31: F75.1 >N\nO31: 11R/1 >S", side="french")
    assert reach(zoned, "F75.1") == {"Q30", "Q31", "Q32"}  # not from zone to zone
    on_the_line = march("D14: G77.1 >S")
    assert reach(on_the_line, "G77.1") == beside("D14")  # GL-R89: the German start line itself is bog


@pytest.mark.case("generation-lost", "12.3.4(b)", "12.3.4(d)")
def test_north_of_the_german_line_guns_march_and_stick_where_the_bog_begins():
    """GL-R281: and who leaves the bog northwards has moved."""
    match = march("B22: G77.1 >S\nM31: B4.1 >N")
    assert price(match, "G77.1", "B23", "B24") == 2
    assert "C22" in reach(match, "G77.1")
    assert "D21" not in reach(match, "G77.1")
    move(match, "G77.1", "C22")
    assert reach(match, "G77.1") == set()
    back = march("C22: G77.1 >S\nM31: B4.1 >N")
    move(back, "G77.1", "B22")
    assert reach(back, "G77.1") == set()


@pytest.mark.case("generation-lost", "12.3.4(d)")
def test_other_units_do_not_feel_the_bog():
    match = march("P31: 11R/1 >S, VIR >S\nV1: B4.1 >N")
    assert price(match, "VIR", "P32", "P33", "Q32") == 4


@pytest.mark.case("generation-lost", "12.3.4(c)")
def test_french_guns_on_the_voie_sacree_use_the_road():
    """GL-R90, GL-R281: from V13 to Verdun with their points, or one square of bog, not both."""
    match = march("V14: F75.1 >N\nA1: 11R/1 >S", side="french")
    assert {"V13", "U15", "T16", "S17", "R18", "Q19"} <= reach(match, "F75.1")
    assert "U14" in reach(match, "F75.1")
    assert price(match, "F75.1", "Q19") == 2.5
    assert "P19" not in reach(match, "F75.1")
    move(match, "F75.1", "U15")
    assert reach(match, "F75.1") == {"V14", "V13", "T16", "S17", "R18", "Q19"}
    bog = march("V14: F75.1 >N\nA1: 11R/1 >S", side="french")
    move(bog, "F75.1", "U14")
    assert reach(bog, "F75.1") == set()
    slow = march("V14: F305H.1 >N\nA1: 11R/1 >S", side="french")  # one point: two squares, four away from the front
    assert reach(slow, "F305H.1") == {"V13", "U15", "T16", "S17", "R18"}
    assert reach(march("V14: G77.1 >S"), "G77.1") == beside("V14")  # French guns only


# ------------------------------------------------------------------------------------------------ 12.4.2(a) rain and snow


@pytest.mark.case("generation-lost", "12.4.2(a)")
def test_no_gun_moves_in_rain_or_snow():
    for weather in (2, 3):
        match = march(f"weather: {weather}\nB22: G77.1 >S")
        assert reach(match, "G77.1") == set()
        verdict = barred(match, "G77.1", "B23")
        assert (verdict.reason, verdict.cases) == ("G77.1 does not move in rain or snow: no engineer hauls it", ("12.4.2(a)",))
    assert reach(march("weather: 2\nV14: F75.1 >N", side="french"), "F75.1") == set()


@pytest.mark.case("generation-lost", "12.4.2(a)")
def test_an_engineer_hauls_one_german_gun_at_its_rate():
    """GL-R282: five points less two; both have moved then."""
    match = march("weather: 2\nB22: G77.1 >S, G77.2 >S, Eng1 >S entrenched\nB24: B4.1 >N disrupted")
    assert price(match, "G77.1", "B23") == 1
    twin = match.clone()
    play(twin, "G77.1")
    assert "3 movement points:" in twin.decision.prompt
    move(match, "G77.1", "B23")
    assert where(match, "G77.1", "Eng1", "G77.2") == ["B23", "B23", "B22"]
    assert order(match, "Eng1") == set()  # its trench stays behind
    assert refused(match, "Eng1").reason == "Eng1 has finished its move"
    assert reach(match, "G77.1") == reach(match, "G77.2") == set()
    bog = march("weather: 3\nP31: G150 >S, Eng1 >S")
    assert reach(bog, "G150") == beside("P31")
    gone = march("weather: 2\nB22: G77.1 >S, Eng1 >S\nM31: B4.1 >N")
    move(gone, "Eng1", "B23")
    assert reach(gone, "G77.1") == set()


@pytest.mark.case("generation-lost", "12.4.2(a)", "12.4.2(b)", "GL-R282")
def test_of_two_engineers_the_one_hauls_that_loses_no_trench_unless_it_stays():
    """R36."""
    text = "weather: 2\nB22: G77.1 >S, Eng1 >S entrenched, Eng2 >S"
    match = march(text)
    move(match, "G77.1", "B23")
    assert where(match, "Eng1", "Eng2") == ["B22", "B23"] and order(match, "Eng1") == {"entrenched"}
    other = march(text)
    play(other, "Eng2", "stay:Eng2")
    move(other, "G77.1", "B23")
    assert where(other, "Eng1", "Eng2") == ["B23", "B22"] and order(other, "Eng1") == set()


# ------------------------------------------------------------------------------------------------ 12.5 the heaviest


@pytest.mark.case("generation-lost", "12.5.1")
def test_guns_of_movement_one_keep_to_major_roads_and_out_of_start_trenches():
    match = march("B25: G420.1 >S\nM31: B4.1 >N")
    road = {LABELS[n] for n in C.board.edges["major"][C.board.index["B25"]]}
    assert "C24" in road  # a start trench lies there
    assert road - {"C24"} <= reach(match, "G420.1")
    assert all(C.board.edges["major"][C.board.index[cell]] for cell in reach(match, "G420.1"))
    assert price(match, "G420.1", "C25") == 0.5
    for cell in ("C24", "B24"):
        verdict = barred(match, "G420.1", cell)
        assert verdict.reason == "G420.1 keeps to major roads and enters no start trench"
        assert verdict.cases == ("12.5.1",)
    bog = march("L11: F305H.1 >N\nA1: 11R/1 >S", side="french")
    assert reach(bog, "F305H.1") == {"L10", "L12"}


@pytest.mark.case("generation-lost", "12.5.2")
def test_the_380_goes_by_rail_north_of_the_line_as_far_as_it_likes():
    """GL-R97."""
    match = march("A29: G380 >S\nM31: B4.1 >N")
    assert {"B28", "B27", "B26", "C25"} <= reach(match, "G380")
    assert all(C.north[C.board.index[cell]] and C.board.edges["rail"][C.board.index[cell]] for cell in reach(match, "G380"))
    assert barred(match, "G380", "A28").cases == ("12.5.2",)
    move(match, "G380", "C25")
    assert reach(match, "G380") == set()
    assert reach(march("weather: 2\nA29: G380 >S, Eng1 >S"), "G380") == set()
    assert reach(march("A29: G380 >S\nB30: B4.1 >N"), "G380") == set()  # out of no enemy zone


@pytest.mark.case("generation-lost", "12.5.3")
def test_the_400s_go_a_square_a_turn_by_western_rails_and_into_verdun():
    assert reach(march("S18: F400.1 >N", side="french"), "F400.1") == {"T19", "R18"}
    match = march("Q19: F400.1 >N", side="french")
    assert reach(match, "F400.1") == {"P19", "R18"}
    match = march("P19: F400.1 >N", side="french")
    assert reach(match, "F400.1") == {"Q19"}  # neither P20 over the Meuse nor O18 beyond the town
    assert barred(match, "F400.1", "P20").cases == ("12.5.3", "12.3.4(b)")


@pytest.mark.case("generation-lost", "12.5.4", "3.0-HeavyArtillery", "3.0-FieldArtillery")
def test_heavy_guns_roll_before_a_start_trench():
    """GL-R91: range 7 and more, and the 105H; a one lets them in."""
    for unit in ("G150", "G105H.1"):
        match = march(f"A22: {unit} >S\nM31: B4.1 >N", dice=[1])
        move(match, unit, "C22")
        assert at(match, unit) == "C22"
        assert reach(match, unit) == set()
        failed = march(f"A22: {unit} >S\nM31: B4.1 >N", dice=[2])
        move(failed, unit, "C22")
        assert at(failed, unit) == "B22"  # it came up to the trench, and its move is over
        assert reach(failed, unit) == set()
    match = march("B22: G150 >S\nM31: B4.1 >N")
    move(match, "G150", "C22")
    assert kind(match) == "TrenchDie"
    assert [(o.result, round(o.probability, 3)) for o in odds(match).outcomes] == [("enters", 0.167), ("stops", 0.833)]
    field = march("B22: G77.1 >S\nM31: B4.1 >N")
    move(field, "G77.1", "C22")
    assert at(field, "G77.1") == "C22"  # no roll


@pytest.mark.case("generation-lost", "12.5.4", "12.9.2")
@pytest.mark.parametrize(("die", "cell", "paid"), [(1, "C22", 6.5), (2, "B22", 4.5)])
def test_a_heavy_gun_off_the_front_comes_up_to_a_trench_by_the_way_that_leads_into_it(die, cell, paid):
    """To B22 a way along the front is cheaper, but twice the allowance takes the gun on only if it keeps off the front."""
    match = march("A19: G150 >N\nA20: Bn24 >S\nB21: 13R/4 >S entrenched\nD19: 59C.2 >E", dice=[die])
    move(match, "G150", "C22")
    assert (at(match, "G150"), spent(match, "G150")) == (cell, paid)
    assert "near" not in states(match, "G150")


@pytest.mark.case("generation-lost", "12.5.4")
def test_the_price_of_the_trench_square_is_paid_and_must_be_there():
    match = march("B22: G150 >S\nM31: B4.1 >N", dice=[1])
    move(match, "G150", "C22")
    assert spent(match, "G150") == 2
    free = march("scenario: firestorm\nB22: G150 >S suppressed\nD22: B4.1 >N disrupted\nA24: 11R/1 >S", turn=1, dice=[1])
    game_position(free).spent[C.unit["G150"]] = 6  # one point left of four
    assert "C22" not in reach(free, "G150")


@pytest.mark.case("generation-lost", "12.5.4", "12.4.2(a)")
def test_a_hauled_gun_rolls_too_and_its_engineer_stays_with_it():
    for die, cell in ((1, "C22"), (4, "B22")):
        match = march("weather: 2\nB22: G150 >S, Eng1 >S\nM31: B4.1 >N", dice=[die])
        move(match, "G150", "C22")
        assert where(match, "G150", "Eng1") == [cell, cell]
        assert "moved" in states(match, "Eng1")
        assert "Eng1" not in options(match)


@pytest.mark.case("generation-lost", "12.5.4")
def test_in_a_start_trench_on_the_first_turn_a_heavy_gun_stops():
    match = march("scenario: firestorm\nF24: F155H.1 >N\nA1: 11R/1 >S", side="french", turn=1, dice=[1])
    play(match, "F155H.1", "F155H.1-F25")
    assert at(match, "F155H.1") == "F25"
    assert reach(match, "F155H.1") == set()


@pytest.mark.case("generation-lost", "12.4.2(a)")
def test_an_engineer_that_stays_hauls_nothing():
    match = march("weather: 2\nB22: G77.1 >S, Eng1 >S\nM31: B4.1 >N")
    assert reach(match, "G77.1")
    play(match, "Eng1", "stay:Eng1")
    assert reach(match, "G77.1") == set()
