"""What a game says of what an assault leads to: losses, counter-attacks, engagements, retreats, advances; and of rallying."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.charts import Term
from .assault_hooks import AssaultHooks
from .records import Engagement, Fight
from .states import DISRUPTED


class OutcomeHooks(AssaultHooks):
    """What a game says of what an assault leads to."""

    # ---------------------------------------------------------------- losses

    def survivors(self, u: int) -> list[tuple[int, int]]:
        """The counters of the pool, each with its steps, that take a unit's place when it loses a step of which it shows no
        reduced side; none if there are none."""
        raise NotImplementedError

    def box_of_lost(self, u: int) -> str:
        """Where an eliminated unit goes."""
        return "pool"

    def may_disrupt_instead(self, u: int) -> bool:
        """Whether a unit that loses its last step to shells may be disrupted instead (BP-R20)."""
        return self.steps[u] == 1 and not self.status[u] & DISRUPTED

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
        """What a unit's surrender is worth to the enemy (BP-R66)."""
        return 1

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
        return self.may_assault(u)

    def push_counter_attack(self, fight: Fight) -> None:
        """The defenders strike back: at the units of one start square (BP 11.8/2)."""
        raise NotImplementedError

    def drive_out(self, fight: Fight, units: Sequence[int]) -> bool:
        """Whether the game itself says where beaten defenders go; else they retreat."""
        return False

    def engage(self, fight: Fight) -> bool:
        """Whether the game itself says who is engaged where; else the attackers enter the square."""
        return False

    def came_to_attack(self, fight: Fight, engagement: Engagement) -> bool:
        """Whether those who assault in an engaged square have come into it, and go back if they fail."""
        return engagement.side == fight.side

    def marker_passes(self, engagement: Engagement, fight: Fight) -> Engagement:
        """The defenders of an engagement struck: the marker is theirs now, and nobody moves."""
        here = (fight.target,) * len(fight.units)
        facings = tuple(self.facing[u] for u in fight.units)
        return Engagement(fight.target, fight.side, fight.units, here, facings)

    def next_stage(self, fight: Fight) -> bool:
        """Whether a won square is followed by something else than an advance."""
        return False

    def fight_ends(self, fight: Fight) -> None:
        """An assault is over."""

    # ---------------------------------------------------------------- retreats

    def retreat_rank(self, u: int, cell: int, vacant: bool) -> tuple[bool, ...] | None:
        """How good a square next to it is for a unit that retreats, the lowest first; None for one it may not enter. Nearer the
        own edge, then clear of zones, then vacant (BP-R165)."""
        side = self.c.side[u]
        if self.enemy_holds(cell, side):
            return None
        depth = self.c.depth[side]
        return depth[cell] >= depth[self.place[u]], self.in_enemy_zone(cell, side), not vacant

    def may_be_displaced(self, u: int, forced: bool) -> bool:
        """Whether a unit makes room for those who come into its square; `forced` where there is no other way."""
        return True

    def displaced_off(self, u: int) -> bool:
        """Whether a unit that makes room may leave the map for it."""
        return False

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
        return machines if self.c.tank[u] or self.c.cavalry[u] else beyond

    def may_consolidate(self, u: int) -> bool:
        return self.may_assault(u) or not self.c.assaults[u]

    def consolidated(self) -> None:
        """The resource has been used."""

    # ---------------------------------------------------------------- rally

    def rally_row(self, u: int) -> str:
        """The line of the Rally Table that a unit uses."""
        return "any"

    def rally_terms(self, u: int) -> list[Term]:
        """The modifiers of a rally."""
        raise NotImplementedError

    def tried_to_rally(self, u: int) -> None:
        """A unit has had its attempt: it is in good order now, or it failed."""
