"""Options that are chosen all at once, in Chromium: one list with prices, a total and a confirmation (BP 15.5, GL 20.4)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from trenchline.core.match import Match
from trenchline.games import load

from ..server.conftest import Server
from .conftest import DESKTOP, PHONE
from .squares import Commander, Make, at_the_board, upload

SLUG = "big-push"
TOTAL, CONFIRM = "checklist-total", "action-plan"


class Planner(Commander):
    slug = SLUG


@pytest.fixture
def planners(browser: Browser, site: Server) -> Iterator[Make]:
    with at_the_board(Planner, browser, site) as make:
        yield make


def at_operations(*answers: str) -> Match:
    match = load(SLUG).start("campaign", seed=3)
    while match.decision is None or match.decision.kind != "Answers":
        match.apply(next(action for action in match.actions() if action.kind == "done"))
    for text in answers:
        match.apply(match.parse(text))
    return match


def seated(make: Make, site: Server, match: Match, size: dict[str, int] = DESKTOP) -> tuple[Commander, Commander]:
    made = upload(site, match, {"allied": "friend", "german": "friend"})
    allied, german = make(size), make(size)
    allied.sit_down(made["table"], made["invites"]["allied"])
    german.sit_down(made["table"], made["invites"]["german"])
    return allied, german


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_options_are_ticked_and_confirmed_by_both_sides_at_the_same_time(planners: Make, site: Server, size: dict[str, int]):
    allied, german = seated(planners, site, at_operations("yes@allied", "yes@german"), size)
    page = allied.page
    expect(page.locator(".checklist .option")).to_have_count(6)
    allied.say("checklist", "Plant Mines10 points")
    allied.say(TOTAL, "0 of 6 chosen: 0 victory points for the German side, at once. Choose at least 1.")
    expect(page.get_by_test_id(CONFIRM)).to_be_disabled()
    page.get_by_test_id("option-plant_mines").click()
    page.get_by_test_id("option-allied_command_center").click()
    expect(page.get_by_test_id("option-train_troops")).to_be_disabled()
    allied.say("checklist", "Not together with Command Center.")
    allied.say(CONFIRM, "Confirm 2 options: 35 victory points for the German side")
    german.press("option-off_map_artillery")  # he need not wait
    german.press(CONFIRM)
    german.whose("Waiting for Allied")
    expect(page.get_by_test_id("option-plant_mines")).to_be_checked()  # what is ticked stays
    allied.press("option-allied_command_center")
    allied.say(TOTAL, "1 of 6 chosen: 10")
    allied.press(CONFIRM)
    expect(page.get_by_test_id("checklist")).to_have_count(0)
    for player in (allied, german):
        track = player.page.locator("[data-track=operations]")
        expect(track).to_have_attribute("data-value", "Allied: Plant Mines; German: Off-Map Artillery")


def test_a_plan_is_taken_back_and_its_ticks_are_still_there(planners: Make, site: Server):
    allied, german = seated(planners, site, at_operations("yes@allied", "yes@german"))
    allied.press("option-train_troops")
    allied.press(CONFIRM)
    track = allied.page.locator("[data-track=operations]")
    expect(track).to_have_attribute("data-value", "your secret plan: Train Troops (30 points)")
    expect(german.page.locator("[data-track=operations]")).to_have_count(0)
    allied.press("undo")
    expect(allied.page.get_by_test_id("option-train_troops")).to_be_checked()
    expect(track).to_have_count(0)


def test_the_list_is_answered_by_keys_alone(planners: Make, site: Server):
    allied, _ = seated(planners, site, at_operations())
    allied.say("checklist", "Plant Mines")  # what a yes could buy is read before it is said
    expect(allied.page.locator(".checklist input")).to_have_count(0)
    allied.page.keyboard.press("2")
    allied.whose("Waiting for German")
    _, german = seated(planners, site, at_operations("no@allied", "yes@german"))
    keys = german.page.keyboard
    keys.press("1")
    keys.press("3")
    german.say(TOTAL, "2 of 6 chosen: 25")
    keys.press("1")
    german.say(TOTAL, "1 of 6 chosen: 15")
    german.page.get_by_test_id("option-off_map_artillery").focus()
    keys.press("Space")  # a box that was reached with Tab
    german.say(TOTAL, "2 of 6 chosen: 25")
    expect(german.page.get_by_test_id("option-off_map_artillery")).to_be_focused()
    keys.press("Enter")
    expect(german.page.locator("[data-track=operations]")).to_have_attribute(
        "data-value", "German: Off-Map Artillery, Reinforced Defenses"
    )
