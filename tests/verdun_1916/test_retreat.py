"""7.6 Retreats and advances."""

import pytest

from .kit import at, attack, control, fight, legal, options, play, refused, result, states, step, steps, where

# Around 3114, clockwise from north: 3113 3213 3214 3115 3014 3013. South of the French is 3115, then 3116.


def driven(text, dice=(6,), units=("IR81",), target="3114"):
    """351R in 3114 is attacked from 3113 at 7 to 5: on a six it must retreat one hex."""
    match = fight(text, dice=list(dice))
    assert result(attack(match, target, *units)) == "DR"
    return match


@pytest.mark.case("verdun-1916", "7.6R-c", "VV-R56")
def test_first_toward_the_own_edge():
    match = driven("3113: IR81\n3114: 351R")
    assert options(match) == {"3115", "3214", "3014"}
    assert refused(match, "3013").cases[0] == "7.6R-c"
    match = fight("3114: IR81\n3115: 42RI\n3014: 44RI loss", dice=[6], side="french")  # 10 to 7 is 3/2
    assert result(attack(match, "3114", "42RI", "44RI")) == "DR"
    assert options(match) <= {"3113", "3213", "3013"}


@pytest.mark.case("verdun-1916", "7.6R-d")
def test_then_out_of_enemy_zones():
    """3215 beside 3214 and 3115."""
    match = driven("3113: IR81\n3215: IR87\n3114: 351R")
    assert at(match, "351R") == "3014"


@pytest.mark.case("verdun-1916", "7.6R-d", "3.2e")
def test_a_friend_in_the_hex_takes_the_zone_away():
    """All three hexes toward home are in enemy zones; in 3115 a friend stands."""
    match = driven("3113: IR81\n3215: IR87\n3015: LGIR115\n3114: 351R\n3115: 14.HQ")
    assert (at(match, "351R"), steps(match, "351R")) == ("3115", 3)


@pytest.mark.case("verdun-1916", "7.6R-e")
def test_then_where_there_is_room():
    match = driven("3113: IR81\n3114: 351R\n3115: 42RI\n3214: 44RI")
    assert at(match, "351R") == "3014"


@pytest.mark.case("verdun-1916", "7.6R-f")
def test_then_as_far_from_the_enemy_as_can_be():
    """A gun, which has no zone, stands next to 3014."""
    match = driven("3113: IR81\n2914: FA21\n3114: 351R")
    assert options(match) == {"3115", "3214"}


@pytest.mark.case("verdun-1916", "7.6R-a", "VV-R56")
def test_never_onto_the_enemy_and_back_if_nothing_else_is_left():
    match = driven("3113: IR81\n3115: XVIII.HQ\n3214: FA21\n3014: FA25\n3114: 351R")
    assert options(match) == {"3013", "3213"}


@pytest.mark.case("verdun-1916", "7.6R-j", "7.6R-a", "VV-R82")
def test_with_nowhere_to_go_a_unit_is_eliminated():
    text = "3113: IR81\n3213: XVIII.HQ\n3214: FA21\n3115: FA25\n3014: III.HQ\n3013: V.HQ\n3114: 351R"
    match = driven(text)
    assert at(match, "351R") == "eliminated"


@pytest.mark.case("verdun-1916", "3.3c", "3.3d", "7.6R-g", "VV-R55")
def test_each_hex_in_an_enemy_zone_costs_the_stack_one_step():
    """IR87 in 3116 controls 3115, 3015 and 3215; ST5 in 3215 controls 3214 and 3115; LGIR115 in 3015 controls 3014."""
    match = fight("3113: IR81\n3215: IR87\n3015: LGIR115\n3114: 351R, 14.B1", dice=[6])
    assert result(attack(match, "3114", "IR81")) == "D/AR"
    match = fight("3113: IR81\n3213: RIR16\n3215: IR87\n3015: LGIR115\n3114: 351R, 14.B1", dice=[6])
    attack(match, "3114", "IR81", "RIR16")  # 13 to 7 is 2/1, die 4: A/DR
    assert options(match) == {"3115", "3214", "3014"}
    play(match, "3115")  # in the zones of both
    assert options(match) == {"351R", "14.B1"}
    play(match, "14.B1")
    assert (at(match, "351R"), steps(match, "351R"), at(match, "14.B1")) == ("3115", 3, "stock")


