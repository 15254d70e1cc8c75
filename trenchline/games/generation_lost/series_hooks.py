"""What this game answers to each hook of the series: a function of one of its chapters or of the series, or a few lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ...core.actions import Action, Refusal
from ...core.charts import Term, times
from ...core.occupancy import Exerted
from ..great_war import arrivals, bombardment
from ..great_war import position as series
from ..great_war.components import Numbers
from ..great_war.differences import Differences
from ..great_war.records import Barrage, Engagement, Fight
from ..great_war.states import DISRUPTED, ENTRENCHED, FAILED, FIRED, GUNS, HELD, INSIDE, OF_A_PHASE, SUPPLY, SUPPRESSED
from . import (
    advance,
    arithmetic,
    assaults,
    bombardment_supply,
    counter_attacks,
    demoralized,
    drum_fire,
    forecast,
    forts,
    gun_movement,
    holds,
    movement,
    operations,
    reinforcements,
    reorganization,
    rerolls,
    resources,
    retreats,
    stacking,
    steps,
    targets,
)
from . import exits as departures
from .components import GERMAN
from .counter_battery import worn_out
from .fort_squares import refuse_shelter, shelter, shelter_choices
from .gun_movement import hauler
from .position import Position

STORMERS = "756"  # regiments of Storm Tactics


class RuledPosition(Position):
    """A position that knows the rules of A Generation Lost."""

    differences = Differences(
        immobile=HELD,  # who is not released yet (19.3.5(c), 19.6.5(f))
        hqs_turn_first=True,
        withdraws_by_moving=True,
        before_assaults=OF_A_PHASE & ~FIRED,  # which HQ gave the guns their shells is remembered (20.4.2(2))
        presses_alone=True,
        pressing=("closes in", "close in"),
        pressed_before="closed in",
        pressing_title="Closing in",
        pressing_effect="Each after the first adds 1 to the assault dice; losses of both sides double.",
        presses_engaged=False,
        neighbours_fire=False,
        off_map_guns_support=False,
        vacant_interdicted=True,
        spreads_losses=False,
        tallied=(),
        retreats="first nearer its own edge, then vacant, then outside enemy zones of control",
        committed_stay=True,
        displaced_leave=True,
        returning_stay=True,
        advance_fills=True,
        operations_paid="at the end",  # GL-R258
    )

    ZONE_STATES = series.Position.ZONE_STATES | INSIDE

    # ---------------------------------------------------------------- 8.0 bombardment

    why_closed = bombardment.why_engaged

    def exposed(self, cell: int, side: int) -> list[int]:
        return [u for u in self.others(cell, side) if not self.status[u] & INSIDE]

    def shell_row(self, cell: int, inside: bool = False) -> str:
        return targets.FORT_ROW if inside else targets.shell_row(self, cell)

    gun_factor = targets.gun_factor

    def factors_on(self, guns: Iterable[int]) -> bytes:
        return targets.factors_on(self, list(guns))

    gun_supplied = bombardment_supply.supplied

    def heavy_term(self, guns: Sequence[int]) -> Term:
        """Once, if there is one (8.6.2, GL-R26)."""
        return times(self.c.modifiers["bombardment"]["heavy"], any(self.c.heavy[u] for u in guns))

    def extra_bombardment_terms(self, side: int, target: int) -> list[Term]:
        return [self.c.modifiers["bombardment"]["worn"]] if worn_out(self, side) else []

    def struck(self, barrage: Barrage, result: str) -> None:
        if barrage.inside:
            targets.strike_fort(self, barrage, result)
        else:
            bombardment.shelled(self, barrage.side, barrage.target, result, "bombardment", GUNS + barrage.side)

    push_bombardment = drum_fire.push_bombardment

    # ---------------------------------------------------------------- 9.0 steps, 10.0 stacking, 11.0 zones, 12.0 movement

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

    may_stack = stacking.may_stack
    stacks_as = stacking.stacks_as
    stacking_limit = stacking.stacking_limit
    survivors = steps.survivors
    box_of_lost = steps.box_of_lost
    may_disrupt_instead = steps.may_disrupt_instead
    disrupt_instead = steps.disrupt_instead
    take_place = steps.take_place
    can_split = steps.can_split
    battalions_of = steps.battalions_of
    brigades_of = steps.brigades_of
    forms = steps.forms
    parts_of = steps.parts_of

    def may_move(self, u: int) -> bool:
        return not self.status[u] & HELD and not self.c.garrison[u]

    hindrance = holds.hindrance

    def has_facing(self, u: int) -> bool:
        return not self.status[u] & SUPPLY and not self.c.garrison[u]

    movement_points = movement.movement_points
    may_walk_off = movement.may_walk_off
    reach = movement.reach

    def mover(self, u: int) -> int:
        """The engineer that hauls a gun (12.4.2(a))."""
        if not self.c.gun[u] or not self.foul_weather():
            return -1
        return hauler(self, u)

    halts = movement.halts
    may_fail = gun_movement.rolls
    pinned = movement.pinned
    plain_steps = movement.plain_steps
    march = movement.march
    why_no_way = movement.why_no_way

    def other_moves(self, u: int) -> list[Action]:
        shelters = shelter_choices(self, u) if self.c.fort[self.place[u]] else []
        return [*shelters, *departures.exits(self, u)]

    def why_not_otherwise(self, u: int, action: Action) -> Refusal | None:
        if action.kind == "exit":
            return departures.why_no_exit(self, u)
        return refuse_shelter(self, u, action.mode) if action.kind == "shelter" else None

    def move_otherwise(self, u: int, action: Action) -> None:
        if action.kind == "exit":
            departures.leave_map(self, u)
        else:
            shelter(self, u, action.mode)

    due = reinforcements.due
    ways_in = reinforcements.ways_in
    entry_cost = arrivals.edge_cost
    arrive = reinforcements.arrive
    enact_operations = operations.enact

    def playable_turns(self) -> tuple[int, int]:
        return self.started, self.s.last_turn

    # ---------------------------------------------------------------- 13.0 commitment, 14.0 resources, 15.0 fire, 16.0 assaults

    def numbers(self, u: int) -> Numbers:
        """A garrison defends with what its face says, once it is shown (9.2.4, GL-R60)."""
        c = self.c
        if c.garrison[u]:
            return Numbers(0, max(self.garrison_faces[c.garrisons.index(u)], 0), 0)
        reverse = self.status[u] & ENTRENCHED if c.trenches[u] else self.steps[u] < c.steps[u]  # as in `State.numbers`
        return c.back[u] if reverse else c.front[u]

    def fit_to_assault(self, u: int) -> bool:
        """In good order; engaged units are excepted (13.1.1)."""
        return self.good_order(u) or self.is_engaged(u)

    def is_interdicted(self, u: int) -> bool:
        """Who is in a fort is never (GL-R269)."""
        return bool(self.interdicted[self.place[u]]) and not self.status[u] & INSIDE

    defenders_of = forts.defenders_of
    assailable = forts.assailable

    def refuse_commit(self, u: int, cell: int, beside: Sequence[int], secondary: bool) -> Refusal | None:
        """Four resources leave nothing for a second wave (14.2.1, GL-R125)."""
        if secondary and any(row.target == cell and u in row.units for row in self.exhausted):
            used = f"The assault on {self.label(cell)} by {self.name(u)} has used four resources"
            return Refusal(used, ("14.2.1", "16.2.2"))
        return holds.refuse_western_assault(self, u, cell) or forts.refuse_fort(self, u, cell, beside)

    def may_assault(self, u: int) -> bool:
        return not self.status[u] & HELD or holds.fights_on(self, u)

    commit = assaults.commit
    begin_wave = assaults.begin_wave

    def press_terms(self, units: Sequence[int]) -> list[Term]:
        return []  # the die is not modified (13.4.1)

    def six_fails(self) -> bool:
        return True  # 13.4.1

    command_center_terms = resources.command_center_terms
    resources_rolled = resources.count_phosgene

    def uses_in_assault(self) -> tuple[str, ...]:
        return resources.IN_ASSAULTS

    refuse_resource = resources.refuse_resource
    swings_of = forecast.swings_of
    pressed_under_fire = arithmetic.pressed_under_fire
    fire_terms = arithmetic.fire_terms
    take_up = assaults.take_up
    defence_terms = arithmetic.defence_terms
    shift_terms = arithmetic.shift_terms
    die_terms = arithmetic.die_terms

    def count_assault(self, fight: Fight, result: str) -> bool:
        """Nothing is counted inside an engaged square (17.2(a), GL-R289). What is thrown after this is another assault, with a
        re-roll of its own (GL-R294)."""
        self.means = msgspec.structs.replace(self.means, fought=True, again=False)
        self.assaults_made[fight.side] += not fight.renewed
        return not fight.renewed

    settle_roll = rerolls.settle_roll
    give_up = demoralized.give_up

    def may_counter_attack(self, u: int) -> bool:
        """Who is held counter-attacks too (GL-R304)."""
        return True

    push_counter_attack = counter_attacks.begin_counter_attack
    leave_square = counter_attacks.leave_square
    engage = counter_attacks.engage

    def came_to_attack(self, fight: Fight, engagement: Engagement) -> bool:
        return counter_attacks.came_to_attack(fight, engagement)

    def marker_passes(self, engagement: Engagement, fight: Fight) -> Engagement:
        return counter_attacks.marker_passes(engagement, fight)

    win = advance.win
    retreat_rank = retreats.retreat_rank
    cannot_retreat = retreats.cannot_retreat
    stations = forts.stations

    def take_station(self, u: int, station: str) -> None:
        """Inside a fort or outside; trenches are lost by who leaves them in rain or snow (GL-R277)."""
        forts.take_station(self, u, station)
        if self.c.weathers[self.weather] in ("rain", "snow"):
            self.mark(u, ENTRENCHED, False)

    def steps_beyond(self, u: int, beyond: int, machines: int) -> int:
        """With Storm Tactics 756s, and engineers beside them, go on from any square they have won (20.4.2(6), GL-R254)."""
        c, fight = self.c, self.fight
        storms = "storm_tactics" in self.operations and self.means.fought and c.side[u] == GERMAN
        if not storms or fight is None or not any(c.type[v] == STORMERS for v in fight.units):
            return beyond
        return 2 if c.type[u] == STORMERS or c.engineer[u] else beyond

    def may_consolidate(self, u: int) -> bool:
        """Infantry that may assault (GL-R293)."""
        return self.c.infantry[u] and self.may_assault(u)

    # ---------------------------------------------------------------- 17.0 reorganization, 18.0 leaving the map

    def step_lost(self, u: int, steps: int, cause: str) -> None:
        """Each step lost is a replacement point (17.1.1); French steps and guns are counted for the campaign (20.5.3)."""
        self.lost[self.c.side[u]] += steps
        self.count_french_loss(u, steps)

    rally_row = reorganization.rally_row

    def rally_terms(self, u: int) -> list[Term]:
        """-1 for a disrupted unit that failed before (17.7.2)."""
        again = self.status[u] & FAILED and self.status[u] & DISRUPTED
        return [self.c.modifiers["rally"]["again"]] if again else []

    settle_rally = reorganization.settle_rally
    exits = departures.exits
