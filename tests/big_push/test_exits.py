"""14.1.3c to 14.4.4c: national areas, and how units leave the map."""

import pytest

from .battle import assault, outcome
from .kit import (
    C,
    at,
    barred,
    kind,
    legal,
    march,
    move,
    options,
    order,
    phase,
    play,
    points,
    refused,
    run_to,
    states,
    steps,
)

EAST = {f"V{row}" for row in range(1, 35)}
NORTH = {f"{column}1" for column in "ABCDEFGHIJKLMNOPQRSTUV"}


# ------------------------------------------------------------------------------------------------ national areas


@pytest.mark.case("big-push", "14.1.3c")
def test_a_british_unit_that_enters_the_french_rows_costs_three_points_once():
    match = march("E20: 46Br >E home\nS5: 8/73 >W", turn=1)
    move(match, "46Br", "E21")
    play(match, "done")
    assert (points(match), "paid" in states(match, "46Br")) == ([0, 3], True)
    again = march("E20: 46Br >E home paid\nS5: 8/73 >W", turn=2)
    move(again, "46Br", "E21")
    play(again, "done")
    assert points(again) == [0, 0]


@pytest.mark.case("big-push", "14.1.3c", "14.2.3c", "14.3.6", "14.4.4c")
@pytest.mark.parametrize(
    ("scenario", "turn", "last"),
    [("over_the_top", 1, 20), ("punishing_land", 5, 18), ("devil_machines", 12, 18), ("away_to_siegfried", 16, 16)],
)
def test_where_the_british_end_and_the_french_begin(scenario, turn, last):
    """The column D is open ground there; each stands on his own last row, then on the other's first."""
    text = f"scenario: {scenario}\nD{last}: 46Br >E\nE{last + 1}: 39Fr >E\nS5: 8/73 >W"
    assert points(phase("allied-end", text, turn=turn)) == [0, 0]
    text = f"scenario: {scenario}\nD{last + 1}: 46Br >E home\nE{last}: 39Fr >E home\nS5: 8/73 >W"
    assert points(phase("allied-end", text, turn=turn)) == [0, 6]


@pytest.mark.case("big-push", "14.1.3c", "14.2.3c", "14.3.6", "14.4.4c")
@pytest.mark.parametrize(
    ("scenario", "turn"), [("over_the_top", 1), ("punishing_land", 5), ("devil_machines", 12), ("away_to_siegfried", 16)]
)
def test_hqs_are_exempt_and_who_began_abroad_pays_when_he_has_once_been_at_home(scenario, turn):
    """BP-R97: the 17th and 9th Divisions and the cavalry of July 1st stand in French rows."""
    match = phase("allied-end", f"scenario: {scenario}\nE30: VII >E\nF30: 17Br >E\nG30: BA1 >E home\nS5: 8/73 >W", turn=turn)
    assert points(match) == [0, 3]  # the guns alone


@pytest.mark.case("big-push", "14.1.3c")
def test_penalties_come_after_movement_and_after_assaults_and_not_in_the_campaign():
    """BP-R176."""
    advanced = phase("allied-end", "D21: 46Br >E home\nS5: 8/73 >W", turn=2)
    assert points(advanced) == [0, 3]
    campaign = phase("allied-end", "scenario: campaign\nD21: 46Br >E home\nS5: 8/73 >W", turn=2)
    assert points(campaign) == [0, 0]


# ------------------------------------------------------------------------------------------------ leaving of one's own will


@pytest.mark.case("big-push", "14.1.3d")
def test_nobody_leaves_the_map_of_july_1st_by_choice():
    match = march("V5: 8/73 >W\nR1: 8/93 >W\nA30: 51Fr >E", side="german")
    for unit in ("8/73", "8/93"):
        assert not legal_exit(match, unit)
    allied = march("V5: 46Br >E\nB5: 8/73 >W")
    assert not legal_exit(allied, "46Br")


def legal_exit(match, unit):
    twin = match.clone()
    play(twin, unit)
    return legal(twin, f"exit:{unit}")


@pytest.mark.case("big-push", "7.2.4", "7.3/1", "7.6", "13.4", "BP-R39")
def test_leaving_the_map_costs_a_point_more_where_going_on_does():
    """A disrupted, entrenched regiment near the enemy has 1 point in rain; away from the front 2."""
    text = "scenario: punishing_land\nweather: 2\nV9: 8/73 >W disrupted entrenched\nT9: 51Fr >E"
    assert legal_exit(march(text, side="german", turn=6), "8/73")
    shelled = text.replace("V9:", "interdicted: V9=1\nV9:")
    assert not legal_exit(march(shelled, side="german", turn=6), "8/73")
    assert legal_exit(march(shelled.replace("T9", "C30"), side="german", turn=6), "8/73")
    for friends, may in (("", True), ("V9: 8/93 >W\n", False)):  # mobile it has 2, of which the step to V9 takes one
        match = march(f"scenario: punishing_land\nweather: 2\n{friends}U9: 8/73 >W disrupted\nT11: 51Fr >E", "german", 6)
        move(match, "8/73", "V9")
        assert legal_exit(match, "8/73") == may


