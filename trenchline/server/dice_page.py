"""The dice of a match: every roll, how they are spread against expectation, and who was lucky."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from .. import DiceRecord, Event, events_for
from .documents import Visibility
from .table import Entry, Replay
from .wire import DiceDocument, Roll, SideLuck

CRITICAL = 11.07  # chi-square with five degrees of freedom: one fair match in twenty goes beyond it


def dice_steps(whole: Replay, visible: Visibility, prelude: Sequence[Event], proof: DiceRecord) -> Iterator[bytes]:
    """The document about a whole match's dice as JSON; only the last step has something to say."""
    rolled: list[Entry] = []
    for entry in visible.entries(whole.entries()):
        if any(event.dice or event.luck for event in entry.events):
            rolled.append(entry)
        yield b""
    yield msgspec.json.encode(dice_document(prelude, rolled, proof, visible.player))


def dice_document(prelude: Sequence[Event], entries: Sequence[Entry], proof: DiceRecord, player: str) -> DiceDocument:
    """The dice of what happened before the first choice and of a whole log, as a player may see it: of a hidden roll the faces,
    not what they did."""
    events = [(0, event) for event in events_for(prelude, player)]
    events += [(entry.n + 1, event) for entry in entries for event in events_for(entry.events, player)]
    rolls = [_roll(n, event) for n, event in events if event.dice]
    counts = [sum(face == f for _, e in events for f in e.dice) for face in range(1, 7)]
    thrown = sum(counts)
    return DiceDocument(rolls, counts, thrown / 6, verdict(counts), _luck([event for _, event in events]), proof)


def _roll(n: int, event: Event) -> Roll:
    return Roll(n, event.dice, event.text, event.kind, event.result, event.luck)


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


def _luck(events: list[Event]) -> list[SideLuck]:
    """For each side, what its rolls brought beyond the exact expectation at the moment of the roll."""
    sums: dict[str, tuple[float, int]] = {}
    for event in events:
        if event.luck is not None:
            total, count = sums.get(event.luck.side, (0.0, 0))
            sums[event.luck.side] = total + event.luck.got - event.luck.expected, count + 1
    return [SideLuck(side, round(total, 2), count) for side, (total, count) in sorted(sums.items())]
