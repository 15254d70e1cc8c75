"""1916 Verdun: Campaign of Attrition: Verdun, February to November 1916."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

from ...core.documents import ChartDocument, Face, Look, Overlay
from ...core.files import DataFolder
from ...core.check import Finding
from ...core.game import Game
from ...core.views import VisibleState
from ...core.decisions import PendingDecision
from ...core.match import Match, Result
from ...core.overlays import lay_over
from ...core.position import Position as CorePosition
from . import notation, overlays
from .audit import audit
from .components import SIDES, Components
from .fog import known_to, redeal
from .knowledge import StaffKnowledge
from .position import Options, Position
from .sequence import SEQUENCE
from .setup import opening
from .victory import result
from .view import seen, waiting


class CampaignOfAttrition(Game):
    """The game: its components, and the doors through which the engine reaches its rules."""

    slug = "campaign-of-attrition"
    title = "1916 Verdun: Campaign of Attrition"
    summary = "Ten months of Verdun: divisions, heavy guns and Administrative Points on 520 hexes of 2 kilometres."
    secrets = "With the option fog_of_war a player sees of a distant enemy stack only how many units it has (13.2)."
    rules_version = 1
    sides = SIDES
    steps = SEQUENCE
    staff = StaffKnowledge
    layers = overlays.layers("")
    looks = {"german": Look("field-grey", "cross"), "french": Look("horizon-blue", "cockade")}
    components: Components

    def __init__(self, pack: Path | None = None) -> None:
        super().__init__(Components(DataFolder(Path(__file__).parent / "data", pack)))

    def opening(self, scenario: str, options: Mapping[str, bool]) -> Position:
        rules = Options(**options)
        p = Position.empty(self.components, rules)
        opening(p, scenario, rules)
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
        from .check import constraint

        return constraint.check(self.components)

    def faces(self, counter: int) -> tuple[Face, ...]:
        return overlays.faces(self.components, counter)

    def chart_documents(self) -> list[ChartDocument]:
        matrix = self.components.chart_data.artillery
        rows = {row: tuple(f"{n:+d}" if n else "0" for n in matrix.rows[row]) for row in matrix.cover}
        artillery = ChartDocument("artillery", matrix.title, matrix.source, tuple(matrix.columns), rows)
        return [*super().chart_documents(), artillery]

    def describe(self, match: Match, cell: str, player: str = "") -> list[str]:
        assert isinstance(match.position, Position)
        return overlays.describe(match.position, self.board.cell(cell), player)

    def write(self, position: CorePosition, scenario: str, options: Mapping[str, bool]) -> str:
        assert isinstance(position, Position)
        return notation.write(position, scenario, options)

    def read(self, text: str) -> tuple[CorePosition, str, dict[str, bool]]:
        return notation.read(self.components, text, self.chosen({}))

    # ---------------------------------------------------------------- 13.2 fog of war

    def hides(self, options: Mapping[str, bool]) -> bool:
        return bool(options.get("fog_of_war"))

    def overlay(self, match: Match, name: str, subject: str = "", player: str = "") -> Overlay:
        p = match.position
        assert isinstance(p, Position)
        return lay_over(overlays.layers(player), p, name, subject, lambda u: known_to(p, u, player))

    def waiting(self, match: Match, player: str) -> PendingDecision | None:
        assert isinstance(match.position, Position)
        return waiting(match, match.position, player)

    def redeal(self, match: Match, player: str, seed: int) -> Match:
        twin = super().redeal(match, player, seed)
        if self.hides_counters(match.scenario, match.options):
            assert isinstance(twin.position, Position)
            redeal(twin.position, player, Random(seed))
            # The log tells what is hidden: the copy begins where it stands.
            twin.begin_here()
        return twin
