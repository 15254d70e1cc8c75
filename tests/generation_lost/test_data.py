"""The data of A Generation Lost is read, and holds what the box holds."""

from __future__ import annotations

from trenchline.games.generation_lost.components import FRENCH, GERMAN, Components

C = Components()


def test_the_counters_of_the_box():
    assert len(C.ids) == 282 + 1  # and the guns off the map, who have no counter
    assert sum(C.regiment) == 76 and sum(C.battalion) == 32 + 3 and sum(C.division) == 42
    assert sum(C.brigade) == 31 and sum(C.chasseur) == 2 and len(C.garrisons) == 8
    assert len(C.guns[GERMAN]) == 34 and len(C.guns[FRENCH]) == 26 + 1
    assert [len(C.hqs[side]) for side in (GERMAN, FRENCH)] == [12, 12]


def test_every_scenario_is_there():
    assert list(C.scenarios) == [
        "firestorm",
        "crown_prince",
        "may_cup",
        "hells_doorway",
        "shall_not_pass",
        "ramparts_revenge",
        "campaign",
    ]
