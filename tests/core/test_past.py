"""Going back in a match: any moment of it is the match as it was then, and plays on."""

from __future__ import annotations

from random import Random

import pytest

import trenchline
from trenchline.ai import visible_match
from trenchline.core.errors import TrenchlineError


def played(match, count, chance):
    """Play on by chance; the fingerprint after each action."""
    seen = [match.hash()]
    for _ in range(count):
        match.apply(chance.choice(match.actions()))
        seen.append(match.hash())
    return seen


@pytest.mark.parametrize("slug", ["they-shall-not-pass", "generation-lost"])
def test_every_moment_of_a_match_is_as_it_was_in_any_order(slug):
    match, chance = trenchline.load(slug).start(seed=3), Random(3)
    seen = played(match, 120, chance)
    order = chance.sample(range(121), 30)
    assert [match.at(n).hash() for n in order] == [seen[n] for n in order]
    again = match.at(60)
    for action in [a for a in match.history if not a.dice][60:]:
        again.apply(action)
    assert again.hash() == match.hash() and again.history == match.history  # on the same dice


def test_what_was_taken_back_and_played_otherwise_is_not_remembered():
    match, chance = trenchline.load("they-shall-not-pass").start(seed=3), Random(3)
    played(match, 60, chance)
    while not match.can_undo:
        played(match, 1, chance)
    number = sum(not a.dice for a in match.history)
    match.at(number)
    match.undo()
    seen = played(match, 3, Random(9))
    assert match.at(number + 1).hash() == seen[2]


def test_a_match_that_has_gone_on_since_somebody_looked_back_is_gone_back_in_again():
    match, chance = trenchline.load("they-shall-not-pass").start(seed=3), Random(3)
    seen = played(match, 60, chance)
    assert match.at(60).hash() == seen[60]
    seen += played(match, 90, chance)[1:]
    assert [match.at(n).hash() for n in range(151)] == seen


def test_a_moment_that_waited_for_dice_has_them_once_they_are_entered():
    match, chance = trenchline.load("they-shall-not-pass").start(dice="hand"), Random(3)
    seen = []
    while len(seen) < 60:
        if match.player == "dice":
            assert match.at(len(seen)).player == "dice"
            match.apply(chance.choice(match.actions()))
            continue
        assert match.at(len(seen)).hash() == match.hash()
        seen.append(match.hash())
        match.apply(chance.choice(match.actions()))
    assert [match.at(n).hash() for n in range(60)] == seen


def test_a_bot_may_look_back_and_does_not_learn_the_dice_to_come():
    match = trenchline.load("they-shall-not-pass").start(seed=3)
    seen = played(match, 60, Random(3))
    shown = visible_match(match, match.player, Random(1))
    before = shown.at(30)
    assert before.hash() == seen[30] and before.dice is shown.dice


def test_a_position_is_gone_back_to_as_well_and_a_moment_that_never_was_is_refused():
    game = trenchline.load("they-shall-not-pass")
    first = game.start(seed=3)
    played(first, 40, Random(3))
    match = game.position(game.notation(first), seed=5)
    seen = played(match, 40, Random(4))
    assert match.at(17).hash() == seen[17]
    with pytest.raises(TrenchlineError, match="40 actions"):
        match.at(41)


@pytest.mark.parametrize("number", [3, 300])
def test_a_match_that_hides_something_is_not_gone_back_in_and_does_not_say_how_much_it_hides(number):
    match = trenchline.load("big-push").start("campaign", seed=1)
    played(match, 40, Random(2))
    shown = visible_match(match, "german", Random(1))
    assert any(action.kind == "secret" for action in shown.history)
    with pytest.raises(TrenchlineError, match="hides something") as refused:
        shown.at(number)
    assert "actions" not in str(refused.value)
    assert visible_match(match, "allied", Random(1)).at(3).hash() == match.at(3).hash()  # nothing is hidden from them
