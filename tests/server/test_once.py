"""A call that changes something is carried out once, however often it is sent with the same idempotency key."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from secrets import token_hex

import httpx
import msgspec
import pytest
import sqlalchemy as sa
from fastapi.routing import APIRoute
from starlette.testclient import TestClient

from trenchline.server import limits, schema
from trenchline.server.app import create_app

GAME = "they-shall-not-pass"
BOTH = {"german": "me", "french": "me"}
QUESTIONS = {"mine", "legal", "odds", "orders", "marches", "at-once", "hint", "analysis"}


class Caller:
    """One who holds a key, and sends every call twice."""

    def __init__(self, client: TestClient, keys: dict[str, str]) -> None:
        self.client, self.table, self.key = client, keys["table"], keys["key"]
        self.sent = 0

    def __call__(self, path: str, method: str = "POST", **body: object) -> httpx.Response:
        head = {"Authorization": f"Bearer {self.key}"}
        return self.client.request(method, f"/api/tables/{self.table}{path}", json=body or None, headers=head)

    def twice(self, path: str, method: str = "POST", **body: object) -> dict:
        self.sent += 1
        first, again = (self(path, method, key=f"{self.key[:8]}-{self.sent}", **body) for _ in range(2))
        assert first.status_code == again.status_code == 200, (path, first.text, again.text)
        assert first.json() == again.json(), path
        return first.json()

    def state(self) -> dict:
        return self("/state", "GET").json()


def new(client: TestClient, seats: dict[str, str] = BOTH, **more: object) -> Caller:
    return Caller(client, client.post("/api/tables", json={"game": GAME, "seats": seats, **more}).json())


def with_guest(client: TestClient) -> tuple[Caller, Caller]:
    made = client.post("/api/tables", json={"game": GAME, "seats": {"german": "me", "french": "friend"}}).json()
    guest = Caller(client, {"table": made["table"], "key": made["invites"]["french"]})
    guest.key = guest.twice("/claim", name="Bea")["key"]  # the invitation is spent by the first
    return Caller(client, made), guest


@pytest.fixture
def key() -> str:
    """One that nobody has used."""
    return token_hex(12)


def count(client: TestClient, part: sa.Table) -> int:
    with client.app.state.store.engine.connect() as db:
        return int(db.execute(sa.select(sa.func.count()).select_from(part)).scalar_one())


# Signing in and out: a challenge, a link and a session are each used up, and no cookie is given twice. The link in a mail that
# ends such mails does the same however often it is used.
USED_UP = {
    "POST /api/account/passkeys/options", "POST /api/account/passkeys", "POST /api/account/sign-in/options",
    "POST /api/account/sign-in", "POST /api/account/links/open", "POST /api/account/email/confirm",
    "POST /api/account/sign-out", "DELETE /api/account", "POST /stop/{token}",
}  # fmt: skip


def test_every_call_that_changes_something_takes_a_key(client: TestClient):
    described = client.app.openapi()
    known = described["components"]["schemas"]
    changing = [
        (route.path, method)
        for route in client.app.routes
        if isinstance(route, APIRoute) and route.path.rpartition("/")[2] not in QUESTIONS
        for method in route.methods - {"GET", "HEAD"}
        if f"{method} {route.path}" not in USED_UP
    ]
    assert len(changing) > 20
    for path, method in changing:
        body = str(described["paths"][path][method.lower()].get("requestBody"))
        name = body.partition("#/components/schemas/")[2].partition("'")[0]
        assert "key" in known[name]["properties"], f"{method} {path} takes no idempotency key"


@pytest.mark.parametrize(
    "make",
    [
        lambda save: ("/api/tables", {"game": GAME, "seats": BOTH}),
        lambda save: ("/api/tables/upload", {"save": save, "seats": BOTH}),
        lambda save: (f"/api/games/{GAME}/lessons/1", {"name": "Lea"}),
    ],
    ids=["new", "upload", "lesson"],
)
def test_a_table_is_made_once(client: TestClient, key: str, make: Callable[[str], tuple[str, dict]]):
    save = new(client, dice="hand")("/save", "GET").text
    path, body = make(save)
    before = count(client, schema.tables)
    first, again = (client.post(path, json={**body, "key": key}).json() for _ in range(2))
    assert first == again and count(client, schema.tables) == before + 1
    assert client.post(path, json={**body, "key": key[::-1]}).json() != first
    weak = client.post(path, json={**body, "key": "1"})  # a stranger might think of the same, and get the keys
    assert weak.status_code == 400 and "guess" in weak.json()["error"]["reason"]


def test_branches_and_rematches_are_made_once(client: TestClient):
    one = new(client)
    before = count(client, schema.tables)
    assert one.twice("/branch", at=0, seats=BOTH)["table"] != one.twice("/rematch")["table"]
    assert count(client, schema.tables) == before + 2


def test_a_seat_is_taken_once_and_its_key_told_again(client: TestClient, key: str):
    made = client.post("/api/tables", json={"game": GAME, "seats": {"german": "me", "french": "friend"}, "listed": True}).json()
    sit = {"side": "french", "name": "Cid", "key": key}
    first, again = (client.post(f"/api/tables/{made['table']}/sit", json=sit) for _ in range(2))
    assert first.json() == again.json() and first.json()["sides"] == ["french"]
    assert client.post(f"/api/tables/{made['table']}/sit", json={**sit, "key": key[::-1]}).status_code == 403
    host = Caller(client, made)
    old, offered = host.key, host.twice("/move")["key"]
    host.key = offered
    host.key = host.twice("/move/confirm")["key"]  # the old key is spent by the first
    assert host("", "GET").status_code == 200
    assert Caller(client, {"table": made["table"], "key": old})("/move", key="another").status_code == 401


def test_requests_and_their_answers_are_carried_out_once(client: TestClient):
    host, guest = with_guest(client)
    seq = host.state()["seq"]
    host.twice("/draw", seq=seq)  # a second would be refused: one a turn
    guest.twice("/answer", seq=seq + 1, yes=False)
    assert host.state()["asked"] is None and host.state()["seq"] == seq + 2
    host.twice("/resign", seq=seq + 2)
    assert host.state()["result"]["winner"] == "french"


def test_talk_notes_links_and_the_like_are_carried_out_once(client: TestClient):
    host, guest = with_guest(client)
    host.twice("/chat", text="hello")
    assert [line["text"] for line in guest.state()["chat"]] == ["hello"]
    host("/notes", "PUT", text="old", key="notes-1")
    host("/notes", "PUT", text="new", key="notes-2")
    host("/notes", "PUT", text="old", key="notes-1")  # comes again, late
    assert host.state()["notes"] == "new"
    watch = host.twice("/watch")["watch"]
    assert Caller(client, {"table": host.table, "key": watch})("", "GET").status_code == 200
    host.twice("/watch", "DELETE")
    host.twice("/unlist")
    host.twice("/email", "PUT", email="")
    host.twice("/pace", pace=0)


def test_two_calls_at_the_same_time_are_one(client: TestClient, key: str):
    body = {"game": GAME, "seats": BOTH, "key": key}
    before = count(client, schema.tables)
    with ThreadPoolExecutor(4) as threads:
        made = list(threads.map(lambda _: client.post("/api/tables", json=body).json(), range(4)))
    assert made.count(made[0]) == 4 and count(client, schema.tables) == before + 1


def test_another_server_answers_the_same(database: str, key: str, monkeypatch: pytest.MonkeyPatch):
    """After a restart, or behind the same address: and where it looks for a receipt too early, it writes nothing."""
    monkeypatch.setattr(limits, "BURST", 1_000_000)
    body = {"game": GAME, "seats": BOTH, "key": key[::-1]}
    with TestClient(create_app(database)) as one, TestClient(create_app(database)) as two:
        before = count(one, schema.tables)
        made = one.post("/api/tables", json=body).json()
        find, looks = two.app.state.store.receipt, iter([lambda _: None])
        monkeypatch.setattr(two.app.state.store, "receipt", lambda name: next(looks, find)(name))
        assert two.post("/api/tables", json=body).json() == made
        assert count(one, schema.tables) == before + 1


def test_nobody_reads_a_key_in_a_receipt(client: TestClient, key: str):
    made = client.post("/api/tables", json={"game": GAME, "seats": {"german": "me", "french": "friend"}, "key": key}).json()
    with client.app.state.store.engine.connect() as db:
        kept = str([tuple(row) for row in db.execute(sa.select(schema.receipts))])
    assert not [word for word in (key, made["key"], made["watch"], made["invites"]["french"]) if word in kept]
    assert msgspec.json.encode(made["key"]).hex() not in kept


def test_a_refusal_is_no_receipt_and_old_receipts_go(client: TestClient, monkeypatch: pytest.MonkeyPatch):
    one = new(client)
    before = count(client, schema.receipts)
    assert one("/branch", at=99, seats=BOTH, key="later").status_code == 400
    assert count(client, schema.receipts) == before
    assert one("/branch", at=0, seats=BOTH, key="later").status_code == 200
    monkeypatch.setattr(limits, "RECEIPT_HOURS", -1)
    client.app.state.store.forget_receipts()
    assert count(client, schema.receipts) == 0
