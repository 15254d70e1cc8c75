"""The examples that learn: one tiny step of training where the library is installed, and the tree search."""

from __future__ import annotations

from random import Random

import pytest

import trenchline
from trenchline.ai import ask
from trenchline.examples.learn.ismcts import Node, TreeSearch


def test_a_tiny_step_of_training_changes_the_policy():
    pytest.importorskip("torch")
    pytest.importorskip("sb3_contrib")
    from trenchline.examples.learn import ppo

    model = ppo.learner(steps=16)
    before = [weights.clone() for weights in model.policy.parameters()]
    model.learn(64)
    assert any(not weights.equal(old) for weights, old in zip(model.policy.parameters(), before, strict=True))
    assert 0.0 <= ppo.wins(model, "random", 2) <= 1.0


def test_the_tree_search_answers_legally_and_alike_for_a_seed():
    match = trenchline.load("verdun-1916").start(seed=3)
    found = []
    for _ in range(2):
        bot = TreeSearch("7")
        bot.iterations = 12
        found.append(ask(bot, match, Random(1)).action)
    assert found[0] == found[1] and match.legal(found[0])


def test_what_is_seldom_taken_though_it_could_be_is_worth_a_look():
    often, seldom = Node(), Node()
    often.taken, often.could, often.total = 9, 10, 4.5
    seldom.taken, seldom.could, seldom.total = 1, 10, 0.5
    assert seldom.worth() > often.worth()


def test_an_action_that_wins_is_found():
    """In a position where every other answer leads to less: the tree takes the better one most often."""

    class Judged(TreeSearch):
        iterations = 60

        def _value(self, deal):
            return 1.0 if deal.history and deal.history[0].kind == "barrage" else -1.0

    match = trenchline.load("they-shall-not-pass").start(seed=7)
    assert ask(Judged("1"), match, Random(1)).action.kind == "barrage"
