"""What an assault that is being put together may come to: the odds as if it were resolved as it stands, and what the enemy can
do before (BP 10.0, 11.0, GL 15.0, 16.0)."""

from __future__ import annotations

import msgspec

from ...core.charts import Odds, Swing, swing_to
from ...core.wording import counted
from .assault_odds import fight_odds
from .fire import fire_odds, garrison, supporters
from .lines import suppliers
from .position import Position
from .records import Assault, Fight
from .states import DEFENDED


def forecast(p: Position, side: int, assault: Assault) -> Odds | None:
    """The odds of an assault that waits, with supply from every HQ in reach and without resources; None if nobody defends."""
    p = p.clone()
    for u in p.c.army[p.enemy(side)]:
        p.status[u] &= ~DEFENDED
    target, units = assault.target, assault.units
    defenders = tuple(p.defenders_of(target, p.enemy(side)))
    if not defenders or not units:
        return None
    came = tuple(p.place[u] for u in units)
    hqs = sorted({h for u, start in zip(units, came, strict=True) for h in suppliers(p, u, start)})
    shape = (assault.renewed, assault.secondary, assault.extra)
    fight = Fight(side, target, units, defenders, (), tuple(hqs), *shape, came=came, parts=assault.parts)
    odds = fight_odds(p, fight)
    swings = [*fire_swing(p, fight), *p.swings_of(fight)]
    return msgspec.structs.replace(odds, title=f"Assault: {odds.title}", swings=swings, gathering=True)


def fire_swing(p: Position, fight: Fight) -> list[Swing]:
    """Defensive fire comes before the assault, and may throw it back."""
    enemy = p.enemy(fight.side)
    units = (*garrison(p, fight.target, enemy), *supporters(p, fight.target, enemy))
    if fight.renewed or not units:
        return []
    odds = fire_odds(p, enemy, fight.target, units)
    factors = sum(line.value for line in odds.lines if line.kind == "attack")
    told = f"defensive fire of up to {counted(factors, 'factor')} comes first"
    return [swing_to(msgspec.structs.replace(odds, column=""), told)]


def forecasts(p: Position, side: int) -> list[Odds]:
    """The odds of every assault committed so far, the last first."""
    found = [forecast(p, side, assault) for assault in reversed(p.assaults)]
    return [odds for odds in found if odds is not None]
