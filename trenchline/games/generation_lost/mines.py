"""19.1.5(k) German mines: laid before the German bombardment of March 20 under the French line on the West Bank, blown after
it; with Plant Mines two more in every turn that follows (20.4.2(1))."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import DONE, Action, Refusal
from ...core.charts import Odds
from ...core.decisions import Automatic, Draw
from ...core.state import Cell, Side
from ..great_war.losses import inflict
from ..great_war.mines import chances, explodes, mine_odds
from ..great_war.position import Choice, DiceRoll
from ..great_war.states import INSIDE
from ..great_war.units import disrupt
from .components import FRENCH, GERMAN
from .position import Position

MARKERS, PLANTED = 3, 2
DAMAGE = {
    "DST": "a step lost and all units disrupted",
    "D": "all units disrupted",
    "NE": "no effect",
}


def exposed(p: Position, cell: int) -> list[int]:
    """The French in a square whom a mine can hurt: not those inside a fort (GL-R303)."""
    return [u for u in p.own(cell, FRENCH) if not p.status[u] & INSIDE]


def line_targets(p: Position) -> list[int]:
    """French infantry on the French line of the West Bank, not engaged (19.1.5(k-i))."""
    line = [x for x, trench in enumerate(p.c.trench) if trench == "french" and p.c.bank[x] == "W" and x not in p.mines]
    return [x for x in line if not p.engaged(x) and any(p.c.infantry[u] for u in exposed(p, x))]


def plant_targets(p: Position) -> list[int]:
    """Squares with French units next to a German one, not engaged (20.4.2(1), GL-R303)."""
    held = [x for x, here in enumerate(p.present) if here & p.c.bit[FRENCH] and x not in p.mines]
    open_to = [x for x in held if not p.engaged(x) and exposed(p, x)]
    return [x for x in open_to if any(p.present[n] & p.c.bit[GERMAN] for n in p.c.near[x])]


def lay_mines(p: Position) -> None:
    """Before the German bombardment, in a lull too (GL-R265, GL-R266)."""
    p.mines, p.blown = (), ()
    if p.turn == p.s.spec.mines_turn and line_targets(p):
        p.stack.append(LayMines(GERMAN))
    elif "plant_mines" in p.operations and p.turn > p.s.spec.mines_turn and plant_targets(p):
        p.stack.append(PlantMines(GERMAN))


def told(p: Position) -> str:
    return chances(p.c.mine_faces, DAMAGE)


class LayMines(Choice[Position], frozen=True):
    """A square for each of the three markers, as far as there are (GL-R200)."""

    side: Side

    cases = ("19.1.5(k)", "19.1.5(k-i)")
    implied_kind = "mine"
    labels = {"mine": "A mine under {cell}"}

    def prompt(self, p: Position) -> str:
        left = MARKERS - len(p.mines)
        return f"Mines: choose a French-held square of the French line on the West Bank, {left} to go. {told(p)}"

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("mine", cell=p.label(x)) for x in line_targets(p)]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        if action.cell in map(p.label, p.mines):
            return Refusal(f"{action.cell} is mined already", self.cases)
        where = "under French infantry on the French line of the West Bank that is not engaged"
        return Refusal(f"Mines lie {where}", self.cases) if action.cell else None

    def take(self, p: Position, action: Action) -> None:
        lay(p, action)
        if len(p.mines) < MARKERS and line_targets(p):
            p.stack.append(self)


class PlantMines(Choice[Position], frozen=True):
    """Up to two squares (20.4.2(1))."""

    side: Side

    cases = ("20.4.2(1)",)
    implied_kind = "mine"
    labels = {"done": "Plant no more", "mine": "A mine under {cell}"}

    def prompt(self, p: Position) -> str:
        return f"Plant Mines: choose a French-held square next to a German unit, or plant no more. {told(p)}"

    def options(self, p: Position) -> Sequence[Action]:
        return [*(Action("mine", cell=p.label(x)) for x in plant_targets(p)), DONE]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        if action.cell in map(p.label, p.mines):
            return Refusal(f"{action.cell} is mined already", self.cases)
        where = "under French units outside forts, next to a German one, who are not engaged"
        return Refusal(f"Mines are planted {where}", self.cases) if action.cell else None

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        lay(p, action)
        if len(p.mines) < PLANTED and plant_targets(p):
            p.stack.append(self)


def lay(p: Position, action: Action) -> None:
    p.mines = tuple(sorted((*p.mines, p.c.board.index[action.cell])))
    p.say("mines", f"A mine lies under {{{action.cell}}}", ("19.1.5(k-i)",))


def mines_phase(p: Position, side: int) -> None:
    """After all German bombardment (19.1.5(k-ii))."""
    if p.mines:
        p.stack.append(NextMine(GERMAN))


class NextMine(Choice[Position], frozen=True):
    """Each mine is tried, in German order."""

    side: Side

    cases = ("19.1.5(k-ii)",)
    implied_kind = "mine"
    labels = {"mine": "Fire the mine under {cell}"}

    def prompt(self, p: Position) -> str:
        return f"Choose the next mine to fire. {told(p)}"

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("mine", cell=p.label(x)) for x in p.mines]

    def take(self, p: Position, action: Action) -> None:
        cell = p.c.board.index[action.cell]
        p.mines = tuple(x for x in p.mines if x != cell)
        if p.mines:
            p.stack.append(self)
        p.stack.append(MineRoll(cell))


class MineRoll(DiceRoll[Position], frozen=True):
    """1 to 3 explodes, else the marker goes unseen (19.1.5(k-ii), 19.1.5(k-iv))."""

    target: Cell

    cases = ("19.1.5(k-ii)",)

    def prompt(self, p: Position) -> str:
        return f"The mine under {{{p.label(self.target)}}}: roll one die. On 1 to 3 it explodes."

    def odds(self, p: Position, action: Action) -> Odds | None:
        return mine_odds(p, self.target)

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        if explodes(p, self.target, faces, self.cases):
            p.stack.append(Explosion(self.target))


class Explosion(Draw[Position], frozen=True):
    """The marker is turned up: nobody knew its face, so that it is as if drawn now (GL-R200)."""

    target: Cell

    cases = ("19.1.5(k-iii)",)

    def prompt(self, p: Position) -> str:
        return f"Draw the effect of the explosion under {{{p.label(self.target)}}}."

    def pool(self, p: Position) -> Sequence[int]:
        return [face for face in range(len(p.c.mine_faces)) if face not in p.blown]

    def drawn(self, p: Position, marker: int) -> None:
        p.blown = (*p.blown, marker)
        result = p.c.mine_faces[marker]
        text = f"Explosion under {{{p.label(self.target)}}}: {DAMAGE[result]}"
        p.say("mines", text, self.cases, result=result, meaning=DAMAGE[result])
        if result == "NE":
            return
        p.stack.append(Shaken(self.target))
        if result == "DST":
            inflict(p, FRENCH, exposed(p, self.target), 1, "mine")


class Shaken(Automatic[Position], frozen=True):
    """Who is left is disrupted, once the step is lost (GL-R303)."""

    target: Cell

    def run(self, p: Position) -> None:
        for u in exposed(p, self.target):
            disrupt(p, u)
