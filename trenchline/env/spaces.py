"""The spaces of observations and actions."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import numpy as np
from gymnasium import spaces

from .. import Match

PARTS = ("planes", "entities", "tracks")


class LegalDiscrete(spaces.Discrete):  # type: ignore[misc, unused-ignore]
    """Numbers of actions of which some are legal now: without a mask a sample is one of those."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.legal: list[int] = []

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if mask is None and probability is None and self.legal:
            return np.int64(self.legal[int(self.np_random.integers(len(self.legal)))])
        return super().sample(mask, probability)


def observation_space(match: Match, player: str, parts: Collection[str], actions: int, axial: bool) -> spaces.Dict:
    """What `observe` answers: the parts of the observation, and the mask of legal actions."""
    seen = match.encode(player, axial=axial)
    found = {}
    for part in parts:
        array = getattr(seen, part)
        bounds = np.iinfo(array.dtype)
        found[part] = spaces.Box(bounds.min, bounds.max, array.shape, array.dtype)
    return spaces.Dict({"observation": spaces.Dict(found), "action_mask": spaces.Box(0, 1, (actions,), np.int8)})
