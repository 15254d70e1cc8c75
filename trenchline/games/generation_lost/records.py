"""What only a position of A Generation Lost remembers: sorties, what is owed and bought, what helps in the assault at hand."""

from __future__ import annotations

import msgspec

from ...core.state import Cell, Unit, Units


class Purchase(msgspec.Struct, frozen=True):
    """A unit that its side takes as a replacement, and the steps it comes with."""

    unit: Unit
    steps: int


class Sortie(msgspec.Struct, frozen=True):
    """An air unit over a square."""

    unit: Unit
    cell: Cell


class Owed(msgspec.Struct, frozen=True):
    """Reinforcements of a kind that have not come: so many of a row of the schedule; `left` are the attack factors for which
    brigades may still come for a division that has begun to come as brigades."""

    row: int
    count: int
    left: int = 0


class Rear(msgspec.Struct, frozen=True):
    """The map without the squares of the enemy, in regions: each square's, -1 for none, and the edge squares of each."""

    stamp: int
    region: list[int]
    edge: dict[int, list[int]]
    squares: dict[frozenset[int], frozenset[int]]  # the edge squares of some regions


class Ground(msgspec.Struct, frozen=True):
    """What a side cannot enter, and where it must halt, while the enemy stands as he does."""

    stamp: object
    shut: bytearray
    shut_to_large: bytearray  # fort squares too in which a unit would have to stop
    halts: bytearray
    passable: tuple[int, ...]  # enemy forts that one may pass (GL-R76)


class Means(msgspec.Struct, frozen=True):
    """What helps in the assault at hand beside its resources, and what has been settled of it."""

    gas_gun: Units = ()
    field_gun: Units = ()  # the 75 that supports the French, in attack or defence
    phosgene: bool = False
    again: bool = False  # the dice have been thrown again (16.7)
    checked: bool = False  # demoralized defenders have rolled (16.8.3)
    fought: bool = False  # the dice have decided
    engaged: bool = False  # a counter-attack has engaged both sides
    consolidated: bool = False


class Spent(msgspec.Struct, frozen=True):
    """A primary assault that used four resources: none of its units makes a secondary one on the same square (GL-R125)."""

    target: Cell
    units: Units
