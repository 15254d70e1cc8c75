"""6.1 Supply check."""

from __future__ import annotations

from ...core.fields import how_far
from ...core.paths import trace
from .components import ENEMY, FRENCH, GERMAN
from .position import DISRUPTED, UNSUPPLIED, Position
from .terrain import RAIL_SUPPLY, SUPPLY, ways

LIMIT, LIMIT_DISRUPTED = 10, 5  # movement points off the road (6.12)
_ANY = bytes((0,)) + b"\x01" * 255


def sources(p: Position, side: int) -> list[int]:
    """The supply source hexes that still work for a side's HQs: those it controls, and never the captor's (6.11, 6.11c)."""
    return [cell for cell in p.c.sources[side] if p.control[cell] == side]


def verdun_sources(p: Position) -> list[int]:
    """The Verdun hexes that feed the 16th Division (14.2, TP-R126)."""
    return [cell for cell in p.c.verdun if p.control[cell] == FRENCH and not p.enemy_holds(cell, FRENCH)]


def barred_to_supply(p: Position, side: int) -> bytearray:
    """Enemy units, enemy forts, and enemy zones, Strong or Weak, unless a friend is in the hex (6.14, 8.42c, 8.43c, 8.44)."""
    found = p.zone[ENEMY[side]].translate(_ANY)
    for u in p.units_of(side):
        found[p.place[u]] = 0
    for u in p.units_of(ENEMY[side]):
        found[p.place[u]] = 1
    if side == GERMAN:
        for fort, steps in zip(p.c.forts, p.forts, strict=True):
            if steps:
                found[fort.cell] = 1
    return found


class Lines:
    """All supply lines of one side at one moment: the cost of each traced from its end."""

    def __init__(self, p: Position, side: int) -> None:
        self.p, self.side = p, side
        self.barred = barred_to_supply(p, side)
        rail = side == FRENCH and p.petain  # 6.12a
        self.ways = ways(p.c, RAIL_SUPPLY if rail else SUPPLY, bytes(p.shelled))

    def to(self, goals: list[int], wanted: set[int], limit: int = LIMIT) -> dict[int, int]:
        """Points needed from each hex to the nearest goal."""
        return trace(self.ways, goals, limit, self.barred, wanted)[0]

    def costs(self, goals: list[int], limit: int = LIMIT) -> bytes:
        """Points needed from each hex to the nearest goal, one more than the limit where they are more."""
        return how_far(self.ways, goals, limit + 1, self.barred)

    def limit(self, hq: int) -> int:
        """A disrupted HQ and the units that trace to it have five points only (6.12b, TP-R28)."""
        return LIMIT_DISRUPTED if self.p.status[hq] & DISRUPTED else LIMIT

    def supplied(self) -> set[int]:
        """The units in supply: HQs first, then the units of HQs in supply (6.15).

        A unit traces to its own HQ alone (6.11a): with that lost it has no line (6.11b). Garrisons need none (14.83).
        """
        p, place = self.p, self.p.place
        hqs = [u for u in p.units_of(self.side) if p.c.hq[u]]
        to_source = self.costs(sources(p, self.side))
        fed = {h for h in hqs if to_source[place[h]] <= self.limit(h)}
        found = set(fed)
        by_hq: dict[int, list[int]] = {}
        loose: list[int] = []
        sixteenth: list[int] = []
        for u in p.units_of(self.side):
            kind = p.c.kind[u]
            if kind == "hq":
                continue
            if p.c.size[u] == "army":  # always in supply (TP-R31)
                found.add(u)
            elif kind == "remnant":
                loose.append(u)
            elif (corps := p.corps_of(u)) == "":
                sixteenth.append(u)
            else:
                by_hq.setdefault(p.c.hq_of[corps], []).append(u)
        for hq in fed:
            mine = by_hq.get(hq, []) + loose  # a remnant may use any HQ (TP-R31)
            if mine:
                limit = self.limit(hq)
                cost = self.costs([place[hq]], limit)
                found.update([u for u in mine if cost[place[u]] <= limit])
        if sixteenth:
            cost = self.costs(verdun_sources(p))  # 14.2
            found.update([u for u in sixteenth if cost[place[u]] <= LIMIT])
        return found


def supply_check(p: Position, side: int) -> None:
    """Settle who is in supply until the side's next Organization Phase (6.1)."""
    if side == GERMAN:
        p.shots = 3  # the Heavy Artillery is reset as the German phase begins (14.32)
    fed = Lines(p, side).supplied()
    cut_off = []
    for u in p.units_of(side):
        if u in fed:
            p.status[u] &= ~UNSUPPLIED
        else:
            p.status[u] |= UNSUPPLIED
            cut_off.append(u)
    if cut_off:
        p.say("supply", f"Out of supply: {p.names(cut_off)}", ("6.15",))
