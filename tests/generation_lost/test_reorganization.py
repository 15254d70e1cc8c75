"""17.0 Mutual reorganization: the working total, replacements, reserves, returns, rally; and a lull (7.3.1)."""

import json

import pytest

from trenchline.games.generation_lost.reorganization import in_zone_for_rally
from trenchline.games.generation_lost.replacements import working_total
from trenchline.games.generation_lost.reserves import reserve_steps

from .campaign_kit import QUIET, reorganize, rolled, throw, under
from .kit import (
    C,
    at,
    game_position,
    kind,
    legal,
    lines,
    odds,
    options,
    order,
    play,
    points,
    position,
    refused,
    states,
    step,
    steps,
    texts,
    values,
    where,
)


def returns(match):
    """Who waits to come back: unit, turn and way."""
    return {(C.ids[r.unit], r.turn, r.way) for r in game_position(match).returning}


def back(unit, turn, way):
    """Lines of position text: a unit that returns."""
    return f'returns: [{{"unit":{C.unit[unit]},"turn":{turn},"way":"{way}"}}]\nreturning: {unit}\n'


# ------------------------------------------------------------------------------------------------ 17.2 the working total


@pytest.mark.case("generation-lost", "17.2", "17.2(a)", "17.2(b)", "GL-E48", "GL-E49", "GL-R167", "GL-R05")
def test_the_working_total_is_half_of_all_assaults_and_own_disruptions():
    p = game_position(position(f"step: german-movement\nassaults_made: 16 8\ntally: 3 0\n{QUIET}"))
    assert (working_total(p, 0), working_total(p, 1)) == (13, 12)
    p = game_position(position(f"step: german-movement\nassaults_made: 14 8\ntally: 3 0\n{QUIET}"))
    assert working_total(p, 0) == 12


@pytest.mark.case("generation-lost", "17.3.1", "17.3", "GL-E50")
def test_the_roll_in_the_column_of_the_total_and_never_more_than_was_lost():
    text = f"assaults_made: 20 0\ntally: 9 0\nreplacement_points: 10 0\n{QUIET}\npool: Bn01"
    match = reorganize(text)
    assert kind(match) == "ReplacementRoll" and odds(match).column == "14"
    throw(match, 4, 5)
    assert game_position(match).allowed == [7, 0]
    match = reorganize(text.replace("points: 10", "points: 4"))
    throw(match, 4, 5)
    assert game_position(match).allowed == [4, 0]


@pytest.mark.case("generation-lost", "17.2", "17.3", "GL-R03", "GL-R168")
def test_totals_beyond_the_table_use_its_end_columns_and_a_roll_below_six_gives_nothing():
    text = f"{QUIET}\npool: Bn01, B3.2"
    match = rolled(text, (), made="0 0")
    assert odds(match).column == "6"
    throw(match, 6, 6)
    assert game_position(match).allowed[0] == 7
    match = rolled(text, (), made="30 30", lost="20 20")
    assert odds(match).column == "18"
    throw(match, 2, 3)
    assert game_position(match).allowed[0] == 0
    throw(match, 6, 6)
    assert game_position(match).allowed[1] == 11


@pytest.mark.case("generation-lost", "17.3")
def test_the_time_of_the_year_changes_the_roll():
    text = f"{QUIET}\npool: Bn01, B3.2"
    early = rolled(text, ((3, 3),), turn=8)
    assert lines(early) == {"divisions rotate": 1}
    late = rolled(text, (), turn=21, scenario="hells_doorway")
    assert lines(late) == {"the Somme": -1}
    throw(late, 3, 3)
    assert game_position(late).allowed[0] == 0  # a six is a five
    assert lines(late) == {}


@pytest.mark.case("generation-lost", "17.2(a)", "17.2(b)", "17.1.1", "GL-R170")
def test_what_is_counted_in_a_turn():
    p = game_position(position(f"step: reorganization\n{QUIET}\nC21: 21/1 >S\nD23: B3.2 >N"))
    from trenchline.games.great_war.records import Fight
    from trenchline.games.great_war.units import disrupt, lose_step

    assert all(p.count_assault(Fight(side, 0, (), ()), "-") for side in (0, 1))
    assert not p.count_assault(Fight(0, 0, (), (), renewed=True), "-")
    disrupt(p, C.unit["21/1"])
    disrupt(p, C.unit["21/1"])
    lose_step(p, C.unit["B3.2"], "bombardment")
    lose_step(p, C.unit["B3.2"], "assault")
    assert (p.assaults_made, p.tally, p.lost) == ([1, 1], [1, 0], [0, 2])
    assert p.points == p.combat_points == [2, 0]  # a point for the enemy with each (18.3.1)


