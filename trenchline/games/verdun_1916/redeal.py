"""What a player does not know, dealt anew: for opponents that look ahead, and for the test that nothing leaks (7.4a)."""

from __future__ import annotations

from random import Random

import msgspec

from ...core.match import Sealed
from .combat import Declare, NextCombat
from .components import ENEMY, SIDES
from .position import Position
from .resolution import Support
from .victory import ExtraTurn

MORE = 0.7  # the chance that one more unit or gun joins an attack that is made up


def sealed_in(p: Position) -> list[Sealed]:
    """What a position holds that is not out: attacks and support that are being chosen, wishes for an extra turn (7.4a)."""
    found = []
    for decision in p.stack:
        if isinstance(decision, Declare) and (decision.attackers or decision.guns):
            found.append(Sealed(-1, (SIDES[decision.side],), Declare.secret))
        elif isinstance(decision, Support):
            found.append(Sealed(-1, (SIDES[ENEMY[decision.side]],), Support.secret))
            if decision.guns:
                found.append(Sealed(-1, (SIDES[decision.side],), Support.secret))
        elif isinstance(decision, ExtraTurn) and p.calls:
            found += [Sealed(-1, (SIDES[side],), ExtraTurn.secret) for side in p.calls]
    return found


def hidden_fields(p: Position, player: str) -> tuple[str, ...]:
    """The attack while the defender chooses his support, and who has called the extra turn: whatever was chosen (7.4a)."""
    top = p.stack[-1] if p.stack else None
    if isinstance(top, Support):
        return () if SIDES[ENEMY[top.side]] == player else ("fight",)
    return ("calls",) if isinstance(top, ExtraTurn) else ()


def redeal_position(p: Position, player: str, chance: Random) -> None:
    """Make of a copy a match that could be this one for all the player knows: it gets other secrets of the enemy."""
    top = p.stack[-1]
    if isinstance(top, Declare):
        if SIDES[top.side] != player:  # an attack that was thought of and dropped may still be the other side's secret
            p.stack[-1] = msgspec.structs.replace(top, attackers=(), guns=())
    elif isinstance(top, Support):
        if SIDES[top.side] != player:
            p.stack[-1] = msgspec.structs.replace(top, guns=())
        if SIDES[ENEMY[top.side]] != player:
            _another_attack(p, top, chance)
    elif isinstance(top, ExtraTurn):
        others = [side for side in range(2) if SIDES[side] != player]
        p.calls = tuple(side for side in others if chance.random() < 0.5)


def _another_attack(p: Position, top: Support, chance: Random) -> None:
    """Some attack that the other side could have declared on these hexes."""
    after = p.stack[-2]
    assert p.fight is not None and isinstance(after, NextCombat)
    declared = Declare(ENEMY[top.side], after.second, p.fight.targets, (), ())
    while True:
        offers = declared.options(p)
        adds = [a for a in offers if a.kind == "add"]
        able = any(a.kind == "attack" for a in offers)
        if able and (not adds or chance.random() > MORE):
            break
        u = p.c.unit[chance.choice(adds).unit]
        field = "attackers" if p.c.foot[u] else "guns"
        declared = msgspec.structs.replace(declared, **{field: (*getattr(declared, field), u)})
    p.fight = declared.fight(p)
