"""12.0 Reorganization: the working total, replacements, rally, tanks, interdiction; 7.4.2/1 headquarters that come back."""

import pytest

from .battle import throw
from .kit import (
    C,
    at,
    facing,
    game_position,
    interdicted,
    kind,
    legal,
    lines,
    options,
    order,
    phase,
    play,
    points,
    position,
    refused,
    run_to,
    step,
    steps,
    texts,
    values,
    where,
)

QUIET = "B5: 48Br >E\nS5: 52/66 >W"


def reorganize(text, turn=6, scenario="punishing_land", **more):
    return phase("reorganization", f"scenario: {scenario}\n{text}", turn=turn, **more)


def written(text, tally="0 0", rolls=((6, 6),), writes=(), **more):
    """Both have rolled and written."""
    match = reorganize(f"tally: {tally}\n{text}", **more)
    for faces in rolls:
        throw(match, *faces)
    for number in writes:
        play(match, f"write={number}")
    return match


# ------------------------------------------------------------------------------------------------ 12.1.1, 12.1.2


@pytest.mark.case("big-push", "12.1.1", "12.1.2", "EX-48", "4.1/4", "BP-R93")
def test_the_working_total_names_the_column():
    match = reorganize(f"tally: 0 7\n{QUIET}")
    assert kind(match) == "ReplacementRoll" and "working total of 7" in match.decision.prompt
    throw(match, 3, 4)
    assert game_position(match).allowed == [0, 3]  # the 7 of column 7


@pytest.mark.case("big-push", "12.1.1/1", "BP-R146")
def test_below_four_nothing_above_fourteen_the_last_column():
    assert kind(reorganize(f"tally: 3 3\n{QUIET}")) != "ReplacementRoll"
    match = reorganize(f"tally: 30 4\n{QUIET}")
    throw(match, 4, 5)
    assert game_position(match).allowed[0] == 7  # 9 in the column of 14 and more
    throw(match, 1, 1)
    assert game_position(match).allowed[1] == 0  # 2 in the column of 4


@pytest.mark.case("big-push", "12.1.2", "12.1.3/3", "BP-R168")
def test_both_roll_then_write_then_buy_allied_first():
    match = written(f"{QUIET}\npool: B4.1, Bn01", "14 14", ((6, 6), (6, 6)))
    assert match.player == "allied" and kind(match) == "WriteSteps" and len(options(match)) == 10
    assert refused(match, "write=10").cases == ("12.1.2",)
    play(match, "write=2")
    assert match.player == "german" and points(match) == [0, 0]
    events = play(match, "write=1")
    assert "Replacement steps taken: Allied 2 and German 1" in texts(events)
    assert kind(match) == "Replace" and match.player == "allied"
    play(match, "done")
    assert match.player == "german" and kind(match) == "Replace"


# ------------------------------------------------------------------------------------------------ 12.1.3


@pytest.mark.case("big-push", "12.1.3", "12.1", "13.3", "EX-55", "BP-R168")
def test_prices_of_allied_units():
    pool = "pool: 31Br, B4.1, BA1, 1Cav, TankA, VIII"
    prices = {}
    for steps_written in range(1, 5):
        match = written(f"{QUIET}\n{pool}", "14 0", ((6, 6),), (steps_written,))
        for text in options(match) - {"done"}:
            prices.setdefault(text, steps_written)
    assert prices == {
        "31Br~full": 4,
        "31Br~reduced": 3,
        "B4.1~full": 2,
        "B4.1~reduced": 1,
        "BA1~full": 2,
        "BA1~reduced": 1,
        "1Cav~full": 2,
        "1Cav~reduced": 1,
        "TankA~full": 2,
        "TankA~reduced": 1,
        "VIII~full": 1,
    }


