"""A match: a position, the dice, and the log of what was decided. The loop that every game runs on.

A `Decision` waits on top of the position's stack: whose it is, what it asks, which actions are legal, what an action
does. `Match.apply` takes the answer, then lets the dice and the sequence of play run on until the next choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Generic, TypeVar, overload

import msgspec

from .charts import Odds, Outcome
from .dice import Dice, DiceRecord, FairDice, ScriptedDice
from .errors import IllegalAction, NotationError, TrenchlineError
from .position import DICE, Event, Position

if TYPE_CHECKING:
    from .game import Game
    from .notation import Saved

P = TypeVar("P", bound=Position)


class Action(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One answer to a decision: a small value with a short text form (see `notation`)."""

    kind: str
    unit: str = ""
    cell: str = ""
    value: int = 0
    dice: tuple[int, ...] = ()


DONE = Action("done")
BACK = Action("back")  # step back to the decision before: what was named is not meant after all
STEPS_BACK = 30  # in one step of the sequence of play, so that no match goes on for ever; undo has no such bound


def without_marks(text: str) -> str:
    """A question without the braces of which clients make links: reasons are plain text."""
    return text.replace("{", "").replace("}", "")


class Refusal(msgspec.Struct, frozen=True):
    """Why an action is not legal, and the cases that say so."""

    reason: str
    cases: tuple[str, ...] = ()


class Legality(msgspec.Struct, frozen=True):
    """Whether an action is legal; if not, why not. True or false in itself."""

    legal: bool
    reason: str = ""
    cases: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return self.legal


class Waiting(msgspec.Struct, frozen=True):
    """The decision that waits, as the outside sees it."""

    player: str
    kind: str
    prompt: str
    cases: tuple[str, ...] = ()


class Result(msgspec.Struct, frozen=True):
    """How a match ended."""

    winner: str  # a side, or empty for a draw
    level: str
    points: int | float
    reasons: tuple[str, ...]


class Decision(msgspec.Struct, Generic[P], frozen=True, tag=True):
    """A choice that waits. A subclass's fields are all it remembers; it must not change.

    `take` runs with the decision already off the stack: one that goes on pushes itself, or its successor, again.
    """

    plain: ClassVar[str] = ""  # the kind of action whose text form needs no verb
    cases: ClassVar[tuple[str, ...]] = ()
    words: ClassVar[dict[str, str]] = {}  # what a button says, for kinds of action that name no unit and no cell
    secret: ClassVar[bool] = False  # the answer is for its player's eyes only, until the position says it is told
    can_step_back: ClassVar[bool] = False  # nothing is settled by having come here: the player may name something else

    def player(self, p: P) -> int:
        """The side whose choice it is."""
        raise NotImplementedError

    def prompt(self, p: P) -> str:
        """What is asked, in one sentence."""
        raise NotImplementedError

    def asked_aloud(self, p: P) -> str:
        """What the others may know of the question; differs from `prompt` where the choice is a secret."""
        return self.prompt(p)

    def options(self, p: P) -> Sequence[Action]:
        """Every legal action. Never empty."""
        raise NotImplementedError

    def refuse(self, p: P, action: Action) -> Refusal | None:
        """Why an action is not legal; None if it is."""
        if action in self.options(p):
            return None
        return Refusal(f"That is not one of the choices now: {without_marks(self.prompt(p))}", self.cases)

    def take(self, p: P, action: Action) -> None:
        """Do it."""
        raise NotImplementedError

    def label(self, action: Action) -> str:
        """What a button for an action says; empty where the action's own words will do."""
        return "" if action.unit or action.cell else self.words.get(action.kind, "")

    def step_back(self, p: P) -> None:
        """Return to the decision before, which lies beneath; one that does not is pushed again here."""

    def odds(self, p: P, action: Action) -> Odds | None:
        """What the dice would make of an action, where they decide."""
        return None


def may_step_back(decision: Decision[P], p: P) -> bool:
    return decision.can_step_back and p.stepped_back < STEPS_BACK


