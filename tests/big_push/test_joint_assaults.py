"""8.1/1, 11.3/5 British and French in one assault; 11.5.2.2 tanks and cavalry beside infantry."""

import pytest

from .battle import HQS, POOL, assault, engaged, fire, throw
from .kit import C, commit, commitment, game_position, kind, legal, lines, options, phase, play, refused, run_to, texts

BOTH = f"G3: 48Br >E\nG4: 39Fr >E\nH3: 26R/99 >W\nE3: VII >E\nE4: XV supply\nE5: XX >E\nE6: ICol supply\n{POOL}"
JOINT = {"H3": ["48Br", "39Fr"]}


def committed(match, cell="H3"):
    """Who is committed against a square."""
    target = C.board.index[cell]
    return {C.ids[u] for a in game_position(match).assaults if a.target == target for u in a.units}


@pytest.mark.case("big-push", "8.1/1", "3.5/coordination", "BP-R159")
def test_each_nation_needs_its_own_command_and_supply():
    text = f"scenario: punishing_land\n{BOTH}"
    match = commitment(text, turn=6)
    commit(match, "H3", "48Br")
    assert legal(match, "39Fr-H3")
    match = commitment(text.replace("E6: ICol supply\n", ""), turn=6)
    commit(match, "H3", "48Br")
    verdict = refused(match, "39Fr-H3")
    assert verdict.cases[0] == "8.1/1" and "French HQ in Supply Mode" in verdict.reason
    match = commitment(text.replace("E5: XX >E\n", ""), turn=6)
    assert refused(match, "39Fr-H3").cases[0] == "8.2"


@pytest.mark.case("big-push", "11.3/5", "3.5/coordination", "BP-R50")
def test_a_joint_assault_is_tested_before_fire():
    match = fire(BOTH, JOINT)
    assert kind(match) == "CoordinationRoll"
    ok, bad = match.clone(), match
    events = throw(ok, 3)
    assert committed(ok) == {"48Br", "39Fr"} and kind(ok) == "DefensiveFire"
    assert texts(events, "coordination") == ["The assault on H3 is coordinated"]
    events = throw(bad, 4)
    assert texts(events, "coordination") == ["The assault on H3 is not coordinated"]
    assert bad.player == "allied" and options(bad) == {"british", "french"}
    events = play(bad, "french")
    assert committed(bad) == {"39Fr"} and kind(bad) == "DefensiveFire"
    (told,) = [e for e in events if e.kind == "coordination"]
    assert (texts([told]), told.cases) == (["39Fr attacks H3 alone: the British stay behind"], ("11.3/5",))


@pytest.mark.case("big-push", "8.1/1", "11.2", "BP-R159", "BP-R179")
def test_both_supply_hqs_are_named():
    match = assault(BOTH, JOINT)
    verdict = refused(match, "assault")
    assert verdict.cases[0] == "8.1/1" and "British" in verdict.reason
    play(match, "XV")
    assert "French" in refused(match, "assault").reason
    play(match, "ICol")
    assert "an attacker is out of supply" not in lines(match, "assault")


@pytest.mark.case("big-push", "11.5.2.1", "BP-R56")
def test_in_a_joint_assault_guns_of_either_nation_serve():
    match = assault(f"F3: FA4 >E\n{BOTH}", JOINT, have={"creeping": 1})
    assert legal(match, "use~creeping")
    match = assault(f"F3: FA4 >E\n{BOTH}", {"H3": ["48Br"]}, have={"creeping": 1})
    assert not legal(match, "use~creeping")


@pytest.mark.case("big-push", "11.3/5", "11.8.2", "BP-R166")
def test_one_nation_advances():
    match = assault(BOTH, JOINT)
    play(match, "XV", "ICol", "assault")
    throw(match, 6, 6)
    while kind(match) != "Advance":
        play(match, sorted(options(match))[0])
    play(match, "39Fr-H3>E")
    assert kind(match) != "Advance" or not legal(match, "48Br-H3")


# ------------------------------------------------------------------------------------------------ tanks and cavalry

MIXED = f"G3: B4.1 >E, TankA >E\nG4: 1Cav >E\nH3: 26R/99 >W\nE3: VII >E\nE4: XV supply\n{POOL}"


@pytest.mark.case("big-push", "11.5.2.2", "9.2.4", "BP-R51")
def test_tanks_and_cavalry_need_the_resource_to_fight_beside_infantry():
    match = fire(MIXED, {"H3": ["B4.1", "TankA", "1Cav"]}, have={"tank_cavalry": 1})
    assert kind(match) == "Mixed" and match.player == "allied"
    play(match, "yes")
    assert committed(match) == {"B4.1", "TankA", "1Cav"}
    play(match, "done")
    assert lines(match, "assault", "shift") == {"tanks or cavalry with infantry": 1}
    for word, left in (("infantry", {"B4.1"}), ("machines", {"TankA", "1Cav"})):
        match = fire(MIXED, {"H3": ["B4.1", "TankA", "1Cav"]})
        assert refused(match, "yes").cases == ("9.2.4",)
        play(match, word)
        assert committed(match) == left
        play(match, "done")
        assert lines(match, "assault", "shift") == {}


