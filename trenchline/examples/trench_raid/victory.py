"""5.0 Victory: the Allies must hold alone what they drew."""

from __future__ import annotations

from trenchline.core.match import Result

from .components import ALLIED
from .position import Position


def end_of_game(p: Position) -> None:
    p.over = True
    p.reveal("objective")
    p.say("end", result(p).level, ("5.0",))


def result(p: Position) -> Result:
    held = all(p.holds(x, ALLIED) and not p.enemy_holds(x, ALLIED) for x in p.objective) and bool(p.objective)
    names = ", ".join(map(p.label, p.objective))
    reason = f"The Allies {'hold' if held else 'do not hold'} {names} (5.0)"
    return Result("allied" if held else "german", "Allied Victory" if held else "German Victory", int(held), (reason,))
