"""8.1 Barrage: the Bombardment Phase (2.1.2), and 9 the neutralisation it brings."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import DONE, Action, Refusal
from ...core.charts import Effect, Odds, Term, explained, in_full, of_kind, total
from ...core.naming import no_such_cell
from ...core.position import Luck
from ...core.state import Cell, Side, Units
from .artillery import barrage_value, covered, in_range, may_join, why_not_fire
from .components import ENEMY, SEVERITY, SIDES
from .losses import lose_step
from .position import FIRED, NEUTRALISED, Automatic, Choice, DiceRoll, Position
from .refusals import not_of

FIRE = Action("fire")
LONE_HQ_GUNS = 2  # the most that fire at an HQ alone in a hex (8.1c)


def bombardment_phase(p: Position, side: int) -> None:
    p.shelled = ()
    _ask_for_target(p, side)


def _ask_for_target(p: Position, side: int) -> None:
    if targets_in_range(p, side):
        p.stack.append(Bombardment(side))


def batteries(p: Position, side: int) -> list[int]:
    """Guns on the map, railway guns and bombers that can still fire (8.0, 11b)."""
    place, status, cells, army = p.place, p.status, p.c.board.size, p.c.box["army"]
    return [g for g in p.c.fire[side] if not status[g] & FIRED and (place[g] < cells or place[g] == army)]


def target_cells(p: Position, side: int) -> list[int]:
    """Enemy-held hexes in play that have not been shelled in this phase (8.1b, VV-R15); kept until the enemy moves."""
    version = p.version[ENEMY[side]]
    known = p.marks.get(side)
    if known is None or known[0] != version:
        playable = p.b.playable
        held = dict.fromkeys([p.place[u] for u in p.units_of(ENEMY[side])])
        known = p.marks[side] = version, [cell for cell in held if playable[cell]]
    return [cell for cell in known[1] if cell not in p.shelled]


def targets_in_range(p: Position, side: int) -> list[int]:
    """The hexes that one of the guns at least can still hit."""
    guns = tuple(batteries(p, side))
    key = ("targets", side, guns, p.shelled, *p.version)
    found = p.kept.get(key)
    if found is None:
        reached = covered(p, guns)
        found = p.kept[key] = [cell for cell in target_cells(p, side) if reached >> cell & 1]
    assert isinstance(found, list)
    return found


def lone_hq(p: Position, cell: int) -> bool:
    """An HQ with no other unit in its hex (8.1c, VV-R14)."""
    return all(p.c.hq[u] for u in p.stacks[cell])


class Bombardment(Choice, frozen=True):
    """Choose a hex to barrage, until done (2.1.2a)."""

    side: Side

    implied_kind = "barrage"
    cases = ("8.1", "2.1.2a")
    labels = {"done": "End the bombardment"}

    def prompt(self, p: Position) -> str:
        return "Bombardment: choose a hex to barrage, or stop."

    def options(self, p: Position) -> Sequence[Action]:
        labels = p.c.places
        return [*[Action("barrage", "", labels[cell]) for cell in targets_in_range(p, self.side)], DONE]

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == DONE:
            return None
        cell = p.c.board.index.get(action.cell)
        if action != Action("barrage", cell=action.cell) or not action.cell:
            return Refusal("Choose a hex to barrage, or end the bombardment", self.cases)
        if cell is None:
            return no_such_cell(p, action.cell, ("8.1a",))
        if not p.b.playable[cell]:
            return Refusal(f"{action.cell} is on the bank that is out of play", ("14.2D-c",))
        if not p.enemy_holds(cell, self.side):
            return self._why_no_target(p, cell)
        if cell in p.shelled:
            return Refusal(f"{action.cell} has been barraged in this phase", ("8.1b",))
        guns = batteries(p, self.side)
        if any(in_range(p, g, cell) for g in guns):
            return None
        if not guns:
            return Refusal("None of your guns and bombers can still fire", ("8.0e",))
        return Refusal(f"{action.cell} is out of range of every gun that can still fire", ("8.0a",))

    def _why_no_target(self, p: Position, cell: int) -> Refusal:
        label = p.label(cell)
        if p.present[cell]:
            return Refusal(f"Your own units stand in {label}", ("8.1a",))
        if p.fortress_stands(cell):
            return Refusal(f"No unit stands in {label}: works alone are not bombarded", ("8.1a", "VV-R09"))
        return Refusal(f"No enemy unit stands in {label}", ("8.1a",))

    def take(self, p: Position, action: Action) -> None:
        if action != DONE:
            p.stack.append(AimBarrage(self.side, p.c.board.index[action.cell], ()))


class GoOn(Automatic, frozen=True):
    """Back to the choice of targets."""

    side: Side

    def run(self, p: Position) -> None:
        _ask_for_target(p, self.side)


class AimBarrage(Choice, frozen=True):
    """Name every gun and bomber that fires at the hex, then fire (8.1a, VV-R15)."""

    side: Side
    target: Cell
    guns: Units

    implied_kind = "add"
    cases = ("8.1a", "8.4e")
    labels = {"fire": "Fire", "back": "Choose another hex"}
    begins = FIRE
    can_step_back = True

    def prompt(self, p: Position) -> str:
        strength = sum(barrage_value(p, g) for g in self.guns)
        return f"Barrage of {{{p.label(self.target)}}}: value {strength}. Add guns" + (", or fire." if self.guns else ".")

    def options(self, p: Position) -> Sequence[Action]:
        return [*[p.c.add[g] for g in self._more_guns(p)], *([FIRE] if self.guns else [])]

    def _more_guns(self, p: Position) -> list[int]:
        """Those that `_refuse_gun` has nothing against, without its words."""
        c, guns, target = p.c, self.guns, self.target
        found = [g for g in batteries(p, self.side) if g not in guns and in_range(p, g, target)]
        if not guns:
            return found
        if len(guns) >= LONE_HQ_GUNS and lone_hq(p, target):
            return []
        corps = {c.corps[g] for g in guns if c.size[g] != "army"}
        return [g for g in found if c.size[g] == "army" or corps <= {c.corps[g]}]

    def _refuse_gun(self, p: Position, gun: int) -> Refusal | None:
        if gun in self.guns:
            return Refusal(f"{p.name(gun)} fires already; each gun fires once", ("8.0e",))
        if not in_range(p, gun, self.target):
            return Refusal(f"{p.label(self.target)} is out of range of {p.name(gun)}", ("8.0a",))
        if len(self.guns) >= LONE_HQ_GUNS and lone_hq(p, self.target):
            return Refusal("No more than two units fire at a lone headquarters", ("8.1c",))
        return may_join(p, gun, self.guns, support=False)

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == FIRE:
            return None if self.guns else Refusal("Add at least one gun first", ("8.1a",))
        if action != Action("add", action.unit) or not action.unit:
            return Refusal("Add one of your guns that can still fire, or fire", self.cases)
        refusal = not_of(p, action.unit, self.side, "8.1a")
        if refusal is not None:
            return refusal
        gun = p.c.unit[action.unit]
        if not p.c.gun[gun] and p.c.size[gun] != "army":
            return Refusal(f"{action.unit} is {'an HQ' if p.c.hq[gun] else 'infantry'}: guns and bombers bombard", ("8.1a",))
        return why_not_fire(p, gun) or self._refuse_gun(p, gun)

    def take(self, p: Position, action: Action) -> None:
        if action != FIRE:
            p.stack.append(AimBarrage(self.side, self.target, (*self.guns, p.c.unit[action.unit])))
            return
        p.stack += [GoOn(self.side), BarrageRoll(self.side, self.target, self.guns)]
        p.shelled = (*p.shelled, self.target)
        for g in self.guns:
            p.status[g] |= FIRED  # guns and bombers alike (2.1.2b, 2.1.2c)

    def step_back(self, p: Position) -> None:
        p.stack.append(Bombardment(self.side))

    def odds(self, p: Position, action: Action) -> Odds | None:
        return barrage_odds(p, self.target, self.guns) if action == FIRE and self.guns else None


def barrage_odds(p: Position, target: int, guns: Sequence[int]) -> Odds:
    """Values, shifts, and what one die makes of them (8.1a, BT-b)."""
    shifts = of_kind("shift", shift_lines(p, target, guns))
    lines = [*of_kind("attack", value_lines(p, guns)), *shifts]
    column = barrage_column(p, target, guns)
    effects = {"1": Effect(defender=1), "E": Effect(defender=len(p.stacks[target]))}
    outcomes = explained(p.c.bombardment.outcomes(column), {}, effects)
    name, where = p.c.bombardment.columns[column], p.label(target)
    return Odds(f"Barrage of {where}", lines, name, outcomes, cell=where)


def value_lines(p: Position, guns: Sequence[int]) -> list[Term]:
    """What is added up (8.1a)."""
    return [Term(f"{{{p.name(g)}}}", barrage_value(p, g), "8.1a") for g in guns]


def shift_lines(p: Position, target: int, guns: Sequence[int]) -> list[Term]:
    """Column shifts, all of which add up (BT-f, BT-g or 10.2d, BT-h, BT-i, BT-j, BT-k)."""
    shifts = p.c.bombardment.shifts
    lines = list(p.c.cover_lines[target])
    if not all(p.in_command(g) for g in guns):
        lines.append(shifts["command"])
    if lone_hq(p, target):
        lines.append(shifts["hq"])
    if p.options.translator_bombard_mods:
        if p.bunkers[target]:
            lines.append(shifts["bunker"])
        lines += p.c.work_lines[target]
    return lines


def barrage_column(p: Position, target: int, guns: Sequence[int]) -> int:
    """The column of the summed values, shifted, held at the ends of the table (VV-R12)."""
    chart = p.c.bombardment
    return chart.clamp(chart.column(total(value_lines(p, guns))) + total(shift_lines(p, target, guns)))


class BarrageRoll(DiceRoll, frozen=True):
    """One die on the Bombardment Table (BT-b)."""

    side: Side
    target: Cell
    guns: Units

    cases = ("8.1a", "BT-b")

    def prompt(self, p: Position) -> str:
        column = barrage_column(p, self.target, self.guns)
        return f"Barrage of {{{p.label(self.target)}}} on column {p.c.bombardment.columns[column]}: roll one die."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        chart = p.c.bombardment
        column, where = barrage_column(p, self.target, self.guns), p.label(self.target)
        result = chart.result(column, faces[0])
        p.say(
            "barrage",
            f"Barrage of {{{where}}} on column {chart.columns[column]}: {in_full(result, chart.meanings[result])}",
            ("8.1a", "BT-b"),
            dice=faces,
            result=result,
            luck=Luck(SIDES[self.side], float(SEVERITY[result]), p.c.severity[column]),
            odds=barrage_odds(p, self.target, self.guns),
        )
        units = p.stacks[self.target]
        if result == "N":  # BT-c
            neutralise(p, units)
        elif result == "1":
            p.stack.append(AfterShells(self.target, "BT-d"))
            hit = ShellLoss(ENEMY[self.side], self.target)
            fit = hit.fit(p)
            if len(fit) == 1:
                strike(p, fit[0])
            elif fit:
                p.stack.append(hit)
        elif result == "E":
            p.stack.append(AfterShells(self.target, "BT-e"))
            for u in units:
                if p.c.hq[u]:
                    neutralise(p, (u,))
                else:
                    lose_step(p, u, ("BT-e",))


def neutralise(p: Position, units: Sequence[int]) -> None:
    """Until the owner's next Reorganisation Phase (9, VV-R28)."""
    fresh = [u for u in units if not p.status[u] & NEUTRALISED]
    for u in fresh:
        p.status[u] |= NEUTRALISED
    if fresh:
        p.say("neutralised", p.they(fresh, "is neutralised", "are neutralised"), ("9",))


