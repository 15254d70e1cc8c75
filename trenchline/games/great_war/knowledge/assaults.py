"""Which assaults pay: the worth of one, summed over fire and dice, and who takes part in it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from ....core.charts import total
from ..assault_odds import went_in
from ..commitment import may_attack, refuse_commit, strikers
from ..fire import can_fire
from ..lines import suppliers
from ..position import Position
from ..records import Assault, Fight
from ..states import SUPPLY
from .chances import toll, volley
from .ground import Ground

NOTHING_ELSE: Mapping[int, float] = MappingProxyType({})
MOST = 6  # units in one assault that are weighed


class Attack(NamedTuple):
    """An assault that is worth making."""

    target: int
    units: tuple[int, ...]
    worth: float
    claim: float = 0.0  # its worth less what its units could do elsewhere


class Numbers(NamedTuple):
    """The arithmetic of an assault."""

    attack: int
    defence: int
    column: int
    die: int


def numbers(p: Position, fight: Fight, more: int = 0) -> Numbers:
    """Difference, column and modifier as the rules work them out, with something more on the dice."""
    attack = sum(p.attack_number(u, fight.secondary) for u in fight.units)
    defence = total(p.defence_terms(fight))
    chart = p.c.assault
    column = chart.clamp(chart.column(attack - defence) + total(p.shift_terms(fight)))
    return Numbers(attack, defence, column, total(p.die_terms(fight)) + more)


def reckon(ground: Ground, fight: Fight, n: Numbers, doubled: bool, take: float) -> float:
    """What an assault is worth once fire is over."""
    w, p = ground.w, ground.p
    found = toll(p.c, n.column, n.die, doubled)
    kill, loss = kill_price(ground, fight.defenders), loss_price(ground, fight.units)
    steps = sum(p.steps[u] for u in fight.defenders if not p.status[u] & SUPPLY)
    most = sum(p.steps[u] for u in fight.units)
    return (
        kill * (min(found.killed, steps) + found.wiped * steps)
        - loss * min(found.lost, most)
        + take * (found.taken + w.engage * found.engaged)
        + w.breakthrough * found.broken
        - w.countered * found.countered
    )


def kill_price(ground: Ground, units: Sequence[int]) -> float:
    """An enemy step in the mean; guns and HQs are dear."""
    w, c = ground.w, ground.c
    if not units:
        return 0.0
    return ground.kill + w.kill_gun * sum(c.gun[u] or c.hq[u] for u in units) / len(units)


def loss_price(ground: Ground, units: Sequence[int]) -> float:
    """A step of one's own: dearer for those who have few left."""
    w, p = ground.w, ground.p
    worn = sum(p.steps[u] <= 1 for u in units)
    price = w.loss * (w.loss_late if not ground.turns_left else 1.0)
    return price * (1.0 + w.worn * worn / max(1, len(units)))


def fire_on(p: Position, target: int, side: int, assaulted: Collection[int], share: float) -> int:
    """Fire factors that an assault on a square meets: its own, and a share of its neighbours'."""
    if p.engaged(target):
        return 0
    own = sum(p.fire_number(u) for u in p.own(target, side) if can_fire(p, u))
    near = [x for x in p.c.near[target] if p.holds(x, side) and x not in assaulted]
    beside = sum(p.fire_number(u) for x in near for u in p.own(x, side) if can_fire(p, u))
    return own + round(share * beside)


def promise(ground: Ground, fight: Fight, assaulted: Collection[int]) -> float:
    """What an assault is worth before defensive fire."""
    return promises(ground, fight, assaulted, (0,))[0]


def promises(ground: Ground, fight: Fight, assaulted: Collection[int], pressed: Iterable[int], hope: int = 0) -> list[float]:
    """The same if so many of its units go in, for each number; with what is hoped for on the dice."""
    n = numbers(ground.p, fight, hope)
    factors = 0 if fight.renewed else fire_on(ground.p, fight.target, ground.enemy, assaulted, ground.w.support_fire)
    manned = [_promise(ground, fight, n, factors, more) for more in pressed]
    empty, take = ground.unmanned(fight.defenders), ground.take(fight.target)
    return [empty * take + (1.0 - empty) * value for value in manned] if empty else manned


