"""8.4 Zones of control."""

from random import Random

import pytest

from trenchline.games.they_shall_not_pass.components import FRENCH, GERMAN
from trenchline.games.they_shall_not_pass.zones import posture

from .kit import (
    GAME,
    C,
    assault,
    at,
    barred,
    fight,
    move,
    options,
    play,
    points,
    position,
    price,
    reach,
    refused,
    states,
)  # fmt: skip

AROUND_3014 = {"3013", "3114", "3115", "3015", "2915", "2914"}
STRONG_ONES = ["208R", "35RI", "2Z", "208R reduced"]
WEAK_ONES = ["56BCP", "I.44T", "FRem1", "AD14", "XXX.A", "RR"]


def phase(text: str, side: str = "german", weather: str = "good", rules: str = "none"):
    return position(f"turn: 2\nstep: {side}-movement\nweather: {weather}\noptions: {rules}\n{text}")


# -------------------------------------------------------------------------------------------- 8.4, 8.41 who exerts what


@pytest.mark.case("they-shall-not-pass", "8.4", "8.41")
@pytest.mark.parametrize("unit", [*STRONG_ONES, *WEAK_ONES])
def test_infantry_and_guns_exert_a_zone_into_the_six_hexes_around_them(unit):
    p = phase(f"3014: {unit}\n1601: IR81").position
    zone = {C.board.labels[c] for c in range(C.board.size) if p.zone[1][c]}
    forts = {C.board.labels[n] for f in C.forts for n in C.board.neighbours[f.cell]}
    assert zone - forts == AROUND_3014
    assert {p.zone[1][C.board.index[c]] for c in AROUND_3014} == {2 if unit in STRONG_ONES else 1}


@pytest.mark.case("they-shall-not-pass", "8.4")
def test_an_hq_exerts_no_zone():
    match = phase("3014: XXX.HQ\n3012: IR81, XVIII.HQ")
    assert "3013" in reach(match, "XVIII.HQ") and price(match, "IR81", "3013") == 1
    assert "3115" in reach(match, "IR81")


@pytest.mark.case("they-shall-not-pass", "8.41", "8.42a", "8.42d")
@pytest.mark.parametrize("unit", STRONG_ONES)
def test_regiments_exert_a_strong_zone_that_costs_one_more_to_enter_and_stops(unit):
    match = phase(f"3014: {unit}\n3011: IR81", weather="bad")  # three points: clear, clear and the zone
    assert "3013" in reach(match, "IR81")
    move(match, "IR81", "3013")
    assert points(match, "IR81") == 0 and refused(match, "IR81").cases == ("8.42a",)
    assert "3013" not in reach(phase(f"3014: {unit}\n3010: IR81", weather="bad"), "IR81")  # it would be four
    fresh = phase(f"3014: {unit}\n3012: IR81")
    move(fresh, "IR81", "3013")
    assert points(fresh, "IR81") == 0  # two points were left, but it must stop


@pytest.mark.case("they-shall-not-pass", "8.41", "8.43a", "8.43b")
@pytest.mark.parametrize("unit", WEAK_ONES)
def test_battalions_remnants_and_guns_exert_a_weak_zone_that_costs_one_to_leave(unit):
    match = phase(f"3014: {unit}\n3012: IR81")
    assert price(match, "IR81", "3013") == 1  # nothing to enter
    move(match, "IR81", "3013")
    assert points(match, "IR81") == 3
    move(match, "IR81", "3114")  # from Weak to Weak: one to leave, one for the ground
    assert points(match, "IR81") == 1
    assert "IR81" not in options(match)  # one to leave and one for the ground is more than is left


@pytest.mark.case("they-shall-not-pass", "8.41", "14.8")
def test_forts_exert_a_strong_zone():
    match = phase("2111: IR81, XVIII.HQ")
    move(match, "IR81", "2112")
    assert points(match, "IR81") == 0  # clear 1, zone 1, and stop
    assert "8.42" in barred(match, "XVIII.HQ", "2112").cases


@pytest.mark.case("they-shall-not-pass", "8.41")
def test_where_strong_and_weak_meet_strong_prevails():
    match = phase("3014: 56BCP\n3012: IR81\n3113: 208R")  # both reach 3013 and 3114
    move(match, "IR81", "3013")
    assert points(match, "IR81") == 0
    fort = phase("2113: 56BCP\n2111: IR81")  # hunters in a fort
    move(fort, "IR81", "2112")
    assert points(fort, "IR81") == 0


