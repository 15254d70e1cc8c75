"""14.9 Control of hexes."""

import pytest

import trenchline

from .kit import C, assault, at, control, fight, move, play, position

GAME = "they-shall-not-pass"


@pytest.mark.case("they-shall-not-pass", "14.9", "TP-R05", "3.1")
@pytest.mark.parametrize(
    ("cell", "side"),
    [("0101", "german"), ("0102", "german"), ("0103", "french"), ("0302", "german"), ("0303", "french"), ("0402", "german"),
     ("0403", "french"), ("1402", "german"), ("1403", "french"), ("1503", "german"), ("1504", "french"), ("2003", "german"),
     ("2004", "french"), ("2005", "french"), ("3304", "german"), ("3305", "french"), ("0105", "french"), ("1421", "french")],
)  # fmt: skip
def test_the_trench_line_and_all_south_of_it_is_french_at_the_start(cell, side):
    assert control(trenchline.load(GAME).start(seed=1), cell) == side


@pytest.mark.case("they-shall-not-pass", "14.9")
def test_setting_up_takes_no_ground():
    match = trenchline.load(GAME).start(scenario="free", seed=1)
    play(match, "historical", "historical")
    assert match.position.control == C.first_control


@pytest.mark.case("they-shall-not-pass", "14.9", "TP-R120", "8.2")
def test_every_hex_a_unit_passes_through_changes_hands():
    match = position("turn: 2\nstep: german-movement\n3011: IR81\n3022: 42RI")
    assert control(match, "3013") == "french"
    move(match, "IR81", "3013", "3015")
    assert [control(match, x) for x in ("3012", "3013", "3014", "3015", "3016")] == ["german"] * 4 + ["french"]


@pytest.mark.case("they-shall-not-pass", "14.9")
def test_ground_once_taken_stays_until_the_enemy_enters_it_again():
    match = position("turn: 2\nstep: french-movement\ngerman ground: 3013 3014\n3016: 42RI")
    move(match, "42RI", "3014")
    assert (control(match, "3014"), control(match, "3013")) == ("french", "german")


@pytest.mark.case("they-shall-not-pass", "TP-R120", "14.9")
def test_zones_and_fire_take_nothing():
    match = position("turn: 2\nstep: german-bombardment\nnaval: NAV\n3013: IR81\n3016: 42RI", dice=[1])
    play(match, "interdict:NAV", "NAV-3015")
    assert match.position.shelled[C.board.index["3015"]]
    assert control(match, "3015") == control(match, "3014") == "french"  # shelled, and in a German zone


@pytest.mark.case("they-shall-not-pass", "TP-R120", "9.6")
def test_an_advance_takes_the_attacked_hex_and_the_one_beyond():
    match = fight("3013: IR81, IR87, Pi21\n3014: 208R reduced", dice=[6])
    assault(match, "3014", "IR81", "IR87", "Pi21")
    assert control(match, "3014") == "french"
    play(match, "Pi21-3015")
    assert control(match, "3014") == control(match, "3015") == "german"


@pytest.mark.case("they-shall-not-pass", "TP-R120", "9.5")
def test_a_retreat_takes_what_it_enters():
    match = fight("german ground: 3015\n3013: IR81, IR87\n3014: 42RI", dice=[1])
    assault(match, "3014", "IR81", "IR87")
    play(match, "lose", "42RI-3015")
    assert control(match, "3015") == "french"


@pytest.mark.case("they-shall-not-pass", "TP-R120", "13.0")
def test_breakthrough_movement_takes_what_it_enters():
    match = position("turn: 2\nstep: german-breakthrough\n3013: IR81, Pi21\n3022: 42RI")
    play(match, "3013", "Pi21", "go", "3015")
    assert at(match, "Pi21") == "3015"
    assert control(match, "3014") == control(match, "3015") == "german"


@pytest.mark.case("they-shall-not-pass", "TP-R120", "6.41")
def test_placement_takes_the_hex_too():
    match = position("turn: 3\nstep: french-reinforcements\ngerman ground: 1323\nreserve: 2Z, XX.HQ\n1421: XXX.HQ")
    assert at(match, "2Z") == "1323" and control(match, "1323") == "french"
