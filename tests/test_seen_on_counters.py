"""What a counter shows of what it has done: who has moved or fired looks it while it counts, and not after."""

from __future__ import annotations

from typing import Any

import pytest

import trenchline
from trenchline.core.match import Match
from trenchline.server.documents import legal_actions

from .big_push.kit import ALLIED_GUNS, barrage, guns
from .kit import play
from .test_ahead import SCENARIOS, at_movement


def shown(match: Match, unit: str) -> tuple[str, ...]:
    return next(c.states for c in match.view("").counters if c.id == unit)


def first_march(match: Match) -> str:
    """Send the first unit that can go to an empty cell; its name."""
    held = {c.place for c in match.view("").counters}
    for naming in [a for a in match.actions() if a.kind == "select"]:
        twin = match.clone()
        twin.apply(naming)
        ways = [a for a in twin.actions() if a.kind == "move" and a.cell not in held]
        if ways:
            match.apply(naming)
            match.apply(ways[-1])
            if "halt" in {a.kind for a in match.actions()}:
                play(match, "halt")
            return naming.unit
    raise AssertionError("nobody can move")


@pytest.mark.parametrize("slug", SCENARIOS)
def test_who_has_moved_shows_it_until_movement_ends(slug: str):
    match = at_movement(slug, SCENARIOS[slug])
    unit = first_march(match)
    assert "moved" in shown(match, unit)
    while match.decision is not None and "Movement" in match.decision.kind:
        match.apply(match.parse("done"))
    assert "moved" not in shown(match, unit)


@pytest.mark.case("big-push", "6.3")
def test_a_gun_that_has_fired_shows_it_in_the_bombardment_and_may_move_as_if_it_had_not():
    match = guns(f"K5: 8/73 >W\nK7: 8/93 >W\n{ALLIED_GUNS}", dice=[6, 6])
    barrage(match, "K5", "BA3", "BA5")
    assert "fired" in shown(match, "BA3") and "fired" not in shown(match, "FA4")
    play(match, "done")
    assert match.decision is not None and match.decision.kind == "Movement"
    assert "fired" not in shown(match, "BA3")


@pytest.mark.case("big-push", "6.0")
def test_only_targets_that_hold_somebody_are_lit_and_all_are_legal():
    match = guns(f"K5: 8/73 >W\nL7: GA02 >W\n{ALLIED_GUNS}")
    told = {a.cell: a.empty for a in legal_actions(match, match.seats) if a.cell}
    assert not told["K5"] and not told["L7"] and told["J6"]
    assert [cell for cell, empty in told.items() if not empty] == ["K5", "L7"]


@pytest.mark.case("generation-lost", "8.7.3(a)")
def test_an_air_attack_is_lit_where_an_enemy_stands():
    match: Any = trenchline.load("generation-lost").start("firestorm", seed=21)
    while match.decision.kind != "PlaceAir":
        match.apply(next(iter(match.actions())))
    p = match.position
    told = {a.cell: a.empty for a in legal_actions(match, match.seats) if a.cell}
    assert len(told) > 600 and all(empty == (not p.present[p.c.board.index[cell]]) for cell, empty in told.items())
    assert 10 < sum(not empty for empty in told.values()) < 100
