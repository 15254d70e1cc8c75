"""The quick searches of the engine against slow ones written straight from the rules, on crowded random positions."""

from fractions import Fraction
from random import Random

import pytest

from trenchline.games.verdun_1916.command import Lines
from trenchline.games.verdun_1916.components import FRENCH, GERMAN, odds_column
from trenchline.games.verdun_1916.position import NEUTRALISED, Options, Position
from trenchline.games.verdun_1916.victory import held, holds, linked
from trenchline.games.verdun_1916.zones import reach_of

from .kit import C

BOARD = C.board
CELLS = range(BOARD.size)


def crowd(seed, battle="historical"):
    """Some sixty units strewn over a part of the map, each side alone in its hexes, a few of them neutralised."""
    rng = Random(f"crowd {seed}")
    p = Position.empty(C, battle, Options())
    p.turn = 2
    ground = [
        x for x in CELLS if p.b.playable[x] and 14 <= C.column[x] <= 28 and 2 <= C.row[x] <= 14 and x not in C.fortress_at
    ]
    cells = {GERMAN: rng.sample(ground, 16)}
    cells[FRENCH] = rng.sample([x for x in ground if x not in cells[GERMAN]], 12)
    for side in (GERMAN, FRENCH):
        for u in rng.sample(C.ground[side], 26):
            if u not in p.b.apart:
                p.put(u, rng.choice(cells[side]))
                p.status[u] = NEUTRALISED if rng.random() < 0.15 else 0
    return p, rng


def controllers(p, side, cell):
    """The hexes from which a side's infantry controls a hex (3.1a, 3.2a)."""
    near = [n for n in BOARD.neighbours[cell] if not BOARD.joined("river", cell, n)]
    return {n for n in near if any(C.foot[u] and C.side[u] == side for u in p.stacks[n])}


def shut(p, side, cell):
    """Enemy units, a fortress in being, the other bank (VV-R88)."""
    held = any(C.side[u] != side for u in p.stacks[cell])
    return held or not p.b.playable[cell] or (side == GERMAN and cell in C.fortress_at)


def slow_reach(p, u, points):
    """Every hex a unit can get to and the least points, step by step as 3.2, 5.2 and 6 have it."""
    side = C.side[u]
    foe, mover, storm = 1 - side, C.class_of[u], C.stoss[u]
    best = {}

    def walk(limit, strategic):
        todo = [(0, p.place[u])]
        seen = {p.place[u]: 0}
        while todo:
            todo.sort(reverse=True)
            spent, here = todo.pop()
            if spent > seen.get(here, spent):
                continue
            zone = controllers(p, foe, here)
            if strategic and zone:
                continue
            if zone and here != p.place[u] and not storm:
                continue  # 3.2b
            for near in BOARD.neighbours[here]:
                if shut(p, side, near):
                    continue
                beyond = controllers(p, foe, near)
                if strategic and beyond:
                    continue
                cost = spent + C.step_cost(mover, here, near)
                if zone and storm:
                    cost += 1  # 6b, 6c
                elif zone and beyond:
                    if beyond <= zone:
                        continue
                    cost += 2  # 3.2d
                elif zone:
                    cost += 1  # 3.2c
                if cost <= limit and cost < seen.get(near, cost + 1):
                    seen[near] = cost
                    todo.append((cost, near))
        for cell, spent in seen.items():
            best[cell] = min(spent, best.get(cell, spent))

    walk(points, False)
    if not p.status[u] & NEUTRALISED:
        walk(2 * points, True)
    return best


@pytest.mark.case("verdun-1916", "3.2b", "3.2c", "3.2d", "5.1a", "5.2a", "6a", "6b", "6c", "9a")
@pytest.mark.parametrize("seed", range(6))
def test_where_units_can_go(seed):
    p, rng = crowd(seed, "historical" if seed % 2 else "hypothetical")
    units = [u for side in (GERMAN, FRENCH) for u in p.units_of(side)]
    storm = [u for u in units if C.stoss[u]]
    for u in {*rng.sample(units, 10), *storm[:3]}:
        quick = dict(reach_of(p, u, C.movement[u]).cost)
        assert quick == slow_reach(p, u, C.movement[u]), C.ids[u]


