"""What Verdun 1916 knows of its own play: the answer to each decision, the plans of a phase, the evaluation."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import msgspec

from ....core.actions import DONE, Action
from ....core.deployment import READY_MADE
from ....core.knowledge import STEADY, Advice, Knowledge, Orders, Plan, towards
from ....core.marching import FirePlan, Marches, arrival, next_named
from ..advance import Advance
from ..bombardment import FIRE, AimBarrage, Bombardment, ShellLoss
from ..combat import ATTACK, Combat, Declare
from ..command import PlaceHq
from ..components import FRENCH, GERMAN
from ..losses import Losses
from ..movement import HALT, Enter, Movement
from ..movement import March as MarchOn
from ..position import ENTERED, Position
from ..reinforcements import due, price
from ..resolution import RESOLVE, Announced, Support
from ..retreat import HoldFortress, Retreat, RetreatOrder
from ..sequence import SEQUENCE, STEP
from ..setup import Deploy, PlaceUnit
from ..stacking import Overstacked
from ..victory import CALL, DECLINE, ExtraTurn, linked
from . import losses
from .attacks import Attack, attack_on, best_attack
from .ground import Ground, open_prizes, pressure, prizes
from .guns import fire_plan, marching_reaches
from .line import Line
from .manning import DETACH
from .marches import hq_danger, join, marches
from .weights import Weights
from .worth import features, german_points

FOCUSES = 2
STRATEGIC = 15.0  # what the fall of Verdun is worth in points


class StaffOrders(Orders):
    """What a side means to do in a phase: units, hexes and numbers, never a position."""

    def __init__(self, side: int, plan: Plan, weights: Weights) -> None:
        super().__init__(plan)
        self.weights = weights.times(plan.factors)
        self.side = side
        self.step = -1
        self.begin(-1)

    def begin(self, step: int) -> None:
        """What was meant for one step of the turn says nothing of the next."""
        self.step = step
        self.marches: Marches | None = None
        self.barrages: FirePlan | None = None
        self.attack: Attack | None = None
        self.known: dict[int, float] = {}

    def look(self, p: Position) -> Ground:
        """The ground as it is now."""
        return Ground(p, self.side, self.weights, self.plan.focus)


class Verdun1916Knowledge(Knowledge[Position, StaffOrders, Weights]):
    """The staff of either army."""

    weights_type = Weights

    variable_weights = (
        ("kill", "loss", "ground", "advance", "attack_from", "focus", "unit_cost", "harass", "gun_cost"),
        ("north", "danger", "abandon", "attack_from", "unit_cost", "enough", "pocket", "shield", "kill"),
    )

    # ---------------------------------------------------------------- plans

    def phase(self, p: Position) -> tuple[int, ...]:
        """A plan lasts for a player turn."""
        return (p.turn, SEQUENCE.steps[max(p.step, 0)].side)

    def turns(self, p: Position) -> tuple[int, int]:
        return 1, p.b.turns

    def plans(self, p: Position, side: int) -> Sequence[Plan]:
        if not isinstance(p.stack[-1], (Bombardment, Movement)):
            return (STEADY,)
        marching_reaches(p, side)  # once for all roll-outs
        if side == FRENCH:
            return (STEADY, *FRENCH_PLANS)
        return (STEADY, *GERMAN_PLANS, *(towards(p, cell) for cell in self.goals(p, side)))

    def goals(self, p: Position, side: int) -> list[int]:
        """The prizes the fight is about: those both sides can bring strength to. The French look to their line instead."""
        if side == FRENCH:
            return []
        w = self.of_side[side]
        german, french = pressure(p, GERMAN, w), pressure(p, FRENCH, w)
        worth = prizes(p.c, p.battle)
        ranked = sorted(((worth[x] * min(german[x], french[x] + 8), x) for x in open_prizes(p) if german[x] > 0), reverse=True)
        return [cell for _, cell in ranked[:FOCUSES]]

    def horizon(self, p: Position, side: int) -> tuple[int, ...]:
        """Judged when the enemy has answered: after the French half of the turn, or the next German one."""
        if side == GERMAN:
            return (p.turn, STEP["administration"])
        if p.step < STEP["interphase"]:
            return (p.turn, STEP["interphase"])
        if p.turn >= p.b.turns:
            return (p.turn, STEP["administration"])
        return (p.turn + 1, STEP["interphase"])

    # ---------------------------------------------------------------- carrying out

    def orders(self, p: Position, side: int, plan: Plan) -> StaffOrders:
        return StaffOrders(side, plan, self.of_side[side])

    def advise(self, p: Position, orders: StaffOrders) -> Advice:
        if orders.step != p.step:
            orders.begin(p.step)
        decision = p.stack[-1]
        return ANSWERS[decision.__class__](p, decision, orders)

    # ---------------------------------------------------------------- evaluation

    def features(self, p: Position, side: int) -> dict[str, float]:
        return features(p, side, self.of_side[side])

    def value(self, p: Position, side: int) -> float:
        if p.over or (p.turn >= p.b.turns and p.step > STEP["french-reorganisation"]):
            ahead = german_points(p, linked(p, GERMAN)) - extra_price(p) - p.b.tactical + 0.5
            if p.verdun:
                ahead = max(ahead, 0.0) + STRATEGIC
            return (ahead + 3.0 * math.tanh(ahead)) * (1.0 if side == GERMAN else -1.0)
        found = super().value(p, side)
        par = self.of_side[side].v_points * (p.b.tactical - 0.5)
        return found - par if side == GERMAN else found + par


def extra_price(p: Position) -> float:
    """What the extra turn has cost the German (14.2D-j)."""
    if p.turn <= p.b.turns or len(p.calls) != 1:
        return 0.0
    return p.b.extra_turn / 2 * (1 if p.calls == (GERMAN,) else -1)


GERMAN_PLANS = (
    Plan("bold", "ground before men", {"loss": 0.6, "attack_from": 0.3, "advance": 1.5, "ground": 1.5}),
    Plan("careful", "men before ground", {"loss": 1.6, "attack_from": 2.0, "ground": 0.7}),
    Plan("drive", "past the strong points, as deep as they get", {"advance": 3.0, "unit_cost": 2.0, "stay": 0.3}),
)
FRENCH_PLANS = (
    Plan("stubborn", "not a hex without a fight", {"north": 2.5, "danger": 0.5, "abandon": 1.5}),
    Plan("elastic", "back from where their guns reach", {"north": 0.4, "danger": 2.5, "span": 1.5}),
    Plan("deep", "the second line far behind the first", {"depth": 2.0, "north": 1.5}),
    Plan("strong posts", "regiments keep their battalions", {"detach": 3.0, "shield": 2.0}),
    Plan("Verdun first", "nothing counts but the town", {"alarm": 2.5, "guard": 3.0, "attack_from": 10.0}),
    Plan("counter-attack", "throw them back before they have dug in", {"attack_from": 0.3, "unit_cost": 0.5}),
)


# ---------------------------------------------------------------------------------------------- 14.1 set-up


def _deploy(p: Position, d: Deploy, o: StaffOrders) -> Advice:
    return Advice(READY_MADE, "the deployment of February 21")


def _place_unit(p: Position, d: PlaceUnit, o: StaffOrders) -> Advice:
    ready = p.b.ready[p.options.historical_corps_frontage].get(d.unit)
    options = d.options(p)
    wanted = [a for a in options if ready is not None and a.cell == p.label(ready)]
    return Advice((wanted or options)[0], "as on February 21")


# ---------------------------------------------------------------------------------------------- 2.1.1 command


def _place_hq(p: Position, d: PlaceHq, o: StaffOrders) -> Advice:
    """In the middle of its units, away from the enemy."""
    c, ground = p.c, o.look(p)
    line = Line(ground)
    own = [
        p.place[u]
        for u in p.units_of(o.side)
        if c.foot[u] and (c.corps[u] == c.corps[d.unit] if o.side == GERMAN else c.division[u] == c.division[d.unit])
    ] or [p.place[u] for u in p.units_of(o.side)]

    def score(a: Action) -> float:
        cell = c.board.index[a.cell]
        far = c.board.distances(cell)
        return -sum(max(0, far[x] - 4) for x in own) / max(1, len(own)) - hq_danger(ground, line, cell)

    return Advice(max(d.options(p), key=score), "its troops need orders most")


# ---------------------------------------------------------------------------------------------- 2.1.2 bombardment


def _bombardment(p: Position, d: Bombardment, o: StaffOrders) -> Advice:
    if o.barrages is None:
        o.barrages = FirePlan(fire_plan(o.look(p)))
    begun = o.barrages.begin(p, lambda action: d.refuse(p, action))
    if begun is not None:
        return begun
    return Advice(DONE, "the other guns support the infantry")


def _aim(p: Position, d: AimBarrage, o: StaffOrders) -> Advice:
    shoot = o.barrages.at(d.target) if o.barrages is not None else None
    if shoot is not None:
        action = next_named(p, shoot.guns, d.guns, lambda a: d.refuse(p, a))
        if action is not None:
            return Advice(action, shoot.why)
    if not d.guns:
        return Advice(d.options(p)[0], "a gun in range")
    if o.barrages is not None:
        o.barrages.fired(shoot)
    return Advice(FIRE, shoot.why if shoot else "as it was begun")


# ---------------------------------------------------------------------------------------------- 2.1.3, 2.1.5 movement


def _movement(p: Position, d: Movement, o: StaffOrders) -> Advice:
    if o.marches is None:
        o.marches = Marches(marches(o.look(p), d.exploiting))
    begun = o.marches.begin(
        p,
        lambda u, cell: True,  # a hex may be too full until the phase ends (4a)
        lambda march: p.c.select[march.unit],
        lambda action: d.refuse(p, action),
    )
    if begun is not None:
        return begun
    if not d.exploiting:
        for u in due(p, d.side):
            if d.side == FRENCH or _worth_its_price(p, u, o):
                return Advice(p.c.select[u], "they are needed")
    return Advice(DONE, "all are where they should be")


def _worth_its_price(p: Position, u: int, o: StaffOrders) -> bool:
    """A reserve costs points at once and pays by the day (14.2D-h)."""
    if p.c.gun[u]:
        return not price(p, u)
    days = p.b.turns - p.turn + 1
    return p.value(u) / 7 * days * o.weights.commit > price(p, u) / 2


def _march(p: Position, d: MarchOn, o: StaffOrders) -> Advice:
    march = o.marches.take(d.unit) if o.marches is not None else None
    if march is not None and march.kind == DETACH and d.refuse(p, Action(DETACH, p.name(d.unit))) is None:
        return Advice(Action(DETACH, p.name(d.unit)), march.why)
    if march is not None and march.kind != DETACH and march.cell != p.place[d.unit]:
        arrived = arrival(p, march, lambda action: d.refuse(p, action))
        if arrived is not None:
            return arrived
    entering = p.status[d.unit] & ENTERED and p.place[d.unit] in p.c.edge[o.side]
    if d.begun and not entering:
        return Advice(HALT, "it stands well here")
    ground = o.look(p)
    reach = d.reach(p).cost
    if p.c.foot[d.unit]:
        found = join(ground, Line(ground), d.unit, reach)
        if found is not None:
            return Advice(Action("move", p.name(d.unit), p.label(found.cell)), found.why)
    elif d.begun:
        near = p.c.board.distances(_middle(p, o.side))
        room = [x for x in reach if x == p.place[d.unit] or p.steps_in(x) < p.c.stack_limit]
        cell = min(room, key=lambda x: (near[x] + ground.threat[x] / 4, x))
        if cell != p.place[d.unit]:
            return Advice(Action("move", p.name(d.unit), p.label(cell)), "towards the troops")
    if d.begun and p.steps_in(p.place[d.unit]) <= p.c.stack_limit:
        return Advice(HALT, "it stands well here")
    cells = [x for x in reach if x != p.place[d.unit]]
    if not cells:
        return Advice(HALT if d.begun else d.options(p)[0], "nothing else to do")
    free = [x for x in cells if p.steps_in(x) + p.steps[d.unit] <= p.c.stack_limit] or cells
    cell = min(free, key=lambda x: (reach[x], ground.threat[x], x))
    return Advice(Action("move", p.name(d.unit), p.label(cell)), "out of the way")


def _middle(p: Position, side: int) -> int:
    """A hex in the middle of a side's infantry."""
    cells = [p.place[u] for u in p.units_of(side) if p.c.foot[u]] or [p.c.edge[side][0]]
    cells.sort(key=lambda x: (p.c.column[x], p.c.row[x]))
    return cells[len(cells) // 2]


def _enter(p: Position, d: Enter, o: StaffOrders) -> Advice:
    """Where the edge is nearest to the fight and there is room."""
    ground = o.look(p)
    index = p.c.board.index

    def score(a: Action) -> tuple[bool, float]:
        cell = index[a.cell]
        return p.steps_in(cell) + p.steps[d.unit] <= p.c.stack_limit, ground.pull[cell]

    return Advice(max(d.options(p), key=score), "nearest to the fight")


# ---------------------------------------------------------------------------------------------- 2.1.4, 2.1.6 combat


def _combat(p: Position, d: Combat, o: StaffOrders) -> Advice:
    o.attack = best_attack(o.look(p), d.second, o.known)
    if o.attack is None or o.attack.worth <= o.weights.attack_from:
        return Advice(DONE, "no other attack is worth its price")
    return Advice(Action("target", cell=p.label(o.attack.target)), f"expected gain {o.attack.worth:+.1f} points")


def _declare(p: Position, d: Declare, o: StaffOrders) -> Advice:
    attack = o.attack
    if attack is None or attack.target != d.targets[0]:
        attack = o.attack = attack_on(o.look(p), d.targets[0], d.second)
    wanted = (*attack.places, *attack.guns) if attack is not None else ()
    action = next_named(p, wanted, (*d.attackers, *d.guns), lambda a: d.refuse(p, a))
    if action is not None:
        return Advice(action, "to make it certain" if d.attackers else "leads the attack")
    if d.refuse(p, ATTACK) is None:
        return Advice(ATTACK, "enough for the odds wanted")
    adds = [a for a in d.options(p) if a.kind == "add"]
    return Advice(max(adds, key=lambda a: p.value(p.c.unit[a.unit])), "somebody must")


def _announced(p: Position, d: Announced, o: StaffOrders) -> Advice:
    return Advice(RESOLVE, "the die decides")


def _with_ground(answer: Callable[..., Advice]) -> Callable[[Position, object, StaffOrders], Advice]:
    def answered(p: Position, d: object, o: StaffOrders) -> Advice:
        return answer(p, d, o.look(p))

    return answered


# ---------------------------------------------------------------------------------------------- 14.2D-j the extra turn


def _extra_turn(p: Position, d: ExtraTurn, o: StaffOrders) -> Advice:
    """Whoever has lost as things stand has nothing to lose by another day."""
    ahead = german_points(p, linked(p, GERMAN)) >= p.b.tactical
    if ahead == (d.side == GERMAN):
        return Advice(DECLINE, "it is won as it stands")
    return Advice(CALL, "it is lost as it stands")


ANSWERS: dict[type[msgspec.Struct], Callable[..., Advice]] = {
    Deploy: _deploy,
    PlaceUnit: _place_unit,
    PlaceHq: _place_hq,
    Bombardment: _bombardment,
    AimBarrage: _aim,
    ShellLoss: _with_ground(losses.cheapest),
    Movement: _movement,
    MarchOn: _march,
    Enter: _enter,
    Overstacked: _with_ground(losses.cheapest),
    Combat: _combat,
    Declare: _declare,
    Support: _with_ground(losses.support),
    Announced: _announced,
    Losses: _with_ground(losses.lose),
    RetreatOrder: _with_ground(losses.leave_first),
    HoldFortress: _with_ground(losses.hold_fortress),
    Retreat: _with_ground(losses.retreat),
    Advance: _with_ground(losses.advance),
    ExtraTurn: _extra_turn,
}
