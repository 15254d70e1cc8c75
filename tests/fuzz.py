"""Random play that checks, after every action, what is always true of a match (DESIGN.md, a to h).

The suite plays a dozen games (`test_fuzz.py`); this plays as many as you like, through all option sets in turn:

    python -m tests.fuzz they-shall-not-pass free --games 200 --seed 0 --jobs 2

A game that breaks a rule is told with its seed: `--seed N --games 1` plays it again, action for action.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing import Pool
from random import Random
from typing import Any

import msgspec

import trenchline
from trenchline.core.actions import Action
from trenchline.core.decisions import Automatic, Decision, Roll
from trenchline.core.dice import FairDice
from trenchline.core.errors import IllegalAction, TrenchlineError
from trenchline.core.game import Game
from trenchline.core.match import Match
from trenchline.core.notation import Saved, action_text, match_text, parse_action, read_match, restore
from trenchline.core.position import Event, events_for
from trenchline.core.views import UNSEEN

GARBAGE = (Action("undo"), Action(""), Action("x", "nobody", "nowhere", -1), Action("done", value=7), Action("roll", dice=(7,)))

CHANGES = ("unit", "cell", "kind", "value", "dice", "no unit", "no cell", "mix", "garbage")  # how an action is made wrong

NAMED = re.compile(r"{([^}]*)}")  # a counter or a cell in the text of an event

_encode = msgspec.json.encode


class Every(msgspec.Struct, frozen=True):
    """How often the dearer checks run: at each n-th action. All others run at each action.

    The numbers are primes, so that no rhythm of play (choose a unit, choose a hex) hides from them.
    """

    audit: int = 1  # d. every counter in one place, every limit kept
    undo: int = 7  # b. undo, and do it again
    listing: int = 13  # g. every listed action is legal, is in `actions()` and has a text; groups are whole
    redeal: int = 17  # f. all that a player cannot see dealt again: he may not notice
    clone: int = 19  # a copy goes its own way and the original does not notice
    text: int = 29  # h. position text, there and back, and play goes on from it
    save: int = 499  # h. save and load, and play goes on from it
    mutants: int = 4  # g. how many wrong actions are tried at each decision


FULL = Every()
STRICT = Every(undo=1, listing=1, redeal=1, clone=1, text=1, save=499)  # all at each action; a save replays the whole log
LIGHT = Every(undo=71, listing=131, redeal=173, clone=191, text=293, save=4999, mutants=1)


class Plan(msgspec.Struct, frozen=True):
    """One game to fuzz: everything in it follows from this."""

    game: str
    scenario: str
    options: tuple[str, ...]
    seed: int
    every: Every = FULL
    patient: bool = False  # nobody does what ends the match at once, while there is something else to do

    def __str__(self) -> str:
        patient = " --patient" if self.patient else ""
        return f"{self.game} {self.scenario} --seed {self.seed}{patient} ({', '.join(self.options) or 'no options'})"


class Tally(msgspec.Struct):
    """What came of one game."""

    plan: Plan
    actions: int = 0
    rolls: int = 0
    refused: int = 0
    checks: Counter[str] = msgspec.field(default_factory=Counter)
    decisions: Counter[str] = msgspec.field(default_factory=Counter)
    level: str = ""
    seconds: float = 0.0
    fault: str = ""


class Broken(AssertionError):
    """Something that is always true was not."""


def option_sets(game: Game[Any]) -> list[tuple[str, ...]]:
    """None, all, each alone, all but each: enough for every option to meet every other, on and off."""
    names = tuple(o.id for o in game.options)
    sets = [(), names, *((n,) for n in names), *(tuple(m for m in names if m != n) for n in names)]
    return list(dict.fromkeys(sets))


def switched(game: Game[Any], names: Sequence[str]) -> dict[str, bool]:
    """The named options, each against its default."""
    return {o.id: not o.default for o in game.options if o.id in names}


def plans(slug: str, scenario: str, games: int, seed: int, patient: bool = False, every: Every = FULL) -> list[Plan]:
    """The games of a run: consecutive seeds, the option sets in turn. A seed alone says which options it has."""
    sets = option_sets(trenchline.load(slug))
    return [Plan(slug, scenario, sets[n % len(sets)], n, every, patient) for n in range(seed, seed + games)]


class Temper:
    """A taste for some kinds of action over others, drawn from the seed, so that games differ in more than luck.

    Every third game has none: there each legal action is as likely as any other.
    """

    def __init__(self, seed: int) -> None:
        self.rng = Random(f"play {seed}")
        self.tastes = (1.0,) if seed % 3 == 0 else (0.1, 1.0, 1.0, 5.0)
        self.weights: dict[str, float] = {}

    def choose(self, actions: Sequence[Action]) -> Action:
        for action in actions:
            if action.kind not in self.weights:
                self.weights[action.kind] = self.rng.choice(self.tastes)
        return self.rng.choices(actions, [self.weights[a.kind] for a in actions])[0]


def lasting(match: Match, action: Action, others: Sequence[Action]) -> Action:
    """The action; or, if the match would be over with it, the first of some others with which it goes on."""
    for candidate in (action, *others):
        twin = match.clone()
        twin.apply(candidate)
        if not twin.over:
            return candidate
    return action


class Fuzzer:
    """Plays one plan. Each check is a method that names its letter; `step` and `take` say when it runs."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.every = plan, plan.every
        self.game = trenchline.load(plan.game)
        self.bound = self.game.longest_match
        options = switched(self.game, plan.options)
        self.match = self.game.start(plan.scenario, seed=plan.seed, options=options)
        self.shadow = self.game.start(plan.scenario, options=options, dice="hand")
        self.temper, self.rng = Temper(plan.seed), Random(f"checks {plan.seed}")
        self.tally = Tally(plan)
        self.kinds = {"roll", "garbage"}
        self.followers: dict[str, Match] = {}  # copies that must take the next action as the match does
        self.secrets = self.game.hides_counters(self.match.scenario, self.match.options)
        self.ids = set(self.game.counters.ids)
        self.stood: tuple[object, ...] = ()  # the match before something wrong is tried
        self.listed: list[Action] = []
        self.members: set[Action] = set()

    # ---------------------------------------------------------------- the loop

    def play(self) -> Tally:
        begun = time.process_time()
        self.e_shadow_follows()
        while not self.match.over:
            self.step()
        self.at_the_end()
        assert self.match.result is not None
        self.tally.level = self.match.result.level
        self.tally.seconds = time.process_time() - begun
        return self.tally

    def due(self, check: str) -> bool:
        """Whether a sampled check is due at this action."""
        due = self.tally.actions % getattr(self.every, check) == 0
        self.tally.checks[check] += due
        return due

    def step(self) -> None:
        match, tally = self.match, self.tally
        decision = match.decision
        assert decision is not None
        tally.decisions[decision.kind] += 1
        self.a_there_is_something_to_do()
        self.g_wrong_actions_are_refused()
        if self.due("listing"):
            self.g_what_is_listed_is_legal()
        if self.due("redeal"):
            self.f_hidden_things_are_hidden()
        if self.due("clone"):
            self.a_copy_is_free()
        if self.due("text"):
            self.h_position_text_is_exact()
        if self.due("save"):
            self.h_save_is_exact()
        action = self.temper.choose(self.listed)
        if self.plan.patient:
            action = lasting(match, action, self.rng.sample(self.listed, min(12, len(self.listed))))
        self.h_action_text_is_exact(action)
        self.take(action)

    def take(self, action: Action) -> None:
        """Apply an action, and check what it did."""
        match, tally = self.match, self.tally
        before, at, shown = match.hash(), len(match.history), match.position.shown
        earlier = match.clone() if self.secrets else match
        events = match.apply(action)
        tally.actions += 1
        rolls = sum(1 for a in match.history[at:] if a.dice)
        tally.rolls += rolls
        settled = bool(rolls) or match.position.shown != shown
        self.b_only_dice_and_secrets_stop_undo(action, settled, before, at, events)
        if self.secrets:
            self.f_events_name_only_what_is_known(events, earlier)
        self.c_it_ends()
        if self.due("audit"):
            self.d_position_is_sound()
        self.e_shadow_follows()
        self.followers_agree(action, settled, events)
        self.h_json_is_exact(events, list[Event])

    def at_the_end(self) -> None:
        """Once the match is over: nothing to do, nothing to refuse politely, and its texts bring it back."""
        match = self.match
        check("a", match.decision is None and not list(match.actions()), "a match that is over still asks something")
        self.stood = self.standing()
        self.refused(Action("done"))
        self.h_position_text_is_exact()
        self.h_save_is_exact()
        self.followers.clear()
        self.h_match_text_is_exact()

    # ---------------------------------------------------------------- a to e

    def a_there_is_something_to_do(self) -> None:
        self.listed = list(self.match.actions())
        self.members = set(self.listed)
        self.kinds.update(a.kind for a in self.listed)
        check("a", any(a.kind != "undo" for a in self.listed), "no action is offered")
        check("a", len(self.members) == len(self.listed), "an action is listed twice")

    def b_only_dice_and_secrets_stop_undo(
        self, action: Action, settled: bool, before: str, at: int, events: list[Event]
    ) -> None:
        match = self.match
        check(
            "b", match.can_undo is not settled, f"can_undo is {match.can_undo} though dice fell or a secret came out: {settled}"
        )
        if not self.due("undo"):
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
        check("b", (match.hash(), len(match.history)) == (before, at), "undo does not lead back")
        again = match.apply(action)
        check("b", match.hash() == after and again == events, "the same action after undo does something else")

    def c_it_ends(self) -> None:
        check("c", self.tally.actions <= self.bound, f"more than {self.bound} actions")

    def d_position_is_sound(self) -> None:
        faults = self.game.audit(self.match.position)
        check("d", not faults, "; ".join(faults))

    def e_shadow_follows(self) -> None:
        """A second match, fed nothing but the log, dice and all, is where the first one is."""
        for action in self.match.history[len(self.shadow.history) :]:
            self.shadow.apply(action)
        check("e", self.shadow.hash() == self.match.hash(), "the log replays to another position")

    # ---------------------------------------------------------------- f

    def f_hidden_things_are_hidden(self) -> None:
        """What a player cannot see is dealt again, dice to come and all: he sees the same, and may do the same."""
        match, game = self.match, self.game
        assert isinstance(match.dice, FairDice)
        for player in (*match.seats, ""):  # everybody at the table and an onlooker
            other = game.redeal(match, player, self.rng.getrandbits(30))
            view = match.view(player)
            check("f", view == other.view(player), f"the view of {player!r} depends on what is hidden")
            check("f", match.dice.seed.hex().encode() not in _encode(view), f"the view of {player!r} shows the seed")
            faults = game.audit(other.position)
            check("d", not faults, f"dealt again: {'; '.join(faults)}")
            self.h_json_is_exact(view, type(view))
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
            check("f", abs(sum(o.probability for o in odds.outcomes) - 1) < 1e-9, f"the odds of {action} do not add up to 1")
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
        before, at = self.match.hash(), len(self.match.history)
        copy = self.match.clone()
        for _ in range(5):
            if not copy.over:
                copy.apply(self.rng.choice(copy.actions()))
        check("h", (self.match.hash(), len(self.match.history)) == (before, at), "what a clone does changes the match")
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

    def g_wrong_actions_are_refused(self) -> None:
        self.stood = self.standing()
        for action in self.mutants():
            self.judged_alike(action)
            if action not in self.members:
                self.refused(action)

    def g_what_is_listed_is_legal(self) -> None:
        actions = self.match.actions()
        order = {action: at for at, action in enumerate(self.listed)}
        for action in self.listed:
            self.judged_alike(action)
            self.h_action_text_is_exact(action)
        for field in ("unit", "cell", "kind"):
            groups = actions.by(field)
            whole = sorted((a for group in groups.values() for a in group), key=order.__getitem__)
            check("g", whole == self.listed, f"the groups by {field} are not the list")
            check("g", all(getattr(a, field) == key for key, g in groups.items() for a in g), f"a group by {field} is mixed")

    def judged_alike(self, action: Action) -> None:
        """`in`, `legal` and the list say the same of an action."""
        listed, verdict = action in self.members, self.match.legal(action)
        inside = action in self.match.actions()
        if not listed == bool(verdict) == inside:
            raise Broken(f"g: {action} is listed: {listed}, legal: {bool(verdict)} ({verdict.reason}), in actions(): {inside}")

    def standing(self) -> tuple[object, ...]:
        """All that a refused action could have changed."""
        match = self.match
        return match.hash(), len(match.history), match.can_undo, match.decision

    def refused(self, action: Action) -> None:
        """An action that is not legal is refused with a reason, and the match is as it stood before."""
        match = self.match
        try:
            match.apply(action)
        except IllegalAction as refusal:
            check("g", bool(refusal.reason.strip()), lambda: f"{action} is refused without a reason")
        else:
            raise Broken(f"g: {action} is not legal but was taken")
        check("g", self.standing() == self.stood, lambda: f"the refused {action} changed something")
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

    def h_action_text_is_exact(self, action: Action) -> None:
        written = self.match.notate(action)
        read = self.match.parse(written)
        check("h", read == action, lambda: f"{action} is written {written!r} and read as {read}")
        logged = action_text(action)
        again = parse_action(logged, "", self.game)
        check("h", again == action, lambda: f"{action} is logged as {logged!r} and read as {again}")
        self.h_json_is_exact(action, Action)

    def h_json_is_exact(self, thing: object, kind: object) -> None:
        text = _encode(thing)
        again = msgspec.json.decode(text, type=kind)
        check("h", again == thing and _encode(again) == text, lambda: f"JSON does not bring back {thing}")

    def h_position_text_is_exact(self) -> None:
        match, game = self.match, self.game
        text = game.notation(match)
        position, scenario, options = game.read(text)
        check("h", position.hash() == match.hash(), "the position text is of another position")
        check("h", (scenario, options) == (match.scenario, match.options), "the position text has another scenario or options")
        check("h", game.write(position, scenario, options) == text, "the position text is written otherwise when read")
        again = game.position(text, dice=match.dice)
        check("h", again.hash() == match.hash(), "a match from the position text runs on by itself")
        check("h", again.decision == match.decision, "a match from the position text asks something else")
        check("h", list(again.actions()) == list(match.actions()), "a match from the position text allows something else")
        self.followers["h: position text"] = again

    def h_save_is_exact(self) -> None:
        saved = self.match.save()
        self.h_json_is_exact(saved, Saved)
        again = self.game.load(_encode(saved))
        check("h", again.hash() == self.match.hash() and again.history == self.match.history, "a save loads to another match")
        check("h", again.save() == saved, "a loaded match is saved otherwise")
        self.followers["h: save"] = again

    def h_match_text_is_exact(self) -> None:
        text = match_text(self.match)
        again = restore(self.game, read_match(text))
        check(
            "h", again.hash() == self.match.hash() and again.history == self.match.history, "the match text is of another match"
        )
        check("h", match_text(again) == text, "the match text is written otherwise when read")


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


