"""The dice of a match: every roll, how they are spread against expectation, and who was lucky."""

from __future__ import annotations

from ..core.position import Event, events_for
from .table import Entry, Table

CRITICAL = 11.07  # chi-square with five degrees of freedom: one fair match in twenty goes beyond it


def dice_document(table: Table, player: str) -> dict[str, object]:
    """As a player may see it: of a hidden roll the faces, not what they did."""
    events = [(0, "", event) for event in events_for(table.match.prelude, player)]
    entries: list[Entry] = table.history()
    events += [(entry.n + 1, entry.player, event) for entry in entries for event in events_for(entry.events, player)]
    rolls = [_roll(n, event) for n, _, event in events if event.dice]
    counts = [sum(face == f for _, _, e in events for f in e.dice) for face in range(1, 7)]
    thrown = sum(counts)
    return {
        "rolls": rolls,
        "counts": counts,
        "expected": thrown / 6,
        "verdict": verdict(counts),
        "luck": _luck([event for _, _, event in events]),
        "proof": table.match.proof,
    }


def _roll(n: int, event: Event) -> dict[str, object]:
    return {"n": n, "faces": event.dice, "what": event.text, "kind": event.kind, "result": event.result, "luck": event.luck}


def verdict(counts: list[int]) -> str:
    """Plain words for whether the faces fell evenly."""
    thrown = sum(counts)
    if thrown < 30:
        return f"{thrown} dice: too few to judge by."
    expected = thrown / 6
    chi = sum((count - expected) ** 2 / expected for count in counts)
    if chi > CRITICAL:
        return f"{thrown} dice, more uneven than in nineteen of twenty fair matches (chi-square {chi:.1f}). That happens."
    return f"{thrown} dice, as even as fair dice are (chi-square {chi:.1f})."


def _luck(events: list[Event]) -> list[dict[str, object]]:
    """For each side, what its rolls brought beyond the exact expectation at the moment of the roll."""
    sums: dict[str, tuple[float, int]] = {}
    for event in events:
        if event.luck is not None:
            total, count = sums.get(event.luck.side, (0.0, 0))
            sums[event.luck.side] = total + event.luck.got - event.luck.expected, count + 1
    return [{"side": side, "luck": round(total, 2), "rolls": count} for side, (total, count) in sorted(sums.items())]
