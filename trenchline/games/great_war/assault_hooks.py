"""What a game says of assaults until the dice fall: commitment, going in, resources, fire, the arithmetic."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import Refusal
from ...core.charts import Swing, Term
from .records import Assault, Fight
from .state import State


class AssaultHooks(State):
    """What a game says of assaults until the dice fall."""

    # ---------------------------------------------------------------- commitment

    def may_assault(self, u: int) -> bool:
        """Whether a unit of a kind that assaults may do so now; broken-down tanks and held units may not."""
        return True

    def fit_to_assault(self, u: int) -> bool:
        """Whether a unit is in good enough order to assault."""
        raise NotImplementedError

    def is_interdicted(self, u: int) -> bool:
        """Whether the interdiction of its square affects a unit; inside a fort it does not (GL-R269)."""
        raise NotImplementedError

    def defenders_of(self, cell: int, side: int) -> list[int]:
        """The units that defend a square when it is assaulted, and that fire at the attackers."""
        raise NotImplementedError

    def assailable(self, cell: int, side: int) -> bool:
        """Whether a side may commit units against a square (BP 8.1, GL 13.3.1b)."""
        raise NotImplementedError

    def refuse_commit(self, u: int, cell: int, beside: Sequence[int], secondary: bool) -> Refusal | None:
        """Why a unit may not be committed beside others, where the games differ."""
        raise NotImplementedError

    def commit(self, u: int, cell: int, secondary: bool = False) -> None:
        """A unit is committed against a square."""
        raise NotImplementedError

    def begin_wave(self, side: int) -> None:
        """The steps that a secondary attack goes through once its units are committed (BP 11.10, GL 16.8)."""
        raise NotImplementedError

    # ---------------------------------------------------------------- over the top, closing in

    def six_fails(self) -> bool:
        return False

    def press_terms(self, units: Sequence[int]) -> list[Term]:
        """The modifiers of the die by which units go over the top or close in."""
        raise NotImplementedError

    # ---------------------------------------------------------------- command resources

    def command_center_terms(self, side: int) -> list[Term]:
        """The modifiers of the Command Center roll."""
        return []

    def resources_rolled(self, side: int) -> None:
        """What follows at once when the phasing player has rolled for his resources."""

    def uses_in_assault(self) -> tuple[str, ...]:
        """The resources that may be named when an assault is resolved, in the order of the chart."""
        raise NotImplementedError

    def refuse_resource(self, name: str, fight: Fight) -> Refusal | None:
        """Why a resource that is left cannot help in the assault at hand."""
        return None

    # ---------------------------------------------------------------- defensive fire

    def pressed_under_fire(self, units: int) -> Term:
        """The modifier of defensive fire at a number of units that went over the top or closed in."""
        raise NotImplementedError

    def fire_terms(self, side: int, pressed: int, starts: int) -> list[Term]:
        """The modifiers of a side's defensive fire: `pressed` attackers went in, `starts` of their start squares are
        interdicted."""
        raise NotImplementedError

    # ---------------------------------------------------------------- the fight at hand

    def take_up(self, side: int, assault: Assault) -> None:
        """An assault begins: its fight is opened, and supply and resources are named."""
        raise NotImplementedError

    def swings_of(self, fight: Fight) -> list[Swing]:
        """What the enemy can still add to an assault, and what nobody knows of it yet."""
        return []

    def defence_terms(self, fight: Fight) -> list[Term]:
        """The numbers of the defenders."""
        raise NotImplementedError

    def shift_terms(self, fight: Fight) -> list[Term]:
        """Ground and rivers to the left, resources to the right (BP 11.5, GL 16.2)."""
        raise NotImplementedError

    def die_terms(self, fight: Fight) -> list[Term]:
        """All modifiers of the dice, in the order of the rulebook (BP 11.6, 11.7, GL 16.3); those of 0 are left out later."""
        raise NotImplementedError
