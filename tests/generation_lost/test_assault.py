"""16.0 to 16.4 The arithmetic of an assault: differential, shifts, modifiers."""

import pytest

from .battle import FRENCH_HQS, HQS, POOL, assault, engaged, outcome, throw
from .kit import C, column, commitment, game_position, kind, lines, odds, options, play, position

ONE = f"M29: 14R/1 >S\nN29: 14Fr >N\n{HQS}\n{POOL}"


def die(match):
    """The modifiers of the dice, as things stand."""
    return lines(match, "assault" if kind(match) == "Prepare" else "")


def shift(match):
    return lines(match, "assault" if kind(match) == "Prepare" else "", "shift")


def fighting(match, of):
    return lines(match, "assault" if kind(match) == "Prepare" else "", of)


def on(cell, defender="14Fr >N", attacker="14R/1 >S", start="", **more):
    """An assault on a square from a neighbour north of it, with no HQ in reach."""
    start = start or cell.replace(cell[0], chr(ord(cell[0]) - 1))
    unit = attacker.split()[0]
    return assault(f"{start}: {attacker}\n{cell}: {defender}", {cell: [unit]}, **more)


def test_ground_of_the_stories():
    for cell in ["M28", "M29", "M31", "N28", "N29", "O27", "O28", "O29", "O30", "P28", "P29"]:
        x = C.board.index[cell]
        assert not C.ground_shift[x] and not C.minor_river[x] and not C.trench[x] and not C.fort[x], cell


# ------------------------------------------------------------------------------------------------ 16.0, 16.1


@pytest.mark.case("generation-lost", "16.0", "16.4", "4.0(4f)")
def test_assaults_are_resolved_one_by_one_in_the_attackers_order():
    text = f"M29: 14R/1 >S\nM31: 14R/2 >S\nN29: 14Fr >N\nN31: B4.1 >N\n{HQS}\n{POOL}"
    match = assault(text, {"N29": ["14R/1"], "N31": ["14R/2"]}, have={"secondary": 1})
    assert match.player == "german" and options(match) == {"N29", "N31"}
    play(match, "N31")
    outcome(match, "AR")
    assert "N29" in match.decision.prompt  # the last one names itself
    outcome(match, "AR")
    assert kind(match) == "SecondaryAttack"  # after all others


@pytest.mark.case("generation-lost", "16.1", "16.1.1", "16.1.2", "3.0-PrimaryAttack", "3.0-CombatFactors")
def test_first_numbers_against_second_numbers():
    match = assault(ONE, {"N29": ["14R/1"]})
    assert fighting(match, "attack") == {"14R/1": 6} and fighting(match, "defence") == {"14Fr": 5}
    assert (odds(match, "assault").ratio, column(match, "assault")) == ("+1", "+1")
    reduced = assault(ONE.replace("14Fr >N", "14Fr >N reduced"), {"N29": ["14R/1"]})
    assert fighting(reduced, "defence") == {"14Fr": 3}


@pytest.mark.case("generation-lost", "16.1.2")
def test_example_gl_e35_two_entrenched_regiments_against_a_division():
    text = f"M28: 121/1 >S entrenched\nM29: 121/2 >S entrenched\nN29: 106Fr >N\n{HQS}"
    match = assault(text, {"N29": ["121/1", "121/2"]})
    assert sum(fighting(match, "attack").values()) == 4 and fighting(match, "defence") == {"106Fr": 7}
    assert odds(match, "assault").ratio == "-3" and column(match, "assault") == "-3"


@pytest.mark.case("generation-lost", "16.1.3", "GL-R05", "GL-R139")
def test_a_suppressed_defender_is_halved_rounding_up_each_for_itself():
    match = assault(ONE.replace("14Fr >N", "14Fr >N suppressed"), {"N29": ["14R/1"]})
    assert fighting(match, "defence") == {"14Fr": 3}
    match = assault(ONE.replace("14Fr >N", "B4.1 >N suppressed, B4.2 >N suppressed"), {"N29": ["14R/1"]})
    assert fighting(match, "defence") == {"B4.1": 2, "B4.2": 2}


