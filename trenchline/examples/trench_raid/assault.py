"""3.0 Assault: muster, two dice on the table, engaged squares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from trenchline.core.actions import DONE, Action, Refusal
from trenchline.core.charts import Odds, Term, in_full, of_kind, total
from trenchline.core.decisions import Decision, Roll
from trenchline.core.muster import Muster
from trenchline.core.state import Cell, Side, Units

from .position import ATTACKED, ENTRENCHED, SUPPRESSED, Fight, Position

ATTACK = Action("attack")


def assault_phase(p: Position, side: int) -> None:
    p.struck = ()
    for u in range(len(p.c.counters)):
        p.status[u] &= ~ATTACKED
    p.stack.append(Assault(side))


def attackers_of(p: Position, side: int, target: int) -> list[int]:
    """Companies in good order next to a square, or engaged in it, that have not attacked (3.0)."""
    squares = (target, *p.c.board.neighbours[target])
    return [u for x in squares for u in p.stacks[x] if p.c.side[u] == side and not p.status[u] & (SUPPRESSED | ATTACKED)]


class Assault(Decision[Position], frozen=True):
    """Name a square to attack, until done."""

    side: Side

    implied_kind = "target"
    cases = ("3.0",)

    def prompt(self, p: Position) -> str:
        return "Assault: choose a square, or end the phase."

    def options(self, p: Position) -> Sequence[Action]:
        squares = [x for x in range(p.c.board.size) if p.enemy_holds(x, self.side) and x not in p.struck]
        return [*(Action("target", cell=p.label(x)) for x in squares if attackers_of(p, self.side, x)), DONE]

    def take(self, p: Position, action: Action) -> None:
        if action != DONE:
            p.stack += [self, Declare(self.side, p.c.board.index[action.cell], ())]


class Declare(Muster[Position], frozen=True):
    """The companies that take part (3.1)."""

    side: Side
    target: Cell
    attackers: Units

    begins = ATTACK
    cases = ("3.1",)

    def prompt(self, p: Position) -> str:
        return f"Assault on {{{p.label(self.target)}}}: add companies, or attack."

    def pool(self, p: Position) -> Iterable[int]:
        return attackers_of(p, self.side, self.target)

    def refuse_unit(self, p: Position, u: int) -> Refusal | None:
        if u in self.attackers:
            return Refusal(f"{p.name(u)} takes part already", ("3.1",))
        return None if u in self.pool(p) else Refusal(f"{p.name(u)} cannot attack {p.label(self.target)}", ("3.0",))

    def refuse_go(self, p: Position) -> Refusal | None:
        return None if self.attackers else Refusal("Nobody attacks yet", ("3.1",))

    def joined_by(self, p: Position, u: int) -> Declare:
        return msgspec.structs.replace(self, attackers=(*self.attackers, u))

    def begin(self, p: Position) -> None:
        p.struck = (*p.struck, self.target)
        p.fight = Fight(self.side, self.target, self.attackers)
        p.stack.append(AssaultRoll())

    def odds(self, p: Position, action: Action) -> Odds | None:
        return fight_odds(p, Fight(self.side, self.target, self.attackers)) if action == ATTACK and self.attackers else None


def defenders(p: Position, fight: Fight) -> list[int]:
    return [u for u in p.stacks[fight.target] if p.c.side[u] != fight.side]


def fight_odds(p: Position, fight: Fight) -> Odds:
    """The difference of strengths, shifted, and what two dice make of it (3.2, 3.3)."""
    c, shifts = p.c, p.c.assault.shifts
    attack = of_kind("attack", [Term(f"{{{p.name(u)}}}", c.strength[u], "3.0") for u in fight.attackers])
    defence = of_kind("defence", [Term(f"{{{p.name(u)}}}", c.strength[u], "3.0") for u in defenders(p, fight)])
    shift = of_kind("shift", [shifts[name] for name in shift_names(p, fight)])
    margin = total(attack) - total(defence)
    column = c.assault.clamp(c.assault.column(margin) + total(shift))
    return Odds(
        f"{total(attack)} against {total(defence)}",
        [*attack, *defence, *shift],
        c.assault.columns[column],
        c.assault.outcomes(column),
        f"{margin:+d}",
    )


def shift_names(p: Position, fight: Fight) -> list[str]:
    """Flank and trench (3.3)."""
    board, faced = p.c.board, set()
    for u in defenders(p, fight):
        ahead = p.facing[u]
        faced |= {board.across[fight.target][(ahead + turn) % len(board.grid.directions)] for turn in (-1, 0, 1)}
    flanked = all(p.place[u] not in (*faced, fight.target) for u in fight.attackers)
    dug_in = any(p.status[u] & ENTRENCHED for u in defenders(p, fight))
    return ["flank"] * flanked + ["trench"] * dug_in


class AssaultRoll(Roll[Position], frozen=True):
    """Two dice, added (3.2)."""

    count = 2
    cases = ("3.2",)

    def prompt(self, p: Position) -> str:
        return "Assault: roll two dice."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        fight = p.fight
        assert fight is not None
        odds = fight_odds(p, fight)
        result = p.c.assault.result(p.c.assault.columns.index(odds.column), sum(faces))
        text = f"{odds.title} in {{{p.label(fight.target)}}}: {in_full(result, odds.meaning(result))}"
        p.say("assault", text, self.cases, dice=faces, result=result, odds=odds)
        for u in fight.attackers:
            p.status[u] |= ATTACKED
        RESULTS[result](p, fight)
        p.fight = None


def _retreat(p: Position, fight: Fight) -> None:
    """The attackers stay where they are, shaken."""
    for u in fight.attackers:
        p.mark(u, SUPPRESSED)


def _engage(p: Position, fight: Fight) -> None:
    """The attackers enter the square: both sides stand in it."""
    for u in fight.attackers:
        p.put(u, fight.target)


def _suppress(p: Position, fight: Fight) -> None:
    for u in defenders(p, fight):
        p.mark(u, SUPPRESSED)


def _eliminate(p: Position, fight: Fight) -> None:
    """The defenders are gone, and the attackers take the square."""
    for u in defenders(p, fight):
        p.mark(u, SUPPRESSED | ENTRENCHED | ATTACKED, False)
        p.put(u, p.c.box["eliminated"])
    for u in fight.attackers:
        p.put(u, fight.target)
    p.control[fight.target] = fight.side


RESULTS = {"AR": _retreat, "ENG": _engage, "SUP": _suppress, "DE": _eliminate}
