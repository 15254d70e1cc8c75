"""Looking ahead: what a counter could be told, where several go together, what can be added at once. Each tried in copies."""

from __future__ import annotations

import pytest

import trenchline
from trenchline.core.ahead import at_once, marches, orders_of
from trenchline.core.match import Match

from .kit import play
from .they_shall_not_pass.kit import position as verdun_in_february
from .verdun_1916.kit import position as verdun_1916


def at_movement(slug: str, scenario: str) -> Match:
    """A match in which everybody has done as little as may be, up to the first movement."""
    match = trenchline.load(slug).start(scenario, seed=3)
    while match.decision is None or match.decision.kind != "Movement":
        least = [action for action in match.actions() if action.kind in ("done", "no", "historical")]
        match.apply((least or list(match.actions()))[0])
    return match


SCENARIOS = {
    "they-shall-not-pass": "historical", "verdun-1916": "historical", "campaign-of-attrition": "historical",
    "big-push": "over_the_top", "generation-lost": "firestorm",
}  # fmt: skip


@pytest.mark.parametrize("slug", SCENARIOS)
def test_what_is_foretold_of_a_group_is_what_happens_when_it_is_sent(slug: str):
    match = at_movement(slug, SCENARIOS[slug])
    able = sorted({action.unit for action in match.actions() if action.kind == "select"})[:4]
    before = match.hash()
    found = marches(match, able)
    assert match.hash() == before, "nothing is done by asking"
    some = [march for march in found if march.goes]
    assert some and all({*march.goes, *(s.unit for s in march.stays)} == set(able) for march in found)
    for march in some[:6]:
        again = match.clone()
        for unit in march.goes:
            again.apply(next(a for a in again.actions() if a.kind == "select" and a.unit == unit))
            again.apply(next(a for a in again.actions() if a.unit == unit and a.cell == march.cell))
            if again.decision is not None and again.decision.kind != "Movement":
                again.apply(again.parse("halt"))
        places = {c.id: c.place for c in again.view(again.player).counters}
        assert {places[unit] for unit in march.goes} == {march.cell}
        assert all(stays.reason for stays in march.stays)


@pytest.mark.parametrize("slug", SCENARIOS)
def test_what_a_counter_could_be_told_is_what_is_asked_once_it_is_named(slug: str):
    match = at_movement(slug, SCENARIOS[slug])
    naming = next(action for action in match.actions() if action.kind == "select")
    told = orders_of(match, naming.unit)
    match.apply(naming)
    assert told == [action for action in match.actions() if action.unit == naming.unit]


@pytest.mark.case("they-shall-not-pass", "8.31")
def test_where_a_group_could_pass_but_not_stay_is_told_before_it_goes():
    text = "turn: 2\nstep: german-movement\n3015: IR81, IR87\n3016: FR80"
    match = verdun_in_february(text)
    there, free = marches(match, ["IR81", "IR87"], ["3016", "3014"])
    assert there.goes == ("IR81", "IR87") and there.crowded is not None and there.crowded.cases == ("8.31",)
    assert free.goes == ("IR81", "IR87") and free.crowded is None


@pytest.mark.case("they-shall-not-pass", "8.0")
def test_who_cannot_follow_a_group_is_named_with_the_reason():
    match = verdun_in_february("turn: 2\nstep: german-movement\n3015: IR81\n2401: IR87")
    (march,) = marches(match, ["IR81", "IR87"], ["3016"])
    assert march.goes == ("IR81",) and [stays.unit for stays in march.stays] == ["IR87"]
    assert "too far" in march.stays[0].reason and "8.0" in march.stays[0].cases


@pytest.mark.case("verdun-1916", "8.1c")
def test_at_a_lone_headquarters_two_guns_fire_and_the_others_learn_why_not():
    match = verdun_1916("turn: 1\nstep: german-bombardment\n3108: FA21, XVIII.A1, XVIII.A2\n3114: 14.HQ\n1501: III.A1")
    play(match, "3114")
    found = at_once(match, [action for action in match.actions() if action.kind == "add"])
    assert [action.unit for action in found.goes] == ["FA21", "XVIII.A1"]
    assert {stays.unit: stays.cases for stays in found.stays}["XVIII.A2"] == ("8.1c",)
    assert "III.A1" in {stays.unit for stays in found.stays}, "out of range: not offered, and told of all the same"


def test_all_fire_where_nothing_speaks_against_it():
    match = verdun_1916("turn: 1\nstep: german-bombardment\n3108: FA21, XVIII.A1, XVIII.A2\n3115: 42RI, 51.HQ")
    play(match, "3115")
    everybody = [action for action in match.actions() if action.kind == "add"]
    assert at_once(match, everybody).goes == tuple(everybody), "a stack may be shelled by any number"
