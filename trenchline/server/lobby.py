"""Making tables, from scratch or from other matches, taking seats at them, and finding one's own again."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

import msgspec

from .. import Action, ContinuedDice, DiceRecord, FairDice, Match, Saved, TrenchlineError, load, read_save
from . import errors, limits
from .appending import now
from .clocks import ClockTerms
from .documents import listed_table, offered_table, place_of, shown_table
from .keys import hashed, new_key, new_table_id
from .once import Receipt, receipt_row
from .rows import LESSON, KeyRow, LogRow, PendingEntry, ReceiptRow, SeatRow, Summary, TableRow
from .store import Conflict, Spent
from .table import Table, summary_of
from .tables import Tables
from .wire import Done, MyTable, OfferedSeat, OfferedTable, ShownTable, TakenSeat, WatchKey

CLAIMS = 20  # tries, while other servers append to the same log


class NewTable(msgspec.Struct):
    """What a table is made from."""

    game: str
    scenario: str
    options: dict[str, bool]
    seats: dict[str, str]  # side -> me, friend or bot:NAME
    name: str = ""
    dice: DiceRecord | None = None  # fair ones by default
    opening: str = ""
    parent: str = ""
    dice_known: bool = False  # they come with an upload
    dice_since: int = 0  # the first of an upload's actions that was not played with other dice
    listed: bool = False  # whoever looks at the list of open tables may take a seat
    shown: bool = False  # whoever looks at the list of matches to watch may look on
    level: str = ""  # whom the host of a listed table looks for
    lesson: bool = False  # a guided first battle: the enemy answers from its script
    receipt: Receipt | None = None  # of the call that makes it
    id: str = ""  # chosen beforehand
    coming: list[KeyRow] = []  # of friends whose seats wait for them, who need no invitation
    follows: PendingEntry | None = None  # what it adds to the log of the table it is the rematch of
    series: str = ""  # the matches before it
    clock: ClockTerms | None = None  # how much time the players have


class TableKeys(msgspec.Struct):
    """The keys of a new table: one's own, one invitation for each friend, one for onlookers."""

    table: str
    key: str
    invites: dict[str, str]
    watch: str


def new_dice(kind: str, nonce: str = "") -> DiceRecord:
    """The dice of a new table: the server's, to which its host may add a nonce, or entered by hand."""
    return DiceRecord("hand") if kind == "hand" else FairDice(nonces={"host": nonce} if nonce else {}).record()


async def new(tables: Tables, wanted: NewTable, history: Sequence[Action] = ()) -> TableKeys:
    """A new table, which may begin with the history of another match."""
    game = load(wanted.game)
    if wanted.scenario not in [s.id for s in game.scenarios] and not wanted.opening:
        raise errors.malformed(f"{game.title} has no scenario {wanted.scenario!r}")
    options = game.chosen(wanted.options)
    side_of = {seat.name: seat.side for seat in game.seats(options)}
    names = list(side_of)
    if set(wanted.seats) != set(names):
        raise errors.malformed(f"say who plays each side: {' and '.join(names)}")
    if wanted.clock is not None and not people_oppose(wanted.seats, side_of):
        raise errors.malformed("A clock is for people who play against each other: leave a seat of the other side to a friend")
    clock = None if wanted.clock is None else msgspec.json.encode(wanted.clock).decode()
    seats = [_seat(tables, name, wanted.seats[name], wanted.name, bool(wanted.lesson)) for name in names]
    for one in wanted.coming:
        seats = [SeatRow(s.side, "human", one.name) if s.side in one.sides else s for s in seats]
    made = now()
    key, watch = new_key(), new_key()
    row = TableRow(
        wanted.id or new_table_id(), game.slug, game.rules_version, wanted.scenario, options,
        wanted.dice or new_dice("server"), wanted.opening, seats, wanted.parent, made, made,
        int(wanted.dice_known), wanted.dice_since, int(wanted.listed and "friend" in wanted.seats.values()),
        wanted.series, watch if wanted.shown else None, clock, wanted.level or None,
    )  # fmt: skip
    mine = tuple(s.side for s in seats if wanted.seats[s.side] == "me")
    invites = {s.side: new_key() for s in seats if s.kind == "open"}
    keys = [KeyRow(hashed(key), row.id, "seat", mine, wanted.name), KeyRow(hashed(watch), row.id, "watch", (), "")]
    keys += wanted.coming
    keys += [KeyRow(hashed(k), row.id, "invite", (side,), "") for side, k in invites.items()]
    table = Table(row)
    if table.clock is not None:
        await tables.time.need()
    first = await tables.replays.run(table.follow_history(history), len(history))
    answer, stands = TableKeys(row.id, key, invites, watch), summary_of(table.match, table.seq, None, table.clock)
    receipt = receipt_row(wanted.receipt, answer)
    await asyncio.to_thread(tables.store.new_table, row, keys, first, stands, receipt, wanted.follows)
    tables.add(table)
    return answer


