"""Everything the rulebook says of the components, checked on the data: ours, and any data pack laid over it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from ...core.charts import odds_number, odds_text
from ...core.check import Constraints
from ...core.paths import reach, trace
from .assault_odds import column
from .components import FRENCH, GERMAN, NORTH, UNLIMITED, Components
from .position import Options, Position
from .setup import deploy, faults, lay_out
from .supply import LIMIT, LIMIT_DISRUPTED, Lines
from .terrain import MOVE, SUPPLY, cell_cost, ways
from .victory import casualty_points, level_of, town_points, victory_lines

constraint = Constraints[Components]()


# ------------------------------------------------------------------------------------------------ counters


def _units(c: Components, **printed: str) -> tuple[int, ...]:
    return c.counters.where(**printed)


@constraint("7.11", "III Corps has exactly two corps artillery units of attack 5, in range of 1606 from its whole zone")
def _third_corps(c: Components) -> bool:
    guns = _units(c, nation="german", kind="artillery", size="corps", corps="III")
    zone = c.zone_of[guns[0]].cells
    far = max(c.board.distance(cell, c.board.cell("1606")) for cell in zone)
    return len(guns) == 2 and all(c.attack[g] == 5 and c.range[g] >= far for g in guns)


@constraint("14.32", "The Heavy Artillery has attack 6 and hits the ten northern rows")
def _heavy(c: Components) -> bool:
    return c.attack[c.heavy] == 6 and c.range[c.heavy] == NORTH and c.side[c.heavy] == GERMAN


@constraint("14.31", "The Naval Battery has unlimited range")
def _naval(c: Components) -> bool:
    return c.range[c.naval] == UNLIMITED and c.attack[c.naval] > 0


@constraint("9.32e", "German divisional artillery is worth no more in print than the 4 of February 21", binding=False)
def _german_divisional(c: Components) -> bool:
    guns = _units(c, nation="german", kind="artillery", size="division")
    return len(guns) == 9 and all(0 < c.attack[g] <= 4 for g in guns)


@constraint("7.11", "The 208th is a two-step regiment of morale 6 whose reverse is half its strength")
def _208(c: Components) -> bool:
    u = c.unit["208R"]
    return c.morale[u] == 6 and c.steps[u] == 2 and c.reduced[u] == (c.combat[u] + 1) // 2


@constraint("7.11", "The 56th Chasseurs are a hunter battalion of morale 8")
def _56(c: Components) -> bool:
    u = c.unit["56BCP"]
    return c.kind[u] == "hunter" and c.size[u] == "battalion" and c.morale[u] == 8


@constraint("3.1e", "XXX Corps has three territorial battalions of morale 5 and two hunter battalions")
def _assets(c: Components) -> bool:
    territorials, hunters = _units(c, kind="territorial"), _units(c, kind="hunter", corps="XXX")
    return len(territorials) == 3 and len(hunters) == 2 and all(c.morale[u] == 5 for u in territorials)


@constraint("12.2", "French reserve regiments have morale 6; regiments of morale 7 and of 8 exist too")
def _french_morale(c: Components) -> bool:
    return {c.morale[u] for u in _units(c, nation="french", kind="infantry")} == {6, 7, 8}


@constraint("14.4", "There are three French remnants of morale 6 and two German ones")
def _remnants(c: Components) -> bool:
    return len(c.remnants[GERMAN]) == 2 and [c.morale[u] for u in c.remnants[FRENCH]] == [6, 6, 6]


@constraint("PP.1", "The artillery of the 16th Division has defence 2")
def _sixteenth(c: Components) -> bool:
    return c.defence[c.unit["AD16"]] == 2


@constraint("2.12", "HQs: XXX, XX and I French, VIIR, XVIII, III and V German, one step and no attack each")
def _hqs(c: Components) -> bool:
    sides = {side: {c.corps[u] for u in c.army[side] if c.hq[u]} for side in (GERMAN, FRENCH)}
    one_step = all(c.steps[u] == 1 and not c.attack[u] and c.defence[u] for u in c.hq_of.values())
    return sides == {GERMAN: {"VIIR", "XVIII", "III", "V"}, FRENCH: {"XXX", "XX", "I"}} and one_step


@constraint("3.1d", "XXX Corps has one corps artillery unit: two and the HQ would not fit in Louvemont")
def _louvemont(c: Components) -> bool:
    guns = _units(c, kind="artillery", size="corps", corps="XXX")
    return len(guns) == 1 and c.bulk[guns[0]] + c.bulk[c.hq_of["XXX"]] <= c.stack_limit


@constraint("14.34", "There is one railroad gun, army artillery that can move and be assaulted")
def _railroad(c: Components) -> bool:
    u = c.railroad
    return len(_units(c, kind="railroad")) == 1 and c.size[u] == "army" and c.movement[u] > 0 and c.defence[u] > 0


@constraint("8.31", "Pioneers are battalions of a division with a reduced side")
def _pioneers(c: Components) -> bool:
    pioneers = _units(c, kind="pioneer")
    return bool(pioneers) and all(c.size[u] == "battalion" and c.division[u] and c.steps[u] == 2 for u in pioneers)


@constraint("2.11", "Infantry has two steps and a weaker reverse; guns and HQs have one step")
def _steps(c: Components) -> bool:
    two = [u for u in range(len(c.counters)) if c.foot[u] and c.kind[u] != "remnant"]
    one = [u for u in range(len(c.counters)) if c.gun[u] or c.hq[u]]
    return all(c.steps[u] == 2 and 0 < c.reduced[u] < c.combat[u] for u in two) and all(c.steps[u] == 1 for u in one)


@constraint("2.2", "Every infantry unit and gun of a division has its corps, but for the independent 16th")
def _formations(c: Components) -> bool:
    loose = {c.division[u] for u in range(len(c.counters)) if c.division[u] and not c.corps[u]}
    return loose == {"16"} and all(c.corps[u] in c.hq_of for u in range(len(c.counters)) if c.corps[u])


# ------------------------------------------------------------------------------------------------ charts


@constraint("AT.1", "Each column of the Assault Table adds up as printed")
def _assault_sums(c: Components) -> bool:
    rows = c.assault.rows.values()
    attacker = [sum(c.hits[row[i]][0] for row in rows) for i in range(len(c.assault.columns))]
    defender = [sum(c.hits[row[i]][1] for row in rows) for i in range(len(c.assault.columns))]
    return attacker == [18, 17, 14, 13, 11, 9, 7, 5, 3] and defender == [3, 5, 8, 12, 14, 18, 19, 21, 22]


@constraint("AT.2", "The odds of the rulebook's examples fall into its columns")
def _odds(c: Components) -> bool:
    p = Position.empty(c, Options())
    shifted = [(odds_number(24, 11), 0), (5, -2), (8, -2), (-3, 2), (9, -3), (12, 0)]
    return [c.assault.columns[column(p, n + s)] for n, s in shifted] == ["2:1", "3:1", "6:1", "1:3", "6:1", "7:1+"] and (
        odds_text(-3) == "1:5"
    )


@constraint("AT.3", "The assault shifts are the printed ones")
def _assault_shifts(c: Components) -> bool:
    printed = {"pioneer": 1, "hill": -1, "town": -1, "woods": -1, "fort": -2, "trench": -2, "city": -3, "water": -1}
    return {key: line.value for key, line in c.assault.shifts.items()} == printed


@constraint("BT.1", "The Barrage Table holds the printed numbers of each result")
def _barrage(c: Components) -> bool:
    cells = [cell for row in c.barrage.rows.values() for cell in row]
    return {r: cells.count(r) for r in ("-", "M", "M1", "M2", "X")} == {"-": 15, "M": 10, "M1": 5, "M2": 3, "X": 3}


@constraint("BT.2", "The barrage shifts are the printed ones")
def _barrage_shifts(c: Components) -> bool:
    printed = {"good_weather": 1, "first_day": 1, "town": -1, "city": -2, "trench": -2}
    return {key: line.value for key, line in c.barrage.shifts.items()} == printed


@constraint("TEC.1", "Terrain costs are the printed ones")
def _terrain(c: Components) -> bool:
    rows = c.terrain_rows
    costs = {kind: rows[kind].cost for kind in ("city", "clear", "road", "slope", "hill", "town", "woods", "bridge")}
    printed = {"city": 2, "clear": 1, "road": 1, "slope": 2, "hill": 2, "town": 2, "woods": 2, "bridge": 1}
    return costs == printed and (rows["stream"].add, rows["trench"].add) == (1, 1) and rows["road"].strategic == 0.5


@constraint("AC.1", "Army guns bombard, divisional guns support, corps guns do both")
def _capability(c: Components) -> bool:
    fire, support = {"barrage", "interdiction"}, {"offensive support", "defensive support"}
    return c.missions == {"army": fire, "corps": fire | support, "division": support}


@constraint("6.31", "Replacements: German 3 from turn 2, French 1 until February 25 and 2 from February 26")
def _replacements(c: Components) -> bool:
    german, french = zip(*(turn.replacements for turn in c.turns), strict=True)
    return german == (0, *[3] * 8) and french == (*[1] * 5, *[2] * 4)


@constraint("16.0g", "Victory levels and casualty points are the printed ones")
def _victory(c: Components) -> bool:
    p = Position.empty(c, Options())
    levels = [level_of(p, points)[0].split()[0:2] for points in (2, 3, 5, 6, 8, 9, 11, 12)]
    points = [casualty_points(f, g) for f, g in ((9, 9), (10, 9), (15, 10), (20, 10))]
    french, draw, german = ["French", "Minor"], ["Draw", "(Historical)"], ["German", "Minor"]
    ranked = [["French", "Major"], french, french, draw, draw, german, german, ["German", "Major"]]
    return levels == ranked and points == [0, 1, 3, 5] and town_points(7, False) == 3


# ------------------------------------------------------------------------------------------------ board


@constraint("3.1", "The map has 743 hexes: 33 columns of 23 and 22")
def _extent(c: Components) -> bool:
    return c.board.size == 743 and c.board.labels[0] == "0101" and c.board.labels[-1] == "3323"


@constraint("3.1h", "The front line is an unbroken chain of trench hexes, one a column, by the hexes the rulebook names")
def _front_line(c: Components) -> bool:
    named = {c.board.cell(h) for h in ("0403", "1403", "1504", "2305", "2405", "3305")}
    chain = all(b in c.board.neighbours[a] for a, b in pairwise(c.front_line))
    columns = [c.board.labels[cell][:2] for cell in c.front_line]
    return named <= set(c.front_line) and chain and all(c.trench[x] for x in c.front_line) and len(set(columns)) == 30


@constraint("6.11", "The eight supply sources lie on the map edge, each where a road leaves it, all on one road net")
def _sources(c: Components) -> bool:
    cells = [cell for side in (GERMAN, FRENCH) for cell in c.sources[side]]
    net = _linked(c, "road", cells[0])
    return len(cells) == 8 and all(s in c.board.rim and s in c.board.exits["road"] and s in net for s in cells)


@constraint("6.15", "The worked supply example: 7 points past an interdicted 1405, none cheaper, none from Haumont to 0201")
def _example(c: Components) -> bool:
    cell = c.board.cell
    shelled = bytearray(c.board.size)
    shelled[cell("1405")] = 1
    # The example closes the roads south of 1606 by French zones.
    closed = bytearray(1 if c.board.labels[x][2:] >= "08" else 0 for x in range(c.board.size))
    closed[cell("1607")] = closed[cell("1507")] = 1
    cost, _ = trace(ways(c, SUPPLY, bytes(shelled)), [cell("1104")], LIMIT, closed)
    to_edge, _ = trace(ways(c, SUPPLY, bytes(shelled)), [cell("0201")], LIMIT, closed)
    return cost.get(cell("1606")) == 7 > LIMIT_DISRUPTED and to_edge.get(cell("1104")) == 0


@constraint("6.15", "1405 is woods and trench on the road, 1305 and 1606 are clear road hexes")
def _example_ground(c: Components) -> bool:
    t, cell = c.board.terrain, c.board.cell
    roads = all(c.board.edges["road"][cell(h)] for h in ("1405", "1305", "1606", "1505", "1204"))
    return roads and t[cell("1405")] == {"woods", "trench"} and t[cell("1305")] == t[cell("1606")] == {"clear"}


@constraint("3.1d", "Haumont 1104, Louvemont 1609 and Beaumont 1605 are towns on the road")
def _named_towns(c: Components) -> bool:
    cells = [c.board.cell(h) for h in ("1104", "1609", "1605")]
    return all("town" in c.board.terrain[x] and c.board.edges["road"][x] for x in cells)


@constraint("8.11", "The Meuse parts the map: only bridges join its banks, and each carries the road")
def _meuse(c: Components) -> bool:
    bank = c.board.columns["bank"]
    river, bridge, road = (c.board.edges[f] for f in ("river", "bridge", "road"))
    for a in range(c.board.size):
        if any((bank[a] != bank[b]) != (b in river[a]) for b in c.board.neighbours[a]):
            return False
        if any(b not in river[a] or b not in road[a] for b in bridge[a]):
            return False
        if any(b in river[a] and b not in bridge[a] for b in road[a] | c.board.edges["rail"][a]):
            return False
    return sum(map(len, bridge)) == 8


@constraint("16.0", "20 towns, 7 forts and 4 hexes of Verdun count, none of them German at the start")
def _scoring(c: Components) -> bool:
    forts = c.board.where("victory", "fort")
    counts = (len(c.towns), len(forts), len(c.verdun)) == (20, 7, 4)
    p = Position.empty(c, Options())
    agree = set(forts) == set(c.fort_at) and all("fort" in c.board.terrain[f] for f in forts)
    return counts and agree and not sum(line.value for line in victory_lines(p))


@constraint("16.0", "Every scoring hex can be reached on foot from the north edge and from the entry hexes")
def _reachable(c: Components) -> bool:
    everywhere = bytearray(c.board.size)
    goals = {*c.towns, *c.verdun, *c.fort_at}
    starts = [c.board.cell("1601"), *{cell for e in c.schedule if e.side == FRENCH for cell in e.cells}]
    roads = ways(c, MOVE, bytes(c.board.size))
    return all(goals <= set(reach(roads, start, 2000, everywhere, everywhere)[0]) for start in starts)


@constraint("14.34", "The railway is joined up where trains run, and 2408 is on it")
def _railway(c: Components) -> bool:
    return c.board.cell("2408") in c.rail_cells and len(_linked(c, "rail", c.board.cell("2408"))) >= 20


@constraint("8.11", "Every hex but Forges can be entered and left")
def _no_pockets(c: Components) -> bool:
    roads = ways(c, MOVE, bytes(c.board.size))
    return all(bool(roads[x]) != (x in c.closed) for x in range(c.board.size))


@constraint("8.0", "Woods and a trench in one hex cost 3 points")
def _woods_and_trench(c: Components) -> bool:
    return cell_cost(c, c.board.cell("1405")) == 6


@constraint("3.0", "The ready deployment keeps every rule of set-up and is wholly in supply")
def _deployment(c: Components) -> bool:
    p = Position.empty(c, Options())
    lay_out(p)
    for side in (FRENCH, GERMAN):
        deploy(p, side)
    fed = Lines(p, GERMAN).supplied() | Lines(p, FRENCH).supplied()
    placed = {u for side in (GERMAN, FRENCH) for u in p.units_of(side)}
    return not faults(p, FRENCH) and not faults(p, GERMAN) and placed <= fed and not p.stacks[c.box["setup"]]


def _linked(c: Components, feature: str, start: int) -> set[int]:
    """All hexes that roads or rails join to one."""
    found, fresh = {start}, [start]
    while fresh:
        more: Iterable[int] = {b for a in fresh for b in c.board.edges[feature][a]} - found
        fresh = list(more)
        found.update(fresh)
    return found
