"""9.6 Advances after combat, and how far pioneers carry them."""

import pytest

from .kit import assault, at, control, fight, fort, options, play, position, refused, result, states

STACK = ("IR81", "IR87", "Pi21")


def wiped_out(text, *units, dice=(6,), **how):
    """208R, reduced, alone in 3014, is eliminated without a German loss."""
    match = fight(f"3014: 208R reduced\n{text}", dice=dice, **how)
    assert result(assault(match, "3014", *units)) == "0/4"
    assert at(match, "208R") == "eliminated"
    return match


def driven_back(text, *units, by=2):
    """Two shaken territorial battalions in 3014 take four hits; they choose losses so as to retreat 1 or 2 hexes."""
    match = fight(f"3014: II.44T demoralized, III.44T demoralized\n{text}", dice=[6])
    assert result(assault(match, "3014", *units)) == "0/4"
    play(match, f"lose={4 - by}", *("II.44T", "III.44T")[: 4 - by], *(["II.44T"] if by == 1 else []))
    return match


# ---------------------------------------------------------------------------------------------------- 9.6


@pytest.mark.case("they-shall-not-pass", "9.6", "TP-R99")
def test_when_the_defenders_are_gone_any_attackers_may_advance_and_nobody_must():
    match = wiped_out("3013: IR81, IR87", "IR81", "IR87")
    assert options(match) == {"IR81-3014", "IR87-3014", "done"}
    play(match, "IR87-3014", "done")
    assert (at(match, "IR81"), at(match, "IR87")) == ("3013", "3014") and control(match, "3014") == "german"
    match = wiped_out("3013: IR81, IR87", "IR81", "IR87")
    play(match, "done")
    assert at(match, "IR81") == at(match, "IR87") == "3013" and control(match, "3014") == "french"


@pytest.mark.case("they-shall-not-pass", "9.6")
def test_a_hex_left_in_retreat_may_be_entered_too():
    match = driven_back("3013: IR81, IR87", "IR81", "IR87", by=2)
    play(match, "II.44T-3015", "II.44T-3016", "III.44T-3015", "III.44T-3016")
    assert options(match) == {"IR81-3014", "IR87-3014", "done"}  # no pioneers: the attacked hex and no more


@pytest.mark.case("they-shall-not-pass", "9.6", "TP-R99")
def test_while_a_defender_holds_the_hex_nobody_advances():
    match = fight("3013: IR81, IR87\n3014: 42RI", dice=[1])
    assault(match, "3014", "IR81", "IR87")  # 3/1
    play(match, "lose=1", "lose=3", "IR81", "IR81")
    assert match.decision.kind == "Assault" and at(match, "IR87") == "3013"


@pytest.mark.case("they-shall-not-pass", "9.6", "TP-R99", "14.8")
def test_nobody_advances_into_a_fort_whose_garrison_lives():
    match = fight("2514: IR81, IR87\n2614: FR80, LGIR115\n2515: 208R", dice=[3])
    assert result(assault(match, "2515", "IR81", "IR87", "FR80", "LGIR115")) == "2/2"  # 24 : 6 = 4:1, two down
    play(match, "lose=2", "208R", "208R", "lose=2", "IR81", "IR81")  # the regiment dies, the garrison does not
    assert at(match, "208R") == "eliminated" and fort(match, "Vaux") == 1
    assert match.decision.kind == "Assault" and at(match, "IR87") == "2514"


@pytest.mark.case("they-shall-not-pass", "9.6", "8.31", "TP-R73")
def test_an_advance_never_exceeds_the_stacking_limit():
    match = wiped_out("3013: IR81, IR87\n2914: FR80", "IR81", "IR87", "FR80")
    play(match, "IR81-3014", "FR80-3014")
    assert match.decision.kind == "Assault" and at(match, "IR87") == "3013"  # the third has no room: not even asked


