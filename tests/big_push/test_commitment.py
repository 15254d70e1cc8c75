"""8.0 to 8.6: who may be committed against whom, and under whose command."""

import pytest

from .kit import C, at, commit, commitment, facing, kind, legal, options, play, position, refused, texts

CELL = C.board.index


@pytest.mark.case("big-push", "8.0", "8.6")
def test_units_are_committed_against_an_enemy_square_next_to_them():
    """EX-24: B straight, C diagonally; both stand in their own squares, ready to cross the line."""
    match = commitment("J5: B4.1 >E\nJ6: B4.2 >E\nJ8: VII >E\nK5: 8/73 >W\nM5: 8/93 >W")
    assert options(match) == {"B4.1-K5", "B4.2-K5", "done"}
    verdict = refused(match, "B4.1-M5")
    assert (verdict.reason, verdict.cases[0]) == ("B4.1 is not next to M5", "8.0")
    assert refused(match, "B4.1-K6").reason == "No enemy is in K6"
    events = commit(match, "K5", "B4.1", "B4.2")
    assert texts(events) == ["B4.1 is committed against K5", "B4.2 is committed against K5"]
    (assault,) = match.position.assaults
    assert (assault.target, assault.units) == (CELL["K5"], (C.unit["B4.1"], C.unit["B4.2"]))
    assert (at(match, "B4.1"), facing(match, "B4.1")) == ("J5", "E")


@pytest.mark.case("big-push", "8.0", "8.6")
def test_a_commitment_is_final_and_to_one_square():
    """BP-R53: units of one stack may attack different squares."""
    match = commitment("J5: B4.1 >E, B4.2 >E\nJ8: VII >E\nK5: 8/73 >W\nK4: 8/93 >W")
    commit(match, "K5", "B4.1")
    assert refused(match, "B4.1-K4").reason == "B4.1 is committed already"
    commit(match, "K4", "B4.2")
    assert {C.board.labels[a.target] for a in match.position.assaults} == {"K5", "K4"}


@pytest.mark.case("big-push", "8.6")
def test_stacking_does_not_limit_how_many_attack_one_square():
    """EX-25: two divisions, and more."""
    match = commitment("J5: 46Br >E\nJ6: 48Br >E\nK6: 4Br >E\nJ8: VII >E\nK5: 8/73 >W")
    commit(match, "K5", "46Br", "48Br", "4Br")
    assert len(match.position.assaults[0].units) == 3


@pytest.mark.case("big-push", "8.1")
def test_infantry_cavalry_and_tanks_assault_guns_and_hqs_never():
    match = commitment("J5: BA1 >E, 1Cav >E\nJ6: VII >E, B4.1 >E\nK6: TankA >E\nK5: 8/73 >W")
    assert options(match) == {"1Cav-K5", "B4.1-K5", "TankA-K5", "done"}
    for unit in ("BA1", "VII"):
        assert (refused(match, f"{unit}-K5").reason, refused(match, f"{unit}-K5").cases[0]) == (f"{unit} cannot assault", "8.1")


@pytest.mark.case("big-push", "8.1", "3.5/suppressed")
def test_suppressed_units_may_assault_disrupted_ones_not():
    """BP-R42."""
    match = commitment("J5: B4.1 >E suppressed, B4.2 >E disrupted\nJ8: VII >E\nK5: 8/73 >W")
    assert options(match) == {"B4.1-K5", "done"}
    assert refused(match, "B4.2-K5").reason == "B4.2 is disrupted and cannot assault"


JOINT = "J5: B4.1 >E\nJ6: F4.1 >E\nK5: 8/73 >W\nI9: VII >E\nH9: XX >E\n"


@pytest.mark.case("big-push", "8.1/1")
def test_british_and_french_attack_together_if_each_has_its_own_command_and_supply():
    """BP-R159."""
    match = commitment(JOINT + "G7: VIII supply\nG9: ICol supply")
    commit(match, "K5", "B4.1", "F4.1")
    assert len(match.position.assaults) == 1
    unsupplied = commitment(JOINT + "G7: VIII supply")
    commit(unsupplied, "K5", "B4.1")
    verdict = refused(unsupplied, "F4.1-K5")
    assert verdict.cases == ("8.1/1",)
    assert verdict.reason == "A joint assault needs a French HQ in Supply Mode within supply range"
    assert commitment(JOINT.replace("\nH9: XX >E", "")).legal(match.parse("B4.1-K5"))
    leaderless = commitment(JOINT.replace("\nH9: XX >E", "") + "G7: VIII supply\nG9: ICol supply")
    assert refused(leaderless, "F4.1-K5").cases[0] == "8.2"


@pytest.mark.case("big-push", "8.1/1")
def test_alone_each_needs_no_supply_hq():
    match = commitment(JOINT)
    assert legal(match, "B4.1-K5") and legal(match, "F4.1-K5")


# ------------------------------------------------------------------------------------------------ command


def commanded(unit, hq, distance, state="", extra="", side="allied"):
    """Whether a unit in K5 can be committed with an HQ so many squares to the west (east for Germans)."""
    column = chr(ord("K") - distance) if side == "allied" else chr(ord("K") + distance)
    enemy = "L5: 8/73 >W" if side == "allied" else "J5: 51Fr >E"
    target = "L5" if side == "allied" else "J5"
    face = "E" if side == "allied" else "W"
    place = f"{column}5: {hq} >{face} {state}" if distance else ""
    stack = f", {hq} >{face} {state}" if not distance else ""
    match = commitment(f"K5: {unit} >{face}{stack}\n{place}\n{enemy}\n{extra}", side=side)
    return legal(match, f"{unit}-{target}")


