"""Tables of a guided first battle: one learner, an enemy who answers from the script, dice that are written down. Nobody
else can sit there, and nothing else can be done there; to go on from it one branches to a table with dice of its own."""

from __future__ import annotations

from ..core.dice import ScriptedDice
from ..core.lessons import Lesson
from ..games import load
from . import errors
from .lobby import NewTable, TableKeys, new
from .rows import LESSON
from .tables import Tables


def lesson_of(slug: str) -> Lesson:
    """The lesson of a game; refused where it has none."""
    game = load(slug)
    if game.lesson is None:
        raise errors.malformed(f"{game.title} has no guided first battle")
    return game.lesson


async def begin(tables: Tables, slug: str, name: str) -> TableKeys:
    """A table for the lesson of a game."""
    lesson = lesson_of(slug)
    match = load(slug).position(lesson.position)
    seats = {seat: "me" if seat == lesson.document.seat else f"bot:{LESSON}" for seat in match.seats}
    dice = ScriptedDice(lesson.dice).record()
    wanted = NewTable(slug, match.scenario, dict(match.options), seats, name, dice, lesson.position, lesson=True)
    wanted.dice_known = True
    return await new(tables, wanted)
