"""A player who is away is told once that it is his turn, by each way he has chosen, and can end it by one click."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email.message import Message
from functools import partial
from pathlib import Path
from queue import Empty, Queue

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from trenchline.server import limits
from trenchline.server.app import create_app
from trenchline.server.backup import back_up, bring_back
from trenchline.server.keys import hashed
from trenchline.server.live import Hub
from trenchline.server.notify import Notifier
from trenchline.server.schema import browsers, notices, outbox
from trenchline.server.store import Store

from .authenticator import Device
from .checked_answers import check_answer
from .mail_sink import Sink, mail_sink
from .push_service import PushService, push_service
from .test_door import call, state, table
from .test_table_life import heard, live

HOME = "http://testserver"
SOON = 30  # seconds: a wait for what must come


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as found:
        yield found


@pytest.fixture
def sink() -> Iterator[Sink]:
    with mail_sink() as found:
        yield found


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, sink: Sink) -> None:
    """A host who has set up mail, lets calls go to this machine, and has no patience."""
    monkeypatch.setenv("TRENCHLINE_CALLS_TO", "127.0.0.0/8")
    monkeypatch.setenv("TRENCHLINE_SMTP", sink.url)
    monkeypatch.setenv("TRENCHLINE_URL", f"{HOME}/")
    monkeypatch.setattr(limits, "BURST", 1_000_000)


@contextmanager
def opened(url: str) -> Iterator[TestClient]:
    app = create_app(url)
    app.state.tables.notifier.patience = 0.0
    with TestClient(app, raise_server_exceptions=False) as found:
        found.event_hooks = {"response": [partial(check_answer, app)]}
        yield found


@pytest.fixture
def postgres_of_our_own(postgres: str) -> Iterator[str]:
    """A database in which nobody else waits to be told anything."""
    server = sa.create_engine(postgres.replace("postgresql://", "postgresql+psycopg://"), isolation_level="AUTOCOMMIT")
    with server.connect() as db:
        db.execute(sa.text("create database notices"))
    yield postgres.replace("/postgres", "/notices")
    with server.connect() as db:
        db.execute(sa.text("drop database notices with (force)"))
    server.dispose()


@pytest.fixture
def site(here: None, database: str) -> Iterator[TestClient]:
    with opened(database) as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def either(request: pytest.FixtureRequest, here: None, tmp_path: Path) -> Iterator[TestClient]:
    """A server on a database of either kind."""
    sqlite = request.param == "sqlite"
    with opened(f"sqlite:///{tmp_path}/t.db" if sqlite else request.getfixturevalue("postgres_of_our_own")) as found:
        yield found


def friends(site: TestClient) -> tuple[dict, str]:
    """A table of two, and the key of the second."""
    made = table(site)
    return made, call(site, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]


def play_on(site: TestClient, made: dict) -> None:
    """Ann plays until it is Bea's turn."""
    for n in range(60):
        seen = state(site, made)
        if seen["decision"]["player"] == "french":
            return
        offered = [a["text"] for a in seen["decision"]["actions"]]
        text = next((a["text"] for a in seen["decision"]["actions"] if a["kind"] == "done"), offered[0])
        answer = call(site, made, "post", "/actions", seq=seen["seq"], key=f"n{seen['seq']}-{n}", text=text)
        assert answer.status_code == 200, answer.text
    raise AssertionError("it never becomes her turn")


def register(site: TestClient, subscription: dict, *keys: str, **more: object) -> int:
    answer = site.post("/api/notices/browser", json={"keys": list(keys), "subscription": subscription}, **more)
    assert answer.status_code == 200, answer.text
    return answer.json()["told"]


def choose(site: TestClient, *keys: str, **how: object) -> int:
    answer = site.put("/api/notices", json={"keys": list(keys), **how})
    assert answer.status_code == 200, answer.text
    return answer.json()["told"]


def waiting(site: TestClient) -> list[str]:
    """The ways of the messages that wait."""
    with site.app.state.store.engine.connect() as db:
        return [row.way for row in db.execute(sa.select(outbox.c.way))]


