"""What is said at a table: everybody is told what is new and no more, onlookers say little, and they can be shown out."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from trenchline.server import limits
from trenchline.server.routes import live as route

from .test_door import call, state, table
from .test_table_life import act, closed_with, heard, live


def say(client: TestClient, made: dict, text: str, key: str = ""):
    return call(client, made, "post", "/chat", key, text=text)


@pytest.fixture
def talkative(monkeypatch: pytest.MonkeyPatch, client: TestClient) -> TestClient:
    """A table at which as much may be said as anybody likes."""
    for bound in client.app.state.talk.values():
        bound.burst = 1_000_000
    return client


def test_a_push_tells_what_is_new_and_no_more(talkative):
    client = talkative
    made = table(client)
    for n in range(50):
        say(client, made, f"old {n}")
    with live(client, made, made["key"]) as line:
        first = heard(line)
        assert [said["text"] for said in first["chat"]] == [f"old {n}" for n in range(50)] and first["notes"] == ""
        act(client, made, "barrage:1905")
        moved = heard(line)
        assert moved["seq"] == 1 and "chat" not in moved and "notes" not in moved
        say(client, made, "new")
        assert [(said["n"], said["text"]) for said in heard(line)["chat"]] == [(51, "new")]
        call(client, made, "put", "/notes", text="watch Douaumont")
        noted = heard(line)
        assert noted["notes"] == "watch Douaumont" and "chat" not in noted


def test_who_comes_back_is_told_what_he_has_missed(client):
    made = table(client)
    for text in ("one", "two", "three"):
        say(client, made, text)
    with client.websocket_connect(f"/api/tables/{made['table']}/live") as line:
        line.send_json({"key": made["key"], "since": 0, "said": 2}, mode="text")
        assert [said["text"] for said in heard(line)["chat"]] == ["three"]
    assert [said["n"] for said in call(client, made, "get", "/state?since=0&said=1").json()["chat"]] == [2, 3]


def test_who_comes_to_much_talk_is_shown_the_last_of_it_within_bounds(talkative, monkeypatch):
    made = table(talkative)
    for n in range(limits.TALK_SHOWN + 20):
        say(talkative, made, f"{n}")
    shown = state(talkative, made)["chat"]
    assert len(shown) == limits.TALK_SHOWN and (shown[-1]["n"], shown[-1]["text"]) == (limits.TALK_SHOWN + 20, "119")
    for _ in range(limits.TALK_SHOWN):
        say(talkative, made, "€" * limits.CHAT)
    large = call(talkative, made, "get", "/state").json()["chat"]
    assert (
        sum(len(said["text"].encode()) for said in large) < limits.TALK_BYTES and large[-1]["n"] == 2 * limits.TALK_SHOWN + 20
    )


def test_onlookers_say_little_and_players_are_not_kept_from_talking_by_them(client):
    made = table(client)
    long = say(client, made, "x" * (limits.ONLOOKER_CHAT + 1), made["watch"])
    assert long.status_code == 400 and "200 characters" in long.json()["error"]["reason"]
    answers = [say(client, made, "boo", made["watch"]).status_code for _ in range(205)]
    assert answers.count(200) == limits.ONLOOKER_CHAT_PER_MINUTE and set(answers) == {200, 429}
    assert say(client, made, "x" * limits.CHAT).status_code == 200
    assert len(state(client, made, made["watch"])["chat"]) == limits.ONLOOKER_CHAT_PER_MINUTE + 1


def test_all_onlookers_of_a_table_together_have_a_bound_too(client):
    made = table(client)
    client.app.state.talk["onlooker"].burst = 1_000_000  # as if each came from another address
    answers = [say(client, made, "boo", made["watch"]).status_code for _ in range(limits.ONLOOKERS_PER_TABLE + 5)]
    assert answers.count(200) == limits.ONLOOKERS_PER_TABLE


# ---------------------------------------------------------------------------------------------------- the link for onlookers


def test_a_new_link_for_onlookers_closes_the_old_one_and_its_lines(client):
    made = table(client)
    friend = call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]
    with live(client, made, made["watch"]) as line:
        heard(line)
        fresh = call(client, made, "post", "/watch", friend).json()["watch"]
        assert closed_with(line) == route.REVOKED
    assert call(client, made, "get", "/state", made["watch"]).status_code == 401
    assert call(client, made, "get", "", fresh).json()["watch"] and state(client, made, friend)["seq"] == 1


def test_onlookers_are_shown_out_for_good(client):
    made = table(client)
    assert call(client, made, "delete", "/watch").status_code == 200
    assert call(client, made, "get", "/state", made["watch"]).status_code == 401
    assert call(client, made, "get", "/state").status_code == 200


@pytest.mark.parametrize("method", ["post", "delete"])
def test_only_those_who_play_change_who_looks_on(client, method):
    made = table(client)
    for key in (made["watch"], made["invites"]["french"]):
        assert call(client, made, method, "/watch", key).status_code == 403
    assert call(client, made, "get", "/state", made["watch"]).status_code == 200


def texts(client: TestClient, made: dict, key: str) -> list[str]:
    return [said["text"] for said in state(client, made, key)["chat"]]


def test_what_onlookers_say_is_kept_from_players_until_the_match_is_over(talkative):
    client, made = talkative, table(talkative)
    invite = made["invites"]["french"]
    say(client, made, "to all")
    say(client, made, "he has no reserves in 1302", made["watch"])
    assert texts(client, made, made["watch"]) == ["to all", "he has no reserves in 1302"]
    assert texts(client, made, made["key"]) == texts(client, made, invite) == ["to all"], "nor to who may still sit down"
    french = call(client, made, "post", "/claim", invite, name="Bea").json()["key"]
    assert texts(client, made, french) == ["to all"]
    assert len(texts(client, made, invite)) == 2, "somebody else's invitation looks on"
    with live(client, made, french) as line, live(client, made, made["watch"]) as watching:
        heard(line), heard(watching)
        say(client, made, "and none in 1402", made["watch"])
        assert heard(watching)["chat"][-1]["apart"]
        act(client, made, "barrage:1905")
        moved = heard(line)
        assert moved["seq"] == 2 and "chat" not in moved, "not even that something was said"
        seq = state(client, made)["seq"]
        call(client, made, "post", "/resign", seq=seq, key="r")
        told = heard(line)
        assert told["over"] and [said["text"] for said in told["chat"]] == ["he has no reserves in 1302", "and none in 1402"]
    say(client, made, "well played", made["watch"])
    assert texts(client, made, french) == ["to all", "he has no reserves in 1302", "and none in 1402", "well played"]


def test_onlookers_who_talk_much_do_not_crowd_out_the_players(talkative):
    client, made = talkative, table(talkative)
    say(client, made, "first")
    for n in range(limits.TALK_SHOWN + 5):
        say(client, made, f"{n}", made["watch"])
    assert texts(client, made, made["key"]) == ["first"]
    seen = texts(client, made, made["watch"])
    assert len(seen) == limits.TALK_SHOWN + 1 and seen[0] == "first"
