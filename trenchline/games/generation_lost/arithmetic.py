"""13.1.4(d), 16.1, 16.2, 16.3 What an assault adds up: the defence, columns, the modifiers of the dice; and fire on it."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.charts import Term, times
from ..great_war import fire
from ..great_war.assault_odds import crossing_terms, flank, resource_terms, screen_terms, supply_terms, weather_term, went_in
from ..great_war.lines import command_range, distance_to, headquarters
from ..great_war.records import Fight
from ..great_war.states import DISORDERED, ENTRENCHED, INSIDE
from .components import FRENCH, GERMAN
from .forts import in_fort, on_the_fort
from .position import Position

UNKNOWN = 0  # no line of the Command chart has been noted for a unit
FAR, MIDDLE, NEAR_HQ = 1, 2, 3

# ------------------------------------------------------------------------------------------------ command


def command_line(p: Position, u: int, cell: int) -> int:
    """The best line of the Command chart that a unit in a square has from any HQ (13.1.4(d), GL-R107, GL-R108); without one
    the last (GL-R287)."""
    found, ranges = [FAR], p.c.ranges
    for h in headquarters(p, p.c.nation[u], supply=False):
        far = distance_to(p, h, cell, command_range(p, h, short=False))
        if far is None:
            continue
        shaken = p.status[h] & DISORDERED
        near, middle = ("shaken_near", "shaken_middle") if shaken else ("command_near", "command_middle")
        found.append(NEAR_HQ if far <= ranges[near] else MIDDLE if far <= ranges[middle] else FAR)
    return max(found)


def command_terms(p: Position, fight: Fight) -> list[Term]:
    """The attacker who is worst off decides: as it was when he was committed; in engagements and counter-attacks as it is now
    (GL-R107, GL-R287)."""
    fresh = fight.counter or fight.renewed
    lines = [
        command_line(p, u, x) if fresh or p.command_lines[u] == UNKNOWN else p.command_lines[u]
        for u, x in zip(fight.units, fight.came, strict=True)
    ]
    worst = min(lines, default=FAR)
    table = p.c.modifiers["assault"]
    return [] if worst == MIDDLE else [table["command_near" if worst == NEAR_HQ else "command_far"]]


# ------------------------------------------------------------------------------------------------ columns


def ground_of(p: Position, cell: int, defenders: Sequence[int]) -> list[Term]:
    """The strongest terrain of a square, works for infantry, a fort for who is in it, and a minor river (16.2.1(a), 16.2.1(c),
    16.2.1(d), GL-R140, GL-R141)."""
    c, rows = p.c, p.c.chart_data.terrain
    found = list(c.ground_shift[cell])
    if c.fort[cell] and defenders and all(in_fort(p, u, cell) for u in defenders):
        found = [Term("fort", rows["fort"].shift, rows["fort"].source)]
    elif c.works[cell] and any(c.infantry[u] for u in defenders):
        found = [min([*found, Term("defense works", rows["works"].shift, rows["works"].source)], key=lambda term: term.value)]
    return [*found, c.modifiers["shift"]["minor_river"]] if c.minor_river[cell] else found


def struck_squares(p: Position, fight: Fight) -> list[int]:
    """Where the units stand that are attacked: in a counter-attack closers in the assaulted square, others where they set out
    (GL-R290)."""
    if not fight.counter or fight.target in fight.came:
        return [fight.target]
    return sorted({p.place[u] for u in fight.defenders}) or [fight.target]


def shift_terms(p: Position, fight: Fight) -> list[Term]:
    """Ground, rivers, resources, engineers (16.2)."""
    return [*ground_shift(p, fight), *crossing_terms(p, fight), *resource_terms(p, fight), *extra_shifts(p, fight)]


def ground_shift(p: Position, fight: Fight) -> list[Term]:
    """Of several squares the strongest."""
    squares = [ground_of(p, x, _there(p, fight, x)) for x in struck_squares(p, fight)]
    return min(squares, key=lambda terms: sum(term.value for term in terms))


def _there(p: Position, fight: Fight, cell: int) -> list[int]:
    if fight.counter and fight.target not in fight.came:
        return [u for u in fight.defenders if p.place[u] == cell]
    return list(fight.defenders)


def extra_shifts(p: Position, fight: Fight) -> list[Term]:
    table, found = p.c.modifiers["shift"], []
    if fight.counter:
        return []
    if p.means.phosgene:
        found.append(table["phosgene"])
    if fight.side == GERMAN and p.means.field_gun:
        found.append(table["defending_75s"])
    if on_the_fort(p, fight) and any(p.c.engineer[u] for u in fight.units):
        found.append(table["engineer"])  # 16.2.3
    return found


# ------------------------------------------------------------------------------------------------ dice


def die_terms(p: Position, fight: Fight) -> list[Term]:
    table = p.c.modifiers["assault"]
    return [
        *command_terms(p, fight),
        *supply_terms(p, fight),
        weather_term(p),
        *([table["second_trench"]] if in_second_trench(p, fight) else []),
        times(table["flank"], flank(p, fight)),
        *disorder_terms(p, fight),
        times(table["interdicted_from"], interdicted_starts(p, fight)),
        *([table["interdicted"]] if target_interdicted(p, fight) else []),
        *([] if fight.counter else [pressed_term(p, fight)]),
        *screen_terms(p, fight),
        *extra_die_terms(p, fight),
    ]


def in_second_trench(p: Position, fight: Fight) -> bool:
    """Entrenched German infantry defends off the German start line (16.3.2(a), GL-R143)."""
    if fight.counter or p.c.trench[fight.target] == "german":
        return False
    return any(p.status[u] & ENTRENCHED for u in fight.defenders)


def disorder_terms(p: Position, fight: Fight) -> list[Term]:
    """Once, for any number of disrupted or suppressed defenders (16.3.2(c))."""
    if fight.counter or not any(p.status[u] & DISORDERED for u in fight.defenders):
        return []
    return [p.c.modifiers["assault"]["disordered"]]


def pressed_term(p: Position, fight: Fight) -> Term:
    """For each closer beyond the first; what is left of one is one (13.4.2b(b), GL-R271)."""
    return times(p.c.modifiers["assault"]["pressed"], max(went_in(p, fight, fight.units) - 1, 0))


def interdicted_starts(p: Position, fight: Fight) -> int:
    """Not in an engagement (GL-R289), and never of those who are in a fort (GL-R269)."""
    if fight.renewed:
        return 0
    came = zip(fight.units, fight.came, strict=True)
    return len({x for u, x in came if p.interdicted[x] and not p.status[u] & INSIDE})


def target_interdicted(p: Position, fight: Fight) -> bool:
    if fight.renewed or on_the_fort(p, fight):
        return False
    return any(p.interdicted[x] for x in struck_squares(p, fight))


def extra_die_terms(p: Position, fight: Fight) -> list[Term]:
    table, found = p.c.modifiers["assault"], []
    if p.means.phosgene and not fight.counter:
        found.append(table["phosgene"])
    if fight.side == GERMAN and 0 < p.s.spec.worn_from <= p.turn:
        found.append(table["morale"])  # in counter-attacks and engagements too (20.3.9)
    manned = on_the_fort(p, fight) and p.c.side[fight.defenders[0]] == FRENCH
    if manned and "fort_guns" in p.operations and not fight.counter:
        found.append(table["fort_guns"])  # 20.4.3(3), GL-R252
    return found


def defence_terms(p: Position, fight: Fight) -> list[Term]:
    """Infantry with its second number, guns and HQs beside it with none; without any infantry a square defends with 1 (13.1.1,
    16.1.1, GL-R137)."""
    case = p.cite("assault")[0]
    foot = [u for u in fight.defenders if p.c.infantry[u] or p.c.garrison[u]]
    if foot:
        return [Term(f"{{{p.name(u)}}}", p.defence_number(u), case) for u in foot]
    return [Term("guns and headquarters alone", 1, "13.1.1")] if fight.defenders else []


# ------------------------------------------------------------------------------------------------ defensive fire


def pressed_under_fire(p: Position, units: int) -> Term:
    """Once, for any number (13.4.2b(a), GL-R119)."""
    return times(p.c.modifiers["fire"]["pressed"], min(units, 1))


def fire_terms(p: Position, side: int, pressed: int, starts: int) -> list[Term]:
    """Closers, the weather, and interdicted squares, once for any number (15.1, GL-R133)."""
    interdicted = times(p.c.modifiers["fire"]["interdicted"], min(starts, 1))
    return [pressed_under_fire(p, pressed), interdicted, fire.weather_term(p)]
