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
        """The counters of the pool, each with its steps, that take a unit's place when it loses a step of which it shows no
        reduced side; none if there are none."""
        raise NotImplementedError

    def box_of_lost(self, u: int) -> str:
        """Where an eliminated unit goes."""
        raise NotImplementedError

    def may_disrupt_instead(self, u: int) -> bool:
        """Whether a unit that loses its last step to shells may be disrupted instead."""
        raise NotImplementedError

    def disrupt_instead(self, u: int) -> tuple[int, ...]:
        """It is; tells the counters that now stand for it."""
        raise NotImplementedError

    def step_lost(self, u: int, steps: int, cause: str) -> None:
        """Some steps are gone from a unit; none if it was disrupted instead."""

    def took_place(self, u: int, other: int) -> None:
        """A counter has taken another's place."""

    def surrendered(self, u: int) -> None:
        """An HQ in Supply Mode is taken."""

    def surrender_points(self, u: int) -> int:
        """What a unit's surrender is worth to the enemy."""
        raise NotImplementedError

    # ---------------------------------------------------------------- results

    def count_assault(self, fight: Fight, result: str) -> bool:
        """An assault or counter-attack has its result. Tells whether it counts for replacements (BP 12.1.1, GL 17.2); a renewed
        one may not."""
        raise NotImplementedError

    def settle_roll(self, result: str) -> None:
        """The dice of an assault have fallen: it is carried out, unless somebody may have them thrown again."""
        raise NotImplementedError

    def before_outcome(self, result: str) -> bool:
        """Whether something comes between the losses of an assault and what follows; its outcome then waits for that."""
        return False

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
        """The defenders of an engagement struck: the marker is theirs now."""
        raise NotImplementedError

    def next_stage(self, fight: Fight) -> bool:
        """Whether a won square is followed by something else than an advance."""
        return False

    def fight_ends(self, fight: Fight) -> None:
        """An assault is over."""

    # ---------------------------------------------------------------- retreats

    def retreat_rank(self, u: int, cell: int, vacant: bool) -> tuple[bool, ...] | None:
        """How good a square next to it is for a unit that retreats, the lowest first; None for one it may not enter."""
        raise NotImplementedError

    def cannot_retreat(self, u: int) -> None:
        """A unit that cannot retreat is driven off the map where the scenario knows that, else eliminated (BP-R65)."""
        raise NotImplementedError

    # ---------------------------------------------------------------- advances

    def stations(self, u: int, cell: int) -> tuple[str, ...]:
        """Where in a square a unit may stand, if it may choose."""
        return ("",)

    def take_station(self, u: int, station: str) -> None:
        """A unit has come into its square in combat."""

    def stands_in(self, fight: Fight) -> None:
        """Those who fought on in a square have it for themselves."""

    def steps_beyond(self, u: int, beyond: int, machines: int) -> int:
        """How far beyond a won square a unit may go."""
        raise NotImplementedError

    def may_consolidate(self, u: int) -> bool:
        """Whether a unit beside a won square may be brought up."""
        raise NotImplementedError

    def consolidated(self) -> None:
        """The resource has been used."""

    # ---------------------------------------------------------------- rally

    def rally_row(self, u: int) -> str:
        """The line of the Rally Table that a unit uses."""
        raise NotImplementedError

    def rally_terms(self, u: int) -> list[Term]:
        """The modifiers of a rally."""
        raise NotImplementedError

    def tried_to_rally(self, u: int) -> None:
        """A unit has had its attempt: it is in good order now, or it failed."""
