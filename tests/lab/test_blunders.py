"""Blunders are counted: each in a position of a few counters."""

from __future__ import annotations

import pytest

import trenchline
from trenchline.core.charts import Odds, Outcome
from trenchline.games.they_shall_not_pass.stacking import Overstacked
from trenchline.lab.arena import Bout, blunders_of
from trenchline.lab.blunders import Blunders, Watch, are_long, per_game
from trenchline.lab.simulate import GameResult, play_game

from ..they_shall_not_pass.kit import fight, position
from ..verdun_1916.kit import position as verdun

GERMAN, FRENCH = 0, 1


def seen(match, *texts, quiet=0):
    """What is counted while some actions are taken, and then as little as may be so many times."""
    watch = Watch(match)
    take(match, watch, *texts)
    for _ in range(quiet):
        as_little_as_may_be(match, watch)
    return watch.ends(match)


def take(match, watch, *texts):
    for text in texts:
        action = match.parse(text)
        watch.sees(match, action)
        match.apply(action)


def as_little_as_may_be(match, watch):
    legal = match.actions()
    quiet = [a for a in legal if a.kind in ("done", "ready", "decline")]
    action = (quiet or [a for a in legal if a.kind != "back"])[-1]
    watch.sees(match, action)
    match.apply(action)


def step(match):
    return match.game.sequence_of_play.steps[match.position.step].id


def test_nothing_is_counted_where_nothing_is_wrong():
    match = position("turn: 2\nstep: german-movement\n1604: IR81, XVIII.HQ\n1605: 208R")
    assert seen(match, "done") == (Blunders(), Blunders())


def test_a_hq_a_gun_and_a_pioneer_that_fall_alone():
    alone = fight("3013: IR24, IR64\n3014: XXX.HQ\n3114: IR20, LGR8", dice=[6, 6])
    assert seen(alone, "3014", "IR24", "IR64", "IR20", "LGR8", "attack", quiet=4)[FRENCH].hqs == 1
    guarded = fight("3013: IR24, IR64\n3014: XXX.HQ, 35RI\n3114: IR20, LGR8", dice=[6, 6] * 9)
    assert seen(guarded, "3014", "IR24", "IR64", "IR20", "LGR8", "attack", quiet=4)[FRENCH].hqs == 0


def test_an_attack_at_one_to_two():
    match = fight("3013: IR24 reduced\n3014: 35RI", dice=[1, 1] * 9)
    assert seen(match, "3014", "IR24", "attack")[GERMAN].long_odds == 1
    even = fight("3013: IR24, IR64\n3014: 35RI", dice=[1, 1] * 9)
    assert seen(even, "3014", "IR24", "IR64", "attack")[GERMAN].long_odds == 0


def test_long_odds_are_read_off_the_column_or_off_what_is_expected():
    def odds(column, *outcomes):
        return Odds("", [], column, [Outcome("", 0.5, "", a, d) for a, d in outcomes])

    assert [are_long(odds(column)) for column in ("1:3", "1/2", "1:1", "3/2", "7:1+")] == [True, True, False, False, False]
    assert are_long(odds("4", (4, 1), (0, 1))) and not are_long(odds("4", (3, 1), (0, 1)))


def test_a_garrison_that_leaves_its_fort_to_attack():
    """2113 is Fort Douaumont."""
    text = "2113: 35RI\n2112: IR24 reduced"
    all_go = fight(text, dice=[6, 6] * 9, side="french")
    assert seen(all_go, "2112", "35RI", "attack", "lose=1", "35RI-2112")[FRENCH].garrisons == 1
    back_again = fight(text, dice=[6, 6] * 9, side="french")
    assert seen(back_again, "2112", "35RI", "attack", "lose=1", "done")[FRENCH].garrisons == 0
    one_stays = fight(text.replace("35RI", "35RI, 42RI"), dice=[6, 6] * 9, side="french")
    assert seen(one_stays, "2112", "35RI", "attack", "lose=1", "35RI-2112")[FRENCH].garrisons == 0


