"""14.1 Digging in."""

import pytest

from .kit import assault, at, declare, fight, move, options, play, position, refused, run_to, states


def phase(text: str, side: str = "german"):
    return position(f"turn: 2\nstep: {side}-movement\n{text}")


def defence(text: str) -> dict[str, int]:
    """What counts for the defender when IR81 attacks 3014, by line of the arithmetic."""
    match = declare(fight(f"3013: IR81, IR87\n3014: {text}"), "3014", "IR81", "IR87")
    return {x.text: -x.value for x in match.odds(match.parse("attack")).lines if x.value < 0}


@pytest.mark.case("they-shall-not-pass", "14.1", "14.11", "4.0.IV", "4.0.IX")
@pytest.mark.parametrize(("side", "unit"), [("german", "IR81"), ("french", "35RI")])
def test_a_unit_that_does_not_move_may_dig_in_and_then_stays_where_it_is(side, unit):
    match = phase(f"3013: {unit}", side)
    play(match, f"dig:{unit}")
    assert "dug-in" in states(match, unit)
    assert not {unit, f"strategic:{unit}", f"dig:{unit}"} & options(match)
    assert refused(match, unit).cases == ("14.11",)


@pytest.mark.case("they-shall-not-pass", "14.11")
def test_a_unit_that_moved_may_not_dig_in():
    match = phase("3013: IR81, IR87")
    move(match, "IR81", "3014")
    assert refused(match, "dig:IR81").cases == ("14.11",) and "dig:IR87" in options(match)


@pytest.mark.case("they-shall-not-pass", "14.11", "TP-R79")
def test_the_state_lasts_until_the_unit_moves():
    match = position("turn: 2\nstep: german-movement\n1601: XVIII.HQ\n1801: IR81\n1609: XXX.HQ", [6])
    play(match, "dig:IR81")
    run_to(match, "french-movement")
    play(match, "done")
    assert match.position.turn == 3 and "dug-in" in states(match, "IR81")
    assert "dig:IR81" not in options(match) and "IR81" in options(match)  # it is dug in already, and may go
    move(match, "IR81", "1802")
    assert "dug-in" not in states(match, "IR81")


@pytest.mark.case("they-shall-not-pass", "14.1")
def test_no_trench_can_be_built():
    match = phase("3013: IR81, Pi21")
    assert {a.split(":")[0] for a in options(match)} == {"IR81", "Pi21", "dig", "done"}
    play(match, "dig:IR81", "dig:Pi21")
    assert defence("35RI dug-in") == {"{35RI}": 6, "{35RI} dug in": 1}
    dug = declare(fight("3013: IR81, IR87\n3014: 35RI dug-in"), "3014", "IR81", "IR87")
    assert dug.odds(dug.parse("attack")).column == "1:1"  # 12 against 7; a trench would shift by two besides


@pytest.mark.case("they-shall-not-pass", "14.12")
@pytest.mark.parametrize(
    ("text", "total"),
    [
        ("35RI dug-in", 7), ("35RI dug-in, 42RI", 13), ("35RI dug-in, 42RI dug-in", 14), ("AD14 dug-in", 3),
        ("35RI dug-in, AD14 dug-in", 10),
    ],
)  # fmt: skip
def test_each_dug_in_unit_adds_one_to_the_defence(text, total):
    assert sum(defence(text).values()) == total


@pytest.mark.case("they-shall-not-pass", "14.12")
def test_it_adds_nothing_to_an_attack_or_to_support():
    match = declare(fight("3013: IR81 dug-in\n3012: FAR27 dug-in\n3014: II.44T"), "3014", "IR81", "FAR27")
    assert sum(x.value for x in match.odds(match.parse("attack")).lines if x.value > 0) == 8


@pytest.mark.case("they-shall-not-pass", "TP-R79", "14.12", "12.3", "6.16")
def test_the_bonus_is_added_after_halving():
    assert sum(defence("35RI dug-in demoralized").values()) == 4  # 3 and 1
    assert sum(defence("35RI reduced dug-in demoralized unsupplied").values()) == 2  # 1 and 1


