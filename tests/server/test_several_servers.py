"""Several servers on one PostgreSQL: what one commits the others show, mostly without asking the database."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from trenchline.server import limits
from trenchline.server.app import create_app
from trenchline.server.appending import CHANNEL
from trenchline.server.rows import LONGEST_NOTE, LogRow, News, note, read_note
from trenchline.server.tables import Tables

from .private_postgres import PrivatePostgres, installed
from .test_door import call, state
from .test_door import table as table_with
from .test_standing import NO_GUNS, assaulted, order, told
from .test_table_life import BARRAGE, heard, live, table

Twins = tuple[TestClient, TestClient]


@pytest.fixture
def twins(postgres: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Twins]:
    """Clients of two servers on one database, who hear each other."""
    monkeypatch.setattr(limits, "BURST", 1_000_000)
    listening, heard_nothing = threading.Semaphore(0), Tables.heard_nothing

    def begins_to_listen(tables: Tables) -> None:
        heard_nothing(tables)
        listening.release()

    monkeypatch.setattr(Tables, "heard_nothing", begins_to_listen)
    with TestClient(create_app(postgres)) as one, TestClient(create_app(postgres)) as two:
        assert listening.acquire(timeout=60) and listening.acquire(timeout=60)
        yield one, two


def act(server: TestClient, made: dict, seq: int) -> dict:
    answer = call(server, made, "post", "/actions", seq=seq, key=f"k{seq}", text=BARRAGE[seq])
    assert answer.status_code == 200, answer.text
    return answer.json()


def taken_in_a_moment(server: TestClient, made: dict, seq: int) -> dict:
    """As the refusal says, and the page does: the same action is sent again, with the same key, until it is stored."""
    for _ in range(600):
        answer = call(server, made, "post", "/actions", seq=seq, key=f"k{seq}", text=BARRAGE[seq])
        if answer.status_code != 503:
            break
        time.sleep(0.1)
    assert answer.status_code == 200, answer.text
    return answer.json()


def no_reading(*words: object) -> None:
    raise AssertionError("the database was asked")


def test_what_another_server_has_appended_is_pushed_without_asking_the_database(twins: Twins, monkeypatch):
    one, two = twins
    made = table(one)
    with live(two, made, made["watch"]) as line:
        heard(line)
        monkeypatch.setattr(two.app.state.store, "entries", no_reading)
        act(one, made, 0)
        assert [entry["text"] for entry in heard(line)["entries"]] == [BARRAGE[0]]
        monkeypatch.setattr(one.app.state.store, "entries", no_reading)
        assert act(two, made, 1)["seq"] == 2, "nor is it asked before an action: it refuses one that comes too late"
        assert heard(line)["seq"] == 2


def test_an_entry_that_was_not_told_is_read_with_the_next(twins: Twins, monkeypatch):
    one, two = twins
    made = table(one)
    with live(two, made, made["watch"]) as line:
        heard(line)
        with monkeypatch.context() as silent:
            silent.setattr("trenchline.server.appending.CHANNEL", "nobody")
            act(one, made, 0)
        act(one, made, 1)
        assert [entry["text"] for entry in heard(line)["entries"]] == [BARRAGE[0], f"shell:{BARRAGE[1]}"]


def test_what_is_said_at_one_server_is_read_at_the_other(twins: Twins):
    one, two = twins
    made = table(one)
    with live(two, made, made["watch"]) as line:
        assert heard(line)["chat"] == []
        for said in ("Bonjour", "Guten Tag"):
            assert call(one, made, "post", "/chat", text=said).status_code == 200
            assert heard(line)["chat"][-1]["text"] == said


def test_news_of_a_server_of_another_version_do_no_harm(twins: Twins):
    one, two = twins
    made = table(one)
    with live(two, made, made["watch"]) as line:
        heard(line)
        with one.app.state.store.engine.begin() as db:
            db.execute(sa.text("select pg_notify(:channel, 'x7 words')"), {"channel": CHANNEL})
        act(one, made, 0)
        assert heard(line)["seq"] == 1


def test_a_server_that_has_not_heard_of_an_action_takes_the_next(postgres: str, monkeypatch):
    monkeypatch.setattr(Tables, "heard", lambda self, news: None)
    with TestClient(create_app(postgres)) as one, TestClient(create_app(postgres)) as two:
        made = table(one)
        assert state(two, made)["seq"] == 0
        act(one, made, 0)
        assert act(two, made, 1)["seq"] == 2
        late = call(one, made, "post", "/actions", seq=1, key="late", text=BARRAGE[1])
        assert late.status_code == 409 and late.json()["error"]["seq"] == 2
        assert act(one, made, 0)["seq"] == 2, "what was carried out before is not done again"


@pytest.mark.skipif(not installed(), reason="PostgreSQL is not installed")
def test_while_the_database_is_away_actions_are_refused_and_then_taken():
    with PrivatePostgres("-c fsync=off") as database, TestClient(create_app(database.url)) as server:
        tables = table(server), table(server)
        for made in tables:
            act(server, made, 0)
        database.stop()
        for made in tables:  # for the first the connection breaks, for the second there is none to be had
            away = call(server, made, "post", "/actions", seq=1, key="k1", text=BARRAGE[1])
            assert (away.status_code, away.json()["error"]["code"]) == (503, "not-stored")
        database.start()
        for made in tables:
            assert taken_in_a_moment(server, made, 1)["seq"] == 2


def test_an_entry_that_is_too_long_to_be_told_is_left_out_of_the_news():
    news = News("t", LogRow(3, "action", "german", "done", why="é" * LONGEST_NOTE))
    assert read_note(note(news)) == News("t")


def test_servers_agree_on_the_time_that_clocks_go_by(twins: Twins):
    one, two = twins
    made = table_with(one, clock={"pace": "blitz"})
    bea = call(one, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]
    for server in twins:
        state(server, made)
    one.app.state.tables.time._base += 7_200_000
    asked = state(one, made)["clock"]["seats"]["german"]
    with live(two, made, bea) as line:
        heard(line)
        assert call(one, made, "post", "/actions", seq=1, key="k", text=BARRAGE[0]).status_code == 200
        told = heard(line)
    assert told["now"] - asked["since"] >= 7_200_000 and told["clock"]["seats"]["german"] == asked


def test_an_order_that_is_given_at_one_server_answers_at_the_other(twins: Twins):
    one, two = twins
    made, french = assaulted(one)
    state(two, made)
    while two.app.state.tables._tables[made["table"]].orders is None:
        state(two, made)  # it reads that there are none
    order(one, made, french, NO_GUNS)
    while not call(two, made, "get", "/standing", french).json()["orders"]:
        pass  # it hears of it
    answer = call(two, made, "post", "/actions", seq=state(two, made)["seq"], key="a", text="attack")
    assert [entry["text"] for entry in answer.json()["entries"]][:2] == ["attack", "ready"]
    while state(one, made)["entries"][-1]["text"] != "ready":
        pass  # and so does the first
    assert told(one, made, french)[-1] == ("french", "ready", True)
