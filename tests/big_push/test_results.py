"""11.7.6/1, 11.8 to 11.8.2 What an assault does: losses, engagement, counter-attack, retreat, advance, breakthrough."""

import pytest

from .battle import GERMAN_HQS, HQS, POOL, assault, engaged, outcome, throw, wave
from .kit import (
    C,
    at,
    control,
    facing,
    game_position,
    here,
    kind,
    lines,
    odds,
    options,
    order,
    play,
    points,
    refused,
    result,
    roll,
    steps,
    texts,
    where,
)

ONE = f"G3: 48Br >E\nH3: 10B/6 >W\n{HQS}\n{POOL}"


def cells(match):
    """The squares that are offered."""
    return {action.cell for action in match.actions() if action.cell}


def fight(text=ONE, target="H3", units=("48Br",), side="allied", **more):
    return assault(text, {target: list(units)}, side, **more)


# ------------------------------------------------------------------------------------------------ 11.7.6/1 doubling

EXAMPLE = f"""
    interdicted: G4=2
    G3: B2.1 >E pressed, B2.2 >E pressed
    G4: B2.3 >E
    H3: 26R/99 >W, 26R/119 >W
    H5: 10B/6 >W
    {HQS.replace(chr(10), chr(10) + "    ")}
    {POOL}
"""


@pytest.mark.case("big-push", "11.7.6", "11.7.6/1", "EX-43", "BP-R46", "8.7/3")
def test_three_attack_two_go_in_and_the_defender_pays_for_an_engagement():
    match = fight(EXAMPLE, units=("B2.1", "B2.2", "B2.3"))
    play(match, "XV", "assault")
    assert odds(match).column == "0" and sum(lines(match).values()) == 2 and lines(match)["unit over the top"] == 2
    assert result(throw(match, 2, 3)) == "ENG"
    assert match.player == "german" and options(match) == {"26R/99", "26R/119"}
    play(match, "26R/99")
    assert at(match, "26R/99") == "pool" and points(match) == [1, 0]
    assert where(match, "B2.1", "B2.2", "B2.3", "26R/119") == ["H3"] * 4


@pytest.mark.case("big-push", "11.7.6/1", "EX-44", "11.8.1", "10.2/6", "BP-R47")
def test_asr_costs_those_who_went_in_two_steps():
    match = fight(EXAMPLE, units=("B2.1", "B2.2", "B2.3"))
    play(match, "XV", "assault")
    assert result(throw(match, 1, 2)) == "ASR"
    assert options(match) == {"B2.1", "B2.2"}
    play(match, "B2.1", "B2.2")
    assert steps(match, "B2.1") == steps(match, "B2.2") == 1 and steps(match, "B2.3") == 2
    assert where(match, "B2.1", "B2.2", "B2.3") == ["G3", "G3", "G4"] and points(match) == [0, 2]
    assert game_position(match).tally == [3, 0]  # an assault and two steps


@pytest.mark.case("big-push", "11.7.6/1", "BP-R46")
def test_every_result_doubled():
    rows = C.results
    doubled = {name: (row.attacker_doubled, row.defender_doubled) for name, row in rows.items()}
    assert doubled["A2SR"] == (4, 0) and doubled["ASR"] == (2, 0) and doubled["AR"] == (1, 0)
    assert doubled["C"] == doubled["ENG"] == doubled["DR"] == (0, 1)
    assert doubled["DSR"] == (0, 2) and doubled["D2SR"] == (0, 4)
    for name in ("DE", "DEBT"):
        assert doubled[name] == (rows[name].attacker, rows[name].defender)
    match = fight(ONE.replace("48Br >E", "48Br >E pressed"))
    outcome(match, "DSR")
    assert at(match, "10B/6") == "pool" and points(match) == [2, 0]


