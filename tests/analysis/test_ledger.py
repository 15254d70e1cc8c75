"""Luck and skill: they add up, and luck is nought in the mean."""

from itertools import pairwise

import pytest

import trenchline
from trenchline import ScriptedDice
from trenchline.analysis import ledger
from trenchline.analysis.evaluation import Evaluation
from trenchline.games import CATALOGUE

from ..golden import folder, match_names
from .conftest import played, with_chances

MATCHES = [
    ("they-shall-not-pass", "historical", 2),
    ("verdun-1916", "historical", 1),
    ("campaign-of-attrition", "historical", 1),
    ("big-push", "over_the_top", 1),
    ("generation-lost", "firestorm", 1),
]


@pytest.fixture(scope="module", params=MATCHES, ids=lambda row: row[0])
def match(request):
    slug, scenario, turns = request.param
    return played(slug, scenario, 7, "sergeant", turns=turns)


def test_luck_and_skill_add_up_to_what_became_of_the_match(match):
    book = ledger(match)
    assert len(book.entries) == len(match.history)
    went = book.entries[-1].after - book.entries[0].before
    assert book.luck + book.skill == pytest.approx(went, abs=1e-9)
    assert book.luck == pytest.approx(sum(e.change for e in book.entries if e.by == "dice"))
    assert book.without_luck == pytest.approx(book.entries[-1].after - book.luck)


def shortest(slug):
    """The recorded match of a game that is over first."""
    files = [folder(slug) / name for name in match_names(slug)]
    return min(files, key=lambda file: file.stat().st_size)


@pytest.mark.parametrize("slug", list(CATALOGUE))
def test_in_a_recorded_match_luck_and_skill_lead_to_the_result(slug):
    match = trenchline.load(slug).load(shortest(slug).read_bytes())
    with_chances(match.game, match.scenario)
    book = ledger(match)
    first, result = match.game.sides[0], match.result
    assert book.entries[-1].after == (1.0 if result.winner == first else 0.0 if result.winner else 0.5)
    assert book.luck + book.skill == pytest.approx(book.entries[-1].after - book.entries[0].before, abs=1e-9)


def test_the_luck_of_a_roll_is_nought_in_the_mean_over_all_its_outcomes(match):
    book, again = ledger(match), match.beginning(ScriptedDice([]))
    evaluation, rolls = Evaluation(match), 0
    for entry, action in zip(book.entries, match.history, strict=True):
        if entry.is_luck and rolls < 12:
            rolls += 1
            outcomes = evaluation.outcomes(again)
            assert sum(chance for _, chance, _ in outcomes) == pytest.approx(1.0)
            assert sum(chance * (worth - entry.before) for _, chance, worth in outcomes) == pytest.approx(0.0, abs=1e-9)
            assert entry.after in [pytest.approx(worth) for _, _, worth in outcomes]
        again.play_on(action)
    assert rolls


def test_every_action_stands_in_the_ledger_with_who_took_it(match):
    book = ledger(match)
    assert {e.by for e in book.entries} <= {*match.seats, "dice"}
    assert [bool(action.dice) for action in match.history] == [e.is_luck for e in book.entries]
    assert all(0.0 <= e.before <= 1.0 and 0.0 <= e.after <= 1.0 for e in book.entries)


def test_a_match_that_is_over_ends_at_its_result():
    match = played("they-shall-not-pass", "historical", 11, "random")
    last = ledger(match).entries[-1]
    assert last.after == {"german": 1.0, "french": 0.0, "": 0.5}[match.result.winner]


def test_answering_a_fight_by_the_book_is_neither_good_nor_bad(first_day):
    """Hits and retreats are judged as the book would take them: a sergeant's own answers change nothing. What leads to dice is
    judged by what they may bring."""
    entries = ledger(first_day).entries
    answers = [
        a for a, b in pairwise(entries) if a.by == "german" and not a.free and a.step == "French Assault" and not b.is_luck
    ]
    assert answers and max(abs(e.change) for e in answers) < 1e-9
