"""16.5, 16.6 Results of assaults: losses, eliminations, breakthrough, advance."""

import pytest

from .battle import HQS, POOL, assault, outcome, throw
from .kit import (
    GAME,
    C,
    at,
    control,
    facing,
    game_position,
    here,
    kind,
    legal,
    options,
    order,
    play,
    points,
    refused,
    steps,
)

STRONG = f"M28: AC/1 >S\nM29: AC/2 >S\nN29: B4.1 >N\nJ29: G77.1 >S\n{HQS}\n{POOL}"
HELP = {"lift": 1, "smoke": 1}


def storm(text, units, result, cell="N29", **more):
    """An assault with all that helps, so that the rare results can come."""
    match = assault(text, {cell: units}, have={**HELP, **more.pop("have", {})}, turn=4, **more)
    play(match, "use~lift", "use~smoke", "III", "assault")
    throw(match, 1)
    outcome(match, result)
    return match


# ------------------------------------------------------------------------------------------------ 16.5


@pytest.mark.case("generation-lost", "16.5", "16.5.5", "16.5.6(b)", "18.3.1")
def test_an_attacker_loses_a_step_and_is_where_he_was():
    match = assault(f"M29: 14R/1 >E\nN29: 14Fr >N\n{HQS}\n{POOL}", {"N29": ["14R/1"]})
    outcome(match, "ASR")
    assert at(match, "14R/1") == "pool" and len(here(match, "M29")) == 2  # two battalions of a large regiment
    assert {facing(match, unit) for unit in here(match, "M29")} == {"E"}
    assert points(match) == [0, 1] and at(match, "14Fr") == "N29" and control(match, "N29") == "french"  # nobody advances


@pytest.mark.case("generation-lost", "16.5.5", "GL-R46")
def test_assault_losses_are_never_taken_as_disruption():
    match = assault(f"M29: Bn06 >S\nM28: Bn07 >S\nN29: 14Fr >N\n{HQS}", {"N29": ["Bn06", "Bn07"]})
    outcome(match, "ASR")
    assert kind(match) == "Losses" and options(match) == {"Bn06", "Bn07"}  # the owner's choice, and no way out
    play(match, "Bn07")
    assert at(match, "Bn07") == "pool" and order(match, "Bn06") == set()


@pytest.mark.case("generation-lost", "16.5.5", "9.2.2(c)", "9.2.3(a)")
def test_reduced_brigades_and_guns_are_eliminated_by_a_step():
    match = storm(STRONG.replace("B4.1 >N", "B4.1 >N reduced, F75.1 >N reduced"), ["AC/1", "AC/2"], "DSR")
    assert options(match) == {"B4.1", "F75.1"}
    play(match, "F75.1")
    assert at(match, "F75.1") == "pool" and kind(match) == "Retreat"


@pytest.mark.case("generation-lost", "16.5.3", "GL-R55")
def test_attackers_eliminated():
    match = assault(f"M29: Bn06 >S\nM28: Bn07 >S, Bn08 >S\nN29: 106Fr >N\n{HQS}", {"N29": ["Bn06"]}, weather="rain")
    outcome(match, "AE")
    assert at(match, "Bn06") == "pool" and points(match) == [0, 1] and game_position(match).lost == [1, 0]


@pytest.mark.case("generation-lost", "16.5.3", "GL-R55", "16.6")
def test_defenders_eliminated_score_each_step_and_the_attackers_advance():
    match = storm(STRONG.replace("B4.1 >N", "B4.1 >N, F75.1 >N reduced"), ["AC/1", "AC/2"], "DE")
    assert at(match, "B4.1") == at(match, "F75.1") == "pool" and points(match) == [3, 0]
    assert kind(match) == "Advance"
    play(match, "AC/1-N29>S", "AC/2-N29")
    assert here(match, "N29") == {"AC/1", "AC/2"} and control(match, "N29") == "german"


# ------------------------------------------------------------------------------------------------ 16.6


@pytest.mark.case("generation-lost", "16.6", "GL-R293", "GL-R83")
def test_victors_must_fill_the_square_as_far_as_it_holds_them():
    text = STRONG.replace("M29: AC/2 >S", "M29: AC/2 >S, AC/3 >S")
    match = assault(text, {"N29": ["AC/1", "AC/2", "AC/3"]}, turn=4)
    outcome(match, "DR")
    play(match, "B4.1-O29>S")
    assert refused(match, "done").cases[0] == "16.6"
    play(match, "AC/3-N29>W")  # facing as he likes
    assert refused(match, "done").cases[0] == "16.6"
    play(match, "AC/1-N29")
    assert here(match, "N29") == {"AC/1", "AC/3"} and at(match, "AC/2") == "M29"  # it stays where it began
    assert facing(match, "AC/1") == "W"


@pytest.mark.case("generation-lost", "GL-R277", "12.4.2(b)")
def test_trenches_are_left_behind_in_rain_and_kept_in_drizzle():
    for weather, mode in (("drizzle", {"entrenched"}), ("rain", set()), ("snow", set())):
        text = f"M28: AC/1 >S entrenched\nM29: AC/2 >S entrenched\nN29: B4.1 >N\n{HQS}\nJ29: G77.1 >S"
        match = assault(text, {"N29": ["AC/1", "AC/2"]}, weather=weather, have={"lift": 1}, turn=4)
        play(match, "use~lift", "III")
        outcome(match, "DR")
        play(match, "B4.1-O29>S", "AC/1-N29>S")
        assert order(match, "AC/1") == mode, weather


