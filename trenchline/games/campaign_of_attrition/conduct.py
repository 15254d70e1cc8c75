"""Who is who, and what is nobody's fault but one's own: for those who judge conduct."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from ...core.conduct import Conduct
from .build import Build
from .combat import Combat
from .components import FRENCH, GERMAN
from .movement import Movement
from .operations import Activation, Operations
from .overstacked import Overstacked
from .position import OOS, RUINED, Position
from .siege import SiegeFire


class GameConduct(Conduct[Position]):
    """The conduct of Campaign of Attrition."""

    battle = 4  # hexes of two kilometres
    removals = (Overstacked,)
    targets = (Combat,)
    orders = (Build, Operations, Activation, Movement, SiegeFire, Combat)

    def fighters(self, p: Position) -> Sequence[bool]:
        return p.c.division

    def wards(self, p: Position) -> Mapping[str, Sequence[bool]]:
        special = [engineer or gas for engineer, gas in zip(p.c.engineer, p.c.gas, strict=True)]
        return {"guns": p.c.gun, "specialists": special}

    def starved(self, p: Position, side: int) -> Collection[int]:
        """French units that have gone beyond the Trenchline (10.0d); others starve because they are cut off."""
        if side == GERMAN:
            return ()
        return [u for u in p.units_of(side) if p.status[u] & OOS and p.c.home[p.place[u]] == GERMAN]

    def strongholds(self, p: Position, side: int) -> Collection[int]:
        return [fort.cell for fort, state in zip(p.c.forts, p.forts, strict=True) if state != RUINED] if side == FRENCH else ()
