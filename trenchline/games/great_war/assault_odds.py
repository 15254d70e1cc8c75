"""The arithmetic of an assault: the difference of strengths, shifts, modifiers of the dice, what a result means (BP 11.4, 11.5,
11.6, 11.7, GL 16.1, GL 16.2, GL 16.3)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.charts import ALL, Effect, Odds, Term, explained, of_kind, total
from ...core.wording import counted
from .data_files import ResultRow
from .lines import suppliers
from .position import Position
from .records import Fight
from .states import PRESSED

RETREATS = {"attacker retreats": "attacker", "defender retreats": "defender"}


# ------------------------------------------------------------------------------------------------ terms of both games


def crossing_terms(p: Position, fight: Fight) -> list[Term]:
    """An attack from the other bank shifts (BP 11.5, GL 16.2.1)."""
    bank, here = p.c.bank, p.c.bank[fight.target]
    return [p.c.modifiers["shift"]["crossing"]] if not fight.renewed and any(bank[x] != here for x in fight.came) else []


def resource_terms(p: Position, fight: Fight) -> list[Term]:
    """What the resources named shift (BP 11.5.2, GL 14.2)."""
    table = p.c.modifiers["shift"]
    return [table[name] for name in fight.used if name in table]


def supply_terms(p: Position, fight: Fight) -> list[Term]:
    """An assault that is not supplied (BP 11.1, GL 16.3)."""
    fed = fight.counter or fight.renewed or supplied(p, fight)
    return [] if fed else [p.c.modifiers["assault"]["supply"]]


def weather_term(p: Position) -> Term:
    return msgspec.structs.replace(p.c.modifiers["assault"]["weather"], value=p.c.weather_rows[p.weather].assault)


def screen_terms(p: Position, fight: Fight) -> list[Term]:
    """A lifting barrage, and a smoke screen that stands (BP 11.6.1, GL 14.2)."""
    table = p.c.modifiers["assault"]
    found = [table["lift"]] if "lift" in fight.used else []
    return [*found, table["smoke"]] if fight.smoke else found


def supplied(p: Position, fight: Fight) -> bool:
    """Each attacker must reach an HQ that is named (BP-R179)."""
    named = set(fight.hqs)
    return all(not named.isdisjoint(suppliers(p, u, start)) for u, start in zip(fight.units, fight.came, strict=True))


def flank(p: Position, fight: Fight) -> int:
    """Attackers from two squares or more, one of them not ahead of the defenders and not covered: +1, or +1 for each unit
    that went in from there (BP 11.7.4, BP-R62, BP-R63)."""
    squares = set(fight.came)
    facing = next((p.facing[u] for u in fight.defenders if p.facing[u] != p.c.nowhere), p.c.nowhere)
    side = p.enemy(fight.side)
    if fight.renewed or fight.counter or len(squares) < 2 or facing == p.c.nowhere:
        return 0
    ahead = p.c.board.across[fight.target][facing]
    open_flanks = {x for x in squares if x != ahead and not covered(p, x, side, fight.target)}
    if not open_flanks:
        return 0
    from_there = [u for u, x in zip(fight.units, fight.came, strict=True) if x in open_flanks]
    return max(1, went_in(p, fight, from_there))


def went_in(p: Position, fight: Fight, units: Sequence[int]) -> int:
    """How many of some attackers went over the top or closed in; what is left of one counts as one (GL-R271)."""
    pressed = {u for u in units if p.status[u] & PRESSED}
    alike = (pressed.intersection(part) for part in fight.parts)
    return len(pressed) - sum(len(some) - 1 for some in alike if some)


def covered(p: Position, cell: int, side: int, but: int) -> bool:
    """Whether another unit of the defender has a zone of control in a square (BP 11.7.4/1)."""
    around = [x for x in p.c.near[cell] if x != but and p.holds(x, side)]
    return any(cell in cells for x in around for u in p.own(x, side) for _, cells in p.exerts(u, x))


def fight_odds(p: Position, fight: Fight) -> Odds:
    """The difference of strengths, held to the table, then shifted (BP 11.4, 11.5.2.3)."""
    chart, case = p.c.assault, p.cite("assault")[0]
    attack = of_kind("attack", [Term(f"{{{p.name(u)}}}", p.attack_number(u, fight.secondary), case) for u in fight.units])
    defence = of_kind("defence", p.defence_terms(fight))
    shifts = of_kind("shift", p.shift_terms(fight))
    dice = of_kind("die", [term for term in p.die_terms(fight) if term.value])
    margin = total(attack) - total(defence)
    column = chart.clamp(chart.column(margin) + total(shifts))
    title = f"{total(attack)} against {total(defence)} in {p.label(fight.target)}"
    doubled = doubles_losses(p, fight)
    words = {name: meaning(chart.meanings.get(name, ""), row, doubled) for name, row in p.c.results.items()}
    effects = {name: Effect(*losses_of(row, doubled), RETREATS.get(row.then, "")) for name, row in p.c.results.items()}
    outcomes = explained(chart.outcomes(column, total(dice)), words, effects)
    lines, name, where = [*attack, *defence, *shifts, *dice], chart.columns[column], p.label(fight.target)
    return Odds(title, lines, name, outcomes, f"{margin:+d}", "assault", where)


def meaning(said: str, row: ResultRow, doubled: bool) -> str:
    """A result in words: what the chart says of it, and where losses are doubled how many steps each side loses then."""
    single, more = losses_of(row, False), losses_of(row, doubled)
    told = [
        f"the {who} loses {counted(steps, 'step')} instead of {once or 'none'}"
        for who, once, steps in zip(("attacker", "defender"), single, more, strict=True)
        if once != steps < ALL
    ]
    return "; ".join([said, f"losses are doubled: {' and '.join(told)}"]) if told else said


def doubles_losses(p: Position, fight: Fight) -> bool:
    """Whether both sides lose by the second numbers of a result: a unit of the assault went over the top (BP 8.7) or closed in
    (GL 13.4.2b(c)). A counter-attack is never pressed."""
    return not fight.counter and any(p.status[u] & PRESSED for u in fight.units)


def losses_of(row: ResultRow, doubled: bool) -> tuple[int, int]:
    """The steps that a result costs attacker and defender; `doubled` where a unit pressed its assault."""
    return (row.attacker_doubled, row.defender_doubled) if doubled else (row.attacker, row.defender)
