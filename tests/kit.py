"""Words of the short stories of every game: play actions in notation, look at what became of it."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import dedent
from typing import Any

from trenchline.core.actions import BACK, Legality
from trenchline.core.game import Game
from trenchline.core.match import Match
from trenchline.core.position import Event


def stage(game: Game[Any], text: str, dice: Sequence[int] = ()) -> Match:
    """A match from a few lines of position text (counters not named are out of play). When the scripted dice have
    run out, the next roll waits: `match.player == "dice"`."""
    return game.position(f"game: {game.slug}\n{dedent(text).strip()}\n", dice=list(dice))


def play(match: Match, *texts: str) -> list[Event]:
    """Take actions in their text form, one after another."""
    return [event for text in texts for event in match.apply(match.parse(text))]


def options(match: Match) -> set[str]:
    """The legal actions in their text form, but for the step back from what was only named."""
    return {match.notate(action) for action in match.actions() if action != BACK}


def refused(match: Match, text: str) -> Legality:
    """Why an action is not legal; fails if it is."""
    verdict = match.legal(match.parse(text))
    assert not verdict, f"{text} is legal"
    return verdict


def at(match: Match, unit: str) -> str:
    """Where a counter is: a cell or the name of a box."""
    p = match.position
    return p.label(p.place[p.c.unit[unit]])
