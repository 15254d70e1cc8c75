"""17.0 Mutual reorganization: replacements, reserves, returns, rally, markers; and what a lull makes of it (7.3.1)."""

from __future__ import annotations

from ...core.decisions import Automatic
from ...core.state import Side
from ..great_war.rally import begin_rally, recover
from ..great_war.states import COUNTED, DISORDERED, DISRUPTED, FAILED, TRIED, USED
from .position import Position
from .replacements import Deploy, begin_replacements
from .reserves import Divert, ReleaseThird
from .returns import headquarters_return


def reorganization(p: Position, side: int) -> None:
    """Steps 1 to 7 of GL-R297, the first player before the second in each."""
    first, second = p.order()
    for u in range(len(p.c.counters)):
        p.status[u] &= ~TRIED
    p.stack += [AdjustMarkers(), RallySide(second), RallySide(first), Returns()]
    if p.lull:
        p.stack += [ReleaseThird(second), ReleaseThird(first)]
    p.stack += [Deploy(), Divert(second), Divert(first)]
    begin_replacements(p)


class Returns(Automatic[Position], frozen=True):
    def run(self, p: Position) -> None:
        headquarters_return(p)


class RallySide(Automatic[Position], frozen=True):
    """One attempt each; in a lull all succeed, the engaged too (17.7, 7.3.1(e), GL-R310)."""

    side: Side

    def run(self, p: Position) -> None:
        if not p.lull:
            begin_rally(p, self.side)
            return
        shaken = [u for u in p.units(self.side) if p.status[u] & DISORDERED]
        for u in shaken:
            recover(p, u)
            p.status[u] &= ~FAILED
        if shaken:
            p.say("rally", f"{p.they(shaken, 'rallies', 'rally')}", ("7.3.1(e)",))


class AdjustMarkers(Automatic[Position], frozen=True):
    """Replacement points and tallies go back to nothing (17.8)."""

    def run(self, p: Position) -> None:
        p.assaults_made, p.tally, p.lost, p.allowed = [0, 0], [0, 0], [0, 0], [0, 0]
        for u in range(len(p.c.counters)):
            p.status[u] &= ~(COUNTED | TRIED | USED)


# ------------------------------------------------------------------------------------------------ 17.7 rally


def rally_row(p: Position, u: int) -> str:
    """Near a command HQ its line, else the least favourable of those that apply (17.7.1(c), 17.7.1(d))."""
    from ..great_war.lines import rally_aid

    if rally_aid(p, u):
        return "hq"
    rows = ["in_zone" if in_zone_for_rally(p, u) else "out_of_zone"]
    if p.c.gun[u]:
        rows.append("artillery")
    rows += [weather for weather in ("rain", "snow") if p.c.weathers[p.weather] == weather]
    bounds = p.c.tables["rally"].rows
    return min(rows, key=lambda row: bounds[row])


def in_zone_for_rally(p: Position, u: int) -> bool:
    """A friend in the square who began the phase in good order negates enemy zones there (17.7.1(e)a)."""
    side, cell = p.c.side[u], p.place[u]
    friend = any(v != u and not p.status[v] & (DISORDERED | TRIED) for v in p.own(cell, side))
    return p.in_enemy_zone(cell, side) and not friend


def settle_rally(p: Position, u: int, rallied: bool) -> None:
    """Who stays disrupted tries better later (17.7.2, GL-R181)."""
    if rallied:
        recover(p, u)
    p.status[u] |= TRIED
    if p.status[u] & DISRUPTED:
        p.status[u] |= FAILED
    else:
        p.status[u] &= ~FAILED
