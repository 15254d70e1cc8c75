"""The map at a moment as a PNG: the bare map of the game, drawn beforehand (tools/preview_maps.py), and who stands where.

Small as previews are, a counter is a block in the colours of its nation; those of the second side have a bar across, so that
colour is not the only sign. Needs no library: maps have few colours, a byte for each pixel, in unfiltered rows.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from .. import Game, View

MAPS = Path(__file__).parent / "maps"
PALETTES = Path(__file__).parent.parent / "web" / "styles" / "palettes.css"
SIGNATURE = b"\x89PNG\r\n\x1a\n"
BLOCK = 0.72  # of a cell's height
Colour = bytes  # red, green, blue


class Place(msgspec.Struct, frozen=True):
    """Where the cells of a board lie in its picture, in pixels: the height of a cell, the middle of the board's origin."""

    cell: float
    left: float
    top: float


class BareMap(msgspec.Struct, frozen=True):
    """The map of a game without counters: a colour's number for each pixel, row by row."""

    wide: int
    high: int
    colours: bytes
    pixels: bytes
    place: Place


@cache
def bare_map(slug: str) -> BareMap | None:
    """None for a game of which there is no picture."""
    file = MAPS / f"{slug}.png"
    if not file.is_file():
        return None
    parts = dict(_parts(file.read_bytes()))
    wide, high = struct.unpack(">II", parts[b"IHDR"][:8])
    rows = zlib.decompress(parts[b"IDAT"])
    pixels = b"".join(rows[y * (wide + 1) + 1 : (y + 1) * (wide + 1)] for y in range(high))
    place = msgspec.toml.decode(file.with_suffix(".toml").read_bytes(), type=Place)
    return BareMap(wide, high, parts[b"PLTE"], pixels, place)


def _parts(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(SIGNATURE)
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        yield png[at + 4 : at + 8], png[at + 8 : at + 8 + size]
        at += size + 12


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


@cache
def palettes() -> dict[str, tuple[Colour, Colour]]:
    """The colours of a block and its rim in each palette, as the client has them."""
    found = {}
    for name, values in re.findall(r'^\[data-palette="([\w-]+)"\] \{([^}]*)\}', PALETTES.read_text(), re.M):
        colours = dict(re.findall(r"--palette-(\w+): #([0-9a-f]{6})", values))
        if {"block", "rim"} <= set(colours):
            found[name] = bytes.fromhex(colours["block"]), bytes.fromhex(colours["rim"])
    return found


@cache
def _nations(game: Game[Any]) -> dict[str, tuple[str, bool]]:
    """The palette of each counter, and whether it has the bar of the second side."""
    second = {c.id: c.side != game.sides[0] for c in game.counter_documents()}
    return {c.id: (game.looks[c.nation].palette, second[c.id]) for c in game.counter_documents() if c.nation in game.looks}


@cache
def _cells(game: Game[Any]) -> dict[str, tuple[float, float]]:
    return {cell.label: (cell.x, cell.y) for cell in game.board_document().cells}


def board_picture(game: Game[Any], view: View) -> bytes | None:
    """The map with who stands where; what the view hides is not drawn."""
    bare = bare_map(game.slug)
    if bare is None:
        return None
    cells, nations = _cells(game), _nations(game)
    stands = {c.place: nations[c.id] for c in view.counters if c.place in cells and c.id in nations}
    pixels, colours = bytearray(bare.pixels), bare.colours
    numbers: dict[Colour, int] = {}
    for colour in (bytes((255, 255, 255)), *(colour for pair in palettes().values() for colour in pair)):
        numbers[colour] = len(colours) // 3
        colours += colour
    for label, (palette, second) in stands.items():
        cloth, rim = palettes().get(palette, (b"\0\0\0", b"\0\0\0"))
        x, y = (bare.place.left + cells[label][0] * bare.place.cell, bare.place.top + cells[label][1] * bare.place.cell)
        _block(bare, pixels, x, y, numbers[cloth], numbers[rim], numbers[bytes((255, 255, 255))] if second else None)
    rows = b"".join(b"\0" + pixels[y * bare.wide : (y + 1) * bare.wide] for y in range(bare.high))
    head = struct.pack(">IIBBBBB", bare.wide, bare.high, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", head), (b"PLTE", colours), (b"IDAT", zlib.compress(rows, 6)), (b"IEND", b""))
    return SIGNATURE + b"".join(_chunk(*part) for part in parts)


def _block(bare: BareMap, pixels: bytearray, x: float, y: float, cloth: int, rim: int, bar: int | None) -> None:
    """A counter around a point, as far as it lies on the picture."""
    half = max(2, round(bare.place.cell * BLOCK / 2))
    left, top, right, bottom = round(x) - half, round(y) - half, round(x) + half, round(y) + half
    for row in range(max(0, top), min(bare.high, bottom + 1)):
        edge = row in (top, bottom)
        for column in range(max(0, left), min(bare.wide, right + 1)):
            on_bar = bar is not None and abs((column - left) - (bottom - row)) <= max(1, half // 4)
            colour = rim if edge or column in (left, right) else bar if on_bar and bar is not None else cloth
            pixels[row * bare.wide + column] = colour
