"""17.5, 17.6.1 Who returns without being paid for, and where all who come back wait: beside the friendly edge (GL-R280)."""

from __future__ import annotations

from ..great_war.records import Return
from .position import Position

BESIDE = "offmap"  # how somebody returns who waits beside the edge and enters in a movement
BOUGHT = "bought"  # an HQ on the turn track that comes back in the reorganization of its turn (13.2.5)


def wait_beside(p: Position, u: int, turn: int, steps: int) -> None:
    """A unit is set beside the friendly edge; from a turn on it may enter."""
    p.returning = (*(r for r in p.returning if r.unit != u), Return(u, turn, BESIDE))
    p.put(u, p.c.box["returning"])
    p.steps[u] = steps


def headquarters_return(p: Position) -> None:
    """An HQ spent on assault supply returns free in the reorganization of its turn, all on the track in a lull (17.5.2,
    7.3.1(d), GL-R112)."""
    back = [
        r.unit for r in p.returning if p.c.hq[r.unit] and r.way != BESIDE and (p.lull or (r.way == BOUGHT and r.turn <= p.turn))
    ]
    for u in back:
        wait_beside(p, u, p.turn + 1, p.steps[u])
    if back:
        text = f"{p.they(back, 'is', 'are')} back beside the map, in Command Mode"
        p.say("hq", text, ("7.3.1(d)",) if p.lull else ("17.5.2", "13.2.5"))
