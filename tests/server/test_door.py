"""The one door: seat, sequence number, idempotency, legality. And what comes of closing it too early."""

from __future__ import annotations

import random

import pytest
from starlette.testclient import TestClient

import trenchline
import trenchline.server.table

GAME = "they-shall-not-pass"


def table(client: TestClient, german: str = "me", french: str = "friend", **more: object) -> dict:
    answer = client.post(
        "/api/tables", json={"game": GAME, "seats": {"german": german, "french": french}, "name": "Ann", **more}
    )
    assert answer.status_code == 200, answer.text
    return answer.json()


def call(client: TestClient, made: dict, method: str, path: str, by: str = "", **json: object):
    headers = {"Authorization": f"Bearer {by or made['key']}"}
    words = {"json": json} if method != "get" else {}
    return client.request(method, f"/api/tables/{made['table']}{path}", headers=headers, **words)


def state(client: TestClient, made: dict, key: str = "", since: int = 0) -> dict:
    return call(client, made, "get", f"/state?since={since}", key).json()


def test_a_seat_plays_and_every_answer_is_the_new_state(client):
    made = table(client)
    before = state(client, made)
    assert before["decision"]["mine"] and before["decision"]["player"] == "german"
    after = call(client, made, "post", "/actions", seq=0, key="a", text="barrage:1905").json()
    assert after["seq"] == 1 and after["decision"]["kind"] == "AimBarrage"
    assert [e["text"] for e in after["entries"]] == ["barrage:1905"]


def test_the_same_key_twice_is_applied_once(client):
    made = table(client)
    for _ in range(3):
        answer = call(client, made, "post", "/actions", seq=0, key="same", text="barrage:1905")
        assert answer.status_code == 200 and answer.json()["seq"] == 1


def test_a_stale_page_is_told_so_and_nothing_happens(client):
    made = table(client)
    call(client, made, "post", "/actions", seq=0, key="a", text="barrage:1905")
    answer = call(client, made, "post", "/actions", seq=0, key="b", text="interdict:III.A1")
    assert answer.status_code == 409 and answer.json()["error"]["seq"] == 1
    assert state(client, made)["seq"] == 1


def test_no_hints_against_a_person(client):
    answer = call(client, made := table(client), "post", "/hint")
    assert made["invites"] and answer.status_code == 403 and "against a person" in answer.json()["error"]["reason"]
    alone = call(client, table(client, french="bot:sergeant"), "post", "/hint")
    assert alone.status_code == 200 and alone.json()["by"] == "colonel"


def test_the_side_not_to_move_can_do_nothing(client):
    made = table(client)
    friend = call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]
    seen = state(client, made, friend)
    assert not seen["decision"]["mine"] and seen["decision"]["actions"] == []
    answer = call(client, made, "post", "/actions", friend, seq=seen["seq"], key="x", text="done")
    assert answer.status_code == 403 and "not your decision" in answer.json()["error"]["reason"]


def test_illegal_actions_come_back_with_the_reason_and_the_case(client):
    made = table(client)
    answer = call(client, made, "post", "/actions", seq=0, key="x", text="barrage:1609")
    assert answer.status_code in (200, 422)
    answer = call(client, made, "post", "/actions", seq=state(client, made)["seq"], key="y", text="barrage:0101")
    error = answer.json()["error"]
    assert error["code"] in ("illegal", "malformed") and error["reason"]


def test_an_invite_is_used_once(client):
    made = table(client)
    assert call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").status_code == 200
    assert call(client, made, "post", "/claim", made["invites"]["french"], name="Eve").status_code in (401, 403)


def test_a_spectator_sees_and_cannot_touch(client):
    made = table(client)
    seen = state(client, made, made["watch"])
    assert seen["view"]["turn"] == 1 and seen["decision"]["actions"] == []
    assert call(client, made, "post", "/actions", made["watch"], seq=0, key="x", text="done").status_code == 403
    assert call(client, made, "post", "/resign", made["watch"], seq=0).status_code == 403


@pytest.mark.parametrize("key", ["", "wrong", "x" * 500])
def test_without_its_key_a_table_is_closed(client, key):
    made = table(client)
    answer = client.get(f"/api/tables/{made['table']}/state", headers={"Authorization": f"Bearer {key}"})
    assert answer.status_code == 401


def test_a_key_of_one_table_opens_no_other(client):
    one, two = table(client), table(client)
    assert call(client, {"table": two["table"], "key": one["key"]}, "get", "/state").status_code == 404


def test_secrets_never_leave_while_the_match_runs(client):
    made = table(client)
    seed = client.app.state.store.table(made["table"]).dice.seed
    assert len(seed) == 64
    friend = call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]
    for path in ("", "/state", "/dice", "/save", "/replay", "/at/0"):
        for key in (made["key"], friend, made["watch"]):
            assert seed not in call(client, made, "get", path, key).text, path


