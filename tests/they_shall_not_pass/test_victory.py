"""16.0 Victory, judged once, after February 29."""

import pytest

from trenchline.games.they_shall_not_pass.components import FRENCH, GERMAN
from trenchline.games.they_shall_not_pass.victory import casualties, casualty_points, level_of, town_points, victory_lines

from .kit import GAME as RULES
from .kit import C, control, move, play, position

GAME = "they-shall-not-pass"
TOWNS = [
    "0504", "0609", "0806", "1104", "1112", "1314", "1419", "1605", "1609", "2012",
    "2015", "2408", "2413", "2506", "2814", "2907", "2918", "2920", "3010", "3316",
]  # fmt: skip


def standing(text=""):
    """A position on the last day, for counting."""
    return position(f"turn: 9\nstep: french-movement\n{text or '1323: XX.HQ'}").position


def score(text, case):
    return next((line.value for line in victory_lines(standing(text)) if line.case == case), None)


@pytest.mark.case("they-shall-not-pass", "4.0.END", "16.0", "4.0")
def test_the_game_ends_and_is_judged_once_february_29_is_over():
    text = "turn: {turn}\nstep: french-breakthrough\nweather: bad\n1401: XVIII.HQ\n1622: XX.HQ"
    match = position(text.format(turn=9))
    assert match.over and match.player == ""
    assert (match.result.level, match.result.winner) == ("French Major Victory", "french")
    match = position(text.format(turn=8), dice=[4])
    assert not match.over and match.result is None and match.position.turn == 9


@pytest.mark.case("they-shall-not-pass", "4.0.END", "4.0.XII")
def test_the_last_turn_is_played_to_its_end_before_the_count():
    match = position("turn: 9\nstep: french-movement\ngerman ground: 1421 1422 1521\n1622: 42RI\n1401: XVIII.HQ")
    assert not match.over and match.result is None
    move(match, "42RI", "1522", "1421")
    run_to_end(match)
    assert match.over and match.result.points == 2  # 1422 and 1521; the French came back into 1421


def run_to_end(match):
    while not match.over:
        play(match, "done")


@pytest.mark.case("they-shall-not-pass", "16.0", "TP-R121")
def test_nothing_is_scored_at_the_start_and_only_the_german_scores():
    p = RULES.start(seed=1).position
    assert [line.value for line in victory_lines(p)] == [0, 0, 0, 0]


@pytest.mark.case("they-shall-not-pass", "16.0a")
@pytest.mark.parametrize(("towns", "points"), [(0, 0), (1, 0), (2, 1), (3, 1), (7, 3), (20, 10)])
def test_two_towns_make_a_point(towns, points):
    assert town_points(towns, infiltration=False) == points
    assert score(f"german ground: {' '.join(TOWNS[:towns])}\n1323: XX.HQ", "16.0a") == points


@pytest.mark.case("they-shall-not-pass", "16.0a", "TP-R121")
def test_the_towns_are_twenty_hexes_and_forges_is_none_of_them():
    assert sorted(C.board.labels[c] for c in C.towns) == TOWNS
    assert score("german ground: 0105 2015\n1323: XX.HQ", "16.0a") == 0  # Fleury alone
    assert score("german ground: 1421 1422\n1323: XX.HQ", "16.0a") == 0  # Verdun is a city, no town


@pytest.mark.case("they-shall-not-pass", "16.0a", "14.9", "TP-R120")
def test_towns_count_by_control_whoever_stands_near():
    p = standing("german ground: 2015\n2014: 42RI\n2012: IR81\n2011: IR87")
    assert next(line.value for line in victory_lines(p) if line.case == "16.0a") == 1


@pytest.mark.case("they-shall-not-pass", "16.0b", "TP-R125")
def test_each_destroyed_fort_is_a_point_whoever_holds_it():
    assert score("forts: Vaux 0, Douaumont 0\n2515: IR81\n2113: 42RI", "16.0b") == 2
    assert score("2514: IR81\n1323: XX.HQ", "16.0b") == 0


@pytest.mark.case("they-shall-not-pass", "16.0c")
@pytest.mark.parametrize("held", [0, 1, 4])
def test_each_hex_of_verdun_is_a_point(held):
    assert score(f"german ground: {' '.join(['1421', '1422', '1521', '1522'][:held])}\n1323: XX.HQ", "16.0c") == held


