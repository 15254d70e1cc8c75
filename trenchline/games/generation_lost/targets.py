"""8.2, 8.3.2(e) What guns can harm: rows of the table, field guns and trenches, and who is in a fort."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import Refusal
from ..great_war.bombardment import NO_EFFECT, cover_of
from ..great_war.records import Barrage
from ..great_war.states import ENTRENCHED, INSIDE
from ..great_war.units import disrupt
from .bombardment_supply import why_no_shells
from .components import GERMAN
from .position import Position

FORT_ROW = "start_trench"  # Start Trench, Fort and Hill are one row of the table


def occupants(p: Position, cell: int, side: int) -> list[int]:
    """A side's enemies in the fort of a square."""
    return [u for u in p.others(cell, side) if p.status[u] & INSIDE]


def entrenched(p: Position, cell: int) -> bool:
    """A square on a start line or with defense works, or with entrenched German infantry, is no target for field guns
    (8.3.2(e), 3.0-Entrenched, GL-R31)."""
    return bool(p.c.trench[cell]) or p.c.works[cell] or any(p.status[u] & ENTRENCHED for u in outside(p, cell))


def outside(p: Position, cell: int) -> list[int]:
    return [u for u in p.stacks[cell] if not p.status[u] & INSIDE]


def shell_row(p: Position, cell: int) -> str:
    """Of ground, start trench and works the row that asks for most; a 2nd trench shelters all beside trench-mode Germans
    (8.2.1, 8.2.1-StartTrench, 8.2.1-2ndTrench, GL-R32). Who is outside a fort has the ground alone (8.2.2)."""
    row = p.c.standing_row[cell]
    dug_in = any(p.status[u] & ENTRENCHED for u in outside(p, cell))
    return p.c.hardest_row([row, "second_trench"]) if dug_in else row


def gun_factor(p: Position, u: int, cell: int, inside: bool) -> int:
    """Only 420s and 400s count against a fort, field guns count nothing against entrenched targets (8.2.2, 8.3.2(e))."""
    harmless = not p.c.siege[u] if inside else not p.c.heavy[u] and entrenched(p, cell)
    return 0 if harmless else p.numbers(u).primary


def factors_on(p: Position, guns: Sequence[int]) -> bytes:
    """The factors that count against each square, not its fort."""
    c = p.c
    light = cover_of(p, [u for u in guns if not c.heavy[u]])
    heavy = cover_of(p, [u for u in guns if c.heavy[u]])
    return (heavy + (light & ~_shut_to_field_guns(p)) if light else heavy).to_bytes(c.board.size, "little")


def _shut_to_field_guns(p: Position) -> int:
    """The entrenched squares, a byte each in a large number."""
    shut, size = p.c.earthworks, p.c.board.size
    for u in p.c.army[GERMAN]:
        if p.status[u] & ENTRENCHED and not p.status[u] & INSIDE and p.place[u] < size:
            shut |= 255 << 8 * p.place[u]
    return shut


def refuse_gun(p: Position, u: int, cell: int, inside: bool) -> Refusal | None:
    """Why a gun takes no part: no shells, or it cannot harm the target (8.4, 8.2.2, 8.3.2(e), GL-R269)."""
    no_shells = why_no_shells(p, u)
    if no_shells is not None:
        return no_shells
    if inside and not p.c.siege[u]:
        return Refusal(f"{p.name(u)} cannot harm a fort: only 420s and 400s can", ("8.2.2",))
    if not gun_factor(p, u, cell, inside):
        return Refusal(f"{p.name(u)} is a field gun and cannot harm entrenched targets", ("8.3.2(e)",))
    return None


def strike_fort(p: Position, barrage: Barrage, result: str) -> None:
    """Who is in the fort is disrupted and stays hidden (8.2.2, 9.2.4, GL-R45)."""
    there = occupants(p, barrage.target, barrage.side)
    if result == NO_EFFECT or not there:
        return
    for u in there:
        disrupt(p, u)
    p.say("disrupt", p.they(there, "is disrupted in the fort", "are disrupted in the fort"), ("8.2.2", "8.6.4-D"))
