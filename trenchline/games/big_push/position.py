"""The state of a match of The Big Push, and what this game adds to the rules of the series."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Self

import msgspec

from ...core.actions import Action, Refusal
from ...core.charts import Term
from ...core.state import Called, Cells, Fixed, Refers
from ..great_war import position as series
from ..great_war.lines import command_distance, rally_aid
from ..great_war.records import Fight
from ..great_war.states import BROKEN, DISORDERED, DISRUPTED, ENTRENCHED, HELD, PRESSED, SUPPLY, SUPPRESSED
from ..great_war.units import ATTACKING
from .components import ALLIED, BRITISH, GERMAN, GERMANY, ROOM, Components, Scenario

UNWRITTEN = -1
NEAR_HQ = 4  # squares within which a command HQ helps an assault (11.7.1)


class Options(msgspec.Struct, frozen=True):
    """The optional rules of a match."""

    counter_battery_table: bool = False  # 6.4.1
    six_fails: bool = False  # 8.7.1
    hq_shelter: bool = False  # BP-R31
    three_players: bool = False  # BP-R09


class Position(series.Position):
    """The state of a match."""

    SPREADS_LOSSES = True
    IMMOBILE = BROKEN | HELD  # broken-down tanks (7.8/1), cavalry that is not released (14.1.3b)
    TALLIED = ATTACKING  # an attacker's losses are part of his working total (BP-R93)

    c: Fixed[Components]
    s: Fixed[Scenario]
    rules: Fixed[Options]
    started: int  # the first turn that is played
    mines: Cells
    blown: tuple[Annotated[int, Refers("mine")], ...]  # faces that came up
    exited: Annotated[Cells, Called("exit_squares")]  # edge squares by which Allied units left
    objectives: tuple[Annotated[int, Refers("objective")], ...]  # the Allies' secret
    discovered: tuple[Annotated[int, Refers("objective")], ...]  # the one the Germans know
    center_turns: list[int]  # the turn in which a side used its Command Center option
    allowed: list[int]  # replacement steps rolled
    written: list[int]  # steps that each side takes; a secret until both have written
    breakthroughs: int  # by tanks or cavalry (15.6.4)
    strength_lost: int  # German mobile factors (15.6.5)
    regiments_back: int  # as replacements (15.6.6)
    exit_points: list[int]  # that German exits took from the Allies, and gave to the German (15.7.1)
    tries: tuple[Annotated[int, Refers("unit")], ...]  # broken-down tanks that failed to recover once

    @classmethod
    def empty(cls, c: Components, scenario: str, rules: Options) -> Self:
        p = cls()
        p.s, p.rules = c.scenarios[scenario], rules
        size = c.board.size
        p.blank_series(c, bytearray([GERMAN]) * size, bytearray([GERMANY]) * size)
        p.started = p.turn = p.s.first_turn
        p.mines, p.blown, p.exited = (), (), ()
        p.objectives, p.discovered, p.center_turns = (), (), [0, 0]
        p.allowed, p.written = [0, 0], [UNWRITTEN, UNWRITTEN]
        p.breakthroughs = p.strength_lost = p.regiments_back = 0
        p.exit_points = [0, 0]
        p.tries = ()
        return p

    # ---------------------------------------------------------------- 7.3 stacking

    def may_stack(self, units: Sequence[int], cell: int) -> bool:
        """One division alone, two brigades, two regiments, four battalions; command HQs beside all but divisions, supply
        HQs alone, one nation (7.3.1, 7.3.2, 7.3.3, BP-R175)."""
        if len(units) < 2:
            return True
        c, status = self.c, self.status
        nation = c.nation[units[0]]
        load = 0
        for u in units:
            if c.nation[u] != nation or status[u] & SUPPLY:
                return False
            load += c.weight[u]
            if c.division[u]:
                return False
        return load <= ROOM

    # ---------------------------------------------------------------- 6.5 steps

    def survivors(self, u: int) -> list[tuple[int, int]]:
        """A reduced division becomes the largest brigade of the pool that is not stronger, a regiment a battalion (6.5.2,
        6.5.3)."""
        c, pool = self.c, self.stacks[self.c.box["pool"]]
        if c.regiment[u]:
            return [(v, 1) for v in pool if c.battalion[v] and c.nation[v] == c.nation[u]][:1]
        limit = c.back[u].primary
        brigades = [v for v in pool if c.brigade[v] and c.nation[v] == c.nation[u] and c.front[v].primary <= limit]
        return [(v, c.steps[v]) for v in sorted(brigades, key=lambda v: (-c.front[v].primary, v))[:1]]

    def step_lost(self, u: int, steps: int, cause: str) -> None:
        """A tank hit by shells breaks down (BP-R21); German mobile factors are counted (15.6.5, BP-R114)."""
        c = self.c
        if c.tank[u] and cause in ("bombardment", "air"):
            self.status[u] |= BROKEN
        if c.trenches[u] and steps:
            whole = steps == self.steps[u]
            rest = 0 if whole else min(2, c.front[u].primary)
            self.strength_lost += c.front[u].primary - rest

    def hindrance(self, u: int) -> Refusal | None:
        if self.status[u] & BROKEN:
            return Refusal(f"{self.name(u)} has broken down and neither moves nor assaults", ("7.8/1",))
        if self.status[u] & HELD:
            return Refusal(f"{self.name(u)} is held in reserve and neither moves nor assaults", ("14.1.3b",))
        return None

    def may_assault(self, u: int) -> bool:
        return not self.status[u] & (BROKEN | HELD)

    # ---------------------------------------------------------------- 6.0 guns

    def shell_row(self, cell: int) -> str:
        """Start Trench before all, but not for cavalry alone; 2nd Trench where entrenched Germans lie off it (6.2.1/1, 6.2.1/2,
        BP-R26)."""
        c, stack, row = self.c, self.stacks[cell], self.c.ground_row[cell]
        if c.trench[cell] and not (stack and all(c.cavalry[u] for u in stack)):
            return "start_trench"
        if stack and any(self.status[u] & ENTRENCHED for u in stack) and c.least["second_trench"] > c.least[row]:
            return "second_trench"
        return row

    def target_open(self, cell: int) -> bool:
        """Nobody is engaged there; concealed guns alone cannot be shelled (BP-R109)."""
        if self.engaged(cell):
            return False
        stack = self.stacks[cell]
        return not stack or any(map(self.may_be_shelled, stack))

    def may_be_shelled(self, u: int) -> bool:
        return not (self.c.gun[u] and self.c.side[u] == GERMAN and "concealed_artillery" in self.operations)

    def push_counter_battery(self) -> None:
        from .counter_battery import begin_counter_battery

        begin_counter_battery(self)

    def gun_reaches(self, u: int, cell: int) -> bool:
        if u == self.c.off_map_guns:
            return bool(self.c.off_map_cover >> 8 * cell & 1)
        return super().gun_reaches(u, cell)

    def gun_cover(self, u: int) -> int:
        return self.c.off_map_cover if u == self.c.off_map_guns else super().gun_cover(u)

    def gun_stands(self, u: int) -> bool:
        return self.place[u] == self.c.box["off_map"] or super().gun_stands(u)

    def gun_supplied(self, u: int) -> bool:
        return u == self.c.off_map_guns or super().gun_supplied(u)

    def extra_bombardment_terms(self, side: int, target: int) -> list[Term]:
        return [self.c.modifiers["bombardment"]["cavalry"]] if any(self.c.cavalry[u] for u in self.stacks[target]) else []

    # ---------------------------------------------------------------- 7.0 movement

    def due(self, side: int) -> list[int]:
        from .reinforcements import due

        return due(self, side)

    def entries(self, u: int) -> list[int]:
        from .reinforcements import entries

        return entries(self, u)

    def entry_cost(self, cell: int) -> int:
        """Who is put down on the map pays nothing (BP-R142)."""
        return (
            super().entry_cost(cell)
            if self.c.depth[ALLIED][cell] == 0 or self.c.depth[GERMAN][cell] == 0 or self.c.row[cell] == 1
            else 0
        )

    def entered(self, u: int, cell: int, mode: str) -> None:
        from .reinforcements import entered

        entered(self, u)

    def exits(self, u: int) -> list[Action]:
        from .exits import exits

        return exits(self, u)

    def why_no_exit(self, u: int) -> Refusal | None:
        from .exits import why_no_exit

        return why_no_exit(self, u)

    def leave_map(self, u: int, action: Action) -> None:
        from .exits import leave_map

        leave_map(self, u)

    def may_leave_map(self, u: int) -> bool:
        from .exits import may_be_driven_off

        return may_be_driven_off(self, u)

    def driven_off(self, u: int) -> None:
        from .exits import driven_off

        driven_off(self, u)

    # ---------------------------------------------------------------- 8.0 commitment

    def short_command(self, units: Sequence[int]) -> bool:
        """A British brigade or tank company shortens the range for all British units of an assault (8.4, BP-R44)."""
        return any(self.c.nation[u] == BRITISH and (self.c.brigade[u] or self.c.tank[u]) for u in units)

    def refuse_commit(self, u: int, cell: int, beside: Sequence[int]) -> Refusal | None:
        from .allies import refuse_joint

        return refuse_joint(self, u, beside)

    def commitment_ends(self, side: int) -> None:
        from .phases import commitment_ends

        commitment_ends(self, side)

    def goes_in_at_once(self, u: int) -> bool:
        """Allied divisions of 6 factors or more (8.7/2)."""
        return self.c.division[u] and self.numbers(u).primary >= 6 and not self.rules.six_fails

    def six_fails(self) -> bool:
        return self.rules.six_fails

    def press_modifiers(self, units: Iterable[int]) -> list[Term]:
        trained = "train_troops" in self.operations and all(self.c.nation[u] == BRITISH for u in units)
        return [self.c.modifiers["press"]["train"]] if trained else []

    # ---------------------------------------------------------------- 9.0 resources

    def command_center_terms(self, side: int) -> list[Term]:
        table, found = self.c.modifiers["command_center"], []
        if self.center_turns[side] == self.turn:
            found.append(table["option"])
        if self.c.weathers[self.weather] in ("rain", "snow"):
            found.append(table["weather"])
        if side == ALLIED and self.turn <= 4:
            found.append(table["early"])
        if side == ALLIED and self.turn >= 12:
            found.append(table["late"])
        return found

    def resources_rolled(self, side: int) -> None:
        from .substitution import begin_substitution

        if side == GERMAN:
            begin_substitution(self)

    def uses_in_assault(self) -> tuple[str, ...]:
        return ("lift", "creeping", "smoke", "gas", "night")

    def confirm_assaults(self, side: int) -> None:
        from .allies import confirm_assaults

        confirm_assaults(self, side)

    # ---------------------------------------------------------------- 10.0 fire

    def neighbours_fire(self) -> bool:
        return True

    def pressed_under_fire(self, units: int) -> Term:
        term = self.c.modifiers["fire"]["pressed"]
        return msgspec.structs.replace(term, value=term.value * units)

    def extra_fire_terms(self, target: int, side: int) -> list[Term]:
        dug_in = side == GERMAN and "reinforced_defenses" in self.operations
        return [self.c.modifiers["fire"]["reinforced"]] if dug_in else []

    # ---------------------------------------------------------------- 11.0 assault

    def command_terms(self, fight: Fight) -> list[Term]:
        """The attacker farthest from a command HQ in good order decides: within 4 squares +1, else -1 (11.7.1, BP-R141)."""
        table = self.c.modifiers["assault"]
        far = [command_distance(self, u, start) for u, start in zip(fight.units, fight.came, strict=True)]
        close = far and all(d is not None and d <= NEAR_HQ for d in far)
        return [table["command_near" if close else "command_far"]]

    def second_trench(self, fight: Fight) -> bool:
        """Entrenched German infantry defends off the German start line (11.7.3, BP-R27)."""
        return self.c.trench[fight.target] != "german" and any(self.status[u] & ENTRENCHED for u in fight.defenders)

    def disorder_terms(self, fight: Fight) -> list[Term]:
        """+1 for any disrupted and +1 for any suppressed defender (11.7.5, BP-R135)."""
        table = self.c.modifiers["assault"]
        found = [(DISRUPTED, "disrupted"), (SUPPRESSED, "suppressed")]
        return [table[name] for bit, name in found if any(self.status[u] & bit for u in fight.defenders)]

    def pressed_terms(self, fight: Fight) -> list[Term]:
        term = self.c.modifiers["assault"]["pressed"]
        count = sum(bool(self.status[u] & PRESSED) for u in fight.units)
        return [msgspec.structs.replace(term, value=term.value * count)]

    def extra_shifts(self, fight: Fight) -> list[Term]:
        table, found = self.c.modifiers["shift"], []
        if fight.extra:
            found.append(table["tank_cavalry"])
        trained = "train_troops" in self.operations and not fight.counter
        if trained and any(self.c.nation[u] == BRITISH for u in fight.units):
            found.append(table["train"])
        return found

    def flanks_closed(self, side: int) -> bool:
        return side == GERMAN and "reinforced_defenses" in self.operations

    def fought(self, fight: Fight, result: str) -> None:
        """Breakthroughs with tanks or cavalry are an objective (15.6.4)."""
        if result == "DEBT" and not fight.counter and any(self.c.tank[u] or self.c.cavalry[u] for u in fight.units):
            self.breakthroughs += 1

    # ---------------------------------------------------------------- 12.2 rally

    def rally_terms(self, u: int) -> list[Term]:
        """+1 in an enemy zone, unless a friend in good order shares the square; -1 near another command HQ (12.2, 12.2.1)."""
        table, side, cell = self.c.modifiers["rally"], self.c.side[u], self.place[u]
        friend = any(v != u and not self.status[v] & DISORDERED for v in self.own(cell, side))
        found = [table["zone"]] if self.in_enemy_zone(cell, side) and not friend else []
        return [*found, table["hq"]] if rally_aid(self, u) else found

    # ---------------------------------------------------------------- 15.5 operations

    def refuse_operation(self, name: str, chosen: Sequence[str]) -> Refusal | None:
        from .operations import refuse_operation

        return refuse_operation(name, chosen)

    def enact_operations(self) -> None:
        from .operations import enact

        enact(self)

    def playable_turns(self) -> tuple[int, int]:
        return self.started, self.s.last_turn
