"""9.0 Command resources: the Command Center roll, what it gives, how much of it one assault may use, German substitution."""

import pytest

from .battle import GERMAN_HQS, HQS, POOL, assault, throw
from .kit import GAME, C, commit, commitment, game_position, kind, legal, lines, options, play, refused, run_to, texts

FRONT = f"G3: 48Br >E\nH3: 10B/6 >W\nF3: BA5 >E\n{HQS}\n{POOL}"


def have(match):
    """The command resources that are left."""
    return {name: n for name, n in zip(C.resources, game_position(match).resources, strict=True) if n}


def committed(text=FRONT, side="allied", turn=6, target="H3", units=("48Br",), scenario="punishing_land"):
    """Commitment is over, nobody goes in: the Command Center roll waits."""
    match = commitment(f"scenario: {scenario}\n{text}", side, turn)
    commit(match, target, *units)
    play(match, "done")
    if kind(match) == "Pressing":
        play(match, "done")
    return match


@pytest.mark.case("big-push", "9.1", "9.0", "4.1/2G", "EX-28", "EX-29")
def test_the_roll_gives_each_column_its_number():
    match = committed()
    assert kind(match) == "CommandCenterRoll"
    five, seven = match.clone(), match.clone()
    throw(five, 2, 3)
    assert have(five) == {"secondary": 1, "lift": 1, "smoke": 1} and "night" not in have(five)
    throw(seven, 3, 4)
    assert have(seven)["secondary"] == 2


@pytest.mark.case("big-push", "9.1")
def test_modifiers_of_the_command_center_roll():
    early = committed(turn=2, scenario="over_the_top")
    (event,) = [e for e in throw(early, 3, 4) if e.kind == "resources"]
    assert have(early) == {"secondary": 2, "lift": 1, "smoke": 1, "tank_cavalry": 1}  # the row of 6
    assert [line.text for line in event.lines] == ["Allied player, turns 1 to 4"]
    late = committed(turn=12, scenario="devil_machines")
    throw(late, 3, 4)
    assert have(late)["night"] == 1  # the row of 8
    rain = committed(f"weather: 2\n{FRONT}")
    throw(rain, 4, 4)
    assert have(rain) == {"secondary": 2, "lift": 1, "creeping": 1, "smoke": 1, "tank_cavalry": 1, "gas": 1}  # of 7


@pytest.mark.parametrize(("scenario", "side"), [("over_the_top", "allied"), ("campaign", "allied"), ("campaign", "german")])
@pytest.mark.case("big-push", "9.1", "EX-28")
def test_a_natural_five_brings_no_night_attack_in_july(scenario, side):
    p = game_position(GAME.start(scenario, seed=1))
    terms = p.command_center_terms(C.sides.index(side))
    assert [term.value for term in terms] == ([-1] if side == "allied" else [])
    row = C.command_center.rows[C.command_center.row(5 + sum(term.value for term in terms))]
    assert row[C.resources.index("night")] == "0"


@pytest.mark.case("big-push", "9.1", "BP-R161")
def test_without_an_assault_nothing_is_rolled():
    match = commitment(f"scenario: punishing_land\n{FRONT}", turn=6)
    events = play(match, "done")
    assert not any(e.kind == "resources" for e in events) and kind(match) != "CommandCenterRoll"


@pytest.mark.case("big-push", "9.2", "3.5/command-resource")
def test_seven_kinds_of_resource_barrages_in_two_columns():
    assert C.resources == ("secondary", "lift", "creeping", "smoke", "tank_cavalry", "gas", "night", "consolidate")
    rows = C.command_center.rows.values()
    most = [sum(int(row[n]) for row in rows) for n in range(8)]
    barrage = most[1] + most[2]
    assert most[0] >= most[3] >= most[4] >= most[5] >= most[6] >= most[7] and barrage >= most[3]


@pytest.mark.case("big-push", "9.2.1", "11.10/1")
def test_the_smaller_number_makes_a_secondary_attack():
    p = game_position(assault(f"G3: 48Br >E\nG4: TankA >E\nH3: 10B/6 >W\nH4: 10B/8 >W entrenched\n{HQS}", {"H3": ["48Br"]}))
    numbers = {name: p.attack_number(C.unit[name], True) for name in ("48Br", "TankA", "10B/6", "10B/8", "1Cav")}
    assert numbers == {"48Br": 6, "TankA": 2, "10B/6": 2, "10B/8": 2, "1Cav": 3}
    assert p.attack_number(C.unit["48Br"], False) == 8 and p.attack_number(C.unit["10B/6"], False) == 4


