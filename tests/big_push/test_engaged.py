"""8.8, 8.8/1: units locked in an unfinished assault."""

import pytest

from .battle import HQS, POOL, assault, outcome
from .kit import (
    C,
    at,
    commit,
    facing,
    here,
    kind,
    lines,
    move,
    options,
    play,
    points,
    position,
    quiet,
    reach,
    refused,
    roll,
    run_to,
    step,
    values,
    where,
)

CELL = C.board.index


def engaged(at_step, units, side=0, attackers=("46Br",), cell="K5", starts=("J5",), turn=2, dice=()):
    """An engagement in a square; the attackers came from their starts, facing east (Germans west)."""
    way = C.board.grid.directions.index("E" if side == 0 else "W")
    names = ",".join(str(C.unit[u]) for u in attackers)
    cells = ",".join(str(CELL[x]) for x in starts)
    ways = ",".join(str(way) for _ in attackers)
    line = f'[{{"cell":{CELL[cell]},"side":{side},"units":[{names}],"starts":[{cells}],"facings":[{ways}]}}]'
    return position(f"turn: {turn}\nstep: {at_step}\nengagements: {line}\n{units}", dice)


FIELD = "K5: 46Br >E, 8/73 >W\nA9: VII >E\nV9: IX >W"


def to_roll(match):
    """Go on with as little as can be until the assault is rolled for."""
    for _ in range(40):
        if kind(match) == "AssaultRoll":
            return
        if match.player == "dice":
            match.apply(match.actions()[-1])
        else:
            quiet(match)
    raise AssertionError(match.decision)


@pytest.mark.case("big-push", "8.8")
def test_engaged_attackers_recommit_by_themselves_without_command_supply_or_fire():
    """BP-R48: the HQ is far away, no HQ is spent, nobody fires at them."""
    match = engaged("allied-commitment", FIELD)
    (assault,) = match.position.assaults
    assert (assault.target, assault.units, assault.renewed) == (CELL["K5"], (C.unit["46Br"],), True)
    play(match, "done")
    assert kind(match) == "Pressing"  # they may try to go over the top again
    play(match, "done")
    to_roll(match)
    assert step(match) == "allied-assault"
    assert "an attacker is out of supply" not in lines(match)


@pytest.mark.case("big-push", "8.8")
def test_another_eng_locks_them_for_another_turn_until_a_decision_falls():
    """EX-27: ENG on three turns, ASR on the fourth: the attacker loses a step and is back where he came from."""
    match = engaged("allied-commitment", FIELD, turn=1)
    for turn in (1, 2, 3):
        to_roll(match)
        roll(match, "ENG")
        assert (here(match, "K5"), len(match.position.engagements)) == ({"46Br", "8/73"}, 1)
        run_to(match, "allied-commitment", turn + 1)
        assert [a.renewed for a in match.position.assaults] == [True]
    to_roll(match)
    roll(match, "ASR")
    assert (at(match, "46Br"), facing(match, "46Br"), values(match, "46Br")) == ("J5", "E", (5, 3, 6))
    assert (match.position.engagements, points(match)) == ((), [0, 1])


@pytest.mark.case("big-push", "8.8")
def test_they_fight_at_their_current_strength():
    match = engaged("allied-commitment", FIELD.replace("46Br >E", "46Br >E reduced"))
    to_roll(match)
    assert lines(match, of="attack") == {"46Br": 5}


@pytest.mark.case("big-push", "8.8")
def test_neither_side_may_send_in_reinforcements():
    """BP-R159: nobody enters or attacks the square from outside."""
    match = engaged("allied-movement", FIELD + "\nI5: 48Br >E\nL5: 8/93 >W disrupted")
    assert "K5" not in reach(match, "48Br")
    play(match, "done")
    assert step(match) == "allied-commitment"
    near = engaged("allied-commitment", FIELD + "\nJ6: 48Br >E\nJ8: VIII >E")
    verdict = refused(near, "48Br-K5")
    assert (verdict.reason, verdict.cases) == ("No unit may join or leave an engagement from outside", ("8.8",))
    german = engaged("german-movement", FIELD + "\nM5: 8/93 >W")
    assert "K5" not in reach(german, "8/93")


@pytest.mark.case("big-push", "8.8")
def test_engaged_attackers_neither_move_nor_break_down_nor_assault_elsewhere():
    """BP-R163b."""
    match = engaged("allied-movement", FIELD + "\npool: B4.1, B3.1, B2.1")
    verdict = refused(match, "46Br")
    assert (verdict.reason, verdict.cases) == ("46Br is engaged: only defenders may withdraw", ("8.8",))
    other = engaged("allied-commitment", FIELD + "\nL5: 8/93 >W")
    assert refused(other, "46Br-L5").cases == ("8.8",)