@pytest.mark.case("they-shall-not-pass", "9.6", "8.46", "8.42e")
def test_zones_of_control_do_not_hinder_an_advance():
    # From the Strong zone of 3114 straight into that of 3016 and 3114.
    match = wiped_out("3013: IR81, IR87\n3114: 42RI\n3015: 44RI", "IR81", "IR87")
    play(match, "IR81-3014")
    assert at(match, "IR81") == "3014"


@pytest.mark.case("they-shall-not-pass", "9.6")
def test_only_units_that_attacked_may_advance():
    match = wiped_out("3013: IR81, IR87, Pi21\n2914: FR80", "IR81", "IR87")
    assert options(match) == {"IR81-3014", "IR87-3014", "done"}
    assert refused(match, "Pi21-3014").cases and refused(match, "FR80-3014").cases


@pytest.mark.case("they-shall-not-pass", "9.6", "9.53")
def test_defenders_never_advance():
    match = fight("3013: IR81\n3014: 42RI, 44RI", dice=[1])
    assert result(assault(match, "3014", "IR81")) == "4/0"
    assert at(match, "IR81") == "eliminated"
    assert match.player == "german" and match.decision.kind == "Assault"
    assert at(match, "42RI") == "3014" and control(match, "3013") == "german"


@pytest.mark.case("they-shall-not-pass", "9.6", "4.0.X")
def test_the_french_advance_after_their_own_assaults():
    match = fight("3014: 42RI, 44RI\n3013: IR81 reduced", side="french", dice=[6])
    assert result(assault(match, "3013", "42RI", "44RI")) == "1/4"
    play(match, "lose=1", "42RI")
    assert options(match) == {"42RI-3013", "44RI-3013", "done"}
    play(match, "42RI-3013")
    assert control(match, "3013") == "french"


# ---------------------------------------------------------------------------------------------------- 9.61, 9.62


@pytest.mark.case("they-shall-not-pass", "9.61", "9.61b", "14.5")
def test_after_a_retreat_of_two_hexes_a_pioneer_stack_may_follow_into_the_first_hex_of_the_path():
    match = driven_back("3013: IR81, IR87, Pi21", *STACK)
    play(match, "II.44T-3015", "II.44T-3016", "III.44T-3015", "III.44T-3016")
    assert options(match) == {"IR81-3014", "IR87-3014", "Pi21-3014", "Pi21-3015", "done"}
    play(match, "IR87-3014")
    assert options(match) == {"IR81-3014", "Pi21-3014", "IR81-3015", "Pi21-3015", "done"}  # not 3016, not 3115
    play(match, "IR81-3015", "Pi21-3015")
    assert (at(match, "IR81"), at(match, "Pi21"), at(match, "IR87")) == ("3015", "3015", "3014")
    assert control(match, "3014") == control(match, "3015") == "german"


@pytest.mark.case("they-shall-not-pass", "9.61")
def test_after_a_retreat_of_one_hex_nobody_goes_beyond():
    match = driven_back("3013: IR81, IR87, Pi21", *STACK, by=1)
    assert at(match, "II.44T") == "eliminated"
    play(match, "III.44T-3015")
    assert options(match) == {"IR81-3014", "IR87-3014", "Pi21-3014", "done"}


@pytest.mark.case("they-shall-not-pass", "9.61", "9.61b")
def test_attackers_from_a_hex_without_pioneers_stop_in_the_attacked_hex():
    match = driven_back("3013: IR81, Pi21\n2914: FR80", "IR81", "Pi21", "FR80")
    play(match, "II.44T-3015", "II.44T-3016", "III.44T-3015", "III.44T-3016")
    assert options(match) == {"IR81-3014", "Pi21-3014", "Pi21-3015", "FR80-3014", "done"}
    play(match, "Pi21-3014")
    assert options(match) == {"IR81-3014", "IR81-3015", "FR80-3014", "done"}


