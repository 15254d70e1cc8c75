"""What a client is given: views, overlays, hexes in words, counters and charts."""

import pytest

from trenchline.core.errors import TrenchlineError

from .kit import GAME, position

TEXT = "turn: 5\nstep: german-movement\n1607: 21ID\n1505: RS1 reduced\n1508: 72DI entrenched\n1315: 51DI\n"


def test_a_view_shows_points_losses_and_the_numbers_that_count_now():
    match = position(TEXT + "ap: 40 30\nlost: 3 4 1 0\neliminated: 39ID")
    view = match.view("german")
    assert view.tracks["German AP"] == "40" and view.tracks["German units eliminated"] == "3, 1 for good"
    counters = {c.id: c for c in view.counters}
    assert counters["21ID"].numbers == (6, 5, 4) and counters["RS1"].numbers == (3, 4) and "reduced" in counters["RS1"].states
    assert view.points == 9 - 4  # 4 for losses and 5 for AP, against 2 and 2
    assert view.date == "June 1916" and len(view.counters) == 88


def test_markers_show_fortresses_and_converted_rails():
    view = position(TEXT + "forts: 1511 destroyed\ngerman rails: 1607").view("french")
    found = {(m.kind, m.cell) for m in view.markers}
    assert {("fort", "1509"), ("fort destroyed", "1511"), ("rail converted", "1607")} <= found


def test_reinforcements_due_are_told():
    view = GAME.start("historical", seed=1).view("french")
    assert [(d.turn, d.side, len(d.units)) for d in view.due] == [
        (2, "french", 13),
        (2, "german", 3),
        (2, "german", 16),
        (7, "french", 4),
    ]


@pytest.mark.parametrize("name", [layer.name for layer in GAME.overlays()])
def test_every_overlay_can_be_drawn(name):
    match = position(TEXT)
    subject = {"supply": "german", "reach": "21ID", "range": "RS1"}.get(name, "")
    drawn = GAME.overlay(match, name, subject)
    assert drawn.title and drawn.cells and all(t.cell in GAME.board.index for t in drawn.cells)


def test_the_supply_overlay_draws_the_line_of_a_unit_beyond_the_trenchline():
    drawn = GAME.overlay(position(TEXT.replace("1508: 72DI entrenched\n", "")), "supply", "german")
    assert ("1607", "1606") in drawn.lines
    cut = GAME.overlay(position(TEXT + "1708: 29DI entrenched"), "supply", "french")
    assert cut.cells


def test_what_cannot_be_drawn_is_told():
    match = position(TEXT)
    for name, subject in (("supply", "swiss"), ("reach", "nobody"), ("range", "21ID"), ("moon", "")):
        with pytest.raises(TrenchlineError):
            GAME.overlay(match, name, subject)


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("1509", "Fort de Douaumont, with its guns"),
        ("1212", "defender +2"),
        ("1607", "zone of control"),
        ("1606", "Rail of the Germans"),
    ],
)
def test_a_hex_in_words(cell, words):
    assert any(words in line for line in GAME.describe(position(TEXT), cell))


def test_every_counter_and_chart_has_its_document():
    counters = {c.id: c for c in GAME.counter_documents()}
    assert [f.numbers for f in counters["RS1"].faces] == [("6", "4"), ("3", "4")]
    assert [f.title for f in counters["72DI"].faces] == ["mobile", "entrenched"] and len(counters["38DI"].faces) == 1
    charts = {c.name: c for c in GAME.chart_documents()}
    assert {"combat", "siege", "attrition"} <= set(charts)
    assert charts["combat"].rows["9"][-1] == "7" and charts["combat"].rows["-9"][0] == "0"
    board = GAME.board_document()
    assert len(board.cells) == 520 and set(board.edges) == {"road", "track", "rail", "river", "bridge", "trench"}


@pytest.mark.case("campaign-of-attrition", "4.5c", "CA-R30")
@pytest.mark.parametrize(("garrison", "kept_out"), [("72DI entrenched", True), ("XXX.HA", True), ("72DI", False)])
def test_the_zones_layer_and_the_words_about_a_hex_leave_out_what_an_occupied_fortress_keeps_out(garrison, kept_out):
    match = position(f"turn: 5\nstep: german-movement\n1012: 21ID entrenched\n1011: {garrison}\n1113: 51DI")
    german = {tint.cell for tint in GAME.overlay(match, "zones").cells if tint.side == "german"}
    assert ("1011" not in german) == kept_out and "1113" in german
    words = GAME.describe(match, "1011")
    assert ("German zone of control (4.5a)" not in words) == kept_out
    assert ("The fortress keeps the German zone of control out (4.5c)" in words) == kept_out
    assert "German zone of control (4.5a)" in GAME.describe(match, "1113")


@pytest.mark.case("campaign-of-attrition", "4.5c", "CA-R30")
@pytest.mark.parametrize("state", ["1011: 72DI entrenched\nforts: 1011 destroyed", "1110: 72DI"])
def test_a_fortress_that_is_destroyed_or_empty_shows_the_zone(state):
    match = position(f"turn: 5\nstep: german-movement\n1012: 21ID entrenched\n{state}")
    assert "1011" in {tint.cell for tint in GAME.overlay(match, "zones").cells if tint.side == "german"}
    assert "German zone of control (4.5a)" in GAME.describe(match, "1011")
