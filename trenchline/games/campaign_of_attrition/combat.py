"""9.0 Combat: who attacks what, strengths, the Artillery Ratio Matrix and both rolls.

Losses, retreats and advances have modules of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

import msgspec

from ...core.charts import Line, Odds, Outcome, odds_number, total
from ...core.match import Action, Refusal
from ...core.position import Luck
from .components import ENEMY, FRENCH, GERMAN, SIDES
from .position import (
    ATTACKED,
    DEMORALIZED,
    DISRUPTED,
    ENTRENCHED,
    FIRED,
    GUNS,
    OOS,
    RESERVE,
    RUINED,
    SHAKEN,
    Automatic,
    Choice,
    DiceRoll,
    Fight,
    Position,
)

DONE, ATTACK = Action("done"), Action("attack")


def combat_phase(p: Position, side: int) -> None:
    p.struck = ()
    for u in (*p.c.army[0], *p.c.army[1]):
        p.status[u] &= ~ATTACKED
    p.stack.append(NextCombat(side))


class NextCombat(Automatic, frozen=True):
    """One combat is over; is there another?"""

    side: int

    def run(self, p: Position) -> None:
        p.fight = None
        if targets(p, self.side):
            p.stack.append(Combat(self.side))


# ------------------------------------------------------------------------------------------------ who against whom


def why_no_attack(p: Position, u: int) -> Refusal | None:
    """Mobile, not Demoralized, not fired, not in Reserve, and once in a phase (9.0a, 9.0c)."""
    name, state = p.name(u), p.status[u]
    if not p.on_map(u):
        return Refusal(f"{name} is not on the map", ("9.0a",))
    if state & ENTRENCHED:
        return Refusal(f"{name} is Entrenched and cannot attack", ("8.0g",))
    if state & DEMORALIZED:
        return Refusal(f"{name} is Demoralized and cannot attack", ("9.7a",))
    if state & FIRED:
        return Refusal(f"{name} has fired and cannot attack", ("7.2b",))
    if state & RESERVE:
        return Refusal(f"{name} is in Reserve", ("8.2b",))
    if state & ATTACKED:
        return Refusal(f"{name} has attacked in this phase", ("9.0c",))
    if not p.may_act(u):
        return Refusal(f"{name} is not of the activated corps, or has no line", ("4.9b", "4.9c"))
    return None


def attackers_of(p: Position, side: int, target: int) -> list[int]:
    """The units that could attack a hex; not across a river without a bridge (9.8.4)."""
    found = []
    for near in p.c.open_sides[target]:
        if p.holder[near] == side + 1:
            found += [u for u in p.stacks[near] if why_no_attack(p, u) is None]
    return found


def targets(p: Position, side: int) -> list[int]:
    """Enemy hexes that can be attacked, each once in a phase (CA-R20)."""
    cells = dict.fromkeys(
        near
        for u in p.units_of(side)
        if why_no_attack(p, u) is None
        for near in p.c.open_sides[p.place[u]]
        if p.enemy_holds(near, side)
    )
    return sorted(cell for cell in cells if cell not in p.struck)


def new_fight(p: Position, side: int, target: int, attackers: Iterable[int], meeting: bool = False) -> Fight:
    attackers = tuple(attackers)
    origins = tuple(dict.fromkeys(p.place[u] for u in attackers))
    return Fight(side, target, attackers, origins, p.stacks[target], meeting)


# ------------------------------------------------------------------------------------------------ strengths


def fighters(p: Position, f: Fight, side: int) -> list[int]:
    """The units of a side that take part and are still there."""
    return [u for u in (f.attackers if side == f.side else f.defenders) if p.on_map(u)]


def strength_lines(p: Position, f: Fight, side: int) -> list[Line]:
    """Strength Points; guns alone defend with 1 each, other units without any with 1 together (7.3, CA-R34)."""
    units = fighters(p, f, side)
    lines = [Line(f"{{{p.name(u)}}}", p.c.sp[u], "9.0b") for u in units if p.c.sp[u]]
    if not lines and side != f.side and units:
        guns = [u for u in units if p.c.gun[u]]
        lines = [Line(f"{{{p.name(u)}}} alone", 1, "7.3") for u in guns] or [Line("no Strength Points of their own", 1, "7.3")]
    if f.meeting and side == f.side:
        whole = total(lines)
        lines.append(Line("half strength", (whole + 1) // 2 - whole, "8.1c"))
    return lines


def fighting_strength(p: Position, f: Fight, side: int) -> int:
    return total(strength_lines(p, f, side))


def ordnance(p: Position, u: int) -> int:
    """What a unit brings to the Artillery Ratio: OP, or half its HAP; halved when shaken, nothing out of supply.

    Each half rounds up in its turn (4.6e, 9.6b, 10.0b, CA-R35).
    """
    state = p.status[u]
    if state & OOS:
        return 0
    points = p.c.hap[u][p.steps[u]] if p.c.gun[u] else p.c.op[u]
    if state & SHAKEN:
        points = (points + 1) // 2
    return (points + 1) // 2 if p.c.gun[u] else points


def covered(p: Position, f: Fight) -> bool:
    """The defenders have a fortress's benefits: one of their divisions is inside, or they have none (CA-R30)."""
    fort = p.c.fort_at.get(f.target)
    if fort is None or p.forts[fort] == RUINED:
        return False
    divisions = [u for u in fighters(p, f, ENEMY[f.side]) if p.c.division[u]]
    return not divisions or any(p.inside(u) for u in divisions)


