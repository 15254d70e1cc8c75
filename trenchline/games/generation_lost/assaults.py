"""16.0 Assaults: what happens in this game before supply and resources are named."""

from __future__ import annotations

from ..great_war.assault import open_fight, prepare
from ..great_war.records import Assault
from ..great_war.results import surrender, undefended
from .forts import shows_first
from .position import Position
from .records import Means


def take_up(p: Position, side: int, assault: Assault) -> None:
    """A garrison is shown first (GL-R59); nothing is named yet; HQs in Supply Mode that are alone surrender (12.8.2(b),
    GL-R138)."""
    if shows_first(p, side, assault):
        return
    open_fight(p, side, assault)
    p.means = Means()
    if p.fight is not None and undefended(p, p.fight):
        surrender(p, p.fight.defenders)
    prepare(p)
