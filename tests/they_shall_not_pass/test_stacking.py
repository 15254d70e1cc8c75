"""8.3 Stacking."""

import pytest

from trenchline.core.audit import out_of_step
from trenchline.games.they_shall_not_pass.components import GERMAN
from trenchline.games.they_shall_not_pass.victory import casualties

from .kit import assault, at, fight, move, options, play, position, refused, run_to, step


def may_end(stack: str, side: str = "german") -> bool:
    """Whether a side may end its Movement Phase with a stack in an open hex."""
    match = position(f"turn: 2\nstep: {side}-movement\n3016: {stack}")
    if match.legal(match.parse("done")):
        return True
    assert refused(match, "done").cases == ("8.31",)
    return False


@pytest.mark.case("they-shall-not-pass", "8.3", "8.31")
def test_two_regiments_may_end_in_a_hex_and_a_third_may_not():
    assert may_end("IR81, IR87") and not may_end("IR81, IR87, FR80")
    assert may_end("IR81 reduced, IR87 reduced") and not may_end("IR81 reduced, IR87 reduced, FR80 reduced")
    assert may_end("35RI, 42RI", "french") and not may_end("35RI, 42RI, 44RI", "french")


@pytest.mark.case("they-shall-not-pass", "8.32", "TP-R74")
@pytest.mark.parametrize(
    ("side", "full", "extra"),
    [
        ("german", "IR81, XVIII.A1", "XVIII.HQ"),  # a corps gun is a regiment
        ("german", "XVIII.A1, XVIII.A2", "FAR27"),
        ("german", "IR81, XVIII.HQ, FAR27", "Pi25"),  # HQs, battalions and divisional guns are halves
        ("german", "IR81, FAR27, FAR25", "XVIII.HQ"),
        ("german", "IR81, GRem1, GRem2", "XVIII.HQ"),  # so are remnants
        ("french", "56BCP, 59BCP, I.44T, II.44T", "III.44T"),
        ("french", "35RI, 56BCP, I.44T", "XXX.HQ"),
        ("french", "35RI, RR", "XXX.HQ"),  # the railroad gun counts one
        ("french", "RR, 56BCP, 59BCP", "AD14"),
        ("french", "35RI, FRem1, FRem2", "FRem3"),
    ],
)
def test_what_the_other_units_count(side, full, extra):
    assert may_end(full, side) and not may_end(f"{full}, {extra}", side)


@pytest.mark.case("they-shall-not-pass", "8.32", "14.81")
def test_a_fort_garrison_takes_no_room():
    match = position("turn: 2\nstep: french-movement\n2113: 35RI, 42RI")
    assert match.legal(match.parse("done"))
    over = position("turn: 2\nstep: french-movement\n2113: 35RI, 42RI, XXX.HQ")
    assert refused(over, "done").cases == ("8.31",)


@pytest.mark.case("they-shall-not-pass", "8.31", "TP-R75", "14.5")
def test_one_pioneer_is_free_beside_a_unit_of_its_division():
    assert may_end("IR81, IR87, Pi21") and may_end("IR81, LGIR115, Pi21")
    assert not may_end("IR81, IR87, Pi25")  # another division's
    assert may_end("FAR27, IR116, XVIII.HQ, Pi21")  # a gun of its division will do
    assert not may_end("IR116, XVIII.A1, Pi21")  # a gun of its corps will not
    assert not may_end("IR81, LGIR115, Pi21, Pi25")  # one pioneer, not two
    assert may_end("IR81, Pi21, Pi25, FAR25")  # the second counts a half: 1 + 1/2 + 1/2


@pytest.mark.case("they-shall-not-pass", "8.12", "8.34", "8.31")
def test_the_limit_is_looked_at_when_the_phase_ends_and_not_before():
    match = position("turn: 2\nstep: german-movement\n3012: IR81\n3013: IR87, FR80\n3015: IR116, IR117")
    move(match, "IR81", "3013")  # three in the hex for the moment
    move(match, "IR81", "3014", "3015", "3016")  # and through another full one
    assert at(match, "IR81") == "3016" and match.legal(match.parse("done"))


