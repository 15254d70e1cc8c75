"""A table in memory: the match its log replays to, and who may do what at it. What is shown of it is in `documents`."""

from __future__ import annotations

import asyncio
import sys
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from ..core.actions import BACK, Action
from ..core.dice import dice_from
from ..core.game import Game
from ..core.match import Match, Result
from ..core.notation import action_text, parse_action
from ..core.position import Event
from ..games import load
from .store import KeyRow, LogRow, Seat, TableRow

PACE = 300  # milliseconds between a bot's visible actions, while somebody watches
MILESTONE = 250  # actions
RECENT = 400  # entries with their events kept at hand; older ones are replayed when asked for


class LoggedAction(msgspec.Struct, frozen=True, gc=False):
    """An action that stands: when it was taken, by whom, and a bot's reason."""

    seq: int
    player: str
    action: Action  # the very one of the match's history
    why: str = ""
    place: int = 0  # in the match's history, which has the dice too


class Entry(msgspec.Struct, frozen=True):
    """An action that was taken, and what came of it."""

    n: int  # its place among the actions that stand
    seq: int  # when it was taken
    player: str
    text: str
    turn: int
    step: str
    events: list[Event]
    why: str = ""  # a bot's reason


class PendingRequest(msgspec.Struct, frozen=True):
    """Something one side asks of the other, not answered yet."""

    what: str  # undo or draw
    by: str


class Replay:
    """A stretch of a match to be played again. Taken from its table in an instant, it can be played in any thread."""

    def __init__(self, begin: Callable[[], Match], first: int, actions: Sequence[LoggedAction]) -> None:
        self._begin, self._first, self._actions = begin, first, actions

    def entries(self) -> Iterator[Entry]:
        """What happens, action by action."""
        match = self._begin()
        for n, logged in enumerate(self._actions, self._first):
            yield played(match, n, logged)

    def end(self) -> Match:
        """The match after the last of the actions."""
        match = self._begin()
        for logged in self._actions:
            match.apply(logged.action)
        return match


def played(match: Match, n: int, logged: LoggedAction) -> Entry:
    """Take an action; what came of it. Raises IllegalAction, and then nothing has changed."""
    turn, step = match.position.turn, match.game.step_title(match.position)
    events = match.apply(logged.action)
    return Entry(n, logged.seq, logged.player, action_text(logged.action), turn, step, events, logged.why)


