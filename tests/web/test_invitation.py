"""The invitation: the card, the list of open tables, the note that somebody has come, mail and notifications."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect

from ..server.conftest import Server
from ..server.mail_sink import Sink, mail_sink
from .conftest import DESKTOP, PATIENCE, PHONE, Player

Join = Callable[..., Player]
AWAY = """
window.notes = [];
window.Notification = class { constructor(title, more) { notes.push([title, more.body]) } };
window.Notification.permission = "granted";
Object.defineProperty(document, "hidden", { get: () => Boolean(window.away) });
localStorage["trenchline.settings"] = '{"notify": true}';
"""


@pytest.fixture(scope="module")
def sink() -> Iterator[Sink]:
    with mail_sink() as found:
        yield found


@pytest.fixture(scope="module")
def players(browser: Browser, sink: Sink, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Join]:
    """People at a server that can send mail, each with a browser of his own."""
    folder = tmp_path_factory.mktemp("mail")
    server = Server(
        f"sqlite:///{folder}/t.db", TRENCHLINE_SMTP=sink.url, TRENCHLINE_PATIENCE="0.2", TRENCHLINE_URL="http://home/"
    )
    server.start()
    made: list[Player] = []

    def make(size: dict[str, int] = DESKTOP, touch: bool = False) -> Player:
        context = browser.new_context(viewport=size, has_touch=touch, is_mobile=touch, reduced_motion="reduce")
        context.set_default_timeout(PATIENCE)
        context.add_init_script(AWAY)
        made.append(Player(context.new_page(), server.url))
        return made[-1]

    yield make
    for player in made:
        player.page.context.close()
    server.kill()
    assert [fault for player in made for fault in player.faults] == []


def host_a_table(p: Player, listed: bool = True) -> str:
    p.open("#/new")
    p.page.get_by_test_id("listed").wait_for(state="hidden")
    p.page.get_by_test_id("seat-french").select_option("friend")
    p.page.get_by_test_id("name").fill("Ann")
    p.page.get_by_test_id("listed").set_checked(listed)
    p.press("create")
    p.page.wait_for_url(re.compile("/t/"))
    return p.page.url.split("/t/")[1]


def sit_down(p: Player, table: str) -> None:
    p.open("#/")
    p.page.get_by_test_id(f"open-{table}").get_by_test_id("sit-french").click()
    p.page.locator("dialog").get_by_test_id("name").fill("Bea")
    p.press("sit-down")
    p.page.get_by_test_id("play").wait_for()


def test_a_card_says_what_to_send_and_the_host_hears_who_has_come(players: Join):
    ann, bea = players(), players(PHONE, touch=True)
    at_home = {"local": "http://192.168.1.5:1916/", "only_here": False}
    ann.page.route("**/api/address", lambda route: route.fulfill(json=at_home))
    table = host_a_table(ann)
    ann.say("only-here", "this machine only")
    links = ann.page.get_by_test_id("card-link-french")
    expect(links).to_have_count(2)
    assert links.last.input_value().startswith(f"http://192.168.1.5:1916/join/they-shall-not-pass/{table}#")
    assert ann.page.get_by_test_id("qr").count() == 1, "of the address that a phone can open"
    assert "begin now" in ann.see("invitation") and "anybody may take the seat" in ann.see("invitation")
    ann.page.evaluate("window.away = true")
    sit_down(bea, table)
    ann.say("joined", "Bea has joined and plays French.")
    expect(ann.page.get_by_test_id("invitation")).to_be_hidden()
    assert ann.page.evaluate("notes") == [["They Shall Not Pass: somebody has joined", "Bea has joined and plays French."]]
    expect(bea.page.get_by_test_id("invitation")).to_be_hidden()
    bea.open("#/")
    expect(bea.page.get_by_test_id("open-tables")).to_contain_text("Nobody waits", timeout=PATIENCE)


def test_who_has_gone_is_told_in_one_mail_that_somebody_has_come_and_that_it_is_his_turn(players: Join, sink: Sink):
    ann, bea = players(PHONE, touch=True), players()
    table = host_a_table(ann)
    ann.say("only-here", "--host 0.0.0.0")
    assert not ann.page.get_by_test_id("qr").count(), "nobody can open it elsewhere"
    ann.press("card-mail")
    ann.page.get_by_test_id("email").fill("ann@example.org")
    ann.page.get_by_text("Send the code").click()
    code = sink.mails.get(timeout=60).get_payload(decode=True).decode()[:6]
    ann.page.get_by_test_id("email-code").fill(code)
    ann.page.get_by_text("Confirm", exact=True).click()
    ann.page.get_by_text("Confirmed: your turns will be mailed to you.").wait_for()
    ann.page.close()
    sit_down(bea, table)
    mail = sink.mails.get(timeout=60)
    assert mail["Subject"] == "Trenchline: a player has joined" and mail["To"] == "ann@example.org"
    text = mail.get_payload(decode=True).decode()
    assert "It is your turn." in text and f"http://home/t/{table}" in text and sink.mails.empty()
