"""7.6 Advance after combat."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import DONE, Action, Refusal
from ...core.decisions import About, about
from ...core.naming import no_such_cell
from ...core.state import Side, Units
from .position import EXPLOITED, Automatic, Choice, Position
from .refusals import closed_to, not_of, off_the_map, too_full
from .stacking import fits


class BeginAdvance(Automatic, frozen=True):
    """The victors may enter the hexes that the enemy has left (7.6V-a, 7.6V-d)."""

    side: Side

    def run(self, p: Position) -> None:
        _ask_if_any_can(p, Advance(self.side, ()))


def _ask_if_any_can(p: Position, decision: Advance) -> None:
    if len(decision.options(p)) > 1:
        p.stack.append(decision)


class Advance(Choice, frozen=True):
    """Advance units one by one, each a single hex whatever its cost and zone (7.6V-a, 7.6V-b, 7.6V-c, VV-R58)."""

    side: Side
    units: Units  # that have advanced

    implied_kind = "advance"
    cases = ("7.6V-a", "7.6V-c")
    labels = {"done": "Advance no further"}

    def prompt(self, p: Position) -> str:
        cells = ", ".join(f"{{{p.label(cell)}}}" for cell in self._hexes_left(p))
        return f"The enemy has left {cells}: advance units, or stop."

    def about(self, p: Position) -> About | None:
        return about(p, self.units, self._hexes_left(p))

    def _hexes_left(self, p: Position) -> list[int]:
        """Attacked hexes without a defender, or hexes the attackers came from (7.6V-a)."""
        fight = p.fight
        assert fight is not None
        cells = fight.targets if self.side == fight.side else (*fight.origins, *fight.exposed_cells)
        barred = p.barred(self.side)
        mine = {p.place[u] for u in self.units}
        return [cell for cell in dict.fromkeys(cells) if not barred[cell] and (not p.present[cell] or cell in mine)]

    def _able_to_advance(self, p: Position) -> list[int]:
        """Units that fought and stand where they fought, HQs left out (VV-R58)."""
        fight = p.fight
        assert fight is not None
        if self.side == fight.side:
            stood = dict(zip((*fight.attackers, *fight.exposed), (*fight.origins, *fight.exposed_cells), strict=True))
        else:
            stood = {u: p.place[u] for u in fight.defenders if p.place[u] in fight.targets}
        return [u for u, cell in stood.items() if u not in self.units and p.place[u] == cell and not p.c.hq[u]]

    def options(self, p: Position) -> Sequence[Action]:
        near, able = p.c.board.neighbours, self._able_to_advance(p)
        found = [
            Action("advance", p.name(u), p.label(cell))
            for cell in self._hexes_left(p)
            for u in able
            if cell in near[p.place[u]] and fits(p, (u,), cell)
        ]
        return [*found, DONE]

    def default(self, p: Position) -> Action:
        """The strongest of the attackers takes an attacked hex that is vacant; once somebody has, the others stay."""
        if p.fight is None or self.side != p.fight.side:
            return DONE
        vacant = {p.label(cell) for cell in self._hexes_left(p) if not p.present[cell]}
        takers = [a for a in self.options(p) if a.cell in vacant]
        return max(takers, key=lambda a: p.value(p.c.unit[a.unit]), default=DONE)

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action == DONE:
            return None
        if action != Action("advance", action.unit, action.cell) or not action.unit or not action.cell:
            return Refusal("Choose a unit and the hex it advances into, or stop", self.cases)
        refusal = not_of(p, action.unit, self.side, "7.6V-a")
        if refusal is not None:
            return refusal
        u, cell = p.c.unit[action.unit], p.c.board.index.get(action.cell)
        if cell is None:
            return no_such_cell(p, action.cell, ("7.6V-a",))
        if u in self.units:
            return Refusal(f"{action.unit} has advanced; an advance is one hex", ("7.6V-c",))
        if u not in self._able_to_advance(p):
            return self._why_not_advance(p, u)
        if cell not in self._hexes_left(p):
            return closed_to(p, self.side, cell, "7.6V-a") or Refusal(
                f"{action.cell} is not a hex that the enemy has left in this combat", ("7.6V-a",)
            )
        if cell not in p.c.board.neighbours[p.place[u]]:
            return Refusal(f"{action.cell} is not next to {action.unit}", ("7.6V-c",))
        return None if fits(p, (u,), cell) else too_full(p, cell)

    def _why_not_advance(self, p: Position, u: int) -> Refusal:
        name, fight = p.name(u), p.fight
        assert fight is not None
        if p.c.hq[u]:
            return Refusal(f"{name} is an HQ and does not advance", ("7.6V-a", "VV-R58"))
        refusal = off_the_map(p, u)
        if refusal is not None:
            return refusal
        if u in fight.guns or u in fight.support:
            return Refusal(f"{name} supported from afar and does not advance", ("7.6V-a", "VV-R58"))
        if u in fight.sheltered:
            return Refusal(f"{name} only sheltered in the hex and did not fight", ("7.1g",))
        if u in fight.attackers or u in fight.exposed or u in fight.defenders:
            return Refusal(f"{name} has retreated and does not advance", ("7.6V-a",))
        return Refusal(f"{name} took no part in the combat", ("7.6V-a",))

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        u, cell = p.c.unit[action.unit], p.c.board.index[action.cell]
        p.put(u, cell)
        assert p.fight is not None
        if self.side == p.fight.side:
            p.status[u] |= EXPLOITED  # 5.4c
        p.say("advance", f"{{{p.name(u)}}} advances into {{{action.cell}}}", ("7.6V-a",))
        _ask_if_any_can(p, Advance(self.side, (*self.units, u)))
