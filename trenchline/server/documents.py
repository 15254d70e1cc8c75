"""What a key holder is shown of a table, and no more than that: states, the log, the list of tables, saves."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ..core.actions import SECRET
from ..core.match import Match
from ..core.notation import Saved
from ..core.position import Event, events_for
from .store import KeyRow, TableRow
from .table import Entry, Table


class ActionDocument(msgspec.Struct, frozen=True, omit_defaults=True):
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


def state_document(table: Table, key: KeyRow, since: int, chat: list[dict[str, str]] | None = None) -> dict[str, object]:
    """What a key holder sees: the view, the decision, and the entries that are new to him."""
    visible = visibility(table, key)
    document: dict[str, object] = {
        "seq": table.seq,
        "length": len(table.actions),
        "view": table.view(visible.player),
        "decision": _decision(table, key),
        "entries": visible.entries(e for e in table.recent if e.seq >= since),
        "prelude": visible.events(table.match.prelude) if not since else [],
        "thinking": table.thinking if table.thinking in table.may_move else "",
        "pace": table.pace,
        "can_undo": table.may_take_back(key),
        "asked": table.pending_request,
        "over": table.over,
        "result": table.result,
        "seats": table.row.seats,
    }
    if chat is not None:
        document["chat"] = chat
        document["notes"] = key.notes
    return document


def _decision(table: Table, key: KeyRow) -> dict[str, object] | None:
    """The decision that waits, as a key holder may know it; what he can do if it is his."""
    decision = None if table.over else table.match.decision_for(table.player_of(key))
    if decision is None:
        return None
    mine = table.may_act(key)
    actions = _legal_actions(table.match, key) if mine else []
    return {**msgspec.structs.asdict(decision), "mine": mine, "actions": actions}


def _legal_actions(match: Match, key: KeyRow) -> list[ActionDocument]:
    """What a key holder can do: of a decision that several have, his own part."""
    p = match.position
    top = p.stack[-1]
    mine = [a for a in match.actions() if a.by in ("", *key.sides)]
    return [ActionDocument(**msgspec.structs.asdict(a), text=match.notate(a), label=top.label(p, a)) for a in mine]


# ---------------------------------------------------------------------------------------------------- the log


class Visibility(msgspec.Struct, frozen=True):
    """What a key holder may read of a log at this moment. Taken from its table at once, it can be used in any thread."""

    player: str
    sealed: frozenset[int]  # actions of others that are not out yet: he learns that there was one
    fogged: bool  # what stands where is hidden: of others' actions only the verb is shown
    over: bool  # then nothing is hidden any more

    def entries(self, entries: Iterable[Entry]) -> list[Entry]:
        return list(entries) if self.over else [self._entry(entry) for entry in entries]

    def _entry(self, entry: Entry) -> Entry:
        events = self.events(entry.events)
        if entry.n in self.sealed:
            return msgspec.structs.replace(entry, text=SECRET.kind, why="", events=events)
        if self.fogged:
            text = entry.text if entry.player in (self.player, "dice") else verb(entry.text)
            why = entry.why if entry.player == self.player else ""
            return msgspec.structs.replace(entry, text=text, why=why, events=events)
        return entry if events is entry.events else msgspec.structs.replace(entry, events=events)

    def events(self, events: list[Event]) -> list[Event]:
        """Those that are for him."""
        if self.over or not any(event.to or event.but for event in events):
            return events
        return events_for(events, self.player)


def visibility(table: Table, key: KeyRow) -> Visibility:
    return Visibility(table.player_of(key), frozenset(table.sealed_from(key)), table.fogged, table.over)


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
        "dice": "hand" if row.dice.kind == "hand" else "server",
        "commitment": row.dice.commitment,
        "seats": [{**msgspec.structs.asdict(s), "here": s.side in connected} for s in row.seats],
        "you": list(key.sides),
        "watch": key.kind == "watch",
        "parent": row.parent,
        "rules": row.rules,
    }


def listed_table(table: Table, row: TableRow, key: KeyRow, key_index: int) -> dict[str, object]:
    """A line of "my tables"; the row as it is in the database now."""
    p = table.match.position
    return {
        "table": row.id,
        "key_index": key_index,
        "game": row.game,
        "title": table.game.title,
        "scenario": row.scenario,
        "sides": list(key.sides),
        "seats": row.seats,
        "turn": p.turn,
        "where": table.game.step_title(p),
        "to_move": table.to_move,
        "your_turn": table.may_act(key),
        "over": table.over,
        "result": table.result,
        "updated": row.updated,
    }


def saved_match(match: Match, player: str, whole: bool) -> Saved:
    """The match for download: the whole of it where nobody could profit, else what a player may know. The seed of the dice
    and the secrets of others are then left out."""
    return match.save() if whole else match.save(player)
