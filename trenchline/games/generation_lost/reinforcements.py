"""12.7 Map entry: who may come and where, how, and what happens in a lull. Kinds to choose from are in `called_up`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...core.actions import DONE, Action, Refusal
from ...core.decisions import Automatic
from ...core.state import Side
from ..great_war.arrivals import come
from ..great_war.position import Choice
from ..great_war.stacking import fits
from ..great_war.states import OF_MOVEMENT, STOPPED
from ..great_war.ways import allowance, front
from .called_up import call_up, filled_by, owed_to, serves, set_against, sides_for, substitutes
from .components import GERMAN
from .entry_squares import rear, usable_squares
from .forts import take_station
from .gun_movement import bogged
from .position import Position

# ------------------------------------------------------------------------------------------------ who


def due(p: Position, side: int) -> list[int]:
    """Units that may come onto the map now and have a way in, in any order with the moves of others (12.7.4(c)); guns neither
    enter nor move in rain and snow (GL-R280)."""
    box, stacks = p.c.box, p.stacks
    back = rear(p, side) if p.returning else None
    lists = (stacks[box["due"]], p.returning, p.owed, p.owed and stacks[box["pool"]])
    stamp = (lists, p.turn, p.weather, back, p.presence[p.enemy(side)])
    kept = p.dues.get(side)
    if kept is not None and kept[0] == stamp:
        return kept[1]
    waiting = _waiting(p, side)
    found = _with_a_way_in(p, waiting)
    if not any(p.c.road_bound[u] for u in waiting):  # whether these can pay depends on how far off the enemy is
        p.dues[side] = stamp, found
    return found


def _waiting(p: Position, side: int) -> list[int]:
    c = p.c
    found = [u for u in p.stacks[c.box["due"]] if c.side[u] == side and p.s.arrivals[u].turn <= p.turn]
    found += [r.unit for r in p.returning if r.turn <= p.turn and r.way != "bought" and c.side[r.unit] == side]
    if p.owed:
        found += substitutes(p, side)
    return [u for u in found if not c.gun[u]] if p.foul_weather() else found


def _with_a_way_in(p: Position, units: Sequence[int]) -> list[int]:
    """The units that can come in somewhere; of units that are alike and come by the same squares one is tried."""
    c, known = p.c, dict[tuple[object, ...], bool]()
    found = []
    for u in units:
        place = p.place[u]
        by = p.s.arrivals[u].cells if place == c.box["due"] else () if place == c.box["returning"] else (u,)
        key = (place, by, c.front[u].movement, c.road_bound[u], c.rail_bound[u], c.gun[u], p.fort_sized(u))
        if key not in known:
            known[key] = any(True for _ in _entries(p, u))
        if known[key]:
            found.append(u)
    return found


def reinforcement(p: Position, u: int) -> bool:
    """Whether a unit comes by the schedule, and does not return."""
    return not any(r.unit == u for r in p.returning)


# ------------------------------------------------------------------------------------------------ where and how


def entries(p: Position, u: int) -> list[int]:
    return list(_entries(p, u))


def _entries(p: Position, u: int) -> Iterator[int]:
    """Squares of the edge that a unit can pay for: all pay the same there (12.7, 12.7.1); who keeps off the front has twice its
    points (12.7.4(e))."""
    side = p.c.side[u]
    points = allowance(p, u)
    close = front(p, side)
    for x in _doors(p, u):
        free = p.c.rail_bound[u] or (bogged(p, x) and p.c.gun[u])
        if free or p.entry_cost(x) <= points * (1 if close[x] else 2):
            yield x


def _doors(p: Position, u: int) -> Iterable[int]:
    box = p.c.box
    if p.place[u] == box["due"]:
        return usable_squares(p, u, p.s.arrivals[u].cells)
    if p.place[u] == box["returning"]:
        return usable_squares(p, u, sorted(rear(p, p.c.side[u])))
    calls = [p.s.choices[o.row] for o in owed_to(p, p.c.side[u]) if serves(p, u, o)]
    return sorted({x for call in calls for x in usable_squares(p, u, call.cells)})


def scheduled_doors(p: Position, u: int) -> set[int]:
    """The entry squares of the schedule, held by the enemy or not (12.7.4(b))."""
    if p.place[u] == p.c.box["due"]:
        return set(p.s.arrivals[u].cells)
    return {x for o in owed_to(p, p.c.side[u]) if serves(p, u, o) for x in p.s.choices[o.row].cells}


def ways_in(p: Position, u: int) -> list[tuple[str, int]]:
    cells = entries(p, u)
    return [(mode, x) for mode in entry_modes(p, u) for x in cells if may_enter(p, u, x, mode)]


def entry_modes(p: Position, u: int) -> Sequence[str]:
    """German reinforcements come mobile or entrenched as their owner likes, only mobile in rain and snow, as replacements and
    reserves, and in the campaign once they are substitutes (12.7.4(a), GL-R261); French substitutes full or reduced."""
    c = p.c
    if p.place[u] == c.box["due"] or p.place[u] == c.box["returning"]:
        from_schedule = reinforcement(p, u)
        call_turn = p.s.arrivals[u].turn if from_schedule else 0
    else:
        calls = [o for o in owed_to(p, c.side[u]) if serves(p, u, o)]
        if c.side[u] != GERMAN:
            return tuple(mode for mode in ("", "reduced") if any(mode in sides_for(p, u, o) for o in calls))
        from_schedule, call_turn = True, min(p.s.choices[o.row].turn for o in calls)
    late = call_turn >= p.s.spec.substitutes_from.get("german", p.s.last_turn + 1)
    return ("", "entrenched") if c.trenches[u] and from_schedule and not late and not p.foul_weather() else ("",)


def may_enter(p: Position, u: int, cell: int, mode: str) -> bool:
    """Whether a substitute may come on that side in that square: two calls may open different squares to its two sides."""
    scheduled = p.place[u] in (p.c.box["due"], p.c.box["returning"])
    return scheduled or filled_by(p, u, cell, mode if mode == "reduced" else "") is not None


def arrive(p: Position, u: int, cell: int, mode: str) -> None:
    """A unit comes onto the map: it is no longer owed, nor expected back. Small units may go into a fort; a gun sticks in the
    bog, but for one on the Voie Sacree (GL-R281)."""
    _no_longer_awaited(p, u, cell, mode)
    come(p, u, cell, mode)
    c = p.c
    if c.fort[cell] and p.fort_sized(u):
        take_station(p, u, "")
    if c.gun[u] and (c.rail_bound[u] or (bogged(p, cell) and not c.voie_sacree[cell])):
        p.status[u] |= STOPPED


def _no_longer_awaited(p: Position, u: int, cell: int, mode: str) -> None:
    box = p.c.box
    if p.place[u] not in (box["due"], box["returning"]):
        owed = filled_by(p, u, cell, mode if mode == "reduced" else "")
        assert owed is not None
        set_against(p, u, owed, mode)
        p.steps[u] = p.c.steps[u] - (mode == "reduced")
    p.returning = tuple(r for r in p.returning if r.unit != u)


# ------------------------------------------------------------------------------------------------ 12.7.7 lulls


def lull_arrivals(p: Position, side: int) -> None:
    """In a lull reinforcements may be put into their entry squares up to the limits of stacking, and into no others; they move
    no further, and the rest wait beside the map (12.7.7, 7.3.1(a), GL-R17)."""
    call_up(p, side)
    p.stack.append(LullArrivals(side))


class LullArrivals(Automatic[Position], frozen=True):
    side: Side

    def run(self, p: Position) -> None:
        decision = PutReinforcements(self.side)
        if len(decision.options(p)) > 1:
            p.stack.append(decision)


class PutReinforcements(Choice[Position], frozen=True):
    """Choose who is put into an entry square in a lull, until done."""

    side: Side

    cases = ("12.7.7", "7.3.1(a)")
    implied_kind = "enter"
    labels = {
        "enter": "{unit} is put into {cell}",
        "enter entrenched": "{unit} is put into {cell}, entrenched",
        "enter reduced": "{unit} is put into {cell}, reduced",
        "done": "The others wait beside the map",
    }

    def prompt(self, p: Position) -> str:
        return "Lull: put reinforcements into their entry squares, or let them wait beside the map."

    def options(self, p: Position) -> Sequence[Action]:
        arriving = [u for u in _waiting(p, self.side) if reinforcement(p, u)]
        found = [
            Action("enter", p.name(u), p.label(x), mode=mode)
            for u in arriving
            for x in entries(p, u)
            if x in scheduled_doors(p, u) and fits(p, u, x)
            for mode in entry_modes(p, u)
            if may_enter(p, u, x, mode)
        ]
        return [*found, DONE]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        u = p.c.unit.get(action.unit)
        if u is None:
            return None
        return Refusal(f"{action.unit} is no reinforcement that has room in {action.cell or 'its entry square'}", self.cases)

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        u = p.c.unit[action.unit]
        arrive(p, u, p.c.board.index[action.cell], action.mode)
        p.status[u] &= ~OF_MOVEMENT
        p.spent[u] = 0
        p.stack.append(LullArrivals(self.side))
