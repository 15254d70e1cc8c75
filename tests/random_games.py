"""Random games: which ones, and how chance plays them. What is checked in them is in `invariants`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

import trenchline
from trenchline.core.actions import Action
from trenchline.core.game import Game
from trenchline.core.match import Match


class Every(msgspec.Struct, frozen=True):
    """How often the dearer checks run: at each n-th action. All others run at each action.

    The numbers are primes, so that no rhythm of play (choose a unit, choose a hex) hides from them. `--every undo=1,text=5`
    on the command line says otherwise.
    """

    audit: int = 1  # d. every counter in one place, every limit kept: where anything but the stack of decisions has changed
    restack: int = 5  # d. the same where nothing else has; what lies on the stack is looked at each time
    undo: int = 7  # b. undo, and do it again; more seldom the more actions are played again for it
    hash: int = 7  # e. the fingerprints of the match and of its log played again; their states are compared each time
    listing: int = 13  # g. every listed action is legal and is in `actions()`; groups are whole
    redeal: int = 17  # f. all that somebody cannot see dealt again: he may not notice
    clone: int = 19  # a copy goes its own way and the original does not notice
    text: int = 29  # h. position text, there and back, and play goes on from it
    save: int = 499  # h. save and load, and play goes on from it: first after so many actions, then when the log has doubled
    mutants: int = 4  # g. how many wrong actions are tried at each decision

    @classmethod
    def read(cls, text: str) -> Every:
        """`undo=1,text=5`: those, the others as they are.

        >>> Every.read("undo=1,text=5") == Every(undo=1, text=5)
        True
        """
        given = dict(word.split("=") for word in text.split(",") if word)
        return msgspec.convert({name: int(n) for name, n in given.items()}, cls)


FULL = Every()
STRICT = Every(restack=1, undo=1, hash=1, listing=1, redeal=1, clone=1, text=1)  # all at each action
LIGHT = Every(undo=71, listing=131, redeal=173, clone=191, text=293, save=4999, mutants=1)


class Plan(msgspec.Struct, frozen=True):
    """One game to fuzz: everything in it follows from this."""

    game: str
    scenario: str
    options: tuple[str, ...]
    seed: int
    every: Every = FULL
    patient: bool = False  # nobody does what ends the match at once, while there is something else to do

    def __str__(self) -> str:
        patient = " --patient" if self.patient else ""
        return f"{self.game} {self.scenario} --seed {self.seed}{patient} ({', '.join(self.options) or 'no options'})"


class Tally(msgspec.Struct):
    """What came of one game."""

    plan: Plan
    actions: int = 0
    rolls: int = 0
    refused: int = 0
    checks: Counter[str] = msgspec.field(default_factory=Counter)
    decisions: Counter[str] = msgspec.field(default_factory=Counter)
    level: str = ""
    seconds: float = 0.0
    fault: str = ""


def option_sets(game: Game[Any]) -> list[tuple[str, ...]]:
    """None, all, each alone, all but each: enough for every option to meet every other, on and off."""
    names = tuple(o.id for o in game.options)
    sets = [(), names, *((n,) for n in names), *(tuple(m for m in names if m != n) for n in names)]
    return list(dict.fromkeys(sets))


def switched(game: Game[Any], names: Sequence[str]) -> dict[str, bool]:
    """The named options, each against its default."""
    return {o.id: not o.default for o in game.options if o.id in names}


def plans(slug: str, scenario: str, games: int, seed: int, patient: bool = False, every: Every = FULL) -> list[Plan]:
    """The games of a run: consecutive seeds, the option sets in turn. A seed alone says which options it has."""
    sets = option_sets(trenchline.load(slug))
    return [Plan(slug, scenario, sets[n % len(sets)], n, every, patient) for n in range(seed, seed + games)]


class Temper:
    """A taste for some kinds of action over others, drawn from the seed, so that games differ in more than luck.

    Every third game has none: there each legal action is as likely as any other.
    """

    def __init__(self, seed: int) -> None:
        self.rng = Random(f"play {seed}")
        self.tastes = (1.0,) if seed % 3 == 0 else (0.1, 1.0, 1.0, 5.0)
        self.weights: dict[str, float] = {}

    def choose(self, actions: Sequence[Action]) -> Action:
        for action in actions:
            if action.kind not in self.weights:
                self.weights[action.kind] = self.rng.choice(self.tastes)
        return self.rng.choices(actions, [self.weights[a.kind] for a in actions])[0]


def lasting(match: Match, action: Action, others: Sequence[Action]) -> Action:
    """The action; or, if the match would be over with it, the first of some others with which it goes on."""
    for candidate in (action, *others):
        twin = match.clone()
        twin.apply_legal(candidate)
        if not twin.over:
            return candidate
    return action
