"""What a moment of a match is worth: the chance to win once whatever is under way has been answered.

A fight in the middle is not a position that a model can judge: hits are not yet taken, a retreat not yet made. So the staffs
of both sides answer by the book until orders are free again (`Conduct.orders`), dice wait, or the match is over; that position
is judged. A roll that waits is worth the mean over all its outcomes, exactly; where one leads straight to another roll, the
position between the two is judged as it stands.
"""

from __future__ import annotations

from .. import Match, Roll, ScriptedDice, TrenchlineError
from ..ai.staff import Staff

LONGEST_ANSWER = 60  # decisions that are played on until orders are free again


class Evaluation:
    """The share of a match that its first side can expect, a draw counting half."""

    def __init__(self, match: Match) -> None:
        self.game, self.scenario = match.game, match.scenario
        if self.scenario not in self.game.chance_models:
            raise TrenchlineError(
                f"nothing has been fitted for {self.game.title}, {self.scenario}: `trenchline fit-chances` does it"
            )

    def of(self, match: Match) -> float:
        """What a moment is worth."""
        top = match.position.stack[-1] if match.position.stack else None
        if isinstance(top, Roll):
            return sum(chance * worth for _, chance, worth in self.outcomes(match))
        return self.as_it_stands(match)

    def outcomes(self, match: Match) -> list[tuple[str, float, float]]:
        """Every outcome of the roll that waits: its text, its chance, and what it is worth."""
        top = match.position.stack[-1]
        assert isinstance(top, Roll)
        found = []
        for action, chance in top.chances(match.position):
            twin = with_waiting_dice(match)
            twin.play_on(action)
            found.append((match.notate(action), chance, self._answered(twin)))
        return found

    def as_it_stands(self, match: Match) -> float:
        """What a moment is worth once what is under way has been answered, whatever roll may come next."""
        return self._answered(with_waiting_dice(match))

    def _answered(self, match: Match) -> float:
        """Play on by the book until orders are free, then judge. The match is used up."""
        p, orders = match.position, match.game.conduct.orders
        staffs: list[Staff] = []
        for _ in range(LONGEST_ANSWER):
            if p.over or isinstance(top := p.stack[-1], (Roll, *orders)):
                break
            if not staffs:
                staffs = [Staff(self.game.knowledge, side) for side in range(len(self.game.sides))]
            match.play_on(staffs[p.seating.side[top.player(p)]].advise(p).action)
        found = self.game.chances(p, self.scenario)
        assert found is not None
        return found.expected(self.game.sides[0])


def with_waiting_dice(match: Match) -> Match:
    """A copy in which every roll waits to be told how it falls."""
    return match.clone(dice=ScriptedDice([]))
