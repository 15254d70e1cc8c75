"""9.0 Both sides' rolls: strength, column, die roll modifiers (2.0, 4.7, 8.1, 9.6, 9.7, 9.8), and the exact odds."""

from __future__ import annotations

from itertools import product

import msgspec

from ...core.charts import Odds, Outcome, Term, of_kind, total
from ...core.wording import counted
from .artillery import artillery_line, covered, fighters
from .components import ENEMY, FRENCH, GERMAN
from .position import DEMORALIZED, DISRUPTED, Fight, Position


def strength_lines(p: Position, f: Fight, side: int) -> list[Term]:
    """Strength Points; guns alone defend with 1 each, other units without any with 1 together (7.3, CA-R34)."""
    units = fighters(p, f, side)
    lines = [Term(f"{{{p.name(u)}}}", p.c.sp[u], "9.0b") for u in units if p.c.sp[u]]
    if not lines and side != f.side and units:
        guns = [u for u in units if p.c.gun[u]]
        lines = [Term(f"{{{p.name(u)}}} alone", 1, "7.3") for u in guns] or [Term("no Strength Points of their own", 1, "7.3")]
    if f.meeting and side == f.side:
        whole = total(lines)
        lines.append(Term("half strength", (whole + 1) // 2 - whole, "8.1c"))
    return lines


def fighting_strength(p: Position, f: Fight, side: int) -> int:
    return total(strength_lines(p, f, side))


# ------------------------------------------------------------------------------------------------ modifiers (CA-R13)


def _engineers_help(p: Position, f: Fight, side: int) -> bool:
    """An engineer stacked with a fighting unit helps it (4.1h), not itself alone (CA-R84); once for a side (CA-R21)."""
    units, cells = fighters(p, f, side), f.origins if side == f.side else (f.target,)
    sappers = [u for cell in cells for u in p.stacks[cell] if p.c.engineer[u] and p.c.side[u] == side]
    return any(x != u and p.place[x] == p.place[u] for u in sappers for x in units)


def attacker_lines(p: Position, f: Fight) -> list[Term]:
    """What changes the attacker's roll. Terrain adds up (2.0e), a slope with what is on top (2.3d)."""
    c, drm, cell = p.c, p.c.drm, f.target
    lines = [artillery_line(p, f, f.side)]
    if c.woods[cell] and not any(c.woods[x] for x in f.origins):
        lines.append(drm["woods"])
    if c.high[cell] and not any(c.high[x] for x in f.origins):
        lines.append(drm["upslope"])
    if covered(p, f):
        lines.append(drm["fortress"])
    if _engineers_help(p, f, f.side):
        lines.append(drm["engineers"])
    if any(p.status[u] & DISRUPTED for u in fighters(p, f, f.side)):
        lines.append(drm["disrupted"])
    if f.meeting and _friends_beside(p, f):
        lines.append(drm["meeting_attacker"])
    if f.flamethrowers:
        row = c.support["flamethrower"]
        lines.append(Term(f"flamethrowers, {f.flamethrowers} AP", f.flamethrowers // row.ap * row.drm, row.source))
    return lines


def _friends_beside(p: Position, f: Fight) -> bool:
    """Another friendly unit next to the hex of a Meeting Engagement (8.1d)."""
    near = p.c.board.neighbours[f.target]
    return any(u not in f.attackers for x in near if p.holds(x, f.side) for u in p.stacks[x])


def defender_lines(p: Position, f: Fight) -> list[Term]:
    """What changes the defender's roll: a bridge on top of the terrain (8.4.1, S-g); in a fortress Germans get no +1 (4.7e)."""
    c, drm, cell = p.c, p.c.drm, f.target
    side = ENEMY[f.side]
    lines = [artillery_line(p, f, side)]
    if c.city[cell]:
        lines.append(drm["verdun"])
    elif c.village[cell]:
        lines.append(drm["village"])
    if side == FRENCH and covered(p, f):
        lines.append(drm["fortress_french"])
    if f.origins and all(c.board.joined("bridge", x, cell) for x in f.origins):
        lines.append(drm["bridge"])  # CA-R26
    if _engineers_help(p, f, side):
        lines.append(drm["engineers"])
    states = 0
    for u in fighters(p, f, side):
        states |= p.status[u]
    if states & DEMORALIZED:
        lines.append(drm["demoralized"])
    elif states & DISRUPTED:
        lines.append(drm["disrupted"])
    if f.meeting:
        friends = sum(len(p.stacks[x]) for x in c.board.neighbours[cell] if p.holds(x, side))
        if friends:
            one = drm["meeting_defender"]
            lines.append(Term(f"{friends} {one.text}", friends * one.value, one.case))
    for spent, name in ((f.hurricane, "hurricane"), (f.elan, "elan")):
        if spent:
            row = c.support[name]
            words = "Hurricane Barrage" if name == "hurricane" else "Elan"
            lines.append(Term(f"{words}, {spent} AP", spent // row.ap * row.drm, row.source))
    return lines


def shift_lines(p: Position, f: Fight, side: int, blown: int) -> list[Term]:
    """Columns: the turn's bombardments for the attacker (9.9; each turn's in the data), gas for the German (4.1i)."""
    lines = []
    turn = p.c.turns[p.turn - 1].shift[side]
    if side == f.side and turn:
        lines.append(Term(f"turn {p.turn}, columns", turn, "9.9"))
    if side == GERMAN and blown:
        lines.append(Term("gas, columns", blown, "4.1i"))
    return lines


class Strike(msgspec.Struct, frozen=True):
    """One side's roll: its column, its lines of arithmetic, and the losses it inflicts with each face."""

    strength: int
    column: int  # -1 with nothing to strike with
    lines: tuple[Term, ...]
    losses: tuple[int, ...]


def strike(p: Position, f: Fight, side: int, blown: int = 0) -> Strike:
    """One side's roll: strength and column (9.0b), the sum of its modifiers (9.0e), within -9 and 9 (9.0d), and the
    losses of each face (9.0f)."""
    chart = p.c.combat
    strength = fighting_strength(p, f, side)
    lines = attacker_lines(p, f) if side == f.side else defender_lines(p, f)
    shifts = shift_lines(p, f, side, blown)
    if not strength:
        return Strike(0, -1, tuple(lines), (0,) * 6)
    column = chart.clamp(chart.column(strength) + total(shifts))
    drm, low, high = total(lines), chart.faces[0], chart.faces[-1]
    losses = tuple(p.c.losses[min(max(face + drm, low), high)][column] for face in range(1, 7))
    return Strike(strength, column, (*of_kind("die", lines), *of_kind("shift", shifts)), losses)


def gas_shifts(p: Position, f: Fight) -> list[tuple[int, float]]:
    """What the gas still to be rolled for may do: columns and chance (4.1i)."""
    found: dict[int, float] = {f.blown: 1.0}
    for _ in f.gas:
        after: dict[int, float] = {}
        for moved, chance in found.items():
            for shift in p.c.gas_shift.values():
                after[moved + shift] = after.get(moved + shift, 0.0) + chance / 6
        found = after
    return sorted(found.items())


def fight_odds(p: Position, f: Fight) -> Odds:
    """Both rolls in one: each pair of losses, the defender's first, with its chance."""
    enemy = ENEMY[f.side]
    ours, theirs = strike(p, f, f.side, f.blown), strike(p, f, enemy, f.blown)
    chances: dict[tuple[int, int], float] = {}
    for blown, chance in gas_shifts(p, f):
        moved = blown != f.blown
        on_defender = strike(p, f, f.side, blown).losses if moved else ours.losses
        on_attacker = strike(p, f, enemy, blown).losses if moved else theirs.losses
        for a, b in product(on_defender, on_attacker):
            chances[a, b] = chances.get((a, b), 0.0) + chance / 36
    lines = [
        *of_kind("attack", strength_lines(p, f, f.side)),
        *ours.lines,
        *(Term(f"defender: {x.text}", x.value, x.case, "defence") for x in strength_lines(p, f, enemy)),
        *(Term(f"defender: {x.text}", x.value, x.case, f"defence {x.kind}") for x in theirs.lines),
    ]
    title = f"{ours.strength} against {theirs.strength} at {p.label(f.target)}"
    columns = " to ".join(p.c.combat.columns[s.column] if s.column >= 0 else "-" for s in (ours, theirs))
    outcomes = [Outcome(f"{a}/{b}", chance, in_words(a, b), b, a) for (a, b), chance in sorted(chances.items())]
    return Odds(title, lines, columns, outcomes, cell=p.label(f.target))


def in_words(on_defender: int, on_attacker: int) -> str:
    """Both sides' losses (9.0f).

    >>> in_words(2, 1), in_words(0, 0)
    ('the defender takes 2 loss points, the attacker 1', 'nobody takes a loss point')
    """
    if not on_defender and not on_attacker:
        return "nobody takes a loss point"
    points = counted(on_defender, "loss point") if on_defender else "no loss points"
    return f"the defender takes {points}, the attacker {on_attacker or 'none'}"
