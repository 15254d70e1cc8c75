"""Reach and trace against an independent Dijkstra, on random small boards with zones, halts and closed cells."""

from __future__ import annotations

import heapq
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trenchline.core.grids import HexGrid, SquareGrid
from trenchline.core.paths import (
    FORBIDDEN,
    FREE,
    HINDERED,
    STOPPED,
    Roads,
    linked,
    path,
    plain_linked,
    plain_reach,
    plain_trace,
    reach,
    trace,
)

Ways = list[list[tuple[int, int]]]
EXACT = settings(deadline=None, derandomize=True, max_examples=200)


def dijkstra(starts: Iterable[int], steps: Callable[[int], Iterable[tuple[int, int]]], budget: int) -> dict[int, int]:
    """The textbook: least cost by cell. `steps` gives the cells that can be entered next, and at what cost."""
    best: dict[int, int] = {}
    heap = [(0, start) for start in starts]
    while heap:
        spent, cell = heapq.heappop(heap)
        if cell in best or spent > budget:
            continue
        best[cell] = spent
        for near, cost in steps(cell):
            heapq.heappush(heap, (spent + cost, near))
    return best


def reach_by_the_book(
    ways: Ways, start: int, budget: int, barred: Sequence[int], zone: Sequence[int], enter: Sequence[int], leave: Sequence[int]
) -> dict[int, int]:
    """What `reach` says in its docstring, said again as a rule for single steps."""

    def steps(cell: int) -> list[tuple[int, int]]:
        if zone[cell] == STOPPED and cell != start:
            return []
        return [
            (near, leave[zone[cell]] + cost + enter[zone[near]])
            for near, cost in ways[cell]
            if not barred[near] and not (zone[cell] == STOPPED == zone[near])
        ]

    return dijkstra([start], steps, budget)


def some(draw: st.DrawFn, count: int, choices: Sequence[int]) -> list[int]:
    """So many of the choices, from as many bytes: much quicker to draw than lists."""
    return [choices[byte % len(choices)] for byte in draw(st.binary(min_size=count, max_size=count))]


@st.composite
def grounds(draw: st.DrawFn, least: int = 1) -> Ways:
    """The ways of a small hex or square board: each side with its own cost in either direction, some closed."""
    columns, rows = draw(st.integers(1, 5)), draw(st.integers(1, 4))
    grid = draw(st.sampled_from((HexGrid(columns, rows, rows), SquareGrid(columns, rows, "rows"))))
    sides = range(len(grid.directions))
    near = [[n for n in (grid.across(cell, d) for d in sides) if n >= 0] for cell in range(len(grid.labels))]
    costs = iter(some(draw, sum(map(len, near)), (least, 2, 2, 3, 4, -1)))
    return [[(n, cost) for n in row if (cost := next(costs)) >= 0] for row in near]


@st.composite
def marches(draw: st.DrawFn) -> dict[str, object]:
    """Arguments of `reach`: ground, zones with their prices, closed cells, a start and a budget."""
    ways = draw(grounds())
    price = st.integers(0, 3) | st.just(FORBIDDEN)
    return {
        "ways": ways,
        "start": draw(st.integers(0, len(ways) - 1)),
        "budget": draw(st.integers(0, 14)),
        "barred": some(draw, len(ways), (0, 0, 0, 1)),
        "zone": some(draw, len(ways), (FREE, FREE, HINDERED, STOPPED)),
        "enter": (0, draw(price), draw(price)),
        "leave": (0, draw(st.integers(0, 3)), draw(st.integers(0, 3))),
    }


@given(marches())
@EXACT
def test_reach_finds_every_cell_at_its_least_cost(march: dict) -> None:
    assert reach(**march)[0] == reach_by_the_book(**march)


@given(marches())
@EXACT
def test_the_way_to_every_cell_can_be_walked_and_costs_what_it_says(march: dict) -> None:
    cost, came = reach(**march)
    start, zone = march["start"], march["zone"]
    assert set(came) == set(cost) - {start}
    for goal in came:
        here, spent = start, 0
        for cell in path(came, start, goal):
            assert here == start or zone[here] != STOPPED, "walked on out of a cell that halts"
            assert not march["barred"][cell] and not (zone[here] == zone[cell] == STOPPED)
            spent += march["leave"][zone[here]] + dict(march["ways"][here])[cell] + march["enter"][zone[cell]]
            here = cell
        assert (here, spent) == (goal, cost[goal])


@given(marches())
@EXACT
def test_at_least_one_hex_can_be_entered_unless_it_is_forbidden(march: dict) -> None:
    plain, (cost, came) = reach_by_the_book(**march), reach(**march, at_least_one=True)
    start, zone, budget = march["start"], march["zone"], march["budget"]
    extra = {
        near: budget
        for near, _ in march["ways"][start]
        if near not in plain
        and not march["barred"][near]
        and march["enter"][zone[near]] < FORBIDDEN
        and not (zone[near] == zone[start] == STOPPED)
    }
    assert cost == plain | extra
    assert all(came[near] == start for near in extra)


