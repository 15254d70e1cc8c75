"""Movement on squares: diagonals, roads, the river, passage, interdiction, zones of control, off-front marches (BP 7.0, GL
12.0).

A unit is named, then told what to do; what is left of its points it may use later in the phase, so that every path can be
walked. Points are not handed on, the enemy does not move, and nobody stands on the line of a square (GL 12.1.3, GL 12.1.4,
GL 12.1.5).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...core.actions import DONE, Action, Refusal
from ...core.paths import Found, path, reach
from ...core.state import Side, Unit
from .components import FULL_MOVE
from .position import Choice, Follow, Position
from .records import Front
from .retreat import unstack
from .seats import JointChoice, SeatChoice
from .stacking import overfull
from .states import (
    BURIED,
    DISRUPTED,
    ENTERED,
    ENTRENCHED,
    FLIPPED,
    MOVED,
    NEAR,
    OF_MOVEMENT,
    STOPPED,
    SUPPLY,
    SUPPRESSED,
    TURNED,
)

DIGGING = 2 * FULL_MOVE  # BP 7.4.1, GL 12.6
NOTHING: Found = ({}, {})


def begin_movement(p: Position, side: int) -> None:
    """All units of a side may move once more."""
    for u in p.c.army[side]:
        p.status[u] &= ~OF_MOVEMENT
        p.spent[u] = 0
    seats = p.seating.sharing(side)
    p.stack += [EndMovement(side), JointMovement(seats) if len(seats) > 1 else Movement(side)]


class EndMovement(Follow[Position], frozen=True):
    """What is left of points is lost; what stands too thick must go (BP-R157)."""

    side: Side

    def run(self, p: Position) -> None:
        p.movement_ends(self.side)
        for u in p.c.army[self.side]:
            p.status[u] &= ~OF_MOVEMENT
            p.spent[u] = 0
        unstack(p, self.side)


# ------------------------------------------------------------------------------------------------ points and ways


def allowance(p: Position, u: int) -> int:
    """Half movement points: printed, less weather, less 1 if suppressed, halved if disrupted (BP-R120); of German infantry
    those of its mobile side if it shows it at any time in the phase (BP-R35)."""
    status = p.status[u]
    if status & SUPPLY or not p.may_move(u):
        return 0
    points = p.movement_points(u) - (1 if status & SUPPRESSED else 0)
    if status & DISRUPTED:
        points = (points + 1) // 2
    return max(points, 0) * FULL_MOVE


def ways_of(p: Position, side: int, kind: int = 0) -> list[Sequence[tuple[int, int]]]:
    """What steps cost a side now: a point more out of squares with friends in them, and into and out of interdicted ones,
    whoever interdicts them (GL 12.6.2)."""
    kept, now = p.roads.get((side, kind)), bytes(p.present)
    if kept is None:
        found = [p.steps_out(side, x, kind, True, False) for x in range(p.c.board.size)]
    elif kept[0] == now:
        return kept[1]
    else:
        found = kept[1]
        for x in _changed(kept[0], now):
            found[x] = p.steps_out(side, x, kind, True, False)
    p.roads[side, kind] = now, found
    return found


def _changed(old: bytes, new: bytes) -> Iterator[int]:
    """Where two rows differ."""
    bits = int.from_bytes(old, "little") ^ int.from_bytes(new, "little")
    while bits:
        x = (bits & -bits).bit_length() - 1 >> 3
        yield x
        bits &= ~(255 << 8 * x)


def leaving(p: Position, side: int, cell: int, passing: bool = True) -> Sequence[tuple[int, int]]:
    """The steps out of a square; `passing` on from friends there."""
    dearer = (1 if passing and p.present[cell] & p.c.bit[side] else 0) + (1 if p.interdicted[cell] else 0)
    steps = p.c.ways_leaving[dearer][cell]
    if any(p.interdicted[x] for x in p.c.near[cell]):
        return tuple((to, cost + FULL_MOVE if p.interdicted[to] else cost) for to, cost in steps)
    return steps


def front(p: Position, side: int) -> bytes:
    """1 for each square within two of an enemy of a side; enemies who are surrounded do not count (BP 7.6, GL 12.9.1, GL
    12.9.5)."""
    enemy = p.enemy(side)
    stamp, kept = (p.presence[enemy], p.presence[side]), p.fronts.get(side)
    if kept is not None and kept.stamp == stamp:
        return kept.close
    if kept is None or kept.stamp[0] != stamp[0]:
        held = sorted({p.place[u] for u in p.units(enemy)})
        kept = Front(stamp, b"", [(x, p.c.rearmost[enemy][x]) for x in held], {})
    own, zone, present = p.c.bit[side], p.zone[side], p.present
    # Who is surrounded is so in his rear first of all.
    cut_off = tuple([x for x, rear in kept.rears if (zone[rear] or present[rear] & own) and _surrounded(p, x, side)])
    if cut_off not in kept.without:
        kept.without[cut_off] = _cover(p, [x for x, _ in kept.rears if x not in cut_off])
    kept.stamp, kept.close = stamp, kept.without[cut_off]
    p.fronts[side] = kept
    return kept.close


def _cover(p: Position, cells: Iterable[int]) -> bytes:
    covered, reach_of = 0, p.c.ranges["off_front"] - 1
    for x in cells:
        covered |= p.c.cover(x, reach_of)
    return covered.to_bytes(p.c.board.size, "little")


def _surrounded(p: Position, cell: int, side: int) -> bool:
    """Whether a side or its zones hold all squares around one."""
    zone, present, own = p.zone[side], p.present, p.c.bit[side]
    return all(zone[n] or present[n] & own for n in p.c.board.neighbours[cell])


def reach_of(p: Position, u: int) -> Found:
    """Where a unit can go with what is left of its points, and the way there. One that keeps three squares from every enemy all
    the way has twice its allowance."""
    if p.status[u] & (MOVED | STOPPED) or not p.may_walk_off(u):
        return NOTHING
    stamp = (*p.version, p.place[u], p.status[u], p.spent[u], p.steps[u], p.weather, p.mover(u))
    kept = p.reaches.get(u)
    if kept is None or kept[0] != stamp:
        kept = p.reaches[u] = stamp, p.reach(u)
    return kept[1]


def plain_reach(p: Position, u: int, barred: Sequence[int], zone: Sequence[int], kind: int = 0) -> Found:
    """Where a unit can go that is bound by points, roads, the river, friends on its way, interdiction and zones alone; with
    twice its points if it keeps off the front, by all the same rules (GL 12.9.2, GL 12.9.4)."""
    points, spent, start, side = allowance(p, u), p.spent[u], p.place[u], p.c.side[u]
    ways = ways_of(p, side, kind)
    through = has_gone(p, u) and len(p.stacks[start]) > 1
    passing, ways[start] = ways[start], p.steps_out(side, start, kind, through, True)
    close = front(p, side)
    cost, came = reach(ways, start, points - spent, barred, zone) if points > spent else NOTHING
    far, far_came = NOTHING
    if not p.status[u] & NEAR and not close[start] and 2 * points > spent:
        shut = (int.from_bytes(barred, "little") | int.from_bytes(close, "little")).to_bytes(len(barred), "little")
        far, far_came = reach(ways, start, 2 * points - spent, shut, zone)
    ways[start] = passing
    if not far or not cost:
        return (far, far_came) if far else (cost, came)
    came = {**far_came, **{x: came[x] for x in came if x not in far or cost[x] < far[x]}}
    return {**far, **{x: c for x, c in cost.items() if x not in far or c < far[x]}}, came


def has_gone(p: Position, u: int) -> bool:
    """Whether a unit has left its square in this phase: what digging cost is no movement."""
    dug = p.status[u] & FLIPPED and p.status[u] & ENTRENCHED
    return p.spent[u] > (DIGGING if dug else 0)


def may_turn(p: Position, u: int) -> bool:
    """Rotation is free; in an enemy zone only for those who came there in this phase, once (BP 7.2.2, BP-R134)."""
    if p.facing[u] == p.c.nowhere or p.status[u] & TURNED or p.is_engaged(u) or not p.may_move(u):
        return False
    cell, side = p.place[u], p.c.side[u]
    return not p.in_enemy_zone(cell, side) or all(has_gone(p, v) for v in p.stacks[cell])


def refuse_flip(p: Position, u: int, mode: str) -> Refusal | None:
    """German infantry changes its mode once in the phase, digging costs 2 points, in enemy zones too (BP 7.4.1, GL 12.8.1(a),
    GL 12.8.1(c)); an HQ at the start of its move (BP 7.4.2), or when it has come onto the map (GL 12.7.5)."""
    c, status, name = p.c, p.status[u], p.name(u)
    if p.is_engaged(u):
        return Refusal(f"{name} is engaged", p.cite("engaged_still"))
    if c.hq[u]:
        now = "supply" if status & SUPPLY else "command"
        if mode == now or mode not in ("supply", "command"):
            return Refusal(f"{name} is in {now.capitalize()} Mode", p.cite("hq_modes"))
        if p.HQS_TURN_FIRST and not status & ENTERED:
            return Refusal(f"{name} changes its mode only when the phase begins, before anybody moves", p.cite("hq_modes"))
        begun = p.spent[u] or status & (FLIPPED | MOVED)
        if begun and not (mode == "supply" and status & ENTERED and not status & (FLIPPED | MOVED)):
            return Refusal(f"{name} changes its mode only when its move begins", p.cite("hq_modes"))
        return None
    now = "entrenched" if status & ENTRENCHED else "mobile"
    if not c.trenches[u] or mode == now or mode not in ("mobile", "entrenched"):
        return Refusal(f"{name} is {now}" if c.trenches[u] else f"{name} has no other mode", p.cite("infantry_modes"))
    if status & (SUPPRESSED | DISRUPTED) or p.is_interdicted(u):
        return Refusal(f"{name} is disordered or interdicted and cannot change its mode", p.cite("mode_lock"))
    if status & (FLIPPED | MOVED):
        return Refusal(f"{name} has changed its mode in this phase", p.cite("infantry_modes"))
    if mode == "entrenched" and not p.may_dig():
        return Refusal("Nobody digs in in rain or snow", p.cite("infantry_modes"))
    if mode == "entrenched" and p.spent[u] + DIGGING > _digging_limit(p, u):
        return Refusal(f"{name} has not the points to dig in", p.cite("infantry_modes"))
    return None


def _digging_limit(p: Position, u: int) -> int:
    """A unit that has kept off the front may dig with points of its doubled allowance."""
    far = not p.status[u] & NEAR and not front(p, p.c.side[u])[p.place[u]]
    return allowance(p, u) * (2 if far else 1)


def default_facing(p: Position, u: int, cell: int) -> int:
    """Beside friends as they face; else towards the nearest enemy close by, else away from one's own edge."""
    c, side = p.c, p.c.side[u]
    for v in p.stacks[cell]:
        if v != u and c.side[v] == side and p.facing[v] != c.nowhere:
            return p.facing[v]
    bits = c.enemy_bits[side]
    if not front(p, side)[cell]:
        return c.home_facing[side]
    near = [x for x in c.board.within(cell, c.ranges["off_front"] - 1) if p.present[x] & bits]
    if not near:
        return c.home_facing[side]
    far = c.board.distances(cell)
    x = min(near, key=lambda x: (far[x], abs(c.row[x] - c.row[cell]) + abs(c.column[x] - c.column[cell]), x))
    across, down = c.column[x] - c.column[cell], c.row[x] - c.row[cell]
    if abs(across) == abs(down):
        return c.home_facing[side]
    name = ("E" if across > 0 else "W") if abs(across) > abs(down) else ("S" if down > 0 else "N")
    return c.board.grid.directions.index(name)


