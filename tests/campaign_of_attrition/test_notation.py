"""The text of a position: what reads back, and how every fault is told."""

import pytest

from trenchline.core.errors import NotationError

from .kit import GAME, at, fort, options, play, position, rails, states, step

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
