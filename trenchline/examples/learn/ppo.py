"""Maskable PPO (sb3-contrib) learns Campaign of Attrition by points and results, from either seat, against built-in opponents.

    pip install 'trenchline[learn]'
    python -m trenchline.examples.learn.ppo --minutes 25 --out learned.zip
    python -m trenchline.examples.learn.ppo --load learned.zip --games 100

It sees the counters and the tracks, flattened, and takes actions in stages. The curve is written beside the model as CSV.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

from trenchline.env import SeatEnv

GAME, SCENARIO = "campaign-of-attrition", "historical"
TEACHER = "recruit"  # whom it plays while it learns
POINTS = 0.02  # of a result, for each victory point of the lead
MOST_STEPS = 2_500  # tokens of both seats, after which a match is cut off
SEATS = 4
SOFTEST = 8.0  # numbers are squashed: those far below are told apart, those far above are alike


class Flat(gymnasium.ObservationWrapper):  # type: ignore[misc, unused-ignore]
    """Counters and tracks as one row of numbers from -1 to 1."""

    def __init__(self, env: SeatEnv) -> None:
        super().__init__(env)
        self.seat_env = env
        length = sum(int(np.prod(env.observation_space[part].shape)) for part in ("entities", "tracks"))
        self.observation_space = spaces.Box(-1.0, 1.0, (length,), np.float32)

    def observation(self, seen: dict[str, Any]) -> Any:
        row = np.concatenate([seen["entities"].ravel(), seen["tracks"]]).astype(np.float32)
        return row / (np.abs(row) + SOFTEST)

    def action_masks(self) -> Any:
        return self.seat_env.action_masks()


def seat(opponent: str = "random", name: str = "either", points: float = 0.0) -> Flat:
    return Flat(
        SeatEnv(
            GAME, SCENARIO, seat=name, opponent=opponent, points=points, observe=("entities", "tracks"), max_cycles=MOST_STEPS
        )
    )


def learner(steps: int = 512, seed: int = 1) -> MaskablePPO:
    """A fresh learner with its matches."""
    torch.set_num_threads(1)
    env = DummyVecEnv([lambda: seat(TEACHER, points=POINTS)] * SEATS)
    return MaskablePPO(
        "MlpPolicy", env, n_steps=steps, batch_size=256, n_epochs=4, learning_rate=4e-4, gamma=0.999, ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 128]}, seed=seed, device="cpu",
    )  # fmt: skip


class Clock(BaseCallback):  # type: ignore[misc, unused-ignore]
    """Stops when the time is up, and notes how it plays now and then."""

    def __init__(self, minutes: float, every: float, note: Callable[[float, int], None]) -> None:
        super().__init__()
        self._start, self._minutes, self._every, self._next, self._note = time.process_time(), minutes, every, every, note

    def _on_rollout_start(self) -> None:
        passed = (time.process_time() - self._start) / 60
        if passed >= self._next:
            self._note(passed, self.num_timesteps)
            self._next = passed + self._every

    def _on_step(self) -> bool:
        return (time.process_time() - self._start) / 60 < self._minutes


def wins(model: Any, opponent: str, games: int, seed: int = 1_000) -> float:
    """The share of games won, both seats in turn, a draw counting half. A match that is cut off is lost."""
    found, chance = 0.0, Random(seed)
    for number in range(games):
        env = seat(opponent, ("german", "french")[number % 2])
        seen, _ = env.reset(seed=chance.getrandbits(30))
        reward, over, cut = 0.0, False, False
        while not (over or cut):
            action, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=False)
            seen, reward, over, cut, _ = env.step(int(action))
        found += 0.0 if cut else (1.0 + round(reward)) / 2
    return found / games


def main(arguments: Sequence[str] | None = None) -> int:
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--minutes", type=float, default=25, help="of processor time: another machine learns as much in it")
    ask.add_argument("--every", type=float, default=5, help="minutes between two points of the curve")
    ask.add_argument("--games", type=int, default=40, help="games against each opponent for each point of the curve")
    ask.add_argument("--out", type=Path, default=Path("learned.zip"))
    ask.add_argument("--load", type=Path, help="only play, with this model")
    args = ask.parse_args(arguments)
    model = MaskablePPO.load(args.load, device="cpu") if args.load else learner()
    rows: list[tuple[float, int, float, float]] = []
    args.out.parent.mkdir(parents=True, exist_ok=True)

    def note(minutes: float, steps: int) -> None:
        rows.append((round(minutes, 1), steps, wins(model, "random", args.games), wins(model, "recruit", args.games)))
        print("minutes {:5.1f}  steps {:8,}  beats random {:.0%}  a recruit {:.0%}".format(*rows[-1]), flush=True)
        with args.out.with_suffix(".csv").open("w", newline="") as file:
            csv.writer(file).writerows([("minutes", "steps", "random", "recruit"), *rows])
        if not args.load:
            model.save(args.out)

    if args.load:
        note(0.0, 0)
        return 0
    start = time.process_time()
    note(0.0, 0)
    model.learn(10**9, callback=Clock(args.minutes, args.every, note))
    note((time.process_time() - start) / 60, model.num_timesteps)
    return 0


if __name__ == "__main__":
    sys.exit(main())
