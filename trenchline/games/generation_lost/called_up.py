"""12.7.6, 20.2 Reinforcements that the schedule lists by kind: what is owed, and which counters of the pool may come for it."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from .components import Choice as Call
from .entry_squares import usable_squares
from .exits import leaving
from .position import Position
from .records import Owed
from .steps import battalions

LEAST_BRIGADE = 2  # the attack of the weakest brigade side


def call_up(p: Position, side: int) -> None:
    """What the schedule lists by kind is owed from its turn on until it has come (GL-R306, 20.3.3)."""
    calls = enumerate(p.s.choices)
    p.owed += tuple(Owed(i, call.row.count) for i, call in calls if call.turn == p.turn and call.side == side)


def printed(call: Call) -> tuple[int, int]:
    """The two combat numbers of a type: 1066 is 10 and 6."""
    return int(call.row.type[:-2]), int(call.row.type[-2])


def substitutes(p: Position, side: int) -> list[int]:
    """Counters that can come for what is owed, one of each kind."""
    found: dict[tuple[object, ...], int] = {}
    for u in _stock(p, side):
        key = (p.c.size[u], p.c.type[u], p.c.mangin[u], u in leaving(p))
        if key not in found and any(serves(p, u, owed) for owed in owed_to(p, side)):
            found[key] = u
    return list(found.values())


def owed_to(p: Position, side: int) -> list[Owed]:
    return [owed for owed in p.owed if p.s.choices[owed.row].side == side]


def _stock(p: Position, side: int) -> Iterator[int]:
    """The pool; and counters that are out of play where the schedule names divisions that fight already (GL-R226)."""
    unused = any(p.s.choices[owed.row].row.unused for owed in owed_to(p, side))
    boxes = ("pool", "out") if unused else ("pool",)
    c = p.c
    return (u for box in boxes for u in p.stacks[c.box[box]] if c.side[u] == side and c.infantry[u])


def price(p: Position, u: int) -> int:
    """The battalions that a regiment stands for: in 19.3 and the campaign 2 for 3 or 4 factors, 3 for 5 or 6, 4 for 7, else
    those of which it is rebuilt (19.3.5(d), 20.3.4, 12.7.6, GL-R102)."""
    if p.c.battalion[u]:
        return 1
    factors = p.c.front[u].primary
    return (factors + 1) // 2 if p.s.spec.make_change else p.c.steps[u]


def serves(p: Position, u: int, owed: Owed) -> bool:
    """Whether a counter, on either side, can come for something owed."""
    return bool(sides_for(p, u, owed))


def sides_for(p: Position, u: int, owed: Owed) -> tuple[str, ...]:
    """The sides on which a counter can come for something owed: "" full, "reduced"."""
    c, call = p.c, p.s.choices[owed.row]
    out = p.place[u] == c.box["out"]
    if call.row.kind == "battalion":
        return ("",) if _for_battalions(p, u, owed) else ()
    if call.row.kind == "regiment":
        smaller = c.regiment[u] and (c.front[u].primary, c.front[u].secondary) <= printed(call)
        return ("",) if owed.count and smaller else ()
    numbers = (("", c.front[u]), ("reduced", c.back[u]))
    if c.division[u] and owed.count and (not out or call.row.unused):
        return tuple(mode for mode, n in numbers if (n.primary, n.secondary) <= printed(call))
    if c.brigade[u]:
        room = max(owed.left, printed(call)[0] if owed.count else 0)
        return tuple(mode for mode, n in numbers if n.primary <= room)
    return ()


def _for_battalions(p: Position, u: int, owed: Owed) -> bool:
    """A battalion, or a regiment for several that are in the pool too; rebuilt by 9.3.2 it is the lowest of its class."""
    c = p.c
    if c.battalion[u]:
        return owed.count > 0 and not c.engineer[u]
    if not c.regiment[u] or price(p, u) > min(owed.count, len(battalions(p))):
        return False
    alike = [v for v in p.stacks[c.box["pool"]] if c.regiment[v] and c.steps[v] == c.steps[u]]
    return p.s.spec.make_change or c.front[u].primary == min(c.front[v].primary for v in alike)


def filled_by(p: Position, u: int, cell: int, mode: str) -> Owed | None:
    """What is owed that a unit would be set against: a division begun as brigades first, then the smallest type, then the
    oldest."""
    side = p.c.side[u]
    able = [
        o for o in owed_to(p, side) if mode in sides_for(p, u, o) and cell in usable_squares(p, u, p.s.choices[o.row].cells)
    ]

    def rank(owed: Owed) -> tuple[object, ...]:
        call = p.s.choices[owed.row]
        numbers = (0, 0) if call.row.kind == "battalion" else printed(call)
        return (not owed.left, numbers, call.turn, owed.row)

    return min(able, key=rank, default=None)


def set_against(p: Position, u: int, owed: Owed, mode: str) -> None:
    """Set a unit against what is owed."""
    c, call = p.c, p.s.choices[owed.row]
    now = owed
    if call.row.kind == "battalion":
        now = msgspec.structs.replace(owed, count=owed.count - price(p, u))
    elif c.brigade[u]:
        attack = (c.back if mode == "reduced" else c.front)[u].primary
        if attack <= owed.left:
            now = msgspec.structs.replace(owed, left=owed.left - attack)
        else:
            now = msgspec.structs.replace(owed, count=owed.count - 1, left=printed(call)[0] - attack)
    else:
        now = msgspec.structs.replace(owed, count=owed.count - 1)
    rest = [now if o is owed else o for o in p.owed]
    p.owed = tuple(o for o in rest if o.count > 0 or o.left >= LEAST_BRIGADE)
