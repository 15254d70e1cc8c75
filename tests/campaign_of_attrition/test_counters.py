"""4.1 Units: the counters are those the rulebook tells of."""

import csv
import tomllib
from collections import Counter
from pathlib import Path

import pytest

import trenchline

DATA = Path(trenchline.__file__).parent / "games/campaign_of_attrition/data"
UNITS = {row["id"]: row for row in csv.DictReader((DATA / "counters.csv").read_text().splitlines())}
SCENARIOS = tomllib.loads((DATA / "scenarios.toml").read_text())
INFANTRY = ("infantry", "alpine", "shock")


def ids(**printed):
    return {unit for unit, row in UNITS.items() if all(row[key] == value for key, value in printed.items())}


@pytest.mark.case("campaign-of-attrition", "1.2")
def test_units_and_markers_make_140_counters():
    assert len(UNITS) == 88 and len(UNITS) + sum(SCENARIOS["markers"].values()) == 140
    assert SCENARIOS["markers"]["Guns Destroyed / Fortress Destroyed"] == 19  # one for each fortress


@pytest.mark.case("campaign-of-attrition", "4.1a", "4.1b")
def test_every_division_has_strength_ordnance_and_an_entrenched_side_but_for_the_shock_divisions():
    for unit, row in UNITS.items():
        if row["kind"] in INFANTRY:
            assert row["size"] == "division" and 3 <= int(row["sp"]) <= 7 and int(row["op"]) > 0 and not row["hap"], unit
            assert row["sides"] == ("mobile" if row["kind"] == "shock" else "mobile/entrenched") and row["steps"] == "1"


@pytest.mark.case("campaign-of-attrition", "4.1c", "4.1e")
def test_there_is_one_german_cavalry_unit_with_one_side_one_number_and_six_movement_points():
    assert ids(kind="cavalry") == {"CAV"} and UNITS["CAV"]["nation"] == "german"
    assert (UNITS["CAV"]["sides"], UNITS["CAV"]["movement"], UNITS["CAV"]["op"]) == ("mobile", "6", "")


@pytest.mark.case("campaign-of-attrition", "4.1d")
def test_there_are_four_french_shock_divisions_with_one_side():
    assert ids(kind="shock") == {"38DI", "133DI", "74DI", "126DI"} and ids(kind="shock", nation="french") == ids(corps="Shock")


def test_there_is_one_alpine_division_and_it_is_german():
    assert ids(kind="alpine") == {"ALP"} and UNITS["ALP"]["corps"] == "Alp" and UNITS["ALP"]["nation"] == "german"


@pytest.mark.case("campaign-of-attrition", "4.1e", "CA-R73")
def test_heavy_artillery_has_one_number_two_steps_and_half_of_it_reduced():
    guns = [UNITS[u] for u in ids(kind="heavy_artillery")]
    assert {g["nation"] for g in guns} == {"german", "french"}
    for gun in guns:
        assert not gun["sp"] and not gun["op"] and gun["steps"] == "2"
        assert int(gun["reduced"]) == (int(gun["hap"]) + 1) // 2


def test_gas_is_german_engineers_are_french_and_neither_has_strength():
    assert ids(kind="gas") == {"GAS1", "GAS2"} == ids(kind="gas", nation="german")
    assert ids(kind="engineer") == {"ENG1", "ENG2"} == ids(kind="engineer", nation="french")
    assert not any(UNITS[u][value] for u in ids(kind="gas") | ids(kind="engineer") for value in ("sp", "op", "hap"))


@pytest.mark.case("campaign-of-attrition", "8.0b")
def test_all_but_the_cavalry_have_four_movement_points():
    assert {row["movement"] for unit, row in UNITS.items() if unit != "CAV"} == {"4"}


@pytest.mark.case("campaign-of-attrition", "CA-R31")
def test_four_stripped_guns_are_worth_in_combat_what_they_were_in_the_fortress():
    for unit in ("FG1", "FG2", "FG3", "FG4"):
        assert (int(UNITS[unit]["hap"]) + 1) // 2 == 2 and UNITS[unit]["steps"] == "2"


def test_two_divisions_make_at_most_fourteen_strength_points():
    assert max(int(row["sp"]) for row in UNITS.values() if row["kind"] in INFANTRY) * 2 <= 14


def test_every_value_says_where_it_comes_from():
    for unit, row in UNITS.items():
        sources = dict(word.split("=") for word in row["provenance"].split())
        for value in ("sp", "op", "hap", "reduced", "movement", "steps"):
            assert not row[value] or sources.get(value) or sources.get("*"), (unit, value)


