"""What A Generation Lost knows of its own play: the staff of the series, and the answers to what only this game asks."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ....core.actions import DONE, Action
from ....core.deployment import READY_MADE
from ....core.knowledge import Advice, Plan, first
from ...great_war import advance as series_advance
from ...great_war import assault as series_assault
from ...great_war import bombardment as series_guns
from ...great_war.assault_odds import fight_odds
from ...great_war.bombardment import FIRE
from ...great_war.knowledge import ground as series
from ...great_war.knowledge.answers import ANSWERS
from ...great_war.knowledge.assaults import numbers, reckon
from ...great_war.knowledge.guns import air_target, bomb_values, mine_square
from ...great_war.knowledge.marches import entrance
from ...great_war.knowledge.staff import SeriesKnowledge, StaffOrders
from ...great_war.operations import NO, YES
from ...great_war.states import FLIPPED, PRESSED
from ..advance import Consolidation
from ..air import ChooseAirCombat, Intercept, PlaceAir
from ..assaults import Prepare
from ..bombardment import Bombardment, Guns
from ..bombardment_supply import ShellSupply
from ..components import FRENCH, GERMAN
from ..counter_attacks import ChooseStruck
from ..counter_battery import Battery, CounterBattery
from ..drum_fire import SecondSquare
from ..forts import RETURN, STORM, AfterTheSquare, InTheFort
from ..headquarters import MovementModes
from ..holds import ReleaseCorps
from ..lull import CallLull
from ..mines import LayMines, NextMine, PlantMines
from ..objectives import ChangeObjectives, GiveUp
from ..operations import PlaceHeadquarters
from ..position import Position
from ..reinforcements import PutReinforcements
from ..replacements import TakeReplacements
from ..rerolls import AGAIN, STAND, ThrowAgain
from ..reserves import Release, ToReserve
from ..resources import Carry, DefendWithGuns
from ..sequence import INDEX
from ..setup import PlaceGarrisons, ShareBrigades
from ..setup_guns import PlaceGun, PlaceGuns
from ..somme import Withdrawal
from ..withdrawals import Redeploy, RedeployGun
from . import corps
from .ground import Ground
from .purse import best_purchase, feeblest, strongest
from .weights import Weights
from .worth import best_hope, features, final_value

CLEAR_THE_LINE = Plan("the line", "no Frenchman may stay in his first trench", {"trench": 2.5, "last_ones": 1.5})
TIRED_HOPE = 0.6  # a side that is this near to its victory wants no lull

# ---------------------------------------------------------------------------------------------- 7.0 lull, 19.4.5(b) the Somme


def _lull(p: Position, d: CallLull, o: StaffOrders[Ground]) -> Advice:
    """Who presses wants no lull; who holds gains a week by it, if his line is not in disorder already won back."""
    ground = o.look(p)
    if ground.presses or best_hope(p, d.side) < TIRED_HOPE:
        return Advice(NO, "there is no time to lose")
    return Advice(YES, "time is on our side")


def _somme(p: Position, d: Withdrawal, o: StaffOrders[Ground]) -> Advice:
    """From the pool first, then the feeblest."""
    ground, options = o.look(p), d.options(p)
    pooled = [a for a in options if p.place[p.c.unit[a.unit]] == p.c.box["pool"]]
    return Advice(feeblest(ground, pooled or options), "we can spare it")


# ---------------------------------------------------------------------------------------------- 8.0 guns and airmen


def _shell_supply(p: Position, d: ShellSupply, o: StaffOrders[Ground]) -> Advice:
    """An HQ is spent on the guns where what they can do is worth it: the one that serves the infantry least."""
    ground, options = o.look(p), d.options(p)
    able = [a for a in options if a.kind == "supply" or (a.kind == "flip" and a.mode == "supply")]
    if not able or p.turn in p.s.spec.free_supply:
        return Advice(DONE, "the guns have what they need")
    ready = [a for a in able if a.kind == "supply" and p.status[p.c.unit[a.unit]] & FLIPPED]
    if ready:
        return Advice(ready[0], "shells for the guns")
    prices = {a: corps.worth_of(ground, p.c.unit[a.unit]) for a in able}
    best = min(able, key=lambda a: (prices[a], a.kind == "flip"))
    if corps.shells_worth(ground) <= o.look(p).w.shells_from + o.look(p).w.shells_share * prices[best]:
        return Advice(DONE, "the guns can wait")
    return Advice(best, "shells for the guns")


def _movement_modes(p: Position, d: MovementModes, o: StaffOrders[Ground]) -> Advice:
    """The one change that serves the front most, as long as one does; who still shares his square when the movement ends would
    have to turn back (10.4)."""
    ground = o.look(p)
    modes = corps.modes_now(ground)
    best, most = DONE, corps.served(ground, modes) + ground.w.hq_flip
    for a in d.options(p):
        if a == DONE or (a.mode == "supply" and not corps.will_be_alone(ground, p.c.unit[a.unit])):
            continue
        value = corps.served(ground, {**modes, p.c.unit[a.unit]: a.mode == "supply"})
        if value > most:
            best, most = a, value
    return Advice(best, "to serve the front" if best != DONE else "as they are")


def _put_reinforcements(p: Position, d: PutReinforcements, o: StaffOrders[Ground]) -> Advice:
    ground, index = o.look(p), p.c.board.index
    found = [a for a in d.options(p) if a != DONE and a.mode != "entrenched"]
    if not found:
        return Advice(DONE, "the others wait")
    return Advice(max(found, key=lambda a: entrance(ground, p.c.unit[a.unit], index[a.cell])), "nearest to the fight")


def _bombardment(p: Position, d: Bombardment, o: StaffOrders[Ground]) -> Advice:
    """A fort about to be stormed first, then as the series does."""
    ground = o.look(p)
    forts = [a for a in d.options(p) if a.kind == "fort" and _to_be_stormed(ground, p.c.board.index[a.cell])]
    if forts:
        o.shoot = None
        return Advice(max(forts, key=lambda a: ground.take(p.c.board.index[a.cell])), "before it is stormed")
    return ANSWERS[series_guns.Bombardment](p, d, o)


def _to_be_stormed(ground: series.Ground, cell: int) -> bool:
    p = ground.p
    return bool(ground.attackers.get(cell)) and any(p.good_order(u) for u in p.others(cell, ground.side))


def _air(p: Position, d: PlaceAir, o: StaffOrders[Ground]) -> Advice:
    ground = o.look(p)
    cells = [x for x in ground.foes if d.refuse(p, p.c.targets[x]) is None]
    if not cells:
        return Advice(DONE, "no target is worth a mission")
    return Advice(p.c.targets[air_target(ground, cells)], "where it hurts most")


def _intercept(p: Position, d: Intercept, o: StaffOrders[Ground]) -> Advice:
    return Advice(d.options(p)[0] if o.look(p).w.intercept > 0 else DONE, "clear the sky")


def _counter_battery(p: Position, d: CounterBattery, o: StaffOrders[Ground]) -> Advice:
    """The square with the most factors, with enough guns that a hit is likely."""
    assert p.barrage is not None
    cells = [p.c.board.index[a.cell] for a in d.options(p) if a.cell]
    power = {x: sum(p.numbers(g).primary for g in p.barrage.guns if p.place[g] == x) for x in cells}
    if not cells:
        return Advice(DONE, "they are out of reach")
    target = max(cells, key=lambda x: (power[x], -x))
    guns = sorted((g for g in p.c.guns[d.side] if Battery(d.side, target, (), (0,)).refuse_unit(p, g) is None), key=_answers(p))
    if sum(p.numbers(g).secondary for g in guns) < o.look(p).w.answer_from:
        return Advice(DONE, "they are out of reach")
    o.answer = (target, tuple(guns))
    return Advice(p.c.targets[target], "to silence them")


def _answers(p: Position):  # type: ignore[no-untyped-def]
    return lambda g: (-p.numbers(g).secondary, p.numbers(g).primary, g)


def _battery(p: Position, d: Battery, o: StaffOrders[Ground]) -> Advice:
    have = sum(p.numbers(g).secondary for g in d.units)
    if have < o.look(p).w.answer:
        for g in o.answer[1] if o.answer[0] == d.target else ():
            if d.refuse(p, p.c.add[g]) is None:
                return Advice(p.c.add[g], "to silence them")
    if d.units and d.refuse_go(p) is None:
        return Advice(FIRE, "all guns are named")
    return Advice(d.options(p)[0], "a gun in range")


def _second_square(p: Position, d: SecondSquare, o: StaffOrders[Ground]) -> Advice:
    ground = o.look(p)
    values = {a: sum(bomb_values(ground, p.c.board.index[a.cell]).values()) for a in d.options(p) if a.kind == "target"}
    best = max(values, key=lambda a: values[a], default=DONE)
    return Advice(best, "there too") if best != DONE and values[best] > 0 else Advice(DONE, "that is enough")


def _mine(p: Position, d: LayMines | PlantMines, o: StaffOrders[Ground]) -> Advice:
    cells = [p.c.board.index[a.cell] for a in d.options(p) if a.cell]
    return Advice(Action("mine", cell=p.label(mine_square(o.look(p), cells))), "where the infantry attacks")


# ---------------------------------------------------------------------------------------------- assaults


def _carry(p: Position, d: Carry, o: StaffOrders[Ground]) -> Advice:
    """Phosgene where there is some; the gun that has least else to do."""
    options = d.options(p)
    strong = [a for a in options if a.mode] or list(options)
    return Advice(min(strong, key=lambda a: (p.numbers(p.c.unit[a.unit]).primary, a.unit)), "this gun has the least else to do")


def _defend_with_guns(p: Position, d: DefendWithGuns, o: StaffOrders[Ground]) -> Advice:
    """Two columns for the defenders, where much hangs on the square."""
    options = d.options(p)
    return Advice(options[0], "the 75s answer")


def _throw_again(p: Position, d: ThrowAgain, o: StaffOrders[Ground]) -> Advice:
    """Again if the mean of the dice promises more than what lies there."""
    ground, fight = o.look(p), p.fight
    assert fight is not None
    odds = fight_odds(p, fight)
    mine = 1.0 if fight.side == d.side else -1.0
    worth = {row: mine * _rank(p, row, ground.take(fight.target)) for row in p.c.results}
    mean = sum(outcome.probability * worth[outcome.result] for outcome in odds.outcomes)
    return Advice(AGAIN, "it can only get better") if mean > worth[d.result] else Advice(STAND, "good enough")


def _rank(p: Position, result: str, take: float) -> float:
    """What a result is worth to the attacker."""
    row = p.c.results[result]
    won = {"defender retreats": 1.0, "advance": 1.0, "breakthrough": 1.3, "engaged": 0.3, "counter-attack": -0.2}
    return take * won.get(row.then, 0.0) + min(row.defender, 4) - min(row.attacker, 4)


def _after_the_square(p: Position, d: AfterTheSquare, o: StaffOrders[Ground]) -> Advice:
    ground, fight = o.look(p), p.fight
    assert fight is not None
    inside = tuple(p.others(fight.target, fight.side))
    storm = msgspec.structs.replace(fight, defenders=inside, used=(), hqs=())
    doubled = any(p.status[u] & PRESSED for u in fight.units)
    value = reckon(ground, storm, numbers(p, storm), doubled, ground.take(fight.target))
    return Advice(STORM, "into the fort") if value > o.look(p).w.storm_from else Advice(RETURN, "not today")


def _struck(p: Position, d: ChooseStruck, o: StaffOrders[Ground]) -> Advice:
    c = p.c
    return Advice(min(d.options(p), key=lambda a: (p.defence_number(c.unit[a.unit]), a.unit)), "the weakest")


# ---------------------------------------------------------------------------------------------- 17.0 and 20.0


def _replacements(p: Position, d: TakeReplacements, o: StaffOrders[Ground]) -> Advice:
    return Advice(best_purchase(p, o.look(p), d.options(p)), "for the front")


def _change(p: Position, d: ChangeObjectives, o: StaffOrders[Ground]) -> Advice:
    return Advice(YES, "other objectives may be easier")


def _give_up(p: Position, d: GiveUp, o: StaffOrders[Ground]) -> Advice:
    """Deeds before places, distant places before near ones."""
    names, c = p.c.marker_names, p.c

    def hardness(a: Action) -> float:
        m = names.index(a.mode)
        return 99.0 if c.markers[m].kind != "place" else float(max(c.row[x] for x in c.marker_cells[m]))

    return Advice(max(d.options(p), key=hardness), "the hardest of all")


def _nearest_to_the_front(p: Position, d: PlaceGun | RedeployGun | PlaceHeadquarters, o: StaffOrders[Ground]) -> Advice:
    near = o.look(p).near_foe
    return Advice(min(d.options(p), key=lambda a: (near[p.c.board.index[a.cell]], a.cell)), "as far forward as may be")


READY = lambda p, d, o: Advice(READY_MADE, "the ready placement")  # noqa: E731


class GenerationLostKnowledge(SeriesKnowledge[Position, Weights]):
    """The staff of either side at Verdun."""

    weights_type = Weights
    ground = Ground
    phases = (INDEX["weather"], INDEX["french-bombardment"], INDEX["reorganization"])
    favourites = (("increase_supply",), ("open_reserves",))
    planned_at = (Bombardment, ShellSupply, PlaceAir)
    variable_weights = (
        ("kill", "loss", "trench", "place", "attack_from", "engage", "prepare", "join", "focus", "gun_cost", "march"),
        ("kill", "loss", "trench", "place", "attack_from", "hold", "closed", "exposed", "shake", "march"),
    )
    plans_to_press = (
        Plan("bold", "ground before men", {"loss": 0.5, "attack_from": 0.3, "take": 1.4}),
        Plan("careful", "men before ground", {"loss": 1.7, "attack_from": 2.0}),
    )
    plans_to_hold = (
        Plan("elastic", "reserves behind the line", {"hold": 0.5, "exposed": 2.0}),
        Plan("forward", "reserves to where the enemy is", {"alarm": 0.85}),
        Plan("counter-attack", "throw them back before they have dug in", {"attack_from": 0.2, "loss": 0.5}),
    )
    answers = {
        **ANSWERS,
        PlaceGuns: READY,
        PlaceGun: _nearest_to_the_front,
        PlaceGarrisons: READY,
        ShareBrigades: READY,
        Redeploy: READY,
        RedeployGun: _nearest_to_the_front,
        PlaceHeadquarters: _nearest_to_the_front,
        ChangeObjectives: _change,
        GiveUp: _give_up,
        CallLull: _lull,
        Withdrawal: _somme,
        ShellSupply: _shell_supply,
        MovementModes: _movement_modes,
        PutReinforcements: _put_reinforcements,
        ReleaseCorps: first("they are needed"),
        Bombardment: _bombardment,
        Guns: ANSWERS[series_guns.Guns],
        Prepare: ANSWERS[series_assault.Prepare],
        Consolidation: ANSWERS[series_advance.Consolidation],
        PlaceAir: _air,
        Intercept: _intercept,
        ChooseAirCombat: first("one after the other"),
        CounterBattery: _counter_battery,
        Battery: _battery,
        SecondSquare: _second_square,
        LayMines: _mine,
        PlantMines: _mine,
        NextMine: first("one after the other"),
        Carry: _carry,
        DefendWithGuns: _defend_with_guns,
        ThrowAgain: _throw_again,
        AfterTheSquare: _after_the_square,
        InTheFort: first("behind its walls"),
        ChooseStruck: _struck,
        TakeReplacements: _replacements,
        ToReserve: lambda p, d, o: Advice(feeblest(o.look(p), d.options(p)), "we can spare it"),
        Release: lambda p, d, o: Advice(strongest(o.look(p), d.options(p)), "the best first"),
    }

    def plans(self, p: Position, side: int) -> Sequence[Plan]:
        """Where the French start line must be clear, its last squares are an aim of their own."""
        found = super().plans(p, side)
        ground = self.survey(p, side) if len(found) > 1 else None
        return (*found, CLEAR_THE_LINE) if isinstance(ground, Ground) and ground.presses and ground.asks_for_the_line else found

    def proof(self, side: int) -> float:
        """Plans judged at the enemy's answer say little of the end: what wins here is held in the last turn."""
        return 2.0

    def first_side(self, p: Position) -> int:
        return FRENCH if p.s.spec.french_first else GERMAN

    def phase(self, p: Position) -> tuple[int, ...]:
        """The order of the two player phases is the scenario's."""
        if not p.s.spec.french_first:
            return super().phase(p)
        parts = (INDEX["french-bombardment"], INDEX["reorganization"])
        late = p.step < INDEX["french-bombardment"] and p.step >= INDEX["german-bombardment"]
        return (p.turn, 2 if late else sum(p.step >= part for part in parts) * (1 if p.step < parts[1] else 2))

    def horizon(self, p: Position, side: int) -> tuple[int, ...]:
        if p.s.spec.french_first and side == GERMAN and p.turn < p.s.last_turn:
            return (p.turn + 1, INDEX["french-end"])
        return super().horizon(p, side)

    def features(self, p: Position, side: int) -> dict[str, float]:
        return features(p, side, self.of_side[side])

    def value(self, p: Position, side: int) -> float:
        return final_value(p, side) if p.over else super().value(p, side)
