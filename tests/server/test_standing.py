"""Standing orders at tables: known to their owner alone, answered in the call that asks, in no time and without a message."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from starlette.testclient import TestClient

import trenchline
from trenchline.ai import ask, make_player
from trenchline.server import limits
from trenchline.server.app import create_app
from trenchline.server.clocks import HOUR
from trenchline.server.notify import Notifier
from trenchline.server.standing import StandingOrders

from ..big_push.test_counter_battery import DUEL
from .test_door import GAME, call, state, table
from .test_table_life import heard, live

ASSAULT = f"""game: {GAME}
turn: 2
step: german-assault
0412: IR159
0413: I.44T
3013: IR81, IR87
3014: 208R, 243R
3015: XXX.A, AD51R, XXX.HQ
"""
CAREFUL = [
    {"question": question.id, "answer": question.careful, "role": "defender" if question.roles else ""}
    for question in trenchline.load(GAME).standing.questions
    if question.careful
]
NO_GUNS = {"question": "support", "answer": "none"}


def assaulted(client: TestClient, seed: int = 1) -> tuple[dict, str]:
    """A table where the German is about to attack 3014; the key of the French."""
    save = msgspec.json.encode(trenchline.load(GAME).position(ASSAULT, seed=seed).save()).decode()
    seats = {"german": "me", "french": "friend"}
    made = client.post("/api/tables/upload", json={"save": save, "seats": seats, "name": "Ann"}).json()
    french = call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]
    for text in ("3014", "add:IR81", "add:IR87"):
        act(client, made, text)
    return made, french


def act(client: TestClient, made: dict, text: str, by: str = "") -> dict:
    seq = state(client, made, by)["seq"]
    answer = call(client, made, "post", "/actions", by, seq=seq, key=f"act-{seq}", text=text)
    assert answer.status_code == 200, answer.text
    return answer.json()


def order(client: TestClient, made: dict, by: str, *orders: dict, seat: str = "french") -> dict:
    answer = call(client, made, "put", "/standing", by, seat=seat, orders=list(orders))
    assert answer.status_code == 200, answer.text
    return answer.json()


def told(client: TestClient, made: dict, by: str = "") -> list[tuple[str, str, bool]]:
    """The log as somebody is told it: who, what, and whether by a standing order."""
    entries = state(client, made, by)["entries"]
    replayed = call(client, made, "get", "/replay", by).json()["steps"]
    found = [(e["player"], e["text"], e.get("ordered", False)) for e in entries]
    assert found == [(e["player"], e["text"], e.get("ordered", False)) for e in replayed]
    return found


def wanting(client: TestClient, kind: str, *orders: dict) -> tuple[dict, str]:
    """A table where the French are asked one thing once their orders have answered another; by the dice of some seed."""
    for seed in range(1, 60):
        made, french = assaulted(client, seed)
        order(client, made, french, *orders)
        seen = act(client, made, "attack")
        if seen["decision"]["player"] == "french" and seen["decision"]["kind"] == kind:
            return made, french
    raise AssertionError(f"no {kind}")


# ------------------------------------------------------------------------------------------------ answering


def test_a_question_is_answered_in_the_call_that_asks_it(client):
    made, french = assaulted(client)
    order(client, made, french, NO_GUNS)
    seen = act(client, made, "attack")
    assert [(e["player"], e["text"]) for e in seen["entries"][-2:]] == [("german", "attack"), ("french", "ready")]
    assert seen["entries"][-1]["events"], "the dice have fallen"


def test_without_an_order_or_with_one_switched_off_the_player_is_asked(client):
    made, french = assaulted(client)
    order(client, made, french, {**NO_GUNS, "on": False}, {**NO_GUNS, "turn": 3}, {"question": "hits", "answer": "hold"})
    seen = act(client, made, "attack")
    assert seen["decision"]["player"] == "french" and seen["decision"]["kind"] == "DefensiveSupport"


def test_an_order_given_while_one_is_asked_answers_at_once(client):
    made, french = assaulted(client)
    act(client, made, "attack")
    assert state(client, made, french)["decision"]["kind"] == "DefensiveSupport"
    order(client, made, french, NO_GUNS)
    assert told(client, made, french)[-1] == ("french", "ready", True)


def test_a_player_who_looks_is_not_called_for_a_question_that_is_answered(client):
    """What comes over his line never asks him."""
    made, french = assaulted(client)
    order(client, made, french, *CAREFUL)
    with live(client, made, french) as line:
        heard(line)
        act(client, made, "attack")
        seen = heard(line)
    assert [entry["text"] for entry in seen["entries"]][:2] == ["attack", "add:XXX.A"]
    assert seen["decision"]["player"] == "german" and not seen["decision"]["mine"]


def test_nothing_comes_to_the_other_side_when_orders_change(client):
    made, french = assaulted(client)
    with live(client, made, made["key"]) as line:
        heard(line)
        order(client, made, french, {**NO_GUNS, "turn": 3})
        order(client, made, french)
        call(client, made, "post", "/chat", french, text="well then")
        assert heard(line)["chat"][-1]["text"] == "well then"


def test_a_computer_plays_on_after_an_answer_by_order(client):
    match = trenchline.load(GAME).position(ASSAULT, seed=1)
    for text in ("3014", "add:IR81", "add:IR87", "attack"):
        match.apply(match.parse(text))
    save = msgspec.json.encode(match.save()).decode()
    made = client.post("/api/tables/upload", json={"save": save, "seats": {"german": "bot:random", "french": "me"}}).json()
    before = state(client, made)
    assert before["decision"]["kind"] == "DefensiveSupport" and before["decision"]["mine"]
    order(client, made, "", *CAREFUL)
    while not any(entry["player"] == "german" for entry in state(client, made)["entries"][before["length"] :]):
        pass  # it goes on by itself


def test_orders_are_changed_and_withdrawn_at_any_time(client):
    made, french = assaulted(client)
    assert order(client, made, french, NO_GUNS, *CAREFUL)["orders"]["french"][0] == NO_GUNS
    assert order(client, made, french)["orders"] == {}
    assert act(client, made, "attack")["decision"]["player"] == "french"


def test_what_is_taken_back_is_asked_again_and_not_answered(client):
    made, french = wanting(client, "LoseStep", NO_GUNS, {"question": "hits", "answer": "hold"})
    before = told(client, made, french)
    assert before[-1][2] and before[-1][1].startswith("lose=")
    taken = call(client, made, "post", "/undo", french, seq=state(client, made, french)["seq"], key="u")
    assert taken.status_code == 200, taken.text
    assert taken.json()["decision"]["kind"] == "SplitHits" and len(told(client, made, french)) == len(before) - 1
    assert state(client, made, french)["decision"]["kind"] == "SplitHits"
    act(client, made, "lose=1", french)
    assert told(client, made, french)[-1] == ("french", "lose=1", False)


def test_who_steps_back_to_an_ordered_question_is_asked(client):
    """The Big Push: an order names the square to answer; its owner would rather let them fire."""
    text = "game: big-push\nturn: 2\nstep: allied-bombardment\n" + DUEL
    save = msgspec.json.encode(trenchline.load("big-push").position(text, seed=1).save()).decode()
    seats = {"allied": "me", "german": "friend"}
    made = client.post("/api/tables/upload", json={"save": save, "seats": seats}).json()
    german = call(client, made, "post", "/claim", made["invites"]["german"], name="Bea").json()["key"]
    order(client, made, german, {"question": "counter-battery", "answer": "answer"}, seat="german")
    while (waits := state(client, made)["decision"])["kind"] in ("PlaceAir", "Combining"):
        act(client, made, "done", german if waits["player"] == "german" else "")
    for step in ("G5", "BA3", "fire"):
        seen = act(client, made, step)
    assert seen["decision"]["kind"] == "Battery" and told(client, made, german)[-1] == ("german", "target:C5", True)
    act(client, made, "back", german)
    assert state(client, made, german)["decision"]["kind"] == "CounterBattery"
    act(client, made, "done", german)
    assert told(client, made, german)[-1] == ("german", "done", False)


# ------------------------------------------------------------------------------------------------ secrecy


def test_nobody_but_the_owner_learns_of_an_order(client):
    """Neither the enemy, who is the host, nor an onlooker, before or after it has answered."""
    made, french = assaulted(client)
    watch = made["watch"]
    order(client, made, french, NO_GUNS, {"question": "losses", "answer": "listed", "units": ["243R"]})
    act(client, made, "attack")
    assert ("french", "ready", True) in told(client, made, french)
    for other in (made["key"], watch):
        assert ("french", "ready", False) in told(client, made, other)
        for path in ("", "/state", "/state?since=1", "/replay", "/save", "/dice", "/fights", "/at/3", "/chat"):
            answer = call(client, made, "get", path, other)
            assert "ordered" not in answer.text and '"listed"' not in answer.text.replace('"listed":false', ""), path
    assert call(client, made, "get", "/standing").json()["orders"] == {}
    assert call(client, made, "get", "/standing", watch).status_code == 403
    assert call(client, made, "get", "/standing", "stranger").status_code == 401
    assert len(call(client, made, "get", "/standing", french).json()["orders"]["french"]) == 2
    call(client, made, "post", "/resign", french, seq=state(client, made, french)["seq"], key="r")
    assert state(client, made)["over"]
    assert ("french", "ready", True) in told(client, made, french)  # the match being over changes nothing
    assert ("french", "ready", False) in told(client, made) and ("french", "ready", False) in told(client, made, watch)


def test_a_secret_answer_stays_one(client):
    """Verdun 1916: what the defender adds is not known until it comes out; that an order added it is nobody's business."""
    text = "game: verdun-1916\nturn: 2\nstep: german-combat\n3113: IR81, IR87\n3114: 42RI\n3118: AD14\n3109: FA21\n"
    save = msgspec.json.encode(trenchline.load("verdun-1916").position(text, seed=1).save()).decode()
    made = client.post("/api/tables/upload", json={"save": save, "seats": {"german": "me", "french": "friend"}}).json()
    french = call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]
    order(client, made, french, {"question": "support", "answer": "all"})
    for step in ("target:3114", "add:IR81", "add:FA21", "attack"):
        seen = act(client, made, step)
    assert seen["decision"]["kind"] == "Announced"
    assert [text for _, text, ordered in told(client, made, french) if ordered] == ["add:AD14", "ready"]
    assert not any(ordered for _, _, ordered in told(client, made))


