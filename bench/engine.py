"""What is measured of Trenchline itself, apart from random play."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Iterator
from functools import partial
from heapq import nlargest
from random import Random
from statistics import median
from typing import NamedTuple

import msgspec

from trenchline import Match
from trenchline.core.game import Game
from trenchline.core.paths import reach
from trenchline.games.they_shall_not_pass.components import ENEMY, FRENCH, GERMAN
from trenchline.games.they_shall_not_pass.position import Position
from trenchline.games.they_shall_not_pass.supply import Lines
from trenchline.games.they_shall_not_pass.terrain import MOVE, ways
from trenchline.games.they_shall_not_pass.zones import FOOT_ENTER, FOOT_LEAVE

from .measure import Samples, now, rates, seconds, seconds_a_call, seconds_of_each, seconds_when_fresh, times
from .play import in_mid_game, play_until
from .report import Figure, amount, duration, rate

KB = 1000


class Counts(NamedTuple):
    """How much of everything a run does."""

    decisions: int  # of random play in one round
    rounds: int
    repeat: int  # samples of a single call
    number: int  # calls in one sample
    games: int  # played out, for saves and for the largest listing
    moves: int  # at which a scan for the largest listing stops in each game
    copies: int  # for memory
    turn: int  # that counts as mid-game
    views: int  # first ones, each after an action
    sergeants: int  # games of two
    processes: int  # that start


FULL = Counts(
    decisions=3000,
    rounds=7,
    repeat=5,
    number=100,
    games=2,
    moves=100_000,
    copies=100,
    turn=5,
    views=200,
    sergeants=3,
    processes=7,
)
QUICK = Counts(
    decisions=120, rounds=2, repeat=2, number=3, games=1, moves=60, copies=10, turn=1, views=10, sergeants=1, processes=1
)


def engine(game: Game, counts: Counts) -> Iterator[Figure]:
    """Every figure, one after another."""
    mid = in_mid_game(game, counts.turn)
    finished = [_played_out(game, seed, counts.moves) for seed in range(1, counts.games + 1)]
    yield _replaying(game, finished[0], counts)
    copying = seconds_a_call(mid.clone, number=counts.number, repeat=counts.repeat)
    yield duration("clone", "copy of a match in mid-game", copying, "us", 50, f"{len(mid.history)} actions in its log")
    yield from _largest_listings(game, counts)
    yield from _saving(game, finished, counts)
    yield from _memory(mid, counts)
    yield from _kernels(mid, counts)
    yield from _texts(game, mid, counts)


def _played_out(game: Game, seed: int, moves: int) -> Match:
    return play_until(game.start(seed=seed), lambda match: len(match.history) >= moves, seed)


def _few(call: Callable[[], object], counts: Counts) -> Samples:
    """For calls that take about a millisecond."""
    return seconds_a_call(call, number=max(1, counts.number // 20), repeat=counts.repeat)


# ---------------------------------------------------------------------------------------------------- replays and saves


def _replaying(game: Game, match: Match, counts: Counts) -> Figure:
    saved = match.save()
    found = rates(len(saved.actions) / seconds(lambda: game.load(saved)) for _ in range(counts.rounds))
    dice = sum(action.kind == "roll" for action in match.history)
    note = f"{len(saved.actions)} entries of a log, {dice} of them dice; every action checked, the hash compared"
    return rate("replay", "actions replayed", found, 20_000, note)


def _saving(game: Game, finished: list[Match], counts: Counts) -> Iterator[Figure]:
    texts = {id(match): msgspec.json.encode(match.save()) for match in finished}
    longest = max(finished, key=lambda match: len(texts[id(match)]))
    text = texts[id(longest)]
    note = f"longest of {len(finished)} random games, {len(longest.history)} actions"
    yield duration("save", "save, to JSON", _few(lambda: msgspec.json.encode(longest.save()), counts), "ms")
    loading = times(seconds(lambda: game.load(text)) for _ in range(counts.rounds))
    yield duration("load", "load, from JSON", loading, "ms", note=note)
    yield amount("saved_size", "size of a saved match", len(text) / KB, "kB", 100, note)


# ---------------------------------------------------------------------------------------------------- listings


class Listing(NamedTuple):
    """A decision and how long its first listing took."""

    seconds: float
    actions: int
    match: Match


def _listings(game: Game, scenario: str, seed: int, moves: int) -> Iterator[Listing]:
    """The decisions of a random game, each listed once by a copy that has kept nothing."""

    def look(match: Match) -> bool:
        fresh = match.clone()
        start = now()
        actions = len(list(fresh.actions()))
        found.append(Listing(now() - start, actions, fresh))
        return len(found) >= moves

    found: list[Listing] = []
    play_until(game.start(scenario, seed=seed), look, seed)
    yield from nlargest(4, found)
    yield max(found, key=lambda listing: listing.actions)


def _largest_listings(game: Game, counts: Counts) -> Iterator[Figure]:
    """Scan games for the decisions that are slowest to list and for the longest list, and time those again."""
    scenarios = [info.id for info in game.scenarios]
    looked: list[Listing] = []
    for seed in range(1, counts.games + 1):
        looked += _listings(game, scenarios[seed % len(scenarios)], seed, counts.moves)
    again = [(_fresh_listing(one, counts), one) for one in nlargest(8, looked)]
    yield _listing_figure("slowest_listing", "slowest listing of all actions", *max(again, key=lambda pair: pair[0].best))
    longest = max(looked, key=lambda one: one.actions)
    yield _listing_figure("longest_listing", "longest list of actions", _fresh_listing(longest, counts), longest)


def _fresh_listing(listing: Listing, counts: Counts) -> Samples:
    return seconds_when_fresh(listing.match.clone, lambda match: list(match.actions()), repeat=counts.repeat)


def _listing_figure(id: str, title: str, timed: Samples, listing: Listing) -> Figure:
    decision = listing.match.decision
    assert decision is not None
    return duration(id, title, timed, "ms", 5, f"{decision.kind}, {listing.actions} actions, nothing kept from before")


# ---------------------------------------------------------------------------------------------------- memory


def _memory(mid: Match, counts: Counts) -> Iterator[Figure]:
    """What a copy of a match holds for itself, by the allocator's count; what all matches share is left out."""
    note = f"mean of {counts.copies} copies"
    yield amount("memory", "memory of a match", _allocated(mid, counts.copies, use=False) / KB, "kB", note=note)
    title = "memory of a match once its actions were listed"
    yield amount("memory_listed", title, _allocated(mid, counts.copies, use=True) / KB, "kB", note=note)


