"""What a key holder is shown of a table, and no more than that: states, the log, the list of tables, saves."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ..core.actions import SECRET
from ..core.decisions import PendingDecision
from ..core.match import Match
from ..core.notation import Saved, action_text
from ..core.position import Event, events_for
from ..games import load
from . import errors
from .rows import KeyRow, Summary, TableRow
from .sealed_log import Numbering
from .table import Entry, Table


class ActionDocument(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A legal action for a client: its fields and its text form."""

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


def state_document(table: Table, key: KeyRow, since: int, chat: object = None) -> dict[str, object]:
    """What a key holder sees: the view, the decision, and the entries that are new to him."""
    visible = visibility(table, key)
    shown = table.shown_to(visible.player)
    document: dict[str, object] = {
        "seq": visible.numbering.shown_seq(table.seq),
        "length": visible.numbering.shown_n(len(table.actions)),
        "view": shown.view,
        "decision": None if table.over else _decision(table, key, shown.decision),
        "secret": table.keeps_a_secret,
        "entries": visible.entries(_news(table, visible.numbering, since)),
        "prelude": visible.events(table.match.prelude) if not since else [],
        "turns": [(begins.turn, visible.numbering.shown_place(begins.n)) for begins in table.turns],
        "thinking": table.thinking if table.thinking in table.may_move else "",
        "pace": table.pace,
        "can_undo": table.may_take_back(key),
        "asked": table.pending_request,
        "over": table.over,
        "result": table.result,
        "seats": table.row.seats,
    }
    if table.lesson is not None:
        document["lesson"] = len(table.actions)
    if chat is not None:
        document["chat"] = chat
        document["notes"] = key.notes
    return document


def _news(table: Table, numbering: Numbering, since: int) -> list[Entry]:
    """The entries that are new to one who knows all before `since`, as he counts: also those that have come out meanwhile."""
    first = table.sealed_log.told_again_from(since)
    return [e for e in table.recent if e.seq >= first and (first < since or numbering.shown_seq(e.seq) >= since)]


def _decision(table: Table, key: KeyRow, decision: PendingDecision | None) -> dict[str, object] | None:
    """The decision that waits, as a key holder may know it; what he can do if it is his."""
    if decision is None:
        return None
    mine = table.may_act(key)
    actions = legal_actions(table.match, key.sides) if mine else []
    if table.lesson is not None:  # it leads by the hand: nothing else can be done, so nothing else is lit
        wanted = table.scripted_move
        actions = [a for a in actions if wanted is not None and a.text == table.match.notate(wanted)]
    return {**msgspec.structs.asdict(decision), "mine": mine, "actions": actions}


def legal_actions(match: Match, seats: tuple[str, ...]) -> list[ActionDocument]:
    """What whoever holds some seats can do: of a decision that several have, his own part."""
    p = match.position
    top = p.stack[-1]
    mine = [a for a in match.actions() if a.by in ("", *seats)]  # asked only for one who holds a seat
    implied = top.implied_kind
    return [
        ActionDocument(
            *(a.kind, a.unit, a.cell, a.value, a.dice, a.facing, a.mode, a.by),
            *(action_text(a, implied), top.label(p, a), top.idle(p, a)),
        )
        for a in mine
    ]


# ---------------------------------------------------------------------------------------------------- the log


class Visibility(msgspec.Struct, frozen=True):
    """What a key holder may read of a log at this moment. Taken from its table at once, it can be used in any thread."""

    player: str
    mates: frozenset[str]  # the seats of his side
    sealed: frozenset[int]  # actions of others that are not out yet: he learns that there was one, or several
    numbering: Numbering
    fogged: bool  # what stands where is hidden: of others' actions only the verb is shown
    secretive: bool  # the match may hide something: a bot's reasons are for its own side
    over: bool  # then nothing is hidden any more

    def entries(self, entries: Iterable[Entry]) -> list[Entry]:
        if self.over:
            return list(entries)
        if not self.sealed:
            return [self._entry(entry) for entry in entries]
        return self._with_runs_as_one(entries)

    def _with_runs_as_one(self, entries: Iterable[Entry]) -> list[Entry]:
        """What goes on in secret is one line, with what may be heard of it."""
        found: list[Entry] = []
        for entry in entries:
            n, seq = self.numbering.shown_place(entry.n), self.numbering.shown_seq(entry.seq)
            shown = msgspec.structs.replace(self._entry(entry), n=n, seq=seq)
            if found and found[-1].n == n:
                found[-1] = msgspec.structs.replace(found[-1], events=[*found[-1].events, *shown.events])
            else:
                found.append(shown)
        return found

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


def visibility(table: Table, key: KeyRow) -> Visibility:
    player, match = table.player_of(key), table.match
    mates = frozenset(seat for seat in match.seats if player and match.side_of(seat) == match.side_of(player))
    sealed, numbering = frozenset(table.sealed_from(key)), table.numbering(key)
    return Visibility(player, mates, sealed, numbering, table.fogged, table.has_secrets and not table.over, table.over)


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


def table_document(table: Table, key: KeyRow, connected: set[str]) -> dict[str, object]:
    """The table itself: what is played, by whom, and which of the sides are connected."""
    row = table.row
    return {
        "id": row.id,
        "game": row.game,
        "title": table.game.title,
        "scenario": row.scenario,
        "options": [name for name, on in row.options.items() if on],
        "created": row.created,
        "dice": kind_of_dice(row),
        "dice_since": table.numbering(key).shown_n(row.dice_since or 0),
        "commitment": row.dice.commitment,
        "seats": [{**msgspec.structs.asdict(s), "here": s.side in connected} for s in row.seats],
        "you": list(key.sides),
        "watch": key.kind == "watch",
        "listed": bool(row.listed) and any(s.kind == "open" for s in row.seats),
        "parent": row.parent,
        "rules": row.rules,
    }


def kind_of_dice(row: TableRow) -> str:
    """Whose dice a table has: the server's, which nobody knows beforehand; the players' own, entered by hand; or those that
    came with an upload, so that whoever made the table may know them: written down, or from a seed."""
    if row.dice.kind == "fair":
        return "known" if row.dice_known else "server"
    return row.dice.kind


def listed_table(row: TableRow, summary: Summary, key: KeyRow, key_index: int) -> dict[str, object]:
    """A line of "my tables"."""
    return {
        "table": row.id,
        "key_index": key_index,
        "game": row.game,
        "title": load(row.game).title,
        "scenario": row.scenario,
        "sides": list(key.sides),
        "seats": row.seats,
        "turn": summary.turn,
        "where": summary.where,
        "to_move": summary.to_move,
        "your_turn": key.kind == "seat" and any(side in summary.deciders for side in key.sides),
        "over": summary.over,
        "result": summary.result,
        "updated": row.updated,
    }


def offered_table(row: TableRow, summary: Summary | None, connected: set[str]) -> dict[str, object]:
    """A line of the list of open tables."""
    return {
        "table": row.id,
        "game": row.game,
        "title": load(row.game).title,
        "scenario": row.scenario,
        "options": [name for name, on in row.options.items() if on],
        "seats": [{**msgspec.structs.asdict(s), "here": s.side in connected} for s in row.seats],
        "dice": kind_of_dice(row),
        "turn": summary.turn if summary else 0,
        "updated": row.updated,
    }


def saved_match(match: Match, player: str, whole: bool) -> Saved:
    """The match for download: the whole of it where nobody could profit, else what a player may know. The seed of the dice
    and the secrets of others are then left out."""
    return match.save() if whole else match.save(player)
