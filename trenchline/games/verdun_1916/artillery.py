"""8.0 Artillery: ranges, values, and whom a gun may support."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import Refusal
from .components import ENEMY, FRENCH
from .position import FIRED, NEUTRALISED, Position


def barrage_value(p: Position, gun: int) -> int:
    """The bombardment value; halved, rounded down, for a neutralised gun (9b)."""
    value = p.c.bombard[gun]
    return value // 2 if p.status[gun] & NEUTRALISED else value


def support_value(p: Position, gun: int, attack: bool) -> int:
    """The bombardment value in attack, else the defence value; halved first, then one less out of command (VV-R85)."""
    value = p.c.bombard[gun] if attack else p.c.defence[gun]
    if p.status[gun] & NEUTRALISED:
        value //= 2  # 9b
    if not p.in_command(gun):
        value -= 1  # 10.2e
    return max(value, 0)


def in_range(p: Position, gun: int, cell: int) -> bool:
    """Range counts hexes, the gun's own left out; railway guns and bombers reach everywhere (8.0a, 8.0b, 11b)."""
    if p.c.size[gun] == "army":
        return True
    return p.c.board.distances(p.place[gun])[cell] <= p.c.range[gun]


def ready(p: Position, gun: int) -> bool:
    """On the map or with the army, and not yet used in this player turn (8.0e)."""
    if p.status[gun] & FIRED:
        return False
    return p.on_map(gun) or p.place[gun] == p.c.box["army"]


def in_contact(p: Position, gun: int) -> bool:
    """In an enemy zone of control: no support from there (8.4a)."""
    return p.on_map(gun) and p.zone[ENEMY[p.c.side[gun]]][p.place[gun]] > 0


def belongs(p: Position, gun: int, unit: int) -> bool:
    """Whether a unit is a gun's to support: of its division, of its corps, or any for the guns apart (8.4c, 8.4d, 14.2D-d)."""
    c = p.c
    if gun in p.b.apart or c.bomber[gun]:
        return True
    if c.size[gun] == "division":
        return c.division[unit] == c.division[gun]
    return c.corps[unit] == c.corps[gun]


def may_join(p: Position, gun: int, others: Sequence[int], support: bool) -> Refusal | None:
    """Two corps do not shell one hex (8.4e); the guns apart never act with another corps at all (14.2D-e, VV-R77)."""
    c = p.c
    if c.size[gun] == "army":
        return None
    for other in others:
        if c.size[other] == "army" or c.corps[other] == c.corps[gun]:
            continue
        if gun in p.b.apart or other in p.b.apart:
            return Refusal(f"{c.ids[gun]} and {c.ids[other]} are of different corps: left-bank guns act alone", ("14.2D-e",))
        if not support:
            return Refusal(f"{c.ids[gun]} and {c.ids[other]} are of different corps", ("8.4e",))
    return None


def why_no_support(
    p: Position,
    gun: int,
    helped: Sequence[int],
    lone_works: Sequence[int],
    targets: Sequence[int],
    others: Sequence[int],
    attack: bool,
) -> Refusal | None:
    """Whether a gun or bomber may support the units in a combat (8.2, 8.4, 11b).

    Range is counted to a unit it is entitled to help (VV-R17); `lone_works` are attacked fortresses without a garrison,
    which any French corps artillery may help (VV-R09).
    """
    c, name = p.c, p.c.ids[gun]
    if c.railway[gun]:
        return Refusal(f"{name} is army artillery and gives no support", ("8.4f",))
    if c.bomber[gun] and not attack:
        return Refusal(f"{name} does not support a defence", ("11b",))
    if not (c.gun[gun] or c.bomber[gun]):
        return Refusal(f"{name} is no gun", ("8.2",))
    if not ready(p, gun):
        return Refusal(f"{name} has fired, or is not on the map", ("8.0e",))
    if p.place[gun] in targets:
        return Refusal(f"{name} is itself attacked and defends by its contact value", ("8.3",))
    if in_contact(p, gun):
        return Refusal(f"{name} is in an enemy zone of control and cannot support", ("8.4a",))
    own = [u for u in helped if belongs(p, gun, u)]
    cells = [p.place[u] for u in own]
    if not attack and c.side[gun] == FRENCH and (c.size[gun] == "corps" or gun in p.b.apart):
        cells += lone_works
    if not cells:
        whose, case = ("division", "8.4c") if c.size[gun] == "division" else ("corps", "8.4d")
        return Refusal(f"No unit of {name}'s {whose} is in the combat", (case,))
    if not any(in_range(p, gun, cell) for cell in cells):
        return Refusal(f"The units {name} may support are out of its range", ("8.2b" if attack else "8.2d",))
    return may_join(p, gun, others, support=True)
