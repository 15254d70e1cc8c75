"""What can be laid over a map: a table of layers, each drawn for the whole map, for a side, or for a counter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import msgspec

from .documents import LayerDocument, Overlay, Tint
from .errors import TrenchlineError
from .position import Position


class Layer(msgspec.Struct, frozen=True):
    """Something to lay over the map: its title, how it is drawn, and for what: nothing, a side, a counter, one on the map."""

    title: str
    draw: Callable[..., Overlay]
    of: Literal["", "side", "counter", "unit"] = ""
    about: str = ""  # what it shows, in a sentence
    key: str = ""  # the letter that brings it up
    costs: bool = False  # whether its texts say what each cell costs the unit that is to move

    def document(self, name: str) -> LayerDocument:
        return LayerDocument(name, self.title, self.of, self.about, self.key, self.costs)


def lay_over(
    layers: Mapping[str, Layer], p: Position, name: str, subject: str, sees: Callable[[int], bool] = lambda u: True
) -> Overlay:
    """A layer by its name, drawn for a subject; `sees` says which counters a player may ask about."""
    if name not in layers:
        raise TrenchlineError(f"there is no overlay {name!r}; there are {', '.join(layers)}")
    layer = layers[name]
    if not layer.of:
        return _titled(layer.draw(p), layer.title)
    if layer.of == "side":
        if subject not in p.c.sides:
            raise TrenchlineError(f"say for which side {name!r} is to be drawn: {' or '.join(p.c.sides)}")
        return _titled(layer.draw(p, p.c.sides.index(subject)), f"{layer.title.removesuffix(' of a side')}, {subject}")
    u = p.c.unit.get(subject)
    if u is None or not sees(u) or (layer.of == "unit" and not p.on_map(u)):
        where = " on the map" if layer.of == "unit" else ""
        raise TrenchlineError(f"{subject!r} is not a counter{where} that you can see")
    return _titled(layer.draw(p, u), f"{layer.title.partition(' of ')[0]} of {subject}")


def _titled(drawn: Overlay, title: str) -> Overlay:
    return msgspec.structs.replace(drawn, title=title)


def control(p: Position) -> Overlay:
    """Whose each cell is."""
    return Overlay([Tint(p.label(x), 1, p.c.sides[p.control[x]]) for x in range(p.c.board.size)])


def route(p: Position, start: int, onward: Mapping[int, int]) -> tuple[str, ...]:
    """The cells of a line, from where it starts to its end."""
    cells = [start]
    while cells[-1] in onward:
        cells.append(onward[cells[-1]])
    return tuple(map(p.label, cells))