# ------------------------------------------------------------------------------------------------ where they start


def corps_of(units):
    return {UNITS[u]["corps"] for u in units}


def zones(setup, sectors="printed"):
    """The units of each zone of a set-up, by the case it rests on."""
    return [z for z in SCENARIOS["zone"] if z["setup"] == setup and z.get("sectors", "printed") == sectors]


def test_the_corps_of_the_set_up_are_those_the_rules_name():
    by_case = {z["source"]: corps_of(z["units"]) for z in zones("sectors") if z["source"].startswith("11.1")}
    assert by_case == {
        "11.1.1a": {"XXX"}, "11.1.1b": {"II"}, "11.1.1c": {"VII"}, "11.1.2a": {"VIIR", "VIR"}, "11.1.2b": {"XVIII"},
        "11.1.2c": {"III"}, "11.1.2d": {"V"}, "11.1.2e": {"AAS"},
    }  # fmt: skip


def test_both_set_ups_place_the_same_32_units_once():
    placed = {setup: Counter(u for z in zones(setup) for u in z["units"]) for setup in ("sectors", "free")}
    assert placed["sectors"] == placed["free"] and len(placed["free"]) == 32 and set(placed["free"].values()) == {1}


@pytest.mark.case("campaign-of-attrition", "4.10")
def test_every_unit_starts_on_the_map_in_a_pool_or_as_a_reinforcement():
    pools = SCENARIOS["pool"]
    where = Counter(u for z in zones("free") for u in z["units"])
    where.update(u for r in SCENARIOS["reinforcement"] for u in r["units"])
    where.update(u for key in ("german", "french", "strip") for u in pools[key])
    assert set(where) == set(UNITS) and set(where.values()) == {1}


def test_the_reinforcements_are_those_the_rules_tell_of():
    due = {(r["turn"], r["side"], r["way"]): r["units"] for r in SCENARIOS["reinforcement"]}
    assert set(due) == {(2, "french", "edge"), (2, "german", "entry"), (2, "german", "pool"), (7, "french", "edge")}
    assert len(due[2, "german", "entry"]) == 3 and corps_of(due[2, "german", "entry"]) == {"VIR"}
    assert set(due[7, "french", "edge"]) == ids(kind="shock")


@pytest.mark.case("campaign-of-attrition", "CA-W14", "CA-R10")
def test_points_at_the_start_and_each_turn_are_the_printed_ones():
    assert SCENARIOS["ap"] == {"german": 75, "french": 45, "bust": 45}
    assert [t["income"]["german"] for t in SCENARIOS["turn"]] == [20] * 3 + [15] * 7
    assert [t["income"]["french"] for t in SCENARIOS["turn"]] == [15] * 6 + [25] * 4


@pytest.mark.case("campaign-of-attrition", "CA-W10", "CA-W11")
def test_the_column_shifts_of_the_turns_are_the_printed_ones():
    assert [t["shift"]["german"] for t in SCENARIOS["turn"]] == [3, 2, 1, 0, 0, 0, 0, 0, 0, 0]
    assert [t["shift"]["french"] for t in SCENARIOS["turn"]] == [0, 0, 0, 0, 0, 0, 0, 1, 2, 2]


@pytest.mark.case("campaign-of-attrition", "CA-W03", "CA-R07")
def test_the_reach_of_german_lines_and_the_ten_months():
    assert [t["loc"] for t in SCENARIOS["turn"]] == [3, 4, 5, 5, 5, 5, 5, 5, 5, 5]
    assert [t["date"].split()[0] for t in SCENARIOS["turn"]] == [
        "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    ]  # fmt: skip


def test_sources_and_entries_are_the_printed_hexes():
    assert SCENARIOS["map"] == {
        "german_sources": ["1101", "0401"], "german_entry": ["1301", "2101"], "french_entry": ["0920", "1520", "2620"],
        "french_rail_sources": ["0920", "1520"],
    }  # fmt: skip


@pytest.mark.case("campaign-of-attrition", "13.0")
def test_every_option_is_off_unless_players_agree_on_it():
    printed = ("simultaneous_siege_fire", "fog_of_war", "victory_on_the_rails", "improved_entrenchments", "verdun_or_bust")
    options = SCENARIOS["options"]
    assert list(options)[:5] == list(printed) and not any(o["default"] for o in options.values())
