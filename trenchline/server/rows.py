"""What is kept, as structs: tables, keys, entries of logs. And the news that servers on one database tell each other."""

from __future__ import annotations

from typing import Literal

import msgspec

from .. import DiceRecord, Result
from .clocks import Clocks

LESSON = "lesson"  # the bot that answers from the script of a guided first battle
Terms = Literal["changed", "same"]  # the sides of a rematch
Level = Literal["", "beginner", "regular", "veteran"]  # whom the host of an open table looks for; empty for anybody
LONGEST_NOTE = 7_900  # bytes; PostgreSQL passes on less than 8,000


class SeatRow(msgspec.Struct):
    """Who plays a side: a person (`human`), a bot, or nobody yet (`open`)."""

    side: str  # the name of the seat
    kind: Literal["human", "bot", "open"]
    name: str = ""
    bot: str = ""


class TableRow(msgspec.Struct):
    """A table as it is kept."""

    id: str
    game: str
    rules: int
    scenario: str
    options: dict[str, bool]
    dice: DiceRecord
    opening: str
    seats: list[SeatRow]
    parent: str
    created: str
    updated: str
    dice_known: int | None = None  # 1: the dice came with an upload, so that whoever made the table may know them
    dice_since: int | None = None  # the actions that were played with other dice, before an upload
    listed: int | None = None  # 1: its open seats are for everybody who looks at the list of open tables
    series: str | None = None  # the matches of which this is the rematch, by its seats: JSON of [PlayedMatch]
    shown: str | None = None  # the key for onlookers, where anybody may look on: it stands in the list of matches to watch
    clock: str | None = None  # JSON of ClockTerms
    level: str | None = None  # whom the host looks for: a Level


class PlayedMatch(msgspec.Struct, frozen=True):
    """A match of a series, by the present seats of its players: who of them won, and by how much each led."""

    table: str
    won: tuple[str, ...]
    lead: dict[str, int | float]


class Summary(msgspec.Struct):
    """Where a match stands, as everybody may know it: for lists of tables, which must not replay every match."""

    turn: int
    where: str
    to_move: str
    deciders: tuple[str, ...]  # the seats whose players may answer now
    over: bool
    result: Result | None
    seq: int = 0  # how many entries of the log lead here
    hash: str = ""  # of the position they lead to: a log that replays to another was played by other rules
    clock: Clocks | None = None


class KeyRow(msgspec.Struct):
    """A key as it is kept: what it opens, and its holder's name and notes. An invitation (`invite`, `claimed` once somebody has
    taken the seat) and an offer to move a seat (`move`) let look on."""

    hash: str
    table_id: str
    kind: str
    sides: tuple[str, ...]
    name: str
    notes: str = ""
    email: str = ""  # confirmed: mail goes there
    email_wanted: str = ""  # not confirmed: only the code that confirms it goes there
    email_code: str = ""  # the hash of that code
    seat: str = ""  # the hash of the key whose seat an offer moves, or whose holder it waits for
    account: str = ""  # whose seat it is, if its player has an account
    orders: str = ""  # JSON of standing orders: questions that are answered beforehand
    email_since: str = ""  # when its address was confirmed
    telling: str = ""  # how a guest wants to be told of his turns
    account_since: str = ""  # when the seat came into its account

    def as_onlooker(self) -> KeyRow:
        """The same, able to do no more than look on: for what its holder wants to show to anybody."""
        return msgspec.structs.replace(self, kind="watch", sides=())


class Vacation(msgspec.Struct, frozen=True):
    """The days of vacation that an account has used this year, and until when, by service time, it is away."""

    year: int
    used: int = 0
    until: int = 0


class Said(msgspec.Struct, frozen=True):
    """Something that was said at a table; `n` is its number there."""

    n: int
    name: str
    text: str
    at: str
    apart: bool = False  # by an onlooker, while the match went on: players are not told before it is over


class ReceiptRow(msgspec.Struct, frozen=True):
    """That a call was carried out, and its sealed answer."""

    id: str
    answer: str


class LogRow(msgspec.Struct):
    """One thing that happened at a table."""

    n: int
    kind: str
    side: str
    text: str
    idem: str | None = None
    why: str = ""  # a bot's reason
    clock: int | None = None  # the service time, at a table with a clock
    ordered: int | None = None  # 1: answered by a standing order


class NoticeRow(msgspec.Struct, frozen=True):
    """That the player of a seat is to be told something: whose turn it is, or what a message is about."""

    table_id: str
    seat: str
    kind: str
    text: str
    begun: str


class PendingEntry(msgspec.Struct, frozen=True):
    """An entry to be appended to a table's log, and where the match stands then; None where that is as before. What others may
    not notice leaves the time as it is at which the table was last touched."""

    table_id: str
    entry: LogRow
    summary: Summary | None = None
    unnoticed: bool = False
    turn_of: tuple[str, ...] = ()  # seats whose turn begins by it and whose players do not look: they are to be told
    came: tuple[str, ...] = ()  # seats whose player has acted: he is here


class News(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table has changed, and how; without a table, somebody's session has ended."""

    table_id: str
    entry: LogRow | None = None  # was appended to its log
    key_hash: str = ""  # of a key that was changed or spent, or of the session
    talk: bool = False  # somebody has said something


for _kind in (TableRow, Summary, list[SeatRow], list[PlayedMatch], News):
    msgspec.json.Decoder(_kind)  # learnt here, not by two threads at once: msgspec 0.22 would crash the process


def note(news: News) -> str:
    """News as they are sent. An entry too long for that is left out: whoever hears of it reads the log."""
    text = msgspec.json.encode(news)
    if len(text) > LONGEST_NOTE:
        text = msgspec.json.encode(msgspec.structs.replace(news, entry=None))
    return text.decode()


def read_note(text: str) -> News:
    return msgspec.json.decode(text, type=News)
