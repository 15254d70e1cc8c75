"""What the rulebook says of charts and tables, checked on the data: ours, and any data pack laid over it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise

from ..great_war.check import monotone
from .check_counters import constraint
from .components import Components

__all__ = ["constraint"]  # with those of the counters

# ------------------------------------------------------------------------------------------------ weather


@constraint(
    "5.1", "The weather is fair, drizzle or rain; what the season adds is never below nothing, and a 1 is fair to the end"
)
def _weather_die(c: Components) -> bool:
    added, table = [value for _, value in c.chart_data.seasons], c.tables["weather"]
    fair = all(table.result("any", 1 + value) == "fair" for value in added)
    return table.results == ("fair", "drizzle", "rain") and min(added) >= 0 and fair


@constraint("5.1.4", "Rain is snow on eight dates")
def _snow(c: Components) -> bool:
    dates = [c.scenario_data.turn[turn - 1].label for turn in c.scenario_data.snow_turns]
    return dates == ["28 Feb", "6 Mar", "13 Mar", "20 Nov", "27 Nov", "4 Dec", "11 Dec", "18 Dec"]


@constraint("13.2.4(a)", "Supply reaches 8, 6, 5 and 4 squares in fair weather, drizzle, rain and snow")
def _supply(c: Components) -> bool:
    return [c.chart_data.weather[w].supply for w in ("fair", "drizzle", "rain", "snow")] == [8, 6, 5, 4]


@constraint("12.9.3", "Rain takes two movement points; drizzle takes one, snow no more than rain")
def _mud(c: Components) -> bool:
    return [c.chart_data.weather[w].movement for w in ("fair", "drizzle", "rain", "snow")] == [0, 1, 2, 2]


@constraint("5.1.3", "Rain and snow take two from an assault; fair weather and drizzle nothing")
def _wet(c: Components) -> bool:
    rows = [c.chart_data.weather[w] for w in ("fair", "drizzle", "rain", "snow")]
    return [row.assault for row in rows] == [0, 0, -2, -2] and [row.fire for row in rows] == [0, 0, 1, 1]


@constraint("5.1.1", "Airmen see in fair weather without a roll, less often in drizzle, less yet in rain, never in snow")
def _observation(c: Components) -> bool:
    rows = [c.chart_data.weather[w].observation for w in ("fair", "drizzle", "rain", "snow")]
    seen = [row["german"] for row in rows]
    return all(len(set(row.values())) == 1 for row in rows) and seen[0] == 6 > seen[1] > seen[2] > seen[3] == 0


# ------------------------------------------------------------------------------------------------ bombardment

SHELLS = ("-", "I", "S", "D", "ST", "2ST", "3ST")


@constraint("8.2", "Six rows from clear ground to start trench, fort and hill, none weaker than the one before it")
def _rows(c: Components) -> bool:
    least = [c.least_factors(row) for row in c.bombardment_rows]
    rising = all(list(filter(None, row.least)) == sorted({n for n in row.least if n}) for row in c.bombardment_rows.values())
    order = list(c.bombardment_rows)
    return len(order) == 6 and order[0] == "clear" and order[-1] == "start_trench" and least == sorted(least) and rising


@constraint("8.3", "A ridge needs 8 factors, and more than 9 for its next column")
def _ridge(c: Components) -> bool:
    opened = [n for n in c.bombardment_rows["ridge"].least if n]
    return opened[0] == 8 and opened[1] > 9


@constraint("8.7.3(d)", "Nine columns; the fifth is headed 8 for clear ground, and a 3 suppresses there")
def _nine(c: Components) -> bool:
    return len(c.bombardment.columns) == 9 and c.bombardment_rows["clear"].least[4] == 8 and c.bombardment.rows[3][4] == "S"


@constraint("8.2.2", "Both 400s together can fire at a fort", binding=False)
def _forts(c: Components) -> bool:
    factors = sum(c.front[u].primary for u in range(len(c.ids)) if c.siege[u] and c.sides[c.side[u]] == "french")
    return c.least_factors("ridge") <= c.least_factors(c.chart_data.terrain["fort"].row) <= factors


@constraint("8.6.2", "Shells never do less with a lower roll or in a higher column; the modifiers are the printed ones")
def _shells(c: Components) -> bool:
    drms = {name: term.value for name, term in c.modifiers["bombardment"].items()}
    printed = {"heavy": -1, "observation": -1, "unsupplied": 1, "worn": 1}
    return monotone(c.bombardment, SHELLS, low_is_good=True) and drms == printed


@constraint("8.5.1", "Counter-battery columns of 3, 6, 9, 12, 15 and 18 factors, each better than the one before")
def _counter_battery(c: Components) -> bool:
    rows = c.tables["counter_battery"].rows
    bounds = [bound for (bound,) in rows.values()]
    return list(rows) == ["3", "6", "9", "12", "15", "18"] and all(a < b for a, b in pairwise(bounds))


@constraint("8.5.3", "Airmen help counter-battery fire by one, a ridge hinders by two columns, worn guns by one")
def _counter_battery_drms(c: Components) -> bool:
    return {name: term.value for name, term in c.modifiers["counter_battery"].items()} == {
        "observation": -1,
        "worn": 1,
        "ridge": -2,
    }


@constraint("8.7.3(c-i)", "The loser of an air combat is lost on 2 to 7")
def _air_combat(c: Components) -> bool:
    table = c.tables["air_combat"]
    return table.rows == {"any": (7,)} and table.dice == 2


# ------------------------------------------------------------------------------------------------ command center


@constraint(
    "14.1", "Nine resources; each begins at none and never falls; a 5 brings no night attack, a 7 two secondary attacks"
)
def _resources(c: Components) -> bool:
    rows = [[int(cell) for cell in c.command_center.rows[face]] for face in c.command_center.faces]
    rising = all(a <= b for low, high in pairwise(rows) for a, b in zip(low, high, strict=True))
    at = {name: column for column, name in enumerate(c.resources)}
    found = c.command_center.rows
    return rows[0] == [0] * 9 and rising and found[5][at["night"]] == "0" and found[7][at["secondary"]] == "2"


@constraint("14.2.4(b)", "An 8 brings two 75s; the same column is read as 75s and as flamethrowers")
def _seventy_fives(c: Components) -> bool:
    at = {name: column for column, name in enumerate(c.resources)}
    rows = c.command_center.rows
    return rows[8][at["seventy_fives"]] == "2" and all(
        row[at["seventy_fives"]] == row[at["flamethrowers"]] for row in rows.values()
    )


@constraint("14.2.8", "Consolidation comes with the fewest rolls, a secondary attack with the most")
def _frequency(c: Components) -> bool:
    rows = [dict(zip(c.resources, map(int, cells), strict=True)) for cells in c.command_center.rows.values()]
    count = {name: sum(bool(row[name]) for row in rows) for name in c.resources}
    others = [n for name, n in count.items() if name != "consolidate"]
    return all(count["consolidate"] < n for n in others) and max(count.values()) == count["secondary"]


# ------------------------------------------------------------------------------------------------ fire and assault

FIRE = ("-", "R", "1", "D", "2", "3")
ASSAULT = ("AE", "A2SR", "ASR", "AR", "CA", "ENG", "DR", "DSR", "D2SR", "DE", "DEBT")


@constraint("15.2.3", "Fire factors 1 to 10")
def _fire_columns(c: Components) -> bool:
    return c.fire.columns == tuple(str(n) for n in range(1, 11)) and c.fire.at == tuple(range(1, 11))


@constraint("15.2.1", "Four factors and a 4 cost a step; fire never does less with a lower roll or more factors")
def _fire_table(c: Components) -> bool:
    drms = {name: term.value for name, term in c.modifiers["fire"].items()}
    table = c.fire.rows[4][3] == "1" and monotone(c.fire, FIRE, low_is_good=True)
    return table and drms == {"pressed": -1, "interdicted": -1, "weather": 1}


@constraint("16.1.4", "Differences from -3 to +5")
def _differentials(c: Components) -> bool:
    return c.assault.at == tuple(range(-3, 6))


@constraint("16.5", "Assaults never end worse with a higher roll or a better difference; every result is one of the eleven")
def _assault_table(c: Components) -> bool:
    cells = {cell for row in c.assault.rows.values() for cell in row}
    return cells == set(ASSAULT) and monotone(c.assault, ASSAULT, low_is_good=False)


@constraint("16.5", "At no difference a 7 engages and a 5 costs the attacker a step and throws him back", binding=False)
def _assault_example(c: Components) -> bool:
    even = c.assault.at.index(0)
    return (c.assault.rows[7][even], c.assault.rows[5][even]) == ("ENG", "ASR")


@constraint("16.5", "Many results of the dice are A, several D, few ENG, CA, E or BT")
def _assault_mix(c: Components) -> bool:
    cells = [cell for face in range(2, 13) for cell in c.assault.rows[face]]
    count = Counter(cell if cell in ("CA", "ENG") else cell[0] for cell in cells)
    return count["A"] > count["D"] > count["ENG"] > count["CA"] > 0 and all(
        cells.count(cell) < 6 for cell in ("AE", "DE", "DEBT")
    )


@constraint("16.5.4", "A breakthrough belongs to strong odds")
def _breakthroughs(c: Components) -> bool:
    columns = [i for row in c.assault.rows.values() for i, cell in enumerate(row) if cell == "DEBT"]
    return bool(columns) and min(c.assault.at[i] for i in columns) >= 3


@constraint("13.4.2b(c)", "Closers double all losses; a result without one costs a step then; eliminations stay as they are")
def _doubled(c: Components) -> bool:
    def doubled(steps: int, twice: int) -> bool:
        return twice == (steps if steps == 99 else 2 * steps)

    one = {"AR": (1, 0), "CA": (0, 1), "ENG": (0, 1), "DR": (0, 1)}
    rows = {name: c.results[name] for name in ASSAULT}
    plain = all(
        doubled(row.attacker, row.attacker_doubled) and doubled(row.defender, row.defender_doubled)
        for name, row in rows.items()
        if name not in one
    )
    return plain and all((rows[name].attacker_doubled, rows[name].defender_doubled) == lost for name, lost in one.items())


@constraint(
    "16.2.1", "Woods one column, ridge and start trench two, works three and a fort two for who is in them, a river one more"
)
def _ground_shifts(c: Components) -> bool:
    ground = {name: c.chart_data.terrain[name].shift for name in ("clear", "woods", "ridge", "start_trench", "works", "fort")}
    rivers = [c.modifiers["shift"][name].value for name in ("minor_river", "crossing")]
    return ground == {"clear": 0, "woods": -1, "ridge": -2, "start_trench": -2, "works": -3, "fort": -2} and rivers == [-1, -1]


@constraint("16.2.2", "Resources shift as printed: a creeping barrage two columns, the others one, phosgene two with its gas")
def _resource_shifts(c: Components) -> bool:
    shift = {name: term.value for name, term in c.modifiers["shift"].items()}
    right = {name: shift[name] for name in ("creeping", "seventy_fives", "flamethrowers", "gas", "night", "engineer")}
    printed = {"creeping": 2, "seventy_fives": 1, "flamethrowers": 1, "gas": 1, "night": 1, "engineer": 2}
    return right == printed and shift["gas"] + shift["phosgene"] == 2 and shift["defending_75s"] == -2


@constraint("16.3.2", "The modifiers of an assault are the printed ones")
def _assault_drms(c: Components) -> bool:
    return {name: term.value for name, term in c.modifiers["assault"].items()} == {
        "command_near": 1,
        "command_far": -1,
        "supply": -2,
        "weather": -2,
        "second_trench": -1,
        "flank": 1,
        "disordered": 1,
        "interdicted_from": -1,
        "interdicted": 1,
        "pressed": 1,
        "lift": 2,
        "smoke": 2,
        "phosgene": 2,
        "morale": -1,
        "fort_guns": -1,
    }


# ------------------------------------------------------------------------------------------------ the smaller tables


@constraint("16.8.3-DRM", "A modifier of two exempts battalions and reduced brigades from surrender, one does not")
def _demoralized(c: Components) -> bool:
    [bound] = c.tables["demoralized"].rows["infantry"]
    modifiers = c.chart_data.demoralized_modifiers
    return modifiers == {"fort": 1, "special": 1} and 1 + max(modifiers.values()) <= bound < 1 + sum(modifiers.values())


@constraint("17.7.1(d)", "An HQ's line rallies on 1 to 4, snow on a 1; no other line is better than the HQ's")
def _rally(c: Components) -> bool:
    rows = {name: bound for name, (bound,) in c.tables["rally"].rows.items()}
    return rows["hq"] == 4 == max(rows.values()) and rows["snow"] == 1 and c.modifiers["rally"]["again"].value == -1


@constraint("17.2", "Replacements for totals of 6 to 18, more with either; nothing on a roll below 6")
def _replacements(c: Components) -> bool:
    rows = [[int(cell) for cell in c.replacements.rows[face]] for face in c.replacements.faces]
    rising = all(a <= b for low, high in pairwise(rows) for a, b in zip(low, high, strict=True))
    nothing = all(not any(row) for face, row in zip(c.replacements.faces, rows, strict=True) if face < 6)
    return c.replacements.at == tuple(range(6, 19)) and rising and all(row == sorted(row) for row in rows) and nothing


@constraint("17.3.1", "A working total of 14 and a 9 give seven steps; six can be given too")
def _seven(c: Components) -> bool:
    table = c.replacements
    return table.rows[9][table.at.index(14)] == "7" and any("6" in row for row in table.rows.values())


@constraint("17.4.1(b)", "Seven steps and a 9 send three to reserve; more with either, never more than were taken")
def _reserve_rate(c: Components) -> bool:
    chart = c.reserve_rate
    rows = [[int(cell) for cell in chart.rows[face]] for face in chart.faces]
    rising = all(a <= b for low, high in pairwise(rows) for a, b in zip(low, high, strict=True))
    within = all(cell <= steps for row in rows for steps, cell in zip(chart.at, row, strict=True))
    return chart.rows[9][chart.at.index(7)] == "3" and rising and within and chart.at == tuple(range(1, 13))


@constraint("17.4.1(b)", "Each row sends its share, rounded down, and on the whole more than a third", binding=False)
def _shares(c: Components) -> bool:
    shares = {int(face): Fraction(*share) for face, share in c.chart_data.reserve_shares.items()}
    chart = c.reserve_rate
    kept = all(
        int(cell) == int(shares[face] * steps)
        for face in chart.faces
        for steps, cell in zip(chart.at, chart.rows[face], strict=True)
    )
    ways = {total: 6 - abs(total - 7) for total in range(2, 13)}
    return kept and sum(shares[total] * n for total, n in ways.items()) / 36 > Fraction(1, 3)


@constraint("17.4.2", "Pétain's time adds one for the French, Nivelle's takes one, the Somme adds one for the Germans")
def _periods(c: Components) -> bool:
    rows = [(row.side, row.value) for row in c.chart_data.periods["reserve_rate"]]
    return rows == [("french", 1), ("french", -1), ("german", 1)]


@constraint("14.1", "What the time of the year adds to a roll is two at most", binding=False)
def _small_periods(c: Components) -> bool:
    return all(abs(row.value) <= 2 for rows in c.chart_data.periods.values() for row in rows)


@constraint("19.4.5(a)", "Most German rolls of July bring fewer gas resources than phosgene asks for", binding=False)
def _phosgene_of_july(c: Components) -> bool:
    [july], gas = c.specs["hells_doorway"].phosgene, c.resources.index("gas")
    rows = [row for row in c.chart_data.periods["command_center"] if row.side == "german"]

    def short(turn: int) -> float:
        more = sum(row.value for row in rows if row.first <= turn <= row.last)
        return sum(o.probability for o in c.command_center.outcomes(gas, more) if int(o.result) < july.gas)

    return all(short(turn) > 0.5 for turn in july.turns)


@constraint("13.2.5", "An HQ that supplied an assault is back next turn on 1 to 3, a turn later on 4 and more")
def _hq_return(c: Components) -> bool:
    return c.tables["hq_return"].rows == {"any": (3,)} and c.tables["hq_return"].results == ("1", "2")


@constraint("19.4.5(b-ii)", "Six numbers of the Somme, and after any five of them ten heavy guns at least are left")
def _somme(c: Components) -> bool:
    rows = c.chart_data.somme.rows
    taken = sum(row.heavy for row in rows.values()) - min(row.heavy for row in rows.values())
    return list(rows) == ["1", "2", "3", "4", "5", "6"] and 21 - taken >= 10


@constraint("19.1.5(k)", "Three mines: a loss with disruption, disruption, nothing; each explodes on 1 to 3")
def _mines(c: Components) -> bool:
    return sorted(c.mine_faces) == ["D", "DST", "NE"] and c.tables["mine"].rows == {"any": (3,)}


SMALL = {"wind": (3,), "trench_entry": (1,), "drum_fire": (2,), "solitaire_lull": (9,), "local_reserve": (5,)}


@constraint(
    "12.5.4",
    "Smoke works on 1 to 3, a gun enters a trench on 1, drum fire comes on 1 or 2, a lull on 10 and more, the 113th on 6",
)
def _small(c: Components) -> bool:
    release = c.tables["reserve_release"].rows == {"any": (4,), "open": (8,)}
    return release and all(c.tables[name].rows == {"any": bounds} for name, bounds in SMALL.items())


@constraint("12.2.3", "Woods and ridge cost two, clear one; a diagonal step one more")
def _costs(c: Components) -> bool:
    rows = c.chart_data.terrain
    straight = {name: rows[name].straight for name in ("clear", "woods", "ridge")}
    dearer = all(rows[name].diagonal == rows[name].straight + 2 for name in ("clear", "woods", "ridge", "hill", "town", "city"))
    return straight == {"clear": 2, "woods": 4, "ridge": 4} and dearer


@constraint("12.3.5-Major", "A major road costs a half and a minor one a point, straight or diagonal")
def _roads(c: Components) -> bool:
    rows = c.chart_data.terrain
    rates = [(rows[name].straight, rows[name].diagonal) for name in ("major_road", "minor_road")]
    return rates == [(1, 1), (2, 2)]


@constraint(
    "13.1.4(a)", "Command reaches 8 squares, 5 from a shaken HQ; rally 3, off-front 3, a French re-roll 4, guns off the map 11"
)
def _ranges(c: Components) -> bool:
    names = ("command", "command_disordered", "supply_disordered", "rally", "off_front", "re_roll", "off_map")
    return [c.ranges[name] for name in names] == [8, 5, 3, 3, 3, 4, 11]


@constraint("13.1.4(d)", "An HQ helps within 3 squares and hinders beyond 5; a shaken one within 2 and beyond 4")
def _command(c: Components) -> bool:
    return [c.ranges[name] for name in ("command_near", "command_middle", "shaken_near", "shaken_middle")] == [3, 5, 2, 4]


@constraint("12.4.2(b)", "In rain and snow nobody digs in, and guns move only with engineers")
def _foul_weather(c: Components) -> bool:
    foul = [name in ("rain", "snow") for name in c.weathers]
    rows = c.weather_rows
    return [not row.digging for row in rows] == foul == [row.guns_hauled for row in rows]


@constraint("14.2.5", "Flamethrowers are German; no other resource is one side's alone")
def _resource_sides(c: Components) -> bool:
    return c.chart_data.resource_sides == {"flamethrowers": "german"}


@constraint("20.4.1", "The operations cost the German 120 and the French 100 in all, six each", binding=False)
def _operations(c: Components) -> bool:
    totals = Counter[str]()
    for row in c.operations.values():
        totals[row.side] += row.points
    return totals == {"german": 120, "french": 100} and len(c.operations) == 12


@constraint("18.2.1", "Two dice find one of seventeen objectives, whatever they show")
def _objectives(c: Components) -> bool:
    found = Counter((a, b) for m in c.markers for a in m.first for b in m.second)
    return len(c.markers) == 17 and found == Counter((a, b) for a in range(1, 7) for b in range(1, 7))


@constraint("20.6", "Verdun and Fort Douaumont are worth most, single forts least")
def _objective_points(c: Components) -> bool:
    points = {name: marker.points for name, marker in c.scenario_data.marker.items()}
    most = {name for name, n in points.items() if n == max(points.values())}
    least = {name for name, n in points.items() if n == min(points.values())}
    return most == {"verdun", "fort_douaumont"} and least == {"fort_souville", "fort_la_chaume", "fort_vaux"}
