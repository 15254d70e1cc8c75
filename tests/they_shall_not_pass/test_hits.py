"""9.4 Hits: who takes them, how many must be lost, and what may be walked off instead."""

import pytest

from trenchline.core.actions import Action
from trenchline.games.they_shall_not_pass.hits import must_lose, splits

from .kit import assault, at, fight, options, play, refused, result, states

# Germans two hexes behind 3014: every second hex of a retreat lies in their zones, the first hexes do not.
CORDON = "3216: GR7\n3017: IR19\n2816: IR154"


@pytest.mark.case("they-shall-not-pass", "9.4")
def test_the_left_number_is_the_attackers_and_the_right_one_the_defenders():
    match = fight("3013: IR81\n3014: 42RI", dice=[1])
    assert result(assault(match, "3014", "IR81")) == "3/0"
    assert match.player == "german" and match.decision.kind == "SplitHits"  # the French have nothing to take
    play(match, "lose=2")
    assert at(match, "IR81") == "eliminated" and states(match, "42RI") == {"assaulted"}


@pytest.mark.case("they-shall-not-pass", "9.4", "TP-R90", "9.51")
def test_the_defender_finishes_his_losses_his_retreat_and_its_checks_before_the_attacker_begins():
    match = fight(f"3013: IR81, IR87\n3014: 42RI, 44RI\n{CORDON}", dice=[5])
    assert result(assault(match, "3014", "IR81", "IR87")) == "2/2"
    play(match, "lose=1", "42RI", "42RI-3015")
    assert match.player == "french" and states(match, "IR81") == states(match, "IR87") == {"attacked"}
    play(match, "44RI-3115")
    assert match.player == "german" and match.decision.kind == "SplitHits"


@pytest.mark.case("they-shall-not-pass", "9.4", "TP-R92")
def test_hits_fall_only_on_units_in_the_assault():
    match = fight("3013: IR81, IR87, Pi21\n2914: FR80\n3014: 42RI\n3015: 44RI\n3115: 35RI", dice=[4])
    assert result(assault(match, "3014", "IR81", "IR87")) == "2/2"
    play(match, "lose=2")
    assert at(match, "42RI") == "eliminated"
    play(match, "lose=2")
    assert options(match) == {"IR81", "IR87"}  # neither the pioneers that sat out nor the neighbours
    play(match, "IR81", "IR81", "done")
    assert all(states(match, unit) == set() for unit in ("Pi21", "FR80", "44RI", "35RI"))


@pytest.mark.case("they-shall-not-pass", "9.41")
def test_a_full_unit_flips_and_a_reduced_one_is_eliminated():
    match = fight("3013: IR81, IR87\n3014: 42RI", dice=[4])
    assault(match, "3014", "IR81", "IR87")
    play(match, "lose=2", "lose=2", "IR81")
    assert "reduced" in states(match, "IR81")
    assert at(match, "42RI") == "eliminated"
    play(match, "IR81")
    assert at(match, "IR81") == "eliminated" and states(match, "IR87") == {"attacked"}


@pytest.mark.case("they-shall-not-pass", "9.41", "TP-R85", "2.12", "2.13")
@pytest.mark.parametrize("unit", ["AD51R", "XXX.A", "XXX.HQ"])
def test_guns_and_headquarters_have_one_step_and_are_eliminated_at_once(unit):
    match = fight(f"3013: IR81, IR87\n3014: 42RI, {unit}", dice=[2])
    assert result(assault(match, "3014", "IR81", "IR87")) == "3/1"
    play(match, "lose=1", unit)
    assert at(match, unit) == "eliminated" and states(match, "42RI") == {"assaulted"}


@pytest.mark.case("they-shall-not-pass", "9.41")
def test_the_owner_chooses_who_loses_each_step():
    match = fight("3013: IR81, IR87\n3014: 42RI, 44RI, AD14", dice=[6])
    assert result(assault(match, "3014", "IR81", "IR87")) == "2/2"  # 12 against 14 is 1:2
    play(match, "lose=2")
    assert match.player == "french" and options(match) == {"42RI", "44RI", "AD14"}
    play(match, "42RI")
    assert options(match) == {"42RI", "44RI", "AD14"}  # the same one again, or another
    play(match, "44RI")
    assert {"reduced"} <= states(match, "42RI") & states(match, "44RI")


