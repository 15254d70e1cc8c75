"""One seat of a match against built-in opponents, as a Gymnasium environment; many of them in processes that share memory."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AsyncVectorEnv

from .. import TrenchlineError
from ..ai import Player, ask, make_player
from .aec import MatchEnv
from .spaces import LegalDiscrete

SEAT_ID = "trenchline/Seat-v0"
EITHER = "either"  # a seat drawn anew for each episode


class SeatEnv(gymnasium.Env):  # type: ignore[misc, unused-ignore]
    """A seat, a name or `either`, against opponents of `trenchline.ai`, by name: random, recruit, sergeant, my_bots:Captain.

    The other settings are those of `MatchEnv`. Observations are one dictionary: the parts that are wanted, and `action_mask`.
    Rewards are those of the seat since its last step; `points` adds so much for each victory point of its lead.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        slug: str,
        scenario: str = "",
        *,
        seat: str = EITHER,
        opponent: str = "random",
        points: float = 0.0,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        self._env = MatchEnv(slug, scenario, **settings)
        self._wanted, self._opponent, self._points, self.render_mode = seat, opponent, points, render_mode
        if seat != EITHER and seat not in self._env.possible_agents:
            raise TrenchlineError(f"there is no seat {seat!r}; there are {', '.join(self._env.possible_agents)}")
        self.seat = self._env.possible_agents[0]
        self.action_space = LegalDiscrete(int(self._env.action_space(self.seat).n))
        parts = self._env.observation_space(self.seat)
        self.observation_space = spaces.Dict({**parts["observation"].spaces, "action_mask": parts["action_mask"]})
        self._chance = Random()

    @property
    def match_env(self) -> MatchEnv:
        """The environment of both sides, and its match."""
        return self._env

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new match, played on by the opponents until the seat is asked."""
        super().reset(seed=seed)
        if seed is not None:
            self._chance = Random(seed)
        self._env.reset(seed=self._chance.getrandbits(48))
        seats = self._env.possible_agents
        self.seat = self._chance.choice(seats) if self._wanted == EITHER else self._wanted
        side = self._env.match.side_of(self.seat)
        self._sign = 1 if side == self._env.game.sides[0] else -1
        self._others: dict[str, Player] = {
            seat: make_player(self._opponent, f"{self._chance.getrandbits(32)}:{seat}") for seat in seats if seat != self.seat
        }
        self._let_others_play()
        self._lead = self._score()
        return self._observed(), {"seat": self.seat}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take a number, then let the opponents answer."""
        one = self._env
        if not one.agents or one.terminations[self.seat] or one.truncations[self.seat]:
            raise TrenchlineError("the episode is over: reset")
        one.step(action)
        reward = one.rewards[self.seat] + self._let_others_play()
        if self._points:
            lead = self._score()
            reward += self._points * (lead - self._lead)
            self._lead = lead
        over, cut = one.terminations[self.seat], one.truncations[self.seat]
        return self._observed(), float(reward), over, cut, {"seat": self.seat}

    def _let_others_play(self) -> float:
        """Until the seat is asked again, or the match is over; what it is rewarded for meanwhile."""
        one, found = self._env, 0.0
        while one.decider and one.decider != self.seat:
            for seat in one.agents:
                one.rewards[seat] = 0.0
            one.act(ask(self._others[one.decider], one.match, self._chance, one.decider).action)
            found += one.rewards[self.seat]
        return found

    def _score(self) -> float:
        """The lead of the seat, as far as it may know it."""
        return self._sign * float(self._env.match.score(self.seat).points) if self._points else 0.0

    def _observed(self) -> dict[str, Any]:
        seen = self._env.observe(self.seat)
        self.action_space.legal = self._env.legal
        return {**seen["observation"], "action_mask": seen["action_mask"]}

    def action_masks(self) -> Any:
        """The legal numbers, as sb3-contrib asks for them."""
        mask = np.zeros(self.action_space.n, dtype=bool)
        if self._env.decider == self.seat:
            mask[self._env.legal] = True
        return mask

    def render(self) -> str:
        return self._env.render()


def vector_env(slug: str, count: int, **settings: Any) -> AsyncVectorEnv:
    """Some seats, each in a process of its own. Observations are written into memory that all share, and are not sent.

    The settings are those of `SeatEnv`. Close it, or use it in a `with contextlib.closing(...)`.
    """

    def make() -> SeatEnv:
        return SeatEnv(slug, **settings)

    return AsyncVectorEnv([make] * count, shared_memory=True, context="spawn")
