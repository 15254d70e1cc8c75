"""What this game answers to each hook of the series: a function of one of its chapters or of the series, or a few lines."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import Action, Refusal
from ...core.charts import Term, times
from ...core.paths import Found
from ..great_war import advance, arrivals, assault, bombardment, commitment, engagement, movement, rally, results, units, ways
from ..great_war.differences import Differences
from ..great_war.lines import rally_aid, suppliers
from ..great_war.records import Barrage, Engagement, Fight
from ..great_war.states import BROKEN, DISORDERED, DISRUPTED, ENTRENCHED, FLIPPED, GUNS, HELD, OF_A_PHASE, SUPPLY, SUPPRESSED
from . import allies, arithmetic, counter_battery, operations, phases, reinforcements, steps
from . import exits as departures
from .components import ALLIED, BRITISH, GERMAN, ROOM
from .position import Position
from .substitution import begin_substitution


class RuledPosition(Position):
    """A position that knows the rules of The Big Push."""

    differences = Differences(
        immobile=BROKEN | HELD,  # broken-down tanks (7.8/1), cavalry that is not released (14.1.3b)
        hqs_turn_first=False,
        withdraws_by_moving=False,
        before_assaults=OF_A_PHASE,
        presses_alone=False,
        pressing=("goes over the top", "go over the top"),
        pressed_before="went over the top",
        pressing_title="Over the top",
        pressing_effect="Each adds 1 to the assault dice; losses of both sides double.",
        presses_engaged=True,
        neighbours_fire=True,
        off_map_guns_support=True,
        vacant_interdicted=False,
        spreads_losses=True,
        tallied=("fire", "assault"),  # an attacker's losses are part of his working total, not in a renewed assault (BP-R93)
        retreats="first nearer its own edge, then outside enemy zones of control, then vacant",
        committed_stay=False,
        displaced_leave=False,
        returning_stay=False,
        advance_fills=False,
        operations_paid="at once",  # BP-R138
    )

    # ---------------------------------------------------------------- 7.3 stacking

    def may_stack(self, units: Sequence[int], cell: int) -> bool:
        """One division alone, two brigades, two regiments, four battalions; command HQs beside all but divisions, supply
        HQs alone, one nation (7.3.1, 7.3.2, 7.3.3, BP-R175)."""
        if len(units) < 2:
            return True
        status, nations, weight, division = self.status, self.c.nation, self.c.weight, self.c.division
        nation, load = nations[units[0]], 0
        for u in units:
            if division[u] or status[u] & SUPPLY or nations[u] != nation:
                return False
            load += weight[u]
        return load <= ROOM

    def stacks_as(self, u: int) -> tuple[int, int]:
        """Its nation and size; whoever stays alone is too large for any company."""
        c = self.c
        return (c.nation[u], ROOM + 1 if c.division[u] or self.status[u] & SUPPLY else c.weight[u])

    def stacking_limit(self, units: Sequence[int], cell: int) -> str:
        """HQs with a division or in Supply Mode (7.3.3), else what holds for the nation (7.3.1, 7.3.2)."""
        c = self.c
        hqs = [u for u in units if c.hq[u]]
        if any(self.status[u] & SUPPLY for u in hqs) or (hqs and any(c.division[u] for u in units)):
            return "7.3.3"
        return "7.3.2" if c.side[units[0]] == GERMAN else "7.3.1"

    # ---------------------------------------------------------------- 6.5 steps

    survivors = steps.survivors
    disrupt_instead = steps.disrupt_instead
    can_split = steps.can_split
    battalions_of = steps.battalions_of
    brigades_of = steps.brigades_of
    forms = steps.forms
    parts_of = steps.parts_of

    def box_of_lost(self, u: int) -> str:
        return "pool"

    def may_disrupt_instead(self, u: int) -> bool:
        """Unless it is disrupted already (BP-R20)."""
        return self.steps[u] == 1 and not self.status[u] & DISRUPTED

    take_place = units.take_place

    def give_up(self, u: int) -> None:
        """One point for any unit (BP-R66)."""
        units.score(self, self.enemy(self.c.side[u]), 1, combat=True)
        units.leave(self, u, "gone")

    def step_lost(self, u: int, steps: int, cause: str) -> None:
        """A tank hit by shells breaks down (BP-R21); German mobile factors are counted (15.6.5, BP-R114)."""
        c = self.c
        if c.tank[u] and cause in ("bombardment", "air"):
            self.status[u] |= BROKEN
        if c.trenches[u] and steps:
            whole = steps == self.steps[u]
            rest = 0 if whole else c.front[self.survivors(u)[0][0]].primary
            self.strength_lost += c.front[u].primary - rest

    def may_move(self, u: int) -> bool:
        return not self.status[u] & (BROKEN | HELD)

    def hindrance(self, u: int) -> Refusal | None:
        if self.status[u] & BROKEN:
            return Refusal(f"{self.name(u)} has broken down and neither moves nor assaults", ("7.8/1",))
        if self.status[u] & HELD:
            return Refusal(f"{self.name(u)} is held in reserve and neither moves nor assaults", ("14.1.3b",))
        return None

    def may_assault(self, u: int) -> bool:
        return not self.status[u] & (BROKEN | HELD)

    # ---------------------------------------------------------------- 6.0 guns

    def shell_row(self, cell: int, inside: bool = False) -> str:
        """Start Trench before all, but not for cavalry alone; 2nd Trench where entrenched Germans lie off it (6.2.1/1, 6.2.1/2,
        BP-R26)."""
        c, stack, row = self.c, self.stacks[cell], self.c.ground_row[cell]
        if c.trench[cell] and not (stack and all(c.cavalry[u] for u in stack)):
            return "start_trench"
        if stack and any(self.status[u] & ENTRENCHED for u in stack) and c.least["second_trench"] > c.least[row]:
            return "second_trench"
        return row

    def why_closed(self, cell: int) -> Refusal | None:
        """Nobody is engaged there; concealed guns alone cannot be shelled (BP-R109)."""
        stack = self.stacks[cell]
        if "concealed_artillery" not in self.operations or not stack or self.engaged(cell):
            return bombardment.why_engaged(self, cell)
        if not all(operations.concealed(self, u) for u in stack):
            return None
        return Refusal(f"{self.label(cell)} cannot be shelled: only concealed artillery is there", ("15.5.3b",))

    def exposed(self, cell: int, side: int) -> list[int]:
        return [u for u in self.others(cell, side) if not operations.concealed(self, u)]

    factors_on = bombardment.covered

    def struck(self, barrage: Barrage, result: str) -> None:
        bombardment.shelled(self, barrage.side, barrage.target, result, "bombardment", GUNS + barrage.side)

    def push_bombardment(self) -> None:
        self.stack.append(bombardment.Resolve())
        counter_battery.begin_counter_battery(self)

    def gun_supplied(self, u: int) -> bool:
        """By an HQ in Supply Mode (6.3.2/1)."""
        return u == self.c.off_map_guns or bool(suppliers(self, u, self.place[u]))

    def heavy_term(self, guns: Sequence[int]) -> Term:
        """Each of them (6.5.1)."""
        return times(self.c.modifiers["bombardment"]["heavy"], sum(self.c.heavy[u] for u in guns))

    def extra_bombardment_terms(self, side: int, target: int) -> list[Term]:
        return [self.c.modifiers["bombardment"]["cavalry"]] if any(self.c.cavalry[u] for u in self.stacks[target]) else []

    def gun_factor(self, u: int, cell: int, inside: bool) -> int:
        return self.numbers(u).primary

    # ---------------------------------------------------------------- 7.0 movement

    def reach(self, u: int) -> Found:
        side = self.c.side[u]
        return ways.plain_reach(self, u, self.enemy_cells(side), self.enemy_zone(side))

    def has_facing(self, u: int) -> bool:
        """An HQ in Supply Mode has none (7.4.2)."""
        return not self.status[u] & SUPPLY

    def movement_points(self, u: int) -> int:
        """Of infantry with two modes that of its mobile side if it shows it at any time in the phase (BP-R35)."""
        flipped = self.c.trenches[u] and self.status[u] & FLIPPED
        printed = self.c.front[u].movement if flipped else self.numbers(u).movement
        return printed - self.c.weather_rows[self.weather].movement

    def may_walk_off(self, u: int) -> bool:
        """Engaged units cannot (8.8)."""
        return not self.is_engaged(u)

    def halts(self, u: int, cell: int) -> bool:
        """In an enemy zone of control (7.5/1)."""
        return self.in_enemy_zone(cell, self.c.side[u])

    def pinned(self, u: int) -> bool:
        return bool(self.status[u] & SUPPLY) or not self.may_move(u)

    def plain_steps(self, u: int, cell: int, passing: bool) -> Sequence[tuple[int, int]]:
        return ways.leaving(self, self.c.side[u], cell, passing)

    march = movement.march
    why_no_way = movement.why_no_way
    due = reinforcements.due

    def ways_in(self, u: int) -> list[tuple[str, int]]:
        """Mobile, and infantry with two modes entrenched."""
        cells = reinforcements.entries(self, u)
        return [(mode, x) for mode in (("", "entrenched") if self.c.trenches[u] else ("",)) for x in cells]

    def entry_cost(self, cell: int) -> int:
        """Who is put down on the map pays nothing (BP-R142)."""
        return (
            arrivals.edge_cost(self, cell)
            if self.c.depth[ALLIED][cell] == 0 or self.c.depth[GERMAN][cell] == 0 or self.c.row[cell] == 1
            else 0
        )

    arrive = reinforcements.arrive
    exits = departures.exits
    other_moves = departures.exits

    def why_not_otherwise(self, u: int, action: Action) -> Refusal | None:
        return departures.why_no_exit(self, u) if action.kind == "exit" else None

    def move_otherwise(self, u: int, action: Action) -> None:
        departures.leave_map(self, u)

    # ---------------------------------------------------------------- 8.0 commitment

    def fit_to_assault(self, u: int) -> bool:
        """It is not disrupted (BP-R42)."""
        return not self.status[u] & DISRUPTED

    def is_interdicted(self, u: int) -> bool:
        return bool(self.interdicted[self.place[u]])

    def defenders_of(self, cell: int, side: int) -> list[int]:
        return self.own(cell, side)

    def refuse_commit(self, u: int, cell: int, beside: Sequence[int], secondary: bool) -> Refusal | None:
        return allies.refuse_joint(self, u, beside)

    assailable = commitment.assailable
    commit = commitment.commit
    begin_wave = phases.begin_wave

    def six_fails(self) -> bool:
        return self.options.six_fails  # 8.7.1

    def press_terms(self, units: Sequence[int]) -> list[Term]:
        """A suppressed unit goes along (8.7); Train Troops (15.5.2f)."""
        table, u = self.c.modifiers["press"], units[0]
        suppressed = any(self.status[v] & SUPPRESSED for v in self.own(self.place[u], self.c.side[u]))
        found = [table["suppressed"]] if suppressed else []
        trained = "train_troops" in self.operations and all(self.c.nation[v] == BRITISH for v in units)
        return [*found, table["train"]] if trained else found

    # ---------------------------------------------------------------- 9.0 resources

    def command_center_terms(self, side: int) -> list[Term]:
        table, found = self.c.modifiers["command_center"], []
        if self.center_turns[side] == self.turn:
            found.append(table["option"])
        if self.c.weathers[self.weather] in ("rain", "snow"):
            found.append(table["weather"])
        if side == ALLIED and (self.turn <= 4 or self.turn >= 12):
            found.append(table["early" if self.turn <= 4 else "late"])
        return found

    def resources_rolled(self, side: int) -> None:
        if side == GERMAN:
            begin_substitution(self)

    def uses_in_assault(self) -> tuple[str, ...]:
        """Tank/cavalry is spent before fire, but where an engagement is renewed (R7)."""
        fight = self.fight
        renewed = fight is not None and fight.renewed and fight.side == ALLIED
        return ("lift", "creeping", "smoke", "gas", "night", *(("tank_cavalry",) if renewed else ()))

    def refuse_resource(self, name: str, fight: Fight) -> Refusal | None:
        if name == "tank_cavalry" and not allies.mixed(self, fight.units):
            return Refusal("No tanks or cavalry fight beside infantry here", ("11.5.2.2",))
        return None

    # ---------------------------------------------------------------- 10.0 fire

    pressed_under_fire = arithmetic.pressed_under_fire
    fire_terms = arithmetic.fire_terms

    # ---------------------------------------------------------------- 11.0 assault

    defence_terms = arithmetic.defence_terms
    shift_terms = arithmetic.shift_terms
    die_terms = arithmetic.die_terms

    def may_counter_attack(self, u: int) -> bool:
        return self.may_assault(u)

    def came_to_attack(self, fight: Fight, engagement: Engagement) -> bool:
        return engagement.side == fight.side

    def marker_passes(self, engagement: Engagement, fight: Fight) -> Engagement:
        """Nobody moves (8.8)."""
        here = (fight.target,) * len(fight.units)
        facings = tuple(self.facing[u] for u in fight.units)
        return Engagement(fight.target, fight.side, fight.units, here, facings)

    def retreat_rank(self, u: int, cell: int, vacant: bool) -> tuple[bool, ...] | None:
        """Nearer the own edge, then clear of zones, then vacant (11.8.1, BP-R165)."""
        side = self.c.side[u]
        if self.enemy_holds(cell, side):
            return None
        depth = self.c.depth[side]
        return depth[cell] >= depth[self.place[u]], self.in_enemy_zone(cell, side), not vacant

    def steps_beyond(self, u: int, beyond: int, machines: int) -> int:
        return machines if self.c.tank[u] or self.c.cavalry[u] else beyond

    def may_consolidate(self, u: int) -> bool:
        return self.may_assault(u) or not self.c.assaults[u]

    take_up = assault.take_up
    settle_roll = results.carry_out
    engage = engagement.engage
    win = advance.win
    leave_square = results.leave_square
    push_counter_attack = results.begin_counter_attack
    cannot_retreat = departures.cannot_retreat

    def count_assault(self, fight: Fight, result: str) -> bool:
        """A renewed assault does not count (BP-R93); breakthroughs with tanks or cavalry are an objective (15.6.4)."""
        if result == "DEBT" and not fight.counter and any(self.c.tank[u] or self.c.cavalry[u] for u in fight.units):
            self.breakthroughs += 1
        engagement = self.engagement(fight.target)
        counts = fight.counter or not fight.renewed or engagement is None or engagement.side != fight.side
        self.tally[fight.side] += counts
        return counts

    # ---------------------------------------------------------------- 12.2 rally

    def rally_row(self, u: int) -> str:
        return "any"

    def settle_rally(self, u: int, rallied: bool) -> None:
        if rallied:
            rally.recover(self, u)

    def rally_terms(self, u: int) -> list[Term]:
        """+1 in an enemy zone, unless a friend in good order shares the square; -1 near another command HQ (12.2, 12.2.1)."""
        table, side, cell = self.c.modifiers["rally"], self.c.side[u], self.place[u]
        friend = any(v != u and not self.status[v] & DISORDERED for v in self.own(cell, side))
        found = [table["zone"]] if self.in_enemy_zone(cell, side) and not friend else []
        return [*found, table["hq"]] if rally_aid(self, u) else found

    # ---------------------------------------------------------------- 15.5 operations

    enact_operations = operations.enact

    def playable_turns(self) -> tuple[int, int]:
        return self.started, self.s.last_turn
