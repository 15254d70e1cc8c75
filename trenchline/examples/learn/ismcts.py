"""Information-set tree search (Cowling, Powley and Whitehouse, 2012) as a bot: one tree over what its seat may know.

    trenchline arena campaign-of-attrition historical --bots trenchline.examples.learn.ismcts:TreeSearch,random --games 20

Each iteration deals what is hidden, and the dice to come, again. It walks down the tree by the actions that are legal in that
deal, adds one, plays on a little at random and values the position where it stops.
"""

from __future__ import annotations

from math import log, sqrt, tanh

import trenchline
from trenchline import Action, Match
from trenchline.ai import Player

ITERATIONS = 120  # for each decision
ON = 12  # random decisions after a new leaf
CURIOSITY = 0.7
POINTS = 20.0  # a lead of so many victory points is nearly won


class Node:
    """An action from the position above: how often it was taken and could have been, and what became of it."""

    __slots__ = ("below", "could", "taken", "total")

    def __init__(self) -> None:
        self.below: dict[Action, Node] = {}
        self.taken, self.could, self.total = 0, 0, 0.0

    def worth(self) -> float:
        """Its mean for whoever takes it, and more the seldomer it was taken where it could have been."""
        return self.total / self.taken + CURIOSITY * sqrt(log(self.could) / self.taken)


class TreeSearch(Player):
    """Information-set tree search: no more than a hundred lines, no knowledge but the value of a position."""

    iterations = ITERATIONS

    def choose(self, match: Match) -> Action:
        actions = match.actions()
        if len(actions) == 1:
            return actions[0]
        root = Node()
        for _ in range(self.iterations):
            self._iterate(match, match.player, root)
        return max(root.below, key=lambda action: root.below[action].taken)

    def _iterate(self, match: Match, player: str, root: Node) -> None:
        """One deal: down the tree, one node more, on at random, and the value back up."""
        deal = match.game.redeal(match, player, self.chance.getrandbits(32))
        path: list[tuple[Node, str]] = []
        node, grown = root, False
        while not deal.over and not grown:
            action, grown = self._select(node, deal)
            mover = deal.side_of(deal.player)
            deal.play_on(action)
            node = node.below[action]
            path.append((node, mover))
        for _ in range(ON):
            if deal.over:
                break
            actions = deal.actions()
            deal.play_on(actions[int(self.chance.random() * len(actions))])
        first = self._value(deal)
        for node, mover in path:
            node.taken += 1
            node.total += first if mover == deal.game.sides[0] else -first

    def _select(self, node: Node, deal: Match) -> tuple[Action, bool]:
        """An action that was never tried in this information set, or else the one worth most; and whether it is new."""
        actions = list(deal.actions())
        new = [action for action in actions if action not in node.below]
        for action in actions:
            if action in node.below:
                node.below[action].could += 1
        if new:
            action = new[int(self.chance.random() * len(new))]
            node.below[action] = Node()
            node.below[action].could = 1
            return action, True
        return max(actions, key=lambda action: node.below[action].worth()), False

    def _value(self, deal: Match) -> float:
        """From -1 to 1 for the first side: the result, or the value of the position in victory points, squashed."""
        if deal.over:
            result = deal.result
            assert result is not None
            return 0.0 if not result.winner else 1.0 if result.winner == deal.game.sides[0] else -1.0
        return tanh(deal.game.knowledge.value(deal.position, 0) / POINTS)


def main() -> None:
    """One game against random play."""
    from trenchline.lab import play_game

    result = play_game("campaign-of-attrition", "historical", {}, (f"{__name__}:TreeSearch", "random"), seed=1)
    print(result.winner, result.level, trenchline.load("campaign-of-attrition").title)


if __name__ == "__main__":
    main()
