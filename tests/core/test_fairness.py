"""The proof of fairness: dice and draws of markers alike are held against the seed."""

from __future__ import annotations

import random

import msgspec
import pytest

import trenchline
from trenchline.core.errors import NotationError
from trenchline.core.fairness import verify
from trenchline.core.notation import Saved, fingerprint, match_text, read_match

CAMPAIGNS = ("big-push", "generation-lost")  # markers are drawn in both


def played(slug: str, scenario: str, seed: int, draws: int) -> Saved:
    """A save of a match played by chance until some markers have been drawn."""
    match, chance = trenchline.load(slug).start(scenario, seed=seed), random.Random(seed)
    while not match.over and sum(action.kind == "draw" for action in match.history) < draws:
        match.apply(chance.choice(match.actions()))
    return match.save()


@pytest.mark.parametrize("slug", CAMPAIGNS)
def test_an_honest_campaign_with_draws_of_markers_is_fair(slug: str) -> None:
    saved = played(slug, "campaign", 3, 3)
    proof = verify(trenchline.load(slug), saved)
    assert any(text.startswith("draw:") for text in saved.actions)
    assert proof.fair, proof.sentence


@pytest.mark.parametrize("slug", CAMPAIGNS)
def test_a_marker_that_the_seed_does_not_draw_is_found_out(slug: str) -> None:
    saved = played(slug, "campaign", 3, 3)
    at = next(n for n, text in enumerate(saved.actions) if text.startswith("draw:"))
    drawn = int(saved.actions[at][5:])
    other = drawn - 1 if drawn > 1 else drawn + 1
    edited = msgspec.structs.replace(saved, actions=[*saved.actions[:at], f"draw:{other}", *saved.actions[at + 1 :]])
    proof = verify(trenchline.load(slug), edited)
    assert not proof.fair
    assert f"(action {at + 1}, draw:{other}) shows {other} in the log, but the seed gives {drawn}" in proof.sentence


@pytest.mark.parametrize("slug", [info.slug for info in trenchline.games()])
def test_a_save_with_any_option_altered_is_refused(slug: str) -> None:
    game = trenchline.load(slug)
    saved = game.start(seed=5).save()
    for option, on in game.chosen(saved.options).items():
        edited = msgspec.structs.replace(saved, options=saved.options | {option: not on})
        with pytest.raises(NotationError):
            game.load(edited)


def test_a_misspelt_field_of_the_dice_is_refused() -> None:
    game = trenchline.load("they-shall-not-pass")
    text = msgspec.json.encode(game.start(seed=5).save()).replace(b'"commitment"', b'"comitment"')
    with pytest.raises(NotationError, match="comitment"):
        game.load(text)


def test_saves_of_format_2_still_load() -> None:
    game = trenchline.load("big-push")
    saved = game.start("over_the_top", seed=5).save()
    older = msgspec.structs.replace(saved, format=2)
    older = msgspec.structs.replace(older, log=fingerprint(game, older))
    assert game.load(older).hash() == saved.hash


def test_a_match_text_keeps_the_fingerprint() -> None:
    game = trenchline.load("big-push")
    match = game.start("over_the_top", seed=5)
    saved = read_match(match_text(match))
    assert saved.format == 3 and game.load(saved).hash() == match.hash()
    with pytest.raises(NotationError, match="edited"):
        game.load(msgspec.structs.replace(saved, scenario="devil_machines", hash=""))


def test_a_decision_deep_in_the_stack_must_fit_the_position() -> None:
    game = trenchline.load("generation-lost")
    text = game.notation(game.start("firestorm", seed=1))
    assert '"row":2}' in text
    with pytest.raises(NotationError, match="does not fit the position"):
        game.position(text.replace('"row":2}', '"row":9999}'))
