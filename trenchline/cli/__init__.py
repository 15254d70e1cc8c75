"""The command line: `trenchline games | serve | backup | restore | play | simulate | arena | tune | fit-chances | exchanges |
replay | analyse | report | odds | check`.

Every mistake a user can mend ends in one sentence on the error channel and exit code 2; what was asked for and found
wrong (a false die, a breached constraint) in exit code 1. With `--json` the output is JSON and nothing else.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from typing import NoReturn

from .. import TrenchlineError, __version__
from ..ai import PLAYERS
from ..server.settings import add_options
from .analysing import cmd_analyse
from .commands import cmd_backup, cmd_check, cmd_games, cmd_odds, cmd_play, cmd_replay, cmd_restore, cmd_serve
from .laboratory import cmd_arena, cmd_exchanges, cmd_fit_chances, cmd_simulate, cmd_tune
from .reporting import cmd_report
from .showing import BAD_INPUT, OK, STOPPED


class Parser(argparse.ArgumentParser):
    """Argparse that complains in one sentence."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {message}; `{self.prog} --help` explains\n")


def words(text: str) -> list[str]:
    return [w.strip() for w in text.split(",") if w.strip()]


def options(text: str) -> dict[str, bool]:
    """Options to play with; `no-NAME` or `-NAME` turns off one that is on by default."""
    found = {}
    for word in words(text):
        if word != "none":
            name = word.removeprefix("no-").removeprefix("-")
            found[name.replace("-", "_")] = name == word
    return found


def counted(text: str) -> int:
    """A number of things, or the number of a thing."""
    if not text.isdecimal() or len(text) > 9 or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} must be a whole number of at least 1")
    return int(text)


def port(text: str) -> int:
    if not text.isdecimal() or len(text) > 5 or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} must be a number from 0 to 65535")
    return int(text)


OPTIONS_HELP = "optional rules to play with; no-A leaves out one that is on by default"


