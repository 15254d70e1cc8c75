"""5 Movement: the table, strategic movement, exploitation."""

import pytest

from .kit import C, at, barred, control, legal, march, move, options, play, price, reach, refused, run_to, spent, states, step


def costs(here, there):
    """What one step costs infantry and artillery."""
    return tuple(C.step_cost(mover, C.board.index[here], C.board.index[there]) for mover in ("infantry", "artillery"))


# ------------------------------------------------------------------------------------------------ the movement table


@pytest.mark.parametrize(
    ("here", "there", "infantry", "artillery"),
    [
        pytest.param("3113", "3114", 1, 1, id="open", marks=pytest.mark.case("verdun-1916", "MT-a", "5.1a", "5.3")),
        pytest.param("2511", "2610", 1, 1, id="road in a forest", marks=pytest.mark.case("verdun-1916", "MT-b", "VV-R34")),
        pytest.param("3113", "3013", 1, 1, id="village", marks=pytest.mark.case("verdun-1916", "MT-c")),
        pytest.param("2120", "2119", 1, 1, id="city", marks=pytest.mark.case("verdun-1916", "MT-c")),
        pytest.param("2909", "2910", 2, 3, id="trench", marks=pytest.mark.case("verdun-1916", "MT-d")),
        pytest.param("2611", "2610", 2, 2, id="forest off the road", marks=pytest.mark.case("verdun-1916", "MT-e")),
        pytest.param("2317", "2216", 2, 3, id="slope", marks=pytest.mark.case("verdun-1916", "MT-f")),
        pytest.param("2216", "2317", 2, 3, id="slope the other way", marks=pytest.mark.case("verdun-1916", "MT-f")),
        pytest.param("2215", "2216", 2, 2, id="stream", marks=pytest.mark.case("verdun-1916", "MT-g")),
        pytest.param("2912", "2913", 1, 1, id="road over a stream", marks=pytest.mark.case("verdun-1916", "MT-i", "MT-j")),
        pytest.param(
            "2003", "2004", 2, 3, id="road, forest and trench", marks=pytest.mark.case("verdun-1916", "MT-d", "VV-R34")
        ),
    ],
)
def test_what_a_hex_costs(here, there, infantry, artillery):
    assert costs(here, there) == (infantry, artillery)


@pytest.mark.case("verdun-1916", "MT-h", "MT-i", "14.3D-c")
def test_the_river_costs_two_more_and_nothing_on_a_bridge():
    assert costs("1813", "1713") == (3, 3) and costs("1814", "1714") == (1, 1)
    match = march("scenario: hypothetical\n1814: IR81, FA21")
    assert (price(match, "IR81", "1714"), price(match, "FA21", "1714")) == (1, 1)
    match = march("scenario: hypothetical\nfallen: 1715\n1814: IR81, FA21")
    assert (price(match, "IR81", "1715"), price(match, "FA21", "1715")) == (2, 2)  # by the bridge, not straight across for 3


@pytest.mark.case("verdun-1916", "MT-d", "MT-e", "MT-f", "VV-R34")
def test_additions_add_up_and_a_hex_too_dear_is_not_entered():
    """2403 is forest and trench, up a slope: four for infantry, six for guns that have four."""
    assert costs("2503", "2403") == (4, 6)
    match = march("2503: IR81, FA21")
    assert price(match, "IR81", "2403") == 4
    assert price(match, "FA21", "2403") == 5  # by strategic movement, round the slope
    match = march("2503: FA21 neutralised")
    assert barred(match, "FA21", "2403").cases == ("9a",)  # no strategic movement for it


@pytest.mark.case("verdun-1916", "VV-R35")
def test_headquarters_move_like_infantry():
    assert price(march("2909: XVIII.HQ"), "XVIII.HQ", "2910") == 2


# ------------------------------------------------------------------------------------------------ moving


@pytest.mark.case("verdun-1916", "5.1a", "5.1c", "2.1.3a")
def test_a_unit_spends_up_to_its_allowance_and_what_is_left_is_lost():
    match = march("3112: IR81\n3118: 42RI\n2503: IR87")
    move(match, "IR81", "3114")
    assert (at(match, "IR81"), spent(match, "IR81")) == ("3114", 2)
    assert refused(match, "IR81").cases == ("5.1b",)
    assert "IR87" in options(match)  # who need not move
    assert legal(match, "done")


