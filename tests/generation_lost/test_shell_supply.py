"""8.4 Bombardment supply."""

import pytest

from .artillery import FRENCH_GUNS, GERMAN_GUNS, fire, modifiers, refused_gun
from .kit import C, at, barrage, barrage_odds, kind, legal, options, order, play, position, refused, run_to, step, texts

# G77.1 in the bag of M24, cut off from every HQ by the zones around it.
CUT_OFF = "M24: G77.1 >S\nL23: 2Fr >N\nN25: 3Fr >N\nL25: 4Fr >N\nN23: B3.1 >N"


def opening(text, dice=(), side="german", turn=12, scenario="may_cup"):
    """A Bombardment as it opens."""
    return position(f"scenario: {scenario}\nturn: {turn}\nstep: {side}-bombardment\n{text}", dice)


@pytest.mark.case("generation-lost", "8.4", "8.4.2", "8.1", "3.0-SupplyMode")
def test_one_hq_in_supply_mode_is_named_for_all_guns_and_leaves_after_the_last_of_them():
    match = opening(f"M30: 1Fr >N\n{GERMAN_GUNS}\nA20: III >S", [6])
    assert kind(match) == "ShellSupply"
    assert options(match) == {"VIR", "flip:VIR~command", "flip:III~supply", "done"}
    play(match, "VIR")
    assert [C.ids[u] for u in match.position.fire_supply] == ["VIR"]
    barrage(match, "M30", "G150H.1", "G150H.2")
    assert at(match, "VIR") == "E31"  # until the last bombardment
    events = play(match, "done")
    assert at(match, "VIR") == "returning"
    assert texts(events, "hq") == ["VIR is spent on the guns and returns in the next turn"]
    assert [(C.ids[r.unit], r.turn, r.way) for r in match.position.returning] == [("VIR", 13, "free")]


@pytest.mark.case("generation-lost", "8.4.2", "12.8.2(c)")
def test_an_hq_may_turn_to_supply_mode_and_be_named_at_once():
    """GL-R19; one change a segment (GL-R99)."""
    match = opening("E31: VIR >S\nM30: 1Fr >N\nG30: G150H.1 >S")
    assert refused(match, "VIR").reason == "VIR is not on the map in Supply Mode"
    play(match, "flip:VIR~supply")
    assert refused(match, "flip:VIR~command").reason == "VIR has changed its mode in this segment"
    play(match, "VIR")
    assert order(match, "VIR") == {"supply"}


@pytest.mark.case("generation-lost", "8.4.2")
def test_only_a_good_order_hq_of_ones_own_is_named():
    match = opening("E31: VIR supply disrupted\nE33: III supply\nM30: 1Fr >N\nV20: VIIFr supply\nG30: G150H.1 >S")
    assert refused(match, "VIR").reason == "VIR is not in good order"
    assert refused(match, "VIIFr").reason == "VIIFr is no HQ of yours"
    assert legal(match, "III")


@pytest.mark.case("generation-lost", "8.4.2", "10.4-Supply")
def test_an_hq_that_shares_its_square_cannot_turn_to_supply_mode_now():
    """GL-R70."""
    match = opening("E31: VIR >S, 13R/1 >S\nA20: III >S\nM30: 1Fr >N\nG30: G150H.1 >S")
    assert refused(match, "flip:VIR~supply").reason == "VIR shares E31: an HQ in Supply Mode stands alone"


@pytest.mark.case("generation-lost", "8.4.2", "19.3.5(c)")
def test_the_hq_of_a_corps_that_is_not_released_is_not_named():
    """GL-R304."""
    match = opening("E31: VIR supply held\nE33: III supply\nM30: 1Fr >N\nG30: G150H.1 >S")
    assert refused(match, "VIR").cases == ("19.3.5(c)",)
    assert not legal(match, "flip:VIR~command")


@pytest.mark.case("generation-lost", "8.4.2")
def test_the_bank_does_not_matter():
    """GL-R74: the HQ west of the Meuse supplies guns east of it."""
    match = fire("C5: VIR supply\nG30: G150H.1 >S, G150H.2 >S\nM30: 1Fr >N")
    assert C.bank[C.board.index["C5"]] == "W" and C.bank[C.board.index["G30"]] == "E"
    assert modifiers(barrage_odds(match, "M30", "G150H.1", "G150H.2")) == {"heavy guns": -1}


