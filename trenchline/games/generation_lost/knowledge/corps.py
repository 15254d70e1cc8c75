"""Corps HQs: there are too few to lead, to supply the assaults and to feed the guns, so each is put where it tells most."""

from __future__ import annotations

from collections.abc import Mapping

from ...great_war.knowledge.ground import Ground
from ...great_war.knowledge.guns import best_shoot
from ...great_war.knowledge.headquarters import LEG, front_units
from ...great_war.movement import may_act
from ...great_war.states import SUPPLY
from ...great_war.ways import reach_of

MIDDLE = 0.5  # of what an HQ near by is worth, if it is a little farther
CAUGHT = 2  # squares from the enemy at which an HQ in Supply Mode, which cannot go away, is likely to be taken (12.8.2(b))


def served(ground: Ground, modes: Mapping[int, bool]) -> float:
    """What HQs where they stand, in some modes, are worth to the front: who is not led does not attack, so that supply alone
    is worth nothing to him."""
    p, c, w = ground.p, ground.c, ground.w
    ranges, reach = c.ranges, c.weather_rows[p.weather].supply
    suppliers = [c.board.distances(p.place[h]) for h, supply in modes.items() if supply]
    leaders = [c.board.distances(p.place[h]) for h, supply in modes.items() if not supply]
    value = -w.hq_spent * len(suppliers) if ground.turns_left else 0.0
    value -= w.hq_caught * sum(supply and ground.near_foe[p.place[h]] <= CAUGHT for h, supply in modes.items())
    for x in front_units(ground, ground.side):
        far = min((row[x] for row in leaders), default=99) - LEG
        if far > ranges["command"]:
            continue
        near = 1.0 if far <= ranges["command_near"] else MIDDLE if far <= ranges["command_middle"] else 0.0
        value += (w.hq_command + w.hq_near * near) * ground.stake(x)
        value += w.hq_supply * any(row[x] <= reach for row in suppliers) * ground.stake(x)
    return value


def modes_now(ground: Ground) -> dict[int, bool]:
    p = ground.p
    return {h: bool(p.status[h] & SUPPLY) for h in p.c.hqs[ground.side] if p.on_map(h)}


def will_be_alone(ground: Ground, hq: int) -> bool:
    """Whether all who share an HQ's square can still leave it in this phase (10.4-Supply, GL-R70)."""
    p = ground.p
    others = [u for u in p.stacks[p.place[hq]] if u != hq]
    return all(not p.status[u] & SUPPLY and may_act(p, u) and reach_of(p, u)[0] for u in others)


def worth_of(ground: Ground, hq: int) -> float:
    """What the front loses with an HQ."""
    modes = modes_now(ground)
    return max(served(ground, modes), served(ground, {**modes, hq: False})) - served(
        ground, {h: mode for h, mode in modes.items() if h != hq}
    )


def shells_worth(ground: Ground) -> float:
    """What all guns in good order could do, one bombardment after the other."""
    p = ground.p
    guns = [g for g in p.c.guns[ground.side] if p.on_map(g) and p.good_order(g) and p.gun_stands(g)]
    value = 0.0
    while guns:
        shoot = best_shoot(ground, guns)
        if shoot is None:
            break
        value += shoot.worth
        guns = [g for g in guns if g not in shoot.guns]
    return value
