"""Who is who in the games of the series: for those who look for blunders."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from ...core.actions import Action
from ...core.drill import Drill, Storm
from .commitment import Commitment, JointCommitment
from .position import Position


class SeriesDrill(Drill[Position]):
    """The drill of both games. Nobody is lost to overstacking (BP 7.3, GL 10.0), and supply is a matter of each assault."""

    def fighters(self, p: Position) -> Sequence[bool]:
        return p.c.assaults

    def wards(self, p: Position) -> Mapping[str, Sequence[bool]]:
        return {"hqs": p.c.hq, "guns": p.c.gun}

    def strongholds(self, p: Position, side: int) -> Collection[int]:
        return [x for x, fort in enumerate(p.c.fort) if fort and p.control[x] == side]

    def storms(self, p: Position, action: Action) -> list[Storm]:
        """What is committed when commitment ends."""
        top = p.stack[-1]
        if not isinstance(top, Commitment | JointCommitment) or action.kind != "done":
            return []
        units = {p.label(assault.target): assault.units for assault in p.assaults}
        return [Storm(odds, units.get(odds.cell, ())) for odds in top.fights(p)]
