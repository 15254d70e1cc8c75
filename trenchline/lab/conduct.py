"""Conduct: what a careful player does and what he does not, counted by side while a match is played.

What a game must say for it is its `Conduct`; a notion that a game does not have stays at nought. The counts are
defined in docs/opponents.md.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

import msgspec

from .. import Action, Conduct, Event, Match, Odds, Position

RATIO = re.compile(r"(\d+)[:/](\d+)")
AT_A_DISTANCE = ("bombardment", "siege", "fire")  # where friends beside a gun do not save it
RESOLVED = ("assault", "combat", "result")  # the events that tell how an attack went
MANY = 6  # hits: that all are lost (99) is no more than that


class Counts(msgspec.Struct, omit_defaults=True):
    """How often a side did each."""

    attacks: int = 0
    supplied: int = 0
    unfed: int = 0
    long_odds: int = 0
    warned: int = 0
    passed_up: int = 0
    silent_guns: int = 0
    left: int = 0
    garrisons: int = 0
    idle: int = 0
    shuttles: int = 0
    unsupplied: int = 0
    overstacked: int = 0
    hqs: int = 0
    exposed_hqs: int = 0
    guns: int = 0
    specialists: int = 0
    conceded: int = 0


WORDS = {
    "attacks": "attacks resolved",
    "supplied": "attacks supplied and commanded",
    "unfed": "attacks out of supply or command that need not be",
    "long_odds": "attacks resolved at 1:2 or worse",
    "warned": "of these, better when begun, with a warning",
    "passed_up": "phases that end with a good attack not made",
    "silent_guns": "gun-turns silent with a target worth shells",
    "left": "trenches and forts left without need",
    "garrisons": "attacks that leave a fort without a garrison",
    "idle": "reserves out of reach: unit-turns fresh, unmoved, far from the enemy",
    "shuttles": "moves back to where a unit came from the turn before",
    "unsupplied": "unit-turns out of supply or command, no enemy in the way",
    "overstacked": "steps lost to overstacking",
    "hqs": "HQs lost alone",
    "exposed_hqs": "HQs moved into enemy zones",
    "guns": "guns lost alone",
    "specialists": "pioneers and the like lost alone",
    "conceded": "units bought back in the last turn, points for the enemy",
}


def expected(odds: Odds) -> tuple[float, float]:
    """What the attacker is to lose, and what he is to win: steps, and a step for ground."""
    lost = sum(o.probability * min(o.attacker, MANY) for o in odds.outcomes)
    won = sum(o.probability * (min(o.defender, MANY) + (o.retreat == "defender")) for o in odds.outcomes)
    return lost, won


def are_long(odds: Odds) -> bool:
    """Whether an attack is made at 1:2 or worse. Where a chart knows no ratios, whoever attacks loses twice what he costs."""
    ratio = RATIO.fullmatch(odds.column)
    if ratio is not None:
        return int(ratio[2]) >= 2 * int(ratio[1])
    lost, won = expected(odds)
    return lost > 0 and lost >= 2 * won


def are_good(odds: Odds) -> bool:
    """Whether an attack is a good chance: at 3:1, 2:1 at the least with all that the enemy can add. Where a chart knows no
    ratios, whoever attacks costs twice what he loses, to fire before the attack too."""
    worse = [swing for swing in odds.swings if swing.worse]
    ratio = RATIO.fullmatch(odds.column.rstrip("+"))
    if ratio is not None:
        worst = [RATIO.fullmatch(swing.column.rstrip("+")) for swing in worse]
        return int(ratio[1]) >= 3 * int(ratio[2]) and all(bad is None or int(bad[1]) >= 2 * int(bad[2]) for bad in worst)
    lost, won = expected(odds)
    fire = max((sum(o.probability * min(o.attacker, MANY) for o in swing.outcomes) for swing in worse), default=0.0)
    return won >= 1 and won >= 2 * (lost + fire)


def warn(odds: Odds) -> bool:
    """Whether the odds of an attack say that it may come to 1:2 or worse."""
    return any(swing.worse and are_long(Odds("", [], swing.column, swing.outcomes)) for swing in odds.swings)


class Watch:
    """Looks on while a match is played: told each action before it is taken and what came of it, it looks back whenever a
    step has ended."""

    def __init__(self, match: Match) -> None:
        p = match.position
        self.conduct: Conduct[Position] = match.game.conduct
        self.steps = match.game.sequence_of_play.steps
        self.found = [Counts() for _ in match.game.sides]
        self.fighters = self.conduct.fighters(p)
        self.wards = self.conduct.wards(p)
        self.marched: dict[int, tuple[int, int, int]] = {}  # unit: the turn of its last march, from where, to where
        self.back: list[set[int]] = [set() for _ in match.game.sides]  # who went back in his side's last phase of movement
        self.rested: list[dict[int, int]] = [{} for _ in match.game.sides]  # where fighters stood when a side had last moved
        self.begun: dict[str, tuple[int, Odds]] = {}  # by cell: an attack that is not resolved yet, whose, and its odds
        self.silent: list[set[str]] = [set() for _ in match.game.sides]  # guns with something to hit that have not fired
        self._open(p)

    def sees(self, match: Match, action: Action) -> None:
        """An action is about to be taken."""
        p = match.position
        if (p.turn, p.step) != self.now:
            self._close(p)
            self._open(p)
        top = p.stack[-1]
        if match.player == "dice":
            return
        side = p.seating.side[top.player(p)]
        found = self.found[side]
        found.overstacked += isinstance(top, self.conduct.removals)
        found.conceded += self.conduct.concedes(p, action)
        if action.unit:
            self.silent[side].discard(action.unit)
        for fed in self.conduct.supplied(p, side, action):
            found.supplied += fed
            found.unfed += not fed
        found.passed_up += any(map(are_good, self.conduct.passed_up(p, action)))
        for attack in self.conduct.attacks(p, action):
            self._attack(p, side, attack.odds, attack.units)

    def hears(self, events: Iterable[Event]) -> None:
        """What came of an action: an attack counts by the column on which it was resolved."""
        for event in events:
            if event.kind in RESOLVED and event.odds is not None and event.odds.cell in self.begun:
                side, odds = self.begun.pop(event.odds.cell)
                found, long = self.found[side], are_long(event.odds)
                found.attacks += 1
                found.long_odds += long
                found.warned += long and not are_long(odds) and warn(odds)

    def ends(self, match: Match) -> tuple[Counts, ...]:
        """The match is over: what was seen, by side."""
        self._close(match.position)
        for found, back, silent in zip(self.found, self.back, self.silent, strict=True):
            found.shuttles += len(back)
            found.silent_guns += len(silent)
        return tuple(self.found)

    # ---------------------------------------------------------------- attacks

    def _attack(self, p: Position, side: int, odds: Odds, units: tuple[int, ...]) -> None:
        self.begun[odds.cell] = side, odds
        self.back[side].difference_update(units)  # who goes back to attack has his reason
        for cell in {p.place[u] for u in units} & set(self.conduct.strongholds(p, side)):
            if all(u in units for u in self._fighters_in(p, cell)):
                self.sallied.add((side, cell))

    def _fighters_in(self, p: Position, cell: int) -> list[int]:
        return [u for u in p.stacks[cell] if self.fighters[u]]

    # ---------------------------------------------------------------- steps

    def _open(self, p: Position) -> None:
        """A step begins: who stands where, which wards are alone, which guns have something to hit."""
        self.now = p.turn, p.step
        step = self.steps[p.step]
        self.places = p.place[:]
        self.sallied: set[tuple[int, int]] = set()  # strongholds whose whole garrison has attacked
        self.alone = [(kind, u) for kind, members in self.wards.items() for u in _marked(p, members) if self._deserted(p, u)]
        if step.phase == "bombardment":
            silent = self.silent[step.side]
            self.found[step.side].silent_guns += len(silent)
            self.silent[step.side] = {p.c.ids[u] for u in self.conduct.loaded(p, step.side)}
        elif step.phase == "movement":
            self.begun.clear()
            self.held = self._unthreatened(p, step.side)

    def _deserted(self, p: Position, u: int) -> bool:
        side = p.c.side[u]
        friends = (v for v in self._fighters_in(p, p.place[u]) if v != u and p.c.side[v] == side)
        return not any(friends)

    def _close(self, p: Position) -> None:
        """A step has ended: what the enemy took, what the side that moved has done."""
        step, size = self.steps[self.now[1]], p.c.board.size
        for kind, u in self.alone if step.phase not in AT_A_DISTANCE else ():
            if p.place[u] >= size and p.c.side[u] != step.side:
                found = self.found[p.c.side[u]]
                setattr(found, kind, getattr(found, kind) + 1)
        for side, cell in self.sallied:
            self.found[side].garrisons += not any(p.c.side[u] == side for u in self._fighters_in(p, cell))
        if step.phase == "movement":
            self._moved(p, step.side)

    def _moved(self, p: Position, side: int) -> None:
        """A side has moved: who went back, who stays out of the battle, who has outrun his supply."""
        found, size, turn = self.found[side], p.c.board.size, self.now[0]
        found.shuttles += len(self.back[side])
        self.back[side] = set()
        found.left += sum(self._left(p, side, cell) for cell in self.held)
        found.exposed_hqs += sum(self._exposed(p, side, u) for u in _marked(p, self.wards.get("hqs", ())))
        for u in p.c.army[side]:
            here, before = p.place[u], self.places[u]
            if here != before and here < size and before < size:
                if self.marched.get(u) == (turn - 1, here, before):
                    self.back[side].add(u)
                self.marched[u] = turn, before, here
        found.unsupplied += len(self.conduct.starved(p, side))
        near = self._battle(p, side)
        here_now = {u: p.place[u] for u in _marked(p, self.fighters) if p.c.side[u] == side}
        kept = set(self.conduct.strongholds(p, side))
        for u, cell in here_now.items():
            fresh = p.steps[u] == p.c.steps[u] and cell not in kept
            found.idle += fresh and self.rested[side].get(u) == cell and cell not in near
        self.rested[side] = here_now

    def _foes(self, p: Position, side: int) -> set[int]:
        """Where the enemy's fighters stand."""
        return {p.place[u] for u in _marked(p, self.fighters) if p.c.side[u] != side}

    def _unthreatened(self, p: Position, side: int) -> list[int]:
        """Posts that a side holds, with no enemy next to them but one near enough to come."""
        posts = [x for x in self.conduct.posts(p, side) if any(p.c.side[u] == side for u in self._fighters_in(p, x))]
        foes = self._foes(p, side) if posts else set()
        return [x for x in posts if 1 < _nearest(p, x, foes) <= self.conduct.battle]

    def _left(self, p: Position, side: int, cell: int) -> bool:
        """Whether a post stands empty now, and nobody left it to go nearer to the enemy."""
        if any(p.c.side[u] == side for u in self._fighters_in(p, cell)):
            return False
        gone = [u for u in _marked(p, self.fighters) if p.c.side[u] == side and self.places[u] == cell]
        foes = self._foes(p, side)
        return bool(gone) and all(_nearest(p, p.place[u], foes) >= _nearest(p, cell, foes) for u in gone)

    def _exposed(self, p: Position, side: int, hq: int) -> bool:
        """Whether an HQ has just gone into an enemy zone of control."""
        here = p.place[hq]
        mine = p.c.side[hq] == side and here != self.places[hq]
        return mine and any(p.zone[enemy][here] for enemy in range(len(self.found)) if enemy != side)

    def _battle(self, p: Position, side: int) -> set[int]:
        """The cells near the enemy's fighters."""
        return {cell for foe in self._foes(p, side) for cell in p.c.board.within(foe, self.conduct.battle)}


def _nearest(p: Position, cell: int, foes: Collection[int]) -> int:
    """How far the nearest enemy is; farther than the map is wide where there is none."""
    distances = p.c.board.distances(cell)
    return min((distances[foe] for foe in foes), default=p.c.board.size)


def _marked(p: Position, members: Iterable[bool]) -> list[int]:
    """Those of some counters that are on the map."""
    size, place = p.c.board.size, p.place
    return [u for u, one in enumerate(members) if one and place[u] < size]


def per_game(counts: Sequence[Counts]) -> dict[str, float]:
    """How often each happens in a game."""
    return {name: sum(getattr(c, name) for c in counts) / len(counts) for name in WORDS}
