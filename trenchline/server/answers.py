"""Answers in JSON, and what becomes of errors."""

from __future__ import annotations

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from ..core.errors import IllegalAction, TrenchlineError
from . import errors
from .store import STORE_FAULTS


def json_answer(document: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(document), status, media_type="application/json")


NOT_SERVED = {
    400: ("malformed", "This cannot be read: a body must be JSON in UTF-8, not nested too deeply"),
    404: ("nothing-here", "There is nothing at this address"),
    405: ("no-such-call", "This address knows no such call"),
}


def handle_errors(app: FastAPI) -> None:
    """Every error becomes one sentence with a code; nothing of the inside is shown."""

    @app.exception_handler(errors.Refused)
    async def refused(request: Request, fault: errors.Refused) -> Response:
        return refusal(fault)

    @app.exception_handler(TrenchlineError)
    async def wrong(request: Request, fault: TrenchlineError) -> Response:
        cases = fault.cases if isinstance(fault, IllegalAction) else ()
        return refusal(errors.Refused(400, "malformed", str(fault), cases))

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, fault: RequestValidationError) -> Response:
        first = fault.errors()[0]
        where = ".".join(str(x) for x in first["loc"] if x != "body")
        return refusal(errors.malformed(f"{where}: {first['msg']}"))

    @app.exception_handler(RecursionError)
    async def too_deep(request: Request, fault: RecursionError) -> Response:
        return refusal(errors.malformed("This is nested too deeply to be read"))

    @app.exception_handler(HTTPException)
    async def not_served(request: Request, fault: HTTPException) -> Response:
        code, reason = NOT_SERVED.get(fault.status_code, ("refused", str(fault.detail)))
        answer = refusal(errors.Refused(fault.status_code, code, reason))
        answer.headers.update(fault.headers or {})  # which methods an address allows
        return answer

    async def not_stored(request: Request, fault: Exception) -> Response:
        return refusal(errors.not_stored())

    for kind in STORE_FAULTS:
        app.add_exception_handler(kind, not_stored)


def refusal(fault: errors.Refused) -> Response:
    """The one shape of every error."""
    return json_answer(fault.document(), fault.status)
