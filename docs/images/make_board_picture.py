"""Draws the board of They Shall Not Pass with both armies deployed, from the game's own data files alone.

    python docs/images/make_board_picture.py board.svg
    rsvg-convert -w 1800 board.svg | pngquant --speed 1 --nofs 160 - > board.png && zopflipng -y board.png docs/images/board.png

Standard library only. The serif is Old Standard TT where it is installed, Georgia or Times elsewhere.
"""

from __future__ import annotations

import sys
from pathlib import Path

from counters import stack
from features import (
    bridges,
    city,
    contours,
    forts,
    grid,
    rails,
    river,
    roads,
    slopes,
    streams,
    towns,
    trenches,
    valley,
    woods,
)  # fmt: skip
from margin import frame, margin
from names import names, regions
from relief import Ground
from sheet import FRAME, HEIGHT, WIDTH, Board, centre, number
from svg import PAPER

SHEET = (FRAME[0] * 2 + WIDTH, FRAME[1] + HEIGHT + 238)
NARROW = '"Roboto Condensed", "Liberation Sans Narrow", "Arial Narrow", sans-serif'
STYLE = f"""
text {{ font-family: "Old Standard TT", "Libre Caslon Text", Georgia, "Times New Roman", serif; }}
.cu {{ font: bold 6.9px {NARROW}; }}
.cs {{ font: bold 5.2px {NARROW}; letter-spacing: .2px; }}
.ch {{ font: bold 9.5px {NARROW}; }}
.cn {{ font: bold 10.2px {NARROW}; }}
.cm {{ font-size: 9px; fill-opacity: .78; }}
.cell {{ font: 6.4px {NARROW}; fill-opacity: .42; }}
.city {{ font-size: 27px; font-weight: bold; letter-spacing: 3px; fill: #231a12; }}
.town {{ font-size: 14px; font-weight: bold; fill: #231a12; }}
.hamlet {{ font-size: 11.5px; fill: #40342a; }}
.fort {{ font-size: 12px; font-weight: bold; fill: #8c1f16; }}
.work {{ font-size: 10px; font-style: italic; fill: #8c3a2c; }}
.wood {{ font-size: 11.5px; font-style: italic; fill: #2f4224; }}
.hill {{ font-size: 12.5px; font-style: italic; fill: #6b4520; }}
.halo {{ stroke: #f4ead4; stroke-width: 3.4px; stroke-linejoin: round; stroke-opacity: .85; fill: #f4ead4; }}
"""


def main(target: Path) -> None:
    board = Board()
    ground = Ground(board)
    occupied = deployment(board)
    land = [ground.image(), valley(board), woods(board), contours(ground)]
    land += [layer(board) for layer in (city, streams, river, slopes, grid, rails, roads, bridges, trenches, towns, forts)]
    inside = f'<g clip-path="url(#map)">{"".join(land)}</g>'
    written = [frame(), names(board, occupied), regions(), armies(board, occupied), margin(board)]
    target.write_text(document("\n".join([inside, *written])), encoding="utf-8")


def document(body: str) -> str:
    w, h = number(SHEET[0]), number(SHEET[1])
    area = f'<rect x="{FRAME[0]}" y="{FRAME[1]}" width="{number(WIDTH)}" height="{number(HEIGHT)}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{w}" height="{h}">\n'
        "<title>They Shall Not Pass: the deployment of February 21, 1916</title>\n"
        f'<style>{STYLE}</style>\n<defs><clipPath id="map">{area}</clipPath></defs>\n'
        f'<rect width="{w}" height="{h}" fill="{PAPER}"/>\n{body}\n</svg>\n'
    )


def deployment(board: Board) -> dict[str, list[str]]:
    """The counters of each hex, infantry on top."""
    order = ("infantry", "hunter", "territorial", "pioneer", "hq", "railroad", "artillery")
    found = {}
    for side in ("french", "german"):
        for cell, ids in board.scenario["historical"][side].items():
            found[cell] = sorted(ids, key=lambda id: order.index(board.counters[id]["kind"]))
    return found


def armies(board: Board, occupied: dict[str, list[str]]) -> str:
    from_north = sorted(occupied.items(), key=lambda item: item[0][2:])
    return "".join(stack(board, ids, centre(cell)) for cell, ids in from_north)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("board.svg"))
