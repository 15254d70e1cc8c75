"""6.4 Counter-battery fire, and 6.4.1 its optional way over the table."""

import pytest

from .kit import (
    C,
    guns,
    interdicted,
    kind,
    lines,
    odds,
    options,
    order,
    play,
    points,
    refused,
    roll,
    run_to,
    states,
    steps,
    texts,
)

DUEL = """
C5: BA3 >E, BA5 >E
A7: VII supply
G5: 8/73 >W
K5: GA09 >W
K6: GA10 >W
M6: IX supply
"""


def announced(*units, text=DUEL, dice=(), target="G5"):
    """The Allies announce a bombardment, and wait for the answer."""
    match = guns(text, dice)
    play(match, target, *units, "fire")
    return match


@pytest.mark.case("big-push", "6.4")
def test_one_die_against_the_defensive_factors_of_the_guns_that_answer():
    """GA10 has 2 factors: with its heavy gun's -1 a 3 still hits, a 4 misses (BP-R18)."""
    for die, hit in ((3, True), (4, False)):
        match = announced("BA3", dice=[die])
        play(match, "C5", "GA10")
        assert lines(match, "fire", of="attack") == {"GA10": 2}
        assert lines(match, "fire") == {"heavy gun": -1}
        events = play(match, "fire")
        assert ("disrupted" in order(match, "BA3")) == hit
        assert texts(events, "counter-battery")[-1] == ("BA3 is disrupted and does not fire" if hit else "BA3 is not hit")


@pytest.mark.case("big-push", "6.4", "5.6", "6.3.2/1")
def test_observation_supply_and_heavy_guns_of_the_side_that_answers_count():
    """BP-R18; the observation of the other side does not, nor do cavalry modifiers."""
    match = announced("BA3", text="observation: allied german\n" + DUEL.replace("M6: IX supply", ""))
    play(match, "C5", "GA10", "GA09")
    assert lines(match, "fire") == {"own air observation": -1, "gun out of supply": 2, "heavy gun": -2}
    match = announced("BA3", text="observation: allied\n" + DUEL)
    play(match, "C5", "GA10")
    assert lines(match, "fire") == {"heavy gun": -1}


@pytest.mark.case("big-push", "6.4/1", "6.4")
def test_a_gun_that_is_hit_is_disrupted_and_does_not_fire_one_that_is_missed_does():
    hit = announced("BA3", "BA5", dice=[1, 6])
    play(hit, "C5", "GA10", "fire")
    assert (order(hit, "BA3"), order(hit, "BA5")) == ({"disrupted"}, set())
    assert lines(hit, of="attack") == {"BA5": 4}  # the roll that waits is BA5's alone
    assert odds(hit).column == "3"


@pytest.mark.case("big-push", "6.4/2")
def test_two_guns_of_a_square_are_rolled_for_one_by_one_with_the_same_factors():
    match = announced("BA3", "BA5")
    play(match, "C5", "GA09", "GA10", "fire")
    assert match.decision.prompt == "Counter-battery fire on {BA3}: roll one die."
    assert lines(match, of="attack") == {"GA09": 4, "GA10": 2}
    play(match, "6")
    assert match.decision.prompt == "Counter-battery fire on {BA5}: roll one die."
    assert lines(match, of="attack") == {"GA09": 4, "GA10": 2}


@pytest.mark.case("big-push", "6.4/3", "4.1/2C")
def test_the_defender_may_let_them_fire():
    match = announced("BA3", "BA5")
    assert (match.player, options(match)) == ("german", {"C5", "done"})
    play(match, "done")
    assert kind(match) == "BombardmentRoll"
    assert order(match, "BA3") == set()


@pytest.mark.case("big-push", "6.4", "6.3.2/3")
def test_squares_are_answered_one_after_another_by_different_guns():
    """BP-R17, BP-R153: each gun answers once in a phase."""
    text = DUEL.replace("C5: BA3 >E, BA5 >E", "C5: BA3 >E\nC6: BA5 >E")
    match = announced("BA3", "BA5", text=text, dice=[6, 1])
    play(match, "C5", "GA09", "fire")  # 4 factors and -1: a 6 misses
    assert order(match, "BA3") == set()
    assert options(match) == {"C6", "done"}
    play(match, "C6")
    assert refused(match, "GA09").reason == "GA09 has fired in this phase"
    play(match, "GA10", "fire")
    assert order(match, "BA5") == {"disrupted"}


