"""18.2, 20.5 Campaign objectives: how they are rolled and changed, who knows them, when each is met, what each is worth."""

import pytest

from trenchline.core.position import events_for
from trenchline.games.generation_lost.objectives import pairs
from trenchline.games.generation_lost.victory import achieved

from .campaign_kit import campaign, final, objectives, throw, under
from .kit import GAME, C, game_position, kind, legal, march, options, play, points, position, refused, texts, tired
from .test_operations import alone
from .test_victory import FRENCH, VERDUN, french, germans

NAMES = C.marker_names


def met(name, text, more="", turn=20):
    """Whether an objective would be met as things stand."""
    match = position(f"scenario: campaign\nturn: {turn}\nstep: german-commitment\n{more}{text}")
    return achieved(game_position(match), NAMES.index(name))


# ------------------------------------------------------------------------------------------------ 18.2.1 rolling


@pytest.mark.case("generation-lost", "18.2", "18.2.1", "20.5.1", "GL-E56", "GL-E62", "18.2.2", "GL-R190", "20.5")
def test_the_random_objectives_table():
    table = {pair: name for number, name in enumerate(NAMES) for pair in pairs(game_position(campaign()), number)}
    assert len(table) == 36 and len(NAMES) == 17
    assert table[2, 3] == "fort_souville" and table[1, 1] == table[2, 2] == "french_reserves"
    assert table[5, 2] == "exit_south_edge" and table[3, 4] == "verdun" and table[6, 6] == "east_entries"
    cells = {name: row.cells for name, row in zip(NAMES, C.markers, strict=True)}
    assert cells["fort_souville"] == ["N23"] and cells["mort_homme"] == ["J10"] and cells["bras_crossing"] == ["K18", "K19"]


@pytest.mark.case("generation-lost", "18.2.1", "20.5.1", "GL-R242")
def test_eight_different_objectives_repeats_rolled_again():
    match = campaign(dice=(1,) * 8)
    assert [NAMES[m] for m in game_position(match).objectives][:3] == ["french_reserves", "fort_souville", "fort_la_chaume"]
    match = campaign(dice=())
    assert kind(match) == "RollObjective" and len(match.actions()) == 36
    throw(match, 1)  # french reserves: four of the 36 throws
    assert len(match.actions()) == 32
    throw(match, 32)
    assert len(match.actions()) == 30
    assert [NAMES[m] for m in game_position(match).objectives] == ["french_reserves", "east_entries"]


@pytest.mark.case("generation-lost", "18.2.1", "GL-R244", "18.1")
def test_only_the_german_knows_them():
    match = campaign(dice=())
    events = throw(match, 5)
    assert texts(events_for(events, "german"), "objective") == ["Objective: Fort Souville"]
    assert texts(events_for(events, "french"), "objective") == ["An objective is rolled"]
    assert match.view("german").tracks["objectives"] == "Fort Souville"
    assert match.view("french").tracks["objectives"] == match.view("").tracks["objectives"] == "secret"


# ------------------------------------------------------------------------------------------------ 20.4.2(3) Change Objectives


@pytest.mark.case("generation-lost", "20.4.2(3)", "GL-R243", "GL-R244")
def test_two_objectives_may_be_rolled_again_and_that_is_announced():
    match = campaign(("change_objectives",), dice=(1,) * 10)
    assert match.player == "german" and options(match) == {"yes", "no"}
    before = game_position(match).objectives
    events = play(match, "yes")
    assert texts(events_for(events, "french"), "objective") == ["The German changes two of his objectives"]
    assert {action.mode for action in match.actions()} == {NAMES[m] for m in before}
    assert refused(match, "change~verdun").cases == ("20.4.2(3)",)
    play(match, "change~fort_souville", "change~french_reserves")
    p = game_position(match)
    assert len(set(p.objectives)) == 8 and {NAMES[m] for m in p.given_up} == {"fort_souville", "french_reserves"}
    assert not set(p.objectives) & set(p.given_up)  # neither kept nor discarded ones come again
    keeps = campaign(("change_objectives",), dice=(1,) * 10)
    play(keeps, "no")
    assert game_position(keeps).objectives == before


# ------------------------------------------------------------------------------------------------ 20.5.4 alone at the table


