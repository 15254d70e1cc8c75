"""Operations of several corps at once, where much hangs on a hex: a fortress, or Verdun (4.9b, 4.2c)."""

from __future__ import annotations

from ....core.marching import PlannedAttack
from ..operations import members, price
from .attacks import Mover, corps_pool, crowd, enemy_hexes, movers, plan_attack, target_at
from .ground import Ground
from .purse import Operation, standing

NEAR = 3  # hexes from the target within which a corps can help
MOST = 4  # corps that fit around a hex


def joint_operation(ground: Ground, purse: float) -> Operation | None:
    """The best attack on a hex that matters by as many corps as it takes, if it is worth all their orders."""
    p, c, w = ground.p, ground.c, ground.w
    best: Operation | None = None
    for cell in enemy_hexes(p, ground.enemy):
        if cell not in c.fort_at and not c.city[cell]:
            continue
        if w.strike_again * target_at(ground, cell).prices[-1] < 2 * price(p, "combat") * ground.ap[ground.side]:
            continue
        for kind in ("combat", "offensive"):
            found = _joint_assault(ground, cell, kind, purse)
            if found is not None and (best is None or found.worth > best.worth):
                best = found
    return best if best is not None and best.worth > w.operate_from else None


def _joint_assault(ground: Ground, cell: int, kind: str, purse: float) -> Operation | None:
    """One corps, then one more at a time as long as each adds more than it costs."""
    p, w = ground.p, ground.w
    cost = price(p, kind) * ground.ap[ground.side]
    pools = _movers_by_corps(ground, cell, kind)
    named: list[int] = []
    pool: dict[int, Mover] = {}
    best: Operation | None = None
    target = target_at(ground, cell)
    for corps in sorted(pools, key=lambda x: -sum(ground.c.sp[u] for u in pools[x]))[:MOST]:
        if (len(named) + 1) * price(p, kind) > purse:
            break
        trial = {**pool, **pools[corps]}
        attack: PlannedAttack | None = plan_attack(ground, target, trial, crowd(p, ground.side, trial))
        if attack is None:
            continue
        worth = w.strike_again * attack.worth - (len(named) + 1) * cost
        if best is None or worth > best.worth or not named:
            named.append(corps)
            pool = trial
            units = tuple(members(p, ground.side, x)[0] for x in named)
            if best is None or worth > best.worth:
                best = Operation(units, kind, worth)
    return best


def _movers_by_corps(ground: Ground, cell: int, kind: str) -> dict[int, dict[int, Mover]]:
    """What each corps near a hex could bring."""
    p, c = ground.p, ground.c
    near = c.board.distances(cell)
    found: dict[int, dict[int, Mover]] = {}
    for corps in dict.fromkeys(p.corps[u] for u in p.units_of(ground.side) if c.sp[u] and near[p.place[u]] <= NEAR):
        if corps in p.activated or not members(p, ground.side, corps):
            continue
        units = corps_pool(ground, corps)
        pool = movers(ground, units, fresh=True) if kind == "offensive" else standing(ground, units)
        if any(c.sp[u] for u in pool):
            found[corps] = pool
    return found
