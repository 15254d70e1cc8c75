"""15.0 The campaign: set-up and arrivals, operations of both sides, objectives, and how it is won."""

import json

import pytest

from trenchline.core.position import events_for
from trenchline.games.big_push.victory import objective_points, victories

from ..great_war import answer, plan
from .battle import GERMAN_HQS, HQS, POOL, assault, fire, outcome, throw
from .kit import (
    GAME,
    C,
    at,
    commit,
    game_position,
    guns,
    here,
    kind,
    legal,
    lines,
    march,
    options,
    order,
    phase,
    play,
    points,
    position,
    refused,
    run_to,
    step,
    steps,
    texts,
    where,
)
from .test_victory import BRITISH, FRENCH

ALL_ALLIED = ("plant_mines", "increase_supply", "build_artillery", "change_objective", "allied_command_center")
DRAWS = (1, 1, 1, 1, 1, 1, 1)  # the first marker that is left, each time


def campaign(allied=(), german=(), dice=DRAWS, **more):
    """A campaign with these options of each side; objectives are drawn."""
    match = GAME.start("campaign", dice=list(dice) if dice is not None else None, **more)
    while kind(match) == "SetUp":
        play(match, "done")
    for chosen in (allied, german):
        answer(match, "yes" if chosen else "no")
    for chosen in (allied, german):
        if chosen:
            plan(match, *chosen)
    return match


def under(options_in_force, text, step="allied-commitment", turn=6, more=""):
    """A position of a campaign with these operations."""
    return position(
        f"scenario: campaign\nturn: {turn}\nstep: {step}\noperations: {json.dumps(list(options_in_force))}\n{more}{text}"
    )


def objectives(*names):
    return f"objectives: {json.dumps([C.marker_names.index(name) for name in names])}\n"


# ------------------------------------------------------------------------------------------------ 15.0 to 15.4


@pytest.mark.case("big-push", "15.0", "15.0.1", "3.1", "15.1/3", "15.2", "15.3")
def test_the_campaign_is_set_up_as_scenario_1_and_lasts_21_turns():
    match, first = GAME.start("campaign", seed=1), GAME.start("over_the_top", seed=1)
    on_map = [u for u in range(len(C.counters)) if match.position.on_map(u)]
    assert on_map == [u for u in range(len(C.counters)) if first.position.on_map(u)]
    assert all(match.position.place[u] == first.position.place[u] for u in on_map)
    assert game_position(match).playable_turns() == (1, 21) and C.dates[20].startswith("November 17")
    pool = here(match, "pool")
    assert {C.ids[u] for u in range(len(C.counters)) if C.brigade[u] or C.battalion[u]} == pool


@pytest.mark.case("big-push", "15.1", "15.3", "EX-56", "EX-57", "BP-R180", "BP-R105")
def test_later_calls_for_units_in_play_are_void():
    arrivals = C.scenarios["campaign"].arrivals
    assert arrivals[C.unit["ANZ1"]].turn == 4  # and no call on October 27
    assert C.unit["7Br"] not in arrivals and arrivals[C.unit["TankA"]].turn == 12
    match = march("scenario: campaign\nM5: ANZ1 >E\nS5: 10B/6 >W", turn=18)
    assert "ANZ1" not in {r for row in match.view("allied").due for r in row.units}
    lost = march("scenario: campaign\nA5: 48Br >E\nS5: 10B/6 >W\npool: 7Br, ANZ1", turn=18)
    assert not {"7Br", "ANZ1"} & options(lost)  # they come back as replacements only


@pytest.mark.case("big-push", "15.2", "15.3", "15.1/4", "12.1.3")
def test_lost_units_of_every_kind_return_as_replacements():
    text = "scenario: campaign\ntally: 14 14\nA5: 48Br >E\nS5: 10B/6 >W\npool: 39Fr, 1Cav, BA1, TankA, 10B/8, GA01"
    match = phase("reorganization", text, turn=8)
    throw(match, 6, 6)
    throw(match, 6, 6)
    play(match, "write=9", "write=9")
    assert {"39Fr~full", "1Cav~full", "BA1~full", "TankA~full"} <= options(match)
    play(match, "done")
    assert {"10B/8~full", "GA01~full"} <= options(match)


@pytest.mark.case("big-push", "15.4", "12.1.3")
def test_all_allied_hqs_begin_on_the_map_and_german_ones_come_in_july():
    match = GAME.start("campaign", seed=1)
    assert all(match.position.on_map(h) for h in C.hqs[0])
    arrivals = C.scenarios["campaign"].arrivals
    assert {C.ids[h]: arrivals[h].turn for h in C.hqs[1] if h in arrivals} == {"IX": 2, "VIR": 2, "IV": 3}


@pytest.mark.case("big-push", "15.1/4", "14.1.3b", "BP-R155")
def test_cavalry_release_goes_on_until_it_succeeds():
    for turn, asked in ((2, False), (3, True), (4, True), (15, True)):
        match = march("scenario: campaign\nA5: 1Cav >E held\nS5: 10B/6 >W", turn=turn)
        assert (kind(match) == "Release") == asked
    play(match, "1Cav")
    throw(match, 4)
    assert order(match, "1Cav") == {"held"}


