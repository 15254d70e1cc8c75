"""Clocks between two people in two browsers: chosen, told before sitting down, running, stopped, claimed."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, expect

from trenchline.server.clocks import DAY, HOUR
from trenchline.server.store import Store

from ..server.conftest import Server
from .conftest import DESKTOP, PATIENCE, PHONE, Player


class Match:
    """Ann and Bea at a table with a clock, and the time of its server, which passes when the test says so."""

    def __init__(self, server: Server, ann: Player, bea: Player) -> None:
        self.server, self.ann, self.bea, self.table = server, ann, bea, ""

    def begin(self, clock: str = "blitz", computer: bool = False, listed: bool = False) -> None:
        """Ann plays the German and makes the table; Bea comes by the invitation."""
        ann = self.ann
        ann.open("#/new")
        ann.page.get_by_test_id("name").fill("Ann")
        ann.page.get_by_test_id("seat-french").select_option("friend")
        ann.press(f"clock-{clock}")
        if computer:
            ann.page.get_by_test_id("clock-computer").check()
        if listed:
            ann.page.get_by_test_id("listed").check()
        ann.press("create")
        ann.page.get_by_test_id("play").wait_for()
        self.table = ann.page.url.split("/t/")[1]
        if not listed:
            self.bea.open(self.invitation.split("/", 3)[3])

    @property
    def invitation(self) -> str:
        return self.ann.page.get_by_test_id("card-link-french").input_value()

    def sit(self) -> None:
        self.bea.press("claim")
        self.bea.page.get_by_test_id("clock-german").wait_for()
        expect(self.ann.page.get_by_test_id("clock-german")).to_have_attribute("data-stand", "runs")

    def now(self) -> int:
        """The service time that the server answers."""
        key = self.bea.page.evaluate("id => JSON.parse(localStorage['trenchline.tables'])[id].keys.at(-1).key", self.table)
        answer = httpx.get(
            f"{self.server.url}/api/tables/{self.table}/state?since=0", headers={"Authorization": f"Bearer {key}"}
        )
        return int(answer.json()["now"])

    def pass_time(self, ms: int) -> None:
        """Another server on the same database has been there for so long: this one takes over its time at its next beat."""
        store = Store(self.server.database)
        wanted = store.beat(0) + ms
        store.beat(wanted)
        store.close()
        until = time.monotonic() + PATIENCE / 1000
        while self.now() < wanted:
            assert time.monotonic() < until, "the server never takes the time over"
            time.sleep(0.1)
        for player in (self.ann, self.bea):
            player.page.evaluate("dispatchEvent(new Event('online'))")  # the page asks how it stands

    def left(self, player: Player, seat: str, words: str) -> None:
        expect(player.page.get_by_test_id(f"clock-{seat}").locator(".time-left")).to_have_text(re.compile(words))


@pytest.fixture
def match(browser: Browser, own_server: Server) -> Iterator[Match]:
    contexts = [browser.new_context(viewport=size, reduced_motion="reduce") for size in (DESKTOP, PHONE)]
    for context in contexts:
        context.set_default_timeout(PATIENCE)
    ann, bea = (Player(context.new_page(), own_server.url) for context in contexts)
    yield Match(own_server, ann, bea)
    for context in contexts:
        context.close()
    assert ann.faults + bea.faults == []


def test_a_clock_is_told_before_sitting_down_and_runs_for_who_is_asked(match: Match):
    match.begin()
    match.bea.say("clock-told", "Blitz: 24 hours each, 4 more a move, 72 at most")
    match.left(match.ann, "german", "^24 h$")  # nobody's time runs before all sit
    match.sit()
    match.pass_time(2 * HOUR)
    for player in (match.ann, match.bea):
        match.left(player, "german", r"^21 h 5\d min$|^22 h$")
        match.left(player, "french", "^24 h$")
    match.bea.open("#/")
    match.bea.say(f"clock-of-{match.table}", "German has 2")
    match.ann.open("#/")
    match.ann.say(f"clock-of-{match.table}", "You have 2")
    match.ann.open(f"#/t/{match.table}/text")
    match.ann.say("clock-words", "French 24 h.")
    match.ann.press("clocks")
    match.ann.say("clocks-dialog", "Ask to stop the clocks")


def test_an_open_table_says_its_clock_and_asks_once_more(match: Match):
    match.begin("live", listed=True)
    match.bea.open("#/")
    match.bea.say(f"clock-of-{match.table}", "60 minutes each, 5 more every turn")
    match.bea.press("sit-french")
    expect(match.bea.page.get_by_text("There is a clock.")).to_be_visible()
    match.bea.press("sit-down")
    match.left(match.bea, "german", r"^(1:00:00|59:\d\d)$")


def test_time_runs_out_is_given_runs_out_again_and_is_claimed_after_a_restart(match: Match):
    match.begin()
    match.sit()
    match.pass_time(25 * HOUR)
    match.ann.say("i-am-out", "You are out of time")
    match.bea.say("out-of-time", "German is out of time.")
    assert match.bea.page.get_by_test_id("computer-german").count() == 0, "nobody has agreed to that"
    match.bea.page.get_by_test_id("out-of-time").get_by_test_id("give-german").click()
    match.bea.press("give-240")
    match.bea.page.get_by_test_id("out-of-time").wait_for(state="detached")
    match.left(match.ann, "german", r"^3 h 59 min$|^4 h$")
    match.ann.page.get_by_test_id("i-am-out").wait_for(state="detached")

    match.server.kill()
    match.bea.say("banner", "Connection lost")
    match.server.start()
    expect(match.bea.page.get_by_test_id("banner")).to_be_hidden()
    match.left(match.bea, "german", r"^3 h 5\d min$|^4 h$")  # a restart costs nobody time
    match.pass_time(5 * HOUR)
    match.bea.press("claim-german")
    for player in (match.ann, match.bea):
        expect(player.page.locator(".reasons")).to_contain_text("ran out of time")
        assert player.page.get_by_test_id("out-of-time").count() == 0


def test_a_computer_plays_on_where_that_was_agreed(match: Match):
    match.begin("fast", computer=True)
    match.bea.say("clock-terms", "let the computer (Sergeant) play on")
    match.sit()
    match.pass_time(73 * HOUR)
    match.bea.press("computer-german")
    match.bea.page.get_by_test_id("clock-german").wait_for(state="detached")  # it has no clock
    match.bea.page.get_by_test_id("out-of-time").wait_for(state="detached")
    expect(match.bea.page.get_by_test_id("seats")).to_contain_text("(computer)")


def test_clocks_stop_when_both_agree_and_go_on_a_day_later(match: Match):
    match.begin("slow")
    match.sit()
    match.ann.press("clocks")
    match.ann.press("clock-pause")
    match.bea.say("request", "German asks to stop the clocks")
    match.bea.press("grant")
    for player in (match.ann, match.bea):
        player.say("clocks-stopped", "The clocks are stopped")
    match.pass_time(9 * DAY)
    match.left(match.ann, "german", r"^(2 days 23 h|3 days)$")
    match.bea.press("start-again")
    match.ann.say("clock-german", "goes on in 2")
    match.pass_time(DAY + HOUR)
    match.ann.say("clock-german", "running")


def test_a_vacation_stops_ones_own_clock_and_the_card_says_so(match: Match):
    match.begin()
    match.sit()
    match.ann.press("clocks")
    match.ann.say("vacation-left", "You have 14 days left in this match")
    match.ann.page.get_by_test_id("vacation-days").select_option("3")
    match.ann.press("vacation-go")
    match.ann.say("i-am-away", "You are on vacation")
    match.bea.say("clock-german", "on vacation for 3 days")
    match.pass_time(DAY + HOUR)
    match.bea.open("#/")
    match.bea.say(f"clock-of-{match.table}", "German is on vacation for 4")  # hours
    match.ann.press("back-again")
    match.ann.page.get_by_test_id("i-am-away").wait_for(state="detached")
    match.left(match.ann, "german", r"^23 h 5\d min$|^24 h$")
    match.ann.press("clocks")
    match.ann.say("vacation-left", "You have 12 days left")  # days that have begun are used