@pytest.mark.case("they-shall-not-pass", "9.42", "TP-R90")
@pytest.mark.parametrize(
    ("hits", "steps", "round_up", "farthest", "expected"),
    [
        (1, 2, False, 9, [(0, 1), (1, 0)]),
        (2, 4, False, 9, [(1, 1), (2, 0)]),
        (3, 4, False, 9, [(1, 2), (2, 1), (3, 0)]),
        (4, 4, False, 9, [(2, 2), (3, 1), (4, 0)]),
        (1, 2, True, 9, [(1, 0)]),
        (2, 4, True, 9, [(1, 1), (2, 0)]),
        (3, 4, True, 9, [(2, 1), (3, 0)]),
        (4, 4, True, 9, [(2, 2), (3, 1), (4, 0)]),
        (3, 4, False, 1, [(2, 1), (3, 0)]),
        (3, 4, False, 0, [(3, 0)]),
        (4, 2, False, 9, [(2, 2)]),  # two steps are all there is
        (4, 1, False, 9, [(1, 3)]),
    ],
)
def test_the_ways_to_divide_hits_into_losses_and_hexes(hits, steps, round_up, farthest, expected):
    assert splits(hits, steps, round_up, stuck_beyond(farthest, steps)) == expected


def stuck_beyond(farthest, steps):
    """What leaving costs where all units can go so far and none farther."""
    return [0 if hexes <= farthest else steps for hexes in range(10)]


@pytest.mark.case("they-shall-not-pass", "9.42", "9.43")
def test_at_least_half_of_the_hits_are_losses():
    assert [must_lose(hits, against_works=False) for hits in range(5)] == [0, 0, 1, 1, 2]
    assert [must_lose(hits, against_works=True) for hits in range(5)] == [0, 1, 1, 2, 2]


@pytest.mark.case("they-shall-not-pass", "9.42", "TP-R90")
def test_three_hits_cost_at_least_one_step_and_the_rest_may_be_walked_off():
    match = fight("3013: IR81, IR87\n3014: 42RI, 44RI", side="german", dice=[2])
    assert result(assault(match, "3014", "IR81", "IR87")) == "3/1"
    play(match, "lose=1", "42RI")
    assert match.player == "german" and options(match) == {"lose=1", "lose=2", "lose=3"}
    assert refused(match, "lose").cases == ("9.42",)
    play(match, "lose=1", "IR81")
    assert {action.split("-")[0] for action in options(match)} == {"IR81", "IR87"}  # all of them retreat, two hexes each
    play(match, "IR81-3012", "IR81-3011", "IR87-2913", "IR87-2912")
    assert (at(match, "IR81"), at(match, "IR87")) == ("3011", "2912")
    assert "reduced" in states(match, "IR81") and "reduced" not in states(match, "IR87")


@pytest.mark.case("they-shall-not-pass", "9.42")
def test_one_hit_on_open_ground_may_be_walked_off_whole():
    match = fight("3013: IR81\n3014: 42RI", dice=[2])
    assert result(assault(match, "3014", "IR81")) == "3/1"
    assert options(match) == {"lose", "lose=1"}
    play(match, "lose", "42RI-3015")
    assert at(match, "42RI") == "3015" and "reduced" not in states(match, "42RI")


@pytest.mark.case("they-shall-not-pass", "9.42b", "8.13", "TP-R73")
def test_retreating_stackmates_may_part_and_pay_no_movement_points():
    match = fight("3013: IR81, IR87\n3014: 42RI, 44RI\n3015: 35RI, 60RI", dice=[5])
    assault(match, "3014", "IR81", "IR87")
    play(match, "lose=1", "42RI", "42RI-3015", "44RI-2915")
    assert (at(match, "42RI"), at(match, "44RI")) == ("3015", "2915")  # 3015 now holds three regiments: allowed in retreat


