"""7.4.3 to 7.4.5: breaking down and building up within the counter mix."""

import pytest

from .kit import (
    C,
    at,
    barred,
    facing,
    here,
    kind,
    legal,
    move,
    options,
    order,
    play,
    position,
    reach,
    refused,
    spent,
    states,
    steps,
    values,
)


def start(text, side="allied", turn=2):
    """A movement phase from its beginning, combining included."""
    return position(f"turn: {turn}\nstep: {side}-movement\n{text}")


def split(match, unit, *brigades):
    play(match, unit, f"split:{unit}", *(f"{b}~full" if "~" not in b else b for b in brigades))


@pytest.mark.case("big-push", "7.4.3")
def test_a_division_breaks_down_into_three_brigades_that_are_no_stronger():
    """EX-17: 11 factors give 4, 4 and 3; the division goes to the pool."""
    match = start("K5: 4Br >S\nS5: 8/73 >W\npool: B4.1, B4.2, B3.1")
    split(match, "4Br", "B4.1", "B4.2", "B3.1")
    assert here(match, "K5") == {"B4.1", "B4.2", "B3.1"}
    assert at(match, "4Br") == "pool"
    assert [facing(match, b) for b in ("B4.1", "B4.2", "B3.1")] == ["S"] * 3


@pytest.mark.case("big-push", "7.4.3")
def test_two_are_enough_where_the_mix_has_no_more():
    """EX-18."""
    match = start("K5: 4Br >S\nS5: 8/73 >W\npool: B4.1, B4.2, F3.1")
    split(match, "4Br", "B4.1", "B4.2")
    assert here(match, "K5") == {"B4.1", "B4.2"}


@pytest.mark.case("big-push", "7.4.3")
def test_the_factors_that_show_are_the_limit_and_three_are_due_if_the_pool_can_give_them():
    """EX-72: a reduced division of 6 gives 2, 2, 2 or 3, 2, 1, but not 3, 2, 2 and not two of 3; 1 is a turned 2."""
    text = "K5: 48Br >E reduced\nS5: 8/73 >W\npool: B4.1, B3.1, B3.2, B2.1, B2.2, B2.3"
    match = start(text)
    split(match, "48Br", "B2.1", "B2.2", "B2.3")
    assert sum(values(match, b)[0] for b in here(match, "K5")) == 6
    match = start(text)
    split(match, "48Br", "B3.1", "B2.1", "B2.2~reduced")
    assert [values(match, b)[0] for b in ("B3.1", "B2.1", "B2.2")] == [3, 2, 1]
    match = start(text)
    play(match, "48Br", "split:48Br", "B3.1~full")
    assert not legal(match, "B3.2~full")  # nothing would be left for a third
    play(match, "B2.1~full")
    assert not legal(match, "B2.2~full") and legal(match, "B2.2~reduced")
    assert refused(match, "B2.2~full").cases[0] == "7.4.3"


@pytest.mark.case("big-push", "7.4.3")
def test_the_brigades_go_on_with_what_is_left_of_the_movement():
    match = start("J5: 4Br >E\nN3: 8/73 >W disrupted\npool: B4.1, B4.2, B3.1")
    move(match, "4Br", "K5")
    split(match, "4Br", "B4.1", "B4.2", "B3.1")
    assert {spent(match, b) for b in ("B4.1", "B4.2", "B3.1")} == {1}
    assert not legal(match, "done")  # three brigades are too many for a square
    move(match, "B4.1", "L5")
    assert legal(match, "done")


@pytest.mark.case("big-push", "7.4.3")
def test_without_brigades_of_the_nation_there_is_no_breakdown():
    match = start("K5: 4Br >E\nS5: 8/73 >W\npool: F4.1, F3.1, F3.2")
    verdict = barred(match, "4Br", "split:4Br")
    assert verdict.reason == "The pool lacks the units 4Br could break down into"
    assert verdict.cases[0] == "7.4.3"


@pytest.mark.case("big-push", "7.4.3/1")
@pytest.mark.parametrize("state", ["disrupted", "suppressed", "interdicted"])
def test_disordered_and_interdicted_infantry_neither_splits_nor_combines(state):
    square = "interdicted: K5=2\n" if state == "interdicted" else ""
    word = "" if state == "interdicted" else state
    match = start(f"{square}K5: 4Br >E {word}\nS5: 8/73 >W\npool: B4.1, B4.2, B3.1")
    verdict = barred(match, "4Br", "split:4Br")
    assert verdict.cases[0] == "7.4.3/1"
    assert verdict.reason == "4Br is disordered, interdicted or engaged and cannot break down"
    match = start(f"{square}K5: B4.1 >E {word}, B4.2 >E {word}\nS5: 8/73 >W\npool: 46Br")
    assert kind(match) == "Movement"  # nothing can be combined


@pytest.mark.case("big-push", "7.4.3/2")
def test_brigades_stacked_at_the_start_form_a_division_that_is_no_stronger():
    """4 and 4 give the 46th at its full 7 or its reduced 5; the 36th only at its reduced 7. It then moves normally."""
    match = start("K5: B4.1 >S, B4.2 >S\nS5: 8/73 >W\npool: 46Br, 36Br, 39Fr")
    assert options(match) == {"46Br-K5~full", "46Br-K5~reduced", "36Br-K5~reduced", "done"}
    assert kind(match) == "Combining"
    play(match, "36Br-K5~reduced")
    assert (here(match, "K5"), steps(match, "36Br"), facing(match, "36Br")) == ({"36Br"}, 3, "S")
    assert here(match, "pool") >= {"B4.1", "B4.2"}
    move(match, "36Br", "L5")
    assert at(match, "36Br") == "L5"


