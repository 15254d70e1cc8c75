"""A match as it was before: played through once, with copies kept on the way, so that any moment of it is near to one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from .actions import SECRET, Action
from .dice import WrittenDice
from .errors import TrenchlineError

if TYPE_CHECKING:
    from .match import Match

EVERY = 25  # actions from one copy to the next


class Past:
    """Copies of a match at every so many actions of its players, made as far as somebody has asked, and one at the moment that
    was asked for last: who goes through a match asks for the next. The last moment of all is not kept, for it may yet wait for
    dice. A match that takes an action back begins its past anew."""

    def __init__(self, match: Match) -> None:
        self._copies: list[Match] = []
        self._latest: tuple[int, Match] | None = None
        self._actions: list[Action] = []
        self._dice = WrittenDice(match.proof, ())  # as they fell: what the log has more is written down when it is read
        self._read = 0  # entries of the log

    def at(self, match: Match, number: int) -> Match:
        """The match after so many actions, with the dice that fell by them."""
        self._read_on(match)
        if not 0 <= number <= len(self._actions):
            raise TrenchlineError(f"the match has {len(self._actions)} actions: there is no moment after {number} of them")
        reached, near = self._nearest(match, number)
        found = _played_on(near, self._actions[reached:number])
        if number < len(self._actions):
            self._latest = number, found.clone()
        found.dice = match.dice
        return found

    def _read_on(self, match: Match) -> None:
        """Take in what the log has more than when it was last looked at."""
        new = match.history[self._read :]
        if any(action.kind == SECRET.kind for action in new):  # first: how much is hidden is nobody's business either
            raise TrenchlineError("a match whose log hides something cannot be gone back in")
        self._actions += [action for action in new if not action.dice]
        self._dice.written += [face for action in new for face in action.dice]
        self._read += len(new)

    def _nearest(self, match: Match, number: int) -> tuple[int, Match]:
        """A copy not long before a moment, and how many actions had been taken by then."""
        kept = min(number // EVERY, len(self._copies) - 1)
        if self._latest is not None and max(EVERY * kept, number - EVERY) <= self._latest[0] <= number:
            return self._latest
        if not self._actions:
            return 0, match.beginning(self._dice)
        if not self._copies:
            self._copies.append(match.beginning(self._dice))
        while (next_copy := EVERY * len(self._copies)) <= min(number, len(self._actions) - 1):
            self._copies.append(_played_on(self._copies[-1], self._actions[next_copy - EVERY : next_copy]))
        kept = min(number // EVERY, len(self._copies) - 1)
        return EVERY * kept, self._copies[kept]


def _played_on(match: Match, actions: Iterable[Action]) -> Match:
    further = match.clone()
    for action in actions:
        further.apply_legal(action)
    return further
