"""What the ground is worth, and how the two lines stand to each other: worked out for one side, at one moment, as needed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from ....core.paths import Ways, trace
from ...great_war.position import DISORDERED, ENTRENCHED, HOME, PAID, SUPPLY
from ..components import ALLIED, BRITISH, GERMAN, Components, Scenario
from ..position import Position

FAR = 40
_prizes: dict[tuple[int, str, tuple[int, ...], tuple[float, ...]], list[float]] = {}
PRICES = ("trench", "place", "ground", "bapaume")


def objectives(p: Position, side: int) -> tuple[int, ...]:
    """The campaign's places as far as a side knows them: the Allies their own, the Germans any that might be drawn."""
    if not p.s.campaign:
        return ()
    return p.objectives if side == ALLIED else tuple(range(len(p.c.markers)))


def prizes(p: Position, side: int, w: Mapping[str, float]) -> list[float]:
    """What each square is worth to whoever holds it: the German start trench, and the places of the victory conditions."""
    prices = tuple(w[name] for name in PRICES)
    known = objectives(p, side)
    key = (id(p.c), p.s.id, known, prices)
    found = _prizes.get(key)
    if found is None:
        found = _prizes[key] = _prizes_of(p, p.s, known, dict(zip(PRICES, prices, strict=True)))
    return found


def claimants(p: Position, side: int) -> dict[int, int]:
    """The nation that has to claim each place (13.1.1): a Frenchman in a British one spoils it."""
    c = p.c
    rows = [r for v in p.s.victories.values() for r in (*v.all_of, *v.any_of) if r.kind == "claim" and r.nation != "german"]
    found = {c.board.cell(label): c.nations.index(r.nation) for r in rows for place in r.places for label in place.cells}
    for m in objectives(p, side):
        found |= dict.fromkeys(c.marker_cells[m], c.nations.index(c.markers[m].nation))
    return found


def _prizes_of(p: Position, s: Scenario, known: tuple[int, ...], w: Mapping[str, float]) -> list[float]:
    c = p.c
    worth = [0.0] * c.board.size
    for x in c.german_trench:
        worth[x] += w["trench"]
    for row in s.victories.values():
        for condition in (*row.all_of, *row.any_of):
            if condition.kind == "claim" and condition.nation != "german":
                share = condition.need / max(1, len(condition.places))
                for place in condition.places:
                    for label in place.cells:
                        worth[c.board.cell(label)] += w["place"] * share / (len(place.cells) / 2 + 0.5)
            elif condition.kind == "occupy":
                for label in condition.cells:
                    worth[c.board.cell(label)] += w["bapaume"]
    shown = len(known) / 7 if known else 1.0  # the Germans do not know which seven were drawn
    for m in known:
        cells = c.marker_cells[m]
        for x in cells:
            worth[x] += w["place"] / (len(cells) / 2 + 0.5) / shown
    return worth


_footsteps: dict[tuple[int, int], bytes] = {}
_near_ways: dict[int, Ways] = {}


def footsteps(c: Components, cell: int) -> bytes:
    """How many steps each square is from another on foot: the river has to be crossed where it can be."""
    found = _footsteps.get((id(c), cell))
    if found is None:
        ways = _near_ways.setdefault(id(c), [tuple((n, 1) for n in near) for near in c.near])
        found = _footsteps[id(c), cell] = _row(c, trace(ways, (cell,), FAR * 2, bytes(c.board.size))[0])
    return found


def _row(c: Components, far: Mapping[int, int]) -> bytes:
    return bytes(far.get(x, FAR * 2) for x in range(c.board.size))


