"""A match: a position, the dice, and the log of what was decided. The loop that every game runs on.

A `Decision` waits on top of the position's stack: whose it is, what it asks, which actions are legal, what an action
does. `Match.apply` takes the answer, then lets the dice and the sequence of play run on until the next choice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from .actions import BACK, DONE, SECRET, Action, Legality, Refusal
from .charts import Odds
from .decisions import Actions, Automatic, Decision, PendingDecision, Roll, odds_of, refusal
from .dice import Dice, DiceRecord, FairDice, ScriptedDice
from .errors import IllegalAction, NotationError, TrenchlineError
from .history import History
from .past import Past
from .position import DICE, Event, Position

if TYPE_CHECKING:
    from .documents import Overlay
    from .game import Game
    from .notation import Saved
    from .views import View


class Result(msgspec.Struct, frozen=True):
    """How a match ended."""

    winner: str  # a side, or empty for a draw
    level: str
    points: int | float  # the lead of the game's first side; where only one side scores, its points
    reasons: tuple[str, ...]


class Score(msgspec.Struct, frozen=True):
    """Victory points at a moment, and the lines they are the sum of."""

    points: int | float  # the lead of the game's first side; where only one side scores, its points
    reasons: tuple[str, ...]


class Sealed(msgspec.Struct, frozen=True):
    """An answer or a roll that is a secret: its place in the history, who knows it, and which secret it is part of."""

    place: int  # -1 where the match began with it
    known_to: tuple[str, ...]
    secret: str


class Match:
    """A game being played. Made by `Game.start`, `Game.position` or `Game.load`."""

    _past: Past | None = None  # a memory of what `at` has looked at

    def __init__(
        self,
        game: Game[Any],
        position: Position,
        scenario: str,
        options: Mapping[str, bool],
        dice: Dice | None,
        opening: str = "",
    ) -> None:
        self.game, self.scenario, self.options, self.dice = game, scenario, dict(options), dice
        self.opening = opening  # the position it began from, where that is not a scenario
        self.position = position
        self.history = History()
        self.sealed: list[Sealed] = list(game.sealed_in(position)) if opening else []  # secrets that are not out
        self.acting = ""  # of several seats that may act now, the one for which the match is looked at
        self._checkpoint: Position | None = None  # the position since which nothing is settled
        self._checkpoint_at = 0
        self._checkpoint_sealed: list[Sealed] = []
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
    def seats(self) -> tuple[str, ...]:
        """Who sits at the table, by name."""
        return self.position.seating.names

    def side_of(self, player: str) -> str:
        """The side that a player's seat belongs to; empty for an onlooker."""
        seating = self.position.seating
        return seating.seats[seating.index[player]].side if player in seating.index else ""

    @property
    def player(self) -> str:
        """Whose decision it is; `dice` for a roll that is to be entered, empty when the match is over."""
        stack = self.position.stack
        if not stack:
            return ""
        if self.acting and self.acting in self.players:
            return self.acting
        return self._name(stack[-1].player(self.position))

    @property
    def players(self) -> tuple[str, ...]:
        """Every seat that may act now, in any order; mostly one."""
        p = self.position
        if not p.stack:
            return ()
        names = p.seating.names
        return tuple(["dice" if seat == DICE else names[seat] for seat in p.stack[-1].players(p)])

    def _name(self, seat: int) -> str:
        return "dice" if seat == DICE else self.position.seating.names[seat]

    @property
    def decision(self) -> PendingDecision | None:
        """The decision that waits, or None when the match is over."""
        return self._pending(public=False, with_about=True) if self.position.stack else None

    def public_decision(self, with_about: bool) -> PendingDecision | None:
        """The decision that waits, as those may know it who have no part in it; whom it is about only if that is open."""
        return self._pending(public=True, with_about=with_about) if self.position.stack else None

    def _pending(self, public: bool, with_about: bool) -> PendingDecision:
        p, player = self.position, self.player
        top, others = p.stack[-1], tuple([other for other in self.players if other != player])
        prompt = top.public_prompt(p) if public else top.prompt_for(p, p.seating.index.get(player, DICE))
        about = top.about(p) if with_about else None
        return PendingDecision(player, top.__class__.__name__, prompt, top.cases_of(p), others, about)

    def decision_for(self, player: str) -> PendingDecision | None:
        """The decision that waits, as a player may know it."""
        return self.game.visible_decision(self, player)

    def actions(self, player: str = "") -> Actions:
        """Every legal action, lazily: a sequence with `in` and `.by("unit")`, `.by("cell")`. With a player, of several that
        may act, his own."""
        stack = self.position.stack
        return Actions(stack[-1] if stack else None, self.position, player or self.acting)

    def legal(self, action: Action) -> Legality:
        """Whether one action is legal, without listing all; if not, why, with the case."""
        refused = self._refusal(action)
        return Legality(True) if refused is None else Legality(False, refused.reason, refused.cases)

    def odds(self, action: Action) -> Odds | None:
        """The exact outcome distribution of an action whose result the dice decide; of one that joins a fight which is being
        put together (`gathering`), that of the fight with it."""
        refused = self._refusal(action)
        if refused is not None:
            raise IllegalAction(refused.reason, refused.cases)
        found = odds_of(self.position.stack[-1], self.position, action) if action != BACK else None
        return None if found is None else self._ascribed(found, action)

    def fights(self) -> list[Odds]:
        """The fights that are being put together by the decision that waits, as they stand: nothing is committed yet."""
        top = self.position.stack[-1] if self.position.stack else None
        return [] if top is None else [self._ascribed(odds, top.begins or DONE) for odds in top.fights(self.position)]

    def _ascribed(self, odds: Odds, action: Action) -> Odds:
        """Odds with the side whose attack they tell of."""
        side = self.position.stack[-1].attacker(self.position, action)
        return msgspec.structs.replace(odds, attacker=self.game.sides[side] if side >= 0 else "")

    def _refusal(self, action: Action) -> Refusal | None:
        if not isinstance(action, Action):
            hint = f": match.parse({action!r}) reads one from a text" if isinstance(action, str) else ""
            return Refusal(f"{action!r} is no Action{hint}")
        if not self.position.stack:
            return Refusal("The match is over")
        return refusal(self.position.stack[-1], self.position, action)

    @property
    def proof(self) -> DiceRecord:
        """What anyone may know of the dice: the commitment and nonces; the seed only once the match is over."""
        record = self.dice.record() if self.dice else DiceRecord("hand")
        return record if self.over else msgspec.structs.replace(record, seed="", script=[], since=0)

    # ---------------------------------------------------------------- what is done

    def apply(self, action: Action) -> list[Event]:
        """Take an action and run on to the next choice. Raises IllegalAction, and then nothing has changed."""
        refused = self._refusal(action)
        if refused is not None:
            raise IllegalAction(refused.reason, refused.cases)
        return self.apply_legal(action)

    def apply_legal(self, action: Action) -> list[Event]:
        """Take an action that is known to be legal: one that was listed, or asked about, at this very decision."""
        if self._checkpoint is None:
            self._checkpoint, self._checkpoint_at = self.position.clone(), len(self.history)
            self._checkpoint_sealed = self.sealed[:]
        return self.play_on(action)

    def play_on(self, action: Action) -> list[Event]:
        """Take a legal action that nobody will want to take back, and keep nothing for that: for play in thought."""
        p = self.position
        settled = p.rolled, p.shown
        events: list[Event] = []
        p.events = events
        top = p.stack[-1]
        p.stack.pop()
        if action == BACK:
            p.stepped_back += 1
            top.step_back(p)
            if p.stack and p.stack[-1].secret == top.secret:  # still at it: how often he changes his mind is a secret too
                self._seal(top, action)
        else:
            self._seal(top, action)
            top.take(p, action)
        self.history.append(action)
        self._run()
        if (p.rolled, p.shown) != settled:
            self._checkpoint = None
        p.events = []
        return events

    def _run(self) -> None:
        """Let the dice fall and the sequence of play go on until somebody must choose."""
        p, dice = self.position, self.dice
        stack = p.stack
        while True:
            if p.revealed:
                self.sealed = [entry for entry in self.sealed if entry.secret not in p.revealed]
                p.revealed.clear()
            if not stack:
                if p.over:
                    return
                p.stepped_back = 0
                self.game.sequence_of_play.next_step(p)
                continue
            top = stack[-1]
            if isinstance(top, Automatic):
                stack.pop()
                top.run(p)
            elif dice is not None and isinstance(top, Roll):
                faces = dice.roll(p.rolled, top.count, top.faces(p))
                if faces is None:
                    return
                action = Action(top.implied_kind, dice=faces)
                self._seal(top, action)
                stack.pop()
                top.take(p, action)
                self.history.append(action)
            else:
                return

    def _seal(self, decision: Decision[Any], action: Action) -> None:
        """A secret answer is known to its own side until it comes out, a secret roll to whom it concerns."""
        if decision.secret:
            names = self.position.seating.names
            known = tuple(names[seat] for seat in decision.confidants(self.position, action))
            self.sealed.append(Sealed(len(self.history), known, decision.secret))

    @property
    def can_undo(self) -> bool:
        """Whether the last action can be taken back: no die has fallen and no secret come out since."""
        return self._checkpoint is not None and len(self.history) > self._checkpoint_at

    def undo(self) -> None:
        """Take back the last action. Raises IllegalAction past a roll of the dice or a secret that is out."""
        if not self.can_undo:
            raise IllegalAction("Nothing can be taken back past a roll of the dice or a secret that is out")
        assert self._checkpoint is not None
        again = self.history[self._checkpoint_at : -1]
        self._past = None
        self.position = self._checkpoint.clone()
        self.history.cut(self._checkpoint_at)
        self.sealed = [entry for entry in self._checkpoint_sealed if entry.place < self._checkpoint_at]
        for action in again:
            self.apply_legal(action)

    # ---------------------------------------------------------------- copies and texts

    def clone(self, dice: Dice | None = None) -> Match:
        """An independent copy. With other `dice` it has another future: look-ahead must not know this one's."""
        twin = Match.__new__(Match)
        twin.game, twin.scenario, twin.options, twin.opening = self.game, self.scenario, self.options, self.opening
        twin.dice, twin.acting = dice if dice is not None else self.dice, self.acting
        twin.position = self.position.clone()
        twin.history, twin.sealed = self.history.copy(), self.sealed[:]
        twin._checkpoint_sealed = self._checkpoint_sealed
        twin._checkpoint, twin._checkpoint_at, twin.prelude = self._checkpoint, self._checkpoint_at, self.prelude
        return twin

    def at(self, number: int) -> Match:
        """The match as it was after so many actions of its players, with the dice that fell by them: a match of its own. The
        first look plays it through; from then on any moment is a few actions away."""
        if self._past is None:
            self._past = Past(self)
        return self._past.at(self, number)

    def forget_undo(self) -> None:
        """What has been done is settled."""
        self._checkpoint, self._checkpoint_at = None, len(self.history)

    def begin_here(self) -> None:
        """Forget how it came to this position: the log, and what could be taken back."""
        self.opening, self.history = self.game.notation(self), History()
        self._past = None
        self.prelude, self.sealed = [], list(self.game.sealed_in(self.position))
        self.forget_undo()

    def view(self, player: str) -> View:
        """All that a player may know, and nothing else: JSON-ready."""
        return self.game.view(self, player)

    def layer(self, name: str, subject: str = "", player: str = "") -> Overlay:
        """What a layer of the game shows: zones, supply or command with their lines, reach; for a side or a counter."""
        return self.game.overlay(self, name, subject, player)

    def costs(self, unit: str, player: str = "") -> dict[str, float]:
        """Every cell a unit on the map could go to now, with what it would cost in movement points."""
        shown = next((layer.name for layer in self.game.overlays() if layer.costs), "")
        found = {tint.cell: tint.text for tint in self.layer(shown, unit, player).cells} if shown else {}
        return {cell: float(text) for cell, text in found.items() if text.replace(".", "", 1).isdigit()}

    def score(self, player: str = "") -> Score:
        """The points so far, and what they are made of, as a player may know them; without one, as an onlooker may."""
        found = self.game.visible_state(self.position, player)
        return Score(found.points, found.reasons)

    def log(self, player: str) -> list[Action]:
        """The history as a player may know it: what others have answered in secret is `SECRET` until it comes out; nothing
        where counters themselves are hidden from him, for the log would tell where they are."""
        if self.game.hides_counters(self.scenario, self.options) and not self.over:
            return []
        found = list(self.history)
        for entry in self.hidden_from(player):
            if entry.place >= 0 and found[entry.place].kind != SECRET.kind:
                found[entry.place] = msgspec.structs.replace(SECRET, value=len(found[entry.place].dice))
        return found

    def hidden_from(self, player: str) -> list[Sealed]:
        """The secrets in the log that a player does not know."""
        return [] if self.over else [entry for entry in self.sealed if player not in entry.known_to]

    def hash(self) -> str:
        """The fingerprint of the position."""
        return self.position.hash()

    def save(self, player: str | None = None) -> Saved:
        """The whole match, or all of it that a player may know: `Game.load` replays it."""
        from .notation import save

        return save(self, player)

    def notate(self, action: Action) -> str:
        """An action's text form at this decision."""
        from .notation import action_text

        return action_text(action, self.position.stack[-1].implied_kind if self.position.stack else "")

    def parse(self, text: str) -> Action:
        """The action a text stands for at this decision. Raises NotationError if it cannot be read."""
        from .notation import parse_action

        if not self.position.stack:
            raise NotationError("the match is over")
        return parse_action(text, self.position.stack[-1].implied_kind, self.game)


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
