"""Where every counter stands, which way it faces and in what state; what is committed, engaged, interdicted."""

from __future__ import annotations

from typing import Annotated, Any

from ...core import position as core
from ...core.occupancy import Exerted
from ...core.state import Called, Cells, CellSides, Each, Fixed, Fresh, PerUnit, Side
from .components import Components, Numbers
from .records import Assault, Barrage, Crowds, Engagement, Fight, Front, Reached, Return
from .states import AIR, BURIED, DISORDERED, ENTRENCHED, GUNS, OLD, SUPPLY, SUPPRESSED


class State(core.Position):
    """The state of a match of the series."""

    INFLUENCE = (2,)  # a zone of control stops whoever enters
    ZONE_STATES = DISORDERED | SUPPLY

    c: Fixed[Components[Any, Any]]
    facing: Annotated[bytearray, Each("unit", "direction")]
    spent: PerUnit[bytearray]  # half movement points in this phase
    control: CellSides
    claims: Annotated[bytearray, Each("cell", "nation")]  # the nation that stood there last
    interdicted: Annotated[bytearray, Each("cell")]
    weather: int
    observation: tuple[Side, ...]  # the sides that have air observation this turn
    points: list[int]  # victory points of each side
    combat_points: list[int]  # those of them that come from losses and replacements
    tally: list[int]  # towards a side's replacements: its units disrupted in this turn, and the losses of `differences.tallied`
    resources: list[int]  # of the phasing player, in the order of the Command Center Table
    assaults: tuple[Assault, ...]
    engagements: tuple[Engagement, ...]
    fight: Fight | None
    barrage: Barrage | None
    answered: Cells  # squares that drew counter-battery fire in this phase
    returning: Annotated[tuple[Return, ...], Called("returns")]  # the box of the name holds the counters
    air: Cells  # where the air unit lies
    answers: list[int]  # yes (1) or no (0) to Operations, by side; a secret until both have said it
    wishes: list[list[str]]  # options that each side chose; a secret until both are shown
    operations: tuple[str, ...]  # those in force
    crowds: Fresh[dict[int, Crowds]]  # by side: its overstacked squares
    fronts: Fresh[dict[int, Front]]  # by side: the squares near its enemies
    blocked: Fresh[dict[int, tuple[object, bytearray]]]  # by side: what lines of supply and command cannot pass
    traced: Fresh[dict[tuple[int, int, int], tuple[object, dict[int, int]]]]
    tied: Fresh[dict[tuple[int, ...], dict[tuple[object, ...], Any]]]  # what `lines` found out since anybody moved
    reaches: Fresh[dict[int, Reached]]  # by unit: where it can go
    dues: Fresh[dict[int, tuple[object, list[int]]]]  # by side: who may come onto the map

    def blank_series(self, c: Components[Any, Any], control: bytearray, claims: bytearray) -> None:
        """Before anything is set up."""
        self.all_out(c, control)
        self.claims = claims
        self.facing = bytearray(c.home_facing[side] for side in c.side)
        self.spent = bytearray(len(c.counters))
        self.interdicted = bytearray(c.board.size)
        self.weather, self.observation = 0, ()
        sides = len(c.sides)
        self.points, self.combat_points, self.tally = [0] * sides, [0] * sides, [0] * sides
        self.resources = [0] * len(c.resources)
        self.assaults, self.engagements, self.fight = (), (), None
        self.barrage = None
        self.answered, self.returning, self.air = (), (), ()
        self.answers, self.wishes, self.operations = [0] * sides, [[] for _ in range(sides)], ()
        self.fronts, self.blocked, self.traced = {}, {}, {}
        self.reaches, self.tied, self.crowds, self.dues = {}, {}, {}, {}
        self.recount()

    # ---------------------------------------------------------------- zones

    def exerts(self, u: int, cell: int) -> Exerted:
        """A unit in good order has a zone in its square and the eight around it, a disordered or interdicted one and an HQ in
        Supply Mode only in its own (BP 7.5, GL 11.1.1, GL 11.1.3, GL 11.1.4)."""
        if self.status[u] & (DISORDERED | SUPPLY) or self.interdicted[cell]:
            return ((0, (cell,)),)
        return ((0, (*self.c.near[cell], cell)),)

    def moved(self, u: int, old: int, new: int) -> None:
        """A square is claimed by the nation of whoever came last of those who stand in it."""
        c = self.c
        if self.crowds and c.side[u] in self.crowds:
            self.crowds[c.side[u]].touched += (old, new)
        if old < c.board.size and self.stacks[old] and not self.engaged(old):
            self.claims[old] = c.nation[self.stacks[old][-1]]
        if old < c.board.size:
            self.status[u] &= ~BURIED  # it has left the trench from which suppression drove it
        if new >= c.board.size:
            self.facing[u] = c.home_facing[c.side[u]]
            self.spent[u] = 0
        elif not self.enemy_holds(new, c.side[u]):
            self.control[new] = c.side[u]
            self.claims[new] = c.nation[u]

    def mark(self, u: int, states: int, on: bool = True) -> None:
        """Who stands in a square may change there what it has room for."""
        side = self.c.side[u]
        before = self.version[side]
        super().mark(u, states, on)
        if self.version[side] != before and side in self.crowds:
            self.crowds[side].touched += (self.place[u], self.place[u])

    def interdict(self, cell: int, how: int) -> None:
        """Lay an interdiction on a square, or take it away."""
        with self.rezoning(self.stacks[cell]):
            self.interdicted[cell] = how
        self.reaches.clear()
        self.crowds.clear()
        self.dues.clear()

    @staticmethod
    def interdictor(how: int) -> int:
        """The side that interdicts a square."""
        how &= OLD - 1
        return how - AIR if how >= AIR else how - GUNS

    # ---------------------------------------------------------------- asking

    def fought_over(self) -> tuple[int, ...]:
        return super().fought_over() if self.barrage is None else (self.barrage.target,)

    def numbers(self, u: int) -> Numbers:
        """The side of a counter that shows: reduced, or entrenched."""
        c = self.c
        reverse = self.status[u] & ENTRENCHED if c.trenches[u] else self.steps[u] < c.steps[u]
        return c.back[u] if reverse else c.front[u]

    def attack_number(self, u: int, secondary: bool) -> int:
        """A unit's number in attack; in a secondary attack the smaller one (BP 9.2.1, GL 14.2.1)."""
        if not secondary or (self.c.trenches[u] and self.status[u] & ENTRENCHED):
            return self.numbers(u).primary
        return self.numbers(u).secondary

    def defence_number(self, u: int) -> int:
        """A unit's number in defence: halved if it is suppressed, rounding up; an HQ in Supply Mode has none (BP 11.3/1,
        11.3/3)."""
        if self.status[u] & SUPPLY:
            return 0
        number = self.numbers(u).secondary
        return (number + 1) // 2 if self.status[u] & SUPPRESSED else number

    def fire_number(self, u: int) -> int:
        """A unit's number in defensive fire: the middle one (BP 10.1, BP-R60)."""
        return 0 if self.status[u] & SUPPLY else self.numbers(u).secondary

    def good_order(self, u: int) -> bool:
        return not self.status[u] & DISORDERED

    def engaged(self, cell: int) -> bool:
        """Both sides stand in a square."""
        return bool(self.c.several[self.present[cell]])

    def is_engaged(self, u: int) -> bool:
        place = self.place[u]
        return place < self.c.board.size and bool(self.c.several[self.present[place]])

    def own(self, cell: int, side: int) -> list[int]:
        """A side's units in a square."""
        of = self.c.side
        return [u for u in self.stacks[cell] if of[u] == side]

    def others(self, cell: int, side: int) -> list[int]:
        """A side's enemies in a square."""
        of = self.c.side
        return [u for u in self.stacks[cell] if of[u] != side]

    def enemy(self, side: int) -> int:
        return self.c.enemies[side][0]

    def in_enemy_zone(self, cell: int, side: int) -> bool:
        return bool(self.zone[self.c.enemies[side][0]][cell])

    def units(self, side: int) -> list[int]:
        """A side's units on the map."""
        n, place = self.c.board.size, self.place
        return [u for u in self.c.army[side] if place[u] < n]

    def cite(self, *topics: str) -> tuple[str, ...]:
        """The cases of this game that an event or a refusal of the series stands on: the first of each topic, which is the one
        that was used. A decision rests on its whole topic."""
        return tuple(self.c.cite[topic][0] for topic in topics)

    def committed(self, u: int) -> Assault | None:
        return next((a for a in self.assaults if u in a.units), None)

    def engagement(self, cell: int) -> Engagement | None:
        return next((e for e in self.engagements if e.cell == cell), None)

    def adjective(self, side: int) -> str:
        return self.c.sides[side].capitalize()

    # ---------------------------------------------------------------- guns

    def gun_reaches(self, u: int, cell: int) -> bool:
        """Whether a gun has a square in range; what those off the map reach is a part of it."""
        if u == self.c.off_map_guns:
            return bool(self.c.off_map_cover >> 8 * cell & 1)
        return self.on_map(u) and self.c.board.distance(self.place[u], cell) <= self.c.range[u]

    def gun_cover(self, u: int) -> int:
        """The squares in a gun's range, a byte of one each in a large number."""
        return self.c.off_map_cover if u == self.c.off_map_guns else self.c.cover(self.place[u], self.c.range[u])

    def gun_stands(self, u: int) -> bool:
        """Whether a gun is where it can fire from: off the map, or in a square that is neither interdicted nor engaged (BP-R25,
        BP-R152)."""
        place = self.place[u]
        if place >= self.c.board.size:
            return place == self.c.box["off_map"]
        return not self.interdicted[place] and not self.engaged(place)
