"""A view is not worked out from scratch each time: what it remembers is what it would say."""

from __future__ import annotations

from random import Random

import pytest

import trenchline
from trenchline.core import views
from trenchline.games import CATALOGUE


@pytest.mark.parametrize("slug", CATALOGUE)
def test_a_view_that_remembers_shows_what_one_that_does_not_shows(slug):
    game = trenchline.load(slug)
    match, chance = game.start(seed=11), Random(11)
    for number in range(500):
        if match.over:
            break
        match.apply_legal(chance.choice(match.actions()))
        if number % 10 == 0:
            remembered = [match.view(seat) for seat in (*match.seats, "")]
            forget(match)
            assert [match.view(seat) for seat in (*match.seats, "")] == remembered


SCENARIOS = [(slug, scenario.id) for slug in CATALOGUE for scenario in trenchline.load(slug).scenarios]


@pytest.mark.parametrize(("slug", "scenario"), SCENARIOS)
def test_whatever_moves_is_told_as_if_nothing_were_remembered(slug, scenario):
    """Counters are put anywhere and taken off the map, as no match would have it: scores and standings follow."""
    match, chance = trenchline.load(slug).start(scenario, seed=5), Random(scenario)
    game, seats = match.game, (*match.seats, "")
    for _ in range(80):
        for _ in range(chance.randint(1, 4)):
            scatter(match.position, chance)
        remembered = [game.visible_state(match.position, seat) for seat in seats]
        forget(match)
        assert [game.visible_state(match.position, seat) for seat in seats] == remembered


def scatter(p, chance):
    """Move a counter where no enemy stands, mostly to places with a name or next to them, or take it off the map."""
    u, board = chance.randrange(len(p.place)), p.c.board
    named = chance.choice([cell for cell, name in enumerate(board.names) if name])
    cell = chance.choice([named, *board.neighbours[named], chance.randrange(board.size)])
    if chance.random() < 0.1:
        p.put(u, chance.choice(list(p.c.box.values())))
    elif not p.enemy_holds(cell, p.c.side[u]):
        p.put(u, cell)
        p.control[cell] = p.c.side[u]
    if chance.random() < 0.2:
        p.steps[u] = max(1, p.steps[u] - 1)


def forget(match):
    """All that views have put by: what was shown and told in any match of the game, and what this one showed and found out."""
    match.game.components.shown.clear()
    match.game.components.told.clear()
    match.position = match.position.clone()
    match.position.looked = ()
    match.position.recount()


def test_what_a_view_tells_can_be_changed_without_harm_to_the_next():
    """What is remembered is shared by all matches: the lists of a view are its own."""
    match = trenchline.load("big-push").start(seed=3)
    seen = match.view("german")
    before = seen.due[:], seen.counters[:], seen.markers[:]
    assert before[0]
    for told in (seen.due, seen.counters, seen.markers):
        told.clear()
    again = match.view("german")
    assert (again.due, again.counters, again.markers) == before


def test_what_views_remember_is_bounded(monkeypatch):
    """Of what was told, and of counters as they looked."""
    monkeypatch.setattr(views, "MOST_TOLD", 20)
    monkeypatch.setattr(views, "MOST_SHOWN", 400)
    game = trenchline.load("they-shall-not-pass")
    match, chance = game.start(seed=7), Random(7)
    for _ in range(150):
        match.apply_legal(chance.choice(match.actions()))
        match.view(match.player)
        assert len(game.components.told) <= 20
        assert len(game.components.shown) <= 400 + len(game.counters)


@pytest.mark.parametrize(("slug", "knows"), [("big-push", "allied"), ("generation-lost", "german")])
def test_what_is_remembered_for_who_knows_a_secret_is_told_to_nobody_else(slug, knows):
    """The objectives of a campaign: whoever looks first, the others learn nothing by it."""
    game = trenchline.load(slug)
    match, chance = game.start("campaign", seed=2), Random(2)
    while not match.position.objectives:
        match.apply_legal(chance.choice(match.actions()))
    others = [seat for seat in (*match.seats, "") if seat != knows]
    forget(match)
    alone = [match.view(seat) for seat in others]
    forget(match)
    told = match.view(knows)
    assert [match.view(seat) for seat in others] == alone
    assert all(len(told.reasons) > len(view.reasons) and view.tracks["objectives"] == "secret" for view in alone)