@pytest.mark.case("generation-lost", "16.1.4", "GL-R03", "GL-R04")
def test_differentials_stop_at_the_ends_before_shifts():
    weak = assault(ONE.replace("14R/1 >S", "Bn06 >S"), {"N29": ["Bn06"]}, have={"night": 1})
    assert odds(weak, "assault").ratio == "-3"
    text = "M28: AC/1 >S, AC/2 >S\nM29: AC/3 >S\nN29: B3.1 >N reduced\nK29: XVIII >S"
    strong = assault(text, {"N29": ["AC/1", "AC/2", "AC/3"]})
    assert odds(strong).ratio == "+20" and column(strong) == "+5"
    on_a_ridge = on("E22", "B3.1 >N reduced", "AC/1 >S")
    assert odds(on_a_ridge).ratio == "+6" and column(on_a_ridge) in ("+3", "+2")  # clamped first, then shifted


@pytest.mark.case("generation-lost", "16.1.4", "GL-R04", "3.0-ColumnShift")
def test_example_gl_e70_a_shift_stops_at_the_end_column():
    text = f"M29: AC/1 >S\nN29: B4.1 >N\n{HQS}\nJ29: G77.1 >S"
    match = assault(text, {"N29": ["AC/1"]}, have={"creeping": 1})
    assert column(match, "assault") == "+4"
    play(match, "use~creeping")
    assert column(match, "assault") == "+5"


# ------------------------------------------------------------------------------------------------ 16.2 terrain


@pytest.mark.case("generation-lost", "16.2", "16.2.1")
def test_example_gl_e36_the_strongest_terrain_alone_counts():
    cell = next(x for x in C.board.labels if C.board.terrain[C.board.index[x]] == {"woods", "ridge"} and clean(x))
    assert shift(beside(cell)) == {"ridge": -2}
    woods = next(x for x in C.board.labels if C.board.terrain[C.board.index[x]] == {"woods"} and clean(x))
    assert shift(beside(woods)) == {"woods": -1}


def clean(label):
    """Neither trench nor river nor the edge nor a fort beside it."""
    x = C.board.index[label]
    inner = len(C.near[x]) == 8
    return inner and not C.trench[x] and not C.minor_river[x] and not any(C.fort[n] for n in C.near[x])


def beside(cell, defender="14Fr >N", **more):
    """An assault from a square of the same bank beside it."""
    x = C.board.index[cell]
    start = next(n for n in C.near[x] if C.bank[n] == C.bank[x] and not C.fort[n])
    return assault(f"{C.board.labels[start]}: 14R/1 >S\n{cell}: {defender}", {cell: ["14R/1"]}, **more)


@pytest.mark.case("generation-lost", "16.2.1", "GL-R25")
def test_hills_and_the_city():
    assert shift(beside("J10")) == {"hill": -3} and shift(beside("P20"))["city"] == -2


@pytest.mark.case("generation-lost", "16.2.1(a)", "GL-R142")
def test_example_gl_e79_a_minor_river_adds_to_the_terrain():
    cells = [x for x in C.board.labels if C.minor_river[C.board.index[x]] and not C.fort[C.board.index[x]]]
    wet = next(x for x in cells if C.ground_shift[C.board.index[x]] and not C.trench[C.board.index[x]])
    found = shift(beside(wet))
    assert found["defender on a minor river"] == -1 and len(found) == 2


@pytest.mark.case("generation-lost", "16.2.1(a)", "13.1.2", "GL-R142")
def test_across_the_meuse_a_column_more():
    match = assault("K19: 14R/1 >W\nK18: 14Fr >E", {"K18": ["14R/1"]})
    assert shift(match)["across the Meuse"] == -1


@pytest.mark.case("generation-lost", "16.2.1(b)", "3.0-StartLine")
def test_a_start_trench_helps_whoever_is_in_it():
    german, french = (next(x for x in line if not C.board.terrain[x] & {"ridge"}) for line in (C.german_line, C.french_line))
    assert shift(beside(C.board.labels[french]))["start trench"] == -2
    for x in (german, french):
        start = next(n for n in C.near[x] if C.bank[n] == C.bank[x])
        text = f"{C.board.labels[start]}: 14Fr >N\n{C.board.labels[x]}: 14R/1 >S entrenched"
        match = assault(text, {C.board.labels[x]: ["14Fr"]}, "french")
        assert shift(match)["start trench"] == -2


@pytest.mark.case("generation-lost", "16.2.1(c)", "GL-R140", "3.0-DefenseWorks")
def test_works_shelter_infantry_and_whoever_is_with_it():
    assert shift(beside("M21"))["defense works"] == -3 and len(shift(beside("M21"))) == 1
    assert shift(beside("M21", "B4.1 >N, F75.1 >N"))["defense works"] == -3
    alone = shift(beside("M21", "F75.1 >N"))
    assert "defense works" not in alone and alone == {t.text: t.value for t in C.ground_shift[C.board.index["M21"]]}


