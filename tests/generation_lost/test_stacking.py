"""10.0 Stacking: what a square holds, headquarters, forts."""

import pytest

from .kit import (
    C,
    at,
    barred,
    facing,
    game_position,
    here,
    legal,
    march,
    move,
    order,
    play,
    position,
    price,
    reach,
    refused,
    where,
)


def fits(cell, *units):
    """Whether some units, named as in a position, may share a square."""
    match = march(f"{cell}: {', '.join(units)}")
    p = game_position(match)
    return p.may_stack(p.stacks[C.board.index[cell]], C.board.index[cell])


@pytest.mark.case("generation-lost", "10.0", "10.2")
def test_a_french_square_holds_a_division_or_two_brigades():
    """GL-R62, GL-R69: guns and chasseurs count as brigades."""
    assert fits("M31", "B4.1 >N", "B3.1 >N")
    assert fits("M31", "B4.1 >N", "F75.1 >N")
    assert fits("M31", "59C.1 >N", "F75.1 >N")
    assert not fits("M31", "3Fr >N", "F75.1 >N")
    assert not fits("M31", "3Fr >N", "B3.1 >N")
    assert not fits("M31", "B4.1 >N", "B3.1 >N", "F75.1 >N")


@pytest.mark.case("generation-lost", "10.3")
def test_a_german_square_holds_two_regiments_or_their_equivalent():
    assert fits("M31", "11R/1 >S", "5/1 >S")
    assert fits("M31", "11R/1 >S", "Bn01 >S", "Eng1 >S")
    assert fits("M31", "Bn01 >S", "Bn02 >S", "Bn03 >S", "Bn04 >S")
    assert fits("M31", "G150 >S", "11R/1 >S")
    assert not fits("M31", "G150 >S", "11R/1 >S", "Bn01 >S")
    assert not fits("M31", "Bn01 >S", "Bn02 >S", "Bn03 >S", "Bn04 >S", "Bn05 >S")


@pytest.mark.case("generation-lost", "10.4-Command", "10.4-Supply", "3.0-CommandMode", "3.0-SupplyMode")
def test_command_headquarters_are_free_but_not_with_divisions_and_supply_ones_stand_alone():
    assert fits("M31", "11R/1 >S", "5/1 >S", "VIR >S", "III >S")
    assert fits("M31", "B4.1 >N", "B3.1 >N", "XXFr >N")
    assert not fits("M31", "3Fr >N", "XXFr >N")
    assert not fits("M31", "B4.1 >N", "XXFr supply")
    assert not fits("M31", "VIR supply", "III >S")
    assert fits("M31", "VIR supply")


@pytest.mark.case("generation-lost", "10.1.1", "11.1.4")
def test_nobody_enters_a_square_of_the_enemy():
    """GL-R77: be he disrupted."""
    match = march("M31: 11R/1 >S\nM32: B4.1 >N disrupted")
    verdict = barred(match, "11R/1", "M32")
    assert (verdict.reason, verdict.cases) == ("The enemy holds M32", ("11.1.1", "11.1.4"))


@pytest.mark.case("generation-lost", "10.1.2")
def test_limits_count_when_the_segment_ends():
    """GL-R68, GL-R302: three regiments may meet on the way; movement does not end while one can still go."""
    match = march("M31: 11R/1 >S, 11R/2 >S\nM32: 5/1 >S")
    move(match, "5/1", "M31")
    verdict = refused(match, "done")
    assert (verdict.reason, verdict.cases) == ("Too many units stand in M31: some must still move on", ("10.1.2", "10.3"))
    move(match, "11R/2", "M30")
    assert legal(match, "done")


@pytest.mark.case("generation-lost", "10.1.3", "19.1.5(d)")
def test_passing_through_friends_costs_a_point_starting_and_stopping_nothing():
    """GL-R279: it is paid when the unit goes on."""
    match = march("P31: 11R/1 >S, 5/1 >S\nP32: Bn01 >S")
    assert price(match, "11R/1", "P32") == 1
    assert price(match, "11R/1", "P32", "P33") == 3
    assert price(match, "11R/1", "Q31") == 1


@pytest.mark.case("generation-lost", "10.1.3", "19.1.5(d)", "10.5.1")
def test_what_is_set_up_too_thick_must_go_in_the_first_movement():
    """GL-R71: the XXX Corps on Fort Souville, a brigade in the Citadel."""
    match = march("N23: XXXFr >N, Gar1 inside\nQ18: B4.4 >N reduced", side="french", turn=1)
    assert refused(match, "done").reason == "Too many units stand in N23, Q18: some must still move on"
    move(match, "XXXFr", "M22")
    assert refused(match, "done").reason == "Too many units stand in Q18: some must still move on"
    move(match, "B4.4", "P17")
    play(match, "done")
    assert where(match, "XXXFr", "B4.4") == ["M22", "P17"]


# ------------------------------------------------------------------------------------------------ 10.5 forts


@pytest.mark.case("generation-lost", "10.5.1", "3.0-Forts", "3.0-Citadel")
def test_only_small_units_stay_on_forts():
    for unit, small in (
        ("Bn01 >S", True),
        ("Eng1 >S", True),
        ("59C.1 >N", True),
        ("B3.1 >N reduced", True),
        ("Gar1 inside", True),
        ("B3.1 >N", False),
        ("B4.1 >N reduced", False),
        ("11R/1 >S", False),
        ("3Fr >N", False),
        ("XXFr >N", False),
        ("F75.1 >N", False),
    ):
        assert fits("N23", unit) == small, unit
        assert fits("Q18", unit) == small, unit


