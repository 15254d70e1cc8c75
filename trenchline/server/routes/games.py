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
    """All of a game that never changes: board, counters, charts, sequence of play, overlays, rules in short."""
    body, tag = _documents(slug)
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if if_none_match == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


@cache
def _documents(slug: str) -> tuple[bytes, str]:
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
    return body, f'"{sha256(body).hexdigest()[:20]}"'
