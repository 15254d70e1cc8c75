"""Answers in JSON, and what becomes of errors."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Annotated, ParamSpec, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from .. import IllegalAction, TrenchlineError
from . import errors, limits
from .store import STORE_FAULTS


class InPieces(Response):
    """A long answer, given away piece by piece: for many who read slowly it is kept only once."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        whole = memoryview(self.body)
        for begin in range(0, len(whole), limits.ANSWER_PIECE):
            piece = bytes(whole[begin : begin + limits.ANSWER_PIECE])
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


P = ParamSpec("P")
T = TypeVar("T")


def answers(call: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[Response]]:
    """A route that returns its answer, encoded here; what it returns is noted for the OpenAPI document.

    One that encodes its answer itself says `Annotated[Response, X]` where X is the document.
    """
    hints = get_type_hints(call, include_extras=True)
    kind = hints.pop("return")
    encoded = get_origin(kind) is Annotated

    @wraps(call)
    async def answered(*args: P.args, **kwargs: P.kwargs) -> Response:
        found = await call(*args, **kwargs)
        return found if isinstance(found, Response) else json_answer(found)

    signature = inspect.signature(call)
    typed = [parameter.replace(annotation=hints[name]) for name, parameter in signature.parameters.items()]
    answered.__signature__ = signature.replace(parameters=typed, return_annotation=Response)  # type: ignore[attr-defined]
    answered.answer = get_args(kind)[1] if encoded else kind  # type: ignore[attr-defined]
    return answered


def json_answer(document: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(document), status, media_type="application/json")


NOT_SERVED = {
    400: ("malformed", "This cannot be read: a body must be JSON in UTF-8, not nested too deeply"),
    404: ("nothing-here", "There is nothing at this address"),
    405: ("no-such-call", "There is no such call at this address"),
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
