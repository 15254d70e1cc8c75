"""12.0 Reorganization, once for both sides at the end of the turn (BP-R11): replacements, rally, tanks, interdiction."""

from __future__ import annotations

from ...core.decisions import Automatic
from ...core.state import Side
from ..great_war.rally import begin_rally
from ..great_war.states import AIR, COUNTED, GUNS, NEW, OLD
from .components import ALLIED, BRITISH, GERMAN
from .machines import recoveries
from .position import UNWRITTEN, Position
from .replacements import begin_replacements


def reorganization(p: Position, side: int) -> None:
    for u in p.c.of_nation[BRITISH]:
        p.status[u] &= ~NEW  # before replacements appear: their first turn is the next (BP-R143)
    p.stack += [Clear(), Recover(), RallySide(GERMAN), RallySide(ALLIED)]
    begin_replacements(p)


class RallySide(Automatic[Position], frozen=True):
    side: Side

    def run(self, p: Position) -> None:
        begin_rally(p, self.side)


class Recover(Automatic[Position], frozen=True):
    def run(self, p: Position) -> None:
        recoveries(p)


class Clear(Automatic[Position], frozen=True):
    """A side removes enemy markers that lay there in its own movement phase: Allied ones go in the same turn, German ones
    in the next (12.4, BP-R12); replacements go back to nothing (12.1.3/2); the air unit goes too (BP-R129)."""

    def run(self, p: Position) -> None:
        for cell, how in enumerate(p.interdicted):
            if how & OLD or how in (GUNS + ALLIED, AIR):
                p.interdict(cell, 0)
        p.air = ()
        p.tally, p.allowed, p.written = [0, 0], [0, 0], [UNWRITTEN, UNWRITTEN]
        for u in range(len(p.c.counters)):
            p.status[u] &= ~COUNTED


def allies_move(p: Position) -> None:
    """German markers on the map while the Allies move go in the next reorganization (BP-R12); Allied ones always do."""
    for cell, how in enumerate(p.interdicted):
        if how == GUNS + GERMAN:
            p.interdicted[cell] = how | OLD
