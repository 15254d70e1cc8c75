"""Counters: what a file says of them, and how its faults are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from trenchline.core.counters import CounterSet, load_counters
from trenchline.core.errors import DataError

CSV = """\
id,side,kind,size,corps,division,name,combat,morale,range,steps,provenance,manifest
IR24,german,infantry,regiment,III,6,24th Infantry,6,8,,2,*=reconstructed steps=2.11,G-1
III.A1,german,artillery,corps,III,,III Corps artillery,,7,north,1,combat=2.13 morale=7.1 range=2.13,G-2
208R,french,infantry,regiment,XXX,51R,208th Reserve,4,6,,2,*=inferred,F-1
"""
NUMBERS = ("combat", "morale", "range")


def load(folder: Path, text: str = CSV) -> CounterSet:
    file = folder / "counters.csv"
    file.write_text(text)
    return load_counters(file, ("german", "french"), ("infantry", "artillery"), NUMBERS)


def test_a_counter_is_what_its_row_says(tmp_path: Path) -> None:
    counters = load(tmp_path)
    assert len(counters) == 3 and counters.ids == ["IR24", "III.A1", "208R"]
    assert [counters.index[name] for name in counters.ids] == [0, 1, 2]
    unit = counters[0]
    assert (unit.id, unit.name, unit.side, unit.kind, unit.size) == ("IR24", "24th Infantry", "german", "infantry", "regiment")
    assert (unit.corps, unit.division, unit.steps) == ("III", "6", 2)


def test_values_are_numbers_and_what_is_not_printed_counts_nothing(tmp_path: Path) -> None:
    counters = load(tmp_path)
    assert counters.column("combat") == [6, 0, 4] and counters.column("morale") == [8, 7, 6]
    assert counters[1].number("range") == 0 and counters[1].values["range"] == "north"
    assert counters[0].values == {"combat": "6", "morale": "8", "manifest": "G-1"}


def test_a_value_says_where_it_comes_from(tmp_path: Path) -> None:
    counters = load(tmp_path)
    assert counters[0].source("steps") == "2.11" and counters[0].source("combat") == "reconstructed"
    assert counters[1].source("morale") == "7.1" and counters[1].source("steps") == ""


def test_counters_are_found_by_what_is_printed_on_them(tmp_path: Path) -> None:
    counters = load(tmp_path)
    assert counters.where(nation="german") == (0, 1)
    assert counters.where(nation="german", kind="infantry") == (0,)
    assert counters.where(corps="I") == ()


FAULTS = {
    "no id": ("IR24,german", ",german", 2, "id", "cannot be a counter's id"),
    "a blank in an id": ("IR24,german", "IR 24,german", 2, "id", "'IR 24' cannot be"),
    "a hyphen in an id": ("IR24,german", "IR-24,german", 2, "id", "'IR-24' cannot be"),
    "a colon in an id": ("208R,french", "208:R,french", 4, "id", "'208:R' cannot be"),
    "an id twice": ("208R,french", "IR24,french", 4, "id", "counter IR24 stands in line 2 already"),
    "an unknown side": ("208R,french", "208R,British", 4, "side", "'British' is none of german, french"),
    "an unknown kind": ("III.A1,german,artillery", "III.A1,german,guns", 3, "kind", "'guns' is none of infantry, artillery"),
    "a value that is no number": ("208th Reserve,4,", "208th Reserve,four,", 4, "combat", "'four' is not a whole number"),
    "a negative value": ("208th Reserve,4,", "208th Reserve,-4,", 4, "combat", "'-4' is not a whole number"),
    "no steps": ("6,,2,*=inferred", "6,,,*=inferred", 4, "steps", "1 to 4 steps, not ''"),
    "too many steps": ("6,,2,*=inferred", "6,,5,*=inferred", 4, "steps", "1 to 4 steps, not '5'"),
    "a source of nothing": ("*=inferred", "inferred", 4, "provenance", "'inferred' is not of the form value=source"),
    "a source of an unknown value": ("*=inferred", "*=inferred speed=1", 4, "provenance", "'speed=1'"),
    "a value without a source": ("combat=2.13 morale", "combat=2.13 range", 3, "provenance", "some values have no source"),
    "a missing column": ("combat,morale,range", "combat,moral,range", 1, "morale", "the column is missing"),
    "too few fields": ("208th Reserve,4,", "208th Reserve,", 4, "", "12 fields, but the header has 13"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_told_with_file_line_and_column(name: str, tmp_path: Path) -> None:
    old, new, line, column, what = FAULTS[name]
    assert CSV.count(old) == 1
    with pytest.raises(DataError) as told:
        load(tmp_path, CSV.replace(old, new))
    fault = told.value
    assert (fault.file, fault.line, fault.column) == (str(tmp_path / "counters.csv"), line, column)
    assert what in fault.what and str(fault).startswith(f"{fault.file}, line {line}")


def test_two_ids_that_differ_only_in_capitals_are_a_fault(tmp_path: Path) -> None:
    with pytest.raises(DataError):
        load(tmp_path, CSV.replace("208R,french", "ir24,french"))


@pytest.mark.parametrize("sign", ["=", '"a,b"', "#"])
def test_an_id_has_none_of_the_signs_of_the_notation(tmp_path: Path, sign: str) -> None:
    name = sign if '"' in sign else f"208{sign}R"
    with pytest.raises(DataError):
        load(tmp_path, CSV.replace("208R,french", f"{name},french"))


def test_a_superscript_is_no_whole_number(tmp_path: Path) -> None:
    with pytest.raises(DataError):
        load(tmp_path, CSV.replace("208th Reserve,4,", "208th Reserve,²,")).column("combat")


def test_a_file_without_counters_makes_an_empty_set(tmp_path: Path) -> None:
    assert len(load(tmp_path, CSV.splitlines()[0] + "\n")) == 0
