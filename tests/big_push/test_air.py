"""6.6 British air bombardment."""

import pytest

from .kit import GAME, C, facing, interdicted, kind, options, order, play, points, position, refused, run_to, texts


def raid(cell, *dice, extra="", units="8/73 >W entrenched"):
    """The air unit over a square, the guns silent, then the dice."""
    match = position(f"turn: 2\nstep: allied-bombardment\nJ5: 46Br >E\nK5: {units}\n{extra}", dice)
    play(match, cell, "done")
    return match


@pytest.mark.case("big-push", "6.6")
def test_the_air_unit_goes_behind_the_german_line_at_most_three_squares_from_their_front():
    """BP-R23, BP-R147, at the set-up of July 1st: 52/66 in C5 is the front; F5 is three squares behind, G5 is four."""
    match = GAME.start("over_the_top", dice=[6, 6])
    play(match, "done", "done", "done", "C1", "B2", "B3", "C4", "C5", "C6")
    assert kind(match) == "PlaceAir"
    assert {"C5", "D5", "E5", "F5"} <= options(match)
    for cell in ("G5", "B5", "A5"):  # too deep, our own line, behind our line
        assert refused(match, cell).cases == ("6.6",)
        assert refused(match, cell).reason == f"{cell} is not within three squares behind the German line"
    play(match, "F5")
    assert texts(match.position.events) == [] and match.position.air == (C.board.index["F5"],)


@pytest.mark.case("big-push", "6.6")
def test_the_air_unit_may_stay_at_home():
    """BP-R149."""
    match = position("turn: 2\nstep: allied-bombardment\nJ5: 46Br >E\nK5: 8/73 >W")
    play(match, "done", "done")
    assert match.player != "dice"
    assert interdicted(match) == set()


@pytest.mark.case("big-push", "6.6", "6.6/1", "6.6/2")
def test_two_dice_for_the_column_and_one_for_the_damage():
    """EX-07: a 6 is the column of 8 factors on clear, a 3 there suppresses."""
    match = raid("K5", 2, 4, 3)
    assert C.bombardment_rows["clear"].least[4] == 8
    assert order(match, "8/73") == {"suppressed"}


@pytest.mark.case("big-push", "6.6/1")
def test_2_to_10_are_the_nine_columns_and_11_and_12_miss():
    """EX-08."""
    for dice, column in (((1, 1), "1"), ((4, 6), "9")):
        match = raid("K5", *dice)
        assert match.odds(match.actions()[0]).column == column
    for dice in ((5, 6), (6, 6)):
        match = raid("K5", *dice)
        assert (interdicted(match), match.position.air, match.player) == (set(), (), "allied")


@pytest.mark.case("big-push", "6.6/2")
def test_no_modifiers_of_the_guns_apply():
    match = raid("K5", 2, 4, extra="observation: allied")
    assert match.odds(match.actions()[0]).lines == []


@pytest.mark.case("big-push", "6.6/2")
def test_damage_is_that_of_shells():
    """Column 9, a 3: a step; a battalion takes the regiment's place."""
    match = raid("K5", 5, 5, 3, extra="pool: Bn01")
    assert points(match) == [1, 0]
    assert (order(match, "Bn01"), facing(match, "Bn01")) == ({"entrenched"}, "W")


@pytest.mark.case("big-push", "6.6/3")
def test_a_column_interdicts_whatever_the_damage_is():
    """EX-71, BP-R149: a 5 and a damage die of 6 harm nobody, but the square is interdicted, until reorganization."""
    match = raid("K5", 1, 4, 6)
    assert (interdicted(match), order(match, "8/73")) == ({"K5"}, {"entrenched"})
    assert match.position.air == (C.board.index["K5"],)
    run_to(match, "german-commitment")
    assert interdicted(match) == {"K5"}
    run_to(match, "weather", 3)
    assert (interdicted(match), match.position.air) == (set(), ())


@pytest.mark.case("big-push", "6.6/3")
def test_over_a_square_that_is_interdicted_already_only_the_damage_counts_and_the_unit_comes_off():
    match = raid("K5", 2, 4, 3, extra="interdicted: K5=2")
    assert (order(match, "8/73"), match.position.air) == ({"suppressed"}, ())
    assert match.position.interdicted[C.board.index["K5"]] & 7 == 2


@pytest.mark.case("big-push", "6.6/3", "6.6/2")
def test_a_vacant_square_is_interdicted_without_a_damage_roll():
    """BP-R149: two dice, no third."""
    match = GAME.start("over_the_top", dice=[6, 6, 2, 4])
    play(match, "done", "done", "done", "C1", "B2", "B3", "C4", "C5", "C6", "D5", "done")
    assert interdicted(match) == {"D5"}
    assert kind(match) == "NextMine"


@pytest.mark.case("big-push", "6.6/4")
@pytest.mark.parametrize("weather", [0, 1, 2, 3])
def test_it_is_flown_in_any_weather(weather):
    match = position(f"turn: 2\nstep: allied-bombardment\nweather: {weather}\nJ5: 46Br >E\nK5: 8/73 >W")
    assert (kind(match), "K5" in options(match)) == ("PlaceAir", True)
