"""A match as a PettingZoo AEC environment: seats are agents, one of which answers the decision that waits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np
from pettingzoo import AECEnv

from .. import STAGES, Action, IllegalAction, NotationError, Staging, TrenchlineError, View, load
from .rewards import Reward, reward_of
from .spaces import PARTS, LegalDiscrete, observation_space

ACTIONS = ("staged", "flat")
SEED_BITS = 48


class MatchEnv(AECEnv):  # type: ignore[misc, unused-ignore]
    """An environment over any match.

    - `actions`: `staged` takes an action as a few tokens with small masks, `flat` as one number with a mask over all of them.
    - `observe`: which parts of the observation are wanted: planes, entities, tracks.
    - `reward`: `result` at the end (1 won, 0 drawn, -1 lost), or `chances`: differences of the chance to win. `luck_adjusted`
      takes out what each roll brought beyond its mean.
    - `max_cycles`: after so many steps, or rounds, the match is cut off (truncated).
    - `rounds`: every seat acts each round, and whoever is not asked has one legal action, to wait.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "name": "trenchline", "is_parallelizable": False}

    def __init__(
        self,
        slug: str,
        scenario: str = "",
        *,
        options: Mapping[str, bool] | None = None,
        actions: str = "staged",
        observe: Sequence[str] = PARTS,
        reward: str = "result",
        luck_adjusted: bool = False,
        max_cycles: int | None = None,
        rounds: bool = False,
        axial: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if actions not in ACTIONS or not set(observe) <= set(PARTS):
            raise TrenchlineError(f"actions are {' or '.join(ACTIONS)}; parts of an observation are {', '.join(PARTS)}")
        self.game = load(slug)
        self.scenario, self.options = scenario or self.game.scenarios[0].id, dict(options or {})
        self.metadata = {**self.metadata, "name": f"trenchline/{slug}-v{self.game.rules_version}", "is_parallelizable": rounds}
        self.max_cycles, self.render_mode = max_cycles, render_mode
        self._staged, self._parts, self._axial, self._rounds = actions == "staged", tuple(observe), axial, rounds
        self._reward_name, self._luck_adjusted = reward, luck_adjusted
        reward_of(reward, luck_adjusted, 0)  # refuses a name that is none
        self.space = self.game.action_space()
        self._count = (self.space.token_count if self._staged else self.space.n) + rounds
        self._chance = Random()
        self.match = self.game.start(self.scenario, seed=0, options=self.options)
        self.possible_agents = list(self.match.seats)
        self.agents: list[str] = []
        self.action_spaces = {seat: LegalDiscrete(self._count) for seat in self.possible_agents}
        self.observation_spaces = {
            seat: observation_space(self.match, seat, self._parts, self._count, axial) for seat in self.possible_agents
        }

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    # ------------------------------------------------------------------------------------------------ episodes

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """A new match. The same seed begins the same one; without a seed the next follows from the seed given last."""
        if seed is not None:
            self._chance = Random(seed)
        number = self._chance.getrandbits(SEED_BITS)
        dice = "hand" if self._luck_adjusted else None
        self.match = self.game.start(self.scenario, seed=number, options=self.options, dice=dice)
        self.reward: Reward = reward_of(self._reward_name, self._luck_adjusted, number)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.cycles = 0
        self.reward.begin(self.match)
        self._given: dict[str, int] = {}
        self._ask()

    def _ask(self) -> None:
        """Whose decision it is, and what he may do."""
        match = self.match
        self.decider = match.player
        actions = match.actions(self.decider)
        self._staging = Staging(self.space, actions) if self._staged else None
        self._legal = self._staging.legal if self._staging else [self.space.numbers[action] for action in actions]
        self._show()

    def _show(self) -> None:
        """Select the agent that acts next and tell its space what is legal."""
        self.agent_selection = self.possible_agents[len(self._given)] if self._rounds else self.decider
        for agent in self.agents:
            self.action_spaces[agent].legal = self._legal_for(agent)

    def _legal_for(self, agent: str) -> list[int]:
        if agent == self.decider:
            return self._legal
        return [self._count - 1] if self._rounds else []

    # ------------------------------------------------------------------------------------------------ steps

    def step(self, action: Any) -> None:
        """Take a number of the action space. Raises IllegalAction for one that is not legal, with the reason and the cases;
        then nothing has changed."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = self._checked(agent, action)
        self._cumulative_rewards[agent] = 0.0
        for seat in self.agents:
            self.rewards[seat] = 0.0
        if self._rounds:
            self._given[agent] = number
            if len(self._given) < len(self.possible_agents):
                self._show()
                self._accumulate_rewards()
                return
            number, self._given = self._given[self.decider], {}
        self._take(number)
        self._accumulate_rewards()

    def _take(self, number: int) -> None:
        """The decider's number: a token, or all of an action."""
        self.cycles += 1
        if self._staging is None:
            done: Action | None = self.space.decode(number)
            if done not in self.match.actions(self.decider):
                done = self.space.decode(number, self.decider)
        else:
            done = self._staging.take(number)
        if done is not None:
            self.act(done)
        elif self.max_cycles is not None and self.cycles >= self.max_cycles:
            self._end(self.truncations)
        else:
            assert self._staging is not None
            self._legal = self._staging.legal
            self._show()

    def act(self, action: Action) -> None:
        """Take a whole legal action for the decider, as a player of `trenchline.ai` gives it."""
        self.match.apply_legal(action)
        self._pay(self.reward.after(self.match))
        if self.match.over:
            self._end(self.terminations)
        elif self.max_cycles is not None and self.cycles >= self.max_cycles:
            self._end(self.truncations)
        else:
            self._ask()

    def _pay(self, gain: float) -> None:
        """What the first side has gained, to each seat by its side."""
        if gain:
            first = self.game.sides[0]
            for seat in self.agents:
                self.rewards[seat] += gain if self.match.side_of(seat) == first else -gain

    @property
    def legal(self) -> list[int]:
        """The numbers that the decider may take now: where there are many actions this is shorter than the mask."""
        return self._legal

    def _end(self, why: dict[str, bool]) -> None:
        for seat in self.agents:
            why[seat] = True
            self.action_spaces[seat].legal = []
        self._legal, self._given, self.decider = [], {}, ""
        self.agent_selection = self.agents[0]

    def _checked(self, agent: str, action: Any) -> int:
        """A number that is legal now; otherwise the reason why it is not."""
        try:
            number = int(action)
        except (TypeError, ValueError):
            raise IllegalAction(f"{action!r} is no number of an action", ()) from None
        if number in self._legal_for(agent):
            return number
        if agent != self.decider:
            raise IllegalAction(f"{agent} can only wait: {self.decider} decides", ())
        raise self._refusal(number)

    def _refusal(self, number: int) -> IllegalAction:
        """Why the decider may not take a number, with the cases of the rulebook."""
        space, match = self.space, self.match
        try:
            if self._staging is None:
                asked, named = space.decode(number), space.text(number)
            else:
                asked, named = self._asked_for(number), f"{STAGES[space.stage_of(number)]} {space.token_text(number)}"
        except NotationError as fault:
            return IllegalAction(str(fault), ())
        found = match.legal(asked)
        decision = match.decision
        assert decision is not None
        reason = found.reason or f"choose a {STAGES[self._staging.stage]} now" if self._staging else found.reason
        return IllegalAction(f"{named}: {reason}", found.cases or decision.cases)

    def _asked_for(self, token: int) -> Action:
        """The action that some tokens and one more say, as far as they say it."""
        assert self._staging is not None
        words = {"verb": "", "unit": "", "cell": ""}
        for one in (*self._staging.chosen, token):
            stage = self.space.stage_of(one)
            if stage < 3 and (stage == 0 or one > self.space.starts[stage]):
                words[STAGES[stage]] = self.space.token_text(one)
        kind = words["verb"] or self._staging.left[0][1].kind
        return Action(kind, words["unit"], words["cell"])

    # ------------------------------------------------------------------------------------------------ observations

    def observe(self, agent: str) -> dict[str, Any]:
        """What a seat may know, as arrays, and the mask of what it may do now."""
        staging = self._staging if agent == self.decider else None
        seen = self.match.encode(agent, staging, self._axial)
        mask = np.zeros(self._count, dtype=np.int8)
        legal = self._legal_for(agent) if agent == self.agent_selection else []
        mask[legal] = 1
        return {"observation": {part: getattr(seen, part) for part in self._parts}, "action_mask": mask}

    def view(self, agent: str) -> View:
        """The exact structured view of a seat."""
        return self.match.view(agent)

    def legal_texts(self) -> list[str]:
        """What may be done now, in words: actions in notation, or the tokens of this stage."""
        if self._staging is None:
            return [self.space.text(number) for number in self._legal]
        return [self.space.token_text(token) for token in self._legal]

    def render(self) -> str:
        """The turn, the step and the question."""
        decision = self.match.decision
        return f"{self.match.step}: {decision.prompt if decision else self.match.result}"

    def close(self) -> None:
        """Nothing is held open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])
