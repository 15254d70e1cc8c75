"""Reinforcements and others that come onto the map in the movement phase (BP 7.7, GL 12.10)."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import Action, Refusal
from ...core.state import Unit
from .components import FULL_MOVE
from .mending import spoils_by_coming
from .modes import default_facing
from .position import Choice, Position
from .states import ENTERED, ENTRENCHED, NEAR, STOPPED
from .ways import allowance, front


class Enter(Choice[Position], frozen=True):
    """Choose where a unit comes onto the map; German infantry in either mode."""

    unit: Unit

    topic = "arrivals"
    implied_kind = "enter"
    can_step_back = True
    labels = {
        "back": "Choose another unit",
        "enter entrenched": "{unit} comes on at {cell}, entrenched",
        "enter reduced": "{unit} comes on at {cell}, reduced",
        "enter": "{unit} comes on at {cell}",
    }

    def prompt(self, p: Position) -> str:
        return f"Choose where {{{p.name(self.unit)}}} comes onto the map."

    def options(self, p: Position) -> Sequence[Action]:
        u, ways = self.unit, p.ways_in(self.unit)
        cells = dict.fromkeys(x for _, x in ways)
        roomy = [x for x in cells if not spoils_by_coming(p, u, x, _price(p, u, x))]  # else anywhere (BP-R157)
        ways = [(mode, x) for mode, x in ways if x in roomy] or ways
        return [Action("enter", p.name(u), p.label(x), mode=mode) for mode, x in ways]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        cells = list(dict.fromkeys(x for _, x in p.ways_in(self.unit)))
        cell = p.c.board.index.get(action.cell)
        if cell in cells and spoils_by_coming(p, self.unit, cell, _price(p, self.unit, cell)):
            text = f"Choose another square: {action.cell} would hold too many units, and not enough of them could still leave"
            return Refusal(text, p.cite("overstacking"))
        if cell in cells:
            return Refusal(f"{p.name(self.unit)} cannot enter {action.mode or 'mobile'}", p.cite(self.topic))
        names = ", ".join(map(p.label, cells[:6]))
        return Refusal(f"{p.name(self.unit)} may enter at {names}", p.cite(self.topic)) if action.cell else None

    def take(self, p: Position, action: Action) -> None:
        p.arrive(self.unit, p.c.board.index[action.cell], action.mode)


def edge_cost(p: Position, cell: int) -> int:
    """Half movement points for a square of the edge: its ground, or the rate of a road over that edge (BP-R39)."""
    dearer = FULL_MOVE if p.interdicted[cell] else 0
    for road in ("major", "minor"):
        if cell in p.c.board.exits[road]:
            return int(p.c.chart_data.terrain[f"{road}_road"].straight) + dearer
    return p.c.ground_cost(cell) + dearer


def _price(p: Position, u: int, cell: int) -> int:
    return min(p.entry_cost(cell), 2 * allowance(p, u))


def come(p: Position, u: int, cell: int, mode: str) -> None:
    """A unit comes onto the map, pays for its square, and may go on."""
    side = p.c.side[u]
    p.mark(u, ENTRENCHED, mode == "entrenched")
    facing = default_facing(p, u, cell)
    p.put(u, cell)
    p.facing[u] = facing
    p.status[u] |= ENTERED
    p.spent[u] = _price(p, u, cell)
    if front(p, side)[cell]:
        p.status[u] |= NEAR
    if p.in_enemy_zone(cell, side) and p.spent[u]:  # who is put down for nothing has not moved yet (BP-R142)
        p.status[u] |= STOPPED
    p.say("arrive", f"{{{p.name(u)}}} comes onto the map in {{{p.label(cell)}}}", p.cite("arrivals"))
