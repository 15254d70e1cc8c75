"""Counters: horizon blue with a stripe down the side for France, field grey with a dark head for Germany.

Top: formation and size. Middle: the branch, its box in the colour of the corps. Bottom: the numbers as on the counter.
"""

from __future__ import annotations

from collections.abc import Sequence

from sheet import Board, Point, number

EDGE = 38.0
LEAN = 4.6
SIZES = {"regiment": "III", "battalion": "II", "corps": "XXX", "division": "XX", "army": "XXXX", "remnant": "I"}
NATIONS = {
    "french": {"face": "#a9c0d8", "edge": "#2f4c6e", "ink": "#14263c", "head": "#14263c", "mark": "#355b8c"},
    "german": {"face": "#a7aa9b", "edge": "#33362e", "ink": "#191b16", "head": "#eeeadd", "mark": "#4b4f44"},
}
CORPS = {"VIIR": "#ecd591", "XVIII": "#e7b79c", "III": "#c9d8a4", "V": "#d3c3dd", "XXX": "#f8f3e4"}
PAPER = "#f8f3e4"


def stack(board: Board, ids: Sequence[str], place: Point) -> str:
    """The counters of a hex, the first on top, each leaning out from under the one above it."""
    x, y = place
    lean = LEAN * (len(ids) - 1) / 2
    drawn = []
    for depth in range(len(ids) - 1, -1, -1):
        shift = LEAN * depth - lean
        drawn.append(counter(board, ids[depth], (x + shift, y - shift)))
    return "".join(drawn)


def counter(board: Board, id: str, place: Point, edge: float = EDGE) -> str:
    row = board.counters[id]
    look = NATIONS[row["side"]]
    x, y = place[0] - edge / 2, place[1] - edge / 2
    scale = f" scale({edge / EDGE:.2f})" if edge != EDGE else ""
    return (
        f'<g transform="translate({number(x)} {number(y)}){scale}">'
        f'<rect x="1.2" y="2" width="38" height="38" rx="4" fill="#2a1d0c" opacity=".22"/>'
        f'<rect x=".6" y="1" width="38" height="38" rx="3.6" fill="#2a1d0c" opacity=".3"/>'
        f'<rect width="38" height="38" rx="3.4" fill="{look["face"]}" stroke="{look["edge"]}" stroke-width=".9"/>'
        f'<path d="M1.6 36V3.2q0-1.6 1.6-1.6H35" fill="none" stroke="#fff" stroke-width=".8" opacity=".5"/>'
        f"{_second_mark(row['side'], look)}{_head(row, look)}{_branch(row)}{_numbers(row, look)}</g>"
    )


def _second_mark(side: str, look: dict[str, str]) -> str:
    """Colour is never the only sign of a nation."""
    if side == "french":
        return f'<path d="M.5 3.4q0-2.9 2.9-2.9H4V37.5H3.4q-2.9 0-2.9-2.9Z" fill="{look["mark"]}"/>'
    return f'<path d="M.5 9.6V3.4q0-2.9 2.9-2.9H34.6q2.9 0 2.9 2.9V9.6Z" fill="{look["mark"]}"/>'


def _head(row: dict[str, str], look: dict[str, str]) -> str:
    left = 5.6 if row["side"] == "french" else 2.6
    name = row["id"].partition(".")[0] if row["kind"] in ("hq", "artillery") and row["size"] == "corps" else row["id"]
    return (
        f'<text x="{left}" y="7.7" class="cu" fill="{look["head"]}">{name}</text>'
        f'<text x="36" y="7.6" class="cs" text-anchor="end" fill="{look["head"]}">{SIZES[row["size"]]}</text>'
    )


def _branch(row: dict[str, str]) -> str:
    """The sign of the branch in its box."""
    left = 8.5 if row["side"] == "german" else 10
    fill = CORPS.get(row["corps"], PAPER)
    box = f'<rect x="0" y="0" width="21" height="13" fill="{fill}" stroke="#191510" stroke-width="1.1"/>'
    cross = '<path d="M0 0 21 13M21 0 0 13" stroke="#191510" stroke-width="1.1"/>'
    signs = {
        "infantry": cross,
        "hunter": cross + '<path d="M0 0H21L10.5 6.5Z" fill="#191510"/>',
        "territorial": cross + '<path d="M0 13H21L10.5 6.5Z" fill="#191510"/>',
        "pioneer": '<path d="M4.4 10V4H16.6V10M10.5 4V10" fill="none" stroke="#191510" stroke-width="1.6"/>',
        "artillery": '<circle cx="10.5" cy="6.5" r="3" fill="#191510"/>',
        "railroad": '<circle cx="10.5" cy="5.2" r="2.7" fill="#191510"/>'
        '<path d="M2 10.4H19" stroke="#191510" stroke-width="1.2"/>'
        '<circle cx="5.5" cy="10.4" r="1.5" fill="#191510"/><circle cx="15.5" cy="10.4" r="1.5" fill="#191510"/>',
        "hq": '<text x="10.5" y="10.1" class="ch" text-anchor="middle">HQ</text>',
    }
    return f'<g transform="translate({left} 11.6)">{box}{signs[row["kind"]]}</g>'


def _numbers(row: dict[str, str], look: dict[str, str]) -> str:
    if row["kind"] in ("artillery", "railroad"):
        text = "-".join(row[name] for name in ("attack", "defence", "movement") if row[name] not in ("", "0"))
    elif row["kind"] == "hq":
        text = f"{row['defence']}-{row['movement']}"
    else:
        text = f"{row['combat']}-{row['movement']}"
    middle = 19 if row["side"] == "german" else 20.5
    words = f'<tspan>{text}</tspan><tspan dx="2.6" class="cm">{row["morale"]}</tspan>'
    return f'<text x="{middle}" y="35.2" class="cn" text-anchor="middle" fill="{look["ink"]}">{words}</text>'
