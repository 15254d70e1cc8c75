"""4.0 Sequence of play."""

import pytest

from trenchline.games.they_shall_not_pass.sequence import SEQUENCE

from .kit import assault, at, fight, march, move, options, play, position, refused, run_to, states, step

QUIET = "1601: XVIII.HQ, IR81\n1609: XXX.HQ\n1610: 35RI\n"
PHASES = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"]


@pytest.mark.case("they-shall-not-pass", "4.0", "4.0.END")
def test_nine_days_of_twelve_phases_and_then_the_reckoning():
    match = position(f"turn: 1\nstep: weather\n{QUIET}", dice=[6] * 8)
    seen = [(e.kind, e.text) for e in match.prelude]
    while not match.over:
        assert match.result is None
        seen += [(e.kind, e.text) for e in play(match, "done")]
    titles = [step.title for step in SEQUENCE.steps if step.number]
    assert [text for kind, text in seen if kind == "step"] == titles * 9
    days = [text for kind, text in seen if kind == "turn"]
    assert days == [f"Turn {n}: February {20 + n}" for n in range(1, 10)]
    assert [text for kind, text in seen if kind == "victory"] == [f"{match.result.level}: 0 German victory points"]
    assert match.result.level == "French Major Victory" and match.player == ""


@pytest.mark.case("they-shall-not-pass", "4.0", "6.0")
def test_the_phases_of_a_turn_stand_in_the_order_of_the_rulebook():
    numbers = [s.number for s in SEQUENCE.steps if s.number]
    assert sorted(set(numbers), key=numbers.index) == PHASES
    whose = {s.number: s.side for s in SEQUENCE.steps}
    assert [whose[n] for n in PHASES[1:6]] == [0] * 5 and [whose[n] for n in PHASES[6:11]] == [1] * 5


@pytest.mark.case("they-shall-not-pass", "4.0.II", "6.0")
def test_german_organization_runs_supply_rally_replacements_reinforcements():
    match = position(
        """
        turn: 5
        step: german-supply
        1601: XVIII.HQ, IR81 reduced demoralized
        1701: IR87 reduced unsupplied
        reserve: IR60, RIR7, RIR56, Pi121, FAR241
        """,
        dice=[1, 1],
    )
    # Supply came first (IR87 is fed again), then the rally; so both may be restored, and the 121st is offered after that.
    assert step(match) == "german-replacements" and {"restore:IR81", "restore:IR87"} <= options(match)
    play(match, "done")
    assert step(match) == "german-reinforcements" and match.decision.kind == "OptionalDivision"


@pytest.mark.case("they-shall-not-pass", "4.0.II", "6.0", "6.2")
def test_who_is_out_of_supply_in_the_morning_cannot_rally_that_morning():
    match = position("turn: 2\nstep: german-supply\n1701: IR87 demoralized", dice=[1, 1])
    assert states(match, "IR87") == {"unsupplied", "demoralized"} and match.position.rolled == 0


@pytest.mark.case("they-shall-not-pass", "4.0.VII", "TP-R22", "6.0")
def test_the_french_too_take_replacements_before_reinforcements():
    match = position("turn: 3\nstep: french-supply\n1609: XXX.HQ, 35RI reduced\nreserve: XX.HQ, XX.A, 2Z, 3Z, 2T, 3T, AD37")
    assert step(match) == "french-replacements" and at(match, "XX.HQ") == "reserve"
    play(match, "restore:35RI")
    assert at(match, "XX.HQ") == "1323"


@pytest.mark.case("they-shall-not-pass", "4.0.II", "4.0.VII", "TP-R22", "7.22")
@pytest.mark.parametrize(("side", "other"), [("german", "french"), ("french", "german")])
def test_a_side_takes_off_its_own_markers_and_not_the_enemy_s(side, other):
    match = position(f"turn: 2\nstep: {side}-supply\n{side} shells: 1603 1610\n{other} shells: 1604\n{QUIET}")
    p = match.position
    assert step(match) == f"{side}-movement" and [p.label(c) for c, m in enumerate(p.shelled) if m] == ["1604"]


@pytest.mark.case("they-shall-not-pass", "TP-R23", "6.13", "4.0.II")
def test_a_german_marker_can_cut_off_german_troops_for_one_last_check():
    text = "turn: 2\nstep: german-supply\nfrench ground: 0201 2201\n1604: XVIII.HQ disrupted\n"
    cut = position(text + "german shells: 1603 1602")
    assert "unsupplied" in states(cut, "XVIII.HQ")  # 4 and 4 points by the road, 5 allowed
    assert not any(cut.position.shelled)
    assert "unsupplied" not in states(position(text), "XVIII.HQ")


@pytest.mark.case("they-shall-not-pass", "4.0.III", "4.0.VIII", "7.0")
@pytest.mark.parametrize(("side", "gun", "cell"), [("german", "III.A1", "1801"), ("french", "XXX.A", "1609")])
def test_a_gun_that_bombards_is_turned_over_and_neither_fires_again_nor_moves(side, gun, cell):
    enemy = "208R" if side == "german" else "IR81"
    match = position(f"turn: 2\nstep: {side}-bombardment\n{cell}: {gun}\n1606: {enemy}", dice=[1])
    play(match, "barrage:1606", gun, "fire")
    assert states(match, gun) == {"fired"}
    assert step(match) == f"{side}-movement"  # nobody is left to fire
    assert refused(match, gun).cases == ("8.0",)


