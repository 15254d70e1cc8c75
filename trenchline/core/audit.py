"""What must be true of every position of every game; each game's `audit.py` adds what its own rules demand."""

from __future__ import annotations

from .position import Position


def misplaced(p: Position, case: str) -> list[str]:
    """Every counter is in exactly one place, and its place knows of it."""
    seen = [(u, place) for place, stack in enumerate(p.stacks) if stack for u in stack]
    found = []
    if sorted(u for u, _ in seen) != list(range(len(p.c.counters))):
        found.append(f"a counter is missing or stands twice ({case})")
    astray = [(u, place) for u, place in seen if p.place[u] != place]
    return found + [f"{p.name(u)} is listed in {p.label(place)} but stands elsewhere ({case})" for u, place in astray]
