"""What the time of the year adds to the rolls of a side (charts.toml, [periods])."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from trenchline.games.generation_lost.components import FRENCH, GERMAN
from trenchline.games.generation_lost.periods import period_terms
from trenchline.games.generation_lost.position import Position

from .kit import GAME


def over(scenario: str, table: str, side: int, turns: Sequence[int]) -> list[int]:
    """What a side's rolls on a table have added in some turns."""
    p = GAME.start(scenario, seed=1).position
    assert isinstance(p, Position)
    found = []
    for p.turn in turns:
        found.append(sum(term.value for term in period_terms(p, table, side)))
    return found


@pytest.mark.parametrize("scenario", ["firestorm", "crown_prince", "campaign"])
@pytest.mark.case("generation-lost", "14.1", "17.3", "17.4.2")
def test_the_time_of_the_year_adds_the_same_in_every_scenario(scenario):
    assert over(scenario, "command_center", GERMAN, (1, 2, 3, 20, 44)) == [1, 1, 0, 0, 0]
    assert over(scenario, "command_center", FRENCH, (1, 34, 35, 44)) == [0, 0, 1, 1]
    assert over(scenario, "replacements", FRENCH, (2, 3, 10, 11)) == [0, 1, 1, 0]
    assert over(scenario, "replacements", GERMAN, (19, 20, 44)) == [0, -1, -1]
    assert over(scenario, "reserve_rate", FRENCH, (10, 11)) == [1, -1]
