"""13.2.5, 14.2 The end of a player phase: HQs that supplied an assault leave, what was only for the phase is forgotten."""

from __future__ import annotations

from ..great_war.resources import lapse
from ..great_war.states import OF_A_PHASE, SPENT
from ..great_war.supply_return import HqReturnRoll
from .position import Position


def end_of_phase(p: Position, side: int) -> None:
    """Resources lapse (14.2), HQs that supplied an assault roll for their return (13.2.5)."""
    lapse(p)
    p.assaults, p.answered, p.exhausted, p.phosgene = (), (), (), 0
    spent = [h for h in p.c.hqs[side] if p.on_map(h) and p.status[h] & SPENT]
    p.stack += [HqReturnRoll(h) for h in reversed(spent)]
    for u in range(len(p.c.counters)):
        p.status[u] &= ~(OF_A_PHASE & ~SPENT)
        p.command_lines[u] = 0
