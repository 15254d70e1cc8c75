"""7.3, 7.4 The arithmetic of a combat: totals, odds, column shifts, die modifiers."""

from __future__ import annotations

from collections.abc import Collection

from ...core.charts import ALL, Odds, Outcome, Term, of_kind, total
from ...core.wording import listed
from .artillery import support_value
from .components import FRENCH, GERMAN, odds_column
from .position import NEUTRALISED, Fight, Position

LAST = 9  # the place of column 7/1


def is_concentric(directions: Collection[int]) -> bool:
    """From two opposite hexes, from three each separated by one, or from more than three (7.7, VV-R51).

    >>> [is_concentric(d) for d in ((0, 3), (0, 2, 4), (0, 1, 2), (0, 1, 2, 3), (0, 2), (0, 1, 3))]
    [True, True, False, True, False, True]
    """
    found = set(directions)
    return len(found) > 3 or any((d + 3) % 6 in found for d in found) or found in ({0, 2, 4}, {1, 3, 5})


def attack_lines(p: Position, fight: Fight) -> list[Term]:
    """Combat values, and guns and bombers in support (7.4a, 8.2a)."""
    lines = [Term(f"{{{p.name(u)}}}", p.value(u), "7.4a") for u in fight.attackers]
    return lines + [Term(f"{{{p.name(g)}}} supports", support_value(p, g, attack=True), "8.2a") for g in fight.guns]


def defence_lines(p: Position, fight: Fight) -> list[Term]:
    """All units in the attacked hexes, the points of a fortress, guns in support (7.2a, 7.3k, 8.2d)."""
    lines = [Term(f"{{{p.name(u)}}}", p.value(u), "8.3" if p.c.gun[u] else "7.2a") for u in fight.defenders]
    for cell in fight.targets:
        if p.fortress_stands(cell) and fight.side == GERMAN:
            fort = p.c.fortresses[p.c.fortress_at[cell]]
            lines.append(Term(fort.name, fort.points, "7.3k"))
    return lines + [Term(f"{{{p.name(g)}}} supports", support_value(p, g, attack=False), "8.2d") for g in fight.support]


def ground_lines(p: Position, fight: Fight, cell: int) -> tuple[list[Term], list[Term]]:
    """Column shifts and die modifiers of one attacked hex: its ground, and the sides it is attacked across (7.3e, 7.3f)."""
    c, board, shifts = p.c, p.c.board, p.c.combat.shifts
    columns = list(c.combat_lines[cell])
    if p.bunkers[cell]:
        columns.append(shifts["bunker"])
    sides = [o for o in set(fight.origins) if o in board.neighbours[cell]]
    uphill = p.options.slope_uphill_only
    if any(board.joined("slope", o, cell) and (not uphill or c.height[o] < c.height[cell]) for o in sides):
        columns.append(shifts["slope"])  # CT-h, VV-R05
    if any(board.joined("river", o, cell) for o in sides):
        columns.append(shifts["river"])
    die = [c.modifiers["stream"]] if any(board.joined("stream", o, cell) for o in sides) else []
    return columns, die


def terrain_lines(p: Position, fight: Fight) -> tuple[list[Term], list[Term]]:
    """Of several attacked hexes the one best for the defence serves for all (7.3d, CT-e, VV-R04)."""
    found = [ground_lines(p, fight, cell) for cell in fight.targets]
    return min(found, key=lambda lines: (total(lines[0]), total(lines[1])))


def concentric(p: Position, fight: Fight) -> bool:
    """Each attacked hex must be ringed (7.7, VV-R51)."""
    board = p.c.board
    origins = set(fight.origins)
    return all(is_concentric([d for d, near in enumerate(board.across[cell]) if near in origins]) for cell in fight.targets)


def shift_lines(p: Position, fight: Fight) -> list[Term]:
    """Every column shift that applies: the ground's, 7.3i or CT-k, on the first turn 14.2D-a or 14.3D-a; all add up (7.3l)."""
    shifts = p.c.combat.shifts
    lines = terrain_lines(p, fight)[0]
    if concentric(p, fight):
        lines.append(shifts["concentric"])
    if p.turn == 1 and fight.side == GERMAN:
        lines.append(shifts["first_turn"])  # VV-R76
    return lines


def place(p: Position, fight: Fight) -> int:
    """The place of the column after all shifts; the ends of the table stop the sum, not the parts (VV-R90)."""
    ratio = odds_column(total(attack_lines(p, fight)), total(defence_lines(p, fight)))
    return max(0, ratio + total(shift_lines(p, fight)))