@pytest.mark.case("generation-lost", "16.2.1(d)", "GL-R141", "GL-R284")
def test_a_fort_shelters_who_is_in_it_and_the_ground_who_is_outside():
    inside = on("N25", "B3.1 >N reduced inside", "Bn06 >S")
    assert shift(inside) == {"fort": -2}
    outside = on("N25", "B3.1 >N reduced", "Bn06 >S")
    assert shift(outside) == {t.text: t.value for t in C.ground_shift[C.board.index["N25"]]}
    wet = beside_fort("Q18", "59C.1 >N inside")
    assert shift(wet) == {"fort": -2, "defender on a minor river": -1}


def beside_fort(cell, defender):
    x = C.board.index[cell]
    start = next(n for n in C.near[x] if C.bank[n] == C.bank[x] and not C.fort[n])
    return assault(f"{C.board.labels[start]}: Bn06 >S\n{cell}: {defender}", {cell: ["Bn06"]})


@pytest.mark.case("generation-lost", "16.2.3", "GL-R284")
def test_example_gl_e38_engineers_cancel_the_fort():
    match = on("N25", "59C.1 >N inside", "Eng1 >S")
    assert shift(match) == {"fort": -2, "engineers against a fort": 2} and sum(shift(match).values()) == 0
    assert "engineers against a fort" not in shift(on("N25", "59C.1 >N", "Eng1 >S"))  # not against the square


@pytest.mark.case("generation-lost", "16.2", "GL-R04")
def test_example_gl_e71_shifts_offset_each_other():
    x = next(label for label in C.board.labels if C.board.terrain[C.board.index[label]] == {"ridge"} and clean(label))
    match = beside(x, "B4.1 >N", have={"night": 1, "creeping": 1, "gas": 1})
    start = C.board.index[x]
    gun = next(n for n in C.near[start] if C.bank[n] == C.bank[start] and C.board.labels[n] not in match_cells(match))
    text = f"{C.board.labels[gun]}: G77.1 >S"
    match = beside_with(x, text, have={"night": 1, "creeping": 1, "gas": 1})
    play(match, "use~night", "use~creeping", "use~gas")
    assert sum(shift(match).values()) == 2 and shift(match)["ridge"] == -2


def match_cells(match):
    p = game_position(match)
    return {C.board.labels[p.place[u]] for u in range(len(C.counters)) if p.on_map(u)}


def beside_with(cell, text, **more):
    x = C.board.index[cell]
    start = next(n for n in C.near[x] if C.bank[n] == C.bank[x] and not C.fort[n])
    return assault(f"{C.board.labels[start]}: 14R/1 >S\n{cell}: B4.1 >N\n{text}", {cell: ["14R/1"]}, **more)


# ------------------------------------------------------------------------------------------------ 16.3 modifiers


@pytest.mark.case("generation-lost", "16.3", "16.3.2", "5.1.3", "5.1.4", "3.0-DRM")
def test_example_gl_e72_modifiers_add_up():
    text = f"{ONE}\nH29: G77.1 >S".replace("14Fr >N", "B4.1 >N disrupted, B4.2 >N")
    match = assault(text, {"N29": ["14R/1"]}, have={"lift": 1}, weather="rain")
    play(match, "use~lift")
    found = die(match)
    assert found == {
        "command HQ near": 1,
        "an attacker is out of supply": -2,
        "rain or snow": -2,
        "a defender is disrupted or suppressed": 1,
        "lifting barrage": 2,
    }
    assert sum(found.values()) - found["command HQ near"] == -1


@pytest.mark.case("generation-lost", "16.3.2(a)", "GL-R143", "3.0-SecondaryTrench", "3.0-TrenchMode")
def test_german_trenches_off_the_german_line():
    text = f"O29: 14Fr >N\nN29: 14R/1 >S entrenched, 14R/2 >S\n{FRENCH_HQS}"
    assert die(assault(text, {"N29": ["14Fr"]}, "french"))["entrenched off the German start line"] == -1
    mobile = text.replace(" entrenched", "")
    assert "entrenched off the German start line" not in die(assault(mobile, {"N29": ["14Fr"]}, "french"))
    for x, counts in ((C.german_line[4], False), (C.french_line[4], True)):
        start = C.board.labels[next(n for n in C.near[x] if C.bank[n] == C.bank[x])]
        match = assault(f"{start}: 14Fr >N\n{C.board.labels[x]}: 14R/1 >S entrenched", {C.board.labels[x]: ["14Fr"]}, "french")
        assert ("entrenched off the German start line" in die(match)) == counts


