"""Decide with open eyes, in Chromium: odds while a fight is gathered, who is meant, what can be used, where the match stands.

Positions come from random matches and are uploaded. What is said at every kind of decision is looked at in test_every_decision.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from trenchline.core.actions import BACK
from trenchline.core.match import Match
from trenchline.games import load

from ..server.conftest import Server
from .conftest import PATIENCE, PHONE, SIZES, SMALL, Player
from .squares import Commander, Make, at_the_board, upload


@cache
def at_decision(slug: str, kind: str) -> Match:
    """A random match at a decision of a kind; one that gathers has gathered somebody and could take another."""
    for seed in range(20):
        match, chance = load(slug).start(seed=seed), Random(seed)
        for _ in range(1500):
            if match.over:
                break
            actions = [a for a in match.actions() if a != BACK]
            gathers = kind in ("Declare", "Commitment")
            if match.decision.kind == kind and (not gathers or any(fight.column for fight in match.fights())):
                return match
            joins = [a for a in actions if a.kind in ("add", "commit")] if match.decision.kind == kind else []
            match.apply_legal(chance.choice(joins or actions))
    raise AssertionError(f"no {kind} in twenty matches of {slug}")


@pytest.fixture
def commanders(browser: Browser, site: Server) -> Iterator[Make]:
    with at_the_board(Commander, browser, site) as make:
        yield make


def seated(make: Make, site: Server, match: Match, **how: object) -> Commander:
    mine = match.decision.player
    made = upload(site, match, {seat: "friend" if seat == mine else "bot:random" for seat in match.seats})
    player = make(**how)
    player.sit_down(made["table"], made["invites"][mine])
    expect(player.page.locator(".orders.mine")).to_be_visible(timeout=PATIENCE)
    return player


def test_the_fight_is_shown_as_it_is_gathered_with_what_the_enemy_can_add(commanders: Make, site: Server):
    game = load("they-shall-not-pass")
    stands = "3013: IR81, IR87\n3011: XVIII.A1\n3014: 208R\n3017: AD51R\n"
    match = game.position(f"game: they-shall-not-pass\nturn: 2\nstep: german-assault\n{stands}", seed=1)
    match.apply(match.parse("3014"))
    match.apply(match.parse("IR81"))
    p = seated(commanders, site, match)
    expect(p.page.get_by_test_id("strength-attack")).to_contain_text("6")
    expect(p.page.get_by_test_id("strength-defence")).to_contain_text("208R")
    p.say("swing", "1:1, down to 1:2 if AD51R answers")
    widths = p.page.locator(".bars .bar:not(.then)").evaluate_all("bars => bars.map((b) => parseFloat(b.style.width))")
    assert sum(widths) == pytest.approx(100, abs=0.5)
    p.page.mouse.move(*Player.where(p, "3013"))
    p.say("change", "6 against 5 becomes 12 against 5; 1:1 becomes 2:1")
    p.page.mouse.move(5, 5)
    for size in (SMALL, PHONE):
        p.page.set_viewport_size(size)
        if size is PHONE:
            p.say("odds-line", "1:1, down to 1:2 if AD51R answers")
            p.press("odds-line")
        for part in ("strength-attack", "strength-defence", "swing"):
            expect(p.page.get_by_test_id(part).first).to_be_in_viewport()


def test_places_that_can_be_used_are_ringed_and_the_goals_are_behind_a_key(commanders: Make, site: Server):
    match = at_decision("they-shall-not-pass", "Assault")
    places = sum(bool(action.cell) for action in match.actions())
    for size in SIZES:
        p = seated(commanders, site, match, size=size, touch=size is PHONE)
        p.say("action-done", f"{places} place{'s' * (places != 1)} could still be used")
        expect(p.page.locator(".layer-usable .usable")).to_have_count(places)
        p.page.keyboard.press("w")
        for words in ("Verdun", "3 to 5 your Minor Victory"):
            expect(p.page.get_by_test_id("goals-dialog")).to_contain_text(words)


def test_those_who_are_hit_are_named_and_ringed(commanders: Make, site: Server):
    match = at_decision("they-shall-not-pass", "SplitHits")
    about = match.decision.about
    assert about is not None and about.units and about.hits and about.cells
    p = seated(commanders, site, match)
    for size in SIZES:
        p.page.set_viewport_size(size)
        p.prompt(about.units[0])
        expect(p.page.locator(f".layer-counters .meant[data-unit='{about.units[0]}']")).to_have_count(1)
        expect(p.page.get_by_test_id("action-lose").first).to_contain_text(re.compile("Lose .* step"))
        expect(p.page.get_by_test_id("action-lose").first).to_be_in_viewport()
