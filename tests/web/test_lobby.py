"""The lobby: what waits for me, the way to any table from any card, what may be watched, the page of an invitation."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import expect

from trenchline.games import CATALOGUE, load

from ..server.conftest import Server
from .conftest import DESKTOP, PATIENCE, PHONE, SIZES, Player
from .test_every_decision import OVERFLOW

Join = Callable[..., Player]
NASTY = "<img src=x onerror=alert(1)>"


def make(site: Server, game: str, seats: dict[str, str], name: str = "Ann", **more: object) -> dict:
    body = {"game": game, "seats": seats, "name": name, **more}
    return httpx.post(f"{site.url}/api/tables", json=body, timeout=60).json()


def claim(site: Server, made: dict, side: str, name: str) -> None:
    by = {"Authorization": f"Bearer {made['invites'][side]}"}
    httpx.post(f"{site.url}/api/tables/{made['table']}/claim", json={"name": name}, headers=by).raise_for_status()


def take(p: Player, made: dict) -> None:
    """The maker's seat in this browser."""
    p.open(f"#/seat/{made['table']}/{made['key']}")
    p.page.get_by_test_id("play").wait_for()


def test_what_waits_for_me_comes_first_and_what_is_finished_last(player: Join, site: Server):
    p = player(PHONE, True)
    two = {"german": "me", "french": "friend"}
    over = make(site, "they-shall-not-pass", two)
    invited = make(site, "verdun-1916", {"german": "friend", "french": "me"})
    waits = make(site, "they-shall-not-pass", {"german": "friend", "french": "me"})
    mine = make(site, "they-shall-not-pass", two)
    claim(site, waits, "german", NASTY)
    claim(site, mine, "french", "Bea")
    by = {"Authorization": f"Bearer {over['key']}"}
    httpx.post(f"{site.url}/api/tables/{over['table']}/resign", json={"seq": 0, "key": "k"}, headers=by).raise_for_status()
    for made in (over, invited, waits, mine):
        take(p, made)
    p.open("#/")
    p.page.get_by_test_id("group-over").wait_for()
    groups = p.page.locator(".table-group")
    assert groups.evaluate_all("all => all.map((one) => one.dataset.testid)") == [
        "group-turn",
        "group-running",
        "group-invited",
        "group-over",
    ]
    scenario = load("they-shall-not-pass").scenarios[0].title
    assert all(words in p.see("group-turn") for words in ("French: Bea", scenario, "Your turn"))
    assert f"Waiting for {NASTY}" in p.see("group-running"), "a name is a text, whatever it holds"
    assert "Nobody plays German yet" in p.see("group-invited")
    expect(p.page.get_by_test_id(f"table-{over['table']}")).to_be_hidden()
    p.page.get_by_test_id("group-over").locator("summary").click()
    assert "You lost" in p.see("group-over")
    for size in SIZES:
        p.page.set_viewport_size(size)
        assert p.page.evaluate(OVERFLOW) == [], size
    p.page.set_viewport_size(DESKTOP)
    p.press(f"table-{mine['table']}")
    p.page.wait_for_url(f"**/t/{mine['table']}")
    assert scenario in p.see("match-title") and scenario in p.page.title()
    p.open(f"#/t/{mine['table']}/text")
    expect(p.page.locator("h1")).to_contain_text(scenario, timeout=PATIENCE)


@pytest.mark.parametrize("slug", ["they-shall-not-pass", "generation-lost"])
def test_any_card_leads_to_a_table_of_any_scenario(player: Join, slug: str):
    p, game = player(), load(slug)
    last = game.scenarios[-1]
    p.open()
    p.page.get_by_test_id(f"scenarios-{slug}").select_option(last.id)
    assert last.summary in p.see(f"scenario-about-{slug}")
    p.press("new-table" if slug == next(iter(CATALOGUE)) else f"new-table-{slug}")
    assert p.page.get_by_test_id(f"game-{slug}").is_checked() and p.page.get_by_test_id(f"scenario-{last.id}").is_checked()


