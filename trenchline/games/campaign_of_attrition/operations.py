"""4.9 Operations Phase: corps by corps, more movement, siege fire and combat for AP."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import Action, DONE, Refusal
from ...core.state import Side
from .combat import combat_phase
from .movement import begin
from .position import Corps, ACTED, ACTIVE, FIRED, Automatic, Choice, Position
from .siege import siege_phase
from .supply import has_loc, supply_phase
from .zones import MOVEMENT, OWN_RESERVE, STRATEGY

CANCEL = Action("cancel")
PARTS = {
    "movement": ("movement",),
    "siege": ("siege",),
    "strategic": ("strategic",),
    "combat": ("combat",),
    "offensive": ("movement", "combat", "reserve"),
    "full": ("siege", "movement", "combat", "reserve"),
}


def operations_phase(p: Position, side: int) -> None:
    p.activated = ()
    for u in p.c.army[side]:
        p.status[u] &= ~(ACTIVE | ACTED)
    p.stack += [EndOperations(side), NextOperation(side)]


class EndOperations(Automatic, frozen=True):
    """Supply is checked once, when the phase ends (4.9k)."""

    side: Side

    def run(self, p: Position) -> None:
        p.activated = ()
        for u in p.c.army[self.side]:
            p.status[u] &= ~(ACTIVE | ACTED)
        supply_phase(p, self.side)


class NextOperation(Automatic, frozen=True):
    """An activation is over; is there another?"""

    side: Side
    spare: bool = False  # the last AP has been spared once: it is not put at stake again

    def run(self, p: Position) -> None:
        p.operation = ""
        for u in p.c.army[self.side]:
            p.status[u] &= ~ACTIVE
        operations = Operations(self.side, (), self.spare)
        if len(operations.options(p)) > 1:
            p.stack.append(operations)


def price(p: Position, kind: str) -> int:
    """What an activation costs for each corps (4.9d-i, CA-R01)."""
    row = p.c.operations[kind]
    return row.summary if p.rules.summary_costs else row.rule


def members(p: Position, side: int, corps: int) -> list[int]:
    """The units of a corps that can take part: on the map, with a line, not yet activated (4.9c)."""
    return [u for u in p.units_of(side) if p.corps[u] == corps and not p.status[u] & ACTED and has_loc(p, u)]


class Operations(Choice, frozen=True):
    """Name one or more corps, each by one of its units, then what they do; or end the phase (CA-R75).

    Where any choice would take the last AP, and lose the match, the naming can be called off.
    """

    side: Side
    named: tuple[Corps, ...]  # corps
    spare: bool = False

    implied_kind = "corps"
    cases = ("4.9a", "4.9b")
    words = {
        "movement": "Movement",
        "siege": "Siege Fire",
        "strategic": "Strategic Movement",
        "combat": "Combat",
        "offensive": "Movement, Combat, Reserve Movement",
        "full": "Siege Fire, Movement, Combat, Reserve Movement",
        "done": "End the Operations Phase",
        "cancel": "Activate nobody",
    }

    def player(self, p: Position) -> int:
        return self.side

    def prompt(self, p: Position) -> str:
        if not self.named:
            return f"Operations Phase: activate a corps, or end the phase. You have {p.ap[self.side]} AP."
        names = ", ".join(p.c.corps_names[corps][1] for corps in self.named)
        prices = ", ".join(f"{row.text} {price(p, kind) * len(self.named)}" for kind, row in p.c.operations.items())
        keep = "; keep one" if p.last_ap_loses(self.side) else ""
        ap = p.ap[self.side]
        return f"Activate {names}: name another corps, or choose what they do ({prices}). You have {ap} AP{keep}."

    def _nameable(self, p: Position) -> bool:
        """Whether one more corps could be paid for."""
        return min(price(p, kind) for kind in PARTS) * (len(self.named) + 1) <= p.ap[self.side] - self.spare

    def _fatal(self, p: Position) -> bool:
        """Whether all that can be done with the corps named takes the last AP."""
        costs = [price(p, kind) * len(self.named) for kind in PARTS]
        return bool(self.named) and p.last_ap_loses(self.side) and all(cost >= p.ap[self.side] for cost in costs)

    def _stands_for_one(self, p: Position, u: int) -> bool:
        """Whether a unit can name its corps: not yet activated, and with a line."""
        corps = p.corps[u]
        if corps in self.named or corps in p.activated or p.status[u] & ACTED:
            return False
        return has_loc(p, u)

    def options(self, p: Position) -> Sequence[Action]:
        found: list[Action] = []
        if self._nameable(p):
            found = [Action("corps", p.name(u)) for u in p.units_of(self.side) if self._stands_for_one(p, u)]
        if not self.named:
            return [*found, DONE]
        found += [Action(kind) for kind in PARTS if price(p, kind) * len(self.named) <= p.ap[self.side]]
        return [*found, CANCEL] if self._fatal(p) else found

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action.kind in PARTS and action == Action(action.kind):
            if not self.named:
                return Refusal("Name a corps first", ("4.9b",))
            cost = price(p, action.kind) * len(self.named)
            return None if cost <= p.ap[self.side] else Refusal(f"That costs {cost} AP", ("4.9b",))
        u = p.c.unit.get(action.unit)
        if u is not None and action == Action("corps", action.unit) and p.c.side[u] == self.side and p.on_map(u):
            corps = p.c.corps_names[p.corps[u]][1]
            if p.corps[u] in p.activated or p.corps[u] in self.named or p.status[u] & ACTED:
                return Refusal(f"{corps} has been activated or named already", ("4.9b",))
            if not self._nameable(p):
                return Refusal("Your Administrative Points do not suffice", ("4.9b",))
            return None if has_loc(p, u) else Refusal(f"{action.unit} has no line of communication", ("4.9c",))
        return super().refuse(p, action)

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        if action == CANCEL:
            p.stack.append(NextOperation(self.side, spare=True))
            return
        if action.kind == "corps":
            p.stack.append(Operations(self.side, (*self.named, p.corps[p.c.unit[action.unit]]), self.spare))
            return
        cost = price(p, action.kind) * len(self.named)
        names = ", ".join(p.c.corps_names[corps][1] for corps in self.named)
        p.say("operation", f"{names}: {self.labels[action.kind]} for {cost} AP", ("4.9a", p.c.operations[action.kind].source))
        if p.pay(self.side, cost):
            return
        activate(p, self.side, self.named)
        p.activated = (*p.activated, *self.named)
        p.operation = action.kind
        p.stack.append(NextOperation(self.side))
        p.stack += [Part(self.side, part) for part in reversed(PARTS[action.kind])]


def activate(p: Position, side: int, named: tuple[int, ...]) -> None:
    """Mark who takes part, and restore their guns (7.2c). Army units, RS and LS may act with the corps they are stacked
    with; only if they do they have had their turn (CA-R59)."""
    units = [u for corps in named for u in members(p, side, corps)]
    for u in units:
        p.status[u] |= ACTIVE | ACTED
    guests = [x for cell in {p.place[u] for u in units} for x in p.stacks[cell]]
    for u in guests:
        if p.c.loose[u] and not p.status[u] & ACTED and has_loc(p, u):
            p.status[u] |= ACTIVE
    for gun in p.c.guns[side]:
        if p.status[gun] & ACTIVE:
            p.status[gun] &= ~FIRED


class Part(Automatic, frozen=True):
    """One of the phases of an activation, as in a regular turn (4.9j)."""

    side: Side
    part: str

    def run(self, p: Position) -> None:
        if self.part == "siege":
            siege_phase(p, self.side)
        elif self.part == "combat":
            combat_phase(p, self.side)
        else:
            begin(p, self.side, {"movement": MOVEMENT, "strategic": STRATEGY, "reserve": OWN_RESERVE}[self.part])
