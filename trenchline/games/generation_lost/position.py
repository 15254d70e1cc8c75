"""The state of a match of A Generation Lost, and what this game adds to the rules of the series."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Self

import msgspec

from ...core.actions import Action, Refusal
from ...core.charts import Swing, Term
from ...core.occupancy import Exerted
from ...core.paths import Found
from ...core.state import Called, Cell, Cells, Fixed, Fresh, PerUnit, Refers, Side, Unit, Units
from ..great_war import position as series
from ..great_war.components import Numbers
from ..great_war.records import Assault, Barrage, Engagement, Fight
from ..great_war.states import DISRUPTED, ENTRENCHED, FAILED, FIRED, FLIPPED, HELD, INSIDE, OF_A_PHASE, SUPPLY, SUPPRESSED
from .components import FRENCH, GERMAN, ROOM, Components, Scenario

INVERTED = -1  # a garrison counter that nobody has seen
ROOM_ON_FORT = 2  # units: one in the fort, one in the square (10.5.2)
SHOWN_IN_FORT = 2  # the attack of a brigade side that may be on one (10.5.1)
MOST_RESOURCES = 4  # in one assault (14.3.1)
STORMERS = "756"  # regiments of Storm Tactics


class Options(msgspec.Struct, frozen=True):
    """The optional rules of a match."""

    solitaire: bool = False  # lulls by dice, operations by dice, objectives that nobody sees (7.4, 20.4.4, 20.5.4)


class Purchase(msgspec.Struct, frozen=True):
    """A unit that its side takes as a replacement, and the steps it comes with."""

    unit: Unit
    steps: int


class Sortie(msgspec.Struct, frozen=True):
    """An air unit over a square."""

    unit: Unit
    cell: Cell


class Owed(msgspec.Struct, frozen=True):
    """Reinforcements of a kind that have not come: so many of a row of the schedule; `left` are the attack factors for which
    brigades may still come for a division that has begun to come as brigades."""

    row: int
    count: int
    left: int = 0


class Rear(msgspec.Struct, frozen=True):
    """The map without the squares of the enemy, in regions: each square's, -1 for none, and the edge squares of each."""

    stamp: int
    region: list[int]
    edge: dict[int, list[int]]
    squares: dict[frozenset[int], frozenset[int]]  # the edge squares of some regions


class Ground(msgspec.Struct, frozen=True):
    """What a side cannot enter, and where it must halt, while the enemy stands as he does."""

    stamp: object
    shut: bytearray
    shut_to_large: bytearray  # fort squares too in which a unit would have to stop
    halts: bytearray
    passable: tuple[int, ...]  # enemy forts that one may pass (GL-R76)


class Means(msgspec.Struct, frozen=True):
    """What helps in the assault at hand beside its resources, and what has been settled of it."""

    gas_gun: Units = ()
    field_gun: Units = ()  # the 75 that supports the French, in attack or defence
    phosgene: bool = False
    again: bool = False  # the dice have been thrown again (16.7)
    checked: bool = False  # demoralized defenders have rolled (16.8.3)
    fought: bool = False  # the dice have decided
    engaged: bool = False  # a counter-attack has engaged both sides
    consolidated: bool = False


class Spent(msgspec.Struct, frozen=True):
    """A primary assault that used four resources: none of its units makes a secondary one on the same square (GL-R125)."""

    target: Cell
    units: Units


