"""10 Command and control, and 1.4 the headquarters."""

import pytest

from .kit import C, at, legal, options, play, position, refused, run_to, states, step


def commanded(text, unit, side="german", turn=2):
    """Whether a unit is in command after its side's Command Phase."""
    match = position(f"turn: {turn}\nstep: {side}-command\n{text}")
    return match.position.in_command(C.unit[unit])


# ------------------------------------------------------------------------------------------------ lines of command


@pytest.mark.case("verdun-1916", "10.1a", "10.1b", "2.1.1a", "2.1.1b")
@pytest.mark.parametrize(("hq", "inside"), [("3108", True), ("3107", False)])
def test_a_unit_within_six_hexes_of_its_headquarters_is_in_command(hq, inside):
    text = f"{hq}: XVIII.HQ\n3114: IR81"
    assert commanded(text, "IR81") == inside
    match = position(f"turn: 2\nstep: german-command\n{text}")
    assert ("uncommanded" in states(match, "IR81")) == (not inside)


@pytest.mark.case("verdun-1916", "10.1f", "9d")
@pytest.mark.parametrize(("hq", "inside"), [("3111", True), ("3110", False)])
def test_a_neutralised_headquarters_reaches_three(hq, inside):
    assert commanded(f"{hq}: XVIII.HQ neutralised\n3114: IR81", "IR81") == inside


@pytest.mark.case("verdun-1916", "10.1b", "1.1b", "VV-R33")
def test_only_the_headquarters_of_the_formation_counts():
    assert not commanded("3113: III.HQ\n3114: IR81", "IR81")
    assert commanded("3113: XVIII.HQ\n3114: FR80\n3115: XVIII.A1\n3116: LGIR115", "FR80")
    assert not commanded("3113: 51.HQ\n3114: 42RI", "42RI", "french")
    assert commanded("3113: 14.HQ\n3114: 42RI", "42RI", "french")


@pytest.mark.case("verdun-1916", "10.1b", "VV-R33")
def test_command_is_handed_on_within_a_division_from_hex_to_hex():
    chain = "3107: XVIII.HQ\n3113: IR81\n3114: IR87\n3115: ST4"
    assert commanded(chain, "IR87") and commanded(chain, "ST4")
    assert not commanded("3107: XVIII.HQ\n3113: LGIR115\n3114: IR87", "IR87")  # another division
    assert not commanded("3107: XVIII.HQ\n3113: IR81\n3115: IR87", "IR87")  # not adjacent


@pytest.mark.case("verdun-1916", "10.1b", "VV-R33")
def test_corps_troops_chain_to_any_unit_of_their_corps():
    assert commanded("3107: XVIII.HQ\n3113: LGIR115\n3114: FR80", "FR80")
    assert commanded("3107: XVIII.HQ\n3113: LGIR115\n3114: XVIII.A1", "XVIII.A1")


@pytest.mark.case("verdun-1916", "10.1b", "VV-R33")
def test_french_corps_artillery_looks_to_any_division_of_its_corps():
    assert commanded("3113: 51.HQ\n3114: XXX.A1", "XXX.A1", "french")
    assert commanded("3107: 72.HQ\n3113: 351R\n3114: XXX.A1", "XXX.A1", "french")
    assert not commanded("3113: 37.HQ\n3114: XXX.A1", "XXX.A1", "french")


@pytest.mark.case("verdun-1916", "10.1c", "3.2e")
def test_a_line_does_not_pass_enemy_units_or_zones_but_where_friends_stand():
    wall = "3112: 42RI\n3212: 44RI\n3012: 35RI\n2912: 60RI\n2812: 164RI\n2712: 165RI"
    assert not commanded(f"3110: XVIII.HQ\n3114: IR81\n{wall}", "IR81")
    gap = "3112: IR117\n3113: IR99\n3110: XVIII.HQ\n3114: IR81\n3012: 35RI\n3212: 44RI"
    assert commanded(gap, "IR81")  # through zones with friends in them


@pytest.mark.case("verdun-1916", "10.1c", "VV-R33")
def test_the_hex_of_the_unit_and_of_the_headquarters_never_block():
    assert commanded("3112: XVIII.HQ\n3113: IR81\n3114: 42RI", "IR81")


@pytest.mark.case("verdun-1916", "10.1c", "VV-R33", "14.3D-c")
def test_a_line_may_cross_the_meuse_where_both_banks_are_in_play():
    text = "1814: 72.HQ\n1713: 351R"
    assert commanded(f"scenario: hypothetical\n{text}", "351R", "french")