def ordnance_lines(p: Position, f: Fight, side: int) -> list[Line]:
    lines = [
        Line(f"{{{p.name(u)}}} artillery", ordnance(p, u), "4.6e" if p.c.gun[u] else "9.1a")
        for u in fighters(p, f, side)
        if ordnance(p, u)
    ]
    if side == FRENCH and side != f.side and covered(p, f) and p.forts[p.c.fort_at[f.target]] == GUNS:
        lines.append(p.c.drm["fortress_guns"])
    return lines


def ratio_number(own: int, enemy: int) -> int:
    """Own to enemy Ordnance Points, rounded against the owner; n:1 is n, 1:n is 2-n (9.1a, CA-R16).

    >>> [ratio_number(a, b) for a, b in ((11, 4), (4, 11), (0, 4), (6, 0), (0, 0))]
    [2, -1, -99, 99, 1]
    """
    if own and enemy:
        return odds_number(own, enemy)
    return 1 if own == enemy else 99 if own else -99


def cover_row(p: Position, f: Fight) -> str:
    """The row of the matrix: the best cover in the combat hex (CA-R16)."""
    c, cell = p.c, f.target
    there = {
        "fortress": covered(p, f),
        "verdun": c.city[cell],
        "village": c.village[cell],
        "woods": c.woods[cell],
        "high_ground": c.high[cell],
        "clear": True,
    }
    return next(row for row in c.cover if there[row])


def artillery_line(p: Position, f: Fight, side: int) -> Line:
    """The modifier of the Artillery Ratio Matrix; Entrenched defenders move a column to the right (4.1g)."""
    own, enemy = (total(ordnance_lines(p, f, s)) for s in (side, ENEMY[side]))
    matrix = p.c.matrix
    column = matrix.column(ratio_number(own, enemy))
    if side != f.side and any(p.status[u] & ENTRENCHED for u in fighters(p, f, side)):
        column = min(column + matrix.entrenched, len(matrix.columns) - 1)
    row = cover_row(p, f)
    text = f"artillery {own} to {enemy}, {matrix.columns[column]} in {row.replace('_', ' ')}"
    return Line(text, matrix.rows[row][column], "9.1b")


# ------------------------------------------------------------------------------------------------ modifiers (CA-R13)


