"""7.4a What a player does not know can be dealt anew, and he does not notice."""

import msgspec
import pytest

import trenchline

from .kit import fight, play, position

GAME = trenchline.load("verdun-1916")
TEXT = "3113: IR81, ST4\n3213: IR87\n3109: FA21, XVIII.A1\n3114: 42RI\n3118: AD14, XXX.A1\narmy: AIR1"


@pytest.mark.case("verdun-1916", "7.4a", "VV-R25")
def test_secrets_dealt_anew_leave_what_the_other_sees_unchanged():
    match = fight(TEXT)
    play(match, "3114", "IR81", "FA21", "attack")
    dealt = [GAME.redeal(match, "french", seed) for seed in range(12)]
    assert len({(twin.position.fight.attackers, twin.position.fight.guns) for twin in dealt}) > 3
    for twin in dealt:
        view = msgspec.structs.replace(match.view("french"), dice=twin.view("french").dice)
        assert twin.view("french") == view and twin.decision_for("french") == match.decision_for("french")
        assert twin.history == twin.log("french") == match.log("french")
        assert list(twin.actions()) == list(match.actions())
        play(twin, "AD14", "ready", "resolve")
    assert GAME.redeal(match, "german", 1).hash() == match.hash()


@pytest.mark.case("verdun-1916", "7.4a")
def test_of_an_attack_in_the_making_the_other_knows_the_hexes_only():
    match = fight(TEXT)
    play(match, "3114", "IR81", "IR87")
    twin = GAME.redeal(match, "french", 3)
    assert twin.position.stack[-1].attackers == () and twin.position.stack[-1].targets == match.position.stack[-1].targets
    assert twin.decision_for("french") == match.decision_for("french") and match.position.stack[-1].attackers


@pytest.mark.case("verdun-1916", "14.2D-j", "VV-R75")
def test_a_call_for_the_extra_turn_dealt_anew():
    match = position("turn: 5\nstep: french-reorganisation\n3114: 42RI\n3001: IR81")
    play(match, "call")
    assert {GAME.redeal(match, "french", seed).position.calls for seed in range(20)} == {(), (0,)}
    assert match.position.calls == (0,)


@pytest.mark.case("verdun-1916", "7.4a", "VV-R25")
def test_the_attacker_keeps_his_attack_and_learns_nothing_of_the_guns_against_him():
    match = fight(TEXT)
    play(match, "3114", "IR81", "FA21", "attack", "AD14")
    for twin in (GAME.redeal(match, "german", seed) for seed in range(5)):
        assert twin.position.fight == match.position.fight and twin.position.stack[-1].guns == ()
    onlooker = GAME.redeal(match, "", 3)
    assert onlooker.position.stack[-1].guns == ()
