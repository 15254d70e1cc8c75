"""Conduct is counted: each measure in a position of a few counters."""

from __future__ import annotations

import msgspec
import pytest

import trenchline
from trenchline.core.charts import Odds, Outcome, Swing
from trenchline.games.they_shall_not_pass.stacking import Overstacked
from trenchline.lab.arena import Bout, conduct_of
from trenchline.lab.conduct import Counts, Watch, are_good, are_long, per_game
from trenchline.lab.simulate import GameResult, play_game

from ..big_push import kit as somme
from ..big_push.battle import HQS, POOL, assault
from ..big_push.test_reorganization import written
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
        watch.hears(match.apply(action))


def as_little_as_may_be(match, watch):
    legal = match.actions()
    quiet = [a for a in legal if a.kind in ("done", "ready", "decline")]
    action = (quiet or [a for a in legal if a.kind != "back"])[-1]
    watch.sees(match, action)
    watch.hears(match.apply(action))


def step(match):
    return match.game.sequence_of_play.steps[match.position.step].id


def test_nothing_is_counted_where_nothing_is_wrong():
    match = position("turn: 2\nstep: german-movement\n1604: IR81, XVIII.HQ\n1605: 208R")
    assert seen(match, "done") == (Counts(), Counts())


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


def test_an_attack_counts_by_the_column_on_which_it_is_resolved():
    """1:1 as it is begun, with a warning: the gun in range can make it 1:2."""

    def attacked(*answer):
        match = fight("3013: IR24\n3014: 35RI\n3016: XXX.A", dice=[1, 1] * 9)
        found = seen(match, "3014", "IR24", "attack", *answer, quiet=2)[GERMAN]
        return found.attacks, found.long_odds, found.warned

    assert attacked("XXX.A") == (1, 1, 1)
    assert attacked("ready") == (1, 0, 0)


def test_a_good_attack_that_is_passed_up():
    weak = position("turn: 2\nstep: german-assault\n3013: IR24, IR64\n3014: XXX.HQ")
    assert seen(weak, "done")[GERMAN].passed_up == 1
    even = position("turn: 2\nstep: german-assault\n3013: IR24\n3014: 35RI")
    assert seen(even, "done")[GERMAN].passed_up == 0


def test_a_good_chance_is_three_to_one_and_two_to_one_at_worst():
    def good(column, worst):
        return are_good(Odds("", [], column, [], swings=[Swing("if guns answer", worst, [])]))

    assert [good("3:1", "2:1"), good("3:1", "3/2"), good("2:1", "2:1"), good("7:1+", "3:1")] == [True, False, False, True]
    fire = Swing("if they fire", "4", [Outcome("1", 1.0, "", 1, 0)])
    cheap = Odds("", [], "+3", [Outcome("DSR", 1.0, "", 0, 1, "defender")])
    assert are_good(cheap) and are_good(msgspec.structs.replace(cheap, swings=[fire]))
    assert not are_good(msgspec.structs.replace(cheap, outcomes=[Outcome("DR", 1.0, "", 0, 0, "defender")], swings=[fire]))


def test_guns_that_stay_silent_with_a_target_worth_shells():
    text = "turn: 2\nstep: german-bombardment\n2003: XVIII.A1, XVIII.A2, III.A1, III.A2, V.A1\n"
    assert seen(position(text + "2006: 35RI"), "done")[GERMAN].silent_guns == 5
    four = ("barrage:2006", "XVIII.A1", "XVIII.A2", "III.A1", "III.A2", "fire")
    assert seen(position(text + "2006: 35RI", dice=[1] * 9), *four)[GERMAN].silent_guns == 1
    assert seen(position(text + "2620: 35RI"), "done")[GERMAN].silent_guns == 0  # out of range


