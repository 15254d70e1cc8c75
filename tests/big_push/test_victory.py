"""13.0 Victory points, claims on squares, leaving the map; the victories of the four scenarios."""

import pytest

from trenchline.games.big_push.victory import claimed, claims_place, victories

from .battle import assault, outcome, throw
from .kit import C, at, game_position, kind, legal, march, options, phase, play, points, position, roll, run_to, texts, where

LAST = {"over_the_top": 4, "punishing_land": 11, "devil_machines": 15, "away_to_siegfried": 21}


def final(scenario, text, vp="0 0", more=""):
    """The last reorganization: the game is judged."""
    match = position(f"scenario: {scenario}\nturn: {LAST[scenario]}\nstep: reorganization\npoints: {vp}\n{more}{text}")
    for _ in range(40):
        if match.over:
            return match
        if match.player == "dice":
            throw(match, *(6,) * len(match.actions()[0].dice))
        else:
            play(match, "done")
    raise AssertionError(f"the game does not end: {match.decision}")


def winner(scenario, text, vp="0 0", more=""):
    return final(scenario, text, vp, more).result.winner


def met(scenario, text, vp="0 0", more=""):
    """The cases of the victories that are met, by side."""
    rows = victories(game_position(final(scenario, text, vp, more)))
    return {side: [row.source for row in found] for side, found in rows.items()}


def spread(cells, units):
    """One unit in each square."""
    return "\n".join(f"{cell}: {unit} >E" for cell, unit in zip(cells.split(), units, strict=False))


DIVISIONS = [C.ids[u] for u in C.of_nation[0] if C.division[u]]
BRIGADES = [C.ids[u] for u in C.of_nation[0] if C.brigade[u]]
BRITISH = [*DIVISIONS, *BRIGADES]
FRENCH = [C.ids[u] for u in C.of_nation[1] if C.division[u] or C.brigade[u]]
GERMANS = "V1: 10B/6 >W"


# ------------------------------------------------------------------------------------------------ 13.1.1 claims


def claim(text, cell, nation="british", more=""):
    p = game_position(phase("allied-commitment", f"{more}{text}\n{GERMANS}"))
    return claimed(p, C.board.index[cell], ("british", "french", "german").index(nation))


@pytest.mark.case("big-push", "13.1.1", "BP-R98", "BP-R170")
def test_a_square_is_claimed_by_its_occupant_then_by_a_lone_zone_then_by_who_was_there_last():
    assert claim("K17: 48Br >E", "K17") and claim("K17: 48Br >E disrupted", "K17")
    assert claim("K16: 48Br >E", "K17")  # an uncontested zone
    assert not claim("K16: 48Br >E suppressed", "K17") and claim("K16: 48Br >E suppressed", "K17", "german")  # last owner
    contested = "K16: 48Br >E\nK18: 10B/8 >W"
    assert not claim(contested, "K17") and claim(contested, "K17", "german")
    match = march("H3: 48Br >E\nV30: 10B/8 >W")
    play(match, "48Br", "48Br-K3")
    p = game_position(match)
    assert claimed(p, C.board.index["H3"], 0)  # passed through, and nobody since


@pytest.mark.case("big-push", "13.1.1", "EX-52", "BP-R123", "14.1.4a")
def test_an_area_needs_more_than_half():
    ridge = ["E11", "E12", "F11", "F12", "G11", "G12"]
    for held, ok in ((3, False), (4, True)):
        lines = "\n".join(f"{cell}: {unit} >E disrupted" for cell, unit in zip(ridge[:held], DIVISIONS, strict=False))
        p = game_position(phase("allied-commitment", f"{lines}\n{GERMANS}"))
        assert claims_place(p, [C.board.index[cell] for cell in ridge], 0) == ok


@pytest.mark.case("big-push", "13.1.1/1", "EX-50", "EX-51", "13.1.1")
def test_the_squares_of_the_markers():
    cells = {m.title: m.cells for m in C.markers}
    assert cells["Hem"] == ["O23"] and cells["Pozières"] == ["G13", "G14"]
    p = game_position(phase("allied-commitment", f"G13: 48Br >E disrupted\n{GERMANS}"))
    place = [C.board.index[cell] for cell in cells["Pozières"]]
    assert not claims_place(p, place, 0)  # one of two is not more than half


