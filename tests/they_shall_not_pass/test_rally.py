"""6.2 Rallying, and the surrender of those who do not."""

import pytest

from trenchline.games.they_shall_not_pass.components import FRENCH, GERMAN
from trenchline.games.they_shall_not_pass.victory import casualties

from .kit import C, at, options, play, position, states, step

AWAKE = "1609: XXX.HQ, 44RI\n1601: XVIII.HQ, FR80\n"  # both sides have somebody to move, so that the game waits for them


def morning(text: str, dice, side: str = "german", turn: int = 2):
    """A side's Organization Phase, its supply check included."""
    return position(f"turn: {turn}\nstep: {side}-supply\n{AWAKE}{text}", dice)


@pytest.mark.case("they-shall-not-pass", "6.2", "12.2", "TP-R37")
@pytest.mark.parametrize(
    ("side", "where", "state", "needed"),
    [
        ("german", "1602: IR81", "", 7),  # printed 8, demoralized -1
        ("german", "1602: IR81", "reduced", 6),
        ("german", "1604: IR81", "", 8),  # in a trench +1
        ("german", "1604: IR81", "reduced", 7),
        ("french", "1608: 208R", "", 5),
        ("french", "1605: 208R", "reduced", 5),
        ("french", "2113: 35RI", "", 7),  # in an intact fort
        ("french", "1522: 35RI", "", 7),  # in Verdun
        ("french", "1608: AD51R", "", 6),  # guns rally like infantry
    ],
)
def test_two_dice_up_to_the_modified_morale_rally_a_unit(side, where, state, needed):
    unit = where.split()[1]
    low, high = needed // 2, needed - needed // 2
    assert "demoralized" not in states(morning(f"{where} {state} demoralized", [low, high], side), unit)
    assert "demoralized" in states(morning(f"{where} {state} demoralized", [low, high + 1], side), unit)


@pytest.mark.case("they-shall-not-pass", "6.2", "4.0.II", "4.0.VII")
def test_only_the_side_whose_phase_it_is_rallies():
    match = morning("1602: IR81 demoralized\n1608: 208R demoralized", [1, 1])
    assert "demoralized" not in states(match, "IR81") and "demoralized" in states(match, "208R")
    assert match.position.rolled == 2


@pytest.mark.case("they-shall-not-pass", "6.2", "6.16")
def test_an_unsupplied_unit_may_not_try():
    match = position("turn: 2\nstep: german-supply\n1602: IR81 demoralized\n1609: XXX.HQ", [1, 1])
    assert states(match, "IR81") == {"demoralized", "unsupplied"} and match.position.rolled == 0


@pytest.mark.case("they-shall-not-pass", "6.2a", "12.3c", "9.7")
@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("1605: IR81 reduced demoralized\n1606: 208R", True),
        ("1605: IR81 demoralized\n1606: 208R", False),  # at full strength
        ("1605: IR81 reduced demoralized\n1607: 208R", False),  # no enemy next to it
        ("1605: IR81 reduced demoralized, IR87\n1606: 208R", False),  # a steady friend in the hex
        ("1605: IR81 reduced demoralized\n1604: IR87\n1606: 208R", True),  # a friend next door is no help
        ("1605: GRem1 demoralized\n1606: 208R", True),
        ("1605: IR81 reduced demoralized, III.HQ\n1606: 208R", False),  # an HQ is a friend too
        ("1605: IR81 reduced demoralized, III.HQ disrupted\n1606: 208R", False),  # and a disrupted one is not demoralized
        ("1605: IR81 reduced demoralized\n1606: I.HQ", True),  # any enemy unit will do
    ],
)
def test_a_reduced_unit_that_fails_next_to_the_enemy_surrenders_unless_a_steady_friend_is_there(text, gone):
    unit = text.split()[1]
    match = morning(text, [6, 6])
    assert (at(match, unit) == "1605") is not gone
    if gone:
        assert at(match, unit) == ("out" if unit == "GRem1" else "surrendered")
        assert [e.cases for e in match.events() if e.kind == "surrender"] == [("6.2a", "9.7")]


@pytest.mark.case("they-shall-not-pass", "6.2a")
def test_a_shaken_friend_does_not_help_but_one_that_rallied_first_does():
    text = "1605: IR81 reduced demoralized, IR87 reduced demoralized\n1606: 208R"
    match = morning(text, [1, 1, 6, 6])
    assert match.decision.kind == "RallyOrder" and options(match) == {"IR81", "IR87"}
    play(match, "IR87")  # rallies with 2; IR81 then fails with 12, but is no longer alone
    assert states(match, "IR87") == {"reduced"} and states(match, "IR81") == {"reduced", "demoralized"}
    both = morning(text, [6, 6, 6, 6])
    play(both, "IR81")
    assert at(both, "IR81") == at(both, "IR87") == "surrendered"


@pytest.mark.case("they-shall-not-pass", "6.2b", "TP-R39", "9.7", "6.16")
@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("1605: IR20 reduced demoralized\n1606: 208R", True),
        ("1605: IR20 demoralized\n1606: 208R", False),
        ("1605: IR20 reduced demoralized\n1607: 208R", False),
        ("1605: IR20 reduced\n1606: 208R", False),
        ("1605: IR20 reduced demoralized, IR81\n1606: 208R", False),  # a steady friend, whatever his supply
        ("1605: IR20 reduced demoralized, IR24 demoralized\n1606: 208R", True),
    ],
)
def test_a_reduced_demoralized_unit_without_supply_next_to_the_enemy_surrenders_without_a_roll(text, gone):
    match = morning(text, [])  # III Corps has no HQ on the map: its units are out of supply
    assert match.position.rolled == 0
    assert at(match, "IR20") == ("surrendered" if gone else "1605")
    assert {e.cases for e in match.events() if e.kind == "surrender"} == ({("6.2b", "9.7")} if gone else set())


