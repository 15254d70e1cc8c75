"""9.2.4 Fort garrisons: counters that lie face down until a fort is assaulted. Nobody may look, so a face is drawn only when it
is shown: before that it stands nowhere."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.decisions import Draw
from ...core.state import Unit
from ..great_war.states import INSIDE, REVEALED
from .components import FACES
from .position import Position


def show_face(p: Position, u: int, face: int) -> None:
    """A garrison counter is turned up."""
    faces = list(p.garrison_faces)
    faces[p.c.garrisons.index(u)] = face
    p.garrison_faces = tuple(faces)
    p.mark(u, REVEALED)


def faces_left(p: Position) -> list[int]:
    """The faces of the counters that lie face down, the dummies first: three 010, one 020 and four dummies but for those shown
    (GL-R57)."""
    row = p.s.base.garrisons
    counts = {} if row is None else row.faces
    found = [face for face, name in enumerate(FACES) for _ in range(counts.get(name, 0))]
    for face in p.garrison_faces:
        if face in found:
            found.remove(face)
    return found


def hidden_garrison(p: Position, cell: int) -> int:
    """The garrison that lies face down in the fort of a square; -1 if there is none."""
    there = [u for u in p.stacks[cell] if p.c.garrison[u] and p.status[u] & INSIDE and not p.status[u] & REVEALED]
    return there[0] if there else -1


class ShowGarrison(Draw[Position], frozen=True):
    """A garrison is shown: its face is drawn among those that are left (9.2.4(b), GL-R58, GL-R59)."""

    unit: Unit

    cases = ("9.2.4(b)", "9.2.4(c)", "9.2.4(d)")

    def prompt(self, p: Position) -> str:
        return f"{{{p.name(self.unit)}}} is turned up: draw what it shows."

    def pool(self, p: Position) -> Sequence[int]:
        return faces_left(p)

    def drawn(self, p: Position, marker: int) -> None:
        name, cell = p.name(self.unit), p.place[self.unit]
        where = p.label(cell)
        show_face(p, self.unit, marker)
        if FACES[marker] == "dummy":  # gone without points (GL-R299)
            p.put(self.unit, p.c.box["gone"])
            p.dummies = tuple(sorted({*p.dummies, cell}))
            text = f"The fort in {{{where}}} is empty: {{{name}}} is a dummy"
            p.say("garrison", text, ("9.2.4(c)",), result="dummy", meaning="nobody defends the fort")
        else:
            text = f"{{{name}}} in {{{where}}} is real and defends with {marker}"
            p.say("garrison", text, ("9.2.4(d)",), result=FACES[marker], meaning=f"the garrison defends with {marker}")