def parser() -> Parser:
    top = Parser(
        prog="trenchline",
        description="Five board wargames about 1916, rules-exact: play them, replay them, simulate them.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"trenchline {__version__}")
    subs = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for add in WORDS:
        add(subs)
    return top


EXAMPLES = """examples:
  trenchline games                                     what there is to play
  trenchline serve --open                              play in the browser
  trenchline play they-shall-not-pass                  two players at one keyboard
  trenchline simulate they-shall-not-pass free --games 1 --sides random,random
  trenchline odds they-shall-not-pass assault 24 11 --shift -2

Each command has its own help: trenchline simulate --help"""

A_PLAYER = f"{', '.join(PLAYERS)}, or a bot of your own: package.module:Class"
Subs = argparse._SubParsersAction  # its only name


def _sub(subs: Subs[Parser], name: str, does: Callable[[argparse.Namespace], int], text: str, examples: str) -> Parser:
    made = subs.add_parser(
        name, help=text, description=text, epilog=f"examples:\n{examples}", formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.set_defaults(does=does)
    return made


def _common(p: Parser, *, pack: bool = True, as_json: bool = True) -> None:
    if pack:
        p.add_argument("--pack", metavar="PATH", default="", help="a folder whose data files stand in for the game's own")
    if as_json:
        p.add_argument("--json", action="store_true", help="print JSON and nothing else")


def _games_words(subs: Subs[Parser]) -> None:
    p = _sub(subs, "games", cmd_games, "List the games with their sides, scenarios and options.", "  trenchline games --json")
    _common(p, pack=False)


def _serve_words(subs: Subs[Parser]) -> None:
    p = _sub(
        subs, "serve", cmd_serve, "Serve the games to browsers: on this machine, or to friends far away.",
        "  trenchline serve --open\n"
        "  trenchline serve --host 0.0.0.0 --port 8080 --db postgresql://trenchline@db/trenchline",
    )  # fmt: skip
    p.add_argument("--db", default="", metavar="URL", help="where tables are kept: sqlite:///FILE or postgresql://...")
    p.add_argument("--host", default="127.0.0.1", help="the address to listen on (this machine only)")
    p.add_argument("--port", type=port, default=1916, help="the port (1916)")
    p.add_argument("--open", action="store_true", help="open the page in your browser")
    add_options(p)


def _backup_words(subs: Subs[Parser]) -> None:
    for name, does, text in (
        ("backup", cmd_backup, "Copy all tables into a file, while the server runs."),
        ("restore", cmd_restore, "Bring back from a copy the tables that are missing, while the server runs."),
    ):
        p = _sub(
            subs, name, does, text, f"  trenchline {name} tables-monday.db\n  trenchline {name} club.db --db postgresql://..."
        )
        p.add_argument("file", metavar="FILE", help="the copy, a SQLite file whatever the database is")
        p.add_argument("--db", default="", metavar="URL", help="where tables are kept, as for `trenchline serve`")


def _play_words(subs: Subs[Parser]) -> None:
    p = _sub(
        subs, "play", cmd_play, "Play in the terminal, in words; type ? for what you can do.",
        "  trenchline play they-shall-not-pass\n"
        "  trenchline play they-shall-not-pass --scenario free --sides human,sergeant --options infiltration\n"
        "  trenchline play they-shall-not-pass --dice hand      you roll real dice and type them\n"
        "  trenchline play they-shall-not-pass --resume         go on where you left off\n"
        "  trenchline play they-shall-not-pass < moves.txt      a script of lines plays as well",
    )  # fmt: skip
    p.add_argument("game", metavar="GAME", help="its short name, as in `trenchline games`")
    p.add_argument("--scenario", default="", help="one of the game's scenarios; the first if not said")
    p.add_argument("--options", type=options, default={}, metavar="A,B", help=OPTIONS_HELP)
    p.add_argument("--seed", type=int, help="a number that settles all dice; from chance if not said")
    p.add_argument("--dice", choices=("hand",), default="", help="`hand`: the players roll and type the faces")
    p.add_argument("--sides", type=words, default=["human", "human"], metavar="A,B", help=f"human, {A_PLAYER}")
    p.add_argument("--load", metavar="FILE", default="", help="go on with a saved match")
    p.add_argument("--resume", action="store_true", help="go on with the match you left last")
    p.add_argument("--save", metavar="FILE", default="", help="write the match there when you leave; .txt for readable text")
    _common(p, as_json=False)


def _simulate_words(subs: Subs[Parser]) -> None:
    p = _sub(
        subs, "simulate", cmd_simulate, "Let two players play many matches and count how they end.",
        "  trenchline simulate they-shall-not-pass free --games 1 --sides random,random\n"
        "  trenchline simulate they-shall-not-pass historical --games 1000 --jobs 8 --seed 7 --out runs/first\n"
        "  trenchline simulate they-shall-not-pass historical --games 1 --first 17 --seed 7      game 17 of that run\n"
        "  trenchline simulate they-shall-not-pass free --games 10000 --cluster tcp://scheduler:8786\n\n"
        "The seed settles every game, whatever --jobs is. Ctrl-C stops and counts what has been played.\n"
        "With --out a finished game is on disk at once; the same words with --resume go on after it.",
    )  # fmt: skip
    p.add_argument("game", metavar="GAME", help="its short name, as in `trenchline games`")
    p.add_argument("scenario", metavar="SCENARIO", help="one of the game's scenarios")
    p.add_argument("--games", type=counted, default=100, metavar="N", help="how many (100)")
    p.add_argument("--sides", type=words, default=["random", "random"], metavar="A,B", help=f"for each side: {A_PLAYER}")
    p.add_argument("--jobs", type=counted, default=0, metavar="N", help="processes to use (one for each processor)")
    p.add_argument("--seed", type=int, default=0, metavar="S", help="settles every game of the run (0)")
    p.add_argument("--first", type=counted, default=1, metavar="N", help="the first game: to share out a run, or see one again")
    p.add_argument("--options", type=options, default={}, metavar="A,B", help=OPTIONS_HELP)
    p.add_argument("--out", metavar="DIR", default="", help="write results.csv and summary.json there")
    p.add_argument("--resume", action="store_true", help="with --out: go on with a run that was stopped, however it was")
    p.add_argument("--save-matches", action="store_true", help="with --out: each match as a save, for `trenchline replay`")
    p.add_argument("--cluster", metavar="ADDRESS", default="", help="a Dask scheduler to work on (extra: trenchline[cluster])")
    _common(p)


def _arena_words(subs: Subs[Parser]) -> None:
    p = _sub(
        subs, "arena", cmd_arena, "Let players meet each other, both sides equally, and rate them.",
        "  trenchline arena they-shall-not-pass historical --bots recruit,sergeant,colonel --games 40\n"
        "  trenchline arena they-shall-not-pass historical --bots general,colonel --games 20 --out runs/general\n"
        "  trenchline arena big-push over_the_top --bots my_bots:Bold,sergeant,all-in --gauntlet\n\n"
        "Every pair plays --games games, half of them with the sides changed on the same dice; in a gauntlet the first\n"
        "player meets each of the others. general:2 is a general who thinks twice as long.",
    )  # fmt: skip
    p.add_argument("game", metavar="GAME", help="its short name, as in `trenchline games`")
    p.add_argument("scenario", metavar="SCENARIO", help="one of the game's scenarios")
    p.add_argument("--bots", type=words, default=["recruit", "sergeant", "colonel"], metavar="A,B,C", help=A_PLAYER)
    p.add_argument("--gauntlet", action="store_true", help="the first player meets each of the others; these do not meet")
    p.add_argument("--games", type=counted, default=20, metavar="N", help="for each pair (20)")
    p.add_argument(
        "--sprt", type=float, default=0.0, metavar="ELO",
        help="of two players: stop as soon as the first is shown to be stronger by so much, or not; --games at most",
    )  # fmt: skip
    p.add_argument("--jobs", type=counted, default=0, metavar="N", help="processes to use (one for each processor)")
    p.add_argument("--seed", type=int, default=0, metavar="S", help="settles every game (0)")
    p.add_argument("--options", type=options, default={}, metavar="A,B", help="optional rules to play with")
    p.add_argument("--out", metavar="DIR", default="", help="write arena.csv and arena.json there")
    p.add_argument("--resume", action="store_true", help="with --out: go on with a contest that was stopped, however it was")
    _common(p)


def _tune_words(subs: Subs[Parser]) -> None:
    p = _sub(
        subs, "tune", cmd_tune, "Tune what the opponents think things are worth, by self-play (extra: trenchline[tune]).",
        "  trenchline tune they-shall-not-pass historical german --generations 20 --games 6\n"
        "  trenchline tune they-shall-not-pass historical values --games 200\n\n"
        "A side's name tunes the habits of its staff against the other side's, or against several enemies in turn;\n"
        "`values` the evaluation of both.\n"
        "The game's data/weights.toml is rewritten and says what it was tuned with.",
    )  # fmt: skip
    p.add_argument("game", metavar="GAME", help="its short name, as in `trenchline games`")
    p.add_argument("scenario", metavar="SCENARIO", help="one of the game's scenarios")
    p.add_argument("stage", metavar="STAGE", help="`values`, or a side of the game")
    p.add_argument("--generations", type=counted, default=20, metavar="N", help="of evolution (20)")
    p.add_argument(
        "--against", type=words, default=["book"], metavar="A,B",
        help="enemies of a side: `book` is the staff as it is, others are players by name (book)",
    )  # fmt: skip
    p.add_argument("--games", type=counted, default=6, metavar="N", help="for each candidate, or in all for `values` (6)")
    p.add_argument("--jobs", type=counted, default=0, metavar="N", help="processes to use (one for each processor)")
    p.add_argument("--seed", type=int, default=0, metavar="S", help="settles the whole run (0)")
    _common(p, pack=False, as_json=False)


def _fit_chances_words(subs: Subs[Parser]) -> None:
    p = _sub(
        subs, "fit-chances", cmd_fit_chances,
        "Fit the chances to win to games of the computer, and test them (extra: trenchline[tune]).",
        "  trenchline fit-chances they-shall-not-pass historical --games 500 --seed 1 --test-games 200 --test-seed 2\n"
        "  trenchline fit-chances big-push --test-games 100 --test-seed 2      only test what is there\n\n"
        "The game's data/chances.toml is rewritten for the scenarios that are fitted. The test plays games that the\n"
        "fit has not seen and tells, for each band of chances, how often they came true.",
    )  # fmt: skip
    p.add_argument("game", metavar="GAME", help="its short name, as in `trenchline games`")
    p.add_argument("scenarios", metavar="SCENARIO", nargs="*", help="of the game; all if none is named")
    p.add_argument("--games", type=int, default=0, metavar="N", help="to fit to; 0 leaves the file alone (0)")
    p.add_argument("--seed", type=int, default=1, metavar="S", help="of those games (1)")
    p.add_argument("--test-games", type=int, default=0, metavar="N", help="to test with (0)")
    p.add_argument("--test-seed", type=int, default=2, metavar="S", help="of those: not the seed of the fit (2)")
    p.add_argument("--jobs", type=counted, default=0, metavar="N", help="processes to use (one for each processor)")
    _common(p, pack=False)


def _exchanges_words(subs: Subs[Parser]) -> None:
    p = _sub(
        subs, "exchanges", cmd_exchanges,
        "Count how often two players at a distance wait for each other in a turn, by the question that makes them.",
        "  trenchline exchanges they-shall-not-pass historical --games 20\n"
        "  trenchline exchanges they-shall-not-pass historical --games 20 --orders",
    )  # fmt: skip
    p.add_argument("game", metavar="GAME", help="its short name, as in `trenchline games`")
    p.add_argument("scenario", metavar="SCENARIO", help="one of the game's scenarios")
    p.add_argument("--games", type=counted, default=20, metavar="N", help="of sergeants on every side (20)")
    p.add_argument("--orders", action="store_true", help="with the standing orders of a careful player on every side")
    p.add_argument("--seed", type=int, default=0, metavar="S", help="settles every game (0)")
    p.add_argument("--jobs", type=counted, default=0, metavar="N", help="processes to use (one for each processor)")
    _common(p, pack=False)


def _replay_words(subs: Subs[Parser]) -> None:
    p = _sub(
        subs, "replay", cmd_replay, "Play a saved match through again, check it, and tell what happened.",
        "  trenchline replay match.json               result and hash\n"
        "  trenchline replay match.json --log         everything that happened, with arithmetic and dice\n"
        "  trenchline replay match.json --verify      were the dice settled before the first roll?",
    )  # fmt: skip
    p.add_argument("file", metavar="FILE", help="a save (JSON) or the text of a match")
    p.add_argument("--verify", action="store_true", help="check the seed against its hash and every die against the seed")
    p.add_argument("--log", action="store_true", help="tell every event")
    p.add_argument("--position", action="store_true", help="print the last position in text notation")
    _common(p)


def _analyse_words(subs: Subs[Parser]) -> None:
    p = _sub(
        subs, "analyse", cmd_analyse, "Tell what decided a saved match: luck, and the orders that cost most.",
        "  trenchline analyse match.json\n"
        "  trenchline analyse match.json --mistakes 5 --json\n\n"
        "Each order is compared with what the book would have done there, played on with the same dice.",
    )  # fmt: skip
    p.add_argument("file", metavar="FILE", help="a save (JSON) or the text of a match")
    p.add_argument("--mistakes", type=counted, default=3, metavar="N", help="for each seat, at most (3)")
    _common(p)


def _report_words(subs: Subs[Parser]) -> None:
    p = _sub(
        subs, "report", cmd_report, "Make a page of a run of `simulate`, or of two side by side.",
        "  trenchline report runs/first\n"
        "  trenchline report runs/first runs/second --out compared.html\n\n"
        "One HTML file with its pictures in it. Needs matplotlib: pip install 'trenchline[report]'.",
    )  # fmt: skip
    p.add_argument("folders", metavar="DIR", nargs="+", help="what `trenchline simulate --out DIR` has written; two at most")
    p.add_argument("--out", metavar="FILE", default="", help="where to write the page (report.html in the first folder)")


def _odds_words(subs: Subs[Parser]) -> None:
    p = _sub(
        subs, "odds", cmd_odds, "Exact odds of a roll: from strengths and a chart, or for an action in a position.",
        "  trenchline odds they-shall-not-pass                               the charts and their shifts\n"
        "  trenchline odds they-shall-not-pass assault 24 11 --shift -2      24 against 11, two columns down\n"
        "  trenchline odds they-shall-not-pass assault 24 11 --with woods,pioneer\n"
        "  trenchline odds they-shall-not-pass barrage 16 --shift 1\n"
        "  trenchline odds they-shall-not-pass --position here.txt --action '1504 IR81 IR87 attack'",
    )  # fmt: skip
    p.add_argument("game", metavar="GAME", help="its short name, as in `trenchline games`")
    p.add_argument("chart", metavar="CHART", nargs="?", default="", help="a chart of the game; none lists them")
    p.add_argument("values", metavar="STRENGTH", nargs="*", type=int, help="attacker and defender, or one strength")
    p.add_argument("--shift", type=int, default=0, metavar="N", help="columns to the right (to the left if negative)")
    p.add_argument("--die", type=int, default=0, metavar="N", help="added to the die, where the chart knows modified rolls")
    p.add_argument(
        "--with", dest="named", type=words, default=[], metavar="A,B", help="the chart's own shifts and modifiers, by name"
    )
    p.add_argument("--position", metavar="FILE", default="", help="a position in text notation, or a saved match")
    p.add_argument("--action", metavar="TEXT", default="", help="the action asked about; others before it are taken first")
    _common(p)


def _check_words(subs: Subs[Parser]) -> None:
    p = _sub(
        subs, "check", cmd_check, "Load all data files and hold them against every constraint the rulebook states.",
        "  trenchline check                                         all games\n"
        "  trenchline check they-shall-not-pass --pack my-values    a data pack of your own",
    )  # fmt: skip
    p.add_argument("game", metavar="GAME", nargs="?", default="", help="one game only")
    _common(p)


WORDS = (
    _games_words, _serve_words, _backup_words, _play_words, _simulate_words, _arena_words, _tune_words,
    _fit_chances_words, _exchanges_words, _replay_words, _analyse_words, _report_words, _odds_words, _check_words,
)  # fmt: skip


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a place name must not end the program on a plain terminal
    try:
        args = parser().parse_args(argv)
        does: Callable[[argparse.Namespace], int] = args.does
        code = does(args)
        sys.stdout.flush()
        return code
    except TrenchlineError as fault:
        print(f"trenchline: {fault}", file=sys.stderr)
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except OSError as fault:
        print(f"trenchline: {str(fault.filename) + ': ' if fault.filename else ''}{fault.strerror or fault}", file=sys.stderr)
    except KeyboardInterrupt:
        print("trenchline: stopped", file=sys.stderr)
        return STOPPED
    return BAD_INPUT
