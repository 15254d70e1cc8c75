"""4.6, 4.7 French fortresses, 4.8 stripping their guns. 1012 is open ground between the forts 1011, 1113 and 1013."""

import pytest

from .kit import (
    ap,
    artillery,
    at,
    control,
    declare,
    fight,
    fort,
    modifiers,
    move,
    moving,
    options,
    play,
    position,
    refused,
    states,
)


@pytest.mark.case("campaign-of-attrition", "4.7b", "4.6a", "CA-W12", "2.0e")
def test_the_french_inside_have_two_guns_more_cost_the_attacker_two_and_gain_one():
    match = declare(fight("1011: 72DI entrenched\n1012: 21ID"), "1011", "21ID")
    attacker, defender = modifiers(match)
    assert attacker["4.7b"] == -2 and defender["4.7b"] == 1
    assert artillery(match)[1].startswith("4 to 5,")  # 2 and the fortress's 2


@pytest.mark.case("campaign-of-attrition", "4.6a", "4.7b")
def test_without_guns_the_walls_remain():
    match = declare(fight("forts: 1011 silent\n1011: 72DI entrenched\n1012: 21ID"), "1011", "21ID")
    assert artillery(match)[1].startswith("2 to 5,") and modifiers(match)[0]["4.7b"] == -2 and modifiers(match)[1]["4.7b"] == 1


@pytest.mark.case("campaign-of-attrition", "4.7f", "4.6a")
def test_a_destroyed_fortress_does_nothing():
    match = declare(fight("forts: 1011 destroyed\n1011: 72DI entrenched\n1012: 21ID"), "1011", "21ID")
    attacker, defender = modifiers(match)
    assert "4.7b" not in attacker and "4.7b" not in defender and artillery(match)[1] == "2 to 5, 1:2 in clear"


@pytest.mark.case("campaign-of-attrition", "4.7e", "4.7b", "CA-W13", "CA-R30")
def test_germans_inside_cost_the_attacker_two_but_gain_nothing():
    match = declare(fight("1011: 21ID entrenched\n1012: 72DI", side="french"), "1011", "72DI")
    attacker, defender = modifiers(match)
    assert attacker["4.7b"] == -2 and "4.7b" not in defender and artillery(match)[1].startswith("5 to 2,")


@pytest.mark.case("campaign-of-attrition", "4.7a", "4.7c", "CA-D64", "CA-R30", "CA-R74")
@pytest.mark.parametrize(
    ("stack", "covered"),
    [
        ("72DI", False),
        ("72DI, ENG1", False),
        ("72DI entrenched", True),
        ("72DI entrenched, 51DI", True),
        ("XXX.HA", True),
        ("ENG1", True),
        ("38DI", False),
    ],
)
def test_who_is_inside(stack, covered):
    attacker, defender = modifiers(declare(fight(f"1011: {stack}\n1012: 21ID"), "1011", "21ID"))
    assert (attacker.get("4.7b"), defender.get("4.7b")) == ((-2, 1) if covered else (None, None))


@pytest.mark.case("campaign-of-attrition", "4.7b", "CA-R30")
def test_attackers_from_a_fortress_gain_nothing_by_it():
    match = declare(fight("1012: 21ID\n1011: 72DI, XXX.HA", side="french"), "1012", "72DI")
    assert artillery(match)[0].startswith("2 to 5,") and "4.7b" not in modifiers(match)[0]


@pytest.mark.case("campaign-of-attrition", "4.7a", "8.3a")
def test_flipping_in_a_fortress_hex_is_going_in():
    match = moving("1011: 72DI\n1012: 21ID", side="french")
    play(match, "entrench:72DI")
    assert match.position.inside(match.position.c.unit["72DI"])


@pytest.mark.case("campaign-of-attrition", "4.7d", "CA-R30")
def test_a_german_who_enters_be_it_in_passing_silences_the_guns_for_good():
    match = moving("1012: 21ID\n1315: 72DI")
    move(match, "21ID", "1010")  # by way of 1011, or past it
    assert fort(match, "1010") == "silent" and control(match, "1010") == "german"
    straight = moving("1012: 21ID\n1315: 72DI")
    move(straight, "21ID", "1011")
    assert fort(straight, "1011") == "silent" and fort(straight, "1010") == "guns"
    move(straight, "21ID", "0912")
    assert fort(straight, "1011") == "silent"


