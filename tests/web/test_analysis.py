"""The analysis of a match in the browser: asked for, shown on the map, played again, learned from."""

from __future__ import annotations

import httpx
import msgspec
import pytest
import sqlalchemy as sa
from playwright.sync_api import Browser, expect

from trenchline.analysis import Analysis, Deed, Mistake
from trenchline.analysis.summary import StepCost, TurnOfFortune
from trenchline.server.schema import analyses

from ..server.conftest import Server
from .conftest import DESKTOP, PATIENCE, PHONE, Player

DONE = ("barrage:1905", "III.A1", "fire", "interdict:NAV", "NAV-1609", "done")
MISTAKE = Mistake(
    3, "german", "german", 1, "German Bombardment",
    (Deed("interdict:NAV", "", "NAV"), Deed("NAV-1609", "", "NAV", "1609")),
    (Deed("barrage:1504", "", "", "1504"), Deed("XVIII.A1", "", "XVIII.A1"), Deed("fire", "Fire")),
    "to shake the troops in 1504", ("Better: Barrage of 1504 at 19+: 33 % a step is lost",), 0.12, 0.02,
)  # fmt: skip
FOUND = Analysis(
    "they-shall-not-pass", "historical", "german", False, (0.5, 0.5, 0.5, 0.62, 0.6, 0.58, 0.4),
    (TurnOfFortune(3, 0.12),), (6,), {"german": 0.12, "french": -0.12}, 0.3, (MISTAKE,),
    (StepCost("german", "German Bombardment", 2, 0.14),),
)  # fmt: skip


def over(site: Server) -> tuple[str, dict[str, str]]:
    """A match of two people that has begun, and its keys."""
    made = httpx.post(
        f"{site.url}/api/tables",
        json={"game": "they-shall-not-pass", "seats": {"german": "me", "french": "friend"}, "name": "Ann"},
    ).json()
    table, invited = f"{site.url}/api/tables/{made['table']}", made["invites"]["french"]
    hers = {"Authorization": f"Bearer {made['key']}"}
    taken = httpx.post(f"{table}/claim", headers={"Authorization": f"Bearer {invited}"}, json={"name": "Bea"}).json()
    for n, text in enumerate(DONE):
        seq = httpx.get(f"{table}/state?since=0", headers=hers).json()["seq"]
        acted = httpx.post(f"{table}/actions", headers=hers, json={"seq": seq, "key": f"k{n}", "text": text})
        assert acted.status_code == 200, acted.text
    return made["table"], {"german": made["key"], "french": taken["key"]}


def resign(site: Server, table: str, key: str) -> None:
    hers = {"Authorization": f"Bearer {key}"}
    seq = httpx.get(f"{site.url}/api/tables/{table}/state?since=0", headers=hers).json()["seq"]
    ended = httpx.post(f"{site.url}/api/tables/{table}/resign", headers=hers, json={"seq": seq})
    assert ended.status_code == 200, ended.text


def keep(site: Server, table: str) -> int:
    """Put an analysis into the database as if the server had made it; its moment in the log."""
    engine = sa.create_engine(site.database)
    with engine.begin() as db:
        log = sa.text("select max(n) from log where table_id = :table and kind = 'action'")
        upto = int(db.execute(log, {"table": table}).scalar_one()) + 1
        db.execute(sa.insert(analyses).values(table_id=table, upto=upto, text=msgspec.json.encode(FOUND).decode()))
    engine.dispose()
    return upto


def seated(browser: Browser, site: Server, table: str, key: str, side: str, size: dict[str, int] = DESKTOP) -> Player:
    context = browser.new_context(viewport=size, reduced_motion="reduce", has_touch=size is PHONE, is_mobile=size is PHONE)
    context.set_default_timeout(PATIENCE)
    player = Player(context.new_page(), site.url)
    player.open("#/")
    player.page.evaluate(
        "([t, key, side]) => localStorage.setItem('trenchline.tables',"
        " JSON.stringify({ [t]: { keys: [{ key, sides: [side] }], current: 0, added: 1 } }))",
        [table, key, side],
    )
    player.open(f"#/t/{table}")
    return player


def test_there_is_no_analysis_while_people_play_and_one_when_they_have(browser: Browser, site: Server):
    table, keys = over(site)
    ann = seated(browser, site, table, keys["german"], "german")
    expect(ann.page.get_by_test_id("tab-log")).to_be_visible()
    expect(ann.page.get_by_test_id("tab-analysis")).to_be_hidden()
    resign(site, table, keys["german"])
    ann.press("tab-analysis")
    expect(ann.page.get_by_test_id("analyse")).to_be_visible()
    ann.press("analyse")
    expect(ann.page.get_by_test_id("analysis-progress").or_(ann.page.get_by_test_id("analysis-summary"))).to_be_visible()
    assert ann.faults == []
    ann.page.context.close()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_mistake_is_shown_on_the_map_hidden_to_learn_and_played_again(browser: Browser, site: Server, size: dict[str, int]):
    table, keys = over(site)
    resign(site, table, keys["german"])
    keep(site, table)
    ann = seated(browser, site, table, keys["german"], "german", size)
    ann.press("tab-analysis")
    ann.say("analysis-summary", "50 % of the match at the beginning, 40 % now. With average dice: 30 %")
    ann.say("analysis-summary", "Luck gave 12 points")
    ann.say("mistake", "German Bombardment: 12 points")
    ann.say("mistake", "To shake the troops in 1504.")
    ann.say("mistake", "33 % a step is lost")
    ann.press("show-better")
    slider = ann.page.get_by_test_id("replay-slider")
    expect(slider).to_have_value("3")
    expect(ann.page.locator(".trench-map .arrow.march")).to_have_count(1)
    if size is PHONE:
        ann.press("tab-analysis")  # the sheet has gone from the map
    ann.press("show-played")
    expect(slider).to_have_value("3")
    if size is PHONE:
        ann.press("tab-analysis")
    ann.press("learn")
    ann.say("learning", "an order cost 12 points")
    expect(ann.page.get_by_test_id("mistake")).to_have_count(0)
    expect(ann.page.locator(".trench-map .arrow.march")).to_have_count(0)  # it may have been the answer
    ann.press("show-answer")
    ann.say("mistake", "To shake the troops in 1504.")
    ann.press("play-from-here")
    ann.page.wait_for_url(lambda url: "/t/" in url and table not in url)
    assert ann.faults == []
    ann.page.context.close()


def test_both_players_are_told_the_same_each_from_his_side(browser: Browser, site: Server):
    table, keys = over(site)
    resign(site, table, keys["german"])
    keep(site, table)
    bea = seated(browser, site, table, keys["french"], "french")
    bea.press("tab-analysis")
    bea.say("analysis-summary", "French: 50 % of the match at the beginning, 60 % now. With average dice: 70 %")
    bea.say("analysis-summary", "Luck took 12 points")
    bea.say("mistake", "German Bombardment: 12 points")
    expect(bea.page.get_by_test_id("learn")).to_have_count(0)
    assert bea.faults == []
    bea.page.context.close()