@pytest.mark.case("big-push", "6.4", "6.3.2")
def test_guns_that_answer_must_be_fit_and_in_range():
    text = DUEL.replace("K5: GA09 >W", "K5: GA09 >W suppressed").replace("K6: GA10 >W", "K6: GA10 >W\nL8: GA02 >W")
    match = announced("BA3", text=text)
    play(match, "C5")
    assert refused(match, "GA09").cases == ("6.3.2",)
    assert refused(match, "GA02").cases == ("6.3.1",)
    assert refused(match, "GA02").reason == "C5 is out of GA02's range"


@pytest.mark.case("big-push", "6.3", "6.4")
def test_a_gun_that_answered_may_bombard_in_its_own_phase():
    """BP-R152."""
    match = announced("BA3", dice=[6, 6])
    play(match, "C5", "GA10", "fire")
    assert "answered" in states(match, "GA10")
    play(match, "done")
    run_to(match, "german-bombardment")
    play(match, "C5")
    assert "GA10" in options(match)


@pytest.mark.case("big-push", "6.4", "1.0")
def test_with_three_players_british_and_french_guns_answer_a_square_together():
    """BP-R09: each seat adds its own guns; the square is answered once (6.3.2/3)."""
    text = "options: three_players\nC5: BA3 >E\nC7: FA2 >E\nG5: 51Fr >E\nK5: GA09 >W"
    match = guns(text, side="german")
    play(match, "G5", "GA09", "fire")
    assert (match.player, options(match)) == ("british", {"K5", "done"})
    play(match, "K5", "BA3", "fire")
    assert (match.player, options(match)) == ("french", {"FA2", "fire"})
    play(match, "FA2", "fire")
    assert lines(match, of="attack") == {"BA3": 3, "FA2": 3}


# ------------------------------------------------------------------------------------------------ 6.4.1 over the table

TABLE = "options: counter_battery_table\n"


@pytest.mark.case("big-push", "6.4.1")
def test_by_the_option_one_roll_on_the_bombardment_table_for_the_square():
    """BP-R133: defensive factors, the row of the guns' own square (here a start trench), one roll for all of them."""
    match = announced("BA3", "BA5", text=TABLE + DUEL.replace("K6: GA10 >W", "K6: GA08 >W"))
    assert kind(match) == "BombardmentRoll"  # 7 factors; a start trench needs 8: there is nothing to ask
    open_ground = TABLE + DUEL.replace("C5: BA3", "D5: BA3")
    match = announced("BA3", "BA5", text=open_ground)
    play(match, "D5", "GA09", "GA10", "fire")
    assert kind(match) == "CounterBatteryTable"
    assert odds(match).column == str(C.bombardment_column("clear", 6) + 1)
    assert lines(match) == {"heavy gun": -2}
    roll(match, "D")
    assert (order(match, "BA3"), order(match, "BA5")) == ({"disrupted"}, {"disrupted"})


@pytest.mark.case("big-push", "6.4.1")
@pytest.mark.parametrize(("outcome", "answer"), [("D", "GA09"), ("S", "GA09"), ("I", "GA09"), ("-", "GA10")])
def test_a_gun_that_suffers_does_not_fire_its_bombardment(outcome, answer):
    match = announced("BA3", "BA5", text=TABLE + DUEL.replace("C5: BA3", "D5: BA3"))
    play(match, "D5", answer, "fire")
    roll(match, outcome)
    while kind(match) == "CounterBattery":
        play(match, "done")
    assert (kind(match) == "BombardmentRoll") == (outcome == "-")
    assert interdicted(match) == ({"D5"} if outcome == "I" else set())


@pytest.mark.case("big-push", "6.4.1")
def test_a_gun_reduced_by_it_does_not_fire_and_the_other_one_does():
    text = TABLE + DUEL.replace("C5: BA3 >E, BA5 >E", "D5: BA3 >E, BA5 >E") + "K7: GA08 >W\nK8: GA01 >W\nL5: GA11 >W"
    match = announced("BA3", "BA5", text=text)
    play(match, "D5", "GA09", "GA08", "GA01", "GA11", "GA10", "fire")
    roll(match, "ST")
    play(match, "BA3")
    assert (steps(match, "BA3"), points(match)) == (1, [0, 1])
    assert lines(match, of="attack") == {"BA5": 4}
