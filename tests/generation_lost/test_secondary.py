"""16.8 Secondary assaults and demoralized defenders."""

import pytest

from .battle import FRENCH_HQS, HQS, POOL, assault, outcome, throw
from .kit import at, game_position, here, kind, lines, odds, options, play, points, refused, states

ONE = f"M29: 14R/1 >S\nN29: 14Fr >N\n{HQS}\n{POOL}"


def second(text, *units, cell="N29", side="german", have=None, turn=4):
    """A secondary assault that is committed; nobody closes in or fires."""
    match = assault(text, {}, side, have={"secondary": 1, **(have or {})}, turn=turn)
    play(match, cell, *units, "attack")
    while kind(match) in ("Pressing", "DefensiveFire"):
        play(match, "done")
    return match


def rolls(match):
    """The units that roll for surrender, one after another; all hold out."""
    found = []
    while kind(match) == "SurrenderRoll":
        found.append(match.decision.prompt.split("{")[1].split("}")[0])
        throw(match, 6)
    return found


# ------------------------------------------------------------------------------------------------ 16.8


@pytest.mark.case("generation-lost", "16.8", "14.2.1", "GL-R164", "GL-R296")
def test_after_all_primaries_one_at_a_time_with_commitment_closing_and_fire():
    text = f"M28: 14R/1 >S\nM29: 14R/2 >S\nM31: 21/1 >S\nN29: 14Fr >N\nN31: B4.1 >N\n{HQS}\n{POOL}"
    match = assault(text, {"N29": ["14R/1"]}, have={"secondary": 2}, turn=4)
    outcome(match, "AR")
    assert kind(match) == "SecondaryAttack" and {"N29", "N31", "done"} == options(match)
    play(match, "N29", "14R/1", "14R/2")  # one that has assaulted and one that has not
    assert refused(match, "21/1").cases[0] == "13.0"
    play(match, "attack")
    kinds = []
    for _ in range(3):
        kinds.append(kind(match))
        play(match, "done") if kind(match) != "Prepare" else None
    assert kinds == ["Pressing", "DefensiveFire", "Prepare"] and game_position(match).fight.secondary
    outcome(match, "AR")
    assert options(match) == {"N31", "done"}  # each unit makes one
    play(match, "N31")
    assert refused(match, "14R/2").cases[0] == "16.8"


@pytest.mark.case("generation-lost", "16.8", "13.1.3", "GL-R287")
def test_it_needs_good_order_and_command_at_its_own_commitment():
    text = f"M28: 14R/1 >S suppressed\nM29: 14R/2 >S\nN29: 14Fr >N\n{HQS}"
    match = assault(text, {}, have={"secondary": 1})
    play(match, "N29")
    assert refused(match, "14R/1").cases[0] == "16.8" and options(match) == {"14R/2"}
    far = assault("M29: 14R/2 >S\nN29: 14Fr >N\nA29: XVIII >S", {}, have={"secondary": 1})
    assert kind(far) != "SecondaryAttack"


@pytest.mark.case("generation-lost", "16.8.1")
def test_guns_and_hqs_make_none():
    match = assault(f"M29: G77.1 >S, V >S\nN29: 14Fr >N\n{HQS}", {}, have={"secondary": 1})
    assert kind(match) != "SecondaryAttack"


# ------------------------------------------------------------------------------------------------ 16.8.3

MIXED = f"M28: AC/1 >S\nM29: AC/2 >S\nN29: B4.1 >N reduced, F75.1 >N, VIIFr >N\n{HQS}\n{POOL}"


@pytest.mark.case("generation-lost", "16.8.3", "GL-R165", "3.0-Demoralized", "3.0-Surrender")
def test_after_losses_and_before_the_retreat_each_weak_unit_rolls():
    match = second(MIXED.replace("B4.1 >N reduced", "B4.1 >N"), "AC/1", "AC/2")
    outcome(match, "DSR")
    play(match, "B4.1")  # the loss first: now it is reduced
    assert rolls(match) == ["B4.1", "F75.1", "VIIFr"] and kind(match) == "Retreat"


@pytest.mark.case("generation-lost", "16.8.3", "16.8.3-VP", "GL-R166", "17.1.1")
def test_who_surrenders_is_gone_for_two_points_a_step():
    match = second(MIXED, "AC/1", "AC/2")
    outcome(match, "DR")
    assert odds(match).title == "B4.1 may surrender"
    for face in (1, 3, 3):  # a brigade on 1-2, a gun on 1-3, an HQ on 1-2
        throw(match, face)
    assert at(match, "B4.1") == at(match, "F75.1") == "gone" and at(match, "VIIFr") == "N29"
    p = game_position(match)
    assert points(match) == [6, 0] and p.lost == [0, 0] and p.combat_points == [6, 0]


