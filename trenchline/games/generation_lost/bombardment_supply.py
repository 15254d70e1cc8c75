"""8.4 Bombardment supply: one HQ is named for all guns of the segment, and spent if they fire."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import DONE, Action, Refusal
from ...core.decisions import Automatic, Stake
from ...core.state import Side
from ...core.wording import counted
from ..great_war.lines import distances
from ..great_war.modes import default_facing
from ..great_war.position import Choice
from ..great_war.records import Return
from ..great_war.states import DISORDERED, FIRED, FLIPPED, HELD, SPENT, SUPPLY
from ..great_war.units import leave
from .components import GERMAN
from .position import Position

MODES = ("supply", "command")

# ------------------------------------------------------------------------------------------------ 8.4.1 paths


def free_shells(p: Position) -> bool:
    """On February 21 all guns have supply and no HQ is spent (19.1.5(e), GL-R268)."""
    return p.turn in p.s.spec.free_supply


def good_headquarters(p: Position, side: int) -> list[int]:
    return [h for h in p.c.hqs[side] if p.on_map(h) and p.good_order(h)]


def path_leads(p: Position, u: int, hq: int) -> bool:
    """Whether a path of any length, free of enemies and their zones, leads from a gun to an HQ (8.4.1, GL-R74, GL-R78)."""
    place = p.place[hq]
    return p.place[u] == place or p.place[u] in distances(p, p.c.side[hq], place, p.c.board.size)


def cut_off(p: Position, u: int) -> bool:
    """Whether no path leads from a gun to any HQ in good order (8.4.3, GL-R267)."""
    return not any(path_leads(p, u, h) for h in good_headquarters(p, p.c.side[u]))


def needs_no_hq(p: Position, u: int) -> bool:
    return u == p.c.off_map_guns or free_shells(p)  # 20.4.3(1), GL-R251


def supplied(p: Position, u: int) -> bool:
    """A path to the HQ that was named."""
    return needs_no_hq(p, u) or any(path_leads(p, u, h) for h in p.fire_supply)


def why_no_shells(p: Position, u: int) -> Refusal | None:
    """Without an HQ in good order on the map nobody bombards; if none was named only guns that are cut off do (8.4, 8.4.3,
    GL-R22, GL-R23, GL-R267)."""
    if needs_no_hq(p, u):
        return None
    if not any(p.on_map(h) and p.good_order(h) for h in p.c.hqs[p.c.side[u]]):
        return Refusal("No HQ in good order is on the map: nobody bombards", ("8.4",))
    if not p.fire_supply and not cut_off(p, u):
        return Refusal(f"No HQ was named to supply the guns, and {p.name(u)} is not cut off", ("8.4", "8.4.2"))
    return None


# ------------------------------------------------------------------------------------------------ 8.4.2 naming and spending


def begin_supply(p: Position, side: int) -> None:
    """HQs may change their mode, then one is named (12.8.2(c), GL-R266)."""
    p.fire_supply = ()
    for h in p.c.hqs[side]:
        p.status[h] &= ~FLIPPED
    decision = ShellSupply(side)
    if len(decision.options(p)) > 1:
        p.stack.append(decision)


def refuse_mode(p: Position, hq: int, mode: str) -> Refusal | None:
    """An HQ changes its mode once at the start of a segment; one that stayed after the guns had its shells does not (12.8.2(c),
    20.4.2(2), GL-R99, GL-R305)."""
    name, now = p.name(hq), "supply" if p.status[hq] & SUPPLY else "command"
    if not p.on_map(hq) or p.is_engaged(hq):
        return Refusal(f"{name} cannot change its mode", ("12.8.2(c)",))
    if p.status[hq] & HELD:
        return p.hindrance(hq)
    if mode == now or mode not in MODES:
        return Refusal(f"{name} is in {now.capitalize()} Mode", ("12.8.2(c)",))
    if p.status[hq] & FLIPPED:
        return Refusal(f"{name} has changed its mode in this segment", ("12.8.2(c)",))
    if p.status[hq] & FIRED:
        return Refusal(f"{name} supplied the guns and stays in Supply Mode", ("20.4.2(2)",))
    return None


def refuse_mode_now(p: Position, hq: int, mode: str) -> Refusal | None:
    """Before the bombardment nobody can leave a square: an HQ that turns to supply must be alone there (GL-R70)."""
    refusal = refuse_mode(p, hq, mode)
    if refusal is None and mode == "supply" and len(p.stacks[p.place[hq]]) > 1:
        where = p.label(p.place[hq])
        return Refusal(f"{p.name(hq)} shares {where}: an HQ in Supply Mode stands alone", ("10.4-Supply", "12.8.2(c)"))
    return refusal


def refuse_name(p: Position, hq: int) -> Refusal | None:
    name = p.name(hq)
    if not p.on_map(hq) or not p.status[hq] & SUPPLY:
        return Refusal(f"{name} is not on the map in Supply Mode", ("8.4.2",))
    if p.status[hq] & DISORDERED or p.is_engaged(hq):
        return Refusal(f"{name} is not in good order", ("8.4.2",))
    if p.status[hq] & HELD:
        return Refusal(f"{name} is not released yet and gives no supply", ("19.3.5(c)",))
    return None


class ShellSupply(Choice[Position], frozen=True):
    """Change the modes of HQs; then name the one that supplies the guns, or none."""

    side: Side

    cases = ("8.4.2", "8.1", "12.8.2(c)")
    implied_kind = "supply"
    labels = {
        "supply": "{unit} supplies the guns",
        "flip supply": "{unit} to Supply Mode",
        "flip command": "{unit} to Command Mode",
        "done": "No HQ supplies the guns",
    }

    def prompt(self, p: Position) -> str:
        if free_shells(p):
            return "Bombardment: all guns have supply; change the modes of HQs, or go on."
        return "Bombardment: change the modes of HQs, then choose an HQ in Supply Mode to supply the guns, or none."

    def label(self, p: Position, action: Action) -> str:
        return "Go on" if action == DONE and free_shells(p) else super().label(p, action)

    def options(self, p: Position) -> Sequence[Action]:
        hqs = p.c.hqs[self.side]
        flips = [Action("flip", p.name(h), mode=mode) for h in hqs for mode in MODES if refuse_mode_now(p, h, mode) is None]
        named = [] if free_shells(p) else [Action("supply", p.name(h)) for h in hqs if refuse_name(p, h) is None]
        return [*flips, *named, DONE]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        u = p.c.unit.get(action.unit)
        if u is None:
            return None
        if not p.c.hq[u] or p.c.side[u] != self.side:
            return Refusal(f"{action.unit} is no HQ of yours", self.cases)
        if action.kind == "flip":
            return refuse_mode_now(p, u, action.mode)
        if action.kind == "supply" and free_shells(p):
            return Refusal("All guns have supply on February 21: no HQ is spent", ("19.1.5(e)",))
        return refuse_name(p, u) if action.kind == "supply" else None

    def stake(self, p: Position, action: Action) -> Stake | None:
        """Without an HQ that is spent on them the guns are silent (8.4)."""
        if action != DONE or free_shells(p):
            return None
        guns = [u for u in p.c.guns[self.side] if p.on_map(u) and why_no_shells(p, u) is not None]
        if not guns:
            return None
        return Stake(f"{counted(len(guns), 'gun')} will not fire (8.4)", tuple(p.name(u) for u in guns), grave=True)

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        u = p.c.unit[action.unit]
        if action.kind == "flip":
            change_mode(p, u, action.mode)
            p.stack.append(self)
        else:
            p.fire_supply = (u,)
            p.say("supply", f"{{{action.unit}}} supplies the guns", ("8.4.2",))


def change_mode(p: Position, hq: int, mode: str) -> None:
    p.status[hq] |= FLIPPED
    p.mark(hq, SUPPLY, mode == "supply")
    p.facing[hq] = p.c.nowhere if mode == "supply" else default_facing(p, hq, p.place[hq])
    p.say("flip", f"{{{p.name(hq)}}} is now in {mode.capitalize()} Mode", ("12.8.2(c)",))


def draw_shells(p: Position, guns: Sequence[int]) -> None:
    """The named HQ is spent once guns fire that are not cut off from all HQs (8.4.2, 8.4.3, GL-R20, GL-R23)."""
    if any(not needs_no_hq(p, u) and not cut_off(p, u) for u in guns):
        for h in p.fire_supply:
            p.status[h] |= FIRED


class ShellsSpent(Automatic[Position], frozen=True):
    """After the last ground bombardment the spent HQ leaves, before the airmen bombard (8.1, GL-R21). With Increase Supply the
    German one stays for the assaults (20.4.2(2), GL-R305)."""

    side: Side

    def run(self, p: Position) -> None:
        for h in p.c.hqs[self.side]:
            p.status[h] &= ~FLIPPED
        stays = self.side == GERMAN and "increase_supply" in p.operations and not p.lull
        if not stays:
            send_back(p, p.fire_supply)
        p.fire_supply = ()


def artillery_hq_leaves(p: Position, side: int) -> None:
    """At the end of the assaults: one that supplied an assault, too, rolls for its return instead (20.4.2(2), GL-R305)."""
    send_back(p, [h for h in p.c.hqs[side] if not p.status[h] & SPENT])


def send_back(p: Position, hqs: Sequence[int]) -> None:
    """An HQ that gave the guns their shells is back in the next turn's movement, free of cost (8.4.2, 17.5.2, GL-R21)."""
    for h in hqs:
        if p.on_map(h) and p.status[h] & FIRED:
            leave(p, h, "returning")
            p.returning += (Return(h, p.turn + 1, "free"),)
            p.say("hq", f"{{{p.name(h)}}} is spent on the guns and returns in the next turn", ("8.4.2",))
