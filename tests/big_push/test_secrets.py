"""13.1.1/3, 12.1.3/3, 15.5 What one side knows the other does not learn before the rules show it: view, log, odds, save."""

import msgspec
import pytest

from trenchline.core.position import events_for

from ..great_war import answer, plan
from .battle import throw
from .kit import GAME, C, game_position, kind, options, phase, play, quiet, texts
from .test_campaign import DRAWS, campaign, last

TITLES = {row.title for row in C.markers}


def known(match, player):
    """All that a player can get to know: what he sees, what is asked, what was done, what he could save."""
    view = msgspec.structs.replace(match.view(player), dice=None)
    saved = match.save(player)
    return msgspec.json.encode(view), match.decision_for(player), match.log(player), saved.actions, saved.opening, saved.hash


def told(match, player):
    """Everything a player can read, as one text."""
    return " ".join(part.decode() if isinstance(part, bytes) else str(part) for part in known(match, player))


def to_answers(**more):
    match = GAME.start("campaign", dice=list(DRAWS), **more)
    while kind(match) == "SetUp":
        play(match, "done")
    return match


# ------------------------------------------------------------------------------------------------ objectives


@pytest.mark.case("big-push", "13.1.1/3", "15.6.1", "BP-R112")
def test_the_german_never_learns_which_objectives_were_drawn():
    seen = []
    for dice in (DRAWS, (11, 10, 9, 8, 7, 5, 4), (3, 3, 3, 3, 3, 2, 2)):
        match = campaign(dice=dice)
        drawn = {C.markers[m].title for m in game_position(match).objectives}
        german, allied = told(match, "german"), told(match, "allied")
        assert all(title in allied for title in drawn)
        assert not any(title in german for title in drawn)
        seen.append(known(match, "german"))
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.case("big-push", "13.1.1/3")
def test_nor_does_an_onlooker():
    match = campaign()
    assert "objectives" in match.view("").tracks and match.view("").tracks["objectives"] == "secret"
    assert match.view("allied").tracks["objectives"] != "secret" and match.view("german").tracks["objectives"] == "secret"


@pytest.mark.case("big-push", "13.1.1/3", "15.6.1")
def test_the_events_of_the_draw_say_what_to_the_allies_and_that_to_the_german():
    match = to_answers()
    events = answer(match, "no", "no")
    heard = texts(events_for(events, "german"), "objective")
    assert heard == ["A British objective is drawn"] * 5 + ["A French objective is drawn"] * 2
    assert all(text.startswith("Objective: ") for text in texts(events_for(events, "allied"), "objective"))


@pytest.mark.case("big-push", "15.5.2d", "15.6.1", "13.1.1/3")
def test_of_an_exchange_the_german_hears_the_nation_alone():
    seen = []
    for name in ("gommecourt", "thiepval_ridge"):
        match = campaign(("change_objective",), dice=(*DRAWS, 1))
        events = play(match, f"change~{name}")
        assert texts(events_for(events, "german"), "objective") == ["The Allies exchange one of their British objectives"]
        seen.append(known(match, "german"))
    assert seen[0] == seen[1]


@pytest.mark.case("big-push", "15.5.3d", "13.1.1/3", "BP-R112")
def test_what_was_discovered_is_the_germans_secret():
    seen = []
    for die in (1, 2):
        match = campaign((), ("discover_allied_objective",), dice=(*DRAWS, die))
        play(match, "french")
        title = C.markers[game_position(match).discovered[0]].title
        assert match.view("german").tracks["objectives"] == f"secret; discovered: {title}"
        seen.append(known(match, "allied"))
    assert seen[0] == seen[1]  # the Allies know the nation, not the marker


@pytest.mark.case("big-push", "13.1.1/3", "15.6.1")
def test_victories_that_hang_on_objectives_are_told_to_nobody_before_the_end():
    match = campaign()
    assert not any("as things stand" in line for line in match.view("german").reasons)
    assert any("as things stand" in line for line in match.view("allied").reasons)


@pytest.mark.case("big-push", "13.1.1/3", "15.6.1")
def test_at_the_end_all_is_open():
    match = last("B3: 48Br >E\nV20: 10B/6 >W", ("gommecourt", "hem"))
    assert "Gommecourt" in match.view("german").tracks["objectives"]
    assert not match.hidden_from("german") and match.log("german") == match.history