def _promise(ground: Ground, fight: Fight, n: Numbers, factors: int, pressed: int) -> float:
    p, w = ground.p, ground.w
    already = went_in(p, fight, fight.units)
    over = already + pressed
    n = n._replace(die=n.die + ground.pressed_die(over) - ground.pressed_die(already))
    take, doubled = ground.take(fight.target), over > 0
    if not factors:
        return reckon(ground, fight, n, doubled, take)
    shot = volley(p.c, factors, total(p.fire_terms(ground.enemy, over, 0)))
    steps = sum(p.steps[u] for u in fight.units)
    drop = n.attack / max(1, steps)
    loss = loss_price(ground, fight.units)
    value = -shot.disrupted * w.disrupted * len(fight.units)
    for lost, chance in shot.steps:
        if lost >= steps:
            value -= chance * loss * steps
            continue
        fewer = round(drop * lost)
        less = Numbers(n.attack - fewer, n.defence, p.c.assault.clamp(_moved(n, fewer)), n.die)
        value += chance * (reckon(ground, fight, less, doubled, take) - loss * lost)
    return value


def at_best(ground: Ground, fight: Fight, assaulted: Collection[int]) -> float:
    """What an assault is worth on the line, or with all of those gone in who can be counted on."""
    able = ground.closers(fight.units)
    hope = 0 if fight.secondary else ground.hope(fight.target)
    return max(promises(ground, fight, assaulted, (0, able) if able else (0,), hope))


def _moved(n: Numbers, fewer: int) -> int:
    """The column with a smaller attack: a column for each point, but differences beyond the table change nothing."""
    margin = n.attack - n.defence
    return n.column - (max(-3, min(5, margin)) - max(-3, min(5, margin - fewer)))


def plan(ground: Ground, target: int, units: Sequence[int], secondary: bool = False) -> Fight:
    """A fight as it would be if these units went in from where they stand, with all the supply there is."""
    p = ground.p
    came = tuple(p.place[u] for u in units)
    hqs = tuple({h for u, start in zip(units, came, strict=True) for h in suppliers(p, u, start)})
    defenders = tuple(p.defenders_of(target, ground.enemy))
    return Fight(ground.side, target, tuple(units), defenders, (), hqs, secondary=secondary, came=came)


def candidates(ground: Ground, target: int, taken: Collection[int], secondary: bool = False) -> list[int]:
    """Units that can be committed against a square, the strongest first; whoever keeps the enemy out of what must be closed
    goes only for such squares."""
    p = ground.p
    able = [u for u in ground.attackers.get(target, ()) if u not in taken and may_attack(p, u, secondary)]
    if target not in ground.to_close and not ground.prize[target]:
        able = [u for u in able if u not in ground.keepers]
    able = [u for u in able if refuse_commit(p, u, target, (), secondary) is None]
    return sorted(able, key=lambda u: (ground.vacated((u,)) > 0, -p.attack_number(u, secondary), u))


def best_group(
    ground: Ground,
    target: int,
    able: Sequence[int],
    assaulted: Collection[int],
    secondary: bool = False,
    elsewhere: Mapping[int, float] = NOTHING_ELSE,
) -> Attack | None:
    """The units, one nation's, with which an assault is worth most, counting what each of them could do elsewhere."""
    p, c, w = ground.p, ground.c, ground.w
    best: Attack | None = None
    for nation in dict.fromkeys(c.nation[u] for u in able):
        group: list[int] = []
        for u in [v for v in able if c.nation[v] == nation and not (c.tank[v] or c.cavalry[v])] or list(able):
            if len(group) == MOST:
                break
            if group and (c.nation[u] != nation or refuse_commit(p, u, target, group, secondary) is not None):
                continue
            group.append(u)
            value = at_best(ground, plan(ground, target, group, secondary), assaulted) - w.unit_cost * len(group)
            value += ground.drafts - ground.vacated(group)
            if not any(ground.may_be_in(v, target) for v in group):
                value -= w.fine  # one of them has to go in
            claim = value - sum(elsewhere.get(v, 0.0) for v in group)
            if best is None or claim > best.claim:
                best = Attack(target, tuple(group), value, claim)
    return best


