"""8.7, 8.7.1: going over the top."""

import pytest

from .kit import C, at, commit, commitment, kind, lines, odds, options, play, refused, states, texts

FIELD = "J5: B4.1 >E, B3.1 >E\nJ6: 46Br >E\nJ8: VII >E\nK5: 8/73 >W\n"


def committed(*units, text=FIELD, dice=(), target="K5"):
    match = commitment(text, dice=dice)
    commit(match, target, *units)
    play(match, "done")
    return match


def over(match, unit):
    return "pressed" in states(match, unit)


@pytest.mark.case("big-push", "8.7")
@pytest.mark.parametrize(("die", "passes"), [(4, True), (5, False)])
def test_one_die_of_the_primary_factor_or_less(die, passes):
    match = committed("B4.1", dice=[die])
    assert odds(match, "B4.1").title == "B4.1: 4 or less"
    events = play(match, "B4.1")
    assert over(match, "B4.1") == passes
    assert texts(events, "press") == ["B4.1 goes over the top" if passes else "B4.1 stays on the line"]


@pytest.mark.case("big-push", "8.7")
def test_a_stack_rolls_once_with_the_sum_and_passes_or_fails_together():
    """BP-R41: 4 and 3 are 7: even a 6 is enough."""
    match = committed("B4.1", "B3.1", dice=[6])
    assert {"B4.1", "B3.1", "B4.1~stack", "done"} == options(match)
    events = play(match, "B4.1~stack")
    assert over(match, "B4.1") and over(match, "B3.1")
    assert texts(events, "press") == ["B4.1, B3.1 go over the top"]


@pytest.mark.case("big-push", "8.7")
def test_it_is_a_choice_made_after_all_commitments():
    match = commitment(FIELD)
    commit(match, "K5", "B4.1")
    assert refused(match, "press:B4.1").cases[0] == "8.0"
    play(match, "done")
    assert kind(match) == "Pressing"
    play(match, "done")
    assert not over(match, "B4.1")
    assert len(match.position.assaults) == 1


@pytest.mark.case("big-push", "8.7/1")
def test_a_suppressed_unit_in_the_square_adds_one():
    text = FIELD.replace("B3.1 >E", "B3.1 >E suppressed")
    match = committed("B4.1", "B3.1", text=text, dice=[4])
    assert lines(match, "B4.1") == {"a suppressed unit goes along": 1}
    play(match, "B4.1")  # alone, but from the square of the suppressed one: 4 and 1 are too much
    assert not over(match, "B4.1")
    sound = committed("B4.1", "B3.1", dice=[4])
    assert lines(sound, "B4.1") == {}
    play(sound, "B4.1")
    assert over(sound, "B4.1")


@pytest.mark.case("big-push", "8.7/2")
def test_allied_divisions_of_six_or_more_need_no_roll():
    """EX-26; suppressed or not (BP-R41); a reduced 46th has 5 and rolls; a German regiment always does."""
    match = committed("46Br", text=FIELD.replace("46Br >E", "46Br >E suppressed"))
    events = play(match, "46Br")
    assert over(match, "46Br")
    assert events[0].cases == ("8.7/2",)
    weak = committed("46Br", text=FIELD.replace("46Br >E", "46Br >E reduced"))
    play(weak, "46Br")
    assert (kind(weak), odds(weak).title) == ("PressRoll", "46Br: 5 or less")
    german = commitment("J5: 51Fr >E\nK5: 2GR/77 >W, 2GR/91 >W\nN5: IX >W", side="german")
    commit(german, "J5", "2GR/77", "2GR/91")
    play(german, "done", "2GR/77~stack")
    assert (kind(german), odds(german).title) == ("PressRoll", "2GR/77 and 2GR/91: 10 or less")


@pytest.mark.case("big-push", "8.7/3", "8.7")
def test_who_fails_stays_on_the_line_and_fights_on_others_may_go_in():
    """BP-R40."""
    match = committed("B4.1", "46Br", dice=[6])
    play(match, "B4.1")
    assert not over(match, "B4.1")
    assert refused(match, "B4.1").reason == "B4.1 has tried already, or is not yours"
    play(match, "46Br")
    assert over(match, "46Br")
    assert set(match.position.assaults[0].units) == {C.unit["B4.1"], C.unit["46Br"]}
    assert at(match, "B4.1") == "J5"


@pytest.mark.case("big-push", "8.7")
def test_the_primary_number_of_the_side_that_shows_counts():
    german = commitment("J5: 51Fr >E\nK5: 8/93 >W entrenched\nN5: IX >W", side="german")
    commit(german, "J5", "8/93")
    play(german, "done")
    assert odds(german, "8/93").title == "8/93: 2 or less"


@pytest.mark.case("big-push", "8.7/4")
def test_in_a_secondary_attack_the_primary_factor_is_tested_too():
    """The smaller number fights (9.2.1), the larger one goes over the top."""
    match = commitment(
        "J5: B4.1 >E\nJ8: B3.1 >E\nI6: VII >E\nK5: 8/73 >W\nK8: 8/93 >W\nI8: VIII supply",
        dice=[3, 4],
    )
    commit(match, "K8", "B3.1")
    play(match, "done", "done")
    while kind(match) != "SecondaryAttack":
        if match.player == "dice":
            match.apply(match.actions()[-1])
        else:
            play(match, "done" if match.legal(match.parse("done")) else sorted(options(match))[0])
    play(match, "K5", "B4.1", "attack")
    assert odds(match, "B4.1").title == "B4.1: 4 or less"


# ------------------------------------------------------------------------------------------------ 8.7.1

OPTION = "options: six_fails\n"


@pytest.mark.case("big-push", "8.7.1")
def test_by_the_option_a_natural_six_always_fails_and_divisions_roll():
    match = committed("46Br", text=OPTION + FIELD, dice=[6])
    assert odds(match, "46Br").outcomes[0].probability == pytest.approx(5 / 6)
    play(match, "46Br")
    assert not over(match, "46Br")
    five = committed("46Br", text=OPTION + FIELD, dice=[5])
    play(five, "46Br")
    assert over(five, "46Br")


@pytest.mark.case("big-push", "8.7.1")
def test_only_the_die_itself_counts_as_a_six():
    """A 5 of a stack of 7 with a suppressed unit is a 6 by its modifier: no natural one."""
    text = OPTION + FIELD.replace("B3.1 >E", "B3.1 >E suppressed")
    match = committed("B4.1", "B3.1", text=text, dice=[5])
    play(match, "B4.1~stack")
    assert over(match, "B4.1")
    six = committed("B4.1", "B3.1", text=OPTION + FIELD, dice=[6])
    play(six, "B4.1~stack")
    assert not over(six, "B4.1")
