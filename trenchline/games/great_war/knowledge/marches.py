"""Movement: reserves to where they count, guns and headquarters behind them; planned together, carried out one by one."""

from __future__ import annotations

from collections.abc import Sequence

from ....core.knowledge import March
from ..lines import blocked, commanded
from ..lines import headquarters as headquarters_of
from ..mending import closed_squares, outlook
from ..modes import refuse_flip
from ..movement import may_act
from ..stacking import crowds
from ..states import DISORDERED, ENTRENCHED, MOVED, STOPPED
from . import headquarters, prospects
from .corridors import corridors
from .garrisoning import garrisons
from .ground import FAR, NEAREST, Ground
from .line import Line
from .sealing import seal
from .storming import muster
from .striking import strikes

LEAST_GAIN = 0.05
WALK = 4  # squares from which the enemy can walk into one that nobody holds
COVERED = 0.5  # share of that if zones of others lie over it
BATTLE = 6  # squares from the enemy within which a trench is not left empty
SAFE = 3  # squares from the enemy at which guns and HQs stand well


class Marshal(Line):
    """Who will stand where once all marches are made, and whom he will attack from there."""

    def __init__(self, ground: Ground) -> None:
        super().__init__(ground)
        self.mass: dict[int, tuple[float, int]] = {x: (0.0, 0) for x in ground.foes if not ground.quiet(x)}  # against a square
        self.aim: dict[int, int] = {}
        # What holds for all of a kind, worked out as needed: it hangs on the ground, not on who is to stand where.
        self._targets: dict[int, list[tuple[int, float]]] = {}
        self._calls: dict[tuple[int, int, int], float] = {}
        self._stands: dict[int, tuple[float, float, float]] = {}
        self._shot: dict[tuple[int, int, int], float] = {}
        self.links = self._links() if ground.presses else set()
        self.ways = corridors(ground)
        for u in self.place if ground.presses else ():
            self._take_aim(u)

    def _links(self) -> set[int]:
        """Squares from which a friend would tie a unit in contact to its HQs again: no line passes them now."""
        p, shut = self.p, blocked(self.p, self.side)
        lost = [
            u
            for u, x in self.place.items()
            if self.c.division[u] and p.in_enemy_zone(x, self.side) and not commanded(p, u, x, False) and not p.is_engaged(u)
        ]
        return {x for u in lost for x in self.c.near[self.place[u]] if shut[x] and not p.enemy_holds(x, self.side)}

    # ---------------------------------------------------------------- attack

    def worth(self, target: int, strength: float, count: int) -> float:
        """What the attack on a square is worth with so much more, if it is made."""
        mass, units = self.mass[target]
        return max(0.0, prospects.worth(self.ground, target, mass + strength, units + count)) if units + count else 0.0

    def gain(self, target: int, strength: float) -> float:
        """What a unit adds; a part of it where only another one beside it would tell."""
        now = self.worth(target, 0.0, 0)
        if self.ground.one_alone(target):
            return 0.0 if self.mass[target][1] else max(0.0, self.worth(target, strength, 1))
        alone = self.worth(target, strength, 1) - now
        return max(alone, self.ground.w.pair * (self.worth(target, 2 * strength, 2) - now))

    def prospect(self, u: int, cell: int) -> tuple[float, int]:
        """The most that a unit could add to an attack from a square, and on what."""
        ground = self.ground
        if ground.near_foe[cell] > 1:
            return 0.0, -1
        strength = float(prospects.strength(ground, u))
        near = [x for x in self.c.near[cell] if x in self.mass and not self.p.engaged(x) and ground.may_storm(u, x)]
        return max(((self.gain(x, strength + ground.storming(u, x)), x) for x in near), default=(0.0, -1))

    def _take_aim(self, u: int) -> None:
        if self.c.assaults[u] and self.p.may_assault(u) and not self.p.is_engaged(u):
            _, target = self.prospect(u, self.place[u])
            if target >= 0:
                self._aim(u, target, 1)
                self.aim[u] = target

    def _aim(self, u: int, target: int, by: int) -> None:
        mass, units = self.mass[target]
        self.mass[target] = (mass + by * prospects.strength(self.ground, u), units + by)

    def point(self, u: int, target: int) -> None:
        """A unit goes for one square, whatever else it could do."""
        if u in self.aim:
            self._aim(u, self.aim.pop(u), -1)
        self._aim(u, target, 1)
        self.aim[u] = target

    # ---------------------------------------------------------------- moving

    def send(self, u: int, cell: int) -> None:
        here = self.place.get(u)
        if here is not None:
            self._spread(u, here, -1)
        self._spread(u, cell, 1)
        if here is not None:
            self.stack[here] = [v for v in self.stack[here] if v != u]
        if u in self.aim:
            self._aim(u, self.aim.pop(u), -1)
        self.place[u] = cell
        self.stack.setdefault(cell, []).append(u)
        if self.ground.presses:
            self._take_aim(u)

    # ---------------------------------------------------------------- what a square is worth to a unit

    def post(self, u: int, cell: int) -> float:
        if self.c.gun[u]:
            return self.gun_post(u, cell)
        return self.pressing_post(u, cell) if self.ground.presses else self.holding_post(u, cell)

    def pressing_post(self, u: int, cell: int) -> float:
        ground, w = self.ground, self.ground.w
        value = self._called(self.c.nation[u], ground.realm(u), cell)
        if cell in ground.to_occupy and not any(self.c.assaults[v] for v in self.stack.get(cell, ())):  # HQs follow the troops
            value += ground.prize[cell] * w.occupy
        if cell in self.links:
            value += w.link
        if self.c.infantry[u]:
            value += ground.outlet(u, cell)
        if not ground.in_hand(u, cell):
            value -= w.astray
        elif not self.p.status[u] & DISORDERED:
            value += w.join * self.prospect(u, cell)[0]
        if self.p.zone[ground.enemy][cell]:
            weak = self.p.numbers(u).primary <= 4 or self.p.status[u] & DISORDERED
            value -= (w.fear if weak else 0.0) + w.crowd * self._beside(u, cell)
        if not ground.may_be_in(u, cell):
            value -= w.fine
        return value

    def _called(self, nation: int, realm: int, cell: int) -> float:
        """What a square is worth to any unit of a nation and a realm: how goals draw to it, and who has to claim it."""
        found = self._calls.get((nation, realm, cell))
        if found is None:
            ground, w, claimant = self.ground, self.ground.w, self.ground.claimants.get(cell)
            found = w.march * ground.pull(cell, realm)
            if ground.unclaimed(cell) or (claimant is not None and ground.turns_left < 2):
                found += ground.prize[cell] * w.stand * (1.0 if claimant == nation else -1.0)
            elif self.p.control[cell] == ground.enemy:
                found += ground.prize[cell] * w.stand
            elif claimant is not None and claimant != nation:
                found -= ground.prize[cell] * w.stand
            self._calls[nation, realm, cell] = found
        return found

    def holding_post(self, u: int, cell: int) -> float:
        ground, w, stack = self.ground, self.ground.w, self.stack
        menace, here = ground.menace[cell], stack.get(cell, ())
        others = sum([self._defence(v) for v in here if v != u]) if here else 0
        need = menace / (menace + w.steady + w.manned * others) if menace else 0.0
        if not others and ground.must_hold(cell):
            need = 1.0
        keep, reserves, shelter = self._standing(cell)
        value = keep * need * w.hold
        value += reserves
        value -= shelter
        if self.ways:
            value += w.block * self.barred_by(u, cell)
        beside = len([x for x in self.c.near[cell] if stack.get(x)])
        value += w.closed * min(beside, 2)
        if not here and self.p.zone[ground.enemy][cell] and not ground.prize[cell]:
            value -= w.exposed
        return value

    def _standing(self, cell: int) -> tuple[float, float, float]:
        """What a square is worth to whoever holds it: to be kept, to go on from, and what its ground takes away."""
        found = self._stands.get(cell)
        if found is None:
            ground, w = self.ground, self.ground.w
            reserves = w.reserves * ground.pull(cell)
            shelter = w.shelter * sum(term.value for term in self.c.ground_shift[cell])
            found = self._stands[cell] = ground.keep(cell), reserves, shelter
        return found

    def barred_by(self, u: int, cell: int) -> float:
        """What a unit bars of the enemy's ways by standing in a square; who is barred already counts less."""
        if self.p.status[u] & DISORDERED:
            return 0.0
        ways, cover = self.ways, self.cover
        return sum(ways[x] / (1 + 2 * cover[x]) for x in (cell, *self.c.near[cell]) if x in ways)

    def _beside(self, u: int, cell: int) -> int:
        """Steps of others in a square: one bad roll is the end of all of them."""
        return sum(self.p.steps[v] for v in self.stack.get(cell, ()) if v != u and self.c.assaults[v])

    def _defence(self, u: int) -> int:
        return self.c.back[u].secondary if self.c.trenches[u] else self.p.numbers(u).secondary

    def gun_post(self, u: int, cell: int) -> float:
        """In range of the enemy's line and out of his reach."""
        ground, c = self.ground, self.c
        value = self._shots(c.nation[u], c.range[u], cell)
        if any(c.hq[v] for v in self.stack.get(cell, ())):
            value -= ground.w.gun_at_hq
        if not ground.may_be_in(u, cell):
            value -= ground.w.fine
        return value

    def _shots(self, nation: int, reach: int, cell: int) -> float:
        """What any gun of a nation and a range could do from a square."""
        found = self._shot.get((nation, reach, cell))
        if found is None:
            ground, c, p = self.ground, self.c, self.p
            row, near = c.board.distances(cell), ground.near_foe[cell]
            found = sum([worth for x, worth in self.targets(nation) if row[x] <= reach])
            found -= ground.w.gun_risk * max(0, SAFE - near) + ground.w.gun_far * max(0, near - reach)
            supply = c.weather_rows[p.weather].supply
            if any(row[p.place[h]] <= supply for h in headquarters_of(p, nation, supply=True)):
                found += ground.w.gun_supply
            self._shot[nation, reach, cell] = found
        return found

    def targets(self, nation: int) -> list[tuple[int, float]]:
        """Squares of the enemy that a nation's guns are there for, those before its own infantry, or all if there are none;
        and what it is worth to have each in range."""
        found = self._targets.get(nation)
        if found is None:
            p, c, w = self.p, self.c, self.ground.w
            own = [p.place[u] for u in c.of_nation[nation] if p.on_map(u) and c.assaults[u]]
            before = {y for x in own for y in c.board.within(x, 3)}
            cells = [x for x in self.ground.foes if x in before] or self.ground.foes
            found = self._targets[nation] = [(x, w.range + w.range_prize * self.ground.prize[x]) for x in cells]
        return found

    def best(self, u: int) -> tuple[int, float]:
        """The best square in reach, and how much better it is than where the unit stands."""
        here = self.place[u]
        self.lift(u)
        base = self.post(u, here) + self.abandoned(here, u) if self.fits(u, here) else -9.0
        best, most = here, base
        row = self.c.board.distances(here)
        for x in self.cells(u):
            if x != here and self.fits(u, x):
                value = self.post(u, x) - NEAREST * row[x]
                if value > most:
                    best, most = x, value
        self.drop(u)
        return best, most - base

    def abandoned(self, cell: int, u: int) -> float:
        """What is given away by the last who leaves a square that is fought for: the enemy walks in, where no zone of ours
        would stop him on the way as likely as not."""
        ground = self.ground
        if ground.presses or not ground.prize[cell] or ground.near_foe[cell] > WALK:
            return 0.0
        if any(v != u for v in self.stack.get(cell, ())):
            return 0.0
        others = self.cover[cell] - (u in self.stack.get(cell, ()))
        return ground.w.leave * ground.keep(cell) * (COVERED if others > 0 else 1.0)

    def opens(self, u: int, cell: int) -> bool:
        """Whether a march leaves a post empty, and goes no nearer to the enemy."""
        near = self.ground.near_foe
        return near[cell] >= near[self.place[u]] and self.keeps_post(u)

    def keeps_post(self, u: int) -> bool:
        """Whether a unit alone holds a fort, or a trench of the own first line, with an enemy near enough to walk in."""
        c, here = self.c, self.place[u]
        if not (c.fort[here] or c.trench[here] == c.sides[self.side]) or not 1 < self.ground.near_foe[here] <= BATTLE:
            return False
        return not any(v != u and c.assaults[v] for v in self.stack[here])

    def lift(self, u: int) -> None:
        super().lift(u)
        if u in self.aim:
            self._aim(u, self.aim[u], -1)

    def drop(self, u: int) -> None:
        super().drop(u)
        if u in self.aim:
            self._aim(u, self.aim[u], 1)

    def regret(self, u: int, here: int, cell: int) -> float:
        """How much worse a unit stands in a square than where it would be."""
        self.lift(u)
        loss = self.post(u, here) - self.post(u, cell)
        self.drop(u)
        return loss