@pytest.mark.case("big-push", "7.4.3/2")
def test_only_a_pool_division_of_the_nation_and_only_at_the_start():
    match = start("K5: B4.1 >S, B4.2 >S\nL7: 46Br >E\nS5: 8/73 >W\npool: 39Fr")
    assert kind(match) == "Movement"
    match = start("J5: B4.1 >E\nK5: B4.2 >E\nS5: 8/73 >W\npool: 46Br")
    move(match, "B4.1", "K5")
    assert not any(text.startswith("combine") for text in options(match))


@pytest.mark.case("big-push", "7.4.3/2")
def test_reduced_brigades_count_what_they_show():
    match = start("K5: B4.1 >S reduced, B3.1 >S reduced\nS5: 8/73 >W\npool: 46Br, 36Br")
    assert options(match) == {"46Br-K5~reduced", "done"}  # 3 and 2


@pytest.mark.case("big-push", "7.4.4")
@pytest.mark.parametrize("mode", ["", "entrenched"])
def test_a_regiment_breaks_down_into_two_battalions_of_its_mode(mode):
    match = start(f"K5: 8/73 >N {mode}\nN9: 46Br >E\npool: Bn01, Bn02, Bn03", side="german")
    move(match, "8/73", "L5")
    play(match, "8/73", "split:8/73")
    assert here(match, "L5") == {"Bn01", "Bn02"}
    assert order(match, "Bn01") == order(match, "Bn02") == ({mode} if mode else set())
    assert spent(match, "Bn01") == spent(match, "Bn02") == 1
    assert at(match, "8/73") == "pool"
    assert "M5" in reach(match, "Bn01")


@pytest.mark.case("big-push", "7.4.4")
def test_one_battalion_in_the_pool_is_not_enough():
    match = start("K5: 8/73 >N\nN9: 46Br >E\npool: Bn01", side="german")
    play(match, "8/73")
    assert "split:8/73" not in options(match)


@pytest.mark.case("big-push", "7.4.4/1")
def test_two_battalions_form_the_smallest_regiment_of_the_pool_in_their_mode():
    """BP-R158: among equals the owner chooses."""
    match = start("K5: Bn01 >S entrenched, Bn02 >S entrenched\nA9: 46Br >E\npool: 121/56, 121/60, 8/73", side="german")
    assert options(match) == {"121/56-K5~entrenched", "121/60-K5~entrenched", "done"}
    play(match, "121/60-K5~entrenched")
    assert (here(match, "K5"), order(match, "121/60"), facing(match, "121/60")) == ({"121/60"}, {"entrenched"}, "S")
    move(match, "121/60", "L5")
    assert at(match, "121/60") == "L5"


@pytest.mark.case("big-push", "7.4.4/1")
def test_battalions_of_different_modes_or_in_disorder_do_not_combine():
    match = start("K5: Bn01 >S entrenched, Bn02 >S\nL5: Bn03 >W suppressed, Bn04 >W\nA9: 46Br >E\npool: 121/56", side="german")
    assert kind(match) == "Movement"


@pytest.mark.case("big-push", "7.4.5")
def test_enemy_zones_prevent_neither():
    allied = start("J5: 4Br >E\nK5: 8/73 >W\npool: B4.1, B4.2, B3.1")
    split(allied, "4Br", "B4.1", "B4.2", "B3.1")
    assert here(allied, "J5") == {"B4.1", "B4.2", "B3.1"}
    german = start("J5: 46Br >E\nK5: Bn01 >W, Bn02 >W\npool: 121/56", side="german")
    play(german, "121/56-K5~mobile")
    assert here(german, "K5") == {"121/56"}


@pytest.mark.case("big-push", "7.4.3", "7.4.3/2")
def test_what_has_split_does_not_combine_in_the_same_phase():
    """BP-R158."""
    match = start("K5: 4Br >E\nS5: 8/73 >W\npool: B4.1, B4.2, B3.1, 46Br")
    split(match, "4Br", "B4.1", "B4.2", "B3.1")
    assert "split" in states(match, "B4.1")
    assert not any(text.startswith("combine") for text in options(match))


@pytest.mark.case("big-push", "7.4.3", "14.1.3c")
def test_the_mark_of_the_area_penalty_is_handed_on():
    """BP-R97, BP-R158: its brigades do not pay again, nor does the division they form."""
    match = start("K5: 4Br >E paid home\nS5: 8/73 >W\npool: B4.1, B4.2, B3.1")
    split(match, "4Br", "B4.1", "B4.2", "B3.1")
    assert all({"paid", "home"} <= states(match, b) for b in ("B4.1", "B4.2", "B3.1"))
    assert not states(match, "4Br")
    match = start("K5: B4.1 >E paid home, B4.2 >E\nS5: 8/73 >W\npool: 46Br")
    play(match, "46Br-K5~full")
    assert {"paid", "home"} <= states(match, "46Br")
    assert C.trenches[C.unit["Bn01"]]
