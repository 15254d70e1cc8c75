"""1 Units: what is printed on the counters, as far as the rulebook says."""

import csv
from pathlib import Path

import pytest

from .kit import C

SET = C.counters
SHARED = {c.values["manifest"]: c for c in SET.counters}


def ids(**printed):
    return [SET.ids[u] for u in SET.where(**printed)]


def values(name, **printed):
    return {SET[u].number(name) for u in SET.where(**printed)}


@pytest.mark.case("verdun-1916", "1.2a", "1.3b", "1.4c", "VV-R43")
def test_steps_by_type():
    steps = {c.id: c.steps for c in SET.counters}
    for c in SET.counters:
        if c.kind in ("railway", "bomber"):
            continue
        expected = {"regiment": 3}.get(c.size, 1) if c.kind != "stosstruppen" else 2
        assert steps[c.id] == expected, c.id
    assert len(ids(kind="stosstruppen")) == 8


@pytest.mark.case("verdun-1916", "1.2b", "1.2c", "1.6b")
def test_a_regiment_loses_two_points_with_each_step():
    """The marker takes 2, and the reverse is worth what two detached battalions leave."""
    for u in SET.where(size="regiment"):
        full, reverse = SET[u].number("combat"), SET[u].number("reduced")
        assert full >= 5 and reverse == full - 4 >= 1, SET.ids[u]


@pytest.mark.case("verdun-1916", "1.2d", "4a")
def test_stosstruppen_are_weaker_on_their_reverse_and_fill_a_hex_with_a_regiment():
    for u in SET.where(kind="stosstruppen"):
        assert 0 < SET[u].number("reduced") < SET[u].number("combat")
        assert SET[u].steps + 3 == 5


@pytest.mark.case("verdun-1916", "1.1a", "5.1e", "5.4a")
def test_every_ground_unit_has_a_combat_value_and_movement_points():
    for c in SET.counters:
        if c.kind not in ("railway", "bomber"):
            assert c.number("combat") > 0 and c.number("movement") > 0
    assert all(m >= 4 and m % 2 == 0 for m in values("movement", side="french", kind="infantry"))


@pytest.mark.case("verdun-1916", "10.1a", "1.4b")
def test_every_headquarters_commands_six_hexes():
    assert values("command", kind="hq") == {6}


@pytest.mark.case("verdun-1916", "1.4a", "1.1b")
def test_one_headquarters_for_each_german_corps_and_each_french_division():
    german = {SET[u].corps for u in SET.where(nation="german", kind="hq")}
    french = {SET[u].division for u in SET.where(nation="french", kind="hq")}
    assert german == {"VIIR", "XVIII", "III", "V", "VIR"} and len(ids(side="german", kind="hq")) == 5
    assert french == {"72", "51", "14", "37", "153", "16", "29", "67", "48"} and len(ids(side="french", kind="hq")) == 9


@pytest.mark.case("verdun-1916", "1.3a", "8.3", "8.1c")
def test_guns_have_both_values_a_range_and_a_contact_value_of_one():
    for u in SET.where(kind="artillery"):
        c = SET[u]
        assert c.number("combat") == 1 and c.source("combat") == "8.3"
        assert c.number("bombard") and c.number("defence") and c.number("range")
    assert all(2 * b <= 9 for b in values("bombard", kind="artillery", size="division"))
    assert all(b >= 4 for b in values("bombard", kind="artillery", size="corps"))


@pytest.mark.case("verdun-1916", "8.0b", "14.2B-b", "11a")
def test_railway_guns_and_bombers_bombard_and_do_nothing_else():
    assert len(ids(kind="railway")) == 4 and len(ids(kind="bomber")) == 3
    for kind in ("railway", "bomber"):
        assert {SET[u].side for u in SET.where(kind=kind)} == {"german"}
        for u in SET.where(kind=kind):
            assert SET[u].number("bombard") and not SET[u].number("defence") and not SET[u].number("combat")


@pytest.mark.case("verdun-1916", "1.6e", "VV-R45")
def test_the_battalion_counters_are_those_of_the_lists_and_worth_a_step():
    stock = {}
    for u in SET.where(kind="infantry", size="battalion"):
        stock[SET[u].division] = stock.get(SET[u].division, 0) + 1
        assert SET[u].number("combat") == 2 and SET[u].steps == 1 and SET[u].side == "french"
    assert stock == {"72": 6, "51": 6, "14": 4, "29": 2, "67": 3}


@pytest.mark.case("verdun-1916", "1.1b", "8.4e", "VV-R21")
def test_the_divisions_belong_to_the_corps_of_the_lists():
    found = {}
    for c in SET.counters:
        if c.division:
            found.setdefault(c.corps, set()).add(c.division)
    assert found == {
        "VIIR": {"14R", "13R"}, "XVIII": {"21", "25"}, "III": {"5", "6"}, "V": {"10", "30"}, "VIR": {"11R", "12R", "11B"},
        "XXX": {"72", "51", "14"}, "XX": {"37", "153", "16"}, "VII": {"29", "67", "48"},
    }  # fmt: skip


def test_ids_are_short_and_the_manifest_id_stands_beside_each():
    assert all(len(i) <= 8 for i in SET.ids)
    assert len(SHARED) == len(SET) == 163
    text = (Path(C.folder.file("counters.csv"))).read_text(encoding="utf-8")
    assert len(list(csv.reader(text.splitlines()))) == 164


def test_every_value_says_where_it_comes_from():
    for c in SET.counters:
        assert c.source("*") == "reconstructed" and (c.kind in ("railway", "bomber") or c.source("steps") == "1.2a")
