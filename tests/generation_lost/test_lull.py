"""7.0 Lull turns."""

import pytest

from .kit import (
    C,
    at,
    here,
    interdicted,
    kind,
    odds,
    options,
    order,
    play,
    points,
    position,
    quiet,
    run_to,
    step,
    texts,
)

QUIET = "V1: VIIFr >N\nA1: VIR >S"


def question(turn=12, dice=(), scenario="campaign", extra="", army=QUIET):
    return position(f"scenario: {scenario}\nturn: {turn}\nstep: lull\n{extra}\n{army}", dice)


def lull_turn(army, dice=(), turn=12, scenario="campaign"):
    """A lull on which both have agreed."""
    match = question(turn, dice, scenario, army=army)
    play(match, "yes", "yes")
    return match


@pytest.mark.case("generation-lost", "7.1", "7.1.1", "7.1.2", "4.0(3)", "19.1.5(b)", "20.3.2", "3.0-GameTurn")
def test_no_lull_on_the_first_two_turns_of_the_battle_nor_on_the_last_two_of_any_scenario():
    """GL-R14."""
    spans = {
        "firestorm": (1, 6), "crown_prince": (1, 6), "may_cup": (7, 19), "hells_doorway": (20, 24),
        "shall_not_pass": (25, 32), "ramparts_revenge": (33, 44), "campaign": (1, 44),
    }  # fmt: skip
    for scenario, (first, last) in spans.items():
        asked = [turn for turn in range(first, last + 1) if kind(question(turn, scenario=scenario)) == "CallLull"]
        start = 3 if first == 1 else first
        assert asked == list(range(start, last - 1)), scenario


@pytest.mark.case("generation-lost", "7.2", "7.0", "3.0-LullGameTurn")
def test_both_want_a_lull():
    match = question()
    assert (match.player, options(match)) == ("german", {"yes", "no"})
    play(match, "yes")
    assert (match.player, match.decision.prompt) == ("french", "The German wants a lull: do you?")
    play(match, "yes")
    assert match.position.lull


@pytest.mark.case("generation-lost", "7.2", "3.0-RegularGameTurn")
def test_neither_wants_a_lull():
    match = question()
    play(match, "no", "no")
    assert not match.position.lull and step(match) == "german-bombardment"


@pytest.mark.case("generation-lost", "7.2")
def test_they_disagree_and_the_higher_roll_has_its_will():
    """GL-R12: also when only the French want it."""
    for answers, dice, lull in (
        (("yes", "no"), (6, 6, 1, 1), True),
        (("yes", "no"), (1, 1, 6, 6), False),
        (("no", "yes"), (6, 6, 1, 1), False),
        (("no", "yes"), (1, 1, 6, 6), True),
    ):
        match = question(dice=dice)
        play(match, *answers)
        assert match.position.lull == lull, (answers, dice)


@pytest.mark.case("generation-lost", "7.2")
def test_a_tie_is_rolled_again():
    match = question(dice=[3, 3, 2, 4, 6, 6, 1, 1])
    events = play(match, "yes", "no")
    assert "A tie: both roll again" in texts(events, "lull")
    assert match.position.lull


@pytest.mark.case("generation-lost", "7.2-DRM", "7.2")
def test_who_wants_a_second_lull_in_a_row_has_minus_2():
    """GL-R13: only the one who wants it, only right after a lull."""
    again = question(dice=[4, 4, 3, 4], extra="lull: yes")
    events = play(again, "yes", "no")
    assert not again.position.lull  # 8 - 2 against 7
    assert [e.lines[0].value for e in events if e.kind == "lull" and e.lines] == [-2]
    french = question(dice=[3, 4, 4, 4], extra="lull: yes")
    play(french, "no", "yes")
    assert not french.position.lull
    first = question(dice=[4, 4, 3, 4])
    play(first, "yes", "no")
    assert first.position.lull


@pytest.mark.case("generation-lost", "7.2-DRM")
def test_the_lowest_roll_with_minus_2_is_a_roll_all_the_same():
    match = question(dice=[1, 1, 1, 1], extra="lull: yes")
    play(match, "yes", "no")
    assert not match.position.lull and step(match) == "german-bombardment"


@pytest.mark.case("generation-lost", "7.2")
def test_the_odds_of_the_roll_off():
    """Even at first; after a German 12 the French can only tie, and then it is even again."""
    match = question()
    play(match, "yes", "no")
    assert {o.result: round(o.probability, 9) for o in odds(match).outcomes} == {"lull": 0.5, "no lull": 0.5}
    play(match, "6,6")
    chance = {o.result: o.probability for o in odds(match).outcomes}
    assert chance["lull"] == pytest.approx(35 / 36 + 1 / 72)


@pytest.mark.case("generation-lost", "7.4")
def test_alone_at_the_table_ten_makes_a_lull():
    for dice, lull in (((4, 6), True), ((4, 5), False)):
        match = position(f"scenario: campaign\noptions: solitaire\nturn: 12\nstep: lull\n{QUIET}", dice)
        assert match.position.lull == lull
    waiting = position(f"scenario: campaign\noptions: solitaire\nturn: 12\nstep: lull\n{QUIET}")
    assert [(o.result, round(36 * o.probability)) for o in odds(waiting).outcomes] == [("regular turn", 30), ("lull", 6)]
    barred = position(f"scenario: campaign\noptions: solitaire\nturn: 2\nstep: lull\n{QUIET}")
    assert step(barred) == "german-bombardment"


