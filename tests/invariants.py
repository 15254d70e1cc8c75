"""What is always true of a match (docs/architecture.md, a to h), checked while chance plays it.

Each check is a method that names its letter; `step` and `take` say when it runs. Work is shared and nothing is looked at twice
that is proven to be the same: one copy of the position, made before an action, shows that refused actions changed nothing, what
the action changed, and whether an audit could come to another result than the last one.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any

import msgspec

import trenchline
from trenchline.core.actions import BACK, Action
from trenchline.core.decisions import Decision
from trenchline.core.dice import FairDice
from trenchline.core.errors import IllegalAction, TrenchlineError
from trenchline.core.game import Game
from trenchline.core.match import Match
from trenchline.core.notation import Saved, action_text, match_text, parse_action, read_match, restore
from trenchline.core.position import Event, Position, events_for
from trenchline.core.state import faults, fields
from trenchline.core.views import UNSEEN

from .random_games import Plan, Tally, Temper, lasting, switched

GARBAGE = (Action("undo"), Action(""), Action("x", "nobody", "nowhere", -1), Action("done", value=7), Action("roll", dice=(7,)))

CHANGES = ("unit", "cell", "kind", "value", "dice", "no unit", "no cell", "mix", "garbage")  # how an action is made wrong

NAMED = re.compile(r"{([^}]*)}")  # a counter or a cell in the text of an event
OCCUPANCY = ("present", "influence", "zone", "version", "presence")  # kept up by `put` and `mark`
ONLY_THE_STACK = {"stack", "stepped_back"}

_encode = msgspec.json.encode
_exact: dict[str, set[int]] = {}  # by game: hashes of actions whose texts have been read back, with the kind implied


class Broken(AssertionError):
    """Something that is always true was not."""


class Fuzzer:
    """Plays one plan, and checks it all the way."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.every = plan, plan.every
        self.game = trenchline.load(plan.game)
        self.bound = self.game.longest_match
        options = switched(self.game, plan.options)
        self.match = self.game.start(plan.scenario, seed=plan.seed, options=options)
        self.shadow = self.game.start(plan.scenario, options=options, dice="hand")
        self.temper, self.rng, self.patience = Temper(plan.seed), Random(f"checks {plan.seed}"), Random(f"patience {plan.seed}")
        self.tally = Tally(plan)
        self.kinds = {"roll", "garbage"}
        self.followers: dict[str, Match] = {}  # copies that must take the next action as the match does
        self.secrets = self.game.hides_counters(self.match.scenario, self.match.options)
        self.ids = set(self.game.counters.ids)
        self.exact = _exact.setdefault(self.game.slug, set())
        self.remembered = fields_of(self.match.position, "state", "kept")
        self.compared = [*fields_of(self.match.position, "state"), *OCCUPANCY, "shown"]
        self.stood, self.stood_as = self.match.position.clone(), self.standing()  # before something is tried
        # `compared` is what nothing but an action may change; memories, which are `remembered` too, are filled by asking
        self.last_save = 0
        self.by_list = False
        self.listed: list[Action] = []
        self.members: set[Action] = set()

    # ---------------------------------------------------------------- the loop

    def play(self) -> Tally:
        begun = time.process_time()
        self.d_position_is_sound()
        self.e_shadow_follows()
        while not self.match.over:
            self.step()
        self.at_the_end()
        assert self.match.result is not None
        self.tally.level = self.match.result.level
        self.tally.seconds = time.process_time() - begun
        return self.tally

    def due(self, check: str, rests: int = 1) -> bool:
        """Whether a sampled check is due at this action; it may rest for longer."""
        due = self.tally.actions % (getattr(self.every, check) * rests) == 0
        self.tally.checks[check] += due
        return due

    def step(self) -> None:
        match, tally = self.match, self.tally
        tally.decisions[match.position.stack[-1].__class__.__name__] += 1
        self.stood, self.stood_as = match.position.clone(), self.standing()
        self.a_there_is_something_to_do()
        self.h_texts_of_actions_are_exact()
        self.g_wrong_actions_are_refused()
        if self.due("listing"):
            self.g_what_is_listed_is_legal()
            self.h_numbers_of_actions_are_exact()
        if self.due("redeal"):
            self.f_hidden_things_are_hidden()
        if self.due("clone"):
            self.a_copy_is_free()
        if self.due("text"):
            self.h_position_text_is_exact()
        if tally.actions >= max(self.every.save, 2 * self.last_save):
            self.h_save_is_exact()
        self.unchanged("g", "a look at the match changed it")
        action = self.temper.choose(self.listed)
        if self.plan.patient:
            action = lasting(match, action, self.patience.sample(self.listed, min(12, len(self.listed))))
        self.by_list = self.refuses_by_list
        check("g", self.by_list or action in match.actions(), lambda: f"{action} is listed, but not in actions()")
        self.take(action)

    def take(self, action: Action) -> None:
        """Apply an action, and check what it did."""
        match, tally = self.match, self.tally
        at, shown = len(match.history), match.position.shown
        earlier = match.clone() if self.secrets else match
        events = match.apply_legal(action) if self.by_list else match.apply(action)
        tally.actions += 1
        rolls = sum(1 for a in match.history[at:] if a.dice)
        tally.rolls += rolls
        settled = bool(rolls) or match.position.shown != shown
        self.b_only_dice_and_secrets_stop_undo(action, settled, at, events)
        if self.secrets:
            self.f_events_name_only_what_is_known(events, earlier)
        self.c_it_ends()
        self.d_what_changed_is_sound()
        self.e_shadow_follows()
        self.followers_agree(action, settled, events)
        self.h_json_is_exact(events, list[Event])
        for event in events:
            check("i", not unexplained(event), lambda event=event: f"{unexplained(event)}: {event}")

    def at_the_end(self) -> None:
        """Once the match is over: nothing to do, nothing to refuse politely, and its texts bring it back."""
        match = self.match
        check("a", match.decision is None and not list(match.actions()), "a match that is over still asks something")
        self.stood, self.stood_as, self.listed = match.position.clone(), self.standing(), []
        self.refused(Action("done"))
        self.unchanged("g", "an action that was refused at the end changed something")
        self.d_position_is_sound()
        self.e_hashes_agree()
        self.h_position_text_is_exact()
        saved = self.h_save_is_exact()
        self.followers.clear()
        self.h_match_text_is_exact(saved)

    # ---------------------------------------------------------------- what changes, and what must not

    def standing(self) -> tuple[object, ...]:
        """What a refused action could have changed beside the position."""
        match = self.match
        return len(match.history), match.can_undo, tuple(match.sealed)

    def unchanged(self, letter: str, otherwise: str) -> None:
        """The match is as it stood."""
        changed = differences(self.stood, self.match.position, self.compared)
        if changed or self.standing() != self.stood_as:
            raise Broken(f"{letter}: {otherwise}: {', '.join(changed) or 'its log'}")

    # ---------------------------------------------------------------- a to e

    def a_there_is_something_to_do(self) -> None:
        self.listed = list(self.match.actions())
        self.members = set(self.listed)
        self.kinds.update({a.kind for a in self.listed})
        check("a", any(a.kind != "undo" for a in self.listed), "no action is offered")
        check("a", len(self.members) == len(self.listed), "an action is listed twice")

    def b_only_dice_and_secrets_stop_undo(self, action: Action, settled: bool, at: int, events: list[Event]) -> None:
        match = self.match
        check(
            "b", match.can_undo is not settled, f"can_undo is {match.can_undo} though dice fell or a secret came out: {settled}"
        )
        again = len(match.history) - match._checkpoint_at  # so many actions are played again
        if not self.due("undo", 1 + again // 8):
            return
        after, length = match.hash(), len(match.history)
        if settled:
            try:
                match.undo()
            except IllegalAction as refusal:
                check("b", bool(refusal.reason), "undo is refused without a reason")
            else:
                raise Broken("b: a roll or a secret was undone")
            check("b", (match.hash(), len(match.history)) == (after, length), "a refused undo changed something")
            return
        match.undo()
        check("b", (match.hash(), len(match.history)) == (self.stood.hash(), at), "undo does not lead back")
        check("b", match.apply(action) == events, "the same action after undo tells other events")
        check("b", match.hash() == after, "the same action after undo does something else")

    def c_it_ends(self) -> None:
        check("c", self.tally.actions <= self.bound, f"more than {self.bound} actions")

    def d_what_changed_is_sound(self) -> None:
        """An audit, unless it can find nothing else than the last one: its grounds are the same. What the stack names must be
        there in any case; which of its frames excuse a crowded cell is looked at now and then."""
        p = self.match.position
        changed = differences(self.stood, p, self.remembered)
        if not changed <= ONLY_THE_STACK:
            if self.due("audit"):
                self.d_position_is_sound()
            return
        if "stack" in changed:
            said = list(faults(p.stack, self._stack_hint(), p.c.sizes, "stack"))
            check("d", not said, "; ".join(said))
        if self.due("restack"):
            self.d_position_is_sound()

    def _stack_hint(self) -> object:
        return next(field.hint for field in fields(self.match.position.__class__) if field.name == "stack")

    def d_position_is_sound(self) -> None:
        found = self.game.audit(self.match.position)
        check("d", not found, "; ".join(found))

    def e_shadow_follows(self) -> None:
        """A second match, fed nothing but the log, dice and all, is where the first one is."""
        match, shadow = self.match, self.shadow
        for action in match.history[len(shadow.history) :]:
            if self.by_list and not action.dice:  # the state is the one in which it was listed
                shadow.apply_legal(action)
            else:
                shadow.apply(action)
        check("e", shadow.position.state() == match.position.state(), "the log replays to another position")
        if self.due("hash"):
            self.e_hashes_agree()

    def e_hashes_agree(self) -> None:
        check("e", self.shadow.hash() == self.match.hash(), "the log replays to a position with another fingerprint")

    # ---------------------------------------------------------------- f

    def f_hidden_things_are_hidden(self) -> None:
        """What a player cannot see is dealt again, dice to come and all: he sees the same, and may do the same.

        Where only the dice to come are hidden, the same from all, one of those at the table and the onlooker has his turn.
        """
        match, everybody = self.match, (*self.match.seats, "")
        turn = everybody[self.tally.checks["redeal"] % len(everybody)]
        for player in everybody:
            if player == turn or self.hidden_from(player):
                self.f_hidden_from(player, self.game.redeal(match, player, self.rng.getrandbits(30)))

    def f_hidden_from(self, player: str, other: Match) -> None:
        match, game = self.match, self.game
        assert isinstance(match.dice, FairDice)
        view = match.view(player)
        text = self.h_json_is_exact(view, type(view))
        check("f", text == _encode(other.view(player)), f"the view of {player!r} depends on what is hidden")
        check("f", match.dice.seed.hex().encode() not in text, f"the view of {player!r} shows the seed")
        if differences(match.position, other.position, self.remembered):
            found = game.audit(other.position)
            check("d", not found, f"dealt again: {'; '.join(found)}")
        cell = self.rng.choice(game.board.labels)
        same = game.describe(match, cell, player) == game.describe(other, cell, player)
        check("f", same, f"what {player!r} reads of {cell} depends on what is hidden")
        name = self.rng.choice(sorted(layer.name for layer in game.overlays()))
        subject = self.rng.choice((*game.sides, *game.counters.ids))
        same = laid_over(match, name, subject, player) == laid_over(other, name, subject, player)
        check("f", same, f"the overlay {name} {subject} of {player!r} depends on what is hidden")
        same = match.decision_for(player) == other.decision_for(player)
        check("f", same, f"what {player!r} is asked depends on what is hidden")
        if not self.hidden_from(player) or match.players == (player,):
            self.f_same_choices(player, other)

    def hidden_from(self, player: str) -> bool:
        """Whether there is something a player may not know: in the position, or an answer that is not out."""
        return self.secrets or bool(self.match.hidden_from(player))

    def f_same_choices(self, player: str, other: Match) -> None:
        match = self.match
        check("f", match.decision == other.decision, "the decision depends on what is hidden")
        check("f", self.listed == list(other.actions()), "the actions depend on what is hidden")
        action = self.rng.choice(self.listed)
        odds = match.odds(action)
        check("f", odds == other.odds(action), "the odds depend on what is hidden")
        if odds is not None:
            told = [swing.outcomes for swing in odds.swings]
            if odds.outcomes or not (odds.gathering or told):  # of a fight that is gathered, or met in secret, nothing is sure
                told.append(odds.outcomes)
            sums = [sum(o.probability for o in outcomes) for outcomes in told]
            check("f", all(abs(total - 1) < 1e-9 for total in sums), f"the odds of {action} do not add up to 1")
        self.followers[f"f{'?' if self.hidden_from(player) else ':'}{player}"] = other

    def placed(self, match: Match, seat: str) -> set[str]:
        """The counters that a seat can place."""
        return {c.id for c in self.game.view(match, seat).counters if c.place != UNSEEN}

    def f_events_name_only_what_is_known(self, events: list[Event], earlier: Match) -> None:
        """No event tells a side of a counter that it could place neither before nor after."""
        for side in self.match.seats:
            told = {name for event in events_for(events, side) for text in texts_of(event) for name in NAMED.findall(text)}
            named = told & self.ids
            if named:
                leaked = named - self.placed(self.match, side)
                leaked = leaked and leaked - self.placed(earlier, side)
                check("f", not leaked, f"{side} hears of {', '.join(sorted(leaked))}")

    def a_copy_is_free(self) -> None:
        """A clone takes some actions of its own; the match does not notice. Another clone goes where the match goes."""
        copy = self.match.clone()
        for _ in range(5):
            if not copy.over:
                copy.apply(self.rng.choice(copy.actions()))
        self.unchanged("h", "what a clone does changes the match")
        self.followers["h: clone"] = self.match.clone()

    def followers_agree(self, action: Action, settled: bool, events: list[Event]) -> None:
        """Copies made before the action do what the match did; those dealt again only where nothing new came out."""
        for name, copy in self.followers.items():
            heard = copy.apply(action)
            if settled and name.startswith("f"):
                continue
            if name.startswith("f?"):  # it is another match, that looks the same
                player = name[2:]
                check("f", events_for(heard, player) == events_for(events, player), f"{name}: {action} tells other events")
                if not self.match.over:  # then the dice are published
                    check("f", copy.view(player) == self.match.view(player), f"{name}: {action} leads to another view")
                continue
            check(name[0], copy.hash() == self.match.hash(), f"{name}: {action} leads to another position")
            check(name[0], heard == events, f"{name}: {action} tells other events")
        self.followers.clear()

    # ---------------------------------------------------------------- g

    @property
    def refuses_by_list(self) -> bool:
        """Whether the decision that waits refuses, by its very definition, just what it does not list: then asking it of every
        action would list as often and prove nothing."""
        return self.match.position.stack[-1].__class__.refuse is Decision.refuse

    def g_wrong_actions_are_refused(self) -> None:
        """Each is judged and then tried; of a decision that refuses by list the first, of the others why they are refused."""
        by_list = self.refuses_by_list
        for tried, action in enumerate(self.mutants()):
            if by_list and tried and action != BACK:
                self.told_why_not(action)
            else:
                self.judged_alike(action)
                if action not in self.members:
                    self.refused(action)
        self.unchanged("g", "actions that were refused changed something")

    def told_why_not(self, action: Action) -> None:
        if action not in self.members:
            p = self.match.position
            refusal = p.stack[-1].why_not(p, action)
            check("g", refusal is None or bool(refusal.reason.strip()), lambda: f"{action} is refused without a reason")
            self.tally.refused += 1

    def g_what_is_listed_is_legal(self) -> None:
        actions = self.match.actions()
        check("g", list(actions) == self.listed, "the same decision lists other actions when asked again")
        for action in self.listed[:1] if self.refuses_by_list else self.listed:
            self.judged_alike(action)
        order = {action: at for at, action in enumerate(self.listed)}
        for field in ("unit", "cell", "kind"):
            groups = actions.by(field)
            whole = sorted((a for group in groups.values() for a in group), key=order.__getitem__)
            check("g", whole == self.listed, f"the groups by {field} are not the list")
            check("g", all(getattr(a, field) == key for key, g in groups.items() for a in g), f"a group by {field} is mixed")

    def judged_alike(self, action: Action) -> None:
        """`legal` and the list say the same of an action."""
        listed, verdict = action in self.members, self.match.legal(action)
        if listed != bool(verdict):
            raise Broken(f"g: {action} is listed: {listed}, legal: {bool(verdict)} ({verdict.reason})")

    def refused(self, action: Action) -> None:
        """An action that is not legal is refused with a reason."""
        try:
            self.match.apply(action)
        except IllegalAction as refusal:
            check("g", bool(refusal.reason.strip()), lambda: f"{action} is refused without a reason")
        else:
            raise Broken(f"g: {action} is not legal but was taken")
        self.tally.refused += 1

    def mutants(self) -> Iterator[Action]:
        """Actions that are almost right, and now and then one that is all wrong."""
        rng, game = self.rng, self.game
        for _ in range(self.every.mutants):
            action = rng.choice(self.listed)
            change = rng.choice(CHANGES)
            if change == "garbage":
                yield rng.choice(GARBAGE)
            elif change == "mix":
                other = rng.choice(self.listed)
                yield Action(action.kind, other.unit, rng.choice(self.listed).cell, other.value)
            else:
                yield msgspec.structs.replace(action, **self._changed(change, rng, game))

    def _changed(self, change: str, rng: Random, game: Game[Any]) -> Mapping[str, object]:
        match change:
            case "unit":
                return {"unit": rng.choice(game.counters.ids)}
            case "cell":
                return {"cell": rng.choice(game.board.labels)}
            case "kind":
                return {"kind": rng.choice(sorted(self.kinds))}
            case "value":
                return {"value": rng.choice((-1, 1, 2, 3, 1 << 40))}
            case "dice":
                return {"dice": tuple(rng.randint(1, 6) for _ in range(rng.randint(1, 2)))}
            case _:
                return {change.removeprefix("no "): ""}

    # ---------------------------------------------------------------- h

    def h_numbers_of_actions_are_exact(self) -> None:
        """Every action that is offered has a number in `actions.csv`, and comes back from it."""
        space = self.game.action_space()
        for action in self.listed:
            same = space.decode(space.encode(action), action.by) == action
            check("h", same, lambda action=action: f"{action} is another action once it has been a number")

    def h_texts_of_actions_are_exact(self) -> None:
        """An action's text follows from the action and from the kind that goes without saying: each pair is tried once."""
        implied = self.match.position.stack[-1].implied_kind
        for action in self.listed:
            which = hash((implied, action))
            if which not in self.exact:
                self.h_action_text_is_exact(action)
                self.exact.add(which)

    def h_action_text_is_exact(self, action: Action) -> None:
        written = self.match.notate(action)
        read = self.match.parse(written)
        check("h", read == action, lambda: f"{action} is written {written!r} and read as {read}")
        logged = action_text(action)
        again = parse_action(logged, "", self.game)
        check("h", again == action, lambda: f"{action} is logged as {logged!r} and read as {again}")
        self.h_json_is_exact(action, Action)

    def h_json_is_exact(self, thing: object, kind: object) -> bytes:
        text = _encode(thing)
        again = msgspec.json.decode(text, type=kind)
        check("h", again == thing and _encode(again) == text, lambda: f"JSON does not bring back {thing}")
        return text

    def h_position_text_is_exact(self) -> None:
        match, game = self.match, self.game
        text = game.notation(match)
        again = game.position(text, dice=match.dice)
        check("h", again.hash() == match.hash(), "the position text is of another position, or a match from it runs on")
        same = (again.scenario, again.options) == (match.scenario, match.options)
        check("h", same, "the position text has another scenario or options")
        check("h", game.notation(again) == text, "the position text is written otherwise when read")
        check("h", again.decision == match.decision, "a match from the position text asks something else")
        check("h", list(again.actions()) == self.listed, "a match from the position text allows something else")
        self.followers["h: position text"] = again

    def h_save_is_exact(self) -> Saved:
        self.tally.checks["save"] += 1
        self.last_save = self.tally.actions
        saved = self.match.save()
        text = self.h_json_is_exact(saved, Saved)
        again = self.game.load(text)
        check("h", again.hash() == self.match.hash() and again.history == self.match.history, "a save loads to another match")
        check("h", again.save() == saved, "a loaded match is saved otherwise")
        self.followers["h: save"] = again
        return saved

    def h_match_text_is_exact(self, saved: Saved) -> None:
        """The text holds the save, which has been loaded already; where it holds anything else, that is loaded."""
        text = match_text(self.match)
        read = read_match(text)
        options = self.game.chosen(read.options)
        if msgspec.structs.replace(read, options=options) == saved:
            return
        again = restore(self.game, read)
        check(
            "h", again.hash() == self.match.hash() and again.history == self.match.history, "the match text is of another match"
        )
        check("h", match_text(again) == text, "the match text is written otherwise when read")


def fields_of(p: Position, *kinds: str) -> list[str]:
    return [field.name for field in fields(p.__class__) if field.kind in kinds]


def differences(one: Position, two: Position, names: Iterable[str]) -> set[str]:
    """The fields in which two positions differ."""
    here, there = vars(one), vars(two)
    return {name for name in names if here[name] != there[name]}


def unexplained(event: Event) -> str:
    """What a player would not understand of a result, empty if nothing: a code never stands alone, and dice fall on one of the
    outcomes that were foretold."""
    if event.kind in ("victory", "end") or not event.result:
        return ""
    if not event.meaning:
        return f"nobody says what {event.result!r} means"
    if event.text.endswith(f": {event.result}"):
        return "the log tells a code and no words"
    if event.odds is None:
        return ""
    if event.result not in [one.result for one in event.odds.outcomes]:
        return f"{event.result!r} was not among the outcomes"
    return "an outcome has no words" if not all(one.detail for one in event.odds.outcomes) else ""


def texts_of(event: Event) -> list[str]:
    """All that an event says."""
    return [event.text, *(line.text for line in event.lines)]


def laid_over(match: Match, name: str, subject: str, player: str) -> object:
    """An overlay, or why there is none."""
    try:
        return match.game.overlay(match, name, subject, player)
    except TrenchlineError as fault:
        return str(fault)


def check(letter: str, holds: bool, otherwise: str | Callable[[], str]) -> None:
    """Raises Broken, naming the letter, where something that is always true does not hold.

    What is dear to say (a whole view, a list of events) is a function: it is said once in a million checks.
    """
    if not holds:
        raise Broken(f"{letter}: {otherwise if isinstance(otherwise, str) else otherwise()}")
