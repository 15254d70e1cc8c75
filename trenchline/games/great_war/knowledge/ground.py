"""What the ground is worth, and how the two lines stand to each other: worked out for one side, at one moment, as needed.

The hooks at the end are the doors through which a game says what it is fought for.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from ....core.fields import how_far, summed
from ....core.paths import Ways
from ..components import Components
from ..position import Position
from ..pressing import goes_in_at_once
from ..states import ENTRENCHED, SUPPLY
from .weights import Weights

if TYPE_CHECKING:
    from .prospects import Around, Held

FAR = 40  # squares: what is farther away does not matter
NEAREST = 0.002  # what a square of the way costs: of places that are as good the nearest is taken
PRIZED = 4.0  # what a square is worth that is given a resource of the command
FAR_FADE = 0.93  # what each square takes away from the call of a goal
COMMANDED = 10  # squares from an HQ within which a unit can be led in this turn or the next
COMMON, DEAR = 2.0, 6.0  # what most squares are worth to who attacks them, and how much more an HQ cares for the dearest
AnyComponents = Components[Any, Any]
_OF_THE_ENEMY = ("foes", "near_foe", "menace", "prize", "goals", "_fields", "_strongest_pull")
_UNREACHED = bytes((*range(FAR + 1), *[FAR * 2] * (255 - FAR)))


@lru_cache(maxsize=4)
def _walks(c: AnyComponents) -> Ways:
    return [tuple((near, 1) for near in cells) for cells in c.near]


@lru_cache(maxsize=4096)
def footsteps(c: AnyComponents, cell: int) -> bytes:
    """How many steps each square is from another on foot: the river has to be crossed where it can be."""
    return how_far(_walks(c), (cell,), FAR * 2, bytes(c.board.size))


@lru_cache(maxsize=4096)
def nearest(c: AnyComponents, cells: tuple[int, ...]) -> bytes:
    """How far the nearest of some squares is from each square."""
    return how_far(c.king_ways, cells, FAR + 1, bytes(c.board.size)).translate(_UNREACHED)


@lru_cache(maxsize=256)
def drawn_to(c: AnyComponents, fade: float, goals: tuple[tuple[int, float], ...]) -> list[float]:
    """How strongly some goals draw to each square, by so much less with each step. Shared: not to be changed."""
    rows = [footsteps(c, x) for x, _ in goals]
    return summed(c.board.size, rows, [value for _, value in goals], [fade**far for far in range(FAR * 3)])


class Ground:
    """How things stand for one side."""

    guns_defend = True  # whether guns and HQs beside infantry add to a defence
    hqs_follow = False  # whether HQs go last, to where the troops have gone

    def __init__(self, p: Position, side: int, weights: Weights, focus: tuple[int, ...]) -> None:
        self.p, self.c, self.side, self.enemy = p, p.c, side, p.enemy(side)
        self.w, self.focus = weights, focus
        self.stamp = (p.turn, p.step, tuple(p.version))
        self._fields: dict[int, list[float]] = {}
        self._calls: dict[int, list[float]] = {}
        self._takes: dict[int, float] = {}
        self.fronts: dict[int, list[int]] = {}  # by nation, as `headquarters` found them
        self._goals_in: dict[int, list[tuple[int, float]]] = {}
        self.held: dict[tuple[int, int], Held] = {}  # what `prospects` found
        self.around: dict[int, Around] = {}
        self.promised: dict[tuple[int, int, int, int, int], float] = {}
        self.shelled: dict[int, dict[str, float]] = {}  # what shells are worth, as `guns` found
        self.going_in: set[int] = set()  # who is to attack from where he stands
        self.striking: set[int] = set()  # who of those who hold is to throw the enemy back

    @cached_property
    def prize(self) -> list[float]:
        """What each square is worth to whoever holds it."""
        base = self.prizes()
        if not self.focus:
            return base
        near = [self.c.board.distances(x) for x in self.focus]
        boost = self.w.focus
        return [value * (boost if any(row[x] <= 3 for row in near) else 1.0) for x, value in enumerate(base)]

    def unclaimed(self, cell: int) -> bool:
        """Whether a place is still to be claimed by the nation that must."""
        nation = self.claimants.get(cell)
        return nation is not None and self.p.claims[cell] != nation

    @cached_property
    def turns_left(self) -> int:
        return self.p.playable_turns()[1] - self.p.turn

    @cached_property
    def foes(self) -> list[int]:
        """The squares in which the enemy stands."""
        bit = self.c.bit[self.enemy]
        return [x for x, here in enumerate(self.p.present) if here & bit]

    @cached_property
    def near_foe(self) -> bytes:
        """How far the nearest enemy is from each square."""
        return nearest(self.c, tuple(self.foes))

    @cached_property
    def goals(self) -> list[tuple[int, float]]:
        """The squares that a side wants to win or to keep, with what they are worth."""
        p, c = self.p, self.c
        if self.presses:
            prized = [x for x, value in enumerate(self.prize) if value]
            wanted = [x for x in prized if p.control[x] == self.enemy or p.holds(x, self.enemy) or self.unclaimed(x)]
            found = [(x, self.keep(x) if p.holds(x, self.enemy) else self.prize[x]) for x in wanted]
            if self.w.busy:
                found = [(x, value / (1.0 + self.w.busy * self._busy[x])) for x, value in found]
            found += [(x, self.w.ground) for x in self.foes if not self.prize[x]]
            found += [(x, value * self.w.edge) for x, value in self.outlets.items()]  # an edge draws as a whole
        else:
            found = [(x, v) for x, v in enumerate(self.prize) if v]
        return found or [(x, self.w.ground) for x in self.foes] or [(c.edge[self.enemy][0], 0.1)]

    @cached_property
    def _busy(self) -> list[float]:
        """Own strength, in tens, that stands near each square: where many are at work fewer others are drawn."""
        p, c = self.p, self.c
        found = [0.0] * c.board.size
        for u in p.units(self.side):
            if c.assaults[u]:
                for x in c.board.within(p.place[u], 2):
                    found[x] += p.numbers(u).primary / 10
        return found

    def pull(self, cell: int, realm: int = 0) -> float:
        """How strongly the goals of a realm draw to a square: the nearer and the dearer, the more."""
        field = self._fields.get(realm)
        if field is None:
            field = self._fields[realm] = drawn_to(self.c, self.w.fade, tuple(self._goals_of(realm)))
        return field[cell]

    def call(self, cell: int, realm: int = 0) -> float:
        """How near a square is to all that a realm still wants, far goals too: for those who have nothing to do."""
        found = self._calls.get(realm)
        if found is None:
            goals = tuple(self._goals_of(realm))
            whole = sum(value for _, value in goals) or 1.0
            found = self._calls[realm] = [near / whole for near in drawn_to(self.c, FAR_FADE, goals)]
        return found[cell]

    def _goals_of(self, realm: int) -> list[tuple[int, float]]:
        if realm not in self._goals_in:
            self._goals_in[realm] = [goal for goal in self.goals if self.in_realm(realm, goal[0])]
        return self._goals_in[realm]

    @cached_property
    def _strongest_pull(self) -> float:
        return max((self.pull(x) for x in self.foes), default=0.0) or 1.0

    def take(self, cell: int) -> float:
        """What it is worth to win a square from the enemy, and to come nearer to the goals."""
        found = self._takes.get(cell)
        if found is None:
            found = self._takes[cell] = self.keep(cell) + (self.w.drive * self.drawn(cell) if self.turns_left else 0.0)
        return found

    @cached_property
    def kill(self) -> float:
        """An enemy step: at the end there is nobody left to miss it."""
        return self.w.kill * (1.0 if self.turns_left else self.w.kill_late)

    def drawn(self, cell: int) -> float:
        """How strongly goals draw to a square, compared with all that the enemy holds."""
        return self.pull(cell) / self._strongest_pull

    @cached_property
    def attackers(self) -> dict[int, list[int]]:
        """Own units next to each enemy square that could assault it."""
        p, c = self.p, self.c
        found: dict[int, list[int]] = {x: [] for x in self.foes}
        for u in p.units(self.side):
            if not c.assaults[u] or p.is_engaged(u) or self.quiet(p.place[u]):
                continue
            for x in c.near[p.place[u]]:
                if x in found and not self.quiet(x):
                    found[x].append(u)
        return found

    def in_hand(self, u: int, cell: int) -> bool:
        """Whether a command HQ of a unit's nation is near enough to a square to lead it from there, once it has moved too."""
        return self._far_from_command[self.c.nation[u]][cell] <= (COMMANDED - 3 if self.c.short_command[u] else COMMANDED)

    @cached_property
    def _far_from_command(self) -> list[bytes]:
        """For each nation how far its nearest HQ in Command Mode is from each square."""
        p, c = self.p, self.c
        places = [[p.place[h] for h in c.hqs[self.side] if c.nation[h] == n and p.on_map(h)] for n in range(len(c.nations))]
        return [nearest(c, tuple(cells)) for cells in places]

    @cached_property
    def hq_squares(self) -> tuple[list[int], list[int]]:
        """Where own HQs stand: those that lead, and those in Supply Mode."""
        p = self.p
        hqs = [h for h in self.c.hqs[self.side] if p.on_map(h)]
        return [p.place[h] for h in hqs if not p.status[h] & SUPPLY], [p.place[h] for h in hqs if p.status[h] & SUPPLY]

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
                found[x] += self.w.menace_far * strength
        return found

    def price_of_step(self, u: int) -> float:
        p, c = self.p, self.c
        now, left = p.numbers(u), p.steps[u]
        if c.gun[u]:
            return self.w.gun_step + self.w.factor * now.primary
        if c.hq[u]:
            return self.w.hq_step
        before = now.primary + now.secondary
        after = 0
        if left > 1:
            rest = p.survivors(u) if c.regiment[u] or (c.division[u] and left < c.steps[u]) else []
            if rest:
                smaller = rest[0][0]
                numbers = c.back[smaller] if p.status[u] & ENTRENCHED else c.front[smaller]
                after = numbers.primary + numbers.secondary
            elif not c.regiment[u]:
                after = c.back[u].primary + c.back[u].secondary
        return self.w.factor * (before - after) + (self.w.last_step if left == 1 else 0.0)

    def stake(self, cell: int) -> float:
        """How much it matters that those in a square are led: by the dearest square that can be attacked from it."""
        found = self._stakes.get(cell)
        if found is None:
            bit = self.c.bit[self.enemy]
            dearest = max((self.take(x) for x in self.c.near[cell] if self.p.present[x] & bit), default=0.0)
            found = self._stakes[cell] = min(DEAR, max(1.0, dearest / COMMON))
        return found

    @cached_property
    def _stakes(self) -> dict[int, float]:
        return {}

    # ---------------------------------------------------------------- what each game adds

    def go_on_from(self, older: Ground) -> None:
        """Take over what does not change within a step of the turn as long as the enemy stays where he is."""
        if older.stamp[2][self.enemy] == self.stamp[2][self.enemy]:
            self.__dict__.update({name: older.__dict__[name] for name in _OF_THE_ENEMY if name in older.__dict__})

    @cached_property
    def presses(self) -> bool:
        """Whether a side has to win ground; the other has to hold it."""
        raise NotImplementedError

    def prizes(self) -> list[float]:
        """What each square is worth to whoever holds it, by the victory conditions as far as the side knows them."""
        raise NotImplementedError

    def keep(self, cell: int) -> float:
        """What it is worth to win a square from the enemy, or to keep it from him."""
        return self.prize[cell] + self.w.ground

    @cached_property
    def claimants(self) -> dict[int, int]:
        """The nation that has to claim each place, where only one of a side's may."""
        return {}

    @cached_property
    def outlets(self) -> dict[int, float]:
        """Squares of the enemy's edge by which units that leave the map bring victory nearer, with what one is worth."""
        return {}

    def outlet(self, u: int, cell: int) -> float:
        """What it is worth to a unit to stand at an outlet."""
        return self.outlets.get(cell, 0.0)

    @property
    def guarded(self) -> list[tuple[tuple[int, ...], float]]:
        """What the ways to must be barred, in groups of squares of which any will do for the enemy, with what each is worth."""
        return [(tuple(self.outlets), max(self.outlets.values()))] if self.outlets and not self.presses else []

    def leaves(self, u: int) -> str:
        """What a unit that stands at an outlet does there: "exit", "split" to leave in parts, or nothing."""
        return ""

    def next_leaver(self) -> tuple[int, int]:
        """Somebody who should still go to an outlet when all marches are made, and which; -1 if nobody."""
        return -1, -1

    @cached_property
    def to_close(self) -> frozenset[int]:
        """Squares into which the enemy must not step back."""
        return frozenset()

    @cached_property
    def to_watch(self) -> frozenset[int]:
        """Those of them over which a zone of ours must lie."""
        return frozenset()

    @cached_property
    def to_claim(self) -> frozenset[int]:
        """Squares of the enemy's that a nation still has to claim, and soon."""
        return frozenset()

    @cached_property
    def keepers(self) -> frozenset[int]:
        from .sealing import keepers

        return keepers(self)

    def comes_in_at(self, cell: int) -> bool:
        """Whether the enemy's replacements may appear in a square that no zone of ours covers."""
        return False

    def must_hold(self, cell: int) -> bool:
        """Whether somebody has to stand in a square now, whatever threatens it."""
        return False

    def should_supply(self, h: int) -> bool:
        """Whether an HQ that has just come onto the map serves better in Supply Mode where it stands."""
        return False

    def closers(self, units: Sequence[int]) -> int:
        """How many of those who attack can be counted on to go in."""
        return sum(goes_in_at_once(self.p, u) for u in units)

    def pressed_die(self, count: int) -> int:
        """What so many who go in add to the dice."""
        return count

    def shelter(self, cell: int) -> int:
        """The columns by which the ground of an enemy square helps its defenders, below nothing."""
        return sum(term.value for term in self.c.ground_shift[cell]) - self.c.minor_river[cell]

    @cached_property
    def drafts(self) -> float:
        """What an assault is worth by being made at all: replacements go to those who fight."""
        return 0.0

    @cached_property
    def to_occupy(self) -> frozenset[int]:
        """Squares that are worth something only to who stands in them."""
        return frozenset()

    def posted(self, u: int) -> bool:
        """Whether a unit stands where somebody has to stay."""
        return False

    def vacated(self, units: Sequence[int]) -> float:
        """What is given up by those who leave their squares to attack."""
        return 0.0

    @cached_property
    def to_garrison(self) -> list[int]:
        """Own squares behind the line that should not stand empty, the most threatened first."""
        return []

    @cached_property
    def strongholds(self) -> list[int]:
        """Enemy squares that small units alone can take."""
        return []

    def may_storm(self, u: int, cell: int) -> bool:
        """Whether a unit is of a size that may attack a square."""
        return True

    def storm_pays(self, cell: int) -> bool:
        """Whether a small unit alone could do something against a stronghold."""
        return True

    def storming(self, u: int, cell: int) -> int:
        """Columns that a unit has for itself where it attacks a square."""
        return 0

    def one_alone(self, cell: int) -> bool:
        """Whether no more than one unit may attack a square."""
        return False

    def unmanned(self, defenders: Sequence[int]) -> float:
        """The chance that those who seem to defend a square are nobody."""
        return 0.0

    def hope(self, cell: int) -> int:
        """What command resources may be expected to add to the dice of an attack: they go where most is to be won."""
        return round(self.w.hope * min(3.0, self.take(cell) / PRIZED))

    def quiet(self, cell: int) -> bool:
        """Whether nobody attacks from a square or into it yet."""
        return False

    def may_be_in(self, u: int, cell: int) -> bool:
        """Whether a unit may be in a square without a fine."""
        return True

    def realm(self, u: int) -> int:
        """A name for the goals that draw a unit; 0 is all of them."""
        return 0

    def in_realm(self, realm: int, cell: int) -> bool:
        return True

    @cached_property
    def near_command(self) -> int:
        """How near a command HQ helps an assault."""
        return self.c.ranges["command_near"]
