"""Play in a terminal: a text mode of its own, in plain sentences, for the keyboard, for screen readers and for pipes.

A typed line is an action in notation or one of the words in `Session.WORDS`. Against a player of `trenchline.ai` or
two at one keyboard; the match is kept after every line, so that nothing is lost when the terminal closes.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from random import Random
from typing import ClassVar

import msgspec
from rich.console import Console
from rich.text import Text

from .. import BACK, Action, Event, IllegalAction, Match, NotationError, TrenchlineError, events_for
from ..ai import Player, ask, make_player
from .looking import LOOKS, log_lines, map_lines, view_of
from .saves import broken_file_named, read_saved, write_match, write_text
from .textmap import legend
from .typed_actions import checklist_lines, completions, is_legal_action, read_action
from .words import cited, events_text, headline, plain, result_lines

SO_FAR = 8  # lines of the log to begin with
FACES = re.compile(r"[1-6](?:[ ,]*[1-6])*")


class Leave(Exception):
    """The player wants to go."""


class Session:
    """One sitting: asks whoever must choose, tells what happens."""

    # What can be typed beside actions. `CELL` and `cell` stand for what the game's board has: hexes or squares.
    WORDS: ClassVar[dict[str, tuple[str, str]]] = {
        "?": ("? [TEXT]", "the legal actions, by kind; with a unit, a cell or a word, only those"),
        "map": ("map [CELL or UNIT] [RADIUS]", "the whole map, or the surroundings of a cell"),
        "cell": ("cell CELL", "ground, control, zones, units and neighbours of a cell"),
        "unit": ("unit UNIT", "a counter: its values, state and what it can do"),
        "show": ("show [WHAT] [UNIT or SIDE]", "reach, range, supply, zones and the like; alone, what there is"),
        "odds": ("odds [ACTION]", "what the dice would make of an action"),
        "hint": ("hint", "the best action, with its reason"),
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

    def __init__(
        self, match: Match, players: Mapping[str, Player], save_to: str = "", autosave_file: Path | None = None
    ) -> None:
        self.match, self.players, self.save_to, self.autosave_file = match, players, save_to, autosave_file
        self.tty = sys.stdin.isatty() and sys.stdout.isatty()
        self.console = Console(soft_wrap=not sys.stdout.isatty(), markup=False, highlight=False, emoji=False)
        self._undo_points: list[int] = []  # how long the history was before each line that acted
        self._answered = len(match.history) if players else 0  # what an opponent has answered stays
        self._headline = ""  # the headline last said
        self._reason = ""  # the last one an opponent gave
        self._adviser: Player | None = None
        self._chance = Random(0)  # for what the players cannot see; settled, so that a seed plays the same session again
        self._last_save = match.save()
        self._line = self._line_reader()

    # ---------------------------------------------------------------- the loop

    def run(self) -> None:
        """Play until the match is over or the player leaves."""
        self.say(f"{self.match.game.title}. Type an action, ? for what you can do, help for the other words.")
        self._say_all(log_lines(self.match, self.viewer())[-SO_FAR:])
        try:
            while self._next_choice():
                self._autosave()
                self._ask()
                try:
                    self.obey(self._line())
                except TrenchlineError as fault:
                    reason = str(fault)
                    self.say(reason[:1].upper() + reason[1:], "bold red")
            self._autosave()
            self._finish()
        except (EOFError, KeyboardInterrupt, Leave):
            self._say_goodbye()

    def say(self, text: str | Text = "", style: str = "") -> None:
        self.console.print(text if isinstance(text, Text) else Text(text), style=style or None)

    def _say_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.say(line)

    def say_events(self, events: Iterable[Event], player: str) -> None:
        """Say what happened, as far as a player may know."""
        for line in events_text(events_for(events, player)):
            self.say(line, "bold" if line.startswith(("==", "--")) else "")

    def viewer(self) -> str:
        """The seat of whoever is at the keyboard: the one to move, or the first that no computer plays."""
        player, seats = self.match.player, self.match.seats
        humans = [seat for seat in seats if seat not in self.players]
        return player if player in humans else (humans or seats)[0]

    def _let_play(self, player: str) -> None:
        """An opponent acts; his reasons are told once, where they change."""
        viewer, advice = self.viewer(), ask(self.players[player], self.match, self._chance)
        events = events_for(self.match.apply(advice.action), viewer)
        self.say_events(events, viewer)
        told = not self.match.hides_anything(viewer) or not self.match.game.reasons_tell(
            self.match.scenario, self.match.options
        )
        if events and advice.why and advice.why != self._reason and told:
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
                self.say_events(self.match.apply(only), player)
        return False

    def _only_action(self) -> Action | None:
        """The single action that leads on; but dice that can still be called off by an undo are left to the player."""
        actions = [action for action in self.match.actions() if action != BACK]
        if len(actions) != 1:
            return None
        odds = self.match.odds(actions[0]) if self._undo_points and self.match.can_undo else None
        return actions[0] if odds is None or odds.gathering else None

    def _ask(self) -> None:
        decision = self.match.decision
        assert decision is not None
        here = headline(view_of(self.match, self.viewer()))
        if here != self._headline:
            self._headline = here
            self.say(f"{here}.", "bold")
        who = "" if decision.player == "dice" else f"{decision.player.capitalize()}: "
        self.say(who + cited(decision.prompt, decision.cases))
        for line in checklist_lines(decision):
            self.say(line)

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
        """What can be typed now: actions, and the words."""
        return [*completions(self.match), *map(self._of_this_board, self.WORDS)]

    def _of_this_board(self, text: str) -> str:
        word = self.match.game.board.cell_word
        return re.sub(r"\bcell\b", word, text).replace("CELL", word.upper())

    # ---------------------------------------------------------------- leaving

    def _autosave(self) -> None:
        """Keep the match as it stands; a later interruption in the middle of an action cannot spoil it."""
        self._last_save = self.match.save()
        if self.autosave_file is not None:
            try:
                write_text(msgspec.json.encode(self._last_save).decode() + "\n", self.autosave_file)
            except TrenchlineError as fault:
                self.say(f"The match cannot be kept between sessions: {fault}", "bold red")
                self.autosave_file = None

    def _written(self) -> str:
        """Where the match can be found afterwards, written there."""
        if self.save_to:
            write_match(self.match.game.load(self._last_save), self.save_to)
            return self.save_to
        return str(self.autosave_file) if self.autosave_file is not None else ""

    def _finish(self) -> None:
        result = self.match.result
        assert result is not None
        self.say("The match is over.", "bold")
        self._say_all(result_lines(result))
        if where := self._written():
            self.say(f"Saved in {where}. `trenchline replay {where} --verify` checks the dice.")

    def _say_goodbye(self) -> None:
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
            self._look("?", line[1:].strip())
        elif word.lower() in LOOKS and not is_legal_action(self.match, line):
            self._look(word.lower(), rest.strip())
        elif word.lower() in self.WORDS and not is_legal_action(self.match, line):
            getattr(self, f"_do_{word.lower()}")(rest.strip())
        else:
            if rest and word.lower() in self.match.actions().by("kind") and not is_legal_action(self.match, word):
                line = f"{word.lower()}:{rest.strip()}"  # "barrage 1504" is as good as "barrage:1504"
            for text in line.split():
                if self.match.over or self.match.player in self.players:
                    return
                self.act(text)

    def _look(self, word: str, wanted: str) -> None:
        self._say_all(LOOKS[word](self.match, self.viewer(), wanted))

    def act(self, text: str) -> None:
        """Take an action. `208R-1507` where a unit must be chosen first chooses it, then goes on."""
        before, viewer = len(self.match.history), self.viewer()
        action = read_action(self.match, text)
        verdict = self.match.legal(action)
        first = Action(action.kind, action.unit)
        if verdict:
            events = self.match.apply(action)
        elif action.unit and action.cell and self.match.legal(first):
            events = self._two_steps(first, f"{action.unit}-{action.cell}")
        else:
            why = self.match.legal(first) if action.unit and action.cell and action.kind == "select" else verdict
            raise IllegalAction(plain(why.reason), why.cases)
        self._undo_points.append(before)
        self.say_events(events, viewer)

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

    def _do_undo(self, _: str) -> None:
        twin = self.match.clone()
        if not twin.history:
            raise IllegalAction("There is nothing to take back")
        target = self._undo_points[-1] if self._undo_points else len(twin.history) - 1
        if target < self._answered:
            raise IllegalAction("Nothing can be taken back that the opponent has answered")
        while len(twin.history) > target or (not self._undo_points and twin.can_undo and len(twin.actions()) == 1):
            twin.undo()
        self.match = twin
        del self._undo_points[-1:]
        self.say("Taken back.")

    def _do_hint(self, _: str) -> None:
        if self.match.player == "dice":
            raise TrenchlineError("dice are rolled, not advised upon")
        if self._adviser is None:
            self._adviser = make_player("colonel", "hint")
        advice = ask(self._adviser, self.match, self._chance)
        self.say(f"A colonel would: {self.match.notate(advice.action)}" + (f" ({advice.why})" if advice.why else ""))

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
        with broken_file_named(path):
            self.match = self.match.game.load(saved)
        self._undo_points, self._headline = [], ""
        self._answered = len(self.match.history) if self.players else 0
        self.say(f"Loaded {path}.")

    def _do_quit(self, _: str) -> None:
        raise Leave

    def _do_help(self, _: str) -> None:
        self.say("An action is typed in notation: 208R, 208R-1507, barrage:1504, fire, done. Several may stand in one line.")
        for usage, meaning in self.WORDS.values():
            self.say(self._of_this_board(f"  {usage}: {meaning}"))

    def _do_map(self, wanted: str) -> None:
        width = self.console.width if sys.stdout.isatty() else 160
        for line in map_lines(self.match, self.viewer(), wanted, width):
            self.console.print(line, no_wrap=True, crop=False, soft_wrap=True)
        self.say(legend(self.match.game))