@pytest.mark.case("generation-lost", "8.4", "8.4.2")
def test_an_hq_that_was_named_but_not_used_stays():
    """GL-R20."""
    match = fire(f"M30: 1Fr >N\n{GERMAN_GUNS}")
    play(match, "done")
    assert at(match, "VIR") == "E31" and match.position.fire_supply == ()


@pytest.mark.case("generation-lost", "8.4")
def test_without_a_good_order_hq_on_the_map_nobody_bombards():
    """GL-R22."""
    match = fire("M30: 1Fr >N\nG30: G150H.1 >S, G150H.2 >S\nE31: VIR supply disrupted", hq="")
    assert options(match) == {"done"}
    assert refused(match, "M30").reason == "No HQ in good order is on the map: nobody bombards"
    assert refused(match, "M30").cases == ("8.4",)


@pytest.mark.case("generation-lost", "8.4.1", "8.4.3")
def test_a_path_of_any_length_free_of_enemies_and_their_zones():
    match = fire(f"A1: VIR supply\nG30: G150H.1 >S\nM30: 1Fr >N\n{CUT_OFF}")
    p = match.position
    assert p.gun_supplied(C.unit["G150H.1"]) and not p.gun_supplied(C.unit["G77.1"])


@pytest.mark.case("generation-lost", "8.4.3", "8.6.2", "GL-E05")
def test_a_gun_that_is_cut_off_fires_with_plus_1_and_spends_no_hq():
    """GL-E05, GL-R23."""
    match = fire(f"E31: VIR supply\nM30: 1Fr >N\n{CUT_OFF}", [6])
    assert modifiers(barrage_odds(match, "M30", "G77.1")) == {"gun out of supply": 1}
    barrage(match, "M30", "G77.1")
    play(match, "done")
    assert at(match, "VIR") == "E31"
    unnamed = fire(f"E31: VIR supply\nM30: 1Fr >N\n{CUT_OFF}", hq="")
    assert legal(unnamed, "M30")


@pytest.mark.case("generation-lost", "8.4.3", "GL-E06")
def test_guns_with_and_without_supply_together_spend_the_hq_and_take_plus_1_for_each_without():
    """GL-E06."""
    match = fire(f"M30: 1Fr >N\n{CUT_OFF}\n{GERMAN_GUNS.replace('G77.1 >S, ', '')}", [6])
    assert modifiers(barrage_odds(match, "M30", "G150H.1", "G150H.2", "G77.1")) == {"heavy guns": -1, "gun out of supply": 1}
    barrage(match, "M30", "G150H.1", "G150H.2", "G77.1")
    play(match, "done")
    assert at(match, "VIR") == "returning"


@pytest.mark.case("generation-lost", "8.4.1", "8.4.3", "GL-E07")
def test_a_friend_in_a_square_opens_the_path_through_enemy_zones():
    """GL-E07, GL-R78: battalions on the way out of the bag."""
    friends = "L24: Bn01 >S\nK24: Bn02 >S"
    match = fire(f"E31: VIR supply\nM30: 1Fr >N\n{CUT_OFF}\n{friends}")
    assert match.position.gun_supplied(C.unit["G77.1"])
    assert modifiers(barrage_odds(match, "M30", "G77.1")) == {}


@pytest.mark.case("generation-lost", "8.4", "8.4.1", "8.4.2", "8.4.3", "GL-E88")
def test_the_path_leads_to_the_named_hq():
    """GL-E88: A reaches the named HQ, B only another, C none."""
    ring = "M24: VIR supply\nM23: G77.1 >S\nL22: 2Fr >N\nN25: 3Fr >N\nL25: 4Fr >N\nN22: 5Fr >N"
    text = f"{ring}\nG26: III supply\nH26: G150H.1 >S, G150H.2 >S\nM28: 1Fr >N"
    named = fire(text, hq="III")
    found = {gun: named.position.gun_supplied(C.unit[gun]) for gun in ("G150H.1", "G77.1")}
    assert found == {"G150H.1": True, "G77.1": False}
    assert modifiers(barrage_odds(named, "M28", "G77.1")) == {"gun out of supply": 1}  # B
    none = fire(text, hq="")
    assert options(none) == {"done"}
    assert refused(none, "M28").reason == "No HQ was named to supply the guns, and G77.1 is not cut off"
    assert refused(none, "M28").cases == ("8.4", "8.4.2")
    cut_off = fire(f"E31: III supply\nM28: 1Fr >N\n{CUT_OFF}", hq="")
    assert modifiers(barrage_odds(cut_off, "M28", "G77.1")) == {"gun out of supply": 1}  # C