@pytest.mark.case("they-shall-not-pass", "TP-R39", "6.2b")
def test_a_remnant_cut_off_and_shaken_next_to_the_enemy_gives_up_too():
    text = "turn: 2\nstep: german-supply\n1609: XXX.HQ\n1605: GRem1 demoralized\n1606: 208R"
    match = position(text)  # no German HQ at all
    assert at(match, "GRem1") == "out" and match.position.rolled == 0


@pytest.mark.case("they-shall-not-pass", "6.2c", "4.0.II", "10.0")
@pytest.mark.parametrize(("side", "hq"), [("german", "XVIII.HQ"), ("french", "XXX.HQ")])
def test_disrupted_hqs_do_not_rally_in_the_organization_phase(side, hq):
    match = position(f"turn: 2\nstep: {side}-supply\n1601: XVIII.HQ disrupted\n1609: XXX.HQ disrupted", [1, 1])
    assert "disrupted" in states(match, hq) and match.position.rolled == 0 and step(match) == f"{side}-movement"


@pytest.mark.case("they-shall-not-pass", "TP-R41", "6.2a", "14.8")
def test_a_fort_next_door_is_no_enemy_unit():
    match = morning("2112: IR81 reduced demoralized", [6, 6])  # Fort Douaumont stands in 2113
    assert at(match, "IR81") == "2112" and "demoralized" in states(match, "IR81")
    held = morning("2112: IR81 reduced demoralized\n2113: 35RI", [6, 6])
    assert at(held, "IR81") == "surrendered"


@pytest.mark.case("they-shall-not-pass", "TP-R42", "9.7", "14.41", "16.0d")
def test_a_surrendered_unit_counts_as_lost_and_leaves_no_remnant():
    match = morning("1605: IR81 reduced demoralized\n1606: 208R\npool: GRem1", [6, 6])
    assert at(match, "IR81") == "surrendered" and at(match, "GRem1") == "pool"
    assert match.decision.kind == "Movement"  # nobody was asked for a remnant
    assert casualties(match.position, GERMAN) == 2
    remnant = morning("1605: GRem1 demoralized\n1606: 208R", [6, 6])
    assert at(remnant, "GRem1") == "out" and casualties(remnant.position, GERMAN) == 0


# ------------------------------------------------------------------------------------------- 9.7 cut off and surrounded


def shelled_to_death(text: str):
    """A shaken, reduced, unsupplied 35RI in 3014 fails the check of a barrage; the match after that."""
    match = position(
        f"turn: 2\nstep: german-bombardment\nnaval: NAV\n3014: 35RI reduced demoralized unsupplied\n{text}", [6, 6, 6]
    )
    play(match, "barrage:3014", "NAV", "fire")
    return match


@pytest.mark.case("they-shall-not-pass", "TP-R40", "9.7", "TP-R132")
def test_a_unit_that_dies_unsupplied_within_a_ring_of_enemy_zones_has_surrendered():
    ring = "3012: IR81\n3115: IR87\n2915: IR116"  # zones and units on all six neighbours
    assert at(shelled_to_death(ring), "35RI") == "surrendered"
    assert at(shelled_to_death(ring + "\n3015: 42RI"), "35RI") == "eliminated"  # a friend in one of them breaks it
    assert at(shelled_to_death("3012: IR81\n3115: IR87"), "35RI") == "eliminated"  # 2914 and 2915 are open
    assert at(shelled_to_death(""), "35RI") == "eliminated"


@pytest.mark.case("they-shall-not-pass", "TP-R40", "9.7")
def test_the_map_edge_and_the_river_close_the_ring_like_zones():
    def end(where: str, ring: str) -> str:
        match = position(
            f"turn: 2\nstep: german-bombardment\nnaval: NAV\n{where}: 35RI reduced demoralized unsupplied\n{ring}", [6, 6, 6]
        )
        play(match, f"barrage:{where}", "NAV", "fire")
        return at(match, "35RI")

    assert end("3313", "3312: IR81\n3314: IR87") == "surrendered"  # east of it there is nothing
    assert end("3313", "3312: IR81") == "eliminated"
    assert C.board.joined("river", C.board.index["0303"], C.board.index["0304"])
    assert end("0303", "0402: IR81\n0302: IR87\n0202: FR80") == "surrendered"  # 0304 and 0203 lie across the Meuse
    assert end("0304", "0204: IR81\n0305: IR87") == "surrendered"


@pytest.mark.case("they-shall-not-pass", "9.7", "TP-R42", "TP-R40")
def test_a_supplied_unit_may_be_surrounded_and_is_only_eliminated():
    match = position(
        "turn: 2\nstep: german-bombardment\nnaval: NAV\n3014: 35RI reduced demoralized\n3012: IR81\n3115: IR87\n2915: IR116\n"
        "pool: FRem1",
        [6, 6, 6],
    )
    play(match, "barrage:3014", "NAV", "fire")
    assert at(match, "35RI") == "eliminated" and match.decision.kind == "RemnantChoice"
    cut = shelled_to_death("3012: IR81\n3115: IR87\n2915: IR116\npool: FRem1")
    assert cut.decision.kind != "RemnantChoice" and casualties(cut.position, FRENCH) == 2