def _seat(tables: Tables, side: str, who: str, name: str, lesson: bool) -> SeatRow:
    if who == "me":
        return SeatRow(side, "human", name)
    if who == "friend":
        return SeatRow(side, "open")
    if who.startswith("bot:"):
        if lesson and who[4:] == LESSON:
            return SeatRow(side, "bot", LESSON.capitalize(), LESSON)
        bot = tables.bots.named(who[4:])
        if bot is None:
            raise errors.malformed(f"there is no bot {who[4:]!r}; there are {', '.join(b.id for b in tables.bots.offered)}")
        return SeatRow(side, "bot", bot.title, bot.id)
    raise errors.malformed(f"{who!r} cannot play a side: me, friend or bot:NAME")


def people_oppose(seats: Mapping[str, str], side_of: Mapping[str, str]) -> bool:
    """Whether people play against each other, and not one against himself or all against bots."""
    people = [(side_of[seat], who) for seat, who in seats.items() if not who.startswith("bot:")]
    return any(side != other and "friend" in (who, whom) for side, who in people for other, whom in people)


# ---------------------------------------------------------------------------------------------------- from other matches


async def upload(tables: Tables, save: str, seats: Mapping[str, str], name: str, receipt: Receipt | None = None) -> TableKeys:
    """A table from the text of a save: replayed and checked first."""
    saved = await asyncio.to_thread(read_save, save)
    if len(saved.actions) > limits.LONGEST_MATCH:
        raise errors.malformed(f"no match is longer than {limits.LONGEST_MATCH} actions and dice")
    match = await tables.replays.result(load(saved.game).load_steps(saved), len(saved.actions))
    if saved.dice.kind == "fair" and not saved.dice.seed:
        raise errors.malformed("this save keeps its dice secret: it can be looked at when the match is over")
    _check_opening(match, saved)
    wanted = NewTable(saved.game, saved.scenario, saved.options, dict(seats), name, saved.dice, saved.opening)
    wanted.receipt = receipt
    if saved.dice.kind == "hand":
        return await new(tables, wanted, match.history)
    if "friend" in seats.values():  # nobody plays with dice that somebody else may know
        wanted.dice, wanted.dice_since = _dice_from_now(match), sum(not action.dice for action in match.history)
    else:
        wanted.dice_known = True
    return await new(tables, wanted, match.history)


def _check_opening(match: Match, saved: Saved) -> None:
    """What a save says of its scenario and options must be what its opening says: by those a table judges what is secret."""
    if match.scenario != saved.scenario:
        raise errors.malformed(
            f"this save does not hold together: it says the scenario is {saved.scenario!r}, its opening {match.scenario!r}"
        )
    chosen = match.game.chosen(saved.options)
    wrong = [name for name, on in match.game.chosen(match.options).items() if chosen[name] != on]
    if wrong:
        raise errors.malformed(
            f"this save does not hold together: its options and its opening say different things of {' and '.join(wrong)}"
        )


def _dice_from_now(match: Match) -> DiceRecord:
    """The dice that have fallen as they are written, and fair ones of the server from here on."""
    fallen = [face for action in match.history for face in action.dice]
    return ContinuedDice(fallen, match.dice_rolled).record()


async def branch(
    tables: Tables,
    table: Table,
    key: KeyRow,
    at: int,
    seats: Mapping[str, str],
    name: str,
    receipt: Receipt | None = None,
) -> TableKeys:
    """A new table that begins where this one stood after some actions, and has dice of its own from there. What its maker may
    not know is dealt anew: he might take another seat."""
    match = await tables.replays.result(table.replay_to(place_of(table, key, at)).steps())
    if not table.over and not table.plays_all(key):
        match = table.game.redeal(match, table.player_of(key), secrets.randbits(32))
    row, opening = table.row, table.game.notation(match)
    dice = new_dice(row.dice.kind)
    wanted = NewTable(row.game, row.scenario, row.options, dict(seats), name, dice, opening, row.id)
    wanted.receipt = receipt
    return await new(tables, wanted)


