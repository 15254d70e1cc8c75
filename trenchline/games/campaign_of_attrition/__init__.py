"""1916 Verdun: Campaign of Attrition: Verdun, February to November 1916."""

from __future__ import annotations

from collections.abc import Container, Mapping
from pathlib import Path
from random import Random

from ...core.check import Finding
from ...core.decisions import PendingDecision
from ...core.documents import ChartDocument, Face, Look
from ...core.files import DataFolder
from ...core.game import Game
from ...core.match import Match, Result
from ...core.overlays import Layer
from ...core.tags import Tags
from ...core.views import VisibleState
from . import notation, overlays
from .audit import audit
from .components import Components
from .conduct import GameConduct
from .fog import known_to, redeal
from .knowledge import AttritionKnowledge
from .position import Options, Position
from .sequence import SEQUENCE
from .setup import opening
from .standing import GameTerms
from .under_way import resume_step
from .victory import result
from .view import visible_decision, visible_state


class CampaignOfAttrition(Game[Position]):
    """The game: its components, and the doors through which the engine reaches its rules."""

    slug = "campaign-of-attrition"
    title = "1916 Verdun: Campaign of Attrition"
    summary = "Ten months of Verdun: divisions, heavy guns and Administrative Points on 520 hexes of 2 kilometres."
    secrets = "With the option fog_of_war a player sees of a distant enemy stack only how many units it has (13.2)."
    rules_version = 2
    longest_match = 30_000
    packages = (__name__,)
    position_type = Position
    sequence_of_play = SEQUENCE
    counter_words = notation.WORDS
    tag_forms = notation.FORMS
    knowledge_type = AttritionKnowledge
    conduct = GameConduct()
    standing_terms = GameTerms()
    layers = overlays.layers("")
    looks = {"german": Look("field-grey", "cross"), "french": Look("horizon-blue", "cockade")}
    components: Components

    def __init__(self, pack: Path | None = None) -> None:
        super().__init__(Components(DataFolder(Path(__file__).parent / "data", pack)))

    def blank(self, scenario: str, options: Mapping[str, bool]) -> Position:
        p = Position.empty(self.components, Options(**options))
        p.free = scenario == "free"
        return p

    def opening(self, scenario: str, options: Mapping[str, bool]) -> Position:
        p = self.blank(scenario, options)
        opening(p, scenario, p.options)
        return p

    def result(self, position: Position) -> Result:
        return result(position)

    def visible_state(self, position: Position, player: str) -> VisibleState:
        return visible_state(position, player)

    def audit(self, position: Position) -> list[str]:
        return audit(position)

    def check(self) -> list[Finding]:
        from .check import constraint

        return constraint.check(self.components)

    def faces(self, counter: int) -> tuple[Face, ...]:
        return overlays.faces(self.components, counter)

    def chart_documents(self) -> list[ChartDocument]:
        matrix = self.components.chart_data.artillery
        rows = {row: tuple(f"{n:+d}" if n else "0" for n in matrix.rows[row]) for row in matrix.cover}
        artillery = ChartDocument("artillery", matrix.title, matrix.source, tuple(matrix.columns), rows)
        return [*super().chart_documents(), artillery]

    def describe_cell(self, p: Position, cell: int, player: str) -> list[str]:
        return overlays.describe(p, cell, player)

    def read_counter_word(self, p: Position, u: int, word: str, number: int) -> None:
        notation.read_word(p, u, word, number)

    def placed(self, p: Position, places: Mapping[int, int]) -> None:
        super().placed(p, places)
        notation.placed(p, places)

    def resume_step(self, p: Position, tags: Tags, step: int, fresh: bool, with_points: Container[int]) -> None:
        resume_step(p, tags, step, fresh, with_points)

    def check_position(self, p: Position) -> None:
        notation.check_position(p)

    # ---------------------------------------------------------------- 13.2 fog of war

    def hides_counters(self, scenario: str, options: Mapping[str, bool]) -> bool:
        return bool(options.get("fog_of_war"))

    def has_secrets(self, scenario: str, options: Mapping[str, bool]) -> bool:
        return self.hides_counters(scenario, options)

    def layers_for(self, player: str) -> Mapping[str, Layer]:
        return overlays.layers(player)

    def sees(self, p: Position, u: int, player: str) -> bool:
        return known_to(p, u, player)

    def visible_decision(self, match: Match, player: str) -> PendingDecision | None:
        p = match.position
        assert isinstance(p, Position)
        return visible_decision(p, match.decision, player)

    def redeal_position(self, p: Position, player: str, chance: Random) -> None:
        redeal(p, player, chance)
