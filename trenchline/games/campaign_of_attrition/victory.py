"""12.0 Victory, with 13.3 and 13.5."""

from __future__ import annotations

from ...core.charts import Term, total
from ...core.match import Result
from ...core.views import Standing
from ...core.wording import counted
from .components import ENEMY, FRENCH, GERMAN, SIDES
from .position import OOS, Position
from .rails import railways_cut
from .supply import has_loc


def losses_value(p: Position, side: int) -> list[Term]:
    """What a side scores for the other's losses: 2 for a unit lost for good, 1 for another (12.0d, 12.0e, CA-R45)."""
    enemy, v = ENEMY[side], p.c.victory
    for_good = p.lost[2 + enemy]
    others = p.lost[enemy] - for_good
    who = SIDES[enemy].capitalize()
    return [
        Term(f"{counted(for_good, f'{who} unit')} lost for good", v.permanent * for_good, "12.0d"),
        Term(f"{counted(others, f'{who} unit')} eliminated", v.eliminated * others, "12.0e"),
    ]


def victory_lines(p: Position, side: int) -> list[Term]:
    """A side's victory points; the richer one adds half the difference in AP, rounded up (12.0f)."""
    lines = losses_value(p, side)
    ahead = p.ap[side] - p.ap[ENEMY[side]]
    if ahead > 0:
        lines.append(Term(f"{ahead} AP more", (ahead + 1) // 2, "12.0f"))
    return lines


def points(p: Position) -> tuple[int, int]:
    return total(victory_lines(p, GERMAN)), total(victory_lines(p, FRENCH))


def level_of(p: Position, higher: int, lower: int) -> str:
    """The ratio, rounded down, from 1:1 to 5:1 (12.0g, CA-R46); what each is called stands with
    the data (12.0h, 12.0i, 12.0j, 12.0k, 12.0l)."""
    levels = p.c.victory.levels
    ratio = higher // lower if lower else levels[-1].ratio
    return next(level.result for level in reversed(levels) if ratio >= level.ratio or level is levels[0])


def german_fortress(p: Position) -> bool:
    """Whether the Germans control or occupy a fortress, destroyed or not (12.0c, CA-R43)."""
    return any(p.control[fort.cell] == GERMAN for fort in p.c.forts)


def holds_verdun(p: Position) -> bool:
    """A division in supply and with a line in Verdun, and no French unit there (1.1c, 12.0b, CA-R44)."""
    c = p.c
    if any(p.holds(cell, FRENCH) for cell in c.verdun):
        return False
    units = (u for cell in c.verdun if p.holds(cell, GERMAN) for u in p.stacks[cell])
    return any(c.division[u] and not p.status[u] & OOS and has_loc(p, u) for u in units)


def all_verdun(p: Position) -> bool:
    """Every hex of Verdun is German: last occupied by them and free of the French (13.5b)."""
    return all(p.control[cell] == GERMAN and not p.holds(cell, FRENCH) for cell in p.c.verdun)


def result(p: Position) -> Result:
    """Who won and how far: an automatic victory, else by the losses and the points left on both sides (1.1d)."""
    german, french = points(p)

    def won(winner: int, level: str, *why: str) -> Result:
        return Result(SIDES[winner], f"{SIDES[winner].capitalize()} {level} Victory", german - french, (*why, *reasons))

    reasons = tuple(
        f"{SIDES[side].capitalize()}: {line.text}: {line.value} ({line.case})"
        for side in (GERMAN, FRENCH)
        for line in victory_lines(p, side)
    )
    if p.ended is not None:
        return won(p.ended.winner, p.ended.level, p.ended.reason)
    if p.bust:
        level = level_of(p, french, german) if french > german else p.c.victory.levels[0].result
        return won(FRENCH, level, "The Germans staked all on Verdun and do not hold it (13.5b)")
    if not german_fortress(p):
        return won(FRENCH, "Major Tactical", "The Germans control no fortress (12.0c)")
    if german == french:
        return Result("", "Draw", 0, ("Victory points are equal (12.0m)", *reasons))
    return won(GERMAN if german > french else FRENCH, level_of(p, max(german, french), min(german, french)))


def standing(p: Position) -> Standing:
    """Who would win as things stand, and what the next level asks for (12.0c, 12.0g)."""
    german, french = points(p)
    found = result(p)
    score = f"German {german}, French {counted(french, 'point')}: {found.level}"
    if not german_fortress(p):
        return Standing(score, found.winner, "The Germans need a fortress to win at all")
    if german == french:
        return Standing(score, "", "1 more point wins")
    higher, lower, ratio = max(german, french), min(german, french), max(german, french) // max(min(german, french), 1)
    after = next((level for level in p.c.victory.levels if level.ratio > ratio), None)
    if after is None or not lower:
        return Standing(score, found.winner)
    who = found.winner.capitalize()
    return Standing(score, found.winner, f"{counted(after.ratio * lower - higher, 'more point')}: {who} {after.result} Victory")


def end_of_german_turn(p: Position) -> None:
    """13.3: both southern railways cut at the end of two German player turns running."""
    if not p.options.victory_on_the_rails:
        return
    cut = railways_cut(p)
    if cut and p.cut and not p.bust:
        p.finish(GERMAN, "Major Strategic", "Both southern railways were cut for a full turn (13.3a)", "13.3a")
    p.cut = cut


def turn_end(p: Position, side: int) -> None:
    """End of a game turn: Verdun (12.0b, 13.5b); after the last one the match is over."""
    last = p.turn == len(p.c.turns)
    if p.bust:
        held = all_verdun(p)
        one = last and any(p.control[cell] == GERMAN and not p.holds(cell, FRENCH) for cell in p.c.verdun)
        if (held and p.held) or one:
            p.finish(GERMAN, "Major Strategic", "The Germans have Verdun, for which they gave up all else (13.5b)", "13.5b")
            return
        p.held = held
    elif holds_verdun(p):
        p.finish(GERMAN, "Major Strategic", "A German division in supply holds Verdun at the end of a turn (12.0b)", "12.0b")
        return
    if last:
        p.over = True
        found = result(p)
        case = "13.5b" if p.bust else "12.0g" if german_fortress(p) else "12.0c"
        p.say("end", found.level, (case,), result=found.level)
