"""A game as the engine sees it: its data, how a match begins, what a player sees. Each game package makes one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from .components import Components
from .dice import Dice, DiceRecord, FairDice
from .documents import (
    BoardDocument,
    ChartDocument,
    CounterDocument,
    Face,
    LayerDocument,
    Look,
    Overlay,
    StepDocument,
    board_document,
    chart_document,
    counter_document,
)
from .errors import TrenchlineError
from .files import read_rules
from .knowledge import Knowledge, Orders
from .match import Match, Result, Waiting, make_dice
from .notation import Saved, decode, restore
from .overlays import Layer, lay_over
from .position import DICE, Position
from .sequence import Step

UNSEEN = "unseen"  # in a view, the place of counters that the player cannot place, and the kind of marker that counts them


class ScenarioInfo(msgspec.Struct, frozen=True):
    """A scenario in the catalogue."""

    id: str
    title: str
    summary: str


class OptionInfo(msgspec.Struct, frozen=True):
    """An optional rule in the catalogue."""

    id: str
    title: str
    summary: str
    favours: str
    case: str
    default: bool = False


class GameInfo(msgspec.Struct, frozen=True):
    """A game in the catalogue."""

    slug: str
    title: str
    summary: str
    sides: tuple[str, ...]
    scenarios: tuple[ScenarioInfo, ...]
    options: tuple[OptionInfo, ...]
    board: str
    cells: int
    turns: int
    secrets: str = ""  # what may be hidden from a player, and when, in one sentence
    looks: dict[str, Look] = {}  # of each nation


class Finding(msgspec.Struct, frozen=True):
    """A constraint on the data, the case that states it, and whether they keep it."""

    case: str
    text: str
    ok: bool


class CounterView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A counter as a player sees it: where it is, the numbers that count now, its states."""

    id: str
    place: str
    steps: int
    states: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()


