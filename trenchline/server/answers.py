"""Answers in JSON, and what becomes of errors."""

from __future__ import annotations

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError

from ..core.errors import IllegalAction, TrenchlineError
from . import errors


def json_answer(document: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(document), status, media_type="application/json")


def handle_errors(app: FastAPI) -> None:
    """Every error becomes one sentence with a code; nothing of the inside is shown."""

    @app.exception_handler(errors.Refused)
    async def refused(request: Request, fault: errors.Refused) -> Response:
        return _error(fault)

    @app.exception_handler(TrenchlineError)
    async def wrong(request: Request, fault: TrenchlineError) -> Response:
        cases = fault.cases if isinstance(fault, IllegalAction) else ()
        return _error(errors.Refused(400, "malformed", str(fault), cases))

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, fault: RequestValidationError) -> Response:
        first = fault.errors()[0]
        where = ".".join(str(x) for x in first["loc"] if x != "body")
        return _error(errors.malformed(f"{where}: {first['msg']}"))

    @app.exception_handler(Exception)
    async def broken(request: Request, fault: Exception) -> Response:
        return _error(errors.Refused(500, "broken", "Something went wrong here; nothing was lost"))


def _error(fault: errors.Refused) -> Response:
    return json_answer(fault.document(), fault.status)
