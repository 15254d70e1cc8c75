"""7.0 Bombardment: barrage and interdiction."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.actions import DONE, Action, Refusal
from ...core.charts import Odds, Outcome, Term, in_full
from ...core.naming import cell_named
from ...core.position import Luck
from ...core.state import Cell, Side, Unit, Units
from .components import ENEMY, FRENCH, GERMAN, SEVERITY, SIDES
from .guns import affected, cells_in_range, covered, in_range, may_combine, ready_guns, targets, use_gun, why_not_ready
from .morale import check_morale, morale, passing
from .naming import unit_on_map, where_it_is
from .position import Automatic, Choice, DiceRoll, Position
from .step_losses import eliminate, lose_step
from .strength import gun_strength

FIRE = Action("fire")
CHECKS = {"M": 0, "M1": 1, "M2": 2}
MEANINGS = {
    "-": "no effect",
    "M": "morale checks",
    "M1": "morale checks with +1 on the dice",
    "M2": "morale checks with +2 on the dice",
    "X": "a loss, then morale checks",
}


def bombardment_phase(p: Position, side: int) -> None:
    _ask(p, side)


def _ask(p: Position, side: int) -> None:
    if ready_guns(p, side):
        p.stack.append(Bombardment(side))


class Bombardment(Choice, frozen=True):
    """Choose a hex to barrage, or a gun to interdict with, until done (TP-R131)."""

    side: Side

    cases = ("7.0",)
    labels = {"done": "End the bombardment"}

    def prompt(self, p: Position) -> str:
        return "Bombardment: choose a hex to barrage, a gun to interdict with, or stop."

    def options(self, p: Position) -> Sequence[Action]:
        guns = ready_guns(p, self.side)
        reached, labels, names = covered(p, guns), p.c.places, p.c.ids
        found = [Action("barrage", "", labels[cell]) for cell in targets(p, self.side) if reached >> cell & 1]
        return [*found, *[Action("interdict", names[g]) for g in guns], DONE]

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == DONE:
            return None
        guns = ready_guns(p, self.side)
        if action == Action("interdict", action.unit):
            return None if p.c.unit.get(action.unit) in guns else why_not_ready(p, action, self.side)
        if action != Action("barrage", cell=action.cell):
            return super().refuse(p, action)
        cell = cell_named(p, action.cell, ("7.1",))
        if isinstance(cell, Refusal):
            return cell
        if cell in p.c.closed:
            return Refusal(f"The guns in {action.cell} stand for many along the bank: they cannot be hit", ("7.13b", "14.33"))
        if not p.enemy_holds(cell, self.side):
            return Refusal(f"No enemy unit stands in {action.cell}; empty hexes can only be interdicted", ("7.1",))
        if p.fort_stands(cell):
            return Refusal(f"{action.cell} is an intact fort: units in it are immune to barrage", ("7.13b", "14.81"))
        if not affected(p, cell, self.side):
            return Refusal(f"Bad weather hides the guns in {action.cell}: no unit is within three hexes", ("7.14",))
        if not any(in_range(p, g, cell) for g in guns):
            return Refusal(f"{action.cell} is out of range of every gun that can still fire", ("7.0",))
        return None

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        if action.kind == "barrage":
            p.stack.append(AimBarrage(self.side, p.c.board.index[action.cell], ()))
        else:
            p.stack.append(AimInterdiction(self.side, p.c.unit[action.unit]))


class GoOn(Automatic, frozen=True):
    """Back to the choice of targets: the same hex may be struck again by other guns (7.13a)."""

    side: Side

    def run(self, p: Position) -> None:
        _ask(p, self.side)


# ---------------------------------------------------------------------------------------------------- 7.1 barrage


class AimBarrage(Choice, frozen=True):
    """Name every gun, and every shot of the Heavy Artillery, that fires at the hex; then fire (7.1, TP-R54)."""

    side: Side
    target: Cell
    guns: Units

    implied_kind = "add"
    cases = ("7.1", "7.13")
    labels = {"fire": "Fire", "back": "Choose another hex"}
    begins = FIRE
    can_step_back = True

    def prompt(self, p: Position) -> str:
        strength = sum(gun_strength(p, g) for g in self.guns)
        return f"Barrage of {{{p.label(self.target)}}}: strength {strength}. Add guns" + (", or fire." if self.guns else ".")

    def options(self, p: Position) -> Sequence[Action]:
        found = [p.c.add[g] for g in ready_guns(p, self.side) if self._refuse_gun(p, g) is None]
        return [*found, FIRE] if self.guns else found

    def _refuse_gun(self, p: Position, gun: int) -> Refusal | None:
        if gun in self.guns and gun != p.c.heavy:
            return Refusal(f"{p.name(gun)} fires already; each gun fires once a turn", ("7.0",))
        if gun in self.guns and self.guns.count(gun) >= p.shots:
            return Refusal(f"{p.name(gun)} has no more than {p.shots} shots left this turn", ("14.32",))
        if not in_range(p, gun, self.target):
            if gun == p.c.heavy:
                return Refusal(f"{p.label(self.target)} is more than ten hexes from the north edge", ("14.32",))
            return Refusal(f"{p.label(self.target)} is out of range of {p.name(gun)}", ("7.0",))
        if not may_combine(p, self.side, (*self.guns, gun)):
            return Refusal("French corps artillery may not combine before February 26", ("7.13",))
        return None

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == FIRE:
            return None if self.guns else Refusal("Add at least one gun first", ("7.1",))
        if action != Action("add", action.unit):
            return super().refuse(p, action)
        gun = p.c.unit.get(action.unit)
        if gun is not None and gun in ready_guns(p, self.side):
            return self._refuse_gun(p, gun)
        return why_not_ready(p, action, self.side)

    def take(self, p: Position, action: Action) -> None:
        if action != FIRE:
            p.stack.append(AimBarrage(self.side, self.target, (*self.guns, p.c.unit[action.unit])))
            return
        for g in self.guns:
            use_gun(p, g)
        lines = barrage_lines(p, self.side, self.target, self.guns)
        p.stack.append(GoOn(self.side))
        p.stack.append(BarrageRoll(self.side, self.target, self.guns, barrage_column(p, lines)))

    def step_back(self, p: Position) -> None:
        p.stack.append(Bombardment(self.side))

    def odds(self, p: Position, action: Action) -> Odds | None:
        return barrage_odds(p, self.side, self.target, self.guns) if action == FIRE and self.guns else None


def barrage_odds(p: Position, side: int, target: int, guns: Sequence[int]) -> Odds:
    """Strengths, shifts, and what one die makes of them (7.1)."""
    lines = barrage_lines(p, side, target, guns)
    column = barrage_column(p, lines)
    units = affected(p, target, side)
    outcomes = [Outcome(o.result, o.probability, _in_words(p, units, o)) for o in p.c.barrage.outcomes(column)]
    told = [msgspec.structs.replace(line, kind="attack" if line.case == "7.1" else "shift") for line in lines]
    where = p.label(target)
    return Odds(f"Barrage of {where}", told, p.c.barrage.columns[column], outcomes, cell=where)


def _in_words(p: Position, units: Sequence[int], outcome: Outcome) -> str:
    """What a result means, and the chance that each unit fails its check."""
    if outcome.result not in CHECKS:
        return outcome.detail
    add = CHECKS[outcome.result]
    chances = ", ".join(f"{p.name(u)} fails {1 - passing(morale(p, u) - add):.0%}" for u in units)
    return f"{outcome.detail}: {chances}" if chances else outcome.detail


def barrage_lines(p: Position, side: int, target: int, guns: Sequence[int]) -> list[Term]:
    """Strengths, then column shifts (7.1, 7.12)."""
    lines = [Term(f"{{{p.name(g)}}}", gun_strength(p, g), "7.1") for g in guns]
    shifts = p.c.barrage.shifts
    if side == GERMAN:
        if p.good_weather:
            lines.append(shifts["good_weather"])
        if p.turn == 1:
            lines.append(shifts["first_day"])  # 7.12 and 7.3 are the same +1 (TP-R25)
    return [*lines, *p.c.barrage_lines[target]]


def barrage_column(p: Position, lines: Sequence[Term]) -> int:
    """The column of the total strength, shifted, held at the ends of the table (7.1, TP-R56)."""
    strength = sum(line.value for line in lines if line.case == "7.1")
    shift = sum(line.value for line in lines if line.case != "7.1")
    return p.c.barrage.clamp(p.c.barrage.column(strength) + shift)


class BarrageRoll(DiceRoll, frozen=True):
    """One die on the Barrage Table (7.1)."""

    side: Side
    target: Cell
    guns: Units
    column: int

    cases = ("7.1", "BT.1")

    def prompt(self, p: Position) -> str:
        return f"Barrage of {{{p.label(self.target)}}} on column {p.c.barrage.columns[self.column]}: roll one die."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        chart, where = p.c.barrage, p.label(self.target)
        result = chart.result(self.column, faces[0])
        p.say(
            "barrage",
            f"Barrage of {{{where}}} on column {chart.columns[self.column]}: {in_full(result, chart.meanings[result])}",
            ("7.1",),
            dice=faces,
            result=result,
            luck=Luck(SIDES[self.side], float(SEVERITY[result]), p.c.severity[self.column]),
            odds=barrage_odds(p, self.side, self.target, self.guns),
        )
        if result == "-":
            return
        units = affected(p, self.target, self.side)
        if result in CHECKS:
            check_morale(p, units, CHECKS[result], "barrage", "7.11")
            return
        eligible = [u for u in units if p.c.gun[u] or p.steps[u] == 2]  # 7.11a, TP-R59
        if eligible:
            p.stack.append(AfterLoss(self.side, self.target))
            p.stack.append(BarrageLoss(ENEMY[self.side], self.target, tuple(eligible)))
        else:
            check_morale(p, units, 3, "barrage that finds no loss", "7.11b")


class BarrageLoss(Choice, frozen=True):
    """X: the owner gives up one gun, or flips one full-strength infantry unit (7.11a)."""

    side: Side
    target: Cell
    units: Units

    implied_kind = "lose"
    cases = ("7.11a",)

    def prompt(self, p: Position) -> str:
        return f"The barrage strikes {{{p.label(self.target)}}}: eliminate a gun or reduce a full-strength unit."

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("lose", p.name(u)) for u in self.units]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        if action != Action("lose", action.unit):
            return None
        u = unit_on_map(p, action, self.side, self.cases)
        if isinstance(u, Refusal):
            return u
        if p.place[u] != self.target:
            return Refusal(f"{action.unit} {where_it_is(p, u)}: the barrage strikes {p.label(self.target)}", self.cases)
        if p.c.hq[u]:
            return Refusal(f"{action.unit} is an HQ: it is never the loss of a barrage", self.cases)
        if p.c.gun[u]:
            return Refusal(f"Bad weather hides {action.unit}: the barrage does not touch it", ("7.14",))
        return Refusal(f"{action.unit} has one step: a barrage eliminates no infantry", self.cases)

    def take(self, p: Position, action: Action) -> None:
        u = p.c.unit[action.unit]
        if p.c.gun[u]:
            eliminate(p, u, self.cases[0])
        else:
            lose_step(p, u, self.cases[0])


class AfterLoss(Automatic, frozen=True):
    """All units still in the hex, the flipped one too, make M2 checks (7.11a, TP-R57)."""

    side: Side
    target: Cell

    def run(self, p: Position) -> None:
        check_morale(p, affected(p, self.target, self.side), 2, "barrage loss", "7.11a")


# ---------------------------------------------------------------------------------------------- 7.2 interdiction


class AimInterdiction(Choice, frozen=True):
    """One gun, one hex in range: any but a supply source or Forges (7.21, 7.23, TP-R64)."""

    side: Side
    gun: Unit

    implied_kind = "shell"
    cases = ("7.21", "7.23")
    labels = {"back": "Choose another gun"}
    can_step_back = True

    def prompt(self, p: Position) -> str:
        best = interdiction_best(p, self.side, self.gun)
        return f"Choose a hex for {{{p.name(self.gun)}}} to interdict" + (
            f" (1-{best} succeeds)." if best else " (it cannot succeed)."
        )

    def options(self, p: Position) -> Sequence[Action]:
        name, labels, spared = p.name(self.gun), p.c.places, self._spared(p)
        return [Action("shell", name, labels[cell]) for cell in cells_in_range(p, self.gun) if cell not in spared]

    @staticmethod
    def _spared(p: Position) -> frozenset[int]:
        return p.c.closed | set(p.c.sources[GERMAN]) | set(p.c.sources[FRENCH])

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action != Action("shell", p.name(self.gun), action.cell):
            return Refusal(f"Choose a hex for {p.name(self.gun)} to interdict", self.cases)
        cell = cell_named(p, action.cell, self.cases)
        if isinstance(cell, Refusal):
            return cell
        if cell in self._spared(p):
            return Refusal(f"{action.cell} may not be interdicted: it is a supply source or Forges", ("7.23",))
        if not in_range(p, self.gun, cell):
            return Refusal(f"{action.cell} is out of range of {p.name(self.gun)}", ("7.21",))
        return None

    def take(self, p: Position, action: Action) -> None:
        use_gun(p, self.gun)
        p.stack.append(GoOn(self.side))
        p.stack.append(InterdictionRoll(self.side, self.gun, p.c.board.index[action.cell]))

    def step_back(self, p: Position) -> None:
        p.stack.append(Bombardment(self.side))

    def odds(self, p: Position, action: Action) -> Odds | None:
        return interdiction_odds(p, self.side, self.gun, action.cell)


def interdiction_odds(p: Position, side: int, gun: int, where: str) -> Odds:
    best = interdiction_best(p, side, gun)
    lines = [Term(f"{{{p.name(gun)}}} attack strength", gun_strength(p, gun), "7.21")]
    marker = Outcome("marker", best / 6, "the hex is interdicted: it costs the enemy more to enter")
    nothing = Outcome("nothing", 1 - best / 6, "no effect")
    return Odds(f"Interdiction of {where}: {best} or less", lines, "", [marker, nothing], cell=where)


def interdiction_best(p: Position, side: int, gun: int) -> int:
    """The highest die that succeeds: below the strength, one better for Germans on turn 1, never a 6 (7.21, 7.3)."""
    bonus = 1 if side == GERMAN and p.turn == 1 else 0
    return min(gun_strength(p, gun) - 1 + bonus, 5)


class InterdictionRoll(DiceRoll, frozen=True):
    """One die; success places a marker (7.21)."""

    side: Side
    gun: Unit
    target: Cell

    cases = ("7.21",)

    def prompt(self, p: Position) -> str:
        best = interdiction_best(p, self.side, self.gun)
        return f"Interdiction of {{{p.label(self.target)}}}: roll one die, {best} or less succeeds."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        struck = faces[0] <= interdiction_best(p, self.side, self.gun)
        if struck:
            p.shell(self.target, self.side)
        p.say(
            "interdiction",
            f"{{{p.name(self.gun)}}} {'interdicts' if struck else 'fails to interdict'} {{{p.label(self.target)}}}",
            ("7.21",),
            dice=faces,
            result="marker" if struck else "nothing",
            luck=Luck(SIDES[self.side], float(struck), interdiction_best(p, self.side, self.gun) / 6),
            odds=interdiction_odds(p, self.side, self.gun, p.label(self.target)),
        )


def remove_markers(p: Position, side: int) -> None:
    """A side's markers come off at the end of its next Organization Phase (7.22, TP-R23)."""
    off = p.c.bit[side]
    if any(m & off for m in p.shelled):
        p.shelled = bytearray(m & ~off for m in p.shelled)
        p.version[GERMAN] += 1
        p.version[FRENCH] += 1
