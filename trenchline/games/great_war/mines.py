"""What mines of both games have in common: their chances, and the die by which one explodes (BP 14.1.3a, GL 19.1.5(k)). Where
they lie and what an explosion does is each game's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...core.charts import Odds
from ...core.wording import listed
from .position import Position


def chances(markers: Sequence[str], damage: Mapping[str, str]) -> str:
    """What a mine does and how likely, before it is spent: half are duds, the others show one of the markers."""
    told = listed([f"{words} ({markers.count(face)} of {len(markers)})" for face, words in damage.items()])
    return f"A mine explodes on 1 to 3; its effect is then drawn: {told}."


def mine_odds(p: Position, cell: int) -> Odds:
    return p.c.tables["mine"].odds(f"The mine under {p.label(cell)}", cell=p.label(cell))


def explodes(p: Position, cell: int, faces: tuple[int, ...], cases: tuple[str, ...]) -> bool:
    """Whether a mine explodes by the die, or is a dud."""
    table = p.c.tables["mine"]
    result = table.result("any", faces[0])
    works = result == table.results[0]
    text = f"The mine under {{{p.label(cell)}}} {'explodes' if works else 'is a dud'}"
    p.say("mines", text, cases, dice=faces, result=result, odds=mine_odds(p, cell))
    return works
