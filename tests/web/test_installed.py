"""The installed app: it opens without the server, hears of a new version, and is told of turns while it is closed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, Worker, expect

from trenchline.server.app import WEB

from ..server.conftest import Server
from ..server.push_service import PushService, Subscriber, push_service
from ..server.webhook import Hook, webhook
from .conftest import DESKTOP, PATIENCE, PHONE, Player
from .test_account import authenticator

# Chromium without a window gives no leave and has no push service. Both are put in its place; the worker notes what it shows.
LEAVE = """
Object.defineProperty(Notification, "permission", { get: () => localStorage.leave ?? "default" });
Notification.requestPermission = async () => (localStorage.leave = "granted");
const { endpoint, p256dh, auth } = SUBSCRIPTION;
const toJSON = () => ({ endpoint, keys: { p256dh, auth } });
const made = { endpoint, toJSON, unsubscribe: async () => delete localStorage.made };
PushManager.prototype.subscribe = async (options) => ((localStorage.made = options.applicationServerKey), made);
PushManager.prototype.getSubscription = async () => (localStorage.made ? made : null);
"""
NOTES = """() => {
    self.shown = [];
    self.registration.showNotification = async (title, look) => void self.shown.push({ title, ...look });
}"""
CLICK = """url => {
    const event = new ExtendableEvent("notificationclick");
    event.notification = { data: url, close() {} };
    event.waitUntil = () => {}; // an event that a test makes may not wait
    self.dispatchEvent(event);
}"""
MOVED = """({ endpoint, p256dh, auth }) => new Promise((done) => {
    const event = new ExtendableEvent("pushsubscriptionchange");
    event.newSubscription = { toJSON: () => ({ endpoint, keys: { p256dh, auth } }) };
    event.waitUntil = (work) => work.then(() => done(true), (fault) => done(String(fault)));
    self.dispatchEvent(event);
})"""
SOON = 60  # seconds: a wait for what must come


class App(Player):
    """Somebody at a browser that keeps the app, at a server that has a name."""

    def __init__(self, context: BrowserContext, site: str) -> None:
        super().__init__(context.new_page(), site)
        self.context = context
        self.registrations: list[str] = []
        self.line = context.new_cdp_session(self.page)
        self.line.on("ServiceWorker.workerRegistrationUpdated", self._registered)
        self.line.send("ServiceWorker.enable")

    def _registered(self, told: dict) -> None:
        self.registrations += [one["registrationId"] for one in told["registrations"]]

    def installed(self) -> Worker:
        """The worker, once it answers for the page."""
        self.page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        return self.context.service_workers[-1]

    def pushed(self, note: dict) -> None:
        """The browser's push service hands a message on."""
        self.line.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": self.site, "registrationId": self.registrations[-1], "data": json.dumps(note)},
        )

    def held(self, table: str) -> str:
        key: str = self.page.evaluate("id => JSON.parse(localStorage['trenchline.tables'])[id].keys.at(-1).key", table)
        return key


@pytest.fixture
def service() -> Iterator[PushService]:
    with push_service() as found:
        yield found


@pytest.fixture
def hook() -> Iterator[Hook]:
    with webhook() as found:
        yield found


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Server]:
    """A server that may be killed, and tells at once."""
    server = Server(f"sqlite:///{tmp_path}/tables.db", TRENCHLINE_CALLS_TO="127.0.0.0/8", TRENCHLINE_PATIENCE="0")
    server.environment["TRENCHLINE_URL"] = f"http://localhost:{server.port}"
    server.start()
    yield server
    server.kill()


@pytest.fixture
def apps(browser: Browser, home: Server) -> Iterator[Callable[..., App]]:
    made: list[App] = []

    def make(size: dict[str, int] = DESKTOP, subscriber: Subscriber | None = None) -> App:
        context = browser.new_context(viewport=size, reduced_motion="reduce", service_workers="allow")
        context.set_default_timeout(PATIENCE)
        if subscriber:
            context.add_init_script(LEAVE.replace("SUBSCRIPTION", json.dumps(subscriber.subscription)))
        made.append(App(context, f"http://localhost:{home.port}"))
        return made[-1]

    yield make
    for app in made:
        app.context.close()
    assert [fault for app in made for fault in app.faults] == []