@pytest.mark.case("big-push", "12.1.3", "13.3", "12.1")
def test_a_regiment_costs_two_a_battalion_one_and_each_step_a_point():
    match = written(f"{QUIET}\npool: 10B/6, Bn01, Bn02", "0 14", ((6, 6),), (4,))
    assert options(match) == {"10B/6~full", "Bn01~full", "done"}  # of like counters one is offered
    assert refused(match, "31Br~full").cases == ("12.1",)
    play(match, "10B/6~full", "10B/6-V5", "Bn01~full", "Bn01-V6")
    assert points(match) == [3, 0] and where(match, "10B/6", "Bn01") == ["V5", "V6"]
    assert order(match, "10B/6") == order(match, "Bn01") == set()  # mobile, in good order
    play(match, "done")
    assert points(match) == [3, 0]  # the fourth step is lost, and costs nothing


@pytest.mark.case("big-push", "12.1.3", "BP-R168")
def test_a_reduced_side_comes_back_reduced():
    match = written(f"{QUIET}\npool: 31Br", "14 0", ((6, 6),), (3,))
    play(match, "31Br~reduced", "31Br-A12")
    assert steps(match, "31Br") == 3 and values(match, "31Br") == (6, 4, 6) and points(match) == [0, 3]


@pytest.mark.case("big-push", "14.2.3c", "14.1.3c", "BP-R97")
def test_a_replacement_put_into_the_other_nations_rows_pays_for_it_once_in_the_game():
    pool = f"{QUIET}\npool: 31Br, 29Br paid, B4.1, VIII"
    match = written(pool, "14 0", ((6, 6),), (9,))
    bought = ("31Br~full", "31Br-A18", "29Br~reduced", "29Br-A19", "B4.1~reduced", "B4.1-A20", "VIII~full", "VIII-A21")
    play(match, *bought, "done")
    before = points(match)[1]
    run_to(match, "allied-commitment", 7)
    assert points(match)[1] - before == 3  # the brigade; the 29th has paid before it was lost, the HQ is exempt


@pytest.mark.case("big-push", "12.1.3/1", "BP-R95", "BP-R136")
def test_replacements_appear_on_the_own_edge_behind_the_lines_within_stacking():
    match = written("A12: 48Br >E\nB1: 46Br >E\nA30: 10B/8 >W\nS5: 52/66 >W\npool: 31Br", "14 0", ((6, 6),), (4,))
    play(match, "31Br~full")
    cells = {action.cell for action in match.actions() if action.cell}
    assert {"A1", "A5", "A29", "A31"} <= cells and not {"A12", "A30"} & cells  # full, enemy-held; zones do not bar
    assert all(cell.startswith("A") for cell in cells)
    wall = "\n".join(f"P{row}: Bn{row // 3 + 1:02} >W" for row in range(2, 36, 3) if row <= 34)
    text = f"B5: 48Br >E\nP34: Bn24 >W\nP24: Bn22 >W\nP25: Bn23 >W\n{wall}\nV9: 52/170 >W, 52/160 >W\npool: 10B/6"
    match = written(text, "0 14", ((6, 6),), (2,))
    play(match, "10B/6~full")
    cells = {action.cell for action in match.actions() if action.cell}
    assert {"V1", "V34", "S1", "T1"} <= cells and "V9" not in cells
    assert all(cell.startswith("V") or cell[1:] == "1" for cell in cells)
    assert not {"A1", "B1"} & cells  # the north edge only behind the German line


@pytest.mark.case("big-push", "12.1.3/1", "7.7")
def test_a_replacement_may_move_in_the_next_movement_phase():
    match = written("B5: 48Br >E\nS5: 52/66 >W\nE9: VII >E\npool: B4.1", "14 0", ((6, 6),), (2,))
    play(match, "B4.1~full", "B4.1-A20", "done")
    run_to(match, "allied-movement", 7)
    while kind(match) == "Combining":
        play(match, "done")
    assert legal(match, "B4.1") and facing(match, "B4.1") == "E"