@pytest.mark.case("big-push", "11.7.6/1", "BP-R46", "8.7/3")
def test_nothing_is_doubled_when_nobody_went_in():
    match = fight()
    outcome(match, "DSR")
    assert at(match, "10B/6") == "pool" and here(match, "H3") == {"Bn01"} and points(match) == [1, 0]


@pytest.mark.case("big-push", "13.1.1", "11.8/5", "BP-R98")
def test_a_breakthrough_takes_vacant_squares_and_leaves_an_ally_his_own():
    text = f"G3: 48Br >E\nF3: BA5 >E\nH3: Bn05 >W\nI4: F2.1 >E\nM9: 10B/6 >W\n{HQS}\n{POOL}"
    match = fight(text, have={"lift": 1})
    play(match, "XV", "use~lift", "assault")
    roll(match, "DEBT")
    play(match, "48Br-J5>E")
    claims = [C.nations[game_position(match).claims[C.board.index[cell]]] for cell in ("H3", "I4", "J5")]
    assert claims == ["british", "french", "british"]


# ------------------------------------------------------------------------------------------------ 11.8/6, 11.8/4, 11.8.1


@pytest.mark.case("big-push", "11.8/6", "11.8.1", "11.8.1/3", "BP-R20", "13.2", "EX-54")
def test_attackers_lose_steps_of_their_choice_and_are_back_where_they_began():
    text = f"G3: B4.1 >E\nG4: 48Br >N\nH3: 26R/99 >W entrenched, 26R/119 >W entrenched\n{HQS}\n{POOL}"
    match = fight(text, units=("B4.1", "48Br"))
    outcome(match, "A2SR")
    assert match.player == "allied" and options(match) == {"B4.1", "48Br"}
    play(match, "B4.1", "B4.1")
    assert at(match, "B4.1") == "pool" and where(match, "48Br") == ["G4"] and facing(match, "48Br") == "N"
    assert points(match) == [0, 2] and order(match, "48Br") == set()
    assert here(match, "H3") == {"26R/99", "26R/119"}  # the defenders do not advance


@pytest.mark.case("big-push", "11.8.1", "11.8.1/1", "11.8.1/4", "EX-74", "BP-R165")
def test_a_retreat_goes_nearer_the_edge_then_clear_of_zones_then_to_vacant_squares():
    text = f"G3: 48Br >E\nH3: 10B/6 >W\n{{}}\n{HQS}\n{POOL}"
    zone = "J1: 31Br >E"  # its zone covers I2
    full = "I3: 12/62 >W, 12/23 >W"
    match = fight(text.format(f"{zone}\n{full}"))
    outcome(match, "DR")
    assert cells(match) == {"I4"} and refused(match, "10B/6-I3").cases[0] == "11.8.1"
    assert options(match) == {f"10B/6-I4>{way}" for way in "NESW"}  # any facing in a vacant square
    match = fight(text.format(f"{zone}\n{full}\nI4: 46Br >E"))  # now I4 holds an enemy, and I3 lies in his zone
    outcome(match, "DR")
    assert cells(match) == {"I2"}  # all are in zones: the vacant one, without loss
    play(match, "10B/6-I2>N")
    assert (at(match, "10B/6"), facing(match, "10B/6"), points(match)) == ("I2", "N", [0, 0])


@pytest.mark.case("big-push", "11.8.1/2", "10.2/3", "EX-74", "BP-R165")
def test_a_full_square_free_of_zones_comes_before_a_vacant_one_in_a_zone_and_displaces():
    text = f"G3: 48Br >E\nH3: 10B/6 >W\nJ1: 31Br >E\nI3: 12/62 >S, 12/23 >S\nI4: GA01 >S, GA02 >S\n{HQS}\n{POOL}"
    match = fight(text)
    outcome(match, "DR")
    assert options(match) == {"10B/6-I3", "10B/6-I4"}
    play(match, "10B/6-I3")
    assert facing(match, "10B/6") == "S"  # as those who stand there
    assert kind(match) == "Displace" and match.player == "german" and options(match) == {"12/62", "12/23"}
    play(match, "12/62")
    assert "H3" not in cells(match) and cells(match) == {"J2", "J3", "J4"} - {"J2"}  # J2 lies in the zone of J1
    play(match, "12/62-J3>W")
    assert here(match, "I3") == {"10B/6", "12/23"} and at(match, "12/62") == "J3"


