"""A table in memory: the match its log replays to, and who may do what at it. What is shown of it is in `documents`."""

from __future__ import annotations

import asyncio
import logging
import sys
from bisect import bisect_left
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from .. import (
    BACK,
    PLAY_ERRORS,
    Action,
    Dice,
    Event,
    Game,
    IllegalAction,
    Lesson,
    Match,
    PendingDecision,
    Result,
    StandingOrder,
    View,
    dice_from,
    load,
    result_of,
)
from .clocks import MINUTE, Clocks, ClockTerms, begun
from .rows import LESSON, KeyRow, LogRow, PlayedMatch, Said, SeatRow, Summary, TableRow, Terms
from .sealed_log import Numbering, SealedLog

log = logging.getLogger("trenchline.table")

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
    ordered: bool = False  # by a standing order


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
    ordered: Literal[True] | UnsetType = UNSET  # by a standing order: told to whose order it was, and to nobody else


class TurnBegins(msgspec.Struct, frozen=True, gc=False):
    """A turn and the number of its first action: of a long match the client has not all of the log."""

    turn: int
    n: int


class Change(msgspec.Struct, frozen=True):
    """What an entry of the log makes of a table: worked out before the entry is committed, adopted after."""

    entry: LogRow
    match: Match  # as it stands then
    logged: LoggedAction | None = None
    played: Entry | None = None
    takes_back: int = 0  # actions
    agreed: Result | None = None  # a draw, a resignation or a win on time
    clock: Clocks | None = None

    @property
    def summary(self) -> Summary:
        return summary_of(self.match, self.entry.n + 1, self.agreed, self.clock)


class Shown(msgspec.Struct, frozen=True):
    """What a player sees of a match: his view, encoded, and the decision that waits."""

    view: msgspec.Raw
    decision: PendingDecision | None


Asked = Literal["undo", "draw", "pause", "resign"]  # the last of a partner


class PendingRequest(msgspec.Struct, frozen=True):
    """What a seat asks: of the enemy to take back, or to agree to a draw or a pause; of a partner to resign together."""

    what: Asked
    by: str


class MadeRematch(msgspec.Struct, frozen=True):
    """The table at which a match is played again, and with what sides."""

    table: str
    terms: Terms


class Replay:
    """A stretch of a match to be played again. Taken from its table in an instant, it can be played in any thread."""

    def __init__(self, begin: Callable[[], Match], first: int, actions: Sequence[LoggedAction], dice: Dice | None) -> None:
        self._beginning, self._first, self._actions = begin, first, actions
        self._dice = dice  # take-backs since the beginning may have made other dice of those it was begun with

    def _begin(self) -> Match:
        match = self._beginning()
        match.dice = self._dice
        return match

    def entries(self) -> Iterator[Entry]:
        """What happens, action by action."""
        match = self._begin()
        for n, logged in enumerate(self._actions, self._first):
            yield played(match, n, logged)

    def end(self) -> Match:
        """The match after the last of the actions."""
        return result_of(self.steps())

    def steps(self) -> Generator[None, None, Match]:
        """The same step by step."""
        match = self._begin()
        for logged in self._actions:
            match.apply(logged.action)
            yield
        return match

    def __len__(self) -> int:
        return len(self._actions)


def played(match: Match, n: int, logged: LoggedAction) -> Entry:
    """Take an action; what came of it. Raises IllegalAction, and then nothing has changed."""
    turn, step = match.turn, match.step
    events = match.apply(logged.action)
    ordered: Literal[True] | UnsetType = True if logged.ordered else UNSET
    return Entry(n, logged.seq, logged.player, logged.action.text, turn, step, events, logged.why, ordered)


def _says_yes(entry: LogRow) -> bool:
    return entry.text.partition(" ")[0] == "yes"


def _goes_on_at(entry: LogRow) -> int:
    """The draw at which dice go on after a take-back. Logs of older versions do not say: there the same dice fell again."""
    number = entry.text.rpartition(" ")[2]
    return int(number) if number.isdecimal() else 0


def taken_over(seats: Sequence[SeatRow], sides: Sequence[str], bot: str) -> list[SeatRow]:
    """The seats once a computer plays some of them."""
    return [SeatRow(s.side, "bot", bot.capitalize(), bot) if s.side in sides else s for s in seats]


