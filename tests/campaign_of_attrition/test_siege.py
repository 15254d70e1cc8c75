"""7.0 Siege fire."""

import pytest

from .kit import ap, at, fort, options, order, play, points, position, refused, run_to, states, step


def siege(text, dice=(), side="german", turn=5, rules="none"):
    """A side's Siege Artillery Phase. 0318 touches 0317, in the open."""
    return position(f"turn: {turn}\nstep: {side}-siege\noptions: {rules}\n{text}", dice)


def fire(match, cell, *guns):
    """These guns fire together at a hex."""
    return play(match, cell, *guns, "fire")


def column(match):
    """The column of the Siege Fire Table for the guns named."""
    return match.odds(match.parse("fire")).column


@pytest.mark.case("campaign-of-attrition", "7.0a", "3.3", "CA-R08")
def test_guns_fire_at_adjacent_enemies_and_enemy_fortresses():
    match = siege("0318: RS1\n0317: 72DI\n0315: 51DI\n1012: RS2\n1111: 5ID")
    assert options(match) == {"0317", "1011", "1113", "1013", "done"}
    assert refused(match, "0315").cases == ("7.0a",) and refused(match, "0316").cases == ("7.0a",)


@pytest.mark.case("campaign-of-attrition", "7.0a", "CA-R37", "9.8.4")
def test_rivers_do_not_stop_siege_fire():
    assert "0502" in options(siege("0402: RS1\n0502: 72DI"))


@pytest.mark.case("campaign-of-attrition", "7.0a")
def test_a_fortress_that_is_destroyed_or_one_s_own_is_no_target():
    assert "1011" not in options(siege("forts: 1011 destroyed\n1012: RS1\n0317: 72DI\n0318: RS2"))
    assert "1113" not in options(siege("1012: XXX.HA\n0317: 21ID\n0318: VII.HA", side="french"))
    assert "1011" in options(siege("german ground: 1011\nforts: 1011 silent\n1012: XXX.HA", side="french"))


@pytest.mark.case("campaign-of-attrition", "7.0b", "CA-D06", "CA-W05", "CA-R79")
@pytest.mark.parametrize(
    ("guns", "expected"),
    [
        ("RS1, RS4", "8"),  # 10 points
        ("RS1", "6"),
        ("RS3", "4"),
        ("RS1 reduced", "2"),
        ("RS1, RS2", "12"),
        ("RS1, RS3", "8"),  # 11
        ("RS1 disrupted, RS3", "8"),  # 3 + 5
        ("RS1 demoralized", "2"),
    ],
)
def test_the_column_is_that_at_or_below_the_points_fired(guns, expected):
    match = siege(f"0318: {guns}\n0317: 72DI")
    play(match, "0317", *(gun.split()[0] for gun in guns.split(", ")))
    assert column(match) == expected


@pytest.mark.case("campaign-of-attrition", "7.0c", "CA-D07", "CA-D08", "CA-D09")
@pytest.mark.parametrize(
    ("target", "place", "guns", "expected"),
    [
        ("0109", "0110", "RS1, RS2", "8"),  # woods
        ("0310", "0311", "RS1, RS2", "8"),  # village
        ("1212", "1112", "RS1, RS2", "8"),  # Verdun
        ("1011", "1012", "RS1, RS2", "6"),  # fortress
        ("1013", "1012", "RS1, RS2", "6"),  # fortress in woods: only the worst counts
        ("0202", "0102", "RS1, RS2", "12"),  # high ground
        ("1011", "1012", "RS4 reduced", "none"),  # left of the table
        ("1110", "1111", "RS1, RS2", "6"),
    ],
)
def test_cover_moves_the_column_to_the_left(target, place, guns, expected):
    match = siege(f"{place}: {guns}\n{target}: 72DI")
    play(match, target, *(gun.split()[0] for gun in guns.split(", ")))
    assert column(match) == expected


@pytest.mark.case("campaign-of-attrition", "7.0c")
def test_a_destroyed_fortress_gives_no_cover():
    match = siege("forts: 1011 destroyed\n1012: RS1, RS2\n1011: 72DI")
    play(match, "1011", "RS1", "RS2")
    assert column(match) == "12"


@pytest.mark.case("campaign-of-attrition", "7.0d", "7.0e", "CA-D07")
@pytest.mark.parametrize(("die", "state"), [(1, "good"), (3, "good"), (4, "disrupted"), (5, "disrupted"), (6, "demoralized")])
def test_infantry_in_the_target_hex_is_disrupted_or_demoralized(die, state):
    match = siege("0110: RS1, RS2\n0109: 72DI, 51DI, ENG1", dice=[die])
    fire(match, "0109", "RS1", "RS2")
    assert {order(match, u) for u in ("72DI", "51DI", "ENG1")} == {state}


