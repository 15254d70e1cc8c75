"""Who comes when and where: the lists of reinforcements of chapters 19 and 20."""

from __future__ import annotations

from collections import Counter

import pytest

from trenchline.games.generation_lost.components import FRENCH, GERMAN

from .kit import C

DATES = {date: n for n, date in enumerate(C.dates, 1)}


def turn(date: str) -> int:
    return DATES[f"{date}, 1916"]


def come(scenario: str, date: str, side: int) -> dict[str, str]:
    """Who of a side comes by name on a date, and where: a square, several, or a bank's part of an edge."""
    found = {}
    for u, arrival in C.scenarios[scenario].arrivals.items():
        if arrival.turn == turn(date) and C.side[u] == side:
            found[C.ids[u]] = place(arrival.cells)
    return found


def kinds(scenario: str, date: str, side: int) -> list[tuple[int, str, str]]:
    """What of a side comes by kind on a date: how many, of which type or size, and where."""
    rows = [c for c in C.scenarios[scenario].choices if c.turn == turn(date) and c.side == side]
    return sorted((c.row.count, c.row.type or c.row.kind, place(c.cells)) for c in rows)


def place(cells: tuple[int, ...]) -> str:
    for edge in ("north", "south"):
        for bank in ("west", "east"):
            if cells == C.bank_edge(edge, bank):
                return bank
    return " ".join(C.board.labels[x] for x in cells)


def divisions(units: dict[str, str]) -> Counter[tuple[str, str]]:
    """How many regiments of each division, and where."""
    return Counter((unit.split("/")[0], where) for unit, where in units.items() if "/" in unit)


@pytest.mark.case("generation-lost", "2.1")
def test_forty_four_weeks():
    assert len(C.dates) == 44 and C.dates[0] == "February 21, 1916" and C.dates[-1] == "December 18, 1916"
    assert turn("April 3") == 7 and turn("July 3") == 20 and turn("August 7") == 25 and turn("October 2") == 33
    spans = {s.id: (C.dates[s.first_turn - 1], C.dates[s.last_turn - 1]) for s in C.scenarios.values()}
    assert spans["firestorm"] == spans["crown_prince"] == ("February 21, 1916", "March 27, 1916")
    assert spans["may_cup"] == ("April 3, 1916", "June 26, 1916")
    assert spans["hells_doorway"] == ("July 3, 1916", "July 31, 1916")
    assert spans["shall_not_pass"] == ("August 7, 1916", "September 25, 1916")
    assert spans["ramparts_revenge"] == ("October 2, 1916", "December 18, 1916")


@pytest.mark.case("generation-lost", "19.1", "19.1.2")
def test_german_reinforcements_of_march():
    assert divisions(come("firestorm", "March 6", GERMAN)) == {("11B", "west"): 3, ("22R", "west"): 4, ("113", "east"): 3}
    assert come("firestorm", "March 6", GERMAN)["XXIIR"] == "west"
    assert divisions(come("firestorm", "March 13", GERMAN)) == {("58", "east"): 3, ("121", "east"): 3}
    assert divisions(come("firestorm", "March 20", GERMAN)) == {("192", "west"): 3}  # GL-R197
    assert not any(come("firestorm", date, GERMAN) for date in ("February 21", "February 28", "March 27"))


@pytest.mark.case("generation-lost", "19.1.4")
def test_french_reinforcements_of_the_first_weeks():
    first = come("firestorm", "February 21", FRENCH)
    assert {u for u, where in first.items() if where == "V22"} == {"3Fr", "4Fr", "16Fr", "F75.4", "F75.5", "F75.6"}
    assert {u for u, where in first.items() if where == "V13"} == {"153Fr", "39Fr", "F75.11", "IFr", "XXFr"}
    second = come("firestorm", "February 28", FRENCH)
    assert second.pop("68Fr") == "V22" and set(second.values()) == {"V13"} and len(second) == 9 + 5 + 3
    assert set(come("firestorm", "March 6", FRENCH)) == {"43Fr", "XXXIIFr", "XXXIIIFr", "F90", "F75.12"}
    assert set(come("firestorm", "March 13", FRENCH)) == {"1Fr", "40Fr", "59Fr", "42Fr", "77Fr", "F105", "F155H.2"}
    assert set(come("firestorm", "March 20", FRENCH)) == {"70Fr", "76Fr"}
    assert set(come("firestorm", "March 27", FRENCH)) == {"22Fr"}
    assert not set(come("firestorm", "March 27", FRENCH)) & {"F305H.2"}  # GL-R208: the second comes in April


