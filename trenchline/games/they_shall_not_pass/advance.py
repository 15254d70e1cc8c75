"""9.6 Advances after combat."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import DONE, Action, Refusal
from ...core.charts import total
from ...core.naming import cell_named
from ...core.state import Units
from .assault_forces import defended
from .naming import closed_to, river_between, unit_on_map
from .position import Automatic, Choice, Position
from .stacking import fits
from .strength import defence_lines
from .terrain import open_side


class BeginAdvance(Automatic, frozen=True):
    """The attackers may enter a hex left vacant, if none of them retreated (9.6, 9.53): free, in any zone (8.13, 8.46)."""

    def run(self, p: Position) -> None:
        fight = p.fight
        assert fight is not None
        if fight.retreated or defended(p, fight.target, fight.side) or p.present[fight.target]:
            return
        _ask(p, Advance((), (), ()))


def _ask(p: Position, decision: Advance) -> None:
    if len(decision.options(p)) > 1:
        p.stack.append(decision)


class Advance(Choice, frozen=True):
    """Advance units one by one: pioneers' stacks first and perhaps one hex beyond, then the others (9.6, 9.61)."""

    stopped: Units  # advanced into the attacked hex
    beyond: Units  # went on past it
    goals: tuple[tuple[int, int], ...]  # for each pioneer stack that went on: where it stood, where it went

    implied_kind = "advance"
    cases = ("9.6", "9.61")
    labels = {"done": "Advance no further"}

    def player(self, p: Position) -> int:
        assert p.fight is not None
        return p.fight.side

    def prompt(self, p: Position) -> str:
        assert p.fight is not None
        return f"{{{p.label(p.fight.target)}}} is empty: advance units, or stop."

    def options(self, p: Position) -> Sequence[Action]:
        fight = p.fight
        assert fight is not None
        found = []
        for u, origin in self._may_advance(p):
            if fits(p, u, fight.target):
                found.append(Action("advance", p.name(u), p.label(fight.target)))
            found += [Action("advance", p.name(u), p.label(cell)) for cell in self._hexes_beyond(p, u, origin)]
        return [*found, DONE]

    def default(self, p: Position) -> Action:
        """The strongest takes the hex that was fought for; once somebody has, the others stay."""
        assert p.fight is not None
        won = p.label(p.fight.target)
        takers = [a for a in self.options(p) if a.cell == won] if not p.present[p.fight.target] else []
        return max(takers, key=lambda a: total(defence_lines(p, p.c.unit[a.unit])), default=DONE)

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        fight = p.fight
        assert fight is not None
        if action != Action("advance", action.unit, action.cell):
            return None
        u = unit_on_map(p, action, fight.side, ("9.6",))
        if isinstance(u, Refusal):
            return u
        if u in (*self.stopped, *self.beyond):
            return Refusal(f"{action.unit} has advanced already", ("9.6",))
        if u not in dict(self._may_advance(p)):
            if u in fight.guns:
                return Refusal(f"{action.unit} advances only with infantry it is stacked with, and after it", ("9.63",))
            return Refusal(f"{action.unit} did not attack: only attackers advance", ("9.6",))
        cell = cell_named(p, action.cell, ("9.6",))
        if isinstance(cell, Refusal):
            return cell
        if cell == fight.target:
            return Refusal(f"{action.cell} would be over the stacking limit", ("9.6", "8.31"))
        return self._why_not_beyond(p, u, cell, action.cell)

    def _why_not_beyond(self, p: Position, u: int, cell: int, label: str) -> Refusal:
        """Why a unit may not go on into a hex past the attacked one."""
        fight = p.fight
        assert fight is not None
        name, stacks, origin = p.name(u), self._pioneer_stacks(p), self._origin(p, u)
        if p.c.gun[u]:
            return Refusal(f"{name} advances no farther than the attacked hex", ("9.63",))
        if origin not in stacks:
            return Refusal(f"{name} did not attack from a hex with pioneers: it enters the attacked hex only", ("9.61",))
        if any(self._origin(p, x) not in stacks for x in self.stopped):
            return Refusal("Others have advanced: the stacks with pioneers go first", ("9.61b",))
        beyond = p.c.board.distances(origin)[cell] == 2 and cell in p.c.board.neighbours[fight.target]
        born = [r for _, r in fight.remnants if p.c.side[r] != fight.side]
        if any(p.on_map(x) for x in (*fight.defenders, *born)):
            if fight.retreat < 2:
                return Refusal("Pioneers go on only after a retreat of two hexes or more", ("9.61",))
            if cell not in fight.first_hexes:
                return Refusal(f"{label} is not the first hex of the enemy's retreat", ("9.61",))
        elif not beyond:
            return Refusal(f"{label} does not lie beyond the attacked hex", ("9.61a",))
        barred = closed_to(p, fight.side, cell) or river_between(p, fight.target, cell)
        if barred is not None:
            return barred
        gone = dict(self.goals).get(origin)
        if gone not in (None, cell):
            assert gone is not None
            return Refusal(f"The others of its stack went to {p.label(gone)}", ("9.61b",))
        if not self._somebody_stays(p, u):
            return Refusal("Somebody must stay in the attacked hex: advance one unit into it first", ("9.61b",))
        return Refusal(f"{label} would be over the stacking limit", ("9.6", "8.31"))

    def _may_advance(self, p: Position) -> list[tuple[int, int]]:
        """Attackers still where they attacked from, and supporting guns stacked with them (9.6, 9.63)."""
        fight = p.fight
        assert fight is not None
        moved = (*self.stopped, *self.beyond)
        found = [
            (u, origin)
            for u, origin in zip(fight.attackers, fight.origins, strict=True)
            if u not in moved and p.on_map(u) and p.place[u] == origin
        ]
        gone = {self._origin(p, u) for u in moved if not p.c.gun[u]}  # guns go with their infantry (TP-R102)
        return found + [(g, p.place[g]) for g in fight.guns if g not in moved and p.place[g] in gone]

    def _pioneer_stacks(self, p: Position) -> set[int]:
        """Where pioneers attacked from, even if they have been lost since (9.61)."""
        fight = p.fight
        assert fight is not None
        return {o for u, o in zip(fight.attackers, fight.origins, strict=True) if p.c.kind[u] == "pioneer"}

    def _hexes_beyond(self, p: Position, u: int, origin: int) -> list[int]:
        """Where a unit of a pioneer stack may go past the attacked hex (9.61, 9.61a, TP-R100)."""
        fight = p.fight
        assert fight is not None
        stacks = self._pioneer_stacks(p)
        if origin not in stacks or p.c.gun[u] or any(self._origin(p, x) not in stacks for x in self.stopped):
            return []
        if not self._somebody_stays(p, u):
            return []
        born = [r for _, r in fight.remnants if p.c.side[r] != fight.side]
        if any(p.on_map(x) for x in (*fight.defenders, *born)):
            cells = list(fight.first_hexes) if fight.retreat >= 2 else []
        else:
            far = p.c.board.distances(origin)
            cells = [n for n in p.c.board.neighbours[fight.target] if far[n] == 2]
        gone = dict(self.goals).get(origin)
        return [
            cell
            for cell in cells
            if cell not in p.c.closed
            and open_side(p.c, fight.target, cell)
            and not defended(p, cell, fight.side)
            and not p.enemy_holds(cell, fight.side)
            and gone in (None, cell)
            and fits(p, u, cell)
        ]

    def _somebody_stays(self, p: Position, u: int) -> bool:
        """Whether somebody stays in the attacked hex if a unit goes past it; pioneers alone need not (9.61b, 9.62)."""
        return bool(self.stopped) or all(p.c.kind[x] == "pioneer" for x in (*self.beyond, u))

    def _origin(self, p: Position, u: int) -> int:
        fight = p.fight
        assert fight is not None
        units, cells = (*fight.attackers, *fight.guns), (*fight.origins, *fight.gun_cells)
        return dict(zip(units, cells, strict=True))[u]

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        fight = p.fight
        assert fight is not None
        u, cell = p.c.unit[action.unit], p.c.board.index[action.cell]
        origin = p.place[u]
        stopped, beyond, goals = self.stopped, self.beyond, self.goals
        if cell == fight.target:
            stopped = (*stopped, u)
        else:
            p.occupy(fight.target, fight.side)
            beyond = (*beyond, u)
            goals = tuple({**dict(goals), origin: cell}.items())
        p.put(u, cell)
        p.say("advance", f"{{{p.name(u)}}} advances into {{{action.cell}}}", ("9.6",))
        _ask(p, Advance(stopped, beyond, goals))
