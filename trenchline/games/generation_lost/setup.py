"""19.0 Set-up: the printed squares, modes and facings; garrisons and brigades that are their
owners' choice, or drawn; guns are placed in `setup_guns`.

HQs, and the regiments of a division, are alike: the order in which they take their squares is of no account. Battalions are 216
while counters last (GL-R196): nobody would choose a weaker one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core.actions import Action, Refusal
from ...core.decisions import About, Automatic, Draw, about
from ...core.deployment import READY_MADE
from ...core.state import Side
from ..great_war.position import Choice
from ..great_war.states import INSIDE, REVEALED
from .components import FRENCH, GERMAN, SIDES, Placed
from .garrisons import show_face
from .position import INVERTED, Position
from .setup_guns import PlaceGuns, begin_draws, rows_of


def lay_out(p: Position) -> None:
    """Everybody where the scenario prints him; what is chosen or drawn beside the map, reinforcements waiting, pools filled.
    The Crown Prince's Plan and the campaign set up as the first scenario (19.2.1, 20.1)."""
    c, s = p.c, p.s
    p.garrison_faces = (INVERTED,) * len(c.garrisons)
    for placed in s.setup:
        put(p, placed)
    for row in s.free_guns:
        move_all(p, map(c.of_unit, row.units), "setup")
    for u, arrival in s.arrivals.items():
        if not p.on_map(u):
            p.put(u, c.box["due"])
            p.steps[u] = arrival.steps
    for u, steps in s.reserves:
        p.put(u, c.box["reserves"])
        p.steps[u] = steps
    move_all(p, s.pool, "pool")
    unlisted = list(p.stacks[c.box["out"]])
    move_all(p, (u for u in unlisted if c.battalion[u] and not c.engineer[u]), "pool")  # 19.0
    move_all(p, (u for u in unlisted if c.brigade[u]), "setup" if s.base.brigades_shared else "pool")
    if s.base.garrisons is not None:
        move_all(p, c.garrisons, "setup")
    for side, name in enumerate(SIDES.names):
        move_all(p, c.air_units[side][: s.spec.air[name]], "air")  # 8.7, 19.6.5(h)
    first_control(p)
    p.forts = [GERMAN if p.present[x] & c.bit[GERMAN] else FRENCH for x in c.forts]  # GL-R283


def put(p: Position, placed: Placed) -> None:
    inside = INSIDE if placed.inside else 0
    shown = REVEALED if placed.face >= 0 else 0
    p.mark(placed.unit, placed.status | inside | shown)
    p.put(placed.unit, placed.cell)
    p.facing[placed.unit] = placed.facing if p.has_facing(placed.unit) else p.c.nowhere
    p.steps[placed.unit] = placed.steps
    if placed.face >= 0:
        show_face(p, placed.unit, placed.face)


def move_all(p: Position, units: Iterable[int], box: str) -> None:
    for u in units:
        p.put(u, p.c.box[box])


def first_control(p: Position) -> None:
    """On February 21 the German line and all north of it is German, the rest French; later a vacant square belongs to the side
    whose nearest unit is nearer, ties and Verdun to the French (GL-R300)."""
    c, size = p.c, p.c.board.size
    if p.s.first_turn == 1:
        german = {*c.german_line, *c.areas["north"]}
    else:
        nearest = [[_as_the_crow_flies(p, x, side) for x in range(size)] for side in (GERMAN, FRENCH)]
        german = {x for x in range(size) if nearest[GERMAN][x] < nearest[FRENCH][x]} - set(c.areas["verdun"])
    for x in range(size):
        if not p.stacks[x]:
            p.control[x] = p.claims[x] = GERMAN if x in german else FRENCH


def _as_the_crow_flies(p: Position, cell: int, side: int) -> int:
    """How far the nearest unit of a side is, squared: lines drawn by it are smoother than by king steps."""
    c = p.c
    return min((c.row[x] - c.row[cell]) ** 2 + (c.column[x] - c.column[cell]) ** 2 for x in {p.place[u] for u in p.units(side)})


# ------------------------------------------------------------------------------------------------ the order of things


def setup_step(p: Position, side: int) -> None:
    """Each group in its order."""
    for group in reversed(p.s.order):
        nation, _, what = group.partition(" ")
        p.stack.append(Group(SIDES.index[nation], what))


class Group(Automatic[Position], frozen=True):
    """What a side sets up next: draws, guns, garrisons or brigades."""

    side: Side
    what: str

    def run(self, p: Position) -> None:
        if self.what == "draws":
            begin_draws(p, self.side)
        elif self.what == "guns":
            p.stack += [PlaceGuns(self.side, n) for n in reversed(range(len(rows_of(p, self.side))))]
        elif self.what == "garrisons":
            p.stack.append(PlaceGarrisons(self.side))
        else:
            begin_brigades(p, self.side)


# ------------------------------------------------------------------------------------------------ garrisons (9.2.4)


