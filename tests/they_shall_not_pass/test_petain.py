"""14.7 Petain takes over on February 26."""

import pytest

from trenchline.games.they_shall_not_pass.components import FRENCH
from trenchline.games.they_shall_not_pass.morale import morale
from trenchline.games.they_shall_not_pass.victory import casualties

from .kit import C, at, options, play, position, refused, states


@pytest.mark.case("they-shall-not-pass", "14.7", "TP-R46", "6.33")
@pytest.mark.parametrize(("turn", "offered"), [(5, False), (6, True), (7, False)])
def test_one_lost_gun_may_come_back_on_february_26_only(turn, offered):
    match = position(f"turn: {turn}\nstep: french-replacements\n1609: XXX.HQ, 208R reduced\neliminated: AD51R lost")
    assert ("rearm:AD51R-1609" in options(match)) is offered
    if not offered:
        assert refused(match, "rearm:AD51R-1609").cases


@pytest.mark.case("they-shall-not-pass", "14.7", "TP-R46", "TP-R50")
def test_the_gun_comes_free_of_charge_unfired_and_is_no_casualty_any_more():
    units = "XXX.HQ, 208R reduced, 243R reduced"
    match = position(f"turn: 6\nstep: french-replacements\n1609: {units}\neliminated: AD51R lost, AD14 lost")
    assert casualties(match.position, FRENCH) == 6
    play(match, "rearm:AD51R-1609")
    assert at(match, "AD51R") == "1609" and states(match, "AD51R") == set()
    assert options(match) == {"restore:208R", "restore:243R", "done"}  # one gun, and both replacements are left
    play(match, "restore:208R", "restore:243R")
    assert casualties(match.position, FRENCH) == 2


@pytest.mark.case("they-shall-not-pass", "14.7", "TP-R46")
def test_guns_return_with_their_corps_in_verdun_or_on_the_rails():
    guns = "XXX.A lost, AD37 lost, AD16 lost, RR lost"
    match = position(f"turn: 6\nstep: french-replacements\n1609: XXX.HQ\n1610: 42RI\n2709: IR81\neliminated: {guns}")
    cells = {}
    for action in options(match) - {"done"}:
        unit, cell = action.removeprefix("rearm:").split("-")
        cells.setdefault(unit, set()).add(cell)
    assert cells["XXX.A"] == {"1609"}
    assert "AD37" not in cells  # XX Corps has no HQ on the map
    assert cells["AD16"] == {"1421", "1422", "1521", "1522"}
    rails = {C.board.labels[c] for c in C.rail_cells}
    assert cells["RR"] <= rails and {"2015", "2917", "2610"} <= cells["RR"]
    assert not {"2301", "2302", "2402"} & cells["RR"]  # behind the German line
    assert "2609" not in cells["RR"]  # in the zone of the Germans in 2709


@pytest.mark.case("they-shall-not-pass", "14.7", "TP-R46", "6.33d", "6.33b")
@pytest.mark.parametrize("state", ["1609: XXX.HQ unsupplied\n1610: 42RI", "1609: XXX.HQ\n1608: IR81"])
def test_no_gun_returns_to_a_headquarters_out_of_supply_or_in_an_enemy_zone(state):
    match = position(f"turn: 6\nstep: french-replacements\n1421: XX.HQ, 2Z reduced\n{state}\neliminated: XXX.A lost, XX.A lost")
    assert "rearm:XX.A-1421" in options(match)
    assert not any(action.startswith("rearm:XXX.A") for action in options(match))


@pytest.mark.case("they-shall-not-pass", "14.7a", "6.31", "TP-R43")
@pytest.mark.parametrize(("turn", "points"), [(5, 1), (6, 2), (9, 2)])
def test_two_replacements_a_turn_from_february_26(turn, points):
    match = position(f"turn: {turn}\nstep: french-replacements\n1609: XXX.HQ\n1610: 208R reduced, 243R reduced, 273R reduced")
    for unit in ("208R", "243R", "273R")[:points]:
        play(match, f"restore:{unit}")
    assert match.decision.kind != "Replacements"
    assert sum("reduced" in states(match, unit) for unit in ("208R", "243R", "273R")) == 3 - points


@pytest.mark.case("they-shall-not-pass", "14.7a", "12.2", "TP-R106")
@pytest.mark.parametrize(
    ("unit", "before", "after"),
    [("208R", 6, 7), ("II.44T", 5, 7), ("FRem1", 6, 7), ("42RI", 7, 7), ("56BCP", 8, 8), ("AD14", 7, 7), ("XXX.HQ", 7, 7),
     ("GRem1", 7, 7), ("IR81", 8, 8)],
)  # fmt: skip
def test_reserves_territorials_and_remnants_have_morale_seven_from_february_26(unit, before, after):
    for turn, expected in ((5, before), (6, after)):
        match = position(f"turn: {turn}\nstep: french-movement\n3014: {unit}\n0514: 324R")
        assert morale(match.position, C.unit[unit]) == expected


@pytest.mark.case("they-shall-not-pass", "14.7a", "12.2", "TP-R106")
def test_the_other_modifiers_still_count():
    match = position("turn: 6\nstep: french-movement\n3014: 208R reduced demoralized\n1905: 243R")
    assert morale(match.position, C.unit["208R"]) == 5 and morale(match.position, C.unit["243R"]) == 8


@pytest.mark.case("they-shall-not-pass", "14.7a", "7.13", "TP-R53")
@pytest.mark.parametrize(("turn", "combine"), [(5, False), (6, True)])
def test_french_corps_guns_combine_from_february_26(turn, combine):
    match = position(f"turn: {turn}\nstep: french-bombardment\n3016: XXX.A, XX.A\n3012: IR81")
    play(match, "barrage:3012", "XXX.A")
    assert ("XX.A" in options(match)) is combine
    if not combine:
        assert refused(match, "XX.A").cases == ("7.13",)


@pytest.mark.case("they-shall-not-pass", "14.7a", "6.12a", "TP-R30", "TP-R127")
@pytest.mark.parametrize(("turn", "supplied"), [(5, False), (6, True)])
def test_the_railway_carries_french_supply_from_february_26(turn, supplied):
    # 0306 lies on the railway of the left bank, more than ten points from the nearest road.
    match = position(f"turn: {turn}\nstep: french-supply\n1421: XXX.HQ\n0306: 324R")
    assert ("unsupplied" not in states(match, "324R")) is supplied
    assert "unsupplied" not in states(match, "XXX.HQ")
    match = position(f"turn: {turn}\nstep: french-supply\n0306: XXX.HQ\n0307: 324R")
    assert ("unsupplied" not in states(match, "XXX.HQ")) is supplied


@pytest.mark.case("they-shall-not-pass", "14.7a", "6.12a")
def test_the_railway_never_carries_german_supply():
    match = position("turn: 6\nstep: german-supply\n1421: XVIII.HQ\n0306: IR81\n0611: IR19")
    assert "unsupplied" in states(match, "IR81")
