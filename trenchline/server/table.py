"""A table in memory: the match its log replays to, and the documents that are made of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from ..core.dice import FairDice, dice_from
from ..core.game import Game
from ..core.match import Action, Match, Result
from ..core.notation import Saved, action_text, parse_action
from ..core.position import Event, told
from ..games import load
from .store import KeyRow, LogRow, Seat, TableRow

KEPT = 400  # entries with their events kept at hand; older ones are replayed when asked for


class Entry(msgspec.Struct, frozen=True):
    """An action that was taken, and what came of it."""

    n: int  # its place among the actions that stand
    seq: int  # when it was taken
    player: str
    text: str
    turn: int
    step: str
    events: list[Event]


class Asked(msgspec.Struct, frozen=True):
    """Something one side asks of the other."""

    what: str  # undo or draw
    by: str


class ActionDocument(msgspec.Struct, frozen=True, omit_defaults=True):
    """A legal action for a client: its fields and its text form."""

    kind: str
    unit: str = ""
    cell: str = ""
    value: int = 0
    dice: tuple[int, ...] = ()
    text: str = ""
    label: str = ""


class Table:
    """One table. `lock` is held by whoever changes it."""

    def __init__(self, row: TableRow) -> None:
        self.row = row
        self.game: Game = load(row.game)
        self.lock = asyncio.Lock()
        self.thinking = ""
        self._views: dict[str, msgspec.Raw] = {}
        self._views_of = -1
        self._begin()

    def _begin(self) -> None:
        """The match before its first action."""
        dice = dice_from(self.row.dice)
        rolled = dice if dice is not None else "hand"
        if self.row.opening:
            self.match: Match = self.game.position(self.row.opening, dice=rolled)
        else:
            self.match = self.game.start(self.row.scenario, options=self.row.options, dice=rolled)
        self.seq = 0
        self.standing: list[tuple[int, str, str]] = []  # seq, player and text of each action that stands
        self.entries: list[Entry] = []
        self.seen: set[str] = set()
        self.asked: Asked | None = None
        self.ended: Result | None = None

    # ---------------------------------------------------------------- the log

    def take(self, entries: Sequence[LogRow]) -> None:
        """Bring the table up to date with entries of its log."""
        for entry in entries:
            if entry.n == self.seq:
                self._take(entry)

    def _take(self, entry: LogRow) -> None:
        if entry.kind == "action":
            self.act(entry.side, entry.text)
        elif entry.kind == "undo":
            self.take_back()
        elif entry.kind == "ask":
            self.asked = Asked(entry.text, entry.side)
        elif entry.kind == "answer":
            self._answered(entry.text == "yes")
        elif entry.kind == "resign":
            self.ended = self._resigned(entry.side)
        elif entry.kind == "seat":
            self.row.seats = msgspec.json.decode(entry.text, type=list[Seat])
        if entry.idem:
            self.seen.add(entry.idem)
        self.seq = entry.n + 1

    def act(self, side: str, text: str) -> None:
        """An action happens. The caller logs it."""
        position = self.match.position
        step = self.game.step_title(position)
        turn = position.turn
        events = self.match.apply(parse_action(text, "", self.game))
        self.entries.append(Entry(len(self.standing), self.seq, side, text, turn, step, events))
        if len(self.entries) > 2 * KEPT:
            del self.entries[:-KEPT]
        self.standing.append((self.seq, side, text))
        self.asked = None

    def take_back(self) -> None:
        """The last action is undone, past dice if need be."""
        self.standing.pop()
        if self.entries:
            self.entries.pop()
        if self.match.can_undo:
            self.match.undo()
        else:
            self.match = self.at(len(self.standing))
        self.asked = None

    def at(self, n: int) -> Match:
        """The match as it stood after n of its actions."""
        dice = dice_from(self.row.dice)
        rolled = dice if dice is not None else "hand"
        if self.row.opening:
            match = self.game.position(self.row.opening, dice=rolled)
        else:
            match = self.game.start(self.row.scenario, options=self.row.options, dice=rolled)
        for _, _, text in self.standing[:n]:
            match.apply(parse_action(text, "", self.game))
        return match

    def history(self) -> list[Entry]:
        """Every action that stands, with its events; replayed."""
        match = self.at(0)
        found = []
        for n, (seq, side, text) in enumerate(self.standing):
            turn, step = match.position.turn, self.game.step_title(match.position)
            events = match.apply(parse_action(text, "", self.game))
            found.append(Entry(n, seq, side, text, turn, step, events))
        return found

    def _answered(self, yes: bool) -> None:
        asked, self.asked = self.asked, None
        if asked is None or not yes:
            return
        if asked.what == "undo":
            self.take_back()
        else:
            points = self.game.result(self.match.position).points
            self.ended = Result("", "Draw agreed", points, ("Both sides agreed to a draw",))

    def _resigned(self, side: str) -> Result:
        others = [s for s in self.game.sides if s != side]
        points = self.game.result(self.match.position).points
        return Result(others[0], f"{side.capitalize()} side resigned", points, (f"The {side} side resigned",))

    # ---------------------------------------------------------------- asking

    @property
    def over(self) -> bool:
        return self.ended is not None or self.match.over

    @property
    def result(self) -> Result | None:
        return self.ended or self.match.result

    @property
    def to_move(self) -> str:
        """The side that must decide; dice entered by hand are the business of whoever is at the table."""
        return "" if self.over else self.match.player

    def seat(self, side: str) -> Seat | None:
        return next((s for s in self.row.seats if s.side == side), None)

    def may_act(self, key: KeyRow) -> bool:
        """Whether the decision that waits is the key holder's."""
        if self.over or not key.sides or key.kind != "seat":
            return False
        return self.to_move in key.sides or self.to_move == "dice"

    def player_of(self, key: KeyRow) -> str:
        """Through whose eyes a key holder looks: his side's, of two the one to move; an onlooker has none."""
        return key.sides[0] if len(key.sides) == 1 else self.to_move if self.to_move in key.sides else ""

    @property
    def secretive(self) -> bool:
        """Whether there is something that a player must not learn from the log: not once the match is over."""
        return self.game.hides(self.row.options) and not self.over

    def told(self, entries: Sequence[Entry], player: str) -> list[Entry]:
        """What a player may read of the log: events that are for him, and of hidden actions the verb."""
        if not self.secretive:
            return list(entries)
        return [
            msgspec.structs.replace(
                e,
                text=e.text if e.player in (player, "dice") else verb(e.text),
                events=told(e.events, player),
            )
            for e in entries
        ]

    def alone(self, key: KeyRow) -> bool:
        """Whether a key holder plays against nobody but himself and bots."""
        return key.kind == "seat" and all(
            s.kind != "open" and (s.kind != "human" or s.side in key.sides) for s in self.row.seats
        )

    def prelude(self, player: str) -> list[Event]:
        """What happened before the first choice, as far as a player may know."""
        return told(self.match.prelude, player) if self.secretive else self.match.prelude

    def may_ask(self, key: KeyRow) -> bool:
        """Whether a key holder may ask what is legal and what the odds are: with secrets only of his own decisions."""
        return not self.secretive or self.may_act(key)

    def parse(self, action: Action | None, text: str) -> Action:
        """The action a call means, from its fields or its text."""
        if action is not None:
            return action
        return self.match.parse(text)

    def text_of(self, action: Action) -> str:
        return action_text(action)

    def legal_actions(self) -> list[ActionDocument]:
        match, top = self.match, self.match.position.stack[-1]
        return [ActionDocument(a.kind, a.unit, a.cell, a.value, a.dice, match.notate(a), top.label(a)) for a in match.actions()]

    # ---------------------------------------------------------------- documents

    def state(self, key: KeyRow, since: int, chat: list[dict[str, str]] | None = None) -> dict[str, object]:
        """What a key holder sees: the view, the decision, and the entries that are new to him."""
        player = self.player_of(key)
        mine = self.may_act(key)
        waiting = None if self.over else self.game.waiting(self.match, player)
        decision = None
        if waiting is not None:
            decision = {
                "player": waiting.player,
                "kind": waiting.kind,
                "prompt": waiting.prompt,
                "cases": waiting.cases,
                "mine": mine,
                "actions": self.legal_actions() if mine else [],
            }
        document: dict[str, object] = {
            "seq": self.seq,
            "length": len(self.standing),
            "view": self._view(player),
            "decision": decision,
            "entries": self.told([e for e in self.entries if e.seq >= since], player),
            "prelude": self.prelude(player) if not since else [],
            "thinking": self.thinking,
            "can_undo": mine is not None and self.may_take_back(key),
            "asked": self.asked,
            "over": self.over,
            "result": self.result,
            "seats": self.row.seats,
        }
        if chat is not None:
            document["chat"] = chat
            document["notes"] = key.notes
        return document

    def _view(self, player: str) -> msgspec.Raw:
        """The view of a player, encoded once for all who see the same."""
        if self._views_of != self.seq:
            self._views, self._views_of = {}, self.seq
        if player not in self._views:
            self._views[player] = msgspec.Raw(msgspec.json.encode(self.match.view(player)))
        return self._views[player]

    def may_take_back(self, key: KeyRow) -> bool:
        """Whether a key holder can take his last action back without asking."""
        return bool(self.standing) and self.match.can_undo and self.standing[-1][1] in (*key.sides, "dice") and not self.over

    def document(self, key: KeyRow, here: set[str]) -> dict[str, object]:
        """The table as its holders see it listed."""
        row = self.row
        return {
            "id": row.id,
            "game": row.game,
            "title": self.game.title,
            "scenario": row.scenario,
            "options": [name for name, on in row.options.items() if on],
            "created": row.created,
            "dice": "hand" if row.dice.kind == "hand" else "server",
            "commitment": row.dice.commitment,
            "seats": [{**msgspec.structs.asdict(s), "here": s.side in here} for s in row.seats],
            "you": list(key.sides),
            "watch": key.kind == "watch",
            "parent": row.parent,
            "rules": row.rules,
        }

    def save(self, with_seed: bool) -> Saved:
        """The match for download; the seed of its dice only where nobody could profit."""
        saved = self.match.save()
        if with_seed or self.over:
            return saved
        return msgspec.structs.replace(saved, dice=msgspec.structs.replace(saved.dice, seed=""))


def verb(text: str) -> str:
    """What an action does, without what it names."""
    return text.partition(":")[0].partition("=")[0]


def fresh_dice(kind: str, nonces: dict[str, str]) -> FairDice | None:
    """Dice of a new table."""
    return None if kind == "hand" else FairDice(nonces=nonces)