def open_forts(p: Position) -> list[int]:
    """Forts without a garrison; so many on the West Bank (19.1.3, GL-R58)."""
    c, row = p.c, p.s.base.garrisons
    assert row is not None
    manned = [p.place[u] for u in c.garrisons if p.on_map(u)]
    west = row.least_west - sum(c.bank[x] == "W" for x in manned)
    free = [x for x in c.forts if x not in manned]
    return [x for x in free if c.bank[x] == "W"] if west >= row.forts - len(manned) else free


class PlaceGarrisons(Choice[Position], frozen=True):
    """Choose forts for the garrison counters, which lie face down: nobody knows which of them are dummies (GL-R58)."""

    side: Side

    implied_kind = "garrison"
    labels = {"historical": "Ready placement", "garrison": "A garrison in {cell}"}

    def cases_of(self, p: Position) -> tuple[str, ...]:
        row = p.s.base.garrisons
        assert row is not None
        return (row.source, "9.2.4", row.ruling)

    def waiting(self, p: Position) -> list[int]:
        box = p.c.box["setup"]
        return [u for u in p.c.garrisons if p.place[u] == box]

    def about(self, p: Position) -> About | None:
        return about(p, (), hits=len(self.waiting(p)))

    def prompt(self, p: Position) -> str:
        left = len(self.waiting(p))
        return f"Garrisons: choose a fort for a counter that lies face down, {left} to go, or take the ready placement."

    def options(self, p: Position) -> Sequence[Action]:
        return [*(Action("garrison", cell=p.label(x)) for x in open_forts(p)), READY_MADE]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        cell = p.c.board.index.get(action.cell)
        if cell is None:
            return None
        if not p.c.fort[cell]:
            return Refusal(f"There is no fort in {action.cell}", self.cases_of(p))
        if any(p.place[u] == cell for u in p.c.garrisons):
            return Refusal(f"{action.cell} has its garrison", self.cases_of(p))
        return Refusal("Three garrisons at least are on the West Bank", self.cases_of(p))

    def take(self, p: Position, action: Action) -> None:
        ready = action == READY_MADE
        if ready:
            row = p.s.base.garrisons
            assert row is not None
            wanted = [*map(p.c.board.cell, row.ready), *p.c.forts]
            for u in self.waiting(p):
                man(p, u, next(x for x in wanted if x in open_forts(p)))
            return
        man(p, self.waiting(p)[0], p.c.board.index[action.cell])
        if self.waiting(p):
            p.stack.append(self)


def man(p: Position, u: int, cell: int) -> None:
    p.mark(u, INSIDE)
    p.put(u, cell)
    p.facing[u] = p.c.nowhere


# ------------------------------------------------------------------------------------------------ brigades in reserve


def loose_brigades(p: Position) -> list[int]:
    """The brigades that are not set up, as long as they are not shared out."""
    return [u for u in p.stacks[p.c.box["setup"]] if p.c.brigade[u]]


def begin_brigades(p: Position, side: int) -> None:
    """Half of the brigades that are not set up go to the Reserves Box, the others, and the odd one, to the pool (GL-R225)."""
    half = len(loose_brigades(p)) // 2
    p.stack.append(RestToPool())
    if p.s.base.brigades_shared == "random":
        p.stack += [DrawBrigade()] * half
    else:
        p.stack.append(ShareBrigades(side, half))


class RestToPool(Automatic[Position], frozen=True):
    def run(self, p: Position) -> None:
        move_all(p, loose_brigades(p), "pool")


class DrawBrigade(Draw[Position], frozen=True):
    """A brigade for the Reserves Box (19.6.3)."""

    cases = ("19.6.3",)

    def prompt(self, p: Position) -> str:
        return "Draw a brigade for the Operations Reserves Box."

    def pool(self, p: Position) -> Sequence[int]:
        return loose_brigades(p)

    def drawn(self, p: Position, marker: int) -> None:
        p.put(marker, p.c.box["reserves"])
        p.say("draw", f"{{{p.name(marker)}}} is in reserve", self.cases)


class ShareBrigades(Choice[Position], frozen=True):
    """Choose the brigades that are held in reserve (19.5.3)."""

    side: Side
    left: int

    cases = ("19.5.3", "GL-R225")
    implied_kind = "select"
    labels = {"historical": "The strongest to the reserves"}

    def prompt(self, p: Position) -> str:
        return f"Choose brigades for the Operations Reserves Box, {self.left} to go; the others are in the Replacement Pool."

    def options(self, p: Position) -> Sequence[Action]:
        return [*(p.c.select[u] for u in loose_brigades(p)), READY_MADE]

    def take(self, p: Position, action: Action) -> None:
        if action == READY_MADE:
            best = sorted(loose_brigades(p), key=lambda u: -p.c.front[u].primary)
            move_all(p, best[: self.left], "reserves")
            return
        p.put(p.c.unit[action.unit], p.c.box["reserves"])
        if self.left > 1:
            p.stack.append(ShareBrigades(self.side, self.left - 1))
