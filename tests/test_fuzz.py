"""Whole games, checked action by action, and the proof that the checks can fail."""

from __future__ import annotations

import pytest

import trenchline
from trenchline.core.game import Game
from trenchline.core.match import Match

from . import invariants
from .fuzz import attempt, fuzz, summary, told_where
from .invariants import Broken, Fuzzer
from .random_games import Every, Plan, Temper, option_sets, plans

SLUG = "they-shall-not-pass"
GAME = trenchline.load(SLUG)
SPARING = Every(audit=7, undo=13, listing=19, redeal=31, clone=31, text=43, save=1499, mutants=2)  # for a suite of a minute
SUITE = [
    Plan(SLUG, GAME.scenarios[seed % len(GAME.scenarios)].id, options, seed, SPARING)
    for seed, options in enumerate(option_sets(GAME)[:6])
]

CAMPAIGN = trenchline.load("campaign-of-attrition")
WHOLE = [  # every scenario, every option on and off, and whole campaigns: nobody gives in before the tenth month
    Plan(CAMPAIGN.slug, "historical", (), 3, SPARING, patient=True),
    Plan(CAMPAIGN.slug, "sectors", tuple(o.id for o in CAMPAIGN.options), 1, SPARING, patient=True),
    Plan(CAMPAIGN.slug, "free", ("fog_of_war",), 7, SPARING, patient=True),
]

VERDUN = trenchline.load("verdun-1916")
RARELY = Every(audit=11, undo=29, listing=43, redeal=61, clone=61, text=89, save=2999, mutants=1)
VERDUN_SUITE = [
    Plan(VERDUN.slug, scenario.id, option_sets(VERDUN)[number], number, RARELY)
    for number, scenario in enumerate(VERDUN.scenarios)
]
ALL = [*SUITE, *VERDUN_SUITE, *WHOLE]


@pytest.mark.parametrize("plan", ALL, ids=lambda plan: f"{plan.game}-{plan.scenario}-{plan.seed}")
def test_what_is_always_true_holds_after_every_action(plan: Plan) -> None:
    tally = fuzz(plan)
    assert tally.actions and tally.rolls and tally.refused and tally.level


@pytest.mark.parametrize(
    ("game", "suite"), [(GAME, SUITE), (VERDUN, VERDUN_SUITE)], ids=lambda value: getattr(value, "slug", "")
)
def test_the_suite_plays_every_option_on_and_off_and_every_scenario(game: Game, suite: list[Plan]) -> None:
    for option in game.options:
        assert {option.id in plan.options for plan in suite} == {True, False}, option.id
    assert {plan.scenario for plan in suite} == {s.id for s in game.scenarios}


def test_the_campaigns_too_play_every_option_on_and_off_and_every_scenario() -> None:
    for option in CAMPAIGN.options:
        assert {option.id in plan.options for plan in WHOLE} == {True, False}, option.id
    assert {plan.scenario for plan in WHOLE} == {s.id for s in CAMPAIGN.scenarios}


def test_a_seed_alone_says_which_game_is_played() -> None:
    assert plans(SLUG, "free", 5, 40)[3] == plans(SLUG, "free", 1, 43)[0]


def test_two_games_of_one_plan_are_the_same_and_checks_do_not_change_the_play() -> None:
    lines = []
    for every in (SPARING, Every(undo=1, clone=1)):
        fuzzer = fuzzed(60, Plan(SLUG, "free", (), 4, every))
        lines.append((fuzzer.match.history, fuzzer.match.hash()))
    assert lines[0] == lines[1]


def test_every_third_game_has_no_taste_and_others_have() -> None:
    actions = list(GAME.start("historical", seed=1).actions())
    tempers = [Temper(seed) for seed in range(30)]
    for temper in tempers:
        temper.choose(actions)
    assert all(set(t.weights.values()) == {1.0} for t in tempers[::3])
    assert any(len(set(t.weights.values())) > 1 for t in tempers)


# ---------------------------------------------------------------------------------------------------- the checks bite


def fuzzed(actions: int, plan: Plan = SUITE[0]) -> Fuzzer:
    """The first actions of a game."""
    fuzzer = Fuzzer(plan)
    with told_where(fuzzer):
        for _ in range(actions):
            fuzzer.step()
    return fuzzer


BREAKAGES = {
    "a": ("trenchline.core.match.Actions._list", lambda self: []),
    "b": ("trenchline.core.match.Match.can_undo", True),
    "d": (type(GAME), "audit", lambda self, position: ["a counter stands twice"]),
    "e": ("trenchline.core.position.Position.hash", lambda self: str(id(self))),
    "f": (type(GAME), "view", lambda self, match, player: match.dice.roll(match.position.rolled, 9)),
    "h": ("trenchline.core.match.Match.notate", lambda self, action: "done"),
}


@pytest.mark.parametrize("letter", BREAKAGES)
def test_a_broken_engine_is_noticed(letter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*BREAKAGES[letter])
    monkeypatch.setattr(invariants, "_exact", {})  # texts that were read back before it was broken
    with pytest.raises(Broken, match=f"^{letter}: ") as told:
        Fuzzer(SUITE[0]).e_shadow_follows()
        fuzzed(80)
    assert letter == "e" or f"in {SLUG} historical --seed 0" in str(told.value)


def test_a_game_without_end_is_noticed() -> None:
    fuzzer = Fuzzer(SUITE[0])
    fuzzer.bound = 3
    with pytest.raises(Broken, match=r"^c: more than 3 actions"):
        fuzzer.play()


def test_an_engine_that_takes_anything_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "_refusal", lambda self, action: None)
    with pytest.raises(Broken, match=r"^g: Action.* listed: False, legal: True"):
        fuzzed(80)


def test_a_fault_in_a_long_run_is_kept_with_its_place_and_the_run_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(GAME), "audit", lambda self, position: 1 / 0)
    tally = attempt(SUITE[0])
    assert "ZeroDivisionError" in tally.fault and "--seed 0" in tally.fault and "1 / 0" in tally.fault
    assert "1, of which 1 broke a rule" in summary([tally])