# --------------------------------------------------------------------------------------------------- 8.42 Strong


@pytest.mark.case("they-shall-not-pass", "8.42", "8.43", "8.11", "TP-R68")
@pytest.mark.parametrize("enemy", ["208R", "56BCP", "AD14", "FRem1"])
@pytest.mark.parametrize("unit", ["XVIII.HQ", "FAR27", "XVIII.A1"])
def test_hqs_and_guns_enter_no_enemy_zone_strong_or_weak(enemy, unit):
    match = phase(f"3014: {enemy}\n3012: {unit}")
    assert barred(match, unit, "3013").cases == (("8.42",) if enemy == "208R" else ("8.43",))
    assert "3111" in reach(match, unit)


@pytest.mark.case("they-shall-not-pass", "8.42", "8.43", "9.51", "9.42a")
@pytest.mark.parametrize("watcher", ["regiments", "pioneers"])
def test_hqs_and_guns_do_not_retreat_into_an_enemy_zone_either(watcher):
    east, west = ("IR116", "IR117") if watcher == "regiments" else ("Pi21", "Pi25")
    text = f"3013: IR81, IR87\n3116: {east}\n2916: {west}\n3014: 208R"  # zones on every hex behind it
    alone = fight(text, dice=[1])  # 3:1, die 1: 3/1
    assault(alone, "3014", "IR81", "IR87")
    assert "lose" in options(alone)  # infantry may go, with checks
    for train in ("XXX.HQ", "AD14"):
        pinned = fight(f"{text}, {train}", dice=[1])  # 2:1, die 1: 3/1
        assault(pinned, "3014", "IR81", "IR87")
        assert pinned.decision.kind == "LoseStep" and options(pinned) == {"208R", train}


@pytest.mark.case("they-shall-not-pass", "8.42d", "TP-R69")
def test_to_leave_a_strong_zone_costs_one_more():
    match = phase("3014: 208R\n3013: IR81, XVIII.HQ")
    assert price(match, "IR81", "3012") == 2
    assert price(match, "XVIII.HQ", "3012") == 2
    assert "3010" not in reach(match, "IR81")  # 1 + 1, 1 and a town: five


@pytest.mark.case("they-shall-not-pass", "8.42e", "TP-R69", "8.44")
def test_nobody_steps_from_one_strong_zone_straight_into_another_not_even_to_friends():
    match = phase("3014: 208R\n3013: IR81\n3114: IR87", weather="bad")  # three points: no way round either
    assert "8.42e" in barred(match, "IR81", "3114").cases
    assert "8.42e" in barred(match, "IR81", "2914").cases
    assert reach(match, "IR81") & AROUND_3014 == set()


@pytest.mark.case("they-shall-not-pass", "TP-R69", "8.42a", "8.42e")
def test_a_unit_may_leave_a_strong_zone_for_open_ground_and_enter_another_later_in_the_move():
    match = phase("3014: 208R\n3013: IR81")
    move(match, "IR81", "2913")  # 1 and 1 to leave
    assert points(match, "IR81") == 2
    move(match, "IR81", "2914")  # 1 and 1 to enter
    assert points(match, "IR81") == 0 and at(match, "IR81") == "2914"
    weak = phase("3014: 208R\n3013: IR81\n3011: 56BCP")  # 3012 lies in a Weak zone
    assert price(weak, "IR81", "3012") == 2


@pytest.mark.case("they-shall-not-pass", "8.42b", "8.43c", "8.46", "9.51", "12.0")
@pytest.mark.parametrize("watcher", ["IR116", "Pi25"])
def test_retreating_infantry_checks_in_every_zone_hex_and_does_not_stop(watcher):
    def retreat(*dice: int):
        match = fight(f"3013: IR81, IR87\n3116: {watcher}\n3014: 208R", dice=[5, *dice])  # 3:1, die 5: 1/3
        assault(match, "3014", "IR81", "IR87")
        play(match, "lose=1", "208R-3015", "208R-3016")
        return match

    # Reduced: 5 or less passes; once demoralized 4 or less.
    steady = retreat(1, 4, 1, 4)
    assert at(steady, "208R") == "3016" and "demoralized" not in states(steady, "208R") and steady.position.rolled == 5
    assert "demoralized" in states(retreat(1, 5, 1, 3), "208R")
    broken = retreat(1, 5, 1, 4)  # the second failure costs the last step
    assert at(broken, "208R") == "eliminated"


