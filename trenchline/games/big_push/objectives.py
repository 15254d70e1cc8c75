"""15.6 Campaign objectives: drawn for Allied eyes, one perhaps changed, one perhaps discovered."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ...core.actions import DONE, Action
from ...core.decisions import Automatic, Draw
from ...core.match import Sealed
from ...core.state import Side
from ..great_war.operations import plan_again, sealed_plans
from ..great_war.position import Choice
from .components import ALLIED, GERMAN
from .position import Position

DRAWN = {"british": 5, "french": 2}  # 15.6.1
NAMED = {"british": Action("british"), "french": Action("french")}


def begin_objectives(p: Position, side: int) -> None:
    """Draw, change one, then the German looks at one (BP-R112)."""
    if not p.s.spec.objectives:
        return
    p.stack += [BeginDiscovery(), BeginChange()]
    for nation in ("french", "british"):
        p.stack += [DrawObjective(nation)] * DRAWN[nation]


def allies(p: Position) -> tuple[str, ...]:
    return tuple(p.seating.names[seat] for seat in p.seating.sharing(ALLIED))


def germans(p: Position) -> tuple[str, ...]:
    return tuple(p.seating.names[seat] for seat in p.seating.sharing(GERMAN))


def left(p: Position, nation: str) -> tuple[int, ...]:
    return tuple(m for m, marker in enumerate(p.c.markers) if marker.nation == nation and m not in p.objectives)


class DrawObjective(Draw[Position], frozen=True):
    """One marker of a nation's, seen by the Allies alone (15.6.1)."""

    nation: str

    cases = ("15.6.1",)
    secret = "objectives"

    def prompt(self, p: Position) -> str:
        return f"Draw a {self.nation.capitalize()} objective."

    def confidants(self, p: Position, action: Action) -> tuple[int, ...]:
        return p.seating.sharing(ALLIED)

    def pool(self, p: Position) -> Sequence[int]:
        return left(p, self.nation)

    def drawn(self, p: Position, marker: int) -> None:
        p.objectives = (*p.objectives, marker)
        p.say("objective", f"Objective: {p.c.markers[marker].title}", self.cases, to=allies(p))
        p.say("objective", f"A {self.nation.capitalize()} objective is drawn", self.cases, but=allies(p))


class BeginChange(Automatic[Position], frozen=True):
    def run(self, p: Position) -> None:
        if "change_objective" in p.operations:
            p.stack.append(ChangeObjective(ALLIED))


class ChangeObjective(Choice[Position], frozen=True):
    """One drawn objective goes back for a random one of the rest of its nation; that it happened is announced (15.5.2d)."""

    side: Side

    cases = ("15.5.2d",)
    implied_kind = "change"
    secret = "objectives"
    labels = {"done": "Keep all objectives"}

    def prompt(self, p: Position) -> str:
        return "Change objective: choose one to exchange for a random one of its nation, or keep all."

    def public_prompt(self, p: Position) -> str:
        return "The Allies exchange one of their objectives."

    def options(self, p: Position) -> Sequence[Action]:
        return [*(Action("change", mode=p.c.marker_names[m]) for m in p.objectives), DONE]

    def label(self, p: Position, action: Action) -> str:
        if action == DONE:
            return self.labels["done"]
        return p.c.markers[p.c.marker_names.index(action.mode)].title

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            p.say("objective", "The Allies keep all their objectives", self.cases)
            return
        marker = p.c.marker_names.index(action.mode)
        p.objectives = tuple(m for m in p.objectives if m != marker)
        nation = p.c.markers[marker].nation.capitalize()
        p.say("objective", f"The Allies exchange one of their {nation} objectives", self.cases)
        p.stack.append(Exchange(marker))