@pytest.mark.case("big-push", "13.1.1/2", "EX-53", "BP-R170")
def test_an_objective_counts_for_the_nation_that_is_named():
    for who in ("british", "german"):
        assert not claim("K17: 39Fr >E", "K17", who)
    assert claim("K17: 39Fr >E", "K17", "french")
    assert not claim("K16: 39Fr >E", "K17", "british") and claim("K16: 39Fr >E\nL17: 48Br >E", "K17", "british")


@pytest.mark.case("big-push", "13.1.1", "EX-76", "BP-R170")
def test_who_owns_vacant_squares_at_the_start():
    from .kit import GAME

    found = []
    for scenario, cell in (
        ("over_the_top", "E11"),
        ("over_the_top", "K17"),
        ("punishing_land", "G12"),
        ("punishing_land", "G14"),
    ):
        p = game_position(GAME.start(scenario, seed=1))
        found.append(C.nations[p.claims[C.board.index[cell]]])
    assert found == ["german", "german", "german", "british"]


@pytest.mark.case("big-push", "13.1.1", "BP-R163", "BP-R170")
def test_an_engaged_square_belongs_to_who_had_it_before():
    match = assault("G3: 48Br >E\nH3: 10B/6 >W\nE3: VII >E", {"H3": ["48Br"]})
    outcome(match, "ENG")
    p, x = game_position(match), C.board.index["H3"]
    assert claimed(p, x, 2) and not claimed(p, x, 0)


# ------------------------------------------------------------------------------------------------ 13.0, 13.2


@pytest.mark.case("big-push", "13.0", "13.2", "BP-R140", "BP-R151", "EX-54")
def test_a_point_for_each_step_none_for_disorder_or_retreat():
    text = "G3: 48Br >E\nG4: 31Br >E\nH3: 26R/99 >W entrenched, 26R/119 >W entrenched\nE3: VII >E\nE4: XV supply\npool: Bn01"
    match = assault(text, {"H3": ["48Br", "31Br"]})
    outcome(match, "A2SR")
    play(match, "48Br", "31Br")
    assert points(match) == [0, 2]
    match = assault(text.replace(", 26R/119 >W entrenched", "").replace(" entrenched", " disrupted"), {"H3": ["48Br"]})
    outcome(match, "DR")
    assert points(match) == [0, 0]


@pytest.mark.case("big-push", "13.0", "BP-R99", "BP-R171")
def test_victory_is_judged_once_after_the_last_reorganization():
    match = final("over_the_top", f"B3: 48Br >E\n{GERMANS}", "3 5")
    result = match.result
    assert (result.winner, result.level, result.points) == ("german", "German Victory", -2)
    assert "German victory (14.1.4b)" in result.reasons and "Allied victory points: 3 (13.0)" in result.reasons
    early = position(f"scenario: over_the_top\nturn: 3\nstep: reorganization\npoints: 0 90\nB3: 48Br >E\n{GERMANS}")
    assert not early.over


# ------------------------------------------------------------------------------------------------ 13.4 leaving the map


@pytest.mark.case("big-push", "13.4", "14.2.3a", "14.2.3b", "BP-R39", "BP-R100", "BP-R172")
def test_exits_in_scenario_2():
    text = "scenario: punishing_land\nV5: 48Br >E, VII >E\nV7: 1Cav >E\nA20: XV >E\nT20: 10B/6 >W"
    match = march(text, turn=6)
    play(match, "48Br")
    assert legal(match, "exit:48Br")
    play(match, "exit:48Br")
    assert at(match, "48Br") == "exited" and points(match) == [0, 0]  # no loss
    for unit in ("VII", "1Cav"):  # infantry only
        play(match, unit)
        assert not legal(match, f"exit:{unit}")
        play(match, "back") if legal(match, "back") else play(match, sorted(options(match))[0])
    german = march("scenario: punishing_land\nA20: 48Br >E\nV5: 10B/6 >W\nH1: 10B/8 >W\nA30: 10B/16 >W", "german", turn=6)
    play(german, "10B/6", "exit:10B/6", "10B/8", "exit:10B/8", "10B/16")
    assert points(german) == [10, 0] and where(german, "10B/6", "10B/8") == ["returning", "returning"]
    assert not legal(german, "exit:10B/16")  # not by the west edge
    run_to(german, "german-movement", 7)
    play(german, "10B/8")
    cells = {action.cell for action in german.actions() if action.cell}
    assert cells and all(cell[1:] == "1" for cell in cells)  # the same edge
    p = game_position(german)
    assert p.steps[C.unit["10B/6"]] == 2


