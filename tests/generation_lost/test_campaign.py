"""20.0 The campaign: its length and calendar, its victories, and what stays secret in it."""

import msgspec
import pytest

from tests.great_war import answer, plan
from trenchline.games.generation_lost.replacements import mine

from .campaign_kit import LAST, QUIET, campaign, final, objectives, rolled, to_operations
from .kit import GAME, C, game_position, kind, options, play, points, position, quiet, texts
from .test_victory import FRENCH, VERDUN, cases, french, germans


def outcome(text, vp="0 0", more=""):
    match = final("campaign", text, vp, more)
    return match.result.winner, cases(match)


# ------------------------------------------------------------------------------------------------ 20.0 to 20.3


@pytest.mark.case("generation-lost", "20.0", "20.1", "GL-R233")
def test_the_campaign_is_set_up_as_scenario_1_and_lasts_44_turns():
    match, first = GAME.start("campaign", seed=1), GAME.start("firestorm", seed=1)
    on_map = [u for u in range(len(C.counters)) if first.position.on_map(u)]
    assert on_map == [u for u in range(len(C.counters)) if match.position.on_map(u)]
    assert all(match.position.place[u] == first.position.place[u] for u in on_map)
    assert game_position(match).playable_turns() == (1, 44) and C.dates[43].startswith("December 18")
    assert game_position(match).order() == (0, 1)  # the Germans stay first


@pytest.mark.case("generation-lost", "20.3.6(a)", "20.3.6(b)", "19.3.5(b)", "19.4.5(a)", "19.5.5(a)", "19.6.5(c)", "GL-R127")
def test_the_turns_of_phosgene():
    found = {name: [(row.turns, row.gas) for row in s.spec.phosgene] for name, s in C.scenarios.items()}
    june, july = ([18, 19], 1), ([20, 21, 22, 23, 24], 2)
    assert found["campaign"] == [june, july] and found["may_cup"] == [june] and found["hells_doorway"] == [july]
    assert found["shall_not_pass"] == found["ramparts_revenge"] == found["firestorm"] == []
    assert [C.dates[turn - 1] for turn in (18, 19, 20, 24)] == [
        "June 19, 1916",
        "June 26, 1916",
        "July 3, 1916",
        "July 31, 1916",
    ]


@pytest.mark.case("generation-lost", "20.3.7", "20.3.8", "20.3.9", "20.3.10", "GL-R217")
def test_the_calendar_of_the_somme_and_of_tired_men():
    spec = C.scenarios["campaign"].spec
    assert spec.somme == [20, 21, 22, 23, 24] and spec.worn_from == 25
    assert [(row.turn, row.keep) for row in spec.withdrawals] == [(25, {"heavy": 10}), (33, {"heavy": 8, "field": 7})]


# ------------------------------------------------------------------------------------------------ 20.8 victory

EIGHT = "verdun fort_douaumont fort_vaux fort_souville mort_homme hill_304 hill_298 bras_crossing"
ALL_EIGHT = "P19 P20 Q18 Q19 Q20 J23 L25 N23 J10 K6 M15 K18 K19"


@pytest.mark.case("generation-lost", "20.8-GI", "GL-R189", "GL-R308")
def test_german_victory_i_is_the_clear_line_more_points_and_all_eight():
    text = f"{germans(ALL_EIGHT)}\n{FRENCH}"
    drawn = objectives(*EIGHT.split())
    winner, won = outcome(text, "0 0", drawn)
    assert winner == "german" and "20.8-GI" in won
    assert "20.8-GI" not in outcome(f"{text}\nF5: B3.20 >N", "0 0", drawn)[1]
    assert "20.8-GI" not in outcome(f"{germans(ALL_EIGHT.replace(' M15', ''))}\nM16: B3.20 >N", "0 0", drawn)[1]
    assert "20.8-GI" not in outcome(text, "0 200", drawn)[1]


@pytest.mark.case("generation-lost", "20.8-GII", "GL-R189", "GL-R300")
def test_german_victory_ii_is_verdun_occupied_and_more_points_of_all_sources():
    text = f"{germans(VERDUN)}\nF5: B3.20 >N\n{FRENCH}"
    assert outcome(text, "0 24", objectives("verdun")) == ("german", ["20.8-GII"])
    assert outcome(text, "0 25", objectives("verdun"))[1] != ["20.8-GII"]  # 25 for Verdun makes it equal
    left = f"{germans('P19 P20 Q18 Q19')}\nF5: B3.20 >N\n{FRENCH}"
    assert "20.8-GII" not in outcome(left, "90 0", f"german control: Q20\n{objectives('verdun')}")[1]  # passed is not occupied


