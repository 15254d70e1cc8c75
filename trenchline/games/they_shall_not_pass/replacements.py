"""6.3 Replacements, and Petain's artillery (14.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core.actions import DONE, Action, Refusal
from ...core.naming import cell_named, unit_named
from ...core.paths import trace
from ...core.state import Side
from ...core.wording import counted
from .components import ENEMY, FRENCH, GERMAN
from .naming import where_it_is
from .position import DEMORALIZED, UNSUPPLIED, Choice, Position
from .supply import barred_to_supply, sources
from .terrain import SUPPLY, ways


def replacements_step(p: Position, side: int) -> None:
    """The turn's replacements; what is not used is lost (6.31)."""
    petain = side == FRENCH and p.turn == p.c.petain_turn
    _ask(p, Replacements(side, p.c.turns[p.turn - 1].replacements[side], False, petain))


def _ask(p: Position, decision: Replacements) -> None:
    if len(decision.options(p)) > 1:
        p.stack.append(decision)


def may_be_placed(p: Position, cell: int, side: int) -> bool:
    """Nothing is placed in a hex with enemy units or in an enemy zone (6.33d, TP-R47)."""
    if p.enemy_holds(cell, side):
        return False
    cancelled = p.options.infiltration and p.holds(cell, side)  # for all purposes (15.5)
    return cancelled or not p.zone[ENEMY[side]][cell]


def hq_cell(p: Position, u: int) -> int | None:
    """Where a unit comes back: with its HQ, if that is on the map, in supply and out of enemy zones (6.33b)."""
    hq = p.c.hq_of.get(p.corps_of(u))
    if hq is None or not p.on_map(hq) or p.status[hq] & UNSUPPLIED:
        return None
    return p.place[hq] if may_be_placed(p, p.place[hq], p.c.side[u]) else None


def hq_cells(p: Position, side: int) -> list[int]:
    """Where a lost HQ comes back: Verdun, or a German road north of the line that leads to a source (6.33c, TP-R48)."""
    if side == FRENCH:
        return [v for v in p.c.verdun if p.control[v] == FRENCH and may_be_placed(p, v, FRENCH)]
    roads = ways(p.c, SUPPLY, bytes(p.shelled))
    linked, _ = trace(roads, sources(p, GERMAN), 0, barred_to_supply(p, GERMAN))
    return sorted(c for c in linked if p.c.north_of_line(c) and not p.shelled[c] and may_be_placed(p, c, GERMAN))


