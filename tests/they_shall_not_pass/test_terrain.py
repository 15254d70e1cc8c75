"""11.0 Terrain effects: the grid, what hexes and hexsides cost, what they do to guns and assaults."""

from itertools import pairwise

import pytest

from trenchline.games.they_shall_not_pass.components import FRENCH, GERMAN
from trenchline.games.they_shall_not_pass.supply import Lines
from trenchline.games.they_shall_not_pass.terrain import SUPPLY, step_cost

from . import kit
from .kit import (
    C,
    assault,
    at,
    barred,
    declare,
    fight,
    march,
    move,
    options,
    play,
    points,
    position,
    price,
    reach,
    refused,
    shifts,
    states,
)


def neighbours(cell: str) -> set[str]:
    return {C.board.labels[n] for n in C.board.neighbours[C.board.index[cell]]}


def distance(a: str, b: str) -> int:
    return C.board.distance(C.board.index[a], C.board.index[b])


def supply_cost(match, side: int, start: str, goal: str) -> int | None:
    """Points a supply line from one hex to another needs; None beyond forty."""
    index = C.board.index
    return Lines(match.position, side).to([index[goal]], set(), 40).get(index[start])


# ------------------------------------------------------------------------------------------------------- the grid


@pytest.mark.case("they-shall-not-pass", "TP-R01", "3.1a", "3.1b")
def test_hexes_stand_in_columns_and_the_even_columns_half_a_hex_lower():
    assert C.board.size == 743
    assert neighbours("1606") == {"1605", "1607", "1706", "1707", "1507", "1506"}
    assert neighbours("1505") == {"1504", "1506", "1604", "1605", "1405", "1404"}
    assert "1323" in C.board.index and "1622" in C.board.index
    assert "1423" not in C.board.index and "1324" not in C.board.index
    assert "1504" in neighbours("1403") and "2405" in neighbours("2305")


@pytest.mark.case("they-shall-not-pass", "TP-R02")
def test_the_map_edge_is_the_outermost_hex_on_every_side():
    labels = C.board.labels
    ends = {f"{c:02}{23 if c % 2 else 22}" for c in range(1, 34)}
    edge = {x for x in labels if x[2:] == "01" or x[:2] in ("01", "33")} | ends
    assert {labels[c] for c in C.board.rim} == edge
    assert {"0201", "1601", "2201", "1323", "1622", "3307", "3310", "3321"} <= edge


@pytest.mark.case("they-shall-not-pass", "TP-R03")
def test_distance_is_the_shortest_way_with_the_target_counted_and_the_start_not():
    assert distance("1606", "1606") == 0
    assert distance("1405", "1104") == 3
    assert distance("1801", "1606") == 6 and distance("2501", "1606") == 10
    assert distance("0201", "0501") == distance("0501", "0201") == 3


@pytest.mark.case("they-shall-not-pass", "TP-R04", "6.15")
def test_beaumont_lies_on_the_road_from_1606_to_haumont_and_no_way_round_1405_is_cheap():
    road = ["1606", "1605", "1505", "1405", "1305", "1204", "1104"]
    for here, there in pairwise(road):
        assert C.board.joined("road", C.board.index[here], C.board.index[there])
    assert C.board.names[C.board.index["1605"]].startswith("Beaumont")
    assert C.board.terrain[C.board.index["1405"]] == {"woods", "trench"}
    assert C.board.terrain[C.board.index["1305"]] == C.board.terrain[C.board.index["1606"]] == {"clear"}
    blocked = "turn: 3\nstep: german-movement\n1104: XVIII.HQ\n1606: IR81\n1607: 208R\n1408: 243R\n1907: 233R\n"
    assert supply_cost(position(blocked), GERMAN, "1606", "1104") == 0
    assert supply_cost(position(blocked + "french shells: 1405"), GERMAN, "1606", "1104") == 7
    assert supply_cost(position(blocked), GERMAN, "1104", "0201") == 0


@pytest.mark.case("they-shall-not-pass", "TP-R05", "3.1")
def test_the_front_line_is_one_chain_of_trenches_from_0403_to_3305():
    line = [C.board.labels[c] for c in C.front_line]
    assert [x[:2] for x in line] == [f"{c:02}" for c in range(4, 34)]
    assert {"0403", "1403", "1504", "2305", "2405", "3305"} <= set(line)
    assert all(C.trench[c] for c in C.front_line)
    assert all(b in neighbours(a) for a, b in pairwise(line))
    for x in line:  # no trench lies further north in any column
        assert not any(C.trench[C.board.index[f"{x[:2]}{row:02}"]] for row in range(1, int(x[2:])))


