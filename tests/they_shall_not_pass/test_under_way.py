"""Positions for testers: in the middle of a phase, with hits to take, with crowded hexes; and what cannot be is refused."""

from __future__ import annotations

import pytest

from trenchline.core.errors import NotationError

from .kit import GAME, at, options, play, points, position, refused, states

DUEL = "turn: 2\nstep: german-assault\n3013: IR81, IR87, Pi21, FAR27\n3014: 42RI, 44RI\n3016: AD14"


def wrong(text):
    """Why a position is not accepted."""
    with pytest.raises(NotationError) as fault:
        position(text)
    return str(fault.value)


def again(match):
    """The match of its own text form."""
    return GAME.position(GAME.notation(match))


# ------------------------------------------------------------------------------------------------ hits to be taken


@pytest.mark.case("they-shall-not-pass", "9.4", "9.42")
def test_a_position_can_begin_with_hits_to_take():
    match = position(f"{DUEL}\nhits: 2/3 3014 IR81 IR87")
    assert match.player == "french" and options(match) == {"lose=1", "lose=2", "lose=3"}
    play(match, "lose=3", "42RI", "42RI")
    assert match.player == "german" and options(match) == {"lose=1", "lose=2"}
    assert states(match, "IR81") == {"attacked"} and states(match, "44RI") == {"assaulted", "reduced"}


@pytest.mark.case("they-shall-not-pass", "9.44", "9.31", "9.45")
def test_guns_of_either_side_and_pioneers_take_part_as_in_a_fight_that_was_played():
    match = position(f"{DUEL}\nhits: 2/0 3014 IR81 Pi21 FAR27 AD14")
    assert match.player == "german"
    assert "fired" in states(match, "FAR27") and "fired" in states(match, "AD14")
    play(match, "lose=1")
    assert "reduced" in states(match, "Pi21") and {a.unit for a in match.actions()} == {"IR81", "Pi21", "FAR27"}


@pytest.mark.case("they-shall-not-pass", "14.82", "9.0b")
def test_hits_on_a_fort_alone_destroy_it_and_it_counts_as_assaulted():
    text = "turn: 2\nstep: german-assault\n2514: IR81\n3013: IR87\n3014: 42RI"
    match = position(f"{text}\nhits: 0/1 2515 IR81")
    assert match.decision.kind == "Advance"
    match = position(f"{text}\nhits: 0/0 2515 IR81")
    assert refused(match, "2515").cases == ("9.0b",)


def test_a_position_with_hits_reads_and_writes_like_any_other():
    match = position(f"{DUEL}\nhits: 2/3 3014 IR81 IR87")
    assert again(match).hash() == match.hash()


@pytest.mark.parametrize(
    ("hits", "why"),
    [
        ("2/3", "written"),
        ("many 3014 IR81", "written"),
        ("2/10 3014 IR81", "written"),
        ("2/3 3015 IR81", "nothing to assault"),
        ("2/3 9999 IR81", "nothing to assault"),
        ("2/3 3014 IR99", "no counter"),
        ("2/3 3014 FAR27", "somebody must have attacked (9.1)"),
        ("2/3 3014 FR80", "not next to 3014 (9.0)"),
        ("2/3 3014 IR81 42RI", "only his guns"),
        ("2/3 3014 IR81 XXX.A", "not on the map (9.3)"),
        ("2/3 3014 IR81 IR81", "twice"),
    ],
)
def test_hits_of_a_fight_that_could_not_be_are_refused(hits, why):
    assert why in wrong(f"{DUEL}\n3010: FR80\nhits: {hits}")


def test_hits_belong_to_an_assault_phase_and_to_no_stack():
    assert "Assault Phase (9.4)" in wrong("turn: 2\nstep: german-movement\n3013: IR81\n3014: 42RI\nhits: 1/1 3014 IR81")
    assert "stack" in wrong(f'{DUEL}\nhits: 1/1 3014 IR81\nstack: [{{"type":"Assault","side":0}}]')


# ------------------------------------------------------------------------------------------------ marks


