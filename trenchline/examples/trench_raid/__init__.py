"""Trench Raid: a complete tiny game, to show what a game on Trenchline's core is made of (docs/add-a-game.md).

Three seats, two sides, squares that both may stand in, facing, modes, a secret objective, tables read with two dice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from trenchline.core.audit import misplaced, out_of_step
from trenchline.core.check import Finding
from trenchline.core.documents import Face, Look
from trenchline.core.game import Game
from trenchline.core.match import Result, Sealed
from trenchline.core.overlays import Layer, control
from trenchline.core.position_text import CounterWords
from trenchline.core.sides import Seat
from trenchline.core.views import CounterView, VisibleState

from .components import ALLIED, SIDES, Components
from .position import ENTRENCHED, STATES, Position
from .sequence import SEQUENCE
from .victory import result


class TrenchRaid(Game[Position]):
    slug = "trench-raid"
    title = "Trench Raid"
    summary = "Four Allied companies, three German ones, one night."
    secrets = "What the Allies are after comes out at the end (1.2)."
    secret_fields = {"objective": ("objective",)}
    rules_version = 1
    longest_match = 1_000
    packages = (__name__,)
    position_type = Position
    sequence_of_play = SEQUENCE
    counter_words = CounterWords({}, STATES, facing="facing")
    layers = {"control": Layer("Control", control, about="Whose each square is.", key="c")}
    looks = {
        "british": Look("khaki", "diamond"),
        "french": Look("horizon-blue", "cockade"),
        "german": Look("field-grey", "cross"),
    }
    components: Components

    def __init__(self, pack: Path | None = None) -> None:
        super().__init__(Components(pack))

    def seats(self, options: Mapping[str, bool]) -> Sequence[Seat]:
        if not options.get("three_players"):
            return super().seats(options)
        return (Seat("british", "allied", ("british",)), Seat("french", "allied", ("french",)), Seat("german", "german"))

    def blank(self, scenario: str, options: Mapping[str, bool]) -> Position:
        return Position.empty(self.components)

    def opening(self, scenario: str, options: Mapping[str, bool]) -> Position:
        p = self.blank(scenario, options)
        for u, cell in self.components.ready.items():
            p.put(u, cell if scenario == "raid" else self.components.box["setup"])
        p.step = SEQUENCE.index["objective" if scenario == "raid" else "allied-setup"] - 1
        return p

    def result(self, position: Position) -> Result:
        return result(position)

    def visible_state(self, position: Position, player: str) -> VisibleState:
        p = position
        knows = p.over or player in {p.seating.names[seat] for seat in p.seating.sharing(ALLIED)}
        objective = " ".join(map(p.label, p.objective)) if knows else "secret"
        return VisibleState(
            tracks={"objective": objective if p.objective else "not drawn"},
            counters=[self._counter(p, u) for u in range(len(p.place))],
            markers=[],
            points=0,
            reasons=(),
            due=[],
        )

    def _counter(self, p: Position, u: int) -> CounterView:
        states = tuple(word for word, bit in STATES.items() if p.status[u] & bit)
        mode = ("entrenched" if p.status[u] & ENTRENCHED else "mobile") if SIDES.nations[p.c.nation[u]] == "german" else ""
        directions = (*p.c.board.grid.directions, "")  # the last stands for none
        facing = directions[p.facing[u]] if p.on_map(u) else ""
        return CounterView(p.name(u), p.label(p.place[u]), p.steps[u], states, (p.c.strength[u],), facing, mode)

    def sealed_in(self, p: Position) -> list[Sealed]:
        allies = tuple(p.seating.names[seat] for seat in p.seating.sharing(ALLIED))
        return [Sealed(-1, allies, "objective")] if p.objective and not p.over else []

    def redeal_position(self, p: Position, player: str, chance: Random) -> None:
        p.objective = tuple(chance.sample(p.c.objectives, len(p.objective)))

    def audit(self, position: Position) -> list[str]:
        return [*misplaced(position, "1.0"), *out_of_step(position, "2.1")]

    def check(self) -> list[Finding]:
        return [Finding("1.2", "there are four objectives", len(self.components.objectives) == 4)]

    def faces(self, counter: int) -> tuple[Face, ...]:
        numbers = (str(self.components.strength[counter]), str(self.components.movement[counter]))
        name = self.counters[counter].name
        if self.counters[counter].nation != "german":
            return (Face(name, numbers),)
        return (Face(name, numbers, "mobile"), Face(name, numbers, "entrenched"))

    def describe_cell(self, p: Position, cell: int, player: str) -> list[str]:
        return [f"{p.label(cell)}: {', '.join(sorted(p.c.board.terrain[cell]))} (2.0)"]
