"""What a position is worth, in victory points: what has been scored, and what is likely to be."""

from __future__ import annotations

from collections.abc import Callable

from ..components import FRENCH, GERMAN
from ..position import DEMORALIZED, DISRUPTED, ENTRENCHED, OOS, Position
from ..victory import german_fortress, points

FIRST_TURN, FIRST_FRENCH = 2, 11  # the steps in which income comes
WON = 15.0  # what a victory adds to its points
AUTOMATIC = 30.0
NO_FORT = 22.0  # a Major Tactical victory of the French (12.0c)


def final_value(p: Position, side: int) -> float:
    """How a match that is over ended."""
    german, french = points(p)
    margin = float(max(-25, min(25, german - french)))
    if p.ended is not None:
        value = margin + (AUTOMATIC if p.ended.winner == GERMAN else -AUTOMATIC)
    elif p.bust:
        value = min(margin, 0.0) - WON
    elif not german_fortress(p):
        value = min(margin, 0.0) - NO_FORT
    else:
        value = margin + (WON if margin > 0 else -WON if margin < 0 else 0.0)
    return value if side == GERMAN else -value


def features(p: Position, side: int) -> dict[str, float]:
    """What counts in a position, positive for the side."""
    sign = 1.0 if side == GERMAN else -1.0
    c = p.c
    left = (len(c.turns) + 1 - p.turn) / len(c.turns)
    scored = losses_scored(p)
    strength, shaken, lines, dug = [0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0]
    for s in (GERMAN, FRENCH):
        for u in p.units_of(s):
            state = p.status[u]
            size = c.sp[u] or c.hap[u][p.steps[u]] * 0.6
            strength[s] += size
            if state & DEMORALIZED:
                shaken[s] += 2.5
            elif state & DISRUPTED:
                shaken[s] += 1.0
            if state & OOS:
                lines[s] += 1.0
            if state & ENTRENCHED:
                dug[s] += 1.0
    front = _german_progress(p)
    purse = 0.5 * (riches(p, GERMAN) - riches(p, FRENCH))
    lead = scored[0] - scored[1] + purse
    return {
        "v_ap": sign * purse,
        "v_losses": sign * (scored[0] - scored[1]),
        "v_strength": sign * (strength[0] - strength[1]) * left,
        "v_shaken": sign * (shaken[1] - shaken[0]),
        "v_oos": sign * (lines[1] - lines[0]),
        "v_dug": sign * (dug[0] - dug[1]),
        "v_fort": sign * front[0] * (1.0 - 0.75 * left),  # it is needed at the end (12.0c)
        "v_near": sign * front[1],
        "v_verdun": sign * front[2],
        "v_lead": sign * max(-1.0, min(1.0, lead / 10.0)),
        "v_poor": sign * (_fear_of_collapse(p, FRENCH) - _fear_of_collapse(p, GERMAN)),
    }


def riches(p: Position, side: int) -> int:
    """The AP a side has and those that are still to come in."""
    passed = p.step >= (FIRST_TURN if side == GERMAN else FIRST_FRENCH)
    return p.ap[side] + sum(turn.income[side] for turn in p.c.turns[p.turn - 1 + passed :])


def losses_scored(p: Position) -> list[float]:
    """What each side has scored for the other's losses (12.0d, 12.0e)."""
    v, lost = p.c.victory, p.lost
    return [float(v.eliminated * lost[1 - s] + (v.permanent - v.eliminated) * lost[3 - s]) for s in (GERMAN, FRENCH)]


def points_lead(p: Position) -> float:
    """What the Germans are ahead in victory points, if nothing more happened than income."""
    scored = losses_scored(p)
    return scored[0] - scored[1] + 0.5 * (riches(p, GERMAN) - riches(p, FRENCH))


def _fear_of_collapse(p: Position, side: int) -> float:
    return max(0.0, 1.0 - p.ap[side] / 12.0) ** 2


def _german_progress(p: Position) -> tuple[float, float, float]:
    """How surely the Germans have a fortress, how near they are to one, and how near Verdun is to falling."""
    c = p.c
    mass = _strength_around(p)
    surest, nearest = -1.0, 0.0
    for fort in c.forts:
        german, french = mass(fort.cell, GERMAN), mass(fort.cell, FRENCH)
        share = german / (german + french + 4.0)
        if p.control[fort.cell] == GERMAN:
            held = 0.6 if p.holds(fort.cell, GERMAN) else 0.2
            surest = max(surest, held + 0.4 * share)
        else:
            nearest = max(nearest, share)
    if surest < 0:
        surest = -1.0 + 0.5 * nearest
    return surest, nearest, verdun_share(p)


def verdun_share(p: Position) -> float:
    """The German share of the strength about Verdun."""
    mass = _strength_around(p)
    return max(mass(cell, GERMAN) / (mass(cell, GERMAN) + mass(cell, FRENCH) + 4.0) for cell in p.c.verdun)


def _strength_around(p: Position) -> Callable[[int, int], float]:
    """The strength of a side around a hex, fading with distance."""
    c = p.c
    at: tuple[dict[int, int], dict[int, int]] = ({}, {})
    for s in (GERMAN, FRENCH):
        for u in p.units_of(s):
            if c.sp[u] and not p.status[u] & DEMORALIZED:
                at[s][p.place[u]] = at[s].get(p.place[u], 0) + c.sp[u]

    def found(cell: int, side: int) -> float:
        row = c.board.distances(cell)
        return sum(sp / (1.0 + row[place]) for place, sp in at[side].items() if row[place] <= 4)

    return found
