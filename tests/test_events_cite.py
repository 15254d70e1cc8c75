"""An event cites the cases that it used, not others of its topic: in the three games on hexes."""

from random import Random

import pytest

import trenchline
from trenchline.games.campaign_of_attrition.elimination import eliminate
from trenchline.games.verdun_1916.components import FRENCH, GERMAN
from trenchline.games.verdun_1916.results import PARTS, case_of
from trenchline.games.verdun_1916.victory import RevealCalls, extra_turn_cases


def told(slug, scenario, seed, actions):
    """What a game of chance tells, event by event."""
    match, rng = trenchline.load(slug).start(scenario, seed=seed), Random(seed)
    while not match.over and actions:
        yield from match.apply(rng.choice(list(match.actions())))
        actions -= 1


@pytest.mark.case("verdun-1916", "14.2D-j", "14.2D-k", "14.2D-l", "14.3D-h", "14.3D-i", "14.3D-j")
@pytest.mark.parametrize(
    ("scenario", "calls", "cases"),
    [
        ("historical", (), ("14.2D-j", "14.2D-k")),
        ("historical", (GERMAN,), ("14.2D-j",)),
        ("historical", (FRENCH,), ("14.2D-k",)),
        ("historical", (GERMAN, FRENCH), ("14.2D-l",)),
        ("hypothetical", (FRENCH,), ("14.3D-i",)),
        ("hypothetical", (GERMAN, FRENCH), ("14.3D-j",)),
    ],
)
def test_the_extra_turn_cites_whoever_calls_it(scenario, calls, cases):
    p = trenchline.load("verdun-1916").start(scenario, seed=1).position
    p.calls = calls
    before = len(p.events)
    RevealCalls().run(p)
    assert next(e for e in p.events[before:] if e.kind == "extra turn").cases == cases
    assert extra_turn_cases(p)[0] == ("14.3D-h" if scenario == "hypothetical" else "14.2D-j")


@pytest.mark.case("verdun-1916", "7.5a", "7.5c", "7.5f", "7.5g", "7.5j", "7.5l", "BT-d", "BT-e")
def test_combat_losses_and_shock_cite_their_result():
    assert [case_of(part) for part in PARTS] == [f"7.5{letter}" for letter in "abcdefghijkl"]
    events = list(told("verdun-1916", "historical", 3, 2500))
    fights = [e for e in events if e.kind == "combat"]
    assert fights and all(e.cases == ("7.4h", *map(case_of, e.result.split("/"))) for e in fights)
    losses = [e for e in events if e.kind in ("loss", "eliminated")]
    assert losses and not any("7.5" in e.cases for e in losses)
    shocks = [e for e in events if e.kind == "shock"]
    assert shocks and all(e.cases in (("BT-d",), ("BT-e",)) for e in shocks)


@pytest.mark.case("campaign-of-attrition", "11.3b", "11.3c", "9.8.1a", "9.8.2", "9.8.3a")
def test_income_and_support_cite_their_own_case():
    support = {"Hurricane": "9.8.1a", "flamethrowers": "9.8.2", "Elan": "9.8.3a"}
    events = [e for seed in range(1, 7) for e in told("campaign-of-attrition", "historical", seed, 1500)]
    income = [e for e in events if e.kind == "income"]
    assert income and all(e.cases == ("3.1", "11.3b" if "Germans" in e.text else "11.3c") for e in income)
    bought = [e for e in events if e.kind == "support" and "AP for" in e.text]
    assert bought and all(e.cases == tuple(case for word, case in support.items() if word in e.text) for e in bought)


@pytest.mark.case("campaign-of-attrition", "6.1c", "9.5b")
@pytest.mark.parametrize(("by", "case"), [("6.1b", "6.1c"), ("9.2a", "9.5b"), ("7.0e", "9.5b")])
def test_the_die_for_a_lost_unit_cites_what_it_was_lost_to(by, case):
    p = trenchline.load("campaign-of-attrition").start("historical", seed=1).position
    eliminate(p, next(u for u in range(len(p.c.counters)) if p.on_map(u)), by)
    p.stack.pop().resolve(p, (1,))
    assert [e.cases for e in p.events[-2:]] == [(case,), (case,)]
