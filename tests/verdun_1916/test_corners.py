"""Where two rules meet: corners of combat, retreat and the bank out of play that no single chapter tells of."""

import pytest

import trenchline

from .kit import (
    C,
    at,
    attack,
    barrage,
    declare,
    fight,
    guns,
    legal,
    march,
    options,
    play,
    position,
    refused,
    result,
    states,
    steps,
)

PLAYED = trenchline.load("verdun-1916")


def stands(match, cell):
    return match.position.fortress_stands(C.board.index[cell])


@pytest.mark.case("verdun-1916", "7.5n", "7.5o", "VV-R08")
@pytest.mark.parametrize("die", [1, 3])
def test_a_failed_sortie_costs_the_fortress_nothing(die):
    match = fight("2511: RIR16 flipped\n2512: 14.B1\n2610: 42RI", dice=[die], side="french")
    attack(match, "2511", "14.B1")
    assert at(match, "14.B1") == "stock" and stands(match, "2512")


@pytest.mark.case("verdun-1916", "VV-R77", "VV-R18", "14.2D-c")
def test_a_gun_across_the_meuse_neither_advances_nor_retreats():
    won = fight("1713: VII.A\n1913: 351R\n1812: RIR16 flipped", dice=[6], side="french")
    play(won, "1812", "351R", "VII.A", "attack", "resolve")
    assert options(won) == {"351R-1812", "done"}
    lost = fight("1713: VII.A\n1913: 351R\n1812: RIR16", dice=[3], side="french")
    play(lost, "1812", "351R", "VII.A", "attack", "resolve")
    assert steps(lost, "351R") == 2 and at(lost, "VII.A") == "1713"  # A1


@pytest.mark.case("verdun-1916", "7.5p", "7.1g", "VV-R91")
def test_storm_troops_that_only_shelter_need_not_bleed_first():
    match = fight("3114: 42RI\n3212: 44RI\n3012: 60RI\n3113: ST4 flipped\n3112: IR81", dice=[5, 3], side="french")
    attack(match, "3113", "42RI")
    play(match, "done")
    attack(match, "3112", "44RI", "60RI")
    assert options(match) == {"IR81", "ST4"}


@pytest.mark.case("verdun-1916", "VV-R09", "VV-R50")
@pytest.mark.parametrize("cells", ["2511 2512", "2512 2511"])
def test_an_empty_fortress_that_must_retreat_loses_its_step_whoever_comes_into_it(cells):
    match = fight("2411: IR81, ST4\n2611: IR87\n2511: 14.B1, 14.B2\n2518: 42RI", dice=[3])
    declare(match, cells, "IR81", "ST4", "IR87")
    play(match, "resolve")  # DR
    assert not stands(match, "2512")


@pytest.mark.case("verdun-1916", "7.1g", "7.6R-i")
def test_a_former_guest_left_alone_is_the_host_of_who_comes():
    text = "3113: IR81, ST4\n3213: IR87\n3013: LGIR115\n3114: 42RI\n3115: 351R flipped sheltered attacked-at\n3001: XVIII.HQ"
    for die in range(1, 7):
        match = fight(text, dice=[die])
        if result(attack(match, "3114", "IR81", "IR87", "ST4")) == "DR":
            break
    if match.decision.kind == "Retreat":
        play(match, "3115")
    assert at(match, "42RI") == "3115" and "sheltered" in states(match, "42RI") and "sheltered" not in states(match, "351R")


@pytest.mark.case("verdun-1916", "VV-R09", "10.1c", "7.6R-d", "3.3c")
def test_works_that_stand_cancel_enemy_zones_as_a_friend_does():
    match = fight("2510: IR81, IR87 loss\n2511: 351R\n2611: LGIR115\n2411: IR117\n2610: ST5\n2118: 42RI", dice=[5])
    assert not match.position.cut(1)[C.board.index["2512"]]
    attack(match, "2511", "IR81", "IR87")  # DR
    assert at(match, "351R") == "2512" and steps(match, "351R") == 3 and "sheltered" in states(match, "351R")
    play(match, "done")
    assert legal(match, "2512")  # the works have not been attacked, whoever took shelter in them (7.1e)


@pytest.mark.case("verdun-1916", "7.5e", "7.6R-j", "VV-R56")
def test_a_retreat_of_two_hexes_does_not_end_where_it_began():
    match = fight("3119: IR81, ST4\n3019: IR87\n3020: IR117\n3219: LGIR115\n3120: 42RI", dice=[5])
    declare(match, "3120", "IR81", "ST4")
    play(match, "resolve")
    assert at(match, "42RI") == "eliminated"


@pytest.mark.case("verdun-1916", "BT-d", "1.4f", "VV-R13")
def test_of_two_hqs_under_fire_one_is_hit_and_the_die_decides_of_the_other():
    match = guns("2518: 14.HQ, 51.HQ\narmy: RAIL1, RAIL2", dice=[3, 1])
    barrage(match, "2518", "RAIL1", "RAIL2")
    assert options(match) == {"14.HQ", "51.HQ"}
    play(match, "51.HQ")
    assert states(match, "51.HQ") == {"neutralised"} and states(match, "14.HQ") == set()


@pytest.mark.case("verdun-1916", "4d", "1.4e")
def test_an_hq_is_not_the_surplus_while_others_are_in_the_hex():
    match = march("3113: IR81, XVIII.HQ, ST4\n3001: IR99")
    play(match, "done")
    assert options(match) == {"IR81", "ST4"} and refused(match, "XVIII.HQ").cases == ("1.4e",)


@pytest.mark.case("verdun-1916", "12.1c", "1.4h", "VV-R31")
def test_after_their_turn_of_entry_reinforcements_feel_the_loss_of_their_hq():
    match = position("turn: 3\nstep: administration\nreturning: 37.HQ\ndestroyed: 37.HQ 3\n3114: 2Z entered\n3001: IR81")
    assert match.position.turn == 4 and not match.position.in_command(C.unit["2Z"])


@pytest.mark.case("verdun-1916", "5.1e", "5.2a", "VV-R42")
def test_a_battalion_left_on_the_way_has_what_its_regiment_had_left_of_either_allowance():
    match = march("3112: 42RI\nstock: 14.B1, 14.B2\n2001: IR81", side="french")
    play(match, "42RI", "42RI-3115", "detach:42RI", "halt", "14.B1")
    assert match.position.spent[C.unit["14.B1"]] == 3
    assert legal(match, "14.B1-3118") and len(options(match)) > 30  # nine of twelve, away from the enemy


@pytest.mark.case("verdun-1916", "12.1a")
def test_who_has_no_day_does_not_come():
    match = march("reserve: 42RI\n3118: 14.HQ\n2001: IR81", side="french")
    assert "42RI" not in options(match) and "does not come" in refused(match, "42RI").reason


@pytest.mark.case("verdun-1916", "14.2A-f", "VV-R64")
def test_the_gun_of_the_seventh_corps_stands_behind_the_first_line():
    c = PLAYED.components
    cells = c.battles["historical"].setup_cells[c.unit["VII.A"]][0]
    assert cells and all(c.line[x] != "first" and c.bank[x] == "W" for x in cells)
