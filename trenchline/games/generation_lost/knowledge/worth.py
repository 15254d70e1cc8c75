"""What a position is worth: victory as far as it has come, points, and what both sides can still do."""

from __future__ import annotations

import math

from ...great_war.knowledge.worth import strengths
from ..components import FRENCH, GERMAN
from ..data_files import ConditionRow, VictoryRow
from ..position import Position
from ..victory import met, occupies, of_side, victories
from .ground import conditions, prizes
from .weights import Weights

DECIDED = 60.0  # what a victory is worth in points


def progress(p: Position, side: int, row: ConditionRow) -> float:
    """How much of a condition is met, from 0 to 1."""
    if row.kind == "places":
        held = [all(occupies(p, p.c.board.cell(x), side) for x in place.cells) for place in row.places]
        return min(1.0, sum(held) / row.need)
    if row.kind in ("occupy", "hold_last"):
        return sum(occupies(p, p.c.board.cell(x), side) for x in row.cells) / len(row.cells)
    if row.kind == "clear_line":
        line = p.c.french_line
        return 1.0 - sum(p.holds(x, p.enemy(side)) for x in line) / len(line)
    if row.kind == "lead":
        lead = p.combat_points[side] - p.combat_points[p.enemy(side)]
        return 1 / (1 + math.exp((row.margin - lead) / 8))
    if row.kind == "all":
        return sum(progress(p, side, part) for part in row.of) / len(row.of)
    if row.kind == "some":
        return min(1.0, sum(progress(p, side, part) for part in row.of) / row.need)
    if row.kind == "none_of":
        return 1.0 - max(progress(p, p.enemy(side), part) for part in p.s.victories[row.level].all_of)
    if row.kind == "deny":
        rows = [p.s.victories[row.level]] if row.level else of_side(p, p.enemy(side))
        return 1.0 - max((_weakest(p, p.enemy(side), other) for other in rows), default=0.0)
    if row.kind in ("supply_line", "encircle", "all_objectives"):
        return 0.0
    return float(met(p, side, row))


def _weakest(p: Position, side: int, row: VictoryRow) -> float:
    """How much is met of the condition that is farthest from it."""
    return min((progress(p, side, part) for part in row.all_of), default=0.0)


def nearness(p: Position, side: int, row: VictoryRow) -> float:
    """How near a victory is: the mean of its conditions, the best of alternatives."""
    rows = [progress(p, side, part) for part in row.all_of]
    if row.any_of:
        rows.append(max(progress(p, side, part) for part in row.any_of))
    if row.some_of:
        rows.append(min(1.0, sum(progress(p, side, part) for part in row.some_of) / row.need))
    return sum(rows) / max(1, len(rows))


def best_hope(p: Position, side: int) -> float:
    return max((nearness(p, side, row) for row in of_side(p, side)), default=0.0)


def features(p: Position, side: int, weights: Weights) -> dict[str, float]:
    """What counts, by name, positive for the side."""
    sign = 1.0 if side == GERMAN else -1.0
    power, guns, shaken = strengths(p)
    worth = prizes(p, side, weights)
    held = sum(v for x, v in enumerate(worth) if v and p.control[x] == GERMAN and not p.holds(x, FRENCH))
    ground = sum(p.c.row[p.place[u]] for u in p.units(GERMAN) if p.c.assaults[u])
    left = (p.s.last_turn - p.turn + 1) / (p.s.last_turn - p.s.first_turn + 1)
    line = any(row.kind == "clear_line" for row in conditions(p))
    return {
        "v_points": sign * (p.combat_points[GERMAN] - p.combat_points[FRENCH]),
        "v_hope": sign * (best_hope(p, GERMAN) - best_hope(p, FRENCH)),
        "v_line": -sign * sum(p.holds(x, FRENCH) for x in p.c.french_line) if line else 0.0,
        "v_held": sign * held,
        "v_ground": sign * ground / 20,
        "v_power": sign * (power[GERMAN] - power[FRENCH]) * left,
        "v_guns": sign * (guns[GERMAN] - guns[FRENCH]) * left,
        "v_shaken": -sign * (shaken[GERMAN] - shaken[FRENCH]) * left,
    }


def final_value(p: Position, side: int) -> float:
    """The end: victory first, then how near it was."""
    sign = 1.0 if side == GERMAN else -1.0
    decided = bool(victories(p, GERMAN)) - bool(victories(p, FRENCH))
    lead = p.combat_points[GERMAN] - p.combat_points[FRENCH]
    hopes = best_hope(p, GERMAN) - best_hope(p, FRENCH)
    return sign * (DECIDED * decided + 10.0 * math.tanh(lead / 40) + 10.0 * hopes)
