"""7.5m to 7.5o Fortresses: their step, their refusal to retreat, and what they do alone."""

import pytest

from .kit import (
    C,
    at,
    attack,
    declare,
    fight,
    march,
    odds,
    options,
    play,
    position,
    price,
    refused,
    result,
    settle,
    shifts,
    states,
    steps,
)

INDEX = C.board.index


def stands(match, cell):
    return match.position.fortress_stands(INDEX[cell])


# Fort de Douaumont 2512: 2513 lies south, 2412 south-west, 2511 north, 2611 and 2612 east. Blue Thiaumont is 2314.


@pytest.mark.case("verdun-1916", "7.5n", "7.5o", "VV-R08")
def test_the_garrison_may_refuse_a_retreat_for_a_step_a_hex_its_own_or_the_fortress():
    match = fight("2511: IR81\n2513: IR87\n2512: 351R loss", dice=[6])  # 14 to 5 is 3/1, one left, one right: D1
    assert result(attack(match, "2512", "IR81", "IR87")) == "D1"
    assert options(match) == {"351R", "2512"}  # the loss itself
    play(match, "351R")
    assert options(match) == {"hold", "retreat"}
    play(match, "hold")
    assert options(match) == {"351R", "2512"}  # and one for the hex
    play(match, "2512")
    assert at(match, "351R") == "2512" and steps(match, "351R") == 1 and not stands(match, "2512")


@pytest.mark.case("verdun-1916", "7.5n")
def test_or_it_may_retreat_and_leave_the_fortress_to_defend_itself():
    match = fight("2511: IR81\n2611: IR87\n2512: 351R", dice=[6])  # 14 to 7 is 2/1, one left: 3/2
    assert result(attack(match, "2512", "IR81", "IR87")) == "DR"
    play(match, "retreat")
    settle(match)
    assert at(match, "351R") != "2512" and stands(match, "2512") and not match.position.present[INDEX["2512"]]


@pytest.mark.case("verdun-1916", "7.5n", "VV-R08")
def test_without_steps_enough_the_retreat_cannot_be_refused():
    match = fight("fallen: 2512\n2511: IR81, ST4\n2611: IR87\n2512: 14.B1", dice=[1])
    found = result(attack(match, "2512", "IR81", "ST4", "IR87"))  # 18 to 2 is 9/1, one left: 7/1 and 1, Stosstruppen 2
    assert found == "De"
    assert at(match, "14.B1") == "stock"
    match = fight("fallen: 2512\n2511: IR81\n2611: IR87\n2512: 351R flipped, 14.HQ", dice=[2])
    found = result(attack(match, "2512", "IR81", "IR87"))  # 14 to 2 is 7/1, one left: 6/1
    assert found == "A/D1"


@pytest.mark.case("verdun-1916", "7.5m", "VV-R88")
def test_a_fortress_falls_with_its_garrison():
    match = fight("2511: IR81, ST4\n2513: IR87\n2512: I.44T", dice=[6])
    assert result(attack(match, "2512", "IR81", "ST4", "IR87")) == "DE"
    assert at(match, "I.44T") == "eliminated" and not stands(match, "2512")
    play(match, "IR81-2512")
    assert at(match, "IR81") == "2512"


@pytest.mark.case("verdun-1916", "7.5o", "7.5b", "VV-R08")
def test_a_small_e_costs_the_fortress_its_step_as_well():
    match = fight("2511: IR81, ST4\n2513: IR87\n2512: 351R", dice=[5])  # 18 to 7 is 3/1; opposite; die +2
    assert result(attack(match, "2512", "IR81", "ST4", "IR87")) == "A/De"
    assert steps(match, "351R") == 2 and not stands(match, "2512")


@pytest.mark.case("verdun-1916", "7.5o", "7.5g", "VV-R52")
def test_the_fortress_step_may_be_the_one_lost():
    match = fight("2511: RIR16\n2512: 14.B1, 14.B2, I.44T", dice=[3])  # 6 to 7 is 1/1, one left
    assert result(attack(match, "2512", "RIR16")) == "Eng"
    assert options(match) == {"14.B1", "14.B2", "I.44T", "2512"}
    play(match, "2512")
    assert not stands(match, "2512")


@pytest.mark.case("verdun-1916", "VV-R09", "7.3k")
def test_an_empty_fortress_defends_by_itself():
    match = fight("2511: IR81\n2118: 42RI")
    assert "2512" in options(match)
    declare(match, "2512", "IR81")
    assert odds(match).column == "3/1" and shifts(match) == {"fortress": -1}  # 7 to 2 is 4/1
    match = fight("2313: IR81\n2118: 42RI")
    declare(match, "2314", "IR81")
    assert odds(match).column == "6/1"  # 7 to 1


