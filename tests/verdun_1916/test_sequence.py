"""2 The sequence of play, step by step."""

import pytest

from trenchline.games.verdun_1916.sequence import SEQUENCE

from .kit import GAME, at, options, play, position, run_to, states, step

PHASES = ["command", "bombardment", "movement", "combat", "exploitation", "second-combat", "reorganisation"]


@pytest.mark.case("verdun-1916", "2.0b", "2.1a", "2.1.9", "2.1.10", "VV-R26")
def test_both_sides_have_seven_phases_the_german_first():
    ids = [s.id for s in SEQUENCE.steps]
    german, french = [f"german-{x}" for x in PHASES], [f"french-{x}" for x in PHASES]
    assert ids == ["french-setup", "german-setup", *german, "interphase", *french, "administration", "extra-turn"]
    assert [s.number for s in SEQUENCE.steps if s.id.startswith("german-") and s.number] == list("1234567")


EVERYTHING = """
3109: IR81, XVIII.HQ, FA21
3112: IR87, ST4
3113: 42RI
3116: 14.HQ, AD14, 44RI
"""


@pytest.mark.case("verdun-1916", "2.1.2a", "2.1.3a", "2.1.4a", "2.1.5", "2.1.6a", "2.1.9")
def test_the_phases_follow_each_other():
    match = position(f"turn: 2\nstep: german-command\n{EVERYTHING}")
    seen = []
    while match.position.turn == 2:
        if step(match) not in seen:
            seen.append(step(match))
        play(match, "done")
    asked = ["bombardment", "movement", "combat", "exploitation"]
    assert seen == [f"{side}-{phase}" for side in ("german", "french") for phase in asked]  # nobody exploited: no second combat


@pytest.mark.case("verdun-1916", "2.1.10", "2.0a")
def test_the_turn_marker_advances_and_five_turns_are_played():
    match = position(f"turn: 4\nstep: german-command\n{EVERYTHING}")
    run_to(match, "german-bombardment", turn=5)
    assert match.position.turn == 5
    run_to(match, "extra-turn")
    assert step(match) == "extra-turn" and not match.over


@pytest.mark.case("verdun-1916", "2.1.7", "2.1.8a", "2.1.8b", "VV-R27")
def test_the_interphase_refreshes_guns_and_nothing_else():
    match = position(
        f"turn: 2\nstep: german-reorganisation\n{EVERYTHING.replace('FA21', 'FA21 fired').replace('42RI', '42RI neutralised')}"
    )
    assert step(match) == "french-bombardment"
    assert states(match, "FA21") == set() and states(match, "42RI") == {"neutralised"}


@pytest.mark.case("verdun-1916", "2.1.8a", "2.1.2c")
def test_bombers_are_ready_again_in_the_next_turn():
    match = position(f"turn: 2\nstep: german-bombardment\n{EVERYTHING}\narmy: AIR1", dice=[1])
    play(match, "3113", "AIR1", "fire")
    assert "fired" in states(match, "AIR1") and at(match, "AIR1") == "army"
    run_to(match, "german-bombardment", turn=3)
    assert "fired" not in states(match, "AIR1")


@pytest.mark.case("verdun-1916", "2.0b")
def test_the_scenarios_begin_with_the_german_guns_or_the_french_set_up():
    ready = GAME.start("historical", seed=1)
    assert (ready.player, step(ready), ready.position.turn) == ("german", "german-bombardment", 1)
    free = GAME.start("historical_free", seed=1)
    assert (free.player, step(free)) == ("french", "french-setup")
    assert "historical" in options(free)


# ------------------------------------------------------------------------------------------------ the extra turn


def fifth(text=EVERYTHING, more=""):
    match = position(f"turn: 5\nstep: french-reorganisation\n{more}\n{text}")
    assert step(match) == "extra-turn"
    return match


@pytest.mark.case("verdun-1916", "14.2D-j", "14.2D-k", "14.2D-l", "14.3D-h", "14.3D-i", "14.3D-j", "2.0a", "VV-R75")
@pytest.mark.parametrize("scenario", ["historical", "hypothetical"])
@pytest.mark.parametrize(("german", "french", "points"), [("call", "decline", -3), ("decline", "call", 3), ("call", "call", 0)])
def test_either_side_may_call_it_at_a_price(scenario, german, french, points):
    match = fifth(more=f"scenario: {scenario}")
    play(match, german, french)
    assert match.position.turn == 6 and not match.over
    assert match.view("german").points == points
    run_to(match, "never")
    assert match.over and match.result.points == points


@pytest.mark.case("verdun-1916", "14.2D-j", "14.2D-k", "VV-R75")
def test_if_nobody_calls_the_game_is_over():
    match = fifth()
    assert match.player == "german" and options(match) == {"call", "decline"}
    play(match, "decline", "decline")
    assert match.over and match.result.points == 0


@pytest.mark.case("verdun-1916", "14.2D-l", "VV-R75")
def test_the_second_to_speak_does_not_know_what_the_first_said():
    views = []
    for word in ("call", "decline"):
        match = fifth()
        events = play(match, word)
        assert match.player == "french" and not events
        views.append((match.decision, match.view("french")))
    assert views[0] == views[1]


@pytest.mark.case("verdun-1916", "14.2D-a", "14.2D-b", "VV-R75")
def test_the_extra_turn_has_no_benefits_of_the_first():
    match = fifth()
    play(match, "call", "decline")
    assert match.position.turn == 6 and step(match) == "german-bombardment"
    run_to(match, "german-movement")
    assert step(match) == "german-movement"
