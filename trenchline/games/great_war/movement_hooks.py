"""What a game says of stacking and movement, of coming and going, of breaking down and building up."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from ...core.actions import Action, Refusal
from ...core.paths import Found
from ...core.state import Units
from .state import State


class MovementHooks(State):
    """What a game says of stacking and movement, of coming and going, of breaking down and building up."""

    # ---------------------------------------------------------------- stacking

    def may_stack(self, units: Sequence[int], cell: int) -> bool:
        """Whether some units of one side may stand in one square at the end of a phase."""
        raise NotImplementedError

    def stacks_as(self, u: int) -> Hashable:
        """What decides whether a unit may stand beside others: where one has room, all that are alike in it have room too."""
        raise NotImplementedError

    def stacking_limit(self, units: Sequence[int], cell: int) -> str:
        """The case by which some units may not share a square."""
        raise NotImplementedError

    # ---------------------------------------------------------------- movement

    def may_move(self, u: int) -> bool:
        """Whether a unit may move at all."""
        raise NotImplementedError

    def hindrance(self, u: int) -> Refusal | None:
        """Why a unit that may not move neither moves nor assaults."""
        return None

    def has_facing(self, u: int) -> bool:
        """Whether a unit has a front."""
        raise NotImplementedError

    def movement_points(self, u: int) -> int:
        """What a unit may spend, less what the weather takes; infantry with two modes may show either in the phase."""
        raise NotImplementedError

    def may_walk_off(self, u: int) -> bool:
        """Whether a unit may leave its square by a normal move."""
        raise NotImplementedError

    def reach(self, u: int) -> Found:
        """Where a unit can go with what is left of its points, and the way there."""
        raise NotImplementedError

    def mover(self, u: int) -> int:
        """The unit that must go along when a unit moves now; -1 for none."""
        return -1

    def halts(self, u: int, cell: int) -> bool:
        """Whether a unit must stop where it enters a square."""
        raise NotImplementedError

    def may_fail(self, u: int, cell: int) -> bool:
        """Whether a die decides if a unit gets into a square."""
        return False

    def pinned(self, u: int) -> bool:
        """Whether a rule keeps a unit where it stands: it is displaced last of a square that holds too many (BP-R157)."""
        raise NotImplementedError

    def plain_steps(self, u: int, cell: int, passing: bool) -> Sequence[tuple[int, int]]:
        """The steps out of a square with their costs, for a unit that is bound by its points alone; none for other units."""
        raise NotImplementedError

    def march(self, u: int, goal: int) -> None:
        """A unit sets out for a square that it can reach."""
        raise NotImplementedError

    def why_no_way(self, u: int, cell: int) -> Refusal | None:
        """Why a unit cannot go to a square."""
        raise NotImplementedError

    def other_moves(self, u: int) -> list[Action]:
        """What else a unit may do in its movement phase: leave the map, go into a fort or out of it."""
        raise NotImplementedError

    def why_not_otherwise(self, u: int, action: Action) -> Refusal | None:
        """Why a unit may not do that."""
        raise NotImplementedError

    def move_otherwise(self, u: int, action: Action) -> None:
        """A unit does that."""
        raise NotImplementedError

    # ---------------------------------------------------------------- leaving the map, and coming onto it

    def exits(self, u: int) -> list[Action]:
        """The ways in which a unit may leave the map now."""
        return []

    def due(self, side: int) -> list[int]:
        """The units that may come onto the map now."""
        return []

    def ways_in(self, u: int) -> list[tuple[str, int]]:
        """How a unit may come onto the map, and where: a mode, "" for mobile, and a square."""
        raise NotImplementedError

    def entry_cost(self, cell: int) -> int:
        """Half movement points for coming onto the map in a square."""
        raise NotImplementedError

    def arrive(self, u: int, cell: int, mode: str) -> None:
        """A unit comes onto the map."""
        raise NotImplementedError

    # ---------------------------------------------------------------- breaking down, building up

    def can_split(self, u: int) -> bool:
        """Whether the pool has what a division or a regiment breaks down into."""
        raise NotImplementedError

    def battalions_of(self, u: int) -> list[int]:
        """The battalions of the pool into which a regiment breaks down."""
        raise NotImplementedError

    def brigades_of(self, u: int, chosen: Units, worn: Units) -> list[tuple[int, bool]]:
        """The next brigade into which a division may break down, full or not; none when it is done."""
        raise NotImplementedError

    def forms(self, cell: int, stack: Sequence[int]) -> list[Action]:
        """What some units of a square can form together."""
        raise NotImplementedError

    def parts_of(self, result: int, stack: Sequence[int], mode: str) -> list[int]:
        """Which units of a stack form a given larger unit."""
        raise NotImplementedError
