"""13.0 Breakthrough movement."""

import pytest

from .kit import assault, at, fight, options, play, position, refused, states, step


def phase(text: str, side: str = "german", weather: str = "good", rules: str = "none"):
    return position(f"turn: 2\nstep: {side}-breakthrough\nweather: {weather}\noptions: {rules}\n{text}")


def goals(match) -> set[str]:
    """Where the group can go now."""
    return {a.cell for a in match.actions() if a.kind == "advance"}


@pytest.mark.case("they-shall-not-pass", "13.0", "14.5", "14.6")
def test_pioneers_hunters_and_whoever_stands_with_them_may_move_again():
    match = phase("3013: Pi21, IR81\n2810: IR87")
    assert options(match) == {"3013", "done"}
    play(match, "3013")
    assert options(match) == {"Pi21"}  # the pioneer leads, the others join
    play(match, "Pi21")
    assert options(match) == {"IR81", "go"}
    play(match, "IR81", "go", "3014")
    assert at(match, "Pi21") == at(match, "IR81") == "3014"
    french = phase("3013: 56BCP, 35RI\n2810: 42RI", "french")
    assert options(french) == {"3013", "done"}


@pytest.mark.case("they-shall-not-pass", "13.0", "TP-R26")
@pytest.mark.parametrize(
    ("text", "side", "group", "hexes"),
    [
        ("3012: Pi21", "german", ["Pi21"], 2),  # half of 4
        ("3012: Pi21 unsupplied", "german", ["Pi21"], 1),  # half of 2
        ("3012: 56BCP", "french", ["56BCP"], 3),  # half of 5, up
        ("3012: 56BCP unsupplied", "french", ["56BCP"], 2),  # half of 3, up
        ("3012: 56BCP, 35RI", "french", ["56BCP", "35RI"], 2),  # as fast as its slowest
        ("3012: Pi21, XVIII.A1", "german", ["Pi21", "XVIII.A1"], 2),  # half of 3, up
    ],
)
def test_a_group_has_half_its_current_allowance_fractions_up(text, side, group, hexes):
    match = phase(text, side)
    play(match, "3012", *group, "go")
    column = [f"30{row}" for row in range(13, 17)]
    assert [cell for cell in column if cell in goals(match)] == column[:hexes]


@pytest.mark.case("they-shall-not-pass", "13.0", "8.1")
def test_one_hex_is_always_allowed():
    match = phase("2004: Pi21 unsupplied")  # one point; the woods and heights of 2105 would cost five
    play(match, "2004", "Pi21", "go")
    assert "2105" in goals(match)
    play(match, "2105")
    assert at(match, "Pi21") == "2105" and match.decision.kind != "BreakthroughMove"


@pytest.mark.case("they-shall-not-pass", "13.0", "5.1", "5.2", "4.0.VI")
def test_there_is_no_breakthrough_in_bad_weather():
    assert step(phase("3013: Pi21", weather="bad")) != "german-breakthrough"
    assert step(phase("3013: Pi21")) == "german-breakthrough"


@pytest.mark.case("they-shall-not-pass", "13.0", "TP-R108")
def test_a_stack_may_leave_units_behind_where_it_started_and_not_split_otherwise():
    match = phase("3013: Pi21, Pi25, IR81, FAR25")
    play(match, "3013", "Pi21", "IR81", "go", "3014")
    assert at(match, "IR81") == at(match, "Pi21") == "3014"
    assert {a.kind for a in match.actions()} == {"advance", "stop"}  # they go on together or stop together
    play(match, "3015")
    assert at(match, "IR81") == at(match, "Pi21") == "3015"
    assert at(match, "Pi25") == at(match, "FAR25") == "3013"
    assert options(match) == {"done"}  # the rest has had its chance


@pytest.mark.case("they-shall-not-pass", "13.0", "TP-R108")
def test_whoever_joins_a_pioneer_only_during_the_phase_does_not_move_with_it():
    match = phase("3013: Pi21\n3014: IR81\n2810: Pi25")
    play(match, "3013", "Pi21", "go", "3014", "stop")
    assert options(match) == {"2810", "done"}  # IR81 has a pioneer beside it now, too late


@pytest.mark.case("they-shall-not-pass", "TP-R108", "12.3b", "4.0.VI")
def test_steady_infantry_hqs_and_unfired_steady_guns_go_along_and_others_stay():
    match = phase("3013: Pi21, IR81, IR87 demoralized, XVIII.HQ disrupted, FAR27, FAR25 fired, FAR18 demoralized")
    play(match, "3013", "Pi21")
    assert options(match) == {"IR81", "XVIII.HQ", "FAR27", "go"}


@pytest.mark.case("they-shall-not-pass", "TP-R108", "12.3b")
def test_a_demoralized_leader_leads_nobody():
    assert step(phase("3013: Pi21 demoralized, IR81")) != "german-breakthrough"


