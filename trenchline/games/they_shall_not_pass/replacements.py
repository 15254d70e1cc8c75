"""6.3 Replacements, and Petain's artillery (14.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...core.actions import Action, DONE
from ...core.paths import trace
from ...core.state import Side
from .components import ENEMY, FRENCH, GERMAN
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
    cancelled = p.rules.infiltration and p.present[cell] == side + 1  # for all purposes (15.5)
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

    def player(self, p: Position) -> int:
        return self.side

    def prompt(self, p: Position) -> str:
        gun = " Petain may return one lost gun." if self.petain else ""
        return f"Replacements: {self.points} left. Restore a reduced unit, return a lost one, or stop.{gun}"

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
