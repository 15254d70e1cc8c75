"""Observations as arrays: they say what the position says, nothing of what is hidden, and are written as it changes."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import trenchline
from tests.random_games import Temper
from tests.server.hidden_pairs import hides, secretive
from trenchline.ai.player import apart
from trenchline.core.encoding import Encoder, shape_of
from trenchline.examples.trench_raid import TrenchRaid
from trenchline.games import CATALOGUE

MOST_OPEN = 40  # decisions between two that are compared, where nobody answers in secret


def afresh(match, player):
    return Encoder(match, player, shape_of(match.game)).encode()


def differing_channels(game, one, other):
    """The names of the channels in which two observations differ."""
    found = set()
    for part in one._fields:
        places = np.argwhere(getattr(one, part) != getattr(other, part))
        indices = {int(place[1] if part == "entities" else place[0]) for place in places}
        found |= {c.name for c in game.channels() if c.part == part and c.index in indices}
    return found


def channel(match, part, name):
    return next(c.index for c in match.game.channels() if (c.part, c.name) == (part, name))


@pytest.mark.parametrize("slug", CATALOGUE)
def test_what_is_written_as_it_changes_is_what_would_be_written_afresh(slug):
    game = trenchline.load(slug)
    for scenario in (game.scenarios[0].id, game.scenarios[-1].id):
        match, temper = game.start(scenario, seed=4), Temper(4)
        for number in range(250):
            if match.over:
                break
            followed = match.encode(match.player)
            if number % 7 == 0:
                assert not differing_channels(game, followed, afresh(match, match.player))
            match.apply_legal(temper.choose(list(match.actions())))


@pytest.mark.parametrize("slug", CATALOGUE)
def test_counters_stand_where_they_stand(slug):
    match, temper = trenchline.load(slug).start(seed=2), Temper(2)
    for _ in range(300):
        match.apply_legal(temper.choose(list(match.actions())))
    player = match.player
    found, p, grid = match.encode(player), match.position, match.game.board.grid
    row, column, steps = (channel(match, "entities", name) for name in ("row", "column", "steps"))
    for u, place in enumerate(p.place):
        at = tuple(int(n) for n in found.entities[u, [row, column]])
        assert at == (tuple(n + 1 for n in grid.offset(place)) if place < match.game.board.size else (0, 0))
        assert found.entities[u, steps] == p.steps[u]
    for side, name in enumerate(match.game.sides):
        plane = found.planes[channel(match, "planes", f"{name} counters")]
        assert int(plane.sum()) == sum(p.c.side[u] == side and p.place[u] < match.game.board.size for u in range(len(p.place)))
        control = found.planes[channel(match, "planes", f"{name} control")]
        assert int(control.sum()) == bytes(p.control).count(side)
    assert found.tracks[channel(match, "tracks", "turn")] == p.turn
    assert found.tracks[channel(match, "tracks", "asked")] == 1


def test_units_that_a_decision_names_are_marked():
    match = trenchline.load("they-shall-not-pass").start(seed=7)
    for text in ("barrage:1504", "XVIII.A1"):
        match.apply(match.parse(text))
    found = match.encode("german")
    named = channel(match, "entities", "named by the decision")
    assert [match.game.counters[u].id for u in np.flatnonzero(found.entities[:, named])] == ["XVIII.A1"]
    row, column = match.game.board.grid.offset(match.game.board.index["1504"])
    assert found.planes[channel(match, "planes", "named by the decision"), row, column] > 0


def test_an_observation_does_not_change_later():
    match, chance = trenchline.load("they-shall-not-pass").start(seed=7), Random(7)
    first = match.encode("german")
    kept = [array.copy() for array in first]
    for _ in range(30):
        match.apply_legal(chance.choice(match.actions()))
        match.encode("german")
    assert all((now == before).all() for now, before in zip(first, kept, strict=True))


def test_a_match_after_an_undo_is_encoded_as_it_stands():
    match = trenchline.load("they-shall-not-pass").start(seed=7)
    before = match.encode("german")
    match.apply(match.parse("barrage:1504"))
    match.encode("german")
    match.undo()
    assert not differing_channels(match.game, match.encode("german"), before)


def test_a_match_that_shares_its_memory_with_another_is_encoded_as_it_stands():
    """A bot is shown a match that was copied at the top, and may write into a position of its own."""
    match = trenchline.load("they-shall-not-pass").start(seed=7)
    match.encode("german")
    shown = apart(match)
    shown.position.turn = 5
    assert shown.encode("german").tracks[channel(match, "tracks", "turn")] == 5
    assert match.encode("german").tracks[channel(match, "tracks", "turn")] == match.turn != 5


def test_hexes_can_lie_along_two_axes():
    """Neighbours in the same direction are the same step apart wherever they lie."""
    match = trenchline.load("they-shall-not-pass").start(seed=7)
    grid = match.game.board.grid
    for direction in range(6):
        steps = {
            tuple(np.subtract(grid.axial(near), grid.axial(cell)))
            for cell in range(match.game.board.size)
            if (near := grid.across(cell, direction)) >= 0
        }
        assert len(steps) == 1
    flat, axial = match.encode("german"), match.encode("german", axial=True)
    assert flat.planes.sum() == axial.planes.sum() and flat.planes.shape != axial.planes.shape


def test_the_tokens_chosen_so_far_are_told():
    match = trenchline.load("they-shall-not-pass").start(seed=7)
    space = match.game.action_space()
    staging = trenchline.Staging(space, match.actions())
    staging.take(space.tokens(match.parse("barrage:1504")).verb)
    found = match.encode("german", staging)
    assert found.tracks[channel(match, "tracks", "stage")] == 1 + trenchline.STAGES.index("cell")
    assert found.tracks[channel(match, "tracks", "chosen verb")] == 1 + space.verbs.index("barrage")


# ------------------------------------------------------------------------------------------------ what is hidden


@pytest.mark.parametrize("slug", [slug for slug in CATALOGUE if trenchline.load(slug).secrets])
def test_what_is_hidden_is_dealt_again_and_nobody_can_tell(slug):
    """In each scenario that hides something, for each seat and the onlooker; with secrets of every kind that come up."""
    game, chance, looked = trenchline.load(slug), Random(slug), 0
    for number, (scenario, options) in enumerate(reversed(secretive(slug))):  # the last, a campaign, has most to hide
        match, temper, since = game.start(scenario, seed=number, options=options), Temper(number), MOST_OPEN
        for _ in range(800 if number < 2 else 100):
            if match.over:
                break
            since += 1
            if hides(match) and (match.is_secret or since > MOST_OPEN):
                since = 0
                for player in (*match.seats, ""):
                    other = game.redeal(match, player, chance.getrandbits(30))
                    looked += 1
                    assert not differing_channels(game, afresh(match, player), afresh(other, player)), (player, match.step)
                    assert not differing_channels(game, afresh(match, player), match.encode(player)), (player, match.step)
            match.apply_legal(temper.choose(list(match.actions())))
    assert looked > 15


def test_who_knows_a_secret_is_told_of_it():
    """The Allied objective: its owner sees it, the Germans see nothing."""
    game = TrenchRaid()
    match = game.start(seed=5)
    while not match.position.objective:
        match.apply_legal(match.actions()[0])
    mark = channel(match, "planes", "objective")
    assert match.encode("allied").planes[mark].sum() == 1
    assert match.encode("german").planes[mark].sum() == 0


def test_unseen_counters_are_counted_and_nothing_else_is_told_of_them():
    game = trenchline.load("campaign-of-attrition")
    match = game.start(seed=3, options={"fog_of_war": True})
    while match.turn < 2 and not match.over:
        match.apply_legal(match.actions()[0])
    p, found = match.position, match.encode("german")
    unseen = [u for u in range(len(p.place)) if not game.sees(p, u, "german")]
    assert unseen
    assert found.planes[channel(match, "planes", "unseen")].sum() == len(unseen)
    assert (found.entities[unseen] == shape_of(game).blank.entities[unseen]).all()
