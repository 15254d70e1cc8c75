"""What the time of the year adds to the rolls of a side, in one scenario more than in another (charts.toml, [periods])."""

from __future__ import annotations

import trenchline
from trenchline.games.generation_lost.components import FRENCH, GERMAN
from trenchline.games.generation_lost.periods import period_terms


def total(scenario: str, side: int) -> int:
    position = trenchline.load("generation-lost").start(scenario, seed=1).position
    return sum(term.value for term in period_terms(position, "command_center", side))


def test_the_crown_princes_plan_has_the_guns_of_both_banks_and_finds_the_french_surprised():
    """The same days as Firestorm on the Meuse, with rows of its own beside."""
    assert total("crown_prince", GERMAN) > total("firestorm", GERMAN)
    assert total("crown_prince", FRENCH) < total("firestorm", FRENCH)