@pytest.mark.case("they-shall-not-pass", "9.42a", "TP-R92", "TP-R96")
def test_a_gun_that_can_retreat_one_hex_only_holds_the_whole_stack_to_one():
    units = ("IR81", "IR87", "FR80", "LGIR115")
    text = f"3013: IR81, IR87\n3114: FR80, LGIR115\n{CORDON}\n3014: 208R demoralized, 243R demoralized"
    match = fight(text, dice=[5])
    assert result(assault(match, "3014", *units)) == "0/4"  # 24 against 2 + 2
    assert options(match) == {"lose=2", "lose=3", "lose=4"}  # infantry may go two hexes
    match = fight(f"{text}, AD51R", dice=[5])
    assert result(assault(match, "3014", *units)) == "1/4"  # 24 against 2 + 2 + 2
    assert options(match) == {"lose=2", "lose=3", "lose=4"}
    play(match, "lose=3", "208R", "243R")
    assert options(match) == {"208R", "243R", "AD51R"}  # one hex to go: the gun can walk it with the others
    play(match, "208R")
    assert match.decision.kind == "Retreat" and {a.unit for a in match.actions()} == {"243R", "AD51R"}


@pytest.mark.case("they-shall-not-pass", "TP-R92", "9.42", "9.42a")
def test_a_gun_that_cannot_walk_so_far_may_be_among_the_losses_and_the_rest_is_free_to_go():
    units = ("IR81", "IR87", "FR80", "LGIR115")
    text = f"3013: IR81, IR87\n3114: FR80, LGIR115\n{CORDON}\n3014: 208R demoralized, 243R demoralized, AD51R"
    match = fight(text, dice=[5])
    assert result(assault(match, "3014", *units)) == "1/4"
    play(match, "lose=2")
    assert options(match) == {"208R", "243R", "AD51R"}
    play(match, "208R")
    assert at(match, "AD51R") == "eliminated"  # no question: two hexes are announced, and the gun can walk one only
    assert match.decision.kind == "Retreat" and "must retreat 2 hexes" in match.decision.prompt


@pytest.mark.case("they-shall-not-pass", "TP-R92", "9.42a", "9.51")
def test_a_pinned_headquarters_or_gun_is_given_up_and_the_infantry_leaves():
    # Every hex behind 3014 lies in a German zone. Two hits: one step lost, one hex to go.
    text = "3013: IR81, IR87\n3016: GR7\n3215: IR47\n2815: IR50\n3014: 42RI"
    for burden in ("AD14", "XXX.HQ"):
        match = fight(f"{text}, {burden}", dice=[5, 1, 1])
        assert result(assault(match, "3014", "IR81", "IR87")) == "2/2"
        assert options(match) == {"lose=1", "lose=2"}
        play(match, "lose=1")
        assert at(match, burden) == "eliminated" and match.decision.kind == "Retreat"
        play(match, "42RI-3015")
        assert at(match, "42RI") == "3015" and "reduced" not in states(match, "42RI")


@pytest.mark.case("they-shall-not-pass", "TP-R92", "9.44")
def test_the_pioneers_lose_the_first_step_and_only_then_a_pinned_gun():
    # Every hex behind 3013 lies in a French zone: the gun has no way back, the infantry has.
    text = "3013: IR81, Pi21, FAR27\n3011: 44RI\n3212: 60RI\n2812: 35RI\n3014: 42RI"
    match = fight(text, dice=[1])
    assert result(assault(match, "3014", "IR81", "Pi21", "FAR27")) == "3/1"
    play(match, "lose=1")
    assert options(match) == {"lose=2", "lose=3"}  # with one step, the pioneers', the gun could not go
    play(match, "lose=2")
    assert "reduced" in states(match, "Pi21") and at(match, "FAR27") == "eliminated"  # nothing to choose
    assert match.decision.kind == "Retreat" and {a.unit for a in match.actions()} == {"IR81", "Pi21"}


