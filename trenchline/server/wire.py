"""The documents that answer calls. The OpenAPI document and the client's types are made from them."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from .. import (
    BoardDocument,
    ChartDocument,
    CounterDocument,
    DiceRecord,
    Event,
    GameInfo,
    LayerDocument,
    Luck,
    PendingDecision,
    Reference,
    Result,
    Rule,
    Stake,
    StandingOrder,
    StandingQuestion,
    Stays,
    StepDocument,
    View,
)
from .bots import Offered
from .clocks import ClockTerms
from .rows import Level, PlayedMatch, Said, SeatRow, Terms
from .table import Entry, PendingRequest

DiceKind = Literal["server", "hand", "known", "scripted"]
Way = Literal["push", "mail", "hook"]  # in which a player is told
KeyKind = Literal["seat", "invite", "claimed", "move", "watch"]


class Done(msgspec.Struct, frozen=True):
    """It is done, and there is nothing to tell."""


# ---------------------------------------------------------------------------------------------------- games


class Catalogue(msgspec.Struct, frozen=True):
    """The games, who can play against you, and whether this server sends mail."""

    games: list[GameInfo]
    players: tuple[Offered, ...]
    email: bool


class GameDocument(msgspec.Struct, frozen=True):
    """All of a game that never changes."""

    info: GameInfo
    board: BoardDocument
    counters: list[CounterDocument]
    charts: list[ChartDocument]
    sequence: list[StepDocument]
    overlays: list[LayerDocument]


class ReferenceDocument(Reference, frozen=True, kw_only=True):
    """What is looked up of a game."""

    slug: str
    title: str
    rules: list[Rule]
    charts: list[ChartDocument]


# ---------------------------------------------------------------------------------------------------- tables


class SeatTime(msgspec.Struct, frozen=True):
    """A seat's clock, in milliseconds of service time: `left` at `since`, or for good while that is null."""

    left: int
    since: int | None
    away_until: int  # the end of a vacation, or 0
    vacation: int  # days of vacation of its own that it may still take


class ClockDocument(msgspec.Struct, frozen=True):
    """The clocks of a table. Those of its people: a bot has none."""

    terms: ClockTerms
    seats: dict[str, SeatTime]
    paused: bool
    resumes: int  # a pause has ended: time counts again from then on


class SeatHere(SeatRow, kw_only=True):
    """A seat, and whether its player is connected."""

    here: bool


class TableDocument(msgspec.Struct, frozen=True):
    """A table itself: what is played, by whom. `you` are the names of your seats."""

    id: str
    game: str
    title: str
    scenario: str
    options: list[str]
    created: str
    dice: DiceKind
    dice_since: int
    commitment: str
    seats: list[SeatHere]
    you: tuple[str, ...]
    holds: KeyKind  # what your key is; whoever has an invitation that somebody has claimed may look on
    invited: tuple[str, ...]  # by an invitation: to which seats
    watch: bool
    listed: bool
    shown: bool  # anybody may watch
    parent: str
    rules: int
    lesson: int
    series: list[PlayedMatch]  # of which this is the rematch
    clock: ClockTerms | None


class MyTable(msgspec.Struct, frozen=True):
    """A table that one of your keys opens. `sides` are the names of your seats."""

    table: str
    key_index: int
    game: str
    title: str
    scenario: str
    sides: tuple[str, ...]
    seats: list[SeatRow]
    turn: int
    where: str
    to_move: str
    your_turn: bool
    over: bool
    result: Result | None
    updated: str
    clock: ClockDocument | None
    now: int  # the service time, where there is a clock; else 0


class OfferedTable(msgspec.Struct, frozen=True):
    """A line of the list of open tables."""

    table: str
    game: str
    title: str
    scenario: str
    options: list[str]
    seats: list[SeatHere]
    dice: DiceKind
    level: Level  # whom the host looks for
    turn: int
    updated: str
    clock: ClockDocument | None
    now: int  # the service time, where there is a clock; else 0


class ShownTable(msgspec.Struct, frozen=True):
    """A match that anybody may watch, and the key for onlookers."""

    table: str
    watch: str
    game: str
    title: str
    scenario: str
    options: list[str]
    seats: list[SeatHere]
    turn: int
    where: str
    company: int  # who is connected, players and onlookers
    updated: str
    clock: ClockDocument | None
    now: int  # the service time, where there is a clock; else 0


class TakenSeat(msgspec.Struct, frozen=True):
    """The key of a seat that was taken, and the names of the seats it plays."""

    key: str
    sides: tuple[str, ...]


