"""4.9 Operations Phase: corps by corps, more movement, siege fire and combat for AP."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import DONE, Action, Refusal
from ...core.state import Side
from ...core.wording import listed
from .combat import combat_phase
from .movement import begin
from .position import ACTED, ACTIVE, FIRED, Automatic, Choice, Corps, Position
from .refusals import why_not_ours
from .siege import siege_phase
from .supply import has_loc, loc_cells, supply_phase
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
OPERATIONS = {kind: Action(kind) for kind in PARTS}


def operations_phase(p: Position, side: int) -> None:
    """3.9: no corps has been activated yet."""
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


NOT_NUMBERED = {
    "AAS": "Army Detachment Strantz",
    "RS": "Heavy Artillery RS",
    "LS": "Heavy Artillery LS",
    "IB": "I Bavarian Corps",
    "Alp": "the Alpine Corps",
    "Army": "the army troops",
    "Shock": "the Shock divisions",
}


def corps_title(p: Position, corps: int) -> str:
    """A corps in words: VIR is the VI Reserve Corps."""
    name = p.c.corps_names[corps][1]
    return NOT_NUMBERED.get(name) or (f"{name[:-1]} Reserve Corps" if name.endswith("R") else f"{name} Corps")


def price(p: Position, kind: str) -> int:
    """What an activation costs for each corps, by 4.9 or by the summary (S-i, CA-R01); the data have a row for each."""
    row = p.c.operations[kind]
    return row.summary if p.options.summary_costs else row.rule


def members(p: Position, side: int, corps: int) -> list[int]:
    """The units of a corps that can take part: on the map, with a line, not yet activated (4.9c)."""
    line = loc_cells(p, side)
    return [u for u in p.units_of(side) if p.corps[u] == corps and not p.status[u] & ACTED and line[p.place[u]]]


class Naming(Choice, frozen=True):
    """Name one or more corps, each by one of its units, then what they do; or end the phase (CA-R75).

    Where any choice would take the last AP, and lose the match, the naming can be called off.
    """

    side: Side
    named: tuple[Corps, ...]  # corps
    spare: bool = False

    implied_kind = "corps"
    cases = ("4.9a", "4.9b")
    labels = {
        "movement": "Movement",
        "siege": "Siege Fire",
        "strategic": "Strategic Movement",
        "combat": "Combat",
        "offensive": "Movement, Combat, Reserve Movement",
        "full": "Siege Fire, Movement, Combat, Reserve Movement",
        "done": "End the Operations Phase",
        "cancel": "Activate nobody",
        "back": "Leave out the last corps",
    }

    def prompt(self, p: Position) -> str:
        if not self.named:
            return f"Operations Phase: activate a corps, or end the phase. You have {p.ap[self.side]} AP."
        names = listed([corps_title(p, corps) for corps in self.named])
        prices = "; ".join(f"{row.text}: {price(p, kind) * len(self.named)} AP" for kind, row in p.c.operations.items())
        keep = " and must keep 1" if p.last_ap_loses(self.side) else ""
        ap = p.ap[self.side]
        return f"Activate {names}: add a corps, or choose an operation ({prices}). You have {ap} AP{keep}."

    def _can_pay_one_more(self, p: Position) -> bool:
        """Whether one more corps could be paid for."""
        return min([price(p, kind) for kind in PARTS]) * (len(self.named) + 1) <= p.ap[self.side] - self.spare

    def _takes_the_last_ap(self, p: Position) -> bool:
        """Whether all that can be done with the corps named takes the last AP."""
        costs = [price(p, kind) * len(self.named) for kind in PARTS]
        return bool(self.named) and p.last_ap_loses(self.side) and all(cost >= p.ap[self.side] for cost in costs)

    def _can_name_their_corps(self, p: Position) -> list[int]:
        """The units that can: of a corps not yet activated, and with a line."""
        done, line, corps, status, place = {*self.named, *p.activated}, loc_cells(p, self.side), p.corps, p.status, p.place
        return [u for u in p.units_of(self.side) if line[place[u]] and corps[u] not in done and not status[u] & ACTED]

    def options(self, p: Position) -> Sequence[Action]:
        found: list[Action] = []
        if self._can_pay_one_more(p):
            found = [p.c.activate[u] for u in self._can_name_their_corps(p)]
        if not self.named:
            return [*found, DONE]
        most = p.ap[self.side] // len(self.named)
        found += [action for kind, action in OPERATIONS.items() if price(p, kind) <= most]
        return [*found, CANCEL] if self._takes_the_last_ap(p) else found

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action.kind in PARTS and action == Action(action.kind):
            if not self.named:
                return Refusal("Choose a corps first", ("4.9b",))
            cost, ap = price(p, action.kind) * len(self.named), p.ap[self.side]
            if cost <= ap:
                return None
            return Refusal(f"That costs {cost} AP; you have {ap}", (p.c.operations[action.kind].source,))
        if action == Action("corps", action.unit) and action.unit:
            return why_not_ours(p, action.unit, self.side, ("4.9a",)) or self._refuse_corps(p, p.c.unit[action.unit])
        if action == DONE and not self.named:
            return None
        if action == CANCEL and self._takes_the_last_ap(p):
            return None
        return self.why_not(p, action)

    def _refuse_corps(self, p: Position, u: int) -> Refusal | None:
        """A corps is named once, by a unit with a line, and must be paid for with the others (4.9b, 4.9c)."""
        corps = corps_title(p, p.corps[u])
        if p.corps[u] in self.named:
            return Refusal(f"{corps} is chosen already", ("4.9b",))
        if p.corps[u] in p.activated:
            return Refusal(f"{corps} has been activated in this phase", ("4.9b",))
        if p.status[u] & ACTED:
            return Refusal(f"{p.name(u)} has acted with another corps in this phase", ("4.9b",))
        if not self._can_pay_one_more(p):
            most = p.ap[self.side] - self.spare
            return Refusal(f"{most} AP do not suffice for {len(self.named) + 1} corps, whatever they do", ("4.9b",))
        return None if has_loc(p, u) else Refusal(f"{p.name(u)} has no line of communication", ("4.9c",))

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        if action == DONE:
            return Refusal("Choose an operation for the corps, or step back", ("4.9b",))
        if action == CANCEL:
            return Refusal("Choose an operation: you can stop only where every operation would take your last AP", ("1.1b",))
        return Refusal("Choose a corps by one of its units, choose an operation, or end the phase", ("4.9b", "4.9l"))

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        if action == CANCEL:
            p.stack.append(NextOperation(self.side, spare=True))
            return
        if action.kind == "corps":
            p.stack.append(Activation(self.side, (*self.named, p.corps[p.c.unit[action.unit]]), self.spare))
            return
        cost = price(p, action.kind) * len(self.named)
        names = listed([corps_title(p, corps) for corps in self.named])
        p.say("operation", f"{names}: {self.labels[action.kind]} for {cost} AP", ("4.9a", p.c.operations[action.kind].source))
        if p.pay(self.side, cost):
            return
        activate(p, self.side, self.named)
        p.activated = (*p.activated, *self.named)
        p.operation = action.kind
        p.stack.append(NextOperation(self.side))
        p.stack += [Part(self.side, part) for part in reversed(PARTS[action.kind])]


class Operations(Naming, frozen=True):
    """No corps is named: name one, or end the phase."""


class Activation(Naming, frozen=True):
    """Corps are named, and nothing is paid yet: name more, choose what they do, or leave one out again."""

    can_step_back = True

    def step_back(self, p: Position) -> None:
        fewer = self.named[:-1]
        p.stack.append((Activation if fewer else Operations)(self.side, fewer, self.spare))


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
