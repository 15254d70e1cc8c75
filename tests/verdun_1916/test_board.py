"""The board: columns, banks, lines and objectives as the rulebook asks for them, and the rest hangs together."""

from itertools import pairwise

import pytest

from .kit import C

BOARD = C.board
CELL = BOARD.index
FEATURES = ("road", "rail", "river", "stream", "bridge", "trench", "slope")
ONE = ["Samogneux", "Haumont", "Beaumont", "Bezonvaux"]
TWO = ["Vaux", "Fleury", "Bras", "Champ", "Vacherauville"]
ONE_LEFT, TWO_LEFT = ["Chattancourt", "Cumieres", "Regneville"], ["Marre"]
RED = {"2512": "Douaumont", "2615": "Souville", "2813": "Vaux", "2816": "Tavannes", "3017": "Moulainville"}
BLUE = {
    "2017": "Belleville", "2214": "Froideterre", "2314": "Thiaumont", "2417": "Saint-Michel", "2710": "Bezonvaux",
    "2712": "Hardaumont", "2915": "Laufee",
}  # fmt: skip
RED_LEFT = {"1117": "Bois-Bourrus", "1316": "Marre", "1614": "Vacherauville"}
BLUE_LEFT = {"1515": "Belle-Epine", "1715": "Charny"}
FIRST = {
    "E": "1005 1105 1106 1205 1305 1404 1504 1603 1703 1803 1904 2004 2104 "
    "2203 2303 2403 2504 2604 2705 2706 2806 2907 3006 3107 3207",
    "W": "0110 0209 0309 0408 0509 0608 0709 0807 0808 0907 1006",
}
SECOND = {
    "E": "1308 1407 1507 1606 1707 1806 1906 2006 2106 2206 2306 2406 2506 2606 2607 2708 2808 2809 2910 3010 3111 3210",
    "W": "0114 0213 0313 0412 0512 0611 0711 0810 0910 1009",
}
BRIDGES = {("1006", "1106"), ("1309", "1408"), ("1714", "1814"), ("2019", "2119"), ("2019", "2120"), ("2020", "2120")}


def terrain(label):
    return BOARD.terrain[CELL[label]]


def column(name, label):
    return BOARD.columns[name][CELL[label]]


def plain(name):
    return name.translate(str.maketrans("éèÉ", "eeE"))


def scoring(points, bank):
    """The hexes worth so many points on a bank, fortresses left out."""
    return [
        x
        for x in BOARD.labels
        if column("victory", x).split()[:1] == [points] and column("bank", x) == bank and not column("fortress", x)
    ]


@pytest.mark.case("verdun-1916", "14.2", "14.2C-a", "14.3C-a", "VV-R62")
def test_the_board_has_32_columns_of_20_hexes_and_both_entries_lie_on_its_southern_edge():
    assert BOARD.size == 640 and BOARD.metres == 850
    rows = {n: [int(x[2:]) for x in BOARD.labels if int(x[:2]) == n] for n in range(1, 33)}
    assert all(rows[n] == list(range(1, 21)) for n in rows)
    assert [BOARD.across[CELL[x]][3] for x in ("2220", "2020")] == [-1, -1]  # nothing further south
    assert (column("bank", "2220"), column("bank", "2020")) == ("E", "W")
    assert all(CELL[x] in BOARD.exits["road"] for x in ("2220", "2020"))


@pytest.mark.case("verdun-1916", "VV-R62")
def test_even_columns_stand_half_a_hex_further_south():
    assert {BOARD.labels[n] for n in BOARD.neighbours[CELL["1905"]]} == {"1904", "2004", "2005", "1906", "1805", "1804"}
    assert {BOARD.labels[n] for n in BOARD.neighbours[CELL["2005"]]} == {"2004", "2105", "2106", "2006", "1906", "1905"}


@pytest.mark.parametrize("feature", FEATURES)
def test_what_joins_two_hexes_joins_them_both_ways_and_only_neighbours(feature):
    for cell, others in enumerate(BOARD.edges[feature]):
        for other in others:
            assert cell in BOARD.edges[feature][other]
            assert BOARD.distance(cell, other) == 1