def test_keys_are_stored_hashed(client):
    made = table(client)
    store = client.app.state.store
    assert store.key(made["key"]) is None
    from trenchline.server.keys import hashed

    assert store.key(hashed(made["key"])).sides == ("german",)


def test_undo_is_free_until_the_dice_and_then_asked_for(client):
    made = table(client)
    friend = call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]
    seq = state(client, made)["seq"]
    seq = call(client, made, "post", "/actions", seq=seq, key="1", text="interdict:III.A1").json()["seq"]
    back = call(client, made, "post", "/undo", seq=seq, key="2").json()
    assert back["decision"]["kind"] == "Bombardment" and back["length"] == 0
    seq = call(client, made, "post", "/actions", seq=back["seq"], key="3", text="interdict:III.A1").json()["seq"]
    rolled = call(client, made, "post", "/actions", seq=seq, key="4", text="III.A1-1507").json()
    asked = call(client, made, "post", "/undo", seq=rolled["seq"], key="5").json()
    assert asked["asked"] == {"what": "undo", "by": "german"}
    assert call(client, made, "post", "/answer", seq=asked["seq"], yes=True).status_code == 403
    granted = call(client, made, "post", "/answer", friend, seq=asked["seq"], yes=True).json()
    assert granted["length"] == 1 and granted["asked"] is None


def test_resignation_and_agreed_draws_end_a_match(client):
    made = table(client)
    friend = call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]
    asked = call(client, made, "post", "/draw", seq=1).json()
    assert asked["asked"]["what"] == "draw"
    done = call(client, made, "post", "/answer", friend, seq=2, yes=True).json()
    assert done["over"] and done["result"]["level"] == "Draw agreed"
    other = table(client)
    done = call(client, other, "post", "/resign", seq=0).json()
    assert done["result"]["winner"] == "french"
    assert call(client, other, "post", "/actions", seq=1, key="x", text="done").status_code == 403


def test_a_bot_answers_by_itself(client):
    made = table(client, french="bot:random")
    seen = state(client, made)
    rnd = random.Random(4)
    for n in range(400):
        while not seen["decision"]["mine"]:
            seen = state(client, made, since=seen["seq"])
        if seen["view"]["turn"] == 2:
            break
        done = [a for a in seen["decision"]["actions"] if a["kind"] == "done"]
        action = (done or [rnd.choice(seen["decision"]["actions"])])[0]
        seen = call(client, made, "post", "/actions", seq=seen["seq"], key=str(n), text=action["text"]).json()
    assert seen["view"]["turn"] == 2 and {e["player"] for e in state(client, made)["entries"]} == {"german", "french"}


def test_replay_branch_save_and_upload(client):
    made = table(client, french="me")
    seen = state(client, made)
    rnd = random.Random(9)
    for n in range(60):
        action = rnd.choice(seen["decision"]["actions"])
        seen = call(client, made, "post", "/actions", seq=seen["seq"], key=str(n), text=action["text"]).json()
    steps = call(client, made, "get", "/replay").json()["steps"]
    assert len(steps) == 60 and [s["n"] for s in steps] == list(range(60))
    assert call(client, made, "get", "/at/0").json()["view"]["turn"] == 1
    assert call(client, made, "get", "/at/61").status_code == 400
    branch = call(client, made, "post", "/branch", at=30, seats={"german": "me", "french": "me"}, name="Ann").json()
    assert state(client, branch)["view"]["counters"] == call(client, made, "get", "/at/30").json()["view"]["counters"]
    saved = call(client, made, "get", "/save").text
    answer = client.post("/api/tables/upload", json={"save": saved, "seats": {"german": "me", "french": "me"}, "name": "Ann"})
    again = state(client, answer.json())
    assert again["length"] == 60 and again["view"]["counters"] == seen["view"]["counters"]
    assert client.post("/api/tables/upload", json={"save": saved[:-40], "seats": {}}).status_code == 400


def test_my_tables_say_whose_turn_it_is(client):
    one, two = table(client), table(client, german="bot:random", french="me")
    listed = client.post("/api/tables/mine", json={"keys": [one["key"], two["key"], "nonsense"]}).json()
    assert {t["table"] for t in listed} == {one["table"], two["table"]}
    assert next(t for t in listed if t["table"] == one["table"])["your_turn"]


def test_chat_notes_and_another_device(client):
    made = table(client)
    assert call(client, made, "post", "/chat", text="On les aura").status_code == 200
    call(client, made, "put", "/notes", text="watch Douaumont")
    offer = call(client, made, "post", "/move").json()["key"]
    moved = call(client, made, "post", "/move/confirm", offer).json()["key"]
    seen = state(client, made, moved)
    assert seen["chat"][0]["text"] == "On les aura" and seen["decision"]["mine"]
    assert seen["notes"] == "watch Douaumont" and state(client, made, made["watch"])["notes"] == ""
    assert call(client, made, "get", "/state").status_code == 401, "the old key opens nothing any more"
    assert call(client, made, "post", "/move").status_code == 401
    assert not client.post("/api/tables/mine", json={"keys": [made["key"]]}).json()