class Ground:
    """How things stand for one side."""

    def __init__(self, p: Position, side: int, weights: Mapping[str, float], focus: tuple[int, ...]) -> None:
        self.p, self.c, self.side, self.enemy = p, p.c, side, p.enemy(side)
        self.w, self.focus = weights, focus
        self.stamp = (p.turn, p.step, tuple(p.version))
        self._pull: dict[int, float] = {}

    @cached_property
    def prize(self) -> list[float]:
        """What each square is worth to whoever holds it."""
        base = prizes(self.p, self.side, self.w)
        if not self.focus:
            return base
        near = [self.c.board.distances(x) for x in self.focus]
        boost = self.w["focus"]
        return [value * (boost if any(row[x] <= 3 for row in near) else 1.0) for x, value in enumerate(base)]

    def take(self, cell: int) -> float:
        """What it is worth to win a square from the enemy, or to keep it from him."""
        w, c = self.w, self.c
        value = self.prize[cell] + w["ground"] + (self.last_ones if c.trench[cell] == "german" else 0.0)
        if self.side == GERMAN and c.trench[cell] == "allied":
            value += w["allied_trench"]
        return value

    @cached_property
    def claimants(self) -> dict[int, int]:
        return claimants(self.p, self.side)

    def unclaimed(self, cell: int) -> bool:
        """Whether a place is still to be claimed by the nation that must."""
        nation = self.claimants.get(cell)
        return nation is not None and self.p.claims[cell] != nation

    @cached_property
    def last_ones(self) -> float:
        """The fewer squares of their start trench the Germans hold, the more hangs on each."""
        held = sum(self.p.holds(x, GERMAN) for x in self.c.german_trench)
        return self.w["last_ones"] * self.w["trench"] / max(1, held)

    @cached_property
    def turns_left(self) -> int:
        return self.p.s.last_turn - self.p.turn

    @cached_property
    def foes(self) -> list[int]:
        """The squares in which the enemy stands."""
        bit = self.c.bit[self.enemy]
        return [x for x, here in enumerate(self.p.present) if here & bit]

    @cached_property
    def near_foe(self) -> bytes:
        """How far the nearest enemy is from each square."""
        return _row(self.c, trace(self.c.king_ways, self.foes, FAR, bytes(self.c.board.size))[0])

    @cached_property
    def goals(self) -> list[tuple[int, float]]:
        """The squares that this side wants to win (Allies) or to keep (Germans), with what they are worth."""
        p, c = self.p, self.c
        if self.side == ALLIED:
            wanted = [
                x for x, v in enumerate(self.prize) if v and (p.control[x] == GERMAN or p.holds(x, GERMAN) or self.unclaimed(x))
            ]
            found = [(x, self.take(x) if p.holds(x, GERMAN) else self.prize[x]) for x in wanted]
            found += [(x, self.w["ground"]) for x in self.foes if not self.prize[x]]
        else:
            found = [(x, v) for x, v in enumerate(self.prize) if v]
        return found or [(x, self.w["ground"]) for x in self.foes] or [(c.edge[self.enemy][0], 0.1)]

    @cached_property
    def _fading(self) -> list[float]:
        return [self.w["fade"] ** far for far in range(FAR * 3)]

    def pull(self, cell: int) -> float:
        """How strongly goals draw to a square: the nearer and the dearer, the more."""
        found = self._pull.get(cell)
        if found is None:
            row, power = footsteps(self.c, cell), self._fading
            found = self._pull[cell] = sum(value * power[row[x]] for x, value in self.goals)
        return found

    @cached_property
    def attackers(self) -> dict[int, list[int]]:
        """Own units next to each enemy square that could assault it."""
        p, c = self.p, self.c
        found: dict[int, list[int]] = {x: [] for x in self.foes}
        for u in p.units(self.side):
            if not c.assaults[u] or p.is_engaged(u):
                continue
            for x in c.near[p.place[u]]:
                if x in found:
                    found[x].append(u)
        return found

    @cached_property
    def menace(self) -> list[float]:
        """Enemy attack strength that can be brought against each square soon: next to it in full, farther off in part."""
        p, c = self.p, self.c
        found = [0.0] * c.board.size
        for u in p.units(self.enemy):
            if not c.assaults[u] or not p.may_assault(u):
                continue
            strength = float(p.numbers(u).primary)
            for x in c.near[p.place[u]]:
                found[x] += strength
            for x in c.board.within(p.place[u], 3):
                found[x] += 0.3 * strength
        return found

    def own_nation_rows(self, u: int, cell: int) -> bool:
        """Whether a square lies where a unit may be without a fine (14.1.3c)."""
        rows = self.p.s.rows.get(self.c.nation[u])
        if rows is None or self.c.hq[u] or not self.p.s.spec.area_penalty or self.p.status[u] & (HOME | PAID) != HOME:
            return True
        return rows[0] <= self.c.row[cell] <= rows[1]

    def british(self, u: int) -> bool:
        return self.c.nation[u] == BRITISH

    def worth_of(self, u: int) -> float:
        """What a unit's next step is worth to its owner: what it would lose with it."""
        return self.price_of_step(u)

    def price_of_step(self, u: int) -> float:
        p, c = self.p, self.c
        now, left = p.numbers(u), p.steps[u]
        if c.gun[u]:
            return 2.5 + now.primary / 4
        if c.hq[u]:
            return 4.0
        before = now.primary + now.secondary
        after = 0
        if left > 1:
            smaller = p.chain(u) if c.regiment[u] or (c.division[u] and left < c.steps[u]) else None
            if smaller is not None:
                numbers = c.back[smaller] if p.status[u] & ENTRENCHED else c.front[smaller]
                after = numbers.primary + numbers.secondary
            elif not c.regiment[u]:
                after = c.back[u].primary + c.back[u].secondary
        return (before - after) / 4 + (1.0 if left == 1 else 0.0)

    def able(self, u: int) -> bool:
        return not self.p.status[u] & (DISORDERED | SUPPLY)
