"""The page of a player who wants one, and nobody else's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, expect

from ..server.conftest import Server
from .conftest import DESKTOP, PATIENCE, PHONE, SIZES, Player
from .test_account import authenticator
from .test_every_decision import OVERFLOW

People = Callable[..., Player]
GAME = "they-shall-not-pass"


@pytest.fixture
def people(browser: Browser, tmp_path: Path) -> Iterator[People]:
    """People at a server that has a name, as passkeys need one."""
    server = Server(f"sqlite:///{tmp_path}/tables.db")
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


class Seats:
    """A match that two guests play by the API."""

    def __init__(self, site: str) -> None:
        body = {"game": GAME, "seats": {"german": "me", "french": "friend"}, "name": "Ann"}
        made = httpx.post(f"{site}/api/tables", json=body, timeout=60).json()
        self.table, self.place = made["table"], f"{site}/api/tables/{made['table']}"
        taken = self.call("french", "/claim", made["invites"]["french"], name="Bea")
        self.keys = {"german": made["key"], "french": taken["key"]}

    def call(self, seat: str, path: str, by: str = "", **json: object) -> dict:
        headers = {"Authorization": f"Bearer {by or self.keys[seat]}"}
        answer = httpx.request("POST" if json else "GET", self.place + path, headers=headers, json=json or None, timeout=60)
        answer.raise_for_status()
        found: dict = answer.json()
        return found

    def play(self, enough: int = 5) -> None:
        times = dict.fromkeys(self.keys, 0)
        while min(times.values()) < enough:
            mover = self.call("german", "/state?since=0")["decision"]["player"]
            now = self.call(mover, "/state?since=0")
            offered = now["decision"]["actions"]
            text = next((a["text"] for a in offered if a.get("default")), offered[-1]["text"])
            self.call(mover, "/actions", seq=now["seq"], key=f"k{now['seq']}", text=text)
            times[mover] += 1

    def resign(self, seat: str) -> None:
        self.call(seat, "/resign", seq=self.call(seat, "/state?since=0")["seq"], key="resign")


def make_account(p: Player, name: str) -> None:
    authenticator(p)
    p.open("#/account")
    p.page.get_by_test_id("account-name").fill(name)
    p.press("account-create")
    p.page.get_by_test_id("results-choice").wait_for()


def test_two_players_of_whom_one_shows_his_results(people: People):
    ann, bea = people(), people(PHONE)
    match = Seats(ann.site)
    match.play()
    for p, seat, name in ((ann, "german", "Ann"), (bea, "french", "Bea")):
        p.open(f"#/seat/{match.table}/{match.keys[seat]}")
        p.page.get_by_test_id("play").wait_for()
        make_account(p, name)
    match.resign("french")
    ann.page.get_by_test_id("results-page").check()
    address = ann.page.get_by_test_id("link-results").input_value()
    ann.page.get_by_test_id(f"rated-{GAME}").check()
    expect(ann.page.get_by_test_id(f"rated-{GAME}")).to_be_checked(timeout=PATIENCE)
    bea.page.goto(address)
    bea.say("matches", "Won")
    said = bea.see("matches")
    assert "German against another player" in said and "Bea" not in said, "she shows nothing"
    assert bea.see("counts").split()[-3:] == ["1", "0", "0"]
    for size in SIZES:
        bea.page.set_viewport_size(size)
        assert bea.page.evaluate(OVERFLOW) == [], size
    bea.open("account")
    bea.page.get_by_test_id("results-page").check()
    bea.page.get_by_test_id("open-results").click()
    bea.say("matches", "French against Ann")
    bea.page.get_by_role("link", name="Ann", exact=True).click()
    bea.say("matches", "German against Bea")
    assert bea.page.url == address
    ann.page.get_by_test_id("results-page").uncheck()
    ann.page.get_by_test_id("link-results").wait_for(state="detached")
    bea.page.reload()
    bea.page.get_by_text("This page does not open").wait_for()


def test_a_cup_is_made_joined_by_its_address_and_played(people: People):
    ann, bea = people(), people(PHONE)
    make_account(ann, "Ann")
    ann.press("cup-new")
    ann.page.get_by_test_id("cup-name").fill("Winter cup")
    ann.press("cup-make")
    ann.say("cup-waits", "Up to 6 can play")
    address = ann.page.url
    make_account(bea, "Bea")
    bea.page.goto(address)
    bea.press("cup-join")
    bea.say("cup-table", "Bea")
    ann.page.reload()
    ann.press("cup-start")
    ann.say("cup-matches", "German: Ann \u00b7 French: Bea")
    for size in SIZES:
        ann.page.set_viewport_size(size)
        assert ann.page.evaluate(OVERFLOW) == [], size
    bea.page.reload()
    bea.page.get_by_role("link", name="German: Ann").click()
    bea.page.get_by_test_id("play").wait_for()
    bea.press("menu")
    bea.press("menu-resign")
    bea.press("confirm")
    bea.page.get_by_test_id("rematch").first.wait_for()
    ann.page.reload()
    ann.say("cup-matches", "German won")
    assert ann.page.locator("[data-testid=cup-table] tbody tr").first.inner_text().split()[:3] == ["1.", "Ann", "1"]
    ann.open("account")
    ann.say("my-cups", "Winter cup")