# ------------------------------------------------------------------------------------------------ what a hex costs


@pytest.mark.case("they-shall-not-pass", "TEC.1", "8.0", "11.0", "TP-R06")
@pytest.mark.parametrize(
    ("start", "goal", "cost"),
    [
        ("3013", "3014", 1),  # clear
        ("3111", "3112", 2),  # woods
        ("1406", "1506", 2),  # slope
        ("1905", "1906", 2),  # hill
        ("0503", "0504", 2),  # town
        ("1523", "1522", 2),  # city
        ("3004", "3005", 2),  # a trench in the open
        ("2003", "2004", 3),  # woods and trench
        ("1909", "1910", 4),  # woods on a hill
        ("1802", "1902", 2),  # clear across a stream
        ("1703", "1704", 3),  # slope and trench
    ],
)
def test_terrains_of_a_hex_add_up_and_clear_counts_only_alone(start, goal, cost):
    match = position(f"turn: 2\nstep: german-movement\n{start}: Pi21")
    assert price(match, "Pi21", goal) == cost


@pytest.mark.case("they-shall-not-pass", "TEC.1", "8.0", "TP-R06")
def test_woods_on_a_slope_with_a_trench_cost_five():
    match = position("turn: 2\nstep: french-movement\n1505: 56BCP")
    assert price(match, "56BCP", "1504", strategic=True) == 5


@pytest.mark.case("they-shall-not-pass", "TEC.1", "TP-R06", "TEC.3")
def test_a_stream_costs_one_more_but_nothing_along_a_road():
    match = position("turn: 2\nstep: german-movement\n1204: IR81\n2508: IR87")
    assert price(match, "IR81", "1305") == 1
    assert price(match, "IR87", "2608") == 2  # clear, a brook, no road
    assert price(position("turn: 2\nstep: german-movement\n1304: IR81"), "IR81", "1305") == 2


@pytest.mark.case("they-shall-not-pass", "TEC.1", "8.11", "TP-R10")
def test_the_river_cannot_be_crossed_without_a_bridge():
    match = position("turn: 2\nstep: german-movement\n0303: IR81")
    assert "0304" in neighbours("0303") and "0304" not in reach(match, "IR81")
    assert not barred(match, "IR81", "0304").legal


@pytest.mark.case("they-shall-not-pass", "8.11")
def test_who_is_stopped_by_the_river_is_told_so():
    match = position("turn: 2\nstep: german-movement\n0303: IR81")
    assert "8.11" in barred(match, "IR81", "0304").cases


@pytest.mark.case("they-shall-not-pass", "TP-R10", "6.12", "9.0", "TEC.2")
def test_neither_supply_nor_assault_goes_across_the_river():
    match = position("turn: 2\nstep: german-assault\n0303: IR81\n0304: 208R")
    assert match.decision.kind != "Assault"
    lone = position("turn: 2\nstep: french-movement\n0304: 208R")
    # Across the water it is one hex; the line must walk round by the bridge at Charny.
    assert supply_cost(lone, FRENCH, "0304", "0403") > 10
    assert supply_cost(lone, FRENCH, "0304", "0404") == 1


@pytest.mark.case("they-shall-not-pass", "TP-R10", "8.4")
def test_a_zone_of_control_reaches_across_the_river():
    match = position("turn: 2\nstep: german-movement\n0403: 351R\n0305: VIIR.HQ")
    assert {"8.42"} <= set(barred(match, "VIIR.HQ", "0304").cases)
    assert "0304" in reach(position("turn: 2\nstep: german-movement\n0305: VIIR.HQ"), "VIIR.HQ")


@pytest.mark.case("they-shall-not-pass", "TP-R09", "TEC.1", "8.11")
def test_a_bridge_carries_the_road_and_costs_one():
    match = position("turn: 2\nstep: french-movement\n1115: 35RI\n1421: 42RI")
    assert price(match, "35RI", "1214") == 1
    assert price(match, "42RI", "1521") == 1  # a city hex, entered along the road
    assert price(match, "35RI", "1214", strategic=True) == 0.5


@pytest.mark.case("they-shall-not-pass", "TP-R09")
def test_shells_on_a_bridge_cut_its_road_but_not_the_bridge():
    match = position("turn: 2\nstep: french-movement\ngerman shells: 1421\n1421: 42RI")
    assert price(match, "42RI", "1521") == 2  # the city hex itself
    assert supply_cost(match, FRENCH, "1421", "1521") == 2
    assert supply_cost(position("turn: 2\nstep: french-movement\n1421: 42RI"), FRENCH, "1421", "1521") == 0


