"""The games, and all of each that never changes."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from typing import Annotated

import msgspec
from fastapi import APIRouter, Header, Response

from ... import ai
from ...games import games, load
from ..answers import json_answer
from .access import AllTables

router = APIRouter()


@router.get("/api/games")
async def catalogue(tables: AllTables) -> Response:
    """The games and who can play against you."""
    return json_answer(
        {
            "games": games(),
            "players": [{"id": name, "title": name.capitalize(), "about": about} for name, about in ai.ABOUT.items()],
            "email": bool(tables.notifier.smtp),
        }
    )


@router.get("/api/games/{slug}")
async def game_documents(slug: str, if_none_match: Annotated[str, Header()] = "") -> Response:
    """All of a game that never changes: board, counters, charts, sequence of play, overlays."""
    return _unless_known(_documents(slug), if_none_match)


@router.get("/api/games/{slug}/reference")
async def reference(slug: str, if_none_match: Annotated[str, Header()] = "") -> Response:
    """What is looked up: rules in short, charts, rulings, what counters and map say, the words of the game."""
    return _unless_known(_reference(slug), if_none_match)


def _unless_known(document: tuple[bytes, str], if_none_match: str) -> Response:
    body, tag = document
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if if_none_match == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


@cache
def _reference(slug: str) -> tuple[bytes, str]:
    game = load(slug)
    asked = {"slug": slug, "title": game.title, "rules": game.rules, "charts": game.chart_documents()}
    return _tagged(asked | msgspec.structs.asdict(game.reference))


@cache
def _documents(slug: str) -> tuple[bytes, str]:
    game = load(slug)
    return _tagged(
        {
            "info": game.info(),
            "board": game.board_document(),
            "counters": game.counter_documents(),
            "charts": game.chart_documents(),
            "sequence": game.sequence(),
            "overlays": game.overlays(),
        }
    )


def _tagged(document: dict[str, object]) -> tuple[bytes, str]:
    body = msgspec.json.encode(document)
    return body, f'"{sha256(body).hexdigest()[:20]}"'
