"""7.0 What a shot of siege fire can do: points, the shift of the ground, the column and every result."""

from __future__ import annotations

from ...core.charts import Odds, Outcome, Term
from ...core.wording import counted
from .position import OOS, RUINED, SHAKEN, Position, Shot


def siege_points(p: Position, gun: int) -> int:
    """Heavy Artillery Points by steps left, halved when shaken, nothing out of supply (10.0b, CA-R79)."""
    if p.status[gun] & OOS:
        return 0
    points = p.c.hap[gun][p.steps[gun]]
    return (points + 1) // 2 if p.status[gun] & SHAKEN else points


def terrain_shift(p: Position, cell: int) -> Term | None:
    """The one shift that is worst for the firer (7.0c); a fortress counts while it stands, whoever is in it."""
    c, shifts = p.c, p.c.siege.shifts
    fort = c.fort_at.get(cell)
    kinds = (
        ("fortress", fort is not None and p.forts[fort] != RUINED),
        ("verdun", c.city[cell]),
        ("village", c.village[cell]),
        ("woods", c.woods[cell]),
    )
    lines = [shifts[kind] for kind, there in kinds if there and kind in shifts]
    return min(lines, key=lambda line: line.value, default=None)


def siege_column(p: Position, points: int, cell: int) -> int:
    """The column at or below the points fired, shifted; -1 left of the first (7.0b)."""
    if points < p.c.siege.at[0]:
        return -1
    shift = terrain_shift(p, cell)
    return p.c.siege.column(points) + (shift.value if shift else 0)


def results_of(p: Position, shot: Shot) -> list[int]:
    """What each face of the die brings."""
    column, chart = siege_column(p, shot.points, shot.target), p.c.siege
    return [int(chart.result(chart.clamp(column), face)) if column >= 0 else 0 for face in range(1, 7)]


def shot_odds(p: Position, shot: Shot) -> Odds:
    lines = [Term(f"{{{p.name(g)}}}", siege_points(p, g), "7.0b") for g in shot.guns]
    shift = terrain_shift(p, shot.target)
    if shift is not None:
        lines.append(shift)
    column = siege_column(p, shot.points, shot.target)
    results = results_of(p, shot)
    chances = {str(n): results.count(n) / 6 for n in (0, 1, 2)}
    guns = p.enemy_holds(shot.target, shot.side) and any(p.c.gun[u] for u in p.stacks[shot.target])
    outcomes = [
        Outcome(n, chance, in_words(p, shot, int(n)), 0, int(n) if guns else 0) for n, chance in chances.items() if chance
    ]
    name = p.c.siege.columns[p.c.siege.clamp(column)] if column >= 0 else "none"
    where = p.label(shot.target)
    title = f"{counted(shot.points, 'Heavy Artillery Point')} at {where}"
    return Odds(title, lines, name, outcomes, cell=where)


def in_words(p: Position, shot: Shot, result: int) -> str:
    """What a result does to the hex (7.0e, 7.0f, 7.0g)."""
    if not result:
        return "no effect"
    c = p.c
    units = p.stacks[shot.target] if p.enemy_holds(shot.target, shot.side) else ()
    words = []
    if any(not c.gun[u] for u in units):
        words.append("all Disrupted" if result == 1 else "all Demoralized")
    if any(c.gun[u] for u in units):
        words.append("a step of artillery" if result == 1 else "two steps of artillery")
    fort = c.fort_at.get(shot.target)
    if fort is not None and p.forts[fort] != RUINED:
        words.append("fortress guns destroyed" if result == 1 else "fortress destroyed")
    return ", ".join(words) or "no effect"
