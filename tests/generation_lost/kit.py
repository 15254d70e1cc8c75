"""Short stories need few words: build a position, play actions in notation, look at what became of it.

Where most stories play: on open ground without road, river or trench, west of the Meuse from R5 to R9 and S7 to S9, east of it
from R31 to R34 and S32 to S34. The start lines run from B16 to C24 (German) and from C16 to D24 (French). `test_board.py` says
so, should the map change.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from pathlib import Path
from textwrap import dedent

import trenchline
from trenchline.core.actions import BACK, Action, Legality
from trenchline.core.charts import Odds
from trenchline.core.match import Match
from trenchline.core.position import Event
from trenchline.games.generation_lost.position import Position
from trenchline.games.generation_lost.sequence import SEQUENCE
from trenchline.games.great_war.states import STATES

# The charts as first drafted: the arithmetic of these stories stays when values are tuned by playing.
GAME = trenchline.load("generation-lost", pack=Path(__file__).parent / "pack")
C = GAME.components


def position(text: str, dice: Sequence[int] = ()) -> Match:
    """A match from a few lines of position text (counters not named are out of play). When the scripted dice have
    run out, the next roll waits: `match.player == "dice"`."""
    return GAME.position("game: generation-lost\n" + dedent(text).strip() + "\n", dice=list(dice))


# Decisions at the beginning of a step that most stories pass over.
OPENINGS = ("ShellSupply", "PlaceAir", "MovementModes", "Combining")


def phase(step: str, text: str, dice: Sequence[int] = (), turn: int = 12) -> Match:
    """A step of the sequence of play with the units of `text`; what opens it (airmen, supply, combining) is declined."""
    match = position(f"turn: {turn}\nstep: {step}\n{dedent(text).strip()}", dice)
    while kind(match) in OPENINGS:
        play(match, "done")
    return match


def game_position(match: Match) -> Position:
    p = match.position
    assert isinstance(p, Position)
    return p


def play(match: Match, *texts: str) -> list[Event]:
    """Take actions in their text form, one after another."""
    events: list[Event] = []
    for text in texts:
        events += match.apply(match.parse(text))
    return events


def options(match: Match) -> set[str]:
    """The legal actions in their text form, but for the step back from what was only named."""
    return {match.notate(action) for action in match.actions() if action != BACK}


def refused(match: Match, text: str) -> Legality:
    """Why an action is not legal; fails if it is."""
    verdict = match.legal(match.parse(text))
    assert not verdict, f"{text} is legal"
    return verdict


def legal(match: Match, text: str) -> bool:
    """Whether an action is legal now."""
    return bool(match.legal(match.parse(text)))


def kind(match: Match) -> str:
    """The class of the decision that waits."""
    return match.decision.kind if match.decision else ""


# ------------------------------------------------------------------------------------------------ looking


def at(match: Match, unit: str) -> str:
    """Where a counter is: a square or the name of a box."""
    return C.places[match.position.place[C.unit[unit]]]


def where(match: Match, *units: str) -> list[str]:
    """Where some counters are."""
    return [at(match, unit) for unit in units]


def here(match: Match, cell: str) -> set[str]:
    """The counters in a square or box."""
    return {C.ids[u] for u in match.position.stacks[C.place_index[cell]]}


def facing(match: Match, unit: str) -> str:
    """The way a counter faces; empty for an HQ in Supply Mode."""
    way = game_position(match).facing[C.unit[unit]]
    return C.board.grid.directions[way] if way < C.nowhere else ""


def states(match: Match, unit: str) -> set[str]:
    """The states of a counter."""
    return {word for word, bit in STATES.items() if game_position(match).status[C.unit[unit]] & bit}


LASTING = {"suppressed", "disrupted", "entrenched", "supply", "held", "inside", "revealed"}


def order(match: Match, unit: str) -> set[str]:
    """The states of a counter that are seen on the map, without the book-keeping of a phase."""
    return states(match, unit) & LASTING


def steps(match: Match, unit: str) -> int:
    """The steps a counter has left."""
    return game_position(match).steps[C.unit[unit]]


def values(match: Match, unit: str) -> tuple[int, int, int]:
    """The three numbers of the side of a counter that shows."""
    numbers = game_position(match).numbers(C.unit[unit])
    return numbers.primary, numbers.secondary, numbers.movement


def control(match: Match, cell: str) -> str:
    """Who controls a square."""
    return GAME.sides[game_position(match).control[C.board.index[cell]]]


def interdicted(match: Match) -> set[str]:
    """The interdicted squares."""
    return {C.board.labels[x] for x, how in enumerate(game_position(match).interdicted) if how}


def weather(match: Match) -> str:
    return C.weathers[game_position(match).weather]


def points(match: Match) -> list[int]:
    """Victory points, German and French."""
    return list(game_position(match).points)


def step(match: Match) -> str:
    """The id of the step of the sequence of play."""
    return SEQUENCE.steps[match.position.step].id


def texts(events: Sequence[Event], *kinds: str) -> list[str]:
    """What was said, without the marks of links; of some kinds only, if they are named."""
    return [e.text.replace("{", "").replace("}", "") for e in events if not kinds or e.kind in kinds]


# ------------------------------------------------------------------------------------------------ dice and odds


def odds(match: Match, text: str = "") -> Odds:
    """The arithmetic of an action, or of the roll that waits."""
    action = match.parse(text) if text else match.actions()[0]
    found = match.odds(action)
    assert found is not None
    return found


def lines(match: Match, text: str = "", of: str = "die") -> dict[str, int]:
    """The lines of the arithmetic, by their words: of = attack, defence, shift or die."""
    return {line.text.strip("{}"): line.value for line in odds(match, text).lines if line.kind == of}


def column(match: Match, text: str = "") -> str:
    """The column of the table that an action, or the roll that waits, uses."""
    return odds(match, text).column


def roll(match: Match, result: str) -> list[Event]:
    """Let the roll that waits come out with a result, whichever dice give it; fails if none does."""
    assert match.player == "dice", f"no roll waits: {match.decision}"
    count = len(match.actions()[0].dice)
    for faces in product(range(1, 7), repeat=count):
        action = Action(match.actions()[0].kind, dice=faces)
        twin = match.clone()
        if twin.legal(action) and any(event.result == result for event in twin.apply(action)):
            return match.apply(action)
    raise AssertionError(f"no roll gives {result}: {odds(match)}")


def result(events: Sequence[Event]) -> str:
    """The result of the first roll among some events."""
    return next(event.result for event in events if event.result)


QUIET = ("done", "assault", "fire", "resolve", "stay", "decline", "halt", "no")


def run_to(match: Match, goal: str, turn: int = 0, dice: int = 6) -> None:
    """Let both sides do nothing (and all rolls show `dice`) until a decision of the named step (of that turn) waits."""
    for _ in range(200):
        if match.over or (step(match) == goal and (not turn or match.position.turn == turn)):
            return
        if match.player == "dice":
            match.apply(Action("roll", dice=(dice,) * len(match.actions()[0].dice)))
        else:
            quiet(match)
    raise AssertionError(f"{goal} was not reached; {step(match)} waits: {match.decision}")


def quiet(match: Match) -> None:
    """Do as little as can be done."""
    word = next((word for word in QUIET if match.legal(match.parse(word))), "")
    match.apply(match.parse(word) if word else match.actions()[0])


# ------------------------------------------------------------------------------------------------ guns (chapter 8)


def guns(text: str, dice: Sequence[int] = (), side: str = "german", turn: int = 12) -> Match:
    """A side's Bombardment with the units of `text`."""
    return phase(f"{side}-bombardment", text, dice, turn)


