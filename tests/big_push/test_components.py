"""1.0 to 3.5: the sides, the map, the counters and the words of the rules."""

from itertools import pairwise

import pytest

from .kit import (
    GERMAN_GUNS,
    C,
    commitment,
    guns,
    march,
    options,
    order,
    play,
    points,
    position,
    refused,
    shell,
    states,
    steps,
    values,
)

UNIT = C.unit


@pytest.mark.case("big-push", "1.0", "4.0/1")
def test_british_and_french_are_one_side_and_face_the_germans():
    assert {C.nations[C.nation[u]] for u in C.army[0]} == {"british", "french"}
    assert {C.nations[C.nation[u]] for u in C.army[1]} == {"german"}
    west, east = C.edge
    assert {C.board.labels[x][0] for x in west} == {"A"}
    assert {C.board.labels[x][0] for x in east} == {"V"}


@pytest.mark.case("big-push", "1.0")
def test_with_three_players_each_ally_moves_his_own_units():
    match = position(
        """
        options: three_players
        turn: 2
        step: allied-movement
        B22: B4.1 >E
        B25: F4.1 >E
        Q5: 8/73 >W
        """
    )
    assert set(match.players) == {"british", "french"}
    assert "B4.1@british" in options(match)
    assert "F4.1@french" in options(match)
    assert "not yours" in refused(match, "F4.1@british").reason


@pytest.mark.case("big-push", "3.0", "3.2")
def test_the_map_is_748_squares_with_eight_neighbours_inside():
    assert C.board.size == 22 * 34
    assert len(C.board.neighbours[C.board.cell("L8")]) == 8
    assert C.board.distance(C.board.cell("B2"), C.board.cell("F6")) == 4


@pytest.mark.case("big-push", "3.1", "14.0")
def test_21_weeks_in_four_scenarios_and_a_campaign():
    assert len(C.dates) == 21
    assert [C.dates[turn - 1] for turn in (1, 15, 21)] == ["July 1, 1916", "October 6, 1916", "November 17, 1916"]
    spans = [(s.first_turn, s.last_turn) for s in C.scenarios.values()]
    assert spans == [(1, 4), (5, 11), (12, 15), (16, 21), (1, 21)]
    assert all(last + 1 == first for (_, last), (first, _) in pairwise(spans[:4]))


@pytest.mark.case("big-push", "3.3", "3.5/die-roll")
def test_each_chart_rolls_the_dice_it_says():
    assert [chart.dice for chart in (C.bombardment, C.fire, C.assault, C.command_center)] == [1, 2, 2, 2]


@pytest.mark.case("big-push", "3.4", "3.4.1/1")
def test_the_sizes_of_units():
    sizes = {name: C.size[UNIT[name]] for name in ("46Br", "B4.1", "2GR/77", "Bn01", "TankA", "VII")}
    assert sizes == {
        "46Br": "division",
        "B4.1": "brigade",
        "2GR/77": "regiment",
        "Bn01": "battalion",
        "TankA": "company",
        "VII": "corps",
    }


@pytest.mark.case("big-push", "3.4.1", "3.4.1/2", "3.4.1/5", "3.5/mobile-mode", "3.5/secondary-trench-mode", "3.5/mode")
def test_both_sides_of_a_counter():
    match = position(
        """
        step: allied-movement
        B22: 46Br >E
        C22: 48Br >E reduced
        E20: 1Cav >E
        Q5: 8/73 >W
        R5: 8/93 >W entrenched
        """
    )
    assert values(match, "46Br") == (7, 5, 6)
    assert values(match, "48Br") == (6, 4, 6)
    assert values(match, "1Cav") == (3, 3, 8)  # cavalry has one number for attack and defence
    assert values(match, "8/73") == (4, 2, 6)
    assert values(match, "8/93") == (2, 4, 4)  # entrenched: strong in defence, weak in attack, slow


