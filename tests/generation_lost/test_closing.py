"""13.4 Closing in: each unit for itself, a six always fails, doubled losses on both sides."""

import pytest

from .battle import HQS, POOL, assault, fire, outcome, throw
from .kit import (
    at,
    commit,
    commitment,
    game_position,
    here,
    kind,
    lines,
    odds,
    options,
    play,
    refused,
    roll,
    states,
    steps,
    texts,
)

TWO = f"M28: 14R/1 >S\nM29: 14R/2 >S\nN29: 14Fr >N\n{HQS}\n{POOL}"


def closing(text, *units, cell="N29", **more):
    """All units are committed against a square and may close in."""
    match = commitment(text, **more)
    commit(match, cell, *units)
    play(match, "done")
    return match


@pytest.mark.case("generation-lost", "13.4", "13.4.3a", "3.0-ClosingIn")
def test_example_gl_e29_one_unit_closes_one_stays_on_the_line():
    match = closing(TWO, "14R/1", "14R/2")
    assert kind(match) == "Pressing" and options(match) == {"14R/1", "14R/2", "done"}  # nobody must
    play(match, "14R/1")
    assert texts(throw(match, 6)) == ["14R/1 stays on the line"]
    play(match, "14R/2")
    assert texts(throw(match, 2)) == ["14R/2 closes in"]
    assert "pressed" in states(match, "14R/2") and "pressed" not in states(match, "14R/1")


@pytest.mark.case("generation-lost", "13.4.1", "GL-R118")
def test_example_gl_e74_the_closing_test():
    units = {"121/1": 4, "5Fr": 10}  # a regiment of 4, a division of 10
    for unit, face, closes in (("121/1", 4, True), ("121/1", 5, False), ("5Fr", 6, False), ("5Fr", 5, True)):
        side = "french" if unit == "5Fr" else "german"
        defender, hq = ("14R/3", "VIIFr") if side == "french" else ("14Fr", "V")
        text = f"M29: {unit} >S\nN29: {defender} >N\nK29: {hq} >S"
        match = closing(text, unit, side=side)
        play(match, unit)
        assert odds(match).title == f"{unit}: {units[unit]} or less"
        throw(match, face)
        assert ("pressed" in states(match, unit)) == closes, (unit, face)


@pytest.mark.case("generation-lost", "13.4.1", "GL-R118")
def test_each_unit_tests_alone_with_the_number_that_shows():
    match = closing(f"M29: 14R/1 >S entrenched, 14R/2 >S entrenched\nN29: 14Fr >N\n{HQS}", "14R/1", "14R/2")
    assert refused(match, "14R/1~stack").cases[0] == "13.4"
    play(match, "14R/1")
    assert lines(match, of="attack") == {"14R/1": 3}
    throw(match, 4)
    assert refused(match, "14R/1").cases[0] == "13.4"  # once only
    assert "14R/2" in options(match)


@pytest.mark.case("generation-lost", "13.4.1")
def test_the_chance_of_closing_in_is_told():
    match = closing(TWO, "14R/1")
    chances = {o.result: round(o.probability * 6) for o in odds(match, "14R/1").outcomes}
    assert chances == {"closes in": 5, "stays on the line": 1}


@pytest.mark.case("generation-lost", "13.4", "GL-R285", "GL-R146")
def test_closing_comes_after_all_commitments_and_not_in_engagements():
    from .battle import engaged

    text = f"{engaged('N29', 'german', ['14R/1'], ['M29'])}\nN29: 14R/1 >S, 14Fr >N\nM30: 21/1 >S\nN31: B4.1 >N\n{HQS}"
    match = closing(text, "21/1", cell="N31")
    assert options(match) == {"21/1", "done"}


# ------------------------------------------------------------------------------------------------ 13.4.2b what it does


@pytest.mark.case("generation-lost", "13.4.2b(a)", "GL-R119")
def test_defensive_fire_is_one_better_against_closers_however_many():
    one = fire(TWO.replace("14R/1 >S", "14R/1 >S pressed"), {"N29": ["14R/1", "14R/2"]})
    play(one, "N29")
    assert lines(one) == {"units that close in": -1}
    both = fire(TWO.replace(" >S\n", " >S pressed\n"), {"N29": ["14R/1", "14R/2"]})
    play(both, "N29")
    assert lines(both) == {"units that close in": -1}


