"""16.5.1 Engaged squares: fought again turn by turn, left by withdrawal, ended by any other result."""

import pytest

from .battle import FRENCH_HQS, HQS, POOL, assault, engaged, outcome, throw
from .kit import (
    C,
    at,
    commitment,
    facing,
    game_position,
    here,
    kind,
    march,
    move,
    options,
    play,
    points,
    reach,
    refused,
    run_to,
)


def locked(attacker="14R/1", defenders="14Fr >N"):
    """A German who came from M28 is engaged in N29."""
    return f"{engaged('N29', 'german', [attacker], ['M28'], 'E')}\nN29: {attacker} >E, {defenders}\n{HQS}\n{POOL}"


LOCKED = locked()


def renewed(text=LOCKED, side="german", strike=False, dice=(1, 1), turn=4):
    """The engaged assault of a side, its resources rolled."""
    match = commitment(f"scenario: campaign\n{text}", side, turn=turn)
    if strike:
        play(match, "strike:N29")
    play(match, "done")
    throw(match, *dice)
    return match


def marching(text, side):
    """A side's movement, the modes of its HQs as they are."""
    match = march(text, side)
    while kind(match) != "Movement":
        play(match, "done")
    return match


def marker(match):
    """Whose the engagement is and where its attackers came from."""
    e = game_position(match).engagements[0]
    return ("german", "french")[e.side], [C.ids[u] for u in e.units], [C.board.labels[x] for x in e.starts]


@pytest.mark.case("generation-lost", "16.5.1", "GL-R146", "GL-R149", "3.0-Engaged", "11.1.2")
def test_after_eng_both_sides_stand_in_the_square():
    match = assault(f"M28: 14R/1 >E, 14R/2 >E\nM29: AC/1 >S\nN29: 14Fr >N\n{HQS}", {"N29": ["14R/1", "14R/2", "AC/1"]}, turn=4)
    outcome(match, "ENG")
    assert here(match, "N29") == {"14R/1", "14R/2", "AC/1", "14Fr"}  # stacking waits
    assert marker(match) == ("german", ["14R/1", "14R/2", "AC/1"], ["M28", "M28", "M29"])
    p = game_position(match)
    assert p.zone[0][C.board.index["O29"]] and p.zone[1][C.board.index["M29"]]  # both keep their zones


@pytest.mark.case("generation-lost", "16.5.1", "GL-R146", "13.1.3", "GL-R287", "17.2(a)", "GL-R289")
def test_it_is_fought_again_without_fire_closing_or_need_of_supply():
    match = renewed()
    assert kind(match) == "AssaultRoll"  # no HQ to name: they are in supply
    assert game_position(match).fight.renewed
    throw(match, 1, 1)
    assert game_position(match).assaults_made == [0, 0]


@pytest.mark.case("generation-lost", "16.5.1", "16.5.5", "16.5.6(b)")
def test_example_gl_e41_an_engagement_over_several_turns():
    match = renewed()
    for turn in (5, 6):
        outcome(match, "ENG")
        run_to(match, "german-commitment", turn=turn, dice=5)
        assert kind(match) == "Commitment"
        play(match, "done")
        throw(match, 1, 1)
    outcome(match, "ASR")
    assert at(match, "14R/1") == "pool" and len(here(match, "M28")) == 2 and here(match, "N29") == {"14Fr"}
    assert {facing(match, unit) for unit in here(match, "M28")} == {"E"} and not game_position(match).engagements


@pytest.mark.case("generation-lost", "16.5.1", "GL-R289")
def test_a_beaten_defender_leaves_by_the_rules_of_retreat():
    match = renewed(locked("AC/1"))
    outcome(match, "DR")
    assert kind(match) == "Retreat"
    play(match, "14Fr-O29>N")
    assert here(match, "N29") == {"AC/1"} and not game_position(match).engagements


@pytest.mark.case("generation-lost", "16.5.1", "GL-R147", "GL-R289")
def test_the_defender_may_strike_in_his_own_phase():
    text = f"{LOCKED}\n{FRENCH_HQS}"
    match = renewed(text, "french", strike=True)
    assert game_position(match).fight.side == 1 and "14Fr" in {C.ids[u] for u in game_position(match).fight.units}
    outcome(match, "ASR")  # he takes his losses and stays, and the engagement goes on under the old marker
    assert here(match, "N29") == {"14R/1", "14Fr"} and marker(match)[0] == "german"
    again = renewed(text, "french", strike=True)
    outcome(again, "ENG")
    assert marker(again) == ("french", ["14R/1"], ["M28"])  # now it is his, and where the German came from is remembered


@pytest.mark.case("generation-lost", "16.5.1", "GL-R289")
def test_attackers_who_are_struck_and_beaten_go_back_where_they_came_from():
    text = f"{locked(defenders='106Fr >N')}\n{FRENCH_HQS}"
    match = renewed(text, "french", strike=True)
    outcome(match, "DR")
    assert here(match, "M28") == {"14R/1"} and here(match, "N29") == {"106Fr"} and facing(match, "14R/1") == "E"


@pytest.mark.case("generation-lost", "GL-R289", "16.5.1")
def test_a_start_square_that_the_enemy_holds_is_replaced_by_a_retreat():
    match = renewed(f"{LOCKED}\nM28: B4.1 >N")
    outcome(match, "AR")
    assert kind(match) == "Retreat"
    play(match, "14R/1-M29>S")
    assert at(match, "14R/1") == "M29" and kind(match) != "Retreat"  # one square, once


