"""What can be laid over the map, and what there is to say of a square: for any client to draw."""

from __future__ import annotations

from ...core.documents import Overlay, Tint
from ...core.overlays import Layer
from ..great_war import overlays as series
from .components import ALLIED, BRITISH, FRENCH, GERMAN, GERMANY, SIDES
from .position import Position
from .victory import claimed


def _victory(p: Position) -> Overlay:
    """The places that count in the scenario; in the campaign all markers that may have been drawn."""
    cells: dict[int, str] = {}
    for row in p.s.victories.values():
        for condition in (*row.all_of, *row.any_of):
            for place in condition.places:
                cells |= {p.c.board.cell(label): place.name for label in place.cells}
    if p.s.spec.objectives:
        for marker, squares in zip(p.c.markers, p.c.marker_cells, strict=True):
            cells |= dict.fromkeys(squares, marker.title)
    tints = [Tint(p.label(x), 3, SIDES.names[_holder(p, x)], name) for x, name in sorted(cells.items())]
    return Overlay(tints, notes=tuple(f"{row.title} ({row.source})" for row in p.s.victories.values()))


def _holder(p: Position, cell: int) -> int:
    return (
        GERMAN
        if claimed(p, cell, GERMANY)
        else ALLIED
        if claimed(p, cell, BRITISH) or claimed(p, cell, FRENCH)
        else p.control[cell]
    )


LAYERS = {**series.LAYERS, "victory": Layer("Victory squares", _victory, about="Places that count for victory.", key="v")}


def describe(p: Position, cell: int) -> list[str]:
    """What the series says of a square, its open bank and whose it is."""
    lines = series.describe(p, cell)
    bank = p.c.board.columns["somme_open_bank"][cell]
    if bank:
        lines.append(f"The Somme: only the {bank} bank can be used (7.1.1)")
    return [*lines, f"Belongs to the {p.c.nations[p.claims[cell]].capitalize()} (13.1.1)"]
