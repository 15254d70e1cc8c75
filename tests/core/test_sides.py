"""Sides: who is whose enemy is data, and data that do not fit together are refused."""

from __future__ import annotations

import pytest

from trenchline.core.errors import DataError
from trenchline.core.sides import Sides

NAMES = ("allied", "german", "red cross")


def test_enemies_are_all_others_unless_it_is_said():
    assert Sides(NAMES).enemies == ((1, 2), (0, 2), (0, 1))
    neutral = Sides(NAMES, enemies={"allied": ["german"], "german": ["allied"], "red cross": ()})
    assert neutral.enemies == ((1,), (0,), ()) and neutral.enemy_bits == (2, 1, 0)


@pytest.mark.parametrize(
    ("enemies", "says"),
    [
        ({"allied": ["german"], "german": ["allied"]}, "the enemies of 'red cross' are not said"),
        ({"allied": ["german"], "german": ["allied"], "red cross": ["austrian"]}, "'austrian' has enemies or is one"),
        ({"allied": ["german"], "german": [], "red cross": []}, "'allied' has the enemy 'german', but not the reverse"),
    ],
)
def test_enemies_said_in_part_or_of_no_side_are_refused(enemies, says):
    with pytest.raises(DataError, match=says):
        Sides(NAMES, enemies=enemies)
