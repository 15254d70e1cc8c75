"""Around the map: the frame, the title, the legend and the scale."""

from __future__ import annotations

from random import Random

from counters import counter
from features import BANK, SLOPE, TRENCH, WATER, crenellated, fort_sign, hachures, rail_line, road_lines, village
from names import spaced
from sheet import FRAME, HEIGHT, SIDE, TALL, WIDTH, Board, at, number, spot
from svg import INK, PAPER, path, text

KINDS = (
    ("IR24", "infantry"), ("Pi6", "pioneers"), ("III.A1", "artillery"), ("III.HQ", "headquarters"),
    ("208R", "infantry"), ("56BCP", "chasseurs"), ("I.44T", "territorials"), ("RR", "railway gun"),
)  # fmt: skip
NOTES = ("743 hexes of 700 metres", "contours every 10 metres", "ground reconstructed; drawn", "from the game’s own data")


def frame() -> str:
    x, y, w, h = FRAME[0], FRAME[1], WIDTH, HEIGHT

    def border(d: float, width: float) -> str:
        across, down = number(w + 2 * d), number(h + 2 * d)
        return path(f"M{spot((x - d, y - d))}h{across}v{down}h-{across}Z", INK, width)

    # A ladder as of degrees on an old sheet: one column or row black, one white.
    columns = [at(i - 0.5, 0)[0] for i in range(1, 33, 2)]
    ladder = "".join(f"M{spot((bx, by))}h{number(1.5 * SIDE)}" for bx in columns for by in (y - 5.5, y + h + 5.5))
    ladder += "".join(f"M{spot((bx, y + TALL * i))}v{number(TALL)}" for i in range(0, 23, 2) for bx in (x - 5.5, x + w + 5.5))
    return border(0, 1.4) + border(11, 0.9) + border(15.5, 3) + path(ladder, INK, 5)


def margin(board: Board) -> str:
    left, right, y = FRAME[0], FRAME[0] + WIDTH, FRAME[1] + HEIGHT + 46
    title = spaced("THEY SHALL NOT PASS", (FRAME[0] + WIDTH / 2, 50), 33, 9, INK)
    title += text((left, 50), "Verdun, right bank of the Meuse", 15, font_style="italic")
    title += text((right, 50), "21 February 1916, dawn", 15, "end", font_style="italic")
    return title + _ground_legend(left, y) + _army_legend(board, left + 470, y) + _scale(right, y)


def _heading(x: float, y: float, words: str) -> str:
    return text((x, y), words.upper(), 17, letter_spacing=2)


def _ground_legend(x: float, y: float) -> str:
    parts = [_heading(x, y, "The ground")]
    parts += [_hex(kind, x + 36 + 84 * i, y + 62) for i, kind in enumerate(("woods", "slope, hill", "town", "fort", "trench"))]
    lines = (("road", x, 138), ("railway", x, 164), ("river, crossed at bridges only", x + 160, 138), ("stream", x + 160, 164))
    for words, left, down in lines:
        parts.append(_line(words.partition(",")[0], f"M{spot((left, y + down))}h46"))
        parts.append(text((left + 56, y + down + 5), words, 14))
    return "".join(parts)


def _hex(kind: str, x: float, y: float) -> str:
    def ring(r: float) -> str:
        offsets = ((1, 0), (0.5, 0.866), (-0.5, 0.866), (-1, 0), (-0.5, -0.866), (0.5, -0.866))
        return "M" + "L".join(spot((x + dx * r, y + dy * r)) for dx, dy in offsets) + "Z"

    inner = {
        "woods": path(ring(31), "#5d7747", 1.5, "#a3b67f"),
        "slope, hill": path(hachures((x, y)), SLOPE, 1.3, stroke_linecap="round"),
        "town": village((x, y), Random(4)),
        "fort": fort_sign((x, y)),
        "trench": path(crenellated([(x - 32, y), (x + 32, y)]), TRENCH, 1.9),
    }[kind]
    return path(ring(34), INK, 1, "#f0e2c4", stroke_opacity=0.35) + inner + text((x, y + 47), kind, 14, "middle")


def _line(kind: str, d: str) -> str:
    return {
        "road": road_lines(d),
        "railway": rail_line(d),
        "river": path(d, BANK, 11.5) + path(d, WATER, 9.4),
        "stream": path(d, WATER, 1.9),
    }[kind]


def _army_legend(board: Board, x: float, y: float) -> str:
    parts = [_heading(x, y, "The armies")]
    for i, (id, words) in enumerate(KINDS):
        cx = x + 30 + 92 * i + (30 if i > 3 else 0)
        parts += [counter(board, id, (cx, y + 52), 58), text((cx, y + 104), words, 14, "middle")]
    parts.append(text((x + 168, y + 134), "German: dark head", 14, "middle", font_style="italic"))
    parts.append(text((x + 566, y + 134), "French: striped side", 14, "middle", font_style="italic"))
    note = "Below the sign: combat (guns: attack, defence), movement, morale. The box has the colour of the corps."
    return "".join(parts) + text((x, y + 166), note, 13.5, fill_opacity=0.8)


def _scale(right: float, y: float) -> str:
    """Kilometres: a hex is 700 metres from side to side."""
    km = TALL / 0.7
    x = right - 4 * km
    bar = number(4 * km)
    parts = [_heading(x, y, "Scale"), path(f"M{spot((x, y + 24))}h{bar}v9h-{bar}z", INK, 1, PAPER)]
    parts += [path(f"M{spot((x + i * km, y + 24))}h{number(km)}v9h-{number(km)}z", fill=INK) for i in (0, 2)]
    parts += [text((x + i * km, y + 50), f"{i}{' km' * (i == 4)}", 13, "middle") for i in range(5)]
    parts += [text((right, y + 84 + 21 * i), line, 14, "end", font_style="italic") for i, line in enumerate(NOTES)]
    return "".join(parts)
