"""7.2 Interdiction."""

import pytest

from .kit import C, assault, at, fight, options, play, points, position, price, reach, refused, run_to, states, step


def guns(text: str, dice=(), side: str = "german", turn: int = 2):
    return position(f"turn: {turn}\nstep: {side}-bombardment\n{text}", dice)


def shells(match) -> set[str]:
    """The hexes with a marker."""
    p = match.position
    return {p.label(cell) for cell, marks in enumerate(p.shelled) if marks}


def shoot(match, gun: str, cell: str) -> bool:
    """One gun at one hex: whether a marker lies there afterwards."""
    play(match, f"interdict:{gun}", f"{gun}-{cell}")
    return cell in shells(match)


@pytest.mark.case("they-shall-not-pass", "7.21", "7.2", "TP-R62", "7.3")
@pytest.mark.parametrize(
    ("side", "gun", "turn", "best"),
    [
        ("german", "HVY", 2, 5), ("german", "III.A1", 2, 4), ("german", "NAV", 3, 4), ("french", "XXX.A", 2, 3),
        ("french", "RR", 2, 4), ("french", "LB", 2, 3),
        ("german", "HVY", 1, 5), ("german", "III.A1", 1, 5), ("french", "XXX.A", 1, 3),  # the first day favours Germans alone
    ],
)  # fmt: skip
def test_a_die_below_the_gun_s_strength_places_a_marker_and_a_six_never_does(side, gun, turn, best):
    text = "2003: III.A1\ntrack: HVY\nnaval: NAV\n0909: XXX.A\n0105: LB\n1111: RR\n"
    for die in (1, best, best + 1, 6):
        assert shoot(guns(text, [die], side, turn), gun, "1105" if side == "french" else "2005") is (die <= best)


@pytest.mark.case("they-shall-not-pass", "7.3", "TP-R62", "12.3a", "TP-R63")
def test_a_demoralized_gun_interdicts_at_half_strength():
    text = "2003: III.A1 demoralized"  # 3: one or two, on the first day up to three
    assert [shoot(guns(text, [die]), "III.A1", "2005") for die in (2, 3)] == [True, False]
    assert [shoot(guns(text, [die], turn=1), "III.A1", "2005") for die in (3, 4)] == [True, False]


@pytest.mark.case("they-shall-not-pass", "7.21")
def test_terrain_does_not_matter_and_guns_do_not_combine():
    match = guns("2003: III.A1, III.A2\n1605: 208R", [4, 4])
    play(match, "interdict:III.A1")
    assert {(a.kind, a.unit) for a in match.actions() if a.cell} == {("shell", "III.A1")}
    play(match, "III.A1-1605")  # a town with a trench on a slope
    assert shells(match) == {"1605"} and states(match, "III.A2") == set()
    assert shoot(match, "III.A2", "2005")


@pytest.mark.case("they-shall-not-pass", "7.21", "TP-R03")
def test_the_hex_must_be_in_range():
    match = guns("2003: III.A1")
    play(match, "interdict:III.A1")
    assert match.legal(match.parse("III.A1-2013")) and refused(match, "III.A1-2014").cases == ("7.21",)


@pytest.mark.case("they-shall-not-pass", "7.2", "7.0")
def test_to_interdict_is_to_fire():
    match = guns("2003: III.A1\n1601: XVIII.HQ", [6])
    assert not shoot(match, "III.A1", "2005")
    assert states(match, "III.A1") == {"fired"} and step(match) == "german-movement"
    assert refused(match, "III.A1").cases == ("8.0",)


@pytest.mark.case("they-shall-not-pass", "TP-R64", "7.21", "7.23")
def test_any_hex_may_be_interdicted_but_supply_sources_and_forges():
    match = guns("naval: NAV\n2009: 208R\n2001: IR81\n2113: 35RI")
    play(match, "interdict:NAV")
    cells = {a.cell for a in match.actions() if a.cell}
    spared = {"0201", "1601", "2201", "1323", "1622", "3307", "3310", "3321", "0105"}
    assert cells == set(C.board.labels) - spared  # own hexes, enemy hexes, empty ones, forts
    for cell in spared:
        assert refused(match, f"NAV-{cell}").cases == ("7.23",)


@pytest.mark.case("they-shall-not-pass", "TP-R64", "7.22")
def test_markers_are_not_limited_and_each_lies_until_the_organization_phase_of_the_side_that_fired_it():
    many = " ".join(f"20{row:02}" for row in range(1, 12))
    match = position(f"turn: 2\nstep: german-bombardment\ngerman shells: {many}\n1601: XVIII.HQ\n1609: XXX.HQ, XXX.A", [1, 6])
    assert len(shells(match)) == 11
    run_to(match, "french-bombardment")
    assert len(shells(match)) == 11  # the French Organization Phase leaves German shells alone
    shoot(match, "XXX.A", "1606")
    play(match, "done")
    assert match.position.turn == 3 and shells(match) == {"1606"}
    run_to(match, "french-bombardment")
    assert shells(match) == set()