@pytest.mark.case("generation-lost", "19.3", "19.3.2")
def test_german_reinforcements_of_spring():
    assert kinds("may_cup", "April 3", GERMAN) == [(5, "battalion", "west")]
    assert kinds("may_cup", "April 17", GERMAN) == [(5, "battalion", "east")]
    assert kinds("may_cup", "April 24", GERMAN) == [(4, "battalion", "east")]
    assert divisions(come("may_cup", "May 1", GERMAN)) == {("4", "west"): 4}
    assert divisions(come("may_cup", "May 8", GERMAN)) == {("54", "west"): 3}
    assert divisions(come("may_cup", "May 15", GERMAN)) == {("38", "west"): 3}
    assert kinds("may_cup", "May 15", GERMAN) == [(4, "battalion", "east")]
    assert (
        divisions(come("may_cup", "June 12", GERMAN)) == {("AC", "east"): 4}
        and come("may_cup", "June 12", GERMAN)["ALP"] == "east"
    )
    assert divisions(come("may_cup", "June 19", GERMAN)) == {("6B", "east"): 3}
    [(when, units, _)] = C.scenarios["may_cup"].removals
    assert when == turn("June 5") and [C.ids[u] for u in units] == ["192/1", "192/2", "192/3"]


@pytest.mark.case("generation-lost", "19.3.4a")
def test_french_reinforcements_of_spring():
    assert set(come("may_cup", "April 3", FRENCH)) == {"11Fr", "5Fr", "6Fr", "34Fr", "23Fr"}
    assert set(come("may_cup", "April 10", FRENCH)) == {"F305H.2", "69Fr"}
    assert set(come("may_cup", "April 17", FRENCH)) == {"17Fr", "18Fr"}
    assert set(come("may_cup", "May 15", FRENCH)) == {"F220", "F280H", "F370H", "56Fr"}
    assert come("may_cup", "June 12", FRENCH) == {"130Fr": "V13"}  # GL-R207


@pytest.mark.case("generation-lost", "19.4", "19.4.2", "19.4.4")
def test_reinforcements_of_july():
    assert divisions(come("hells_doorway", "July 3", GERMAN)) == {("AC", "east"): 4}
    assert divisions(come("hells_doorway", "July 24", GERMAN)) == {("10R", "east"): 3}
    assert come("hells_doorway", "July 3", FRENCH) == {"130Fr": "V13"}
    assert set(come("hells_doorway", "July 10", FRENCH)) == {"6Fr", "56Fr", "16Fr", "128Fr"}
    assert come("hells_doorway", "July 17", FRENCH) == {"28Fr": "V13"}
    assert come("hells_doorway", "July 24", FRENCH) == {"14Fr": "V13", "153Fr": "west"}


@pytest.mark.case("generation-lost", "19.5", "19.5.2", "19.5.4")
def test_reinforcements_of_august_and_september():
    assert divisions(come("shall_not_pass", "August 7", GERMAN)) == {("11B", "east"): 3}
    august = divisions(come("shall_not_pass", "August 28", GERMAN))
    assert august == {("10R", "east"): 3, ("58", "east"): 3, ("33R", "east"): 3, ("113", "east"): 3}
    assert divisions(come("shall_not_pass", "September 4", GERMAN)) == {("21", "east"): 3}
    assert come("shall_not_pass", "August 7", FRENCH) == {"18Fr": "V13"}
    assert kinds("shall_not_pass", "August 21", FRENCH) == [(1, "646", "west")]  # GL-R226
    assert come("shall_not_pass", "September 18", FRENCH) == {"130Fr": "V13"}
    assert kinds("shall_not_pass", "September 25", FRENCH) == [(1, "646", "V13"), (1, "866", "V13"), (1, "866", "V13")]
    assert all(choice.row.unused for choice in C.scenarios["shall_not_pass"].choices)


