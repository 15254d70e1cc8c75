"""Assaults for short stories: who is committed against what, and which resources there are, put together in one line.

Most stories play on open ground between G2 and I5, where no terrain shifts a column: attackers in G, defenders in H, a command
HQ at E3 and a supply HQ at E4. `test_ground_of_the_stories` in test_assault.py says so, should the map change.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from textwrap import dedent

from trenchline.core.actions import Action
from trenchline.core.match import Match
from trenchline.core.position import Event

from .kit import C, kind, play, position, roll

HQS = "E3: VII >E\nE4: XV supply"
GERMAN_HQS = "L3: XIVR >W\nL4: IX supply"
POOL = "pool: Bn01, Bn02, Bn03, Bn04, B4.6, B3.8, B2.6"


def wave(
    step: str,
    text: str,
    targets: Mapping[str, Sequence[str]],
    have: Mapping[str, int] | None = None,
    turn: int = 6,
    weather: str = "fair",
    dice: Sequence[int] = (),
    scenario: str = "punishing_land",
    options: str = "none",
) -> Match:
    """A step of the combat sequence with units committed; `have` counts the command resources."""
    assaults = [{"target": C.board.index[cell], "units": [C.unit[u] for u in units]} for cell, units in targets.items()]
    resources = " ".join(str((have or {}).get(name, 0)) for name in C.resources)
    assert set(have or {}) <= set(C.resources), have
    head = f"scenario: {scenario}\noptions: {options}\nturn: {turn}\nstep: {step}\nweather: {C.weathers.index(weather)}"
    return position(f"{head}\nassaults: {json.dumps(assaults)}\nresources: {resources}\n{dedent(text).strip()}", dice)


def assault(text: str, targets: Mapping[str, Sequence[str]], side: str = "allied", **more: object) -> Match:
    """The assaults of a side, defensive fire done."""
    return wave(f"{side}-assault", text, targets, **more)  # type: ignore[arg-type]


def fire(text: str, targets: Mapping[str, Sequence[str]], side: str = "german", **more: object) -> Match:
    """Defensive fire of a side against the units committed."""
    return wave(f"{side}-fire", text, targets, **more)  # type: ignore[arg-type]


def throw(match: Match, *faces: int) -> list[Event]:
    """The roll that waits shows these faces."""
    assert match.player == "dice", f"no roll waits: {match.decision}"
    return match.apply(Action(match.actions()[0].kind, dice=faces))


def outcome(match: Match, result: str) -> list[Event]:
    """The assault goes in as it stands and has this result."""
    events = play(match, "assault") if kind(match) == "Prepare" else []
    return events + roll(match, result)


def engaged(cell: str, side: str, units: Sequence[str], starts: Sequence[str], facing: str = "E") -> str:
    """The line of an engagement in position text: whose marker, who attacks, where they came from."""
    way = C.board.grid.directions.index(facing)
    marker = {
        "cell": C.board.index[cell],
        "side": ("allied", "german").index(side),
        "units": [C.unit[u] for u in units],
        "starts": [C.board.index[x] for x in starts],
        "facings": [way] * len(units),
    }
    return f"engagements: {json.dumps([marker])}"
