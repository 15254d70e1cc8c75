"""8.2.2 Forts under fire: only the heaviest guns harm who is in them."""

import pytest

from .artillery import CELL, fire, modifiers, refused_gun
from .kit import C, barrage, interdicted, legal, lines, odds, options, order, play, points, position, refused, roll, states

# Douaumont, on a ridge, under 420s and howitzers.
SIEGE = """
C23: G420.1 >S, G420.2 >S
D22: G210H.1 >S, G210H.2 >S
B23: VIR supply
"""


@pytest.mark.case("generation-lost", "8.2.2", "3.0-Forts", "8.3")
def test_only_420s_and_400s_fire_at_who_is_in_a_fort():
    match = fire(f"J23: Gar1 inside\n{SIEGE}")
    assert {"fort:J23", "J23"} <= options(match)
    assert refused_gun(match, "fort:J23", "G210H.1") == ("G210H.1 cannot harm a fort: only 420s and 400s can", "8.2.2")
    play(match, "fort:J23", "G420.1")
    assert match.decision.prompt == "Bombardment of the fort in {J23}, 8 factors: add guns, then fire."
    found = odds(match, "fire")
    assert found.title == "Bombardment of the fort in J23: 8 factors, Start Trench, Fort or Hill"
    assert found.column == "2"


@pytest.mark.case("generation-lost", "8.2.2", "8.3")
def test_both_french_400s_together_reach_a_fort():
    """GL-R24."""
    far = fire("J23: Bn01 >S inside\nT3: F400.1 >N, F400.2 >N\nU20: VIIFr supply", side="french")
    assert refused(far, "fort:J23").reason == "No 420 or 400 that can fire has J23 in range"
    near = fire("N23: Bn01 >S inside\nT20: F400.1 >N, F400.2 >N\nU20: VIIFr supply", side="french")
    play(near, "fort:N23", "F400.1")
    assert refused(near, "fire").reason == "Add guns: N23 needs 8 factors, 4 so far"
    play(near, "F400.2")
    assert legal(near, "fire")
    one = fire("N23: Bn01 >S inside\nT20: F400.1 >N\nU20: VIIFr supply", side="french")
    assert refused(one, "fort:N23").cases == ("8.3", "8.2.2")


@pytest.mark.case("generation-lost", "8.2.2", "8.6.4-D", "GL-E87", "9.2.4")
def test_who_is_in_a_fort_can_only_be_disrupted_and_stays_hidden():
    """GL-E87: any adverse result is a D; a garrison is not shown (GL-R45)."""
    match = fire(f"J23: Gar1 inside\n{SIEGE}")
    play(match, "fort:J23", "G420.1", "G420.2", "fire")
    assert {o.result for o in odds(match).outcomes} <= {"D", "-"}
    roll(match, "D")
    assert order(match, "Gar1") == {"disrupted", "inside"} and "revealed" not in states(match, "Gar1")
    assert interdicted(match) == set() and points(match) == [0, 0]
    assert match.position.tally == [0, 1]  # GL-R299


@pytest.mark.case("generation-lost", "8.2.2")
def test_it_can_be_hit_again_and_is_no_worse_for_it():
    match = fire(f"J23: Gar1 disrupted inside\n{SIEGE}")
    play(match, "fort:J23", "G420.1", "G420.2", "fire")
    roll(match, "D")
    assert order(match, "Gar1") == {"disrupted", "inside"} and match.position.tally == [0, 0]


@pytest.mark.case("generation-lost", "8.2.2", "8.3.3", "GL-E87")
def test_for_other_guns_a_fort_with_nobody_outside_is_a_vacant_square():
    """GL-E87, GL-R269: it can be interdicted, and the garrison keeps its zone."""
    match = fire(f"J23: Gar1 inside\n{SIEGE}", [1])
    play(match, "J23")
    play(match, "G210H.1", "G210H.2")
    assert {o.result for o in odds(match, "fire").outcomes} <= {"I", "-"}
    play(match, "fire")
    assert interdicted(match) == {"J23"} and order(match, "Gar1") == {"inside"}
    assert match.position.zone[1][CELL["I23"]]


@pytest.mark.case("generation-lost", "8.2.2", "8.2.1")
def test_who_is_outside_has_the_ground_of_the_square():
    """J23 is a ridge; T15 is clear, and its fort no help."""
    match = fire(f"J23: Gar1 inside, 59C.1 >N\n{SIEGE}")
    play(match, "J23")
    assert match.decision.prompt.startswith("Bombardment of {J23}, 0 factors; 8 are needed")
    assert match.position.shell_row(CELL["T15"]) == "clear"
    assert match.position.shell_row(CELL["T15"], inside=True) == "start_trench"


@pytest.mark.case("generation-lost", "8.2.2")
def test_the_firer_names_who_is_hit_and_the_other_is_unharmed():
    text = f"J23: Gar1 inside, 59C.1 >N\n{SIEGE}"
    outside = fire(text)
    barrage(outside, "J23", "G420.1", "G420.2")
    roll(outside, "D")
    assert (order(outside, "Gar1"), order(outside, "59C.1")) == ({"inside"}, {"disrupted"})
    inside = fire(text)
    barrage(inside, "fort:J23", "G420.1", "G420.2")
    roll(inside, "D")
    assert (order(inside, "Gar1"), order(inside, "59C.1")) == ({"disrupted", "inside"}, set())


@pytest.mark.case("generation-lost", "8.2.2")
def test_there_must_be_somebody_in_the_fort():
    match = fire(f"J23: 59C.1 >N\n{SIEGE}")
    assert refused(match, "fort:J23").reason == "No enemy is in a fort in J23"
    assert refused(match, "fort:M30").reason == "No enemy is in a fort in M30"
    own = fire(f"J23: Bn01 >S inside\nM30: 1Fr >N\n{SIEGE}")
    assert refused(own, "fort:J23").cases == ("8.2.2",)


@pytest.mark.case("generation-lost", "8.2.2", "8.6.2")
def test_the_usual_modifiers_count_against_a_fort():
    match = fire(f"observation: german french\nJ23: Gar1 inside\n{SIEGE}")
    play(match, "fort:J23", "G420.1")
    assert modifiers(odds(match, "fire")) == {"heavy guns": -1, "air observation": -1}
    assert lines(match, "fire", of="attack") == {"G420.1": 8}


@pytest.mark.case("generation-lost", "8.2.2", "8.7.3(a)")
def test_airmen_cannot_harm_who_is_in_a_fort():
    """GL-R44, GL-R269."""
    match = position(f"scenario: may_cup\nturn: 12\nstep: german-bombardment\nair: GAir1\nJ23: Gar1 inside\n{SIEGE}", [1, 1])
    play(match, "done", "J23", "done")
    assert interdicted(match) == {"J23"} and order(match, "Gar1") == {"inside"}
    assert C.unit["GAir1"] in match.position.flown