# ------------------------------------------------------------------------------------------------ 17.3 what can be had


@pytest.mark.case("generation-lost", "17.3.2", "17.1", "GL-R51", "GL-R54", "GL-R172", "GL-R171")
def test_prices_are_steps_and_only_french_units_come_back_reduced():
    pool = "pool: 29Fr, B4.1, 59C.1, F75.1, IIFr, FAir1, 25/2, 11R/1, Bn01, G77.1, VIR, GAir1, Eng3"
    prices = {}
    for allowed in range(1, 5):
        for dice in (((6, 6), (1, 1)), ((1, 1), (6, 6))):
            match = rolled(f"{QUIET}\n{pool}", dice, lost=f"{allowed} {allowed}")
            for text in options(match) - {"done"}:
                prices.setdefault(text, allowed)
    assert prices == {
        "29Fr~full": 4,
        "29Fr~reduced": 3,
        "B4.1~full": 2,
        "B4.1~reduced": 1,
        "59C.1~full": 2,
        "59C.1~reduced": 1,
        "F75.1~full": 2,
        "F75.1~reduced": 1,
        "IIFr~full": 1,
        "FAir1~full": 1,
        "25/2~full": 3,
        "11R/1~full": 2,
        "Bn01~full": 1,
        "G77.1~full": 2,
        "VIR~full": 1,
        "GAir1~full": 1,
        "Eng3~full": 1,
    }


@pytest.mark.case("generation-lost", "17.1.2", "GL-R113", "GL-R299", "17.1")
def test_only_the_pool_gives_replacements_and_garrisons_do_not_come_back():
    match = rolled(f"{QUIET}\nM30: 11R/1 >S\npool: Bn01, Bn02, Gar1", ((6, 6),))
    assert options(match) == {"Bn01~full", "done"}  # of counters that are alike one is offered
    assert refused(match, "11R/1~full").cases == ("17.1.2",)
    assert refused(match, "25/1~full").cases == ("17.1.2",)
    play(match, "done")
    assert kind(match) != "TakeReplacements"  # nothing for the French


@pytest.mark.case("generation-lost", "17.1.2", "17.3.2", "17.3.1")
def test_refusals_of_replacements():
    match = rolled(f"{QUIET}\npool: 25/2, 11R/1, Bn01, Gar1, B3.2", ((6, 6), (6, 6)), lost="4 4")
    assert refused(match, "Gar1~full").cases == ("17.1.2",) and refused(match, "B3.2~full").cases == ("17.1.2",)
    assert refused(match, "25/2~reduced").reason == "25/2 comes back whole or not at all"
    play(match, "25/2~full")
    assert refused(match, "11R/1~full").reason == "11R/1 needs 2 steps, 1 left"
    assert refused(match, "25/2~full").reason == "25/2 is taken already"


@pytest.mark.case("generation-lost", "17.0", "17.3.3", "18.3.2", "GL-E51", "GL-E59", "GL-R06", "GL-R297")
def test_both_choose_in_secret_and_concede_a_point_for_each_step():
    pool = "pool: B4.1, B3.2, B3.3, B3.4, Bn01, Bn02, Bn03, Bn04, Bn05"
    match = rolled(f"{QUIET}\n{pool}", ((6, 6), (6, 6)), lost="6 6")
    assert match.player == "german" and game_position(match).allowed == [6, 6]
    play(match, *("Bn01~full", "Bn02~full", "Bn03~full", "Bn04~full"), "done")
    assert match.player == "french" and points(match) == [0, 0]  # nothing is known yet
    events = play(match, "B4.1~full", "B3.2~full", "done")
    assert texts(events, "replacements")[:2] == [
        "German replacements: Bn01, Bn02, Bn03, Bn04, 4 points conceded",
        "French replacements: B4.1, B3.2, 4 points conceded",
    ]
    assert points(match) == [4, 4]  # of 6 steps 4 are taken; the rest is lost and costs nothing


