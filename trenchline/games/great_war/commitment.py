"""Assault commitment: units on the line of an enemy square, in command; lone supply HQs; engagements renewed (BP 8.0, GL
13.0)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ...core.actions import DONE, Action, Refusal
from ...core.charts import Odds
from .lines import commanded
from .position import Position
from .records import Assault
from .seats import JointChoice, SeatChoice


def begin_commitment(p: Position, side: int) -> None:
    """Engaged attackers recommit by themselves (BP 8.8)."""
    for u in range(len(p.c.counters)):
        p.status[u] &= ~p.differences.before_assaults
    due = [e.cell for e in p.engagements if e.side == side and e.again <= p.turn]
    p.assaults = tuple(Assault(cell, able, renewed=True) for cell in due if (able := strikers(p, cell, side)))
    seats = p.seating.sharing(side)
    p.stack.append(JointCommitment(seats) if len(seats) > 1 else Commitment(side))


def strikers(p: Position, cell: int, side: int) -> tuple[int, ...]:
    """A side's units in an engaged square that can assault."""
    return tuple(u for u in p.defenders_of(cell, side) if may_attack(p, u))


def may_attack(p: Position, u: int, secondary: bool = False) -> bool:
    """Infantry, cavalry and tanks, in a state fit for it; for a secondary attack in good order (BP 8.1, BP-R42, GL 13.1.1)."""
    fit = p.good_order(u) if secondary else p.fit_to_assault(u)
    return p.c.assaults[u] and fit and p.may_assault(u)


def targets(p: Position, u: int) -> list[int]:
    """The squares next to a unit that it could assault."""
    side, present, fort = p.c.side[u], p.present, p.c.fort
    bits = p.c.enemy_bits[side]
    return [x for x in p.c.near[p.place[u]] if (present[x] & bits or fort[x]) and p.assailable(x, side)]


def assailable(p: Position, cell: int, side: int) -> bool:
    """Whether enemies stand in a square, and none of them is engaged (BP 8.1)."""
    return bool(p.present[cell] & p.c.enemy_bits[side]) and not p.engaged(cell)


def against(p: Position, cell: int) -> Assault | None:
    return next((a for a in p.assaults if a.target == cell), None)


def in_command(p: Position, units: Iterable[int]) -> bool:
    """Whether all units of an assault have command support (BP 8.2, BP-R159)."""
    units = list(units)
    near = {p.c.nation[u] for u in units if p.c.short_command[u]}  # nations commanded from less far
    return all(commanded(p, u, p.place[u], p.c.nation[u] in near) for u in units)


def refuse_commit(p: Position, u: int, cell: int, beside: Sequence[int], secondary: bool = False) -> Refusal | None:
    """Why a unit may not be committed against a square."""
    name, label = p.name(u), p.label(cell)
    if not p.on_map(u) or not p.c.assaults[u]:
        return Refusal(f"{name} cannot assault", p.cite("attackers"))
    if not may_attack(p, u, secondary):
        return p.hindrance(u) or Refusal(f"{name} is disrupted and cannot assault", p.cite("attackers"))
    if p.is_engaged(u) or p.engaged(cell):
        return Refusal("No unit may join or leave an engagement from outside", p.cite("engaged_still"))
    if p.committed(u) is not None:
        return Refusal(f"{name} is committed already", p.cite("commit"))
    if cell in p.c.board.neighbours[p.place[u]] and cell not in p.c.near[p.place[u]]:
        return Refusal(f"The river lies between {p.label(p.place[u])} and {label}", p.cite("river_assault"))
    if cell not in p.c.near[p.place[u]]:
        return Refusal(f"{name} is not next to {label}", p.cite("commit"))
    if not p.assailable(cell, p.c.side[u]):
        return Refusal(f"No enemy is in {label}", p.cite("commit"))
    if not in_command(p, (*beside, u)):
        return Refusal(f"{name} would leave the assault on {label} without command support", p.cite("command"))
    return p.refuse_commit(u, cell, beside, secondary)


class Commitment(SeatChoice[Position], frozen=True):
    """Commit units against squares, until done."""

    topic = "commit"
    implied_kind = "commit"
    labels = {"done": "End commitment", "commit": "{unit} against {cell}", "strike": "The defenders of {cell} strike"}

    def prompt(self, p: Position) -> str:
        return "Assault commitment: commit a unit against a square next to it, or end commitment."

    def _strikes(self, p: Position) -> list[int]:
        """Engaged squares in which this side was attacked and may now attack itself (BP-R163e)."""
        held = [e.cell for e in p.engagements if e.side != self.side and against(p, e.cell) is None]
        return [x for x in held if (able := strikers(p, x, self.side)) and self.mine(p, able[0])]

    def options(self, p: Position) -> Sequence[Action]:
        taken = {u for a in p.assaults for u in a.units}
        found = []
        for u in p.units(self.side):
            if u in taken or not p.c.assaults[u] or not self.mine(p, u) or not may_attack(p, u) or p.is_engaged(u):
                continue
            for x in targets(p, u):
                there = against(p, x)
                if refuse_commit(p, u, x, there.units if there else ()) is None:
                    found.append(Action("commit", p.name(u), p.label(x)))
        found += [Action("strike", cell=p.label(x)) for x in self._strikes(p)]
        return [*found, DONE]

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        cell, u = p.c.board.index.get(action.cell), p.c.unit.get(action.unit)
        if action == DONE:
            return None
        if cell is not None and action == Action("strike", cell=action.cell):
            return (
                None if cell in self._strikes(p) else Refusal(f"Nobody of yours can strike in {action.cell}", p.cite("engaged"))
            )
        if cell is None or u is None or action != Action("commit", action.unit, action.cell):
            return Refusal("Choose a unit and a square next to it, or end commitment", p.cite(self.topic))
        if not self.mine(p, u):
            return Refusal(f"{action.unit} is not yours", p.cite(self.topic))
        there = against(p, cell)
        return refuse_commit(p, u, cell, there.units if there else ())

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        self.ask_again(p)
        cell = p.c.board.index[action.cell]
        if action.kind == "strike":
            p.assaults += (Assault(cell, strikers(p, cell, self.side), renewed=True),)
            p.say("commit", f"The defenders of {{{action.cell}}} strike back", p.cite("engaged"))
        else:
            p.commit(p.c.unit[action.unit], cell)

    def odds(self, p: Position, action: Action) -> Odds | None:
        """The odds of the assault with one more unit."""
        from .forecast import forecast

        if action.kind != "commit":
            return None
        cell, with_it = p.c.board.index[action.cell], p.clone()
        with_it.commit(p.c.unit[action.unit], cell)
        assault = against(with_it, cell)
        return None if assault is None else forecast(with_it, self.side, assault)

    def fights(self, p: Position) -> list[Odds]:
        from .forecast import forecasts

        return forecasts(p, self.side)


def commit(p: Position, u: int, cell: int, secondary: bool = False) -> None:
    there = against(p, cell)
    if there is None:
        p.assaults += (Assault(cell, (u,), secondary=secondary),)
    else:
        more = msgspec.structs.replace(there, units=(*there.units, u))
        p.assaults = tuple(more if a is there else a for a in p.assaults)
    p.say("commit", f"{{{p.name(u)}}} is committed against {{{p.label(cell)}}}", p.cite("commit"))


class JointCommitment(JointChoice[Position], frozen=True):
    """Several seats of a side commit in any order (BP-R09)."""

    of = Commitment
    implied_kind = "commit"
