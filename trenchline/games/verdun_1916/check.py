"""Everything the rulebook says of the components, checked on the data: ours, and any data pack laid over it."""

from __future__ import annotations

from itertools import pairwise

from ...core.check import Constraints
from ...core.paths import reach
from .battle import Battle
from .components import FRENCH, GERMAN, Components, odds_column
from .position import Options, Position
from .setup import deploy, faults, lay_out

constraint = Constraints[Components]()


# ------------------------------------------------------------------------------------------------ counters


def _units(c: Components, **printed: str) -> tuple[int, ...]:
    return c.counters.where(**printed)


@constraint("1.2a", "Regiments have three steps, Stosstruppen two, all others one")
def _steps(c: Components) -> bool:
    expected = [2 if c.stoss[u] else 3 if c.size[u] == "regiment" else 1 for u in range(len(c.counters))]
    return c.steps == expected


@constraint("1.2b", "A regiment is worth more full than with its loss marker, and more with it than flipped")
def _regiments(c: Components) -> bool:
    values = [c.values[u] for u in _units(c, size="regiment")]
    return all(len(v) == 4 and v[3] > v[2] > v[1] > 0 for v in values)


@constraint("1.6b", "Two battalions and the flipped regiment are worth the full regiment")
def _battalions(c: Components) -> bool:
    battle = c.battles["hypothetical"]
    for u in _units(c, nation="french", size="regiment"):
        stock = battle.stock.get(c.division[u], ())
        if any(c.values[b][1] != 2 or c.values[u][1] + 2 * c.values[b][1] != c.values[u][-1] for b in stock):
            return False
    return bool(battle.stock)


@constraint("1.2d", "Stosstruppen are weaker on their reverse, and one of them fills a hex with a regiment")
def _storm(c: Components) -> bool:
    storm = _units(c, kind="stosstruppen")
    return bool(storm) and all(0 < c.values[u][1] < c.values[u][-1] and c.steps[u] + 3 == c.stack_limit for u in storm)


@constraint("1.1a", "Every unit on the map has a combat value and movement points")
def _printed(c: Components) -> bool:
    return all(c.values[u][-1] > 0 and c.movement[u] > 0 for side in (GERMAN, FRENCH) for u in c.ground[side])


@constraint("5.1e", "French infantry can spend half its points, and exploitation is no more than a whole move")
def _halves(c: Components) -> bool:
    foot = [u for u in c.ground[FRENCH] if c.foot[u]]
    return all(c.movement[u] % 2 == 0 for u in foot) and all(c.movement[u] >= c.exploitation for u in foot)


@constraint("1.4a", "One HQ for each German corps and each French division")
def _hqs(c: Components) -> bool:
    corps = {c.corps[u] for u in c.ground[GERMAN]}
    divisions = {c.division[u] for u in c.ground[FRENCH] if c.division[u]}
    german, french = [c.corps[u] for u in c.hqs[GERMAN]], [c.division[u] for u in c.hqs[FRENCH]]
    return sorted(german) == sorted(corps) and sorted(french) == sorted(divisions)


@constraint("10.1a", "Every HQ commands six hexes, three when neutralised")
def _command(c: Components) -> bool:
    printed = {c.counters[u].number("command") for side in (GERMAN, FRENCH) for u in c.hqs[side]}
    return printed == {c.command.range} == {6} and c.command.neutralised == 3


@constraint("8.3", "Guns have a contact value of one, both fire values and a range")
def _guns(c: Components) -> bool:
    guns = [u for side in (GERMAN, FRENCH) for u in c.guns[side]]
    return all(c.values[u][1] == 1 and c.bombard[u] > 0 and c.defence[u] > 0 and c.range[u] > 0 for u in guns)


@constraint("8.1c", "Two divisional guns stay below ten points, and a corps gun keeps two when halved")
def _weights(c: Components) -> bool:
    field = max(c.bombard[u] for u in _units(c, kind="artillery", size="division"))
    heavy = min(c.bombard[u] for u in _units(c, kind="artillery", size="corps"))
    return 2 * field <= 9 and heavy >= 4


@constraint("8.0b", "Four German railway guns that bombard and do nothing else")
def _railway(c: Components) -> bool:
    guns = _units(c, kind="railway")
    return len(guns) == 4 and all(c.side[u] == GERMAN and c.bombard[u] and not c.defence[u] for u in guns)


