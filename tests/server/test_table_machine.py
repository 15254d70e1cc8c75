"""Tables made, joined, played, taken back, branched, moved and played again, and the server restarted, in any order."""

from __future__ import annotations

import tempfile

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from starlette.testclient import TestClient

from trenchline.server.app import create_app

from .test_door import call, state
from .test_door import table as new_table

STORY = settings(
    max_examples=4, stateful_step_count=14, derandomize=True, deadline=None, database=None,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip


class Kept:
    """What the players remember of a table."""

    def __init__(self, made: dict) -> None:
        self.made, self.keys = made, {"me": made["key"]}
        self.invites = dict(made["invites"])
        self.log: list[tuple[str, bool]] = []  # what was answered, and whether dice fell
        self.begun_elsewhere = False


class TablesMachine(RuleBasedStateMachine):
    """Whatever happens, a table is what its players were told."""

    database = ""

    def __init__(self) -> None:
        super().__init__()
        self._home = tempfile.TemporaryDirectory()
        self.url = self.database or f"sqlite:///{self._home.name}/tables.db"
        self.tables: list[Kept] = []
        self._open()

    def _open(self) -> None:
        self.client = TestClient(create_app(self.url), raise_server_exceptions=False)
        self.client.__enter__()

    def teardown(self) -> None:
        self.client.__exit__(None, None, None)
        self._home.cleanup()

    def _one(self, which: int) -> Kept:
        return self.tables[which % len(self.tables)]

    def _acting(self, kept: Kept) -> tuple[str, dict]:
        """A key whose decision it is, and what it is shown; else anybody's."""
        for key in kept.keys.values():
            seen = state(self.client, kept.made, key)
            if seen["decision"] and seen["decision"]["mine"]:
                break
        return key, seen

    # ---------------------------------------------------------------- what happens

    @rule(french=st.sampled_from(["me", "friend"]))
    def create(self, french: str) -> None:
        self.tables.append(Kept(new_table(self.client, french=french)))

    @precondition(lambda self: self.tables)
    @rule(which=st.integers(0, 9))
    def join(self, which: int) -> None:
        kept = self._one(which)
        for side, invite in kept.invites.items():
            answer = call(self.client, kept.made, "post", "/claim", invite, name="Bea")
            assert answer.status_code == (403 if side in kept.keys else 200)  # used: it says who sits there
            if side not in kept.keys:
                kept.keys[side] = answer.json()["key"]

    @precondition(lambda self: self.tables)
    @rule(which=st.integers(0, 9), choices=st.lists(st.integers(0, 999), min_size=1, max_size=4))
    def act(self, which: int, choices: list[int]) -> None:
        kept = self._one(which)
        for choice in choices:
            key, seen = self._acting(kept)
            if not (seen["decision"] and seen["decision"]["mine"]):
                return
            offered = seen["decision"]["actions"]
            body = {"seq": seen["seq"], "key": f"a{seen['seq']}", "text": offered[choice % len(offered)]["text"]}
            for _ in range(2):  # as if the first answer had been lost
                answer = call(self.client, kept.made, "post", "/actions", key, **body)
                assert answer.status_code == 200, answer.text
            last = answer.json()["entries"][-1]
            kept.log.append((last["text"], any(event.get("dice") for event in last["events"])))

    @precondition(lambda self: self.tables)
    @rule(which=st.integers(0, 9))
    def undo(self, which: int) -> None:
        kept = self._one(which)
        key, seen = self._acting(kept)
        answer = call(self.client, kept.made, "post", "/undo", key, seq=seen["seq"], key=f"u{seen['seq']}")
        if answer.status_code == 200 and answer.json()["length"] < seen["length"]:
            text, dice = kept.log.pop()
            assert not dice or not kept.invites, f"{text} was taken back past dice at a table for two"

    @precondition(lambda self: self.tables and len(self.tables) < 8)
    @rule(which=st.integers(0, 9), at=st.integers(0, 99))
    def branch(self, which: int, at: int) -> None:
        kept = self._one(which)
        n = at % (len(kept.log) + 1)
        seats = {"german": "me", "french": "me"}
        made = call(self.client, kept.made, "post", "/branch", kept.keys["me"], at=n, seats=seats, name="Ann").json()
        then = call(self.client, kept.made, "get", f"/at/{n}", kept.keys["me"]).json()["view"]
        assert state(self.client, made)["view"]["counters"] == then["counters"]
        self.tables.append(Kept(made))

    @precondition(lambda self: self.tables)
    @rule(which=st.integers(0, 9))
    def leave_for_another_device(self, which: int) -> None:
        kept = self._one(which)
        old = kept.keys["me"]
        offer = call(self.client, kept.made, "post", "/move", old).json()["key"]
        kept.keys["me"] = call(self.client, kept.made, "post", "/move/confirm", offer).json()["key"]
        assert call(self.client, kept.made, "get", "/state", old).status_code == 401

    @precondition(lambda self: self.tables and len(self.tables) < 8)
    @rule(which=st.integers(0, 9))
    def rematch(self, which: int) -> None:
        kept = self._one(which)
        made = call(self.client, kept.made, "post", "/rematch", kept.keys["me"]).json()
        if not made["offered"]:
            self.tables.append(Kept(made))

    @precondition(lambda self: self.tables)
    @rule()
    def restart(self) -> None:
        before = [call(self.client, t.made, "get", "/state", t.keys["me"]).content for t in self.tables]
        self.client.__exit__(None, None, None)
        self._open()
        assert [call(self.client, t.made, "get", "/state", t.keys["me"]).content for t in self.tables] == before

    # ---------------------------------------------------------------- what is always true

    @invariant()
    def tables_are_what_was_told(self) -> None:
        for kept in self.tables:
            seen = state(self.client, kept.made, kept.keys["me"])
            assert [entry["text"] for entry in seen["entries"]] == [text for text, _ in kept.log]
            assert seen["length"] == len(kept.log) and [e["n"] for e in seen["entries"]] == list(range(len(kept.log)))


def test_tables_live_through_anything(database: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("trenchline.server.limits.BURST", 1_000_000)
    monkeypatch.setattr("trenchline.server.limits.TABLES_PER_MINUTE", 1_000_000)
    monkeypatch.setattr(TablesMachine, "database", database if database.startswith("postgresql") else "")
    run_state_machine_as_test(TablesMachine, settings=STORY)
