"""Where two rules meet: corners that no single chapter tells of."""

import pytest

from trenchline.core.position import events_for

from .kit import (
    CELL,
    GAME,
    C,
    ap,
    at,
    attack,
    declare,
    fight,
    fort,
    modifiers,
    move,
    moving,
    options,
    play,
    points,
    position,
    refused,
    settle,
    states,
)


@pytest.mark.case("campaign-of-attrition", "4.1i", "8.1c", "CA-R28")
def test_gas_that_was_not_named_for_a_meeting_takes_no_part():
    match = moving("0318: 21ID, GAS1\n0317: 72DI", dice=[4, 1, 1])
    play(match, "meet:21ID-0317", "attack")
    assert "gas:GAS1" not in options(match)
    named = moving("0318: 21ID, GAS1\n0317: 72DI", dice=[4, 1, 1])
    before = points(named, "GAS1")
    play(named, "meet:21ID-0317", "GAS1", "attack", "gas:GAS1")
    assert "met" in states(named, "GAS1") and points(named, "GAS1") == before - 3


@pytest.mark.case("campaign-of-attrition", "8.1d", "9.8.1a", "CA-R24")
def test_guns_outside_the_stack_do_not_barrage_for_a_meeting():
    match = moving("1708: 72DI\n1707: 21ID\n1607: RS1", dice=[1, 1])
    play(match, "meet:21ID-1708", "attack")
    assert match.player == "dice" or "RS1" not in options(match)
    stacked = moving("1708: 72DI\n1707: 21ID, RS1", dice=[1, 1])
    before = points(stacked, "RS1")
    play(stacked, "meet:21ID-1708", "attack", "RS1", "hurricane=1")
    assert "met" in states(stacked, "RS1") and points(stacked, "RS1") == before - 3


@pytest.mark.case("campaign-of-attrition", "9.8.4", "9.8.1a", "CA-R26")
def test_no_hurricane_barrage_over_a_river_without_a_bridge():
    match = fight("0502: 72DI\n0503: 25ID\n0402: RS1")
    play(match, "0502", "25ID", "attack")
    assert CELL["0402"] in C.shut_sides[CELL["0502"]] and "RS1" not in options(match)


@pytest.mark.case("campaign-of-attrition", "4.7a", "4.7c", "4.5c", "8.1b", "CA-R74")
def test_cavalry_in_a_fortress_hex_is_outside():
    match = declare(fight("forts: 1011 silent\n1011: CAV\n1012: 72DI", side="french"), "1011", "72DI")
    assert not match.position.inside(C.unit["CAV"]) and "fortress" not in str(modifiers(match))
    assert "meet:72DI-1011" in options(moving("forts: 1011 silent\n1011: CAV\n1012: 72DI", side="french"))
    beside = moving("forts: 1011 silent\n1011: CAV\n1012: 72DI entrenched").position
    assert beside.in_zone(CELL["1011"], 0)


@pytest.mark.case("campaign-of-attrition", "8.2j", "10.0b", "CA-R53")
def test_a_unit_in_reserve_that_loses_its_line_stays_in_reserve():
    wall = "\n".join(
        f"{cell}: {unit} entrenched"
        for cell, unit in zip(
            ("0115", "0214", "0313", "0412", "0511", "0510", "0509", "0508"),
            ("21ID", "25ID", "5ID", "6ID", "9RD", "10RD", "11RD", "12RD"),
            strict=True,
        )
    )
    match = position(f"turn: 5\nstep: french-reserve\n0112: 72DI reserve\n1708: 51DI reserve\n1605: BErs\n{wall}")
    play(match, "done")
    assert {"oos", "reserve"} <= states(match, "72DI")


@pytest.mark.case("campaign-of-attrition", "10.0d", "CA-R78")
def test_a_step_beyond_the_trenchline_is_no_crossing():
    match = moving("1606: 72DI", side="french", turn=2)
    move(match, "72DI", "1605")
    assert "oos" not in states(match, "72DI")
    again = moving("1607: 72DI", side="french", turn=2)
    move(again, "72DI", "1606")
    assert "oos" in states(again, "72DI")


@pytest.mark.case("campaign-of-attrition", "9.2c", "9.2e", "CA-R18")
def test_a_single_unit_falls_back_to_where_it_can_pay():
    match = fight("0309: 21ID\n0310: 38DI, 133DI", dice=[1, 1], turn=1)
    attack(match, "0310", "21ID")
    if match.decision.kind == "Absorb":
        play(match, "retreat=1")
    play(match, "21ID-0308")
    settle(match)
    assert at(match, "21ID").isdigit() and ap(match, "german") < GAME.position("game: campaign-of-attrition\n").position.ap[0]


@pytest.mark.case("campaign-of-attrition", "4.9.1b")
def test_who_begins_in_an_enemy_zone_does_not_walk_out_and_take_the_train():
    match = position("turn: 5\nstep: french-operations\nap: 60 60\n1005: 21ID entrenched\n1006: 3DI\n1911: 4DI")
    play(match, "3DI", "strategic", "3DI", "3DI-1107")
    if "3DI" in options(match):
        play(match, "3DI")
        assert len(options(match)) < 60
    free = position("turn: 5\nstep: french-operations\nap: 60 60\n2004: 21ID entrenched\n1107: 3DI\n1911: 4DI")
    play(free, "3DI", "strategic", "3DI")
    assert len(options(free)) > 100


