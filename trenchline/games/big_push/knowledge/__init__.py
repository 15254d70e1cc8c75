"""What The Big Push knows of its own play: the staff of the series, and the answers to what only this game asks."""

from __future__ import annotations

from ....core.actions import DONE, Action
from ....core.deployment import READY_MADE
from ....core.knowledge import Advice, Plan, first
from ...great_war.bombardment import FIRE
from ...great_war.formations import Combining
from ...great_war.knowledge import headquarters
from ...great_war.knowledge.answers import ANSWERS, weakest
from ...great_war.knowledge.guns import air_target, mine_square
from ...great_war.knowledge.marches import entrance, marches
from ...great_war.knowledge.staff import SeriesKnowledge, StaffOrders
from ...great_war.movement import Movement
from ...great_war.operations import NO, YES
from ...great_war.states import SUPPLY
from ..air import PlaceAir
from ..allies import Mixed, OneNation, Trim
from ..components import GERMAN
from ..counter_battery import Battery, CounterBattery
from ..machines import Release
from ..mines import LayMines, NextMine, PlantMines
from ..objectives import ChangeObjective, Discover
from ..operations import Conceal, UseCenter
from ..position import Position
from ..replacements import PlaceReplacement, Replace, WriteSteps
from ..sequence import SEQUENCE
from ..setup import PlaceGun, PlaceGuns, SetUp
from ..substitution import Substitution
from .barring import closed
from .batteries import answer_guns, firing_power, hit_chance
from .ground import Ground
from .purse import best_purchase, last_foothold, steps_wanted
from .weights import Weights
from .worth import features, final_value

STEP = SEQUENCE.index
AS_GOOD = 6  # the strength of an entrenched regiment that holds as well as two battalions

# ---------------------------------------------------------------------------------------------- 14.0 set-up


def _set_up(p: Position, d: SetUp, o: StaffOrders[Ground]) -> Advice:
    """HQs in the modes in which they serve best."""
    ground = o.look(p)
    flips = {a.unit: a for a in d.options(p) if a.kind == "flip"}
    hqs = [u for u in p.c.of_nation[d.nation] if p.c.hq[u] and p.on_map(u)]
    wanted = headquarters.modes(ground, d.nation, hqs)
    for h in hqs:
        if p.name(h) in flips and wanted[h] != bool(p.status[h] & SUPPLY):
            return Advice(flips[p.name(h)], "supply for the front" if wanted[h] else "to lead the assault")
    return Advice(DONE, "all is ready")


def _place_gun(p: Position, d: PlaceGun, o: StaffOrders[Ground]) -> Advice:
    return Advice(d.options(p)[0], "behind the line")


def _mine(p: Position, d: LayMines | PlantMines, o: StaffOrders[Ground]) -> Advice:
    cells = [p.c.board.index[a.cell] for a in d.options(p) if a.cell]
    return Advice(Action("mine", cell=p.label(mine_square(o.look(p), cells))), "where the infantry attacks")


# ---------------------------------------------------------------------------------------------- 15.5, 15.6 operations


def _use_center(p: Position, d: UseCenter, o: StaffOrders[Ground]) -> Advice:
    return Advice(YES if len(p.assaults) >= 4 else NO, "when it counts")


def _change(p: Position, d: ChangeObjective, o: StaffOrders[Ground]) -> Advice:
    """Away with the hardest: deeds before distant places."""
    names, c = p.c.marker_names, p.c

    def hardness(a: Action) -> float:
        m = names.index(a.mode)
        return 99.0 if c.markers[m].kind != "place" else float(min(c.column[x] for x in c.marker_cells[m]))

    return Advice(max((a for a in d.options(p) if a.mode), key=hardness), "the hardest of all")


# ---------------------------------------------------------------------------------------------- 6.0 air and guns


def _air(p: Position, d: PlaceAir, o: StaffOrders[Ground]) -> Advice:
    cells = [p.c.board.index[a.cell] for a in d.options(p) if a.cell]
    return (
        Advice(p.c.targets[air_target(o.look(p), cells)], "where it hurts most") if cells else Advice(DONE, "nothing in reach")
    )


def _counter_battery(p: Position, d: CounterBattery, o: StaffOrders[Ground]) -> Advice:
    ground, guns = o.look(p), d.guns(p)
    cells = [p.c.board.index[a.cell] for a in d.options(p) if a.cell]
    for x in sorted(cells, key=lambda x: (-firing_power(p, x), x)):
        chosen = answer_guns(ground, x, guns)
        if chosen and hit_chance(p, o.side, chosen) >= o.look(p).w.answer_from:
            if Battery(d.side, x, tuple(chosen), (d.seat,)).refuse_go(p):
                continue
            o.answer = (x, tuple(chosen))
            return Advice(p.c.targets[x], "to silence them")
    return Advice(DONE, "they are out of reach")


def _answer(p: Position, d: Battery, o: StaffOrders[Ground]) -> Advice:
    for g in o.answer[1] if o.answer[0] == d.target else ():
        if d.refuse(p, p.c.add[g]) is None:
            return Advice(p.c.add[g], "to silence them")
    if d.units and d.refuse_go(p) is None:
        return Advice(FIRE, "all guns are named")
    return Advice(d.options(p)[0], "a gun in range")


# ---------------------------------------------------------------------------------------------- 9.0 resources, 8.1 allies


def _substitution(p: Position, d: Substitution, o: StaffOrders[Ground]) -> Advice:
    return Advice(Action("use", mode="creeping"), "tanks are of no use to us")


def _mixed(p: Position, d: Mixed, o: StaffOrders[Ground]) -> Advice:
    options = d.options(p)
    return Advice(YES if YES in options else Action("infantry"), "all together" if YES in options else "the tanks stay behind")


