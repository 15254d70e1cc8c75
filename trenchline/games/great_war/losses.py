"""Taking losses, one step at a time, by choice of their owner (BP 6.5.1, 6.5.2, 6.5.3, 6.5.4, BP-R151; GL 8.6.4, 9.2)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.actions import Action, Refusal
from ...core.decisions import About, Automatic, about
from ...core.state import Side, Units
from ...core.wording import counted
from .careful import spared_last
from .position import Choice, Position
from .states import PRESSED
from .units import ATTACKING, lose_step

FROM_SHELLS = ("bombardment", "air")  # a unit may be disrupted instead of losing its last step only here (BP-R20, GL-R46)


class Losses(Choice[Position], frozen=True):
    """Choose who loses the next step."""

    side: Side
    units: Units  # who can be hit
    count: int
    cause: str
    struck: Units = ()  # who has been hit
    spread: bool = False  # two must be hit, if there are two (BP 6.5.2/2)
    parts: tuple[Units, ...] = ()  # the counters that a unit became in these losses: they fare alike (GL 9.2.1)

    topic = "losses"
    implied_kind = "loss"
    labels = {"loss": "{unit} loses a step", "disrupt": "{unit} is disrupted instead"}

    def player(self, p: Position) -> int:
        seats = {p.seating.of_nation[p.c.nation[u]] for u in self.exposed(p)}
        return seats.pop() if len(seats) == 1 else p.seating.of_side[self.side]

    def prompt(self, p: Position) -> str:
        steps = counted(self.count, "step")
        where = p.label(p.place[self.exposed(p)[0]])
        return f"{p.adjective(self.side)} losses in {{{where}}}, {steps}: choose who takes the next."

    def about(self, p: Position) -> About | None:
        return about(p, self.exposed(p), hits=self.count)

    def exposed(self, p: Position) -> list[int]:
        """Who can take the next step: units over the top before others (BP 10.2/6)."""
        return self.narrowed(p)[0]

    def narrowed(self, p: Position) -> tuple[list[int], str]:
        """Who can take the next step, and the topic of the rule that spares the others; empty if nobody is spared."""
        there = [u for u in self.units if p.on_map(u)]
        pressed = [u for u in there if p.status[u] & PRESSED]
        if pressed and self.cause in ATTACKING:
            return pressed, "pressed_first" if len(pressed) < len(there) else ""
        others = [u for u in there if u not in self.struck]
        if self.spread and self.count == 1 and len(set(self.struck)) == 1 and others:
            return others, "spread" if len(others) < len(there) else ""
        return there, ""

    def may_disrupt(self, p: Position, u: int) -> bool:
        if self.cause not in FROM_SHELLS or not p.may_disrupt_instead(u):
            return False
        alike = [v for group in self.parts if u in group for v in group if v != u]
        return not any(p.on_map(v) and p.good_order(v) for v in alike)

    def options(self, p: Position) -> Sequence[Action]:
        there = self.exposed(p)
        return [*(p.c.loss[u] for u in there), *(Action("disrupt", p.name(u)) for u in there if self.may_disrupt(p, u))]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        u = p.c.unit.get(action.unit)
        if u is None or action.kind not in ("loss", "disrupt"):
            return None
        if u not in self.units:
            return Refusal(f"{action.unit} is not among those that were hit", p.cite("losses"))
        if u not in self.exposed(p):
            rule = self.narrowed(p)[1]
            first = f"Units that {p.differences.pressed_before} take all losses first"
            return Refusal(first if rule == "pressed_first" else "Another unit must be hit too", p.cite(rule))
        return Refusal(f"{action.unit} cannot be disrupted instead of losing a step", p.cite("disrupt_instead"))

    def default(self, p: Position) -> Action:
        """The weakest of those whom it does not destroy; else disrupted instead, where that may be."""
        u = spared_last(p, self.exposed(p))[0]
        return Action("disrupt", p.name(u)) if p.steps[u] == 1 and self.may_disrupt(p, u) else p.c.loss[u]

    def take(self, p: Position, action: Action) -> None:
        take_step(p, self, p.c.unit[action.unit], instead=action.kind == "disrupt")


def take_step(p: Position, losses: Losses, u: int, instead: bool) -> None:
    """One step, or disruption in its place; then the next."""
    name, cell, before = p.name(u), p.place[u], p.steps[u]
    why = p.cite(kind_of_loss(p, u), *filter(None, [losses.narrowed(p)[1]]))
    if instead:
        p.step_lost(u, 0, losses.cause)
        now = p.disrupt_instead(u)
        step = "its last step" if now == (u,) else f"a step and becomes {p.names(now)}"
        p.say("disrupt", f"{{{name}}} is disrupted instead of losing {step}", p.cite("disrupt_instead"))
    else:
        now = lose_step(p, u, losses.cause)
        lost = before - sum(p.steps[v] for v in now)
        become = "is reduced" if now == (u,) else f"becomes {p.names(now)}" if now else "is eliminated"
        text = f"{{{name}}} in {{{p.label(cell)}}} loses {'a step' if lost == 1 else f'{lost} steps'} and {become}"
        if lost > 1:
            text, why = f"{text}: {lack_of_counters(p, u, bool(now))}", (*why, *p.cite("shortage"))
        p.say("loss", text, why)
    units = tuple(w for v in losses.units for w in (now if v == u else (v,)))
    struck = tuple(w for v in (*losses.struck, u) for w in (now if v == u else (v,)))
    parts = (*losses.parts, now) if len(now) > 1 else losses.parts
    ask(p, msgspec.structs.replace(losses, units=units, count=losses.count - 1, struck=struck, parts=parts))


def kind_of_loss(p: Position, u: int) -> str:
    """The topic of what a lost step does to a unit of its kind."""
    c = p.c
    if not c.infantry[u]:
        return f"loss_{c.kind[u]}"
    if c.division[u]:
        return "loss_division" if p.steps[u] == c.steps[u] else "loss_reduced_division"
    return f"loss_{c.size[u]}" if c.trenches[u] else "loss_brigade"


def lack_of_counters(p: Position, u: int, some: bool) -> str:
    """Why a unit loses more than the step it was to lose (BP-R119, GL-R49)."""
    smaller = "battalion" if p.c.regiment[u] else "brigade"
    return f"the pool has no {'other ' if some else ''}{smaller} that could take its place"


def ask(p: Position, losses: Losses) -> None:
    """Ask who loses the next step where there is a choice; steps that find no unit are void (BP-R151)."""
    there = losses.exposed(p) if losses.count > 0 else []
    if not there:
        return
    if len(there) == 1 and not losses.may_disrupt(p, there[0]):
        take_step(p, losses, there[0], instead=False)
    else:
        p.stack.append(losses)


def inflict(p: Position, side: int, units: Sequence[int], count: int, cause: str) -> None:
    """Some units lose steps."""
    spread = p.differences.spreads_losses and count >= 3 and cause in FROM_SHELLS and sum(p.c.trenches[u] for u in units) > 1
    ask(p, Losses(side, tuple(units), count, cause, (), spread))


class Inflict(Automatic[Position], frozen=True):
    """Losses that wait their turn."""

    side: Side
    units: Units
    count: int
    cause: str

    def run(self, p: Position) -> None:
        inflict(p, self.side, self.units, self.count, self.cause)
