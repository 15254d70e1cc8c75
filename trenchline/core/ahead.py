"""Looking a few orders ahead: what a counter could do once it is named, where several can go together, what goes at once.

Everything is tried out in copies, by the rules themselves; nothing here knows a game. Whoever asks gives a copy that holds
nothing hidden from him.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from .actions import DONE, Action, Refusal
from .match import Match

NAMING = "select"  # the kind of action that only names the counter which is to be told something
HALT = Action("halt")  # the answer with which a counter that could go on stays where it is
JOINED = ("units", "guns", "attackers", "support")  # the fields of decisions that hold those who have joined
MOST_TOLD = 24
ELSE_FIRST = "Something else must be decided first."


class Stays(msgspec.Struct, frozen=True, omit_defaults=True):
    """One who cannot do it, and why."""

    unit: str
    reason: str
    cases: tuple[str, ...] = ()


class GroupMarch(msgspec.Struct, frozen=True, omit_defaults=True):
    """A cell where some of a group can go together: who goes, who stays, and what would then keep the phase from ending."""

    cell: str
    goes: tuple[str, ...]
    stays: tuple[Stays, ...]
    crowded: Refusal | None = None  # they may pass, but not remain: mostly too many would stand there


class AtOnce(msgspec.Struct, frozen=True):
    """Of some actions, those that can all be done one after the other; who is left out, and why."""

    goes: tuple[Action, ...]
    stays: tuple[Stays, ...]


def kind_of(match: Match) -> str:
    stack = match.position.stack
    return stack[-1].__class__.__name__ if stack else ""


def _stands_as(twin: Match, kind: str, settled: tuple[int, int]) -> bool:
    """Whether a copy still asks the same, and no die has fallen and nothing come out in it: what follows is not guessed."""
    p = twin.position
    return kind_of(twin) == kind and (p.rolled, p.shown) == settled


def orders_of(match: Match, unit: str) -> list[Action]:
    """What a counter could be told now: where it is only named first, what could be told it then."""
    named = _named(match, unit)
    return [action for action in (named or match).actions() if action.unit == unit and action.kind != NAMING]


def _named(match: Match, unit: str) -> Match | None:
    """A copy in which the counter is named; None where naming it is no answer."""
    naming = next((a for a in match.actions() if a.kind == NAMING and a.unit == unit), None)
    if naming is None:
        return None
    twin = match.clone()
    twin.play_on(naming)
    return twin


def marches(match: Match, units: Sequence[str], cells: Sequence[str] = ()) -> list[GroupMarch]:
    """Every cell where at least one of some counters can go, with who can go there if all are sent, in this order. With
    `cells` only those are looked at."""
    return list(march_steps(match, units, cells))


def march_steps(match: Match, units: Sequence[str], cells: Sequence[str] = ()) -> Iterator[GroupMarch]:
    """The same cell by cell: a large group takes seconds."""
    ways = {unit: {action.cell: action for action in orders_of(match, unit) if action.cell} for unit in units}
    goals = cells or list(dict.fromkeys(cell for way in ways.values() for cell in way))
    for cell in goals:
        yield _march(match, ways, cell)


def _march(match: Match, ways: dict[str, dict[str, Action]], cell: str) -> GroupMarch:
    """All are sent to a cell, one after the other: each finds there those who went before."""
    twin, kind, settled = match.clone(), kind_of(match), (match.position.rolled, match.position.shown)
    goes: list[str] = []
    stays: list[Stays] = []
    usual = next((a for way in ways.values() for a in way.values()), None)  # what those would be told who cannot
    for unit in ways:
        if not _stands_as(twin, kind, settled):
            stays.append(Stays(unit, ELSE_FIRST))
            continue
        named = _named(twin, unit) or twin.clone()
        way = next((a for a in named.actions() if a.unit == unit and a.cell == cell), None)
        if way is None:
            stays.append(_why(named, unit, usual and msgspec.structs.replace(usual, unit=unit, cell=cell)))
        else:
            named.play_on(way)
            if kind_of(named) != kind and HALT in named.actions():
                named.play_on(HALT)  # it is on the move still: the next one waits for it
            twin = named
            goes.append(unit)
    return GroupMarch(
        cell, tuple(goes), tuple(stays), _hindrance(match, twin) if goes and _stands_as(twin, kind, settled) else None
    )


def _hindrance(before: Match, after: Match) -> Refusal | None:
    """Why the phase could not end after something, where it could before, or not for this reason."""
    now, then = after.legal(DONE), before.legal(DONE)
    return None if now.legal or now.reason == then.reason else Refusal(now.reason, now.cases)


def _why(match: Match, unit: str, action: Action | None) -> Stays:
    answer = None if action is None else match.legal(action)
    if answer is None or answer.legal:
        return Stays(unit, f"{unit} cannot do that.")
    return Stays(unit, answer.reason, answer.cases)


def at_once(match: Match, actions: Sequence[Action]) -> AtOnce:
    """As many of some actions as can all be done: in their order, or beginning with one that this order would leave out.
    Where a fight is put together, those who might join it but cannot are told too."""
    best = _in_order(match, actions)
    left = [a for a in actions if a not in best.goes]
    if left:
        other = _in_order(match, [*left, *(a for a in actions if a not in left)])
        best = max(best, other, key=lambda found: len(found.goes))
    return AtOnce(best.goes, (*best.stays, *_outside(match, actions)))


def _in_order(match: Match, actions: Sequence[Action]) -> AtOnce:
    twin, kind, settled = match.clone(), kind_of(match), (match.position.rolled, match.position.shown)
    goes: list[Action] = []
    stays: list[Stays] = []
    for action in actions:
        if not _stands_as(twin, kind, settled):
            stays.append(Stays(action.unit, ELSE_FIRST))
        elif action in twin.actions():
            twin.play_on(action)
            goes.append(action)
        else:
            stays.append(_why(twin, action.unit, action))
    return AtOnce(tuple(goes), tuple(stays))


def _outside(match: Match, actions: Sequence[Action]) -> list[Stays]:
    """Those on the map of the same kinds who cannot join now what the actions join: why not. Where they are many nobody is
    told of: most of an army is simply elsewhere."""
    p = match.position
    c, top = p.c, p.stack[-1]
    offered = [c.unit[action.unit] for action in actions if action.unit in c.unit and action == c.add[c.unit[action.unit]]]
    if len(offered) < len(actions) or not offered:
        return []
    taken = {*offered, *(u for name in JOINED for u in getattr(top, name, ()))}
    kinds, side = {c.kind[u] for u in offered}, c.side[offered[0]]
    others = [u for u in range(len(c.kind)) if u not in taken and c.kind[u] in kinds and c.side[u] == side and p.on_map(u)]
    refused = [(c.ids[u], top.refuse(p, c.add[u])) for u in others] if len(others) <= MOST_TOLD else []
    return [Stays(name, why.reason, why.cases) for name, why in refused if why is not None]
