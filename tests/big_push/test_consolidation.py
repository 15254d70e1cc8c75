"""11.9 Consolidation and 11.10 secondary attacks."""

import json

import pytest

from .battle import GERMAN_HQS, HQS, POOL, assault, engaged, outcome, throw
from .kit import (
    C,
    at,
    facing,
    game_position,
    here,
    kind,
    legal,
    lines,
    odds,
    options,
    play,
    position,
    refused,
    roll,
    texts,
    where,
)

# EX-46 turned about: G wins D3 -> H3 here; H, I and K are neighbours, J is committed against C.
WINNER = "H3: Bn05 >W"


def won(text, targets, have=None, result="DR", first="H3", **more):
    """An assault on H3 has driven the defenders off and somebody advanced; then the resource is offered."""
    match = assault(text, targets, have=have or {"consolidate": 1}, **more)
    if kind(match) == "ChooseAssault":
        play(match, first)
    outcome(match, result)
    while kind(match) == "Retreat":
        play(match, sorted(options(match))[0])
    return match


EXAMPLE = f"""
    G3: B4.1 >E
    G2: B4.2 >E
    G4: B4.3 >E, B4.4 >E
    F3: B3.1 >E
    H3: Bn05 >W
    H5: Bn06 >W
    {HQS.replace(chr(10), chr(10) + "    ")}
    {POOL}
"""


@pytest.mark.case("big-push", "11.9", "9.2.7", "EX-46", "BP-R68", "BP-R161")
def test_neighbours_that_are_free_come_up():
    match = won(EXAMPLE, {"H3": ["B4.1"], "H5": ["B4.4"]})
    play(match, "B4.1-H3>E")
    assert kind(match) == "Consolidation"
    assert {action.unit for action in match.actions() if action.kind == "consolidate"} == {"B4.2", "B4.3"}
    assert not legal(match, "B4.4-H3") and not legal(match, "B3.1-H3")  # still committed; not adjacent
    play(match, "B4.2-H3")
    assert here(match, "H3") == {"B4.1", "B4.2"} and facing(match, "B4.2") == "E"
    assert sum(game_position(match).resources) == 0


@pytest.mark.case("big-push", "11.9", "EX-46")
def test_who_fought_for_it_may_yield_and_return():
    match = won(EXAMPLE, {"H3": ["B4.1"], "H5": ["B4.4"]})
    play(match, "B4.1-H3>N", "B4.2-H3")
    assert options(match) == {"yield:B4.1", "done"}
    play(match, "yield:B4.1")
    assert where(match, "B4.1", "B4.2") == ["G3", "H3"]
    play(match, "B4.3-H3")
    assert here(match, "H3") == {"B4.2", "B4.3"}


@pytest.mark.case("big-push", "11.9", "BP-R68", "BP-R163")
def test_who_was_engaged_yields_to_where_he_came_from():
    marker = engaged("H3", "allied", ["46Br"], ["G3"])
    commands = " ".join(str(int(name == "consolidate")) for name in C.resources)
    fight = {"target": C.board.index["H3"], "units": [C.unit["46Br"]], "renewed": True}
    head = f"scenario: punishing_land\nturn: 6\nstep: allied-assault\nresources: {commands}\nassaults: {json.dumps([fight])}"
    match = position(f"{head}\n{marker}\nH3: 46Br >E, Bn05 >W\nG2: 31Br >E\n{HQS}\n{POOL}")
    outcome(match, "DE")
    assert kind(match) == "Consolidation" and options(match) == {"yield:46Br", "done"}
    play(match, "yield:46Br", "31Br-H3>E")
    assert where(match, "46Br", "31Br") == ["G3", "H3"]


@pytest.mark.case("big-push", "11.9/1", "EX-47")
def test_a_unit_that_is_done_with_its_own_assault_may_consolidate():
    match = assault(EXAMPLE, {"H3": ["B4.1"], "H5": ["B4.4"]}, have={"consolidate": 1})
    play(match, "H5")
    outcome(match, "AR")
    outcome(match, "DR")
    while kind(match) == "Retreat":
        play(match, sorted(options(match))[0])
    play(match, "B4.1-H3>E")
    assert {action.unit for action in match.actions() if action.kind == "consolidate"} == {"B4.2", "B4.3", "B4.4"}


