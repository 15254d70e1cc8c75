"""The state of a match of The Big Push. Its answers to the hooks of the series are in `series_hooks`."""

from __future__ import annotations

from typing import Annotated, Self

import msgspec

from ...core.state import Called, Cells, Fixed, Refers
from ..great_war import position as series
from .components import GERMAN, GERMANY, Components, Scenario

UNWRITTEN = -1


class Options(msgspec.Struct, frozen=True):
    """The optional rules of a match."""

    counter_battery_table: bool = False  # 6.4.1
    six_fails: bool = False  # 8.7.1
    hq_shelter: bool = False  # BP-R31
    three_players: bool = False  # BP-R09


class Position(series.Position):
    """The state of a match."""

    c: Fixed[Components]
    s: Fixed[Scenario]
    options: Fixed[Options]
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
    exit_points: int  # that the German gained by exits (15.7.1)
    tries: tuple[Annotated[int, Refers("unit")], ...]  # broken-down tanks that failed to recover once

    @classmethod
    def empty(cls, c: Components, scenario: str, options: Options) -> Self:
        p = cls()
        p.s, p.options = c.scenarios[scenario], options
        size = c.board.size
        p.blank_series(c, bytearray([GERMAN]) * size, bytearray([GERMANY]) * size)
        p.started = p.turn = p.s.first_turn
        p.mines, p.blown, p.exited = (), (), ()
        p.objectives, p.discovered, p.center_turns = (), (), [0, 0]
        p.allowed, p.written = [0, 0], [UNWRITTEN, UNWRITTEN]
        p.breakthroughs = p.strength_lost = p.regiments_back = 0
        p.exit_points = 0
        p.tries = ()
        return p
