"""7.0 Bombardment, 7.1 barrage: who may fire at what, the table, and what the shells do."""

import pytest

from .kit import C, at, options, play, position, refused, run_to, states, step

TABLE = {
    "1-3": "- - - - - M", "4-6": "- - - - M M1", "7-10": "- - - M M M1",
    "11-14": "- - M M M1 M2", "15-18": "- M M M1 M2 X", "19+": "M M M1 M2 X X",
}  # fmt: skip
GUNS = "2003: XVIII.A1, XVIII.A2, III.A1, III.A2, V.A1 demoralized\ntrack: HVY\n"


def guns(text: str, dice=(), side: str = "german", turn: int = 2, weather: str = "good"):
    """A side's Bombardment Phase."""
    return position(f"turn: {turn}\nstep: {side}-bombardment\nweather: {weather}\n{text}", dice)


def aim(match, cell: str, *battery: str):
    play(match, f"barrage:{cell}", *battery)
    return match


def column(match) -> str:
    """The column the aimed barrage would use."""
    return match.odds(match.parse("fire")).column


def barrage(match, cell: str, *battery: str) -> str:
    """Fire; the result of the table."""
    events = play(match, f"barrage:{cell}", *battery, "fire")
    return next(e.result for e in events if e.kind == "barrage")


# ------------------------------------------------------------------------------------------------ 7.0, 7.1 the table


@pytest.mark.case("they-shall-not-pass", "BT.1", "7.1")
@pytest.mark.parametrize(
    ("battery", "strength"),
    [
        (["V.A1"], "1-3"), (["III.A1"], "4-6"), (["HVY"], "4-6"), (["III.A1", "V.A1"], "7-10"), (["III.A1", "III.A2"], "7-10"),
        (["III.A1", "HVY"], "11-14"), (["III.A1", "HVY", "V.A1"], "11-14"), (["III.A1", "III.A2", "XVIII.A1"], "15-18"),
        (["HVY", "HVY", "HVY"], "15-18"), (["III.A1", "III.A2", "V.A1", "HVY"], "19+"),
    ],
)  # fmt: skip
def test_the_sum_of_the_guns_chooses_the_column_and_the_die_the_result(battery, strength):
    assert column(aim(guns(f"{GUNS}2009: 208R", weather="bad"), "2009", *battery)) == strength
    for die, result in enumerate(TABLE[strength].split(), 1):
        assert barrage(guns(f"{GUNS}2009: 208R", [die], weather="bad"), "2009", *battery) == result


@pytest.mark.case("they-shall-not-pass", "BT.1", "7.1")
def test_four_and_seven_open_the_second_and_third_column():
    french = "1609: XXX.A\n0105: LB\n2816: RR demoralized\n1606: IR81\n1114: IR87\n2010: IR116\n"
    assert column(aim(guns(french, side="french"), "1606", "XXX.A")) == "4-6"
    assert column(aim(guns(french, side="french"), "2010", "XXX.A", "RR")) == "7-10"  # 4 and half of 5
    assert column(aim(guns(french, side="french"), "2010", "RR")) == "1-3"


@pytest.mark.case("they-shall-not-pass", "7.0", "7.1", "TP-R03")
def test_a_gun_fires_at_one_hex_in_range_and_no_farther():
    match = guns("2003: III.A1\n2012: 208R\n2013: 233R\n2014: 243R")
    assert {"barrage:2012", "barrage:2013"} <= options(match) and "barrage:2014" not in options(match)
    assert C.board.distance(C.board.index["2003"], C.board.index["2013"]) == 10
    assert refused(match, "barrage:2014").cases == ("7.0",)
    near = guns("2003: III.A1\n1004: VIIR.A1\n2012: 208R")
    assert refused(aim(near, "2012"), "VIIR.A1").cases == ("7.0",)


@pytest.mark.case("they-shall-not-pass", "TP-R03", "TP-R61")
def test_nothing_between_gun_and_target_stops_the_shells():
    match = guns("0105: LB\n1204: IR81\n0504: IR87", side="french")  # over the river, woods and another regiment
    assert {"barrage:1204", "barrage:0504"} <= options(match)


