"""What a link shows of itself where somebody pastes it (Open Graph): a title, a sentence, a picture.

Of a match no more than any onlooker may know, and only if anybody may look on. A private table looks like one that does
not exist.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from functools import cache
from html import escape
from typing import Any
from urllib.parse import quote

import msgspec

from .. import Game, TrenchlineError, View, load
from . import errors, limits
from .board_pictures import bare_map, board_picture
from .documents import place_of
from .rows import KeyRow, SeatRow
from .table import Table
from .tables import Tables

FRONT_PICTURE = "pictures/they-shall-not-pass.jpg"
LONGEST = 300  # characters of a sentence


class Preview(msgspec.Struct, frozen=True):
    """What is said of a page. Addresses are those behind the root of the site."""

    title: str = "Trenchline"
    words: str = "Five board wargames of 1916 in the browser: against the computer, or with a friend over weeks."
    page: str = ""
    picture: str = FRONT_PICTURE

    def head(self, site: str) -> str:
        """The lines for the head of the page."""
        words = self.words if len(self.words) <= LONGEST else self.words[: LONGEST - 1] + "\u2026"
        named = {
            "og:site_name": "Trenchline", "og:type": "website", "og:title": self.title, "og:description": words,
            "og:url": site + self.page, "og:image": site + self.picture, "og:image:alt": "The map",
        }  # fmt: skip
        lines = [f"<title>{escape(self.title)}</title>", f'<meta name="description" content="{escape(words)}">']
        lines += [f'<meta property="{name}" content="{escape(value)}">' for name, value in named.items()]
        lines.append('<meta name="twitter:card" content="summary_large_image">')
        return "\n".join(lines)


class Previews:
    """The service. What was worked out of a moment is kept for whoever asks next."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._pictures: dict[tuple[str, int, int], bytes | None] = {}
        self._moments: dict[tuple[str, int, int], Preview] = {}  # by table, place and the entry that led there

    async def of_table(self, table_id: str, at: int | None) -> Preview:
        """A match that anybody may look on, as it stands or stood after some actions; else nothing that tells one table from
        another."""
        try:
            table = await public_table(self.tables, table_id)
            return await self._moment(table, at)
        except (errors.Refused, TrenchlineError):  # also where the caller has too much under way
            return Preview()

    async def _moment(self, table: Table, at: int | None) -> Preview:
        looks_on = onlooker(table.row.id)
        place = len(table.actions) if at is None else place_of(table, looks_on, at)
        same = table.row.id, place, table.actions[place - 1].seq if place else -1
        if at is None:
            return _of_view(table, at, msgspec.json.decode(table.shown_to("").view, type=View))
        found = self._moments.get(same)
        if found is None:
            found = _of_view(table, at, await past_view(self.tables, table, place))
            if len(self._moments) >= limits.PREVIEWS_IN_MEMORY:
                self._moments.clear()
            self._moments[same] = found
        return found

    async def picture(self, table_id: str, at: int) -> bytes | None:
        """The map of a match that anybody may watch, as it stood after some actions; None for a game without one. Raises
        Refused for any other table."""
        table = await public_table(self.tables, table_id)
        place = place_of(table, onlooker(table_id), at)
        same = table_id, place, table.actions[place - 1].seq if place else -1

        async def make() -> bytes | None:
            return await drawn(self.tables, table, place)

        if same not in self._pictures:
            found = await self.tables.replays.shared(("picture", *same), make)
            if len(self._pictures) >= limits.PICTURES_IN_MEMORY:
                self._pictures.clear()
            self._pictures[same] = found
        return self._pictures[same]


async def drawn(tables: Tables, table: Table, place: int) -> bytes | None:
    """The map after some of the actions that stand, drawn where long work is done: each address has its share of that."""
    passed = table.replay_to(place)

    def steps() -> Generator[None, None, bytes | None]:
        match = yield from passed.steps()
        yield
        return board_picture(table.game, match.view(""))

    return await tables.replays.result(steps(), len(passed))


async def public_table(tables: Tables, table_id: str) -> Table:
    """A table at which anybody may look on. Raises Refused, the same whether it is private or there is none."""
    row = await asyncio.to_thread(tables.store.table, table_id)
    if row is None or not row.shown:
        raise errors.no_key()
    return await tables.remembered(table_id)


