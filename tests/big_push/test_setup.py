"""14.1 to 14.4: who stands where at the start, who comes when."""

from collections import Counter

import pytest

from .kit import (
    GAME,
    C,
    at,
    facing,
    here,
    kind,
    legal,
    options,
    order,
    phase,
    play,
    points,
    position,
    refused,
    run_to,
    step,
    steps,
)

SCENARIOS = ("over_the_top", "punishing_land", "devil_machines", "away_to_siegfried")
CELL = C.board.index


@pytest.fixture(scope="module")
def opening():
    return {name: GAME.start(name, seed=1) for name in SCENARIOS}


def force(match, nation):
    """What a nation has on the map: kinds and sizes, reduced ones apart."""
    p = match.position
    found = Counter()
    for u in C.of_nation[C.nations.index(nation)]:
        if p.on_map(u):
            what = C.size[u] if C.infantry[u] else C.kind[u]
            found["reduced " + what if p.steps[u] < C.steps[u] else what] += 1
    return dict(found)


def faces(match, nation):
    """The rows in which units of a nation do not face their enemy's edge, and how."""
    p = match.position
    home = "W" if nation == "german" else "E"
    units = [u for u in C.of_nation[C.nations.index(nation)] if p.on_map(u) and not C.hq[u]]
    return {(C.row[p.place[u]], facing(match, C.ids[u])) for u in units if facing(match, C.ids[u]) != home}


def stand(match, *pairs):
    return all(at(match, unit) == cell for unit, cell in pairs)


def in_pool(match, *names):
    return {C.ids[u] for u in match.position.stacks[C.box["pool"]]} >= set(names)


# ------------------------------------------------------------------------------------------------ Over the Top


@pytest.mark.case("big-push", "14.1", "14.1.1a")
def test_the_british_of_july_1st(opening):
    match = opening["over_the_top"]
    assert force(match, "british") == {"division": 18, "artillery": 8, "cavalry": 3, "hq": 6}
    assert faces(match, "british") == {(19, "N")}
    assert (at(match, "30Br"), facing(match, "30Br")) == ("L20", "E")
    assert stand(match, ("46Br", "B1"), ("36Br", "D11"), ("VII", "A4"), ("VIII", "A9"), ("BA8", "C20"), ("2Ind", "A24"))
    assert in_pool(match, *(f"B4.{n}" for n in range(1, 7)), "B3.8", "B2.6")
    assert {"1Cav", "3Cav", "2Ind"} == {u for u in ("1Cav", "3Cav", "2Ind") if order(match, u) == {"held"}}
    assert (match.position.turn, C.scenarios["over_the_top"].last_turn) == (1, 4)


@pytest.mark.case("big-push", "14.1.1b")
def test_the_french_of_july_1st(opening):
    match = opening["over_the_top"]
    assert force(match, "french") == {"division": 6, "artillery": 6, "hq": 3}
    assert faces(match, "french") == set()
    assert stand(match, ("39Fr", "K22"), ("11Fr", "L24"), ("FA5", "G31"), ("XX", "F25"), ("XXXV", "F33"))
    assert in_pool(match, "F4.1", "F4.2", "F3.5", "F2.5")


@pytest.mark.case("big-push", "14.1.2a")
def test_the_germans_of_july_1st(opening):
    match = opening["over_the_top"]
    assert force(match, "german") == {"regiment": 38, "artillery": 5, "hq": 2}
    assert faces(match, "german") == {(18, "S")}
    assert [facing(match, u) for u in ("28R/111", "10B/6", "12/62")] == ["S"] * 3
    trench = {u for u in C.army[1] if match.position.place[u] in C.german_trench}
    dug_in = {u for u in C.army[1] if "entrenched" in order(match, C.ids[u])}
    assert dug_in == trench  # the front is entrenched, the rear mobile
    assert stand(match, ("2GR/55", "B3"), ("26R/180", "E14"), ("GA04", "I13"), ("XIVR", "P7"))
    assert in_pool(match, *(f"Bn{n:02}" for n in range(1, 25)))


@pytest.mark.case("big-push", "14.1.1a", "14.1.1b", "14.1.2a", "7.4.2")
def test_hqs_may_start_in_either_mode():
    """BP-R148: each group says so as it is placed, openly; printed squares and facings are no choice."""
    match = GAME.start("over_the_top", seed=1)
    assert (match.player, options(match)) == (
        "allied",
        {f"{hq}~supply" for hq in ("VII", "VIII", "X", "III", "XV", "XIII")} | {"done"},
    )
    play(match, "VII~supply")
    assert (order(match, "VII"), facing(match, "VII")) == ({"supply"}, "")
    assert refused(match, "VII~command").reason == "VII has been set up"
    assert refused(match, "face:46Br>N").reason == "46Br has a fixed set-up: its mode and facing stay as printed"
    play(match, "done")
    assert "XX~supply" in options(match)
    play(match, "done")
    assert (match.player, options(match)) == ("german", {"XVII~supply", "XIVR~supply", "done"})