@pytest.mark.case("they-shall-not-pass", "7.0", "4.0.III", "9.3")
def test_each_gun_fires_once_a_turn_and_then_neither_moves_nor_supports():
    match = guns("2003: III.A1, III.A2\n2009: 208R\n2008: LGR8", [1])
    aim(match, "2009", "III.A1")
    assert refused(match, "III.A1").cases == ("7.0",)
    play(match, "fire")
    assert states(match, "III.A1") == {"fired"} and not match.legal(match.parse("interdict:III.A1"))
    aim(match, "2009")
    assert options(match) == {"III.A2"}
    play(match, "III.A2")
    run = guns("2003: III.A1\n2009: 208R\n2008: LGR8", [1])
    barrage(run, "2009", "III.A1")
    assert step(run) == "german-movement" and refused(run, "III.A1").cases == ("8.0",)
    play(run, "done", "2009", "LGR8")
    assert options(run) == {"attack"}


@pytest.mark.case("they-shall-not-pass", "AC.1", "7.2", "2.13a")
def test_army_and_corps_guns_bombard_and_divisional_guns_do_not():
    match = guns("2003: III.A1, FAR18\nnaval: NAV\ntrack: HVY\n2006: 208R")
    assert {a for a in options(match) if a.startswith("interdict")} == {"interdict:III.A1", "interdict:NAV", "interdict:HVY"}
    aim(match, "2006")
    assert options(match) == {"III.A1", "NAV", "HVY"} and not match.legal(match.parse("FAR18"))
    french = guns("1609: XXX.A, AD51R\n0105: LB\n2016: RR\n1606: IR81", side="french")
    assert {a for a in options(french) if a.startswith("interdict")} == {"interdict:XXX.A", "interdict:LB", "interdict:RR"}


@pytest.mark.case("they-shall-not-pass", "AC.1", "9.32")
def test_corps_and_divisional_guns_support_an_assault_and_army_guns_do_not():
    army = "naval: NAV\ntrack: HVY\n3016: RR, AD51R, XXX.A"
    match = position(f"turn: 2\nstep: german-assault\n3013: IR81\n3012: FAR27, XVIII.A1\n3014: 208R\n{army}")
    play(match, "3014", "IR81")
    assert options(match) == {"FAR27", "XVIII.A1", "attack"}
    play(match, "attack")
    assert options(match) == {"AD51R", "XXX.A", "ready"}


# --------------------------------------------------------------------------------------------------- 7.11 results


@pytest.mark.case("they-shall-not-pass", "7.11", "12.1", "7.1")
@pytest.mark.parametrize(("die", "add"), [(3, 0), (5, 1), (6, 2)])
def test_every_unit_in_the_hex_rolls_for_itself_against_its_own_morale(die, add):
    # Ten points in good weather use the column 11-14. Morale: 208R 6, AD51R 7, XXX.HQ 7.
    text = "2003: III.A1, III.A2\n2009: 208R, AD51R, XXX.HQ"
    low = 6 - add
    passed = guns(text, [die, 1, low - 1, 1, low, 1, low])
    barrage(passed, "2009", "III.A1", "III.A2")
    assert not states(passed, "208R") | states(passed, "AD51R") | states(passed, "XXX.HQ")
    failed = guns(text, [die, 1, low, 2, low, 2, low])
    barrage(failed, "2009", "III.A1", "III.A2")
    assert states(failed, "208R") == states(failed, "AD51R") == {"demoralized"} and states(failed, "XXX.HQ") == {"disrupted"}
    mixed = guns(text, [die, 1, low, 1, low, 2, low])
    barrage(mixed, "2009", "III.A1", "III.A2")
    assert (states(mixed, "208R"), states(mixed, "AD51R"), states(mixed, "XXX.HQ")) == ({"demoralized"}, set(), {"disrupted"})


@pytest.mark.case("they-shall-not-pass", "7.11", "BT.1")
def test_a_dash_does_nothing():
    match = guns("2003: III.A1\n2009: 208R", [3])
    assert barrage(match, "2009", "III.A1") == "-"
    assert not states(match, "208R") and match.position.rolled == 1


BIG = "2003: III.A1, III.A2, XVIII.A1\n"  # 15, in good weather the column 19+: a 5 or 6 is an X


@pytest.mark.case("they-shall-not-pass", "7.11a", "TP-R59")
def test_an_x_costs_the_owner_a_gun_or_the_full_side_of_a_unit_but_no_hq_and_nothing_reduced():
    match = guns(f"{BIG}2009: 208R, 233R reduced, AD51R, XXX.HQ, FRem1", [5])
    assert barrage(match, "2009", "III.A1", "III.A2", "XVIII.A1") == "X"
    assert match.player == "french" and options(match) == {"208R", "AD51R"}
    twin = match.clone()
    play(match, "208R")
    assert states(match, "208R") == {"reduced"} and at(match, "AD51R") == "2009"
    play(twin, "AD51R")
    assert at(twin, "AD51R") == "eliminated" and states(twin, "208R") == set()


