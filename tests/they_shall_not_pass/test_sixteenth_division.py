"""14.2 The 16th Division, which has no corps."""

import pytest

from .kit import C, assault, at, fight, move, options, play, position, refused, states


@pytest.mark.case("they-shall-not-pass", "14.2", "6.41", "RS.25")
def test_it_enters_at_1622_on_february_25():
    units = "13RI, 29RI, 85RI, 95RI, AD16"
    match = position(f"turn: 5\nstep: french-reinforcements\nreserve: {units}")
    assert {at(match, unit) for unit in units.split(", ")} == {"1622"}
    match = position(f"turn: 4\nstep: french-reinforcements\nreserve: {units}\n1421: XX.HQ")
    assert at(match, "13RI") == "reserve"


@pytest.mark.case("they-shall-not-pass", "14.2", "TP-R103", "9.32b")
def test_no_corps_guns_support_it_but_its_own_do():
    match = fight("3013: IR81\n3014: 13RI\n3016: XXX.A, XX.A, I.A\n3017: AD16, AD14")
    assault(match, "3014", "IR81")
    assert options(match) == {"AD16", "ready"}
    match = fight("3014: 13RI\n3013: IR81\n3016: XXX.A, AD16", side="french")
    play(match, "3013", "13RI")
    assert options(match) == {"AD16", "attack"}


@pytest.mark.case("they-shall-not-pass", "14.2", "TP-R103")
def test_a_unit_of_a_corps_beside_it_lets_the_corps_guns_in():
    match = fight("3013: IR81\n3014: 13RI, 42RI\n3016: XXX.A, XX.A")
    assault(match, "3014", "IR81")
    assert options(match) == {"XXX.A", "ready"}


@pytest.mark.case("they-shall-not-pass", "14.2", "TP-R45", "6.33")
def test_its_lost_units_never_return_but_reduced_ones_are_restored():
    match = position(
        "turn: 6\nstep: french-replacements\n1421: XXX.HQ, XX.HQ, 13RI reduced\n1422: I.HQ\neliminated: 29RI lost, 42RI lost"
    )
    assert options(match) == {"restore:13RI", "return:42RI=1", "return:42RI=2", "done"}
    assert refused(match, "return:29RI=1").cases
    play(match, "restore:13RI")
    assert "reduced" not in states(match, "13RI")


@pytest.mark.case("they-shall-not-pass", "14.2", "6.11a", "TP-R31")
def test_it_traces_supply_to_any_hex_of_verdun_without_a_headquarters():
    match = position("turn: 6\nstep: french-supply\n1708: 13RI, AD16\n1609: 42RI")
    assert "unsupplied" not in states(match, "13RI") | states(match, "AD16")
    assert "unsupplied" in states(match, "42RI")  # a regiment of XXX Corps has no HQ here


@pytest.mark.case("they-shall-not-pass", "14.2", "6.12")
def test_its_line_to_verdun_has_the_usual_length():
    # 0204 and 0203 lie across the Meuse, far from every road; the railway serves from February 26 only.
    match = position("turn: 5\nstep: french-supply\n0306: 13RI\n1609: XXX.HQ")
    assert "unsupplied" in states(match, "13RI")
    match = position("turn: 6\nstep: french-supply\n0306: 13RI\n1609: XXX.HQ")
    assert "unsupplied" not in states(match, "13RI")


@pytest.mark.case("they-shall-not-pass", "TP-R126", "14.2", "6.11c")
@pytest.mark.parametrize(
    ("germans", "supplied"),
    [
        ("german ground: 1421 1422 1522", True),  # one hex is enough
        ("german ground: 1421 1422 1521 1522", False),
        ("1421: IR81\ngerman ground: 1422 1522", False),  # 1521, still French, lies in the zone of the Germans in 1421
        ("1421: IR81\ngerman ground: 1422 1522\n1521: 29RI", True),  # a friend there reopens it
    ],
)
def test_verdun_feeds_it_while_a_hex_of_it_is_french(germans, supplied):
    match = position(f"turn: 6\nstep: french-supply\n1819: 13RI\n{germans}")
    assert ("unsupplied" not in states(match, "13RI")) is supplied


@pytest.mark.case("they-shall-not-pass", "TP-R126", "6.33c")
def test_headquarters_return_only_in_verdun_hexes_that_are_french_and_free():
    text = "turn: 6\nstep: french-replacements\n1620: 42RI reduced\neliminated: XXX.HQ lost\n"

    def cells(more=""):
        return {action.cell for action in position(text + more).actions() if action.unit == "XXX.HQ"}

    assert cells() == {"1421", "1422", "1521", "1522"}
    assert cells("german ground: 1421 1422") == {"1521", "1522"}


@pytest.mark.case("they-shall-not-pass", "PP.1", "TP-R130")
def test_its_guns_have_a_fired_side_like_any_other():
    gun = C.unit["AD16"]
    assert (C.attack[gun], C.defence[gun], C.movement[gun]) == (3, 2, 8)  # movement in halves
    match = position("turn: 6\nstep: french-movement\n1622: AD16 fired, AD14\n1610: 42RI")
    assert "AD16" not in options(match) and "AD14" in options(match)  # no movement on the fired side
    match = fight("3013: IR81\n3014: 13RI\n3016: AD16 fired")
    assault(match, "3014", "IR81")
    assert match.player == "dice"  # no attack either
    match = fight("3013: IR81\n3014: AD16 fired")
    play(match, "3014", "IR81")
    assert match.odds(match.parse("attack")).column == "3:1"  # defence 2


@pytest.mark.case("they-shall-not-pass", "14.2")
def test_the_division_moves_like_any_other():
    match = position("turn: 6\nstep: french-movement\n1622: 13RI")
    move(match, "13RI", "1522")
    assert at(match, "13RI") == "1522"
