"""The score as views tell it: worked out again when something has changed on which it hangs, and only then."""

from random import Random

import pytest

from trenchline.games.big_push import view
from trenchline.games.big_push.components import ALLIED, GERMAN
from trenchline.games.big_push.victory import watched
from trenchline.games.great_war.states import DISRUPTED

from .kit import GAME, C

DUE, EXITED = C.box["due"], C.box["exited"]


def stir(p, squares, cleared, chance):
    """Something happens to a counter: it comes to one of some squares or next to it, is shaken, or leaves the map. With the
    German trench cleared of Germans other things decide."""
    u = chance.choice(C.army[chance.choice((ALLIED, ALLIED, ALLIED, GERMAN))])
    if chance.random() < 0.3:
        p.put(u, chance.choice((DUE, EXITED)) if C.side[u] == ALLIED else DUE)
        return
    square = chance.choice(squares)
    cell = chance.choice((square, square, *C.near[square]))
    p.claims[chance.choice(squares)] = chance.randrange(3)  # somebody has passed there
    if not p.enemy_holds(cell, C.side[u]) and not (cleared and C.side[u] == GERMAN and cell in C.german_trench):
        p.put(u, cell)
    if p.on_map(u):
        p.mark(u, DISRUPTED, on=chance.random() < 0.3)


@pytest.mark.parametrize("scenario", [scenario.id for scenario in GAME.scenarios])
@pytest.mark.parametrize("cleared", [True, False])
def test_whatever_moves_the_score_told_is_the_one_worked_out_afresh(scenario, cleared):
    p, chance = GAME.opening(scenario, GAME.chosen({})), Random(scenario)
    if scenario == "campaign":
        p.objectives = tuple(m for m, marker in enumerate(C.markers) if marker.kind in ("place", "exit"))[:7]
    for u in range(len(p.place)):
        p.put(u, DUE)
    claims, ends = watched(p, p.objectives)
    squares = [*claims, *ends, *ends, *([] if cleared else [*C.german_trench, *C.allied_trench])]
    told = set()
    for _ in range(600):
        stir(p, squares, cleared, chance)
        if chance.random() < 0.1:
            p.exited = tuple(chance.sample(C.edge_cells["E"], 2))
        for player, knows in (("allied", bool(p.objectives)), ("german", False)):
            assert view.score(p, player) == view._score(p, knows)
            told.add(view.score(p, player))
    assert len(told) > (3 if cleared else 1)