@pytest.mark.case("they-shall-not-pass", "8.31", "8.12")
def test_any_unit_of_the_full_hex_may_make_room():
    match = position("turn: 2\nstep: german-movement\n3012: IR81\n3013: IR87, FR80")
    move(match, "IR81", "3013")
    assert not match.legal(match.parse("done"))
    move(match, "FR80", "3014")
    assert match.legal(match.parse("done"))


@pytest.mark.case("they-shall-not-pass", "8.31", "8.12", "13.0")
def test_the_limit_holds_at_the_end_of_the_breakthrough_phase_too():
    match = position("turn: 2\nstep: german-breakthrough\n3012: IR81, Pi21\n3013: IR116, IR117\n2810: Pi25")
    play(match, "3012", "Pi21", "IR81", "go", "3013")
    play(match, "stop")
    play(match, "done")  # nothing can leave any more
    assert match.decision.kind == "Overstacked" and options(match) == {"IR81", "Pi21", "IR116", "IR117"}


@pytest.mark.case("they-shall-not-pass", "8.33", "6.4", "6.33b")
def test_arrivals_may_overstack_until_the_end_of_their_movement_phase():
    match = position("turn: 4\nstep: french-reinforcements\n1323: 35RI, 42RI\nreserve: 9Z, 1MZT, 418RI, 2BCP, 4BCP, AD153")
    assert step(match) == "french-movement" and at(match, "9Z") == "1323"
    assert refused(match, "done").cases == ("8.31",)


@pytest.mark.case("they-shall-not-pass", "TP-R19", "8.31")
def test_what_cannot_be_moved_out_of_a_full_hex_is_lost():
    ring = "3013: 35RI\n3115: 42RI\n2915: 44RI"  # every way out leads from one Strong zone into another
    match = position(f"turn: 2\nstep: german-movement\n3014: IR81, IR87, FR80, Pi21\n{ring}")
    assert not {"IR81", "IR87", "FR80", "Pi21"} & options(match)
    play(match, "done")
    assert match.player == "german" and match.decision.kind == "Overstacked"
    play(match, "FR80")
    assert at(match, "FR80") == "eliminated" and casualties(match.position, GERMAN) == 2
    assert step(match) == "german-assault"  # two regiments and the free pioneer fit


@pytest.mark.case("they-shall-not-pass", "TP-R19", "8.12")
def test_while_one_move_would_cure_it_the_phase_cannot_end():
    match = position("turn: 2\nstep: german-movement\n3014: IR81, IR87, FR80\n3013: 35RI\n3115: 42RI")
    assert refused(match, "done").cases == ("8.31",)  # 2914 and 2915 lie in one zone only
    move(match, "FR80", "2915")
    assert match.legal(match.parse("done"))


@pytest.mark.case("they-shall-not-pass", "TP-R73", "9.42b", "8.12")
def test_a_retreat_may_overfill_a_hex_and_the_owner_cures_it_in_his_next_movement_phase():
    match = fight("3013: IR81, IR87\n3014: 208R\n3015: 35RI, 42RI\n1609: XXX.HQ", dice=[1])  # 3:1, die 1: 3/1
    assault(match, "3014", "IR81", "IR87")
    play(match, "lose", "208R-3015")
    assert at(match, "208R") == "3015"
    play(match, "lose=3", "IR81", "IR87", "IR81")
    run_to(match, "french-movement")
    assert refused(match, "done").cases == ("8.31",)


CROWD = "3014: IR81, IR87, FR80"  # three regiments where two may stand


def button(match, text):
    """What the button of an action says."""
    return match.position.stack[-1].label(match.position, match.parse(text))


@pytest.mark.case("they-shall-not-pass", "TP-R137", "TP-R19", "8.31")
def test_before_movement_ends_the_player_hears_what_it_costs():
    ring = "3013: 35RI\n3115: 42RI\n2915: 44RI"
    match = position(f"turn: 2\nstep: german-movement\n3014: IR81, IR87, FR80, Pi21\n{ring}")
    assert match.decision.prompt.endswith("Ending now removes 1 unit in {3014}: it is over the stacking limit (8.31).")
    assert button(match, "done") == "End movement and remove 1 unit"
    match = position(f"turn: 2\nstep: german-movement\n3014: IR81, IR87, FR80, LGIR115\n{ring}")
    assert "removes 2 units in {3014}" in match.decision.prompt
    assert button(match, "done") == "End movement and remove 2 units"


