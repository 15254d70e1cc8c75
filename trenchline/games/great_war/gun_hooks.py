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

    def target_open(self, cell: int) -> bool:
        """Whether a square can be shelled at all: nobody is engaged there (BP 6.3.2/4)."""
        return not self.engaged(cell)

    def why_closed(self, cell: int) -> Refusal:
        """Why a square that is not open cannot be shelled."""
        return Refusal(f"{self.label(cell)} cannot be shelled: its units are engaged", self.cite("targets"))

    def exposed(self, cell: int, side: int) -> list[int]:
        """A side's enemies in a square who are not in a fort."""
        return self.others(cell, side)

    def may_be_shelled(self, u: int) -> bool:
        """Whether shells can hurt a unit."""
        return True

    def has_shells(self, u: int) -> bool:
        """Whether a gun may bombard at all; it need not be supplied for that (BP 6.3.2/1, but GL 8.4)."""
        return True

    def refuse_gun(self, u: int, cell: int, inside: bool) -> Refusal | None:
        """Why a gun that is ready and in range takes no part in a bombardment."""
        return None

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
        """Target and guns are fixed: the enemy may answer, then those guns fire that are left, and what comes after them."""
        raise NotImplementedError

    def heavy_term(self, guns: Sequence[int]) -> Term:
        """What heavy guns add to the die."""
        raise NotImplementedError

    def extra_bombardment_terms(self, side: int, target: int) -> list[Term]:
        return []

    def struck(self, barrage: Barrage, result: str) -> None:
        """A bombardment does to its target what the die says."""
        raise NotImplementedError
