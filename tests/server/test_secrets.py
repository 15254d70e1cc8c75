"""What one side has chosen in secret does not leave the server before it is out."""

from __future__ import annotations

from functools import partial
from random import Random

import msgspec
import pytest
from starlette.testclient import TestClient

import trenchline
from trenchline.core.dice import FairDice
from trenchline.core.match import Sealed
from trenchline.games.great_war.operations import Plans
from trenchline.server import lobby
from trenchline.server.documents import Visibility
from trenchline.server.sealed_log import Numbering, SealedLog
from trenchline.server.table import Entry

from .hidden_pairs import compare, games_with_secrets, unnamed
from .test_door import call, state
from .test_table_life import heard, live

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


def begun(client: TestClient) -> tuple[dict, str]:
    """A table where the German has named a hex to attack and is to say with what; the key of the French."""
    seats = {"german": "me", "french": "friend"}
    save = msgspec.json.encode(trenchline.load("verdun-1916").position(OPENING, seed=1).save()).decode()
    made = client.post("/api/tables/upload", json={"save": save, "seats": seats, "name": "Ann"}).json()
    friend = call(client, made, "post", "/claim", made["invites"]["french"], name="Bea").json()["key"]
    seq = state(client, made)["seq"]
    assert call(client, made, "post", "/actions", seq=seq, key="t", text="target:3114").status_code == 200
    return made, friend


def noticed(client: TestClient, made: dict, key: str) -> list[bytes]:
    """All that a key holder can ask for, and when the table was last touched."""
    paths = ("", "/state", "/state?since=1", "/replay", "/at/0", "/at/1", "/at/2", "/dice", "/save", "/fights", "/cells/3113")
    return [
        *(call(client, made, "get", path, key).content for path in paths),
        client.post("/api/tables/mine", json={"keys": [key]}).content,
        client.get("/api/tables/open").content,
    ]


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


@pytest.mark.case("verdun-1916", "7.4a")
def test_nothing_moves_for_others_while_somebody_answers_in_secret(client):
    """Not the numbers, not the time of the last move, not an offer that waits, not a live line: a German prepares an attack,
    and the first that others notice is that he has done."""
    made, friend = begun(client)
    lines = {"the French": friend, "an onlooker": made["watch"]}
    assert call(client, made, "post", "/draw", friend, seq=state(client, made, friend)["seq"]).status_code == 200
    with live(client, made, friend) as line:
        first = heard(line)
        before = {who: noticed(client, made, key) for who, key in lines.items()}
        for text in ("add:IR81", "add:IR87", "", "add:FA21"):
            seq = state(client, made)["seq"]
            words = ("/actions", {"text": text}) if text else ("/undo", {})
            assert call(client, made, "post", words[0], seq=seq, key=f"k{seq}", **words[1]).status_code == 200
            assert {who: noticed(client, made, key) for who, key in lines.items()} == before
        call(client, made, "post", "/chat", text="Well?")
        second = heard(line)
        told = ("seq", "length", "decision", "asked", "turns", "view", "can_undo")
        assert second["chat"][-1]["text"] == "Well?" and [second[k] for k in told] == [first[k] for k in told]
        assert not second["entries"] and first["asked"] == {"what": "draw", "by": "french"}
    call(client, made, "post", "/actions", seq=state(client, made)["seq"], key="a", text="attack")
    after = state(client, made, friend)
    assert after["seq"] == first["seq"] + 1 and after["entries"][-1]["text"] == "secret" and after["asked"] is None


def test_a_take_back_that_is_granted_takes_back_what_was_done_in_secret_since(client):
    made, friend = begun(client)
    assert call(client, made, "post", "/undo", friend, seq=state(client, made, friend)["seq"]).json()["asked"]
    for text in ("add:IR81", "add:FA21"):
        call(client, made, "post", "/actions", seq=state(client, made)["seq"], key=text, text=text)
    assert call(client, made, "post", "/answer", seq=state(client, made)["seq"], yes=True).status_code == 200
    now = state(client, made)
    assert now["length"] == 0 and now["asked"] is None and now["decision"]["kind"] == "Combat"
    client.app.state.tables._tables.clear()
    assert state(client, made)["view"] == now["view"] and state(client, made)["seq"] == now["seq"]


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


@pytest.mark.parametrize("slug", ["big-push", "generation-lost"])
def test_which_operations_are_planned_and_how_many_changes_no_byte_for_the_other_side(client, monkeypatch, slug):
    """One option or all that go together: the enemy, and onlookers, are told the same by every address."""
    game = trenchline.load(slug)
    monkeypatch.setattr("trenchline.server.lobby.new_dice", lambda *words: FairDice.from_number(1).record())
    start = game.start("campaign", seed=1)
    while start.position.stack[-1].__class__.__name__ != "Answers":
        start.apply(next(a for a in start.actions() if a.kind in ("done", "historical")))
    for side in game.sides:
        enemy = next(name for name in game.sides if name != side)
        told = []
        for number in (0, -1):
            match = start.clone()
            for seat in game.sides:
                match.apply(match.parse(f"yes@{seat}"))
            plan = match.actions(side)[number]
            seats = {enemy: "me", side: "friend"}
            wanted = lobby.NewTable(slug, "campaign", game.chosen({}), seats, opening=game.notation(match))
            keys = client.portal.call(partial(lobby.new, client.app.state.tables, wanted))
            made = {"table": keys.table, "key": keys.key}
            friend = call(client, made, "post", "/claim", keys.invites[side], name="Bea").json()["key"]
            text = match.notate(plan)
            answer = call(client, made, "post", "/actions", friend, seq=state(client, made, friend)["seq"], key="k", text=text)
            assert answer.status_code == 200 and "secret plan" in answer.text, answer.text[:400]
            paths = ("/state", "/state?since=1", "/replay", "/at/0", "/at/1", "/at/2", "/dice", "/save", "/overlay/zones")
            told.append([call(client, made, "get", path, key).content for path in paths for key in (keys.key, keys.watch)])
        assert told[0] == told[1]


