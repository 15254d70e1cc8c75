"""Decisions: what waits on the stack of a position. A choice, a roll of the dice, or a step that runs by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any, ClassVar, Generic, TypeVar, overload

import msgspec

from .actions import BACK, DONE, Action, Refusal
from .charts import Odds, Outcome, sums_of_dice
from .errors import TrenchlineError
from .position import DICE, Position
from .state import SeatNumber

P = TypeVar("P", bound=Position)

STEPS_BACK = 30  # in one step of the sequence of play, so that no match goes on for ever; undo has no such bound


def without_marks(text: str) -> str:
    """A sentence without the braces that make links of counters and cells."""
    return text.replace("{", "").replace("}", "")


class About(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whom and what a decision is about, in fields: what a client rings on the map and a bot looks up."""

    unit: str = ""  # the one counter it is asked for
    units: tuple[str, ...] = ()  # those it may fall on
    cells: tuple[str, ...] = ()  # where: the places named, else where the counters stand
    hits: int = 0  # hits, steps, units or markers that are to go


class Stake(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an answer gives away. Its button says so; where it is grave, it asks to be pressed again."""

    text: str  # "22 units will be out of supply"
    units: tuple[str, ...] = ()  # whom it is about: a client shows them on the map
    cells: tuple[str, ...] = ()
    grave: bool = False


class ListedOption(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row of a checklist: what is bought, what it costs and what it does."""

    name: str
    title: str
    price: int
    effect: str
    case: str = ""
    excludes: tuple[str, ...] = ()  # the names of those that cannot be taken with it


class Checklist(msgspec.Struct, frozen=True, omit_defaults=True):
    """Options of which some are chosen, all in one answer: an action of its `kind` with their names, in the order of the rows
    and joined by `+`, as its mode."""

    rows: tuple[ListedOption, ...]
    kind: str = ""  # empty where the list is only shown: the choice comes later
    least: int = 0  # how many must be chosen
    pays: str = ""  # what a price is: points, and whose


class Offer(msgspec.Struct, frozen=True):
    """A legal action as it is offered to a player."""

    action: Action
    text: str  # its form at this decision
    label: str  # what its button says
    idle: bool  # it costs more than another and brings no more
    empty: bool  # it names a place where nothing is to be hit
    default: bool  # what a careful player answers
    stake: Stake | None  # what it gives away


class PendingDecision(msgspec.Struct, frozen=True, omit_defaults=True):
    """The decision that waits, as the outside sees it."""

    player: str
    kind: str  # the name of the decision
    prompt: str  # counters and cells stand in braces
    cases: tuple[str, ...] = ()
    others: tuple[str, ...] = ()  # further seats that may act now, in any order
    about: About | None = None  # None where it is about nothing in particular: a whole phase
    checklist: Checklist | None = None  # where options are chosen from a list, all at once


class Decision(msgspec.Struct, Generic[P], frozen=True, tag=True):
    """A choice that waits. A subclass's fields are all it remembers; it must not change.

    `take` runs with the decision already off the stack: one that goes on pushes itself, or its successor, again.
    """

    implied_kind: ClassVar[str] = ""  # the kind of action whose text form needs no verb
    cases: ClassVar[tuple[str, ...]] = ()
    labels: ClassVar[dict[str, str]] = {}  # what a button says, by kind of action or by "kind mode"; may name {unit} and {cell}
    secret: ClassVar[str] = ""  # the name of the secret that the answer is part of, until the position reveals it
    one_answer: ClassVar[bool] = False  # each seat answers once: of a secret, that it has done so can be known, and no more
    begins: ClassVar[Action | None] = None  # where a fight is put together: the action that begins it
    can_step_back: ClassVar[bool] = False  # nothing is settled by having come here: the player may name something else
    is_automatic: ClassVar[bool] = False  # an `Automatic`; asked so often that `isinstance` would tell
    is_roll: ClassVar[bool] = False  # a `Roll`

    def player(self, p: P) -> int:
        """The seat that decides: that of whoever commands the decision's `unit`, or of its `side`."""
        unit = getattr(self, "unit", None)
        return p.seating.of_side[self.side] if unit is None else p.seating.of_nation[p.c.nation[unit]]  # type: ignore[attr-defined]

    def players(self, p: P) -> tuple[int, ...]:
        """Every seat that may act now, in any order."""
        return (self.player(p),)

    def confidants(self, p: P, action: Action) -> tuple[int, ...]:
        """The seats that know a secret answer: those of the side that gave it."""
        return p.seating.sharing(p.seating.side[self.player(p)])

    def prompt_for(self, p: P, seat: int) -> str:
        """What one of the seats that may act is asked."""
        return self.prompt(p)

    def cases_of(self, p: P) -> tuple[str, ...]:
        """The cases it rests on: `cases`, unless games that share the decision number them differently."""
        return self.cases

    def prompt(self, p: P) -> str:
        """What is asked, in one sentence."""
        raise NotImplementedError

    def public_prompt(self, p: P) -> str:
        """What the others may know of the question; differs from `prompt` where the choice is a secret."""
        return self.prompt(p)

    def options(self, p: P) -> Sequence[Action]:
        """Every legal action but the step back. Never empty."""
        raise NotImplementedError

    def refuse(self, p: P, action: Action) -> Refusal | None:
        """Why an action is not legal; None if it is."""
        if action in self.options(p):
            return None
        general = f"That is not possible now. {without_marks(self.prompt(p))}"
        return self.why_not(p, action) or Refusal(general, self.cases_of(p))

    def why_not(self, p: P, action: Action) -> Refusal | None:
        """What speaks against just this action, which is not among the options, where there is something particular."""
        return None

    def take(self, p: P, action: Action) -> None:
        """Do it."""
        raise NotImplementedError

    def nothing_settled(self, p: P) -> bool:
        """Whether the player may still step back; for a decision that goes on until something is done."""
        return self.can_step_back

    def step_back(self, p: P) -> None:
        """Return to the decision before, which lies beneath; one that does not is pushed again here."""

    def label(self, p: P, action: Action) -> str:
        """What a button for an action says; empty where the action's own words will do."""
        words = self.labels.get(f"{action.kind} {action.mode}") or self.labels.get(action.kind, "")
        if (action.unit or action.cell) and "{" not in words:
            return ""
        return words.format(unit=action.unit, cell=action.cell)

    def about(self, p: P) -> About | None:
        """Whom and what it is about: by default what its fields of these names say, or else the fight it is part of."""
        telling = telling_fields(self.__class__)
        if not telling:
            fought_over = p.fought_over()
            return about(p, (), fought_over) if fought_over else None
        has = {name: getattr(self, name) for name in telling}
        cells = [has[name] for name in ("target", "cell") if name in has]
        cells += [cell for name in ("targets", "cells") for cell in has.get(name, ())]
        counts = [has[name] for name in ("hits", "left", "count", "steps") if isinstance(has.get(name), int)]
        hits = max(counts[0], 0) if counts else 0
        units, unit = has.get("units", ()), has.get("unit", -1)
        return about(p, units, cells or (() if units or unit >= 0 else p.fought_over()), unit, hits)

    def checklist(self, p: P, seat: int) -> Checklist | None:
        """The list that one of the seats chooses from, where options are chosen all at once."""
        return None

    def idle(self, p: P, action: Action) -> bool:
        """Whether an action costs more than another and brings no more: it is legal, and need not be offered by a button."""
        return False

    def empty(self, p: P, action: Action) -> bool:
        """Whether an action names a place where nothing is to be hit: it is legal, and a client lights it only when asked."""
        return False

    def default(self, p: P) -> Action | None:
        """What a careful player answers: one key gives it. None leaves it to the only answer without a counter or a place."""
        return self.begins

    def defaults(self, p: P) -> tuple[Action, ...]:
        """The default of each seat that may act."""
        found = self.default(p)
        return () if found is None else (found,)

    def stake(self, p: P, action: Action) -> Stake | None:
        """What an answer gives away, where it gives away something that a careful player would keep."""
        return None

    def odds(self, p: P, action: Action) -> Odds | None:
        """What the dice would make of an action, where they decide."""
        return None

    def attacker(self, p: P, action: Action) -> int:
        """The side whose attack, fire or roll the odds of an action tell of; -1 for nobody's."""
        return p.attacker() if p.attacker() >= 0 else p.seating.side[self.player(p)]

    def fights(self, p: P) -> list[Odds]:
        """The fights that are being put together here, as they stand."""
        found = None if self.begins is None else self.odds(p, self.begins)
        return [] if found is None else [msgspec.structs.replace(found, gathering=True)]


@cache
def telling_fields(kind: type[Decision[Any]]) -> tuple[str, ...]:
    """The fields of a kind of decision that say whom and what it is about: of most phases none do."""
    told = ("unit", "units", "target", "targets", "cell", "cells", "hits", "left", "count", "steps")
    return tuple(name for name in told if name in kind.__struct_fields__)


def about(p: Position, units: Sequence[int], cells: Sequence[int] = (), unit: int = -1, hits: int = 0) -> About | None:
    """The counters, and the places named or, where none is, those in which they stand; None if there is nothing to say."""
    names, labels = p.c.ids, p.c.board.labels
    standing = [p.place[u] for u in (*units, *((unit,) if unit >= 0 else ())) if p.place[u] < p.c.board.size]
    where = tuple(dict.fromkeys(labels[cell] for cell in cells or standing if 0 <= cell < p.c.board.size))
    if not units and not where and unit < 0 and not hits:
        return None
    return About(names[unit] if unit >= 0 else "", tuple(names[u] for u in units), where, hits)


class Joint(Decision[P], frozen=True):
    """A decision of several seats, who act in turn as they like: each has its own part, and ends it for itself.

    A game says what a seat's part is. It lies on the stack only while it is answered: what it names is pushed above the rest.
    """

    seats: tuple[SeatNumber, ...]  # those that have not finished

    finishes: ClassVar[tuple[Action, ...]] = (DONE,)  # the actions with which a seat ends its part

    def part(self, p: P, seat: int) -> Decision[P]:
        """What one seat is asked."""
        raise NotImplementedError

    def player(self, p: P) -> int:
        return self.seats[0]

    def players(self, p: P) -> tuple[int, ...]:
        return self.seats

    def prompt(self, p: P) -> str:
        return self.part(p, self.seats[0]).prompt(p)

    def prompt_for(self, p: P, seat: int) -> str:
        return self.part(p, seat if seat in self.seats else self.seats[0]).prompt(p)

    def confidants(self, p: P, action: Action) -> tuple[int, ...]:
        return p.seating.sharing(p.seating.side[self._seat(p, action)])

    def options(self, p: P) -> Sequence[Action]:
        names = p.seating.names
        return [
            msgspec.structs.replace(action, by=names[seat]) for seat in self.seats for action in self.part(p, seat).options(p)
        ]

    def _seat(self, p: P, action: Action) -> int:
        return p.seating.index.get(action.by, -1)

    def refuse(self, p: P, action: Action) -> Refusal | None:
        seat = self._seat(p, action)
        if seat not in self.seats:
            names = " or ".join(p.seating.names[s] for s in self.seats)
            return Refusal(f"Say who acts: {names}", self.cases_of(p))
        return self.part(p, seat).refuse(p, msgspec.structs.replace(action, by=""))

    def take(self, p: P, action: Action) -> None:
        seat = self._seat(p, action)
        own = msgspec.structs.replace(action, by="")
        left = tuple(s for s in self.seats if own not in self.finishes or s != seat)
        if left:
            p.stack.append(msgspec.structs.replace(self, seats=left))
        self.part(p, seat).take(p, own)

    def label(self, p: P, action: Action) -> str:
        return self.part(p, self._seat(p, action)).label(p, msgspec.structs.replace(action, by=""))

    def empty(self, p: P, action: Action) -> bool:
        return self.part(p, self._seat(p, action)).empty(p, msgspec.structs.replace(action, by=""))

    def defaults(self, p: P) -> tuple[Action, ...]:
        names = p.seating.names
        return tuple(
            msgspec.structs.replace(found, by=names[seat])
            for seat in self.seats
            if (found := self.part(p, seat).default(p)) is not None
        )

    def stake(self, p: P, action: Action) -> Stake | None:
        return self.part(p, self._seat(p, action)).stake(p, msgspec.structs.replace(action, by=""))

    def odds(self, p: P, action: Action) -> Odds | None:
        return self.part(p, self._seat(p, action)).odds(p, msgspec.structs.replace(action, by=""))

    def attacker(self, p: P, action: Action) -> int:
        seat = self._seat(p, action)
        return self.part(p, seat if seat in self.seats else self.seats[0]).attacker(p, msgspec.structs.replace(action, by=""))

    def fights(self, p: P) -> list[Odds]:
        return self.part(p, self.seats[0]).fights(p)

    def about(self, p: P) -> About | None:
        return self.part(p, self.seats[0]).about(p)

    def checklist(self, p: P, seat: int) -> Checklist | None:
        return self.part(p, seat).checklist(p, seat) if seat in self.seats else None


class Roll(Decision[P], frozen=True):
    """A decision of the dice: some of them, with six faces each, added up or read one by one."""

    count: ClassVar[int] = 1
    is_roll = True
    summed: ClassVar[bool] = True  # only the total counts, not which die shows what
    implied_kind: ClassVar[str] = "roll"

    def player(self, p: P) -> int:
        return DICE

    def confidants(self, p: P, action: Action) -> tuple[int, ...]:
        """Who may see a secret roll. A game with such rolls says."""
        return ()

    def faces(self, p: P) -> int:
        """How many faces each die has."""
        return 6

    def resolve(self, p: P, faces: tuple[int, ...]) -> None:
        """What the dice do."""
        raise NotImplementedError

    def take(self, p: P, action: Action) -> None:
        p.rolled += self.count
        self.resolve(p, action.dice)

    def options(self, p: P) -> Sequence[Action]:
        return rolls(self.implied_kind, self.count, self.faces(p))

    def refuse(self, p: P, action: Action) -> Refusal | None:
        dice, most = action.dice, self.faces(p)
        if action == Action(self.implied_kind, dice=dice) and len(dice) == self.count and all(1 <= d <= most for d in dice):
            return None
        return Refusal(f"Enter one die, 1 to {most}" if self.count == 1 else f"Enter {self.count} dice, each 1 to {most}")

    def chances(self, p: P) -> list[tuple[Action, float]]:
        """One roll for each total, or for each fall of dice that are not added up, with its chance."""
        if self.summed:
            return chances(self.implied_kind, self.count, self.faces(p))
        every = self.options(p)
        return [(roll, 1 / len(every)) for roll in every]

    def attacker(self, p: P, action: Action) -> int:
        return p.attacker() if p.attacker() >= 0 else getattr(self, "side", -1)

    def odds(self, p: P, action: Action) -> Odds | None:
        falls = [([sum(roll.dice)] if self.summed else roll.dice, chance) for roll, chance in self.chances(p)]
        outcomes = [Outcome(" ".join(map(str, dice)), chance) for dice, chance in falls]
        return Odds(self.prompt(p), [], "", outcomes)


class Draw(Roll[P], frozen=True):
    """A marker is drawn from those that are left: chance with as many faces as there are markers, none put back."""

    implied_kind: ClassVar[str] = "draw"

    def pool(self, p: P) -> Sequence[int]:
        """The markers that are left, in a fixed order. Never empty."""
        raise NotImplementedError

    def drawn(self, p: P, marker: int) -> None:
        """What drawing it does; it must leave the pool."""
        raise NotImplementedError

    def faces(self, p: P) -> int:
        return len(self.pool(p))

    def resolve(self, p: P, faces: tuple[int, ...]) -> None:
        self.drawn(p, self.pool(p)[faces[0] - 1])


class Automatic(Decision[P], frozen=True):
    """Something that needs no choice but must wait its turn on the stack: it runs by itself."""

    is_automatic = True

    def run(self, p: P) -> None:
        raise NotImplementedError


@cache
def rolls(kind: str, count: int, faces: int) -> tuple[Action, ...]:
    """Every way some dice can fall."""
    return tuple(Action(kind, dice=dice) for dice in product(range(1, faces + 1), repeat=count))


@cache
def chances(kind: str, count: int, faces: int) -> list[tuple[Action, float]]:
    """One roll for each total, with the chance of that total.

    >>> [(sum(roll.dice), round(36 * chance)) for roll, chance in chances("roll", 2, 6)][:3]
    [(2, 1), (3, 2), (4, 3)]
    """
    share = {total: divmod(total, count) for total in sums_of_dice(count, faces)}
    dice = {total: (low,) * (count - more) + (low + 1,) * more for total, (low, more) in share.items()}
    return [(Action(kind, dice=dice[total]), float(chance)) for total, chance in sums_of_dice(count, faces).items()]


# ------------------------------------------------------------------------------------------------ fights put together


def odds_of(decision: Decision[P], p: P, action: Action) -> Odds | None:
    """What the dice would make of an action; of one that joins a fight, what they would make of the fight with it."""
    found = decision.odds(p, action)
    if found is not None or decision.begins in (None, action):
        return found
    after = p.clone()
    after.stack.pop()
    decision.take(after, action)
    while after.stack and isinstance(step := after.stack[-1], Automatic):
        after.stack.pop()
        step.run(after)
    top = after.stack[-1] if after.stack else None
    fights = top.fights(after) if top is not None and top.begins == decision.begins else []
    return fights[0] if fights else None


# ------------------------------------------------------------------------------------------------ what is legal


def may_step_back(decision: Decision[P], p: P) -> bool:
    return decision.nothing_settled(p) and p.stepped_back < STEPS_BACK


def legal_actions(decision: Decision[P], p: P) -> Sequence[Action]:
    """Every legal action: what the decision offers, and the step back where there is one."""
    return [*decision.options(p), BACK] if may_step_back(decision, p) else decision.options(p)


def refusal(decision: Decision[P], p: P, action: Action) -> Refusal | None:
    """Why an action is not legal; None if it is."""
    if action != BACK:
        return decision.refuse(p, action)
    if may_step_back(decision, p):
        return None
    if decision.nothing_settled(p):
        return Refusal(f"You have stepped back {STEPS_BACK} times in this step: undo, or go on", decision.cases_of(p))
    return Refusal(f"There is nothing to step back from. {without_marks(decision.prompt(p))}", decision.cases_of(p))


class Actions(Sequence[Action]):
    """The legal actions of the decision that waits, listed when first needed."""

    __slots__ = ("_by", "_decision", "_listed", "_position", "_version")

    def __init__(self, decision: Decision[Position] | None, position: Position, by: str = "") -> None:
        self._decision, self._position, self._by = decision, position, by
        self._listed: Sequence[Action] | None = None if decision else ()

    def _list(self) -> Sequence[Action]:
        if self._listed is None:
            assert self._decision is not None
            listed = legal_actions(self._decision, self._position)
            self._version = self._position.version[:]
            self._listed = [a for a in listed if a.by in ("", self._by)] if self._by else listed
        return self._listed

    def __len__(self) -> int:
        return len(self._list() if self._listed is None else self._listed)

    @overload
    def __getitem__(self, index: int) -> Action: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Action]: ...
    def __getitem__(self, index: int | slice) -> Action | Sequence[Action]:
        return self._list()[index]

    def __iter__(self) -> Iterator[Action]:
        return iter(self._list() if self._listed is None else self._listed)

    def __contains__(self, action: object) -> bool:
        if self._decision is None or not isinstance(action, Action) or (self._by and action.by not in ("", self._by)):
            return False
        return refusal(self._decision, self._position, action) is None

    def has_listed(self, action: Action, position: Position) -> bool:
        """Whether an action was listed at the decision that still waits in a position, and no counter has moved since: then it
        is legal, and nobody needs to ask again."""
        listed = self._listed
        if not listed or position is not self._position or not position.stack or position.stack[-1] is not self._decision:
            return False
        return self._version == position.version and action in listed

    def by(self, field: str) -> dict[str, list[Action]]:
        """The actions grouped by `unit`, `cell` or `kind`; those without one stand under the empty text."""
        if field not in ("unit", "cell", "kind"):
            raise TrenchlineError(f"actions can be grouped by unit, cell or kind, not by {field!r}")
        groups: dict[str, list[Action]] = {}
        for action in self._list():
            groups.setdefault(getattr(action, field), []).append(action)
        return groups
