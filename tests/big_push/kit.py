"""Short stories need few words: build a position, play actions in notation, look at what became of it.

The Somme near C5, where most stories play: no road, no river. The Allied start trench runs down column B, the German one down
column C; behind it from E on lies open ground. `tests/big_push/test_board.py` says so, should the map change.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from pathlib import Path
from textwrap import dedent

import trenchline
from trenchline.core.actions import BACK, Action, Legality
from trenchline.core.charts import Odds
from trenchline.core.match import Match
from trenchline.core.position import Event
from trenchline.games.big_push.position import Position
from trenchline.games.big_push.sequence import SEQUENCE
from trenchline.games.great_war.bombardment import barrage_odds as odds_of_barrage
from trenchline.games.great_war.bombardment import ready_guns
from trenchline.games.great_war.records import Barrage
from trenchline.games.great_war.states import STATES

# The counters as first drafted: the arithmetic of these stories stays when values are tuned by playing.
GAME = trenchline.load("big-push", pack=Path(__file__).parent / "pack")
C = GAME.components


def position(text: str, dice: Sequence[int] = ()) -> Match:
    """A match from a few lines of position text (counters not named are out of play). When the scripted dice have
    run out, the next roll waits: `match.player == "dice"`."""
    return GAME.position("game: big-push\n" + dedent(text).strip() + "\n", dice=list(dice))


def phase(step: str, text: str, dice: Sequence[int] = (), turn: int = 2) -> Match:
    """A step of the sequence of play with the units of `text`; no air unit is placed, nothing is combined."""
    match = position(f"turn: {turn}\nstep: {step}\n{dedent(text).strip()}", dice)
    while kind(match) in ("PlaceAir", "Combining"):
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


LASTING = {"suppressed", "disrupted", "entrenched", "supply", "broken", "held"}


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
    """Victory points, Allied and German."""
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


# ------------------------------------------------------------------------------------------------ guns (chapter 6)


def guns(text: str, dice: Sequence[int] = (), side: str = "allied", turn: int = 2) -> Match:
    """A side's Bombardment with the units of `text`, the air unit not placed."""
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


# Heavy guns with their supply, of each side, eight squares from the open ground at K5 and K6.
ALLIED_GUNS = """
C5: BA3 >E, BA5 >E
C6: BA8 >E, BA9 >E
C8: FA2 >E, FA4 >E
A5: VII supply
A9: XX supply
"""
GERMAN_GUNS = """
S5: GA08 >W, GA09 >W
S7: GA01 >W, GA11 >W
S8: GA10 >W
U6: IX supply
"""


def shell(match: Match, cell: str, wanted: str) -> list[Event]:
    """Shell a square with such of the guns above that a result can come out, and let it; the enemy does not answer."""
    p, target = game_position(match), C.board.index[cell]
    side = GAME.sides.index(match.player)
    ready = [u for u in ready_guns(p, side) if p.gun_reaches(u, target)]
    for count in range(len(ready), 0, -1):
        for units in combinations(ready, count):
            found = odds_of_barrage(p, Barrage(side, target, units, ()))
            if found.column != "none" and any(outcome.result == wanted for outcome in found.outcomes):
                barrage(match, cell, *map(p.name, units))
                return roll(match, wanted)
    raise AssertionError(f"no guns can give {wanted} in {cell}")


# ------------------------------------------------------------------------------------------------ movement (chapter 7)


def march(text: str, side: str = "allied", turn: int = 2, dice: Sequence[int] = ()) -> Match:
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


# ------------------------------------------------------------------------------------------------ assaults (chapters 8 to 11)


def commitment(text: str, side: str = "allied", turn: int = 2, dice: Sequence[int] = ()) -> Match:
    """A side's Assault Commitment with the units of `text`."""
    return phase(f"{side}-commitment", text, dice, turn)


def commit(match: Match, cell: str, *units: str) -> list[Event]:
    """Commit units against a square."""
    events: list[Event] = []
    for unit in units:
        events += play(match, f"{unit}-{cell}")
    return events
