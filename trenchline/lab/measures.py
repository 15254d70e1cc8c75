"""What a simulated game was like, turn by turn: how it stood when each turn ended, and what was done in it.

A game declares what can be measured of a position where it names the features of its knowledge (`Knowledge.features`); they
are those of its first side. To them come the points, the chance to win where one is fitted, and by side the attacks that were
begun, the orders, the steps on the map and how many more or fewer there are than when the turn began.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from .. import Action, Match, TrenchlineError

FILE, TABLE = "turns.csv", "turns.parquet"


class TurnMeasures(msgspec.Struct, frozen=True, omit_defaults=True):
    """A turn of a game. Names are those of columns."""

    turn: int
    values: dict[str, float]


class Measuring:
    """Looks on while a match is played, and measures each turn when it has ended."""

    def __init__(self, match: Match) -> None:
        self.sides = match.game.sides
        self.found: list[TurnMeasures] = []
        self._begin(match)

    def _begin(self, match: Match) -> None:
        self.turn = match.turn
        self.done = {f"{what}_{side}": 0.0 for what in ("attacks", "orders") for side in self.sides}
        self.steps = steps_on_map(match)

    def sees(self, match: Match, action: Action) -> None:
        """An action is about to be taken."""
        if match.turn != self.turn:
            self._end(match)
            self._begin(match)
        if match.player == "dice":
            return
        p = match.position
        side = self.sides[p.seating.side[p.stack[-1].player(p)]]
        self.done[f"orders_{side}"] += 1
        self.done[f"attacks_{side}"] += len(match.game.conduct.attacks(p, action))

    def ends(self, match: Match) -> tuple[TurnMeasures, ...]:
        """The match is over: all its turns."""
        self._end(match)
        return tuple(self.found)

    def _end(self, match: Match) -> None:
        game, p = match.game, match.position
        values = {"points": float(match.points), **self.done}
        for side, steps in steps_on_map(match).items():
            values[f"steps_{side}"] = steps
            values[f"change_{side}"] = steps - self.steps[side]
        chances = game.chances(p, match.scenario)
        if chances is not None:
            values["chance"] = round(chances.expected(game.sides[0]), 4)
        for name, value in game.knowledge.features(p, 0).items():
            values[name] = round(float(value), 4)
        self.found.append(TurnMeasures(self.turn, values))


def steps_on_map(match: Match) -> dict[str, float]:
    """The steps of each side that stand on the map."""
    p = match.position
    cells, found = len(p.c.board.labels), dict.fromkeys(match.game.sides, 0.0)
    for unit, place in enumerate(p.place):
        if place < cells:
            found[match.game.sides[p.c.side[unit]]] += p.steps[unit]
    return found


def rows(games: Sequence[tuple[int, Sequence[TurnMeasures]]]) -> Iterator[dict[str, float]]:
    """A row for each turn of each game."""
    for game, turns in sorted(games, key=lambda one: one[0]):
        for turn in turns:
            yield {"game": game, "turn": turn.turn, **turn.values}


def columns(found: Sequence[Mapping[str, float]]) -> list[str]:
    """Every name that occurs, in the order in which they were met."""
    return list(dict.fromkeys(name for row in found for name in row))


def write_turns(folder: Path, games: Sequence[tuple[int, Sequence[TurnMeasures]]]) -> None:
    """`turns.csv`, and `turns.parquet` beside it where pyarrow is installed."""
    found = list(rows(games))
    if not found:
        return
    names = columns(found)
    with (folder / FILE).open("w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, names, restval="")
        table.writeheader()
        table.writerows(found)
    _write_parquet(folder / TABLE, names, found)


def _write_parquet(file: Path, names: Sequence[str], found: Sequence[Mapping[str, float]]) -> None:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        return
    table: Any = pyarrow.table({name: [row.get(name) for row in found] for name in names})
    pyarrow.parquet.write_table(table, file)


def read_turns(folder: Path) -> list[dict[str, float]]:
    """The turns of a run, from `turns.csv`."""
    file = folder / FILE
    if not file.exists():
        raise TrenchlineError(f"{folder} holds no {FILE}: `trenchline simulate ... --out {folder}` writes one")
    with file.open(newline="", encoding="utf-8") as lines:
        return [{name: float(value) for name, value in row.items() if value} for row in csv.DictReader(lines)]
