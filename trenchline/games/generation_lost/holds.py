"""Who may not move yet: the western bank in the first two turns, corps that are not released, a division that waits for a six
(19.1.5(f), 19.3.5(c), 19.6.5(f))."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from ...core.actions import DONE, Action, Refusal
from ...core.charts import Odds
from ...core.decisions import Automatic
from ..great_war.position import Choice, DiceRoll
from ..great_war.states import HELD
from .components import FRENCH, GERMAN, Components
from .position import Position

BY_CHOICE, BY_DIE = "19.3.5(c)", "19.6.5(f)"
RELEASED_BY = 6

# ------------------------------------------------------------------------------------------------ 19.1.5(f) the western bank


def west_bank_quiet(p: Position) -> bool:
    """Whether the western bank is not active yet (19.1.5(f), 19.2.2(a))."""
    return p.turn in p.s.spec.west_bank_hold


@cache
def western_line(c: Components, side: int) -> frozenset[int]:
    """A side's own start line west of the Meuse."""
    return frozenset(x for x in (c.german_line, c.french_line)[side] if c.bank[x] == "W")


@cache
def beyond_line(c: Components, side: int) -> bytes:
    """1 for each western square beyond a side's own start line (GL-R301)."""
    line = western_line(c, side)
    behind = {*line, *(c.areas["north"] if side == GERMAN else _south_of(c, line))}
    return bytes(c.bank[x] == "W" and x not in behind for x in range(c.board.size))


def _south_of(c: Components, line: frozenset[int]) -> set[int]:
    """Western squares from which one gets to the south edge without crossing a line; none is farther north than the end of the
    line beside it."""
    free = {x for x in range(c.board.size) if c.bank[x] == "W" and not c.trench[x] and not c.north[x]}
    found = free.intersection(c.edge[FRENCH])
    ring = list(found)
    while ring:
        ring = [n for x in ring for n in c.near[x] if n in free and n not in found and n not in c.diagonal[x]]
        found.update(ring)

    def abreast(x: int) -> int:
        return min(line, key=lambda y: (abs(c.column[x] - c.column[y]), c.row[y]))

    return {x for x in found if c.row[x] >= c.row[abreast(x)]}


def rooted(p: Position, u: int) -> bool:
    """Infantry in its own western line does not leave it (GL-R199)."""
    return west_bank_quiet(p) and p.c.infantry[u] and p.place[u] in western_line(p.c, p.c.side[u])


def refuse_western_assault(p: Position, u: int, cell: int) -> Refusal | None:
    """Nobody assaults from the western bank or into it (GL-R301)."""
    if west_bank_quiet(p) and "W" in (p.c.bank[p.place[u]], p.c.bank[cell]):
        return Refusal("Nobody assaults west of the Meuse before March 6", ("19.1.5(f)",))
    return None


# ------------------------------------------------------------------------------------------------ who is released when


def formation(p: Position, u: int) -> int:
    """The number of the formation with which a held unit is released; the battalions of a regiment wait with it."""
    return p.waits[u] - 1 if p.waits[u] else next(i for i, units in enumerate(p.s.held) if u in units)


def fights_on(p: Position, u: int) -> bool:
    """Who is engaged under a marker of his own side must assault again, held or not: that is no choice of his (16.5.2(g),
    GL-R234)."""
    engagement = p.engagement(p.place[u])
    return engagement is not None and p.is_engaged(u) and engagement.side == p.c.side[u]


def waiting(p: Position) -> dict[int, list[int]]:
    """The held units on the map, by formation."""
    found: dict[int, list[int]] = {}
    for u in p.units(GERMAN):
        if p.status[u] & HELD:
            found.setdefault(formation(p, u), []).append(u)
    return found


def hindrance(p: Position, u: int) -> Refusal | None:
    if p.c.garrison[u]:
        return Refusal(f"{p.name(u)} is a garrison and cannot move", ("9.2.4(a)",))
    if p.status[u] & HELD:
        return Refusal(f"{p.name(u)} is not released yet", (_case(p),))
    return None


def _case(p: Position) -> str:
    return p.s.base.held[0].source


class Releases(Automatic[Position], frozen=True):
    """At the start of the German movement: of two corps one on the first turn, the other from the second on, if the German
    likes (19.3.5(c), GL-R209, GL-R304); the 113th Division on a six (19.6.5(f))."""

    def run(self, p: Position) -> None:
        held = waiting(p)
        if not held:
            return
        if _case(p) == BY_DIE:
            p.stack.append(ReleaseDie())
        elif may_release(p):
            p.stack.append(ReleaseCorps())


def may_release(p: Position) -> bool:
    """Whether one more may go now: as many as turns have begun."""
    held = waiting(p)
    return bool(held) and len(p.s.held) - len(held) < p.turn - p.s.first_turn + 1


def release(p: Position, number: int) -> None:
    units = waiting(p)[number]
    for u in units:
        p.mark(u, HELD, False)
    p.say("release", f"{p.they(units, 'is', 'are')} released", (_case(p),))


class ReleaseCorps(Choice[Position], frozen=True):
    """Choose a corps of the rear that may move from now on, by its HQ."""

    cases = (BY_CHOICE,)
    implied_kind = "free"
    labels = {"free": "Release the corps of {unit}", "done": "Release none now"}

    def player(self, p: Position) -> int:
        return p.seating.of_side[GERMAN]

    def prompt(self, p: Position) -> str:
        return "Choose a corps of the rear that is released, or wait."

    def options(self, p: Position) -> Sequence[Action]:
        return [*(Action("free", p.name(p.s.held[number][0])) for number in waiting(p)), DONE]

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        u = p.c.unit[action.unit]
        release(p, next(number for number, units in enumerate(p.s.held) if u in units))
        if may_release(p):
            p.stack.append(self)


class ReleaseDie(DiceRoll[Position], frozen=True):
    """One die in each German movement: a six frees the division (19.6.5(f))."""

    cases = (BY_DIE,)

    def prompt(self, p: Position) -> str:
        return "The 113th Division stands in reserve: roll one die, a six releases it."

    def odds(self, p: Position, action: Action) -> Odds | None:
        return p.c.tables["local_reserve"].odds("The 113th Division")

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        freed, result = faces[0] == RELEASED_BY, p.c.tables["local_reserve"].result("any", faces[0])
        text = f"A {faces[0]}: the 113th Division {'may move from now on' if freed else 'stays where it is'}"
        p.say("release", text, self.cases, dice=faces, result=result, odds=self.odds(p, Action("roll")))
        if freed:
            for number in waiting(p):
                release(p, number)
