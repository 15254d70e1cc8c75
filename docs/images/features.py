"""What lies on the ground, drawn as the data has it: woods, slopes, water, ways, works and places."""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, pi, sin
from random import Random

from relief import Ground, contour_path
from sheet import (
    FRAME,
    HEIGHT,
    SIDE,
    TALL,
    Board,
    Chain,
    Point,
    along,
    centre,
    chains,
    corners,
    hexside,
    length_of,
    middle,
    neighbours,
    number,
    outline,
    sampled,
    soft,
    spot,
)  # fmt: skip
from svg import CREAM, INK, attributes, path, text

WATER, BANK, EARTH, SLOPE, TRENCH, FORT = "#4d7ea8", "#2f5878", "#5b4027", "#7a4a1e", "#274b9f", "#8c1f16"
ROUND: dict[str, object] = {"stroke_linecap": "round", "stroke_linejoin": "round"}
GOLDEN = 2.39996  # the angle of a sunflower: even, and never twice the same


# ---------------------------------------------------------------------------------------------------- the ground


def contours(ground: Ground) -> str:
    fine: list[str] = []
    heavy: list[str] = []
    for level, lines in ground.contours(10).items():
        (heavy if level % 50 == 0 else fine).append(contour_path(lines))
    return path("".join(fine), "#9a6a35", 0.55, opacity=0.5) + path("".join(heavy), "#8a5726", 1.15, opacity=0.62)


def woods(board: Board) -> str:
    cells = board.having("woods")
    line = outline(cells, stir=4.5)
    dice = Random(7)
    trees = []
    for cell in cells:
        x, y = centre(cell)
        for i in range(19):
            far, turn = SIDE * 0.86 * ((i + 0.5) / 19) ** 0.5, i * GOLDEN + dice.random()
            tx, ty = x + far * cos(turn) + dice.uniform(-2, 2), y + far * sin(turn) * 0.94 + dice.uniform(-2, 2)
            r = dice.uniform(1.3, 2.1)
            trees.append(f"M{number(tx - r)} {number(ty)}a{r:.1f} {r:.1f} 0 1 1 {number(2 * r)} 0")
    return (
        path(line, fill="#a3b67f", fill_opacity=0.78, fill_rule="evenodd")
        + path("".join(trees), "#5c7742", 0.65, "#8ba267", opacity=0.85)
        + path(line, "#5d7747", 1.5)
    )


def hachures(place: Point) -> str:
    """Short strokes down a slope, at the foot of the hex where no counter covers them."""
    x, y = place
    half = ((2.6, 21.2, 0.4, 6), (7.8, 20.6, 1, 5.6), (13, 19.2, 1.6, 5))
    strokes = [(sign * dx, dy, sign * lx, ly) for sign in (-1, 1) for dx, dy, lx, ly in half]
    return "".join(f"M{number(x + dx)} {number(y + dy)}l{lx} {ly}" for dx, dy, lx, ly in strokes)


def slopes(board: Board) -> str:
    """Slope and hill are one line of the terrain chart, so they have one sign."""
    cells = dict.fromkeys(board.having("slope") + board.having("hill"))
    return path("".join(hachures(centre(cell)) for cell in cells), SLOPE, 1.15, opacity=0.62, **ROUND)


def grid(board: Board) -> str:
    lines = "".join("M" + "L".join(spot(p) for p in corners(cell)) + "Z" for cell in board.rows)
    top = 8 - TALL / 2
    numbers = [text((centre(cell)[0], centre(cell)[1] + top), cell, anchor="middle", class_="cell") for cell in board.rows]
    return path(lines, INK, 0.7, opacity=0.16) + "".join(numbers)


# ---------------------------------------------------------------------------------------------------- water


def river_line(board: Board) -> str:
    lines = chains(hexside(a, b) for a, b in board.joins("river_to"))
    return "".join(soft(_to_the_edge(line)) for line in lines)


def _to_the_edge(line: Chain) -> Chain:
    """A river does not end at the last hexside: run on over the edge of the map."""
    first, last = line[0], line[-1]
    if first[1] > last[1]:
        line, first, last = line[::-1], last, first
    return [(first[0] - 14, FRAME[1] - 12), *line, (last[0] + 4, FRAME[1] + HEIGHT + 12)]


def valley(board: Board) -> str:
    """The lighter floor of the river's valley."""
    line = river_line(board)
    return "".join(path(line, "#dfe9df", width, opacity=0.32, **ROUND) for width in (70, 52, 36))


def river(board: Board) -> str:
    line = river_line(board)
    shine = path(line, "#8fb3cf", 2.6, opacity=0.55, **ROUND)
    return path(line, BANK, 11.5, **ROUND) + path(line, WATER, 9.4, **ROUND) + shine


def streams(board: Board) -> str:
    lines = "".join(soft(c) for c in chains(hexside(a, b) for a, b in board.joins("stream_to")))
    return path(lines, WATER, 1.9, opacity=0.9, **ROUND)


def bridges(board: Board) -> str:
    drawn = []
    for a, b in board.joins("crossing_to"):
        (ax, ay), (bx, by) = centre(a), centre(b)
        where = f"translate({spot(middle((ax, ay), (bx, by)))}) rotate({degrees(atan2(by - ay, bx - ax)):.1f})"
        rails = path("M-11.5-6.5-8.5-3H8.5L11.5-6.5M-11.5 6.5-8.5 3H8.5L11.5 6.5", INK, 1.5)
        drawn.append(f"<g{attributes({'transform': where})}>{path('M-9-3H9V3H-9Z', fill=CREAM)}{rails}</g>")
    return "".join(drawn)


# ---------------------------------------------------------------------------------------------------- ways