@pytest.mark.case("big-push", "15.1/1", "EX-58", "EX-59", "BP-R113")
def test_brigades_and_steps_return_a_division():
    pool = "pool: 56Br, B4.1, B3.2, B2.2"
    text = f"scenario: campaign\ntally: 14 0\nG3: B2.1 >N, B3.1 >N\nS5: 10B/6 >W\n{pool}"
    match = phase("reorganization", text, turn=8)
    throw(match, 6, 6)
    one, two = match.clone(), match
    play(one, "write=1")
    assert "raise:56Br-G3~reduced" in options(one) and "raise:56Br-G3~full" not in options(one)
    play(one, "raise:56Br-G3~reduced")
    assert (at(one, "56Br"), steps(one, "56Br"), points(one)) == ("G3", 3, [0, 1])
    play(two, "write=2", "raise:56Br-G3~full")
    assert (at(two, "56Br"), steps(two, "56Br"), points(two)) == ("G3", 4, [0, 2])
    assert where(two, "B2.1", "B3.1") == ["pool", "pool"]
    beside = phase("reorganization", text.replace("B3.1 >N", "B3.1 >N, TankA >N"), turn=8)
    throw(beside, 6, 6)
    play(beside, "write=2")
    assert not any(word.startswith("raise") for word in options(beside))  # a division stands alone (7.3.1)
    scenario = phase("reorganization", text.replace("campaign", "punishing_land"), turn=8)
    throw(scenario, 6, 6)
    play(scenario, "write=2")
    assert not any(word.startswith("raise") for word in options(scenario))  # in the campaign only


@pytest.mark.case("big-push", "15.1/2", "15.5.2a", "14.1.3a")
def test_mines_are_laid_and_blown_on_the_first_turn_and_more_only_with_plant_mines():
    match = campaign()
    assert kind(match) == "LayMines" and "6 to go" in match.decision.prompt
    text = "G3: 48Br >E\nG9: 39Fr >E\nH3: 10B/6 >W\nH9: 10B/8 >W"
    none = under((), text, "mines")
    assert step(none) == "allied-movement"
    planted = under(("plant_mines",), text, "mines")
    assert kind(planted) == "PlantMines" and options(planted) == {
        "H3",
        "done",
    }  # next to a British unit; the French do not count
    play(planted, "H3")
    events = throw(planted, 1) if planted.player == "dice" else play(planted, "H3")
    assert kind(planted) in ("Explosion", "MineRoll") or texts(events)


@pytest.mark.case("big-push", "15.5.2a", "BP-R110", "BP-R154")
def test_two_mines_each_turn_under_squares_that_are_not_engaged():
    text = "G3: 48Br >E\nH3: 10B/6 >W\nH4: 10B/8 >W\nH2: GA01 >W, XIVR >W"
    match = under(("plant_mines",), text, "mines", more="blown: [0, 1]\n")
    play(match, "H2", "H3")
    assert kind(match) == "NextMine"  # two, no more
    play(match, "H2")
    throw(match, 3)
    assert kind(match) == "Explosion" and len(match.actions()) == 6  # all six are mixed again
    first = under(("plant_mines",), text, "mines", turn=1)
    assert kind(first) != "PlantMines"  # from the second turn on


# ------------------------------------------------------------------------------------------------ 15.5 operations


@pytest.mark.case("big-push", "15.5", "15.5.1", "BP-R138", "BP-R148", "4.1/0a")
def test_options_concede_points_at_once():
    match = campaign(("plant_mines", "increase_supply"), ("off_map_artillery",))
    assert points(match) == [10, 25] and game_position(match).combat_points == [0, 0]
    assert set(game_position(match).operations) == {"plant_mines", "increase_supply", "off_map_artillery"}
    assert points(campaign()) == [0, 0]
    one = campaign((), ("commit_reserves",))
    assert points(one) == [25, 0]


@pytest.mark.case("big-push", "15.5.1", "15.5.2a", "15.5.3a")
def test_the_two_tables():
    totals = {side: sum(row.points for row in C.operations.values() if row.side == side) for side in ("allied", "german")}
    assert totals == {"allied": 115, "german": 95}
    assert {name: row.points for name, row in C.operations.items()} == {
        "plant_mines": 10,
        "increase_supply": 15,
        "build_artillery": 15,
        "change_objective": 20,
        "allied_command_center": 25,
        "train_troops": 30,
        "off_map_artillery": 10,
        "concealed_artillery": 10,
        "reinforced_defenses": 15,
        "discover_allied_objective": 15,
        "german_command_center": 20,
        "commit_reserves": 25,
    }