@pytest.mark.case("generation-lost", "17.3.1", "17.3", "GL-R297")
def test_without_losses_or_without_a_pool_there_is_no_roll():
    assert kind(rolled(f"{QUIET}\npool: Bn01, B3.2", (), lost="0 0")) != "ReplacementRoll"
    match = rolled(f"{QUIET}\npool: B3.2", ())
    assert kind(match) == "ReplacementRoll" and match.decision.prompt.startswith("French")


@pytest.mark.case("generation-lost", "17.0", "GL-R06", "GL-R233", "19.6.5(b)")
def test_where_the_french_play_first_they_roll_and_choose_first():
    text = f"{QUIET}\npool: Bn01, B3.2"
    match = rolled(text, (), turn=34, scenario="ramparts_revenge")
    assert match.decision.prompt.startswith("French replacements")
    throw(match, 6, 6)
    throw(match, 6, 6)
    assert match.player == "french"
    assert rolled(text, ((6, 6), (6, 6)), turn=34, scenario="campaign").player == "german"


# ------------------------------------------------------------------------------------------------ 17.4 reserves


def taken(units, text="", **more):
    """The French have taken these units; the reserve roll waits."""
    pool = ", ".join(dict.fromkeys(unit.partition("~")[0] for unit in units))
    match = rolled(f"{QUIET}\n{text}\npool: {pool}", ((6, 6),), lost="0 12", made="36 0", **more)
    play(match, *units)
    if kind(match) == "TakeReplacements":
        play(match, "done")
    return match


@pytest.mark.case("generation-lost", "17.4", "17.4.1(a)", "17.4.1(b)", "17.4.1(c)", "17.4.1(d)", "GL-E52", "GL-R51")
def test_a_reduced_division_satisfies_three_steps_of_reserve():
    match = taken(("29Fr~reduced", "51Fr~full"))
    assert kind(match) == "ReserveRoll" and points(match) == [7, 0]
    throw(match, 5, 5)  # a ten, -1 since May: 9
    assert at(match, "29Fr") == "reserves" and steps(match, "29Fr") == 3
    assert points(match) == [4, 0] and at(match, "51Fr") == "returning" and steps(match, "51Fr") == 4


@pytest.mark.case("generation-lost", "17.4.1(b)")
def test_the_reserve_rate_chart_and_its_rates_beyond_twelve_steps():
    p = game_position(position(f"step: reorganization\n{QUIET}"))
    assert [reserve_steps(p, 7, roll) for roll in (2, 4, 6, 8, 10, 12)] == [0, 1, 2, 2, 3, 4]
    assert [reserve_steps(p, n, 9) for n in (1, 2, 3, 12)] == [0, 1, 1, 6]
    assert [reserve_steps(p, 15, roll) for roll in (1, 3, 4, 5, 8, 10, 13)] == [0, 0, 3, 5, 6, 7, 10]


@pytest.mark.case("generation-lost", "17.4.2", "GL-E53", "GL-R174")
def test_reserve_modifiers_by_period():
    found = []
    for turn, scenario in ((10, "may_cup"), (11, "may_cup"), (19, "may_cup"), (20, "hells_doorway")):
        match = taken(("B4.1~full", "B4.2~full"), turn=turn, scenario=scenario)
        found.append(sum(lines(match).values()))
    assert found == [1, -1, -1, -1]
    german = []
    for turn, scenario in ((19, "may_cup"), (20, "hells_doorway"), (44, "campaign")):
        match = rolled(f"{QUIET}\npool: 25/2", ((6, 6),), lost="3 0", turn=turn, scenario=scenario)
        play(match, "25/2~full")
        german.append(sum(lines(match).values()))
    assert german == [0, 1, 1]


@pytest.mark.case("generation-lost", "17.4.2", "17.4")
def test_nothing_is_kept_if_nothing_was_taken():
    match = rolled(f"{QUIET}\npool: B4.1", ((6, 6),), lost="0 4")
    play(match, "done")
    assert kind(match) != "ReserveRoll" and points(match) == [0, 0]


