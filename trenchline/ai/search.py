"""Players who compare plans by playing them out: the colonel a few times, the general by the clock on two cores."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from random import Random
from statistics import fmean

import msgspec

from ..core.knowledge import Advice, Plan
from ..core.match import Match
from .player import Player, QuickDice
from .processes import thinker
from .staff import Mind, Staff

WIDE, NARROW = 0.8, 0.4  # how far a variation strays: from a plan of the staff, from one that has proved good
LEADERS = 4  # plans that are looked at again


class Weighed(msgspec.Struct):
    """A plan with how its roll-outs ended."""

    plan: Plan
    rolled: list[float] = []

    def mark(self, par: float) -> float:
        """The mean of what is known, with one ordinary day added: a single lucky one proves little."""
        return (sum(self.rolled) + par) / (len(self.rolled) + 1)


def best_of(found: Sequence[Weighed], count: int = 1) -> list[Weighed]:
    """The plans that promise most, all measured against how plans do on the whole."""
    par = fmean(one.rolled[0] for one in found)
    return sorted(found, key=lambda one: one.mark(par), reverse=True)[:count]


def follow(match: Match, mind: Mind, side: int, plan: Plan, until: tuple[int, ...]) -> None:
    """Play on in thought, the side by its plan and the enemy by the book, until a phase is reached."""
    staffs = [Staff(mind, army) for army in range(len(match.game.sides))]
    staffs[side].plan = plan
    p = match.position
    while not p.over and (p.turn, p.step) < until:
        stack = p.stack
        match.apply(staffs[p.seating.side[stack[-1].player(p)]].advise(p).action)


def roll_out(match: Match, mind: Mind, side: int, plan: Plan, seed: int) -> float:
    """How a plan ends once: played through both sides' turns with dice, then valued."""
    twin = match.clone(dice=QuickDice(seed))
    follow(twin, mind, side, plan, mind.horizon(match.position, side))
    return mind.value(twin.position, side)


class Colonel(Player):
    """Plans a whole phase: plays each plan through the turn and the enemy's answer, the promising ones more than once."""

    AGAIN = 3  # plans that are played out a second time

    def __init__(self, seed: int | str, mind: Mind | None = None) -> None:
        self.chance, self.mind = Random(str(seed)), mind
        self._staffs: dict[str, Staff] = {}
        self._planned: dict[str, tuple[int, ...]] = {}

    def consider(self, match: Match) -> Advice:
        name = match.player
        mind = self.mind or match.game.knowledge
        p = match.position
        side = match.game.side_index(match.side_of(name))
        staff = self._staffs.get(name)
        if staff is None or staff.knowledge is not mind:
            staff = self._staffs[name] = Staff(mind, side, seat=p.seating.index[name])
            self._planned.pop(name, None)
        reason = ""
        if self._planned.get(name) != (phase := mind.phase(p)):
            plans = mind.plans(p, side)
            if len(plans) > 1:
                self._planned[name] = phase
                older = [] if staff.plan in plans else [staff.plan]
                staff.take_up(self.decide(match, mind, side, [*plans, *older]))
                reason = f"{staff.plan.name}: {staff.plan.why}. "
        advice = staff.advise(p)
        return Advice(advice.action, reason + advice.why)

    def decide(self, match: Match, mind: Mind, side: int, plans: list[Plan]) -> Plan:
        """The plan to follow in this phase: all meet the same luck."""
        seed = self.chance.getrandbits(32)
        found = [Weighed(plan, [roll_out(match, mind, side, plan, seed)]) for plan in plans]
        for one in best_of(found, self.AGAIN):
            one.rolled.append(roll_out(match, mind, side, one.plan, seed + 1))
        return best_of(found)[0].plan


class General(Colonel):
    """Searches on from the colonel's plans, by the clock, on two cores: varies the best, rolls the promising ones out."""

    def __init__(self, seed: int | str, seconds: float = 5.0, mind: Mind | None = None) -> None:
        super().__init__(seed, mind)
        self.seconds = seconds

    def decide(self, match: Match, mind: Mind, side: int, plans: list[Plan]) -> Plan:
        until = time.monotonic() + self.seconds
        text = match.game.notation(match) if self.seconds >= 0.5 and self.mind is None else ""
        other = _second_core(match.game.slug, text, side, plans, self.chance.getrandbits(32), self.seconds)
        found = weigh(match, mind, side, plans, self.chance.getrandbits(32), until)
        if other is not None:
            found = _merged(found, other)
        return best_of(found)[0].plan


def weigh(match: Match, mind: Mind, side: int, plans: Sequence[Plan], seed: int, until: float) -> list[Weighed]:
    """Weigh plans until the clock says stop: a third of the time goes to finding some, half to mending and trying
    the best of them, the rest to choosing between the leaders. All meet the same luck at the same look."""
    chance = Random(seed)
    began = time.monotonic()
    found: list[Weighed] = []
    waiting = list(plans)
    while not found or time.monotonic() < until:
        spent = (time.monotonic() - began) / max(until - began, 1e-9)
        if waiting:
            found.append(Weighed(waiting.pop(0), []))
            one = found[-1]
        elif spent < 1 / 3:
            found.append(Weighed(mind.vary(match.position, side, chance.choice(plans), chance, WIDE), []))
            one = found[-1]
        else:
            leaders = best_of(found, LEADERS)
            if spent < 5 / 6 and chance.random() < 1 / 3:
                found.append(Weighed(mind.vary(match.position, side, chance.choice(leaders).plan, chance, NARROW), []))
                one = found[-1]
            else:
                one = min(leaders, key=lambda w: len(w.rolled))
        one.rolled.append(roll_out(match, mind, side, one.plan, seed + len(one.rolled)))
    return found


# ---------------------------------------------------------------------------------------------------- the second core

_pool: ProcessPoolExecutor | None = None


def _second_core(slug: str, text: str, side: int, plans: list[Plan], seed: int, seconds: float) -> Future[bytes] | None:
    """The same search with other luck in a process of its own; None where none can be had."""
    global _pool
    if not text:
        return None
    try:
        if _pool is None:
            _pool = thinker()
        return _pool.submit(_weigh_text, slug, text, side, msgspec.json.encode(plans), seed, seconds)
    except (OSError, RuntimeError, ValueError):  # daemonic processes may have no children
        return None


def _weigh_text(slug: str, text: str, side: int, plans: bytes, seed: int, seconds: float) -> bytes:
    from ..games import load

    until = time.monotonic() + seconds
    match = load(slug).position(text, dice=QuickDice(seed))
    return msgspec.json.encode(
        weigh(match, match.game.knowledge, side, msgspec.json.decode(plans, type=list[Plan]), seed, until)
    )


def _merged(found: list[Weighed], other: Future[bytes]) -> list[Weighed]:
    """Both searches together: the plans they share pool their roll-outs."""
    try:
        more = msgspec.json.decode(other.result(timeout=30), type=list[Weighed])
    except Exception:
        global _pool
        _pool = None
        return found
    for one in more:
        twin = next((w for w in found if w.plan == one.plan), None)
        if twin is None:
            found.append(one)
        else:
            twin.rolled += one.rolled
    return found
