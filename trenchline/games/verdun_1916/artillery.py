"""8.0 Artillery: ranges, values, and whom a gun may support."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import Refusal
from .components import ENEMY, FRENCH
from .position import FIRED, NEUTRALISED, Position
from .refusals import off_the_map


def barrage_value(p: Position, gun: int) -> int:
    """The bombardment value (8.0c); halved, rounded down, for a neutralised gun (9b)."""
    value = p.c.bombard[gun]
    return value // 2 if p.status[gun] & NEUTRALISED else value


def support_value(p: Position, gun: int, attack: bool) -> int:
    """The bombardment value in attack, the defence value in defence (8.0c, 8.0d).

    Halved first, then one less out of command (9b, 10.2e, VV-R85).
    """
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


def covered(p: Position, guns: Sequence[int]) -> int:
    """The hexes in range of one gun at least, a bit each (8.0a)."""
    c, found = p.c, 0
    for gun in guns:
        found |= c.board.everywhere if c.size[gun] == "army" else c.board.field(p.place[gun], c.range[gun])
    return found


def ready(p: Position, gun: int) -> bool:
    """On the map or with the army, and not yet used in this player turn, for fire or support (1.3c, 8.0e)."""
    if p.status[gun] & FIRED:
        return False
    return p.on_map(gun) or p.place[gun] == p.c.box["army"]


def why_not_fire(p: Position, gun: int) -> Refusal | None:
    """Used in this player turn already (8.0e, 11c), or nowhere to fire from."""
    if p.status[gun] & FIRED:
        when = "turn" if p.c.bomber[gun] else "player turn"
        return Refusal(f"{p.name(gun)} has been used in this {when}", ("11c" if p.c.bomber[gun] else "8.0e",))
    return None if p.place[gun] == p.c.box["army"] else off_the_map(p, gun)


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
    if c.size[gun] == "army" or not others:
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
    """Whether a gun or bomber may support the units in a combat, not units that are only shelled (8.2, 8.2e, 8.4, 11b).

    It must not have been used before, in the bombardment or in either combat phase (2.1.4b, 2.1.4c, 2.1.6b).

    Range is counted to a unit it is entitled to help (VV-R17); `lone_works` are attacked fortresses without a defender,
    which any French corps artillery may help (VV-R09).
    """
    c, name = p.c, p.c.ids[gun]
    if c.railway[gun]:
        return Refusal(f"{name} is army artillery and gives no support", ("8.4f",))
    if c.bomber[gun] and not attack:
        return Refusal(f"{name} does not support a defence", ("11b",))
    if not (c.gun[gun] or c.bomber[gun]):
        return Refusal(f"{name} is no gun", ("8.2a" if attack else "8.2d",))
    if not ready(p, gun):
        return why_not_fire(p, gun)
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
