"""A match: a position, the dice, and the log of what was decided. The loop that every game runs on.

A `Decision` waits on top of the position's stack: whose it is, what it asks, which actions are legal, what an action
does. `Match.apply` takes the answer, then lets the dice and the sequence of play run on until the next choice.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from .actions import BACK, DONE, SECRET, Action, Legality, Refusal, action_text
from .chances import Chances, mean_of
from .charts import Odds
from .decisions import Actions, Automatic, Decision, Offer, PendingDecision, Roll, odds_of, refusal
from .dice import Dice, DiceRecord, FairDice, ScriptedDice
from .errors import IllegalAction, NotationError, TrenchlineError
from .history import History
from .past import Past
from .position import DICE, Event, Position, events_for

if TYPE_CHECKING:
    from .action_space import Staging
    from .documents import Overlay
    from .encoding import Encoded, Encoder
    from .game import Game
    from .notation import Saved
    from .views import View

DEALS = 8  # of what is hidden from a player, over which his chances are averaged


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
    more: bool = False  # whoever answered is still at it: nobody else may notice that he has


class Match:
    """A game being played. Made by `Game.start`, `Game.position` or `Game.load`."""

    _encoders: dict[tuple[str, bool], Encoder] = {}  # by seat: what `encode` has written before
    _past: Past | None = None  # a memory of what `at` has looked at
    _offered: Actions | None = None  # the actions that were asked for last: those it has listed are legal until one is taken

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
    def turn(self) -> int:
        return self.position.turn

    @property
    def step(self) -> str:
        """Where the sequence of play stands, in words: the turn and its step."""
        return self.game.step_title(self.position)

    @property
    def phase(self) -> tuple[int, int]:
        """The turn and the number of the step in the sequence of play."""
        return self.position.turn, self.position.step

    def label(self, action: Action) -> str:
        """What a button for an action would say at the decision that waits."""
        p = self.position
        return p.stack[-1].label(p, action) if p.stack else ""

    def offers(self, seats: Collection[str] = ()) -> list[Offer]:
        """Every legal action as it is offered to whoever holds some seats: its text, what its button says, and what a careful
        player should know of it."""
        p = self.position
        if not p.stack:
            return []
        top = p.stack[-1]
        defaults, implied = top.defaults(p), top.implied_kind
        return [
            Offer(a, action_text(a, implied), top.label(p, a), top.idle(p, a), top.empty(p, a), a in defaults, top.stake(p, a))
            for a in self.actions()
            if not a.by or a.by in seats
        ]

    @property
    def is_secret(self) -> bool:
        """Whether the decision that waits is answered in secret."""
        return bool(self.position.stack and self.position.stack[-1].secret)

    @property
    def hides_progress(self) -> bool:
        """Whether somebody may be answering in secret one thing after another: nobody else may notice how far he is."""
        return self.is_secret and not self.position.stack[-1].one_answer

    @property
    def deciders(self) -> tuple[str, ...]:
        """The seats whose players may answer now. Dice entered by hand are anybody's at the table, but for a secret roll: that
        is whose it concerns."""
        p = self.position
        if self.player != "dice":
            return self.players
        top = p.stack[-1]
        return tuple(p.seating.names[seat] for seat in top.confidants(p, BACK)) if top.secret else self.seats

    @property
    def dice_rolled(self) -> int:
        """How many dice have fallen; the next is the die of this number."""
        return self.position.rolled

    @property
    def decision(self) -> PendingDecision | None:
        """The decision that waits, or None when the match is over."""
        return self.asked_of(self.player) if self.position.stack else None

    def asked_of(self, player: str) -> PendingDecision | None:
        """The decision that waits, as one of those sees it who may act: of several each has his own part."""
        return self._pending(player, public=False, with_about=True) if self.position.stack else None

    def public_decision(self, with_about: bool) -> PendingDecision | None:
        """The decision that waits, as those may know it who have no part in it; whom it is about only if that is open."""
        return self._pending(self.player, public=True, with_about=with_about) if self.position.stack else None

    def _pending(self, player: str, public: bool, with_about: bool) -> PendingDecision:
        p, seat = self.position, self.position.seating.index.get(player, DICE)
        top, others = p.stack[-1], tuple([other for other in self.players if other != player])
        prompt = top.public_prompt(p) if public else top.prompt_for(p, seat)
        about = top.about(p) if with_about else None
        checklist = None if public else top.checklist(p, seat)
        return PendingDecision(player, top.__class__.__name__, prompt, top.cases_of(p), others, about, checklist)

    def decision_for(self, player: str) -> PendingDecision | None:
        """The decision that waits, as a player may know it."""
        return self.game.visible_decision(self, player)

    def actions(self, player: str = "") -> Actions:
        """Every legal action, lazily: a sequence with `in` and `.by("unit")`, `.by("cell")`. With a player, of several that
        may act, his own."""
        stack = self.position.stack
        self._offered = Actions(stack[-1] if stack else None, self.position, player or self.acting)
        return self._offered

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
        if self._offered is None or not self._offered.has_listed(action, self.position):
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
        self._offered = None
        rolled, shown = p.rolled, p.shown
        events: list[Event] = []
        p.events = events
        top = p.stack[-1]
        seat = (p.seating.index[action.by] if action.by else top.player(p)) if top.secret else -1
        p.stack.pop()
        if action == BACK:
            p.stepped_back += 1
            top.step_back(p)
            if (
                top.secret and p.stack and p.stack[-1].secret == top.secret
            ):  # still at it: how often he changes his mind is a secret too
                self._seal(top, action)
        else:
            if top.secret:
                self._seal(top, action)
            top.take(p, action)
        self.history.append(action)
        self._run()
        if p.rolled != rolled or p.shown != shown:
            self._checkpoint = None
        elif top.secret and p.stack and p.stack[-1].secret == top.secret and seat in p.stack[-1].players(p):
            self._note_more(len(self.history) - 1)
        p.events = []
        return events

    def _note_more(self, place: int) -> None:
        """The secret answer at a place in the history is not the last of its kind."""
        for n, entry in enumerate(self.sealed):
            if entry.place == place:
                self.sealed[n] = msgspec.structs.replace(entry, more=True)

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
            if top.is_automatic:
                if TYPE_CHECKING:
                    assert isinstance(top, Automatic)
                stack.pop()
                top.run(p)
            elif top.is_roll and dice is not None:
                if TYPE_CHECKING:
                    assert isinstance(top, Roll)
                faces = dice.roll(p.rolled, top.count, top.faces(p))
                if faces is None:
                    return
                action = Action(top.implied_kind, dice=faces)
                if top.secret:
                    self._seal(top, action)
                stack.pop()
                top.take(p, action)
                self.history.append(action)
            else:
                return

    def _seal(self, decision: Decision[Any], action: Action) -> None:
        """A secret answer is known to its own side until it comes out, a secret roll to whom it concerns."""
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
            raise IllegalAction("Nothing can be undone after a roll of dice or a revealed secret")
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

    def beginning(self, dice: Dice) -> Match:
        """The match before its first action, with other dice."""
        if self.opening:
            return self.game.position(self.opening, dice=dice)
        return self.game.start(self.scenario, options=self.options, dice=dice)

    def at(self, number: int) -> Match:
        """The match as it was after so many actions of its players, with the dice that fell by them: a match of its own. The
        first look plays it through; from then on any moment is a few actions away."""
        if self._past is None:
            self._past = Past(self)
        return self._past.at(self, number)

    def go_on_drawing(self, draw: int) -> None:
        """After a take-back past dice: those to come are the draws from `draw` on, not the same ones again."""
        if isinstance(self.dice, FairDice) and draw > self.dice.draw_of(self.dice_rolled):
            self.dice = self.dice.passing_over(self.dice_rolled, draw)

    @property
    def next_draw(self) -> int:
        """Which draw of fair dice the next die is; 0 with other dice."""
        return self.dice.draw_of(self.dice_rolled) if isinstance(self.dice, FairDice) else 0

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

    def encode(self, player: str, staging: Staging | None = None, axial: bool = False) -> Encoded:
        """What a player may know, as NumPy arrays: planes on the grid, a list of counters, tracks. `Game.channels` says what
        each channel is. `staging` adds what has been chosen of an action that is put together in stages. Needs numpy:
        pip install 'trenchline[env]'."""
        from .encoding import Encoder, shape_of

        known = self._encoders.get((player, axial))
        if known is None or known.match is not self:  # a shallow copy of a match has one of its own
            self._encoders = {key: one for key, one in self._encoders.items() if one.match is self}
            known = self._encoders[player, axial] = Encoder(self, player, shape_of(self.game, axial))
        return known.encode(staging)

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

    def chances(self, player: str | None = None) -> Chances | None:
        """How the match is likely to end; None where nothing has been fitted for its scenario. With a player, as far as he may
        know: the mean over copies in which what is hidden from him is dealt again."""
        game = self.game
        if player is None or not self.hides_anything(player):
            return game.chances(self.position, self.scenario)
        found = [game.chances(game.redeal(self, player, seed).position, self.scenario) for seed in range(DEALS)]
        known = [one for one in found if one is not None]
        return mean_of(known) if known else None

    @property
    def points(self) -> int | float:
        """The lead of the game's first side as it really stands, secrets and all: for whoever ends a match."""
        return self.game.result(self.position).points

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

    def hides_anything(self, player: str) -> bool:
        """Whether something is hidden from a player now, beside the dice to come."""
        if self.over:
            return False
        return self.game.hides_counters(self.scenario, self.options) or bool(self.hidden_from(player))

    def hash(self) -> str:
        """The fingerprint of the position."""
        return self.position.hash()

    def save(self, player: str | None = None) -> Saved:
        """The whole match, or all of it that a player may know: `Game.load` replays it."""
        from .notation import save

        return save(self, player)

    def text(self) -> str:
        """The match written out to be read: tags, then the actions by turn and step. `read_save` reads it again."""
        from .notation import match_text

        return match_text(self)

    def events(self, player: str | None = None) -> list[Event]:
        """All that has happened since the beginning, by playing it through again; with a player, as far as he may know."""
        from .notation import begin

        again = begin(self.game, self.save())
        found = list(again.prelude)
        for number, action in enumerate(self.history):
            if number >= len(again.history):
                found += again.apply(action)
        return found if player is None else events_for(found, player)

    def notate(self, action: Action) -> str:
        """An action's text form at this decision."""
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
