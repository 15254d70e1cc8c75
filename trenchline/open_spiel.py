"""Trenchline's games in OpenSpiel: importing this module registers them.

    import pyspiel
    import trenchline.open_spiel
    game = pyspiel.load_game("trenchline_they_shall_not_pass(scenario=historical)")

Actions are the tokens of `Game.action_space()` (docs/environment.md), dice are explicit chance. It needs OpenSpiel:
pip install 'trenchline[spiel]'.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

import msgspec
import numpy as np
import pyspiel

import trenchline

from . import Action, Game, Match, Roll, Staging, load

PREFIX = "trenchline_"
MOST_OUTCOMES = 1_296  # of a roll: four dice that are read one by one
STAGES_OF_AN_ACTION = 4
PARTS = ("planes", "entities", "tracks")


class Held:
    """What a state remembers. OpenSpiel copies states deeply: a match is cloned instead."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.staging: Staging | None = None
        self.rolls: list[tuple[Action, float]] = []
        self.ask()

    def ask(self) -> None:
        """What is to be decided next, by a seat or by the dice."""
        match = self.match
        self.staging, self.rolls = None, []
        if match.over:
            return
        if match.player == "dice":
            top = match.position.stack[-1]
            assert isinstance(top, Roll)
            self.rolls = top.chances(match.position)
        else:
            self.staging = Staging(match.game.action_space(), match.actions(match.player))

    def __deepcopy__(self, memory: Any) -> Held:
        twin = Held.__new__(Held)
        twin.match, twin.rolls, twin.staging = self.match.clone(), self.rolls, None
        if self.staging is not None:
            twin.staging = Staging(twin.match.game.action_space(), twin.match.actions(twin.match.player))
            for token in self.staging.chosen:
                twin.staging.take(token)
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        chosen = self.staging.chosen if self.staging is not None else []
        return held_again, (self.match.game.slug, msgspec.json.encode(self.match.save()), chosen)


def held_again(slug: str, saved: bytes, chosen: list[int]) -> Held:
    """What was written down of a state."""
    found = Held(load(slug).load(saved))
    for token in chosen:
        assert found.staging is not None
        found.staging.take(token)
    return found


class MatchState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    """A match in which every roll is a chance node."""

    def __init__(self, game: MatchGame) -> None:
        super().__init__(game)
        self.held = Held(game.trenchline.start(game.scenario, seed=0, options=game.options, dice="hand"))

    @property
    def match(self) -> Match:
        return self.held.match

    def current_player(self) -> int:
        if self.held.match.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.held.staging is None:
            return int(pyspiel.PlayerId.CHANCE)
        return self.held.match.seats.index(self.held.match.player)

    def _legal_actions(self, player: int) -> list[int]:
        staging = self.held.staging
        return staging.legal if staging is not None and player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, chance) for number, (_, chance) in enumerate(self.held.rolls)]

    def _apply_action(self, action: int) -> None:
        held = self.held
        done: Action | None
        if held.staging is None:
            done = held.rolls[action][0]
        else:
            done = held.staging.take(action)
        if done is not None:
            held.match.play_on(done)
            held.ask()

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.held.rolls[action][0].text
        return self.held.match.game.action_space().token_text(action)

    def is_terminal(self) -> bool:
        return self.held.match.over

    def returns(self) -> list[float]:
        match = self.held.match
        result = match.result
        if result is None or not result.winner:
            return [0.0] * len(match.seats)
        return [1.0 if match.side_of(seat) == result.winner else -1.0 for seat in match.seats]

    def resample_from_infostate(self, player: int, sampler: Any) -> MatchState:
        """A state that the player cannot tell from this one: other secrets of the enemy. `sampler` draws from 0 to 1."""
        twin: MatchState = self.clone()
        match = self.held.match
        seat = match.seats[player]
        if match.hides_anything(seat):
            dealt = match.game.redeal(match, seat, int(Random(str(sampler())).getrandbits(32)))
            dealt.dice = None
            twin.held.match = dealt
            chosen = self.held.staging.chosen if self.held.staging is not None and match.player == seat else []
            twin.held.ask()
            for token in chosen:
                assert twin.held.staging is not None
                twin.held.staging.take(token)
        return twin

    def __str__(self) -> str:
        staging = self.held.staging
        return f"{self.held.match.hash()} {staging.chosen if staging else []}"


class MatchObserver:
    """What a seat may know, as one row of numbers and by the names of its parts, or as text."""

    def __init__(self, game: MatchGame, kind: Any) -> None:
        match = game.trenchline.start(game.scenario, seed=0, options=game.options)
        seen = match.encode(match.seats[0])
        self._recall = bool(kind.perfect_recall)
        shapes = {part: getattr(seen, part).shape for part in PARTS}
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict, first = {}, 0
        for part, shape in shapes.items():
            size = int(np.prod(shape))
            self.dict[part] = self.tensor[first : first + size].reshape(shape)
            first += size

    def set_from(self, state: MatchState, player: int) -> None:
        seen = state.match.encode(state.match.seats[player], _staging(state, player))
        for part in PARTS:
            self.dict[part][:] = getattr(seen, part)

    def string_from(self, state: MatchState, player: int) -> str:
        """The view of the seat; with perfect recall also all that it has seen happen."""
        match, staging = state.match, _staging(state, player)
        seat = match.seats[player]
        told = [msgspec.json.encode(match.view(seat)).decode(), str(staging.chosen if staging else [])]
        if self._recall:
            told.append(" ".join(action.text for action in match.log(seat)))
        return "\n".join(told)


def _staging(state: MatchState, player: int) -> Staging | None:
    """What has been chosen of an action is known to the seat that chooses."""
    return state.held.staging if player == state.current_player() else None


class MatchGame(pyspiel.Game):  # type: ignore[misc, unused-ignore]
    """A game, scenario and options: `options` are the names of those that are turned, joined by `+`."""

    slug = ""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        self.trenchline: Game[Any] = load(self.slug)
        self.scenario = str(given.get("scenario") or self.trenchline.scenarios[0].id)
        turned = str(given.get("options") or "").split("+")
        self.options = {o.id: not o.default for o in self.trenchline.options if o.id in turned}
        seats = len(self.trenchline.seats(self.trenchline.chosen(self.options)))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.trenchline.action_space().token_count,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if seats == 2 else None,
            max_game_length=self.trenchline.longest_match * STAGES_OF_AN_ACTION,
        )
        super().__init__(game_type(self.slug), info, given)

    def new_initial_state(self) -> MatchState:
        return MatchState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> MatchObserver:
        return MatchObserver(self, kind or pyspiel.IIGObservationType(perfect_recall=False))


@cache
def game_type(slug: str) -> Any:
    """How OpenSpiel classifies a game."""
    game = load(slug)
    most = max(len(game.seats({o.id: on for o in game.options})) for on in (False, True))
    kind = pyspiel.GameType
    return kind(
        short_name=PREFIX + slug.replace("-", "_"),
        long_name=f"Trenchline: {game.title}",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if most == 2 else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"scenario": "", "options": ""},
    )


def register() -> list[str]:
    """Register every game: their short names."""
    found = []
    for info in trenchline.games():
        made = type(f"MatchGame_{info.slug}", (MatchGame,), {"slug": info.slug})
        pyspiel.register_game(game_type(info.slug), made)
        found.append(game_type(info.slug).short_name)
    return found


NAMES = register()