@pytest.mark.case("big-push", "11.8.1")
def test_defenders_may_part_and_each_goes_his_own_way():
    match = fight(ONE.replace("10B/6 >W", "10B/6 >W, 10B/8 >W"))
    outcome(match, "DR")
    play(match, "10B/6-I2>W", "10B/8-I4>W")
    assert where(match, "10B/6", "10B/8") == ["I2", "I4"]


@pytest.mark.case("big-push", "11.8.1", "11.8.1/1", "BP-R165")
def test_or_stay_together_in_an_empty_square():
    """R10."""
    match = fight(ONE.replace("10B/6 >W", "10B/6 >W, 10B/8 >W"))
    outcome(match, "DR")
    play(match, "10B/6-I3>N")
    assert cells(match) == {"I2", "I3", "I4"}
    play(match, "10B/8-I3")
    assert here(match, "I3") == {"10B/6", "10B/8"} and facing(match, "10B/8") == "N"


@pytest.mark.case("big-push", "11.8.1/2", "BP-R165")
def test_they_displace_others_and_not_each_other():
    line = "I2: 12/62 >S\nI3: 12/23 >S\nI4: 2GR/55 >S"
    match = fight(f"{ONE.replace('10B/6 >W', '10B/6 >W, 10B/8 >W')}\n{line}")
    outcome(match, "DR")
    play(match, "10B/6-I3", "10B/8-I3")
    assert kind(match) == "Displace" and options(match) == {"12/23"}
    play(match, "12/23", "12/23-J3>W")
    assert here(match, "I3") == {"10B/6", "10B/8"} and at(match, "12/23") == "J3"


@pytest.mark.case("big-push", "11.8.1", "BP-R65")
def test_nowhere_to_retreat_is_elimination():
    ring = "I2: 31Br >W\nI3: 46Br >W\nI4: 56Br >W\nH2: 4Br >S\nH4: 29Br >N\nG2: 36Br >E\nG4: 32Br >E"
    match = fight(f"{ONE}\n{ring}")
    events = outcome(match, "DR")
    assert at(match, "10B/6") == "pool" and points(match) == [2, 0]
    assert "10B/6 has nowhere to retreat and is eliminated" in texts(events)


@pytest.mark.case("big-push", "11.8.1", "BP-R33")
def test_no_retreat_across_the_somme():
    match = fight("L21: 39Fr >E\nM22: 12/62 >W\nL20: XX >E\nL19: 30Br >E", "M22", ("39Fr",))
    outcome(match, "DR")
    bank = C.bank[C.board.index["M22"]]
    assert cells(match) and all(C.bank[C.board.index[cell]] == bank for cell in cells(match))


@pytest.mark.case("big-push", "11.8/4", "11.8.2", "13.2", "BP-R151")
def test_de_eliminates_all_and_scores_every_step():
    text = f"G3: ANZ1 >E pressed\nH3: 10B/6 >W, GA01 >W reduced, XIVR >W\n{HQS}\n{POOL}"
    match = fight(text, units=("ANZ1",), have={"night": 1, "gas": 1})
    if kind(match) == "Prepare":
        play(match, "XV", "use~gas", "use~night")
    outcome(match, "DE")
    assert where(match, "10B/6", "GA01", "XIVR") == ["pool"] * 3 and points(match) == [4, 0]
    assert game_position(match).tally == [1, 0]


# ------------------------------------------------------------------------------------------------ 11.8/1 engagement


