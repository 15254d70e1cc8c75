"""8.2 to 8.4 Support fire: ranges, values, divisions and corps."""

import pytest

from .kit import at, attack, declare, fight, legal, odds, options, play, position, refused, result, settle, states, steps


def support(match):
    """The points of guns and bombers in the declared combat, attack and defence."""
    lines = odds(match).lines
    return sum(x.value for x in lines if x.case == "8.2a"), -sum(x.value for x in lines if x.case == "8.2d")


# ------------------------------------------------------------------------------------------------ attack (8.2)


@pytest.mark.case("verdun-1916", "8.2a", "8.0c", "2.1.4b", "7.1d")
def test_guns_and_bombers_add_their_bombardment_value_to_the_attack():
    match = fight("3113: IR81\n3109: FA21, XVIII.A1\n3114: 42RI\narmy: AIR1")
    declare(match, "3114", "IR81", "FA21", "XVIII.A1", "AIR1")
    assert support(match) == (13, 0) and odds(match).column == "3/1"  # 20 to 6


@pytest.mark.case("verdun-1916", "8.2b", "VV-R17")
def test_range_is_counted_to_the_attacking_unit():
    """3105 lies eight hexes from 3113 and nine from 3114."""
    match = fight("3113: IR81\n3105: FA21\n3104: FA25\n3114: 42RI")
    play(match, "3114", "IR81")
    assert legal(match, "FA21")
    far = fight("3113: IR81\n3104: FA21\n3114: 42RI")
    play(far, "3114", "IR81")
    assert refused(far, "FA21").cases == ("8.2b",)


@pytest.mark.case("verdun-1916", "8.2b", "VV-R17", "8.4c")
def test_it_must_be_a_unit_the_gun_may_support():
    """IR81 is in range, but of another division; LGIR115 of its own stands nine hexes off."""
    match = fight("3012: IR81\n3113: LGIR115\n3104: FA25\n3013: 42RI\n3114: 44RI")
    play(match, "3013", "IR81")
    assert refused(match, "FA25").cases == ("8.4c",)
    match = fight("3113: LGIR115\n3104: FA25\n3114: 44RI")
    play(match, "3114", "LGIR115")
    assert refused(match, "FA25").cases == ("8.2b",)


@pytest.mark.case("verdun-1916", "8.4c", "VV-R20")
def test_divisional_guns_support_their_division_alone_or_mixed():
    match = fight("3113: IR81\n3213: LGIR115\n3109: FA21, FA25, FA5\n3114: 42RI")
    play(match, "3114", "IR81")
    assert legal(match, "FA21") and refused(match, "FA25").cases == ("8.4c",) and refused(match, "FA5").cases == ("8.4c",)
    play(match, "LGIR115")
    assert legal(match, "FA21") and legal(match, "FA25") and not legal(match, "FA5")


@pytest.mark.case("verdun-1916", "8.4d")
def test_corps_guns_support_every_formation_of_the_corps():
    match = fight("3113: LGIR115\n3213: FR80\n3109: XVIII.A1, III.A1\n3114: 42RI")
    play(match, "3114", "FR80")
    assert legal(match, "XVIII.A1") and refused(match, "III.A1").cases == ("8.4d",)
    match = fight("3113: IR81\n3114: 351R, 51.B1\n3118: XXX.A1\n3117: AD72, AD51, AD14")
    play(match, "3114", "IR81", "attack")
    assert {"XXX.A1", "AD72", "AD51", "ready"} == options(match)


@pytest.mark.case("verdun-1916", "8.4e", "8.4d")
def test_two_corps_may_support_one_attack():
    """Only bombardment is closed to a second corps."""
    match = fight("3113: IR81\n3213: IR3\n3109: XVIII.A1, III.A1\n3114: 42RI")
    declare(match, "3114", "IR81", "IR3", "XVIII.A1", "III.A1")
    assert support(match) == (12, 0)


@pytest.mark.case("verdun-1916", "8.4f", "8.0b")
def test_railway_guns_give_no_support():
    match = fight("3113: IR81\n3114: 42RI\narmy: RAIL1")
    play(match, "3114", "IR81")
    assert refused(match, "RAIL1").cases == ("8.4f",)


@pytest.mark.case("verdun-1916", "2.1.4d", "2.1.4e", "8.0e", "1.3c", "VV-R24")
def test_who_has_supported_is_done_for_this_player_turn():
    text = "3113: RIR16\n3213: RIR53\n3109: FA14R\n3114: 42RI\n3012: IR159\n3013: 44RI\n3118: AD14, XXX.A1\narmy: AIR1"
    match = fight(text, dice=[4])
    attack(match, "3114", "RIR16", "FA14R", "AIR1", support=["AD14", "XXX.A1"])
    assert all("fired" in states(match, u) for u in ("FA14R", "AIR1", "AD14", "XXX.A1"))
    settle(match)
    play(match, "3013", "IR159")
    assert not legal(match, "FA14R") and not legal(match, "AIR1")


@pytest.mark.case("verdun-1916", "2.1.4b", "11b", "11c")
def test_bombers_that_bombed_do_not_support():
    match = fight("3113: IR81\n3114: 42RI\narmy: AIR1 fired, AIR2")
    play(match, "3114", "IR81")
    assert not legal(match, "AIR1") and legal(match, "AIR2")


@pytest.mark.case("verdun-1916", "11b", "VV-R23")
def test_bombers_support_any_german_attack_and_never_a_defence():
    match = fight("3113: IR81\n3114: 42RI\narmy: AIR1", side="french")
    play(match, "3113", "42RI", "attack")
    assert options(match) == {"resolve"}


