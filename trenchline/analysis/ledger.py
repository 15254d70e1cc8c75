"""Luck and skill of a match, roll by roll and decision by decision: they add up to how it ended.

The luck of a roll is what it made of the chances beyond the mean over all its outcomes, so that luck is nought in the mean. The
skill of a decision is the change it made; what a roll that follows straight on another was to be expected to bring (`foreseen`)
belongs to those who led up to it. Luck and skill together are the last chance less the first.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from .. import Match, Roll, ScriptedDice
from .evaluation import Evaluation


class Entry(msgspec.Struct, frozen=True):
    """An action of a match, and what it changed: chances are those of the first side."""

    number: int  # its place in the history
    by: str  # the seat, or `dice`
    side: str  # whose it was; of a roll, whose attack or check it is, if any
    turn: int
    step: str
    kind: str  # of the decision it answered
    free: bool  # whether the seat could order freely then: nothing was under way
    action: str
    before: float
    after: float
    foreseen: float = 0.0  # what the roll was expected to bring, where the position before it was judged without it

    @property
    def change(self) -> float:
        return self.after - self.before

    @property
    def is_luck(self) -> bool:
        return self.by == "dice"

    def gain(self, first_side: str, side: str) -> float:
        """What it changed for a side."""
        return self.change if side == first_side else -self.change


class Ledger(msgspec.Struct, frozen=True):
    """A match as its chances went."""

    game: str
    scenario: str
    first_side: str
    entries: tuple[Entry, ...]

    @property
    def luck(self) -> float:
        """What the dice did for the first side, all in all."""
        return sum(entry.change for entry in self.entries if entry.is_luck)

    @property
    def skill(self) -> float:
        """What the decisions of both sides did for the first, all in all."""
        return sum(entry.foreseen if entry.is_luck else entry.change for entry in self.entries)

    @property
    def without_luck(self) -> float:
        """How the match would have ended for the first side with average dice, as far as the sum says it."""
        return self.entries[-1].after - self.luck if self.entries else 0.5


def ledger(match: Match) -> Ledger:
    """The luck and skill of all that has been done in a match."""
    return Ledger(match.game.slug, match.scenario, match.game.sides[0], tuple(entries(match)))


def entries(match: Match) -> Iterator[Entry]:
    """The entries one by one: a long match takes a while."""
    evaluation, names = Evaluation(match), match.game.sequence_of_play.steps
    again = match.beginning(ScriptedDice([]))  # every roll waits to be told how it fell
    before = evaluation.of(again) if len(match.history) else 0.5
    for action in match.history:
        p, top = again.position, again.position.stack[-1]
        said = again.notate(action)
        rolled = isinstance(top, Roll)
        by = "dice" if rolled else action.by or again.player
        attacker = top.attacker(p, action) if rolled else -1
        side = (again.game.sides[attacker] if attacker >= 0 else "") if rolled else again.side_of(by)
        turn, step, kind = p.turn, names[p.step].title if p.step >= 0 else "", type(top).__name__
        free = isinstance(top, again.game.conduct.orders)
        number = len(again.history)
        foreseen = 0.0
        if rolled:
            stood, before = before, evaluation.of(again)
            foreseen = before - stood
        again.play_on(action)
        after = evaluation.as_it_stands(again) if rolled else evaluation.of(again)
        yield Entry(number, by, side, turn, step, kind, free, said, before, after, foreseen)
        before = after
