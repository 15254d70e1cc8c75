"""12.7 Map entry: reinforcements by name and by kind, substitutes from the pool (20.2), who waits beside the edge, lulls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from ...core.actions import DONE, Action, Refusal
from ...core.decisions import Automatic
from ...core.state import Side
from ..great_war.arrivals import come
from ..great_war.position import Choice
from ..great_war.stacking import fits
from ..great_war.states import OF_MOVEMENT, STOPPED
from ..great_war.ways import allowance, front
from .components import GERMAN
from .components import Choice as Call
from .exits import leaving
from .forts import take_station
from .gun_movement import bogged
from .position import Position
from .records import Owed, Rear
from .steps import battalions

LEAST_BRIGADE = 2  # the attack of the weakest brigade side

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


# ------------------------------------------------------------------------------------------------ 12.7.6, 20.2 by kind


def call_up(p: Position, side: int) -> None:
    """What the schedule lists by kind is owed from its turn on until it has come (GL-R306, 20.3.3)."""
    calls = enumerate(p.s.choices)
    p.owed += tuple(Owed(i, call.row.count) for i, call in calls if call.turn == p.turn and call.side == side)


def printed(call: Call) -> tuple[int, int]:
    """The two combat numbers of a type: 1066 is 10 and 6."""
    return int(call.row.type[:-2]), int(call.row.type[-2])


def substitutes(p: Position, side: int) -> list[int]:
    """Counters that can come for what is owed, one of each kind."""
    found: dict[tuple[object, ...], int] = {}
    for u in _stock(p, side):
        key = (p.c.size[u], p.c.type[u], p.c.mangin[u], u in leaving(p))
        if key not in found and any(_serves(p, u, owed) for owed in _owed_to(p, side)):
            found[key] = u
    return list(found.values())


def _owed_to(p: Position, side: int) -> list[Owed]:
    return [owed for owed in p.owed if p.s.choices[owed.row].side == side]


def _stock(p: Position, side: int) -> Iterator[int]:
    """The pool; and counters that are out of play where the schedule names divisions that fight already (GL-R226)."""
    unused = any(p.s.choices[owed.row].row.unused for owed in _owed_to(p, side))
    boxes = ("pool", "out") if unused else ("pool",)
    c = p.c
    return (u for box in boxes for u in p.stacks[c.box[box]] if c.side[u] == side and c.infantry[u])


def price(p: Position, u: int) -> int:
    """The battalions that a regiment stands for: in 19.3 and the campaign 2 for 3 or 4 factors, 3 for 5 or 6, 4 for 7, else
    those of which it is rebuilt (19.3.5(d), 20.3.4, 12.7.6, GL-R102)."""
    if p.c.battalion[u]:
        return 1
    factors = p.c.front[u].primary
    return (factors + 1) // 2 if p.s.spec.make_change else p.c.steps[u]


def _serves(p: Position, u: int, owed: Owed) -> bool:
    """Whether a counter, on either side, can come for something owed."""
    return bool(_sides(p, u, owed))


def _sides(p: Position, u: int, owed: Owed) -> tuple[str, ...]:
    """The sides on which a counter can come for something owed: "" full, "reduced"."""
    c, call = p.c, p.s.choices[owed.row]
    out = p.place[u] == c.box["out"]
    if call.row.kind == "battalion":
        return ("",) if _for_battalions(p, u, owed) else ()
    if call.row.kind == "regiment":
        smaller = c.regiment[u] and (c.front[u].primary, c.front[u].secondary) <= printed(call)
        return ("",) if owed.count and smaller else ()
    numbers = (("", c.front[u]), ("reduced", c.back[u]))
    if c.division[u] and owed.count and (not out or call.row.unused):
        return tuple(mode for mode, n in numbers if (n.primary, n.secondary) <= printed(call))
    if c.brigade[u]:
        room = max(owed.left, printed(call)[0] if owed.count else 0)
        return tuple(mode for mode, n in numbers if n.primary <= room)
    return ()


def _for_battalions(p: Position, u: int, owed: Owed) -> bool:
    """A battalion, or a regiment for several that are in the pool too; rebuilt by 9.3.2 it is the lowest of its class."""
    c = p.c
    if c.battalion[u]:
        return owed.count > 0 and not c.engineer[u]
    if not c.regiment[u] or price(p, u) > min(owed.count, len(battalions(p))):
        return False
    alike = [v for v in p.stacks[c.box["pool"]] if c.regiment[v] and c.steps[v] == c.steps[u]]
    return p.s.spec.make_change or c.front[u].primary == min(c.front[v].primary for v in alike)


def _filled(p: Position, u: int, cell: int, mode: str) -> Owed | None:
    """What is owed that a unit would be set against: a division begun as brigades first, then the smallest type, then the
    oldest."""
    side = p.c.side[u]
    able = [o for o in _owed_to(p, side) if mode in _sides(p, u, o) and cell in _usable(p, u, p.s.choices[o.row].cells)]

    def rank(owed: Owed) -> tuple[object, ...]:
        call = p.s.choices[owed.row]
        numbers = (0, 0) if call.row.kind == "battalion" else printed(call)
        return (not owed.left, numbers, call.turn, owed.row)

    return min(able, key=rank, default=None)


def _settle(p: Position, u: int, owed: Owed, mode: str) -> None:
    """Set a unit against what is owed."""
    c, call = p.c, p.s.choices[owed.row]
    now = owed
    if call.row.kind == "battalion":
        now = msgspec.structs.replace(owed, count=owed.count - price(p, u))
    elif c.brigade[u]:
        attack = (c.back if mode == "reduced" else c.front)[u].primary
        if attack <= owed.left:
            now = msgspec.structs.replace(owed, left=owed.left - attack)
        else:
            now = msgspec.structs.replace(owed, count=owed.count - 1, left=printed(call)[0] - attack)
    else:
        now = msgspec.structs.replace(owed, count=owed.count - 1)
    rest = [now if o is owed else o for o in p.owed]
    p.owed = tuple(o for o in rest if o.count > 0 or o.left >= LEAST_BRIGADE)


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
        return _usable(p, u, p.s.arrivals[u].cells)
    if p.place[u] == box["returning"]:
        return _usable(p, u, sorted(rear(p, p.c.side[u])))
    calls = [p.s.choices[o.row] for o in _owed_to(p, p.c.side[u]) if _serves(p, u, o)]
    return sorted({x for call in calls for x in _usable(p, u, call.cells)})


def scheduled_doors(p: Position, u: int) -> set[int]:
    """The entry squares of the schedule, held by the enemy or not (12.7.4(b))."""
    if p.place[u] == p.c.box["due"]:
        return set(p.s.arrivals[u].cells)
    return {x for o in _owed_to(p, p.c.side[u]) if _serves(p, u, o) for x in p.s.choices[o.row].cells}


def _usable(p: Position, u: int, cells: Sequence[int]) -> list[int]:
    """The squares named, if no enemy is there; else for each the nearest free one of the edge on its bank (GL-R95)."""
    found = _open(p, u, cells)
    if found or len(cells) > 2:
        return found
    return sorted({x for cell in cells for x in _nearest_on_bank(p, u, cell)})


def _open(p: Position, u: int, cells: Iterable[int]) -> list[int]:
    """Those without an enemy; the heaviest guns come by a major road or by rail (12.7.2, 12.7.3)."""
    return [x for x in cells if not p.enemy_holds(x, p.c.side[u]) and _passable(p, u, x)]


def _nearest_on_bank(p: Position, u: int, cell: int) -> list[int]:
    c, far = p.c, p.c.board.distances(cell)
    bank = _open(p, u, [x for x in c.edge[c.side[u]] if c.bank[x] == c.bank[cell]])
    return [x for x in bank if far[x] == min(far[y] for y in bank)]


def _passable(p: Position, u: int, cell: int) -> bool:
    c, exits = p.c, p.c.board.exits
    if c.road_bound[u]:
        return cell in exits["major"]
    if c.rail_bound[u]:
        return cell in exits["rail"]
    return p.may_stand(u, cell)


def rear(p: Position, side: int) -> frozenset[int]:
    """Edge squares without enemies from which a way past them leads to a front unit or HQ (17.6.1, GL-R178)."""
    c, size = p.c, p.c.board.size
    stamp, kept = p.presence[p.enemy(side)], p.rears.get(side)
    if kept is None or kept.stamp != stamp:
        kept = p.rears[side] = _regions(p, side, stamp)
    safe = {x for h in c.hqs[side] if p.place[h] < size for x in _regions_at(p, kept, p.place[h])}
    if not safe.issuperset(kept.edge):
        held = {p.place[u] for u in p.units(side)}
        front_line = [x for x in held if any(p.enemy_holds(n, side) for n in c.near[x])]
        safe.update(r for x in front_line or ([] if safe else held) for r in _regions_at(p, kept, x))
        if not held:
            safe.update(kept.edge)
    regions = frozenset(safe.intersection(kept.edge))
    if regions not in kept.squares:
        kept.squares[regions] = frozenset(x for r in regions for x in kept.edge[r])
    return kept.squares[regions]


def _regions_at(p: Position, rear: Rear, cell: int) -> list[int]:
    """The region a square is in; out of an engaged one those beside it."""
    here = rear.region[cell]
    return [here] if here >= 0 else [r for n in p.c.near[cell] if (r := rear.region[n]) >= 0]


def _regions(p: Position, side: int, stamp: int) -> Rear:
    """The map without the squares of the enemy falls apart into regions."""
    c, barred = p.c, p.enemy_cells(side)
    region = [-1] * c.board.size
    edge: dict[int, list[int]] = {}
    for start in c.edge[side]:
        if region[start] < 0 and not barred[start]:
            number, ring = start, [start]
            region[start] = number
            while ring:
                x = ring.pop()
                for n in c.near[x]:
                    if region[n] < 0 and not barred[n]:
                        region[n] = number
                        ring.append(n)
        if not barred[start]:
            edge.setdefault(region[start], []).append(start)
    return Rear(stamp, region, edge, {})


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
        calls = [o for o in _owed_to(p, c.side[u]) if _serves(p, u, o)]
        if c.side[u] != GERMAN:
            return tuple(mode for mode in ("", "reduced") if any(mode in _sides(p, u, o) for o in calls))
        from_schedule, call_turn = True, min(p.s.choices[o.row].turn for o in calls)
    late = call_turn >= p.s.spec.substitutes_from.get("german", p.s.last_turn + 1)
    return ("", "entrenched") if c.trenches[u] and from_schedule and not late and not p.foul_weather() else ("",)


def may_enter(p: Position, u: int, cell: int, mode: str) -> bool:
    """Whether a substitute may come on that side in that square: two calls may open different squares to its two sides."""
    scheduled = p.place[u] in (p.c.box["due"], p.c.box["returning"])
    return scheduled or _filled(p, u, cell, mode if mode == "reduced" else "") is not None


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
        owed = _filled(p, u, cell, mode if mode == "reduced" else "")
        assert owed is not None
        _settle(p, u, owed, mode)
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
