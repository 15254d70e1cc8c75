"""What The Big Push knows of its own play: the answer to each decision, the plans of a phase, the evaluation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from ....core.actions import DONE, Action
from ....core.decisions import Decision, Joint
from ....core.deployment import READY_MADE
from ....core.knowledge import STEADY, Advice, Knowledge, March, Orders, Plan, first, towards
from ...great_war.advance import Advance, Consolidation
from ...great_war.arrivals import Enter
from ...great_war.assault import GO, ChooseAssault, Prepare
from ...great_war.bombardment import FIRE, Bombardment, Guns, JointBombardment
from ...great_war.commitment import Commitment, JointCommitment
from ...great_war.engagement import Surplus, Withdraw
from ...great_war.fire import DefensiveFire, Firing, JointFire
from ...great_war.formations import BreakDown, Combining, JointCombining, parts
from ...great_war.losses import Losses
from ...great_war.movement import JointMovement, Move, Movement, reach_of
from ...great_war.position import SPENT, SUPPLY, Fight
from ...great_war.pressing import JointPressing, Pressing, press_odds, stack_of
from ...great_war.rally import Rally
from ...great_war.results import CounterAttack
from ...great_war.retreat import Displace, Retreat
from ...great_war.secondary import ATTACK, SecondaryAttack, Wave
from ..air import PlaceAir
from ..allies import Mixed, OneNation, Trim
from ..components import ALLIED, GERMAN
from ..counter_battery import Battery, CounterBattery
from ..machines import Release
from ..mines import LayMines, NextMine, PlantMines
from ..objectives import ChangeObjective, Discover
from ..operations import NO, YES, Ask, ChooseOptions, Conceal, UseCenter
from ..position import Position
from ..replacements import JointReplace, PlaceReplacement, Replace, WriteSteps
from ..sequence import SEQUENCE
from ..setup import PlaceGun, PlaceGuns, SetUp
from ..substitution import Substitution
from . import headquarters, losses
from .assaults import Attack, assaults, best_group, candidates, numbers, of_assault, promise, reckon, strike_worth
from .ground import Ground
from .guns import Shoot, air_target, answer_guns, firing_power, hit_chance, mine_square, next_shoot
from .headquarters import price_of_supply
from .marches import crowded, entrance, marches, onward, station, way_out
from .purse import best_purchase, steps_wanted
from .worth import features, final_value

STEP = SEQUENCE.index
PHASES = (STEP["weather"], STEP["german-bombardment"], STEP["reorganization"])  # where a player phase begins
OPTIONS = {ALLIED: "plant_mines", GERMAN: "reinforced_defenses"}


class StaffOrders(Orders):
    """What a side means to do in a phase: units, squares and numbers, never a position."""

    def __init__(self, side: int, plan: Plan, weights: Mapping[str, float]) -> None:
        super().__init__(plan, weights)
        self.side = side
        self.ground: Ground | None = None
        self.step = -1
        self.begin(-1)

    def begin(self, step: int) -> None:
        """What was meant for one step of the turn says nothing of the next."""
        self.step = step
        self.marches: list[March] | None = None
        self.shoot: Shoot | None = None
        self.attacks: list[Attack] | None = None
        self.wave: Attack | None = None
        self.answer: tuple[int, tuple[int, ...]] = (-1, ())

    def look(self, p: Position) -> Ground:
        """The ground as it is now."""
        kept = self.ground
        if kept is None or kept.p is not p or kept.stamp != (p.turn, p.step, tuple(p.version)):
            kept = self.ground = Ground(p, self.side, self.weights, self.plan.focus)
        return kept


class StaffKnowledge(Knowledge[Position, StaffOrders]):
    """The staff of either side."""

    variable_weights = (
        ("kill", "loss", "trench", "place", "attack_from", "support_fire", "engage", "prepare", "join", "focus", "gun_cost"),
        ("kill", "loss", "trench", "place", "attack_from", "hold", "closed", "exposed", "shake", "march"),
    )

    # ---------------------------------------------------------------- plans

    def phase(self, p: Position) -> tuple[int, ...]:
        """A plan lasts for a player phase."""
        return (p.turn, sum(p.step >= first for first in PHASES))

    def plans(self, p: Position, side: int) -> Sequence[Plan]:
        d = p.stack[-1]
        if not isinstance(d, Bombardment | JointBombardment | PlaceAir) or p.seating.side[d.player(p)] != side:
            return (STEADY,)
        return (STEADY, *(ALLIED_PLANS if side == ALLIED else GERMAN_PLANS), *(towards(p, x) for x in self.goals(p, side)))

    def goals(self, p: Position, side: int) -> list[int]:
        """The dearest squares that are fought for."""
        ground = Ground(p, side, self.of_side[side], ())
        if side == GERMAN:
            return []
        near = ground.near_foe
        own = [x for x in {p.place[u] for u in p.units(side)} if near[x] <= 2]
        fought = [(value, x) for x, value in ground.goals if any(p.c.board.distances(x)[y] <= 3 for y in own)]
        return [x for _, x in sorted(fought, reverse=True)[:2]]

    def horizon(self, p: Position, side: int) -> tuple[int, ...]:
        """Judged when the enemy has answered."""
        if side == ALLIED:
            return (p.turn, STEP["reorganization"])
        last = p.turn >= p.s.last_turn
        return (p.turn, STEP["reorganization"]) if last else (p.turn + 1, STEP["german-bombardment"])

    # ---------------------------------------------------------------- carrying out

    def orders(self, p: Position, side: int, plan: Plan) -> StaffOrders:
        return StaffOrders(side, plan, self.of_side[side])

    def advise(self, p: Position, orders: StaffOrders) -> Advice:
        if orders.step != p.step:
            orders.begin(p.step)
        decision = p.stack[-1]
        if isinstance(decision, Joint):
            return _part(p, decision, orders)
        return ANSWERS[decision.__class__](p, decision, orders)

    # ---------------------------------------------------------------- evaluation

    def features(self, p: Position, side: int) -> dict[str, float]:
        return features(p, side, self.of_side[side])

    def value(self, p: Position, side: int) -> float:
        return final_value(p, side) if p.over else super().value(p, side)


ALLIED_PLANS = (
    Plan("bold", "ground before men", {"loss": 0.5, "attack_from": 0.3, "take": 1.4}),
    Plan("careful", "men before ground", {"loss": 1.7, "attack_from": 2.0}),
)
GERMAN_PLANS = (
    Plan("elastic", "reserves behind the line", {"hold": 0.5, "exposed": 2.0}),
    Plan("counter-attack", "throw them back before they have dug in", {"attack_from": 0.2, "loss": 0.5}),
)


def _part(p: Position, joint: Joint[Position], o: StaffOrders) -> Advice:
    """What a seat does of a decision that several share."""
    seat = o.seat if o.seat in joint.seats else joint.seats[0]
    part = joint.part(p, seat)
    advice = ANSWERS[part.__class__](p, part, o)
    return Advice(msgspec.structs.replace(advice.action, by=p.seating.names[seat]), advice.why)


# ---------------------------------------------------------------------------------------------- 14.0 set-up


def _set_up(p: Position, d: SetUp, o: StaffOrders) -> Advice:
    """HQs in the modes in which they serve best."""
    ground = o.look(p)
    flips = {a.unit: a for a in d.options(p) if a.kind == "flip"}
    hqs = [u for u in p.c.of_nation[d.nation] if p.c.hq[u] and p.on_map(u)]
    wanted = headquarters.modes(ground, d.nation, hqs)
    for h in hqs:
        if p.name(h) in flips and wanted[h] != bool(p.status[h] & SUPPLY):
            return Advice(flips[p.name(h)], "supply for the front" if wanted[h] else "to lead the assault")
    return Advice(DONE, "all is ready")


def _place_gun(p: Position, d: PlaceGun, o: StaffOrders) -> Advice:
    return Advice(d.options(p)[0], "behind the line")


def _mine(p: Position, d: LayMines | PlantMines, o: StaffOrders) -> Advice:
    cells = [p.c.board.index[a.cell] for a in d.options(p) if a.cell]
    return Advice(Action("mine", cell=p.label(mine_square(o.look(p), cells))), "where the infantry goes in")


# ---------------------------------------------------------------------------------------------- 15.5, 15.6 operations


def _ask(p: Position, d: Ask, o: StaffOrders) -> Advice:
    return Advice(YES if o.weights["operations"] > 0 else NO, "worth its points")


def _choose_options(p: Position, d: ChooseOptions, o: StaffOrders) -> Advice:
    wanted = Action("plan", mode=OPTIONS[o.side])
    options = d.options(p)
    if wanted in options:
        return Advice(wanted, "worth its points")
    return Advice(DONE if DONE in options else options[0], "that will do")


def _use_center(p: Position, d: UseCenter, o: StaffOrders) -> Advice:
    return Advice(YES if len(p.assaults) >= 4 else NO, "when it counts")


def _change(p: Position, d: ChangeObjective, o: StaffOrders) -> Advice:
    """Away with the hardest: deeds before distant places."""
    names, c = p.c.marker_names, p.c

    def hardness(a: Action) -> float:
        m = names.index(a.mode)
        return 99.0 if c.markers[m].kind != "place" else float(min(c.column[x] for x in c.marker_cells[m]))

    return Advice(max((a for a in d.options(p) if a.mode), key=hardness), "the hardest of all")


# ---------------------------------------------------------------------------------------------- 6.0 bombardment


def _air(p: Position, d: PlaceAir, o: StaffOrders) -> Advice:
    cells = [p.c.board.index[a.cell] for a in d.options(p) if a.cell]
    return (
        Advice(p.c.targets[air_target(o.look(p), cells)], "where it hurts most") if cells else Advice(DONE, "nothing in reach")
    )


def _bombardment(p: Position, d: Bombardment, o: StaffOrders) -> Advice:
    o.shoot = next_shoot(o.look(p))
    if o.shoot is not None and d.refuse(p, p.c.targets[o.shoot.target]) is None:
        return Advice(p.c.targets[o.shoot.target], f"worth {o.shoot.worth:+.1f}")
    return Advice(DONE, "nothing else is worth the shells")


def _guns(p: Position, d: Guns, o: StaffOrders) -> Advice:
    wanted = o.shoot.guns if o.shoot is not None and o.shoot.target == d.target else ()
    for g in wanted:
        if d.refuse(p, p.c.add[g]) is None:
            return Advice(p.c.add[g], "in range")
    if d.units and d.refuse_go(p) is None:
        return Advice(FIRE, "all guns are named")
    options = d.options(p)
    adds = [a for a in options if a != FIRE]
    if len(d.asked) > 1 and FIRE in options:
        return Advice(FIRE, "the others do it")
    return Advice((adds or list(options))[0], "a gun in range")


def _counter_battery(p: Position, d: CounterBattery, o: StaffOrders) -> Advice:
    ground, guns = o.look(p), d.guns(p)
    cells = [p.c.board.index[a.cell] for a in d.options(p) if a.cell]
    for x in sorted(cells, key=lambda x: (-firing_power(p, x), x)):
        chosen = answer_guns(ground, x, guns)
        if chosen and hit_chance(p, o.side, chosen) >= o.weights["answer_from"]:
            if Battery(d.side, x, tuple(chosen), (d.seat,)).refuse_go(p):
                continue
            o.answer = (x, tuple(chosen))
            return Advice(p.c.targets[x], "to silence them")
    return Advice(DONE, "they are out of reach")


def _answer(p: Position, d: Battery, o: StaffOrders) -> Advice:
    for g in o.answer[1] if o.answer[0] == d.target else ():
        if d.refuse(p, p.c.add[g]) is None:
            return Advice(p.c.add[g], "to silence them")
    if d.units and d.refuse_go(p) is None:
        return Advice(FIRE, "all guns are named")
    return Advice(d.options(p)[0], "a gun in range")


# ---------------------------------------------------------------------------------------------- 7.0 movement


def _combining(p: Position, d: Combining, o: StaffOrders) -> Advice:
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


def _break_down(p: Position, d: BreakDown, o: StaffOrders) -> Advice:
    def strength(a: Action) -> int:
        u = p.c.unit[a.unit]
        return p.c.front[u].primary if a.mode == "full" else p.c.back[u].primary

    return Advice(max(d.options(p), key=strength), "the strongest")


def _movement(p: Position, d: Movement, o: StaffOrders) -> Advice:
    if o.marches is None:
        o.marches = marches(o.look(p))
    while o.marches:
        march = o.marches[0]
        if _still(p, march) and d.refuse(p, p.c.select[march.unit]) is None:
            return Advice(p.c.select[march.unit], march.why)
        o.marches.pop(0)
    if d.refuse(p, DONE) is None:
        return Advice(DONE, "all are where they should be")
    u = crowded(o.look(p))
    if u >= 0 and d.refuse(p, p.c.select[u]) is None:
        return Advice(p.c.select[u], "too many stand in one place")
    return Advice(next(a for a in d.options(p) if _able_to_leave(p, a)), "too many stand in one place")


def _able_to_leave(p: Position, a: Action) -> bool:
    u = p.c.unit.get(a.unit)
    return u is not None and p.on_map(u) and not p.may_stack(p.stacks[p.place[u]]) and len(reach_of(p, u)[0]) > 1


def _still(p: Position, march: March) -> bool:
    """Whether there is anything left to do of a march."""
    u = march.unit
    if march.kind == "enter":
        return not p.on_map(u)
    return p.on_map(u) and not (march.kind == "move" and p.place[u] == march.cell) and not p.is_engaged(u)


def _move(p: Position, d: Move, o: StaffOrders) -> Advice:
    u, name = d.unit, p.name(d.unit)
    march = next((m for m in o.marches or () if m.unit == u), None)
    if march is not None and o.marches is not None:
        o.marches.remove(march)
        action = _order(p, march, o)
        if action is not None and d.refuse(p, action) is None:
            return Advice(action, march.why)
    if not p.may_stack(p.stacks[p.place[u]]):
        cell = way_out(o.look(p), u)
        if cell >= 0:
            return Advice(Action("move", name, p.label(cell)), "there is no room here")
    return Advice(Action("stay", name), "there it stands")


def _order(p: Position, march: March, o: StaffOrders) -> Action | None:
    """A march as an action, now."""
    u, name = march.unit, p.name(march.unit)
    cell = march.cell
    if march.kind in ("entrench", "supply", "command"):
        return Action("flip", name, mode="entrenched" if march.kind == "entrench" else march.kind)
    if march.kind == "station":
        cell = station(o.look(p), u)
    elif march.kind == "onward":
        cell = onward(o.look(p), u)
    return Action("move", name, p.label(cell)) if cell >= 0 and cell != p.place[u] else None


def _enter(p: Position, d: Enter, o: StaffOrders) -> Advice:
    """Where the edge is nearest to what counts."""
    ground, index = o.look(p), p.c.board.index
    options = [a for a in d.options(p) if not a.mode]
    return Advice(max(options, key=lambda a: entrance(ground, d.unit, index[a.cell])), "nearest to the fight")


def _withdraw(p: Position, d: Withdraw, o: StaffOrders) -> Advice:
    return Advice(Action("stay", p.name(d.unit)), "not a step back")


# ---------------------------------------------------------------------------------------------- 8.0 commitment


def _commitment(p: Position, d: Commitment, o: StaffOrders) -> Advice:
    ground = o.look(p)
    if o.attacks is None:
        o.attacks = assaults(ground)
    for attack in o.attacks:
        for u in attack.units:
            action = Action("commit", p.name(u), p.label(attack.target))
            if p.committed(u) is None and d.refuse(p, action) is None:
                return Advice(action, f"worth {attack.worth:+.1f}")
    for a in d.options(p):
        if a.kind == "strike" and strike_worth(ground, p.c.board.index[a.cell]) > o.weights["attack_from"]:
            return Advice(a, "to be rid of them")
    return Advice(DONE, "no other attack is worth its price")


def _pressing(p: Position, d: Pressing, o: StaffOrders) -> Advice:
    """Over the top where it pays."""
    ground = o.look(p)
    assaulted = {a.target for a in p.assaults}
    for u in d.candidates(p):
        assault = p.committed(u)
        if assault is None:
            continue
        fight = of_assault(ground, assault)
        units = stack_of(p, u)
        chance = 1.0 if p.goes_in_at_once(u) else press_odds(p, (u,)).outcomes[0].probability
        gain = promise(ground, fight, assaulted, 1) - promise(ground, fight, assaulted)
        if gain * chance > o.weights["press_from"]:
            action = Action("press", p.name(u))
            if len(units) > 1 and units[0] == u:
                action = Action("press", p.name(u), mode="stack")
            if d.refuse(p, action) is None:
                return Advice(action, f"worth {gain:+.1f}")
    return Advice(DONE, "the others stay on the line")


# ---------------------------------------------------------------------------------------------- 9.0 resources, 8.1 allies


def _substitution(p: Position, d: Substitution, o: StaffOrders) -> Advice:
    return Advice(Action("use", mode="creeping"), "tanks are of no use to us")


def _mixed(p: Position, d: Mixed, o: StaffOrders) -> Advice:
    options = d.options(p)
    return Advice(YES if YES in options else Action("infantry"), "all together" if YES in options else "the tanks stay behind")


def _one_nation(p: Position, d: OneNation, o: StaffOrders) -> Advice:
    assault = next(a for a in p.assaults if a.target == d.target)
    power = {n: sum(p.numbers(u).primary for u in assault.units if p.c.nation[u] == n) for n in (0, 1)}
    return Advice(Action("british" if power[0] >= power[1] else "french"), "the stronger")


# ---------------------------------------------------------------------------------------------- 10.0 defensive fire


def _defensive_fire(p: Position, d: DefensiveFire, o: StaffOrders) -> Advice:
    ground = o.look(p)
    cells = [p.c.board.index[a.cell] for a in d.options(p) if a.cell]
    if not cells:
        return Advice(DONE, "nobody is left to fire")
    return Advice(p.c.targets[max(cells, key=lambda x: (ground.take(x), -x))], "before they are upon us")


def _firing(p: Position, d: Firing, o: StaffOrders) -> Advice:
    adds = [a for a in d.options(p) if a != FIRE]
    return Advice(adds[0], "they can help") if adds else Advice(FIRE, "with all there is")


# ---------------------------------------------------------------------------------------------- 11.0 assaults


def _choose_assault(p: Position, d: ChooseAssault, o: StaffOrders) -> Advice:
    ground = o.look(p)
    values = {a.target: promise(ground, of_assault(ground, a), ()) for a in p.assaults}
    return Advice(p.c.targets[max(values, key=lambda x: (values[x], -x))], "the most promising first")


def _prepare(p: Position, d: Prepare, o: StaffOrders) -> Advice:
    """Supply and resources as far as they pay."""
    ground, fight = o.look(p), p.fight
    assert fight is not None
    take = ground.take(fight.target)
    doubled = any(p.status[u] & 16 for u in fight.units)

    def value(f: Fight) -> float:
        return reckon(ground, f, numbers(p, f), doubled, take)

    now, best, most = value(fight), GO, 0.0
    replace = msgspec.structs.replace
    options = d.options(p)
    for a in options:
        if a == GO:
            continue
        if a.kind == "use":
            smoke = a.mode == "smoke"
            gain = value(replace(fight, used=(*fight.used, a.mode), smoke=smoke)) - now
            gain = (0.5 * gain if smoke else gain) - o.weights["resource"]
        else:
            h = p.c.unit[a.unit]
            gain = (
                value(replace(fight, hqs=(*fight.hqs, h))) - now - (0.0 if p.status[h] & SPENT else price_of_supply(ground, h))
            )
            gain += 0.001
        if gain > most:
            best, most = a, gain
    if best == GO and GO not in options:
        return Advice(options[0], "both nations need supply")
    return Advice(best, "it helps" if best != GO else "forward")


def _counter_attack(p: Position, d: CounterAttack, o: StaffOrders) -> Advice:
    fight = p.fight
    assert fight is not None

    def held(a: Action) -> int:
        x = p.c.board.index[a.cell]
        return sum(p.defence_number(u) for u in fight.units if p.place[u] == x)

    return Advice(min(d.options(p), key=held), "where they are weakest")


def _consolidation(p: Position, d: Consolidation, o: StaffOrders) -> Advice:
    """Fresh troops where the victors are weak."""
    ground, options = o.look(p), d.options(p)
    held = sum(p.numbers(u).secondary for u in p.own(d.cell, d.side))
    best, most = DONE, float(held) if DONE in options else -1.0
    for a in options:
        if a.kind == "consolidate":
            strength = held + p.numbers(p.c.unit[a.unit]).secondary
            if strength > most + 2 and not p.c.gun[p.c.unit[a.unit]] and not p.c.hq[p.c.unit[a.unit]]:
                best, most = a, float(strength)
    if best == DONE and DONE not in options:
        best = options[0]
    if best.kind == "consolidate":
        same = [a for a in options if a.unit == best.unit and a.cell == best.cell]
        best = losses.faced(ground, p.c.unit[best.unit], d.cell, same)
    return Advice(best, "to hold what is won")


def _secondary(p: Position, d: SecondaryAttack, o: StaffOrders) -> Advice:
    ground = o.look(p)
    best: Attack | None = None
    for a in d.options(p):
        if not a.cell:
            continue
        target = p.c.board.index[a.cell]
        able = [u for u in candidates(ground, target, (), True) if p.seating.of_nation[p.c.nation[u]] == d.seat]
        able = [u for u in able if not p.status[u] & 1 << 21]
        found = best_group(ground, target, able, {target}, True) if able else None
        if found is not None and (best is None or found.worth > best.worth):
            best = found
    if best is None or best.worth <= o.weights["second_from"]:
        return Advice(DONE, "enough for today")
    o.wave = best
    return Advice(p.c.targets[best.target], f"worth {best.worth:+.1f}")


def _wave(p: Position, d: Wave, o: StaffOrders) -> Advice:
    for u in o.wave.units if o.wave is not None and o.wave.target == d.target else ():
        if d.refuse(p, p.c.add[u]) is None:
            return Advice(p.c.add[u], "takes part")
    if d.refuse(p, ATTACK) is None:
        return Advice(ATTACK, "enough take part")
    return Advice(d.options(p)[0], "somebody must")


def _losses(p: Position, d: Losses, o: StaffOrders) -> Advice:
    return losses.cheapest(o.look(p), d.options(p))


def _retreat(p: Position, d: Retreat, o: StaffOrders) -> Advice:
    return losses.fall_back(o.look(p), d.options(p))


def _advance(p: Position, d: Advance, o: StaffOrders) -> Advice:
    return losses.advance(o.look(p), d.cell, d.options(p))


def _weakest(why: str) -> Callable[[Position, Decision[Position], StaffOrders], Advice]:
    def answer(p: Position, d: Decision[Position], o: StaffOrders) -> Advice:
        return losses.weakest(o.look(p), d.options(p), why)

    return answer


# ---------------------------------------------------------------------------------------------- 12.0 reorganization


def _write_steps(p: Position, d: WriteSteps, o: StaffOrders) -> Advice:
    return Advice(Action("write", value=min(steps_wanted(o.look(p)), p.allowed[d.side])), "what the front needs")


def _replace(p: Position, d: Replace, o: StaffOrders) -> Advice:
    return Advice(best_purchase(o.look(p), d.options(p)), "for the front")


def _place_replacement(p: Position, d: PlaceReplacement, o: StaffOrders) -> Advice:
    ground, index = o.look(p), p.c.board.index
    return Advice(max(d.options(p), key=lambda a: entrance(ground, d.unit, index[a.cell])), "nearest to the fight")


def _options_first(why: str) -> Callable[[Position, Decision[Position], StaffOrders], Advice]:
    def answer(p: Position, d: Decision[Position], o: StaffOrders) -> Advice:
        return Advice(d.options(p)[0], why)

    return answer


ANSWERS: dict[type[msgspec.Struct], Callable[..., Advice]] = {
    SetUp: _set_up,
    PlaceGuns: lambda p, d, o: Advice(READY_MADE, "the ready placement"),
    PlaceGun: _place_gun,
    Ask: _ask,
    ChooseOptions: _choose_options,
    Conceal: lambda p, d, o: Advice(DONE, "they stand well"),
    UseCenter: _use_center,
    ChangeObjective: _change,
    Discover: first("the British are the many"),
    LayMines: _mine,
    PlantMines: _mine,
    NextMine: first("one after the other"),
    PlaceAir: _air,
    Bombardment: _bombardment,
    Guns: _guns,
    CounterBattery: _counter_battery,
    Battery: _answer,
    Release: first("to be used"),
    Combining: _combining,
    BreakDown: _break_down,
    Movement: _movement,
    Move: _move,
    Enter: _enter,
    Withdraw: _withdraw,
    Commitment: _commitment,
    Pressing: _pressing,
    Substitution: _substitution,
    Mixed: _mixed,
    Trim: _weakest("the least of them"),
    OneNation: _one_nation,
    DefensiveFire: _defensive_fire,
    Firing: _firing,
    ChooseAssault: _choose_assault,
    Prepare: _prepare,
    CounterAttack: _counter_attack,
    Surplus: _weakest("the weakest goes back"),
    Consolidation: _consolidation,
    SecondaryAttack: _secondary,
    Wave: _wave,
    Losses: _losses,
    Retreat: _retreat,
    Displace: _weakest("the weakest makes room"),
    Advance: _advance,
    WriteSteps: _write_steps,
    Replace: _replace,
    PlaceReplacement: _place_replacement,
    Rally: lambda p, d, o: Advice(DONE, "all try"),
    JointBombardment: _part,
    JointCombining: _part,
    JointMovement: _part,
    JointCommitment: _part,
    JointPressing: _part,
    JointFire: _part,
    JointReplace: _part,
}
