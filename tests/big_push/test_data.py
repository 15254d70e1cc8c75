"""The data files of The Big Push: they read into their structs, and what they name is there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

import trenchline
from trenchline.core.board import Board, load_board
from trenchline.core.counters import CounterSet, load_counters
from trenchline.core.files import DataFolder, read_rules, read_toml
from trenchline.games.big_push.components import Components
from trenchline.games.big_push.data_files import BigPushFile, BigPushScenario

NATIONS = ("british", "french", "german")
KINDS = ("infantry", "artillery", "cavalry", "tank", "hq")
NUMBERS = ("primary", "secondary", "movement", "reverse_primary", "reverse_secondary", "reverse_movement", "range")

GAMES = Path(trenchline.__file__).parent / "games"
FOLDER = DataFolder(GAMES / "big_push" / "data")


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board(FOLDER)


@pytest.fixture(scope="module")
def counters() -> CounterSet:
    return load_counters(FOLDER.file("counters.csv"), NATIONS, KINDS, NUMBERS)


@pytest.fixture(scope="module")
def book() -> BigPushFile:
    return read_toml(FOLDER.file("scenarios.toml"), BigPushFile)


def scenario(book: BigPushFile, name: str) -> BigPushScenario:
    return next(s for s in book.scenario if s.id == name)


# ------------------------------------------------------------------------------------------------ charts


def test_the_charts_of_the_series_stand_on_cases_of_this_game():
    c = Components()
    assert {chart.source for name, chart in c.charts.items() if name != "replacements"} == {"6.5.1", "9.1", "10.1", "11.4"}
    assert c.resources[4] == "tank_cavalry"


def test_the_small_tables_are_there():
    c = Components()
    own = {"rally", "breakdown", "recovery", "coordination", "release", "wind", "substitution", "mine"}
    assert own <= set(c.tables) and all(list(table.rows) == ["any"] for table in c.tables.values())


def test_terrain_points_to_rows_of_the_bombardment_table(board: Board):
    c = Components()
    assert {t.row for t in c.chart_data.terrain.values()} - {""} <= set(c.bombardment_rows)
    ground = {word for cell in board.terrain for word in cell}
    assert ground - set(c.chart_data.terrain) == {"river"}


# ------------------------------------------------------------------------------------------------ counters and board


@pytest.mark.case("big-push", "3.4.1")
def test_the_units_are_those_of_the_manifest(counters: CounterSet):
    box = [c for c in counters.counters if c.values.get("manifest")]
    found = Counter((c.nation, c.kind, c.size) for c in box)
    assert found == {
        ("british", "infantry", "division"): 26,
        ("british", "infantry", "brigade"): 20,
        ("british", "artillery", "brigade"): 9,
        ("british", "cavalry", "brigade"): 3,
        ("british", "tank", "company"): 3,
        ("british", "hq", "corps"): 6,
        ("french", "infantry", "division"): 6,
        ("french", "infantry", "brigade"): 12,
        ("french", "artillery", "brigade"): 6,
        ("french", "hq", "corps"): 3,
        ("german", "infantry", "regiment"): 53,
        ("german", "infantry", "battalion"): 24,
        ("german", "artillery", "brigade"): 11,
        ("german", "hq", "corps"): 5,
    }
    steps = {(c.kind, c.size): c.steps for c in box}
    assert steps["infantry", "division"] == 4 and steps["infantry", "battalion"] == 1 and steps["hq", "corps"] == 1
    assert {n for (kind, size), n in steps.items() if size in ("brigade", "regiment", "company")} == {2}


def test_the_values_that_the_rulebook_prints(counters: CounterSet):
    def values(name: str) -> list[int]:
        c = counters[counters.index[name]]
        return [c.number(n) for n in NUMBERS]

    assert values("46Br")[:6] == [7, 5, 6, 5, 3, 6]  # 6.5.3
    assert values("B4.1")[:3] == [4, 3, 6] and values("B3.1")[:3] == [3, 2, 6]  # 7.4.3
    assert values("BA9") == [4, 3, 5, 2, 2, 5, 11]  # 15.5.2c
    assert values("56Br")[0] == 8 and values("56Br")[3] == 6  # 15.1
    assert values("52/170")[3] + values("52/66")[3] == 4  # 11.4


@pytest.mark.case("big-push", "7.1.1")
def test_the_banks_of_the_somme_meet_at_three_crossings_only(board: Board):
    pairs = {tuple(sorted((board.labels[a], board.labels[b]))) for a in range(board.size) for b in board.edges["crossing"][a]}
    assert pairs == {("H26", "I26"), ("T32", "U32"), ("U26", "U27")}
    bank = board.columns["bank"]
    assert set(bank) == {"N", "S"}
    for a, b in pairs:
        assert bank[board.index[a]] != bank[board.index[b]] and board.joined("major", board.index[a], board.index[b])
    assert bank[board.index["M22"]] == "N" and board.columns["somme_open_bank"][board.index["M22"]] == "north"


def _visited(points: tuple[tuple[float, float], ...]) -> Iterator[tuple[int, int]]:
    """The squares under a line, as column and row from 0; those off the map too."""
    for (ax, ay), (bx, by) in pairwise(points):
        parts = max(1, round(max(abs(bx - ax), abs(by - ay)) / 0.02))
        for i in range(parts + 1):
            yield round(ax + (bx - ax) * i / parts) - 1, round(ay + (by - ay) * i / parts) - 1


def test_trenches_are_drawn_through_the_squares_of_their_side_and_the_nine_corners(board: Board):
    corners = {board.index[x] for x in ("C2", "C3", "D9", "E10", "F15", "L18", "M19", "M28", "K34")}
    under = {"german": set[int](), "allied": set[int]()}
    for course in board.courses:
        if course.kind.endswith("trench"):
            side = "german" if course.kind.startswith("german") else "allied"
            under[side] |= {row * 22 + column for column, row in _visited(course.points) if 0 <= row < 34}
    german, allied = set(board.where("trench", "german")), set(board.where("trench", "allied"))
    assert under["german"] == german | corners
    assert allied <= under["allied"] and not under["allied"] & german


def test_roads_are_drawn_through_the_squares_they_join(board: Board):
    for kind, feature in (("major_road", "major"), ("minor_road", "minor"), ("rail", "rail")):
        joined = {x for x, others in enumerate(board.edges[feature]) if others} | set(board.exits[feature])
        lines = [course.points for course in board.courses if course.kind == kind]
        under = Counter(
            row * 22 + column for line in lines for column, row in _visited(line) if 0 <= row < 34 and 0 <= column < 22
        )
        assert joined <= set(under)
        astray = sum(n for cell, n in under.items() if cell not in joined)
        assert astray < 0.01 * sum(under.values()), kind


def test_the_relief_is_four_heights_to_a_square_and_agrees_with_the_squares(board: Board):
    assert (len(board.relief), len(board.relief[0])) == (34 * 4, 22 * 4)
    for cell, height in enumerate(board.columns["elev_m"]):
        column, row = cell % 22, cell // 22
        mean = sum(sum(line[4 * column : 4 * column + 4]) for line in board.relief[4 * row : 4 * row + 4]) / 16
        assert abs(mean - int(height)) <= 1


def test_a_somme_square_stands_on_its_open_bank(board: Board):
    for cell, words in enumerate(board.terrain):
        opened = board.columns["somme_open_bank"][cell]
        assert bool(opened) == ("river" in words), board.labels[cell]
        assert not opened or opened[0].upper() == board.columns["bank"][cell]


@pytest.mark.case("big-push", "7.1")
def test_each_start_trench_is_one_chain_and_leaves_out_the_corners(board: Board):
    for side, count in (("german", 40), ("allied", 39)):
        line = board.where("trench", side)
        assert len(line) == count
        seen, todo = set(), [line[0]]
        while todo:
            cell = todo.pop()
            seen.add(cell)
            todo += [n for n in board.neighbours[cell] if n in line and n not in seen]
        assert seen == set(line)
    corners = ["C2", "C3", "D9", "E10", "F15", "L18", "M19", "M28", "K34"]
    assert all(not board.columns["trench"][board.index[c]] for c in corners)


def test_named_places_stand_where_the_rulebook_puts_them(board: Board):
    for square, word, name in (
        ("B3", "town", "Gommecourt"), ("K17", "town", "Montauban"), ("I16", "woods", "Mametz Wood"),
        ("M15", "woods", "Delville Wood"),
        ("P7", "town", "Bapaume"), ("U26", "town", "Péronne"), ("M32", "town", "Estrées"), ("G12", "ridge", "Thiepval Ridge"),
        ("T12", "ridge", "Transloy Ridges"), ("R30", "town", "Barleux"), ("F24", "town", "Bray"),
    ):  # fmt: skip
        cell = board.index[square]
        assert word in board.terrain[cell] and name in board.names[cell]


# ------------------------------------------------------------------------------------------------ scenarios


def test_the_turns_are_the_printed_dates(book: BigPushFile):
    assert len(book.turn) == 21
    assert (book.turn[0].date, book.turn[14].label, book.turn[20].date) == ("July 1, 1916", "6 Oct", "November 17, 1916")
    assert [book.turn[n - 1].label for n in book.snow_turns] == ["3 Nov", "10 Nov", "17 Nov"]
    spans = {s.id: (s.first_turn, s.last_turn) for s in book.scenario}
    assert spans == {
        "over_the_top": (1, 4),
        "punishing_land": (5, 11),
        "devil_machines": (12, 15),
        "away_to_siegfried": (16, 21),
        "campaign": (1, 21),
    }


def test_every_unit_and_square_that_a_scenario_names_is_there_and_no_unit_twice(
    book: BigPushFile, counters: CounterSet, board: Board
):
    for s in book.scenario:
        opening = scenario(book, s.setup_as) if s.setup_as else s
        placed = [row.unit for row in opening.setup] + [u for row in opening.free_guns for u in row.units]
        coming = [u for row in s.arrivals for u in row.units]
        names = [*placed, *coming, *s.pool]
        assert max(Counter(names).values()) == 1, s.id
        assert set(names) - set(counters.ids) <= {"B4.*"}, s.id
        squares = {row.cell for row in opening.setup} | {row.cell for row in s.arrivals if row.cell} | set(s.german_exit.cells)
        squares |= {cell for row in opening.free_guns for cell in row.ready.values()}
        squares |= {c for v in s.victory.values() for r in (*v.all_of, *v.any_of) for c in r.cells}
        squares |= {c for v in s.victory.values() for r in (*v.all_of, *v.any_of) for place in r.places for c in place.cells}
        assert squares <= set(board.index), s.id


@pytest.mark.parametrize(
    ("name", "divisions", "brigades", "regiments", "battalions", "hqs"),
    [
        ("over_the_top", 24, 0, 38, 0, 11),
        ("punishing_land", 22, 12, 22, 12, 14),
        ("devil_machines", 21, 14, 24, 14, 14),
        ("away_to_siegfried", 22, 16, 27, 13, 14),
    ],
)
def test_set_ups_have_the_strength_that_the_rulebook_counts(
    book: BigPushFile, counters: CounterSet, name: str, divisions: int, brigades: int, regiments: int, battalions: int, hqs: int
):
    units = [counters[counters.index[row.unit]] for row in scenario(book, name).setup]
    found = Counter(c.size for c in units if c.kind in ("infantry", "hq"))
    expected = {"division": divisions, "brigade": brigades, "regiment": regiments, "battalion": battalions, "corps": hqs}
    assert found == {size: n for size, n in expected.items() if n}


def test_rows_of_a_set_up_face_and_stand_as_their_kind_allows(book: BigPushFile, counters: CounterSet):
    modes = {"hq": {"command", "supply", "either"}, "german infantry": {"mobile", "entrenched"}}
    for s in book.scenario:
        for row in s.setup:
            c = counters[counters.index[row.unit]]
            assert row.facing in ("N", "E", "S", "W", "owner")
            allowed = modes.get(c.kind) or modes.get(f"{c.nation} {c.kind}") or {""}
            assert row.mode in allowed, (s.id, row.unit)
            assert row.strength in ("full", "reduced") and set(row.states) <= {"held"}
            assert row.provenance == "text" or row.ruling, (s.id, row.unit)


@pytest.mark.case("big-push", "14.1.2a")
def test_front_and_trench_agree_in_the_first_scenario(book: BigPushFile, counters: CounterSet, board: Board):
    for row in scenario(book, "over_the_top").setup:
        c, trench = counters[counters.index[row.unit]], board.columns["trench"][board.index[row.cell]]
        if c.nation == "german" and c.kind == "infantry":
            assert (row.mode == "entrenched") == (trench == "german"), row.unit
        elif c.kind == "infantry":
            assert trench == "allied" or row.unit in ("49Br", "19Br", "17Br", "9Br")


def test_the_ready_placement_of_free_guns_keeps_to_its_rows_and_banks(book: BigPushFile, board: Board):
    for s in book.scenario:
        for row in s.free_guns:
            assert list(row.ready) == row.units
            rows = [int(cell[1:]) for cell in row.ready.values()]
            banks = Counter(board.columns["bank"][board.index[cell]] for cell in row.ready.values())
            assert row.first_row <= min(rows) and max(rows) <= row.last_row
            assert banks["N"] >= row.least_north and banks["S"] >= row.least_south


def test_the_objectives_on_the_board_are_those_of_the_scenarios(book: BigPushFile, board: Board):
    printed = {(part.split(":")[0], board.labels[cell]) for cell, text in enumerate(board.columns["victory"]) if text
               for part in text.split("; ")}  # fmt: skip
    said = set()
    for s in book.scenario:
        rows = [r for v in s.victory.values() for r in (*v.all_of, *v.any_of)]
        said |= {(s.id, c) for r in rows for c in (*r.cells, *(c for place in r.places for c in place.cells))}
    said |= {("campaign", c) for marker in book.marker.values() for c in marker.cells}
    assert printed == said


@pytest.mark.case("big-push", "15.5.1", "15.6.1")
def test_operations_and_markers(book: BigPushFile):
    totals = {side: sum(o.points for o in book.operation.values() if o.side == side) for side in ("allied", "german")}
    assert totals == {"allied": 115, "german": 95}
    assert Counter(m.nation for m in book.marker.values()) == {"british": 11, "french": 5}
    assert Counter(m.kind for m in book.marker.values())["place"] == 11


def test_arrivals_come_in_order_and_within_the_scenario(book: BigPushFile):
    for s in book.scenario:
        assert all(a.turn <= b.turn for a, b in pairwise(s.arrivals)), s.id
        assert all(s.first_turn <= row.turn <= s.last_turn for row in s.arrivals), s.id
        assert all(row.cell == "" or row.placed or row.cell[0] in "AV" for row in s.arrivals)


def test_every_case_has_a_summary_once():
    rules = read_rules(FOLDER.file("rules.csv"))
    assert len({r.case for r in rules}) == len(rules) == 356
    assert {r.kind for r in rules} == {"definition", "rule", "scenario", "victory", "option"}
    assert all(r.title and r.summary for r in rules)