@pytest.mark.case("they-shall-not-pass", "14.13", "TP-R78", "TP-R65")
def test_nobody_digs_in_a_trench_or_an_intact_fort():
    match = phase("3005: 35RI\n2113: 42RI\n2515: 44RI\nforts: Vaux 0\n1609: 60RI", "french")
    assert set(refused(match, "dig:35RI").cases) >= {"14.13"} and set(refused(match, "dig:42RI").cases) >= {"14.13"}
    assert {"dig:44RI", "dig:60RI"} <= options(match)  # a ruined fort, a town


@pytest.mark.case("they-shall-not-pass", "14.13", "TP-R78")
def test_neither_the_railroad_gun_nor_an_hq_digs_in():
    match = phase("3016: RR\n3013: XXX.HQ, AD14", "french")
    assert {a for a in options(match) if a.startswith("dig")} == {"dig:AD14"}
    assert set(refused(match, "dig:RR").cases) >= {"14.13"} and refused(match, "dig:XXX.HQ").cases


@pytest.mark.case("they-shall-not-pass", "14.13", "13.0")
def test_nobody_digs_in_during_the_breakthrough_phase():
    match = position("turn: 2\nstep: german-breakthrough\n3013: Pi21, IR81")
    assert not match.legal(match.parse("dig:Pi21"))


@pytest.mark.case("they-shall-not-pass", "TP-R78", "2.13")
def test_guns_that_have_not_fired_and_shaken_or_starving_units_may_dig_in():
    match = phase("3013: FAR27, FAR25 fired, XVIII.A1\n2810: IR81 demoralized, IR87 unsupplied, Pi21 demoralized unsupplied")
    digs = {a.removeprefix("dig:") for a in options(match) if a.startswith("dig")}
    assert digs == {"FAR27", "XVIII.A1", "IR81", "IR87", "Pi21"}
    assert refused(match, "dig:FAR25").cases
    play(match, "dig:XVIII.A1")
    assert states(match, "XVIII.A1") >= {"dug-in"} and "fired" not in states(match, "XVIII.A1")  # digging is not moving


@pytest.mark.case("they-shall-not-pass", "TP-R79", "9.5")
def test_a_retreat_ends_it():
    match = fight("3013: IR81, IR87\n3014: 208R dug-in", dice=[1])  # 12:5 is 2:1, die 1: 3/1
    assault(match, "3014", "IR81", "IR87")
    play(match, "lose", "208R-3015")
    assert at(match, "208R") == "3015" and "dug-in" not in states(match, "208R")


@pytest.mark.case("they-shall-not-pass", "TP-R79", "9.6")
def test_an_advance_ends_it_and_an_attack_without_one_does_not():
    match = fight("3013: IR81 dug-in, IR87 dug-in\n3014: 208R", dice=[6])  # 3:1, die 6: 1/4
    assault(match, "3014", "IR81", "IR87")
    play(match, "lose=1", "IR87", "IR81-3014", "done")
    assert "dug-in" not in states(match, "IR81")
    assert states(match, "IR87") >= {"dug-in", "reduced"}  # nor does a lost step


@pytest.mark.case("they-shall-not-pass", "TP-R79", "7.11", "12.1")
def test_neither_a_lost_step_nor_broken_morale_ends_it():
    match = position("turn: 2\nstep: german-bombardment\n2003: III.A1, III.A2\n2009: 208R dug-in demoralized", [3, 6, 6])
    play(match, "barrage:2009", "III.A1", "III.A2", "fire")
    assert states(match, "208R") == {"dug-in", "demoralized", "reduced"}


@pytest.mark.case("they-shall-not-pass", "TP-R79", "7.0")
def test_neither_does_firing():
    match = position("turn: 2\nstep: german-bombardment\n2003: III.A1 dug-in\n2009: 208R", [1])
    play(match, "barrage:2009", "III.A1", "fire")
    assert states(match, "III.A1") == {"dug-in", "fired"}
