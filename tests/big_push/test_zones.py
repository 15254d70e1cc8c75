"""7.5 to 7.5/6: zones of control."""

import pytest

from .kit import C, at, barred, commitment, legal, march, move, phase, position, price, reach, refused, states

CELL = C.board.index


def zone(match, side):
    return {C.board.labels[x] for x, level in enumerate(match.position.zone[side]) if level}


def around(cell):
    x = CELL[cell]
    return {C.board.labels[n] for n in (x, *C.board.neighbours[x])}


@pytest.mark.case("big-push", "7.5")
def test_a_unit_in_good_order_has_a_zone_in_its_square_and_the_eight_around_it():
    """EX-19."""
    match = march("D3: 8/73 >W\nA30: 51Fr >E")
    assert zone(match, 1) == {"C2", "D2", "E2", "C3", "D3", "E3", "C4", "D4", "E4"}


@pytest.mark.case("big-push", "7.5")
@pytest.mark.parametrize("unit", ["GA01 >W", "IX >W", "Bn01 >W", "8/73 >W entrenched"])
def test_whatever_its_kind(unit):
    """BP-R122."""
    assert zone(march(f"D3: {unit}\nA30: 51Fr >E"), 1) == around("D3")


@pytest.mark.case("big-push", "7.5")
def test_a_tank_that_has_broken_down_has_one_too():
    assert zone(march("D3: TankA >E broken\nS5: 8/73 >W"), 0) == around("D3")


@pytest.mark.case("big-push", "7.5", "7.1.1")
def test_zones_do_not_cross_the_somme_but_at_the_crossings():
    """BP-R33."""
    match = march("H26: 51Fr >E\nV5: 8/73 >W")
    allied = zone(match, 0)
    assert "I26" in allied
    assert "I27" not in allied and "G27" not in allied and "H27" not in allied
    assert {"H25", "G25"} <= allied


@pytest.mark.case("big-push", "7.5/1")
def test_to_enter_a_zone_costs_nothing_but_the_unit_must_stop():
    match = march("I5: 46Br >E\nK5: 8/73 >W")
    move(match, "46Br", "J5")
    assert "stopped" in states(match, "46Br")
    verdict = barred(match, "46Br", "I4")
    assert (verdict.reason, verdict.cases) == ("46Br has entered an enemy zone of control and must stop", ("7.5/1",))
    assert match.position.spent[C.unit["46Br"]] == 2  # one point, as for any clear square
    leaving = march("J5: 46Br >E\nK5: 8/73 >W")
    move(leaving, "46Br", "I5")
    assert leaving.position.spent[C.unit["46Br"]] == 2


@pytest.mark.case("big-push", "7.5/1")
def test_nobody_walks_through_a_zone():
    match = march("I5: 46Br >E\nK5: 8/73 >W\nK2: 8/93 >W\nK8: 8/153 >W")
    assert not {"L5", "M5", "L6"} & reach(match, "46Br")


@pytest.mark.case("big-push", "7.5/2")
def test_from_one_enemy_zone_to_the_next_only_by_a_free_square():
    """EX-20: from 1 (J6) not straight to 4 (J4), but by way of 2 (I5)."""
    match = march("K5: 8/73 >W\nJ6: 46Br >E")
    assert price(match, "46Br", "J5") == 3  # by I6, not straight for 1
    weary = march("weather: 3\nK5: 8/73 >W\nJ6: 46Br >E disrupted")  # two points: not enough for that way
    verdict = barred(weary, "46Br", "J5")
    assert verdict.cases[0] == "7.5/2"
    assert verdict.reason == "46Br cannot go straight from one enemy zone of control to another"
    move(match, "46Br", "I5", "J4")
    assert at(match, "46Br") == "J4"


