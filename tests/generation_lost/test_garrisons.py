"""9.2.4, 13.3.1b Garrisons and forts: nobody knows a face before the fort is assaulted; the square first, then the fort."""

from collections import Counter

import pytest

from trenchline.core.actions import Action
from trenchline.games.generation_lost.garrisons import faces_left

from .battle import FRENCH_HQS, POOL, assault, decided, engaged, outcome, throw
from .kit import (
    GAME,
    C,
    at,
    commit,
    commitment,
    game_position,
    here,
    kind,
    legal,
    lines,
    options,
    order,
    play,
    points,
    refused,
    texts,
)

HQ = "K25: XVIII >S\nK27: III supply"
HIDDEN = f"scenario: campaign\nM25: Bn06 >S\nN25: Gar1 inside\n{HQ}\n{POOL}"
SHOWN = "garrisons: [1, -1, -1, -1, -1, -1, -1, -1]"
BOTH = f"M25: Bn06 >S\nN25: B3.1 >N reduced, Gar1 inside\n{HQ}\n{POOL}"


def draw(match, face):
    """A garrison is turned up and shows 0, 1 or 2."""
    assert kind(match) == "ShowGarrison"
    number = faces_left(game_position(match)).index(face) + 1
    return match.apply(Action("draw", dice=(number,)))


# ------------------------------------------------------------------------------------------------ 9.2.4


@pytest.mark.case("generation-lost", "9.2.4", "9.2.4(b)", "GL-R59", "GL-R57", "3.0-FortGarrison")
def test_a_garrison_is_turned_up_when_a_unit_is_committed_against_the_fort():
    match = commitment(HIDDEN, turn=4)
    commit(match, "N25", "Bn06")
    assert match.player == "dice" and len(match.actions()) == 8  # eight faces are left
    chances = Counter(faces_left(game_position(match)))
    assert chances == {0: 4, 1: 3, 2: 1}
    events = draw(match, 2)
    assert texts(events) == ["Gar1 in N25 is real and defends with 2"]
    assert order(match, "Gar1") == {"inside", "revealed"} and kind(match) == "Commitment"
    assert Counter(faces_left(game_position(match))) == {0: 4, 1: 3}


@pytest.mark.case("generation-lost", "9.2.4(c)", "GL-R299", "GL-R61", "13.3.1b(e)")
def test_a_dummy_is_removed_at_once_and_the_fort_is_empty():
    match = commitment(HIDDEN, turn=4)
    commit(match, "N25", "Bn06")
    draw(match, 0)
    assert at(match, "Gar1") == "gone" and points(match) == [0, 0] and game_position(match).lost == [0, 0]
    assert game_position(match).dummies == (C.board.index["N25"],)
    play(match, "done")
    throw(match, 3, 3)
    assert kind(match) == "Advance"  # it walks in: no closing, no fire, no roll
    play(match, "Bn06-N25>S~inside")
    assert order(match, "Bn06") == {"inside"} and game_position(match).assaults_made == [0, 0]


@pytest.mark.case("generation-lost", "9.2.4(d)", "13.3.1b(d)", "16.1.1", "GL-R60")
def test_a_real_garrison_stays_face_up_and_only_the_fort_is_assaulted():
    match = commitment(HIDDEN, turn=4)
    commit(match, "N25", "Bn06")
    draw(match, 1)
    play(match, "done", "done")
    throw(match, 1, 1)
    play(match, "done")  # nobody fires
    assert lines(match, "assault", "defence") == {"Gar1": 1} and lines(match, "assault", "shift") == {"fort": -2}
    outcome(match, "AR")
    assert order(match, "Gar1") == {"inside", "revealed"}


@pytest.mark.case("generation-lost", "9.2.4", "GL-R58", "18.2.1")
def test_nobody_can_know_a_face_before_because_it_is_nowhere():
    match = GAME.start("firestorm", seed=3)
    while kind(match) in ("PlaceGuns", "PlaceGarrisons", "ShareBrigades"):
        play(match, "historical")
    p = game_position(match)
    assert set(p.garrison_faces) == {-1} and sum(p.on_map(u) for u in C.garrisons) == 8
    for player in ("german", "french", ""):
        shown = [c for c in GAME.visible_state(p, player).counters if c.id.startswith("Gar")]
        assert len({(c.numbers, c.steps, c.states, c.mode) for c in shown}) == 1
    assert "garrisons:" not in GAME.write(p, "firestorm", {})  # as when nothing is known of any


@pytest.mark.case("generation-lost", "9.2.4", "9.2.4(a)", "GL-R299", "11.3.1")
def test_an_inverted_dummy_is_a_unit_like_a_garrison():
    match = commitment(HIDDEN, turn=4)
    p = game_position(match)
    assert p.zone[1][C.board.index["M25"]] and p.numbers(C.unit["Gar1"]).secondary == 0
    assert refused(match, "Gar1-M25").cases