class OfferedSeat(msgspec.Struct, frozen=True):
    """A key by which another device may take the seat over. Until it does, nothing changes."""

    key: str


class WatchKey(msgspec.Struct, frozen=True):
    """A key for onlookers."""

    watch: str


class Address(msgspec.Struct, frozen=True):
    """Where others find this server, for who sits at its machine."""

    local: str
    only_here: bool


class CodeSent(msgspec.Struct, frozen=True):
    """Whether a code was sent to an address that is not confirmed."""

    sent: bool


class HowTold(msgspec.Struct, frozen=True):
    """How a player wants to be told of his turns. Hours are of his time zone, empty for none."""

    minutes: int | None  # he may be away before he is told; else what the host has chosen
    quiet_from: str
    quiet_until: str
    zone: str
    daily: str  # all that waits in one message, at this hour
    mail: bool  # to the address of his account
    webhook: str


class Telling(msgspec.Struct, frozen=True):
    """By which ways this server tells players of their turns, and how an account's player has chosen."""

    push_key: str  # the server's, for `pushManager.subscribe`
    mail: bool
    patience: float  # seconds a player may be away who has not chosen
    account: HowTold | None


class SeatsTold(msgspec.Struct, frozen=True):
    """How many are told from now on: seats of guests, and the account that is signed in."""

    told: int


class WayTried(msgspec.Struct, frozen=True):
    """A way to tell a player, and whether a message went through by it."""

    way: Way
    sent: bool


class WaysTried(msgspec.Struct, frozen=True):
    """By which ways a message to try them was sent."""

    ways: list[WayTried]


class PasskeyLine(msgspec.Struct, frozen=True):
    """A passkey of an account."""

    id: str
    name: str  # the device it was made on
    created: str
    used: str


class SessionLine(msgspec.Struct, frozen=True):
    """A browser in which an account is signed in."""

    id: str
    device: str
    created: str
    used: str
    here: bool  # this is the one that asks


class AccountDocument(msgspec.Struct, frozen=True):
    """The account that is signed in, as its owner sees it."""

    signed_in: bool
    mails_links: bool  # this server can send a link to sign in by
    name: str = ""
    email: str = ""  # confirmed
    settings: str = "{}"  # what the client keeps there
    passkeys: list[PasskeyLine] = []
    sessions: list[SessionLine] = []
    vacation: int = 0  # days that may still be taken this year, at all its tables together


class ResultsChoice(msgspec.Struct, frozen=True):
    """What the account that is signed in shows of its results."""

    page: str  # the name of its page in `/players/PAGE`; empty for none
    rated: list[str]  # the games in which its matches are rated


class ResultLine(msgspec.Struct, frozen=True):
    """A match that counts."""

    table: str  # only where anybody may look on
    game: str
    title: str
    scenario: str
    side: str
    outcome: Literal["won", "drawn", "lost"]
    level: str  # how the match ended, in the words of the game
    against: str
    against_page: str  # of an opponent who has one; only then is he named
    ended: str


class ResultCount(msgspec.Struct, frozen=True):
    """How many matches of a scenario were won, drawn and lost with a side."""

    game: str
    title: str
    scenario: str
    side: str
    won: int
    drawn: int
    lost: int


class RatingLine(msgspec.Struct, frozen=True):
    """A rating by Glicko-2."""

    game: str
    title: str
    rating: int
    within: int  # it is so much higher or lower at the most, 19 times in 20
    matches: int


class PlayerDocument(msgspec.Struct, frozen=True):
    """The results of a player who shows them: the latest matches that count."""

    name: str
    counts: list[ResultCount]
    matches: list[ResultLine]
    ratings: list[RatingLine]


class CupMade(msgspec.Struct, frozen=True):
    """The name of a new cup in links."""

    cup: str


class MyCup(msgspec.Struct, frozen=True):
    """A cup in which the account plays."""

    cup: str
    name: str
    title: str
    begun: bool


class CupLine(msgspec.Struct, frozen=True):
    """A player in the table of a cup. Who is equal in everything shares the place."""

    place: int
    name: str
    played: int
    won: int
    drawn: int
    lost: int
    points: float


class CupMatch(msgspec.Struct, frozen=True):
    """A match of a cup: who plays which side, and how it ended."""

    table: str  # of one's own matches, and where anybody may watch
    players: dict[str, str]
    level: str
    winner: str  # a side; empty for a draw, and while it goes on
    over: bool


