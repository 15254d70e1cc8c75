"""19.0 Set-up, scenario by scenario: who stands where, what is chosen, what is drawn, what waits beside the map."""

from __future__ import annotations

from collections import Counter

import pytest

from trenchline.core.match import Match
from trenchline.games.generation_lost.components import FRENCH, GERMAN
from trenchline.games.generation_lost.garrisons import faces_left
from trenchline.games.generation_lost.setup_guns import distance_from_front

from .kit import (
    GAME,
    C,
    at,
    control,
    facing,
    game_position,
    here,
    kind,
    legal,
    options,
    order,
    play,
    refused,
    steps,
    where,
)

CHOICES = ("PlaceGuns", "PlaceGarrisons", "ShareBrigades")


def begun(scenario: str, seed: int = 1) -> Match:
    """A match whose first choice of the set-up waits."""
    return GAME.start(scenario, seed=seed)


def ready(match: Match) -> Match:
    """Everything in its ready placement."""
    while kind(match) in CHOICES:
        play(match, "historical")
    return match


def set_up(scenario: str, seed: int = 1) -> Match:
    return ready(begun(scenario, seed))


def guns_on_map(match: Match, side: int) -> list[str]:
    return [C.ids[u] for u in C.guns[side] if match.position.on_map(u)]


def on_bank(units: list[str], match: Match, bank: str) -> int:
    return sum(C.bank[C.board.index[at(match, unit)]] == bank for unit in units)


# ------------------------------------------------------------------------------------------------ every scenario


@pytest.mark.parametrize("scenario", list(C.scenarios))
@pytest.mark.case("generation-lost", "19.0")
def test_every_printed_unit_stands_in_its_square(scenario: str):
    match = begun(scenario)
    for placed in C.scenarios[scenario].setup:
        unit = C.ids[placed.unit]
        assert match.position.place[placed.unit] == placed.cell
        assert steps(match, unit) == placed.steps
        assert ("entrenched" in order(match, unit)) == bool(placed.status & 4)
        assert "supply" not in order(match, unit)  # GL-R100


@pytest.mark.parametrize("scenario", list(C.scenarios))
def test_ready_placements_put_every_gun_where_they_say(scenario: str):
    match = set_up(scenario)
    for row in C.scenarios[scenario].free_guns:
        for unit, cells in row.ready.items():
            if unit in C.unit:
                assert [at(match, unit)] == cells
    assert not here(match, "setup")


@pytest.mark.parametrize("scenario", list(C.scenarios))
def test_no_square_holds_more_than_it_may_but_for_the_printed_ones(scenario: str):
    p = game_position(set_up(scenario))
    full = {
        C.board.labels[x]
        for x in {p.place[u] for side in (GERMAN, FRENCH) for u in p.units(side)}
        if not p.may_stack(p.stacks[x], x)
    }
    assert full <= {"N23", "Q18"}


@pytest.mark.case("generation-lost", "19.0")
def test_battalions_that_are_not_listed_are_in_the_pool_and_hqs_and_divisions_out_of_play():
    match = set_up("firestorm")
    assert {"Bn04", "Bn28", "Bn29", "Bn32", "Eng3", "B4.5", "B3.19"} <= here(match, "pool")
    assert {"XR", "V", "XIV", "IB", "IIIFr", "XIIFr", "4/1", "5Fr"} <= here(match, "out")
    match = set_up("hells_doorway")
    assert {"12R/1", "121/2", "192/3", "22R/4"} <= here(match, "out")  # GL-R212
    assert all(at(match, f"Bn{n:02}") in ("pool", "reserves") or at(match, f"Bn{n:02}") in C.board.index for n in range(1, 33))


@pytest.mark.case("generation-lost", "19.0")
def test_german_start_line_is_entrenched_and_faces_south_the_rest_is_mobile():
    match = set_up("firestorm")
    assert "entrenched" in order(match, "5/1") and facing(match, "5/1") == "S"
    assert "entrenched" not in order(match, "5/3") and at(match, "5/3") == "C25"
    assert "entrenched" not in order(match, "14R/1") and at(match, "14R/1") == "C13"  # GL-R195
    assert facing(match, "10R/1") == "W" and facing(match, "39/3") == "W" and facing(match, "11R/2") == "E"