@pytest.mark.case("big-push", "15.5", "15.5.1", "BP-R138", "15.5.2f", "BP-R107")
def test_the_list_says_what_each_option_costs_does_and_excludes():
    match = GAME.start("campaign", dice=list(DRAWS))
    while kind(match) == "SetUp":
        play(match, "done")
    shown = match.decision_for("allied").checklist
    assert shown.kind == "" and len(shown.rows) == 6  # what a yes could buy is shown before it is said
    answer(match, "yes", "yes")
    for seat, rows in (("allied", 6), ("german", 6)):
        listed = match.decision_for(seat).checklist
        table = [row for row in C.operations.values() if row.side == seat]
        assert (listed.kind, listed.least, len(listed.rows)) == ("plan", 1, rows)
        assert [(row.title, row.price, row.effect) for row in listed.rows] == [(r.title, r.points, r.summary) for r in table]
    assert listed.pays == "victory points for the Allied side, at once"
    excluded = {row.name: row.excludes for row in match.decision_for("allied").checklist.rows if row.excludes}
    assert excluded == {"train_troops": ("allied_command_center",), "allied_command_center": ("train_troops",)}
    assert match.decision_for("").checklist is None


@pytest.mark.case("big-push", "15.5", "BP-R148")
def test_either_side_may_write_first_and_nobody_waits_for_the_other():
    match = GAME.start("campaign", dice=list(DRAWS))
    while kind(match) == "SetUp":
        play(match, "done")
    assert match.players == ("allied", "german")
    play(match, "yes@german")
    assert match.players == ("allied",) and not legal(match, "no@german")
    play(match, "yes@allied", "plan~commit_reserves@german", "plan~plant_mines@allied")
    assert game_position(match).operations == ("plant_mines", "commit_reserves")


@pytest.mark.case("big-push", "15.5", "BP-R148")
def test_a_plan_can_be_taken_back_until_the_other_side_has_confirmed():
    match = GAME.start("campaign", dice=list(DRAWS))
    while kind(match) == "SetUp":
        play(match, "done")
    answer(match, "yes", "yes")
    play(match, "plan~train_troops@allied")
    match.undo()
    play(match, "plan~plant_mines+increase_supply@allied")
    play(match, "plan~off_map_artillery@german")
    assert points(match) == [10, 25] and not match.can_undo  # both are shown


@pytest.mark.case("big-push", "15.5", "BP-R148")
def test_a_side_sees_what_it_has_written_and_nobody_else_does():
    match = GAME.start("campaign", dice=list(DRAWS))
    while kind(match) == "SetUp":
        play(match, "done")
    told = lambda: [match.view(seat).tracks.get("operations") for seat in ("allied", "german", "")]  # noqa: E731
    play(match, "yes@allied")
    assert told() == ["your secret answer: yes", None, None]
    events = play(match, "yes@german", "plan~plant_mines+build_artillery@allied")
    assert told() == ["your secret plan: Plant Mines, Build Artillery (25 points)", None, None]
    planned = "Allied plan: Plant Mines, Build Artillery, 25 points"
    assert planned in texts(events_for(events, "allied")) and planned not in texts(events_for(events, "german"))
    play(match, "plan~reinforced_defenses@german")
    assert told() == ["Allied: Plant Mines, Build Artillery; German: Reinforced Defenses"] * 3


@pytest.mark.case("big-push", "15.5", "BP-R148", "15.5.2f", "BP-R107")
def test_who_says_yes_takes_one_at_least_and_train_troops_excludes_the_command_center():
    match = GAME.start("campaign", dice=list(DRAWS))
    while kind(match) == "SetUp":
        play(match, "done")
    answer(match, "yes", "no")
    table = [name for name, row in C.operations.items() if row.side == "allied"]
    assert kind(match) == "Plans" and match.players == ("allied",)
    assert {f"plan~{name}@allied" for name in table} <= options(match)
    nothing = refused(match, "plan@allied")
    assert nothing.reason == "Choose 1 option or more: you said yes to operations" and nothing.cases == ("15.5", "15.5.1")
    assert refused(match, "plan~commit_reserves@allied").reason.startswith("commit_reserves is no option of yours")
    assert refused(match, f"plan~{table[1]}+{table[0]}@allied").reason.endswith(f"{table[0]}+{table[1]}")
    assert refused(match, "plan~allied_command_center+train_troops@allied").cases == ("15.5.2f",)
    assert len(match.actions()) == 2**6 - 1 - 2**4  # without those that hold both


@pytest.mark.case("big-push", "15.5.2b", "BP-R94", "11.2.1")
def test_increase_supply_returns_spent_british_hqs_for_nothing():
    returns = f'returns: [{{"unit":{C.unit["XV"]},"turn":6,"way":"bought"}},{{"unit":{C.unit["XX"]},"turn":6,"way":"bought"}}]'
    text = f"{returns}\nreturning: XV, XX\nA5: 48Br >E\nS5: 10B/6 >W"
    match = under(("increase_supply",), text, "reorganization")
    assert options(match) == {"XV~full", "done"}  # the French one costs a step
    play(match, "XV~full", "XV-A9")
    assert at(match, "XV") == "A9" and points(match) == [0, 0]


