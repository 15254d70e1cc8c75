"""The state of a match of A Generation Lost. Its answers to the hooks of the series are in `series_hooks`."""

from __future__ import annotations

from typing import Annotated, Self

import msgspec

from ...core.state import Called, Cells, Fixed, Fresh, Kept, PerUnit, Refers, Side, Units
from ..great_war import position as series
from ..great_war.records import Barrage
from .components import FRENCH, GERMAN, Components, Scenario
from .records import Ground, Means, Owed, Purchase, Rear, Sortie, Spent

INVERTED = -1  # a garrison counter that nobody has seen
SHOWN_IN_FORT = 2  # the attack of a brigade side that may be on one (10.5.1)


class Options(msgspec.Struct, frozen=True):
    """The optional rules of a match."""

    solitaire: bool = False  # lulls by dice, operations by dice, objectives that nobody sees (7.4, 20.4.4, 20.5.4)


class Position(series.Position):
    """The state of a match."""

    c: Fixed[Components]
    s: Fixed[Scenario]
    options: Fixed[Options]
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

    # assaults
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
    ways: Kept[dict[tuple[int, ...], tuple[int, ...]]]  # out of rings and home, as they were last found (`victory`)

    @classmethod
    def empty(cls, c: Components, scenario: str, options: Options) -> Self:
        p = cls()
        p.s, p.options = c.scenarios[scenario], options
        size = c.board.size
        p.blank_series(c, bytearray([FRENCH]) * size, bytearray([FRENCH]) * size)
        p.started = p.turn = p.s.first_turn
        p.lull = p.lull_before = False
        p.somme_used, p.fire_supply, p.sorties, p.flown, p.drum_fire = (), (), (), (), None
        p.garrison_faces = (INVERTED,) * len(c.garrisons)
        p.waits, p.owed = bytearray(len(c.counters)), ()
        p.grounds, p.rears = {}, {}
        p.command_lines, p.means, p.phosgene, p.exhausted = bytearray(len(c.counters)), Means(), 0, ()
        p.assaults_made, p.lost, p.allowed, p.written = [0, 0], [0, 0], [0, 0], ()
        p.objectives, p.given_up, p.exited, p.exit_squares = (), (), (), ()
        p.divisions_back = p.french_steps_lost = p.french_guns_lost = 0
        p.forts, p.dummies, p.mines, p.blown, p.ways = [FRENCH] * len(c.forts), (), (), (), {}
        return p

    def fort_sized(self, u: int) -> bool:
        """Garrisons, German battalions, chasseurs and brigades that show 216 are small enough for a fort (10.5.1, 13.3.1b,
        GL-R62)."""
        c = self.c
        if c.brigade[u]:
            return self.steps[u] < c.steps[u] and c.back[u].primary == SHOWN_IN_FORT
        return c.battalion[u] or c.chasseur[u] or c.garrison[u]

    def may_stand(self, u: int, cell: int) -> bool:
        """Large units are not on forts (10.5.1); the heaviest guns keep to major roads and out of start trenches, some to
        rails (12.5.1, 12.5.2, 12.5.3, GL-R292)."""
        c = self.c
        if c.fort[cell]:
            return self.fort_sized(u)
        if c.road_bound[u]:
            return bool(c.board.edges["major"][cell]) and not c.trench[cell]
        return not c.rail_bound[u] or bool(c.board.edges["rail"][cell])

    def foul_weather(self) -> bool:
        """Rain or snow (12.4.2)."""
        return self.c.weathers[self.weather] in ("rain", "snow")

    def order(self) -> tuple[int, int]:
        """Who plays first and who second (19.6.5(b))."""
        return (FRENCH, GERMAN) if self.s.spec.french_first else (GERMAN, FRENCH)

    def count_french_loss(self, u: int, steps: int) -> None:
        """French steps lost or surrendered (GL-R248); a gun that is gone altogether counts each time (GL-R308)."""
        if self.c.side[u] == FRENCH:
            self.french_steps_lost += steps
            self.french_guns_lost += self.c.gun[u] and steps == self.steps[u]
