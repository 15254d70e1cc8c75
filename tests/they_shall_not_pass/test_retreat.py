"""9.5 Retreats."""

import pytest

from .kit import C, assault, at, control, fight, options, play, refused, result, states

RIM = [C.board.labels[cell] for cell in C.board.rim]
SHELTERS = [C.board.labels[cell] for cell in C.shelters]


def held_by_germans(*spared, towns=False):
    """All the map edge (and all towns and cities) in German hands but for some hexes."""
    return "german ground: " + " ".join(x for x in dict.fromkeys(RIM + towns * SHELTERS) if x not in spared)


def one_hit(text, **how):
    """42RI in 3014 is struck once from 3013 by IR81 and IR87 (2:1, die 1: 3/1) and chooses to retreat."""
    match = fight(f"3013: IR81, IR87\n3014: 42RI\n{text}", dice=[1, *how.pop("checks", ())], **how)
    assert result(assault(match, "3014", "IR81", "IR87")) == "3/1"
    play(match, "lose")
    return match


def hexes(match):
    """Where each unit may retreat to next."""
    return {action.split("-")[1] for action in options(match)}


@pytest.mark.case("they-shall-not-pass", "9.5", "TP-R94")
def test_each_step_leads_away_from_the_attackers_never_sideways():
    match = one_hit("")
    assert hexes(match) == {"3015", "3115", "2915"}
    assert refused(match, "42RI-3114").cases == ("9.5",)  # beside the attackers still


@pytest.mark.case("they-shall-not-pass", "9.5", "TP-R94")
def test_the_way_must_lead_away_from_every_attacking_hex():
    match = fight("1605: IR81\n1706: IR87\n1606: 42RI", dice=[1])
    assert result(assault(match, "1606", "IR81", "IR87")) == "3/1"
    play(match, "lose")
    assert hexes(match) == {"1607", "1507"}
    match = fight("1605: IR81\n1607: IR87\n1606: 42RI", dice=[1])
    assert result(assault(match, "1606", "IR81", "IR87")) == "3/1"
    assert match.player == "german" and "reduced" in states(match, "42RI")  # between two fires there is no way out


@pytest.mark.case("they-shall-not-pass", "9.5", "TP-R94", "TP-R92")
def test_a_supporting_gun_next_to_the_hex_is_an_enemy_to_retreat_from():
    match = fight("3013: IR81, IR87\n3115: FAR27\n3014: 42RI", dice=[1])
    assert result(assault(match, "3014", "IR81", "IR87", "FAR27")) == "3/1"
    play(match, "lose")
    assert hexes(match) == {"2915"}


@pytest.mark.case("they-shall-not-pass", "9.5", "TP-R94")
def test_enemies_that_take_no_part_do_not_turn_the_retreat():
    assert hexes(one_hit("3115: FR80")) == {"3015", "2915"}  # 3115 itself is held, 3015 beside it is open


@pytest.mark.case("they-shall-not-pass", "9.5", "TP-R94")
def test_the_second_step_leads_away_and_onward_too():
    match = fight("3013: IR81, IR87\n3014: 208R", dice=[5])
    assert result(assault(match, "3014", "IR81", "IR87")) == "1/3"
    play(match, "lose=1", "208R-3015")
    assert hexes(match) == {"3016", "2916", "3116"}
    assert refused(match, "208R-3115").cases == ("9.5",)
    play(match, "208R-3016")
    assert at(match, "208R") == "3016"


@pytest.mark.case("they-shall-not-pass", "9.5", "TP-R94")
def test_a_retreat_keeps_nearing_one_map_edge_hex_of_its_own():
    match = fight(f"{held_by_germans('3323', '0123')}\n3013: IR81, IR87\n3014: 208R", dice=[5])
    assault(match, "3014", "IR81", "IR87")
    play(match, "lose=1")
    assert hexes(match) == {"3015", "3115", "2915"}
    play(match, "208R-2915")  # toward the far south-west: then it may not turn south-east
    assert at(match, "208R") == "2815"  # of 2815 and 2916 only this one