@pytest.mark.case("campaign-of-attrition", "4.7d")
def test_a_french_unit_that_enters_changes_nothing():
    match = moving("1012: 72DI\n1315: 21ID", side="french")
    move(match, "72DI", "1011")
    assert fort(match, "1011") == "guns"


@pytest.mark.case("campaign-of-attrition", "4.7f", "4.6b", "CA-R30")
def test_either_side_may_destroy_a_fortress_it_is_in():
    match = moving("1011: 21ID\n0317: 25ID\n1315: 72DI")
    play(match, "demolish:1011")
    assert fort(match, "1011") == "destroyed"
    french = moving("1011: 72DI\n0317: 25ID", side="french")
    play(french, "demolish:1011")
    assert fort(french, "1011") == "destroyed"
    assert refused(moving("1012: 21ID\n1315: 72DI"), "demolish:1011").cases == ("4.7f", "4.6b")


# ------------------------------------------------------------------------------------------------ stripping


def building(text, side="french", turn=5, rules="none"):
    return position(f"turn: {turn}\nstep: {side}-build\noptions: {rules}\nstrip: FG1, FG2, FG3, FG4\n{text}")


@pytest.mark.case("campaign-of-attrition", "4.8a", "S-a", "CA-D58", "CA-R31")
def test_two_points_turn_the_guns_of_a_fortress_into_heavy_artillery():
    match = building("1605: 21ID")
    before = ap(match, "french")
    play(match, "strip:1509")
    assert ap(match, "french") == before - 2 and at(match, "FG1") == "1509" and fort(match, "1509") == "silent"
    assert match.position.steps[match.position.c.unit["FG1"]] == 2


@pytest.mark.case("campaign-of-attrition", "4.8a", "CA-R31")
def test_only_french_fortresses_with_guns_outside_enemy_zones_can_be_stripped_and_only_four():
    match = building("forts: 1311 silent\ngerman ground: 1610\n1010: 21ID\n1410: 25ID entrenched")
    found = {text for text in options(match) if text.startswith("strip")}
    assert "strip:1113" in found and not found & {f"strip:{x}" for x in ("1311", "1610", "1010", "1511", "1411")}
    play(match, "strip:1113", "strip:1114", "strip:1115", "strip:1013")
    assert match.decision.kind != "Build" or not any(text.startswith("strip") for text in options(match))


@pytest.mark.case("campaign-of-attrition", "4.8a")
def test_the_germans_strip_nothing_and_it_is_a_matter_of_the_build_phase():
    match = building("german ground: 1509\n1605: 21ID\npool: 30ID", side="german")
    assert not any(text.startswith("strip") for text in options(match))
    assert not any(text.startswith("strip") for text in options(moving("strip: FG1\n1605: 21ID\n1509: 72DI", side="french")))


@pytest.mark.case("campaign-of-attrition", "4.8b")
def test_stripped_guns_never_return_to_a_fortress():
    match = position("turn: 5\nstep: french-build\nforts: 1509 silent\n1509: FG1\n1605: 21ID\npool: ENG2")
    assert not any(text.startswith(("strip", "return", "attach")) for text in options(match))
    defended = declare(fight("forts: 1011 silent\n1011: FG1\n1012: 21ID"), "1011", "21ID")
    assert artillery(defended)[1].startswith("2 to 5,")  # its own half, and no fortress guns


@pytest.mark.case("campaign-of-attrition", "4.7b", "4.7a")
def test_a_garrison_that_retreats_leaves_the_fortress_as_it_was():
    match = fight("1011: 72DI\n1012: 21ID", dice=[1, 1])
    play(match, "1011", "21ID", "attack")
    while match.decision is not None and match.decision.kind == "Support":
        play(match, "ready")
    assert fort(match, "1011") == "guns" and states(match, "72DI") == set()
