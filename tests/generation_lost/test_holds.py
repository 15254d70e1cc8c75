"""Who may not move yet: the western bank (19.1.5(f), 19.1.5(g)), corps of the rear (19.3.5(c)), the 113th Division
(19.6.5(f))."""

import pytest

from .battle import engaged
from .kit import (
    C,
    barred,
    commitment,
    game_position,
    here,
    kind,
    legal,
    march,
    move,
    options,
    order,
    play,
    position,
    reach,
    refused,
    states,
)

LABELS = C.board.labels


def quiet(text, side="german", turn=1):
    """A movement of the first turns on the western bank."""
    return march(f"scenario: firestorm\n{text}", side=side, turn=turn)


# ------------------------------------------------------------------------------------------------ 19.1.5(f), 19.1.5(g)


@pytest.mark.case("generation-lost", "19.1.5(f)")
def test_infantry_of_the_western_lines_does_not_move_before_march_6():
    """GL-R199."""
    for side, text, unit, cell in (
        ("german", "F4: 11R/3 >S entrenched", "11R/3", "E3"),
        ("french", "G9: B3.6 >N reduced", "B3.6", "H9"),
    ):
        for turn in (1, 2):
            match = quiet(text, side, turn)
            assert reach(match, unit) == set()
            verdict = barred(match, unit, cell)
            assert verdict.reason == f"{unit} does not leave the western start line before March 6"
            assert verdict.cases == ("19.1.5(f)",)
        assert cell in reach(quiet(text, side, 3), unit)
    assert "C19" in reach(quiet("B18: 13R/2 >S entrenched"), "13R/2")  # the eastern bank is not quiet


@pytest.mark.case("generation-lost", "19.1.5(g)")
def test_units_behind_the_western_lines_move_but_stop_in_them():
    """GL-R301: nobody goes beyond his own line; HQs and guns are free behind it."""
    match = quiet("D4: Bn01 >S\nD9: VIR >S\nE10: G77.1 >S")
    assert "E4" in reach(match, "Bn01")
    assert {"E5", "F5", "F4"} & reach(match, "Bn01") <= {"F4"}
    verdict = barred(match, "Bn01", "E6")
    assert verdict.reason == "E6 lies beyond the western start line, which nobody crosses before March 6"
    assert verdict.cases == ("19.1.5(g)",)
    move(match, "Bn01", "E4")
    assert reach(match, "Bn01") == set()
    assert "E10" in reach(match, "VIR")
    beyond = {LABELS[x] for x in range(C.board.size) if C.bank[x] == "W" and not C.north[x] and C.trench[x] != "german"}
    assert not beyond & (reach(match, "VIR") | reach(match, "G77.1"))
    french = quiet("J8: B4.1 >N\nH14: B4.2 >N", side="french")
    assert "G10" in reach(french, "B4.1")
    assert not {"E6", "E13", "E12"} & (reach(french, "B4.1") | reach(french, "B4.2"))
    assert "E6" in reach(quiet("D7: Bn01 >S", turn=3), "Bn01")


@pytest.mark.case("generation-lost", "19.1.5(f)", "19.2.2(a)")
def test_nobody_assaults_west_of_the_meuse_before_march_6():
    text = "F11: 12R/2 >S entrenched\nG11: B3.7 >N reduced\nD10: VIR >S"
    match = commitment(f"scenario: firestorm\n{text}", turn=2)
    verdict = refused(match, "12R/2-G11")
    assert (verdict.reason, verdict.cases) == ("Nobody assaults west of the Meuse before March 6", ("19.1.5(f)",))
    assert legal(commitment(f"scenario: firestorm\n{text}", turn=3), "12R/2-G11")
    assert legal(commitment(f"scenario: crown_prince\n{text}", turn=1), "12R/2-G11")


@pytest.mark.case("generation-lost", "19.1.5(g)", "GL-R301")
def test_only_infantry_halts_in_its_western_line():
    match = quiet("D10: VIR >S\nE10: G77.1 >S\nE9: Bn01 >S")
    for unit, halts in (("VIR", False), ("G77.1", False), ("Bn01", True)):
        move(match, unit, "F10")
        assert ("stopped" in states(match, unit)) == halts
        assert ("F9" in reach(match, unit)) != halts  # along the line
    later = quiet("F10: VIR >S", turn=2)
    assert {"F9", "F11", "E9"} <= reach(later, "VIR")