def test_a_unit_that_goes_back_to_where_it_came_from():
    match = position("turn: 2\nstep: german-movement\n1604: IR81, XVIII.HQ\n1608: 208R")
    watch = Watch(match)

    take(match, watch, "IR81", "IR81-1603", "done")
    while match.position.turn == 2 or step(match) != "german-movement":
        as_little_as_may_be(match, watch)
    take(match, watch, "IR81", "IR81-1604", "done")
    assert watch.ends(match)[GERMAN].shuttles == 1


def test_whoever_rests_far_from_every_enemy_is_idle():
    def idle(text):
        match = position(f"turn: 2\nstep: german-movement\n{text}")
        watch = Watch(match)
        while match.position.turn < 4:
            as_little_as_may_be(match, watch)
        return watch.ends(match)[GERMAN].idle

    far, near = "1603: IR81, XVIII.HQ\n2620: 35RI", "1603: IR81, XVIII.HQ\n1607: 35RI"
    assert idle(far) == 1  # by the second of its phases
    assert idle(near) == 0
    assert idle(far.replace("IR81", "IR81 reduced")) == 0


@pytest.mark.case("they-shall-not-pass", "6.12")
def test_units_that_starve_without_an_enemy_in_the_way():
    far = position("turn: 2\nstep: german-movement\n1604: XVIII.HQ\n2612: IR81 unsupplied\n2620: 35RI")
    assert seen(far, "done")[GERMAN].unsupplied == 1
    fed = position("turn: 2\nstep: german-movement\n1604: XVIII.HQ\n1605: IR81\n2620: 35RI")
    assert seen(fed, "done")[GERMAN].unsupplied == 0


@pytest.mark.case("verdun-1916", "10.1a")
def test_units_out_of_command_with_the_hq_only_too_far_away():
    far = verdun("turn: 2\nstep: german-movement\n3107: XVIII.HQ\n3114: IR81 uncommanded")
    assert seen(far, "done")[GERMAN].unsupplied == 1
    lost = verdun("turn: 2\nstep: german-movement\n3107: III.HQ\n3114: IR81 uncommanded")
    assert seen(lost, "done")[GERMAN].unsupplied == 0  # nothing to be done but to wait for it


@pytest.mark.case("they-shall-not-pass", "8.31")
def test_a_unit_lost_to_overstacking():
    match = fight("3013: IR24, IR64\n3014: 35RI", dice=[6, 6] * 9)
    match.position.stack.append(Overstacked(GERMAN, match.game.board.index["3013"]))
    assert seen(match, "remove:IR24")[GERMAN].overstacked == 1


SCENARIOS = {
    "they-shall-not-pass": "historical",
    "verdun-1916": "historical",
    "campaign-of-attrition": "historical",
    "big-push": "over_the_top",
    "generation-lost": "firestorm",
}


@pytest.mark.parametrize("slug", SCENARIOS)
def test_every_game_says_who_is_who(slug):
    game = trenchline.load(slug)
    p = game.start(SCENARIOS[slug], seed=1).position
    drill = game.drill
    fighters = drill.fighters(p)
    assert any(fighters) and len(fighters) == len(p.place)
    for kind, members in drill.wards(p).items():
        assert hasattr(Blunders(), kind) and any(members) and len(members) == len(p.place)
        assert not any(one and other for one, other in zip(members, fighters, strict=True))


def test_a_players_blunders_are_his_own_on_either_side():
    def bout(first, second, *found):
        return Bout(first, second, "german", GameResult(1, 1, "", "", 0, 1, 1, "", blunders=found))

    bouts = [bout("a", "b", Blunders(hqs=3), Blunders()), bout("b", "a", Blunders(idle=5), Blunders(hqs=1))]
    assert blunders_of(bouts, "a")["hqs"] == 2 and blunders_of(bouts, "b")["idle"] == 2.5
    assert per_game([Blunders(guns=1), Blunders()])["guns"] == 0.5


def test_a_game_that_is_simulated_brings_them_along():
    result = play_game("they-shall-not-pass", "historical", {}, ("random", "random"), seed=5)
    assert len(result.blunders) == 2 and result.blunders[GERMAN].long_odds > 0
