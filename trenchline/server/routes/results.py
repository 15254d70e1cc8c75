"""Results and ratings: the page of a player who wants one, and what he chooses."""

from __future__ import annotations

from fastapi import APIRouter, Request

from ..answers import answers
from ..bodies import ResultsBody
from ..doorkeeper import caller_of
from ..once import Receipt
from ..results import Results
from ..wire import Done, PlayerDocument, ResultsChoice
from .access import Changes, Keeps, SignedIn

router = APIRouter()


@router.get("/api/account/results")
@answers
async def chosen(request: Request, session: SignedIn) -> ResultsChoice:
    """Whether the account has a page of results, and in which games it is rated."""
    return await _results(request).choice(session.account)


@router.put("/api/account/results", dependencies=[Keeps])
@answers
async def choose(request: Request, call: Changes, session: SignedIn, body: ResultsBody) -> Done:
    """A page or none; the games in which matches are rated that begin from now on."""

    async def work(receipt: Receipt | None) -> Done:
        await _results(request).choose(session.account, body.page, body.rated, caller_of(request.scope))
        return Done()

    return await call.once(body, Done, work)


@router.get("/api/players/{page}")
@answers
async def player(request: Request, page: str) -> PlayerDocument:
    """The results of a player who shows them. 404 for anybody else."""
    return await _results(request).page(page)


def _results(request: Request) -> Results:
    found: Results = request.app.state.results
    return found
