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

from .aec import MatchEnv
from .spaces import LegalDiscrete

__all__ = ["LegalDiscrete", "MatchEnv", "env", "parallel_env", "raw_env"]


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
