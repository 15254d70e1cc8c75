"""Positions written in the middle of a phase: its first decision, without what the beginning of the phase would wipe away."""

from __future__ import annotations

from ...core.decisions import Decision
from ...core.errors import NotationError
from .bombardment import Bombardment
from .combat import Combat, NextCombat, new_fight
from .components import ENEMY, FRENCH
from .losses import Losses, TakeLosses
from .movement import Movement
from .position import ASSAULTED, ATTACKED, ENTERED, EXPLOITED, HALTED, MOVED, SHELTERED, TOUCHED, Fight, Position
from .sequence import SEQUENCE
from .stacking import EndOfPhase, surplus

# The marks that only somebody in the midst of a phase can have: its beginning takes them off.
MARKS = {
    "movement": MOVED | TOUCHED | HALTED,
    "exploitation": MOVED | TOUCHED | HALTED,
    "combat": ATTACKED | ASSAULTED | SHELTERED | EXPLOITED,
    "second-combat": ATTACKED | ASSAULTED,
}


def begun(p: Position, step: int) -> bool:
    """Whether a position without a waiting decision tells that its phase has begun."""
    side, phase = SEQUENCE.steps[step].side, SEQUENCE.steps[step].phase
    if phase == "command":
        _nobody_entered(p, side)
    if phase == "bombardment":
        return bool(p.shelled)
    marks = MARKS.get(phase, 0)
    movers = phase in ("movement", "exploitation")
    units = p.c.ground[side] if movers else range(len(p.c.counters))
    if any(p.status[u] & marks or (movers and p.spent[u]) for u in units):
        return True
    return phase in ("combat", "second-combat") and bool(p.struck)


def _nobody_entered(p: Position, side: int) -> None:
    for u in p.units_of(side):
        if p.status[u] & ENTERED:
            raise NotationError(f"{p.name(u)} cannot have entered in this turn: its side's Command Phase begins (12.1c)")


def waiting(p: Position, step: int) -> list[Decision[Position]]:
    """What is asked in a phase that has begun."""
    side, phase = SEQUENCE.steps[step].side, SEQUENCE.steps[step].phase
    if phase == "bombardment":
        return [Bombardment(side)]
    if phase in ("combat", "second-combat"):
        return [EndOfPhase(), Combat(side, phase == "second-combat")]
    return [Movement(side, phase == "exploitation")]


def losing(p: Position, step: int, side: int, count: int, cells: tuple[int, ...], number: int) -> list[Decision[Position]]:
    """A side is to give up steps of what stands in some hexes, as a combat has just decided (7.5); then the phase goes on."""
    active, phase = SEQUENCE.steps[step].side, SEQUENCE.steps[step].phase
    if phase not in ("combat", "second-combat"):
        raise NotationError("losses are taken in a combat phase (7.5)", number)
    units = tuple(u for cell in cells for u in p.stacks[cell] if p.c.side[u] == side)
    works = tuple(cell for cell in cells if side == FRENCH != active and p.fortress_stands(cell))
    if sum(p.steps[u] for u in units) + len(works) < count:
        raise NotationError(f"there are not {count} steps to be lost in {' '.join(map(p.label, cells))}", number)
    if side == active:
        p.fight = Fight(active, (), units, tuple(p.place[u] for u in units))
    else:
        p.fight = new_fight(p, ENEMY[side], cells)
    rest = TakeLosses(side, count - 1, units, works, "7.5")
    return [EndOfPhase(), NextCombat(active, phase == "second-combat"), rest, Losses(side, units, works, "7.5")]


def may_be_crowded(side: int, step: int) -> bool:
    """Only while a side moves, and in any combat, can its hexes be over the limit (4b, 7.6R-h)."""
    phase = SEQUENCE.steps[step].phase
    return phase in ("combat", "second-combat") or (SEQUENCE.steps[step].side == side and phase in ("movement", "exploitation"))


def crowded(p: Position, step: int) -> list[int]:
    """Hexes over the limit where no rule could have left them so (4a)."""
    return [cell for side in (0, 1) if step >= 0 and not may_be_crowded(side, step) for cell in surplus(p, side)]