@pytest.mark.case("they-shall-not-pass", "7.11a", "TP-R57", "TP-R58", "12.2")
def test_after_an_x_all_who_are_left_make_an_m2_check_the_flipped_unit_at_its_new_morale():
    def after(*dice: int):
        match = guns(f"{BIG}2009: 208R, 56BCP", [5, *dice])
        barrage(match, "2009", "III.A1", "III.A2", "XVIII.A1")
        play(match, "208R")
        return match

    # 208R is 6 - 1 now: 3 and 2 added is 5, just enough; 4 would do against the printed 6. The hunters have 8.
    steady = after(1, 2, 3, 3)
    assert states(steady, "208R") == {"reduced"} and not states(steady, "56BCP")
    assert states(after(2, 2, 3, 3), "208R") == {"reduced", "demoralized"}
    assert states(after(1, 2, 3, 4), "56BCP") == {"demoralized"}
    assert after(1, 2, 3, 3).position.rolled == 5


@pytest.mark.case("they-shall-not-pass", "7.11b", "TP-R59", "12.1")
def test_an_x_that_finds_nobody_to_take_it_is_an_m3_check_for_all():
    def after(*dice: int):
        match = guns(f"{BIG}2009: 208R reduced, XXX.HQ", [6, *dice])
        barrage(match, "2009", "III.A1", "III.A2", "XVIII.A1")
        return match

    # Morale 5 and 7, three added: 2 and 4 pass, 3 and 5 fail.
    assert not states(after(1, 1, 2, 2), "XXX.HQ") and states(after(1, 1, 2, 2), "208R") == {"reduced"}
    assert states(after(1, 2, 2, 3), "208R") == {"reduced", "demoralized"}
    assert states(after(1, 2, 2, 3), "XXX.HQ") == {"disrupted"}


@pytest.mark.case("they-shall-not-pass", "7.11b", "7.11a")
def test_only_the_state_when_the_barrage_began_decides_between_loss_and_m3():
    match = guns(f"{BIG}2009: AD51R", [5])
    barrage(match, "2009", "III.A1", "III.A2", "XVIII.A1")
    play(match, "AD51R")  # nobody is left to check
    assert at(match, "AD51R") == "eliminated" and match.position.rolled == 1


@pytest.mark.case("they-shall-not-pass", "TP-R132", "12.1", "7.11")
@pytest.mark.parametrize(
    ("unit", "state", "place", "now"),
    [
        ("208R", "demoralized", "2009", {"reduced", "demoralized"}), ("208R", "reduced demoralized", "eliminated", set()),
        ("AD51R", "demoralized", "eliminated", set()), ("FRem1", "demoralized", "out", set()),
        ("XXX.HQ", "disrupted", "2009", {"disrupted"}),
    ],
)  # fmt: skip
def test_a_shaken_unit_that_fails_again_under_fire_loses_a_step(unit, state, place, now):
    match = guns(f"2003: III.A1, III.A2\n2009: {unit} {state}", [3, 6, 6])
    barrage(match, "2009", "III.A1", "III.A2")
    assert at(match, unit) == place and states(match, unit) == now


@pytest.mark.case("they-shall-not-pass", "TP-R132", "7.11a")
def test_an_x_can_still_kill_a_reduced_unit_by_its_check():
    match = guns(f"{BIG}2009: 208R reduced demoralized, 233R", [5, 6, 6, 1, 1])
    barrage(match, "2009", "III.A1", "III.A2", "XVIII.A1")
    assert options(match) == {"233R"}  # the only one to take the X
    play(match, "233R")
    assert states(match, "233R") == {"reduced"}
    assert at(match, "208R") == "eliminated"


# ------------------------------------------------------------------------------------------------- 7.12 modifiers


