"""14 The lists of the two scenarios: who is there, where, when, and at what price."""

import tomllib

import pytest

from .kit import GAME, C

DATA = tomllib.loads(C.folder.file("scenarios.toml").read_text(encoding="utf-8"))
HISTORICAL, HYPOTHETICAL = DATA["battle"]["historical"], DATA["battle"]["hypothetical"]
BOARD = C.board


def group(battle, name):
    return next(g for g in battle["group"] if g["id"] == name)


def lists(battle, name):
    g = group(battle, name)
    return (*g.get("columns", ("any", "any")), g["bank"], " ".join(g["units"]))


@pytest.mark.case("verdun-1916", "14.2", "14.3")
def test_there_are_two_battles_each_ready_or_deployed_by_the_players():
    assert [(s.id) for s in GAME.scenarios] == ["historical", "historical_free", "hypothetical", "hypothetical_free"]
    assert [s["battle"] for s in DATA["scenario"]] == ["historical", "historical", "hypothetical", "hypothetical"]
    assert [turn["date"] for turn in DATA["turn"]] == [f"February {day}" for day in range(21, 27)]
    assert HISTORICAL["turns"] == HYPOTHETICAL["turns"] == 5


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param(
            "FR-72",
            (10, 20, "E", "72.HQ 351R 362R 164RI 165RI 324R 365R 56BCP 59BCP I.44T AD72"),
            marks=pytest.mark.case("verdun-1916", "14.2A-a"),
        ),
        pytest.param(
            "FR-51",
            (23, 28, "E", "51.HQ 233R 243R 327R 208R 273R 310R I.29T AD51"),
            marks=pytest.mark.case("verdun-1916", "14.2A-b", "VV-R71"),
        ),
        pytest.param(
            "FR-14", (29, 32, "E", "14.HQ 42RI 44RI 35RI 60RI AD14"), marks=pytest.mark.case("verdun-1916", "14.2A-c")
        ),
        pytest.param(
            "FR-XXX-TROOPS", (10, 32, "E", "XXX.A1 XXX.A2"), marks=pytest.mark.case("verdun-1916", "14.2A-d", "VV-R64")
        ),
        pytest.param(
            "FR-XXX-TERR", (10, 32, "E", "XXX.T1 XXX.T2 XXX.T3 XXX.T4"), marks=pytest.mark.case("verdun-1916", "14.2A-e")
        ),
        pytest.param("FR-VII-ARTY", ("any", "any", "W", "VII.A"), marks=pytest.mark.case("verdun-1916", "14.2A-f")),
        pytest.param("GE-VIIR-HQ", (8, 17, "E", "VIIR.HQ"), marks=pytest.mark.case("verdun-1916", "14.2B-a")),
        pytest.param(
            "GE-ARMY",
            ("any", "any", "", "RAIL1 RAIL2 RAIL3 RAIL4 AIR1 AIR2 AIR3"),
            marks=pytest.mark.case("verdun-1916", "14.2B-b"),
        ),
        pytest.param("GE-14R-WEST", (8, 10, "E", "FR37 Stoss ST1"), marks=pytest.mark.case("verdun-1916", "14.2B-c")),
        pytest.param(
            "GE-14R-EAST", (8, 13, "E", "RIR16 RIR53 IR159 ST2 FA14R"), marks=pytest.mark.case("verdun-1916", "14.2B-d")
        ),
        pytest.param("GE-13R", (14, 17, "E", "RIR7 RIR39 RIR57 ST3 FA13R"), marks=pytest.mark.case("verdun-1916", "14.2B-e")),
        pytest.param("GE-VIIR-ARTY", (8, 17, "E", "VIIR.A1 VIIR.A2"), marks=pytest.mark.case("verdun-1916", "14.2B-f")),
        pytest.param(
            "GE-XVIII",
            (22, 27, "E", "XVIII.HQ IR81 IR87 ST4 FA21 LGIR115 IR117 STR FA25 XVIII.A1 XVIII.A2"),
            marks=pytest.mark.case("verdun-1916", "14.2B-g", "14.2B-h", "14.2B-i", "14.2B-j"),
        ),
        pytest.param(
            "GE-III",
            (18, 22, "E", "III.HQ LGR8 GR12 ST5 FA5 IR3 IR24 IR64 Rohr FA6 III.A1 III.A2 III.A3 III.A4"),
            marks=pytest.mark.case("verdun-1916", "14.2B-k", "14.2B-l", "14.2B-m", "14.2B-n"),
        ),
        pytest.param(
            "GE-V",
            (28, 32, "E", "V.HQ IR37 Stein IR155 ST6 FA10 IR99 IR105 IR143 FA30 V.A1"),
            marks=pytest.mark.case("verdun-1916", "14.2B-o", "14.2B-p", "14.2B-q", "VV-R68"),
        ),
        pytest.param("GE-VIR-ARTY", ("any", "any", "W", "VIR.A1 VIR.A2"), marks=pytest.mark.case("verdun-1916", "14.2B-r")),
    ],
)
def test_the_groups_of_the_historical_scenario(name, expected):
    assert lists(HISTORICAL, name) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param("FR-29", (1, 4, "W", "29.HQ 111RI 258R"), marks=pytest.mark.case("verdun-1916", "14.3A-a")),
        pytest.param("FR-67", (5, 10, "W", "67.HQ 211R 214R 220R AD67"), marks=pytest.mark.case("verdun-1916", "14.3A-b")),
        pytest.param("FR-VII-GUN", (1, 10, "W", "VII.A"), marks=pytest.mark.case("verdun-1916", "14.3A-c", "VV-R72")),
        pytest.param("FR-VII-TERR", (1, 10, "W", "VII.T1 VII.T2"), marks=pytest.mark.case("verdun-1916", "14.3A-d")),
        pytest.param(
            "GE-VIR",
            (1, 9, "W", "VIR.HQ RIR10 IR22 IR156 FA11R RIR23 RIR38 RIR51 FA12R VIR.A1 VIR.A2"),
            marks=pytest.mark.case("verdun-1916", "14.3B-a", "14.3B-b", "14.3B-c", "14.3B-e"),
        ),
    ],
)
def test_the_groups_that_the_hypothetical_scenario_adds(name, expected):
    assert lists(HYPOTHETICAL, name) == expected
    assert HYPOTHETICAL["inherits"] == "historical" and HYPOTHETICAL["drops"] == ["FR-VII-ARTY", "GE-VIR-ARTY"]


