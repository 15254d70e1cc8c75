"""Our own rulings (docs/rulings/campaign-of-attrition.md), where no chapter tells them already."""

import pytest

from .kit import (
    ap,
    at,
    declare,
    fight,
    loc,
    modifiers,
    move,
    options,
    order,
    play,
    points,
    position,
    reach,
    ready,
    refused,
    settle,
    states,
    turned,
)  # fmt: skip
from .test_losses import suffer


@pytest.mark.case("campaign-of-attrition", "9.2c", "CA-R11", "CA-R18")
def test_r2_a_lone_unit_need_not_give_the_last_point_for_its_life_but_may():
    match = suffer("ap: 75 1\n1708: 72DI\n1707: 21ID", 4)  # three hexes and the last AP would just cover it
    assert at(match, "72DI") == "pool" and ap(match, "french") == 1
    three = suffer("ap: 75 1\n1708: 72DI\n1707: 21ID", 3)
    assert options(three) == {"pay", "retreat=3"}


@pytest.mark.case("campaign-of-attrition", "7.1a", "4.9a", "CA-R11")
@pytest.mark.parametrize(
    ("text", "naming", "deed"),
    [
        ("step: german-siege\nap: 1 45\n0318: RS1\n0317: 72DI", ["0317", "RS1"], "fire"),
        ("step: german-operations\nap: 2 45\n1605: 21ID\n1315: 72DI", ["21ID"], "movement"),
    ],
)
def test_r2_what_would_take_the_last_point_can_be_called_off_once(text, naming, deed):
    match = position(f"turn: 5\n{text}")
    play(match, *naming)
    assert {"cancel", deed} <= options(match)
    bold = match.clone()
    play(bold, deed)
    assert bold.over and bold.result.winner == "french"
    play(match, "cancel")
    assert not match.over and ap(match, "german") in (1, 2)
    assert match.decision.kind not in ("SiegeFire", "Operations") or naming[0] not in options(match)


@pytest.mark.case("campaign-of-attrition", "4.9a", "CA-R11")
def test_r2_with_points_to_spare_there_is_nothing_to_call_off():
    match = position("turn: 5\nstep: german-operations\nap: 4 45\n1605: 21ID\n1315: 72DI")
    play(match, "21ID")
    assert "cancel" not in options(match)


@pytest.mark.case("campaign-of-attrition", "13.2", "4.5a", "CA-R71")
def test_r3_zones_are_open_under_fog_of_war():
    text = "options: fog_of_war\nturn: 5\nstep: german-movement\n0320: 21ID\n0316: 72DI entrenched"
    match = position(text)
    move(match, "21ID", "0317")
    assert "halted" in states(match, "21ID")
    known = position(text)
    assert {"0317", "0318"} <= reach(known, "21ID") and "0315" not in reach(known, "21ID")


@pytest.mark.case("campaign-of-attrition", "13.2", "CA-R71")
def test_r3_what_has_been_seen_cannot_be_undone():
    text = "turn: 5\nstep: german-movement\n0320: 21ID\n0316: 72DI"
    fog, clear = position("options: fog_of_war\n" + text), position(text)
    for match in (fog, clear):
        move(match, "21ID", "0319")
        assert match.can_undo
        move(match, "21ID", "0317")
    assert clear.can_undo and not fog.can_undo


@pytest.mark.case("campaign-of-attrition", "4.1h", "9.0h")
def test_r5_engineers_help_the_attack_of_their_stack_and_are_disrupted_only_if_they_are_named():
    match = fight("0317: 21ID\n0318: 72DI, 51DI, ENG1", side="french", dice=[1, 1])
    declare(match, "0317", "72DI", "51DI")
    assert modifiers(match)[0]["4.1h"] == 1
    play(match, "attack")
    ready(match)
    settle(match)
    assert order(match, "72DI") == "disrupted" and order(match, "ENG1") == "good"


@pytest.mark.case("campaign-of-attrition", "8.3a", "3.7", "CA-R52")
def test_r6_reserves_may_entrench_where_they_come_to_but_not_recover():
    match = position("turn: 5\nstep: german-reserve\n1605: 21ID reserve\n1315: 72DI")
    move(match, "21ID", "1603")
    play(match, "entrench:21ID")
    assert "entrenched" in states(match, "21ID") and points(match, "21ID") < 2
    other = position("turn: 5\nstep: german-reserve\n1605: 21ID reserve\n1604: 25ID disrupted\n1315: 72DI")
    assert not any(text.startswith("recover") for text in options(other))