@pytest.mark.case("generation-lost", "17.4.1(c)", "GL-R173")
def test_units_whose_steps_fit_exactly_or_the_largest_total_below():
    match = taken(("29Fr~full", "B4.1~full", "B4.2~reduced"))
    throw(match, 5, 5)  # 3 of 7
    assert options(match) == {"B4.1", "B4.2"}
    assert refused(match, "29Fr").cases == ("17.4.1(c)",)
    play(match, "B4.1")
    assert where(match, "B4.1", "B4.2") == ["reserves", "reserves"]  # the rest fits in one way only
    match = taken(("29Fr~full", "51Fr~reduced"))
    throw(match, 6, 6)  # -1: 11: 4 of 7
    assert where(match, "29Fr", "51Fr") == ["reserves", "returning"]
    match = taken(("29Fr~full", "B4.1~full"))
    events = throw(match, 5, 5)  # 3 of 6: only a brigade fits
    assert where(match, "29Fr", "B4.1") == ["returning", "reserves"] and points(match) == [4, 0]
    assert "The units taken make up 2 of these steps; the rest lapses" in texts(events)


@pytest.mark.case("generation-lost", "17.4.3a", "17.6.2", "GL-R274")
def test_air_units_never_go_to_reserve_and_fly_from_the_next_turn():
    match = taken(("FAir1~full", "B4.1~full", "B4.2~full"))
    throw(match, 5, 5)  # 2 of 5
    assert options(match) == {"B4.1", "B4.2"} and refused(match, "FAir1").cases == ("17.4.3a",)
    play(match, "B4.1")
    assert where(match, "FAir1", "B4.1", "B4.2") == ["air", "reserves", "returning"] and points(match) == [3, 0]
    match = taken(("FAir1~full", "FAir2~full"))
    throw(match, 6, 6)
    assert where(match, "FAir1", "FAir2") == ["air", "air"] and points(match) == [2, 0]


@pytest.mark.case("generation-lost", "19.2.2(b)", "GL-R175", "GL-R202")
def test_in_the_crown_princes_plan_a_third_is_kept_without_a_roll_and_of_four_steps_at_least():
    match = taken(("B4.1~full", "B4.2~reduced"), turn=4, scenario="crown_prince")
    assert kind(match) != "ReserveRoll" and where(match, "B4.1", "B4.2") == ["returning", "returning"]
    match = taken(("29Fr~full", "B4.1~full"), turn=4, scenario="crown_prince")
    assert at(match, "B4.1") == "reserves" and points(match) == [4, 0]


# ------------------------------------------------------------------------------------------------ 17.4.4 release

BOX = "reserves: B4.1 reduced, B4.2, 29Fr, 59C.1"


@pytest.mark.case("generation-lost", "17.4.4", "GL-R02", "GL-R177", "GL-R222", "GL-R280")
def test_reserves_are_released_on_two_to_four_as_many_units_as_a_die_shows():
    text = f"scenario: may_cup\nturn: 12\nstep: french-movement\n{QUIET}\n{BOX}, Bn01"
    match = position(text)
    assert kind(match) == "ReleaseRoll" and match.decision.prompt.startswith("French reserves, 4 units")
    stays = match.clone()
    throw(stays, 2, 3)
    assert at(stays, "B4.1") == "reserves" and kind(stays) != "Release"
    throw(match, 2, 2)
    throw(match, 2)
    assert options(match) == {"B4.1", "B4.2", "29Fr", "59C.1"}  # units, not steps; only one's own
    assert refused(match, "Bn01").cases[0] == "17.4.4"
    play(match, "29Fr", "B4.1")
    assert returns(match) == {("29Fr", 12, "offmap"), ("B4.1", 12, "offmap")} and steps(match, "B4.1") == 1
    assert where(match, "B4.2", "59C.1") == ["reserves", "reserves"] and step(match) == "french-movement"


@pytest.mark.case("generation-lost", "17.4.4", "GL-R176")
def test_if_the_die_shows_more_than_there_are_all_go():
    match = position(f"scenario: may_cup\nturn: 12\nstep: german-movement\n{QUIET}\nreserves: Bn01, Bn02")
    throw(match, 1, 1)
    throw(match, 6)
    assert returns(match) == {("Bn01", 12, "offmap"), ("Bn02", 12, "offmap")}
    empty = position(f"scenario: may_cup\nturn: 12\nstep: french-movement\n{QUIET}\nreserves: Bn01, Bn02")
    assert kind(empty) != "ReleaseRoll"  # the French have none


@pytest.mark.case("generation-lost", "20.4.3(5)", "17.4.4", "GL-R305")
def test_open_reserves_frees_the_french_on_two_to_eight():
    box = f"{QUIET}\nreserves: B4.1, Bn01"
    for operations, roll, freed in (
        (("open_reserves",), (4, 4), True),
        (("open_reserves",), (4, 5), False),
        ((), (4, 4), False),
    ):
        match = under(operations, box, "french-movement")
        throw(match, *roll)
        assert (kind(match) == "ReleaseCountRoll") == freed
    match = under(("open_reserves",), box, "german-movement")
    throw(match, 4, 4)
    assert kind(match) != "ReleaseCountRoll"  # the German is not freer


