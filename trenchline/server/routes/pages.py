"""The pages that have a path: all are the client, each with a preview of its own."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from .. import errors, previews
from ..accounts import Accounts
from ..answers import answers
from ..client_files import ClientFiles
from ..previews import Preview, Previews
from ..results import Results
from ..wire import WatchKey
from .access import AllTables

router = APIRouter()
GET = ["GET", "HEAD"]
MOMENTS = ("replay", "log")
PICTURE_SECONDS = 300  # for which a picture may be kept: what was taken back makes others of the same number


@router.get("/api/tables/{table_id}/watch")
@answers
async def watch_key(tables: AllTables, table_id: str) -> WatchKey:
    """The key for onlookers of a match that anybody may watch. 401 for any other table, whether there is one or not."""
    return WatchKey((await previews.public_table(tables, table_id)).row.shown or "")


@router.api_route("/", methods=GET, include_in_schema=False)
async def front(request: Request) -> Response:
    return _page(request, Preview())


@router.api_route("/t/{table_id}/picture/{n}.png", methods=GET, include_in_schema=False)
async def picture(request: Request, table_id: str, n: int) -> Response:
    """The map of a match that anybody may watch, after n actions."""
    found: Previews = request.app.state.previews
    png = await found.picture(table_id, n)
    if png is None:
        raise errors.Refused(404, "no-picture", "There is no map of this game to draw on")
    return Response(png, media_type="image/png", headers={"Cache-Control": f"public, max-age={PICTURE_SECONDS}"})


@router.api_route("/t/{table_id}", methods=GET, include_in_schema=False)
@router.api_route("/t/{table_id}/{rest:path}", methods=GET, include_in_schema=False)
async def table(request: Request, table_id: str, rest: str = "") -> Response:
    where, _, at = rest.partition("/")
    n = int(at) if where in MOMENTS and at.isascii() and at.isdecimal() and len(at) < 8 else None
    found: Previews = request.app.state.previews
    return _page(request, await found.of_table(table_id, n))


@router.api_route("/rules/{slug}", methods=GET, include_in_schema=False)
@router.api_route("/rules/{slug}/{wanted}", methods=GET, include_in_schema=False)
async def rules(request: Request, slug: str, wanted: str = "") -> Response:
    return _page(request, previews.of_rules(slug, wanted))


@router.api_route("/learn/{slug}", methods=GET, include_in_schema=False)
@router.api_route("/learn/{slug}/{number}", methods=GET, include_in_schema=False)
async def learn(request: Request, slug: str, number: str = "1") -> Response:
    return _page(request, previews.of_lesson(slug, int(number) if number.isascii() and number.isdecimal() else 0))


@router.api_route("/players/{page}", methods=GET, include_in_schema=False)
async def player(request: Request, page: str) -> Response:
    results: Results = request.app.state.results
    name = await results.name_of(page)
    return _page(request, previews.of_player(name, page) if name else Preview())


@router.api_route("/join/{slug}/{table_id}", methods=GET, include_in_schema=False)
async def invitation(request: Request, slug: str, table_id: str) -> Response:
    return _page(request, previews.of_invitation("join", slug, table_id))


@router.api_route("/watch/{slug}/{table_id}", methods=GET, include_in_schema=False)
async def watching(request: Request, slug: str, table_id: str) -> Response:
    return _page(request, previews.of_invitation("watch", slug, table_id))


def _page(request: Request, preview: Preview) -> Response:
    """The client. Links name the site as its operator does; where he has not said, as the caller does."""
    accounts: Accounts = request.app.state.accounts
    files: ClientFiles = request.app.state.files
    site = (accounts.sessions.home or str(request.base_url)).rstrip("/") + "/"
    path = request.url.path[len(request.scope.get("root_path", "")) :]
    return files.page(path, request.headers, preview.head(site))
