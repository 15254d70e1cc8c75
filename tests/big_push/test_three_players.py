"""BP-R09 British, French and German seats: each decides for its own units; the phases of the Allies are joint."""

import pytest

from .battle import POOL, assault, fire, outcome, throw
from .kit import GAME, commitment, game_position, kind, legal, march, options, order, phase, play, points, position, refused
from .test_campaign import DRAWS

SEATS = "options: three_players\n"
BOTH = f"G3: 48Br >E\nG4: 39Fr >E\nH3: 26R/99 >W\nE3: VII >E\nE4: XV supply\nE5: XX >E\nE6: ICol supply\n{POOL}"
JOINT = {"H3": ["48Br", "39Fr"]}


def who(match):
    """The seats that may act now."""
    return {match.decision.player, *match.decision.others}


@pytest.mark.case("big-push", "1.0", "BP-R09")
def test_three_seats():
    match = GAME.start("over_the_top", seed=1, options={"three_players": True})
    assert list(match.seats) == ["british", "french", "german"]
    seen = []
    while kind(match) == "SetUp":
        seen.append(match.player)
        play(match, "done")
    assert seen == ["british", "french", "german"] and kind(match) == "LayMines" and match.player == "british"


@pytest.mark.case("big-push", "1.0", "BP-R09")
def test_both_allied_seats_move_in_one_phase_each_its_own_units():
    match = march(f"{SEATS}B5: 48Br >E\nB25: 39Fr >E\nS5: 10B/6 >W")
    assert who(match) == {"british", "french"}
    assert refused(match, "48Br@french").reason and refused(match, "39Fr@british").reason
    play(match, "39Fr@french")
    assert match.player == "french"
    play(match, "39Fr-C25")
    play(match, "done@british")
    assert who(match) == {"french"}  # the British have finished, the French go on
    play(match, "done@french")
    assert kind(match) != "JointMovement"


@pytest.mark.case("big-push", "1.0", "BP-R09", "8.1/1")
def test_a_joint_assault_needs_units_committed_by_both_seats():
    match = commitment(f"scenario: punishing_land\n{SEATS}{BOTH}", turn=6)
    assert who(match) == {"british", "french"}
    verdict = refused(match, "39Fr-H3@british")
    assert verdict.reason == "39Fr is not yours"
    play(match, "48Br-H3@british", "39Fr-H3@french", "done@french", "done@british")
    assert kind(match) == "JointPressing" and who(match) == {"british", "french"}
    assert "39Fr@french" in options(match) and not legal(match, "39Fr@british")


@pytest.mark.case("big-push", "1.0", "BP-R09", "11.3/5", "BP-R50")
def test_the_british_settle_disputes():
    match = fire(BOTH, JOINT, options="three_players")
    throw(match, 6)
    assert kind(match) == "OneNation" and match.player == "british"
    match = assault(BOTH, JOINT, options="three_players")
    assert kind(match) == "Prepare" and match.player == "british"  # resources and supply of a joint assault
    alone = assault(BOTH, {"H3": ["39Fr"]}, options="three_players")
    assert alone.player == "french"


@pytest.mark.case("big-push", "1.0", "BP-R09")
def test_losses_are_the_owners_choice():
    strong = BOTH.replace("26R/99 >W", "26R/99 >W entrenched, 26R/119 >W entrenched")
    text = strong.replace("48Br >E", "B4.1 >E, B4.2 >E").replace("39Fr >E", "F4.1 >E pressed, F3.1 >E pressed")
    match = assault(text, {"H3": ["B4.1", "B4.2", "F4.1", "F3.1"]}, options="three_players")
    play(match, "XV", "ICol", "assault")
    throw(match, 1, 1)
    assert kind(match) == "Losses" and match.player == "french"  # only French units went in
    text = strong.replace("48Br >E", "B4.1 >E").replace("39Fr >E", "F4.1 >E")
    match = assault(text, {"H3": ["F4.1", "B4.1"]}, options="three_players")
    play(match, "XV", "ICol", "assault")
    throw(match, 1, 1)
    assert kind(match) == "Losses" and match.player == "british"  # either might: a dispute


@pytest.mark.case("big-push", "1.0", "BP-R09", "11.8.1")
def test_retreats_and_advances_are_decided_by_the_seat_that_owns_the_unit():
    text = "G4: 39Fr >E\nH4: 26R/99 >W\nH3: 26R/119 >W\nL3: XIVR >W\nL4: IX supply"
    match = assault(text, {"G4": ["26R/99", "26R/119"]}, "german", options="three_players")
    outcome(match, "DR")
    assert kind(match) == "Retreat" and match.player == "french"
    match = assault(BOTH, JOINT, options="three_players")
    play(match, "XV", "ICol")
    outcome(match, "DR")
    play(match, sorted(options(match))[0])
    assert kind(match) == "Advance" and match.player == "british"  # both might: a dispute
    match = assault(BOTH, {"H3": ["39Fr"]}, options="three_players")
    outcome(match, "DR")
    play(match, sorted(options(match))[0])
    assert kind(match) == "Advance" and match.player == "french"