def onlooker(table_id: str) -> KeyRow:
    return KeyRow("", table_id, "watch", (), "")


async def past_view(tables: Tables, table: Table, place: int) -> View:
    """What an onlooker sees after some of the actions that stand."""
    passed = table.replay_to(place)

    def steps() -> Generator[None, None, View]:
        match = yield from passed.steps()
        return match.view("")

    return await tables.replays.result(steps(), len(passed))


def _of_view(table: Table, at: int | None, view: View) -> Preview:
    game, row = table.game, table.row
    who = ", ".join(_player(seat) for seat in row.seats)
    result = table.result if at is None else None
    stands = result.level if result else view.standing.text if view.standing else ""
    when = "Over" if result else ", ".join(part for part in (_turn(view), view.date, view.step) if part)
    scenario = next((s.title for s in game.scenarios if s.id == view.scenario), "")
    words = ". ".join(part for part in (when, stands, who, scenario) if part)
    page = f"t/{row.id}" if at is None else f"t/{row.id}/replay/{at}"
    n = table.numbering(onlooker(row.id)).shown_n(len(table.actions)) if at is None else at
    picture = f"t/{row.id}/picture/{n}.png" if bare_map(game.slug) else picture_of(game)
    return Preview(f"{game.title}: {_short(scenario)}" if scenario else game.title, f"{words}.", page, picture)


def _turn(view: View) -> str:
    last = view.turns[1]
    return f"Turn {view.turn} of {last}" if last else f"Turn {view.turn}"


def _short(scenario: str) -> str:
    """The name of a scenario without its explanation."""
    return scenario.split(":")[0]


def _player(seat: SeatRow) -> str:
    who = "open" if seat.kind == "open" else seat.name or "a player"
    return f"{seat.side.capitalize()}: {who}{' (computer)' if seat.kind == 'bot' else ''}"


# ---------------------------------------------------------------------------------------------------- of games


def picture_of(game: Game[Any]) -> str:
    return f"pictures/{game.slug}.jpg"


@cache
def _game(slug: str) -> Game[Any] | None:
    return load(slug)


def game_of(slug: str) -> Game[Any] | None:
    try:
        return _game(slug)
    except TrenchlineError:
        return None


def of_rules(slug: str, wanted: str) -> Preview:
    """The rules of a game, or a case of them."""
    game = game_of(slug)
    if game is None:
        return Preview()
    rule = next((rule for rule in game.rules if rule.case == wanted), None)
    page = f"rules/{slug}/{quote(wanted)}" if rule else f"rules/{slug}"
    if rule is None:
        words = "Every case in our words, with charts, rulings and the words of the game, found by one search."
        return Preview(f"{game.title}: the rules", words, page, picture_of(game))
    return Preview(f"{game.title} {rule.case}: {rule.title}", rule.summary, page, picture_of(game))


def of_lesson(slug: str, number: int) -> Preview:
    """A guided battle."""
    game = game_of(slug)
    titles = game.info().lessons if game else ()
    if game is None or not 1 <= number <= len(titles):
        return Preview()
    page = f"learn/{slug}" if number == 1 else f"learn/{slug}/{number}"
    words = f"Learn {game.title} by playing: a guided battle of about ten minutes. No account needed."
    return Preview(f"{game.title}: {titles[number - 1]}", words, page, picture_of(game))


def of_player(name: str, page: str) -> Preview:
    """The results of somebody who shows them."""
    words = f"Matches of {name} by game, side and scenario, with results and ratings."
    return Preview(f"{name}: results", words, f"players/{page}")


def of_invitation(how: str, slug: str, table_id: str) -> Preview:
    """A link with a key, of which the server sees the game and nothing else: whoever has the link is shown the rest."""
    game = game_of(slug)
    if game is None:
        return Preview()
    asked = "Watch a match of" if how == "watch" else "You are invited to play"
    return Preview(f"{asked} {game.title}", game.info().summary, f"{how}/{slug}/{quote(table_id)}", picture_of(game))