def legal_actions(decision: Decision[P], p: P) -> Sequence[Action]:
    """Every legal action: what the decision offers, and the step back where there is one."""
    return [*decision.options(p), BACK] if may_step_back(decision, p) else decision.options(p)


def refusal(decision: Decision[P], p: P, action: Action) -> Refusal | None:
    """Why an action is not legal; None if it is."""
    if action != BACK:
        return decision.refuse(p, action)
    if may_step_back(decision, p):
        return None
    if decision.can_step_back:
        return Refusal(f"You have stepped back {STEPS_BACK} times in this step: undo, or go on", decision.cases)
    return Refusal(f"There is nothing to step back from: {without_marks(decision.prompt(p))}", decision.cases)


class Roll(Decision[P], frozen=True):
    """A decision of the dice: `take` is `fall` with the faces."""

    count: ClassVar[int] = 1
    plain: ClassVar[str] = "roll"

    def player(self, p: P) -> int:
        return DICE

    def fall(self, p: P, faces: tuple[int, ...]) -> None:
        """What the dice do."""
        raise NotImplementedError

    def take(self, p: P, action: Action) -> None:
        p.rolled += self.count
        self.fall(p, action.dice)

    def options(self, p: P) -> Sequence[Action]:
        return ROLLS[self.count]

    def refuse(self, p: P, action: Action) -> Refusal | None:
        faces = action.dice
        if action == Action("roll", dice=faces) and len(faces) == self.count and all(1 <= face <= 6 for face in faces):
            return None
        return Refusal("Enter one die, 1 to 6" if self.count == 1 else f"Enter {self.count} dice, each 1 to 6")

    def chances(self) -> list[tuple[Action, float]]:
        """One roll for each total, with the chance of that total."""
        return CHANCES[self.count]

    def odds(self, p: P, action: Action) -> Odds | None:
        outcomes = [Outcome(str(sum(a.dice)), chance) for a, chance in self.chances()]
        return Odds(self.prompt(p), [], "", outcomes)


class Automatic(Decision[P], frozen=True):
    """Something that needs no choice but must wait its turn on the stack: it runs by itself."""

    def run(self, p: P) -> None:
        raise NotImplementedError


SECRET = Action("secret")