@pytest.mark.case("they-shall-not-pass", "7.12", "7.3", "TP-R25", "5.2", "BT.2")
@pytest.mark.parametrize(
    ("turn", "weather", "cell", "strength"),
    [
        (2, "bad", "2009", "7-10"), (2, "good", "2009", "11-14"), (1, "good", "2009", "15-18"),  # +2 in all, not +3
        (2, "bad", "2506", "4-6"), (2, "good", "2506", "7-10"),  # Ornes
        (2, "bad", "1905", "1-3"), (2, "good", "1905", "4-6"), (1, "good", "1905", "7-10"),  # a trench
        (2, "good", "0806", "1-3"),  # Samogneux, town and trench: -3 +1
    ],
)  # fmt: skip
def test_weather_the_first_day_and_the_target_shift_the_column(turn, weather, cell, strength):
    match = guns(f"1502: VIIR.A1\n2003: III.A1\n1401: XVIII.A1\n{cell}: 208R", turn=turn, weather=weather)
    battery = ("VIIR.A1", "XVIII.A1") if cell == "0806" else ("III.A1", "VIIR.A1")
    assert column(aim(match, cell, *battery)) == strength


@pytest.mark.case("they-shall-not-pass", "7.12", "BT.2")
def test_verdun_costs_two_columns():
    # Naval Battery and three corps guns: 20. Column 19+ and one for the weather, less two.
    match = guns("naval: NAV\n1615: XVIII.A1, XVIII.A2, III.A1\n1522: 35RI\n1523: 42RI")
    assert column(aim(match.clone(), "1522", "NAV", "XVIII.A1", "XVIII.A2", "III.A1")) == "15-18"
    assert column(aim(match, "1523", "NAV", "XVIII.A1")) == "11-14"  # open ground: 10 and the weather


@pytest.mark.case("they-shall-not-pass", "TP-R56", "7.12", "7.13b")
def test_shifts_stop_at_either_end_of_the_table():
    low = guns("1502: VIIR.A1\n0806: 208R", weather="bad")
    assert column(aim(low, "0806", "VIIR.A1")) == "1-3"  # three columns below 4-6
    high = guns("2003: XVIII.A1, XVIII.A2, III.A1, III.A2\n2009: 208R", turn=1)
    assert column(aim(high, "2009", "XVIII.A1", "XVIII.A2", "III.A1", "III.A2")) == "19+"
    french = guns("1609: XXX.A\n1605: IR81", side="french")
    assert column(aim(french, "1605", "XXX.A")) == "1-3"


@pytest.mark.case("they-shall-not-pass", "7.12")
def test_a_shift_that_was_clamped_never_counts_twice():
    match = guns("2003: XVIII.A1, XVIII.A2, III.A1, III.A2\n1905: 208R", turn=1)
    assert column(aim(match, "1905", "XVIII.A1", "XVIII.A2", "III.A1", "III.A2")) == "19+"  # 19+ with +2 -2


# ------------------------------------------------------------------------------------- 7.13 combining, 7.13b targets


@pytest.mark.case("they-shall-not-pass", "7.13", "TP-R53", "14.7a")
@pytest.mark.parametrize(("turn", "together"), [(5, False), (6, True)])
def test_french_corps_guns_combine_from_february_26(turn, together):
    match = guns("1609: XXX.A\n1610: XX.A\n0105: LB\n1111: RR\n1606: IR81\n1108: IR87", side="french", turn=turn)
    aim(match, "1108", "XXX.A", "LB", "RR")  # any number of army guns with one corps gun
    assert ("XX.A" in options(match)) is together
    if not together:
        assert refused(match, "XX.A").cases == ("7.13",)


@pytest.mark.case("they-shall-not-pass", "7.13", "TP-R53")
def test_german_corps_guns_of_any_corps_combine_from_the_start_and_army_guns_with_them():
    match = guns("2003: XVIII.A1, III.A1, V.A1\nnaval: NAV\ntrack: HVY\n2009: 208R", turn=1)
    aim(match, "2009", "XVIII.A1", "III.A1", "V.A1", "NAV", "HVY")
    assert match.legal(match.parse("fire"))
    alone = aim(guns("naval: NAV\ntrack: HVY\n2009: 208R"), "2009", "NAV", "HVY", "HVY")
    assert column(alone) == "19+"  # 17 and the weather


@pytest.mark.case("they-shall-not-pass", "7.13a", "TP-R131", "7.1")
def test_the_same_hex_may_be_shelled_again_by_other_guns_once_the_result_is_known():
    match = guns("2003: III.A1, III.A2, XVIII.A1, XVIII.A2\n2009: 208R", [6, 6, 6, 6, 5, 5])
    barrage(match, "2009", "III.A1", "III.A2")
    assert states(match, "208R") == {"demoralized"} and step(match) == "german-bombardment"
    barrage(match, "2009", "XVIII.A1", "XVIII.A2")
    assert states(match, "208R") == {"demoralized", "reduced"}