@pytest.mark.case("verdun-1916", "7.6R-h", "VV-R57", "4b")
def test_who_cannot_stack_goes_on():
    """Everything toward home is full: the stack passes through and on."""
    match = driven("3113: IR81\n3114: 351R\n3115: 42RI, 14.B1\n3214: 44RI, 14.B2\n3014: 60RI, 14.B3")
    while match.decision is not None and match.decision.kind == "Retreat":
        play(match, sorted(options(match))[0])
    p, board = match.position, match.game.board
    cell = board.index[at(match, "351R")]
    assert p.steps_in(cell) <= 5 and board.distance(cell, board.index["3114"]) == 2


@pytest.mark.case("verdun-1916", "7.1g", "7.6R-i", "VV-R91")
def test_who_retreats_onto_friends_adds_nothing_there_but_shares_losses_and_retreats():
    text = "3113: IR81\n3114: 351R loss neutralised uncommanded\n3116: 42RI\n3115: 44RI\n3215: IR87\n3015: RIR16"
    match = fight(text, dice=[5, 6])
    attack(match, "3114", "IR81")  # 7 to 3 is 2/1, die +3: row 8, D1
    while match.player == "french":
        play(match, "3115" if legal(match, "3115") else sorted(options(match))[0])
    assert at(match, "351R") == "3115" and "sheltered" in states(match, "351R")
    play(match, "done")
    from .kit import declare, modifiers, odds

    declare(match, "3115", "IR87")
    assert odds(match).column == "1/1" and modifiers(match) == {}  # 7 to the 6 of 44RI alone
    play(match, "resolve")  # D/AR
    assert options(match) == {"351R", "44RI"}


# ------------------------------------------------------------------------------------------------ advance


@pytest.mark.case("verdun-1916", "7.6V-a", "7.6V-c", "5.4c", "3.3b")
def test_participants_may_enter_the_hex_and_count_as_exploiting():
    match = driven("3113: IR81, ST5\n3213: LGIR115\n3114: 351R")
    play(match, "3115")
    assert options(match) == {"IR81-3114", "done"}  # the others took no part
    play(match, "IR81-3114")
    assert (at(match, "IR81"), control(match, "3114")) == ("3114", "german")
    assert "exploited" in states(match, "IR81") and "exploited" not in states(match, "LGIR115")


@pytest.mark.case("verdun-1916", "7.6V-c")
def test_nobody_has_to_advance():
    match = driven("3113: IR81\n3114: 351R")
    play(match, "3115", "done")
    assert at(match, "IR81") == "3113" and "exploited" not in states(match, "IR81")


@pytest.mark.case("verdun-1916", "7.6V-b")
def test_ground_and_zones_do_not_hinder_an_advance():
    """2403 is forest and trench up a slope, in the zone of 2404."""
    match = fight("2503: IR81 neutralised\n2402: IR87\n2403: I.44T\n2404: 351R", dice=[6])
    assert result(attack(match, "2403", "IR81", "IR87")) == "DE"
    assert {"IR81-2403", "IR87-2403"} <= options(match)
    play(match, "IR81-2403")
    assert at(match, "IR81") == "2403"


@pytest.mark.case("verdun-1916", "7.6V-a", "4a", "VV-R58")
def test_an_advance_keeps_to_the_stacking_limit():
    match = fight("3113: IR81, ST4\n3213: IR87\n3114: I.44T", dice=[6])
    attack(match, "3114", "IR81", "ST4", "IR87")
    play(match, "IR81-3114")
    assert "ST4-3114" in options(match) and "IR87-3114" not in options(match)


@pytest.mark.case("verdun-1916", "7.6V-a", "VV-R58", "8.2c")
def test_distant_guns_and_headquarters_do_not_advance():
    match = fight("3113: IR81, XVIII.HQ\n3109: FA21\n3114: I.44T", dice=[6])
    attack(match, "3114", "IR81", "FA21")
    assert options(match) == {"IR81-3114", "done"}


@pytest.mark.case("verdun-1916", "7.6V-d", "VV-R54")
def test_defenders_advance_into_the_hex_the_attackers_left():
    match = fight("3113: RIR16\n3114: 42RI, 14.HQ", dice=[3])  # 6 to 7 is 1/1: A1
    assert result(attack(match, "3114", "RIR16")) == "A1"
    while match.player == "german":
        play(match, sorted(options(match))[0])
    assert match.player == "french" and options(match) == {"42RI-3113", "done"}
    play(match, "42RI-3113")
    assert at(match, "42RI") == "3113" and "exploited" not in states(match, "42RI")


