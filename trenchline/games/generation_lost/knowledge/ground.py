"""What this battle is fought for: the places of the victory conditions, the French start line, Verdun, objectives."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ...great_war.knowledge import ground as series
from ...great_war.knowledge import prospects
from ...great_war.states import REVEALED
from ..arithmetic import ground_of
from ..components import FACES, FRENCH, GERMAN, Components
from ..data_files import ConditionRow
from ..garrisons import faces_left
from ..holds import west_bank_quiet
from ..position import Position
from ..victory import occupies, of_side
from .corps import modes_now, served
from .weights import Weights

_prizes: dict[tuple[int, str, int, tuple[int, ...], tuple[float, ...]], list[float]] = {}
PRICES = ("trench", "place", "verdun", "deny")
SHARED = 0.12  # power of their number by which squares that must all be held are worth less than one
USUAL = 5  # places: where more of them are asked for, each is worth more
OUTSIDE = 0.4  # share of what a square is worth, of standing next to it where that is asked for
DREAM = 0.4  # share of what Verdun is worth, where the Germans win without it
NEAR_END = 12  # turns
MANY_PLACES = 7  # that a victory asks for: the lead comes by itself, the ground does not
SPARE, AMPLE = 10, 30  # points beyond the lead that is asked for: to keep in hand, and to spend on ground
TIRED = 25  # the turn from which on the Germans of the campaign hold what they have
RESERVES_COME = 3  # the turn from which on the French of the campaign strike back
BATTALION = 2.0  # what one attacks with
FORT_HOPE = 3  # more on the dice against a fort, in place of the columns that resources shift
FORT_WATCH, TOWN_WATCH = 8, 6  # squares from the enemy within which a fort, or Verdun, has a garrison
LAST_TURNS = 2  # in which somebody goes for each place
MINOR = 1 / 4  # share of the conditions of a victory that hardly counts
DUMMY = FACES.index("dummy")
LAST_PUSH = 33  # the turn from which on no scenario asks the Germans for ground
LAST_STAND = 20  # the turn before which scenarios ask the French for no more than to hold


def objectives(p: Position, side: int) -> tuple[int, ...]:
    """The campaign's objectives as far as a side knows them: the German those rolled, the French any that might be."""
    if not p.s.spec.objectives:
        return ()
    return p.objectives if side == GERMAN and not p.options.solitaire else tuple(range(len(p.c.markers)))


def prizes(p: Position, side: int, w: Weights) -> list[float]:
    """What each square is worth to a side that holds it."""
    prices = tuple(getattr(w, name) for name in PRICES)
    known = objectives(p, side)
    key = (id(p.c), p.s.id, side, known, prices)
    found = _prizes.get(key)
    if found is None:
        found = _prizes[key] = _prizes_of(p, side, known, w)
    return found


def conditions(p: Position, side: int = -1) -> list[ConditionRow]:
    """All conditions of victory of a side or of both, those within others too."""
    rows = of_side(p, side) if side >= 0 else p.s.victories.values()
    found = [row for victory in rows for row in (*victory.all_of, *victory.any_of, *victory.some_of)]
    for row in found:
        found += row.of
    return found


def _prizes_of(p: Position, side: int, known: tuple[int, ...], w: Weights) -> list[float]:
    """Of squares that the enemy must all hold, one is enough to deny them."""
    c = p.c
    worth = [0.0] * c.board.size
    denied, dreams = conditions(p, p.enemy(side)), _dreams(p)
    for row in conditions(p):
        if row.kind == "clear_line":
            for x in c.french_line:
                worth[x] = max(worth[x], w.trench)
        elif row.kind == "places":
            for place in row.places:
                value = w.place / len(place.cells) * max(1.0, row.need / USUAL) ** 2
                for x in map(c.board.cell, place.cells):
                    worth[x] = max(worth[x], value)
        elif row.kind == "occupy":
            share = w.deny if len(row.cells) > 1 and row in denied else 1.0
            for label in row.cells:
                worth[c.board.cell(label)] = max(worth[c.board.cell(label)], share * w.place / len(row.cells) ** SHARED)
        elif row.kind in ("hold_last", "in_or_beside", "zone_on_any"):
            value = w.verdun * (DREAM if side == GERMAN and row in dreams else 1.0)
            for label in row.cells:
                worth[c.board.cell(label)] = max(worth[c.board.cell(label)], value)
            for x in _beside(c, row) if row.kind != "hold_last" else ():
                worth[x] = max(worth[x], value * OUTSIDE)
    share = min(1.0, p.s.spec.objectives / len(known)) if known else 1.0  # the French do not know which were rolled
    for m in known:
        cells = c.marker_cells[m]
        for x in cells:
            worth[x] += share * w.place * c.markers[m].points / 15 / len(cells)
    return worth


