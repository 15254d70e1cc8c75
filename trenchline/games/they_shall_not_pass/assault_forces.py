"""9.0, 9.1 Who may assault what, and which guns may support it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from ...core.actions import Refusal
from ...core.charts import Odds, answering, odds_text, swing_to
from .assault_odds import LOWEST, fight_odds, odds_index
from .components import ENEMY, GERMAN
from .naming import river_between, where_it_is
from .position import ASSAULTED, ATTACKED, DEMORALIZED, FIRED, UNSUPPLIED, Fight, Position
from .terrain import open_side


def may_attack(p: Position, u: int) -> bool:
    """Steady infantry that has not attacked this turn (9.0, 9.0b, 12.3)."""
    return p.c.foot[u] and not p.status[u] & (DEMORALIZED | ATTACKED)


def attackers_of(p: Position, side: int, target: int) -> list[int]:
    """The units that could attack a hex."""
    found = []
    present, mine, foot, status = p.present, p.c.bit[side], p.c.foot, p.status
    for near in p.c.board.neighbours[target]:
        if present[near] & mine and open_side(p.c, near, target):
            found += [u for u in p.stacks[near] if foot[u] and not status[u] & (DEMORALIZED | ATTACKED)]
    return found


def why_no_attack(p: Position, u: int, target: int) -> Refusal | None:
    """Why a unit cannot attack a hex; None if it can."""
    name, label = p.name(u), p.label(target)
    if not p.c.foot[u]:
        return Refusal(f"{name} is no infantry: it does not attack", ("9.0",))
    if not p.on_map(u):
        return Refusal(f"{name} {where_it_is(p, u)}", ("9.0",))
    if p.place[u] not in p.c.board.neighbours[target]:
        return Refusal(f"{name} {where_it_is(p, u)}, not next to {label}", ("9.0",))
    if p.status[u] & DEMORALIZED:
        return Refusal(f"{name} is demoralized and cannot attack", ("12.3",))
    if p.status[u] & ATTACKED:
        return Refusal(f"{name} has attacked this turn", ("9.0b",))
    return river_between(p, p.place[u], target)


def defended(p: Position, cell: int, side: int) -> bool:
    """Whether a hex holds something to attack: enemy units, or a French fort."""
    return p.enemy_holds(cell, side) or (side == GERMAN and p.fort_stands(cell))


def assaulted_already(p: Position, cell: int) -> bool:
    """A hex with a unit, or a fort, that was assaulted in this phase is spared (9.0b, TP-R88)."""
    return cell in p.struck or any(p.status[u] & ASSAULTED for u in p.units_in(cell))


def targets(p: Position, side: int) -> list[int]:
    """Hexes that can be assaulted at no less than 1:3 with everything at hand (9.0, 9.11)."""
    return list(_targets(p, side))


def has_target(p: Position, side: int) -> bool:
    """Whether there is a hex that can be assaulted."""
    return any(True for _ in _targets(p, side))


def _targets(p: Position, side: int) -> Iterator[int]:
    return (cell for cell in faced(p, side) if odds_allowed(p, side, cell))


def faced(p: Position, side: int) -> list[int]:
    """Enemy hexes next to infantry that may still attack, at whatever odds."""
    neighbours, place = p.c.board.neighbours, p.place
    near = dict.fromkeys([cell for u in p.units_of(side) if may_attack(p, u) for cell in neighbours[place[u]]])
    return [cell for cell in near if defended(p, cell, side) and not assaulted_already(p, cell)]


def odds_allowed(p: Position, side: int, target: int) -> bool:
    """No attack below 1:3: whether all who can take part bring it there, with guns or without (9.11)."""
    attackers = attackers_of(p, side, target)
    if not attackers:
        return False
    fight = new_fight(p, side, target, attackers)
    if odds_index(p, fight) >= LOWEST:
        return True
    guns = [g for g in p.c.guns[side] if may_support(p, g, target, attackers, offensive=True)]
    return odds_index(p, msgspec.structs.replace(fight, guns=tuple(guns))) >= LOWEST


def new_fight(p: Position, side: int, target: int, attackers: Iterable[int] = (), guns: Iterable[int] = ()) -> Fight:
    attackers, guns = tuple(attackers), tuple(guns)
    works = side == GERMAN and (p.c.trench[target] or p.fort_stands(target))
    return Fight(
        side,
        target,
        attackers,
        tuple(p.place[u] for u in attackers),
        guns,
        tuple(p.place[g] for g in guns),
        p.units_in(target),
        works=works,
    )


def may_support(p: Position, gun: int, target: int, helped: Sequence[int], offensive: bool) -> bool:
    return why_no_support(p, gun, target, helped, offensive) is None


def why_no_support(p: Position, gun: int, target: int, helped: Sequence[int], offensive: bool) -> Refusal | None:
    """Corps and divisional guns in range, unfired and steady, with one unit of their own in the fight (9.32)."""
    silent = why_silent(p, gun, target, offensive)
    if silent is not None or belongs(p, gun, helped):
        return silent
    c = p.c
    own, case = ("division", "9.32a") if c.size[gun] == "division" else ("corps", "9.32b")
    return Refusal(f"No unit of {c.ids[gun]}'s {own} is in the fight", (case,))


def why_silent(p: Position, gun: int, target: int, offensive: bool) -> Refusal | None:
    """Why a gun supports nobody's fight over a hex; None if it may, should it belong to one of the units (9.32).

    Guns out of supply may still support a defence (6.16a); a gun that is or was assaulted this phase may not (9.32d).
    """
    c = p.c
    state, name = p.status[gun], c.ids[gun]
    if "offensive support" not in c.missions[c.size[gun]]:
        return Refusal(f"{name} is army artillery and gives no support", ("9.32",))
    if not p.on_map(gun):
        return Refusal(f"{name} is not on the map", ("9.3",))
    if state & FIRED:
        return Refusal(f"{name} has fired or moved this turn", ("9.31",))
    if state & DEMORALIZED:
        return Refusal(f"{name} is demoralized", ("12.3a",))
    if offensive and state & UNSUPPLIED:
        return Refusal(f"{name} is out of supply", ("6.16a",))
    if not offensive and (state & ASSAULTED or p.place[gun] == target):
        return Refusal(f"{name} is itself assaulted in this phase", ("9.32d",))
    if c.board.distances(p.place[gun])[target] > c.range[gun]:
        return Refusal(f"{p.label(target)} is out of range of {name}", ("9.3",))
    return None


def belongs(p: Position, gun: int, helped: Sequence[int]) -> bool:
    """Whether one of the units is a gun's to support: of its division or corps, or any remnant (9.32a, 9.32b, 9.32c)."""
    c = p.c
    for u in helped:
        if c.kind[u] == "remnant":
            return True
        if c.division[u] == c.division[gun] if c.size[gun] == "division" else p.corps_of(u) == c.corps[gun]:
            return True
    return False


def foreseen(p: Position, fight: Fight) -> Odds:
    """The odds as they stand, and what the enemy's guns could make of them (9.3); below 1:3 nobody attacks (9.11)."""
    odds = fight_odds(p, fight)
    if not fight.attackers:
        return msgspec.structs.replace(odds, column="", outcomes=[])
    if odds_index(p, fight) < LOWEST:
        return msgspec.structs.replace(odds, column=f"{odds_text(odds_index(p, fight))}, below 1:3", outcomes=[])
    guns = [
        g
        for g in p.c.guns[ENEMY[fight.side]]
        if g not in fight.support and may_support(p, g, fight.target, fight.defenders, offensive=False)
    ]
    if not guns:
        return odds
    answered = fight_odds(p, msgspec.structs.replace(fight, support=(*fight.support, *guns)))
    return msgspec.structs.replace(odds, swings=[swing_to(answered, answering([p.name(g) for g in guns]))])
