"""Everything the rulebook says of the components, checked on the data: ours, and any data pack laid over it.

Counters, charts and tables come first, from `check_counters` and `check_charts`; the board and the scenarios follow here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from ..great_war.check import squares
from .check_charts import constraint
from .components import GERMAN, Components

__all__ = ["constraint"]  # the whole list

# Squares with ground that the rulebook names, by the word of the ground.
NAMED = {
    "fort": "J23 L25 N23 L16 R16 Q18 N15 N25 O22 O14 T27",
    "city": "P19 P20 Q18 Q19 Q20",
    "town": "G16 M22 H25 H20 H8",
    "hill": "K6 J10 M7 M15",
    "works": "K20 K21 M20 M21",
}
CROSSINGS = (("A10", "A11"), ("D12", "C13"), ("K18", "K19"), ("P19", "P20"), ("Q19", "Q20"))
VOIE_SACREE = "V13 V14 U15 T16 S17 R18 Q19"
GERMAN_FRONT = (
    """L1 J3 H3 F4 D5 E7 F9 F11 E12 D14 B16 B18 C20 C21 C22 C23 C24 D25 E26 F26 F27 F28 G29 G30 H31 H32 H33 I34 K34"""
)
FRENCH_FRONT = "L2 J4 H4 F5 E5 F7 G9 G11 F12 E14 C16 C18 D20 D21 D23 E25 G26 G28 H30 I32 J33 L34"
RING = "M22 M23 M24 N22 N24 O22 O23 O24"


def _chains(c: Components, cells: Iterable[int]) -> list[set[int]]:
    """Squares that hang together, on their bank."""
    left, found = set(cells), []
    while left:
        ring = {left.pop()}
        chain = set(ring)
        while ring:
            ring = {n for x in ring for n in c.board.neighbours[x] if n in left and c.bank[n] == c.bank[x]}
            left -= ring
            chain |= ring
        found.append(chain)
    return found


# ------------------------------------------------------------------------------------------------ the board


@constraint("2.2", "The map has 22 rows, A to V, and 34 columns of squares")
def _extent(c: Components) -> bool:
    return c.board.size == 22 * 34 and c.board.grid.corners == ("A1", "A34", "V34", "V1")


@constraint("19.1.6-GT", "Forts, hills, towns, works and the city lie in the squares that the rulebook names")
def _named(c: Components) -> bool:
    return all(word in c.board.terrain[x] for word, labels in NAMED.items() for x in squares(c, labels))


@constraint("19.1.6-GS", "Verdun has five squares, and no other square is city")
def _verdun(c: Components) -> bool:
    city = {x for x in range(c.board.size) if "city" in c.board.terrain[x]}
    return city == set(squares(c, NAMED["city"])) == set(c.areas["verdun"])


@constraint("12.3.2", "The banks of the Meuse are joined at five crossings, by major roads, and nowhere else")
def _crossings(c: Components) -> bool:
    crossing = c.board.edges["crossing"]
    pairs = {frozenset((a, b)) for a in range(c.board.size) for b in crossing[a]}
    roads = all(c.board.joined("major", *pair) and len({c.bank[x] for x in pair}) == 2 for pair in map(tuple, pairs))
    return pairs == {frozenset((c.board.cell(a), c.board.cell(b))) for a, b in CROSSINGS} and roads


@constraint("12.3.2", "D12-C13 is the only crossing on a slant")
def _slanting(c: Components) -> bool:
    slanting = [(a, b) for a, b in CROSSINGS if c.board.cell(b) in c.diagonal[c.board.cell(a)]]
    return slanting == [("D12", "C13")]


@constraint("12.3.2", "Samogneux, G16, is a square of the Meuse whose east bank can be used")
def _samogneux(c: Components) -> bool:
    x = c.board.cell("G16")
    return c.bank[x] == "E" and "river" in c.board.terrain[x]


@constraint("12.3.2", "Every row has west bank squares, then east bank squares; each bank hangs together")
def _banks(c: Components) -> bool:
    rows = [[c.bank[x] for x in range(c.board.size) if c.row[x] == row] for row in range(1, 23)]
    ordered = all(row == sorted(row, reverse=True) for row in rows)
    return ordered and all(len(_chains(c, [x for x in range(c.board.size) if c.bank[x] == bank])) == 1 for bank in "WE")


@constraint("12.3.1", "A square on the other bank of the river is no neighbour unless a crossing joins the two")
def _near(c: Components) -> bool:
    crossing = c.board.edges["crossing"]
    return all(c.bank[x] == c.bank[n] or n in crossing[x] for x in range(c.board.size) for n in c.near[x])


@constraint("19.1.1", "The German start line runs through the squares that are entrenched in the first scenario")
def _german_front(c: Components) -> bool:
    return set(squares(c, GERMAN_FRONT)) <= set(c.german_line) and not set(squares(c, "C13 C25")) & set(c.german_line)


@constraint("19.1.3", "The French start line runs through the squares of their line in the first scenario")
def _french_front(c: Components) -> bool:
    return set(squares(c, FRENCH_FRONT)) <= set(c.french_line)


@constraint("20.8-FIII", "The French start line has fifteen squares at least")
def _length(c: Components) -> bool:
    return len(c.french_line) >= 15


@constraint("3.0-StartLine", "Each start line is one chain on each bank, and they face each other", binding=False)
def _lines(c: Components) -> bool:
    chains = all(len(_chains(c, line)) == 2 for line in (c.german_line, c.french_line))
    french = set(c.french_line)
    faced = sum(any(n in french for n in c.near[x]) for x in c.german_line)
    return chains and len(c.german_line) == 40 and len(c.french_line) == 38 and faced >= 38


@constraint("12.3.4(d)", "What lies north of the German line is free of start lines and reaches the north edge", binding=False)
def _north(c: Components) -> bool:
    north = set(c.areas["north"])
    return not north & {*c.german_line, *c.french_line} and set(c.edge_cells["N"]) <= north and c.board.cell("D13") not in north


@constraint("12.3.4(c)", "The Voie Sacrée is a major road from V13 to Q19")
def _sacred(c: Components) -> bool:
    cells = squares(c, VOIE_SACREE)
    return set(cells) == set(c.areas["voie_sacree"]) and all(c.board.joined("major", a, b) for a, b in pairwise(cells))


@constraint("19.1.4", "Major roads come in at V13 and V22, rails at V13 and V20")
def _entries(c: Components) -> bool:
    major, rail = c.board.exits["major"], c.board.exits["rail"]
    return set(squares(c, "V13 V22 U34")) <= major and set(squares(c, "V13 V20")) <= rail


@constraint("12.5.3", "West of the Meuse rails lead from V13 and V20 to Verdun")
def _rails(c: Components) -> bool:
    rails = c.board.edges["rail"]
    west = [x for x in range(c.board.size) if rails[x] and c.bank[x] == "W"]
    verdun = set(c.areas["verdun"])
    reached = [chain for chain in _rail_chains(c, west) if chain & verdun]
    return all(any(c.board.cell(label) in chain for chain in reached) for label in ("V13", "V20"))


def _rail_chains(c: Components, cells: Iterable[int]) -> list[set[int]]:
    left, found, rails = set(cells), [], c.board.edges["rail"]
    while left:
        ring = {left.pop()}
        chain = set(ring)
        while ring:
            ring = {n for x in ring for n in rails[x] if n in left}
            left -= ring
            chain |= ring
        found.append(chain)
    return found


@constraint("19.1.1", "The 420s and the 305H begin on major roads, the 380 on rails north of the line")
def _siege_guns(c: Components) -> bool:
    roads = all(c.board.edges["major"][x] for x in squares(c, "A26 B27 B28"))
    rail = c.board.cell("A29")
    return roads and bool(c.board.edges["rail"][rail]) and c.north[rail]


@constraint("20.5.3(g)", "More than ten forts, three on the West Bank at least")
def _forts(c: Components) -> bool:
    return len(c.forts) >= 10 and sum(c.bank[x] == "W" for x in c.forts) >= 3


@constraint("10.5.1", "No fort stands where a set-up has somebody who is barred from forts, but for N23 and Q18")
def _barred(c: Components) -> bool:
    found = set()
    for scenario in c.scenarios.values():
        for placed in scenario.setup:
            u = placed.unit
            small = (
                c.garrison[u]
                or c.battalion[u]
                or c.chasseur[u]
                or (c.brigade[u] and placed.steps == 1 and c.back[u].primary == 2)
            )
            if c.fort[placed.cell] and not small:
                found.add(c.board.labels[placed.cell])
    return found <= {"N23", "Q18"}


@constraint("19.4.6-GT", "The eight squares around Fort Souville can be entered")
def _ring(c: Components) -> bool:
    return set(squares(c, RING)) == set(c.near[c.board.cell("N23")])


@constraint("20.5.3(d)", "Units exit by V9 to V22")
def _exit_zone(c: Components) -> bool:
    return list(c.areas["exit_zone"]) == [c.board.cell(f"V{n}") for n in range(9, 23)]


@constraint("19.1.1", "Each group of German guns has woods or ridges to stand in")
def _groups(c: Components) -> bool:
    north = c.areas["north"]
    for row in c.scenarios["firestorm"].free_guns:
        cells = [x for x in north if c.bank[x] == row.bank and row.columns[0] <= c.column[x] <= row.columns[1]]
        if not any(c.board.terrain[x] & set(row.terrain) for x in cells):
            return False
    return True


@constraint("2.2", "Ways leave the map at its edge", binding=False)
def _ways(c: Components) -> bool:
    return set().union(*c.board.exits.values()) <= set(c.board.rim)


# ------------------------------------------------------------------------------------------------ the scenarios


@constraint("2.1", "Forty-four turns, in six scenarios of 6, 6, 13, 5, 8 and 12")
def _turns(c: Components) -> bool:
    lengths = [s.last_turn - s.first_turn + 1 for s in c.scenarios.values()]
    return len(c.scenario_data.turn) == 44 and lengths == [6, 6, 13, 5, 8, 12, 44]


@constraint("5.1.1", "The first turn of Scenario 1, of its variant and of the campaign is fair without a roll")
def _fair(c: Components) -> bool:
    return [s.id for s in c.scenario_data.scenario if s.fair_first] == ["firestorm", "crown_prince", "campaign"]


@constraint("19.6.5(b)", "The French come first in Rampart's Revenge alone")
def _first(c: Components) -> bool:
    return [s.id for s in c.scenario_data.scenario if s.french_first] == ["ramparts_revenge"]


@constraint("7.1.2", "No lull on the last two turns of any scenario, nor on the first two from February 21")
def _lulls(c: Components) -> bool:
    for spec in c.scenario_data.scenario:
        barred = {spec.last_turn - 1, spec.last_turn} | ({1, 2} if spec.first_turn == 1 else set())
        if set(spec.no_lull) != barred:
            return False
    return True


SET_UP = {
    "firestorm": {"regiment": 37, "battalion": 5, "corps": 9, "division": 2, "brigade": 33, "chasseurs": 2},
    "may_cup": {"regiment": 51, "battalion": 9, "corps": 17, "division": 31, "brigade": 11, "fort": 3},
    "hells_doorway": {"regiment": 47, "battalion": 19, "corps": 19, "division": 19, "brigade": 17, "fort": 4},
    "shall_not_pass": {"regiment": 36, "battalion": 18, "corps": 17, "division": 19, "brigade": 17, "fort": 4},
    "ramparts_revenge": {"regiment": 30, "battalion": 15, "corps": 15, "division": 27, "brigade": 13, "fort": 4},
}


@constraint("19.0", "The set-ups have the units that the rulebook lists; guns are of brigade size")
def _set_ups(c: Components) -> bool:
    return all(Counter(c.size[p.unit] for p in c.scenarios[name].setup) == sizes for name, sizes in SET_UP.items())


@constraint("10.1.1", "Nobody is set up in a square with an enemy")
def _apart(c: Components) -> bool:
    for scenario in c.scenarios.values():
        held: dict[int, set[int]] = {}
        for placed in scenario.setup:
            held.setdefault(placed.cell, set()).add(c.side[placed.unit])
        if any(len(sides) > 1 for sides in held.values()):
            return False
    return True


@constraint("19.0", "German infantry on the German start line begins entrenched on February 21, all other mobile")
def _start_line_modes(c: Components) -> bool:
    first = [p for p in c.scenarios["firestorm"].setup if c.trenches[p.unit] and c.side[p.unit] == GERMAN]
    return all(bool(p.status) == (c.trench[p.cell] == "german") for p in first)


@constraint("19.1.1", "Free guns have a ready placement that the rules allow", binding=False)
def _ready(c: Components) -> bool:
    for scenario in c.scenarios.values():
        for row in scenario.free_guns:
            squares = [c.board.cell(label) for cells in row.ready.values() for label in cells]
            if sum(c.bank[x] == "W" for x in squares) < row.least_west or any(c.fort[x] for x in squares):
                return False
            if row.north and any(not c.north[x] or c.bank[x] != row.bank for x in squares):
                return False
    return True


@constraint("8.7.1", "Two air units a side, but for one German in the last scenario; the French fly from the second turn on")
def _airmen(c: Components) -> bool:
    air = {s.id: (s.air["german"], s.air["french"], s.french_air_from) for s in c.scenario_data.scenario}
    late = {"firestorm", "crown_prince", "campaign"}
    return all(found == (1 if name == "ramparts_revenge" else 2, 2, 2 if name in late else 1) for name, found in air.items())


@constraint("20.2.1", "All regiments, divisions and HQs that reinforce a scenario are there to come", binding=False)
def _comers(c: Components) -> bool:
    for scenario in c.scenarios.values():
        there = {p.unit for p in scenario.setup} | {c.unit[u] for row in scenario.free_guns for u in row.units}
        if there & set(scenario.arrivals) or {u for u, _ in scenario.reserves} & (there | set(scenario.arrivals)):
            return False
    return True