def slow_command(p, side):
    """Units in command by 10.1: a line of at most six open hexes, or a neighbour of the division that has one."""
    foe = 1 - side

    def open_(cell):
        mine = any(C.side[x] == side for x in p.stacks[cell])
        return mine or (not shut(p, side, cell) and not controllers(p, foe, cell))

    found = set()
    units = list(p.units_of(side))
    for hq in (u for u in units if C.hq[u]):
        found.add(hq)
        ring, seen = {p.place[hq]}, {p.place[hq]}
        for _ in range(3 if p.status[hq] & NEUTRALISED else 6):
            ring = {n for x in ring for n in BOARD.neighbours[x] if n not in seen and open_(n)}
            seen |= ring
        for u in units:
            same = C.corps[u] == C.corps[hq] if side == GERMAN or not C.division[u] else C.division[u] == C.division[hq]
            if same and p.place[u] in seen:
                found.add(u)
    found |= {u for u in units if u in p.b.independent}
    grown = True
    while grown:
        grown = False
        for u in units:
            if u in found:
                continue
            close = {p.place[u], *BOARD.neighbours[p.place[u]]}
            for other in list(found):
                mate = C.division[other] == C.division[u] if C.division[u] else C.corps[other] == C.corps[u]
                if mate and p.place[other] in close:
                    found.add(u)
                    grown = True
                    break
    return found


@pytest.mark.case("verdun-1916", "10.1a", "10.1b", "10.1c", "10.1f", "VV-R33")
@pytest.mark.parametrize("seed", range(10))
def test_who_is_in_command(seed):
    p, _ = crowd(seed, "historical" if seed % 2 else "hypothetical")
    for side in (GERMAN, FRENCH):
        quick, slow = Lines(p, side).commanded(), slow_command(p, side)
        assert {C.ids[u] for u in quick} == {C.ids[u] for u in slow}


@pytest.mark.case("verdun-1916", "13h", "VV-R79")
@pytest.mark.parametrize("seed", range(10))
def test_which_hexes_have_a_chain_to_the_northern_edge(seed):
    p, _ = crowd(seed)

    def open_(cell):
        mine = any(C.side[x] == GERMAN for x in p.stacks[cell])
        return mine or (not shut(p, GERMAN, cell) and not controllers(p, FRENCH, cell))

    found = {x for x in CELLS if C.row[x] == 1 and open_(x)}
    fresh = set(found)
    while fresh:
        fresh = {n for x in fresh for n in BOARD.neighbours[x] if n not in found and open_(n)}
        found |= fresh
    assert linked(p, GERMAN) == found


@pytest.mark.case("verdun-1916", "13g", "13h", "VV-R79")
@pytest.mark.parametrize("seed", range(6))
def test_which_objectives_are_held_whatever_moves_since_the_chain_was_looked_for(seed):
    p, rng = crowd(seed)
    objectives = C.objectives[p.battle]
    for o in objectives:
        p.control[o.cell] = rng.choice((GERMAN, GERMAN, FRENCH))
    for _ in range(250):
        u, near = rng.choice(C.ground[rng.choice((GERMAN, FRENCH))]), rng.choice(objectives).cell
        cell = rng.choice((near, *BOARD.neighbours[near], rng.choice(CELLS)))
        if not p.enemy_holds(cell, C.side[u]) and not (C.side[u] == GERMAN and p.fortress_stands(cell)):
            p.put(u, cell)
        if rng.random() < 0.02:
            p.lose_works(rng.randrange(len(C.fortresses)))
        afresh = p.clone()
        afresh.recount()
        assert held(p) == tuple(o for o in objectives if holds(afresh, o, linked(afresh, GERMAN)))


@pytest.mark.case("verdun-1916", "7.4c", "7.4d", "7.4e", "7.4f", "VV-R01", "VV-R03")
def test_the_column_of_every_ratio():
    bands = [(0, "1/3"), (Fraction(2, 5), "1/2"), (Fraction(2, 3), "1/1"), (Fraction(13, 10), "3/2"), (Fraction(17, 10), "2/1")]
    bands += [(Fraction(2 * n - 1, 2), f"{n}/1") for n in range(3, 8)]
    for attack in range(1, 61):
        for defence in range(1, 31):
            ratio = Fraction(attack, defence)
            column = [name for least, name in bands if ratio >= least][-1]
            beyond = max(0, int(ratio + Fraction(1, 2)) - 7) if ratio >= 7 else 0
            assert C.combat.columns[C.combat.clamp(odds_column(attack, defence))] == column
            assert max(0, odds_column(attack, defence) - 9) == beyond