# ---------------------------------------------------------------------------------------------------- seats


async def claim(tables: Tables, table: Table, invite: KeyRow, name: str, receipt: Receipt | None = None) -> TakenSeat:
    """An invitation becomes a seat: its key, and the sides it plays."""
    used = errors.not_yours("This link has been used; ask for a new one")
    if invite.kind != "invite":
        raise used
    key = new_key()
    seat, answer = KeyRow(hashed(key), table.row.id, "seat", invite.sides, name), TakenSeat(key, invite.sides)
    for _ in range(CLAIMS):
        async with table.lock:
            seats = [SeatRow(s.side, "human", name) if s.side in invite.sides else s for s in table.row.seats]
            entry = LogRow(table.seq, "seat", invite.sides[0], msgspec.json.encode(seats).decode())
            entry.clock = tables.time.now() if table.clock else None
            change = table.foresee(entry)
            pending = PendingEntry(table.row.id, entry, change.summary if table.clock else None)
            try:
                await asyncio.to_thread(tables.store.claim, invite.hash, seat, seats, pending, receipt_row(receipt, answer))
                table.adopt(change)
                break
            except Spent:
                raise used from None
            except Conflict:  # another server has appended meanwhile
                pass
        table = await tables.catch_up(table)
    else:
        raise errors.stale(table.seq_for(invite))
    tables.forget_key(invite)
    tables.notifier.joined(table, invite.sides[0])
    tables.bots.wake(table)
    return answer


async def open_tables(tables: Tables) -> list[OfferedTable]:
    """The tables at which anybody may take a seat, the latest first: what everybody may know of them, and no key."""
    since = (datetime.now(UTC) - timedelta(days=limits.OPEN_DAYS)).isoformat(timespec="seconds")
    rows = await asyncio.to_thread(tables.store.open_tables, since, limits.OPEN_TABLES)
    return [
        offered_table(row, summary, tables.hub.connected(row.id), tables.time.now())
        for row, summary in rows
        if _is_known(row.game) and not (summary and summary.over)
    ]


async def shown_tables(tables: Tables) -> list[ShownTable]:
    """Matches that anybody may watch, with the key for onlookers: those with most company first, then the latest."""
    since = (datetime.now(UTC) - timedelta(days=limits.OPEN_DAYS)).isoformat(timespec="seconds")
    rows = await asyncio.to_thread(tables.store.shown_tables, since, limits.OPEN_TABLES)
    found = [
        shown_table(row, summary, tables.hub.connected(row.id), tables.hub.watchers(row.id), tables.time.now())
        for row, summary in rows
        if summary and _is_known(row.game) and not summary.over
    ]
    return sorted(found, key=lambda t: -t.company)[: limits.SHOWN_TABLES]


def _is_known(slug: str) -> bool:
    """Whether a game can be played here: another server on this database may have games of its own."""
    try:
        load(slug)
    except TrenchlineError:
        return False
    return True


async def sit(tables: Tables, table_id: str, side: str, name: str, receipt: Receipt | None = None) -> TakenSeat:
    """A stranger takes an open seat: the invitation to it is spent, as if he had been sent it."""
    taken = errors.not_yours("This seat is taken or not open to everybody; look at the list again")
    invite = await asyncio.to_thread(tables.store.open_invitation, table_id, side)
    if invite is None:  # whether there is such a table is nobody's business
        raise taken
    table = await tables.table(table_id)
    if table.over:
        raise taken
    try:
        return await claim(tables, table, invite, name, receipt)
    except errors.Refused:
        raise taken from None


async def take_off_the_list(tables: Tables, table: Table, key: KeyRow) -> None:
    if not table.is_host(key):
        raise errors.not_yours("Only the player who made the table can take it off the list")
    await asyncio.to_thread(tables.store.take_off_the_list, table.row.id)
    table.row.listed = None


async def offer_seat(tables: Tables, key: KeyRow, receipt: Receipt | None = None) -> OfferedSeat:
    """A key by which another device may take this seat over. Until it does, nothing changes."""
    if key.kind != "seat":
        raise errors.not_yours("Only a seat can be moved")
    answer = OfferedSeat(new_key())
    offer = KeyRow(hashed(answer.key), key.table_id, "move", key.sides, key.name, seat=key.hash)
    before = await asyncio.to_thread(tables.store.offer_seat, offer, receipt_row(receipt, answer))
    tables.forget_keys(key.table_id, before)
    return answer


