"""The environment keeps what PettingZoo asks of one, and what its tests do not look for."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, performance_benchmark, seed_test

import trenchline
from trenchline.core.encoding import Encoder, shape_of
from trenchline.env import env, parallel_env
from trenchline.games import CATALOGUE

THREE_SEATS = {"options": {"three_players": True}}
VARIANTS = [*((slug, {}) for slug in CATALOGUE), ("they-shall-not-pass", {"actions": "flat"}), ("big-push", THREE_SEATS)]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("slug", "settings"), VARIANTS)
def test_pettingzoos_api_test(slug, settings):
    api_test(env(slug, **settings), num_cycles=20)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("slug", "settings"), VARIANTS)
def test_pettingzoos_seed_test(slug, settings):
    seed_test(lambda: env(slug, **settings), num_cycles=20)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("slug", CATALOGUE)
def test_pettingzoos_max_cycles_test(slug):
    """It wants every agent to act in every cycle."""
    max_cycles_test(
        SimpleNamespace(
            env=lambda **settings: env(slug, rounds=True, **settings),
            parallel_env=lambda **settings: parallel_env(slug, **settings),
        )
    )


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("slug", CATALOGUE)
def test_pettingzoos_performance_benchmark(slug, monkeypatch, capsys):
    """With a clock that is set ahead by a second whenever it is looked at."""
    clock = iter(range(1_000))
    monkeypatch.setattr("time.time", lambda: float(next(clock)))
    performance_benchmark(env(slug))
    assert "turns per second" in capsys.readouterr().out


# ------------------------------------------------------------------------------------------------ what those do not look for


def episode(one, steps, chance):
    """The numbers taken and the sums of what was seen, by an agent that takes any legal number."""
    found = []
    for agent in one.agent_iter(steps):
        seen, reward, terminated, truncated, _ = one.last()
        if terminated or truncated:
            one.step(None)
            continue
        number = chance.choice(np.flatnonzero(seen["action_mask"]).tolist())
        sums = [int(array.astype(np.int64).sum()) for array in seen["observation"].values()]
        found.append((agent, number, reward, *sums))
        one.step(number)
    return found


def seeded_episode(slug, steps=60):
    one = env(slug)
    one.reset(seed=11)
    return episode(one, steps, Random(11))


@pytest.mark.parametrize("slug", CATALOGUE)
def test_a_seed_in_the_middle_of_an_episode_begins_it_again(slug):
    one = env(slug)
    one.reset(seed=11)
    first = episode(one, 40, Random(11))
    one.reset(seed=11)
    assert episode(one, 40, Random(11)) == first
    seed = one.unwrapped.match.dice.seed
    one.reset(seed=12)
    assert one.unwrapped.match.dice.seed != seed


def test_episodes_after_a_seed_follow_from_it():
    hashes = []
    for _ in range(2):
        one = env("they-shall-not-pass")
        one.reset(seed=3)
        one.reset()
        episode(one, 60, Random(1))
        hashes.append(one.unwrapped.match.hash())
    assert hashes[0] == hashes[1]


def test_the_same_episode_on_any_number_of_processes():
    slugs = ["they-shall-not-pass", "big-push"]
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        assert list(pool.map(seeded_episode, slugs)) == [seeded_episode(slug) for slug in slugs]


@pytest.mark.parametrize("slug", ["they-shall-not-pass", "campaign-of-attrition"])
def test_an_episode_ends_with_its_result(slug):
    one = env(slug, observe=("tracks",))
    one.reset(seed=5)
    episode(one, 100_000, Random(5))
    match = one.unwrapped.match
    assert match.over and not one.agents
    one.reset(seed=5)
    rewards = dict.fromkeys(one.possible_agents, 0.0)
    chance = Random(5)
    for agent in one.agent_iter():
        seen, reward, terminated, _, _ = one.last()
        rewards[agent] += reward
        one.step(None if terminated else chance.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    winner = match.result.winner
    assert rewards == {seat: 0.0 if not winner else 1.0 if seat == winner else -1.0 for seat in match.seats}


def test_three_seats_share_the_result_of_their_side():
    one = env("big-push", **THREE_SEATS)
    assert one.possible_agents == ["british", "french", "german"]
    one.reset(seed=1)
    one.unwrapped._pay(0.5)
    assert one.rewards == {"british": 0.5, "french": 0.5, "german": -0.5}


@pytest.mark.parametrize("actions", ["staged", "flat"])
def test_an_illegal_number_is_refused_with_its_case_and_changes_nothing(actions):
    one = env("they-shall-not-pass", actions=actions)
    one.reset(seed=7)
    space, before = one.unwrapped.space, one.unwrapped.match.hash()
    wrong = space.parse("barrage:0101") if actions == "flat" else space.tokens(one.unwrapped.match.parse("attack")).verb
    with pytest.raises(trenchline.IllegalAction, match=r"attack|barrage:0101") as refused:
        one.step(wrong)
    assert refused.value.cases
    with pytest.raises(trenchline.IllegalAction, match="they are from 0 to"):
        one.step(10**9)
    assert one.unwrapped.match.hash() == before
    one.step(one.unwrapped._legal[0])


def test_a_sample_without_a_mask_is_legal():
    one = env("they-shall-not-pass")
    one.reset(seed=7)
    for agent in one.agent_iter(100):
        one.step(one.action_space(agent).sample())


def test_a_match_is_cut_off_after_so_many_steps():
    one = env("they-shall-not-pass", max_cycles=5)
    one.reset(seed=7)
    for _ in range(5):
        assert not any(one.truncations.values())
        one.step(one.action_space(one.agent_selection).sample())
    assert all(one.truncations.values()) and not any(one.terminations.values())
    assert not one.observe(one.agent_selection)["action_mask"].any()


def test_only_who_decides_has_something_to_do():
    one = env("they-shall-not-pass")
    one.reset(seed=7)
    waiting = next(agent for agent in one.agents if agent != one.agent_selection)
    assert one.observe(one.agent_selection)["action_mask"].any()
    assert not one.observe(waiting)["action_mask"].any()


def test_importing_trenchline_needs_no_numpy():
    import subprocess
    import sys

    told = subprocess.run(
        [sys.executable, "-c", "import sys, trenchline; trenchline.games(); print('numpy' in sys.modules)"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert told.stdout.strip() == "False"


@pytest.mark.parametrize("slug", ["they-shall-not-pass", "big-push"])
def test_every_stage_of_an_action_is_observed_as_if_nothing_were_remembered(slug):
    one, chance = env(slug).unwrapped, Random(5)
    one.reset(seed=5)
    for _ in range(60):
        agent = one.agent_selection
        seen = one.observe(agent)["observation"]
        afresh = Encoder(one.match, agent, shape_of(one.game)).encode(one._staging)
        assert all((seen[part] == getattr(afresh, part)).all() for part in seen)
        one.step(chance.choice(one.legal))