def network(board: Board, column: str, shift: float = 0.0) -> str:
    """All ways of a kind as one path: in each hex a bend from side to side, or a fork. They cross the sides they cross."""
    arms: dict[str, list[Point]] = {}
    for a, b in board.joins(column):
        if b == "edge":
            continue
        gate = middle(*hexside(a, b), 0.5 + shift)
        arms.setdefault(a, []).append(gate)
        arms.setdefault(b, []).append(gate)
    for cell, row in board.rows.items():
        if "edge" in row[column].split():
            arms.setdefault(cell, []).append(_exit(board, cell, arms.get(cell, [centre(cell)])[0]))
    return "".join(_bend(cell, gates, shift) for cell, gates in arms.items())


def _exit(board: Board, cell: str, entry: Point) -> Point:
    """Off the map, as straight on as may be."""
    outside = [middle(centre(cell), centre(near), 1.6) for near in neighbours(cell) if near not in board.rows]
    return max(outside, key=lambda p: hypot(p[0] - entry[0], p[1] - entry[1]))


def _bend(cell: str, gates: list[Point], shift: float) -> str:
    x, y = centre(cell)
    hub = (x + shift * 26, y + shift * 26)
    if len(gates) == 1:
        return f"M{spot(gates[0])}L{spot(hub)}"
    pairs = [(hypot(a[0] - b[0], a[1] - b[1]), a, b) for i, a in enumerate(gates) for b in gates[i + 1 :]]
    _, a, b = max(pairs)
    fork = middle(middle(a, b), hub)
    rest = "".join(f"M{spot(g)}Q{spot(middle(g, hub, 0.6))} {spot(fork)}" for g in gates if g not in (a, b))
    return f"M{spot(a)}Q{spot(hub)} {spot(b)}{rest}"


def road_lines(major: str, minor: str = "") -> str:
    thin = path(minor, CREAM, 3.4, opacity=0.7, **ROUND) + path(minor, EARTH, 1.5, **ROUND) if minor else ""
    return thin + path(major, EARTH, 5, **ROUND) + path(major, "#fbf3df", 3, **ROUND)


def roads(board: Board) -> str:
    return road_lines(network(board, "road_major_to"), network(board, "road_minor_to"))


def rail_line(line: str) -> str:
    halo = path(line, CREAM, 4.5, opacity=0.6)
    return halo + path(line, INK, 1.7) + path(line, INK, 6.5, stroke_dasharray="1.3 6.2")


def rails(board: Board) -> str:
    return rail_line(network(board, "rail_to", shift=0.2))


def trenches(board: Board) -> str:
    lines = chains((centre(a), centre(b)) for a, b in board.joins("trench_to"))
    d = "".join(crenellated(sampled(line)) for line in lines)
    return path(d, CREAM, 5, opacity=0.75) + path(d, TRENCH, 1.9)


def crenellated(line: Chain, period: float = 11.0, depth: float = 2.7) -> str:
    """A fire trench with its traverses."""
    words, side, done = [], 1, 0.0
    whole = length_of(line)
    while done < whole:
        for distance in (done, min(done + period / 2, whole)):
            (x, y), (dx, dy) = along(line, distance)
            words.append(spot((x - dy * depth * side, y + dx * depth * side)))
        side, done = -side, done + period / 2
    return "M" + "L".join(words)


# ---------------------------------------------------------------------------------------------------- places


def village(place: Point, dice: Random) -> str:
    """Houses: small dark blocks on both sides of a street."""
    houses = []
    for i in range(8):
        row, column = divmod(i, 2)
        w, h = dice.uniform(4.4, 7.2), dice.uniform(3.2, 4.8)
        x, y = (row - 1.75) * 7.6 + dice.uniform(-1, 1), (-5.2 if column else 2.2) + dice.uniform(-0.8, 0.8)
        houses.append(f"M{number(x - w / 2)} {number(y)}h{w:.1f}v{h:.1f}h-{w:.1f}z")
    where = f"translate({spot(place)}) rotate({dice.uniform(-35, 35):.0f})"
    return path("".join(houses), CREAM, 0.7, "#3b2a22", transform=where)


def towns(board: Board) -> str:
    dice = Random(21)
    return "".join(village(centre(cell), dice) for cell in board.having("town"))


def city(board: Board) -> str:
    cells = board.having("city")
    wall = outline(cells, stir=1.5)
    dice = Random(2)
    houses = []
    for cell in cells:
        x, y = centre(cell)
        for i in range(30):
            far, turn = SIDE * 0.84 * ((i + 0.5) / 30) ** 0.5, i * GOLDEN
            w, h = dice.uniform(3.6, 6.6), dice.uniform(3, 5)
            corner = spot((x + far * cos(turn) - w / 2, y + far * sin(turn) - h / 2))
            houses.append(f"M{corner}h{w:.1f}v{h:.1f}h-{w:.1f}z")
    ground = path(wall, fill="#cbb09a", fill_opacity=0.9) + path("".join(houses), fill="#5a4036", opacity=0.82)
    return ground + path(wall, FORT, 2.6, stroke_dasharray="9 2.4")


def fort_sign(place: Point, r: float = 11.5) -> str:
    """The trace of a fort: a pentagon in its ditch."""
    x, y = place

    def ring(radius: float) -> str:
        turns = [i * 2 * pi / 5 for i in range(5)]
        return "M" + "L".join(spot((x + radius * sin(turn), y - radius * cos(turn))) for turn in turns) + "Z"

    ditch, wall = path(ring(r + 3.4), FORT, 1.2, CREAM), path(ring(r), "#5f120c", 1.2, "#c0352a")
    return ditch + wall + path(ring(r * 0.42), fill=CREAM, opacity=0.85)


def forts(board: Board) -> str:
    return "".join(fort_sign(centre(fort["cell"])) for fort in board.scenario["fort"])
