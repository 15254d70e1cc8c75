"""What the commands do: each takes the parsed words and gives the exit code."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import trenchline

from .. import (
    Chart,
    Finding,
    Game,
    Match,
    NotationError,
    Odds,
    Proof,
    Term,
    TrenchlineError,
    counted,
    load,
    with_pack,
)
from ..ai import make_player, use_idle_processors
from .saves import autosave_file, broken_file_named, read_saved, read_text
from .showing import OK, WRONG, drawable, out, show, show_json, table
from .terminal import Session
from .words import events_text, odds_lines, result_lines

# ---------------------------------------------------------------------------------------------------- games


def cmd_games(args: argparse.Namespace) -> int:
    catalogue = trenchline.games()
    if args.json:
        show_json(catalogue)
        return OK
    listed = table("game", "title", "sides", "scenarios", "options")
    for game in catalogue:
        scenarios, options = (" ".join(x.id for x in group) for group in (game.scenarios, game.options))
        listed.add_row(game.slug, game.title, " ".join(game.sides), scenarios, options)
    out().print(listed)
    for game in catalogue:
        show(["", f"{game.title}. {game.summary} {game.turns} turns."])
        show(f"  {s.id}: {s.title}. {s.summary}" for s in game.scenarios)
        show(f"  --options {o.id}: {o.summary} Favours: {o.favours}. ({o.case})" for o in game.options)
    return OK


# ---------------------------------------------------------------------------------------------------- replay


def cmd_replay(args: argparse.Namespace) -> int:
    saved = read_saved(args.file)
    with broken_file_named(args.file):
        game = load(saved.game, args.pack or None)
        proof = game.verify(saved) if args.verify else None
        match = game.load(saved) if proof is None or proof.fair else None
    if match is None:
        assert proof is not None
        if args.json:
            show_json({"file": args.file, "verified": proof})
        else:
            print(proof.sentence)
        return WRONG
    if args.json:
        show_json(replay_report(args, match, proof))
        return OK
    if args.log:
        show(events_text(match.events()))
    if args.position:
        print(match.game.notation(match), end="")
    if proof is not None:
        print(proof.sentence)
    show(replay_words(match))
    return OK


def replay_words(match: Match) -> list[str]:
    dice = sum(len(a.dice) for a in match.history)
    options = [name for name, on in match.options.items() if on]
    lines = [
        f"{match.game.title}, {match.scenario}{', ' + ', '.join(options) if options else ''}: "
        f"{sum(not a.dice for a in match.history)} decisions and {dice} dice, at {match.step}"
    ]
    lines += result_lines(match.result) if match.result else ["The match is not over."]
    return [*lines, f"It replays to its hash {match.hash()}"]


def replay_report(args: argparse.Namespace, match: Match, proof: Proof | None) -> dict[str, object]:
    report: dict[str, object] = {
        "file": args.file,
        "game": match.game.slug,
        "scenario": match.scenario,
        "options": [name for name, on in match.options.items() if on],
        "step": match.step,
        "decisions": sum(not a.dice for a in match.history),
        "dice": sum(len(a.dice) for a in match.history),
        "hash": match.hash(),
        "over": match.over,
        "result": match.result,
    }
    if proof is not None:
        report["verified"] = proof
    if args.log:
        report["log"] = match.events()
    if args.position:
        report["position"] = match.game.notation(match)
    return report


# ---------------------------------------------------------------------------------------------------- serve


def cmd_serve(args: argparse.Namespace) -> int:
    from ..server.run import serve  # the other commands start faster without it
    from ..server.settings import chosen

    serve(args.db, args.host, args.port, args.open, chosen(args))
    return OK


def cmd_backup(args: argparse.Namespace) -> int:
    from ..server.backup import back_up
    from ..server.run import default_database

    found = back_up(args.db or default_database(), Path(args.file))
    show([f"{found} tables are in {args.file}"])
    return OK


def cmd_restore(args: argparse.Namespace) -> int:
    from ..server.backup import bring_back
    from ..server.run import default_database

    added, there = bring_back(Path(args.file), args.db or default_database())
    show([f"{added} tables were brought back; {there} were there already and are as they were"])
    return OK


# ---------------------------------------------------------------------------------------------------- odds


def cmd_odds(args: argparse.Namespace) -> int:
    game = load(args.game, args.pack or None)
    if args.position or args.action:
        if args.chart or not (args.position and args.action):
            raise TrenchlineError("odds in a position need both --position FILE and --action TEXT, and no chart")
        found = position_odds(game, args.position, args.action)
    elif args.chart:
        found = chart_odds(game, args.chart, args.values, args.shift, args.named, args.die)
    else:
        return list_charts(game, args.json)
    if args.json:
        show_json(found)
    else:
        show(odds_lines(found, drawable("█", "#")))
    return OK


def list_charts(game: Game[Any], as_json: bool) -> int:
    charts = by_number(game)
    if as_json:
        told = ("title", "columns", "shifts", "named")
        show_json({name: {field: getattr(chart, field) for field in told} for name, chart in charts.items()})
        return OK
    for c in charts.values():
        how = "ATTACK DEFENCE" if c.ratio else "STRENGTH"
        show([f"{c.name} {how}: {c.title}, columns {' '.join(c.columns)}"])
        for key, lines in c.named.items():
            show([f"  --with {key}: " + "; ".join(f"{as_counted(line)}, {line.text} ({line.case})" for line in lines)])
    return OK


def by_number(game: Game[Any]) -> dict[str, Chart]:
    """The charts that a strength finds its way into."""
    return {name: chart for name, chart in game.charts.items() if chart.is_by_number}


def as_counted(line: Term) -> str:
    return f"{line.value:+d} on the die" if line.kind == "die" else f"{line.value:+d}"


def chart_odds(game: Game[Any], name: str, values: Sequence[int], shift: int, named: Sequence[str], die: int = 0) -> Odds:
    """The distribution of one roll on a chart, for given strengths, shifts and modifier of the die."""
    chart = chart_named(game, name)
    number, strength = entered(chart, values)
    for key in named:
        if key not in chart.named:
            known = f"it has {', '.join(chart.named)}" if chart.named else "it has none: use --shift and --die"
            raise TrenchlineError(f"the {chart.title} has no shift {key!r}; {known}")
    lines = [line for key in named for line in chart.named[key]]
    lines += [Term("column shift", shift, kind="shift")] if shift else []
    die += sum(line.value for line in lines if line.kind == "die")
    column = shifted_column(chart, number, sum(line.value for line in lines if line.kind == "shift"))
    modified = f", die {die:+d}" if die else ""
    return Odds(f"{chart.title}: {strength}{modified}", lines, chart.columns[column], chart.outcomes(column, die))


def chart_named(game: Game[Any], name: str) -> Chart:
    known = by_number(game)
    if name in game.charts and name not in known:
        chart = game.charts[name]
        raise TrenchlineError(f"no strength finds a column of the {chart.title}: its columns are {', '.join(chart.columns)}")
    if name not in known:
        raise TrenchlineError(f"{game.title} has no chart {name!r} with columns; it has {', '.join(known)}")
    return known[name]


def entered(chart: Chart, values: Sequence[int]) -> tuple[int, str]:
    """The number by which strengths enter a chart, and both in words."""
    wanted, least = (2, chart.ratio.least) if chart.ratio else (1, 1)
    if len(values) != wanted or min(values) < least:
        what = "two strengths, attacker then defender" if wanted == 2 else "one strength"
        raise TrenchlineError(f"the {chart.title} needs {what}, each at least {least}")
    if chart.ratio is None:
        return values[0], f"strength {values[0]}"
    number = chart.ratio.number(*values)
    return number, f"{values[0]} against {values[1]}, {chart.ratio.text(number)}"


def shifted_column(chart: Chart, value: int, shift: int) -> int:
    """Where every odds number has a column of its own, shifts count from odds beyond the table too, unless the game holds them
    to the table first; else from the column."""
    first, last = chart.at[0], chart.at[-1]
    if chart.ratio and not chart.ratio.held and last - first == len(chart.at) - 1:
        return chart.clamp(chart.column(value + shift))
    return chart.clamp(chart.column(value) + shift)


def position_odds(game: Game[Any], path: str, texts: str) -> Odds:
    """The odds of the last of some actions, the others being taken first."""
    with broken_file_named(path):
        return _position_odds(game, path, texts)


def _position_odds(game: Game[Any], path: str, texts: str) -> Odds:
    text = read_text(path)
    if text.lstrip().startswith(("{", "[")):
        match = game.load(read_saved(path))
    else:
        match = game.position(text, dice="hand")
    *before, last = texts.split() or [""]
    for word in before:
        match.apply(match.parse(word))
    odds = match.odds(match.parse(last))
    if odds is None:
        raise TrenchlineError(f"the dice do not decide {last!r} at once; give the action that leads to the roll")
    return odds


# ---------------------------------------------------------------------------------------------------- check


def cmd_check(args: argparse.Namespace) -> int:
    if args.pack and not args.game:
        raise TrenchlineError("--pack needs the game it is for: trenchline check GAME --pack PATH")
    slugs = [args.game] if args.game else [info.slug for info in trenchline.games()]
    found = {slug: findings(slug, args.pack) for slug in slugs}
    good = not any(c.breach for listed in found.values() for c in listed)
    if args.json:
        show_json({"ok": good, "games": found})
        return OK if good else WRONG
    tick, cross, mark = drawable("✓", "ok     "), drawable("✗", "WRONG  "), drawable("!", "WARNING")
    for slug, listed in found.items():
        show(f"{tick if c.ok else cross if c.binding else mark} {c.case:<8} {c.text}" for c in listed)
        wrong, odd = sum(c.breach for c in listed), sum(not c.ok and not c.binding for c in listed)
        held = f"{wrong} of {len(listed)} constraints are breached" if wrong else f"all {len(listed) - odd} constraints hold"
        warned = f"; {counted(odd, 'warning')}, of what the rulebook does not state (!)" if odd else ""
        print(f"{slug}: the data files load; {held}{warned}")
    return OK if good else WRONG


def findings(slug: str, pack: str) -> list[Finding]:
    """Load a game's data, which names every fault of form, then hold the values against the rulebook."""
    game = with_pack(slug, Path(pack)) if pack else load(slug)  # `load` stops at the first breach
    return game.check()


