"""The board: what the rulebook names stands where it says, and the rest hangs together."""

from itertools import pairwise

import pytest

from .kit import C

BOARD = C.board
CELL = BOARD.index
FEATURES = ("road", "rail", "river", "stream", "bridge", "trench")
LINE = [
    "0403", "0503", "0603", "0703", "0803", "0903", "1003", "1103", "1203", "1303", "1403", "1504", "1604", "1704", "1804",
    "1905", "2004", "2105", "2204", "2305", "2405", "2505", "2605", "2705", "2805", "2905", "3005", "3105", "3205", "3305",
]  # fmt: skip
SECOND_LINE = [
    "0706", "0806", "0906", "1005", "1105", "1205", "1306", "1405", "1505", "1605", "1706", "1806", "1907", "2007", "2108",
    "2208", "2309", "2409",
]  # fmt: skip
TOWNS = {
    "0504": "Brabant", "0609": "Champneuville", "0806": "Samogneux", "1104": "Haumont", "1112": "Vacherauville", "1314": "Bras",
    "1419": "Belleville", "1605": "Beaumont", "1609": "Louvemont", "2012": "Douaumont", "2015": "Fleury", "2408": "Bezonvaux",
    "2413": "Vaux", "2506": "Ornes", "2814": "Damloup", "2907": "Maucourt", "2918": "Eix", "2920": "Moulainville",
    "3010": "Dieppe", "3316": "Abaucourt",
}  # fmt: skip
FORTS = {
    "1418": "Belleville", "1819": "Saint-Michel", "2113": "Douaumont", "2117": "Souville", "2417": "Tavannes", "2515": "Vaux",
    "2719": "Moulainville",
}  # fmt: skip
VERDUN = ["1421", "1422", "1521", "1522"]
SOURCES = ["0201", "1601", "2201", "1323", "1622", "3307", "3310", "3321"]
BRIDGES = [("1115", "1214"), ("1421", "1521"), ("1421", "1522"), ("1422", "1522")]


def terrain(label):
    return BOARD.terrain[CELL[label]]


def joined(feature, a, b):
    return BOARD.joined(feature, CELL[a], CELL[b])


def net(feature, start, closed=()):
    """All hexes connected with one by a feature."""
    seen, todo = {CELL[start]}, [CELL[start]]
    while todo:
        for near in BOARD.edges[feature][todo.pop()]:
            if near not in seen and BOARD.labels[near] not in closed:
                seen.add(near)
                todo.append(near)
    return {BOARD.labels[cell] for cell in seen}


@pytest.mark.case("they-shall-not-pass", "3.1", "TP-R01", "TP-R02")
def test_the_board_has_743_hexes_in_33_columns():
    assert BOARD.size == 743
    rows = {column: [int(x[2:]) for x in BOARD.labels if int(x[:2]) == column] for column in range(1, 34)}
    assert all(rows[column] == list(range(1, 24 if column % 2 else 23)) for column in rows)


@pytest.mark.parametrize("feature", FEATURES)
def test_what_joins_two_hexes_joins_them_both_ways_and_only_neighbours(feature):
    for cell, others in enumerate(BOARD.edges[feature]):
        for other in others:
            assert cell in BOARD.edges[feature][other]
            assert BOARD.distance(cell, other) == 1


@pytest.mark.case("they-shall-not-pass", "TP-R121", "16.0a", "16.0b", "16.0c")
def test_the_places_that_count_are_twenty_towns_seven_forts_and_four_hexes_of_verdun():
    found = {kind: [BOARD.labels[c] for c in BOARD.where("victory", kind)] for kind in ("town", "fort", "verdun")}
    assert found == {"town": sorted(TOWNS), "fort": sorted(FORTS), "verdun": VERDUN}
    assert all(C.first_control[CELL[x]] == 1 for kind in found for x in found[kind])  # all French at the start


@pytest.mark.case("they-shall-not-pass", "16.0a", "TP-R121")
@pytest.mark.parametrize(("label", "name"), TOWNS.items())
def test_each_town_stands_in_its_hex(label, name):
    assert "town" in terrain(label) and BOARD.columns["victory"][CELL[label]] == "town"
    plain = BOARD.names[CELL[label]].replace("é", "e")
    assert plain.startswith(name)


@pytest.mark.case("they-shall-not-pass", "14.8", "16.0b")
@pytest.mark.parametrize(("label", "name"), FORTS.items())
def test_each_fort_stands_in_its_hex(label, name):
    assert "fort" in terrain(label) and BOARD.columns["victory"][CELL[label]] == "fort"
    assert C.forts[C.fort_at[CELL[label]]].name == name


@pytest.mark.case("they-shall-not-pass", "16.0c", "6.33c", "14.2")
def test_verdun_is_four_hexes_of_city_and_there_is_no_other():
    assert [x for x in BOARD.labels if "city" in terrain(x)] == VERDUN
    assert [x for x in BOARD.labels if "fort" in terrain(x)] == sorted(FORTS)
    assert [x for x in BOARD.labels if "town" in terrain(x)] == sorted([*TOWNS, "0105"])  # Forges, which counts nothing


# ------------------------------------------------------------------------------------------------ trenches


