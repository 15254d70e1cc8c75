"""A match as long as the longest campaigns, for tests and benchmarks.

None of today's games lasts so long; so a player sets up one unit and takes it up again, ten thousand times, then all is played.
"""

from __future__ import annotations

from contextlib import contextmanager
from random import Random
from unittest import mock

import trenchline
from trenchline.core.actions import Action
from trenchline.core.match import Match

LONG = 31_000  # actions and dice


@contextmanager
def without_bound_of_lifts():
    """While it lasts, a unit can be taken up again as often as one likes."""
    with (
        mock.patch("trenchline.core.deployment.LIFTS", 10**9),
        mock.patch("trenchline.games.they_shall_not_pass.setup.LIFTS", 10**9),
    ):
        yield


def long_match(length: int = LONG, seed: int = 3) -> Match:
    """A match of They Shall Not Pass with so many actions and dice, or a few more."""
    chance, match = Random(seed), trenchline.load("they-shall-not-pass").start("free", seed=seed)
    selects = [action for action in match.actions() if action.kind == "select"]
    places: dict[str, Action] = {}
    with without_bound_of_lifts():
        while len(match.history) < length - 1500:
            select = chance.choice(selects)
            match.apply(select)
            if select.unit not in places:
                places[select.unit] = match.actions()[0]
            match.apply(places[select.unit])
            match.apply(Action("lift", select.unit))
        match.apply(Action("historical"))
        while len(match.history) < length and not match.over:
            match.apply(chance.choice(match.actions().by("kind").get("historical") or match.actions()))
    return match
