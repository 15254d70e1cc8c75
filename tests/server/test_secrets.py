"""What one side has chosen in secret does not leave the server before it is out."""

from __future__ import annotations

from functools import partial
from random import Random

import msgspec
import pytest
from starlette.testclient import TestClient

import trenchline
from trenchline.core.dice import FairDice
from trenchline.server import lobby

from .hidden_pairs import compare, games_with_secrets, unnamed
from .test_door import call, state

OPENING = """game: verdun-1916
turn: 2
step: german-combat
3113: IR81, IR87
3114: 42RI
3118: AD14
3109: FA21
"""


@pytest.fixture
def prepared(client: TestClient) -> tuple[dict, str]:
    """A table where the German has committed his attack and the French are to answer."""
    seats = {"german": "me", "french": "friend"}
    save = msgspec.json.encode(trenchline.load("verdun-1916").position(OPENING, seed=1).save()).decode()
    made = client.post("/api/tables/upload", json={"save": save, "seats": seats, "name": "Ann"}).json()
    friend = call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]
    for n, text in enumerate(("target:3114", "add:IR81", "add:FA21", "attack")):
        answer = call(client, made, "post", "/actions", seq=state(client, made)["seq"], key=f"k{n}", text=text)
        assert answer.status_code == 200, answer.text
    return made, friend


def test_the_other_side_sees_that_something_was_chosen_but_not_what(client, prepared):
    made, friend = prepared
    mine, theirs = state(client, made), state(client, made, friend)
    assert [e["text"] for e in mine["entries"]] == ["target:3114", "add:IR81", "add:FA21", "attack"]
    assert [(e["n"], e["text"]) for e in theirs["entries"]] == [(0, "target:3114"), (1, "secret")] and theirs["length"] == 2
    assert theirs["decision"]["mine"] and "add:IR81" not in call(client, made, "get", "/state?since=0", friend).text
    assert "add:IR81" not in call(client, made, "get", "/replay", friend).text
    assert "add:IR81" in call(client, made, "get", "/replay").text


def test_a_save_holds_all_but_the_secret_and_the_dice_to_come(client, prepared):
    made, friend = prepared
    mine, theirs = (call(client, made, "get", "/save", *key) for key in ((), (friend,)))
    assert mine.json()["actions"] == ["target:3114", "add:IR81", "add:FA21", "attack"]
    assert theirs.json()["actions"] == ["target:3114", "secret"] and not theirs.json()["hash"]
    assert "seed" not in mine.json()["dice"] and "seed" not in theirs.json()["dice"]
    again = trenchline.load("verdun-1916").load(theirs.content)
    assert again.player == "french" and again.proof.open


def test_who_branches_and_takes_the_other_seat_finds_another_secret_there(client, prepared, monkeypatch):
    made, friend = prepared
    totals = set()
    for seed in range(6):
        monkeypatch.setattr("trenchline.server.lobby.secrets.randbits", lambda bits, seed=seed: seed)
        seats = {"german": "me", "french": "me"}
        branch = call(client, made, "post", "/branch", friend, at=2, seats=seats, name="Bea").json()
        answer = call(client, branch, "post", "/actions", seq=0, key="r", text="ready").json()
        totals |= {e["text"] for entry in answer["entries"] for e in entry["events"] if e["kind"] == "attack"}
    assert len(totals) > 1


def test_once_the_totals_are_announced_all_is_open(client, prepared):
    made, friend = prepared
    seq = state(client, made, friend)["seq"]
    assert call(client, made, "post", "/actions", friend, seq=seq, key="r", text="ready").status_code == 200
    assert [e["text"] for e in state(client, made, friend)["entries"]] == [e["text"] for e in state(client, made)["entries"]]
    assert call(client, made, "get", "/save", friend).status_code == 200


