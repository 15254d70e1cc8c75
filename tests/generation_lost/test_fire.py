"""15.0 Defensive fire: the assaulted square alone, once, in good order."""

import pytest

from .battle import HQS, POOL, assault, engaged, fire, throw
from .kit import (
    at,
    column,
    commitment,
    facing,
    game_position,
    here,
    kind,
    lines,
    odds,
    options,
    order,
    play,
    points,
    refused,
    run_to,
    states,
    steps,
)

ONE = f"M29: 14R/1 >S\nN29: 14Fr >N\n{HQS}\n{POOL}"


@pytest.mark.case("generation-lost", "15.0", "15.2.1", "4.0(4e)", "GL-R132", "3.0-DefensiveFire")
def test_the_defender_fires_square_by_square_before_the_assaults():
    text = f"M29: 14R/1 >S\nM31: 14R/2 >S\nN29: 14Fr >N\nN31: B4.1 >N\n{HQS}"
    match = fire(text, {"N29": ["14R/1"], "N31": ["14R/2"]})
    assert match.player == "french" and options(match) == {"N29", "N31", "done"}
    assert odds(match, "N29").title == "Defensive fire for N29: 5 factors"
    play(match, "N31")
    throw(match, 6, 6)
    assert options(match) == {"N29", "done"} and refused(match, "N31").cases[0] == "15.0"
    play(match, "done")
    assert kind(match) == "ChooseAssault"  # nobody must fire


@pytest.mark.case("generation-lost", "15.0", "GL-R132")
def test_neighbours_do_not_join():
    text = f"{ONE}\nN30: B4.1 >N\nN28: B4.2 >N"
    match = fire(text, {"N29": ["14R/1"]})
    play(match, "N29")
    assert lines(match, of="attack") == {"14Fr": 5}
    assert refused(fire(text, {"N29": ["14R/1"]}), "N30").cases[0] == "15.0"


@pytest.mark.case("generation-lost", "15.0", "15.1.1", "GL-R137", "3.0-DefensiveFireFactors")
def test_all_of_the_square_fires_with_its_middle_number_without_hq_or_supply():
    match = fire(ONE.replace("14Fr >N", "B4.1 >N, F155H.1 >N, VIIFr >N"), {"N29": ["14R/1"]})
    play(match, "N29")
    assert lines(match, of="attack") == {"B4.1": 3, "F155H.1": 3, "VIIFr": 1}
    match = fire("M29: B4.1 >N\nN29: 14R/1 >N entrenched\nP29: VIIFr >N", {"N29": ["B4.1"]}, side="german")
    play(match, "N29")
    assert lines(match, of="attack") == {"14R/1": 6}


@pytest.mark.case("generation-lost", "15.1.1", "15.2.2")
def test_a_supply_hq_does_not_fire_and_without_a_factor_there_is_no_roll():
    match = fire(ONE.replace("14Fr >N", "VIIFr supply"), {"N29": ["14R/1"]})
    assert kind(match) != "DefensiveFire"


@pytest.mark.case("generation-lost", "15.1.2", "15.2.4")
def test_only_good_order_units_fire_also_beside_disordered_ones():
    match = fire(ONE.replace("14Fr >N", "B4.1 >N disrupted, B4.2 >N"), {"N29": ["14R/1"]})
    play(match, "N29")
    assert lines(match, of="attack") == {"B4.2": 3}
    for state in ("disrupted", "suppressed"):
        match = fire(ONE.replace("14Fr >N", f"14Fr >N {state}"), {"N29": ["14R/1"]})
        assert kind(match) == "Prepare"


@pytest.mark.case("generation-lost", "15.2.3")
def test_more_than_ten_factors_use_the_last_column():
    match = fire("M29: B4.1 >S\nN29: AC/1 >N entrenched, AC/2 >N entrenched\nP29: VIIFr >N", {"N29": ["B4.1"]}, side="german")
    play(match, "N29")
    assert column(match) == "10" and sum(lines(match, of="attack").values()) == 14


@pytest.mark.case("generation-lost", "15.2.5", "GL-R146")
def test_engaged_defenders_do_not_fire():
    marker = engaged("N29", "german", ["14R/1"], ["M29"])
    match = commitment(f"{marker}\nN29: 14R/1 >S, 14Fr >N\n{HQS}")
    play(match, "done")
    throw(match, 6, 6)
    assert kind(match) == "Prepare"


@pytest.mark.case("generation-lost", "15.2.1", "GL-R133", "GL-R134", "13.4.2b(a)")
def test_example_gl_e34_fire_with_modifiers():
    text = f"interdicted: M28=2\nM28: 14R/1 >S\nM29: 14R/2 >S pressed\nN29: B3.1 >N, B3.2 >N\n{HQS}\n{POOL}"
    match = fire(text, {"N29": ["14R/1", "14R/2"]}, weather="rain")
    play(match, "N29")
    assert column(match) == "4" and sum(lines(match).values()) == -1
    assert lines(match) == {"units that close in": -1, "attackers come from an interdicted square": -1, "rain or snow": 1}
    events = throw(match, 2, 3)
    assert events[0].result == "1" and game_position(match).lost == [1, 0]