@pytest.mark.case("generation-lost", "19.0")
def test_the_front_of_april_is_entrenched_two_deep():
    match = set_up("may_cup")
    for unit in ("10R/1", "13R/3", "113/3", "121/3", "Bn01", "Eng1"):
        assert "entrenched" in order(match, unit), unit  # GL-R204
    for unit in ("14R/2", "6/1", "21/3", "Eng3"):
        assert "entrenched" not in order(match, unit), unit


# ------------------------------------------------------------------------------------------------ 19.1 Firestorm on the Meuse


@pytest.mark.case("generation-lost", "19.1.1")
def test_each_german_group_of_guns_has_its_ground():
    match = begun("firestorm")
    play(match, "G100.1")
    assert {option[-3:].strip("-") for option in options(match)} >= {"D12", "B8"}
    assert "north of the German start line, west of the Meuse" in refused(match, "G100.1-A13").reason
    assert "woods or ridge" in refused(match, "G100.1-B2").reason  # open ground
    play(match, "back", "historical")  # the East Wing: woods only
    play(match, "G100.2")
    assert legal(match, "G100.2-E29") and not legal(match, "G100.2-A28")
    play(match, "back", "historical", "G100.3")  # the Center Group
    assert legal(match, "G100.3-A13") and not legal(match, "G100.3-E29") and not legal(match, "G100.3-B8")


@pytest.mark.case("generation-lost", "19.1.1")
def test_the_heaviest_german_guns_have_their_squares():
    match = begun("firestorm")
    assert where(match, "G305H", "G380", "G420.1", "G420.2") == ["B28", "A29", "A26", "B27"]
    ready(match)
    guns = guns_on_map(match, GERMAN)
    assert len(guns) == 34 and sum(C.field[C.unit[u]] for u in guns) == 12  # GL-R193
    assert Counter(C.gun_class[C.unit[u]] for u in guns) == {"field": 12, "heavy": 21, "rail": 1}


def test_two_guns_of_a_group_may_share_a_square_three_may_not():
    match = begun("firestorm")
    play(match, "G77.1", "G77.1-E10", "G77.7", "G77.7-E10", "G100.1")
    assert "cannot be placed in E10" in refused(match, "G100.1-E10").reason


@pytest.mark.case("generation-lost", "19.1.3", "9.2.4")
def test_the_french_player_chooses_eight_forts_three_of_them_on_the_west_bank():
    match = begun("firestorm")
    while kind(match) == "PlaceGuns":
        play(match, "historical")
    assert match.player == "french" and kind(match) == "PlaceGarrisons"
    play(match, "J23", "L25", "N20", "N23", "N25")
    assert options(match) == {C.board.labels[x] for x in C.forts if C.bank[x] == "W"} | {"historical"}
    assert "West Bank" in refused(match, "O22").reason
    assert "has its garrison" in refused(match, "J23").reason
    assert "no fort" in refused(match, "M22").reason
    play(match, "Q18", "L16", "V19")
    assert kind(match) != "PlaceGarrisons"
    forts = {at(match, C.ids[u]) for u in C.garrisons}
    assert forts == {"J23", "L25", "N20", "N23", "N25", "Q18", "L16", "V19"}
    assert all("inside" in order(match, f"Gar{n}") and "revealed" not in order(match, f"Gar{n}") for n in range(1, 9))
    assert Counter(faces_left(game_position(match))) == {0: 4, 1: 3, 2: 1}  # GL-R57: four dummies, three 010, one 020


@pytest.mark.case("generation-lost", "19.1.3")
def test_the_french_line_on_february_21():
    match = set_up("firestorm")
    assert where(match, "37Fr", "132Fr", "XXXFr", "VIIFr", "IIFr") == ["P20", "N33", "N23", "K11", "Q27"]
    assert steps(match, "B3.1") == 1 and steps(match, "B3.14") == 2 and at(match, "B3.18") == "H30"  # GL-R50, GL-R191
    assert at(match, "B4.4") == "Q18" and "inside" not in order(match, "B4.4")  # GL-R302: beside the fort
    assert here(match, "pool") >= {"29Fr", "67Fr", "72RFr", "51Fr", "14Fr"}
    assert facing(match, "B3.2") == "W" and facing(match, "B3.13") == "E" and facing(match, "B3.1") == "N"


@pytest.mark.case("generation-lost", "19.1.5(c)")
def test_every_75_begins_and_comes_at_full_strength():
    match = set_up("firestorm")
    for n in range(1, 13):
        unit = f"F75.{n}"
        assert steps(match, unit) == 2
        arrival = C.scenarios["firestorm"].arrivals.get(C.unit[unit])
        assert arrival is None or arrival.steps == 2