@pytest.mark.case("big-push", "14.2.3a", "14.3.4", "14.4.4a", "14.1.3d", "11.8.1", "BP-R165")
def test_driven_off_the_map():
    for scenario, turn, vp, box in (
        ("over_the_top", 2, 1, "gone"),
        ("punishing_land", 6, 3, "returning"),
        ("devil_machines", 13, 3, "returning"),
        ("away_to_siegfried", 17, 3, "returning"),
    ):
        ring = "U4: 31Br >E\nU6: 46Br >E\nV4: 56Br >S\nV6: 4Br >N"
        text = f"U5: 48Br >E\nV5: 10B/6 >W\n{ring}\nS5: VII >E"
        match = assault(text, {"V5": ["48Br"]}, scenario=scenario, turn=turn)
        events = roll(match, "DR") if kind(match) == "AssaultRoll" else outcome(match, "DR")
        assert at(match, "10B/6") == box and points(match) == [vp, 0], scenario
        assert "10B/6 is driven off the map" in texts(events)
        if box == "returning":
            assert game_position(match).returning[0].turn == turn + 1


@pytest.mark.case("big-push", "14.1.3d", "13.4")
def test_nobody_leaves_in_scenario_1_and_the_allies_can_be_driven_off_too():
    match = march("V5: 48Br >E\nA20: XV >E\nT20: 10B/6 >W")
    play(match, "48Br")
    assert not legal(match, "exit:48Br")
    text = "A5: B2.1 >E\nB5: 26R/99 >W\nB4: 26R/119 >W\nB6: 26R/121 >W\nA4: 10B/6 >S\nA6: 10B/8 >N\nE5: XIVR >W\nE6: IX supply"
    match = assault(text, {"A5": ["26R/99"]}, "german", scenario="over_the_top", turn=2)
    outcome(match, "DR")
    assert at(match, "B2.1") == "gone" and points(match) == [0, 1]
    match = assault(text, {"A5": ["26R/99"]}, "german")
    outcome(match, "DR")
    assert at(match, "B2.1") == "pool" and points(match) == [0, 2]  # later only Germans are driven off (BP-R165)


@pytest.mark.case("big-push", "14.4.4a", "14.4.4b", "13.4", "BP-R100", "BP-R180")
def test_raids_round_the_allied_rear_in_scenario_4():
    text = "scenario: away_to_siegfried\nD20: 48Br >E\nA30: 10B/6 >W\nB1: 10B/8 >W\nV9: 10B/16 >W\nC1: 12/62 >W"
    match = march(text, "german", turn=17)
    play(match, "10B/6", "exit:10B/6", "10B/8", "exit:10B/8")
    assert points(match) == [10, 0]
    for unit in ("10B/16", "12/62"):  # not by the east edge, nor by the trench square of row 1
        play(match, unit)
        assert not legal(match, f"exit:{unit}")
        play(match, f"{unit}-{'U9' if unit == '10B/16' else 'D1'}")
    run_to(match, "german-movement", 18)
    play(match, "10B/6")
    assert {a.cell for a in match.actions() if a.cell} <= {f"A{n}" for n in range(1, 35)}


# ------------------------------------------------------------------------------------------------ 14.1.4

ALLIED_1 = spread("B3 D6 E11 E12 F11 F12 K17", BRITISH) + "\n" + spread("O26 P27", FRENCH)