def until(true: Callable[[], object]) -> None:
    for _ in range(SOON * 50):
        if true():
            return
        time.sleep(0.02)
    raise AssertionError("it never comes true")


def at_rest(site: TestClient) -> None:
    """All that was to be planned is planned, and nothing is on its way."""

    def rests() -> bool:
        with site.app.state.store.engine.connect() as db:
            unplanned = db.execute(sa.select(notices.c.seat).where(notices.c.shared_out == 0)).all()
            due = db.execute(sa.select(outbox.c.id).where(outbox.c.due <= datetime.now(UTC).isoformat())).all()
        return not unplanned and not due

    until(rests)


def later(site: TestClient, **how_much: float) -> None:
    """Let time pass for all that waits."""
    back = timedelta(**how_much)
    with site.app.state.store.engine.begin() as db:
        for row in db.execute(sa.select(outbox.c.id, outbox.c.due)).all():
            due = (datetime.fromisoformat(row.due) - back).isoformat(timespec="milliseconds")
            db.execute(sa.update(outbox).where(outbox.c.id == row.id).values(due=due))
    site.portal.call(site.app.state.tables.notifier.delivery.news.set)


def nothing_comes(queue: Queue) -> bool:
    try:
        return not queue.get(timeout=0.5)
    except Empty:
        return True


# ---------------------------------------------------------------------------------------------------- ways to be told


def test_a_browser_is_told_once_and_again_only_after_its_player_has_come(site, service):
    made, bea = friends(site)
    phone = service.subscriber("phone")
    assert register(site, phone.subscription, bea) == 1
    play_on(site, made)
    note = phone.messages.get(timeout=SOON)
    assert note["title"] == "They Shall Not Pass: your turn" and note["url"] == f"#/t/{made['table']}"
    assert "as french" in note["body"] and "Ann" not in note["body"], "what somebody has typed is not in it"
    at_rest(site)
    notifier = site.app.state.tables.notifier
    site.portal.call(notifier._add, made["table"], ["french"], "turn", "")
    at_rest(site)
    assert nothing_comes(phone.messages), "once, until she comes"
    with live(site, made, bea) as line:
        heard(line)
        until(lambda: not told_before(site))
    site.portal.call(notifier._add, made["table"], ["french"], "turn", "")
    assert phone.messages.get(timeout=SOON)["title"] == note["title"]


def told_before(site: TestClient) -> bool:
    with site.app.state.store.engine.connect() as db:
        return db.execute(sa.select(notices.c.seat)).first() is not None


def test_who_comes_back_in_time_is_not_told(site, service):
    made, bea = friends(site)
    phone = service.subscriber("phone")
    register(site, phone.subscription, bea)
    choose(site, bea, minutes=30)
    play_on(site, made)
    until(lambda: waiting(site) == ["push"])
    with live(site, made, bea) as line:
        heard(line)
        until(lambda: waiting(site) == [])
    later(site, hours=1)
    at_rest(site)
    assert nothing_comes(phone.messages)


def test_a_page_that_nobody_looks_at_is_as_good_as_none(site, service):
    made, bea = friends(site)
    phone = service.subscriber("phone")
    register(site, phone.subscription, bea)
    with live(site, made, bea) as line:
        heard(line)
        line.send_text('{"looking": false}')
        assert heard(line) == {"alive": True}
        play_on(site, made)
        assert phone.messages.get(timeout=SOON)["url"] == f"#/t/{made['table']}"


def test_who_looks_is_not_told(site, service):
    made, bea = friends(site)
    phone = service.subscriber("phone")
    register(site, phone.subscription, bea)
    with live(site, made, bea) as line:
        heard(line)
        play_on(site, made)
        at_rest(site)
        assert nothing_comes(phone.messages)


def test_a_turn_that_is_over_before_it_is_told_is_not_told_and_the_next_is(site, service):
    made, bea = friends(site)
    phone = service.subscriber("phone")
    register(site, phone.subscription, bea)
    choose(site, bea, minutes=30)
    notifier = site.app.state.tables.notifier
    site.portal.call(notifier._add, made["table"], ["french"], "turn", "")  # and taken back since: it is Ann's
    until(lambda: waiting(site) == ["push"])
    later(site, hours=1)
    until(lambda: not told_before(site))
    assert nothing_comes(phone.messages)
    choose(site, bea, minutes=0)
    play_on(site, made)
    assert phone.messages.get(timeout=SOON)


