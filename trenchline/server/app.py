"""The application: the service on its database, the calls of the API, the pages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI

from . import limits
from .accounts import Accounts
from .answers import handle_errors
from .client_files import ClientFiles
from .cups import Cups
from .doorkeeper import Doorkeeper
from .live import Hub, Listener
from .loop_share import LoopShare
from .metrics import Metrics
from .openapi import describe_answers
from .previews import Previews
from .results import Results
from .routes import ROUTERS
from .settings import Settings
from .store import Store
from .tables import Tables

WEB = Path(__file__).parent.parent / "web"


def create_app(db: str, settings: Settings | None = None) -> FastAPI:
    """The application on a database."""
    settings = settings or Settings()
    store = Store(db)
    tables = Tables(store, Hub(), [path.strip() for path in settings.bots.split(",") if path.strip()])
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        listener = Listener(store, tables.heard, tables.heard_nothing) if store.postgres else None
        beating = [asyncio.create_task(beat) for beat in (metrics.pulse.beat(), tables.time.beat())]
        tables.notifier.start()
        beating.append(asyncio.create_task(app.state.results.make_up()))
        yield
        for task in beating:
            task.cancel()
        await app.state.results.close()
        await tables.close()
        if listener:
            await asyncio.to_thread(listener.stop)
        store.close()

    app = FastAPI(title="Trenchline", docs_url=None, redoc_url=None, openapi_url="/api/openapi.json", lifespan=lifespan)
    app.state.tables, app.state.store = tables, store
    app.state.accounts, app.state.previews = Accounts(tables), Previews(tables)
    app.state.files, app.state.results = ClientFiles(WEB), Results(tables)
    app.state.cups = Cups(tables)
    app.state.metrics, app.state.metrics_readers = metrics, limits.networks(settings.metrics)
    app.state.makers = _a_minute(limits.TABLES_PER_MINUTE)
    app.state.sitters = _a_minute(limits.SEATS_PER_MINUTE)
    app.state.talk = {
        "player": _a_minute(limits.CHAT_PER_MINUTE),
        "onlooker": _a_minute(limits.ONLOOKER_CHAT_PER_MINUTE),
        "table": _a_minute(limits.ONLOOKERS_PER_TABLE),
    }
    app.state.calls = limits.Bucket(limits.CALLS_PER_SECOND, limits.BURST)
    app.state.kept, app.state.links = _a_minute(limits.KEPT_PER_MINUTE), _a_minute(limits.LINKS_PER_MINUTE)
    app.state.browsers = _a_minute(limits.BROWSERS_PER_MINUTE)
    app.state.sign_ins = _a_minute(limits.SIGN_INS_PER_MINUTE)
    app.state.share = LoopShare()
    app.state.bound = ("", 0)  # the host and port that are listened on, where that is known
    app.add_middleware(Doorkeeper, calls=app.state.calls, metrics=metrics, share=app.state.share)
    handle_errors(app)
    describe_answers(app)
    for router in ROUTERS:
        app.router.routes.extend(router.routes)  # as they are: to include a router is to make all of its routes once more
    app.mount("/", app.state.files, name="web")
    return app


def _a_minute(count: int) -> limits.Bucket:
    """So many in a minute, all at once if need be."""
    return limits.Bucket(count / 60, count)