@pytest.mark.case("big-push", "11.9")
def test_disordered_units_do_not_consolidate_and_it_is_now_or_never():
    text = EXAMPLE.replace("B4.2 >E", "B4.2 >E suppressed").replace("B4.3 >E", "B4.3 >E disrupted")
    match = won(text, {"H3": ["B4.1"]})
    play(match, "B4.1-H3>E")
    assert {action.unit for action in match.actions() if action.kind == "consolidate"} == {"B4.4"}
    play(match, "done")
    assert kind(match) != "Consolidation" and sum(game_position(match).resources) <= 1


@pytest.mark.case("big-push", "11.9", "9.3", "BP-R161")
def test_consolidation_is_one_of_the_four():
    have = {"consolidate": 1, "creeping": 1, "smoke": 1, "gas": 1, "night": 1}
    match = assault(EXAMPLE + "\n    E5: BA5 >E", {"H3": ["B4.1"]}, have=have)
    play(match, "use~creeping", "use~smoke", "use~gas", "use~night", "assault")
    throw(match, 1)
    roll(match, "DR")
    play(match, sorted(options(match))[0])
    play(match, "B4.1-H3>E")
    assert kind(match) != "Consolidation"


@pytest.mark.case("big-push", "11.9", "BP-R166")
def test_guns_and_command_hqs_may_come_up_but_not_held_cavalry_or_broken_tanks():
    text = f"G3: B4.1 >E\nG2: BA1 >E, VIII >E\nG4: 1Cav >E held, TankA >E broken\nH3: Bn05 >W\n{HQS}\n{POOL}"
    match = won(text, {"H3": ["B4.1"]})
    play(match, "B4.1-H3>E")
    assert {action.unit for action in match.actions() if action.kind == "consolidate"} == {"BA1", "VIII"}


@pytest.mark.case("big-push", "11.9", "11.8/5")
def test_a_square_that_a_breakthrough_left_empty_need_not_be_consolidated():
    text = f"G3: 48Br >E\nG4: B4.2 >E\nF3: BA5 >E\nH3: Bn05 >W\n{HQS}\n{POOL}"
    match = assault(text, {"H3": ["48Br"]}, have={"lift": 1, "consolidate": 1})
    play(match, "XV", "use~lift", "assault")
    roll(match, "DEBT")
    play(match, "48Br-J3>E")
    assert kind(match) == "Consolidation" and legal(match, "done")
    play(match, "done")
    assert at(match, "B4.2") == "G4" and here(match, "H3") == set()


# ------------------------------------------------------------------------------------------------ 11.10 secondary attacks

SECOND = f"G3: 48Br >E\nG5: 31Br >E\nH3: 26R/99 >W\nI6: 10B/6 >W\n{HQS}\n{POOL}"


def second(text=SECOND, have=None, **more):
    """All primary assaults are done: the attacker is asked for secondary ones."""
    match = assault(text, {}, have=have or {"secondary": 1}, **more)
    assert kind(match) == "SecondaryAttack", match.decision
    return match


@pytest.mark.case("big-push", "11.10", "9.2.1", "4.1/2I", "BP-R167")
def test_as_many_secondary_attacks_as_were_awarded():
    match = second(have={"secondary": 2})
    assert "2 left" in match.decision.prompt and options(match) == {"H3", "done"}
    play(match, "H3", "48Br", "attack")
    assert kind(match) == "Pressing"
    play(match, "done", "H3")  # nobody goes in; the defenders fire as usual
    assert kind(match) == "FireRoll"
    roll(match, "-")
    assert kind(match) == "Prepare" and lines(match, "assault", "attack") == {"48Br": 6}
    outcome(match, "AR")
    assert game_position(match).tally == [1, 0]
    assert kind(match) != "SecondaryAttack"  # the only unit that could has done so: once a phase


@pytest.mark.case("big-push", "11.10", "BP-R167", "BP-R61")
def test_a_unit_may_assault_and_then_attack_again_and_is_fired_upon_again():
    text = f"G3: 48Br >E\nH3: 26R/99 >W defended\n{HQS}\n{POOL}"
    match = assault(text, {"H3": ["48Br"]}, have={"secondary": 1})
    outcome(match, "AR")
    play(match, "H3", "48Br", "attack", "done")
    assert kind(match) == "DefensiveFire" and options(match) == {"H3", "done"}


