"""Assaults for short stories: who is committed against what, and which resources there are, put together in one line.

Most stories play on open ground around N28 and N29, where no terrain shifts a column: Germans in M, the French in N, a German
command HQ at K29 and a supply HQ at K31, French ones at R29 and R31. `test_ground_of_the_stories` in test_assault.py says so.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from textwrap import dedent
from unittest import mock

from trenchline.core.actions import Action
from trenchline.core.match import Match
from trenchline.core.position import Event

from .kit import C, kind, play, position, roll

HQS = "K29: XVIII >S\nK31: III supply"
FRENCH_HQS = "R29: VIIFr >N\nR31: IFr supply"
POOL = "pool: Bn01, Bn02, Bn03, Bn04, Bn05, Bn29, B4.6, B4.7, B3.8, B3.9"


def wave(
    step: str,
    text: str,
    targets: Mapping[str, Sequence[str]],
    have: Mapping[str, int] | None = None,
    turn: int = 12,
    weather: str = "fair",
    dice: Sequence[int] = (),
    scenario: str = "campaign",
) -> Match:
    """A step of the combat sequence with units committed; `have` counts the command resources."""
    assaults = [{"target": C.board.index[cell], "units": [C.unit[u] for u in units]} for cell, units in targets.items()]
    assert set(have or {}) <= set(C.resources), have
    resources = " ".join(str((have or {}).get(name, 0)) for name in C.resources)
    head = f"scenario: {scenario}\nturn: {turn}\nstep: {step}\nweather: {C.weathers.index(weather)}"
    return position(f"{head}\nassaults: {json.dumps(assaults)}\nresources: {resources}\n{dedent(text).strip()}", dice)


def assault(text: str, targets: Mapping[str, Sequence[str]], side: str = "german", **more: object) -> Match:
    """The assaults of a side, defensive fire done."""
    return wave(f"{side}-assault", text, targets, **more)  # type: ignore[arg-type]


def fire(text: str, targets: Mapping[str, Sequence[str]], side: str = "french", **more: object) -> Match:
    """Defensive fire of a side against the units committed."""
    return wave(f"{side}-fire", text, targets, **more)  # type: ignore[arg-type]


def throw(match: Match, *faces: int) -> list[Event]:
    """The roll that waits shows these faces."""
    assert match.player == "dice", f"no roll waits: {match.decision}"
    return match.apply(Action(match.actions()[0].kind, dice=faces))


def outcome(match: Match, result: str) -> list[Event]:
    """The assault goes in as it stands and has this result, which stands."""
    events = play(match, "assault") if kind(match) == "Prepare" else []
    events += play(match, "done") if kind(match) == "DefendWithGuns" else []
    events += decided(match, result)
    while kind(match) == "ThrowAgain":
        events += play(match, "stand")
    return events


def decided(match: Match, result: str) -> list[Event]:
    """The dice of the assault that waits give this result; one that its column has not is written there for the moment."""
    assert kind(match) == "AssaultRoll", f"no assault waits: {match.decision}"
    found = match.odds(match.actions()[0])
    if found is not None and any(outcome.result == result for outcome in found.outcomes):
        return roll(match, result)
    with mock.patch.object(type(C.assault), "result", lambda chart, column, row: result):
        return throw(match, 6, 6)


def engaged(cell: str, side: str, units: Sequence[str], starts: Sequence[str], facing: str = "S") -> str:
    """The line of an engagement in position text: whose marker, who came into the square, and from where."""
    way = C.board.grid.directions.index(facing)
    marker = {
        "cell": C.board.index[cell],
        "side": ("german", "french").index(side),
        "units": [C.unit[u] for u in units],
        "starts": [C.board.index[x] for x in starts],
        "facings": [way] * len(units),
    }
    return f"engagements: {json.dumps([marker])}"