@pytest.mark.case("big-push", "15.5.2c", "3.4.1/4")
def test_build_artillery_puts_a_gun_at_b20():
    match = campaign(("build_artillery",))
    assert at(match, "BA9") == "B20" and C.range[C.unit["BA9"]] == 11 and at(campaign(), "BA9") == "out"


@pytest.mark.case("big-push", "15.5.2d", "15.6.1", "BP-R112")
def test_change_objective_swaps_one_for_a_random_one_of_its_nation():
    match = campaign(("change_objective",), dice=(*DRAWS, 1))
    before = game_position(match).objectives
    assert kind(match) == "ChangeObjective" and match.player == "allied"
    kept = match.clone()
    events = play(match, f"change~{C.marker_names[before[0]]}")
    after = game_position(match).objectives
    assert before[0] not in after and len(after) == 7 and "The Allies exchange one of their British objectives" in texts(events)
    assert [C.markers[m].nation for m in after].count("british") == 5
    play(kept, "done")
    assert game_position(kept).objectives == before


@pytest.mark.case("big-push", "15.5.2e", "15.5.3e", "9.1", "BP-R106")
def test_the_command_center_options():
    july, late_summer = range(1, 6), range(6, 15)
    for side, name, months in (("allied", "allied_command_center", july), ("german", "german_command_center", late_summer)):
        hqs = HQS if side == "allied" else GERMAN_HQS
        who, target = ("48Br", "H3") if side == "allied" else ("10B/6", "G3")
        for turn in (1, 5, 6, 14, 15):
            match = under((name,), f"G3: 48Br >E\nH3: 10B/6 >W\n{hqs}", f"{side}-commitment", turn=turn)
            commit(match, target, who)
            play(match, "done", "done")
            assert (kind(match) == "UseCenter") == (turn in months), (side, turn)
            if turn in months:
                play(match, "yes")
                events = throw(match, 3, 4)
                assert 2 in [line.value for e in events for line in e.lines if e.kind == "resources"]
                assert game_position(match).center_turns[("allied", "german").index(side)] == turn
    used = under(("allied_command_center",), f"G3: 48Br >E\nH3: 10B/6 >W\n{HQS}", turn=2, more="center_turns: 1 0\n")
    commit(used, "H3", "48Br")
    play(used, "done", "done")
    assert kind(used) == "CommandCenterRoll"  # once


@pytest.mark.case("big-push", "15.5.2f", "BP-R107")
def test_train_troops_begins_on_august_5():
    match = campaign(("train_troops",))
    assert match.position.turn == 6 and game_position(match).playable_turns() == (6, 21) and points(match) == [0, 30]
    while kind(match) == "LayMines":
        play(match, sorted(options(match))[0])
    assert kind(match) == "WeatherRoll"  # not fair by rule
    run_to(match, "mines", dice=4)
    assert kind(match) == "NextMine"
    run_to(match, "allied-movement", dice=4)
    assert kind(match) == "Release"
    while kind(match) in ("Release", "Combining") or match.player == "dice":
        throw(match, 4) if match.player == "dice" else play(match, "done")
    assert {"ANZ1", "ANZ2", "NZ", "ANZ4"} <= options(match)  # all who were due by then


@pytest.mark.case("big-push", "15.5.2f", "8.7", "11.5")
def test_trained_british_troops():
    match = under(("train_troops",), f"G3: B4.1 >E\nG9: F4.1 >E\nH3: 10B/6 >W\nH9: 10B/8 >W\n{HQS}\nE9: XX >E", turn=8)
    commit(match, "H3", "B4.1")
    commit(match, "H9", "F4.1")
    play(match, "done")
    assert lines(match, "B4.1") == {"Train Troops": -1} and lines(match, "F4.1") == {}
    play(match, "done")
    throw(match, 1, 1)
    play(match, "done", "H3")
    assert lines(match, "assault", "shift") == {"Train Troops": 1}
    play(match, "assault")
    throw(match, 1, 1)
    assert lines(match, of="shift") == {}  # the French are no better


@pytest.mark.case("big-push", "15.5.3a", "BP-R108", "BP-R173")
def test_off_map_artillery():
    text = "off_map: OffMap\nL9: 48Br >E\nK20: 31Br >E\nS11: XIVR >W"
    match = under(("off_map_artillery",), text, "german-bombardment")
    assert "L9" in options(match) and "K20" not in options(match)  # columns L to V or rows 1 to 11
    play(match, "L9", "OffMap")
    assert lines(match, "fire") == {"heavy gun": -1}  # always supplied
    play(match, "fire")
    assert kind(match) not in ("CounterBattery",) and match.player == "dice"  # nobody can answer
    throw(match, 6)
    assert step(match) != "german-bombardment" or "L9" not in options(match)  # once a phase
    duel = 'operations: ["off_map_artillery"]\noff_map: OffMap\nL9: BA5 >E\nN9: 10B/6 >W\nL10: XV supply'
    answer = guns(f"scenario: campaign\n{duel}", turn=6)
    play(answer, "N9", "BA5", "fire")
    play(answer, "L9")
    assert "OffMap" in options(answer)


