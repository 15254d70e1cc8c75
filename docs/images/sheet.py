"""The sheet of paper: where hexes lie on it, and the few shapes that everything is drawn from."""

from __future__ import annotations

import csv
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import hypot, sqrt
from pathlib import Path
from random import Random

DATA = Path(__file__).parents[2] / "trenchline" / "games" / "they_shall_not_pass" / "data"
COLUMNS = 33
SIDE = 34.0  # of a hex, in points of the picture
TALL = sqrt(3) * SIDE
FRAME = (84.0, 84.0)  # the map's upper left corner on the sheet
WIDTH, HEIGHT = 1.5 * SIDE * (COLUMNS - 1) + 2 * SIDE, TALL * 23.0

Point = tuple[float, float]
Chain = list[Point]


class Board:
    """The rows of board.csv by cell."""

    def __init__(self) -> None:
        with (DATA / "board.csv").open(encoding="utf-8", newline="") as file:
            self.rows = {row["cell"]: row for row in csv.DictReader(file)}
        with (DATA / "counters.csv").open(encoding="utf-8", newline="") as file:
            self.counters = {row["id"]: row for row in csv.DictReader(file)}
        self.scenario = tomllib.loads((DATA / "scenarios.toml").read_text(encoding="utf-8"))

    def having(self, terrain: str) -> list[str]:
        return [cell for cell, row in self.rows.items() if terrain in row["terrain"].split(";")]

    def joins(self, *columns: str) -> list[tuple[str, str]]:
        """Every pair of neighbours that a column joins, once; `edge` stays as it is."""
        found = set()
        for cell, row in self.rows.items():
            for column in columns:
                found |= {(cell, to) if to == "edge" else (min(cell, to), max(cell, to)) for to in row[column].split()}
        return sorted(found)


def centre(cell: str) -> Point:
    return at(int(cell[:2]), int(cell[2:]) + (0 if int(cell[:2]) % 2 else 0.5))


def at(column: float, row: float) -> Point:
    """A place in columns and rows of hexes; the middle of 0101 is (1, 1)."""
    return FRAME[0] + SIDE + (column - 1) * 1.5 * SIDE, FRAME[1] + TALL * (row - 0.5)


def neighbours(cell: str) -> list[str]:
    column, row = int(cell[:2]), int(cell[2:])
    down = 0 if column % 2 else 1
    steps = ((0, -1), (1, down - 1), (1, down), (0, 1), (-1, down), (-1, down - 1))
    return [f"{column + dc:02}{row + dr:02}" for dc, dr in steps]


def corners(cell: str) -> Chain:
    x, y = centre(cell)
    s, t = SIDE / 2, TALL / 2
    offsets = ((SIDE, 0), (s, t), (-s, t), (-SIDE, 0), (-s, -t), (s, -t))
    return [(x + dx, y + dy) for dx, dy in offsets]


def middle(a: Point, b: Point, share: float = 0.5) -> Point:
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def hexside(a: str, b: str) -> tuple[Point, Point]:
    """The two corners of the side between neighbours, on a rounded grid so that they can be compared."""
    (ax, ay), (bx, by) = centre(a), centre(b)
    mx, my = (ax + bx) / 2, (ay + by) / 2
    dx, dy = (by - ay) / TALL * SIDE / 2, (ax - bx) / TALL * SIDE / 2
    return (round(mx + dx, 1), round(my + dy, 1)), (round(mx - dx, 1), round(my - dy, 1))


def chains(edges: Iterable[tuple[Point, Point]]) -> list[Chain]:
    """Join loose edges into lines that run from fork to fork, and into rings."""
    links: dict[Point, list[Point]] = defaultdict(list)
    for a, b in edges:
        links[a].append(b)
        links[b].append(a)
    used: set[frozenset[Point]] = set()
    found = []
    for start in sorted(links, key=lambda p: (len(links[p]) == 2, p)):
        for first in links[start]:
            if frozenset((start, first)) in used:
                continue
            chain = [start, first]
            used.add(frozenset(chain))
            while len(links[chain[-1]]) == 2:
                here = chain[-1]
                onward = [p for p in links[here] if frozenset((here, p)) not in used]
                if not onward:
                    break
                used.add(frozenset((here, onward[0])))
                chain.append(onward[0])
            found.append(chain)
    return found


def number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def spot(p: Point) -> str:
    return f"{number(p[0])} {number(p[1])}"


def soft(chain: Sequence[Point]) -> str:
    """A curve along a line of corners: through the middle of each stretch, bent by the corners. A ring closes softly."""
    if chain[0] == chain[-1] and len(chain) > 3:
        ring = chain[:-1]
        start = middle(ring[-1], ring[0])
        bends = [f"Q{spot(p)} {spot(middle(p, ring[(i + 1) % len(ring)]))}" for i, p in enumerate(ring)]
        return f"M{spot(start)}{''.join(bends)}Z"
    words = [f"M{spot(chain[0])}L{spot(middle(chain[0], chain[1]))}"]
    words += [f"Q{spot(p)} {spot(middle(p, q))}" for p, q in pairwise(chain[1:])]
    return "".join(words) + f"L{spot(chain[-1])}"


def sampled(chain: Sequence[Point], steps: int = 8) -> Chain:
    """Points along the soft curve."""
    found = [chain[0]]
    for i in range(1, len(chain) - 1):
        a, b, c = middle(chain[i - 1], chain[i]), chain[i], middle(chain[i], chain[i + 1])
        found += [middle(middle(a, b, t / steps), middle(b, c, t / steps), t / steps) for t in range(steps + 1)]
    return [*found, chain[-1]]


def along(line: Sequence[Point], distance: float) -> tuple[Point, Point]:
    """The place after so much of a line, and the direction there."""
    for a, b in pairwise(line):
        length = hypot(b[0] - a[0], b[1] - a[1])
        if length and distance <= length:
            return middle(a, b, distance / length), ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
        distance -= length
    (ax, ay), (bx, by) = line[-2], line[-1]
    length = hypot(bx - ax, by - ay) or 1
    return line[-1], ((bx - ax) / length, (by - ay) / length)


def length_of(line: Sequence[Point]) -> float:
    return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(line))


def outline(cells: Iterable[str], stir: float = 0.0) -> str:
    """The soft outline of a set of hexes; `stir` moves it about a little, never out of the cell."""
    inside = set(cells)
    edges = [hexside(cell, near) for cell in inside for near in neighbours(cell) if near not in inside]
    dice = Random(1916)
    moved: dict[Point, Point] = {}

    def stirred(p: Point) -> Point:
        if p not in moved:
            moved[p] = (p[0] + dice.uniform(-stir, stir), p[1] + dice.uniform(-stir, stir))
        return moved[p]

    rings = chains(edges)
    return "".join(soft([stirred(p) for p in ring]) for ring in rings)