@pytest.mark.case("big-push", "3.4.1/3", "3.4.1/4")
def test_guns_that_reach_beyond_six_squares_are_heavy():
    ranges = {C.ids[u]: C.range[u] for side in (0, 1) for u in C.guns[side]}
    assert {name for name, reach in ranges.items() if reach > 6} == {C.ids[u] for s in (0, 1) for u in C.guns[s] if C.heavy[u]}
    assert ranges["BA1"] == 6 and not C.heavy[UNIT["BA1"]]
    assert ranges["BA3"] == 9 and C.heavy[UNIT["BA3"]]


@pytest.mark.case("big-push", "3.4.1/6", "3.5/command-mode", "3.5/supply-mode")
def test_an_hq_in_supply_mode_has_no_values_and_faces_nowhere():
    match = position(
        """
        step: allied-movement
        B22: VII >E
        E20: VIII supply
        Q5: 8/73 >W
        """
    )
    p = match.position
    assert (p.defence_number(UNIT["VII"]), p.defence_number(UNIT["VIII"])) == (1, 0)
    assert p.facing[UNIT["VIII"]] == C.nowhere


@pytest.mark.case("big-push", "3.4.2", "3.5/interdiction", "3.5/disrupted", "3.5/suppressed", "3.5/good-order")
def test_what_lies_on_squares_and_units_is_in_the_position():
    match = position(
        """
        turn: 2
        step: allied-movement
        interdicted: K5
        K5: 8/73 >W
        K6: 8/93 >W disrupted
        B22: 46Br >E suppressed
        """
    )
    p = match.position
    assert p.interdicted[C.board.cell("K5")]
    assert [p.good_order(UNIT[u]) for u in ("8/73", "8/93", "46Br")] == [True, False, False]


@pytest.mark.case("big-push", "3.5/column-shift", "3.5/drm", "6.5.1")
def test_modifiers_add_up_and_may_cancel_each_other():
    """EX-05 in little: a heavy gun out of supply rolls as it is."""
    match = guns("A5: BA3 >E\nK5: 8/73 >W\nF5: 8/93 >W")
    play(match, "F5", "BA3")
    found = match.odds(match.parse("fire"))
    assert {line.text: line.value for line in found.lines if line.kind == "die"} == {"heavy gun": -1, "gun out of supply": 1}


@pytest.mark.case("big-push", "3.5/step-reduce", "3.5/combat")
def test_a_step_lost_turns_the_counter_and_gives_the_enemy_a_point():
    match = guns(f"K5: 46Br >E\n{GERMAN_GUNS}", side="german")
    shell(match, "K5", "ST")
    assert (steps(match, "46Br"), values(match, "46Br"), points(match)) == (3, (5, 3, 6), [0, 1])


@pytest.mark.case("big-push", "3.5/start-line", "3.5/engaged", "3.5/rally", "3.5/recovery")
def test_the_words_of_the_rules_are_states_of_the_position():
    match = march(
        """
        scenario: devil_machines
        engagements: [{"cell":92,"side":0,"units":[26],"starts":[93],"facings":[6]}]
        E5: B4.1 >W, 8/73 >E
        B22: TankA >E broken
        """,
        turn=13,
        dice=[1],
    )
    assert match.position.is_engaged(UNIT["B4.1"]) and match.position.is_engaged(UNIT["8/73"])
    assert order(match, "TankA") == {"broken"}


@pytest.mark.case("big-push", "3.5/coordination", "3.5/command-resource", "3.5/counter-battery")
def test_eight_resources_and_their_names():
    assert C.resources == ("secondary", "lift", "creeping", "smoke", "tank_cavalry", "gas", "night", "consolidate")


@pytest.mark.case("big-push", "8.1", "3.5/disrupted")
def test_a_disrupted_unit_may_not_assault():
    match = commitment("K5: 8/73 >W\nJ5: B4.1 >E disrupted\nJ6: B4.2 >E\nJ7: VII >E")
    assert refused(match, "B4.1-K5").cases[0] == "8.1"
    assert "B4.2-K5" in options(match)
    assert "pressed" not in states(match, "B4.2")