def test_three_players_are_a_plain_choice(player: Join):
    p = player()
    p.open()
    card = p.page.get_by_test_id("card-big-push")
    assert card.locator(".seat-button").all_inner_texts() == ["Play as Allied", "Play as German"]
    card.get_by_test_id("players-3").check(force=True)
    assert card.locator(".seat-button").all_inner_texts() == ["Play as British", "Play as French", "Play as German"]
    card.get_by_test_id("new-table-big-push").click()
    assert p.page.get_by_test_id("players-3").is_checked() and not p.page.get_by_test_id("option-three_players").count()
    p.press("create")
    p.page.get_by_test_id("play").wait_for()
    assert [name in p.see("seats") for name in ("British", "French", "German")] == [True] * 3


def test_an_open_table_says_for_whom_and_a_match_that_is_shown_can_be_watched(player: Join, site: Server):
    ann, bea = player(), player(PHONE, True)
    ann.open("#/new")
    ann.page.get_by_test_id("seat-french").select_option("friend")
    ann.page.get_by_test_id("wanted-level").wait_for(state="hidden")
    ann.page.get_by_test_id("listed").check()
    ann.page.get_by_test_id("wanted-level").select_option("veteran")
    ann.page.get_by_test_id("shown").check()
    ann.page.get_by_test_id("name").fill(NASTY)
    ann.press("create")
    ann.page.wait_for_url(re.compile("/t/"))
    table = ann.page.url.split("/t/")[1]
    bea.open()
    offer = bea.see(f"open-{table}")
    assert f"{NASTY} plays German" in offer and "experienced players" in offer
    bea.press(f"watch-{table}")
    bea.say("banner", "You are watching")
    assert bea.page.get_by_test_id("match-title").count() and not bea.page.locator(".orders.mine").count()


def test_two_computers_fight_for_whoever_wants_to_watch(player: Join):
    p = player()
    p.open()
    p.page.get_by_test_id("watch-bots-game").select_option("verdun-1916")
    p.press("watch-bots")
    p.page.wait_for_url(re.compile("/t/"))
    assert p.see("seats").count("(computer)") == 2
    assert p.comes_true("() => Number(document.querySelector('.play')?.dataset.seq) > 2", None)


def test_an_invitation_shows_what_it_is_for_before_anybody_sits_down(player: Join, site: Server):
    options, seats = {"three_players": True}, {"british": "me", "french": "friend", "german": "friend"}
    made = make(site, "big-push", seats, NASTY, scenario="devil_machines", options=options)
    link, game = f"#/join/{made['table']}/{made['invites']['french']}", load("big-push")
    guest, cid = player(), player(PHONE, True)
    guest.open(link)
    for size in SIZES:
        guest.page.set_viewport_size(size)
        page = guest.see("invitation-page")
        assert all(words in page for words in (f"{NASTY} invites you to play French", "Devil Machines", game.portrait.history))
        assert guest.see("seats-free").split("\n") == [f"British {NASTY}", "French free for you", "German still open"]
        assert guest.page.evaluate(OVERFLOW) == [], size
        picture = guest.page.get_by_test_id("picture-big-push")
        guest.page.wait_for_function("e => e.naturalWidth > 300", arg=picture.element_handle())
        claim_button = guest.page.get_by_test_id("claim").bounding_box()
        assert (
            claim_button and claim_button["height"] >= 48 and claim_button["y"] + claim_button["height"] < size["height"] * 1.1
        )
    assert guest.page.get_by_test_id("invited-learn").get_attribute("href") == f"{site.url}/learn/big-push"
    cid.open(link)
    cid.press("just-watch")
    cid.say("banner", "You are watching")
    guest.page.get_by_test_id("name").fill("Bea")
    guest.press("claim")
    guest.page.get_by_test_id("play").wait_for()
    cid.say("seats", "Bea")
    stranger = player()
    stranger.open(link)
    assert "Bea plays French at this table" in stranger.see("taken")