@pytest.mark.case("big-push", "1.0", "BP-R09", "12.1.3", "12.1.3/3")
def test_one_number_of_steps_for_both_nations():
    text = f"scenario: punishing_land\n{SEATS}tally: 14 0\nB5: 48Br >E\nB25: 39Fr >E\nS5: 10B/6 >W\npool: B4.1, F4.1, F3.1"
    match = phase("reorganization", text, turn=6)
    throw(match, 6, 6)
    assert kind(match) == "WriteSteps" and match.player == "british"
    play(match, "write=3")
    assert who(match) == {"british", "french"}
    play(match, "F4.1~full@french")
    assert match.player == "french"
    play(match, "F4.1-A25")
    assert points(match) == [0, 2] and not legal(match, "B4.1~full@british") and legal(match, "B4.1~reduced@british")


@pytest.mark.case("big-push", "1.0", "BP-R09", "12.2")
def test_each_seat_rallies_its_own():
    text = f"scenario: punishing_land\n{SEATS}B5: 48Br >E disrupted\nB25: 39Fr >E disrupted\nS5: 10B/6 >W"
    match = phase("reorganization", text, turn=6)
    assert match.player == "british" and options(match) == {"48Br", "done"}
    play(match, "48Br")
    throw(match, 1)
    assert match.player == "french" and options(match) == {"39Fr", "done"}
    play(match, "39Fr")
    throw(match, 6)
    assert order(match, "48Br") == set() and order(match, "39Fr") == {"disrupted"}


@pytest.mark.case("big-push", "1.0", "BP-R09", "6.6")
def test_air_is_british_and_guns_fire_for_their_own_seat():
    where = f"scenario: punishing_land\n{SEATS}turn: 6\nstep: allied-bombardment"
    text = f"{where}\nG3: BA5 >E\nG4: FA4 >E\nH3: 26R/99 >W\nE4: XV supply"
    match = position(text)
    assert kind(match) == "PlaceAir" and match.player == "british"
    play(match, "done")
    assert who(match) == {"british", "french"}


@pytest.mark.case("big-push", "1.0", "BP-R09", "13.1.1/3")
def test_both_allied_seats_know_all_objectives_and_the_german_none():
    match = GAME.start("campaign", dice=list(DRAWS), options={"three_players": True})
    while kind(match) == "SetUp":
        play(match, "done")
    assert match.players == ("british", "german")  # the British answer for the Allies
    assert match.decision_for("french").checklist is None and match.decision_for("british").checklist is not None
    play(match, "no@german", "no@british")
    views = {seat: match.view(seat).tracks["objectives"] for seat in ("british", "french", "german")}
    assert views["british"] == views["french"] != "secret" and views["german"] == "secret"
    assert match.log("french") == match.log("british") != match.log("german")
    assert len(game_position(match).objectives) == 7


@pytest.mark.case("big-push", "1.0", "BP-R09")
def test_victory_is_shared_by_the_allies():
    text = f"scenario: devil_machines\n{SEATS}turn: 15\nstep: reorganization\nP7: 48Br >E\nV1: 10B/6 >W"
    match = position(text)
    assert match.over and match.result.winner == "allied"


@pytest.mark.case("big-push", "1.0", "BP-R09", "11.10")
def test_a_secondary_attack_is_offered_to_each_seat_in_turn():
    match = assault(BOTH, {}, have={"secondary": 2}, options="three_players")
    assert kind(match) == "SecondaryAttack" and match.player == "british"
    play(match, "done")
    assert kind(match) == "SecondaryAttack" and match.player == "french"
    play(match, "H3", "39Fr", "attack")
    assert match.player == "british"  # may join
    assert "48Br" in options(match)


@pytest.mark.case("big-push", "1.0", "11.8.1/2", "10.2/3")
def test_who_makes_room_for_a_retreat_of_the_other_nation_is_its_owners_choice():
    text = (
        "G4: F4.1 >E\nF3: B4.1 >E\nF4: B4.2 >E, B4.3 >E\nF5: B3.1 >E\nH4: 26R/99 >W\nH3: 26R/119 >W\nL3: XIVR >W\nL4: IX supply"
    )
    match = assault(text, {"G4": ["26R/99", "26R/119"]}, "german", options="three_players")
    outcome(match, "DR")
    assert match.player == "french"
    play(match, "F4.1-F4")
    assert kind(match) == "Displace" and match.player == "british" and options(match) == {"B4.2", "B4.3"}
    play(match, "B4.2")
    assert match.player == "british"
    play(match, sorted(options(match))[0])
    assert match.player == "british"  # the other brigade has to go as well: no two nations in a square
    while kind(match) in ("Displace", "Retreat"):
        play(match, sorted(options(match))[0])
    stack = [match.position.c.ids[u] for u in match.position.stacks[match.position.c.board.index["F4"]]]
    assert stack == ["F4.1"]