def test_odds_overlays_and_hexes_in_words(client):
    made = table(client)
    call(client, made, "post", "/actions", seq=0, key="1", text="barrage:1905")
    call(client, made, "post", "/actions", seq=1, key="2", text="III.A1")
    odds = call(client, made, "post", "/odds", text="fire").json()
    assert abs(sum(o["probability"] for o in odds["outcomes"]) - 1) < 1e-9
    assert call(client, made, "get", "/overlay/zones").json()["cells"]
    assert call(client, made, "get", "/overlay/supply?subject=german").json()["lines"]
    assert "trench" in call(client, made, "get", "/cells/1405").json()["lines"][0]
    assert call(client, made, "get", "/cells/9999").status_code == 400
    assert call(client, made, "post", "/legal", text="nonsense!").json()["legal"] is False


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/tables", {"game": "chess", "seats": {}}),
        ("/api/tables", {"game": GAME, "seats": {"german": "me"}}),
        ("/api/tables", {"game": GAME, "seats": {"german": "me", "french": "bot:napoleon"}}),
        ("/api/tables", {"game": GAME, "seats": {"german": "me", "french": "me"}, "options": {"gas": True}}),
        ("/api/tables", {"game": GAME, "seats": {"german": "me", "french": "me"}, "name": "x" * 1000}),
        ("/api/tables/upload", {"save": "{}", "seats": {"german": "me", "french": "me"}}),
        ("/api/tables/mine", {"keys": "all"}),
    ],
)
def test_bad_input_gets_one_clear_sentence(client, path, body):
    answer = client.post(path, json=body)
    assert answer.status_code == 400 and answer.json()["error"]["reason"]


def test_headers_are_strict_and_large_bodies_refused(client):
    answer = client.get("/api/games")
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert client.post("/api/tables", content=b"x" * 600_000).status_code == 413


def test_a_click_that_was_offered_is_read_once_and_not_checked_again(client, monkeypatch):
    made = table(client)
    state(client, made)
    counted = []

    def counting(module, name):
        original = getattr(module, name)
        monkeypatch.setattr(module, name, lambda *words: counted.append(name) or original(*words))

    counting(trenchline.core.match, "refusal")
    counting(trenchline.core.notation, "parse_action")
    counting(trenchline.core.game, "parse_action")
    assert call(client, made, "post", "/actions", seq=0, key="a", text="barrage:1905").status_code == 200
    assert counted == ["parse_action"], "it was listed with the state"
    assert call(client, made, "post", "/actions", seq=1, key="b", text="done").status_code == 422
    assert "refusal" in counted, "what was not listed is checked"


def test_an_action_by_its_fields_is_what_the_log_will_say(client):
    made = table(client)
    odd = {"kind": "interdict", "unit": "III.A1", "dice": [3, 3]}
    assert call(client, made, "post", "/actions", seq=0, key="a", action=odd).status_code == 400
    plain = {"kind": "interdict", "unit": "III.A1"}
    assert call(client, made, "post", "/actions", seq=0, key="b", action=plain).json()["seq"] == 1
    client.app.state.tables._tables.clear()
    assert [e["text"] for e in state(client, made)["entries"]] == ["interdict:III.A1"]


def test_what_the_rules_forbid_costs_the_table_nothing(client):
    made = table(client)
    state(client, made)
    kept = client.app.state.tables._tables[made["table"]]
    answer = call(client, made, "post", "/actions", seq=0, key="a", text="barrage:0101")
    assert answer.status_code == 422 and answer.json()["error"]["cases"]
    assert client.app.state.tables._tables[made["table"]] is kept and kept.seq == 0


def test_nobody_thinks_when_the_decision_is_not_his(client):
    """The last state a bot's action makes says at once that it is the player's turn, not that the bot still thinks."""
    made = table(client, french="bot:random")
    kept = client.app.state.tables._tables[made["table"]]
    kept.thinking = "french"
    assert state(client, made)["decision"]["player"] == "german" and state(client, made)["thinking"] == ""


def test_one_page_alone_may_stand_in_a_frame(client):
    framed = client.get("/embed")
    assert framed.status_code == 200 and "frame-ancestors *" in framed.headers["content-security-policy"]
    assert "x-frame-options" not in framed.headers and "script-src 'self'" in framed.headers["content-security-policy"]
    for path in ("/", "/index.html", "/embed.html", "/embed/", "/api/games", "/api/embed", "/v/0/embed"):
        told = client.get(path).headers
        assert "frame-ancestors 'none'" in told["content-security-policy"] and told["x-frame-options"] == "DENY", path
    assert client.post("/embed").status_code == 405
