"""Standing orders: what they say, when they hold, and that they never answer what a player could not."""

from __future__ import annotations

import random
from typing import Any

import pytest

import trenchline
from trenchline.ai import ask
from trenchline.core.decisions import Decision
from trenchline.core.errors import TrenchlineError
from trenchline.core.game import Game
from trenchline.core.match import Match
from trenchline.core.standing import MOST_NAMES, MOST_ORDERS, StandingOrder, standing_answer
from trenchline.lab.simulate import make_players

from .big_push.test_counter_battery import announced
from .campaign_of_attrition.test_losses import suffer
from .they_shall_not_pass import kit as forts
from .they_shall_not_pass.test_hits import CORDON
from .they_shall_not_pass.test_retreat import one_hit
from .verdun_1916 import kit as vaux
from .verdun_1916.test_retreat import driven

GAMES = ("they-shall-not-pass", "verdun-1916", "campaign-of-attrition", "big-push", "generation-lost")


def answer(match: Match, *orders: StandingOrder, player: str = "") -> str:
    """What orders answer, in notation; nothing where the player is asked."""
    found = standing_answer(match, player or match.player, orders)
    return match.notate(found.action) if found else ""


# ------------------------------------------------------------------------------------------------ the data


def decision_kinds(game: Game[Any]) -> set[str]:
    """The names of all decisions of a game and its series."""
    found, left = set(), [Decision]
    while left:
        for kind in left.pop().__subclasses__():
            left.append(kind)
            if kind.__module__.startswith(game.packages):
                found.add(kind.__name__)
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_every_question_of_the_data_is_one_of_the_game(slug: str):
    game = trenchline.load(slug)
    kinds = decision_kinds(game)
    covered = [kind for question in game.standing.questions for kind in question.kinds]
    assert len(covered) == len(set(covered)) and set(covered) <= kinds
    for question in game.standing.questions:
        assert len({answer.id for answer in question.answers}) == len(question.answers)
        assert bool(question.measure) == bool(question.measure_title)
        assert question.measure in ("", "hits", *game.standing_terms.measures)
        assert not question.careful_most or question.measure
    game.standing.check(game.standing.careful)
    assert len(game.standing.careful) >= 3


# ------------------------------------------------------------------------------------------------ any position


def every_order(game: Game[Any]) -> list[StandingOrder]:
    """An order for each answer of each question."""
    return [StandingOrder(q.id, a.id) for q in game.standing.questions for a in q.answers]


@pytest.mark.parametrize(
    ("slug", "scenario", "options", "decisions"),
    [
        ("they-shall-not-pass", "historical", {}, 500),
        ("verdun-1916", "historical", {}, 600),
        ("campaign-of-attrition", "historical", {"fog_of_war": True}, 500),
        ("big-push", "over_the_top", {}, 500),
        ("generation-lost", "shall_not_pass", {}, 500),
    ],
)
def test_an_answer_is_legal_is_the_players_own_and_knows_nothing_hidden(
    slug: str, scenario: str, options: dict[str, bool], decisions: int
):
    """Sergeants play, with a fresh choice of orders for each question; what is hidden from a player may be dealt again."""
    game = trenchline.load(slug)
    match, rng = game.start(scenario, seed=5, options=options), random.Random(5)
    players = make_players(game, ("sergeant", "sergeant"), options, 5)
    orders, given, compared = every_order(game), set(), 0
    for n in range(decisions):
        some, answered = tuple(rng.sample(orders, len(orders))), None
        for seat in match.seats:
            found = standing_answer(match, seat, some)
            if found is None:
                continue
            assert seat in match.players and found.action in match.actions(seat), (seat, found)
            given.add(some[found.order].question)
            answered = found.action
            if match.hides_anything(seat) and rng.random() < 0.3:
                assert standing_answer(game.redeal(match, seat, n), seat, some) == found, (match.decision, found)
                compared += 1
        if match.over:
            break
        match.apply(answered or ask(players[match.player], match, rng).action)
    assert len(given) >= 3, given
    assert compared > 0 or not match.game.has_secrets(scenario, options) or slug in ("big-push", "generation-lost")


# ------------------------------------------------------------------------------------------------ exact stories