@pytest.mark.case("they-shall-not-pass", "TEC.1", "14.8", "8.11", "TP-R65")
def test_an_intact_fort_is_closed_to_germans_and_costs_the_french_its_other_terrain():
    match = position("turn: 2\nstep: german-movement\n2514: IR81")
    assert {"8.11", "14.8"} <= set(barred(match, "IR81", "2515").cases)
    french = position("turn: 2\nstep: french-movement\n2415: 35RI\n2114: 42RI")
    assert price(french, "35RI", "2515") == 1  # Vaux stands in the open
    assert price(french, "42RI", "2113") == 2  # Douaumont on a hill


@pytest.mark.case("they-shall-not-pass", "TP-R11", "14.34")
def test_the_railway_helps_nobody_but_the_railroad_gun():
    match = position("turn: 2\nstep: french-movement\n2816: 35RI, RR")
    assert price(match, "35RI", "2716") == 4  # woods on a slope
    assert price(match, "RR", "2716") == 1
    assert price(match, "RR", "2716", strategic=True) == 0.5


@pytest.mark.case("they-shall-not-pass", "TP-R11", "TP-R134", "7.22")
def test_shells_on_the_rails_make_the_railroad_gun_pay_the_terrain():
    into = position("turn: 2\nstep: french-movement\ngerman shells: 2917\n3016: RR")
    assert price(into, "RR", "2917") == 2  # clear, doubled
    out_of = position("turn: 2\nstep: french-movement\ngerman shells: 2816\n2816: RR")
    assert price(out_of, "RR", "2716") == 4


@pytest.mark.case("they-shall-not-pass", "TP-R12", "14.33", "8.11")
def test_forges_cannot_be_entered_and_its_guns_hold_nobody_up():
    match = position("turn: 2\nstep: german-movement\n0105: LB\n0104: IR81, VIIR.HQ\ngerman ground: 0204 0205")
    assert "7.13b" in barred(match, "IR81", "0105").cases
    assert price(match, "IR81", "0204") == 1 and price(match, "IR81", "0205") == 3  # a brook, but no zone
    assert "0204" in reach(match, "VIIR.HQ")
    assert "0204" in reach(match, "IR81", strategic=True)  # no enemy is next to it
    french = position("turn: 2\nstep: french-movement\n0105: LB\n1609: XXX.HQ")
    assert not french.legal(french.parse("LB")) and not french.legal(french.parse("dig:LB"))


@pytest.mark.case("they-shall-not-pass", "TP-R12", "15.1")
def test_without_the_left_bank_guns_forges_stays_closed():
    start = kit.GAME.start("historical", options={"spoiling_attack": True}, dice=[])
    assert at(start, "LB") == "out"
    assert at(kit.GAME.start("historical", dice=[]), "LB") == "0105"
    match = position("turn: 2\nstep: german-movement\noptions: spoiling_attack\n0104: IR81")
    assert "7.13b" in barred(match, "IR81", "0105").cases
    assert C.board.index["0105"] not in C.towns


# ------------------------------------------------------------------------------------------------ barrage, assault


@pytest.mark.case("they-shall-not-pass", "TEC.2", "TEC.3", "9.2")
@pytest.mark.parametrize(
    ("attackers", "target", "shift"),
    [
        ("3013", "3014", 0),  # clear
        ("3111", "3112", -1),  # woods
        ("1406", "1506", -1),  # slope
        ("1908", "1907", -3),  # woods and trench
        ("1705", "1605", -4),  # Beaumont: slope, town, trench
        ("1523", "1522", -3),  # city
        ("1802", "1902", -1),  # over a stream
        ("1115", "1214", -1),  # over a bridge
        ("2514", "2515", -2),  # Fort Vaux
    ],
)
def test_terrain_shifts_the_column_of_an_assault(attackers, target, shift):
    match = declare(fight(f"{attackers}: IR81, IR87\n{target}: II.44T reduced"), target, "IR81", "IR87")
    odds = match.odds(match.parse("attack"))
    assert sum(line.value for line in odds.lines if line.case.startswith("9.2")) == shift


@pytest.mark.case("they-shall-not-pass", "TEC.2", "BT.2", "7.12")
@pytest.mark.parametrize(
    ("target", "shift"), [("3014", 0), ("3112", 0), ("1506", 0), ("2506", -1), ("1521", -2), ("3005", -2), ("0806", -3)]
)
def test_town_city_and_trench_soften_a_barrage_and_other_ground_does_not(target, shift):
    match = position(f"turn: 2\nstep: german-bombardment\nweather: bad\nnaval: NAV\n{target}: 208R")
    play(match, f"barrage:{target}", "NAV")
    odds = match.odds(match.parse("fire"))
    assert sum(line.value for line in odds.lines if line.case == "7.12") == shift


