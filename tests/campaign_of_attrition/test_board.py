"""The board: what the rulebook names stands where it says, and the rest hangs together."""

from itertools import pairwise
from pathlib import Path

import pytest

import trenchline
from trenchline.core.board import load_board
from trenchline.core.files import DataFolder

BOARD = load_board(DataFolder(Path(trenchline.__file__).parent / "games/campaign_of_attrition/data"))
CELL = BOARD.index
FEATURES = ("road", "track", "rail", "river", "bridge", "trench")
SOUTH = [
    "0111", "0210", "0309", "0310", "0408", "0508", "0607", "0708", "0807", "0907", "1006", "1106", "1205", "1306", "1406",
    "1506", "1507", "1607", "1708", "1807", "1908", "2008", "2109", "2110", "2111", "2211", "2312", "2313", "2413", "2414",
    "2415", "2416", "2517", "2617",
]  # fmt: skip
NORTH = [
    "0110", "0208", "0209", "0308", "0407", "0507", "0606", "0707", "0806", "0906", "1005", "1105", "1204", "1305", "1405",
    "1505", "1605", "1606", "1707", "1806", "1907", "2007", "2108", "2208", "2209", "2210", "2311", "2411", "2412", "2513",
    "2514", "2515", "2516", "2616",
]  # fmt: skip
FORTS = {
    "0911": "Bois-Bourrus", "1010": "Marre", "1011": "Choisel", "1013": "Sartelles", "1110": "Vacherauville", "1113": "Chaume",
    "1114": "Regret", "1115": "Landrecourt", "1311": "Belleville", "1315": "Dugny", "1411": "Saint-Michel", "1509": "Douaumont",
    "1511": "Souville", "1513": "Belrupt", "1515": "Haudainville", "1610": "Vaux", "1611": "Tavannes", "1712": "Moulainville",
    "1714": "Rozelier",
}  # fmt: skip
VILLAGES = {"0607": "Béthincourt", "1305": "Moirey", "1908": "Mogeville", "2309": "Étain", "1006": "Brabant", "1607": "Ornes"}
BRIDGES = [("0604", "0704"), ("0805", "0906"), ("1007", "1108"), ("1110", "1210"), ("1212", "1313"), ("1417", "1518")]


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


def side_of_line(start):
    """All hexes that the Trenchline does not part from one."""
    seen, todo = {CELL[start]}, [CELL[start]]
    while todo:
        cell = todo.pop()
        for near in BOARD.neighbours[cell]:
            if near not in seen and not BOARD.joined("trench", cell, near):
                seen.add(near)
                todo.append(near)
    return {BOARD.labels[cell] for cell in seen}


GERMAN_SIDE, FRENCH_SIDE = side_of_line("0101"), side_of_line("0120")


@pytest.mark.case("campaign-of-attrition", "2.0b", "1.2", "CA-R06", "CA-R76")
def test_the_board_has_26_columns_of_20_hexes_2_km_wide():
    assert BOARD.size == 520 and BOARD.labels[0] == "0101" and BOARD.labels[-1] == "2620" and BOARD.metres == 2000
    assert BOARD.distance(CELL["0607"], CELL["2309"]) == 17  # 30 km in reality; 12.5 miles a hex would make it 340


@pytest.mark.parametrize("feature", FEATURES)
def test_what_joins_two_hexes_joins_them_both_ways_and_only_neighbours(feature):
    for cell, others in enumerate(BOARD.edges[feature]):
        for other in others:
            assert cell in BOARD.edges[feature][other]
            assert BOARD.distance(cell, other) == 1


@pytest.mark.case("campaign-of-attrition", "CA-R62")
@pytest.mark.parametrize(("label", "name"), VILLAGES.items())
def test_each_village_the_rules_name_stands_in_its_hex(label, name):
    assert "village" in terrain(label) and BOARD.names[CELL[label]].startswith(name)


@pytest.mark.case("campaign-of-attrition", "CA-R76")
def test_there_are_nineteen_fortresses_all_on_the_french_side_and_none_is_a_village():
    assert [x for x in BOARD.labels if "fort" in terrain(x)] == sorted(FORTS)
    for label, name in FORTS.items():
        assert name in BOARD.names[CELL[label]] and label in FRENCH_SIDE and "village" not in terrain(label)


@pytest.mark.case("campaign-of-attrition", "CA-R76")
def test_verdun_is_two_hexes_of_city_on_either_bank_and_there_is_no_other_city():
    assert [x for x in BOARD.labels if "city" in terrain(x)] == ["1212", "1313"]
    assert {BOARD.names[CELL[x]] for x in ("1212", "1313")} == {"Verdun"}
    assert joined("bridge", "1212", "1313") and joined("road", "1212", "1313") and joined("rail", "1212", "1313")


def test_the_lakes_lie_in_the_north():
    lakes = [x for x in BOARD.labels if "lake" in terrain(x)]
    assert len(lakes) == 5 and all(int(x[2:]) <= 10 for x in lakes)


@pytest.mark.case("campaign-of-attrition", "CA-R76")
def test_the_famous_heights_are_high_ground():
    for label, name in {"0709": "Mort-Homme", "0509": "Côte 304", "1309": "Côte du Poivre", "1509": "Douaumont"}.items():
        assert "high" in terrain(label) and name in BOARD.names[CELL[label]]


def test_every_hex_has_ground_and_a_height_and_woods_are_named_where_woods_are():
    for cell in range(BOARD.size):
        assert BOARD.terrain[cell] and 150 < int(BOARD.columns["elev_m"][cell]) < 420
        name = BOARD.names[cell]
        if name.startswith(("Bois", "Forêt", "Herbebois")):
            assert "woods" in BOARD.terrain[cell], name
        if name.startswith("Côte"):
            assert "high" in BOARD.terrain[cell], name
        if "clear" in BOARD.terrain[cell]:
            assert BOARD.terrain[cell] == {"clear"}


