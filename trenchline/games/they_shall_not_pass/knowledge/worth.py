"""What a position is worth: the features of the evaluation, in victory points from the German side."""

from __future__ import annotations

from math import exp

from ..components import FRENCH, GERMAN
from ..position import DEMORALIZED, DUG_IN, UNSUPPLIED, Position
from ..strength import combat_strength
from ..victory import casualties
from .ground import open_prizes, pressure, prizes, pull
from .weights import Weights


def casualties_foreseen(french: int, german: int, days: int) -> float:
    """The casualty points of 16.0e to be expected with some days still to fight: early losses say little of the last ratio."""
    ratio = (french + 6 * days + 1) / (german + 4 * days + 1)  # fitted to 40 games of sergeants, as are the numbers below
    return 5.0 / (1.0 + exp(5.0 / (1.0 + 0.05 * days) * (1.6 - ratio)))


def features(p: Position, side: int, w: Weights) -> dict[str, float]:
    """What counts, positive for the side that asks."""
    c = p.c
    sign = 1.0 if side == GERMAN else -1.0
    worth = prizes(c)
    open_now = set(open_prizes(p))
    points = sum(value for cell, value in worth.items() if cell not in open_now)
    french, german = casualties(p, FRENCH), casualties(p, GERMAN)
    left = (len(c.turns) - p.turn + 1) / len(c.turns)
    strength, shaken, starved, dug = [0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]
    for army in (GERMAN, FRENCH):
        for u in p.units_of(army):
            if not c.foot[u]:
                continue
            strength[army] += combat_strength(p, u)
            state = p.status[u]
            if state & DEMORALIZED:
                shaken[army] += 1
            if state & UNSUPPLIED:
                starved[army] += 1
            if state & DUG_IN:
                dug[army] += 1
    guns = [sum(1 for g in c.guns[army] if p.on_map(g)) for army in (GERMAN, FRENCH)]
    german_power, french_power = pressure(p, GERMAN, w), pressure(p, FRENCH, w)
    menace = held = 0.0
    for cell in sorted(open_now):
        attack, guard = german_power[cell], french_power[cell]
        if attack > 0:
            menace += worth[cell] * attack / (attack + guard + 4)
    for cell, value in worth.items():
        if cell not in open_now and cell not in c.fort_at and french_power[cell] > 0:
            held += value * french_power[cell] / (french_power[cell] + german_power[cell] + 4)
    near = pull(c, tuple(sorted(open_now)), w.fade)
    front = [near[p.place[u]] * combat_strength(p, u) for u in p.units_of(GERMAN) if c.foot[u]]
    closeness = sum(front) / (len(front) * 6 or 1)
    return {
        "v_points": sign * points,
        "v_casualties": sign * casualties_foreseen(french, german, len(c.turns) - p.turn),
        "v_committed": sign * (-1.0 if p.committed and not p.options.full_effort else 0.0),
        "v_strength": sign * (strength[GERMAN] - strength[FRENCH]) / 10 * left,
        "v_shaken": sign * (shaken[FRENCH] - shaken[GERMAN]) * left,
        "v_starved": sign * (starved[FRENCH] - starved[GERMAN]) * left,
        "v_dug": sign * (dug[GERMAN] - dug[FRENCH]) * left,
        "v_guns": sign * (guns[GERMAN] - guns[FRENCH]) * left,
        "v_menace": sign * menace * left,
        "v_retake": -sign * held * left,
        "v_closeness": sign * closeness * left,
    }
