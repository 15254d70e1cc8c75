"""A game as the engine sees it: its data, how a match begins, what a player sees. Each game package makes one."""

from __future__ import annotations

from collections.abc import Collection, Container, Generator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from .action_space import ActionSpace
from .actions import Action
from .balance import Balance, share_of
from .catalogue import GameInfo, OptionInfo, Portrait, ScenarioInfo
from .chances import ChanceModel, Chances, Ending, chances_of, read_models
from .check import Finding
from .components import Components
from .conduct import Conduct
from .decisions import PendingDecision
from .dice import Dice, FairDice
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
    threshold_document,
)
from .errors import NotationError, TrenchlineError
from .fairness import Proof, verify
from .files import read_rules, read_toml
from .history import History
from .knowledge import Knowledge, Orders, Weights
from .lessons import FILES as LESSON_FILES
from .lessons import Lesson, lesson_title, read_lesson
from .match import Match, Result, Sealed, make_dice
from .notation import Saved, decode, parse_action, restore, restore_steps
from .overlays import Layer, lay_over
from .position import Position, events_for
from .position_text import PLAY_ERRORS, CounterWords, TagForm, read_position, write_position
from .reference import Reference, read_reference
from .sequence import SequenceOfPlay
from .sides import Seat, Seating
from .standing import Standing, StandingTerms
from .tags import Tags
from .views import View, VisibleState

if TYPE_CHECKING:
    from .channels import Channel

P = TypeVar("P", bound=Position)

STRIP = 48  # cells of the map that are put into words together
OPENINGS = 16  # kept at the most: each option makes others