def test_mail_browser_and_webhook_each_tell_once(either, service, sink, hook):
    site = either
    made, bea = friends(site)
    phone = service.subscriber("phone")
    register(site, phone.subscription, bea)
    choose(site, bea, minutes=0, webhook=hook.url)
    confirm(site, made, bea, sink, "bea@example.org")
    play_on(site, made)
    assert phone.messages.get(timeout=SOON)
    said = hook.heard.get(timeout=SOON)
    assert said["text"] == said["content"] and f"{HOME}/t/{made['table']}" in said["text"]
    assert said["tables"] == [{"table": made["table"], "side": "french"}]
    mail = sink.mails.get(timeout=SOON)
    assert mail["Subject"] == "Trenchline: your turn" and f"{HOME}/t/{made['table']}" in text_of(mail)
    at_rest(site)
    assert nothing_comes(phone.messages) and hook.heard.empty() and sink.mails.empty()


def confirm(site: TestClient, made: dict, key: str, sink: Sink, address: str) -> None:
    assert call(site, made, "put", "/email", key, email=address).json() == {"sent": True}
    code = text_of(sink.mails.get(timeout=SOON))[:6]
    assert call(site, made, "post", "/email/confirm", key, code=code).status_code == 200


def text_of(mail: Message) -> str:
    return str(mail.get_payload(decode=True), "utf-8").replace("=\n", "")


def test_the_hosts_own_webhook_hears_of_everybodys_turns(here, hook, database, monkeypatch):
    monkeypatch.setenv("TRENCHLINE_WEBHOOK", hook.url)
    with opened(database) as site:
        made, _ = friends(site)
        joined = hook.heard.get(timeout=SOON)
        assert joined["side"] == "german" and "joined your table as french. It is your turn." in joined["text"]
        play_on(site, made)
        said = hook.heard.get(timeout=SOON)
        assert said["side"] == "french" and said["name"] == "Bea" and "your turn as french" in said["text"]


def test_requests_answers_and_the_end_are_told(site, hook):
    made, bea = friends(site)
    choose(site, bea, made["key"], webhook=hook.url)
    seq = state(site, made)["seq"]
    call(site, made, "post", "/draw", seq=seq, key="d")
    said = hook.heard.get(timeout=SOON)["text"]
    if "has joined" in said:  # that may be planned before or after the way to be told is chosen
        said = hook.heard.get(timeout=SOON)["text"]
    assert "German offers a draw" in said
    call(site, made, "post", "/answer", bea, seq=state(site, made)["seq"], key="n", yes=False)
    assert "is: No" in hook.heard.get(timeout=SOON)["text"]
    call(site, made, "post", "/resign", bea, seq=state(site, made)["seq"], key="r")
    assert "the match is over" in hook.heard.get(timeout=SOON)["text"]


def test_all_that_waits_comes_in_one_message_a_day(either, service):
    site = either
    tables = [friends(site) for _ in range(3)]
    keys = [bea for _, bea in tables]
    phone = service.subscriber("phone")
    assert register(site, phone.subscription, *keys) == 3
    hour = f"{datetime.now(UTC) + timedelta(hours=3):%H:%M}"
    assert choose(site, *keys, daily=hour) == 3
    for made, _ in tables:
        play_on(site, made)
    until(lambda: len(waiting(site)) == 3)
    assert nothing_comes(phone.messages)
    later(site, hours=4)
    note = phone.messages.get(timeout=SOON)
    assert note["title"] == "3 tables wait for you" and note["url"] == "#/" and len(note["body"].splitlines()) == 3
    at_rest(site)
    assert nothing_comes(phone.messages)


