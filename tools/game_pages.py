#!/usr/bin/env python3
"""Writes docs/games/<slug>.md: every decision, action, state and field of the view of a game, for who writes bots.

    python tools/game_pages.py            the pages, from the code and from what was seen in play
    python tools/game_pages.py --play     play first: which actions each decision offers is seen best there
    python tools/game_pages.py --play big-push      only this game

What was seen is kept in docs/games/seen.json, so that the pages follow from the code and that file alone. Playing adds to it:
who has changed what a decision offers takes its entry out first.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from pkgutil import iter_modules
from random import Random
from typing import Any

import msgspec

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import trenchline  # noqa: E402
from trenchline.ai import Player, ask, make_player  # noqa: E402
from trenchline.core import deployment, muster, views  # noqa: E402
from trenchline.core.actions import Action  # noqa: E402
from trenchline.core.charts import Odds, Outcome, Swing, Term  # noqa: E402
from trenchline.core.decisions import About, Automatic, Decision, PendingDecision, Roll  # noqa: E402
from trenchline.core.dice import DiceRecord  # noqa: E402
from trenchline.core.match import Result  # noqa: E402
from trenchline.core.reference import Word  # noqa: E402

FOLDER = ROOT / "docs" / "games"
SEEN = FOLDER / "seen.json"
# Who plays each scenario, for how many decisions at most, and whether with every option against its default. Chance meets what
# nobody would do; those who know the game come to its later turns.
GAMES = (("random", 2500, False), ("random", 2500, True), ("recruit", 1500, True), ("sergeant", 3500, False))

Seen = dict[str, dict[str, Any]]

# ------------------------------------------------------------------------------------------------ what is seen in play


def watch(slug: str, before: Seen) -> Seen:
    """The actions of each decision, with a sample of their text, and the words of the view, as they are met in play; what was
    seen before stays, of decisions that there still are."""
    game = trenchline.load(slug)
    there = {cls.__name__ for cls in decision_classes(slug)}
    seen: Seen = {"decisions": {}, "tracks": {}, "modes": {}, **before}
    seen["decisions"] = {kind: forms for kind, forms in seen["decisions"].items() if kind in there}
    tried: set[str] = set()
    for scenario in game.scenarios:
        for number, (level, most, unusual) in enumerate(GAMES):
            options = {o.id: not o.default for o in game.options} if unusual else {}
            match = game.start(scenario.id, seed=number, options=options)
            _watch_match(match, {seat: make_player(level, f"{number}:{seat}") for seat in match.seats}, most, seen, tried)
    return {part: dict(sorted(found.items())) for part, found in seen.items()}


def _watch_match(match: trenchline.Match, players: dict[str, Player], most: int, seen: Seen, tried: set[str]) -> None:
    chance = Random(most)
    for number in range(most):
        if match.over:
            return
        forms = note_decision(match, seen)
        if number % 50 == 0:
            _note_view(match.view(match.player), seen)
        asked = f"{match.decision.kind} " if match.decision else ""
        untried = next((form for form in forms if asked + form not in tried), "")  # each is taken once, for what it leads to
        tried.add(asked + untried)
        match.apply_legal(forms[untried] if untried else ask(players[match.player], match, chance).action)


def _note_view(view: views.View, seen: Seen) -> None:
    for track, value in view.tracks.items():
        seen["tracks"].setdefault(track, value)
    for counter in view.counters:
        if counter.mode:
            seen["modes"].setdefault(counter.mode, "")


def note_decision(match: trenchline.Match, seen: Seen) -> dict[str, Action]:
    """Keep what a decision offers: for each form of action one of them as text. The forms, each with an action."""
    decision = match.decision
    assert decision is not None
    found, forms = seen["decisions"].setdefault(decision.kind, {}), {}
    for action in match.actions():
        forms.setdefault(form_of(action), action)
    for form, action in forms.items():
        if form not in found:
            found[form] = match.notate(action)
    return forms


def form_of(action: Action) -> str:
    """The kind of an action and the fields it fills."""
    filled = [name for name in ("unit", "cell", "value", "facing", "mode") if getattr(action, name)]
    return " ".join([action.kind, *filled])


# ------------------------------------------------------------------------------------------------ what the code says


def decision_classes(slug: str) -> list[type[Decision[Any]]]:
    """Every decision of a game, of its series and of the core that it uses, in the order of their modules."""
    modules = [deployment, muster]
    for package in reversed(trenchline.load(slug).packages):
        folder = import_module(package)
        modules += [import_module(f"{folder.__name__}.{m.name}") for m in iter_modules(folder.__path__) if not m.ispkg]
    found: dict[str, type[Decision[Any]]] = {}
    for module in modules:
        for name, cls in vars(module).items():
            own = isinstance(cls, type) and issubclass(cls, Decision) and cls.__module__ == module.__name__
            if own and not issubclass(cls, Automatic) and not _is_base(cls):
                found[name] = cls  # a game's own stands in for its series'
    return [described(cls) for cls in found.values()]


def described(cls: type[Decision[Any]]) -> type[Decision[Any]]:
    """The class itself, if it says what it is: a page must not be without a decision because nobody has described it."""
    if not cls.__doc__:
        raise SystemExit(f"{cls.__module__}.{cls.__name__} is a decision without a docstring: say what is decided")
    return cls


def _is_base(cls: type[Decision[Any]]) -> bool:
    """Whether it is there to be derived from: it does not say what it does."""
    if issubclass(cls, Roll):
        return cls.resolve is Roll.resolve
    return cls.options is Decision.options or cls.take is Decision.take


def cases(cls: type[Decision[Any]], p: Any) -> str:
    topic = getattr(cls, "topic", "")
    try:
        found = tuple(cls.cases) or (p.c.cite[topic] if topic else ())
    except KeyError:  # the other game of the series has it
        found = ()
    return ", ".join(found)


def fields(cls: type) -> dict[str, str]:
    """The fields of a struct with their types."""
    bases = [base for base in reversed(cls.__mro__) if base.__module__.startswith("trenchline")]
    found = {name: str(kind) for base in bases for name, kind in inspect.get_annotations(base).items()}
    return {name: kind for name, kind in found.items() if "ClassVar" not in kind}


@cache
def comments(cls: type) -> dict[str, str]:
    """What is said of the fields of a struct behind them."""
    return dict(re.findall(r"^    (\w+): [^#\n]*# (.*)$", inspect.getsource(cls), re.MULTILINE))


# ------------------------------------------------------------------------------------------------ the page


def page(slug: str, seen: Seen) -> str:
    game = trenchline.load(slug)
    p = game.start(seed=0).position
    classes = [c for c in decision_classes(slug) if ".games." in c.__module__ or c.__name__ in seen["decisions"]]
    choices = [c for c in classes if not issubclass(c, (Roll, Automatic))]
    rolls = [c for c in classes if issubclass(c, Roll)]
    parts = [
        f"# {game.title}: what a bot meets",
        "Made by `make pages` from the code; a test holds it against it. [bots.md](../bots.md) teaches how to use it.",
        f"Sides: {', '.join(game.sides)}. Scenarios: {', '.join(s.id for s in game.scenarios)}. Options: "
        f"{', '.join(o.id for o in game.options) or 'none'}. Weights of the staff, each with what it is for: "
        f"[weights.toml](../../trenchline/games/{slug.replace('-', '_')}/data/weights.toml).",
        "## The sequence of play",
        table(("step", "id", "side"), [(s.title, s.id, game.sides[s.side]) for s in game.sequence_of_play.steps]),
        "## Decisions",
        "`match.decision.kind`, and what `match.position.stack[-1]` remembers. Of the actions: the kind, the fields that "
        "are filled, one as text. `back` is offered where nothing is settled yet. Where there is no text the code knows the "
        "action, but it was not met in the matches that were played for this page: what it fills is not known here. Where "
        "several seats act in any order the text ends with who acts (`done@british`), which is `action.by`.",
        *(decision_text(cls, p, seen["decisions"].get(cls.__name__, {})) for cls in choices),
        "## Rolls",
        table(("roll", "dice", "what it is", "cases"), [(c.__name__, str(c.count), summary(c), cases(c, p)) for c in rolls]),
        "## Counters",
        "`numbers` of a `CounterView`, in their order, by kind of counter:",
        *(f"- {', '.join(c.kinds)}: {numbers(c.numbers)}" for c in game.reference.counters),
        "`states`:",
        words(game.reference.states),
        *((f"`mode`: {', '.join(seen['modes'])}.",) if seen["modes"] else ()),
        f"`place` is a cell of the board or one of the boxes {', '.join(game.components.places[len(game.board.labels) :])}.",
        "## Markers",
        words(game.reference.markers),
        "## Tracks",
        table(("track", "as it may stand"), [(name, value) for name, value in seen["tracks"].items()]),
        "## The view",
        *(struct_text(cls) for cls in STRUCTS),
    ]
    spaced = [a + ("\n" if a.startswith("- ") and b.startswith("- ") else "\n\n") for a, b in pairwise([*parts, ""])]
    return "".join(spaced).rstrip("\n") + "\n"


STRUCTS = (
    *(views.View, views.CounterView, views.Marker, views.Due, views.Standing, PendingDecision, About, Action),
    *(Odds, Term, Outcome, Swing, Result, DiceRecord),
)


def decision_text(cls: type[Decision[Any]], p: Any, actions: dict[str, str]) -> str:
    told = [f"### {cls.__name__}", summary(cls)]
    if rests := cases(cls, p):
        told.append(f"Cases: {rests}.")
    if remembers := fields(cls):
        told.append("Remembers: " + ", ".join(f"`{name}: {kind}`" for name, kind in remembers.items()) + ".")
    rows = [(key.partition(" ")[0], key.partition(" ")[2], f"`{sample}`") for key, sample in sorted(actions.items())]
    labels = {key.partition(" ")[0]: text for key, text in cls.labels.items()}
    rows += [(kind, "", "") for kind in labels if kind not in {row[0] for row in rows}]
    if rows:
        told.append(table(("action", "fields", "as text", "says"), [(*row, labels.get(row[0], "")) for row in rows]))
    return "\n\n".join(told)


def struct_text(cls: type) -> str:
    told = comments(cls)
    rows = [(f"`{name}`", f"`{kind}`".replace("|", "\\|"), told.get(name, "")) for name, kind in fields(cls).items()]
    return f"### {cls.__name__}\n\n{summary(cls)}\n\n{table(('field', 'type', ''), rows)}"


def summary(cls: type) -> str:
    """The first paragraph of a docstring in one line."""
    return " ".join((inspect.getdoc(cls) or "").split("\n\n")[0].split())


def numbers(found: tuple[Word, ...]) -> str:
    return "; ".join(f"**{word.word}**, {word.about}" for word in found)


def words(found: tuple[Word, ...]) -> str:
    return table(("", "", "case"), [(word.word, word.about, word.case) for word in found])


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join([*lines, *("| " + " | ".join(cell.replace("\n", " ") for cell in row) + " |" for row in rows)])


def pages() -> dict[Path, str]:
    """Every page as it should be."""
    seen = json.loads(SEEN.read_text(encoding="utf-8"))
    return {FOLDER / f"{slug}.md": page(slug, seen[slug]) for slug in seen}


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    if "--play" in sys.argv:
        seen = json.loads(SEEN.read_text(encoding="utf-8")) if SEEN.exists() else {}
        named = [word for word in sys.argv[1:] if not word.startswith("-")]
        seen.update({slug: watch(slug, seen.get(slug, {})) for slug in named or [info.slug for info in trenchline.games()]})
        SEEN.write_bytes(msgspec.json.format(msgspec.json.encode(seen), indent=1) + b"\n")
    for file, text in pages().items():
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
