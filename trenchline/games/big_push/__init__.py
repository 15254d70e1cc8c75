"""The Big Push: the Somme, July 1 to November 17, 1916, in four scenarios and a campaign."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from ...core.check import Finding
from ...core.documents import Face, Look
from ...core.game import Game
from ...core.match import Result, Sealed
from ...core.sides import Seat
from ...core.views import VisibleState
from ..great_war import notation
from ..great_war.conduct import SeriesConduct
from ..great_war.overlays import faces
from ..great_war.standing import SeriesTerms
from . import overlays
from .audit import audit
from .check import constraint
from .components import Components
from .goals import goals
from .knowledge import BigPushKnowledge
from .objectives import redeal_position, sealed_in
from .position import Options, Position
from .sequence import SEQUENCE
from .series_hooks import RuledPosition
from .setup import lay_out
from .victory import result
from .view import visible_state


class BigPush(Game[Position]):
    """The game: its components, and the doors through which the engine reaches its rules."""

    slug = "big-push"
    title = "The Big Push"
    summary = "The Somme, July to November 1916: divisions, guns, tanks and cavalry on 748 squares of a thousand metres."
    secrets = "In the campaign the objectives; plans and replacements until both sides show them (13.1.1/3, 12.1.3/3)."
    secret_fields = {
        "objectives": ("objectives",),
        "discovery": ("discovered",),
        "answers": ("answers",),
        "operations": ("wishes",),
        "replacements": ("written",),
    }
    rules_version = 5
    longest_match = 60_000
    packages = (__name__, "trenchline.games.great_war")
    position_type = RuledPosition
    sequence_of_play = SEQUENCE
    counter_words = notation.WORDS
    layers = overlays.LAYERS
    knowledge_type = BigPushKnowledge
    conduct = SeriesConduct()
    standing_terms = SeriesTerms()
    looks = {
        "allied": Look("khaki", "diamond"),
        "british": Look("khaki", "diamond"),
        "french": Look("horizon-blue", "cockade"),
        "german": Look("field-grey", "cross"),
    }
    components: Components

    def __init__(self, pack: Path | None = None) -> None:
        super().__init__(Components(pack))

    def seats(self, options: Mapping[str, bool]) -> Sequence[Seat]:
        """British and French may sit apart (BP-R09)."""
        if not options.get("three_players"):
            return super().seats(options)
        return (Seat("british", "allied", ("british",)), Seat("french", "allied", ("french",)), Seat("german", "german"))

    def blank(self, scenario: str, options: Mapping[str, bool]) -> Position:
        return RuledPosition.empty(self.components, scenario, Options(**options))

    def opening(self, scenario: str, options: Mapping[str, bool]) -> Position:
        p = self.blank(scenario, options)
        lay_out(p)
        return p

    def result(self, position: Position) -> Result:
        return result(position)

    def visible_state(self, position: Position, player: str) -> VisibleState:
        return visible_state(position, player)

    def goals(self, scenario: str) -> dict[str, tuple[str, ...]]:
        return goals(self.components.scenarios[scenario])

    def audit(self, position: Position) -> list[str]:
        return audit(position)

    def check(self) -> list[Finding]:
        return constraint.check(self.components)

    def faces(self, counter: int) -> tuple[Face, ...]:
        return faces(self.components, counter)

    def describe_cell(self, p: Position, cell: int, player: str) -> list[str]:
        return overlays.describe(p, cell)

    def reasons_tell(self, scenario: str, options: Mapping[str, bool]) -> bool:
        """Only objectives are weighed in secret; of replacements no number is given as a reason."""
        return self.components.scenarios[scenario].campaign

    def sealed_in(self, p: Position) -> list[Sealed]:
        return sealed_in(p)

    def redeal_position(self, p: Position, player: str, chance: Random) -> None:
        redeal_position(p, player, chance)

    def check_position(self, p: Position) -> None:
        notation.check_position(p)
