"""Short stories need few words: build a position, play actions in notation, look at what became of it.

The Somme near C5, where most stories play: no road, no river. The Allied start trench runs down column B, the German one down
column C; behind it from E on lies open ground. `tests/big_push/test_board.py` says so, should the map change.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from textwrap import dedent

import trenchline
from trenchline.core.match import Match
from trenchline.core.position import Event
from trenchline.games.big_push.position import Position
from trenchline.games.great_war.bombardment import barrage_odds as odds_of_barrage
from trenchline.games.great_war.bombardment import ready_guns
from trenchline.games.great_war.records import Barrage

from ..great_war import *  # noqa: F403  (the words of the series are words of its games)
from ..great_war import barrage, kind, play, roll
from ..kit import stage

GAME = trenchline.load("big-push")
C = GAME.components


def position(text: str, dice: Sequence[int] = ()) -> Match:
    return stage(GAME, text, dice)


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


# ------------------------------------------------------------------------------------------------ guns (chapter 6)


def guns(text: str, dice: Sequence[int] = (), side: str = "allied", turn: int = 2) -> Match:
    """A side's Bombardment with the units of `text`, the air unit not placed."""
    return phase(f"{side}-bombardment", text, dice, turn)


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


# ------------------------------------------------------------------------------------------------ assaults (chapters 8 to 11)


def commitment(text: str, side: str = "allied", turn: int = 2, dice: Sequence[int] = ()) -> Match:
    """A side's Assault Commitment with the units of `text`."""
    return phase(f"{side}-commitment", text, dice, turn)
