"""What a careful player keeps: the last Administrative Point, and the ground that was fought for. None of it is a rule."""

from __future__ import annotations

from ...core.decisions import Stake
from .position import Position


def last_point(p: Position, side: int, spent: int) -> Stake | None:
    """The last AP loses the match (12.0a)."""
    if spent < p.ap[side] or not p.last_ap_loses(side):
        return None
    return Stake("Your last AP: the match is lost (12.0a)", grave=True)
