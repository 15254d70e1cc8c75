"""Retreats and displacement (BP 10.2/3, 11.8.1, BP-R65, BP-R165; GL 16.5.6): nearer the own edge, then clear of zones,
then vacant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core.actions import Action, Refusal
from ...core.decisions import Automatic, without_marks
from ...core.state import Cell, Cells, Side, Units
from .careful import facing_the_enemy, strongest
from .position import Choice, Position
from .stacking import fits, overfull
from .states import OF_MOVEMENT, SUPPLY
from .units import drop_out, eliminate, settle_engagements

LONGEST_CHAIN = 8  # squares in a chain of displaced units


def retreat_squares(p: Position, u: int, chain: Cells = (), gone: Units = ()) -> list[int]:
    """Where a unit may retreat to: the squares of the best rank in which there is room (BP-R165, GL-R292). Those who have just
    gone before it do not make a square occupied: they may stay together (BP 11.8.1, GL 16.5.6(a)). Who is displaced, along a
    chain, never comes nearer the enemy's edge (BP 10.2/3)."""
    here, depth = p.place[u], p.c.depth[p.c.side[u]]
    ranks: dict[tuple[bool, ...], list[int]] = {}
    for x in p.c.near[here]:
        there = p.stacks[x]
        vacant = not there or (all(v in gone for v in there) and fits(p, u, x))
        backwards = not chain or (x not in chain and depth[x] <= depth[here])
        rank = p.retreat_rank(u, x, vacant) if backwards else None
        if rank is not None:
            ranks.setdefault(rank, []).append(x)
    for rank in sorted(ranks):
        best = [x for x in ranks[rank] if not p.stacks[x] or _room(p, x, arrivals(p, u, x, gone), (*chain, here))]
        if best:
            return best
    return []


def arrivals(p: Position, u: int, cell: int, gone: Units) -> Units:
    """A unit that retreats into a square, and those who retreated there just before: all of them stay, and whoever stood there
    makes room (BP 11.8.1/2, GL 16.5.6(e))."""
    return (u, *(v for v in gone if p.place[v] == cell))


def _room(p: Position, cell: int, coming: Units, chain: Cells) -> bool:
    """Whether the first of the `coming` units fits into a square, or others there can make room for it without going back along
    the chain."""
    if fits(p, coming[0], cell):
        return True
    if len(chain) > LONGEST_CHAIN:
        return False
    return any(all(_can_go(p, v, (*chain, cell)) for v in leaving) for leaving in making_room(p, cell, coming))


def _can_go(p: Position, u: int, chain: Cells) -> bool:
    """Whether a unit finds a square to make room, or may leave the map for it by its own edge."""
    off = p.differences.displaced_leave and p.c.depth[p.c.side[u]][p.place[u]] == 0
    return off or bool(retreat_squares(p, u, chain))


def may_be_displaced(p: Position, u: int, forced: bool) -> bool:
    """Whether a unit makes room for those who come into its square: a garrison never does (GL-R292). `forced` where there
    is no other way."""
    return not p.c.garrison[u] and (forced or not p.differences.committed_stay or p.committed(u) is None)


def making_room(p: Position, cell: int, keep: Units, forced: bool = False, pinned: Units = ()) -> list[tuple[int, ...]]:
    """The smallest groups of units that must leave a square so that the others fit, `keep` and `pinned` among them; `forced` if
    room must be made at any price."""
    side = p.c.side[keep[0]] if keep else p.c.side[p.stacks[cell][0]]
    others = [v for v in p.own(cell, side) if v not in keep]
    movable = [v for v in others if v not in pinned and may_be_displaced(p, v, forced)]
    base = [*(v for v in others if v not in movable), *keep]
    if not movable or not p.may_stack(base, cell):
        return []
    # The largest groups that may stay, grown unit by unit: who may not stay beside some may not beside more either.
    staying: list[tuple[int, ...]] = [()]
    while larger := [
        (*group, v)
        for group in staying
        for v in movable[movable.index(group[-1]) + 1 if group else 0 :]
        if p.may_stack([*base, *group, v], cell)
    ]:
        staying = larger
    return [tuple(v for v in movable if v not in group) for group in staying]


def nowhere_to_go(p: Position, u: int) -> None:
    """A unit that cannot retreat is eliminated (BP-R65, GL 16.5.6)."""
    p.say("eliminate", f"{{{p.name(u)}}} has nowhere to retreat and is eliminated", p.cite("retreat"))
    eliminate(p, u, "retreat")