# ---------------------------------------------------------------------------------------------------- play


def cmd_play(args: argparse.Namespace) -> int:
    game = load(args.game, args.pack or None)
    for name in args.sides:
        if name != "human":
            make_player(name, 0)  # a wrong one is told before anything else is done
    match = match_to_play(game, args)
    seats = match.seats
    if len(args.sides) != len(seats):
        raise TrenchlineError(f"{game.title} needs a player for each of {', '.join(seats)}; {len(args.sides)} were named")
    seed = args.seed if args.seed is not None else time.time_ns()
    players = {s: make_player(n, f"{seed}:{s}") for s, n in zip(seats, args.sides, strict=True) if n != "human"}
    use_idle_processors((os.cpu_count() or 1) - 1)
    Session(match, players, args.save, autosave_file(game.slug)).run()
    return OK


def match_to_play(game: Game[Any], args: argparse.Namespace) -> Match:
    """A saved match, the one left off last, or a new one."""
    autosaved = autosave_file(game.slug)
    if args.load or args.resume:
        if args.scenario or args.options or args.dice or args.seed is not None or (args.load and args.resume):
            raise TrenchlineError("a saved match brings its own scenario, options and dice: leave those words out")
        if args.resume and not autosaved.exists():
            raise TrenchlineError(f"there is no match of {game.title} to go on with")
        path = args.load or autosaved
        with broken_file_named(path):
            return game.load(read_saved(path))
    match = game.start(args.scenario, seed=args.seed, options=args.options, dice=args.dice or None)
    if autosaved.exists() and unfinished(autosaved):
        spare = autosaved.with_name(f"previous-{game.slug}.json")
        autosaved.replace(spare)
        print(f"Your unfinished match is kept: `trenchline play {game.slug} --load {spare}` goes on with it.")
    return match


def unfinished(autosaved: Path) -> bool:
    """Whether a file is worth keeping: anything but a match that is over."""
    try:
        return not read_saved(autosaved).over
    except NotationError:
        return True