# ------------------------------------------------------------------------------------------------ contact (8.2a, 8.3, 8.4)


@pytest.mark.case("verdun-1916", "8.4a", "8.2a", "VV-R18")
def test_a_gun_in_an_enemy_zone_supports_nobody():
    match = fight("3113: IR81\n3213: FA21\n3114: 42RI")
    play(match, "3114", "IR81")
    assert refused(match, "FA21").cases == ("8.4a",)
    match = fight("3113: IR81\n3112: IR87\n3114: 42RI, 14.HQ\n3014: 44RI\n3013: AD14")
    play(match, "3114", "IR81", "attack")
    assert options(match) == {"resolve"}  # AD14 stands beside IR81


@pytest.mark.case("verdun-1916", "8.2a", "8.4b", "VV-R18", "8.2c")
def test_a_gun_in_contact_with_a_target_without_infantry_supports_and_may_suffer():
    match = fight("3113: IR81 flipped\n3213: FA21\n3114: AD14, AD72, AD51, AD37, 14.HQ", dice=[1])
    declare(match, "3114", "IR81", "FA21")
    assert odds(match).column == "3/2"  # 3 and 4 to 5
    assert result(play(match, "resolve")) == "Eng"
    while match.player == "french":
        play(match, sorted(options(match))[0])
    assert options(match) == {"IR81", "FA21"}
    play(match, "FA21")
    assert at(match, "FA21") == "eliminated" and steps(match, "IR81") == 1


@pytest.mark.case("verdun-1916", "8.3", "8.4b")
def test_attacked_guns_defend_with_one_and_take_losses():
    match = fight("3113: IR81\n3213: IR87\n3114: 351R loss, AD72, AD14", dice=[5])
    declare(match, "3114", "IR81", "IR87")
    assert odds(match).column == "3/1"  # 14 to 3, 1 and 1
    assert result(play(match, "resolve")) == "A/D1"
    assert options(match) == {"351R", "AD72", "AD14"}


@pytest.mark.case("verdun-1916", "8.3")
def test_a_gun_in_the_attacked_hex_gives_no_support_besides():
    match = fight("3113: IR81\n3114: 42RI, AD14")
    play(match, "3114", "IR81", "attack")
    assert options(match) == {"resolve"}


# ------------------------------------------------------------------------------------------------ defence (8.2d)


@pytest.mark.case("verdun-1916", "8.2d", "8.0d", "2.1.4c")
def test_guns_add_their_defence_value_to_an_attacked_unit_in_range():
    match = fight("3113: IR81\n3114: 42RI\n3118: AD14, XXX.A1")
    declare(match, "3114", "IR81", support=["AD14", "XXX.A1"])
    assert support(match) == (0, 6) and odds(match).column == "1/2"  # 7 to 12


@pytest.mark.case("verdun-1916", "8.2d")
def test_the_attacked_unit_must_be_in_range():
    match = fight("3111: IR81\n3112: 42RI\n3220: AD14\n3120: XXX.A1")
    play(match, "3112", "IR81", "attack")
    assert options(match) == {"XXX.A1", "ready"}  # eight and nine hexes: AD14 reaches eight
    assert refused(match, "AD14").cases == ("8.2d",)


@pytest.mark.case("verdun-1916", "9b", "10.2e", "VV-R85")
@pytest.mark.parametrize(
    ("state", "attack_value", "defence_value"),
    [("", 6, 3), ("neutralised", 3, 1), ("uncommanded", 5, 2), ("neutralised uncommanded", 2, 0)],
)
def test_states_weaken_support(state, attack_value, defence_value):
    match = fight(f"3113: IR81\n3109: XVIII.A1 {state}\n3114: 42RI\n3118: XXX.A1 {state}")
    declare(match, "3114", "IR81", "XVIII.A1", support=["XXX.A1"])
    assert support(match) == (attack_value, defence_value)


@pytest.mark.case("verdun-1916", "14.2D-d", "14.2D-e", "14.2D-f", "VV-R77")
def test_left_bank_guns_support_any_unit_of_their_army_but_alone():
    match = fight("1105: RIR16, ST1\n0905: VIR.A1 uncommanded\n1103: VIIR.A1\n1106: 351R\n1010: VII.A\n1608: AD72")
    play(match, "1106", "RIR16", "VIR.A1")
    assert refused(match, "VIIR.A1").cases == ("14.2D-e",)
    play(match, "attack")
    assert options(match) == {"VII.A", "AD72", "ready"}
    play(match, "VII.A")
    assert refused(match, "AD72").cases == ("14.2D-e",)
    play(match, "ready")
    assert support(match) == (6, 3)  # in command whatever the marker says


@pytest.mark.case("verdun-1916", "14.3D-d")
def test_in_the_hypothetical_scenario_they_support_their_corps_only():
    match = fight("scenario: hypothetical\n1105: RIR16\n0905: VIR.A1\n1106: 351R\n1010: VII.A")
    play(match, "1106", "RIR16")
    assert refused(match, "VIR.A1").cases == ("8.4d",)
    play(match, "attack")
    assert options(match) == {"resolve"}


@pytest.mark.case("verdun-1916", "2.1.8a", "VV-R16", "8.0e")
def test_a_gun_that_fired_in_the_enemy_turn_fires_again_in_its_own():
    match = position("turn: 2\nstep: german-reorganisation\n3109: IR81\n3114: AD14 fired, 42RI")
    assert "fired" not in states(match, "AD14") and "3109" in options(match)