def marches(ground: Ground) -> list[March]:
    """What everybody is to do in this phase."""
    p, c, side = ground.p, ground.c, ground.side
    marshal = Marshal(ground)
    staffs = _headquarters(ground, marshal)
    found = _enter(ground) if ground.hqs_follow else [*_enter(ground), *staffs]
    troops = [u for u in p.units(side) if not c.hq[u] and may_act(p, u) and not p.is_engaged(u)]
    troops = [u for u in troops if not p.status[u] & (MOVED | STOPPED)]
    near = ground.near_foe
    troops.sort(key=lambda u: (c.gun[u], near[p.place[u]], -p.numbers(u).primary, u))
    blows = [] if ground.presses else strikes(marshal, troops)
    kept = garrisons(marshal, [u for u in troops if u not in ground.striking]) if ground.to_garrison else []
    bound = ground.striking.union(march.unit for march in kept)
    blows += [march for march in kept if march.cell != p.place[march.unit]]
    for u in troops:
        if u in bound:
            continue
        contact = c.assaults[u] and p.in_enemy_zone(p.place[u], side)
        if contact and not ground.presses:
            if c.trenches[u] and refuse_flip(p, u, "entrenched") is None:
                found.append(March(u, "entrench", p.place[u], "digs in"))
            continue
        cell, gain = marshal.best(u)
        least = ground.w.shift_from if contact and not _relieved(ground, u) else LEAST_GAIN
        if cell != p.place[u] and gain > least and not marshal.opens(u, cell):
            marshal.send(u, cell)
            found.append(March(u, "move", cell, _purpose(marshal, u)))
        if c.trenches[u] and not ground.presses and not p.status[u] & ENTRENCHED and near[cell] <= 5:
            found.append(March(u, "entrench", cell, "digs in"))
    found = [*blows, *found]
    if not ground.presses:
        return [*found, *staffs] if ground.hqs_follow else found
    troops = [u for u in troops if u not in bound]
    found = _with(found, _treks(marshal, troops)) if ground.w.trek else found
    if ground.to_close or ground.to_claim:
        storm = muster(marshal, troops) if ground.w.muster else []
        bound = {march.unit for march in storm}
        found = _sealed(marshal, [u for u in troops if u not in bound], _with(found, storm))
    found = [*_out_of_trenches(marshal, troops, found), *storm_parties(marshal, troops)]
    return [*found, *staffs] if ground.hqs_follow else found