@pytest.mark.case("they-shall-not-pass", "9.5", "TP-R94")
def test_without_an_edge_to_near_the_retreat_goes_toward_a_friendly_town():
    match = one_hit(held_by_germans("3301"))  # the one edge hex left lies behind the attackers
    assert hexes(match) == {"3015", "2915"}  # toward Eix
    match = one_hit(held_by_germans("3316", towns=True))  # Abaucourt is town and edge at once
    assert hexes(match) == {"3115"}


@pytest.mark.case("they-shall-not-pass", "9.5")
def test_with_neither_edge_nor_town_to_go_to_all_hits_are_losses():
    match = fight(f"{held_by_germans(towns=True)}\n3013: IR81, IR87\n3014: 42RI", dice=[1])
    assert result(assault(match, "3014", "IR81", "IR87")) == "3/1"
    assert match.player == "german" and "reduced" in states(match, "42RI") and at(match, "42RI") == "3014"


@pytest.mark.case("they-shall-not-pass", "9.5", "TP-R94", "TP-R10")
def test_no_retreat_crosses_the_river_away_from_a_bridge():
    match = fight("1213: IR81\n1212: IR87\n1113: 42RI", dice=[1])  # Meuse between: nobody can attack at all
    assert "1113" not in options(match)
    match = fight("1314: IR81, IR87\n1214: 42RI", dice=[1])
    assault(match, "1214", "IR81", "IR87")
    play(match, "lose")
    assert "1115" in hexes(match) and "1114" not in hexes(match)  # the bridge of Charny, and the river beside it


@pytest.mark.case("they-shall-not-pass", "9.5", "TP-R94", "14.8")
def test_germans_do_not_retreat_into_an_intact_fort_but_into_a_ruin():
    # Germans in 2614 struck from 2613: Fort Vaux 2515 lies behind them, and the south edge is theirs.
    text = "2613: 42RI, 44RI\n2614: IR81\ngerman ground: 1323 1622"
    match = fight(text, side="french", dice=[2])
    assert result(assault(match, "2614", "42RI", "44RI")) == "3/1"
    play(match, "lose")
    assert "2515" not in hexes(match) and "2615" in hexes(match)
    match = fight(f"forts: Vaux 0\n{text}", side="french", dice=[2])
    assault(match, "2614", "42RI", "44RI")
    play(match, "lose")
    assert {"2515", "2615"} <= hexes(match)


@pytest.mark.case("they-shall-not-pass", "TP-R133", "9.5", "14.8")
def test_french_units_may_retreat_into_a_fort_of_theirs_and_shield_it_for_the_phase():
    match = fight("2613: IR81, IR87\n2415: FR80, LGIR115\n2614: 42RI", dice=[2, 1, 1])
    assert "2515" in options(match)
    assert result(assault(match, "2614", "IR81", "IR87")) == "3/1"
    play(match, "lose", "42RI-2515", "lose=3", "IR81", "IR81", "done")  # a check in the zone of 2415 is passed
    assert at(match, "42RI") == "2515"
    assert refused(match, "2515").cases == ("9.0b",)


@pytest.mark.case("they-shall-not-pass", "TP-R95", "9.5")
def test_attackers_retreat_from_the_attacked_hex_even_when_it_is_empty():
    match = fight("3013: IR81, IR87\n3014: 208R", dice=[1])
    assert result(assault(match, "3014", "IR81", "IR87")) == "3/1"
    play(match, "lose", "208R-3015", "lose=2", "IR81", "IR87")
    assert hexes(match) == {"3012", "2913", "3113"}


@pytest.mark.case("they-shall-not-pass", "TP-R95", "9.5")
def test_attackers_retreat_from_the_attacked_hex_even_when_all_defenders_are_dead():
    match = fight("3013: IR81, IR87\n3014: 42RI reduced", dice=[1])
    assert result(assault(match, "3014", "IR81", "IR87")) == "2/2"
    assert at(match, "42RI") == "eliminated"
    play(match, "lose=1", "IR81")
    assert hexes(match) == {"3012", "2913", "3113"}