class Exchange(Draw[Position], frozen=True):
    """A random one of the remaining group, not the one given up."""

    given: int

    cases = ("15.5.2d",)
    secret = "objectives"

    def prompt(self, p: Position) -> str:
        return "Draw the objective that takes its place."

    def confidants(self, p: Position, action: Action) -> tuple[int, ...]:
        return p.seating.sharing(ALLIED)

    def pool(self, p: Position) -> Sequence[int]:
        nation = p.c.markers[self.given].nation
        return [m for m in left(p, nation) if m != self.given]

    def drawn(self, p: Position, marker: int) -> None:
        p.objectives = (*p.objectives, marker)
        p.say("objective", f"Objective: {p.c.markers[marker].title}", self.cases, to=allies(p))


class BeginDiscovery(Automatic[Position], frozen=True):
    def run(self, p: Position) -> None:
        if "discover_allied_objective" in p.operations:
            p.stack.append(Discover(GERMAN))


class Discover(Choice[Position], frozen=True):
    """The German names a nation and sees one of its drawn markers (15.5.3d)."""

    side: Side

    cases = ("15.5.3d",)
    labels = {"british": "A British objective", "french": "A French objective"}

    def prompt(self, p: Position) -> str:
        return "Discover an objective: of which nation?"

    def options(self, p: Position) -> Sequence[Action]:
        return list(NAMED.values())

    def take(self, p: Position, action: Action) -> None:
        p.stack.append(Discovery(action.kind))


class Discovery(Draw[Position], frozen=True):
    """Which one is the German's secret."""

    nation: str

    cases = ("15.5.3d",)
    secret = "discovery"

    def prompt(self, p: Position) -> str:
        return "One of the drawn objectives is looked at."

    def confidants(self, p: Position, action: Action) -> tuple[int, ...]:
        return p.seating.sharing(GERMAN)

    def pool(self, p: Position) -> Sequence[int]:
        return [m for m in p.objectives if p.c.markers[m].nation == self.nation]

    def drawn(self, p: Position, marker: int) -> None:
        p.discovered = (marker,)
        p.say("objective", f"Discovered: {p.c.markers[marker].title}", self.cases, to=germans(p))
        p.say("objective", f"The Germans discover a {self.nation.capitalize()} objective", self.cases, but=germans(p))


# ------------------------------------------------------------------------------------------------ what is hidden


def knows_objectives(p: Position, player: str) -> bool:
    return p.over or player in allies(p)


def sealed_in(p: Position) -> list[Sealed]:
    """Secrets that lie in a position."""
    if p.over:
        return []
    found = [Sealed(-1, allies(p), "objectives")] if p.objectives else []
    found += [Sealed(-1, germans(p), "discovery")] if p.discovered else []
    for side, seats in ((ALLIED, allies(p)), (GERMAN, germans(p))):
        found += sealed_plans(p, side)
        if p.written[side] >= 0 and p.written[p.enemy(side)] < 0:
            found.append(Sealed(-1, seats, "replacements"))
    return found


def redeal_position(p: Position, player: str, chance: Random) -> None:
    """Other markers in the place of those a player does not know; what he discovered stays."""
    if p.over:
        return
    if player not in allies(p):
        known = p.discovered if player in germans(p) else ()
        for nation in DRAWN:
            drawn = [m for m in p.objectives if p.c.markers[m].nation == nation]
            sure = [m for m in known if m in drawn]
            rest = [m for m, marker in enumerate(p.c.markers) if marker.nation == nation and m not in sure]
            new = [*sure, *chance.sample(rest, len(drawn) - len(sure))]
            others = tuple(m for m in p.objectives if p.c.markers[m].nation != nation)
            p.objectives = (*others, *new)
        if p.discovered and player not in germans(p):
            _discover_again(p, chance)
    elif p.discovered:
        _discover_again(p, chance)
    for side, seats in ((ALLIED, allies(p)), (GERMAN, germans(p))):
        if player in seats:
            continue
        plan_again(p, side, chance)
        if p.written[side] >= 0 and any(n < 0 for n in p.written) and p.allowed[side]:
            p.written[side] = chance.randint(0, p.allowed[side])


def _discover_again(p: Position, chance: Random) -> None:
    nation = p.c.markers[p.discovered[0]].nation
    p.discovered = (chance.choice([m for m in p.objectives if p.c.markers[m].nation == nation]),)