@constraint("11a", "Only the Germans have bombers")
def _bombers(c: Components) -> bool:
    bombers = _units(c, kind="bomber")
    return bool(bombers) and all(c.side[u] == GERMAN and c.bombard[u] and not c.defence[u] for u in bombers)


# ------------------------------------------------------------------------------------------------ charts


@constraint("CT-b", "The Combat Results Table holds each result as often as printed")
def _combat_table(c: Components) -> bool:
    cells = [cell for row in c.combat.rows.values() for cell in row]
    printed = {"AE": 3, "Ae": 8, "Eng": 4, "A1": 8, "AR": 4, "D/A1": 3, "D/AR": 7, "A/DR": 8, "DR": 8, "DR2": 7, "A/D1": 7}
    printed |= {"D1": 8, "A/De": 5, "De": 6, "A/DE": 4, "DE": 10}
    return {cell: cells.count(cell) for cell in set(cells)} == printed


@constraint("CT-a", "The odds of the rulebook fall into its columns")
def _odds(c: Components) -> bool:
    ratios = ((101, 100), (129, 100), (130, 100), (169, 100), (170, 100), (2, 1), (5, 2), (13, 2), (2, 3), (2, 5), (1, 3))
    found = [c.combat.columns[odds_column(a, d)] for a, d in ratios]
    return found == ["1/1", "1/1", "3/2", "3/2", "2/1", "2/1", "3/1", "7/1", "1/1", "1/2", "1/3"]


@constraint("7.3e", "Each terrain shifts one column left; a concentric attack and the first turn one right")
def _shifts(c: Components) -> bool:
    found = {key: line.value for key, line in c.combat.shifts.items()}
    right = {key for key, value in found.items() if value == 1}
    return right == {"concentric", "first_turn"} and all(value == -1 for key, value in found.items() if key not in right)


@constraint("7.3", "The modifiers of the die are the printed ones")
def _modifiers(c: Components) -> bool:
    return {key: line.value for key, line in c.modifiers.items()} == {
        "out_of_command_attacker": -2,
        "out_of_command_defender": 1,
        "neutralised_attacker": -2,
        "neutralised_defender": 2,
        "stream": -2,
        "stosstruppen_attack": 2,
        "stosstruppen_defence": -2,
        "divisions": -2,
        "beyond": 1,
    }


@constraint("BT-b", "The Bombardment Table holds the printed numbers of each result, none milder to the right or below")
def _bombardment_table(c: Components) -> bool:
    table = [c.bombardment.rows[die] for die in c.bombardment.faces]
    cells = [cell for row in table for cell in row]
    rank = {"-": 0, "N": 1, "1": 2, "E": 3}
    rising = all(rank[a] <= rank[b] for row in table for a, b in pairwise(row))
    falling = all(rank[a] <= rank[b] for upper, lower in pairwise(table) for a, b in zip(upper, lower, strict=True))
    return [cells.count(result) for result in rank] == [15, 18, 9, 6] and rising and falling


@constraint("BT-k", "Shelter shifts bombardments one column, a red fortress two")
def _bombardment_shifts(c: Components) -> bool:
    return {key: line.value for key, line in c.bombardment.shifts.items()} == {
        "cover": -1,
        "command": -1,
        "hq": -1,
        "bunker": -1,
        "blue": -1,
        "red": -2,
    }


@constraint("MT", "Movement costs are the printed ones")
def _costs(c: Components) -> bool:
    found = {key: (row.infantry, row.artillery) for key, row in c.chart_data.movement.rows.items()}
    same = {"open": 1, "road": 1, "urban": 1, "forest": 2, "stream": 1, "river": 2, "bridge": 0}
    return found == {key: (cost, cost) for key, cost in same.items()} | {"trench": (1, 2), "slope": (1, 2)}


@constraint("3.2", "Zones cost one to leave, two from one into another, one for Stosstruppen; five steps fill a hex")
def _limits(c: Components) -> bool:
    zones = c.zone_costs
    points = (zones.leave, zones.across, zones.stosstruppen)
    return points == (1, 2, 1) and (c.stack_limit, c.exploitation, c.neutralised_from) == (5, 4, 4)


