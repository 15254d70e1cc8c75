"""Verdun 1916 (Vae Victis): February 21-25, 1916, on one bank of the Meuse or on both."""

from __future__ import annotations

from collections.abc import Collection, Container, Mapping
from pathlib import Path
from random import Random

from ...core.check import Finding
from ...core.documents import Face, Look
from ...core.files import DataFolder
from ...core.game import Game
from ...core.match import Result, Sealed
from ...core.tags import Tags
from ...core.views import VisibleState
from . import notation, overlays
from .audit import audit
from .check import constraint
from .components import Components
from .conduct import GameConduct
from .knowledge import Verdun1916Knowledge
from .position import Options, Position
from .redeal import hidden_fields, redeal_position, sealed_in
from .sequence import SEQUENCE
from .setup import opening
from .standing import GameTerms
from .victory import result
from .view import visible_state


class Verdun1916(Game[Position]):
    """The game: its components, and the doors through which the engine reaches its rules."""

    slug = "verdun-1916"
    title = "Verdun 1916"
    summary = "The first days of Verdun: regiments, storm troops and heavy guns on 640 hexes of 850 metres."
    secrets = "What a side brings to a combat is its secret until both have chosen (7.4a)."
    rules_version = 2
    longest_match = 20_000
    packages = (__name__,)
    position_type = Position
    sequence_of_play = SEQUENCE
    counter_words = notation.WORDS
    tag_forms = notation.FORMS
    knowledge_type = Verdun1916Knowledge
    conduct = GameConduct()
    standing_terms = GameTerms()
    layers = overlays.LAYERS
    looks = {"german": Look("field-grey", "cross"), "french": Look("horizon-blue", "cockade")}
    components: Components

    def __init__(self, pack: Path | None = None) -> None:
        super().__init__(Components(DataFolder(Path(__file__).parent / "data", pack)))

    def blank(self, scenario: str, options: Mapping[str, bool]) -> Position:
        return Position.empty(self.components, self.components.battle_of[scenario], Options(**options))

    def opening(self, scenario: str, options: Mapping[str, bool]) -> Position:
        p = self.blank(scenario, options)
        opening(p, scenario)
        return p

    def result(self, position: Position) -> Result:
        return result(position)

    def visible_state(self, position: Position, player: str) -> VisibleState:
        return visible_state(position)

    def audit(self, position: Position) -> list[str]:
        return audit(position)

    def check(self) -> list[Finding]:
        return constraint.check(self.components)

    def faces(self, counter: int) -> tuple[Face, ...]:
        return overlays.faces(self.components, counter)

    def describe_cell(self, p: Position, cell: int, player: str) -> list[str]:
        return overlays.describe(p, cell)

    def sealed_in(self, p: Position) -> list[Sealed]:
        return sealed_in(p)

    def hidden_fields(self, p: Position, player: str) -> Collection[str]:
        return hidden_fields(p, player)

    def redeal_position(self, p: Position, player: str, chance: Random) -> None:
        redeal_position(p, player, chance)

    def resume_step(self, p: Position, tags: Tags, step: int, fresh: bool, with_points: Container[int]) -> None:
        notation.resume_step(p, tags, step, fresh)

    def check_position(self, p: Position) -> None:
        notation.check_position(p)