@pytest.mark.case("generation-lost", "16.5.6(b)", "16.5.6(e)", "GL-R289")
def test_who_returns_stays_and_others_there_make_room():
    line = engaged("N29", "german", ["14R/1", "14R/2"], ["M29", "M29"])
    match = renewed(f"{line}\nN29: 14R/1 >S, 14R/2 >S, 14Fr >N\nM29: 21/1 >S, 21/2 >S\n{HQS}")
    outcome(match, "AR")
    for unit, goal in (("21/1", "L28"), ("21/2", "L30")):
        assert kind(match) == "Displace" and options(match) <= {"21/1", "21/2"}
        play(match, unit, f"{unit}-{goal}>S")
    assert here(match, "M29") == {"14R/1", "14R/2"} and kind(match) != "Displace"


@pytest.mark.case("generation-lost", "GL-R289", "16.6", "16.5.6(e)")
def test_who_goes_back_first_makes_no_room_for_the_next():
    units = ["AC/1", "AC/2", "AC/3", "14R/1"]
    line = engaged("N29", "german", units, ["M28", "M28", "M29", "M29"])
    match = renewed(f"{line}\nN29: {', '.join(f'{u} >S' for u in units)}, 14Fr >N\nM28: 21/1 >S, 21/2 >S\n{HQS}")
    outcome(match, "DR")
    play(match, "14Fr-O29>N", "return:AC/1", "21/1", "21/1-L28>S", "return:AC/2")
    assert kind(match) == "Displace" and options(match) == {"21/2"}


@pytest.mark.case("generation-lost", "GL-R289", "16.6")
def test_what_exceeds_stacking_goes_back_when_the_square_is_won():
    line = engaged("N29", "german", ["AC/1", "AC/2", "AC/3"], ["M28", "M28", "M29"])
    match = renewed(f"{line}\nN29: AC/1 >S, AC/2 >S, AC/3 >S, 14Fr >N\n{HQS}")
    outcome(match, "DR")
    play(match, "14Fr-O29>N")
    assert kind(match) == "Surplus" and options(match) == {"return:AC/1", "return:AC/2", "return:AC/3"}
    play(match, "return:AC/3")
    assert here(match, "N29") == {"AC/1", "AC/2"} and at(match, "AC/3") == "M29"


@pytest.mark.case("generation-lost", "16.5.1", "3.0-Withdrawal", "GL-R147")
def test_a_defender_withdraws_by_a_normal_move_even_into_a_zone():
    match = marching(f"{LOCKED}\nP31: 14R/2 >S", "french")
    assert {"O28", "O29", "O30"} <= reach(match, "14Fr")
    move(match, "14Fr", "O28")
    assert here(match, "N29") == {"14R/1"} and not game_position(match).engagements
    assert game_position(match).control[C.board.index["N29"]] == 0


@pytest.mark.case("generation-lost", "16.5.1", "GL-R148")
def test_the_attacker_may_not_leave():
    match = marching(LOCKED, "german")
    assert "14R/1" not in options(match) and refused(match, "14R/1").cases[0] == "16.5.1"


@pytest.mark.case("generation-lost", "GL-R289", "16.5.1")
def test_some_may_withdraw_while_others_stay():
    match = marching(locked(defenders="B4.1 >N, B4.2 >N"), "french")
    move(match, "B4.1", "O29")
    assert here(match, "N29") == {"14R/1", "B4.2"} and game_position(match).engagements


@pytest.mark.case("generation-lost", "16.5.1", "GL-R147", "12.3.4(b)")
def test_a_gun_withdraws_into_a_zone_too():
    """In the bog it takes its one square; all around an engaged enemy lie in his zone (11.1.2)."""
    match = marching(locked(defenders="B4.1 >N, F75.1 >N"), "french")
    assert {"O28", "O29", "O30"} <= reach(match, "F75.1")
    move(match, "F75.1", "O29")
    assert here(match, "N29") == {"14R/1", "B4.1"} and game_position(match).engagements
    dry = march(f"scenario: firestorm\n{locked(defenders='F75.1 >N')}", "french", turn=1)
    assert {"O28", "O29", "O30"} <= reach(dry, "F75.1")  # the same where guns march freely
    move(dry, "F75.1", "O29")
    assert here(dry, "N29") == {"14R/1"} and not game_position(dry).engagements


@pytest.mark.case("generation-lost", "16.5.1", "GL-R147", "12.4.2(a)", "12.5.4")
def test_a_hauled_gun_and_its_engineer_withdraw_together():
    line = engaged("D26", "french", ["B4.1"], ["E27"])
    for goal, dice in (("C26", []), ("D25", [1])):  # D25 is a start trench
        match = march(f"{line}\nweather: 2\nD26: B4.1 >N, G150H.1 >S, Eng1 >S", dice=dice)
        move(match, "G150H.1", goal)
        assert here(match, goal) == {"G150H.1", "Eng1"} and here(match, "D26") == {"B4.1"}
        assert not game_position(match).engagements


@pytest.mark.case("generation-lost", "GL-R150", "16.8")
def test_no_secondary_attack_in_an_engagement():
    match = assault(LOCKED, {}, have={"secondary": 1})
    assert kind(match) != "SecondaryAttack"


@pytest.mark.case("generation-lost", "GL-R18", "16.5.1")
def test_resources_may_help_it():
    match = renewed(dice=(6, 6))
    assert {"use~night", "use~smoke"} <= options(match)
    assert refused(match, "use~flamethrowers").cases == ("14.2.5",)
    assert points(match) == [0, 0]
