"""Analyses: of a match that is over or played alone, made in the background, kept, the same for all who look."""

from __future__ import annotations

import os
import time

import pytest
from starlette.testclient import TestClient

from trenchline.analysis import mistakes
from trenchline.server import analyses, limits
from trenchline.server.app import create_app

from .test_door import call, state, table

BARRAGE = ("barrage:1905", "III.A1", "fire", "interdict:NAV", "NAV-1609", "done")
PATIENCE = 600.0  # seconds until a test gives up: a process must be started, and the machine may be busy


def play(client: TestClient, made: dict, texts=BARRAGE) -> None:
    for text in texts:
        seq = state(client, made)["seq"]
        answer = call(client, made, "post", "/actions", seq=seq, key=f"k{seq}", text=text)
        assert answer.status_code == 200, answer.text


def resign(client: TestClient, made: dict) -> None:
    assert call(client, made, "post", "/resign", seq=state(client, made)["seq"], key="over").status_code == 200


def analysed(client: TestClient, made: dict, by: str = "") -> dict:
    """The analysis once it is made."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        found = call(client, made, "get", "/analysis", by).json()
        if found["state"] in ("done", "failed"):
            return found
        time.sleep(0.05)
    raise AssertionError(f"still {found['state']}")


@pytest.fixture(autouse=True)
def in_front(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a test would wait long for a process that stands back."""
    monkeypatch.setattr(analyses, "NICE", 0)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a process had been asked: its answer is the same."""

    async def asked(self: analyses.Analyses, job: analyses.Job) -> str:
        return analyses._analysed(job)

    monkeypatch.setattr(analyses.Analyses, "_asked", asked)
    monkeypatch.setattr(mistakes, "MOST_LOOKS", 2)  # what is found is not what is asked here


def test_a_match_between_people_is_analysed_only_when_it_is_over(client, quick):
    made = table(client)
    friend = call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]
    play(client, made)
    for method in ("get", "post"):
        answer = call(client, made, method, "/analysis", friend)
        assert answer.status_code == 403 and "when it is over" in answer.json()["error"]["reason"]
    resign(client, made)
    assert call(client, made, "get", "/analysis").json()["state"] == "none"
    assert call(client, made, "post", "/analysis").json()["state"] == "waiting"
    mine, theirs = analysed(client, made), analysed(client, made, friend)
    assert mine["state"] == "done" and mine == theirs
    found = mine["analysis"]
    assert len(found["chances"]) == mine["length"] + 1 == len(BARRAGE) + 1
    assert found["first_side"] == "german" and all(0 <= chance <= 1 for chance in found["chances"])


def test_a_seat_that_waits_for_a_friend_counts_as_one(client):
    answer = call(client, table(client), "get", "/analysis")
    assert answer.status_code == 403


def test_who_plays_alone_may_ask_at_any_time_and_again_later(client, quick):
    made = table(client, french="me")
    play(client, made)
    call(client, made, "post", "/analysis")
    assert analysed(client, made)["length"] == len(BARRAGE)
    seq = state(client, made)["seq"]
    play(client, made, [state(client, made)["decision"]["actions"][0]["text"]])
    later = call(client, made, "get", "/analysis").json()
    assert state(client, made)["seq"] > seq and later["state"] == "none" and later["analysis"] is None


def test_nothing_is_told_against_a_bot_while_something_may_be_hidden(client):
    words = {"game": "generation-lost", "scenario": "firestorm", "seats": {"german": "me", "allied": "bot:recruit"}}
    seats = client.get("/api/games/generation-lost").json()["info"]["sides"]
    words["seats"] = dict(zip((s if isinstance(s, str) else s["id"] for s in seats), ("me", "bot:recruit"), strict=True))
    made = client.post("/api/tables", json={**words, "name": "Ann"}).json()
    answer = call(client, made, "post", "/analysis")
    assert answer.status_code == 403 and "secrets" in answer.json()["error"]["reason"]


def test_an_analysis_is_kept_with_the_match(client, database, quick):
    made = table(client, french="me")
    play(client, made)
    call(client, made, "post", "/analysis")
    found = analysed(client, made)
    with TestClient(create_app(database), raise_server_exceptions=False) as later:
        assert call(later, made, "get", "/analysis").json() == found


def test_a_process_makes_it_and_tells_how_far_it_is(client):
    made = table(client, french="me")
    play(client, made)
    assert call(client, made, "post", "/analysis").json() == {**analysed_state("waiting"), "length": len(BARRAGE)}
    assert call(client, made, "post", "/analysis").json()["state"] in ("waiting", "running", "done")
    assert analysed(client, made)["state"] == "done"


def analysed_state(state: str) -> dict:
    return {"state": state, "progress": 0.0, "analysis": None}


def test_a_process_that_dies_is_started_again(client, monkeypatch):
    made = table(client, french="me")
    play(client, made)
    asked, deaths = analyses.Analyses._asked, []

    async def dying(self: analyses.Analyses, job: analyses.Job) -> str:
        if not deaths:
            deaths.append(job.table)
            await asked(self, job)
            os.kill(next(iter(self._pool._processes)), 9)
        return await asked(self, job)

    monkeypatch.setattr(analyses.Analyses, "_asked", dying)
    call(client, made, "post", "/analysis")
    assert analysed(client, made)["state"] == "done" and deaths


def test_what_fails_is_said_and_can_be_asked_for_again(client, monkeypatch, quick):
    made = table(client, french="me")
    play(client, made)
    right = analyses._analysed

    def wrong(job: analyses.Job) -> str:
        raise RuntimeError("planted")

    monkeypatch.setattr(analyses, "_analysed", wrong)
    call(client, made, "post", "/analysis")
    assert analysed(client, made)["state"] == "failed"
    monkeypatch.setattr(analyses, "_analysed", right)
    call(client, made, "post", "/analysis")
    assert analysed(client, made)["state"] == "done"


def test_an_address_has_a_few_waiting_at_the_most(client, monkeypatch):
    async def never(self: analyses.Analyses, job: analyses.Job) -> str:
        import asyncio

        await asyncio.Event().wait()
        return ""

    monkeypatch.setattr(analyses.Analyses, "_asked", never)
    answers = []
    for _ in range(limits.ANALYSES_PER_ADDRESS + 2):
        made = table(client, french="me")
        play(client, made, BARRAGE[:1])
        answers.append(call(client, made, "post", "/analysis").status_code)
    assert answers == [200] * (limits.ANALYSES_PER_ADDRESS + 1) + [429]  # one of them runs