@pytest.mark.case("they-shall-not-pass", "7.22", "TP-R64")
def test_a_hex_shelled_by_both_keeps_the_other_s_marker():
    match = position("turn: 2\nstep: german-supply\ngerman shells: 1606\nfrench shells: 1606\n1601: XVIII.HQ")
    assert shells(match) == {"1606"} and match.position.shelled[C.board.index["1606"]] == 2


@pytest.mark.case("they-shall-not-pass", "7.22", "TP-R07", "8.5")
@pytest.mark.parametrize(
    ("start", "goal", "cost", "plain"),
    [
        ("3013", "3014", 2, 1),  # clear
        ("3111", "3112", 4, 2),  # woods
        ("3004", "3005", 4, 2),  # a trench counts as terrain
        ("1802", "1902", 3, 2),  # the brook is not doubled
        ("1606", "1607", 4, 1),  # slope: the road is gone
    ],
)
def test_to_enter_an_interdicted_hex_costs_its_ground_twice_and_the_road_is_gone(start, goal, cost, plain):
    text = f"turn: 2\nstep: german-movement\n{start}: IR81\n"
    assert price(position(text), "IR81", goal) == plain
    assert price(position(text + f"french shells: {goal}"), "IR81", goal) == cost
    assert price(position(text + f"german shells: {goal}"), "IR81", goal) == cost  # whoever fired
    assert price(position(text + f"german shells: {goal}\nfrench shells: {goal}"), "IR81", goal) == cost  # two are as one


@pytest.mark.case("they-shall-not-pass", "TP-R07", "8.42d")
def test_the_surcharge_of_a_zone_is_not_doubled():
    # Clear doubled is 2, a Strong zone 1: three points in all.
    match = position("turn: 2\nstep: german-movement\nweather: bad\nfrench shells: 3014\n3013: IR81\n3012: IR87\n3015: 208R")
    assert "3014" in reach(match, "IR81") and points(match, "IR87") == 3
    assert "3014" not in reach(match, "IR87")  # with the first hex it would be four
    assert "3014" in reach(position("turn: 2\nstep: german-movement\nfrench shells: 3014\n3012: IR87\n3015: 208R"), "IR87")


@pytest.mark.case("they-shall-not-pass", "7.22", "TP-R29", "8.5")
def test_whoever_leaves_an_interdicted_road_hex_pays_the_ground_of_the_next():
    match = position("turn: 2\nstep: german-movement\nfrench shells: 1606\n1606: IR81")
    assert price(match, "IR81", "1607") == 2 and price(match, "IR81", "1608") == 3
    free = position("turn: 2\nstep: german-movement\n1606: IR81")
    assert price(free, "IR81", "1607") == 1 and price(free, "IR81", "1608") == 2


@pytest.mark.case("they-shall-not-pass", "7.22a", "9.52", "12.0", "8.46")
@pytest.mark.parametrize(("dice", "after"), [((3, 3), set()), ((3, 4), {"demoralized"})])
def test_a_unit_that_retreats_into_shellfire_checks_its_morale(dice, after):
    match = fight("3013: IR81, IR87\n3014: 208R\nfrench shells: 3015", dice=[1, *dice])  # 3:1, die 1: 3/1
    assault(match, "3014", "IR81", "IR87")
    play(match, "lose")
    play(match, "208R-3015")
    assert at(match, "208R") == "3015" and states(match, "208R") & {"demoralized"} == after
    assert match.position.rolled == 3


@pytest.mark.case("they-shall-not-pass", "7.22a", "9.52")
def test_without_shells_there_is_no_check():
    match = fight("3013: IR81, IR87\n3014: 208R", dice=[1])
    assault(match, "3014", "IR81", "IR87")
    play(match, "lose", "208R-3015")
    assert at(match, "208R") == "3015" and match.position.rolled == 1


@pytest.mark.case("they-shall-not-pass", "7.23", "7.22")
def test_the_marker_does_nothing_to_those_who_stand_there():
    match = guns("2003: III.A1\n2009: 208R, AD51R, XXX.HQ", [1])
    assert shoot(match, "III.A1", "2009")
    assert not states(match, "208R") | states(match, "AD51R") | states(match, "XXX.HQ")
    assert match.position.rolled == 1


@pytest.mark.case("they-shall-not-pass", "7.23", "6.11", "6.13")
def test_a_source_cannot_be_shut_by_shells():
    match = guns("0105: LB\n1609: XXX.A", side="french")
    assert "interdict:LB" in options(match)
    play(match, "interdict:LB")
    assert refused(match, "LB-0201").cases == ("7.23",) and match.legal(match.parse("LB-0202"))
