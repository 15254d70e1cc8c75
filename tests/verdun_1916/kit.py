"""Short stories need few words: build a position, play actions in notation, look at what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent

import trenchline
from trenchline.core.actions import Legality
from trenchline.core.charts import Odds
from trenchline.core.match import Match
from trenchline.core.position import Event
from trenchline.games.verdun_1916.position import STATES, Position
from trenchline.games.verdun_1916.sequence import SEQUENCE

from ..kit import at as at
from ..kit import options as options
from ..kit import play as play
from ..kit import refused as refused
from ..kit import stage

# The counters as first drafted: the arithmetic of these stories stays when values are tuned by playing.
GAME = trenchline.load("verdun-1916", pack=Path(__file__).parent / "pack")
C = GAME.components
SHIFTS = {line.text for line in C.combat.shifts.values()}
MODIFIERS = {line.text for line in C.modifiers.values()}


def position(text: str, dice: Sequence[int] = ()) -> Match:
    return stage(GAME, text, dice)


def legal(match: Match, text: str) -> bool:
    """Whether an action is legal now."""
    return bool(match.legal(match.parse(text)))


def where(match: Match, *units: str) -> list[str]:
    """Where some counters are."""
    return [at(match, unit) for unit in units]


def states(match: Match, unit: str) -> set[str]:
    """The states of a counter."""
    p = match.position
    assert isinstance(p, Position)
    return {word for word, bit in STATES.items() if p.status[C.unit[unit]] & bit}


def steps(match: Match, unit: str) -> int:
    """The steps a counter has left."""
    p = match.position
    assert isinstance(p, Position)
    return p.steps[C.unit[unit]]


def control(match: Match, cell: str) -> str:
    """Who controls a hex."""
    return GAME.sides[match.position.control[C.board.index[cell]]]


def step(match: Match) -> str:
    """The id of the step of the sequence of play."""
    return SEQUENCE.steps[match.position.step].id


QUIET = ("done", "ready", "decline", "halt")


def run_to(match: Match, goal: str, turn: int = 0) -> None:
    """Let both sides do nothing until a decision of the named step (of that turn) waits."""
    for _ in range(120):
        if match.over or (step(match) == goal and (not turn or match.position.turn == turn)):
            return
        play(match, next(word for word in QUIET if match.legal(match.parse(word))))
    raise AssertionError(f"{goal} was not reached; {step(match)} waits: {match.decision}")


# ------------------------------------------------------------------------------------------------- combat (chapter 7)
# Open ground without slopes or water: 3114 lies between 3113, 3213, 3214, 3115, 3014 and 3013 (north, then clockwise).


def fight(text: str, dice: Sequence[int] = (), side: str = "german", turn: int = 2, phase: str = "combat") -> Match:
    """A side's Combat Phase with the units of `text`."""
    return position(f"turn: {turn}\nstep: {side}-{phase}\n{dedent(text).strip()}", dice)


def declare(match: Match, cells: str, *units: str, support: Sequence[str] = ()) -> Match:
    """Choose the target hexes and who takes part, let the defender support; the totals are out, the die is not."""
    first, *more = cells.split()
    play(match, first, *(f"target:{cell}" for cell in more), *units, "attack")
    if legal(match, "ready"):
        play(match, *support, "ready")
    else:
        assert not support
    return match


def attack(match: Match, cells: str, *units: str, support: Sequence[str] = ()) -> list[Event]:
    """Attack hexes with these units and guns, and roll."""
    declare(match, cells, *units, support=support)
    return play(match, "resolve")


def odds(match: Match) -> Odds:
    """The arithmetic of the declared attack."""
    found = match.odds(match.parse("resolve"))
    assert found is not None
    return found


def shifts(match: Match) -> dict[str, int]:
    """The column shifts of the declared attack, by their words."""
    return {line.text: line.value for line in odds(match).lines if line.text in SHIFTS}


def modifiers(match: Match) -> dict[str, int]:
    """The modifiers of the die of the declared attack, by their words."""
    return {line.text: line.value for line in odds(match).lines if line.text in MODIFIERS}


def result(events: Sequence[Event]) -> str:
    """The result of the one combat or barrage among some events."""
    return next(event.result for event in events if event.result)


MAIN = ("Combat", "Movement", "Bombardment", "Deploy", "PlaceHq", "ExtraTurn")


def settle(match: Match) -> None:
    """Take the first choice of every loss and retreat, and no advance, until the next combat or phase."""
    for _ in range(40):
        if match.over or match.decision is None or match.decision.kind in MAIN:
            return
        play(match, "done" if legal(match, "done") else sorted(options(match))[0])
    raise AssertionError(f"no end: {match.decision}")


# ---------------------------------------------------------------------------------------------- movement (chapter 5)


def march(text: str, side: str = "german", turn: int = 2, phase: str = "movement") -> Match:
    """A side's Movement Phase with the units of `text`."""
    return position(f"turn: {turn}\nstep: {side}-{phase}\n{dedent(text).strip()}")


def move(match: Match, unit: str, *cells: str) -> None:
    """Move a unit from one named hex to the next, and no further."""
    play(match, unit, *(f"{unit}-{cell}" for cell in cells))
    if legal(match, "halt"):
        play(match, "halt")


def reach(match: Match, unit: str) -> set[str]:
    """The hexes a unit could move to now; the match stays as it is."""
    twin = match.clone()
    play(twin, unit)
    return {action.cell for action in twin.actions() if action.cell}


def barred(match: Match, unit: str, cell: str) -> Legality:
    """Why a unit may not move to a hex; fails if it may. The match stays as it is."""
    twin = match.clone()
    play(twin, unit)
    return refused(twin, f"{unit}-{cell}")


def spent(match: Match, unit: str) -> int:
    """The movement points a unit has spent in this phase."""
    p = match.position
    assert isinstance(p, Position)
    return p.spent[C.unit[unit]]


def price(match: Match, unit: str, *cells: str) -> int:
    """What a way would cost a unit that has not moved; the match stays as it is."""
    twin = match.clone()
    play(twin, unit, *(f"{unit}-{cell}" for cell in cells))
    return spent(twin, unit)


# ------------------------------------------------------------------------------------------- bombardment (chapter 8)


def guns(text: str, dice: Sequence[int] = (), side: str = "german", turn: int = 2) -> Match:
    """A side's Bombardment Phase with the units of `text`."""
    return position(f"turn: {turn}\nstep: {side}-bombardment\n{dedent(text).strip()}", dice)


def barrage(match: Match, cell: str, *units: str) -> list[Event]:
    """Fire these guns and bombers at a hex."""
    return play(match, cell, *units, "fire")


def barrage_column(match: Match, cell: str, *units: str) -> str:
    """The column of the Bombardment Table that a barrage would use; the match stays as it is."""
    twin = match.clone()
    play(twin, cell, *units)
    found = twin.odds(twin.parse("fire"))
    assert found is not None
    return found.column
