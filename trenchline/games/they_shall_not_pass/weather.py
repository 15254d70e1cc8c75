"""5.0 Weather."""

from __future__ import annotations

from .position import UNSUPPLIED, DiceRoll, Position

BAD = (1, 2)


class WeatherRoll(DiceRoll, frozen=True):
    """1 or 2 brings bad weather for the whole turn, anything else good (5.0)."""

    cases = ("5.0",)

    def prompt(self, p: Position) -> str:
        return "Weather: roll one die. 1-2 is bad weather."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        p.good_weather = faces[0] not in BAD
        p.say("weather", f"{'Good' if p.good_weather else 'Bad'} weather", ("5.0",), dice=faces)


def weather_phase(p: Position, side: int) -> None:
    """The French player rolls, but not on February 21, which is fine (4.0.I)."""
    if p.turn == 1:
        p.good_weather = True
    else:
        p.stack.append(WeatherRoll())


def allowance(p: Position, u: int) -> int:
    """Movement allowance in half points: bad weather takes one point (5.1), lack of supply halves infantry (6.16)."""
    half_points = p.c.movement[u]
    if not p.good_weather:
        half_points = max(0, half_points - 2)
    if p.status[u] & UNSUPPLIED and p.c.foot[u]:
        half_points = (half_points // 2 + 1) // 2 * 2
    return half_points
