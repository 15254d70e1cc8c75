"""10.5, 11.3 Fort squares: who may be on them, who is inside and who is outside, what forts make of zones of control."""

from __future__ import annotations

from ...core.actions import Action, Refusal
from ..great_war.states import DISRUPTED, INSIDE, SHELTERED
from .position import Position


def open_forts(p: Position, side: int) -> list[int]:
    """Enemy forts a side may pass: nobody is there but disrupted occupants (11.3.2, GL-R76)."""
    shut = INSIDE | DISRUPTED
    return [
        x
        for x in p.c.forts
        if p.enemy_holds(x, side) and not p.engaged(x) and all(p.status[u] & shut == shut for u in p.stacks[x])
    ]


# ------------------------------------------------------------------------------------------------ inside or outside


def occupant(p: Position, cell: int) -> int:
    """Who is in a fort; -1 for nobody."""
    return next((u for u in p.stacks[cell] if p.status[u] & INSIDE), -1)


def shelter_choices(p: Position, u: int) -> list[Action]:
    """A lone unit is inside or outside as its owner declares, of two he says which; once in a phase (10.5.5, 10.5.6)."""
    mode = "outside" if p.status[u] & INSIDE else "inside"
    return [Action("shelter", p.name(u), mode=mode)] if refuse_shelter(p, u, mode) is None else []


def refuse_shelter(p: Position, u: int, mode: str) -> Refusal | None:
    name, cell = p.name(u), p.place[u]
    if not p.c.fort[cell] or not p.fort_sized(u):
        return Refusal(f"{name} is not where it could be in a fort", ("10.5.1",))
    if p.engaged(cell) or p.status[u] & SHELTERED:
        return Refusal(f"{name} cannot go into a fort or out of it now", ("10.5.5",))
    within = occupant(p, cell)
    if mode == "outside":
        alone = within == u and len(p.stacks[cell]) == 1
        return None if alone else Refusal(f"{name} stays in the fort unless another takes its place", ("10.5.6",))
    if within == u or mode != "inside":
        return Refusal(f"{name} is in the fort", ("10.5.5",))
    if within >= 0 and p.c.garrison[within]:
        return Refusal("A garrison is always in its fort, and no other unit with it", ("10.5.7",))
    return None


def shelter(p: Position, u: int, mode: str) -> None:
    """A unit goes into its fort or out of it; whom it finds there goes out."""
    within = occupant(p, p.place[u])
    if within >= 0:
        p.mark(within, INSIDE, False)
    p.mark(u, INSIDE, mode == "inside")
    for v in {u, within} - {-1}:
        p.status[v] |= SHELTERED
    p.say("shelter", f"{{{p.name(u)}}} is {mode} the fort of {{{p.label(p.place[u])}}}", ("10.5.5", "10.5.6"))