@pytest.mark.case("big-push", "15.5.3b", "BP-R109", "BP-R148", "BP-R173")
def test_concealed_artillery():
    match = campaign((), ("concealed_artillery",))
    assert kind(match) == "Conceal" and match.player == "german"
    play(match, "GA01-R5")
    assert at(match, "GA01") == "R5" and not any(word.startswith("GA01-") for word in options(match))
    text = "G9: BA5 >E, BA3 >E\nH3: GA01 >W\nH5: 10B/6 >W, GA02 >W\nE9: XV supply"
    shelling = under(("concealed_artillery",), text, "allied-bombardment")
    while kind(shelling) == "PlaceAir":
        assert "H3" not in options(shelling) and refused(shelling, "H3").cases == ("15.5.3b",)
        play(shelling, "done")
    assert "H3" not in options(shelling) and "H5" in options(shelling)
    verdict = refused(shelling, "H3")
    assert (verdict.reason, verdict.cases) == ("H3 cannot be shelled: only concealed artillery is there", ("15.5.3b",))


@pytest.mark.case("big-push", "15.5.3b", "BP-R109", "BP-R173", "BP-R160")
def test_concealed_guns_slip_away_when_assaulted():
    text = f"G3: 48Br >E\nH3: GA01 >W\n{HQS}"
    match = under(("concealed_artillery",), text)
    commit(match, "H3", "48Br")
    play(match, "done")
    assert kind(match) == "Retreat" and match.player == "german"
    play(match, "GA01-I3>W", "48Br-H3>E")
    assert where(match, "GA01", "48Br") == ["I3", "H3"] and kind(match) != "CommandCenterRoll"
    beside = under(("concealed_artillery",), text.replace("GA01 >W", "GA01 >W, 10B/6 >W"))
    commit(beside, "H3", "48Br")
    play(beside, "done", "GA01-I3>W", "done")
    assert kind(beside) == "CommandCenterRoll" and at(beside, "10B/6") == "H3"  # the others fight


@pytest.mark.case("big-push", "15.5.3c", "11.7.4", "10.2/7")
def test_reinforced_defenses():
    text = f'operations: ["reinforced_defenses"]\nG3: 48Br >E\nG4: 31Br >E\nH3: 10B/6 >W\n{HQS}'
    match = fire(text, {"H3": ["48Br", "31Br"]}, scenario="campaign")
    play(match, "H3")
    assert lines(match) == {"Reinforced Defenses": -1}
    match = assault(text, {"H3": ["48Br", "31Br"]}, scenario="campaign")
    assert "open flank" not in lines(match, "assault")
    german = f'operations: ["reinforced_defenses"]\nG3: 48Br >E\nH3: 10B/6 >W\nH4: 10B/8 >W\n{GERMAN_HQS}'
    match = assault(german, {"G3": ["10B/6", "10B/8"]}, "german", scenario="campaign")
    assert lines(match, "assault")["open flank"] == 1  # German attacks on flanks go on


@pytest.mark.case("big-push", "15.5.3d", "15.6.1", "BP-R112")
def test_the_german_names_a_nation_and_sees_one_marker():
    match = campaign((), ("discover_allied_objective",), dice=(*DRAWS, 2))
    assert kind(match) == "Discover" and match.player == "german"
    play(match, "french")
    (known,) = game_position(match).discovered
    assert known in game_position(match).objectives and C.markers[known].nation == "french"


@pytest.mark.case("big-push", "15.5.3f", "12.1.3", "BP-R168")
def test_commit_reserves_brings_battalions_without_steps_but_not_without_points():
    text = "A5: 48Br >E\nS5: 10B/6 >W\npool: Bn01, Bn02, 10B/8"
    match = under(("commit_reserves",), text, "reorganization", more="tally: 0 4\n")
    throw(match, 1, 1)
    assert game_position(match).allowed == [0, 0] and options(match) == {"Bn01~full", "done"}
    play(match, "Bn01~full", "Bn01-V5", "Bn02~full", "Bn02-V6")
    assert points(match) == [2, 0] and where(match, "Bn01", "Bn02") == ["V5", "V6"]


@pytest.mark.case("big-push", "12.1.1", "12.1.1/1", "15.5.3f", "BP-R168")
def test_commit_reserves_brings_nobody_with_a_working_total_below_4():
    text = "A5: 48Br >E\nS5: 10B/6 >W\npool: Bn01, Bn02"
    match = under(("commit_reserves",), text, "reorganization", more="tally: 9 3\n")
    throw(match, 1, 1)  # the Allied roll; the Germans have none
    run_to(match, "allied-bombardment")
    assert points(match) == [0, 0] and where(match, "Bn01", "Bn02") == ["pool", "pool"]


# ------------------------------------------------------------------------------------------------ 15.6 objectives


