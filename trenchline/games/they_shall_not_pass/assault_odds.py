"""9.1a, 9.2 The odds of an assault: strength against strength, the shifts, and what each result would mean."""

from __future__ import annotations

from ...core.charts import Odds, Outcome, Term, odds_number, odds_text, of_kind, total
from .components import GERMAN
from .position import Fight, Position
from .strength import combat_strength, defence_lines, defence_strength

LOWEST = -1  # 1:3, below which no attack is allowed (9.11)
FIRST_DAY_SUPPORT = 4  # of German divisional artillery on turn 1 (9.32e)


def attack_lines(p: Position, fight: Fight) -> list[Term]:
    lines = [Term(f"{{{p.name(u)}}}", combat_strength(p, u), "9.1") for u in fight.attackers]
    return lines + [Term(f"{{{p.name(g)}}} supports", support_strength(p, g, offensive=True), "9.31") for g in fight.guns]


def support_strength(p: Position, gun: int, offensive: bool) -> int:
    """Attack strength (9.31); German divisional guns count 4 in attack on turn 1 (9.32e)."""
    if offensive and p.turn == 1 and p.c.side[gun] == GERMAN and p.c.size[gun] == "division":
        return FIRST_DAY_SUPPORT
    return p.c.attack[gun]


def defend_lines(p: Position, fight: Fight) -> list[Term]:
    """Units in the hex, an intact fort, guns in support (9.1, 14.81, TP-R84)."""
    lines = [line for u in p.units_in(fight.target) for line in defence_lines(p, u)]
    if strength := garrison_strength(p, fight.target):
        lines.append(Term(f"Fort {p.c.forts[p.c.fort_at[fight.target]].name}", strength, "14.81"))
    return lines + [Term(f"{{{p.name(g)}}} supports", support_strength(p, g, offensive=False), "9.31") for g in fight.support]


def garrison_strength(p: Position, cell: int) -> int:
    """What an intact fort adds to the defence of its hex (14.81, TP-R84)."""
    if not p.fort_stands(cell):
        return 0
    return p.forts[p.c.fort_at[cell]] if p.options.heavy_artillery else 2


def shift_lines(p: Position, fight: Fight) -> list[Term]:
    """Every column modifier that applies (9.2, AT.3, TEC.2); pioneers count once (9.21, 14.5)."""
    shifts = p.c.assault.shifts
    lines = []
    if any(p.c.kind[u] == "pioneer" for u in fight.attackers):
        lines.append(shifts["pioneer"])
    lines += p.c.assault_lines[fight.target]
    if p.fort_stands(fight.target):
        lines.append(shifts["fort"])
    if fight.attackers and all(across_water(p, cell, fight.target) for cell in fight.origins):
        lines.append(shifts["water"])
    return lines


def across_water(p: Position, a: int, b: int) -> bool:
    """A bridge or stream hexside (9.26, TP-R86)."""
    return p.c.board.joined("stream", a, b) or p.c.board.joined("bridge", a, b)


def odds_index(p: Position, fight: Fight) -> int:
    """The odds number after all shifts: whole odds beyond the printed columns (9.1a, 9.2)."""
    attack = sum([combat_strength(p, u) for u in fight.attackers])
    attack += sum([support_strength(p, g, offensive=True) for g in fight.guns])
    if not attack:
        return -99
    defence = sum([defence_strength(p, u) for u in p.units_in(fight.target)]) + garrison_strength(p, fight.target)
    defence = max(1, defence + sum([support_strength(p, g, offensive=False) for g in fight.support]))
    return odds_number(attack, defence) + total(shift_lines(p, fight))


def column(p: Position, index: int) -> int:
    """Above 7:1 the last column; below 1:3, if support brought it there, the first (9.11, TP-R83)."""
    return p.c.assault.clamp(p.c.assault.column(index) if index >= LOWEST else 0)


def fight_odds(p: Position, fight: Fight) -> Odds:
    index = odds_index(p, fight)
    at = column(p, index)
    against = [Term(x.text, -x.value, x.case) for x in defend_lines(p, fight)]
    lines = [*of_kind("attack", attack_lines(p, fight)), *of_kind("defence", against), *of_kind("shift", shift_lines(p, fight))]
    attack, defence = total(attack_lines(p, fight)), max(1, total(defend_lines(p, fight)))
    title = f"{attack} against {defence} at {p.label(fight.target)}"
    outcomes = [Outcome(o.result, o.probability, o.detail, *p.c.hits[o.result]) for o in p.c.assault.outcomes(at)]
    ratio = odds_text(odds_number(attack, defence)) if attack else ""
    return Odds(title, lines, p.c.assault.columns[at], outcomes, ratio, cell=p.label(fight.target))
