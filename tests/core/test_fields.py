"""Fields over a map: what they are, and that the compiled twin gives the same numbers to the last bit."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trenchline.core.fields import (
    added,
    how_far,
    plain_added,
    plain_how_far,
    plain_strongest,
    plain_summed,
    plain_swept,
    strongest,
    summed,
    swept,
)
from trenchline.core.grids import HexGrid
from trenchline.core.paths import FORBIDDEN, Roads, reach, trace

EXACT = settings(deadline=None, derandomize=True, max_examples=100)
NUMBERS = st.floats(-1e9, 1e9)
GRID = HexGrid(5, 4, 4)


@st.composite
def sources(draw: st.DrawFn) -> tuple[list[bytes], list[float], list[float]]:
    count = draw(st.integers(0, 5))
    rows = [draw(st.binary(min_size=12, max_size=12)) for _ in range(count)]
    return rows, draw(st.lists(NUMBERS, min_size=count, max_size=count)), draw(st.lists(NUMBERS, max_size=300))


def test_sources_are_summed_and_fade_to_nothing():
    middle = GRID.distances(9)
    found = summed(20, [middle, middle], [2.0, 4], [1.0, 0.5])
    assert [found[x] for x in range(20)] == [{0: 6.0, 1: 3.0}.get(far, 0.0) for far in middle]


def test_of_sources_that_do_not_add_up_the_strongest_is_felt():
    assert strongest(20, [GRID.distances(0), GRID.distances(1)], [4.0, 1.0], [1.0, 0.25])[:2] == [4.0, 1.0]
    assert strongest(20, [GRID.distances(0)], [-4.0], [1.0])[0] == 0.0


def test_without_sources_nothing_is_felt_anywhere():
    assert summed(3, [], [], [1.0]) == strongest(3, [], [], [1.0]) == [0.0] * 3


@given(sources())
@EXACT
def test_the_compiled_fields_are_the_same_to_the_last_bit(sources_drawn: tuple[list[bytes], list[float], list[float]]):
    assert list(map(float.hex, summed(12, *sources_drawn))) == list(map(float.hex, plain_summed(12, *sources_drawn)))
    assert list(map(float.hex, strongest(12, *sources_drawn))) == list(map(float.hex, plain_strongest(12, *sources_drawn)))


@given(st.lists(NUMBERS, max_size=9), NUMBERS)
@EXACT
def test_the_compiled_sum_of_two_fields_is_the_same_to_the_last_bit(one: list[float], times: float):
    other = one[::-1]
    assert list(map(float.hex, added(one, other, times))) == list(map(float.hex, plain_added(one, other, times)))


@given(st.data())
@EXACT
def test_how_far_it_is_agrees_with_the_lines_that_can_be_traced(data: st.DataObject):
    """`trace` walks the ways in the other direction: with the same cost both ways it finds the same."""
    near = [[x for x in range(20) if GRID.distances(cell)[x] == 1] for cell in range(20)]
    ways = [[(x, (cell + x) % 3) for x in near[cell]] for cell in range(20)]
    barred = bytes(byte % 4 == 0 for byte in data.draw(st.binary(min_size=20, max_size=20)))
    starts = data.draw(st.lists(st.integers(0, 19), max_size=3))
    limit = data.draw(st.integers(1, 12))
    costs = trace(ways, starts, limit - 1, barred)[0]
    for search in (how_far, plain_how_far):
        for roads in (ways, Roads(ways)):
            assert search(roads, starts, limit, barred) == bytes(costs.get(cell, limit) for cell in range(20))


@given(st.data())
@EXACT
def test_where_several_can_come_is_where_each_of_them_can(data: st.DataObject):
    near = [[x for x in range(20) if GRID.distances(cell)[x] == 1] for cell in range(20)]
    ways = [[(x, (cell + 2 * x) % 4) for x in near[cell]] for cell in range(20)]
    barred = bytes(byte % 5 == 0 for byte in data.draw(st.binary(min_size=20, max_size=20)))
    zone = bytes(byte % 3 for byte in data.draw(st.binary(min_size=20, max_size=20)))
    movers = data.draw(st.lists(st.tuples(st.integers(0, 19), st.integers(0, 9)), max_size=4))
    enter = data.draw(st.sampled_from([(0, 0, 2), (0, FORBIDDEN, FORBIDDEN), (0, 0, 0)]))
    leave, least = data.draw(st.sampled_from([(0, 2, 2), (0, 0, 1)])), data.draw(st.booleans())
    come = {x for start, budget in movers for x in reach(ways, start, budget, barred, zone, enter, leave, least)[0]}
    for search in (swept, plain_swept):
        for roads in (ways, Roads(ways)):
            assert search(roads, movers, barred, zone, enter, leave, least) == bytes(cell in come for cell in range(20))


def test_faults_are_faults_in_both():
    for search in (how_far, plain_how_far):
        assert search([[]], [0], 0, bytes(1)) == b"\x00"
        with pytest.raises(IndexError):
            search([[(5, 1)]], [0], 9, bytes(1))
    for search in (swept, plain_swept):
        assert search([[]], [], bytes(1), bytes(1), (0, 0, 0), (0, 0, 0)) == b"\x00"
        for ways, zone in (([[(5, 1)]], bytes(1)), ([[]], bytes([3]))):
            with pytest.raises(IndexError):
                search(ways, [(0, 9)], bytes(1), zone, (0, 0, 0), (0, 0, 0))
    for field in (summed, plain_summed):
        with pytest.raises(ValueError):
            field(2, [bytes(2)], [1.0, 2.0], [1.0])
        with pytest.raises(ValueError):
            field(2, [bytes(2), bytes(3)], [1.0, 2.0], [1.0])


def test_without_the_compiled_twin_the_python_is_used():
    code = "from trenchline.core import fields; assert fields.summed is fields.plain_summed"
    subprocess.run([sys.executable, "-c", code], check=True, env={**os.environ, "TRENCHLINE_PURE": "1"})