@pytest.mark.case("they-shall-not-pass", "3.1", "TP-R05", "3.1a", "3.1b", "3.1c")
def test_the_northernmost_trench_line_is_one_chain_with_a_hex_in_every_column():
    assert [BOARD.labels[c] for c in C.front_line] == LINE
    assert [int(x[:2]) for x in LINE] == list(range(4, 34))
    assert all("trench" in terrain(x) for x in LINE)
    assert all(BOARD.distance(CELL[a], CELL[b]) == 1 and joined("trench", a, b) for a, b in pairwise(LINE))
    north = [x for x in BOARD.labels if "trench" in terrain(x) and x not in LINE and int(x[2:]) < 3]
    assert not north


@pytest.mark.case("they-shall-not-pass", "3.1", "3.1e", "TP-R13")
def test_behind_it_lie_a_second_line_and_the_support_trench_of_the_bois_des_caures():
    behind = [x for x in BOARD.labels if "trench" in terrain(x) and x not in LINE]
    assert behind == sorted([*SECOND_LINE, "1404"])
    row = {x[:2]: int(x[2:]) for x in LINE}
    assert all(int(x[2:]) > row[x[:2]] for x in behind)


# ------------------------------------------------------------------------------------------------ hexes the text names


@pytest.mark.case("they-shall-not-pass", "6.11", "6.41", "3.2a")
@pytest.mark.parametrize("label", SOURCES)
def test_each_supply_source_is_a_road_hex_at_the_edge_whose_road_leaves_the_map(label):
    assert CELL[label] in BOARD.rim and BOARD.edges["road"][CELL[label]] and CELL[label] in BOARD.exits["road"]


@pytest.mark.case("they-shall-not-pass", "6.11")
def test_the_sources_of_either_side_are_those_of_the_rulebook():
    assert [BOARD.labels[c] for c in C.sources[0]] == SOURCES[:3]
    assert [BOARD.labels[c] for c in C.sources[1]] == SOURCES[3:]


@pytest.mark.case("they-shall-not-pass", "6.11", "6.12", "TP-R02")
def test_all_eight_sources_hang_on_one_road_net():
    assert set(SOURCES) <= net("road", "1622")


@pytest.mark.case("they-shall-not-pass", "6.15", "TP-R04")
def test_the_road_of_the_supply_example_runs_as_told():
    road = ["1606", "1605", "1505", "1405", "1305", "1204", "1104"]
    assert all(joined("road", a, b) for a, b in pairwise(road))
    assert "0201" in net("road", "1104", closed=["1204"])  # and on to the west
    assert terrain("1405") == {"woods", "trench"} and terrain("1305") == {"clear"} and terrain("1606") == {"clear"}
    assert joined("road", "1606", "1607") and joined("road", "1606", "1507")
    assert not BOARD.edges["road"][CELL["1404"]]


@pytest.mark.case("they-shall-not-pass", "3.1d", "6.15", "7.11", "7.13b", "TP-R04", "TP-R12")
def test_louvemont_haumont_beaumont_and_forges_are_towns_where_the_rules_put_them():
    assert all("town" in terrain(x) for x in ("1609", "1104", "1605", "0105"))
    assert all(BOARD.edges["road"][CELL[x]] for x in ("1609", "1104", "1605"))
    assert CELL["0105"] in C.closed and BOARD.columns["victory"][CELL["0105"]] == ""


@pytest.mark.case("they-shall-not-pass", "3.2a", "6.42", "TP-R02")
def test_the_set_up_rows_lie_on_the_north_edge():
    for label in ("0201", "1001", "1101", "1701", "1801", "2501", "2601", "3301"):
        assert CELL[label] in BOARD.rim and label.endswith("01")


@pytest.mark.case("they-shall-not-pass", "3.1g", "14.34", "6.12a")
def test_there_are_rails_and_they_connect_verdun_with_fleury_and_ornes():
    assert C.rail_cells
    assert {"1521", "2015", "2506", "2408", "3316"} <= net("rail", "1421")


# ------------------------------------------------------------------------------------------------ the Meuse


@pytest.mark.case("they-shall-not-pass", "TP-R09", "TP-R10", "8.11")
def test_bridges_are_four_each_over_the_river_and_each_with_a_road():
    found = {(BOARD.labels[a], BOARD.labels[b]) for a in range(BOARD.size) for b in BOARD.edges["bridge"][a] if a < b}
    assert found == set(BRIDGES)
    assert all(joined("river", a, b) and joined("road", a, b) for a, b in BRIDGES)


@pytest.mark.case("they-shall-not-pass", "TP-R10", "TEC.1")
def test_the_river_parts_the_two_banks_and_only_the_bridges_join_them():
    bank = BOARD.columns["bank"]
    assert set(bank) == {"W", "E"}
    for cell in range(BOARD.size):
        for near in BOARD.neighbours[cell]:
            assert BOARD.joined("river", cell, near) == (bank[cell] != bank[near])
    for feature in ("road", "rail"):  # no way crosses it elsewhere
        for cell in range(BOARD.size):
            for near in BOARD.edges[feature][cell]:
                if BOARD.joined("river", cell, near):
                    assert BOARD.joined("bridge", cell, near)


@pytest.mark.case("they-shall-not-pass", "TP-R10", "16.0")
def test_every_place_that_scores_can_be_reached_by_both_sides():
    seen, todo = {CELL["1601"]}, [CELL["1601"]]
    while todo:
        cell = todo.pop()
        for near in BOARD.neighbours[cell]:
            open_side = not BOARD.joined("river", cell, near) or BOARD.joined("bridge", cell, near)
            if near not in seen and near not in C.closed and open_side:
                seen.add(near)
                todo.append(near)
    assert {CELL[x] for x in [*TOWNS, *FORTS, *VERDUN, *SOURCES]} <= seen
