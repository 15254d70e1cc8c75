"""Words for stories of both games of the series."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from trenchline.core.actions import Action, Legality
from trenchline.core.charts import Odds
from trenchline.core.match import Match
from trenchline.core.position import Event
from trenchline.games.great_war.states import STATES

from .kit import at, play, refused
from .kit import options as options

LASTING = {"suppressed", "disrupted", "entrenched", "supply", "broken", "held", "inside", "revealed"}  # what is seen on the map
QUIET = ("done", "assault", "fire", "resolve", "stay", "decline", "halt", "no")


def plan(match: Match, *names: str) -> list[Event]:
    """The first of those who plan takes these options, named in the order of his table."""
    return match.apply(match.parse(f"plan~{'+'.join(names)}@{match.player}"))


def answer(match: Match, *words: str) -> list[Event]:
    """Yes or no of those who are asked, one after the other."""
    return [event for word in words for event in match.apply(match.parse(f"{word}@{match.player}"))]


# ------------------------------------------------------------------------------------------------ looking


def legal(match: Match, text: str) -> bool:
    """Whether an action is legal now."""
    return bool(match.legal(match.parse(text)))


def kind(match: Match) -> str:
    """The class of the decision that waits."""
    return match.decision.kind if match.decision else ""


def where(match: Match, *units: str) -> list[str]:
    """Where some counters are."""
    return [at(match, unit) for unit in units]


def here(match: Match, cell: str) -> set[str]:
    """The counters in a square or box."""
    return {match.position.c.ids[u] for u in match.position.stacks[match.position.c.place_index[cell]]}


def facing(match: Match, unit: str) -> str:
    """The way a counter faces; empty for an HQ in Supply Mode."""
    way = match.position.facing[match.position.c.unit[unit]]
    return match.position.c.board.grid.directions[way] if way < match.position.c.nowhere else ""


def states(match: Match, unit: str) -> set[str]:
    """The states of a counter."""
    return {word for word, bit in STATES.items() if match.position.status[match.position.c.unit[unit]] & bit}


def order(match: Match, unit: str) -> set[str]:
    """The states of a counter that are seen on the map, without the book-keeping of a phase."""
    return states(match, unit) & LASTING


def steps(match: Match, unit: str) -> int:
    """The steps a counter has left."""
    return match.position.steps[match.position.c.unit[unit]]


def values(match: Match, unit: str) -> tuple[int, int, int]:
    """The three numbers of the side of a counter that shows."""
    numbers = match.position.numbers(match.position.c.unit[unit])
    return numbers.primary, numbers.secondary, numbers.movement


def control(match: Match, cell: str) -> str:
    """Who controls a square."""
    return match.game.sides[match.position.control[match.position.c.board.index[cell]]]


def interdicted(match: Match) -> set[str]:
    """The interdicted squares."""
    return {match.position.c.board.labels[x] for x, how in enumerate(match.position.interdicted) if how}


def weather(match: Match) -> str:
    return match.position.c.weathers[match.position.weather]


def points(match: Match) -> list[int]:
    """Victory points, in the order of the sides."""
    return list(match.position.points)


def step(match: Match) -> str:
    """The id of the step of the sequence of play."""
    return match.game.sequence_of_play.steps[match.position.step].id


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


# ------------------------------------------------------------------------------------------------ guns, movement, assaults


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
    return refused(twin, f"{unit}-{text}" if text in match.position.c.board.index else text)


def spent(match: Match, unit: str) -> float:
    """The movement points a unit has spent in this phase."""
    return match.position.spent[match.position.c.unit[unit]] / 2


def price(match: Match, unit: str, *cells: str) -> float:
    """What a way costs a unit; the match stays as it is."""
    twin = match.clone()
    before = spent(twin, unit)
    move(twin, unit, *cells)
    return spent(twin, unit) - before


def commit(match: Match, cell: str, *units: str) -> list[Event]:
    """Commit units against a square."""
    events: list[Event] = []
    for unit in units:
        events += play(match, f"{unit}-{cell}")
    return events
