"""What this battle is fought for: the German start trench, the places of the victory conditions, the objectives drawn."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from ...great_war.knowledge import ground as series
from ...great_war.position import HOME, PAID
from ..components import ALLIED, GERMAN, Scenario
from ..position import Position

_prizes: dict[tuple[int, str, tuple[int, ...], tuple[float, ...]], list[float]] = {}
PRICES = ("trench", "place", "ground", "bapaume")


def objectives(p: Position, side: int) -> tuple[int, ...]:
    """The campaign's places as far as a side knows them: the Allies their own, the Germans any that might be drawn."""
    if not p.s.campaign:
        return ()
    return p.objectives if side == ALLIED else tuple(range(len(p.c.markers)))


def prizes(p: Position, side: int, w: Mapping[str, float]) -> list[float]:
    """What each square is worth to whoever holds it: the German start trench, and the places of the victory conditions."""
    prices = tuple(w[name] for name in PRICES)
    known = objectives(p, side)
    key = (id(p.c), p.s.id, known, prices)
    found = _prizes.get(key)
    if found is None:
        found = _prizes[key] = _prizes_of(p, p.s, known, dict(zip(PRICES, prices, strict=True)))
    return found


def claimants(p: Position, side: int) -> dict[int, int]:
    """The nation that has to claim each place (13.1.1): a Frenchman in a British one spoils it."""
    c = p.c
    rows = [r for v in p.s.victories.values() for r in (*v.all_of, *v.any_of) if r.kind == "claim" and r.nation != "german"]
    found = {c.board.cell(label): c.nations.index(r.nation) for r in rows for place in r.places for label in place.cells}
    for m in objectives(p, side):
        found |= dict.fromkeys(c.marker_cells[m], c.nations.index(c.markers[m].nation))
    return found


def _prizes_of(p: Position, s: Scenario, known: tuple[int, ...], w: Mapping[str, float]) -> list[float]:
    c = p.c
    worth = [0.0] * c.board.size
    for x in c.german_trench:
        worth[x] += w["trench"]
    for row in s.victories.values():
        for condition in (*row.all_of, *row.any_of):
            if condition.kind == "claim" and condition.nation != "german":
                share = condition.need / max(1, len(condition.places))
                for place in condition.places:
                    for label in place.cells:
                        worth[c.board.cell(label)] += w["place"] * share / (len(place.cells) / 2 + 0.5)
            elif condition.kind == "occupy":
                for label in condition.cells:
                    worth[c.board.cell(label)] += w["bapaume"]
    shown = len(known) / 7 if known else 1.0  # the Germans do not know which seven were drawn
    for m in known:
        cells = c.marker_cells[m]
        for x in cells:
            worth[x] += w["place"] / (len(cells) / 2 + 0.5) / shown
    return worth


class Ground(series.Ground):
    """How things stand for one side."""

    p: Position

    @cached_property
    def presses(self) -> bool:
        return self.side == ALLIED

    def prizes(self) -> list[float]:
        return prizes(self.p, self.side, self.w)

    def take(self, cell: int) -> float:
        w, c = self.w, self.c
        value = self.prize[cell] + w["ground"] + (self.last_ones if c.trench[cell] == "german" else 0.0)
        if self.side == GERMAN and c.trench[cell] == "allied":
            value += w["allied_trench"]
        return value

    @cached_property
    def claimants(self) -> dict[int, int]:
        return claimants(self.p, self.side)

    @cached_property
    def last_ones(self) -> float:
        """The fewer squares of their start trench the Germans hold, the more hangs on each."""
        held = sum(self.p.holds(x, GERMAN) for x in self.p.c.german_trench)
        return self.w["last_ones"] * self.w["trench"] / max(1, held)

    @cached_property
    def to_close(self) -> frozenset[int]:
        """The trench behind the Allies."""
        return frozenset(self.p.c.german_trench)

    def must_hold(self, cell: int) -> bool:
        """A square of the start trench with a German in it decides at the end."""
        return not self.turns_left and self.c.trench[cell] == "german"

    def may_be_in(self, u: int, cell: int) -> bool:
        """Whether a square lies where a unit may be without a fine (14.1.3c)."""
        rows = self.p.s.rows.get(self.c.nation[u])
        if rows is None or self.c.hq[u] or not self.p.s.spec.area_penalty or self.p.status[u] & (HOME | PAID) != HOME:
            return True
        return rows[0] <= self.c.row[cell] <= rows[1]
