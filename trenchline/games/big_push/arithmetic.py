"""10.2, 11.3, 11.5, 11.6, 11.7 What an assault adds up: the defence, columns, modifiers of the dice; and the fire on it."""

from __future__ import annotations

from ...core.charts import Term, times
from ..great_war import fire
from ..great_war.assault_odds import crossing_terms, flank, resource_terms, screen_terms, supply_terms, weather_term, went_in
from ..great_war.lines import command_distance
from ..great_war.records import Fight
from ..great_war.states import DISRUPTED, ENTRENCHED, SUPPRESSED
from .components import BRITISH, GERMAN
from .position import Position

NEAR_HQ = 4  # squares within which a command HQ helps an assault (11.7.1)


def defence_terms(p: Position, fight: Fight) -> list[Term]:
    """The numbers of all defenders (11.3)."""
    case = p.cite("assault")[0]
    return [Term(f"{{{p.name(u)}}}", p.defence_number(u), case) for u in fight.defenders]


# ------------------------------------------------------------------------------------------------ columns


def shift_terms(p: Position, fight: Fight) -> list[Term]:
    """The strongest terrain of the square, rivers, resources, tanks and cavalry, training (11.5)."""
    table = p.c.modifiers["shift"]
    found = [*p.c.ground_shift[fight.target]]
    if p.c.minor_river[fight.target]:
        found.append(table["minor_river"])
    found += [*crossing_terms(p, fight), *resource_terms(p, fight)]
    if fight.extra:
        found.append(table["tank_cavalry"])
    trained = "train_troops" in p.operations and not fight.counter
    if trained and any(p.c.nation[u] == BRITISH for u in fight.units):
        found.append(table["train"])
    return found


# ------------------------------------------------------------------------------------------------ dice


def die_terms(p: Position, fight: Fight) -> list[Term]:
    table = p.c.modifiers["assault"]
    starts = {x for x in fight.came if p.interdicted[x]}
    return [
        command_term(p, fight),
        *supply_terms(p, fight),
        weather_term(p),
        *([table["second_trench"]] if in_second_trench(p, fight) else []),
        times(table["flank"], 0 if flanks_closed(p, fight) else flank(p, fight)),
        *disorder_terms(p, fight),
        times(table["interdicted_from"], len(starts)),
        *([table["interdicted"]] if p.interdicted[fight.target] else []),
        *([] if fight.counter else [times(table["pressed"], went_in(p, fight, fight.units))]),
        *screen_terms(p, fight),
    ]


def command_term(p: Position, fight: Fight) -> Term:
    """The attacker farthest from a command HQ in good order decides: within 4 squares +1, else -1 (11.7.1, BP-R141)."""
    far = [command_distance(p, u, start) for u, start in zip(fight.units, fight.came, strict=True)]
    close = far and all(d is not None and d <= NEAR_HQ for d in far)
    return p.c.modifiers["assault"]["command_near" if close else "command_far"]


def in_second_trench(p: Position, fight: Fight) -> bool:
    """Entrenched German infantry defends off the German start line (11.7.3, BP-R27)."""
    return p.c.trench[fight.target] != "german" and any(p.status[u] & ENTRENCHED for u in fight.defenders)


def flanks_closed(p: Position, fight: Fight) -> bool:
    """Reinforced Defenses leave no flank of the Germans open (15.5.3c)."""
    return fight.side != GERMAN and "reinforced_defenses" in p.operations


def disorder_terms(p: Position, fight: Fight) -> list[Term]:
    """+1 for any disrupted and +1 for any suppressed defender (11.7.5, BP-R135)."""
    table = p.c.modifiers["assault"]
    found = [(DISRUPTED, "disrupted"), (SUPPRESSED, "suppressed")]
    return [table[name] for bit, name in found if any(p.status[u] & bit for u in fight.defenders)]


# ------------------------------------------------------------------------------------------------ defensive fire


def pressed_under_fire(p: Position, units: int) -> Term:
    """For each unit over the top (10.2/6)."""
    return times(p.c.modifiers["fire"]["pressed"], units)


def fire_terms(p: Position, side: int, pressed: int, starts: int) -> list[Term]:
    """Each unit over the top, each interdicted square, the weather, Reinforced Defenses (10.2/6, 10.2/7, 15.5.3c)."""
    table = p.c.modifiers["fire"]
    found = [pressed_under_fire(p, pressed), times(table["interdicted"], starts), fire.weather_term(p)]
    return [*found, table["reinforced"]] if side == GERMAN and "reinforced_defenses" in p.operations else found