@pytest.mark.case("they-shall-not-pass", "9.42a", "TP-R92", "TP-R96", "9.51")
def test_a_gun_that_cannot_retreat_at_all_pins_the_infantry_with_it():
    # Every hex behind 3014 lies in a German zone: infantry may go there, guns and headquarters may not.
    text = "3013: IR81, IR87\n3016: GR7\n3215: IR47\n2815: IR50\n3014: 42RI"
    alone = fight(text, dice=[2])
    assert result(assault(alone, "3014", "IR81", "IR87")) == "3/1"
    assert options(alone) == {"lose", "lose=1"}
    for burden in ("AD14", "XXX.HQ"):
        pinned = fight(f"{text}, {burden}", dice=[2])
        assert result(assault(pinned, "3014", "IR81", "IR87")) == "3/1"
        assert options(pinned) == {"42RI", burden}  # a step to lose, no retreat on offer


@pytest.mark.case("they-shall-not-pass", "9.42a")
def test_where_no_unit_can_retreat_all_hits_are_losses():
    match = fight("3013: IR81\n3015: IR87\n3014: 42RI, 44RI", dice=[6])
    assert result(assault(match, "3014", "IR81", "IR87")) == "1/2"
    assert options(match) == {"42RI", "44RI"}  # no question how many: both hits cost a step
    play(match, "42RI", "44RI")
    assert {"reduced"} <= states(match, "42RI") & states(match, "44RI") and at(match, "42RI") == "3014"


@pytest.mark.case("they-shall-not-pass", "9.43", "TP-R89")
def test_against_a_trench_one_hit_is_one_step_for_either_side():
    match = fight("1904: IR81, IR87\n1905: 208R", dice=[2])  # 12 : 4 = 3:1, trench: 1:1
    assert result(assault(match, "1905", "IR81", "IR87")) == "3/1"
    assert "reduced" in states(match, "208R") and at(match, "208R") == "1905"  # nothing to choose
    assert match.player == "german" and options(match) == {"lose=2", "lose=3"}
    assert refused(match, "lose=1").cases == ("9.43",)


@pytest.mark.case("they-shall-not-pass", "9.43", "TP-R89")
def test_against_an_intact_fort_hits_round_up_and_against_a_ruin_they_do_not():
    text = "2514: IR81, IR87\n2614: FR80, LGIR115\n2515: 42RI"
    units = ("IR81", "IR87", "FR80", "LGIR115")
    fort = fight(text, dice=[1])
    assert result(assault(fort, "2515", *units)) == "3/0"  # 24 : 8 = 3:1, two down
    assert options(fort) == {"lose=2", "lose=3"}
    ruin = fight("forts: Vaux 0\n" + text, dice=[1])
    assert result(assault(ruin, "2515", *units)) == "2/2"
    assert options(ruin) == {"lose=1", "lose=2"}
    play(ruin, "lose=2")
    assert options(ruin) == {"lose=1", "lose=2"}


@pytest.mark.case("they-shall-not-pass", "9.43", "TP-R89")
def test_a_french_attack_on_a_trench_held_by_germans_rounds_down():
    match = fight("1906: 42RI, 44RI\n1905: IR81 reduced", side="french", dice=[2])
    assert result(assault(match, "1905", "42RI", "44RI")) == "3/1"  # 12 : 3 = 4:1, two down
    assert options(match) == {"lose", "lose=1"}  # the German may leave for his one hit
    play(match, "lose=1")
    assert options(match) == {"lose=1", "lose=2", "lose=3"}


@pytest.mark.case("they-shall-not-pass", "TP-R89", "9.43")
def test_by_the_switch_only_the_attackers_hits_round_up():
    match = fight("options: round_up_attacker_only\n1904: IR81, IR87\n1905: 208R", dice=[2])
    assert result(assault(match, "1905", "IR81", "IR87")) == "3/1"
    assert match.player == "french" and options(match) == {"lose", "lose=1"}
    play(match, "lose=1")
    assert options(match) == {"lose=2", "lose=3"}


