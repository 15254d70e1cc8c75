"""7.5 Combat results, and 1.2 what a lost step does to a counter."""

import pytest

from .kit import at, attack, fight, legal, options, play, result, states, step, steps, where


def settle(match):
    """Take the first choice of every loss, retreat and advance until the next combat or phase."""
    for _ in range(30):
        if match.over or match.decision is None or match.decision.kind in ("Combat", "Movement", "Bombardment"):
            return
        play(match, "done" if legal(match, "done") else sorted(options(match))[0])


# ------------------------------------------------------------------------------------------------ the defender's results


@pytest.mark.case("verdun-1916", "7.5a")
def test_de_eliminates_all_defenders():
    match = fight("3113: IR81\n3213: IR87\n3114: 14.B1, AD14, 14.HQ", dice=[6])  # 14 to 4 is 4/1
    assert result(attack(match, "3114", "IR81", "IR87")) == "A/De"
    match = fight("3113: IR81\n3213: IR87\n3114: 42RI flipped", dice=[6])
    assert result(attack(match, "3114", "IR81", "IR87")) == "DE"
    assert at(match, "42RI") == "eliminated"
    match = fight("3113: IR81, ST4\n3213: IR87, ST5\n3114: 42RI flipped, 14.HQ", dice=[6])
    assert result(attack(match, "3114", "IR81", "ST4", "IR87", "ST5")) == "DE"
    assert where(match, "42RI", "14.HQ") == ["eliminated", "returning"]


@pytest.mark.case("verdun-1916", "7.5b", "1.2b")
def test_de_with_a_small_e_costs_every_defender_a_step_and_two_hexes():
    match = fight("3113: IR81\n3213: IR87\n3114: 351R loss, 14.HQ", dice=[6])  # 14 to 4 is 4/1: A/De
    assert result(attack(match, "3114", "IR81", "IR87")) == "A/De"
    while match.player == "french":
        play(match, sorted(options(match))[0])
    assert steps(match, "351R") == 1 and at(match, "14.HQ") == at(match, "351R")
    board = match.game.board
    assert board.distance(board.index[at(match, "351R")], board.index["3114"]) == 2


@pytest.mark.case("verdun-1916", "7.5c")
def test_d1_costs_one_step_and_one_hex():
    match = fight("3113: IR81\n3213: IR87\n3114: 351R", dice=[6])  # 14 to 5 is 3/1
    assert result(attack(match, "3114", "IR81", "IR87")) == "D1"
    assert options(match) == {"3115", "3014"}  # one defender: the step is gone already; 3214 is in a zone
    play(match, "3115")
    assert (steps(match, "351R"), at(match, "351R")) == (2, "3115")


@pytest.mark.case("verdun-1916", "7.5d")
def test_dr_is_a_retreat_of_one_hex_without_loss():
    match = fight("3113: IR81\n3114: 351R", dice=[6])  # 3/2
    assert result(attack(match, "3114", "IR81")) == "DR"
    play(match, "3115")
    assert (steps(match, "351R"), at(match, "351R")) == (3, "3115") and match.player == "german"


@pytest.mark.case("verdun-1916", "7.5e", "7.6V-c")
def test_dr2_is_a_retreat_of_two_hexes_and_the_advance_still_one():
    match = fight("3113: IR81, ST4 flipped\n3114: 351R", dice=[4])  # 9 to 5 is 2/1, die +2
    assert result(attack(match, "3114", "IR81", "ST4")) == "DR2"
    play(match, "3115")
    play(match, "3116")
    assert at(match, "351R") == "3116"
    assert options(match) == {"IR81-3114", "ST4-3114", "done"}


@pytest.mark.case("verdun-1916", "7.5f", "7.5k", "VV-R54")
def test_d_with_ar_costs_the_defender_a_step_where_he_stands_and_drives_the_attacker_back():
    match = fight("3113: RIR16\n3114: 42RI", dice=[6])
    assert result(attack(match, "3114", "RIR16")) == "D/AR"
    assert steps(match, "42RI") == 2 and at(match, "42RI") == "3114"
    assert match.player == "german" and options(match) == {"3112", "3012", "3212"}
    play(match, "3112")
    assert (steps(match, "RIR16"), at(match, "RIR16")) == (3, "3112")


@pytest.mark.case("verdun-1916", "7.5g", "VV-R52")
def test_eng_costs_either_side_a_step_and_nobody_moves():
    match = fight("3113: RIR16, RIR53 loss\n3114: 42RI, 35RI loss", dice=[2])
    assert result(attack(match, "3114", "RIR16", "RIR53")) == "Eng"
    assert match.player == "french" and options(match) == {"42RI", "35RI"}
    play(match, "42RI")
    assert match.player == "german" and options(match) == {"RIR16", "RIR53"}
    play(match, "RIR53")
    assert [steps(match, u) for u in ("RIR16", "RIR53", "42RI", "35RI")] == [3, 1, 2, 2]
    assert where(match, "RIR16", "42RI") == ["3113", "3114"] and match.decision.kind != "Advance"


