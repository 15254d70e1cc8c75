"""Short stories need few words: build a position, play actions in notation, look at what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import dedent

import trenchline
from trenchline.core.match import Legality, Match
from trenchline.core.position import Event
from trenchline.games.they_shall_not_pass.position import STATES, Position

GAME = trenchline.load("they-shall-not-pass")
C = GAME.components


def position(text: str, dice: Sequence[int] = ()) -> Match:
    """A match from a few lines of position text (counters not named are out of play). When the scripted dice have
    run out, the next roll waits: `match.player == "dice"`."""
    return GAME.position("game: they-shall-not-pass\n" + dedent(text).strip() + "\n", dice=list(dice))


def play(match: Match, *texts: str) -> list[Event]:
    """Take actions in their text form, one after another."""
    events: list[Event] = []
    for text in texts:
        events += match.apply(match.parse(text))
    return events


def options(match: Match) -> set[str]:
    """The legal actions in their text form."""
    return {match.notate(action) for action in match.actions()}


def refused(match: Match, text: str) -> Legality:
    """Why an action is not legal; fails if it is."""
    verdict = match.legal(match.parse(text))
    assert not verdict, f"{text} is legal"
    return verdict


def at(match: Match, unit: str) -> str:
    """Where a counter is: a hex number or the name of a box."""
    return C.places[match.position.place[C.unit[unit]]]


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