@pytest.mark.case("campaign-of-attrition", "7.0e", "9.6d", "9.6e", "9.7f", "CA-D12", "CA-R37", "CA-R36")
@pytest.mark.parametrize(
    ("die", "after", "rolls"),
    [(4, ["disrupted", "demoralized", None], 2), (6, ["demoralized", "demoralized", None], 2)],
)
def test_who_is_shaken_already_gets_worse(die, after, rolls):
    match = siege("0318: RS1, RS4\n0317: 72DI, 51DI disrupted, ENG1 demoralized", dice=[die, 3])
    fire(match, "0317", "RS1", "RS4")
    found = [order(match, u) if at(match, u) == "0317" else None for u in ("72DI", "51DI", "ENG1")]
    assert found == after and at(match, "ENG1") == "pool" and match.position.rolled == rolls


@pytest.mark.case("campaign-of-attrition", "9.6e", "9.7f", "CA-R36", "9.5b")
def test_a_demoralized_unit_hit_again_rolls_for_its_life():
    match = siege("0318: RS1, RS4\n0317: 72DI demoralized", dice=[4, 2])
    fire(match, "0317", "RS1", "RS4")
    assert at(match, "72DI") == "eliminated" and match.position.lost == [0, 1, 0, 1]


@pytest.mark.case("campaign-of-attrition", "7.0f", "4.6d", "CA-D11")
def test_one_gun_loses_a_step_of_two_and_its_owner_chooses_which():
    match = siege("0318: RS1, RS4\n0317: XXX.HA, A.HA1", dice=[4])
    fire(match, "0317", "RS1", "RS4")
    assert match.player == "french" and options(match) == {"XXX.HA", "A.HA1"}
    play(match, "A.HA1")
    assert "reduced" in states(match, "A.HA1") and "reduced" not in states(match, "XXX.HA")
    assert order(match, "A.HA1") == "good"  # guns lose steps, not order


@pytest.mark.case("campaign-of-attrition", "7.0f", "CA-D11")
def test_a_two_takes_a_step_from_each_of_two_guns_and_a_single_gun_altogether():
    match = siege("0318: RS1, RS4\n0317: XXX.HA, A.HA1", dice=[6])
    fire(match, "0317", "RS1", "RS4")
    assert "reduced" in states(match, "A.HA1") and "reduced" in states(match, "XXX.HA")
    alone = siege("0318: RS1, RS4\n0317: 72DI, XXX.HA", dice=[6, 5])
    fire(alone, "0317", "RS1", "RS4")
    assert at(alone, "XXX.HA") == "pool" and order(alone, "72DI") == "demoralized"


@pytest.mark.case("campaign-of-attrition", "7.0f")
def test_a_reduced_gun_that_loses_its_step_is_eliminated():
    match = siege("0318: RS1, RS4\n0317: XXX.HA reduced", dice=[4, 2])
    fire(match, "0317", "RS1", "RS4")
    assert at(match, "XXX.HA") == "eliminated"


@pytest.mark.case("campaign-of-attrition", "7.0g", "4.6b", "CA-D08")
@pytest.mark.parametrize(
    ("guns", "die", "state"), [("RS1, RS2", 3, "guns"), ("RS1, RS2", 4, "silent"), ("RS1, RS2", 6, "silent")]
)
def test_a_fortress_loses_its_guns(guns, die, state):
    match = siege(f"1012: {guns}", dice=[die])
    fire(match, "1011", "RS1", "RS2")
    assert fort(match, "1011") == state


@pytest.mark.case("campaign-of-attrition", "7.0g", "4.6b", "7.0e")
def test_more_guns_can_destroy_it_and_hit_whoever_is_in_it():
    match = siege("1012: RS1, RS2\n1111: RS3\n1011: 72DI entrenched", dice=[6])
    fire(match, "1011", "RS1", "RS2", "RS3")  # 17 points: column 16, two to the left
    assert fort(match, "1011") == "destroyed" and order(match, "72DI") == "demoralized"


@pytest.mark.case("campaign-of-attrition", "7.1a", "S-d", "CA-D10")
def test_each_gun_that_fires_costs_a_point():
    match = siege("1012: RS1, RS2\n1111: RS3", dice=[1])
    fire(match, "1011", "RS1", "RS2", "RS3")
    assert ap(match, "german") == 72


