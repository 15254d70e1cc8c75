"""14.1.3a British mines: laid before play under the German start trench, blown after the first bombardment; more by 15.5.2a."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import DONE, Action, Refusal
from ...core.charts import Odds
from ...core.decisions import About, Automatic, Draw, about
from ...core.state import Cell, Side
from ..great_war.losses import inflict
from ..great_war.mines import chances, explodes, mine_odds
from ..great_war.position import Choice, DiceRoll
from ..great_war.units import disrupt, suppress
from .components import ALLIED, BRITISH, GERMAN
from .position import Position

MARKERS = 6
DAMAGE = {
    "D/L": "a step lost and all units disrupted",
    "L": "a step lost",
    "D": "all units disrupted",
    "S": "all units suppressed",
    "-": "no effect",
}
PLANTED = 2  # each turn with Plant Mines (15.5.2a)


def lay_mines(p: Position, side: int) -> None:
    """Six different squares of the German start trench in rows 1 to 21 that Germans hold (14.1.3a)."""
    if p.s.spec.mines and open_squares(p):
        p.stack.append(LayMines(ALLIED))


def open_squares(p: Position) -> list[int]:
    return [x for x in p.c.mine_cells if p.holds(x, GERMAN) and x not in p.mines]


def told(p: Position) -> str:
    return chances(p.c.mine_faces, DAMAGE)


class LayMines(Choice[Position], frozen=True):
    """Choose squares until all six markers lie (BP-R148)."""

    side: Side

    cases = ("14.1.3a",)
    implied_kind = "mine"
    labels = {"mine": "A mine under {cell}"}

    def player(self, p: Position) -> int:
        return p.seating.of_nation[BRITISH]

    def about(self, p: Position) -> About | None:
        return about(p, (), hits=MARKERS - len(p.mines))

    def prompt(self, p: Position) -> str:
        return f"Mines: choose a square of the German start trench, {MARKERS - len(p.mines)} to go. {told(p)}"

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("mine", cell=p.label(x)) for x in open_squares(p)]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        if action.cell in map(p.label, p.mines):
            return Refusal(f"{action.cell} is mined already", self.cases)
        return Refusal("Mines lie under German-held start trench squares of rows 1 to 21", self.cases)

    def take(self, p: Position, action: Action) -> None:
        p.mines = tuple(sorted((*p.mines, p.c.board.index[action.cell])))
        if len(p.mines) < MARKERS and open_squares(p):
            p.stack.append(self)
        else:
            p.say("mines", "The mines are laid", self.cases)


def mines_phase(p: Position, side: int) -> None:
    """On the first turn all mines are tried; with Plant Mines two more on each later one."""
    if p.turn == p.started:
        blow(p)
    elif "plant_mines" in p.operations and plant_squares(p):
        p.blown, p.mines = (), ()
        p.stack += [Blow(), PlantMines(ALLIED)]


def plant_squares(p: Position) -> list[int]:
    """German-held squares next to a British unit, not engaged (15.5.2a, BP-R110)."""
    british = {p.place[u] for u in p.c.of_nation[BRITISH] if p.on_map(u)}
    held = [x for x, here in enumerate(p.present) if here & p.c.bit[GERMAN] and not p.engaged(x) and x not in p.mines]
    return [x for x in held if british & set(p.c.near[x])]


class PlantMines(Choice[Position], frozen=True):
    """Up to two squares (BP-R154)."""

    side: Side

    cases = ("15.5.2a",)
    implied_kind = "mine"
    labels = {"done": "Plant no more", "mine": "A mine under {cell}"}

    def player(self, p: Position) -> int:
        return p.seating.of_nation[BRITISH]

    def prompt(self, p: Position) -> str:
        return f"Plant mines: choose a German-held square next to a British unit, or plant no more. {told(p)}"

    def options(self, p: Position) -> Sequence[Action]:
        return [*(Action("mine", cell=p.label(x)) for x in plant_squares(p)), DONE]

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        p.mines = tuple(sorted((*p.mines, p.c.board.index[action.cell])))
        if len(p.mines) < PLANTED and plant_squares(p):
            p.stack.append(self)


class Blow(Automatic[Position], frozen=True):
    def run(self, p: Position) -> None:
        blow(p)


def blow(p: Position) -> None:
    if p.mines:
        p.stack.append(NextMine(ALLIED))


class NextMine(Choice[Position], frozen=True):
    """Each mine is tried, in Allied order (BP-R154)."""

    side: Side

    cases = ("14.1.3a/1",)
    implied_kind = "mine"
    labels = {"mine": "Fire the mine under {cell}"}

    def player(self, p: Position) -> int:
        return p.seating.of_nation[BRITISH]

    def prompt(self, p: Position) -> str:
        return f"Choose the next mine to fire. {told(p)}"

    def default(self, p: Position) -> Action:
        return self.options(p)[0]  # all of them are fired

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("mine", cell=p.label(x)) for x in p.mines]

    def take(self, p: Position, action: Action) -> None:
        cell = p.c.board.index[action.cell]
        p.mines = tuple(x for x in p.mines if x != cell)
        if p.mines:
            p.stack.append(self)
        p.stack.append(MineRoll(cell))


class MineRoll(DiceRoll[Position], frozen=True):
    """1 to 3 explodes, else it is a dud (14.1.3a/1)."""

    target: Cell

    cases = ("14.1.3a/1",)

    def prompt(self, p: Position) -> str:
        return f"The mine under {{{p.label(self.target)}}}: roll one die. On 1 to 3 it explodes."

    def odds(self, p: Position, action: Action) -> Odds | None:
        return mine_odds(p, self.target)

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        if explodes(p, self.target, faces, self.cases):
            p.stack.append(Explosion(self.target))


class Explosion(Draw[Position], frozen=True):
    """The marker is turned up: nobody knew its face, so that it is as if drawn now (14.1.3a)."""

    target: Cell

    cases = ("14.1.3a/2",)

    def prompt(self, p: Position) -> str:
        return f"Draw the effect of the explosion under {{{p.label(self.target)}}}."

    def pool(self, p: Position) -> Sequence[int]:
        return [face for face in range(len(p.c.mine_faces)) if face not in p.blown]

    def drawn(self, p: Position, marker: int) -> None:
        p.blown = (*p.blown, marker)
        result = p.c.mine_faces[marker]
        units = p.own(self.target, GERMAN)
        text = f"Explosion under {{{p.label(self.target)}}}: {DAMAGE[result]}"
        p.say("mines", text, self.cases, result=result, meaning=DAMAGE[result])
        if result == "S":
            for u in units:
                suppress(p, u)
        if "D" in result:
            for u in units:
                disrupt(p, u)
        if "L" in result:
            inflict(p, GERMAN, units, 1, "mine")
