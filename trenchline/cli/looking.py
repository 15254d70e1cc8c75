"""The words of a session that only look: each gives the lines that answer it, as far as the player who asks may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rich.text import Text

from .. import Match, NotationError, TrenchlineError, View
from .textmap import TextMap
from .typed_actions import SHORT, action_lines, read_action
from .words import (
    cell_lines,
    counter_words,
    events_text,
    headline,
    odds_lines,
    order_of_battle,
    overlay_lines,
    points,
    rule_lines,
)

ODDS = 5  # actions whose odds are shown at once


def view_of(match: Match, player: str) -> View:
    return match.game.view(match, player)


def _cell(match: Match, player: str, text: str) -> int:
    """The cell a text names, or on which the unit stands that it names."""
    game = match.game
    units = view_of(match, player).counters
    label = game.find_cell(text) or next((c.place for c in units if c.id == game.find_unit(text)), "")
    if label not in game.board.index:
        raise NotationError(f"{text!r} is neither a {game.board.cell_word} nor a unit on the map")
    return game.board.index[label]


def map_lines(match: Match, player: str, wanted: str, width: int) -> list[Text]:
    """The whole map, or the surroundings of a cell or a unit."""
    words = wanted.split()
    drawn = TextMap(match.game, view_of(match, player))
    radius = int(words[1]) if len(words) > 1 and words[1].isdigit() else 3
    return drawn.around(_cell(match, player, words[0]), radius) if words else drawn.whole(width)


def _actions(match: Match, player: str, wanted: str) -> Iterable[str]:
    return action_lines(match, wanted)


def _cell_in_words(match: Match, player: str, wanted: str) -> Iterable[str]:
    return cell_lines(match, view_of(match, player), _cell(match, player, wanted))


def _unit(match: Match, player: str, wanted: str) -> Iterable[str]:
    game = match.game
    found = next((c for c in view_of(match, player).counters if c.id == game.find_unit(wanted)), None)
    if found is None:
        raise NotationError(f"there is no counter {wanted!r}")
    counter = game.counters[game.counters.index[found.id]]
    yield f"{counter_words(game, found)}; in {found.place}."
    values = [f"{k} {v} ({counter.source(k)})" for k, v in counter.values.items() if k != "manifest"]
    yield f"  Printed: {', '.join(values)}"
    if texts := [match.notate(a) for a in match.actions() if a.unit == found.id]:
        yield f"  Can now: {' '.join(texts[:SHORT])}"


def _overlay(match: Match, player: str, wanted: str) -> Iterable[str]:
    game = match.game
    name, _, subject = wanted.partition(" ")
    if not name:
        return [f"  show {layer.name}: {layer.title}" for layer in game.overlays()]
    subject = subject.strip()
    subject = game.find_unit(subject) or subject.lower()
    return overlay_lines(game.overlay(match, name.lower(), subject, player))


def _odds(match: Match, player: str, wanted: str) -> Iterable[str]:
    actions = [read_action(match, wanted)] if wanted else match.actions()
    answers = [(action, match.odds(action)) for action in actions]
    found = [(action, odds) for action, odds in answers if odds is not None and (wanted or not odds.gathering)]
    if not wanted and not found:
        for odds in match.fights()[:ODDS]:
            yield from ("As it stands:", *odds_lines(odds))
    for action, odds in found[:ODDS]:
        yield from (f"{match.notate(action)}:", *odds_lines(odds))
    if not found:
        yield "No die is rolled for that at once. Name guns and attackers first: the odds stand before the roll."
    elif len(found) > ODDS:
        yield f"{len(found) - ODDS} more: odds ACTION shows any of them."


def _log(match: Match, player: str, wanted: str) -> Iterable[str]:
    count = int(wanted) if wanted.isdigit() and int(wanted) else SHORT
    return log_lines(match, player)[-count:]


def log_lines(match: Match, player: str) -> list[str]:
    """What a player may know of all that has happened."""
    return events_text(match.events(player))


def _position(match: Match, player: str, wanted: str) -> Iterable[str]:
    if match.hides_anything(player):
        raise TrenchlineError("This match has secrets: its position can be read when it is over")
    return [match.game.notation(match).rstrip()]


def _order_of_battle(match: Match, player: str, wanted: str) -> Iterable[str]:
    lines = order_of_battle(match.game, view_of(match, player), wanted)
    return lines or [f"There is no side or formation {wanted!r}."]


def _victory(match: Match, player: str, wanted: str) -> Iterable[str]:
    view = view_of(match, player)
    yield f"{headline(view)}. {points(view.points)}."
    for line in (*view.reasons, *(f"{name}: {value}" for name, value in view.tracks.items())):
        yield f"    {line}"


def _rules(match: Match, player: str, wanted: str) -> Iterable[str]:
    if not wanted:
        raise TrenchlineError("say which: rules 9.42, or rules retreat")
    return rule_lines(match.game, wanted)


LOOKS: dict[str, Callable[[Match, str, str], Iterable[str]]] = {
    "?": _actions,
    "cell": _cell_in_words,
    "hex": _cell_in_words,
    "square": _cell_in_words,
    "unit": _unit,
    "show": _overlay,
    "odds": _odds,
    "log": _log,
    "position": _position,
    "oob": _order_of_battle,
    "victory": _victory,
    "rules": _rules,
}
