"""The list of open tables: for those whose hosts allow it, as safe as an invitation."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from trenchline.server import limits
from trenchline.server.addresses import local_address
from trenchline.server.keys import hashed

from .test_door import call, state, table


@pytest.fixture(autouse=True)
def nobody_has_sat_down_yet(client: TestClient) -> None:
    client.app.state.sitters._level.clear()


def offered(client: TestClient, made: dict) -> bool:
    """Whether a table is in the list."""
    return made["table"] in [line["table"] for line in client.get("/api/tables/open").json()]


def sit(client: TestClient, made: dict, side: str = "french", name: str = "Stranger"):
    return client.post(f"/api/tables/{made['table']}/sit", json={"side": side, "name": name})


def test_only_tables_whose_host_allows_it_are_listed_and_no_key_of_theirs(client):
    made = table(client, listed=True)
    assert offered(client, made) and not offered(client, table(client))
    assert not offered(client, table(client, french="me", listed=True))
    answer = client.get("/api/tables/open")
    (line,) = [line for line in answer.json() if line["table"] == made["table"]]
    assert [seat["kind"] for seat in line["seats"]] == ["human", "open"]
    secrets = [made["key"], made["watch"], *made["invites"].values()]
    assert not [key for key in secrets if key in answer.text or hashed(key) in answer.text]


def test_a_host_says_whom_he_looks_for(client):
    by = {"game": "they-shall-not-pass", "seats": {"german": "me", "french": "friend"}, "listed": True}
    made = [client.post("/api/tables", json={**by, **more}).json() for more in ({}, {"level": "beginner"})]
    told = {line["table"]: line["level"] for line in client.get("/api/tables/open").json()}
    assert [told[one["table"]] for one in made] == ["", "beginner"]
    assert client.post("/api/tables", json={**by, "level": "<b>"}).status_code in (400, 422)


def test_a_stranger_sits_down_once_and_the_invitation_is_spent(client):
    made = table(client, listed=True)
    seat = sit(client, made).json()
    assert seat["sides"] == ["french"] and state(client, made, seat["key"])["seats"][1]["name"] == "Stranger"
    assert not state(client, made, seat["key"])["decision"]["mine"], "he plays his side, and no other"
    assert sit(client, made, name="Second").status_code == 403
    assert call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").status_code in (401, 403)
    assert not offered(client, made)


def test_the_friend_who_was_invited_comes_first(client):
    made = table(client, listed=True)
    assert call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").status_code == 200
    assert sit(client, made).status_code == 403 and not offered(client, made)


@pytest.mark.parametrize("side", ["german", "both", "", "french,german"])
def test_no_seat_but_an_open_one_is_taken(client, side):
    made = table(client, listed=True)
    assert sit(client, made, side).status_code == 403
    assert state(client, made)["seats"][0]["name"] == "Ann" and offered(client, made)


def test_a_table_that_is_not_listed_and_one_that_is_not_there_are_refused_alike(client):
    here, nowhere = sit(client, table(client)), sit(client, {"table": "abcdefghijkl"})
    assert here.status_code == nowhere.status_code == 403 and here.json() == nowhere.json()


def test_a_host_takes_his_table_off_the_list_and_his_invitation_stays_good(client):
    made = table(client, listed=True)
    assert call(client, made, "post", "/unlist", made["watch"]).status_code == 403
    assert call(client, made, "post", "/unlist").status_code == 200
    assert not offered(client, made) and sit(client, made).status_code == 403
    assert call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").status_code == 200


def test_a_guest_does_not_take_the_hosts_table_off_the_list(client):
    """Also not after the server has read the table anew."""
    seats = {"british": "me", "french": "friend", "german": "friend"}
    options = {"three_players": True}
    body = {"game": "big-push", "seats": seats, "options": options, "listed": True, "name": "Ann"}
    made = client.post("/api/tables", json=body).json()
    guest = sit(client, made, "german").json()["key"]
    assert call(client, made, "post", "/unlist", guest).status_code == 403 and offered(client, made)
    client.app.state.tables._tables.clear()
    assert call(client, made, "post", "/unlist", guest).status_code == 403 and offered(client, made)
    assert call(client, made, "post", "/unlist").status_code == 200 and not offered(client, made)


def test_a_match_that_is_over_is_not_offered(client):
    made = table(client, listed=True)
    call(client, made, "post", "/resign", seq=0)
    assert not offered(client, made) and sit(client, made).status_code == 403


def shown(client: TestClient) -> list[dict]:
    return client.get("/api/tables/shown").json()


def test_a_match_is_shown_to_strangers_only_if_its_host_says_so_and_until_he_shows_them_out(client):
    seats, made = {"german": "me", "french": "bot:recruit"}, []
    for wanted in (True, False):
        body = {"game": "they-shall-not-pass", "seats": seats, "name": "Ann", "shown": wanted}
        made.append(client.post("/api/tables", json=body).json())
    (line,) = shown(client)
    assert (line["table"], line["watch"], line["company"]) == (made[0]["table"], made[0]["watch"], 0)
    looked = call(client, made[0], "get", "", line["watch"]).json()
    assert looked["holds"] == "watch" and looked["shown"] and not looked["you"]
    assert call(client, made[0], "delete", "/watch").status_code == 200
    assert shown(client) == [] and call(client, made[0], "get", "", line["watch"]).status_code == 401


def test_a_match_that_is_over_is_not_shown(client):
    body = {"game": "they-shall-not-pass", "seats": {"german": "me", "french": "bot:recruit"}, "shown": True}
    made = client.post("/api/tables", json=body).json()
    call(client, made, "post", "/resign", seq=0)
    assert shown(client) == []


def test_nobody_takes_seat_after_seat(client):
    tables = [table(client, listed=True) for _ in range(limits.SEATS_PER_MINUTE + 1)]
    assert [sit(client, made).status_code for made in tables] == [200] * limits.SEATS_PER_MINUTE + [429]


def test_the_local_address_is_told_to_nobody_from_elsewhere(client):
    before = client.app.state.bound
    client.app.state.bound = ("0.0.0.0", 1916)
    assert client.get("/api/address").json() == {
        "local": "",
        "only_here": False,
    }  # the test client is no browser on this machine
    here = TestClient(client.app, client=("127.0.0.1", 50000))
    assert re.fullmatch(r"(http://\d+\.\d+\.\d+\.\d+:1916/)?", here.get("/api/address").json()["local"])
    passed_on = here.get("/api/address", headers={"X-Forwarded-For": "203.0.113.9"})
    assert passed_on.json()["local"] == "" and "127." not in local_address(1916)
    client.app.state.bound = ("127.0.0.1", 1916)
    assert here.get("/api/address").json() == {"local": "", "only_here": True}
    client.app.state.bound = before