def _allocated(mid: Match, copies: int, use: bool) -> float:
    held = [mid.clone()]
    len(held[0].actions())
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    held = [mid.clone() for _ in range(copies)]
    if use:
        for match in held:
            len(match.actions())
    gc.collect()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) / len(held)


# ---------------------------------------------------------------------------------------------------- kernels


def _kernels(mid: Match, counts: Counts) -> Iterator[Figure]:
    p = mid.position
    if isinstance(p, Position):  # the two searches of core, at work in the first game
        yield _reaching(p, counts)
        both = _few(lambda: (Lines(p, GERMAN).supplied(), Lines(p, FRENCH).supplied()), counts)
        yield duration("supply", "supply check of both sides", both, "ms")
    yield from _seeing(mid, counts)
    yield from _asking(mid, counts)
    sending = _few(lambda: msgspec.json.encode(mid.view("german")), counts)
    size = len(msgspec.json.encode(mid.view("german"))) / KB
    yield duration("view", "view of a player, to JSON", sending, "ms", note=f"{size:.1f} kB")


def _seeing(mid: Match, counts: Counts) -> Iterator[Figure]:
    """A view of a position that was looked at before, and the first one after each of many actions of random play."""
    yield duration("seen", "view of a player", _few(lambda: mid.view("german"), counts), "us", 100)
    rounds = [sorted(seconds_of_each(_first_views(mid, counts.views))) for _ in range(counts.repeat)]
    worst = min(views[len(views) * 9 // 10] for views in rounds) * 1e6
    note = f"median of {len(rounds[0])} actions of random play; nine tenths are below {worst:.0f} us"
    yield duration("first_seen", "first view after an action", times(map(median, rounds)), "us", 100, note)


def _first_views(mid: Match, actions: int) -> Iterator[Callable[[], object]]:
    """A view after each action of random play, as whoever decides next sees it. What was seen and told in any match before is
    forgotten; what this one has been looked at for is not."""
    match, pick = mid.clone(), Random(1).random
    components = match.game.components
    components.shown.clear()
    components.told.clear()
    for _ in range(actions):
        if match.over:
            return
        options = match.actions()
        match.apply_legal(options[int(pick() * len(options))])
        yield partial(match.view, match.player)


def _asking(mid: Match, counts: Counts) -> Iterator[Figure]:
    """What bots ask: the score, a moment before this one, and where units can go in a copy after a move."""
    yield duration("score", "score as a player may know it", _few(lambda: mid.score("german"), counts), "us")
    answers = sum(not action.dice for action in mid.history)
    moments = Random(1).sample(range(answers), min(20, answers))
    mid.at(answers)
    back = _mean(seconds_a_call(lambda: [mid.at(n) for n in moments], number=1, repeat=counts.repeat), len(moments))
    yield duration("at", "the match as it was at a moment before", back, "us", note="any moment, once one was asked for")
    moved = mid.clone()
    moved.apply_legal(moved.actions()[0])
    units = [counter.id for counter in moved.view("").counters if counter.place in moved.game.board.index]
    going = seconds_when_fresh(moved.clone, lambda match: [match.costs(unit) for unit in units], repeat=counts.repeat)
    note = f"mean of the {len(units)} on the map, nothing kept from before"
    yield duration("costs", "where a unit can go and what it costs", _mean(going, len(units)), "us", note=note)


def _mean(found: Samples, number: int) -> Samples:
    """Of one among so many that were timed together."""
    return Samples(found.best / number, found.median / number, found.taken)


def _reaching(p: Position, counts: Counts) -> Figure:
    """The movement search itself, nothing kept, for every infantry unit of both sides where it stands."""
    ground = ways(p.c, MOVE, bytes(p.shelled))
    searches = []
    for side in (GERMAN, FRENCH):
        barred, zone = p.barred(side), p.zone[ENEMY[side]]
        searches += [(p.place[u], p.c.movement[u], barred, zone) for u in p.units_of(side) if p.c.foot[u]]

    def all_of_them() -> None:
        for start, budget, barred, zone in searches:
            reach(ground, start, budget, barred, zone, FOOT_ENTER, FOOT_LEAVE, True)

    found = _few(all_of_them, counts)
    note = f"mean of the {len(searches)} on the map"
    return duration("reach", "reach() of an infantry unit", _mean(found, len(searches)), "us", note=note)


def _texts(game: Game, mid: Match, counts: Counts) -> Iterator[Figure]:
    text = game.notation(mid)
    writing, reading = _few(lambda: game.notation(mid), counts), _few(lambda: game.position(text, seed=1), counts)
    yield duration("position_write", "position to text", writing, "ms", note=f"{len(text) / KB:.1f} kB")
    yield duration("position_read", "position from text", reading, "ms")
    yield duration("hash", "fingerprint of a position", _few(mid.hash, counts), "us")