@constraint("7.3k", "Red fortresses have two points of their own, blue ones one")
def _fortress_points(c: Components) -> bool:
    return {(f.colour, f.points) for f in c.fortresses} == {("red", 2), ("blue", 1)}


# ------------------------------------------------------------------------------------------------ board


@constraint("14.2", "The map has 640 hexes: 32 columns of 20")
def _extent(c: Components) -> bool:
    return c.board.size == 640 and c.board.labels[0] == "0101" and c.board.labels[-1] == "3220"


@constraint("14.2C-a", "The entry hexes lie on the southern edge, 2220 on the right bank and 2020 on the left")
def _entries(c: Components) -> bool:
    cells = {arrival.cell for arrival in c.battles["hypothetical"].arrivals}
    return cells == {c.board.cell("2220"), c.board.cell("2020")} <= set(c.edge[FRENCH]) and [
        c.bank[c.board.cell(x)] for x in ("2220", "2020")
    ] == ["E", "W"]


@constraint("14.2D-c", "The Meuse parts the map, and ways cross it only at bridges that carry a road")
def _meuse(c: Components) -> bool:
    river, bridge, road, rail = (c.board.edges[f] for f in ("river", "bridge", "road", "rail"))
    for a in range(c.board.size):
        if any((c.bank[a] != c.bank[b]) != (b in river[a]) for b in c.board.neighbours[a]):
            return False
        if any(b in river[a] and b not in bridge[a] for b in road[a] | rail[a]):
            return False
        if any(b not in river[a] or b not in road[a] for b in bridge[a]):
            return False
    return any(bridge)


@constraint("14.1a", "Two trench lines on either bank, the first an unbroken chain of trenches")
def _lines(c: Components) -> bool:
    for bank in ("W", "E"):
        for line in ("first", "second"):
            cells = {x for x in range(c.board.size) if c.line[x] == line and c.bank[x] == bank}
            if not cells or not all(c.trench[x] for x in cells) or _linked(c, min(cells), cells) != cells:
                return False
    return all(c.line[x] in ("first", "second") for x in range(c.board.size) if c.trench[x])


def _linked(c: Components, start: int, cells: set[int]) -> set[int]:
    """All of some cells that neighbours join to one."""
    found, fresh = {start}, [start]
    while fresh:
        fresh = [n for n in {n for x in fresh for n in c.board.neighbours[x]} if n in cells and n not in found]
        found.update(fresh)
    return found


@constraint("14.1a", "The trenches of columns 21 and 22 can be covered from 20 and 23")
def _gap(c: Components) -> bool:
    for x in range(c.board.size):
        if c.trench[x] and c.column[x] in (21, 22):
            beside = 20 if c.column[x] == 21 else 23
            if not any(c.column[n] == beside and c.line[n] != "german" for n in c.zone_cells[x]):
                return False
    return True


@constraint("14c", "Divisions with bunkers have ground for them between the lines; Caures wood is part of it")
def _bunker_ground(c: Components) -> bool:
    caures = c.board.cell("1905")
    groups = [g for g in c.battles["hypothetical"].groups if g.bunkers]
    room = all(sum(c.line[x] == "between" for x in g.cells[0]) >= g.bunkers for g in groups)
    return room and c.woods[caures] and c.line[caures] == "between" and c.column[caures] in range(10, 21)


@constraint("14.1d", "Every German group has room at its distance from the trenches, its guns five steps to a hex at three")
def _german_room(c: Components) -> bool:
    return all(_has_room(c, battle, frontage) for battle in c.battles.values() for frontage in (False, True))


def _has_room(c: Components, battle: Battle, frontage: bool) -> bool:
    p = Position.empty(c, battle.name, Options(historical_corps_frontage=frontage))
    for group in battle.groups:
        if group.side != GERMAN:
            continue
        for guns in (False, True):
            units = [u for u in group.units if c.gun[u] or not guns]
            need = 3 if guns else 2
            room = [x for x in group.cells[frontage] if c.from_trenches[x] >= need]
            if sum(c.steps[u] for u in units) > c.stack_limit * len(room):
                return False
    return all(p.b.needed_distance(c, u) == (3 if c.gun[u] else 2) for u in c.ground[GERMAN])


