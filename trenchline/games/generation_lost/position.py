"""The state of a match of A Generation Lost, and what this game adds to the rules of the series."""

from __future__ import annotations

from typing import Annotated, Self

import msgspec

from ...core.state import Called, Fixed, Refers
from ..great_war import position as series
from ..great_war.position import HELD
from .components import FRENCH, Components, Scenario

UNWRITTEN = -1


class Options(msgspec.Struct, frozen=True):
    """The optional rules of a match."""

    solitaire: bool = False  # lulls by dice, operations by dice, objectives that nobody sees (7.4, 20.4.4, 20.5.4)


class Position(series.Position):
    """The state of a match."""

    IMMOBILE = HELD  # who is not released yet (19.3.5(c), 19.6.5(f))

    c: Fixed[Components]
    s: Fixed[Scenario]
    rules: Fixed[Options]
    started: int  # the first turn that is played
    lull: bool  # this turn is one (7.0)
    lull_before: bool  # the turn before was one (7.2-DRM)

    # 9.2.4: the face of each garrison counter, in the order of the counters; a secret from both sides until it is shown.
    garrison_faces: Annotated[tuple[int, ...], Called("garrisons")]

    # 17.0 what the reorganization counts
    assaults_made: list[int]  # by each side in this turn (17.2(a))
    disruptions: list[int]  # of each side's units in this turn (17.2(b))
    lost: Annotated[list[int], Called("replacement_points")]  # steps each side has lost and not had back (17.1.1)
    allowed: list[int]  # replacement steps rolled
    written: list[int]  # steps that each side takes; a secret until both have written

    # 20.0 the campaign
    answers: list[int]  # yes (1) or no (0) to Operations, by side; a secret until both have said it
    wishes: list[list[str]]  # options that each side chose; a secret until both are shown
    operations: tuple[str, ...]  # those in force
    objectives: tuple[Annotated[int, Refers("objective")], ...]  # the German secret

    @classmethod
    def empty(cls, c: Components, scenario: str, rules: Options) -> Self:
        p = cls()
        p.s, p.rules = c.scenarios[scenario], rules
        size = c.board.size
        p.blank_series(c, bytearray([FRENCH]) * size, bytearray([FRENCH]) * size)
        p.started = p.turn = p.s.first_turn
        p.lull = p.lull_before = False
        p.garrison_faces = ()
        p.assaults_made, p.disruptions, p.lost = [0, 0], [0, 0], [0, 0]
        p.allowed, p.written = [0, 0], [UNWRITTEN, UNWRITTEN]
        p.answers, p.wishes, p.operations, p.objectives = [0, 0], [[], []], (), ()
        return p

    # ---------------------------------------------------------------- 5.0 to 8.0 weather, lull, guns (B)

    # ---------------------------------------------------------------- 9.0 to 12.0 steps, stacking, zones, movement (C)

    def playable_turns(self) -> tuple[int, int]:
        return self.started, self.s.last_turn

    # ---------------------------------------------------------------- 13.0 to 16.0 assaults (D)

    # ---------------------------------------------------------------- 17.0 to 20.0 reorganization, campaign (E)
