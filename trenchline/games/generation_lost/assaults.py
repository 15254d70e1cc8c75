"""13.0, 14.0, 16.0 Assaults: what this game adds when units are committed, when an assault begins and when it is over."""

from __future__ import annotations

from ...core.actions import Action
from ..great_war import assault as series
from ..great_war import results
from ..great_war.assault import AssaultRoll, open_fight, prepare, roll_wind, spend
from ..great_war.commitment import commit as series_commit
from ..great_war.records import Assault
from ..great_war.results import surrender, undefended
from ..great_war.secondary import FireOnWave, PressWave, ResolveWave
from .arithmetic import command_line
from .forts import fort_won, holds_alone, reveal_if_assaulted, shows_first
from .position import Position
from .records import Means
from .resources import begin_answer, exhaust, name_gun, spend_guns


def commit(p: Position, u: int, cell: int, secondary: bool = False) -> None:
    """The line of command of a committed unit is noted (GL-R287), and a garrison shown that it assaults (GL-R59)."""
    series_commit(p, u, cell, secondary)
    p.command_lines[u] = command_line(p, u, p.place[u])
    reveal_if_assaulted(p, cell)


def begin_wave(p: Position, side: int) -> None:
    """A secondary assault goes through the same steps as a primary one (16.8)."""
    p.stack += [ResolveWave(side), FireOnWave(side), PressWave(side)]


def take_up(p: Position, side: int, assault: Assault) -> None:
    """A garrison is shown first (GL-R59); nothing is named yet; HQs in Supply Mode that are alone surrender (12.8.2(b),
    GL-R138); who stands alone in a fort's square that he was engaged in has won it."""
    if shows_first(p, side, assault):
        return
    open_fight(p, side, assault)
    p.stack.append(EndFight())
    p.means = Means()
    if p.fight is not None and undefended(p, p.fight):
        surrender(p, p.fight.defenders)
    if p.fight is not None and holds_alone(p, p.fight):
        fort_won(p, p.fight)
    else:
        prepare(p, Prepare)


class Prepare(series.Prepare, frozen=True):
    """Name HQs that supply the assault, resources that help it and the guns that carry them, then roll (13.2, 14.2)."""

    def take(self, p: Position, action: Action) -> None:  # type: ignore[override]
        super().take(p, action)
        if action.kind == "use":
            name_gun(p, action.mode)

    def begin(self, p: Position) -> None:  # type: ignore[override]
        """The French may answer with a 75 after the wind and before the dice (14.2.4(b))."""
        spend(p)
        spend_guns(p)
        p.stack.append(AssaultRoll())
        begin_answer(p)
        roll_wind(p)


class EndFight(results.EndFight, frozen=True):
    """The assault is over; who used four resources in it is remembered (GL-R125)."""

    def run(self, p: Position) -> None:  # type: ignore[override]
        fight = p.fight
        super().run(p)
        if fight is not None:
            exhaust(p, fight)