class Table:
    """One table. `lock` is held by whoever changes it."""

    def __init__(self, row: TableRow) -> None:
        self.row = row
        self.game: Game[Any] = load(row.game)
        self.lock = asyncio.Lock()
        self.thinking = ""  # the side whose bot has been asked
        self.pace = PACE
        self.match: Match = self._opening()
        self.seq = 0
        self.actions: list[LoggedAction] = []  # those that stand
        self.recent: list[Entry] = []  # the last of them
        self.idempotency_keys: set[str] = set()
        self.pending_request: PendingRequest | None = None
        self.agreed_result: Result | None = None  # a draw or a resignation
        self._milestones: dict[int, Match] = {}  # by the number of actions; all share the pages of one history
        self._views: dict[str, msgspec.Raw] = {}
        self._views_of = -1

    def _opening(self) -> Match:
        """The match before its first action."""
        dice = dice_from(self.row.dice)
        rolled = dice if dice is not None else "hand"
        if self.row.opening:
            return self.game.position(self.row.opening, dice=rolled)
        return self.game.start(self.row.scenario, options=self.row.options, dice=rolled)

    # ---------------------------------------------------------------- the log

    def follow(self, entries: Iterable[LogRow]) -> Iterator[None]:
        """Bring the table up to date with entries of its log, one at each step; those it knows are passed over."""
        known: dict[str, Action] = {}  # most texts come again and again: each is read, and kept, once
        for entry in entries:
            if entry.n == self.seq:
                if entry.kind == "action" and entry.text not in known:
                    known[entry.text] = parse_action(entry.text, "", self.game)
                self.follow_entry(entry, known.get(entry.text))
            yield

    def follow_history(self, history: Sequence[Action]) -> Iterator[LogRow]:
        """Take the actions of another match's history, dice and all, one at each step; the log that comes of it."""
        while len(self.match.history) < len(history):
            action = history[len(self.match.history)]
            entry = LogRow(self.seq, "action", self.match.player, action_text(action))
            self.follow_entry(entry, action)
            yield entry

    def follow_entry(self, entry: LogRow, action: Action | None = None) -> None:
        """One thing happens; `action` is what an action's text says, if that has been read already.

        Raises IllegalAction for an action that the rules forbid, and then nothing has changed.
        """
        if entry.kind == "action":
            self._act(entry, parse_action(entry.text, "", self.game) if action is None else action)
        elif entry.kind == "undo":
            self._take_back()
        elif entry.kind == "ask":
            self.pending_request = PendingRequest(entry.text, entry.side)
        elif entry.kind == "answer":
            self._answer(entry.text == "yes")
        elif entry.kind == "resign":
            self.agreed_result = self._resigned(entry.side)
        elif entry.kind == "seat":
            self.row.seats = msgspec.json.decode(entry.text, type=list[Seat])
        if entry.idem:
            self.idempotency_keys.add(entry.idem)
        self.seq = entry.n + 1

    def _act(self, entry: LogRow, action: Action) -> None:
        logged = LoggedAction(entry.n, sys.intern(entry.side), action, entry.why, len(self.match.history))
        self.recent.append(played(self.match, len(self.actions), logged))
        if len(self.recent) > 2 * RECENT:
            del self.recent[:-RECENT]
        self.actions.append(logged)
        if len(self.actions) % MILESTONE == 0:
            self._milestones[len(self.actions)] = self.match.clone()
        self.pending_request = None

    def _take_back(self) -> None:
        """The last action is undone, past dice if need be."""
        self._milestones.pop(len(self.actions), None)
        self.actions.pop()
        if self.recent:
            self.recent.pop()
        if self.match.can_undo:
            self.match.undo()
        else:
            self.match = self.replay_to(len(self.actions)).end()
        self.pending_request = None

    def _answer(self, yes: bool) -> None:
        request, self.pending_request = self.pending_request, None
        if request is None or not yes:
            return
        if request.what == "undo":
            self._take_back()
        elif request.what == "resign":
            self.agreed_result = self._resigned(request.by)
        else:
            points = self.game.result(self.match.position).points
            self.agreed_result = Result("", "Draw agreed", points, ("Both sides agreed to a draw",))

    def _resigned(self, seat: str) -> Result:
        """A side resigns, by the word of one of its seats: its enemies win."""
        side = self.match.side_of(seat)
        enemy = self.game.components.enemies[self.game.side_index(side)][0]
        points = self.game.result(self.match.position).points
        return Result(self.game.sides[enemy], f"{side.capitalize()} side resigned", points, (f"The {side} side resigned",))

    # ---------------------------------------------------------------- looking back

    def replay_to(self, n: int) -> Replay:
        """What leads to the match as it stood after n of its actions, from the milestone before."""
        passed = max((m for m in self._milestones if m <= n), default=0)
        if not passed:
            return Replay(self._opening, 0, self.actions[:n])
        return Replay(self._milestones[passed].clone, passed, self.actions[passed:n])

    def whole_replay(self) -> Replay:
        """All of the match, from its opening."""
        return Replay(self._opening, 0, self.actions[:])

    # ---------------------------------------------------------------- asking

    @property
    def over(self) -> bool:
        return self.agreed_result is not None or self.match.over

    @property
    def result(self) -> Result | None:
        return self.agreed_result or self.match.result

    @property
    def to_move(self) -> str:
        """The seat that must decide; dice entered by hand are the business of whoever is at the table."""
        return "" if self.over else self.match.player

    @property
    def may_move(self) -> tuple[str, ...]:
        """Every seat that may act now, in any order; mostly one."""
        return () if self.over else self.match.players

    def seat(self, name: str) -> Seat | None:
        return next((s for s in self.row.seats if s.side == name), None)

    def player_of(self, key: KeyRow) -> str:
        """Through whose eyes a key holder looks: his seat's, of several one that is to move; an onlooker has none."""
        if len(key.sides) == 1:
            return key.sides[0]
        return next((seat for seat in self.may_move if seat in key.sides), "")

    @property
    def fogged(self) -> bool:
        """Whether what stands where is hidden, so that the log would tell: not once the match is over."""
        return self.game.hides_counters(self.row.scenario, self.row.options) and not self.over

    def sealed_from(self, key: KeyRow) -> list[int]:
        """The actions that are still secrets of others."""
        if self.over:
            return []
        hidden = [entry.place for entry in self.match.sealed if not set(entry.known_to) & set(key.sides)]
        found = [bisect_left(self.actions, place, key=lambda logged: logged.place) for place in hidden]
        return [n for n, place in zip(found, hidden, strict=True) if n < len(self.actions) and self.actions[n].place == place]

    def view(self, player: str) -> msgspec.Raw:
        """The view of a player, encoded once for all who see the same."""
        if self._views_of != self.seq:
            self._views, self._views_of = {}, self.seq
        if player not in self._views:
            self._views[player] = msgspec.Raw(msgspec.json.encode(self.match.view(player)))
        return self._views[player]

    def parse(self, action: Action | None, text: str) -> Action:
        """The action a call means, from its fields or its text. Fields go by way of the text: what the log says is what is
        done."""
        return self.match.parse(text if action is None else action_text(action))

    # ---------------------------------------------------------------- who may

    def may_act(self, key: KeyRow) -> bool:
        """Whether the decision that waits is the key holder's."""
        if self.over or not key.sides or key.kind != "seat":
            return False
        if self.to_move == "dice":
            return self._may_roll(key)
        return any(seat in key.sides for seat in self.may_move)

    def _may_roll(self, key: KeyRow) -> bool:
        """Dice entered by hand are anybody's at the table, but for a secret roll: that is whose it concerns."""
        p = self.match.position
        top = p.stack[-1]
        if not top.secret:
            return True
        return any(p.seating.names[seat] in key.sides for seat in top.confidants(p, BACK))

    def acting_seat(self, key: KeyRow, action: Action) -> str:
        """The seat for which a key holder takes an action; empty if it is not his to take."""
        if self.to_move == "dice":
            return "dice"
        wanted = (action.by,) if action.by else self.may_move
        return next((seat for seat in wanted if seat in key.sides and seat in self.may_move), "")

    def may_ask(self, key: KeyRow) -> bool:
        """Whether a key holder may ask what is legal and what the odds are: with secrets only of his own decisions."""
        stack = self.match.position.stack
        if self.fogged:
            return self.match.player != "dice" and self.may_act(key)  # what is rolled for may be unseen
        return self.may_act(key) or not (stack and stack[-1].secret)

    def may_take_back(self, key: KeyRow) -> bool:
        """Whether a key holder can take his last action back without asking."""
        if not self.actions or not self.match.can_undo or self.over:
            return False
        return self.actions[-1].player in (*key.sides, "dice")

    def plays_alone(self, key: KeyRow) -> bool:
        """Whether a key holder plays against nobody but himself and bots."""
        return key.kind == "seat" and all(
            s.kind != "open" and (s.kind != "human" or s.side in key.sides) for s in self.row.seats
        )

    def plays_all(self, key: KeyRow) -> bool:
        """Whether a key holder plays every side himself."""
        return all(seat.side in key.sides for seat in self.row.seats)
