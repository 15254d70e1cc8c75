"""19.1.5(k) German mines on March 20, and with Plant Mines in every later turn (20.4.2(1))."""

import pytest

from .campaign_kit import throw, under
from .kit import C, at, kind, legal, order, play, points, position, refused, run_to, step, steps, texts

LINE = "E5: B4.1 >N\nF5: B3.1 >N reduced\nF7: 29Fr >N\nG9: B3.2 >N\nC16: B3.3 >N\nM30: B3.4 >N\nD5: 11R/1 >S entrenched"


def mines(text=LINE, turn=5, scenario="firestorm", more=""):
    return position(f"scenario: {scenario}\nturn: {turn}\nstep: german-bombardment\n{more}{text}")


def fired(match, cell, die, marker=0):
    """The mines phase: fire the one under a square; `marker` is which of the markers that are left comes up."""
    while kind(match) != "NextMine":
        play(match, "done")
    events = play(match, cell)
    events += throw(match, die)
    return events + (throw(match, marker) if marker else [])


@pytest.mark.case("generation-lost", "19.1.5(k)", "19.1.5(k-i)", "GL-R200", "GL-R266")
def test_three_markers_under_french_infantry_of_the_west_bank_line():
    match = mines()
    assert kind(match) == "LayMines"
    assert {action.cell for action in match.actions()} == {"E5", "F5", "F7", "G9"}  # not C16: East Bank
    play(match, "E5")
    assert refused(match, "E5").reason == "E5 is mined already"
    assert refused(match, "C16").cases == ("19.1.5(k)", "19.1.5(k-i)")
    play(match, "F5", "F7")
    assert kind(match) != "LayMines" and match.view("french").markers[-1].kind == "mine"


@pytest.mark.case("generation-lost", "19.1.5(k)", "19.1.5(k-i)")
def test_no_other_turn_and_nothing_without_targets():
    assert kind(mines(turn=4)) != "LayMines" and kind(mines(turn=6)) != "LayMines"
    assert kind(mines("C16: B3.3 >N\nD5: 11R/1 >S")) != "LayMines"
    assert kind(mines("F5: F75.1 >N\nD5: 11R/1 >S")) != "LayMines"  # infantry
    two = mines("F5: B3.1 >N\nF7: B3.2 >N\nD5: 11R/1 >S")
    play(two, "F5", "F7")
    assert kind(two) != "LayMines"  # the third is set aside


@pytest.mark.case("generation-lost", "19.1.5(k-i)", "GL-R303")
def test_engaged_squares_are_not_mined():
    row = '[{"cell":%d,"side":0,"units":[%d],"starts":[%d],"facings":[4]}]'
    more = f"engagements: {row % (C.board.index['F5'], C.unit['12R/1'], C.board.index['E4'])}\n"
    match = mines("F5: B3.1 >N, 12R/1 >S\nF7: B3.2 >N\nD5: 11R/1 >S", more=more)
    assert {action.cell for action in match.actions()} == {"F7"}


@pytest.mark.case("generation-lost", "19.1.5(k-ii)", "19.1.5(k-iv)", "GL-R266")
def test_each_mine_explodes_on_one_to_three_after_the_bombardment_and_all_are_gone_then():
    match = mines()
    play(match, "E5", "F5", "F7")
    events = fired(match, "E5", 4)
    assert "The mine under E5 is a dud" in texts(events) and kind(match) == "NextMine"
    events = fired(match, "F5", 3, 3)
    assert "Explosion under F5: no effect" in texts(events)
    assert {action.cell for action in match.actions()} == {"F7"} and step(match) == "german-mines"
    fired(match, "F7", 6)
    assert step(match) == "german-movement" and not [m for m in match.view("french").markers if m.kind == "mine"]


@pytest.mark.case("generation-lost", "19.1.5(k-iii)", "GL-E77", "GL-R33", "GL-R201", "GL-R303")
def test_what_a_mine_does_to_each_kind_of_target():
    found = []
    for cell, unit in (("E5", "B4.1"), ("F5", "B3.1"), ("F7", "29Fr")):
        match = mines()
        play(match, "E5", "F5", "F7")
        fired(match, cell, 1, 1)  # DST
        found.append((at(match, unit), steps(match, unit) if at(match, unit) == cell else 0, order(match, unit), points(match)))
    assert found == [
        ("E5", 1, {"disrupted"}, [1, 0]),
        ("pool", 0, set(), [1, 0]),  # a reduced brigade is eliminated, not disrupted instead
        ("F7", 3, {"disrupted"}, [1, 0]),
    ]
    match = mines()
    play(match, "E5", "F5", "F7")
    fired(match, "E5", 1, 2)  # D
    assert (steps(match, "B4.1"), order(match, "B4.1"), points(match)) == (2, {"disrupted"}, [0, 0])


@pytest.mark.case("generation-lost", "19.1.5(k-iii)", "GL-R303")
def test_the_french_choose_who_loses_the_step_and_all_there_are_disrupted():
    match = mines("F5: B3.1 >N, B3.2 >N\nD5: 11R/1 >S")
    play(match, "F5")
    fired(match, "F5", 1, 1)
    assert match.player == "french" and kind(match) == "Losses"
    play(match, "B3.2")
    assert (steps(match, "B3.1"), steps(match, "B3.2")) == (2, 1)
    assert order(match, "B3.1") == order(match, "B3.2") == {"disrupted"}


@pytest.mark.case("generation-lost", "20.4.2(1)", "GL-R303", "GL-R200")
def test_plant_mines_puts_two_markers_a_turn_next_to_any_german():
    text = "M30: B3.1 >N\nN30: F75.1 >N\nM33: IIFr >N\nT30: 29Fr >N\nM31: 11R/1 >S"
    match = under(("plant_mines",), text, "german-bombardment", 6)
    assert kind(match) == "PlantMines" and {a.cell for a in match.actions()} == {"M30", "N30", ""}
    assert refused(match, "T30").cases == ("20.4.2(1)",)
    play(match, "N30", "M30")
    assert kind(match) != "PlantMines"
    fired(match, "N30", 2, 1)
    assert steps(match, "F75.1") == 1 and order(match, "F75.1") == {"disrupted"}  # a gun flips
    assert kind(under(("plant_mines",), text, "german-bombardment", 4)) != "PlantMines"
    assert kind(under((), text, "german-bombardment", 6)) != "PlantMines"
    match = under(("plant_mines",), text, "german-bombardment", 6)
    play(match, "done")
    assert legal(match, "done") and kind(match) != "PlantMines"  # he need not


@pytest.mark.case("generation-lost", "20.4.2(1)", "GL-R303")
def test_mines_spare_who_is_inside_a_fort():
    text = "L25: B3.1 >N reduced inside\nM25: 11R/1 >S\nT30: 29Fr >N"
    assert kind(under(("plant_mines",), text, "german-bombardment", 8)) != "PlantMines"


@pytest.mark.case("generation-lost", "19.1.5(k)", "GL-R265", "7.3")
def test_a_lull_does_not_stop_the_mines():
    match = under(("plant_mines",), "lull: yes\nM30: B3.1 >N\nM31: 11R/1 >S\nT30: 29Fr >N", "german-bombardment", 12)
    play(match, "M30")
    fired(match, "M30", 1, 2)
    assert order(match, "B3.1") == {"disrupted"} and step(match) == "french-bombardment"
    run_to(match, "weather", 13)
    assert order(match, "B3.1") == set()  # all rally in a lull (7.3.1(e))
