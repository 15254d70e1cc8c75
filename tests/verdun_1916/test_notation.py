"""Positions written by hand: marks that stay, steps still to be lost, hexes over the limit."""

import pytest

from trenchline.core.errors import NotationError

from .kit import GAME, at, fight, guns, legal, march, options, play, position, refused, spent, states, step, steps


@pytest.mark.case("verdun-1916", "5.1b", "3.2b", "5.2a")
@pytest.mark.parametrize("phase", ["movement", "exploitation"])
def test_marks_of_a_phase_of_movement_stay(phase):
    match = march("3110: IR81 moved\n3113: IR87 halted touched\n3104: IR99 spent=3\n3114: 42RI moved", phase=phase)
    assert step(match) == f"german-{phase}" and match.decision.kind == "Movement"
    assert states(match, "IR81") == {"moved"} and states(match, "IR87") == {"halted", "touched"} and spent(match, "IR99") == 3
    assert refused(match, "IR81").cases == ("5.1b",) and refused(match, "IR87").cases == ("3.2b",)
    assert legal(match, "IR99")


@pytest.mark.case("verdun-1916", "7.1e", "7.1g")
def test_marks_of_a_combat_phase_stay():
    text = "3113: IR81 attacked, ST4\n3114: 42RI, 351R sheltered\n3013: IR87 exploited\n3018: IR99\n3019: 44RI attacked-at"
    match = fight(text)
    assert refused(match, "3019").cases == ("7.1e",)
    assert {"sheltered"} == states(match, "351R") and {"exploited"} == states(match, "IR87")
    play(match, "3114")
    assert refused(match, "IR81").cases == ("7.1e",) and legal(match, "ST4")


@pytest.mark.case("verdun-1916", "7.1e", "8.1b")
def test_hexes_struck_and_shelled_stay_so():
    match = fight("struck: 2915\n2914: IR99\n3113: IR81\n3114: 42RI")
    assert refused(match, "2915").cases == ("7.1e",)
    match = guns("shelled: 3114\n3110: FA21\n3114: 42RI\n3115: 44RI")
    assert refused(match, "3114").cases == ("8.1b",) and legal(match, "3115")


@pytest.mark.case("verdun-1916", "2.1.7", "2.1.8a")
def test_without_marks_a_phase_begins_as_ever():
    match = fight("3113: IR81\n3114: 42RI")
    assert match.decision.kind == "Combat" and match.prelude
    match = position("turn: 2\nstep: german-reorganisation\n3113: IR81 neutralised\n3114: 42RI\n3118: AD14")
    assert step(match) != "german-reorganisation" and not states(match, "IR81")


@pytest.mark.case("verdun-1916", "12.1c")
def test_nobody_has_entered_when_a_command_phase_begins():
    with pytest.raises(NotationError, match=r"2Z cannot have entered in this turn.*\(12.1c\)"):
        position("turn: 3\nstep: french-command\n3114: 2Z entered\n3001: IR81")


@pytest.mark.case("verdun-1916", "7.5c", "7.5p")
def test_steps_still_to_be_lost():
    match = fight("losses: french 2 3114\n3113: IR81 attacked\n3114: 42RI, 14.B1\n3115: 44RI")
    assert match.player == "french" and options(match) == {"42RI", "14.B1"}
    play(match, "14.B1")  # then only one unit is left to lose the other
    assert at(match, "14.B1") == "stock" and steps(match, "42RI") == 2 and match.player == "german"
    match = fight("losses: german 2 3113\n3113: IR81, ST4\n3114: 42RI", side="german")
    assert options(match) == {"ST4"} and match.player == "german"  # the first step comes from them
    play(match, "ST4")
    assert options(match) == {"ST4", "IR81"}


@pytest.mark.case("verdun-1916", "7.5o")
def test_a_fortress_can_give_one_of_them():
    match = fight("losses: french 1 2512\n2511: IR81\n2512: 42RI")
    assert options(match) == {"42RI", "2512"}
    again = GAME.position(GAME.notation(match), dice=[])
    assert again.hash() == match.hash()
    play(again, "2512")
    assert not again.position.fortress_stands(GAME.board.index["2512"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("step: german-combat\nlosses: french 9 3114\n3114: 42RI\n3113: IR81", "there are not 9 steps"),
        ("step: german-combat\nlosses: french 3114\n3114: 42RI\n3113: IR81", "a side, a number and hexes"),
        ("step: german-combat\nlosses: british 1 3114\n3114: 42RI\n3113: IR81", "a side, a number and hexes"),
        ("step: german-combat\nlosses: french 1 9999\n3114: 42RI\n3113: IR81", "a side, a number and hexes"),
        ("step: german-combat\nlosses: german 1 3113, french 1 3114\n3114: 42RI\n3113: IR81", "a side, a number and hexes"),
        ("step: german-movement\nlosses: french 1 3114\n3114: 42RI\n3113: IR81", "in a combat phase"),
    ],
)
def test_losses_that_cannot_be_are_refused(text, said):
    with pytest.raises(NotationError, match=said):
        position(f"turn: 2\n{text}")


FULL = "3113: IR81, IR87\n3120: 42RI"


@pytest.mark.case("verdun-1916", "4a", "4b")
@pytest.mark.parametrize("phase", ["german-movement", "german-exploitation", "german-combat", "french-second-combat"])
def test_a_hex_may_be_too_full_while_its_side_moves_and_in_combat(phase):
    match = position(f"turn: 2\nstep: {phase}\n{FULL}\n3119: 44RI")
    assert match.position.steps_in(GAME.board.index["3113"]) == 6


@pytest.mark.case("verdun-1916", "4a", "4b")
@pytest.mark.parametrize("phase", ["german-bombardment", "french-movement", "french-exploitation", "interphase"])
def test_elsewhere_no_rule_can_have_left_it_so(phase):
    with pytest.raises(NotationError, match=r"3113 holds more than 5 steps.*\(4a\)"):
        position(f"turn: 2\nstep: {phase}\n{FULL}")
