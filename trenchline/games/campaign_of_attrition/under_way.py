"""Positions written by hand that stand in the middle of a step: what units have done in it, and losses still to be absorbed.

A position without a `stack` begins its step afresh, and beginning a step wipes what units did in the last one of its kind.
Where the text says that something has been done in this very step, the step has begun: the marks are kept.
"""

from __future__ import annotations

from collections.abc import Container

from ...core.actions import Action
from ...core.errors import NotationError
from ...core.tags import Tags
from .combat import Declare, NextCombat, new_fight, take_losses
from .components import ENEMY
from .movement import Movement
from .position import ACTED, ACTIVE, ATTACKED, FLIPPED, HALTED, MET, MOVED, SHOT, STATES, STRATEGIC, Automatic, Position
from .sequence import STEP, STEPS
from .zones import ENEMY_TURN_RESERVE, MOVEMENT, OWN_RESERVE

MARKS = {  # what is marked in a kind of step, and wiped when the next one of its kind begins
    "movement": MOVED | FLIPPED | HALTED | MET,
    "reserve": MOVED | FLIPPED | HALTED | MET,
    "reserve-enemy": MOVED | FLIPPED | HALTED | MET,
    "siege": SHOT,
    "combat": ATTACKED,
    "operations": ACTED,
}
MODES = {"movement": MOVEMENT, "reserve": OWN_RESERVE, "reserve-enemy": ENEMY_TURN_RESERVE}


def resume_step(p: Position, tags: Tags, at: int, fresh: bool, points: Container[int]) -> None:
    """Stand in the middle of the step, if the text says so; `points` are the counters whose movement points it gives."""
    step = STEPS[at].id if at >= 0 else "start"
    number, combat = tags.take("combat", "")
    losses = tags.numbers("losses", (0, 0))
    if combat or any(losses):
        if not fresh or p.over:
            raise NotationError("`combat` and `losses` stand for a stack: give either those or the stack", number)
        _to_the_losses(p, number, step, combat, losses)
    elif fresh and not p.over:
        _keep_marks(p, step, points)


# ------------------------------------------------------------------------------------------------ marks of the step


def _keep_marks(p: Position, step: str, points: Container[int]) -> None:
    """What units have done in the step that is being played; a mark that has no meaning in it is refused."""
    phase = step.partition("-")[2]
    wiped, mode = MARKS.get(phase, 0), MODES.get(phase, "")
    side = -1
    if wiped:
        side = STEPS[STEP[step]].side
        if mode == ENEMY_TURN_RESERVE:
            side = ENEMY[side]
    for u in range(len(p.place)):
        for word, bit in STATES.items():
            if p.status[u] & bit & (ACTIVE | STRATEGIC):
                raise NotationError(f"{p.name(u)}: {word!r} is a mark of an activation, and needs a `stack` beside it (4.9)")
    theirs = [u for u in range(len(p.place)) if p.c.side[u] == side or phase in ("siege", "combat")]
    marked = {u: (p.status[u] & wiped, p.mp[u]) for u in theirs if p.status[u] & wiped or (mode and u in points)}
    if not marked:
        return
    p.step = STEP[step]
    STEPS[p.step].begin(p, STEPS[p.step].side)
    for u, (bits, left) in marked.items():
        p.status[u] |= bits
        if mode:
            p.mp[u] = left
    if mode and not p.stack:
        p.stack.append(Movement(side, mode))
    _run(p)


def _run(p: Position) -> None:
    """What follows by itself, up to the decision that waits."""
    while p.stack and isinstance(p.stack[-1], Automatic):
        top = p.stack.pop()
        assert isinstance(top, Automatic)
        top.run(p)


# ------------------------------------------------------------------------------------------------ losses to be absorbed


def _to_the_losses(p: Position, number: int, step: str, combat: str, losses: list[int]) -> None:
    """The dice of a combat have fallen: its attackers, its hex, and the loss points of both sides (9.0f)."""
    if not step.endswith("-combat"):
        raise NotationError("loss points are absorbed in a Combat Phase: `step` must be german-combat or french-combat", number)
    names, _, label = combat.partition(" against ")
    p.step = STEP[step]
    side, cell = STEPS[p.step].side, p.c.board.index.get(label.strip(), -1)
    if cell < 0 or not p.enemy_holds(cell, side) or not names.split():
        raise NotationError(f"`combat: {combat}` does not name attackers and the enemy hex: `21ID 25ID against 1708`", number)
    declare = Declare(side, cell, ())
    for name in names.split():
        refusal = declare.refuse(p, Action("add", name))
        if refusal is not None:
            raise NotationError(f"{refusal.reason} ({', '.join(refusal.cases)})", number)
        declare = Declare(side, cell, (*declare.attackers, p.c.unit[name]))
    for u in declare.attackers:
        p.status[u] |= ATTACKED
    p.struck, p.fight = (cell,), new_fight(p, side, cell, declare.attackers)
    p.stack.append(NextCombat(side))
    take_losses(p, on_attacker=losses[side], on_defender=losses[ENEMY[side]])
    _run(p)
