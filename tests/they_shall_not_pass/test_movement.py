"""8.0 Movement: allowances, the one hex that is always allowed, and what is closed."""

import pytest

from .kit import (
    C,
    assault,
    at,
    barred,
    control,
    fight,
    march,
    move,
    options,
    play,
    points,
    position,
    price,
    reach,
    refused,
    states,
    step,
)


def phase(text: str, side: str = "german", weather: str = "good"):
    return position(f"turn: 2\nstep: {side}-movement\nweather: {weather}\n{text}")


# ------------------------------------------------------------------------------------------------------- 8.0, 8.1


@pytest.mark.case("they-shall-not-pass", "8.0", "8.1")
def test_a_unit_spends_its_allowance_hex_by_hex_and_no_more():
    match = phase("3011: IR81")
    assert points(match, "IR81") == 4
    move(match, "IR81", "3012", "3013")
    assert points(match, "IR81") == 2
    assert "3015" in reach(match, "IR81") and barred(match, "IR81", "3016").cases[0] == "8.0"
    move(match, "IR81", "3015")
    assert points(match, "IR81") == 0 and refused(match, "IR81").cases == ("8.1",)


@pytest.mark.case("they-shall-not-pass", "8.0")
def test_woods_and_a_trench_cost_three():
    match = phase("2003: IR81")
    move(match, "IR81", "2004")
    assert points(match, "IR81") == 1


@pytest.mark.case("they-shall-not-pass", "8.0")
def test_nobody_has_to_move_and_units_of_a_stack_go_their_own_ways():
    match = phase("3013: IR81, IR87")
    assert match.legal(match.parse("done"))
    move(match, "IR81", "3014")
    move(match, "IR87", "2913")
    assert (at(match, "IR81"), at(match, "IR87")) == ("3014", "2913")


@pytest.mark.case("they-shall-not-pass", "8.0", "14.9")
def test_a_moving_unit_takes_every_hex_it_passes():
    match = phase("3003: IR81")
    assert control(match, "3005") == control(match, "3006") == "french"
    move(match, "IR81", "3006")
    assert control(match, "3005") == control(match, "3006") == "german"


@pytest.mark.case("they-shall-not-pass", "8.0", "14.34", "4.0.IX")
def test_guns_that_fired_do_not_move_but_the_railroad_gun_does():
    match = phase("3013: AD14 fired, XXX.A\n3016: RR fired", "french")
    assert refused(match, "AD14").cases == ("8.0",) and "XXX.A" in options(match)
    move(match, "RR", "3116")
    assert at(match, "RR") == "3116"


@pytest.mark.case("they-shall-not-pass", "8.1", "TP-R66")
def test_one_hex_is_always_allowed_whatever_it_costs_and_is_the_whole_move():
    match = phase("1505: I.44T unsupplied", "french", "bad")  # one point; 1504 would cost five
    assert points(match, "I.44T") == 1
    move(match, "I.44T", "1504")
    assert at(match, "I.44T") == "1504" and points(match, "I.44T") == 0
    assert refused(match, "I.44T").cases == ("8.1",)


@pytest.mark.case("they-shall-not-pass", "8.1", "TP-R66")
def test_who_has_begun_to_move_can_no_longer_claim_the_free_hex():
    match = phase("3110: IR81")
    move(match, "IR81", "3111")
    assert "3112" in reach(match, "IR81")  # woods, two of three points
    move(match, "IR81", "3112")
    assert points(match, "IR81") == 1
    assert barred(match, "IR81", "3113").cases  # woods again
    fresh = phase("3112: I.44T unsupplied", "french", "bad")
    assert points(fresh, "I.44T") == 1 and "3113" in reach(fresh, "I.44T")


@pytest.mark.case("they-shall-not-pass", "TP-R66", "8.42", "8.42e", "8.11")
def test_the_free_hex_opens_no_closed_one():
    match = phase("3013: IR81, XVIII.HQ\n3014: 208R\n3012: FAR27", weather="bad")
    assert barred(match, "IR81", "3014").cases == ("8.11",)  # the enemy himself
    assert "8.42e" in barred(match, "IR81", "3114").cases  # from one Strong zone into the next
    assert "8.42" in barred(match, "XVIII.HQ", "3114").cases
    assert "8.42" in barred(match, "FAR27", "3013").cases
    assert "0304" not in reach(phase("0303: IR87", weather="bad"), "IR87")  # the river


