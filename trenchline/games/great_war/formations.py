"""Breaking down and building up within the counter mix (BP 7.4.3, 7.4.4, GL 9.3)."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import DONE, Action, Refusal
from ...core.state import Unit, Units
from ...core.wording import counted
from .mending import spoils_by_forming
from .position import Choice, Position
from .seats import JointChoice, SeatChoice
from .states import DISORDERED, ENTRENCHED, LASTING, MOVED, SPLIT
from .units import leave


def may_reform(p: Position, u: int) -> bool:
    """Whether a unit may break down or form a larger one: in good order, not interdicted, engaged or held back (BP 7.4.3/1,
    GL-R67, GL-R304)."""
    return not p.status[u] & DISORDERED and not p.interdicted[p.place[u]] and not p.is_engaged(u) and p.may_move(u)


def splits(p: Position, u: int) -> list[Action]:
    """The action that breaks a division or regiment down, if it may do so now."""
    c = p.c
    if not (c.division[u] or c.regiment[u]) or p.status[u] & MOVED or not may_reform(p, u):
        return []
    return [Action("split", p.name(u))] if p.can_split(u) else []


def why_no_split(p: Position, u: int) -> Refusal:
    name = p.name(u)
    if not (p.c.division[u] or p.c.regiment[u]):
        return Refusal(f"{name} has no smaller parts", p.cite("indivisible" if p.c.brigade[u] else "breakdown"))
    if not may_reform(p, u):
        return Refusal(f"{name} is disordered, interdicted or engaged and cannot break down", p.cite("no_breakdown"))
    return Refusal(f"The pool lacks the units {name} could break down into", p.cite(_by_size(p, "breakdown", u)))


def _by_size(p: Position, topic: str, u: int) -> str:
    """The topic of a rule that differs for divisions and regiments."""
    return f"{topic}_{'division' if p.c.division[u] else 'regiment'}"


def strength(p: Position, u: int, steps: int) -> int:
    return p.c.front[u].primary if steps == p.c.steps[u] else p.c.back[u].primary


def limit(p: Position, u: int) -> int:
    return p.numbers(u).primary


def split(p: Position, u: int) -> None:
    """A regiment becomes battalions of its mode; a division asks for its brigades."""
    c = p.c
    if c.regiment[u]:
        replace_by(p, u, [(b, c.steps[b]) for b in p.battalions_of(u)])
    else:
        p.stack.append(BreakDown(u, (), ()))


def replace_by(p: Position, u: int, parts: Sequence[tuple[int, int]]) -> None:
    """Smaller counters take a unit's place, with what is left of its movement."""
    cell, facing, spent, status = p.place[u], p.facing[u], p.spent[u], p.status[u]
    for part, steps in parts:
        p.mark(part, p.status[part], False)
        p.mark(part, status | SPLIT)
        p.put(part, cell)
        p.steps[part], p.facing[part], p.spent[part] = steps, facing, spent
    name = p.name(u)
    leave(p, u, "pool")
    p.status[u] &= ~LASTING
    p.say("split", f"{{{name}}} breaks down into {p.names(part for part, _ in parts)}", p.cite(_by_size(p, "breakdown", u)))


class BreakDown(Choice[Position], frozen=True):
    """The brigades a division breaks down into, one by one, the reduced ones among them marked."""

    unit: Unit
    chosen: Units
    worn: Units

    topic = "breakdown"
    implied_kind = "add"
    can_step_back = True
    labels = {"add full": "{unit}, full", "add reduced": "{unit}, reduced", "back": "Do not break down"}

    def prompt(self, p: Position) -> str:
        left = limit(p, self.unit) - sum(strength(p, b, 1 if b in self.worn else p.c.steps[b]) for b in self.chosen)
        return f"{{{p.name(self.unit)}}} breaks down: choose a brigade of at most {counted(left, 'factor')}."

    def options(self, p: Position) -> Sequence[Action]:
        choices = p.brigades_of(self.unit, self.chosen, self.worn)
        return [Action("add", p.name(b), mode="full" if full else "reduced") for b, full in choices]

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action in self.options(p):
            return None
        return Refusal("Choose a brigade from the pool that leaves enough factors for the others", p.cite(self.topic))

    def take(self, p: Position, action: Action) -> None:
        b = p.c.unit[action.unit]
        chosen = (*self.chosen, b)
        worn = self.worn if action.mode == "full" else (*self.worn, b)
        if p.brigades_of(self.unit, chosen, worn):
            p.stack.append(BreakDown(self.unit, chosen, worn))
        else:
            replace_by(p, self.unit, [(b, 1 if b in worn else p.c.steps[b]) for b in chosen])


