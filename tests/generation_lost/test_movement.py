"""12.0 Movement: points, roads, the Meuse, trenches, interdiction, facing, modes, marches away from the front."""

import pytest

from .kit import (
    C,
    at,
    barred,
    control,
    facing,
    game_position,
    interdicted,
    kind,
    legal,
    march,
    move,
    options,
    order,
    play,
    position,
    price,
    reach,
    refused,
    spent,
    states,
    tired,
    where,
)

CELL = C.board.index
NEAR = 4096  # a unit that has been near the enemy: no double march


def step_price(a, b):
    """What the step from a square to the next costs."""
    return dict(C.ways[CELL[a]])[CELL[b]] / 2


def points(match, unit):
    """What the question says a unit has left."""
    twin = match.clone()
    play(twin, unit)
    return float(twin.decision.prompt.split(", ")[1].split()[0])


# ------------------------------------------------------------------------------------------------ 12.1


@pytest.mark.case("generation-lost", "12.0", "12.1.1", "12.1.3", "12.1.5", "3.0-PlayerTurn")
def test_the_phasing_player_moves_his_units_one_at_a_time_and_need_not():
    match = march("M31: 11R/1 >S\nP31: B4.1 >N")
    assert refused(match, "B4.1").reason == "B4.1 is not yours to move"
    move(match, "11R/1", "M32")
    play(match, "done")
    assert where(match, "11R/1", "B4.1") == ["M32", "P31"]


@pytest.mark.case("generation-lost", "12.1.2", "3.0-MA", "3.0-MP")
def test_allowance_weather_and_status():
    """GL-R08, GL-R09: weather first, then suppression, then the half of disruption."""
    near = "\nP33: B4.1 >N disrupted"
    assert points(march(f"P31: 11R/1 >S{near}"), "11R/1") == 6
    assert points(march(f"P31: 11R/1 >S entrenched{near}"), "11R/1") == 4
    assert [points(march(f"weather: {w}\nP31: 11R/1 >S{near}"), "11R/1") for w in (1, 2, 3)] == [5, 4, 4]
    assert points(march(f"weather: 1\nP31: 11R/1 >S suppressed{near}"), "11R/1") == 4
    assert points(march(f"weather: 1\nP31: 11R/1 >S disrupted{near}"), "11R/1") == 3
    assert points(march("weather: 1\nB27: G305H >S\nC29: B4.1 >N"), "G305H") == 1  # 1 is never reduced


@pytest.mark.case("generation-lost", "12.1.4")
def test_no_points_are_saved_or_handed_on():
    match = march("P31: 11R/1 >S\nP32: 11R/2 >S\nN33: B4.1 >N disrupted")
    move(match, "11R/1", "Q31")
    assert (points(match, "11R/1"), points(match, "11R/2")) == (5, 6)
    play(match, "done")
    assert spent(match, "11R/1") == 0


@pytest.mark.case("generation-lost", "12.1.6", "12.2.1", "12.2.3")
def test_the_terrain_key():
    """GL-R84, GL-R85: half as dear again for a diagonal; works and forts cost what lies under them."""
    found = {name: (row.straight / 2, row.diagonal / 2) for name, row in C.chart_data.terrain.items()}
    assert found["clear"] == found["town"] == found["city"] == (1, 2)
    assert found["woods"] == found["ridge"] == found["hill"] == found["start_trench"] == (2, 3)
    assert (found["minor_road"], found["major_road"]) == ((1, 1), (0.5, 0.5))
    match = march("P31: 11R/1 >S")
    assert [price(match, "11R/1", cell) for cell in ("P32", "Q32")] == [1, 2]
    assert (step_price("L16", "L17"), C.ground_cost(CELL["K20"]) / 2, step_price("T14", "T15")) == (1, 2, 1)


@pytest.mark.case("generation-lost", "12.2.3")
def test_three_points_two_points_and_the_last_does_not_pay_for_more_woods():
    """GL-E22: D18 diagonally to the woods of E19, straight to the ridge of E20, not to the woods of E21."""
    match = march("D18: B4.1 >N", side="french")
    match.position.status[C.unit["B4.1"]] |= NEAR
    assert price(match, "B4.1", "E19") == 3
    move(match, "B4.1", "E19", "E20")
    assert (spent(match, "B4.1"), points(match, "B4.1")) == (5, 1)
    verdict = barred(match, "B4.1", "E21")
    assert verdict.reason == "B4.1 has too few movement points to reach E21"
    assert verdict.cases == ("12.2.3",)


