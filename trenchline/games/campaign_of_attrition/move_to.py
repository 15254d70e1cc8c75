"""8.0 Where a unit goes: the choice of a hex, and the walk to it."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import Action, Refusal
from ...core.paths import path as path_of
from ...core.state import Unit
from ...core.wording import counted
from .components import ENEMY, POINT
from .fog import known, tell
from .position import HALTED, MOVED, RESERVE, STRATEGIC, Choice, Position
from .rails import follow_rails
from .supply import cross_line
from .zones import MOVEMENT, RESERVES, STRATEGY, _reach, goes_strategically, reach_of, stops, without_zones


class MoveTo(Choice, frozen=True):
    """Choose where the unit goes: the cheapest way is taken. What is left of its points can be used again."""

    unit: Unit
    mode: str

    implied_kind = "move"
    cases = ("8.0a",)
    labels = {"back": "Choose another unit"}
    can_step_back = True

    def prompt(self, p: Position) -> str:
        return f"Choose where {{{p.name(self.unit)}}} goes ({in_points(p.mp[self.unit])})."

    def options(self, p: Position) -> Sequence[Action]:
        u, labels = self.unit, p.c.places
        here, name = p.place[u], p.c.ids[u]
        return [Action("move", name, labels[x]) for x in reach_of(p, u, self.mode)[0] if x != here]

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        u = self.unit
        if action != Action("move", p.c.ids[u], action.cell):
            return Refusal(f"Choose the hex {p.name(u)} moves to", self.cases)
        cell = p.c.board.index.get(action.cell)
        if cell is None:
            return Refusal(f"There is no hex {action.cell!r} on the map", self.cases)
        if cell != p.place[u] and cell in reach_of(p, u, self.mode)[0]:
            return None
        return self._why_not(p, cell, action.cell)

    def _why_not(self, p: Position, cell: int, label: str) -> Refusal:
        u, here = self.unit, p.place[self.unit]
        side = p.c.side[u]
        if cell == here:
            return Refusal(f"{p.name(u)} stands in {label} already", ("8.0a",))
        if p.enemy_holds(cell, side):
            return Refusal(f"{label} is held by the enemy", ("8.0e",))
        if cell in p.c.shut_sides[here] and not p.holds(cell, side):
            return Refusal(f"The river lies between, without a bridge, and no friend holds {label}", ("2.9", "8.4a"))
        return self._why_out_of_reach(p, cell, label)

    def _why_out_of_reach(self, p: Position, cell: int, label: str) -> Refusal:
        """Too dear, or shut off by enemy zones, or by the enemy himself and the river."""
        u = self.unit
        twin = p.clone()
        twin.mp[u] = 255
        far = reach_of(twin, u, self.mode)[0].get(cell)
        if far is not None:
            price = f"it costs {in_points(far)} and {p.name(u)} has {in_points(p.mp[u])}"
            return Refusal(f"{label} is too far: {price}", ("8.0b",))
        if without_zones(p, u, cell):
            return Refusal(f"Every way to {label} leads into an enemy zone of control, where {p.name(u)} must stop", ("4.5f",))
        return Refusal(f"No way leads to {label} past the enemy and the river", ("8.0e", "2.9"))

    def take(self, p: Position, action: Action) -> None:
        p.act(self.unit)
        go(p, self.unit, p.c.board.index[action.cell], self.mode)


def in_points(sixths: int) -> str:
    """Movement points in words.

    >>> in_points(6), in_points(8), in_points(24)
    ('1 movement point', '1 1/3 movement points', '4 movement points')
    """
    whole, part = divmod(sixths, POINT)
    if not part:
        return counted(whole, "movement point")
    return f"{whole} {({2: '1/3', 3: '1/2', 4: '2/3'}).get(part, f'{part}/6')} movement points"


def way_to(came: dict[int, int], start: int, goal: int) -> list[int]:
    return [start, *path_of(came, start, goal)] if goal != start else [start]


def go(p: Position, u: int, goal: int, mode: str) -> None:
    """Walk to a hex within reach; who was in Reserve is so no more (8.2k)."""
    side, start = p.c.side[u], p.place[u]
    cost, came, ends = reach_of(p, u, mode)
    used_roads = False
    if goes_strategically(p, u, mode):
        plain = _reach(p, u, MOVEMENT)
        used_roads = plain[0].get(goal) != cost[goal]
        if not used_roads:
            cost, came, ends = plain
    halts = stops(p, u, mode)
    if goal in ends:
        path = [*way_to(came, start, ends[goal]), goal]
    else:
        path = way_to(came, start, goal)
    before = known(p, u, ENEMY[side])
    for cell in path[1:]:
        p.occupy(cell, side)
    p.mp[u] -= cost[goal]
    p.status[u] = (p.status[u] | MOVED) & ~RESERVE
    if used_roads or (mode == STRATEGY and p.in_zone(start, side)):  # who starts in a zone has no strategic movement (4.9.1b)
        p.status[u] |= STRATEGIC
    if halts[goal] or goal in ends:
        p.status[u] |= HALTED
    p.put(u, goal)
    way = f"from {{{p.label(start)}}} to {{{p.label(goal)}}}"
    case = "4.9.1a" if used_roads else "8.2g" if mode in RESERVES else "8.0a"
    tell(p, "move", [u], f"{{{p.name(u)}}} moves {way}", f"A unit moves {way}", (case,), before=before)
    cross_line(p, u, path)
    follow_rails(p, u, path)