# ----------------------------------------------------------------------------------------------- 8.1a, 8.11, 8.12


@pytest.mark.case("they-shall-not-pass", "8.1a", "TP-R76")
def test_corps_guns_flip_with_their_first_step_and_may_finish_their_move():
    match = phase("3011: XVIII.A1, FAR27")
    move(match, "XVIII.A1", "3012")
    assert "fired" in states(match, "XVIII.A1")
    move(match, "XVIII.A1", "3013", "3014")
    assert points(match, "XVIII.A1") == 0
    move(match, "FAR27", "3014")
    assert "fired" not in states(match, "FAR27")


@pytest.mark.case("they-shall-not-pass", "TP-R76", "8.1a", "9.5")
def test_a_corps_gun_that_retreats_is_not_flipped():
    match = fight("3013: IR81, IR87\n3014: 208R, XXX.A", dice=[1])  # 2:1, die 1: 3/1
    assault(match, "3014", "IR81", "IR87")
    play(match, "lose", "XXX.A-3015", "208R-3015")
    assert at(match, "XXX.A") == "3015" and "fired" not in states(match, "XXX.A")


@pytest.mark.case("they-shall-not-pass", "8.11", "14.8", "TP-R67", "TP-R68")
def test_enemy_units_and_forts_bar_everybody_and_enemy_zones_bar_hqs_and_guns():
    match = phase("3013: IR81, XVIII.HQ, FAR27\n3015: 208R\n2112: IR87")
    assert barred(match, "IR81", "3015").cases == ("8.11",)
    assert set(barred(match, "IR87", "2113").cases) == {"8.11", "14.8"}
    assert "3014" in reach(match, "IR81")
    for train in ("XVIII.HQ", "FAR27"):
        assert barred(match, train, "3014").cases == ("8.42",)


@pytest.mark.case("they-shall-not-pass", "8.11")
def test_an_hq_alone_bars_its_hex_like_any_unit():
    match = phase("3013: IR81\n3014: XXX.HQ")
    assert barred(match, "IR81", "3014").cases == ("8.11",)
    assert "3114" in reach(match, "IR81")


@pytest.mark.case("they-shall-not-pass", "8.12", "8.34")
def test_a_full_hex_may_be_passed_through_but_not_stopped_in():
    match = phase("3012: IR81\n3013: IR87, FR80")
    through = match.clone()
    move(through, "IR81", "3014")
    assert through.legal(through.parse("done"))
    move(match, "IR81", "3013")  # allowed for the moment
    assert refused(match, "done").cases == ("8.31",)
    move(match, "IR81", "3014")
    assert match.legal(match.parse("done"))


@pytest.mark.case("they-shall-not-pass", "8.13", "9.6")
def test_advances_and_retreats_cost_no_movement_points():
    match = position("turn: 2\nstep: german-movement\n3011: IR81, IR87\n3014: 208R", dice=[6])
    move(match, "IR81", "3013")
    move(match, "IR87", "3013")
    assert points(match, "IR81") == points(match, "IR87") == 0
    play(match, "done")
    assault(match, "3014", "IR81", "IR87")  # 3:1, die 6: 1/4
    play(match, "lose=1", "IR87", "IR81-3014")
    assert at(match, "IR81") == "3014" and at(match, "208R") == "eliminated"


@pytest.mark.case("they-shall-not-pass", "8.13", "9.5")
def test_a_retreat_is_as_long_as_the_hits_and_not_as_the_points():
    match = fight("1908: IR81, IR87\n1909: 208R", dice=[5])
    assault(match, "1909", "IR81", "IR87")  # 3:1, die 5: 1/3
    play(match, "lose=1", "208R-1910", "208R-1911")  # over wooded heights of four points each
    assert at(match, "208R") == "1911"


# ----------------------------------------------------------------------------------------------- the railroad gun