def test_what_is_chosen_holds_for_what_waits_already(site, service):
    made, bea = friends(site)
    phone = service.subscriber("phone")
    register(site, phone.subscription, bea)
    choose(site, bea, minutes=600)
    play_on(site, made)
    until(lambda: waiting(site) == ["push"])
    choose(site, bea, minutes=0)
    assert phone.messages.get(timeout=SOON)


# ---------------------------------------------------------------------------------------------------- what goes wrong


def test_what_is_due_is_told_by_the_server_that_runs_by_then(here, service, database):
    phone = service.subscriber("phone")
    with opened(database) as site:
        made, bea = friends(site)
        register(site, phone.subscription, bea)
        choose(site, bea, minutes=30)
        play_on(site, made)
        until(lambda: waiting(site) == ["push"])
    with opened(database) as site:
        later(site, hours=1)
        assert phone.messages.get(timeout=SOON)
        at_rest(site)
        assert nothing_comes(phone.messages)


def test_a_browser_that_has_left_is_forgotten(site, service):
    made, bea = friends(site)
    phone, desk = service.subscriber("phone"), service.subscriber("desk")
    phone.status = 410
    register(site, phone.subscription, bea)
    register(site, desk.subscription, bea)
    play_on(site, made)
    assert desk.messages.get(timeout=SOON)
    until(lambda: known_browsers(site) == 1)
    at_rest(site)


def known_browsers(site: TestClient) -> int:
    with site.app.state.store.engine.connect() as db:
        return len(db.execute(sa.select(browsers.c.id)).all())


def test_what_does_not_go_through_is_tried_again_and_not_by_the_other_ways(site, service, hook):
    made, bea = friends(site)
    phone = service.subscriber("phone")
    register(site, phone.subscription, bea)
    choose(site, bea, minutes=0, webhook=hook.url)
    hook.answers = [503, 503]
    play_on(site, made)
    assert phone.messages.get(timeout=SOON)
    for n in (1, 2):
        until(lambda n=n: tries(site) == n)
        later(site, hours=1)
    assert hook.heard.get(timeout=SOON)
    at_rest(site)
    assert phone.messages.empty() and waiting(site) == []


def tries(site: TestClient) -> int:
    """Of the one message that waits."""
    with site.app.state.store.engine.connect() as db:
        return db.execute(sa.select(outbox.c.tries).where(outbox.c.taken == "")).scalar() or 0


def test_what_never_goes_through_is_given_up(site, hook):
    made, bea = friends(site)
    choose(site, bea, minutes=0, webhook=hook.url)
    hook.answers = [500] * 20
    play_on(site, made)
    for n in range(1, 5):
        until(lambda n=n: tries(site) == n)
        later(site, days=1)
    until(lambda: waiting(site) == [])
    assert len(hook.answers) == 15 and hook.heard.empty()


def test_two_servers_tell_once(here, service, postgres_of_our_own):
    phone = service.subscriber("phone")
    with opened(postgres_of_our_own) as one, opened(postgres_of_our_own) as two:
        made, bea = friends(one)
        register(two, phone.subscription, bea)
        choose(one, bea, minutes=0)
        play_on(two, made)
        assert phone.messages.get(timeout=SOON)
        for site in (one, two):
            at_rest(site)
        assert nothing_comes(phone.messages)


def test_a_server_where_the_player_looks_says_so_to_the_other(here, service, postgres_of_our_own):
    phone = service.subscriber("phone")
    with opened(postgres_of_our_own) as one, opened(postgres_of_our_own) as two:
        made, bea = friends(one)
        register(one, phone.subscription, bea)
        with live(one, made, bea) as line:
            heard(line)
            play_on(two, made)
            until(lambda: not told_before(one))
        assert nothing_comes(phone.messages)


# ---------------------------------------------------------------------------------------------------- accounts


def registered(device: Device, subscription: dict, **more: str) -> int:
    return device.call("POST", "/api/notices/browser", subscription=subscription, **more).json()["told"]