@pytest.mark.case("verdun-1916", "0.2", "VV-R89")
def test_every_hex_has_one_ground_and_forts_works_and_trenches_lie_on_it():
    for kinds in BOARD.terrain:
        assert len(kinds & {"clear", "woods", "village", "city"}) == 1
        assert len(kinds & {"fort", "works", "trench"}) <= 1


# ------------------------------------------------------------------------------------------------ what counts (13)


@pytest.mark.case("verdun-1916", "13b", "13c", "VV-R89")
@pytest.mark.parametrize(
    ("points", "bank", "names"), [("1", "E", ONE), ("2", "E", TWO), ("1", "W", ONE_LEFT), ("2", "W", TWO_LEFT)]
)
def test_the_villages_that_count_are_those_of_the_list(points, bank, names):
    found = scoring(points, bank)
    assert sorted(plain(BOARD.names[CELL[x]]).split("-")[0] for x in found) == sorted(names)
    assert all("village" in terrain(x) for x in found)


@pytest.mark.case("verdun-1916", "13b", "13c", "13d", "13e", "VV-R79")
def test_the_left_bank_counts_in_the_hypothetical_scenario_only():
    for label in BOARD.labels:
        if column("victory", label):
            assert ("hypothetical" in column("victory", label)) == (column("bank", label) == "W"), label


@pytest.mark.case("verdun-1916", "13d", "13e", "VV-R87")
@pytest.mark.parametrize(
    ("colour", "points", "bank", "forts"),
    [("red", "4", "E", RED), ("blue", "3", "E", BLUE), ("red", "4", "W", RED_LEFT), ("blue", "3", "W", BLUE_LEFT)],
)
def test_red_fortresses_are_worth_four_and_blue_ones_three(colour, points, bank, forts):
    found = [x for x in BOARD.labels if column("fortress", x) == colour and column("bank", x) == bank]
    assert found == sorted(forts)
    for label, name in forts.items():
        assert plain(BOARD.names[CELL[label]]).endswith(name)
        assert column("victory", label).split()[0] == points
        assert ("fort" if colour == "red" else "works") in terrain(label)


@pytest.mark.case("verdun-1916", "13f", "13l")
def test_verdun_has_two_hexes_on_either_bank_and_is_the_only_city():
    city = [x for x in BOARD.labels if "city" in terrain(x)]
    assert city == ["2019", "2020", "2119", "2120"]
    assert [column("bank", x) for x in city] == ["W", "W", "E", "E"]
    assert [x for x in BOARD.labels if column("victory", x).startswith("automatic")] == city


@pytest.mark.case("verdun-1916", "13j", "13k")
def test_the_objectives_allow_both_levels_without_verdun():
    worth = {
        bank: sum(
            int(v.split()[0])
            for x in BOARD.labels
            if (v := column("victory", x)) and v[0].isdigit() and column("bank", x) == bank
        )
        for bank in "EW"
    }
    assert worth == {"E": 14 + 41, "W": 5 + 18}


# ------------------------------------------------------------------------------------------------ lines and banks


@pytest.mark.case("verdun-1916", "14.1a", "14c")
@pytest.mark.parametrize(("line", "hexes"), [("first", FIRST), ("second", SECOND)])
def test_either_trench_line_runs_unbroken_along_each_bank(line, hexes):
    for bank, text in hexes.items():
        found = [x for x in BOARD.labels if column("line", x) == line and column("bank", x) == bank]
        assert found == text.split() and all("trench" in terrain(x) for x in found)
        joined = {found[0]}
        while more := {x for x in found for y in joined if CELL[y] in BOARD.edges["trench"][CELL[x]]} - joined:
            joined |= more
        assert joined == set(found)


def test_there_are_no_other_trenches():
    lines = " ".join([*FIRST.values(), *SECOND.values()]).split()
    assert [x for x in BOARD.labels if "trench" in terrain(x)] == sorted(lines)