def _engineers(p: Position, cells: Iterable[int], side: int) -> bool:
    """An engineer stacked with a fighting unit helps it (4.1h); once for a side (CA-R21)."""
    return any(p.c.engineer[u] and p.c.side[u] == side for cell in cells for u in p.stacks[cell])


def attacker_lines(p: Position, f: Fight) -> list[Line]:
    """What changes the attacker's roll."""
    c, drm, cell = p.c, p.c.drm, f.target
    lines = [artillery_line(p, f, f.side)]
    if c.woods[cell] and not any(c.woods[x] for x in f.origins):
        lines.append(drm["woods"])
    if c.high[cell] and not any(c.high[x] for x in f.origins):
        lines.append(drm["upslope"])
    if covered(p, f):
        lines.append(drm["fortress"])
    if _engineers(p, f.origins, f.side):
        lines.append(drm["engineers"])
    if any(p.status[u] & DISRUPTED for u in fighters(p, f, f.side)):
        lines.append(drm["disrupted"])
    if f.meeting and _friends_beside(p, f):
        lines.append(drm["meeting_attacker"])
    if f.flamethrowers:
        row = c.support["flamethrower"]
        lines.append(Line(f"flamethrowers, {f.flamethrowers} AP", f.flamethrowers // row.ap * row.drm, row.source))
    return lines


def _friends_beside(p: Position, f: Fight) -> bool:
    """Another friendly unit next to the hex of a Meeting Engagement (8.1d)."""
    near = p.c.board.neighbours[f.target]
    return any(u not in f.attackers for x in near if p.holder[x] == f.side + 1 for u in p.stacks[x])


def defender_lines(p: Position, f: Fight) -> list[Line]:
    """What changes the defender's roll."""
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
    if _engineers(p, (cell,), side):
        lines.append(drm["engineers"])
    states = 0
    for u in fighters(p, f, side):
        states |= p.status[u]
    if states & DEMORALIZED:
        lines.append(drm["demoralized"])
    elif states & DISRUPTED:
        lines.append(drm["disrupted"])
    if f.meeting:
        friends = sum(len(p.stacks[x]) for x in c.board.neighbours[cell] if p.holder[x] == side + 1)
        if friends:
            one = drm["meeting_defender"]
            lines.append(Line(f"{friends} {one.text}", friends * one.value, one.case))
    for spent, name in ((f.hurricane, "hurricane"), (f.elan, "elan")):
        if spent:
            row = c.support[name]  # type: ignore[index]
            words = "Hurricane Barrage" if name == "hurricane" else "Elan"
            lines.append(Line(f"{words}, {spent} AP", spent // row.ap * row.drm, row.source))
    return lines


def shift_lines(p: Position, f: Fight, side: int, blown: int) -> list[Line]:
    """Columns: the turn's bombardments for the attacker, gas for the German (9.9, 4.1i)."""
    lines = []
    turn = p.c.turns[p.turn - 1].shift[side]
    if side == f.side and turn:
        lines.append(Line(f"turn {p.turn}, columns", turn, "9.9"))
    if side == GERMAN and blown:
        lines.append(Line("gas, columns", blown, "4.1i"))
    return lines


class Strike(msgspec.Struct, frozen=True):
    """One side's roll: its column, its lines of arithmetic, and the losses it inflicts with each face."""

    strength: int
    column: int  # -1 with nothing to strike with
    lines: tuple[Line, ...]
    losses: tuple[int, ...]


def strike(p: Position, f: Fight, side: int, blown: int = 0) -> Strike:
    """9.0b-f for one side."""
    chart = p.c.combat
    strength = fighting_strength(p, f, side)
    lines = attacker_lines(p, f) if side == f.side else defender_lines(p, f)
    shifts = shift_lines(p, f, side, blown)
    if not strength:
        return Strike(0, -1, tuple(lines), (0,) * 6)
    column = chart.clamp(chart.column(strength) + total(shifts))
    drm, low, high = total(lines), chart.faces[0], chart.faces[-1]
    losses = tuple(p.c.losses[min(max(face + drm, low), high)][column] for face in range(1, 7))
    return Strike(strength, column, (*lines, *shifts), losses)


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
    chances: dict[tuple[int, int], float] = {}
    for blown, chance in gas_shifts(p, f):
        ours, theirs = strike(p, f, f.side, blown), strike(p, f, enemy, blown)
        for a, b in product(ours.losses, theirs.losses):
            chances[a, b] = chances.get((a, b), 0.0) + chance / 36
    ours, theirs = strike(p, f, f.side, f.blown), strike(p, f, enemy, f.blown)
    lines = [
        *strength_lines(p, f, f.side),
        *ours.lines,
        *(Line(f"defender: {x.text}", x.value, x.case) for x in (*strength_lines(p, f, enemy), *theirs.lines)),
    ]
    title = f"{ours.strength} against {theirs.strength} at {p.label(f.target)}"
    columns = " to ".join(p.c.combat.columns[s.column] if s.column >= 0 else "-" for s in (ours, theirs))
    outcomes = [Outcome(f"{a}/{b}", chance, f"defender loses {a}, attacker {b}") for (a, b), chance in sorted(chances.items())]
    return Odds(title, lines, columns, outcomes)


# ------------------------------------------------------------------------------------------------ declaration and roll


class Combat(Choice, frozen=True):
    """Choose a hex to attack, until done (9.0a)."""

    side: int

    plain = "attack"
    cases = ("9.0a",)
    words = {"done": "End the combats"}

    def player(self, p: Position) -> int:
        return self.side

    def prompt(self, p: Position) -> str:
        return "Combat: choose a hex to attack, or end the phase."

    def options(self, p: Position) -> Sequence[Action]:
        return [*(Action("attack", cell=p.label(cell)) for cell in targets(p, self.side)), DONE]

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == DONE:
            return None
        cell = p.c.board.index.get(action.cell)
        if cell is None or action != Action("attack", cell=action.cell):
            return Refusal("Name a hex to attack, or end the phase", self.cases)
        if not p.enemy_holds(cell, self.side):
            return Refusal(f"There is no enemy in {action.cell}", ("9.0a",))
        if cell in p.struck:
            return Refusal(f"{action.cell} has been attacked in this phase", ("9.0c",))
        if attackers_of(p, self.side, cell):
            return None
        across = any(p.holder[x] == self.side + 1 for x in p.c.shut_sides[cell])
        why = "9.8.4" if across else "9.0a"
        return Refusal(f"No unit that can still attack is next to {action.cell}, rivers apart", (why,))

    def take(self, p: Position, action: Action) -> None:
        if action != DONE:
            p.stack.append(Declare(self.side, p.c.board.index[action.cell], ()))


class Declare(Choice, frozen=True):
    """Name the attackers, then attack."""

    side: int
    target: int
    attackers: tuple[int, ...]

    plain = "add"
    cases = ("9.0a", "9.0b")
    words = {"attack": "Attack"}

    def player(self, p: Position) -> int:
        return self.side

    def prompt(self, p: Position) -> str:
        where = f"Attack on {{{p.label(self.target)}}}"
        if not self.attackers:
            return f"{where}: choose the attackers."
        return f"{where} with {fighting_strength(p, self._fight(p), self.side)} Strength Points: add attackers, or attack."

    def _fight(self, p: Position) -> Fight:
        return new_fight(p, self.side, self.target, self.attackers)

    def options(self, p: Position) -> Sequence[Action]:
        found = [p.c.add[u] for u in attackers_of(p, self.side, self.target) if u not in self.attackers]
        return [*found, ATTACK] if self.attackers else found

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == ATTACK:
            return None if self.attackers else Refusal("Choose an attacker first", ("9.0a",))
        u = p.c.unit.get(action.unit)
        if u is None or action != Action("add", action.unit) or p.c.side[u] != self.side:
            return Refusal("Add one of your units to the attack, or attack", self.cases)
        if u in self.attackers:
            return Refusal(f"{action.unit} takes part already", ("9.0c",))
        refusal = why_no_attack(p, u)
        if refusal is not None:
            return refusal
        if p.place[u] in p.c.shut_sides[self.target]:
            return Refusal(f"The river lies between {action.unit} and {p.label(self.target)}, without a bridge", ("9.8.4",))
        if p.place[u] not in p.c.open_sides[self.target]:
            return Refusal(f"{action.unit} is not next to {p.label(self.target)}", ("9.0a",))
        return None

    def take(self, p: Position, action: Action) -> None:
        if action != ATTACK:
            p.stack.append(msgspec.structs.replace(self, attackers=(*self.attackers, p.c.unit[action.unit])))
            return
        for u in self.attackers:
            p.act(u)
            p.status[u] |= ATTACKED
        p.struck = (*p.struck, self.target)
        p.stack.append(NextCombat(self.side))
        open_fight(p, self._fight(p))

    def odds(self, p: Position, action: Action) -> Odds | None:
        return fight_odds(p, self._fight(p)) if action == ATTACK else None


def open_fight(p: Position, f: Fight) -> None:
    """An attack or a Meeting Engagement begins: support, the attacker's first, then the dice (9.8b)."""
    from .support import BeginRolls, OfferSupport

    p.fight = f
    what = "meet" if f.meeting else "attack"
    p.say("attack", f"{p.names(f.attackers)} {what} {{{p.label(f.target)}}}", ("8.1a" if f.meeting else "9.0a",))
    p.stack += [BeginRolls(), OfferSupport(ENEMY[f.side]), OfferSupport(f.side)]


class CombatRoll(DiceRoll, frozen=True):
    """Both sides roll at once: the first die is the attacker's, the second the defender's (9.0b)."""

    count = 2
    cases = ("9.0b", "9.0f")

    def prompt(self, p: Position) -> str:
        assert p.fight is not None
        return f"Combat in {{{p.label(p.fight.target)}}}: roll the attacker's die, then the defender's."

    def chances(self) -> list[tuple[Action, float]]:
        """The dice are two sides' and do not add up: all 36."""
        return [(Action("roll", dice=(a, b)), 1 / 36) for a in range(1, 7) for b in range(1, 7)]

    def fall(self, p: Position, faces: tuple[int, ...]) -> None:
        from .advance import BeginAdvance
        from .losses import ElanPrice, Losses, Weary

        f = p.fight
        assert f is not None
        enemy = ENEMY[f.side]
        ours, theirs = strike(p, f, f.side, f.blown), strike(p, f, enemy, f.blown)
        on_defender, on_attacker = ours.losses[faces[0] - 1], theirs.losses[faces[1] - 1]
        odds = fight_odds(p, f)
        expected = (sum(ours.losses) - sum(theirs.losses)) / 6
        luck = Luck(SIDES[f.side], float(on_defender - on_attacker), expected)
        result = f"{on_defender}/{on_attacker}"
        words = f"{odds.title}: the defender loses {on_defender}, the attacker {on_attacker}"
        p.say("result", words, self.cases, odds.lines, faces, result, luck)
        p.fight = msgspec.structs.replace(f, losses=(on_attacker, on_defender))
        p.stack += [BeginAdvance(), Weary()]
        if on_defender:
            p.stack.append(Losses(enemy, on_defender))
        if f.elan and on_defender > on_attacker:
            p.stack.append(ElanPrice())
        if on_attacker:
            p.stack.append(Losses(f.side, on_attacker))  # the attacker's payment first (CA-R11)

    def odds(self, p: Position, action: Action) -> Odds:
        assert p.fight is not None
        return fight_odds(p, p.fight)