class Marker(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that lies on a cell and is no counter."""

    kind: str
    cell: str
    side: str = ""
    value: int = 0


class Due(msgspec.Struct, frozen=True):
    """Reinforcements to come."""

    turn: int
    date: str
    side: str
    title: str
    units: tuple[str, ...]
    cells: tuple[str, ...]
    optional: bool = False


class Seen(msgspec.Struct, frozen=True):
    """What a player may know of a position: the part of a view that each game fills in."""

    tracks: dict[str, str]
    counters: list[CounterView]
    markers: list[Marker]
    points: int | float
    reasons: tuple[str, ...]
    due: list[Due]


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that a player may know of a match."""

    game: str
    scenario: str
    options: tuple[str, ...]
    player: str
    turn: int
    date: str
    step: str
    tracks: dict[str, str]
    counters: list[CounterView]
    markers: list[Marker]
    control: dict[str, str]  # the cells of each side
    decision: Waiting | None
    points: int | float
    reasons: tuple[str, ...]
    result: Result | None
    dice: DiceRecord
    due: list[Due] = []


class Game:
    """Base of every game: what all have in common. A game package fills in the rest."""

    slug: str
    title: str
    summary: str
    secrets: str = ""  # what may be hidden from a player, and when, in one sentence
    rules_version: int
    sides: tuple[str, ...]
    steps: Sequence[Step[Any]]  # the sequence of play
    staff: type[Knowledge[Any, Any]]
    layers: Mapping[str, Layer]  # what can be laid over the map
    looks: Mapping[str, Look] = {}  # colours and marks of the nations
    components: Components[Any, Any]

    def __init__(self, components: Components[Any, Any]) -> None:
        self.components = components
        self.board, self.counters, self.charts = components.board, components.counters, components.charts
        data = components.scenario_data
        self.scenarios = tuple(ScenarioInfo(s.id, s.title, s.summary) for s in data.scenario)
        self.options = tuple(
            OptionInfo(name, o.title, o.summary, o.favours, o.source, o.default) for name, o in data.options.items()
        )
        self.rules = read_rules(components.folder.file("rules.csv"))
        self._unit_names = {c.id.lower(): c.id for c in self.counters.counters}
        self._cell_names = {label.lower(): label for label in self.board.labels}

    # ---------------------------------------------------------------- what each game says

    def opening(self, scenario: str, options: Mapping[str, bool]) -> Position:
        """The position a scenario begins with."""
        raise NotImplementedError

    def result(self, position: Position) -> Result:
        raise NotImplementedError

    def seen(self, position: Position, player: str) -> Seen:
        """What a player may know of a position."""
        raise NotImplementedError

    def audit(self, position: Position) -> list[str]:
        """Everything in a position that the rules do not allow, each with its case. Empty if all is well."""
        raise NotImplementedError

    def check(self) -> list[Finding]:
        """Everything the rulebook says of the components, with whether the data keep it."""
        raise NotImplementedError

    def faces(self, counter: int) -> tuple[Face, ...]:
        """Both sides of a counter, as printed."""
        raise NotImplementedError

    def describe(self, match: Match, cell: str, player: str = "") -> list[str]:
        """A cell in words, with cases, as far as a player may know it."""
        raise NotImplementedError

    def write(self, position: Position, scenario: str, options: Mapping[str, bool]) -> str:
        """A position as text."""
        raise NotImplementedError

    def read(self, text: str) -> tuple[Position, str, dict[str, bool]]:
        """The position, scenario and options that a text describes."""
        raise NotImplementedError

    # ---------------------------------------------------------------- secrets: a game that has some says more

    def waiting(self, match: Match, player: str) -> Waiting | None:
        """The decision that waits, as a player may know it: the question of a secret choice is its owner's alone."""
        waiting = match.decision
        if waiting is None or player == waiting.player:
            return waiting
        return msgspec.structs.replace(waiting, prompt=match.position.stack[-1].asked_aloud(match.position))

    def hides(self, options: Mapping[str, bool]) -> bool:
        """Whether positions with these options hide something from a player, beyond answers that are not out yet."""
        return False

    def overlay(self, match: Match, name: str, subject: str = "", player: str = "") -> Overlay:
        """Tinted cells and lines that show something to a player; the subject is a counter or a side."""
        return lay_over(self.layers, match.position, name, subject)

    def redeal(self, match: Match, player: str, seed: int) -> Match:
        """A copy with other dice to come, in which all that is hidden from a player is dealt again: his view stays the same.

        What was published of the dice stays too, so that a copy cannot be told from the match by looking at it.
        """
        other = FairDice.from_number(seed, match.dice.nonces if isinstance(match.dice, FairDice) else {})
        if isinstance(match.dice, FairDice):
            other.commitment = match.dice.commitment
        return match.clone(other)

    # ---------------------------------------------------------------- what all games do

    def info(self) -> GameInfo:
        return GameInfo(
            self.slug,
            self.title,
            self.summary,
            self.sides,
            self.scenarios,
            self.options,
            self.board.title,
            self.board.size,
            len(self.components.dates),
            self.secrets,
            dict(self.looks),
        )

    def step_title(self, position: Position) -> str:
        """The turn and the step of the sequence of play, in words."""
        step = self.steps[position.step]
        return f"{position.turn}. {position.date}, {step.number + ' ' if step.number else ''}{step.title}"

    def sequence(self) -> list[StepDocument]:
        """The sequence of play."""
        return [StepDocument(step.number, step.title, self.sides[step.side]) for step in self.steps]

    @cached_property
    def knowledge(self) -> Knowledge[Position, Orders]:
        """What the game knows of its own play: for the opponents."""
        return self.staff(self.components.folder.file("weights.toml"), self.sides)

    def view(self, match: Match, player: str) -> View:
        """A match as a player sees it."""
        p = match.position
        seen = self.seen(p, player)
        held = {name: [p.label(x) for x in range(self.board.size) if p.control[x] == s] for s, name in enumerate(self.sides)}
        return View(
            game=self.slug,
            scenario=match.scenario,
            options=tuple(name for name, on in match.options.items() if on),
            player=player,
            turn=p.turn,
            date=p.date,
            step=self.steps[p.step].title if p.step >= 0 else "",
            tracks=seen.tracks,
            counters=seen.counters,
            markers=seen.markers,
            control={name: " ".join(labels) for name, labels in held.items()},
            decision=match.asked(player),
            points=seen.points,
            reasons=seen.reasons,
            result=match.result,
            dice=match.proof,
            due=seen.due,
        )

    def overlays(self) -> list[LayerDocument]:
        """What can be laid over the map."""
        return [layer.document(name) for name, layer in self.layers.items()]

    def board_document(self) -> BoardDocument:
        """All that is printed on the map."""
        return board_document(self.board, self.looks)

    def chart_documents(self) -> list[ChartDocument]:
        """Every table, for the eye."""
        return [chart_document(chart) for chart in self.charts.values()]

    def counter_documents(self) -> list[CounterDocument]:
        """Every counter as it is printed."""
        return [counter_document(c, self.faces(i)) for i, c in enumerate(self.counters.counters)]

    def start(
        self,
        scenario: str = "",
        seed: int | bytes | None = None,
        options: Mapping[str, bool] | None = None,
        dice: Sequence[int] | str | Dice | None = None,
        nonces: Mapping[str, str] | None = None,
    ) -> Match:
        """A new match. Dice: fair ones from `seed` (or from chance), a list of faces, or `"hand"`."""
        known = [s.id for s in self.scenarios]
        scenario = scenario or known[0]
        if scenario not in known:
            raise TrenchlineError(f"{self.title} has no scenario {scenario!r}; it has {', '.join(known)}")
        chosen = self.chosen(options or {})
        return Match(self, self.opening(scenario, chosen), scenario, chosen, make_dice(seed, dice, nonces or {}))

    def position(
        self,
        text: str,
        seed: int | bytes | None = None,
        dice: Sequence[int] | str | Dice | None = None,
        nonces: Mapping[str, str] | None = None,
    ) -> Match:
        """A match that goes on from a position in text notation."""
        position, scenario, options = self.read(text)
        return Match(self, position, scenario, options, make_dice(seed, dice, nonces or {}), opening=text)

    def load(self, saved: Saved | str | bytes) -> Match:
        """The match of a save, replayed and checked."""
        return restore(self, saved if isinstance(saved, Saved) else decode(saved))

    def notation(self, match: Match) -> str:
        """The match's position as text, ready for `position`."""
        return self.write(match.position, match.scenario, match.options)

    def chosen(self, options: Mapping[str, bool]) -> dict[str, bool]:
        """All options with their values: those given, the rest at their defaults."""
        known = {o.id: o.default for o in self.options}
        for name in options:
            if name not in known:
                raise TrenchlineError(f"{self.title} has no option {name!r}; it has {', '.join(known)}")
        return {name: bool(options.get(name, default)) for name, default in known.items()}

    def side_name(self, side: int) -> str:
        return "dice" if side == DICE else self.sides[side]

    def side_index(self, name: str) -> int:
        if name not in self.sides:
            raise TrenchlineError(f"there is no side {name!r} in {self.title}; the sides are {' and '.join(self.sides)}")
        return self.sides.index(name)

    def find_unit(self, name: str) -> str:
        """The id of a counter, whatever its capitals; empty if there is none."""
        return self._unit_names.get(name.lower(), "")

    def find_cell(self, name: str) -> str:
        """The label of a cell, whatever its capitals; empty if there is none."""
        return self._cell_names.get(name.lower(), "")
