"""`python -m bench`: measure the engine and its peers, print the tables, write the JSON."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from rich.console import Console

import trenchline

from .engine import FULL, QUICK, Counts, engine
from .measure import Share, rates, use_wall_clock
from .peers import peers
from .play import Played, Player, Playing, Trenchline, in_mid_game, listing_rate, timed
from .report import Figure, Peer, Report, rate, report, show
from .start_up import start_up
from .thought import RandomRollOuts, StaffRollOuts, fought, sergeants


def main(arguments: Sequence[str] | None = None) -> int:
    ask = argparse.ArgumentParser(prog="python -m bench", description=__doc__.splitlines()[0] if __doc__ else "")
    ask.add_argument("games", metavar="GAME", nargs="*", help="short names; all games if none is given")
    ask.add_argument("--results", type=Path, metavar="FOLDER", help="write a file for each game as well")
    ask.add_argument("--quick", action="store_true", help="tiny counts: shows that it runs, measures nothing")
    ask.add_argument("--wall", action="store_true", help="time by the clock on the wall, not by processor time")
    args = ask.parse_args(arguments)
    if args.wall:
        use_wall_clock()
    for slug in args.games or [info.slug for info in trenchline.games()]:
        found = measure(slug, QUICK if args.quick else FULL, args.quick)
        show(found, Console())
        if args.results:
            args.results.mkdir(parents=True, exist_ok=True)
            (args.results / f"{slug}.json").write_bytes(found.to_json())
    return 0


def measure(slug: str, counts: Counts, quick: bool) -> Report:
    """All figures of one game, with the peers in the same rounds."""
    share, game = Share(), trenchline.load(slug)
    us, random = Trenchline(game), RandomRollOuts(in_mid_game(game, counts.turn))
    staff = StaffRollOuts(fought(game, min(counts.turn, 3)))
    others, missing = peers()
    rounds = play_rounds([us, random, staff, *others], counts)
    listing = [listing_rate(game, counts.decisions) for _ in range(counts.rounds)]
    figures = [*playing(rounds[us.name], listing), *thinking(rounds[random.name], rounds[staff.name])]
    figures += [*sergeants(game, counts.sergeants), *start_up(game, counts.processes), *engine(game, counts)]
    compared: dict[str, Peer | None] = {peer.name: compare(us, peer, rounds, counts) for peer in others}
    return report(slug, figures, compared | dict.fromkeys(missing), missing, share.so_far(), quick)


def play_rounds(players: Sequence[Playing], counts: Counts) -> dict[str, list[Played]]:
    """All play in turn, round after round, so that whatever else the machine does strikes them alike."""
    for player in players:
        player.play(counts.decisions)  # once to warm up: what is worked out once for all matches is not timed
    found: dict[str, list[Played]] = {player.name: [] for player in players}
    for _ in range(counts.rounds):
        for player in players:
            found[player.name].append(timed(player, counts.decisions))
    return found


def playing(rounds: Sequence[Played], listing: Sequence[float]) -> list[Figure]:
    each = rounds[0].options / rounds[0].decisions
    note = f"all actions listed at each, {each:.0f} on average; dice, log and undo included"
    decisions, options = rates(r.decisions / r.seconds for r in rounds), rates(r.options / r.seconds for r in rounds)
    return [
        rate("decisions", "decisions of random play", decisions, 10_000, note),
        rate("options", "options listed in that play", options, 300_000, "over the whole time of the play"),
        rate("listing", "options listed, listing alone", rates(listing), 300_000, "the clock runs while actions are listed"),
    ]


def thinking(random: Sequence[Played], staff: Sequence[Played]) -> list[Figure]:
    return [
        rate("random_roll_outs", "decisions of random roll-outs", rates(r.decisions / r.seconds for r in random)),
        rate("staff_roll_outs", "decisions of staff roll-outs", rates(r.decisions / r.seconds for r in staff)),
    ]


def compare(us: Player, peer: Player, rounds: dict[str, list[Played]], counts: Counts) -> Peer:
    """A peer's own figures, and the median over the rounds of ours against its."""
    pairs = list(zip(rounds[us.name], rounds[peer.name], strict=True))

    def against(name: str) -> float:
        both = zip(rounds[name], rounds[peer.name], strict=True)
        return median(a.decisions / a.seconds / (b.decisions / b.seconds) for a, b in both)

    clones = [(us.clone_us(counts.number, 3), peer.clone_us(counts.number, 3)) for _ in range(counts.rounds)]
    return Peer(
        peer.name, peer.version,
        max(b.decisions / b.seconds for _, b in pairs),
        max(b.options / b.seconds for _, b in pairs),
        min(b for _, b in clones),
        against(us.name),
        median(a.options / a.seconds / (b.options / b.seconds) for a, b in pairs),
        median(b / a for a, b in clones),
        against(RandomRollOuts.name),
        against(StaffRollOuts.name),
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