def retreat_all(p: Position, units: Iterable[int], chain: Cells = (), gone: Units = ()) -> None:
    """Units retreat one square each, in their owner's order; together or apart."""
    left = []
    for u in units:
        if not p.on_map(u):
            continue
        if retreat_squares(p, u, chain, gone):
            left.append(u)
        else:
            p.cannot_retreat(u)
    settle_engagements(p)
    if left:
        p.stack.append(Retreat(p.c.side[left[0]], tuple(left), chain, gone))


class Retreat(Choice[Position], frozen=True, omit_defaults=True):
    """Choose who retreats next, where to, and which way those face who find a vacant square."""

    side: Side
    units: Units
    chain: Cells
    gone: Units = ()  # who has retreated before them by the same result

    topic = "retreat"
    implied_kind = "retreat"

    def player(self, p: Position) -> int:
        return p.seating.of_nation[p.c.nation[self.units[0]]]

    def prompt(self, p: Position) -> str:
        return f"{p.names(self.units)} must retreat: choose a square{' for each' if len(self.units) > 1 else ''}."

    def options(self, p: Position) -> Sequence[Action]:
        nation = p.c.nation[self.units[0]]
        return [
            a
            for u in self.units
            if p.c.nation[u] == nation
            for x in retreat_squares(p, u, self.chain, self.gone)
            for a in ways_to_enter(p, "retreat", u, x)
        ]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        u = p.c.unit.get(action.unit)
        if u is None or u not in self.units:
            return Refusal(without_marks(p.they(self.units, "must retreat first", "must retreat first")), self.cases_of(p))
        best = ", ".join(map(p.label, retreat_squares(p, u, self.chain, self.gone)))
        return Refusal(f"{action.unit} may retreat to {best}: {p.differences.retreats}", self.cases_of(p))

    def default(self, p: Position) -> Action | None:
        """The first of the squares that are equally good, facing the enemy."""
        options = self.options(p)
        if not options:
            return None
        u, cell = p.c.unit[options[0].unit], p.c.board.index[options[0].cell]
        return facing_the_enemy(p, options, u, cell)

    def take(self, p: Position, action: Action) -> None:
        u = p.c.unit[action.unit]
        rest = tuple(v for v in self.units if v != u)
        if rest:
            p.stack.append(GoOnRetreating(rest, self.chain, (*self.gone, u)))
        fall_back(p, u, action, self.chain, self.gone)


class GoOnRetreating(Automatic[Position], frozen=True):
    """The others follow, as things stand by then."""

    units: Units
    chain: Cells
    gone: Units

    def run(self, p: Position) -> None:
        retreat_all(p, self.units, self.chain, self.gone)


def ways_to_enter(p: Position, kind: str, u: int, cell: int) -> list[Action]:
    """To enter a square: facing as one likes where it is vacant, as those who stand there otherwise (BP 11.8.1/1)."""
    name, label = p.name(u), p.label(cell)
    stations = p.stations(u, cell)
    if p.status[u] & SUPPLY or any(p.facing[v] != p.c.nowhere for v in p.own(cell, p.c.side[u]) if v != u):
        return [Action(kind, name, label, mode=station) for station in stations]
    directions = p.c.board.grid.directions
    return [Action(kind, name, label, facing=directions[d], mode=station) for station in stations for d in p.c.facings]


def enter(p: Position, u: int, cell: int, facing: str, station: str = "") -> None:
    """A unit enters a square in combat."""
    if facing:
        way = p.c.board.grid.directions.index(facing)
    else:
        way = next((p.facing[v] for v in p.own(cell, p.c.side[u]) if v != u and p.facing[v] != p.c.nowhere), p.facing[u])
    p.put(u, cell)
    p.facing[u] = p.c.nowhere if p.status[u] & SUPPLY else way
    p.take_station(u, station)


def fall_back(p: Position, u: int, action: Action, chain: Cells, gone: Units) -> None:
    """A unit retreats; whom it finds there and cannot share with is displaced in turn."""
    here, cell = p.place[u], p.c.board.index[action.cell]
    drop_out(p, u)
    p.status[u] &= ~OF_MOVEMENT
    enter(p, u, cell, action.facing, action.mode)
    if chain:
        text = f"{{{p.name(u)}}} is displaced to {{{p.label(cell)}}}: too many units stood in {{{p.label(here)}}}"
        p.say("retreat", text, why_displaced(p, chain))
    else:
        p.say("retreat", f"{{{p.name(u)}}} retreats to {{{p.label(cell)}}}", p.cite("retreat"))
    settle_engagements(p)
    make_room(p, cell, arrivals(p, u, cell, gone), (*chain, here))


