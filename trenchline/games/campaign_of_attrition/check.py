"""Everything the rulebook says of the components, checked on the data: ours, and any data pack laid over it.

Counters, charts and schedules come first, from `check_printed`; the board follows here.
"""

from __future__ import annotations

from collections.abc import Iterable

from .check_printed import constraint
from .components import FRENCH, GERMAN, Components

__all__ = ["constraint"]  # the whole list


def _cells(c: Components, labels: Iterable[str]) -> list[int]:
    return [c.board.cell(label) for label in labels]


def _net(c: Components, feature: str, start: int, closed: Iterable[int] = ()) -> set[int]:
    """All hexes that a way joins to one, past none of the closed ones."""
    shut = set(closed)
    found, fresh = {start}, [start]
    while fresh:
        for near in c.board.edges[feature][fresh.pop()]:
            if near not in found and near not in shut:
                found.add(near)
                fresh.append(near)
    return found


@constraint("2.0b", "Columns 01 to 26 of 20 hexes, some 2 km wide")
def _extent(c: Components) -> bool:
    return c.board.size == 520 and c.board.labels[-1] == "2620" and 1500 <= c.board.metres <= 2500


@constraint("11.1a", "Béthincourt, Moirey, Mogeville and Étain are villages in their hexes, Brabant in column 10, Ornes in 16")
def _villages(c: Components) -> bool:
    named = {c.board.labels[x]: c.board.names[x] for x in range(c.board.size) if c.village[x]}
    fixed = {"0607": "Béthincourt", "1305": "Moirey", "1908": "Mogeville", "2309": "Étain"}
    columns = {(label[:2], name.partition("-")[0]) for label, name in named.items()}
    found = all(named.get(label, "").startswith(name) for label, name in fixed.items())
    return found and {("10", "Brabant"), ("16", "Ornes")} <= columns


@constraint("2.10a", "The Trenchline is one line from the west edge to the east edge, the named hexes on their sides")
def _line(c: Components) -> bool:
    german = _cells(c, ("1305", "2309", "2209", "2310", *c.scenario_data.map.german_sources, *c.scenario_data.map.german_entry))
    french = _cells(c, ("0607", "1908", *c.scenario_data.map.french_entry))
    parted = all(
        c.board.joined("trench", a, b) == (c.home[a] != c.home[b]) for a in range(c.board.size) for b in c.board.neighbours[a]
    )
    columns = {c.board.labels[x][:2] for x in range(c.board.size) if c.touching[x] and c.home[x] == FRENCH}
    return parted and len(columns) == 26 and {c.home[x] for x in german} == {GERMAN} and {c.home[x] for x in french} == {FRENCH}


@constraint("11.1.1b", "Each sector of the set-up has room for its corps")
def _room(c: Components) -> bool:
    for zones in c.zones.values():
        for zone in set(zones.values()):
            divisions = sum(1 for u, z in zones.items() if z == zone and c.division[u])
            if 2 * len(zone.cells) < divisions or not zone.cells:
                return False
    return True


@constraint("2.9", "The Meuse parts the map; only bridges join its banks, and each carries a road, track or railway")
def _meuse(c: Components) -> bool:
    edges = c.board.edges
    for a in range(c.board.size):
        for b in c.board.neighbours[a]:
            river, bridge = b in edges["river"][a], b in edges["bridge"][a]
            way = any(b in edges[feature][a] for feature in ("road", "track", "rail"))
            if river != (c.bank[a] != c.bank[b]) or (bridge and not river) or (river and way != bridge):
                return False
    return any(edges["bridge"])


@constraint("11.1.2a", "The German front west of the Meuse has at least 3 hexes")
def _left_bank(c: Components) -> bool:
    return sum(1 for x in range(c.board.size) if c.touching[x] and c.home[x] == GERMAN and not c.bank[x]) >= 3


@constraint("4.4.1b", "The German sources are rail hexes on the north edge, and every German rail hex is joined to one")
def _german_rails(c: Components) -> bool:
    french = [x for x in range(c.board.size) if c.home[x] == FRENCH]
    fed = {x for source in c.sources for x in _net(c, "rail", source, french)}
    edge = all(c.board.labels[x][2:] == "01" and x in c.board.exits["rail"] for x in c.sources)
    named = {c.board.labels[x] for x in c.sources} == {"1101", "0401"}
    return named and edge and fed == {x for x in c.rails if c.home[x] == GERMAN}


@constraint("13.3a", "Two railways lead from the south edge to Verdun and meet only there")
def _french_rails(c: Components) -> bool:
    lines = [_net(c, "rail", source, c.verdun) for source in c.rail_sources]
    leave = all(x in c.south and x in c.board.exits["rail"] for x in c.rail_sources)
    reach = all(set(c.verdun) & _net(c, "rail", source) for source in c.rail_sources)
    return leave and reach and len(lines) == 2 and not lines[0] & lines[1]


@constraint("5.0d", "Built units enter on the map edge, Germans in the north, the French in the south")
def _entries(c: Components) -> bool:
    german, french = ({c.board.labels[x] for x in cells} for cells in c.entries)
    return german == {"1301", "2101"} and french == {"0920", "1520", "2620"}


@constraint("13.5b", "Verdun has two or more hexes, all on the French side")
def _verdun(c: Components) -> bool:
    return len(c.verdun) >= 2 and all(c.home[x] == FRENCH for x in c.verdun)


@constraint("4.7a", "There is a marker for each fortress, and all fortresses are French at the start")
def _forts(c: Components) -> bool:
    markers = c.scenario_data.markers["Guns Destroyed / Fortress Destroyed"]
    return 0 < len(c.forts) <= markers and all(c.home[fort.cell] == FRENCH for fort in c.forts)


@constraint("2.7", "There are lakes, all in the northern half")
def _lakes(c: Components) -> bool:
    lakes = [c.board.labels[x] for x in range(c.board.size) if "lake" in c.board.terrain[x]]
    return bool(lakes) and all(int(label[2:]) <= 10 for label in lakes)


@constraint("2.9", "Every hex can be walked to without a ford")
def _reachable(c: Components) -> bool:
    found, fresh = {0}, [0]
    while fresh:
        for near in c.open_sides[fresh.pop()]:
            if near not in found:
                found.add(near)
                fresh.append(near)
    return len(found) == c.board.size