@pytest.mark.case("big-push", "11.7.2a")
def test_an_assault_without_the_supply_that_stands_by():
    text = f"G3: 48Br >E\nH3: 10B/6 >W\n{POOL}\n"
    found = seen(assault(text + HQS, {"H3": ["48Br"]}), "assault")[0]
    assert (found.supplied, found.unfed) == (0, 1)
    found = seen(assault(text + HQS, {"H3": ["48Br"]}), "XV", "assault")[0]
    assert (found.supplied, found.unfed) == (1, 0)


@pytest.mark.case("big-push", "11.7.2a")
def test_an_assault_that_cannot_be_supplied_as_a_whole_is_not_held_against_anybody():
    """In the rain the HQ reaches one of the two divisions: it would be spent for nothing (BP-R179)."""
    text = f"G3: 48Br >E\nH2: 46Br >S\nH3: 10B/6 >W\n{POOL}\nC3: VII >E\nB4: XV supply"
    found = seen(assault(text, {"H3": ["48Br", "46Br"]}, weather="rain"), "assault")[0]
    assert (found.supplied, found.unfed) == (0, 0)


@pytest.mark.case("big-push", "7.4.2")
def test_an_assault_for_which_nobody_turned_an_hq_that_could_be_spared():
    """One HQ leads; another in reach could have been in Supply Mode, if it is not the only one that leads."""
    text = f"G3: 48Br >E\nH3: 10B/6 >W\n{POOL}\nE3: VII >E"
    two = somme.phase("allied-commitment", f"{text}\nE5: XV >E")
    assert seen(two, "48Br-H3", "done")[0].unfed == 1
    alone = somme.phase("allied-commitment", text)
    assert seen(alone, "48Br-H3", "done")[0].unfed == 0


def test_a_trench_that_is_left_without_need():
    """C5 is German start trench."""

    def left(allied, to):
        match = somme.march(f"{allied}: 46Br >E\nC5: 52/170 >W", side="german")
        return seen(match, "52/170", f"52/170-{to}", "done")[1].left

    assert left("A5", "E5") == 1
    assert left("A5", "B5") == 0  # towards the enemy
    assert left("B5", "D5") == 0  # the enemy was next to it


def test_an_hq_that_goes_into_an_enemy_zone():
    def exposed(cell):
        match = somme.march("G3: VII >E\nJ3: 52/170 >W")
        return seen(match, "VII", f"VII-{cell}", "done")[0].exposed_hqs

    assert (exposed("I3"), exposed("H3")) == (1, 0)


@pytest.mark.case("big-push", "13.3")
def test_a_unit_that_is_bought_back_in_the_last_turn():
    def conceded(last):
        match = written("F15: 17Br >E\nP15: 12/62 >W\npool: B4.1, Bn01", "14 0", ((6, 6),), (2,))
        first, end = match.position.playable_turns()
        match.position.turn = end if last else first
        return seen(match, "B4.1~full")[0].conceded

    assert conceded(last=True) == 1 and conceded(last=False) == 0


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
    conduct = game.conduct
    fighters = conduct.fighters(p)
    assert any(fighters) and len(fighters) == len(p.place)
    for kind, members in conduct.wards(p).items():
        assert hasattr(Counts(), kind) and any(members) and len(members) == len(p.place)
        assert not any(one and other for one, other in zip(members, fighters, strict=True))


def test_a_players_conduct_is_his_own_on_either_side():
    def bout(first, second, *found):
        return Bout(first, second, "german", GameResult(1, 1, "", "", 0, 1, 1, "", conduct=found))

    bouts = [bout("a", "b", Counts(hqs=3), Counts()), bout("b", "a", Counts(idle=5), Counts(hqs=1))]
    assert conduct_of(bouts, "a")["hqs"] == 2 and conduct_of(bouts, "b")["idle"] == 2.5
    assert per_game([Counts(guns=1), Counts()])["guns"] == 0.5


def test_a_game_that_is_simulated_brings_them_along():
    result = play_game("they-shall-not-pass", "historical", {}, ("random", "random"), seed=5)
    assert len(result.conduct) == 2 and result.conduct[GERMAN].long_odds > 0
