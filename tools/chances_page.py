"""Writes the tables of docs/chances.md and its pictures from calibrations: `python tools/chances_page.py FILE...`.

Each file is what `trenchline fit-chances GAME ... --test-games N --test-seed S --json` prints. Kept under experiments/chances/.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from trenchline import counted, load
from trenchline.lab.chances import Band, Calibration

ROOT = Path(__file__).parent.parent
KEPT = ROOT / "experiments" / "chances"
PAGE, PICTURES = ROOT / "docs" / "chances.md", ROOT / "docs" / "images"
BEGIN = "<!-- written by tools/chances_page.py from here -->"
SIZE, EDGE = 260, 34  # of a diagram, in pixels
FEW = 200  # positions: a band with fewer is drawn small
COLOURS = ("#565c49", "#2a57a5", "#a5502a")  # first side, second side, nobody


class Held(msgspec.Struct, frozen=True):
    """The calibrations of a game, and the seed of the games they were made on."""

    game: str
    test_seed: int
    scenarios: list[Calibration]


def diagram(found: Calibration, sides: Sequence[str]) -> str:
    """A reliability diagram: what was said from left to right, how often it came true upwards."""
    inner = SIZE - 2 * EDGE
    place = lambda x, y: (EDGE + inner * x, SIZE - EDGE - inner * y)  # noqa: E731
    (x0, y0), (x1, y1) = place(0, 0), place(1, 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE}" height="{SIZE}" font-family="sans-serif" font-size="10">',
        f'<rect width="{SIZE}" height="{SIZE}" fill="#fbf5e6"/>',
        f'<text x="{SIZE / 2}" y="16" text-anchor="middle" font-size="12">{found.scenario.replace("_", " ")}</text>',
        f'<path d="M{x0},{y0} H{x1} M{x0},{y0} V{y1}" stroke="#6a5c4a" fill="none"/>',
        f'<path d="M{x0},{y0} L{x1},{y1}" stroke="#6a5c4a" stroke-dasharray="3 4"/>',
        f'<text x="{SIZE / 2}" y="{SIZE - 6}" text-anchor="middle">said</text>',
        f'<text x="10" y="{SIZE / 2}" text-anchor="middle" transform="rotate(-90 10 {SIZE / 2})">came true</text>',
    ]
    for share in (0.0, 0.5, 1.0):
        x, y = place(share, share)
        parts.append(f'<text x="{x}" y="{SIZE - EDGE + 12}" text-anchor="middle">{100 * share:.0f} %</text>')
        if share:
            parts.append(f'<text x="{EDGE - 3}" y="{y + 3}" text-anchor="end">{100 * share:.0f}</text>')
    for who, colour in zip((*sides, ""), COLOURS, strict=True):
        parts += [_dot(band, colour, *place(band.said, band.came)) for band in found.bands[who]]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _dot(band: Band, colour: str, x: float, y: float) -> str:
    said = f"said {band.said:.0%}, came {band.came:.0%}, {counted(band.positions, 'position')}"
    radius, filled = (4, colour) if band.positions >= FEW else (2, "none")
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{filled}" stroke="{colour}"><title>{said}</title></circle>'


def tables(held: Sequence[Held]) -> str:
    """The part of the page that is made of numbers."""
    lines = [BEGIN, ""]
    for of in held:
        game = load(of.game)
        lines += [f"## {game.title}", ""]
        lines += [
            "| scenario | games fitted | fresh games | Brier score | base rate's | worst band |",
            "|---|---|---|---|---|---|",
        ]
        for one in of.scenarios:
            model = game.chance_models[one.scenario]
            row = (one.scenario, model.games, one.games, f"{one.brier:.3f}", f"{one.brier_of_base_rate:.3f}")
            lines.append(f"| {' | '.join(map(str, row))} | {_worst(one)} |")
        pictures = [f"![{one.scenario}](images/chances-{of.game}-{one.scenario}.svg)" for one in of.scenarios]
        colours = f"Grey: {game.sides[0]}; blue: {game.sides[1]}; brown: nobody."
        lines += ["", " ".join(pictures), "", colours, "", "```"]
        for one in of.scenarios:
            lines.append(f"{game.chance_models[one.scenario].fitted_by} --test-games {one.games} --test-seed {of.test_seed}")
        lines += ["```", ""]
    return "\n".join(lines)


def _worst(found: Calibration) -> str:
    bands = [(abs(b.said - b.came), who, b) for who, of in found.bands.items() for b in of if b.positions >= FEW]
    if not bands:
        return "no band of 200 positions"
    off, who, band = max(bands, key=lambda row: row[0])
    return f"{100 * off:.1f} points ({who or 'nobody'}: said {band.said:.0%}, came {band.came:.0%})"


def kept() -> list[Held]:
    return [msgspec.json.decode(file.read_bytes(), type=Held) for file in sorted(KEPT.glob("*.json"))]


def main(files: Sequence[str]) -> None:
    """Write the page anew; with files of a game's calibrations, keep those first: GAME TEST_SEED FILE."""
    if files:
        game, seed, *of = files
        KEPT.mkdir(exist_ok=True)
        found = [one for file in of for one in msgspec.json.decode(Path(file).read_bytes(), type=list[Calibration])]
        (KEPT / f"{game}.json").write_bytes(msgspec.json.format(msgspec.json.encode(Held(game, int(seed), found)), indent=1))
    held = kept()
    for of_game in held:
        for one in of_game.scenarios:
            picture = PICTURES / f"chances-{of_game.game}-{one.scenario}.svg"
            picture.write_text(diagram(one, load(of_game.game).sides), encoding="utf-8")
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(text[: text.index(BEGIN)] + tables(held), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
