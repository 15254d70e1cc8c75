"""Verdun 1916 (Vae Victis): February 21-25, 1916, on one bank of the Meuse or on both."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from random import Random
from typing import cast

from ...core.documents import Face, Overlay, StepDocument
from ...core.files import DataFolder, read_rules
from ...core.game import Finding, Game, GameInfo, OptionInfo, ScenarioInfo, View
from ...core.knowledge import Knowledge, Orders
from ...core.match import Match, Result
from ...core.position import Position as CorePosition
from . import notation, overlays
from .audit import audit
from .check import check
from .components import SIDES, Components
from .knowledge import StaffKnowledge
from .position import Options, Position
from .redeal import redeal
from .sequence import SEQUENCE
from .setup import opening
from .victory import result
from .view import view


class Verdun1916(Game):
    """The game: its components, and the doors through which the engine reaches its rules."""

    slug = "verdun-1916"
    title = "Verdun 1916"
    sides = SIDES
    rules_version = 1

    def __init__(self, pack: Path | None = None) -> None:
        self.components = Components(DataFolder(Path(__file__).parent / "data", pack))
        self.board, self.counters, self.charts = self.components.board, self.components.counters, self.components.charts
        data = self.components.scenario_data
        self.scenarios = tuple(ScenarioInfo(s.id, s.title, s.summary) for s in data.scenario)
        self.options = tuple(
            OptionInfo(name, o.title, o.summary, o.favours, o.source, o.default) for name, o in data.options.items()
        )
        self.rules = read_rules(self.components.folder.file("rules.csv"))
        super().__init__()

    def info(self) -> GameInfo:
        return GameInfo(
            self.slug,
            self.title,
            "The first days of Verdun: regiments, storm troops and heavy guns on 640 hexes of 850 metres.",
            self.sides,
            self.scenarios,
            self.options,
            self.board.title,
            self.board.size,
            len(self.components.turns),
            "What a side brings to a combat is its secret until both have chosen (7.4a).",
        )

    def opening(self, scenario: str, options: Mapping[str, bool]) -> Position:
        p = Position.empty(self.components, self.components.battle_of[scenario], Options(**options))
        opening(p, scenario)
        return p

    def result(self, position: CorePosition) -> Result:
        assert isinstance(position, Position)
        return result(position)

    def view(self, match: Match, player: str) -> View:
        assert isinstance(match.position, Position)
        return view(match, match.position, player)

    def audit(self, position: CorePosition) -> list[str]:
        assert isinstance(position, Position)
        return audit(position)

    def check(self) -> list[Finding]:
        return check(self.components)

    def step_title(self, position: CorePosition) -> str:
        assert isinstance(position, Position)
        step = SEQUENCE[position.step]
        date = self.components.turns[position.turn - 1]
        return f"{position.turn}. {date}, {step.number + ' ' if step.number else ''}{step.title}"

    def sequence(self) -> list[StepDocument]:
        return [StepDocument(step.number, step.title, SIDES[step.side]) for step in SEQUENCE]

    def faces(self, counter: int) -> tuple[Face, ...]:
        return overlays.faces(self.components, counter)

    def overlays(self) -> dict[str, str]:
        return overlays.OVERLAYS

    def overlay(self, match: Match, name: str, subject: str = "", player: str = "") -> Overlay:
        assert isinstance(match.position, Position)
        return overlays.overlay(match.position, name, subject)

    def describe(self, match: Match, cell: str, player: str = "") -> list[str]:
        assert isinstance(match.position, Position)
        return overlays.describe(match.position, self.board.cell(cell))

    @cached_property
    def knowledge(self) -> Knowledge[CorePosition, Orders]:
        return cast(Knowledge[CorePosition, Orders], StaffKnowledge(self.components.folder.file("weights.toml"), SIDES))

    def redeal(self, match: Match, player: str, seed: int) -> Match:
        return redeal(match, super().redeal(match, player, seed), player, Random(seed))

    def write(self, position: CorePosition, scenario: str, options: Mapping[str, bool]) -> str:
        assert isinstance(position, Position)
        return notation.write(position, scenario, options)

    def read(self, text: str) -> tuple[CorePosition, str, dict[str, bool]]:
        return notation.read(self.components, text, self.chosen({}))
