"""The text of a position: what reads back, and how every fault is told."""

import pytest

from trenchline.core.errors import NotationError

from .kit import GAME, at, fort, options, play, points, position, rails, refused, states, step

FAULTS = {
    "turn: 11": "turn must be a whole number from 1 to 10",
    "step: german-lunch": "it must be one of",
    "ap: 12": "ap must be 2 whole numbers",
    "lost: 1 2": "lost must be 4 whole numbers",
    "options: magic": "there is no option 'magic'",
    "scenario: winter": "scenario is 'winter'; it must be one of historical, sectors, free",
    "0317: 21XX": "there is no counter '21XX'",
    "0317: 21ID brave": "'brave' is no state",
    "0317: CAV entrenched": "CAV has no Entrenched side (4.1b)",
    "0317: 21ID reduced": "21ID has no state 'reduced'",
    "0317: 21ID,": "a counter is missing between commas",
    "0317: 21ID\n0318: 21ID": "21ID stands in 0317 already",
    "0317: 21ID, 72DI": "holds units of both sides",
    "0317: 21ID, 5ID": "over the stacking limit or mixes corps",
    "forts: 0317 silent": "not the hex of a fortress",
    "forts: 1509 asleep": "not the hex of a fortress and its state",
    "joined: BErs XXX": "not a counter and the corps it has joined",
    "german rails: 9999": "there is no hex '9999'",
    "9999: 21ID": "neither a place nor a tag",
    "nonsense": "not of the form",
    "stack: [{}]": "the decision that waits cannot be read",
    "step: german-movement\n0317: 21ID strategic": "'strategic' is a mark of an activation",
    "step: german-operations\n0317: 21ID active": "'active' is a mark of an activation",
    "losses: 1": "losses must be 2 whole numbers",
    "step: german-movement\n0318: 21ID\n0317: 72DI\ncombat: 21ID against 0317": "absorbed in a Combat Phase",
    "step: german-combat\n0318: 21ID\n0317: 72DI\nlosses: 0 2": "does not name attackers and the enemy hex",
    "step: german-combat\n0318: 21ID\n0317: 72DI\ncombat: 21ID against 0318": "does not name attackers and the enemy hex",
    "step: german-combat\n0318: 21ID entrenched\n0317: 72DI\ncombat: 21ID against 0317": "21ID is Entrenched",
    "step: german-combat\n0319: 21ID\n0317: 72DI\ncombat: 21ID against 0317": "21ID is not next to 0317 (9.0a)",
    "step: german-combat\n0318: 21ID\n0317: 72DI\ncombat: 21ID against 0317\nstack: []": "stand for a stack",
}


@pytest.mark.parametrize("text", FAULTS)
def test_a_fault_is_told_in_one_sentence(text):
    with pytest.raises(NotationError) as told:
        position(text)
    assert FAULTS[text] in str(told.value)


def test_everything_a_position_holds_reads_back():
    match = position(
        """
        scenario: free
        options: fog_of_war, improved_entrenchments
        turn: 6
        step: german-combat
        ap: 31 17
        lost: 4 5 1 2
        joined: BErs XVIII
        forts: 1509 silent, 1610 destroyed
        german ground: 1509 1608
        german rails: 1607 1608
        1707: 21ID disrupted, BErs, RS1 reduced fired
        1708: 72DI entrenched
        eliminated: 39ID, 40DI, 42DI
        pool: 30ID
        edge: 38DI
        """
    )
    text = GAME.notation(match)
    again = GAME.position(text)
    assert GAME.notation(again) == text and again.hash() == match.hash()
    assert fort(again, "1610") == "destroyed" and rails(again, "1608") == "german" and at(again, "38DI") == "edge"
    assert states(again, "RS1") == {"reduced", "fired"} and step(again) == "german-combat"


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("step: german-combat\n1707: 21ID, GAS1\n1708: 72DI", ["1708", "21ID", "attack", "gas:GAS1"]),
        ("step: german-siege\n0318: RS1\n0317: 72DI", ["0317", "RS1"]),
        ("step: german-movement\n0318: 21ID\n0317: 72DI", ["meet:21ID-0317"]),
        ("step: german-operations\n1605: 21ID\n1315: 72DI", ["21ID"]),
        ("step: french-build\n1605: 21ID\n1315: 72DI\npool: 40DI", ["40DI"]),
    ],
)
def test_a_position_in_the_middle_of_things_reads_back_and_goes_on(text, actions):
    match = position(f"turn: 5\n{text}")
    for action in actions:
        play(match, action)
        again = GAME.position(GAME.notation(match))
        assert again.hash() == match.hash() and again.decision == match.decision and options(again) == options(match)