@pytest.mark.case("they-shall-not-pass", "9.61b")
def test_pioneer_stacks_move_first_and_once_others_have_entered_nobody_goes_beyond():
    match = driven_back("3013: IR81, Pi21\n2914: FR80", "IR81", "Pi21", "FR80")
    play(match, "II.44T-3015", "II.44T-3016", "III.44T-3015", "III.44T-3016", "FR80-3014")
    assert options(match) == {"IR81-3014", "Pi21-3014", "done"}


@pytest.mark.case("they-shall-not-pass", "9.61", "TP-R109")
def test_the_deeper_advance_outlives_the_pioneer():
    match = fight("3013: IR81, IR87, Pi21 reduced\n3014: 208R", dice=[4])
    assert result(assault(match, "3014", *STACK)) == "1/3"  # 13 : 4 = 3:1, one up
    play(match, "lose=1", "208R-3015", "208R-3016", "lose=1")
    assert at(match, "Pi21") == "eliminated"
    assert options(match) == {"IR81-3014", "IR87-3014", "done"}
    play(match, "IR81-3014")
    assert options(match) == {"IR87-3014", "IR87-3015", "done"}


@pytest.mark.case("they-shall-not-pass", "9.61")
def test_the_first_hex_of_the_path_is_closed_while_other_enemies_hold_it():
    match = driven_back("3013: IR81, IR87, Pi21\n3015: 42RI", *STACK)
    play(match, "II.44T-3015", "II.44T-3016", "III.44T-3015", "III.44T-3016", "IR81-3014")
    assert options(match) == {"IR87-3014", "Pi21-3014", "done"}


@pytest.mark.case("they-shall-not-pass", "TP-R100", "9.61")
def test_if_the_defenders_fled_different_ways_the_attacker_picks_one_path():
    match = driven_back("3013: IR81, IR87, Pi21", *STACK)
    play(match, "II.44T-3015", "II.44T-3016", "III.44T-3115", "III.44T-3116", "IR81-3014")
    assert {"IR87-3015", "IR87-3115", "Pi21-3015", "Pi21-3115"} <= options(match) and "IR87-2915" not in options(match)
    play(match, "IR87-3115")
    assert options(match) == {"Pi21-3014", "Pi21-3115", "done"}  # the stack does not split


@pytest.mark.case("they-shall-not-pass", "9.61a", "TP-R100")
def test_when_all_are_eliminated_the_stack_may_go_to_any_hex_beyond():
    match = wiped_out("3013: IR81, IR87, Pi21", *STACK)
    play(match, "IR81-3014")
    assert options(match) == {
        "IR87-3014", "Pi21-3014", "IR87-3015", "IR87-3115", "IR87-2915", "Pi21-3015", "Pi21-3115", "Pi21-2915", "done",
    }  # fmt: skip
    assert refused(match, "Pi21-3114").cases and refused(match, "Pi21-2914").cases  # beside, not beyond


@pytest.mark.case("they-shall-not-pass", "9.61a", "TP-R100")
def test_the_hex_beyond_must_be_free_of_enemies():
    match = wiped_out("3013: IR81, IR87, Pi21\n3015: 42RI\n3115: XXX.HQ", *STACK)
    play(match, "IR81-3014")
    assert {action for action in options(match) if action.startswith("Pi21")} == {"Pi21-3014", "Pi21-2915"}


@pytest.mark.case("they-shall-not-pass", "TP-R100", "14.8", "9.61a")
def test_the_hex_beyond_may_not_be_an_intact_fort():
    text = "2613: IR81, IR87, Pi21\n2614: 208R reduced"
    match = fight(text, dice=[6])
    assert result(assault(match, "2614", *STACK)) == "0/4"
    play(match, "IR81-2614")
    assert {"Pi21-2615", "Pi21-2715"} <= options(match) and "Pi21-2515" not in options(match)
    match = fight(f"forts: Vaux 0\n{text}", dice=[6])
    assault(match, "2614", *STACK)
    play(match, "IR81-2614")
    assert "Pi21-2515" in options(match)


