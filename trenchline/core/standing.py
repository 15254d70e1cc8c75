"""Standing orders: a player's answers to the small questions of the other side's turn, given in advance.

A game lists the questions in `data/standing.toml`: the kinds of decision that each covers, and the answers that can be ordered.
An order names one of them, and when it holds. `standing_answer` says which legal action that is at the decision that waits, or
None: then the player is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar

import msgspec

from .actions import DONE, Action
from .decisions import Decision, Joint
from .errors import TrenchlineError
from .files import Strict, read_toml
from .position import Position

if TYPE_CHECKING:
    from .game import Game
    from .match import Match

P = TypeVar("P", bound=Position)

MOST_ORDERS = 40  # of one seat
MOST_NAMES = 60  # of counters or places in one order

Role = Literal["", "attacker", "defender"]
Rule = Literal["default", "only", "action", "fewest", "most", "weakest", "strongest", "listed", "gather"]


class StandingAnswer(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An answer that can be ordered, and the rule by which the action is found:

    `default` what a careful player answers, `only` the only legal action, `action` the one of its kind, `fewest` and `most` of
    the actions of a kind by their value, `weakest` and `strongest` by the game's worth of what they name, `listed` the first of
    the order's own list, `gather` the strongest until `upto` have joined (0: all), then the end of it.
    """

    id: str
    title: str
    rule: Rule
    action: str = ""  # the kind of action, or "kind mode"
    upto: int = 0


