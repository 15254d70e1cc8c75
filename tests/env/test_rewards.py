"""Rewards: the chance to win, and luck taken out."""

from __future__ import annotations

from random import Random

import pytest

import trenchline
from trenchline import Chances
from trenchline.env import env, rewards
from trenchline.env.rewards import standing


@pytest.fixture
def chances(monkeypatch):
    """Chances that go by the points alone, whatever has been fitted."""

    def of(match, player=None):
        share = min(max(0.5 + match.score().points / 200, 0.0), 1.0)
        first, second = match.game.sides
        return Chances({first: share, second: 1 - share}, 0.0, ())

    monkeypatch.setattr(trenchline.Match, "chances", of)


def total(one, seed):
    """What the first seat was rewarded all in all, by random play to the end."""
    one.reset(seed=seed)
    chance, first, found = Random(seed), one.possible_agents[0], 0.0
    for agent in one.agent_iter():
        _, reward, terminated, _, _ = one.last(observe=False)
        found += reward if agent == first else 0.0
        one.step(None if terminated else chance.choice(one.unwrapped._legal))
    return found


def test_differences_of_chances_add_up_to_the_result_less_the_first_chance(chances):
    one = env("campaign-of-attrition", reward="chances")
    one.reset(seed=2)
    first = standing(one.unwrapped.match)
    assert total(one, 2) == pytest.approx(standing(one.unwrapped.match) - first)


def test_luck_is_taken_out_roll_by_roll(chances, monkeypatch):
    """What is paid and the luck of the rolls together are the result less the first chance."""
    one = env("campaign-of-attrition", reward="chances", luck_adjusted=True)
    luck = []
    roll_on = rewards.LuckAdjusted.roll_on

    def watched(self, match):
        before = self._luck
        roll_on(self, match)
        luck.append(self._luck - before)

    monkeypatch.setattr(rewards.LuckAdjusted, "roll_on", watched)
    one.reset(seed=2)
    first = standing(one.unwrapped.match)
    luck.clear()
    paid = total(one, 2)
    assert paid + sum(luck[1:]) == pytest.approx(standing(one.unwrapped.match) - first, abs=1e-6)
    assert any(luck)


def test_luck_adjusted_matches_roll_dice_of_their_seed(chances):
    one = env("campaign-of-attrition", luck_adjusted=True)
    assert total(one, 4) == total(one, 4)


def test_a_scenario_without_fitted_chances_says_so(monkeypatch):
    monkeypatch.setattr(trenchline.Match, "chances", lambda match, player=None: None)
    one = env("they-shall-not-pass", reward="chances")
    with pytest.raises(trenchline.TrenchlineError, match="no chances to win have been fitted"):
        one.reset(seed=1)


def test_an_unknown_reward_is_refused():
    with pytest.raises(trenchline.TrenchlineError, match="there is no reward 'glory'"):
        env("they-shall-not-pass", reward="glory")
