"""13 Victory: the German's points, which he alone has (13a), counted in halves, and Verdun."""

from __future__ import annotations

from collections.abc import Sequence, Set

import msgspec

from ...core.actions import Action, Refusal
from ...core.match import Result
from ...core.paths import trace
from ...core.state import Side
from ...core.views import Standing
from ...core.wording import counted
from .components import FRENCH, GERMAN, Objective
from .position import Automatic, Chain, Choice, Position

CALL, DECLINE = Action("call"), Action("decline")


class Score(msgspec.Struct, frozen=True):
    """A line of the German score, in half points (VV-R74)."""

    text: str
    halves: int
    case: str

    def __str__(self) -> str:
        return f"{self.text}: {self.halves / 2:g} ({self.case})"


def linked(p: Position, side: int) -> frozenset[int]:
    """The hexes with a chain of their own back to a side's edge of the map (13h, VV-R79)."""
    chain, now = p.chains[side], _now(p)
    if chain.when != now:
        cells, onward = trace(p.c.open_ways, p.c.edge[side], p.c.board.size, p.cut(side))
        chain = p.chains[side] = Chain(frozenset(cells), onward, now)
    return chain.cells


def _now(p: Position) -> tuple[object, ...]:
    """All that a chain hangs on."""
    return (*p.presence, bytes(p.works))


def _still_linked(cell: int, chain: Chain, cut: bytearray) -> bool:
    """Whether the way by which a hex was linked is free, whatever else has moved since."""
    if cell not in chain.cells:
        return False
    while not cut[cell] and cell in chain.onward:
        cell = chain.onward[cell]
    return not cut[cell]


def holds(p: Position, objective: Objective, chain: Set[int]) -> bool:
    """German ground, a fallen fortress if it is one, with a chain to the northern edge (13g, 13h, 7.5m)."""
    cell = objective.cell
    return p.control[cell] == GERMAN and not p.fortress_stands(cell) and cell in chain


def held(p: Position) -> tuple[Objective, ...]:
    """The objectives that the German holds."""
    taken = [o for o in p.c.objectives[p.battle] if p.control[o.cell] == GERMAN and not p.fortress_stands(o.cell)]
    asked = (taken, *_now(p))
    if p.prizes[0] != asked:
        p.prizes = asked, tuple(_with_a_chain(p, taken))
    return p.prizes[1]


def _with_a_chain(p: Position, taken: Sequence[Objective]) -> list[Objective]:
    """Where the ways known before are still free the whole map is not searched again."""
    before, cut = p.chains[GERMAN], p.cut(GERMAN)
    uncut = [o for o in taken if not cut[o.cell]]
    if all(_still_linked(o.cell, before, cut) for o in uncut):
        return uncut
    chain = linked(p, GERMAN)
    return [o for o in uncut if o.cell in chain]


def score(p: Position) -> list[Score]:
    """The German score, source by source (13)."""
    lines = [Score(f"{o.name} ({p.label(o.cell)})", 2 * o.points, _case_of_objective(p, o)) for o in held(p)]
    if p.charged:
        lines.append(Score("reserves", -p.charged, "13i"))
    if extra_turn_price(p):
        lines.append(Score("extra turn", -extra_turn_price(p), extra_turn_cases(p)[p.calls == (FRENCH,)]))
    return lines


def _case_of_objective(p: Position, o: Objective) -> str:
    fort = p.c.fortress_at.get(o.cell)
    if fort is None:
        return "13c" if o.points == 2 else "13b"
    return "13e" if p.c.fortresses[fort].colour == "red" else "13d"


def extra_turn_price(p: Position) -> int:
    """Charged to the German who called it alone, credited to him if only the French did (14.2D-j, 14.2D-k, 14.2D-l, VV-R75).

    So it is on both banks too (14.3D-h, 14.3D-i, 14.3D-j).
    """
    if p.turn <= p.b.turns or len(p.calls) != 1:
        return 0
    return p.b.extra_turn if p.calls == (GERMAN,) else -p.b.extra_turn


def extra_turn_cases(p: Position) -> tuple[str, str, str]:
    """The cases of a turn that the German calls, the French, or both; each battle has its own."""
    return ("14.3D-h", "14.3D-i", "14.3D-j") if p.battle == "hypothetical" else ("14.2D-j", "14.2D-k", "14.2D-l")