def die_lines(p: Position, fight: Fight) -> list[Term]:
    """Every modifier of the die, each once for a side (VV-R60); all add up (7.3l).

    Command 7.3a, 7.3b, 10.2b, 10.2c, CT-c; neutralisation 7.3c, 9c, CT-d; streams 7.3f, CT-f; Stosstruppen 7.3g, CT-i;
    divisions of the attackers, never of the defenders, 7.3h, 7.6a-a, 7.6a-b, CT-j; columns beyond the last 7.3j, CT-l.
    """
    c, mods = p.c, p.c.modifiers
    lines = []
    if not all(p.in_command(u) for u in fight.attackers):
        lines.append(mods["out_of_command_attacker"])
    if not all(p.in_command(u) for u in fight.defenders):
        lines.append(mods["out_of_command_defender"])
    if any(p.status[u] & NEUTRALISED for u in fight.attackers):
        lines.append(mods["neutralised_attacker"])
    if any(p.status[u] & NEUTRALISED for u in fight.defenders):
        lines.append(mods["neutralised_defender"])
    lines += terrain_lines(p, fight)[1]
    if any(c.stoss[u] for u in fight.attackers):
        lines.append(mods["stosstruppen_attack"])
    if any(c.stoss[u] for u in fight.defenders):
        lines.append(mods["stosstruppen_defence"])
    if len({c.division[u] for u in fight.attackers} - {""}) > 1:  # 7.6a-a, VV-R59
        lines.append(mods["divisions"])
    beyond = place(p, fight) - LAST
    if beyond > 0:
        bonus = mods["beyond"]
        lines.append(Term(bonus.text, bonus.value * beyond, bonus.case))
    return lines


def column(p: Position, fight: Fight) -> int:
    """The printed column (7.4g)."""
    return p.c.combat.clamp(place(p, fight))


def all_lines(p: Position, fight: Fight) -> list[Term]:
    """The whole arithmetic: attack, defence as minus, shifts, die."""
    against = [Term(line.text, -line.value, line.case) for line in defence_lines(p, fight)]
    return [
        *of_kind("attack", attack_lines(p, fight)),
        *of_kind("defence", against),
        *of_kind("shift", shift_lines(p, fight)),
        *of_kind("die", die_lines(p, fight)),
    ]


def totals_text(p: Position, fight: Fight) -> str:
    """`18 against 8, column 3/2, die +4`."""
    attack, defence = total(attack_lines(p, fight)), max(1, total(defence_lines(p, fight)))
    die = total(die_lines(p, fight))
    modified = f", die {die:+d}" if die else ""
    return f"{attack} against {defence}, column {p.c.combat.columns[column(p, fight)]}{modified}"


def fight_odds(p: Position, fight: Fight) -> Odds:
    at, die = column(p, fight), total(die_lines(p, fight))
    cells = listed([p.label(cell) for cell in fight.targets])
    found = p.c.combat.outcomes(at, die)
    outcomes = [Outcome(o.result, o.probability, o.detail, *_in_numbers(fight, o.result)) for o in found]
    title, name = f"Attack on {cells}: {totals_text(p, fight)}", p.c.combat.columns[at]
    return Odds(title, all_lines(p, fight), name, outcomes, cell=p.label(fight.targets[0]))


def _in_numbers(fight: Fight, result: str) -> tuple[int, int, str]:
    """The steps that attackers and defenders lose, and who retreats (7.5).

    >>> three = Fight(side=GERMAN, targets=(1,), attackers=(4, 5, 6))
    >>> [_in_numbers(three, result) for result in ("Ae", "A/D1", "Eng", "DE", "DR2")]
    [(3, 0, 'attacker'), (1, 1, 'defender'), (1, 1, ''), (0, 99, ''), (0, 0, 'defender')]
    """
    parts = result.split("/")
    each = {"A": max(1, len(fight.attackers)), "D": max(1, len(fight.defenders))}
    lost = {
        side: sum(ALL if x[1:] == "E" else number if x[1:] == "e" else x[1:] in ("", "1") for x in parts if x[0] == side)
        for side, number in each.items()
    }
    back = {x[0] for x in parts if x[1:] in ("e", "1", "R", "R2")}
    engaged = int("Eng" in parts)
    return lost["A"] + engaged, lost["D"] + engaged, "attacker" if "A" in back else "defender" if "D" in back else ""


def mean_worth(p: Position, at: int, die: int, worth: dict[str, int]) -> float:
    """What a roll is worth to the attacker on average."""
    return sum(worth[o.result] * o.probability for o in p.c.combat.outcomes(at, die))


def lone_works(p: Position, fight: Fight) -> list[int]:
    """Attacked fortresses that hold out without a defender; guests are none (VV-R09, VV-R94)."""
    if fight.side == FRENCH:
        return []
    manned = {p.place[u] for u in fight.defenders}
    return [cell for cell in fight.targets if cell not in manned and p.fortress_stands(cell)]
