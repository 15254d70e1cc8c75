"""Who is who, and what is nobody's fault but one's own: for those who judge conduct."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from ...core.conduct import Conduct, tells
from .assault import Assault
from .bombardment import Bombardment, barrage_odds
from .breakthrough import Breakthrough
from .components import FRENCH
from .guns import in_range, ready_guns, targets
from .movement import Movement
from .position import UNSUPPLIED, Position
from .replacements import Replacements
from .stacking import Overstacked
from .supply import Lines, sources

ANY_LENGTH = 200


class GameConduct(Conduct[Position]):
    """The conduct of They Shall Not Pass."""

    removals = (Overstacked,)
    targets = (Assault,)
    orders = (Bombardment, Movement, Assault, Breakthrough, Replacements)

    def fighters(self, p: Position) -> Sequence[bool]:
        return [foot and kind != "pioneer" for foot, kind in zip(p.c.foot, p.c.kind, strict=True)]

    def wards(self, p: Position) -> Mapping[str, Sequence[bool]]:
        return {"hqs": p.c.hq, "guns": p.c.gun, "specialists": [kind == "pioneer" for kind in p.c.kind]}

    def starved(self, p: Position, side: int) -> Collection[int]:
        """Out of supply, with a way to the rear that is only too long (6.12)."""
        hungry = [u for u in p.units_of(side) if p.status[u] & UNSUPPLIED]
        if not hungry:
            return ()
        open_to = Lines(p, side).to(sources(p, side), {p.place[u] for u in hungry}, ANY_LENGTH)
        return [u for u in hungry if p.place[u] in open_to]

    def strongholds(self, p: Position, side: int) -> Collection[int]:
        return [fort.cell for fort, steps in zip(p.c.forts, p.forts, strict=True) if steps] if side == FRENCH else ()

    def posts(self, p: Position, side: int) -> Collection[int]:
        """Forts, and for the French the trenches and forts of the map (14.8)."""
        works = [cell for cell, yes in enumerate(p.c.works) if yes] if side == FRENCH else []
        return {*works, *self.strongholds(p, side)}

    def loaded(self, p: Position, side: int) -> Collection[int]:
        """Guns that could barrage an enemy hex, alone or together (7.1)."""
        ready, found = ready_guns(p, side), set[int]()
        for cell in targets(p, side) if ready else ():
            guns = [g for g in ready if in_range(p, g, cell)]
            if guns and tells(barrage_odds(p, side, cell, guns), ("-",)):
                found.update(guns)
        return found
