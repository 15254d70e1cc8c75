"""12.0 Morale and demoralization."""

from __future__ import annotations

from ...core.charts import Term, total
from ...core.position import Luck
from ...core.state import Unit
from .components import FRENCH, SIDES
from .position import DEMORALIZED, DISRUPTED, DiceRoll, Position
from .step_losses import lose_step

_AT_MOST = [sum(a + b <= most for a in range(1, 7) for b in range(1, 7)) / 36 for most in range(13)]


def passing(morale: int) -> float:
    """The chance that two dice show a morale or less (12.1).

    >>> round(passing(7), 4)
    0.5833
    """
    return _AT_MOST[min(max(morale, 0), 12)]


def morale_lines(p: Position, u: int) -> list[Term]:
    """Printed morale and every modifier that applies now (12.2); Petain's from February 26 (14.7a)."""
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
            meaning="no effect" if passed else failing(p, u),
        )
        if not passed:
            fail_morale(p, u)


def failing(p: Position, u: int) -> str:
    """What a failed check does to a unit, in words (12.1, TP-R38)."""
    if p.c.hq[u]:
        return "the HQ is disrupted"
    return "demoralized already: it loses 1 step" if p.status[u] & DEMORALIZED else "the unit is demoralized"


def fail_morale(p: Position, u: int) -> None:
    """HQs are disrupted and no more (TP-R38); a unit demoralized already loses a step (12.1)."""
    if p.c.hq[u]:
        p.status[u] |= DISRUPTED
    elif p.status[u] & DEMORALIZED:
        lose_step(p, u, "12.1")
    else:
        p.status[u] |= DEMORALIZED


def check_morale(p: Position, units: list[int], add: int, cause: str, case: str) -> None:
    """Put a check for each unit on the stack, the first unit's on top."""
    p.stack.extend(MoraleCheck(u, add, cause, case) for u in reversed(units))