@pytest.mark.case("verdun-1916", "5.1b")
def test_a_move_is_finished_before_another_begins():
    match = march("3112: IR81\n2503: IR87")
    play(match, "IR81", "IR81-3113")
    assert not legal(match, "select:IR87") and legal(match, "IR81-3114")
    play(match, "halt")
    assert not legal(match, "IR81") and legal(match, "IR87")


@pytest.mark.case("verdun-1916", "5.2a")
def test_a_move_wholly_out_of_enemy_zones_has_twice_the_points():
    match = march("3112: IR81")
    assert {"3116", "3118"} <= reach(match, "IR81")
    assert price(match, "IR81", "3118") == 6
    far = reach(match, "IR81")
    assert max(price(match, "IR81", cell) for cell in far) == 12


@pytest.mark.case("verdun-1916", "5.2a")
def test_points_beyond_the_allowance_do_not_lead_into_an_enemy_zone():
    """The zone of 3119 begins at 3118: six open hexes from 3112, seven points from 3111."""
    assert "3118" in reach(march("3112: IR81\n3119: 42RI"), "IR81")
    match = march("3111: IR81\n3119: 42RI")
    assert "3117" in reach(match, "IR81") and "3118" not in reach(match, "IR81")


@pytest.mark.case("verdun-1916", "5.2a", "VV-R38")
def test_who_begins_in_an_enemy_zone_does_not_move_strategically_but_by_the_option():
    match = march("3113: IR81\n3114: 42RI")
    assert max(price(match, "IR81", cell) for cell in reach(match, "IR81")) <= 6
    match = march("options: strategic_from_zoc\n3113: IR81\n3114: 42RI")
    assert max(price(match, "IR81", cell) for cell in reach(match, "IR81")) > 6


@pytest.mark.case("verdun-1916", "9a", "VV-R29")
def test_a_neutralised_unit_moves_but_not_strategically():
    match = march("3112: IR81 neutralised")
    assert max(price(match, "IR81", cell) for cell in reach(match, "IR81")) == 6


@pytest.mark.case("verdun-1916", "5.2a", "VV-R38")
def test_guns_and_headquarters_move_strategically_too():
    match = march("3112: FA21, XVIII.HQ")
    assert [max(price(match, u, cell) for cell in reach(match, u)) for u in ("FA21", "XVIII.HQ")] == [8, 12]


@pytest.mark.case("verdun-1916", "13g")
def test_a_hex_belongs_to_whoever_passed_through_it_last():
    match = march("3112: IR81")
    assert control(match, "3113") == "french"
    move(match, "IR81", "3114")
    assert control(match, "3113") == control(match, "3114") == "german" and control(match, "3115") == "french"


@pytest.mark.case("verdun-1916", "VV-R88")
def test_nobody_enters_a_hex_of_the_enemy_nor_a_german_an_intact_fortress():
    match = march("3112: IR81\n3114: 14.HQ\n2514: IR87")
    assert barred(match, "IR81", "3114").cases == ("5.1a",)
    assert barred(match, "IR87", "2512").cases == ("7.5m",)
    assert "2512" in reach(march("fallen: 2512\n2514: IR87"), "IR87")
    assert "2512" in reach(march("2514: 42RI", "french"), "42RI")


@pytest.mark.case("verdun-1916", "14.2D-c", "VV-R77")
def test_nobody_crosses_the_meuse_in_the_historical_scenario():
    match = march("1814: IR81\n1106: RIR16")
    assert barred(match, "IR81", "1714").cases == ("14.2D-c",) and barred(match, "RIR16", "1006").cases == ("14.2D-c",)
    assert "1714" in reach(march("scenario: hypothetical\n1814: IR81", "german"), "IR81")


@pytest.mark.case("verdun-1916", "14.2D-c", "VV-R77")
def test_the_left_bank_guns_of_the_historical_scenario_stay_where_they_are():
    match = march("0705: VIR.A1\n1103: RIR16")
    assert refused(match, "VIR.A1").cases == ("14.2D-c",)
    assert legal(march("scenario: hypothetical\n0705: VIR.A1"), "VIR.A1")