# ---------------------------------------------------------------------------------------------------- without the server


def test_rules_and_lessons_open_without_the_server_and_play_goes_on_when_it_is_back(apps: Callable[..., App], home: Server):
    p = apps(PHONE)
    p.open()
    p.installed()
    table = p.make_table()
    home.kill()
    p.open("#/rules/verdun-1916")
    p.page.reload()
    p.page.get_by_test_id("rules-page").wait_for()
    p.page.get_by_test_id("find-rule").fill("supply")
    expect(p.page.get_by_test_id("found-rules")).to_contain_text("found")
    p.open("#/learn/verdun-1916")
    p.say("lesson-to-read", "The server cannot be reached")
    p.open(f"#/t/{table}")
    p.page.reload()
    expect(p.page.get_by_role("alert")).to_contain_text("Trying again by itself")
    home.start()
    p.page.get_by_test_id("play").wait_for()
    p.say("whose", "German to decide")


class OwnClient(Server):
    """A server whose client lies in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"sqlite:///{folder}/tables.db")
        self.web = folder / "web"
        shutil.copytree(WEB, self.web, ignore=shutil.ignore_patterns("bundle"))

    def launch(self, log: IO[bytes] | None = None) -> subprocess.Popen[bytes]:
        script = Path(__file__).with_name("bundled_server.py")
        words = [sys.executable, script, self.database, str(self.port), self.web]
        return subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.environment)


def test_a_new_version_is_told_and_a_reload_has_it_though_an_old_one_is_kept(browser: Browser, tmp_path: Path):
    server = OwnClient(tmp_path)
    server.start()
    context = browser.new_context(service_workers="allow")
    context.set_default_timeout(PATIENCE)
    p = App(context, server.url)
    version = "() => /v\\/(\\w+)\\//.exec(document.querySelector('script[type=module]').src)[1]"
    p.open()
    p.installed()
    old = p.page.evaluate(version)
    assert p.page.get_by_test_id("update-note").count() == 0, "the first worker is no news"
    worker = httpx.get(f"{server.url}/worker.js").text
    (server.web / "app.js").write_text((server.web / "app.js").read_text() + "\n// another version\n")
    while httpx.get(f"{server.url}/worker.js").text == worker:  # it looks at its files once in a while
        time.sleep(0.05)
    p.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    p.say("update-note", "has been updated")
    assert p.page.evaluate(version) == old, "nobody's page is taken from him"
    p.press("update-reload")
    p.page.wait_for_function(f"old => ({version})() !== old", arg=old)
    assert p.page.get_by_test_id("update-note").count() == 0
    server.kill()
    p.page.reload()  # the new one is kept by now
    p.page.wait_for_function(f"old => ({version})() !== old", arg=old)
    context.close()


# ---------------------------------------------------------------------------------------------------- being told


def play_until_french(site: str, table: str, key: str) -> None:
    """The German plays until the French is asked."""
    asked = {"Authorization": f"Bearer {key}"}
    for n in range(80):
        seen = httpx.get(f"{site}/api/tables/{table}/state?since=0", headers=asked).json()
        if seen["decision"]["player"] == "french":
            return
        offered = seen["decision"]["actions"]
        text = next((a["text"] for a in offered if a["kind"] == "done"), offered[0]["text"])
        body = {"seq": seen["seq"], "key": f"play-{n}", "text": text}
        assert httpx.post(f"{site}/api/tables/{table}/actions", headers=asked, json=body).status_code == 200
    raise AssertionError("it never becomes her turn")


def test_a_closed_browser_is_told_of_its_turn_after_a_restart_and_a_click_opens_the_table(
    apps: Callable[..., App], home: Server, service: PushService
):
    phone = service.subscriber("phone")
    ann, bea = apps(), apps(PHONE, phone)
    table = ann.make_table(french="friend")
    invitation = ann.page.get_by_test_id("card-link-french").input_value()
    bea.open(invitation.split("/", 3)[3])
    bea.press("claim")
    bea.page.get_by_test_id("play").wait_for()
    worker = bea.installed()
    worker.evaluate(NOTES)
    bea.open("#/notices")
    bea.say("push-state", "This browser can notify you")
    bea.press("push-on")
    bea.say("push-state", "This browser notifies you")
    bea.press("notices-test")
    bea.say("test-words", "Sent by this or another browser")
    assert phone.messages.get(timeout=SOON)["title"] == "Trenchline: a test"
    bea.open("#/")  # and nothing of the table is open

    home.kill()
    home.start()
    play_until_french(home.url, table, ann.held(table))
    note = phone.messages.get(timeout=SOON)
    assert note["title"] == "They Shall Not Pass: your turn" and note["url"] == f"#/t/{table}"
    bea.pushed(note)
    expect_shown(worker, note["title"])
    worker.evaluate(CLICK, note["url"])
    bea.page.wait_for_url(re.compile(rf"/t/{table}$"))
    bea.say("whose", "your decision")

    moved = service.subscriber("moved")  # the browser has another subscription by now
    assert worker.evaluate(MOVED, moved.subscription) is True
    bea.open("#/notices")
    bea.press("notices-test")
    assert moved.messages.get(timeout=SOON)["title"] == "Trenchline: a test"
    bea.page.evaluate("delete localStorage.made")  # and now it has lost it
    with bea.page.expect_request(lambda request: request.url.endswith("/notices/browser")):
        bea.open("#/")
    bea.open("#/notices")
    bea.press("push-off")
    bea.say("push-state", "This browser can notify you")


def expect_shown(worker: Worker, title: str) -> None:
    """The worker has shown a notification that says where it leads."""
    wait = """title => new Promise((done) => {
        const look = () => (self.shown.some((note) => note.title === title) ? done(self.shown) : setTimeout(look, 50));
        look();
    })"""
    (shown,) = worker.evaluate(wait, title)
    assert shown["title"] == title and shown["tag"] and shown["data"].startswith("#/t/")


def test_a_guest_chooses_when_and_by_which_webhook_and_it_holds_for_a_seat_taken_later(
    apps: Callable[..., App], home: Server, hook: Hook
):
    p = apps()
    p.open("#/notices")
    p.say("push-state", "browser")
    p.page.get_by_test_id("webhook").fill("http://10.0.0.1/x")
    p.press("notices-save")
    expect(p.page.get_by_text("webhook: an address is public")).to_be_visible()
    p.page.get_by_test_id("webhook").fill(hook.url)
    p.page.get_by_test_id("delay").select_option("15")
    p.page.get_by_test_id("quiet").check()
    p.page.get_by_test_id("quiet-from").fill("21:30")
    p.press("notices-save")
    expect(p.page.get_by_text("Saved for the seats you take")).to_be_visible()
    with p.page.expect_response("**/api/notices"):
        p.make_table(french="friend")
    p.open("#/notices")
    expect(p.page.get_by_test_id("delay")).to_have_value("15")
    expect(p.page.get_by_test_id("quiet-from")).to_have_value("21:30")
    p.press("notices-test")
    p.say("test-words", "Sent by the webhook")
    assert "your turn" in hook.heard.get(timeout=SOON)["text"]
    p.press("notices-stop")
    expect(p.page.get_by_test_id("webhook")).to_have_value("")
    p.press("notices-test")
    expect(p.page.get_by_text("Nothing was sent")).to_be_visible()


def test_an_accounts_choice_is_the_same_on_another_device(apps: Callable[..., App]):
    desk, elsewhere = apps(), apps(PHONE)
    line, name = authenticator(desk)
    desk.open("#/account")
    desk.page.get_by_test_id("account-name").fill("Ann")
    desk.press("account-create")
    desk.say("account-tables", "0 tables")
    passkeys = line.send("WebAuthn.getCredentials", {"authenticatorId": name})["credentials"]
    desk.open("#/notices")
    desk.page.get_by_test_id("digest").check()
    desk.page.get_by_test_id("daily").fill("07:15")
    desk.press("notices-save")
    expect(desk.page.get_by_text("Saved.")).to_be_visible()
    authenticator(elsewhere, *passkeys)
    elsewhere.open("#/account")
    elsewhere.press("account-sign-in")
    elsewhere.say("account-tables", "0 tables")
    elsewhere.open("#/notices")
    expect(elsewhere.page.get_by_test_id("daily")).to_have_value("07:15")
    expect(elsewhere.page.get_by_test_id("digest")).to_be_checked()