@pytest.mark.case("generation-lost", "13.4.2b(b)", "GL-R121")
def test_each_closer_beyond_the_first_adds_one():
    text = f"M28: 14R/1 >S{{}}\nM29: 14R/2 >S{{}}\nM30: 14R/3 >S{{}}\nN29: 14Fr >N\n{HQS}"
    for count, bonus in ((0, 0), (1, 0), (2, 1), (3, 2)):
        marks = [" pressed" if i < count else "" for i in range(3)]
        match = assault(text.format(*marks), {"N29": ["14R/1", "14R/2", "14R/3"]})
        assert lines(match, "assault").get("unit that closed in, beyond the first", 0) == bonus


@pytest.mark.case("generation-lost", "13.4.2b(b)", "15.2.6", "GL-R121")
def test_closers_take_all_losses_first():
    match = fire(TWO.replace("14R/1 >S", "14R/1 >S pressed"), {"N29": ["14R/1", "14R/2"]})
    play(match, "N29")
    events = throw(match, 1, 1)  # three steps
    assert events[1].cases == ("9.2.1", "13.4.2b(b)")  # not those on the line
    assert at(match, "14R/1") == "pool" and at(match, "14R/2") == "M29"
    assert game_position(match).steps[game_position(match).c.unit["14R/2"]] == 3


@pytest.mark.case("generation-lost", "13.4.2b(c)", "GL-R120", "16.5.5", "3.0-StepReduce")
def test_with_a_closer_all_losses_are_doubled():
    for result, attacker, defender in (("ASR", 2, 0), ("DSR", 0, 2), ("D2SR", 0, 4), ("AR", 1, 0), ("DR", 0, 1)):
        for mark, times in ((" pressed", True), ("", False)):
            text = f"M29: AC/1 >S{mark}\nN29: 14Fr >N\nJ29: G77.1 >S\n{HQS}\n{POOL}"
            match = assault(text, {"N29": ["AC/1"]}, have={"lift": 1, "night": 1}, turn=4)
            play(match, *(["use~lift", "use~night", "III"] if result.startswith("D") else []))
            outcome(match, result)
            while kind(match) == "Losses":
                play(match, sorted(options(match))[0])
            lost = game_position(match).lost
            plain = {"ASR": (1, 0), "DSR": (0, 1), "D2SR": (0, 2), "AR": (0, 0), "DR": (0, 0)}[result]
            assert tuple(lost) == ((attacker, defender) if times else plain), (result, mark)


@pytest.mark.case("generation-lost", "13.4.2b(c)", "GL-R120")
def test_the_odds_tell_the_doubled_losses():
    plain = assault(f"M29: 14R/1 >S\nN29: 14Fr >N\n{HQS}", {"N29": ["14R/1"]})
    closed = assault(f"M29: 14R/1 >S pressed\nN29: 14Fr >N\n{HQS}", {"N29": ["14R/1"]})
    words = [{o.result: o.detail for o in odds(m, "assault").outcomes} for m in (plain, closed)]
    doubled = {code: words[1][code].removeprefix(words[0][code]) for code in ("ENG", "ASR", "AR", "DR")}
    assert words[0]["ASR"] == "the attacker loses 1 step and retreats"
    assert doubled["ASR"] == "; losses are doubled: the attacker loses 2 steps instead of 1"
    assert doubled["AR"] == "; losses are doubled: the attacker loses 1 step instead of none"
    assert doubled["ENG"] == doubled["DR"] == "; losses are doubled: the defender loses 1 step instead of none"


@pytest.mark.case("generation-lost", "13.4.2b(c)", "16.5.1", "GL-R291")
def test_an_engagement_costs_the_defender_a_step():
    match = assault(f"M29: 14R/1 >S pressed\nN29: 14Fr >N\n{HQS}\n{POOL}", {"N29": ["14R/1"]})
    outcome(match, "ENG")
    assert here(match, "N29") == {"14R/1", "14Fr"} and steps(match, "14Fr") == 3


