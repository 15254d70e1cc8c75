"""Weather and air observation, rolled at the start of each turn (BP 5.0, GL 5.0)."""

from __future__ import annotations

from ...core.state import Side
from .position import DiceRoll, Position


def set_weather(p: Position, name: str, rolled: str = "", cases: tuple[str, ...] = (), dice: tuple[int, ...] = ()) -> None:
    """The weather of the turn, with its effects, which have a case of their own; `rolled` says how the die came to it."""
    p.weather = p.c.weathers.index(name)
    row = p.c.weather_rows[p.weather]
    effects = (
        f"movement -{row.movement}, supply within {row.supply} squares"
        if row.movement
        else f"supply within {row.supply} squares"
    )
    text = f"The weather is {name}{rolled}: {effects}"
    p.say("weather", text, (*cases, row.source), dice=dice, result=name, meaning=effects)


class WeatherRoll(DiceRoll[Position], frozen=True):
    """One die, and what the season adds (BP 5.1, GL 5.1)."""

    snow: bool  # rain falls as snow in this turn

    topic = "weather"

    def prompt(self, p: Position) -> str:
        return "Weather: roll one die."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        season = [value for turn, value in p.c.chart_data.seasons if turn <= p.turn][-1]
        name = p.c.tables["weather"].result("any", faces[0] + season)
        month = p.c.dates[p.turn - 1].split()[0]
        rolled = f" (die {faces[0]}, {month} adds {season or 'nothing'})"
        set_weather(p, "snow" if name == "rain" and self.snow else name, rolled, p.cite(self.topic), faces)


class ObservationRoll(DiceRoll[Position], frozen=True):
    """Whether a side's airmen see (BP 5.6)."""

    side: Side

    topic = "observation"

    def prompt(self, p: Position) -> str:
        return f"{p.adjective(self.side)} air observation: roll one die."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        sees = faces[0] <= p.c.weather_rows[p.weather].observation[p.c.sides[self.side]]
        if sees:
            p.observation = (*p.observation, self.side)
        text = f"The {p.adjective(self.side)} side {'has' if sees else 'has no'} air observation this turn"
        p.say("observation", text, p.cite("observation"), dice=faces)