@pytest.mark.case("big-push", "12.1.3/1", "BP-R168")
def test_a_replacement_faces_as_its_owner_likes():
    match = written("B5: 48Br >E\nS5: 52/66 >W\nE9: VII >E\npool: B4.1", "14 0", ((6, 6),), (2,))
    play(match, "B4.1~full", "B4.1-A20>N")
    assert (at(match, "B4.1"), facing(match, "B4.1")) == ("A20", "N")


@pytest.mark.case("big-push", "12.1.3/2", "12.0")
def test_the_marker_returns_to_zero():
    match = written(f"{QUIET}\npool: B4.1", "14 14", ((6, 6), (6, 6)), (0, 0))
    run_to(match, "allied-bombardment", 7)
    p = game_position(match)
    assert p.tally == [0, 0] and p.allowed == [0, 0] and p.written == [-1, -1]


@pytest.mark.case("big-push", "12.1")
def test_without_a_working_total_nothing_comes_back():
    match = reorganize(f"{QUIET}\npool: 31Br, 10B/6")
    assert kind(match) not in ("WriteSteps", "Replace") and where(match, "31Br", "10B/6") == ["pool", "pool"]


@pytest.mark.case("big-push", "12.1.3", "11.2.1", "BP-R94", "15.4")
def test_a_spent_hq_is_bought_from_its_return_turn_on_and_comes_in_command_mode():
    back = '[{"unit":%d,"turn":%d,"way":"bought"}]'
    for turn, offered in ((6, True), (7, False)):
        text = f"{QUIET}\nreturns: {back % (C.unit['XV'], turn)}\nreturning: XV"
        match = written(text, "14 0", ((6, 6),), (1,))
        assert ("XV~full" in options(match)) == offered if kind(match) == "Replace" else not offered
    match = written(f"{QUIET}\nreturns: {back % (C.unit['XV'], 5)}\nreturning: XV", "14 0", ((6, 6),), (1,))
    play(match, "XV~full", "XV-A9")
    assert at(match, "XV") == "A9" and order(match, "XV") == set() and points(match) == [0, 1]
    assert not game_position(match).returning


# ------------------------------------------------------------------------------------------------ 7.4.2/1


@pytest.mark.case("big-push", "7.4.2/1", "EX-16", "BP-R31", "BP-R32", "BP-R176")
def test_a_command_hq_in_an_enemy_zone_leaves_after_the_phase_and_returns_after_a_full_turn():
    text = "scenario: devil_machines\nG3: VII >E, B4.1 >E\nH3: 10B/6 >W\nB9: X supply\nC9: 10B/8 >W"
    match = phase("allied-end", text, turn=12)
    assert at(match, "VII") == "returning" and at(match, "B4.1") == "G3"  # stacked with a friend or not
    assert at(match, "X") == "B9"  # in Supply Mode
    (back,) = game_position(match).returning
    assert (back.turn, back.way) == (14, "free")
    run_to(match, "allied-movement", 13)
    assert not legal(match, "VII")
    run_to(match, "allied-movement", 14)
    play(match, "VII")
    assert any(action.cell == "A9" for action in match.actions())
    assert points(match) == [0, 0]


@pytest.mark.case("big-push", "7.4.2/1", "BP-R31")
def test_a_disordered_enemy_removes_no_hq_and_the_option_shelters_those_with_friends():
    match = phase("allied-end", "scenario: punishing_land\nG3: VII >E\nH3: 10B/6 >W disrupted", turn=6)
    assert at(match, "VII") == "G3"
    match = phase("german-end", "scenario: punishing_land\nG3: VII >E\nH3: 10B/6 >W\nH2: XIVR >W", turn=6)
    assert where(match, "VII", "XIVR") == ["returning", "returning"]  # of both sides, after either phase
    sheltered = "scenario: punishing_land\noptions: hq_shelter\nG3: VII >E, B4.1 >E\nH3: 10B/6 >W"
    match = phase("allied-end", sheltered, turn=6)
    assert at(match, "VII") == "G3"


