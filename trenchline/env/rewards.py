"""What seats are rewarded for: how the match ends, or differences of the chance to win. The luck of the dice can be taken out.

All rewards of a side add up to the same as its result, from -1 (lost) to 1 (won), less the chances it began with.
"""

from __future__ import annotations

from .. import FairDice, Match, Roll, TrenchlineError

REWARDS = ("result", "chances")


def standing(match: Match) -> float:
    """The value of a match for the first side, from -1 to 1: by its result, or by the chance to win."""
    if match.over:
        result = match.result
        assert result is not None
        return 0.0 if not result.winner else 1.0 if result.winner == match.game.sides[0] else -1.0
    found = match.chances()
    if found is None:
        raise TrenchlineError(f"no chances to win have been fitted for {match.game.slug} {match.scenario}: reward the result")
    return 2.0 * found.expected(match.game.sides[0]) - 1.0


class ResultOnly:
    """The result, at the end."""

    def begin(self, match: Match) -> None:
        """There is nothing to remember."""

    def after(self, match: Match) -> float:
        return standing(match) if match.over else 0.0


class ChanceDifferences:
    """What has become of the chances since the last action."""

    def begin(self, match: Match) -> None:
        self._before = standing(match)

    def after(self, match: Match) -> float:
        now = standing(match)
        found, self._before = now - self._before, now
        return found


class LuckAdjusted:
    """The same rewards less what each roll brought beyond its mean over all falls of the dice. That mean is exact, so the luck
    taken out is nought on average: the rewards of many matches have the same mean and vary less."""

    def __init__(self, inner: ResultOnly | ChanceDifferences, seed: int) -> None:
        self._inner, self._dice = inner, FairDice.from_number(seed, {})
        self._luck = 0.0

    def begin(self, match: Match) -> None:
        """The match must wait for its rolls (`dice="hand"`)."""
        self._inner.begin(match)
        self.roll_on(match)
        self._luck = 0.0

    def roll_on(self, match: Match) -> None:
        """Let the dice fall until somebody must choose, and note what they brought."""
        while match.player == "dice":
            p = match.position
            top = p.stack[-1]
            assert isinstance(top, Roll)
            mean = 0.0
            for action, chance in top.chances(p):
                twin = match.clone()
                twin.play_on(action)
                mean += chance * standing(twin)
            roll = type(match.actions()[0])(top.implied_kind, dice=self._dice.roll(p.rolled, top.count, top.faces(p)))
            match.apply(roll)
            self._luck += standing(match) - mean

    def after(self, match: Match) -> float:
        self.roll_on(match)
        found = self._inner.after(match) - self._luck
        self._luck = 0.0
        return found


Reward = ResultOnly | ChanceDifferences | LuckAdjusted


def reward_of(name: str, luck_adjusted: bool, seed: int) -> Reward:
    """The reward of a setting."""
    if name not in REWARDS:
        raise TrenchlineError(f"there is no reward {name!r}; there are {' and '.join(REWARDS)}")
    inner: ResultOnly | ChanceDifferences = ResultOnly() if name == "result" else ChanceDifferences()
    return LuckAdjusted(inner, seed) if luck_adjusted else inner
