"""10.0 Mutual Recovery."""

import pytest

from .kit import play, position, states, step


def evening(text: str, dice=()):
    """The end of a turn."""
    return position(f"turn: 2\nstep: recovery\n{text}", dice)


@pytest.mark.case("they-shall-not-pass", "10.0", "4.0.XII")
def test_all_guns_of_both_sides_turn_to_their_front():
    match = evening("2003: III.A1 fired, FAR18 fired\nnaval: NAV fired\n1609: XXX.A fired\n0105: LB fired\n2816: RR fired", [6])
    assert not any("fired" in states(match, gun) for gun in ("III.A1", "FAR18", "NAV", "XXX.A", "LB", "RR"))
    assert match.position.turn == 3


@pytest.mark.case("they-shall-not-pass", "10.0", "4.0.XII", "6.2")
@pytest.mark.parametrize(
    ("hq", "cell", "needed"), [("XVIII.HQ", "1601", 8), ("XXX.HQ", "1609", 7), ("XVIII.HQ", "1604", 9), ("XXX.HQ", "1521", 8)]
)
def test_disrupted_hqs_of_both_sides_rally_with_two_dice_up_to_their_morale(hq, cell, needed):
    low, high = needed // 2, needed - needed // 2
    assert states(evening(f"{cell}: {hq} disrupted", [low, high]), hq) == set()
    assert states(evening(f"{cell}: {hq} disrupted", [low, high + 1]), hq) == {"disrupted"}


@pytest.mark.case("they-shall-not-pass", "10.0")
def test_each_hq_rolls_for_itself():
    match = evening("1601: XVIII.HQ disrupted\n2201: V.HQ disrupted\n1609: XXX.HQ disrupted", [6, 6, 1, 1, 1, 1])
    assert states(match, "XVIII.HQ") == {"disrupted"} and states(match, "V.HQ") == states(match, "XXX.HQ") == set()


@pytest.mark.case("they-shall-not-pass", "TP-R38", "12.2", "10.0")
def test_disruption_is_no_demoralization_and_takes_nothing_from_the_morale():
    assert states(evening("1601: XVIII.HQ disrupted", [4, 4]), "XVIII.HQ") == set()  # 8 against the printed 8


@pytest.mark.case("they-shall-not-pass", "TP-R38", "7.11", "12.1")
def test_a_disrupted_hq_that_fails_again_is_only_disrupted():
    match = position("turn: 2\nstep: german-bombardment\n2003: III.A1, III.A2\n2009: XXX.HQ disrupted", [3, 6, 6])
    play(match, "barrage:2009", "III.A1", "III.A2", "fire")
    assert states(match, "XXX.HQ") == {"disrupted"}


@pytest.mark.case("they-shall-not-pass", "TP-R38", "TP-R36", "6.2")
def test_an_hq_out_of_supply_may_not_try():
    match = evening("1601: XVIII.HQ disrupted unsupplied\n1609: XXX.HQ")
    assert states(match, "XVIII.HQ") >= {"disrupted"} and match.position.rolled == 0 and step(match) == "weather"


@pytest.mark.case("they-shall-not-pass", "10.0", "6.2c", "4.0.XII")
def test_demoralized_troops_do_not_rally_in_the_evening():
    match = evening("1601: XVIII.HQ\n1602: IR81 demoralized\n1608: 208R demoralized")
    assert "demoralized" in states(match, "IR81") and "demoralized" in states(match, "208R") and match.position.rolled == 0
