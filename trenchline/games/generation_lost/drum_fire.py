"""20.4.2(4) Drum Fire: three heavy guns or more may strike a second square beside the first."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.actions import DONE, Action, Refusal
from ...core.charts import Odds
from ...core.decisions import Automatic
from ...core.state import Side, Units
from ..great_war.bombardment import Resolve
from ..great_war.position import Choice, DiceRoll
from ..great_war.records import Barrage
from .bombardment import fort_targets
from .bombardment_supply import draw_shells
from .components import GERMAN
from .counter_battery import Answer
from .position import Position

ENOUGH = 3  # heavy guns


def drums(p: Position, barrage: Barrage) -> bool:
    """Whether a bombardment may become drum fire."""
    heavy = sum(p.c.heavy[u] for u in barrage.guns)
    return barrage.side == GERMAN and "drum_fire" in p.operations and heavy >= ENOUGH


def push_bombardment(p: Position) -> None:
    """Shells are drawn; the enemy answers once it is known whether the fire strikes a second square (GL-R275)."""
    barrage = p.barrage
    assert barrage is not None
    draw_shells(p, barrage.guns)
    drumming = drums(p, barrage)
    if drumming:
        p.stack.append(SecondBombardment(barrage.guns))
    p.stack += [Resolve(), Answer(p.enemy(barrage.side))]
    if drumming:
        p.stack.append(DrumFireRoll())


class DrumFireRoll(DiceRoll[Position], frozen=True):
    """One die before counter-battery fire (GL-R275)."""

    cases = ("20.4.2(4)",)

    def prompt(self, p: Position) -> str:
        return "Drum Fire: roll one die."

    def odds(self, p: Position, action: Action) -> Odds | None:
        return Odds("Drum Fire", [], "", p.c.tables["drum_fire"].outcomes("any"))

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        result = p.c.tables["drum_fire"].result("any", faces[0])
        second = result == "second square"
        text = "Drum Fire strikes a second square" if second else "Drum Fire strikes the target alone"
        p.say("bombard", text, self.cases, dice=faces, result=result, odds=p.c.tables["drum_fire"].odds("Drum Fire"))
        if second and len((choice := SecondSquare(GERMAN)).options(p)) > 1:
            p.stack.append(choice)


class SecondSquare(Choice[Position], frozen=True):
    """A legal target next to the first; the river does not matter (GL-R275)."""

    side: Side

    cases = ("20.4.2(4)",)
    implied_kind = "target"
    labels = {"done": "The first square alone", "target": "Drum Fire on {cell}", "fort": "Drum Fire on the fort in {cell}"}

    def prompt(self, p: Position) -> str:
        assert p.barrage is not None
        return f"Drum Fire: choose a second square next to {{{p.label(p.barrage.target)}}}, or strike it alone."

    def options(self, p: Position) -> Sequence[Action]:
        assert p.barrage is not None
        guns, near = list(p.barrage.guns), p.c.board.neighbours[p.barrage.target]
        sums, own = p.factors_on(guns), p.c.bit[self.side]
        open_ = [x for x in near if not p.present[x] & own and p.why_closed(x) is None and sums[x] >= p.c.least[p.shell_row(x)]]
        forts = [x for x in fort_targets(p, self.side, guns) if x in near]
        return [*(p.c.targets[x] for x in open_), *(Action("fort", cell=p.label(x)) for x in forts), DONE]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        return Refusal(f"{action.cell} is no target next to the first for these guns", self.cases) if action.cell else None

    def take(self, p: Position, action: Action) -> None:
        assert p.barrage is not None
        if action == DONE:
            return
        cell = p.c.board.index[action.cell]
        p.drum_fire = msgspec.structs.replace(p.barrage, target=cell, inside=action.kind == "fort")
        p.say("bombard", f"Drum Fire falls on {{{action.cell}}} too", self.cases)


class SecondBombardment(Automatic[Position], frozen=True):
    """Every gun that counter-battery fire left fires once more with its full factors, if it has the second square in range and
    can harm it (GL-R275)."""

    guns: Units

    def run(self, p: Position) -> None:
        barrage, p.drum_fire = p.drum_fire, None
        if barrage is None:
            return
        silent = [u for u in self.guns if not self._fires(p, u, barrage)]
        p.barrage = msgspec.structs.replace(barrage, silenced=tuple(silent))
        p.stack.append(Resolve())

    def _fires(self, p: Position, u: int, barrage: Barrage) -> bool:
        reached = p.good_order(u) and p.gun_reaches(u, barrage.target)
        return reached and p.gun_factor(u, barrage.target, barrage.inside) > 0