@pytest.mark.case("they-shall-not-pass", "9.44", "TP-R98", "14.5")
def test_the_first_german_loss_comes_from_an_attacking_pioneer_and_the_next_from_anyone():
    match = fight("3013: IR81, IR87, Pi21\n3014: 42RI", dice=[4])
    assert result(assault(match, "3014", "IR81", "IR87", "Pi21")) == "2/2"  # 14 : 6 = 2:1, one up
    play(match, "lose=2")
    events = play(match, "lose=2")
    assert "reduced" in states(match, "Pi21")  # taken without a question
    assert [(e.text, e.cases) for e in events if e.kind == "loss"] == [("{Pi21} is reduced", ("9.44",))]
    assert options(match) == {"IR81", "IR87", "Pi21"}
    assert play(match, "IR81")[0].cases == ("9.41",)  # the next by choice


@pytest.mark.case("they-shall-not-pass", "9.44", "TP-R98")
def test_with_several_pioneers_the_owner_chooses_which():
    match = fight("3013: IR81, Pi21\n2914: IR116, Pi25\n3014: 42RI", dice=[4])
    assert result(assault(match, "3014", "IR81", "Pi21", "IR116", "Pi25")) == "2/2"  # 16 : 6, 3:1 with pioneers
    play(match, "lose=2", "lose=2")
    assert options(match) == {"Pi21", "Pi25"}
    assert refused(match, "IR81").cases
    play(match, "Pi25")
    assert options(match) == {"IR81", "Pi21", "IR116", "Pi25"}


@pytest.mark.case("they-shall-not-pass", "9.44", "TP-R98")
def test_a_pioneer_that_sits_out_or_whose_side_walks_everything_off_loses_nothing():
    match = fight("3013: IR81, IR87, Pi21\n3014: 42RI", dice=[4])
    assault(match, "3014", "IR81", "IR87")
    play(match, "lose=2", "lose=2")
    assert options(match) == {"IR81", "IR87"}
    match = fight("3013: IR81, IR87, Pi21\n3014: 208R", dice=[4])
    assert result(assault(match, "3014", "IR81", "IR87", "Pi21")) == "1/3"  # 14 : 4 = 3:1, one up
    play(match, "lose=2", "lose")
    assert match.decision.kind == "Retreat" and "reduced" not in states(match, "Pi21")


@pytest.mark.case("they-shall-not-pass", "9.44", "TP-R98")
def test_defending_germans_choose_freely_even_with_pioneers():
    match = fight("3014: 42RI, 44RI\n3013: IR81, Pi21", side="french", dice=[4])
    assert result(assault(match, "3013", "42RI", "44RI")) == "2/2"
    play(match, "lose=1")
    assert match.player == "german" and options(match) == {"IR81", "Pi21"}


@pytest.mark.case("they-shall-not-pass", "9.44", "TP-R127")
def test_the_refusal_to_spare_the_pioneers_cites_their_own_rule():
    match = fight("3013: IR81, Pi21\n2914: IR116, Pi25\n3014: 42RI", dice=[4])
    assault(match, "3014", "IR81", "Pi21", "IR116", "Pi25")
    play(match, "lose=2", "lose=2")
    assert "9.44" in refused(match, "IR81").cases


@pytest.mark.case("they-shall-not-pass", "9.45", "9.54", "TP-R92")
def test_distant_guns_in_support_take_no_hits_and_do_not_retreat():
    match = fight("3013: IR81, IR87\n3011: FAR27\n3014: 42RI\n3016: AD14", dice=[4])
    assault(match, "3014", "IR81", "IR87", "FAR27")
    assert result(play(match, "AD14")) == "2/2"  # 14 : 9 is 1:1
    play(match, "lose=1", "42RI-2915", "lose=1")
    assert options(match) == {"IR81", "IR87"}
    play(match, "IR81")
    assert {action.split("-")[0] for action in options(match)} == {"IR81", "IR87"}
    play(match, "IR81-3012", "IR87-3012")
    assert (at(match, "FAR27"), at(match, "AD14")) == ("3011", "3016")


