"""20.2.1-Aug7, 20.2.1-Oct2 Guns that leave Verdun, and where the others are placed; 19.3.5(a) the 192nd Brigade goes."""

import pytest

from trenchline.games.generation_lost.setup_guns import distance_from_front

from .battle import engaged
from .campaign_kit import throw
from .kit import C, at, game_position, here, kind, march, options, order, play, points, position, refused, run_to, steps, where

HEAVY = [C.ids[u] for u in C.guns[0] if C.gun_class[u] == "heavy"]
FIELD = [C.ids[u] for u in C.guns[0] if C.gun_class[u] == "field"]
REAR = [f"{row}{column}" for row in "ABC" for column in range(14, 32)]
FRONT = "J20: 25/1 >S\nK20: B3.1 >N\nJ8: 11R/1 >S\nK8: B3.2 >N"
OWN = "german control: " + " ".join(label for label in C.board.labels if label[0] < "J") + "\n"


def guns(names, first=0):
    """Guns two by two in the German rear."""
    pairs = [names[n : n + 2] for n in range(0, len(names), 2)]
    return "\n".join(f"{cell}: {' >S, '.join(pair)} >S" for cell, pair in zip(REAR[first:], pairs, strict=False))


def withdrawal(text, turn, front=FRONT):
    return position(f"scenario: campaign\nturn: {turn}\nstep: somme\n{OWN}{front}\n{text}")


def drawn(match):
    """Draw the first gun each time until none is left to draw."""
    gone = 0
    while kind(match) == "DrawOut":
        throw(match, 1)
        gone += 1
    return gone


@pytest.mark.case("generation-lost", "20.2.1-Aug7", "20.3.8", "GL-R240", "GL-R307", "GL-R265")
def test_on_august_7_heavy_guns_are_drawn_until_ten_are_left():
    text = f"{guns([*HEAVY[:14], *FIELD[:4]])}\nA29: G380 >S\npool: {HEAVY[14]}"
    match = withdrawal(text, 25)
    assert kind(match) == "DrawOut" and drawn(match) == 4
    assert len(here(match, "gone")) == 4 and points(match) == [0, 0]  # no points for that
    assert kind(match) == "Redeploy" and len(here(match, "setup")) == 10
    assert at(match, HEAVY[14]) == "pool"  # who lies in the pool stays there
    assert all(at(match, gun) in REAR for gun in FIELD[:4]) and at(match, "G380") == "A29"  # field guns and the 380 stay put


@pytest.mark.case("generation-lost", "20.2.1-Aug7", "GL-R239", "GL-R307")
def test_if_there_are_no_more_than_ten_all_stay():
    match = withdrawal(guns(HEAVY[:9]), 25)
    assert kind(match) == "Redeploy" and len(here(match, "setup")) == 9 and not here(match, "gone")


@pytest.mark.case("generation-lost", "20.2.1-Oct2", "20.3.8", "GL-R241", "GL-R307")
def test_on_october_2_eight_heavy_and_seven_field_guns_stay_and_all_sixteen_move():
    text = f"{guns([*HEAVY[:10], *FIELD])}\nA29: G380 >S"
    match = withdrawal(text, 33)
    assert drawn(match) == 2 + 5
    waiting = here(match, "setup")
    assert len(waiting) == 16 and "G380" in waiting
    assert len(waiting & set(HEAVY)) == 8 and len(waiting & set(FIELD)) == 7


@pytest.mark.case("generation-lost", "20.2.1-Aug7", "GL-R211", "GL-R240")
def test_guns_are_placed_seven_squares_from_the_front_three_on_the_west_bank():
    match = withdrawal(guns(HEAVY[:4]), 25)
    play(match, HEAVY[0])
    cells = {action.cell for action in match.actions() if action.cell}
    far = distance_from_front(game_position(match), 0)
    assert cells and all(far[C.board.index[cell]] >= 7 for cell in cells)
    assert any(C.bank[C.board.index[cell]] == "E" for cell in cells)
    assert refused(match, f"{HEAVY[0]}-H20").cases == ("20.2.1-Aug7",)
    play(match, f"{HEAVY[0]}-A20", HEAVY[1])
    cells = {action.cell for action in match.actions() if action.cell}
    assert all(C.bank[C.board.index[cell]] == "W" for cell in cells)  # three are left, and three must go there
    play(match, "back", "historical")
    assert kind(match) != "Redeploy"
    banks = [C.bank[C.board.index[at(match, gun)]] for gun in HEAVY[:4]]
    assert banks.count("W") >= 3 and not here(match, "setup")


@pytest.mark.case("generation-lost", "20.2.1-Aug7", "GL-R307")
def test_state_and_strength_are_kept():
    match = withdrawal(f"A20: {HEAVY[0]} >S reduced disrupted", 25)
    play(match, "historical")
    assert steps(match, HEAVY[0]) == 1 and order(match, HEAVY[0]) == {"disrupted"}


