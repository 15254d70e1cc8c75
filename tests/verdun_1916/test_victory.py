"""13 Victory: control, the chain to the own edge, the levels, and Verdun."""

import pytest

from .kit import GAME, C, play, position, run_to

# The column 27 is a clean way from the northern edge to Bezonvaux (2709) and beyond.


def scored(text, turn=5, scenario="historical"):
    """The German points in a quiet position."""
    match = position(f"scenario: {scenario}\nturn: {turn}\nstep: french-movement\n{text}")
    return match.view("german").points


@pytest.mark.case("verdun-1916", "13a", "13b", "13c", "13g")
@pytest.mark.parametrize(
    ("cell", "points"),
    [
        ("1408", 1),
        ("1506", 1),
        ("2107", 1),
        ("2709", 1),
        ("1312", 2),
        ("1712", 2),
        ("1914", 2),
        ("2414", 2),
        ("2812", 2),
        ("2411", 0),
        ("2110", 0),
    ],
)
def test_villages_of_the_list_count_and_no_others(cell, points):
    assert scored(f"{cell}: IR81") == points
    assert scored(f"german ground: {cell}") == points  # the last to have been there


@pytest.mark.case("verdun-1916", "13d", "13e", "7.5m", "VV-R79")
@pytest.mark.parametrize(("cell", "points"), [("2512", 4), ("2813", 4), ("2314", 3), ("2710", 3)])
def test_fortresses_count_once_they_have_fallen(cell, points):
    assert scored(f"fallen: {cell}\ngerman ground: {cell}") == points
    assert scored(f"german ground: {cell}") == 0
    assert scored(f"fallen: {cell}") == 0  # fallen, but nobody came


@pytest.mark.case("verdun-1916", "13b", "13c", "13d", "13e", "VV-R79")
@pytest.mark.parametrize(("cell", "points"), [("0814", 1), ("0912", 1), ("1309", 1), ("1214", 2), ("1316", 4), ("1515", 3)])
def test_the_left_bank_counts_in_the_hypothetical_scenario_only(cell, points):
    assert scored(f"fallen: 1316 1515\ngerman ground: {cell}", scenario="hypothetical") == points
    assert scored(f"fallen: 1316 1515\ngerman ground: {cell}") == 0


@pytest.mark.case("verdun-1916", "13h", "VV-R79")
def test_an_objective_without_a_chain_to_the_northern_edge_does_not_count():
    """French units north and south of Bezonvaux (2709) control all its neighbours."""
    ring = "2708: 42RI\n2710: 44RI"
    assert scored("2709: IR81\n3120: 351R") == 1
    assert scored(f"2709: IR81\n{ring}") == 0


@pytest.mark.case("verdun-1916", "13h", "VV-R79", "3.2e")
def test_german_units_keep_the_chain_open_through_enemy_zones():
    assert scored("2709: IR81\n2708: 42RI\n2710: 44RI\n2808: XVIII.HQ") == 1


@pytest.mark.case("verdun-1916", "13h", "VV-R79")
def test_the_objective_itself_may_lie_in_an_enemy_zone_if_germans_stand_in_it():
    assert scored("2709: IR81\n2710: 42RI") == 1
    assert scored("german ground: 2709\n2710: 42RI") == 0


@pytest.mark.case("verdun-1916", "13g")
def test_the_french_take_an_objective_back_by_passing_through():
    match = position("turn: 5\nstep: french-movement\ngerman ground: 2709 2710 2711\nfallen: 2710\n2711: 42RI")
    assert match.view("german").points == 1  # Bezonvaux; the work beside 42RI is in its zone
    play(match, "42RI", "42RI-2709", "42RI-2708", "halt")
    assert match.view("german").points == 0


@pytest.mark.case("verdun-1916", "13i", "14.2D-h", "VV-R74")
def test_reserves_are_charged_in_half_points_and_may_take_the_score_below_zero():
    assert scored("charged: 3\n2709: IR81") == -0.5
    assert scored("charged: 5\n2512: IR81\nfallen: 2512") == 1.5


# ------------------------------------------------------------------------------------------------ levels


