"""The score as views tell it: worked out again when something has changed on which it hangs, and only then."""

from random import Random

import pytest

from trenchline.games.generation_lost import view
from trenchline.games.generation_lost.components import FRENCH, GERMAN
from trenchline.games.generation_lost.victory import encircled, met
from trenchline.games.great_war.states import DISRUPTED, SUPPRESSED

from .kit import GAME, C

OUT = C.box["out"]
NAMED = [cell for cell, name in enumerate(C.board.names) if name]
VERDUN = tuple(C.board.cell(label) for label in ("P19", "P20", "Q18", "Q19", "Q20"))
DOUAUMONT = C.board.cell("J23")


def stir(p, squares, chance):
    """Something happens to a counter: it comes to one of some squares or next to it, is shaken, or leaves the map."""
    u = chance.choice(C.army[chance.choice((GERMAN, FRENCH))])
    square = chance.choice(squares)
    cell = chance.choice((square, square, *C.near[square]))
    p.control[chance.choice(squares)] = chance.choice((GERMAN, FRENCH))  # somebody has passed there
    p.forts[chance.randrange(len(p.forts))] = chance.choice((GERMAN, FRENCH))
    if chance.random() < 0.2:
        return
    if chance.random() < 0.3:
        p.put(u, OUT)
    elif not p.enemy_holds(cell, C.side[u]):
        p.put(u, cell)
    if p.on_map(u):
        p.mark(u, chance.choice((DISRUPTED, SUPPRESSED)), on=chance.random() < 0.4)


def conditions(p):
    """All conditions of the victories of a scenario, each with the side that must meet it."""
    found = [
        (C.side_index[row.side], part)
        for row in p.s.victories.values()
        if row.side in C.side_index
        for part in (*row.all_of, *row.any_of, *row.some_of)
    ]
    for side, row in found:
        found += [(side, part) for part in row.of]
    return found


def storm(p, row, chance):
    """A side takes all the squares that a condition names, or leads by far."""
    side = chance.choice((GERMAN, FRENCH))
    p.points[side] = p.combat_points[side] = chance.choice((0, 0, 3, 50))
    for cell in C.board.cells([*row.cells, *(label for place in row.places for label in place.cells)]):
        for u in p.others(cell, side):
            p.put(u, OUT)
        p.put(chance.choice(C.army[side]), cell)


@pytest.mark.parametrize("scenario", [scenario.id for scenario in GAME.scenarios])
def test_whatever_moves_the_score_told_is_the_one_worked_out_afresh(scenario):
    p, chance = GAME.opening(scenario, GAME.chosen({})), Random(scenario)
    if scenario == "campaign":
        p.objectives = tuple(range(len(C.markers)))
    for u in range(len(p.place)):
        p.put(u, OUT)
    told, squares = set(), [*NAMED, *[DOUAUMONT] * 9, *VERDUN]
    for _ in range(500):
        stir(p, squares, chance)
        if chance.random() < 0.15:
            storm(p, chance.choice(conditions(p))[1], chance)
        afresh = p.clone()
        afresh.ways = {}
        for player, knows in (("german", bool(p.objectives)), ("french", False)):
            assert view.score(p, player) == view._score(afresh, knows)
            told.add(view.score(p, player))
    assert len(told) > 10


@pytest.mark.parametrize("scenario", [scenario.id for scenario in GAME.scenarios if scenario.id != "campaign"])
def test_positions_that_look_alike_where_it_counts_meet_the_same_conditions(scenario):
    p, chance, seen = GAME.opening(scenario, GAME.chosen({})), Random(scenario), {}
    for u in range(len(p.place)):
        p.put(u, OUT)
    rows = conditions(p)
    squares = [*NAMED, *C.board.cells(label for _, row in rows for label in row.cells)]
    for _ in range(1500):
        stir(p, squares, chance)
        p.forts = [chance.choice((GERMAN, FRENCH))] * len(p.forts)
        p.control[:] = bytes([chance.choice((GERMAN, FRENCH))]) * len(p.control)
        afresh = p.clone()
        afresh.ways = {}
        found = [met(afresh, side, row) for side, row in rows]
        assert seen.setdefault((view.ground(p, ()), tuple(p.forts)), found) == found
    assert len(seen) < 1400


def test_a_ring_closes_and_opens_whatever_way_out_was_known_before():
    p, chance, found = GAME.opening("campaign", GAME.chosen({})), Random(6), []
    around = [x for x in range(C.board.size) if min(C.board.distance(x, y) for y in VERDUN) == 3]
    for u in range(len(p.place)):
        p.put(u, OUT)
    for _ in range(1500):
        u = chance.choice(C.army[GERMAN])
        p.put(u, OUT if chance.random() < 0.15 else chance.choice(around))
        p.mark(u, DISRUPTED, on=p.on_map(u) and chance.random() < 0.2)
        afresh = p.clone()
        afresh.ways = {}
        found.append(encircled(p, VERDUN))
        assert found[-1] == encircled(afresh, VERDUN)
    assert 50 < sum(found) < 1450
