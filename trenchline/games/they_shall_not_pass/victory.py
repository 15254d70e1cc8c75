"""16.0 Victory conditions."""

from __future__ import annotations

from ...core.charts import Term, total
from ...core.match import Result
from ...core.views import Standing
from ...core.wording import counted
from .components import FRENCH, GERMAN
from .position import Position


def town_points(towns: int, infiltration: bool) -> int:
    """One point for two towns, for three with 15.5, fractions down (16.0a)."""
    return towns // (3 if infiltration else 2)


def casualties(p: Position, side: int) -> int:
    """Two for each unit lost, one for each reduced on the map; remnants do not count (16.0d)."""
    c, steps, place, n = p.c, p.steps, p.place, p.c.board.size
    lost = (*p.stacks[c.box["eliminated"]], *p.stacks[c.box["surrendered"]])
    gone = [u for u in lost if c.side[u] == side and c.kind[u] != "remnant"]
    reduced = [u for u in c.reducible[side] if steps[u] == 1 and place[u] < n]
    return 2 * len(gone) + len(reduced)


def casualty_points(french: int, german: int) -> int:
    """5 at 2:1, 3 at 3:2, 1 above, else none (16.0e, TP-R122)."""
    if french <= german:
        return 0
    if french >= 2 * german:
        return 5
    return 3 if 2 * french >= 3 * german else 1


def victory_lines(p: Position) -> list[Term]:
    """The German score, source by source (16.0)."""
    c = p.c
    towns = sum(p.control[cell] == GERMAN for cell in c.towns)
    forts = sum(not steps for steps in p.forts)
    verdun = sum(p.control[cell] == GERMAN for cell in c.verdun)
    french, german = casualties(p, FRENCH), casualties(p, GERMAN)
    lines = [
        Term(counted(towns, "town"), town_points(towns, p.options.infiltration), "16.0a"),
        Term(f"{counted(forts, 'fort')} destroyed", forts, "16.0b"),
        Term(f"{counted(verdun, 'hex', 'hexes')} of Verdun", verdun, "16.0c"),
        Term(f"casualties: French {french}, German {german}", casualty_points(french, german), "16.0e"),
    ]
    if p.committed and not p.options.full_effort:
        lines.append(Term("121st Division", -1, "16.0f"))
    return lines


def level_of(p: Position, points: int) -> tuple[str, str]:
    """The victory level and the winner (16.0g)."""
    for row in p.c.levels:
        if points < row.below:
            return row.result, row.winner
    raise AssertionError("the last victory level has no bound")


def standing(p: Position, points: int) -> Standing:
    """The level as things stand, and what the next one asks for (16.0g)."""
    level, winner = level_of(p, points)
    above = next((i for i, row in enumerate(p.c.levels) if points < row.below), len(p.c.levels) - 1)
    score = f"German {counted(points, 'point')}: {level}"
    if above + 1 == len(p.c.levels):
        return Standing(score, winner)
    return Standing(score, winner, f"{counted(p.c.levels[above].below - points, 'more point')}: {p.c.levels[above + 1].result}")


def result(p: Position) -> Result:
    lines = victory_lines(p)
    points = total(lines)
    level, winner = level_of(p, points)
    return Result(winner, level, points, tuple(f"{line.text}: {line.value} ({line.case})" for line in lines))


def end_of_game(p: Position) -> None:
    p.over = True
    outcome = result(p)
    text = f"{outcome.level}: {counted(outcome.points, 'German victory point')}"
    p.say("victory", text, ("16.0",), victory_lines(p), result=outcome.level)
