"""Standing orders in two browsers: given at the question, listed, switched off; the other player sees an answer, no more."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

import trenchline

from ..server.conftest import Server
from ..server.test_standing import ASSAULT
from .conftest import DESKTOP, PHONE, Player
from .squares import upload

GERMAN_DOES = ("3014", "add:IR81", "add:IR87", "attack")


class Assault:
    """A table where Ann's Germans are about to attack; Bea, at her browser, plays the French."""

    def __init__(self, site: Server, bea: Player, ann: Player | None = None) -> None:
        self.site = site
        match = trenchline.load("they-shall-not-pass").position(ASSAULT, seed=4)
        self.made: dict[str, Any] = upload(site, match, {"german": "friend" if ann else "me", "french": "friend"})
        self.sit(bea, "french")
        if ann:
            self.made["key"] = self.sit(ann, "german")

    def sit(self, player: Player, side: str) -> str:
        """Somebody takes a seat by invitation; the key."""
        player.open(f"#/join/{self.made['table']}/{self.made['invites'][side]}")
        player.press("claim")
        player.page.get_by_test_id("play").wait_for()
        ring = "id => JSON.parse(localStorage['trenchline.tables'])[id].keys.at(-1).key"
        return str(player.page.evaluate(ring, self.made["table"]))

    def ann(self, method: str, path: str, **body: Any) -> dict[str, Any]:
        """A call of Ann's."""
        key = {"Authorization": f"Bearer {self.made['key']}"}
        words: dict[str, Any] = {"json": body} if method != "get" else {}
        answer = httpx.request(
            method, f"{self.site.url}/api/tables/{self.made['table']}{path}", headers=key, timeout=60, **words
        )
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def attack(self) -> dict[str, Any]:
        for text in GERMAN_DOES:
            self.state = self.ann("post", "/actions", seq=self.ann("get", "/state?since=0")["seq"], text=text)
        return self.state


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_an_order_is_given_at_the_question_and_answers_it(
    site: Server, player: Callable[..., Player], size: dict[str, int], tmp_path: Any
):
    bea = player(size, size is PHONE)
    assault = Assault(site, bea)
    assault.attack()
    bea.say("prompt", "defensive support")
    bea.press("standing-here")
    dialog = bea.page.get_by_test_id("standing-question")
    expect(dialog).to_contain_text("Let the assault come", ignore_case=True)
    bea.page.screenshot(path=tmp_path / "question.png")
    bea.page.get_by_test_id("standing-answer-none").check()
    bea.page.get_by_test_id("standing-scope").select_option("turn")
    bea.press("standing-give")
    expect(bea.page.get_by_test_id("log")).to_contain_text("By your standing order")
    texts = [entry["text"] for entry in assault.ann("get", "/state?since=0")["entries"]]
    assert texts[3:5] == ["attack", "ready"]
    bea.press("menu")
    expect(bea.page.get_by_test_id("menu-standing")).to_have_text("Standing orders (1 on)")
    bea.press("menu-standing")
    expect(bea.page.get_by_test_id("standing-list")).to_contain_text("Add no guns: let the assault come")
    expect(bea.page.get_by_test_id("standing-list")).to_contain_text("In turn 2 only")
    bea.page.screenshot(path=tmp_path / "list.png")
    assert bea.faults == []


def test_the_small_questions_of_a_whole_turn_are_answered_and_the_other_sees_plain_answers(
    site: Server, player: Callable[..., Player], tmp_path: Any
):
    """Bea gives the careful set; Ann, in a browser of her own, attacks and sees nothing of it."""
    bea, ann = player(), player()
    assault = Assault(site, bea, ann)
    bea.press("menu")
    bea.press("menu-standing")
    bea.see("standing-none")
    bea.press("standing-careful")
    rows = bea.page.get_by_test_id("standing-list").locator("li")
    expect(rows).to_have_count(6)
    bea.page.screenshot(path=tmp_path / "careful.png")
    bea.page.keyboard.press("Escape")
    state = assault.attack()
    assert state["decision"]["player"] == "german" or state["decision"]["kind"] not in ("DefensiveSupport", "SplitHits")
    answered = [entry for entry in state["entries"] if entry["player"] == "french"]
    assert answered and not any("ordered" in entry for entry in answered)
    expect(bea.page.get_by_test_id("log")).to_contain_text("By your standing order")
    ann.page.get_by_test_id("tab-log").click()
    expect(ann.page.get_by_test_id("log")).to_contain_text("supports the defence")
    expect(ann.page.get_by_test_id("log")).not_to_contain_text("standing order")
    assert bea.faults == [] and ann.faults == []


def test_orders_are_switched_off_deleted_and_added(site: Server, player: Callable[..., Player]):
    bea = player()
    assault = Assault(site, bea)
    bea.press("menu")
    bea.press("menu-standing")
    bea.press("standing-more")
    bea.page.get_by_test_id("standing-which").select_option("losses")
    bea.page.get_by_test_id("standing-answer-listed").check()
    bea.page.get_by_test_id("standing-units").fill("243R, Pi99")
    bea.press("standing-add")
    expect(bea.page.locator("#toasts")).to_contain_text("no counter 'Pi99'")
    bea.page.get_by_test_id("standing-units").fill("243R, 208R")
    bea.page.get_by_test_id("standing-role").select_option("defender")
    bea.press("standing-add")
    row = bea.page.get_by_test_id("standing-list").locator("li")
    expect(row).to_contain_text(re.compile("These units first: 243R, 208R.*When I defend"))
    bea.page.get_by_test_id("standing-on-0").uncheck()
    expect(row).to_have_class("off")
    bea.page.reload()
    bea.press("menu")
    expect(bea.page.get_by_test_id("menu-standing")).to_have_text("Standing orders")
    bea.press("menu-standing")
    expect(bea.page.get_by_test_id("standing-list").locator("li")).to_have_class("off")
    bea.press("standing-delete-0")
    bea.see("standing-none")
    assert assault.attack()["decision"]["player"] == "french"
    bea.say("prompt", "defensive support")
    assert bea.faults == []
