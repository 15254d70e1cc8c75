"""Golden files: counted trees, printed games and recorded matches. `python -m tests.golden` (or `make golden`) writes
them, with slugs behind it those of some games.

The suite makes them again and compares (`test_golden.py`). For each game, in `tests/golden/<slug>/`:

- `plan.toml`, by hand: which matches are recorded.
- `positions.toml`, by hand: small positions; `perft.txt`: the size of their trees, and the number of legal actions
  at each decision of some lines of play.
- `playthrough-<scenario>.txt`: a whole game in print. The first decisions, and the first few of each kind, are shown
  in full (question, answers, what the player sees, what happens), all others in a line.
- `match-<n>.json`: finished matches as saves; `matches.txt`: the hash and result that each replays to.

Actions are chosen from the list sorted by text: the order in which the engine lists them is not recorded.
"""

from __future__ import annotations

import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec

import trenchline
from trenchline.core.actions import BACK, Action
from trenchline.core.game import Game
from trenchline.core.match import Match
from trenchline.core.notation import action_text
from trenchline.core.position import Event
from trenchline.games import CATALOGUE

from .random_games import Temper, lasting, option_sets, switched

ROOT = Path(__file__).parent / "golden"
LINES, DECISIONS, ROW = 6, 300, 25  # perft: lines of play, decisions of each, decisions in a row
OPENING, EACH_KIND = 30, 3  # playthrough: in full the first decisions, and the first of each kind
PRINTED = 3_500  # decisions of a playthrough: of a longer game the end alone follows
WIDTH = 120


class Recorded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A match to record."""

    scenario: str
    seed: int
    bold: bool = False  # with an attacker who means it


class GoldenPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`plan.toml`: which matches of a game are recorded."""

    match: list[Recorded]
    patient: bool = False  # players at random would end the game by spending all they have: here they do not


@cache
def plan_of(slug: str) -> GoldenPlan:
    return msgspec.toml.decode((folder(slug) / "plan.toml").read_bytes(), type=GoldenPlan)


def playable(match: Match) -> list[Action]:
    """What can be played, but for the step back: it would only make every tree a circle."""
    return [action for action in match.actions() if action != BACK]


def sorted_actions(match: Match) -> list[Action]:
    """By text. All are actions of one decision: what goes without saying there is asked once, and not for each of millions."""
    implied = match.position.stack[-1].implied_kind
    return sorted(playable(match), key=lambda action: action_text(action, implied))


def choice(match: Match, temper: Temper, actions: list[Action]) -> Action:
    """What is played: by temper, but in some games nobody ends the match while there is something else to do."""
    action = temper.choose(actions)
    return lasting(match, action, actions[:12]) if plan_of(match.game.slug).patient else action


def folder(slug: str) -> Path:
    return ROOT / slug


def options_of(game: Game[Any], number: int) -> dict[str, bool]:
    """The option sets in turn."""
    sets = option_sets(game)
    return switched(game, sets[number % len(sets)])


def named(options: dict[str, bool]) -> str:
    return ", ".join(name if on else f"-{name}" for name, on in options.items()) or "no options"


# ---------------------------------------------------------------------------------------------------- counted trees


def nodes(match: Match, depth: int) -> int:
    """How many sequences of so many actions there are; a roll entered by hand counts once for each way it can fall."""
    if depth == 1 or match.over:
        return len(playable(match))
    total = 0
    for action in playable(match):
        twin = match.clone()
        twin.apply_legal(action)
        total += nodes(twin, depth - 1)
    return total


def trees(game: Game[Any]) -> Iterator[str]:
    """The trees of the small positions, depth by depth."""
    for entry in tomllib.loads((folder(game.slug) / "positions.toml").read_text())["position"]:
        match = game.position(f"game: {game.slug}\n{entry['text'].strip()}\n", dice="hand")
        counts = [nodes(match, depth) for depth in range(1, entry["depth"] + 1)]
        yield f"{entry['name']}: {match.decision.kind if match.decision else 'over'}: {' '.join(map(str, counts))}"


def line_of_play(game: Game[Any], number: int) -> Iterator[str]:
    """The number of legal actions at each decision, and the hash after each row of them."""
    scenario = game.scenarios[number % len(game.scenarios)].id
    options = options_of(game, number)
    match, temper = game.start(scenario, seed=number, options=options), Temper(number)
    yield f"line {number}: {scenario}, {named(options)}"
    for first in range(1, DECISIONS + 1, ROW):
        counts = []
        for _ in range(ROW):
            if not match.over:
                actions = sorted_actions(match)
                counts.append(len(actions))
                match.apply_legal(choice(match, temper, actions))
        yield f"{first:5}: {' '.join(map(str, counts))} | {match.hash()}"