@pytest.mark.case("they-shall-not-pass", "11.0", "TEC.3")
def test_in_beaumont_slope_town_and_trench_count_together_for_everything():
    off_road = position("turn: 2\nstep: french-movement\n1705: 56BCP")
    assert step_cost(C, SUPPLY, C.board.index["1705"], C.board.index["1605"], ()) == 5
    assert price(off_road, "56BCP", "1605") == 4  # round by 1706 and its road; straight in would be 5
    attack = declare(fight("1705: IR81, IR87\n1605: II.44T"), "1605", "IR81", "IR87")
    lines = attack.odds(attack.parse("attack")).lines
    assert sorted(line.value for line in lines if line.case.startswith("9.2")) == [-2, -1, -1]
    guns = position("turn: 2\nstep: german-bombardment\nweather: bad\ntrack: HVY\n1605: II.44T")
    play(guns, "barrage:1605", "HVY")
    lines = guns.odds(guns.parse("fire")).lines
    assert sorted(line.value for line in lines if line.case == "7.12") == [-2, -1]


# ------------------------------------------------------------------------------------------------- forts as ground


@pytest.mark.case("they-shall-not-pass", "TP-R65", "14.8", "14.13", "12.2")
def test_a_destroyed_fort_is_only_the_ground_it_stands_on():
    match = position("turn: 2\nstep: german-movement\nforts: Vaux 0\n2514: IR81, IR87\n2614: VIIR.HQ")
    assert price(match, "IR81", "2515") == 1
    assert "2515" in reach(match, "VIIR.HQ")  # no zone either
    move(match, "IR87", "2515")
    assert points(match, "IR87") == 3  # it did not have to stop
    digger = position("turn: 2\nstep: french-movement\nforts: Vaux 0\n2515: 35RI\n2113: 42RI")
    assert "dig:35RI" in options(digger)
    assert {"14.13"} <= set(refused(digger, "dig:42RI").cases)  # Douaumont stands


@pytest.mark.case("they-shall-not-pass", "TP-R65", "7.13b", "9.24", "12.2")
def test_units_in_a_destroyed_fort_are_shelled_and_stormed_like_others():
    guns = position("turn: 2\nstep: german-bombardment\nnaval: NAV\nforts: Vaux 0\n2515: 35RI\n2113: 42RI")
    assert {"barrage:2515"} == {a for a in options(guns) if a.startswith("barrage")}
    ruin = declare(fight("forts: Vaux 0\n2514: IR81, IR87\n2515: II.44T"), "2515", "IR81", "IR87")
    assert shifts(ruin) == {}
    shaken = position("turn: 2\nstep: french-supply\nforts: Vaux 0\n2515: RR demoralized", dice=[3, 4])
    assert "demoralized" in states(shaken, "RR")  # 7 against 7 - 1: no shelter in ruins
    intact = position("turn: 2\nstep: french-supply\n2515: RR demoralized", dice=[3, 4])
    assert "demoralized" not in states(intact, "RR")


@pytest.mark.case("they-shall-not-pass", "TP-R133", "9.5", "14.8")
def test_the_french_may_retreat_into_a_fort_and_are_safe_there_for_the_phase():
    match = fight("2111: IR81, IR87\n2213: IR116\n2112: 208R", dice=[1])  # 3:1, die 1: 3/1
    assert "2113" in options(match)  # the empty fort could be stormed
    assault(match, "2112", "IR81", "IR87")
    play(match, "lose")
    assert "208R-2113" in options(match)
    play(match, "208R-2113")
    assert at(match, "208R") == "2113"
    while match.decision.kind != "Assault":
        play(match, sorted(options(match))[0])
    assert "2113" not in options(match)
    assert "9.0b" in refused(match, "2113").cases


@pytest.mark.case("they-shall-not-pass", "8.21", "TEC.1", "TEC.3", "TP-R08")
def test_bracketed_costs_hold_in_strategic_movement_only():
    match = position("turn: 2\nstep: french-movement\n0503: 351R\n1523: 35RI")
    assert price(match, "351R", "0504") == 2 and price(match, "351R", "0504", strategic=True) == 1
    assert price(match, "35RI", "1522") == 2 and price(match, "35RI", "1522", strategic=True) == 1
    march(match, "351R", "0504")
    assert points(match, "351R") == 7
