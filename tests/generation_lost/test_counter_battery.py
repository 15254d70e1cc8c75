"""8.5 Counter-battery fire."""

import pytest

from .artillery import CELL, GERMAN_GUNS, fire, modifiers
from .kit import C, kind, lines, odds, options, order, play, refused, run_to, states, step, texts

# French guns that reach the German ones of GERMAN_GUNS in the clear of G30 and G31.
BATTERY = """
N30: F105 >N, F155H.1 >N
N31: F155H.2 >N, F155H.3 >N
N32: F220 >N, F75.1 >N
M30: 1Fr >N
"""


def announced(*units, text="", dice=(), target="M30", guns=GERMAN_GUNS, **more):
    """The Germans announce a bombardment, and wait for the answer."""
    match = fire(f"{text}\n{BATTERY}\n{guns}", dice, **more)
    play(match, target, *units, "fire")
    return match


@pytest.mark.case("generation-lost", "8.5", "8.5.1", "8.5.2", "3.0-CounterBattery")
def test_middle_factors_on_the_table_against_one_firing_square():
    """155s have 3 each, the 220 has 4: ten factors use the column of nine."""
    match = announced("G150H.1", "G150H.2")
    assert (kind(match), match.player, options(match)) == ("CounterBattery", "french", {"G30", "done"})
    play(match, "G30", "F155H.1", "F155H.2", "F220")
    assert lines(match, "fire", of="attack") == {"F155H.1": 3, "F155H.2": 3, "F220": 4}
    found = odds(match, "fire")
    assert (found.column, found.title) == ("9", "Counter-battery fire: 10 factors, 6 or less")
    assert {o.result: round(36 * o.probability) for o in found.outcomes} == {"hit": 15, "miss": 21}


@pytest.mark.case("generation-lost", "8.5.2", "GL-E73")
def test_at_or_below_the_success_value_a_gun_is_disrupted_and_does_not_fire():
    """GL-E73: against 6 a 6 hits and a 7 misses; each gun of the square has its own roll (GL-R27)."""
    match = announced("G150H.1", "G150H.2", dice=[3, 3, 3, 4])
    events = play(match, "G30", "F155H.1", "F155H.2", "F220", "fire")
    assert texts(events, "counter-battery") == [
        "F155H.1, F155H.2, F220 answer G30",
        "G150H.1 is disrupted and does not fire",
        "G150H.2 is not hit",
    ]
    assert (order(match, "G150H.1"), order(match, "G150H.2")) == ({"disrupted"}, set())
    assert lines(match, of="attack") == {"G150H.2": 4}  # the roll that waits is the other gun's alone
    assert match.position.tally == [1, 0]


@pytest.mark.case("generation-lost", "8.5.2", "8.1")
def test_too_few_factors_left_are_lost_and_the_guns_have_fired():
    """GL-R30: a ridge needs 8."""
    match = announced("G150H.1", "G150H.2", target="M26", text="M26: 2Fr >N", dice=[1, 1, 6, 6])
    play(match, "G30", "F155H.1", "F155H.2", "F220", "fire")
    assert kind(match) == "Bombardment"
    assert {"fired"} <= states(match, "G150H.2")


@pytest.mark.case("generation-lost", "8.5.1")
def test_columns_are_steps_of_three_from_3_to_18():
    table = C.tables["counter_battery"]
    assert list(table.rows) == ["3", "6", "9", "12", "15", "18"]
    assert [table.rows[name][0] for name in table.rows] == [4, 5, 6, 7, 8, 9]
    match = announced("G150H.1")
    play(match, "G30", "F105")
    assert odds(match, "fire").column == "3"
    play(match, "F155H.1", "F155H.2", "F155H.3", "F220")
    assert odds(match, "fire").column == "15"  # 3 + 9 + 4


@pytest.mark.case("generation-lost", "8.5.1")
def test_fewer_than_three_factors_miss_without_a_roll():
    match = announced("G150H.1", text="M31: F75.2 >N")
    play(match, "G30")
    assert refused(match, "fire").reason == "No gun fires yet"
    play(match, "F75.2")
    assert [(o.result, o.probability) for o in odds(match, "fire").outcomes] == [("miss", 1.0)]
    events = play(match, "fire")
    assert "Counter-battery fire needs 3 factors: no effect" in texts(events, "counter-battery")
    assert kind(match) == "BombardmentRoll"