@pytest.mark.case("big-push", "14.1.4a", "13.1", "13.0", "BP-R104")
def test_scenario_1_allied_victory():
    assert winner("over_the_top", f"{ALLIED_1}\n{GERMANS}") == "allied"
    assert winner("over_the_top", f"{ALLIED_1}\nC1: XIVR supply") == "german"  # a unit of any kind in the trench
    three = spread("B3 D6 E11 E12 F11 F12", BRITISH) + "\n" + spread("O26 P27", FRENCH)
    assert winner("over_the_top", f"{three}\n{GERMANS}") == "german"  # four British places
    one = spread("B3 D6 E11 E12 F11 F12 K17", BRITISH) + "\n" + spread("P27", FRENCH)
    assert winner("over_the_top", f"{one}\n{GERMANS}\nN25: 10B/8 >W") == "german"  # two French ones
    swapped = f"{one}\nO26: {BRITISH[9]} >E disrupted"
    assert winner("over_the_top", f"{swapped}\n{GERMANS}") == "german"  # by the French (13.1.1/2)


@pytest.mark.case("big-push", "14.1.4b", "BP-R96")
def test_scenario_1_german_victory_by_denial():
    assert met("over_the_top", f"B3: 48Br >E\n{GERMANS}", "90 0") == {"allied": [], "german": ["14.1.4b"]}


@pytest.mark.case("big-push", "14.1.4b", "14.1.4c", "BP-R96")
def test_scenario_1_a_lead_of_25_makes_it_a_draw():
    assert winner("over_the_top", f"{ALLIED_1}\n{GERMANS}", "5 29") == "allied"
    draw = final("over_the_top", f"{ALLIED_1}\n{GERMANS}", "5 30")
    assert (draw.result.winner, draw.result.level) == ("", "Draw")


# ------------------------------------------------------------------------------------------------ 14.2.4

BRITISH_2 = "B3 E11 E12 F11 F12 G13 G14 K14 M15 N16 P16"
ALLIED_2 = spread(BRITISH_2, BRITISH) + "\n" + spread("S27 R30 R33 R34", FRENCH)


def gone(count, british=0, cells=""):
    """So many infantry units have left by the east edge."""
    units = [*BRITISH[20 : 20 + british], *FRENCH[: count - british]]
    return f"exited: {', '.join(units)}\n" + (f"exit_squares: {cells}\n" if cells else "")


@pytest.mark.case("big-push", "14.2.4a", "13.1.1")
def test_scenario_2_allied_victory_1():
    assert met("punishing_land", f"{ALLIED_2}\n{GERMANS}")["allied"] == ["14.2.4a"]
    assert winner("punishing_land", f"{ALLIED_2}\nL28: 10B/8 >W\n{GERMANS}") == "german"  # not clear
    for cell in BRITISH_2.split()[5:]:
        less = spread(BRITISH_2.replace(cell, ""), [u for u in BRITISH if u != "x"]) + "\n" + spread("S27 R30 R33 R34", FRENCH)
        there = f"{less}\n{cell}: 10B/8 >W\n{GERMANS}"
        assert met("punishing_land", there)["allied"] == [], cell


@pytest.mark.case("big-push", "14.2.4b", "14.2.3b", "BP-R172")
def test_scenario_2_allied_victory_2():
    field = f"A20: XV >E\n{GERMANS}"
    assert met("punishing_land", gone(7, 3) + field)["allied"] == ["14.2.4b"]
    assert met("punishing_land", gone(7, 0) + field)["allied"] == ["14.2.4b"]  # of whatever nation
    assert met("punishing_land", gone(6, 3) + field)["allied"] == []


TRENCH = [C.board.labels[x] for x in C.allied_trench]
REGIMENTS = [C.ids[u] for u in C.army[1] if C.regiment[u]]


def in_trench(count, word=""):
    return "\n".join(f"{cell}: {unit} >W {word}" for cell, unit in zip(TRENCH[:count], REGIMENTS[20:], strict=False))


@pytest.mark.case("big-push", "14.2.4c", "14.2.4d", "BP-R104", "BP-R96")
def test_scenario_2_german_victories_and_the_draw():
    field = gone(7, 3) + f"A20: XV >E\n{GERMANS}"
    assert winner("punishing_land", field) == "allied"
    assert winner("punishing_land", field, "0 24") == "allied" and winner("punishing_land", field, "0 25") == ""
    assert winner("punishing_land", f"{field}\n{in_trench(7, 'disrupted')}") == ""
    assert winner("punishing_land", f"{field}\n{in_trench(6)}") == "allied"
    hqs = f"{field}\n{in_trench(6)}\n{TRENCH[8]}: XIVR >W"
    assert winner("punishing_land", hqs) == "allied"  # combat units, not HQs
    assert met("punishing_land", f"B3: 48Br >E\n{GERMANS}")["german"] == ["14.2.4c"]