@pytest.mark.case("big-push", "14.1.1a", "7.4.2/1")
def test_vii_corps_begins_under_the_zone_of_gommecourt():
    """BP-R31: it is judged at the end of the first Allied phase; in Supply Mode it stays."""
    text = "A4: VII >E\nB3: 2GR/55 >W entrenched\nA9: VIII >E"
    assert at(phase("allied-end", text, turn=1), "VII") == "returning"
    assert at(phase("allied-end", text.replace("VII >E\nB3", "VII supply\nB3"), turn=1), "VII") == "A4"


@pytest.mark.case("big-push", "14.1.1a", "8.2")
def test_the_46th_division_cannot_assault_on_july_1st_as_the_line_stands():
    """BP-R144: every way to an HQ leads through the zones of B2 and B3; a British unit in A2 opens one."""
    match = GAME.start("over_the_top", dice=[6, 6])
    play(match, "done", "done", "done", "C1", "B2", "B3", "C4", "C5", "C6")
    for text in ("done", "done"):
        play(match, text)
    for cell in ("C1", "B2", "B3", "C4", "C5", "C6"):
        play(match, cell, "6")
    run_to(match, "allied-commitment")
    assert refused(match, "46Br-C1").cases[0] == "8.2"
    assert legal(match, "56Br-B3")
    assert legal(match, "48Br-C5")


@pytest.mark.case("big-push", "14.1.1c", "14.1.2b", "7.7")
def test_who_comes_in_july():
    found = calls("over_the_top")
    assert found == {
        (4, "A18"): {"ANZ1", "ANZ2"},
        (2, "V23"): {"Liebert/1", "Liebert/2"},
        (2, "V26"): {"17R/162", "IX"},
        (2, "V14"): {"3G/Fus", "VIR"},
        (3, "V5"): {"7/1", "7/2", "7/3"},
        (3, "V12"): {"8/153", "IV"},
        (3, "edge"): {"GA06", "GA07", "GA08", "GA09"},
        (4, "V12"): {"8/73", "8/93"},
        (4, "edge"): {"GA10", "GA11"},
    }
    match = position("turn: 4\nstep: allied-movement\ndue: ANZ1, ANZ2\nS5: 8/73 >W")
    play(match, "ANZ1", "ANZ1-A18")
    assert (at(match, "ANZ1"), steps(match, "ANZ1")) == ("A18", 4)


def calls(scenario):
    """Arrivals by turn and square."""
    found: dict[tuple[int, str], set[str]] = {}
    for u, arrival in C.scenarios[scenario].arrivals.items():
        where = C.board.labels[arrival.cells[0]] if len(arrival.cells) == 1 else "edge"
        weak = "" if arrival.steps == C.steps[u] else " reduced"
        found.setdefault((arrival.turn, where), set()).add(C.ids[u] + weak)
    return found


# ------------------------------------------------------------------------------------------------ A Punishing Land


@pytest.mark.case("big-push", "14.2", "14.2.1a")
def test_the_british_of_july_29th(opening):
    match = opening["punishing_land"]
    assert force(match, "british") == {"division": 4, "reduced division": 14, "brigade": 5, "hq": 6}
    assert faces(match, "british") == {(15, "N")}
    brigades = {"C10": 3, "C13": 4, "E13": 2, "I15": 3, "K17": 3}  # BP-R80
    found = {
        C.board.labels[match.position.place[u]]: C.front[u].primary
        for u in C.of_nation[0]
        if C.brigade[u] and match.position.on_map(u)
    }
    assert found == brigades
    assert stand(match, ("VII", "A4"), ("VIII", "A9"), ("X", "B15"), ("III", "J17"), ("XV", "K16"), ("XIII", "H18"))
    assert len([u for u in match.position.stacks[C.box["setup"]] if C.nation[u] == 0]) == 8
    assert (match.position.turn, C.scenarios["punishing_land"].last_turn) == (5, 11)


@pytest.mark.case("big-push", "14.2.2.2")
def test_the_french_of_july_29th(opening):
    match = opening["punishing_land"]
    assert force(match, "french") == {"reduced division": 4, "brigade": 7, "hq": 3}
    assert faces(match, "french") == set()
    assert all(order(match, hq) == set() for hq in ("XX", "ICol", "XXXV"))
    assert not any(s.either for s in C.scenarios["punishing_land"].setup if C.nation[s.unit] == 1)


