"""Nothing that a player may not know leaves the server: not in states, logs, overlays, odds, replays or saves."""

from __future__ import annotations

import json

import pytest
from starlette.testclient import TestClient

from .test_door import call, state

GAME = "campaign-of-attrition"
HIDDEN = "13RD"  # set up in 0806, from where it goes north out of sight


@pytest.fixture
def played(client: TestClient) -> tuple[TestClient, dict, str]:
    """A German has moved a division that the French cannot see; the key of the French."""
    options = {"fog_of_war": True}
    seats = {"german": "me", "french": "friend"}
    made = client.post("/api/tables", json={"game": GAME, "seats": seats, "options": options, "name": "Ann"}).json()
    friend = call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]
    for text in ("done", "done", f"select:{HIDDEN}", f"move:{HIDDEN}-0704", f"select:{HIDDEN}", f"move:{HIDDEN}-0604"):
        seq = state(client, made)["seq"]
        answer = call(client, made, "post", "/actions", seq=seq, key=text + str(seq), text=text)
        assert answer.status_code == 200, answer.text
    return client, made, friend


def place(document: dict, unit: str) -> str:
    return next(c["place"] for c in document["view"]["counters"] if c["id"] == unit)


def test_the_owner_sees_his_division_and_the_enemy_a_unit(played):
    client, made, friend = played
    mine, theirs = state(client, made), state(client, made, friend)
    assert place(mine, HIDDEN) == "0604" and place(theirs, HIDDEN) == "unseen"
    assert {"kind": "unseen", "cell": "0604", "side": "german", "value": 1} in theirs["view"]["markers"]
    assert mine["decision"]["actions"] and theirs["decision"]["kind"] == "Hidden" and theirs["decision"]["actions"] == []


def test_the_log_names_the_verb_and_no_counter(played):
    client, made, friend = played
    mine, theirs = state(client, made)["entries"], state(client, made, friend)["entries"]
    assert mine[-1]["text"] == f"move:{HIDDEN}-0604" and theirs[-1]["text"] == "move"
    assert [e["text"] for e in theirs[-1]["events"]] == ["A unit moves from {0704} to {0604}"]
    replay = call(client, made, "get", "/replay", friend).json()
    assert HIDDEN not in json.dumps([theirs[-2:], replay["steps"][-2:]])


def test_nobody_asks_about_a_decision_that_is_not_his(played):
    client, made, friend = played
    assert call(client, made, "post", "/legal", text="entrench:14RD").json()["legal"]
    answer = call(client, made, "post", "/legal", friend, text="entrench:14RD").json()
    assert not answer["legal"] and answer["reason"] == "This is not your decision."
    assert call(client, made, "post", "/odds", friend, text="entrench:14RD").json() is None


def test_overlays_and_words_show_no_more_than_the_view(played):
    client, made, friend = played
    assert call(client, made, "get", f"/overlay/reach?subject={HIDDEN}").status_code == 200
    assert call(client, made, "get", f"/overlay/reach?subject={HIDDEN}", friend).status_code >= 400
    mine, theirs = (call(client, made, "get", "/cells/0604", key).json()["lines"] for key in ("", friend))
    assert "1 unseen German unit (13.2)" in theirs and "1 unseen German unit (13.2)" not in mine


def test_only_who_decides_tries_orders_out(played):
    client, made, friend = played
    body = {"units": ["14RD"]}
    mine = call(client, made, "post", "/orders", **body).json()["14RD"]
    assert {"kind": "move", "unit": "14RD"}.items() <= mine[0].items()
    assert call(client, made, "post", "/marches", **body).json()
    assert call(client, made, "post", "/at-once", texts=["entrench:14RD"]).json() == {"goes": ["entrench:14RD"], "stays": []}
    assert call(client, made, "post", "/orders", friend, **body).json() == {}
    assert call(client, made, "post", "/marches", friend, **body).json() == []
    assert call(client, made, "post", "/at-once", friend, texts=["entrench:14RD"]).json() == {"goes": [], "stays": []}
    assert call(client, made, "post", "/orders", units=["x"] * 99).status_code == 400


