"""What can be laid over the map, and what there is to say of a square: for any client to draw."""

from __future__ import annotations

from ...core.documents import Face
from ..great_war import overlays as series
from .components import Components
from .position import Position

LAYERS = {**series.LAYERS}


def describe(p: Position, cell: int) -> list[str]:
    """A square in words: besides what the series says, its fort, its works, its bank, whether guns bog down in it."""
    c, lines = p.c, series.describe(p, cell)
    lines.append("West bank of the Meuse (12.3.2)" if c.bank[cell] == "W" else "East bank of the Meuse (12.3.2)")
    if c.fort[cell]:
        owner = p.adjective(p.forts[c.forts.index(cell)])
        lines.append(f"{owner} fort: two columns for who is inside, whom only 420s and 400s can shell (16.2.1(d), 8.2.2)")
        lines.append("One small unit in the fort, one in its square (10.5.1, 10.5.2)")
    if c.works[cell]:
        lines.append("Defense works: three columns for infantry (16.2.1(c))")
    if c.voie_sacree[cell]:
        lines.append("The Voie Sacrée: French guns move along it as on any road (12.3.4(c))")
    elif not c.north[cell]:
        lines.append("Guns move one square a turn here (12.3.4(b))")
    return lines


def faces(c: Components, u: int) -> tuple[Face, ...]:
    """Both sides of a counter; a garrison lies face down until it is shown (9.2.4)."""
    return (Face("front", ("?",)),) if c.garrison[u] else series.faces(c, u)
