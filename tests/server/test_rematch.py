"""A rematch: offered and accepted with one click each; both find their seats at one table, and the matches count together."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext

import pytest
from starlette.testclient import TestClient

from trenchline.server.app import create_app

from .test_door import call, state, table
from .webhook import Hook

Match = tuple[dict, str]


@pytest.fixture
def over(client: TestClient) -> Match:
    """Ann has resigned as the German; the table, and the key of Bea, the French."""
    return resigned(client)


def resigned(client: TestClient) -> Match:
    made = table(client)
    bea = call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]
    call(client, made, "post", "/resign", seq=state(client, made)["seq"])
    return made, bea


def again(client: TestClient, made: dict, by: str = "", **more: str) -> dict:
    return call(client, made, "post", "/rematch", by, **more).json()


@pytest.mark.parametrize(("sides", "ann", "bea"), [("changed", "french", "german"), ("same", "german", "french")])
def test_the_second_click_seats_both_at_one_table(client: TestClient, over: Match, sides: str, ann: str, bea: str):
    made, second = over
    offered = again(client, made, sides=sides)
    assert offered["offered"] and not offered["table"] and not offered["key"]
    assert state(client, made, second)["rematch"] == {"wanted": {"german": sides}, "table": ""}
    accepted = again(client, made, second, sides=sides)
    assert not accepted["offered"] and accepted["invites"] == {}
    found = again(client, made, sides=sides)
    assert found["table"] == accepted["table"] == state(client, made)["rematch"]["table"]
    for one, seat, name in ((found, ann, "Ann"), (accepted, bea, "Bea")):
        document = call(client, one, "get", "").json()
        assert document["you"] == [seat] and document["parent"] == made["table"]
        assert {"side": seat, "kind": "human", "name": name, "bot": "", "here": False} in document["seats"]
    once_more = call(client, made, "post", "/rematch")
    assert once_more.status_code == 403 and "your tables" in once_more.json()["error"]["reason"]


def test_an_offer_made_twice_is_one_and_other_terms_are_another_offer(client: TestClient, over: Match):
    made, second = over
    again(client, made)
    seq = state(client, made)["seq"]
    again(client, made)
    assert state(client, made)["seq"] == seq
    assert again(client, made, second, sides="same")["offered"]  # not what Ann has offered
    assert again(client, made, sides="same")["table"]


def test_the_answer_to_a_lost_call_comes_again(client: TestClient, over: Match):
    made, second = over
    again(client, made)
    first, repeated = (again(client, made, second, key="accepting-this-once") for _ in range(2))
    assert first == repeated and first["table"]
    first, repeated = (again(client, made, key="coming-after-him") for _ in range(2))
    assert first == repeated and call(client, first, "get", "").status_code == 200


def test_matches_of_a_series_count_together(client: TestClient, over: Match):
    made, second = over
    again(client, made)
    accepted = again(client, made, second)
    (played,) = call(client, accepted, "get", "").json()["series"]
    points = state(client, made)["result"]["points"]
    assert played == {"table": made["table"], "won": ["german"], "lead": {"french": points, "german": -points}}  # Bea won
    ann = again(client, made)["key"]
    call(client, accepted, "post", "/resign", seq=0)
    again(client, accepted, sides="same")
    third = again(client, accepted, ann, sides="same")
    assert [match["won"] for match in call(client, third, "get", "").json()["series"]] == [["german"], ["french"]]


def test_onlookers_have_no_rematch_and_who_is_alone_asks_nobody(client: TestClient, over: Match):
    made, _ = over
    assert call(client, made, "post", "/rematch", made["watch"]).status_code == 403
    alone = table(client, french="bot:random")
    assert again(client, alone)["key"]


def test_the_other_is_told_if_he_is_away(client: TestClient, hook: Hook, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(client.app.state.tables.notifier, "webhook", hook.url)  # type: ignore[attr-defined]
    made, second = resigned(client)

    def told(words: str) -> dict:
        """What is said of this table with some words in it: others share its database."""
        while True:
            said = hook.heard.get(timeout=30)
            if said["table"] == made["table"] and words in said["text"]:
                return said

    again(client, made)
    assert told("sides changed")["side"] == "french"
    again(client, made, second)
    assert told("ready")["side"] == "german"


def test_both_click_at_once_and_one_table_is_made(client: TestClient, database: str, over: Match):
    """On PostgreSQL each by a server of his own: one of them is too late with his entry, looks again and accepts."""
    made, second = over
    with TestClient(create_app(database)) if database.startswith("postgresql") else nullcontext(client) as other:
        state(other, made)  # both servers know the table
        with ThreadPoolExecutor(2) as clicking:
            clicks = [clicking.submit(again, client, made), clicking.submit(again, other, made, second)]
        answers = [click.result() for click in clicks]
        assert sorted(answer["offered"] for answer in answers) == [False, True]
        (accepted,) = [answer["table"] for answer in answers if answer["table"]]
        waiting = [by for by, answer in zip(("", second), answers, strict=True) if answer["offered"]]
        assert again(client, made, waiting[0])["table"] == accepted
