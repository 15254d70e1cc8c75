"""4.0: what comes after what."""

from __future__ import annotations

import pytest

from trenchline.core.match import Match
from trenchline.games.generation_lost.sequence import SEQUENCE

from .kit import GAME, game_position, kind, options, play, position, quiet, run_to, step, weather

STEPS = [s.id for s in SEQUENCE.steps]
PARTS = ("bombardment", "movement", "commitment", "resources", "fire", "assault")
FACING = """
R31: 11R/1 >S
P31: III >S
R33: 37Fr >N
V33: IIIFr >N
"""


def asked(match: Match, *, lull: str = "no") -> list[tuple[str, str]]:
    """The steps of the turn in which somebody is asked, and who; everybody does as little as can be done."""
    seen: list[tuple[str, str]] = []
    turn = match.position.turn
    while not match.over and match.position.turn == turn:
        if match.player == "dice":
            match.apply(match.actions()[-1])
            continue
        if not seen or seen[-1] != (step(match), match.player):
            seen.append((step(match), match.player))
        if step(match) == "lull":
            play(match, lull)
        else:
            quiet(match)
    return seen


@pytest.mark.case("generation-lost", "4.0", "4.0(1)", "4.0(5)", "4.0(6)")
def test_weather_then_the_german_phase_then_the_french_then_reorganization():
    german = [f"{'french' if part == 'fire' else 'german'}-{part}" for part in PARTS]
    french = [f"{'german' if part == 'fire' else 'french'}-{part}" for part in PARTS]
    played = [s for s in STEPS[STEPS.index("weather") :] if s not in ("german-mines", "german-end", "french-end")]
    assert played == ["weather", "somme", "lull", *german, *french, "reorganization"]


@pytest.mark.case("generation-lost", "4.0", "4.0(3)", "4.0(4a)", "4.0(4b)", "4.0(4c)", "4.0(5)")
def test_a_turn_in_full_and_then_the_next_one():
    match = position(f"scenario: may_cup\nturn: 12\nstep: weather\n{FACING}")
    assert asked(match) == [
        ("lull", "german"),
        ("lull", "french"),
        ("german-bombardment", "german"),
        ("german-movement", "german"),
        ("german-commitment", "german"),
        ("french-bombardment", "french"),
        ("french-movement", "french"),
        ("french-commitment", "french"),
    ]
    assert (match.position.turn, step(match)) == (13, "weather")


@pytest.mark.case("generation-lost", "4.0(3)")
def test_a_lull_leaves_out_movement_and_assaults():
    match = position(f"scenario: may_cup\nturn: 12\nstep: weather\n{FACING}")
    steps = [name for name, _ in asked(match, lull="yes")]
    assert "german-bombardment" in steps and "french-bombardment" in steps
    assert not any(part in name for name in steps for part in ("movement", "commitment", "assault"))


@pytest.mark.case("generation-lost", "4.0(3)")
def test_nobody_is_asked_about_a_lull_on_the_last_two_turns():
    for turn, wanted in ((17, True), (18, False), (19, False)):
        match = position(f"scenario: may_cup\nturn: {turn}\nstep: weather\n{FACING}")
        assert ("lull" in {name for name, _ in asked(match)}) == wanted


@pytest.mark.case("generation-lost", "4.0(1)", "4.0(5)", "19.6.5(b)")
def test_in_ramparts_revenge_the_french_come_first():
    match = position(f"scenario: ramparts_revenge\nturn: 34\nstep: weather\n{FACING}")
    steps = [name for name, _ in asked(match)]
    assert steps.index("french-bombardment") < steps.index("french-commitment") < steps.index("german-bombardment")
    assert match.position.turn == 35
    campaign = [name for name, _ in asked(position(f"scenario: campaign\nturn: 34\nstep: weather\n{FACING}"))]
    assert campaign.index("german-commitment") < campaign.index("french-bombardment")  # GL-R233


@pytest.mark.case("generation-lost", "4.0(2)")
def test_the_somme_takes_its_toll_after_the_weather_of_july_turns_only():
    july = position(
        f"scenario: hells_doorway\nturn: 21\nstep: weather\nK2: 12R/1 >S\npool: Bn01, Bn02, Bn03, Bn04\n{FACING}", dice=[1]
    )
    assert weather(july) == "fair" and step(july) == "somme" and july.player == "dice"
    june = position(f"scenario: may_cup\nturn: 17\nstep: weather\n{FACING}", dice=[1])
    assert step(june) == "lull"


@pytest.mark.case("generation-lost", "4.0(4b)")
def test_reserves_are_rolled_for_before_anybody_moves():
    match = position(f"scenario: hells_doorway\nturn: 21\nstep: german-movement\nreserves: Bn10\n{FACING}")
    assert match.player == "dice"
    match.apply(match.actions()[-1])  # two sixes: nobody is released
    run_to(match, "german-movement")
    assert match.player == "german"


@pytest.mark.case("generation-lost", "4.0(4c)", "4.0(4d)", "4.0(4e)", "4.0(4f)", "4.0(4a)")
def test_commitment_then_resources_then_defensive_fire_then_the_assault():
    match = position(
        """
        scenario: may_cup
        turn: 12
        step: german-commitment
        R31: 11R/1 >S
        P31: III >S
        S32: 37Fr >N
        V33: IIIFr >N
        """
    )
    play(match, "11R/1-S32", "done")
    seen = [step(match)]
    while step(match) in ("german-commitment", "german-resources", "french-fire", "german-assault"):
        if seen[-1] != step(match):
            seen.append(step(match))
        if match.player == "dice":
            match.apply(match.actions()[len(match.actions()) // 2])
        else:
            quiet(match)
    assert seen == ["german-commitment", "german-resources", "french-fire", "german-assault"]


@pytest.mark.case("generation-lost", "4.0(6)")
def test_both_sides_reorganize_after_the_second_players_phase():
    match = position(
        """
        scenario: may_cup
        turn: 12
        step: reorganization
        R31: 11R/1 >S disrupted
        S32: 37Fr >N suppressed
        """
    )
    rallied = {match.player} if match.player != "dice" else set()
    while match.position.turn == 12 and not match.over:
        if match.player == "dice":
            match.apply(match.actions()[0])
        else:
            rallied.add(match.player)
            quiet(match)
    assert not any(game_position(match).status[u] & 3 for u in (GAME.components.unit["11R/1"], GAME.components.unit["37Fr"]))


def test_the_campaign_begins_with_operations_and_objectives_a_scenario_does_not():
    seen: dict[str, set[str]] = {"campaign": set(), "firestorm": set()}
    for name, steps in seen.items():
        match = GAME.start(name, seed=1)
        while step(match) not in ("german-bombardment", "german-movement"):
            steps.add(step(match))
            if "historical" in options(match):
                play(match, "historical")
            else:
                quiet(match)
        assert kind(match)
    assert "operations" in seen["campaign"] and "operations" not in seen["firestorm"]
