"""Words for chapters 17 to 20: a reorganization, a campaign with its options, the last turn of a scenario."""

from __future__ import annotations

import json
from collections.abc import Sequence

from trenchline.core.actions import Action
from trenchline.core.match import Match
from trenchline.core.position import Event

from ..great_war import answer, plan
from .kit import GAME, C, kind, play, position

QUIET = "A20: 25/1 >S\nT30: B3.1 >N"  # far from each other
LAST = {
    "firestorm": 6,
    "crown_prince": 6,
    "may_cup": 19,
    "hells_doorway": 24,
    "shall_not_pass": 32,
    "ramparts_revenge": 44,
    "campaign": 44,
}


def throw(match: Match, *faces: int) -> list[Event]:
    """The roll that waits shows these faces."""
    assert match.player == "dice", f"no roll waits: {match.decision}"
    return match.apply(Action(match.actions()[0].kind, dice=faces))


def reorganize(text: str, turn: int = 12, scenario: str = "may_cup", dice: Sequence[int] = ()) -> Match:
    """The mutual reorganization of a turn."""
    return position(f"scenario: {scenario}\nturn: {turn}\nstep: reorganization\n{text}", dice)


def rolled(text: str, rolls: Sequence[tuple[int, int]], lost: str = "9 9", made: str = "18 18", **more: object) -> Match:
    """Both have rolled for replacements; so many steps are lost, so many assaults made."""
    match = reorganize(f"assaults_made: {made}\nreplacement_points: {lost}\n{text}", **more)  # type: ignore[arg-type]
    for faces in rolls:
        throw(match, *faces)
    return match


def under(options: Sequence[str], text: str, step: str = "german-movement", turn: int = 12, dice: Sequence[int] = ()) -> Match:
    """A step of a campaign with these operations in force."""
    head = f"scenario: campaign\nturn: {turn}\nstep: {step}\noperations: {json.dumps(list(options))}"
    return position(f"{head}\n{text}", dice)


def objectives(*names: str) -> str:
    """A line of position text: the German has these objectives."""
    return f"objectives: {json.dumps([C.marker_names.index(name) for name in names])}\n"


def finish(match: Match) -> Match:
    """The last reorganization goes by, nobody takes anything, and the game is judged."""
    for _ in range(60):
        if match.over:
            return match
        if match.player == "dice":
            throw(match, *(6,) * len(match.actions()[0].dice))
        else:
            play(match, "done")
    raise AssertionError(f"the game does not end: {match.decision}")


def final(scenario: str, text: str, vp: str = "0 0", more: str = "") -> Match:
    """The last turn of a scenario with these units and points."""
    head = f"scenario: {scenario}\nturn: {LAST[scenario]}\nstep: reorganization\npoints: {vp}\ncombat_points: {vp}"
    return finish(position(f"{head}\n{more}{text}"))


def campaign(
    german: Sequence[str] = (), french: Sequence[str] = (), dice: Sequence[int] | None = (1,) * 8, **more: object
) -> Match:
    """A campaign after its set-up, with these options of each side; objectives are rolled."""
    match = GAME.start("campaign", dice=list(dice) if dice is not None else None, **more)  # type: ignore[arg-type]
    to_operations(match)
    for chosen in (german, french):
        answer(match, "yes" if chosen else "no")
    for chosen in (german, french):
        if chosen:
            plan(match, *chosen)
    return match


def to_operations(match: Match) -> None:
    """Take the ready set-up."""
    for _ in range(60):
        if kind(match) in ("Answers", "RollOption"):
            return
        if match.player == "dice":
            throw(match, 1)
        else:
            play(match, "historical")
    raise AssertionError(f"the set-up does not end: {match.decision}")
