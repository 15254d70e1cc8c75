"""The life of a table: whose dice it has, how long a key is good, what may be taken back, and that what is seen is kept."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import threading
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import contextmanager, suppress

import msgspec
import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import trenchline
from trenchline.core.dice import PassedOver
from trenchline.core.fairness import verify
from trenchline.core.notation import decode, fingerprint
from trenchline.server import bots
from trenchline.server.keys import hashed
from trenchline.server.rows import LogRow, PendingEntry
from trenchline.server.schema import log as log_rows
from trenchline.server.schema import tables

from .test_door import GAME, call, state, table

BARRAGE = ("interdict:III.A1", "III.A1-1507")  # the second rolls dice


def act(client: TestClient, made: dict, text: str, key: str = "") -> dict:
    seq = state(client, made, key)["seq"]
    answer = call(client, made, "post", "/actions", key, seq=seq, key=f"{text}{seq}", text=text)
    assert answer.status_code == 200, answer.text
    return answer.json()


def shell_again(client: TestClient, made: dict) -> None:
    """One more interdiction, which rolls dice."""
    for kind in ("interdict", "shell"):
        act(client, made, next(a["text"] for a in state(client, made)["decision"]["actions"] if a["kind"] == kind))


def faces(entries: list[dict]) -> list[list[int]]:
    return [e["dice"] for entry in entries for e in entry["events"] if e.get("dice")]


@contextmanager
def live(client: TestClient, made: dict, key: str):
    with suppress(CancelledError), client.websocket_connect(f"/api/tables/{made['table']}/live") as line:
        line.send_text(json.dumps({"key": key, "since": 0}))
        yield line


def heard(line) -> dict:
    return json.loads(line.receive_bytes())


def closed_with(line) -> int:
    """The code with which a line is closed, whatever is said before."""
    with pytest.raises(WebSocketDisconnect) as closed:
        while True:
            line.receive_bytes()
    return closed.value.code


def out_of_order(*words: object, **more: object) -> None:
    raise OperationalError("commit", {}, Exception("database or disk is full"))


# ---------------------------------------------------------------------------------------------------- dice


def uploaded(client: TestClient, saved: object, french: str) -> dict:
    seats = {"german": "me", "french": french}
    body = {"save": msgspec.json.encode(saved).decode(), "seats": seats, "name": "Ann"}
    answer = client.post("/api/tables/upload", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("dice", [{"dice": [6] * 400}, {"seed": 3}])
def test_who_uploads_dice_he_knows_plays_with_them_alone(client, dice):
    match = trenchline.load(GAME).start(**dice)
    for text in BARRAGE:
        match.apply(match.parse(text))
    fallen = [a.dice for a in match.history if a.dice]
    shared = uploaded(client, match.save(), "friend")
    friend = call(client, shared, "post", "/claim", shared["invites"]["french"], name="Bea").json()["key"]
    for key in (shared["key"], friend, shared["watch"]):
        document = call(client, shared, "get", "", key).json()
        assert document["dice"] == "server" and document["dice_since"] == 2
    kept = client.app.state.store.table(shared["table"]).dice
    assert kept.kind == "fair" and kept.seed != match.dice.record().seed and len(kept.seed) == 64
    assert faces(state(client, shared)["entries"]) == [list(f) for f in fallen], "the past is as it was written"
    shell_again(client, shared)
    before = state(client, shared)
    client.app.state.tables._tables.clear()
    assert state(client, shared)["entries"] == before["entries"], "and so is what came of the new dice"
    alone = uploaded(client, match.save(), "bot:recruit")
    assert call(client, alone, "get", "").json()["dice"] == ("scripted" if "dice" in dice else "known")
    assert call(client, table(client), "get", "").json()["dice"] == "server"


def test_a_match_whose_dice_were_taken_over_can_be_checked_at_its_end(client):
    match = trenchline.load(GAME).start(dice=[6] * 400)
    for text in BARRAGE:
        match.apply(match.parse(text))
    made = uploaded(client, match.save(), "friend")
    shell_again(client, made)
    call(client, made, "post", "/resign", seq=state(client, made)["seq"])
    proof = verify(trenchline.load(GAME), decode(call(client, made, "get", "/save").content))
    assert proof.fair and "The first 1 fell before" in proof.sentence, proof


def test_a_save_whose_options_deny_its_opening_is_refused(client):
    game = trenchline.load("campaign-of-attrition")
    fog = game.start(options={"fog_of_war": True}, seed=1)
    saved = game.position(game.notation(fog), seed=1).save()
    lying = msgspec.structs.replace(saved, options={**saved.options, "fog_of_war": False})
    for edited in (lying, msgspec.structs.replace(saved, scenario="no-such")):
        wrong = msgspec.structs.replace(edited, log=fingerprint(game, edited))  # anybody can work it out
        seats = {"german": "me", "french": "friend"}
        body = {"save": msgspec.json.encode(wrong).decode(), "seats": seats, "name": "Ann"}
        answer = client.post("/api/tables/upload", json=body)
        assert answer.status_code == 400 and "does not hold together" in answer.json()["error"]["reason"]


# ---------------------------------------------------------------------------------------------------- keys


def test_an_invitation_looks_on_until_it_is_claimed(client):
    body = {"game": "campaign-of-attrition", "seats": {"german": "me", "french": "friend"}, "options": {"fog_of_war": True}}
    made = client.post("/api/tables", json=body).json()
    invite, watch = made["invites"]["french"], made["watch"]
    for path in ("/state", "/replay", "/at/0", "/dice"):
        assert call(client, made, "get", path, invite).content == call(client, made, "get", path, watch).content, path
    friend = call(client, made, "post", "/claim", invite, name="Bea").json()["key"]
    assert call(client, made, "get", "/at/0", friend).content != call(client, made, "get", "/at/0", watch).content


def test_a_line_is_cut_when_its_key_is_spent(client):
    made = table(client)
    with live(client, made, made["invites"]["french"]) as line:
        heard(line)
        friend = call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]
        assert heard(line)["seats"][1]["name"] == "Bea", "whoever else has the link looks on"
        call(client, made, "delete", "/watch")
        assert closed_with(line) == 4403
    with live(client, made, friend) as line:
        assert heard(line)["seq"] == 1
        offer = call(client, made, "post", "/move", friend).json()["key"]
        assert call(client, made, "get", "/state", friend).status_code == 200, "nothing changes before it is confirmed"
        call(client, made, "post", "/move/confirm", offer)
        assert closed_with(line) == 4403


def test_a_used_invitation_says_who_sits_there_and_looks_on(client):
    made = table(client)
    invite = made["invites"]["french"]
    before = call(client, made, "get", "", invite).json()
    assert (before["holds"], before["invited"], before["you"]) == ("invite", ["french"], ["french"])
    call(client, made, "post", "/claim", invite, name="Bea")
    after = call(client, made, "get", "", invite).json()
    assert (after["holds"], after["invited"], after["you"]) == ("claimed", ["french"], [])
    assert [s["name"] for s in after["seats"]] == ["Ann", "Bea"]
    seen = state(client, made, invite)
    assert seen == state(client, made, made["watch"]) and not seen["decision"]["mine"]
    for path, body in (
        ("/actions", {"text": "done"}),
        ("/resign", {}),
        ("/draw", {}),
        ("/undo", {}),
        ("/move", {}),
        ("/claim", {}),
    ):
        assert call(client, made, "post", path, invite, seq=seen["seq"], key=path, **body).status_code == 403, path
    call(client, made, "post", "/watch")
    assert call(client, made, "get", "", invite).status_code == 401, "shown out with the other onlookers"


def test_a_seat_is_moved_only_when_the_other_device_confirms(client):
    made = table(client)
    first, second = (call(client, made, "post", "/move").json()["key"] for _ in range(2))
    assert call(client, made, "post", "/move/confirm", first).status_code == 401, "only the last link is good"
    assert call(client, made, "get", "", second).json()["holds"] == "move"
    assert not state(client, made, second)["decision"]["mine"] and state(client, made)["decision"]["mine"]
    for path in ("/actions", "/resign", "/move", "/watch"):
        assert call(client, made, "post", path, second, seq=0, key=path, text="done").status_code == 403, path
    taken = call(client, made, "post", "/move/confirm", second, key="once")
    assert taken.json()["sides"] == ["german"] and state(client, made, taken.json()["key"])["decision"]["mine"]
    assert call(client, made, "post", "/move/confirm", second, key="once").json() == taken.json(), "sent again"
    assert call(client, made, "get", "/state").status_code == call(client, made, "get", "/state", second).status_code == 401
    assert call(client, made, "post", "/move/confirm", taken.json()["key"]).status_code == 403


def test_a_push_carries_the_notes_of_now(client):
    made = table(client)
    with live(client, made, made["key"]) as line:
        assert heard(line)["notes"] == ""
        call(client, made, "put", "/notes", text="watch Douaumont")
        assert heard(line)["notes"] == "watch Douaumont"


# ---------------------------------------------------------------------------------------------------- taking back


def test_nothing_is_taken_back_past_dice_while_the_friend_is_awaited(client):
    made = table(client)
    for text in BARRAGE:
        act(client, made, text)
    asked = call(client, made, "post", "/undo", seq=2, key="u").json()
    assert asked["length"] == 2 and asked["asked"] == {"what": "undo", "by": "german"}
    assert call(client, made, "post", "/answer", seq=3, yes=True).status_code == 403
    friend = call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]
    assert call(client, made, "post", "/answer", friend, seq=4, yes=True).json()["length"] == 1


def taken_back(client: TestClient, made: dict, friend: str) -> dict:
    """The last action is taken back by consent."""
    call(client, made, "post", "/undo", seq=state(client, made)["seq"])
    return call(client, made, "post", "/answer", friend, seq=state(client, made)["seq"], yes=True).json()


def test_dice_go_on_after_a_take_back_and_can_still_be_checked(client):
    """Both have seen what fell: the same dice again would let him aim by them."""
    made = table(client)
    friend = call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]
    before = 0
    for text in BARRAGE:
        act(client, made, text)
    kept = client.app.state.tables._tables
    dice = kept[made["table"]].match.dice
    count = kept[made["table"]].match.dice_rolled
    for again in (1, 2, 3):
        assert taken_back(client, made, friend)["length"] == 1
        act(client, made, BARRAGE[1])
        expected = dice.roll(before + again * count, count)
        assert faces(state(client, made)["entries"])[-1] == list(expected), f"take-back {again}"
    seen = state(client, made)["entries"]
    kept.clear()  # as after a restart
    assert state(client, made)["entries"] == seen
    assert [e["events"] for e in call(client, made, "get", "/replay").json()["steps"]] == [e["events"] for e in seen]
    call(client, made, "post", "/resign", seq=state(client, made)["seq"])
    saved = decode(call(client, made, "get", "/save").content)
    proof = verify(trenchline.load(GAME), saved)
    assert proof.fair and f"Take-backs passed over {3 * count} draw" in proof.sentence, proof
    assert saved.dice.passed_over == [PassedOver(before, 3 * count)]
    assert trenchline.load(GAME).load(saved).hash() == saved.hash


def test_a_take_back_of_an_older_log_repeats_its_dice(client):
    """Stored matches go on: their logs do not say where the dice went on, for they did not."""
    made = table(client)
    friend = call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]
    for text in BARRAGE:
        act(client, made, text)
    fell = faces(state(client, made)["entries"])
    taken_back(client, made, friend)
    store = client.app.state.store
    with store.engine.begin() as database:
        database.execute(sa.update(log_rows).where(log_rows.c.kind == "answer").values(text="yes"))
    client.app.state.tables._tables.clear()
    act(client, made, BARRAGE[1])
    assert faces(state(client, made)["entries"]) == fell


def test_nobody_grants_himself_a_draw_while_the_friend_is_awaited(client):
    made = table(client)
    assert call(client, made, "post", "/draw", seq=0).json()["asked"]["what"] == "draw"
    assert call(client, made, "post", "/answer", seq=1, yes=True).status_code == 403
    assert not state(client, made)["over"]


# ---------------------------------------------------------------------------------------------------- what is seen is kept


READERS = ("", "/state", "/replay", "/at/0", "/dice", "/save", "/cells/1405", "/overlay/zones")


def test_nobody_is_shown_what_is_not_committed(client, monkeypatch):
    made = table(client)
    store, held, waiting = client.app.state.store, threading.Event(), threading.Event()
    append = store.append

    def held_back(entries):
        waiting.set()
        assert held.wait(30)
        return append(entries)

    with live(client, made, made["watch"]) as line:
        heard(line)
        before = {path: call(client, made, "get", path).content for path in READERS}
        monkeypatch.setattr(store, "append", held_back)
        with ThreadPoolExecutor(1) as pool:
            answer = pool.submit(act, client, made, BARRAGE[0])
            assert waiting.wait(30)
            assert {path: call(client, made, "get", path).content for path in READERS} == before
            assert call(client, made, "post", "/legal", text=BARRAGE[1]).json()["legal"] is False, "it is not that decision yet"
            client.app.state.tables.hub.wake(made["table"])
            held.set()
            assert answer.result()["seq"] == 1
        assert heard(line)["seq"] == 1, "and nothing was pushed in between"


def test_a_write_that_fails_has_not_happened_and_can_be_sent_again(client, monkeypatch):
    made = table(client)
    with monkeypatch.context() as broken:
        broken.setattr(client.app.state.store, "append", out_of_order)
        answer = call(client, made, "post", "/actions", seq=0, key="a", text=BARRAGE[0])
        assert answer.status_code == 503 and answer.json()["error"]["code"] == "not-stored"
        assert state(client, made)["seq"] == 0
    assert call(client, made, "post", "/actions", seq=0, key="a", text=BARRAGE[0]).json()["seq"] == 1


def test_a_write_of_which_nobody_heard_is_found_and_not_done_twice(client, monkeypatch):
    made = table(client)
    append = client.app.state.store.append

    def lost_answer(entries):
        append(entries)
        out_of_order()

    with monkeypatch.context() as broken:
        broken.setattr(client.app.state.store, "append", lost_answer)
        assert call(client, made, "post", "/actions", seq=0, key="a", text=BARRAGE[0]).status_code == 503
    assert state(client, made)["seq"] == 1
    assert call(client, made, "post", "/actions", seq=0, key="a", text=BARRAGE[0]).json()["seq"] == 1


def test_a_line_outlives_a_database_that_fails_once(client, monkeypatch):
    made = table(client)
    with live(client, made, made["watch"]) as line:
        heard(line)
        store, failed = client.app.state.store, []
        talk = store.talk

        def fails_once(table_id):
            if not failed:
                failed.append(table_id)
                out_of_order()
            return talk(table_id)

        monkeypatch.setattr(store, "talk", fails_once)
        assert call(client, made, "post", "/chat", text="Bonjour").status_code == 200
        assert [said["text"] for said in heard(line)["chat"]] == ["Bonjour"] and failed


def test_a_line_on_which_nothing_can_be_sent_is_closed(client, monkeypatch):
    made = table(client)
    with live(client, made, made["watch"]) as line:
        heard(line)
        monkeypatch.setattr("trenchline.server.routes.live.state_document", lambda *words: 1 / 0)
        act(client, made, BARRAGE[0])
        assert closed_with(line) == 1011


def test_a_full_disk_is_told_once_and_the_bot_plays_on_when_there_is_room(client, monkeypatch, caplog):
    tried, full = threading.Semaphore(0), threading.Event()
    append = client.app.state.store.append

    def on_a_full_disk(entries):
        tried.release()
        return append(entries) if full.is_set() else out_of_order()

    monkeypatch.setattr(client.app.state.store, "append", on_a_full_disk)
    monkeypatch.setattr(bots, "RETRY", 0.01)
    with caplog.at_level(logging.WARNING, logger="trenchline"):
        made = table(client, german="bot:random", french="me")
        with live(client, made, made["key"]) as line:
            for _ in range(4):
                assert tried.acquire(timeout=30)
            assert state(client, made)["seq"] == 0
            told = [r.message for r in caplog.records if r.levelno >= logging.WARNING]
            assert len(told) == 1 and "database or disk is full" in told[0], told
            full.set()
            while heard(line)["seq"] == 0:
                pass


# ---------------------------------------------------------------------------------------------------- lists of tables


def test_my_tables_are_listed_without_being_replayed(client, monkeypatch):
    made = table(client)
    act(client, made, BARRAGE[0])
    mine = {"keys": [made["key"]]}
    client.app.state.tables._tables.clear()
    replayed = []
    load = client.app.state.tables._load

    async def noted(table_id):
        replayed.append(table_id)
        return await load(table_id)

    monkeypatch.setattr(client.app.state.tables, "_load", noted)
    (line,) = client.post("/api/tables/mine", json=mine).json()
    assert line["to_move"] == "german" and line["your_turn"] and line["turn"] == 1 and not replayed
    with client.app.state.store.engine.begin() as db:  # as an older version has kept it
        db.execute(sa.update(tables).where(tables.c.id == made["table"]).values(summary=None))
    for _ in range(2):
        assert client.post("/api/tables/mine", json=mine).json() == [line]
        client.app.state.tables._tables.clear()
    assert replayed == [made["table"]]
    call(client, made, "post", "/resign", seq=1)
    (line,) = client.post("/api/tables/mine", json=mine).json()
    assert line["over"] and line["result"]["winner"] == "french" and not line["your_turn"]


# ---------------------------------------------------------------------------------------------------- reasons of bots


@pytest.mark.parametrize(("game", "shown"), [("verdun-1916", False), (GAME, True), ("campaign-of-attrition", True)])
def test_a_bots_reason_is_for_its_own_side_where_something_may_be_hidden(client, game, shown):
    body = {"game": game, "seats": {"german": "me", "french": "friend"}, "name": "Ann"}
    made = client.post("/api/tables", json=body).json()
    friend = call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]
    first = state(client, made)["decision"]
    key, other = (made["key"], friend) if first["player"] == "german" else (friend, made["key"])
    text = trenchline.core.notation.action_text(trenchline.load(game).start().actions()[0])
    row = LogRow(1, "action", first["player"], text, None, "The guns wait for Douaumont")
    assert client.app.state.store.append([PendingEntry(made["table"], row)]) == [True]
    client.app.state.tables._tables.clear()
    for reader, sees in ((key, True), (other, shown), (made["watch"], shown)):
        for path in ("/state", "/replay"):
            assert ("Douaumont" in call(client, made, "get", path, reader).text) == sees
    call(client, made, "post", "/resign", seq=2)
    assert "Douaumont" in call(client, made, "get", "/state", other).text


def test_keys_in_memory_are_those_of_the_database(client):
    """A key that is spent while it is being read is not remembered as good."""
    made = table(client)
    service = client.app.state.tables
    store, key = service.store.key, hashed(made["key"])
    service._keys.clear()

    def spent_meanwhile(key_hash):
        found = store(key_hash)
        service._drop_key(key_hash)
        return found

    service.store.key = spent_meanwhile
    state(client, made)
    service.store.key = store
    assert key not in service._keys


RUSH = """
import sys, threading
import msgspec
from trenchline.core.notation import decode, fingerprint
from trenchline.server.rows import Summary, TableRow
row = {f: "" for f in TableRow.__struct_fields__} | {"rules": 1, "options": {}, "dice": {"kind": "hand"}, "seats": []}
row |= {"dice_known": None, "dice_since": None}
text = '{"turn":1,"where":"","to_move":"","deciders":[],"over":false,"result":null}'
save = '{"format":2,"game":"","rules":1,"scenario":"","options":{},"dice":{"kind":"hand"},"actions":[],"hash":""}'
sys.setswitchinterval(1e-6)
together = threading.Barrier(12)
def read():
    together.wait()
    msgspec.convert(row, TableRow), msgspec.json.decode(text, type=Summary), decode(save)
threads = [threading.Thread(target=read) for _ in range(12)]
for thread in threads: thread.start()
for thread in threads: thread.join()
"""


def test_a_server_that_wakes_to_many_calls_does_not_crash():
    """Many threads read the first rows at once: msgspec must have learnt the structs before (it crashed one start in eight)."""
    for _ in range(8):
        subprocess.run([sys.executable, "-c", RUSH], check=True)
