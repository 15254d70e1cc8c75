"""Greedy by odds: fights where the dice promise more than they cost, marches towards the enemy, thinks no further.

    trenchline arena they-shall-not-pass historical --bots random,examples.greedy:Greedy --games 10
"""

from __future__ import annotations

from collections.abc import Sequence

from trenchline import Action, Match
from trenchline.ai import Player
from trenchline.core.actions import BACK
from trenchline.core.charts import Odds

IMPATIENT = 0.2  # how often a phase is ended where nothing pays: also what keeps it from going round in circles
WIPED_OUT = 6  # steps: what it is worth to eliminate a stack, whatever was in it


class Greedy(Player):
    """Takes every fight that pays by the exact odds, and marches towards the enemy."""

    def choose(self, match: Match) -> Action:
        actions = match.actions()
        fights = [(self.worth(match, odds), action) for action in actions if (odds := match.odds(action))]
        pays, fight = max(fights, key=lambda found: found[0], default=(0.0, BACK))
        if pays > 0:
            return fight
        nearer, march = max(self.marches(match, actions), key=lambda found: found[0], default=(0, BACK))
        if nearer > 0:
            return march
        losing = {action for _, action in fights}
        rest = [action for action in actions if action not in losing and not (action.unit and action.cell)]
        done = [action for action in rest if action.kind == "done"]
        if done and self.chance.random() < IMPATIENT:
            return done[0]
        if not rest and match.legal(BACK):  # a fight that does not pay is not begun
            return BACK
        return self.chance.choice(rest or actions)

    def worth(self, match: Match, odds: Odds) -> float:
        """What a roll may be expected to cost the enemy more than us."""
        lead = sum(o.probability * (min(o.defender, WIPED_OUT) - min(o.attacker, WIPED_OUT)) for o in odds.outcomes)
        step = match.game.sequence_of_play.steps[match.position.step]
        return lead if match.game.side_index(match.side_of(match.player)) == step.side else -lead

    def marches(self, match: Match, actions: Sequence[Action]) -> list[tuple[int, Action]]:
        """How many cells nearer each march brings a unit to the nearest enemy."""
        board, p = match.game.board, match.position
        mine = match.game.side_index(match.side_of(match.player))
        enemies = {place for u, place in enumerate(p.place) if place < len(board.labels) and p.c.side[u] != mine}
        found = []
        for action in actions:
            if action.unit and action.cell and enemies:
                here, there = p.place[p.c.counters.index[action.unit]], board.index[action.cell]
                if here < len(board.labels):
                    far = [min(board.distance(cell, enemy) for enemy in enemies) for cell in (here, there)]
                    found.append((far[0] - far[1], action))
        return found
