"""How the French man their line: strong posts, garrisons, a screen of battalions, Verdun; and the raids of the last day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..components import GERMAN
from .front import lines
from .ground import Ground
from .line import Line, March


def raids(ground: Ground, line: Line, reaches: Mapping[int, Mapping[int, int]], free: set[int]) -> list[March]:
    """On the last day: into what the Germans have left without a garrison, or so near that it is cut off (13g, 13h)."""
    p, c = ground.p, ground.c
    taken = {x: v for x, v in ground.prize.items() if p.control[x] == GERMAN and not p.holder[x]}
    orders: list[March] = []
    while taken and free:
        best: tuple[float, int, int, int] | None = None
        for goal in sorted(taken):
            for cell in (goal, *c.zone_cells[goal]):
                near = c.zone_cells[cell]
                worth = sum(v for x, v in taken.items() if x == cell or x in near) + (0.5 if cell == goal else 0.0)
                for u in free:
                    better = best is None or (worth, -p.value(u)) > (best[0], best[1])
                    if better and cell in reaches[u] and (cell == p.place[u] or line.room(u, cell)):
                        best = worth, -p.value(u), u, cell
        if best is None:
            break
        _, _, u, cell = best
        free.discard(u)
        for x in (cell, *c.zone_cells[cell]):
            taken.pop(x, None)
        if cell != p.place[u]:
            line.move(u, p.place[u], cell)
            orders.append(March(u, cell, "to cut off what they have taken"))
    return orders


def man_the_lines(
    ground: Ground, line: Line, reaches: Mapping[int, Mapping[int, int]], free: set[int], detaching: bool
) -> list[March]:
    """Strong units to the posts of the main line, light ones and detached battalions to the screen."""
    p, c = ground.p, ground.c
    plan = lines(ground, frozenset().union(*reaches.values()))
    orders: list[March] = []

    def send(u: int, cell: int, why: str) -> None:
        free.discard(u)
        if cell != p.place[u]:
            line.move(u, p.place[u], cell)
            orders.append(March(u, cell, why))

    heavy = {u for u in free if c.steps[u] > 1}
    plan = plan._replace(main=(*city(ground, plan.main), *plan.main))
    weight = {x: ground.threat[x] + ground.w["vital"] * ground.prize.get(x, 0.0) for x in plan.main}
    # who stands in a post that he could keep is not counted twice: all begin from nothing
    strength = {x: sum(p.value(u) for u in p.stacks[x] if c.foot[u] and u not in free) for x in plan.main}
    steps = {x: sum(p.steps[u] for u in p.stacks[x] if u not in heavy) for x in plan.main}
    for post in city(ground, ()):  # Verdun is the whole game (13l): whoever is nearest goes there, be it in two days
        if heavy and not strength[post] and not any(post in reaches[u] for u in heavy):
            u = min(heavy, key=lambda x: (c.board.distances(post)[p.place[x]] + (3 if p.zone[GERMAN][p.place[x]] else 0), x))
            heavy.discard(u)
            send(u, fall_back(ground, line, u, reaches[u], (post,))[1], "to Verdun")
    for full in (1, 2):
        for post in sorted(plan.main, key=lambda x: (strength[x] - 0.02 * weight[x], x)):
            able = [u for u in heavy if post in reaches[u] and steps[post] + p.steps[u] <= c.stack_limit]
            if not able or strength[post] >= (ground.w["enough"] if full == 2 else 1):
                continue
            u = max(able, key=lambda x: (p.place[x] == post, p.value(x) - 0.3 * reaches[x][post], -x))
            heavy.discard(u)
            strength[post] += p.value(u)
            steps[post] += p.steps[u]
            send(u, post, "to the main line")
    wanting = sorted(plan.main, key=lambda x: (strength[x] > 0, -weight[x], x))
    for u in sorted(heavy, key=lambda x: (-ground.threat[p.place[x]], x)):
        goal, cell = fall_back(ground, line, u, reaches[u], wanting)
        strength[goal] += p.value(u)
        wanting.sort(key=lambda x: (strength[x] > 0, -weight[x], x))
        send(u, cell, f"back towards {p.label(goal)}")
    for fort in forts_behind(ground, line):
        able = [u for u in free if c.steps[u] == 1 and fort in reaches[u] and line.room(u, fort)]
        if able:
            send(min(able, key=lambda x: (reaches[x][fort] - p.value(x), x)), fort, "to garrison the fortress")
    return orders + man_the_screen(ground, line, reaches, free, plan.screen, detaching)


def fall_back(ground: Ground, line: Line, u: int, reach: Mapping[int, int], posts: Iterable[int]) -> tuple[int, int]:
    """The post that a unit makes for if it can get to none, and how far it gets: nobody is left alone before the line."""
    p, c = ground.p, ground.c
    far = c.board.distances(p.place[u])
    empty = [x for x in posts if not line.foot[x]]
    goal = min(empty or posts, key=lambda x: (far[x], x))
    near, zone = c.board.distances(goal), p.zone[GERMAN]
    cells = [x for x in reach if x == p.place[u] or line.room(u, x)]
    return goal, min(cells, key=lambda x: (near[x] + (2 if zone[x] else 0) + ground.threat[x] / 40, x))


def forts_behind(ground: Ground, line: Line) -> list[int]:
    """Fortresses without a garrison that raiders could take (VV-R09), the dearest first."""
    p, c = ground.p, ground.c
    empty = [f.cell for f, step in zip(c.fortresses, p.works, strict=True) if step and not line.foot[f.cell]]
    at_risk = [x for x in empty if ground.threat[x] > 0 and p.b.playable[x]]
    return sorted(at_risk, key=lambda x: (-ground.prize.get(x, 0.0), -ground.threat[x], x))


def city(ground: Ground, manned: Iterable[int]) -> list[int]:
    """The hexes of Verdun: twice their points and four more bring Germans there from anywhere past a broken line (13l)."""
    p = ground.p
    return [x for x in p.c.verdun[p.battle] if p.holder[x] != GERMAN + 1 and x not in manned]


def man_the_screen(
    ground: Ground,
    line: Line,
    reaches: Mapping[int, Mapping[int, int]],
    free: set[int],
    screen: Iterable[int],
    detaching: bool,
) -> list[March]:
    """Light units to the screen; where none can get to, regiments detach battalions (1.6, 5.1d)."""
    p, c, w = ground.p, ground.c, ground.w
    orders: list[March] = []
    used: set[int] = set()
    given: dict[int, int] = {}
    for post in sorted(screen):
        light = [u for u in free if c.steps[u] == 1 and post in reaches[u]]
        if light:
            u = min(light, key=lambda x: (reaches[x][post], -p.value(x), x))
            free.discard(u)
            if p.place[u] != post:
                line.move(u, p.place[u], post)
                orders.append(March(u, post, "to the screen"))
            continue
        best: tuple[float, int, int] | None = None
        for u, reach in reaches.items() if detaching else ():
            if c.steps[u] != 3 or p.steps[u] < 3 or given.get(u, 0) or post not in reach:
                continue
            stock = p.b.stock.get(c.division[u], ())
            battalion = next((b for b in stock if b not in used and p.place[b] == c.box["stock"]), -1)
            if battalion < 0:
                continue
            gain = w["screen"] + 0.1 * p.steps[u] - 0.02 * reach[post] - w["detach"] * (1 + given.get(u, 0))
            if gain > 0 and (best is None or gain > best[0]):
                best = gain, u, battalion
        if best is not None:
            _, u, battalion = best
            used.add(battalion)
            given[u] = given.get(u, 0) + 1
            orders.insert(0, March(u, -1, "a battalion for the screen"))
            orders.append(March(battalion, post, "to the screen"))
            line.post(battalion, post)
    return orders
