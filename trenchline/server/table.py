"""A table in memory: the match its log replays to, and the documents that are made of it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from ..core.dice import FairDice, dice_from
from ..core.game import Game
from ..core.actions import Action, SECRET
from ..core.match import Match, Result
from ..core.notation import Saved, action_text, parse_action
from ..core.position import Event, events_for
from ..games import load
from .store import KeyRow, LogRow, Seat, TableRow

PACE = 300  # milliseconds between a bot's visible actions, while somebody watches
MILESTONE = 250  # actions
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
    why: str = ""  # a bot's reason


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
        self.pace = PACE
        self._views: dict[str, msgspec.Raw] = {}
        self._views_of = -1
        self._begin()

    def _begin(self) -> None:
        self.match: Match = self._opening()
        self._milestones: dict[int, Match] = {}  # the match after so many actions, for looking back
        self.seq = 0
        self.standing: list[tuple[int, str, str, str]] = []  # seq, player, text and reason of each action that stands
        self.entries: list[Entry] = []
        self.seen: set[str] = set()
        self.asked: Asked | None = None
        self.ended: Result | None = None

    def _opening(self) -> Match:
        """The match before its first action."""
        dice = dice_from(self.row.dice)
        rolled = dice if dice is not None else "hand"
        if self.row.opening:
            return self.game.position(self.row.opening, dice=rolled)
        return self.game.start(self.row.scenario, options=self.row.options, dice=rolled)

    # ---------------------------------------------------------------- the log

    def take(self, entries: Sequence[LogRow]) -> None:
        """Bring the table up to date with entries of its log."""
        for entry in entries:
            if entry.n == self.seq:
                self._take(entry)

    def _take(self, entry: LogRow) -> None:
        if entry.kind == "action":
            self.act(entry.side, entry.text, entry.why)
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

    def act(self, side: str, text: str, why: str = "") -> None:
        """An action happens. The caller logs it."""
        position = self.match.position
        step = self.game.step_title(position)
        turn = position.turn
        events = self.match.apply(parse_action(text, "", self.game))
        self.entries.append(Entry(len(self.standing), self.seq, side, text, turn, step, events, why))
        if len(self.entries) > 2 * KEPT:
            del self.entries[:-KEPT]
        self.standing.append((self.seq, side, text, why))
        if len(self.standing) % MILESTONE == 0:
            self._milestones[len(self.standing)] = self.match.clone()
        self.asked = None

    def take_back(self) -> None:
        """The last action is undone, past dice if need be."""
        self._milestones.pop(len(self.standing), None)
        self.standing.pop()
        if self.entries:
            self.entries.pop()
        if self.match.can_undo:
            self.match.undo()
        else:
            self.match = self.at(len(self.standing))
        self.asked = None

    def at(self, n: int) -> Match:
        """The match as it stood after n of its actions: played on from the milestone before."""
        passed = max((m for m in self._milestones if m <= n), default=0)
        match = self._milestones[passed].clone() if passed else self._opening()
        for _, _, text, _ in self.standing[passed:n]:
            match.apply(parse_action(text, "", self.game))
        return match

    def history(self) -> list[Entry]:
        """Every action that stands, with its events; replayed."""
        match = self.at(0)
        found = []
        for n, (seq, side, text, why) in enumerate(self.standing):
            turn, step = match.position.turn, self.game.step_title(match.position)
            events = match.apply(parse_action(text, "", self.game))
            found.append(Entry(n, seq, side, text, turn, step, events, why))
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

    def events_for(self, entries: Sequence[Entry], player: str) -> list[Entry]:
        """What a player may read of the log: events that are for him, and of hidden actions the verb."""
        if not self.secretive:
            return list(entries)
        return [
            msgspec.structs.replace(
                e,
                text=e.text if e.player in (player, "dice") else verb(e.text),
                events=events_for(e.events, player),
                why=e.why if e.player == player else "",
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
        return events_for(self.match.prelude, player) if self.secretive else self.match.prelude

    def may_ask(self, key: KeyRow) -> bool:
        """Whether a key holder may ask what is legal and what the odds are: with secrets only of his own decisions."""
        stack = self.match.position.stack
        if self.secretive:
            return self.match.player != "dice" and self.may_act(key)  # what is rolled for may be unseen
        return self.may_act(key) or not (stack and stack[-1].secret)

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
        waiting = None if self.over else self.match.decision_for(player)
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
            "entries": self.shown(key, self.told([e for e in self.entries if e.seq >= since], player)),
            "prelude": self.prelude(player) if not since else [],
            "thinking": self.thinking if self.thinking == self.to_move else "",  # it may rest after its last move
            "pace": self.pace,
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

    def veiled(self, key: KeyRow) -> list[int]:
        """The entries that are still secrets of another side; no die falls while they are kept, so both lists end alike."""
        lead = len(self.standing) - len(self.match.history)
        return [place + lead for place, owner in self.match.sealed if owner not in key.sides]

    def shown(self, key: KeyRow, entries: list[Entry]) -> list[Entry]:
        """Entries as a key holder may see them."""
        veiled = set(self.veiled(key))
        return [msgspec.structs.replace(e, text=SECRET.kind, why="") if e.n in veiled else e for e in entries]

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