@pytest.mark.case("generation-lost", "16.3.2(b)", "GL-R81", "GL-R144")
def test_example_gl_e39_a_flank_attack_from_a_side_square():
    text = f"N28: 14R/1 >E\nM29: 14R/2 >S\nN29: 14Fr >N\n{HQS}"
    match = assault(text, {"N29": ["14R/1", "14R/2"]})
    assert die(match)["open flank"] == 1
    assert "open flank" not in die(assault(text, {"N29": ["14R/1"]}))  # two squares at least
    front = f"M29: 14R/1 >E, 14R/2 >S\nN29: 14Fr >N\n{HQS}"
    assert "open flank" not in die(assault(front, {"N29": ["14R/1", "14R/2"]}))


@pytest.mark.case("generation-lost", "16.3.2(b)", "GL-R145")
def test_example_gl_e40_covered_flanks():
    text = f"M28: 14R/1 >S\nM30: 14R/2 >S\nN29: 14Fr >N\n{HQS}"
    j, k = "N27: B4.1 >N", "N31: B4.2 >N"
    both = assault(f"{text}\n{j}\n{k}", {"N29": ["14R/1", "14R/2"]})
    assert "open flank" not in die(both)
    for left in (j, k):
        assert die(assault(f"{text}\n{left}", {"N29": ["14R/1", "14R/2"]}))["open flank"] == 1
    for j, more in (("N27: B4.1 >N disrupted", ""), ("N27: B4.1 >N", "interdicted: N27=1\n"), ("N27: VIIFr supply", "")):
        match = assault(f"{more}{text}\n{j}\n{k}", {"N29": ["14R/1", "14R/2"]})
        assert die(match)["open flank"] == 1, j


@pytest.mark.case("generation-lost", "16.3.2(c)", "3.0-Disrupted")
def test_disorder_counts_once():
    for states in ("disrupted", "suppressed"):
        match = assault(ONE.replace("14Fr >N", f"B4.1 >N {states}, B4.2 >N"), {"N29": ["14R/1"]})
        assert die(match)["a defender is disrupted or suppressed"] == 1
    match = assault(ONE.replace("14Fr >N", "B4.1 >N disrupted, B4.2 >N suppressed"), {"N29": ["14R/1"]})
    assert die(match)["a defender is disrupted or suppressed"] == 1


@pytest.mark.case("generation-lost", "16.3.2(d)", "GL-R39", "3.0-Interdiction")
def test_interdiction_of_each_start_square_and_of_the_target():
    text = f"interdicted: M28=2 M29=2 N29=1\nM28: 14R/1 >S\nM29: 14R/2 >S, 14R/3 >S\nN29: 14Fr >N\n{HQS}"
    match = assault(text, {"N29": ["14R/1", "14R/2", "14R/3"]})
    assert die(match)["out of an interdicted square"] == -2 and die(match)["into an interdicted square"] == 1


@pytest.mark.case("generation-lost", "GL-R269", "16.3.2(d)")
def test_interdiction_lies_outside_a_fort():
    text = "interdicted: N25=1\nM25: Bn06 >S\nN25: {}\nK25: XVIII >S"
    assert die(assault(text.format("59C.1 >N"), {"N25": ["Bn06"]}))["into an interdicted square"] == 1
    assert "into an interdicted square" not in die(assault(text.format("59C.1 >N inside"), {"N25": ["Bn06"]}))
    out = "interdicted: N25=1\nN25: 59C.1 >N{}\nM25: Bn06 >S\nP25: VIIFr >N"
    assert die(assault(out.format(""), {"M25": ["59C.1"]}, "french"))["out of an interdicted square"] == -1
    assert "out of an interdicted square" not in die(assault(out.format(" inside"), {"M25": ["59C.1"]}, "french"))


@pytest.mark.case("generation-lost", "19.5.5(b)", "19.6.5(d)", "20.3.9")
def test_german_morale_from_august_7():
    for scenario, turn, side, worse in (
        ("shall_not_pass", 25, "german", True),
        ("ramparts_revenge", 33, "german", True),
        ("campaign", 25, "german", True),
        ("campaign", 24, "german", False),
        ("campaign", 25, "french", False),
    ):
        text = ONE if side == "german" else f"O29: 14Fr >N\nN29: 14R/1 >S\n{FRENCH_HQS}"
        match = assault(text, {"N29": ["14R/1" if side == "german" else "14Fr"]}, side, scenario=scenario, turn=turn)
        assert ("German morale" in die(match)) == worse, (scenario, turn, side)


