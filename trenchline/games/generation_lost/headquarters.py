"""12.8.2 Corps HQs: their modes at the start of the movement. Those of the bombardment are in `bombardment_supply`."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import DONE, Action, Refusal
from ...core.decisions import Automatic, Stake
from ...core.state import Side
from ..great_war.careful import left_without_supply, supply_stake
from ..great_war.position import Choice
from ..great_war.states import FLIPPED, MOVED, SUPPLY
from .bombardment_supply import MODES, change_mode, refuse_mode
from .position import Position


class BeginModes(Automatic[Position], frozen=True):
    side: Side

    def run(self, p: Position) -> None:
        decision = MovementModes(self.side)
        if len(decision.options(p)) > 1:
            p.stack.append(decision)


class MovementModes(Choice[Position], frozen=True):
    """Change the modes of HQs before anybody moves; one that turns to supply stays where it is, and others that are there must
    leave in time (GL-R70)."""

    side: Side

    cases = ("12.8.2(c)",)
    implied_kind = "flip"
    labels = {"flip supply": "{unit} to Supply Mode", "flip command": "{unit} to Command Mode", "done": "Go on"}

    def prompt(self, p: Position) -> str:
        return "Movement: turn HQs to Supply or Command Mode before any unit moves, or go on."

    def options(self, p: Position) -> Sequence[Action]:
        hqs = p.c.hqs[self.side]
        return [*(Action("flip", p.name(h), mode=mode) for h in hqs for mode in MODES if refuse_mode(p, h, mode) is None), DONE]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        u = p.c.unit.get(action.unit)
        if u is None:
            return None
        if not p.c.hq[u] or p.c.side[u] != self.side:
            return Refusal(f"{action.unit} is no HQ of yours", self.cases)
        return refuse_mode(p, u, action.mode)

    def stake(self, p: Position, action: Action) -> Stake | None:
        if action != DONE:
            return None
        turning = [h for h in p.c.hqs[self.side] if refuse_mode(p, h, "supply") is None]
        return supply_stake(p, left_without_supply(p, p.units(self.side), turning), self.cases)

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        u = p.c.unit[action.unit]
        change_mode(p, u, action.mode)
        if action.mode == "supply":
            p.status[u] |= MOVED
        if len(self.options(p)) > 1:
            p.stack.append(self)


def turn_back(p: Position, side: int) -> None:
    """An HQ that turned to supply and is not alone when the movement ends turns back (10.4-Supply, GL-R70)."""
    for h in p.c.hqs[side]:
        turned = SUPPLY | FLIPPED
        if p.on_map(h) and p.status[h] & turned == turned and len(p.stacks[p.place[h]]) > 1:
            where = f"{{{p.name(h)}}} shares {{{p.label(p.place[h])}}}"
            p.say("hq", f"{where} and goes back to Command Mode: an HQ in Supply Mode stands alone", ("10.4-Supply",))
            change_mode(p, h, "command")