@pytest.mark.case("verdun-1916", "7.6V-a", "VV-R50")
def test_with_two_hexes_attackers_may_enter_either():
    match = fight("3113: IR81, ST4\n3212: IR87\n3114: I.44T\n3213: I.29T", dice=[6])
    attack(match, "3114 3213", "IR81", "ST4", "IR87")
    assert {"IR81-3114", "IR81-3213", "ST4-3114", "ST4-3213", "IR87-3213", "done"} == options(match)
    play(match, "IR81-3114", "IR87-3213")
    assert where(match, "IR81", "IR87") == ["3114", "3213"]


@pytest.mark.case("verdun-1916", "5.4c", "7.1f", "VV-R40", "VV-R41")
def test_who_advanced_attacks_again_in_the_second_combat_without_moving():
    match = driven("3113: IR81\n3114: 351R\n3001: XVIII.HQ", dice=[6, 1])
    play(match, "3115", "IR81-3114")
    while step(match) != "german-second-combat":
        play(match, "done")
    play(match, "3115")
    assert legal(match, "IR81")


@pytest.mark.case("verdun-1916", "VV-R40", "10.2a", "9a")
@pytest.mark.parametrize("state", ["uncommanded", "neutralised"])
def test_out_of_command_or_neutralised_it_attacks_again_but_does_not_move(state):
    match = fight(f"3113: IR81 {state}, ST4\n3114: I.44T\n3115: 351R\n3001: IR99", dice=[6])
    attack(match, "3114", "IR81", "ST4")
    play(match, "IR81-3114", "done")
    while step(match) == "german-combat":
        play(match, "done")
    assert step(match) == "german-exploitation" and not legal(match, "IR81")
    play(match, "done")
    assert step(match) == "german-second-combat"
    play(match, "3115")
    assert legal(match, "IR81") and not legal(match, "ST4")


@pytest.mark.case("verdun-1916", "14.2D-c", "7.6R-c", "VV-R77")
def test_no_retreat_crosses_the_meuse_in_the_historical_scenario():
    """South and west of 1814 lies the river; east of it a stream and Bras."""
    match = fight("1813: IR81, ST4\n1814: 351R", dice=[5])
    attack(match, "1814", "IR81", "ST4")
    while match.decision is not None and match.decision.kind == "Retreat":
        assert not {action.cell for action in match.actions()} & {"1714", "1715", "1815"}
        play(match, sorted(options(match))[0])
    assert at(match, "351R") in ("1914", "1915")


@pytest.mark.case("verdun-1916", "7.6V-d", "7.5h")
def test_defenders_advance_over_attackers_who_were_wiped_out():
    match = fight("3113: RIR16 flipped\n3114: 42RI, 14.B1", dice=[1])
    assert result(attack(match, "3114", "RIR16")) == "AE"
    assert match.player == "french" and options(match) == {"42RI-3113", "14.B1-3113", "done"}
    play(match, "14.B1-3113", "done")
    assert (at(match, "14.B1"), control(match, "3113")) == ("3113", "french")


@pytest.mark.case("verdun-1916", "7.6V-d", "7.1c")
def test_they_do_not_where_somebody_of_the_attacking_stack_stayed():
    match = fight("3113: RIR16 flipped, RIR53\n3114: 42RI", dice=[1])
    attack(match, "3114", "RIR16")
    assert match.decision is None or match.decision.kind != "Advance"


@pytest.mark.case("verdun-1916", "3.3c", "7.6R-g", "7.5k")
def test_attackers_pay_for_zones_in_their_retreat_too():
    """North of 3113 all three hexes lie in the zone of 3111 or 3211 or 3011."""
    match = fight("3113: RIR16\n3114: 42RI\n3111: 44RI\n3211: 35RI\n3011: 60RI", dice=[4])
    assert result(attack(match, "3114", "RIR16")) == "AR"
    assert options(match) == {"3112", "3012", "3212"}
    play(match, "3112")
    assert (steps(match, "RIR16"), at(match, "RIR16")) == (2, "3112")


@pytest.mark.case("verdun-1916", "7.6R-h", "4a")
def test_a_retreat_that_just_fills_a_hex_ends_there():
    match = driven("3113: IR81\n3215: IR87\n3015: LGIR115\n3114: 351R\n3115: 44RI loss")
    assert at(match, "351R") == "3115" and match.position.steps_in(match.game.board.index["3115"]) == 5
