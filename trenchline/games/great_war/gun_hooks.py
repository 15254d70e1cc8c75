"""What a game says of its guns: targets, shells, range, counter-battery fire, what shells do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...core.actions import Refusal
from ...core.charts import Term
from .records import Barrage
from .state import State


class GunHooks(State):
    """What a game says of its guns."""

    def shell_row(self, cell: int, inside: bool = False) -> str:
        """The row of the Bombardment Table for the units of a square, or for who is in its fort (GL 8.2.2)."""
        raise NotImplementedError

    def why_closed(self, cell: int) -> Refusal | None:
        """Why a square cannot be shelled at all; None if it can."""
        raise NotImplementedError

    def exposed(self, cell: int, side: int) -> list[int]:
        """A side's enemies in a square whom shells can hurt: no concealed guns (BP 15.5.3b), nobody in a fort (GL 8.2.2)."""
        raise NotImplementedError

    def gun_factor(self, u: int, cell: int, inside: bool) -> int:
        """A gun's factors against a target."""
        raise NotImplementedError

    def factors_on(self, guns: Iterable[int]) -> bytes:
        """The factors of some guns that count against each square."""
        raise NotImplementedError

    def gun_supplied(self, u: int) -> bool:
        """Whether a gun draws supply from an HQ in Supply Mode (BP 6.3.2/1)."""
        raise NotImplementedError

    def push_bombardment(self) -> None:
        """Target and guns are fixed: push what follows, the roll below the answer of the enemy."""
        raise NotImplementedError

    def heavy_term(self, guns: Sequence[int]) -> Term:
        """What heavy guns add to the die."""
        raise NotImplementedError

    def extra_bombardment_terms(self, side: int, target: int) -> list[Term]:
        return []

    def struck(self, barrage: Barrage, result: str) -> None:
        """A bombardment has its result: do to the target what it says."""
        raise NotImplementedError