@given(marches())
@EXACT
def test_a_larger_budget_reaches_no_less_and_no_dearer(march: dict) -> None:
    less, more = reach(**march)[0], reach(**(march | {"budget": march["budget"] + 3}))[0]
    assert less.items() <= more.items()


@st.composite
def lines(draw: st.DrawFn) -> dict[str, object]:
    """Arguments of `trace`: ground where steps may cost nothing, some goals, closed cells."""
    ways = draw(grounds(least=0))
    cell = st.integers(0, len(ways) - 1)
    return {
        "ways_in": ways,
        "goals": draw(st.lists(cell, min_size=1, max_size=4, unique=True)),
        "budget": draw(st.integers(0, 9)),
        "barred": some(draw, len(ways), (0, 0, 0, 1)),
    }


def trace_by_the_book(ways_in: Ways, goals: Sequence[int], budget: int, barred: Sequence[int]) -> dict[int, int]:
    open_goals = [goal for goal in goals if not barred[goal]]
    return dijkstra(open_goals, lambda cell: [(n, c) for n, c in ways_in[cell] if not barred[n]], budget)


@given(lines())
@EXACT
def test_trace_finds_every_cell_with_a_line_at_its_least_cost(line: dict) -> None:
    assert trace(**line)[0] == trace_by_the_book(**line)


@given(lines())
@EXACT
def test_every_line_leads_on_to_a_goal_and_costs_what_it_says(line: dict) -> None:
    cost, onward = trace(**line)
    for cell in cost:
        here, spent = cell, 0
        for _ in range(len(cost)):
            if here not in onward:
                break
            spent += dict(line["ways_in"][onward[here]])[here]
            here = onward[here]
        assert here in line["goals"] and spent == cost[cell]


@given(lines(), st.data())
@EXACT
def test_a_trace_that_ends_early_is_right_about_what_was_wanted(line: dict, data: st.DataObject) -> None:
    wanted = data.draw(st.frozensets(st.integers(0, len(line["ways_in"]) - 1), min_size=1, max_size=3))
    known, whole = trace(**line, wanted=wanted)[0], trace_by_the_book(**line)
    assert {c: known.get(c) for c in wanted} == {c: whole.get(c) for c in wanted}
    assert all(known[c] >= whole[c] for c in known if c in whole)


# ---------------------------------------------------------------------------------------------------- by hand

LINE: Ways = [[(1, 2)], [(0, 2), (2, 2)], [(1, 2), (3, 2)], [(2, 2)]]


@pytest.mark.parametrize(
    ("zone", "reached"),
    [
        ([0, 0, 0, 0], {0: 0, 1: 2, 2: 4, 3: 6}),
        ([0, 1, 0, 0], {0: 0, 1: 3, 2: 6, 3: 8}),  # one more to enter, one more to leave
        ([0, 2, 0, 0], {0: 0, 1: 4}),  # halts
        ([2, 0, 0, 0], {0: 0, 1: 5, 2: 7}),  # starts in a zone: three more to leave
        ([2, 2, 0, 0], {0: 0}),  # never from one strong zone straight into another
    ],
)
def test_zones_cost_and_halt(zone: list[int], reached: dict[int, int]) -> None:
    assert reach(LINE, 0, 8, [0] * 4, zone, enter=(0, 1, 2), leave=(0, 1, 3))[0] == reached


def test_the_start_may_be_barred_and_is_always_reached() -> None:
    assert reach(LINE, 1, 0, [1] * 4, [0] * 4) == ({1: 0}, {})


def test_the_one_hex_costs_the_whole_budget() -> None:
    assert reach(LINE, 0, 1, [0] * 4, [0] * 4, at_least_one=True) == ({0: 0, 1: 1}, {1: 0})
    assert reach(LINE, 0, 1, [0, 1, 0, 0], [0] * 4, at_least_one=True) == ({0: 0}, {})


def test_a_barred_goal_is_no_goal() -> None:
    assert trace(LINE, [0], 9, [1, 0, 0, 0]) == ({}, {})
    assert trace(LINE, [0, 3], 2, [1, 0, 0, 0])[0] == {3: 0, 2: 2}


def test_a_goal_may_be_named_twice() -> None:
    assert trace(LINE, [0, 0, 3], 9, [0] * 4, wanted=[0, 3])[0].items() >= {0: 0, 3: 0}.items()


# ---------------------------------------------------------------------------------------------------- the compiled twin