@pytest.mark.case("big-push", "8.2", "8.3")
@pytest.mark.parametrize(("unit", "hq", "side"), [("39Fr", "XX", "allied"), ("F4.1", "XX", "allied"), ("8/93", "IX", "german")])
def test_french_and_german_hqs_command_eight_squares_five_in_disorder(unit, hq, side):
    """BP-R45: suppressed as disrupted."""
    assert [commanded(unit, hq, d, side=side) for d in (5, 8, 9)] == [True, True, False]
    for state in ("disrupted", "suppressed"):
        assert [commanded(unit, hq, d, state, side=side) for d in (5, 6)] == [True, False]


@pytest.mark.case("big-push", "8.4")
def test_british_hqs_command_brigades_and_tanks_from_five_squares_only():
    assert [commanded("46Br", "VII", d) for d in (8, 9)] == [True, False]
    for unit in ("B4.1", "TankA"):
        assert [commanded(unit, "VII", d) for d in (5, 6)] == [True, False]
    assert commanded("1Cav", "VII", 8)
    assert [commanded("46Br", "VII", d, "disrupted") for d in (5, 6)] == [True, False]


@pytest.mark.case("big-push", "8.4", "8.2")
def test_one_brigade_shortens_the_range_for_the_whole_assault():
    """EX-73, BP-R44, BP-R159: seven squares from the HQ a division or cavalry may join, a brigade or a tank may not."""
    text = "K5: 46Br >E\nL4: 48Br >E\nL6: 1Cav >E, B4.1 >E\nK6: TankA >E\nD5: VII >E\nL5: 8/73 >W"
    match = commitment(text)
    commit(match, "L5", "46Br")
    assert legal(match, "1Cav-L5")
    for unit in ("B4.1", "TankA"):
        verdict = refused(match, f"{unit}-L5")
        assert verdict.cases[0] == "8.2"
        assert verdict.reason == f"{unit} would leave the assault on L5 without command support"
    near = commitment(text.replace("D5: VII >E", "D5: VII >E\nI9: VIII >E"))
    commit(near, "L5", "46Br", "B4.1")


@pytest.mark.case("big-push", "8.2")
def test_only_the_own_nation_commands_and_only_in_command_mode():
    assert not commanded("46Br", "XX", 3)
    assert not commanded("39Fr", "VII", 3)
    match = commitment("K5: 46Br >E\nH5: VII supply\nL5: 8/73 >W")
    assert refused(match, "46Br-L5").cases[0] == "8.2"


@pytest.mark.case("big-push", "8.2")
def test_the_line_runs_around_enemies_and_their_zones():
    """Straight it is five squares; around the zone of H5 it is longer than five for a brigade, not for a division."""
    block = "H5: 8/93 >W\n"
    assert commanded("46Br", "VII", 6, extra=block)
    assert commanded("B4.1", "VII", 5)
    assert not commanded("B4.1", "VII", 5, extra=block + "H8: 8/153 >W\nH2: 17R/75 >W")
    assert commanded("B4.1", "VII", 5, extra="H5: 8/93 >W disrupted")


@pytest.mark.case("big-push", "8.2", "5.4")
def test_weather_does_not_shorten_command():
    match = commitment("weather: 3\nK5: 46Br >E\nC5: VII >E\nL5: 8/73 >W")
    assert legal(match, "46Br-L5")


@pytest.mark.case("big-push", "8.3", "8.4")
@pytest.mark.parametrize(("hq", "unit"), [("XX", "39Fr"), ("VII", "46Br")])
def test_an_engaged_hq_supports_its_own_square_only(hq, unit):
    match = position(
        f"""
        turn: 2
        step: allied-commitment
        engagements: [{{"cell":{CELL["J5"]},"side":1,"units":[{C.unit["8/93"]}],"starts":[{CELL["K4"]}],"facings":[6]}}]
        J5: {hq} >E, 8/93 >W
        J6: {unit} >E
        K6: 8/73 >W
        """
    )
    assert refused(match, f"{unit}-K6").cases[0] == "8.2"


@pytest.mark.case("big-push", "8.5")
def test_one_hq_supports_any_number_of_assaults_and_stays():
    match = commitment("J5: 46Br >E\nJ7: 48Br >E\nJ9: 4Br >E\nH7: VII >E\nK5: 8/73 >W\nK7: 8/93 >W\nK9: 8/153 >W")
    for unit, cell in (("46Br", "K5"), ("48Br", "K7"), ("4Br", "K9")):
        commit(match, cell, unit)
    assert len(match.position.assaults) == 3
    play(match, "done")
    assert at(match, "VII") == "H7"


@pytest.mark.case("big-push", "8.0")
def test_nobody_has_to_assault():
    match = commitment("J5: 46Br >E\nJ8: VII >E\nK5: 8/73 >W")
    play(match, "done")
    assert (match.position.assaults, kind(match)) == ((), "Bombardment")  # the German phase
