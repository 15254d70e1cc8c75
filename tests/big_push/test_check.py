"""Everything the rulebook says of the components is checked, on our data and on packs."""

from __future__ import annotations

from pathlib import Path

import pytest

from trenchline.games.big_push.check import constraint
from trenchline.games.big_push.components import Components

C = Components()


@pytest.mark.parametrize("finding", constraint.check(C), ids=lambda f: f"{f.case} {f.text[:40]}")
def test_our_data_keep_every_constraint(finding):
    assert finding.ok, finding.text


# A change to a file, and the case that it breaks.
BROKEN = {
    "7.1.1": ("board.csv", "M22,town;marsh;river", "M22,town;marsh"),
    "7.1": ("board.csv", "C2,clear,,,", "C2,clear,,german,"),
    "14.1.4a": ("board.csv", "B3,town,", "B3,clear,"),
    "7.4.1": ("counters.csv", "Regiment 77,5,3,6,3,8,4", "Regiment 77,5,3,6,3,8,5"),
    "3.4.1/5": ("counters.csv", "1st Cavalry,3,3,8", "1st Cavalry,3,2,8"),
    "14.1.1": ("counters.csv", "British Field Artillery 1,2,", "British Field Artillery 1,3,"),
    "9.1": ("charts.toml", "early   = { value = -1", "early   = { value = -3"),
    "11.1": ("charts.toml", "rain    = { movement = 2, supply = 5", "rain    = { movement = 2, supply = 6"),
    "11.7": ("charts.toml", 'flank            = { value = 1', 'flank            = { value = 2'),
    "7.2": ("charts.toml", "woods        = { straight = 4", "woods        = { straight = 2"),
    "15.5.1": ("scenarios.toml", 'title = "Plant Mines"\npoints = 10', 'title = "Plant Mines"\npoints = 11'),
    "15.5.2f": ("scenarios.toml", 'excludes = ["allied_command_center"]', 'excludes = ["plant_mines"]'),
    "5.5": ("scenarios.toml", "snow_turns = [19, 20, 21]", "snow_turns = [18, 20, 21]"),
    "13.4": ("scenarios.toml", 'source = "14.1.3d", forced = 1', 'source = "14.1.3d", forced = 2'),
}  # fmt: skip


@pytest.mark.parametrize("case", BROKEN)
def test_a_pack_that_breaks_a_constraint_is_found_with_its_case(case, tmp_path: Path):
    file, old, new = BROKEN[case]
    text = C.folder.file(file).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    breaches = [finding.case for finding in constraint.check(Components(tmp_path)) if finding.breach]
    assert case in breaches