def why_displaced(p: Position, chain: Cells) -> tuple[str, ...]:
    """The cases by which a unit is displaced: beside the limits of stacking, where no retreat has begun the chain."""
    return p.cite("displacement") if len(chain) > 1 else (*p.cite("overstacking"), *p.cite("displacement"))


def make_room(p: Position, cell: int, keep: Units, chain: Cells) -> None:
    """Units leave a square until it holds no more than it may."""
    side = p.c.side[keep[0]]
    if p.engaged(cell) or p.may_stack(p.own(cell, side), cell):
        return
    decision = Displace(side, cell, keep, chain)
    if decision.options(p):
        p.stack.append(decision)
        return
    others = [v for v in p.own(cell, side) if v not in keep and may_be_displaced(p, v, forced=True)] or list(keep)
    _squeeze_out(p, cell, others, chain)
    make_room(p, cell, tuple(u for u in keep if p.on_map(u)) or tuple(p.own(cell, side)[:1]), chain)


def _squeeze_out(p: Position, cell: int, units: Sequence[int], chain: Cells) -> None:
    """Nobody can be displaced from a square that holds too many: the weakest unit is driven out, one that may not move last."""
    u = min(units, key=lambda v: (p.pinned(v), p.steps[v], v))
    text = f"Too many units stand in {{{p.label(cell)}}}, and {{{p.name(u)}}} cannot be displaced"
    p.say("displace", text, why_displaced(p, (*chain, cell)))
    p.cannot_retreat(u)


class Displace(Choice[Position], frozen=True):
    """Choose who makes room; committed units are the last to go (BP-R178). Where nobody has come into the square, units that
    may not move are displaced only if no others can be (BP-R157, GL-R302)."""

    side: Side
    cell: Cell
    keep: Units
    chain: Cells

    topic = "displacement"
    implied_kind = "displace"
    labels = {"displace": "{unit} makes room"}

    def player(self, p: Position) -> int:
        there = [v for v in p.own(self.cell, self.side) if v not in self.keep]
        return p.seating.of_nation[p.c.nation[there[0]]] if there else p.seating.of_side[self.side]

    def prompt(self, p: Position) -> str:
        return f"Too many units stand in {{{p.label(self.cell)}}}: choose one that makes room."

    def candidates(self, p: Position) -> list[int]:
        chain = (*self.chain, self.cell)
        still = () if self.keep else tuple(v for v in p.own(self.cell, self.side) if p.pinned(v))
        for pinned, forced in ((still, False), (still, True), ((), False), ((), True)):
            groups = making_room(p, self.cell, self.keep, forced, pinned)
            found = sorted({v for group in groups for v in group if _can_go(p, v, chain)})
            if found:
                idle = [v for v in found if p.committed(v) is None]
                return idle or found
        return []

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("displace", p.name(v)) for v in self.candidates(p)]

    def default(self, p: Position) -> Action | None:
        """The weakest makes room."""
        able = strongest(p, self.candidates(p))
        return Action("displace", p.name(able[-1])) if able else None

    def take(self, p: Position, action: Action) -> None:
        v = p.c.unit[action.unit]
        p.stack.append(KeepRoom(self.cell, self.keep, self.chain))
        retreat_all(p, (v,), (*self.chain, self.cell))


class KeepRoom(Automatic[Position], frozen=True):
    """Whether the square is fit now."""

    cell: Cell
    keep: Units
    chain: Cells

    def run(self, p: Position) -> None:
        keep = tuple(u for u in self.keep if p.place[u] == self.cell)
        if keep:
            make_room(p, self.cell, keep, self.chain)
        elif p.stacks[self.cell]:
            unstack_cell(p, self.cell, p.c.side[p.stacks[self.cell][0]])


def unstack(p: Position, side: int) -> None:
    """After movement, what rules or the enemy have made too large to be mended by moves is displaced (BP-R157, GL-R302)."""
    for cell in overfull(p, side):
        p.stack.append(Unstack(side, cell))


class Unstack(Automatic[Position], frozen=True):
    side: Side
    cell: Cell

    def run(self, p: Position) -> None:
        unstack_cell(p, self.cell, self.side)


def unstack_cell(p: Position, cell: int, side: int) -> None:
    there = p.own(cell, side)
    if not there or p.engaged(cell) or p.may_stack(there, cell):
        return
    decision = Displace(side, cell, (), ())
    if decision.options(p):
        p.stack.append(decision)
    else:
        p.stack.append(Unstack(side, cell))
        _squeeze_out(p, cell, [v for v in there if may_be_displaced(p, v, forced=True)] or there, ())
