"""What an action names, and why it cannot be that: the part of a refusal that every chapter of every game shares."""

from __future__ import annotations

from .actions import Refusal
from .position import Position


def unit_named(p: Position, name: str, side: int, cases: tuple[str, ...]) -> int | Refusal:
    """The counter of a side that a name stands for, or why it is none."""
    u = p.c.unit.get(name)
    if u is None:
        return Refusal(f"There is no counter {name!r}" if name else "Choose one of your units", cases)
    return u if p.c.side[u] == side else Refusal(f"{name} is not yours", cases)


def cell_named(p: Position, label: str, cases: tuple[str, ...]) -> int | Refusal:
    """The cell that a label stands for, or why it is none."""
    cell = p.c.board.index.get(label)
    return no_such_cell(p, label, cases) if cell is None else cell


def no_such_cell(p: Position, label: str, cases: tuple[str, ...]) -> Refusal:
    word = p.c.board.cell_word
    return Refusal(f"There is no {word} {label!r} on the map" if label else f"Choose a {word}", cases)