# ------------------------------------------------------------------------------------------------ 14.3.7


@pytest.mark.case("big-push", "14.3.7a")
def test_scenario_3_allied_victory_1():
    five = spread("B3 I11 K14 N13 O12", BRITISH) + "\n" + spread("U26 V26 U32", FRENCH)
    assert met("devil_machines", f"{five}\n{GERMANS}")["allied"] == ["14.3.7a"]
    four = spread("B3 I11 K14 N13", BRITISH) + "\n" + spread("U26 V26 U32", FRENCH)
    assert met("devil_machines", f"{four}\n{GERMANS}\nO11: 10B/8 >W")["allied"] == []
    one = spread("B3 I11 K14 N13 O12", BRITISH) + "\n" + spread("U26 U32", FRENCH)
    assert met("devil_machines", f"{one}\nV26: 10B/8 >W")["allied"] == []  # both squares of Péronne


@pytest.mark.case("big-push", "14.3.7b", "14.3.5", "BP-R102")
def test_scenario_3_allied_victory_2():
    held = f"V30: 48Br >E\nV29: 31Br >E\n{GERMANS}"
    assert met("devil_machines", gone(10, 5, "V29 V31") + held)["allied"] == ["14.3.7b"]
    assert met("devil_machines", gone(10, 4, "V29") + held)["allied"] == []  # five British
    assert met("devil_machines", gone(9, 5, "V29") + held)["allied"] == []
    assert met("devil_machines", gone(10, 5, "V29 V12") + held)["allied"] == []  # nobody holds V12
    contested = f"{held}\nV27: 10B/8 >W"
    assert met("devil_machines", gone(10, 5, "V28") + contested)["allied"] == []


@pytest.mark.case("big-push", "14.3.7c", "BP-R174", "BP-R170")
def test_scenario_3_allied_victory_3():
    assert met("devil_machines", f"P7: 48Br >E\n{GERMANS}")["allied"] == ["14.3.7c"]
    assert met("devil_machines", f"P7: 48Br >E suppressed\n{GERMANS}")["allied"] == []  # good order
    wall = "\n".join(f"H{row}: {unit} >W" for row, unit in zip(range(2, 36, 3), REGIMENTS, strict=False) if row <= 34)
    barred = f"P7: 48Br >E\n{wall}\nH34: XIVR >W\nH24: 12R/1 >W\nH27: 12R/3 >W\nH25: 185/1 >W"
    assert met("devil_machines", barred)["allied"] == []  # the line back is cut by zones
    friend = f"{barred}\nH4: 31Br >E\nI4: 46Br >E\nG4: 4Br >E"
    assert met("devil_machines", friend)["allied"] == []  # and friends do not cancel them
    beside = f"P7: 48Br >E\nQ7: 10B/8 >W\n{GERMANS}"
    assert met("devil_machines", beside)["allied"] == ["14.3.7c"]  # the town itself may lie in a zone


@pytest.mark.case("big-push", "14.3.7c", "BP-R174")
def test_the_line_back_ends_in_the_first_column():
    def allied(rows):
        """Disrupted Germans, who have no zone around them, in these squares of the west edge."""
        there = "\n".join(f"A{row}: {unit} >W disrupted" for row, unit in zip(rows, REGIMENTS, strict=False))
        text = f"scenario: devil_machines\nturn: 15\nstep: allied-commitment\nP7: 48Br >E\n{there}"
        return [row.source for row in victories(game_position(position(text)))["allied"]]

    rows = range(1, C.board.grid.rows + 1)
    assert allied(row for row in rows if row != 20) == ["14.3.7c"]  # one gap is enough
    assert allied(rows) == []  # column B is not the edge


