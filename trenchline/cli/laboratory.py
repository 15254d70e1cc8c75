"""The commands of the laboratory: simulate, arena, tune, fit-chances, exchanges."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from .. import TrenchlineError, counted, load, read_models
from ..ai.outside import is_outside
from ..lab import arena
from ..lab.conduct import WORDS
from ..lab.exchanges import Count, Exchanges, count_exchanges, sum_up
from ..lab.journal import Ended, Journal
from ..lab.sequential import BOUND, paired_scores, strength_test
from ..lab.simulate import GameResult, Run, check, run
from ..lab.summary import Spread, Summary, summarise, write_results
from .showing import OK, STOPPED, counting, out, show, show_json, table
from .words import points

if TYPE_CHECKING:
    from ..lab import chances


def processes(args: argparse.Namespace) -> int:
    return args.jobs or os.cpu_count() or 1


@contextmanager
def journal(args: argparse.Namespace, what: object, total: int) -> Iterator[Journal | None]:
    """The record of finished games in the folder of --out; None without one."""
    if args.resume and not args.out:
        raise TrenchlineError("--resume needs the --out DIR of the run to go on with")
    if not args.out:
        yield None
        return
    kept = Journal(Path(args.out), what, load(args.game).rules_version, total, args.resume)
    try:
        yield kept
    finally:
        kept.close()


# ---------------------------------------------------------------------------------------------------- simulate


def cmd_simulate(args: argparse.Namespace) -> int:
    if args.save_matches and not args.out:
        raise TrenchlineError("--save-matches needs --out DIR to write them to")
    sides = tuple(args.sides)
    what = Run(args.game, args.scenario, sides, args.games, args.seed, args.options, args.first, args.pack, args.save_matches)
    jobs = processes(args)
    check(what)
    with journal(args, what, what.games) as kept:
        results, seconds, whole = gather(what, jobs, args.cluster, kept)
    if not results:
        print("trenchline: stopped before the first game had ended", file=sys.stderr)
        return STOPPED
    summary = summarise(what, results, seconds)
    if args.out:
        write_results(Path(args.out), results, summary)
    if args.json:
        show_json(summary)
    else:
        show_summary(summary, results)
    if not whole:
        print(f"trenchline: stopped after {len(results)} of {what.games} games; the numbers are of those", file=sys.stderr)
    return OK if whole else STOPPED


def gather(what: Run, jobs: int, cluster: str, kept: Journal | None) -> tuple[list[GameResult], float, bool]:
    """The results of a run with a progress bar and the seconds they took; on Ctrl-C those there are, and False."""
    results = [ended.result for ended in kept.ended] if kept else []
    clock = Clock(kept)
    with counting("games", what.games, len(results)) as one_more:
        try:
            with closing(run(what, jobs, cluster, {result.game for result in results})) as games_played:
                for result in games_played:
                    if kept:
                        kept.add(Ended(what.sides, result, clock.seconds))
                    results.append(result)
                    one_more()
        except KeyboardInterrupt:
            return results, clock.seconds, False
    return results, clock.seconds, True


class Clock:
    """How long a run has taken, with what it took before it was stopped."""

    def __init__(self, kept: Journal | None) -> None:
        self.begun = time.perf_counter() - (kept.seconds if kept else 0.0)

    @property
    def seconds(self) -> float:
        return round(time.perf_counter() - self.begun, 3)


def show_summary(summary: Summary, results: Sequence[GameResult]) -> None:
    what = summary.run
    options = f", options {', '.join(what.options)}" if what.options else ""
    print(f"{what.game}, {what.scenario}, {' against '.join(what.sides)}{options}, seed {what.seed}")
    if summary.played == 1:
        print(f"{results[0].level}, {points(results[0].points)}")
        show(f"    {reason}" for reason in results[0].reasons)
    else:
        levels = table("result", "games", "share", "95 % interval", right=("games", "share"))
        for x in summary.levels:
            levels.add_row(x.level, str(x.games), f"{x.share:.1%}", f"{x.low:.1%} to {x.high:.1%}")
        out().print(levels)
        for w in summary.wins:
            who = f"{w.winner.capitalize()} wins" if w.winner else "draws"
            print(f"{who}: {w.games}, {w.share:.1%}, 95 % interval {w.low:.1%} to {w.high:.1%}")
        print(f"points: {spread_words(summary.points)}")
    show_conduct(dict(zip(load(what.game).sides, summary.conduct, strict=False)))
    print(f"decisions per game: {spread_words(summary.decisions)}")
    timing = summary.timing
    print(f"{counted(summary.played, 'game')} in {timing.seconds:.1f} s, {timing.games_per_second:.2f} games/s")


def show_conduct(found: Mapping[str, Mapping[str, float]]) -> None:
    """What players did and did not do, by player, in a game; nothing where nobody did any of it."""
    seen = [name for name in WORDS if any(of.get(name) for of in found.values())]
    if not seen:
        return
    rows = table("conduct in a game", *found, right=tuple(found))
    for name in seen:
        rows.add_row(WORDS[name], *(f"{of.get(name, 0.0):.1f}" for of in found.values()))
    out().print(rows)


def spread_words(s: Spread) -> str:
    if s.low is None or s.high is None:
        return f"{s.mean:g}"
    return f"mean {s.mean:.2f}, 95 % interval {s.low:.2f} to {s.high:.2f}, from {s.least} to {s.most}"


# ---------------------------------------------------------------------------------------------------- arena


def cmd_arena(args: argparse.Namespace) -> int:
    bots = tuple(args.bots)
    contest = arena.Contest(args.game, args.scenario, bots, args.games, args.seed, args.options, args.pack, args.gauntlet)
    total = sum(piece.games for piece in arena.runs(contest))
    if args.sprt and (len(bots) != 2 or args.sprt < 0):
        raise TrenchlineError("--sprt ELO needs two players and a number above 0")
    jobs = processes(args)
    for piece in arena.runs(contest):
        check(piece)
    with journal(args, contest, total) as kept:
        bouts, seconds, whole = gather_bouts(contest, jobs, total, kept, args.sprt)
    if not bouts:
        print("trenchline: stopped before the first game had ended", file=sys.stderr)
        return STOPPED
    found = arena.table(contest, bouts, seconds)
    if args.out:
        arena.write_table(Path(args.out), found, bouts)
    if args.json:
        show_json(found)
    else:
        show_table(found)
        if args.sprt:
            verdict = strength_test(paired_scores(bouts, bots[0]), args.sprt)
            after = f"after {counted(verdict.seeds, 'seed')} ({verdict.ratio:+.2f}, bounds ±{BOUND:.2f})"
            print(f"{bots[0]} is {verdict.words}, {after}")
    if not whole:
        print(f"trenchline: stopped after {len(bouts)} of {total} games; the numbers are of those", file=sys.stderr)
    return OK if whole else STOPPED


def gather_bouts(
    contest: arena.Contest, jobs: int, total: int, kept: Journal | None, sprt: float = 0.0
) -> tuple[list[arena.Bout], float, bool]:
    """The games of a contest and the seconds they took; on Ctrl-C those there are, and False. With `sprt` no more than decide
    whether the first player is stronger by so many Elo."""
    before = kept.ended if kept else []
    bouts = [arena.bout(contest, ended.sides, ended.result) for ended in before]
    done = {(ended.sides, ended.result.game) for ended in before}
    clock = Clock(kept)
    with counting("games", total, len(bouts)) as one_more:
        try:
            with closing(arena.fight(contest, jobs, done)) as fought:
                for bout in fought:
                    if kept:
                        kept.add(Ended((bout.first, bout.second), bout.result, clock.seconds))
                    bouts.append(bout)
                    one_more()
                    if sprt and strength_test(paired_scores(bouts, contest.bots[0]), sprt).decided:
                        break
        except KeyboardInterrupt:
            return bouts, clock.seconds, False
    return bouts, clock.seconds, True


def short_names(bots: Sequence[str]) -> dict[str, str]:
    """Players as a table names them: a bot from outside by its class, where no other has that name.

    >>> short_names(["general:2", "trenchline.ai.doctrines:AllIn"])
    {'general:2': 'general:2', 'trenchline.ai.doctrines:AllIn': 'AllIn'}
    """
    short = {bot: bot.rpartition(":")[2] if is_outside(bot) else bot for bot in bots}
    bearers = Counter(short.values())
    return {bot: name if bearers[name] == 1 else bot for bot, name in short.items()}


def show_table(found: arena.Table) -> None:
    contest, called = found.contest, short_names(found.contest.bots)
    print(f"{contest.game}, {contest.scenario}, seed {contest.seed}: {found.played} games in {found.seconds:.0f} s")
    numbers = ("games", "won", "drawn", "lost", "points", "Elo")
    standings = table("player", *numbers, "95 % interval", right=numbers)
    for s in found.standings:
        record = (str(s.games), str(s.wins), str(s.draws), str(s.losses), f"{s.points:g}")
        standings.add_row(called[s.bot], *record, f"{s.elo:+.0f}", f"{s.elo - s.interval:+.0f} to {s.elo + s.interval:+.0f}")
    out().print(standings)
    pairs = table(
        *("pairing", "won", "drawn", "lost", "of the decided", "95 % interval", "Elo apart", "points on the same seed"),
        right=("won", "drawn", "lost"),
    )
    for p in found.pairings:
        apart = f"{p.elo:+.0f} ({p.elo - p.interval:+.0f} to {p.elo + p.interval:+.0f})"
        record = (str(p.wins), str(p.draws), str(p.losses), f"{p.share:.0%}", f"{p.low:.0%} to {p.high:.0%}")
        pairs.add_row(f"{called[p.first]} v {called[p.second]}", *record, apart, margin_words(p.margin))
    out().print(pairs)
    show_conduct({called[s.bot]: s.conduct for s in found.standings})


def margin_words(margin: Spread | None) -> str:
    """How many points one player made more than the other of the same side and seed."""
    if margin is None or margin.low is None or margin.high is None:
        return ""
    return f"{margin.mean:+.1f} ({margin.low:+.1f} to {margin.high:+.1f})"


# ---------------------------------------------------------------------------------------------------- tune


def cmd_tune(args: argparse.Namespace) -> int:
    try:
        import cma  # noqa: F401
        import numpy  # noqa: F401
    except ImportError:
        raise TrenchlineError("tuning needs cma and numpy, which are not installed: pip install 'trenchline[tune]'") from None
    from ..lab import tune

    knowledge = load(args.game).knowledge
    tell = show_now
    by = f"trenchline tune {args.game} {args.scenario} {args.stage} --seed {args.seed}"
    if args.stage == "values":
        found = tune.tune_values(args.game, args.scenario, args.games, args.seed, processes(args), tell)
        tune.write_weights(knowledge.file, found, by, args.games)
        show(f"{name} = {value:g}" for name, value in sorted(found.items()))
    else:
        side = load(args.game).side_index(args.stage)
        found = tune.tune_habits(
            args.game, args.scenario, side, against=args.against, generations=args.generations, games=args.games,
            seed=args.seed, jobs=processes(args), tell=tell,
        )  # fmt: skip
        if found:
            by += f" --generations {args.generations} --games {args.games} --against {','.join(args.against)}"
            tune.write_side(knowledge.file, args.stage, found, by)
        else:
            print("nothing better was found; the file is as it was")
    return OK


# ---------------------------------------------------------------------------------------------------- fit-chances


def cmd_fit_chances(args: argparse.Namespace) -> int:
    try:
        import numpy  # noqa: F401
    except ImportError:
        raise TrenchlineError("fitting needs numpy, which is not installed: pip install 'trenchline[tune]'") from None
    from ..lab import chances

    game = load(args.game)
    known = [s.id for s in game.scenarios]
    for scenario in args.scenarios:
        if scenario not in known:
            raise TrenchlineError(f"{game.title} has no scenario {scenario!r}; it has {', '.join(known)}")
    file = game.components.folder.folder / "chances.toml"
    found = []
    for scenario in args.scenarios or known:
        if args.games:
            by = f"trenchline fit-chances {args.game} {scenario} --games {args.games} --seed {args.seed}"
            played = chances.sample(args.game, scenario, args.games, args.seed, processes(args), show_now)
            models = {**read_models(file), scenario: chances.fit(args.game, played, by)}
            file.write_text(chances.models_text({name: models[name] for name in known if name in models}), encoding="utf-8")
        if args.test_games:
            model = read_models(file).get(scenario)
            if model is None:
                raise TrenchlineError(f"nothing has been fitted for {scenario}: give --games N first")
            fresh = chances.sample(args.game, scenario, args.test_games, args.test_seed, processes(args), show_now)
            found.append(chances.calibrate(model, scenario, fresh, game.sides))
    if args.json:
        show_json(found)
    else:
        for one in found:
            show_calibration(one)
    return OK


def show_calibration(found: chances.Calibration) -> None:
    """How well chances hold: by band, what was said and how often it came true."""
    print(
        f"{found.scenario}: {counted(found.games, 'fresh game')}, {found.positions} positions; Brier score {found.brier:.3f}, "
        f"of the base rate {found.brier_of_base_rate:.3f}; worst band of 200 positions off by {100 * found.worst:.1f} points"
    )
    rows = table("who wins", "said", "came", "positions", "games", right=("said", "came", "positions", "games"))
    for who, bands in found.bands.items():
        for b in bands:
            rows.add_row(who or "nobody", f"{b.said:.1%}", f"{b.came:.1%}", str(b.positions), str(b.games))
    out().print(rows)


# ---------------------------------------------------------------------------------------------------- exchanges


def cmd_exchanges(args: argparse.Namespace) -> int:
    what = Count(args.game, args.scenario, args.games, args.seed, args.orders)
    check(Run(args.game, args.scenario, ("random",) * len(load(args.game).sides), args.games))
    games = []
    with counting("games", args.games) as one_more:
        for found in count_exchanges(what, min(processes(args), args.games)):
            games.append(found)
            one_more()
    total = sum_up(what, games)
    if args.json:
        show_json(total)
    else:
        show_exchanges(total)
    return OK


def show_exchanges(found: Exchanges) -> None:
    what = found.count
    print(f"{what.game}, {what.scenario}, seed {what.seed}: {counted(what.games, 'game')}, {counted(found.turns, 'turn')}")
    ordered = f"; {found.ordered / found.turns:.1f} questions answered by standing orders" if what.ordered else ""
    print(f"exchanges in a turn: {found.per_turn:.1f}{ordered}")
    rows = table("the question that begins it", "exchanges", "decisions", right=("exchanges", "decisions"))
    for kind, times in found.by_kind.items():
        rows.add_row(kind, f"{times / found.turns:.2f}", f"{found.decisions[kind] / found.turns:.2f}")
    out().print(rows)


def show_now(line: str) -> None:
    print(line, flush=True)