ROLLS = {
    1: tuple(Action("roll", dice=(a,)) for a in range(1, 7)),
    2: tuple(Action("roll", dice=(a, b)) for a in range(1, 7) for b in range(1, 7)),
}
CHANCES = {
    1: [(roll, 1 / 6) for roll in ROLLS[1]],
    2: [(Action("roll", dice=(t // 2, t - t // 2)), (6 - abs(t - 7)) / 36) for t in range(2, 13)],
}


class Actions(Sequence[Action]):
    """The legal actions of the decision that waits, listed when first needed."""

    __slots__ = ("_decision", "_listed", "_position")

    def __init__(self, decision: Decision[Position] | None, position: Position) -> None:
        self._decision, self._position = decision, position
        self._listed: Sequence[Action] | None = None if decision else ()

    def _list(self) -> Sequence[Action]:
        if self._listed is None:
            assert self._decision is not None
            self._listed = legal_actions(self._decision, self._position)
        return self._listed

    def __len__(self) -> int:
        return len(self._list())

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        return self._list()[index]

    def __iter__(self) -> Iterator[Action]:
        return iter(self._list())

    def __contains__(self, action: object) -> bool:
        if self._decision is None or not isinstance(action, Action):
            return False
        return refusal(self._decision, self._position, action) is None

    def by(self, field: str) -> dict[str, list[Action]]:
        """The actions grouped by `unit`, `cell` or `kind`; those without one stand under the empty text."""
        if field not in ("unit", "cell", "kind"):
            raise TrenchlineError(f"actions can be grouped by unit, cell or kind, not by {field!r}")
        groups: dict[str, list[Action]] = {}
        for action in self._list():
            groups.setdefault(getattr(action, field), []).append(action)
        return groups


class Match:
    """A game being played. Made by `Game.start`, `Game.position` or `Game.load`."""

    def __init__(
        self,
        game: Game,
        position: Position,
        scenario: str,
        options: Mapping[str, bool],
        dice: Dice | None,
        opening: str = "",
    ) -> None:
        self.game, self.scenario, self.options, self.dice = game, scenario, dict(options), dice
        self.opening = opening  # the position it began from, where that is not a scenario
        self.position = position
        self.history: list[Action] = []
        self.sealed: list[tuple[int, str]] = []  # secret answers that are not out: place in the history, and whose
        self._kept: Position | None = None  # the position since which nothing is settled
        self._kept_at = 0
        self._run()
        self.prelude = position.events  # what happened before the first choice
        position.events = []

    # ---------------------------------------------------------------- what is asked

    @property
    def over(self) -> bool:
        return self.position.over

    @property
    def result(self) -> Result | None:
        """Who won and why, once the match is over."""
        return self.game.result(self.position) if self.position.over else None

    @property
    def player(self) -> str:
        """Whose decision it is; `dice` for a roll that is to be entered, empty when the match is over."""
        stack = self.position.stack
        return self.game.side_name(stack[-1].player(self.position)) if stack else ""

    @property
    def decision(self) -> Waiting | None:
        """The decision that waits, or None when the match is over."""
        if not self.position.stack:
            return None
        top = self.position.stack[-1]
        return Waiting(self.player, top.__class__.__name__, top.prompt(self.position), top.cases)

    def asked(self, player: str) -> Waiting | None:
        """The decision that waits, as a player may know it."""
        return self.game.waiting(self, player)

    def actions(self) -> Actions:
        """Every legal action, lazily: a sequence with `in` and `.by("unit")`, `.by("cell")`."""
        stack = self.position.stack
        return Actions(stack[-1] if stack else None, self.position)

    def legal(self, action: Action) -> Legality:
        """Whether one action is legal, without listing all; if not, why, with the case."""
        refused = self._refusal(action)
        return Legality(True) if refused is None else Legality(False, refused.reason, refused.cases)

    def odds(self, action: Action) -> Odds | None:
        """The exact outcome distribution of an action whose result the dice decide."""
        refused = self._refusal(action)
        if refused is not None:
            raise IllegalAction(refused.reason, refused.cases)
        return self.position.stack[-1].odds(self.position, action)

    def _refusal(self, action: Action) -> Refusal | None:
        if not self.position.stack:
            return Refusal("The match is over")
        return refusal(self.position.stack[-1], self.position, action)

    @property
    def proof(self) -> DiceRecord:
        """What anyone may know of the dice: the commitment and nonces; the seed only once the match is over."""
        record = self.dice.record() if self.dice else DiceRecord("hand")
        return record if self.over else msgspec.structs.replace(record, seed="", script=[])

    # ---------------------------------------------------------------- what is done

    def apply(self, action: Action) -> list[Event]:
        """Take an action and run on to the next choice. Raises IllegalAction, and then nothing has changed."""
        p = self.position
        if not p.stack:
            raise IllegalAction("The match is over")
        top = p.stack[-1]
        refused = refusal(top, p, action)
        if refused is not None:
            raise IllegalAction(refused.reason, refused.cases)
        if self._kept is None:
            self._kept, self._kept_at = p.clone(), len(self.history)
        settled = p.rolled, p.shown
        events: list[Event] = []
        p.events = events
        if top.secret and action != BACK:
            self.sealed.append((len(self.history), self.player))
        p.stack.pop()
        if action == BACK:
            p.stepped_back += 1
            top.step_back(p)
        else:
            top.take(p, action)
        self.history.append(action)
        self._run()
        if p.shown != settled[1]:
            self.sealed = []
        if (p.rolled, p.shown) != settled:
            self._kept = None
        p.events = []
        return events

    def _run(self) -> None:
        """Let the dice fall and the sequence of play go on until somebody must choose."""
        p, dice = self.position, self.dice
        stack = p.stack
        while True:
            if not stack:
                if p.over:
                    return
                p.stepped_back = 0
                p.next_step()
                continue
            top = stack[-1]
            if isinstance(top, Automatic):
                stack.pop()
                top.run(p)
            elif dice is not None and isinstance(top, Roll):
                faces = dice.roll(p.rolled, top.count)
                if faces is None:
                    return
                stack.pop()
                action = Action("roll", dice=faces)
                top.take(p, action)
                self.history.append(action)
            else:
                return

    @property
    def can_undo(self) -> bool:
        """Whether the last action can be taken back: no die has fallen and no secret come out since."""
        return self._kept is not None and len(self.history) > self._kept_at

    def undo(self) -> None:
        """Take back the last action. Raises IllegalAction past a roll of the dice or a secret that is out."""
        if not self.can_undo:
            raise IllegalAction("Nothing can be taken back past a roll of the dice or a secret that is out")
        assert self._kept is not None
        again = self.history[self._kept_at : -1]
        self.position = self._kept.clone()
        del self.history[self._kept_at :]
        self.sealed = [entry for entry in self.sealed if entry[0] < self._kept_at]
        for action in again:
            self.apply(action)

    # ---------------------------------------------------------------- copies and texts

    def clone(self, dice: Dice | None = None) -> Match:
        """An independent copy. With other `dice` it has another future: look-ahead must not know this one's."""
        twin = Match.__new__(Match)
        twin.game, twin.scenario, twin.options, twin.opening = self.game, self.scenario, self.options, self.opening
        twin.dice = dice if dice is not None else self.dice
        twin.position = self.position.clone()
        twin.history, twin.sealed = self.history[:], self.sealed[:]
        twin._kept, twin._kept_at, twin.prelude = self._kept, self._kept_at, self.prelude
        return twin

    def begin_here(self) -> None:
        """Forget how it came to this position: the log, and what could be taken back."""
        self.opening, self.history = self.game.notation(self), []
        self._kept, self._kept_at, self.prelude = None, 0, []

    def view(self, player: str) -> msgspec.Struct:
        """All that a player may know, and nothing else: JSON-ready."""
        return self.game.view(self, player)

    def log(self, player: str) -> list[Action]:
        """The history as a player may know it: what others have answered in secret is `SECRET` until it comes out; nothing
        where the position itself hides something from him."""
        if self.game.hides(self.options) and not self.over:
            return []
        found = self.history[:]
        for place, owner in self.sealed:
            if owner != player:
                found[place] = SECRET
        return found

    def hash(self) -> str:
        """The fingerprint of the position."""
        return self.position.hash()

    def save(self) -> Saved:
        """The whole match: `Game.load` replays it."""
        from .notation import save

        return save(self)

    def notate(self, action: Action) -> str:
        """An action's text form at this decision."""
        from .notation import action_text

        return action_text(action, self.position.stack[-1].plain if self.position.stack else "")

    def parse(self, text: str) -> Action:
        """The action a text stands for at this decision. Raises NotationError if it cannot be read."""
        from .notation import parse_action

        if not self.position.stack:
            raise NotationError("the match is over")
        return parse_action(text, self.position.stack[-1].plain, self.game)


def make_dice(seed: int | bytes | None, dice: Sequence[int] | str | Dice | None, nonces: Mapping[str, str]) -> Dice | None:
    """The dice of a new match: a script, `"hand"` for dice entered by the players, or fair dice from a seed."""
    if dice == "hand":
        return None
    if isinstance(dice, str):
        raise TrenchlineError(f"unknown dice {dice!r}: give a list of faces, 'hand', or nothing")
    if isinstance(dice, (list, tuple)):
        return ScriptedDice(dice)
    if dice is not None:
        return dice  # type: ignore[return-value]
    if isinstance(seed, int):
        return FairDice.from_number(seed, nonces)
    return FairDice(seed, nonces)
