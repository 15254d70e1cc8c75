"""How often each side has won a scenario between equal players, as it was measured: what a rating makes allowance for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .files import Strict

DOUBT = 10  # matches, half of them won: so much weighs what is not known


class Balance(Strict):
    """The matches of a scenario: won by the game's first side, drawn, lost; and where they were counted."""

    won: int
    drawn: int
    lost: int
    source: str

    @property
    def share(self) -> float:
        """The share of the first side, draws by half; few matches say little.

        >>> round(Balance(won=4, drawn=0, lost=6, source="").share, 2)
        0.45
        """
        played = self.won + self.drawn + self.lost
        return (self.won + self.drawn / 2 + DOUBT / 2) / (played + DOUBT)


def share_of(measured: Mapping[str, Balance], scenario: str, sides: Sequence[str], side: str) -> float:
    """What a side can expect of a scenario between equals: a half, where nobody has counted."""
    found = measured.get(scenario)
    if found is None:
        return 0.5
    return found.share if side == sides[0] else 1 - found.share
