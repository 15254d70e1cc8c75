"""Command resources and supply: what each is worth to an assault, and whether another has more need of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from ..lines import suppliers
from ..records import Fight
from ..resources import BARRAGES, MOST_RESOURCES, available
from ..states import PRESSED, SPENT
from .assaults import numbers, of_assault, reckon
from .ground import Ground
from .headquarters import price_of_supply

HALF = 0.5  # the chance that smoke stands
replace = msgspec.structs.replace


def value(ground: Ground, fight: Fight) -> float:
    """What an assault is worth as it is prepared now, its fire behind it."""
    p = ground.p
    doubled = any(p.status[u] & PRESSED for u in fight.units)
    return reckon(ground, fight, numbers(p, fight), doubled, ground.take(fight.target))


def gain(ground: Ground, fight: Fight, name: str, now: float) -> float:
    """What a resource adds, by itself or as its share of what all of them would."""
    smoke = name == "smoke"
    more = value(ground, replace(fight, used=(*fight.used, name), smoke=smoke or fight.smoke)) - now
    if ground.w.together and name not in fight.used:
        more = max(more, ground.w.together * _together(ground, fight, now))
    return HALF * more if smoke else more


def _together(ground: Ground, fight: Fight, now: float) -> float:
    """What each of all resources that an assault may still have would add in the mean: on strong ground one adds little."""
    p, full = ground.p, fight
    for name in sorted(p.uses_in_assault(), key=lambda name: name == "lift"):  # a creeping barrage rather than one that lifts
        second = name in BARRAGES and set(BARRAGES) & set(full.used)
        if len(full.used) == MOST_RESOURCES or name in full.used or second or name == "smoke" or not available(p, name):
            continue
        if p.refuse_resource(name, full) is None:
            full = replace(full, used=(*full.used, name))
    more = len(full.used) - len(fight.used)
    return (value(ground, full) - now) / more if more else 0.0


def gains(ground: Ground) -> dict[tuple[int, str], float]:
    """What each resource there is would add to each assault that waits."""
    p = ground.p
    names = [name for name in p.uses_in_assault() if available(p, name)]
    found: dict[tuple[int, str], float] = {}
    for assault in p.assaults if names else ():
        fight = of_assault(ground, assault)
        now = value(ground, fight)
        found |= {(assault.target, name): gain(ground, fight, name, now) for name in names}
    return found


def needed_elsewhere(ground: Ground, name: str, worth: float, wanted: Mapping[tuple[int, str], float]) -> bool:
    """Whether those that wait could use all there is of a resource better."""
    better = sum(wanted.get((a.target, name), 0.0) > worth for a in ground.p.assaults)
    return better >= available(ground.p, name)


def supply_team(ground: Ground, fight: Fight, able: Sequence[int]) -> tuple[int, ...]:
    """The fewest HQs that together feed attackers whom none feeds yet: an assault has supply only if all of them do (BP 11.7.2,
    GL 13.2). Those that are spent already come first."""
    p = ground.p
    hungry = [set(line) for u, start in zip(fight.units, fight.came, strict=True) if (line := suppliers(p, u, start))]
    hungry = [line for line in hungry if line.isdisjoint(fight.hqs)]
    team: list[int] = []
    while hungry:
        feeds = {h: sum(h in line for line in hungry) for h in able if h not in team}
        best = max(feeds, key=lambda h: (feeds[h] > 0 and bool(p.status[h] & SPENT), feeds[h], -h), default=-1)
        if best < 0 or not feeds[best]:
            break
        team.append(best)
        hungry = [line for line in hungry if best not in line]
    return tuple(team)


def supply_gain(ground: Ground, fight: Fight, team: tuple[int, ...], now: float) -> float:
    """What naming some HQs adds here and to all that wait and that they could supply too, less what it costs to spend them:
    they serve every assault of the phase (BP 11.2, GL 13.2)."""
    here = value(ground, replace(fight, hqs=(*fight.hqs, *team))) - now
    fresh = [h for h in team if not ground.p.status[h] & SPENT]
    if here <= 0.0 or not fresh:
        return here
    price = sum(price_of_supply(ground, h) for h in fresh)
    return here + sum(_adds(ground, of_assault(ground, a), fresh) for a in ground.p.assaults) - price


def _adds(ground: Ground, fight: Fight, hqs: Collection[int]) -> float:
    """What HQs add to an assault that waits, beside those that are spent already."""
    if fight.hqs and not set(hqs).isdisjoint(fight.hqs):
        spent = replace(fight, hqs=tuple(h for h in fight.hqs if ground.p.status[h] & SPENT))
        able = tuple(h for h in fight.hqs if h in hqs)
        return max(0.0, value(ground, replace(spent, hqs=(*spent.hqs, *able))) - value(ground, spent))
    return 0.0
