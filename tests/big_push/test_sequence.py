"""4.0, 4.1: what comes after what."""

import pytest

from trenchline.games.big_push.sequence import SEQUENCE

from .kit import GAME, C, at, commit, interdicted, kind, options, order, play, position, refused, run_to, step

STEPS = [s.id for s in SEQUENCE.steps]


@pytest.mark.case("big-push", "4.1", "4.1/1", "4.1/3", "4.1/4")
def test_weather_then_the_allied_phase_then_the_german_then_reorganization():
    parts = ("bombardment", "movement", "commitment", "resources", "fire", "assault")
    allied = [f"{'german' if part == 'fire' else 'allied'}-{part}" for part in parts]
    german = [f"{'allied' if part == 'fire' else 'german'}-{part}" for part in parts]
    played = [s for s in STEPS[STEPS.index("weather") :] if s not in ("mines", "allied-end", "german-end")]
    assert played == ["weather", *allied, *german, "reorganization"]


@pytest.mark.case("big-push", "4.0", "4.1/3")
def test_a_turn_in_full_and_then_the_next_one():
    """Each side is asked in its own phase; when the German phase is over the turn ends and the marker moves on."""
    match = position("turn: 2\nstep: weather\nB5: 48Br >E\nA7: VII >E\nH5: 52/66 >W\nN5: IX >W")
    seen: list[tuple[str, str]] = []
    while match.position.turn == 2:
        if match.player != "dice" and (not seen or seen[-1] != (step(match), match.player)):
            seen.append((step(match), match.player))
        run_one(match)
    assert seen == [
        ("allied-bombardment", "allied"),
        ("allied-movement", "allied"),
        ("allied-commitment", "allied"),
        ("german-bombardment", "german"),
        ("german-movement", "german"),
        ("german-commitment", "german"),
    ]
    assert (match.position.turn, step(match)) == (3, "weather")


def run_one(match):
    if match.player == "dice":
        match.apply(match.actions()[-1])
    else:
        play(match, "done")


@pytest.mark.case("big-push", "4.0", "4.1/2C", "4.1/2H")
def test_the_other_side_only_answers_guns_and_fires_at_attackers():
    match = position(
        """
        turn: 2
        step: allied-bombardment
        A5: BA3 >E
        J5: 48Br >E
        I7: VII >E
        K5: 52/66 >W
        F5: GA08 >W
        """,
        dice=[6, 6, 6, 6, 4, 3],
    )
    play(match, "done", "E6", "BA3", "fire")
    assert (match.player, kind(match)) == ("german", "CounterBattery")
    play(match, "done", "done")
    assert (match.player, step(match)) == ("allied", "allied-movement")
    play(match, "done")
    commit(match, "K5", "48Br")
    play(match, "done", "done")
    assert (match.player, step(match)) == ("german", "german-fire")


@pytest.mark.case("big-push", "4.1/0a")
def test_the_campaign_begins_with_operations_and_objectives_a_scenario_does_not():
    campaign = GAME.start("campaign", seed=1)
    scenario = GAME.start("over_the_top", seed=1)
    seen: dict[str, list[str]] = {"campaign": [], "over_the_top": []}
    for name, match in (("campaign", campaign), ("over_the_top", scenario)):
        for _ in range(60):
            if step(match) == "weather" or match.position.turn > 1 or step(match) == "allied-bombardment":
                break
            if step(match) not in seen[name]:
                seen[name].append(step(match))
            done = match.parse("done")
            match.apply(done if match.legal(done) else match.actions()[-1])
    assert seen == {"campaign": ["setup", "operations", "lay-mines"], "over_the_top": ["setup", "lay-mines"]}
    assert (len(campaign.position.objectives), len(scenario.position.objectives)) == (7, 0)


@pytest.mark.case("big-push", "4.1/0b", "14.1.3a")
def test_mines_are_laid_before_play_and_fired_on_the_first_turn_after_the_bombardment():
    match = GAME.start("over_the_top", dice=[1, 1])
    play(match, "done", "done", "done")
    assert step(match) == "lay-mines"
    for cell in ("C1", "B2", "B3", "C4", "C5", "C6"):
        play(match, cell)
    assert step(match) == "allied-bombardment"
    play(match, "done", "done")
    assert (step(match), kind(match)) == ("mines", "NextMine")
    assert options(match) == {"C1", "B2", "B3", "C4", "C5", "C6"}


@pytest.mark.case("big-push", "4.1/2A", "4.1/2B", "6.6", "6.1")
def test_the_air_unit_is_placed_before_the_guns_and_strikes_after_them():
    match = position(
        """
        turn: 2
        step: allied-bombardment
        A5: BA3 >E
        J5: 48Br >E
        K5: 52/66 >W entrenched
        """,
        dice=[6, 1, 1],
    )
    assert kind(match) == "PlaceAir"
    play(match, "K5")
    assert interdicted(match) == set()
    play(match, "E6", "BA3", "fire")
    assert interdicted(match) == set()
    play(match, "done")
    assert interdicted(match) == {"K5"}


@pytest.mark.case("big-push", "4.1/2D", "7.4.2")
def test_hqs_change_mode_in_the_movement_phase():
    match = position("turn: 2\nstep: allied-movement\nB22: VII >E\nS5: 52/66 >W")
    play(match, "VII", "flip:VII~supply")
    assert order(match, "VII") == {"supply"}


@pytest.mark.case("big-push", "4.1/2E", "4.1/2F", "4.1/2G", "4.1/2I", "8.2")
def test_commitment_with_command_then_over_the_top_then_resources_then_fire_then_assault():
    match = position(
        """
        turn: 2
        step: allied-commitment
        J5: B4.1 >E
        J6: B4.2 >E
        F5: VII >E
        K5: 52/66 >W
        """,
        dice=[4, 3, 3, 6, 6],
    )
    commit(match, "K5", "B4.1", "B4.2")
    play(match, "done")
    assert (step(match), kind(match)) == ("allied-commitment", "Pressing")
    play(match, "B4.1", "done")
    assert match.position.resources == [int(n) for n in C.chart_data.command_center.rows["6"]] or sum(match.position.resources)
    assert step(match) == "german-fire"
    run_to(match, "allied-assault")
    assert step(match) == "allied-assault"


@pytest.mark.case("big-push", "4.1/2F", "8.2")
def test_without_command_support_nobody_is_committed():
    match = position("turn: 2\nstep: allied-commitment\nJ5: 48Br >E\nA5: VII >E\nK5: 52/66 >W")
    assert refused(match, "48Br-K5").cases[0] == "8.2"
    assert options(match) == {"done"}


@pytest.mark.case("big-push", "4.1/4", "7.2.4")
def test_interdiction_is_cleared_in_the_reorganization_of_the_side_that_suffered_it():
    """Allied markers go at the end of the turn; German ones, laid after the Allies have moved, a turn later (BP-R12)."""
    match = position("turn: 2\nstep: german-end\ninterdicted: K5=1 L5=2 M5=4\nB5: 48Br >E\nS5: 52/66 >W")
    run_to(match, "weather", 3)
    assert interdicted(match) == {"L5"}
    run_to(match, "weather", 4)
    assert interdicted(match) == set()
    assert at(match, "48Br") == "B5"