def test_an_account_is_told_in_all_its_browsers_until_they_are_signed_out(site, service):
    laptop = Device(site)
    laptop.make_account("Bea")
    made, bea = friends(site)
    assert laptop.call("POST", "/api/account/seats", keys=[bea]).json() == {"seats": 1}
    phone = service.subscriber("phone")
    assert registered(laptop, phone.subscription) == 1
    assert laptop.call("PUT", "/api/notices", minutes=0, zone="Europe/Berlin").json() == {"told": 1}
    assert laptop.call("GET", "/api/notices").json()["account"]["zone"] == "Europe/Berlin"
    play_on(site, made)
    assert phone.messages.get(timeout=SOON)
    laptop.call("POST", "/api/account/sign-out")
    assert known_browsers(site) == 0


def test_a_call_from_another_site_registers_nothing_in_an_account(site, service):
    laptop = Device(site)
    laptop.make_account("Bea")
    evil = service.subscriber("evil")
    assert registered(laptop, evil.subscription, origin="https://evil.example") == 0
    assert laptop.call("PUT", "/api/notices", origin="null", webhook=evil.endpoint).json() == {"told": 0}
    assert laptop.call("GET", "/api/notices").json()["account"]["webhook"] == "" and known_browsers(site) == 0


def test_a_deleted_account_leaves_no_browser(site, service):
    laptop = Device(site)
    laptop.make_account("Bea")
    assert registered(laptop, service.subscriber("phone").subscription) == 1 == known_browsers(site)
    laptop.call("DELETE", "/api/account")
    assert known_browsers(site) == 0


# ---------------------------------------------------------------------------------------------------- attacks


def test_nobody_subscribes_to_somebody_elses_turns(site, service):
    made, bea = friends(site)
    spy = service.subscriber("spy")
    others = [made["watch"], made["invites"]["french"], bea[:-1], "account:french", hashed(bea), "", "x" * 64]
    assert register(site, spy.subscription, *others) == 0
    assert choose(site, *others, minutes=0, webhook=spy.endpoint) == 0
    moved = call(site, made, "post", "/move", bea).json()["key"]
    assert register(site, spy.subscription, moved) == 0, "an offer is no seat yet"
    play_on(site, made)
    at_rest(site)
    assert nothing_comes(spy.messages) and known_browsers(site) == 0


def test_a_seat_that_moves_takes_its_browser_out(site, service):
    made, bea = friends(site)
    lost = service.subscriber("lost")
    register(site, lost.subscription, bea)
    offer = call(site, made, "post", "/move", bea).json()["key"]
    assert call(site, made, "post", "/move/confirm", offer).status_code == 200
    play_on(site, made)
    at_rest(site)
    assert nothing_comes(lost.messages) and known_browsers(site) == 0


def test_a_subscription_is_renewed_by_who_has_its_keys_and_nobody_else(site, service):
    made, bea = friends(site)
    phone, spy, fresh = service.subscriber("phone"), service.subscriber("spy"), service.subscriber("fresh")
    register(site, phone.subscription, bea)
    guess = spy.subscription | {"endpoint": phone.endpoint}
    answer = site.post("/api/notices/browser/renew", json={"before": guess, "subscription": spy.subscription})
    assert answer.json() == {}
    answer = site.post("/api/notices/browser/renew", json={"before": phone.subscription, "subscription": fresh.subscription})
    assert answer.json() == {}
    play_on(site, made)
    assert fresh.messages.get(timeout=SOON)
    at_rest(site)
    assert spy.messages.empty() and phone.messages.empty()


@pytest.mark.parametrize(
    "url",
    ["http://169.254.169.254/latest", "https://10.0.0.1/", "https://[::ffff:10.0.0.1]/", "ftp://x.org/"],
)
def test_neither_webhook_nor_endpoint_lead_inside(site, service, url):
    made, bea = friends(site)
    assert made
    good = service.subscriber("phone").subscription
    refused = site.put("/api/notices", json={"keys": [bea], "webhook": url})
    assert refused.status_code == 400 and refused.json()["error"]["reason"].startswith("webhook: ")
    refused = site.post("/api/notices/browser", json={"keys": [bea], "subscription": good | {"endpoint": url}})
    assert refused.status_code == 400 and known_browsers(site) == 0