@pytest.mark.case("big-push", "8.8")
def test_the_hq_distance_of_a_renewed_assault_is_that_of_the_square():
    """BP-R163d: from J8 by J7 and J6, where friends stand, to K5 are three squares."""
    near = engaged("allied-commitment", "K5: 46Br >E, 8/73 >W\nJ6: 48Br >E\nJ8: VII >E\nV9: IX >W")
    to_roll(near)
    assert lines(near)["command HQ within 4 squares"] == 1
    far = engaged("allied-commitment", FIELD)
    to_roll(far)
    assert lines(far)["no command HQ within 4 squares"] == -1


@pytest.mark.case("big-push", "8.8/1")
def test_defenders_may_stay():
    match = engaged("german-movement", FIELD)
    play(match, "8/73", "stay:8/73", "done")
    assert here(match, "K5") == {"46Br", "8/73"}
    assert len(match.position.engagements) == 1


@pytest.mark.case("big-push", "8.8/1", "8.8")
def test_defenders_may_withdraw_one_square_and_the_square_is_the_attackers():
    """BP-R48: by the order of a retreat, nearer the own edge first, even into an enemy zone; that ends their move."""
    match = engaged("german-movement", FIELD)
    play(match, "8/73")
    assert {text.split(">")[0] for text in options(match)} == {"8/73-L4", "8/73-L5", "8/73-L6", "stay:8/73"}
    play(match, "8/73-L5>W")
    assert (where(match, "8/73", "46Br"), facing(match, "8/73")) == (["L5", "K5"], "W")
    assert match.position.engagements == ()
    assert match.position.control[CELL["K5"]] == 0
    assert "8/73" not in options(match)


@pytest.mark.case("big-push", "8.8/1")
def test_when_the_last_defender_has_left_surplus_attackers_go_back():
    """BP-R163b: two divisions cannot stay in one square; the owner says who goes back to where he came from."""
    match = engaged(
        "german-movement",
        "K5: 46Br >E, 48Br >E, 8/73 >W\nV9: IX >W",
        attackers=("46Br", "48Br"),
        starts=("J5", "J6"),
    )
    play(match, "8/73", "8/73-L5>W")
    assert (match.player, kind(match)) == ("allied", "Surplus")
    play(match, next(text for text in options(match) if "48Br" in text))
    assert where(match, "46Br", "48Br") == ["K5", "J6"]
    assert match.position.engagements == ()


@pytest.mark.case("big-push", "8.8/1")
def test_defenders_may_assault_in_their_own_phase_and_eng_makes_the_marker_theirs():
    """BP-R163e: no command needed, always supplied, no fire."""
    match = engaged("german-commitment", FIELD)
    assert options(match) == {"strike:K5", "done"}
    play(match, "strike:K5")
    assert [a.units for a in match.position.assaults] == [(C.unit["8/73"],)]
    to_roll(match)
    assert step(match) == "german-assault"
    assert "an attacker is out of supply" not in lines(match)
    assert lines(match, of="attack") == {"8/73": 4}
    roll(match, "ENG")
    (engagement,) = match.position.engagements
    assert (engagement.side, engagement.units) == (1, (C.unit["8/73"],))


@pytest.mark.case("big-push", "8.8/1")
def test_a_strike_that_wins_drives_the_others_out():
    match = engaged("german-commitment", FIELD.replace("46Br >E", "B2.1 >E reduced"), attackers=("B2.1",))
    play(match, "strike:K5")
    to_roll(match)
    roll(match, "DR")
    while kind(match) == "Retreat":
        play(match, sorted(options(match))[0])
    assert here(match, "K5") == {"8/73"}
    assert at(match, "B2.1") != "K5"
    assert match.position.engagements == ()


@pytest.mark.case("big-push", "8.8/1")
def test_a_strike_that_fails_costs_steps_and_nobody_moves():
    match = engaged("german-commitment", FIELD + "\npool: Bn01")
    play(match, "strike:K5")
    to_roll(match)
    roll(match, "ASR")
    assert here(match, "K5") == {"46Br", "Bn01"}
    (engagement,) = match.position.engagements
    assert (engagement.side, points(match)) == (0, [1, 0])


