"""Tables of a guided battle: one learner, an enemy who answers from the script, dice that are written down. Nobody
else can sit there, and nothing else can be done there; to go on from it one branches to a table with dice of its own.

The enemy answers when the learner has turned to the page that tells of it, and not before: no page is passed by."""

from __future__ import annotations

from .. import Lesson, ScriptedDice, load
from . import errors
from .lobby import NewTable, TableKeys, new
from .once import Receipt
from .rows import LESSON
from .table import Table
from .tables import Tables


def lesson_of(slug: str, number: int) -> Lesson:
    """A lesson of a game by its number; refused where it has none."""
    game = load(slug)
    if not 1 <= number <= len(game.lessons):
        raise errors.malformed(f"{game.title} has no lesson {number}; it has {len(game.lessons)}")
    return game.lessons[number - 1]


async def begin(tables: Tables, slug: str, number: int, name: str, page: int = 0, receipt: Receipt | None = None) -> TableKeys:
    """A table for a lesson, from its beginning or from the beginning of a page."""
    lesson = lesson_of(slug, number)
    steps = lesson.document.steps
    if not 0 <= page < len(steps):
        raise errors.malformed(f"the lesson has {len(steps)} pages, from 0 on, not {page}")
    match = load(slug).position(lesson.position, dice=list(lesson.dice))
    seats = {seat: "me" if seat == lesson.document.seat else f"bot:{LESSON}" for seat in match.seats}
    for action in lesson.script[: steps[page].until - len(steps[page].moves)]:
        match.apply(action)
    dice = ScriptedDice(lesson.dice).record()
    wanted = NewTable(slug, match.scenario, dict(match.options), seats, name, dice, lesson.position, lesson=True)
    wanted.dice_known, wanted.receipt = True, receipt
    return await new(tables, wanted, list(match.history))


def turn_to(tables: Tables, table: Table, page: int) -> None:
    """The learner has come to a page: the enemy makes his moves of it."""
    if table.lesson is None:
        raise errors.malformed("no lesson is played at this table")
    steps = table.lesson.document.steps
    if not 0 <= page < len(steps):
        raise errors.malformed(f"the lesson has {len(steps)} pages, from 0 on, not {page}")
    table.told_until = max(table.told_until, steps[page].until)
    tables.bots.wake(table)