# ------------------------------------------------------------------------------------------------ in the middle of a step


def test_what_units_have_done_in_this_movement_step_is_kept():
    match = position(
        "turn: 5\nstep: german-movement\n0319: 21ID moved mp=12, 25ID\n0318: 5ID halted\n1405: 9RD flipped mp=12\n1315: 72DI"
    )
    assert states(match, "21ID") == {"moved"} and points(match, "21ID") == 2 and points(match, "25ID") == 4
    assert match.decision.kind == "Movement" and refused(match, "5ID").cases == ("4.5f",)
    assert "entrench:9RD" not in options(match) and points(match, "9RD") == 2
    again = GAME.position(GAME.notation(match))
    assert again.hash() == match.hash() and options(again) == options(match)


def test_movement_points_alone_say_that_the_step_has_begun():
    match = position("turn: 5\nstep: french-movement\n1315: 72DI mp=0, 51DI\n1605: 21ID")
    assert points(match, "72DI") == 0 and points(match, "51DI") == 4 and "72DI" not in options(match)


def test_a_side_that_is_moving_may_stand_over_the_limits():
    text = "turn: 5\nstep: german-movement\n0319: 21ID, 25ID, 5ID{}\n1315: 72DI"
    match = position(text.format(" moved mp=6"))
    assert "done" not in options(match) and points(match, "5ID") == 1
    with pytest.raises(NotationError, match="over the stacking limit"):
        position(text.format(""))


def test_a_reserve_that_has_moved_may_go_on_in_its_phase():
    match = position("turn: 5\nstep: french-reserve-enemy\n1605: 21ID moved mp=6, 25ID\n1315: 72DI")
    assert match.player == "german" and "21ID" in options(match) and "25ID" not in options(match)


@pytest.mark.parametrize(
    ("text", "gone", "left"),
    [
        ("step: german-siege\n0318: RS1 shot, RS2\n0317: 72DI", "RS1", "RS2"),
        ("step: german-combat\n0318: 21ID attacked, 25ID\n0317: 72DI", "21ID", "25ID"),
    ],
)
def test_who_has_fired_or_attacked_in_this_step_is_kept(text, gone, left):
    match = position(f"turn: 5\n{text}")
    play(match, "0317")
    assert left in options(match) and gone not in options(match)


def test_who_has_been_activated_in_this_phase_is_kept():
    match = position("turn: 5\nstep: german-operations\n1605: 21ID acted\n1405: 5ID\n1315: 72DI")
    assert "5ID" in options(match) and "21ID" not in options(match)


@pytest.mark.case("campaign-of-attrition", "9.0f", "9.2a", "CA-R11")
def test_loss_points_that_are_still_to_be_absorbed_can_be_written():
    text = "turn: 5\nstep: german-combat\n1707: 21ID, 25ID\n1708: 14DI, 51DI\ncombat: 21ID 25ID against 1708\nlosses: 1 3"
    match = position(text)
    assert match.player == "german" and match.decision.kind == "Absorb"
    play(match, "pay")
    assert match.player == "french" and match.decision.prompt.startswith("3 loss points")
    play(match, "14DI", "51DI")
    assert match.decision.kind == "Advance" and states(match, "21ID") == {"disrupted", "attacked"}
    play(match, "21ID-1708", "done")
    assert at(match, "21ID") == "1708" and step(match) != "german-combat"


def test_a_position_about_to_take_losses_reads_back():
    match = position("turn: 5\nstep: french-combat\n1707: 21ID\n1708: 14DI, 51DI\ncombat: 14DI against 1707\nlosses: 2 0")
    assert match.player == "german"
    again = GAME.position(GAME.notation(match))
    assert again.hash() == match.hash() and options(again) == options(match)