# ------------------------------------------------------------------------------------------------ 12.2 rally


@pytest.mark.case("big-push", "12.2", "3.5/rally", "3.5/good-order", "BP-R169", "BP-R11")
def test_one_to_three_rallies_allies_first():
    text = "B5: 48Br >E disrupted\nB9: 31Br >E suppressed\nS5: 52/66 >W disrupted"
    match = reorganize(text)
    assert match.player == "allied" and options(match) == {"48Br", "31Br", "done"}
    play(match, "31Br")
    events = throw(match, 3)
    assert order(match, "31Br") == set() and texts(events, "rally") == ["31Br rallies"]
    assert refused(match, "31Br").cases[0] == "12.2"
    play(match, "48Br")
    events = throw(match, 4)
    assert order(match, "48Br") == {"disrupted"} and texts(events, "rally") == ["48Br does not rally"]
    assert match.player == "german" and options(match) == {"52/66", "done"}  # one attempt each


@pytest.mark.case("big-push", "12.2", "EX-49", "7.5/3")
def test_an_enemy_zone_hurts_unless_a_good_order_friend_is_in_the_square():
    text = "G3: B4.1 >E disrupted\nG4: B4.2 >E disrupted, B4.3 >E\nH3: 10B/6 >W"
    match = reorganize(text)
    assert lines(match, "B4.1") == {"in an enemy zone of control": 1} and lines(match, "B4.2") == {}
    play(match, "B4.1")
    throw(match, 3)
    assert order(match, "B4.1") == {"disrupted"}


@pytest.mark.case("big-push", "12.2.1", "3.5/command-mode", "BP-R169")
def test_a_command_hq_within_three_squares_helps():
    def terms(hq, extra=""):
        return lines(reorganize(f"K3: B4.1 >E disrupted\nS9: 10B/6 >W\n{hq}\n{extra}"), "B4.1")

    near = {"command HQ within 3 squares": -1}
    assert terms("H3: VII >E") == near and terms("G3: VII >E") == {}
    assert terms("H3: VII >E disrupted") == near and terms("H3: VII supply") == {}
    assert terms("H3: XX >E") == near  # of either nation
    wall = "I2: 10B/8 >W\nI3: 10B/16 >W\nI4: 12/62 >W"
    assert terms("H3: VII >E", wall) == {}
    held = "J3: B3.1 >E\nI3: B3.2 >E\nI1: 12/62 >W\nI5: 12/23 >W"
    assert terms("H3: VII >E", held) == near  # friends cancel zones on the way
    match = reorganize("H3: VII >E disrupted\nS9: 10B/6 >W")
    assert lines(match, "VII") == {}  # it does not help itself


@pytest.mark.case("big-push", "12.2", "BP-R24", "6.5.1/3")
def test_who_was_turned_out_of_his_trench_is_back_in_it():
    match = reorganize("B5: 48Br >E\nS5: 52/66 >W suppressed buried\nS9: 52/170 >W suppressed")
    play(match, "52/66")
    throw(match, 1)
    play(match, "52/170")
    throw(match, 1)
    assert order(match, "52/66") == {"entrenched"} and order(match, "52/170") == set()


# ------------------------------------------------------------------------------------------------ 12.3 tanks

TANKS = "scenario: devil_machines\nB5: TankA >E broken\nS5: 52/66 >W"


@pytest.mark.case("big-push", "12.3", "3.5/recovery", "7.8/1", "7.8")
def test_a_broken_tank_recovers_or_tries_again_more_easily():
    match = phase("reorganization", TANKS, turn=13)
    assert kind(match) == "RecoveryRoll"
    events = throw(match, 4)
    assert order(match, "TankA") == {"broken"} and texts(events, "tanks") == ["TankA does not recover"]
    run_to(match, "reorganization", 14, dice=1)
    assert kind(match) == "RecoveryRoll"
    events = throw(match, 4)
    assert [line.value for line in events[0].lines] == [-1] and order(match, "TankA") == set()


