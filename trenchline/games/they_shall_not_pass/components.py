"""2.0 Components: everything printed. The board and its ground, the counters and their values, as flat tables.

Movement is counted in half points, so that the 1/2 of a road in strategic movement (8.21) is a whole number;
stacking in halves of a regiment (8.32).
"""

from __future__ import annotations

import msgspec

from ...core import components as core
from ...core.actions import Action
from ...core.charts import Chart, Ratio, Term, odds_number, odds_text
from ...core.errors import DataError
from ...core.files import DataFolder, TomlFile
from ...core.paths import Roads
from ...core.sides import Sides
from .data_files import ChartsFile, EntrySpec, ScenariosFile, SetupAreaSpec, West

GERMAN, FRENCH = 0, 1
SIDES = ("german", "french")
ENEMY = (FRENCH, GERMAN)
KINDS = ("infantry", "pioneer", "hunter", "territorial", "remnant", "hq", "artillery", "railroad")
FOOT = ("infantry", "pioneer", "hunter", "territorial", "remnant")  # infantry in the sense of the rules (2.1)
NUMBERS = ("combat", "reduced", "attack", "defence", "movement", "morale", "range")
BOXES = ("setup", "reserve", "pool", "naval", "track", "eliminated", "surrendered", "out")

NEEDED_SHIFTS = {
    "assault": {"pioneer", "hill", "town", "woods", "fort", "trench", "city", "water"},
    "barrage": {"good_weather", "first_day", "town", "city", "trench"},
}

SEVERITY = {"-": 0, "M": 1, "M1": 2, "M2": 3, "X": 4}  # the results of the Barrage Table, mildest first

WEAK, STRONG = 1, 2
UNLIMITED, NORTH = 98, 99  # ranges of the Naval Battery (14.31) and the Heavy Artillery (14.32)


class Fort(msgspec.Struct, frozen=True):
    """A fort (14.8)."""

    name: str
    cell: int


class Entry(msgspec.Struct, frozen=True):
    """A line of the reinforcement schedule (6.4)."""

    turn: int
    side: int
    title: str
    case: str
    units: tuple[int, ...]
    cells: tuple[int, ...]
    optional: bool


class SetupArea(msgspec.Struct, frozen=True):
    """A line of the set-up instructions (3.1, 3.2): which counters go where."""

    side: int
    title: str
    case: str
    units: tuple[int, ...]
    cells: frozenset[int]
    own_infantry_within: int = 0


class Turn(msgspec.Struct, frozen=True):
    """A box of the turn track."""

    date: str
    replacements: tuple[int, int]


