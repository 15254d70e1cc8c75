"""What Administrative Points are spent on: building, siege fire, attrition, operations."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import msgspec

from ....core.actions import DONE, Action
from ....core.knowledge import Advice
from ....core.marching import PlannedAttack, best_of
from ..attrition import PAY, AttritionLoss
from ..build import Build
from ..entrenchment import allowance
from ..operations import PARTS, Naming, members, price
from ..position import DEMORALIZED, ENTRENCHED, FIRED, OOS, RESERVE, RUINED, SHAKEN, Position, Shot
from ..siege import CANCEL, FIRE, Aim, guns_at, is_target, targets
from ..siege_odds import results_of, siege_points
from .attacks import Mover, Room, Target, corps_pool, crowd, draw_up, judge, movers, plan_attack, target_at
from .clash import mean
from .ground import Ground, can_recover, order_of
from .marches import Line, front_hexes
from .meetings import encounters, meetable


def turns_left(p: Position) -> float:
    """The share of the campaign that is still to come."""
    return (len(p.c.turns) + 1 - p.turn) / len(p.c.turns)


# ---------------------------------------------------------------------------------------------- 5.0 building


def build(ground: Ground, d: Build) -> Advice:
    """A unit is worth what it can still do; the purse must not run dry."""
    p, c, w = ground.p, ground.c, ground.w

    def cost(a: Action) -> int:
        return c.price["strip"] if a.kind == "strip" else c.build_cost[c.unit[a.unit]]

    def gain(a: Action) -> float:
        return (_rear_guns(ground, a) if a.kind == "strip" else unit_worth(ground, c.unit[a.unit])) - cost(a) * ground.ap[
            d.side
        ]

    payable = (a for a in d.options(p) if a != DONE and p.ap[d.side] - cost(a) >= w.reserve_ap)
    choice = best_of(payable, gain, 0.0)
    return Advice(choice, "more men") if choice is not None else Advice(DONE, "save the points")


def unit_worth(ground: Ground, u: int) -> float:
    c, w = ground.c, ground.w
    left = turns_left(ground.p)
    if c.gun[u]:
        return w.buy_gun * c.hap[u][2] * left
    if c.sp[u]:
        return w.buy * c.sp[u] * left * math.pow(outnumbered(ground), w.match)
    return w.buy_special * left


def outnumbered(ground: Ground) -> float:
    """The enemy's strength on the map in terms of one's own."""
    p, c = ground.p, ground.c
    own = sum(c.sp[u] for u in p.units_of(ground.side))
    enemy = sum(c.sp[u] for u in p.units_of(ground.enemy))
    return min(2.5, max(0.4, enemy / max(1, own)))


def _rear_guns(ground: Ground, a: Action) -> float:
    cell = ground.c.board.index[a.cell]
    if ground.threat[cell] > 0:
        return 0.0
    return ground.w.buy_gun * 3 * turns_left(ground.p)


# ---------------------------------------------------------------------------------------------- 6.0 attrition


def attrition(ground: Ground, d: AttritionLoss) -> Advice:
    """Pay, or let the unit suffer to whom it matters least: who can recover at once loses little."""
    p, c, w = ground.p, ground.c, ground.w

    def price_of(u: int) -> float:
        if p.status[u] & DEMORALIZED:
            return ground.unit_price(u)
        mends = not p.status[u] & OOS and not p.in_zone(d.cell, d.side)
        return ground.shake_price(u, 1) * (w.mends if mends else 1.0) + 0.01 * c.sp[u]

    menu = d.options(p)
    units = [a for a in menu if a != PAY]
    least = min(units, key=lambda a: price_of(c.unit[a.unit]))
    pays = PAY in menu and p.ap[d.side] > w.keep and ground.ap[d.side] < price_of(c.unit[least.unit])
    if pays:
        return Advice(PAY, "cheaper than the disorder")
    return Advice(least, "it recovers soonest")


# ---------------------------------------------------------------------------------------------- 7.0 siege fire


class Shelling(msgspec.Struct):
    """Siege fire worth its ammunition."""

    target: int
    guns: tuple[int, ...]
    worth: float


def shellings(ground: Ground, side: int, spare: bool) -> list[Shelling]:
    """Siege fire by worth: what it does to the hex and to the attack that follows, less ammunition and idle guns."""
    p = ground.p
    if p.ap[side] <= ground.w.keep + 1:
        return []
    found = []
    pool: dict[int, Mover] = {}
    room: Room = {}
    cells = targets(p, side, spare)
    for cell in cells:
        guns = sorted(guns_at(p, side, cell), key=lambda g: -siege_points(p, g))
        guns = guns[: max(0, p.ap[side] - int(ground.w.keep))]
        if not guns:
            continue
        if not room:
            near = {x for target in cells for x in ground.c.board.within(target, 4)}
            units = [u for u in p.units_of(side) if ground.c.sp[u] and p.place[u] in near]
            pool = movers(ground, units, fresh=True)
            room = crowd(p, side, pool)
        hopes = _worth_by_order_of_defenders(ground, cell, pool, room)
        for count in range(1, len(guns) + 1):
            group = tuple(guns[:count])
            worth = shelling_worth(ground, side, cell, group, hopes)
            found.append(Shelling(cell, group, worth))
    return sorted((s for s in found if s.worth > ground.w.fire_from), key=lambda s: -s.worth)


def again(ground: Ground, guns: Sequence[int]) -> list[Shelling]:
    """Siege fire that some guns could add in the Operations Phase: each hex once, no gun twice."""
    p, side = ground.p, ground.side
    able = [g for g in guns if not p.status[g] & OOS]
    found = []
    for cell in dict.fromkeys(x for g in able for x in p.c.board.neighbours[p.place[g]] if is_target(p, x, side)):
        group = tuple(g for g in able if cell in p.c.board.neighbours[p.place[g]])
        found.append(Shelling(cell, group, shelling_worth(ground, side, cell, group)))
    best = max(found, key=lambda s: s.worth, default=None)
    return [best] if best is not None and best.worth > 0 else []


def _worth_by_order_of_defenders(ground: Ground, cell: int, pool: dict[int, Mover], room: Room) -> tuple[float, float, float]:
    """What an attack on a hex would be worth with the defenders as they are, Disrupted and Demoralized."""
    p = ground.p
    if not p.enemy_holds(cell, ground.side):
        return (0.0, 0.0, 0.0)
    now = order_of(p, p.stacks[cell])
    target = target_at(ground, cell)
    attack = plan_attack(ground, target, pool, room)
    if attack is None:
        return (0.0, 0.0, 0.0)
    worths = [max(0.0, attack.worth)]
    for order in (1, 2):
        after = max(now, order) if now < 2 else 2
        worths.append(max(0.0, judge(ground, Target(ground, cell, after), attack.places)))
    return (worths[0], worths[1], worths[2])


def shelling_worth(
    ground: Ground, side: int, cell: int, guns: Sequence[int], hopes: tuple[float, float, float] = (0.0, 0.0, 0.0)
) -> float:
    p, c, w = ground.p, ground.c, ground.w
    shot = Shot(side, cell, tuple(guns), sum(siege_points(p, g) for g in guns))
    results = results_of(p, shot)
    held = p.enemy_holds(cell, side)
    fort = c.fort_at.get(cell)
    stands = fort is not None and p.forts[fort] != RUINED
    total = 0.0
    for result in (1, 2):
        chance = results.count(result) / 6
        if not chance:
            continue
        effect = w.prepare * (hopes[result] - hopes[0])
        if held:
            for u in p.stacks[cell]:
                if c.gun[u]:
                    effect += w.step * result
                elif p.status[u] & DEMORALIZED:
                    effect += ground.unit_price(u)
                else:
                    mends = 1.0 if p.in_zone(cell, ground.enemy) else w.mends
                    effect += ground.shake_price(u, result) * mends
        if stands:
            effect += w.fort_guns * result
        total += chance * effect
    return total - len(guns) * (ground.ap[side] + w.idle_gun)


def aim(ground: Ground, d: Aim, wanted: Sequence[int]) -> Advice:
    p = ground.p
    menu = d.options(p)
    if CANCEL in menu:
        return Advice(CANCEL, "the last AP is not for shells")
    for g in wanted:
        if g not in d.guns and p.c.add[g] in menu and p.ap[d.side] > len(d.guns) + 1:
            return Advice(p.c.add[g], "joins the bombardment")
    if FIRE in menu:
        return Advice(FIRE, "worth its ammunition")
    return Advice(menu[0], "a gun in range")


# ---------------------------------------------------------------------------------------------- 4.9 operations


class Operation(msgspec.Struct):
    """An activation worth its price."""

    units: tuple[int, ...]  # one of each corps that takes part
    kind: str
    worth: float


def operations(ground: Ground, d: Naming) -> list[Operation]:
    """The activations that gain more than their price, one for each corps."""
    p, w = ground.p, ground.w
    purse = p.ap[d.side] - w.keep
    found: list[Operation] = []
    line: Line | None = None
    cheapest = min(price(p, kind) for kind in PARTS)
    if purse < cheapest:
        return found
    for corps in dict.fromkeys(p.corps[u] for u in p.units_of(d.side)):
        if corps in p.activated:
            continue
        own = members(p, d.side, corps)
        if not own:
            continue
        if line is None:
            line = Line(ground, crowd(p, d.side, ()))
        if any(ground.threat[p.place[u]] > 0 for u in own):
            worth, kind = max((worth, kind) for kind, worth in _worth_by_activation(ground, line, corps, own, purse))
        else:
            worth, kind = _worth_of_strategic_movement(ground, line, own), "strategic"
        if worth > w.operate_from:
            found.append(Operation((own[0],), kind, worth))
    return found


def _worth_by_activation(ground: Ground, line: Line, corps: int, own: Sequence[int], purse: float) -> list[tuple[str, float]]:
    p, w = ground.p, ground.w
    ap = ground.ap[ground.side]
    found = [("", 0.0)]
    cost = price(p, "movement")
    if cost <= purse:
        found.append(("movement", w.tidy * tidying(ground, line, own) + _worth_of_meetings(ground, own) - cost * ap))
    cost = price(p, "siege")
    guns = [u for u in corps_pool(ground, corps) if ground.c.gun[u]]
    if guns and cost + len(guns) <= purse:
        found.append(("siege", sum(s.worth for s in again(ground, guns)) - cost * ap))
    cost = price(p, "offensive")
    hope = _best_hope(ground, corps)
    if cost <= purse and w.strike_again * hope - cost * ap > w.operate_from:
        pool = movers(ground, corps_pool(ground, corps), fresh=True)
        attacks = draw_up(ground, pool, crowd(p, ground.side, pool))
        gain = sum(a.worth for a in attacks)
        if gain > 0:
            found.append(("offensive", w.strike_again * gain - cost * ap))
    cost = price(p, "combat")
    if cost <= purse and w.strike_again * hope - cost * ap > w.operate_from:
        gain = sum(a.worth for a in in_place(ground, corps))
        if gain > 0:
            found.append(("combat", w.strike_again * gain - cost * ap))
    return found


def _worth_of_meetings(ground: Ground, own: Sequence[int]) -> float:
    """What the Meeting Engagements of a corps promise."""
    p, c = ground.p, ground.c
    near = {x for u in own if c.division[u] for x in c.board.within(p.place[u], 2)}
    if not near.intersection(meetable(ground)):
        return 0.0
    pool = movers(ground, own, fresh=True)
    return sum(one.worth for one in encounters(ground, pool, crowd(p, ground.side, pool)))


def _worth_of_strategic_movement(ground: Ground, line: Line, own: Sequence[int]) -> float:
    """What it is worth that a corps far away comes by rail and road to where it is needed, and does not walk."""
    p, c, w = ground.p, ground.c, ground.w
    steady = [u for u in own if c.sp[u] and not p.status[u] & (SHAKEN | OOS | RESERVE | ENTRENCHED)]
    if not steady:
        return 0.0
    here = p.place[steady[0]]
    goal = front_hexes(ground, line, here)[0]
    turns = c.board.distances(here)[goal] / w.march - 1.0
    gain = w.haste * line.need(goal) * min(1.0, sum(c.sp[u] for u in steady) / 12) * min(1.0, max(0.0, turns))
    return gain - price(p, "strategic") * ground.ap[ground.side]


def _best_hope(ground: Ground, corps: int) -> float:
    """What the attacks of a corps could promise at the very best: all its strength against each hex near it."""
    p, c = ground.p, ground.c
    units = [u for u in corps_pool(ground, corps) if not p.status[u] & (DEMORALIZED | FIRED | RESERVE)]
    strength = sum(c.sp[u] for u in units)
    divisions = [u for u in units if c.sp[u]]
    cells = {x for u in divisions for x in c.board.within(p.place[u], 3) if p.holds(x, ground.enemy)}
    hopes = []
    for cell in cells:
        target = target_at(ground, cell)
        drm = target.attack + ground.t.guns(target.row, 40, target.op, False) + 2
        hopes.append(mean(ground.t.losses(strength, ground.own_shift, drm), target.prices))
    return max(hopes, default=0.0) * (1.0 if len(divisions) == 1 else 1.4)


def in_place(ground: Ground, corps: int) -> list[PlannedAttack]:
    """The attacks of a corps from where it stands."""
    pool = standing(ground, corps_pool(ground, corps))
    return draw_up(ground, pool, crowd(ground.p, ground.side, pool))


def standing(ground: Ground, units: Iterable[int]) -> dict[int, Mover]:
    """Who can attack without moving."""
    p = ground.p
    return {u: Mover(u, (), {p.place[u]: 0}, 0, p.status[u]) for u in units if not p.status[u] & (ENTRENCHED | FIRED | RESERVE)}


def tidying(ground: Ground, line: Line, own: Sequence[int]) -> float:
    """What it is worth that a corps recovers and digs in."""
    p, c = ground.p, ground.c
    total = 0.0
    for u in own:
        if p.status[u] & FIRED:
            continue
        cell, points, order = p.place[u], allowance(p, u), order_of(p, (u,))
        after = order
        while after and points >= c.movement[u] // 2 and can_recover(p, u, cell):
            points -= c.movement[u] // 2
            after -= 1
        dug = bool(p.status[u] & ENTRENCHED)
        digs = not dug and c.can_entrench[u] and points >= c.entrench_cost
        if after == order and not digs:
            continue
        total -= ground.shake_price(u, after - order) if after < order else 0.0
        if c.sp[u]:
            stack = p.stacks[cell]
            sp, op = sum(c.sp[x] for x in stack), 0
            count = sum(1 for x in stack if c.sp[x])
            total += (
                ground.hold(cell, sp, op, count, dug or digs, after) - ground.hold(cell, sp, op, count, dug, order)
            ) / count
    return total
