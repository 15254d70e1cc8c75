"""The text form of a position: a few tags, then who stands where, then what is being decided.

    game: verdun-1916
    turn: 2
    step: german-combat
    1905: 56BCP neutralised
    1904: IR87, ST4 flipped

Counters that are not named are out of play; without `stack` the step begins afresh.
"""

from __future__ import annotations

from ...core.decisions import Decision
from ...core.errors import NotationError
from ...core.position_text import UNWRITTEN, CounterWords, TagForm
from ...core.tags import Tags
from .audit import misfits
from .components import SIDES
from .position import STATES, Position
from .under_way import begun, crowded, losing, waiting

WORDS = CounterWords({"loss": 2, "flipped": 1, "lost": 0}, STATES, "spent")


def _fallen(p: Position) -> dict[str, str]:
    """The fortresses that have lost their step."""
    works = zip(p.c.fortresses, p.works, strict=True)
    return {"fallen": " ".join(p.label(fort.cell) for fort, step in works if not step)}


def _read_fallen(p: Position, tags: Tags) -> None:
    number = tags.line("fallen")
    for cell in tags.cells("fallen", p.c.board.index):
        if cell not in p.c.fortress_at:
            raise NotationError(f"{p.label(cell)} is no fortress", number)
        p.works[p.c.fortress_at[cell]] = 0


def _destroyed(p: Position) -> dict[str, str]:
    """HQs that are to return, with the turn they were lost."""
    return {"destroyed": ", ".join(f"{p.name(hq)} {turn}" for hq, turn in p.returning)}


def _read_destroyed(p: Position, tags: Tags) -> None:
    unit, returning = p.c.unit, []
    for number, entry in tags.listed("destroyed"):
        name, _, turn = entry.partition(" ")
        if name not in unit or not p.c.hq[unit[name]] or not turn.isdigit():
            raise NotationError(f"{entry!r} is not an HQ and the turn it was lost", number)
        returning.append((unit[name], int(turn)))
    p.returning = tuple(returning)


def _paid(p: Position) -> dict[str, str]:
    """Reserves that are paid for."""
    return {"paid": ", ".join(p.b.reserves[i].title for i in p.paid)}


def _read_paid(p: Position, tags: Tags) -> None:
    titles = [r.title for r in p.b.reserves]
    for number, title in tags.listed("paid"):
        if title not in titles:
            raise NotationError(f"{title!r} is none of the reserves: {', '.join(titles)}", number)
        p.paid += (titles.index(title),)


def resume_step(p: Position, tags: Tags, step: int, fresh: bool) -> None:
    """A step that begins afresh is taken up in the middle where steps are to be lost, or marks say that it has begun."""
    number, entry = tags.take("losses", "")
    if fresh and step >= 0 and not p.over:
        p.stack = _losing(p, step, entry, number) if entry else waiting(p, step) if begun(p, step) else []
        p.step = step if p.stack else p.step
    elif entry:
        raise NotationError("`losses` stands for a stack: give either it or the stack", number)
    for cell in crowded(p, step):
        raise NotationError(f"{p.label(cell)} holds more than {p.c.stack_limit} steps, which cannot be in this step (4a)")


def _losing(p: Position, step: int, entry: str, number: int) -> list[Decision[Position]]:
    """The decision of a side that must give up steps."""
    side, count, *cells = entry.split() + [""] * (2 - len(entry.split()))
    index = p.c.board.index
    known = all(cell in index for cell in cells)
    if side not in SIDES or not count.isdigit() or not 0 < int(count) < 100 or not cells or not known:
        raise NotationError(f"losses must be a side, a number and hexes, as `french 2 3114`, not {entry!r}", number)
    return losing(p, step, SIDES.index(side), int(count), tuple(index[x] for x in cells), number)


FORMS = {
    "works": TagForm(_fallen, _read_fallen),
    "returning": TagForm(_destroyed, _read_destroyed),
    "paid": TagForm(_paid, _read_paid),
    "battle": UNWRITTEN,  # the scenario says it
}


def check_position(p: Position) -> None:
    """No hex may hold both sides, none may hold what cannot be there."""
    for fault in misfits(p):
        raise NotationError(fault)