@pytest.mark.case("verdun-1916", "14b", "14.2A-a", "14.2A-b", "14.2A-c", "14.3A-a", "14.3A-b", "14c")
def test_the_battalions_and_bunkers_of_each_division():
    found = {
        g["id"]: (len(g.get("battalions", [])), g.get("bunkers", 0))
        for battle in (HISTORICAL, HYPOTHETICAL)
        for g in battle["group"]
        if "battalions" in g or "bunkers" in g
    }
    assert found == {"FR-72": (6, 4), "FR-51": (6, 2), "FR-14": (4, 0), "FR-29": (2, 0), "FR-67": (3, 2)}


@pytest.mark.case("verdun-1916", "14.2B-f", "14.2B-j", "14.2B-n", "14.3B-d", "14.2D-g", "14.2D-h", "14.3D-e", "14.3D-f", "13i")
def test_the_reserves_their_columns_and_prices():
    found = [
        (r["corps"], r["from_turn"], *r["columns"], " ".join(r["units"]), r.get("price_each"), r.get("price_once"))
        for r in HISTORICAL["reserve"]
    ]
    assert found == [
        ("VIIR", 2, 8, 17, "RIR13", 1, None),
        ("XVIII", 2, 22, 27, "FR80 IR116", 1, None),
        ("III", 2, 18, 22, "IR50 IR52", 1, None),
    ]
    (bavarians,) = HYPOTHETICAL["reserve"]
    assert (bavarians["from_turn"], bavarians["columns"], bavarians["bank"], bavarians["price_once"]) == (2, [1, 9], "W", 2)
    assert bavarians["units"] == ["BIR3", "BIR22", "BRIR13", "FA11B"]


@pytest.mark.case("verdun-1916", "12.1a", "14.2C-a", "14.2C-b", "14.2C-c", "14.2C-d", "14.3C-a", "14.3C-b", "VV-R78")
def test_the_reinforcements_their_turns_and_hexes():
    found = [
        (r["turn"], r["cell"], " ".join(r["units"])) for battle in (HISTORICAL, HYPOTHETICAL) for r in battle["reinforcement"]
    ]
    assert found == [
        (3, "2220", "37.HQ 2Z 3Z 2T 3T AD37"),
        (4, "2220", "153.HQ 2BCP 4BCP AD153"),
        (4, "2220", "16.HQ 85RI 95RI AD16"),
        (3, "2020", "48.HQ 170RI 174RI 2Mx RICM AD48"),
    ]


@pytest.mark.case("verdun-1916", "13j", "13k", "14.2D-j", "14.3D-h")
def test_the_victory_levels_and_the_price_of_the_extra_turn():
    assert (HISTORICAL["tactical"], HISTORICAL["operational"], HISTORICAL["extra_turn"]) == (24, 34, 6)
    assert (HYPOTHETICAL["tactical"], HYPOTHETICAL["operational"], HYPOTHETICAL["extra_turn"]) == (30, 40, 6)
    assert HISTORICAL["banks"] == ["E"] and HYPOTHETICAL["banks"] == ["W", "E"]


@pytest.mark.case("verdun-1916", "VV-R67")
def test_with_the_historical_frontage_the_two_corps_change_places():
    assert (group(HISTORICAL, "GE-XVIII")["frontage"], group(HISTORICAL, "GE-III")["frontage"]) == ([18, 22], [22, 27])
    frontage = {r["corps"]: r.get("frontage") for r in HISTORICAL["reserve"]}
    assert frontage == {"VIIR": None, "XVIII": [18, 22], "III": [22, 27]}


@pytest.mark.parametrize("battle", ["historical", "hypothetical"])
def test_the_ready_deployment_places_every_unit_of_the_lists_once(battle):
    data = DATA["battle"][battle]
    listed = {u for g in data["group"] if not g.get("off_map") for u in g["units"]} - {"VII.A", "VIR.A1", "VIR.A2"}
    hexes = set(data["ready"]["hexes"]) - {"VII.A", "VIR.A1", "VIR.A2"}
    assert hexes == listed | set(data["ready"]["detached"])
    for battalion, regiment in data["ready"]["detached"].items():
        unit = C.counters.index
        assert C.counters[unit[battalion]].division == C.counters[unit[regiment]].division


def test_every_counter_is_in_one_list():
    named = []
    for battle in (HISTORICAL, HYPOTHETICAL):
        for g in battle["group"]:
            named += g["units"] + g.get("battalions", [])
        for entry in (*battle["reserve"], *battle["reinforcement"]):
            named += entry["units"]
    twice = {"VII.A", "VIR.A1", "VIR.A2"}
    assert sorted(named) == sorted([*C.counters.ids, *twice])
