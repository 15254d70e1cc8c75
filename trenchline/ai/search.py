"""Players that compare plans by playing them out: the colonel, and the general who searches longer."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, log2, sqrt
from random import Random

import msgspec

from .. import BACK, DONE, STEADY, Action, Advice, Match, Plan, counted
from .idle_processors import Task, helpers
from .player import Player
from .roll_outs import roll_out
from .staff import AnyKnowledge, Staff

GENERAL_LOOKS = 2  # times those of a colonel
OTHER_ATTACKS = 2  # beside the book's that are played out
DOUBT = 1.0  # looks with no gain, added to what a plan has shown: a single lucky one proves little


class TriedPlan(msgspec.Struct):
    """A plan with what it gained over the book, on the same dice, each time it was played out."""

    plan: Plan
    gains: list[float] = []
    before: float = 0.0  # the sum of what earlier phases saw it gain, faded
    looks: float = 0.0  # and for how many looks that counts

    def average(self) -> float:
        """What it gained a look, doubt counted as looks without gain."""
        return (self.before + sum(self.gains)) / (self.looks + len(self.gains) + DOUBT)

    def faded(self, share: float) -> TriedPlan:
        """As the next phase remembers it: so much of it."""
        return TriedPlan(self.plan, [], share * (self.before + sum(self.gains)), share * (self.looks + len(self.gains)))


def best_of(found: Sequence[TriedPlan], count: int = 1) -> list[TriedPlan]:
    """The plans that promise most."""
    return sorted(found, key=TriedPlan.average, reverse=True)[:count]


def proved(found: Sequence[TriedPlan], proof: float) -> TriedPlan:
    """The plan to take up: the book, unless another has shown more than luck explains. How far luck goes is seen from all
    looks together."""
    gains = [gain for one in found if one.plan != STEADY for gain in one.gains]
    luck = sqrt(sum(gain * gain for gain in gains) / len(gains)) if gains else 0.0

    def surely(one: TriedPlan) -> float:
        return 0.0 if one.plan == STEADY else one.average() - proof * luck / sqrt(one.looks + len(one.gains) + DOUBT)

    return max(found, key=surely)


def sure_gain(gains: Sequence[float]) -> float:
    """What a choice gains over another at least, if luck has helped it by a standard error."""
    luck = sqrt(sum(gain * gain for gain in gains) / len(gains))
    return sum(gains) / (len(gains) + DOUBT) - luck / sqrt(len(gains) + DOUBT)


class Trial:
    """Plans played out against the book: the same look at each meets the same dice."""

    def __init__(self, match: Match, knowledge: AnyKnowledge, side: int, seed: int) -> None:
        self.match, self.knowledge, self.side, self.seed = match, knowledge, side, seed
        self.book: list[float] = []  # how going by the book ended at each look
        self.decisions = self.played = 0
        self.shares = knowledge is match.game.knowledge and helpers().count > 0  # helpers know no other

    def share_out(self, plans: Sequence[TriedPlan], budget: float) -> None:
        """Have helpers play out what the next look at these plans needs, the last first, since this process begins with the
        first. How many looks the budget allows is judged by those before."""
        book = range(len(self.book), max(len(one.gains) for one in plans) + 1)
        looks = [Task(one.plan, self.seed + len(one.gains)) for one in plans if one.plan != STEADY]
        tasks = [*(Task(STEADY, self.seed + n) for n in book), *looks]
        needed = ceil((budget - self.decisions) * self.played / self.decisions)
        helpers().ask(self.match, self.side, tasks[1:needed][::-1])

    def look(self, one: TriedPlan) -> None:
        """Play a plan out once more."""
        n = len(one.gains)
        if one.plan == STEADY:
            one.gains.append(0.0)
            return
        while len(self.book) <= n:
            self.book.append(self._end(STEADY, len(self.book)))
        one.gains.append(self._end(one.plan, n) - self.book[n])

    def _end(self, plan: Plan, n: int) -> float:
        task = Task(plan, self.seed + n)
        end, decisions = (helpers().end(task) if self.shares else None) or roll_out(
            self.match, self.knowledge, self.side, *task
        )
        self.decisions += max(1, decisions)
        self.played += 1
        return end


class Colonel(Player):
    """Plans a whole phase: plays each plan out for some turns and compares it with the book, the promising ones more often.
    What the phase before has shown still counts, faded, so that he changes his mind for a reason."""

    def __init__(self, seed: int | str, knowledge: AnyKnowledge | None = None) -> None:
        self.chance, self.knowledge = Random(str(seed)), knowledge
        self._staffs: dict[str, Staff] = {}
        self._planned: dict[str, tuple[int, ...]] = {}
        self._seen: dict[str, list[TriedPlan]] = {}  # by seat, what the phase before has shown

    def consider(self, match: Match) -> Advice:
        name = match.player
        knowledge = self.knowledge or match.game.knowledge
        p = match.position
        side = match.game.side_index(match.side_of(name))
        staff = self._staffs.get(name)
        if staff is None or staff.knowledge is not knowledge:
            staff = self._staffs[name] = Staff(knowledge, side, seat=p.seating.index[name])
            self._planned.pop(name, None)
        reason = ""
        if self._planned.get(name) != (phase := knowledge.phase(p)):
            plans = knowledge.plans(p, side)
            if len(plans) > 1:
                self._planned[name] = phase
                older = [] if staff.plan in plans else [staff.plan]
                seen = self._seen.get(name, [])
                field = [next((one for one in seen if one.plan == plan), TriedPlan(plan)) for plan in (*plans, *older)]
                found = self.decide(match, knowledge, side, field)
                self._seen[name] = [one.faded(knowledge.fades) for one in found]
                staff.take_up(proved(found, knowledge.proof(side)).plan)
                reason = f"Plan {staff.plan.name}: {staff.plan.why}. "
        advice = staff.advise(p)
        if isinstance(p.stack[-1], match.game.conduct.targets):
            advice = self.next_attack(match, knowledge, staff, advice)
        why = advice.why[:1].upper() + advice.why[1:] if reason else advice.why  # two sentences
        return Advice(advice.action, reason + why)

    def budget(self, knowledge: AnyKnowledge) -> float:
        """How many decisions may be played out to plan a phase."""
        return knowledge.budget

    def looks(self, knowledge: AnyKnowledge) -> int:
        """How often each choice of the next attack is played out; 0 where the book alone decides."""
        return knowledge.attack_looks

    def next_attack(self, match: Match, knowledge: AnyKnowledge, staff: Staff, advice: Advice) -> Advice:
        """The next attack: the book's, none, or another one, each played out on the same dice. The book's stands unless
        another choice has gained more than luck explains."""
        looks = self.looks(knowledge)
        if not looks:
            return advice
        others = [action for action in match.actions() if action not in (advice.action, BACK)]
        if not others:
            return advice
        end = [action for action in others if action == DONE]
        rest = [action for action in others if action != DONE]
        field = [*end, *self.chance.sample(rest, min(OTHER_ATTACKS, len(rest)))]
        seed = self.chance.getrandbits(32)

        def ends(action: Action) -> list[float]:
            return [roll_out(match, knowledge, staff.side, staff.plan, seed + n, action)[0] for n in range(looks)]

        book = ends(advice.action)
        gains = {action: [a - b for a, b in zip(ends(action), book, strict=True)] for action in field}
        best = max(gains, key=lambda action: sure_gain(gains[action]))
        if sure_gain(gains[best]) <= 0:
            return advice
        gain = sum(gains[best]) / looks
        return Advice(best, f"played out {counted(looks, 'time')}, this gains {gain:.1f} points over the book's choice")

    def decide(self, match: Match, knowledge: AnyKnowledge, side: int, field: list[TriedPlan]) -> list[TriedPlan]:
        """The plans with what they have shown. The budget of a phase is shared out evenly among rounds, and after each the
        worse half is left aside: one look apiece would leave it to luck who stays. It is counted in decisions and not in
        seconds: the same seed plays the same match anywhere."""
        trial, budget = Trial(match, knowledge, side, self.chance.getrandbits(32)), self.budget(knowledge)
        running = best_of(field, len(field))  # those first that the phase before thought well of
        rounds = ceil(log2(len(field)))
        for ended in range(1, rounds + 1):
            self._round(trial, running, budget * ended / rounds, budget)
            running = best_of(running, max(2, (len(running) + 1) // 2))
        if trial.shares:
            helpers().stop()
        return field

    def _round(self, trial: Trial, running: Sequence[TriedPlan], share: float, budget: float) -> None:
        """Look at each of these plans, again and again until the round's share is used up; never beyond all budget."""
        while trial.decisions < budget:
            shared = not trial.shares
            for i, one in enumerate(running):
                if trial.decisions < budget:
                    if trial.played and not shared:
                        trial.share_out(running[i:], budget)
                        shared = True
                    trial.look(one)
            if trial.decisions >= share:
                return


class General(Colonel):
    """Like a colonel, with more search; `thought` multiplies it."""

    def __init__(self, seed: int | str, thought: float = 1.0, knowledge: AnyKnowledge | None = None) -> None:
        super().__init__(seed, knowledge)
        self.thought = thought

    def budget(self, knowledge: AnyKnowledge) -> float:
        return self.thought * knowledge.general_budget

    def looks(self, knowledge: AnyKnowledge) -> int:
        return ceil(self.thought * GENERAL_LOOKS * knowledge.attack_looks)
