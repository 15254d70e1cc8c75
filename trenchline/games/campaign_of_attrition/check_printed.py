"""What the rulebook says of counters, charts and schedules, checked on the data; what it says of the board is in `check`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from ...core.charts import odds_number
from ...core.check import Constraints
from .components import FRENCH, GERMAN, POINT, Components

constraint = Constraints[Components]()


# ------------------------------------------------------------------------------------------------ counters


def _units(c: Components, **printed: str) -> set[str]:
    return {c.ids[u] for u in c.counters.where(**printed)}


def _all(c: Components) -> range:
    return range(len(c.counters))


@constraint("1.2", "There are 140 counters, units and markers together")
def _count(c: Components) -> bool:
    return len(c.counters) + sum(c.scenario_data.markers.values()) == 140


@constraint("4.1a", "Divisions show Strength and Ordnance Points, Heavy Artillery its points alone, special units nothing")
def _values(c: Components) -> bool:
    for u in _all(c):
        shown = (c.sp[u] > 0, c.op[u] > 0, c.hap[u][2] > 0)
        expected = {"heavy_artillery": (False, False, True), "cavalry": (True, False, False)}
        if shown != (expected.get(c.kind[u]) or ((True, True, False) if c.division[u] else (False, False, False))):
            return False
    return True


@constraint("4.1b", "Divisions have an Entrenched side, but for Shock divisions; no other unit has one")
def _sides(c: Components) -> bool:
    return all(c.can_entrench[u] == (c.kind[u] in ("infantry", "alpine")) for u in _all(c))


@constraint("4.1c", "There is one Cavalry unit; it is German and has 6 movement points, all others have 4")
def _cavalry(c: Components) -> bool:
    riders = _units(c, kind="cavalry", nation="german")
    others = {c.movement[u] for u in _all(c) if not c.cavalry[u]}
    speed = {c.movement[c.unit[rider]] for rider in riders}
    return len(riders) == len(_units(c, kind="cavalry")) == 1 and others == {4 * POINT} and speed == {6 * POINT}


@constraint("4.1d", "The French have 4 Shock divisions, and they come on turn 7 from the south edge")
def _shock(c: Components) -> bool:
    shock = _units(c, kind="shock", nation="french")
    due = [{c.ids[u] for u in e.units} for e in c.schedule if e.turn == 7 and e.side == FRENCH and e.way == "edge"]
    return len(shock) == len(_units(c, kind="shock")) == 4 and due == [shock]


@constraint("4.1f", "There is one Alpine division, a German one")
def _alpine(c: Components) -> bool:
    return len(_units(c, kind="alpine")) == len(_units(c, kind="alpine", nation="german")) == 1


@constraint("4.1h", "There are French engineers and no German ones")
def _engineers(c: Components) -> bool:
    return len(_units(c, kind="engineer", nation="french")) > 1 and not _units(c, kind="engineer", nation="german")


@constraint("4.1i", "There are German gas units and no French ones; the die is good from 4 on")
def _gas(c: Components) -> bool:
    german = len(_units(c, kind="gas", nation="german")) > 1 and not _units(c, kind="gas", nation="french")
    return german and c.gas_shift == {1: -1, 2: -1, 3: -1, 4: 1, 5: 1, 6: 1}


@constraint("4.6d", "Both sides have Heavy Artillery of 2 steps, half as strong when reduced; all else has 1 step")
def _guns(c: Components) -> bool:
    halves = all(c.hap[u][1] == (c.hap[u][2] + 1) // 2 for side in (GERMAN, FRENCH) for u in c.guns[side])
    return bool(c.guns[GERMAN] and c.guns[FRENCH]) and halves and all(c.steps[u] == 1 + c.gun[u] for u in _all(c))


@constraint("11.2d", "German Heavy Artillery is labelled RS or LS")
def _banks(c: Components) -> bool:
    return {c.counters[u].corps for u in c.guns[GERMAN]} == {"RS", "LS"}


@constraint("7.0b", "Two guns of a hex can fire 8 points or more", binding=False)
def _salvo(c: Components) -> bool:
    best = sorted(c.hap[u][2] for u in c.guns[GERMAN])[-2:]
    return 8 <= sum(best) <= 20


@constraint("4.8a", "Stripped guns are worth in combat the 2 Ordnance Points they had in the fortress")
def _stripped(c: Components) -> bool:
    worth = c.drm["fortress_guns"].value
    return worth == 2 and all(c.gun[u] and (c.hap[u][2] + 1) // 2 == worth for u in c.strip) and c.price["strip"] == 2


@constraint("11.1.1a", "XXX, II and VII Corps stand French, VII R, VI R, XVIII, III, V and AAS stand German at the start")
def _corps(c: Components) -> bool:
    zones = c.zones["sectors", "printed"]
    corps = [{c.counters[u].corps for u in zones if c.side[u] == side and c.division[u]} for side in (GERMAN, FRENCH)]
    return corps == [{"VIIR", "VIR", "XVIII", "III", "V", "AAS"}, {"XXX", "II", "VII"}]


# ------------------------------------------------------------------------------------------------ charts


def _rising(values: Iterable[int]) -> bool:
    return all(a <= b for a, b in pairwise(values))


def _monotone(rows: Iterable[Iterable[int]]) -> bool:
    """Never less further right or further down."""
    table = [tuple(row) for row in rows]
    return all(map(_rising, table)) and all(map(_rising, zip(*table, strict=True)))


@constraint("9.0d", "The Combat Result Table runs from -9 to 9")
def _combat_rows(c: Components) -> bool:
    return c.combat.faces == tuple(range(-9, 10))


@constraint(
    "9.0f", "More strength or a higher roll never inflicts less; nothing and 6 loss points can both come up", binding=False
)
def _combat_cells(c: Components) -> bool:
    cells = {cell for row in c.losses.values() for cell in row}
    return _monotone(c.losses[row] for row in c.combat.faces) and {0, 6} <= cells


@constraint("9.9.1a", "There is room on the Combat Result Table for the three columns of turn 1", binding=False)
def _combat_columns(c: Components) -> bool:
    return len(c.combat.columns) >= 7 and c.combat.at[0] == 1


@constraint("9.1a", "The Artillery Ratio Matrix has the ratios of the example, 2:1 for 11 to 4 and 1:3 for 4 to 11")
def _ratios(c: Components) -> bool:
    found = [c.matrix.columns[c.matrix.column(odds_number(*op))] for op in ((11, 4), (4, 11), (5, 5))]
    return found == ["2:1", "1:3", "1:1"]


@constraint("9.1b", "Better ratios never help less, even guns help nobody, and cover weakens both extremes", binding=False)
def _matrix(c: Components) -> bool:
    rows = [c.matrix.rows[ground] for ground in c.cover]
    even = c.matrix.columns.index("1:1")
    weaker = all(abs(a) <= abs(b) for more, less in pairwise(rows) for a, b in zip(more, less, strict=True))
    return all(map(_rising, rows)) and all(row[even] == 0 for row in rows) and weaker


@constraint("8.3c", "Entrenched Infantry reads the matrix one column to the right")
def _entrenched(c: Components) -> bool:
    return c.matrix.entrenched == 1


@constraint("7.0b", "Siege fire of 10 points uses the column of 8")
def _siege_columns(c: Components) -> bool:
    return c.siege.columns[c.siege.column(10)] == "8" and c.siege.columns[c.siege.column(8)] == "8"


@constraint("7.0d", "Siege fire gives 0, 1 or 2, never less with more points or a higher roll")
def _siege_cells(c: Components) -> bool:
    rows = [[int(cell) for cell in c.siege.rows[face]] for face in c.siege.faces]
    return {cell for row in rows for cell in row} == {0, 1, 2} and _monotone(rows)


@constraint("7.0c", "Terrain moves siege fire to the left only, a fortress furthest", binding=False)
def _siege_shifts(c: Components) -> bool:
    shifts = {key: line.value for key, line in c.siege.shifts.items()}
    return all(value <= 0 for value in shifts.values()) and min(shifts.values()) == shifts["fortress"]


@constraint(
    "6.0a", "Attrition grows with the stack and falls with the die, from the worst modified die to the best", binding=False
)
def _attrition(c: Components) -> bool:
    rows = [c.attrition_losses[row] for row in reversed(c.attrition.faces)]
    worst = sum(c.attrition_drm[key].value for key in ("demoralized", "oos"))
    return _monotone(rows) and c.attrition.faces[0] == 1 + worst and c.attrition.faces[-1] == 6 + c.attrition_drm["city"].value


@constraint("6.1.2a", "The attrition modifiers are the printed ones")
def _attrition_modifiers(c: Components) -> bool:
    found = {key: line.value for key, line in c.attrition_drm.items()}
    return found == {"city": 1, "disrupted": -1, "no_loc": -1, "demoralized": -2, "oos": -2}


@constraint("9.0e", "The combat modifiers are the printed ones")
def _modifiers(c: Components) -> bool:
    ground = {"woods": -1, "upslope": -1, "village": 1, "verdun": 2, "bridge": 2, "fortress": -2, "fortress_french": 1}
    state = {"disrupted": -1, "demoralized": -2, "engineers": 1, "fortress_guns": 2}
    meeting = {"meeting_attacker": 1, "meeting_defender": 1}
    return {key: line.value for key, line in c.drm.items()} == ground | state | meeting


@constraint("8.0d", "Movement costs are the printed ones: clear 1, woods 2, upslope and fords +1, a road 1/3")
def _costs(c: Components) -> bool:
    rows = c.terrain_rows
    printed = (rows["clear"].cost, rows["woods"].cost, rows["upslope"].add, rows["river"].add, rows["road"].cost)
    acts = (c.leave_zone, c.entrench_cost, c.meeting_cost)
    ways = all(rows["road"].cost <= rows[way].cost < POINT for way in ("track", "rail"))
    return printed == (6, 12, 6, 6, 2) and acts == (6, 12, 18) and ways


@constraint("9.8a", "Combat Support has its printed prices")
def _support(c: Components) -> bool:
    found = {name: (row.ap, row.drm) for name, row in c.support.items()}
    return found == {"hurricane": (2, -1), "flamethrower": (3, 1), "elan": (2, 1)}


@constraint("4.9d", "The six activations of the Operations Phase have their printed prices, in the rule and in the summary")
def _operations(c: Components) -> bool:
    rule = {name: row.rule for name, row in c.operations.items()}
    summary = {name: row.summary for name, row in c.operations.items()}
    same = {"siege": 3, "combat": 7, "offensive": 10, "full": 15}
    return rule == same | {"movement": 2, "strategic": 5} and summary == same | {"movement": 5, "strategic": 2}


@constraint("4.3a", "What Administrative Points buy has its printed price")
def _points(c: Components) -> bool:
    printed = {"siege": 1, "attrition": 1, "loss": 1, "loss_limit": 2, "special_unit": 2, "build_percent": 50, "strip": 2}
    return c.price == printed


@constraint("4.2a", "A hex holds 2 divisions and 1 other unit, or 2 other units")
def _stacking(c: Components) -> bool:
    return (c.stacking.divisions, c.stacking.others, c.stacking.others_alone) == (2, 1, 2)


@constraint("9.5b", "A roll of 1 or 2 is permanent elimination")
def _permanent(c: Components) -> bool:
    return c.permanent == {1, 2}


@constraint("12.0g", "Victory levels from 1:1 to 5:1 are the printed ones; a loss is worth 1 point, a permanent one 2")
def _victory(c: Components) -> bool:
    levels = ["Minor Tactical", "Minor Operational", "Major Tactical", "Major Operational", "Major Strategic"]
    found = [(level.ratio, level.result) for level in c.victory.levels]
    return found == list(enumerate(levels, 1)) and (c.victory.permanent, c.victory.eliminated) == (2, 1)


# ------------------------------------------------------------------------------------------------ turns and schedules


@constraint("1.0a", "The campaign lasts ten months")
def _turns(c: Components) -> bool:
    return len(c.turns) == 10


@constraint("11.3a", "Both sides start with and receive the printed Administrative Points")
def _income(c: Components) -> bool:
    german, french = zip(*(turn.income for turn in c.turns), strict=True)
    return c.start_ap == (75, 45) and german == (20,) * 3 + (15,) * 7 and french == (15,) * 6 + (25,) * 4 and c.bust_ap == 45


@constraint("9.9", "The column shifts of the turns are the printed ones")
def _shifts(c: Components) -> bool:
    german, french = zip(*(turn.shift for turn in c.turns), strict=True)
    return german == (3, 2, 1, 0, 0, 0, 0, 0, 0, 0) and french == (0, 0, 0, 0, 0, 0, 0, 1, 2, 2)


@constraint("4.4.1a", "German lines reach 3, then 4, then 5 movement points")
def _reach(c: Components) -> bool:
    return [turn.loc for turn in c.turns] == [3, 4, 5, 5, 5, 5, 5, 5, 5, 5]


@constraint("11.3.1a", "On turn 2 three units of VI R come free, other Germans to the pool, the French by the south edge")
def _turn_2(c: Components) -> bool:
    due = {(e.side, e.way): e.units for e in c.schedule if e.turn == 2}
    free = [c.counters[u].corps for u in due[GERMAN, "entry"]]
    return set(due) == {(GERMAN, "entry"), (GERMAN, "pool"), (FRENCH, "edge")} and free == ["VIR"] * 3


@constraint("4.10", "Every unit starts in one place: on the map, in a pool, among the reinforcements or as fortress guns")
def _everywhere(c: Components) -> bool:
    seen = Counter([*c.zones["free", "printed"], *c.pools[GERMAN], *c.pools[FRENCH], *c.strip])
    seen.update(u for e in c.schedule for u in e.units)
    same = set(c.zones["sectors", "printed"]) == set(c.zones["sectors", "historical"]) == set(c.zones["free", "printed"])
    return same and len(seen) == len(c.counters) and set(seen.values()) == {1}


@constraint("11.1a", "Both ready deployments place every unit in its zone within stacking, no German entrenched")
def _deployments(c: Components) -> bool:
    for name, d in c.deployments.items():
        zones = c.zones["sectors", name]
        placed = {**d.cells[GERMAN], **d.cells[FRENCH]}
        if set(placed) != set(zones) or any(c.side[u] == GERMAN or not c.can_entrench[u] for u in d.entrenched):
            return False
        if any(placed[u] not in zone.cells for u, zone in zones.items() if not zone.joins):
            return False
        if not all(_stacks(c, [u for u in placed if placed[u] == cell], d.joins) for cell in set(placed.values())):
            return False
        if not all(_joined(c, u, placed, d.joins) for u, zone in zones.items() if zone.joins):
            return False
    return set(c.deployments) == {"printed", "historical"}


def _stacks(c: Components, units: list[int], joins: dict[int, int]) -> bool:
    """Within stacking and of one corps (4.2)."""
    divisions = [u for u in units if c.division[u]]
    others = len(units) - len(divisions)
    corps = {joins.get(u, c.corps[u]) for u in units if not c.loose[u]}
    limit = c.stacking.others if divisions else c.stacking.others_alone
    return len(divisions) <= c.stacking.divisions and others <= limit and len(corps) <= 1


def _joined(c: Components, u: int, placed: dict[int, int], joins: dict[int, int]) -> bool:
    """With a unit of the corps it joins, or next to one on its own side of the line (11.1.2e)."""
    hosts = [placed[v] for v in placed if c.corps[v] == joins[u]]
    near = min(c.board.distance(placed[u], cell) for cell in hosts)
    return near <= 1 and c.home[placed[u]] == c.side[u]
