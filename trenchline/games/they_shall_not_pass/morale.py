"""12.0 Morale and demoralization, and what a lost step does to a unit (9.41, 9.7)."""

from __future__ import annotations

from ...core.charts import Term, total
from ...core.position import Luck
from ...core.state import Unit
from .components import ENEMY, FRENCH, GERMAN, SIDES
from .position import (
    DEMORALIZED,
    DISRUPTED,
    DUG_IN,
    NEWBORN,
    UNSUPPLIED,
    DiceRoll,
    Position,
)
from .terrain import open_side

_AT_MOST = [sum(a + b <= most for a in range(1, 7) for b in range(1, 7)) / 36 for most in range(13)]


def passing(morale: int) -> float:
    """The chance that two dice show a morale or less (12.1).

    >>> round(passing(7), 4)
    0.5833
    """
    return _AT_MOST[min(max(morale, 0), 12)]


def morale_lines(p: Position, u: int) -> list[Term]:
    """Printed morale and every modifier that applies now (12.2)."""
    c = p.c
    lines = [Term("printed morale", c.morale[u])]
    extra = c.morale_lines
    if p.is_reduced(u):
        lines.append(extra["reduced"])
    if p.status[u] & DEMORALIZED:
        lines.append(extra["demoralized"])
    if p.on_map(u) and p.in_works(p.place[u]):
        lines.append(extra["works"])
    if p.petain and c.side[u] == FRENCH and c.foot[u]:
        if c.kind[u] == "remnant":
            lines.append(extra["petain_remnant"])
        elif c.morale[u] == 6:
            lines.append(extra["petain_reserve"])
        elif c.morale[u] == 5:
            lines.append(extra["petain_territorial"])
    return lines


def morale(p: Position, u: int) -> int:
    """A unit's morale with all modifiers (12.2)."""
    return total(morale_lines(p, u))


def luck_of_check(p: Position, u: int, passed: bool, needed: int) -> Luck:
    """A check passed or not against its exact chance."""
    return Luck(SIDES[p.c.side[u]], float(passed), passing(needed))


class MoraleCheck(DiceRoll, frozen=True):
    """Two dice plus 0 to 3 against modified morale: more demoralizes, or costs a step if demoralized already (12.1)."""

    unit: Unit
    add: int
    cause: str
    case: str

    count = 2
    cases = ("12.1",)

    def prompt(self, p: Position) -> str:
        needed = morale(p, self.unit)
        return f"Morale check of {{{p.name(self.unit)}}} ({self.cause}): two dice + {self.add}, {needed} or less passes."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        u = self.unit
        if not p.on_map(u):
            return
        lines = morale_lines(p, u)
        rolled = sum(faces) + self.add
        passed = rolled <= total(lines)
        p.say(
            "morale",
            f"{{{p.name(u)}}} {'passes' if passed else 'fails'} a morale check: {rolled} against {total(lines)}",
            ("12.1", self.case),
            [*lines, Term(f"added to the roll ({self.cause})", self.add, self.case)],
            faces,
            "pass" if passed else "fail",
            luck_of_check(p, u, passed, total(lines) - self.add),
        )
        if not passed:
            fail_morale(p, u)


def fail_morale(p: Position, u: int) -> None:
    """HQs are disrupted and no more (TP-R38); a unit demoralized already loses a step (12.1)."""
    if p.c.hq[u]:
        p.status[u] |= DISRUPTED
    elif p.status[u] & DEMORALIZED:
        lose_step(p, u)
    else:
        p.status[u] |= DEMORALIZED


def check_morale(p: Position, units: list[int], add: int, cause: str, case: str) -> None:
    """Put a check for each unit on the stack, the first unit's on top."""
    p.stack.extend(MoraleCheck(u, add, cause, case) for u in reversed(units))


# ---------------------------------------------------------------------------------------------- 9.41 step losses


def lose_step(p: Position, u: int) -> None:
    """A full unit flips, a reduced or one-step unit is eliminated (9.41); a new remnant cannot be (14.41)."""
    if p.steps[u] == 2:
        p.steps[u] = 1
        p.say("loss", f"{{{p.name(u)}}} is reduced", ("9.41",))
    elif not p.status[u] & NEWBORN:
        eliminate(p, u)


def eliminate(p: Position, u: int) -> None:
    """Off the map: surrendered if unsupplied and ringed by enemy zones (9.7), else eliminated, perhaps leaving a remnant."""
    from .remnants import RemnantChoice, remnant_available

    cell = p.place[u]
    if p.status[u] & UNSUPPLIED and surrounded(p, u):
        surrender(p, u, "cut off and surrounded")
        return
    may_leave = p.c.may_leave_remnant[u] and remnant_available(p, p.c.side[u]) is not None
    if may_leave:  # its morale is that of the moment it fell (TP-R111)
        needed = morale(p, u)
    p.say("loss", f"{{{p.name(u)}}} is eliminated in {{{p.label(cell)}}}", ("9.41",))
    _take_off(p, u, "out" if p.c.kind[u] == "remnant" else "eliminated")  # 14.42
    if may_leave:
        p.stack.append(RemnantChoice(u, cell, needed))


def surrender(p: Position, u: int, why: str) -> None:
    """Removed for good (9.7)."""
    p.say("surrender", f"{{{p.name(u)}}} surrenders in {{{p.label(p.place[u])}}}: {why}", ("9.7",))
    _take_off(p, u, "out" if p.c.kind[u] == "remnant" else "surrendered")


def _take_off(p: Position, u: int, box: str) -> None:
    p.put(u, p.c.box[box])
    p.steps[u] = 0
    p.status[u] = 0
    p.mp[u] = 0


def surrounded(p: Position, u: int) -> bool:
    """No way out: every neighbouring hex is enemy-held, in an enemy zone, off the map or across the river (TP-R40)."""
    c, cell, side = p.c, p.place[u], p.c.side[u]
    for near in c.board.neighbours[cell]:
        if not open_side(c, cell, near):
            continue
        if near in c.closed or p.enemy_holds(near, side) or (side == GERMAN and p.fort_stands(near)):
            continue
        if p.present[near] == side + 1 or not p.zone[ENEMY[side]][near]:
            return False
    return True


# ---------------------------------------------------------------------------------------------- 12.3 strength


def combat_strength(p: Position, u: int) -> int:
    """Infantry strength: halved unsupplied (6.16), halved demoralized (12.3), fractions up each time (TP-R35)."""
    strength = p.c.combat[u] if p.steps[u] == p.c.steps[u] else p.c.reduced[u]
    if p.status[u] & UNSUPPLIED:
        strength = (strength + 1) // 2
    if p.status[u] & DEMORALIZED:
        strength = (strength + 1) // 2
    return strength


def defence_lines(p: Position, u: int) -> list[Term]:
    """What a unit adds to the defence of its hex: infantry its combat, others their defence; +1 dug in (9.1, 14.12)."""
    strength = combat_strength(p, u) if p.c.foot[u] else p.c.defence[u]
    lines = [Term(f"{{{p.name(u)}}}", strength, "9.1")]
    if p.status[u] & DUG_IN:
        lines.append(Term(f"{{{p.name(u)}}} dug in", 1, "14.12"))
    return lines


def gun_strength(p: Position, u: int) -> int:
    """Attack strength in bombardment: half, fractions up, if demoralized (12.3a)."""
    strength = p.c.attack[u]
    return (strength + 1) // 2 if p.status[u] & DEMORALIZED else strength