@pytest.mark.case("big-push", "12.3", "5.4")
def test_rain_makes_recovery_harder():
    match = phase("reorganization", f"weather: 2\n{TANKS}", turn=13)
    events = throw(match, 3)
    assert order(match, "TankA") == {"broken"} and [line.value for line in events[0].lines] == [1]


@pytest.mark.case("big-push", "12.3", "BP-R169")
def test_a_disrupted_tank_rallies_first_then_recovers_in_the_same_turn():
    match = phase("reorganization", TANKS.replace("broken", "broken disrupted"), turn=13)
    assert kind(match) == "Rally"
    fails, works = match.clone(), match
    play(fails, "done")
    throw(fails, 6)
    assert kind(fails) != "RecoveryRoll" and order(fails, "TankA") == {"broken", "disrupted"}
    play(works, "done")
    throw(works, 1)
    assert kind(works) == "RecoveryRoll"
    throw(works, 1)
    assert order(works, "TankA") == set()


@pytest.mark.case("big-push", "7.8", "BP-R143")
def test_a_tank_that_was_replaced_does_not_break_down_on_its_return_turn():
    text = "scenario: devil_machines\ntally: 14 0\nB5: 48Br >E\nS5: 52/66 >W\npool: TankA"
    match = phase("reorganization", text, turn=12)
    throw(match, 6, 6)
    play(match, "write=2", "TankA~full", "TankA-A12", "done")
    run_to(match, "allied-commitment", 13, dice=6)
    assert order(match, "TankA") == set()  # no roll, though every die shows a six
    run_to(match, "allied-commitment", 14, dice=6)
    assert order(match, "TankA") == {"broken"}


# ------------------------------------------------------------------------------------------------ 12.4


@pytest.mark.case("big-push", "12.4", "7.2.4", "3.5/interdiction", "6.6/3", "BP-R12", "BP-R129")
def test_interdiction_lives_until_its_victims_have_moved_under_it():
    match = phase("allied-bombardment", "interdicted: K5=1 L5=2 M5=4\nair: M5\nB5: 48Br >E\nS5: 52/66 >W", turn=2)
    assert interdicted(match) == {"K5", "L5", "M5"}
    run_to(match, "weather", 3)
    assert interdicted(match) == set() and game_position(match).air == ()  # the German one lay there while the Allies moved
    match = position("turn: 2\nstep: german-bombardment\ninterdicted: K5=1 L5=2\nB5: 48Br >E\nS5: 52/66 >W")
    run_to(match, "weather", 3)
    assert interdicted(match) == {"L5"}  # laid after they had moved
    run_to(match, "weather", 4)
    assert interdicted(match) == set()


@pytest.mark.case("big-push", "12.0", "4.1/4", "BP-R11")
def test_the_order_of_reorganization():
    units = "B5: TankA >E broken disrupted\nS5: 52/66 >W disrupted\npool: B4.1, Bn01"
    text = f"scenario: devil_machines\ntally: 14 14\ninterdicted: K5=1\n{units}"
    match = phase("reorganization", text, turn=13)
    seen = []
    for _ in range(12):
        if step(match) != "reorganization":
            break
        seen.append(kind(match))
        assert interdicted(match) == {"K5"}  # cleared at the end
        if match.player == "dice":
            throw(match, *(1,) * len(match.actions()[0].dice))
        else:
            play(match, "done" if legal(match, "done") else "write=1")
    assert seen == [
        "ReplacementRoll",
        "ReplacementRoll",
        "WriteSteps",
        "WriteSteps",
        "Replace",
        "Replace",
        "Rally",
        "RallyRoll",
        "Rally",
        "RallyRoll",
        "RecoveryRoll",
    ]
    assert interdicted(match) == set()
