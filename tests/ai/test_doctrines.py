"""The twelve doctrines of `trenchline/ai/doctrines` play every game by its rules, and each in its own way."""

from __future__ import annotations

from random import Random

import pytest

import trenchline
from trenchline.ai import ask, make_player
from trenchline.ai.doctrines import DOCTRINES, AllIn, FixedPlans, HoardThenStrike, OneAxis

SCENARIOS = {
    "they-shall-not-pass": "historical", "verdun-1916": "historical", "campaign-of-attrition": "historical",
    "big-push": "over_the_top", "generation-lost": "firestorm",
}  # fmt: skip
DECISIONS = 12


@pytest.mark.parametrize("slug", SCENARIOS)
@pytest.mark.parametrize("doctrine", DOCTRINES, ids=lambda doctrine: doctrine.__name__)
def test_a_doctrine_plays_by_the_rules(slug, doctrine):
    match = trenchline.load(slug).start(SCENARIOS[slug], seed=3)
    players = {seat: doctrine(f"3:{seat}") for seat in match.seats}
    chance = Random(3)
    for _ in range(DECISIONS):
        match.apply(ask(players[match.player], match, chance).action)


def test_there_are_twelve_and_each_can_be_named():
    assert len(set(DOCTRINES)) == 12
    for doctrine in DOCTRINES:
        assert doctrine.__doc__
        make_player(f"trenchline.ai.doctrines:{doctrine.__name__}", 1)


def test_one_axis_keeps_to_its_goal_and_the_fixed_plan_to_verdun():
    match = trenchline.load("they-shall-not-pass").start("historical", seed=3)
    axis, fixed = OneAxis(1), FixedPlans(1)
    goal = axis.plan(match, 0).focus
    assert goal == axis.plan(match, 0).focus and len(goal) == 1
    assert [match.game.board.names[cell] for cell in fixed.plan(match, 0).focus] == ["Verdun"]
    assert fixed.plan(match, 1).factors == {"stay": 3.0}


@pytest.mark.parametrize("slug", SCENARIOS)
def test_the_fixed_plans_bend_something_in_every_game(slug):
    match = trenchline.load(slug).start(SCENARIOS[slug], seed=3)
    fixed, weights = FixedPlans(1), match.game.knowledge.weights.as_dict()
    attack, defend = fixed.plan(match, 0), fixed.plan(match, 1)
    assert len(attack.focus) == 1 and "focus" in weights and defend.factors.keys() <= weights.keys()


def test_who_hoards_strikes_later():
    match = trenchline.load("they-shall-not-pass").start("historical", seed=3)
    player = HoardThenStrike(1)
    assert player.plan(match, 0) != AllIn.attack
    match.position.turn = 5
    assert player.plan(match, 0) == AllIn.attack


def test_who_hoards_counts_the_turns_of_his_scenario():
    match = trenchline.load("big-push").start("devil_machines", seed=3)
    player = HoardThenStrike(1)
    assert player.plan(match, 0) != AllIn.attack  # turn 12, the first of four
    match.position.turn += 2
    assert player.plan(match, 0) == AllIn.attack
