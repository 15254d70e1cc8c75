"""6.2 Rallying troops, and 10.0 Mutual Recovery."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import Action, Refusal
from ...core.charts import total
from ...core.state import Side, Unit, Units
from .morale import luck_of_check, morale, morale_lines
from .naming import unit_on_map
from .position import (
    ASSAULTED,
    ATTACKED,
    DEMORALIZED,
    DISRUPTED,
    FIRED,
    MOVED,
    NEWBORN,
    UNSUPPLIED,
    Automatic,
    Choice,
    DiceRoll,
    Position,
)
from .step_losses import surrender


def rally_step(p: Position, side: int) -> None:
    """Demoralized units in supply roll; those out of supply count as having failed (6.2, TP-R39)."""
    shaken = [u for u in p.units_of(side) if p.status[u] & DEMORALIZED and not p.c.hq[u]]
    if not shaken:
        return
    p.stack.append(CutOff(tuple(u for u in shaken if p.status[u] & UNSUPPLIED)))
    p.stack.append(RallyNext(side, tuple(u for u in shaken if not p.status[u] & UNSUPPLIED)))


def gives_up_on_failure(p: Position, u: int) -> bool:
    """A reduced unit or remnant next to the enemy surrenders when it fails, unless a steady friend is there (6.2a, 12.3c)."""
    if not (p.is_reduced(u) or p.c.kind[u] == "remnant") or not p.adjacent_to_enemy(u):
        return False
    if p.status[u] & NEWBORN:  # it cannot be lost on its turn of entry (14.41)
        return False
    return all(p.status[x] & DEMORALIZED for x in p.units_in(p.place[u]) if x != u)


class RallyNext(Automatic, frozen=True):
    """Goes through the units that may rally; asks for the order only where it matters."""

    side: Side
    units: Units

    def run(self, p: Position) -> None:
        left = tuple(u for u in self.units if p.on_map(u) and p.status[u] & DEMORALIZED)
        if not left:
            return
        for u in left:
            if gives_up_on_failure(p, u) and any(p.place[x] == p.place[u] for x in left if x != u):
                p.stack.append(RallyOrder(self.side, left))
                return
        p.stack.append(RallyNext(self.side, left[1:]))
        p.stack.append(RallyRoll(left[0]))


class RallyOrder(Choice, frozen=True):
    """Who rallies first: a unit that rallies keeps its shaken stackmates from surrendering (6.2a)."""

    side: Side
    units: Units

    implied_kind = "rally"
    cases = ("6.2", "6.2a")

    def prompt(self, p: Position) -> str:
        return "Choose the unit that tries to rally next."

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("rally", p.name(u)) for u in self.units]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        if action != Action("rally", action.unit):
            return None
        u = unit_on_map(p, action, self.side, ("6.2",))
        if isinstance(u, Refusal):
            return u
        if p.c.hq[u]:
            return Refusal(f"{action.unit} is an HQ: those rally in the Mutual Recovery Phase only", ("6.2c",))
        if not p.status[u] & DEMORALIZED:
            return Refusal(f"{action.unit} is not demoralized", ("6.2",))
        if p.status[u] & UNSUPPLIED:
            return Refusal(f"{action.unit} is out of supply and cannot rally", ("6.2b",))
        return Refusal(f"{action.unit} has tried to rally in this phase", ("6.2",))

    def take(self, p: Position, action: Action) -> None:
        chosen = p.c.unit[action.unit]
        p.stack.append(RallyNext(self.side, tuple(u for u in self.units if u != chosen)))
        p.stack.append(RallyRoll(chosen))


class RallyRoll(DiceRoll, frozen=True):
    """Two dice, modified morale or less rallies (6.2); an HQ recovers from disruption the same way (10.0)."""

    unit: Unit

    count = 2
    cases = ("6.2",)

    def prompt(self, p: Position) -> str:
        return f"{{{p.name(self.unit)}}} tries to rally: two dice, {morale(p, self.unit)} or less."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        u = self.unit
        lines = morale_lines(p, u)
        rallied = sum(faces) <= total(lines)
        case = "10.0" if p.c.hq[u] else "6.2"
        p.say(
            "rally",
            f"{{{p.name(u)}}} {'rallies' if rallied else 'does not rally'}: {sum(faces)} against {total(lines)}",
            (case,),
            lines,
            faces,
            "pass" if rallied else "fail",
            luck_of_check(p, u, rallied, total(lines)),
            meaning="good order again" if rallied else "not in good order yet",
        )
        if rallied:
            p.status[u] &= ~(DEMORALIZED | DISRUPTED)
        elif not p.c.hq[u] and gives_up_on_failure(p, u):
            surrender(p, u, "failed to rally next to the enemy", "6.2a")


class CutOff(Automatic, frozen=True):
    """Only supplied units can rally: the others surrender where a failed roll would make them (6.2b)."""

    units: Units

    def run(self, p: Position) -> None:
        for u in self.units:
            if gives_up_on_failure(p, u):
                surrender(p, u, "demoralized and out of supply next to the enemy", "6.2b")


def mutual_recovery(p: Position, side: int) -> None:
    """All artillery turns to its front side and disrupted HQs in supply try to rally (10.0, TP-R38)."""
    for u in range(len(p.c.counters)):
        p.status[u] &= ~(FIRED | NEWBORN | MOVED | ATTACKED | ASSAULTED)
    shaken = [u for army in (0, 1) for u in p.units_of(army) if p.status[u] & DISRUPTED and not p.status[u] & UNSUPPLIED]
    p.stack.extend(RallyRoll(u) for u in reversed(shaken))
