"""What a key holder is shown of a table, and no more than that: states, the log, the list of tables, saves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import cast

import msgspec
from msgspec import UNSET

from .. import SECRET, Action, Event, Match, PendingDecision, Saved, View, events_for, load
from . import errors
from .clocks import Clocks
from .rows import KeyRow, Level, Said, Summary, TableRow
from .sealed_log import Numbering
from .table import Entry, Replay, Table
from .wire import (
    ActionDocument,
    ClockDocument,
    Decision,
    DiceKind,
    KeyKind,
    MyTable,
    OfferedTable,
    RematchState,
    SeatHere,
    SeatTime,
    ShownTable,
    TableDocument,
    TableState,
)


def state_document(table: Table, key: KeyRow, since: int, now: int = 0) -> TableState:
    """What a key holder sees: the view, the decision, and the entries that are new to him; `now` is the service time."""
    visible = visibility(table, key)
    shown = table.shown_to(visible.player)
    return TableState(
        seq=visible.numbering.shown_seq(table.seq),
        length=visible.numbering.shown_n(len(table.actions)),
        view=cast(View, shown.view),  # encoded once for all who see the same
        decision=None if table.over else _decision(table, key, shown.decision),
        secret=table.keeps_a_secret,
        entries=list(visible.entries(_news(table, visible.numbering, since))),
        prelude=visible.events(table.match.prelude) if not since else [],
        turns=visible.turns(table),
        thinking=table.thinking if table.thinking in table.may_move else "",
        pace=table.pace,
        can_undo=table.may_take_back(key),
        asked=table.pending_request,
        over=table.over,
        result=table.result,
        seats=table.row.seats,
        rematch=RematchState(table.rematch_wanted, table.rematch.table if table.rematch else ""),
        clock=clock_document(table.clock),
        now=UNSET if table.clock is None else now,
        lesson=UNSET if table.lesson is None else len(table.actions),
    )


def clock_document(clock: Clocks | None) -> ClockDocument | None:
    """The clocks as everybody may know them: the same while somebody does things in secret."""
    if clock is None:
        return None
    seats = {
        seat: SeatTime(one.left, one.since, one.away_until, clock.vacation_left(seat, one.away_until))
        for seat, one in clock.seats.items()
    }
    return ClockDocument(clock.terms, seats, clock.paused, clock.resumes)


def _news(table: Table, numbering: Numbering, since: int) -> list[Entry]:
    """The entries that are new to one who knows all before `since`, as he counts: also those that have come out meanwhile."""
    first = table.sealed_log.told_again_from(since, numbering)
    return [entry for entry in table.recent if numbering.shown_seq(entry.seq) >= first]


def _decision(table: Table, key: KeyRow, decision: PendingDecision | None) -> Decision | None:
    """The decision that waits, as a key holder may know it; what he can do if it is his."""
    if decision is None:
        return None
    mine = table.may_act(key)
    seats = key.sides
    if mine and table.match.is_secret and decision.player in seats:
        # Two who share a device answer in secret one after the other, though both may act.
        seats = (decision.player,)
        decision = msgspec.structs.replace(decision, others=tuple(seat for seat in decision.others if seat not in key.sides))
    actions = legal_actions(table.match, seats) if mine else []
    if table.lesson is not None:  # it leads by the hand: nothing else can be done, so nothing else is lit
        wanted = table.scripted_move
        actions = [a for a in actions if wanted is not None and a.text == table.match.notate(wanted)]
    return Decision(*msgspec.structs.astuple(decision), mine=mine, actions=actions)


def legal_actions(match: Match, seats: tuple[str, ...]) -> list[ActionDocument]:
    """What whoever holds some seats can do: of a decision that several have, his own part."""
    return [
        ActionDocument(
            *(a.kind, a.unit, a.cell, a.value, a.dice, a.facing, a.mode, a.by),
            *(offer.text, offer.label, offer.idle, offer.empty, offer.default, offer.stake),
        )
        for offer in match.offers(seats)
        for a in [offer.action]
    ]


def action_document(action: Action) -> ActionDocument:
    """An action of a decision that is still to come: it has no text form yet."""
    a = action
    return ActionDocument(a.kind, a.unit, a.cell, a.value, a.dice, a.facing, a.mode, a.by)


def talk_for(table: Table, key: KeyRow, talk: Sequence[Said]) -> list[Said]:
    """What a key holder is told of the talk at a table: players, and whoever may still become one, hear what onlookers have
    said among themselves once the match is over."""
    if table.over or key.kind in ("watch", "claimed"):
        return list(talk)
    return [said for said in talk if not said.apart]


# ---------------------------------------------------------------------------------------------------- the log


class Visibility(msgspec.Struct, frozen=True):
    """What a key holder may read of a log at this moment. Taken from its table at once, it can be used in any thread."""

    player: str
    own: frozenset[str]  # his own seats
    mates: frozenset[str]  # the seats of his side
    sealed: frozenset[int]  # actions of others that are not out yet: he learns that there was one, or several
    numbering: Numbering
    fogged: bool  # what stands where is hidden: of others' actions only the verb is shown
    secretive: bool  # a bot's reasons would give a secret away: they are for its own side
    over: bool  # then nothing is hidden any more

    def entries(self, entries: Iterable[Entry]) -> Iterator[Entry]:
        """The entries as they are told. What somebody does in secret is one line, once he has done."""
        count = self.numbering
        untold = frozenset(count.untold)
        heard: list[Event] = []  # of what is not told itself
        for entry in entries:
            if entry.ordered and entry.player not in self.own:
                entry = msgspec.structs.replace(entry, ordered=UNSET)
            shown = entry if self.over else self._entry(entry)
            if entry.n in untold:
                heard += shown.events
                continue
            if count:
                n, seq, events = count.shown_n(entry.n), count.shown_seq(entry.seq), [*heard, *shown.events]
                shown, heard = msgspec.structs.replace(shown, n=n, seq=seq, events=events), []
            yield shown

    def turns(self, table: Table) -> list[tuple[int, int]]:
        """Where each turn begins, as far as something of it is told."""
        told = self.numbering.shown_n(len(table.actions))
        begun = [(begins.turn, self.numbering.shown_n(begins.n)) for begins in table.turns]
        return [(turn, n) for turn, n in begun if n < told]

    def _entry(self, entry: Entry) -> Entry:
        events = self.events(entry.events)
        if entry.n in self.sealed:
            return msgspec.structs.replace(entry, text=SECRET.kind, why="", events=events)
        text = verb(entry.text) if self.fogged and entry.player not in (self.player, "dice") else entry.text
        why = entry.why if not self.secretive or entry.player in self.mates else ""
        if events is entry.events and text == entry.text and why == entry.why:
            return entry
        return msgspec.structs.replace(entry, text=text, why=why, events=events)

    def events(self, events: list[Event]) -> list[Event]:
        """Those that are for him."""
        if self.over or not any(event.to or event.but for event in events):
            return events
        return events_for(events, self.player)


def replay_document(whole: Replay, visible: Visibility, prelude: list[Event]) -> Iterator[bytes]:
    """The whole log as JSON, bit by bit: nothing of a long match is kept but its text, and nobody waits for all of it."""
    yield b'{"steps":['
    between = b""
    for entry in visible.entries(whole.entries()):
        yield between + msgspec.json.encode(entry)
        between = b","
    yield b'],"prelude":' + msgspec.json.encode(visible.events(prelude)) + b"}"


def visibility(table: Table, key: KeyRow) -> Visibility:
    player, match = table.player_of(key), table.match
    mates = frozenset(seat for seat in match.seats if player and match.side_of(seat) == match.side_of(player))
    sealed, numbering = frozenset(table.sealed_from(key)), table.numbering(key)
    own = frozenset(table.seats_of(key))
    return Visibility(player, own, mates, sealed, numbering, table.fogged, table.reasons_tell and not table.over, table.over)


def place_of(table: Table, key: KeyRow, n: int) -> int:
    """The number of actions after which a key holder wants to see the match, from that number as he counts."""
    numbering = table.numbering(key)
    shown = numbering.shown_n(len(table.actions))
    if not 0 <= n <= shown:
        raise errors.malformed(f"the match has {shown} actions, not {n}")
    return numbering.actions(n)


def verb(text: str) -> str:
    """What an action does, without what it names."""
    return text.partition(":")[0].partition("=")[0]


# ---------------------------------------------------------------------------------------------------- tables and saves


def table_document(table: Table, key: KeyRow, connected: set[str]) -> TableDocument:
    """The table itself: what is played, by whom, and which of the sides are connected."""
    row = table.row
    return TableDocument(
        id=row.id,
        game=row.game,
        title=table.game.title,
        scenario=row.scenario,
        options=[name for name, on in row.options.items() if on],
        created=row.created,
        dice=kind_of_dice(row),
        dice_since=table.numbering(key).shown_n(row.dice_since or 0),
        commitment=row.dice.commitment,
        seats=_seats_here(row, connected),
        you=() if key.kind == "claimed" else key.sides,
        holds=msgspec.convert(key.kind, KeyKind),
        invited=key.sides if key.kind in ("invite", "claimed") else (),
        watch=key.kind in ("watch", "claimed"),
        listed=bool(row.listed) and any(s.kind == "open" for s in row.seats),
        shown=bool(row.shown),
        parent=row.parent,
        rules=row.rules,
        lesson=table.lesson.document.number if table.lesson else 0,
        series=table.series,
        clock=table.clock.terms if table.clock else None,
    )


def _seats_here(row: TableRow, connected: set[str]) -> list[SeatHere]:
    return [SeatHere(s.side, s.kind, s.name, s.bot, here=s.side in connected) for s in row.seats]


def kind_of_dice(row: TableRow) -> DiceKind:
    """Whose dice a table has: the server's, which nobody knows beforehand; the players' own, entered by hand; or those that
    came with an upload, so that whoever made the table may know them: written down, or from a seed."""
    if row.dice.kind == "fair":
        return "known" if row.dice_known else "server"
    return "hand" if row.dice.kind == "hand" else "scripted"


def listed_table(row: TableRow, summary: Summary, key: KeyRow, key_index: int, now: int) -> MyTable:
    """A line of "my tables"."""
    return MyTable(
        table=row.id,
        key_index=key_index,
        game=row.game,
        title=load(row.game).title,
        scenario=row.scenario,
        sides=key.sides,
        seats=row.seats,
        turn=summary.turn,
        where=summary.where,
        to_move=summary.to_move,
        your_turn=key.kind == "seat" and any(side in summary.deciders for side in key.sides),
        over=summary.over,
        result=summary.result,
        updated=row.updated,
        clock=clock_document(summary.clock if summary else None),
        now=now if row.clock else 0,
    )


def offered_table(row: TableRow, summary: Summary | None, connected: set[str], now: int) -> OfferedTable:
    """A line of the list of open tables."""
    return OfferedTable(
        table=row.id,
        game=row.game,
        title=load(row.game).title,
        scenario=row.scenario,
        options=[name for name, on in row.options.items() if on],
        seats=_seats_here(row, connected),
        dice=kind_of_dice(row),
        level=msgspec.convert(row.level or "", Level),
        turn=summary.turn if summary else 0,
        updated=row.updated,
        clock=clock_document(summary.clock if summary else None),
        now=now if row.clock else 0,
    )


def shown_table(row: TableRow, summary: Summary, connected: set[str], company: int, now: int) -> ShownTable:
    """A line of the list of matches to watch."""
    return ShownTable(
        table=row.id,
        watch=row.shown or "",
        game=row.game,
        title=load(row.game).title,
        scenario=row.scenario,
        options=[name for name, on in row.options.items() if on],
        seats=_seats_here(row, connected),
        turn=summary.turn,
        where=summary.where,
        company=company,
        updated=row.updated,
        clock=clock_document(summary.clock if summary else None),
        now=now if row.clock else 0,
    )


def saved_match(match: Match, player: str, whole: bool) -> Saved:
    """The match for download: the whole of it where nobody could profit, else what a player may know. The seed of the dice
    and the secrets of others are then left out."""
    return match.save() if whole else match.save(player)
