"""20.4 Operations: options that each side may buy before the campaign with points it concedes at the end; by dice for one who
plays alone (20.4.4)."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import Action, Refusal
from ...core.decisions import Automatic
from ...core.state import Side, Unit
from ...core.wording import counted
from ..great_war.modes import default_facing
from ..great_war.operations import Enact, ask_for_operations, table_of
from ..great_war.position import Choice, DiceRoll
from ..great_war.stacking import fits
from .components import FRENCH, GERMAN, SIDES
from .position import Position

EXTRA_HQS = ("IIIFr", "XIIFr")  # 20.4.3(2), GL-R237
ROLLED = 3  # options of each side that dice name for one who plays alone


def begin_operations(p: Position, side: int) -> None:
    """Asked in secret and shown together (GL-R06), or rolled by one who plays alone."""
    if p.s.spec.operations and p.options.solitaire:
        p.stack += [Enact(), RollForPairs(), RollOption(FRENCH), RollOption(GERMAN)]
    elif p.s.spec.operations:
        ask_for_operations(p)


def enact(p: Position) -> None:
    """The points of options are entered at the end (20.4, GL-R258)."""
    for name in p.operations:
        row = p.c.operations[name]
        side = SIDES.names.index(row.side)
        points = counted(row.points, "point")
        p.say("operations", f"{p.adjective(side)}: {row.title}, {points} conceded at the end", (row.source,))
    if "stronger_command" in p.operations:
        p.stack += [PlaceHeadquarters(p.c.unit[name]) for name in reversed(EXTRA_HQS)]
    if "off_map_artillery" in p.operations:
        p.put(p.c.off_map_guns, p.c.box["off_map"])


# ------------------------------------------------------------------------------------------------ 20.4.3(2) Stronger Command


def headquarters_cells(p: Position, u: int) -> list[int]:
    """South of the French line, outside German zones, where stacking and forts allow it (GL-R237, GL-R305)."""
    rear = [x for x in range(p.c.board.size) if p.control[x] == FRENCH and not p.c.trench[x] and x not in p.c.forts]
    return [x for x in rear if not p.in_enemy_zone(x, FRENCH) and fits(p, u, x)]


class PlaceHeadquarters(Choice[Position], frozen=True):
    """Choose where one of the two more French HQs stands."""

    unit: Unit

    cases = ("20.4.3(2)",)
    implied_kind = "place"

    def prompt(self, p: Position) -> str:
        return f"Stronger Command: choose a square south of the French line for {{{p.name(self.unit)}}}."

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("place", p.name(self.unit), p.label(x)) for x in headquarters_cells(p, self.unit)]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        where = "south of the French line, outside German zones of control, within stacking and in no fort square"
        return Refusal(f"{p.name(self.unit)} is placed {where}", self.cases) if action.cell else None

    def take(self, p: Position, action: Action) -> None:
        cell = p.c.board.index[action.cell]
        facing = default_facing(p, self.unit, cell)
        p.put(self.unit, cell)
        p.facing[self.unit] = facing
        p.say("setup", f"{{{p.name(self.unit)}}} joins the French command in {{{action.cell}}}", self.cases)


# ------------------------------------------------------------------------------------------------ 20.4.4 alone at the table


class RollOption(DiceRoll[Position], frozen=True):
    """A die names an option of a side's table; one that is named already is rolled again, until there are three."""

    side: Side

    cases = ("20.4.4",)

    def prompt(self, p: Position) -> str:
        return f"Operations: roll one die for a {p.adjective(self.side)} option."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        name = table_of(p, self.side)[faces[0] - 1]
        again = name in p.wishes[self.side]
        if not again:
            p.wishes[self.side] = [*p.wishes[self.side], name]
        text = f"{p.adjective(self.side)} option {faces[0]}: {p.c.operations[name].title}{', named already' if again else ''}"
        p.say("operations", text, self.cases, dice=faces)
        if len(p.wishes[self.side]) < ROLLED:
            p.stack.append(self)


class RollForPairs(Automatic[Position], frozen=True):
    """The lowest, the middle and the highest option of each side are paired (GL-R256)."""

    def run(self, p: Position) -> None:
        pairs = [sorted(p.wishes[side], key=table_of(p, side).index) for side in (GERMAN, FRENCH)]
        p.wishes = [[], []]
        p.stack += [RollPair(german, french) for german, french in reversed(list(zip(*pairs, strict=True)))]


class RollPair(DiceRoll[Position], frozen=True):
    """A die for each side: the higher keeps its option, the lower loses its own, a tie keeps both."""

    german: str
    french: str

    count = 2
    summed = False
    cases = ("20.4.4",)

    def prompt(self, p: Position) -> str:
        titles = " against ".join(p.c.operations[name].title for name in (self.german, self.french))
        return f"{titles}: roll a German and a French die."

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        german, french = faces
        kept = {GERMAN: [self.german] if german >= french else [], FRENCH: [self.french] if french >= german else []}
        for side, names in kept.items():
            p.wishes[side] = [*p.wishes[side], *names]
        titles = " and ".join(p.c.operations[name].title for names in kept.values() for name in names)
        p.say("operations", f"{titles} {'is' if german != french else 'are'} used", self.cases, dice=faces)
