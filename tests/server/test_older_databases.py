"""A database that an older version has made and played on is brought up to date, and played on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from trenchline.core.errors import TrenchlineError
from trenchline.server.app import create_app
from trenchline.server.backup import back_up, bring_back
from trenchline.server.schema import metadata
from trenchline.server.store import Store

from .authenticator import Device
from .test_door import call, state

OLDER = Path(__file__).parent / "older"
PLAYED = json.loads((OLDER / "rows.json").read_text(encoding="utf-8"))


def as_it_was(engine: sa.Engine) -> None:
    """Make the older version's tables, and fill them."""
    with engine.begin() as db:
        for statement in (OLDER / f"tables-{engine.dialect.name}.sql").read_text(encoding="utf-8").split(";\n"):
            if statement.strip():
                db.execute(sa.text(statement))
        for name in ("tables", "keys", "log", "chat"):
            for row in PLAYED["rows"][name]:
                fields = {field: value for field, value in row.items() if (name, field) != ("chat", "id")}
                values = ", ".join(f":{field}" for field in fields)
                db.execute(sa.text(f"insert into {name} ({', '.join(fields)}) values ({values})"), fields)


@pytest.fixture(params=["sqlite", "postgresql"])
def older(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an older version's database, of either kind."""
    if request.param == "sqlite":
        engine = sa.create_engine(f"sqlite:///{tmp_path}/older.db")
        as_it_was(engine)
        engine.dispose()
        yield f"sqlite:///{tmp_path}/older.db"
        return
    url = request.getfixturevalue("postgres").replace("postgresql://", "postgresql+psycopg://")
    server = sa.create_engine(url, isolation_level="AUTOCOMMIT")
    with server.connect() as db:
        db.execute(sa.text("create database older"))
    engine = sa.create_engine(url.replace("/postgres", "/older"))
    as_it_was(engine)
    engine.dispose()
    yield str(request.getfixturevalue("postgres")).replace("/postgres", "/older")
    with server.connect() as db:
        db.execute(sa.text("drop database older with (force)"))
    server.dispose()


def test_a_match_begun_with_an_older_version_is_played_on(older: str, tmp_path: Path):
    made = {"table": PLAYED["table"], "key": PLAYED["key"]}
    for _ in range(2):  # and the second start finds nothing to do
        with TestClient(create_app(older)) as client:
            seen = state(client, made)
            assert [e["text"] for e in seen["entries"]][:2] == ["interdict:III.A1", "shell:III.A1-1507"]
            assert seen["notes"] == "watch Douaumont" and seen["chat"][0]["text"] == "On les aura"
            listed = client.post("/api/tables/mine", json={"keys": [PLAYED["key"], PLAYED["friend"]]}).json()
            assert [t["your_turn"] for t in sorted(listed, key=lambda t: t["key_index"])] == [True, False]
            text = seen["decision"]["actions"][0]["text"]
            assert call(client, made, "post", "/actions", seq=seen["seq"], key=str(seen["seq"]), text=text).status_code == 200
    assert back_up(older, tmp_path / "copy.db") == 1


def test_a_seat_taken_with_an_older_version_goes_into_an_account(older: str):
    with TestClient(create_app(older)) as client:
        device = Device(client)
        device.make_account("Ann")
        assert device.call("POST", "/api/account/seats", keys=[PLAYED["key"]]).json() == {"seats": 1}
        (mine,) = device.call("GET", "/api/account/tables").json()
        seen = device.call("GET", f"/api/tables/{PLAYED['table']}/state", f"account:{','.join(mine['sides'])}").json()
        assert seen["decision"]["mine"]


def test_two_servers_that_start_at_once_on_it_both_start(older: str):
    with ThreadPoolExecutor(4) as pool:
        stores = [one.result() for one in [pool.submit(Store, older) for _ in range(4)]]
    there = {c["name"] for c in sa.inspect(stores[0].engine).get_columns("log")}
    assert there == set(metadata.tables["log"].columns.keys())
    for store in stores:
        store.close()


def test_a_copy_made_by_an_older_version_can_be_brought_back(tmp_path: Path):
    engine = sa.create_engine(f"sqlite:///{tmp_path}/copy.db")
    as_it_was(engine)
    engine.dispose()
    before = (tmp_path / "copy.db").read_bytes()
    assert bring_back(tmp_path / "copy.db", f"sqlite:///{tmp_path}/new.db") == (1, 0)
    assert (tmp_path / "copy.db").read_bytes() == before
    with TestClient(create_app(f"sqlite:///{tmp_path}/new.db")) as client:
        assert state(client, {"table": PLAYED["table"], "key": PLAYED["key"]})["seq"] == 3


def test_a_database_that_lacks_what_cannot_be_made_up_is_refused(tmp_path: Path):
    engine = sa.create_engine(f"sqlite:///{tmp_path}/other.db")
    with engine.begin() as db:
        db.execute(sa.text("create table log (table_id text, n integer)"))
    engine.dispose()
    with pytest.raises(TrenchlineError, match="another version"):
        Store(f"sqlite:///{tmp_path}/other.db")