def _dreams(p: Position) -> list[ConditionRow]:
    """What the Germans may do without: Verdun itself, and what is one of several conditions of which one can be spared."""
    spared = [part for row in conditions(p, GERMAN) if row.kind == "some" and row.need < len(row.of) for part in row.of]
    return spared + [row for row in conditions(p) if row.kind == "hold_last"]


def _beside(c: Components, row: ConditionRow) -> set[int]:
    """The squares next to some, from which they are felt."""
    inner = [c.board.cell(label) for label in row.cells]
    return {y for x in inner for y in c.near[x]} - set(inner)


def _thrift(p: Position, side: int, w: Weights) -> float:
    """What men count for: less the farther a side is ahead of the lead that its victory asks for, if the end is near enough
    that nobody will miss them."""
    if p.s.last_turn - p.turn > NEAR_END:
        return 1.0
    margins = [row.margin for row in conditions(p, side) if row.kind == "lead"]
    spare = p.combat_points[side] - p.combat_points[p.enemy(side)] - max(margins, default=0) - SPARE
    return max(w.thrift, 1.0 - spare / AMPLE) if margins and spare > 0 else 1.0


def _asks_for_ground(p: Position, side: int) -> bool:
    """Whether a side's victories are won by ground, and hardly by a lead; or ask for more places than are taken sparingly."""
    found = False
    for victory in of_side(p, side):
        rows = [*victory.all_of, *victory.any_of, *victory.some_of]
        parts = [part for row in rows for part in (row, *row.of)]
        if any(part.kind == "places" and part.need >= MANY_PLACES for part in parts):
            return True
        if any(part.kind in ("occupy", "places") for part in parts):
            if sum(part.kind == "lead" for part in parts) > MINOR * len(victory.some_of):
                return False
            found = True
    return found


