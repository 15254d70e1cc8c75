"""9.5 Elimination, 9.6 Disruption and 9.7 Demoralization: how units get worse, and what becomes of them."""

from __future__ import annotations

from ...core.charts import Odds, Outcome
from ...core.state import Unit
from .components import SIDES
from .fog import tell
from .position import DEMORALIZED, DISRUPTED, RESERVE, DiceRoll, Position


def disrupt(p: Position, u: int, case: str) -> None:
    """One level down: Disrupted, Demoralized, eliminated and checked (9.6d, 9.6e, 9.7f)."""
    state = p.status[u]
    if state & DEMORALIZED:
        eliminate(p, u, case)
    elif state & DISRUPTED:
        demoralize(p, u, case)
    else:
        p.status[u] = (state | DISRUPTED) & ~RESERVE  # 8.2j
        tell(p, "status", [u], f"{{{p.name(u)}}} is Disrupted", "", (case,))


def demoralize(p: Position, u: int, case: str) -> None:
    """A unit that is not Demoralized becomes so."""
    if not p.status[u] & DEMORALIZED:
        p.status[u] = (p.status[u] | DEMORALIZED) & ~(DISRUPTED | RESERVE)
        tell(p, "status", [u], f"{{{p.name(u)}}} is Demoralized", "", (case,))


def lose_step(p: Position, u: int, case: str) -> None:
    """A gun loses the first of its two steps; with the second it is gone (4.6d)."""
    assert p.steps[u] == 2
    p.steps[u] = 1
    tell(p, "loss", [u], f"{{{p.name(u)}}} loses a step", "", (case,))


def eliminate(p: Position, u: int, case: str) -> None:
    """Lost to attrition or siege fire, or cornered in combat: a die says whether for good (6.1c, 9.5b, CA-R36)."""
    to_pool(p, u, case)
    p.stack.append(EliminationRoll(u, case.startswith("6.")))


def to_pool(p: Position, u: int, case: str) -> None:
    """Eliminated, and back to the Force Pool to be bought again (9.5b)."""
    side = p.c.side[u]
    p.say("eliminated", f"{{{p.name(u)}}} is eliminated in {{{p.label(p.place[u])}}}", (case,))
    p.put(u, p.c.box["pool"])
    p.status[u], p.mp[u], p.steps[u] = 0, 0, p.c.steps[u]
    p.lost[side] += 1


def for_good(p: Position, u: int, case: str) -> None:
    """Permanently eliminated: it can never be mobilized again (5.0b)."""
    p.put(u, p.c.box["eliminated"])
    p.lost[2 + p.c.side[u]] += 1
    p.say("eliminated", f"{{{p.name(u)}}} is lost for good", (case,))


class EliminationRoll(DiceRoll, frozen=True):
    """1-2: permanently eliminated; else the Force Pool (9.5b)."""

    unit: Unit
    attrition: bool = False  # what it was lost to; else in combat or under siege fire

    cases = ("9.5b", "6.1c")

    def prompt(self, p: Position) -> str:
        return f"Is {{{p.name(self.unit)}}} lost for good? Roll one die."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        lost, case = faces[0] in p.c.permanent, "6.1c" if self.attrition else "9.5b"
        text = f"{{{p.name(self.unit)}}} {'is lost for good' if lost else 'goes to the Force Pool'}"
        p.say("roll", text, (case,), dice=faces, result="permanent" if lost else "pool", odds=self.odds(p, None))
        if lost:
            for_good(p, self.unit, case)

    def odds(self, p: Position, action: object) -> Odds:
        share = len(p.c.permanent) / 6
        outcomes = [Outcome("permanent", share, "lost for good"), Outcome("pool", 1 - share, "to the Force Pool")]
        return Odds(f"Permanent elimination of {p.name(self.unit)} ({SIDES[p.c.side[self.unit]]})", [], "", outcomes)
