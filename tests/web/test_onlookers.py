"""Onlookers: they talk with the players, and those who play can show them out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .conftest import DESKTOP, PHONE, Player

Make = Callable[..., Player]


def share(player: Player) -> None:
    player.press("menu")
    player.page.get_by_test_id("menu-share").click()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_new_link_shows_onlookers_out_and_none_can_be_had(player: Make, size: dict[str, int]):
    ann, eve = player(size), player()
    ann.make_table(french="friend")
    share(ann)
    link = ann.page.get_by_test_id("link-watch")
    old = link.input_value()
    eve.page.goto(old)
    eve.say("banner", "watching")
    ann.press("watch-new")
    expect(link).not_to_have_value(old)
    eve.say("banner", "Ask a player for a new link")
    ann.press("watch-none")
    expect(link).to_have_count(0)
    ann.press("watch-new")
    expect(link).to_be_visible()
    assert link.input_value() != old


def test_what_is_said_comes_once_to_everybody(player: Make):
    """Each push holds only what is new: nothing is lost and nothing comes twice, also after a line was lost. Players are shown
    what onlookers say once the match is over."""
    ann, eve = player(), player()
    ann.make_table(french="friend")
    share(ann)
    eve.page.goto(ann.page.get_by_test_id("link-watch").input_value())
    ann.page.keyboard.press("Escape")
    eve.say("banner", "watching")
    for one in (ann, eve):
        one.page.keyboard.press("m")
    talk = [(ann, "On les aura"), (eve, "Bonne chance"), (ann, "Merci")]
    eve.say("chat-apart", "not shown it before the match is over")
    for (who, text), (anns, eves) in zip(talk, ((1, 1), (1, 2), (2, 3)), strict=True):
        who.page.get_by_test_id("chat-line").fill(text)
        who.page.get_by_test_id("chat-line").press("Enter")
        expect(eve.page.locator(".chat-list p")).to_have_count(eves)
        expect(ann.page.locator(".chat-list p")).to_have_count(anns)
    eve.page.reload()
    eve.page.keyboard.press("m")
    expect(eve.page.locator(".chat-list p")).to_have_count(3)
    ann.page.get_by_test_id("chat-line").fill("Et voilà")
    ann.page.get_by_test_id("chat-line").press("Enter")
    expect(eve.page.locator(".chat-list p")).to_have_count(4)
    assert ann.page.locator(".chat-list").get_by_text("Bonne chance").count() == 0
    ann.press("menu")
    ann.press("menu-resign")
    ann.press("confirm")
    expect(ann.page.locator(".chat-list").get_by_text("Bonne chance")).to_be_visible()
    expect(ann.page.locator(".chat-list p")).to_have_count(4)
    eve.page.get_by_test_id("chat-apart").wait_for(state="hidden")