def stand(p: Position, u: int, cell: int) -> None:
    """A unit is put down in a square, and faces as it would by itself."""
    facing = default_facing(p, u, cell)
    p.put(u, cell)
    p.facing[u] = facing


def face(p: Position, cell: int, side: int, facing: int) -> None:
    """All units of a stack face alike (BP 7.2.2)."""
    for u in p.own(cell, side):
        if p.has_facing(u):
            p.facing[u] = facing


def pass_through(p: Position, u: int, cells: Sequence[int]) -> None:
    """Vacant squares belong to whoever passed last; a fort to who stays in it (GL-R283)."""
    side, nation = p.c.side[u], p.c.nation[u]
    for x in cells:
        if not p.present[x] and not p.c.fort[x]:
            p.control[x], p.claims[x] = side, nation


# ------------------------------------------------------------------------------------------------ decisions


class Movement(SeatChoice[Position], frozen=True):
    """Choose a unit to move, or one that arrives, until done."""

    topic = "movement"
    implied_kind = "select"
    labels = {"done": "End movement", "select": "Move {unit}"}

    def prompt(self, p: Position) -> str:
        return "Movement: choose a unit to move, or end the phase."

    def _may(self, p: Position, u: int) -> bool:
        return self.mine(p, u) and (not p.engagements or may_act(p, u))

    def options(self, p: Position) -> Sequence[Action]:
        select, place, status, size = p.c.select, p.place, p.status, p.c.board.size
        still = MOVED | p.IMMOBILE
        able = [u for u in p.c.movers[self.side] if place[u] < size and not status[u] & still]
        if self.seat >= 0 or p.engagements:
            able = [u for u in able if self._may(p, u)]
        found = [select[u] for u in able]
        found += [select[u] for u in p.due(self.side) if self.mine(p, u)]
        if not self._stuck(p):
            found.append(DONE)
        return found

    def _stuck(self, p: Position) -> bool:
        """Movement may not end while somebody who stands too thick can still leave, from the first set-up on (BP-R157, GL
        10.1.3, GL 19.1.5(d))."""
        crowds = overfull(p, self.side)
        return any(self.mine(p, u) and can_leave(p, u) for x in crowds for u in p.stacks[x])

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == DONE:
            if self._stuck(p):
                cells = ", ".join(p.label(x) for x in overfull(p, self.side))
                return Refusal(f"Too many units stand in {cells}: some must still move on", p.cite("stacking"))
            return None
        u = p.c.unit.get(action.unit)
        if u is None or action != p.c.select[u]:
            return Refusal("Choose a unit by its name, or end the phase", self.cases_of(p))
        if not self.mine(p, u):
            return Refusal(f"{action.unit} is not yours to move", self.cases_of(p))
        if not p.on_map(u):
            return None if u in p.due(self.side) else Refusal(f"{action.unit} cannot come onto the map now", p.cite("arrivals"))
        if p.status[u] & MOVED:
            return Refusal(f"{action.unit} has finished its move", self.cases_of(p))
        if not may_act(p, u):
            engaged = Refusal(f"{action.unit} is engaged: only defenders may withdraw", p.cite("engaged_still"))
            return engaged if p.may_move(u) else p.hindrance(u)
        return None

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        self.go_on(p)
        u = p.c.unit[action.unit]
        if not p.on_map(u):
            from .arrivals import Enter

            p.stack.append(Enter(u))
        elif p.is_engaged(u) and not p.WITHDRAWS_BY_MOVING:
            from .engagement import Withdraw

            p.stack.append(Withdraw(u))
        else:
            p.stack.append(Move(u))