@pytest.mark.case("big-push", "14.3.7d", "14.3.7e", "14.3.7f", "BP-R104", "BP-R96")
def test_scenario_3_german_victories_and_the_draw():
    field = f"P7: 48Br >E\n{GERMANS}"
    assert met("devil_machines", f"B3: 48Br >E\n{GERMANS}")["german"] == ["14.3.7d"]
    assert winner("devil_machines", field, "0 19") == "allied" and winner("devil_machines", field, "0 20") == ""
    assert met("devil_machines", f"{gone(10, 5, 'V30')}V30: 48Br >E\n{in_trench(4)}")["german"] == ["14.3.7e"]
    assert winner("devil_machines", f"{gone(10, 5, 'V30')}V30: 48Br >E\n{in_trench(4)}") == ""
    assert winner("devil_machines", f"{gone(10, 5, 'V30')}V30: 48Br >E\n{in_trench(3)}") == "allied"


# ------------------------------------------------------------------------------------------------ 14.4.5

RIDGES = "O8 P8 Q8 P9 Q9 Q10 R10 S10 R11 S11 T11 T12"


@pytest.mark.case("big-push", "14.4.5a", "BP-R103")
def test_scenario_4_allied_victory_1():
    def allied(ridges, extra=""):
        text = spread(f"B3 L9 R12 {ridges}", BRITISH) + "\n" + spread("U26 V26 U32", FRENCH)
        text = text.replace(">E", ">E disrupted")  # no zones: only what is held counts
        return met("away_to_siegfried", f"{text}\n{GERMANS}{extra}")["allied"]

    assert allied("O8 P8 Q8 P9 Q9 Q10") == allied("R10 S10 R11 S11 T11 T12") == ["14.4.5a"]
    assert allied("O8 P8 Q8 P9 Q9") == []
    assert allied("O8 P8 Q8 P9 Q9 Q10", "\nJ34: 10B/8 >W") == []
    text = spread("B3 L9 O8 P8 Q8 P9 Q9 Q10", BRITISH) + "\n" + spread("U26 V26 U32", FRENCH)
    assert met("away_to_siegfried", f"{text}\nR12: 10B/8 >W")["allied"] == []


@pytest.mark.case("big-push", "14.4.5b", "14.4.4b", "BP-R102")
def test_scenario_4_allied_victory_2():
    held = f"V30: 48Br >E\n{GERMANS}"
    assert met("away_to_siegfried", gone(12, 6, "V29") + held)["allied"] == ["14.4.5b"]
    assert met("away_to_siegfried", gone(12, 5, "V29") + held)["allied"] == []
    assert met("away_to_siegfried", gone(11, 6, "V29") + held)["allied"] == []
    assert met("away_to_siegfried", gone(12, 6, "V2") + held)["allied"] == []  # 10B/6 has its zone there


@pytest.mark.case("big-push", "14.4.5c", "BP-R174")
def test_scenario_4_allied_victory_3():
    away = "V30: 10B/6 >W"
    assert met("away_to_siegfried", f"P7: 48Br >E\nV5: 39Fr >E\n{away}")["allied"] == ["14.4.5c"]
    assert met("away_to_siegfried", f"P7: 48Br >E\nV5: 39Fr >E disrupted\n{away}")["allied"] == []
    assert met("away_to_siegfried", f"P7: 48Br >E\n{away}")["allied"] == []
    cut = f"P7: 48Br >E\nV5: 39Fr >E\n{away}\nU4: 10B/8 >W\nU6: 10B/16 >W"
    assert met("away_to_siegfried", cut)["allied"] == []


@pytest.mark.case("big-push", "14.4.5d", "14.4.5e", "BP-R88")
def test_scenario_4_german_victory_and_the_draw():
    field = "P7: 48Br >E\nV5: 39Fr >E\nV30: 10B/6 >W"
    assert winner("away_to_siegfried", field) == "allied"
    assert winner("away_to_siegfried", field, "0 24") == "allied" and winner("away_to_siegfried", field, "0 25") == ""
    exits = f"{gone(12, 6, 'V30')}V30: 48Br >E\n"
    assert (
        winner("away_to_siegfried", exits + in_trench(4)) == ""
        and winner("away_to_siegfried", exits + in_trench(3)) == "allied"
    )
    assert met("away_to_siegfried", f"B3: 48Br >E\n{GERMANS}")["german"] == ["14.4.5d"]