@pytest.mark.case("they-shall-not-pass", "TP-R95", "9.5")
def test_attackers_retreat_from_where_the_defenders_are_now():
    match = fight("3013: IR81, IR87\n3014: 208R", dice=[1])
    assault(match, "3014", "IR81", "IR87")
    play(match, "lose", "208R-3115", "lose=2", "IR81", "IR87")
    assert hexes(match) == {"3012", "2913"}  # 3113 is no farther from 3115 than 3013 was


@pytest.mark.case("they-shall-not-pass", "TP-R95", "TP-R94", "TP-R92")
def test_attackers_do_not_retreat_toward_a_gun_that_supported_next_door_and_fell_back():
    match = fight("3013: IR81, IR87\n3014: 42RI\n3114: AD14", dice=[4])
    assault(match, "3014", "IR81", "IR87")
    play(match, "AD14", "lose=1", "42RI", "AD14-3213", "42RI-3015", "lose=1", "IR81")
    assert hexes(match) == {"2913"}  # 3113 lies next to the gun in 3213, 3012 no farther from it than 3013


@pytest.mark.case("they-shall-not-pass", "9.53", "9.6")
def test_attackers_that_retreat_do_not_advance_though_the_hex_is_empty():
    match = fight("3013: IR81\n2914: IR87\n3014: 208R", dice=[1])
    assault(match, "3014", "IR81", "IR87")
    play(match, "lose", "208R-3015", "lose=2", "IR81", "IR87", "IR81-3012", "IR87-2813")
    assert match.decision.kind == "Assault" and at(match, "208R") == "3015"
    match = fight("3013: IR81\n2914: IR87\n3014: 208R", dice=[1])
    assault(match, "3014", "IR81", "IR87")
    play(match, "lose", "208R-3015", "lose=3", "IR81", "IR81")
    assert options(match) == {"IR87-3014", "done"}  # nobody retreated: the rest may advance


# ------------------------------------------------------------------------------------------------ zones and shells


@pytest.mark.case("they-shall-not-pass", "9.51", "8.42b", "8.43c", "8.46", "12.1")
@pytest.mark.parametrize("enemy", ["FR80", "Pi9"])  # Strong and Weak zone alike
@pytest.mark.parametrize(("dice", "shaken"), [((3, 4), False), ((4, 4), True)])
def test_infantry_checks_morale_in_an_enemy_zone_it_retreats_into(enemy, dice, shaken):
    match = one_hit(f"3016: {enemy}", checks=dice)
    play(match, "42RI-3015")
    assert at(match, "42RI") == "3015"
    assert ("demoralized" in states(match, "42RI")) is shaken


@pytest.mark.case("they-shall-not-pass", "9.51")
def test_no_check_where_no_zone_reaches():
    match = one_hit("3016: FR80")
    play(match, "42RI-2915")  # the Germans in 3016 do not reach 2915
    assert match.player == "german" and "demoralized" not in states(match, "42RI")


@pytest.mark.case("they-shall-not-pass", "9.51", "8.42b")
def test_the_retreat_goes_on_through_zones_with_a_check_in_each():
    match = fight("3013: IR81, IR87\n3216: FR80\n3214: GR7\n3014: 208R", dice=[5, 2, 3, 3, 3])
    assert result(assault(match, "3014", "IR81", "IR87")) == "1/3"
    events = play(match, "lose=1", "208R-3115")  # reduced, morale 5: 5 passes
    assert [e.result for e in events if e.kind == "morale"] == ["pass"]
    events = play(match, "208R-3116")  # it did not have to stop; 6 fails
    assert [e.result for e in events if e.kind == "morale"] == ["fail"]
    assert at(match, "208R") == "3116" and "demoralized" in states(match, "208R")


