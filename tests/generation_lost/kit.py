"""Short stories need few words: build a position, play actions in notation, look at what became of it.

Where most stories play: on open ground without road, river or trench, west of the Meuse from R5 to R9 and S7 to S9, east of it
from R31 to R34 and S32 to S34. The start lines run from B16 to C24 (German) and from C16 to D24 (French). `test_board.py` says
so, should the map change.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import dedent

import trenchline
from trenchline.core.match import Match
from trenchline.games.generation_lost.position import Position
from trenchline.games.great_war.states import STATES

from ..great_war import *  # noqa: F403  (the words of the series are words of its games)
from ..great_war import kind, play
from ..kit import stage

GAME = trenchline.load("generation-lost")
C = GAME.components


def position(text: str, dice: Sequence[int] = ()) -> Match:
    return stage(GAME, text, dice)


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


# ------------------------------------------------------------------------------------------------ guns (chapter 8)


def guns(text: str, dice: Sequence[int] = (), side: str = "german", turn: int = 12) -> Match:
    """A side's Bombardment with the units of `text`."""
    return phase(f"{side}-bombardment", text, dice, turn)


# ------------------------------------------------------------------------------------------------ movement (chapter 12)


def march(text: str, side: str = "german", turn: int = 12, dice: Sequence[int] = ()) -> Match:
    """A side's Movement with the units of `text`; nothing is combined."""
    return phase(f"{side}-movement", text, dice, turn)


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