async def move_seat(tables: Tables, offer: KeyRow, receipt: Receipt | None = None) -> TakenSeat:
    """The other device takes the seat over: the key it had before opens nothing any more."""
    if offer.kind != "move":
        raise errors.not_yours("This link moves no seat; make a new one on the device that has it")
    answer = TakenSeat(new_key(), offer.sides)
    try:
        await asyncio.to_thread(tables.store.move_seat, offer, hashed(answer.key), receipt_row(receipt, answer))
    except Conflict:
        raise errors.no_key() from None
    tables.forget_keys(offer.table_id, [offer.hash, offer.seat])
    return answer


async def new_watch_key(tables: Tables, table: Table, key: KeyRow, receipt: Receipt | None = None) -> WatchKey:
    """Another key for onlookers; whoever watches by the old one is shown out."""
    _check_may_revoke(table, key)
    answer = WatchKey(new_key())
    fresh = KeyRow(hashed(answer.watch), table.row.id, "watch", (), "")
    await _replace_watch(tables, table, fresh, receipt_row(receipt, answer))
    return answer


async def show_onlookers_out(tables: Tables, table: Table, key: KeyRow) -> None:
    """No key for onlookers opens the table any more."""
    _check_may_revoke(table, key)
    await _replace_watch(tables, table, None, None)


async def show(tables: Tables, table: Table, key: KeyRow, receipt: Receipt | None = None) -> None:
    """Anybody may look on, by the address of the table and from the list of matches to watch."""
    _check_may_revoke(table, key)
    if table.lesson is not None:
        raise errors.not_yours("A lesson has an address of its own: share that")
    watch = new_key()
    fresh = KeyRow(hashed(watch), table.row.id, "watch", (), "")
    await asyncio.to_thread(tables.store.show, table.row.id, fresh, watch, receipt_row(receipt, Done()))
    table.row.shown = table.row.shown or watch


async def hide(tables: Tables, table: Table, key: KeyRow, receipt: Receipt | None = None) -> None:
    """Strangers look on no more; friends with the link for onlookers do."""
    _check_may_revoke(table, key)
    spent = await asyncio.to_thread(tables.store.hide, table.row.id, receipt_row(receipt, Done()))
    table.row.shown = None
    tables.forget_keys(table.row.id, spent)


def _check_may_revoke(table: Table, key: KeyRow) -> None:
    if not table.seats_of(key):
        raise errors.not_yours("Only those who play can change who looks on")


async def _replace_watch(tables: Tables, table: Table, fresh: KeyRow | None, receipt: ReceiptRow | None) -> None:
    old = await asyncio.to_thread(tables.store.replace_watch, table.row.id, fresh, receipt)
    table.row.shown = None
    tables.forget_keys(table.row.id, old)


async def tables_of(tables: Tables, keys: Sequence[str]) -> list[MyTable]:
    """The tables that some keys open, the latest first, with whose turn it is."""
    index = {hashed(key): i for i, key in enumerate(keys)}
    return await listed_tables(tables, await asyncio.to_thread(tables.store.tables_of, list(index)), index)


async def listed_tables(
    tables: Tables, rows: Sequence[tuple[KeyRow, TableRow, Summary | None]], index: Mapping[str, int]
) -> list[MyTable]:
    """Lines of "my tables"; `index` says which of the caller's keys is which, by its hash."""
    found = []
    for key, row, kept in rows:
        if key.kind == "spent":
            continue
        try:
            summary = kept or await _summary(tables, row)
            found.append(listed_table(row, summary, key, index.get(key.hash, -1), tables.time.now()))
        except (errors.Refused, TrenchlineError):  # of a game or of rules that this server does not know
            continue
    return sorted(found, key=lambda t: t.updated, reverse=True)


async def _summary(tables: Tables, row: TableRow) -> Summary:
    """Where a table stands that an older version has kept: replayed once, and written down."""
    table = await tables.table(row.id)
    summary = summary_of(table.match, table.seq, table.agreed_result, table.clock)
    await asyncio.to_thread(tables.store.set_summary, row.id, summary)
    return summary