def test_orders_are_for_ones_own_seat(client):
    made, french = assaulted(client)
    for by, seat in ((made["key"], "french"), (french, "german"), (french, "dice"), (made["watch"], "french")):
        answer = call(client, made, "put", "/standing", by, seat=seat, orders=[NO_GUNS])
        assert answer.status_code == 403, answer.text
    assert act(client, made, "attack")["decision"]["player"] == "french"


@pytest.mark.parametrize(
    ("orders", "reason"),
    [
        ([NO_GUNS] * 41, "orders"),
        ([{"question": "tea", "answer": "none"}], "no question"),
        ([{"question": "support", "answer": "tea"}], "none, one, two, all"),
        ([{"question": "losses", "answer": "listed", "units": ["Pi99"]}], "no counter"),
        ([{**NO_GUNS, "cells": ["3014"] * 61}], "cells"),
        ([{**NO_GUNS, "least": -1}], "least"),
        ([{**NO_GUNS, "role": "king"}], "role"),
        ([{**NO_GUNS, "turn": 10**9}], "turn"),
        ("all", "orders"),
    ],
)
def test_what_cannot_be_ordered_is_refused_and_kept_is_what_was(client, orders, reason):
    made, french = assaulted(client)
    order(client, made, french, NO_GUNS)
    answer = call(client, made, "put", "/standing", french, seat="french", orders=orders)
    assert answer.status_code == 400 and reason in answer.json()["error"]["reason"]
    assert call(client, made, "get", "/standing", french).json()["orders"] == {"french": [NO_GUNS]}


