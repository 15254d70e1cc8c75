"""Greedy by odds: fights where the dice promise more than they cost, marches towards the enemy, thinks no further.

trenchline arena they-shall-not-pass historical --bots random,trenchline.examples.greedy:Greedy --games 10
"""

from __future__ import annotations

from collections.abc import Sequence

from trenchline import BACK, Action, Match, Odds
from trenchline.ai import Player

WIPED_OUT = 6  # steps: what it is worth to eliminate a stack, whatever was in it
SHAKEN = 0.2  # steps: what it is worth to do anything at all to the enemy
NO_EFFECT = ("-", "0", "miss", "missed", "nothing")
IMPATIENT = 0.1  # how often a phase is ended although a unit could still be looked at


class Greedy(Player):
    """Takes every fight that pays by the exact odds, and marches towards the enemy."""

    def choose(self, match: Match) -> Action:
        actions = match.actions()
        worth, gathering, fight = self.best_fight(match)
        if worth > 0 or (gathering and fight.unit):  # the odds of a target are those with everybody in it who helps
            return fight
        nearer, march = max(self.marches(match, actions), key=lambda found: found[0], default=(0, BACK))
        if nearer > 0:
            return march
        done = [action for action in actions if action.kind in ("done", "back")]
        units = [action for action in actions if action.unit and not action.cell and not match.odds(action)]
        if units and (not done or self.chance.random() > IMPATIENT):
            return self.chance.choice(units)
        return done[0] if done else self.chance.choice(actions)

    def best_fight(self, match: Match) -> tuple[float, bool, Action]:
        """The action with the best odds, what it is worth, and whether it only joins a fight that is being put together."""
        found = [(self.worth(match, odds), odds.gathering, a) for a in match.actions() if (odds := match.odds(a))]
        return max(found, key=lambda one: one[:2], default=(0.0, False, BACK))

    def worth(self, match: Match, odds: Odds) -> float:
        """What a roll may be expected to cost the enemy more than us."""
        lead = sum(
            o.probability * (min(o.defender, WIPED_OUT) - min(o.attacker, WIPED_OUT) + SHAKEN * (o.result not in NO_EFFECT))
            for o in odds.outcomes
        )
        return lead if odds.attacker == match.side_of(match.player) else -lead

    def marches(self, match: Match, actions: Sequence[Action]) -> list[tuple[int, Action]]:
        """How many cells nearer each march brings a unit to the nearest enemy."""
        board, p = match.game.board, match.position
        mine = match.game.side_index(match.side_of(match.player))
        enemies = {place for u, place in enumerate(p.place) if place < board.size and p.c.side[u] != mine}
        found = []
        for action in actions:
            if action.unit and action.cell and enemies:
                here, there = p.place[p.c.counters.index[action.unit]], board.index[action.cell]
                if here < board.size:
                    far = [min(board.distance(cell, enemy) for enemy in enemies) for cell in (here, there)]
                    found.append((far[0] - far[1], action))
        return found
