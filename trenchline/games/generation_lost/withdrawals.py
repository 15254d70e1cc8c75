"""20.2.1-Aug7, 20.2.1-Oct2 German guns leave for the Somme and elsewhere; those that stay are placed anew, far back."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.actions import Action, Refusal
from ...core.decisions import Automatic, Draw
from ...core.deployment import READY_MADE
from ...core.state import Side, Unit
from ...core.wording import counted
from ..great_war.engagement import Aftermath
from ..great_war.front_line import behind_line
from ..great_war.modes import stand
from ..great_war.position import Choice
from ..great_war.stacking import fits
from ..great_war.units import drop_out, leave
from .components import GERMAN
from .data_files import WithdrawalRow
from .position import Position
from .returns import wait_beside
from .setup_guns import distance_from_front, may_stand, waiting


def withdrawal_of(p: Position) -> WithdrawalRow | None:
    """The withdrawal of this turn."""
    return next((row for row in p.s.spec.withdrawals if row.turn == p.turn), None)


def begin_withdrawal(p: Position, side: int) -> None:
    """Draw guns out until the number that stays is left, then take those up that are placed anew (GL-R265, GL-R307)."""
    row = withdrawal_of(p)
    if row is None:
        return
    p.stack.append(TakeUp())
    for kind, kept in row.keep.items():
        p.stack += [DrawOut(kind)] * (len(on_map(p, kind)) - kept)


def on_map(p: Position, kind: str) -> list[int]:
    """German guns of a kind on the map; those in the pool stay there (GL-R240)."""
    return [u for u in p.c.guns[GERMAN] if p.on_map(u) and p.c.gun_class[u] == kind]


class DrawOut(Draw[Position], frozen=True):
    """One gun of a kind leaves the game; no points for that."""

    kind: str

    cases = ("20.2.1-Aug7", "20.2.1-Oct2", "20.3.8")

    def prompt(self, p: Position) -> str:
        return f"Withdrawal: a {self.kind} gun is drawn."

    def pool(self, p: Position) -> Sequence[int]:
        return on_map(p, self.kind)

    def drawn(self, p: Position, marker: int) -> None:
        leave(p, marker, "gone")
        row = withdrawal_of(p)
        assert row is not None
        p.say("withdrawal", f"{{{p.name(marker)}}} leaves Verdun", (row.source,))


class TakeUp(Automatic[Position], frozen=True):
    """The guns that stay keep their state and strength; an engagement that one side has left is over (GL-R307)."""

    def run(self, p: Position) -> None:
        row = withdrawal_of(p)
        assert row is not None
        for u in [u for kind in row.moved for u in on_map(p, kind)]:
            drop_out(p, u)
            p.put(u, p.c.box["setup"])
        place_next(p)
        p.stack.append(Aftermath())


def place_next(p: Position) -> None:
    """Ask for the next gun; one for which no square is left waits beside the map."""
    ground = rear_and_distance(p)
    for u in waiting(p, GERMAN):
        if not legal_cells(p, u, ground):
            wait_beside(p, u, p.turn, p.steps[u])
            p.say("withdrawal", f"{{{p.name(u)}}} finds no square and waits beside the map", ("GL-R307",))
    if waiting(p, GERMAN):
        p.stack.append(Redeploy(GERMAN))


# ------------------------------------------------------------------------------------------------ where they go


def rear(p: Position) -> set[int]:
    """Behind the German lines: also where these have gaps, the ground that the Germans control without a break from their
    edge."""
    found = {x for x in p.c.edge[GERMAN] if p.control[x] == GERMAN}
    ring = list(found)
    while ring:
        ring = list(dict.fromkeys(n for x in ring for n in p.c.near[x] if p.control[n] == GERMAN and n not in found))
        found.update(ring)
    return found | behind_line(p, GERMAN)


Ground = tuple[list[int], list[int]]


def rear_and_distance(p: Position) -> Ground:
    """Squares behind the lines outside enemy zones, and how far every square is from the front: the same for all guns."""
    return [x for x in sorted(rear(p)) if not p.in_enemy_zone(x, GERMAN)], distance_from_front(p, GERMAN)


def legal_cells(p: Position, u: int, ground: Ground) -> list[int]:
    """Behind the line and far enough from the front; if there is no such square the farthest that are legal (GL-R307)."""
    row = withdrawal_of(p)
    assert row is not None
    cells, far = ground
    safe = [x for x in cells if may_stand(p, u, x) and fits(p, u, x)]
    least = min(row.distance, max((far[x] for x in safe), default=0))
    return [x for x in safe if far[x] >= least]


def open_cells(p: Position, u: int, ground: Ground) -> list[int]:
    """Of these the west bank's only, as long as those who are left must fill its number, as far as squares allow."""
    row, bank = withdrawal_of(p), p.c.bank
    assert row is not None
    found = legal_cells(p, u, ground)
    west = [x for x in found if bank[x] == "W"]
    placed = sum(bank[p.place[v]] == "W" for kind in row.moved for v in on_map(p, kind))
    able = [v for v in waiting(p, GERMAN) if v == u or any(bank[x] == "W" for x in legal_cells(p, v, ground))]
    return west if west and row.least_west - placed >= len(able) else found