@pytest.mark.case("big-push", "7.5/3", "7.5/2")
def test_friends_do_not_lift_a_zone_for_movement():
    """EX-21: B does not join C, nor C B."""
    match = march("weather: 3\nK5: 8/73 >W\nJ6: B4.1 >E disrupted\nJ5: B3.1 >E disrupted")
    assert barred(match, "B4.1", "J5").cases[0] == "7.5/2"
    assert barred(match, "B3.1", "J6").cases[0] == "7.5/2"


@pytest.mark.case("big-push", "7.5/3", "8.2")
def test_friends_lift_a_zone_for_command():
    """The zones of H4 and H7 lie across every way of five squares from VII to J5; friends on the way open it."""
    text = "J5: B4.1 >E\nF5: VII >E\nK5: 17R/75 >W\nH4: 8/93 >W\nH7: 8/153 >W\nG5: B2.1 >E\nI5: B2.2 >E\n"
    assert refused(commitment(text), "B4.1-K5").cases[0] == "8.2"
    assert legal(commitment(text + "H5: B2.3 >E\n"), "B4.1-K5")


@pytest.mark.case("big-push", "7.5/3")
def test_zones_of_both_sides_may_lie_on_one_square():
    match = march("J5: 46Br >E\nL5: 8/73 >W")
    assert "K5" in zone(match, 0) & zone(match, 1)


@pytest.mark.case("big-push", "7.5/4")
@pytest.mark.parametrize("state", ["disrupted", "suppressed", "interdicted"])
def test_disordered_and_interdicted_units_have_a_zone_in_their_own_square_only(state):
    square = "interdicted: K5=1\n" if state == "interdicted" else ""
    word = "" if state == "interdicted" else state
    match = march(f"{square}K5: 8/73 >W {word}\nI5: 46Br >E")
    assert zone(match, 1) == {"K5"}
    assert {"J5", "L4", "L5"} <= reach(match, "46Br")
    verdict = barred(match, "46Br", "K5")
    assert (verdict.reason, verdict.cases[0]) == ("The enemy holds K5", "7.5")
    assert "7.5/4" in verdict.cases


@pytest.mark.case("big-push", "7.5/4")
def test_a_friend_in_good_order_near_by_protects_a_disordered_unit():
    """EX-22: the suppressed B lets G pass in squares 1 and 2; in 3 the zone of C stops it."""
    match = march("A2: B4.1 >E suppressed\nC3: B3.1 >E\nC1: 8/73 >W", side="german")
    assert not {"A1", "B1"} & zone(match, 0)
    assert {"A1", "B1", "B2"} <= reach(match, "8/73")
    assert barred(match, "8/73", "A2").reason == "The enemy holds A2"
    move(match, "8/73", "B2")
    assert "stopped" in states(match, "8/73")


@pytest.mark.case("big-push", "7.5/4")
def test_a_friend_in_good_order_in_the_same_square_does_too():
    match = march("K5: 8/73 >W disrupted, 8/93 >W\nI5: 46Br >E")
    assert zone(match, 1) == around("K5")


@pytest.mark.case("big-push", "7.5/5")
def test_engaged_units_of_both_sides_have_their_zones():
    match = position(
        f"""
        turn: 2
        step: allied-movement
        engagements: [{{"cell":{CELL["K5"]},"side":0,"units":[{C.unit["46Br"]}],"starts":[{CELL["J5"]}],"facings":[2]}}]
        K5: 46Br >E, 8/73 >W
        """
    )
    assert zone(match, 0) == zone(match, 1) == around("K5")


@pytest.mark.case("big-push", "7.5/6")
def test_an_hq_in_supply_mode_has_a_zone_in_its_own_square_only():
    match = march("K5: IX supply\nI5: 46Br >E")
    assert zone(match, 1) == {"K5"}
    assert barred(match, "46Br", "K5").cases[0] == "7.5"


@pytest.mark.case("big-push", "7.5/6", "7.5")
def test_a_command_hq_has_a_full_zone():
    assert zone(march("K5: IX >W\nA30: 51Fr >E"), 1) == around("K5")
    assert at(phase("allied-movement", "K5: IX >W\nA30: 51Fr >E"), "IX") == "K5"