def perft(game: Game[Any]) -> str:
    lines = ["Trees of small positions: actions at depth 1, 2, ...", *trees(game), ""]
    lines.append("Lines of play: legal actions at each decision | hash after them")
    for number in range(LINES):
        lines += line_of_play(game, number)
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------------------------------------------- printed games


def printed_view(view: msgspec.Struct) -> dict[str, object]:
    """A view as names and values, one for each thing that can change by itself."""
    found: dict[str, object] = {}
    for name, value in flat("", msgspec.to_builtins(view)):
        unique = name
        while unique in found:
            unique += "+"
        found[unique] = value
    return found


def flat(name: str, value: object) -> Iterator[tuple[str, object]]:
    """Counters and markers in a line each, named by what they are; long lists of words as sets."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from flat(f"{name}.{key}" if name else key, inner)
    elif isinstance(value, list):
        for inner in value:
            words = list(map(str, inner.values())) if isinstance(inner, dict) else [str(inner)]
            yield f"{name}.{' '.join(words[: 1 if 'id' in inner else 2])}", " ".join(words)
    elif isinstance(value, str) and len(value) > WIDTH and value.count(" ") > len(value) // 8:
        yield name, frozenset(value.split())
    else:
        yield name, value


def view_lines(now: dict[str, object], before: dict[str, object]) -> Iterator[str]:
    """What is new in a view: all of it the first time."""
    for name in [*now, *(n for n in before if n not in now)]:
        value, old = now.get(name), before.get(name)
        if value == old and name in before:
            continue
        if isinstance(value, frozenset):
            was = old if isinstance(old, frozenset) else frozenset()
            words = [*(f"+{w}" for w in sorted(value - was)), *(f"-{w}" for w in sorted(was - value))]
            yield from wrapped(f"    {name}:", words)
        else:
            yield f"    {name}: {value}" if name in now else f"    {name}: gone"


def wrapped(start: str, words: list[str]) -> Iterator[str]:
    row = start
    for word in words:
        if len(row) + len(word) >= WIDTH:
            yield row
            row = "     "
        row += " " + word
    yield row


def event_lines(events: list[Event]) -> Iterator[str]:
    """Every field of every event."""
    for event in events:
        dice = f" dice {event.dice}" if event.dice else ""
        result = f" -> {event.result}" if event.result else ""
        luck = f" luck: {event.luck}" if event.luck else ""
        yield f"  * {event.kind}: {event.text} ({', '.join(event.cases)}){dice}{result}{luck}"
        for line in event.lines:
            yield f"      {line.value:+} {line.text} ({line.case})"


class Printer:
    """Plays one game and prints it."""

    def __init__(self, game: Game[Any], scenario: str, number: int) -> None:
        options = options_of(game, number)
        self.match, self.temper = game.start(scenario, seed=1916 + number, options=options), Temper(1916 + number)
        self.title = f"{game.title}: {scenario}, {named(options)}"
        self.seen: Counter[str] = Counter()
        self.views: dict[str, dict[str, object]] = {}
        self.number = 0

    def lines(self) -> Iterator[str]:
        match = self.match
        yield self.title
        yield from event_lines(match.prelude)
        title = ""
        while not match.over:
            here = match.game.step_title(match.position)
            if here != title and self.number < PRINTED:
                yield f"== {here}"
                title = here
            if self.number < PRINTED:
                yield from self.decision()
            else:
                match.apply_legal(choice(match, self.temper, sorted_actions(match)))
        assert match.result is not None
        yield f"== {match.result.level}, {match.result.points} points, won by {match.result.winner or 'nobody'}"
        yield from (f"  {reason}" for reason in match.result.reasons)
        yield f"  {match.hash()}"

    def decision(self) -> Iterator[str]:
        """One decision, in full or in a line."""
        asked = self.match.decision
        assert asked is not None
        self.number += 1
        self.seen[asked.kind] += 1
        in_full = self.number <= OPENING or self.seen[asked.kind] <= EACH_KIND
        actions = sorted_actions(self.match)
        if in_full:
            yield f"[{self.number}] {asked.player} {asked.kind}: {asked.prompt} ({', '.join(asked.cases)})"
            yield from self.view(asked.player)
            yield from wrapped(f"    {len(actions)} actions:", [self.match.notate(a) for a in actions])
        action = choice(self.match, self.temper, actions)
        text = self.match.notate(action)
        events = self.match.apply_legal(action)
        if in_full:
            yield f"  > {text}"
            yield from event_lines(events)
        else:
            told = "; ".join(e.text + "".join(f" {d}" for d in e.dice) for e in events if e.kind not in ("step", "turn"))
            yield f"[{self.number}] {asked.kind}/{len(actions)} > {text}" + (f": {told}" if told else "")

    def view(self, player: str) -> Iterator[str]:
        """What the player sees, as far as it has changed since it was last printed."""
        now = printed_view(self.match.view(player if player in self.match.seats else self.match.seats[0]))
        yield from view_lines(now, self.views.get(player, {}))
        self.views[player] = now


def playthrough(game: Game[Any], scenario: str, number: int) -> str:
    return "\n".join(Printer(game, scenario, number).lines()) + "\n"


# ---------------------------------------------------------------------------------------------------- recorded matches


class Bold:
    """A soldier for ends that chance does not bring: the first side goes south and attacks, the other mostly waits."""

    QUIET, GOING, FIGHTING = ("done", "ready"), ("move", "advance", "enter"), ("select", "barrage", "target", "add")

    def __init__(self, seed: int) -> None:
        self.rng = Random(f"bold {seed}")

    def choose(self, match: Match) -> Action:
        actions = sorted_actions(match)
        if match.side_of(match.player) != match.game.sides[0]:
            quiet = [a for a in actions if a.kind in self.QUIET]
            return quiet[0] if quiet and self.rng.random() < 0.7 else self.rng.choice(actions)
        going = [a for a in actions if a.kind in self.GOING]
        if going:
            return max(going, key=lambda a: (a.cell[2:], self.rng.random()))
        fighting = [a for a in actions if a.kind in self.FIGHTING]
        return self.rng.choice(fighting if fighting and self.rng.random() < 0.9 else actions)


def recorded(game: Game[Any], scenario: str, seed: int, bold: bool = False) -> str:
    """A finished match as a save."""
    match, temper, soldier = game.start(scenario, seed=seed, options=options_of(game, seed)), Temper(seed), Bold(seed)
    while not match.over:
        match.apply_legal(soldier.choose(match) if bold else choice(match, temper, sorted_actions(match)))
    return msgspec.json.format(msgspec.json.encode(match.save()), indent=1).decode() + "\n"


def outcome(name: str, match: Match) -> str:
    """What a recorded match comes to, in a line."""
    result = match.result
    told = f"{result.level}, {result.points} points, {'; '.join(result.reasons)}" if result else "not over"
    options = " ".join(key for key, on in match.options.items() if on) or "no options"
    return f"{name}: {match.scenario}, {options}, {len(match.history)} actions, {match.hash()}: {told}"


def match_names(slug: str) -> list[str]:
    return [f"match-{number}.json" for number in range(1, len(plan_of(slug).match) + 1)]


def outcomes(game: Game[Any]) -> str:
    """Every recorded match, replayed from its file."""
    lines = []
    for name in match_names(game.slug):
        lines.append(outcome(name, game.load((folder(game.slug) / name).read_bytes())))
    return "\n".join(lines) + "\n"


# ---------------------------------------------------------------------------------------------------- all of them


def compared(slug: str) -> dict[str, Callable[[], str]]:
    """The files that the suite makes again, by name, and how each is made."""
    game = trenchline.load(slug)
    files: dict[str, Callable[[], str]] = {"perft.txt": partial(perft, game), "matches.txt": partial(outcomes, game)}
    for number, scenario in enumerate(game.scenarios):
        files[f"playthrough-{scenario.id}.txt"] = partial(playthrough, game, scenario.id, number)
    return files


def first_difference(name: str, golden: str, now: str) -> str:
    """The first line in which two texts differ, in words; empty if none does."""
    old, new = golden.splitlines(), now.splitlines()
    for number in range(max(len(old), len(new))):
        was = old[number] if number < len(old) else "(the end)"
        became = new[number] if number < len(new) else "(the end)"
        if was != became:
            return f"{name}, line {number + 1}:\n  golden: {was}\n  now:    {became}"
    return ""


def write(slug: str) -> Iterator[tuple[str, str]]:
    """Write all golden files of a game, the recorded matches first: name and text of each."""
    game = trenchline.load(slug)
    folder(slug).mkdir(parents=True, exist_ok=True)
    for name, match in zip(match_names(slug), plan_of(slug).match, strict=True):
        yield name, recorded(game, match.scenario, match.seed, match.bold)
    for name, make in compared(slug).items():
        yield name, make()


def main() -> int:
    begun = time.perf_counter()
    for slug in sys.argv[1:] or CATALOGUE:
        for name, text in write(slug):
            file = folder(slug) / name
            before = file.read_text() if file.exists() else ""
            file.write_text(text)
            told = "unchanged" if text == before else "changed" if before else "new"
            print(f"{slug}/{name}: {told}, {len(text):,} characters")
    print(f"{time.perf_counter() - begun:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