@pytest.mark.case("big-push", "11.8/1", "8.8", "3.5/engaged", "BP-R48", "BP-R163", "12.1.1")
def test_engaged_both_sides_stand_in_the_square_under_the_attackers_marker():
    match = fight()
    events = outcome(match, "ENG")
    assert here(match, "H3") == {"48Br", "10B/6"} and "Both sides are engaged in H3" in texts(events)
    (marker,) = game_position(match).engagements
    assert (marker.side, [C.board.labels[x] for x in marker.starts]) == (0, ["G3"])
    assert control(match, "H3") == "german"  # as before (BP-R163g)


RENEWED = f"H3: 48Br >E, 10B/6 >W\n{HQS}\n{POOL}"


def renewed(text=RENEWED, units=("48Br",), starts=("G3",), side="allied", cell="H3", step="allied-commitment", **more):
    return wave(step, f"{engaged(cell, side, units, starts)}\n{text}", {}, **more)


@pytest.mark.case("big-push", "8.8", "EX-27", "11.3", "11.8/1", "BP-R163")
def test_the_attacker_renews_until_it_is_decided_then_returns():
    match = renewed()
    assert [a.renewed for a in game_position(match).assaults] == [True]  # without being asked
    play(match, "done", "done")
    throw(match, 1, 1)
    assert kind(match) == "AssaultRoll"  # nothing to name: supplied, no fire
    assert lines(match) == {"no command HQ within 4 squares": -1}  # its way out lies in the zone of 10B/6
    again = match.clone()
    roll(again, "ENG")
    assert here(again, "H3") == {"48Br", "10B/6"} and game_position(again).tally == [0, 0]
    roll(match, "ASR")
    assert (at(match, "48Br"), steps(match, "48Br")) == ("G3", 3) and not game_position(match).engagements
    assert here(match, "H3") == {"10B/6"}


@pytest.mark.case("big-push", "8.8", "11.7.1", "BP-R163")
def test_a_friend_in_the_start_square_opens_the_way_to_the_hq():
    match = renewed(f"{RENEWED}\nG3: B4.1 >E")
    play(match, "done", "done")
    throw(match, 1, 1)
    assert lines(match) == {"command HQ within 4 squares": 1}


@pytest.mark.case("big-push", "11.8/1", "9.3")
def test_resources_help_a_renewed_assault_but_it_is_no_secondary_attack():
    text = f"F3: BA5 >E\n{RENEWED}"
    match = renewed(text)
    play(match, "done", "done")
    throw(match, 3, 4)
    assert kind(match) == "Prepare" and {"use~gas", "use~creeping", "assault"} <= options(match)
    play(match, "assault")
    roll(match, "ENG")
    assert kind(match) != "SecondaryAttack"  # nobody else could attack, and an engaged square is no target


@pytest.mark.case("big-push", "11.8/1", "BP-R163")
def test_losses_that_kill_the_last_defender_win_the_square():
    match = fight(ONE.replace("10B/6 >W", "Bn05 >W").replace("48Br >E", "48Br >E pressed"))
    outcome(match, "ENG")
    assert at(match, "Bn05") == "pool" and kind(match) == "Advance" and "done" not in options(match)


@pytest.mark.case("big-push", "8.8/1", "11.8/1", "BP-R163")
def test_engaged_defenders_may_strike_in_their_own_phase():
    match = renewed(f"tally: 0 1\n{RENEWED}\nI3: 12/23 >W\n{GERMAN_HQS}", step="german-commitment")
    assert "strike:H3" in options(match)
    play(match, "strike:H3", "done")
    if kind(match) == "Pressing":
        play(match, "done")
    throw(match, 1, 1)
    assert kind(match) == "AssaultRoll" and lines(match, of="attack") == {"10B/6": 4}
    assert "an attacker is out of supply" not in lines(match)
    thrown = match.clone()
    roll(thrown, "A2SR")
    assert where(thrown, "48Br") == ["H3"] and kind(thrown) == "ReplacementRoll"  # conducted, and two steps: a total of 4
    assert "working total of 4" in thrown.decision.prompt
    roll(match, "ENG")
    (marker,) = game_position(match).engagements
    assert marker.side == 1  # the marker is theirs now


