"""What Campaign of Attrition knows of its own play: the answer to each decision, the plans of a turn, the evaluation."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from ....core.actions import DONE, Action
from ....core.deployment import READY_MADE
from ....core.knowledge import STEADY, Advice, Knowledge, March, Orders, Plan, first, towards
from ....core.marching import Marches, arrival, next_named
from ..advance import Advance
from ..attrition import AttritionLoss
from ..build import DECLARE, DECLINE, Build, PlaceArrived, PlaceBuilt, Placement, VerdunOrBust
from ..combat import ATTACK, Combat, Declare
from ..components import FRENCH, GERMAN, SIDES
from ..losses import Absorb, PayElan
from ..meeting import Meet
from ..move_to import MoveTo
from ..movement import Movement
from ..operations import CANCEL, Activation, Naming, Operations, price
from ..overstacked import Overstacked
from ..position import Position
from ..reinforcements import EnterAt
from ..retreat import Retreat
from ..sequence import STEP
from ..setup import Deploy, JoinCorps, PlaceUnit
from ..siege import Aim, GunLoss, SiegeFire
from ..stacking import fits, within_limits
from ..support import Barrage, Support, Supporting
from ..zones import MOVEMENT
from . import losses, purse
from .attacks import attack_on, best_attack, crowd
from .ground import Ground, striking_power
from .joint import joint_operation
from .marches import Line, front_hexes, marches
from .weights import Weights
from .worth import features, final_value, verdun_share

FOCUSES = 2
RETAKE = 5.0  # the French do best with everything on one lost fortress, the Germans worst
BEFORE = [[STEP[f"{name}-{phase}"] for phase in ("build", "attrition", "siege")] for name in SIDES]  # phases, by side
IN_PLACE = ("recover", "mobilize", "entrench", "reserve", "meet")  # what a unit does without going anywhere
FIGHTS = ("", "offensive", "full")  # activations in which combat follows movement


class StaffOrders(Orders):
    """What a side means to do in a phase. It keeps no position: with fog of war each decision has one of its own."""

    def __init__(self, side: int, plan: Plan, weights: Weights) -> None:
        super().__init__(plan)
        self.weights = weights.times(plan.factors)
        self.side = side
        self.marches = Marches(())
        self.marching: tuple[object, ...] = ()
        self.attackers: tuple[int, tuple[int, ...]] = (-1, ())
        self.shells: tuple[int, tuple[int, ...]] = (-1, ())
        self.operation = ""
        self.naming: list[int] = []  # units whose corps are still to be named for it
        self.offers: list[purse.Operation] | None = None

    def look(self, p: Position) -> Ground:
        """The ground as it is now."""
        return Ground(p, self.side, self.weights, self.plan.focus)


class AttritionKnowledge(Knowledge[Position, StaffOrders, Weights]):
    """The staff of either army."""

    weights_type = Weights

    variable_weights = (
        ("take", "weary", "attack_from", "expect", "advance", "ap", "buy", "strike_again", "tidy", "prepare", "ground"),
    ) * 2

    # ---------------------------------------------------------------- plans

    def plans(self, p: Position, side: int) -> Sequence[Plan]:
        d = p.stack[-1]
        if not isinstance(d, Movement) or d.mode != MOVEMENT or p.operation:
            return (STEADY,)
        focus = RETAKE if side == FRENCH else 1.0
        return (STEADY, CAREFUL, PATIENT, *(towards(p, cell, focus) for cell in self.goals(p, side)))

    def goals(self, p: Position, side: int) -> list[int]:
        """The fortresses the fight is about: those nearest to the enemy's strength and to one's own."""
        c = p.c
        ground = Ground(p, side, self.of_side[side])
        own, _ = striking_power(p, side, ground.w)
        cells = [fort.cell for fort in c.forts if (p.control[fort.cell] == GERMAN) == (side == FRENCH)]
        cells = cells or [fort.cell for fort in c.forts]
        ranked = sorted(((min(own[x], ground.threat[x] + 8.0), x) for x in cells), reverse=True)
        return [cell for mass, cell in ranked[:FOCUSES] if mass > 0]

    def horizon(self, p: Position, side: int) -> tuple[int, ...]:
        """Judged when the enemy has answered with a turn of his, but for what he would pay extra for; or at the very end."""
        if side == GERMAN:
            return (p.turn, STEP["turn-end" if p.turn == len(p.c.turns) else "french-operations"])
        late = p.step >= STEP["french-build"]
        return (p.turn + (1 if late else 0), STEP["german-operations"])

    # ---------------------------------------------------------------- carrying out

    def orders(self, p: Position, side: int, plan: Plan) -> StaffOrders:
        """A plan is made for a turn's movement and what follows it; before that it is the last turn's and forgotten."""
        if p.step in BEFORE[side]:
            plan = STEADY
        return StaffOrders(side, plan, self.of_side[side])

    def advise(self, p: Position, orders: StaffOrders) -> Advice:
        decision = p.stack[-1]
        return ANSWERS[decision.__class__](p, decision, orders)

    # ---------------------------------------------------------------- evaluation

    def features(self, p: Position, side: int) -> dict[str, float]:
        return features(p, side)

    def value(self, p: Position, side: int) -> float:
        return final_value(p, side) if p.over else super().value(p, side)


CAREFUL = Plan("careful", "men before ground", {"take": 0.7, "weary": 1.6, "attack_from": 3.0, "expect": 1.4})
PATIENT = Plan("patient", "hold, dig and save", {"attack_from": 12.0, "strike_again": 0.0, "prepare": 0.0, "ap": 1.3})


# ---------------------------------------------------------------------------------------------- 11.0 set-up


def _deploy(p: Position, d: Deploy, o: StaffOrders) -> Advice:
    return Advice(READY_MADE, "the deployment of the day")


def _place_unit(p: Position, d: PlaceUnit, o: StaffOrders) -> Advice:
    ground = o.look(p)
    return Advice(max(d.options(p), key=lambda a: ground.pull[p.c.board.index[a.cell]]), "nearest to what counts")


# ---------------------------------------------------------------------------------------------- 1 build


def _build(p: Position, d: Build, o: StaffOrders) -> Advice:
    return purse.build(o.look(p), d)


def _place_built(p: Position, d: Placement, o: StaffOrders) -> Advice:
    """Where the way to the front is shortest."""
    ground = o.look(p)
    cells = [p.c.board.index[a.cell] for a in d.options(p)]
    line = Line(ground, crowd(p, o.side, ()))
    goal = front_hexes(ground, line, cells[0])[0]
    far = p.c.board.distances(goal)
    best = min(cells, key=lambda x: (far[x], x))
    return Advice(Action("place", p.name(d.unit), p.label(best)), "nearest to the front")


def _bust(p: Position, d: VerdunOrBust, o: StaffOrders) -> Advice:
    """All on Verdun if the Germans at its gates are much stronger than those who hold it."""
    if verdun_share(p) > o.weights.stake:
        return Advice(DECLARE, "Verdun is within reach")
    return Advice(DECLINE, "Verdun is too far to stake all on it")


# ---------------------------------------------------------------------------------------------- 2, 3 attrition, siege


def _attrition(p: Position, d: AttritionLoss, o: StaffOrders) -> Advice:
    return purse.attrition(o.look(p), d)


def _siege(p: Position, d: SiegeFire, o: StaffOrders) -> Advice:
    found = purse.shellings(o.look(p), d.side, d.spare)
    if not found:
        return Advice(DONE, "the guns support the infantry")
    o.shells = (found[0].target, found[0].guns)
    return Advice(Action("target", cell=p.label(found[0].target)), f"expected gain {found[0].worth:+.1f} points")


def _aim(p: Position, d: Aim, o: StaffOrders) -> Advice:
    wanted = o.shells[1] if o.shells[0] == d.target else ()
    return purse.aim(o.look(p), d, wanted)


def _gun_loss(p: Position, d: GunLoss, o: StaffOrders) -> Advice:
    ground = o.look(p)
    return Advice(min(d.options(p), key=lambda a: ground.unit_price(p.c.unit[a.unit])), "the lesser gun")


# ---------------------------------------------------------------------------------------------- 4, 5, 7 movement


def _movement(p: Position, d: Movement, o: StaffOrders) -> Advice:
    if d.mode == MOVEMENT and not p.operation:
        for u in p.stacks[p.c.box["edge"]]:
            if p.c.side[u] == d.side:
                action = Action("enter", p.name(u))
                if d.refuse(p, action) is None:
                    return Advice(action, "the reinforcements come in")
    key = (p.turn, p.step, d.mode, p.operation, p.activated)
    if o.marching != key:
        fights = d.mode == MOVEMENT and p.operation in FIGHTS
        o.marching, o.marches = key, Marches(marches(o.look(p), d.mode, fights), IN_PLACE)
    begun = o.marches.begin(
        p, lambda u, cell: fits(p, u, cell), lambda march: _first_of(p, march), lambda action: d.refuse(p, action)
    )
    if begun is not None:
        return begun
    if d.refuse(p, DONE) is None:
        return Advice(DONE, "all are where they should be")
    moves = [a for a in d.options(p) if a.kind == "select" and _crowded(p, p.c.unit[a.unit])]
    return Advice((moves or list(d.options(p)))[0], "too many stand in one place")


def _first_of(p: Position, march: March) -> Action:
    kind = "select" if march.kind == "move" else march.kind
    return Action(kind, p.name(march.unit), p.label(march.cell) if march.kind == "meet" else "")


def _crowded(p: Position, u: int) -> bool:
    return not within_limits(p, p.stacks[p.place[u]])


def _move(p: Position, d: MoveTo, o: StaffOrders) -> Advice:
    arrived = arrival(p, o.marches.take(d.unit), lambda action: d.refuse(p, action))
    if arrived is not None:
        return arrived
    options = d.options(p)
    index = p.c.board.index
    roomy = [a for a in options if fits(p, d.unit, index[a.cell])] or options
    ground = o.look(p)
    return Advice(min(roomy, key=lambda a: (ground.threat[index[a.cell]], a.cell)), "out of the way")


def _enter(p: Position, d: EnterAt, o: StaffOrders) -> Advice:
    ground = o.look(p)
    cells = [p.c.board.index[a.cell] for a in d.options(p)]
    roads = [x for x in cells if p.c.entry_cost(x) < p.c.ground_cost(x)] or cells
    best = max(roads, key=lambda x: (ground.pull[x], x))
    return Advice(Action("enter", p.name(d.unit), p.label(best)), "by the shortest way")


def _overstacked(p: Position, d: Overstacked, o: StaffOrders) -> Advice:
    ground = o.look(p)
    return Advice(min(d.options(p), key=lambda a: ground.unit_price(p.c.unit[a.unit])), "the least loss")


# ---------------------------------------------------------------------------------------------- 6 combat


def _combat(p: Position, d: Combat, o: StaffOrders) -> Advice:
    attack = best_attack(o.look(p))
    if attack is None or attack.worth <= o.weights.attack_from:
        return Advice(DONE, "no other attack is worth its price")
    o.attackers = (attack.target, tuple(attack.places))
    return Advice(Action("attack", cell=p.label(attack.target)), f"expected gain {attack.worth:+.1f} points")


def _declare(p: Position, d: Declare, o: StaffOrders) -> Advice:
    if o.attackers[0] != d.target:
        attack = attack_on(o.look(p), d.target)
        o.attackers = (d.target, tuple(attack.places) if attack else ())
    action = next_named(p, o.attackers[1], d.attackers, lambda a: d.refuse(p, a))
    if action is not None:
        return Advice(action, "takes part")
    menu = d.options(p)
    return Advice(ATTACK if ATTACK in menu else menu[0], "enough take part")


def _meet(p: Position, d: Meet, o: StaffOrders) -> Advice:
    """In for a penny: the whole stack."""
    menu = [a for a in d.options(p) if a != ATTACK and p.c.sp[p.c.unit[a.unit]]]
    return Advice(menu[0] if menu else ATTACK, "all that can join are in")


def _support(p: Position, d: Supporting, o: StaffOrders) -> Advice:
    return losses.support(o.look(p), d)


def _absorb(p: Position, d: Absorb, o: StaffOrders) -> Advice:
    return losses.absorb(o.look(p), d)


def _elan(p: Position, d: PayElan, o: StaffOrders) -> Advice:
    ground = o.look(p)
    return Advice(min(d.options(p), key=lambda a: ground.unit_price(p.c.unit[a.unit])), "the least loss")


def _retreat(p: Position, d: Retreat, o: StaffOrders) -> Advice:
    return losses.retreat(o.look(p), d)


def _advance(p: Position, d: Advance, o: StaffOrders) -> Advice:
    return losses.advance(o.look(p), d)


# ---------------------------------------------------------------------------------------------- 9 operations


def _operations(p: Position, d: Naming, o: StaffOrders) -> Advice:
    if d.named:
        while o.naming:
            action = Action("corps", p.name(o.naming.pop(0)))
            if d.refuse(p, action) is None and price(p, o.operation) * (len(d.named) + 1) < p.ap[d.side]:
                return Advice(action, "all together")
        action = Action(o.operation)
        if o.operation and d.refuse(p, action) is None and price(p, o.operation) * len(d.named) < p.ap[d.side]:
            return Advice(action, "worth its price")
        menu = [a for a in d.options(p) if a.kind != "corps"]
        return Advice(CANCEL if CANCEL in menu else menu[0], "nothing better")
    if o.offers is None or o.operation not in ("", "movement"):  # combat changes what the others can do
        ground = o.look(p)
        together = joint_operation(ground, p.ap[d.side] - o.weights.keep)
        o.offers = [*purse.operations(ground, d), *([together] if together is not None else [])]
    o.offers = [one for one in o.offers if all(d.refuse(p, Action("corps", p.name(u))) is None for u in one.units)]
    o.operation, o.naming = "", []
    left = p.ap[d.side] - o.weights.keep
    able = [one for one in o.offers if price(p, one.kind) * len(one.units) <= left]
    found = max(able, key=lambda one: one.worth, default=None)
    if found is None:
        return Advice(DONE, "no corps is worth its orders")
    o.operation, o.naming = found.kind, list(found.units[1:])
    return Advice(Action("corps", p.name(found.units[0])), f"{found.kind}, worth {found.worth:+.1f}")


ANSWERS: dict[type[msgspec.Struct], Callable[..., Advice]] = {
    Deploy: _deploy,
    PlaceUnit: _place_unit,
    JoinCorps: first("either corps is glad of it"),
    Build: _build,
    PlaceBuilt: _place_built,
    PlaceArrived: _place_built,
    VerdunOrBust: _bust,
    AttritionLoss: _attrition,
    SiegeFire: _siege,
    Aim: _aim,
    GunLoss: _gun_loss,
    Movement: _movement,
    MoveTo: _move,
    EnterAt: _enter,
    Overstacked: _overstacked,
    Combat: _combat,
    Declare: _declare,
    Meet: _meet,
    Support: _support,
    Barrage: _support,
    Absorb: _absorb,
    PayElan: _elan,
    Retreat: _retreat,
    Advance: _advance,
    Operations: _operations,
    Activation: _operations,
}
