"""Two tables that differ only in what somebody may not know give him the same bytes, and his bot the same decision.

    python -m tests.server.hidden_pairs --decisions 300                 of each game with secrets; what differs is printed
    python -m tests.server.hidden_pairs --decisions 50 --game big-push --every 3 --seed 7

Chance plays matches from end to end. At every decision (`--every` n: at each n-th) at which something is hidden, and now and
then at others, everybody at the table and an onlooker are compared in two ways: at tables that begin with the position
and with one in which all that is hidden from him is dealt again; and, where somebody has just answered in secret, at tables
whose logs differ in just those answers. And while somebody answers in secret, one thing after another, nothing moves at a
table for the others: every byte that they can ask for stays what it was.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from random import Random
from unittest import mock

import msgspec
from starlette.testclient import TestClient

import trenchline
from trenchline import ai
from trenchline.core.actions import BACK
from trenchline.core.dice import FairDice
from trenchline.core.match import Match
from trenchline.games import CATALOGUE
from trenchline.server import limits, lobby
from trenchline.server.app import create_app

from ..random_games import Temper

OPEN = 30  # of the decisions at which nothing is hidden but dice, each so many-th as of the others
STILL = 6  # answers in secret, one after another, by which nothing may move
TOLD = {"target"}  # of secret answers those that everybody hears when they are done: a further hex to attack
SECRET_RUN = 40  # answers in secret at the most, before a pair of logs is compared
SAME = {"id": "", "created": "", "commitment": "", "table": "", "updated": ""}  # of a table; chance, and no secret
COMPARED = {  # every address that answers the holder of a key, with what it takes
    "GET /", "GET /state", "GET /replay", "GET /at/{n}", "GET /dice", "GET /save", "GET /analysis", "GET /cells/{label}",
    "GET /overlay/{name}",
    "POST /legal", "POST /odds", "GET /fights", "POST /orders", "POST /marches", "POST /at-once",
    "GET /standing", "GET /watch",
}  # fmt: skip
CHANGING = {  # those that change something; each answers with the state, with nothing, or makes another table
    "POST /actions", "POST /undo", "POST /answer", "POST /draw", "POST /resign", "POST /pace", "POST /branch", "POST /rematch",
    "POST /claim", "POST /sit", "POST /unlist", "POST /watch", "DELETE /watch", "POST /lesson", "PUT /email",
    "POST /email/confirm", "POST /move",
    "POST /clock/claim", "POST /clock/grant", "POST /clock/computer", "POST /clock/pause", "POST /clock/resume",
    "POST /vacation", "POST /move/confirm", "POST /chat", "PUT /notes", "PUT /standing", "PUT /shown", "POST /analysis",
    "POST /hint",  # its bot is compared by itself
}  # fmt: skip

Address = tuple[str, str, object]


class Figures(msgspec.Struct):
    """What has been compared of one game."""

    decisions: int = 0
    hidden: int = 0  # of them with something hidden
    pairs: int = 0
    logs: int = 0  # of the pairs those of two logs
    still: int = 0  # secret answers by which nothing may move
    answers: int = 0
    bots: int = 0
    kinds: Counter[str] = msgspec.field(default_factory=Counter)
    found: list[str] = []


def secretive(slug: str) -> list[tuple[str, dict[str, bool]]]:
    """The scenarios of a game with the options, one at a time, with which it may hide something."""
    game = trenchline.load(slug)
    options: list[dict[str, bool]] = [{}, *({o.id: not o.default} for o in game.options)]
    sets = [(s.id, some) for s in game.scenarios for some in options if game.has_secrets(s.id, game.chosen(some))]
    plain = [(scenario, some) for scenario, some in sets if not some]
    return plain or sets


def hides(match: Match) -> bool:
    return bool(match.sealed) or match.game.hides_counters(match.scenario, match.options)


class Pairs:
    """One random match, looked at from all seats as it goes."""

    def __init__(self, client: TestClient, figures: Figures, slug: str, number: int, every: int) -> None:
        self.client, self.figures, self.every = client, figures, every
        self.chance, self.temper, self.seed = Random(f"{slug} {number}"), Temper(number), number
        variants = secretive(slug)
        scenario, options = variants[-1 - number % len(variants)]  # the last, a campaign as a rule, has most to hide
        self.match = trenchline.load(slug).start(scenario, seed=number, options=options)
        self.met = [0, 0]  # decisions so far: open ones, those with something hidden

    def play(self, most: int) -> None:
        """To the end, or until so many decisions with something hidden have been compared."""
        match, figures = self.match, self.figures
        while not match.over and figures.hidden < most:
            hidden = hides(match)
            self.met[hidden] += 1
            if self.met[hidden] % (self.every if hidden else self.every * OPEN) == 0:
                figures.decisions += 1
                figures.hidden += hidden
                figures.kinds[match.position.stack[-1].__class__.__name__] += 1
                self._dealt_again()
            if match.position.stack[-1].secret and self.chance.random() < 2 / self.every:
                self._nothing_moves()
            if match.position.stack[-1].secret and self.chance.random() < 1 / self.every:
                self._answered_otherwise()
            else:
                match.apply_legal(self.temper.choose(list(match.actions())))

    def _dealt_again(self) -> None:
        match, seed = self.match, self.chance.getrandbits(30)
        for player in (*match.seats, ""):
            other = match.game.redeal(match, player, seed)
            tables = [self._opened(one, player) for one in (match, other)]
            self._compare(player, tables, self._addresses(player, 0))
            if player in match.players:
                self.figures.bots += 1
                one, two = (_bots_choice(m, player, self.seed) for m in (match, other))
                if one != two:
                    self._found(player, f"the bot chooses {one} and {two}")

    def _answered_otherwise(self) -> None:
        """Somebody answers in secret, here and in a match that was the same until now; until he is done, or it comes out."""
        match = self.match
        twin, before, top = match.clone(), match.position.shown, match.position.stack[-1]
        knowing = {match.seats[seat] for seat in top.confidants(match.position, match.actions(match.player)[0])}
        player, begun = match.player, len(match.history)
        for one in (twin, match):
            for _ in range(SECRET_RUN):
                answers = one.actions(player)
                one.apply_legal(self.chance.choice([a for a in answers if a.kind not in TOLD] or answers))
                if one.over or one.position.shown != before or one.player != player or not one.position.stack[-1].secret:
                    break
        if any(one.over or one.position.shown != before for one in (match, twin)) or match.history == twin.history:
            return
        if match.players != twin.players or len({one.position.stack[-1].__class__ for one in (match, twin)}) > 1:
            return  # one goes on where the other is done: that somebody is still at it is no secret
        if len({one.history[begun] == BACK for one in (match, twin)}) > 1:
            return  # nor is it that he has begun
        for player in (*match.seats, ""):
            if player not in knowing and match.hidden_from(player) and twin.hidden_from(player):
                tables = [self._logged(one, player) for one in (match, twin)]
                length = len([a for a in match.log(player) if not a.dice])
                self.figures.logs += 1
                self._compare(player, tables, self._addresses(player, length))

    def _nothing_moves(self) -> None:
        """Somebody answers in secret, takes back and answers again, at a table where a draw is offered: until he is done, those
        who may not know are told the same."""
        match, client = self.match.clone(), self.client
        made = self._logged(match, "")
        keys = {seat: _claimed(client, made, invite) for seat, invite in made.invites.items()}
        seat = match.player if match.player in keys else match.seats[0]
        knowing = {match.seats[n] for n in match.position.stack[-1].confidants(match.position, match.actions(seat)[0])}
        others = {name: key for name, key in (*keys.items(), ("", made.watch)) if name not in knowing}
        if len(others) < 2 or seat not in match.players:
            return
        asks = next(key for name, key in others.items() if name)
        _ask(client, made, asks, "/draw")
        length = len([a for a in match.log("") if not a.dice])
        addresses = self._addresses("", length)
        told = {name: _all_told(client, made, key, addresses) for name, key in others.items()}
        table = client.app.state.tables._tables[made.table]
        for _ in range(STILL):
            _ask(client, made, keys[seat], "/actions", text=match.notate(self.chance.choice(match.actions(seat))))
            if not any(entry.more and entry.place == table.actions[-1].place for entry in table.match.sealed):
                return
            self.figures.still += 1
            for name, key in others.items():
                now = _all_told(client, made, key, addresses)
                asked = [*(" ".join(address[:2]) for address in addresses), "my tables"]
                for what, one, two in zip(asked, told[name], now, strict=True):
                    self._judge(name, f"while {seat} answers in secret, {what}", one, two)
            match = table.match.clone()
            if self.chance.random() < 0.4:
                _ask(client, made, keys[seat], "/undo")
                match = table.match.clone()

    # ---------------------------------------------------------------- tables

    def _opened(self, match: Match, player: str) -> lobby.TableKeys:
        """A table that begins with the position a match has come to."""
        dice = FairDice.from_number(self.seed).record()
        return self._table(match, player, dice=dice, opening=match.game.notation(match))

    def _logged(self, match: Match, player: str) -> lobby.TableKeys:
        """A table with the log of a match."""
        assert match.dice is not None
        return self._table(match, player, list(match.history), dice=match.dice.record())

    def _table(self, match: Match, player: str, history: list = [], **more: object) -> lobby.TableKeys:  # noqa: B006
        """The player's seat is his, the others' are open."""
        seats = {seat: "me" if seat == player else "friend" for seat in match.seats}
        wanted = lobby.NewTable(match.game.slug, match.scenario, match.options, seats, "Ann", **more)  # type: ignore[arg-type]
        return self.client.portal.call(partial(lobby.new, self.client.app.state.tables, wanted, history))

    # ---------------------------------------------------------------- what is asked

    def _addresses(self, player: str, length: int) -> list[Address]:
        match, chance = self.match, self.chance
        game, since = match.game, chance.randrange(length + 1)
        plain = (
            "",
            "/state",
            f"/state?since={since}",
            "/replay",
            "/at/0",
            f"/at/{since}",
            f"/at/{length}",
            "/dice",
            "/save",
            "/standing",
            "/analysis",
            "/watch",
        )
        found: list[Address] = [("GET", path, None) for path in dict.fromkeys(plain)]
        cells = {*chance.sample(list(game.board.labels), 4), *(a.cell for a in list(match.actions())[:4] if a.cell)}
        found += [("GET", f"/cells/{cell}", None) for cell in sorted(cells)]
        layers, subjects = [layer.name for layer in game.overlays()], ("", *game.sides, chance.choice(game.counters.ids))
        found += [("GET", f"/overlay/{chance.choice(layers)}?subject={chance.choice(subjects)}", None) for _ in range(4)]
        actions = [a for a in match.actions() if not a.by or a.by == player]
        texts = [match.notate(a) for a in chance.sample(actions, min(3, len(actions)))]
        found.append(("GET", "/fights", None))
        units = [action.unit for action in self.match.actions() if action.unit][:3]
        found += [("POST", "/orders", {"units": units}), ("POST", "/marches", {"units": units})]
        found.append(("POST", "/at-once", {"texts": [text for text in texts if text][:6]}))
        return found + [("POST", path, {"text": text}) for path in ("/legal", "/odds") for text in texts]

    def _compare(self, player: str, tables: list[lobby.TableKeys], addresses: list[Address]) -> None:
        self.figures.pairs += 1
        for address in addresses:
            self._judge(player, " ".join(address[:2]), *(_answer(self.client, made, player, address) for made in tables))
        self._judge(player, "the live line", *(_pushed(self.client, made, player) for made in tables))
        self._judge(player, "my tables", *(_mine(self.client, made, player) for made in tables))

    def _judge(self, player: str, what: str, one: str, two: str) -> None:
        self.figures.answers += 1
        if one != two:
            at = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), 0)
            self._found(player, f"{what} answers ...{one[max(0, at - 60) : at + 100]} and ...{two[max(0, at - 60) : at + 100]}")

    def _found(self, player: str, what: str) -> None:
        match = self.match
        where = f"{match.game.slug} {match.scenario} number {self.seed}, after {len(match.history)} actions"
        self.figures.found.append(f"{where}, {player or 'an onlooker'}: {what}")


def _key(made: lobby.TableKeys, player: str) -> str:
    return made.key if player else made.watch


def _answer(client: TestClient, made: lobby.TableKeys, player: str, address: Address) -> str:
    method, path, body = address
    headers = {"Authorization": f"Bearer {_key(made, player)}"}
    answer = client.request(method, f"/api/tables/{made.table}{path}", json=body, headers=headers)
    document = json.loads(answer.content)
    if path == "":
        document = masked(document)
    elif path == "/save":  # an opening that tells a secret is dealt again in a save, by chance
        document = document | {"opening": "", "hash": "", "log": ""} if "opening" in document else document
    return f"{answer.status_code} {json.dumps(document)}"


def _claimed(client: TestClient, made: lobby.TableKeys, invite: str) -> str:
    headers = {"Authorization": f"Bearer {invite}"}
    return client.post(f"/api/tables/{made.table}/claim", json={"name": "Bea"}, headers=headers).json()["key"]


def _ask(client: TestClient, made: lobby.TableKeys, key: str, path: str, **body: object) -> None:
    """Something that changes the table, on what its asker is shown."""
    headers = {"Authorization": f"Bearer {key}"}
    seq = client.get(f"/api/tables/{made.table}/state", headers=headers).json()["seq"]
    answer = client.post(f"/api/tables/{made.table}{path}", json={"seq": seq, **body}, headers=headers)
    assert answer.status_code == 200, answer.text


def _all_told(client: TestClient, made: lobby.TableKeys, key: str, addresses: list[Address]) -> list[str]:
    """What a key holder is told by every address, and when the table was last touched."""
    as_holder = msgspec.structs.replace(made, key=key)
    told = [_answer(client, as_holder, "him", address) for address in addresses]
    return [*told, client.post("/api/tables/mine", json={"keys": [key]}).text]


def _pushed(client: TestClient, made: lobby.TableKeys, player: str) -> str:
    """The first that a live line says."""
    with client.websocket_connect(f"/api/tables/{made.table}/live") as line:
        line.send_text(json.dumps({"key": _key(made, player), "since": 0}))
        return line.receive_bytes().decode()


def _mine(client: TestClient, made: lobby.TableKeys, player: str) -> str:
    answer = client.post("/api/tables/mine", json={"keys": [_key(made, player)]})
    return json.dumps([masked(line) for line in answer.json()])


def masked(document: Mapping[str, object]) -> dict[str, object]:
    return {name: SAME.get(name, value) for name, value in document.items()}


def _bots_choice(match: Match, player: str, seed: int) -> str:
    known = ai.visible_match(match, player, Random(seed))
    known.acting = player
    return str(ai.make_player("sergeant", str(seed)).consider(known).action)


def compare(client: TestClient, slug: str, decisions: int, every: int = 1, first: int = 0) -> Figures:
    """Match after match of a game until so many decisions with something hidden have been looked at."""
    figures, number = Figures(found=[]), first
    while figures.hidden < decisions:
        Pairs(client, figures, slug, number, every).play(decisions)
        number += 1
    return figures


def games_with_secrets() -> list[str]:
    return [slug for slug in CATALOGUE if secretive(slug)]


def unnamed(client: TestClient) -> Iterator[str]:
    """Addresses of a table that are neither compared nor known to change something."""
    for path, methods in client.app.openapi()["paths"].items():
        tail = path.removeprefix("/api/tables/{table_id}")
        if tail != path:
            known = COMPARED | CHANGING
            yield from (word for m in methods if (word := f"{m.upper()} {tail or '/'}") not in known)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.server.hidden_pairs", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--decisions", type=int, default=300, help="of each game, with something hidden")
    parser.add_argument("--every", type=int, default=1, help="of the decisions with something hidden, each so many-th")
    parser.add_argument("--seed", type=int, default=0, help="the number of the first match")
    parser.add_argument("--game", action="append", help="only this one")
    args = parser.parse_args()
    faults = 0
    for slug in args.game or games_with_secrets():
        with (
            tempfile.TemporaryDirectory() as home,
            mock.patch.object(limits, "BURST", 10**9),
            TestClient(create_app(f"sqlite:///{home}/tables.db")) as client,
        ):
            found = compare(client, slug, args.decisions, args.every, args.seed)
        print(*found.found, sep="\n", end="\n" if found.found else "")
        compared = f"{found.pairs} pairs ({found.logs} of logs), {found.answers:,} answers, {found.bots} bots' choices"
        compared += f", {found.still} secret answers that may move nothing"
        decisions = f"{found.decisions} decisions ({len(found.kinds)} kinds, {found.hidden} with something hidden)"
        print(f"{slug}: {decisions}, {compared}; {len(found.found)} differ", flush=True)
        faults += len(found.found)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