@pytest.mark.case("big-push", "15.6", "15.6.1", "EX-61", "13.1")
def test_five_of_eleven_british_and_two_of_five_french_markers_are_drawn():
    nations = [m.nation for m in C.markers]
    assert (nations.count("british"), nations.count("french")) == (11, 5)
    for seed in range(6):
        match = GAME.start("campaign", seed=seed)
        while kind(match) == "SetUp":
            play(match, "done")
        answer(match, "no", "no")
        drawn = game_position(match).objectives
        assert len(set(drawn)) == 7 and [C.markers[m].nation for m in drawn].count("british") == 5
    assert all(m.points for m in C.markers)


@pytest.mark.case("big-push", "15.6.2", "15.6.2.1", "15.6.2.2", "BP-R103")
def test_territorial_markers():
    places = {name: row for name, row in zip(C.marker_names, C.markers, strict=True) if row.kind == "place"}
    assert {n: (r.points, r.cells) for n, r in places.items() if r.nation == "british"} == {
        "gommecourt": (2, ["B3"]),
        "thiepval_ridge": (2, ["E11", "E12", "F11", "F12", "G11", "G12"]),
        "pozieres": (2, ["G13", "G14"]),
        "delville_wood": (2, ["M15"]),
        "guillemont": (2, ["N17"]),
        "bapaume": (2, ["P7"]),
        "transloy_ridges": (2, ["Q10", "R10", "R11", "S10", "S11", "T11", "T12"]),
    }
    assert {n: (r.points, r.cells) for n, r in places.items() if r.nation == "french"} == {
        "estrees": (1, ["M32"]),
        "barleux": (1, ["R30"]),
        "peronne": (1, ["U26"]),
        "hem": (1, ["O23"]),
    }


def last(text, drawn=("gommecourt",), vp="0 0", more=""):
    """The last reorganization of a campaign."""
    head = f"scenario: campaign\nturn: 21\nstep: reorganization\npoints: {vp}\n{objectives(*drawn)}{more}"
    match = position(head + text)
    for _ in range(20):
        if match.over:
            break
        throw(match, *(6,) * len(match.actions()[0].dice)) if match.player == "dice" else play(match, "done")
    assert match.over
    return match


def met(match):
    return {side: [row.source for row in rows] for side, rows in victories(game_position(match)).items()}


AWAY = "V20: 10B/6 >W"
NOBODY_SCORES = f"P7: 39Fr >E\n{AWAY}"  # Bapaume is a British objective: the French there score nothing, nor do Germans


@pytest.mark.case("big-push", "15.6.2", "13.1", "13.1.1/2", "BP-R171")
def test_whoever_controls_a_drawn_place_scores_it():
    drawn = ("gommecourt", "bapaume", "hem")
    match = last(f"B3: 48Br >E\nP7: 39Fr >E\n{AWAY}", drawn)
    assert points(match) == [2, 1]  # Bapaume is held by the wrong nation: nobody's; Hem was never taken
    assert points(last(f"B3: 48Br >E\n{AWAY}", ("estrees",))) == [0, 1]


@pytest.mark.case("big-push", "15.6.2", "13.1", "13.1.1/2", "BP-R171")
def test_a_place_that_neither_its_nation_nor_the_german_holds_scores_for_nobody():
    match = last(NOBODY_SCORES, ("bapaume",), "7 4")
    bapaume = C.marker_names.index("bapaume")
    assert points(match) == [7, 4] and objective_points(game_position(match), bapaume) == (-1, 0)
    assert "Bapaume (british): nobody scores" in texts(match.prelude, "objective")
    germans = last(f"B9: 48Br >E\n{AWAY}", ("bapaume",), "7 4")
    assert points(germans) == [7, 4 + 2] and objective_points(game_position(germans), bapaume) == (1, 2)
    nobody = last(f"G13: 48Br >E disrupted\n{AWAY}\nclaims: G13=0 G14=2", ("pozieres",), "7 4")
    assert points(nobody) == [7, 4]  # a square each: nobody has more than half


@pytest.mark.case("big-push", "15.6.3", "13.4", "BP-R102", "BP-R172")
def test_exit_east():
    units = ", ".join(BRITISH[20:28])
    gone = f"exited: {units}\nexit_squares: V29 V31\n"
    assert points(last(f"V30: 48Br >E\nV29: 31Br >E\n{AWAY}", ("british_exit",), more=gone)) == [24, 0]  # 3 each
    assert points(last(f"V30: 39Fr >E\nV29: 11Fr >E\n{AWAY}", ("british_exit",), more=gone)) == [24, 0]  # either ally
    assert points(last(f"V5: 48Br >E\n{AWAY}", ("british_exit",), more=gone)) == [0, 0]
    few = f"exited: {', '.join(BRITISH[20:27])}\nexit_squares: V29\n"
    assert points(last(f"V30: 48Br >E\nV29: 31Br >E\n{AWAY}", ("british_exit",), more=few)) == [0, 0]
    french = f"exited: {', '.join(FRENCH[:8])}\nexit_squares: V29\n"
    assert points(last(f"V30: 48Br >E\nV29: 31Br >E\n{AWAY}", ("british_exit",), more=french)) == [0, 0]  # of that nation