@pytest.mark.case("big-push", "14.2.2a")
def test_the_germans_of_july_29th(opening):
    match = opening["punishing_land"]
    assert force(match, "german") == {"regiment": 22, "battalion": 12, "hq": 5}
    assert faces(match, "german") == {(14, "S")}
    assert stand(match, ("XIVR", "F3"), ("IX", "P7"), ("VIR", "T20"), ("XVII", "S27"), ("IV", "U32"))
    assert in_pool(match, "Liebert/1", "Liebert/2", *(f"Bn{n}" for n in range(13, 25)))


def placing(scenario, groups):
    """The set-up of a scenario, the first groups settled, up to the guns of the next."""
    match = GAME.start(scenario, seed=1)
    for _ in range(3):
        play(match, "done")
    for _ in range(groups):
        play(match, "historical")
    return match


def squares(match, gun):
    twin = match.clone()
    play(twin, gun)
    return {action.cell for action in twin.actions() if action.kind == "place"}


GROUPS = [
    ("punishing_land", "14.2.2a", "14.2.1a", "14.2.2.2", 18, 19),
    ("devil_machines", "14.3.3", "14.3.1", "14.3.2", 18, 19),
    ("away_to_siegfried", "14.4.3", "14.4.1", "14.4.2", 16, 17),
]


@pytest.mark.case("big-push", "14.2.1a", "14.2.2a", "14.2.2.2", "14.3.1", "14.3.2", "14.3.3", "14.4.1", "14.4.2", "14.4.3")
@pytest.mark.parametrize(("scenario", "german", "british", "french", "last", "first"), GROUPS)
def test_guns_are_placed_behind_the_line_the_germans_first(scenario, german, british, french, last, first):
    """BP-R147: in the rows of the army, outside enemy zones, within stacking."""
    match = placing(scenario, 0)
    assert (match.player, match.decision.cases) == ("german", (german,))
    found = squares(match, "GA01")
    zone = match.position.zone[0]
    assert found and not any(zone[CELL[x]] for x in found)
    assert "V20" in found and "A20" not in found
    verdict = refused_place(match, "GA01", "A20")
    assert verdict.cases == (german,)
    assert verdict.reason == "GA01 is placed behind the line, outside enemy zones of control, in the rows of its army"
    match = placing(scenario, 1)
    assert (match.player, match.decision.cases) == ("allied", (british,))
    found = squares(match, "BA1")
    assert found and max(int(x[1:]) for x in found) == last
    assert not any(match.position.zone[1][CELL[x]] for x in found)
    match = placing(scenario, 2)
    assert match.decision.cases == (french,)
    found = squares(match, "FA1")
    assert found and min(int(x[1:]) for x in found) == first


def refused_place(match, gun, cell):
    twin = match.clone()
    play(twin, gun)
    return refused(twin, f"{gun}-{cell}")


@pytest.mark.case("big-push", "14.2.2a", "14.2.2.2", "14.3.2", "14.3.3", "14.4.2", "14.4.3")
@pytest.mark.parametrize(("scenario", "north"), [("punishing_land", 1), ("devil_machines", 2), ("away_to_siegfried", 3)])
def test_some_guns_must_stand_on_the_other_bank(scenario, north):
    """Two German ones south of the Somme; French ones north of it, one, two or three."""
    match = placing(scenario, 0)
    for n in range(1, 10):
        play(match, f"GA{n:02}")
        play(match, next(t for t in sorted(options(match)) if C.bank[CELL[t.split("-")[1]]] == "N"))
    assert {C.bank[CELL[x]] for x in squares(match, "GA10")} == {"S"}
    play(match, "historical", "historical")
    for n in range(1, 7 - north):
        play(match, f"FA{n}")
        play(match, next(t for t in sorted(options(match)) if C.bank[CELL[t.split("-")[1]]] == "S"))
    assert {C.bank[CELL[x]] for x in squares(match, "FA6")} == {"N"}


@pytest.mark.case("big-push", "14.2.1a", "14.3.1", "14.4.1")
@pytest.mark.parametrize("scenario", SCENARIOS[1:])
def test_the_ready_placement_keeps_all_the_rules(scenario):
    match = placing(scenario, 3)
    assert step(match) == "weather" or step(match) == "allied-bombardment"
    assert not match.position.stacks[C.box["setup"]]
    ready = {name: cell for row in C.scenarios[scenario].free_guns for name, cell in row.ready.items()}
    assert {name: at(match, name) for name in ready} == ready


