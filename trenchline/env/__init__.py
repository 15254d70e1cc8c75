"""Every game and scenario as an environment for research: PettingZoo, Gymnasium's vector environments, and a benchmark card.

>>> from trenchline.env import env
>>> one = env("they-shall-not-pass", scenario="historical")
>>> one.reset(seed=7)
>>> one.agent_selection
'german'

Needs NumPy, Gymnasium and PettingZoo: pip install 'trenchline[env]'. See docs/environment.md.
"""

from __future__ import annotations

from typing import Any

from gymnasium.envs.registration import register

from .aec import MatchEnv
from .seat import SEAT_ID, SeatEnv, vector_env
from .spaces import LegalDiscrete

__all__ = ["SEAT_ID", "LegalDiscrete", "MatchEnv", "SeatEnv", "env", "parallel_env", "raw_env", "vector_env"]

register(SEAT_ID, entry_point="trenchline.env.seat:SeatEnv")


def raw_env(slug: str, **settings: Any) -> MatchEnv:
    """The environment of a game without the wrapper that watches over the order of calls."""
    return MatchEnv(slug, **settings)


def env(slug: str, **settings: Any) -> Any:
    """A PettingZoo AEC environment of a game; the settings are those of `MatchEnv`."""
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper

    return OrderEnforcingWrapper(MatchEnv(slug, **settings))


def parallel_env(slug: str, **settings: Any) -> Any:
    """The same as a parallel environment: each cycle all seats act, and whoever is not asked waits."""
    from pettingzoo.utils.conversions import aec_to_parallel

    return aec_to_parallel(env(slug, rounds=True, **settings))
