"""Links that strand nobody: an invitation that was used, and a seat that is moved."""

from __future__ import annotations

from collections.abc import Callable

import httpx

from ..server.conftest import Server
from .conftest import PHONE, Player


def test_an_invitation_leads_back_to_its_seat_and_lets_others_watch(player: Callable[..., Player], site: Server):
    body = {"game": "they-shall-not-pass", "seats": {"german": "me", "french": "friend"}, "name": "Ann"}
    made = httpx.post(f"{site.url}/api/tables", json=body).json()
    link = f"#/join/{made['table']}/{made['invites']['french']}"
    bea, cid = player(), player(PHONE)
    bea.open(link)
    bea.page.get_by_test_id("name").fill("Bea")
    bea.press("claim")
    bea.page.get_by_test_id("play").wait_for()
    bea.open("")
    bea.open(link)
    bea.page.get_by_test_id("play").wait_for()
    bea.page.get_by_test_id("menu").click()
    bea.press("menu-move")
    offer = bea.page.get_by_test_id("link-seat").input_value().split("/", 3)[3]

    cid.open(link)
    cid.say("taken", "Bea plays French at this table")
    cid.press("taken-watch")
    cid.page.get_by_test_id("play").wait_for()

    phone = player(PHONE)
    phone.open(offer)
    phone.page.get_by_test_id("move-confirm").wait_for()
    ring = bea.page.evaluate("JSON.parse(localStorage['trenchline.tables'])")
    alive = {"Authorization": f"Bearer {ring[made['table']]['keys'][0]['key']}"}
    assert httpx.get(f"{site.url}/api/tables/{made['table']}/state", headers=alive).status_code == 200, "not yet confirmed"
    phone.press("move-confirm")
    phone.page.get_by_test_id("play").wait_for()
    assert httpx.get(f"{site.url}/api/tables/{made['table']}/state", headers=alive).status_code == 401
