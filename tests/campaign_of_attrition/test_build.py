"""5.0 Build Phase, 11.3 income and reinforcements."""

import pytest

from trenchline.games.campaign_of_attrition.build import for_sale
from trenchline.games.campaign_of_attrition.components import FRENCH, GERMAN

from .kit import GAME, C, ap, at, move, options, play, points, position, refused, run_to, step


def building(text, side="german", turn=5, rules="none"):
    return position(f"turn: {turn}\nstep: {side}-build\noptions: {rules}\n{text}", dice=[6] * 20)


@pytest.mark.case("campaign-of-attrition", "3.1", "11.3b", "11.3c", "CA-W14", "CA-R10")
@pytest.mark.parametrize(
    ("turn", "german", "french"), [(1, 20, 15), (3, 20, 15), (4, 15, 15), (6, 15, 15), (7, 15, 25), (10, 15, 25)]
)
def test_income_comes_at_the_start_of_the_build_phase(turn, german, french):
    text = "ap: 40 40\n1605: 21ID\n1315: 72DI\npool: 30ID, 40DI"
    assert ap(building(text, turn=turn), "german") == 40 + german
    assert ap(building(text, turn=turn, side="french"), "french") == 40 + french


@pytest.mark.case("campaign-of-attrition", "11.3a", "3.1", "CA-R09")
def test_the_first_turn_begins_with_75_and_45_and_brings_income_too():
    match = GAME.start("historical", seed=1)
    assert (ap(match, "german"), ap(match, "french")) == (95, 45)
    without = GAME.start("historical", seed=1, options={"no_first_income": True})
    assert (ap(without, "german"), ap(without, "french")) == (75, 45)


@pytest.mark.case("campaign-of-attrition", "5.0a", "5.0c", "S-b", "CA-D49", "CA-R04")
@pytest.mark.parametrize(
    ("unit", "cost"), [("30ID", 3), ("43RD", 3), ("2LW", 2), ("GAS1", 2), ("RS5", 2), ("BErs", 2), ("CAV", 1)]
)
def test_a_unit_costs_half_its_strength_rounded_up_and_two_without_any(unit, cost):
    match = building(f"1605: 21ID\npool: {unit}, 39ID")
    play(match, unit, f"{unit}-1301")
    assert ap(match, "german") == 90 - cost and at(match, unit) == "1301"


@pytest.mark.case("campaign-of-attrition", "5.0c", "CA-D49")
def test_engineers_cost_two():
    match = building("1315: 72DI\npool: ENG2, 40DI", side="french")
    play(match, "ENG2", "ENG2-0920")
    assert ap(match, "french") == 45 + 15 - 2


@pytest.mark.case("campaign-of-attrition", "5.0b")
def test_who_is_permanently_eliminated_or_elsewhere_cannot_be_mobilized():
    match = building("1605: 21ID\npool: 30ID\neliminated: 39ID\ntrack: 1BD")
    assert refused(match, "39ID").cases == ("5.0b",) and refused(match, "1BD").cases == ("11.3.1b",)
    assert refused(match, "21ID").cases == ("5.0a",)


@pytest.mark.case("campaign-of-attrition", "5.0d", "5.0e")
def test_built_units_appear_in_the_entry_hexes_of_their_side():
    match = building("1605: 21ID\npool: 30ID")
    play(match, "30ID")
    assert options(match) == {"30ID-1301", "30ID-2101"}
    french = building("1315: 72DI\npool: 40DI", side="french")
    play(french, "40DI")
    assert options(french) == {"40DI-0920", "40DI-1520", "40DI-2620"}


@pytest.mark.case("campaign-of-attrition", "5.0d", "CA-R67", "4.2a", "4.2b")
def test_where_an_entry_hex_is_full_the_next_hexes_of_the_own_side_will_do_and_enemies_and_zones_close_it():
    match = building("1301: 21ID, 25ID\n2101: 72DI\npool: 30ID")
    play(match, "30ID")
    assert options(match) == {"30ID-1201", "30ID-1302", "30ID-1401"}
    zone = building("1301: 21ID, 25ID\n2102: 72DI entrenched\n1402: 51DI entrenched\npool: 30ID")
    play(zone, "30ID")
    assert "30ID-2101" not in options(zone) and "30ID-1401" not in options(zone) and "30ID-1201" in options(zone)


@pytest.mark.case("campaign-of-attrition", "5.0d", "CA-R67")
def test_one_entry_that_is_open_is_enough_and_with_none_nothing_can_be_built():
    shut = "1301: 21ID, 25ID\n1201: 72DI\n1302: 51DI\n1401: 14DI\n"
    match = building(shut + "pool: 30ID")
    play(match, "30ID")
    assert options(match) == {"30ID-2101"}
    closed = building(shut + "2101: 3DI\npool: 30ID, GAS1")
    assert closed.decision.kind != "Build" or refused(closed, "30ID").cases == ("5.0d", "4.2a")


@pytest.mark.case("campaign-of-attrition", "5.1", "CA-D50", "CA-R12", "CA-R09")
def test_half_of_the_points_at_most_are_spent_in_a_build_phase():
    match = building("ap: 75 45\n1605: 21ID\npool: 30ID, 39ID", turn=1)
    assert match.position.budget == 47
    poor = building("ap: 1 0\n1605: 21ID\npool: 30ID, 39ID, GAS1, 2LW", turn=4)  # 16: 8 may be spent
    play(poor, "30ID", "30ID-1301", "39ID", "39ID-1301")
    assert options(poor) == {"GAS1", "2LW", "done"}
    play(poor, "GAS1", "GAS1-1301")
    assert ap(poor, "german") == 8 and step(poor) != "german-build"