@pytest.mark.case("they-shall-not-pass", "9.51", "12.1")
@pytest.mark.parametrize(("full", "place"), [("42RI demoralized", "3015"), ("42RI reduced demoralized", "eliminated")])
def test_a_demoralized_unit_that_fails_in_a_zone_loses_a_step(full, place):
    match = fight(f"3013: IR81\n3016: FR80\n3014: {full}, 44RI", dice=[4, 6, 6])
    assert result(assault(match, "3014", "IR81")) == "3/1"  # 6 against 9 or 8 is 1:2
    play(match, "lose", "42RI-3015")
    assert at(match, "42RI") == place
    if place == "3015":
        assert {"reduced", "demoralized"} <= states(match, "42RI")


@pytest.mark.case("they-shall-not-pass", "9.51", "8.42", "8.43", "TP-R68")
@pytest.mark.parametrize("unit", ["AD14", "XXX.HQ"])
def test_guns_and_headquarters_may_not_retreat_into_an_enemy_zone(unit):
    match = fight(f"3013: IR81\n3016: Pi9\n3014: {unit}, 42RI", dice=[3])
    assert result(assault(match, "3014", "IR81")) == "3/1"
    play(match, "lose")
    allowed = {action for action in options(match) if action.startswith(unit)}
    assert allowed == {f"{unit}-3115", f"{unit}-2915"}
    assert "42RI-3015" in options(match)


@pytest.mark.case("they-shall-not-pass", "8.44", "TP-R96", "9.51")
@pytest.mark.parametrize("unit", ["AD14", "XXX.HQ"])
def test_a_friend_in_the_hex_opens_it_to_guns_and_saves_infantry_the_check(unit):
    match = fight(f"3013: IR81\n3016: FR80\n3015: 208R\n3014: {unit}, 42RI", dice=[3])
    assert result(assault(match, "3014", "IR81")) == "3/1"
    play(match, "lose", f"{unit}-3015", "42RI-3015")
    assert at(match, unit) == at(match, "42RI") == "3015"
    assert match.player == "german" and "demoralized" not in states(match, "42RI")


@pytest.mark.case("they-shall-not-pass", "TP-R135", "8.44", "8.46", "9.51")
def test_the_first_to_retreat_into_a_zone_does_not_cover_those_behind_it():
    match = fight("3013: IR81\n3016: FR80\n3014: 42RI, 44RI", dice=[4, 1, 1])
    assert result(assault(match, "3014", "IR81")) == "3/1"
    play(match, "lose", "42RI-3015", "44RI-3015")
    assert match.player == "dice"  # 42RI has passed its check; 44RI makes its own
    play(match, "roll:6,6")
    assert "demoralized" in states(match, "44RI") and "demoralized" not in states(match, "42RI")


@pytest.mark.case("they-shall-not-pass", "TP-R135", "8.44", "9.51")
@pytest.mark.parametrize("unit", ["AD14", "XXX.HQ"])
def test_infantry_of_the_same_column_opens_no_zone_to_its_guns(unit):
    match = fight(f"3013: IR81\n3016: Pi9\n3014: {unit}, 42RI", dice=[3, 1, 1])
    assert result(assault(match, "3014", "IR81")) == "3/1"
    play(match, "lose", "42RI-3015")
    assert options(match) == {f"{unit}-3115", f"{unit}-2915"}


@pytest.mark.case("they-shall-not-pass", "TP-R135", "TP-R92", "8.44")
def test_a_gun_that_supported_next_door_is_of_the_column_and_covers_nobody():
    # AD14 stands in 2915, in the zone of 2814: for those of its own fight it does not cancel that zone.
    text = "3013: IR81, IR87\n2814: Pi9\n3014: 42RI\n2915: AD14"
    match = fight(text, dice=[2])
    assault(match, "3014", "IR81", "IR87")
    assert result(play(match, "AD14")) == "3/1"
    play(match, "lose", "42RI-2915")
    assert match.player == "dice"
    match = fight(text, dice=[2])
    assault(match, "3014", "IR81", "IR87")
    assert result(play(match, "ready")) == "3/1"  # held its fire: a friend that stood there before
    play(match, "lose", "42RI-2915")
    assert match.player == "german" and "demoralized" not in states(match, "42RI")


