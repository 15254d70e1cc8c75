"""15.5 Operations: each side may buy options with victory points before the campaign begins."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import DONE, Action
from ...core.state import Side, Units
from ...core.wording import counted
from ..great_war.front_line import behind_line
from ..great_war.modes import default_facing
from ..great_war.operations import NO, YES, ask_for_operations
from ..great_war.position import Choice
from ..great_war.stacking import fits
from ..great_war.units import score
from .components import ALLIED, GERMAN, SIDES
from .position import Position

CENTER = {ALLIED: "allied_command_center", GERMAN: "german_command_center"}
CENTER_TURNS = {ALLIED: range(1, 6), GERMAN: range(6, 15)}  # BP-R106, 15.5.3e
TRAINED_START = 6  # the first turn with Train Troops: August 5 (15.5.2f)
BUILT_GUN, BUILT_AT = "BA9", "B20"  # 15.5.2c


def begin_operations(p: Position, side: int) -> None:
    if p.s.spec.operations:
        ask_for_operations(p)  # BP-R148


def enact(p: Position) -> None:
    """Options are paid for at once (BP-R138)."""
    for name in p.operations:
        row = p.c.operations[name]
        side = SIDES.names.index(row.side)
        score(p, p.enemy(side), row.points)
        p.say("operations", f"{p.adjective(side)}: {row.title}, {counted(row.points, 'point')} conceded", (row.source,))
    if "train_troops" in p.operations:
        p.started = p.turn = TRAINED_START
    if "build_artillery" in p.operations:
        gun, cell = p.c.unit[BUILT_GUN], p.c.board.cell(BUILT_AT)
        p.put(gun, cell)
        p.facing[gun] = default_facing(p, gun, cell)
    if "off_map_artillery" in p.operations:
        p.put(p.c.off_map_guns, p.c.box["off_map"])
    if "concealed_artillery" in p.operations:
        p.stack.append(Conceal(GERMAN))


def concealed(p: Position, u: int) -> bool:
    """Whether the option hides a German gun from shells and bombs (15.5.3b)."""
    return p.c.gun[u] and p.c.side[u] == GERMAN and "concealed_artillery" in p.operations


class Conceal(Choice[Position], frozen=True):
    """The German may move each of his guns to any square behind his line (15.5.3b, BP-R148)."""

    side: Side
    moved: Units = ()

    cases = ("15.5.3b",)
    implied_kind = "place"
    labels = {"done": "The guns are in place"}

    def prompt(self, p: Position) -> str:
        return "Concealed artillery: move guns to squares behind your line, or leave them."

    def options(self, p: Position) -> Sequence[Action]:
        guns = [u for u in p.c.guns[GERMAN] if p.on_map(u) and u not in self.moved]
        cells = sorted(behind_line(p, GERMAN))
        found = [
            Action("place", p.name(u), p.label(x))
            for u in guns
            for x in cells
            if x != p.place[u] and fits(p, u, x) and not p.in_enemy_zone(x, GERMAN)
        ]
        return [*found, DONE]

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        u, cell = p.c.unit[action.unit], p.c.board.index[action.cell]
        p.facing[u] = default_facing(p, u, cell)
        p.put(u, cell)
        p.stack.append(Conceal(self.side, (*self.moved, u)))


# ------------------------------------------------------------------------------------------------ the Command Center options


def begin_center(p: Position, side: int) -> None:
    """+2 on the roll of one turn of its months, announced before the roll (15.5.2e, 15.5.3e)."""
    if CENTER[side] in p.operations and not p.center_turns[side] and p.turn in CENTER_TURNS[side]:
        p.stack.append(UseCenter(side))


class UseCenter(Choice[Position], frozen=True):
    """Use the Command Center option in this turn, once, before the roll (15.5.2e, 15.5.3e)."""

    side: Side

    cases = ("15.5.2e", "15.5.3e")
    labels = {"yes": "Now: +2", "no": "Not in this turn"}

    def prompt(self, p: Position) -> str:
        return "Command Center option: use it for this turn's roll?"

    def options(self, p: Position) -> Sequence[Action]:
        return [YES, NO]

    def take(self, p: Position, action: Action) -> None:
        if action == YES:
            p.center_turns[self.side] = p.turn
            case = self.cases[0 if self.side == ALLIED else 1]
            p.say("operations", f"The {p.adjective(self.side)} Command Center is reinforced in this turn", (case,))
