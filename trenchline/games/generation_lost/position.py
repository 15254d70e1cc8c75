"""The state of a match of A Generation Lost, and what this game adds to the rules of the series."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Self

import msgspec

from ...core.actions import Action, Refusal
from ...core.charts import Term
from ...core.state import Called, Cell, Cells, Fixed, Refers, Side, Unit, Units
from ..great_war import position as series
from ..great_war.position import DISRUPTED, FAILED, HELD, INSIDE, SUPPLY, Barrage
from .components import FRENCH, GERMAN, ROOM, Components, Scenario

INVERTED = -1  # a garrison counter that nobody has seen


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


class Position(series.Position):
    """The state of a match."""

    IMMOBILE = HELD  # who is not released yet (19.3.5(c), 19.6.5(f))

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

    # 17.0 what the reorganization counts
    assaults_made: list[int]  # by each side in this turn (17.2(a))
    lost: Annotated[list[int], Called("replacement_points")]  # steps each side has lost in this turn (17.1.1)
    allowed: list[int]  # replacement steps each side may take
    written: tuple[Purchase, ...]  # what both sides take; a secret until both have written

    # 20.0 the campaign
    answers: list[int]  # yes (1) or no (0) to Operations, by side; a secret until both have said it
    wishes: list[list[str]]  # options that each side chose; a secret until both are shown
    operations: tuple[str, ...]  # those in force
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
        p.assaults_made, p.lost, p.allowed, p.written = [0, 0], [0, 0], [0, 0], ()
        p.answers, p.wishes, p.operations = [0, 0], [[], []], ()
        p.objectives, p.given_up, p.exited, p.exit_squares = (), (), (), ()
        p.divisions_back = p.french_steps_lost = p.french_guns_lost = 0
        p.forts, p.dummies, p.mines, p.blown = [FRENCH] * len(c.forts), (), (), ()
        return p

    # ---------------------------------------------------------------- 5.0 to 8.0 weather, lull, guns (B)

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

    def may_disrupt_instead(self, u: int) -> bool:
        """Only who is in good order (8.6.4-ST, GL-R270)."""
        return self.good_order(u)

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

    # ---------------------------------------------------------------- 9.0 to 12.0 steps, stacking, zones, movement (C)

    def may_stack(self, units: Sequence[int], cell: int) -> bool:
        """One division alone, two brigades or guns, two regiments, four battalions; command HQs beside all but divisions,
        supply HQs alone (10.2, 10.3, 10.4-Command, 10.4-Supply, GL-R69)."""
        if len(units) < 2:
            return True
        c, status = self.c, self.status
        if any(status[u] & SUPPLY or c.division[u] for u in units):
            return False
        return sum(c.weight[u] for u in units) <= ROOM

    def playable_turns(self) -> tuple[int, int]:
        return self.started, self.s.last_turn

    # ---------------------------------------------------------------- 13.0 to 16.0 assaults (D)

    # ---------------------------------------------------------------- 17.0 to 20.0 reorganization, campaign (E)

    def order(self) -> tuple[int, int]:
        """Who plays first and who second (19.6.5(b))."""
        return (FRENCH, GERMAN) if self.s.spec.french_first else (GERMAN, FRENCH)

    def count_assault(self, side: int) -> None:
        self.assaults_made[side] += 1  # 17.2(a)

    def step_lost(self, u: int, steps: int, cause: str) -> None:
        """Each step lost is a replacement point (17.1.1); French steps and guns are counted for the campaign (20.5.3)."""
        self.lost[self.c.side[u]] += steps
        self.count_french_loss(u, steps)

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
