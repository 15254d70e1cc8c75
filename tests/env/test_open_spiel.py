"""OpenSpiel plays the games by its own tests, where it is installed."""

from __future__ import annotations

import copy
import pickle
from random import Random

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")
import trenchline.open_spiel as bridge  # noqa: E402

SMALL = "trenchline_campaign_of_attrition"


def played(name, steps, seed=1):
    """States of a random match, chance included."""
    game, chance = pyspiel.load_game(name), Random(seed)
    state = game.new_initial_state()
    for _ in range(steps):
        if state.is_terminal():
            return
        yield state
        if state.is_chance_node():
            numbers, shares = zip(*state.chance_outcomes(), strict=True)
            assert sum(shares) == pytest.approx(1.0)
            state.apply_action(chance.choices(numbers, shares)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))


def test_openspiels_random_simulation():
    pyspiel.random_sim_test(pyspiel.load_game(SMALL), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", bridge.NAMES)
def test_states_are_copied_written_down_and_read_again(name):
    game = pyspiel.load_game(name)
    for number, state in enumerate(played(name, 41)):
        if number % 20 == 0:
            _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
            for twin in (state.clone(), again, pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
                assert str(twin) == str(state) and twin.legal_actions() == state.legal_actions()


@pytest.mark.parametrize(
    ("name", "steps"), [("trenchline_verdun_1916", 400), ("trenchline_campaign_of_attrition(options=fog_of_war)", 150)]
)
def test_what_is_resampled_looks_the_same_to_its_player(name, steps):
    chance, different = Random(2), 0
    for number, state in enumerate(played(name, steps)):
        if state.is_chance_node() or (number % 10 and not state.match.is_secret):
            continue
        for player in range(len(state.match.seats)):
            twin = state.resample_from_infostate(player, chance.random)
            different += str(twin) != str(state)
            assert twin.observation_string(player) == state.observation_string(player)
            assert np.array_equal(twin.observation_tensor(player), state.observation_tensor(player))
            if player == state.current_player():
                assert twin.legal_actions() == state.legal_actions()
    assert different


def test_three_seats_and_scenarios_by_parameters():
    game = pyspiel.load_game("trenchline_big_push(scenario=devil_machines,options=three_players)")
    assert game.num_players() == 3
    assert game.new_initial_state().match.scenario == "devil_machines"
