"""BP-R157, BP-R165: nobody overstacks on purpose, and who is displaced goes backwards, with the reason in the log."""

import pytest

from trenchline.games.great_war import thinning
from trenchline.games.great_war.mending import outlook
from trenchline.games.great_war.retreat import retreat_squares

from .kit import (
    at,
    barred,
    game_position,
    here,
    kind,
    legal,
    march,
    move,
    options,
    play,
    points,
    reach,
    refused,
    texts,
    where,
)

FAR = "A30: 51Fr >E\nV30: 18R/89 >W"


def unmended(label, unit):
    """The refusal of a step onto a square that nobody could leave any more."""
    return f"Choose another square: {label} would hold too many units with {unit}, and not enough of them could still leave"


def spend(match, unit, left=0):
    """A unit has so many points left near the enemy."""
    p = game_position(match)
    u = p.c.unit[unit]
    p.spent[u] = 2 * (p.movement_points(u) - left)
    p.status[u] |= 1 << 12
    p.reaches.clear()
    return match


@pytest.mark.case("big-push", "7.3", "7.8/1")
def test_nobody_pushes_a_broken_down_tank_by_stopping_on_it():
    """A tank and a brigade fill K5; a third unit with just the points to come would have to be displaced, or the tank."""
    text = f"J5: B4.1 >E\nK5: TankA >E broken, B4.2 >E\n{FAR}"
    match = spend(march(text), "B4.1", 1)
    assert "K5" in reach(match, "B4.1")  # B4.2 can still make room
    play(match, "B4.2", "stay:B4.2")
    verdict = barred(match, "B4.1", "K5")
    assert (verdict.reason, verdict.cases) == (unmended("K5", "B4.1"), ("7.3",))
    assert "K5" not in reach(match, "B4.1")


@pytest.mark.case("big-push", "7.3", "7.8/1")
def test_who_is_needed_to_thin_out_a_stack_may_not_stay():
    match = spend(march(f"J5: B4.1 >E\nK5: TankA >E broken, B4.2 >E\n{FAR}"), "B4.1", 1)
    move(match, "B4.1", "K5")
    verdict = barred(match, "B4.2", "stay:B4.2")
    assert verdict.reason == "Move B4.2 on: too many units stand in K5, and the others cannot all make room"
    assert verdict.cases == ("7.3",)
    assert refused(match, "done").reason == "Too many units stand in K5: some must still move on"
    play(match, "B4.1", "stay:B4.1")  # it could not leave anyway
    move(match, "B4.2", "J5")
    play(match, "done")
    assert where(match, "TankA", "B4.1", "B4.2") == ["K5", "K5", "J5"]


@pytest.mark.case("big-push", "7.3", "14.1.3b")
def test_nobody_pushes_held_cavalry_about():
    match = spend(march(f"A19: B4.1 >E\nA20: 1Cav >E held, 3Cav >E held\n{FAR}", turn=1), "B4.1", 1)
    assert barred(match, "B4.1", "A20").cases == ("7.3",)
    fresh = march(f"A19: B4.1 >E\nA20: 1Cav >E held, 3Cav >E held\n{FAR}", turn=1)
    move(fresh, "B4.1", "A20")  # passing through is free to choose
    assert barred(fresh, "B4.1", "stay:B4.1").cases == ("7.3",)
    move(fresh, "B4.1", "A21")
    assert legal(fresh, "done")


@pytest.mark.case("big-push", "7.3", "7.4.2")
def test_nobody_pushes_an_hq_in_supply_mode():
    match = spend(march(f"J5: B4.1 >E\nK5: VII supply\n{FAR}"), "B4.1", 1)
    assert barred(match, "B4.1", "K5").reason == unmended("K5", "B4.1")


@pytest.mark.case("big-push", "7.3", "7.4.2", "7.3.3")
def test_an_hq_changes_to_supply_mode_among_others_only_if_they_can_leave():
    match = march(f"K5: VII >E, B4.1 >E\n{FAR}")
    play(match.clone(), "VII", "flip:VII~supply")
    play(match, "B4.1", "stay:B4.1")
    verdict = barred(match, "VII", "flip:VII~supply")
    reason = "Move the others out of K5 first: VII would share it in Supply Mode, and they could not all leave"
    assert (verdict.reason, verdict.cases) == (reason, ("7.3", "7.4.2"))
    later = march(f"K5: VII >E, B4.1 >E\n{FAR}")
    play(later, "VII", "flip:VII~supply")
    assert barred(later, "B4.1", "stay:B4.1").cases == ("7.3",)
    move(later, "B4.1", "J5")
    play(later, "done")
    assert where(later, "VII", "B4.1") == ["K5", "J5"]


