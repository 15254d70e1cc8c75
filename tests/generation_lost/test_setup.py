"""19.0 Set-up, scenario by scenario: who stands where, what is chosen, what is drawn, what waits beside the map."""

from __future__ import annotations

import pytest

from trenchline.core.match import Match
from trenchline.games.generation_lost.components import FRENCH, GERMAN

from .kit import (
    GAME,
    C,
    at,
    facing,
    game_position,
    here,
    kind,
    order,
    play,
    steps,
)

case = pytest.mark.case
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
@case("generation-lost", "19.0")
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


@case("generation-lost", "19.0")
def test_battalions_that_are_not_listed_are_in_the_pool_and_hqs_and_divisions_out_of_play():
    match = set_up("firestorm")
    assert {"Bn04", "Bn28", "Bn29", "Bn32", "Eng3", "B4.5", "B3.19"} <= here(match, "pool")
    assert {"XR", "V", "XIV", "IB", "IIIFr", "XIIFr", "4/1", "5Fr"} <= here(match, "out")
    match = set_up("hells_doorway")
    assert {"12R/1", "121/2", "192/3", "22R/4"} <= here(match, "out")  # GL-R212
    assert all(at(match, f"Bn{n:02}") in ("pool", "reserves") or at(match, f"Bn{n:02}") in C.board.index for n in range(1, 33))


@case("generation-lost", "19.0")
def test_german_start_line_is_entrenched_and_faces_south_the_rest_is_mobile():
    match = set_up("firestorm")
    assert "entrenched" in order(match, "5/1") and facing(match, "5/1") == "S"
    assert "entrenched" not in order(match, "5/3") and at(match, "5/3") == "C25"
    assert "entrenched" not in order(match, "14R/1") and at(match, "14R/1") == "C13"  # GL-R195
    assert facing(match, "10R/1") == "W" and facing(match, "39/3") == "W" and facing(match, "11R/2") == "E"


@case("generation-lost", "19.0")
def test_the_front_of_april_is_entrenched_two_deep():
    match = set_up("may_cup")
    for unit in ("10R/1", "13R/3", "113/3", "121/3", "Bn01", "Eng1"):
        assert "entrenched" in order(match, unit), unit  # GL-R204
    for unit in ("14R/2", "6/1", "21/3", "Eng3"):
        assert "entrenched" not in order(match, unit), unit