@pytest.mark.case("generation-lost", "10.5.2")
def test_a_fort_square_holds_two_units():
    assert fits("N23", "B3.1 >N reduced", "Gar1 inside")
    assert fits("N23", "Bn01 >S", "Bn02 >S")
    assert not fits("N23", "Bn01 >S", "Bn02 >S", "Bn03 >S")


@pytest.mark.case("generation-lost", "10.5.3", "10.5.4")
def test_others_pass_a_fort_if_they_can_go_on():
    """From O23 past Souville to M23: two points up to the fort, one to go on, one more past friends; with three points nobody
    goes there past friends."""
    match = march("O23: XXFr >N", side="french")
    assert "N23" not in reach(match, "XXFr")
    verdict = barred(match, "XXFr", "N23")
    assert verdict.reason == "XXFr may pass N23 but not stop on a fort"
    assert verdict.cases == ("10.5.1", "10.5.3", "10.5.4")
    assert price(match, "XXFr", "M23") == 3
    assert price(march("O23: XXFr >N\nN23: Gar1 inside", side="french"), "XXFr", "M23") == 4
    near = "weather: 2\nO23: XXFr >N suppressed\nP25: 11R/1 >S disrupted"
    assert "M23" in reach(march(near, side="french"), "XXFr")
    assert "M23" not in reach(march(f"{near}\nN23: Gar1 inside", side="french"), "XXFr")


@pytest.mark.case("generation-lost", "10.5.4", "11.2.2")
def test_nobody_passes_a_fort_where_he_would_have_to_stop():
    match = march("O23: XXFr >N\nM24: 11R/1 >S", side="french")
    assert price(match, "XXFr", "M23") == 5  # round about by N22


@pytest.mark.case("generation-lost", "10.5.5")
def test_a_lone_unit_is_inside_or_outside_as_its_owner_says():
    match = march("M23: Bn01 >S")
    move(match, "Bn01", "N23")
    assert order(match, "Bn01") == {"inside"}
    play(match, "Bn01", "shelter:Bn01~outside")
    assert order(match, "Bn01") == set()
    assert barred(match, "Bn01", "shelter:Bn01~inside").cases == ("10.5.5",)  # once in a phase


@pytest.mark.case("generation-lost", "10.5.6")
def test_of_two_the_owner_says_who_is_inside():
    match = march("N23: Bn01 >S inside, Bn02 >S")
    assert barred(match, "Bn01", "shelter:Bn01~outside").reason == "Bn01 stays in the fort unless another takes its place"
    play(match, "Bn02", "shelter:Bn02~inside")
    assert [order(match, unit) for unit in ("Bn01", "Bn02")] == [set(), {"inside"}]


@pytest.mark.case("generation-lost", "10.5.7")
def test_beside_a_garrison_nobody_is_inside():
    match = march("O23: B3.1 >N reduced\nN23: Gar1 inside", side="french")
    move(match, "B3.1", "N23")
    assert order(match, "B3.1") == set()
    verdict = barred(match, "B3.1", "shelter:B3.1~inside")
    assert (verdict.reason, verdict.cases) == ("A garrison is always in its fort, and no other unit with it", ("10.5.7",))


@pytest.mark.case("generation-lost", "10.5.5", "10.5.1")
def test_who_leaves_a_fort_square_is_no_longer_inside_and_an_empty_enemy_fort_may_be_entered():
    """GL-R283."""
    match = march("M23: Bn01 >S")
    move(match, "Bn01", "N23", "O23")
    assert order(match, "Bn01") == set()
    passed = march("M23: Bn01 >S")
    move(passed, "Bn01", "O23")  # through the fort, which passing does not take
    play(passed, "done")
    assert game_position(passed).forts[C.forts.index(C.board.index["N23"])] == 1
    move(match, "Bn01", "N23")
    play(match, "done")
    assert game_position(match).forts[C.forts.index(C.board.index["N23"])] == 0


# ------------------------------------------------------------------------------------------------ 10.4 turning to supply


@pytest.mark.case("generation-lost", "10.4-Supply", "12.8.2(c)")
def test_a_stacked_headquarters_turns_to_supply_if_the_others_leave_in_time():
    """GL-E96, GL-R70."""
    text = "turn: 12\nM31: VIR >S, 11R/1 >S\nA31: III >S\nP32: B4.1 >N"
    bombardment = position(f"step: german-bombardment\n{text}")
    assert refused(bombardment, "flip:VIR~supply").reason == "VIR shares M31: an HQ in Supply Mode stands alone"
    leaves = position(f"step: german-movement\n{text}")
    play(leaves, "VIR~supply", "done", "11R/1", "11R/1-M30", "done")
    assert order(leaves, "VIR") == {"supply"}
    assert facing(leaves, "VIR") == ""
    stays = position(f"step: german-movement\n{text}")
    play(stays, "VIR~supply", "done", "done")
    assert order(stays, "VIR") == set()
    assert (here(stays, "M31"), facing(stays, "VIR"), at(stays, "VIR")) == ({"VIR", "11R/1"}, "S", "M31")


@pytest.mark.case("generation-lost", "10.4-Command", "10.4-Supply", "10.2", "GL-R69")
def test_a_full_square_is_refused_by_the_limit_that_it_breaks():
    for text, cases in (
        ("M31: VIIFr >N\nM32: 14Fr >N", ("10.1.2", "10.4-Command")),
        ("M31: B4.1 >N\nM32: 14Fr >N", ("10.1.2", "10.2")),
        ("M31: B4.1 >N\nM32: IFr supply", ("10.1.2", "10.4-Supply")),
    ):
        match = march(text, side="french")
        unit = text.split()[1]
        move(match, unit, "M32")
        assert refused(match, "done").cases == cases, text
