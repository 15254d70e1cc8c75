"""8.1/1, 11.3/5 British and French in one assault, and 11.5.2.2 tanks and cavalry beside infantry."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.actions import Action, Refusal
from ...core.decisions import Automatic
from ...core.state import Cell, Side
from ..great_war.commitment import against
from ..great_war.lines import suppliers
from ..great_war.position import Choice, DiceRoll
from ..great_war.records import Assault
from ..great_war.resources import available, use
from ..great_war.states import PRESSED, TRIED
from .components import ALLIED, BRITISH, FRENCH
from .position import Position

YES = Action("yes")
NO_MACHINES = 6  # on the die for tanks beside the French (11.5.2.2/1)


def machine(p: Position, u: int) -> bool:
    return p.c.tank[u] or p.c.cavalry[u]


def foot(p: Position, assault: Assault, nation: int) -> list[int]:
    return [u for u in assault.units if not machine(p, u) and p.c.nation[u] == nation]


def joint(p: Position, assault: Assault) -> bool:
    return len({p.c.nation[u] for u in assault.units}) > 1


def refuse_joint(p: Position, u: int, beside: Sequence[int]) -> Refusal | None:
    """In an assault of both nations each needs a supply HQ of its own in reach as well (8.1/1, BP-R159)."""
    nations = {p.c.nation[v] for v in (*beside, u)}
    if len(nations) < 2:
        return None
    for nation in nations:
        if not any(suppliers(p, v, p.place[v]) for v in (*beside, u) if p.c.nation[v] == nation):
            name = p.c.nations[nation].capitalize()
            return Refusal(f"A joint assault needs a {name} HQ in Supply Mode within supply range", ("8.1/1",))
    return None


def confirm_assaults(p: Position, side: int) -> None:
    """Before defensive fire it is settled who fights beside whom: the nations first (11.3/5), then tanks and cavalry, whose
    test is made above and beyond the other (11.5.2.2/1)."""
    if side != ALLIED:
        return
    for assault in reversed(p.assaults):
        if not assault.renewed:
            p.stack += [Confirm(assault.target), Coordinate(assault.target)]


def mixed(p: Position, units: Sequence[int]) -> bool:
    """Tanks or cavalry beside infantry."""
    return len({machine(p, u) for u in units}) > 1


class Confirm(Automatic[Position], frozen=True):
    """A mixed assault needs a tank/cavalry resource, else one kind stays behind (BP-R51, BP-R52)."""

    target: Cell

    def run(self, p: Position) -> None:
        assault = against(p, self.target)
        if assault is not None and mixed(p, assault.units):
            p.stack.append(Mixed(ALLIED, self.target))


class Mixed(Choice[Position], frozen=True):
    """Spend the resource, or say which kind goes on alone."""

    side: Side
    target: Cell

    cases = ("11.5.2.2", "9.2.4")
    labels = {"yes": "Spend a tank/cavalry resource", "infantry": "Infantry alone", "machines": "Tanks and cavalry alone"}

    def prompt(self, p: Position) -> str:
        who = f"Tanks or cavalry beside infantry against {{{p.label(self.target)}}}"
        return f"{who}: spend a tank/cavalry resource, or choose who attacks alone."

    def options(self, p: Position) -> Sequence[Action]:
        spend = [YES] if available(p, "tank_cavalry") else []
        return [*spend, Action("infantry"), Action("machines")]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        return Refusal("There is no tank/cavalry resource left", ("9.2.4",)) if action == YES else None

    def take(self, p: Position, action: Action) -> None:
        assault = against(p, self.target)
        assert assault is not None
        if action == YES:
            use(p, "tank_cavalry")
            p.say("resources", f"Tanks and cavalry join the infantry against {{{p.label(self.target)}}}", self.cases)
            keep(p, assault, assault.units, extra=True)
            if foot(p, assault, FRENCH) and any(machine(p, u) for u in assault.units):
                p.stack.append(BesideFrenchRoll(self.target))
        else:
            wanted = action.kind == "machines"
            keep(p, assault, [u for u in assault.units if machine(p, u) == wanted])


def keep(p: Position, assault: Assault, units: Sequence[int], extra: bool = False) -> None:
    """Only some units of an assault go on; the others are back in their squares, uncommitted."""
    for u in assault.units:
        if u not in units:
            p.status[u] &= ~(PRESSED | TRIED)
    beside = mixed(p, units) and (extra or assault.extra)
    changed = msgspec.structs.replace(assault, units=tuple(units), extra=beside)
    p.assaults = tuple(changed if a.target == assault.target else a for a in p.assaults)
    p.assaults = tuple(a for a in p.assaults if a.units)


class BesideFrenchRoll(DiceRoll[Position], frozen=True):
    """How many French units and tanks or cavalry may attack together; on a 6 the machines stay behind (11.5.2.2/1)."""

    target: Cell

    cases = ("11.5.2.2/1",)

    def prompt(self, p: Position) -> str:
        return "British tanks or cavalry with the French: roll one die."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        assault = against(p, self.target)
        if assault is None:
            return
        label = p.label(self.target)
        if faces[0] == NO_MACHINES:  # the resource is lost
            p.say("tanks", f"Tanks and cavalry do not attack {{{label}}} beside the French", self.cases, dice=faces)
            keep(p, assault, [u for u in assault.units if not machine(p, u)])
            return
        most = f"At most {faces[0]} French units, tanks and cavalry attack {{{label}}} together"
        p.say("tanks", most, self.cases, dice=faces)
        if len(_counted(p, assault)) > faces[0]:
            p.stack.append(Trim(ALLIED, self.target, faces[0]))


def _counted(p: Position, assault: Assault) -> list[int]:
    return [u for u in assault.units if machine(p, u) or p.c.nation[u] == FRENCH]


class Trim(Choice[Position], frozen=True):
    """Choose who stays behind until no more than so many are left."""

    side: Side
    target: Cell
    most: int

    cases = ("11.5.2.2/1",)
    implied_kind = "leave"

    def prompt(self, p: Position) -> str:
        most = f"At most {self.most} French units, tanks and cavalry may attack {{{p.label(self.target)}}}"
        return f"{most}: choose one that stays behind."

    def options(self, p: Position) -> Sequence[Action]:
        assault = against(p, self.target)
        assert assault is not None
        return [Action("leave", p.name(u)) for u in _counted(p, assault)]

    def take(self, p: Position, action: Action) -> None:
        assault = against(p, self.target)
        assert assault is not None
        keep(p, assault, [u for u in assault.units if u != p.c.unit[action.unit]])
        left = against(p, self.target)
        if left is not None and len(_counted(p, left)) > self.most:
            p.stack.append(self)


# ------------------------------------------------------------------------------------------------ 11.3/5 coordination


class Coordinate(Automatic[Position], frozen=True):
    """A joint assault is tested once, if it is still joint."""

    target: Cell

    def run(self, p: Position) -> None:
        assault = against(p, self.target)
        if assault is not None and joint(p, assault):
            p.stack.append(CoordinationRoll(self.target))


class CoordinationRoll(DiceRoll[Position], frozen=True):
    """One die on the Attack Coordination Table (11.3/5)."""

    target: Cell

    cases = ("11.3/5",)

    def prompt(self, p: Position) -> str:
        return f"Joint assault on {{{p.label(self.target)}}}: roll one die for coordination."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        table = p.c.tables["coordination"]
        result = table.result("any", faces[0])
        told = "is coordinated" if result == table.results[0] else "is not coordinated"
        where = p.label(self.target)
        odds = table.odds(f"Coordination of the assault on {where}", cell=where)
        p.say("coordination", f"The assault on {{{where}}} {told}", self.cases, dice=faces, result=result, odds=odds)
        if result != table.results[0]:
            p.stack.append(OneNation(ALLIED, self.target))


class OneNation(Choice[Position], frozen=True):
    """The British decide which nation goes on (BP-R09, BP-R50)."""

    side: Side
    target: Cell

    cases = ("11.3/5",)
    labels = {"british": "The British attack", "french": "The French attack"}

    def prompt(self, p: Position) -> str:
        return f"The assault on {{{p.label(self.target)}}} is not coordinated: which nation attacks?"

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("british"), Action("french")]

    def take(self, p: Position, action: Action) -> None:
        assault = against(p, self.target)
        assert assault is not None
        nation = BRITISH if action.kind == "british" else FRENCH
        units = [u for u in assault.units if p.c.nation[u] == nation]
        other = "French" if nation == BRITISH else "British"
        text = f"{p.they(units, 'attacks', 'attack')} {{{p.label(self.target)}}} alone: the {other} stay behind"
        p.say("coordination", text, self.cases)
        keep(p, assault, units)