def strike(p: Position, u: int) -> None:
    """Result 1 on one unit: a step, or of an HQ its nerve (BT-d, 1.4f)."""
    if p.c.hq[u]:
        neutralise(p, (u,))
    else:
        lose_step(p, u, ("BT-d",))


class ShellLoss(Choice, frozen=True):
    """Result 1: the owner chooses the unit that is hit; an HQ beside others is spared (BT-d, 1.4f, VV-R13)."""

    side: Side
    target: Cell

    implied_kind = "lose"
    cases = ("BT-d", "1.4f")

    def prompt(self, p: Position) -> str:
        return f"The barrage of {{{p.label(self.target)}}} hits one unit: choose it."

    def fit(self, p: Position) -> list[int]:
        """Whom it can be: an HQ only where there is nothing but HQs."""
        units = p.stacks[self.target]
        return [u for u in units if not p.c.hq[u]] or list(units)

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("lose", p.name(u)) for u in self.fit(p)]

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action != Action("lose", action.unit) or not action.unit:
            return Refusal(f"Choose a unit in {p.label(self.target)}", ("BT-d",))
        refusal = not_of(p, action.unit, self.side, "BT-d")
        if refusal is not None:
            return refusal
        u = p.c.unit[action.unit]
        if u not in p.stacks[self.target]:
            return Refusal(f"{action.unit} is not in {p.label(self.target)}, which was shelled", ("BT-d",))
        return None if u in self.fit(p) else Refusal(f"{action.unit} is an HQ and loses no step to shells", ("1.4f",))

    def take(self, p: Position, action: Action) -> None:
        strike(p, p.c.unit[action.unit])