def _purpose(marshal: Marshal, u: int) -> str:
    """Why a unit goes where it is sent, as the log says it."""
    if marshal.c.gun[u]:
        return "to have more in range"
    if u in marshal.aim:
        return f"against {marshal.p.label(marshal.aim[u])}"
    return "towards what is to be won" if marshal.ground.presses else "to where the line is threatened"


def storm_parties(marshal: Marshal, troops: Sequence[int]) -> list[March]:
    """Somebody breaks down before a stronghold that nobody there is small enough to attack."""
    ground, c, p = marshal.ground, marshal.c, marshal.p
    found: list[March] = []
    for x in ground.strongholds:
        there = [u for u, cell in marshal.place.items() if cell in c.near[x] and c.infantry[u] and p.good_order(u)]
        large = [u for u in there if u in troops and (c.regiment[u] or c.division[u])]
        if large and not any(ground.may_storm(u, x) for u in there) and ground.storm_pays(x):
            u = min(large, key=lambda u: (p.numbers(u).primary, u))
            found.append(March(u, "split", marshal.place[u], "to storm the fort"))
    return found


def _out_of_trenches(marshal: Marshal, troops: Sequence[int], found: list[March]) -> list[March]:
    """Whoever is to attack leaves his trenches before he goes; whoever is not digs in where he has come to."""
    ground, p, c = marshal.ground, marshal.p, marshal.c
    before, after = list[March](), list[March]()
    for u in troops:
        if not c.trenches[u]:
            continue
        cell, dug = marshal.place[u], bool(p.status[u] & ENTRENCHED)
        attacks = u in marshal.aim and marshal.worth(marshal.aim[u], 0.0, 0) > ground.w.attack_from
        if dug and (attacks or ground.near_foe[cell] > 3):
            before.append(March(u, "mobile", p.place[u], "to attack" if attacks else "to go forward"))
        elif not dug and not attacks and ground.near_foe[cell] <= 2:
            after.append(March(u, "entrench", cell, "digs in"))
    return [*before, *found, *after]


