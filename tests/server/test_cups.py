"""Cups: round robin with equal sides, made by an account, joined by link."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from trenchline import Result
from trenchline.server import cups, limits
from trenchline.server.app import create_app
from trenchline.server.backup import back_up, bring_back
from trenchline.server.cup_store import CupGame, CupPlayer
from trenchline.server.rows import Summary

from .authenticator import Device
from .test_door import GAME
from .test_results import client, place, two  # noqa: F401

SIDES = ("german", "french")


def make(device: Device, name: str = "Winter cup") -> str:
    done = device.call("POST", "/api/cups", name=name, game=GAME, scenario="historical")
    assert done.status_code == 200, done.text
    return done.json()["cup"]


def seen(device: Device, cup: str) -> dict:
    return device.call("GET", f"/api/cups/{cup}").json()


def test_everybody_plays_everybody_with_each_side(client, two, place):  # noqa: F811
    cid = place("10.0.0.3")
    cid.make_account("Cid")
    cup = make(two[0])
    for device in (two[1], cid, cid):
        assert device.call("POST", f"/api/cups/{cup}/join").status_code == 200
    assert seen(two[0], cup)["mine"] and not seen(cid, cup)["mine"] and seen(cid, cup)["joined"]
    for _ in range(2):  # also again, after a server died half-way
        assert two[0].call("POST", f"/api/cups/{cup}/start").status_code == 200
    matches = seen(two[0], cup)["matches"]
    pairs = sorted((m["players"]["german"], m["players"]["french"]) for m in matches)
    assert pairs == sorted((a, b) for a in ("Ann", "Bea", "Cid") for b in ("Ann", "Bea", "Cid") if a != b)
    mine = {m["table"] for m in matches if m["table"]}
    assert len(mine) == 4, "of others the tables are not told"
    listed = two[0].call("GET", "/api/account/tables").json()
    assert {t["table"] for t in listed} == mine and all(t["sides"] for t in listed)
    assert [c["name"] for c in two[1].call("GET", "/api/account/cups").json()] == ["Winter cup"]


def test_a_match_of_it_is_played_from_ones_own_tables_and_counts(client, two):  # noqa: F811
    cup = make(two[0])
    two[1].call("POST", f"/api/cups/{cup}/join")
    two[0].call("POST", f"/api/cups/{cup}/start")
    first = next(m for m in seen(two[0], cup)["matches"] if m["players"]["german"] == "Ann")
    key = "account:french"
    seq = two[1].call("GET", f"/api/tables/{first['table']}/state", key).json()["seq"]
    done = two[1].call("POST", f"/api/tables/{first['table']}/resign", key, seq=seq, key="r")
    assert done.status_code == 200 and done.json()["over"]
    after = seen(two[1], cup)
    assert [(line["place"], line["name"], line["points"], line["played"]) for line in after["standings"]] == [
        (1, "Ann", 1.0, 1), (2, "Bea", 0.0, 1)
    ]  # fmt: skip
    assert next(m for m in after["matches"] if m["table"] == first["table"])["winner"] == "german"


def test_who_may_join_and_begin(client, two, place, monkeypatch):  # noqa: F811
    monkeypatch.setattr(limits, "CUP_PLAYERS", 2)
    cid, stranger = place("10.0.0.3"), place("10.0.0.4")
    cid.make_account("Cid")
    cup = make(two[0])
    assert two[0].call("POST", f"/api/cups/{cup}/start").status_code == 403, "alone"
    assert stranger.call("POST", f"/api/cups/{cup}/join").status_code == 401
    assert two[1].call("POST", f"/api/cups/{cup}/join").status_code == 200
    assert cid.call("POST", f"/api/cups/{cup}/join").status_code == 403, "full"
    assert two[1].call("POST", f"/api/cups/{cup}/start").status_code == 403, "not who made it"
    assert client.get("/api/cups/" + "A" * 12).status_code == 404
    assert stranger.call("POST", "/api/cups", name="x", game=GAME, scenario="historical").status_code == 401
    assert two[0].call("POST", "/api/cups", name="x", game=GAME, scenario="none").status_code == 400
    two[0].call("POST", f"/api/cups/{cup}/start")
    monkeypatch.setattr(limits, "CUP_PLAYERS", 6)
    assert cid.call("POST", f"/api/cups/{cup}/join").status_code == 403, "begun"
    two[1].call("DELETE", "/api/account")
    assert {line["name"] for line in seen(stranger, cup)["standings"]} == {"Ann", "a former player"}


def played(first: str, second: str, winner: str) -> CupGame:
    summary = Summary(1, "", "", (), True, Result(winner, "", 0, ()))
    return CupGame(first, second, None, summary)  # type: ignore[arg-type]


def test_a_copy_of_the_database_has_the_cups_too(client, two, database, tmp_path):  # noqa: F811
    cup = make(two[0])
    two[1].call("POST", f"/api/cups/{cup}/join")
    two[0].call("POST", f"/api/cups/{cup}/start")
    assert not client.app.state.cups._starting
    back_up(database, tmp_path / "copy.db")
    bring_back(tmp_path / "copy.db", f"sqlite:///{tmp_path}/another.db")
    with TestClient(create_app(f"sqlite:///{tmp_path}/another.db")) as after:
        found = after.get(f"/api/cups/{cup}").json()
    assert {line["name"] for line in found["standings"]} == {"Ann", "Bea"} and len(found["matches"]) == 2


@pytest.mark.parametrize(
    ("results", "table"),
    [
        ([("a", "b", "german"), ("b", "a", "")], [(1, "a", 1.5), (2, "b", 0.5), (3, "c", 0)]),
        # a and b have two points each; between them a has won
        ([("a", "b", "german"), ("a", "c", "german"), ("b", "c", "german"), ("c", "b", "french"), ("c", "a", "german")],
         [(1, "a", 2), (2, "b", 2), (3, "c", 1)]),
        # all drawn: the place is shared
        ([("a", "b", ""), ("b", "c", ""), ("c", "a", "")], [(1, "a", 1), (1, "b", 1), (1, "c", 1)]),
        # equal points, never met: more wins
        ([("a", "c", ""), ("c", "a", ""), ("b", "c", "german")], [(1, "b", 1), (2, "a", 1), (2, "c", 1)]),
    ],
)  # fmt: skip
def test_the_table_and_its_tie_break(results, table):
    players = [CupPlayer(name, name) for name in "abc"]
    lines = cups.standings(players, [played(*one) for one in results], SIDES)
    assert [(line.place, line.name, line.points) for line in lines] == table