@pytest.mark.case("they-shall-not-pass", "TP-R108", "13.0")
def test_who_moved_and_fought_before_may_break_through_all_the_same():
    match = position("turn: 2\nstep: german-movement\n3011: IR81, Pi21\n3014: 208R", [6])
    play(match, "IR81", "IR81-3013", "Pi21", "Pi21-3013", "done")
    assault(match, "3014", "IR81", "Pi21")  # 8:4, one up for the pioneer: 3:1, die 6: 1/4
    play(match, "lose=1", "IR81-3014", "Pi21-3014")
    assert step(match) == "german-breakthrough" and "3014" in options(match)
    play(match, "3014", "Pi21", "IR81", "go")
    assert {"3015", "3016"} <= goals(match)


@pytest.mark.case("they-shall-not-pass", "TP-R108", "8.1a", "TP-R76")
def test_corps_guns_flip_when_they_break_through_and_divisional_guns_do_not():
    match = phase("3013: Pi21, XVIII.A1, FAR27")
    play(match, "3013", "Pi21", "XVIII.A1", "FAR27", "go", "3014")
    assert "fired" in states(match, "XVIII.A1") and "fired" not in states(match, "FAR27")


@pytest.mark.case("they-shall-not-pass", "TP-R108", "8.42a", "8.42", "8.42e", "13.0")
def test_zones_hold_in_full():
    match = phase("3013: Pi21, IR81\n3015: 208R")
    play(match, "3013", "Pi21", "IR81", "go")
    assert "3014" in goals(match) and "3015" not in goals(match)
    play(match, "3014")  # clear and a Strong zone: two points, and stop
    assert match.decision.kind != "BreakthroughMove"
    train = phase("3013: Pi21, XVIII.HQ\n3015: 208R")
    play(train, "3013", "Pi21", "XVIII.HQ", "go")
    assert "3014" not in goals(train)  # the HQ may not enter the zone, so the group does not
    inside = phase("3013: Pi21, IR81\n3014: 208R")
    play(inside, "3013", "Pi21", "IR81", "go")
    assert not goals(inside) & {"3114", "2914"}


@pytest.mark.case("they-shall-not-pass", "TP-R108", "13.0", "8.22")
def test_no_assault_and_no_strategic_march_follow():
    match = phase("3012: Pi21, IR81\n3014: 208R\n1609: XXX.HQ")
    play(match, "3012", "Pi21", "IR81", "go", "3013")
    assert step(match) == "german-breakthrough" and options(match) == {"done"}
    play(match, "done")
    assert match.player == "french"


@pytest.mark.case("they-shall-not-pass", "TP-R109", "13.0", "9.44", "9.61")
@pytest.mark.parametrize(("state", "survives"), [("", True), ("reduced", False)])
def test_with_its_pioneer_lost_in_the_assault_a_stack_does_not_break_through(state, survives):
    match = fight(f"3013: IR81, IR87, Pi21 {state}\n3014: 208R", dice=[6])
    assault(match, "3014", "IR81", "IR87", "Pi21")  # 3:1 and one up for the pioneer, die 6: 1/4
    assert at(match, "208R") == "eliminated"
    play(match, "lose=1")  # the Germans stand; the pioneers take the loss
    assert at(match, "Pi21") == ("3013" if survives else "eliminated")
    play(match, "IR81-3014")
    assert "IR87-3015" in options(match)  # the advance beyond the hex does survive its pioneer
    play(match, "done", "done")  # no more advance, no further assault
    assert (step(match) == "german-breakthrough" and "3013" in options(match)) is survives


@pytest.mark.case("they-shall-not-pass", "13.0")
def test_the_railroad_gun_does_not_leave_its_rails_to_follow_hunters():
    match = phase("3016: 56BCP, RR", "french")
    play(match, "3016", "56BCP", "go")
    assert {"3015", "3017"} <= goals(match)


@pytest.mark.case("they-shall-not-pass", "TP-R108", "14.34")
def test_an_unfired_railroad_gun_may_break_through_along_the_rails():
    match = phase("3016: 56BCP, RR", "french")
    play(match, "3016", "56BCP")
    assert "RR" in options(match)
    play(match, "RR", "go")
    assert {"3116", "2917"} <= goals(match) and not goals(match) & {"3015", "3017", "2916", "3117"}
    spent = phase("3016: 56BCP, RR fired", "french")
    play(spent, "3016", "56BCP")
    assert options(spent) == {"go"}


@pytest.mark.case("they-shall-not-pass", "13.0", "14.13", "14.11")
def test_nobody_digs_in_during_the_phase():
    match = phase("3013: Pi21, IR81")
    assert not any(a.startswith("dig") for a in options(match))
    assert not match.legal(match.parse("dig:IR81")) and refused(match, "dig:Pi21").cases == ("14.13",)