@pytest.mark.case("big-push", "11.5.2.2", "BP-R51")
def test_tanks_alone_need_nothing_and_gain_nothing():
    match = fire(MIXED, {"H3": ["TankA", "1Cav"]}, have={"tank_cavalry": 1})
    assert kind(match) == "DefensiveFire"
    play(match, "done")
    assert lines(match, "assault", "shift") == {}


@pytest.mark.case("big-push", "11.5.2.2", "9.3", "BP-R161")
def test_the_tank_resource_is_spent_before_fire_and_is_one_of_the_four():
    have = {"tank_cavalry": 1, "creeping": 1, "gas": 1, "night": 1, "smoke": 1}
    match = fire(f"F3: BA5 >E\n{MIXED}", {"H3": ["B4.1", "TankA"]}, have=have)
    play(match, "yes")
    assert game_position(match).resources[C.resources.index("tank_cavalry")] == 0
    play(match, "done", "use~creeping", "use~gas", "use~night")
    assert refused(match, "use~smoke").reason == "At most 4 resources help one assault"


FRENCH = (
    f"G3: TankA >E, 1Cav >E\nG4: F4.1 >E, F3.1 >E\nH3: 26R/99 >W\nE3: VII >E\nE4: XV supply\nE5: XX >E\nE6: ICol supply\n{POOL}"
)
BESIDE = {"H3": ["TankA", "1Cav", "F4.1", "F3.1"]}


def beside_the_french(coordinated=1):
    """Tanks and cavalry beside the French; the nations are tested first."""
    match = fire(FRENCH, BESIDE, have={"tank_cavalry": 1})
    assert kind(match) == "CoordinationRoll"
    throw(match, coordinated)
    return match


@pytest.mark.case("big-push", "11.5.2.2/1", "BP-R52")
def test_with_the_french_a_die_says_how_many_take_part():
    match = beside_the_french()
    play(match, "yes")
    assert kind(match) == "BesideFrenchRoll"
    throw(match, 3)
    assert options(match) == {"TankA", "1Cav", "F4.1", "F3.1"}
    play(match, "1Cav")
    assert committed(match) == {"TankA", "F4.1", "F3.1"} and kind(match) == "DefensiveFire"
    play(match, "done", "XV", "ICol")
    assert lines(match, "assault", "shift") == {"tanks or cavalry with infantry": 1}


@pytest.mark.case("big-push", "11.5.2.2/1", "BP-R52")
def test_a_six_keeps_tanks_and_cavalry_out_and_the_resource_is_lost():
    match = beside_the_french()
    play(match, "yes")
    throw(match, 6)
    assert committed(match) == {"F4.1", "F3.1"} and kind(match) == "DefensiveFire"
    assert sum(game_position(match).resources) == 0
    play(match, "done")
    assert lines(match, "assault", "shift") == {}


@pytest.mark.case("big-push", "11.5.2.2/1", "11.3/5")
def test_the_nations_are_tested_before_a_resource_is_spent_on_tanks():
    """The roll for tanks beside the French comes above and beyond that of coordination, which was made earlier."""
    for nation, left in (("french", {"F4.1", "F3.1"}), ("british", {"TankA", "1Cav"})):
        match = beside_the_french(coordinated=6)
        play(match, nation)
        assert committed(match) == left and kind(match) == "DefensiveFire"
        assert game_position(match).resources[C.resources.index("tank_cavalry")] == 1
        play(match, "done")
        assert lines(match, "assault", "shift") == {}


def locked(beside):
    """A brigade and another unit are engaged, and renew their assault with two tank/cavalry resources."""
    marker = engaged("H3", "allied", ["B4.1", beside], ["G3", "G3"])
    units = f"H3: B4.1 >E, {beside} >E, 26R/99 >W\n{HQS}\n{POOL}"
    match = phase("allied-commitment", f"scenario: punishing_land\n{marker}\n{units}", turn=6)
    run_to(match, "allied-assault", dice=4)
    return match


@pytest.mark.case("big-push", "11.5.2.2", "11.8/1")
def test_in_an_engagement_that_is_renewed_the_resource_is_a_shift_and_no_condition():
    match = locked("TankA")
    assert lines(match, "assault", "attack") == {"B4.1": 4, "TankA": 4} and lines(match, "assault", "shift") == {}
    play(match, "use~tank_cavalry")
    assert lines(match, "assault", "shift") == {"tanks or cavalry with infantry": 1}
    assert refused(locked("B4.2"), "use~tank_cavalry").cases == ("11.5.2.2",)