# ------------------------------------------------------------------------------------------------ 16.5.4


@pytest.mark.case("generation-lost", "16.5.4", "GL-R155", "GL-R293", "3.0-Breakthrough")
def test_example_gl_e45_a_breakthrough_goes_on_for_one_or_two_squares():
    text = STRONG + "\nO30: 14Fr >N\nN31: 21/1 >S\nO27: 16Fr >N"
    match = storm(text, ["AC/1", "AC/2"], "DEBT")
    assert at(match, "B4.1") == "pool"
    cells = {action.cell for action in match.actions() if action.unit == "AC/1"}
    assert "O30" not in cells and "O27" not in cells  # the enemy is there
    assert {"N29", "O29", "P29", "N30", "N31", "N28", "M28"} - {"M28"} <= cells  # zones do not matter, friends do not
    assert "Q29" not in cells  # three squares beyond
    play(match, "AC/1-P29>S")
    assert at(match, "AC/1") == "P29" and control(match, "O29") in ("german", "french")
    assert not legal(match, "done")  # the other fits into the square
    play(match, "AC/2-N29>S")
    assert here(match, "N29") == {"AC/2"}


@pytest.mark.case("generation-lost", "16.5.4", "GL-R155")
def test_a_breakthrough_does_not_end_on_a_fort_nor_cross_the_meuse():
    text = f"L28: AC/1 >S\nM29: AC/2 >S\nM27: B4.1 >N\nJ28: G77.1 >S, XVIII >S\nK31: III supply\n{POOL}"
    match = storm(text.replace("M29: AC/2", "L27: AC/2"), ["AC/1", "AC/2"], "DEBT", cell="M27")
    cells = {action.cell for action in match.actions() if action.unit == "AC/1"}
    assert "N25" not in cells and "N26" in cells


# ------------------------------------------------------------------------------------------------ 20.4.2(6)


@pytest.mark.case("generation-lost", "20.4.2(6)", "GL-R254")
def test_storm_tactics():
    text = 'operations: ["storm_tactics"]\n' + STRONG.replace("M29: AC/2 >S", "M29: 14R/1 >S, Eng1 >S")
    match = assault(text, {"N29": ["AC/1", "14R/1", "Eng1"]}, turn=4)
    outcome(match, "DR")
    play(match, "B4.1-O28>S")
    reach = {unit: {a.cell for a in match.actions() if a.unit == unit} for unit in ("AC/1", "14R/1", "Eng1")}
    assert reach["14R/1"] == {"N29"} and {"N29", "O29", "P29"} <= reach["AC/1"] and "P30" in reach["Eng1"]
    play(match, "AC/1-P29>S", "Eng1-O29>S", "14R/1-N29>S")
    assert [at(match, u) for u in ("AC/1", "Eng1", "14R/1")] == ["P29", "O29", "N29"]


@pytest.mark.case("generation-lost", "20.4.2(6)")
def test_without_storm_tactics_or_a_756_all_stop_in_the_square():
    for head, units in (("", ["AC/1"]), ('operations: ["storm_tactics"]\n', ["Eng1"])):
        text = head + STRONG.replace("M29: AC/2 >S", "M29: Eng1 >S")
        match = assault(text, {"N29": units}, turn=4)
        outcome(match, "DR")
        play(match, "B4.1-O29>S")
        assert {a.cell for a in match.actions()} == {"N29"}


@pytest.mark.case("generation-lost", "16.5.6(b)", "GL-R135")
def test_ar_costs_nothing_and_nobody_moves():
    match = assault(f"M29: 14R/1 >S\nN29: 14Fr >N\n{HQS}", {"N29": ["14R/1"]}, turn=4)
    outcome(match, "AR")
    assert steps(match, "14R/1") == 3 and at(match, "14R/1") == "M29" and game_position(match).assaults_made == [1, 0]


@pytest.mark.case("generation-lost", "17.2(a)", "GL-R169")
def test_each_assault_rolled_counts_once():
    text = f"M29: 14R/1 >S\nM31: 14R/2 >S\nN29: 14Fr >N\nN31: B4.1 >N\n{HQS}\n{POOL}"
    match = assault(text, {"N29": ["14R/1"], "N31": ["14R/2"]}, have={"secondary": 1}, turn=4)
    play(match, "N29")
    outcome(match, "AR")
    outcome(match, "AR")
    assert game_position(match).assaults_made == [2, 0]
    play(match, "N31", "14R/2", "attack", "done", "done")
    outcome(match, "AR")
    assert game_position(match).assaults_made == [3, 0]


def test_an_assault_that_waits_for_its_dice_can_be_written_and_read():
    match = assault(STRONG, {"N29": ["AC/1", "AC/2"]}, have={"gas": 1}, turn=4)
    play(match, "use~gas", "assault")
    twin = GAME.position(GAME.write(match.position, "campaign", {}), dice=[])
    assert twin.position.hash() == match.position.hash() and C.unit["G77.1"] in game_position(twin).means.gas_gun
