"""10.0 Defensive fire: who fires, with what, what two dice do to the attackers."""

import pytest

from .battle import HQS, POOL, engaged, fire, throw, wave
from .kit import (
    C,
    at,
    column,
    facing,
    game_position,
    kind,
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
    steps,
    texts,
    where,
)

ONE = f"G3: 48Br >E\nH3: 26R/99 >W\n{HQS}\n{POOL}"


def shoot(match, cell="H3", *units):
    """Fire for a square, with these neighbours; the dice wait."""
    play(match, cell)
    if kind(match) == "Firing":
        play(match, *units, "fire")
    assert kind(match) == "FireRoll"
    return match


@pytest.mark.case("big-push", "10.0", "10.2", "4.1/2H")
def test_the_defender_fires_for_each_assaulted_square_once_if_he_likes():
    text = f"G3: 48Br >E\nG5: 31Br >E\nH3: 26R/99 >W\nH6: 10B/6 >W\n{HQS}\n{POOL}"
    match = fire(text, {"H3": ["48Br"], "H6": ["31Br"]})
    assert match.player == "german" and options(match) == {"H3", "H6", "done"}
    shoot(match)
    roll(match, "-")
    assert options(match) == {"H6", "done"} and refused(match, "H3").reason == "H3 has fired"
    play(match, "done")  # nobody has to
    assert kind(match) != "FireRoll"


@pytest.mark.case("big-push", "10.0")
def test_terrain_does_not_matter_to_fire():
    clear = shoot(fire(ONE, {"H3": ["48Br"]}))
    trench = shoot(fire(f"B5: 48Br >E\nC5: 26R/99 >W\n{POOL}", {"C5": ["48Br"]}), "C5")
    assert odds(clear).column == odds(trench).column == "3" and lines(clear) == lines(trench) == {}


@pytest.mark.case("big-push", "10.1", "BP-R60", "EX-69", "11.3")
def test_the_middle_number_fires():
    text = "H3: 26R/99 >W, 10B/6 >W entrenched\nG3: 48Br >E"
    assert lines(shoot(fire(text, {"H3": ["48Br"]})), of="attack") == {"26R/99": 3, "10B/6": 5}
    text = "H3: GA08 >W, XIVR >W\nG3: 48Br >E"
    assert lines(shoot(fire(text, {"H3": ["48Br"]})), of="attack") == {"GA08": 3, "XIVR": 1}
    match = fire("G3: TankA >E, 1Cav >E\nH3: 10B/6 >W", {"G3": ["10B/6"]}, "allied")
    assert lines(shoot(match, "G3"), of="attack") == {"TankA": 2, "1Cav": 3}


@pytest.mark.case("big-push", "11.3", "EX-69", "BP-R145")
def test_an_entrenched_regiment_of_the_first_position():
    match = fire("H3: 26R/99 >W entrenched\nG3: 48Br >E", {"H3": ["48Br"]})
    assert lines(shoot(match), of="attack") == {"26R/99": 8} and column(match) == "8"
    p = game_position(match)
    assert p.defence_number(C.unit["26R/99"]) == 8
    hurt = game_position(fire("H3: 26R/99 >W suppressed\nH2: 10B/6 >W\nG3: 48Br >E", {"H3": ["48Br"]}))
    assert hurt.defence_number(C.unit["26R/99"]) == 2


@pytest.mark.case("big-push", "10.1")
def test_more_than_ten_factors_use_the_last_column():
    text = "H3: 26R/99 >W entrenched, 26R/121 >W entrenched\nG3: 48Br >E"
    assert column(shoot(fire(text, {"H3": ["48Br"]}))) == "10"


@pytest.mark.case("big-push", "10.1")
def test_a_supply_hq_does_not_fire():
    match = fire("H2: IX supply\nH3: XIVR >W\nG3: 48Br >E", {"H3": ["48Br"]})
    play(match, "H3")
    assert kind(match) == "FireRoll" and lines(match, of="attack") == {"XIVR": 1}


