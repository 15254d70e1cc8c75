"""Short stories need few words: build a position, play actions in notation, look at what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import dedent

import trenchline
from trenchline.core.actions import BACK, Legality
from trenchline.core.match import Match
from trenchline.core.position import Event
from trenchline.games.campaign_of_attrition import supply
from trenchline.games.campaign_of_attrition.position import STATES, Position
from trenchline.games.campaign_of_attrition.sequence import SEQUENCE

from ..kit import at as at
from ..kit import options as options
from ..kit import play as play
from ..kit import refused as refused
from ..kit import stage

GAME = trenchline.load("campaign-of-attrition")
C = GAME.components
CELL = C.board.index


def position(text: str, dice: Sequence[int] = ()) -> Match:
    return stage(GAME, text, dice)


def _position(match: Match) -> Position:
    assert isinstance(match.position, Position)
    return match.position


def states(match: Match, unit: str) -> set[str]:
    """The states of a counter, `reduced` among them."""
    p, u = _position(match), C.unit[unit]
    found = {word for word, bit in STATES.items() if p.status[u] & bit}
    return found | {"reduced"} if p.steps[u] < C.steps[u] else found


def order(match: Match, unit: str) -> str:
    """Whether a unit on the map is in `good` order, `disrupted` or `demoralized`."""
    return next(iter(states(match, unit) & {"disrupted", "demoralized"}), "good")


def ap(match: Match, side: str) -> int:
    """The Administrative Points of a side."""
    return _position(match).ap[GAME.sides.index(side)]


def fort(match: Match, cell: str) -> str:
    """A fortress has its `guns`, is `silent` or `destroyed`."""
    return ("destroyed", "silent", "guns")[_position(match).forts[C.fort_at[CELL[cell]]]]


def control(match: Match, cell: str) -> str:
    """Who was last in a hex."""
    return GAME.sides[_position(match).control[CELL[cell]]]


def rails(match: Match, cell: str) -> str:
    """Whose a rail hex is."""
    return GAME.sides[_position(match).rails[CELL[cell]]]


def turned(match: Match, cell: str) -> str:
    """The side a hex is friendly to (2.8)."""
    found = [GAME.sides[side] for side in (0, 1) if supply.friendly_cells(_position(match), side)[CELL[cell]]]
    assert len(found) == 1, found
    return found[0]


def loc(match: Match, unit: str) -> bool:
    """Whether a unit can trace a line of communication now."""
    return supply.has_loc(_position(match), C.unit[unit])


def supplied(match: Match, unit: str) -> bool:
    """What a Supply Phase would find of a unit."""
    return supply.in_supply(_position(match), C.unit[unit])


# ------------------------------------------------------------------------------------------------ combat (chapter 9)


def fight(text: str, dice: Sequence[int] = (), side: str = "german", turn: int = 5) -> Match:
    """A side's Combat Phase with the units of `text`, on a turn without shifts. On open ground 0317 lies between 0316,
    0416, 0417, 0318, 0217 and 0216; Germans there have no line."""
    return position(f"turn: {turn}\nstep: {side}-combat\n{dedent(text).strip()}", dice)


def declare(match: Match, cell: str, *units: str) -> Match:
    """Choose a hex and who attacks it, without attacking yet."""
    play(match, cell, *units)
    return match


def attack(match: Match, cell: str, *units: str) -> list[Event]:
    """Attack a hex with these units and no support."""
    return play(match, cell, *units, "attack") + ready(match)


def ready(match: Match) -> list[Event]:
    """No more support from either side."""
    events: list[Event] = []
    while not match.over and match.decision is not None and match.decision.kind in ("Support", "Barrage"):
        events += play(match, "ready")
    return events


def settle(match: Match) -> list[Event]:
    """Losses are met in some way, if possible by paying, and nobody advances."""
    events: list[Event] = []
    while not match.over and match.decision is not None and match.decision.kind in ("Absorb", "Retreat", "PayElan", "Advance"):
        answers = sorted(options(match))
        events += play(match, next((word for word in ("done", "pay") if word in answers), answers[0]))
    return events


def columns(match: Match, action: str = "attack") -> tuple[str, str]:
    """The columns of the Combat Result Table that attacker and defender would use."""
    odds = match.odds(match.parse(action))
    assert odds is not None
    attacker, _, defender = odds.column.partition(" to ")
    return attacker, defender


def modifiers(match: Match, action: str = "attack") -> tuple[dict[str, int], dict[str, int]]:
    """What is added to the attacker's and to the defender's die, and to their columns, by case."""
    odds = match.odds(match.parse(action))
    assert odds is not None
    found: tuple[dict[str, int], dict[str, int]] = ({}, {})
    for line in odds.lines:
        if line.case not in ("9.0b", "7.3", "8.1c") and line.value:
            found[line.text.startswith("defender: ")][line.case] = line.value
    return found


def strengths(match: Match, action: str = "attack") -> tuple[int, int]:
    """The Strength Points of attacker and defender."""
    odds = match.odds(match.parse(action))
    assert odds is not None
    words = odds.title.split()
    return int(words[0]), int(words[2])


def artillery(match: Match, action: str = "attack") -> tuple[str, str]:
    """The ratios read from the Artillery Ratio Matrix with their Ordnance Points, attacker's and defender's."""
    odds = match.odds(match.parse(action))
    assert odds is not None
    texts = [line.text.removeprefix("defender: ") for line in odds.lines if line.case == "9.1b"]
    return texts[0].removeprefix("artillery "), texts[1].removeprefix("artillery ")


def result(events: Sequence[Event]) -> str:
    """The loss points of defender and attacker in the one combat among some events."""
    return next(event.result for event in events if event.kind == "result")


# ---------------------------------------------------------------------------------------- moving about, phase by phase


def moving(text: str, dice: Sequence[int] = (), side: str = "german", turn: int = 5) -> Match:
    """A side's Movement Phase with the units of `text`."""
    return position(f"turn: {turn}\nstep: {side}-movement\n{dedent(text).strip()}", dice)


def move(match: Match, unit: str, *cells: str) -> None:
    """Move a unit from one named hex to the next."""
    for cell in cells:
        play(match, unit, f"{unit}-{cell}")


def reach(match: Match, unit: str) -> set[str]:
    """The hexes a unit could move to now; the match stays as it is."""
    twin = match.clone()
    play(twin, unit)
    return {action.cell for action in twin.actions() if action != BACK}


def barred(match: Match, unit: str, cell: str) -> Legality:
    """Why a unit may not move to a hex; fails if it may. The match stays as it is."""
    twin = match.clone()
    play(twin, unit)
    return refused(twin, f"{unit}-{cell}")


def points(match: Match, unit: str) -> float:
    """The movement points a unit has left in this phase."""
    return _position(match).mp[C.unit[unit]] / 6


def price(match: Match, unit: str, cell: str) -> int:
    """What the way to a hex would cost a unit, in sixths of a point; the match stays as it is."""
    twin = match.clone()
    before = _position(twin).mp[C.unit[unit]]
    move(twin, unit, cell)
    return before - _position(twin).mp[C.unit[unit]]


def step(match: Match) -> str:
    """The id of the step of the sequence of play."""
    return SEQUENCE.steps[match.position.step].id


def run_to(match: Match, goal: str) -> None:
    """Let both sides do nothing until a decision of the named step waits."""
    for _ in range(80):
        if step(match) == goal:
            return
        play(match, next(word for word in ("done", "ready", "decline", "pay") if match.legal(match.parse(word))))
    raise AssertionError(f"{goal} was not reached; {step(match)} waits: {match.decision}")