@pytest.mark.case("generation-lost", "12.1.7")
def test_facing_is_free_outside_enemy_zones_and_shared_by_a_stack():
    """GL-R82, GL-R278: in a zone it is chosen once, on arriving."""
    match = march("P31: 11R/1 >S, Bn01 >S\nM28: 5/1 >S\nQ34: B4.1 >N")
    play(match, "11R/1", "face:11R/1>W")
    assert (facing(match, "11R/1"), facing(match, "Bn01")) == ("W", "W")
    move(match, "Bn01", "P33")
    assert facing(match, "Bn01") in ("S", "E")
    play(match, "Bn01", "face:Bn01>E")
    assert facing(match, "Bn01") == "E"
    verdict = barred(match, "Bn01", "face:Bn01>N")
    assert verdict.cases == ("12.1.7",)
    still = march("P33: Bn01 >S\nQ34: B4.1 >N")
    assert barred(still, "Bn01", "face:Bn01>N").cases == ("12.1.7",)
    join = march("P31: 11R/1 >W\nO31: 5/1 >S")
    move(join, "5/1", "P31")
    assert facing(join, "5/1") == "W"


# ------------------------------------------------------------------------------------------------ 12.3 ground


@pytest.mark.case("generation-lost", "12.3.1")
def test_of_mixed_ground_only_the_dearest_counts():
    assert (step_price("A13", "A14"), step_price("B13", "A14")) == (2, 3)  # woods and ridge


@pytest.mark.case("generation-lost", "12.3.2")
def test_the_meuse_is_crossed_at_five_places_only():
    """GL-R86: half a point, diagonally too; GL-E23: G16 is the eastern bank alone."""
    pairs = [("A10", "A11"), ("D12", "C13"), ("K18", "K19"), ("P19", "P20"), ("Q19", "Q20")]
    joined = {frozenset((a, b)) for a in range(C.board.size) for b in C.near[a] if C.bank[a] != C.bank[b]}
    assert joined == {frozenset(map(CELL.get, pair)) for pair in pairs}
    assert {step_price(*pair) for pair in pairs} == {0.5}
    assert (C.bank[CELL["G16"]], CELL["G15"] in C.near[CELL["G16"]]) == ("E", False)
    match = march("G16: 11R/1 >S")
    verdict = barred(tired(match, "11R/1", 3), "11R/1", "G15")
    assert (verdict.reason, verdict.cases) == ("The river lies between G16 and G15", ("12.3.2",))


@pytest.mark.case("generation-lost", "12.3.3")
def test_other_waters_do_not_matter():
    """GL-R103: A26 lies on the Loison."""
    assert C.minor_river[CELL["A27"]]
    assert step_price("A28", "A27") == 1


@pytest.mark.case("generation-lost", "12.3.5-Minor", "12.3.5-Entry")
def test_a_minor_road_makes_woods_and_ridge_cost_one():
    """GL-E24: from F21 to G20 along the road 1 instead of 3; only through the corner that it crosses."""
    assert step_price("F21", "G20") == 1
    assert C.ground_cost(CELL["G20"], diagonal=True) / 2 == 3
    assert step_price("G21", "G20") == 2


@pytest.mark.case("generation-lost", "12.3.5-Major", "12.3.5-Entry")
def test_a_major_road_costs_half_a_point_in_any_direction():
    """GL-E25: diagonally from H16 to the ridge of I17; off the road 3, straight 2."""
    assert step_price("H16", "I17") == 0.5
    assert step_price("I18", "I17") == 2
    assert C.ground_cost(CELL["I17"], diagonal=True) / 2 == 3
    match = march("H16: 11R/1 >S\nL19: B4.1 >N")
    assert price(match, "11R/1", "J18") == 1
    assert price(match, "11R/1", "I17", "I16") == 0.5 + step_price("I17", "I16")


@pytest.mark.case("generation-lost", "12.3.5-Trench", "3.0-StartLine")
def test_start_trenches_cancel_roads():
    """GL-R87: into C22 along the major road 2, out of it along the road half a point."""
    assert (step_price("B22", "C22"), step_price("C22", "B22")) == (2, 0.5)
    assert step_price("C13", "D14") == 3


@pytest.mark.case("generation-lost", "12.3.5-Trench")
def test_between_two_trench_squares_that_touch_at_a_corner_there_is_no_trench():
    """GL-R311: D7 to E6 costs its ground."""
    assert step_price("D7", "E6") == C.ground_cost(CELL["E6"], diagonal=True) / 2


# ------------------------------------------------------------------------------------------------ 12.4, 12.8.1 modes


