"""The JSON API and the pages: routes, headers, limits. What may be done is decided in `tables`."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import msgspec
from fastapi import Depends, FastAPI, Header, Request, Response, WebSocket, WebSocketDisconnect
from fastapi.exceptions import RequestValidationError
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, Field
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .. import ai
from ..core.errors import IllegalAction, NotationError, TrenchlineError
from ..core.actions import Action
from ..core.notation import Saved, decode
from ..games import games, load
from . import errors, limits
from .dice_page import dice_document
from .live import Hub, Listener, Watcher
from .store import KeyRow, Store
from .table import Table
from .tables import NewTable, Tables

WEB = Path(__file__).parent.parent / "web"
PUSH_EVERY = 0.05  # seconds: news that comes faster is told together

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self' ws: wss:; "
        "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class ActionBody(BaseModel):
    """An action, by its fields or by its text."""

    kind: str = Field("", max_length=20)
    unit: str = Field("", max_length=40)
    cell: str = Field("", max_length=10)
    value: int = Field(0, ge=-1000, le=1000)
    dice: list[int] = Field(default_factory=list, max_length=10)


class Played(BaseModel):
    """`action` or `text`: what is meant."""

    action: ActionBody | None = None
    text: str = Field("", max_length=80)

    def wanted(self) -> Action | None:
        a = self.action
        return None if a is None else Action(a.kind, a.unit, a.cell, a.value, tuple(a.dice))


class PlayedAt(Played):
    """With the `seq` it answers and an idempotency key."""

    seq: int = Field(ge=0)
    key: str = Field("", max_length=64)


class At(BaseModel):
    seq: int = Field(ge=0)
    key: str = Field("", max_length=64)


class Pace(BaseModel):
    pace: int = Field(ge=0, le=5000)


class Answer(BaseModel):
    seq: int = Field(ge=0)
    yes: bool


class TableBody(BaseModel):
    """A new table."""

    game: str = Field(max_length=40)
    scenario: str = Field("", max_length=40)
    options: dict[str, bool] = Field(default_factory=dict, max_length=50)
    seats: dict[str, str] = Field(max_length=8)
    dice: str = Field("server", pattern="^(server|hand)$")
    name: str = Field("", max_length=limits.NAME)
    nonce: str = Field("", max_length=64)


class BranchBody(BaseModel):
    at: int = Field(ge=0)
    seats: dict[str, str] = Field(max_length=8)
    name: str = Field("", max_length=limits.NAME)


class UploadBody(BaseModel):
    save: str = Field(max_length=limits.BODY)
    seats: dict[str, str] = Field(max_length=8)
    name: str = Field("", max_length=limits.NAME)


class Named(BaseModel):
    name: str = Field("", max_length=limits.NAME)


class Said(BaseModel):
    text: str = Field(min_length=1, max_length=limits.CHAT)


class Notes(BaseModel):
    text: str = Field(max_length=limits.NOTES)


class Address(BaseModel):
    email: str = Field("", max_length=120, pattern=r"^$|^[^@\s,;<>]+@[^@\s,;<>]+$")


class Keys(BaseModel):
    keys: list[str] = Field(max_length=limits.MINE)


class Doorkeeper:
    """Bounded bodies, bounded pace, strict headers on everything."""

    def __init__(self, app: ASGIApp, calls: limits.Bucket) -> None:
        self.app, self.calls = app, calls

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        path: str = scope["path"]

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                out = MutableHeaders(scope=message)
                for header, value in HEADERS.items():
                    if path != "/api/docs" or header != "Content-Security-Policy":
                        out.setdefault(header, value)
                if path.startswith("/api/"):
                    out.setdefault("Cache-Control", "no-store")
            await send(message)

        refused = self._refused(headers, path, scope)
        if refused is not None:
            await answer(refused.document(), refused.status)(scope, receive, dressed)
        else:
            await self.app(scope, receive, dressed)

    def _refused(self, headers: Headers, path: str, scope: Scope) -> errors.Refused | None:
        size = headers.get("content-length", "0")
        if not size.isdigit() or int(size) > limits.BODY or "chunked" in headers.get("transfer-encoding", ""):
            return errors.Refused(413, "too-large", "That is too large")
        client = scope.get("client")
        caller = headers.get("authorization", "") or (client[0] if client else "")
        if path.startswith("/api/") and not self.calls.allows(caller):
            return errors.too_fast()
        return None


def answer(document: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(document), status, media_type="application/json")


def create_app(db: str) -> FastAPI:
    """The application on a database."""
    store = Store(db)
    hub = Hub()
    tables = Tables(store, hub)
    calls, makers = (
        limits.Bucket(limits.CALLS_PER_SECOND, limits.BURST),
        limits.Bucket(limits.TABLES_PER_MINUTE / 60, limits.TABLES_PER_MINUTE),
    )
    heard: set[asyncio.Task[None]] = set()

    def told(table_id: str) -> None:
        task = asyncio.create_task(tables.heard(table_id))
        heard.add(task)
        task.add_done_callback(heard.discard)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        listener = Listener(store, told) if store.postgres else None
        yield
        await tables.close()
        if listener:
            await asyncio.to_thread(listener.stop)
        store.close()

    app = FastAPI(title="Trenchline", docs_url="/api/docs", redoc_url=None, openapi_url="/api/openapi.json", lifespan=lifespan)
    app.state.tables, app.state.store = tables, store

    # ---------------------------------------------------------------- the doorkeeper

    app.add_middleware(Doorkeeper, calls=calls)

    @app.exception_handler(errors.Refused)
    async def refused(request: Request, fault: errors.Refused) -> Response:
        return answer(fault.document(), fault.status)

    @app.exception_handler(TrenchlineError)
    async def wrong(request: Request, fault: TrenchlineError) -> Response:
        cases = fault.cases if isinstance(fault, IllegalAction) else ()
        return answer(errors.Refused(400, "malformed", str(fault), cases).document(), 400)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, fault: RequestValidationError) -> Response:
        first = fault.errors()[0]
        where = ".".join(str(x) for x in first["loc"] if x != "body")
        return answer(errors.malformed(f"{where}: {first['msg']}").document(), 400)

    @app.exception_handler(Exception)
    async def broken(request: Request, fault: Exception) -> Response:
        return answer(errors.Refused(500, "broken", "Something went wrong here; nothing was lost").document(), 500)

    async def holder(table_id: str, authorization: Annotated[str, Header()] = "") -> KeyRow:
        scheme, _, key = authorization.partition(" ")
        return await tables.key(table_id, key.strip() if scheme.lower() == "bearer" else "")

    async def at_table(table_id: str, key: Annotated[KeyRow, Depends(holder)]) -> Table:
        return await tables.table(table_id)

    Holder = Annotated[KeyRow, Depends(holder)]
    AtTable = Annotated[Table, Depends(at_table)]

    async def state_of(table: Table, key: KeyRow, since: int) -> Response:
        return answer(table.state(key, since))

    # ---------------------------------------------------------------- games

    documents: dict[str, tuple[bytes, str]] = {}

    @app.get("/api/games")
    async def catalogue() -> Response:
        """The games and who can play against you."""
        return answer(
            {
                "games": games(),
                "players": [{"id": name, "title": name.capitalize(), "about": about} for name, about in ai.ABOUT.items()],
                "email": bool(tables.notifier.smtp),
            }
        )

    @app.get("/api/games/{slug}")
    async def game_documents(slug: str, if_none_match: Annotated[str, Header()] = "") -> Response:
        """All of a game that never changes: board, counters, charts, sequence of play, overlays, rules in short."""
        if slug not in documents:
            game = load(slug)
            body = msgspec.json.encode(
                {
                    "info": game.info(),
                    "board": game.board_document(),
                    "counters": game.counter_documents(),
                    "charts": game.chart_documents(),
                    "sequence": game.sequence(),
                    "overlays": game.overlays(),
                    "rules": game.rules,
                }
            )
            documents[slug] = body, f'"{sha256(body).hexdigest()[:20]}"'
        body, tag = documents[slug]
        headers = {"ETag": tag, "Cache-Control": "no-cache"}
        if if_none_match == tag:
            return Response(status_code=304, headers=headers)
        return Response(body, media_type="application/json", headers=headers)

    # ---------------------------------------------------------------- tables

    async def may_make(request: Request) -> None:
        if not makers.allows(request.client.host if request.client else ""):
            raise errors.too_fast()

    maker = [Depends(may_make)]

    @app.post("/api/tables", dependencies=maker)
    async def new_table(body: TableBody) -> Response:
        scenario = body.scenario or load(body.game).scenarios[0].id
        ask = NewTable(body.game, scenario, body.options, body.seats, body.dice, body.name.strip(), body.nonce)
        return answer(await tables.new(ask))

    @app.post("/api/tables/mine")
    async def my_tables(body: Keys) -> Response:
        return answer(await tables.mine(body.keys))

    @app.post("/api/tables/upload", dependencies=maker)
    async def upload(body: UploadBody) -> Response:
        saved: Saved = decode(body.save)
        return answer(await tables.upload(saved, body.seats, body.name.strip()))

    @app.get("/api/tables/{table_id}")
    async def table_document(table: AtTable, key: Holder) -> Response:
        return answer(table.document(key, hub.here(table.row.id)))

    @app.post("/api/tables/{table_id}/claim")
    async def claim(table: AtTable, key: Holder, body: Named) -> Response:
        seat, sides = await tables.claim(table, key, body.name.strip())
        return answer({"key": seat, "sides": sides})

    @app.post("/api/tables/{table_id}/move")
    async def move_seat(table: AtTable, key: Holder) -> Response:
        return answer({"key": await tables.another_key(key)})

    # ---------------------------------------------------------------- playing

    @app.get("/api/tables/{table_id}/state")
    async def state(table: AtTable, key: Holder, since: int = 0) -> Response:
        return answer(table.state(key, since, await asyncio.to_thread(store.talk, table.row.id)))

    @app.post("/api/tables/{table_id}/actions")
    async def act(table: AtTable, key: Holder, body: PlayedAt) -> Response:
        await tables.act(table, key, body.seq, body.key, body.wanted(), body.text)
        return await state_of(await tables.table(table.row.id), key, body.seq)

    @app.post("/api/tables/{table_id}/legal")
    async def legal(table: AtTable, key: Holder, body: Played) -> Response:
        try:
            action = table.parse(body.wanted(), body.text)
        except NotationError as fault:
            return answer({"legal": False, "reason": str(fault), "cases": []})
        if not table.may_ask(key):
            return answer({"legal": False, "reason": "This is not your decision.", "cases": []})
        return answer(table.match.legal(action))

    @app.post("/api/tables/{table_id}/odds")
    async def odds(table: AtTable, key: Holder, body: Played) -> Response:
        if not table.may_ask(key):
            return answer(None)
        try:
            return answer(table.match.odds(table.parse(body.wanted(), body.text)))
        except (IllegalAction, NotationError):  # the table has moved on
            return answer(None)

    @app.post("/api/tables/{table_id}/hint")
    async def hint(table: AtTable, key: Holder) -> Response:
        """What a colonel would do now, and why."""
        return answer(await tables.hint(table, key))

    @app.post("/api/tables/{table_id}/pace")
    async def pace(table: AtTable, key: Holder, body: Pace) -> Response:
        """How long a bot waits after each visible action, in milliseconds, while somebody watches."""
        if key.kind != "seat":
            raise errors.not_yours("Only those who play set the pace")
        table.pace = body.pace
        return await state_of(table, key, table.seq)

    @app.get("/api/tables/{table_id}/overlay/{name}")
    async def overlay(table: AtTable, key: Holder, name: str, subject: str = "", at: int | None = None) -> Response:
        """Laid over the map as it is, or as it was after `at` actions."""
        if at is not None and not 0 <= at <= len(table.standing):
            raise errors.malformed(f"the match has {len(table.standing)} actions")
        match = table.match if at is None else await asyncio.to_thread(table.at, at)
        return answer(table.game.overlay(match, name, subject, table.player_of(key)))

    @app.get("/api/tables/{table_id}/cells/{label}")
    async def cell(table: AtTable, key: Holder, label: str) -> Response:
        return answer({"lines": table.game.describe(table.match, label, table.player_of(key))})

    @app.post("/api/tables/{table_id}/undo")
    async def undo(table: AtTable, key: Holder, body: At) -> Response:
        await tables.undo(table, key, body.seq, body.key)
        return await state_of(await tables.table(table.row.id), key, body.seq)

    @app.post("/api/tables/{table_id}/answer")
    async def answer_asked(table: AtTable, key: Holder, body: Answer) -> Response:
        await tables.answer(table, key, body.seq, body.yes)
        return await state_of(table, key, body.seq)

    @app.post("/api/tables/{table_id}/draw")
    async def draw(table: AtTable, key: Holder, body: At) -> Response:
        await tables.ask_draw(table, key, body.seq)
        return await state_of(table, key, body.seq)

    @app.post("/api/tables/{table_id}/resign")
    async def resign(table: AtTable, key: Holder, body: At) -> Response:
        await tables.resign(table, key, body.seq)
        return await state_of(table, key, body.seq)

    @app.post("/api/tables/{table_id}/rematch", dependencies=maker)
    async def rematch(table: AtTable, key: Holder) -> Response:
        return answer(await tables.rematch(table, key))

    @app.post("/api/tables/{table_id}/chat")
    async def say(table: AtTable, key: Holder, body: Said) -> Response:
        await tables.say(table, key, body.text)
        return answer({})

    @app.put("/api/tables/{table_id}/notes")
    async def notes(table: AtTable, key: Holder, body: Notes) -> Response:
        await tables.set_notes(key, body.text)
        return answer({})

    @app.put("/api/tables/{table_id}/email")
    async def email(table: AtTable, key: Holder, body: Address) -> Response:
        """Where to be told that it is one's turn; empty for not at all."""
        await tables.set_email(key, body.email)
        return answer({"sent": bool(tables.notifier.smtp)})

    # ---------------------------------------------------------------- looking back

    def keep_secrets(table: Table, key: KeyRow) -> None:
        """The whole log is only for those from whom it hides nothing: who plays both sides himself."""
        if table.secretive and not all(seat.side in key.sides for seat in table.row.seats):
            raise errors.not_yours("This match has secrets: it can be saved and branched when it is over")

    @app.get("/api/tables/{table_id}/replay")
    async def replay(table: AtTable, key: Holder) -> Response:
        player = table.player_of(key)
        steps = table.shown(key, table.told(await asyncio.to_thread(table.history), player))
        return answer({"steps": steps, "prelude": table.prelude(player)})

    @app.get("/api/tables/{table_id}/at/{n}")
    async def at(table: AtTable, key: Holder, n: int) -> Response:
        if not 0 <= n <= len(table.standing):
            raise errors.malformed(f"the match has {len(table.standing)} actions")
        match = await asyncio.to_thread(table.at, n)
        return answer({"n": n, "view": match.view(table.player_of(key))})

    @app.post("/api/tables/{table_id}/branch", dependencies=maker)
    async def branch(table: AtTable, key: Holder, body: BranchBody) -> Response:
        keep_secrets(table, key)
        if any(n < body.at for n in table.veiled(key)):
            raise errors.secret()
        return answer(await tables.branch(table, body.at, body.seats, body.name.strip()))

    @app.get("/api/tables/{table_id}/save")
    async def save(table: AtTable, key: Holder) -> Response:
        keep_secrets(table, key)
        if table.veiled(key):
            raise errors.secret()
        response = answer(table.save(with_seed=table.alone(key)))
        response.headers["Content-Disposition"] = f'attachment; filename="{table.row.game}-{table.row.id}.json"'
        return response

    @app.get("/api/tables/{table_id}/dice")
    async def dice(table: AtTable, key: Holder) -> Response:
        return answer(await asyncio.to_thread(dice_document, table, table.player_of(key)))

    @app.websocket("/api/tables/{table_id}/live")
    async def live(socket: WebSocket, table_id: str) -> None:
        await socket.accept()
        try:
            hello = await asyncio.wait_for(socket.receive_json(), 10)
            key = await tables.key(table_id, str(hello.get("key", "")))
            await tables.table(table_id)
        except (errors.Refused, TimeoutError, ValueError, AttributeError):
            await socket.close(4401, "This table needs a key")
            return
        except WebSocketDisconnect:
            return
        watcher = Watcher(key)
        hub.join(table_id, watcher)
        hub.tell(table_id)
        pushing = asyncio.create_task(push(socket, table_id, watcher, _whole(hello.get("since"))))
        try:
            while True:
                await socket.receive_text()  # nothing is asked this way; it only shows that the line is up
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            pushing.cancel()
            hub.leave(table_id, watcher)
            hub.tell(table_id)

    async def push(socket: WebSocket, table_id: str, watcher: Watcher, since: int) -> None:
        """Send what is new whenever there is something, not more often than is good for anybody."""
        while True:
            await watcher.news.wait()
            watcher.news.clear()
            table = await tables.table(table_id)
            document = table.state(watcher.key, since, await asyncio.to_thread(store.talk, table_id))
            document["here"] = sorted(hub.here(table_id))
            since = table.seq
            await socket.send_bytes(msgspec.json.encode(document))
            await asyncio.sleep(PUSH_EVERY)

    # ---------------------------------------------------------------- pages

    if WEB.is_dir():
        app.mount("/", StaticFiles(directory=WEB, html=True), name="web")
    return app


def _whole(value: object) -> int:
    return value if isinstance(value, int) and value >= 0 else 0