def level(halves, scenario="historical"):
    """The level at so many half points: many objectives, and reserves to bring the score down to it."""
    cells = [
        "1408",
        "1506",
        "2107",
        "2709",
        "1312",
        "1712",
        "1914",
        "2414",
        "2812",
        "2017",
        "2214",
        "2314",
        "2417",
        "2710",
        "2712",
        "2915",
        "2512",
        "2615",
        "2813",
        "2816",
        "3017",
    ]
    forts = " ".join(GAME.board.labels[f.cell] for f in C.fortresses)
    ground = f"charged: {110 - halves}\nfallen: {forts}\ngerman ground: {' '.join(cells)}"
    text = f"scenario: {scenario}\nturn: 6\nstep: administration\n{ground}\n3001: IR81"
    match = position(text)
    assert match.over
    return match.result


@pytest.mark.case("verdun-1916", "13j", "13k", "VV-R81")
@pytest.mark.parametrize(
    ("scenario", "halves", "expected"),
    [
        ("historical", 47, "French victory"),
        ("historical", 48, "German tactical victory"),
        ("historical", 67, "German tactical victory"),
        ("historical", 68, "German operational victory"),
        ("hypothetical", 59, "French victory"),
        ("hypothetical", 60, "German tactical victory"),
        ("hypothetical", 79, "German tactical victory"),
        ("hypothetical", 80, "German operational victory"),
    ],
)
def test_the_levels_are_reached_to_the_half_point(scenario, halves, expected):
    result = level(halves, scenario)
    assert result.level == expected and result.points == halves / 2
    assert result.winner == ("french" if expected.startswith("French") else "german")


# ------------------------------------------------------------------------------------------------ Verdun


@pytest.mark.case("verdun-1916", "13f", "13l", "VV-R80")
@pytest.mark.parametrize(("scenario", "cell"), [("historical", "2119"), ("historical", "2120"), ("hypothetical", "2019")])
def test_german_infantry_in_verdun_with_a_chain_wins_as_the_german_turn_ends(scenario, cell):
    match = position(f"scenario: {scenario}\nturn: 3\nstep: german-reorganisation\n{cell}: IR81\n3120: 42RI")
    assert match.over and match.result.level == "German strategic victory" and match.result.winner == "german"


@pytest.mark.case("verdun-1916", "13f", "VV-R80", "13h")
def test_not_without_the_chain_nor_with_a_gun_nor_in_the_french_turn():
    ring = "2217: 42RI\n2117: 44RI\n2118: 35RI\n2219: 60RI\n2218: 351R\n2018: 362R\n2220: 164RI"
    assert not position(f"turn: 3\nstep: german-reorganisation\n2119: IR81\n{ring}").over
    assert not position("turn: 3\nstep: german-reorganisation\n2119: FA21\n3120: 42RI").over
    match = position("turn: 3\nstep: german-second-combat\n2119: IR81\n3120: 42RI")
    assert match.over
    assert not position("turn: 3\nstep: french-movement\n2119: IR81\n3120: 42RI").over


@pytest.mark.case("verdun-1916", "13l", "VV-R79")
def test_the_left_bank_of_verdun_does_not_exist_in_the_historical_scenario():
    assert C.verdun["historical"] == tuple(C.board.index[x] for x in ("2119", "2120"))
    assert len(C.verdun["hypothetical"]) == 4


@pytest.mark.case("verdun-1916", "13a", "13j")
def test_a_quiet_game_is_a_french_victory():
    match = GAME.start("historical", seed=3)
    run_to(match, "never")
    assert match.over and match.result.level == "French victory" and match.result.points == 0


@pytest.mark.case("verdun-1916", "13b", "13c", "13d", "13e", "13i")
def test_every_line_of_the_score_cites_its_case():
    text = "fallen: 2512 2314\ncharged: 1\ngerman ground: 2709 2414 2512 2314\n3001: IR81"
    reasons = position(f"turn: 5\nstep: french-movement\n{text}").view("german").reasons
    assert [reason.rpartition(": ")[2] for reason in reasons] == ["3 (13d)", "2 (13c)", "4 (13e)", "1 (13b)", "-0.5 (13i)"]