@pytest.mark.case("big-push", "8.8/1", "BP-R163")
def test_when_a_strike_drives_the_attackers_out_the_square_is_free():
    text = f"H3: B2.1 >E, 26R/99 >W, 26R/119 >W\n{GERMAN_HQS}\n{POOL}"
    match = renewed(text, ("B2.1",), step="german-commitment")
    play(match, "strike:H3", "done", "done")
    throw(match, 1, 1)
    roll(match, "DR")
    assert kind(match) == "Retreat" and cells(match) == {"G2", "G3", "G4"}
    play(match, "B2.1-G3>E")
    assert not game_position(match).engagements and here(match, "H3") == {"26R/99", "26R/119"}


@pytest.mark.case("big-push", "8.8/1", "8.8", "BP-R163")
def test_surplus_attackers_go_back_when_the_defenders_withdraw():
    text = f"H3: 48Br >E, 31Br >E, 10B/6 >W\n{GERMAN_HQS}"
    match = renewed(text, ("48Br", "31Br"), ("G3", "G4"), step="german-movement")
    while kind(match) == "Combining":
        play(match, "done")
    play(match, "10B/6")
    assert kind(match) == "Withdraw" and cells(match) == {"I2", "I3", "I4"}
    play(match, "10B/6-I3>W")
    assert options(match) == {"return:48Br", "return:31Br"} and match.player == "allied"
    play(match, "return:31Br")
    assert where(match, "48Br", "31Br", "10B/6") == ["H3", "G4", "I3"] and control(match, "H3") == "allied"
    assert not game_position(match).engagements


@pytest.mark.case("big-push", "8.8", "11.8/1", "BP-R163")
def test_a_start_square_that_the_enemy_holds_is_replaced_by_a_retreat():
    match = renewed(f"{RENEWED}\nG3: 12/62 >W")
    play(match, "done", "done")
    throw(match, 1, 1)
    roll(match, "ASR")
    assert kind(match) == "Retreat" and "G3" not in cells(match)


# ------------------------------------------------------------------------------------------------ 11.8/2 counter-attack

TWO = f"G3: 48Br >E\nG2: 31Br >E\nH3: 26R/99 >W, 26R/119 >W\n{HQS}\nL3: XIVR >W\n{POOL}"


def countered(text=TWO, units=("48Br", "31Br"), target="G3"):
    match = fight(text, units=units, have={"gas": 1})
    outcome(match, "C")
    if kind(match) == "CounterAttack":
        play(match, target)
    return match


@pytest.mark.case("big-push", "11.8/2", "EX-75", "BP-R64", "BP-R164")
def test_the_defender_strikes_at_the_units_of_one_square():
    match = fight(TWO, units=("48Br", "31Br"))
    outcome(match, "C")
    assert match.player == "german" and options(match) == {"G2", "G3"}
    play(match, "G3")
    assert kind(match) == "AssaultRoll" and "Counter-attack on {G3}" in match.decision.prompt
    assert lines(match, of="attack") == {"26R/99": 5, "26R/119": 5} and lines(match, of="defence") == {"48Br": 6}
    assert lines(match, of="shift") == {}  # no resources; the ground of G3
    assert lines(match) == {"command HQ within 4 squares": 1}  # the range of his own HQ; always supplied
    failed, won, locked = match.clone(), match.clone(), match
    roll(failed, "ASR")
    play(failed, "26R/99")
    assert where(failed, "48Br", "31Br", "26R/119") == ["G3", "G2", "H3"] and not game_position(failed).engagements
    roll(won, "DR")
    assert cells(won) == {"F2", "F3", "F4"}
    play(won, "48Br-F3>E")
    assert where(won, "48Br", "31Br", "26R/99", "26R/119") == ["F3", "G2", "H3", "H3"]  # no advance
    roll(locked, "ENG")
    assert where(locked, "48Br", "31Br", "26R/99", "26R/119") == ["G3", "G2", "G3", "G3"]
    (marker,) = game_position(locked).engagements
    assert (marker.side, [C.board.labels[x] for x in marker.starts]) == (1, ["H3", "H3"])