@pytest.mark.case("they-shall-not-pass", "TP-R131", "7.2")
def test_barrages_and_interdictions_may_be_mixed_in_any_order():
    match = guns("2003: III.A1, III.A2, XVIII.A1\n2009: 208R", [1, 1, 1])
    play(match, "interdict:III.A1", "III.A1-2010")
    barrage(match, "2009", "III.A2")
    assert "interdict:XVIII.A1" in options(match) and "barrage:2009" in options(match)


@pytest.mark.case("they-shall-not-pass", "7.13b", "BT.2", "14.81")
def test_units_in_an_intact_fort_cannot_be_shelled():
    match = guns("naval: NAV\n2113: 35RI\n2112: 42RI")
    assert {a for a in options(match) if a.startswith("barrage")} == {"barrage:2112"}
    assert refused(match, "barrage:2113").cases == ("7.13b", "14.81")


@pytest.mark.case("they-shall-not-pass", "7.13b", "TP-R12", "14.33")
def test_forges_is_never_a_target():
    match = guns("naval: NAV\n0105: LB\n0205: 35RI")
    assert {a for a in options(match) if a.startswith("barrage")} == {"barrage:0205"}
    assert not match.legal(match.parse("barrage:0105"))


@pytest.mark.case("they-shall-not-pass", "7.13b")
def test_who_aims_at_forges_is_told_why_not():
    assert "7.13b" in refused(guns("naval: NAV\n0105: LB\n0205: 35RI"), "barrage:0105").cases


@pytest.mark.case("they-shall-not-pass", "TP-R61", "7.1", "7.13b")
def test_any_enemy_in_range_is_a_target_seen_or_not_and_an_empty_hex_is_none():
    match = guns("naval: NAV\n3320: XXX.HQ\n2009: 208R\n2008: IR81")
    assert {a for a in options(match) if a.startswith("barrage")} == {"barrage:3320", "barrage:2009"}
    assert refused(match, "barrage:2010").cases == ("7.1",)
    assert refused(match, "barrage:2008").cases == ("7.1",)  # one's own men


# ------------------------------------------------------------------------------------------- 7.14 counter-battery


@pytest.mark.case("they-shall-not-pass", "7.14", "TP-R60")
@pytest.mark.parametrize(
    ("weather", "spotter", "hit"),
    [
        ("good", "", True), ("bad", "", False), ("bad", "2006: IR81", True), ("bad", "2006: XVIII.HQ", True),
        ("bad", "2005: IR81", False), ("bad", "2006: FAR27", True),
    ],
)  # fmt: skip
def test_in_bad_weather_guns_are_hit_only_with_an_eye_within_three_hexes(weather, spotter, hit):
    text = f"2001: III.A1, III.A2, XVIII.A1\n{spotter}\n2009: 208R, AD51R"
    match = guns(text, [6] * 5, weather=weather)
    barrage(match, "2009", "III.A1", "III.A2")
    assert states(match, "208R") == {"demoralized"}  # the infantry beside the guns is hit in any case
    assert states(match, "AD51R") == ({"demoralized"} if hit else set())


@pytest.mark.case("they-shall-not-pass", "7.14", "TP-R60")
def test_unseen_guns_alone_in_a_hex_cannot_be_fired_at_in_bad_weather():
    match = guns("2001: III.A1\n2009: AD51R\n2010: AD14, XXX.HQ", weather="bad")
    assert "barrage:2009" not in options(match) and "barrage:2010" in options(match)
    assert refused(match, "barrage:2009").cases == ("7.14",)
    assert "barrage:2009" in options(guns("2001: III.A1\n2009: AD51R"))
    assert "barrage:2009" in options(guns("2006: III.A1\n2009: AD51R", weather="bad"))  # the gun sees for itself


@pytest.mark.case("they-shall-not-pass", "TP-R60", "7.14", "TP-R12")
def test_guns_off_the_map_and_in_forges_see_nothing():
    match = guns("naval: NAV\ntrack: HVY\n0301: FAR27\n2009: AD51R", weather="bad")
    assert "barrage:2009" not in options(match)
    french = guns("0105: LB\n0305: XVIII.A1", side="french", weather="bad")
    assert "barrage:0305" not in options(french)
    assert "barrage:0305" in options(guns("0105: LB\n0305: XVIII.A1", side="french"))