def struck(hits: int = 5) -> Match:
    """Two French regiments have two hits to take, and may retreat."""
    match = forts.fight(f"3013: IR81, IR87\n3014: 42RI, 44RI\n{CORDON}", dice=[hits])
    forts.assault(match, "3014", "IR81", "IR87")
    assert match.player == "french" and match.decision.kind == "SplitHits"
    return match


def test_hits_are_split_as_ordered():
    match = struck()
    assert answer(match, StandingOrder("hits", "retreat")) == "lose=1"
    assert answer(match, StandingOrder("hits", "hold")) == "lose=2"
    assert answer(match, StandingOrder("hits", "only")) == ""  # there are two answers
    assert answer(match, StandingOrder("hits", "hold", on=False)) == ""
    assert answer(match, StandingOrder("losses", "weakest")) == ""  # another question


def test_the_first_order_that_holds_answers():
    match = struck()
    hold, retreat = StandingOrder("hits", "hold"), StandingOrder("hits", "retreat")
    assert answer(match, hold, retreat) == "lose=2"
    assert answer(match, StandingOrder("hits", "hold", turn=3), retreat) == "lose=1"
    found = standing_answer(match, "french", (StandingOrder("hits", "hold", turn=3), retreat))
    assert found is not None and found.order == 1


@pytest.mark.parametrize(
    ("holds", "condition"),
    [
        (True, {"role": "defender"}),
        (False, {"role": "attacker"}),
        (True, {"turn": 2}),
        (False, {"turn": 3}),
        (True, {"cells": ("3014", "1504")}),
        (False, {"cells": ("1504",)}),
        (True, {"about": ("44RI",)}),
        (False, {"about": ("35RI",)}),
        (True, {"least": 2, "most": 2}),
        (False, {"least": 3}),
        (False, {"most": 1}),
    ],
)
def test_an_order_holds_under_its_conditions(holds: bool, condition: dict[str, Any]):
    assert bool(answer(struck(), StandingOrder("hits", "hold", **condition))) == holds


def test_a_player_is_not_answered_for_by_the_orders_of_another():
    assert standing_answer(struck(), "german", (StandingOrder("hits", "hold"),)) is None
    assert standing_answer(struck(), "", (StandingOrder("hits", "hold"),)) is None


def test_losses_fall_on_the_units_listed_first_then_the_player_is_asked():
    match = struck()
    forts.play(match, "lose=1")
    assert match.decision.kind == "LoseStep"
    assert answer(match, StandingOrder("losses", "listed", units=("35RI", "44RI", "42RI"))) == "44RI"
    assert answer(match, StandingOrder("losses", "listed", units=("35RI",))) == ""
    p = match.position
    p.steps[p.c.unit["44RI"]] = 1  # type: ignore[attr-defined]
    assert answer(match, StandingOrder("losses", "weakest")) == "42RI"  # the other would be destroyed
    assert answer(match, StandingOrder("losses", "strongest")) == "44RI"


def test_guns_support_a_hex_up_to_the_number_ordered():
    match = forts.fight("3013: IR81, IR87\n3014: 208R\n3015: XXX.A, AD51R, XXX.HQ")
    forts.assault(match, "3014", "IR81", "IR87")
    assert match.decision.kind == "DefensiveSupport"
    assert answer(match, StandingOrder("support", "none")) == "ready"
    strongest = answer(match, StandingOrder("support", "all"))
    assert strongest == answer(match, StandingOrder("support", "one")) != "ready"
    forts.play(match, strongest)
    assert answer(match, StandingOrder("support", "one")) == "ready"
    assert answer(match, StandingOrder("support", "two")) == answer(match, StandingOrder("support", "all")) != "ready"
    assert answer(match, StandingOrder("support", "none", least=1)) == "ready"
    assert answer(match, StandingOrder("support", "none", least=1000)) == ""


def test_counter_battery_fire_by_the_strength_of_the_bombardment():
    match = announced("BA3", "BA5")
    assert match.decision.kind == "CounterBattery"
    factors = 0
    for most in range(1, 200):
        if answer(match, StandingOrder("counter-battery", "let", most=most)):
            factors = most
            break
    p: Any = match.position
    assert factors == sum(p.numbers(g).primary for g in p.barrage.guns) > 0
    assert answer(match, StandingOrder("counter-battery", "let", least=factors)) == "done"
    assert answer(match, StandingOrder("counter-battery", "let", least=factors + 1)) == ""
    assert answer(match, StandingOrder("counter-battery", "answer")) == "C5"
    match.apply(match.parse("C5"))
    first = answer(match, StandingOrder("battery", "one"))
    assert first in {"GA09", "GA10"}
    match.apply(match.parse(first))
    assert answer(match, StandingOrder("battery", "one")) == "fire"
    assert answer(match, StandingOrder("battery", "two")) == ({"GA09", "GA10"} - {first}).pop()


