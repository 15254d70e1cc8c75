"""14.1.3a: six mines under the German line."""

import pytest

from .kit import GAME, C, at, facing, here, kind, options, order, play, points, position, refused, roll, step, texts

FIRST = ("C1", "B2", "B3", "C4", "C5", "C6")


def laying():
    match = GAME.start("over_the_top", dice=[6, 6])
    play(match, "done", "done", "done")
    return match


def mined(units="52/66 >W entrenched", cell="C5", dice=(), pool="pool: Bn01, Bn02"):
    """The mines phase of July 1st with one mine."""
    return position(f"turn: 1\nstep: mines\nmines: {cell}\n{cell}: {units}\n{pool}\nB5: 48Br >E", dice)


def face(match, result):
    """The mine goes up with a result."""
    play(match, options(match).pop())
    play(match, "1")
    wanted = C.mine_faces.index(result)
    for action in match.actions():
        twin = match.clone()
        if any(event.result == result for event in twin.apply(action)):
            return match.apply(action)
    raise AssertionError(wanted)


@pytest.mark.case("big-push", "14.1.3a")
def test_six_mines_lie_under_six_german_held_start_trench_squares_of_rows_1_to_21():
    match = laying()
    assert (step(match), kind(match)) == ("lay-mines", "LayMines")
    held = {C.board.labels[x] for x in C.german_trench if C.row[x] <= 21 and match.position.stacks[x]}
    assert options(match) == held
    assert {"C5", "L19"} <= held and not {"M22", "C7", "F2"} & held  # row 22, vacant, no trench
    assert refused(match, "M22").cases == ("14.1.3a",)
    assert refused(match, "M22").reason == "Mines lie under German-held start trench squares of rows 1 to 21"
    play(match, "C5")
    assert refused(match, "C5").reason == "C5 is mined already"
    for cell in ("C1", "B2", "B3", "C4"):
        play(match, cell)
    assert kind(match) == "LayMines"  # all six must be laid (BP-R148)
    play(match, "C6")
    assert step(match) == "allied-bombardment"


@pytest.mark.case("big-push", "14.1.3a", "14.1.3a/1")
def test_they_are_fired_after_the_first_bombardment_one_by_one_in_the_order_the_british_like():
    match = laying()
    play(match, *FIRST, "done", "done")
    assert (step(match), match.player, options(match)) == ("mines", "allied", set(FIRST))
    play(match, "C5")
    assert match.decision.prompt == "The mine under {C5}: roll one die. On 1 to 3 it explodes."
    play(match, "6")
    assert options(match) == set(FIRST) - {"C5"}


@pytest.mark.case("big-push", "14.1.3a/1")
def test_1_to_3_explodes_4_to_6_is_a_dud_and_all_mines_are_gone_after_the_phase():
    for die in range(1, 7):
        match = mined(dice=[die])
        play(match, "C5")
        assert (kind(match) == "Explosion") == (die <= 3)
        assert match.position.mines == ()
    assert order(match, "52/66") == {"entrenched"}
    match = laying()
    play(match, *FIRST, "done", "done")
    for cell in FIRST:
        play(match, cell, "6")
    assert (match.position.mines, step(match)) == ((), "allied-movement")


@pytest.mark.case("big-push", "14.1.3a")
def test_mined_squares_may_be_bombarded_that_turn_and_the_marker_is_no_interdiction():
    """BP-R13."""
    match = laying()
    play(match, *FIRST, "done")
    assert match.legal(match.parse("C5"))
    assert not any(match.position.interdicted)


@pytest.mark.case("big-push", "14.1.3a/2")
def test_disruption_and_loss():
    """EX-66: an entrenched battalion, disrupted, in the place of the regiment; one point."""
    match = mined()
    events = face(match, "D/L")
    assert here(match, "C5") == {"Bn01"}
    assert (order(match, "Bn01"), facing(match, "Bn01"), points(match)) == ({"entrenched", "disrupted"}, "W", [1, 0])
    assert at(match, "52/66") == "pool"
    assert texts(events)[0] == "Explosion under C5: a step lost and all units disrupted"


@pytest.mark.case("big-push", "14.1.3a/2")
def test_loss_without_disruption():
    """EX-66."""
    match = mined()
    face(match, "L")
    assert (here(match, "C5"), order(match, "Bn01"), points(match)) == ({"Bn01"}, {"entrenched"}, [1, 0])


@pytest.mark.case("big-push", "14.1.3a/2")
def test_disruption_suppression_and_nothing():
    match = mined()
    face(match, "D")
    assert order(match, "52/66") == {"entrenched", "disrupted"}
    match = mined()
    face(match, "S")
    assert order(match, "52/66") == {"suppressed"}
    match = mined()
    face(match, "-")
    assert (order(match, "52/66"), points(match)) == ({"entrenched"}, [0, 0])


@pytest.mark.case("big-push", "14.1.3a/2")
def test_no_disruption_replaces_the_last_step():
    """BP-R13, BP-R20: a battalion that loses a step to a mine is eliminated."""
    match = mined("Bn05 >W entrenched")
    face(match, "L")
    assert (at(match, "Bn05"), points(match)) == ("pool", [1, 0])


@pytest.mark.case("big-push", "14.1.3a/2")
def test_disorder_takes_all_units_of_the_square_a_loss_one_of_german_choice():
    """BP-R154."""
    match = mined("Bn05 >W entrenched, Bn06 >W")
    face(match, "D/L")
    assert (match.player, options(match)) == ("german", {"Bn05", "Bn06"})
    play(match, "Bn06")
    assert (here(match, "C5"), order(match, "Bn05"), points(match)) == ({"Bn05"}, {"entrenched", "disrupted"}, [1, 0])


@pytest.mark.case("big-push", "14.1.3a/1", "14.1.3a/2")
def test_a_mine_under_a_vacant_square_harms_nobody():
    match = position("turn: 1\nstep: mines\nmines: C5\nD5: 52/66 >W\nB5: 48Br >E")
    face(match, "D/L")
    assert (order(match, "52/66"), points(match), step(match)) == (set(), [0, 0], "allied-movement")


@pytest.mark.case("big-push", "14.1.3a")
def test_six_markers_and_no_face_comes_up_twice():
    assert len(C.mine_faces) == 6
    match = laying()
    play(match, *FIRST, "done", "done")
    seen = []
    for cell in FIRST:
        play(match, cell)
        roll(match, "explodes")
        match.apply(match.actions()[0])
        seen.append(match.position.blown[-1])
        while kind(match) == "Losses":
            play(match, sorted(options(match))[0])
    assert sorted(seen) == list(range(6))