@pytest.mark.case("generation-lost", "7.3", "4.0(3)")
def test_a_lull_has_bombardments_and_a_reorganization_only():
    match = lull_turn("M30: 1Fr >N\nL30: 13R/1 >S\nK30: VIR >S\nO30: VIIFr >N", [6] * 20)
    steps = []
    for _ in range(20):
        if match.position.turn == 12 and step(match) not in steps:
            steps.append(step(match))
        quiet(match)
    assert steps == ["german-bombardment", "french-bombardment"]  # nobody has lost anything: the rest runs by itself


@pytest.mark.case("generation-lost", "7.3")
def test_engaged_units_stay_engaged_and_do_not_fight():
    """GL-R18."""
    cell, unit, start = (C.board.index["K10"], C.unit["13R/1"], C.board.index["J10"])
    engaged = f'engagements: [{{"cell":{cell},"side":0,"units":[{unit}],"starts":[{start}],"facings":[4]}}]'
    match = lull_turn(f"{engaged}\nK10: 13R/1 >S, 1Fr >N\nA1: VIR >S\nV1: VIIFr >N")
    run_to(match, "lull", turn=13)
    assert here(match, "K10") == {"13R/1", "1Fr"} and len(match.position.engagements) == 1


@pytest.mark.case("generation-lost", "7.3", "16.9")
def test_interdiction_lasts_one_phase_of_the_other_side():
    """GL-R15: German markers go at the end of the French phase, French ones at the end of the next German phase."""
    match = lull_turn(
        "M30: 1Fr >N\nA1: VIR >S\nV1: VIIFr >N\nair: GAir1, FAir1",
        [1, 1, 6, 1, 1, 1],
    )
    play(match, "done", "M30", "done", "done")  # no HQ, the airmen, nobody intercepts, no guns
    assert interdicted(match) == {"M30"} and step(match) == "french-bombardment"
    play(match, "done", "L30", "done")
    assert (match.position.turn, step(match)) == (13, "lull")
    assert interdicted(match) == {"L30"}
    play(match, "yes", "yes")
    run_to(match, "french-bombardment")
    assert interdicted(match) == set()


# ------------------------------------------------------------------------------------------------ 7.3.1 the reorganization


@pytest.mark.case("generation-lost", "7.3.1(c)", "17.4.3b", "GL-E01")
def test_a_third_of_the_reserves_is_released():
    """GL-E01: seven units are in the box, two are released, five stay; they wait beside the map."""
    seven = "11R/1, 11R/2, 11R/3, 12R/1, 12R/2, 12R/3, 14R/1"
    match = lull_turn(f"reserves: {seven}\n{QUIET}")
    run_to(match, "reorganization")
    assert (kind(match), match.player) == ("Release", "german")
    play(match, "12R/3", "14R/1")
    assert len(here(match, "reserves")) == 5
    assert here(match, "returning") == {"12R/3", "14R/1"}


@pytest.mark.case("generation-lost", "7.3.1(d)")
def test_all_headquarters_on_the_turn_track_are_back_beside_the_map():
    """So is the one that was spent on the guns in this very lull (GL-R310)."""
    away = C.unit["XV"]
    army = f"""
    returns: [{{"unit":{away},"turn":15,"way":"bought"}}]
    returning: XV
    K30: VIR supply
    J30: III >S
    L30: G150H.1 >S, G150H.2 >S
    M30: 1Fr >N
    V1: VIIFr >N
    """
    match = lull_turn(army, [6] * 10)
    play(match, "VIR", "M30", "G150H.1", "G150H.2", "fire")
    play(match, "done")
    assert at(match, "VIR") == "returning"
    run_to(match, "lull", turn=13)
    assert {(C.ids[r.unit], r.turn, r.way) for r in match.position.returning} == {("XV", 13, "offmap"), ("VIR", 13, "offmap")}


@pytest.mark.case("generation-lost", "7.3.1(e)")
def test_all_rally_and_what_was_disrupted_counts_for_the_tally():
    match = lull_turn(
        "M30: 1Fr >N disrupted\nN30: 2Fr >N suppressed\nK10: 13R/1 >S suppressed buried\nA1: VIR >S\nV1: VIIFr >N"
    )
    run_to(match, "lull", turn=13)
    assert [order(match, unit) for unit in ("1Fr", "2Fr", "13R/1")] == [set(), set(), {"entrenched"}]


@pytest.mark.case("generation-lost", "7.3.1(b)", "7.3")
def test_replacements_are_not_diverted_to_reserves_and_cost_the_usual_points():
    """Four steps lost to shells may come back at once."""
    match = lull_turn("replacement_points: 4 0\npool: 11R/1, 11R/2\nA1: VIR >S\nV1: VIIFr >N", [6, 6])
    run_to(match, "reorganization")
    assert kind(match) == "TakeReplacements"
    play(match, "11R/1~full", "11R/2~full")
    assert (points(match), here(match, "reserves")) == ([0, 4], set())
    assert here(match, "returning") == {"11R/1", "11R/2"}