@pytest.mark.case("big-push", "15.6.3", "13.4", "BP-R172")
def test_in_the_campaign_only_the_nation_whose_marker_was_drawn_leaves_with_divisions_and_full_brigades():
    text = "V5: B4.1 >E, B4.2 >E reduced\nV8: 39Fr >E\nV12: 48Br >E reduced\nS30: 10B/6 >W"
    match = march(f"scenario: campaign\n{objectives('british_exit', 'hem')}{text}", turn=6)
    for unit, may in (("B4.1", True), ("B4.2", False), ("39Fr", False), ("48Br", True)):
        twin = match.clone()
        play(twin, unit)
        assert legal(twin, f"exit:{unit}") == may, unit
    none = march(f"scenario: campaign\n{objectives('gommecourt', 'hem')}{text}", turn=6)
    play(none, "48Br")
    assert not legal(none, "exit:48Br")


@pytest.mark.case("big-push", "15.6.4", "11.8.2/1")
def test_three_breakthroughs_with_tanks_or_cavalry():
    for count, score in ((2, 0), (3, 5), (4, 5)):
        assert points(last(f"B9: 48Br >E\n{AWAY}", ("breakthrough",), more=f"breakthroughs: {count}\n"))[0] == score
    for units, counted in (("1Cav >E pressed, TankA >E", 1), ("B4.1 >E pressed, B4.2 >E", 0)):
        names = [entry.split()[0] for entry in units.split(",")]
        match = assault(f"G3: {units}\nH3: Bn05 >W\n{HQS}\n{POOL}", {"H3": names}, have={"gas": 1, "night": 1})
        play(match, "XV", "use~gas", "use~night")
        outcome(match, "DEBT")
        assert game_position(match).breakthroughs == counted


@pytest.mark.case("big-push", "15.6.5", "BP-R114", "BP-R171")
def test_german_strength_points():
    field = f"B9: 48Br >E\n{AWAY}"
    assert points(last(field, ("strength",), "10 9", "strength_lost: 150\n")) == [15, 9]
    assert points(last(field, ("strength",), "10 9", "strength_lost: 149\n")) == [10, 9]
    assert points(last(field, ("strength",), "10 10", "strength_lost: 150\n")) == [10, 10]  # before its own points
    match = assault(f"G3: ANZ1 >E\nH3: 26R/99 >W\n{HQS}\npool: Bn01", {"H3": ["ANZ1"]})
    outcome(match, "DSR")
    assert game_position(match).strength_lost == 3  # a regiment of 5 becomes a battalion of 2


@pytest.mark.case("big-push", "15.6.6", "BP-R114", "15.5.3f")
def test_german_reserves():
    field = f"B9: 48Br >E\n{AWAY}"
    committed = 'operations: ["commit_reserves"]\n'
    for count, extra, score in ((9, "", 0), (10, "", 7), (4, committed, 0), (5, committed, 7)):
        assert points(last(field, ("reserves",), more=f"{extra}regiments_back: {count}\n"))[0] == score
    match = phase("reorganization", "scenario: campaign\ntally: 0 14\nA5: 48Br >E\nS5: 10B/6 >W\npool: 10B/8, Bn01", turn=6)
    throw(match, 6, 6)
    play(match, "write=3", "10B/8~full", "10B/8-V5", "Bn01~full", "Bn01-V6")
    assert game_position(match).regiments_back == 1


# ------------------------------------------------------------------------------------------------ 15.7


@pytest.mark.case("big-push", "15.7.1", "EX-60", "13.4", "BP-R101")
def test_a_german_raid_takes_five_off_the_allied_total():
    text = "scenario: campaign\npoints: 3 0\nD20: 48Br >E\nA30: 10B/6 >W\nV9: 10B/8 >W"
    match = march(text, "german", turn=6)
    play(match, "10B/6", "exit:10B/6")
    assert points(match) == [0, 2] and at(match, "10B/6") == "returning"
    play(match, "10B/8")
    assert not legal(match, "exit:10B/8")  # not home by the east edge
    run_to(match, "german-movement", 7)
    play(match, "10B/6")
    assert {a.cell for a in match.actions() if a.cell} <= {f"A{n}" for n in range(1, 35)}


@pytest.mark.case("big-push", "15.7.1", "BP-R101", "BP-R165")
def test_driven_off_in_the_campaign_costs_three_and_two_turns():
    ring = "U4: 31Br >E\nU6: 46Br >E\nV4: 56Br >S\nV6: 4Br >N"
    match = assault(f"U5: 48Br >E\nV5: 10B/6 >W\n{ring}\nS5: VII >E", {"V5": ["48Br"]}, scenario="campaign", turn=6)
    outcome(match, "DR")
    (back,) = game_position(match).returning
    assert points(match) == [3, 0] and back.turn == 8


