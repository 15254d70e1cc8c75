"""15.5 Operations: each side may buy options with victory points before the campaign begins."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import DONE, Action, Refusal
from ...core.state import Side, Units
from ..great_war.front_line import behind_line
from ..great_war.movement import default_facing
from ..great_war.position import Choice, Follow
from ..great_war.stacking import fits
from ..great_war.units import score
from .components import ALLIED, GERMAN
from .position import Position

YES, NO = Action("yes"), Action("no")
CENTER = {ALLIED: "allied_command_center", GERMAN: "german_command_center"}
CENTER_TURNS = {ALLIED: range(1, 6), GERMAN: range(6, 15)}  # BP-R106, 15.5.3e
TRAINED_START = 6  # the first turn with Train Troops: August 5 (15.5.2f)
BUILT_GUN, BUILT_AT = "BA9", "B20"  # 15.5.2c


def begin_operations(p: Position, side: int) -> None:
    """Both say yes or no in secret, are shown together, then choose in secret and are shown together (BP-R148)."""
    if p.s.spec.operations:
        p.stack += [Enact(), Choose(GERMAN), Choose(ALLIED), ShowAnswers(), Ask(GERMAN), Ask(ALLIED)]


class Ask(Choice[Position], frozen=True):
    """Operations, yes or no."""

    side: Side

    cases = ("15.5",)
    secret = "answers"
    labels = {"yes": "Plan operations", "no": "No operations"}

    def prompt(self, p: Position) -> str:
        return "Operations: will you take options, each at the price of victory points for your enemy?"

    def public_prompt(self, p: Position) -> str:
        return "Both sides decide in secret whether they plan operations."

    def options(self, p: Position) -> Sequence[Action]:
        return [YES, NO]

    def take(self, p: Position, action: Action) -> None:
        p.answers[self.side] = int(action == YES)


class ShowAnswers(Follow[Position], frozen=True):
    def run(self, p: Position) -> None:
        p.reveal("answers")
        told = ", ".join(f"{p.adjective(side)} {'yes' if p.answers[side] else 'no'}" for side in (ALLIED, GERMAN))
        p.say("operations", f"Operations: {told}", ("15.5",))


class Choose(Follow[Position], frozen=True):
    side: Side

    def run(self, p: Position) -> None:
        if p.answers[self.side]:
            p.stack.append(ChooseOptions(self.side))


def offered(p: Position, side: int) -> list[str]:
    """Options that a side has not chosen; Train Troops leaves no turn for the Allied Command Center (BP-R107)."""
    name, chosen = p.c.sides[side], p.wishes[side]
    found = [o for o, row in p.c.operations.items() if row.side == name and o not in chosen]
    if "train_troops" in chosen:
        found = [o for o in found if o != CENTER[ALLIED]]
    if CENTER[ALLIED] in chosen:
        found = [o for o in found if o != "train_troops"]
    return found


class ChooseOptions(Choice[Position], frozen=True):
    """Choose options, one at least, until done; a secret until both sides have chosen."""

    side: Side

    cases = ("15.5", "15.5.1")
    implied_kind = "plan"
    secret = "operations"
    labels = {"done": "That is all"}

    def prompt(self, p: Position) -> str:
        price = sum(p.c.operations[o].points for o in p.wishes[self.side])
        return f"Operations: choose options; {price} victory points are conceded so far."

    def public_prompt(self, p: Position) -> str:
        return "Options are being chosen in secret."

    def options(self, p: Position) -> Sequence[Action]:
        found = [Action("plan", mode=name) for name in offered(p, self.side)]
        return [*found, DONE] if p.wishes[self.side] else found

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        if action == DONE:
            return Refusal("Who plans operations takes one option at least", ("15.5",))
        row = p.c.operations.get(action.mode)
        if row is None:
            return None
        if row.side != p.c.sides[self.side]:
            return Refusal(f"{row.title} is an option of the other side", ("15.5.1",))
        if action.mode in p.wishes[self.side]:
            return Refusal(f"{row.title} is chosen already", ("15.5",))
        return Refusal("With Train Troops no turn is left for the Command Center option", ("15.5.2f",))

    def label(self, p: Position, action: Action) -> str:
        if not action.mode:
            return super().label(p, action)
        row = p.c.operations[action.mode]
        return f"{row.title} ({row.points} points)"

    def take(self, p: Position, action: Action) -> None:
        if action != DONE:
            p.wishes[self.side] = [*p.wishes[self.side], action.mode]
            p.stack.append(self)


class Enact(Follow[Position], frozen=True):
    """Options are shown, paid for at once (BP-R138), and come into force."""

    def run(self, p: Position) -> None:
        p.reveal("operations")
        for side in (ALLIED, GERMAN):
            for name in p.wishes[side]:
                row = p.c.operations[name]
                score(p, p.enemy(side), row.points)
                p.say("operations", f"{p.adjective(side)}: {row.title}, {row.points} points conceded", (row.source,))
        p.operations = (*p.wishes[ALLIED], *p.wishes[GERMAN])
        p.wishes = [[], []]
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
            p.say("operations", f"The {p.adjective(self.side)} Command Center is reinforced in this turn", self.cases)