class CupDocument(msgspec.Struct, frozen=True):
    """A cup, as whoever has its link sees it."""

    name: str
    game: str
    title: str
    scenario: str
    begun: bool
    mine: bool  # the caller has made it
    joined: bool  # the caller plays in it
    most: int  # players
    standings: list[CupLine]
    matches: list[CupMatch]
    tie_break: str


class PasskeyOptions(msgspec.Struct, frozen=True):
    """What `navigator.credentials` is to be called with, in JSON."""

    options: str


class SeatsAdded(msgspec.Struct, frozen=True):
    """How many seats are in the account from now on."""

    seats: int


class Page(msgspec.Struct, frozen=True):
    """The page of a lesson that the learner has turned to."""

    page: int


class Health(msgspec.Struct, frozen=True):
    """The server is well."""

    status: str
    version: str
    database: str


# ---------------------------------------------------------------------------------------------------- play


class ActionDocument(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A legal action: its fields and its text form. `by` is the seat whose part of a shared decision it is."""

    kind: str
    unit: str = ""
    cell: str = ""
    value: int = 0
    dice: tuple[int, ...] = ()
    facing: str = ""
    mode: str = ""
    by: str = ""
    text: str = ""
    label: str = ""
    idle: bool = False
    empty: bool = False  # nothing is there to be hit: legal, and not lit unless it is asked for
    default: bool = False
    stake: Stake | None = None


class Decision(PendingDecision, frozen=True, omit_defaults=False, kw_only=True):
    """The decision that waits, and what its player can do if it is yours."""

    mine: bool
    actions: list[ActionDocument]


class RematchState(msgspec.Struct, frozen=True):
    """Which seats want a rematch, with what sides; and its table, once all who played agree."""

    wanted: dict[str, Terms]
    table: str


class TableState(msgspec.Struct, frozen=True, kw_only=True):
    """How a table stands, as a key holder may know it, with what is new to him.

    Talk and notes come with `/state`, and with pushes where they are new; who is connected (`here`) with pushes.
    """

    seq: int
    length: int  # actions that stand
    view: View
    decision: Decision | None
    secret: bool  # something is hidden from somebody just now
    entries: list[Entry]
    prelude: list[Event]  # what happened before the first choice
    turns: list[tuple[int, int]]  # each turn, and the number of its first action
    thinking: str  # the seat whose bot has been asked
    pace: int
    can_undo: bool
    asked: PendingRequest | None
    over: bool
    result: Result | None
    seats: list[SeatRow]
    rematch: RematchState
    clock: ClockDocument | None
    now: int | UnsetType = UNSET  # the service time, where there is a clock
    lesson: int | UnsetType = UNSET  # of a guided battle: the moves that are done
    chat: list[Said] | UnsetType = UNSET
    notes: str | UnsetType = UNSET
    here: list[str] | UnsetType = UNSET


class AtOnceTexts(msgspec.Struct, frozen=True):
    """Of some actions, those that can all be done one after the other; who is left out, and why."""

    goes: list[str]
    stays: tuple[Stays, ...]


class CellLines(msgspec.Struct, frozen=True):
    """What a cell holds, line by line."""

    lines: list[str]


# ---------------------------------------------------------------------------------------------------- looking back


class PastView(msgspec.Struct, frozen=True):
    """The view after n of the actions that stand."""

    n: int
    view: View


class ReplayDocument(msgspec.Struct, frozen=True):
    """The whole log."""

    steps: list[Entry]
    prelude: list[Event]


class Roll(msgspec.Struct, frozen=True):
    """A roll: after how many actions it fell, its faces, what it was for and what came of it."""

    n: int
    faces: tuple[int, ...]
    what: str
    kind: str
    result: str
    luck: Luck | None


class SideLuck(msgspec.Struct, frozen=True):
    """What the rolls of a side brought beyond what it could expect."""

    side: str
    luck: float
    rolls: int


class DiceDocument(msgspec.Struct, frozen=True):
    """The dice of a match: every roll, how the faces are spread, and who was lucky."""

    rolls: list[Roll]
    counts: list[int]
    expected: float
    verdict: str
    luck: list[SideLuck]
    proof: DiceRecord


# ---------------------------------------------------------------------------------------------------- standing orders


class StandingDocument(msgspec.Struct, frozen=True):
    """The small questions that can be answered in advance, the set of a careful player, and the caller's own orders by seat."""

    questions: tuple[StandingQuestion, ...]
    careful: tuple[StandingOrder, ...]
    orders: dict[str, tuple[StandingOrder, ...]]
