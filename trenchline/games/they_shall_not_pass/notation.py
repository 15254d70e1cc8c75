"""The text form of a position: a few tags, then who stands where, then what is being decided.

    game: they-shall-not-pass
    turn: 3
    step: german-assault
    weather: good
    1606: 208R reduced demoralized, 56BCP

Counters that are not named are out of play; without `stack` the step begins afresh.
"""

from __future__ import annotations

from ...core.errors import NotationError
from ...core.position_text import CounterWords, TagForm
from ...core.tags import Tags
from . import advance, hits, remnants  # noqa: F401  their decisions must be known before a stack is read
from .audit import misfits
from .components import SIDES
from .position import STATES, Options, Position
from .under_way import check_crowds, resume, take_hits_of

WORDS = CounterWords({"reduced": 1, "lost": 0}, STATES, "mp")


def _weather(p: Position) -> dict[str, str]:
    return {"weather": "good" if p.good_weather else "bad"}


def _read_weather(p: Position, tags: Tags) -> None:
    p.good_weather = tags.one_of("weather", "good", ("good", "bad")) == "good"


def _shells(p: Position) -> dict[str, str]:
    """The hexes under each side's interdiction."""
    shelled = [x for x in range(p.c.board.size) if p.shelled[x]]
    bits = {name: p.c.bit[side] for side, name in enumerate(SIDES)}
    return {f"{name} shells": " ".join(p.label(x) for x in shelled if p.shelled[x] & bits[name]) for name in SIDES}


def _read_shells(p: Position, tags: Tags) -> None:
    for side, name in enumerate(SIDES):
        for cell in tags.cells(f"{name} shells", p.c.board.index):
            p.shelled[cell] |= p.c.bit[side]


def _full_fort(options: Options) -> int:
    return 2 if options.heavy_artillery else 1


def _forts(p: Position) -> dict[str, str]:
    """The forts that have lost steps, by name."""
    forts = zip(p.c.forts, p.forts, strict=True)
    return {"forts": ", ".join(f"{fort.name} {steps}" for fort, steps in forts if steps != _full_fort(p.options))}


def _read_forts(p: Position, tags: Tags) -> None:
    names = {fort.name: i for i, fort in enumerate(p.c.forts)}
    for number, entry in tags.listed("forts"):
        name, _, steps = entry.rpartition(" ")
        if name not in names or not steps.isdigit() or int(steps) > _full_fort(p.options):
            raise NotationError(f"{entry!r} is not a fort and its steps; the forts are {', '.join(names)}", number)
        p.forts[names[name]] = int(steps)


def _sixteenth(p: Position) -> dict[str, str]:
    return {"sixteenth": p.sixteenth}


def _read_sixteenth(p: Position, tags: Tags) -> None:
    p.sixteenth = tags.one_of("sixteenth", "", ("", "XXX", "XX", "I"))


FORMS = {
    "sixteenth": TagForm(_sixteenth, _read_sixteenth),
    "good_weather": TagForm(_weather, _read_weather),
    "shelled": TagForm(_shells, _read_shells),
    "forts": TagForm(_forts, _read_forts),
}


def check_position(p: Position) -> None:
    """No hex may hold both sides, none may hold what cannot be there."""
    for fault in misfits(p):
        raise NotationError(fault)


def resume_step(p: Position, tags: Tags, step: int, fresh: bool) -> None:
    """A step that begins afresh is taken up in the middle where hits are to be taken, or marks say that it has begun."""
    number, fallen = tags.take("hits", "")
    if fallen and (not fresh or p.over):
        raise NotationError("hits cannot stand beside a stack", number)
    if step < 0:
        return
    check_crowds(p, step)
    if fallen:
        take_hits_of(p, step, fallen, number)
    elif fresh and not p.over:
        resume(p, step)