@pytest.mark.case("verdun-1916", "VV-R09", "7.5o")
@pytest.mark.parametrize("die", [3, 5])
def test_any_loss_or_retreat_costs_an_empty_one_its_step_and_the_hex_is_open(die):
    match = fight("2511: IR81\n2118: 42RI", dice=[die])
    assert result(attack(match, "2512", "IR81")) in ("DR", "A/D1")
    assert not stands(match, "2512") and "IR81-2512" in options(match)


@pytest.mark.case("verdun-1916", "VV-R09")
def test_an_empty_fortress_has_no_zone_and_corps_guns_of_any_corps_help_it():
    match = march("2513: IR81 neutralised")
    assert price(match, "IR81", "2413", "2412") == 2  # past the fort, with no zone to stop it
    match = fight("2511: IR81\n2518: XXX.A1, AD51")
    play(match, "2512", "IR81", "attack")
    assert options(match) == {"XXX.A1", "ready"}


@pytest.mark.case("verdun-1916", "VV-R09", "7.1e")
def test_an_empty_fortress_is_attacked_once_in_a_phase():
    match = fight("2511: RIR16 flipped\n2611: IR87\n2712: 42RI", dice=[4])  # 2 to 2, one left: A1
    assert result(attack(match, "2512", "RIR16")) == "A1"
    settle(match)
    assert stands(match, "2512") and refused(match, "2512").cases == ("7.1e",)


@pytest.mark.case("verdun-1916", "VV-R10", "7.5n")
def test_germans_in_a_fortress_do_not_refuse_retreats():
    match = fight("fallen: 2512\n2513: 42RI\n2412: 44RI\n2512: RIR16 loss", dice=[6], side="french")  # 12 to 4 is 3/1, one left
    assert result(attack(match, "2512", "42RI", "44RI")) == "DR2"
    settle(match)
    assert at(match, "RIR16") != "2512"


@pytest.mark.case("verdun-1916", "VV-R10", "VV-R08")
def test_a_lost_step_does_not_come_back():
    match = position("turn: 2\nstep: french-movement\nfallen: 2512\n2513: 42RI\ngerman ground: 2512")
    play(match, "42RI", "42RI-2512")
    assert not stands(match, "2512") and at(match, "42RI") == "2512"


@pytest.mark.case("verdun-1916", "VV-R13", "VV-R08")
def test_shells_do_not_touch_the_fortress_step():
    match = position("turn: 2\nstep: german-bombardment\n2512: 351R\narmy: RAIL1, RAIL2, AIR1, AIR2", dice=[6, 1])
    play(match, "2512", "RAIL1", "RAIL2", "AIR1", "AIR2", "fire")  # 22, two left: 10-12, E
    assert steps(match, "351R") == 2 and stands(match, "2512")


@pytest.mark.case("verdun-1916", "VV-R08", "4a")
def test_the_fortress_step_does_not_count_for_stacking():
    match = march("2513: 14.B1\n2512: 351R, 14.B2, 14.B3", "french")
    play(match, "14.B1", "14.B1-2512")
    assert match.position.steps_in(INDEX["2512"]) == 6
    match = position("turn: 2\nstep: german-command\n2512: 351R, 14.B2, 14.B3\n3001: IR81")
    assert not match.game.audit(match.position) and "neutralised" not in states(match, "351R")


@pytest.mark.case("verdun-1916", "7.5o", "7.5l")
def test_the_attacker_cannot_pay_with_the_step_of_the_fortress_he_attacks():
    match = fight("2511: IR81\n2611: IR87\n2512: 351R", dice=[5])  # 14 to 7 is 2/1, one left: A/DR
    assert result(attack(match, "2512", "IR81", "IR87")) == "A/DR"
    play(match, "hold", "351R")
    assert match.player == "german" and options(match) == {"IR81", "IR87"}


@pytest.mark.case("verdun-1916", "7.5n", "7.6V-a")
def test_a_garrison_that_holds_keeps_the_attackers_out():
    match = fight("2511: IR81\n2611: IR87\n2512: 351R", dice=[6])
    assert result(attack(match, "2512", "IR81", "IR87")) == "DR"
    play(match, "hold", "2512")
    assert at(match, "351R") == "2512" and match.decision.kind != "Advance"


@pytest.mark.case("verdun-1916", "VV-R09", "8.4d")
def test_guns_of_another_corps_help_an_empty_fortress_but_not_a_foreign_garrison():
    match = fight("2511: IR81\n2512: 2Z\n2518: XXX.A1")
    play(match, "2512", "IR81", "attack")
    assert options(match) == {"resolve"}
