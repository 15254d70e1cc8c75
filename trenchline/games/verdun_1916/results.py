"""7.5 Combat results: what each letter does, defender first (7.6R-b)."""

from __future__ import annotations

import msgspec

from ...core.state import Side
from .advance import BeginAdvance
from .components import ENEMY, FRENCH, GERMAN
from .losses import TakeLosses, each_loses, eliminate
from .position import Automatic, Fight, Position
from .retreat import BeginRetreat

ALL, EACH, ONE, NONE = "all", "each", "one", ""


class Effect(msgspec.Struct, frozen=True):
    """What a result does to one side: who loses a step, and how many hexes it retreats."""

    loss: str = NONE
    retreat: int = 0


EFFECTS = {
    "E": Effect(ALL),  # 7.5a, 7.5h
    "e": Effect(EACH, 2),  # 7.5b, 7.5i
    "1": Effect(ONE, 1),  # 7.5c, 7.5j
    "R": Effect(NONE, 1),  # 7.5d, 7.5k
    "R2": Effect(NONE, 2),  # 7.5e
    "": Effect(ONE),  # 7.5f, 7.5l
}


PARTS = ("DE", "De", "D1", "DR", "DR2", "D", "Eng", "AE", "Ae", "A1", "AR", "A")  # in the order of 7.5


def effects(result: str) -> dict[str, Effect]:
    """The parts of a result by side, `A` and `D`; both parts of a dual result apply (7.6V-e, VV-R54).

    >>> effects("A/D1")
    {'A': Effect(loss='one', retreat=0), 'D': Effect(loss='one', retreat=1)}
    """
    if result == "Eng":
        return {"A": Effect(ONE), "D": Effect(ONE)}  # 7.5g
    return {part[0]: EFFECTS[part[1:]] for part in result.split("/")}


def case_of(part: str) -> str:
    """The case of one part of a result.

    >>> case_of("A1")
    '7.5j'
    """
    return f"7.5{'abcdefghijkl'[PARTS.index(part)]}"


def apply_result(p: Position, result: str) -> None:
    """Put what follows on the stack: the defender's part on top, then the attacker's, then an advance (7.6R-b)."""
    fight = p.fight
    assert fight is not None
    parts = effects(result)
    cases = {side: case_of("Eng") for side in "AD"} if result == "Eng" else {x[0]: case_of(x) for x in result.split("/")}
    attacker, defender = parts.get("A", Effect()), parts.get("D", Effect())
    if result != "Eng":  # nobody advances after it (7.5g, VV-R52)
        beaten = attacker.retreat or attacker.loss == ALL
        if not beaten:
            p.stack.append(BeginAdvance(fight.side))
        elif not defender.retreat and defender.loss != ALL:
            p.stack.append(BeginAdvance(ENEMY[fight.side]))
    for side, effect in ((fight.side, attacker), (ENEMY[fight.side], defender)):
        if effect.retreat:
            p.stack.append(BeginRetreat(side, effect.retreat))
        if effect.loss:
            p.stack.append(Suffer(side, effect.loss, cases["A" if side == fight.side else "D"]))


def sufferers(p: Position, fight: Fight, side: int) -> list[int]:
    """The units a result strikes: attackers and guns in contact (8.4b), or all in the attacked hexes (7.1c, VV-R53, 7.1g).

    Guns that support from afar are safe (8.2c).
    """
    units = (*fight.attackers, *fight.exposed) if side == fight.side else (*fight.defenders, *fight.sheltered)
    return [u for u in units if p.on_map(u)]


class Suffer(Automatic, frozen=True):
    """One side's losses (7.5)."""

    side: Side
    loss: str
    case: str

    def run(self, p: Position) -> None:
        fight = p.fight
        assert fight is not None
        units = sufferers(p, fight, self.side)
        works = fight.targets if self.side == FRENCH and fight.side == GERMAN else ()
        if self.loss == ALL:
            for u in units:
                eliminate(p, u, (self.case,))
            for cell in works:
                if p.fortress_stands(cell):
                    p.lose_works(p.c.fortress_at[cell])
        elif self.loss == EACH:
            fighting = [u for u in units if u not in fight.sheltered]
            each_loses(p, self.side, fighting, works, self.case)
        else:
            p.stack.append(TakeLosses(self.side, 1, tuple(units), works, self.case))