@pytest.mark.case("big-push", "14.2.1b", "14.2.2b")
def test_who_comes_in_august():
    assert calls("punishing_land") == {
        (6, "A18"): {"ANZ4"},
        (7, "A18"): {"ANZ1 reduced", "21Br reduced"},
        (8, "A18"): {"7Br reduced"},
        (8, "V26"): {"17R/162"},
        (9, "edge"): {"Frentz/2", "Frentz/3"},
        (10, "A18"): {"CDN1"},
        (11, "A18"): {"B4.6"},
    }
    match = position("scenario: punishing_land\nturn: 7\nstep: allied-movement\ndue: ANZ1, ANZ4, B4.6\nS5: 8/73 >W")
    assert legal(match, "ANZ4") and legal(match, "ANZ1") and not legal(match, "B4.6")
    play(match, "ANZ1", "ANZ1-A18")
    assert steps(match, "ANZ1") == 3
    german = position("scenario: punishing_land\nturn: 9\nstep: german-movement\ndue: Frentz/2\nA30: 51Fr >E")
    play(german, "Frentz/2")
    assert {text.split("-")[1].split("~")[0] for text in options(german)} == {f"V{row}" for row in range(1, 35)}


# ------------------------------------------------------------------------------------------------ Devil Machines


@pytest.mark.case("big-push", "14.3", "14.3.1")
def test_the_british_of_september_16th(opening):
    match = opening["devil_machines"]
    assert force(match, "british") == {"division": 4, "reduced division": 12, "brigade": 7, "cavalry": 1, "tank": 3, "hq": 6}
    assert faces(match, "british") <= {(13, "N"), (14, "N"), (15, "N")}
    assert {row for row, _ in faces(match, "british")} == {13, 14, 15}
    assert {at(match, t) for t in ("TankA", "TankB", "TankC")} == {"C16", "M16", "O18"}  # BP-R86
    assert order(match, "2Ind") == set()
    assert stand(
        match, ("46Br", "A2"), ("VII", "A4"), ("VIII", "A9"), ("X", "E15"), ("III", "H16"), ("XV", "J17"), ("XIII", "L17")
    )
    assert (match.position.turn, C.scenarios["devil_machines"].last_turn) == (12, 15)


@pytest.mark.case("big-push", "14.3.2")
def test_the_french_of_september_16th(opening):
    match = opening["devil_machines"]
    assert force(match, "french") == {"division": 1, "reduced division": 4, "brigade": 7, "hq": 3}
    assert (steps(match, "11Fr"), at(match, "11Fr")) == (4, "P21")
    assert [steps(match, d) for d in ("39Fr", "3Fr", "61Fr", "51Fr")] == [3] * 4
    assert faces(match, "french") == set()


@pytest.mark.case("big-push", "14.3.3")
def test_the_germans_of_september_16th(opening):
    match = opening["devil_machines"]
    assert force(match, "german") == {"regiment": 24, "battalion": 14, "hq": 5}
    assert faces(match, "german") == {(12, "S"), (13, "S"), (14, "S")}
    assert in_pool(match, "11R/156", "11R/2", "11R/3", "Bn15", "Bn24")
    assert stand(match, ("XVII", "V26"), ("IV", "U32"))


@pytest.mark.case("big-push", "14.3.1/1", "14.3.3/1")
def test_who_comes_after_september_16th():
    assert calls("devil_machines") == {
        (13, "A18"): {"CDN1 reduced"},
        (15, "A18"): {"49Br reduced"},
        (13, "edge"): {"Frentz/2", "Liebert/1", "Liebert/2"},
    }
    match = position("scenario: devil_machines\nturn: 13\nstep: german-movement\ndue: Frentz/2\nU20: 51Fr >E")
    play(match, "Frentz/2")
    found = {text.split("-")[1].split("~")[0] for text in options(match)}
    assert found == {f"V{row}" for row in range(1, 35)} - {"V19", "V20", "V21"}  # free of Allied zones


@pytest.mark.case("big-push", "14.3.1", "7.8")
def test_the_tanks_do_not_break_down_on_their_first_turn():
    match = placing("devil_machines", 3)
    run_to(match, "allied-movement")
    assert kind(match) != "BreakdownRoll"
    assert all(order(match, t) == set() for t in ("TankA", "TankB", "TankC"))


# ------------------------------------------------------------------------------------------------ Away to Siegfried