@pytest.mark.case("verdun-1916", "VV-R66")
def test_a_german_who_enters_destroys_the_bunker_and_a_frenchman_uses_it():
    match = march("bunkers: 1905 1604\n1904: IR81")
    move(match, "IR81", "1905")
    assert not match.position.bunkers[match.game.board.index["1905"]] and match.position.bunkers[match.game.board.index["1604"]]
    match = march("bunkers: 1905\n1906: 164RI", "french")
    move(match, "164RI", "1905")
    assert match.position.bunkers[match.game.board.index["1905"]]


# ------------------------------------------------------------------------------------------------ exploitation


@pytest.mark.case("verdun-1916", "2.1.5", "5.4a", "5.2b", "5.4b")
def test_exploitation_has_four_points_or_eight_out_of_zones():
    match = march("3112: IR81\n3118: 42RI", phase="exploitation")
    found = reach(match, "IR81")
    assert "3116" in found and "3117" not in found  # five points, in the zone
    free = march("3112: IR81\n2503: IR87", phase="exploitation")
    assert max(price(free, "IR81", cell) for cell in reach(free, "IR81")) == 8
    near = march("3113: IR81\n3114: 42RI", phase="exploitation")
    assert max(price(near, "IR81", cell) for cell in reach(near, "IR81")) == 4


@pytest.mark.case("verdun-1916", "2.1.5", "1.4g", "10.2a", "6d", "9a", "VV-R40")
def test_who_exploits():
    match = march(
        "3112: IR81\n3113: IR87 uncommanded\n3114: ST4 uncommanded\n3115: XVIII.HQ\n3014: FA21\n3013: LGIR115 neutralised\n"
        "2914: STR neutralised",
        phase="exploitation",
    )
    assert options(match) == {"IR81", "ST4", "done"}
    cases = {u: refused(match, u).cases for u in ("IR87", "XVIII.HQ", "FA21", "LGIR115", "STR")}
    assert cases["IR87"] == ("10.2a",) and cases["LGIR115"] == cases["STR"] == ("9a",)
    assert "1.4g" in cases["XVIII.HQ"] and "2.1.5" in cases["FA21"]


@pytest.mark.case("verdun-1916", "2.1.5", "7.1f")
def test_who_exploits_is_marked_for_the_second_combat():
    match = march("3112: IR81\n2503: IR87\n3116: 42RI", phase="exploitation")
    move(match, "IR81", "3115")
    assert "exploited" in states(match, "IR81") and "exploited" not in states(match, "IR87")
    play(match, "done")
    assert step(match) == "german-second-combat"


@pytest.mark.case("verdun-1916", "2.1.9", "2.1.5")
def test_the_french_exploit_in_their_own_turn():
    match = march("3112: 42RI\n3001: IR81", "french", phase="exploitation")
    assert legal(match, "42RI")


@pytest.mark.case("verdun-1916", "5.1d", "VV-R46")
def test_no_battalion_is_detached_in_exploitation():
    match = march("3112: 42RI\n3001: IR81\nstock: 14.B1", "french", phase="exploitation")
    play(match, "42RI")
    assert refused(match, "detach:42RI").cases == ("5.1d",) and "detach:42RI" not in options(match)


@pytest.mark.case("verdun-1916", "2.1.3a")
def test_after_movement_comes_combat():
    match = march("3112: IR81\n3113: 42RI")
    run_to(match, "german-combat")
    assert step(match) == "german-combat"


@pytest.mark.case("verdun-1916", "5.1a", "3.2d")
def test_a_unit_with_nowhere_to_go_is_not_offered():
    ring = "3113: 42RI\n3213: 44RI\n3214: 35RI\n3115: 60RI\n3014: 351R\n3013: 362R"
    match = march(f"3114: IR81\n3001: IR87\n{ring}")
    assert refused(match, "IR81").cases == ("5.1a",) and options(match) == {"IR87", "done"}


@pytest.mark.case("verdun-1916", "5.4a", "5.4b", "3.2c")
def test_exploitation_pays_for_zones_like_any_move():
    match = march("3113: IR81\n3114: 42RI", phase="exploitation")
    assert price(match, "IR81", "3112") == 2
