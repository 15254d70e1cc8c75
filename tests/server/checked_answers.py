"""Holding answers against the documents that routes declare."""

from __future__ import annotations

import httpx
import msgspec
from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.routing import Match

from trenchline.server.errors import ErrorDocument
from trenchline.server.openapi import answers_of


def check_answer(app: FastAPI, response: httpx.Response) -> None:
    """An answer of the API is its declared document, with every field of it and nothing else."""
    request = response.request
    kind = kind_of(app, request.method, request.url.path)
    body = response.read()
    if kind is None or response.status_code == 304:
        return
    check_document(ErrorDocument if response.status_code >= 400 else kind, body)


def check_document(kind: object, body: bytes) -> None:
    read = msgspec.json.decode(body, type=kind)
    assert msgspec.json.decode(msgspec.json.encode(read)) == msgspec.json.decode(body), f"{kind} leaves something out"


def kind_of(app: FastAPI, method: str, path: str) -> object | None:
    """What answers a call; None where it is no call of the API."""
    scope = {"type": "http", "method": method, "path": path, "headers": []}
    for route, kind in answers_of(app):
        if route.matches(scope)[0] is Match.FULL:
            return kind
    return None


def route_of(app: FastAPI, method: str, path: str) -> APIRoute | None:
    scope = {"type": "http", "method": method, "path": path, "headers": []}
    return next((route for route, _ in answers_of(app) if route.matches(scope)[0] is Match.FULL), None)