class Components(core.Components[ChartsFile, ScenariosFile]):
    """The contents of the box. Made once; shared by every match."""

    def __init__(self, folder: DataFolder) -> None:
        super().__init__(folder, ChartsFile, ScenariosFile, Sides(SIDES), KINDS, NUMBERS, BOXES)
        self._counters()
        self._charts()
        self._ground()
        self._scenario()
        self.sizes["entry"] = len(self.schedule)
        # By hex and kind of zone: what a unit there exerts (8.41); the first kind of influence is being adjacent.
        self.exerted = [
            tuple(((0, near),) if not level else ((0, near), (level, near)) for level in (0, WEAK, STRONG))
            for near in self.board.neighbours
        ]

    # ---------------------------------------------------------------- 2.1 the counters

    def _counters(self) -> None:
        counters = self.counters.counters
        count = range(len(counters))
        self.size = [c.size for c in counters]
        self.corps = [c.corps for c in counters]
        self.division = [c.division for c in counters]
        self.foot = [k in FOOT for k in self.kind]
        self.gun = [k in ("artillery", "railroad") for k in self.kind]
        self.hq = [k == "hq" for k in self.kind]
        self.combat = self.counters.column("combat")
        self.reduced = self.counters.column("reduced")
        self.attack = self.counters.column("attack")
        self.defence = self.counters.column("defence")
        self.movement = [2 * m for m in self.counters.column("movement")]
        self.morale = self.counters.column("morale")
        special = {"unlimited": UNLIMITED, "north": NORTH}
        self.range = [special.get(c.values.get("range", ""), c.number("range")) for c in counters]
        self.left_bank, self.railroad = self.unit["LB"], self.unit["RR"]
        self.naval, self.heavy = self.unit["NAV"], self.unit["HVY"]
        # The Left Bank artillery is a fire position, no unit on the map (TP-R12).
        self.solid = [u != self.left_bank for u in count]
        self.reducible = tuple([u for u in army if self.solid[u] and self.steps[u] == 2] for army in self.army)
        self.zoc = [self._zoc_of(u) for u in count]
        self.guns = {side: [u for u in self.army[side] if self.gun[u]] for side in (GERMAN, FRENCH)}
        self.hq_of = {self.corps[u]: u for u in count if self.hq[u]}
        self.remnants = {side: [u for u in self.army[side] if self.kind[u] == "remnant"] for side in (GERMAN, FRENCH)}
        self.leaders = {GERMAN: "pioneer", FRENCH: "hunter"}  # who breaks through (13.0)
        self.may_leave_remnant = [self._leaves_remnant(u) for u in count]
        self.class_of = [self._class(u) for u in count]
        self.strategic = [Action("strategic", unit) for unit in self.ids]
        self.dig = [Action("dig", unit) for unit in self.ids]

    def _zoc_of(self, u: int) -> int:
        """Regiments exert a Strong zone, battalions, remnants and guns a Weak one, HQs none (8.4, 8.41)."""
        if self.hq[u] or not self.solid[u]:
            return 0
        return STRONG if self.kind[u] == "infantry" and self.size[u] == "regiment" else WEAK

    def _leaves_remnant(self, u: int) -> bool:
        """Any German infantry; of the French only regiments of printed morale 7 or 8 (14.4)."""
        if self.side[u] == GERMAN:
            return self.kind[u] in ("infantry", "pioneer")
        return self.kind[u] == "infantry" and self.size[u] == "regiment" and self.morale[u] in (7, 8)

    def _class(self, u: int) -> str:
        """How a counter moves: infantry, hunter (8.47), train of guns and HQs, or on rails."""
        if self.kind[u] == "railroad":
            return "rail"
        if not self.foot[u]:
            return "train"
        return "hunter" if self.kind[u] == "hunter" else "foot"

    # ---------------------------------------------------------------- charts

    def _charts(self) -> None:
        data, file = self.chart_data, self.chart_file
        self.assault: Chart = data.assault.chart("assault", file)
        self.assault.ratio = Ratio(odds_number, odds_text)
        self.barrage: Chart = data.barrage.chart("barrage", file)
        self.charts = {"assault": self.assault, "barrage": self.barrage}
        self.hits = {r: _hits(r, file) for row in self.assault.rows.values() for r in row}
        for cell in (cell for row in self.barrage.rows.values() for cell in row):
            if cell not in SEVERITY:
                raise file.fault(f"chart [barrage]: {cell!r} is no result of the table", "barrage")
        for chart, keys in NEEDED_SHIFTS.items():
            for key in sorted(keys - set(self.charts[chart].shifts)):
                raise file.fault(f"chart [{chart}] lacks the shift {key!r}", chart, "shifts", key)
        columns = range(len(self.assault.columns))
        # What a column is worth to the one who rolls: net hits, and how bad a barrage is.
        self.net_hits = [sum(self._net(row[i]) for row in self.assault.rows.values()) / 6 for i in columns]
        columns = range(len(self.barrage.columns))
        self.severity = [sum(SEVERITY[row[i]] for row in self.barrage.rows.values()) / 6 for i in columns]
        self.terrain_rows = data.terrain.rows
        self.missions: dict[str, frozenset[str]] = {level: frozenset(m) for level, m in data.capability.rows.items()}
        self.morale_lines = {key: Term(row.text, row.value, "12.2") for key, row in data.morale.rows.items()}
        self.stack_limit = data.stacking.limit
        bulk = {key: row.value for key, row in data.stacking.rows.items()}
        self.bulk = [bulk[row] if (row := self._stacking_row(u)) else 0 for u in range(len(self.counters))]
        self.levels = data.victory.levels

    def _net(self, result: str) -> int:
        attacker, defender = self.hits[result]
        return defender - attacker

    def _stacking_row(self, u: int) -> str:
        """The line of the stacking list that a counter falls under (8.31, 8.32)."""
        if u == self.left_bank:
            return "left_bank"
        if self.kind[u] in ("hq", "railroad", "remnant"):
            return self.kind[u]
        if self.kind[u] == "artillery":
            return f"{self.size[u]}_artillery" if self.size[u] != "army" else ""
        return self.size[u]

    # ---------------------------------------------------------------- 11.0 the ground

    def _ground(self) -> None:
        board = self.board
        cells = range(board.size)
        terrain = board.terrain
        self.trench = [("trench" in t) for t in terrain]
        self.works = [bool(t & {"trench", "city"}) for t in terrain]  # forts are works while intact (12.2)
        self.towns = board.where("victory", "town")
        self.verdun = board.where("victory", "verdun")
        self.shelters = self.towns + self.verdun  # where to retreat to when no edge can be reached (9.5)
        self.rail_cells = tuple(c for c in cells if board.edges["rail"][c])
        shifts = self.assault.shifts
        self.assault_lines = [self._shift_lines(c, shifts, ("town", "woods", "trench", "city")) for c in cells]
        self.barrage_lines = [self._shift_lines(c, self.barrage.shifts, ("town", "city", "trench")) for c in cells]
        self._closer: dict[tuple[int, int, bool], int] = {}
        rim = board.rim
        self.rim = rim
        self.ways_kept: dict[tuple[str, bytes], Roads] = {}
        self.ways_past: dict[tuple[str, int, tuple[int, ...]], tuple[tuple[int, int], ...]] = {}

    def _shift_lines(self, cell: int, shifts: dict[str, Term], kinds: tuple[str, ...]) -> tuple[Term, ...]:
        """The column shifts of the terrain in a hex; slope and hill are one (9.22)."""
        found = [shifts[k] for k in kinds if k in self.board.terrain[cell]]
        if "hill" in shifts and self.board.terrain[cell] & {"slope", "hill"}:
            found.append(shifts["hill"])
        return tuple(found)

    def closer(self, cell: int, near: int, shelter: bool) -> int:
        """Which map-edge hexes (or shelters) a step brings nearer, as a bit for each (9.5)."""
        key = (cell, near, shelter)
        found = self._closer.get(key)
        if found is None:
            goals = self.shelters if shelter else self.rim
            here, there = self.board.distances(cell), self.board.distances(near)
            found = self._closer[key] = sum(1 << i for i, g in enumerate(goals) if there[g] < here[g])
        return found

    # ---------------------------------------------------------------- 3.0 set-up, schedules

    def _scenario(self) -> None:
        data, board = self.scenario_data, self.board
        try:
            self.sources = {
                GERMAN: tuple(map(board.cell, data.map.german_sources)),
                FRENCH: tuple(map(board.cell, data.map.french_sources)),
            }
            self.closed = frozenset(map(board.cell, data.map.closed))
            self.front_line = tuple(map(board.cell, data.map.front_line))
            self.forts = tuple(Fort(f.name, board.cell(f.cell)) for f in data.fort)
            self.fort_at = {fort.cell: i for i, fort in enumerate(self.forts)}
            self.sizes["fort"] = len(self.forts)
            self.turns = tuple(Turn(t.date, (t.replacements.german, t.replacements.french)) for t in data.turn)
            self.petain_turn = data.petain.turn
            self._control(data.map.german_rows_west)
            self.schedule = tuple(self._entry(e) for e in data.reinforcement)
            self.arrival = {u: e for e in self.schedule for u in e.units}
            self.zones = tuple(self._zone(z) for z in data.zone)
            self.zone_of = {u: z for z in self.zones for u in z.units}
            self.deployment = tuple(self.deployed(data.historical[side]) for side in ("german", "french"))
        except DataError as fault:
            raise DataError(fault.what, self.folder.file("scenarios.toml")) from None

    def _control(self, west: West) -> None:
        """South of the front line, and the line itself, is French at the start; north of it German (14.9, TP-R05)."""
        line_row = {int(self.board.labels[c][:2]): int(self.board.labels[c][2:]) for c in self.front_line}
        self.line_row = line_row
        self.first_control = bytearray(self.board.size)
        for cell, label in enumerate(self.board.labels):
            column, row = int(label[:2]), int(label[2:])
            german = row < line_row[column] if column in line_row else column in west.columns and row in west.rows
            self.first_control[cell] = GERMAN if german else FRENCH

    def north_of_line(self, cell: int) -> bool:
        column, row = int(self.board.labels[cell][:2]), int(self.board.labels[cell][2:])
        return row < self.line_row.get(column, 3)

    def south_of_line(self, cell: int) -> bool:
        column, row = int(self.board.labels[cell][:2]), int(self.board.labels[cell][2:])
        return column in self.line_row and row > self.line_row[column]

    def _entry(self, e: EntrySpec) -> Entry:
        units, cells = tuple(map(self.of_unit, e.units)), tuple(map(self.board.cell, e.entry))
        return Entry(e.turn, SIDES.index(e.side), e.title, e.source, units, cells, e.optional)

    def _zone(self, z: SetupAreaSpec) -> SetupArea:
        units = tuple(map(self.of_unit, z.units))
        cells = frozenset(c for c in self._zone_cells(z) if c not in self.closed or units == (self.left_bank,))
        return SetupArea(SIDES.index(z.side), z.title, z.source, units, cells, z.own_infantry_within)

    def _zone_cells(self, z: SetupAreaSpec) -> list[int]:
        board = self.board
        if z.cells:
            return list(map(board.cell, z.cells))
        if z.front_line:
            first, last = (self.front_line.index(board.cell(c)) for c in z.front_line)
            return list(self.front_line[first : last + 1])
        if z.columns:
            low, high = z.columns
            return [c for c, label in enumerate(board.labels) if label[2:] == "01" and low <= int(label[:2]) <= high]
        if z.any == "trench":
            return [c for c in range(board.size) if self.trench[c]]
        if z.any == "rail":
            return [c for c in self.rail_cells if self.first_control[c] == FRENCH]
        return [c for c in range(board.size) if self.south_of_line(c)]


def _hits(result: str, file: TomlFile) -> tuple[int, int]:
    """`3/1`: three hits on the attacker, one on the defender (9.4)."""
    attacker, slash, defender = result.partition("/")
    if not slash or not attacker.isdigit() or not defender.isdigit():
        raise file.fault(f"chart [assault]: {result!r} is not of the form attacker/defender hits", "assault")
    return int(attacker), int(defender)
