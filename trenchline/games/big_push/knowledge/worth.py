"""What a position is worth: victory as far as it has come, points, and what both sides can still do."""

from __future__ import annotations

import math

from ...great_war.knowledge.worth import strengths
from ..components import ALLIED, GERMAN
from ..data_files import ConditionRow
from ..position import Position
from ..victory import places_claimed, victories
from .aims import labours
from .ground import prizes
from .weights import Weights

DECIDED = 60.0  # what a victory is worth in points


def open_trench(p: Position) -> float:
    """Start trench squares with Germans in them, engaged ones in part."""
    return sum((0.7 if p.engaged(x) else 1.0) for x in p.c.german_trench if p.holds(x, GERMAN))


def margin_of(p: Position, row: ConditionRow) -> float:
    """The share of a claim that is met."""
    held = places_claimed(p, row)
    return min(1.0, held / max(1, row.need))


def claims(p: Position) -> float:
    """How much of what must be claimed is claimed, over all Allied victories of a scenario."""
    rows = [r for v in p.s.victories.values() if v.side == "allied" for r in (*v.all_of, *v.any_of) if r.kind == "claim"]
    return sum(margin_of(p, row) for row in rows)


def labour(p: Position) -> float:
    """What the nearest Allied victory still asks for."""
    return min(left for _, left in labours(p))


def danger_of_lead(p: Position) -> float:
    """How near the Germans are to winning by points alone: 1 far beyond it, 0 far from it."""
    rows = [r for v in p.s.victories.values() if v.side == "german" for r in (*v.all_of, *v.any_of) if r.kind == "lead"]
    points = [p.combat_points if r.combat_only else p.points for r in rows]
    leads = [count[GERMAN] - count[ALLIED] - r.margin for r, count in zip(rows, points, strict=True)]
    return max((0.5 + 0.5 * math.tanh(lead / 10) for lead in leads), default=0.0)


def features(p: Position, side: int, weights: Weights) -> dict[str, float]:
    """What counts, by name, positive for the side."""
    sign = 1.0 if side == ALLIED else -1.0
    power, guns, shaken = strengths(p)
    worth = prizes(p, side, weights)
    held = sum(v for x, v in enumerate(worth) if v and p.control[x] == ALLIED and not p.holds(x, GERMAN))
    ground = sum(p.c.column[x] for u in p.units(ALLIED) if not p.c.hq[u] and p.c.assaults[u] for x in (p.place[u],))
    left = (p.s.last_turn - p.turn + 1) / (p.s.last_turn - p.s.first_turn + 1)
    return {
        "v_points": sign * (p.points[ALLIED] - p.points[GERMAN]),
        "v_lead": -sign * danger_of_lead(p),
        "v_labour": -sign * labour(p),
        "v_trench": -sign * open_trench(p),
        "v_claims": sign * claims(p),
        "v_held": sign * held,
        "v_ground": sign * ground / 20,
        "v_power": sign * (power[ALLIED] - power[GERMAN]) * left,
        "v_guns": sign * (guns[ALLIED] - guns[GERMAN]) * left,
        "v_shaken": -sign * (shaken[ALLIED] - shaken[GERMAN]) * left,
    }


def final_value(p: Position, side: int) -> float:
    """The end: victory first, then how near it was."""
    met = victories(p)
    sign = 1.0 if side == ALLIED else -1.0
    decided = bool(met["allied"]) - bool(met["german"])
    return sign * (DECIDED * decided + 5.0 * math.tanh((p.points[ALLIED] - p.points[GERMAN]) / 40) - 2.0 * labour(p))
