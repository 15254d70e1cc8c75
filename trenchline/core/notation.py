"""Text forms: an action (`208R-1507`), a position (think FEN) and a whole match (think PGN). Round trips are exact."""

from __future__ import annotations

import re
import secrets
from collections.abc import Generator
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from .actions import BACK, SECRET, Action, action_text
from .decisions import legal_actions
from .dice import Dice, DiceRecord, dice_from
from .errors import IllegalAction, NotationError, TrenchlineError
from .match import Match
from .tags import options_text, read_options

if TYPE_CHECKING:
    from .game import Game

T = TypeVar("T")

FORMAT = 3
READABLE = (1, 2, 3)  # format 1 has no fingerprint of its log, format 2 one of the actions alone
GUESSES = 5000  # answers in secret that are tried where a log is silent
CHANCE = ("roll", "draw")  # the kinds of action that are dice
_FACES = re.compile(r"[1-9][0-9]{0,2}(,[1-9][0-9]{0,2})*")
_HIDDEN_DICE = re.compile(rf"{SECRET.kind}=([1-9][0-9]?)")
_TAIL = re.compile(r"(?P<head>[^>~=@]*)(>(?P<facing>\w+))?(~(?P<mode>[\w+-]+))?(=(?P<value>[^@]*))?(@(?P<by>[\w-]+))?")