@pytest.mark.case("they-shall-not-pass", "TP-R59", "7.11b", "7.14")
def test_guns_hidden_by_the_weather_cannot_be_given_up_for_an_x():
    battery = "2001: III.A1, III.A2, XVIII.A1, XVIII.A2\n"
    both = guns(f"{battery}2009: 208R, AD51R", [5], weather="bad")
    barrage(both, "2009", "III.A1", "III.A2", "XVIII.A1", "XVIII.A2")
    assert options(both) == {"208R"}
    weak = guns(f"{battery}2009: 208R reduced, AD51R", [5, 1, 2], weather="bad")
    barrage(weak, "2009", "III.A1", "III.A2", "XVIII.A1", "XVIII.A2")
    assert "demoralized" in states(weak, "208R") and weak.position.rolled == 3  # an M3 check: 3 + 3 against 5


# ------------------------------------------------------------------------------------------------ 14.3 army guns


@pytest.mark.case("they-shall-not-pass", "14.31", "7.0")
def test_the_naval_battery_reaches_every_hex_and_fires_once_a_turn():
    match = guns("naval: NAV\n3323: 35RI\n0123: 42RI\n1601: XVIII.HQ", [1])
    assert {"barrage:3323", "barrage:0123"} <= options(match)
    barrage(match, "3323", "NAV")
    assert states(match, "NAV") == {"fired"} and step(match) == "german-movement"


@pytest.mark.case("they-shall-not-pass", "14.32", "TP-R55")
def test_the_heavy_artillery_hits_the_ten_northern_rows():
    match = guns("track: HVY\n2010: 208R\n1910: 233R\n2011: 243R\n1911: 310R")
    assert {a for a in options(match) if a.startswith("barrage")} == {"barrage:2010", "barrage:1910"}
    assert refused(match, "barrage:2011").cases == ("7.0",)
    play(match, "interdict:HVY")
    assert match.legal(match.parse("HVY-3210")) and refused(match, "HVY-3211").cases == ("7.21",)


@pytest.mark.case("they-shall-not-pass", "14.32", "TP-R54", "7.0")
def test_the_heavy_artillery_has_three_shots_a_turn_for_any_use():
    match = guns("track: HVY\n2009: 208R\n2010: 233R\n1601: XVIII.HQ\n1609: XXX.HQ", [1, 1, 1, 6])
    aim(match, "2009", "HVY", "HVY", "HVY")
    assert options(match) == {"fire"} and column(match) == "19+"  # 18, and the weather
    match = guns("track: HVY\n2009: 208R\n2010: 233R\n1601: XVIII.HQ\n1609: XXX.HQ", [1, 1, 1, 6])
    barrage(match, "2009", "HVY")
    assert match.position.shots == 2
    barrage(match, "2009", "HVY")
    play(match, "interdict:HVY", "HVY-2005")
    assert match.position.shots == 0 and step(match) == "german-movement"
    run_to(match, "french-movement")
    play(match, "done")
    assert match.position.turn == 3 and match.position.shots == 3 and step(match) == "german-bombardment"


@pytest.mark.case("they-shall-not-pass", "14.32", "TP-R54")
def test_a_second_barrage_has_only_the_shots_that_are_left():
    match = aim(guns("track: HVY\nshots: 2\n2009: 208R"), "2009", "HVY", "HVY")
    assert options(match) == {"fire"} and refused(match, "HVY").cases == ("14.32",)


@pytest.mark.case("they-shall-not-pass", "14.33", "AC.1", "TP-R12")
def test_the_left_bank_guns_fire_from_forges_like_any_army_guns():
    match = guns("0105: LB\n1204: IR81\n1304: IR87", [1], side="french")
    assert "barrage:1204" in options(match)
    barrage(match, "1204", "LB")
    assert states(match, "LB") == {"fired"}


@pytest.mark.case("they-shall-not-pass", "TP-R63", "12.3a")
def test_demoralized_guns_fire_at_half_each_rounded_up_before_they_combine():
    match = aim(guns("2003: III.A1 demoralized, III.A2 demoralized, V.A1\n2009: 208R", weather="bad"), "2009", "III.A1")
    assert column(match) == "1-3"  # 3
    play(match, "III.A2")
    assert column(match) == "4-6"  # 3 and 3
    play(match, "V.A1")
    assert column(match) == "11-14"  # 3, 3 and 5
    french = guns("1609: XXX.A demoralized\n1606: IR81", side="french")
    lines = aim(french, "1606", "XXX.A").odds(french.parse("fire")).lines
    assert lines[0].value == 2
