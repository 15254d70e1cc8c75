"""1.0 to 3.0: the sides, the counters and their numbers, the charts and the dice they are read with."""

from __future__ import annotations

import pytest

from trenchline.games.generation_lost.components import FRENCH, GERMAN
from trenchline.games.great_war.states import ENTRENCHED

from .kit import GAME, C, position, steps, values

UNIT = C.unit


@pytest.mark.case("generation-lost", "1.0")
def test_german_regiments_and_battalions_against_french_divisions_and_brigades():
    assert C.sides == ("german", "french") == C.nations
    assert {C.size[u] for u in C.army[GERMAN] if C.infantry[u]} == {"regiment", "battalion"}
    assert {C.size[u] for u in C.army[FRENCH] if C.infantry[u]} == {"division", "brigade", "chasseurs"}


@pytest.mark.case("generation-lost", "2.0")
def test_282_units_and_six_faced_dice():
    assert sum(1 for c in C.counters.counters if c.values.get("manifest")) == 282
    assert {chart.die for chart in C.charts.values()} == {6} and {table.die for table in C.tables.values()} == {6}


@pytest.mark.case("generation-lost", "2.3", "3.0-dr-DR")
def test_each_chart_rolls_the_dice_it_says():
    """GL-R01."""
    two = ("assault", "defensive_fire", "command_center", "replacements", "reserve_rate")
    assert {name: C.charts[name].dice for name in C.charts} == {"bombardment": 1, **dict.fromkeys(two, 2)}
    dice = {name: table.dice for name, table in C.tables.items()}
    assert {name for name, n in dice.items() if n == 2} >= {
        "counter_battery",
        "air_combat",
        "reserve_release",
        "solitaire_lull",
    }
    assert dice["rally"] == dice["weather"] == dice["hq_return"] == dice["demoralized"] == dice["mine"] == 1


@pytest.mark.case("generation-lost", "2.4", "2.4.1")
def test_the_two_sides_of_a_counter():
    match = position(
        """
        scenario: may_cup
        turn: 8
        step: german-movement
        A5: 11R/1 >S
        A6: 11R/2 >S entrenched
        V5: 28Fr >N
        V6: 29Fr >N reduced
        V7: F75.1 >N reduced
        """
    )
    assert values(match, "11R/1") == (5, 3, 6) and values(match, "11R/2") == (3, 5, 4)  # mobile, entrenched
    assert values(match, "28Fr") == (7, 5, 6) and values(match, "29Fr") == (5, 3, 6)  # full, reduced
    assert values(match, "F75.1") == (2, 2, 5) and steps(match, "F75.1") == 1


@pytest.mark.case("generation-lost", "2.4.2")
def test_markers_are_no_units():
    assert not any(kind == "marker" for kind in C.kind)
    assert C.mine_faces == ("DST", "D", "NE") and len(C.resources) == 9


@pytest.mark.case("generation-lost", "3.0-FieldArtillery", "3.0-HeavyArtillery")
def test_heavy_and_field_guns():
    assert C.field[UNIT["F75.1"]] and C.field[UNIT["G77.12"]] and not C.heavy[UNIT["F75.1"]]
    assert C.heavy[UNIT["G105H.1"]] and C.range[UNIT["G105H.1"]] == 6
    assert C.heavy[UNIT["F90"]] and C.range[UNIT["F90"]] == 7 and C.heavy[UNIT["G380"]]


@pytest.mark.case("generation-lost", "3.0-LargerRegiment", "3.0-SmallerRegiment", "3.0-Infantry")
def test_larger_and_smaller_regiments():
    larger = {C.type[u] for u in range(len(C.ids)) if C.regiment[u] and C.steps[u] == 3}
    smaller = {C.type[u] for u in range(len(C.ids)) if C.regiment[u] and C.steps[u] == 2}
    assert larger == {"636", "756"} and smaller == {"326", "426", "536"}
    assert all(C.infantry[UNIT[name]] for name in ("Bn01", "Eng1", "11R/1", "B3.1", "59C.1", "37Fr"))


@pytest.mark.case("generation-lost", "3.0-MobileMode", "3.0-TrenchMode", "3.0-Mode", "3.0-Entrenched")
def test_only_german_infantry_has_a_trench_side():
    assert all(C.trenches[u] == (C.infantry[u] and C.side[u] == GERMAN) for u in range(len(C.ids)))
    assert ENTRENCHED


@pytest.mark.case("generation-lost", "3.0-GameTurn", "3.0-CommandMode", "3.0-SupplyMode")
def test_every_hq_has_a_flag_side_and_a_supply_side():
    assert [face.title for face in GAME.faces(UNIT["VIR"])] == ["front", "supply"]
    assert [face.numbers for face in GAME.faces(UNIT["Gar1"])] == [("?",)]  # it lies face down (9.2.4)


@pytest.mark.case("generation-lost", "3.0-CommandResource", "14.1")
def test_one_column_is_read_as_75s_and_as_flamethrowers():
    """GL-E84."""
    at = C.resources.index
    rows = C.command_center.rows.values()
    assert all(row[at("seventy_fives")] == row[at("flamethrowers")] for row in rows)
    six = dict(zip(C.resources, C.command_center.rows[6], strict=True))
    assert [six[name] for name in ("secondary", "flamethrowers", "seventy_fives", "gas", "night")] == ["2", "1", "1", "0", "0"]


@pytest.mark.case("generation-lost", "ROT", "18.2.1")
def test_two_ordered_dice_find_one_of_seventeen_objectives():
    """GL-E56: 2 and 3 are Fort Souville."""
    found = {(a, b): name for name, row in C.scenario_data.marker.items() for a in row.first for b in row.second}
    assert len(found) == 36 and len(C.markers) == 17
    assert found[2, 3] == "fort_souville" and found[1, 1] == found[2, 2] == "french_reserves" and found[6, 6] == "east_entries"


@pytest.mark.case("generation-lost", "20.5.2")
def test_objectives_have_their_squares():
    """GL-E62."""
    cells = {name: row.cells for name, row in C.scenario_data.marker.items()}
    assert (
        cells["mort_homme"] == ["J10"]
        and cells["hill_298"] == ["M15"]
        and cells["bras_crossing"] == ["K18", "K19"]
        and cells["east_entries"] == ["V22", "U34"]
    )
    assert len(cells["verdun"]) == 5 and len(cells["ten_forts"]) == 19
