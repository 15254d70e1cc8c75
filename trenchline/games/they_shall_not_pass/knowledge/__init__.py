"""What They Shall Not Pass knows of its own play: the answer to each decision, the plans of a phase, the evaluation."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from ....core.actions import DONE, Action
from ....core.charts import odds_text
from ....core.knowledge import STEADY, Advice, Knowledge, Orders, Plan, first, towards
from ....core.marching import FirePlan, Marches, arrival
from ..advance import Advance
from ..assault import Assault, Declare, DefensiveSupport
from ..bombardment import FIRE, AimBarrage, AimInterdiction, BarrageLoss, Bombardment
from ..breakthrough import Breakthrough, BreakthroughGroup, BreakthroughMove
from ..components import FRENCH, GERMAN
from ..hits import LoseStep, SplitHits
from ..movement import Movement, MoveTo
from ..position import Position
from ..rally import RallyOrder
from ..reinforcements import AssignSixteenth, BlockedEntry, OptionalDivision, PlaceReinforcement
from ..remnants import RemnantChoice
from ..replacements import Replacements
from ..retreat import Retreat, RetreatStep
from ..sequence import STEP
from ..setup import Deploy, PlaceUnit
from ..stacking import Overstacked, fits
from ..victory import victory_lines
from . import breakthrough, losses
from .attacks import Attack, assault_on, best_assault
from .ground import Ground, open_prizes, pressure
from .guns import fire_plan, idle_guns, road_to_shell
from .headquarters import best_home
from .marches import marches
from .weights import Weights
from .worth import features

DAYS_AHEAD = 3  # that a plan is followed in thought, beside the one it is made for
FOCUSES = 3
AXIS = 5.0  # one road, held on to, beats looking to every prize a little


class StaffOrders(Orders):
    """What a side means to do in a phase of They Shall Not Pass."""

    def __init__(self, p: Position, side: int, plan: Plan, weights: Weights) -> None:
        super().__init__(plan)
        self.weights = weights.times(plan.factors)
        self.side = side
        self.ground, self.seen = Ground(p, side, self.weights, plan.focus), _what_counts(p)
        self.marches: Marches | None = None
        self.barrages: FirePlan | None = None
        self.shelling: dict[int, int] = {}
        self.attack: Attack | None = None

    def look(self, p: Position) -> Ground:
        """The ground as it is now: troops have moved and fallen since the phase began."""
        now = _what_counts(p)
        if now != self.seen:
            self.ground, self.seen = Ground(p, self.side, self.weights, self.plan.focus, self.ground), now
        return self.ground


def _what_counts(p: Position) -> tuple[object, ...]:
    """All of a position that a survey of the ground takes in."""
    return (p.turn, p.step, p.ground, bytes(p.forts), bytes(p.steps), tuple(p.place), tuple(p.status))


class TheyShallNotPassKnowledge(Knowledge[Position, StaffOrders, Weights]):
    """The staff of either army."""

    weights_type = Weights

    attack_looks = 5
    budget, general_budget = 1500, 8000  # a look is of days: with few of them luck settles which plan seems best
    variable_weights = (("kill", "loss", "ground", "advance", "attack_from", "focus", "expect", "harass", "unit_cost"),) * 2

    # ---------------------------------------------------------------- plans

    def plans(self, p: Position, side: int) -> Sequence[Plan]:
        if not isinstance(p.stack[-1], (Movement, OptionalDivision)):
            return (STEADY,)
        others = (CAREFUL,) if side == GERMAN else (CAREFUL, PATIENT)
        return (STEADY, *others, *(towards(p, cell, AXIS) for cell in self.goals(p, side)))

    def goals(self, p: Position, side: int) -> list[int]:
        """The prizes the fight is about: those both sides can bring strength to."""
        w = self.of_side[side]
        german, french = pressure(p, GERMAN, w), pressure(p, FRENCH, w)
        open_now = open_prizes(p)
        cells = open_now if side == GERMAN else [*open_now, *(x for x in p.c.towns if p.control[x] == GERMAN)]
        ranked = sorted(((min(german[x], french[x] + 8), x) for x in cells if german[x] > 0), reverse=True)
        return [cell for _, cell in ranked[:FOCUSES]]

    def horizon(self, p: Position, side: int) -> tuple[int, ...]:
        """Judged some days later, when the enemy has answered: plans differ by less in one day than the dice do. The end of a
        day for the Germans, of a German day for the French; the last is played to its end."""
        if side == GERMAN:
            day = p.turn + DAYS_AHEAD
            return (day, STEP["recovery"]) if day < len(p.c.turns) else (day + 1,)
        late = p.step >= STEP["french-supply"]
        return (p.turn + DAYS_AHEAD + (1 if late else 0), STEP["french-supply"])

    # ---------------------------------------------------------------- carrying out

    def orders(self, p: Position, side: int, plan: Plan) -> StaffOrders:
        return StaffOrders(p, side, plan, self.of_side[side])

    def advise(self, p: Position, orders: StaffOrders) -> Advice:
        decision = p.stack[-1]
        orders.ground.p = p  # who is asked about a copy each time sees what he would see in the match itself
        return ANSWERS[decision.__class__](p, decision, orders)

    # ---------------------------------------------------------------- evaluation

    def features(self, p: Position, side: int) -> dict[str, float]:
        return features(p, side, self.of_side[side])

    def value(self, p: Position, side: int) -> float:
        if p.over:  # levels count, and within them points
            points = sum(line.value for line in victory_lines(p))
            return (points - 7.0) * (1.0 if side == GERMAN else -1.0)
        return super().value(p, side)


CAREFUL = Plan("careful", "men before ground", {"loss": 1.5, "attack_from": 2.0, "ground": 0.8})
PATIENT = Plan("patient", "hold and let the guns work", {"attack_from": 8.0, "harass": 2.0})


# ---------------------------------------------------------------------------------------------- 3.0 set-up


def _deploy(p: Position, d: Deploy, o: StaffOrders) -> Advice:
    return Advice(Action("historical"), "the deployment of February 21")


def _place_unit(p: Position, d: PlaceUnit, o: StaffOrders) -> Advice:
    return Advice(max(d.options(p), key=lambda a: -o.ground.cover[p.c.board.index[a.cell]]), "the best ground")


# ---------------------------------------------------------------------------------------------- II organisation


def _rally(p: Position, d: RallyOrder, o: StaffOrders) -> Advice:
    """The steadiest first: if it rallies, nobody beside it surrenders (6.2a)."""
    return Advice(max(d.options(p), key=lambda a: p.c.morale[p.c.unit[a.unit]]), "the steadiest first")


def _replacements(p: Position, d: Replacements, o: StaffOrders) -> Advice:
    def score(a: Action) -> float:
        if a == DONE:
            return 0.0
        u = p.c.unit[a.unit]
        c, w = p.c, o.weights
        if a.kind == "rearm":
            return w.rearm + c.attack[u]
        if c.hq[u]:
            return w.return_hq
        gain = (c.combat[u] - c.reduced[u]) if a.kind == "restore" or a.value == 2 else c.reduced[u]
        place = 1.0 + (w.restore_near if a.kind == "restore" and o.ground.threat[p.place[u]] > 0 else 0.0)
        pioneer = w.restore_pioneer if c.kind[u] == "pioneer" else 0.0
        return gain * place + pioneer + c.morale[u] * w.restore_morale - (a.value == 2) * w.restore_two

    best = max(d.options(p), key=score)
    if best != DONE and p.c.hq[hq := p.c.unit[best.unit]]:
        cells = [p.c.board.index[a.cell] for a in d.options(p) if a.unit == best.unit]
        home = best_home(p, hq, cells, o.ground)
        return Advice(Action("return", best.unit, p.label(home), 1), "where it feeds most of its corps")
    return Advice(best, "back to strength" if best != DONE else "nothing to replace")


def _optional(p: Position, d: OptionalDivision, o: StaffOrders) -> Advice:
    enter = o.weights.commit > 1.0 or p.options.full_effort
    return Advice(
        Action("enter" if enter else "decline"), "its men are worth the point" if enter else "it is not worth a point"
    )


def _place_reinforcement(p: Position, d: PlaceReinforcement, o: StaffOrders) -> Advice:
    free = [a for a in d.options(p) if fits(p, d.unit, p.c.board.index[a.cell])] or list(d.options(p))
    return Advice(max(free, key=lambda a: o.ground.pull[p.c.board.index[a.cell]]), "nearest to the fight")


# ---------------------------------------------------------------------------------------------- III bombardment


def _bombardment(p: Position, d: Bombardment, o: StaffOrders) -> Advice:
    if o.barrages is None:
        o.barrages = FirePlan(fire_plan(o.look(p)))
    begun = o.barrages.begin(p, lambda action: d.refuse(p, action))
    if begun is not None:
        return begun
    for gun in idle_guns(p, o.side):
        road = road_to_shell(o.ground, gun)
        if road is not None:
            o.shelling[gun] = road
            return Advice(Action("interdict", p.name(gun)), f"to close the road at {p.label(road)}")
    return Advice(DONE, "the other guns support the infantry")


def _aim(p: Position, d: AimBarrage, o: StaffOrders) -> Advice:
    shoot = o.barrages.at(d.target) if o.barrages is not None else None
    if shoot is not None:
        for g in set(shoot.guns):
            if d.guns.count(g) < shoot.guns.count(g):
                action = Action("add", p.name(g))
                if d.refuse(p, action) is None:
                    return Advice(action, shoot.why)
    if d.guns:
        if o.barrages is not None:
            o.barrages.fired(shoot)
        return Advice(FIRE, shoot.why if shoot else "as it was begun")
    return Advice(d.options(p)[0], "a gun in range")


def _interdict(p: Position, d: AimInterdiction, o: StaffOrders) -> Advice:
    cell = o.shelling.get(d.gun)
    if cell is None:
        cell = road_to_shell(o.ground, d.gun)
    if cell is not None:
        action = Action("shell", p.name(d.gun), p.label(cell))
        if d.refuse(p, action) is None:
            return Advice(action, "to close the road")
    return Advice(d.options(p)[0], "harassing fire")


# ---------------------------------------------------------------------------------------------- IV movement


def _movement(p: Position, d: Movement, o: StaffOrders) -> Advice:
    if o.marches is None:
        o.marches = Marches(marches(o.look(p))[0], ("dig",))
    begun = o.marches.begin(
        p,
        lambda u, cell: fits(p, u, cell),
        lambda march: Action(march.kind, p.name(march.unit)),
        lambda action: d.refuse(p, action),
    )
    if begun is not None:
        return begun
    if d.refuse(p, DONE) is None:
        return Advice(DONE, "all are where they should be")
    return Advice(d.options(p)[0], "too many stand in one place")


def _move(p: Position, d: MoveTo, o: StaffOrders) -> Advice:
    march = o.marches.take(d.unit) if o.marches is not None else None
    arrived = arrival(p, march, lambda action: d.refuse(p, action))
    if arrived is not None:
        return arrived
    options = d.options(p)
    roomy = [a for a in options if fits(p, d.unit, p.c.board.index[a.cell])] or options
    ground = o.ground
    return Advice(
        max(roomy, key=lambda a: (-ground.threat[x := p.c.board.index[a.cell]] - ground.cover[x], a.cell)), "out of the way"
    )


# ---------------------------------------------------------------------------------------------- V assault


def _assault(p: Position, d: Assault, o: StaffOrders) -> Advice:
    o.attack = best_assault(o.look(p))
    if o.attack is None or o.attack.worth <= o.weights.attack_from:
        return Advice(DONE, "no other assault is worth its price")
    odds = odds_text(min(max(o.attack.index, -1), 7))
    why = f"at {odds} the assault on {p.label(o.attack.target)} promises {o.attack.worth:+.2f} victory points"
    return Advice(Action("assault", cell=p.label(o.attack.target)), why)


def _declare(p: Position, d: Declare, o: StaffOrders) -> Advice:
    attack = o.attack
    if attack is None or attack.target != d.target:
        attack = o.attack = assault_on(o.look(p), d.target)
    units, guns = (tuple(attack.places), attack.guns) if attack else ((), ())
    return losses.declare(p, d, units, guns)


def _with_ground(answer: Callable[..., Advice]) -> Callable[[Position, object, StaffOrders], Advice]:
    def answered(p: Position, d: object, o: StaffOrders) -> Advice:
        return answer(p, d, o.ground)

    return answered


def _overstacked(p: Position, d: Overstacked, o: StaffOrders) -> Advice:
    return Advice(min(d.options(p), key=lambda a: losses.step_price(o.ground, p.c.unit[a.unit])), "the least loss")


ANSWERS: dict[type[msgspec.Struct], Callable[..., Advice]] = {
    Deploy: _deploy,
    PlaceUnit: _place_unit,
    RallyOrder: _rally,
    Replacements: _replacements,
    OptionalDivision: _optional,
    PlaceReinforcement: _place_reinforcement,
    BlockedEntry: first("by the open road"),
    AssignSixteenth: first("to the corps at hand"),
    Bombardment: _bombardment,
    AimBarrage: _aim,
    AimInterdiction: _interdict,
    BarrageLoss: _with_ground(losses.barrage_loss),
    Movement: _movement,
    MoveTo: _move,
    Overstacked: _overstacked,
    Assault: _assault,
    Declare: _declare,
    DefensiveSupport: _with_ground(losses.support_defence),
    SplitHits: _with_ground(losses.split_hits),
    LoseStep: _with_ground(losses.lose_step),
    RemnantChoice: first("something may be saved"),
    Retreat: _with_ground(losses.retreat),
    RetreatStep: _with_ground(losses.retreat),
    Advance: _with_ground(losses.advance),
    Breakthrough: breakthrough.go_on,
    BreakthroughGroup: breakthrough.gather,
    BreakthroughMove: breakthrough.onward,
}
