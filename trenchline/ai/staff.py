"""Players who apply what a game knows of itself, decision by decision: the sergeant, and the recruit who knows less."""

from __future__ import annotations

from random import Random

from .. import STEADY, Advice, Knowledge, Match, Orders, Plan, Position, Weights
from .player import Player

AnyKnowledge = Knowledge[Position, Orders, Weights]


class Staff:
    """Carries out a side's plan: keeps the orders of the phase and makes new ones when it changes."""

    def __init__(self, knowledge: AnyKnowledge, side: int, plan: Plan = STEADY, seat: int = -1) -> None:
        self.knowledge, self.side, self.plan, self.seat = knowledge, side, plan, seat
        self._orders: Orders | None = None
        self._phase: tuple[int, ...] = ()

    def advise(self, p: Position) -> Advice:
        phase = self.knowledge.phase(p)
        if self._orders is None or phase != self._phase:
            plan = self.knowledge.on_axis(p, self.side, self.plan)
            self._orders, self._phase = self.knowledge.orders(p, self.side, plan), phase
            self._orders.seat = self.seat
        return self.knowledge.advise(p, self._orders)

    def take_up(self, plan: Plan) -> None:
        """Another plan from here on."""
        self.plan, self._orders = plan, None


class Sergeant(Player):
    """Every decision by the book: exact odds, a sense of the ground, no look-ahead."""

    def __init__(self, seed: int | str, plan: Plan | None = None, knowledge: AnyKnowledge | None = None) -> None:
        self.chance, self.plan, self.knowledge = Random(str(seed)), plan, knowledge
        self._staffs: dict[str, Staff] = {}

    def _habits(self, knowledge: AnyKnowledge) -> Plan:
        return self.plan or STEADY

    def _staff(self, match: Match) -> Staff:
        name, knowledge = match.player, self.knowledge or match.game.knowledge
        staff = self._staffs.get(name)
        if staff is None or staff.knowledge is not knowledge:
            side, seat = match.game.side_index(match.side_of(name)), match.position.seating.index[name]
            staff = self._staffs[name] = Staff(knowledge, side, self._habits(knowledge), seat)
        return staff

    def consider(self, match: Match) -> Advice:
        return self._staff(match).advise(match.position)


class Recruit(Sergeant):
    """Knows the drill but not its reasons: judges by habit, and does something else now and then."""

    DISTRACTED = 0.12  # of his decisions

    def _habits(self, knowledge: AnyKnowledge) -> Plan:
        return knowledge.recruit_plan

    def consider(self, match: Match) -> Advice:
        if self.chance.random() < self.DISTRACTED:
            actions = match.actions()
            return Advice(actions[self.chance.randrange(len(actions))], "on a whim")
        return super().consider(match)