@pytest.mark.case("big-push", "10.2", "BP-R59")
def test_good_order_neighbours_may_join_but_each_fires_once():
    text = "H3: 10B/6 >W\nH4: 10B/8 >W\nI3: GA01 >W\nJ3: 10B/16 >W\nH5: 12/62 >W\nG3: 48Br >E\nG6: 31Br >E"
    match = fire(text, {"H3": ["48Br"], "H5": ["31Br"]})
    play(match, "H3")
    assert options(match) == {"10B/8", "GA01", "fire"}  # not J3, two squares off; not H5, which is assaulted itself
    assert refused(match, "12/62").cases[0] == "10.2"
    play(match, "10B/8", "fire")
    assert lines(match, of="attack") == {"10B/6": 2, "10B/8": 2}
    roll(match, "-")
    play(match, "H5")
    assert kind(match) == "FireRoll" and lines(match, of="attack") == {"12/62": 2}  # H4 has fired


@pytest.mark.case("big-push", "10.2", "BP-R33")
def test_no_neighbour_fires_across_the_somme():
    match = fire("M22: 12/62 >W\nL23: 12/23 >W\nL21: 39Fr >E", {"M22": ["39Fr"]})
    assert C.bank[C.board.index["L23"]] != C.bank[C.board.index["M22"]]
    play(match, "M22")
    assert kind(match) == "FireRoll" and lines(match, of="attack") == {"12/62": 2}


@pytest.mark.case("big-push", "10.2/1", "BP-R40")
def test_a_unit_that_failed_to_go_in_is_fired_upon():
    match = shoot(fire(ONE.replace("48Br >E", "48Br >E tried"), {"H3": ["48Br"]}))
    assert lines(match) == {}
    roll(match, "1")
    assert steps(match, "48Br") == 3 and points(match) == [0, 1]


@pytest.mark.case("big-push", "10.2/2", "10.2/7", "10.2/6", "10.2", "EX-31", "BP-R126")
def test_the_example_of_fire():
    text = f"interdicted: G3\nG3: 48Br >E pressed\nH3: 26R/99 >W, Bn05 >W\n{POOL}"
    match = shoot(fire(interdict(text), {"H3": ["48Br"]}, weather="rain"))
    assert column(match) == "4"
    assert lines(match) == {"unit over the top": -1, "attackers come from an interdicted square": -1, "rain or snow": 1}
    assert result(throw(match, 2, 3)) == "1" and steps(match, "48Br") == 3


def interdict(text, how=2):
    """Squares that the text names as interdicted, in the form of the position."""
    head, rest = text.split("\n", 1)
    cells = head.removeprefix("interdicted: ").split()
    return f"interdicted: {' '.join(f'{cell}={how}' for cell in cells)}\n{rest}"


@pytest.mark.case("big-push", "10.2/2", "BP-R93", "BP-R162")
def test_r_throws_all_attackers_back_in_and_out():
    text = f"G3: 48Br >E pressed\nG4: B4.1 >S\nH3: 10B/6 >W\n{HQS}\n{POOL}"
    match = shoot(fire(text, {"H3": ["48Br", "B4.1"]}))
    events = roll(match, "R")
    assert "The assault on H3 is thrown back" in texts(events)
    assert (
        where(match, "48Br", "B4.1") == ["G3", "G4"] and facing(match, "B4.1") == "S" and "pressed" not in states(match, "48Br")
    )
    assert not game_position(match).assaults and game_position(match).tally == [0, 0]  # not conducted


@pytest.mark.case("big-push", "10.2/2", "BP-R177")
def test_d_throws_back_and_disrupts():
    text = f"G3: 48Br >E\nG4: B4.1 >E\nH3: 10B/6 >W\n{HQS}\n{POOL}"
    match = shoot(fire(text, {"H3": ["48Br", "B4.1"]}))
    roll(match, "D")
    assert order(match, "48Br") == order(match, "B4.1") == {"disrupted"} and points(match) == [0, 0]
    assert game_position(match).tally == [2, 0] and not game_position(match).assaults


@pytest.mark.case("big-push", "10.2/3", "EX-32", "BP-R49")
def test_a_full_start_square_displaces_others_to_the_rear():
    text = f"G3: B4.1 >E, B4.2 >E, B4.3 >E\nF2: 31Br >E\nF4: 46Br >E\nH3: 10B/6 >W\n{HQS}\n{POOL}"
    match = shoot(fire(text, {"H3": ["B4.1"]}))
    roll(match, "R")
    assert options(match) == {"B4.2", "B4.3"}
    play(match, "B4.2")
    assert options(match) == {f"B4.2-F3>{way}" for way in "NESW"}
    play(match, "B4.2-F3>E")
    assert where(match, "B4.1", "B4.3", "B4.2") == ["G3", "G3", "F3"]