@pytest.mark.case("big-push", "14.2.3a", "14.3.4")
@pytest.mark.parametrize(("scenario", "turn"), [("punishing_land", 6), ("devil_machines", 13)])
def test_germans_leave_by_north_or_east_for_five_points_and_are_back_next_turn(scenario, turn):
    text = f"scenario: {scenario}\nV5: 8/73 >W\nR1: 8/93 >W entrenched\nS2: 17R/75 >W\nA30: 8/153 >W\nC30: 51Fr >E"
    match = march(text, side="german", turn=turn)
    assert [legal_exit(match, u) for u in ("8/73", "8/93", "8/153")] == [True, True, False]
    play(match, "8/73", "exit:8/73", "8/93", "exit:8/93")
    assert (at(match, "8/73"), at(match, "8/93"), points(match)) == ("returning", "returning", [10, 0])
    assert not legal(match, "8/73")
    run_to(match, "german-movement", turn + 1)
    play(match, "8/73")
    assert {text.split("-")[1].split("~")[0] for text in options(match)} == EAST
    play(match, "8/73-V9")
    assert at(match, "8/73") == "V9"
    play(match, "8/93")
    found = {text.split("-")[1].split("~")[0] for text in options(match)}
    assert found <= NORTH and "R1" in found
    play(match, "8/93-S1")
    assert points(match) == [10, 0]


@pytest.mark.case("big-push", "14.2.3a", "14.3.4")
@pytest.mark.parametrize(("scenario", "turn"), [("punishing_land", 6), ("devil_machines", 13)])
def test_they_return_on_or_behind_their_own_lines(scenario, turn):
    """BP-R147, R11: not in the Allied rear on the north edge, nor where an Allied zone lies, but beside a friend who holds
    out."""
    match = march(
        f"""
        scenario: {scenario}
        C2: 46Br >E
        J2: 48Br >E
        F1: 8/153 >W
        H1: 8/73 >W
        L2: 17R/75 >W
        """,
        side="german",
        turn=turn,
    )
    play(match, "8/73", "exit:8/73")
    run_to(match, "german-movement", turn + 1)
    play(match, "8/73")
    found = {text.split("-")[1].split("~")[0] for text in options(match)}
    assert {"F1", "V1"} <= found  # held, and of the German edge
    assert not {"A1", "B1", "I1", "J1", "K1", "Q1"} & found  # Allied rear, Allied zones, open to both sides


@pytest.mark.case("big-push", "14.2.3a", "14.3.4", "14.4.4a")
def test_the_same_unit_may_leave_again_at_the_same_price():
    match = march("scenario: punishing_land\nV5: 8/73 >W\nC30: 51Fr >E", side="german", turn=6)
    for turn in (6, 7):
        run_to(match, "german-movement", turn)
        if turn == 7:
            play(match, "8/73", "8/73-V5")
        play(match, "8/73", "exit:8/73")
    assert points(match) == [10, 0]


@pytest.mark.case("big-push", "14.4.4a")
def test_in_the_last_scenario_they_raid_by_the_west_or_the_north_west():
    """BP-R100, BP-R180: north-edge squares west of the German trench are A1 and B1."""
    exits = {C.board.labels[x] for x in C.scenarios["away_to_siegfried"].exit_cells}
    assert exits == {f"A{row}" for row in range(1, 35)} | {"B1"}
    match = march("scenario: away_to_siegfried\nA9: 8/73 >W\nV5: 8/93 >W\nA12: 46Br >E\nC30: 51Fr >E", side="german", turn=17)
    assert (legal_exit(match, "8/73"), legal_exit(match, "8/93")) == (True, False)
    play(match, "8/73", "exit:8/73")
    assert points(match) == [5, 0]
    run_to(match, "german-movement", 18)
    play(match, "8/73")
    found = {text.split("-")[1].split("~")[0] for text in options(match)}
    assert found == {f"A{row}" for row in range(1, 35)} - {"A11", "A12", "A13"}  # outside Allied zones


@pytest.mark.case("big-push", "14.2.3b", "14.3.5", "14.4.4b")
@pytest.mark.parametrize(("scenario", "turn"), [("punishing_land", 6), ("devil_machines", 13), ("away_to_siegfried", 17)])
def test_allied_infantry_leaves_by_the_east_edge_for_good(scenario, turn):
    """BP-R172: no points; the square is recorded."""
    text = f"scenario: {scenario}\nV5: 46Br >E reduced\nV9: BA1 >E\nA5: 48Br >E\nR1: B4.1 >E\nC30: 8/73 >W"
    match = march(text, turn=turn)
    assert [legal_exit(match, u) for u in ("46Br", "BA1", "48Br", "B4.1")] == [True, False, False, False]
    play(match, "46Br", "exit:46Br")
    assert (at(match, "46Br"), points(match)) == ("exited", [0, 0])
    assert [C.board.labels[x] for x in match.position.exited] == ["V5"]
    run_to(match, "allied-movement", turn + 1)
    assert not legal(match, "46Br")


