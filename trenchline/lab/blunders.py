"""Blunders: what no careful player does, counted by side while a match is played.

What a game must say for it is its `Drill`; a notion that a game does not have stays at nought.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import msgspec

from .. import Action, Drill, Match, Odds, Position

RATIO = re.compile(r"(\d+)[:/](\d+)")
AT_A_DISTANCE = ("bombardment", "siege", "fire")  # where friends beside a gun do not save it
MANY = 6  # hits: that all are lost (99) is no more than that


class Blunders(msgspec.Struct, omit_defaults=True):
    """How often a side did each."""

    overstacked: int = 0
    unsupplied: int = 0
    hqs: int = 0
    guns: int = 0
    specialists: int = 0
    idle: int = 0
    shuttles: int = 0
    long_odds: int = 0
    garrisons: int = 0


WORDS = {
    "overstacked": "steps lost to overstacking",
    "unsupplied": "unit-turns out of supply or command, no enemy in the way",
    "hqs": "HQs lost alone",
    "guns": "guns lost alone",
    "specialists": "pioneers and the like lost alone",
    "idle": "idle unit-turns: fresh, unmoved, out of the battle",
    "shuttles": "moves back to where a unit came from the turn before",
    "long_odds": "attacks at 1:2 or worse",
    "garrisons": "attacks that leave a fort without a garrison",
}


def are_long(odds: Odds) -> bool:
    """Whether an attack is made at 1:2 or worse. Where a chart knows no ratios, whoever attacks loses twice what he costs."""
    ratio = RATIO.fullmatch(odds.column)
    if ratio is not None:
        return int(ratio[2]) >= 2 * int(ratio[1])
    lost = sum(o.probability * min(o.attacker, MANY) for o in odds.outcomes)
    won = sum(o.probability * (min(o.defender, MANY) + (o.retreat == "defender")) for o in odds.outcomes)
    return lost > 0 and lost >= 2 * won


class Watch:
    """Looks on while a match is played: told each action before it is taken, it looks back whenever a step has ended."""

    def __init__(self, match: Match) -> None:
        p = match.position
        self.drill: Drill[Position] = match.game.drill
        self.steps = match.game.sequence_of_play.steps
        self.found = [Blunders() for _ in match.game.sides]
        self.fighters = self.drill.fighters(p)
        self.wards = self.drill.wards(p)
        self.marched: dict[int, tuple[int, int, int]] = {}  # unit: the turn of its last march, from where, to where
        self.back: list[set[int]] = [set() for _ in match.game.sides]  # who went back in his side's last phase of movement
        self.rested: list[dict[int, int]] = [{} for _ in match.game.sides]  # where fighters stood when a side had last moved
        self._open(p)

    def sees(self, match: Match, action: Action) -> None:
        """An action is about to be taken."""
        p = match.position
        if (p.turn, p.step) != self.now:
            self._close(p)
            self._open(p)
        top = p.stack[-1]
        if isinstance(top, self.drill.removals):
            self.found[p.seating.side[top.player(p)]].overstacked += 1
        for storm in self.drill.storms(p, action):
            self._storm(p, p.seating.side[top.player(p)], storm.odds, storm.units)

    def ends(self, match: Match) -> tuple[Blunders, ...]:
        """The match is over: what was seen, by side."""
        self._close(match.position)
        for found, back in zip(self.found, self.back, strict=True):
            found.shuttles += len(back)
        return tuple(self.found)

    # ---------------------------------------------------------------- attacks

    def _storm(self, p: Position, side: int, odds: Odds, units: tuple[int, ...]) -> None:
        found = self.found[side]
        found.long_odds += are_long(odds)
        self.back[side].difference_update(units)  # who goes back to attack has his reason
        for cell in {p.place[u] for u in units} & set(self.drill.strongholds(p, side)):
            if all(u in units for u in self._fighters_in(p, cell)):
                self.sallied.add((side, cell))

    def _fighters_in(self, p: Position, cell: int) -> list[int]:
        return [u for u in p.stacks[cell] if self.fighters[u]]

    # ---------------------------------------------------------------- steps

    def _open(self, p: Position) -> None:
        """A step begins: who stands where, and which wards are alone."""
        self.now = p.turn, p.step
        self.places = p.place[:]
        self.sallied: set[tuple[int, int]] = set()  # strongholds whose whole garrison has attacked
        self.alone = [(kind, u) for kind, members in self.wards.items() for u in _marked(p, members) if self._deserted(p, u)]

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
        for u in p.c.army[side]:
            here, before = p.place[u], self.places[u]
            if here != before and here < size and before < size:
                if self.marched.get(u) == (turn - 1, here, before):
                    self.back[side].add(u)
                self.marched[u] = turn, before, here
        found.unsupplied += len(self.drill.starved(p, side))
        near = self._battle(p, side)
        here_now = {u: p.place[u] for u in _marked(p, self.fighters) if p.c.side[u] == side}
        kept = set(self.drill.strongholds(p, side))
        for u, cell in here_now.items():
            fresh = p.steps[u] == p.c.steps[u] and cell not in kept
            found.idle += fresh and self.rested[side].get(u) == cell and cell not in near
        self.rested[side] = here_now

    def _battle(self, p: Position, side: int) -> set[int]:
        """The cells near the enemy's fighters."""
        foes = {p.place[u] for u in _marked(p, self.fighters) if p.c.side[u] != side}
        return {cell for foe in foes for cell in p.c.board.within(foe, self.drill.battle)}


def _marked(p: Position, members: Iterable[bool]) -> list[int]:
    """Those of some counters that are on the map."""
    size, place = p.c.board.size, p.place
    return [u for u, one in enumerate(members) if one and place[u] < size]


def per_game(blunders: Sequence[Blunders]) -> dict[str, float]:
    """How often each happens in a game."""
    return {name: sum(getattr(b, name) for b in blunders) / len(blunders) for name in WORDS}