@pytest.mark.case("campaign-of-attrition", "4.7f", "9.3b", "CA-R30")
def test_cavalry_that_advances_through_a_fortress_can_demolish_it():
    match = fight("joined: CAV V\n1012: XXX.HA reduced\n1112: 9RD, 10RD, CAV\n1014: 51DI", dice=[6, 1, 5, 5, 5])
    attack(match, "1012", "9RD", "10RD", "CAV")
    while match.decision.kind in ("Absorb", "Retreat"):
        play(match, sorted(options(match))[0])
    through = next(o for o in sorted(options(match)) if o == "CAV-0911")
    play(match, through)
    assert fort(match, "1011") == "silent" and {"demolish:0911", "demolish:1011"} <= options(match)


@pytest.mark.case("campaign-of-attrition", "13.5b", "CA-R69")
def test_once_all_is_staked_on_verdun_the_last_french_ap_is_one_like_another():
    match = position("options: verdun_or_bust\nturn: 5\nstep: french-siege\nbust: yes\nap: 50 1\n1305: 21ID\n1306: XXX.HA", [1])
    play(match, "1305", "XXX.HA")
    assert "loses the match" not in match.decision.prompt
    play(match, "fire")
    assert not match.over and ap(match, "french") == 0


@pytest.mark.case("campaign-of-attrition", "13.5b")
def test_bust_with_no_points_on_either_side_is_a_minor_victory():
    match = position("options: verdun_or_bust\nturn: 10\nstep: turn-end\nbust: yes\nap: 50 50\n1405: 21ID\n1315: 72DI")
    assert match.result.level == "French Minor Tactical Victory"


@pytest.mark.case("campaign-of-attrition", "11.1.2e", "CA-R29")
def test_units_that_joined_a_corps_do_not_vouch_for_each_other():
    match = GAME.start("sectors", dice=[])
    play(match, "historical")
    for unit, cell in (("21ID", "1405"), ("25ID", "1405"), ("RS1", "1405"), ("BErs", "1305"), ("5LW", "1305")):
        play(match, unit, f"{unit}-{cell}")
    for unit in ("21ID", "25ID", "RS1"):
        play(match, f"lift:{unit}")
    for unit in ("21ID", "25ID"):
        play(match, unit, f"{unit}-1005")
    rest = {"11RD": "0606", "12RD": "0606", "LS2": "0606", "13RD": "0806", "14RD": "0806", "LS1": "0806", "RS2": "1606"}
    rest |= {
        "RS1": "1405",
        "RS4": "1405",
        "5ID": "1707",
        "6ID": "1707",
        "RS3": "1707",
        "9RD": "2209",
        "10RD": "2209",
        "CAV": "2209",
    }
    for unit, cell in rest.items():
        play(match, unit, f"{unit}-{cell}")
    assert "not with the corps" in refused(match, "done").reason


# ------------------------------------------------------------------------------------------------ 13.2 fog of war


@pytest.mark.case("campaign-of-attrition", "13.2", "CA-R71")
def test_while_they_set_up_the_armies_know_nothing_of_each_other():
    match = GAME.start("free", options={"fog_of_war": True}, dice=[])
    play(match, "72DI", "72DI-0607")
    french = [c for c in match.view("german").counters if GAME.counters[C.unit[c.id]].side == "french"]
    waiting = {GAME.counters.ids[u] for u in C.army[1] if match.position.place[u] in (CELL["0607"], C.box["setup"])}
    assert waiting and all(c.place == "unseen" for c in french if c.id in waiting)
    play(match, "historical", "21ID", "21ID-0606")
    seen = {c.id: c.place for c in match.view("german").counters}
    assert all(seen[C.ids[u]] == "unseen" for u in C.army[1] if match.position.on_map(u))
    play(match, "historical")
    assert any(c.place.isdigit() and GAME.counters[C.unit[c.id]].side == "french" for c in match.view("german").counters)


@pytest.mark.case("campaign-of-attrition", "13.2")
def test_of_a_second_unit_that_digs_in_nothing_is_heard():
    match = position("options: fog_of_war\nturn: 5\nstep: french-movement\n1315: 72DI entrenched, 51DI\n1405: 21ID")
    assert events_for(play(match, "entrench:51DI"), "german") == []
    assert events_for(play(match, "mobilize:72DI"), "german") == []


@pytest.mark.case("campaign-of-attrition", "13.2", "CA-R71")
def test_an_unseen_stack_may_be_of_any_kind_when_it_is_dealt_again():
    unseen = "1316: 72DI\n1416: XXX.HA\n1517: ENG1\n1617: 51DI reserve\n2405: 14DI oos"
    match = position(f"options: fog_of_war\nturn: 5\nstep: german-movement\n1405: 21ID\n{unseen}")
    kinds = {}
    for seed in range(40):
        twin = GAME.redeal(match, "german", seed).position
        assert GAME.audit(twin) == []
        for cell in ("1316", "1416", "1517"):
            kinds.setdefault(cell, set()).update(C.kind[u] for u in twin.stacks[CELL[cell]])
    assert all(len(found) > 1 for found in kinds.values())
    assert match.log("german") == []