@pytest.mark.case("big-push", "11.8/2", "12.1.1", "BP-R177")
def test_a_new_c_is_struck_again_and_each_counts():
    match = countered()
    assert game_position(match).tally == [1, 0]
    roll(match, "C")
    assert kind(match) == "AssaultRoll" and game_position(match).fight.counter and game_position(match).tally == [1, 1]
    roll(match, "ENG")
    assert game_position(match).tally == [1, 2]


@pytest.mark.case("big-push", "11.8/2", "BP-R64", "BP-R46")
def test_after_units_went_in_a_step_is_lost_first_and_one_of_their_squares_is_struck():
    text = TWO.replace("31Br >E", "31Br >E pressed")
    match = fight(text, units=("48Br", "31Br"))
    outcome(match, "C")
    play(match, "26R/99")
    assert at(match, "26R/99") == "pool" and kind(match) == "AssaultRoll"
    assert C.board.labels[game_position(match).fight.target] == "G2"  # no choice: only they went in
    assert "unit over the top" not in lines(match) and not game_position(match).fight.doubled
    roll(match, "DSR")
    assert steps(match, "31Br") == 3


@pytest.mark.case("big-push", "11.8/2", "BP-R164")
def test_only_good_order_defenders_that_can_assault_strike():
    text = TWO.replace("26R/119 >W", "26R/119 >W disrupted, GA01 >W")
    match = countered(text)
    assert lines(match, of="attack") == {"26R/99": 5}


@pytest.mark.case("big-push", "11.8/3", "BP-R64", "BP-R164")
def test_where_nobody_can_strike_the_defenders_retreat():
    for there in ("26R/99 >W disrupted", "26R/99 >W suppressed", "GA01 >W, XIVR >W"):
        match = fight(f"G3: 48Br >E\nH3: {there}\n{HQS}\n{POOL}")
        events = outcome(match, "C")
        assert "Nobody can counter-attack: the defenders retreat" in texts(events), there
        assert kind(match) == "Retreat"
        while kind(match) == "Retreat":
            play(match, sorted(options(match))[0])
        assert kind(match) == "Advance"


@pytest.mark.case("big-push", "11.8/2", "BP-R178")
def test_a_bystander_caught_in_an_engagement_drops_out_of_his_own_assault():
    text = f"G3: B4.1 >E, B3.1 >E\nH3: 26R/99 >W, 26R/119 >W\nH4: 10B/6 >W\n{HQS}\nL3: XIVR >W\n{POOL}"
    match = assault(text, {"H3": ["B4.1"], "H4": ["B3.1"]})
    play(match, "H3")
    outcome(match, "C")
    roll(match, "ENG")
    assert here(match, "G3") == {"B4.1", "B3.1", "26R/99", "26R/119"}
    assert not game_position(match).assaults and kind(match) != "Prepare"


# ------------------------------------------------------------------------------------------------ 11.8.2 advance