@pytest.mark.case("they-shall-not-pass", "14.34", "TP-R77", "TP-R11")
def test_the_railroad_gun_goes_by_rail_and_nowhere_else():
    match = phase("3016: RR", "french")
    assert points(match, "RR") == 6
    assert reach(match, "RR") <= {C.board.labels[c] for c in C.rail_cells}
    assert barred(match, "RR", "3017").cases == ("14.34",) == barred(match, "RR", "3015").cases
    assert price(match, "RR", "2716") == 3  # 2917, 2816, 2716
    twin = match.clone()
    move(match, "RR", "2917")
    march(twin, "RR", "2917")
    assert "fired" not in states(match, "RR") | states(twin, "RR")  # only corps and divisional guns flip


@pytest.mark.case("they-shall-not-pass", "TP-R77", "8.41", "8.11")
def test_the_railroad_gun_has_a_weak_zone_and_shuns_the_enemy_s():
    match = phase("3014: IR81\n3016: RR")
    move(match, "IR81", "3015")  # a Weak zone: no surcharge, no stop
    assert points(match, "IR81") == 3 and "3115" in reach(match, "IR81")
    french = phase("3016: RR\n3115: IR81", "french")
    assert "8.42" in barred(french, "RR", "3116").cases and "2917" in reach(french, "RR")


@pytest.mark.case("they-shall-not-pass", "TP-R77", "7.1", "9.1a")
def test_the_railroad_gun_is_shelled_and_stormed_like_other_guns():
    guns = position("turn: 2\nstep: german-bombardment\nnaval: NAV\n3016: RR", [5, 4, 4])
    play(guns, "barrage:3016", "NAV", "fire")
    assert states(guns, "RR") == {"demoralized"}
    match = fight("3015: IR81\n3016: RR")
    play(match, "3016", "IR81")
    assert [-x.value for x in match.odds(match.parse("attack")).lines if x.text == "{RR}"] == [2]


@pytest.mark.case("they-shall-not-pass", "TP-R77", "9.5", "9.42a")
def test_the_railroad_gun_retreats_along_the_rails_only():
    match = fight("3015: IR81, IR87\n3016: RR", dice=[1])  # 6:1, die 1: 2/3
    assault(match, "3016", "IR81", "IR87")
    assert at(match, "RR") == "eliminated"  # of three hits one must be a step, and it has no more
    pair = fight("3015: IR81\n3016: RR, 208R", dice=[5])  # 1:1, die 5: 2/2
    assault(pair, "3016", "IR81")
    play(pair, "lose=1", "208R")
    assert {a.cell for a in pair.actions() if a.unit == "RR"} == {"2917"}


@pytest.mark.case("they-shall-not-pass", "TP-R77", "9.42a")
def test_if_the_railroad_gun_cannot_retreat_nobody_with_it_can():
    text = "3015: IR81, IR87\n2916: IR116\n3016: 208R{}"
    free = fight(text.format(""), dice=[1])  # 4:1, die 1: 2/2
    assault(free, "3016", "IR81", "IR87", "IR116")
    assert options(free) == {"lose=1", "lose=2"}
    pinned = fight(text.format(", RR"), dice=[1])  # 3:1, die 1: 3/1
    assault(pinned, "3016", "IR81", "IR87", "IR116")
    assert pinned.decision.kind == "LoseStep" and options(pinned) == {"208R", "RR"}


# --------------------------------------------------------------------------------------------- shaken units move


@pytest.mark.case("they-shall-not-pass", "TP-R81", "12.3b", "8.0")
def test_demoralized_units_and_disrupted_hqs_move_as_ever():
    match = phase("3012: IR81 demoralized, FAR27 demoralized, XVIII.HQ disrupted\n3015: 208R")
    assert points(match, "IR81") == points(match, "FAR27") == points(match, "XVIII.HQ") == 4
    assert "3014" in reach(match, "IR81")  # into an enemy zone, too
    assert {"FAR27", "XVIII.HQ"} <= options(match)
    french = phase("3013: 208R demoralized\n3015: XVIII.HQ")
    assert "8.42" in barred(french, "XVIII.HQ", "3014").cases  # its zone is as strong as before
    assert step(match) == "german-movement"
