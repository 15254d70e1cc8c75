"""0.2, 1.0 Everything printed: the board and its ground, the counters and their values, as flat tables."""

from __future__ import annotations

import msgspec

from ...core import components as core
from ...core.charts import Chart, Ratio, Term
from ...core.files import DataFolder
from ...core.paths import Roads, Ways
from ...core.sides import Sides
from .battle import Battle
from .data_files import ChartsFile, ScenariosFile

GERMAN, FRENCH = 0, 1
SIDES = ("german", "french")
ENEMY = (FRENCH, GERMAN)
KINDS = ("infantry", "hunter", "territorial", "stosstruppen", "hq", "artillery", "railway", "bomber")
FOOT = ("infantry", "hunter", "territorial", "stosstruppen")  # what the rules call infantry (3.1)
NUMBERS = ("combat", "reduced", "bombard", "defence", "movement", "range", "command")
BOXES = ("setup", "reserve", "stock", "army", "returning", "eliminated", "out")
LOSS_MARKER = 2  # what the marker of the first loss takes from a regiment's value (1.2b)

NEEDED_SHIFTS = {
    "combat": {"trench", "bunker", "woods", "urban", "slope", "river", "fortress", "concentric", "first_turn"},
    "bombardment": {"cover", "command", "hq", "bunker", "blue", "red"},
}
NEEDED_MODIFIERS = {
    "out_of_command_attacker",
    "out_of_command_defender",
    "neutralised_attacker",
    "neutralised_defender",
    "stream",
    "stosstruppen_attack",
    "stosstruppen_defence",
    "divisions",
    "beyond",
}
NEEDED_COSTS = {"open", "road", "urban", "trench", "forest", "slope", "stream", "river", "bridge"}
SEVERITY = {"-": 0, "N": 1, "1": 2, "E": 3}  # results of the Bombardment Table, mildest first
# Results of the Combat Results Table, worst for the attacker first: what a roll is worth to him.
WORTH = {"AE": -6, "Ae": -4, "A1": -3, "AR": -2, "Eng": -1, "D/A1": -1, "D/AR": -1, "A/DR": 1, "DR": 2, "DR2": 2}
WORTH |= {"A/D1": 2, "D1": 3, "A/De": 4, "De": 5, "A/DE": 6, "DE": 7}


class Fortress(msgspec.Struct, frozen=True):
    """A fortress (7.3k): red ones defend with two points of their own, blue ones with one."""

    name: str
    cell: int
    colour: str
    points: int


class Objective(msgspec.Struct, frozen=True):
    """A hex worth victory points (13b, 13c, 13d, 13e)."""

    name: str
    cell: int
    points: int