# ------------------------------------------------------------------------------------------------ 13.3.1b square and fort


@pytest.mark.case("generation-lost", "13.3.1b(a)", "GL-R59", "GL-R284")
def test_who_is_outside_comes_first_and_the_garrison_stays_hidden():
    match = commitment(f"scenario: campaign\n{BOTH}", turn=4)
    commit(match, "N25", "Bn06")
    assert kind(match) == "Commitment" and order(match, "Gar1") == {"inside"}
    play(match, "done", "done")
    throw(match, 1, 1)
    play(match, "done")
    assert lines(match, "assault", "defence") == {"B3.1": 1} and "fort" not in lines(match, "assault", "shift")


@pytest.mark.case("generation-lost", "13.3.1b(b)", "GL-R115", "GL-R169")
def test_then_the_fort_at_once_as_an_assault_of_its_own():
    match = assault(BOTH, {"N25": ["Bn06"]}, have={"night": 2}, turn=4)
    play(match, "use~night")
    outcome(match, "DR")
    play(match, "B3.1-O25>N")
    assert kind(match) == "AfterTheSquare" and options(match) == {"storm", "return"}
    play(match, "storm")
    draw(match, 1)
    assert match.player == "french" and options(match) == {"N25", "done"}  # the garrison fires
    play(match, "N25")
    throw(match, 6, 6)
    assert kind(match) == "Prepare" and lines(match, "assault", "shift") == {"fort": -2}
    play(match, "use~night")  # resources anew
    outcome(match, "DR")
    assert at(match, "Gar1") == "gone" and game_position(match).assaults_made == [2, 0] and kind(match) == "Advance"
    play(match, "Bn06-N25>S~outside")
    assert here(match, "N25") == {"Bn06"} and order(match, "Bn06") == set()


@pytest.mark.case("generation-lost", "13.3.1b(b)", "GL-R116")
def test_or_back_and_the_square_stays_french():
    match = assault(BOTH, {"N25": ["Bn06"]}, turn=4)
    outcome(match, "DR")
    play(match, "B3.1-O25>N", "return")
    assert at(match, "Bn06") == "M25" and order(match, "Gar1") == {"inside"} and here(match, "N25") == {"Gar1"}
    assert game_position(match).control[C.board.index["N25"]] == 1


@pytest.mark.case("generation-lost", "13.3.1b(b)", "9.2.4(c)")
def test_a_dummy_behind_the_square_opens_the_fort():
    match = assault(BOTH, {"N25": ["Bn06"]}, turn=4)
    outcome(match, "DR")
    play(match, "B3.1-O25>N", "storm")
    draw(match, 0)
    assert kind(match) == "Advance"
    play(match, "Bn06-N25>S~inside")
    assert game_position(match).assaults_made == [1, 0]


@pytest.mark.case("generation-lost", "13.3.1b(c)", "GL-R115", "13.4.2b(a)")
def test_the_same_factor_and_the_closing_are_kept():
    match = assault(BOTH.replace("Bn06 >S", "Bn06 >S pressed"), {"N25": ["Bn06"]}, turn=4)
    outcome(match, "DR")
    assert at(match, "B3.1") == "pool"  # the step that closing costs
    play(match, "storm")
    draw(match, 1)
    assert lines(match, "N25") == {"units that close in": -1}
    play(match, "done")
    assert lines(match, "assault", "attack") == {"Bn06": 2}


@pytest.mark.case("generation-lost", "GL-R115", "15.2.6", "GL-R116")
def test_fire_from_the_fort_may_throw_it_back():
    match = assault(BOTH, {"N25": ["Bn06"]}, turn=4)
    outcome(match, "DR")
    play(match, "B3.1-O25>N", "storm")
    draw(match, 1)
    play(match, "N25")
    throw(match, 4, 2)
    assert at(match, "Bn06") == "M25" and kind(match) != "Prepare" and game_position(match).fight is None


@pytest.mark.case("generation-lost", "GL-R284", "10.5.6")
def test_a_brigade_in_the_fort_leaves_by_the_rules_of_retreat():
    match = assault(BOTH.replace("B3.1 >N reduced, Gar1 inside", "59C.1 >N inside"), {"N25": ["Bn06"]}, turn=4)
    outcome(match, "DR")
    assert kind(match) == "Retreat"
    play(match, "59C.1-O25>N")
    assert order(match, "59C.1") == set() and kind(match) == "Advance"