@pytest.mark.case("generation-lost", "20.8-GIII", "20.5.3(a)", "GL-R246")
def test_german_victory_iii_is_the_ring_three_places_and_more_points():
    ring = "N18 N21 P22 R22 T20 S17 Q16 O16 N20 T22 S19"
    text = f"{germans(ring + ' J23 L25 J10')}\nF5: B3.20 >N\nP19: B3.19 >N"
    assert outcome(text, "1 0") == ("german", ["20.8-GIII"])
    assert "20.8-GIII" not in outcome(text, "0 0")[1]
    assert "20.8-GIII" not in outcome(text.replace("J10: ", "J11: "), "1 0")[1]
    assert "20.8-GIII" not in outcome(f"{germans('J23 L25 J10')}\nF5: B3.20 >N", "1 0")[1]


@pytest.mark.case("generation-lost", "20.8-FI", "GL-R189", "GL-R258")
def test_french_victory_i_denies_all_three_and_leads_in_combat_points():
    quiet = f"A20: 25/1 >S\n{FRENCH}"
    assert outcome(quiet, "0 1") == ("french", ["20.8-FI"])
    assert outcome(quiet, "0 0")[1] == []
    concede = 'operations: ["storm_tactics"]\n'  # 30 points that are no combat points
    assert outcome(quiet, "0 0", concede)[1] == []


@pytest.mark.case("generation-lost", "20.8-FII", "GL-R189")
def test_french_victory_ii_is_verdun_and_two_forts():
    held = f"{french(VERDUN + ' J23 L25')}\nA20: 25/1 >S"
    assert outcome(held, "0 1") == ("french", ["20.8-FI", "20.8-FII"])
    assert outcome(held.replace("L25", "L26"), "0 1")[1] == ["20.8-FI"]


@pytest.mark.case("generation-lost", "20.8-FIII", "GL-R189", "GL-R300")
def test_french_victory_iii_is_verdun_and_fifteen_squares_of_the_line():
    line = [C.board.labels[x] for x in C.french_line]
    held = f"{french(VERDUN + ' ' + ' '.join(line[:15]))}\nA20: 25/1 >S"
    assert "20.8-FIII" in outcome(held, "0 1")[1]
    less = f"{french(VERDUN + ' ' + ' '.join(line[:14]))}\nA20: 25/1 >S"
    assert "20.8-FIII" not in outcome(less, "0 1")[1]


@pytest.mark.case("generation-lost", "20.8-D", "GL-R189")
def test_draws_of_the_campaign():
    assert outcome(f"A20: 25/1 >S\n{FRENCH}", "0 0") == ("", [])
    ring = "N18 N21 P22 R22 T20 S17 Q16 O16 N20 T22 S19"
    line = [C.board.labels[x] for x in C.french_line]
    both = f"{germans(ring + ' J23 L25 J10')}\n{french(VERDUN + ' ' + ' '.join(line[:15]))}"
    concede = 'operations: ["open_reserves"]\n'
    assert outcome(both, "0 1", concede) == ("", ["20.8-GIII", "20.8-FIII"])


@pytest.mark.case("generation-lost", "20.8-GI", "20.7")
def test_the_final_points_are_told_by_source():
    match = final("campaign", f"A20: 25/1 >S\n{FRENCH}", "3 9", f'operations: ["fort_guns"]\n{objectives("hill_298")}')
    assert points(match) == [18, 19]
    assert {"German victory points: 18 (18.0)", "French combat points: 9 (20.8)"} <= set(match.result.reasons)
    assert LAST["campaign"] == 44


# ------------------------------------------------------------------------------------------------ what is secret


def known(match, player):
    """All that a player can get to know: what he sees, what is asked, what was done, what he could save."""
    view = msgspec.structs.replace(match.view(player), dice=None)
    saved = match.save(player)
    return msgspec.json.encode(view), match.decision_for(player), match.log(player), saved.actions, saved.opening, saved.hash


def same_to(match, twin, player):
    """A copy cannot be told from the match by looking at it."""
    view = msgspec.structs.replace(match.view(player), dice=twin.view(player).dice)
    assert twin.view(player) == view
    assert twin.decision_for(player) == match.decision_for(player) and twin.log(player) == match.log(player)