# ------------------------------------------------------------------------------------------------ 17.5, 17.6 who returns


@pytest.mark.case("generation-lost", "17.6.1", "GL-R280", "GL-R178", "17.6.1")
def test_ground_replacements_wait_beside_the_map_mobile_and_in_command_mode():
    match = rolled(f"{QUIET}\npool: 11R/1, VIR, Bn01", ((6, 6),), lost="4 0")
    play(match, "11R/1~full", "VIR~full", "Bn01~full")
    throw(match, 1, 1)
    assert returns(match) == {("11R/1", 13, "offmap"), ("VIR", 13, "offmap"), ("Bn01", 13, "offmap")}
    assert states(match, "11R/1") == states(match, "VIR") == set()


@pytest.mark.case("generation-lost", "17.5", "17.5.2", "GL-R112", "GL-R21")
def test_an_hq_spent_on_an_assault_is_back_in_the_reorganization_of_its_turn_for_nothing():
    match = reorganize(f"{back('VIR', 12, 'bought')}{QUIET}")
    assert returns(match) == {("VIR", 13, "offmap")} and points(match) == [0, 0]
    match = reorganize(f"{back('VIR', 13, 'bought')}{QUIET}")
    assert returns(match) == {("VIR", 13, "bought")}  # not yet
    match = reorganize(f"{back('VIR', 13, 'free')}{QUIET}")
    assert returns(match) == {("VIR", 13, "free")}  # one that supplied guns enters in the movement of its turn


@pytest.mark.case("generation-lost", "17.5.1", "17.5")
def test_air_units_that_survive_are_there_without_being_paid_for():
    match = rolled(f"{QUIET}\nair: GAir1\npool: Bn01", ((6, 6),), lost="2 0")
    assert options(match) == {"Bn01~full", "done"} and refused(match, "GAir1~full").cases == ("17.1.2",)


# ------------------------------------------------------------------------------------------------ 17.7 rally


def rally(text, weather="fair", **more):
    return reorganize(f"weather: {C.weathers.index(weather)}\n{text}", **more)


def bound(match, unit):
    """The highest die on which a unit rallies."""
    found = {o.result: o.probability for o in odds(match, unit).outcomes}
    return round(6 * found.get("rallies", 0))


@pytest.mark.case("generation-lost", "17.7", "17.7.1(a)", "17.7.1(b)", "17.7.1(e)b", "GL-R182", "GL-R06")
def test_one_attempt_for_each_in_the_owners_order_first_player_first():
    match = rally("A20: 25/1 >S disrupted\nA22: 25/2 >S suppressed\nT30: B3.1 >N disrupted")
    assert match.player == "german" and options(match) == {"25/1", "25/2", "done"}
    play(match, "25/2")
    throw(match, 3)
    assert order(match, "25/2") == set()
    assert refused(match, "25/2").cases[0] == "17.7"
    play(match, "25/1")
    events = throw(match, 4)
    assert order(match, "25/1") == {"disrupted"} and texts(events, "rally") == ["25/1 does not rally"]
    assert match.player == "french" and options(match) == {"B3.1", "done"}


@pytest.mark.case("generation-lost", "17.7.1(d)", "17.7.1(c)", "GL-E54")
def test_the_least_favourable_line_counts_but_an_hq_makes_it_good():
    gun = "M30: F75.1 >N disrupted\nN31: 11R/1 >S\nA20: 25/1 >S"
    assert bound(rally(gun, "snow"), "F75.1") == 1
    assert bound(rally(f"{gun}\nK28: IIFr >N", "snow"), "F75.1") == 4
    assert bound(rally("M30: F75.1 >N disrupted\nA20: 25/1 >S"), "F75.1") == 2
    assert bound(rally("M30: B4.1 >N disrupted\nA20: 25/1 >S"), "B4.1") == 3
    assert bound(rally("M30: B4.1 >N disrupted\nA20: 25/1 >S", "rain"), "B4.1") == 2
    assert bound(rally("M30: B4.1 >N disrupted\nA20: 25/1 >S", "drizzle"), "B4.1") == 3
    assert bound(rally("M30: B4.1 >N disrupted\nN31: 25/1 >S"), "B4.1") == 2