@pytest.mark.case("verdun-1916", "7.5g", "VV-R52")
def test_nobody_advances_even_when_eng_empties_the_hex():
    match = fight("3113: RIR16 flipped\n3114: 14.B1\n3001: XVIII.HQ", dice=[2])
    assert result(attack(match, "3114", "RIR16")) == "Eng"
    assert where(match, "RIR16", "14.B1") == ["eliminated", "stock"]
    match = fight("3113: RIR16 loss, RIR53 flipped\n3114: 14.B1, 14.B2, 14.B3\n3001: XVIII.HQ", dice=[2])
    attack(match, "3114", "RIR16", "RIR53")
    assert match.decision is None or match.decision.kind != "Advance"


# ------------------------------------------------------------------------------------------------ the attacker's results


@pytest.mark.case("verdun-1916", "7.5h")
def test_ae_eliminates_all_attackers():
    match = fight("3113: RIR16 flipped\n3213: RIR53 flipped\n3114: 42RI, 44RI loss, 14.B1", dice=[1])
    assert result(attack(match, "3114", "RIR16", "RIR53")) == "AE"
    assert where(match, "RIR16", "RIR53") == ["eliminated"] * 2


@pytest.mark.case("verdun-1916", "7.5i", "VV-R53")
def test_ae_with_a_small_e_costs_every_attacker_a_step_and_two_hexes_stack_by_stack():
    match = fight("3113: RIR16 loss\n3213: RIR53 flipped\n3114: 42RI, 44RI loss", dice=[1])  # 6 to 10 is 1/2
    assert result(attack(match, "3114", "RIR16", "RIR53")) == "Ae"
    settle_retreats(match)
    assert steps(match, "RIR16") == 1 and at(match, "RIR53") == "eliminated"
    board = match.game.board
    assert board.distance(board.index[at(match, "RIR16")], board.index["3113"]) == 2


def settle_retreats(match):
    while match.decision is not None and match.decision.kind in ("Retreat", "RetreatOrder", "Losses"):
        play(match, sorted(options(match))[0])


@pytest.mark.case("verdun-1916", "7.5j")
def test_a1_costs_one_step_and_all_attackers_retreat():
    match = fight("3113: RIR16\n3213: RIR53\n3114: 42RI, 44RI loss, 14.B1 ", dice=[3])  # 12 to 12
    assert result(attack(match, "3114", "RIR16", "RIR53")) == "A1"
    assert match.player == "german" and options(match) == {"RIR16", "RIR53"}
    play(match, "RIR53")
    settle_retreats(match)
    assert [steps(match, u) for u in ("RIR16", "RIR53")] == [3, 2]
    assert at(match, "RIR16") != "3113" and at(match, "RIR53") != "3213"


@pytest.mark.case("verdun-1916", "7.5k")
def test_ar_drives_all_attackers_back_without_loss():
    match = fight("3113: RIR16\n3114: 42RI", dice=[4])
    assert result(attack(match, "3114", "RIR16")) == "AR"
    settle_retreats(match)
    assert steps(match, "RIR16") == 3 and at(match, "RIR16") != "3113"


@pytest.mark.case("verdun-1916", "7.5l", "7.6R-b", "7.6V-e")
def test_a_with_dr_the_defender_goes_first_then_the_attacker_loses_a_step_and_may_advance():
    match = fight("3113: IR81\n3114: 351R", dice=[5])
    assert result(attack(match, "3114", "IR81")) == "A/DR"
    assert match.player == "french" and steps(match, "IR81") == 3
    play(match, "3115")
    assert steps(match, "IR81") == 2 and options(match) == {"IR81-3114", "done"}


@pytest.mark.case("verdun-1916", "7.5p", "VV-R48")
def test_the_first_step_of_a_combat_comes_from_stosstruppen():
    match = fight("3113: IR81, ST4\n3114: 42RI, 14.B1, 14.B2", dice=[1])  # 11 to 10 is 1/1, 1+2
    events = attack(match, "3114", "IR81", "ST4")
    assert result(events) == "A1"
    settle_retreats(match)
    assert (steps(match, "ST4"), steps(match, "IR81")) == (1, 3)
    assert "7.5p" in next(e.cases for e in events if e.kind == "loss")


@pytest.mark.case("verdun-1916", "7.5p")
def test_stosstruppen_in_defence_lose_first_too():
    match = fight("3113: IR81 flipped, ST4\n3114: 42RI\n3213: 44RI", dice=[5], side="french")
    found = result(attack(match, "3113", "42RI", "44RI"))  # 12 to 7 is 2/1, 5-2
    assert found == "D/AR" and (steps(match, "ST4"), steps(match, "IR81")) == (1, 1)


@pytest.mark.case("verdun-1916", "7.1c", "8.2c")
def test_distant_guns_suffer_nothing():
    match = fight("3113: RIR16 flipped\n3109: FA14R\n3114: 42RI, 44RI loss, 14.B1, 14.B2", dice=[1])
    assert result(attack(match, "3114", "RIR16", "FA14R")) == "Ae"
    assert at(match, "FA14R") == "3109"