@pytest.mark.case("generation-lost", "20.2.1-Aug7", "GL-R307", "12.5.1")
def test_the_heaviest_guns_keep_to_major_roads():
    match = withdrawal("A26: G420.1 >S", 25)
    play(match, "G420.1")
    cells = [C.board.index[action.cell] for action in match.actions() if action.cell]
    assert cells and all(C.board.edges["major"][x] and not C.trench[x] for x in cells)


@pytest.mark.case("generation-lost", "20.2.1-Aug7", "GL-R307")
def test_where_no_square_is_far_enough_the_farthest_are_taken():
    wall = "\n".join(
        f"D{n}: {unit} >S" for n, unit in zip(range(5, 35, 3), ("11R/2", "11R/3", *("12R/1", "12R/2")), strict=False)
    )
    enemies = "\n".join(f"E{n}: {unit} >N" for n, unit in zip(range(5, 35, 3), ("B3.3", "B3.4", "B3.5", "B3.6"), strict=False))
    match = withdrawal("A10: G150 >S", 25, f"{wall}\n{enemies}")
    play(match, "G150")
    cells = {action.cell for action in match.actions() if action.cell}
    far = distance_from_front(game_position(match), 0)
    least = min(far[C.board.index[cell]] for cell in cells)
    assert least >= 7 or all(far[C.board.index[cell]] == least for cell in cells)


@pytest.mark.case("generation-lost", "20.2.1", "20.3.8")
def test_no_other_turn_and_no_other_scenario():
    for turn in (24, 26, 32, 34):
        assert kind(withdrawal(guns(HEAVY[:14]), turn)) not in ("DrawOut", "Redeploy")
    match = position(f"scenario: shall_not_pass\nturn: 25\nstep: somme\n{FRONT}\n{guns(HEAVY[:14])}")
    assert kind(match) not in ("DrawOut", "Redeploy")


# ------------------------------------------------------------------------------------------------ 19.3.5(a) the 192nd Brigade


@pytest.mark.case("generation-lost", "19.3.5(a)", "20.3.5", "GL-R96", "GL-R210", "GL-R304")
def test_the_192nd_leaves_by_the_north_edge_or_is_taken_off_on_june_5():
    text = "A3: 192/1 >S\nC3: 192/2 >S\nB8: 11R/1 >S\npool: 192/3\nU3: 29Fr >N"
    for scenario in ("may_cup", "campaign"):
        match = march(f"scenario: {scenario}\n{text}", turn=15)
        play(match, "192/2")
        assert refused(match, "exit:192/2").cases == ("19.3.5(a)",)  # not from there
        play(match, "back", "192/1", "exit:192/1")
        assert at(match, "192/1") == "gone" and points(match) == [0, 0]
        run_to(match, "german-commitment", 15)
        assert where(match, "192/2", "192/3") == ["C3", "pool"]
        match = march(f"scenario: {scenario}\n{text}", turn=16)
        play(match, "done")
        assert where(match, "192/1", "192/2", "192/3", "11R/1") == ["gone", "gone", "gone", "B8"] and points(match) == [0, 0]


@pytest.mark.case("generation-lost", "19.3.5(a)", "GL-R265")
def test_a_lull_does_not_keep_the_192nd():
    match = position("scenario: may_cup\nturn: 16\nstep: german-end\nlull: yes\nC3: 192/2 >S\nB8: 11R/1 >S\nU3: 29Fr >N")
    assert at(match, "192/2") == "gone"
    assert "192/2" not in options(match)


# ------------------------------------------------------------------------------------------------ engagements that are left


def attacked(unit):
    """Two French divisions are engaged with a German unit in R7."""
    return f"{engaged('R7', 'french', ['14Fr', '106Fr'], ['S7', 'S8'], 'N')}\nR7: {unit} >S, 14Fr >N, 106Fr >N\nB8: 11R/1 >S"


@pytest.mark.case("generation-lost", "GL-R289", "GL-R307", "16.5.1", "19.3.5(a)", "20.2.1-Aug7")
def test_who_is_left_alone_in_too_narrow_a_square_goes_back():
    june = march(f"scenario: may_cup\n{attacked('192/2')}", turn=16)
    play(june, "done")
    august = position(f"scenario: campaign\nturn: 25\nstep: somme\n{OWN}{attacked('G150')}")
    for match in (june, august):
        assert kind(match) == "Surplus" and match.player == "french"
        play(match, "return:106Fr")
        assert where(match, "14Fr", "106Fr") == ["R7", "S8"] and not game_position(match).engagements
    assert kind(august) == "Redeploy"
