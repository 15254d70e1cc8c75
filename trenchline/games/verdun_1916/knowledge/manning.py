"""How the French man their line: strong posts, garrisons, a screen of battalions, Verdun; and the raids of the last day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ....core.knowledge import March
from ..components import FRENCH, GERMAN
from .front import lines
from .ground import FAR, Ground
from .line import NOWHERE, Line

DETACH = "detach"  # what a regiment does that gives up a battalion


def raids(ground: Ground, line: Line, reaches: Mapping[int, Mapping[int, int]], free: set[int]) -> list[March]:
    """On the last day: into what the Germans have left without a garrison, or so near that it is cut off (13g, 13h)."""
    p, c = ground.p, ground.c
    taken = {x: v for x, v in ground.prize.items() if p.control[x] == GERMAN and not p.present[x]}
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
            orders.append(March(u, "move", cell, "to cut off what they have taken"))
    return orders


class Posting:
    """Who can still be sent where: units, and battalions that are still with their regiments (1.6, 5.1d)."""

    def __init__(
        self, ground: Ground, line: Line, reaches: Mapping[int, Mapping[int, int]], free: set[int], detaching: bool
    ) -> None:
        self.ground, self.line, self.reaches, self.free = ground, line, reaches, free
        self.orders: list[March] = []
        self.parents = [u for u in reaches if ground.c.steps[u] == 3] if detaching else []
        self.left = {u: ground.p.steps[u] for u in self.parents}
        self.used: set[int] = set()

    def send(self, u: int, cell: int, why: str) -> None:
        p = self.ground.p
        self.free.discard(u)
        self.line.move(u, NOWHERE, cell)
        if cell != p.place[u]:
            self.orders.append(March(u, "move", cell, why))

    def fill(self, posts: Iterable[int], units: Iterable[int], why: str) -> None:
        """As many open posts as possible get one of some units."""
        empty = [x for x in posts if not self.line.foot[x]]
        for post, u in matched(self.line, self.reaches, units, empty).items():
            self.send(u, post, why)

    def detach(self, posts: Iterable[int], least: int, why: str) -> None:
        """Regiments that keep some steps give battalions to posts that are open still."""
        empty = [x for x in posts if not self.line.foot[x]]
        while empty:
            able = [u for u in self.parents if self.left[u] > least and self._battalion(u) >= 0]
            found = matched(self.line, self.reaches, able, empty)
            for post, u in found.items():
                battalion = self._battalion(u)
                if battalion < 0:
                    continue
                self.used.add(battalion)
                self.left[u] -= 1
                self.line.post(battalion, post)
                self.orders.append(March(u, DETACH, NOWHERE, why))
                self.orders.append(March(battalion, "move", post, why))
            empty = [x for x in empty if not self.line.foot[x]] if found else []

    def _battalion(self, u: int) -> int:
        p, c = self.ground.p, self.ground.c
        stock = p.b.stock.get(c.division[u], ())
        return next((b for b in stock if b not in self.used and p.place[b] == c.box["stock"]), -1)

    def regiments(self) -> list[int]:
        return [u for u in sorted(self.free) if self.ground.p.steps[u] > 1]

    def battalions(self) -> list[int]:
        return [u for u in sorted(self.free) if self.ground.p.steps[u] == 1]


def man_the_lines(
    ground: Ground, line: Line, reaches: Mapping[int, Mapping[int, int]], free: set[int], exploiting: bool
) -> list[March]:
    """Two lines without gaps: what breaks through the first is stopped by the second; who is left makes them strong."""
    p, c = ground.p, ground.c
    come = ground.come
    manned = frozenset(p.place[u] for u in p.units_of(FRENCH) if c.foot[u]) if exploiting else ()
    plan = lines(ground, frozenset().union(*reaches.values()), manned)
    if exploiting:  # who is in his place stays there
        stay = {*plan.main, *plan.screen}
        free -= {u for u in free if p.place[u] in stay}
    posting = Posting(ground, line, reaches, free, not exploiting)
    for u in free:  # they count where they are sent
        line.move(u, p.place[u], NOWHERE)
    weight = {x: FAR - come[x] + ground.w.vital * ground.prize.get(x, 0.0) for x in plan.main}
    verdun = [x for x in city(ground, come) if x not in weight]
    weight |= {x: FAR - come[x] + ground.w.guard for x in verdun}
    main = [*verdun, *sorted(plan.main, key=lambda x: (-weight[x], x))]
    posting.fill(main, posting.regiments(), "to the main line")
    posting.fill(main, posting.battalions(), "to close the main line")
    posting.detach(main, 1, "a battalion to close the main line")
    watch = [x for x in c.verdun[p.battle] if come[x] < FAR and not p.holds(x, GERMAN)]
    posting.fill(watch, posting.battalions(), "to watch over Verdun")
    posting.detach(watch, 1, "a battalion to watch over Verdun")
    posting.fill(plan.screen, posting.battalions(), "to the screen")
    posting.detach(plan.screen, round(ground.w.detach), "a battalion for the screen")
    posting.fill(watch, posting.regiments(), "to watch over Verdun")
    _thicken(posting, main, weight)
    for fort in forts_behind(ground, line):
        posting.fill((fort,), posting.battalions(), "to garrison the fortress")
    wanting = sorted(plan.main, key=lambda x: (line.strength[x], -weight[x], x)) or list(c.verdun[p.battle])
    for u in sorted(free, key=lambda x: (-ground.threat[p.place[x]], x)):
        goal, cell = fall_back(ground, line, u, reaches[u], wanting)
        posting.send(u, cell, f"back towards {p.label(goal)}")
    posting.orders.sort(key=lambda march: march.kind != DETACH)  # who gives up a battalion does so before he leaves
    return posting.orders


def _thicken(posting: Posting, posts: Iterable[int], weight: Mapping[int, float]) -> None:
    """Who is left strengthens the posts that are weakest for what they are worth."""
    ground, line = posting.ground, posting.line
    p, enough = ground.p, ground.w.enough
    waiting = set(posts)
    while waiting and posting.free:
        post = min(waiting, key=lambda x: (line.strength[x] - 0.1 * weight[x], x))
        able = [u for u in posting.free if post in posting.reaches[u] and line.room(u, post)]
        if not able or line.strength[post] >= enough:
            waiting.discard(post)
            continue
        u = max(able, key=lambda x: (p.value(x) - 0.2 * posting.reaches[x][post], -x))
        posting.send(u, post, "to strengthen the main line")


def matched(line: Line, reaches: Mapping[int, Mapping[int, int]], units: Iterable[int], posts: Iterable[int]) -> dict[int, int]:
    """A unit for as many posts as can have one, the first posts first: whoever has a choice makes way."""
    p = line.ground.p
    able: dict[int, list[int]] = {}
    units = list(units)
    for post in posts:
        found = [u for u in units if post in reaches[u] and line.room(u, post)]
        able[post] = sorted(found, key=lambda x: (p.place[x] != post, reaches[x][post] - p.value(x), x))
    holder: dict[int, int] = {}  # unit -> post

    def place(post: int, tried: set[int]) -> bool:
        for u in able[post]:
            if u in tried:
                continue
            tried.add(u)
            if u not in holder or place(holder[u], tried):
                holder[u] = post
                return True
        return False

    for post in able:
        place(post, set())
    return {post: u for u, post in holder.items()}


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


def city(ground: Ground, come: Sequence[int]) -> list[int]:
    """The hexes of Verdun, if Germans are so near that they could be there before the line has formed again (13l)."""
    p = ground.p
    near = ground.w.alarm * (2 if p.turn >= p.b.turns else 1)  # nobody can mend it after the last day
    return [x for x in p.c.verdun[p.battle] if not p.holds(x, GERMAN) and come[x] <= near]