@pytest.mark.case("they-shall-not-pass", "9.52", "7.22a", "TP-R97")
@pytest.mark.parametrize(("dice", "shaken"), [((3, 4), False), ((4, 4), True)])
def test_infantry_checks_morale_in_an_interdicted_hex_it_retreats_through(dice, shaken):
    match = one_hit("french shells: 3015", checks=dice)  # whoever fired it
    play(match, "42RI-3015")
    assert ("demoralized" in states(match, "42RI")) is shaken


@pytest.mark.case("they-shall-not-pass", "9.52", "TP-R38")
def test_guns_and_headquarters_may_retreat_through_shells_and_check_there():
    match = fight("german shells: 3015\n3013: IR81, IR87\n3014: AD14, XXX.HQ", dice=[1, 6, 6, 6, 6])
    assert result(assault(match, "3014", "IR81", "IR87")) == "2/2"  # 12 : 3
    play(match, "lose=1", "AD14")
    play(match, "XXX.HQ-3015")
    assert at(match, "XXX.HQ") == "3015" and "disrupted" in states(match, "XXX.HQ")
    match = fight("german shells: 3015\n3013: IR81\n3014: 42RI, AD14", dice=[3, 6, 6])
    assault(match, "3014", "IR81")
    play(match, "lose", "AD14-3015")
    assert "demoralized" in states(match, "AD14")


@pytest.mark.case("they-shall-not-pass", "TP-R97", "9.51", "9.52")
def test_zone_and_shells_in_one_hex_are_two_checks():
    match = one_hit("german shells: 3015\n3016: FR80")
    play(match, "42RI-3015", "roll:1,1")
    assert match.player == "dice"  # one is passed, the other to come
    play(match, "roll:6,6")
    assert match.player == "german" and "demoralized" in states(match, "42RI")
    match = one_hit("german shells: 3015\n3016: FR80", checks=(6, 6, 6, 6))
    play(match, "42RI-3015")
    assert {"demoralized", "reduced"} <= states(match, "42RI")  # the second failure costs a step


@pytest.mark.case("they-shall-not-pass", "TP-R97", "9.52", "8.44")
def test_a_friend_in_the_hex_does_not_stop_the_shells():
    match = one_hit("german shells: 3015\n3016: FR80\n3015: 208R", checks=(6, 6))
    play(match, "42RI-3015")
    assert match.player == "german" and "demoralized" in states(match, "42RI") and "reduced" not in states(match, "42RI")


@pytest.mark.case("they-shall-not-pass", "TP-R97", "12.1")
def test_a_unit_lost_to_the_first_check_is_not_checked_again():
    match = fight("german shells: 3015\n3013: IR81\n3016: FR80\n3014: 208R reduced demoralized, 44RI", dice=[4, 6, 6])
    assault(match, "3014", "IR81")
    play(match, "lose", "208R-3015")
    assert at(match, "208R") == "eliminated"
    assert match.player == "french"  # 44RI retreats next


@pytest.mark.case("they-shall-not-pass", "TP-R97", "8.47")
def test_hunters_check_like_others():
    match = fight("3013: IR81\n3016: FR80\n3014: 56BCP", dice=[1, 6, 6])
    assert result(assault(match, "3014", "IR81")) == "3/1"  # 6 : 3
    play(match, "lose", "56BCP-3015")
    assert "demoralized" in states(match, "56BCP")


@pytest.mark.case("they-shall-not-pass", "14.9", "TP-R120")
def test_the_retreat_takes_control_of_the_hexes_it_enters():
    match = one_hit("german ground: 3015")
    assert control(match, "3015") == "german"
    play(match, "42RI-3015")
    assert control(match, "3015") == "french"


@pytest.mark.case("they-shall-not-pass", "TP-R79", "TP-R76")
def test_a_retreat_ends_digging_in_and_does_not_turn_a_corps_gun_over():
    match = fight("3013: IR81\n3014: 42RI dug-in, XXX.A", dice=[5])
    assert result(assault(match, "3014", "IR81")) == "2/1"
    play(match, "lose", "42RI-3015", "XXX.A-3015")
    assert "dug-in" not in states(match, "42RI") and "fired" not in states(match, "XXX.A")
