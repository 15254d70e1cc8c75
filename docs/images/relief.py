"""The lie of the land, from the mean height of each hex in board.csv: shaded relief and contour lines. Scenery only."""

from __future__ import annotations

import struct
import zlib
from base64 import b64encode
from itertools import pairwise
from math import exp, sqrt

from sheet import FRAME, HEIGHT, TALL, WIDTH, Board, Chain, Point, centre, chains, number, spot

STEP = 6.0  # points between two nodes
METRES = 700 / TALL  # a point
SPREAD = 0.56 * TALL  # how far the height of a hex is felt

Field = list[list[float]]

# Colour of the ground by height in metres.
TINTS = (
    (175, (233, 232, 209)), (200, (238, 231, 207)), (230, (242, 232, 208)), (265, (240, 224, 194)),
    (300, (234, 211, 174)), (335, (226, 196, 154)), (375, (214, 180, 136)),
)  # fmt: skip


class Ground:
    """Heights between the hexes: a smooth surface that keeps each hex's own height in its middle."""

    def __init__(self, board: Board) -> None:
        self.known = [(*centre(cell), float(row["elev_m"])) for cell, row in board.rows.items()]
        self.bins: dict[tuple[int, int], list[int]] = {}
        for i, (x, y, _) in enumerate(self.known):
            self.bins.setdefault((int(x // TALL), int(y // TALL)), []).append(i)
        values = [z for _, _, z in self.known]
        self.layers = [values]
        for _ in range(3):  # what smoothing took off the tops is put back
            rest = [z - self.height(x, y) for x, y, z in self.known]
            self.layers.append(rest)
        self.columns, self.rows = int(WIDTH // STEP) + 2, int(HEIGHT // STEP) + 2
        self.field: Field = [
            [self.height(FRAME[0] + i * STEP, FRAME[1] + j * STEP) for i in range(self.columns)] for j in range(self.rows)
        ]

    def height(self, x: float, y: float) -> float:
        bx, by = int(x // TALL), int(y // TALL)
        total, weights = 0.0, 0.0
        for i in (i for dx in (-2, -1, 0, 1, 2) for dy in (-2, -1, 0, 1, 2) for i in self.bins.get((bx + dx, by + dy), ())):
            kx, ky, _ = self.known[i]
            weight = exp(-((kx - x) ** 2 + (ky - y) ** 2) / (2 * SPREAD**2))
            weights += weight
            total += weight * sum(layer[i] for layer in self.layers)
        return total / weights if weights else 200.0

    # ---------------------------------------------------------------- the picture below everything

    def image(self) -> str:
        """The tinted, shaded ground as an SVG image."""
        rows = []
        for j in range(self.rows):
            row = bytearray([0])
            for i in range(self.columns):
                shade = self._shade(i, j)
                row += bytes(min(255, max(0, round(c * shade))) for c in _tint(self.field[j][i]))
            rows.append(bytes(row))
        png = _png(self.columns, self.rows, b"".join(rows))
        width, height = number(self.columns * STEP), number(self.rows * STEP)
        x, y = number(FRAME[0] - STEP / 2), number(FRAME[1] - STEP / 2)
        return (
            f'<image x="{x}" y="{y}" width="{width}" height="{height}" preserveAspectRatio="none" '
            f'href="data:image/png;base64,{b64encode(png).decode()}"/>'
        )

    def _shade(self, i: int, j: int) -> float:
        """Light from the north-west, the heights made three times as steep."""
        field = self.field
        left, right = field[j][max(i - 1, 0)], field[j][min(i + 1, self.columns - 1)]
        up, down = field[max(j - 1, 0)][i], field[min(j + 1, self.rows - 1)][i]
        dx, dy = (right - left) / (2 * STEP * METRES) * 3, (down - up) / (2 * STEP * METRES) * 3
        light = (dx + dy + 1.5) / sqrt(3 * (dx * dx + dy * dy + 1)) / (1.5 / sqrt(3))
        return 1 + (light - 1) * 0.42

    # ---------------------------------------------------------------- contours

    def contours(self, every: int) -> dict[int, list[Chain]]:
        low = int(min(map(min, self.field)) // every + 1) * every
        return {level: chains(self._crossings(level)) for level in range(low, int(max(map(max, self.field))) + 1, every)}

    def _crossings(self, level: float) -> list[tuple[Point, Point]]:
        """Where a level crosses the triangles of the grid."""
        level += 0.013  # so that no node lies on it
        found = []
        for j in range(self.rows - 1):
            for i in range(self.columns - 1):
                a, b, c, d = (i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)
                heights = [self.field[y][x] for x, y in (a, b, c, d)]
                if min(heights) > level or max(heights) < level:
                    continue
                for corner in ((a, b, c), (a, c, d)):
                    cut = [self._cut(p, q, level) for p, q in zip(corner, (*corner[1:], corner[0]), strict=True)]
                    ends = [p for p in cut if p]
                    if len(ends) == 2:
                        found.append((ends[0], ends[1]))
        return found

    def _cut(self, p: tuple[int, int], q: tuple[int, int], level: float) -> Point | None:
        p, q = sorted((p, q))
        hp, hq = self.field[p[1]][p[0]], self.field[q[1]][q[0]]
        if (hp < level) == (hq < level):
            return None
        share = (level - hp) / (hq - hp)
        x, y = p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share
        return round(FRAME[0] + x * STEP, 2), round(FRAME[1] + y * STEP, 2)


def contour_path(lines: list[Chain]) -> str:
    """Contours as one path, thinned, tiny rings left out."""
    words = []
    for line in lines:
        if len(line) < 14:
            continue
        thin = [*line[:-1:3], line[-1]]
        words.append("M" + "L".join(spot(p) for p in thin))
    return "".join(words)


def _tint(height: float) -> tuple[float, float, float]:
    for (low, first), (high, second) in pairwise(TINTS):
        if height <= high:
            share = max(0.0, (height - low) / (high - low))
            r, g, b = (a + (z - a) * share for a, z in zip(first, second, strict=True))
            return r, g, b
    return TINTS[-1][1]


def _png(width: int, height: int, rows: bytes) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")