@pytest.mark.case("generation-lost", "19.1.5(d)")
def test_the_xxx_corps_begins_on_fort_souville_beside_whoever_is_in_it():
    match = set_up("firestorm")
    assert here(match, "N23") == {"XXXFr", "Gar6"}
    assert "inside" not in order(match, "XXXFr")


def test_who_controls_what_on_february_21():
    match = set_up("firestorm")
    assert control(match, "A1") == control(match, "C22") == control(match, "B17") == "german"  # GL-R300
    assert control(match, "D13") == control(match, "D22") == control(match, "V1") == control(match, "E20") == "french"
    assert game_position(match).forts == [FRENCH] * 19  # GL-R283


def test_forts_with_germans_on_them_are_german_in_april():
    match = set_up("may_cup")
    owner = dict(zip(C.forts, game_position(match).forts, strict=True))
    assert owner[C.board.index["J23"]] == GERMAN and owner[C.board.index["L25"]] == FRENCH
    assert control(match, "P19") == control(match, "Q20") == "french"


@pytest.mark.case("generation-lost", "20.5.3(g)", "GL-R283")
@pytest.mark.parametrize("scenario", ["may_cup", "hells_doorway", "shall_not_pass", "ramparts_revenge"])
def test_a_fort_where_nobody_stands_is_french_whoever_is_nearer(scenario: str):
    p = GAME.opening(scenario, {})  # Vaux in October lies among German squares
    held = [any(C.side[u] == GERMAN for u in p.stacks[x]) for x in C.forts]
    assert [owner == GERMAN for owner in p.forts] == held


# ------------------------------------------------------------------------------------------------ 19.2, 20.1: as 19.1


@pytest.mark.case("generation-lost", "19.2", "19.2.1", "20.0", "20.1")
def test_the_crown_princes_plan_and_the_campaign_set_up_as_the_first_scenario():
    first = set_up("firestorm").position
    for scenario in ("crown_prince", "campaign"):
        other = set_up(scenario).position
        on_map = {u: x for u, x in enumerate(first.place) if x < C.board.size}
        assert on_map == {u: x for u, x in enumerate(other.place) if x < C.board.size}
    plan, campaign = C.scenarios["crown_prince"], C.scenarios["campaign"]
    assert (plan.first_turn, plan.last_turn, campaign.first_turn, campaign.last_turn) == (1, 6, 1, 44)


# ------------------------------------------------------------------------------------------------ 19.3 Operation May Cup


@pytest.mark.case("generation-lost", "19.3.1")
def test_german_guns_of_april_stand_six_squares_behind_their_front():
    match = begun("may_cup")
    play(match, "G150H.1")
    assert legal(match, "G150H.1-A4")
    verdict = refused(match, "G150H.1-H18")  # two squares behind J18
    assert "6 squares or more from units at the front" in verdict.reason and "GL-R211" in verdict.cases
    assert "behind the line" in refused(match, "G150H.1-P20").reason
    play(match, "back", "G420.1")
    assert "major roads" in refused(match, "G420.1-B2").reason
    play(match, "back", "G380")
    assert options(match) <= {
        f"G380-{C.board.labels[x]}" for x in range(C.board.size) if C.board.edges["rail"][x] and C.north[x]
    }
    play(match, "back")
    ready(match)
    guns = guns_on_map(match, GERMAN)
    assert len(guns) == 34 and on_bank(guns, match, "W") == 14
    assert Counter(C.size[C.unit[u]] for u in here(match, "reserves") if C.side[C.unit[u]] == GERMAN) == {"battalion": 5}
    assert {"11B/3", "12R/3", "14R/3", "9R/2", "39/3"} <= here(match, "pool")


@pytest.mark.case("generation-lost", "19.3.1")
def test_the_distance_is_counted_from_every_unit_that_touches_an_enemy():
    """GL-E85: with a regiment at J20 as the only one at the front, E20 is five squares off, D20 six and C22 seven."""
    match = begun("may_cup")
    p = game_position(match)
    far = distance_from_front(p, GERMAN)
    assert [far[C.board.index[label]] for label in ("E20", "D20")] == [5, 6]
    play(match, "G150H.1")
    assert not legal(match, "G150H.1-E20") and legal(match, "G150H.1-D20") and legal(match, "G150H.1-C22")