class Game(Generic[P]):
    """Base of every game: what all have in common. A game package fills in the rest."""

    slug: str
    title: str
    summary: str
    secrets: str = ""  # what may be hidden from a player, and when, in one sentence
    rules_version: int
    longest_match: int  # no match takes more actions than this, however it is played
    packages: tuple[str, ...]  # where its decisions are: its own package, then that of the series it belongs to
    position_type: type[P]
    sequence_of_play: SequenceOfPlay[P]
    counter_words: CounterWords
    secret_fields: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # by secret: the fields of a position that hold it
    tag_forms: ClassVar[Mapping[str, TagForm[Any]]] = {}  # the text of fields that have a form of their own
    knowledge_type: type[Knowledge[Any, Any, Any]]  # how the game plays itself
    conduct: Conduct[Any] = Conduct()  # what is judged in how its players go about it
    standing_terms: StandingTerms[Any] = StandingTerms()  # what standing orders ask of the game
    layers: Mapping[str, Layer]  # what can be laid over the map
    looks: Mapping[str, Look] = {}  # colours and marks of the nations
    components: Components[Any, Any]

    def __init__(self, components: Components[Any, Any]) -> None:
        self.components, self.sides = components, components.sides
        self.board, self.counters, self.charts = components.board, components.counters, components.charts
        data = components.scenario_data
        self.scenarios = tuple(ScenarioInfo(s.id, s.title, s.summary, self.goals(s.id)) for s in data.scenario)
        self.options = tuple(
            OptionInfo(name, o.title, o.summary, o.favours, o.source, o.default) for name, o in data.options.items()
        )
        self.rules = read_rules(components.folder.file("rules.csv"))
        self._unit_names = {c.id.lower(): c.id for c in self.counters.counters}
        self._cell_names = {label.lower(): label for label in self.board.labels}
        self._openings: dict[tuple[str, tuple[tuple[str, bool], ...]], P] = {}
        # What is held changes seldom, and then in a strip or two; every view tells it.
        self._held = lru_cache(maxsize=500)(self._cells_held)
        self._held_in_strip = lru_cache(maxsize=5000)(self._cells_held_in_strip)

    # ---------------------------------------------------------------- what each game says

    def blank(self, scenario: str, options: Mapping[str, bool]) -> P:
        """The board of a scenario before anything is set up: every counter out of play."""
        raise NotImplementedError

    def opening(self, scenario: str, options: Mapping[str, bool]) -> P:
        """The position a scenario begins with."""
        raise NotImplementedError

    def result(self, position: P) -> Result:
        raise NotImplementedError

    def visible_state(self, position: P, player: str) -> VisibleState:
        """What a player may know of a position."""
        raise NotImplementedError

    def goals(self, scenario: str) -> dict[str, tuple[str, ...]]:
        """What each side wants in a scenario, in sentences: by default what its data say."""
        data = self.components.scenario_data
        own = next(s.goals for s in data.scenario if s.id == scenario)
        return {side: tuple(own.get(side) or data.goals.get(side, ())) for side in self.components.sides}

    def audit(self, position: P) -> list[str]:
        """Everything in a position that the rules do not allow, each with its case. Empty if all is well."""
        raise NotImplementedError

    def check(self) -> list[Finding]:
        """Everything the rulebook says of the components, with whether the data keep it."""
        raise NotImplementedError

    def faces(self, counter: int) -> tuple[Face, ...]:
        """Both sides of a counter, as printed."""
        raise NotImplementedError

    def describe_cell(self, p: P, cell: int, player: str) -> list[str]:
        """A cell in words, with cases, as far as a player may know it."""
        raise NotImplementedError

    # ---------------------------------------------------------------- positions as text: a game may say more

    def read_counter_word(self, p: P, u: int, word: str, number: int) -> None:
        """A state of a counter that a line names."""
        self.counter_words.read(p, u, word, number)

    def placed(self, p: P, places: Mapping[int, int]) -> None:
        """What follows from counters standing where a text puts them: by default that a cell in which one side stands is its
        own."""
        standing: dict[int, set[int]] = {}
        for u, place in places.items():
            if place < self.board.size and p.stands(u):
                standing.setdefault(place, set()).add(p.c.side[u])
        for cell, sides in standing.items():
            if len(sides) == 1:
                (p.control[cell],) = sides

    def resume_step(self, p: P, tags: Tags, step: int, fresh: bool, with_points: Container[int]) -> None:
        """Take up a position in the middle of a step, by tags and marks of the game's own. `fresh` says that the text has no
        stack, `with_points` which counters it gives movement points."""

    def check_position(self, p: P) -> None:
        """Raises NotationError for a position that cannot be: both sides in a cell, a unit where none may stand."""

    # ---------------------------------------------------------------- secrets: a game that has some says more

    def visible_decision(self, match: Match, player: str) -> PendingDecision | None:
        """The decision that waits, as a player may know it: the question of a secret choice is its own side's alone."""
        if player in match.players:
            return match.asked_of(player)
        return match.public_decision(with_about=not self.has_secrets(match.scenario, match.options))

    def hides_counters(self, scenario: str, options: Mapping[str, bool]) -> bool:
        """Whether a match hides from a player what stands where, so that its log would tell: fog of war. Single facts that
        are hidden (an objective, a commitment) need no such thing: they are sealed in the log, one by one."""
        return False

    def has_secrets(self, scenario: str, options: Mapping[str, bool]) -> bool:
        """Whether a match may hide anything from a player but the dice to come, now or later."""
        return bool(self.secrets)

    def reasons_tell(self, scenario: str, options: Mapping[str, bool]) -> bool:
        """Whether an opponent's reasons would give a secret away: then they are for his own side alone."""
        return self.has_secrets(scenario, options)

    def sealed_in(self, p: P) -> list[Sealed]:
        """The secrets that lie in a position a match begins with, and who knows each."""
        return []

    def layers_for(self, player: str) -> Mapping[str, Layer]:
        """What can be laid over the map of a player."""
        return self.layers

    def sees(self, p: P, u: int, player: str) -> bool:
        """Whether a player knows where a counter is and what it is."""
        return True

    def hidden_fields(self, p: P, player: str) -> Collection[str]:
        """The fields of a position of which a player may not know all: nothing of them is in what he observes."""
        if not self.secret_fields:
            return ()
        unknown = {sealed.secret for sealed in self.sealed_in(p) if player not in sealed.known_to}
        return {field for secret in unknown for field in self.secret_fields.get(secret, ())}

    def redeal_position(self, p: P, player: str, chance: Random) -> None:
        """Put in the place of all that is hidden from a player something else that could be: his view stays the same."""

    def seats(self, options: Mapping[str, bool]) -> Sequence[Seat]:
        """Who sits at the table: by default one for each side."""
        return self.components.seating.seats

    # ---------------------------------------------------------------- what all games do

    def describe(self, match: Match, cell: str, player: str = "") -> list[str]:
        """A cell in words, with cases, as far as a player may know it."""
        p: Any = match.position
        return self.describe_cell(p, self.board.cell(cell), player)

    def overlay(self, match: Match, name: str, subject: str = "", player: str = "") -> Overlay:
        """Tinted cells and lines that show something to a player; the subject is a counter or a side."""
        p: Any = match.position
        return lay_over(self.layers_for(player), p, name, subject, lambda u: self.sees(p, u, player))

    def redeal(self, match: Match, player: str, seed: int) -> Match:
        """A copy with other dice to come, in which all that is hidden from a player is dealt again: his view stays the same.

        What was published of the dice stays too, so that a copy cannot be told from the match by looking at it.
        """
        other = FairDice.from_number(seed, match.dice.nonces if isinstance(match.dice, FairDice) else {})
        if isinstance(match.dice, FairDice):
            other.commitment = match.dice.commitment
        twin = match.clone(other)
        fog = self.hides_counters(match.scenario, match.options) and not match.over
        if fog or match.hidden_from(player):
            p: Any = twin.position
            self.redeal_position(p, player, Random(seed))
            twin.forget_undo()
            twin.prelude = events_for(match.prelude, player)
        if fog or any(entry.place < 0 for entry in match.hidden_from(player)):
            twin.begin_here()  # the log, or the opening, tells what is hidden: the copy begins where it stands
        elif match.hidden_from(player):
            twin.history = History(match.log(player))
        return twin

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
            tuple(self.seats(self.chosen({}))),
            self.secrets,
            self._seats_with(),
            dict(self.looks),
            len(self.components.counters),
            self.portrait,
            tuple(lesson_title(file) for file in self._lesson_files()),
        )

    def _seats_with(self) -> dict[str, tuple[Seat, ...]]:
        """Who sits at the table with any of the options that change it, alone or with one other."""

        def seated(options: Mapping[str, bool]) -> tuple[Seat, ...]:
            return tuple(self.seats(self.chosen(options)))

        turned = {o.id: not o.default for o in self.options}
        beside: list[dict[str, bool]] = [{}, *({option: on} for option, on in turned.items())]
        changing = [o for o, on in turned.items() if any(seated(others) != seated({**others, o: on}) for others in beside)]
        choices = product((False, True), repeat=len(changing)) if changing else ()
        sets = (dict(zip(changing, on, strict=True)) for on in choices)
        return {"+".join(o for o in some if some[o]): seated(some) for some in sets}

    def step_title(self, position: Position) -> str:
        """The turn and the step of the sequence of play, in words."""
        step = self.sequence_of_play.steps[position.step]
        return f"{position.turn}. {position.date}, {step.number + ' ' if step.number else ''}{step.title}"

    def sequence(self) -> list[StepDocument]:
        """The sequence of play."""
        return [StepDocument(step.number, step.title, self.sides[step.side]) for step in self.sequence_of_play.steps]

    @cached_property
    def knowledge(self) -> Knowledge[Position, Orders, Weights]:
        """What the game knows of its own play: for the opponents."""
        return self.knowledge_type(self.components.folder.file("weights.toml"), self.sides)

    @cached_property
    def standing(self) -> Standing[P]:
        """The small questions that standing orders can answer; none where the game has no `standing.toml`."""
        return Standing(self, self.components.folder.file("standing.toml"))

    @cached_property
    def chance_models(self) -> dict[str, ChanceModel]:
        """The fitted chances to win, by scenario."""
        return read_models(self.components.folder.file("chances.toml"))

    def chances(self, position: P, scenario: str) -> Chances | None:
        """How a match from this position is likely to end, all of it being known; None where nothing has been fitted."""
        if position.over:
            result = self.result(position)
            return chances_of((Ending(result.level, result.winner),), (1.0,), self.sides)
        model = self.chance_models.get(scenario)
        if model is None:
            return None
        return model.chances(self.knowledge.features(position, 0), self.passed(position), self.sides)

    def passed(self, position: P) -> float:
        """The share of a match that has passed, counted in steps of the sequence of play."""
        first, last = self.knowledge.turns(position)
        return (position.turn - first + (position.step + 1) / len(self.sequence_of_play.steps)) / (last - first + 1)

    def action_space(self) -> ActionSpace:
        """The actions of the game as numbers: a stable encoding for its rules version, both ways, with masks."""
        return self._action_space

    def channels(self) -> tuple[Channel, ...]:
        """Every channel of what `Match.encode` makes, with what it says. Needs numpy."""
        from .encoding import channels_of

        return channels_of(self)

    @cached_property
    def _action_space(self) -> ActionSpace:
        return ActionSpace(self)

    @cached_property
    def portrait(self) -> Portrait:
        """What the front page says of the game; one without `portrait.toml` says nothing."""
        file = self.components.folder.file("portrait.toml")
        return read_toml(file, Portrait) if file.exists() else Portrait()

    @cached_property
    def balance(self) -> Mapping[str, Balance]:
        """How often each side has won, by scenario, where that was counted."""
        file = self.components.folder.file("balance.toml")
        return read_toml(file, dict[str, Balance]) if file.exists() else {}

    def share_of(self, scenario: str, side: str) -> float:
        """What a side can expect of a scenario between equal players: 1 for a match that is won, a half for a draw."""
        return share_of(self.balance, scenario, self.sides, side)

    @cached_property
    def reference(self) -> Reference:
        """What helps a reader: the anatomy of counters and map, the glossary, our rulings."""
        return read_reference(self.components.folder)

    @cached_property
    def lessons(self) -> tuple[Lesson, ...]:
        """The guided battles, played through: the first, and that of the defence; none where the game has none."""
        return tuple(read_lesson(self, file, number) for number, file in enumerate(self._lesson_files(), 1))

    def _lesson_files(self) -> list[Path]:
        return [file for file in map(self.components.folder.file, LESSON_FILES) if file.exists()]

    def view(self, match: Match, player: str) -> View:
        """A match as a player sees it."""
        p: Any = match.position
        visible = self.visible_state(p, player)
        return View(
            game=self.slug,
            scenario=match.scenario,
            options=tuple([name for name, on in match.options.items() if on]),
            player=player,
            turn=p.turn,
            date=p.date,
            step=self.sequence_of_play.steps[p.step].title if p.step >= 0 else "",
            tracks=visible.tracks,
            counters=visible.counters,
            markers=visible.markers,
            control=self._held(bytes(p.control)),
            decision=match.decision_for(player),
            points=visible.points,
            reasons=visible.reasons,
            result=match.result,
            dice=match.proof,
            due=visible.due,
            turns=visible.turns,
            standing=visible.standing,
        )

    def _cells_held(self, control: bytes) -> dict[str, str]:
        """The cells of each side, in words."""
        strips = [self._held_in_strip(first, control[first : first + STRIP]) for first in range(0, len(control), STRIP)]
        return {name: " ".join(filter(None, held)) for name, held in zip(self.sides, zip(*strips, strict=True), strict=True)}

    def _cells_held_in_strip(self, first: int, control: bytes) -> tuple[str, ...]:
        cells = list(zip(self.board.labels[first : first + STRIP], control, strict=True))
        return tuple(" ".join([label for label, by in cells if by == side]) for side in range(len(self.sides)))

    def overlays(self) -> list[LayerDocument]:
        """What can be laid over the map."""
        return [layer.document(name) for name, layer in self.layers.items()]

    def board_document(self) -> BoardDocument:
        """All that is printed on the map."""
        return board_document(self.board, self.looks)

    def chart_documents(self) -> list[ChartDocument]:
        """Every table, for the eye."""
        tables = [threshold_document(table) for table in self.components.thresholds.values()]
        return [*map(chart_document, self.charts.values()), *tables]

    def counter_documents(self) -> list[CounterDocument]:
        """Every counter as it is printed."""
        side = self.components.side
        return [counter_document(c, self.sides[side[i]], self.faces(i)) for i, c in enumerate(self.counters.counters)]

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
        return Match(self, self._opened(scenario, chosen), scenario, chosen, make_dice(seed, dice, nonces or {}))

    def _opened(self, scenario: str, chosen: dict[str, bool]) -> P:
        """The opening of a scenario, ready to be played: a copy of the one that was made before."""
        key = scenario, tuple(chosen.items())
        first = self._openings.get(key)
        if first is None:
            if len(self._openings) >= OPENINGS:
                self._openings.clear()
            first = self._openings[key] = self.opening(scenario, chosen)
            first.seating = self.seating_for(chosen)
        twin = first.clone()
        twin.events, twin.revealed = first.events[:], first.revealed[:]
        return twin

    def position(
        self,
        text: str,
        seed: int | bytes | None = None,
        dice: Sequence[int] | str | Dice | None = None,
        nonces: Mapping[str, str] | None = None,
    ) -> Match:
        """A match that goes on from a position in text notation. Raises NotationError for one from which nobody could play."""
        position, scenario, options = self.read(text)
        position.seating = self.seating_for(options)
        source = make_dice(seed, dice, nonces or {})
        try:
            match = Match(self, position, scenario, options, source, opening=text)
            playable = match.over or len(match.actions()) > 0
        except PLAY_ERRORS:
            raise NotationError("the position cannot be played on: its parts do not fit together") from None
        if not playable:
            raise NotationError("the position cannot be played on: nobody has a legal action")
        return match

    def seating_for(self, options: Mapping[str, bool]) -> Seating:
        seats = tuple(self.seats(options))
        usual = self.components.seating
        return usual if seats == usual.seats else Seating(self.components.belligerents, seats)

    def write(self, position: P, scenario: str, options: Mapping[str, bool]) -> str:
        """A position as text."""
        return write_position(self, position, scenario, options)

    def read(self, text: str) -> tuple[P, str, dict[str, bool]]:
        """The position, scenario and options that a text describes."""
        return read_position(self, text)

    def load(self, saved: Saved | str | bytes) -> Match:
        """The match of a save, replayed and checked."""
        return restore(self, saved if isinstance(saved, Saved) else decode(saved))

    def load_steps(self, saved: Saved) -> Generator[None, None, Match]:
        """The same, an action at each step, for those who have other things to do meanwhile; the match is what it returns."""
        return restore_steps(self, saved)

    def parse(self, text: str) -> Action:
        """The action a full text stands for, whatever the decision. Raises NotationError if it cannot be read."""
        return parse_action(text, "", self)

    def verify(self, saved: Saved) -> Proof:
        """Whether the dice of a save are what they were promised to be: checked against their seed."""
        return verify(self, saved)

    def notation(self, match: Match) -> str:
        """The match's position as text, ready for `position`."""
        position: Any = match.position
        return self.write(position, match.scenario, match.options)

    def chosen(self, options: Mapping[str, bool]) -> dict[str, bool]:
        """All options with their values: those given, the rest at their defaults."""
        known = {o.id: o.default for o in self.options}
        for name in options:
            if name not in known:
                raise TrenchlineError(f"{self.title} has no option {name!r}; it has {', '.join(known)}")
        return {name: bool(options.get(name, default)) for name, default in known.items()}

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
