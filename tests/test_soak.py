"""The soak: a little of it, what it has found, and that it forgets nothing when it is stopped."""

from __future__ import annotations

from pathlib import Path

import pytest

import trenchline
from trenchline.games import CATALOGUE

from . import soak
from .fuzz import fuzz, told_where
from .invariants import Fuzzer
from .random_games import Plan, Tally
from .soak import FOUND, Found, Progress, Soaked, found_in, plan, read, report, rotation, to_come

A_LITTLE = 10_000  # decisions with every invariant on, shared among the games


@pytest.mark.parametrize("slug", CATALOGUE)
def test_a_short_soak_of_every_game_finds_nothing(slug: str) -> None:
    left, number = A_LITTLE // len(CATALOGUE), 10_000  # far from where `make soak` begins
    while left > 0:
        left -= soaked(plan(slug, number), left)
        number += 1


def soaked(plan: Plan, most: int) -> int:
    """Play a game, cut off after so many decisions; how many it was."""
    fuzzer = Fuzzer(plan)
    with told_where(fuzzer):
        while not fuzzer.match.over and fuzzer.tally.actions < most:
            fuzzer.step()
        if fuzzer.match.over:
            fuzzer.at_the_end()
    return fuzzer.tally.actions


@pytest.mark.parametrize("found", found_in(FOUND), ids=lambda found: f"{found.plan.game}-{found.plan.seed}")
def test_what_a_soak_has_found_is_mended(found: Found) -> None:
    fuzz(found.plan)


# ---------------------------------------------------------------------------------------------------- which games


@pytest.mark.parametrize("slug", CATALOGUE)
def test_the_rotation_meets_every_scenario_with_every_set_of_options(slug: str) -> None:
    game = trenchline.load(slug)
    lap = len(game.scenarios) * 2 ** len(game.options)
    met = {(p.scenario, p.options) for p in (plan(slug, number) for number in range(lap))}
    assert len(met) == lap
    assert rotation(slug)[:2] == [(), tuple(o.id for o in game.options)]


def test_the_game_with_the_fewest_played_comes_next_so_that_a_new_one_catches_up() -> None:
    first, second, *_ = CATALOGUE
    progress = Progress(
        {slug: Soaked(next=0 if slug == second else 3, done=[1] if slug == second else []) for slug in CATALOGUE}
    )
    games = to_come(progress)
    assert [(p.game, p.seed) for p in (next(games), next(games), next(games))] == [(second, 0), (second, 2), (first, 3)]


# ---------------------------------------------------------------------------------------------------- stopping, going on


def of_ten(plan: Plan) -> Tally:
    """A game of ten decisions; the fourth of each kind breaks a rule."""
    return Tally(plan, actions=10, level="draw", fault="d: a counter stands twice" if plan.seed == 3 else "")


def test_a_soak_goes_on_with_the_next_numbers_and_keeps_what_it_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[str, int]] = []

    def stopped_after_five(plan: Plan) -> Tally:
        if len(played) == 5:
            raise KeyboardInterrupt
        played.append((plan.game, plan.seed))
        return of_ten(plan)

    monkeypatch.setattr(soak, "attempt", stopped_after_five)
    assert soak.main(["--folder", str(tmp_path), "--jobs", "1"]) == 0
    assert read(tmp_path).decisions == 50
    monkeypatch.setattr(soak, "attempt", lambda plan: played.append((plan.game, plan.seed)) or of_ten(plan))
    wanted = 4 * len(CATALOGUE)
    assert soak.main(["--folder", str(tmp_path), "--jobs", "1", "--decisions", str(10 * wanted)]) == 1
    assert sorted(played) == sorted((slug, number) for slug in CATALOGUE for number in range(4))
    assert [found.plan.seed for found in found_in(tmp_path / "found.jsonl")] == [3] * len(CATALOGUE)
    assert f"of which {len(CATALOGUE)} broke a rule" in report(read(tmp_path))


def test_games_that_end_out_of_turn_are_counted_once() -> None:
    soaked = Soaked()
    for number in (2, 0, 4):
        soaked.finish(number)
    assert (soaked.next, soaked.done) == (1, [2, 4])
    soaked.finish(1)
    assert (soaked.next, soaked.done) == (3, [4])