@pytest.mark.case("generation-lost", "19.3.1")
def test_fourteen_german_guns_must_stand_west_of_the_meuse():
    match = begun("may_cup")
    east = [u for u in C.scenarios["may_cup"].free_guns[0].units if u not in ("G420.1", "G420.2", "G305H", "G380")][:16]
    cells = ["D19", "D26", "D27", "G33", "H34", "D28", "A14", "B20"]
    for n, unit in enumerate(east):
        play(match, unit, f"{unit}-{cells[n // 2]}")
    for unit, cell in (("G420.1", "B21"), ("G420.2", "C26"), ("G305H", "C26"), ("G380", "C25")):
        play(match, unit, f"{unit}-{cell}")
    left = next(o for o in options(match) if o.startswith("G"))
    play(match, left)
    assert all(C.bank[C.board.index[o.split("-")[1]]] == "W" for o in options(match))
    assert "14 guns at least stand west of the Meuse" in refused(match, f"{left}-A15").reason


@pytest.mark.case("generation-lost", "19.3.3")
def test_the_french_in_april():
    match = set_up("may_cup")
    guns = guns_on_map(match, FRENCH)
    assert len(guns) == 20 and on_bank(guns, match, "W") >= 9
    assert at(match, "F305H.2") == "due" and {"F400.1", "F400.2"} <= here(match, "out")
    assert steps(match, "43Fr") == 4 and steps(match, "76Fr") == 3
    assert "inside" in order(match, "B3.7") and at(match, "B3.7") == "Q18"  # GL-R206
    garrisons = {at(match, f"Gar{n}"): game_position(match).garrison_faces[n - 1] for n in range(1, 4)}
    assert garrisons == {"N23": 1, "N25": 1, "L25": 2}
    assert all("revealed" in order(match, f"Gar{n}") for n in range(1, 4)) and at(match, "Gar4") == "out"
    assert {"B4.5", "B4.6", "B4.7", "B4.8", "59C.1", "59C.2"} <= here(match, "reserves")
    assert [steps(match, f"B4.{n}") for n in (5, 6, 7, 8)] == [2, 1, 1, 1]


@pytest.mark.case("generation-lost", "19.3.5(c)")
def test_two_corps_are_held_behind_the_front():
    match = set_up("may_cup")
    held = {C.ids[u] for u in range(len(C.ids)) if "held" in order(match, C.ids[u])}
    divisions = {"21/1", "21/2", "21/3", "25/1", "25/2", "25/3", "5/1", "5/2", "5/3", "6/1", "6/2", "6/3", "6/4"}
    assert held == divisions | {"XVIII", "III"}
    assert [len(group) for group in C.scenarios["may_cup"].held] == [7, 8]


# ------------------------------------------------------------------------------------------------ 19.4 Hell's Doorway


@pytest.mark.case("generation-lost", "19.4.1")
def test_the_germans_in_july():
    match = set_up("hells_doorway")
    guns = guns_on_map(match, GERMAN)
    assert len(guns) == 34 and on_bank(guns, match, "W") >= 14
    reserves = {u for u in here(match, "reserves") if C.side[C.unit[u]] == GERMAN}
    assert {"9R/1", "9R/2", "6/1", "6/4", "58/3", "11B/1"} <= reserves and len(reserves) == 2 + 4 + 3 + 3 + 3
    assert at(match, "Eng2") == "J23" and "inside" in order(match, "Eng2")


@pytest.mark.case("generation-lost", "19.4.3")
def test_one_french_gun_of_the_owners_choice_stays_out_in_july():
    match = begun("hells_doorway")
    play(match, "historical")
    twin = match.clone()
    ready(match)
    assert len(guns_on_map(match, FRENCH)) == 23 and at(match, "F305H.2") == "out"  # GL-R219
    for unit in ("F305H.2", *(u for u in C.scenarios["hells_doorway"].free_guns[1].units if u not in ("F305H.2", "F240H"))):
        play(twin, unit)
        play(twin, sorted(options(twin))[0])
    assert at(twin, "F240H") == "out" and len(guns_on_map(twin, FRENCH)) == 23
    assert on_bank(guns_on_map(twin, FRENCH), twin, "W") >= 9


@pytest.mark.case("generation-lost", "19.4.3")
def test_the_french_reserves_of_july():
    match = set_up("hells_doorway")
    reserves = {u for u in here(match, "reserves") if C.side[C.unit[u]] == FRENCH}
    assert {"23Fr", "25Fr", "59C.1", "59C.2"} <= reserves
    assert steps(match, "23Fr") == steps(match, "25Fr") == 4  # GL-R220
    assert sorted(steps(match, u) for u in reserves if u.startswith("B4")) == [1, 1, 1, 2, 2, 2]
    faces = {at(match, f"Gar{n}"): game_position(match).garrison_faces[n - 1] for n in range(1, 5)}
    assert faces == {"N15": 1, "O22": 1, "N25": 1, "N23": 2}