@pytest.mark.case("generation-lost", "19.1.5(f)", "12.4.2(a)", "GL-R282")
def test_an_engineer_in_the_western_line_hauls_no_gun_out_of_it():
    for turn, may in ((2, False), (3, True)):
        match = quiet("weather: 3\nF10: Eng2 >S, G77.1 >S", turn=turn)
        assert ("E9" in reach(match, "G77.1")) == may


# ------------------------------------------------------------------------------------------------ 19.3.5(c)

REAR = """
A20: XVIII >S held
A21: 25/1 >S held, 25/2 >S held
A30: III >S held
A31: 6/1 >S held
E5: VIR >S
"""


def may_cup(turn, text=REAR):
    return position(f"scenario: may_cup\nturn: {turn}\nstep: german-movement\n{text}")


@pytest.mark.case("generation-lost", "19.3.5(c)")
def test_one_corps_of_the_rear_is_released_on_the_first_turn_the_other_from_the_second():
    """GL-R209, GL-R304."""
    match = may_cup(7)
    assert kind(match) == "ReleaseCorps"
    assert options(match) == {"XVIII", "III", "done"}
    play(match, "XVIII")
    assert kind(match) == "MovementModes"  # not both
    assert options(match) == {"VIR~supply", "XVIII~supply", "done"}
    play(match, "done")
    assert options(match) == {"VIR", "XVIII", "25/1", "25/2", "done"}
    verdict = refused(match, "6/1")
    assert (verdict.reason, verdict.cases) == ("6/1 is not released yet", ("19.3.5(c)",))
    both = may_cup(8)
    play(both, "III", "XVIII")
    assert [order(both, unit) for unit in ("III", "6/1", "XVIII", "25/1")] == [set()] * 4
    later = may_cup(9)
    play(later, "done")
    assert order(later, "XVIII") == {"held"}


@pytest.mark.case("generation-lost", "19.3.5(c)")
def test_who_is_not_released_neither_breaks_down_nor_assaults_but_its_battalions_wait_with_it():
    from trenchline.games.great_war.losses import inflict

    match = may_cup(7, REAR + "pool: Bn01, Bn02, Bn03, Bn04")
    play(match, "XVIII", "done")
    p = game_position(match)
    inflict(p, 0, [C.unit["6/1"]], 1, "assault")
    assert [order(match, unit) for unit in ("Bn01", "Bn02")] == [{"held"}] * 2
    play(match, "done")
    p.turn += 1
    from trenchline.games.generation_lost.holds import release, waiting

    assert {LABELS[p.place[u]] for u in waiting(p)[1]} == {"A30", "A31"}
    release(p, 1)
    assert [order(match, unit) for unit in ("Bn01", "Bn02", "III")] == [set()] * 3
    attack = commitment("scenario: may_cup\nA31: 6/1 >S held\nB31: B4.1 >N\nA30: III >S held", turn=7)
    assert refused(attack, "6/1-B31").reason


# ------------------------------------------------------------------------------------------------ 19.6.5(f)


@pytest.mark.case("generation-lost", "19.6.5(f)")
def test_the_113th_division_waits_for_a_six():
    """GL-R234: one roll in each German movement."""
    text = "scenario: ramparts_revenge\nturn: 33\nstep: german-movement\nA22: 113/1 >S held\nA23: 113/2 >S held\nE5: VIR >S\n"
    match = position(text, dice=[5])
    play(match, "done")
    assert (options(match), here(match, "A22")) == ({"VIR", "done"}, {"113/1"})
    freed = position(text, dice=[6])
    play(freed, "done")
    assert options(freed) == {"VIR", "113/1", "113/2", "done"}
    assert "held" not in states(freed, "113/2")
    waits = position(text)
    assert waits.decision.prompt == "The 113th Division stands in reserve: roll one die, a six releases it."
    assert kind(position(text.replace(" held", ""))) == "MovementModes"


@pytest.mark.case("generation-lost", "19.6.5(f)", "16.5.2(g)", "GL-R234", "GL-R304")
def test_who_is_held_fights_on_under_his_own_marker_and_under_no_other():
    """R40: after ENG in his counter-attack he must assault again; to strike out of the enemy's engagement is a choice."""
    for side, must in (("german", True), ("french", False)):
        marker = engaged("N28", side, ["5Fr"], ["O28"], "N")
        text = f"scenario: ramparts_revenge\n{marker}\nN28: 113/1 >S held, 5Fr >N\nK29: XVIII >S\nR29: VIIFr >N"
        match = commitment(text, turn=34)
        assert bool(game_position(match).assaults) == must and options(match) == {"done"}