# ------------------------------------------------------------------------------------------------ steps (1.2)


@pytest.mark.case("verdun-1916", "1.2b", "1.2c", "1.2e")
def test_a_regiment_is_marked_then_flipped_then_gone():
    values = []
    for state in ("", "loss", "flipped"):
        match = fight(f"3113: IR81\n3213: IR87\n3114: 42RI {state}")
        values.append(match.position.value(match.game.components.unit["42RI"]))
    assert values == [6, 4, 2]
    match = fight("3113: IR81\n3213: IR87\n3114: 42RI flipped", dice=[4])  # 7/1: De
    attack(match, "3114", "IR81", "IR87")
    assert at(match, "42RI") == "eliminated"


@pytest.mark.case("verdun-1916", "1.2d", "1.2e")
def test_stosstruppen_flip_with_the_first_loss():
    match = fight("3113: ST4\n3114: 42RI", dice=[1])  # 4 to 6 is 1/1, 1+2
    assert result(attack(match, "3114", "ST4")) == "A1"
    settle_retreats(match)
    unit = match.game.components.unit["ST4"]
    assert steps(match, "ST4") == 1 and match.position.value(unit) == 2
    match = fight("3113: ST4 flipped\n3114: 42RI", dice=[1])  # 1/3, row 3
    assert result(attack(match, "3114", "ST4")) == "Ae"
    assert at(match, "ST4") == "eliminated"


@pytest.mark.case("verdun-1916", "1.2f")
@pytest.mark.parametrize(
    ("unit", "box"), [("14.B1", "stock"), ("56BCP", "eliminated"), ("AD14", "eliminated"), ("14.HQ", "returning")]
)
def test_a_unit_with_one_step_is_gone_with_it(unit, box):
    match = fight(f"3113: IR81\n3213: IR87\n3114: {unit}", dice=[3])  # 7/1 or 5/1: A/D1 at least
    attack(match, "3114", "IR81", "IR87")
    settle(match)
    assert at(match, unit) == box


# ------------------------------------------------------------------------------------------------ headquarters (1.4)


@pytest.mark.case("verdun-1916", "1.4e")
def test_a_headquarters_beside_others_is_never_chosen():
    match = fight("3113: IR81\n3213: IR87\n3114: 351R loss, 14.B1, 14.HQ", dice=[5])  # 14 to 6 is 2/1
    assert result(attack(match, "3114", "IR81", "IR87")) == "DR"
    match = fight("3113: RIR16\n3114: 14.B1, 14.B2, 14.B3, 14.HQ", dice=[5])  # 6 to 7 is 1/1
    assert result(attack(match, "3114", "RIR16")) == "D/A1"
    assert options(match) == {"14.B1", "14.B2", "14.B3"}


@pytest.mark.case("verdun-1916", "1.4e")
def test_it_goes_with_the_last_of_its_stack_and_survives_beside_a_survivor():
    match = fight("3113: IR81\n3213: IR87\n3114: 14.B1, 14.HQ", dice=[5])  # 14 to 3 is 5/1: A/De
    assert result(attack(match, "3114", "IR81", "IR87")) == "A/De"
    assert where(match, "14.B1", "14.HQ") == ["stock", "returning"]


@pytest.mark.case("verdun-1916", "1.4e", "1.4h")
def test_alone_it_is_eliminated_and_its_formation_is_out_of_command_at_once():
    match = fight("3113: IR81\n3213: IR87\n3114: 14.HQ\n3118: 42RI, 351R", dice=[1])  # 14/1: row 8
    assert result(attack(match, "3114", "IR81", "IR87")) == "DE"
    p, unit = match.position, match.game.components.unit
    assert at(match, "14.HQ") == "returning"
    assert not p.in_command(unit["42RI"]) and p.in_command(unit["351R"])


@pytest.mark.case("verdun-1916", "7.6R-b")
def test_after_everything_the_phase_goes_on():
    match = fight("3113: IR81\n3114: 351R\n2513: IR87\n2412: 362R", dice=[6, 6])
    attack(match, "3114", "IR81")
    settle(match)
    assert step(match) == "german-combat" and "2412" in options(match)
    assert "attacked" in states(match, "IR81")


@pytest.mark.case("verdun-1916", "7.5p", "3.3c", "VV-R48")
def test_after_the_first_step_the_owner_chooses_freely():
    """A1 takes a step of ST4; the retreat into the zones north of 3113 costs another, of whom the owner likes."""
    text = "3113: IR81, ST4\n3114: 42RI, 14.B1, 14.B2\n3111: 44RI\n3211: 35RI\n3011: 60RI"
    match = fight(text, dice=[1])  # 11 to 10, 1+2
    assert result(attack(match, "3114", "IR81", "ST4")) == "A1"
    play(match, "3112")
    assert match.decision.kind == "Losses" and options(match) == {"IR81", "ST4"}
    play(match, "IR81")
    assert (steps(match, "ST4"), steps(match, "IR81")) == (1, 2)
