"""7.3 to 7.3.3: how many units a square holds at the end of a phase."""

import pytest

from .kit import C, at, here, kind, legal, march, move, options, order, play, points, refused


def holds(units, side="allied"):
    """Whether units may stay together in K5: movement may end."""
    match = march(f"K5: {units}\nA30: 51Fr >E\nV30: 8/89 >W".replace("8/89", "18R/89"), side=side)
    return legal(match, "done")


@pytest.mark.case("big-push", "7.3.1")
def test_one_division_and_nothing_with_it_or_two_brigades_of_a_nation():
    assert holds("46Br >E")
    assert not holds("46Br >E, 48Br >E")
    assert not holds("46Br >E, B4.1 >E")
    assert holds("B4.1 >E, B4.2 >E")
    assert not holds("B4.1 >E, B4.2 >E, B3.1 >E")
    assert not holds("B4.1 >E, F4.1 >E")
    assert holds("F4.1 >E, F3.1 >E")


@pytest.mark.case("big-push", "7.3.1")
def test_tanks_cavalry_and_guns_count_as_brigades():
    """BP-R29, BP-R30."""
    assert holds("TankA >E new, B4.1 >E") and not holds("TankA >E new, B4.1 >E, B4.2 >E")
    assert holds("1Cav >E, B4.1 >E") and not holds("1Cav >E, 46Br >E")
    assert holds("BA1 >E, BA2 >E") and not holds("BA1 >E, BA2 >E, BA3 >E")
    assert not holds("BA1 >E, 46Br >E")
    assert not holds("TankA >E new, F4.1 >E")


@pytest.mark.case("big-push", "7.3.2")
def test_two_german_regiments_or_four_battalions():
    assert holds("8/73 >W, 8/93 >W", "german")
    assert not holds("8/73 >W, 8/93 >W, Bn01 >W", "german")
    assert holds("8/73 >W, Bn01 >W, Bn02 >W", "german")
    assert holds("Bn01 >W, Bn02 >W, Bn03 >W, Bn04 >W", "german")
    assert not holds("Bn01 >W, Bn02 >W, Bn03 >W, Bn04 >W, Bn05 >W", "german")
    assert holds("8/73 >W, GA01 >W", "german")
    assert not holds("8/73 >W, 8/93 >W, GA01 >W", "german")
    assert holds("8/73 >W, 8/93 >W entrenched", "german")


@pytest.mark.case("big-push", "7.3.3")
def test_a_command_hq_stacks_with_all_but_divisions_a_supply_hq_with_nobody():
    """BP-R175: any number of command HQs of one nation."""
    assert holds("B4.1 >E, B4.2 >E, VII >E, VIII >E")
    assert not holds("46Br >E, VII >E")
    assert not holds("B4.1 >E, XX >E")
    assert not holds("B4.1 >E, VII supply")
    assert not holds("VIII >E, VII supply")
    assert holds("8/73 >W, 8/93 >W, IX >W", "german")
    assert not holds("8/73 >W, IX supply", "german")


@pytest.mark.case("big-push", "7.3")
def test_movement_may_not_end_while_somebody_stands_too_thick_and_can_leave():
    """BP-R157: passing through is free to choose, staying is not."""
    match = march("J5: 46Br >E\nK5: 48Br >E\nS5: 8/73 >W")
    move(match, "46Br", "K5")
    verdict = refused(match, "done")
    assert verdict.cases == ("7.3", "7.3.1")
    assert verdict.reason == "Too many units stand in K5: some must still move on"
    move(match, "46Br", "L5")
    play(match, "done")
    assert kind(match) != "Movement"


@pytest.mark.case("big-push", "7.3")
def test_a_crowd_of_the_set_up_is_thinned_in_the_first_movement_phase():
    """The three Frentz regiments in U32 (14.1.2a); the next enemy phase before it changes nothing."""
    match = march("U32: Frentz/1 >W, Frentz/2 >W, Frentz/3 >W\nA30: 51Fr >E", side="german", turn=1)
    assert not legal(match, "done")
    move(match, "Frentz/2", "U31")
    assert legal(match, "done")


@pytest.mark.case("big-push", "7.3")
def test_who_cannot_leave_is_displaced_and_if_that_fails_eliminated():
    """BP-R157. In A1 a supply HQ and a brigade, both pinned by zones: one is moved back by the rules of a retreat."""
    match = march("J5: B4.1 >E, VII supply\nK5: 8/73 >W\nK3: 8/93 >W\nK7: 8/153 >W\nA30: 51Fr >E\nweather: 3")
    assert options(match) >= {"B4.1"}
    ring = "I4: 8/73 >W\nK6: 8/93 >W\nI6: 8/153 >W\nK4: 17R/75 >W\n"
    match = march(ring + "J5: B4.1 >E, VII supply\nA30: 51Fr >E")
    assert legal(match, "done")
    play(match, "done")
    assert kind(match) == "Displace"
    play(match, "B4.1")
    assert {text.split(">")[0] for text in options(match)} == {"B4.1-I5"}
    walls = "".join(
        f"{x}: {u} >W\n" for x, u in zip(("J4", "I5", "J6", "K5"), ("17R/76", "17R/162", "18R/31", "18R/86"), strict=True)
    )
    match = march(ring + walls + "J5: B4.1 >E, VII supply\nA30: 51Fr >E")
    play(match, "done")
    assert at(match, "B4.1") == "pool" or at(match, "VII") == "pool"
    assert len(here(match, "J5")) == 1


@pytest.mark.case("big-push", "7.4", "7.4.1", "7.4.2")
def test_german_infantry_and_hqs_have_two_modes_nobody_else():
    match = march("K5: 46Br >E\nJ5: VII >E\nL5: BA1 >E\nS5: 8/73 >W")
    assert modes(match, "VII") == {"supply"}
    assert modes(match, "46Br") == modes(match, "BA1") == set()
    german = march("K5: 46Br >E\nS5: 8/73 >W\nS7: IX supply\nS9: GA01 >W", side="german")
    assert modes(german, "8/73") == {"entrenched"}
    assert modes(german, "IX") == {"command"}
    assert modes(german, "GA01") == set()


def modes(match, unit):
    twin = match.clone()
    play(twin, unit)
    return {action.mode for action in twin.actions() if action.kind == "flip"}


@pytest.mark.case("big-push", "7.4", "7.4.1/1")
def test_only_units_in_good_order_break_down_or_change_mode():
    for state in ("suppressed", "disrupted"):
        german = march(f"K5: 46Br >E\nS5: 8/73 >W {state}\npool: Bn01, Bn02", side="german")
        assert modes(german, "8/73") == set()
        assert order(german, "8/73") == {state}
    assert points(german) == [0, 0]
    assert C.trenches[C.unit["Bn01"]] and not C.trenches[C.unit["B4.1"]]