@pytest.mark.case("big-push", "8.7/4", "11.10", "BP-R167", "BP-R178")
def test_who_was_over_the_top_and_dropped_out_tries_anew_in_a_secondary_attack():
    """The 48th is thrown back out of H3 into G3, from where the 31st, over the top against H4, has to make room."""
    units, where_to = {name: C.unit[name] for name in ("48Br", "31Br")}, C.board.index
    waiting = [
        {"target": where_to["H3"], "units": [units["48Br"]], "renewed": True},
        {"target": where_to["H4"], "units": [units["31Br"]]},
    ]
    text = f"""
        scenario: punishing_land
        turn: 6
        step: allied-assault
        resources: {" ".join("1" if name == "secondary" else "0" for name in C.resources)}
        assaults: {json.dumps(waiting)}
        {engaged("H3", "allied", ["48Br"], ["G3"])}
        H3: 48Br >E, 26R/99 >W
        G3: 31Br >E pressed
        H4: 26R/119 >W
        G5: Bn05 >W disrupted
        E3: VII >E
    """
    match = position(text)
    play(match, "H3")
    outcome(match, "AR")
    play(match, "31Br", "31Br-F4>E")
    assert kind(match) == "SecondaryAttack"
    play(match, "G5", "31Br", "attack")
    assert kind(match) == "Pressing" and "31Br" in options(match)


@pytest.mark.case("big-push", "11.10", "BP-R42", "BP-R167")
def test_good_order_command_and_a_target_that_is_not_engaged():
    for words in ("suppressed", "disrupted"):
        match = assault(SECOND.replace("48Br >E", f"48Br >E {words}"), {}, have={"secondary": 1})
        assert kind(match) != "SecondaryAttack"
    match = assault(SECOND.replace("E3: VII >E", "E3: VII supply"), {}, have={"secondary": 1})
    assert kind(match) != "SecondaryAttack"  # no command
    locked = f"{engaged('H3', 'allied', ['B4.1'], ['G2'])}\n{SECOND}".replace("H3: 26R/99 >W", "H3: 26R/99 >W, B4.1 >E")
    match = assault(locked, {}, have={"secondary": 1})
    assert kind(match) != "SecondaryAttack"
    assert refused(second(), "I6").cases[0] == "11.10"  # nobody stands next to it


@pytest.mark.case("big-push", "11.10/1", "9.2.1")
def test_the_lower_numbers():
    text = f"G3: B4.1 >E, TankA >E\nG2: 1Cav >E\nH3: 26R/99 >W\n{HQS}\n{POOL}"
    match = second(text, have={"secondary": 1, "tank_cavalry": 1})
    play(match, "H3", "B4.1", "TankA", "1Cav", "attack", "done", "yes", "done")
    assert lines(match, "assault", "attack") == {"B4.1": 3, "TankA": 2, "1Cav": 3}
    assert lines(match, "assault", "shift") == {"tanks or cavalry with infantry": 1}
    text = f"G3: 48Br >E\nH3: 26R/99 >W, 26R/119 >W entrenched\n{GERMAN_HQS}\n{POOL}"
    match = second(text, side="german")
    play(match, "G3", "26R/99", "26R/119", "attack", "done", "done")
    assert lines(match, "assault", "attack") == {"26R/99": 3, "26R/119": 3}


@pytest.mark.case("big-push", "8.7/4", "11.10", "BP-R167")
def test_going_over_the_top_in_a_secondary_attack_is_tested_by_the_primary_number():
    match = second(f"G3: B4.1 >E\nH3: 26R/99 >W\n{HQS}\n{POOL}")
    play(match, "H3", "B4.1", "attack")
    assert odds(match, "B4.1").title == "B4.1: 4 or less"
    play(match, "B4.1")
    events = throw(match, 4)
    assert texts(events, "press") == ["B4.1 goes over the top"]


@pytest.mark.case("big-push", "11.10", "BP-R54", "9.3")
def test_the_secondary_attack_is_one_of_the_four_resources():
    have = {"secondary": 1, "smoke": 1, "gas": 1, "night": 1, "lift": 1}
    match = second(f"F3: BA5 >E\n{SECOND}", have)
    play(match, "H3", "48Br", "attack", "done", "done", "use~lift", "use~gas", "use~night")
    assert refused(match, "use~smoke").reason == "At most 4 resources help one assault"


@pytest.mark.case("big-push", "11.10", "11.2.1")
def test_supply_counts_in_a_secondary_attack_and_it_is_optional():
    match = second()
    play(match, "H3", "48Br", "attack", "done", "done")
    assert lines(match, "assault")["an attacker is out of supply"] == -2 and legal(match, "XV")
    other = second()
    play(other, "done")
    assert kind(other) != "SecondaryAttack" and at(other, "48Br") == "G3"