def _one_nation(p: Position, d: OneNation, o: StaffOrders[Ground]) -> Advice:
    assault = next(a for a in p.assaults if a.target == d.target)
    power = {n: sum(p.numbers(u).primary for u in assault.units if p.c.nation[u] == n) for n in (0, 1)}
    return Advice(Action("british" if power[0] >= power[1] else "french"), "the stronger")


# ---------------------------------------------------------------------------------------------- 12.0 reorganization


def _write_steps(p: Position, d: WriteSteps, o: StaffOrders[Ground]) -> Advice:
    return Advice(Action("write", value=min(steps_wanted(p, o.look(p)), p.allowed[d.side])), "what the front needs")


def _replace(p: Position, d: Replace, o: StaffOrders[Ground]) -> Advice:
    return Advice(best_purchase(p, o.look(p), d.options(p)), "for the front")


def _place_replacement(p: Position, d: PlaceReplacement, o: StaffOrders[Ground]) -> Advice:
    ground, index = o.look(p), p.c.board.index
    wanted = last_foothold(p, ground) if not ground.turns_left else []
    options = [a for a in d.options(p) if index[a.cell] in wanted] or d.options(p)
    assert isinstance(ground, Ground)
    if ground.threatened_town >= 0 and not p.c.hq[d.unit] and not p.c.gun[d.unit]:
        far = p.c.board.distances(ground.threatened_town)
        return Advice(min(options, key=lambda a: far[index[a.cell]]), "to the town that the enemy is nearest to")
    return Advice(max(options, key=lambda a: entrance(ground, d.unit, index[a.cell])), "nearest to the fight")


# ---------------------------------------------------------------------------------------------- 7.0 movement


def _combining(p: Position, d: Combining, o: StaffOrders[Ground]) -> Advice:
    """With Commit Reserves battalions form regiments out of contact: their counters can then be raised anew (15.5.3f)."""
    if o.side != GERMAN or "commit_reserves" not in p.operations:
        return ANSWERS[Combining](p, d, o)

    def defence(a: Action) -> int:
        return p.c.back[p.c.unit[a.unit]].secondary

    options = [a for a in d.options(p) if a != DONE]
    quiet = [a for a in options if defence(a) >= AS_GOOD or not p.in_enemy_zone(p.c.board.index[a.cell], GERMAN)]
    return Advice(max(quiet, key=defence), "to raise others") if quiet else Advice(DONE, "as they are")


def _movement(p: Position, d: Movement, o: StaffOrders[Ground]) -> Advice:
    """As everywhere; but where somebody who walks past them would win, the Germans close their line."""
    ground = o.look(p)
    assert isinstance(ground, Ground)
    if o.marches is None and ground.to_bar:
        o.marches = closed(ground, ground.to_bar, marches(ground))
    return ANSWERS[Movement](p, d, o)


class BigPushKnowledge(SeriesKnowledge[Position, Weights]):
    """The staff of either side on the Somme."""

    weights_type = Weights
    fades = 0.5
    ground = Ground
    phases = (STEP["weather"], STEP["german-bombardment"], STEP["reorganization"])
    favourites = (("plant_mines",), ("reinforced_defenses", "commit_reserves"))
    planned_at = (*SeriesKnowledge.planned_at, PlaceAir)
    variable_weights = (
        ("kill", "loss", "trench", "place", "attack_from", "support_fire", "engage", "prepare", "join", "focus", "gun_cost"),
        ("kill", "loss", "trench", "place", "attack_from", "hold", "closed", "exposed", "shake", "march"),
    )
    plans_to_press = (
        Plan("bold", "ground before men", {"loss": 0.4, "attack_from": 0.1, "press_from": 0.3}),
        Plan("broad", "many attacks, each with few", {"unit_cost": 3.0}),
        Plan("massed", "few attacks, each with many", {"unit_cost": 0.1}),
        Plan("careful", "what is won is held", {"loss": 1.5, "seal": 2.5}),
    )
    plans_to_hold = (
        Plan("elastic", "reserves behind the line", {"hold": 0.5, "exposed": 2.0}),
        Plan("counter-attack", "throw them back before they have dug in", {"attack_from": 0.2, "loss": 0.5}),
    )
    answers = {
        **ANSWERS,
        Combining: _combining,
        Movement: _movement,
        SetUp: _set_up,
        PlaceGuns: lambda p, d, o: Advice(READY_MADE, "the ready placement"),
        PlaceGun: _place_gun,
        Conceal: lambda p, d, o: Advice(DONE, "they stand well"),
        UseCenter: _use_center,
        ChangeObjective: _change,
        Discover: first("the British are the many"),
        LayMines: _mine,
        PlantMines: _mine,
        NextMine: first("one after the other"),
        PlaceAir: _air,
        CounterBattery: _counter_battery,
        Battery: _answer,
        Release: first("to be used"),
        Substitution: _substitution,
        Mixed: _mixed,
        Trim: weakest("the least of them"),
        OneNation: _one_nation,
        WriteSteps: _write_steps,
        Replace: _replace,
        PlaceReplacement: _place_replacement,
    }

    def proof(self, side: int) -> float:
        """Any promise will do for the Allies: who only goes by the book hardly ever wins Devil Machines. The Germans win by
        holding what the last turn asks for, of which the enemy's answer says little."""
        return 2.0 if side == GERMAN else 0.0

    def features(self, p: Position, side: int) -> dict[str, float]:
        return features(p, side, self.of_side[side])

    def value(self, p: Position, side: int) -> float:
        return final_value(p, side) if p.over else super().value(p, side)