@pytest.mark.case("generation-lost", "20.4.3(3)", "GL-R252")
def test_fort_guns():
    text = 'operations: ["fort_guns"]\nM25: Bn06 >S\nN25: 59C.1 >N{}\nK25: XVIII >S'
    assert die(assault(text.format(" inside"), {"N25": ["Bn06"]}))["Fort Guns"] == -1
    assert "Fort Guns" not in die(assault(text.format(""), {"N25": ["Bn06"]}))  # against the square


# ------------------------------------------------------------------------------------------------ 16.4 the roll


@pytest.mark.case("generation-lost", "16.4", "GL-R263", "13.4.2b(c)")
def test_example_gl_e69_two_cells_of_the_zero_column():
    text = f"M28: 14R/1 >S pressed\nM29: 14R/2 >S pressed\nN29: 13Fr >N, B4.1 >N\n{HQS}\n{POOL}"
    chart = C.assault
    assert [chart.result(chart.columns.index("0"), row) for row in (7, 5)] == ["ENG", "ASR"]
    match = assault(text, {"N29": ["14R/1", "14R/2"]})
    assert die(match)["unit that closed in, beyond the first"] == 1
    assert C.results["ENG"].defender_doubled == 1 and C.results["ASR"].attacker_doubled == 2


@pytest.mark.case("generation-lost", "16.4", "16.5")
def test_the_dice_decide_by_the_shown_odds():
    match = assault(ONE, {"N29": ["14R/1"]})
    play(match, "III", "assault")
    assert odds(match).chart == "assault" and abs(sum(o.probability for o in odds(match).outcomes) - 1) < 1e-9
    events = throw(match, 5, 5)  # +1 for command: 11 on the +1 column
    assert events[0].result == C.assault.result(C.assault.columns.index("+1"), 11)
    assert game_position(match).assaults_made == [1, 0]


@pytest.mark.case("generation-lost", "16.8.2", "14.2.1", "3.0-SecondaryAttackFactors")
def test_secondary_factors():
    text = f"M28: 14R/1 >S\nM29: 14R/2 >S entrenched\nN29: 14Fr >N\n{HQS}"
    match = assault(text, {}, have={"secondary": 1})
    play(match, "N29", "14R/1", "14R/2", "attack", "done", "done")
    assert fighting(match, "attack") == {"14R/1": 3, "14R/2": 3}  # the middle number, and the first
    french = assault(f"O29: 14Fr >N\nN29: 14R/1 >S\n{FRENCH_HQS}", {}, "french", have={"secondary": 1})
    play(french, "N29", "14Fr", "attack", "done", "done")
    assert fighting(french, "attack") == {"14Fr": 5}


@pytest.mark.case("generation-lost", "GL-R289", "16.5.1")
def test_what_counts_in_an_engagement():
    marker = engaged("M21", "german", ["14R/1"], ["L21"])
    text = f"{marker}\ninterdicted: M21=1\nM21: 14R/1 >S, B4.1 >N disrupted, B4.2 >N\nK21: XVIII >S"
    match = commitment(f"weather: 2\n{text}")
    play(match, "done")
    throw(match, 1, 1)
    assert shift(match) == {"defense works": -3}
    assert die(match) == {"command HQ near": 1, "rain or snow": -2, "a defender is disrupted or suppressed": 1}


@pytest.mark.case("generation-lost", "GL-R288", "16.1.2", "16.6")
def test_example_gl_e91_a_target_that_is_empty_by_now_is_entered():
    text = f"M29: 14R/1 >S\n{HQS}"
    head = f'assaults: [{{"target": {C.board.index["N29"]}, "units": [{C.unit["14R/1"]}]}}]'
    match = position(f"scenario: campaign\nturn: 12\nstep: german-assault\nresources: 1 0 0 0 0 0 1 0 0\n{head}\n{text}")
    assert kind(match) == "Advance" and options(match) == {f"14R/1-N29>{way}" for way in "NESW"}
    p = game_position(match)
    assert p.assaults_made == [0, 0] and p.resources[C.resources.index("gas")] == 1