@constraint("13b", "Villages are worth 14 points on the right bank and 5 on the left")
def _villages(c: Components) -> bool:
    worth = {
        name: sum(o.points for o in objectives if o.cell not in c.fortress_at) for name, objectives in c.objectives.items()
    }
    count = {name: sum(o.cell not in c.fortress_at for o in objectives) for name, objectives in c.objectives.items()}
    return worth == {"historical": 14, "hypothetical": 19} and count == {"historical": 9, "hypothetical": 13}


@constraint("13d", "Blue fortresses are worth three points, red ones four; they make both levels possible without Verdun")
def _fortress_worth(c: Components) -> bool:
    points = {"red": 4, "blue": 3}
    for name, objectives in c.objectives.items():
        forts = [o for o in objectives if o.cell in c.fortress_at]
        if any(o.points != points[c.fortresses[c.fortress_at[o.cell]].colour] for o in forts):
            return False
        if sum(o.points for o in objectives) < c.battles[name].operational:
            return False
    return True


@constraint("13l", "Verdun has two hexes on each bank, all of them city")
def _verdun(c: Components) -> bool:
    cities = [x for x in range(c.board.size) if "city" in c.board.terrain[x]]
    right = [x for x in cities if c.bank[x] == "E"]
    return sorted(c.verdun["hypothetical"]) == cities and sorted(c.verdun["historical"]) == right and len(right) == 2


@constraint("13l", "Every objective can be reached on foot from both edges")
def _reachable(c: Components) -> bool:
    everywhere = bytearray(c.board.size)
    for name, battle in c.battles.items():
        goals = {*(o.cell for o in c.objectives[name]), *c.verdun[name]}
        closed = bytearray(battle.closed)
        for start in (c.board.cell("2501"), c.board.cell("2220")):
            if not goals <= set(reach(c.ways["infantry"], start, 2000, closed, everywhere)[0]):
                return False
    return True


# ------------------------------------------------------------------------------------------------ scenarios


@constraint("13j", "The levels are 24 and 34 points, on both banks 30 and 40; five turns and a sixth for three points")
def _levels(c: Components) -> bool:
    found = {name: (b.tactical, b.operational, b.turns, b.extra_turn) for name, b in c.battles.items()}
    return found == {"historical": (24, 34, 5, 6), "hypothetical": (30, 40, 5, 6)} and len(c.dates) == 6


@constraint("14.2B", "The lists have the printed numbers of units on either side")
def _lists(c: Components) -> bool:
    found = {}
    for name, battle in c.battles.items():
        units = [u for group in battle.groups for u in group.units]
        found[name] = tuple(sum(c.side[u] == side for u in units) for side in (GERMAN, FRENCH))
    later = {name: (len(b.reserve_of), len(b.arrival_of)) for name, b in c.battles.items()}
    listed = {"historical": (54, 33), "hypothetical": (63, 43)}
    return found == listed and later == {"historical": (5, 14), "hypothetical": (9, 20)}


@constraint("14b", "Battalions and bunkers are those of the lists")
def _allowances(c: Components) -> bool:
    found = {g.id: (len(g.battalions), g.bunkers) for g in c.battles["hypothetical"].groups if g.battalions or g.bunkers}
    return found == {"FR-72": (6, 4), "FR-51": (6, 2), "FR-14": (4, 0), "FR-29": (2, 0), "FR-67": (3, 2)}


@constraint("14.2D-h", "A reserve regiment costs half a point, the Bavarian division one, from the second turn on")
def _prices(c: Components) -> bool:
    reserves = c.battles["hypothetical"].reserves
    each = [r for r in reserves if r.price_each]
    once = [r for r in reserves if r.price_once]
    late = all(r.from_turn == 2 for r in reserves)
    return late and [r.price_each for r in each] == [1, 1, 1] and [(r.price_once, len(r.units)) for r in once] == [(2, 4)]


@constraint("14.1", "The ready deployment keeps every rule of set-up")
def _deployment(c: Components) -> bool:
    for name in c.battles:
        for frontage in (False, True):
            p = Position.empty(c, name, Options(historical_corps_frontage=frontage))
            lay_out(p)
            for side in (FRENCH, GERMAN):
                deploy(p, side)
            if faults(p, FRENCH) or faults(p, GERMAN) or p.stacks[c.box["setup"]]:
                return False
    return True