def test_how_much_was_chosen_shows_nowhere_and_all_is_told_again_when_it_is_out(client, prepared):
    made, friend = prepared
    seen = state(client, made, friend)
    mine = state(client, made)
    assert (seen["seq"], seen["length"], mine["seq"], mine["length"]) == (3, 2, 5, 4)
    assert call(client, made, "get", "/at/2", friend).status_code == 200
    assert call(client, made, "get", "/at/3", friend).status_code == 400
    assert call(client, made, "post", "/actions", friend, seq=5, key="x", text="ready").json()["error"]["seq"] == 3
    answer = call(client, made, "post", "/actions", friend, seq=3, key="r", text="ready").json()
    assert [(e["n"], e["text"]) for e in answer["entries"]][:3] == [(1, "add:IR81"), (2, "add:FA21"), (3, "attack")]
    assert answer["seq"] == 6 and answer["length"] == 5


def test_nor_by_asking_what_is_legal_or_by_a_branch_of_ones_own(client, prepared):
    made, friend = prepared
    seq = state(client, made, friend)["seq"]
    assert call(client, made, "post", "/actions", friend, seq=seq, key="s", text="add:AD14").status_code == 200
    theirs = call(client, made, "post", "/legal", friend, text="add:AD14")
    mine = call(client, made, "post", "/legal", text="add:AD14")
    assert "supports already" in theirs.json()["reason"] and "not your decision" in mine.json()["reason"]
    seats = {"german": "me", "french": "me"}
    branch = call(client, made, "post", "/branch", at=4, seats=seats, name="Ann").json()
    assert call(client, branch, "post", "/legal", text="add:AD14").json()["legal"], "what the French have added is not in it"


@pytest.mark.parametrize("slug", games_with_secrets())
def test_who_may_not_know_gets_the_same_bytes_whatever_is_hidden(client, slug):
    found = compare(client, slug, 2, every=23)
    assert not found.found and found.hidden == 2 and found.answers > 50


def test_every_address_of_a_table_is_compared_or_known_to_change_something(client):
    assert not list(unnamed(client))


def test_how_many_are_committed_changes_no_byte_for_the_other_side(client, monkeypatch):
    """One attacker or two and a battery: the French, and onlookers, are told the same by every address."""
    game, told = trenchline.load("verdun-1916"), []
    monkeypatch.setattr("trenchline.server.lobby.new_dice", lambda *words: FairDice.from_number(1).record())
    for committed in (("add:IR81",), ("add:IR81", "add:IR87", "add:FA21")):
        opening = game.notation(game.position(OPENING, seed=1))
        wanted = lobby.NewTable("verdun-1916", "", game.chosen({}), {"german": "me", "french": "friend"}, opening=opening)
        keys = client.portal.call(partial(lobby.new, client.app.state.tables, wanted))
        made = {"table": keys.table, "key": keys.key}
        friend = call(client, made, "post", "/claim", keys.invites["french"], name="Bea").json()["key"]
        for n, text in enumerate(("target:3114", *committed, "attack")):
            seq = state(client, made)["seq"]
            assert call(client, made, "post", "/actions", seq=seq, key=f"k{n}", text=text).status_code == 200
        paths = ("/state", "/state?since=2", "/replay", "/at/0", "/at/2", "/at/3", "/dice", "/save", "/overlay/zones")
        told.append([call(client, made, "get", path, key).content for path in paths for key in (friend, keys.watch)])
    assert told[0] == told[1]


@pytest.mark.parametrize("slug", [game.slug for game in trenchline.games()])
def test_where_nothing_is_secret_every_viewer_has_the_same_view_but_for_his_decision(slug):
    """By this the server makes one view for all who look."""
    game = trenchline.load(slug)
    for scenario in game.scenarios:
        if game.has_secrets(scenario.id, {}):
            continue
        match, chance = game.start(scenario.id, seed=1), Random(1)
        for _ in range(40):
            for player in match.seats:
                seen, onlooker = match.view(player), match.view("")
                his = msgspec.structs.replace(onlooker, player=player, decision=match.decision_for(player))
                assert msgspec.json.encode(seen) == msgspec.json.encode(his)
            match.apply(chance.choice(match.actions()))