@pytest.mark.case("big-push", "11.8.2", "11.8.1", "BP-R166", "BP-R139")
def test_at_least_one_attacker_takes_the_square_and_no_more_than_may_stand_there():
    text = f"G3: 48Br >E\nG4: B4.1 >E, B3.1 >E\nH3: 10B/6 >W\n{HQS}\n{POOL}"
    match = fight(text, units=("48Br", "B4.1", "B3.1"))
    outcome(match, "DR")
    play(match, "10B/6-I3>W")
    assert kind(match) == "Advance" and cells(match) == {"H3"}
    assert refused(match, "done").reason == "Somebody must take the square"
    one = match.clone()
    play(one, "48Br-H3>N")
    assert (at(one, "48Br"), facing(one, "48Br"), kind(one)) == ("H3", "N", kind(one)) and kind(one) != "Advance"  # a division
    play(match, "B4.1-H3>E")
    assert options(match) == {"B3.1-H3", "done"}
    play(match, "B3.1-H3")
    assert here(match, "H3") == {"B4.1", "B3.1"} and at(match, "48Br") == "G3" and control(match, "H3") == "allied"


@pytest.mark.case("big-push", "11.8/5", "EX-45", "BP-R67", "BP-R166")
def test_a_breakthrough_goes_one_or_two_squares_on_whatever_the_zones():
    text = f"G3: ANZ1 >E\nG4: B4.1 >E\nH3: Bn05 >W\nJ3: 12/62 >W\nI5: B3.1 >E\n{HQS}\n{POOL}"
    match = fight(text, units=("ANZ1", "B4.1"), have={"night": 1, "gas": 1})
    play(match, "XV", "use~gas", "use~night")
    outcome(match, "DEBT")
    assert at(match, "Bn05") == "pool" and kind(match) == "Advance" and "done" in options(match)
    beyond = {action.cell for action in match.actions() if action.unit == "B4.1"}
    assert {"H3", "I2", "I3", "I4", "J2", "J4", "H5", "I5"} <= beyond and "J3" not in beyond and "K3" not in beyond
    assert "I5" not in {action.cell for action in match.actions() if action.unit == "ANZ1"}  # a friend is there already
    play(match, "ANZ1-J2>E", "B4.1-H3>E")
    assert where(match, "ANZ1", "B4.1") == ["J2", "H3"] and control(match, "I2") != control(match, "K3")


@pytest.mark.case("big-push", "11.8/5", "BP-R166")
def test_a_breakthrough_may_be_waived():
    match = fight(ONE.replace("48Br >E", "ANZ1 >E pressed"), units=("ANZ1",), have={"night": 1, "gas": 1})
    play(match, "XV")
    play(match, "use~gas", "use~night")
    outcome(match, "DEBT")
    play(match, "done")
    assert at(match, "ANZ1") == "G3" and control(match, "H3") == "german"


MACHINES = f"G3: TankA >E pressed, 1Cav >E\nH3: Bn05 >W\nK3: 12/62 >W\n{HQS}\n{POOL}"


@pytest.mark.case("big-push", "11.8.2/1", "BP-R67")
def test_tanks_and_cavalry_go_farther():
    match = fight(MACHINES, units=("TankA", "1Cav"), have={"night": 1, "gas": 1})
    play(match, "XV", "use~gas", "use~night")
    far = match.clone()
    outcome(far, "DEBT")
    offered = {action.cell for action in far.actions() if action.unit == "1Cav"}
    assert {"H3", "I3", "J3", "J2", "K4", "K2"} <= offered and "K3" not in offered and "L3" not in offered
    play(far, "1Cav-K2>E", "TankA-I5>E")  # they may fan out
    assert where(far, "1Cav", "TankA") == ["K2", "I5"]
    outcome(match, "DE")
    offered = {action.cell for action in match.actions() if action.unit == "TankA"}
    assert offered == {"H3", "H2", "H4", "I2", "I3", "I4", "G2", "G4"}  # one beyond, as long as another can take the square
    play(match, "TankA-I3>E")
    assert options(match) == {f"1Cav-H3>{way}" for way in "NESW"}  # somebody must hold it (11.8.2)
    play(match, "1Cav-H3>E")
    assert where(match, "TankA", "1Cav") == ["I3", "H3"]


