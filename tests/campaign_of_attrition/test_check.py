"""The constraints on the components hold of our data, and bite where a data pack breaks one."""

from pathlib import Path

import pytest

import trenchline
from trenchline.core.files import DataFolder
from trenchline.games.campaign_of_attrition.check import constraint
from trenchline.games.campaign_of_attrition.components import Components

DATA = Path(trenchline.__file__).parent / "games/campaign_of_attrition/data"
# File, what stands there, what a pack puts there instead, and the constraint that must notice.
BREAKAGES = [
    ("scenarios.toml", '"Rail converted" = 4', '"Rail converted" = 3', "There are 140 counters"),
    ("counters.csv", "21 Division,6,5,,", "21 Division,6,,,", "Divisions show Strength and Ordnance Points"),
    (
        "counters.csv",
        "6,4,,,4,1,mobile/entrenched,*=reconstructed movement=8.0b steps=4.1f",
        "6,4,,,4,1,mobile,*=reconstructed movement=8.0b steps=4.1f",
        "Divisions have an Entrenched side",
    ),
    ("counters.csv", "Cavalry regiment,2,,,,6", "Cavalry regiment,2,,,,5", "There is one Cavalry unit"),
    ("counters.csv", "74DI,FR-S74,french,shock", "74DI,FR-S74,french,infantry", "The French have 4 Shock divisions"),
    ("counters.csv", "ALP,GE-ALP,german,alpine", "ALP,GE-ALP,german,infantry", "There is one Alpine division"),
    ("counters.csv", "ENG2,FR-E2,french,engineer", "ENG2,FR-E2,french,gas", "There are French engineers"),
    ("charts.toml", '"3" = -1, "4" = 1', '"3" = 1, "4" = 1', "There are German gas units"),
    (
        "counters.csv",
        "Right bank heavy artillery 1,,,6,3",
        "Right bank heavy artillery 1,,,6,2",
        "Both sides have Heavy Artillery",
    ),
    (
        "counters.csv",
        "heavy_artillery,group,RS,,Right bank heavy artillery 1",
        "heavy_artillery,group,Army,,Right bank heavy artillery 1",
        "German Heavy Artillery is labelled",
    ),
    ("counters.csv", "Fortress guns 1,,,3,2", "Fortress guns 1,,,5,3", "Stripped guns are worth"),
    ("charts.toml", '"4" = [0, 1, 2, 2, 3, 3, 4, 4, 5]', '"4" = [0, 1, 2, 2, 3, 3, 4, 3, 5]', "More strength or a higher roll"),
    ("charts.toml", "village = [-2, -1, -1, 0, 0", "village = [-2, -1, -1, 0, 1", "Better ratios never help less"),
    ("charts.toml", "entrenched = 1 ", "entrenched = 2 ", "Entrenched Infantry reads the matrix"),
    ("charts.toml", '"0", "1", "1", "1", "1", "2", "2"]', '"0", "1", "1", "0", "1", "2", "2"]', "Siege fire gives 0, 1 or 2"),
    ("charts.toml", "fortress = { shift = -2", "fortress = { shift = 0", "Terrain moves siege fire"),
    ("charts.toml", '"-2" = [1, 2, 2, 3, 3]', '"-2" = [1, 2, 2, 3, 1]', "Attrition grows with the stack"),
    ("charts.toml", "city = { value = 1,", "city = { value = 2,", "The attrition modifiers"),
    ("charts.toml", "verdun = { value = 2,", "verdun = { value = 3,", "The combat modifiers"),
    ("charts.toml", "woods = { cost = 12,", "woods = { cost = 18,", "Movement costs are the printed ones"),
    ("charts.toml", "flamethrower = { ap = 3,", "flamethrower = { ap = 2,", "Combat Support has its printed prices"),
    ("charts.toml", "combat = { rule = 7,", "combat = { rule = 8,", "The six activations"),
    ("charts.toml", "loss_limit = { ap = 2,", "loss_limit = { ap = 3,", "What Administrative Points buy"),
    ("charts.toml", "others_alone = 2", "others_alone = 3", "A hex holds 2 divisions"),
    ("charts.toml", "permanent = [1, 2]", "permanent = [1]", "A roll of 1 or 2"),
    ("charts.toml", 'result = "Major Tactical"', 'result = "Minor Tactical"', "Victory levels from 1:1 to 5:1"),
    (
        "scenarios.toml",
        "income = { german = 15, french = 25 }",
        "income = { german = 15, french = 20 }",
        "Both sides start with",
    ),
    (
        "scenarios.toml",
        "shift = { german = 3, french = 0 }",
        "shift = { german = 2, french = 0 }",
        "The column shifts of the turns",
    ),
    ("scenarios.toml", "loc = 4", "loc = 5", "German lines reach"),
    ("scenarios.toml", '["22RD", "11BD", "2LW"]', '["22RD", "11BD"]', "On turn 2 three units of VI R"),
    ("scenarios.toml", 'french = ["ENG2", "40DI"', 'french = ["ENG2"', "Every unit starts in one place"),
    ("scenarios.toml", '"0408" = ["14DI"]', '"0409" = ["14DI"]', "Both ready deployments"),
    (
        "scenarios.toml",
        'german_entry = ["1301", "2101"]',
        'german_entry = ["1301", "2001"]',
        "Built units enter on the map edge",
    ),
    ("board.csv", "0607,village,Béthincourt", "0607,clear,Béthincourt", "Béthincourt, Moirey, Mogeville"),
    ("board.csv", "1212,city,", "1212,clear,", "Verdun has two or more hexes"),
    ("board.csv", "1305,village,Moirey", "1305,lake,Moirey", "Béthincourt, Moirey, Mogeville"),
    ("board.toml", "metres = 2000", "metres = 20000", "Columns 01 to 26"),
]


def broken(pack=None):
    """The constraints that do not hold."""
    return [finding.text for finding in constraint.check(Components(DataFolder(DATA, pack))) if not finding.ok]


def test_every_constraint_holds_of_our_data():
    assert broken() == [] and len(constraint.listed) > 50


@pytest.mark.parametrize("file", sorted({file for file, *_ in BREAKAGES}))
def test_a_pack_that_breaks_constraints_is_noticed_for_each_of_them(tmp_path, file):
    text, expected = (DATA / file).read_text(encoding="utf-8"), set()
    for _, ours, theirs, told in (entry for entry in BREAKAGES if entry[0] == file):
        assert ours in text
        text = text.replace(ours, theirs, 1)
        expected.add(told)
    (tmp_path / file).write_text(text, encoding="utf-8")
    found = broken(tmp_path)
    assert {told for told in expected if not any(line.startswith(told) for line in found)} == set()


def test_every_constraint_names_a_case_of_the_rules():
    from trenchline.core.files import read_rules

    known = {rule.case for rule in read_rules(DATA / "rules.csv")}
    assert {case for case, *_ in constraint.listed} <= known
