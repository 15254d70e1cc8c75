"""The two elements that nearly everything is made of."""

from __future__ import annotations

from sheet import Point, number

INK, PAPER, CREAM = "#2b2118", "#f1e7d0", "#f6eedb"


def attributes(values: dict[str, object]) -> str:
    return "".join(f' {name.rstrip("_").replace("_", "-")}="{value}"' for name, value in values.items() if value != "")


def path(d: str, stroke: str = "", width: float | str = "", fill: str = "none", **more: object) -> str:
    return f"<path{attributes({'d': d, 'fill': fill, 'stroke': stroke, 'stroke_width': width, **more})}/>"


def text(place: Point, words: str, size: float | str = "", anchor: str = "", fill: str = INK, **more: object) -> str:
    x, y = number(place[0]), number(place[1])
    return f"<text{attributes({'x': x, 'y': y, 'font_size': size, 'text_anchor': anchor, 'fill': fill, **more})}>{words}</text>"
