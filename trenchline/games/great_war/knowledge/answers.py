"""The answer to each decision of the series: what both games ask alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from ....core.actions import DONE, Action
from ....core.decisions import Decision
from ....core.knowledge import Advice, March
from ..advance import Advance, Consolidation
from ..arrivals import Enter
from ..assault import GO, ChooseAssault, Prepare
from ..bombardment import FIRE, Bombardment, Guns, ready_guns
from ..commitment import Commitment
from ..engagement import Surplus, Withdraw
from ..fire import DefensiveFire, Firing
from ..formations import BreakDown, Combining, parts, splits
from ..losses import Losses
from ..movement import Move, Movement
from ..operations import NO, YES, Answer, Plan, go_together, plan_of, table_of
from ..position import Position
from ..pressing import Pressing, goes_in_at_once, press_odds, stack_of
from ..rally import Rally
from ..results import CounterAttack
from ..retreat import Displace, Retreat
from ..secondary import ATTACK, SecondaryAttack, Wave
from ..states import SECONDARY
from ..thinning import has_room
from ..ways import reach_of
from . import losses, resources
from .assaults import Attack, assaults, best_group, candidates, of_assault, promise, promises, strike_worth
from .ground import Ground
from .guns import best_shoot
from .marches import crowded, entrance, marches, onward, station, way_out
from .staff import StaffOrders

# ---------------------------------------------------------------------------------------------- operations


def _answer(p: Position, d: Answer, o: StaffOrders[Ground]) -> Advice:
    return Advice(YES if o.weights.operations > 0 else NO, "worth its points")


def _plan(p: Position, d: Plan, o: StaffOrders[Ground]) -> Advice:
    """The favourites that go together; without one, the cheapest option."""
    table = table_of(p, d.side)
    chosen: list[str] = []
    for name in table:
        if name in o.favourites[d.side] and go_together(p, [*chosen, name]) is None:
            chosen.append(name)
    return Advice(plan_of(chosen or [min(table, key=lambda name: p.c.operations[name].points)]), "worth its points")


# ---------------------------------------------------------------------------------------------- bombardment


def _bombardment(p: Position, d: Bombardment, o: StaffOrders[Ground]) -> Advice:
    """A seat plans with its own guns: others need not lend theirs."""
    o.shoot = best_shoot(o.look(p), [g for g in ready_guns(p, d.side) if d.mine(p, g)])
    if o.shoot is not None and d.refuse(p, p.c.targets[o.shoot.target]) is None:
        return Advice(p.c.targets[o.shoot.target], f"to weaken the defenders, expected gain {o.shoot.worth:+.1f} points")
    return Advice(DONE, "nothing else is worth the shells")


def _guns(p: Position, d: Guns, o: StaffOrders[Ground]) -> Advice:
    options = d.options(p)
    adds = [a for a in options if a.kind == "add"]
    if len(d.asked) > 1:  # another seat has chosen the target
        lends = bool(adds) and d.too_few(p)
        return Advice(adds[0], "to help out") if lends else Advice(FIRE, "the others do it")
    wanted = o.shoot.guns if o.shoot is not None and o.shoot.target == d.target else ()
    for g in wanted:
        if d.refuse(p, p.c.add[g]) is None:
            return Advice(p.c.add[g], "in range")
    if d.units and d.refuse_go(p) is None:
        return Advice(FIRE, "all guns are named")
    return Advice((adds or list(options))[0], "a gun in range")


# ---------------------------------------------------------------------------------------------- movement


def _combining(p: Position, d: Combining, o: StaffOrders[Ground]) -> Advice:
    """Where nothing is lost by it."""
    best, most = DONE, 0.0
    for a in d.options(p):
        if a == DONE:
            continue
        u, cell = p.c.unit[a.unit], p.c.board.index[a.cell]
        old = parts(p, u, cell, a.mode)
        numbers = p.c.back[u] if a.mode in ("reduced", "entrenched") else p.c.front[u]
        steps = p.c.steps[u] - (a.mode == "reduced")
        gain = float(numbers.primary + numbers.secondary) - sum(p.numbers(v).primary + p.numbers(v).secondary for v in old)
        gain += 2.0 * (steps - sum(p.steps[v] for v in old)) + (2.0 if p.c.division[u] else 0.5)
        if gain > most:
            best, most = a, gain
    return Advice(best, "stronger together" if best != DONE else "as they are")


def _break_down(p: Position, d: BreakDown, o: StaffOrders[Ground]) -> Advice:
    def strength(a: Action) -> int:
        u = p.c.unit[a.unit]
        return p.c.front[u].primary if a.mode == "full" else p.c.back[u].primary

    return Advice(max(d.options(p), key=strength), "the strongest")


def _movement(p: Position, d: Movement, o: StaffOrders[Ground]) -> Advice:
    ground = o.look(p)
    for u in (u for x in ground.outlets for u in p.own(x, o.side)):
        if ground.leaves(u) and d.refuse(p, p.c.select[u]) is None:
            return Advice(p.c.select[u], "to leave the map")
    if o.marches is None:
        leave = _leave(p, d, o)
        if leave is not None:
            return leave
        o.marches = marches(o.look(p))
    while o.marches:
        march = o.marches[0]
        if _still(p, march) and d.refuse(p, p.c.select[march.unit]) is None:
            return Advice(p.c.select[march.unit], march.why)
        o.marches.pop(0)
    leave = _leave(p, d, o)
    if leave is not None:
        return leave
    if d.refuse(p, DONE) is None:
        return Advice(DONE, "all are where they should be")
    return Advice(p.c.select[crowded(o.look(p), d.player(p))], "too many stand in one place")


def _leave(p: Position, d: Movement, o: StaffOrders[Ground]) -> Advice | None:
    """Whoever can still walk to an outlet goes before the others march, and after them; a division in parts."""
    u, cell = o.look(p).next_leaver()
    if u < 0 or d.refuse(p, p.c.select[u]) is not None:
        return None
    breaks = p.c.division[u] and splits(p, u)
    o.leaving = March(u, "part" if breaks else "move", cell, "to leave the map")
    return Advice(p.c.select[u], o.leaving.why)


def _still(p: Position, march: March) -> bool:
    """Whether there is anything left to do of a march."""
    u = march.unit
    if march.kind == "enter":
        return not p.on_map(u)
    return p.on_map(u) and not (march.kind == "move" and p.place[u] == march.cell) and not p.is_engaged(u)


def _move(p: Position, d: Move, o: StaffOrders[Ground]) -> Advice:
    u, name = d.unit, p.name(d.unit)
    way = o.look(p).leaves(u)
    if way and (way != "split" or has_room_to_split(p, u)):
        return Advice(Action(way, name), "units that leave here count for victory")
    march = next((m for m in o.marches or () if m.unit == u), None)
    if o.leaving is not None and o.leaving.unit == u:
        march = o.leaving
    o.leaving = None
    if march is not None:
        if o.marches and march in o.marches:
            o.marches.remove(march)
        action = _order(p, march, o)
        if action is not None and d.refuse(p, action) is None:
            if march.kind == "split":
                o.marches = None  # its parts have to be told where to go
            return Advice(action, march.why)
    if not p.may_stack(p.stacks[p.place[u]], p.place[u]):
        cell = way_out(o.look(p), u)
        if cell >= 0:
            return Advice(Action("move", name, p.label(cell)), "there is no room here")
    stay = Action("stay", name)
    if d.refuse(p, stay) is None:
        return Advice(stay, "it stands well here")
    return Advice(d.options(p)[0], "there is no room here")


def has_room_to_split(p: Position, u: int) -> bool:
    """Whether the parts of a unit can still go their ways: too many in one square would be displaced (BP-R157, GL-R302)."""
    return not p.spent[u] or sum(has_room(p, u, x) for x in reach_of(p, u)[0] if x != p.place[u]) > 1


def _order(p: Position, march: March, o: StaffOrders[Ground]) -> Action | None:
    """A march as an action, now."""
    u, name = march.unit, p.name(march.unit)
    cell = march.cell
    if march.kind == "serve":
        return Action("flip", name, mode="supply") if o.look(p).should_supply(u) else None
    if march.kind in ("entrench", "mobile", "supply", "command"):
        return Action("flip", name, mode="entrenched" if march.kind == "entrench" else march.kind)
    if march.kind in ("split", "part"):
        return Action("split", name) if has_room_to_split(p, u) else None
    if march.kind == "station":
        cell = station(o.look(p), u)
    elif march.kind == "onward":
        cell = onward(o.look(p), u)
    return Action("move", name, p.label(cell)) if cell >= 0 and cell != p.place[u] else None


def _enter(p: Position, d: Enter, o: StaffOrders[Ground]) -> Advice:
    """Where the edge is nearest to what counts."""
    ground, index = o.look(p), p.c.board.index
    options = [a for a in d.options(p) if a.mode != "entrenched" and a.cell]
    return Advice(max(options, key=lambda a: entrance(ground, d.unit, index[a.cell])), "nearest to the fight")


def _withdraw(p: Position, d: Withdraw, o: StaffOrders[Ground]) -> Advice:
    return Advice(Action("stay", p.name(d.unit)), "not a step back")


# ---------------------------------------------------------------------------------------------- commitment


def _commitment(p: Position, d: Commitment, o: StaffOrders[Ground]) -> Advice:
    ground = o.look(p)
    if o.attacks is None:
        o.attacks = assaults(ground)
    for attack in o.attacks:
        for u in attack.units:
            action = Action("commit", p.name(u), p.label(attack.target))
            if p.committed(u) is None and d.refuse(p, action) is None:
                return Advice(action, f"to take {p.label(attack.target)}, worth {attack.worth:+.1f} points")
    for a in d.options(p):
        if a.kind == "strike" and strike_worth(ground, p.c.board.index[a.cell]) > o.weights.attack_from:
            return Advice(a, "to be rid of them")
    return Advice(DONE, "no other attack is worth its price")


def _pressing(p: Position, d: Pressing, o: StaffOrders[Ground]) -> Advice:
    """Over the top where it pays, as many as pay best."""
    ground, able = o.look(p), d.candidates(p)
    assaulted = {a.target for a in p.assaults}
    for assault in p.assaults:
        units = [u for u in assault.units if u in able]
        if not units or assault.target in o.settled:
            continue
        fight = of_assault(ground, assault)
        values = promises(ground, fight, assaulted, range(len(units) + 1))
        gain = max(values) - values[0]
        u = max(units, key=lambda u: (goes_in_at_once(p, u), p.numbers(u).primary, -u))
        chance = 1.0 if goes_in_at_once(p, u) else press_odds(p, (u,)).outcomes[0].probability
        if gain * chance > o.weights.press_from:
            stack = stack_of(p, u)
            action = Action("press", p.name(stack[0]), mode="stack") if len(stack) > 1 else Action("press", p.name(u))
            if d.refuse(p, action) is None:
                return Advice(action, f"to go in, worth {gain:+.1f} points")
        o.settled.add(assault.target)
    return Advice(DONE, "the others stay on the line")


# ---------------------------------------------------------------------------------------------- defensive fire


def _defensive_fire(p: Position, d: DefensiveFire, o: StaffOrders[Ground]) -> Advice:
    ground = o.look(p)
    cells = [p.c.board.index[a.cell] for a in d.options(p) if a.cell]
    if not cells:
        return Advice(DONE, "nobody is left to fire")
    return Advice(p.c.targets[max(cells, key=lambda x: (ground.take(x), -x))], "before they are upon us")


def _firing(p: Position, d: Firing, o: StaffOrders[Ground]) -> Advice:
    adds = [a for a in d.options(p) if a != FIRE]
    return Advice(adds[0], "they can help") if adds else Advice(FIRE, "all guns that can help are in")


# ---------------------------------------------------------------------------------------------- assaults


def _choose_assault(p: Position, d: ChooseAssault, o: StaffOrders[Ground]) -> Advice:
    ground = o.look(p)
    values = {a.target: promise(ground, of_assault(ground, a), ()) for a in p.assaults}
    return Advice(p.c.targets[max(values, key=lambda x: (values[x], -x))], "the most promising first")


def _prepare(p: Position, d: Prepare, o: StaffOrders[Ground]) -> Advice:
    """Supply and resources as far as they pay, and pay here more than elsewhere."""
    ground, fight = o.look(p), p.fight
    assert fight is not None
    if o.wanted is None:
        o.wanted = resources.gains(ground)
    now, best, most = resources.value(ground, fight), GO, 0.0
    options = d.options(p)
    for a in (a for a in options if a.kind == "use"):
        gain = resources.gain(ground, fight, a.mode, now)
        if not resources.needed_elsewhere(ground, a.mode, gain, o.wanted) and gain - o.weights.resource > most:
            best, most = a, gain - o.weights.resource
    team = resources.supply_team(ground, fight, d.lacking(p))
    if team and resources.supply_gain(ground, fight, team, now) > most:
        best = p.c.add[team[0]]
    if best == GO and GO not in options:
        return Advice(options[0], "both nations need supply")
    why = "to have supply" if best.kind == "add" else "it tips the scales"
    return Advice(best, why if best != GO else "forward")


def _counter_attack(p: Position, d: CounterAttack, o: StaffOrders[Ground]) -> Advice:
    fight = p.fight
    assert fight is not None

    def held(a: Action) -> int:
        x = p.c.board.index[a.cell]
        return sum(p.defence_number(u) for u in fight.units if p.place[u] == x)

    return Advice(min(d.options(p), key=held), "where they are weakest")


def _consolidation(p: Position, d: Consolidation, o: StaffOrders[Ground]) -> Advice:
    """Fresh troops where the victors are weak, but nobody from where somebody has to stay."""
    ground, options = o.look(p), d.options(p)
    held = sum(p.numbers(u).secondary for u in p.own(d.cell, d.side))
    best, most = DONE, float(held) if DONE in options else -1.0
    for a in options:
        u = p.c.unit[a.unit] if a.kind == "consolidate" else -1
        if u >= 0 and p.c.infantry[u] and not ground.vacated((u,)):
            strength = held + p.numbers(u).secondary
            if strength > most + 2:
                best, most = a, float(strength)
    if best == DONE and DONE not in options:
        best = options[0]
    if best.kind == "consolidate":
        same = [a for a in options if a.unit == best.unit and a.cell == best.cell]
        best = losses.faced(ground, p.c.unit[best.unit], d.cell, same)
    return Advice(best, "to hold what is won")


def _secondary(p: Position, d: SecondaryAttack, o: StaffOrders[Ground]) -> Advice:
    ground = o.look(p)
    best: Attack | None = None
    for a in d.options(p):
        if not a.cell:
            continue
        target = p.c.board.index[a.cell]
        able = [u for u in candidates(ground, target, (), True) if p.seating.of_nation[p.c.nation[u]] == d.seat]
        able = [u for u in able if not p.status[u] & SECONDARY]
        found = best_group(ground, target, able, {target}, True) if able else None
        if found is not None and (best is None or found.worth > best.worth):
            best = found
    if best is None or best.worth <= o.weights.second_from:
        return Advice(DONE, "enough for today")
    o.wave = best
    return Advice(p.c.targets[best.target], f"to go on, worth {best.worth:+.1f} points")


def _wave(p: Position, d: Wave, o: StaffOrders[Ground]) -> Advice:
    for u in o.wave.units if o.wave is not None and o.wave.target == d.target else ():
        if d.refuse(p, p.c.add[u]) is None:
            return Advice(p.c.add[u], "takes part")
    if d.refuse(p, ATTACK) is None:
        return Advice(ATTACK, "enough take part")
    return Advice(d.options(p)[0], "somebody must")


# ---------------------------------------------------------------------------------------------- losses, retreats, advances


def _losses(p: Position, d: Losses, o: StaffOrders[Ground]) -> Advice:
    return losses.cheapest(o.look(p), d.options(p))


def _retreat(p: Position, d: Retreat, o: StaffOrders[Ground]) -> Advice:
    return losses.fall_back(o.look(p), d.options(p))


def _advance(p: Position, d: Advance, o: StaffOrders[Ground]) -> Advice:
    return losses.advance(o.look(p), d.cell, d.options(p))


def weakest(why: str) -> Callable[[Position, Decision[Position], StaffOrders[Ground]], Advice]:
    def answer(p: Position, d: Decision[Position], o: StaffOrders[Ground]) -> Advice:
        return losses.weakest(o.look(p), d.options(p), why)

    return answer


ANSWERS: Mapping[type[msgspec.Struct], Callable[..., Advice]] = {
    Answer: _answer,
    Plan: _plan,
    Bombardment: _bombardment,
    Guns: _guns,
    Combining: _combining,
    BreakDown: _break_down,
    Movement: _movement,
    Move: _move,
    Enter: _enter,
    Withdraw: _withdraw,
    Commitment: _commitment,
    Pressing: _pressing,
    DefensiveFire: _defensive_fire,
    Firing: _firing,
    ChooseAssault: _choose_assault,
    Prepare: _prepare,
    CounterAttack: _counter_attack,
    Surplus: weakest("the weakest goes back"),
    Consolidation: _consolidation,
    SecondaryAttack: _secondary,
    Wave: _wave,
    Losses: _losses,
    Retreat: _retreat,
    Displace: weakest("the weakest makes room"),
    Advance: _advance,
    Rally: lambda p, d, o: Advice(DONE, "all try"),
}
