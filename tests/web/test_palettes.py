"""The palette for colour blindness, looked at as others see it."""

from __future__ import annotations

import re
from itertools import combinations
from math import dist
from pathlib import Path

import pytest

STYLES = Path(__file__).parents[2] / "trenchline" / "web" / "styles"
# What is seen without one kind of cones (Machado, Oliveira and Fernandes, 2009), on linear light; and by lightness alone.
EYES = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "achromatopsia": ((0.2126, 0.7152, 0.0722),) * 3,
}
EASILY_TOLD_APART = 10  # of CIE76; two is what a good eye just sees


def palettes() -> dict[str, dict[str, str]]:
    """The colours of each palette of the distinct set, on the map."""
    text = (STYLES / "preferences.css").read_text()
    blocks = re.findall(r'^\[data-colours="distinct"\] \[data-palette="([\w-]+)"\] \{ (.*?) \}', text, re.M)
    return {name: dict(re.findall(r"--palette-([\w-]+): (#\w+)", body)) for name, body in blocks}


def linear(colour: str) -> list[float]:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def lab(light: list[float]) -> list[float]:
    """CIELAB of linear sRGB."""
    r, g, b = (min(1.0, max(0.0, c)) for c in light)
    rows = ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0177, 0.1095, 0.8728))  # of sRGB, against white
    xyz = [sum(a * c for a, c in zip(row, (r, g, b), strict=True)) for row in rows]
    x, y, z = (c ** (1 / 3) if c > 0.008856 else 7.787 * c + 16 / 116 for c in xyz)
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]


def seen(colour: str, eye: str) -> list[float]:
    light = linear(colour)
    return lab([sum(a * b for a, b in zip(row, light, strict=True)) for row in EYES[eye]])


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize("part", ["cloth", "map-ink", "block"])
def test_the_sides_can_be_told_apart_by_every_eye(eye: str, part: str) -> None:
    found = palettes()
    assert set(found) == {"horizon-blue", "field-grey", "khaki"}
    for one, other in combinations(found, 2):
        apart = dist(seen(found[one][part], eye), seen(found[other][part], eye))
        assert apart > EASILY_TOLD_APART, f"{one} and {other}: {apart:.1f}"
