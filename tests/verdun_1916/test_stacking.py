"""4 Stacking: five steps to a hex when a phase ends."""

import pytest

from .kit import at, legal, march, options, play, position, step, steps


@pytest.mark.case("verdun-1916", "4a", "4b", "4c", "VV-R47")
@pytest.mark.parametrize(
    ("stack", "fits"),
    [
        ("IR87, ST4", True),
        ("IR87, IR117 loss", True),
        ("IR87, XVIII.HQ, FA21", True),
        ("IR87, IR117", False),
        ("IR87, XVIII.HQ, FA21, XVIII.A1", False),
        ("IR87 loss, IR117 loss, FA21", True),
    ],
)
def test_what_fits_in_a_hex_as_movement_ends(stack, fits):
    match = march(f"3113: {stack}\n3001: IR81")
    play(match, "done")
    assert (step(match) != "german-movement") == fits
    if not fits:
        assert match.decision.kind == "Overstacked" and match.decision.cases == ("4a", "4d")


@pytest.mark.case("verdun-1916", "4c", "4b")
def test_on_the_way_there_is_no_limit():
    match = march("3112: IR81\n3113: IR87, ST4\n3114: IR117")
    play(match, "IR81", "IR81-3113", "IR81-3114", "halt")
    assert at(match, "IR81") == "3114" and legal(match, "done")


@pytest.mark.case("verdun-1916", "4d")
def test_the_owner_chooses_which_surplus_steps_go():
    match = march("3113: IR81, IR87, FA21\n3001: IR99")
    play(match, "done")
    assert match.player == "german" and options(match) == {"IR81", "IR87", "FA21"}
    play(match, "IR81")
    assert steps(match, "IR81") == 2 and options(match) == {"IR81", "IR87", "FA21"}
    play(match, "FA21")
    assert at(match, "FA21") == "eliminated" and step(match) != "german-movement"


@pytest.mark.case("verdun-1916", "4b", "VV-R47")
@pytest.mark.parametrize("phase", ["movement", "combat", "exploitation", "second-combat"])
def test_it_is_checked_after_every_movement_and_combat(phase):
    match = position(f"turn: 2\nstep: german-{phase}\n3113: IR81 exploited, IR87\n3114: 42RI\n3001: IR99")
    if legal(match, "done"):
        play(match, "done")
    assert match.decision.kind == "Overstacked" and step(match) == f"german-{phase}"


@pytest.mark.case("verdun-1916", "4e")
def test_markers_and_aircraft_do_not_count():
    match = march("bunkers: 1905\n1905: 164RI neutralised, 72.B1, 72.B2\n3001: IR99", "french")
    play(match, "done")
    assert step(match) != "french-movement"


@pytest.mark.case("verdun-1916", "4a")
def test_the_other_side_is_asked_for_its_own_hexes():
    match = position("turn: 2\nstep: german-combat\n3113: IR81\n3114: 42RI, 44RI")
    play(match, "done")
    assert match.player == "french" and options(match) == {"42RI", "44RI"}
