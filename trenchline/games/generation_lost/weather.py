"""5.0 Weather: one die for both sides, and in drizzle and rain a second one for the airmen of both."""

from __future__ import annotations

from ...core.actions import Action
from ...core.charts import Odds, Outcome
from ...core.decisions import Automatic
from ..great_war.position import DiceRoll
from ..great_war.weather import WeatherRoll, set_weather
from .components import FRENCH, GERMAN
from .position import Position

ALWAYS = 6  # no die shows more


def weather_step(p: Position, side: int) -> None:
    """February 21 is fair without a roll; on the snow dates rain is snow (4.0(1), 5.1.1, 5.1.4, 19.1.5(a), 19.6.5(a), 20.3.1,
    GL-R11)."""
    p.observation, p.flown = (), ()
    p.stack.append(Observation())
    if p.s.spec.fair_first and p.turn == p.s.first_turn:
        set_weather(p, "fair")
    else:
        p.stack.append(WeatherRoll(p.turn in p.c.scenario_data.snow_turns))


def highest_die(p: Position) -> int:
    """The highest die with which the airmen see in this weather; it is the same for both sides (5.1)."""
    return max(p.c.weather_rows[p.weather].observation.values())


class Observation(Automatic[Position], frozen=True):
    """In fair weather the airmen see, in snow they do not; else a die says (5.1.1, 5.1.2, 5.1.3, 5.1.4, GL-R07)."""

    def run(self, p: Position) -> None:
        highest = highest_die(p)
        if 0 < highest < ALWAYS:
            p.stack.append(ObservationRoll())
        else:
            observe(p, bool(highest))


SEES, BLIND = "air observation helps the guns of both sides", "no help from the air"


class ObservationRoll(DiceRoll[Position], frozen=True):
    """The second die, for both sides (5.1)."""

    cases = ("5.1",)

    def prompt(self, p: Position) -> str:
        return "Air observation of both sides: roll one die."

    def odds(self, p: Position, action: Action) -> Odds | None:
        chance = highest_die(p) / 6
        return Odds("Air observation", [], "", [Outcome("observation", chance, SEES), Outcome("none", 1 - chance, BLIND)])

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        observe(p, faces[0] <= highest_die(p), faces)


def observe(p: Position, sees: bool, dice: tuple[int, ...] = ()) -> None:
    p.observation = (GERMAN, FRENCH) if sees else ()
    text = f"{'Both sides have' if sees else 'Neither side has'} air observation this turn"
    result, meaning = ("observation", SEES) if sees else ("none", BLIND)
    p.say("observation", text, (p.c.weather_rows[p.weather].source,), dice=dice, result=result, meaning=meaning)
