"""Guided first battles: played through the API as a learner would, led by the hand, with nobody else at the table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import trenchline
from trenchline.core.errors import DataError
from trenchline.core.lessons import read_lesson
from trenchline.games import CATALOGUE
from trenchline.server import limits
from trenchline.server.app import create_app

LESSONS = [slug for slug in CATALOGUE if trenchline.load(slug).info().lesson]
FILE = Path(trenchline.__file__).parent / "games" / "they_shall_not_pass" / "data" / "lesson.toml"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "BURST", 1_000_000)
    with TestClient(create_app(f"sqlite:///{tmp_path}/tables.db"), raise_server_exceptions=False) as found:
        yield found


class Learner:
    """Who holds the key of a lesson's table."""

    def __init__(self, site: TestClient, slug: str) -> None:
        self.site, self.made = site, site.post(f"/api/games/{slug}/lesson", json={"name": "Anna"}).json()
        self.headers = {"Authorization": f"Bearer {self.made['key']}"}

    @property
    def address(self) -> str:
        return f"/api/tables/{self.made['table']}"

    def state(self) -> dict:
        return self.site.get(f"{self.address}/state", headers=self.headers).json()

    def act(self, text: str):
        seq = self.state()["seq"]
        body = {"seq": seq, "key": f"{seq}{text}", "text": text}
        return self.site.post(f"{self.address}/actions", headers=self.headers, json=body)

    def my_turn(self) -> dict:
        """The state once the enemy has answered."""
        while True:
            state = self.state()
            if not state["thinking"]:
                return state


@pytest.mark.parametrize("slug", LESSONS)
def test_every_lesson_is_played_to_its_won_assault_by_the_one_thing_that_is_offered(slug: str, site: TestClient):
    learner = Learner(site, slug)
    lesson = trenchline.load(slug).lesson
    assert lesson is not None and learner.made["invites"] == {}
    done = 0
    while (state := learner.my_turn())["lesson"] < len(lesson.script):
        assert state["lesson"] >= done and state["decision"]["mine"], "the enemy's moves are made for him"
        (only,) = state["decision"]["actions"]
        assert learner.act(only["text"]).status_code == 200
        done = state["lesson"]
    over = learner.my_turn()
    assert over["decision"]["actions"] == []
    document = site.get(f"/api/games/{slug}/lesson").json()
    assert document["steps"][-1]["until"] == len(lesson.script)


def test_nothing_but_the_next_move_can_be_made_and_nobody_else_can_sit_there(site: TestClient):
    learner = Learner(site, LESSONS[0])
    refused = learner.act("done")
    assert refused.status_code == 403 and "asks for something else first" in refused.text
    table = site.get(learner.address, headers=learner.headers).json()
    assert table["dice"] == "scripted" and [seat["kind"] for seat in table["seats"]] == ["human", "bot"]
    seats = {"german": "me", "french": "bot:lesson"}
    assert site.post("/api/tables", json={"game": LESSONS[0], "seats": seats}).status_code == 400


def test_whoever_plays_on_from_a_lesson_gets_dice_of_his_own(site: TestClient):
    learner = Learner(site, LESSONS[0])
    body = {"at": 0, "seats": {"german": "me", "french": "bot:recruit"}, "name": ""}
    made = site.post(f"{learner.address}/branch", headers=learner.headers, json=body).json()
    headers = {"Authorization": f"Bearer {made['key']}"}
    assert site.get(f"/api/tables/{made['table']}", headers=headers).json()["dice"] == "server"
    assert len(site.get(f"/api/tables/{made['table']}/state", headers=headers).json()["decision"]["actions"]) > 1


@pytest.mark.parametrize("slug", LESSONS)
def test_what_a_lesson_says_names_counters_cells_and_cases_that_are_there(slug: str):
    game = trenchline.load(slug)
    lesson = game.lesson
    assert lesson is not None
    cases = {rule.case for rule in game.rules}
    for step in lesson.document.steps:
        marked = re.findall(r"\{([^}]+)\}", step.say)
        assert all(game.find_unit(name) or game.find_cell(name) for name in marked), (step.title, marked)
        groups = re.findall(r"\(((?:\d|[A-Z]{2})[^ ]*(?:, [^ )]+)*)\)(?=[.,;: ]|$)", step.say)
        cited = [case for group in groups for case in group.split(", ")]
        assert [case for case in cited if case not in cases] == [], step.title
        assert len(step.say.split()) <= 75, f"{step.title}: one idea at a time"


@pytest.mark.parametrize(
    ("word", "other", "fault"),
    [
        ("barrage:2506", "barrage:2605", "step 'The barrage: a target', move 'barrage:2605'"),
        ("dice = [5, 4, 4]", "dice = [5, 4]", "dice have fallen by its end"),
        ('won = "2506"', 'won = "2507"', "ends without the german side in 2507"),
    ],
)
def test_a_lesson_that_cannot_be_played_is_a_fault_of_its_file(word: str, other: str, fault: str, tmp_path: Path):
    text = FILE.read_text(encoding="utf-8")
    assert word in text
    spoilt = tmp_path / "lesson.toml"
    spoilt.write_text(text.replace(word, other), encoding="utf-8")
    with pytest.raises(DataError, match=re.escape(fault)):
        read_lesson(trenchline.load("they-shall-not-pass"), spoilt)