@pytest.mark.case("big-push", "15.7.1/1", "BP-R171")
def test_who_is_not_back_is_lost_and_so_are_the_points_the_germans_gained_by_exits():
    match = march("scenario: campaign\npoints: 3 0\nD20: 48Br >E\nA30: 10B/8 >W\nV1: 10B/6 >W", "german", turn=6)
    play(match, "10B/8", "exit:10B/8")
    assert points(match) == [0, 2] and game_position(match).exit_points == 2  # 3 are deducted, 2 are awarded
    away = f'returns: [{{"unit":{C.unit["10B/8"]},"turn":22,"way":"exit A30"}}]\nreturning: 10B/8\nexit_points: 2\n'
    match = last(f"B9: 48Br >E\n{AWAY}", ("gommecourt",), "0 12", away)
    assert points(match) == [2, 12 - 2 + 2]  # the regiment's two steps; Gommecourt is German; what was deducted stays deducted
    assert at(match, "10B/8") == "pool"
    told = next(e for e in match.prelude if e.cases == ("15.7.1/1",))
    assert told.text == "{10B/8} is not back and is lost: the German side forfeits the 2 points it gained by exits"


@pytest.mark.case("big-push", "15.7.1/2", "15.7")
def test_campaign_allied_victory_1():
    drawn = ("gommecourt", "hem", "breakthrough")
    held = f"B3: 48Br >E\nO23: 39Fr >E\n{AWAY}"
    assert met(last(held, drawn, "0 50", "breakthroughs: 3\n"))["allied"] == ["15.7.1/2"]
    assert met(last(held, drawn, "0 50", "breakthroughs: 2\n"))["allied"] == []
    assert met(last(f"B3: 48Br >E\n{AWAY}", drawn, "0 50", "breakthroughs: 3\n"))["allied"] == []
    assert met(last(f"{held}\nC5: 10B/8 >W", drawn, "0 50", "breakthroughs: 3\n"))["allied"] == []


@pytest.mark.case("big-push", "15.7.1/3", "BP-R111")
def test_campaign_allied_victory_2():
    field = f"C5: 10B/8 >W\n{AWAY}"
    assert met(last(field, ("barleux",), "102 50"))["allied"] == ["15.7.1/3"]  # Barleux makes it 51
    assert met(last(field, ("barleux",), "101 50"))["allied"] == []
    assert met(last(NOBODY_SCORES, ("bapaume",), "0 0"))["allied"] == []  # nothing is not twice nothing
    assert met(last(NOBODY_SCORES, ("bapaume",), "1 0"))["allied"] == ["15.7.1/3"]
    assert met(last(field, ("strength",), "60 50", "strength_lost: 150\n"))["allied"] == ["15.7.1/3"]
    assert met(last(field, ("strength",), "200 50", "strength_lost: 149\n"))["allied"] == []


@pytest.mark.case("big-push", "15.7.1/4", "BP-R96", "BP-R99")
def test_campaign_german_victory_1_counts_combat_points_alone():
    field = f"B9: 48Br >E\n{AWAY}\nclaims: A17=0 A18=0 B17=0 B18=0 F24=1 E30=1"
    won = last(field, ("barleux",), "10 60", "combat_points: 10 50\n")
    assert met(won)["german"] == ["15.7.1/4"] and won.result.winner == "german"
    short = last(field, ("barleux",), "10 90", "combat_points: 10 49\n")
    assert met(short)["german"] == [] and (short.result.winner, short.result.level) == ("", "Draw")  # nobody's: BP-R99
    allied = last(field, ("barleux",), "300 90", "combat_points: 10 50\n")
    assert met(allied)["german"] == []  # it must deny both


@pytest.mark.case("big-push", "15.7.1/5", "BP-R123")
def test_campaign_german_victory_2():
    def german(cells):
        units = ("10B/8", "10B/16", "12/62", "12/23", "12/63")
        there = "\n".join(f"{cell}: {unit} >W disrupted" for cell, unit in zip(cells.split(), units, strict=False))
        return met(last(f"M5: 48Br >E\n{there}\n{AWAY}\nclaims: {claims(cells)}", ("barleux",)))["german"]

    def claims(cells):
        return (
            " ".join(f"{cell}=0" for cell in ["A17", "A18", "B17", "B18", "F24", "E30"] if cell not in cells.split()) or "M5=0"
        )

    assert german("F24 E30") == ["15.7.1/5"]
    assert german("A17 A18 B17 F24") == ["15.7.1/5"]  # three of four squares
    assert german("A17 A18 F24") == [] and german("E30") == []


@pytest.mark.case("big-push", "15.7.1/6", "15.7")
def test_campaign_draw_when_both_meet_their_conditions():
    text = f"B3: 48Br >E\nF24: 10B/8 >W\nE30: 10B/16 >W\n{AWAY}"
    match = last(text, ("gommecourt",), "0 50")
    assert met(match) == {"allied": ["15.7.1/2"], "german": ["15.7.1/5"]} and match.result.winner == ""


@pytest.mark.case("big-push", "14.1.3c", "BP-R97", "15.0")
def test_no_area_penalty_in_the_campaign():
    match = march("scenario: campaign\nM30: 48Br >E home\nS30: 10B/6 >W", turn=6)
    play(match, "done")
    assert points(match) == [0, 0]
    assert objective_points(game_position(last(f"B9: 48Br >E\n{AWAY}")), 0) == (1, 2)