@pytest.mark.case("generation-lost", "15.2.1", "GL-R133", "GL-R134")
def test_several_interdicted_squares_count_once_and_snow_as_rain():
    text = f"interdicted: M28=2 M29=2\nM28: 14R/1 >S\nM29: 14R/2 >S\nN29: B3.1 >N, B3.2 >N\n{HQS}"
    match = fire(text, {"N29": ["14R/1", "14R/2"]}, weather="snow")
    play(match, "N29")
    assert lines(match) == {"attackers come from an interdicted square": -1, "rain or snow": 1}


@pytest.mark.case("generation-lost", "15.2.6", "GL-R46", "GL-R136")
def test_step_losses_and_the_survivors_carry_on():
    match = fire(ONE, {"N29": ["14R/1"]})
    play(match, "N29")
    throw(match, 3, 2)  # one step
    survivors = here(match, "M29")
    assert len(survivors) == 2 and at(match, "14R/1") == "pool" and kind(match) == "Prepare"
    assert points(match) == [0, 1]
    match = fire(ONE.replace("14R/1 >S", "Bn01 >S").replace("Bn01, ", ""), {"N29": ["Bn01"]})
    play(match, "N29")
    throw(match, 3, 2)
    assert at(match, "Bn01") == "pool" and kind(match) != "Prepare"  # nobody is left to assault (GL-R136)
    assert game_position(match).assaults_made == [0, 0]


@pytest.mark.case("generation-lost", "15.2.6", "GL-R135")
def test_thrown_back_all_return_as_they_were_and_the_assault_does_not_happen():
    text = f"M28: 14R/1 >S\nM29: 14R/2 >E\nN29: 14Fr >N\n{HQS}\n{POOL}"
    match = fire(text, {"N29": ["14R/1", "14R/2"]}, have={"secondary": 1, "gas": 1})
    play(match, "N29")
    throw(match, 6, 3)
    assert here(match, "M28") == {"14R/1"} and facing(match, "14R/2") == "E"
    p = game_position(match)
    assert not p.assaults and p.assaults_made == [0, 0] and order(match, "14R/1") == set()
    assert kind(match) == "SecondaryAttack" and legal_targets(match) == {"N29"}  # they may still make that


def legal_targets(match):
    return options(match) - {"done"}


@pytest.mark.case("generation-lost", "15.2.6", "GL-R135", "GL-R170")
def test_disrupted_they_are_thrown_back_too():
    text = f"M28: 14R/1 >S\nM29: 14R/2 >S\nN29: B4.1 >N\n{HQS}\n{POOL}"
    match = fire(text, {"N29": ["14R/1", "14R/2"]}, have={"secondary": 1})
    play(match, "N29")
    throw(match, 1, 2)
    assert order(match, "14R/1") == order(match, "14R/2") == {"disrupted"}
    assert kind(match) != "SecondaryAttack"  # nobody is in a state for it
    assert game_position(match).tally[0] == 2


@pytest.mark.case("generation-lost", "15.2.6")
def test_no_effect():
    match = fire(ONE, {"N29": ["14R/1"]})
    play(match, "N29")
    throw(match, 6, 6)
    assert steps(match, "14R/1") == 3 and kind(match) == "Prepare"


@pytest.mark.case("generation-lost", "15.1.1", "GL-R60", "9.2.4(d)")
def test_a_garrison_fires_with_its_number():
    text = f"M25: Bn01 >S\nN25: Gar1 inside revealed\ngarrisons: [2, -1, -1, -1, -1, -1, -1, -1]\n{HQS}"
    match = fire(text, {"N25": ["Bn01"]})
    play(match, "N25")
    assert lines(match, of="attack") == {"Gar1": 2} and column(match) == "2"


@pytest.mark.case("generation-lost", "15.2.1", "GL-R284")
def test_outside_a_fort_only_the_unit_outside_fires():
    text = f"M25: Bn01 >S\nN25: Gar1 inside, B3.1 >N reduced\n{HQS}"
    match = fire(text, {"N25": ["Bn01"]})
    play(match, "N25")
    assert lines(match, of="attack") == {"B3.1": 1}


def test_states_are_wiped_after_the_phase():
    match = fire(ONE, {"N29": ["14R/1"]})
    play(match, "N29")
    throw(match, 6, 6)
    run_to(match, "french-bombardment")
    assert "defended" not in states(match, "14Fr")


@pytest.mark.case("generation-lost", "15.2.1", "GL-R288")
def test_newcomers_add_defence_but_have_not_fired():
    match = assault(ONE.replace("14Fr >N", "B4.1 >N defended, B4.2 >N"), {"N29": ["14R/1"]})
    assert lines(match, "assault", "defence") == {"B4.1": 3, "B4.2": 3}
