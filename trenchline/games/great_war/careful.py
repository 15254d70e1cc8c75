"""What a careful player does where the rules leave it open: the answers that one key gives, and what a careless one costs.
None of it is a rule. What assaults promise is in `promises`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core.actions import Action
from ...core.decisions import Stake
from ...core.wording import counted
from .lines import command_range, distance_to, headquarters, suppliers, supply_range
from .modes import default_facing
from .position import Position

NEAR = 2  # squares to an enemy within which a unit may fight in this turn


# ------------------------------------------------------------------------------------------------ supply


def left_without_supply(p: Position, units: Iterable[int], turning: Sequence[int], near: int = NEAR) -> list[int]:
    """Units near the enemy without a line of supply, which an HQ that may still turn to Supply Mode would give them, while
    another commands them."""
    return [
        u
        for u in units
        if p.c.assaults[u] and _near_enemy(p, u, near) and not suppliers(p, u, p.place[u]) and _would_help(p, u, turning)
    ]


def _near_enemy(p: Position, u: int, far: int) -> bool:
    bits = p.c.enemy_bits[p.c.side[u]]
    return any(p.present[x] & bits for x in p.c.board.within(p.place[u], far))


def _would_help(p: Position, u: int, turning: Sequence[int]) -> bool:
    ours = [h for h in turning if p.c.nation[h] == p.c.nation[u]]
    return any(distance_to(p, h, p.place[u], supply_range(p, h)) is not None and _commanded_without(p, u, h) for h in ours)


def _commanded_without(p: Position, u: int, hq: int) -> bool:
    """Whether a unit has command support without one of the HQs."""
    cell, short = p.place[u], p.c.short_command[u]
    others = [h for h in headquarters(p, p.c.nation[u], supply=False) if h != hq]
    return any(distance_to(p, h, cell, command_range(p, h, short)) is not None for h in others)


def supply_stake(p: Position, units: Sequence[int], cases: Sequence[str]) -> Stake | None:
    """What leaving the HQs as they are costs."""
    if not units:
        return None
    text = f"{counted(len(units), 'unit')} will be out of supply ({', '.join(cases)})"
    return Stake(text, tuple(p.name(u) for u in units), grave=True)


# ------------------------------------------------------------------------------------------------ ground and losses


def facing_the_enemy(p: Position, options: Sequence[Action], u: int, cell: int) -> Action | None:
    """Of the ways to enter a square the one that faces as a unit would by itself."""
    mine = [a for a in options if a.unit == p.name(u) and a.cell == p.label(cell)]
    facing = p.c.board.grid.directions[default_facing(p, u, cell)]
    return next((a for a in mine if a.facing in ("", facing)), mine[0] if mine else None)


def strongest(p: Position, units: Iterable[int]) -> list[int]:
    """Who holds a square best comes first."""
    return sorted(units, key=lambda u: (-p.numbers(u).secondary, -p.steps[u], u))


def spared_last(p: Position, units: Iterable[int]) -> list[int]:
    """Who can best lose a step comes first: one that is not destroyed by it, the weakest of them."""
    return sorted(units, key=lambda u: (p.steps[u] == 1, p.numbers(u).primary + p.numbers(u).secondary, u))
