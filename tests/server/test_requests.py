"""Asking for a draw, a take-back or a partner's leave to resign: once a turn, so that nobody is kept from acting."""

from __future__ import annotations

import pytest
from starlette.testclient import TestClient

from .test_door import call, state, table
from .test_table_life import BARRAGE, act


@pytest.fixture
def two(client: TestClient) -> tuple[dict, str]:
    """A table for two, the German to move; the key of the French."""
    made = table(client)
    return made, call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]


def rows(client: TestClient, made: dict) -> int:
    return len(client.app.state.store.entries(made["table"]))


def offer(client: TestClient, made: dict, key: str, what: str = "/draw"):
    return call(client, made, "post", what, key, seq=state(client, made, key)["seq"])


def test_a_draw_is_offered_once_a_turn_and_a_repeat_leaves_no_trace(client, two):
    made, friend = two
    assert offer(client, made, friend).status_code == 200
    before, seen = rows(client, made), state(client, made)
    for _ in range(20):
        answer = offer(client, made, friend)
        assert answer.status_code == 403 and answer.json()["error"]["reason"].startswith("Play on: you have offered a draw")
    assert rows(client, made) == before and state(client, made)["seq"] == seen["seq"]
    body = {"seq": seen["seq"], "key": "a", "text": BARRAGE[0]}
    assert call(client, made, "post", "/actions", **body).status_code == 200, "who is to move acts on what he was shown"


def test_nor_does_an_answer_or_an_action_or_a_restart_allow_another(client, two):
    made, friend = two
    offer(client, made, friend)
    assert call(client, made, "post", "/answer", seq=state(client, made)["seq"], yes=False).status_code == 200
    assert offer(client, made, friend).status_code == 403
    act(client, made, BARRAGE[0])
    client.app.state.tables._tables.clear()
    assert offer(client, made, friend).status_code == 403
    assert offer(client, made, made["key"]).status_code == 200, "the other player has an offer of his own"


def test_in_the_next_turn_it_may_be_offered_again(client, two):
    made, friend = two
    offer(client, made, friend)
    kept = client.app.state.tables._tables[made["table"]]
    kept.match.position.turn += 1
    assert offer(client, made, friend).status_code == 200
    kept.match.position.turn -= 1
    assert offer(client, made, friend).status_code == 403, "taking back past the end of a turn is no way around it"


def test_a_take_back_is_asked_for_once_a_turn_unless_it_is_granted(client, two):
    made, friend = two
    for text in BARRAGE:
        act(client, made, text)
    assert offer(client, made, made["key"], "/undo").json()["asked"] == {"what": "undo", "by": "german"}
    before = rows(client, made)
    assert "take-back" in offer(client, made, made["key"], "/undo").json()["error"]["reason"] and rows(client, made) == before
    assert call(client, made, "post", "/answer", friend, seq=state(client, made, friend)["seq"], yes=True).status_code == 200
    act(client, made, BARRAGE[1])
    assert offer(client, made, made["key"], "/undo").json()["asked"] == {"what": "undo", "by": "german"}