@pytest.mark.case("big-push", "13.1.1/3")
def test_a_save_of_the_german_seat_holds_no_objective_and_can_be_loaded():
    for chosen in ((), ("change_objective",)):
        match = campaign(chosen, dice=None, seed=5)
        if chosen:
            play(match, sorted(options(match))[0])
        for _ in range(8):
            quiet(match)
        hidden, whole = match.save("german").actions, match.save("allied").actions
        assert sum(action.startswith("draw") for action in whole) == 7 + len(chosen)
        assert not any(action.startswith(("draw", "change")) for action in hidden)
        for player in ("german", "allied", ""):
            again = GAME.load(msgspec.json.encode(match.save(player)))
            assert again.player == match.player and again.view("german").counters == match.view("german").counters


@pytest.mark.case("big-push", "13.1.1/3")
def test_a_position_that_holds_objectives_is_not_shown_to_the_german_in_a_save():
    where = "scenario: campaign\nturn: 6\nstep: allied-commitment"
    text = f"game: big-push\n{where}\nobjectives: [0, 3, 12]\nB5: 48Br >E\nS5: 10B/6 >W\n"
    match = GAME.position(text, dice=[])
    assert match.hidden_from("german") and not match.hidden_from("allied")
    saves = {match.save("german").opening for _ in range(12)}
    assert len(saves) > 1  # dealt again each time: the true ones cannot be read from it
    assert all(title not in told(match, "german") for title in ("Delville Wood", "Barleux"))


# ------------------------------------------------------------------------------------------------ operations


@pytest.mark.case("big-push", "15.5", "BP-R148")
def test_yes_or_no_is_not_known_until_both_have_said_it():
    seen = []
    for word in ("yes", "no"):
        match = to_answers()
        events = answer(match, word)
        assert not events and match.player == "german" and "writes in secret" in match.decision_for("allied").prompt
        seen.append(known(match, "german"))
    assert seen[0] == seen[1]
    events = answer(match, "yes")
    assert "Operations are planned by the German side" in texts(events)
    assert match.log("german") == match.log("allied") == match.history


@pytest.mark.case("big-push", "15.5", "BP-R148")
def test_options_are_not_known_until_both_have_chosen():
    seen = []
    for taken in (("plant_mines", "change_objective"), ("increase_supply",)):
        match, name = to_answers(), taken[0]
        answer(match, "yes", "yes")
        plan(match, *taken)
        assert match.player == "german" and match.view("german").tracks.get("operations") is None
        assert C.operations[name].title not in told(match, "german") and name not in told(match, "german")
        seen.append(known(match, "german"))
    assert seen[0] == seen[1]
    theirs = []
    for taken in (("off_map_artillery", "commit_reserves"), ("reinforced_defenses",)):  # now the German is first
        twin = to_answers()
        answer(twin, "yes", "yes")
        play(twin, f"plan~{'+'.join(taken)}@german")
        theirs.append(known(twin, "allied"))
    assert theirs[0] == theirs[1]
    events = plan(match, "commit_reserves")
    assert {"Allied: Increase Supply, 15 points conceded", "German: Commit Reserves, 25 points conceded"} <= set(texts(events))
    assert match.view("german").tracks["operations"] == "Allied: Increase Supply; German: Commit Reserves"


# ------------------------------------------------------------------------------------------------ replacements


def two_writers():
    text = "scenario: punishing_land\ntally: 14 14\nB5: 48Br >E\nS5: 52/66 >W\npool: B4.1, Bn01"
    match = phase("reorganization", text, turn=6)
    throw(match, 6, 6)
    throw(match, 6, 6)
    return match


@pytest.mark.case("big-push", "12.1.3/3", "BP-R168")
def test_written_steps_are_sealed_until_both_have_written():
    seen = []
    for number in (0, 2, 9):
        match = two_writers()
        events = play(match, f"write={number}")
        assert not events and match.player == "german"
        assert match.log("german")[-1].kind == "secret" and match.log("allied")[-1].value == number
        seen.append(known(match, "german"))
    assert seen[0] == seen[1] == seen[2]
    play(match, "write=1")
    assert match.log("german") == match.history


@pytest.mark.case("big-push", "12.1.3/3")
def test_odds_and_refusals_tell_nothing_of_it():
    match = two_writers()
    play(match, "write=7")
    verdict = match.legal(match.parse("write=12"))
    assert verdict.reason == "Take at most 9 steps" and verdict.cases == ("12.1.2",)
    assert all(match.odds(action) is None for action in match.actions()) and len(options(match)) == 10