class Saved(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A saved match: how it began, every action and die in order, the hash it must end with, and a fingerprint of all this.

    Of a match that is not over somebody may have a save with less: without the seed of the dice, or with `secret` in the place
    of what he does not know. Then there is no fingerprint of the position, for nobody can know it.
    """

    format: int
    game: str
    rules: int
    scenario: str
    options: dict[str, bool]
    dice: DiceRecord
    actions: list[str]
    hash: str
    opening: str = ""
    over: bool = False
    log: str = ""
    waits_for: str = ""  # where something is hidden: whose decision it is


_saved = msgspec.json.Decoder(Saved)  # made here, not by two threads at once: msgspec 0.22 would crash the process


def parse_action(text: str, implied: str, game: Game[Any]) -> Action:
    """The action a text stands for. Counters and cells are told apart by their names; case does not matter."""
    read = _TAIL.fullmatch(text.strip())
    if read is None:
        form = f"kind:unit-{game.board.cell_word}>facing~mode=value@seat"
        raise NotationError(f"{text!r}: an action is `{form}`, what is not needed left out")
    words, facing, mode, by = read["head"], read["facing"] or "", read["mode"] or "", read["by"] or ""
    number, equals = read["value"] or "", read["value"] is not None
    if equals and not re.fullmatch(r"-?[0-9]{1,9}", number):
        raise NotationError(f"{text!r}: after '=' a whole number must stand")
    value = int(number) if equals else 0
    kind, colon, rest = words.partition(":")
    if not colon:
        if (implied in CHANCE and _FACES.fullmatch(words)) or _is_thing(words, game):
            kind, rest = implied, words
        else:
            kind, rest = words, ""
    if not words:
        raise NotationError(f"no counter, {game.board.cell_word} or action has an empty name")
    if not kind:
        raise NotationError(f"say what to do with {words}: an action, a colon, and the name")
    if not re.fullmatch(r"[a-z_]+", kind):
        raise NotationError(f"{text!r}: no counter, {game.board.cell_word} or action has that name")
    if kind in CHANCE and _FACES.fullmatch(rest):
        if equals:
            raise NotationError(f"{text!r}: dice have no value beside their faces")
        return Action(kind, dice=tuple(int(f) for f in rest.split(",")))
    unit, cell = _thing(rest, game)
    return Action(kind, unit, cell, value, (), _direction(facing, game), mode, by)


def _direction(name: str, game: Game[Any]) -> str:
    directions = {d.lower(): d for d in game.board.grid.directions}
    if name and name.lower() not in directions:
        raise NotationError(f"{name!r} is no direction of the board: {', '.join(directions.values())}")
    return directions.get(name.lower(), "")


def _is_thing(words: str, game: Game[Any]) -> bool:
    head = words.rpartition("-")[0] or words
    return bool(game.find_unit(head) or game.find_cell(words))


def _thing(words: str, game: Game[Any]) -> tuple[str, str]:
    """A counter, a cell, or a counter and a cell joined by a hyphen."""
    if not words:
        return "", ""
    unit, cell = game.find_unit(words), game.find_cell(words)
    if unit or cell:
        return unit, "" if unit else cell
    head, hyphen, tail = words.rpartition("-")
    if hyphen:
        unit, cell = game.find_unit(head), game.find_cell(tail)
        if not unit:
            raise NotationError(f"there is no counter {head!r}")
        if not cell:
            raise NotationError(f"there is no {game.board.cell_word} {tail!r} on the map")
        return unit, cell
    raise NotationError(f"{words!r} is neither a counter nor a {game.board.cell_word}")


def save(match: Match, player: str | None = None) -> Saved:
    """A match as data, the actions in their text form: all of it, or as much as a player may know."""
    if player is not None and any(entry.place < 0 for entry in match.hidden_from(player)):
        # The position it began with tells a secret: he gets the match from here on, the secret dealt again.
        match = match.game.redeal(match, player, secrets.randbits(32))
        match.begin_here()
    record = match.dice.record() if match.dice else DiceRecord("hand")
    actions, hidden = list(match.history), False
    if player is not None and not match.over:
        record, hidden = match.proof, _something_is_hidden(match, player)
        unnoticed = {entry.place for entry in match.hidden_from(player) if entry.more}
        actions = _secrets_as_one([action for n, action in enumerate(match.log(player)) if n not in unnoticed])
    texts = [action_text(action) for action in actions]
    game = match.game
    saved = Saved(
        FORMAT,
        game.slug,
        game.rules_version,
        match.scenario,
        match.options,
        record,
        texts,
        "" if hidden else match.hash(),
        match.opening,
        match.over,
        waits_for=match.player if hidden else "",
    )
    return msgspec.structs.replace(saved, log=fingerprint(game, saved))


def _something_is_hidden(match: Match, player: str) -> bool:
    """Whether a player may not know all of the position, or soon will not: that somebody has begun to answer in secret must not
    show."""
    p, player_is = match.position, match.position.seating.index.get(player, -1)
    asked = bool(p.stack and p.stack[-1].secret) and player_is not in p.stack[-1].players(p)
    return asked or any(entry.place >= 0 for entry in match.hidden_from(player))


def _secrets_as_one(actions: list[Action]) -> list[Action]:
    """A log in which answers in secret that follow one another are one: how many there are might tell what they are."""
    return [a for n, a in enumerate(actions) if a != SECRET or n == 0 or actions[n - 1] != SECRET]


def fingerprint(game: Game[Any], saved: Saved) -> str:
    """Of how a match began and of its whole log: whatever is left out, added or changed shows, though the position at the end
    be the same."""
    actions = "\n".join(saved.actions)
    if saved.format < 3:
        return blake2b(actions.encode(), digest_size=12).hexdigest()
    options = sorted(game.chosen(saved.options).items())
    head = msgspec.json.encode((saved.scenario, options, saved.dice, saved.opening.rstrip("\n")))
    return blake2b(head + b"\n" + actions.encode(), digest_size=12).hexdigest()


def read_save(text: str | bytes) -> Saved:
    """The save that a text holds: JSON, or a match written out ([Game ...]). Raises NotationError for anything else."""
    start = text.lstrip()[:1]
    if start in ("{", b"{"):
        return decode(text)
    if start in ("[", b"["):
        return read_match(text if isinstance(text, str) else text.decode())
    raise NotationError("neither a saved match (JSON) nor the text of one ([Game ...])")


def decode(text: str | bytes) -> Saved:
    """A save from its JSON text. Raises NotationError in one sentence for anything cut short or misshapen."""
    try:
        return _saved.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as fault:
        raise NotationError(f"this is not a whole saved match: {fault}") from None
    except RecursionError:
        raise NotationError("this is not a saved match: it is nested too deeply") from None


def restore(game: Game[Any], saved: Saved) -> Match:
    """Play a save through to where it stood. Raises NotationError where it does not hold together."""
    return result_of(restore_steps(game, saved))


def restore_steps(game: Game[Any], saved: Saved) -> Generator[None, None, Match]:
    """The same step by step, for those who do something else in between."""
    match = begin(game, saved)
    yield from replay_steps(match, saved.actions, saved.waits_for)
    if match.over != saved.over:
        raise NotationError(f"the save says the match is {'' if saved.over else 'not '}over, but it is not so")
    if saved.waits_for and saved.waits_for not in match.players:
        raise NotationError(f"the save says that {saved.waits_for} is to decide, but it is not so")
    if (saved.format > 1 or saved.log) and fingerprint(game, saved) != saved.log:
        raise NotationError("the save was edited: its log, options or dice are not those it was written with")
    told = any(text.partition("=")[0] == SECRET.kind for text in saved.actions)
    hidden = (told or bool(saved.waits_for)) and not match.over
    if match.hash() != saved.hash and not (hidden and not saved.hash):
        raise NotationError("the save was edited or comes from other rules: its fingerprint does not match what it replays to")
    return match


def result_of(steps: Generator[None, None, T]) -> T:
    """What comes of steps that are taken at once."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            found: T = end.value
            return found


def begin(game: Game[Any], saved: Saved, dice: Dice | None = None) -> Match:
    """The match at its start, with the dice of the save or with others."""
    if saved.format not in READABLE:
        raise NotationError(f"the save has format {saved.format}; this version reads formats 1 to {FORMAT}")
    if saved.game != game.slug:
        raise NotationError(f"the save is of {saved.game!r}, not of {game.slug!r}")
    if saved.rules != game.rules_version:
        raise NotationError(f"the save was played by rules version {saved.rules}; this is version {game.rules_version}")
    dice = dice or dice_from(saved.dice, written_dice(saved.actions))
    rolled = dice if dice is not None else "hand"
    try:
        if saved.opening:
            return game.position(saved.opening, dice=rolled)
        return game.start(saved.scenario, options=saved.options, dice=rolled)
    except NotationError:
        raise
    except TrenchlineError as fault:
        raise NotationError(f"the save cannot be begun: {fault}") from None


def written_dice(texts: list[str]) -> list[int]:
    """Every die of a log in order; of those that the reader may not see, any."""
    found: list[int] = []
    for text in texts:
        kind, _, rest = text.partition(":")
        if kind in CHANCE and _FACES.fullmatch(rest):
            found += map(int, rest.split(","))
        elif hidden := _HIDDEN_DICE.fullmatch(text):
            found += [1] * int(hidden[1])
    return found


def replay(match: Match, texts: list[str], waits_for: str = "") -> None:
    """Take the actions of a log one after another; each die in the log must be the die that falls.

    Where the log says `secret`, what happened is not for the reader: something that could have been is taken.
    """
    result_of(replay_steps(match, texts, waits_for))


def replay_steps(match: Match, texts: list[str], waits_for: str = "") -> Generator[None, None, None]:
    """The same step by step: first each text is read, then each action taken."""
    cache: dict[str, Action] = {}
    game = match.game
    # The dice take their own rolls: the log's are compared with what fell.
    logged = []
    for number, text in enumerate(texts, 1):
        action = cache.get(text)
        if action is None:
            try:
                action = cache[text] = parse_action(text, "", game)
            except NotationError as fault:
                raise NotationError(f"action {number}: {fault}") from None
        logged.append(action)
        yield
    history, number, place = match.history, 0, 0  # `place` is where in the history the log has come to
    while number < len(logged):
        action = logged[number]
        if place < len(history):
            sealed = action.kind == SECRET.kind and any(entry.place == place for entry in match.sealed)
            if history[place] != action and not sealed:
                said, fell = action_text(action), action_text(history[place])
                raise NotationError(f"action {number + 1}: the log says {said!r}, but {fell!r} came of the dice")
            number, place = number + 1, place + 1
            yield
            continue
        end = number + 1
        while action == SECRET and end < len(logged) and logged[end] == SECRET:
            end += 1
        try:
            taken = [action] if action.kind != SECRET.kind else _assumed(match, logged[end : end + 1], waits_for, end - number)
            for one in taken:
                match.apply(one)
        except IllegalAction as fault:
            raise NotationError(f"action {number + 1}, {action_text(action)!r}: {fault}") from None
        number, place = end, place + len(taken)
        yield
    if len(history) != place:
        raise NotationError(f"the log is cut short: {len(logged)} actions where {len(history)} have happened")


def _assumed(match: Match, following: list[Action], waits_for: str, at_least: int) -> list[Action]:
    """Answers that could stand where the log is silent: the fewest after which it can go on. Where it does not say whose
    decision it is at its end, as many as it counts."""
    stack = match.position.stack
    if not stack or not stack[-1].secret:
        raise IllegalAction("nothing is decided in secret here")
    tried, reached = 0, [(match.clone(), list[Action]())]
    for found, answers in reached:
        enough = bool(following or waits_for) or len(answers) >= at_least
        if enough and _goes_on(found, len(match.history) + len(answers), following, waits_for):
            return answers
        top = found.position.stack[-1] if found.position.stack else None
        if top is None or not top.secret or len(found.history) != len(match.history) + len(answers):
            continue
        for action in legal_actions(top, found.position):
            tried += 1
            if action != BACK and tried <= GUESSES:
                twin = found.clone()
                twin.apply(action)
                reached.append((twin, [*answers, action]))
    raise IllegalAction("no answer in secret leads to what the log says next")


def _goes_on(match: Match, place: int, following: list[Action], waits_for: str) -> bool:
    """Whether a log can go on from here, or end here."""
    if following and (following[0].dice or (following[0].kind == SECRET.kind and following[0].value)):
        return len(match.history) > place  # dice follow, be they hidden
    if len(match.history) != place:
        return False
    return bool(match.legal(following[0])) if following else not waits_for or match.player == waits_for


# ---------------------------------------------------------------------------------------------------- whole matches


def match_text(match: Match) -> str:
    """A match as readable text: tags, then the actions by turn and step, then the result."""
    saved, game = save(match), match.game
    tags = {
        "Game": saved.game,
        "Rules": str(saved.rules),
        "Scenario": saved.scenario,
        "Options": options_text(dict(sorted(saved.options.items())), game.chosen({}), " "),
        "Dice": msgspec.json.encode(saved.dice).decode(),
        "Hash": saved.hash,
        "Log": saved.log,
        "Format": str(saved.format),
        "Result": f"{match.result.level} ({match.result.points})" if match.result else "*",
    }
    lines = [f"[{tag} {value}]" for tag, value in tags.items()]
    if saved.opening:
        lines += ["[Opening]", *("  " + line for line in saved.opening.rstrip("\n").split("\n")), "[End]"]
    again = begin(match.game, saved)
    title = ""
    words: list[str] = []
    number = 0

    def flush() -> None:
        nonlocal words
        row = "  "
        for word in words:
            if len(row) + len(word) > 110:
                lines.append(row.rstrip())
                row = "  "
            row += word + " "
        if row.strip():
            lines.append(row.rstrip())
        words = []

    while number < len(saved.actions):
        here = match.game.step_title(again.position)
        if here != title:
            flush()
            lines += ["", here]
            title = here
        fallen = len(again.history)
        if fallen <= number:
            again.apply(match.history[number])
            fallen = len(again.history)
        words += saved.actions[number:fallen]
        number = fallen
    flush()
    return "\n".join(lines) + "\n"


def read_match(text: str) -> Saved:
    """The save that a match text holds."""
    tags: dict[str, str] = {}
    opening: list[str] = []
    actions: list[str] = []
    inside = False
    for number, line in enumerate(text.split("\n"), 1):
        if line == "[Opening]":
            inside = True
        elif line == "[End]":
            inside = False
        elif inside:
            opening.append(line[2:])
        elif line.startswith("["):
            if not line.endswith("]") or " " not in line:
                raise NotationError("a tag must have the form [Name value]", number)
            name, _, value = line[1:-1].partition(" ")
            tags[name] = value
        elif line.startswith("  "):
            actions += line.split()
    for name in ("Game", "Rules", "Scenario", "Options", "Dice", "Hash"):
        if name not in tags:
            raise NotationError(f"the match lacks the tag [{name} ...]")
    try:
        dice = msgspec.json.decode(tags["Dice"], type=DiceRecord)
        rules, written = int(tags["Rules"]), int(tags.get("Format", "2" if "Log" in tags else "1"))
    except (msgspec.DecodeError, ValueError) as fault:
        raise NotationError(f"a tag of the match cannot be read: {fault}") from None
    options = read_options(tags["Options"].split())
    body = "\n".join(opening) + "\n" if opening else ""
    over = tags.get("Result", "*") != "*"
    log = tags.get("Log", "")
    scenario, end = tags["Scenario"], tags["Hash"]
    return Saved(written, tags["Game"], rules, scenario, options, dice, actions, end, body, over, log)