@pytest.mark.case("generation-lost", "GL-R291", "16.6")
def test_the_last_step_lost_by_closing_leaves_the_square_to_the_attackers():
    for result in ("ENG", "CA", "DR"):
        match = assault(f"M29: 14R/1 >S pressed\nN29: 59C.1 >N reduced\n{HQS}", {"N29": ["14R/1"]}, turn=4)
        outcome(match, result)
        assert at(match, "59C.1") == "gone" and kind(match) == "Advance", result
        play(match, "14R/1-N29>S")
        assert here(match, "N29") == {"14R/1"} and not game_position(match).engagements


@pytest.mark.case("generation-lost", "GL-R291", "13.4.2b(c)")
def test_the_last_attacker_lost_ends_it():
    match = assault(f"M29: Bn01 >S pressed\nN29: B3.1 >N reduced\n{HQS}", {"N29": ["Bn01"]})
    outcome(match, "AR")
    assert at(match, "Bn01") == "pool" and at(match, "B3.1") == "N29"


@pytest.mark.case("generation-lost", "13.4.2a", "GL-R164")
def test_secondary_attackers_close_in_with_their_primary_number():
    text = f"M29: 14R/1 >S\nN29: 14Fr >N\n{HQS}"
    match = assault(text, {}, have={"secondary": 1})
    play(match, "N29", "14R/1", "attack")
    assert kind(match) == "Pressing"
    play(match, "14R/1")
    assert lines(match, of="attack") == {"14R/1": 6}


@pytest.mark.case("generation-lost", "13.4.3b", "16.3.2(b)", "GL-R144")
def test_closers_earn_the_flank_each():
    text = f"M29: 14R/1 >S\nN28: 14R/2 >E{{}}\nN30: 14R/3 >W{{}}\nN29: 14Fr >N\n{HQS}"
    for marks, bonus in ((("", ""), 1), ((" pressed", ""), 1), ((" pressed", " pressed"), 2)):
        match = assault(text.format(*marks), {"N29": ["14R/1", "14R/2", "14R/3"]})
        assert lines(match, "assault")["open flank"] == bonus


# ------------------------------------------------------------------------------------------------ GL-R271


def under_fire(text, result, *losses):
    """The fire on two regiments has a result; these lose the steps that leave a choice. Their assault waits."""
    match = fire(text, {"N29": ["14R/1", "14R/2"]})
    play(match, "N29")
    roll(match, result)
    play(match, *losses)
    return match


BEYOND, FLANK = "unit that closed in, beyond the first", "open flank"


@pytest.mark.case("generation-lost", "GL-R271", "13.4.2b(b)")
def test_what_is_left_of_a_closer_counts_as_one_closer():
    alone = under_fire(TWO.replace("14R/1 >S", "14R/1 >S pressed"), "1")
    assert len(here(alone, "M28")) == 2 and all("pressed" in states(alone, b) for b in here(alone, "M28"))
    assert BEYOND not in lines(alone, "assault")
    both = under_fire(TWO.replace(" >S\n", " >S pressed\n"), "1", "14R/1")
    assert lines(both, "assault")[BEYOND] == 1  # as before the fire


@pytest.mark.case("generation-lost", "GL-R271", "13.4.2b(b)")
def test_a_closer_counts_as_long_as_one_of_its_battalions_stands():
    match = under_fire(TWO.replace(" >S\n", " >S pressed\n"), "2", "14R/1", "Bn01")
    assert len(here(match, "M28")) == 1 and here(match, "M29") == {"14R/2"}
    assert lines(match, "assault")[BEYOND] == 1


@pytest.mark.case("generation-lost", "GL-R271", "13.4.3b", "GL-R144")
def test_what_is_left_of_a_closer_earns_the_flank_once():
    text = f"M29: 14R/1 >S\nN28: 14R/2 >E pressed\nN29: 14Fr >N\n{HQS}\n{POOL}"
    match = under_fire(text, "1")
    assert len(here(match, "N28")) == 2
    assert lines(match, "assault")[FLANK] == 1
