"""A match as it was before: played through once, with copies kept on the way, so that any moment of it is near to one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .actions import SECRET
from .dice import WrittenDice
from .errors import TrenchlineError

if TYPE_CHECKING:
    from .match import Match

EVERY = 25  # actions from one copy to the next


class Past:
    """Copies of a match at every so many actions of its players; made as far as somebody has asked."""

    def __init__(self) -> None:
        self._copies: list[Match] = []

    def at(self, match: Match, number: int) -> Match:
        """The match after so many actions, with the dice that fell by them."""
        if any(action.kind == SECRET.kind for action in match.history):  # first: how much is hidden is nobody's business either
            raise TrenchlineError("a match whose log hides something cannot be gone back in")
        actions = [action for action in match.history if not action.dice]
        if not 0 <= number <= len(actions):
            raise TrenchlineError(f"the match has {len(actions)} actions: there is no moment after {number} of them")
        if not self._copies:
            self._copies.append(_beginning(match))
        while (reached := EVERY * (len(self._copies) - 1)) + EVERY <= number:
            further = self._copies[-1].clone()
            for action in actions[reached : reached + EVERY]:
                further.apply_legal(action)
            self._copies.append(further)
        found = self._copies[number // EVERY].clone()
        for action in actions[number - number % EVERY : number]:
            found.apply_legal(action)
        found.dice = match.dice
        return found


def _beginning(match: Match) -> Match:
    """The match before its first action, with the dice as they fell."""
    fell = [face for action in match.history for face in action.dice]
    dice = WrittenDice(match.proof, fell)
    if match.opening:
        return match.game.position(match.opening, dice=dice)
    return match.game.start(match.scenario, options=match.options, dice=dice)
