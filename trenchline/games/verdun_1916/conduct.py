"""Who is who, and what is nobody's fault but one's own: for those who judge conduct."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from ...core.conduct import Conduct, tells
from ...core.paths import trace
from .artillery import in_range
from .bombardment import Bombardment, barrage_odds, batteries, target_cells
from .combat import Combat
from .components import FRENCH
from .movement import Movement
from .position import UNCOMMANDED, Position
from .stacking import Overstacked

ANY_LENGTH = 200


class GameConduct(Conduct[Position]):
    """The conduct of Verdun 1916."""

    removals = (Overstacked,)
    targets = (Combat,)
    orders = (Bombardment, Movement, Combat)

    def fighters(self, p: Position) -> Sequence[bool]:
        return p.c.foot

    def wards(self, p: Position) -> Mapping[str, Sequence[bool]]:
        return {"hqs": p.c.hq, "guns": p.c.gun}

    def starved(self, p: Position, side: int) -> Collection[int]:
        """Out of command, with an HQ of its own on the map to which the way is only too long (10.1a)."""
        lost = [u for u in p.units_of(side) if p.status[u] & UNCOMMANDED]
        if not lost:
            return ()
        cut = p.cut(side)
        hqs = [hq for hq in p.c.hqs[side] if p.on_map(hq)]
        lines = {hq: trace(p.c.open_ways, [p.place[hq]], ANY_LENGTH, cut)[0] for hq in hqs}
        return [u for u in lost if any(p.place[u] in lines.get(hq, ()) for hq in p.c.mates[u])]

    def strongholds(self, p: Position, side: int) -> Collection[int]:
        return [fort.cell for fort, steps in zip(p.c.fortresses, p.works, strict=True) if steps] if side == FRENCH else ()

    def loaded(self, p: Position, side: int) -> Collection[int]:
        """Guns and bombers that could barrage an enemy hex, alone or together (8.1)."""
        ready, found = batteries(p, side), set[int]()
        for cell in target_cells(p, side) if ready else ():
            guns = [g for g in ready if in_range(p, g, cell)]
            if guns and tells(barrage_odds(p, cell, guns), ("-",)):
                found.update(guns)
        return found
