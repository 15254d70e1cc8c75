"""Every action has a number of its own, both ways, and the numbers of a rules version never change."""

from __future__ import annotations

from hashlib import blake2b
from random import Random

import pytest

import trenchline
from tests.random_games import Temper
from trenchline.core.action_space import ActionSpace
from trenchline.examples.trench_raid import TrenchRaid
from trenchline.games import CATALOGUE

SCENARIOS = [(slug, scenario.id) for slug in CATALOGUE for scenario in trenchline.load(slug).scenarios]


def matches(slug, scenario, most):
    """A random match of a scenario at its defaults, and one with every option turned: the actions of each decision."""
    game = trenchline.load(slug)
    for number, options in enumerate(({}, {o.id: not o.default for o in game.options})):
        match, temper = game.start(scenario, seed=number, options=options), Temper(number)
        for _ in range(most):
            if match.over:
                break
            actions = list(match.actions(match.player))
            yield match, actions
            match.apply_legal(temper.choose(actions))


@pytest.mark.parametrize(("slug", "scenario"), SCENARIOS)
def test_whatever_a_decision_offers_has_a_number_and_comes_back(slug, scenario):
    space = trenchline.load(slug).action_space()
    for match, actions in matches(slug, scenario, 60):
        numbers = space.legal(match, match.player)
        assert len(set(numbers)) == len(actions)
        for action, number in zip(actions[:20], numbers, strict=False):
            assert space.decode(number, action.by) == action
            if not action.by:
                assert space.parse(space.text(number)) == number


def test_every_number_is_an_action_of_its_own():
    space = TrenchRaid().action_space()
    assert [space.encode(space.decode(number)) for number in range(space.n)] == list(range(space.n))


@pytest.mark.parametrize("number", [-1, 10**9])
def test_a_number_that_stands_for_nothing_is_refused(number):
    space = trenchline.load("they-shall-not-pass").action_space()
    with pytest.raises(trenchline.NotationError, match="no action of they-shall-not-pass 3: they are from 0 to 731481"):
        space.decode(number)


@pytest.mark.parametrize("text", ["move:208R", "sing", "lose=99"])
def test_an_action_that_no_decision_offers_has_no_number(text):
    game = trenchline.load("they-shall-not-pass")
    with pytest.raises(trenchline.NotationError, match="none of the actions in"):
        game.action_space().encode(game.parse(text))


def test_the_mask_is_one_where_an_action_is_legal():
    match = TrenchRaid().start(seed=3)
    space = match.game.action_space()
    legal = space.legal(match)
    mask = space.mask(legal)
    assert len(mask) == space.n
    assert [number for number, there in enumerate(mask) if there] == sorted(legal)


# The numbers are published: whoever has trained a model by them must find the same ones. Forms are added at the end of
# actions.csv, or the rules version of the game is raised.
FROZEN = {
    "they-shall-not-pass 3": "31c8d33ceb21",
    "verdun-1916 2": "3c9e4368fa32",
    "campaign-of-attrition 2": "1ef2a80c87fc",
    "big-push 5": "85f1c10356bb",
    "generation-lost 6": "00ba8bb99db7",
}


def fingerprint(space: ActionSpace) -> str:
    """Of what each form's first number means, and how many there are."""
    told = [f"{form.first} {form.kind} {form.unit} {form.cell} {form.details}" for form in space.forms]
    return blake2b("\n".join(told).encode(), digest_size=6).hexdigest()


@pytest.mark.parametrize("slug", CATALOGUE)
def test_the_numbers_of_a_rules_version_never_change(slug):
    space = trenchline.load(slug).action_space()
    assert FROZEN[space.name] == fingerprint(space)


# ------------------------------------------------------------------------------------------------ stages


@pytest.mark.parametrize("slug", CATALOGUE)
def test_stages_lead_to_every_legal_action_and_to_no_other(slug):
    space = trenchline.load(slug).action_space()
    for match, actions in matches(slug, "", 40):
        if len(actions) <= 80:
            assert sorted(reached(space, match, []), key=str) == sorted(actions, key=str)


def reached(space, match, taken):
    """The actions that some tokens lead to, by all that may follow."""
    staging = trenchline.Staging(space, match.actions(match.player))
    for token in taken:
        done = staging.take(token)
        if done is not None:
            return [done]
    assert all(space.stage_of(token) == staging.stage for token in staging.legal)
    return [action for token in staging.legal for action in reached(space, match, [*taken, token])]


def test_stages_say_what_is_chosen_in_words():
    match = trenchline.load("they-shall-not-pass").start(seed=7)
    space = match.game.action_space()
    staging = trenchline.Staging(space, match.actions())
    texts = [space.token_text(token) for token in staging.legal]
    assert trenchline.STAGES[staging.stage] == "verb" and {"barrage", "done"} <= set(texts)
    assert staging.take(staging.legal[texts.index("barrage")]) is None
    assert trenchline.STAGES[staging.stage] == "cell"
    assert "1504" in [space.token_text(token) for token in staging.legal]


def test_a_token_that_may_not_be_taken_is_refused():
    match = trenchline.load("they-shall-not-pass").start(seed=7)
    staging = trenchline.Staging(match.game.action_space(), match.actions())
    with pytest.raises(trenchline.NotationError, match="cannot be taken"):
        staging.take(match.game.action_space().starts[2])


def test_what_is_remembered_of_actions_is_bounded(monkeypatch):
    monkeypatch.setattr("trenchline.core.action_space.MOST_KNOWN", 30)
    match, chance = TrenchRaid().start(seed=1), Random(1)
    space = match.game.action_space()
    while not match.over:
        space.legal(match)
        assert len(space.numbers) <= 30
        match.apply_legal(chance.choice(match.actions()))