# ------------------------------------------------------------------------------------------------ 19.5 They Shall Not Pass


@pytest.mark.case("generation-lost", "19.5.1")
def test_eleven_heavy_guns_are_drawn_out_in_august():
    first, second = begun("shall_not_pass", seed=1), begun("shall_not_pass", seed=2)
    drawn = [{u for u in here(m, "out") if C.gun[C.unit[u]] and C.side[C.unit[u]] == GERMAN} for m in (first, second)]
    assert [len(out) for out in drawn] == [11, 11] and drawn[0] != drawn[1]
    assert all(C.gun_class[C.unit[u]] == "heavy" for out in drawn for u in out)
    ready(first)
    guns = guns_on_map(first, GERMAN)
    assert Counter(C.gun_class[C.unit[u]] for u in guns) == {"field": 12, "heavy": 10, "rail": 1}
    assert on_bank(guns, first, "W") >= 9
    assert {"4/4", "AC/3", "AC/4"} <= here(first, "pool")


@pytest.mark.case("generation-lost", "19.5.1")
def test_guns_stand_seven_squares_back_in_august():
    match = begun("shall_not_pass")
    play(match, "G77.1")
    assert "7 squares or more" in refused(match, "G77.1-E20").reason


@pytest.mark.case("generation-lost", "19.5.3")
def test_the_french_owner_shares_his_brigades_between_reserves_and_pool():
    match = begun("shall_not_pass")
    while kind(match) == "PlaceGuns":
        play(match, "historical")
    assert kind(match) == "ShareBrigades" and match.player == "french"
    loose = {o for o in options(match) if o.startswith("B")}
    play(match, *sorted(loose)[: len(loose) // 2])
    assert kind(match) != "ShareBrigades"
    reserves = {u for u in here(match, "reserves") if C.brigade[C.unit[u]]}
    assert reserves == set(sorted(loose)[: len(loose) // 2])
    assert set(sorted(loose)[len(loose) // 2 :]) <= here(match, "pool")  # GL-R225: the odd one too
    assert {"59C.1", "59C.2"} <= here(match, "reserves")


# ------------------------------------------------------------------------------------------------ 19.6 Rampart's Revenge


@pytest.mark.case("generation-lost", "19.6.1")
def test_thirteen_heavy_and_five_field_guns_are_drawn_out_in_october():
    match = set_up("ramparts_revenge")
    guns = guns_on_map(match, GERMAN)
    assert Counter(C.gun_class[C.unit[u]] for u in guns) == {"field": 7, "heavy": 8, "rail": 1}
    assert on_bank(guns, match, "W") >= 6
    assert "Eng3" in here(match, "pool")  # GL-R262
    assert {u for u in here(match, "reserves") if C.side[C.unit[u]] == GERMAN} == {"Bn14", "Bn15", "Bn16"}
    assert "held" in order(match, "113/1")


@pytest.mark.case("generation-lost", "19.6.3")
def test_french_brigades_are_shared_by_chance_in_october():
    reserves = []
    for seed in (1, 2):
        match = set_up("ramparts_revenge", seed)
        reserves.append({u for u in here(match, "reserves") if C.brigade[C.unit[u]]})
        pool = {u for u in here(match, "pool") if C.brigade[C.unit[u]]}
        assert len(pool) - len(reserves[-1]) in (0, 1)
        assert len(guns_on_map(match, FRENCH)) == 23 and on_bank(guns_on_map(match, FRENCH), match, "W") >= 8
    assert reserves[0] != reserves[1]
    assert len([u for u in here(match, "due") if u.startswith("B3.")]) == 3  # set aside for October 30 (GL-R306)
    assert at(match, "40Fr") == "Q27" and steps(match, "B3.8") == 1  # GL-R228, GL-R230


@pytest.mark.case("generation-lost", "19.6.5(h)")
def test_the_germans_have_one_air_unit_in_october():
    match = set_up("ramparts_revenge")
    assert here(match, "air") == {"GAir1", "FAir1", "FAir2"} and at(match, "GAir2") == "out"
    assert here(set_up("firestorm"), "air") == {"GAir1", "GAir2", "FAir1", "FAir2"}