# ------------------------------------------------------------------------------------------------ building up


def combinations(p: Position, side: int) -> list[Action]:
    """What units stacked at the start of the phase can form (BP 7.4.3/2, 7.4.4/1)."""
    found: list[Action] = []
    for cell in sorted({p.place[u] for u in p.units(side)}):
        if len(p.stacks[cell]) > 1:
            stack = able(p, cell)
            if len(stack) > 1:
                found += [a for a in p.forms(cell, stack) if _has_room(p, a, cell, stack)]
    return found


def _has_room(p: Position, action: Action, cell: int, stack: Sequence[int]) -> bool:
    """Whether what is formed may stand beside the others in its square, or some of them can still leave (BP-R157)."""
    result = p.c.unit[action.unit]
    return not spoils_by_forming(p, result, p.parts_of(result, stack, action.mode), cell)


def able(p: Position, cell: int) -> list[int]:
    """The units of a square that may form larger ones."""
    return [u for u in p.stacks[cell] if may_reform(p, u) and not p.status[u] & SPLIT]


def parts(p: Position, result: int, cell: int, mode: str) -> list[int]:
    """The units of a square that form a larger one."""
    return p.parts_of(result, able(p, cell), mode)


def combine(p: Position, result: int, cell: int, mode: str) -> None:
    units = parts(p, result, cell, mode)
    facing, kept = p.facing[units[0]], 0
    for u in units:
        kept |= p.status[u] & LASTING
        leave(p, u, "pool")
        p.status[u] &= ~LASTING
    p.mark(result, p.status[result], False)
    p.mark(result, kept | (ENTRENCHED if mode == "entrenched" else 0))
    p.put(result, cell)
    p.facing[result] = facing
    p.steps[result] = p.c.steps[result] - (1 if mode == "reduced" else 0)
    text = f"{p.names(units)} form {{{p.name(result)}}} in {{{p.label(cell)}}}"
    p.say("combine", text, p.cite(_by_size(p, "build_up", result)))


def begin_combining(p: Position, side: int) -> None:
    """Stacked units may combine before anybody moves (BP-R155)."""
    if combinations(p, side):
        seats = p.seating.sharing(side)
        p.stack.append(JointCombining(seats) if len(seats) > 1 else Combining(side))


class Combining(SeatChoice[Position], frozen=True):
    """Form larger units, until done."""

    topic = "build_up"
    implied_kind = "combine"
    labels = {
        "done": "Combine no more",
        "combine full": "Form {unit} in {cell}",
        "combine reduced": "Form {unit}, reduced, in {cell}",
        "combine mobile": "Form {unit}, mobile, in {cell}",
        "combine entrenched": "Form {unit}, entrenched, in {cell}",
    }

    def prompt(self, p: Position) -> str:
        return "Combine stacked units into larger ones, or go on to movement."

    def options(self, p: Position) -> Sequence[Action]:
        found = combinations(p, self.side)
        of = p.seating.of_nation
        return [*(a for a in found if self.seat in (-1, of[p.c.nation[p.c.unit[a.unit]]])), DONE]

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        combine(p, p.c.unit[action.unit], p.c.board.index[action.cell], action.mode)
        if self.seat < 0 and combinations(p, self.side):
            p.stack.append(self)


class JointCombining(JointChoice[Position], frozen=True):
    """Several seats of a side form units in any order."""

    of = Combining
    implied_kind = "combine"