@given(marches(), st.booleans(), st.booleans(), st.integers(-1, 19), st.data())
@EXACT
def test_the_compiled_search_gives_the_same_answer_in_the_same_order(
    march: dict, first: bool, across: bool, goal: int, data: st.DataObject
) -> None:
    """Where no compiler was at hand both are the same function, and nothing is proven."""
    words = {**march, "at_least_one": first, "zone_to_zone": across, "goal": goal if goal < len(march["ways"]) else -1}
    rows = {**words, "barred": bytes(march["barred"]), "zone": bytearray(march["zone"]), "ways": Roads(march["ways"])}
    tolled = {
        **rows,
        "toll_out": bytes(some(data.draw, len(march["ways"]), (0, 0, 1, 255))),
        "toll_in": bytes(march["barred"][::-1]),
    }
    fords = Roads([[(near, 1 + cost) for near, cost in row] for row in march["ways"][::-1]])
    forded = {**tolled, "fords": fords, "fordable": bytes(some(data.draw, len(march["ways"]), (0, 1)))}
    mixed = {"ways": march["ways"], "toll_in": None}
    for arguments in (words, rows, tolled, {**tolled, **mixed}, forded, {**forded, **mixed}):
        assert [list(found.items()) for found in reach(**arguments)] == [list(f.items()) for f in plain_reach(**arguments)]


@given(grounds(least=0), st.data())
@EXACT
def test_the_compiled_trace_gives_the_same_answer_in_the_same_order(ways: Ways, data: st.DataObject) -> None:
    cells = st.integers(0, len(ways) - 1)
    barred = some(data.draw, len(ways), (0, 0, 0, 1))
    goals, wanted = data.draw(st.lists(cells, max_size=3)), data.draw(st.frozensets(cells, max_size=3))
    budget = data.draw(st.integers(0, 9))
    theirs = plain_trace(ways, goals, budget, barred, wanted)
    for row in (barred, bytearray(barred)):
        for ground in (ways, Roads(ways)):
            ours = trace(ground, goals, budget, row, wanted)
            assert [list(found.items()) for found in ours] == [list(found.items()) for found in theirs]
            assert linked(ground, goals, budget, row) == plain_linked(ways, goals, budget, barred)


@given(lines())
@EXACT
def test_linked_are_the_cells_that_a_line_is_traced_from(line: dict) -> None:
    whole = trace_by_the_book(**line)
    assert list(linked(**line)) == [cell in whole for cell in range(len(line["ways_in"]))]


@given(marches(), st.data())
@EXACT
def test_fords_are_ways_into_some_cells_only(march: dict, data: st.DataObject) -> None:
    size = len(march["ways"])
    fords = [[(near, cost + 2) for near, cost in row] for row in march["ways"][::-1]]
    fordable = some(data.draw, size, (0, 1))
    both = [[*row, *(step for step in fords[cell] if fordable[step[0]])] for cell, row in enumerate(march["ways"])]
    for ways in (march["ways"], Roads(march["ways"])):
        assert reach(**{**march, "ways": ways}, fords=Roads(fords), fordable=fordable) == reach(**{**march, "ways": both})


@given(marches(), st.data())
@EXACT
def test_tolls_are_paid_with_each_step(march: dict, data: st.DataObject) -> None:
    size = len(march["ways"])
    out, into = some(data.draw, size, (0, 0, 2, 9)), some(data.draw, size, (0, 0, 1, 7))
    dearer = [[(near, cost + out[cell] + into[near]) for near, cost in row] for cell, row in enumerate(march["ways"])]
    for ways in (march["ways"], Roads(march["ways"])):
        found = reach(**{**march, "ways": ways}, toll_out=bytes(out), toll_in=bytes(into))
        assert found == reach(**{**march, "ways": dearer})


def test_roads_with_other_steps_out_of_some_cells_are_as_if_made_anew() -> None:
    roads = Roads(LINE)
    for rows in ({1: [(0, 7), (2, 3)]}, {0: [(1, 9)], 3: [(2, 4)]}, {1: [(0, 7)], 2: []}, {}):
        made, anew = roads.but(rows), Roads([rows.get(cell, row) for cell, row in enumerate(LINE)])
        assert made == anew and made.packed == anew.packed
    assert roads.packed == Roads(LINE).packed


def test_roads_are_written_and_read_like_other_ways() -> None:
    roads = Roads(LINE)
    assert list(map(list, roads)) == LINE
    assert pickle.loads(pickle.dumps(roads)).packed == roads.packed


def test_a_search_that_leaves_the_map_is_an_error_in_both() -> None:
    for search in (reach, plain_reach):
        with pytest.raises(IndexError):
            search([[(1, 1)], [(5, 1)]], 0, 9, [0, 0], [0, 0])
        with pytest.raises(IndexError):
            search(Roads([[(1, 1)], [(5, 1)]]), 0, 9, [0, 0], [0, 0])


def test_without_the_compiled_twin_everything_works() -> None:
    code = "from trenchline.core import paths; assert paths.reach is paths.plain_reach; __import__('trenchline').games()"
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "TRENCHLINE_PURE": "1"})
