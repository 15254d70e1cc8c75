"""11.0 Terrain effects: what each hex costs to enter, and the ways across the map that follow from it."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from ...core.paths import Roads
from .components import Components

# The kinds of ways across the map.
MOVE, STRATEGIC = "move", "strategic"
RAIL, RAIL_STRATEGIC, RAIL_COLUMN = "rail", "rail-strategic", "rail-column"
SUPPLY, RAIL_SUPPLY = "supply", "rail-supply"


def cell_cost(c: Components, cell: int, strategic: bool = False) -> int:
    """Cost of a hex off the road, in half points: its terrains add up, clear counts only alone (8.0, 11.0, TP-R06)."""
    rows = c.terrain_rows
    groups: dict[str, float] = {}
    extra = 0.0
    for kind in c.board.terrain[cell]:
        row = rows[kind]
        extra += row.add
        if row.cost and kind != "clear":
            groups[row.group or kind] = row.strategic if strategic and row.strategic is not None else row.cost
    return int(2 * (extra + (sum(groups.values()) or rows["clear"].cost)))


def open_side(c: Components, a: int, b: int) -> bool:
    """Whether a hexside can be crossed: not an unbridged river (8.11, TP-R10)."""
    return not c.board.joined("river", a, b) or c.board.joined("bridge", a, b)


@lru_cache(maxsize=8)
def open_sides(c: Components) -> list[tuple[int, ...]]:
    """For each hex those next to it that are joined to it by more than an unbridged river, closed ones left out (8.11, 9.0)."""
    return [
        tuple(near for near in c.board.neighbours[cell] if near not in c.closed and open_side(c, near, cell))
        for cell in range(c.board.size)
    ]


def step_cost(c: Components, kind: str, here: int, there: int, shelled: Collection[int]) -> int | None:
    """Cost of one step, None where it is impossible. Half points; supply is counted in whole points.

    Along a connected, uninterdicted road other terrain is ignored (8.5, TEC.3); an interdicted hex has no road and costs
    double its other terrain, to moves and to supply (7.22, 6.13); a stream adds one (TEC.1); the river is crossed at bridges
    only (8.11).
    """
    board = c.board
    if there in c.closed or here in c.closed:
        return None
    if not open_side(c, here, there):
        return None
    if kind == RAIL_COLUMN:  # a group with the railroad gun keeps to the rails, each member at its own price
        prices = [step_cost(c, k, here, there, shelled) for k in (RAIL, MOVE)]
        return None if None in prices else max(p for p in prices if p is not None)
    on_rails = kind in (RAIL, RAIL_STRATEGIC)
    if on_rails and not board.joined("rail", here, there):
        return None
    whole = here not in shelled and there not in shelled
    road = board.joined("rail" if on_rails else "road", here, there)
    if kind == RAIL_SUPPLY:
        road = road or board.joined("rail", here, there)
    supply, strategic = kind in (SUPPLY, RAIL_SUPPLY), kind in (STRATEGIC, RAIL_STRATEGIC)
    if road and whole:
        row = c.terrain_rows["rail" if on_rails else "road"]
        return 0 if supply else int(2 * (row.strategic or row.cost if strategic else row.cost))
    cost = cell_cost(c, there, strategic) * (2 if there in shelled else 1)
    if board.joined("stream", here, there):
        cost += int(2 * c.terrain_rows["stream"].add)
    return cost // 2 if supply else cost


def ways(c: Components, kind: str, shelled: bytes) -> Roads:
    """For each hex where one can go from it and at what cost; for supply, where one can come from."""
    key = (kind, shelled)
    kept = c.ways_kept.get(key)
    if kept is not None:
        return kept
    marked = [cell for cell, markers in enumerate(shelled) if markers]
    if not marked:
        found = Roads([_ways_of(c, kind, cell, ()) for cell in range(c.board.size)])
    else:
        near = {cell for m in marked for cell in (m, *c.board.neighbours[m])}
        found = ways(c, kind, bytes(len(shelled))).but({cell: _ways_past(c, kind, cell, shelled) for cell in near})
        if len(c.ways_kept) > 256:
            c.ways_kept = {k: w for k, w in c.ways_kept.items() if not any(k[1])}
    c.ways_kept[key] = found
    return found


def _ways_past(c: Components, kind: str, cell: int, shelled: bytes) -> tuple[tuple[int, int], ...]:
    """The ways of a hex beside interdicted ones; kept by which of those around it are."""
    marked = tuple([near for near in (cell, *c.board.neighbours[cell]) if shelled[near]])
    found = c.ways_past.get((kind, cell, marked))
    if found is None:
        if len(c.ways_past) > 20_000:
            c.ways_past.clear()
        found = c.ways_past[kind, cell, marked] = _ways_of(c, kind, cell, marked)
    return found


def _ways_of(c: Components, kind: str, cell: int, shelled: Collection[int]) -> tuple[tuple[int, int], ...]:
    inward = kind in (SUPPLY, RAIL_SUPPLY)
    found = []
    for near in c.board.neighbours[cell]:
        cost = step_cost(c, kind, near, cell, shelled) if inward else step_cost(c, kind, cell, near, shelled)
        if cost is not None:
            found.append((near, cost))
    return tuple(found)
