"""12.1 Combat replacements: the working total, the roll, the secret number, what is bought from the pools and where it
appears."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from ...core.actions import DONE, Action, Refusal
from ...core.decisions import About, Automatic, about
from ...core.state import Side, Unit
from ...core.wording import counted
from ..great_war.front_line import behind_line, held, linked
from ..great_war.lines import remembered
from ..great_war.modes import default_facing
from ..great_war.position import Choice, DiceRoll
from ..great_war.seats import JointChoice, SeatChoice
from ..great_war.stacking import fits
from ..great_war.states import HOME, LASTING, NEW
from ..great_war.units import leave, score
from .components import ALLIED, GERMAN
from .position import UNWRITTEN, Position

LEAST_TOTAL, LAST_COLUMN = 4, 14


def begin_replacements(p: Position) -> None:
    """Both roll openly, each step taken is a point for the enemy (13.3); they write in secret, are shown together; then
    the Allies buy first (BP-R168)."""
    p.allowed, p.written = [0, 0], [UNWRITTEN, UNWRITTEN]
    p.stack += [Buy(GERMAN), Buy(ALLIED), Show(), Write(GERMAN), Write(ALLIED)]
    for side in (GERMAN, ALLIED):
        if p.tally[side] >= LEAST_TOTAL:
            p.stack.append(ReplacementRoll(side))


class ReplacementRoll(DiceRoll[Position], frozen=True):
    """Two dice in the column of the working total (12.1.1/1, 12.1.2)."""

    side: Side

    count = 2
    cases = ("12.1.1", "12.1.2")

    def prompt(self, p: Position) -> str:
        return (
            f"{p.adjective(self.side)} replacements: roll two dice. The working total of {p.tally[self.side]} sets the column: "
            "this turn's assaults, own steps lost in them and own units disrupted."
        )

    def resolve(self, p: Position, faces: tuple[int, ...]) -> None:
        chart = p.c.replacements
        column = chart.column(min(p.tally[self.side], LAST_COLUMN))
        p.allowed[self.side] = int(chart.result(column, sum(faces)))
        result = str(p.allowed[self.side])
        text = f"The {p.adjective(self.side)} side may take up to {counted(p.allowed[self.side], 'replacement step')}"
        p.say("replacements", text, self.cases, dice=faces, result=result, meaning=chart.meanings[result])


class Write(Automatic[Position], frozen=True):
    """A side with steps to take writes how many; others take none."""

    side: Side

    def run(self, p: Position) -> None:
        if p.allowed[self.side]:
            p.stack.append(WriteSteps(self.side))
        else:
            p.written[self.side] = 0


class WriteSteps(Choice[Position], frozen=True):
    """How many steps a side takes: a secret until both have written (12.1.3/3)."""

    side: Side

    cases = ("12.1.3/3",)
    implied_kind = "write"
    secret = "replacements"

    def prompt(self, p: Position) -> str:
        most = p.allowed[self.side]
        return f"Write down how many replacement steps you take, at most {most}. Each gives the enemy 1 victory point."

    def about(self, p: Position) -> About | None:
        return about(p, (), hits=p.allowed[self.side])

    def public_prompt(self, p: Position) -> str:
        return "Both sides write down how many replacement steps they take."

    def options(self, p: Position) -> Sequence[Action]:
        return [Action("write", value=n) for n in range(p.allowed[self.side] + 1)]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        return Refusal(f"Take at most {counted(p.allowed[self.side], 'step')}", ("12.1.2",)) if action.kind == "write" else None

    def label(self, p: Position, action: Action) -> str:
        return "No steps" if not action.value else counted(action.value, "step")

    def take(self, p: Position, action: Action) -> None:
        p.written[self.side] = action.value


class Show(Automatic[Position], frozen=True):
    """Both numbers are shown."""

    def run(self, p: Position) -> None:
        if any(p.allowed):
            p.reveal("replacements")
            numbers = " and ".join(f"{p.adjective(side)} {p.written[side]}" for side in (ALLIED, GERMAN))
            p.say("replacements", f"Replacement steps taken: {numbers}", ("12.1.3/3",))


class Buy(Automatic[Position], frozen=True):
    """A side buys what it wrote."""

    side: Side

    def run(self, p: Position) -> None:
        seats = tuple(s for s in p.seating.sharing(self.side) if len(Replace(self.side, s).options(p)) > 1)
        if seats:
            p.stack.append(JointReplace(seats) if len(p.seating.sharing(self.side)) > 1 else Replace(self.side))


# ------------------------------------------------------------------------------------------------ what can be bought


def price(p: Position, u: int, mode: str) -> int:
    """Steps: all a counter has, one less for its reduced side; an HQ 1 (12.1.3, BP-R168)."""
    return p.c.steps[u] - (1 if mode == "reduced" else 0)


def free_battalion(p: Position, u: int) -> bool:
    """With Commit Reserves battalions cost no steps, but still points (15.5.3f). A working total that the chart does not have
    brings them no more than others (12.1.1, BP-R168)."""
    return p.c.battalion[u] and "commit_reserves" in p.operations and p.tally[p.c.side[u]] >= LEAST_TOTAL


def free_hq(p: Position, u: int) -> bool:
    """With Increase Supply British HQs spent for supply return for nothing (15.5.2b, BP-R94)."""
    return p.c.hq[u] and p.c.nations[p.c.nation[u]] == "british" and "increase_supply" in p.operations


def due_hqs(p: Position) -> list[int]:
    return [r.unit for r in p.returning if r.way == "bought" and r.turn <= p.turn]


def for_sale(p: Position, side: int) -> list[tuple[int, str]]:
    """Pool units, one of each kind of brigade and battalion, and HQs that are due; full or reduced."""
    c, found, alike = p.c, [], set()
    left = p.written[side]
    for u in (*p.stacks[c.box["pool"]], *due_hqs(p)):
        if c.side[u] != side:
            continue
        if c.brigade[u] or c.battalion[u]:
            key = (c.nation[u], c.size[u], c.front[u].primary)
            if key in alike:
                continue
            alike.add(key)
        modes = ("full", "reduced") if c.steps[u] > 1 and not c.trenches[u] else ("full",)
        free = free_battalion(p, u) or (free_hq(p, u) and u in due_hqs(p))
        found += [(u, mode) for mode in modes if free or price(p, u, mode) <= left]
    return found


def replacement_cells(p: Position, u: int) -> list[int]:
    """Own-edge squares within stacking (12.1.3/1)."""
    return [x for x in edge_squares(p, p.c.side[u]) if fits(p, u, x)]


def edge_squares(p: Position, side: int) -> list[int]:
    """Own-edge squares behind the own line, for Germans in the north too (BP-R95)."""
    near = _linked(p, side)
    edge = [x for x in p.c.edge[side] if x in near]
    if side == GERMAN:
        own = behind_line(p, side)
        edge += [x for x in p.c.edge_cells["N"] if x in own and x not in edge]
    return edge


def _linked(p: Position, side: int) -> frozenset[int]:
    """Squares without enemies that are linked, over such squares, to an own unit or to the own side of the line, whatever the
    zones."""
    memory = remembered(p)
    found: frozenset[int] | None = memory.get(("linked", side))
    if found is None:
        starts = {*held(p, side), *behind_line(p, side)}
        found = memory["linked", side] = frozenset(linked(p, starts, p.enemy_cells(side)))
    return found


class Replace(SeatChoice[Position], frozen=True):
    """Buy units, until done."""

    cases = ("12.1.3",)
    implied_kind = "buy"
    labels = {"done": "Take no more", "buy full": "{unit}, full", "buy reduced": "{unit}, reduced"}

    def about(self, p: Position) -> About | None:
        return about(p, (), hits=p.written[self.side])

    def prompt(self, p: Position) -> str:
        return f"Replacements, {counted(p.written[self.side], 'step')} left: choose a unit from the pool, or take no more."

    def options(self, p: Position) -> Sequence[Action]:
        of = p.seating.of_nation
        mine = [(u, mode) for u, mode in for_sale(p, self.side) if self.seat in (-1, of[p.c.nation[u]])]
        edge = edge_squares(p, self.side) if mine else []
        found = [Action("buy", p.name(u), mode=mode) for u, mode in mine if any(fits(p, u, x) for x in edge)]
        found += [Action("raise", p.name(u), p.label(x), mode=mode) for u, x, mode in raises(p, self.side, self.seat)]
        return [*found, DONE]

    def why_not(self, p: Position, action: Action) -> Refusal | None:
        u = p.c.unit.get(action.unit)
        if u is None:
            return None
        if p.place[u] != p.c.box["pool"] and u not in due_hqs(p):
            return Refusal(f"{action.unit} is not in the pool", ("12.1",))
        if price(p, u, action.mode or "full") > p.written[self.side]:
            return Refusal(f"{action.unit} needs {counted(price(p, u, action.mode or 'full'), 'step')}", ("12.1.3",))
        return Refusal(f"There is no square for {action.unit}", ("12.1.3/1",))

    def take(self, p: Position, action: Action) -> None:
        if action == DONE:
            return
        self.ask_again(p)
        u = p.c.unit[action.unit]
        if action.kind == "raise":
            raise_division(p, u, p.c.board.index[action.cell], action.mode)
        else:
            if self.side == ALLIED and not p.c.hq[u]:
                p.status[u] |= HOME  # its square is chosen: one outside its nation's rows costs points (R8)
            p.stack.append(PlaceReplacement(u, action.mode))


class JointReplace(JointChoice[Position], frozen=True):
    """Both Allied seats draw on one number (BP-R09)."""

    of = Replace
    implied_kind = "buy"


class PlaceReplacement(Choice[Position], frozen=True):
    """Choose where a bought unit appears."""

    unit: Unit
    mode: str

    cases = ("12.1.3/1",)
    implied_kind = "place"
    can_step_back = True
    labels = {"back": "Choose another unit"}

    def prompt(self, p: Position) -> str:
        return f"Choose an edge square for {{{p.name(self.unit)}}}."

    def options(self, p: Position) -> Sequence[Action]:
        return [action for x in replacement_cells(p, self.unit) for action in self._ways(p, x)]

    def _ways(self, p: Position, cell: int) -> list[Action]:
        """Facing as it would by itself; in a vacant square any other way too (BP-R168)."""
        u, directions = self.unit, p.c.board.grid.directions
        plain = Action("place", p.name(u), p.label(cell))
        if p.stacks[cell]:
            return [plain]
        usual = default_facing(p, u, cell)
        return [plain, *(msgspec.structs.replace(plain, facing=directions[d]) for d in p.c.facings if d != usual)]

    def take(self, p: Position, action: Action) -> None:
        u, side = self.unit, p.c.side[self.unit]
        free = free_battalion(p, u) or (free_hq(p, u) and u in due_hqs(p))
        steps = price(p, u, self.mode)
        if not free:
            p.written[side] -= steps
        if not free or p.c.battalion[u]:
            score(p, p.enemy(side), steps, combat=True)
        p.returning = tuple(r for r in p.returning if r.unit != u)
        p.mark(u, p.status[u] & ~LASTING, False)
        cell = p.c.board.index[action.cell]
        directions = p.c.board.grid.directions
        facing = directions.index(action.facing) if action.facing else default_facing(p, u, cell)
        p.put(u, cell)
        p.facing[u], p.steps[u] = facing, steps
        if p.c.tank[u]:
            p.status[u] |= NEW
            p.tries = tuple(t for t in p.tries if t != u)
        if p.c.regiment[u]:
            p.regiments_back += 1
        p.say("replacements", f"{{{p.name(u)}}} appears in {{{action.cell}}}", self.cases)


# ------------------------------------------------------------------------------------------ 15.1/1 divisions from brigades


def raises(p: Position, side: int, seat: int) -> list[tuple[int, int, str]]:
    """In the campaign brigades in one square and bought strength return a division: brigades, steps and the side that shows."""
    if not p.s.campaign or side != ALLIED or not p.written[side]:
        return []
    found = []
    for cell in sorted({p.place[u] for u in p.units(side)}):
        there = [u for u in p.stacks[cell] if p.c.brigade[u] and p.good_order(u) and not p.engaged(cell)]
        if not there or (seat >= 0 and p.seating.of_nation[p.c.nation[there[0]]] != seat):
            continue
        if len(there) < len(p.stacks[cell]):
            continue  # a division stands alone (7.3.1)
        for u in p.stacks[p.c.box["pool"]]:
            if p.c.division[u] and p.c.nation[u] == p.c.nation[there[0]]:
                found += [(u, cell, mode) for mode in ("full", "reduced") if _steps_for(p, u, there, mode) is not None]
    return found


def _steps_for(p: Position, division: int, brigades: Sequence[int], mode: str) -> int | None:
    """The fewest steps whose brigade makes up what is missing: the smallest reduced brigade 1 step, a full one 2 (BP-R113)."""
    numbers = p.c.front[division] if mode == "full" else p.c.back[division]
    missing = numbers.primary - sum(p.numbers(u).primary for u in brigades)
    if missing <= 0:
        return None
    pool = [u for u in p.stacks[p.c.box["pool"]] if p.c.brigade[u] and p.c.nation[u] == p.c.nation[division]]
    offers = [(1, min((p.c.back[u].primary for u in pool), default=0)), *((2, p.c.front[u].primary) for u in pool)]
    able = [steps for steps, strength in offers if strength >= missing and steps <= p.written[ALLIED]]
    return min(able, default=None)


def raise_division(p: Position, u: int, cell: int, mode: str) -> None:
    brigades = [v for v in p.stacks[cell] if p.c.brigade[v] and p.good_order(v)]
    steps = _steps_for(p, u, brigades, mode)
    assert steps is not None
    facing, kept = p.facing[brigades[0]], 0
    for v in brigades:
        kept |= p.status[v] & LASTING
        leave(p, v, "pool")
    p.mark(u, p.status[u], False)
    p.mark(u, kept)
    p.put(u, cell)
    p.facing[u], p.steps[u] = facing, price(p, u, mode)
    p.written[ALLIED] -= steps
    score(p, GERMAN, steps, combat=True)
    cost = counted(steps, "step")
    p.say("replacements", f"{p.names(brigades)} and {cost} return {{{p.name(u)}}}", ("15.1/1",))