@pytest.mark.case("generation-lost", "16.8.3", "GL-R165")
def test_strong_units_and_primary_assaults_know_no_surrender():
    match = second(MIXED.replace("B4.1 >N reduced, F75.1 >N, VIIFr >N", "14Fr >N"), "AC/1", "AC/2")
    outcome(match, "DR")
    assert kind(match) == "Retreat"
    primary = assault(MIXED, {"N29": ["AC/1", "AC/2"]}, turn=4)
    outcome(primary, "DR")
    assert kind(primary) == "Retreat"


@pytest.mark.case("generation-lost", "16.8.3", "GL-R165")
def test_a_defender_who_does_not_lose_does_not_roll():
    for result in ("ASR", "AR", "ENG"):
        match = second(MIXED, "AC/1", "AC/2")
        outcome(match, result)
        assert kind(match) != "SurrenderRoll", result


@pytest.mark.case("generation-lost", "GL-R296", "16.8.3", "13.4.2b(c)")
def test_a_step_lost_by_eng_or_ca_with_closers_counts_and_the_others_go_on():
    text = MIXED.replace("B4.1 >N reduced, F75.1 >N, VIIFr >N", "B4.1 >N, B4.2 >N reduced")
    match = assault(text, {}, have={"secondary": 1}, turn=4)
    play(match, "N29", "AC/1", "attack", "AC/1")
    throw(match, 1)
    play(match, "done", *())
    while kind(match) in ("Pressing", "DefensiveFire"):
        play(match, "done")
    outcome(match, "ENG")
    play(match, "B4.1")
    assert rolls(match) == ["B4.1", "B4.2"] and here(match, "N29") == {"AC/1", "B4.1", "B4.2"}


@pytest.mark.case("generation-lost", "16.8.3", "GL-R165")
def test_who_cannot_counter_attack_and_retreats_is_demoralized():
    match = second(MIXED.replace("B4.1 >N reduced, ", ""), "AC/1", "AC/2")
    outcome(match, "CA")
    assert rolls(match) == ["F75.1", "VIIFr"] and kind(match) == "Retreat"


@pytest.mark.case("generation-lost", "16.8.3", "GL-R291")
def test_when_all_have_surrendered_the_attackers_advance():
    match = second(MIXED.replace("B4.1 >N reduced, F75.1 >N, VIIFr >N", "F75.1 >N"), "AC/1")
    outcome(match, "DR")
    throw(match, 1)
    assert at(match, "F75.1") == "gone" and kind(match) == "Advance"


@pytest.mark.case("generation-lost", "16.8.3-DRM", "GL-R296")
def test_example_gl_e75_forts_chasseurs_and_engineers():
    chasseurs = second(MIXED.replace("B4.1 >N reduced, F75.1 >N, VIIFr >N", "59C.1 >N"), "AC/1")
    outcome(chasseurs, "DR")
    assert lines(chasseurs) == {"chasseurs": 1}
    events = throw(chasseurs, 2)
    assert events[0].result == "holds"
    text = "M25: Bn06 >S\nN25: {} >N inside\nK25: XVIII >S"
    fort = second(text.format("B3.1").replace("inside", "inside reduced"), "Bn06", cell="N25")
    outcome(fort, "DR")
    assert lines(fort) == {"in a fort": 1}
    both = second(text.format("59C.1"), "Bn06", cell="N25")
    outcome(both, "DR")
    assert kind(both) != "SurrenderRoll"  # both together exempt
    engineer = second(f"O29: 14Fr >N\nN29: Eng1 >S\n{FRENCH_HQS}", "14Fr", side="french")
    outcome(engineer, "DR")
    assert lines(engineer) == {"engineers": 1}


@pytest.mark.case("generation-lost", "GL-R296", "16.8.3")
def test_garrisons_never_roll():
    faces = "garrisons: [2, -1, -1, -1, -1, -1, -1, -1]"
    match = second(f"M25: Bn06 >S\nN25: Gar1 inside revealed\nK25: XVIII >S\n{faces}", "Bn06", cell="N25")
    outcome(match, "DR")
    assert at(match, "Gar1") == "gone" and kind(match) == "Advance"


@pytest.mark.case("generation-lost", "16.8", "13.3.1b(c)")
def test_a_secondary_assault_on_a_fort_uses_its_number_for_square_and_fort():
    text = "M25: Bn06 >S\nN25: B3.1 >N reduced, Gar1 inside revealed\nK25: XVIII >S\ngarrisons: [1, -1, -1, -1, -1, -1, -1, -1]"
    match = second(text, "Bn06", cell="N25")
    assert lines(match, of="attack") == {"Bn06": 1}
    outcome(match, "DR")
    rolls(match)
    play(match, "B3.1-O25>N", "storm", "done")
    assert lines(match, of="attack") == {"Bn06": 1} and "secondary" in states(match, "Bn06")