def test_a_retreat_leads_out_of_enemy_zones():
    """They Shall Not Pass: the German in 2916 exerts his zone on some of the ways, not on all."""
    match = one_hit("2916: GR7")
    p: Any = match.position
    cells = {text.split("-")[1] for text in forts.options(match)}
    felt = {cell for cell in cells if p.zone[0][p.c.board.index[cell]]}
    assert felt and cells - felt
    assert answer(match, StandingOrder("retreat", "safest")).split("-")[1] in cells - felt
    assert answer(match, StandingOrder("retreat", "only")) == ""


def test_a_retreat_with_one_way_is_accepted():
    match = one_hit("3115: FAR27\n3015: FAR25")
    assert forts.options(match) == {"42RI-2915"}
    assert answer(match, StandingOrder("retreat", "only")) == "42RI-2915"


def test_verdun_the_first_of_equal_hexes_and_no_advance():
    match = driven("3113: IR81\n3114: 351R")
    assert answer(match, StandingOrder("retreat", "first", role="defender")) in vaux.options(match)
    assert answer(match, StandingOrder("retreat", "first", role="attacker")) == ""
    vaux.play(match, answer(match, StandingOrder("retreat", "first")))
    assert match.decision.kind == "Advance" and match.player == "german"
    assert answer(match, StandingOrder("advance", "stay")) == "done"
    assert answer(match, StandingOrder("advance", "stay", role="defender")) == ""
    assert answer(match, StandingOrder("advance", "default")) == "IR81-3114"
    assert answer(match, StandingOrder("advance", "one")) == "IR81-3114"


def test_loss_points_are_paid_but_never_with_the_last_point():
    """Campaign of Attrition: three points on two divisions, with points to spend and with the last one."""
    for points, first in (("60 60", "pay"), ("60 1", "retreat=3")):
        match = suffer(f"ap: {points}\n1708: 72DI\n1707: 21ID", 3)
        assert match.player == "french" and match.decision.kind == "Absorb"
        assert answer(match, StandingOrder("absorb", "cheapest")) == first, points
    assert answer(match, StandingOrder("absorb", "cheapest", least=3, most=3)) == "retreat=3"
    assert answer(match, StandingOrder("absorb", "cheapest", most=2)) == ""
    assert answer(match, StandingOrder("absorb", "weakest")) == ""  # a single unit is not eliminated for less


# ------------------------------------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (StandingOrder("tea", "yes"), "no question 'tea'"),
        (StandingOrder("hits", "flee"), "retreat, hold, only"),
        (StandingOrder("losses", "listed", units=("Pi99",)), "no counter 'Pi99'"),
        (StandingOrder("hits", "hold", about=("Pi99",)), "no counter 'Pi99'"),
        (StandingOrder("hits", "hold", cells=("9999",)), "no place '9999'"),
        (StandingOrder("hits", "hold", cells=("3014",) * (MOST_NAMES + 1)), "60 names"),
    ],
)
def test_orders_that_name_what_there_is_not_are_refused(order: StandingOrder, why: str):
    with pytest.raises(TrenchlineError, match=why):
        forts.GAME.standing.check((order,))


def test_orders_are_bounded():
    forts.GAME.standing.check((StandingOrder("hits", "hold"),) * MOST_ORDERS)
    with pytest.raises(TrenchlineError, match="40 at the most"):
        forts.GAME.standing.check((StandingOrder("hits", "hold"),) * (MOST_ORDERS + 1))


def test_a_game_without_such_questions_has_none():
    from trenchline.examples.trench_raid import TrenchRaid

    game = TrenchRaid()
    match = game.start(game.scenarios[0].id, seed=1)
    assert game.standing.questions == () and game.standing.careful == ()
    assert standing_answer(match, match.player, (StandingOrder("hits", "hold"),)) is None