def assaults(ground: Ground) -> list[Attack]:
    """The assaults of a phase: the best one first, then what the others can still do."""
    p, w = ground.p, ground.w
    taken: set[int] = {u for a in p.assaults for u in a.units}
    assaulted = {a.target for a in p.assaults}
    found: list[Attack] = []
    open_targets = {x: candidates(ground, x, taken) for x in ground.foes if not p.engaged(x)}
    known: dict[int, Attack | None] = {}
    alone: dict[tuple[int, int], float] = {}
    while True:
        best: Attack | None = None
        for x, able in open_targets.items():
            if not able:
                continue
            if x not in known:
                known[x] = best_group(ground, x, able, assaulted | {x}, False, _elsewhere(ground, x, able, open_targets, alone))
            attack = known[x]
            if attack is not None and attack.worth > w.attack_from and (best is None or attack.claim > best.claim):
                best = attack
        if best is None:
            return _with_machines(ground, found, taken)
        found.append(best)
        ground.going_in.update(best.units)
        assaulted.add(best.target)
        del open_targets[best.target]
        for x in list(open_targets):
            left = [u for u in open_targets[x] if u not in best.units]
            if len(left) < len(open_targets[x]) or best.target in ground.c.near[x] or any(map(ground.posted, best.units)):
                open_targets[x] = left
                known.pop(x, None)


def _with_machines(ground: Ground, found: list[Attack], taken: set[int]) -> list[Attack]:
    """Tanks and cavalry that have nothing else to do go along with infantry of their nation: without a resource for it they
    stay behind, and nothing is lost."""
    p, c = ground.p, ground.c
    bound = taken.union(*(attack.units for attack in found))
    joined: list[Attack] = []
    for attack in found:
        group = list(attack.units)
        for u in candidates(ground, attack.target, bound):
            beside = (c.tank[u] or c.cavalry[u]) and c.nation[u] == c.nation[group[0]]
            if beside and len(group) < MOST and refuse_commit(p, u, attack.target, group, False) is None:
                group.append(u)
                bound.add(u)
        joined.append(attack._replace(units=tuple(group)))
    return joined


def _elsewhere(
    ground: Ground,
    target: int,
    able: Sequence[int],
    open_targets: Mapping[int, Sequence[int]],
    alone: dict[tuple[int, int], float],
) -> Mapping[int, float]:
    """A share of what each unit could do by itself against another square."""
    share = ground.w.spread
    if not share:
        return NOTHING_ELSE
    found: dict[int, float] = {}
    for u in able:
        for x in ground.c.near[ground.p.place[u]]:
            if x != target and u in open_targets.get(x, ()):
                if (x, u) not in alone:
                    alone[x, u] = at_best(ground, plan(ground, x, (u,)), {x})
                found[u] = max(found.get(u, 0.0), share * alone[x, u])
    return found


def strike_worth(ground: Ground, cell: int) -> float:
    """What it is worth to strike in a square where one is engaged."""
    p = ground.p
    units = strikers(p, cell, ground.side)
    if not units:
        return -1.0
    fight = Fight(ground.side, cell, units, tuple(p.others(cell, ground.side)), renewed=True, came=(cell,) * len(units))
    return promise(ground, fight, ())


def of_assault(ground: Ground, assault: Assault) -> Fight:
    """The fight that a committed assault would be now."""
    if assault.renewed:
        p = ground.p
        came = tuple(p.place[u] for u in assault.units)
        defenders = tuple(p.others(assault.target, ground.side))
        return Fight(ground.side, assault.target, assault.units, defenders, renewed=True, came=came)
    return plan(ground, assault.target, assault.units, assault.secondary)