def barrage(match: Match, cell: str, *units: str) -> list[Event]:
    """Fire these guns at a square; the enemy lets them."""
    events = play(match, cell, *units, "fire")
    if kind(match) == "CounterBattery":
        events += play(match, "done")
    return events


def barrage_odds(match: Match, cell: str, *units: str) -> Odds:
    """The arithmetic of a bombardment; the match stays as it is."""
    twin = match.clone()
    play(twin, cell, *units)
    return odds(twin, "fire")


# ------------------------------------------------------------------------------------------------ movement (chapter 12)


def march(text: str, side: str = "german", turn: int = 12, dice: Sequence[int] = ()) -> Match:
    """A side's Movement with the units of `text`; nothing is combined."""
    return phase(f"{side}-movement", text, dice, turn)


def move(match: Match, unit: str, *cells: str) -> list[Event]:
    """Move a unit from one named square to the next."""
    events: list[Event] = []
    for cell in cells:
        events += play(match, unit, f"{unit}-{cell}")
    return events


def reach(match: Match, unit: str) -> set[str]:
    """The squares a unit could move to now; the match stays as it is."""
    twin = match.clone()
    play(twin, unit)
    return {action.cell for action in twin.actions() if action.kind == "move"}


def barred(match: Match, unit: str, text: str) -> Legality:
    """Why a unit may not move to a square or do something else; fails if it may. The match stays as it is."""
    twin = match.clone()
    play(twin, unit)
    return refused(twin, f"{unit}-{text}" if text in C.board.index else text)


def spent(match: Match, unit: str) -> float:
    """The movement points a unit has spent in this phase."""
    return game_position(match).spent[C.unit[unit]] / 2


def price(match: Match, unit: str, *cells: str) -> float:
    """What a way costs a unit; the match stays as it is."""
    twin = match.clone()
    before = spent(twin, unit)
    move(twin, unit, *cells)
    return spent(twin, unit) - before


def tired(match: Match, unit: str, left: float) -> Match:
    """A unit with mobile infantry's six points that has been near the enemy has only so many left."""
    p, u = game_position(match), C.unit[unit]
    p.spent[u] = int(2 * (6 - left))
    p.status[u] |= STATES["near"]
    p.reaches.clear()
    return match


# ------------------------------------------------------------------------------------------------ assaults (chapters 13 to 16)


def commitment(text: str, side: str = "german", turn: int = 12, dice: Sequence[int] = ()) -> Match:
    """A side's Assault Commitment with the units of `text`."""
    return phase(f"{side}-commitment", text, dice, turn)


def commit(match: Match, cell: str, *units: str) -> list[Event]:
    """Commit units against a square."""
    events: list[Event] = []
    for unit in units:
        events += play(match, f"{unit}-{cell}")
    return events
