"""16.9 How long interdiction lasts: until the enemy of the side that laid it has made its assaults (8.7.3(d), GL-R36)."""

from __future__ import annotations

from .position import Position


def lift_interdiction(p: Position, side: int) -> None:
    """At the end of a side's assaults, or of its phase in a lull, the markers of its enemy go (16.9, 12.6.3, GL-R15,
    GL-R36)."""
    gone = [cell for cell, how in enumerate(p.interdicted) if how and p.interdictor(how) != side]
    for cell in gone:
        p.interdict(cell, 0)
    if gone:
        cells = ", ".join(f"{{{p.label(cell)}}}" for cell in gone)
        p.say("interdict", f"Interdiction ends in {cells}", ("16.9",))