@pytest.mark.case("generation-lost", "20.5.4", "GL-R242", "GL-R244")
def test_who_plays_alone_draws_eight_of_seventeen_unseen():
    match = alone((1,), (2,), (4,), (1,), (2,), (3,), (6, 1), (6, 1), (6, 1))
    assert kind(match) == "RollObjective" and len(match.actions()) == 17
    events = throw(match, 5)
    assert all("Hill 304" not in text for text in texts(events))
    assert len(match.actions()) == 16
    for seat in ("german", "french", ""):
        assert match.view(seat).tracks["objectives"] == "secret"


@pytest.mark.case("generation-lost", "20.5.4", "20.4.2(3)")
def test_the_ones_that_go_back_are_drawn_unseen_too():
    match = alone((3,), (2,), (4,), (1,), (2,), (3,), (1, 6), (6, 1), (1, 6))
    assert "change_objectives" in game_position(match).operations
    for _ in range(8):
        throw(match, 1)
    play(match, "yes")
    assert kind(match) == "GiveUpUnseen"
    throw(match, 8)
    throw(match, 1)
    throw(match, 1)
    throw(match, 1)
    p = game_position(match)
    assert len(set(p.objectives)) == 8 and len(p.given_up) == 2 and match.view("german").tracks["objectives"] == "secret"


# ------------------------------------------------------------------------------------------------ 20.5.2 places


@pytest.mark.case("generation-lost", "20.5.2", "18.2.2", "GL-E57", "GL-E62", "GL-R183")
def test_a_place_asks_for_all_of_its_squares():
    far = f"A20: 25/1 >S\n{FRENCH}"
    assert not met("bras_crossing", f"K18: 11R/1 >S\nL20: B3.1 >N\n{far}")
    assert met("bras_crossing", f"K18: 11R/1 >S\nK19: 11R/2 >S\n{far}")
    assert met("mort_homme", f"J10: 11R/1 >S disrupted\n{far}") and not met("mort_homme", far)
    assert met("mort_homme", far, "german control: J10\n")  # the last to be there
    assert met("verdun", f"{germans(VERDUN)}\n{FRENCH}") and not met("verdun", f"{germans('P19 P20 Q18 Q19')}\nR20: B3.1 >N")


@pytest.mark.case("generation-lost", "20.5.2-East")
def test_the_east_entries_ask_for_good_order_infantry_in_both():
    assert met("east_entries", f"{germans('V22 U34')}\n{FRENCH}")
    assert not met("east_entries", f"{germans('V22 U34', ' disrupted')}\n{FRENCH}")
    assert not met("east_entries", f"V22: 11R/1 >S\nU34: G77.1 >S\n{FRENCH}")
    assert not met("east_entries", f"V22: 11R/1 >S\n{FRENCH}", "german control: U34\n")


# ------------------------------------------------------------------------------------------------ 20.5.3 deeds


@pytest.mark.case("generation-lost", "20.5.3(a)", "20.6.1", "GL-E65", "GL-R246")
def test_circling_verdun_and_holding_it():
    assert met("circle_verdun", f"{germans(VERDUN)}\n{FRENCH}")
    ring = germans("N18 N21 P22 R22 T20 S17 Q16 O16 N20 T22 S19")
    assert met("circle_verdun", f"{ring}\n{FRENCH}") and not met("verdun", f"{ring}\nP19: B3.1 >N\n{FRENCH}")


@pytest.mark.case("generation-lost", "20.5.3(b)", "GL-R249")
def test_french_reserves_need_fifteen_divisions_or_ten_with_open_reserves():
    quiet = f"A20: 25/1 >S\n{FRENCH}"
    assert [met("french_reserves", quiet, f"divisions_back: {n}\n") for n in (14, 15)] == [False, True]
    freer = 'operations: ["open_reserves"]\n'
    assert [met("french_reserves", quiet, f"divisions_back: {n}\n{freer}") for n in (9, 10)] == [False, True]


