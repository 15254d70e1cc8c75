"""7.4a, 7.4b, 14.2D-l What one side commits the other does not know until both have spoken."""

import msgspec
import pytest

from .kit import fight, legal, options, play, position

TEXT = "3113: IR81, ST4\n3213: IR87\n3109: FA21, XVIII.A1\n3114: 42RI\n3118: AD14, XXX.A1\narmy: AIR1"
CHOICES = [("IR81",), ("IR81", "ST4", "FA21"), ("IR87", "XVIII.A1", "AIR1")]


def known(match, player):
    """All that a player can get to know: what he sees, what is asked, the log."""
    return msgspec.json.encode(match.view(player)), match.decision_for(player), match.log(player)


def prepared(units):
    match = fight(TEXT)
    events = play(match, "3114", *units)
    return match, events


@pytest.mark.case("verdun-1916", "7.4a", "VV-R25")
def test_while_he_adds_units_the_other_side_learns_nothing_but_the_hex():
    seen = []
    for unit in ("IR81", "IR87", "ST4"):
        match, _ = prepared((unit,))
        view, asked, log = known(match, "french")
        seen.append((view, asked, log))
        assert unit not in asked.prompt and "3114" in asked.prompt
        assert not any(action.unit == unit for action in log)
        assert any(action.unit == unit for action in match.log("german"))
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.case("verdun-1916", "7.4a", "VV-R25")
def test_the_defender_chooses_without_knowing_what_comes():
    seen = []
    for units in CHOICES:
        match, _ = prepared(units)
        events = play(match, "attack")
        assert match.player == "french" and options(match) == {"AD14", "XXX.A1", "ready"}
        assert not any(unit in event.text for event in events for unit in units)
        view, asked, log = known(match, "french")
        seen.append((view, asked, [a for a in log if a.kind != "secret"]))
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.case("verdun-1916", "7.4a", "7.4b", "VV-R25")
def test_the_attacker_does_not_know_the_support_before_it_is_announced():
    seen = []
    for gun in ("AD14", "XXX.A1"):
        match, _ = prepared(("IR81",))
        play(match, "attack")
        events = play(match, gun)
        assert not events
        seen.append(known(match, "german"))
    assert seen[0] == seen[1]


@pytest.mark.case("verdun-1916", "7.4b")
def test_then_both_totals_are_out_and_nothing_is_taken_back():
    match, _ = prepared(("IR81", "FA21"))
    play(match, "attack", "AD14")
    (told,) = [event for event in play(match, "ready") if event.kind == "attack"]
    assert "11 against 9" in told.text and told.cases == ("7.4b",)
    assert not match.can_undo and options(match) == {"resolve"}
    assert match.log("french") == match.log("german") == match.history


@pytest.mark.case("verdun-1916", "7.4a")
def test_a_defender_without_guns_is_not_asked():
    match = fight("3113: IR81\n3114: 42RI")
    play(match, "3114", "IR81", "attack")
    assert match.player == "german" and legal(match, "resolve")


@pytest.mark.case("verdun-1916", "14.2D-j", "14.2D-l", "VV-R75")
def test_the_calls_for_the_extra_turn_are_secret():
    seen = []
    for word in ("call", "decline"):
        match = position("turn: 5\nstep: french-reorganisation\n3114: 42RI\n3001: IR81")
        play(match, word)
        seen.append(known(match, "french"))
    assert seen[0] == seen[1]
    play(match, "call")
    assert match.position.turn == 6 and match.log("french") == match.history