@pytest.mark.case("big-push", "9.2.2", "BP-R161")
def test_one_kind_of_barrage_in_an_assault():
    match = assault(FRONT, {"H3": ["48Br"]}, have={"lift": 1, "creeping": 1})
    play(match, "use~creeping")
    verdict = refused(match, "use~lift")
    assert verdict.cases == ("9.2.2",) and "one kind" in verdict.reason


@pytest.mark.case("big-push", "9.2.5", "9.2.6")
def test_gas_and_night_attack_shift_a_column_each():
    match = assault(FRONT, {"H3": ["48Br"]}, have={"gas": 1, "night": 1})
    play(match, "use~gas", "use~night")
    assert lines(match, "assault", "shift") == {"gas": 1, "night attack": 1}
    play(match, "assault")
    assert have(match) == {}


@pytest.mark.case("big-push", "9.3", "11.5.2", "BP-R58")
def test_four_resources_at_most_and_each_use_lowers_the_track():
    plenty = {"lift": 1, "creeping": 1, "smoke": 2, "gas": 1, "night": 2, "consolidate": 1}
    match = assault(FRONT, {"H3": ["48Br"]}, have=plenty)
    play(match, "use~creeping", "use~smoke", "use~gas")
    assert refused(match, "use~gas").cases[0] == "9.3"
    play(match, "use~night")
    assert options(match) == {"XV", "assault"}
    assert refused(match, "use~lift").reason == "At most 4 resources help one assault"
    play(match, "assault")
    assert have(match) == {"lift": 1, "smoke": 1, "night": 1, "consolidate": 1}


@pytest.mark.case("big-push", "9.3")
def test_using_a_resource_is_a_choice_and_what_is_left_lapses():
    match = assault(FRONT, {"H3": ["48Br"]}, have={"gas": 2, "secondary": 1})
    assert legal(match, "assault") and legal(match, "use~gas")
    play(match, "assault")
    throw(match, 1, 1)
    while kind(match) in ("Losses", "SecondaryAttack"):
        play(match, "done" if legal(match, "done") else "48Br")
    run_to(match, "german-bombardment")
    assert have(match) == {}


GERMANS = f"G3: 48Br >E\nH3: 10B/6 >W\n{GERMAN_HQS}\n{POOL}"


@pytest.mark.case("big-push", "9.4", "9.2.4", "EX-30", "BP-R57")
def test_german_substitution_succeeds_on_1_or_2():
    for die, gas in ((1, 2), (2, 2), (3, 0), (6, 0)):
        match = committed(GERMANS, "german", 6, "G3", ("10B/6",))
        throw(match, 2, 5)  # a 7: 1 tank/cavalry
        game_position(match).resources[C.resources.index("tank_cavalry")] = 2
        game_position(match).resources[C.resources.index("gas")] = 0
        assert kind(match) == "Substitution" and "done" in options(match) and "use~tank_cavalry" not in options(match)
        play(match, "use~gas")
        throw(match, die)
        assert have(match).get("gas", 0) == gas
        assert kind(match) != "Substitution"  # one resource, once


@pytest.mark.case("big-push", "9.4")
def test_no_substitution_without_a_number_to_substitute_and_it_is_optional():
    match = committed(GERMANS, "german", 6, "G3", ("10B/6",))
    few = match.clone()
    throw(few, 1, 3)
    assert kind(few) != "Substitution" and have(few) == {"secondary": 1, "lift": 1}
    throw(match, 3, 4)
    before = {name: n for name, n in have(match).items() if name != "tank_cavalry"}
    play(match, "done")
    assert {name: n for name, n in have(match).items() if name != "tank_cavalry"} == before


@pytest.mark.case("big-push", "9.2.3", "11.6.1/1")
def test_smoke_is_used_up_whether_the_wind_helps_or_not():
    for die, helps in ((3, 2), (4, 0)):
        match = assault(FRONT, {"H3": ["48Br"]}, have={"smoke": 1})
        play(match, "use~smoke", "assault")
        assert kind(match) == "WindRoll" and have(match) == {}
        events = throw(match, die)
        assert lines(match).get("smoke screen", 0) == helps
        assert texts(events, "smoke") == ["The smoke screen stands" if helps else "The wind blows the smoke away"]


@pytest.mark.case("big-push", "9.2.4", "9.4")
def test_the_german_has_no_use_for_tanks():
    match = assault(GERMANS, {"G3": ["10B/6"]}, "german", have={"tank_cavalry": 2, "gas": 1})
    assert "use~gas" in options(match) and "use~tank_cavalry" not in options(match)
    assert refused(match, "use~tank_cavalry").cases[0] == "9.3"