class Redeploy(Choice[Position], frozen=True):
    """Choose a gun to place, or have all placed as near to the front as may be."""

    side: Side

    cases = ("20.2.1-Aug7", "20.2.1-Oct2")
    implied_kind = "select"
    labels = {"historical": "Ready placement"}

    def prompt(self, p: Position) -> str:
        left = len(waiting(p, GERMAN))
        return f"Place {counted(left, 'German gun')} far behind your line, or take the ready placement."

    def options(self, p: Position) -> Sequence[Action]:
        return [*(p.c.select[u] for u in waiting(p, GERMAN)), READY_MADE]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        row = withdrawal_of(p)
        assert row is not None
        return Refusal(f"{action.unit} is not to be placed", (row.source,)) if action.unit in p.c.unit else None

    def take(self, p: Position, action: Action) -> None:
        if action != READY_MADE:
            p.stack.append(RedeployGun(p.c.unit[action.unit]))
            return
        west_first = sorted(waiting(p, GERMAN), key=lambda u: (p.c.rail_bound[u], p.c.road_bound[u], u))
        ground = rear_and_distance(p)
        for u in west_first:
            if legal_cells(p, u, ground):
                stand(p, u, ready_cell(p, u, ground))
        place_next(p)


def ready_cell(p: Position, u: int, ground: Ground) -> int:
    """On the west bank until its number is full, then on the east, as near to the front as may be."""
    row = withdrawal_of(p)
    assert row is not None
    far, bank = ground[1], p.c.bank
    placed = sum(bank[p.place[v]] == "W" for kind in row.moved for v in on_map(p, kind))
    wanted = "W" if placed < row.least_west else "E"
    return min(open_cells(p, u, ground), key=lambda x: (bank[x] != wanted, far[x], x))


class RedeployGun(Choice[Position], frozen=True):
    """Choose its square."""

    unit: Unit

    cases = ("20.2.1-Aug7", "20.2.1-Oct2")
    implied_kind = "place"
    can_step_back = True
    labels = {"back": "Choose another gun"}

    def prompt(self, p: Position) -> str:
        return f"Choose a square far behind your line for {{{p.name(self.unit)}}}."

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("place", p.name(self.unit), p.label(x)) for x in open_cells(p, self.unit, rear_and_distance(p))]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        row = withdrawal_of(p)
        assert row is not None
        where = f"behind the line, {row.distance} squares from the front, {row.least_west} of them on the west bank"
        return Refusal(f"Guns are placed {where}", (row.source,)) if action.cell else None

    def take(self, p: Position, action: Action) -> None:
        stand(p, self.unit, p.c.board.index[action.cell])
        place_next(p)

    def step_back(self, p: Position) -> None:
        p.stack.append(Redeploy(GERMAN))