class JointMovement(JointChoice[Position], frozen=True):
    """Several seats of a side move in any order (BP-R09)."""

    of = Movement
    implied_kind = "select"


def may_act(p: Position, u: int) -> bool:
    """Whether a unit can be told to do anything in its movement phase."""
    if not p.may_move(u):
        return False
    engagement = p.engagement(p.place[u]) if p.engagements and p.is_engaged(u) else None
    return engagement is None or engagement.side != p.c.side[u]


def can_leave(p: Position, u: int) -> bool:
    return not p.status[u] & MOVED and p.may_move(u) and (len(reach_of(p, u)[0]) > 1 or bool(p.exits(u)))


def points_left(p: Position, u: int) -> str:
    """What a unit has left near the enemy and off the front, in words."""
    points, far = allowance(p, u), not p.status[u] & NEAR and not front(p, p.c.side[u])[p.place[u]]
    near, double = (f"{max(most - p.spent[u], 0) / FULL_MOVE:g}" for most in (points, 2 * points))
    return f"{near} movement points{f' ({double} off the front)' if far and points else ''}"


class Move(Choice[Position], frozen=True):
    """What a unit does: go somewhere, turn, change its mode, break down, leave the map, or stay for good."""

    unit: Unit

    topic = "movement"
    implied_kind = "move"
    can_step_back = True
    labels = {
        "back": "Choose another unit",
        "stay": "{unit} stays: its move is over",
        "split": "Break {unit} down",
        "exit": "{unit} leaves the map",
        "flip supply": "{unit} to Supply Mode",
        "flip command": "{unit} to Command Mode",
        "flip entrenched": "{unit} digs in",
        "flip mobile": "{unit} leaves its trenches",
        "shelter inside": "{unit} into the fort",
        "shelter outside": "{unit} out of the fort",
    }

    def prompt(self, p: Position) -> str:
        if p.status[self.unit] & SUPPLY:
            return f"{{{p.name(self.unit)}}} is in Supply Mode: change its mode, or let it stay."
        points = "it has halted" if p.status[self.unit] & STOPPED else points_left(p, self.unit)
        return (
            f"{{{p.name(self.unit)}}} in {{{p.label(p.place[self.unit])}}}, {points}: choose a square, turn it, or let it stay."
        )

    def options(self, p: Position) -> Sequence[Action]:
        from .formations import splits

        u, labels = self.unit, p.c.board.labels
        name, start = p.name(u), p.place[u]
        found = [Action("move", name, labels[x]) for x in reach_of(p, u)[0] if x != start]
        if may_turn(p, u):
            directions, now = p.c.board.grid.directions, p.facing[u]
            found += [Action("face", name, facing=directions[d]) for d in p.c.facings if d != now]
        modes = ("supply", "command") if p.c.hq[u] else ("mobile", "entrenched") if p.c.trenches[u] else ()
        found += [Action("flip", name, mode=mode) for mode in modes if refuse_flip(p, u, mode) is None]
        found += splits(p, u)
        found += p.other_moves(u)
        found += p.exits(u)
        found.append(Action("stay", name))
        return found

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        u = self.unit
        if action.unit and action.unit != p.name(u):
            return Refusal(f"{p.name(u)} is to move, not {action.unit}", self.cases_of(p))
        if action.kind == "flip":
            return refuse_flip(p, u, action.mode)
        if action.kind == "exit":
            return p.why_no_exit(u)
        if action.kind == "split":
            from .formations import why_no_split

            return why_no_split(p, u)
        if action.kind == "face":
            return Refusal(f"{p.name(u)} cannot turn in an enemy zone of control, or has turned already", p.cite("facing"))
        cell = p.c.board.index.get(action.cell)
        if action.kind != "move" or cell is None:
            return p.why_not_otherwise(u, action)
        return why_no_way(p, u, cell)

    def take(self, p: Position, action: Action) -> None:
        u, kind = self.unit, action.kind
        if kind == "move":
            p.march(u, p.c.board.index[action.cell])
        elif kind == "face":
            turn(p, u, p.c.board.grid.directions.index(action.facing))
        elif kind == "flip":
            flip(p, u, action.mode)
        elif kind == "split":
            from .formations import split

            split(p, u)
        elif kind == "exit":
            p.leave_map(u, action)
        elif kind == "stay":
            p.status[u] |= MOVED
        else:
            p.move_otherwise(u, action)


