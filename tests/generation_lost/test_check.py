"""Everything the rulebook says of the components is checked, on our data and on packs."""

from __future__ import annotations

from pathlib import Path

import pytest

from trenchline.games.generation_lost.check import constraint
from trenchline.games.generation_lost.components import Components

C = Components()


@pytest.mark.parametrize("finding", constraint.check(C), ids=lambda f: f"{f.case} {f.text[:40]}")
def test_our_data_keep_every_constraint(finding):
    assert finding.ok, finding.text


# A change to a file, and the case that it breaks.
BROKEN = {
    "12.4.2(b)": ("charts.toml", "digging = false, guns_hauled = true", "guns_hauled = true"),
    "14.2.5": ("charts.toml", 'flamethrowers = "german"', 'flamethrowers = "french"'),
    "12.3.2": ("board.csv", "G16,town;river", "G16,town"),
    "19.1.6-GT": ("board.csv", "K6,hill", "K6,ridge"),
    "19.1.6-GS": ("board.csv", "P18,clear", "P18,city"),
    "12.3.4(c)": ("scenarios.toml", 'voie_sacree = ["V13", "V14", ', 'voie_sacree = ["V13", '),
    "9.1.1-Small": ("counters.csv", 'Division, regiment 1",5,3,6,3,5,4,,2', 'Division, regiment 1",5,3,6,3,5,4,,3'),
    "16.8.2": ("counters.csv", 'Division, regiment 1",5,3,6,3,5,4', 'Division, regiment 1",5,3,6,6,5,4'),
    "8.2.2": ("counters.csv", "12,2,heavy road siege,,", "12,2,heavy road,,"),
    "3.0-HeavyArtillery": ("counters.csv", "howitzer 1,3,2,5,2,1,5,6,2,heavy", "howitzer 1,3,2,5,2,1,5,6,2,field"),
    "13.2.4(a)": ("charts.toml", "rain    = { movement = 2, supply = 5", "rain    = { movement = 2, supply = 6"),
    "16.3.2": ("charts.toml", "flank            = { value = 1", "flank            = { value = 2"),
    "12.2.3": ("charts.toml", "woods        = { straight = 4", "woods        = { straight = 2"),
    "17.3.1": ("charts.toml", "9  = [4, 4, 4, 5, 5, 5, 6, 6, 7,", "9  = [4, 4, 4, 5, 5, 5, 6, 6, 8,"),
    "18.2.1": ("scenarios.toml", "first = [1, 2]\nsecond = [3]", "first = [1, 2]\nsecond = [4]"),
    "5.1.4": ("scenarios.toml", "snow_turns = [2, 3, 4,", "snow_turns = [2, 3, 5,"),
    "7.1.2": ("scenarios.toml", "no_lull = [18, 19]", "no_lull = [19]"),
    "10.1.1": ("scenarios.toml", '{ unit = "132Fr", cell = "N33"', '{ unit = "132Fr", cell = "C28"'),
}  # fmt: skip


@pytest.mark.parametrize("case", BROKEN)
def test_a_pack_that_breaks_a_constraint_is_found_with_its_case(case, tmp_path: Path):
    file, old, new = BROKEN[case]
    text = C.folder.file(file).read_text(encoding="utf-8")
    assert old in text
    (tmp_path / file).write_text(text.replace(old, new), encoding="utf-8")
    breaches = [finding.case for finding in constraint.check(Components(tmp_path)) if finding.breach]
    assert case in breaches