@pytest.mark.case("they-shall-not-pass", "4.0.IV", "4.0.IX", "8.1a")
@pytest.mark.parametrize(("side", "corps", "division"), [("german", "XVIII.A1", "FAR27"), ("french", "XXX.A", "AD14")])
def test_corps_guns_flip_when_they_move_divisional_guns_only_in_strategic_movement(side, corps, division):
    match = position(f"turn: 2\nstep: {side}-movement\n{side} ground: 3014\n3013: {corps}, {division}")
    twin = match.clone()
    move(match, corps, "3014")
    move(match, division, "3014")
    assert "fired" in states(match, corps) and "fired" not in states(match, division)
    march(twin, division, "3014")
    assert "fired" in states(twin, division)


@pytest.mark.case("they-shall-not-pass", "4.0.IV", "4.0.IX", "14.11", "8.0")
@pytest.mark.parametrize(("side", "foot", "hq"), [("german", "IR81", "XVIII.HQ"), ("french", "35RI", "XXX.HQ")])
def test_infantry_hqs_and_unfired_guns_may_move_and_infantry_that_stays_may_dig_in(side, foot, hq):
    gun = "FAR27" if side == "german" else "AD14"
    spent = "FAR25 fired" if side == "german" else "AD51R fired"
    match = position(f"turn: 2\nstep: {side}-movement\n3013: {foot}, {hq}, {gun}\n2810: {spent}")
    assert {foot, hq, gun, f"dig:{foot}", "done"} <= options(match)
    assert spent.split()[0] not in options(match)
    play(match, f"dig:{foot}")
    assert "dug-in" in states(match, foot) and foot not in options(match)


@pytest.mark.case("they-shall-not-pass", "4.0.IX", "TP-R24", "14.34")
def test_french_guns_that_supported_or_fired_stay_put_but_the_railroad_gun_rolls_on():
    match = position("turn: 2\nstep: french-movement\n1609: XXX.A fired\n1610: AD51R fired\n2816: RR fired")
    assert options(match) & {"XXX.A", "AD51R", "RR"} == {"RR"}
    assert refused(match, "XXX.A").cases == ("8.0",) == refused(match, "AD51R").cases


@pytest.mark.case("they-shall-not-pass", "4.0.V", "9.31", "TP-R24")
def test_in_the_german_assault_guns_of_both_sides_support_and_flip():
    match = fight("3013: IR81\n3012: FAR27\n3014: 208R\n3016: AD51R", dice=[4])
    assault(match, "3014", "IR81", "FAR27")
    assert "fired" in states(match, "FAR27") and match.player == "french" and "AD51R" in options(match)
    play(match, "AD51R")
    assert "fired" in states(match, "AD51R")


@pytest.mark.case("they-shall-not-pass", "4.0.X", "9.31", "TP-R24")
def test_in_the_french_assault_it_is_the_other_way_round():
    match = fight("3013: IR81\n3012: FAR27\n3014: 208R, 233R\n3016: AD51R", dice=[4], side="french")
    assault(match, "3013", "208R", "233R", "AD51R")
    assert "fired" in states(match, "AD51R") and match.player == "german" and "FAR27" in options(match)
    play(match, "FAR27")
    assert "fired" in states(match, "FAR27")


@pytest.mark.case("they-shall-not-pass", "4.0.VI", "4.0.XI", "13.0")
@pytest.mark.parametrize(("side", "leader", "other"), [("german", "Pi21", "56BCP"), ("french", "56BCP", "Pi21")])
def test_pioneers_lead_the_german_breakthrough_and_hunters_the_french(side, leader, other):
    foot = "IR81" if side == "german" else "35RI"
    match = position(f"turn: 2\nstep: {side}-breakthrough\n3013: {leader}\n2810: {foot}\n3020: {other}")
    assert step(match) == f"{side}-breakthrough" and match.player == side
    assert options(match) == {"3013", "done"}


@pytest.mark.case("they-shall-not-pass", "TP-R24", "7.0", "9.3")
@pytest.mark.parametrize("fires", [False, True])
def test_a_german_gun_that_bombarded_in_phase_three_cannot_support_in_phase_ten(fires):
    match = position("turn: 2\nstep: german-bombardment\n3011: XVIII.A1\n3013: IR81\n3014: 208R, 233R", dice=[1])
    if fires:
        play(match, "barrage:3014", "XVIII.A1", "fire")
    run_to(match, "french-assault")
    assault(match, "3013", "208R", "233R")
    assert match.player == ("dice" if fires else "german")


@pytest.mark.case("they-shall-not-pass", "TP-R24", "2.13", "9.3")
@pytest.mark.parametrize(("state", "helps"), [("", True), ("fired", False)])
def test_a_german_gun_that_fired_or_moved_gives_no_defensive_support_in_phase_ten(state, helps):
    match = fight(f"3013: IR81\n3011: XVIII.A1 {state}\n3014: 208R, 233R", side="french")
    assault(match, "3013", "208R", "233R")
    assert (match.decision.kind == "DefensiveSupport") is helps


@pytest.mark.case("they-shall-not-pass", "TP-R24", "4.0.VIII", "4.0.XII")
def test_a_french_gun_that_supported_the_defence_can_not_bombard_in_the_same_turn():
    match = position("turn: 2\nstep: german-assault\n1605: IR81\n1606: 208R\n1609: XXX.HQ, XXX.A\n1601: XVIII.HQ", dice=[1, 3])
    assault(match, "1606", "IR81")
    play(match, "XXX.A")
    while match.position.fight is not None:
        play(match, sorted(options(match))[-1])
    run_to(match, "french-movement")  # no French bombardment was offered
    assert "fired" in states(match, "XXX.A") and refused(match, "XXX.A").cases == ("8.0",)
    run_to(match, "german-movement")
    assert match.position.turn == 3 and "fired" not in states(match, "XXX.A")