@pytest.mark.case("they-shall-not-pass", "9.45", "TP-R92", "9.42")
def test_a_gun_supporting_from_a_neighbouring_hex_can_be_hit_and_retreats_with_the_rest():
    match = fight("3013: IR81, IR87\n3012: FAR27\n3014: 42RI\n3015: AD14", dice=[4])
    assault(match, "3014", "IR81", "IR87")
    assert result(play(match, "AD14")) == "2/2"  # 12 : 9 is 1:1
    play(match, "lose=1")
    assert options(match) == {"42RI", "AD14"}
    play(match, "42RI")
    assert {action.split("-")[0] for action in options(match)} == {"42RI", "AD14"}
    play(match, "AD14-3016", "42RI-2915")
    assert at(match, "AD14") == "3016"
    assert at(match, "FAR27") == "3012" and states(match, "FAR27") == set()


@pytest.mark.case("they-shall-not-pass", "9.45", "TP-R92")
def test_attacking_guns_stacked_with_the_infantry_share_its_hits_and_its_retreat():
    match = fight("3013: IR81, FAR27\n3014: 42RI", dice=[4])
    assert result(assault(match, "3014", "IR81", "FAR27")) == "2/2"
    play(match, "lose=2", "lose=1")
    assert options(match) == {"IR81", "FAR27"}
    play(match, "IR81", "FAR27-3012", "IR81-3012")
    assert at(match, "FAR27") == at(match, "IR81") == "3012"


@pytest.mark.case("they-shall-not-pass", "TP-R92", "9.42a")
def test_a_supporting_neighbour_gun_that_cannot_retreat_pins_the_defenders():
    # The gun in 3115 supports and has nowhere to go: 3116 and 3215 lie in the zone of the Germans in 3216.
    text = "3013: IR81, IR87\n3216: GR7\n3014: 42RI\n3115: AD14"
    match = fight(text, dice=[2])
    assault(match, "3014", "IR81", "IR87")
    assert result(play(match, "AD14")) == "3/1"
    assert match.player == "french" and options(match) == {"42RI", "AD14"}  # a step to lose, no retreat on offer
    match = fight(text, dice=[2])
    assault(match, "3014", "IR81", "IR87")
    assert result(play(match, "ready")) == "3/1"  # it holds its fire and is not involved
    assert options(match) == {"lose", "lose=1"}


@pytest.mark.case("they-shall-not-pass", "TP-R85", "9.41", "9.5")
def test_a_headquarters_alone_can_be_assaulted_and_retreats_like_others():
    match = fight("3013: IR81\n3014: XXX.HQ disrupted\n3016: 42RI", dice=[6])
    assert result(assault(match, "3014", "IR81")) == "0/4"  # 6 : 1
    assert at(match, "XXX.HQ") == "eliminated"
    match = fight("3013: IR81\n3014: 42RI, XXX.HQ", dice=[5])
    assert result(assault(match, "3014", "IR81")) == "2/1"  # 6 : 7 is 1:2
    play(match, "lose", "XXX.HQ-3015", "42RI-3015")
    assert at(match, "XXX.HQ") == "3015"


@pytest.mark.case("they-shall-not-pass", "TP-R85")
def test_a_headquarters_stacked_with_attackers_is_no_part_of_the_fight():
    match = fight("3013: IR81, XVIII.HQ\n3014: 42RI", dice=[4])
    assert result(assault(match, "3014", "IR81")) == "2/2"
    play(match, "lose=2", "lose=1", "IR81-3012")
    assert at(match, "XVIII.HQ") == "3013" and at(match, "IR81") == "3012"


@pytest.mark.case("they-shall-not-pass", "TP-R91", "9.42")
def test_hits_beyond_the_last_step_vanish():
    match = fight("3013: IR81, IR87\n3014: 208R reduced", dice=[5])
    assert result(assault(match, "3014", "IR81", "IR87")) == "0/4"
    assert at(match, "208R") == "eliminated"
    assert match.decision.kind == "Advance"


@pytest.mark.case("they-shall-not-pass", "TP-R90", "9.42")
def test_losses_and_retreat_are_announced_at_once():
    match = fight("3013: IR81, IR87\n3014: 42RI, 44RI", dice=[5])
    assault(match, "3014", "IR81", "IR87")
    play(match, "lose=1", "42RI")
    assert match.decision.kind == "Retreat"
    assert not match.legal(Action("lose", value=1)) and not match.legal(Action("lose", "44RI"))