@pytest.mark.case("generation-lost", "18.2.1", "GL-R244")
def test_the_french_cannot_tell_which_objectives_were_rolled():
    seen = [known(campaign(dice=dice), "french") for dice in ((1,) * 8, (20,) * 8, (9, 1, 5, 7, 2, 2, 2, 2))]
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.case("generation-lost", "18.2.1", "GL-R244")
def test_objectives_dealt_anew_leave_what_the_french_see_unchanged():
    match = campaign(("change_objectives",), dice=(1,) * 10)
    play(match, "yes", "change~fort_souville", "change~french_reserves")
    dealt = [GAME.redeal(match, "french", seed) for seed in range(10)]
    assert len({game_position(twin).objectives for twin in dealt}) > 5
    for twin in dealt:
        same_to(match, twin, "french")
        p = game_position(twin)
        assert len(set(p.objectives)) == 8 and not set(p.objectives) & set(p.given_up)
    assert GAME.redeal(match, "german", 1).hash() == match.hash()


@pytest.mark.case("generation-lost", "18.2.1", "20.4.2(3)", "GL-R244")
def test_a_save_of_the_french_seat_holds_no_objective_and_can_be_loaded():
    for chosen in ((), ("change_objectives",)):
        match = campaign(chosen, dice=None, seed=5)
        if chosen:
            play(match, "yes")
            play(match, sorted(options(match))[0])
            play(match, sorted(options(match))[0])
        for _ in range(4):
            quiet(match)
        hidden = match.save("french").actions
        assert not any(action.startswith("change~") for action in hidden)
        for player in ("german", "french", ""):
            again = GAME.load(msgspec.json.encode(match.save(player)))
            assert again.player == match.player and again.view("french").counters == match.view("french").counters


@pytest.mark.case("generation-lost", "18.2.1")
def test_a_position_that_holds_objectives_is_not_shown_to_the_french_in_a_save():
    match = position(f"scenario: campaign\nturn: 6\nstep: german-commitment\n{objectives('verdun', 'hill_298')}{QUIET}")
    assert match.hidden_from("french") and not match.hidden_from("german")
    assert len({match.save("french").opening for _ in range(12)}) > 1


@pytest.mark.case("generation-lost", "20.4", "GL-R06")
def test_answers_and_options_are_not_known_until_both_are_shown():
    seen = []
    for word in ("yes", "no"):
        match = GAME.start("campaign", dice=[1] * 8)
        to_operations(match)
        answer(match, word)
        seen.append(known(match, "french"))
    assert seen[0] == seen[1]
    seen = []
    for chosen in (("plant_mines",), ("drum_fire", "storm_tactics")):
        match = GAME.start("campaign", dice=[1] * 8)
        to_operations(match)
        answer(match, "yes", "yes")
        plan(match, *chosen)
        seen.append(known(match, "french"))
        for twin in (GAME.redeal(match, "french", seed) for seed in range(6)):
            same_to(match, twin, "french")
            plan(twin, "fort_guns")
    assert seen[0] == seen[1]


@pytest.mark.case("generation-lost", "17.0", "GL-R06", "GL-R297")
def test_replacements_are_not_known_until_both_have_chosen():
    pool = "pool: Bn01, 11R/1, 25/2, B4.1, B3.2"
    seen = []
    for chosen in (("Bn01~full", "done"), ("25/2~full", "done"), ("done",)):
        match = rolled(f"{QUIET}\n{pool}", ((6, 6), (6, 6)), lost="5 5", scenario="campaign")
        assert not [e for e in play(match, *chosen) if e.text]
        assert match.player == "french" and kind(match) == "TakeReplacements"
        seen.append([part for n, part in enumerate(known(match, "french")) if n not in (2, 4)])
        dealt = [GAME.redeal(match, "french", seed) for seed in range(12)]
        assert len({tuple(b.unit for b in mine(game_position(twin), 0)) for twin in dealt}) > 2
        for twin in dealt:
            same_to(match, twin, "french")
            play(twin, "B4.1~full", "done")
    assert seen[0] == seen[1] == seen[2]
    events = play(match, "B3.2~full", "done")
    assert "German replacements: none, 0 points conceded" in texts(events)
    assert match.log("french") == match.history
