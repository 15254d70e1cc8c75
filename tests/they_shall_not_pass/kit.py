"""Short stories need few words: build a position, play actions in notation, look at what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent

import trenchline
from trenchline.core.actions import BACK, Legality
from trenchline.core.match import Match
from trenchline.core.position import Event
from trenchline.games.they_shall_not_pass.position import STATES, Position
from trenchline.games.they_shall_not_pass.sequence import SEQUENCE

from ..kit import at as at
from ..kit import options as options
from ..kit import play as play
from ..kit import refused as refused
from ..kit import stage

# The counters as first drafted: the arithmetic of these stories stays when values are tuned by playing.
GAME = trenchline.load("they-shall-not-pass", pack=Path(__file__).parent / "pack")
C = GAME.components


def position(text: str, dice: Sequence[int] = ()) -> Match:
    return stage(GAME, text, dice)


def states(match: Match, unit: str) -> set[str]:
    """The states of a counter, `reduced` among them."""
    p = match.position
    assert isinstance(p, Position)
    u = C.unit[unit]
    found = {word for word, bit in STATES.items() if p.status[u] & bit}
    return found | {"reduced"} if p.is_reduced(u) else found


def control(match: Match, cell: str) -> str:
    """Who controls a hex."""
    return GAME.sides[match.position.control[C.board.index[cell]]]


# ---------------------------------------------------------------------------------------------- assaults (chapter 9)

ELSEWHERE = "0412: IR159\n0413: I.44T"  # two enemies far away: they keep the Assault Phase of either side open


def fight(text: str, dice: Sequence[int] = (), side: str = "german", turn: int = 2) -> Match:
    """A side's Assault Phase with the units of `text`. On open ground 3014 lies between 3013, 3114, 3115, 3015, 2915, 2914."""
    return position(f"turn: {turn}\nstep: {side}-assault\n{ELSEWHERE}\n{dedent(text).strip()}", dice)


def declare(match: Match, cell: str, *units: str) -> Match:
    """Choose a hex and who takes part, without attacking yet."""
    play(match, cell, *units)
    return match


def assault(match: Match, cell: str, *units: str) -> list[Event]:
    """Attack a hex with these units and guns."""
    return play(match, cell, *units, "attack")


def column(match: Match) -> str:
    """The column of the Assault Table that the declared attack would use."""
    odds = match.odds(match.parse("attack"))
    assert odds is not None
    return odds.column


def shifts(match: Match) -> dict[str, int]:
    """The column shifts of the declared attack, by case."""
    odds = match.odds(match.parse("attack"))
    assert odds is not None
    return {line.case: line.value for line in odds.lines if line.case.startswith("9.2")}


def result(events: Sequence[Event]) -> str:
    """The attacker's and the defender's hits of the one assault among some events."""
    return next(event.result for event in events if event.kind == "result")


def fort(match: Match, name: str) -> int:
    """Steps of a fort's garrison; 0 when destroyed."""
    return match.position.forts[[f.name for f in C.forts].index(name)]


# ---------------------------------------------------------------------------------------- moving about, phase by phase


def move(match: Match, unit: str, *cells: str) -> None:
    """Move a unit in the Movement Phase, from one named hex to the next."""
    for cell in cells:
        play(match, unit, f"{unit}-{cell}")


def march(match: Match, unit: str, *cells: str) -> None:
    """The same by strategic movement."""
    for cell in cells:
        play(match, f"strategic:{unit}", f"{unit}-{cell}")


def reach(match: Match, unit: str, strategic: bool = False) -> set[str]:
    """The hexes a unit could move to now; the match stays as it is."""
    twin = match.clone()
    play(twin, f"strategic:{unit}" if strategic else unit)
    return {action.cell for action in twin.actions() if action != BACK}


def barred(match: Match, unit: str, cell: str, strategic: bool = False) -> Legality:
    """Why a unit may not move to a hex; fails if it may. The match stays as it is."""
    twin = match.clone()
    play(twin, f"strategic:{unit}" if strategic else unit)
    return refused(twin, f"{unit}-{cell}")


def points(match: Match, unit: str) -> float:
    """The movement points a unit has left in this phase."""
    p = match.position
    assert isinstance(p, Position)
    return p.mp[C.unit[unit]] / 2


def price(match: Match, unit: str, cell: str, strategic: bool = False) -> float:
    """What the way to a hex would cost a unit that has not moved; the match stays as it is."""
    twin = match.clone()
    (march if strategic else move)(twin, unit, cell)
    return points(match, unit) * (2 if strategic else 1) - points(twin, unit)


def step(match: Match) -> str:
    """The id of the step of the sequence of play."""
    return SEQUENCE.steps[match.position.step].id


def run_to(match: Match, goal: str) -> None:
    """Let both sides do nothing until a decision of the named step waits."""
    for _ in range(60):
        if step(match) == goal:
            return
        play(match, next(word for word in ("done", "ready", "decline") if match.legal(match.parse(word))))
    raise AssertionError(f"{goal} was not reached; {step(match)} waits: {match.decision}")
