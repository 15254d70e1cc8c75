"""Command resources: one roll on the Command Center Table for all assaults of a phase (BP 9.0, GL 14.0)."""

from __future__ import annotations

from ...core.charts import of_kind, total
from ...core.state import Side
from .position import DiceRoll, Position
from .resource_words import numbered

MOST_RESOURCES = 4  # in one assault (BP 9.3, GL 14.3)
BARRAGES = ("lift", "creeping")  # one kind in an assault


def begin_resources(p: Position, side: int) -> None:
    """Rolled if there is an assault (BP-R161)."""
    p.resources = [0] * len(p.c.resources)
    if p.assaults:
        p.stack.append(CommandCenterRoll(side))


def available(p: Position, name: str) -> int:
    return p.resources[p.c.resources.index(name)] if name in p.c.resources else 0


def use(p: Position, name: str) -> None:
    p.resources[p.c.resources.index(name)] -= 1


class CommandCenterRoll(DiceRoll[Position], frozen=True):
    """Two dice: how many of each resource the phasing player has (BP 9.1)."""

    side: Side

    count = 2
    topic = "command_center"

    def prompt(self, p: Position) -> str:
        return "Command Center: roll two dice for this phase's command resources."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        terms = of_kind("die", p.command_center_terms(self.side))
        chart = p.c.command_center
        row = chart.rows[chart.row(sum(faces) + total(terms))]
        mine, only = p.c.sides[self.side], p.c.chart_data.resource_sides
        columns = zip(p.c.resources, row, strict=True)
        p.resources = [int(cell) if only.get(name, mine) == mine else 0 for name, cell in columns]
        got = numbered(p)
        p.say("resources", f"Command Center: {got or 'nothing'}", p.cite(self.topic), terms, faces)
        p.resources_rolled(self.side)


def lapse(p: Position) -> None:
    """Unused resources vanish at the end of the phase (BP 9.3)."""
    p.resources = [0] * len(p.c.resources)
