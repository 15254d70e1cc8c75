"""Guided first battles: played through the API as a learner would, led by the hand, with nobody else at the table."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import trenchline
from trenchline.core.errors import DataError
from trenchline.core.files import read_toml
from trenchline.core.lessons import FILES, LessonFile, read_lesson
from trenchline.games import CATALOGUE
from trenchline.server import limits
from trenchline.server.app import create_app

LESSONS = [(slug, number) for slug in CATALOGUE for number, _ in enumerate(trenchline.load(slug).info().lessons, 1)]
SLUG = LESSONS[0][0]
FILE = Path(trenchline.__file__).parent / "games" / "they_shall_not_pass" / "data" / "lesson.toml"


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(limits, "BURST", 1_000_000)
    with TestClient(create_app(f"sqlite:///{tmp_path}/tables.db"), raise_server_exceptions=False) as found:
        yield found


class Learner:
    """Who holds the key of a lesson's table."""

    def __init__(self, site: TestClient, slug: str, number: int = 1, page: int = 0) -> None:
        self.site = site
        self.made = site.post(f"/api/games/{slug}/lessons/{number}", json={"name": "Anna", "page": page}).json()
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

    def turn_to(self, page: int) -> dict:
        """The state once the enemy has made his moves of a page."""
        assert self.site.post(f"{self.address}/lesson", headers=self.headers, json={"page": page}).status_code == 200
        return self.settled()

    def settled(self) -> dict:
        while True:
            state = self.state()
            if not state["thinking"]:
                return state


@pytest.mark.parametrize(("slug", "number"), LESSONS)
def test_every_lesson_is_played_page_by_page_by_the_one_thing_that_is_offered(slug: str, number: int, site: TestClient):
    learner = Learner(site, slug, number)
    lesson = trenchline.load(slug).lessons[number - 1]
    assert learner.made["invites"] == {} and site.get(learner.address, headers=learner.headers).json()["lesson"] == number
    document = site.get(f"/api/games/{slug}/lessons/{number}").json()
    for page, step in enumerate(document["steps"]):
        while (state := learner.turn_to(page))["lesson"] < step["until"]:
            assert state["decision"]["mine"], "the enemy's moves are made for him"
            (only,) = state["decision"]["actions"]
            assert learner.act(only["text"]).status_code == 200
            assert learner.settled()["lesson"] <= step["until"], "what the next page tells of does not happen before it is read"
    assert learner.settled()["decision"]["actions"] == []
    assert document["steps"][-1]["until"] == len(lesson.script)


@pytest.mark.parametrize(("slug", "number"), LESSONS)
def test_a_lesson_can_be_begun_again_at_any_page(slug: str, number: int, site: TestClient):
    steps = trenchline.load(slug).lessons[number - 1].document.steps
    for page in (len(steps) // 2, len(steps) - 1):
        state = Learner(site, slug, number, page).settled()
        assert state["lesson"] == steps[page].until - len(steps[page].moves)
    refused = site.post(f"/api/games/{slug}/lessons/{number}", json={"name": "", "page": len(steps)})
    assert refused.status_code == 400 and "pages" in refused.text


def test_the_enemy_waits_until_the_page_is_read_that_tells_of_his_move(site: TestClient):
    """The page on the hits of an assault was over before anybody could read it."""
    learner = Learner(site, "they-shall-not-pass")
    steps = trenchline.load("they-shall-not-pass").lessons[0].document.steps
    hits = next(n for n, step in enumerate(steps) if step.title == "Hits")
    for page in range(hits):
        while (state := learner.turn_to(page))["lesson"] < steps[page].until:
            learner.act(state["decision"]["actions"][0]["text"])
    waits = learner.settled()
    assert waits["lesson"] == steps[hits - 1].until and waits["decision"]["player"] == "french"
    assert learner.turn_to(hits)["lesson"] == steps[hits].until


def test_nothing_but_the_next_move_can_be_made_and_nobody_else_can_sit_there(site: TestClient):
    learner = Learner(site, SLUG)
    refused = learner.act("done")
    assert refused.status_code == 403 and "asks for something else first" in refused.text
    table = site.get(learner.address, headers=learner.headers).json()
    assert table["dice"] == "scripted" and [seat["kind"] for seat in table["seats"]] == ["human", "bot"]
    seats = {"german": "me", "french": "bot:lesson"}
    assert site.post("/api/tables", json={"game": SLUG, "seats": seats}).status_code == 400


def test_whoever_plays_on_from_a_lesson_gets_dice_of_his_own(site: TestClient):
    learner = Learner(site, SLUG)
    body = {"at": 0, "seats": {"german": "me", "french": "bot:recruit"}, "name": ""}
    made = site.post(f"{learner.address}/branch", headers=learner.headers, json=body).json()
    headers = {"Authorization": f"Bearer {made['key']}"}
    assert site.get(f"/api/tables/{made['table']}", headers=headers).json()["dice"] == "server"
    assert len(site.get(f"/api/tables/{made['table']}/state", headers=headers).json()["decision"]["actions"]) > 1


def test_every_game_has_a_first_battle_and_one_of_the_defence():
    assert [number for _, number in LESSONS] == [1, 2] * len(CATALOGUE)
    for slug in CATALOGUE:
        first, second = trenchline.load(slug).lessons
        assert first.document.seat != second.document.seat, "both sides are learnt"


@pytest.mark.parametrize(("slug", "number"), LESSONS)
def test_numbers_of_counters_are_looked_up_and_never_written(slug: str, number: int):
    file = trenchline.load(slug).components.folder.file(FILES[number - 1])
    written = [
        r"\b\d+(?:-\d+)+\b",
        r"\bfights? with \d",
        r"\bha[sv]e? \d+ movement",
        r"\b(strength|ordnance|morale|attack|defence|combat|bombardment|range)( is| of|,)? \d",
    ]
    for step in read_toml(file, LessonFile).step:
        assert [found for words in written for found in re.findall(words, step.say)] == [], step.title


def test_a_number_is_that_of_the_counter_as_the_page_begins():
    say = {step.title: step.say for step in trenchline.load("they-shall-not-pass").lessons[0].document.steps}
    assert "{LGR8} in {2505}: 6-4-9. It fights with 6, has 4 movement points, and its morale is 9" in say["Reading a counter"]


@pytest.mark.parametrize(("slug", "number"), LESSONS)
def test_what_a_lesson_says_names_counters_cells_and_cases_that_are_there(slug: str, number: int):
    game = trenchline.load(slug)
    lesson = game.lessons[number - 1]
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
        ("[LGR8 morale]", "[LGR8 luck]", "LGR8 shows strength, movement, morale, not 'luck'"),
        ("[LGR8 morale]", "[LGR9 morale]", "there is no counter 'LGR9' in the lesson"),
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
