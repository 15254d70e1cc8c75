"""Play in a terminal: a text mode of its own, in plain sentences, for the keyboard, for screen readers and for pipes.

A typed line is an action in notation or one of the words in `Session.WORDS`. Against a player of `trenchline.ai` or
two at one keyboard; the match is kept after every line, so that nothing is lost when the terminal closes.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import ClassVar

import msgspec
from rich.console import Console
from rich.text import Text

from ..ai import Player, make_player
from ..core.dice import ScriptedDice
from ..core.errors import IllegalAction, NotationError, TrenchlineError
from ..core.views import View
from ..core.actions import Action
from ..core.match import Match
from ..core.notation import restore
from ..core.position import Event, events_for
from .saves import read_saved, sound, story, write_match, write_text
from .textmap import TextMap, legend
from .words import (
    cell_lines,
    cited,
    counter_words,
    events_text,
    headline,
    odds_lines,
    order_of_battle,
    overlay_lines,
    plain,
    points,
    result_lines,
    rule_lines,
)

SHORT, LONG = 24, 120  # how many actions of a kind a list shows
SO_FAR = 8  # lines of the log to begin with
FACES = re.compile(r"[1-6](?:[ ,]*[1-6])*")


class Leave(Exception):
    """The player wants to go."""


class Session:
    """One sitting: asks whoever must choose, tells what happens."""

    WORDS: ClassVar[dict[str, tuple[str, str]]] = {
        "?": ("? [TEXT]", "the legal actions, by kind; with a unit, a hex or a word, only those"),
        "map": ("map [HEX or UNIT] [RADIUS]", "the whole map, or the surroundings of a hex"),
        "hex": ("hex HEX", "ground, control, zones, units and neighbours of a hex"),
        "unit": ("unit UNIT", "a counter: its values, state and what it can do"),
        "show": ("show [WHAT] [UNIT or SIDE]", "reach, range, supply, zones and the like; alone, what there is"),
        "odds": ("odds [ACTION]", "what the dice would make of an action"),
        "hint": ("hint", "what a colonel would do now, and why"),
        "log": ("log [N]", "the last N things that happened"),
        "undo": ("undo", "take back your last line, unless dice have fallen"),
        "save": ("save FILE", "write the match; a .txt file is readable text"),
        "load": ("load FILE", "go on with another saved match"),
        "position": ("position", "the position in text notation"),
        "oob": ("oob [SIDE or FORMATION]", "the order of battle"),
        "victory": ("victory", "points, and what they come from"),
        "rules": ("rules CASE or WORD", "what a case of the rules says"),
        "help": ("help", "this list"),
        "quit": ("quit", "leave; the match is kept, and `--resume` goes on with it"),
    }

    def __init__(self, match: Match, players: Mapping[str, Player], save_to: str = "", autosave: Path | None = None) -> None:
        self.match, self.players, self.save_to, self.autosave = match, players, save_to, autosave
        self.tty = sys.stdin.isatty() and sys.stdout.isatty()
        self.console = Console(soft_wrap=not sys.stdout.isatty(), markup=False, highlight=False, emoji=False)
        self._marks: list[int] = []  # how long the history was before each line that acted
        self._answered = len(match.history) if players else 0  # what an opponent has answered stays
        self._told = ""  # the headline last said
        self._reason = ""  # the last one an opponent gave
        self._adviser: Player | None = None
        self._kept = match.save()
        self._line = self._line_reader()

    # ---------------------------------------------------------------- the loop

    def run(self) -> None:
        """Play until the match is over or the player leaves."""
        self.say(f"{self.match.game.title}. Type an action, ? for what you can do, help for the other words.")
        self._say_all(events_text(events_for(story(self.match), self.reader()))[-SO_FAR:])
        try:
            while self._next_choice():
                self._keep()
                self._ask()
                try:
                    self.obey(self._line())
                except TrenchlineError as fault:
                    reason = str(fault)
                    self.say(reason[:1].upper() + reason[1:], "bold red")
            self._keep()
            self._finish()
        except (EOFError, KeyboardInterrupt, Leave):
            self._part()

    def say(self, text: str | Text = "", style: str = "") -> None:
        self.console.print(text if isinstance(text, Text) else Text(text), style=style or None)

    def _say_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.say(line)

    def tell(self, events: Iterable[Event], player: str) -> None:
        """Say what happened, as far as a player may know."""
        for line in events_text(events_for(events, player)):
            self.say(line, "bold" if line.startswith(("==", "--")) else "")

    def reader(self) -> str:
        """The side whose player is at the keyboard: the one to move, or the first that no computer plays."""
        game, player = self.match.game, self.match.player
        humans = [side for side in game.sides if side not in self.players]
        return player if player in humans else (humans or list(game.sides))[0]

    def view(self) -> View:
        """What the player at the keyboard may see."""
        return self.match.game.view(self.match, self.reader())

    def _let_play(self, player: str) -> None:
        """An opponent acts; his reasons are told once, where they change."""
        reader, advice = self.reader(), self.players[player].consider(self.match)
        events = events_for(self.match.apply(advice.action), reader)
        self.tell(events, reader)
        open_game = not self.match.game.hides_counters(self.match.scenario, self.match.options) or self.match.over
        if events and advice.why and advice.why != self._reason and open_game:
            self._reason = advice.why
            self.say(f"    {player.capitalize()}: {advice.why}", "italic")

    def _next_choice(self) -> bool:
        """Let the other players act and take what is no choice; False when the match is over."""
        while not self.match.over:
            player = self.match.player
            if player in self.players:
                self._let_play(player)
                self._answered = len(self.match.history)
            elif player == "dice" or (only := self._only_action()) is None:
                return True
            else:
                self.say(f"{player.capitalize()}, the only choice: {self.match.notate(only)}")
                self.tell(self.match.apply(only), player)
        return False

    def _only_action(self) -> Action | None:
        """The single legal action; but dice that can still be called off by an undo are left to the player."""
        actions = self.match.actions()
        if len(actions) != 1 or (self._marks and self.match.can_undo and self.match.odds(actions[0]) is not None):
            return None
        return actions[0]

    def _ask(self) -> None:
        decision = self.match.decision
        assert decision is not None
        here = headline(self.view())
        if here != self._told:
            self._told = here
            self.say(f"{here}.", "bold")
        who = "" if decision.player == "dice" else f"{decision.player.capitalize()}: "
        self.say(who + cited(decision.prompt, decision.cases))

    def _line_reader(self) -> Callable[[], str]:
        """How a line is read: with completion on a terminal, else plainly, so that a pipe can play."""
        if not self.tty:
            return self._plain_line
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import WordCompleter

        prompt: PromptSession[str] = PromptSession()
        completer = WordCompleter(self.completions, ignore_case=True, pattern=re.compile(r"[^ ]+"))
        return lambda: prompt.prompt(f"{self.match.player}> ", completer=completer, complete_while_typing=False)

    def _plain_line(self) -> str:
        line = input(f"{self.match.player}> ")
        if not sys.stdin.isatty():
            print(line)  # so that a transcript reads like a session
        return line

    def completions(self) -> list[str]:
        """What can be typed now: legal actions, the ways of each unit that can be chosen, and the words."""
        actions = self.match.actions()
        found = [self.match.notate(a) for a in actions]
        selectable = [a for a in actions if a.kind == "select"]
        for action in selectable[:LONG]:
            found += [text for text in self._onward(action) if "-" in text]
        return [*found, *self.WORDS]

    def _onward(self, action: Action) -> list[str]:
        """The actions that follow a choice, if no die stands between."""
        twin = self.match.clone(ScriptedDice([]))  # no look at the dice to come
        twin.apply(action)
        return [twin.notate(a) for a in twin.actions()] if twin.player == self.match.player else []

    # ---------------------------------------------------------------- leaving

    def _keep(self) -> None:
        """Keep the match as it stands; a later interruption in the middle of an action cannot spoil it."""
        self._kept = self.match.save()
        if self.autosave is not None:
            try:
                write_text(msgspec.json.encode(self._kept).decode() + "\n", self.autosave)
            except TrenchlineError as fault:
                self.say(f"The match cannot be kept between sessions: {fault}", "bold red")
                self.autosave = None

    def _written(self) -> str:
        """Where the match can be found afterwards, written there."""
        if self.save_to:
            write_match(restore(self.match.game, self._kept), self.save_to)
            return self.save_to
        return str(self.autosave) if self.autosave is not None else ""

    def _finish(self) -> None:
        result = self.match.result
        assert result is not None
        self.say("The match is over.", "bold")
        self._say_all(result_lines(result))
        if where := self._written():
            self.say(f"Saved in {where}. `trenchline replay {where} --verify` checks the dice.")

    def _part(self) -> None:
        self.say()
        where = self._written()
        how = "" if self.save_to else f" `trenchline play {self.match.game.slug} --resume` goes on with it."
        self.say(f"Good-bye. The match is saved in {where}.{how}" if where else "Good-bye.")

    # ---------------------------------------------------------------- one line

    def obey(self, line: str) -> None:
        """Do what a line says: a word of the session, or one action after another."""
        line = line.strip()
        word, _, rest = line.partition(" ")
        if not line or line.startswith("#"):
            return
        if self.match.player == "dice" and FACES.fullmatch(line):
            self.act(",".join(c for c in line if c.isdigit()))
        elif line.startswith("?"):
            self._do_actions(line[1:].strip())
        elif word.lower() in self.WORDS and not self._is_action(line):
            getattr(self, f"_do_{word.lower()}")(rest.strip())
        else:
            if rest and word.lower() in self.match.actions().by("kind") and not self._is_action(word):
                line = f"{word.lower()}:{rest.strip()}"  # "barrage 1504" is as good as "barrage:1504"
            for text in line.split():
                if self.match.over or self.match.player in self.players:
                    return
                self.act(text)

    def _is_action(self, line: str) -> bool:
        try:
            return bool(self.match.legal(self.read(line)))
        except NotationError:
            return False

    def read(self, text: str) -> Action:
        """An action in notation, whatever its capitals; a bare name stands for the one action that it fits."""
        try:
            return self.match.parse(text)
        except NotationError as fault:
            try:
                return self.match.parse(text.lower())
            except NotationError:
                return self._by_name(text, fault)

    def _by_name(self, text: str, fault: NotationError) -> Action:
        game = self.match.game
        head, _, tail = text.rpartition("-")
        cell = game.find_cell(tail) if game.find_unit(head) else ""
        unit = game.find_unit(head if cell else text)
        named = [a for a in self.match.actions() if (unit and a.unit == unit) or (a.cell and a.cell == game.find_cell(text))]
        if len(named) == 1:
            return Action(named[0].kind, unit, cell) if cell and not named[0].cell else named[0]
        if unit or game.find_cell(text):
            raise NotationError(f"{text}: there is nothing to do with it now, or more than one thing; ? {unit or text} tells")
        raise NotationError(f"{fault}; ? lists what you can do")

    def act(self, text: str) -> None:
        """Take an action. `208R-1507` where a unit must be chosen first chooses it, then goes on."""
        mark, reader = len(self.match.history), self.reader()
        action = self.read(text)
        verdict = self.match.legal(action)
        first = Action(action.kind, action.unit)
        if verdict:
            events = self.match.apply(action)
        elif action.unit and action.cell and self.match.legal(first):
            events = self._two_steps(first, f"{action.unit}-{action.cell}")
        else:
            why = self.match.legal(first) if action.unit and action.cell and action.kind == "select" else verdict
            raise IllegalAction(plain(why.reason), why.cases)
        self._marks.append(mark)
        self.tell(events, reader)

    def _two_steps(self, first: Action, text: str) -> list[Event]:
        """Both steps or neither; once dice have fallen in the first, it stands alone."""
        events = self.match.apply(first)
        if not self.match.can_undo:
            return events
        try:
            return events + self.match.apply(self.match.parse(text))
        except TrenchlineError:
            self.match.undo()
            raise

    # ---------------------------------------------------------------- words: acting

    def _do_actions(self, wanted: str) -> None:
        actions = self.match.actions()
        names = {wanted.lower()} - {"", "all"}
        limit = LONG if names else len(actions) if wanted else SHORT
        chosen = [a for a in actions if not names or names & {a.unit.lower(), a.cell.lower(), a.kind}]
        chosen = chosen or [a for a in actions if wanted.lower() in self.match.notate(a).lower()]
        if not chosen:
            self.say(f"Nothing legal now has to do with {wanted!r}.")
        groups: dict[str, list[str]] = {}
        for a in chosen:
            groups.setdefault(a.kind, []).append(self.match.notate(a))
        for kind, texts in groups.items():
            more = f" ... and {len(texts) - limit} more" if len(texts) > limit else ""
            self.say(f"{kind} ({len(texts)}): {' '.join(texts[:limit])}{more}" if texts != [kind] else kind)
        if names and len(chosen) <= 4:
            self._say_onward([a for a in chosen if a.unit and not a.cell])

    def _say_onward(self, actions: list[Action]) -> None:
        """Where the units that can be chosen could go."""
        for action in actions:
            if texts := [t for t in self._onward(action) if "-" in t]:
                more = f" ... and {len(texts) - LONG} more" if len(texts) > LONG else ""
                self.say(f"after {self.match.notate(action)} ({len(texts)}): {' '.join(texts[:LONG])}{more}")

    def _do_undo(self, _: str) -> None:
        twin = self.match.clone()
        if not twin.history:
            raise IllegalAction("There is nothing to take back")
        target = self._marks[-1] if self._marks else len(twin.history) - 1
        if target < self._answered:
            raise IllegalAction("Nothing can be taken back that the opponent has answered")
        while len(twin.history) > target or (not self._marks and twin.can_undo and len(twin.actions()) == 1):
            twin.undo()
        self.match = twin
        del self._marks[-1:]
        self.say("Taken back.")

    def _do_hint(self, _: str) -> None:
        if self.match.player == "dice":
            raise TrenchlineError("dice are rolled, not advised upon")
        if self._adviser is None:
            self._adviser = make_player("colonel", "hint")
        advice = self._adviser.consider(self.match)
        self.say(f"A colonel would: {self.match.notate(advice.action)}" + (f" ({advice.why})" if advice.why else ""))

    def _do_odds(self, wanted: str) -> None:
        actions = [self.read(wanted)] if wanted else self.match.actions()
        found = [(action, odds) for action in actions if (odds := self.match.odds(action)) is not None]
        for action, odds in found[:5]:
            self._say_all([f"{self.match.notate(action)}:", *odds_lines(odds)])
        if not found:
            self.say("No die is rolled for that at once. Name guns and attackers first: the odds stand before the roll.")
        elif len(found) > 5:
            self.say(f"{len(found) - 5} more: odds ACTION shows any of them.")

    def _do_save(self, path: str) -> None:
        if not path:
            raise TrenchlineError("say where: save FILE")
        write_match(self.match, path)
        self.say(f"Saved in {path}.")

    def _do_load(self, path: str) -> None:
        if not path:
            raise TrenchlineError("say what: load FILE")
        saved = read_saved(path)
        if saved.game != self.match.game.slug:
            raise NotationError(f"{path} is of another game: `trenchline play {saved.game} --load {path}` starts it")
        with sound(path):
            self.match = restore(self.match.game, saved)
        self._marks, self._told = [], ""
        self._answered = len(self.match.history) if self.players else 0
        self.say(f"Loaded {path}.")

    def _do_quit(self, _: str) -> None:
        raise Leave

    # ---------------------------------------------------------------- words: looking

    def _do_help(self, _: str) -> None:
        self.say("An action is typed in notation: 208R, 208R-1507, barrage:1504, fire, done. Several may stand in one line.")
        for usage, meaning in self.WORDS.values():
            self.say(f"  {usage}: {meaning}")

    def _cell(self, text: str) -> int:
        """The cell a text names, or on which the unit stands that it names."""
        game = self.match.game
        label = game.find_cell(text) or next((c.place for c in self.view().counters if c.id == game.find_unit(text)), "")
        if label not in game.board.index:
            raise NotationError(f"{text!r} is neither a hex nor a unit on the map")
        return game.board.index[label]

    def _do_map(self, rest: str) -> None:
        words = rest.split()
        drawn = TextMap(self.match.game, self.view())
        radius = int(words[1]) if len(words) > 1 and words[1].isdigit() else 3
        wide = self.console.width if sys.stdout.isatty() else 160
        for line in drawn.around(self._cell(words[0]), radius) if words else drawn.whole(wide):
            self.console.print(line, no_wrap=True, crop=False, soft_wrap=True)
        self.say(legend(self.match.game))

    def _do_hex(self, text: str) -> None:
        self._say_all(cell_lines(self.match, self.view(), self._cell(text)))

    def _do_show(self, rest: str) -> None:
        game = self.match.game
        name, _, subject = rest.partition(" ")
        if not name:
            self._say_all(f"  show {layer.name}: {layer.title}" for layer in game.overlays())
            return
        subject = subject.strip()
        subject = game.find_unit(subject) or subject.lower()
        self._say_all(overlay_lines(game.overlay(self.match, name.lower(), subject, self.reader())))

    def _do_unit(self, text: str) -> None:
        game = self.match.game
        found = next((c for c in self.view().counters if c.id == game.find_unit(text)), None)
        if found is None:
            raise NotationError(f"there is no counter {text!r}")
        counter = game.counters[game.counters.index[found.id]]
        self.say(f"{counter_words(game, found)}; in {found.place}.")
        values = [f"{k} {v} ({counter.source(k)})" for k, v in counter.values.items() if k != "manifest"]
        self.say(f"  Printed: {', '.join(values)}")
        if texts := [self.match.notate(a) for a in self.match.actions() if a.unit == found.id]:
            self.say(f"  Can now: {' '.join(texts[:SHORT])}")

    def _do_log(self, text: str) -> None:
        count = int(text) if text.isdigit() and int(text) else SHORT
        self._say_all(events_text(events_for(story(self.match), self.reader()))[-count:])

    def _do_position(self, _: str) -> None:
        sealed = any(owner != self.reader() for _, owner in self.match.sealed)
        if (self.match.game.hides_counters(self.match.scenario, self.match.options) or sealed) and not self.match.over:
            raise TrenchlineError("This match has secrets: its position can be read when it is over")
        self.say(self.match.game.notation(self.match).rstrip())

    def _do_oob(self, wanted: str) -> None:
        lines = order_of_battle(self.match.game, self.view(), wanted)
        self._say_all(lines or [f"There is no side or formation {wanted!r}."])

    def _do_victory(self, _: str) -> None:
        view = self.view()
        self.say(f"{headline(view)}. {points(view.points)}.")
        for line in (*view.reasons, *(f"{name}: {value}" for name, value in view.tracks.items())):
            self.say(f"    {line}")

    def _do_rules(self, wanted: str) -> None:
        if not wanted:
            raise TrenchlineError("say which: rules 9.42, or rules retreat")
        self._say_all(rule_lines(self.match.game, wanted))