@pytest.mark.case("generation-lost", "GL-R284", "16.5.1")
def test_eng_keeps_the_attacker_in_the_square_and_the_stage_is_fought_again():
    match = assault(BOTH, {"N25": ["Bn06"]}, turn=4)
    outcome(match, "ENG")
    assert here(match, "N25") == {"Bn06", "B3.1", "Gar1"} and order(match, "Bn06") == set()
    marker = engaged("N25", "german", ["Bn06"], ["M25"])
    text = f"scenario: campaign\n{marker}\nN25: Bn06 >S, B3.1 >N reduced, Gar1 inside\n{HQ}\n{POOL}"
    again = commitment(text, turn=4)
    play(again, "done")
    throw(again, 1, 1)
    assert lines(again, of="defence") == {"B3.1": 1}
    decided(again, "DR")
    play(again, "B3.1-O25>N", "storm")
    draw(again, 1)
    assert kind(again) == "AssaultRoll" and lines(again, of="defence") == {"Gar1": 1}  # no fire in an engagement
    decided(again, "AR")
    assert at(again, "Bn06") == "M25" and not game_position(again).engagements


@pytest.mark.case("generation-lost", "GL-R59", "9.2.4(b)", "16.5.1")
def test_a_garrison_is_shown_when_whoever_was_outside_has_left():
    marker = engaged("N25", "german", ["Bn06"], ["M25"])
    match = commitment(f"scenario: campaign\n{marker}\nN25: Bn06 >S, Gar1 inside\n{HQ}\n{POOL}", turn=4)
    play(match, "done")
    throw(match, 1, 1)
    draw(match, 1)
    assert kind(match) == "AssaultRoll" and lines(match, of="defence") == {"Gar1": 1}
    again = commitment(f"scenario: campaign\n{marker}\nN25: Bn06 >S, Gar1 inside\n{HQ}\n{POOL}", turn=4)
    play(again, "done")
    throw(again, 1, 1)
    draw(again, 0)
    play(again, "Bn06~outside")
    assert here(again, "N25") == {"Bn06"} and not game_position(again).engagements


@pytest.mark.case("generation-lost", "10.5.5", "GL-R284", "16.5.1")
def test_who_wins_a_renewed_fight_for_a_fort_says_where_he_is():
    marker = engaged("N25", "german", ["Bn06"], ["M25"])
    shown = f"scenario: campaign\n{marker}\nN25: Bn06 >S, Gar1 inside revealed\n{SHOWN}\n{HQ}\n{POOL}"
    for mode, found in (("inside", {"inside"}), ("outside", set())):
        match = commitment(shown, turn=4)
        play(match, "done")
        throw(match, 1, 1)
        outcome(match, "DR")
        assert kind(match) == "InTheFort" and options(match) == {"Bn06~inside", "Bn06~outside"}
        play(match, f"Bn06~{mode}")
        assert order(match, "Bn06") == found and here(match, "N25") == {"Bn06"} and not game_position(match).engagements


@pytest.mark.case("generation-lost", "10.5.5", "GL-R284", "9.2.4(c)", "13.3.1b(e)")
def test_who_finds_a_dummy_in_the_fort_he_is_engaged_at_says_so_too():
    """R41."""
    marker = engaged("N25", "german", ["Bn06"], ["M25"])
    match = commitment(f"scenario: campaign\n{marker}\nN25: Bn06 >S, Gar1 inside\n{HQ}\n{POOL}", turn=4)
    play(match, "done")
    throw(match, 1, 1)
    draw(match, 0)
    play(match, "Bn06~inside")
    assert order(match, "Bn06") == {"inside"}


@pytest.mark.case("generation-lost", "GL-R284", "16.5.1")
def test_eng_with_the_garrison():
    text = f"M25: Bn06 >S\nN25: Gar1 inside revealed\n{SHOWN}\n{HQ}"
    match = assault(text, {"N25": ["Bn06"]}, turn=4)
    outcome(match, "ENG")
    assert here(match, "N25") == {"Bn06", "Gar1"} and game_position(match).engagements


@pytest.mark.case("generation-lost", "GL-R284", "16.5.6")
def test_the_unit_outside_cannot_save_itself_into_the_fort():
    match = assault(BOTH.replace(", Gar1 inside", ""), {"N25": ["Bn06"]}, turn=4)
    outcome(match, "DR")
    assert "N25" not in {action.cell for action in match.actions()}


@pytest.mark.case("generation-lost", "13.3.1b", "10.5.5", "10.5.2", "GL-R283")
def test_french_retake_a_fort():
    text = f"O25: 59C.1 >N\nN25: Bn06 >S inside\n{FRENCH_HQS}\nfort_owners: {owners('N25')}"
    match = assault(text, {"N25": ["59C.1"]}, "french", turn=4)
    outcome(match, "DE")
    play(match, "59C.1-N25>N~inside")
    assert order(match, "59C.1") == {"inside"} and legal(match, "done") in (True, False)


def owners(*german):
    """The line of fort owners in position text."""
    return " ".join("0" if C.board.labels[x] in german else "1" for x in C.forts)