@pytest.mark.case("they-shall-not-pass", "16.0d", "TP-R123")
@pytest.mark.parametrize(
    ("text", "french", "german"),
    [
        ("eliminated: 42RI lost, 208R lost", 4, 0),
        ("surrendered: 42RI lost", 2, 0),
        ("eliminated: AD14 lost, XXX.HQ lost, II.44T lost, 56BCP lost", 8, 0),  # guns, HQs and battalions alike
        ("3014: 42RI reduced, II.44T reduced", 2, 0),
        ("3014: 42RI, AD14, FRem1", 0, 0),  # one-step units are not reduced
        ("out: FRem1, GRem1", 0, 0),
        ("reserve: 2Z, 3Z", 0, 0),
        ("eliminated: IR81 lost, Pi21 lost\n3014: IR87 reduced", 0, 5),
        ("forts: Vaux 0, Souville 0", 0, 0),
    ],
)
def test_a_lost_unit_is_two_casualties_and_a_reduced_one_on_the_map_one(text, french, german):
    p = standing(f"{text}\n1323: XX.HQ")
    assert (casualties(p, FRENCH), casualties(p, GERMAN)) == (french, german)


@pytest.mark.case("they-shall-not-pass", "16.0d")
def test_steps_and_units_brought_back_are_forgotten():
    match = position("turn: 9\nstep: french-replacements\n1609: XXX.HQ, 208R reduced\neliminated: 42RI lost")
    assert casualties(match.position, FRENCH) == 3
    play(match, "restore:208R", "return:42RI=1")
    assert casualties(match.position, FRENCH) == 1  # 42RI is back, reduced


@pytest.mark.case("they-shall-not-pass", "16.0e", "TP-R122")
@pytest.mark.parametrize(
    ("french", "german", "points"),
    [(0, 0, 0), (9, 10, 0), (10, 10, 0), (11, 10, 1), (14, 10, 1), (15, 10, 3), (19, 10, 3), (20, 10, 5), (1, 0, 5), (4, 3, 1),
     (5, 3, 3), (6, 3, 5), (0, 8, 0)],
)  # fmt: skip
def test_casualty_points_go_by_the_ratio_and_only_the_highest_counts(french, german, points):
    assert casualty_points(french, german) == points


@pytest.mark.case("they-shall-not-pass", "16.0e", "16.0d")
def test_the_casualty_line_is_counted_from_the_map():
    text = "eliminated: 42RI lost, IR81 lost\n3014: 208R reduced\n1323: XX.HQ"
    assert score(text, "16.0e") == 3  # 3 against 2 is 3:2 exactly


@pytest.mark.case("they-shall-not-pass", "16.0f", "6.42", "TP-R124")
def test_the_121st_division_costs_a_point_and_the_total_may_fall_below_zero():
    assert score("committed: yes\n1323: XX.HQ", "16.0f") == -1
    assert score("1323: XX.HQ", "16.0f") is None
    text = "turn: 9\nstep: french-breakthrough\nweather: bad\ncommitted: yes\n1401: XVIII.HQ\n1622: XX.HQ"
    match = position(text)
    assert (match.result.points, match.result.level, match.result.winner) == (-1, "French Major Victory", "french")


@pytest.mark.case("they-shall-not-pass", "16.0f", "15.2")
def test_with_full_effort_it_costs_nothing():
    assert score("options: full_effort\ncommitted: yes\n1323: XX.HQ", "16.0f") is None


@pytest.mark.case("they-shall-not-pass", "16.0f", "6.42", "TP-R52")
def test_the_penalty_is_for_entering_even_if_the_division_is_lost():
    assert score("committed: yes\neliminated: IR60 lost, RIR7 lost\n1323: XX.HQ", "16.0f") == -1


@pytest.mark.case("they-shall-not-pass", "16.0g", "TP-R124")
@pytest.mark.parametrize(
    ("points", "level", "winner"),
    [
        (-1, "French Major Victory", "french"), (0, "French Major Victory", "french"), (2, "French Major Victory", "french"),
        (3, "French Minor Victory", "french"), (5, "French Minor Victory", "french"), (6, "Draw (Historical)", ""),
        (8, "Draw (Historical)", ""), (9, "German Minor Victory", "german"), (11, "German Minor Victory", "german"),
        (12, "German Major Victory", "german"), (26, "German Major Victory", "german"),
    ],
)  # fmt: skip
def test_victory_levels(points, level, winner):
    assert level_of(standing(), points) == (level, winner)


@pytest.mark.case("they-shall-not-pass", "16.0", "16.0a", "16.0b", "16.0e", "16.0g")
def test_a_whole_count_adds_all_its_lines():
    # Ten towns, one fort and one hex of Verdun; French casualties 5 against German 4.
    text = (
        f"turn: 9\nstep: french-breakthrough\nweather: bad\ngerman ground: {' '.join([*TOWNS[:10], '1421'])}\nforts: Vaux 0\n"
        "eliminated: 42RI lost, 44RI lost, IR81 lost, IR87 lost\n3014: 208R reduced\n1401: XVIII.HQ"
    )
    match = position(text)
    assert control(match, "1421") == "german"
    assert (match.result.points, match.result.level) == (5 + 1 + 1 + 1, "Draw (Historical)")
    assert len(match.result.reasons) == 4
