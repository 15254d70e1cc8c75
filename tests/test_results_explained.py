"""A result is explained as well as its odds: every code of every chart has a meaning in the data, and the event carries it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

import trenchline
from trenchline.core.charts import Chart, Odds, Outcome, Thresholds
from trenchline.core.errors import DataError
from trenchline.core.position import Event
from trenchline.games import CATALOGUE

from .invariants import unexplained

ENOUGH = 1_500  # actions of a random game: some hundred rolls


def tables(slug: str) -> Iterator[Chart | Thresholds]:
    """Every table that dice are read on, wherever the components of a game keep it."""
    for held in vars(trenchline.load(slug).components).values():
        for one in held.values() if isinstance(held, dict) else [held]:
            if isinstance(one, Chart | Thresholds):
                yield one


@pytest.mark.parametrize("slug", CATALOGUE)
def test_every_result_of_every_chart_has_a_meaning(slug: str) -> None:
    found = list(tables(slug))
    assert len(found) >= 2
    for table in found:
        codes = table.codes if isinstance(table, Chart) else table.results
        for code in codes:
            meaning = table.meanings.get(code, "")
            assert " " in meaning or meaning.isalpha(), f"{table.title}: {code} has no meaning"
            assert code == meaning or code not in meaning.split() or code.isdigit() or code.islower(), f"{code}: {meaning}"


@pytest.mark.parametrize("slug", CATALOGUE)
def test_a_client_is_told_the_meanings_with_the_charts(slug: str) -> None:
    told = {chart.name: chart for chart in trenchline.load(slug).chart_documents()}
    for table in tables(slug):
        if isinstance(table, Chart) and table.name in told:
            assert told[table.name].meanings == table.meanings


def test_a_chart_with_a_code_that_nobody_explains_is_refused(tmp_path: Path) -> None:
    ours = trenchline.load("they-shall-not-pass").components.folder.file("charts.toml")
    text = ours.read_text()
    assert text.count('M1 = "') == 1
    lines = [line for line in text.splitlines() if not line.startswith('M1 = "')]
    (tmp_path / "charts.toml").write_text("\n".join(lines))
    with pytest.raises(DataError, match=r"\[barrage\]: `meanings` does not say what the result 'M1' means"):
        trenchline.load("they-shall-not-pass", pack=tmp_path)


@pytest.mark.parametrize("slug", CATALOGUE)
def test_no_code_stands_alone_in_the_log(slug: str) -> None:
    """Chance plays; whatever dice decide carries its meaning, and the fight as it stood before they fell."""
    match, chance = trenchline.load(slug).start(seed=27), Random(27)
    events: list[Event] = []
    while len(match.history) < ENOUGH and not match.over:
        events += match.apply_legal(chance.choice(match.actions()))
    results = [event for event in events if event.result and event.dice]
    assert results and [(event.text, told) for event in results if (told := unexplained(event))] == []
    assert any(event.odds and event.odds.outcomes and event.lines for event in results)


def test_the_odds_of_an_event_leave_the_arithmetic_to_its_lines() -> None:
    """And what might still have changed before the dice fell is no news after it."""
    match = trenchline.load("they-shall-not-pass").start(seed=1)
    odds = Odds("4 against 2", [], "2:1", [Outcome("2/2", 1.0, "both take 2 hits")])
    match.position.say("result", "2/2", dice=(3,), result="2/2", odds=odds)
    event = match.position.events[-1]
    assert event.meaning == "both take 2 hits" and event.odds == odds
    assert msgspec.json.decode(msgspec.json.encode(event), type=Event) == event
