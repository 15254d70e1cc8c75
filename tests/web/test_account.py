"""An account in the browser: Chromium's own authenticator, a phone, a lost laptop, a link in a mail."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, CDPSession, expect

from ..server.conftest import Server
from ..server.mail_sink import Sink, mail_sink
from .conftest import DESKTOP, PATIENCE, PHONE, Player

INSIDE = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip
People = Callable[..., Player]


@pytest.fixture(scope="module")
def sink() -> Iterator[Sink]:
    with mail_sink() as found:
        yield found


@pytest.fixture(scope="module")
def people(browser: Browser, sink: Sink, tmp_path_factory: pytest.TempPathFactory) -> Iterator[People]:
    """People at a server that has a name, as passkeys need one."""
    server = Server(f"sqlite:///{tmp_path_factory.mktemp('accounts')}/t.db", TRENCHLINE_SMTP=sink.url)
    home = f"http://localhost:{server.port}"
    server.environment["TRENCHLINE_URL"] = home
    server.start()
    made: list[Player] = []

    def make(size: dict[str, int] = DESKTOP) -> Player:
        context = browser.new_context(viewport=size, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        made.append(Player(context.new_page(), home))
        return made[-1]

    yield make
    for player in made:
        player.page.context.close()
    server.kill()
    assert [fault for player in made for fault in player.faults] == []


def authenticator(p: Player, *passkeys: dict) -> tuple[CDPSession, str]:
    """Give a browser an authenticator, with the passkeys that a password manager would bring there."""
    line = p.page.context.new_cdp_session(p.page)
    line.send("WebAuthn.enable")
    name = line.send("WebAuthn.addVirtualAuthenticator", {"options": INSIDE})["authenticatorId"]
    for passkey in passkeys:
        line.send("WebAuthn.addCredential", {"authenticatorId": name, "credential": passkey})
    return line, name


def test_a_guest_keeps_his_seat_by_a_passkey_plays_on_by_phone_and_locks_the_lost_laptop_out(people: People):
    laptop, phone = people(), people(PHONE)
    line, name = authenticator(laptop)
    table = laptop.make_table(french="friend")
    laptop.open("#/account")
    laptop.page.get_by_test_id("account-name").fill("Ann")
    laptop.press("account-create")
    laptop.say("account-tables", "1 table is in your account")
    passkeys = line.send("WebAuthn.getCredentials", {"authenticatorId": name})["credentials"]
    laptop.open(f"#/t/{table}")
    laptop.page.get_by_test_id("play").wait_for()

    authenticator(phone, *passkeys)
    phone.open("#/account")
    phone.press("account-sign-in")
    phone.say("account-tables", "1 table is in your account")
    phone.open("#/")
    phone.press(f"table-{table}")
    phone.say("whose", "your decision")
    phone.open("#/account")
    phone.press("sessions-others")
    phone.page.get_by_test_id("sessions-others").wait_for(state="detached")
    laptop.open(f"#/t/{table}")
    laptop.page.reload()
    expect(laptop.page.get_by_role("link", name="Sign in")).to_be_visible()
    phone.open(f"#/t/{table}")
    phone.say("whose", "your decision")

    phone.open("#/account")
    phone.press("account-sign-out")
    phone.page.wait_for_url(re.compile(r":\d+/$"))
    phone.open(f"#/t/{table}")
    phone.page.get_by_text("This table is private").wait_for()


def test_a_mailed_link_makes_an_account_and_its_settings_follow(people: People, sink: Sink):
    desk, elsewhere = people(), people()

    def enter(p: Player) -> None:
        p.open("#/account")
        p.page.get_by_test_id("account-email").fill("bea@example.org")
        p.press("account-link")
        text = str(sink.mails.get(timeout=60).get_payload())
        link = re.search(r"http://localhost:\d+/(#/sign-in/[\w-]+)", text)
        assert link, text
        p.open(link[1])
        p.press("link-sign-in")

    enter(desk)
    desk.page.get_by_test_id("account-name").fill("Bea")
    desk.press("link-sign-in")
    desk.say("account-tables", "0 tables")
    assert desk.page.url.endswith("/account"), "the token is not left in the address"
    desk.open("#/")
    desk.press("settings-open")
    with desk.page.expect_response("**/api/account/settings"):
        desk.page.locator("[data-setting=theme]").select_option("dark")
    enter(elsewhere)
    elsewhere.say("account-tables", "0 tables")
    expect(elsewhere.page.locator("html")).to_have_attribute("data-theme", "dark")