@pytest.mark.case("generation-lost", "8.4.2", "8.4.3")
def test_guns_that_reach_only_another_hq_spend_the_named_one_too():
    ring = "M24: VIR supply\nM23: G77.1 >S\nL22: 2Fr >N\nN25: 3Fr >N\nL25: 4Fr >N\nN22: 5Fr >N"
    match = fire(f"{ring}\nG26: III supply\nM28: 1Fr >N", [6], hq="III")
    barrage(match, "M28", "G77.1")
    play(match, "done")
    assert (at(match, "III"), at(match, "VIR")) == ("returning", "M24")


@pytest.mark.case("generation-lost", "8.4.2")
def test_no_gun_is_added_without_shells():
    match = fire(f"M30: 1Fr >N\n{CUT_OFF}\nE31: VIR supply\nG30: G150H.1 >S", hq="")
    assert refused_gun(match, "M30", "G150H.1") == ("No HQ was named to supply the guns, and G150H.1 is not cut off", "8.4")


@pytest.mark.case("generation-lost", "19.1.5(e)", "8.4")
def test_on_february_21_all_guns_have_supply_and_no_hq_is_spent():
    """GL-R268: no path, no HQ, no +1, for either side."""
    for scenario in ("firestorm", "crown_prince", "campaign"):
        match = opening(f"M30: 1Fr >N\n{GERMAN_GUNS}", [6], turn=1, scenario=scenario)
        assert refused(match, "VIR").cases == ("19.1.5(e)",)
        play(match, "done")
        assert modifiers(barrage_odds(match, "M30", "G150H.1", "G150H.2")) == {"heavy guns": -1}
        barrage(match, "M30", "G150H.1", "G150H.2")
        play(match, "done")
        assert at(match, "VIR") == "E31"
    french = opening(
        f"M30: 13R/1 >S\n{FRENCH_GUNS.replace('U30: VIIFr supply', '')}", side="french", turn=1, scenario="firestorm"
    )
    assert legal(french, "M30")
    second = opening(f"M30: 1Fr >N\n{GERMAN_GUNS}", turn=2, scenario="firestorm")
    assert legal(second, "VIR")


@pytest.mark.case("generation-lost", "8.4.2", "17.5.2")
def test_the_spent_hq_is_back_in_the_next_turn_in_command_mode():
    """GL-R21."""
    match = fire(f"M30: 1Fr >N\n{GERMAN_GUNS}\nV20: VIIFr >N", [6], scenario="campaign")
    barrage(match, "M30", "G150H.1", "G150H.2")
    play(match, "done")
    run_to(match, "german-movement", turn=13)
    assert C.unit["VIR"] in match.position.due(0)
    assert order(match, "VIR") == set()


@pytest.mark.case("generation-lost", "20.4.2(2)")
def test_with_increase_supply_the_hq_stays_for_the_assaults_and_then_leaves():
    """GL-R305: back in the next turn, since it supplied no assault."""
    match = fire(
        f'operations: ["increase_supply"]\nM30: 1Fr >N\n{GERMAN_GUNS}\nA20: III >S\nV20: VIIFr >N', [6], scenario="campaign"
    )
    barrage(match, "M30", "G150H.1", "G150H.2")
    play(match, "done")
    assert (step(match), at(match, "VIR")) == ("german-movement", "E31")
    assert refused(match, "flip:VIR~command").reason == "VIR supplied the guns and stays in Supply Mode"
    run_to(match, "french-bombardment")
    assert [(C.ids[r.unit], r.turn) for r in match.position.returning] == [("VIR", 13)]


@pytest.mark.case("generation-lost", "8.4.2")
def test_in_a_lull_it_leaves_at_once_even_with_increase_supply():
    match = fire(
        f'lull: yes\noperations: ["increase_supply"]\nM30: 1Fr >N\n{GERMAN_GUNS}\nV20: VIIFr >N', [6], scenario="campaign"
    )
    barrage(match, "M30", "G150H.1", "G150H.2")
    play(match, "done")
    assert at(match, "VIR") == "returning"