@pytest.mark.case("big-push", "8.8")
def test_an_assault_without_decision_brings_all_attackers_into_the_square():
    """11.8/1, BP-R48: no stacking limit there; where they came from is remembered."""
    match = position(
        """
        turn: 2
        step: allied-commitment
        J5: 46Br >E
        J6: 48Br >N
        J8: VII >E
        H8: VIII supply
        K5: 8/73 >W entrenched, 8/93 >W entrenched
        """
    )
    commit(match, "K5", "46Br", "48Br")
    to_roll(match)
    roll(match, "ENG")
    assert here(match, "K5") == {"46Br", "48Br", "8/73", "8/93"}
    (engagement,) = match.position.engagements
    assert [C.board.labels[x] for x in engagement.starts] == ["J5", "J6"]
    assert [C.board.grid.directions[f] for f in engagement.facings] == ["E", "N"]


@pytest.mark.case("big-push", "8.8/1", "7.0")
def test_a_defender_that_withdrew_does_not_move_again():
    match = engaged("german-movement", FIELD + "\nO5: 8/93 >W")
    play(match, "8/73", "8/73-L4>W")
    assert "8/73" not in options(match)
    move(match, "8/93", "N5")
    assert where(match, "8/73", "8/93") == ["L4", "N5"]


@pytest.mark.case("big-push", "8.8")
def test_a_start_square_that_the_enemy_has_taken_is_replaced_by_a_retreat():
    """BP-R163c."""
    match = engaged("allied-commitment", FIELD + "\nJ5: 8/93 >W disrupted")
    to_roll(match)
    roll(match, "AR")
    assert (kind(match), {text.split(">")[0] for text in options(match)}) == ("Retreat", {"46Br-J4", "46Br-J6"})
    play(match, "46Br-J6>E")
    assert (at(match, "46Br"), match.position.engagements) == ("J6", ())
    assert kind(match) != "Retreat"  # one square, once


@pytest.mark.case("big-push", "8.1", "6.5.1/4")
def test_interdicted_units_are_in_good_order_and_may_be_committed():
    """BP-R150."""
    match = position("turn: 2\nstep: allied-commitment\ninterdicted: J5=2\nJ5: 46Br >E\nJ8: VII >E\nK5: 8/73 >W")
    assert "46Br-K5" in options(match)


@pytest.mark.case("big-push", "12.1.1", "8.8", "BP-R93")
def test_neither_a_renewed_assault_nor_its_losses_count_for_replacements():
    match = engaged("allied-commitment", FIELD)
    to_roll(match)
    roll(match, "ASR")
    assert values(match, "46Br") == (5, 3, 6)
    assert match.position.tally == [0, 0]
    struck = engaged("german-commitment", FIELD + "\npool: Bn01\ntally: 0 3")
    play(struck, "strike:K5")
    to_roll(struck)
    roll(struck, "ASR")
    assert struck.position.tally == [0, 5]  # the defenders' own assault does, and the step it cost


@pytest.mark.case("big-push", "8.8", "11.8/1", "11.3")
def test_an_engagement_that_a_counter_attack_began_waits_for_the_next_turn():
    """The Germans' phase is still to come, but units fight again that attacked in the preceding Game Turn."""
    text = f"G3: 48Br >E\nH3: 26R/99 >W, 10B/6 >W\n{HQS}\n{POOL}\nL3: XIVR >W"
    match = assault(text, {"H3": ["48Br"]})
    outcome(match, "C")
    roll(match, "ENG")
    assert here(match, "G3") == {"48Br", "26R/99", "10B/6"}
    run_to(match, "german-commitment", 6)
    assert match.position.assaults == () and options(match) == {"done"}
    run_to(match, "allied-movement", 7)
    assert "48Br" in options(match)  # the defenders may withdraw first
    run_to(match, "german-commitment", 7)
    assert [a.target for a in match.position.assaults] == [CELL["G3"]]


@pytest.mark.case("big-push", "8.8", "7.3.1", "BP-R163")
def test_too_many_who_are_left_when_the_marker_had_passed_to_the_defenders_fall_back():
    """The Germans struck, the marker is theirs, and they perish in their next assault: of two divisions one cannot stay."""
    units = "K5: 46Br >E, 48Br >E, 8/73 >W\nA9: VII >E\nV9: IX >W"
    match = engaged("german-commitment", units, side=1, attackers=("8/73",), starts=("K5",))
    to_roll(match)
    roll(match, "A2SR")
    assert (match.player, kind(match)) == ("allied", "Surplus")
    play(match, "return:48Br")
    assert {text.split(">")[0] for text in options(match)} == {"48Br-J4", "48Br-J5", "48Br-J6"}
    play(match, "48Br-J5>E")
    assert (here(match, "K5"), match.position.engagements) == ({"46Br"}, ())