def _sealed(marshal: Marshal, troops: Sequence[int], found: list[March]) -> list[March]:
    """The marches with those in them that close what the others leave open; guns do so at the end only."""
    last = not marshal.ground.turns_left
    more = seal(marshal, [u for u in troops if last or not marshal.c.gun[u]])
    return _with(found, more)


def _with(found: list[March], more: list[March]) -> list[March]:
    """Marches with others in the place of what the same units were to do."""
    changed = {march.unit for march in more}
    return [*(march for march in found if march.kind != "move" or march.unit not in changed), *more]


def _treks(marshal: Marshal, troops: Sequence[int]) -> list[March]:
    """Whoever has no enemy before him goes to where something is still to be won, however far."""
    ground, p, c = marshal.ground, marshal.p, marshal.c
    found: list[March] = []
    for u in troops:
        here = marshal.place[u]
        if not c.assaults[u] or u in marshal.aim or p.zone[ground.enemy][here] or ground.unclaimed(here):
            continue
        realm = ground.realm(u)
        cells = [x for x in marshal.cells(u) if ground.near_foe[x] > 1 and marshal.fits(u, x)]
        best = max(cells, key=lambda x: (ground.call(x, realm), -x), default=here)
        if ground.call(best, realm) - ground.call(here, realm) > ground.w.trek and not marshal.opens(u, best):
            marshal.send(u, best)
            found.append(March(u, "move", best, "to where there is more to do"))
    return found


