"""4.0: what comes after what."""

import pytest

from trenchline.games.generation_lost.sequence import SEQUENCE

from .kit import position, quiet, step

STEPS = [s.id for s in SEQUENCE.steps]
PARTS = ("bombardment", "movement", "commitment", "resources", "fire", "assault")
QUIET = "L30: 13R/1 >S\nM30: 1Fr >N\nA20: VIR >S\nV20: VIIFr >N"


def phases(side, other):
    """The segments of a player's phase."""
    return [f"{other if part == 'fire' else side}-{part}" for part in PARTS]


@pytest.mark.case(
    "generation-lost", "4.0", "4.0(1)", "4.0(2)", "4.0(3)", "4.0(4a)", "4.0(4b)", "4.0(4c)", "4.0(4d)", "4.0(4e)", "4.0(4f)",
    "4.0(5)", "4.0(6)",
)  # fmt: skip
def test_weather_somme_lull_then_the_german_phase_then_the_french_then_reorganization():
    played = [s for s in STEPS[STEPS.index("weather") :] if not s.endswith(("-mines", "-end"))]
    german, french = phases("german", "french"), phases("french", "german")
    assert played == ["weather", "somme", "lull", *german, *french, "reorganization"]


def asked(scenario, turn):
    """Who is asked in which step of a turn in which nobody does anything."""
    match = position(f"scenario: {scenario}\nturn: {turn}\nstep: weather\n{QUIET}", [1] * 60)
    found = []
    for _ in range(100):
        if match.position.turn > turn:
            return found
        if (step(match), match.player) not in found:
            found.append((step(match), match.player))
        quiet(match)
    raise AssertionError(f"the turn does not end: {match.decision}")


@pytest.mark.case("generation-lost", "4.0", "4.0(5)")
def test_a_turn_in_full():
    both = [("lull", "german"), ("lull", "french")]
    german = [(f"german-{part}", "german") for part in ("bombardment", "movement", "commitment")]
    french = [(f"french-{part}", "french") for part in ("bombardment", "movement", "commitment")]
    assert asked("may_cup", 12) == [*both, *german, *french]


@pytest.mark.case("generation-lost", "19.6.5(b)", "4.0(1)")
def test_in_ramparts_revenge_the_french_come_first():
    steps = [name for name, _ in asked("ramparts_revenge", 36)]
    assert steps.index("french-commitment") < steps.index("german-bombardment")
    campaign = [name for name, _ in asked("campaign", 36)]
    assert campaign.index("german-commitment") < campaign.index("french-bombardment")  # GL-R233
