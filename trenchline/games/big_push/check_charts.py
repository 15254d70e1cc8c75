"""What the rulebook says of charts and tables, checked on the data: ours, and any data pack laid over it."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from ..great_war.check import monotone
from .check_counters import constraint
from .components import Components

__all__ = ["constraint"]  # with those of the counters

DIE = range(1, 7)

# ------------------------------------------------------------------------------------------------ weather


@constraint("5.1", "The weather is fair, drizzle or rain, worse as the season goes on, but fair on a 1 to the end")
def _weather_die(c: Components) -> bool:
    added, table = [value for _, value in c.chart_data.seasons], c.tables["weather"]
    fair = all(table.result("any", 1 + value) == "fair" for value in added)
    return table.results == ("fair", "drizzle", "rain") and added == sorted(added) and added[0] >= 0 and fair


@constraint("5.5", "Snow falls on November 3, 10 and 17 only")
def _snow(c: Components) -> bool:
    dates = [c.scenario_data.turn[turn - 1].label for turn in c.scenario_data.snow_turns]
    return dates == ["3 Nov", "10 Nov", "17 Nov"]


@constraint("11.1", "Supply reaches 8, 6, 5 and 4 squares in fair weather, drizzle, rain and snow")
def _supply(c: Components) -> bool:
    return [c.chart_data.weather[w].supply for w in ("fair", "drizzle", "rain", "snow")] == [8, 6, 5, 4]


@constraint("7.0", "Drizzle takes one movement point, rain two, snow no more")
def _mud(c: Components) -> bool:
    return [c.chart_data.weather[w].movement for w in ("fair", "drizzle", "rain", "snow")] == [0, 1, 2, 2]


@constraint("11.7.2b", "Rain and snow take two from an assault, fair weather and drizzle nothing; tanks suffer in both")
def _wet(c: Components) -> bool:
    rows = [c.chart_data.weather[w] for w in ("fair", "drizzle", "rain", "snow")]
    return [r.assault for r in rows] == [0, 0, -2, -2] and [r.machines for r in rows] == [0, 0, 1, 1] and rows[2].fire == 1


@constraint("5.6", "German airmen see less than the Allies', both less in worse weather and nothing in snow")
def _observation(c: Components) -> bool:
    rows = [c.chart_data.weather[w].observation for w in ("fair", "drizzle", "rain", "snow")]
    seen = [(row["allied"], row["german"]) for row in rows]
    fewer = all(german < allied < 6 for allied, german in seen[:3])
    return fewer and seen[3] == (0, 0) and all(a >= b and p >= q for (a, p), (b, q) in pairwise(seen)) and seen[2] < seen[1]


# ------------------------------------------------------------------------------------------------ bombardment

SHELLS = ("-", "I", "S", "D", "ST", "2ST", "3ST")


@constraint("6.6", "Nine columns; the fifth is headed 8 for clear ground, and a 3 suppresses there")
def _nine(c: Components) -> bool:
    return len(c.bombardment.columns) == 9 and c.bombardment_rows["clear"].least[4] == 8 and c.bombardment.rows[3][4] == "S"


@constraint("6.2.1", "Clear ground has a column for 6 and none for 7; a ridge needs 6 and outranks woods")
def _ridge(c: Components) -> bool:
    clear = c.bombardment_rows["clear"].least
    return 6 in clear and 7 not in clear and c.least_factors("ridge") == 6 > c.least_factors("woods")


@constraint("6.2", "Every row opens later than the one before, the start trench last; no two share a minimum")
def _rows(c: Components) -> bool:
    least = [c.least_factors(row) for row in c.bombardment_rows]
    rising = all(list(filter(None, row.least)) == sorted({n for n in row.least if n}) for row in c.bombardment_rows.values())
    last = c.least_factors("start_trench")
    return len(set(least)) == len(least) == 5 and rising and last == max(least) and min(least) == c.least_factors("clear")


@constraint(
    "6.5.1", "Shells never do less with a lower roll or in a higher column; heavy guns, airmen and supply count as printed"
)
def _shells(c: Components) -> bool:
    drms = {name: term.value for name, term in c.modifiers["bombardment"].items()}
    return monotone(c.bombardment, SHELLS, low_is_good=True) and drms == {
        "heavy": -1,
        "observation": -1,
        "unsupplied": 1,
        "cavalry": -2,
    }


@constraint("6.4", "Counter-battery fire has the modifiers of a bombardment but for cavalry")
def _counter_battery(c: Components) -> bool:
    both = c.modifiers["bombardment"], c.modifiers["counter_battery"]
    return {n: t.value for n, t in both[0].items() if n != "cavalry"} == {n: t.value for n, t in both[1].items()}


# ------------------------------------------------------------------------------------------------ command center


@constraint("9.2", "The columns stand from the most frequent resource to the rarest")
def _order(c: Components) -> bool:
    order = ("secondary", "lift", "creeping", "smoke", "tank_cavalry", "gas", "night", "consolidate")
    return tuple(c.resources) == order


@constraint("9.1", "Each resource begins at none and never falls; a 5 brings no night attack, a 7 two secondary attacks")
def _resources(c: Components) -> bool:
    rows = [[int(cell) for cell in c.command_center.rows[face]] for face in c.command_center.faces]
    rising = all(a <= b for low, high in pairwise(rows) for a, b in zip(low, high, strict=True))
    at = {name: column for column, name in enumerate(c.resources)}
    found = c.command_center.rows
    return rows[0] == [0] * 8 and rising and found[5][at["night"]] == "0" and found[7][at["secondary"]] == "2"


@constraint("9.1", "The modifiers of the Command Center are small: with any of them a natural 5 brings no night attack in July")
def _command_center_terms(c: Components) -> bool:
    terms = {name: term.value for name, term in c.modifiers["command_center"].items()}
    small = terms["option"] == 2 and all(abs(value) <= 2 for value in terms.values())
    night = c.resources.index("night")
    return small and c.command_center.rows[5 + max(0, terms["early"])][night] == "0"


@constraint("11.5.2", "Some roll brings a creeping barrage, tanks and gas but no night attack, and some just one of tanks")
def _example_roll(c: Components) -> bool:
    rows = [dict(zip(c.resources, map(int, cells), strict=True)) for cells in c.command_center.rows.values()]
    mixed = any(r["creeping"] and r["tank_cavalry"] and r["gas"] and not r["night"] for r in rows)
    return mixed and any(r["tank_cavalry"] == 1 for r in rows)


@constraint("9.2", "Resources to the right come with fewer rolls", binding=False)
def _frequency(c: Components) -> bool:
    rows = [dict(zip(c.resources, map(int, cells), strict=True)) for cells in c.command_center.rows.values()]
    barrage = sum(1 for r in rows if r["lift"] or r["creeping"])
    others = [sum(1 for r in rows if r[name]) for name in ("smoke", "tank_cavalry", "gas", "night", "consolidate")]
    found = [sum(1 for r in rows if r["secondary"]), barrage, *others]
    return all(a > b for a, b in pairwise(found))


# ------------------------------------------------------------------------------------------------ fire and assault

FIRE = ("-", "R", "1", "D", "2", "3")
ASSAULT = ("A2SR", "ASR", "AR", "C", "ENG", "DR", "DSR", "D2SR", "DE", "DEBT")


@constraint("10.1", "Fire factors 1 to 10")
def _fire_columns(c: Components) -> bool:
    return c.fire.columns == tuple(str(n) for n in range(1, 11)) and c.fire.at == tuple(range(1, 11))


@constraint("10.2", "Four factors and a 4 cost a step; fire never does less with a lower roll or more factors")
def _fire_table(c: Components) -> bool:
    drms = {name: term.value for name, term in c.modifiers["fire"].items()}
    table = c.fire.rows[4][3] == "1" and monotone(c.fire, FIRE, low_is_good=True)
    return table and (drms["pressed"], drms["interdicted"], drms["weather"]) == (-1, -1, 1)


@constraint("11.4", "Differences from -3 to +5")
def _differentials(c: Components) -> bool:
    return c.assault.at == tuple(range(-3, 6))


@constraint("11.7.6", "At no difference a 7 engages and a 5 costs the attacker a step and throws him back")
def _assault_example(c: Components) -> bool:
    even = c.assault.at.index(0)
    return (c.assault.rows[7][even], c.assault.rows[5][even]) == ("ENG", "ASR")


@constraint("11.8", "Assaults never end worse with a higher roll or a better difference; all results are described")
def _assault_table(c: Components) -> bool:
    return set(c.results) == set(ASSAULT) and monotone(c.assault, ASSAULT, low_is_good=False)


@constraint("11.8", "Most results of the dice hurt the attacker, several the defender, a few neither", binding=False)
def _assault_mix(c: Components) -> bool:
    cells = [cell for face in range(2, 13) for cell in c.assault.rows[face]]
    count = Counter("C" if cell == "C" else "ENG" if cell == "ENG" else cell[0] for cell in cells)
    return count["A"] > count["D"] > count["ENG"] > count["C"] > 0


@constraint("11.5.2", "A creeping barrage, tanks and gas together shift four columns")
def _four(c: Components) -> bool:
    shift = {name: term.value for name, term in c.modifiers["shift"].items()}
    return shift["creeping"] == 2 and shift["creeping"] + shift["tank_cavalry"] + shift["gas"] == 4


@constraint("11.5.1", "Woods one column, ridge and start trench two, a river one more")
def _ground_shifts(c: Components) -> bool:
    ground = {name: c.chart_data.terrain[name].shift for name in ("clear", "woods", "ridge", "start_trench")}
    rivers = [c.modifiers["shift"][name].value for name in ("minor_river", "crossing")]
    return ground == {"clear": 0, "woods": -1, "ridge": -2, "start_trench": -2} and rivers == [-1, -1]


@constraint("11.7", "The modifiers of an assault are the printed ones")
def _assault_drms(c: Components) -> bool:
    return {name: term.value for name, term in c.modifiers["assault"].items() if name != "smoke"} == {
        "command_near": 1,
        "command_far": -1,
        "supply": -2,
        "weather": -2,
        "second_trench": -1,
        "flank": 1,
        "disrupted": 1,
        "suppressed": 1,
        "interdicted_from": -1,
        "interdicted": 1,
        "pressed": 1,
        "lift": 2,
    }


# ------------------------------------------------------------------------------------------------ the smaller tables


@constraint("11.3", "A joint assault may be coordinated and may not")
def _coordination(c: Components) -> bool:
    return len(c.tables["coordination"].outcomes("any")) == 2


@constraint("7.8", "Tanks may break down and may come back, in rain less often")
def _breakdowns(c: Components) -> bool:
    for table in (c.tables["breakdown"], c.tables["recovery"]):
        dry, wet = (table.outcomes("any", modifier)[0].probability for modifier in (0, 1))
        if not 0 < wet < dry < 1:
            return False
    return True


@constraint("12.2", "A unit rallies on 1 to 3; an enemy zone hinders, an HQ near helps")
def _rally(c: Components) -> bool:
    drms = {name: term.value for name, term in c.modifiers["rally"].items()}
    return c.tables["rally"].rows == {"any": (3,)} and drms == {"zone": 1, "hq": -1}


@constraint("9.4", "One in three German substitutions succeeds")
def _substitution(c: Components) -> bool:
    return c.tables["substitution"].rows == {"any": (2,)}


@constraint("14.1.3a", "Six mines, which explode on 1 to 3 with one of five results")
def _mines(c: Components) -> bool:
    kinds = {"D/L", "L", "D", "S", "-"}
    return len(c.mine_faces) == 6 and set(c.mine_faces) == kinds and c.tables["mine"].rows == {"any": (3,)}


@constraint("14.1.3b", "Cavalry is released on 1 to 3")
def _release(c: Components) -> bool:
    return c.tables["release"].rows == {"any": (3,)}


@constraint("11.6.1", "Smoke works on 1 to 3")
def _wind(c: Components) -> bool:
    return c.tables["wind"].rows == {"any": (3,)}


@constraint("12.1.1", "Replacements for totals of 4 to 14, more with either; some roll brings six")
def _replacements(c: Components) -> bool:
    rows = [[int(cell) for cell in c.replacements.rows[face]] for face in c.replacements.faces]
    rising = all(a <= b for low, high in pairwise(rows) for a, b in zip(low, high, strict=True))
    right = all(row == sorted(row) for row in rows)
    return c.replacements.at == tuple(range(4, 15)) and rising and right and any(6 in row for row in rows)


@constraint("12.1.1", "Steps are the total times the roll over 18, rounded", binding=False)
def _replacement_rule(c: Components) -> bool:
    rows, totals = c.replacements.rows, c.replacements.at
    cells = ((total, roll, int(rows[roll][i])) for i, total in enumerate(totals) for roll in range(2, 13))
    return all(abs(steps - total * roll / 18) <= 0.5 for total, roll, steps in cells)


@constraint(
    "7.2", "Woods and ridge cost two straight and three diagonally, clear and minor roads one, a major road a half and one"
)
def _costs(c: Components) -> bool:
    rows = c.chart_data.terrain
    straight = {name: rows[name].straight for name in ("clear", "woods", "ridge", "minor_road", "major_road")}
    diagonal = {name: rows[name].diagonal for name in ("woods", "ridge", "major_road")}
    return straight == {"clear": 2, "woods": 4, "ridge": 4, "minor_road": 2, "major_road": 1} and diagonal == {
        "woods": 6,
        "ridge": 6,
        "major_road": 2,
    }


@constraint("7.2.1", "A diagonal step costs more than a straight one")
def _diagonals(c: Components) -> bool:
    return all(row.diagonal > row.straight for name, row in c.chart_data.terrain.items() if name != "start_trench")


@constraint("8.3", "Command reaches 8 squares, 5 over brigades and tanks or from a shaken HQ; rally 3, off-front 3")
def _ranges(c: Components) -> bool:
    names = (
        "command",
        "command_brigade",
        "command_disordered",
        "command_near",
        "supply_disordered",
        "rally",
        "off_front",
        "air",
    )
    return [c.ranges[name] for name in names] == [8, 5, 5, 4, 3, 3, 3, 3]


@constraint("15.5.1", "The operations cost the Allies 115 and the Germans 95 in all")
def _operations(c: Components) -> bool:
    totals = Counter[str]()
    for row in c.operations.values():
        totals[row.side] += row.points
    return totals == {"allied": 115, "german": 95}


@constraint("15.5.2f", "Train Troops leaves no turn for the Allied Command Center; no other operations exclude each other")
def _exclusions(c: Components) -> bool:
    found = {name: row.excludes for name, row in c.operations.items() if row.excludes}
    return found == {"train_troops": ["allied_command_center"]} and bool(c.operations["train_troops"].excludes_because)


@constraint("15.6.1", "Eleven British and five French markers")
def _markers(c: Components) -> bool:
    return Counter(m.nation for m in c.markers) == {"british": 11, "french": 5}