@pytest.mark.case("verdun-1916", "14.2A-e", "14.3A-d", "VV-R33")
def test_independent_territorials_are_always_in_command():
    assert commanded("3114: XXX.T1", "XXX.T1", "french")
    assert commanded("scenario: hypothetical\n0814: VII.T1", "VII.T1", "french")
    assert not commanded("3114: I.44T", "I.44T", "french")


@pytest.mark.case("verdun-1916", "14.2D-f")
def test_left_bank_guns_are_always_in_command_in_the_historical_scenario_only():
    assert commanded("0704: VIR.A1", "VIR.A1")
    assert not commanded("scenario: hypothetical\n0704: VIR.A1", "VIR.A1")


@pytest.mark.case("verdun-1916", "14.2D-b", "14.3D-b")
@pytest.mark.parametrize("scenario", ["historical", "hypothetical"])
@pytest.mark.parametrize(("side", "unit"), [("german", "IR81"), ("french", "42RI")])
def test_on_the_first_turn_everybody_is_in_command(scenario, side, unit):
    assert commanded(f"scenario: {scenario}\n3114: {unit}", unit, side, turn=1)
    assert not commanded(f"scenario: {scenario}\n3114: {unit}", unit, side, turn=2)


@pytest.mark.case("verdun-1916", "10.1d", "10.1e", "VV-R30")
def test_the_state_holds_until_the_next_check_of_the_side():
    """IR81 steps into reach of its HQ, and is still out of command until its next Command Phase."""
    match = position("turn: 2\nstep: german-command\n3107: XVIII.HQ\n3114: IR81\n3120: 42RI\n3119: 14.HQ")
    run_to(match, "german-movement")
    play(match, "IR81", "IR81-3113", "halt")
    assert "uncommanded" in states(match, "IR81")
    run_to(match, "french-movement")
    assert "uncommanded" in states(match, "IR81")
    run_to(match, "german-movement", turn=3)
    assert "uncommanded" not in states(match, "IR81")


# ------------------------------------------------------------------------------------------------ destroyed HQs (1.4)


@pytest.mark.case("verdun-1916", "1.4h", "VV-R31")
def test_while_the_headquarters_is_destroyed_its_formation_is_out_of_command():
    lost = "turn: 2\nstep: german-movement\nreturning: XVIII.HQ\ndestroyed: XVIII.HQ 2"
    match = position(f"{lost}\n3114: IR81, ST4\n3113: XVIII.A1\n3112: RIR16\n3001: VIIR.HQ")
    p = match.position
    assert [p.in_command(C.unit[u]) for u in ("IR81", "ST4", "XVIII.A1", "RIR16")] == [False, False, False, True]


@pytest.mark.case("verdun-1916", "1.4i", "VV-R32")
def test_it_comes_back_in_the_next_turn_where_its_owner_likes_before_the_check():
    lost = "turn: 3\nstep: french-command\nreturning: 51.HQ\ndestroyed: 51.HQ 2"
    match = position(f"{lost}\n2508: 233R\n2503: IR81, IR87 loss\n2220: 42RI, 44RI loss")
    assert match.player == "french" and match.decision.kind == "PlaceHq"
    assert refused(match, "51.HQ-2503").cases == ("1.4i",)  # the enemy
    assert not legal(match, "51.HQ-2504") and not legal(match, "51.HQ-2220")  # his zone; a full hex
    assert not legal(match, "51.HQ-1010")  # out of play
    play(match, "51.HQ-2509")
    assert at(match, "51.HQ") == "2509" and match.position.in_command(C.unit["233R"])
    assert states(match, "51.HQ") == set() and not match.position.returning


@pytest.mark.case("verdun-1916", "1.4i", "VV-R32")
def test_not_in_the_turn_of_its_loss():
    match = position("turn: 2\nstep: french-command\nreturning: 51.HQ\ndestroyed: 51.HQ 2\n2508: 233R\n2503: IR81")
    assert match.decision.kind != "PlaceHq" and at(match, "51.HQ") == "returning"


@pytest.mark.case("verdun-1916", "1.4h", "1.4i", "VV-R31")
def test_french_corps_artillery_has_no_headquarters_of_its_own_to_lose():
    match = position("turn: 2\nstep: german-movement\nreturning: 51.HQ\ndestroyed: 51.HQ 2\n2508: XXX.A1, 233R\n2503: IR81")
    assert match.position.in_command(C.unit["XXX.A1"]) and not match.position.in_command(C.unit["233R"])


@pytest.mark.case("verdun-1916", "10.2a", "10.2b", "10.2c")
def test_out_of_command_is_shown_in_the_view():
    match = position("turn: 2\nstep: german-command\n3107: XVIII.HQ\n3114: IR81\n3120: 42RI")
    seen = {c.id: c.states for c in match.view("german").counters}
    assert "uncommanded" in seen["IR81"] and step(match).startswith("german") and options(match)