@pytest.mark.case("generation-lost", "17.7.1(c)", "GL-R180", "GL-R286", "GL-R74")
def test_a_command_hq_within_three_squares_even_disrupted_by_a_free_path():
    def found(hq, more=""):
        return bound(rally(f"M30: B4.1 >N disrupted\nA20: 25/1 >S\n{hq}\n{more}"), "B4.1")

    assert found("P30: IIFr >N") == 4 and found("Q30: IIFr >N") == 3
    assert found("P30: IIFr >N disrupted") == 4 and found("P30: IIFr supply") == 3
    wall = "N29: 11R/1 >S\nN30: 11R/2 >S\nN31: 11R/3 >S"
    assert found("P30: IIFr >N", wall) == 2
    match = rally("M30: IIFr >N disrupted\nA20: 25/1 >S")
    assert bound(match, "IIFr") == 3  # it does not help itself


@pytest.mark.case("generation-lost", "17.7.1(e)a", "GL-E55", "GL-R78")
def test_a_friend_who_began_the_phase_in_good_order_negates_the_zone_in_his_square():
    text = "M30: B3.1 >N disrupted\nM31: B3.2 >N disrupted, B3.3 >N\nN30: 11R/1 >S"
    match = rally(text)
    p = game_position(match)
    assert in_zone_for_rally(p, C.unit["B3.1"]) and not in_zone_for_rally(p, C.unit["B3.2"])
    assert bound(match, "B3.1") == 2 and bound(match, "B3.2") == 3
    match = rally("M31: B3.2 >N disrupted, B3.3 >N disrupted\nN30: 11R/1 >S")
    play(match, "B3.3")
    throw(match, 1)
    assert order(match, "B3.3") == set() and bound(match, "B3.2") == 2  # he rallied only now


@pytest.mark.case("generation-lost", "17.7.2", "GL-R181")
def test_a_disrupted_unit_that_failed_before_has_minus_one_until_it_rallies():
    match = rally("A20: 25/1 >S disrupted failed\nA24: 25/2 >S suppressed failed\nT30: B3.1 >N")
    assert lines(match, "25/1") == {"failed in an earlier turn": -1} and bound(match, "25/1") == 4
    assert lines(match, "25/2") == {}  # suppressed units have none
    play(match, "25/1")
    throw(match, 4)
    assert states(match, "25/1") & {"disrupted", "failed"} == set()
    match = rally("A20: 25/1 >S disrupted\nA24: 25/2 >S suppressed\nT30: B3.1 >N")
    play(match, "done")
    throw(match, 6)
    assert "failed" in states(match, "25/1")
    throw(match, 6)
    assert "failed" not in states(match, "25/2") and order(match, "25/2") == {"suppressed"}


@pytest.mark.case("generation-lost", "17.8", "17.0", "GL-R297")
def test_the_order_of_steps_and_markers_back_to_zero():
    units = "A20: 25/1 >S disrupted counted\nT30: B3.1 >N disrupted\npool: Bn01, B3.2"
    match = rolled(f"tally: 1 0\n{units}", (), lost="1 1")
    seen = []
    while step(match) == "reorganization" and len(seen) < 20:
        seen.append(kind(match))
        if match.player == "dice":
            throw(match, *(3,) * len(match.actions()[0].dice))
        else:
            wanted = [a for a in match.actions() if a.kind == "buy"]
            match.apply(wanted[0] if wanted else match.parse("done"))
    assert seen == [
        "ReplacementRoll",
        "ReplacementRoll",
        "TakeReplacements",
        "TakeReplacements",
        "ReserveRoll",
        "ReserveRoll",
        "Rally",
        "RallyRoll",
        "Rally",
        "RallyRoll",
    ]
    p = game_position(match)
    assert (p.assaults_made, p.tally, p.lost, p.allowed, p.written) == ([0, 0], [0, 0], [0, 0], [0, 0], ())
    assert not {"counted", "tried"} & states(match, "25/1")


# ------------------------------------------------------------------------------------------------ 7.3.1 a lull

LULL = "lull: yes\n"


