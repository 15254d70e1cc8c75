"""They Shall Not Pass: Verdun, February 21-29, 1916."""

from __future__ import annotations

from collections.abc import Container, Mapping
from pathlib import Path

from ...core.check import Finding
from ...core.documents import Face, Look
from ...core.files import DataFolder
from ...core.game import Game
from ...core.match import Result
from ...core.tags import Tags
from ...core.views import VisibleState
from . import notation, overlays
from .audit import audit
from .check import constraint
from .components import Components
from .conduct import GameConduct
from .knowledge import TheyShallNotPassKnowledge
from .position import Options, Position
from .sequence import SEQUENCE
from .setup import opening
from .standing import GameTerms
from .victory import result
from .view import visible_state


class TheyShallNotPass(Game[Position]):
    """The game: its components, and the doors through which the engine reaches its rules."""

    slug = "they-shall-not-pass"
    title = "They Shall Not Pass"
    summary = "The first nine days of Verdun: regiments and batteries on 743 hexes of 700 metres."
    rules_version = 3
    longest_match = 20_000
    packages = (__name__,)
    position_type = Position
    sequence_of_play = SEQUENCE
    counter_words = notation.WORDS
    tag_forms = notation.FORMS
    knowledge_type = TheyShallNotPassKnowledge
    conduct = GameConduct()
    standing_terms = GameTerms()
    layers = overlays.LAYERS
    looks = {"german": Look("field-grey", "cross"), "french": Look("horizon-blue", "cockade")}
    components: Components

    def __init__(self, pack: Path | None = None) -> None:
        super().__init__(Components(DataFolder(Path(__file__).parent / "data", pack)))

    def blank(self, scenario: str, options: Mapping[str, bool]) -> Position:
        return Position.empty(self.components, Options(**options))

    def opening(self, scenario: str, options: Mapping[str, bool]) -> Position:
        p = self.blank(scenario, options)
        opening(p, scenario, p.options)
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

    def check_position(self, p: Position) -> None:
        notation.check_position(p)

    def resume_step(self, p: Position, tags: Tags, step: int, fresh: bool, with_points: Container[int]) -> None:
        notation.resume_step(p, tags, step, fresh)