def _relieved(ground: Ground, u: int) -> bool:
    """Whether a unit in contact should look for another place: a worn or disordered Ally whom the enemy can hurt."""
    p, c = ground.p, ground.c
    if not ground.presses:
        return False
    worn = p.steps[u] == 1 or p.status[u] & DISORDERED
    return bool(worn and c.assaults[u])


def _enter(ground: Ground) -> list[March]:
    """Whoever is due comes in and goes on; an HQ waits as long as the enemy's zones lie over all its squares."""
    p, zone, found = ground.p, ground.p.zone[ground.enemy], list[March]()
    for u in p.due(ground.side):
        if ground.c.hq[u] and all(zone[x] for _, x in p.ways_in(u)):
            continue
        found += [March(u, "enter", -1, "reinforcements"), March(u, "onward", -1, "to the front")]
        if ground.c.hq[u]:  # it may still turn where it has come to (BP 7.4.2, GL 12.7.5)
            found.append(March(u, "serve", -1, "to bring up supply"))
    return found


def _headquarters(ground: Ground, marshal: Marshal) -> list[March]:
    """Modes first, then the command HQs to where they are needed."""
    p, c, side = ground.p, ground.c, ground.side
    found: list[March] = []
    for nation in dict.fromkeys(c.nation[h] for h in c.hqs[side]):
        hqs = [h for h in c.hqs[side] if c.nation[h] == nation and p.on_map(h) and not p.engaged(p.place[h])]
        wanted = headquarters.modes(ground, nation, hqs)
        for h in hqs:
            now = headquarters.is_supply(ground, h)
            if wanted[h] and not now:
                alone = all(v == h for v in marshal.stack.get(p.place[h], ()))
                if alone and not p.in_enemy_zone(p.place[h], side):
                    found.append(March(h, "supply", p.place[h], "to bring up supply"))
            elif not wanted[h]:
                if now:
                    found.append(March(h, "command", p.place[h], "to lead the assault"))
                found.append(March(h, "station", -1, "where it can lead"))
    return found


def entrance(ground: Ground, u: int, cell: int) -> float:
    """How well a unit comes in at an edge square: near what counts, in its own rows, HQs where their front lies."""
    c = ground.c
    value = ground.pull(cell, ground.realm(u)) - (0.0 if ground.may_be_in(u, cell) else FAR)
    return headquarters.entrance(ground, u, cell) if c.hq[u] or c.gun[u] else value


def onward(ground: Ground, u: int) -> int:
    """Where a unit that has just come onto the map goes on to."""
    marshal = Marshal(ground)
    if ground.c.hq[u]:
        return station(ground, u)
    if u not in marshal.place:
        return -1
    return marshal.best(u)[0]


def station(ground: Ground, h: int) -> int:
    p, c = ground.p, ground.c
    hqs = [k for k in c.hqs[ground.side] if c.nation[k] == c.nation[h] and p.on_map(k) and k != h]
    line = Line(ground)
    cells = [x for x in (p.place[h], *line.cells(h)) if line.fits(h, x)]
    supply = {k: headquarters.is_supply(ground, k) for k in hqs}
    unsafe = headquarters.within_reach(line) if ground.w.hq_risk else ()
    return headquarters.station(ground, h, cells, {k: p.place[k] for k in hqs}, supply, unsafe)[0]


def crowded(ground: Ground, seat: int) -> int:
    """A unit that must leave a square that holds too many; -1 if there is none."""
    p = ground.p
    if not crowds(p, ground.side):
        return -1
    leaving = outlook(p, ground.side, seat).ways
    return min(leaving, key=lambda u: (p.numbers(u).primary, u), default=-1)


def way_out(ground: Ground, u: int) -> int:
    """The best square with room for a unit that must go."""
    marshal = Marshal(ground)
    reach = marshal.cells(u)
    closed = closed_squares(ground.p, u, reach)
    cells = [x for x in reach if x != ground.p.place[u] and x not in closed]
    roomy = [x for x in cells if marshal.fits(u, x)] or cells
    return max(roomy, key=lambda x: (marshal.post(u, x), -x), default=-1)
