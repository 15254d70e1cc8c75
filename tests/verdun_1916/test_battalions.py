"""1.6 French battalions: detached from regiments, step for step."""

import pytest

from .kit import at, fight, legal, march, move, options, play, reach, refused, spent, states, steps
from .kit import attack as assault

STOCK = "stock: 14.B1, 14.B2, 14.B3, 14.B4"


@pytest.mark.case("verdun-1916", "1.6b", "1.6d", "5.1d", "VV-R44")
def test_a_battalion_costs_the_regiment_one_step_and_no_points():
    match = march(f"3113: 42RI\n{STOCK}", "french")
    play(match, "42RI", "detach:42RI")
    assert (steps(match, "42RI"), at(match, "14.B1"), spent(match, "42RI")) == (2, "3113", 0)
    play(match, "detach:42RI")
    assert (steps(match, "42RI"), at(match, "14.B2")) == (1, "3113")


@pytest.mark.case("verdun-1916", "1.6c", "VV-R44")
def test_the_last_step_stays_with_the_regiment():
    match = march(f"3113: 42RI flipped, 44RI loss\n{STOCK}", "french")
    play(match, "42RI")
    assert refused(match, "detach:42RI").cases == ("1.6c",)
    match = march(f"3113: 44RI loss\n{STOCK}", "french")
    play(match, "44RI", "detach:44RI")
    assert steps(match, "44RI") == 1 and not legal(match, "detach:44RI")


@pytest.mark.case("verdun-1916", "1.6e", "VV-R45")
def test_the_counters_of_the_division_are_the_limit():
    match = march("3113: 42RI\n3115: 44RI\nstock: 14.B4, 72.B1", "french")
    play(match, "42RI", "detach:42RI")
    assert at(match, "14.B4") == "3113" and refused(match, "detach:42RI").cases == ("1.6e",)


@pytest.mark.case("verdun-1916", "1.6a", "VV-R45")
def test_only_french_regiments_of_divisions_with_battalions_detach():
    match = march(f"3113: IR81\n{STOCK}")
    play(match, "IR81")
    assert refused(match, "detach:IR81").cases == ("1.6a",)
    match = march(f"3113: 2Z, 56BCP\n{STOCK}", "french")
    play(match, "2Z")
    assert refused(match, "detach:2Z").cases == ("1.6a",)


@pytest.mark.case("verdun-1916", "5.1e", "VV-R42")
def test_a_battalion_has_the_share_of_points_its_regiment_has_not_used():
    match = march(f"3112: 42RI\n3119: IR81\n{STOCK}", "french")
    play(match, "42RI", "detach:42RI", "42RI-3115", "detach:42RI", "halt")
    assert (at(match, "14.B1"), at(match, "14.B2"), at(match, "42RI")) == ("3112", "3115", "3115")
    assert (spent(match, "14.B1"), spent(match, "14.B2")) == (0, 3)
    assert "3118" in reach(match, "14.B1") and "3118" in reach(match, "14.B2")  # six points away, and three
    move(match, "14.B2", "3118")
    assert spent(match, "14.B2") == 6


@pytest.mark.case("verdun-1916", "5.1e", "VV-R42", "3.2b")
def test_a_battalion_dropped_in_an_enemy_zone_stays_there():
    match = march(f"3112: 42RI\n3114: IR81\n{STOCK}", "french")
    play(match, "42RI", "42RI-3113")
    assert legal(match, "detach:42RI")
    play(match, "detach:42RI", "halt")
    assert "halted" in states(match, "14.B1") and not legal(match, "14.B1")


@pytest.mark.case("verdun-1916", "1.6d", "1.2b", "1.2c", "VV-R44")
def test_losses_and_detachments_come_from_the_same_steps():
    match = fight("3113: IR81, IR87\n3114: 42RI loss\n3001: XVIII.HQ", dice=[4])  # 14 to 4 is 4/1: A/D1
    assault(match, "3114", "IR81", "IR87")
    assert steps(match, "42RI") == 1


@pytest.mark.case("verdun-1916", "14.2D-i", "14.3D-g", "VV-R45", "VV-R49")
@pytest.mark.parametrize("scenario", ["historical", "hypothetical"])
def test_a_destroyed_battalion_returns_to_the_stock_a_named_one_does_not(scenario):
    text = f"scenario: {scenario}\n3113: IR81, IR87\n3114: 14.B1\n3213: LGIR115\n3214: 59BCP"
    match = fight(text, dice=[6])
    assault(match, "3114", "IR81", "IR87")  # 7/1: DE
    assert at(match, "14.B1") == "stock"
    match = fight("3113: IR81, IR87\n3114: 56BCP, I.44T", dice=[6])
    assault(match, "3114", "IR81", "IR87")
    assert [at(match, u) for u in ("56BCP", "I.44T")] == ["eliminated"] * 2  # 4/1: A/De


@pytest.mark.case("verdun-1916", "14.2D-i", "1.6e")
def test_a_counter_from_the_stock_can_be_created_again():
    match = march("3113: 42RI\nstock: 14.B1", "french")
    play(match, "42RI", "detach:42RI")
    assert at(match, "14.B1") == "3113" and steps(match, "14.B1") == 1


@pytest.mark.case("verdun-1916", "VV-R46", "5.1d")
def test_detaching_alone_is_a_move_too():
    match = march(f"3113: 42RI\n3112: IR81\n3212: IR87\n{STOCK}", "french")
    assert "42RI" in options(match)
