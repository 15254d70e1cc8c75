"""What a player does not know can be dealt anew, and he does not notice."""

import msgspec
import pytest

from ..great_war import answer, plan
from .kit import GAME, C, game_position, kind, play, quiet
from .test_campaign import DRAWS, campaign
from .test_secrets import to_answers, two_writers


def same_to(match, twin, player):
    """A copy cannot be told from the match by looking at it."""
    view = msgspec.structs.replace(match.view(player), dice=twin.view(player).dice)
    assert twin.view(player) == view
    assert twin.decision_for(player) == match.decision_for(player) and twin.log(player) == match.log(player)


@pytest.mark.case("big-push", "13.1.1/3", "15.6.1")
def test_objectives_dealt_anew_leave_what_the_german_sees_unchanged():
    match = campaign()
    dealt = [GAME.redeal(match, "german", seed) for seed in range(12)]
    assert len({game_position(twin).objectives for twin in dealt}) > 6
    for twin in dealt:
        same_to(match, twin, "german")
        drawn = game_position(twin).objectives
        assert len(set(drawn)) == 7 and [C.markers[m].nation for m in drawn].count("french") == 2
        for _ in range(12):
            quiet(twin) if twin.player != "dice" else twin.apply(twin.actions()[0])
    assert GAME.redeal(match, "allied", 1).hash() == match.hash()


@pytest.mark.case("big-push", "15.5.3d", "13.1.1/3")
def test_what_the_german_discovered_stays_and_the_allies_do_not_know_which():
    match = campaign((), ("discover_allied_objective",), dice=(*DRAWS, 2))
    play(match, "british")
    (known,) = game_position(match).discovered
    for twin in (GAME.redeal(match, "german", seed) for seed in range(8)):
        assert known in game_position(twin).objectives and game_position(twin).discovered == (known,)
        same_to(match, twin, "german")
    found = set()
    for twin in (GAME.redeal(match, "allied", seed) for seed in range(20)):
        assert game_position(twin).objectives == game_position(match).objectives
        found.add(game_position(twin).discovered)
        same_to(match, twin, "allied")
    assert len(found) > 2 and all(C.markers[m].nation == "british" for (m,) in found)


@pytest.mark.case("big-push", "15.5", "BP-R148")
def test_answers_and_options_dealt_anew():
    match = to_answers()
    answer(match, "yes")
    dealt = [GAME.redeal(match, "german", seed) for seed in range(12)]
    assert {tuple(game_position(twin).answers) for twin in dealt} == {(0, 0), (1, 0)}
    for twin in dealt:
        same_to(match, twin, "german")
    answer(match, "yes")
    plan(match, "plant_mines", "train_troops")
    dealt = [GAME.redeal(match, "german", seed) for seed in range(12)]
    assert len({tuple(game_position(twin).wishes[0]) for twin in dealt}) > 3
    for twin in dealt:
        same_to(match, twin, "german")
        plan(twin, "commit_reserves")
        assert kind(twin) != "Plans"


@pytest.mark.case("big-push", "15.5")
def test_options_that_are_written_down_stand_in_the_text_of_the_position():
    match = to_answers()
    answer(match, "yes", "yes")
    plan(match, "plant_mines", "train_troops")
    again = GAME.position(GAME.notation(match), dice=match.dice)
    assert game_position(again).wishes == game_position(match).wishes != [[], []] and again.hash() == match.hash()


@pytest.mark.case("big-push", "12.1.3/3", "BP-R168")
def test_a_written_number_dealt_anew():
    match = two_writers()
    play(match, "write=3")
    dealt = [GAME.redeal(match, "german", seed) for seed in range(20)]
    assert len({game_position(twin).written[0] for twin in dealt}) > 4
    for twin in dealt:
        same_to(match, twin, "german")
    assert game_position(GAME.redeal(match, "allied", 4)).written == game_position(match).written


@pytest.mark.case("big-push", "13.1.1/3")
def test_an_onlooker_knows_neither():
    match = campaign((), ("discover_allied_objective",), dice=(*DRAWS, 1))
    play(match, "french")
    dealt = [GAME.redeal(match, "", seed) for seed in range(10)]
    assert len({game_position(twin).objectives for twin in dealt}) > 5
    for twin in dealt:
        same_to(match, twin, "")
        assert game_position(twin).discovered[0] in game_position(twin).objectives
