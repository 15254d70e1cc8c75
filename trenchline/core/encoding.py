"""A position as arrays: planes on the grid, a list of counters, tracks. What the player may not know is not in them.

An `Encoder` follows one match for one seat and writes only what has changed since it looked last. NumPy is an extra
(`pip install trenchline[env]`): this module is imported by those who ask for arrays.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from .action_space import STAGES, Staging
from .channels import DECISION_NUMBERS, Arrays, Channel, Layout, Write, decision_writers
from .decisions import Decision, Joint
from .grids import HexGrid
from .state import units_named
from .views import differing

if TYPE_CHECKING:
    from .game import Game
    from .match import Match

Array: TypeAlias = Any  # numpy.ndarray: the extra need not be installed where types are checked
FEW = 24  # counters that have changed: more of them are written all at once


class Encoded(NamedTuple):
    """What a player may know, as arrays of their own: nothing changes them later."""

    planes: Array  # uint8: channel, row, column
    entities: Array  # int16: counter, column
    tracks: Array  # int32


class Shape(Layout):
    """The channels of a game, and how its cells lie in the planes."""

    def __init__(self, game: Game[Any], axial: bool = False) -> None:
        super().__init__(game)
        grid, cells = game.board.grid, range(game.board.size)
        at = grid.axial if axial and isinstance(grid, HexGrid) else grid.offset
        places = np.array([at(cell) for cell in cells])
        self.height, self.width = (int(most) + 1 for most in places.max(axis=0))
        self.where = places[:, 0] * self.width + places[:, 1]  # of each cell in a plane
        boxes = [(0, 0, number) for number in range(1, len(game.components.box) + 1)]
        self.places = np.array([*((row + 1, column + 1, 0) for row, column in places.tolist()), *boxes], dtype=np.int16)
        self.blank = self._blank()
        bits = np.array([bit for _, bit in self.states], dtype=np.int64)
        self.bits = bits
        self.side_list = game.components.side
        self.side_of = np.array(self.side_list)
        self._writers: dict[type, list[tuple[str, Write]]] = {}

    def writers(self, kind: type[Decision[Any]]) -> list[tuple[str, Write]]:
        """How the fields of a kind of decision are written."""
        found = self._writers.get(kind)
        if found is None:
            found = self._writers[kind] = decision_writers(self, kind)
        return found

    def _blank(self) -> Arrays:
        """All that is the same in every position."""
        game, count = self.game, self.count
        c = game.components
        planes = np.zeros((count["planes"], self.height * self.width), dtype=np.uint8)
        for plane, row in self.static_planes:
            planes[plane, self.where] = row
        entities = np.zeros((len(c.ids), count["entities"]), dtype=np.int16)
        kinds = self.kinds()
        entities[:, self.static_columns["side"]] = [side + 1 for side in c.side]
        entities[:, self.static_columns["nation"]] = [nation + 1 for nation in c.nation]
        entities[:, self.static_columns["kind"]] = [kinds.index(kind) + 1 for kind in c.kind]
        entities[:, self.static_columns["full"]] = c.steps
        for name, column in zip(self.printed, self.printed_columns, strict=True):
            entities[:, column] = game.counters.column(name)
        return Arrays(planes, entities, np.zeros(count["tracks"], dtype=np.int32), self.where, self.where.tolist())


class Encoder:
    """Follows a match for one seat."""

    def __init__(self, match: Match, player: str, shape: Shape) -> None:
        self.match, self.player, self.shape = match, player, shape
        self._fog = match.game.hides_counters(match.scenario, match.options)
        self._begin()

    def _begin(self) -> None:
        """Nothing has been written yet."""
        p, shape = self.match.position, self.shape
        self._a = shape.blank.copy()
        self._seen: list[Any] = [None] * len(shape.feeds)  # the value of each field when it was written last
        self._zones: list[Any] = [None] * len(p.c.sides)
        self._control: Any = None
        self._place: list[int] = []
        self._steps, self._status = bytearray(), list[int]()
        self._named: Decision[Any] | None = None
        self._fought_over: tuple[int, ...] = ()
        self._hidden: Collection[str] = ()
        seating = p.seating
        if self.player in seating.index:
            seat = seating.index[self.player]
            self._a.tracks[shape.seat[seat]] = self._a.tracks[shape.side[seating.side[seat]]] = 1

    def encode(self, staging: Staging | None = None) -> Encoded:
        """The position as it stands; with the stages of the action that is being put together."""
        if self._fog and not self.match.over:
            return self._through_fog(staging)
        if staging is None or staging.seen_by is not self:
            self._follow(frozenset())
        if staging is not None:
            staging.seen_by = self
        return self._result(staging)

    def _follow(self, unseen: frozenset[int]) -> None:
        """Write what has changed since the last time."""
        match, p, a, shape = self.match, self.match.position, self._a, self.shape
        if self._place != p.place or self._steps != p.steps or self._status != p.status:
            self._counters(unseen)
        if self._control != p.control:
            self._control = p.control[:]
            row = np.frombuffer(self._control, dtype=np.uint8)
            for side, plane in enumerate(shape.control):
                a.planes[plane, a.where] = row == side
        for side, plane in enumerate(shape.zone):
            if self._zones[side] != p.zone[side]:
                self._zones[side] = p.zone[side][:]
                a.planes[plane, a.where] = np.frombuffer(self._zones[side], dtype=np.uint8)
        fought_over = p.fought_over()
        if fought_over != self._fought_over:
            a.planes[shape.fought_over] = 0
            for cell in fought_over:
                a.mark_cell(shape.fought_over, cell, 1)
            self._fought_over = fought_over
        hidden = match.game.hidden_fields(p, self.player)
        values, seen, again = p.__dict__, self._seen, hidden != self._hidden
        for n, name in enumerate(shape.fed):
            value = values[name]
            before = seen[n]
            if again or (before is not value and before != value):
                self._write(n, None if name in hidden else value)
        self._hidden = hidden
        tracks = a.tracks
        tracks[shape.turn], tracks[shape.step], tracks[shape.over] = p.turn, p.step + 1, p.over
        self._decision()

    def _write(self, n: int, value: Any) -> None:
        """Write a field anew; None stands for what the player may not know."""
        feed, a = self.shape.feeds[n], self._a
        if feed.clear or value is None:
            a.planes[feed.planes[0] : feed.planes[1]] = 0
            a.entities[:, feed.entities[0] : feed.entities[1]] = 0
            a.tracks[feed.tracks[0] : feed.tracks[1]] = 0
        if value is not None:
            feed.write(value, a, 1)
        present = self.match.position.__dict__[feed.name]
        self._seen[n] = present[:] if isinstance(present, (bytearray, list)) else present

    def _counters(self, unseen: frozenset[int]) -> None:
        """Where the counters stand, with how many steps, in which states."""
        p, e, shape = self.match.position, self._a.entities, self.shape
        rows = ((p.place, self._place), (p.steps, self._steps), (p.status, self._status))
        if self._place and not unseen:
            changed = sorted({u for now, before in rows if now != before for u in differing(now, before)})
        else:
            changed = list(range(len(p.place)))
        if self._place and not unseen and len(changed) <= FEW:
            for u in changed:
                self._move(u, p.place[u], p.steps[u])
        else:
            self._stacks(np.array(p.place), np.frombuffer(bytes(p.steps), dtype=np.uint8), unseen)
        self._place, self._steps, self._status = p.place[:], p.steps[:], p.status[:]
        e[changed, shape.row : shape.box + 1] = shape.places[[p.place[u] for u in changed]]
        e[changed, shape.steps] = [p.steps[u] for u in changed]
        e[changed, shape.seen] = 1
        if len(shape.bits):
            first = shape.state_columns[0]
            states = np.array([p.status[u] for u in changed])
            e[changed, first : first + len(shape.bits)] = (states[:, None] & shape.bits) != 0

    def _move(self, u: int, place: int, steps: int) -> None:
        """Take a counter from the stack it was counted in, and count it where it stands now."""
        shape, a = self.shape, self._a
        counters, strength = shape.counters[shape.side_list[u]], shape.strength[shape.side_list[u]]
        before = self._place[u]
        if before < len(a.at):
            a.planes[counters, a.at[before]] -= 1
            a.planes[strength, a.at[before]] -= self._steps[u]
        if place < len(a.at):
            a.planes[counters, a.at[place]] += 1
            a.planes[strength, a.at[place]] += steps

    def _stacks(self, places: Array, steps: Array, unseen: frozenset[int]) -> None:
        """How many counters and steps of each side a cell holds."""
        a, shape, size = self._a, self.shape, self.match.game.board.size
        on_map = places < size
        if unseen:
            veiled = np.zeros(len(places), dtype=bool)
            veiled[list(unseen)] = True
            a.planes[shape.unseen, a.where] = np.bincount(places[on_map & veiled], minlength=size)
            on_map &= ~veiled
        for side in range(len(shape.counters)):
            own = on_map & (shape.side_of == side)
            stand = places[own]
            a.planes[shape.counters[side], a.where] = np.bincount(stand, minlength=size)
            a.planes[shape.strength[side], a.where] = np.bincount(stand, weights=steps[own], minlength=size)

    # ------------------------------------------------------------------------------------------------ the decision

    def _decision(self) -> None:
        """What waits, as far as the player may know it, and what it is about."""
        p, shape, a = self.match.position, self.shape, self._a
        seat = p.seating.index.get(self.player, -1)
        top = p.stack[-1] if p.stack else None
        asked = top is not None and seat in top.players(p)
        told = top if asked or not (top is None or top.secret or self._fog) else None
        if asked and isinstance(told, Joint):
            told = told.part(p, seat)
        below = p.stack[-2] if len(p.stack) > 1 else None
        a.tracks[shape.asked] = asked
        a.tracks[shape.below] = 0 if below is None or below.secret else shape.decisions.get(below.__class__.__name__, 0)
        if told is self._named:
            return
        a.entities[:, shape.decision_entity] = 0
        a.planes[shape.decision_plane] = 0
        a.tracks[shape.decision_tracks : shape.decision_tracks + DECISION_NUMBERS] = 0
        a.tracks[shape.decision] = 0 if told is None else shape.decisions.get(told.__class__.__name__, 0)
        self._named = told
        if told is not None:
            for number, (name, write) in enumerate(shape.writers(told.__class__), 1):
                write(getattr(told, name), a, number)

    # ------------------------------------------------------------------------------------------------ fog of war

    def _through_fog(self, staging: Staging | None) -> Encoded:
        """Where counters are hidden: all is written anew, and then what is said of the hidden ones is taken out."""
        match, p = self.match, self.match.position
        unseen = frozenset(u for u in range(len(p.place)) if not match.game.sees(p, u, self.player))
        self._begin()
        self._follow(unseen)
        for n, feed in enumerate(self.shape.feeds):
            if feed.clear and any(u in unseen for u in units_named(p.__dict__[feed.name], self.shape.declared[feed.name])):
                self._write(n, None)  # what names a hidden counter beside its row
        rows = list(unseen)
        self._a.entities[rows] = self.shape.blank.entities[rows]
        return self._result(staging)

    # ------------------------------------------------------------------------------------------------ the arrays

    def _result(self, staging: Staging | None) -> Encoded:
        a, shape = self._a, self.shape
        planes = a.planes.copy().reshape(-1, shape.height, shape.width)
        found = Encoded(planes, a.entities.copy(), a.tracks.copy())
        if staging is not None:
            self._stages(staging, found)
        return found

    def _stages(self, staging: Staging, found: Encoded) -> None:
        """What has been chosen of the action that is being put together."""
        shape, p, at = self.shape, self.match.position, self._a.at
        starts = shape.game.action_space().starts
        found.tracks[shape.stage] = staging.stage + 1
        plane = found.planes[shape.chosen_plane].reshape(-1)
        for token in staging.chosen:
            stage = max(n for n in range(len(STAGES)) if token >= starts[n])
            if stage == 0:
                found.tracks[shape.chosen_verb] = token + 1
            elif stage == 1 and token > starts[1]:
                u = token - starts[1] - 1
                found.entities[u, shape.chosen_entity] = 1
                if p.place[u] < len(at):
                    plane[at[p.place[u]]] = 1
            elif stage == 2 and token > starts[2]:
                plane[at[token - starts[2] - 1]] = 1


@cache
def channels_of(game: Game[Any]) -> tuple[Channel, ...]:
    """Every channel of a game's observations."""
    return tuple(shape_of(game).channels)


@cache
def shape_of(game: Game[Any], axial: bool = False) -> Shape:
    """The layout of a game's observations; on a board of hexes also along two axes instead of rows and columns."""
    return Shape(game, axial)
