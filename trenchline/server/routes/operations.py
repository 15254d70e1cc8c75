"""For whoever runs the server: is it well, and how does it do."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response

from ... import __version__
from .. import errors, limits
from ..answers import answers
from ..metrics import Metrics
from ..wire import Health
from .access import AllTables

router = APIRouter()

PATIENCE = 5.0  # seconds for the database
THIS_MACHINE = limits.networks("127.0.0.0/8,::1")
OWN_NAMES = ("localhost", "127.0.0.1", "::1")
FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip", "via")


@router.get("/healthz")
@answers
async def health(tables: AllTables) -> Health:
    """Whether calls can be answered: the database is there, and takes writes."""
    try:
        await asyncio.wait_for(asyncio.to_thread(tables.store.ping), PATIENCE)
    except Exception as fault:
        raise errors.Refused(503, "no-database", "The database does not answer; try again soon") from fault
    return Health("ok", __version__, tables.store.engine.dialect.name)


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request, tables: AllTables) -> Response:
    """Figures for Prometheus: for this machine itself, and for the addresses that --metrics names."""
    host = request.client.host if request.client else ""
    direct = (
        limits.among(host, THIS_MACHINE)
        and request.url.hostname in OWN_NAMES  # else a page that was fooled about its own address asks through a browser here
        and not any(name in request.headers for name in FORWARDED)
    )
    if not direct and not limits.among(host, request.app.state.metrics_readers):
        raise errors.not_yours("The figures are for this machine itself: name others with --metrics")
    found: Metrics = request.app.state.metrics
    return Response(found.text(tables), media_type="text/plain; version=0.0.4")