@pytest.mark.case("big-push", "14.2.3a", "14.2.3b")
def test_leaving_costs_a_point_and_nobody_leaves_out_of_a_zone_he_has_just_entered():
    """BP-R39: in rain, disrupted, a division has two points: the second one takes it to the edge."""
    text = "scenario: punishing_land\nweather: 2\nT3: 46Br >E disrupted\nS4: 8/93 >W disrupted"
    match = march(text.replace("T3", "U3"), turn=6)
    assert "V3" in {a.cell for a in moves(match, "46Br")}
    move(match, "46Br", "V3")
    assert legal_exit(match, "46Br")
    weary = march(text, turn=6)
    move(weary, "46Br", "U3", "V3")
    verdict = barred(weary, "46Br", "exit:46Br")
    assert verdict.reason == "46Br needs a movement point to leave the map, and must not have halted"
    watched = march("scenario: punishing_land\nU3: 46Br >E\nV1: 8/93 >W", turn=6)
    move(watched, "46Br", "V2")
    assert not legal_exit(watched, "46Br")


def moves(match, unit):
    twin = match.clone()
    play(twin, unit)
    return [a for a in twin.actions() if a.kind == "move"]


# ------------------------------------------------------------------------------------------------ driven off


CORNERED = """
A5: B4.1 >E
A4: 8/73 >W
A6: 8/93 >W
B4: 8/153 >W
B5: 17R/75 >W
B6: 17R/76 >W
F5: IX >W
G5: XVII supply
C30: 51Fr >E
"""


def driven(scenario, turn):
    """A German in V5 with enemies all around loses his square."""
    text = (
        "V5: 8/73 >W\nU4: 46Br >E\nU5: 48Br >E\nU6: 4Br >E\nV4: B4.1 >E\nV6: B4.2 >E\nQ5: VII >E\nP5: XV supply\nC30: 8/93 >W"
    )
    match = assault(text, {"V5": ["48Br"]}, scenario=scenario, turn=turn)
    outcome(match, "DR")
    return match


@pytest.mark.case("big-push", "14.1.3d")
def test_on_july_1st_who_is_driven_off_never_returns_and_gives_a_point():
    match = driven("over_the_top", 2)
    assert (at(match, "8/73"), points(match)) == ("gone", [1, 0])
    allied = assault(CORNERED, {"A5": ["17R/75"]}, side="german", scenario="over_the_top", turn=2)
    outcome(allied, "DR")
    assert (at(allied, "B4.1"), points(allied)) == ("gone", [0, 1])


@pytest.mark.case("big-push", "14.2.3a", "14.3.4", "14.4.4a")
@pytest.mark.parametrize(("scenario", "turn"), [("punishing_land", 6), ("devil_machines", 13), ("away_to_siegfried", 17)])
def test_later_who_is_driven_off_costs_three_and_is_back_next_turn(scenario, turn):
    match = driven(scenario, turn)
    assert (at(match, "8/73"), points(match)) == ("returning", [3, 0])
    assert [(r.turn, r.way.split()[0]) for r in match.position.returning] == [(turn + 1, "exit")]
    assert order(match, "8/73") == set()


@pytest.mark.case("big-push", "14.2.3a", "14.4.4a")
def test_it_must_be_the_only_way_and_it_is_for_germans_alone():
    """BP-R165: with V6 open the unit retreats there; an Allied unit without a way is eliminated."""
    text = "V5: 8/73 >W\nU4: 46Br >E\nU5: 48Br >E\nU6: 4Br >E\nV4: B4.1 >E\nQ5: VII >E\nP5: XV supply\nC30: 8/93 >W"
    match = assault(text, {"V5": ["48Br"]}, scenario="punishing_land", turn=6)
    outcome(match, "DR")
    assert kind(match) == "Retreat"
    assert {text.split(">")[0] for text in options(match)} == {"8/73-V6"}
    allied = assault(CORNERED, {"A5": ["17R/75"]}, side="german", scenario="punishing_land", turn=6)
    outcome(allied, "DR")
    assert (at(allied, "B4.1"), points(allied)) == ("pool", [0, 2])
    assert steps(allied, "B4.1") == 2


@pytest.mark.case("big-push", "14.1.3d", "14.2.3a")
def test_a_refused_exit_says_the_scenario_s_case():
    match = march("V5: 8/73 >W\nA30: 51Fr >E", side="german")
    play(match, "8/73")
    verdict = refused(match, "exit:8/73")
    assert verdict.cases == ("14.1.3d",)
    assert verdict.reason == "No unit may leave the map of its own will in this scenario"
    later = march("scenario: punishing_land\nS5: 8/73 >W\nA30: 51Fr >E", side="german", turn=6)
    assert barred(later, "8/73", "exit:8/73").cases[0] == "14.2.3a"
    allied = march("scenario: punishing_land\nV5: BA1 >E\nA30: 8/73 >W", turn=6)
    assert barred(allied, "BA1", "exit:BA1").cases == ("13.4",)