@pytest.mark.case("big-push", "10.2/3", "EX-32", "BP-R165")
def test_the_chain_goes_on_until_all_fit():
    text = f"G3: B4.1 >E, B4.2 >E, B4.3 >E\nF2: 31Br >E\nF3: B3.1 >E, B3.2 >E\nF4: 46Br >E\nH3: 10B/6 >W\n{POOL}"
    match = shoot(fire(text, {"H3": ["B4.1"]}))
    roll(match, "R")
    play(match, "B4.2", "B4.2-F3")
    assert options(match) == {"B3.1", "B3.2"}
    play(match, "B3.1")
    assert {text.split("-")[1].split(">")[0] for text in options(match)} == {"E2", "E3", "E4"}
    play(match, "B3.1-E3>E")
    assert where(match, "B4.1", "B4.3", "B4.2", "B3.2", "B3.1") == ["G3", "G3", "F3", "F3", "E3"]


@pytest.mark.case("big-push", "10.2/4", "3.5/disrupted", "6.5.1/2")
def test_disordered_defenders_do_not_fire():
    for state in ("disrupted", "suppressed"):
        match = fire(f"G3: 48Br >E\nH3: 26R/99 >W {state}\n{HQS}\n{POOL}", {"H3": ["48Br"]})
        assert kind(match) not in ("DefensiveFire", "FireRoll")
    match = fire(f"G3: 48Br >E\nH3: 26R/99 >W disrupted, 10B/6 >W\n{HQS}", {"H3": ["48Br"]})
    assert lines(shoot(match), of="attack") == {"10B/6": 2}


@pytest.mark.case("big-push", "10.2/5", "8.8", "11.8/1", "BP-R162")
def test_engaged_defenders_skip_fire():
    text = f"{engaged('H3', 'allied', ['48Br'], ['G3'])}\nH3: 48Br >E, 26R/99 >W\nH4: 10B/6 >W\n{HQS}\n{POOL}"
    match = wave("allied-commitment", text, {})
    play(match, "done", "done")
    throw(match, 1, 1)
    assert kind(match) == "AssaultRoll" and game_position(match).fight.renewed


@pytest.mark.case("big-push", "10.2/6", "BP-R47")
def test_those_who_went_in_draw_fire_and_take_all_losses_first():
    text = f"G3: B4.1 >E pressed, B3.1 >E pressed\nG4: 48Br >E\nH3: 26R/99 >W entrenched\n{HQS}\n{POOL}"
    match = shoot(fire(text, {"H3": ["B4.1", "B3.1", "48Br"]}))
    assert lines(match) == {"unit over the top": -2}
    roll(match, "3")
    assert options(match) == {"B4.1", "B3.1"} and refused(match, "48Br").cases[0] == "10.2/6"
    play(match, "B3.1", "B3.1")
    assert at(match, "B3.1") == "pool" and steps(match, "B4.1") == 1 and steps(match, "48Br") == 4
    assert points(match) == [0, 3]


@pytest.mark.case("big-push", "10.2/2", "BP-R20")
def test_nobody_is_disrupted_instead_of_a_step_under_fire():
    text = f"G3: B4.1 >E reduced\nH3: 26R/99 >W entrenched\n{HQS}\n{POOL}"
    match = shoot(fire(text, {"H3": ["B4.1"]}))
    roll(match, "2")
    assert at(match, "B4.1") == "pool" and points(match) == [0, 1] and not game_position(match).assaults
    assert game_position(match).tally == [1, 0]  # the step counts, the assault does not (BP-R93)


@pytest.mark.case("big-push", "10.2/7", "BP-R126", "BP-R150")
def test_each_interdicted_start_square_counts_once():
    text = "interdicted: G3 G4\nG3: B4.1 >E, B4.2 >E\nG4: B3.1 >E\nH3: 10B/6 >W"
    match = shoot(fire(interdict(text), {"H3": ["B4.1", "B4.2", "B3.1"]}))
    assert lines(match) == {"attackers come from an interdicted square": -2}