@pytest.mark.parametrize(("method", "path", "body"), [("get", "/save", {}), ("post", "/branch", {"at": 2, "seats": {}})])
def test_the_whole_log_is_not_given_away_before_the_end(played, method, path, body):
    client, made, friend = played
    for key in ("", friend):
        answer = call(client, made, method, path, key, **body)
        assert answer.status_code == 403 and "secrets" in answer.json()["error"]["reason"]


def test_who_plays_alone_may_save(client):
    options, seats = {"fog_of_war": True}, {"german": "me", "french": "me"}
    made = client.post("/api/tables", json={"game": GAME, "seats": seats, "options": options, "name": "Ann"}).json()
    assert call(client, made, "get", "/save").status_code == 200


def test_past_states_are_seen_through_the_same_eyes(played):
    client, made, friend = played
    n = state(client, made)["length"]
    assert place(call(client, made, "get", f"/at/{n}", friend).json(), HIDDEN) == "unseen"
    assert place(call(client, made, "get", f"/at/{n}").json(), HIDDEN) == "0604"
    public = call(client, made, "get", f"/at/{n}?public=true").json()
    assert place(public, HIDDEN) == "unseen", "a film of the match can be shown to the enemy"


def test_who_looks_back_at_one_screen_looks_through_the_eyes_of_the_side_to_move(client):
    seats = {"german": "me", "french": "me"}
    body = {"game": GAME, "seats": seats, "options": {"fog_of_war": True}, "name": "Ann"}
    made = client.post("/api/tables", json=body).json()
    for text in ("done", "done", f"select:{HIDDEN}", f"move:{HIDDEN}-0704", f"select:{HIDDEN}", f"move:{HIDDEN}-0604", "done"):
        seq = state(client, made)["seq"]
        assert call(client, made, "post", "/actions", seq=seq, key=text + str(seq), text=text).status_code == 200
    for _ in range(12):
        now = state(client, made)
        if now["decision"]["player"] == "french":
            break
        kinds = [a["kind"] for a in now["decision"]["actions"]]
        text = "done" if "done" in kinds else "ready"
        call(client, made, "post", "/actions", seq=now["seq"], key=f"q{now['seq']}", text=text)
    assert now["decision"]["player"] == "french" and place(now, HIDDEN) == "unseen"
    assert place(call(client, made, "get", f"/at/{now['length']}").json(), HIDDEN) == "unseen"


def test_against_a_bot_nobody_reads_its_stacks_out_of_a_save(client):
    seats = {"german": "me", "french": "bot:recruit"}
    body = {"game": GAME, "seats": seats, "options": {"fog_of_war": True}, "name": "Ann"}
    made = client.post("/api/tables", json=body).json()
    assert call(client, made, "get", "/save").status_code == 403
    both = {"german": "me", "french": "me"}
    assert call(client, made, "post", "/branch", at=0, seats=both, name="Ann").status_code == 403


def test_the_odds_of_a_roll_by_hand_are_not_told_under_fog(client):
    seats = {"german": "me", "french": "friend"}
    body = {"game": GAME, "seats": seats, "options": {"fog_of_war": True}, "dice": "hand", "name": "Ann"}
    made = client.post("/api/tables", json=body).json()
    friend = call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]
    for _ in range(80):
        now = state(client, made)
        player = now["decision"]["player"]
        if player == "dice":
            break
        key = made["key"] if player == "german" else friend
        offered = [a["text"] for a in state(client, made, key)["decision"]["actions"]]
        text = next((word for word in ("done", "ready", "decline") if word in offered), offered[0])
        call(client, made, "post", "/actions", key, seq=now["seq"], key=f"k{now['seq']}", text=text)
    assert player == "dice"
    assert call(client, made, "post", "/odds", friend, text="roll:3").json() is None