def test_orders_are_bounded_in_size(client, monkeypatch):
    made, french = assaulted(client)
    monkeypatch.setattr(limits, "ORDERS", 200)
    answer = call(client, made, "put", "/standing", french, seat="french", orders=[NO_GUNS] * 10)
    assert answer.status_code == 400 and "200" in answer.json()["error"]["reason"]


# ------------------------------------------------------------------------------------------------ the rest of the server


def test_a_server_that_dies_between_question_and_answer_answers_when_it_is_back(client, database, monkeypatch):
    made, french = assaulted(client)
    order(client, made, french, NO_GUNS)
    with monkeypatch.context() as dying:
        dying.setattr(StandingOrders, "answer", lambda *_: None)
        assert act(client, made, "attack")["decision"]["kind"] == "DefensiveSupport"
    with TestClient(create_app(database)) as again:
        while state(again, made)["entries"][-1]["text"] != "ready":
            pass  # it is answered once the table has been read
        assert told(again, made, french)[-1] == ("french", "ready", True)
        assert call(again, made, "get", "/standing", french).json()["orders"] == {"french": [NO_GUNS]}


def test_orders_go_with_a_seat_to_another_device(client):
    made, french = assaulted(client)
    order(client, made, french, NO_GUNS)
    offer = call(client, made, "post", "/move", french).json()
    moved = call(client, made, "post", "/move/confirm", offer["key"])
    assert moved.status_code == 200, moved.text
    there = moved.json()["key"]
    assert call(client, made, "get", "/standing", there).json()["orders"] == {"french": [NO_GUNS]}
    act(client, made, "attack")
    assert ("french", "ready", True) in told(client, made, there)


