"""Verdun 1916 (Vae Victis): February 21-25, 1916, on one bank of the Meuse or on both."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

from ...core.documents import Face, Look
from ...core.files import DataFolder
from ...core.check import Finding
from ...core.game import Game
from ...core.views import VisibleState
from ...core.match import Match, Result
from ...core.position import Position as CorePosition
from . import notation, overlays
from .audit import audit
from .check import constraint
from .components import SIDES, Components
from .knowledge import StaffKnowledge
from .position import Options, Position
from .redeal import redeal
from .sequence import SEQUENCE
from .setup import opening
from .victory import result
from .view import seen


class Verdun1916(Game):
    """The game: its components, and the doors through which the engine reaches its rules."""

    slug = "verdun-1916"
    title = "Verdun 1916"
    summary = "The first days of Verdun: regiments, storm troops and heavy guns on 640 hexes of 850 metres."
    secrets = "What a side brings to a combat is its secret until both have chosen (7.4a)."
    rules_version = 1
    sides = SIDES
    steps = SEQUENCE
    staff = StaffKnowledge
    layers = overlays.LAYERS
    looks = {"german": Look("field-grey", "cross"), "french": Look("horizon-blue", "cockade")}
    components: Components

    def __init__(self, pack: Path | None = None) -> None:
        super().__init__(Components(DataFolder(Path(__file__).parent / "data", pack)))

    def opening(self, scenario: str, options: Mapping[str, bool]) -> Position:
        p = Position.empty(self.components, self.components.battle_of[scenario], Options(**options))
        opening(p, scenario)
        return p

    def result(self, position: CorePosition) -> Result:
        assert isinstance(position, Position)
        return result(position)

    def seen(self, position: CorePosition, player: str) -> VisibleState:
        assert isinstance(position, Position)
        return seen(position, player)

    def audit(self, position: CorePosition) -> list[str]:
        assert isinstance(position, Position)
        return audit(position)

    def check(self) -> list[Finding]:
        return constraint.check(self.components)

    def faces(self, counter: int) -> tuple[Face, ...]:
        return overlays.faces(self.components, counter)

    def describe(self, match: Match, cell: str, player: str = "") -> list[str]:
        assert isinstance(match.position, Position)
        return overlays.describe(match.position, self.board.cell(cell))

    def redeal(self, match: Match, player: str, seed: int) -> Match:
        return redeal(match, super().redeal(match, player, seed), player, Random(seed))

    def write(self, position: CorePosition, scenario: str, options: Mapping[str, bool]) -> str:
        assert isinstance(position, Position)
        return notation.write(position, scenario, options)

    def read(self, text: str) -> tuple[CorePosition, str, dict[str, bool]]:
        return notation.read(self.components, text, self.chosen({}))
