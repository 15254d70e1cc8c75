"""Every call says what answers it, in the OpenAPI document too, and answers so."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from fastapi.routing import APIRoute
from starlette.testclient import TestClient

from trenchline.server.app import create_app
from trenchline.server.clocks import DAY
from trenchline.server.openapi import answers_of
from trenchline.server.routes import pages
from trenchline.server.wire import TableState

from .checked_answers import check_answer, check_document, route_of

SLUG = "they-shall-not-pass"
PAGES = {"/api/docs", "/metrics", "/stop/{token}"}  # for people, and for Prometheus
CLIENT = {route.path for route in pages.router.routes if "api" not in route.path}  # the client, by its paths


@pytest.fixture
def app(tmp_path):
    return create_app(f"sqlite:///{tmp_path}/tables.db")


def test_every_call_has_a_schema_of_its_answer_and_of_its_refusal(app):
    described = app.openapi()
    known = described["components"]["schemas"]
    calls = [route for route in app.routes if isinstance(route, APIRoute)]
    assert {route.path for route in calls if not route.include_in_schema} == PAGES | CLIENT
    for path, methods in described["paths"].items():
        for method, call in methods.items():
            answered, refused = (call["responses"][s]["content"]["application/json"]["schema"] for s in ("200", "default"))
            assert refused == {"$ref": "#/components/schemas/ErrorDocument"}, (method, path)
            assert any("$ref" in part for part in _parts(answered)), (method, path)
    refs = {part["$ref"] for part in _parts(described) if "$ref" in part}
    assert refs <= {f"#/components/schemas/{name}" for name in known}, "a schema is named that is not there"


def _parts(part: object) -> Iterator[dict[str, object]]:
    """Every object inside a document."""
    if isinstance(part, dict):
        yield part
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from _parts(inner)


def test_what_a_document_always_sends_is_required_and_what_it_may_leave_out_is_not(app):
    known = app.openapi()["components"]["schemas"]
    assert {"cases", "others", "mine"} <= set(known["Decision"]["required"])  # they have defaults, and are sent all the same
    assert not {"chat", "notes", "here"} & set(known["TableState"]["required"])
    assert "cases" not in known["Event"]["required"]  # left out where there are none


def test_every_answer_on_a_walk_over_the_api_is_what_its_call_declares(app):
    called: set[str] = set()

    def hook(response):
        response.read()
        route = route_of(app, response.request.method, response.request.url.path)
        assert response.status_code == 200, (response.request.url.path, response.text)
        called.add(f"{response.request.method} {route.path}")
        check_answer(app, response)

    with TestClient(app) as client:
        client.event_hooks = {"response": [hook]}
        _walk(client)
    every = {f"{method} {route.path}" for route, _ in answers_of(app) for method in route.methods}
    assert called == {one for one in every if one != MAIL and not any(part in one for part in ELSEWHERE)}


ELSEWHERE = (  # in tests whose client checks every answer
    "/api/notices",  # tests/server/test_notices.py
    "/api/account",  # needs a passkey: tests/server/test_accounts.py
    "/api/players",  # tests/server/test_results.py
    "/api/cups",  # tests/server/test_cups.py
)
MAIL = "POST /api/tables/{table_id}/email/confirm"  # needs a code from a mail: tests/server/test_notify.py


def _walk(client: TestClient) -> None:
    for path in ("/healthz", "/api/games", f"/api/games/{SLUG}", f"/api/games/{SLUG}/reference", "/api/address"):
        client.get(path)
    client.get(f"/api/games/{SLUG}/lessons/1")
    lesson = client.post(f"/api/games/{SLUG}/lessons/1", json={"name": "Lea", "page": 0}).json()
    Caller(client, lesson).post("lesson", page=1)
    made = client.post(
        "/api/tables", json={"game": SLUG, "seats": {"german": "me", "french": "friend"}, "listed": True, "shown": True}
    ).json()
    host = Caller(client, made)
    guest = Caller(client, {"table": made["table"], "key": made["invites"]["french"]})
    client.get("/api/tables/open")
    client.get("/api/tables/shown")
    guest.key = guest.post("claim", name="Guest")["key"]
    host.post("unlist")
    stranger = client.post(
        "/api/tables", json={"game": SLUG, "seats": {"german": "me", "french": "friend"}, "listed": True}
    ).json()
    client.post(f"/api/tables/{stranger['table']}/sit", json={"side": "french", "name": "Anybody"})
    client.post("/api/tables/mine", json={"keys": [made["key"]]})
    host.get("")
    state = host.get("state")
    action = state["decision"]["actions"][0]
    for question in ("legal", "odds"):
        host.post(question, text=action["text"])
    host.post("orders", units=[action.get("unit", "")])
    host.post("marches", units=[action.get("unit", "")])
    host.post("at-once", texts=[action["text"]])
    host.get("fights")
    host.get("overlay/control")
    host.get("cells/" + client.get(f"/api/games/{SLUG}").json()["board"]["cells"][0]["label"])
    state = host.post("actions", seq=state["seq"], key="walk-1", text=action["text"])
    state = host.post("undo", seq=state["seq"])
    state = host.post("draw", seq=state["seq"])
    state = guest.post("answer", seq=state["seq"], yes=False)
    host.post("pace", pace=0)
    for path in ("replay", "at/0", "dice", "save"):
        host.get(path)
    host.post("chat", text="hello")
    host.call("PUT", "notes", text="mine")
    host.call("PUT", "email", email="")
    host.call("PUT", "standing", seat="german", orders=[{"question": "support", "answer": "none"}])
    host.get("standing")
    host.post("branch", at=0, seats={"german": "me", "french": "bot:random"})
    host.post("rematch")
    save = host.get("save")
    alone = client.post("/api/tables", json={"game": SLUG, "seats": {"german": "me", "french": "me"}, "dice": "hand"}).json()
    save = Caller(client, alone).get("save")
    both = {"german": "me", "french": "me"}
    client.post("/api/tables/upload", json={"save": msgspec.json.encode(save).decode(), "seats": both})
    Caller(client, alone).post("hint")
    _walk_by_the_clock(client)
    client.get(f"/api/tables/{made['table']}/watch")
    host.call("PUT", "shown", shown=False)
    host.post("watch")
    host.call("DELETE", "watch")
    host.key = host.post("move")["key"]
    host.key = host.post("move/confirm")["key"]
    host.post("resign", seq=host.get("state")["seq"])
    host.post("analysis")
    host.get("analysis")


def _walk_by_the_clock(client: TestClient) -> None:
    for end in ("claim", "computer"):
        clock = {"pace": "blitz", "computer": "random"}
        made = client.post(
            "/api/tables", json={"game": SLUG, "seats": {"german": "me", "french": "friend"}, "clock": clock}
        ).json()
        host = Caller(client, made)
        guest = Caller(client, {"table": made["table"], "key": made["invites"]["french"]})
        guest.key = guest.post("claim", name="Guest")["key"]
        state = host.post("clock/pause", seq=host.get("state")["seq"])
        state = guest.post("answer", seq=state["seq"], yes=True)
        state = guest.post("clock/resume", seq=state["seq"])
        state = guest.post("clock/grant", seq=state["seq"], seat="german", minutes=5)
        host.post("vacation", days=1)
        client.app.state.tables.time._base += 10 * DAY  # type: ignore[attr-defined]
        guest.post(f"clock/{end}", seq=guest.get("state")["seq"], seat="german")


class Caller:
    """One who holds a key."""

    def __init__(self, client: TestClient, keys: dict[str, str]) -> None:
        self.client, self.table, self.key = client, keys["table"], keys["key"]

    def call(self, method: str, path: str, **body: object):
        address = f"/api/tables/{self.table}/{path}".rstrip("/")
        head = {"Authorization": f"Bearer {self.key}"}
        return self.client.request(method, address, json=body if method != "GET" else None, headers=head).json()

    def get(self, path: str):
        return self.call("GET", path)

    def post(self, path: str, **body: object):
        return self.call("POST", path, **body)


def test_what_a_live_line_says_is_a_state(client: TestClient):
    made = client.post("/api/tables", json={"game": SLUG, "seats": {"german": "me", "french": "me"}}).json()
    with client.websocket_connect(f"/api/tables/{made['table']}/live") as line:
        line.send_json({"key": made["key"]})
        check_document(TableState, line.receive_bytes())