@pytest.mark.case("big-push", "7.3", "7.4.1")
def test_nobody_digs_in_with_the_points_by_which_he_must_leave():
    match = march(f"K5: 8/73 >W, 8/93 >W, 8/153 >W\n{FAR}", side="german")
    for unit in ("8/73", "8/93"):
        play(match, unit, f"stay:{unit}")
    spend(match, "8/153", 2)
    verdict = barred(match, "8/153", "flip:8/153~entrenched")
    assert (verdict.reason, verdict.cases) == ("Move 8/153 out of K5 first: too many units stand there", ("7.3",))


@pytest.mark.case("big-push", "7.3", "7.5/1")
def test_an_hq_does_not_enter_a_zone_of_control_where_it_may_not_stack():
    """BP-R157: it would have to stop beside a division."""
    match = march("J5: VII >E\nK5: 46Br >E\nL5: 8/73 >W\nA30: 51Fr >E")
    verdict = barred(match, "VII", "K5")
    assert verdict.reason == "Choose another square: VII would have to stop in K5, and there is no room for it"
    assert verdict.cases == ("7.3", "7.5/1")
    assert "K6" in reach(match, "VII")


@pytest.mark.case("big-push", "7.3", "13.4")
def test_nobody_drives_his_own_unit_off_the_map():
    """At the edge, between Germans, somebody would have to go off for 1 point in the first scenario."""
    germans = "A4: 8/73 >W disrupted\nA6: 8/93 >W disrupted\nB4: 8/153 >W disrupted\nB6: 17R/75 >W disrupted"
    text = f"scenario: over_the_top\nA5: B4.1 >E, B4.2 >E\nB5: B4.3 >E\n{germans}"
    match = spend(march(text, turn=2), "B4.3", 2)
    for unit in ("B4.1", "B4.2"):
        play(match, unit, f"stay:{unit}")
    assert barred(match, "B4.3", "A5").cases == ("7.3",)
    play(match, "done")
    assert points(match) == [0, 0] and at(match, "B4.3") == "B5"


@pytest.mark.case("big-push", "7.3")
def test_nobody_takes_the_last_square_to_which_a_stack_can_be_thinned_out():
    """Two divisions in J5, pinned by zones but for I5: another may not go there first."""
    zones = "I3: 8/73 >W\nI7: 17R/75 >W\nK5: 17R/76 >W"
    match = march(f"J5: 46Br >E, 48Br >E\nH5: 4Br >E\n{zones}\nA30: 51Fr >E")
    for unit in ("46Br", "48Br"):
        spend(match, unit, 2)
    assert reach(match, "46Br") == reach(match, "48Br") == {"I5"}
    verdict = barred(match, "4Br", "I5")
    assert verdict.reason == "Choose another square: 4Br would leave no way to thin out J5, where too many units stand"
    assert verdict.cases == ("7.3",)
    move(match, "48Br", "I5")
    play(match, "done")
    assert where(match, "46Br", "48Br") == ["J5", "I5"]


@pytest.mark.case("big-push", "7.3")
def test_units_may_still_change_places_through_full_squares():
    match = march(f"J5: 46Br >E\nK5: 48Br >E\n{FAR}")
    move(match, "46Br", "K5")
    move(match, "48Br", "J5")
    play(match, "done")
    assert where(match, "46Br", "48Br") == ["K5", "J5"]


@pytest.mark.case("big-push", "7.3", "7.4.3")
def test_what_a_split_leaves_too_many_of_is_displaced_with_the_reason_in_the_log():
    """BP-R157: three brigades that have halted before the enemy; the last goes back a column."""
    match = march("J5: 46Br >E\nL5: 8/73 >W\nA30: 51Fr >E\npool: B4.1, B3.1, B3.2, B2.1")
    move(match, "46Br", "K5")
    play(match, "46Br", "split:46Br", "B3.1~full", "B2.1~full", "B3.2~reduced")
    assert here(match, "K5") == {"B3.1", "B2.1", "B3.2"}
    play(match, "done")
    assert kind(match) == "Displace" and options(match) == {"B3.1", "B2.1", "B3.2"}
    play(match, "B2.1")
    assert {text.split(">")[0] for text in options(match)} == {f"B2.1-J{row}" for row in (4, 5, 6)}
    events = play(match, "B2.1-J5>E")
    assert texts(events, "retreat") == ["B2.1 is displaced to J5: too many units stood in K5"]
    assert next(e for e in events if e.kind == "retreat").cases == ("7.3", "10.2/3")


@pytest.mark.case("big-push", "7.3", "7.8/1", "7.4.2")
def test_units_that_may_not_move_are_displaced_last():
    """All in J5 is pinned by zones: of a tank, cavalry in reserve and a brigade the brigade makes room."""
    ring = "I4: 8/73 >W\nK6: 8/93 >W\nI6: 8/153 >W\nK4: 17R/75 >W\n"
    match = march(ring + "J5: TankA >E broken, 1Cav >E held, B4.1 >E\nA30: 51Fr >E")
    play(match, "done")
    assert kind(match) == "Displace" and options(match) == {"B4.1"}
    hq = march(ring + "J5: VII supply, B4.1 >E, B4.2 >E\nA30: 51Fr >E")
    play(hq, "done")
    assert options(hq) == {"B4.1", "B4.2"}
    play(hq, "B4.1", "B4.1-I5>E")
    assert options(hq) == {"B4.2"}