def why_no_way(p: Position, u: int, cell: int) -> Refusal | None:
    """Why a unit cannot go to a square."""
    name, label, side = p.name(u), p.label(cell), p.c.side[u]
    particular = p.why_not_there(u, cell)
    if particular is not None:
        return particular
    if cell == p.place[u]:
        return Refusal(f"{name} is in {label} already", p.cite("movement"))
    if p.enemy_holds(cell, side):
        return Refusal(f"The enemy holds {label}", p.cite("zones"))
    if p.status[u] & STOPPED:
        return Refusal(f"{name} has entered an enemy zone of control and must stop", p.cite("zone_stop"))
    if cell in p.c.board.neighbours[p.place[u]] and cell not in p.c.near[p.place[u]]:
        return Refusal(f"The river lies between {p.label(p.place[u])} and {label}", p.cite("river"))
    if p.in_enemy_zone(p.place[u], side) and p.in_enemy_zone(cell, side) and cell in p.c.near[p.place[u]]:
        return Refusal(f"{name} cannot go straight from one enemy zone of control to another", p.cite("zone_to_zone"))
    return Refusal(f"{name} has not the movement points to reach {label}", p.cite("costs"))


def march(p: Position, u: int, goal: int) -> None:
    """A unit goes to a square by the cheapest way."""
    cost, came = reach_of(p, u)
    start, close = p.place[u], front(p, p.c.side[u])
    engagement = p.engagement(start) if p.engagements else None
    way = path(came, start, goal)
    p.spent[u] = min(p.spent[u] + cost[goal], 255)
    if any(close[x] for x in (start, *way)):
        p.status[u] |= NEAR
    pass_through(p, u, way[:-1])
    p.facing[u] = default_facing(p, u, goal)
    p.put(u, goal)
    p.status[u] &= ~TURNED
    if p.in_enemy_zone(goal, p.c.side[u]):
        p.status[u] |= STOPPED
    p.say("move", f"{{{p.name(u)}}} moves to {{{p.label(goal)}}}", p.cite("movement"))
    p.marched(u, start)
    if engagement is not None and not p.engaged(start):
        from .engagement import settled

        settled(p, engagement)


def turn(p: Position, u: int, facing: int) -> None:
    face(p, p.place[u], p.c.side[u], facing)
    for v in p.own(p.place[u], p.c.side[u]):
        p.status[v] |= TURNED
    name = p.c.board.grid.directions[facing]
    p.say("face", f"{{{p.name(u)}}} in {{{p.label(p.place[u])}}} turns {name}", p.cite("facing"))


def flip(p: Position, u: int, mode: str) -> None:
    """Change the mode of German infantry or of an HQ."""
    p.status[u] |= FLIPPED
    if mode in ("mobile", "entrenched"):
        p.mark(u, ENTRENCHED, mode == "entrenched")
        p.status[u] &= ~BURIED
        if mode == "entrenched":
            p.spent[u] += DIGGING
    else:
        p.mark(u, SUPPLY, mode == "supply")
        if mode == "supply":
            p.status[u] |= MOVED
            p.facing[u] = p.c.nowhere
        else:
            p.facing[u] = default_facing(p, u, p.place[u])
    words = f"in {mode.capitalize()} Mode" if p.c.hq[u] else mode
    p.say("flip", f"{{{p.name(u)}}} is now {words}", p.cite("hq_modes" if p.c.hq[u] else "infantry_modes"))