@pytest.mark.case("generation-lost", "20.5.3(c)", "GL-E95", "GL-R248", "GL-R308")
def test_french_losses_compare_combat_points_alone():
    quiet = f"A20: 25/1 >S\n{FRENCH}"
    score = "points: 240 235\ncombat_points: 240 235\n"
    assert met("french_strength_points", quiet, f"french_steps_lost: 180\n{score}")
    assert not met("french_strength_points", quiet, f"french_steps_lost: 174\n{score}")
    assert not met("french_strength_points", quiet, "french_steps_lost: 180\npoints: 240 240\ncombat_points: 240 240\n")
    # The all-source totals of the example: 260 and 290 without it, 275 and 290 with it.
    options = 'operations: ["fort_guns","storm_tactics","best_replacements","off_map_artillery"]\n'
    more = f"french_steps_lost: 180\n{options}{objectives('french_strength_points')}"
    match = final("campaign", quiet, "235 230", more)
    assert points(match) == [235 + 25 + 15, 230 + 55]


@pytest.mark.case("generation-lost", "20.5.3(d)", "18.2.3", "GL-R247", "GL-R96")
def test_infantry_leaves_by_the_south_edge_for_good():
    match = march(f"scenario: campaign\nV12: 11R/1 >S\nV8: 11R/2 >S\nV14: G77.1 >S\nV16: Bn01 >S\n{FRENCH}")
    play(match, "11R/2")
    assert refused(match, "exit:11R/2").cases == ("20.5.3(d)",)
    play(match, "back", "G77.1")
    assert refused(match, "exit:G77.1").cases == ("20.5.3(d)",)
    play(match, "back", "11R/1", "exit:11R/1", "Bn01", "exit:Bn01")
    p = game_position(match)
    assert [C.ids[u] for u in p.exited] == ["11R/1", "Bn01"] and match.view("french").tracks["exited"] == "2"
    assert {C.board.labels[x] for x in p.exit_squares} == {"V12", "V16"}
    assert C.places[p.place[C.unit["11R/1"]]] == "gone"
    other = march(f"scenario: may_cup\nV12: 11R/1 >S\n{FRENCH}")
    play(other, "11R/1")
    assert refused(other, "exit:11R/1").cases == ("18.2.3",)


@pytest.mark.case("generation-lost", "12.6.1", "12.6.2", "10.1.3", "GL-R247")
def test_leaving_costs_more_out_of_an_interdicted_square_and_past_friends():
    for there, left, may in (("", 1, True), ("interdicted: V12=1\n", 1, False), ("interdicted: V12=2\n", 2, True)):
        match = tired(march(f"scenario: campaign\n{there}V12: 11R/1 >S\n{FRENCH}"), "11R/1", left)
        play(match, "11R/1")
        assert legal(match, "exit:11R/1") == may
    for left, may in ((1, False), (2, True)):
        match = tired(march(f"scenario: campaign\nV12: 11R/1 >S, 11R/2 >S\n{FRENCH}"), "11R/1", left)
        play(match, "11R/1")
        assert legal(match, "exit:11R/1") == may


@pytest.mark.case("generation-lost", "20.5.3(d)", "GL-R190")
def test_ten_units_six_of_them_regiments_and_the_squares_in_german_zones_alone():
    def left(regiments, battalions, text=f"V12: 25/1 >S\n{FRENCH}"):
        units = [u for u in C.army[0] if C.regiment[u] and C.ids[u] != "25/1"][:regiments]
        units += [u for u in C.army[0] if C.battalion[u]][:battalions]
        more = f"exited: {' '.join(C.ids[u] for u in units)}\nexit_squares: V11 V12\n"
        return met("exit_south_edge", text, more)

    assert left(6, 4) and not left(5, 5) and not left(6, 3)
    assert not left(6, 4, f"V12: 25/1 >S\nU10: B3.1 >N\n{FRENCH}")  # a French zone on V11


@pytest.mark.case("generation-lost", "20.5.3(e)", "GL-R245", "GL-R308")
def test_twenty_guns_and_one_for_each_four_that_stand_disrupted():
    shaken = "\n".join(f"U{n}: F75.{n} >N disrupted" for n in range(5, 9))
    quiet = f"A20: 25/1 >S\n{FRENCH}"
    assert [met("destroy_french_artillery", quiet, f"french_guns_lost: {n}\n") for n in (19, 20)] == [False, True]
    assert met("destroy_french_artillery", f"{quiet}\n{shaken}", "french_guns_lost: 19\n")
    assert not met("destroy_french_artillery", f"{quiet}\n{shaken}", "french_guns_lost: 18\n")


