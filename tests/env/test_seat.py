"""One seat against built-in opponents, alone and many at once."""

from __future__ import annotations

from contextlib import closing
from random import Random

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_reset_options, check_reset_return_type, check_reset_seed_determinism

import trenchline
from trenchline.env import SEAT_ID, SeatEnv, vector_env

SMALL = "campaign-of-attrition"


def played(one, seed):
    """Rewards of an episode by any legal number."""
    one.reset(seed=seed)
    chance, found = Random(seed), []
    while True:
        _, reward, over, cut, _ = one.step(chance.choice(np.flatnonzero(one.action_masks()).tolist()))
        found.append(reward)
        if over or cut:
            return found


def test_gymnasiums_checks_of_reset_and_spaces():
    """Its check of steps takes an action sampled before the match begins, which is refused."""
    one = gymnasium.make(SEAT_ID, slug=SMALL, max_cycles=50).unwrapped
    for check in (check_reset_return_type, check_reset_seed_determinism, check_reset_options):
        check(one)
    seen, _ = one.reset(seed=1)
    assert one.observation_space.contains(seen)
    assert one.observation_space.contains(one.step(one.action_space.sample())[0])


def test_the_mask_is_that_of_the_observation_and_the_seat_is_always_asked():
    one = SeatEnv(SMALL, seat="french")
    seen, told = one.reset(seed=1)
    assert told["seat"] == "french" == one.match_env.decider
    chance = Random(1)
    for _ in range(200):
        assert (seen["action_mask"] == one.action_masks()).all()
        seen, _, over, _, _ = one.step(chance.choice(np.flatnonzero(one.action_masks()).tolist()))
        if over:
            break
        assert one.match_env.decider == "french"


def test_the_rewards_of_a_match_are_its_result():
    for seed in range(4):
        one = SeatEnv(SMALL)
        rewards = played(one, seed)
        result = one.match_env.match.result
        assert result is not None
        assert sum(rewards) == (0 if not result.winner else 1 if result.winner == one.seat else -1)


def test_points_are_rewarded_as_they_come():
    one = SeatEnv(SMALL, seat="french", points=0.01)
    one.reset(seed=3)
    before = one.match_env.match.score("french").points
    rewards = played(one, 3)
    match = one.match_env.match
    result = 0 if not match.result.winner else 1 if match.result.winner == "french" else -1
    assert sum(rewards) == pytest.approx(result - 0.01 * (match.score("french").points - before))


def test_a_seed_plays_the_same_match_against_the_same_opponent():
    hashes = set()
    for _ in range(2):
        one = SeatEnv(SMALL, opponent="recruit", seat="german", max_cycles=60)
        played(one, 9)
        hashes.add(one.match_env.match.hash())
    assert len(hashes) == 1


def test_after_the_end_a_step_is_refused():
    one = SeatEnv(SMALL)
    played(one, 2)
    with pytest.raises(trenchline.TrenchlineError, match="the episode is over"):
        one.step(0)


def test_an_unknown_seat_is_refused():
    with pytest.raises(trenchline.TrenchlineError, match="there is no seat 'british'; there are german, french"):
        SeatEnv(SMALL, seat="british")


def test_many_seats_share_memory_and_play_like_one():
    with closing(vector_env(SMALL, 2, observe=("tracks", "entities"), seat="german")) as many:
        seen, _ = many.reset(seed=[5, 6])
        alone = SeatEnv(SMALL, observe=("tracks", "entities"), seat="german")
        first, _ = alone.reset(seed=5)
        assert (seen["entities"][0] == first["entities"]).all()
        for _ in range(15):
            numbers = [int(np.flatnonzero(mask)[0]) for mask in seen["action_mask"]]
            first, _, over, _, _ = alone.step(numbers[0])
            seen, _, overs, _, _ = many.step(np.array(numbers))
            assert over == overs[0]
            assert (seen["entities"][0] == first["entities"]).all() and (seen["tracks"][0] == first["tracks"]).all()
            if over:
                break