def test_two_who_share_a_device_write_their_plans_one_after_the_other(client):
    game = trenchline.load("big-push")
    match = game.start("campaign", seed=1)
    while match.position.stack[-1].__class__.__name__ != "Answers":
        match.apply(next(a for a in match.actions() if a.kind == "done"))
    save = msgspec.json.encode(match.save()).decode()
    seats = {"allied": "me", "german": "me"}
    made = client.post("/api/tables/upload", json={"save": save, "seats": seats, "name": "Ann"}).json()
    for number, seat in enumerate(("allied", "german", "allied", "german")):
        shown = state(client, made)
        assert shown["decision"]["player"] == seat == shown["view"]["player"] and not shown["decision"].get("others")
        assert {action["by"] for action in shown["decision"]["actions"]} == {seat} and shown["secret"]
        text = shown["decision"]["actions"][0]["text"]
        assert call(client, made, "post", "/actions", seq=shown["seq"], key=f"k{number}", text=text).status_code == 200
    assert "plant_mines" not in state(client, made)["view"]["tracks"].get("operations", "") and number == 3


@pytest.mark.case("big-push", "15.5")
def test_a_plan_is_taken_back_freely_while_the_enemy_still_writes_his(client, monkeypatch):
    """His is one answer, so that nobody learns from it whether he has begun; where he answers one thing after another one
    must ask him."""
    match = trenchline.load("big-push").start("campaign", seed=1)
    while match.position.stack[-1].__class__.__name__ != "Answers":
        match.apply(next(a for a in match.actions() if a.kind == "done"))
    for seat in match.seats:
        match.apply(match.parse(f"yes@{seat}"))
    save = msgspec.json.encode(match.save()).decode()
    seats = {"allied": "me", "german": "friend"}
    made = client.post("/api/tables/upload", json={"save": save, "seats": seats, "name": "Ann"}).json()
    german = call(client, made, "post", "/claim", made["invites"]["german"], name="Bea").json()["key"]
    before = state(client, made)
    plan = match.notate(match.actions("allied")[0])
    call(client, made, "post", "/actions", seq=before["seq"], key="plan", text=plan)
    after = state(client, made)
    assert after["can_undo"] and not state(client, made, german)["can_undo"]
    with monkeypatch.context() as several:
        several.setattr(Plans, "one_answer", False)
        assert not state(client, made)["can_undo"]
    back = call(client, made, "post", "/undo", seq=after["seq"]).json()
    assert back["asked"] is None and state(client, made)["decision"] == before["decision"]


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


def test_answers_of_two_who_choose_in_secret_at_the_same_time_are_not_counted_either():
    """The French go on between the answers of the German, who counts his own and, once they have done, one of theirs."""
    log, sealed = SealedLog(), list[Sealed]()
    answers = [("french", True), ("german", True), ("french", True), ("german", True), ("french", False)]
    for seq, (side, more) in enumerate(answers):
        sealed.append(Sealed(seq, (side,), "operations", more))
        assert log.acted(seq, seq, sealed) is not more
    german, onlooker = (Numbering(log.uncounted(seats), log.uncounted(seats)) for seats in (("german",), ()))
    assert [german.shown_seq(seq) for seq in range(6)] == [0, 0, 1, 1, 2, 3]
    assert [german.shown_n(n) for n in range(6)] == [0, 0, 1, 1, 2, 3] and [german.actions(n) for n in range(4)] == [0, 2, 4, 5]
    assert onlooker.shown_seq(5) == 1, "of all that an onlooker is told that the French have done"


@pytest.mark.parametrize(
    ("slug", "scenario", "told"),
    [
        ("big-push", "over_the_top", True),
        ("generation-lost", "firestorm", True),
        ("big-push", "campaign", False),
        ("generation-lost", "campaign", False),
    ],
)
def test_the_computers_reasons_are_told_unless_they_give_an_objective_away(slug, scenario, told):
    game = trenchline.load(slug)
    tells = game.reasons_tell(scenario, {})
    entry = Entry(1, 1, "german", "done", 1, "weather", [], "worth +1.0 points")
    own = frozenset({"allied"})
    shown = Visibility("allied", own, own, frozenset(), Numbering((), ()), False, tells, False).entries([entry])
    assert [e.why for e in shown] == [entry.why if told else ""]