@contextmanager
def told_where(fuzzer: Fuzzer) -> Iterator[None]:
    """Whatever goes wrong is told with the game, the action and the last of the log."""
    try:
        yield
    except Exception as fault:
        match = fuzzer.match
        last = " ".join(action_text(a) for a in match.history[-8:])
        asked = match.decision.kind if not match.over and match.decision else "nothing"
        where = f"{fuzzer.plan}, action {fuzzer.tally.actions}, {asked} asked, after ... {last}"
        raise Broken(f"{fault if isinstance(fault, Broken) else repr(fault)}\n  in {where}") from fault


def fuzz(plan: Plan) -> Tally:
    """Play one game and check it all the way. Raises Broken where something does not hold."""
    fuzzer = Fuzzer(plan)
    with told_where(fuzzer):
        return fuzzer.play()


# ---------------------------------------------------------------------------------------------------- many games


def attempt(plan: Plan) -> Tally:
    """A game of a long run: a fault is kept, and the run goes on."""
    try:
        return fuzz(plan)
    except Broken as broken:
        cause = broken.__cause__
        if cause is None or isinstance(cause, Broken):
            return Tally(plan, fault=str(broken))
        frames = "".join(traceback.format_tb(cause.__traceback__)[-3:])
        return Tally(plan, fault=f"{broken}\n{frames}")


