"""Layers say what they are drawn for, and are drawn for just that: a client needs to know nothing else of them."""

from __future__ import annotations

from random import Random

import pytest

from trenchline.core.documents import LayerDocument
from trenchline.core.errors import TrenchlineError
from trenchline.core.game import Game
from trenchline.core.match import Match
from trenchline.games import CATALOGUE, load
from trenchline.games.great_war.lines import commanded, headquarters, suppliers


def subjects(game: Game, match: Match, layer: LayerDocument) -> list[str]:
    """Everything that a layer says it can be drawn for."""
    if not layer.of:
        return [""]
    if layer.of == "side":
        return list(game.sides)
    seen = match.view(match.player).counters
    return [c.id for c in seen if layer.of == "counter" or c.place in game.board.labels]


@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_layer_can_be_drawn_for_what_it_says(slug: str):
    game = load(slug)
    match = game.start(seed=1)
    for layer in game.overlays():
        drawn = 0
        for subject in subjects(game, match, layer):
            try:
                drawn += bool(game.overlay(match, layer.name, subject, match.player).title)
            except TrenchlineError as refusal:  # a gun's layer for what is no gun
                assert layer.of in ("counter", "unit") and subject in str(refusal)
        assert drawn, f"{layer.name} of {slug} is drawn for nothing"


@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_layer_has_a_key_of_its_own_and_one_at_most_tells_costs(slug: str):
    layers = load(slug).overlays()
    assert len({layer.key for layer in layers}) == len(layers) and all(layer.about for layer in layers)
    assert sum(layer.costs for layer in layers) <= 1


@pytest.mark.parametrize("slug", ["big-push", "generation-lost"])
def test_lines_of_the_series_run_to_headquarters_and_who_has_none_is_named(slug: str):
    """Drawn as the rules see it, at every hundredth decision of a random match."""
    game, chance = load(slug), Random(4)
    match, seen = game.start(seed=4), {True: 0, False: 0}
    for n in range(1500):
        if match.over:
            break
        match.apply_legal(chance.choice(list(match.actions())))
        if n % 100 or match.over:
            continue
        p = match.position
        for side, nation in ((side, nation) for nation, side in enumerate(p.c.belligerents.of_nation)):
            for supply in (True, False):
                found = headquarters(p, nation, supply)
                drawn = game.overlay(match, "supply" if supply else "command", game.sides[side], game.sides[side])
                units = [u for u in p.units(side) if p.c.nation[u] == nation and (p.c.assaults[u] or (supply and p.c.gun[u]))]
                for u in units if found else ():
                    at = p.place[u]
                    reached = bool(suppliers(p, u, at)) if supply else commanded(p, u, at, p.c.short_command[u])
                    told = any(f"{{{p.name(u)}}}" in note for note in drawn.notes)
                    ends = [line[-1] for line in drawn.lines if line[0] == p.label(at)]
                    assert told is not reached, f"{p.name(u)}: {drawn.notes}"
                    assert not reached or ends or any(p.place[h] == at for h in found)
                    seen[reached] += 1
                hqs = {p.label(p.place[h]) for other, s in enumerate(p.c.belligerents.of_nation) if s == side
                       for h in headquarters(p, other, supply)}  # fmt: skip
                assert {line[-1] for line in drawn.lines} <= hqs
    assert min(seen.values()) > 5


@pytest.mark.parametrize("slug", ["big-push", "they-shall-not-pass"])
def test_a_layer_of_a_side_says_which_sides_there_are_and_whose_it_is(slug):
    match = load(slug).start(seed=1)
    with pytest.raises(TrenchlineError, match=f"for which side 'supply' is to be drawn: {' or '.join(match.game.sides)}"):
        match.layer("supply", "nobody")
    title = match.layer("supply", match.game.sides[0]).title
    assert title.endswith(f", {match.game.sides[0]}") and "a side" not in title
