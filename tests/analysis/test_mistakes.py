"""What orders cost: the book's own cost nothing, planted ones are found."""

import pytest

from trenchline.analysis import analyse, ledger
from trenchline.analysis.mistakes import Review, orders, stretches
from trenchline.analysis.summary import turning_points

from .conftest import played


@pytest.fixture(scope="module")
def review(first_day):
    return Review(first_day, ledger(first_day))


def test_a_stretch_is_of_one_seat_and_step_and_ends_before_the_dice(first_day):
    entries = ledger(first_day).entries
    for stretch in stretches(entries):
        inside = entries[stretch.begin : stretch.end]
        assert inside[0].free and inside[0].by == stretch.seat
        assert {(e.turn, e.step) for e in inside} == {(stretch.turn, stretch.step)}
        assert not any(e.is_luck for e in inside)


def test_stretches_and_orders_leave_no_free_order_out(first_day):
    entries = ledger(first_day).entries
    free = [e.number for e in entries if e.free and not e.is_luck]
    assert [o.begin for o in orders(entries)] == free
    covered = {n for s in stretches(entries) for n in range(s.begin, s.end)}
    assert set(free) <= covered


def test_what_goes_by_the_book_is_not_looked_at(review, first_day):
    """The Germans are led by a sergeant: most of what he orders is the book to the letter."""
    looked_at = {s.begin for s in review.stretches if s.side == "german"}
    everything = [s for s in stretches(ledger(first_day).entries) if s.side == "german"]
    assert len(looked_at) < len(everything) / 2


@pytest.fixture(scope="module")
def analysed(first_day):
    heard = []
    return analyse(first_day, 1, heard.append), heard


def test_the_same_match_is_judged_alike_twice(first_day, analysed):
    assert analyse(first_day, 1) == analysed[0]


def test_an_analysis_names_what_was_played_and_what_is_better(first_day, analysed):
    found, _ = analysed
    actions = [action for action in first_day.history if not action.dice]
    assert len(found.chances) == len(actions) + 1
    assert found.luck["german"] == pytest.approx(-found.luck["french"])
    for mistake in found.mistakes:
        assert mistake.played != mistake.better and mistake.cost > 0.02
        at = first_day.at(mistake.number)
        assert at.turn == mistake.turn and at.step.endswith(mistake.step)
        assert mistake.played[0].text == at.notate(actions[mistake.number])
        assert all(at.legal(at.parse(order[0].text)) for order in (mistake.played, mistake.better))


def test_an_attack_is_told_with_the_odds_it_had_and_could_have_had(first_day, analysed):
    assault = next(m for m in analysed[0].mistakes if m.step.endswith("Assault") and m.played[-1].text == "attack")
    assert assault.facts and all(" at " in fact and "%" in fact for fact in assault.facts)
    assert assault.facts[0].startswith("Played: ")


def test_rolls_stand_with_the_action_that_led_to_them(first_day, analysed):
    found, entries = analysed[0], ledger(first_day).entries
    luck = [round(entry.change, 4) for entry in entries if entry.is_luck]
    assert [roll.luck for roll in found.rolls] == luck
    taken = [sum(not e.is_luck for e in entries[: entry.number]) for entry in entries if entry.is_luck]
    assert [roll.number for roll in found.rolls] == taken
    assert found.chances[-1] == pytest.approx(entries[-1].after, abs=1e-4)


def test_turning_points_are_the_greatest_changes_in_order():
    assert turning_points([0.5, 0.52, 0.7, 0.71, 0.4, 0.4]) == (2, 4)
    assert len(turning_points([n % 2 for n in range(40)])) == 5


def test_progress_is_told_up_to_the_end(analysed):
    _, heard = analysed
    assert heard == sorted(heard) and heard[-1] == pytest.approx(1.0)


def test_a_scenario_without_chances_is_refused_in_a_sentence():
    from trenchline import TrenchlineError

    match = played("campaign-of-attrition", "free", 3, "random", turns=0)
    match.game.chance_models.pop("free", None)
    with pytest.raises(TrenchlineError, match="fit-chances"):
        ledger(match)