class StandingQuestion(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A small question that can be answered in advance."""

    id: str
    title: str
    kinds: tuple[str, ...]  # of decision
    answers: tuple[StandingAnswer, ...]
    measure: str = ""  # the number that an order may bound, by its name in `StandingTerms.measures`
    measure_title: str = ""
    roles: bool = False  # whether both attackers and defenders are asked it
    careful: str = ""  # the answer in the set of a careful player
    careful_most: int = 0  # and its bound


class StandingOrder(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An answer given in advance, and when it holds. What is left out does not matter."""

    question: str
    answer: str
    role: Role = ""  # only where the player attacks, or defends
    cells: tuple[str, ...] = ()  # only where it is about one of these places
    about: tuple[str, ...] = ()  # only where it is about one of these counters
    least: int = 0  # the bounds of the question's measure; 0 for none
    most: int = 0
    turn: int = 0  # only in this turn
    units: tuple[str, ...] = ()  # for `listed`: these counters, in this order
    on: bool = True


class StandingAnswered(msgspec.Struct, frozen=True):
    """The action that a standing order gives, and which of the orders it was."""

    action: Action
    order: int


class StandingTerms(Generic[P]):
    """What a game says for its standing orders."""

    measures: ClassVar[Mapping[str, Callable[[Any, Any], int | None]]] = {}  # of a position and the decision that waits

    def worth(self, p: P, unit: int) -> float:
        """How much a player would miss a counter."""
        return 0.0

    def worth_of_place(self, p: P, decision: Decision[P], cell: int) -> float:
        """How much there is to be gained in a place that a decision names."""
        return 0.0

    def joined(self, p: P, decision: Decision[P]) -> int:
        """How many have joined the fight that is put together."""
        return len(getattr(decision, "units", ()))


class _File(Strict):
    question: list[StandingQuestion] = []


class Standing(Generic[P]):
    """The questions of a game that standing orders can answer."""

    def __init__(self, game: Game[P], file: Path) -> None:
        self._game = game
        self.questions = tuple(read_toml(file, _File).question) if file.exists() else ()
        self._question = {question.id: question for question in self.questions}
        self._covers = {kind: question.id for question in self.questions for kind in question.kinds}

    @property
    def careful(self) -> tuple[StandingOrder, ...]:
        """The set of a careful player: every small question that the enemy's play may ask."""
        return tuple(
            StandingOrder(q.id, q.careful, "defender" if q.roles else "", most=q.careful_most)
            for q in self.questions
            if q.careful
        )

    def question_of(self, kind: str) -> str:
        """The question that a kind of decision asks; empty where none can be answered in advance."""
        return self._covers.get(kind, "")

    def check(self, orders: Sequence[StandingOrder]) -> None:
        """Raises TrenchlineError for orders that name what there is not, or too much."""
        if len(orders) > MOST_ORDERS:
            raise TrenchlineError(f"Standing orders: {MOST_ORDERS} at the most, not {len(orders)}")
        for order in orders:
            question = self._question.get(order.question)
            if question is None:
                raise TrenchlineError(f"Standing orders: {self._game.title} has no question {order.question!r}")
            if order.answer not in {answer.id for answer in question.answers}:
                known = ", ".join(answer.id for answer in question.answers)
                raise TrenchlineError(f"Standing orders: {question.id} can be answered by {known}, not {order.answer!r}")
            self._check_names(order)

    def _check_names(self, order: StandingOrder) -> None:
        for names in (order.cells, order.about, order.units):
            if len(names) > MOST_NAMES:
                raise TrenchlineError(f"Standing orders: {MOST_NAMES} names in one order at the most, not {len(names)}")
        for name in (*order.about, *order.units):
            if name not in self._game.components.unit:
                raise TrenchlineError(f"Standing orders: there is no counter {name!r}")
        for name in order.cells:
            if name not in self._game.board.index:
                raise TrenchlineError(f"Standing orders: there is no place {name!r}")

    def answer(self, match: Match, player: str, orders: Sequence[StandingOrder]) -> StandingAnswered | None:
        """What the first order that holds makes of the decision that waits; None where the player must be asked."""
        decision = _part(match, player) if orders else None
        if decision is None:
            return None
        p: Any = match.position
        name = self._covers.get(type(decision).__name__, "")
        for n, order in enumerate(orders):
            if not order.on or order.question != name or not self._holds(match, player, decision, order):
                continue
            answer = next((one for one in self._question[name].answers if one.id == order.answer), None)
            found = None if answer is None else self._chosen(p, decision, answer, order)
            if found is not None:
                action = msgspec.structs.replace(found, by=player) if isinstance(p.stack[-1], Joint) else found
                if match.legal(action):
                    return StandingAnswered(action, n)
        return None

    def _holds(self, match: Match, player: str, decision: Decision[P], order: StandingOrder) -> bool:
        """Whether the conditions of an order are met."""
        p: Any = match.position
        if order.turn and order.turn != match.turn:
            return False
        if order.role and order.role != self._role(p, match.side_of(player)):
            return False
        if order.cells or order.about:
            told = decision.about(p)
            named = {*told.units, told.unit} if told else set()
            places = set(told.cells) if told else set()
            if (order.cells and not places & set(order.cells)) or (order.about and not named & set(order.about)):
                return False
        return not (order.least or order.most) or self._within(p, decision, order)

    def _role(self, p: P, side: str) -> Role:
        attacker = p.attacker()
        if attacker < 0:
            return ""
        return "attacker" if self._game.sides[attacker] == side else "defender"

    def _within(self, p: P, decision: Decision[P], order: StandingOrder) -> bool:
        name = self._question[order.question].measure
        if name == "hits":
            told = decision.about(p)
            number = told.hits if told else None
        else:
            measure = self._game.standing_terms.measures.get(name)
            number = None if measure is None else measure(p, decision)
        return number is not None and order.least <= number and (not order.most or number <= order.most)

    # ---------------------------------------------------------------- the rules

    def _chosen(self, p: P, decision: Decision[P], answer: StandingAnswer, order: StandingOrder) -> Action | None:
        """The action that an answer means here; None where there is none, or not just one."""
        if answer.rule == "default":
            return decision.default(p)
        actions = decision.options(p)
        if answer.rule == "only":
            return actions[0] if len(actions) == 1 else None
        if answer.rule == "gather":
            return self._gathered(p, decision, actions, answer)
        kind, _, mode = answer.action.partition(" ")
        fit = [a for a in actions if (not kind or a.kind == kind) and (not mode or a.mode == mode)]
        if answer.rule == "action":
            return fit[0] if len(fit) == 1 else None
        if answer.rule in ("fewest", "most"):
            return _extreme(fit, lambda a: a.value, most=answer.rule == "most")
        named = [a for a in fit if a.unit or a.cell]
        if answer.rule == "listed":
            return next((a for unit in order.units for a in named if a.unit == unit), None)
        return _extreme(named, lambda a: self._worth(p, decision, a), most=answer.rule == "strongest")

    def _gathered(self, p: P, decision: Decision[P], actions: Sequence[Action], answer: StandingAnswer) -> Action | None:
        ends = decision.begins or DONE
        joining = [a for a in actions if a.kind == answer.action]
        enough = answer.upto and self._game.standing_terms.joined(p, decision) >= answer.upto
        if joining and not (enough and ends in actions):
            return _extreme(joining, lambda a: self._worth(p, decision, a), most=True)
        return ends if ends in actions else None

    def _worth(self, p: P, decision: Decision[P], action: Action) -> float:
        terms = self._game.standing_terms
        if action.unit:
            return terms.worth(p, self._game.components.unit[action.unit])
        return terms.worth_of_place(p, decision, self._game.board.index[action.cell])


def _part(match: Match, player: str) -> Decision[Any] | None:
    """What a player is asked now; None if it is not he who is asked."""
    p: Any = match.position
    if not p.stack or player not in match.players or player == "dice":
        return None
    top: Decision[Any] = p.stack[-1]
    return top.part(p, p.seating.index[player]) if isinstance(top, Joint) else top


def _extreme(actions: Sequence[Action], key: Callable[[Action], float], most: bool) -> Action | None:
    """The first of the actions with the least or the most."""
    if not actions:
        return None
    return max(actions, key=key) if most else min(actions, key=key)


def standing_answer(match: Match, player: str, orders: Sequence[StandingOrder]) -> StandingAnswered | None:
    """What a player's standing orders answer to the decision that waits; None where he must be asked.

    >>> import trenchline
    >>> match = trenchline.load("they-shall-not-pass").start("historical", seed=7)
    >>> standing_answer(match, match.player, match.game.standing.careful) is None
    True
    """
    return match.game.standing.answer(match, player, orders)
