"""Faults planted in the engine, one at a time: a soak at its usual rates finds each, in every game it can be planted in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import trenchline
from trenchline.core.actions import Action, Refusal
from trenchline.core.game import Game
from trenchline.core.match import Actions, Match
from trenchline.core.position import Event, Position
from trenchline.games import CATALOGUE

from . import invariants
from .fuzz import told_where
from .invariants import Broken, Fuzzer
from .soak import plan

SOUND = 30  # decisions that are played before the fault
FOUND_BY = 600  # decisions after which it must have been found

Patch = pytest.MonkeyPatch


def after_actions(patch: Patch, spoil: Callable[[Match], object]) -> None:
    """From some action on, each leaves the match spoilt: the one that is looked at, not the one that follows its log."""
    apply = Match.apply_legal

    def spoilt(match: Match, action: Action) -> list[Event]:
        events = apply(match, action)
        if match.dice is not None and len(match.history) >= SOUND and not match.over:
            spoil(match)
        return events

    patch.setattr(Match, "apply_legal", spoilt)


def on_the_map(p: Position) -> int:
    """A counter on the map that stands there for its side."""
    return next(u for u in range(len(p.place)) if p.on_map(u) and p.stands(u))


def twice(match: Match) -> None:
    p = match.position
    p.stacks[p.c.box["out"]] += (on_the_map(p),)


def elsewhere(match: Match) -> None:
    p = match.position
    p.place[on_the_map(p)] = p.c.box["out"]


def zone_out_of_step(match: Match) -> None:
    match.position.zone[0][7] ^= 1


def influence_out_of_step(match: Match) -> None:
    match.position.influence[0][7] += 1


def nobody_present(match: Match) -> None:
    p = match.position
    p.present[p.place[on_the_map(p)]] = 0


def too_many_steps(match: Match) -> None:
    p = match.position
    p.steps[on_the_map(p)] = 200


def other_state(match: Match) -> None:
    p = match.position
    p.turn += 1


def undeclared_field(match: Match) -> None:
    match.position.__dict__["mood"] = "low"


def stack_of_nothing(match: Match) -> None:
    """A decision on the stack names a counter, a cell or a side that there is not."""
    stack = match.position.stack
    for n, frame in enumerate(stack):
        for name in ("unit", "cell", "side", "target"):
            if isinstance(getattr(frame, name, None), int):
                stack[n] = msgspec.structs.replace(frame, **{name: 9999})
                return


def can_always_undo(patch: Patch) -> None:
    patch.setattr(Match, "can_undo", True)


def undo_one_too_many(patch: Patch) -> None:
    undo = Match.undo

    def twice_over(match: Match) -> None:
        undo(match)
        if match.can_undo:
            undo(match)

    patch.setattr(Match, "undo", twice_over)


def shared_rows(patch: Patch) -> None:
    """A copy shares the states of its counters with the original."""
    for slug in CATALOGUE:
        patch.setattr(trenchline.load(slug), "_openings", {})  # those of other tests stay sound
    clone = Position.clone

    def sharing(p: Position) -> Position:
        twin = clone(p)
        twin.status = p.status
        return twin

    patch.setattr(Position, "clone", sharing)


def refusals_that_do_something(patch: Patch) -> None:
    refusal = Match._refusal

    def meddling(match: Match, action: Action) -> object:
        found = refusal(match, action)
        if found is not None and match.position.stack:
            match.position.turn += 1
        return found

    patch.setattr(Match, "_refusal", meddling)


def anything_goes(patch: Patch) -> None:
    patch.setattr(Match, "_refusal", lambda match, action: None)


def some_unlisted(patch: Patch) -> None:
    """What is legal is not all listed."""
    listed = Actions._list

    def short(actions: Actions) -> Any:
        found = listed(actions)
        return found[::2]

    patch.setattr(Actions, "_list", short)


def nothing_listed(patch: Patch) -> None:
    patch.setattr(Actions, "_list", lambda actions: [])


def listed_twice(patch: Patch) -> None:
    listed = Actions._list
    patch.setattr(Actions, "_list", lambda actions: [*listed(actions), *listed(actions)])


def a_die_not_logged(patch: Patch) -> None:
    """The log lacks what the dice have shown."""
    run = Match._run

    def forgetful(match: Match) -> None:
        before = len(match.history)
        run(match)
        if match.dice is not None and len(match.history) > before:
            match.history.cut(len(match.history) - 1)

    patch.setattr(Match, "_run", forgetful)


def verb_lost_in_text(patch: Patch) -> None:
    patch.setattr(invariants, "_exact", {})
    patch.setattr(Match, "notate", lambda match, action: action.unit or action.cell or action.kind)


def state_lost_in_text(patch: Patch) -> None:
    """The text of a position lacks its last line."""
    write = Game.write
    patch.setattr(Game, "write", lambda game, *args: "".join(write(game, *args).splitlines(keepends=True)[:-1]))


def action_lost_in_save(patch: Patch) -> None:
    save = Match.save

    def shorter(match: Match, player: str | None = None) -> Any:
        saved = save(match, player)
        return msgspec.structs.replace(saved, actions=saved.actions[:-1])

    patch.setattr(Match, "save", shorter)


def view_tells_the_dice(patch: Patch) -> None:
    view = Game.view

    def telling(game: Game[Any], match: Match, player: str) -> Any:
        assert match.dice is not None
        found = view(game, match, player)
        return msgspec.structs.replace(found, date=str(match.dice.roll(match.position.rolled, 9)))

    patch.setattr(Game, "view", telling)


def odds_know_the_dice(patch: Patch) -> None:
    """The decision is worded by what will be rolled."""
    decision = Match.decision.fget
    assert decision is not None

    def knowing(match: Match) -> Any:
        found, dice = decision(match), match.dice
        if found is None or dice is None:
            return found
        return msgspec.structs.replace(found, prompt=f"{found.prompt} {dice.roll(match.position.rolled, 9)}")

    patch.setattr(Match, "decision", property(knowing))


def reasons_left_out(patch: Patch) -> None:
    refusal = Match._refusal
    patch.setattr(Match, "_refusal", lambda match, action: refusal(match, action) and Refusal(" "))


SPOILT: dict[Callable[[Match], object], str] = {
    twice: "d",
    elsewhere: "d",
    zone_out_of_step: "d",
    influence_out_of_step: "d",
    nobody_present: "d",
    too_many_steps: "d",
    undeclared_field: "d",
    stack_of_nothing: "d",
    other_state: "e",
}
PATCHED: dict[Callable[[Patch], None], str] = {
    nothing_listed: "a",
    listed_twice: "a",
    can_always_undo: "b",
    undo_one_too_many: "b",
    a_die_not_logged: "e",
    view_tells_the_dice: "f",
    odds_know_the_dice: "f",
    refusals_that_do_something: "g",
    anything_goes: "g",
    some_unlisted: "g",
    reasons_left_out: "g",
    shared_rows: "h",
    verb_lost_in_text: "h",
    state_lost_in_text: "h",
    action_lost_in_save: "h",
}


def found(slug: str) -> str:
    """What a soak of a game says first; nothing if it finds nothing in time."""
    played = 0
    for number in range(20_000, 20_010):
        fuzzer = Fuzzer(plan(slug, number))
        try:
            with told_where(fuzzer):
                while not fuzzer.match.over and played + fuzzer.tally.actions < FOUND_BY:
                    fuzzer.step()
                if fuzzer.match.over:
                    fuzzer.at_the_end()
        except Broken as broken:
            return str(broken)
        played += fuzzer.tally.actions
        if played >= FOUND_BY:
            break
    return ""


@pytest.mark.parametrize("slug", CATALOGUE)
@pytest.mark.parametrize("spoil", SPOILT, ids=lambda fault: fault.__name__)
def test_a_position_that_an_action_spoils_is_found(slug: str, spoil: Callable[[Match], object], monkeypatch: Patch) -> None:
    after_actions(monkeypatch, spoil)
    said = found(slug)
    assert said, f"nothing was found in {FOUND_BY} decisions of {trenchline.load(slug).title}"
    assert said[0] in f"{SPOILT[spoil]}bde", said  # undone or played again it comes out otherwise: that may show first


@pytest.mark.parametrize("slug", CATALOGUE)
@pytest.mark.parametrize("break_it", PATCHED, ids=lambda fault: fault.__name__)
def test_an_engine_that_is_broken_is_found(slug: str, break_it: Callable[[Patch], None], monkeypatch: Patch) -> None:
    break_it(monkeypatch)
    said = found(slug)
    assert said, f"nothing was found in {FOUND_BY} decisions of {trenchline.load(slug).title}"