@pytest.mark.case("verdun-1916", "VV-R83")
def test_the_first_line_parts_the_german_ground_from_the_french():
    """Nobody gets from the northern edge to the French rear but through the first line."""
    for bank in "EW":
        seen = {CELL[x] for x in BOARD.labels if column("bank", x) == bank and column("line", x) == "german"}
        assert seen
        for cell in seen:
            for near in BOARD.neighbours[cell]:
                if BOARD.columns["bank"][near] == bank:
                    assert BOARD.columns["line"][near] in ("german", "first")
    for label in BOARD.labels:
        if column("line", label) == "rear":
            near = {
                BOARD.columns["line"][n]
                for n in BOARD.neighbours[CELL[label]]
                if BOARD.columns["bank"][n] == column("bank", label)
            }
            assert near <= {"rear", "second", "between"} or label == "1107", label  # where the left-bank lines end at the Meuse


@pytest.mark.case("verdun-1916", "14c", "VV-R66")
@pytest.mark.parametrize(("low", "high", "bank"), [(10, 20, "E"), (23, 28, "E"), (5, 10, "W")])
def test_divisions_with_bunkers_have_ground_between_the_lines(low, high, bank):
    for n in range(low, high + 1):
        found = [x for x in BOARD.labels if int(x[:2]) == n and column("line", x) == "between" and column("bank", x) == bank]
        assert found or (bank == "E" and n in (10, 11)), n  # there the first line leans on the Meuse
    assert terrain("1905") >= {"woods"} and column("line", "1905") == "between"  # the wood of Driant's chasseurs


@pytest.mark.case("verdun-1916", "14.1a", "VV-R63")
def test_the_trenches_between_two_divisions_can_be_covered_from_their_columns():
    gap = [x for x in [*FIRST["E"].split(), *SECOND["E"].split()] if x[:2] in ("21", "22")]
    assert gap == ["2104", "2203", "2106", "2206"]
    for label in gap:
        near = [BOARD.labels[n] for n in BOARD.neighbours[CELL[label]] if not BOARD.joined("river", CELL[label], n)]
        beside = "20" if label[:2] == "21" else "23"
        assert any(x[:2] == beside and column("line", x) != "german" for x in near)


@pytest.mark.case("verdun-1916", "14.2D-c", "3.2a", "VV-R06")
def test_the_river_parts_the_banks_and_ways_cross_it_only_at_the_bridges():
    bank = BOARD.columns["bank"]
    for cell in range(BOARD.size):
        for near in BOARD.neighbours[cell]:
            assert BOARD.joined("river", cell, near) == (bank[cell] != bank[near])
    found = {(BOARD.labels[a], BOARD.labels[b]) for a in range(BOARD.size) for b in BOARD.edges["bridge"][a] if a < b}
    assert found == BRIDGES
    for feature in ("road", "rail"):
        for cell in range(BOARD.size):
            for near in BOARD.edges[feature][cell]:
                assert not BOARD.joined("river", cell, near) or BOARD.joined("bridge", cell, near)
    assert all(BOARD.joined("road", CELL[a], CELL[b]) for a, b in BRIDGES)


@pytest.mark.case("verdun-1916", "14.2B-c", "14.3A-b")
def test_the_columns_where_both_banks_are_deployed_on_have_hexes_on_both():
    for n in (8, 9, 10):
        assert {column("bank", x) for x in BOARD.labels if int(x[:2]) == n} == {"W", "E"}


@pytest.mark.case("verdun-1916", "MT-f", "VV-R05")
def test_every_slope_has_a_higher_and_a_lower_side():
    heights = [int(h) for h in BOARD.columns["elev_m"]]
    for cell, others in enumerate(BOARD.edges["slope"]):
        assert all(abs(heights[cell] - heights[n]) >= 38 for n in others)


def test_verdun_is_on_the_road_from_the_north_and_the_entries():
    seen, todo = {CELL["2220"]}, [CELL["2220"]]
    while todo:
        for near in BOARD.edges["road"][todo.pop()]:
            if near not in seen:
                seen.add(near)
                todo.append(near)
    assert {CELL[x] for x in ("2020", "2119", "1914", "1712", "1408", "1106")} <= seen
    road = ["2019", "2119"]
    assert all(CELL[b] in BOARD.edges["road"][CELL[a]] for a, b in pairwise(road))
