"""14.0 The two scenarios: who takes part, where they set up, what comes later, which banks are in play."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ...core.errors import DataError
from ...core.state import Cell, Side, Units
from .data_files import BattleSpec, GroupSpec, ReserveSpec

if TYPE_CHECKING:
    from .components import Components


class Group(msgspec.Struct, frozen=True):
    """A line of the set-up (14.2A, 14.2B): which counters go where. Cells by whether the frontage option is on."""

    id: str
    side: Side
    title: str
    case: str
    units: Units
    cells: tuple[frozenset[int], frozenset[int]]
    battalions: tuple[int, ...]
    bunkers: int


class Reserve(msgspec.Struct, frozen=True):
    """A German corps reserve (14.2D-g); prices in half points."""

    title: str
    case: str
    from_turn: int
    units: Units
    cells: tuple[tuple[int, ...], tuple[int, ...]]
    price_each: int
    price_once: int


class Arrival(msgspec.Struct, frozen=True):
    """French reinforcements (12.1, 14.2C)."""

    title: str
    case: str
    turn: int
    cell: Cell
    units: Units


class Battle:
    """A scenario's forces and ground; the hypothetical one adds to the historical one (14.3)."""

    def __init__(self, c: Components, name: str, file: Path) -> None:
        self.name, self.c = name, c
        try:
            self._build(c, self._specs(c, name))
        except DataError as fault:
            raise DataError(fault.what, file) from None

    def _specs(self, c: Components, name: str) -> list[BattleSpec]:
        """The battle's own entry last, those it builds on before it."""
        found: list[BattleSpec] = []
        while name:
            if name not in c.scenario_data.battle or len(found) > len(c.scenario_data.battle):
                raise DataError(f"there is no battle {name!r} to build on")
            found.insert(0, c.scenario_data.battle[name])
            name = found[0].inherits
        return found

    def _build(self, c: Components, specs: list[BattleSpec]) -> None:
        own = specs[-1]
        self.title, self.case, self.turns = own.title, own.source, own.turns
        self.tactical, self.operational, self.extra_turn = own.tactical, own.operational, own.extra_turn
        self.banks = frozenset(own.banks)
        self.playable = bytes(bank in self.banks for bank in c.bank)
        self.closed = bytes(not open_ for open_ in self.playable)
        drops = {name for spec in specs for name in spec.drops}
        listed = [g for spec in specs for g in spec.group if spec is own or g.id not in drops]
        self.groups = tuple(self._group(c, g) for g in listed if not g.off_map)
        self.group_of = {u: g for g in self.groups for u in (*g.units, *g.battalions)}
        self.stock = {c.division[b]: g.battalions for g in self.groups for b in g.battalions}
        self.army = tuple(c.of_unit(u) for g in listed if g.off_map for u in g.units)
        self.apart = frozenset(c.of_unit(u) for g in listed if g.apart for u in g.units)
        self.independent = frozenset(c.of_unit(u) for g in listed if g.always_in_command or g.off_map for u in g.units)
        self.reserves = tuple(self._reserve(c, r) for spec in specs for r in spec.reserve)
        self.arrivals = tuple(
            Arrival(r.title, r.source, r.turn, c.board.cell(r.cell), tuple(map(c.of_unit, r.units)))
            for spec in specs
            for r in spec.reinforcement
        )
        self.reserve_of = {u: r for r in self.reserves for u in r.units}
        self.arrival_of = {u: a for a in self.arrivals for u in a.units}
        self.setup_cells = {u: self._setup_cells(c, u, g) for u, g in self.group_of.items()}
        # French trenches on a bank in play must all be manned (14.1a, VV-R84).
        self.trenches = tuple(x for x in range(c.board.size) if c.trench[x] and self.playable[x])
        self._ready(c, specs)

    def _ready(self, c: Components, specs: list[BattleSpec]) -> None:
        """The deployment of February 21, by whether the frontage option is on."""
        cell = c.board.cell
        self.ready_bunkers = tuple(cell(b) for spec in specs for b in spec.ready.bunkers)
        self.ready_detached = {c.of_unit(b): c.of_unit(r) for spec in specs for b, r in spec.ready.detached.items()}
        plain = {c.of_unit(u): cell(x) for spec in specs for u, x in spec.ready.hexes.items()}
        swapped = {c.of_unit(u): cell(x) for spec in specs for u, x in spec.ready.frontage.items()}
        self.ready = (plain, plain | swapped)

    def _group(self, c: Components, g: GroupSpec) -> Group:
        units = tuple(map(c.of_unit, g.units))
        battalions = tuple(map(c.of_unit, g.battalions))
        side = ("german", "french").index(g.side)
        cells = tuple(frozenset(self._zone(c, g, side, columns)) for columns in (g.columns, g.frontage or g.columns))
        return Group(g.id, side, g.title, g.source, units, (cells[0], cells[1]), battalions, g.bunkers)

    @staticmethod
    def _zone(c: Components, g: GroupSpec, side: int, columns: tuple[int, int] | None) -> list[int]:
        """The bank and columns of a group, on its own side of the first line (VV-R64, VV-R83)."""
        low, high = columns or (1, 99)
        return [
            x
            for x in range(c.board.size)
            if (not g.bank or c.bank[x] == g.bank)
            and low <= c.column[x] <= high
            and (c.line[x] == "german") == (c.sides[side] == "german")
            and not (side and g.apart and c.line[x] == "first")  # the gun of VII Corps stands behind it (14.2A-f)
        ]

    @staticmethod
    def needed_distance(c: Components, u: int) -> int:
        """Hexes between Germans and the nearest French trench; HQs count as infantry (14.1c, 14.1d, VV-R65)."""
        rules = c.scenario_data.setup
        return 0 if c.side[u] else rules.german_artillery if c.gun[u] else rules.german_infantry

    def _setup_cells(self, c: Components, u: int, group: Group) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Where a unit may set up, stacking aside; by whether the frontage option is on."""
        least = self.needed_distance(c, u)
        plain, swapped = (tuple(x for x in sorted(cells) if c.from_trenches[x] >= least) for cells in group.cells)
        return plain, swapped

    @staticmethod
    def _reserve(c: Components, r: ReserveSpec) -> Reserve:
        """The northern edge of the corps' columns, on its bank (VV-R74)."""
        edge = [x for x in range(c.board.size) if c.row[x] == 1 and (not r.bank or c.bank[x] == r.bank)]
        cells = [tuple(x for x in edge if low <= c.column[x] <= high) for low, high in (r.columns, r.frontage or r.columns)]
        units = tuple(map(c.of_unit, r.units))
        return Reserve(r.title, r.source, r.from_turn, units, (cells[0], cells[1]), r.price_each, r.price_once)