@pytest.mark.case("big-push", "11.8.2/1", "11.8.2")
def test_a_lone_tank_company_takes_the_square_itself():
    match = fight(MACHINES.replace(", 1Cav >E", ""), units=("TankA",), have={"night": 1, "gas": 1})
    play(match, "XV", "use~gas", "use~night")
    outcome(match, "DE")
    assert cells(match) == {"H3"}


@pytest.mark.case("big-push", "11.8/5", "15.6.4")
def test_infantry_goes_no_farther_than_the_square_on_de():
    match = fight(ONE.replace("48Br", "ANZ1"), units=("ANZ1",))
    play(match, "XV")
    outcome(match, "DE")
    assert cells(match) == {"H3"}


@pytest.mark.case("big-push", "11.8.2", "BP-R178")
def test_a_target_that_is_vacant_by_then_is_simply_entered():
    text = f"G3: 48Br >E\nG4: B4.1 >E\nH4: 10B/6 >W\n{HQS}\n{POOL}"
    match = assault(text, {"H3": ["48Br"], "H4": ["B4.1"]})
    play(match, "H3")
    assert kind(match) == "Advance" and cells(match) == {"H3"}
    play(match, "48Br-H3>E")
    assert game_position(match).tally == [0, 0] and at(match, "48Br") == "H3"


# ------------------------------------------------------------------------------------------------ ends of engagements


@pytest.mark.case("big-push", "8.8", "7.4.2/1", "11.8/1")
def test_when_a_lone_hq_is_removed_from_an_engagement_the_surplus_goes_back():
    text = f"H3: 48Br >E, 31Br >E, XIVR >W\n{HQS}"
    match = renewed(text, ("48Br", "31Br"), ("G3", "G4"), step="allied-end")
    assert at(match, "XIVR") == "returning" and options(match) == {"return:48Br", "return:31Br"}
    play(match, "return:48Br")
    assert where(match, "48Br", "31Br") == ["G3", "H3"] and not game_position(match).engagements


@pytest.mark.case("big-push", "8.8/1", "11.8/2")
def test_a_counter_attack_inside_an_engaged_square():
    text = f"H3: 48Br >E, 31Br >E, 26R/99 >W, 26R/119 >W\nI3: 10B/6 >W\n{HQS}\nL3: XIVR >W\n{POOL}"
    match = renewed(text, ("48Br", "31Br"), ("G3", "G4"))
    play(match, "done", "done")
    throw(match, 1, 1)
    outcome(match, "C")
    assert kind(match) == "AssaultRoll" and game_position(match).fight.counter  # on the spot, against all of them
    assert lines(match, of="defence") == {"48Br": 6, "31Br": 6}
    back, locked = match.clone(), match
    roll(back, "DR")
    assert where(back, "48Br", "31Br", "26R/99") == ["G3", "G4", "H3"] and not game_position(back).engagements
    roll(locked, "ENG")
    (marker,) = game_position(locked).engagements
    assert marker.side == 1 and where(locked, "48Br", "26R/99") == ["H3", "H3"]


@pytest.mark.case("big-push", "8.8/1", "11.8/2")
def test_who_struck_in_vain_and_is_driven_out_leaves_the_square_to_no_more_than_it_holds():
    text = f"H3: 48Br >E, 31Br >E, 26R/99 >W\nI3: 12/23 >W\nG3: B4.1 >E\n{HQS}\n{GERMAN_HQS}\n{POOL}"
    match = renewed(text, ("48Br", "31Br"), ("G2", "G4"), step="german-commitment")
    play(match, "strike:H3", "done", "done")
    throw(match, 1, 1)
    game_position(match).resources = [0] * len(C.resources)
    outcome(match, "C")
    roll(match, "DR")  # the old attackers counter-attack
    assert kind(match) == "Retreat" and match.player == "german"
    play(match, sorted(options(match))[0])
    assert options(match) == {"return:48Br", "return:31Br"}