@pytest.mark.case("they-shall-not-pass", "8.46", "9.51")
def test_outside_zones_a_retreat_needs_no_check():
    match = fight("3013: IR81, IR87\n3014: 208R", dice=[5])
    assault(match, "3014", "IR81", "IR87")
    play(match, "lose=1", "208R-3015", "208R-3016")
    assert at(match, "208R") == "3016" and match.position.rolled == 1


@pytest.mark.case("they-shall-not-pass", "8.44", "9.51", "8.46")
def test_a_friend_in_the_hex_spares_the_check():
    match = fight("3013: IR81, IR87\n3116: IR116\n3014: 208R\n3015: 35RI", dice=[1])  # 3:1, die 1: 3/1
    assault(match, "3014", "IR81", "IR87")
    play(match, "lose", "208R-3015")
    assert at(match, "208R") == "3015" and match.position.rolled == 1


@pytest.mark.case("they-shall-not-pass", "8.46", "8.42e", "9.6")
def test_advances_take_no_notice_of_zones():
    # The attackers stand in a Strong zone and advance into another; no check, and they are there.
    match = fight("3013: IR81, IR87\n3014: 208R\n3115: 35RI", dice=[6])  # 3:1, die 6: 1/4
    assault(match, "3014", "IR81", "IR87")
    play(match, "lose=1", "IR87", "IR81-3014")
    assert at(match, "IR81") == "3014" and match.position.rolled == 1


# ----------------------------------------------------------------------------------------------- 8.43 Weak to Strong


@pytest.mark.case("they-shall-not-pass", "8.43b", "8.42a")
def test_from_a_weak_zone_into_a_strong_one_costs_both_surcharges_and_ends_the_move():
    bad = phase("3013: IR81\n3012: 56BCP\n3015: 208R", weather="bad")  # 3013 is Weak
    assert "3014" in reach(bad, "IR81")  # one to leave, one for the ground, one to enter: three
    move(bad, "IR81", "3014")
    assert points(bad, "IR81") == 0
    far = phase("3012: IR81\n3011: 56BCP\n3015: 208R\n", weather="bad")  # 3012 Weak, 3013 open, 3014 Strong
    assert "3013" in reach(far, "IR81") and "3014" not in reach(far, "IR81")  # 1 + 1, 1 + 1
    good = phase("3013: IR81\n3012: 56BCP\n3015: 208R")
    move(good, "IR81", "3014")
    assert points(good, "IR81") == 0  # the fourth point is lost


@pytest.mark.case("they-shall-not-pass", "8.43a")
def test_guns_and_hqs_caught_in_a_weak_zone_leave_it_free_of_charge():
    match = phase("3014: 56BCP\n3013: XVIII.HQ, IR81")
    assert price(match, "XVIII.HQ", "3012") == 1 and price(match, "IR81", "3012") == 2  # the surcharge is the infantry's


# --------------------------------------------------------------------------------------------------- 8.44 to 8.47


@pytest.mark.case("they-shall-not-pass", "8.44", "TP-R67", "8.11")
def test_a_friend_in_the_hex_does_not_help_a_mover():
    match = phase("3014: 208R\n3013: IR87\n3012: XVIII.HQ, FAR27, IR81", weather="bad")
    assert "8.42" in barred(match, "XVIII.HQ", "3013").cases and "8.42" in barred(match, "FAR27", "3013").cases
    move(match, "IR81", "3013")
    assert points(match, "IR81") == 0


@pytest.mark.case("they-shall-not-pass", "TP-R67", "15.5")
def test_with_infiltration_it_does():
    match = phase("3014: 208R\n3013: IR87\n3012: XVIII.HQ, FAR27, IR81", rules="infiltration")
    assert "3013" in reach(match, "XVIII.HQ") and "3013" in reach(match, "FAR27")
    move(match, "IR81", "3013")
    assert points(match, "IR81") == 3


