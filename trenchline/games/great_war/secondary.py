"""Secondary attacks: after all primary assaults, as many as the Command Center gave (BP 11.10, BP-R167; GL 16.8)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core.actions import DONE, Action, Refusal
from ...core.charts import Odds
from ...core.decisions import Automatic
from ...core.state import SeatNumber, Side
from .assault import begin_assaults
from .commitment import may_attack, refuse_commit
from .fire import begin_fire
from .position import Choice, Position
from .pressing import begin_pressing
from .records import Assault
from .resources import available, use
from .seats import Gathering
from .states import SECONDARY

ATTACK = Action("attack")


class SecondaryAttacks(Automatic[Position], frozen=True):
    """As long as secondary attacks are left and somebody can make one."""

    side: Side
    seat: int = 0  # the place of the seat that is asked, among those of its side

    def run(self, p: Position) -> None:
        if not available(p, "secondary"):
            return
        seats = p.seating.sharing(self.side)
        for place in range(self.seat, len(seats)):
            decision = SecondaryAttack(self.side, seats[place], place)
            if len(decision.options(p)) > 1:
                p.stack.append(decision)
                return


def refuse(p: Position, u: int, cell: int, beside: Sequence[int]) -> Refusal | None:
    if p.status[u] & SECONDARY:
        return Refusal(f"{p.name(u)} has made its secondary attack", p.cite("secondary"))
    if not may_attack(p, u, secondary=True):
        return Refusal(f"{p.name(u)} is not fit for a secondary attack: disrupted, held or out of command", p.cite("secondary"))
    return refuse_commit(p, u, cell, beside, secondary=True)


class SecondaryAttack(Choice[Position], frozen=True):
    """Name the square of a secondary attack, or make none."""

    side: Side
    seat: SeatNumber
    place: int

    topic = "secondary"
    implied_kind = "target"
    labels = {"done": "No more secondary attacks", "target": "Attack {cell}"}

    def player(self, p: Position) -> int:
        return self.seat

    def prompt(self, p: Position) -> str:
        left = available(p, "secondary")
        return f"Secondary attacks, {left} left: choose a target, or make no more."

    def options(self, p: Position) -> Sequence[Action]:
        found: dict[int, None] = {}
        for u in p.units(self.side):
            if p.status[u] & SECONDARY or not may_attack(p, u, secondary=True) or p.is_engaged(u):
                continue
            if p.seating.of_nation[p.c.nation[u]] != self.seat:
                continue
            for x in p.c.near[p.place[u]]:
                if x not in found and p.enemy_holds(x, self.side) and refuse(p, u, x, ()) is None:
                    found[x] = None
        return [*(p.c.targets[x] for x in found), DONE]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        if not action.cell:
            return None
        return Refusal(f"No unit in good order and in command can attack {action.cell}", p.cite(self.topic))

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            p.stack.append(SecondaryAttacks(self.side, self.place + 1))
        else:
            p.stack += [
                SecondaryAttacks(self.side, self.place),
                Wave(self.side, p.c.board.index[action.cell], (), (self.seat,)),
            ]


class Wave(Gathering[Position], frozen=True):
    """The units that make a secondary attack."""

    topic = "secondary"
    begins = ATTACK
    labels = {"attack": "Attack", "back": "Choose another target"}

    def prompt(self, p: Position) -> str:
        return f"Secondary attack on {{{p.label(self.target)}}}: add units, then attack."

    def pool(self, p: Position) -> Iterable[int]:
        of = p.seating.of_nation
        near = p.c.near[self.target]
        return [u for x in near for u in p.own(x, self.side) if of[p.c.nation[u]] == self.asked[-1]]

    def refuse_unit(self, p: Position, u: int) -> Refusal | None:
        if u in self.units:
            return Refusal(f"{p.name(u)} takes part already", p.cite(self.topic))
        if p.c.side[u] != self.side or p.seating.of_nation[p.c.nation[u]] != self.asked[-1]:
            return Refusal(f"{p.name(u)} is not yours", p.cite(self.topic))
        return refuse(p, u, self.target, self.units)

    def refuse_go(self, p: Position) -> Refusal | None:
        return None if self.units else Refusal("Nobody attacks yet", p.cite(self.topic))

    def odds(self, p: Position, action: Action) -> Odds | None:
        from .forecast import forecast

        if action != ATTACK or not self.units:
            return None
        with_them = p.clone()
        with_them.assaults = (Assault(self.target, self.units, secondary=True),)
        return forecast(with_them, self.side, with_them.assaults[0])

    def gathered(self, p: Position) -> None:
        use(p, "secondary")
        p.assaults = ()
        p.begin_wave(self.side)
        for u in self.units:
            p.status[u] |= SECONDARY
            p.commit(u, self.target, secondary=True)


class PressWave(Automatic[Position], frozen=True):
    side: Side

    def run(self, p: Position) -> None:
        begin_pressing(p, self.side)


class FireOnWave(Automatic[Position], frozen=True):
    side: Side

    def run(self, p: Position) -> None:
        if p.assaults:
            begin_fire(p, self.side)


class ResolveWave(Automatic[Position], frozen=True):
    side: Side

    def run(self, p: Position) -> None:
        begin_assaults(p, self.side)