@pytest.mark.case("generation-lost", "8.5.3", "GL-E08")
def test_against_guns_on_a_ridge_two_columns_to_the_left():
    """GL-E08: 15 factors fire on the 9 column; never below the first (GL-R29); a hill is a ridge (GL-R25)."""
    ridge = GERMAN_GUNS.replace("G30:", "G24:")
    guns = "N26: F105 >N, F155H.1 >N\nN27: F155H.2 >N, F155H.3 >N\nN28: F220 >N\nM26: 1Fr >N"
    match = fire(f"{guns}\n{ridge}")
    play(match, "M26", "G150H.1", "G150H.2", "fire")
    play(match, "G24", "F105", "F155H.1", "F155H.2", "F155H.3", "F220")
    assert odds(match, "fire").column == "9"
    assert lines(match, "fire", of="shift") == {"guns on a ridge or hill": -2}
    low = fire(f"{guns}\n{ridge}")
    play(low, "M26", "G150H.1", "G150H.2", "fire", "G24", "F155H.1", "F155H.2")
    assert odds(low, "fire").column == "3"


@pytest.mark.case("generation-lost", "8.5.3", "19.5.5(c)", "19.6.5(e)", "20.3.10")
def test_observation_helps_and_worn_out_german_guns_are_worse():
    match = announced("G150H.1", text="observation: german french")
    play(match, "G30", "F105")
    assert modifiers(odds(match, "fire")) == {"air observation": -1}
    german = fire(
        f"observation: german french\nM30: 13R/1 >S\n{BATTERY.replace('M30: 1Fr >N', 'U30: VIIFr supply')}\n{GERMAN_GUNS}",
        side="french", scenario="campaign", turn=25,
    )  # fmt: skip
    play(german, "M30", "F155H.1", "fire", "N30", "G150H.1")
    assert modifiers(odds(german, "fire")) == {"air observation": -1, "worn-out German guns": 1}


@pytest.mark.case("generation-lost", "8.5.4", "19.1.5(e)")
def test_it_needs_no_supply_and_spends_none():
    """No French HQ is on the map."""
    match = announced("G150H.1", dice=[6, 6, 6])
    play(match, "G30", "F155H.1", "fire")
    assert modifiers(odds(match)) == {"heavy guns": -1} if match.player == "dice" else True
    assert "answered" in states(match, "F155H.1")


@pytest.mark.case("generation-lost", "8.5", "8.3.2(c)")
def test_only_one_square_of_a_bombardment_is_answered():
    """GL-R28."""
    match = announced("G150H.1", "G210H.1", dice=[6, 6])
    assert options(match) == {"G30", "G31", "done"}
    play(match, "G30", "F155H.1", "fire")
    assert kind(match) == "BombardmentRoll"


@pytest.mark.case("generation-lost", "8.5", "8.3")
def test_a_gun_answers_once_in_a_segment_and_may_bombard_in_its_own():
    """GL-R28."""
    match = announced("G150H.1", dice=[6, 6, 6], text="V30: VIIFr supply")
    play(match, "G30", "F155H.1", "fire")
    play(match, "M30", "G210H.1", "fire", "G31")
    assert refused(match, "F155H.1").reason == "F155H.1 has fired in this phase"
    play(match, "back", "done", "3", "done")
    run_to(match, "french-bombardment")
    play(match, "VIIFr")
    assert "answered" not in states(match, "F155H.1") and step(match) == "french-bombardment"
    assert "L30" in options(match)


@pytest.mark.case("generation-lost", "8.5")
def test_the_defender_may_pass():
    match = announced("G150H.1", dice=[6])
    events = play(match, "done")
    assert kind(match) == "Bombardment" and not texts(events, "counter-battery")


@pytest.mark.case("generation-lost", "8.5", "8.3.1", "8.3.2(a)")
def test_who_cannot_answer_is_not_asked_or_told_why():
    far = fire(f"M30: 1Fr >N\nV30: F155H.1 >N\n{GERMAN_GUNS}")
    play(far, "M30", "G150H.1", "fire")
    assert kind(far) == "BombardmentRoll"
    match = announced("G150H.1", text="M31: F75.2 >N disrupted\nU30: F90 >N")
    assert refused(match, "G31").reason == "No gun of this bombardment fires from G31"
    play(match, "G30")
    assert refused(match, "F75.2").reason == "F75.2 is not in good order"
    assert refused(match, "F90").reason == "G30 is out of F90's range"
    assert refused(match, "G150H.2").reason == "G150H.2 is no gun of yours"
    play(match, "F105")
    assert refused(match, "F105").reason == "F105 fires already"


@pytest.mark.case("generation-lost", "8.5", "8.3.2(e)")
def test_field_guns_answer_too():
    """GL-R31: entrenched or not does not matter."""
    match = announced("G150H.1", text="M31: F75.2 >N")
    play(match, "G30")
    assert "F75.2" in options(match)
    assert CELL["G30"] in {match.position.place[g] for g in match.position.barrage.guns}