@pytest.mark.case(
    "generation-lost",
    "12.4.1(a)",
    "12.4.1(b)",
    "12.8",
    "12.8.1(a)",
    "12.8.1(b)",
    "3.0-MobileMode",
    "3.0-TrenchMode",
    "3.0-Mode",
    "3.0-Entrenched",
)
def test_german_infantry_digs_in_for_two_points_and_carries_its_trenches_along():
    """GL-E89, GL-R276."""
    near = "\nN33: B4.1 >N disrupted"
    match = march(f"P31: 11R/1 >S{near}")
    match.position.status[C.unit["11R/1"]] |= NEAR
    move(match, "11R/1", "P32", "P31", "P32", "P31")
    assert points(match, "11R/1") == 2
    play(match, "11R/1", "flip:11R/1~entrenched")
    assert (order(match, "11R/1"), points(match, "11R/1")) == ({"entrenched"}, 0)
    late = march(f"P31: 11R/1 >S{near}")
    move(late, "11R/1", "P32", "P31", "P32", "P31", "P32")
    late.position.status[C.unit["11R/1"]] |= NEAR
    verdict = barred(late, "11R/1", "flip:11R/1~entrenched")
    assert (verdict.reason, verdict.cases) == ("11R/1 has too few movement points to dig in", ("12.8.1(a)",))
    out = march(f"P31: 11R/1 >S entrenched{near}")
    out.position.status[C.unit["11R/1"]] |= NEAR
    move(out, "11R/1", "P32", "P31")
    assert (order(out, "11R/1"), points(out, "11R/1")) == ({"entrenched"}, 2)
    play(out, "11R/1", "flip:11R/1~mobile")
    assert points(out, "11R/1") == 4
    assert barred(out, "11R/1", "flip:11R/1~entrenched").reason == "11R/1 has changed its mode in this phase"
    far = march("P31: 11R/1 >S")
    match.position.spent[C.unit["11R/1"]] = 0
    for _ in range(5):
        move(far, "11R/1", "P32", "P31")
    play(far, "11R/1", "flip:11R/1~entrenched")
    assert spent(far, "11R/1") == 12


@pytest.mark.case("generation-lost", "12.4.2(b)", "12.8.1(b)")
def test_in_rain_and_snow_nobody_digs_in_and_who_moves_leaves_his_trenches():
    for weather in (2, 3):
        match = march(f"weather: {weather}\nP31: 11R/1 >S entrenched, Bn01 >S\nP33: B4.1 >N disrupted")
        assert barred(match, "Bn01", "flip:Bn01~entrenched").reason == "No unit digs in during rain or snow"
        assert points(match, "11R/1") == 4  # those of its mobile side (GL-R276)
        move(match, "11R/1", "Q31")
        assert order(match, "11R/1") == set()
        assert points(match, "11R/1") == 3


@pytest.mark.case("generation-lost", "12.8.1(c)", "12.8.1(d)")
def test_modes_change_beside_the_enemy_but_not_in_disorder_or_under_interdiction():
    match = march("P31: 11R/1 >S\nP32: B4.1 >N")
    play(match, "11R/1", "flip:11R/1~entrenched")
    assert order(match, "11R/1") == {"entrenched"}
    for text in ("P31: 11R/1 >S suppressed", "P31: 11R/1 >S disrupted", "interdicted: P31=2\nP31: 11R/1 >S"):
        verdict = barred(march(text), "11R/1", "flip:11R/1~entrenched")
        assert verdict.cases == ("12.8.1(d)",)
    rain = march("weather: 2\nP31: 11R/1 >S entrenched disrupted")  # but to leave the square is to leave the trench (GL-R277)
    move(rain, "11R/1", "Q31")
    assert order(rain, "11R/1") == {"disrupted"}


@pytest.mark.case("generation-lost", "12.8.1(d)", "GL-R269")
def test_who_is_in_a_fort_changes_his_mode_under_interdiction():
    for place, may in (("inside", True), ("", False)):
        match = march(f"interdicted: J23=2\nJ23: Bn06 >S {place}")
        play(match, "Bn06")
        assert legal(match, "flip:Bn06~entrenched") == may


# ------------------------------------------------------------------------------------------------ 12.6 interdiction


@pytest.mark.case("generation-lost", "12.6.1", "12.6.2", "12.6.3", "3.0-Interdiction")
def test_interdiction_costs_a_point_in_and_a_point_out_whoever_laid_it():
    for how in (1, 2, 4, 5):
        match = march(f"interdicted: P32={how}\nP31: 11R/1 >S\nN34: B4.1 >N disrupted")
        assert price(match, "11R/1", "P32") == 2
        assert price(match, "11R/1", "P32", "P33") == 4
        move(match, "11R/1", "P32", "P33")
        assert interdicted(match) == {"P32"}


# ------------------------------------------------------------------------------------------------ 12.8.2 headquarters


