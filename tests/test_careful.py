"""The default is what a careful player would do, in all five games; what a careless answer costs is said on its button."""

from __future__ import annotations

import random

import pytest

import trenchline
from trenchline.core.actions import Action
from trenchline.core.decisions import Stake
from trenchline.core.match import Match

from .big_push import kit as somme
from .big_push.test_over_the_top import committed
from .generation_lost import battle
from .generation_lost import kit as verdun
from .generation_lost.test_rerolls import ONE, first
from .kit import play
from .they_shall_not_pass import kit as forts

GAMES = ("they-shall-not-pass", "verdun-1916", "campaign-of-attrition", "big-push", "generation-lost")
DECISIONS = 500  # of each scenario


def default(match: Match) -> str:
    """What one key answers; nothing where the player must say it himself."""
    p = match.position
    found = [action for action in p.stack[-1].defaults(p) if action in match.actions()]
    return match.notate(found[0]) if found else ""


def stake(match: Match, text: str) -> Stake | None:
    p = match.position
    return p.stack[-1].stake(p, match.parse(text))


@pytest.mark.parametrize("slug", GAMES)
def test_every_default_is_legal_and_every_stake_names_what_is_on_the_map(slug: str):
    game = trenchline.load(slug)
    for scenario in game.info().scenarios:
        match, rng = game.start(scenario.id, seed=5), random.Random(5)
        for _ in range(DECISIONS):
            if match.over:
                break
            p, actions = match.position, list(match.actions())
            top = p.stack[-1]
            defaults = [action for action in top.defaults(p) if action != top.begins]
            assert all(action in actions for action in defaults), (match.decision, defaults)
            for action in actions:
                told = top.stake(p, action)
                assert told is None or all(p.on_map(p.c.unit[name]) for name in told.units)
            match.apply(rng.choice([*defaults, *actions] if rng.random() < 0.5 else actions))


# ------------------------------------------------------------------------------------------------ results


@pytest.mark.case("generation-lost", "16.7")
@pytest.mark.parametrize(("result", "answer"), [("DEBT", "stand"), ("D2SR", "stand"), ("A2SR", "again")])
def test_a_good_roll_stands_and_a_bad_one_is_thrown_again(result: str, answer: str):
    """German engineers may have the dice thrown again."""
    match = first("M29: 14R/1 >S entrenched\nM28: Eng1 >S\nN29: 14Fr >N\nK29: XVIII >S", result)
    assert verdun.kind(match) == "ThrowAgain"
    assert default(match) == answer
    warned = stake(match, "again")
    assert (warned is not None and warned.grave) == (answer == "stand")
    assert stake(match, "stand") is None


@pytest.mark.case("generation-lost", "16.7.1(a)")
def test_the_defender_weighs_a_result_from_his_side():
    """He is asked after an engagement: what is good for the attacker is bad for him."""
    match = first(f"{ONE}\nP29: VIIFr >N", "ENG")
    assert match.player == "french"
    attacker = first("M29: 14R/1 >S entrenched\nM28: Eng1 >S\nN29: 14Fr >N\nK29: XVIII >S", "ENG")
    assert attacker.player == "german"
    assert {default(match), default(attacker)} == {"again", "stand"}


# ------------------------------------------------------------------------------------------------ who goes in, who fires


@pytest.mark.case("big-push", "8.7")
def test_a_stack_that_gains_by_going_in_goes_in():
    strong = committed("46Br", text="J5: 46Br >E\nK5: 2GR/77 >W\nH5: VII >E")
    assert somme.kind(strong) == "Pressing"
    assert default(strong) == "46Br"
    play(strong, "46Br")
    assert somme.kind(strong) != "Pressing" or default(strong) == "done"


@pytest.mark.case("generation-lost", "15.0")
def test_every_square_that_can_fires_in_defence():
    match = battle.fire(f"M29: 14R/1 >S\nN29: 14Fr >N\n{battle.HQS}\n{battle.POOL}", {"N29": ["14R/1"]})
    assert verdun.kind(match) == "DefensiveFire"
    assert default(match) == "N29"
    warned = stake(match, "done")
    assert warned is not None and (warned.text, warned.cells, warned.grave) == ("1 square could still fire", ("N29",), False)


# ------------------------------------------------------------------------------------------------ supply