def test_registering_is_bounded(site, service):
    _, bea = friends(site)
    answers = []
    for n in range(limits.BROWSERS_PER_MINUTE + 5):
        body = {"keys": [bea], "subscription": service.subscriber(f"b{n}").subscription}
        answers.append(site.post("/api/notices/browser", json=body).status_code)
    assert answers.count(429) == 5 and known_browsers(site) == limits.BROWSERS


def test_one_target_has_a_bound_however_many_tables_name_it(site, hook):
    delivery = site.app.state.tables.notifier.delivery
    for _ in range(limits.MESSAGES_PER_DAY):
        delivery.told.allows(hook.url)
    made, bea = friends(site)
    choose(site, bea, minutes=0, webhook=hook.url)
    play_on(site, made)
    until(lambda: told_before(site))
    at_rest(site)
    assert nothing_comes(hook.heard)


def test_one_recipient_of_mail_has_a_bound(site, sink):
    made, bea = friends(site)
    confirm(site, made, bea, sink, "bea@example.org")
    mails = site.app.state.tables.notifier.mails
    for _ in range(limits.MAILS_PER_DAY):
        mails.allows("bea@example.org")
    play_on(site, made)
    until(lambda: told_before(site))
    at_rest(site)
    assert sink.mails.empty()


# ---------------------------------------------------------------------------------------------------- one click to stop


def stop_link(mail: Message) -> str:
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = re.fullmatch(rf"<{HOME}(/stop/[\w-]+)>", mail["List-Unsubscribe"].replace("\n ", ""))
    assert link
    return link[1]


def test_one_click_stops_mail_without_signing_in_and_looking_at_the_link_does_not(either, sink):
    site = either
    made, bea = friends(site)
    confirm(site, made, bea, sink, "bea@example.org")
    play_on(site, made)
    link = stop_link(sink.mails.get(timeout=SOON))
    page = site.get(link)
    assert page.status_code == 200 and "Stop mails about your turns?" in page.text and "bea@" not in page.text
    assert mailed(site, made) == ["bea@example.org"], "a program that looks at links ends nothing"
    done = site.post(link, content="List-Unsubscribe=One-Click", headers={"content-type": "application/x-www-form-urlencoded"})
    assert done.status_code == 200 and "Stopped" in done.text and mailed(site, made) == []
    assert site.post(link).status_code == 200, "twice does no harm"


def mailed(site: TestClient, made: dict) -> list[str]:
    found = site.app.state.tables.notifier.delivery.store.recipients(made["table"], "french")
    return [address for one in found for address in one.addresses]


def test_an_old_link_does_not_stop_what_was_turned_on_again(site, sink, monkeypatch):
    made, bea = friends(site)
    confirm(site, made, bea, sink, "bea@example.org")
    play_on(site, made)
    link = stop_link(sink.mails.get(timeout=SOON))
    site.post(link)
    assert mailed(site, made) == []
    time.sleep(2.1)  # a link is as old as the second in which it was made
    confirm(site, made, bea, sink, "bea@example.org")
    assert site.post(link).status_code == 200 and mailed(site, made) == ["bea@example.org"]


def test_a_link_that_the_server_has_not_made_stops_nothing(site, sink):
    made, bea = friends(site)
    confirm(site, made, bea, sink, "bea@example.org")
    play_on(site, made)
    link = stop_link(sink.mails.get(timeout=SOON))
    for wrong in (link[:-4] + "AAAA", link[:40], "/stop/x", "/stop/" + "A" * 3000, "/stop/%00", "/stop/b%C3%A9a"):
        assert site.post(wrong).status_code == 404 and site.get(wrong).status_code == 404
    assert mailed(site, made) == ["bea@example.org"]


def test_a_webhook_is_stopped_by_its_link(either, hook):
    site = either
    made, bea = friends(site)
    choose(site, bea, minutes=0, webhook=hook.url)
    play_on(site, made)
    link = hook.heard.get(timeout=SOON)["stop"].removeprefix(HOME)
    assert "Stopped" in site.post(link).text
    found = site.app.state.tables.notifier.delivery.store.recipients(made["table"], "french")
    assert [one.telling.webhook for one in found] == [""]


# ---------------------------------------------------------------------------------------------------- what is kept