@pytest.mark.case("campaign-of-attrition", "7.1a", "1.1b", "CA-R11")
def test_without_points_there_is_no_ammunition_and_the_last_one_loses_the_match():
    match = siege("ap: 1 45\n0318: RS1, RS2\n0317: 72DI")
    play(match, "0317", "RS1")
    assert refused(match, "RS2").cases == ("7.1a",) and "loses the match" in match.decision.prompt
    play(match, "fire")
    assert match.over and match.result.winner == "french"


@pytest.mark.case("campaign-of-attrition", "7.1b", "4.3b", "CA-R58")
def test_a_gun_needs_supply_to_fire_but_no_line():
    match = siege("0318: RS1\n0317: 72DI\n0316: RS2 oos")  # there is no line down here
    play(match, "0317")
    assert "RS1" in options(match) and refused(match, "RS2").cases == ("7.1b",)


@pytest.mark.case("campaign-of-attrition", "7.2a", "7.2c", "CA-D13")
def test_a_gun_that_has_fired_stays_where_it_is_until_the_next_turn():
    match = siege("0318: RS1\n0317: 72DI\n0219: RS2", dice=[1] + [6] * 20)
    fire(match, "0317", "RS1")
    run_to(match, "german-movement")
    assert refused(match, "RS1").cases == ("7.2a",) and "RS2" in options(match) and points(match, "RS1") == 0
    run_to(match, "french-movement")
    assert "fired" in states(match, "RS1")
    run_to(match, "german-movement")
    assert "fired" not in states(match, "RS1") and "RS1" in options(match)


@pytest.mark.case("campaign-of-attrition", "7.0b", "CA-R37")
def test_guns_fire_once_in_a_phase_alone_or_together_and_a_hex_may_be_hit_again():
    match = siege("0318: RS1, RS2\n0317: 72DI", dice=[1, 1])
    fire(match, "0317", "RS1")
    play(match, "0317")
    assert refused(match, "RS1").cases == ("7.2c",)
    play(match, "RS2", "fire")
    assert ap(match, "german") == 73 and step(match) != "german-siege"


@pytest.mark.case("campaign-of-attrition", "4.6c")
def test_fortress_guns_do_not_fire_in_siege():
    match = siege("1011: 72DI entrenched\n1012: 21ID\n0317: 5ID\n0318: XXX.HA", side="french")
    assert options(match) == {"0317", "done"}


@pytest.mark.case("campaign-of-attrition", "8.2j")
def test_a_unit_in_reserve_that_is_disrupted_is_in_reserve_no_more():
    match = siege("0318: RS1, RS4\n0317: 72DI reserve, 51DI reserve", dice=[4])
    fire(match, "0317", "RS1", "RS4")
    assert states(match, "72DI") == states(match, "51DI") == {"disrupted"}


# ------------------------------------------------------------------------------------------------ 13.1


@pytest.mark.case("campaign-of-attrition", "13.1a", "CA-R70")
def test_with_simultaneous_siege_fire_both_sides_fire_before_anything_is_lost():
    match = siege("0318: RS4 reduced\n0317: XXX.HA, A.HA1", dice=[6, 6, 5], rules="simultaneous_siege_fire")
    play(match, "0317", "RS4", "fire")
    assert match.player == "french" and match.position.rolled == 0
    play(match, "0318", "XXX.HA", "A.HA1", "fire")
    # 7 points at RS4: a 6 is one step, its last. RS4's 2 points take a step of one of theirs all the same.
    play(match, "XXX.HA")
    assert "reduced" in states(match, "XXX.HA")
    assert at(match, "RS4") == "pool" and ap(match, "german") == 74 and ap(match, "french") == 43


@pytest.mark.case("campaign-of-attrition", "13.1a")
def test_without_the_option_only_the_phasing_side_fires():
    match = siege("0318: RS4\n0317: XXX.HA", dice=[1])
    play(match, "done")
    assert step(match) != "german-siege" and ap(match, "french") == 45


@pytest.mark.case("campaign-of-attrition", "13.1b", "CA-W08", "CA-R70")
def test_a_gun_that_fired_in_the_enemy_phase_moves_and_attacks_in_its_own_turn():
    text = "0318: 21ID, RS1\n0317: 72DI, XXX.HA"
    match = siege(text, dice=[1] + [6] * 30, side="french", rules="simultaneous_siege_fire")
    play(match, "done", "0317", "RS1", "fire")
    assert "fired" in states(match, "RS1")
    run_to(match, "german-siege")
    assert "fired" not in states(match, "RS1")
    play(match, "done")
    run_to(match, "german-combat")
    play(match, "0317", "RS1", "21ID")
    assert "attack" in options(match)