def until_ordered(client: TestClient, made: dict, keys: dict[str, str]) -> None:
    """Sergeants play until a standing order has answered the French."""
    tables = client.app.state.tables
    live = tables._tables[made["table"]]
    players, chance = {seat: make_player("sergeant", seat) for seat in keys}, Random(1)
    for n in range(600):
        seat = live.match.player
        action = ask(players[seat], live.match, chance).action
        seq = live.seq
        answer = call(client, made, "post", "/actions", keys[seat], seq=seq, key=f"s{n}", text=action.text)
        assert answer.status_code == 200, answer.text
        if any(logged.ordered for logged in live.actions):
            return
    raise AssertionError("no order has answered")


@pytest.fixture
def told_turns(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The seats that are to be told that it is their turn, as entries are committed."""
    found: list[str] = []
    turn_of = Notifier.turn_of

    def listening(*words: object) -> tuple[str, ...]:
        seats = turn_of(*words)  # type: ignore[arg-type]
        found.extend(seats)
        return seats

    monkeypatch.setattr(Notifier, "turn_of", listening)
    return found


def test_an_answered_question_costs_no_time_adds_none_and_sends_no_message(client, told_turns):
    made = table(client, clock={"pace": "blitz"})
    french = call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]
    order(client, made, french, *CAREFUL)
    until_ordered(client, made, {"german": made["key"], "french": french})
    clock = state(client, made)["clock"]["seats"]["french"]
    assert clock["left"] == 24 * HOUR and clock["since"] is None
    assert "french" not in told_turns
    assert state(client, made)["decision"]["player"] == "german"


def test_a_question_that_is_asked_sends_a_message(client, told_turns):
    made, french = assaulted(client)
    order(client, made, french, {**NO_GUNS, "turn": 3})
    act(client, made, "attack")
    assert told_turns == ["french"]


def test_a_match_with_orders_replays_and_its_proof_verifies(client):
    made = table(client)
    french = call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]
    order(client, made, french, *CAREFUL)
    until_ordered(client, made, {"german": made["key"], "french": french})
    live = client.app.state.tables._tables[made["table"]]
    call(client, made, "post", "/resign", french, seq=state(client, made, french)["seq"], key="r")
    save = call(client, made, "get", "/save").content
    again = trenchline.load(GAME).load(save)
    assert again.hash() == live.match.hash() and len(again.history) == len(live.match.history)
    assert trenchline.load(GAME).verify(trenchline.read_save(save)).fair