@pytest.mark.case("big-push", "14.4", "14.4.1")
def test_the_british_of_october_13th(opening):
    match = opening["away_to_siegfried"]
    assert force(match, "british") == {"division": 1, "reduced division": 16, "brigade": 7, "tank": 1, "hq": 6}
    assert {row for row, way in faces(match, "british")} == {11, 12, 13}
    assert {way for _, way in faces(match, "british")} == {"N"}
    brigades = {"A3": 4, "B4": 2, "C10": 3, "E11": 2, "G11": 4, "H14": 3, "Q16": 3}  # BP-R80
    found = {
        C.board.labels[match.position.place[u]]: C.front[u].primary
        for u in C.of_nation[0]
        if C.brigade[u] and match.position.on_map(u)
    }
    assert found == brigades
    assert at(match, "III") == "G14"
    assert (match.position.turn, C.scenarios["away_to_siegfried"].last_turn) == (16, 21)


@pytest.mark.case("big-push", "14.4.2")
def test_the_french_of_october_13th(opening):
    match = opening["away_to_siegfried"]
    assert force(match, "french") == {"division": 1, "reduced division": 4, "brigade": 9, "hq": 3}
    assert steps(match, "11Fr") == 4
    assert stand(match, ("XX", "Q19"), ("ICol", "P27"), ("XXXV", "P31"))
    assert all(order(match, hq) == set() for hq in ("XX", "ICol", "XXXV"))
    assert faces(match, "french") == set()


@pytest.mark.case("big-push", "14.4.3")
def test_the_germans_of_october_13th(opening):
    match = opening["away_to_siegfried"]
    assert force(match, "german") == {"regiment": 27, "battalion": 13, "hq": 5}
    assert {row for row, _ in faces(match, "german")} == {10, 11, 12, 13}
    battalions = {at(match, f"Bn{n:02}") for n in range(1, 14)}
    assert battalions == {"C4", "C5", "E5", "E9", "D10", "F10", "G10", "I10", "L10", "O12", "Q13", "T15", "R16"}  # BP-R87
    assert in_pool(match, "11R/156", "11R/2", "11R/3", "Bn14", "Bn24")


@pytest.mark.case("big-push", "14.4.1/1", "14.4.3/1")
def test_who_comes_in_october():
    assert calls("away_to_siegfried") == {
        (16, "G13"): {"CDN4"},
        (17, "A18"): {"8Br reduced"},
        (18, "N13"): {"ANZ1"},
        (18, "M13"): {"ANZ2"},
        (18, "edge"): {"Liebert/1", "Liebert/2"},
    }


@pytest.mark.case("big-push", "14.4.1/1")
def test_arrivals_on_the_map_are_put_down_and_may_move_on():
    """BP-R142: for nothing; if the enemy holds the square or it is full they come at A18."""
    text = "scenario: away_to_siegfried\nturn: 18\nstep: allied-movement\ndue: ANZ1\nV5: 8/73 >W\n"
    match = position(text)
    play(match, "ANZ1", "ANZ1-N13")
    assert (at(match, "ANZ1"), match.position.spent[C.unit["ANZ1"]]) == ("N13", 0)
    play(match, "ANZ1", "ANZ1-N12")
    assert at(match, "ANZ1") == "N12"
    watched = position(text + "N14: 8/93 >W")
    play(watched, "ANZ1", "ANZ1-N13", "ANZ1", "ANZ1-N12")  # under an enemy zone it may still leave
    assert at(watched, "ANZ1") == "N12"
    for extra in ("N13: 8/93 >W", "N13: 46Br >E"):
        full = position(text + extra)
        play(full, "ANZ1")
        assert options(full) == {"ANZ1-A18"}


@pytest.mark.case("big-push", "14.4.3/1")
def test_liebert_comes_outside_allied_zones():
    match = position("scenario: away_to_siegfried\nturn: 18\nstep: german-movement\ndue: Liebert/1\nV20: 51Fr >E")
    play(match, "Liebert/1")
    found = {text.split("-")[1].split("~")[0] for text in options(match)}
    assert found == {f"V{row}" for row in range(1, 35)} - {"V19", "V20", "V21"}


@pytest.mark.case("big-push", "14.0")
def test_nobody_has_points_before_play_and_every_square_has_an_owner(opening):
    """EX-76, BP-R170: the nearest unit of the set-up owns a vacant square, ties to the German."""
    assert all(points(match) == [0, 0] for match in opening.values())
    owner = {name: [C.nations[opening[name].position.claims[CELL[x]]] for x in cells] for name, cells in (
        ("over_the_top", ("E11", "K17")), ("punishing_land", ("G12", "G14")),
    )}  # fmt: skip
    assert owner == {"over_the_top": ["german", "german"], "punishing_land": ["german", "british"]}
    assert all(here(match, "out") for match in opening.values())