@pytest.mark.case("they-shall-not-pass", "8.1", "8.22")
def test_marks_of_movement_and_points_left_are_kept():
    match = position("turn: 2\nstep: german-movement\n3012: IR81 moved mp=2\n3010: IR87 moved\n2812: FR80\n3016: 42RI")
    assert match.decision.kind == "Movement" and states(match, "IR81") == {"moved"}
    assert (points(match, "IR81"), points(match, "IR87")) == (1, 0) and points(match, "FR80") > 1
    assert {"IR81", "FR80"} <= options(match) and refused(match, "IR87").cases == ("8.1",)
    strategic = position("turn: 2\nstep: german-movement\n3004: IR81 moved strategic mp=2\n3016: 42RI")
    assert refused(strategic, "IR81").cases == ("8.22",)


@pytest.mark.case("they-shall-not-pass", "9.0b")
def test_who_has_attacked_or_been_assaulted_in_the_phase_is_kept():
    match = position("turn: 2\nstep: german-assault\n3013: IR81 attacked, IR87\n3014: 42RI\n2914: 44RI assaulted")
    assert options(match) == {"3014", "done"} and refused(match, "2914").cases == ("9.0b",)
    play(match, "3014")
    assert refused(match, "IR81").cases == ("9.0b",)
    fort = position("turn: 2\nstep: german-assault\nstruck: 2515\n2514: IR81\n3013: IR87\n3014: 42RI")
    assert refused(fort, "2515").cases == ("9.0b",)


@pytest.mark.case("they-shall-not-pass", "13.0")
def test_a_stack_that_has_broken_through_is_kept():
    match = position("turn: 2\nstep: german-breakthrough\n3012: Pi21 moved\n2012: Pi25\n1905: 42RI")
    assert options(match) == {"2012", "done"} and "has moved" in refused(match, "3012").reason


def test_marks_that_no_such_step_begins_with_are_refused():
    assert "Assault Phase begins without" in wrong("turn: 2\nstep: german-assault\n3013: IR81 moved\n3014: 42RI")
    assert "mp=4" in wrong("turn: 2\nstep: german-assault\n3013: IR81 mp=4\n3014: 42RI")
    assert "mp=4" in wrong("turn: 2\nstep: german-movement\n3013: IR81\n3014: 42RI mp=4")  # it is not their phase
    assert "not on the map" in wrong("turn: 2\nstep: german-movement\n3013: IR81\nreserve: IR60 mp=4")


@pytest.mark.parametrize("step", ["german-movement", "german-assault", "german-breakthrough", "french-movement"])
def test_without_marks_the_step_begins_afresh(step):
    text = f"turn: 2\nstep: {step}\n3013: IR81, Pi21\n3014: 42RI, XXX.HQ"
    assert states(position(text), "IR81") == set() == states(again(position(text)), "IR81")


# ------------------------------------------------------------------------------------------------ crowds


@pytest.mark.case("they-shall-not-pass", "8.31", "8.33", "8.12")
@pytest.mark.parametrize(
    ("step", "crowd"),
    [
        ("german-movement", "IR81, IR87, FR80"),  # on the way, or just arrived
        ("french-movement", "42RI, 44RI, 35RI"),
        ("german-breakthrough", "IR81, IR87, FR80"),  # retreats may overfill
        ("german-replacements", "IR81, IR87, FR80"),
        ("french-bombardment", "42RI, 44RI, 35RI"),
    ],
)
def test_a_hex_may_be_over_the_limit_where_the_rules_can_have_left_it_so(step, crowd):
    match = position(f"turn: 2\nstep: {step}\n3014: {crowd}\n2012: XXX.A\n1601: IR116")
    assert {at(match, unit) for unit in crowd.split(", ")} == {"3014"} and GAME.audit(match.position) == []


@pytest.mark.case("they-shall-not-pass", "8.31", "TP-R137")
def test_where_nothing_can_have_overfilled_a_hex_it_is_refused():
    text = "3014: IR81, IR87, FR80\n2012: 42RI"
    assert "3014 is over the stacking limit" in wrong(f"turn: 2\nstep: french-bombardment\n{text}")
    assert position(f"turn: 2\nstep: french-bombardment\nweather: bad\n{text}")  # the breakthrough was cancelled
    assert "(8.31)" in wrong("turn: 1\nstep: german-bombardment\n3014: 42RI, 44RI, 35RI\n2001: III.A1")
