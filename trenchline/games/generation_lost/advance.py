"""16.6 Advance after an assault, around a fort and into it (13.3.1b), and consolidation (14.2.8)."""

from __future__ import annotations

import msgspec

from ...core.actions import DONE, Action
from ..great_war import advance as series
from ..great_war.advance import begin_consolidation, hold
from .forts import fort_won, goes_on_to_fort
from .position import Position


def win(p: Position, beyond: int = 0, machines: int = 0, must: bool = True) -> None:
    """The attackers advance once the defenders have left, and the fort with them (16.6)."""
    p.stack.append(Victors(beyond, machines, must))


class Victors(series.Victors, frozen=True):
    """The defenders are gone from the square; if some are in its fort there is more to win."""

    def run(self, p: Position) -> None:  # type: ignore[override]
        fight = p.fight
        assert fight is not None
        if goes_on_to_fort(p, fight) or p.enemy_holds(fight.target, fight.side):
            return
        p.stack.append(BeginConsolidation())
        hold(p, fight)
        if fight.renewed:
            fort_won(p, fight)
        self.advance(p, fight)


class BeginConsolidation(series.BeginConsolidation, frozen=True):
    """A Consolidate resource brings up units next to a won square (14.2.8)."""

    def run(self, p: Position) -> None:  # type: ignore[override]
        begin_consolidation(p, Consolidation)


class Consolidation(series.Consolidation, frozen=True):
    """Bring up neighbours, let victors make room for them, until done."""

    def take(self, p: Position, action: Action) -> None:  # type: ignore[override]
        """That the resource was used counts among the four of the assault (14.3.1)."""
        if action != DONE:
            p.means = msgspec.structs.replace(p.means, consolidated=True)
        super().take(p, action)