def points(halves: int) -> int | float:
    return halves // 2 if halves % 2 == 0 else halves / 2


def result(p: Position) -> Result:
    """Verdun at once, else by points; below the tactical level the French win (13j, 13k, 13l, VV-R81)."""
    return _result(p, score(p))


def _result(p: Position, lines: Sequence[Score]) -> Result:
    halves = sum(line.halves for line in lines)
    reasons = tuple(str(line) for line in lines) or ("no objective held: 0 (13)",)
    if p.verdun:
        return Result("german", "German strategic victory", points(halves), ("Verdun is taken (13l)", *reasons))
    if halves >= 2 * p.b.operational:
        return Result("german", "German operational victory", points(halves), reasons)
    if halves >= 2 * p.b.tactical:
        return Result("german", "German tactical victory", points(halves), reasons)
    return Result("french", "French victory", points(halves), reasons)


def standing(p: Position, lines: Sequence[Score]) -> Standing:
    """Who would win by points, and what the next level asks for (13j, 13k)."""
    found = _result(p, lines)
    score = f"German {counted(found.points, 'point')}: {found.level}"
    levels = ((p.b.tactical, "German tactical victory"), (p.b.operational, "German operational victory"))
    above = [(bound - found.points, title) for bound, title in levels if found.points < bound]
    lacking, title = above[0] if above else (0, "")
    return Standing(score, found.winner, f"{counted(lacking, 'more point')}: {title}" if above else "")


def verdun_falls(p: Position) -> bool:
    """German infantry in a hex of Verdun with a chain back to its edge (13f, 13l, VV-R80)."""
    cells = [x for x in p.c.verdun[p.battle] if p.foot[GERMAN][x]]
    if not cells:
        return False
    chain = linked(p, GERMAN)
    return any(x in chain for x in cells)


def end_of_game(p: Position) -> None:
    p.over = True
    outcome = result(p)
    case = {"German strategic victory": "13l", "German operational victory": "13k"}.get(outcome.level, "13j")
    p.say("victory", f"{outcome.level}: {counted(outcome.points, 'German victory point')}", (case,), result=outcome.level)


# ------------------------------------------------------------------------------------------------ 14.2D-j the extra turn


def extra_turn(p: Position, side: int) -> None:
    """After the last turn both sides say in secret whether they want one more (VV-R75)."""
    if p.turn == p.b.turns:
        p.stack += [RevealCalls(), ExtraTurn(FRENCH), ExtraTurn(GERMAN)]


class ExtraTurn(Choice, frozen=True):
    """Call the extra turn, or leave it; the other learns of it when both have spoken."""

    side: Side

    secret = "extra turn"
    cases = ("14.2D-j", "14.2D-k", "14.2D-l")
    labels = {"call": "Play February 26", "decline": "Let the front settle"}

    def prompt(self, p: Position) -> str:
        price = counted(p.b.extra_turn / 2, "point")
        whose = f"it costs you {price}" if self.side == GERMAN else f"it gives the German {price}"
        return f"Play an extra turn on {p.c.dates[p.b.turns]}? Unless the other side calls it too, {whose}."

    def public_prompt(self, p: Position) -> str:
        return "Both sides decide in secret whether to play an extra turn."

    def options(self, p: Position) -> tuple[Action, ...]:
        return (CALL, DECLINE)

    def refuse(self, p: Position, action: Action) -> Refusal | None:
        if action in (CALL, DECLINE):
            return None
        return Refusal("Call the extra turn, or decline it", ("14.2D-j" if self.side == GERMAN else "14.2D-k",))

    def take(self, p: Position, action: Action) -> None:
        if action == CALL:
            p.calls = (*p.calls, self.side)


class RevealCalls(Automatic, frozen=True):
    """Both calls come out together."""

    def run(self, p: Position) -> None:
        p.reveal("extra turn")
        german, french, both = extra_turn_cases(p)
        cases = {(): (german, french), (GERMAN,): (german,), (FRENCH,): (french,)}.get(p.calls, (both,))
        who = {(): "Nobody calls", (GERMAN,): "The German calls", (FRENCH,): "The French call"}
        p.say("extra turn", f"{who.get(p.calls, 'Both sides call')} the extra turn", cases)
        if not p.calls:
            end_of_game(p)
