"""Actions as numbers: one number for each action of a game (flat), or a few small ones after another (staged).

`data/actions.csv` of a game lists the forms of its actions in the order of their numbers. A number means the same action as
long as `rules_version` is the same: a new form goes to the end of the file, or the version is raised.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product
from typing import TYPE_CHECKING, Any, NamedTuple

from .actions import Action, action_text
from .errors import DataError, NotationError
from .files import read_csv

if TYPE_CHECKING:
    from .game import Game
    from .match import Match

MOST_KNOWN = 100_000  # actions whose numbers are remembered, of each game
STAGES = ("verb", "unit", "cell", "confirm")  # what the tokens of an action say, in this order
SETS = "sets:"  # before modes that are joined by `+`, each at most once; groups are parted by `;`


class Detail(NamedTuple):
    """What an action says beside its kind, its counter and its cell."""

    value: int = 0
    facing: str = ""
    mode: str = ""


class Form(NamedTuple):
    """A kind of action with what it names, and the numbers that are its own: `size` of them from `first` on."""

    kind: str
    unit: bool
    cell: bool
    details: tuple[Detail, ...]
    first: int
    size: int


class Tokens(NamedTuple):
    """An action in stages: a token for each, from the token space."""

    verb: int
    unit: int
    cell: int
    confirm: int


class _Remembered(dict[Action, Any]):
    """What was worked out for actions before."""

    def __init__(self, work_out: Any) -> None:
        self._work_out = work_out

    def __missing__(self, action: Action) -> Any:
        if len(self) >= MOST_KNOWN:
            self.clear()
        found = self[action] = self._work_out(action)
        return found


class ActionSpace:
    """The actions of a game as numbers, both ways.

    >>> import trenchline
    >>> game = trenchline.load("they-shall-not-pass")
    >>> space = game.action_space()
    >>> number = space.encode(game.parse("move:208R-1507"))
    >>> space.decode(number).text
    'move:208R-1507'
    >>> [space.token_text(token) for token in space.tokens(game.parse("move:208R-1507"))]
    ['move', '208R', '1507', 'confirm']
    """

    def __init__(self, game: Game[Any]) -> None:
        components = game.components
        self._game, self._units, self._cells = game, components.ids, game.board.labels
        self._unit, self._cell = components.unit, game.board.index
        self.name = f"{game.slug} {game.rules_version}"  # numbers of different names cannot be compared
        self.forms = tuple(self._read_forms())
        self.n = self.forms[-1].first + self.forms[-1].size  # flat numbers are below
        self._form = {(f.kind, f.unit, f.cell): (f, {d: n for n, d in enumerate(f.details)}) for f in self.forms}
        self.verbs = tuple(dict.fromkeys(f.kind for f in self.forms))
        self.details = tuple(dict.fromkeys(d for f in self.forms for d in f.details))
        self._verb = {kind: n for n, kind in enumerate(self.verbs)}
        # The tokens of the stages follow one another; the first of units and cells stands for none.
        sizes = (len(self.verbs), 1 + len(self._units), 1 + len(self._cells), len(self.details))
        self.starts = tuple(sum(sizes[:n]) for n in range(len(sizes)))
        self.token_count = sum(sizes)
        self._detail = {d: self.starts[3] + n for n, d in enumerate(self.details)}
        self.numbers = _Remembered(self._number)  # of actions, by action
        self.in_stages = _Remembered(self._tokens)

    # ------------------------------------------------------------------------------------------------ the forms

    def _read_forms(self) -> Iterator[Form]:
        file, first = self._game.components.folder.file("actions.csv"), 0
        for line, row in read_csv(file):
            named = row["names"].split()
            if not row["kind"] or not set(named) <= {"unit", "cell"}:
                raise DataError("a form has a kind, and names a unit, a cell, both or neither", file, line)
            details = tuple(_details(row, self._game.board.grid.directions))
            unit, cell = "unit" in named, "cell" in named
            size = (len(self._units) if unit else 1) * (len(self._cells) if cell else 1) * len(details)
            yield Form(row["kind"], unit, cell, details, first, size)
            first += size

    # ------------------------------------------------------------------------------------------------ flat

    def encode(self, action: Action) -> int:
        """The number of an action; who acts is not part of it. Raises NotationError for one that no decision offers."""
        found: int = self.numbers[action]
        return found

    def _number(self, action: Action) -> int:
        form, details = self._form.get((action.kind, bool(action.unit), bool(action.cell)), (None, {}))
        detail = details.get(Detail(action.value, action.facing, action.mode))
        if form is None or detail is None:
            raise NotationError(f"{action_text(action)!r} is none of the actions in actions.csv of {self.name}")
        found = 0
        try:
            if form.unit:
                found = self._unit[action.unit]
            if form.cell:
                found = found * len(self._cells) + self._cell[action.cell]
        except KeyError as name:
            raise NotationError(f"{action_text(action)!r}: there is no {name}") from None
        return form.first + found * len(form.details) + detail

    def decode(self, number: int, by: str = "") -> Action:
        """The action that a number stands for; with `by`, that of a seat where several act. Raises NotationError for none."""
        if not 0 <= number < self.n:
            raise NotationError(f"{number} is no action of {self.name}: they are from 0 to {self.n - 1}")
        form = next(f for f in self.forms if number < f.first + f.size)
        rest, detail = divmod(number - form.first, len(form.details))
        cell = unit = ""
        if form.cell:
            rest, place = divmod(rest, len(self._cells))
            cell = self._cells[place]
        if form.unit:
            unit = self._units[rest]
        value, facing, mode = form.details[detail]
        return Action(form.kind, unit, cell, value, (), facing, mode, by)

    def text(self, number: int) -> str:
        """The notation of the action that a number stands for."""
        return self.decode(number).text

    def parse(self, text: str) -> int:
        """The number of an action in notation."""
        return self.encode(self._game.parse(text))

    def legal(self, match: Match, player: str = "") -> list[int]:
        """The numbers of the legal actions, in the order in which the decision lists them."""
        numbers = self.numbers
        return [numbers[action] for action in match.actions(player)]

    def mask(self, legal: Iterable[int]) -> bytearray:
        """A byte for each number, 1 where it is legal: `numpy.frombuffer(mask, "int8")` makes an array of it."""
        found = bytearray(self.n)
        for number in legal:
            found[number] = 1
        return found

    # ------------------------------------------------------------------------------------------------ staged

    def tokens(self, action: Action) -> Tokens:
        """An action in stages: its verb, its counter, its cell, and how (a number, a facing, a mode)."""
        found: Tokens = self.in_stages[action]
        return found

    def _tokens(self, action: Action) -> Tokens:
        self._number(action)  # refuses what is no action of the game
        _, units, cells, _ = self.starts
        return Tokens(
            self._verb[action.kind],
            units + 1 + self._unit[action.unit] if action.unit else units,
            cells + 1 + self._cell[action.cell] if action.cell else cells,
            self._detail[Detail(action.value, action.facing, action.mode)],
        )

    def stage_of(self, token: int) -> int:
        """Which stage a token belongs to: an index into STAGES."""
        if not 0 <= token < self.token_count:
            raise NotationError(f"{token} is no token of {self.name}: they are from 0 to {self.token_count - 1}")
        return max(n for n, start in enumerate(self.starts) if token >= start)

    def token_text(self, token: int) -> str:
        """What a token says."""
        stage = self.stage_of(token)
        place = token - self.starts[stage]
        if stage == 0:
            return self.verbs[place]
        if stage == 3:
            value, facing, mode = self.details[place]
            return " ".join(filter(None, (str(value or ""), facing, mode))) or "confirm"
        if not place:
            return "no unit" if stage == 1 else "no cell"
        return (self._units if stage == 1 else self._cells)[place - 1]


class Staging:
    """An action put together token by token. Stages at which there is nothing to choose are passed over."""

    __slots__ = ("chosen", "left", "legal", "seen_by", "stage")

    def __init__(self, space: ActionSpace, actions: Sequence[Action]) -> None:
        in_stages = space.in_stages
        self.left: list[tuple[Tokens, Action]] = [(in_stages[action], action) for action in actions]
        self.chosen: list[int] = []  # the tokens that were taken
        self.stage = -1
        self.seen_by: object = None  # who has encoded the position: it stays the same while the action is put together
        self.legal: list[int] = []  # the tokens that may be taken now
        self._ask()

    def _ask(self) -> None:
        """Go on to the next stage at which what is left differs; where there is only one action, ask for its verb."""
        for stage in range(max(self.stage + 1, 0), len(STAGES)):
            found = {tokens[stage] for tokens, _ in self.left}
            if len(found) > 1:
                break
        else:
            stage, found = 0, {tokens[0] for tokens, _ in self.left}
        self.stage, self.legal = stage, sorted(found)

    def take(self, token: int) -> Action | None:
        """Take a token: the action, if it is complete by that. The token must be one of `legal`."""
        stage = self.stage
        self.left = [entry for entry in self.left if entry[0][stage] == token]
        if not self.left:
            raise NotationError(f"token {token} cannot be taken now")
        self.chosen.append(token)
        if len(self.left) == 1:
            return self.left[0][1]
        self._ask()
        return None


def _details(row: dict[str, str], directions: Sequence[str]) -> Iterator[Detail]:
    """All that actions of a form may say beside what they name; nothing is the first."""
    facings = ("", *row["facings"].split())
    if not set(facings[1:]) <= set(directions):
        raise DataError(f"{row['facings']!r} are not all directions of the board")
    for value, facing, mode in product(range(int(row["numbers"] or 0) + 1), facings, ("", *_modes(row["modes"]))):
        yield Detail(value, facing, mode)


def _modes(words: str) -> Iterator[str]:
    if not words.startswith(SETS):
        yield from words.split()
        return
    for group in words.removeprefix(SETS).split(";"):
        names = group.split()
        for count in range(1, len(names) + 1):
            yield from ("+".join(some) for some in combinations(names, count))