@pytest.mark.case("they-shall-not-pass", "8.45")
def test_hqs_and_guns_stay_and_defend_when_a_regiment_comes_up_to_them():
    match = position("turn: 2\nstep: german-movement\n3011: IR81\n3014: XXX.A, XXX.HQ")
    move(match, "IR81", "3013")
    assert at(match, "XXX.A") == at(match, "XXX.HQ") == "3014" and match.player == "german"
    play(match, "done", "3014", "IR81")
    odds = match.odds(match.parse("attack"))
    assert sorted(-x.value for x in odds.lines if x.case == "9.1" and x.value < 0) == [1, 2]  # HQ and gun at defence strength
    french = phase("3013: IR81\n3014: XXX.A, XXX.HQ", "french")
    assert french.legal(french.parse("done"))  # nor need they leave in their own phase


@pytest.mark.case("they-shall-not-pass", "8.47", "14.6")
def test_hunters_treat_every_german_zone_as_weak():
    match = phase("3014: IR81\n3012: 56BCP", "french")
    assert price(match, "56BCP", "3013") == 1  # nothing to enter
    move(match, "56BCP", "3013")
    assert points(match, "56BCP") == 4
    move(match, "56BCP", "2914")  # one to leave, straight into the next Strong zone
    assert points(match, "56BCP") == 2
    move(match, "56BCP", "2913")
    assert points(match, "56BCP") == 0


@pytest.mark.case("they-shall-not-pass", "8.47", "TP-R71")
def test_the_privilege_is_the_hunters_own_and_not_their_stack_s():
    match = phase("3014: IR81\n3012: 56BCP, 35RI, XXX.HQ", "french")
    move(match, "56BCP", "3013")
    move(match, "35RI", "3013")
    assert points(match, "56BCP") == 4 and points(match, "35RI") == 0
    assert "8.42" in barred(match, "XXX.HQ", "3013").cases


@pytest.mark.case("they-shall-not-pass", "TP-R71", "13.0", "8.47")
def test_a_group_that_breaks_through_is_bound_by_its_most_restricted_member():
    text = "turn: 2\nstep: french-breakthrough\n3013: 56BCP, 35RI\n3015: IR81"
    hunters = position(text)
    play(hunters, "3013", "56BCP", "go", "3014")
    assert hunters.decision.kind == "BreakthroughMove"  # 3 points, one spent: they go on
    both = position(text)
    play(both, "3013", "56BCP", "35RI", "go", "3014")
    assert both.decision.kind != "BreakthroughMove"  # the regiment must stop


@pytest.mark.case("they-shall-not-pass", "TP-R70", "8.4", "8.41")
@pytest.mark.parametrize("state", ["reduced", "demoralized", "unsupplied", "reduced demoralized unsupplied"])
def test_weakened_units_keep_their_zone(state):
    match = phase(f"3014: 208R {state}\n3012: IR81, XVIII.HQ")
    move(match, "IR81", "3013")
    assert points(match, "IR81") == 0
    guns = phase("3014: AD14 fired demoralized\n3012: XVIII.HQ")
    assert "8.43" in barred(guns, "XVIII.HQ", "3013").cases


@pytest.mark.case("they-shall-not-pass", "TP-R41", "14.8", "8.42")
def test_a_fort_bars_and_exerts_but_is_no_unit_next_door():
    match = position("turn: 2\nstep: german-movement\ngerman ground: 2111\n2112: IR81")
    assert "strategic:IR81" in options(match)
    assert set(barred(match, "IR81", "2113").cases) == {"8.11", "14.8"}
    assert "2113" in options(fight("2112: IR81, IR87"))  # it can be assaulted


@pytest.mark.parametrize("heavy", [False, True])
def test_the_posture_of_an_army_is_what_it_would_be_to_the_enemy_if_it_stood_so(heavy):
    """Zones and closed hexes worked out for a march that nobody has made, and those after it has been made."""
    chance = Random(7)
    for side, enemy in ((GERMAN, FRENCH), (FRENCH, GERMAN)):
        p = GAME.start(seed=3, options={"heavy_artillery": heavy}).position
        units = list(p.units_of(side))
        free = [x for x in range(C.board.size) if not p.present[x] & C.bit[enemy] and not p.fort_stands(x)]
        for _ in range(5):
            goals = {u: chance.choice(free) for u in chance.sample(units, 8)}
            foreseen = posture(p, side, [(u, goals.get(u, p.place[u])) for u in units])
            for u, cell in goals.items():
                p.put(u, cell)
            assert foreseen == (p.zone[side], p.barred(enemy))
