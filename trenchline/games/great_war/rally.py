"""Rally in the reorganization: one attempt for each unit that is not in good order (BP 12.2, GL 17.7)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.actions import DONE, Action, Refusal
from ...core.charts import Odds, of_kind, total
from ...core.state import Side, Unit, Units
from .position import Choice, DiceRoll, Position
from .states import BURIED, DISORDERED, ENTRENCHED


def begin_rally(p: Position, side: int) -> None:
    """Each seat of a side for its own units."""
    for seat in reversed(p.seating.sharing(side)):
        mine = [u for u in p.units(side) if p.seating.of_nation[p.c.nation[u]] == seat]
        units = tuple(u for u in mine if p.status[u] & DISORDERED)
        if units:
            p.stack.append(Rally(side, units))


class Rally(Choice[Position], frozen=True):
    """Name who tries next; the order is the owner's, nobody is left out."""

    side: Side
    units: Units  # who has not tried

    topic = "rally"
    implied_kind = "rally"
    labels = {"done": "All the others try in turn", "rally": "{unit} tries next"}

    def player(self, p: Position) -> int:
        return p.seating.of_nation[p.c.nation[self.units[0]]]

    def prompt(self, p: Position) -> str:
        return "Rally: choose who tries first, or let all try in turn."

    def options(self, p: Position) -> Sequence[Action]:
        return [*(Action("rally", p.name(u)) for u in self.units), DONE]

    def default(self, p: Position) -> Action:
        """All in turn: the order does not matter."""
        return DONE

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        u = p.c.unit.get(action.unit)
        if u is None:
            return None
        why = "has tried in this turn" if p.status[u] & DISORDERED else "is in good order"
        return Refusal(f"{action.unit} {why}", p.cite(self.topic))

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            p.stack += [RallyRoll(u) for u in reversed(self.units)]
            return
        u = p.c.unit[action.unit]
        rest = tuple(v for v in self.units if v != u)
        if rest:
            p.stack.append(msgspec.structs.replace(self, units=rest))
        p.stack.append(RallyRoll(u))

    def odds(self, p: Position, action: Action) -> Odds | None:
        u = p.c.unit.get(action.unit)
        return rally_odds(p, u) if u is not None else None


def rally_odds(p: Position, u: int) -> Odds:
    terms = of_kind("die", p.rally_terms(u))
    table = p.c.tables["rally"]
    return table.odds(f"{p.name(u)} rallies", p.rally_row(u), terms)


class RallyRoll(DiceRoll[Position], frozen=True):
    """One die (BP 12.2)."""

    unit: Unit

    topic = "rally"

    def prompt(self, p: Position) -> str:
        return f"{{{p.name(self.unit)}}} tries to rally: roll one die."

    def odds(self, p: Position, action: Action) -> Odds | None:
        return rally_odds(p, self.unit)

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        odds, table = rally_odds(p, self.unit), p.c.tables["rally"]
        result = table.result(p.rally_row(self.unit), faces[0] + total(odds.lines))
        rallied = result == table.results[0]
        p.settle_rally(self.unit, rallied)
        text = "rallies" if rallied else "does not rally"
        p.say("rally", f"{{{p.name(self.unit)}}} {text}", p.cite("rally_test"), dice=faces, result=result, odds=odds)


def recover(p: Position, u: int) -> None:
    """Good order again; who was turned out of his trench by suppression and has not moved is back in it (BP-R24)."""
    p.mark(u, DISORDERED, False)
    if p.status[u] & BURIED:
        p.mark(u, BURIED, False)
        p.mark(u, ENTRENCHED)