def test_the_servers_keys_are_made_once_and_come_back_from_a_copy(here, tmp_path: Path, database):
    with opened(database) as site:
        known = site.get("/api/notices").json()["push_key"]
        made = table(site)
    with opened(database) as site:
        assert site.get("/api/notices").json()["push_key"] == known
    back_up(database, tmp_path / "copy.db")
    elsewhere = f"sqlite:///{tmp_path}/elsewhere.db"
    assert bring_back(tmp_path / "copy.db", elsewhere)[0] >= 1
    with opened(elsewhere) as site:
        assert site.get("/api/notices").json()["push_key"] == known and state(site, made)["seq"] == 0


def test_the_delivery_ends_although_there_is_news_just_then(tmp_path):
    """A server that is stopped as somebody's turn begins stops all the same."""

    async def stopped() -> bool:
        store = Store(f"sqlite:///{tmp_path}/tables.db")
        delivery = Notifier(store, Hub()).delivery
        delivery.store.next_due = lambda: ""  # type: ignore[method-assign]
        delivery.share_out = delivery.send_due = partial(asyncio.sleep, 0)  # type: ignore[method-assign, assignment]
        running = asyncio.create_task(delivery.run())
        delivery.news.set()
        while delivery.news.is_set():  # it has begun
            await asyncio.sleep(0)
        while not any(delivery.news._waiters):  # it waits for news
            await asyncio.sleep(0.001)
        delivery.news.set()
        running.cancel()
        done, _ = await asyncio.wait([running], timeout=5)
        store.close()
        return bool(done)

    assert asyncio.run(stopped())


# ---------------------------------------------------------------------------------------------------- trying


def tried(site: TestClient, *keys: str, **more: object) -> dict[str, bool]:
    answer = site.post("/api/notices/test", json={"keys": list(keys)}, **more)
    assert answer.status_code == 200, answer.text
    return {one["way"]: one["sent"] for one in answer.json()["ways"]}


def test_each_way_is_tried_at_once_whatever_the_hour(either, service, sink, hook):
    site = either
    made, bea = friends(site)
    phone = service.subscriber("phone")
    assert tried(site, bea, made["key"]) == {}, "no way is chosen"
    register(site, phone.subscription, bea)
    choose(site, bea, minutes=600, quiet_from="00:00", quiet_until="23:59", webhook=hook.url)
    confirm(site, made, bea, sink, "bea@example.org")
    assert tried(site, bea) == {"push": True, "mail": True, "hook": True}
    assert phone.messages.get(timeout=SOON)["tag"] == "test"
    assert "/stop/" in hook.heard.get(timeout=SOON)["stop"]
    assert sink.mails.get(timeout=SOON)["Subject"] == "Trenchline: a test"
    assert tried(site, made["key"], made["watch"], "stranger") == {}, "nobody tries the ways of others"


def test_a_test_says_what_does_not_answer_and_forgets_a_browser_that_is_gone(site, service, hook):
    _, bea = friends(site)
    phone = service.subscriber("phone")
    register(site, phone.subscription, bea)
    choose(site, bea, webhook=hook.url)
    hook.answers += [500]
    phone.status = 410
    assert tried(site, bea) == {"push": False, "hook": False}
    assert tried(site, bea) == {"hook": True}


def test_tests_are_bounded_by_target_and_by_caller(site, service, hook, monkeypatch):
    _, bea = friends(site)
    choose(site, bea, webhook=hook.url)
    site.app.state.tables.notifier.delivery.told = limits.Bucket(0.0, 2)
    assert [tried(site, bea)["hook"] for _ in range(3)] == [True, True, False]
    monkeypatch.setattr(limits, "WAYS_TRIED", 3)
    for n in range(5):
        register(site, service.subscriber(f"phone-{n}").subscription, bea)
    assert len(site.post("/api/notices/test", json={"keys": [bea]}).json()["ways"]) == 3
    site.app.state.browsers = limits.Bucket(0.0, 1)
    assert [site.post("/api/notices/test", json={"keys": [bea]}).status_code for _ in range(2)] == [200, 429]
