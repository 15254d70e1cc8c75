"""Cups: made by an account, joined by link."""

from __future__ import annotations

from fastapi import APIRouter, Request

from ..answers import answers
from ..bodies import CupBody, KeyedBody
from ..cups import Cups
from ..once import Receipt
from ..wire import CupDocument, CupMade, Done, MyCup
from .access import AllAccounts, Changes, MakesTable, SignedIn

router = APIRouter()


@router.get("/api/account/cups")
@answers
async def my_cups(request: Request, session: SignedIn) -> list[MyCup]:
    return await _cups(request).of(session.account)


@router.post("/api/cups", dependencies=[MakesTable])
@answers
async def make(request: Request, call: Changes, session: SignedIn, body: CupBody) -> CupMade:
    """A cup of a scenario, in which the caller plays."""

    async def work(receipt: Receipt | None) -> CupMade:
        return CupMade(await _cups(request).make(session.account, body.name.strip(), body.game, body.scenario))

    return await call.once(body, CupMade, work)


@router.get("/api/cups/{cup_id}")
@answers
async def cup(request: Request, accounts: AllAccounts, cup_id: str) -> CupDocument:
    """Who plays, how it stands, the matches."""
    session = await accounts.sessions.of(request)
    return await _cups(request).document(cup_id, session.account if session else "")


@router.post("/api/cups/{cup_id}/join", dependencies=[MakesTable])
@answers
async def join(request: Request, call: Changes, session: SignedIn, cup_id: str, body: KeyedBody | None = None) -> Done:
    async def work(receipt: Receipt | None) -> Done:
        await _cups(request).join(cup_id, session.account)
        return Done()

    return await call.once(body, Done, work)


@router.post("/api/cups/{cup_id}/start", dependencies=[MakesTable])
@answers
async def start(request: Request, call: Changes, session: SignedIn, cup_id: str, body: KeyedBody | None = None) -> Done:
    """Nobody joins any more; everybody finds his matches among his tables."""

    async def work(receipt: Receipt | None) -> Done:
        await _cups(request).start(cup_id, session.account)
        return Done()

    return await call.once(body, Done, work)


def _cups(request: Request) -> Cups:
    found: Cups = request.app.state.cups
    return found