def _unnoticed(match: Match, logged: LoggedAction) -> bool:
    return any(entry.more and entry.place == logged.place for entry in match.sealed)


def summary_of(match: Match, seq: int, agreed: Result | None, clock: Clocks | None) -> Summary:
    """Where a match stands after `seq` entries of its log; `agreed` is how its players have ended it."""
    over = agreed is not None or match.over
    to_move, may = ("", ()) if over else (match.player, match.deciders)
    kept = clock and msgspec.structs.replace(clock, increments=())
    return Summary(match.turn, match.step, to_move, may, over, agreed or match.result, seq, match.hash(), kept)


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
        self.turns: list[TurnBegins] = []
        self.idempotency_keys: set[str] = set()
        self.guests: set[str] = set()  # seats that were taken by invitation
        self.pending_request: PendingRequest | None = None
        self._asked_at = 0  # how many actions stood when something was asked
        self._asked_in: dict[tuple[str, str], int] = {}  # the last turn in which a seat asked for something
        self.agreed_result: Result | None = None  # a draw, a resignation or a win on time
        self.clock: Clocks | None = self._clock()
        self.rematch_wanted: dict[str, Terms] = {}  # by seat, once the match is over
        self.rematch: MadeRematch | None = None
        self._milestones: dict[int, Match] = {}  # by the number of actions; all share the pages of one history
        self.sealed_log = SealedLog()
        self.talk: list[Said] | None = None  # what has been said, if it has been read since
        self.said = 0  # how often something was
        self._shown: dict[str, Shown] = {}  # by player
        self._shown_at = -1  # the `seq`
        self._open_view: View | None = None
        self.orders: dict[str, tuple[StandingOrder, ...]] | None = None  # standing orders by seat, if they have been read
        self.order_changes = 0
        self.orders_rest = False
        self.told_until = 0  # of a lesson: the moves of the pages that the learner has turned to

    def _opening(self) -> Match:
        """The match before its first action."""
        dice = dice_from(self.row.dice)
        rolled = dice if dice is not None else "hand"
        if self.row.opening:
            return self.game.position(self.row.opening, dice=rolled)
        return self.game.start(self.row.scenario, options=self.row.options, dice=rolled)

    def _clock(self) -> Clocks | None:
        """The clocks as they are set when the table is made."""
        if not self.row.clock:
            return None
        people = [seat.side for seat in self.row.seats if seat.kind != "bot"]
        return begun(msgspec.json.decode(self.row.clock, type=ClockTerms), people, self.match.turn)

    # ---------------------------------------------------------------- the log

    def follow(self, entries: Iterable[LogRow]) -> Iterator[None]:
        """Bring the table up to date with entries of its log, one at each step; those it knows are passed over."""
        known: dict[str, Action] = {}  # most texts come again and again: each is read, and kept, once
        for entry in entries:
            if entry.n == self.seq:
                if entry.kind == "action" and entry.text not in known:
                    known[entry.text] = self.game.parse(entry.text)
                self.follow_entry(entry, known.get(entry.text))
            yield

    def follow_history(self, history: Sequence[Action]) -> Iterator[LogRow]:
        """Take the actions of another match's history, dice and all, one at each step; the log that comes of it."""
        while len(self.match.history) < len(history):
            action = history[len(self.match.history)]
            entry = LogRow(self.seq, "action", action.by or self.match.player, action.text)
            self.follow_entry(entry, action)
            yield entry

    def follow_entry(self, entry: LogRow, action: Action | None = None) -> None:
        """One thing has happened; `action` is what an action's text says, if that has been read already."""
        self.adopt(self._timed(self._worked_out(entry, action, self.match)))

    def replay_before(self, entry: LogRow) -> Replay | None:
        """What must be played again for an entry that takes back past dice: for one who does not want to wait for it."""
        back = self._takes_back(entry)
        return self.replay_to(len(self.actions) - back) if back > 1 or (back and not self.match.can_undo) else None

    def foresee(self, entry: LogRow, action: Action | None = None, earlier: Match | None = None) -> Change:
        """What an entry will make of the table. The table stands as it was: who looks meanwhile sees nothing of it. `earlier`
        is the match to which it goes back, where that was played again before.

        Raises IllegalAction for an action that the rules forbid.
        """
        if earlier is not None:
            earlier.go_on_drawing(_goes_on_at(entry))
            return self._timed(Change(entry, earlier, takes_back=self._takes_back(entry)))
        ahead, self.match = self.match, self.match.clone()  # the one that is played keeps what it remembers of searches
        try:
            return self._timed(self._worked_out(entry, action, ahead))
        except IllegalAction:
            self.match = ahead  # nothing has changed
            raise
        except PLAY_ERRORS as fault:
            if not self.row.opening:
                raise
            # Somebody wrote this position by hand: what the reader could not find wrong shows when it is played.
            log.warning("table %s began from a position that does not hold together: %r", self.row.id, fault)
            raise IllegalAction("The rules cannot go on: the position this match began from does not hold together") from None

    def unnoticed(self, change: Change) -> bool:
        """Whether a change that is foreseen is a secret answer of somebody who is still at it, or takes one back: others may
        not even notice it."""
        if change.logged is not None:
            return _unnoticed(change.match, change.logged)
        return change.entry.kind == "undo" and _unnoticed(self.match, self.actions[-1])

    def _worked_out(self, entry: LogRow, action: Action | None, match: Match) -> Change:
        if entry.kind == "action":
            wanted = self.game.parse(entry.text) if action is None else action
            logged = LoggedAction(entry.n, sys.intern(entry.side), wanted, entry.why, len(match.history), bool(entry.ordered))
            return Change(entry, match, logged, played(match, len(self.actions), logged))
        back = self._takes_back(entry)
        if back:
            earlier = self._taken_back(match, back)
            earlier.go_on_drawing(_goes_on_at(entry))
            return Change(entry, earlier, takes_back=back)
        return Change(entry, match, agreed=self._agreed(entry))

    def _timed(self, change: Change) -> Change:
        """A change with what the clocks are after it."""
        clock, entry = self.clock, change.entry
        if clock is None:
            return change
        now = clock.at if entry.clock is None else entry.clock
        over = bool(self.agreed_result or change.agreed) or change.match.over
        seats = self.seats_after(entry)
        people = [seat.side for seat in seats if seat.kind != "bot"]
        waits = over or any(seat.kind == "open" for seat in seats)  # time runs once everybody sits
        actions = len(self.actions) + (change.logged is not None) - change.takes_back
        clock = self._clock_told(clock, entry, now)
        if change.takes_back:
            clock = clock.taken_back(actions, change.match.turn)
        asked = () if waits else change.match.deciders
        at_once = entry.ordered and clock.at == now  # by a standing order: no time was taken, and none is added
        acted = change.logged is not None and not at_once
        clock = clock.seated(people).go_on(now, asked, change.match.turn, actions, acted)
        return msgspec.structs.replace(change, clock=clock)

    def seats_after(self, entry: LogRow) -> list[SeatRow]:
        """Who sits where, after somebody has sat down or a computer has taken over."""
        if entry.kind == "seat":
            return msgspec.json.decode(entry.text, type=list[SeatRow])
        if entry.kind == "computer":
            bot, sides = entry.text.split()
            return taken_over(self.row.seats, sides.split(","), bot)
        return self.row.seats

    def _clock_told(self, clock: Clocks, entry: LogRow, now: int) -> Clocks:
        """The clocks after what somebody has said about them."""
        if entry.kind == "answer" and _says_yes(entry) and self.pending_request and self.pending_request.what == "pause":
            return clock.pause()
        if entry.kind == "resume":
            return clock.resume(now)
        if entry.kind == "granted":
            return clock.granted(entry.side, int(entry.text) * MINUTE, now)
        if entry.kind == "vacation":
            whose, days = entry.text.split()
            return clock.on_vacation(entry.side, int(days), now, whose == "account")
        return clock

    def _agreed(self, entry: LogRow) -> Result | None:
        """How the match ends by what its players say."""
        request = self.pending_request
        if entry.kind == "resign":
            return self._resigned(entry.side)
        if entry.kind == "timeout":
            return self._lost(entry.side, "ran out of time")
        if entry.kind != "answer" or not _says_yes(entry) or request is None:
            return None
        if request.what == "resign":
            return self._resigned(request.by)
        if request.what == "pause":
            return None
        points = self.match.points
        return Result("", "Draw agreed", points, ("Both sides agreed to a draw",))

    def _takes_back(self, entry: LogRow) -> int:
        """How many actions an entry takes back."""
        if entry.kind == "undo":
            return 1
        granted = entry.kind == "answer" and self._grants_undo(entry)
        return len(self.actions) - self._asked_at + 1 if granted else 0

    def _grants_undo(self, entry: LogRow) -> bool:
        return _says_yes(entry) and self.pending_request is not None and self.pending_request.what == "undo"

    def _taken_back(self, match: Match, back: int) -> Match:
        """The match without its last action, past dice if need be; or without several: what was done in secret since somebody
        asked for it is taken back, too."""
        if back > 1 or not match.can_undo:
            return self.replay_to(len(self.actions) - back).end()
        match.undo()
        return match

    def adopt(self, change: Change) -> None:
        """What was worked out has happened: it is committed."""
        entry, self.match = change.entry, change.match
        self.orders_rest = self.rests_after(change)
        self.agreed_result = change.agreed or self.agreed_result
        self.clock = change.clock
        if change.logged is not None and change.played is not None:
            self._add(change.logged, change.played)
        elif change.takes_back:
            if entry.kind == "answer":
                self._granted()
            for _ in range(change.takes_back):
                self._drop_last(entry.n)
        elif entry.kind == "ask":
            self.pending_request = PendingRequest(msgspec.convert(entry.text, Asked), entry.side)
            self._asked_at = len(self.actions)
            self._asked_in[entry.side, entry.text] = max(self.match.turn, self._asked_in.get((entry.side, entry.text), 0))
        elif entry.kind == "answer":
            self.pending_request = None
        elif entry.kind == "seat":
            self.guests.add(entry.side)
            self.row.seats = self.seats_after(entry)
        elif entry.kind == "computer":
            self.row.seats = self.seats_after(entry)
        elif entry.kind == "rematch":
            terms, *seats = entry.text.split()
            self.rematch_wanted.update(dict.fromkeys(seats, msgspec.convert(terms, Terms)))
        elif entry.kind == "rematched":
            self.rematch = msgspec.convert(dict(zip(("table", "terms"), entry.text.split(), strict=True)), MadeRematch)
        if entry.idem:
            self.idempotency_keys.add(entry.idem)
        self.seq = entry.n + 1
        if self.over:
            self.sealed_log.all_comes_out(entry.n, everything=self.has_secrets)

    def _add(self, logged: LoggedAction, played: Entry) -> None:
        self.recent.append(played)
        if len(self.recent) > 2 * RECENT:
            del self.recent[:-RECENT]
        if not self.turns or self.turns[-1].turn != played.turn:
            self.turns.append(TurnBegins(played.turn, played.n))
        self.actions.append(logged)
        if len(self.actions) % MILESTONE == 0:
            self._milestones[len(self.actions)] = self.match.clone()
        if self.sealed_log.acted(logged.seq, logged.place, self.match.sealed):
            self.pending_request = None

    def _drop_last(self, seq: int) -> None:
        """The last action is undone."""
        self._milestones.pop(len(self.actions), None)
        if self.sealed_log.taken_back(seq, self.actions.pop().seq):
            self.pending_request = None
        if self.recent:
            self.recent.pop()
        if self.turns[-1].n == len(self.actions):
            self.turns.pop()

    def _granted(self) -> None:
        """A take-back was granted: who asked for it may ask again."""
        request, self.pending_request = self.pending_request, None
        if request is not None:
            self._asked_in.pop((request.by, request.what), None)

    def has_asked(self, seats: Sequence[str], what: str) -> bool:
        """Whether one of some seats has asked for that in this turn already, and it was not granted."""
        turn = self.match.turn
        return any(self._asked_in.get((seat, what), -1) >= turn for seat in seats)

    def _resigned(self, seat: str) -> Result:
        """A side resigns, by the word of one of its seats: its enemies win."""
        return self._lost(seat, "resigned")

    def _lost(self, seat: str, how: str) -> Result:
        """The side of a seat has lost, however it stands on the map."""
        side = self.match.side_of(seat)
        enemy = self.game.components.enemies[self.game.side_index(side)][0]
        points = self.match.points
        return Result(self.game.sides[enemy], f"{side.capitalize()} side {how}", points, (f"The {side} side {how}",))

    def forget_talk(self) -> None:
        """Something was said: what is known of the talk is no longer all."""
        self.talk, self.said = None, self.said + 1

    def rests_after(self, change: Change) -> bool:
        """Whether standing orders rest once a change has happened: who has taken something back, or stepped back, is asked
        again because he wants to answer otherwise. They hold again from the next action on."""
        if change.logged is not None:
            return change.logged.action.kind == BACK.kind
        return change.takes_back > 0 or self.orders_rest

    def forget_orders(self) -> None:
        """A key has changed, and perhaps the standing orders that are kept with it."""
        self.orders, self.order_changes = None, self.order_changes + 1

    # ---------------------------------------------------------------- looking back

    def replay_to(self, n: int) -> Replay:
        """What leads to the match as it stood after n of its actions, from the milestone before."""
        passed = max((m for m in self._milestones if m <= n), default=0)
        begin = self._milestones[passed].clone if passed else self._opening
        return Replay(begin, passed, self.actions[passed:n], self.match.dice)

    def whole_replay(self) -> Replay:
        """All of the match, from its opening."""
        return Replay(self._opening, 0, self.actions[:], self.match.dice)

    # ---------------------------------------------------------------- asking

    @property
    def over(self) -> bool:
        return self.agreed_result is not None or self.match.over

    @property
    def result(self) -> Result | None:
        return self.agreed_result or self.match.result

    @property
    def series(self) -> list[PlayedMatch]:
        """The matches of which this one is the rematch, by its seats."""
        return msgspec.json.decode(self.row.series, type=list[PlayedMatch]) if self.row.series else []

    @property
    def to_move(self) -> str:
        """The seat that must decide; dice entered by hand are the business of whoever is at the table."""
        return "" if self.over else self.match.player

    @property
    def may_move(self) -> tuple[str, ...]:
        """Every seat that may act now, in any order; mostly one."""
        return () if self.over else self.match.players

    def seat(self, name: str) -> SeatRow | None:
        return next((s for s in self.row.seats if s.side == name), None)

    def seats_of(self, key: KeyRow) -> tuple[str, ...]:
        """The seats a key plays. An invitation that nobody has claimed plays none: its holder looks on."""
        return key.sides if key.kind == "seat" else ()

    def is_host(self, key: KeyRow) -> bool:
        """Whether a key is that of who made the table, however many seats he kept for himself."""
        return key.kind == "seat" and not self.guests & set(key.sides)

    def player_of(self, key: KeyRow) -> str:
        """Through whose eyes a key holder looks: his seat's, of several one that is to move; an onlooker has none."""
        mine = self.seats_of(key)
        if len(mine) == 1:
            return mine[0]
        return next((seat for seat in self.may_move if seat in mine), "")

    @property
    def fogged(self) -> bool:
        """Whether what stands where is hidden, so that the log would tell: not once the match is over."""
        return self.game.hides_counters(self.match.scenario, self.match.options) and not self.over

    @property
    def lesson(self) -> Lesson | None:
        """The guided battle that is played here, if one is."""
        if not any(seat.bot == LESSON for seat in self.row.seats):
            return None
        return next((lesson for lesson in self.game.lessons if lesson.position == self.row.opening), None)

    @property
    def scripted_move(self) -> Action | None:
        """At a lesson's table the one move that can be made: the next of its script."""
        script, done = self.lesson.script if self.lesson else (), len(self.actions)
        return script[done] if done < len(script) and not self.over and self.match.legal(script[done]) else None

    @property
    def keeps_a_secret(self) -> bool:
        """Whether anything is hidden from anybody just now, or is about to be: two who share a device then hand it over."""
        return self.fogged or bool(self.match.sealed) or self.match.is_secret

    @property
    def shows_last(self) -> bool:
        """Whether the last action is something to look at. One that others may not notice is not: pauses tell."""
        return bool(self.recent[-1].events) and not _unnoticed(self.match, self.actions[-1])

    @property
    def has_secrets(self) -> bool:
        """Whether the match may hide anything but dice, now or later."""
        return self.game.has_secrets(self.match.scenario, self.match.options)

    @property
    def reasons_tell(self) -> bool:
        """Whether a bot's reasons would give a secret away."""
        return self.game.reasons_tell(self.match.scenario, self.match.options)

    def sealed_from(self, key: KeyRow) -> list[int]:
        """The actions that are still secrets of others."""
        return [] if self.over else self._sealed(key)

    def _sealed(self, key: KeyRow, more: bool = False) -> list[int]:
        """The actions that are secrets of others, or only those that a key holder may not even notice; ascending."""
        mine = set(self.seats_of(key))
        wanted = [entry for entry in self.match.sealed if entry.more or not more]
        hidden = sorted(entry.place for entry in wanted if not set(entry.known_to) & mine)
        found = [bisect_left(self.actions, place, key=lambda logged: logged.place) for place in hidden]
        return [n for n, place in zip(found, hidden, strict=True) if n < len(self.actions) and self.actions[n].place == place]

    def numbering(self, key: KeyRow) -> Numbering:
        """How a key holder counts what has happened: of what others do in secret he does not learn how much it is."""
        if self.over:
            return Numbering((), ())
        return Numbering(self.sealed_log.uncounted(self.seats_of(key)), self._sealed(key, more=True))

    def seq_for(self, key: KeyRow) -> int:
        """The `seq` as a key holder is shown it."""
        return self.numbering(key).shown_seq(self.seq)

    def shown_to(self, player: str) -> Shown:
        """What a player sees of the match, made once for all who see the same."""
        if self._shown_at != self.seq:
            self._shown, self._open_view, self._shown_at = {}, None, self.seq
        if player not in self._shown:
            decision = self.match.decision_for(player)
            view = msgspec.json.encode(self._view(player, decision))
            self._shown[player] = Shown(msgspec.Raw(view), decision)
        return self._shown[player]

    def _view(self, player: str, decision: PendingDecision | None) -> View:
        """A player's view; where nothing is ever secret all see the same position, each with his own decision."""
        if self.has_secrets:
            return self.match.view(player)
        if self._open_view is None:
            self._open_view = self.match.view("")
        return msgspec.structs.replace(self._open_view, player=player, decision=decision)

    def parse(self, action: Action | None, text: str) -> Action:
        """The action a call means, from its fields or its text. Fields go by way of the text: what the log says is what is
        done."""
        return self.match.parse(text if action is None else action.text)

    # ---------------------------------------------------------------- who may

    def may_act(self, key: KeyRow) -> bool:
        """Whether the decision that waits is the key holder's."""
        return any(seat in self.deciders for seat in self.seats_of(key))

    @property
    def deciders(self) -> tuple[str, ...]:
        """The seats whose players may answer now."""
        return () if self.over else self.match.deciders

    def acting_seat(self, key: KeyRow, action: Action) -> str:
        """The seat for which a key holder takes an action; empty if it is not his to take."""
        if self.to_move == "dice":
            return "dice"
        wanted = (action.by,) if action.by else self.may_move
        return next((seat for seat in wanted if seat in key.sides and seat in self.may_move), "")

    def may_ask(self, key: KeyRow) -> bool:
        """Whether a key holder may ask what is legal and what the odds are: with secrets only of his own decisions."""
        if self.fogged:
            return self.match.player != "dice" and self.may_act(key)  # what is rolled for may be unseen
        return self.may_act(key) or not self.match.is_secret

    def may_take_back(self, key: KeyRow) -> bool:
        """Whether a key holder can take his last action back without asking."""
        if not self.actions or not self.match.can_undo or self.over or self._others_answer_in_secret(key):
            return False
        return bool(self.seats_of(key)) and self.actions[-1].player in (*self.seats_of(key), "dice")

    def _others_answer_in_secret(self, key: KeyRow) -> bool:
        """Whether somebody else may be answering in secret, one thing after another: what can be taken back must not show
        whether he has begun."""
        return self.match.hides_progress and not set(self.may_move) <= set(self.seats_of(key))

    def plays_alone(self, key: KeyRow) -> bool:
        """Whether a key holder plays against nobody but himself and bots."""
        return key.kind == "seat" and not self.others_than(key)

    def plays_all(self, key: KeyRow) -> bool:
        """Whether a key holder plays every side himself."""
        return all(seat.side in self.seats_of(key) for seat in self.row.seats)

    def others_than(self, key: KeyRow) -> list[str]:
        """The seats of other people; one that still waits for somebody is one of them."""
        return [s.side for s in self.row.seats if s.kind != "bot" and s.side not in self.seats_of(key)]
