"""What is kept is what was played: rules versions and hashes of tables, private files, databases that are spoilt."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import msgspec
import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

import trenchline
from trenchline.cli import main
from trenchline.server import limits
from trenchline.server.app import create_app
from trenchline.server.backup import back_up, bring_back
from trenchline.server.schema import log, metadata, tables
from trenchline.server.store import Store

from .test_door import GAME, call, state, table

BARRAGE = ("interdict:III.A1", "III.A1-1507")


def play(client: TestClient, made: dict) -> dict:
    for text in BARRAGE:
        seq = state(client, made)["seq"]
        assert call(client, made, "post", "/actions", seq=seq, key=f"k{seq}", text=text).status_code == 200
    return state(client, made)


def restarted(database: str) -> TestClient:
    return TestClient(create_app(database), raise_server_exceptions=False)


def change_row(database: str, made: dict, **values: object) -> None:
    store = Store(database)
    with store.engine.begin() as db:
        db.execute(sa.update(tables).where(tables.c.id == made["table"]).values(**values))
    store.close()


def test_a_table_of_other_rules_goes_on_if_they_lead_to_the_same_position(client, database):
    made = table(client)
    seen = play(client, made)
    change_row(database, made, rules=1)
    with restarted(database) as later:
        assert state(later, made)["view"] == seen["view"]
        assert later.app.state.store.table(made["table"]).rules == trenchline.load(GAME).rules_version


def test_a_table_of_other_rules_without_a_hash_is_not_silently_played_on(client, database):
    made = table(client)
    play(client, made)
    change_row(database, made, rules=1, summary=None)
    with restarted(database) as later:
        answer = call(later, made, "get", "/state?since=0")
        assert answer.status_code == 501 and answer.json()["error"]["code"] == "other-rules"
        assert "rules version 1" in answer.json()["error"]["reason"]


def test_a_log_that_leads_elsewhere_than_it_did_is_not_silently_played_on(client, database):
    made = table(client)
    play(client, made)
    store = Store(database)
    with store.engine.begin() as db:  # as if the rules made something else of the same answers
        first = sa.and_(log.c.table_id == made["table"], log.c.n == 0)
        db.execute(sa.update(log).where(first).values(text="interdict:III.A2"))
        second = sa.and_(log.c.table_id == made["table"], log.c.n == 1)
        db.execute(sa.update(log).where(second).values(text="shell:III.A2-1507"))
    store.close()
    with restarted(database) as later:
        assert call(later, made, "get", "/state?since=0").json()["error"]["code"] == "other-rules"


def test_a_listed_table_of_an_unknown_game_does_not_spoil_the_list_for_others(client, database):
    known, unknown = table(client, listed=True), table(client, listed=True)
    change_row(database, unknown, game="a-game-of-another-server")
    offered = client.get("/api/tables/open")
    assert offered.status_code == 200, offered.text
    assert [t["table"] for t in offered.json() if t["table"] in (known["table"], unknown["table"])] == [known["table"]]


def test_an_older_database_gets_the_missing_index(tmp_path: Path):
    url = f"sqlite:///{tmp_path}/t.db"
    store = Store(url)
    wanted = {index.name for part in metadata.tables.values() for index in part.indexes}
    with store.engine.begin() as db:
        for name in wanted:
            db.execute(sa.text(f"drop index {name}"))
    store.close()
    store = Store(url)
    found = sa.inspect(store.engine)
    assert {i["name"] for part in metadata.tables for i in found.get_indexes(part)} == wanted
    store.close()


def test_nobody_else_on_the_machine_can_read_the_tables(tmp_path: Path):
    file, copy = tmp_path / "t.db", tmp_path / "copy.db"
    file.touch(mode=0o644)
    file.chmod(0o644)
    with TestClient(create_app(f"sqlite:///{file}")) as client:
        table(client)
        modes = {f.name: stat.S_IMODE(f.stat().st_mode) for f in tmp_path.iterdir()}
        assert modes and not any(mode & 0o007 for mode in modes.values()), modes
    back_up(f"sqlite:///{file}", copy)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can make files for others")
def test_what_root_restores_belongs_to_the_user_of_the_folder(tmp_path: Path):
    back_up(f"sqlite:///{tmp_path}/t.db", tmp_path / "copy.db")
    home = tmp_path / "home"
    home.mkdir()
    os.chown(home, 12345, 12345)
    bring_back(tmp_path / "copy.db", f"sqlite:///{home}/tables.db")
    assert {f.stat().st_uid for f in home.iterdir()} == {12345}


def test_a_spoilt_database_is_told_in_one_sentence(tmp_path: Path, capsys):
    file = tmp_path / "t.db"
    Store(f"sqlite:///{file}").close()
    whole = file.read_bytes()
    for spoilt in (b"this is no database at all" * 100, whole[:4096] + b"\xff" * (len(whole) - 4096), whole[:5000]):
        file.write_bytes(spoilt)
        code = main(["backup", str(tmp_path / "copy.db"), "--db", f"sqlite:///{file}"])
        said = capsys.readouterr().err
        assert code == 2 and said.count("\n") == 1 and "Traceback" not in said, said
        assert not (tmp_path / "copy.db").exists()


def test_a_backup_into_a_missing_folder_says_so(tmp_path: Path, capsys):
    assert main(["backup", str(tmp_path / "no" / "copy.db"), "--db", f"sqlite:///{tmp_path}/t.db"]) == 2
    assert "there is no folder" in capsys.readouterr().err


def test_a_server_whose_database_takes_no_writes_is_not_well(tmp_path: Path):
    with TestClient(create_app(f"sqlite:///{tmp_path}/t.db")) as client:
        assert client.get("/healthz").status_code == 200

        @sa.event.listens_for(client.app.state.store.engine, "begin")
        def nobody_writes(connection: sa.Connection) -> None:
            connection.exec_driver_sql("PRAGMA query_only=ON")

        assert client.get("/healthz").status_code == 503


def test_figures_are_not_for_a_page_that_calls_itself_this_machine(tmp_path: Path):
    with TestClient(create_app(f"sqlite:///{tmp_path}/t.db"), client=("127.0.0.1", 1), base_url="http://127.0.0.1") as client:
        assert client.get("/metrics").status_code == 200
        assert client.get("/metrics", headers={"Host": "rebound.example.org"}).status_code == 403


def test_an_uploaded_position_that_breaks_later_is_refused_in_words(client, monkeypatch: pytest.MonkeyPatch):
    game = trenchline.load(GAME)
    match = game.start(seed=1)
    match.begin_here()
    save = match.save()
    seats = {"german": "me", "french": "bot:recruit"}
    made = client.post("/api/tables/upload", json={"save": msgspec.json.encode(save).decode(), "seats": seats}).json()
    seq = state(client, made)["seq"]
    monkeypatch.setattr("trenchline.server.table.played", lambda *words: [][0])
    answer = call(client, made, "post", "/actions", seq=seq, key="k", text="done")
    assert answer.status_code == 422 and "does not hold together" in answer.json()["error"]["reason"]


def test_a_claim_at_a_second_server_succeeds_while_the_first_appends(postgres: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "BURST", 1_000_000)
    with TestClient(create_app(postgres)) as one, TestClient(create_app(postgres)) as two:
        made = table(one)
        texts, claim = list(BARRAGE), two.app.state.store.claim

        def claim_too_late(*words: object) -> None:
            if texts:
                seq = state(one, made)["seq"]
                assert call(one, made, "post", "/actions", seq=seq, key=f"k{seq}", text=texts.pop(0)).status_code == 200
            claim(*words)

        monkeypatch.setattr(two.app.state.store, "claim", claim_too_late)
        claimed = call(two, made, "post", "/claim", made["invites"]["french"], name="Bea")
        assert claimed.status_code == 200 and not texts, claimed.text
        again = call(two, made, "post", "/claim", made["invites"]["french"], name="Cid")
        assert again.status_code in (401, 403)