def run(todo: Sequence[Plan], jobs: int) -> list[Tally]:
    """All games, on several processes, with a line of progress."""
    tallies: list[Tally] = []
    begun = time.perf_counter()
    with Pool(jobs) as pool:
        for tally in pool.imap_unordered(attempt, todo):
            tallies.append(tally)
            actions, faults = sum(t.actions for t in tallies), sum(1 for t in tallies if t.fault)
            line = (
                f"{len(tallies)}/{len(todo)} games, {actions:,} actions, {faults} faults, {time.perf_counter() - begun:.0f} s"
            )
            print(f"\r{line}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return sorted(tallies, key=lambda t: t.plan.seed)


def choices(slug: str) -> set[str]:
    """Every kind of decision that a player of a game can meet."""
    package = type(trenchline.load(slug)).__module__
    kinds: list[type] = [Decision]
    for kind in kinds:  # grows as it goes
        kinds += kind.__subclasses__()
    leaves = (k for k in kinds if not k.__subclasses__() and k.__module__.startswith(package))
    return {k.__name__ for k in leaves if not issubclass(k, Automatic | Roll)}


def summary(tallies: Sequence[Tally]) -> str:
    """The figures of a run."""
    sound = [t for t in tallies if not t.fault]
    lengths = [t.actions for t in sound] or [0]
    decisions, checks, levels = Counter[str](), Counter[str](), Counter[str]()
    for t in sound:
        decisions += t.decisions
        checks += t.checks
        levels[t.level] += 1
    rolls = sum(t.rolls for t in sound)
    lines = [
        f"games      {len(tallies)}, of which {len(tallies) - len(sound)} broke a rule",
        f"actions    {sum(lengths):,}; in a game {min(lengths):,} to {max(lengths):,}; {rolls:,} rolls",
        f"refused    {sum(t.refused for t in sound):,} wrong actions",
        f"sampled    {', '.join(f'{name} {count:,}' for name, count in sorted(checks.items()))}",
        f"options    {len({t.plan.options for t in tallies})} sets",
        f"results    {', '.join(f'{level} {count}' for level, count in levels.most_common())}",
        f"decisions  {', '.join(f'{kind} {count:,}' for kind, count in decisions.most_common())}",
        f"never met  {', '.join(sorted(choices(tallies[0].plan.game) - set(decisions))) or 'none'}",
        f"time       {sum(t.seconds for t in sound):.0f} s of one core",
    ]
    return "\n".join(lines + [f"FAULT  {t.fault}" for t in tallies if t.fault])


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("scenario")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0, help="of the first game; the others follow")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--patient", action="store_true", help="nobody ends the match while there is something else to do")
    parser.add_argument("--light", action="store_true", help="the dearer checks a tenth as often: for many games")
    args = parser.parse_args()
    every = LIGHT if args.light else FULL
    tallies = run(plans(args.game, args.scenario, args.games, args.seed, args.patient, every), args.jobs)
    print(summary(tallies))
    return 1 if any(t.fault for t in tallies) else 0


if __name__ == "__main__":
    sys.exit(main())