@pytest.mark.case("big-push", "10.2/3")
def test_nobody_is_displaced_nearer_the_enemys_edge():
    """BP-R165: the one vacant square beside an HQ that should make room is Gommecourt, inside the German trench; so it is
    driven out instead, and the log says that it could not be displaced."""
    germans = "A2: 8/73 >W disrupted\nA4: 8/93 >W disrupted\nB2: 8/153 >W\nB4: 17R/75 >W"
    match = march(f"A3: VII >E, 46Br >E\n{germans}\nA30: 51Fr >E")
    p = game_position(match)
    hq, cell = p.c.unit["VII"], p.c.board.index["A3"]
    assert [p.label(x) for x in retreat_squares(p, hq)] == ["B3"]  # where it might retreat
    assert retreat_squares(p, hq, (cell,)) == []  # and is never displaced to
    events = play(match, "done")
    assert texts(events, "displace") == ["Too many units stand in A3, and VII cannot be displaced"]
    assert here(match, "A3") == {"46Br"} and here(match, "B3") == set()


@pytest.mark.case("big-push", "7.3", "7.3/1")
def test_who_can_just_leave_alone_cannot_once_he_is_joined():
    """To go on from a friend costs a point more: 48Br has one left, and whoever joins it could not make it go."""
    match = spend(spend(march(f"J5: 46Br >E\nK5: 48Br >E\n{FAR}"), "48Br", 1), "46Br", 1)
    assert "L5" in reach(match, "48Br")
    verdict = barred(match, "46Br", "K5")
    assert (verdict.reason, verdict.cases) == (unmended("K5", "46Br"), ("7.3",))
    with_two = spend(spend(march(f"J5: 46Br >E\nK5: 48Br >E\n{FAR}"), "48Br", 2), "46Br", 1)
    move(with_two, "46Br", "K5")
    assert barred(with_two, "48Br", "stay:48Br").cases == ("7.3",)
    move(with_two, "48Br", "L5")
    assert legal(with_two, "done")


@pytest.mark.case("big-push", "7.3")
def test_what_is_legal_hangs_on_the_position_and_on_no_earlier_plan():
    """A copy or a loaded match remembers no plan: it must come to the same one. Two divisions in J5; the first square to which
    one of them could go becomes free later."""
    match = march(f"J5: 46Br >E, 48Br >E\nH4: B4.1 >E\n{FAR}")

    def plan(of):
        p = game_position(of)
        return {p.name(u): [p.label(x) for x in way] for u, way in outlook(p, 0, 0).ways.items()}

    first = plan(match)["46Br"][0]
    match = march(f"J5: 46Br >E, 48Br >E\n{first}: B4.1 >E\n{FAR}")
    assert plan(match)["46Br"][0] != first
    move(match, "B4.1", "F5")
    assert plan(match) == plan(match.clone())
    assert plan(match)["46Br"] == [first]


@pytest.mark.case("big-push", "7.3")
def test_one_stack_does_not_take_the_only_way_out_of_another():
    """Who leaves H4 would go to I5 first, the only square for those in J5: so he goes elsewhere."""
    zones = "I3: 8/73 >W\nI7: 17R/75 >W\nK5: 17R/76 >W"
    match = march(f"J5: 46Br >E, 48Br >E\nH4: 4Br >E, 29Br >E\n{zones}\nA30: 51Fr >E")
    for unit in ("46Br", "48Br"):
        spend(match, unit, 2)
    assert barred(match, "4Br", "I5").cases == ("7.3",)
    play(match, "46Br", "stay:46Br")
    assert barred(match, "48Br", "stay:48Br").cases == ("7.3",)
    move(match, "4Br", "H5")
    move(match, "48Br", "I5")
    play(match, "done")
    assert where(match, "46Br", "48Br", "4Br", "29Br") == ["J5", "I5", "H5", "H4"]


@pytest.mark.case("big-push", "7.3")
def test_a_stack_that_is_hard_to_mend_does_not_excuse_another(monkeypatch):
    """What is tried for one leaves as much for the next."""
    monkeypatch.setattr(thinning, "TRIES", 1)
    match = march(f"J5: 46Br >E, 48Br >E\nN5: 29Br >E, 31Br >E\n{FAR}")
    assert outlook(game_position(match), 0, 0).weight == 0
    play(match, "29Br", "stay:29Br")
    assert barred(match, "31Br", "stay:31Br").cases == ("7.3",)