@pytest.mark.case("campaign-of-attrition", "5.1", "4.8a", "CA-R12")
def test_stripping_counts_against_the_limit():
    match = building("ap: 45 1\n1315: 72DI\npool: ENG2\nstrip: FG1, FG2, FG3, FG4", side="french")  # 16: 8
    play(match, "strip:1509", "strip:1610", "strip:1511", "ENG2", "ENG2-0920")
    assert ap(match, "french") == 8 and step(match) != "french-build"


# ------------------------------------------------------------------------------------------------ reinforcements


@pytest.mark.case("campaign-of-attrition", "11.3.1b", "11.3.1c", "CA-D66", "CA-R67")
def test_on_turn_two_three_units_of_vi_r_stand_free_at_the_entries_and_the_rest_must_be_bought():
    track = "22RD, 11BD, 2LW, 30ID, 39ID, 1BD, 2BD, 43RD, 44RD, 19RD, 113ID, 50ID, 121ID, 4ID, 38ID, 54ID, ALP, RS5, LS3"
    match = building(f"1605: 21ID\ntrack: {track}", turn=2)
    before = ap(match, "german")
    play(match, "22RD-1301", "11BD-1301")
    assert options(match) == {"2LW-2101", "2LW-1201", "2LW-1302", "2LW-1401"}
    play(match, "2LW-1401")
    assert ap(match, "german") == before and at(match, "30ID") == at(match, "ALP") == "pool"
    assert "30ID" in options(match)


@pytest.mark.case("campaign-of-attrition", "11.3.1a", "CA-R67")
def test_french_reinforcements_of_turn_two_enter_by_the_south_edge_in_the_movement_phase():
    match = building("1315: 72DI\n1605: 21ID\ntrack: 39DI, 153DI, A.HA1\npool: 40DI", side="french", turn=2)
    assert at(match, "39DI") == "edge"
    run_to(match, "french-movement")
    play(match, "enter:39DI")
    cells = {text.split("-")[1] for text in options(match)}
    assert cells == {f"{column:02}20" for column in range(1, 27)}
    play(match, "39DI-0320")
    assert at(match, "39DI") == "0320" and points(match, "39DI") == 3
    move(match, "39DI", "0318")
    play(match, "enter:A.HA1", "A.HA1-0920")
    assert points(match, "A.HA1") == 4 - 1 / 3  # the road comes in there


@pytest.mark.case("campaign-of-attrition", "11.3.1a", "CA-R67")
def test_who_cannot_or_will_not_enter_waits():
    match = position("turn: 2\nstep: french-movement\n1315: 72DI\n0319: 21ID entrenched\nedge: 39DI", dice=[6] * 20)
    play(match, "enter:39DI")
    assert not {"39DI-0320", "39DI-0219", "39DI-0419"} & options(match) and "39DI-0220" in options(match)
    german = position("turn: 2\nstep: german-movement\n1315: 72DI\n1605: 21ID\nedge: 39DI")
    assert "enter:39DI" not in options(german)  # not in the other side's phase
    later = position("turn: 2\nstep: french-movement\n1315: 72DI\n1605: 21ID\nedge: 39DI", dice=[6] * 20)
    run_to(later, "german-movement")
    run_to(later, "french-movement")
    assert later.position.turn == 3 and "enter:39DI" in options(later)


@pytest.mark.case("campaign-of-attrition", "11.3d", "4.1d")
def test_on_turn_seven_four_shock_divisions_come_to_the_south_edge():
    match = building("1315: 72DI\n1605: 21ID\ntrack: 38DI, 133DI, 74DI, 126DI\npool: 40DI", side="french", turn=7)
    assert {at(match, u) for u in ("38DI", "133DI", "74DI", "126DI")} == {"edge"}
    early = building("1315: 72DI\n1605: 21ID\ntrack: 38DI, 133DI, 74DI, 126DI\npool: 40DI", side="french", turn=6)
    assert at(early, "38DI") == "track"


@pytest.mark.case("campaign-of-attrition", "13.5a", "CA-D57", "CA-R69")
def test_verdun_or_bust_is_declared_on_turn_two_for_45_points():
    match = building("1605: 21ID\npool: 30ID", turn=2, rules="verdun_or_bust")
    assert options(match) == {"declare", "decline"} and match.player == "german"
    twin = match.clone()
    before = ap(match, "german")
    play(match, "declare")
    assert ap(match, "german") == before + 45 and match.position.bust and match.position.budget == (before + 45) // 2
    play(twin, "decline")
    assert ap(twin, "german") == before and not twin.position.bust
    assert "declare" not in options(building("1605: 21ID\npool: 30ID", turn=3, rules="verdun_or_bust"))
    assert "declare" not in options(building("1605: 21ID\npool: 30ID", turn=2))


def test_nothing_is_for_sale_any_more_once_the_enemy_stands_in_every_entry_hex():
    p = GAME.start(seed=1).position
    p.budget = 99
    assert list(for_sale(p, FRENCH))
    for u, cell in zip(list(p.units_of(GERMAN)), C.entries[FRENCH], strict=False):
        for friend in p.stacks[cell]:
            p.put(friend, C.box["pool"])
        p.put(u, cell)
    assert not list(for_sale(p, FRENCH))
