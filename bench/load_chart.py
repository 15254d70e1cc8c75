"""The chart of `bench.load`: how long calls took, beside an application that does nothing."""

from __future__ import annotations

from html import escape
from math import log10
from typing import Any

LEFT, WIDTH, ROW = 250, 520, 46
SHADES = {"p50_ms": "#7d8b6a", "p95_ms": "#c2a14d", "p99_ms": "#a5483b"}


def chart(loads: dict[str, Any]) -> str:
    """An SVG with two bars for each load: ours, and the empty application's; from 0.1 ms to 10 s, by powers of ten."""
    height = 60 + ROW * len(loads)
    marks = "".join(_mark(10.0**n, height) for n in range(-1, 5))
    rows = "".join(_row(40 + ROW * n, name, one) for n, (name, one) in enumerate(loads.items()))
    key = "".join(
        f'<rect x="{LEFT + 90 * n}" y="8" width="10" height="10" fill="{shade}"/>'
        f'<text x="{LEFT + 14 + 90 * n}" y="17">{name[:3]}</text>'
        for n, (name, shade) in enumerate(SHADES.items())
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 40} {height}" font-family="sans-serif" '
        f'font-size="12"><rect width="100%" height="100%" fill="#faf8f2"/>{key}{marks}{rows}</svg>\n'
    )


def _x(milliseconds: float) -> float:
    return LEFT + WIDTH * (log10(max(0.1, min(milliseconds, 10_000))) + 1) / 5


def _mark(milliseconds: float, height: int) -> str:
    word = f"{milliseconds:g} ms" if milliseconds < 1000 else f"{milliseconds / 1000:g} s"
    x = _x(milliseconds)
    strong = "#a5483b" if milliseconds == 100 else "#ccc"
    return (
        f'<line x1="{x:.0f}" x2="{x:.0f}" y1="28" y2="{height - 22}" stroke="{strong}"/>'
        f'<text x="{x:.0f}" y="{height - 8}" text-anchor="middle">{word}</text>'
    )


def _row(y: int, name: str, one: dict[str, Any]) -> str:
    bars = _bar(y, 14, one["load"], 1.0) + _bar(y + 18, 7, one["empty"], 0.5)
    return (
        f'<text x="{LEFT - 8}" y="{y + 12}" text-anchor="end">{escape(name)}</text>'
        f'<text x="{LEFT - 8}" y="{y + 25}" text-anchor="end" fill="#777">empty application</text>{bars}'
    )


def _bar(y: int, height: int, found: dict[str, float], opacity: float) -> str:
    """From the slowest down, so that each covers a part of the one before."""
    return "".join(
        f'<rect x="{LEFT}" y="{y}" width="{_x(found[p]) - LEFT:.1f}" height="{height}" fill="{SHADES[p]}" opacity="{opacity}">'
        f"<title>{p[:3]}: {found[p]:.1f} ms</title></rect>"
        for p in ("p99_ms", "p95_ms", "p50_ms")
    )
