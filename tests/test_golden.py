"""The golden files are what the engine makes today; `make golden` writes them anew where it should not be."""

from __future__ import annotations

import pytest

import trenchline
from trenchline.games import CATALOGUE

from .golden import compared, first_difference, folder, match_names, outcome, plan_of

FILES = [(slug, name) for slug in CATALOGUE for name in compared(slug) if name != "matches.txt"]
RECORDED = [(slug, name) for slug in CATALOGUE for name in match_names(slug)]


@pytest.mark.parametrize(("slug", "name"), FILES, ids=lambda value: value)
def test_a_golden_file_is_made_again_to_the_letter(slug: str, name: str) -> None:
    difference = first_difference(name, (folder(slug) / name).read_text(), compared(slug)[name]())
    assert not difference, f"`make golden` if this is meant:\n{difference}"


@pytest.mark.parametrize(("slug", "name"), RECORDED, ids=lambda value: value)
def test_a_recorded_match_replays_to_its_hash_and_result(slug: str, name: str) -> None:
    file = folder(slug) / name
    match = trenchline.load(slug).load(file.read_bytes())
    golden = {line.split(":")[0]: line for line in (folder(slug) / "matches.txt").read_text().splitlines()}
    difference = first_difference("matches.txt", golden[name], outcome(name, match))
    assert match.over and not difference, difference


@pytest.mark.parametrize("slug", list(CATALOGUE))
def test_the_recorded_matches_play_every_scenario_and_end_in_different_ways(slug: str) -> None:
    assert {match.scenario for match in plan_of(slug).match} == {s.id for s in trenchline.load(slug).scenarios}
    lines = (folder(slug) / "matches.txt").read_text().splitlines()
    levels = [line.split(": ")[2].split(",")[0] for line in lines]
    assert len(lines) == len(plan_of(slug).match) and "not over" not in levels and len(set(levels)) > 1


@pytest.mark.parametrize("slug", list(CATALOGUE))
def test_the_folder_holds_the_golden_files_and_nothing_else(slug: str) -> None:
    assert {f.name for f in folder(slug).iterdir()} == {*compared(slug), *match_names(slug), "plan.toml", "positions.toml"}


@pytest.mark.parametrize("slug", list(CATALOGUE))
def test_no_golden_file_is_too_large_to_read(slug: str) -> None:
    assert all(f.stat().st_size < 900_000 for f in folder(slug).iterdir())  # a campaign of 44 turns is the largest


def test_the_first_line_that_differs_is_shown() -> None:
    assert first_difference("x.txt", "a\nb\nc\n", "a\nB\nC\n") == "x.txt, line 2:\n  golden: b\n  now:    B"
    assert first_difference("x.txt", "a\n", "a\nb\n") == "x.txt, line 2:\n  golden: (the end)\n  now:    b"
    assert first_difference("x.txt", "a\n", "a\n") == ""