@pytest.mark.case("they-shall-not-pass", "TP-R100", "TP-R10", "9.61a")
def test_the_hex_beyond_may_not_lie_across_an_unbridged_river():
    match = fight("1314: IR81, IR87, Pi21\n1214: 208R reduced", dice=[6])
    assert result(assault(match, "1214", *STACK)) == "0/4"
    play(match, "IR81-1214")
    beyond = {action for action in options(match) if action.startswith("Pi21")}
    assert "Pi21-1115" in beyond and "Pi21-1114" not in beyond  # bridge, river


@pytest.mark.case("they-shall-not-pass", "9.61a")
def test_two_pioneer_stacks_may_go_to_different_hexes_or_to_the_same():
    text = "3013: IR81, Pi21\n3114: IR116, Pi25"
    units = ("IR81", "Pi21", "IR116", "Pi25")
    match = wiped_out(text, *units)
    play(match, "IR81-3014", "Pi21-3015", "IR116-2915", "Pi25-2915")
    assert (at(match, "Pi21"), at(match, "IR116"), at(match, "Pi25")) == ("3015", "2915", "2915")
    match = wiped_out(text, *units)
    play(match, "IR81-3014", "Pi21-3015", "IR116-3015")
    assert options(match) == {"Pi25-3014", "Pi25-3015", "done"}


@pytest.mark.case("they-shall-not-pass", "9.61b", "TP-R101")
def test_somebody_must_stay_in_the_attacked_hex_before_others_go_on():
    match = wiped_out("3013: IR81, IR87, Pi21", *STACK)
    assert not {"IR81-3015", "IR87-3015"} & options(match)
    assert refused(match, "IR81-3015").cases
    play(match, "Pi21-3014")
    assert {"IR81-3015", "IR87-3015"} <= options(match)
    play(match, "IR81-3015", "IR87-3015")
    assert at(match, "IR81") == at(match, "IR87") == "3015" and at(match, "Pi21") == "3014"


@pytest.mark.case("they-shall-not-pass", "TP-R101", "9.61b")
def test_a_single_regiment_left_of_the_pioneer_stack_stops_in_the_attacked_hex():
    match = fight("3013: IR81, Pi21 reduced\n3014: 208R reduced", dice=[1])
    assert result(assault(match, "3014", "IR81", "Pi21")) == "2/2"  # 7 : 2 = 3:1, one up
    play(match, "lose=2")
    assert at(match, "208R") == at(match, "Pi21") == "eliminated"
    assert options(match) == {"IR81-3014", "done"}


@pytest.mark.case("they-shall-not-pass", "9.62", "TP-R101")
def test_pioneers_advancing_alone_need_leave_nobody_behind():
    match = wiped_out("3013: Pi21, IR81\n2914: Pi25", "Pi21", "IR81", "Pi25")
    play(match, "Pi21-3015", "Pi25-3015")
    assert at(match, "Pi21") == at(match, "Pi25") == "3015"
    play(match, "done")
    assert at(match, "IR81") == "3013" and control(match, "3014") == "german"  # passed through, held by nobody


@pytest.mark.case("they-shall-not-pass", "9.62", "9.61b")
def test_a_regiment_may_not_follow_the_lone_pioneers_beyond_unless_somebody_stays():
    match = wiped_out("3013: IR81, IR87, Pi21", *STACK)
    play(match, "Pi21-3015")
    assert options(match) == {"IR81-3014", "IR87-3014", "done"}
    play(match, "IR81-3014")
    assert options(match) == {"IR87-3014", "IR87-3015", "done"}


@pytest.mark.case("they-shall-not-pass", "9.62")
def test_lone_pioneers_go_beyond_only_after_two_hexes_of_retreat_or_an_elimination():
    match = driven_back("3013: IR81, IR87, Pi21", *STACK, by=1)
    play(match, "III.44T-3015")
    assert "Pi21-3015" not in options(match) and "Pi21-3014" in options(match)