class AfterShells(Automatic, frozen=True):
    """After a loss, one die for the hex if anyone there could still be neutralised (BT-d, BT-e, VV-R13)."""

    target: Cell
    case: str

    def run(self, p: Position) -> None:
        if any(not p.status[u] & NEUTRALISED for u in p.stacks[self.target]):
            p.stack.append(ShockRoll(self.target, self.case))


class ShockRoll(DiceRoll, frozen=True):
    """4 to 6 neutralises every unit in the hex (BT-d, BT-e)."""

    target: Cell
    case: str

    cases = ("BT-d", "BT-e")

    def prompt(self, p: Position) -> str:
        return f"{{{p.label(self.target)}}}: roll one die, {p.c.neutralised_from} or more neutralises."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        least = p.c.neutralised_from
        shaken = faces[0] >= least
        side = ENEMY[p.c.side[p.stacks[self.target][0]]]
        p.say(
            "shock",
            f"The units in {{{p.label(self.target)}}} are {'neutralised' if shaken else 'not neutralised'}",
            (self.case,),
            (),
            faces,
            "N" if shaken else "-",
            Luck(SIDES[side], float(shaken), (7 - least) / 6),
            meaning="all units there are neutralised" if shaken else "no effect",
        )
        if shaken:
            neutralise(p, p.stacks[self.target])
