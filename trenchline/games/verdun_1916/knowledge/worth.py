"""What a position is worth: the features of the evaluation, in victory points from the German side."""

from __future__ import annotations

from collections.abc import Set

from ..components import FRENCH, GERMAN
from ..position import NEUTRALISED, UNCOMMANDED, Position
from ..victory import holds, linked
from .ground import open_prizes, pressure, prizes, pull
from .weights import Weights


def german_points(p: Position, chain: Set[int]) -> float:
    """The score as it stands (13)."""
    held = sum(o.points for o in p.c.objectives[p.battle] if holds(p, o, chain))
    return held - p.charged / 2


def features(p: Position, side: int, w: Weights) -> dict[str, float]:
    """What counts, positive for the side that asks."""
    c = p.c
    sign = 1.0 if side == GERMAN else -1.0
    chain = linked(p, GERMAN)
    worth = prizes(c, p.battle)
    left = max(0.0, p.b.turns - p.turn + 1) / p.b.turns
    if p.step > 9:
        left = max(0.0, left - 0.5 / p.b.turns)
    strength, shaken, lost = [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]
    for army in (GERMAN, FRENCH):
        for u in p.units_of(army):
            if not c.foot[u]:
                continue
            strength[army] += p.value(u)
            shaken[army] += bool(p.status[u] & NEUTRALISED)
            lost[army] += bool(p.status[u] & UNCOMMANDED)
    guns = [sum(1 for g in c.guns[army] if p.on_map(g)) for army in (GERMAN, FRENCH)]
    power, guard = pressure(p, GERMAN, w), pressure(p, FRENCH, w)
    open_now = open_prizes(p)
    menace = sum(worth[x] * power[x] / (power[x] + 2 * guard[x] + 12) for x in open_now)
    still = set(open_now)
    retake = sum(v * guard[x] / (guard[x] + 2 * power[x] + 12) for x, v in worth.items() if x not in still and guard[x] > 0)
    near = pull(c, p.battle, open_now, w.fade)
    foot = [u for u in p.units_of(GERMAN) if c.foot[u]]
    close = sum(near[p.place[u]] * p.value(u) for u in foot) / (sum(p.value(u) for u in foot) or 1.0)
    return {
        "v_points": sign * german_points(p, chain),
        "v_strength": sign * (strength[GERMAN] - strength[FRENCH]) / 10 * left,
        "v_shaken": sign * (shaken[FRENCH] - shaken[GERMAN]) * left,
        "v_command": sign * (lost[FRENCH] - lost[GERMAN]) * left,
        "v_guns": sign * (guns[GERMAN] - guns[FRENCH]) * left,
        "v_menace": sign * menace * left,
        "v_retake": -sign * retake * left,
        "v_close": sign * close * left,
    }
