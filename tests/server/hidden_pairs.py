"""Two tables that differ only in what a player may not know give him the same bytes, and his bot the same decision.

    python -m tests.server.hidden_pairs 2000      so many matches, over all games; what differs is printed with its seed
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from random import Random
from unittest import mock

from starlette.testclient import TestClient

import trenchline
from trenchline import ai
from trenchline.core.dice import FairDice
from trenchline.core.match import Match
from trenchline.server import limits, lobby
from trenchline.server.app import create_app

GAMES = (
    ("verdun-1916", {}),
    ("campaign-of-attrition", {"fog_of_war": True}),
    ("campaign-of-attrition", {}),
    ("they-shall-not-pass", {}),
)
SAME = {"id": "", "created": "", "commitment": ""}  # of a table; chance, and no secret


def random_match(slug: str, options: dict[str, bool], seed: int) -> Match:
    """A match somewhere in its course: where something is decided in secret, if it comes to that."""
    chance, match = Random(seed), trenchline.load(slug).start(options=options, seed=seed)
    for _ in range(chance.randrange(20, 400)):
        if match.over:
            break
        match.apply_legal(chance.choice(match.actions()))
    for _ in range(200):
        if match.over or match.sealed or match.game.hides_counters(match.scenario, match.options):
            break
        match.apply_legal(chance.choice(match.actions()))
    return match


def differing(client: TestClient, match: Match, seed: int) -> Iterator[str]:
    """What differs for anybody between a match and one that could be it for all he knows."""
    slug = match.game.slug
    if match.over:
        return
    for player in match.seats:
        other = match.game.redeal(match, player, seed + 1)
        tables = [_table(client, one, player, seed) for one in (match, other)]
        for address in _addresses(match, seed):
            one, two = (_answer(client, made, address) for made in tables)
            if one != two:
                yield f"{slug} seed {seed}, {player}: {address} answers {one[:300]} and {two[:300]}"
        if player in match.players:
            one, two = (_bots_choice(m, player, seed) for m in (match, other))
            if one != two:
                yield f"{slug} seed {seed}: the bot of {player} chooses {one} and {two}"


def _table(client: TestClient, match: Match, player: str, seed: int) -> dict:
    """A table where the player sits, the others' seats are open, and the match stands as it is."""
    seats = {seat: "me" if seat == player else "friend" for seat in match.seats}
    dice, opening = FairDice.from_number(seed).record(), match.game.notation(match)
    wanted = lobby.NewTable(match.game.slug, match.scenario, match.options, seats, "Ann", dice, opening)
    made = client.portal.call(partial(lobby.new, client.app.state.tables, wanted))
    return {"table": made.table, "key": made.key}


def _addresses(match: Match, seed: int) -> list[tuple[str, str, object]]:
    chance = Random(seed)
    plain = ("", "/state", "/replay", "/at/0", "/dice", "/save")
    found: list[tuple[str, str, object]] = [("GET", path, None) for path in plain]
    cells = chance.sample(list(match.game.board.labels), 6)
    found += [("GET", f"/cells/{cell}", None) for cell in cells]
    found += [("GET", f"/overlay/{o.name}?subject={s}", None) for o in match.game.overlays() for s in ("", *match.game.sides)]
    texts = [match.notate(a) for a in chance.sample(list(match.actions()), min(3, len(match.actions())))]
    return found + [("POST", path, {"text": text}) for path in ("/legal", "/odds") for text in texts]


def _answer(client: TestClient, made: dict, address: tuple[str, str, object]) -> str:
    method, path, body = address
    headers = {"Authorization": f"Bearer {made['key']}"}
    answer = client.request(method, f"/api/tables/{made['table']}{path}", json=body, headers=headers)
    if path == "" or path == "/save":  # an opening that tells a secret is dealt again in a save, by chance
        document = json.loads(answer.content) | (SAME if path == "" else {"opening": "", "hash": ""})
        return f"{answer.status_code} {json.dumps(document)}"
    return f"{answer.status_code} {answer.text}"


def _bots_choice(match: Match, player: str, seed: int) -> str:
    known = ai.visible_match(match, player, Random(seed))
    known.acting = player
    return str(ai.make_player("sergeant", str(seed)).consider(known).action)


def all_that_differs(client: TestClient, matches: int) -> tuple[list[str], int]:
    """What differs, and how many of the matches had something to hide."""
    found, secretive = list[str](), 0
    for seed in range(matches):
        match = random_match(*GAMES[seed % len(GAMES)], seed)
        hidden = match.sealed or match.game.hides_counters(match.scenario, match.options)
        secretive += bool(hidden) and not match.over
        found += differing(client, match, seed)
    return found, secretive


def main(matches: int) -> int:
    with (
        tempfile.TemporaryDirectory() as home,
        mock.patch.object(limits, "BURST", 10**9),
        TestClient(create_app(f"sqlite:///{home}/tables.db")) as client,
    ):
        found, secretive = all_that_differs(client, matches)
    print(*found, f"{matches} matches, {secretive} with something to hide, {len(found)} differences", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