class Ground(series.Ground):
    """How things stand for one side."""

    p: Position
    c: Components
    w: Weights
    guns_defend = False  # 13.1.1
    hqs_follow = True

    def __init__(self, p: Position, side: int, weights: Weights, focus: tuple[int, ...]) -> None:
        thrift = _thrift(p, side, weights)
        loss = weights.loss * thrift * (weights.spent if _asks_for_ground(p, side) else 1.0)
        super().__init__(p, side, weights.but({"kill": weights.kill * thrift, "loss": loss}), focus)

    @cached_property
    def presses(self) -> bool:
        """The Germans until they are tired; the French from when a battle asks them for a lead or for ground, in the campaign
        as soon as they can: who only holds is used up."""
        if self.p.s.spec.objectives:
            return self.p.turn < TIRED if self.side == GERMAN else self.p.turn >= RESERVES_COME
        return self.p.turn < LAST_PUSH if self.side == GERMAN else self.p.turn >= LAST_STAND

    def prizes(self) -> list[float]:
        """Who holds a place at the end counts: the nearer it is, the more. Where several must be held together, the last
        ones are worth more."""
        found, left = prizes(self.p, self.side, self.w), self.turns_left
        share = 1.0 + self.w.finish * (1.0 if not left else 0.5 if left == 1 else 0.0)
        found = [value * share for value in found]
        for cells in self._together:
            missing = [x for x in cells if not occupies(self.p, x, self.side)]
            for x in missing:
                found[x] *= 1.0 + self.w.missing / len(missing)
        return found

    @cached_property
    def _together(self) -> list[list[int]]:
        """The squares that each of one's own victories asks for, all of them."""
        rows = [[row for row in victory.all_of if row.kind == "occupy"] for victory in of_side(self.p, self.side)]
        found = [[self.c.board.cell(label) for row in group for label in row.cells] for group in rows]
        return [cells for cells in found if len(cells) > 1]

    @cached_property
    def goals(self) -> list[tuple[int, float]]:
        """Who holds looks to what is threatened."""
        found = super().goals
        if self.presses:
            return found
        near, fading = self.near_foe, self.w.alarm
        return [(x, value * fading ** near[x]) for x, value in found]

    @cached_property
    def to_occupy(self) -> frozenset[int]:
        """The places of one's own victories (18.1.1)."""
        rows = [row for row in conditions(self.p, self.side) if row.kind in ("places", "occupy")]
        labels = [x for row in rows for x in (*row.cells, *(x for place in row.places for x in place.cells))]
        return frozenset(map(self.c.board.cell, labels))

    @cached_property
    def asks_for_the_line(self) -> bool:
        """Whether the French start line must be clear of the French."""
        return any(row.kind == "clear_line" for row in conditions(self.p))

    @cached_property
    def _to_be_freed(self) -> frozenset[int]:
        """Where an enemy would deny the victory by his zone of control."""
        rows = [row for row in conditions(self.p, self.side) if row.kind == "no_zone"] if not self.turns_left else []
        return frozenset(x for row in rows for x in _beside(self.c, row))

    def keep(self, cell: int) -> float:
        value = super().keep(cell)
        if cell in self._to_be_freed:
            value += self.w.freed
        if self.asks_for_the_line and self.c.trench[cell] == "french" and self.p.holds(cell, FRENCH):
            value += self.last_ones
        return value

    def should_supply(self, h: int) -> bool:
        modes = modes_now(self)
        better = served(self, {**modes, h: True}) - served(self, {**modes, h: False})
        return len(self.p.stacks[self.p.place[h]]) == 1 and better > self.w.hq_flip

    def closers(self, units: Sequence[int]) -> int:
        """A die at or below the number, but no six (13.4.1)."""
        return round(sum(min(5, self.p.numbers(u).primary) for u in units) / 6)

    def pressed_die(self, count: int) -> int:
        """The first adds nothing (13.4.2b(b))."""
        return max(count - 1, 0)

    def shelter(self, cell: int) -> int:
        return sum(term.value for term in ground_of(self.p, cell, self.p.defenders_of(cell, self.enemy)))

    @cached_property
    def to_garrison(self) -> list[int]:
        """Forts of one's own, and Verdun to the French, as soon as the enemy is near enough (9.2.4, 18.1.1)."""
        near, c, foe = self.near_foe, self.c, self.enemy
        wanted = [x for x, fort in enumerate(c.fort) if fort and near[x] <= FORT_WATCH and self.p.control[x] == self.side]
        if self.side == FRENCH:
            wanted += [x for x in c.areas["verdun"] if not c.fort[x] and near[x] <= TOWN_WATCH]
        return sorted((x for x in wanted if not self.p.holds(x, foe)), key=lambda x: (near[x], x))

    @cached_property
    def strongholds(self) -> list[int]:
        """The enemy's forts (13.3.1b)."""
        return [x for x in self.foes if self.c.fort[x] and not self.quiet(x)]

    def may_storm(self, u: int, cell: int) -> bool:
        return not self.c.fort[cell] or self.p.fort_sized(u)

    def storm_pays(self, cell: int) -> bool:
        return prospects.worth(self, cell, BATTALION, 1) > self.w.storm_from

    def hope(self, cell: int) -> int:
        """Resources that shift columns tell most against forts."""
        found = super().hope(cell)
        return found + FORT_HOPE if found and self.c.fort[cell] else found

    def posted(self, u: int) -> bool:
        return not self.turns_left and self.p.place[u] in self.to_occupy

    def vacated(self, units: Sequence[int]) -> float:
        """The victors fill the square they have won (16.6): in the last turn nobody leaves a place empty behind him."""
        p, left = self.p, {self.p.place[u] for u in units if self.posted(u)}
        gone = self.going_in.union(units)
        empty = [x for x in left if all(u in gone or p.committed(u) is not None for u in p.own(x, self.side))]
        return self.w.vacate * sum(self.prize[x] for x in empty)

    def one_alone(self, cell: int) -> bool:
        return self.c.fort[cell]

    def storming(self, u: int, cell: int) -> int:
        """Engineers know how to deal with forts (16.2.3)."""
        return self.c.modifiers["shift"]["engineer"].value if self.c.engineer[u] and self.c.fort[cell] else 0

    def unmanned(self, defenders: Sequence[int]) -> float:
        """A garrison that nobody has seen yet may be a dummy (9.2.4)."""
        p = self.p
        if len(defenders) != 1 or not self.c.garrison[defenders[0]] or p.status[defenders[0]] & REVEALED:
            return 0.0
        faces = faces_left(p)
        return faces.count(DUMMY) / len(faces) if faces else 0.0

    def quiet(self, cell: int) -> bool:
        """The western bank, as long as it is not active."""
        return self.c.bank[cell] == "W" and west_bank_quiet(self.p)

    @cached_property
    def last_ones(self) -> float:
        """The fewer squares of their start line the French hold, the more hangs on each."""
        held = sum(self.p.holds(x, FRENCH) for x in self.c.french_line)
        return self.w.last_ones * self.w.trench / max(1, held)

    @cached_property
    def to_close(self) -> frozenset[int]:
        """The French line behind the Germans; towards the end the places of one's own victories."""
        line = frozenset(self.p.c.french_line) if self.asks_for_the_line else frozenset[int]()
        return line | self.to_occupy if self.presses and self.turns_left < LAST_TURNS else line

    def must_hold(self, cell: int) -> bool:
        """A square of the French line with a Frenchman in it denies the victory at the end."""
        return self.asks_for_the_line and not self.turns_left and self.c.trench[cell] == "french"