@pytest.mark.case("campaign-of-attrition", "9.8a", "9.8.2")
def test_r7_one_attacker_without_a_line_keeps_the_flamethrowers_away():
    match = fight("1708: 72DI\n1707: 21ID\n1808: 5ID oos")
    play(match, "1708", "21ID", "5ID", "attack")
    assert match.player == "french"  # nothing to offer the attacker
    fine = fight("1708: 72DI\n1707: 21ID\n1808: 5ID oos")
    play(fine, "1708", "21ID", "attack")
    assert match.player == "french" and "flamethrowers=3" in options(fine)


@pytest.mark.case("campaign-of-attrition", "9.8.1c", "9.0c")
def test_r7_a_gun_serves_one_attack_of_a_phase():
    match = fight("1708: 72DI\n1807: 51DI\n1707: 21ID, 25ID, RS1", dice=[1, 1])
    play(match, "1708", "21ID", "attack", "RS1", "hurricane=2")
    ready(match)
    settle(match)
    play(match, "1807", "25ID", "attack")
    assert "RS1" not in options(match) and "barrage:RS1" not in options(match)


@pytest.mark.case("campaign-of-attrition", "13.1a", "7.2a")
def test_r8_a_gun_may_fire_in_its_own_phase_and_again_in_the_enemy_s_but_then_it_stays():
    text = "options: simultaneous_siege_fire\nturn: 5\nstep: german-siege\n1707: 21ID, RS1\n1708: 72DI, XXX.HA"
    match = position(text, dice=[1] + [6] * 20)
    play(match, "1708", "RS1", "fire")
    while match.decision.kind != "Movement":
        play(match, "done")
    assert refused(match, "RS1").cases == ("7.2a",)
    while not (match.decision.kind == "SiegeFire" and match.player == "german"):
        play(match, "done" if "done" in options(match) else sorted(options(match))[0])
    assert match.position.step > 10  # the French turn
    play(match, "1708")
    assert "RS1" in options(match)


@pytest.mark.case("campaign-of-attrition", "4.4c", "4.4.2a", "CA-R55")
def test_r10_a_french_line_does_not_run_beyond_the_trenchline():
    # 1607 and 1708 are shut off from the south; the way round by 1707 lies on the German side.
    text = "turn: 5\nstep: french-movement\n1607: 72DI\n1508: 21ID entrenched\n1709: 25ID entrenched\n"
    assert not loc(position(text), "72DI")


@pytest.mark.case("campaign-of-attrition", "2.8a", "2.8b")
def test_r11_who_can_supply_a_hex_outranks_who_was_there_last():
    match = position("turn: 5\nstep: german-movement\ngerman ground: 1315 1608\n1605: 21ID\n1520: 72DI")
    assert turned(match, "1315") == "french"  # no German line reaches Dugny
    assert turned(match, "1608") == "french"  # both could supply it: it stays with its side of the line


@pytest.mark.case("campaign-of-attrition", "13.5b", "CA-R69")
@pytest.mark.parametrize(("lost", "level"), [("20 5 0 0", "Major Operational"), ("0 40 0 0", "Minor Tactical")])
def test_r12_bust_without_verdun_is_a_french_victory_by_the_points_or_a_minor_one(lost, level):
    match = position(
        f"options: verdun_or_bust\nbust: yes\nturn: 10\nstep: turn-end\nap: 20 20\nlost: {lost}\n1605: 21ID\n1520: 72DI"
    )
    assert match.over and match.result.level == f"French {level} Victory"


@pytest.mark.case("campaign-of-attrition", "4.9b", "CA-R59")
def test_r13_a_gun_that_stays_idle_with_its_corps_can_still_act_with_its_own_group():
    text = "turn: 5\nstep: german-operations\n1605: 21ID, RS1\n1603: 25ID, RS2\n1315: 72DI"
    match = position(text)
    play(match, "21ID", "movement")
    move(match, "RS2", "1602")
    play(match, "done", "RS1", "movement")
    assert "RS1" in options(match) and "RS2" not in options(match)


@pytest.mark.case("campaign-of-attrition", "9.4d", "CA-R22")
def test_r14_a_unit_whose_place_is_taken_by_a_friend_is_lost():
    # 1709 has room for one more division, and the other ways are shut.
    text = "1708: 72DI, 51DI\n1707: 21ID\n1709: 14DI\n1607: 5ID\n1807: 6ID\n1608: 9RD\n1808: 10RD"
    match = suffer(text, 1, dice=[5])
    if match.decision.kind == "Absorb":
        play(match, "retreat=1")
    play(match, "72DI-1709")
    assert at(match, "72DI") == "1709" and at(match, "51DI") == "pool" and match.position.rolled == 1
