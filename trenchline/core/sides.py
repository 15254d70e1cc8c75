"""Seats, sides and nations: a seat decides, a side wins together, a nation is printed on a counter.

Sides, nations and seats are small integers in the order of their names. In most games the three are the same: one
seat for each side, one nation a side. Who is whose enemy is data (`Sides.enemies`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from .errors import DataError


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place at the table: whoever sits there decides for counters of his side, or for those of some nations of it."""

    name: str
    side: str
    nations: tuple[str, ...] = ()


class Sides:
    """The sides of a game, the nations that fight on each, and who is whose enemy.

    >>> sides = Sides(("allied", "german"), {"british": "allied", "french": "allied", "german": "german"})
    >>> sides.nations, sides.of_nation, sides.enemies, sides.enemy_bits
    (('british', 'french', 'german'), (0, 0, 1), ((1,), (0,)), (2, 1))
    """

    def __init__(
        self, names: Sequence[str], nations: Mapping[str, str] | None = None, enemies: Mapping[str, Iterable[str]] | None = None
    ) -> None:
        self.names = tuple(names)
        self.index = {name: number for number, name in enumerate(self.names)}
        side_of = dict(nations) if nations else {name: name for name in self.names}
        for nation, side in side_of.items():
            if side not in self.index:
                raise DataError(f"the nation {nation!r} fights for {side!r}, which is no side: {', '.join(self.names)}")
        self.nations = tuple(side_of)
        self.of_nation = tuple(self.index[side] for side in side_of.values())
        self.enemies = self._enemies(enemies or {name: [other for other in self.names if other != name] for name in self.names})
        self.bit = tuple(1 << side for side in range(len(self.names)))  # of a side among those present in a cell
        self.enemy_bits = tuple(sum(self.bit[other] for other in others) for others in self.enemies)
        # 1 for every value of `present` in which an enemy of the side stands: for `bytearray.translate`.
        self.enemy_present = tuple(bytes(1 if value & bits else 0 for value in range(256)) for bits in self.enemy_bits)
        # 1 for every number of a side that is not the side itself.
        self.not_own = tuple(bytes(0 if value == side else 1 for value in range(256)) for side in range(len(self.names)))

    def _enemies(self, hostile: Mapping[str, Iterable[str]]) -> tuple[tuple[int, ...], ...]:
        """The enemies of each side. Who names some must name those of every side, and both of two enemies name each other."""
        named = {name: tuple(others) for name, others in hostile.items()}
        for name in (*self.names, *named, *(other for others in named.values() for other in others)):
            if name not in self.index:
                raise DataError(f"{name!r} has enemies or is one, but it is no side: {', '.join(self.names)}")
            if name not in named:
                raise DataError(f"the enemies of {name!r} are not said; say those of every side, `()` for none")
        for name, others in named.items():
            for other in others:
                if name not in named[other]:
                    raise DataError(f"{name!r} has the enemy {other!r}, but not the reverse")
        return tuple(tuple(self.index[other] for other in named[name]) for name in self.names)


class Seating:
    """Who sits where in a match: seats by number, the side of each, and whose decision a side's or a counter's is.

    >>> sides = Sides(("allied", "german"), {"british": "allied", "french": "allied", "german": "german"})
    >>> seats = (Seat("british", "allied", ("british",)), Seat("french", "allied", ("french",)), Seat("german", "german"))
    >>> seating = Seating(sides, seats)
    >>> seating.of_side, seating.of_nation, seating.sharing(0)
    ((0, 2), (0, 1, 2), (0, 1))
    """

    def __init__(self, sides: Sides, seats: Sequence[Seat] = ()) -> None:
        self.seats = tuple(seats) or tuple(Seat(name, name) for name in sides.names)
        self.names = tuple(seat.name for seat in self.seats)
        self.index = {name: number for number, name in enumerate(self.names)}
        self.side = tuple(sides.index[seat.side] for seat in self.seats)
        for side, name in enumerate(sides.names):
            if side not in self.side:
                raise DataError(f"nobody sits for the side {name!r}")
        self.of_side = tuple(self.side.index(side) for side in range(len(sides.names)))  # who speaks for it in a dispute
        self.of_nation = tuple(self._commander(sides, nation) for nation in range(len(sides.nations)))

    def _commander(self, sides: Sides, nation: int) -> int:
        name, side = sides.nations[nation], sides.of_nation[nation]
        named = [n for n, seat in enumerate(self.seats) if name in seat.nations]
        return named[0] if named else self.of_side[side]

    def sharing(self, side: int) -> tuple[int, ...]:
        """The seats of a side."""
        return tuple(seat for seat, theirs in enumerate(self.side) if theirs == side)