@pytest.mark.case("generation-lost", "12.8.2(a)", "12.8.2(b)", "12.8.2(c)", "12.8")
def test_headquarters_turn_before_anybody_moves():
    match = position("turn: 12\nstep: german-movement\nM31: VIR >S\nM33: III supply\nP31: 11R/1 >S")
    assert kind(match) == "MovementModes"
    assert options(match) == {"VIR~supply", "III~command", "done"}
    play(match, "VIR~supply", "III~command")
    assert kind(match) == "Movement"  # nobody has another turn
    assert (order(match, "VIR"), facing(match, "VIR"), order(match, "III"), facing(match, "III")) == (
        {"supply"},
        "",
        set(),
        "S",
    )
    assert refused(match, "VIR").cases == ("12.8.2(b)",)
    assert points(match, "III") == 6
    move(match, "III", "L33")
    verdict = barred(match, "III", "flip:III~supply")
    assert verdict.reason == "III changes its mode only when the phase begins, before anybody moves"
    assert verdict.cases == ("12.8.2(c)",)


@pytest.mark.case("generation-lost", "12.8.2(c)")
def test_an_engaged_or_a_foreign_headquarters_does_not_turn():
    match = position("turn: 12\nstep: german-movement\nM31: VIR >S\nM33: III supply\nP31: XXFr >N")
    assert refused(match, "XXFr~supply").reason == "XXFr is no HQ of yours"
    assert refused(match, "III~supply").reason == "III is in Supply Mode"
    play(match, "III~command")
    assert refused(match, "III~supply").reason == "III has changed its mode in this segment"


# ------------------------------------------------------------------------------------------------ 12.9 away from the front


@pytest.mark.case("generation-lost", "12.9", "12.9.1", "12.9.2", "12.9.4")
def test_three_squares_from_every_enemy_a_unit_marches_twice_as_far():
    match = march("M31: 11R/1 >S\nP31: B4.1 >N disrupted")
    play(match, "11R/1")
    assert "6 movement points (12 away from the front)" in match.decision.prompt
    near = march("M31: 11R/1 >S\nO31: B4.1 >N disrupted")
    play(near, "11R/1")
    assert "6 movement points:" in near.decision.prompt
    gone = march("P31: 11R/1 >S\nP34: B4.1 >N disrupted")
    move(gone, "11R/1", "P32")
    move(gone, "11R/1", "P31")
    assert points(gone, "11R/1") == 4  # it has been nearer: no more doubling


@pytest.mark.case("generation-lost", "12.9.3")
def test_the_weather_is_taken_off_before_doubling():
    """GL-E27: six less two, twice, is eight."""
    match = march("weather: 2\nM31: 11R/1 >S\nV1: B4.1 >N")
    play(match, "11R/1")
    assert "4 movement points (8 away from the front)" in match.decision.prompt


@pytest.mark.case("generation-lost", "12.9.5")
def test_an_enemy_who_is_surrounded_does_not_hinder_a_march():
    ring = "\nN30: 11R/2 >S\nP30: 11R/3 >S\nO29: 12R/1 >S"
    text = "M31: 5/1 >S\nO31: B4.1 >N disrupted"
    assert "(12 away from the front)" not in prompt(march(text), "5/1")
    assert "(12 away from the front)" in prompt(march(f"{text}\nN31: 11R/2 >S\nP31: 11R/3 >S"), "5/1")
    assert "(12 away from the front)" not in prompt(march(f"{text}{ring}"), "5/1")


def prompt(match, unit):
    play(match, unit)
    return match.decision.prompt


# ------------------------------------------------------------------------------------------------ 16.5.1 withdrawal


ENGAGED = '\nengagements: [{"cell": %d, "side": %d, "units": [%d], "starts": [%d], "facings": [4]}]'


@pytest.mark.case("generation-lost", "3.0-Withdrawal", "12.0")
def test_an_engaged_defender_withdraws_by_a_normal_move_an_attacker_does_not():
    """GL-R147, GL-R148: the first square may lie in an enemy zone."""
    note = ENGAGED % (CELL["P31"], 1, C.unit["B4.1"], CELL["Q31"])
    match = march(f"P31: 11R/1 >S, B4.1 >N\nQ31: B4.2 >N{note}")
    assert "O31" in reach(match, "11R/1")
    assert "M31" not in reach(match, "11R/1")  # the zone of B4.1 stops it in the first square
    move(match, "11R/1", "O31")
    assert at(match, "11R/1") == "O31"
    assert game_position(match).engagements == ()
    assert control(match, "P31") == "french"
    note = ENGAGED % (CELL["P31"], 0, C.unit["11R/1"], CELL["O31"])
    bound = march(f"P31: 11R/1 >S, B4.1 >N{note}")
    assert refused(bound, "11R/1").reason == "11R/1 is engaged: only defenders may withdraw"
    assert not legal(bound, "11R/1") and "turned" not in states(bound, "11R/1")