@pytest.mark.case("big-push", "7.4.2")
def test_a_set_up_that_leaves_units_without_supply_says_how_many_and_who():
    match = trenchline.load("big-push").start("over_the_top", seed=3)
    while match.decision is None or match.decision.kind != "SetUp":
        match.apply(match.actions()[0])
    warned = stake(match, "done")
    assert warned is not None and warned.grave
    assert warned.text == f"{len(warned.units)} units will be out of supply (7.4.2)"
    (flip, *_) = [a for a in match.actions() if a.kind == "flip" and a.mode == "supply"]
    match.apply(flip)
    after = stake(match, "done")
    assert after is None or len(after.units) < len(warned.units)


@pytest.mark.case("generation-lost", "8.4")
def test_guns_without_an_hq_are_told_of_before_the_bombardment():
    match = verdun.position("turn: 12\nstep: german-bombardment\nK29: XVIII supply\nL29: G77.1 >S\nN29: 14Fr >N")
    assert verdun.kind(match) == "ShellSupply"
    warned = stake(match, "done")
    assert warned is not None and (warned.text, warned.units, warned.grave) == ("1 gun will not fire (8.4)", ("G77.1",), True)


@pytest.mark.case("generation-lost", "13.2")
def test_an_assault_is_supplied_before_it_goes_in():
    match = battle.assault(f"M29: 14R/1 >S\nN29: 14Fr >N\nK29: XVIII >S supply\nK30: VR >S\n{battle.POOL}", {"N29": ["14R/1"]})
    assert verdun.kind(match) == "Prepare"
    assert default(match) == "XVIII"
    warned = stake(match, "assault")
    assert warned is not None and warned.grave and warned.units == ("14R/1",)
    play(match, "XVIII")
    assert (default(match), stake(match, "assault")) == ("assault", None)


@pytest.mark.case("they-shall-not-pass", "6.1")
def test_an_hq_left_behind_is_told_of_when_movement_ends():
    match = trenchline.load("they-shall-not-pass").start("historical", seed=3)
    p = match.position
    while match.decision is None or match.decision.kind != "Movement":
        p = match.position
        match.apply(next((a for a in match.actions() if a.kind == "done"), match.actions()[0]))
    assert stake(match, "done") is None
    p, c = match.position, match.position.c
    hq = next(u for u in p.c.army[0] if c.hq[u] and p.on_map(u))
    p.put(hq, c.box["eliminated"])
    warned = stake(match, "done")
    assert warned is not None and warned.grave and "out of supply (6.15)" in warned.text
    assert all(c.hq_of[p.corps_of(c.unit[name])] == hq for name in warned.units)


@pytest.mark.case("they-shall-not-pass", "8.31")
def test_a_stack_to_mend_is_told_of_when_movement_ends():
    ring = "3013: 35RI\n3115: 42RI\n2915: 44RI"  # nobody can leave
    match = forts.position(f"turn: 2\nstep: german-movement\n3014: IR81, IR87, FR80, Pi21\n{ring}")
    warned = stake(match, "done")
    assert warned == Stake("1 unit over the stacking limit: removed (8.31)", cells=("3014",), grave=True)


# ------------------------------------------------------------------------------------------------ remnants, the last point


@pytest.mark.case("they-shall-not-pass", "14.41")
def test_a_remnant_is_tried_for_and_what_costs_a_point_is_left_to_the_player():
    from trenchline.games.they_shall_not_pass.reinforcements import OptionalDivision
    from trenchline.games.they_shall_not_pass.remnants import RemnantChoice

    match = trenchline.load("they-shall-not-pass").start("historical", seed=3)
    p = match.position
    assert RemnantChoice(0, 0, 7).default(p) == Action("try")  # type: ignore[arg-type]
    assert OptionalDivision().default(p) is None  # type: ignore[arg-type]


@pytest.mark.case("campaign-of-attrition", "12.0a")
def test_the_last_point_is_never_the_default():
    from trenchline.games.campaign_of_attrition.careful import last_point

    p = trenchline.load("campaign-of-attrition").start(seed=3).position
    p.ap[0] = 2  # type: ignore[attr-defined]
    assert last_point(p, 0, 1) is None  # type: ignore[arg-type]
    p.ap[0] = 1  # type: ignore[attr-defined]
    warned = last_point(p, 0, 1)  # type: ignore[arg-type]
    assert warned is not None and warned.grave
