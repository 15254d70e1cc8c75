"""12 Reinforcements, and the German corps reserves (14.2D-g)."""

from __future__ import annotations

from ...core.actions import Refusal
from ...core.wording import counted
from .components import ENEMY, FRENCH, GERMAN
from .position import ENTERED, Position
from .refusals import closed_to, off_the_map


def due(p: Position, side: int) -> list[int]:
    """The units that can come onto the map now."""
    waiting = p.stacks[p.c.box["reserve"]]
    return [u for u in waiting if p.c.side[u] == side and has_come(p, u) and entries(p, u)]


def has_come(p: Position, u: int) -> bool:
    """Whether a unit's day has come, and not gone by: `why_not_enter` without its words (12.1a, 14.2D-g, 14.2D-j)."""
    arrival, reserve = p.b.arrival_of.get(u), p.b.reserve_of.get(u)
    if arrival is not None and not arrival.turn <= p.turn <= p.b.turns:
        return False
    return arrival is not None if reserve is None else p.turn >= reserve.from_turn


def why_not_enter(p: Position, u: int) -> Refusal | None:
    """Reinforcements come on their day or later (12.1a), reserves from the second turn on (14.2D-g, 14.3D-e)."""
    name = p.name(u)
    if p.place[u] != p.c.box["reserve"]:
        return off_the_map(p, u)
    arrival, reserve = p.b.arrival_of.get(u), p.b.reserve_of.get(u)
    if arrival is None and reserve is None:
        return Refusal(f"{name} does not come in this scenario", ("12.1a",))
    if arrival is not None and p.turn < arrival.turn:
        return Refusal(f"{name} arrives on {p.c.dates[arrival.turn - 1]}", (arrival.case,))
    if arrival is not None and p.turn > p.b.turns:
        return Refusal("No reinforcements come on the extra turn", ("14.2D-j", "VV-R75"))
    if reserve is not None and p.turn < reserve.from_turn:
        return Refusal(f"{name} may enter from turn {reserve.from_turn} on", ("14.2D-g",))
    if not entries(p, u):
        return Refusal(f"No hex where {name} could enter is open", ("12.1b",))
    return None


def why_not_there(p: Position, u: int, cell: int) -> Refusal:
    """Why a unit that may enter does not enter in a hex."""
    name, label, reserve = p.name(u), p.label(cell), p.b.reserve_of.get(u)
    if reserve is not None:
        if cell not in reserve.cells[p.options.historical_corps_frontage]:
            return Refusal(f"{name} enters on the northern edge in the zone of its corps, not in {label}", ("14.2D-g",))
        refusal = closed_to(p, GERMAN, cell, "14.2D-g")
        if refusal is not None:
            return refusal
    else:
        arrival = p.b.arrival_of[u]
        where = _open_edge(p, arrival.cell)
        if cell != where:
            there = "" if where == arrival.cell else ", the open hex of the southern edge nearest its own"
            case = "14.2C-a" if p.label(arrival.cell) == "2220" else "14.3C-a"
            return Refusal(f"{name} enters at {p.label(where or 0)}{there}, not in {label}", (case,))
    return Refusal(f"{name} has too few movement points to enter {label}", ("12.1b",))


def entries(p: Position, u: int) -> tuple[int, ...]:
    """Where a unit may enter and can pay for the hex."""
    reserve = p.b.reserve_of.get(u)
    if reserve is not None:
        barred = p.barred(GERMAN)
        cells = [x for x in reserve.cells[p.options.historical_corps_frontage] if not barred[x]]
    else:
        cell = _open_edge(p, p.b.arrival_of[u].cell)
        cells = [] if cell is None else [cell]
    return tuple(x for x in cells if entry_cost(p, u, x) <= p.c.movement[u])


def _open_edge(p: Position, cell: int) -> int | None:
    """The French entry hex, or the nearest southern hex free of Germans and their zones, toward Verdun (VV-R78)."""
    zone, present = p.zone[ENEMY[FRENCH]], p.present
    if not zone[cell] and present[cell] != p.c.bit[GERMAN]:
        return cell
    free = [x for x in p.c.edge[FRENCH] if p.b.playable[x] and not zone[x] and present[x] != p.c.bit[GERMAN]]
    if not free:
        return None
    far = p.c.board.distances(cell)
    verdun = p.c.verdun[p.battle]
    return min(free, key=lambda x: (far[x], min(p.c.board.distance(x, v) for v in verdun)))


def entry_cost(p: Position, u: int, cell: int) -> int:
    """The normal cost of the hex; by road where a road leaves the map there (12.1b)."""
    return p.c.cell_cost(p.c.class_of[u], cell, cell in p.c.board.exits["road"])


def price(p: Position, u: int) -> int:
    """Half points a reserve costs on entry (14.2D-h); the Bavarians pay once for all (VV-R73)."""
    reserve = p.b.reserve_of.get(u)
    if reserve is None:
        return 0
    if reserve.price_once:
        return 0 if p.b.reserves.index(reserve) in p.paid else reserve.price_once
    return reserve.price_each


def price_text(p: Position, u: int) -> str:
    halves = price(p, u)
    return f", for {counted(halves / 2, 'victory point')}" if halves else ""


def arrive(p: Position, u: int, cell: int) -> None:
    """A unit comes onto the map, pays for the hex, and is in command (12.1b, 12.1c)."""
    reserve = p.b.reserve_of.get(u)
    charge = price(p, u)
    if reserve is not None and reserve.price_once and charge:
        p.paid = (*p.paid, p.b.reserves.index(reserve))
    p.charged += charge
    p.status[u] = ENTERED
    p.spent[u] = entry_cost(p, u, cell)
    p.put(u, cell)
    cost = f" for {counted(charge / 2, 'victory point')}" if charge else ""
    case = reserve.case if reserve is not None else p.b.arrival_of[u].case
    paid = ("14.2D-h",) if charge and case == "14.2D-g" else ()
    p.say("reinforcement", f"{{{p.name(u)}}} enters in {{{p.label(cell)}}}{cost}", (case, *paid, "12.1b"))