class Components(core.Components[ChartsFile, ScenariosFile]):
    """The contents of the magazine. Made once; shared by every match."""

    def __init__(self, folder: DataFolder) -> None:
        super().__init__(folder, ChartsFile, ScenariosFile, Sides(SIDES), KINDS, NUMBERS, BOXES)
        self._counters()
        self._charts()
        self._ground()
        self._scenarios()

    # ---------------------------------------------------------------- 1.0 the counters

    def _counters(self) -> None:
        counters = self.counters.counters
        count = range(len(counters))
        self.size = [c.size for c in counters]
        self.corps = [c.corps for c in counters]
        self.division = [c.division for c in counters]
        self.foot = [k in FOOT for k in self.kind]
        self.stoss = [k == "stosstruppen" for k in self.kind]
        self.gun = [k == "artillery" for k in self.kind]
        self.hq = [k == "hq" for k in self.kind]
        self.bomber = [k == "bomber" for k in self.kind]
        self.railway = [k == "railway" for k in self.kind]
        self.bombard = self.counters.column("bombard")
        self.defence = self.counters.column("defence")
        self.movement = self.counters.column("movement")
        self.range = self.counters.column("range")
        self.values = [self._values(u) for u in count]
        self.ground = {side: [u for u in self.army[side] if self.size[u] != "army"] for side in (GERMAN, FRENCH)}
        self.guns = {side: [u for u in self.army[side] if self.gun[u]] for side in (GERMAN, FRENCH)}
        self.army_fire = {side: [u for u in self.army[side] if self.size[u] == "army"] for side in (GERMAN, FRENCH)}
        self.fire = {side: (*self.guns[side], *self.army_fire[side]) for side in (GERMAN, FRENCH)}
        self.hqs = {side: [u for u in self.army[side] if self.hq[u]] for side in (GERMAN, FRENCH)}
        self.mates = [self._mates(u) for u in count]
        self.class_of = ["artillery" if self.gun[u] else "infantry" for u in count]  # VV-R35

    def _values(self, u: int) -> tuple[int, ...]:
        """Combat value by steps left: nothing, the reverse, with the loss marker, full (1.2)."""
        full, reduced = self.counters[u].number("combat"), self.counters[u].number("reduced")
        return {1: (0, full), 2: (0, reduced, full)}.get(self.steps[u], (0, reduced, full - LOSS_MARKER, full))

    def _mates(self, u: int) -> tuple[int, ...]:
        """The HQs that can command a unit (1.4a, VV-R33): of its corps for Germans, of its division for the French.

        French corps artillery looks to the HQs of all divisions of its corps.
        """
        side = self.side[u]
        if side == GERMAN or not self.division[u]:
            return tuple(h for h in self.hqs[side] if self.corps[h] == self.corps[u])
        return tuple(h for h in self.hqs[side] if self.division[h] == self.division[u])

    # ---------------------------------------------------------------- the tables

    def _charts(self) -> None:
        data, file = self.chart_data, self.chart_file
        self.combat: Chart = data.combat.chart("combat", file)
        self.bombardment: Chart = data.bombardment.chart("bombardment", file)
        self.combat.ratio = Ratio(odds_column, self.odds_name)
        self.charts = {"combat": self.combat, "bombardment": self.bombardment}
        for chart, known in (("combat", WORTH), ("bombardment", SEVERITY)):
            for cell in (cell for row in self.charts[chart].rows.values() for cell in row):
                if cell not in known:
                    raise file.fault(f"chart [{chart}]: {cell!r} is no result of the table", chart)
        for chart, keys in NEEDED_SHIFTS.items():
            for key in sorted(keys - set(self.charts[chart].shifts)):
                raise file.fault(f"chart [{chart}] lacks the shift {key!r}", chart, "shifts", key)
        for name, needed, rows in (
            ("combat_die", NEEDED_MODIFIERS, set(data.combat_die.rows)),
            ("movement", NEEDED_COSTS, set(data.movement.rows)),
        ):
            for key in sorted(needed - rows):
                raise file.fault(f"chart [{name}] lacks the row {key!r}", name, "rows", key)
        self.modifiers = {key: Term(row.text, row.value, row.source) for key, row in data.combat_die.rows.items()}
        self.severity = [_mean(self.bombardment, i, SEVERITY) for i in range(len(self.bombardment.columns))]
        self.stack_limit = data.stacking.limit
        self.zone_costs = data.zones
        self.command = data.command
        self.exploitation = data.exploitation.points
        self.neutralised_from = data.neutralisation.least

    def odds_name(self, place: int) -> str:
        """A column by its place, be it beyond the printed ones (VV-R03)."""
        last = len(self.combat.columns) - 1
        return self.combat.columns[place] if place <= last else f"{place - last + 7}/1"

    # ---------------------------------------------------------------- 0.2 the ground

    def _ground(self) -> None:
        board = self.board
        cells = range(board.size)
        terrain = board.terrain
        self.trench = [("trench" in t) for t in terrain]
        self.woods = [("woods" in t) for t in terrain]
        self.urban = [bool(t & {"village", "city"}) for t in terrain]  # VV-R89
        self.bank = board.columns["bank"]
        self.line = board.columns["line"]
        self.height = [int(h or 0) for h in board.columns["elev_m"]]
        self.row = [int(label[2:]) for label in board.labels]
        self.column = [int(label[:2]) for label in board.labels]
        rows = max(self.row)
        self.edge = {
            GERMAN: tuple(c for c in cells if self.row[c] == 1),
            FRENCH: tuple(c for c in cells if self.row[c] == rows),
        }
        points = self.chart_data.fortress
        self.fortresses = tuple(
            Fortress(board.names[c], c, colour, points.red if colour == "red" else points.blue)
            for c, colour in enumerate(board.columns["fortress"])
            if colour
        )
        self.sizes["fortress"] = len(self.fortresses)
        self.fortress_at = {f.cell: i for i, f in enumerate(self.fortresses)}
        trenches = [board.distances(c) for c in cells if self.trench[c]]
        self.from_trenches = [min((far[c] for far in trenches), default=99) for c in cells]  # either line and bank (VV-R65)
        self.first_control = bytearray(GERMAN if self.line[c] == "german" else FRENCH for c in cells)
        # Zones of control do not reach across the river (3.2a).
        self.zone_cells = [tuple(n for n in board.neighbours[c] if not board.joined("river", c, n)) for c in cells]
        self.open_ways = Roads([[(n, 1) for n in board.neighbours[c]] for c in cells])
        self.ways = {mover: Roads(self._ways(mover)) for mover in ("infantry", "artillery")}
        combat, shells = self.combat.shifts, self.bombardment.shifts
        self.combat_lines = [self._combat_lines(c, combat) for c in cells]
        self.cover_lines = [(shells["cover"],) if self.trench[c] or self.urban[c] else () for c in cells]
        self.work_lines = [self._work_lines(c, shells) for c in cells]

    def _combat_lines(self, cell: int, shifts: dict[str, Term]) -> tuple[Term, ...]:
        """The column shifts of the ground in a hex (7.3e, VV-R07)."""
        here = {
            "trench": self.trench[cell],
            "woods": self.woods[cell],
            "urban": self.urban[cell],
            "fortress": cell in self.fortress_at,
        }
        return tuple(shifts[key] for key, there in here.items() if there)

    def _work_lines(self, cell: int, shifts: dict[str, Term]) -> tuple[Term, ...]:
        """A fortress under bombardment (BT-i, BT-j)."""
        fort = self.fortress_at.get(cell)
        return () if fort is None else (shifts[self.fortresses[fort].colour],)

    def bridge(self, a: int, b: int) -> bool:
        """A crossing, or a road over a stream or river (MT-j)."""
        board = self.board
        water = board.joined("stream", a, b) or board.joined("river", a, b)
        return board.joined("bridge", a, b) or (water and board.joined("road", a, b))

    def cell_cost(self, mover: str, cell: int, by_road: bool) -> int:
        """A hex's own cost: forest, urban or open, or the road's; a trench adds (MT-a, MT-b, MT-c, MT-d, MT-e, VV-R34)."""
        rows = self.chart_data.movement.rows
        kind = "road" if by_road else "forest" if self.woods[cell] else "urban" if self.urban[cell] else "open"
        cost = int(getattr(rows[kind], mover))
        return cost + int(getattr(rows["trench"], mover)) if self.trench[cell] else cost

    def step_cost(self, mover: str, a: int, b: int) -> int:
        """The hex entered and the side crossed (5.1a, 5.3, MT-f, MT-g, MT-h, MT-i)."""
        rows, board = self.chart_data.movement.rows, self.board
        cost = self.cell_cost(mover, b, board.joined("road", a, b))
        if board.joined("slope", a, b):
            cost += int(getattr(rows["slope"], mover))
        if self.bridge(a, b):
            return cost + int(getattr(rows["bridge"], mover))
        for water in ("stream", "river"):
            if board.joined(water, a, b):
                cost += int(getattr(rows[water], mover))
        return cost

    def _ways(self, mover: str) -> Ways:
        near = self.board.neighbours
        return [tuple((n, self.step_cost(mover, c, n)) for n in near[c]) for c in range(self.board.size)]

    # ---------------------------------------------------------------- 13, 14 scenarios

    def _scenarios(self) -> None:
        data, board = self.scenario_data, self.board
        self.battle_of = {s.id: s.battle for s in data.scenario}
        marks = board.columns["victory"]
        file = self.folder.file("scenarios.toml")
        self.battles = {name: Battle(self, name, file) for name in data.battle}
        self.objectives: dict[str, tuple[Objective, ...]] = {}
        self.verdun: dict[str, tuple[int, ...]] = {}
        for name, battle in self.battles.items():
            worth = {c: marks[c].split() for c in range(board.size) if marks[c] and battle.playable[c]}
            self.objectives[name] = tuple(
                Objective(board.names[c], c, int(words[0])) for c, words in worth.items() if words[0].isdigit()
            )
            self.verdun[name] = tuple(c for c, words in worth.items() if words[0] == "automatic")


def odds_column(attack: int, defence: int) -> int:
    """The place of the odds column (7.4c, 7.4d, 7.4e, 7.4f, VV-R01); those beyond the last stand for 8/1, 9/1 ... (VV-R03).

    >>> [odds_column(a, d) for a, d in ((12, 10), (13, 10), (17, 10), (5, 2), (13, 2), (4, 6), (4, 7), (3, 8), (40, 4))]
    [2, 3, 4, 5, 9, 2, 1, 0, 12]
    """
    defence = max(defence, 1)  # VV-R61
    if attack >= defence:
        if 10 * attack < 13 * defence:
            return 2
        if 10 * attack < 17 * defence:
            return 3
        if 2 * attack < 5 * defence:
            return 4
        return (2 * attack + defence) // (2 * defence) + 2  # nearest whole number, halves up
    if 2 * defence <= 3 * attack:
        return 2
    return 1 if 2 * defence <= 5 * attack else 0


def _mean(chart: Chart, column: int, worth: dict[str, int], modifier: int = 0) -> float:
    """What a roll is worth on average."""
    return sum(worth[o.result] * o.probability for o in chart.outcomes(column, modifier))
