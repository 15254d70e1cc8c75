"""Verdun: A Generation Lost: the whole battle, February 21 to December 18, 1916, in six scenarios and a campaign."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

from ...core.check import Finding
from ...core.documents import Face, Look
from ...core.game import Game
from ...core.match import Result, Sealed
from ...core.views import VisibleState
from ..great_war import notation
from ..great_war.conduct import SeriesConduct
from ..great_war.standing import SeriesTerms
from . import overlays
from .audit import audit
from .check import constraint
from .components import Components
from .goals import goals
from .knowledge import GenerationLostKnowledge
from .objectives import redeal_position, sealed_in
from .position import Options, Position
from .sequence import SEQUENCE
from .series_hooks import RuledPosition
from .setup import lay_out
from .victory import result
from .view import visible_state


class GenerationLost(Game[Position]):
    """The game: its components, and the doors through which the engine reaches its rules."""

    slug = "generation-lost"
    title = "Verdun: A Generation Lost"
    summary = "Verdun, February to December 1916: regiments, divisions, forts, guns and airmen on 748 squares of a kilometre."
    secrets = "Objectives, plans and replacements until they are shown (17.0, 18.2.1, 20.4)."
    secret_fields = {
        "objectives": ("objectives", "given_up"),
        "answers": ("answers",),
        "operations": ("wishes",),
        "replacements": ("written",),
    }
    rules_version = 6
    longest_match = 120_000
    packages = (__name__, "trenchline.games.great_war")
    position_type = RuledPosition
    sequence_of_play = SEQUENCE
    counter_words = notation.WORDS
    layers = overlays.LAYERS
    knowledge_type = GenerationLostKnowledge
    conduct = SeriesConduct()
    standing_terms = SeriesTerms()
    looks = {
        "german": Look("field-grey", "cross"),
        "french": Look("horizon-blue", "cockade"),
    }
    components: Components

    def __init__(self, pack: Path | None = None) -> None:
        super().__init__(Components(pack))

    def blank(self, scenario: str, options: Mapping[str, bool]) -> Position:
        return RuledPosition.empty(self.components, scenario, Options(**options))

    def opening(self, scenario: str, options: Mapping[str, bool]) -> Position:
        p = self.blank(scenario, options)
        lay_out(p)
        return p

    def result(self, position: Position) -> Result:
        return result(position)

    def reasons_tell(self, scenario: str, options: Mapping[str, bool]) -> bool:
        """Only objectives are weighed in secret; of replacements no number is given as a reason."""
        return bool(self.components.scenarios[scenario].spec.objectives)

    def sealed_in(self, p: Position) -> list[Sealed]:
        return sealed_in(p)

    def redeal_position(self, p: Position, player: str, chance: Random) -> None:
        redeal_position(p, player, chance)

    def visible_state(self, position: Position, player: str) -> VisibleState:
        return visible_state(position, player)

    def goals(self, scenario: str) -> dict[str, tuple[str, ...]]:
        return goals(self.board, self.components.scenarios[scenario])

    def audit(self, position: Position) -> list[str]:
        return audit(position)

    def check(self) -> list[Finding]:
        return constraint.check(self.components)

    def faces(self, counter: int) -> tuple[Face, ...]:
        return overlays.faces(self.components, counter)

    def describe_cell(self, p: Position, cell: int, player: str) -> list[str]:
        return overlays.describe(p, cell)

    def check_position(self, p: Position) -> None:
        notation.check_position(p)