@pytest.mark.case("generation-lost", "20.5.3(e)", "GL-R308")
def test_guns_are_counted_when_they_are_gone_altogether():
    from trenchline.games.great_war.units import eliminate, lose_step

    p = game_position(position(f"step: german-commitment\nA20: 25/1 >S\n{FRENCH}\nU9: F75.1 >N, F75.2 >N reduced"))
    lose_step(p, C.unit["F75.1"], "bombardment")
    assert p.french_guns_lost == 0
    lose_step(p, C.unit["F75.1"], "bombardment")
    eliminate(p, C.unit["F75.2"], "assault")
    assert p.french_guns_lost == 2 and p.french_steps_lost == 3


@pytest.mark.case("generation-lost", "20.5.3(f)", "20.6.1", "GL-E64")
def test_good_order_infantry_on_the_road_cuts_the_voie_sacree():
    for cell in ("V13", "S17", "Q19"):
        assert met("cut_voie_sacree", f"{cell}: 11R/1 >S\n{FRENCH}")
    assert not met("cut_voie_sacree", f"S17: 11R/1 >S suppressed\n{FRENCH}")
    assert not met("cut_voie_sacree", f"S16: 11R/1 >S\n{FRENCH}")


@pytest.mark.case("generation-lost", "20.5.3(g)", "20.6.1", "GL-E63", "GL-R283")
def test_ten_forts_by_who_was_last_there():
    forts = [C.board.labels[x] for x in C.forts]
    assert len(forts) == 19
    assert met("ten_forts", f"{germans(' '.join(forts[:10]))}\n{FRENCH}")
    assert not met("ten_forts", f"{germans(' '.join(forts[:9]))}\n{FRENCH}")
    owners = " ".join("0" if n < 10 else "1" for n in range(19))
    left = f"fort_owners: {owners}\n"
    assert met("ten_forts", f"A20: 25/1 >S\n{FRENCH}", left)  # left vacant
    near = next(C.board.labels[x] for x in C.near[C.forts[0]])
    assert not met("ten_forts", f"A20: 25/1 >S\n{near}: B3.1 >N", left)  # a French zone on one of them
    assert met("fort_douaumont", f"J23: Bn01 >S\n{FRENCH}")  # the same fort serves two objectives


# ------------------------------------------------------------------------------------------------ 20.6, 20.7 their worth


@pytest.mark.case("generation-lost", "20.6", "GL-R257")
def test_the_campaign_vp_table_has_four_groups():
    worth = {}
    for name, row in zip(NAMES, C.markers, strict=True):
        worth.setdefault(row.points, set()).add(name)
    assert worth[25] == {"verdun", "fort_douaumont"} and worth[5] == {"fort_souville", "fort_la_chaume", "fort_vaux"}
    assert worth[10] == {"hill_304", "mort_homme", "hill_298", "bras_crossing", "east_entries"}
    assert len(worth[15]) == 7 and set(worth) == {5, 10, 15, 25}


@pytest.mark.case("generation-lost", "18.1", "20.7", "20.6.2", "GL-E66", "GL-R186", "GL-R308")
def test_each_objective_scores_once_at_the_end_for_one_side():
    text = f"L25: Bn01 >S\nA20: 25/1 >S\n{FRENCH}"
    match = final("campaign", text, "10 10", objectives("fort_vaux", "mort_homme", "verdun"))
    assert points(match) == [15, 45] and game_position(match).combat_points == [10, 10]
    running = under((), f"{objectives('fort_vaux')}{text}", "german-commitment")
    assert points(running) == [0, 0]  # nothing during play, however often it is taken


@pytest.mark.case("generation-lost", "20.5.4", "18.2.1", "GL-R244")
def test_at_the_end_all_objectives_are_open():
    match = final("campaign", f"A20: 25/1 >S\n{french('T30')}", more=objectives("verdun", "hill_298"))
    assert match.view("french").tracks["objectives"] == "Hill 298, Verdun"
    assert GAME.redeal(match, "french", 3).hash() == match.hash()