@pytest.mark.case("they-shall-not-pass", "TP-R137", "8.31")
def test_while_a_move_would_cure_it_or_nothing_is_wrong_there_is_no_warning():
    for crowd in ("IR81, IR87, FR80", "IR81, IR87"):  # the first may not end its phase so at all
        match = position(f"turn: 2\nstep: german-movement\n3014: {crowd}")
        assert "removes" not in match.decision.prompt
    assert button(match, "done") == "End movement"


@pytest.mark.case("they-shall-not-pass", "TP-R137", "13.0", "8.31")
def test_before_the_breakthrough_ends_the_player_hears_what_it_costs():
    match = position("turn: 2\nstep: german-breakthrough\n3012: IR81, Pi21\n3013: IR116, IR117\n2810: Pi25")
    assert "removes" not in match.decision.prompt and button(match, "done") == "End the breakthrough"
    play(match, "3012", "Pi21", "IR81", "go", "3013", "stop")
    assert "Ending now removes 1 unit in {3013}" in match.decision.prompt  # Pi21, with nobody of its division but IR81
    assert button(match, "done") == "End the breakthrough and remove 1 unit"
    play(match, "done", "IR81")
    assert match.decision.kind == "Overstacked"  # he chose the regiment: the pioneers are a half without it


@pytest.mark.case("they-shall-not-pass", "TP-R137", "13.0", "5.1")
def test_a_breakthrough_that_nobody_can_make_is_asked_about_where_it_costs_units():
    match = position(f"turn: 2\nstep: german-breakthrough\n{CROWD}\n2012: 42RI, XXX.HQ")
    assert match.decision.prompt.startswith("Breakthrough: no stack can move; end the phase. Ending now removes 1 unit in {30")


@pytest.mark.case("they-shall-not-pass", "TP-R137", "TP-R19", "5.1", "8.33")
def test_a_breakthrough_that_bad_weather_cancels_judges_no_stacks():
    match = position(f"turn: 2\nstep: german-breakthrough\nweather: bad\n{CROWD}\n2012: 42RI, XXX.HQ", dice=[6])
    assert step(match) == "french-movement" and {at(match, u) for u in ("IR81", "IR87", "FR80")} == {"3014"}
    run_to(match, "german-movement")  # the next phase of theirs that is really played
    assert refused(match, "done").cases == ("8.31",)


@pytest.mark.case("they-shall-not-pass", "TP-R137", "TP-R19", "13.0")
def test_in_good_weather_the_breakthrough_is_played_and_its_end_removes_what_cannot_leave():
    match = position(f"turn: 2\nstep: german-breakthrough\n{CROWD}\n2012: 42RI, XXX.HQ")
    assert options(match) == {"done"}  # nobody can break through: he is told before it happens
    play(match, "done")
    assert match.decision.kind == "Overstacked"
    play(match, "FR80")
    assert at(match, "FR80") == "eliminated" and step(match) == "french-movement"


@pytest.mark.case("they-shall-not-pass", "TP-R73", "9.6", "8.31")
def test_an_advance_may_never_overfill_a_hex():
    match = fight("3013: IR81, IR87\n2914: IR116, Pi21\n3014: 208R", dice=[6])  # 5:1, die 6: 0/4
    assault(match, "3014", "IR81", "IR87", "IR116", "Pi21")
    assert at(match, "208R") == "eliminated"
    play(match, "IR81-3014", "IR87-3014")
    assert "IR116-3014" not in options(match)
    assert "Pi21-3014" in options(match)  # free beside its division


def test_the_number_of_counters_in_a_hex_follows_them_and_the_audit_compares_it():
    p = position("turn: 2\nstep: german-movement\n3016: IR81, IR87, FR80").position
    hex_3016 = p.c.board.index["3016"]
    assert p.crowded(2) == [hex_3016] and p.crowded(3) == []
    p.put(p.c.unit["FR80"], p.c.box["eliminated"])
    assert p.crowded(2) == [] and p.crowded(1) == [hex_3016]
    sound = out_of_step(p, "8.4")
    p.crowd[hex_3016] += 1
    assert not sound and "out of step" in out_of_step(p, "8.4")[0]