class Position(series.Position):
    """The state of a match."""

    BEFORE_ASSAULTS = OF_A_PHASE & ~FIRED  # which HQ gave the guns their shells is remembered (20.4.2(2))
    PRESSING = ("closes in", "close in")
    RETREATS = "nearer the own edge before the same row, vacant before friendly, then outside enemy zones"

    IMMOBILE = HELD  # who is not released yet (19.3.5(c), 19.6.5(f))
    ZONE_STATES = series.Position.ZONE_STATES | INSIDE
    HQS_TURN_FIRST = True
    WITHDRAWS_BY_MOVING = True

    c: Fixed[Components]
    s: Fixed[Scenario]
    rules: Fixed[Options]
    started: int  # the first turn that is played
    lull: bool  # this turn is one (7.0)
    lull_before: bool  # the turn before was one (7.2-DRM)
    somme_used: tuple[int, ...]  # numbers of the Somme Withdrawal Table that came up (19.4.5(b-ii))
    fire_supply: Units  # the HQ named for the guns of this segment (8.4.2)
    sorties: tuple[Sortie, ...]  # airmen over their targets, and those who intercept them (8.7.3)
    flown: Units  # airmen who have flown in this turn (GL-R42)
    drum_fire: Barrage | None  # what is to follow on a second square (20.4.2(4))

    # 9.2.4: the face of each garrison counter, in the order of the counters. Nobody may look at it before it is shown, so it is
    # drawn then: INVERTED until that.
    garrison_faces: Annotated[tuple[int, ...], Called("garrisons")]

    # 12.0 movement
    waits: PerUnit[bytearray]  # the formation with which held battalions are released, counted from 1 (19.3.5(c))
    owed: tuple[Owed, ...]  # reinforcements of a kind that are due and have not come (20.2)
    grounds: Fresh[dict[int, Ground]]  # by side: what the enemy closes to it
    rears: Fresh[dict[int, Rear]]  # by side: where those who return may enter
    dues: Fresh[dict[int, tuple[object, list[int]]]]  # by side: who may come onto the map

    # 13.0 to 16.0 assaults
    command_lines: PerUnit[bytearray]  # the line of the Command chart each unit had when it was committed (GL-R287); 0 for none
    means: Means
    phosgene: int  # how often it may still be used in this phase
    exhausted: tuple[Spent, ...]

    # 17.0 what the reorganization counts
    assaults_made: list[int]  # by each side in this turn (17.2(a))
    lost: Annotated[list[int], Called("replacement_points")]  # steps each side has lost in this turn (17.1.1)
    allowed: list[int]  # replacement steps each side may take
    written: tuple[Purchase, ...]  # what both sides take; a secret until both have written

    # 20.0 the campaign
    objectives: tuple[Annotated[int, Refers("objective")], ...]  # the German secret
    given_up: tuple[Annotated[int, Refers("objective")], ...]  # objectives that were changed, no less a secret
    divisions_back: int  # French ones taken as replacements (20.5.3(b))
    french_steps_lost: int  # or surrendered (20.5.3(c))
    french_guns_lost: int  # eliminated or surrendered (20.5.3(e))
    exited: Units  # who left by the south edge (20.5.3(d))
    exit_squares: Cells

    # 18.1, 19.1.5(k)
    forts: Annotated[list[Side], Called("fort_owners")]  # who last ended a segment in each (GL-R283)
    dummies: Cells  # forts whose garrison turned out to be a dummy (GL-R61)
    mines: Cells
    blown: tuple[Annotated[int, Refers("mine")], ...]  # faces that came up

    @classmethod
    def empty(cls, c: Components, scenario: str, rules: Options) -> Self:
        p = cls()
        p.s, p.rules = c.scenarios[scenario], rules
        size = c.board.size
        p.blank_series(c, bytearray([FRENCH]) * size, bytearray([FRENCH]) * size)
        p.started = p.turn = p.s.first_turn
        p.lull = p.lull_before = False
        p.somme_used, p.fire_supply, p.sorties, p.flown, p.drum_fire = (), (), (), (), None
        p.garrison_faces = (INVERTED,) * len(c.garrisons)
        p.waits, p.owed = bytearray(len(c.counters)), ()
        p.grounds, p.rears, p.dues = {}, {}, {}
        p.command_lines, p.means, p.phosgene, p.exhausted = bytearray(len(c.counters)), Means(), 0, ()
        p.assaults_made, p.lost, p.allowed, p.written = [0, 0], [0, 0], [0, 0], ()
        p.objectives, p.given_up, p.exited, p.exit_squares = (), (), (), ()
        p.divisions_back = p.french_steps_lost = p.french_guns_lost = 0
        p.forts, p.dummies, p.mines, p.blown = [FRENCH] * len(c.forts), (), (), ()
        return p

    # ---------------------------------------------------------------- 5.0 to 8.0 weather, lull, guns

    def exposed(self, cell: int, side: int) -> list[int]:
        return [u for u in self.others(cell, side) if not self.status[u] & INSIDE]

    def shell_row(self, cell: int) -> str:
        from .targets import shell_row

        return shell_row(self, cell)

    def target_row(self, cell: int, inside: bool) -> str:
        from .targets import FORT_ROW

        return FORT_ROW if inside else self.shell_row(cell)

    def gun_factor(self, u: int, cell: int, inside: bool) -> int:
        from .targets import gun_factor

        return gun_factor(self, u, cell, inside)

    def factors_on(self, guns: Iterable[int]) -> bytes:
        from .targets import factors_on

        return factors_on(self, list(guns))

    def has_shells(self, u: int) -> bool:
        from .supply_of_fire import why_no_shells

        return why_no_shells(self, u) is None

    def refuse_gun(self, u: int, cell: int, inside: bool) -> Refusal | None:
        from .targets import refuse_gun

        return refuse_gun(self, u, cell, inside)

    def gun_supplied(self, u: int) -> bool:
        from .supply_of_fire import supplied

        return supplied(self, u)

    def gun_reaches(self, u: int, cell: int) -> bool:
        return bool(self.c.off_map_cover >> 8 * cell & 1) if u == self.c.off_map_guns else super().gun_reaches(u, cell)

    def gun_cover(self, u: int) -> int:
        return self.c.off_map_cover if u == self.c.off_map_guns else super().gun_cover(u)

    def gun_stands(self, u: int) -> bool:
        return self.place[u] == self.c.box["off_map"] or super().gun_stands(u)

    def heavy_term(self, guns: Sequence[int]) -> Term:
        """Once, if there is one (8.6.2, GL-R26)."""
        term = self.c.modifiers["bombardment"]["heavy"]
        return msgspec.structs.replace(term, value=term.value * any(self.c.heavy[u] for u in guns))

    def extra_bombardment_terms(self, side: int, target: int) -> list[Term]:
        from .counter_battery import worn_out

        return [self.c.modifiers["bombardment"]["worn"]] if worn_out(self, side) else []

    def shell_effect(self, result: str, cell: int, side: int, inside: bool) -> str:
        from .targets import shell_effect

        return shell_effect(self, result, cell, side, inside)

    def struck(self, barrage: Barrage, result: str) -> None:
        from .targets import strike_fort

        if barrage.inside:
            strike_fort(self, barrage, result)
        else:
            super().struck(barrage, result)

    def bombardment_announced(self) -> None:
        from .drum_fire import SecondBombardment, drums
        from .supply_of_fire import draw_shells

        assert self.barrage is not None
        draw_shells(self, self.barrage.guns)
        if drums(self, self.barrage):
            self.stack.append(SecondBombardment(self.barrage.guns))

    def push_counter_battery(self) -> None:
        from .counter_battery import Answer
        from .drum_fire import DrumFireRoll, drums

        assert self.barrage is not None
        self.stack.append(Answer(self.enemy(self.barrage.side)))
        if drums(self, self.barrage):
            self.stack.append(DrumFireRoll())

    # ---------------------------------------------------------------- 9.0 to 12.0 steps, stacking, zones, movement

    def moving(self, u: int, old: int, new: int) -> None:
        """Who leaves a square leaves its fort."""
        if self.status[u] & INSIDE and old < self.c.board.size:
            self.mark(u, INSIDE, False)

    def exerts(self, u: int, cell: int) -> Exerted:
        """Whoever is in a fort has a zone whatever falls on its square, an inverted dummy too; none at all if disrupted
        (11.3.1, 11.3.2, GL-R75, GL-R269)."""
        status = self.status[u]
        if not status & INSIDE:
            return super().exerts(u, cell)
        if status & DISRUPTED:
            return ()
        return ((0, (cell,) if status & SUPPRESSED else (*self.c.near[cell], cell)),)

    def fort_sized(self, u: int) -> bool:
        """Garrisons, German battalions, chasseurs and brigades that show 216 are small enough for a fort (10.5.1, 13.3.1b,
        GL-R62)."""
        c = self.c
        if c.brigade[u]:
            return self.steps[u] < c.steps[u] and c.back[u].primary == SHOWN_IN_FORT
        return c.battalion[u] or c.chasseur[u] or c.garrison[u]

    def may_stack(self, units: Sequence[int], cell: int) -> bool:
        """One division alone, two brigades or guns, two regiments, four battalions; command HQs beside all but divisions,
        supply HQs alone, but for those that turned in this phase and may turn back (10.2, 10.3, 10.4-Command, 10.4-Supply,
        GL-R69, GL-R70). On a fort two small units (10.5.1, 10.5.2)."""
        c, status = self.c, self.status
        if c.fort[cell]:
            return len(units) <= ROOM_ON_FORT and all(map(self.fort_sized, units))
        if len(units) < 2:
            return True
        load = 0
        for u in units:
            if c.division[u] or status[u] & (SUPPLY | FLIPPED) == SUPPLY:
                return False
            load += c.weight[u]
        return load <= ROOM

    def may_stand(self, u: int, cell: int) -> bool:
        """Large units are not on forts (10.5.1); the heaviest guns keep to major roads and out of start trenches, some to
        rails (12.5.1, 12.5.2, 12.5.3, GL-R292)."""
        c = self.c
        if c.fort[cell]:
            return self.fort_sized(u)
        if c.road_bound[u]:
            return bool(c.board.edges["major"][cell]) and not c.trench[cell]
        return not c.rail_bound[u] or bool(c.board.edges["rail"][cell])

    def survivors(self, u: int) -> list[tuple[int, int]]:
        from .steps import survivors

        return survivors(self, u)

    def box_of_lost(self, u: int) -> str:
        from .steps import box_of_lost

        return box_of_lost(self, u)

    def may_disrupt_instead(self, u: int) -> bool:
        from .steps import may_disrupt_instead

        return may_disrupt_instead(self, u)

    def disrupt_instead(self, u: int) -> tuple[int, ...]:
        from .steps import disrupt_instead

        return disrupt_instead(self, u)

    def can_split(self, u: int) -> bool:
        from .steps import can_split

        return can_split(self, u)

    def battalions_of(self, u: int) -> list[int]:
        from .steps import battalions_of

        return battalions_of(self, u)

    def brigades_of(self, u: int, chosen: Units, worn: Units) -> list[tuple[int, bool]]:
        from .steps import brigades_of

        return brigades_of(self, u, chosen, worn)

    def forms(self, cell: int, stack: Sequence[int]) -> list[Action]:
        from .steps import forms

        return forms(self, cell, stack)

    def parts_of(self, result: int, stack: Sequence[int], mode: str) -> list[int]:
        from .steps import parts_of

        return parts_of(self, result, stack, mode)

    def may_move(self, u: int) -> bool:
        return not self.status[u] & HELD and not self.c.garrison[u]

    def hindrance(self, u: int) -> Refusal | None:
        from .holds import hindrance

        return hindrance(self, u)

    def has_facing(self, u: int) -> bool:
        return not self.status[u] & SUPPLY and not self.c.garrison[u]

    def movement_points(self, u: int) -> int:
        """Of German infantry those of its mobile side if it shows it at any time in the phase: in rain and snow it does once it
        moves; a single point, or rails, lose nothing to the weather (GL-R08, GL-R101, GL-R276)."""
        c = self.c
        mobile = c.trenches[u] and (self.status[u] & FLIPPED or self.foul_weather())
        printed = c.front[u].movement if mobile else self.numbers(u).movement
        return printed - c.weather_rows[self.weather].movement if printed > 1 else printed

    def may_dig(self) -> bool:
        """In fair weather and drizzle (12.4.1(a), 12.4.2(b), 12.8.1(b))."""
        return not self.foul_weather()

    def foul_weather(self) -> bool:
        """Rain or snow (12.4.2)."""
        return self.c.weathers[self.weather] in ("rain", "snow")

    def may_walk_off(self, u: int) -> bool:
        """Engaged defenders may withdraw by a normal move, attackers must fight it out (16.5.1, GL-R147, GL-R148)."""
        if not self.is_engaged(u):
            return True
        engagement = self.engagement(self.place[u])
        return engagement is None or engagement.side != self.c.side[u]

    def reach(self, u: int) -> Found:
        from .movement import reach

        return reach(self, u)

    def mover(self, u: int) -> int:
        """The engineer that hauls a gun (12.4.2(a))."""
        if not self.c.gun[u] or not self.foul_weather():
            return -1
        from .gun_movement import hauler

        return hauler(self, u)

    def steps_out(self, side: int, cell: int, kind: int, passing: bool, first: bool) -> Sequence[tuple[int, int]]:
        if not kind:
            return super().steps_out(side, cell, kind, passing, first)
        from .gun_movement import gun_steps

        return gun_steps(self, side, cell, kind, passing, first)

    def march(self, u: int, goal: int) -> None:
        if not self.c.gun[u]:
            super().march(u, goal)
            return
        from .gun_movement import march_gun

        march_gun(self, u, goal)

    def marched(self, u: int, start: int) -> None:
        from .movement import marched

        marched(self, u, start)

    def why_not_there(self, u: int, cell: int) -> Refusal | None:
        from .movement import why_not_there

        return why_not_there(self, u, cell)

    def other_moves(self, u: int) -> list[Action]:
        if not self.c.fort[self.place[u]]:
            return []
        from .fort_squares import shelter_choices

        return shelter_choices(self, u)

    def why_not_otherwise(self, u: int, action: Action) -> Refusal | None:
        from .fort_squares import refuse_shelter

        return refuse_shelter(self, u, action.mode) if action.kind == "shelter" else None

    def move_otherwise(self, u: int, action: Action) -> None:
        from .fort_squares import shelter

        shelter(self, u, action.mode)

    def movement_ends(self, side: int) -> None:
        from .movement import movement_ends

        movement_ends(self, side)

    def due(self, side: int) -> list[int]:
        from .reinforcements import due

        return due(self, side)

    def entries(self, u: int) -> list[int]:
        from .reinforcements import entries

        return entries(self, u)

    def entry_modes(self, u: int) -> Sequence[str]:
        from .reinforcements import entry_modes

        return entry_modes(self, u)

    def may_enter(self, u: int, cell: int, mode: str) -> bool:
        from .reinforcements import may_enter

        return may_enter(self, u, cell, mode)

    def entering(self, u: int, cell: int, mode: str) -> None:
        from .reinforcements import entering

        entering(self, u, cell, mode)

    def entered(self, u: int, cell: int, mode: str) -> None:
        from .reinforcements import entered

        entered(self, u, cell)

    def enact_operations(self) -> None:
        from .operations import enact

        enact(self)

    def playable_turns(self) -> tuple[int, int]:
        return self.started, self.s.last_turn

    # ---------------------------------------------------------------- 13.0 to 16.0 assaults

    def numbers(self, u: int) -> Numbers:
        """A garrison defends with what its face says, once it is shown (9.2.4, GL-R60)."""
        if not self.c.garrison[u]:
            return super().numbers(u)
        return Numbers(0, max(self.garrison_faces[self.c.garrisons.index(u)], 0), 0)

    def fit_to_assault(self, u: int) -> bool:
        """In good order; engaged units are excepted (13.1.1)."""
        return self.good_order(u) or self.is_engaged(u)

    def is_interdicted(self, u: int) -> bool:
        """Who is in a fort is never (GL-R269)."""
        return bool(self.interdicted[self.place[u]]) and not self.status[u] & INSIDE

    def supports_assaults(self, gun: int) -> bool:
        return self.on_map(gun)  # guns off the map only bombard (20.4.3(1))

    def defenders_of(self, cell: int, side: int) -> list[int]:
        from .forts import defenders_of

        return defenders_of(self, cell, side)

    def empty_target(self, cell: int, side: int) -> bool:
        from .forts import empty_fort

        return empty_fort(self, cell, side)

    def refuse_commit(self, u: int, cell: int, beside: Sequence[int]) -> Refusal | None:
        from .forts import refuse_fort
        from .holds import refuse_western_assault

        return refuse_western_assault(self, u, cell) or refuse_fort(self, u, cell, beside)

    def may_assault(self, u: int) -> bool:
        return not self.status[u] & HELD

    def unit_committed(self, u: int, cell: int) -> None:
        """Its line of command is noted (GL-R287), and a garrison shown that it assaults (GL-R59)."""
        from .arithmetic import command_line
        from .forts import reveal_if_assaulted

        self.command_lines[u] = command_line(self, u, self.place[u])
        reveal_if_assaulted(self, cell)

    def took_place(self, u: int, other: int) -> None:
        """Battalions of a held regiment are held with it (GL-R304)."""
        if self.status[other] & HELD:
            from .holds import formation

            self.waits[other] = formation(self, u) + 1
        self.command_lines[other] = self.command_lines[u]
        self.exhausted = tuple(
            msgspec.structs.replace(row, units=(*row.units, other)) if u in row.units else row for row in self.exhausted
        )

    def presses_alone(self) -> bool:
        return True  # 13.4.1

    def may_press(self, assault: Assault) -> bool:
        """Not in an engagement, nor into an empty fort (GL-R146)."""
        return not assault.renewed and self.enemy_holds(assault.target, self.c.side[assault.units[0]])

    def six_fails(self) -> bool:
        return True  # 13.4.1

    def command_center_terms(self, side: int) -> list[Term]:
        from .resources import command_center_terms

        return command_center_terms(self, side)

    def gets_resource(self, name: str, side: int) -> bool:
        """Flamethrowers are German; 75s come to the French from the German roll, too (14.2.4(b), 14.2.5)."""
        return name != "flamethrowers" or side == GERMAN

    def resources_rolled(self, side: int) -> None:
        from .resources import count_phosgene

        count_phosgene(self, side)

    def uses_in_assault(self) -> tuple[str, ...]:
        from .resources import IN_ASSAULTS

        return IN_ASSAULTS

    def refuse_resource(self, name: str, fight: Fight) -> Refusal | None:
        from .resources import refuse_resource

        return refuse_resource(self, name, fight)

    def resource_named(self, name: str) -> None:
        from .resources import name_gun

        name_gun(self, name)

    def swings_of(self, fight: Fight) -> list[Swing]:
        from .forecast import swings_of

        return swings_of(self, fight)

    def before_roll(self) -> None:
        from .resources import begin_answer, spend_guns

        spend_guns(self)
        begin_answer(self)

    def pressed_under_fire(self, units: int) -> Term:
        """Once, for any number (13.4.2b(a), GL-R119)."""
        term = self.c.modifiers["fire"]["pressed"]
        return msgspec.structs.replace(term, value=term.value if units else 0)

    def interdicted_under_fire(self, squares: int) -> Term:
        """Once (GL-R133)."""
        term = self.c.modifiers["fire"]["interdicted"]
        return msgspec.structs.replace(term, value=term.value if squares else 0)

    def refuse_secondary(self, u: int, cell: int) -> Refusal | None:
        """Four resources leave nothing for a second wave (14.2.1, GL-R125)."""
        if not any(row.target == cell and u in row.units for row in self.exhausted):
            return None
        return Refusal(f"The assault on {self.label(cell)} by {self.name(u)} has used four resources", ("14.2.1", "16.2.2"))

    def comes_first(self, side: int, assault: Assault) -> bool:
        from .forts import shows_first

        return shows_first(self, side, assault)

    def fight_begins(self) -> None:
        """Nothing is named yet; HQs in Supply Mode that are alone surrender (12.8.2(b), GL-R138)."""
        from ..great_war.results import surrender, undefended

        self.means = Means()
        if self.fight is not None and undefended(self, self.fight):
            surrender(self, self.fight.defenders)

    def fight_ends(self, fight: Fight) -> None:
        primary = not fight.secondary and not fight.counter
        if primary and len(fight.used) + self.means.consolidated >= MOST_RESOURCES:
            self.exhausted += (Spent(fight.target, fight.units),)

    def consolidated(self) -> None:
        self.means = msgspec.structs.replace(self.means, consolidated=True)

    def command_terms(self, fight: Fight) -> list[Term]:
        from .arithmetic import command_terms

        return command_terms(self, fight)

    def ground_shift(self, fight: Fight) -> list[Term]:
        from .arithmetic import ground_shift

        return ground_shift(self, fight)

    def extra_shifts(self, fight: Fight) -> list[Term]:
        from .arithmetic import extra_shifts

        return extra_shifts(self, fight)

    def second_trench(self, fight: Fight) -> bool:
        from .arithmetic import second_trench

        return second_trench(self, fight)

    def disorder_terms(self, fight: Fight) -> list[Term]:
        from .arithmetic import disorder_terms

        return disorder_terms(self, fight)

    def pressed_terms(self, fight: Fight) -> list[Term]:
        from .arithmetic import pressed_terms

        return pressed_terms(self, fight)

    def interdicted_starts(self, fight: Fight) -> int:
        from .arithmetic import interdicted_starts

        return interdicted_starts(self, fight)

    def target_interdicted(self, fight: Fight) -> bool:
        from .arithmetic import target_interdicted

        return target_interdicted(self, fight)

    def extra_die_terms(self, fight: Fight) -> list[Term]:
        from .arithmetic import extra_die_terms

        return extra_die_terms(self, fight)

    def defence_terms(self, fight: Fight) -> list[Term]:
        from .arithmetic import defence_terms

        return defence_terms(self, fight)

    def assault_counts(self, fight: Fight) -> bool:
        """Nothing is counted inside an engaged square (17.2(a), GL-R289)."""
        return not fight.renewed

    def settle_roll(self, result: str) -> None:
        from .rerolls import settle_roll

        settle_roll(self, result)

    def fought(self, fight: Fight, result: str) -> None:
        self.means = msgspec.structs.replace(self.means, fought=True)

    def before_outcome(self, result: str) -> bool:
        from .demoralized import before_outcome

        return before_outcome(self, result)

    def surrender_points(self, u: int) -> int:
        return 2 * self.steps[u]  # 16.8.3-VP

    def may_counter_attack(self, u: int) -> bool:
        """Who is held counter-attacks too (GL-R304)."""
        return True

    def push_counter_attack(self, fight: Fight) -> None:
        from .counter_attacks import begin_counter_attack

        begin_counter_attack(self, fight)

    def drive_out(self, fight: Fight, units: Sequence[int]) -> bool:
        from .counter_attacks import drive_out

        return drive_out(self, fight, units)

    def engage(self, fight: Fight) -> bool:
        from .counter_attacks import engage

        return engage(self, fight)

    def came_to_attack(self, fight: Fight, engagement: Engagement) -> bool:
        from .counter_attacks import came_to_attack

        return came_to_attack(fight, engagement)

    def marker_passes(self, engagement: Engagement, fight: Fight) -> Engagement:
        from .counter_attacks import marker_passes

        return marker_passes(engagement, fight)

    def next_stage(self, fight: Fight) -> bool:
        from .forts import next_stage

        return next_stage(self, fight)

    def retreat_rank(self, u: int, cell: int) -> tuple[bool, ...] | None:
        from .retreats import retreat_rank

        return retreat_rank(self, u, cell)

    def may_be_displaced(self, u: int, forced: bool) -> bool:
        """Not a garrison, nor a committed unit as long as another way is left (GL-R288, GL-R292)."""
        return not self.c.garrison[u] and (forced or self.committed(u) is None)

    def displaced_off(self, u: int) -> bool:
        """By its friendly edge (GL-R292)."""
        return self.c.depth[self.c.side[u]][self.place[u]] == 0

    def cannot_retreat(self, u: int) -> None:
        from .retreats import cannot_retreat

        cannot_retreat(self, u)

    def stations(self, u: int, cell: int) -> tuple[str, ...]:
        from .forts import stations

        return stations(self, u, cell)

    def take_station(self, u: int, station: str) -> None:
        """Inside a fort or outside; trenches are lost by who leaves them in rain or snow (GL-R277)."""
        from .forts import take_station

        take_station(self, u, station)
        if self.c.weathers[self.weather] in ("rain", "snow"):
            self.mark(u, ENTRENCHED, False)

    def steps_beyond(self, u: int, beyond: int, machines: int) -> int:
        """With Storm Tactics 756s, and engineers beside them, go on from any square they have won (20.4.2(6), GL-R254)."""
        c, fight = self.c, self.fight
        storms = "storm_tactics" in self.operations and self.means.fought and c.side[u] == GERMAN
        if not storms or fight is None or not any(c.type[v] == STORMERS for v in fight.units):
            return beyond
        return 2 if c.type[u] == STORMERS or c.engineer[u] else beyond

    def advance_fills(self) -> bool:
        return True  # 16.6

    def may_consolidate(self, u: int) -> bool:
        """Infantry that may assault (GL-R293)."""
        return self.c.infantry[u] and self.may_assault(u)

    # ---------------------------------------------------------------- 17.0 to 20.0 reorganization, campaign

    def order(self) -> tuple[int, int]:
        """Who plays first and who second (19.6.5(b))."""
        return (FRENCH, GERMAN) if self.s.spec.french_first else (GERMAN, FRENCH)

    def count_assault(self, side: int) -> None:
        self.assaults_made[side] += 1  # 17.2(a)

    def step_lost(self, u: int, steps: int, cause: str) -> None:
        """Each step lost is a replacement point (17.1.1); French steps and guns are counted for the campaign (20.5.3)."""
        self.lost[self.c.side[u]] += steps
        self.count_french_loss(u, steps)

    def surrendered(self, u: int) -> None:
        self.count_french_loss(u, self.steps[u])

    def count_french_loss(self, u: int, steps: int) -> None:
        """French steps lost or surrendered (GL-R248); a gun that is gone altogether counts each time (GL-R308)."""
        if self.c.side[u] == FRENCH:
            self.french_steps_lost += steps
            self.french_guns_lost += self.c.gun[u] and steps == self.steps[u]

    def rally_row(self, u: int) -> str:
        from .reorganization import rally_row

        return rally_row(self, u)

    def rally_terms(self, u: int) -> list[Term]:
        """-1 for a disrupted unit that failed before (17.7.2)."""
        again = self.status[u] & FAILED and self.status[u] & DISRUPTED
        return [self.c.modifiers["rally"]["again"]] if again else []

    def tried_to_rally(self, u: int) -> None:
        from .reorganization import tried_to_rally

        tried_to_rally(self, u)

    def exits(self, u: int) -> list[Action]:
        from .exits import exits

        return exits(self, u)

    def why_no_exit(self, u: int) -> Refusal | None:
        from .exits import why_no_exit

        return why_no_exit(self, u)

    def leave_map(self, u: int, action: Action) -> None:
        from .exits import leave_map

        leave_map(self, u)