class Replacements(Choice, frozen=True):
    """Restore, bring back, or stop (6.32)."""

    side: Side
    points: int
    pioneers_done: bool  # at most one replacement a turn goes to pioneers (6.33a)
    petain: bool  # one lost gun may still come back (14.7)

    cases = ("6.32",)
    labels = {"done": "No more replacements"}

    def prompt(self, p: Position) -> str:
        gun = " Petain may return one lost gun." if self.petain else ""
        return f"{counted(self.points, 'replacement')} left. Restore a reduced unit, return a lost one, or stop.{gun}"

    def options(self, p: Position) -> Sequence[Action]:
        found = list(self._restore(p)) + list(self._return(p)) if self.points else []
        if self.petain:
            found += self._rearm(p)
        return [*found, DONE]

    def _restore(self, p: Position) -> Iterator[Action]:
        """A reduced unit on the map becomes full: in supply and steady only (6.32, 6.33)."""
        for u in p.units_of(self.side):
            if p.is_reduced(u) and not p.status[u] & (UNSUPPLIED | DEMORALIZED) and not self._pioneer_barred(p, u):
                yield Action("restore", p.name(u))

    def _return(self, p: Position) -> Iterator[Action]:
        """Lost infantry comes back reduced for one, full for two; a lost HQ for one (6.32)."""
        for u in p.stacks[p.c.box["eliminated"]]:
            if p.c.side[u] != self.side or p.c.gun[u]:
                continue
            if p.c.hq[u]:
                yield from (Action("return", p.name(u), p.label(cell), 1) for cell in hq_cells(p, self.side))
            elif self._comes_back(p, u) and hq_cell(p, u) is not None:
                yield Action("return", p.name(u), "", 1)
                if self.points >= 2 and p.c.kind[u] != "pioneer":  # TP-R44
                    yield Action("return", p.name(u), "", 2)

    def _comes_back(self, p: Position, u: int) -> bool:
        """Hunters never return (14.6), the 16th Division only with a corps (14.2, 15.3)."""
        return p.c.kind[u] != "hunter" and p.corps_of(u) != "" and not self._pioneer_barred(p, u)

    def _pioneer_barred(self, p: Position, u: int) -> bool:
        return self.pioneers_done and p.c.kind[u] == "pioneer"

    def _rearm(self, p: Position) -> list[Action]:
        """Petain's gun: with its HQ, in Verdun for the 16th Division, on the rails for the railroad gun (TP-R46)."""
        found = []
        for u in p.stacks[p.c.box["eliminated"]]:
            if p.c.side[u] != FRENCH or not p.c.gun[u]:
                continue
            if u == p.c.railroad:
                rails = [c for c in p.c.rail_cells if c not in p.c.closed]
                cells = [c for c in rails if p.control[c] == FRENCH and may_be_placed(p, c, FRENCH)]
            elif p.corps_of(u) == "":
                cells = [v for v in p.c.verdun if p.control[v] == FRENCH and may_be_placed(p, v, FRENCH)]
            else:
                home = hq_cell(p, u)
                cells = [] if home is None else [home]
            found += [Action("rearm", p.name(u), p.label(cell)) for cell in cells]
        return found

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        if action.kind not in ("restore", "return", "rearm"):
            return None
        u = unit_named(p, action.unit, self.side, self.cases)
        if isinstance(u, Refusal):
            return u
        if action.kind == "rearm":
            return self._why_no_gun(p, u, action)
        return (
            self._why_barred(p, u, action.value)
            or (self._why_not_restored(p, u) if action.kind == "restore" else self._why_not_returned(p, u, action))
            or (None if self.points else Refusal("No replacements are left this turn", ("6.31",)))
        )

    def _why_barred(self, p: Position, u: int, wanted: int) -> Refusal | None:
        """What bars a unit from replacements of any kind."""
        c, name = p.c, p.name(u)
        if c.gun[u]:
            return Refusal(f"{name} is artillery: it takes no replacements", ("6.33",))
        if c.kind[u] == "remnant":
            return Refusal(f"{name} is a remnant: it takes no replacements", ("14.42",))
        if self._pioneer_barred(p, u):
            return Refusal("One replacement a turn at most goes to pioneers, and it is spent", ("6.33a",))
        if self.points and wanted > self.points:
            return Refusal(f"Only {counted(self.points, 'replacement')} left this turn", ("6.31",))
        return None

    def _why_not_restored(self, p: Position, u: int) -> Refusal | None:
        name, state = p.name(u), p.status[u]
        if not p.on_map(u):
            return Refusal(f"{name} {where_it_is(p, u)}: only a unit on the map is restored", ("6.32",))
        if not p.is_reduced(u):
            return Refusal(f"{name} is not reduced", ("6.32",))
        if state & UNSUPPLIED:
            return Refusal(f"{name} is out of supply", ("6.33", "6.16b"))
        return Refusal(f"{name} is demoralized", ("6.33", "12.3b")) if state & DEMORALIZED else None

    def _why_not_returned(self, p: Position, u: int, action: Action) -> Refusal | None:
        c, name = p.c, p.name(u)
        if p.place[u] == c.box["surrendered"]:
            return Refusal(f"{name} has surrendered and never returns", ("9.7", "6.33"))
        if p.place[u] != c.box["eliminated"]:
            return Refusal(f"{name} {where_it_is(p, u)}: only an eliminated unit returns", ("6.32",))
        if c.hq[u]:
            if action.value != 1:
                return Refusal(f"{name} is an HQ: it returns for one replacement", ("6.32",))
            return self._why_not_there(p, action)
        if c.kind[u] == "hunter":
            return Refusal(f"{name} is a hunter: once eliminated it never returns", ("14.6",))
        corps = p.corps_of(u)
        if not corps:
            return Refusal(f"{name} is of the 16th Division, which has no corps: it never returns", ("14.2",))
        if c.kind[u] == "pioneer" and action.value > 1:
            return Refusal("One replacement a turn at most goes to pioneers: they return reduced", ("6.33a",))
        if action.value not in (1, 2):
            return Refusal(f"{name} returns reduced for one replacement or full for two", ("6.32",))
        return self._why_no_home(p, u) or (
            Refusal(f"{name} returns with its HQ: choose no hex", ("6.33b",)) if action.cell else None
        )

    def _why_no_home(self, p: Position, u: int) -> Refusal | None:
        """Why a unit cannot come back with its HQ (6.33b, 6.33d)."""
        hq = p.c.hq_of[p.corps_of(u)]
        if not p.on_map(hq):
            return Refusal(f"Its HQ {p.name(hq)} {where_it_is(p, hq)}", ("6.33b",))
        if p.status[hq] & UNSUPPLIED:
            return Refusal(f"Its HQ {p.name(hq)} is out of supply", ("6.33b",))
        if not may_be_placed(p, p.place[hq], self.side):
            return Refusal(f"Its HQ {p.name(hq)} stands in an enemy zone of control", ("6.33d",))
        return None

    def _why_not_there(self, p: Position, action: Action) -> Refusal | None:
        """Why an HQ cannot come back in a hex (6.33c, 6.33d)."""
        cell = cell_named(p, action.cell, ("6.33c",))
        if isinstance(cell, Refusal):
            return cell
        if cell in hq_cells(p, self.side):
            return None
        label, side = action.cell, self.side
        if side == FRENCH and cell not in p.c.verdun:
            return Refusal(f"French HQs return in Verdun, and {label} is no hex of it", ("6.33c",))
        if side == GERMAN and not p.c.north_of_line(cell):
            return Refusal(f"German HQs return north of the trench line, and {label} is not", ("6.33c",))
        if p.enemy_holds(cell, side):
            return Refusal(f"{label} is held by the enemy", ("6.33d",))
        if not may_be_placed(p, cell, side):
            return Refusal(f"{label} lies in an enemy zone of control", ("6.33d",))
        if side == FRENCH:
            return Refusal(f"{label} is in German hands", ("6.33c",))
        if p.shelled[cell]:
            return Refusal(f"{label} is interdicted: no road leads through it", ("6.33c",))
        return Refusal(f"No open road leads from {label} to a supply source", ("6.33c",))

    def _why_no_gun(self, p: Position, u: int, action: Action) -> Refusal | None:
        name = p.name(u)
        if not self.petain:
            used = self.side == FRENCH and p.turn == p.c.petain_turn
            why = "Petain has returned his one gun" if used else "One lost French gun returns, on February 26 only"
            return Refusal(why, ("14.7",))
        if not p.c.gun[u]:
            return Refusal(f"{name} is no artillery", ("14.7",))
        if p.place[u] != p.c.box["eliminated"]:
            return Refusal(f"{name} {where_it_is(p, u)}: only an eliminated gun returns", ("14.7",))
        cell = cell_named(p, action.cell, ("14.7",))
        if isinstance(cell, Refusal):
            return cell
        if u == p.c.railroad:
            return Refusal(f"{name} returns on rails of yours out of enemy zones, not in {action.cell}", ("14.34", "6.33d"))
        if p.corps_of(u) == "":
            return Refusal(f"{name} returns in Verdun out of enemy zones, not in {action.cell}", ("14.7", "6.33d"))
        return self._why_no_home(p, u) or Refusal(f"{name} returns with its HQ, not in {action.cell}", ("6.33b",))

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        u = p.c.unit[action.unit]
        points, pioneers, petain = self.points, self.pioneers_done, self.petain
        if action.kind == "restore":
            p.steps[u] = 2
            points -= 1
            p.say("replacement", f"{{{p.name(u)}}} is restored to full strength", ("6.32",))
        else:
            cell = p.c.board.index[action.cell] if action.cell else hq_cell(p, u)
            assert cell is not None
            p.status[u] = 0
            p.steps[u] = action.value if p.c.steps[u] == 2 else 1
            p.put(u, cell)
            points -= action.value
            petain = petain and action.kind != "rearm"
            case = "14.7" if action.kind == "rearm" else "6.32"
            p.say("replacement", f"{{{p.name(u)}}} returns in {{{p.label(cell)}}}", (case,))
        pioneers = pioneers or p.c.kind[u] == "pioneer"
        _ask(p, Replacements(self.side, points, pioneers, petain))