# ------------------------------------------------------------------------------------------------ the Trenchline


@pytest.mark.case("campaign-of-attrition", "2.10a", "CA-R76", "CA-D62")
def test_the_trenchline_parts_the_board_into_a_german_and_a_french_side():
    assert not GERMAN_SIDE & FRENCH_SIDE and len(GERMAN_SIDE) + len(FRENCH_SIDE) == 520
    assert {"0101", "2616", "1305", "2309", "2209", "2310", "1301", "2101", "1101", "0401"} <= GERMAN_SIDE
    assert {"0607", "1908", "2620", "2617", "0920", "1520", "1006", "1607", "1212", "1313"} <= FRENCH_SIDE


@pytest.mark.case("campaign-of-attrition", "2.10a")
def test_the_line_runs_as_one_from_the_west_edge_to_the_east_edge():
    assert [x for x in BOARD.labels if BOARD.edges["trench"][CELL[x]] and x in FRENCH_SIDE] == SOUTH
    assert [x for x in BOARD.labels if BOARD.edges["trench"][CELL[x]] and x in GERMAN_SIDE] == NORTH
    for cell in range(BOARD.size):
        for near in BOARD.neighbours[cell]:
            parted = (BOARD.labels[cell] in GERMAN_SIDE) != (BOARD.labels[near] in GERMAN_SIDE)
            assert BOARD.joined("trench", cell, near) == parted
    assert {x[:2] for x in SOUTH} == {f"{n:02}" for n in range(1, 27)}


@pytest.mark.case("campaign-of-attrition", "CA-R65")
def test_each_sector_of_the_set_up_has_room_for_its_corps():
    near = {place: [x for x in NORTH if BOARD.distance(CELL[x], CELL[place]) <= n] for place, n in (("1305", 4), ("1908", 2))}
    assert near["1305"] == ["0906", "1005", "1105", "1204", "1305", "1405", "1505", "1605", "1606", "1707"]
    assert near["1908"] == ["1707", "1806", "1907", "2007", "2108"]
    xxx = [x for x in SOUTH if BOARD.distance(CELL[x], CELL["0607"]) <= 3]
    assert xxx == ["0309", "0408", "0508", "0607", "0708", "0807", "0907"]
    west = [x for x in NORTH if BOARD.columns["bank"][CELL[x]] == "W"]
    assert west == ["0110", "0208", "0209", "0308", "0407", "0507", "0606", "0707", "0806"]


# ------------------------------------------------------------------------------------------------ the Meuse and the ways


@pytest.mark.case("campaign-of-attrition", "CA-R76")
def test_six_bridges_join_the_banks_each_carries_a_way_and_nothing_else_crosses():
    bank = BOARD.columns["bank"]
    bridges = {(BOARD.labels[a], BOARD.labels[b]) for a in range(BOARD.size) for b in BOARD.edges["bridge"][a] if a < b}
    assert bridges == set(BRIDGES)
    for cell in range(BOARD.size):
        for near in BOARD.neighbours[cell]:
            assert BOARD.joined("river", cell, near) == (bank[cell] != bank[near])
            if BOARD.joined("river", cell, near):
                way = any(BOARD.joined(f, cell, near) for f in ("road", "track", "rail"))
                assert way == BOARD.joined("bridge", cell, near)


@pytest.mark.case("campaign-of-attrition", "8.5a")
def test_german_railways_begin_at_1101_and_0401_on_the_north_edge_and_feed_forty_hexes():
    for source in ("1101", "0401"):
        assert CELL[source] in BOARD.exits["rail"] and source.endswith("01")
    fed = {x for source in ("1101", "0401") for x in net("rail", source, closed=FRENCH_SIDE)}
    rails = {x for x in GERMAN_SIDE if BOARD.edges["rail"][CELL[x]]}
    assert fed == rails and len(rails) == 40
    assert {x for x in rails if x in NORTH} == {"0806", "1305", "1405", "1505", "1605", "1606", "2209"}


@pytest.mark.case("campaign-of-attrition", "CA-R68")
def test_two_southern_railways_lead_to_verdun_and_meet_only_there():
    for source in ("0920", "1520"):
        assert CELL[source] in BOARD.exits["rail"] and source.endswith("20") and "1212" in net("rail", source)
    west, east = net("rail", "0920", closed=["1212"]), net("rail", "1520", closed=["1212"])
    assert not west & east
    assert all(joined("rail", a, b) for a, b in pairwise(["1014", "1114", "1113", "1212"]))
    assert all(joined("rail", a, b) for a, b in pairwise(["1316", "1315", "1314", "1213", "1212"]))


def test_the_entry_hexes_lie_on_the_edge_with_a_way_to_the_front():
    for label in ("1301", "2101", "2620"):
        assert CELL[label] in BOARD.rim and CELL[label] in BOARD.exits["road"]
    assert set(NORTH) & net("road", "1301") and set(NORTH) & net("road", "2101")
    assert {"1313", "1212"} <= net("road", "2620") and {"1313", "1212"} <= net("road", "0920")


def test_every_hex_can_be_walked_to_from_both_edges():
    seen, todo = {CELL["1301"]}, [CELL["1301"]]
    while todo:
        cell = todo.pop()
        for near in BOARD.neighbours[cell]:
            if near not in seen and (not BOARD.joined("river", cell, near) or BOARD.joined("bridge", cell, near)):
                seen.add(near)
                todo.append(near)
    assert len(seen) == BOARD.size