@pytest.mark.case("generation-lost", "19.6", "19.6.2", "19.6.4")
def test_reinforcements_of_autumn():
    assert divisions(come("ramparts_revenge", "October 9", GERMAN)) == {("10R", "west"): 2}
    assert divisions(come("ramparts_revenge", "October 23", GERMAN)) == {("33R", "west"): 3}  # GL-R231
    assert divisions(come("ramparts_revenge", "November 6", GERMAN)) == {("6B", "east"): 2, ("11B", "west"): 3}
    assert kinds("ramparts_revenge", "November 6", GERMAN) == [(2, "battalion", "east")]
    assert divisions(come("ramparts_revenge", "December 4", GERMAN)) == {("5", "east"): 1}
    assert kinds("ramparts_revenge", "December 4", GERMAN) == [(3, "battalion", "east")]
    assert divisions(come("ramparts_revenge", "December 11", GERMAN)) == {("11R", "east"): 3}
    assert set(come("ramparts_revenge", "October 2", FRENCH)) == {"37Fr", "130Fr"}
    assert come("ramparts_revenge", "October 16", FRENCH) == {"F400.1": "V13 V20", "F400.2": "V13 V20"}
    assert C.scenarios["ramparts_revenge"].arrivals[C.unit["F400.1"]].rail
    october = come("ramparts_revenge", "October 30", FRENCH)
    assert {u for u in october if u.endswith("Fr")} == {"13Fr", "72RFr", "120Fr", "132Fr"} and set(october.values()) == {
        "V13 V22"
    }
    assert [C.type[C.unit[u]] for u in october if not u.endswith("Fr")] == ["326"] * 3
    assert set(come("ramparts_revenge", "November 6", FRENCH)) == {"22Fr", "67Fr"}
    assert set(come("ramparts_revenge", "November 13", FRENCH)) == {"59Fr", "153Fr"}
    assert set(come("ramparts_revenge", "December 4", FRENCH)) == {"4Fr", "11Fr"}
    assert set(come("ramparts_revenge", "December 11", FRENCH)) == {"77Fr"}
    full = C.scenarios["ramparts_revenge"].arrivals
    assert all(arrival.steps == C.steps[u] for u, arrival in full.items())


@pytest.mark.case("generation-lost", "20.2", "20.2.1")
def test_the_german_list_of_the_campaign():
    first, campaign = C.scenarios["firestorm"].arrivals, C.scenarios["campaign"].arrivals
    assert all(campaign[u].turn == first[u].turn and campaign[u].cells == first[u].cells for u in first)
    assert kinds("campaign", "April 3", GERMAN) == [(5, "battalion", "west")]
    assert divisions(come("campaign", "June 12", GERMAN)) == {("AC", "east"): 4}
    assert kinds("campaign", "July 24", GERMAN) == [(3, "636", "east")]
    assert kinds("campaign", "August 28", GERMAN) == [(3, "636", "east"), (6, "536", "east")]
    assert divisions(come("campaign", "August 28", GERMAN)) == {("33R", "east"): 3}
    assert kinds("campaign", "October 23", GERMAN) == [(3, "326", "east")]  # GL-R231
    assert kinds("campaign", "December 4", GERMAN) == [(1, "756", "east"), (3, "battalion", "east")]
    assert C.specs["campaign"].substitutes_from == {"german": turn("July 24"), "french": turn("July 10")}
    named = {C.ids[u] for u in C.hqs[GERMAN] if u in campaign}
    assert named == {"XXIIR", "ALP"}  # GL-R237: XR, V, XIV and IB never come


@pytest.mark.case("generation-lost", "20.2", "20.2.2")
def test_the_french_list_of_the_campaign():
    assert come("campaign", "July 3", FRENCH) == {"130Fr": "V13"}  # GL-R207
    assert come("campaign", "April 10", FRENCH) == {"69Fr": "V13", "F305H.2": "V13"}  # GL-R208
    assert come("campaign", "July 10", FRENCH) == {"128Fr": "V13"}
    assert kinds("campaign", "July 10", FRENCH) == [(1, "756", "V13"), (1, "866", "V13"), (1, "966", "V13")]
    assert kinds("campaign", "July 24", FRENCH) == [(1, "756", "V13"), (1, "966", "west")]
    assert kinds("campaign", "October 30", FRENCH) == [(1, "1076", "V13 V22"), (2, "756", "V13 V22"), (2, "886", "V13 V22")]
    assert come("campaign", "October 16", FRENCH) == {"F400.1": "V13 V20", "F400.2": "V13 V20"}


def test_nobody_comes_who_is_set_up():
    for scenario in C.scenarios.values():
        on_map = {placed.unit for placed in scenario.setup} | {C.unit[u] for row in scenario.free_guns for u in row.units}
        assert not on_map & set(scenario.arrivals), scenario.id
        assert not {u for u, _ in scenario.reserves} & (on_map | set(scenario.arrivals)), scenario.id
