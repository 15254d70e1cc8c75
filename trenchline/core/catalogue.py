"""What there is to play: games, their scenarios, options and seats, as the catalogue lists them."""

from __future__ import annotations

import msgspec

from .documents import Look
from .sides import Seat


class ScenarioInfo(msgspec.Struct, frozen=True):
    """A scenario in the catalogue."""

    id: str
    title: str
    summary: str
    goals: dict[str, tuple[str, ...]] = {}  # of each side


class OptionInfo(msgspec.Struct, frozen=True):
    """An optional rule in the catalogue."""

    id: str
    title: str
    summary: str
    favours: str
    case: str
    default: bool = False


class Portrait(msgspec.Struct, frozen=True):
    """What somebody wants to know who has never heard of a game."""

    history: str = ""  # the battle in one sentence
    length: str = ""  # how long the first scenario takes, and the longest
    audience: str = ""  # who it is for


class GameInfo(msgspec.Struct, frozen=True):
    """A game in the catalogue."""

    slug: str
    title: str
    summary: str
    sides: tuple[str, ...]
    scenarios: tuple[ScenarioInfo, ...]
    options: tuple[OptionInfo, ...]
    board: str
    cells: int
    turns: int
    seats: tuple[Seat, ...]  # as they are with no option that changes them
    secrets: str = ""  # what may be hidden from a player, and when, in one sentence
    seats_with: dict[str, tuple[Seat, ...]] = {}  # options that are on, of those that change the seats, as "a+b" -> the seats
    looks: dict[str, Look] = {}  # of each nation
    counters: int = 0
    portrait: Portrait = Portrait()
    lessons: tuple[str, ...] = ()  # the titles of the guided battles
