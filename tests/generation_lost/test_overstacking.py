"""GL-R302: nobody overstacks on purpose to move what may not move; what was forced is displaced, with the reason in the log."""

import pytest

from .kit import barred, kind, legal, march, move, options, play, reach, texts, tired, where


def unmended(label, unit):
    """The refusal of a step onto a square that nobody could leave any more."""
    return f"Choose another square: {label} would hold too many units with {unit}, and not enough of them could still leave"


@pytest.mark.case("generation-lost", "10.1.2", "12.3.4(b)")
def test_nobody_gets_a_gun_a_second_square_by_crowding_it():
    """A gun that has gone its one square in the bog, and a regiment that will not go on."""
    match = tired(march("Q31: G77.1 >S\nP31: 11R/1 >S, 11R/2 >S\nO31: 5/1 >S\nA1: B4.1 >N"), "5/1", 1)
    play(match, "11R/2", "stay:11R/2")
    move(match, "11R/1", "O30")
    move(match, "G77.1", "P31")
    verdict = barred(match, "5/1", "P31")
    assert (verdict.reason, verdict.cases) == (unmended("P31", "5/1"), ("10.1.2",))


@pytest.mark.case("generation-lost", "10.1.2", "12.3.4(b)")
def test_a_gun_that_sticks_in_the_mud_does_not_enter_a_full_square():
    match = march("Q31: G77.1 >S\nP31: 11R/1 >S, 11R/2 >S\nA1: B4.1 >N")
    verdict = barred(match, "G77.1", "P31")
    assert verdict.reason == "Choose another square: G77.1 would have to stop in P31, and there is no room for it"
    assert verdict.cases == ("10.1.2",)


@pytest.mark.case("generation-lost", "10.1.2", "12.4.2(a)")
def test_nobody_moves_a_gun_in_rain_by_crowding_it():
    match = tired(march("weather: 2\nB22: G77.1 >S, 11R/1 >S\nB23: 5/1 >S\nA1: B4.1 >N"), "5/1", 3)
    play(match, "11R/1", "stay:11R/1")
    assert barred(match, "5/1", "B22").cases == ("10.1.2",)
    hauled = march("weather: 2\nB22: G77.1 >S, Eng1 >S\nB23: 11R/1 >S, 11R/2 >S\nA1: B4.1 >N")
    assert barred(hauled, "G77.1", "B23").cases == ("10.1.2",)  # it has moved then, and so has who hauled it


@pytest.mark.case("generation-lost", "10.1.2", "12.4.2(a)")
def test_who_must_haul_a_gun_out_of_a_crowd_neither_goes_alone_nor_stays():
    match = march("weather: 2\nB22: G77.1 >S, G77.2 >S, G77.3 >S, Eng1 >S\nA1: B4.1 >N")
    assert barred(match, "Eng1", "stay:Eng1").cases == ("10.1.2",)
    assert barred(match, "Eng1", "B23").cases == ("10.1.2",)
    move(match, "G77.1", "B23")
    assert where(match, "G77.1", "Eng1") == ["B23", "B23"] and legal(match, "done")


@pytest.mark.case("generation-lost", "10.1.2", "12.8.2(b)", "10.4-Supply")
def test_nobody_pushes_an_hq_in_supply_mode():
    match = tired(march("M31: VIR supply\nM32: 5/1 >S\nA31: III >S\nA1: B4.1 >N"), "5/1", 1)
    assert barred(match, "5/1", "M31").reason == unmended("M31", "5/1")


@pytest.mark.case("generation-lost", "10.1.2", "19.1.5(f)", "19.1.5(g)")
def test_nobody_moves_the_quiet_western_line_by_crowding_it():
    """Whoever comes to the line must stop in it, and may not where it is full."""
    text = "scenario: firestorm\nF4: 11R/3 >S entrenched, 11R/2 >S entrenched\nE3: 5/1 >S"
    match = march(text, turn=1)
    verdict = barred(match, "5/1", "F4")
    assert verdict.reason == "Choose another square: 5/1 would have to stop in F4, and there is no room for it"
    assert verdict.cases == ("10.1.2",)
    assert "F4" in reach(march(text, turn=3), "5/1")


@pytest.mark.case("generation-lost", "10.1.2")
def test_the_last_who_can_leave_may_not_stay():
    match = march("M31: 11R/1 >S, 11R/2 >S\nM32: 5/1 >S")
    move(match, "5/1", "M31")
    for unit in ("11R/1", "11R/2"):
        play(match, unit, f"stay:{unit}")
    verdict = barred(match, "5/1", "stay:5/1")
    assert verdict.reason == "Move 5/1 on: too many units stand in M31, and the others cannot all make room"
    assert verdict.cases == ("10.1.2",)
    assert not legal(match, "done")
    move(match, "5/1", "M32")
    assert legal(match, "done")


@pytest.mark.case("generation-lost", "10.1.2", "11.2.2")
def test_nobody_enters_a_zone_of_control_where_he_may_not_stack():
    match = march("M31: 11R/1 >S, 11R/2 >S\nM30: 5/1 >S\nN32: B4.1 >N\nA31: III >S")
    verdict = barred(match, "5/1", "M31")
    assert verdict.cases == ("10.1.2", "11.2.2")


@pytest.mark.case("generation-lost", "10.1.2", "12.3.4(b)", "16.5.6(e)")
def test_what_the_rules_forced_is_displaced_last_of_all_what_may_not_move():
    """Three regiments and a gun were put into one square; nobody has a way out of the zones around it."""
    ring = "L30: B4.1 >N\nN32: B3.1 >N\nL32: B3.2 >N\nN30: B4.2 >N"
    match = march(f"M31: G77.1 >S, 11R/1 >S, 11R/2 >S\n{ring}")
    events = play(match, "done")
    assert kind(match) == "Displace" and options(match) == {"11R/1", "11R/2"}
    assert not texts(events, "retreat")
    play(match, "11R/1")
    text = next(iter(options(match)))
    events = play(match, text)
    cell = text.split("-")[1].split(">")[0]
    assert texts(events, "retreat") == [f"11R/1 is displaced to {cell}: too many units stood in M31"]
    assert next(e for e in events if e.kind == "retreat").cases == ("10.1.2", "16.5.6(e)")
