"""What a game says of what an assault leads to: losses, counter-attacks, engagements, retreats, advances; and of rallying."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.charts import Term
from .assault_hooks import AssaultHooks
from .records import Engagement, Fight


class OutcomeHooks(AssaultHooks):
    """What a game says of what an assault leads to."""

    # ---------------------------------------------------------------- losses

    def survivors(self, u: int) -> list[tuple[int, int]]:
        """The counters of the pool, each with its steps, that replace a unit which loses a step and has no side to show it;
        none if the pool has none."""
        raise NotImplementedError

    def box_of_lost(self, u: int) -> str:
        """Where an eliminated unit goes."""
        raise NotImplementedError

    def may_disrupt_instead(self, u: int) -> bool:
        """Whether a unit that loses its last step to shells may be disrupted instead."""
        raise NotImplementedError

    def disrupt_instead(self, u: int) -> tuple[int, ...]:
        """Disrupt a unit in place of its last step; returns the counters that now stand for it."""
        raise NotImplementedError

    def step_lost(self, u: int, steps: int, cause: str) -> None:
        """A unit has lost some steps; 0 if it was disrupted instead."""

    def take_place(self, u: int, others: Sequence[tuple[int, int]]) -> None:
        """Counters of the pool, each with its steps, take a unit's place."""
        raise NotImplementedError

    def give_up(self, u: int) -> None:
        """A unit surrenders for good: what that is worth to the enemy (BP-R66, GL 16.8.3-VP)."""
        raise NotImplementedError

    # ---------------------------------------------------------------- results

    def count_assault(self, fight: Fight, result: str) -> bool:
        """An assault or counter-attack has its result. Returns whether it counts for replacements (BP 12.1.1, GL 17.2)."""
        raise NotImplementedError

    def settle_roll(self, result: str) -> None:
        """The dice of an assault have fallen: the result is carried out, or somebody is asked to have them thrown again."""
        raise NotImplementedError

    def may_counter_attack(self, u: int) -> bool:
        """Whether a defender in good order of a kind that assaults may counter-attack."""
        raise NotImplementedError

    def push_counter_attack(self, fight: Fight) -> None:
        """The defenders strike back: at the units of one start square (BP 11.8/2)."""
        raise NotImplementedError

    def leave_square(self, fight: Fight, units: Sequence[int]) -> None:
        """Beaten defenders leave their square."""
        raise NotImplementedError

    def engage(self, fight: Fight) -> None:
        """Both sides stay locked in a square."""
        raise NotImplementedError

    def came_to_attack(self, fight: Fight, engagement: Engagement) -> bool:
        """Whether those who assault in an engaged square have come into it, and go back if they fail."""
        raise NotImplementedError

    def marker_passes(self, engagement: Engagement, fight: Fight) -> Engagement:
        """The defenders of an engagement have attacked in it: the engagement as it is now that its marker is theirs."""
        raise NotImplementedError

    def win(self, beyond: int = 0, machines: int = 0, must: bool = True) -> None:
        """The square is won: once the defenders have left, its victors advance; `machines`, tanks and cavalry, farther."""
        raise NotImplementedError

    # ---------------------------------------------------------------- retreats

    def retreat_rank(self, u: int, cell: int, vacant: bool) -> tuple[bool, ...] | None:
        """How good a square is to retreat to: the lowest rank first, None for a square that the unit may not enter."""
        raise NotImplementedError

    def cannot_retreat(self, u: int) -> None:
        """A unit that cannot retreat is driven off the map where its scenario allows that, else eliminated (BP-R65)."""
        raise NotImplementedError

    # ---------------------------------------------------------------- advances

    def stations(self, u: int, cell: int) -> tuple[str, ...]:
        """Where in a square a unit may stand, by name; one empty name where there is no choice."""
        return ("",)

    def take_station(self, u: int, station: str) -> None:
        """A unit has come into a square in combat and stands there where its owner said."""

    def steps_beyond(self, u: int, beyond: int, machines: int) -> int:
        """How far beyond a won square a unit may go."""
        raise NotImplementedError

    def may_consolidate(self, u: int) -> bool:
        """Whether a unit beside a won square may be brought up."""
        raise NotImplementedError

    # ---------------------------------------------------------------- rally

    def rally_row(self, u: int) -> str:
        """The line of the Rally Table that a unit uses."""
        raise NotImplementedError

    def rally_terms(self, u: int) -> list[Term]:
        """The modifiers of a rally."""
        raise NotImplementedError

    def settle_rally(self, u: int, rallied: bool) -> None:
        """A unit has had its attempt: it is in good order again, or it failed (BP 12.2, GL 17.7.2)."""
        raise NotImplementedError
