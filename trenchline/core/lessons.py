"""A guided first battle: a small position, dice that are written down, and steps of words and moves. Played through when it is
read, so that a lesson which the rules refuse is a fault of the data."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from .actions import Action
from .errors import DataError, TrenchlineError
from .files import Strict, read_toml

if TYPE_CHECKING:
    from .game import Game
    from .match import Match


class StepFile(Strict):
    """An idea: what is said of it, the moves of both sides that show it, and the dice that fall meanwhile."""

    title: str
    say: str
    moves: list[str] = []
    dice: list[int] = []


class LessonFile(Strict):
    """A game's `lesson.toml`."""

    title: str
    about: str
    minutes: int
    seat: str  # who learns
    won: str  # the cell that the learner holds in the end
    position: str
    step: list[StepFile]


class LessonMove(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move of the script: whose it is, and what it names."""

    seat: str
    kind: str
    unit: str = ""
    cell: str = ""
    facing: str = ""
    mode: str = ""
    value: int = 0
    label: str = ""


class LessonStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step as it is shown; the moves of those before it and its own end at `until`."""

    title: str
    say: str
    until: int
    moves: tuple[LessonMove, ...] = ()


class LessonDocument(msgspec.Struct, frozen=True):
    """What a client shows of a lesson."""

    title: str
    about: str
    minutes: int
    seat: str
    steps: tuple[LessonStep, ...]


class Lesson(msgspec.Struct, frozen=True):
    """A lesson that has been played through: where it begins, all moves in their order, all dice."""

    document: LessonDocument
    position: str
    dice: tuple[int, ...]
    script: tuple[Action, ...]


def lesson_title(file: Path) -> str:
    """What a game's lesson is called; empty where it has none."""
    return read_toml(file, LessonFile).title if file.exists() else ""


def read_lesson(game: Game[Any], file: Path) -> Lesson | None:
    """The lesson of a game, played through; none where it has none. Raises DataError for one that cannot be played."""
    if not file.exists():
        return None
    data = read_toml(file, LessonFile)
    position = f"game: {game.slug}\n{data.position.strip()}\n"
    dice = tuple(face for step in data.step for face in step.dice)
    try:
        match = game.position(position, dice=list(dice))
        steps, script = _played(match, data)
    except TrenchlineError as fault:
        raise DataError(str(fault), file) from None
    _check_end(match, data, len(dice), file)
    return Lesson(LessonDocument(data.title, data.about, data.minutes, data.seat, steps), position, dice, script)


def _played(match: Match, data: LessonFile) -> tuple[tuple[LessonStep, ...], tuple[Action, ...]]:
    steps: list[LessonStep] = []
    script: list[Action] = []
    rolled = 0
    for step in data.step:
        shown = []
        for text in step.moves:
            try:
                action = match.parse(text)
                shown.append(_move(match, action))
                match.apply(action)
            except TrenchlineError as fault:
                asked = match.decision.prompt if match.decision else "nothing"
                raise TrenchlineError(f"step {step.title!r}, move {text!r}: {fault} (asked: {asked})") from None
            script.append(action)
        rolled += len(step.dice)
        if match.player == "dice" or match.position.rolled != rolled:
            fallen = match.position.rolled
            raise TrenchlineError(f"step {step.title!r}: {fallen} dice have fallen by its end, {rolled} are written")
        steps.append(LessonStep(step.title, " ".join(step.say.split()), len(script), tuple(shown)))
    return tuple(steps), tuple(script)


def _move(match: Match, action: Action) -> LessonMove:
    """How a move is shown: with the words of its button."""
    a, p = action, match.position
    label = p.stack[-1].label(p, action)
    return LessonMove(a.by or match.player, a.kind, a.unit, a.cell, a.facing, a.mode, a.value, label)


def _check_end(match: Match, data: LessonFile, dice: int, file: Path) -> None:
    """In the end the learner stands where the fight was for, alone."""
    p = match.position
    if data.seat not in match.seats:
        raise DataError(f"nobody sits in {data.seat!r}", file)
    side = match.game.side_index(match.side_of(data.seat))
    there = {p.c.side[u] for u in p.stacks[p.c.board.cell(data.won)]}
    if there != {side}:
        raise DataError(f"the lesson ends without the {data.seat} side in {data.won}", file)
