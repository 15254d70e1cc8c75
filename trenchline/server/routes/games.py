"""The games, and all of each that never changes."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Annotated, NamedTuple

import msgspec
from fastapi import APIRouter, Request, Response

import trenchline

from ... import LessonDocument, load
from ..answers import answers
from ..bots import Offered
from ..compression import SMALL, pack, packed_json
from ..lessons import lesson_of
from ..wire import Catalogue, GameDocument, ReferenceDocument
from .access import AllTables

router = APIRouter()


@router.get("/api/games")
@answers
async def catalogue(request: Request, tables: AllTables) -> Annotated[Response, Catalogue]:
    """The games and who can play against you."""
    return packed_json(request, *_catalogue(bool(tables.notifier.smtp), tables.bots.offered))


@router.get("/api/games/{slug}")
@answers
async def game_documents(request: Request, slug: str) -> Annotated[Response, GameDocument]:
    """All of a game that never changes: board, counters, charts, sequence of play, overlays."""
    return _unless_known(request, _documents(slug))


@router.get("/api/games/{slug}/reference")
@answers
async def reference(request: Request, slug: str) -> Annotated[Response, ReferenceDocument]:
    """What is looked up: rules in short, charts, rulings, what counters and map say, the words of the game."""
    return _unless_known(request, _reference(slug))


@router.get("/api/games/{slug}/lessons/{number}")
@answers
async def lesson(slug: str, number: int) -> LessonDocument:
    """A guided battle: what each page says and asks for."""
    return lesson_of(slug, number).document


class Kept(NamedTuple):
    """A document that never changes, as it is sent."""

    body: bytes
    packed: bytes
    tag: str


def _kept(document: msgspec.Struct) -> Kept:
    body = msgspec.json.encode(document)
    return Kept(body, pack(body, SMALL), f'W/"{sha256(body).hexdigest()[:20]}"')


def _unless_known(request: Request, document: Kept) -> Response:
    headers = {"ETag": document.tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == document.tag:
        return Response(status_code=304, headers=headers)
    return packed_json(request, document.body, document.packed, headers)


@cache
def _catalogue(email: bool, players: tuple[Offered, ...]) -> tuple[bytes, bytes]:
    return _kept(Catalogue(trenchline.games(), players, email))[:2]


@cache
def _reference(slug: str) -> Kept:
    game = load(slug)
    known = msgspec.structs.astuple(game.reference)
    return _kept(ReferenceDocument(*known, slug=slug, title=game.title, rules=game.rules, charts=game.chart_documents()))


@cache
def _documents(slug: str) -> Kept:
    game = load(slug)
    return _kept(
        GameDocument(
            info=game.info(),
            board=game.board_document(),
            counters=game.counter_documents(),
            charts=game.chart_documents(),
            sequence=game.sequence(),
            overlays=game.overlays(),
        )
    )