@pytest.mark.case("they-shall-not-pass", "TP-R101", "9.61")
def test_bad_weather_does_not_limit_the_advance():
    match = position(
        "turn: 2\nstep: german-assault\nweather: bad\n3013: IR81, IR87, Pi21\n3014: 208R reduced\n3322: 42RI", dice=[6]
    )
    assault(match, "3014", *STACK)
    play(match, "IR81-3014")
    assert "IR87-3015" in options(match)


@pytest.mark.case("they-shall-not-pass", "9.61", "9.61b", "8.31")
def test_stacking_holds_in_the_hex_beyond_as_well():
    match = wiped_out("3013: IR81, IR87, Pi21\n3114: IR116, IR117, Pi25", *STACK, "IR116", "IR117", "Pi25")
    play(match, "Pi21-3014", "IR81-3015", "IR87-3015")
    assert "IR116-3015" not in options(match) and "IR116-2915" in options(match)


@pytest.mark.case("they-shall-not-pass", "9.61a", "TP-R100")
def test_defenders_who_die_on_the_run_are_eliminated_and_the_stack_may_go_anywhere_beyond():
    # 4:1 die 1 is 2/2: 243R, reduced and shaken, loses nobody but runs one hex into a zone and dies of its check.
    match = fight("3013: IR81, IR87, Pi21\n3016: FR80\n3014: 208R reduced, 243R reduced demoralized", dice=[1, 6, 6])
    assault(match, "3014", *STACK)  # 14 : 3 = 4:1, one up: 2/2
    play(match, "lose=1", "208R", "243R-3015")
    assert at(match, "208R") == at(match, "243R") == "eliminated"
    play(match, "lose=2", "IR81", "IR87-3014")
    assert {"IR81-3115", "IR81-2915", "IR81-3015"} <= options(match)


# ---------------------------------------------------------------------------------------------------- 9.63


@pytest.mark.case("they-shall-not-pass", "9.63", "TP-R102")
def test_a_supporting_gun_stacked_with_the_attackers_may_advance_with_them_and_stays_fired():
    match = wiped_out("3013: IR81, IR87, FAR27\n3015: 42RI", "IR81", "IR87", "FAR27")
    assert options(match) == {"IR81-3014", "IR87-3014", "done"}  # not without them
    play(match, "IR81-3014", "FAR27-3014")  # into the zone of 3015
    assert at(match, "FAR27") == "3014" and "fired" in states(match, "FAR27")


@pytest.mark.case("they-shall-not-pass", "9.63", "9.45")
@pytest.mark.parametrize("gun", ["3012: FAR27", "2914: FAR27"])
def test_a_supporting_gun_elsewhere_does_not_advance(gun):
    match = wiped_out(f"3013: IR81, IR87\n{gun}", "IR81", "IR87", "FAR27")
    assert options(match) == {"IR81-3014", "IR87-3014", "done"}


@pytest.mark.case("they-shall-not-pass", "9.63", "9.6")
def test_a_gun_that_held_its_fire_does_not_advance():
    match = wiped_out("3013: IR81, IR87, FAR27", "IR81", "IR87")
    assert options(match) == {"IR81-3014", "IR87-3014", "done"}


@pytest.mark.case("they-shall-not-pass", "9.63", "TP-R102", "8.31")
def test_advancing_guns_count_for_stacking_and_go_no_farther_than_the_attacked_hex():
    match = wiped_out("3013: IR81, Pi21, XVIII.A1\n2914: FR80", "IR81", "Pi21", "FR80", "XVIII.A1")
    play(match, "IR81-3014")
    assert "XVIII.A1-3014" in options(match) and "XVIII.A1-3015" not in options(match)
    play(match, "XVIII.A1-3014")
    assert "FR80-3014" not in options(match)


@pytest.mark.case("they-shall-not-pass", "9.61b", "9.63")
def test_the_unit_that_stays_in_the_attacked_hex_may_be_a_gun_of_the_pioneers_stack():
    match = wiped_out("3013: IR81, Pi21, FAR27", "IR81", "Pi21", "FAR27")
    play(match, "Pi21-3015", "FAR27-3014")
    assert "IR81-3015" in options(match)
