"""Guided battles: a small position, dice that are written down, and pages of words and moves. Played through when they are
read, so that a lesson which the rules refuse is a fault of the data.

Numbers of counters are not written but looked up: `[LGR8]` is all that the counter shows as the page begins, `[LGR8 morale]`
one of its numbers by name (see `reference.toml`).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from .actions import Action
from .errors import DataError, TrenchlineError
from .files import Strict, read_toml

if TYPE_CHECKING:
    from .game import Game
    from .match import Match


FILES = ("lesson.toml", "lesson_defence.toml")  # of a game: the first battle, and the defence
_FIGURE = re.compile(r"\[(?P<unit>[^\[\] ]+)(?: (?P<name>[a-z ]+))?\]")


class StepFile(Strict):
    """An idea: what is said of it, the moves of both sides that show it, and the dice that fall meanwhile."""

    title: str
    say: str
    moves: list[str] = []
    dice: list[int] = []


class LessonFile(Strict):
    """A file of a lesson."""

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
    number: int = 1


class Lesson(msgspec.Struct, frozen=True):
    """A lesson that has been played through: where it begins, all moves in their order, all dice."""

    document: LessonDocument
    position: str
    dice: tuple[int, ...]
    script: tuple[Action, ...]


def lesson_title(file: Path) -> str:
    """What a lesson is called."""
    return read_toml(file, LessonFile).title


def read_lesson(game: Game[Any], file: Path, number: int = 1) -> Lesson:
    """A lesson of a game, played through. Raises DataError for one that cannot be played."""
    data = read_toml(file, LessonFile)
    position = f"game: {game.slug}\n{data.position.strip()}\n"
    dice = tuple(face for step in data.step for face in step.dice)
    try:
        match = game.position(position, dice=list(dice))
        steps, script = _played(match, data)
    except TrenchlineError as fault:
        raise DataError(str(fault), file) from None
    _check_end(match, data, len(dice), file)
    return Lesson(LessonDocument(data.title, data.about, data.minutes, data.seat, steps, number), position, dice, script)


def _played(match: Match, data: LessonFile) -> tuple[tuple[LessonStep, ...], tuple[Action, ...]]:
    steps: list[LessonStep] = []
    script: list[Action] = []
    rolled = 0
    for step in data.step:
        shown = []
        say = _with_figures(match, data.seat, " ".join(step.say.split()))
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
        steps.append(LessonStep(step.title, say, len(script), tuple(shown)))
    return tuple(steps), tuple(script)


def _with_figures(match: Match, seat: str, text: str) -> str:
    """A text with the numbers of counters in the place of what stands for them."""
    shown = {counter.id: counter for counter in match.view(seat).counters} if _FIGURE.search(text) else {}

    def looked_up(found: re.Match[str]) -> str:
        unit, name = found["unit"], found["name"]
        if unit not in shown:
            raise TrenchlineError(f"{found[0]}: there is no counter {unit!r} in the lesson")
        numbers = [str(number) for number in shown[unit].numbers]
        if name is None:
            return "-".join(numbers)
        kind = match.game.counters[match.game.counters.index[unit]].kind
        anatomy = next((a for a in match.game.reference.counters if kind in a.kinds), None)
        words = [word.word for word in anatomy.numbers] if anatomy else []
        if name not in words[: len(numbers)]:
            raise TrenchlineError(f"{found[0]}: {unit} shows {', '.join(words[: len(numbers)])}, not {name!r}")
        return numbers[words.index(name)]

    return _FIGURE.sub(looked_up, text)


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