@pytest.mark.case("generation-lost", "7.3.1(b)", "7.3.1(a)", "GL-R16", "GL-R310")
def test_replacements_of_a_lull_are_not_diverted_and_cost_their_points():
    match = rolled(f"{LULL}{QUIET}\npool: 11R/1, 25/2", ((6, 6),), lost="5 0")
    play(match, "25/2~full", "11R/1~full")
    assert returns(match) == {("25/2", 13, "offmap"), ("11R/1", 13, "offmap")} and points(match) == [0, 5]


@pytest.mark.case("generation-lost", "7.3.1(c)", "17.4.3b", "GL-E01", "GL-R16", "GL-R05")
def test_one_third_of_the_units_in_the_box_is_released_in_a_lull():
    box = "reserves: Bn01, Bn02, Bn03, Bn04, Bn05, Bn06, 25/2, B4.1, B4.2"
    match = reorganize(f"{LULL}{QUIET}\n{box}")
    assert match.player == "german" and len(options(match)) == 7
    play(match, "Bn06", "25/2")
    assert returns(match) == {("Bn06", 13, "offmap"), ("25/2", 13, "offmap")}  # two of seven
    assert len([u for u in match.position.stacks[C.box["reserves"]] if C.side[u] == 0]) == 5
    assert where(match, "B4.1", "B4.2") == ["reserves", "reserves"]  # a third of two is none
    assert kind(match) != "Release"


@pytest.mark.case("generation-lost", "7.3.1(d)", "GL-R112", "GL-R280", "GL-R310")
def test_all_hqs_on_the_track_are_back_in_a_lull():
    rows = [{"unit": C.unit[u], "turn": t, "way": w} for u, t, w in (("VIR", 14, "bought"), ("IIFr", 13, "free"))]
    match = reorganize(f"{LULL}returns: {json.dumps(rows, separators=(',', ':'))}\nreturning: VIR, IIFr\n{QUIET}")
    assert returns(match) == {("VIR", 13, "offmap"), ("IIFr", 13, "offmap")}


@pytest.mark.case("generation-lost", "7.3.1(e)", "GL-R34", "GL-R310")
def test_all_rally_in_a_lull_by_themselves():
    text = "A20: 25/1 >S suppressed buried\nA22: 25/2 >S disrupted failed\nT30: B3.1 >N disrupted"
    match = reorganize(f"{LULL}{text}")
    assert order(match, "25/1") == {"entrenched"} and states(match, "25/2") & {"disrupted", "failed"} == set()
    assert order(match, "B3.1") == set()


@pytest.mark.case("generation-lost", "7.3.1(e)", "17.2(b)", "GL-R310")
def test_disruptions_of_a_lull_count_for_its_replacements():
    match = rolled(f"{LULL}tally: 14 0\n{QUIET}\npool: Bn01", (), lost="9 0", made="0 0")
    assert odds(match).column == "7"


@pytest.mark.case("generation-lost", "20.4.2(5)", "GL-R255", "GL-R305")
def test_best_replacements_brings_every_regiment_back_for_two():
    head = "assaults_made: 18 18\nreplacement_points: 4 0"
    match = under(("best_replacements",), f"{head}\n{QUIET}\npool: 25/2, 11R/1, 33R/1", "reorganization")
    throw(match, 6, 6)
    play(match, "25/2~full", "11R/1~full")
    assert points(match) == [0, 4]
    throw(match, 6, 6)  # 2 of 4 steps
    play(match, "25/2")
    assert points(match) == [0, 2] and steps(match, "25/2") == 3 and at(match, "25/2") == "reserves"


@pytest.mark.case("generation-lost", "20.4.3(6)", "GL-R305")
def test_the_lafayette_escadrille_comes_back_for_a_step_but_no_point():
    head = f"assaults_made: 18 18\nreplacement_points: 0 3\n{QUIET}\npool: FAir1, B4.1"
    match = under(("lafayette_escadrille",), head, "reorganization")
    throw(match, 6, 6)
    play(match, "FAir1~full")
    assert not legal(match, "B4.2~full") and options(match) == {"B4.1~full", "B4.1~reduced", "done"}
    play(match, "done")
    assert points(match) == [0, 0]
    throw(match, 6, 6)
    assert at(match, "FAir1") == "air"


@pytest.mark.case("generation-lost", "17.6.1", "20.5.3(b)", "GL-R249")
def test_divisions_that_come_back_are_counted_reduced_ones_too():
    match = taken(("29Fr~reduced", "51Fr~full", "B4.1~full"), scenario="campaign")
    assert game_position(match).divisions_back == 2
    assert values(match, "29Fr") == (7, 5, 6)
