"""Everything the rulebook says of the components, checked on the data: ours, and any data pack laid over it.

Counters, charts and tables come first, from `check_counters` and `check_charts`; the board and the scenarios follow here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from ..great_war.check import squares
from .check_charts import constraint
from .components import ALLIED, GERMAN, Components

__all__ = ["constraint"]  # the whole list

# Squares with ground that the rulebook names, by the word of the ground.
NAMED = {
    "town": """B3 D6 K17 O26 P27 M32 G13 G14 N16 N17 S27 R30 I11 N13 O12 Q14 U26 V26 U32 P7 L9 R12 V5 O23 A17 A18 B17 B18 F24
    E30 M22""",
    "ridge": "E11 E12 F11 F12 G11 G12 Q10 R10 R11 S10 S11 T11 T12",
    "woods": "I16 H16 H17 K14 M15 P16 R33 R34",
}
CROSSINGS = (("T32", "U32"), ("U26", "U27"), ("H26", "I26"))
CORNERS = "C2 C3 D9 E10 F15 L18 M19 M28 K34"  # the start trench crosses a corner of these, no more
GERMAN_FRONT = "C1 B2 B3 C4 C5 C8 D10 F16 F18 J18 K18 L19 M26 L28 L32 J34"
ALLIED_FRONT = "B1 A3 B5 B6 B8 B9 D11 D13 D15 E17 F19 H19 J19 L20 K22 L24 L27 K29 K31 J33"


def _line(c: Components, cells: Iterable[int]) -> list[int]:
    """A chain of squares in order, from its northern end; shorter than the squares where it breaks or branches."""
    left = set(cells)
    line = [min(left, key=lambda x: (c.row[x], c.column[x]))]
    left.discard(line[0])
    while left:
        touching = [n for n in c.board.neighbours[line[-1]] if n in left]
        if not touching:
            break
        # Straight on before slantwise: a corner that is cut touches both its neighbours.
        line.append(min(touching, key=lambda n: n in c.diagonal[line[-1]]))
        left.discard(line[-1])
    return line


# ------------------------------------------------------------------------------------------------ the board


@constraint("3.2", "The map has 22 columns and 34 rows of squares")
def _extent(c: Components) -> bool:
    return c.board.size == 22 * 34 and c.board.grid.corners == ("A1", "V1", "V34", "A34")


@constraint("14.1.4a", "Towns, ridges and woods that the rulebook names lie in their squares")
def _named(c: Components) -> bool:
    return all(word in c.board.terrain[x] for word, labels in NAMED.items() for x in squares(c, labels))


@constraint("7.1.1", "The banks of the Somme are joined at Brie, Péronne and Cappy, by major roads, and nowhere else")
def _crossings(c: Components) -> bool:
    crossing = c.board.edges["crossing"]
    pairs = {frozenset((a, b)) for a in range(c.board.size) for b in crossing[a]}
    roads = all(c.board.joined("major", *pair) and len({c.bank[x] for x in pair}) == 2 for pair in map(tuple, pairs))
    return pairs == {frozenset((c.board.cell(a), c.board.cell(b))) for a, b in CROSSINGS} and roads


@constraint("7.1.1", "Only the north bank of M22 can be used")
def _curlu(c: Components) -> bool:
    x = c.board.cell("M22")
    return c.bank[x] == "N" and "river" in c.board.terrain[x] and c.board.columns["somme_open_bank"][x] == "north"


@constraint("7.1.1", "Every square lies on one bank, and the river parts the board in two", binding=False)
def _banks(c: Components) -> bool:
    for bank in ("N", "S"):
        all_of = [x for x in range(c.board.size) if c.bank[x] == bank]
        seen, fresh = {all_of[0]}, [all_of[0]]
        while fresh:
            here = fresh.pop()
            near = {n for n in c.board.neighbours[here] if c.bank[n] == bank and n not in seen}
            seen |= near
            fresh += near
        if len(seen) != len(all_of):
            return False
    return set(c.bank) == {"N", "S"}


@constraint("7.1", "The German start trench crosses nine squares at a corner only, and is a chain with nine slanting steps")
def _corners(c: Components) -> bool:
    if any(c.trench[x] for x in squares(c, CORNERS)):
        return False
    line = _line(c, c.german_trench)
    slanting = [(a, b) for a, b in pairwise(line) if b in c.diagonal[a]]
    near = [set(row) - c.diagonal[x] for x, row in enumerate(c.board.neighbours)]
    clipped = {x for a, b in slanting for x in near[a] & near[b]}
    return len(line) == len(c.german_trench) and len(slanting) == 9 and set(squares(c, CORNERS)) <= clipped


@constraint("14.1.2a", "Both start trenches run through the squares of the front in the first scenario")
def _front(c: Components) -> bool:
    german, allied = set(squares(c, GERMAN_FRONT)), set(squares(c, ALLIED_FRONT))
    return german <= set(c.german_trench) and allied <= set(c.allied_trench)


@constraint("3.5/start-trench", "Each start trench is one chain from the north edge to the south edge", binding=False)
def _trenches(c: Components) -> bool:
    for cells in (c.german_trench, c.allied_trench):
        line = _line(c, cells)
        if len(line) != len(cells) or c.row[line[0]] != 1 or c.row[line[-1]] != 34:
            return False
    return (len(c.german_trench), len(c.allied_trench)) == (40, 39)


@constraint("14.1.2b", "Reinforcements enter at A18, V5, V12, V14, V23 and V26")
def _entries(c: Components) -> bool:
    found = {
        x for s in c.scenarios.values() for a in s.arrivals.values() if len(a.cells) == 1 and not a.placed for x in a.cells
    }
    return found == set(squares(c, "A18 V5 V12 V14 V23 V26"))


@constraint("7.2.3", "Roads leave the map at its edge", binding=False)
def _roads(c: Components) -> bool:
    return (c.board.exits["major"] | c.board.exits["minor"]) <= set(c.board.rim)


@constraint("15.5.2c", "B20, where an extra gun is built, is on the map and behind the Allied trench")
def _built(c: Components) -> bool:
    x = c.board.cell("B20")
    return c.column[x] < min(c.column[t] for t in c.allied_trench if c.row[t] == 20) and not c.trench[x]


# ------------------------------------------------------------------------------------------------ the scenarios


@constraint("3.1", "Twenty-one turns, in four scenarios of 4, 7, 4 and 6")
def _turns(c: Components) -> bool:
    spans = [(s.first_turn, s.last_turn) for s in c.scenarios.values()]
    return len(c.scenario_data.turn) == 21 and spans == [(1, 4), (5, 11), (12, 15), (16, 21), (1, 21)]


@constraint("5.2", "The first turn of Scenario 1 and of the campaign is fair without a roll")
def _fair(c: Components) -> bool:
    return [s.id for s in c.scenario_data.scenario if s.fair_first] == ["over_the_top", "campaign"]


SET_UP = {
    "over_the_top": {"division": 24, "regiment": 38, "corps": 11, "brigade": 22},
    "punishing_land": {"division": 22, "brigade": 12, "regiment": 22, "battalion": 12, "corps": 14},
    "devil_machines": {"division": 21, "brigade": 15, "company": 3, "regiment": 24, "battalion": 14, "corps": 14},
    "away_to_siegfried": {"division": 22, "brigade": 16, "company": 1, "regiment": 27, "battalion": 13, "corps": 14},
}


@constraint("14.0", "The set-ups have the units that the rulebook counts; guns and cavalry are of brigade size")
def _set_ups(c: Components) -> bool:
    return all(Counter(c.size[p.unit] for p in c.scenarios[name].setup) == sizes for name, sizes in SET_UP.items())


@constraint(
    "14.1.3c",
    "Combat units that are set up outside their nation's rows are the 17th, the 9th and the cavalry",
    binding=False,
)
def _areas(c: Components) -> bool:
    scenario = c.scenarios["over_the_top"]
    outside = set()
    for placed in scenario.setup:
        rows = scenario.rows.get(c.nation[placed.unit])
        if rows and not c.hq[placed.unit] and not rows[0] <= c.row[placed.cell] <= rows[1]:
            outside.add(c.ids[placed.unit])
    return outside == {"17Br", "9Br", "1Cav", "3Cav", "2Ind"}


@constraint("7.3", "Nobody is set up in a square with an enemy, or on the wrong bank of a crossing")
def _apart(c: Components) -> bool:
    for scenario in c.scenarios.values():
        held: dict[int, set[int]] = {}
        for placed in scenario.setup:
            held.setdefault(placed.cell, set()).add(c.side[placed.unit])
        if any(len(sides) > 1 for sides in held.values()):
            return False
    return True


@constraint(
    "14.2.2a", "Free guns have a ready placement three squares or more from every enemy, on their rows and banks", binding=False
)
def _ready(c: Components) -> bool:
    for scenario in c.scenarios.values():
        for row in scenario.free_guns:
            squares = [c.board.cell(label) for label in row.ready.values()]
            side = (
                c.sides.of_nation(row.nation)
                if hasattr(c.sides, "of_nation")
                else (GERMAN if row.nation == "german" else ALLIED)
            )
            foes = [p.cell for p in scenario.setup if c.side[p.unit] != side]
            banks = Counter(c.bank[x] for x in squares)
            if set(row.ready) != set(row.units) or min(c.board.distance(x, foe) for x in squares for foe in foes) < 3:
                return False
            if banks["N"] < row.least_north or banks["S"] < row.least_south:
                return False
            if any(not row.first_row <= c.row[x] <= row.last_row for x in squares):
                return False
    return True


@constraint(
    "13.1.1", "Objectives of several squares are Thiepval and Transloy Ridges, Mametz and Aunes Wood, Pozières, Péronne, Albert"
)
def _areas_to_claim(c: Components) -> bool:
    rows = [r for s in c.scenarios.values() for v in s.victories.values() for r in (*v.all_of, *v.any_of)]
    wide = {place.name for row in rows for place in row.places if len(place.cells) > 1}
    return wide == {"Thiepval Ridge", "Mametz Wood", "Pozières", "Aunes Wood", "Péronne", "Albert"}


@constraint("13.4", "Nobody leaves the map of his own will in Scenario 1; Germans do later, for five points each")
def _exits(c: Components) -> bool:
    exits = {name: s.german_exit for name, s in c.scenarios.items()}
    first = exits.pop("over_the_top")
    prices = {(row.to_enemy or row.off_enemy, row.forced) for row in exits.values()}
    return (
        not first.cells
        and first.forced == 1
        and prices == {(5, 3)}
        and all(set(s.exit_cells) <= set(c.board.rim) for s in c.scenarios.values())
    )
