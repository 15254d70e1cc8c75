"""Whoever has only named something may name something else: after the step back all is as it was before."""

import pytest

from trenchline.core.actions import BACK
from trenchline.core.decisions import STEPS_BACK

from .kit import GAME, fight, guns, march, options, play, refused, run_to


def free():
    return GAME.start("historical_free", seed=1)


def state(match):
    """The position, but for how often a player stepped back; as plain data, and as text."""
    twin = match.position.clone()
    twin.stepped_back = 0
    return twin.state(), options(match)


COMBAT = "3113: IR81, ST4\n3213: IR87\n3109: FA21\n3114: 42RI\n3115: 44RI\n3214: IR99\n3118: AD14"

# Where it begins, what is done first, what is then named and taken back.
NAMED = [
    (lambda: guns("3110: FA21, XVIII.A1\n3114: 42RI\n3115: 44RI"), (), ("3114",), "AimBarrage"),
    (lambda: guns("3110: FA21, XVIII.A1\n3114: 42RI\n3115: 44RI"), (), ("3114", "FA21", "XVIII.A1"), "AimBarrage"),
    (lambda: fight(COMBAT), (), ("3114",), "Declare"),
    (lambda: fight(COMBAT), (), ("3114", "IR81", "FA21", "ST4"), "Declare"),
    (lambda: fight(COMBAT), ("3114",), ("target:3115",), "Declare"),
    (lambda: fight(COMBAT), (), ("3114", "target:3115", "IR99"), "Declare"),
    (lambda: fight("3113: IR81 exploited\n3114: 42RI", phase="second-combat"), (), ("3114",), "Declare"),
    (lambda: march("3110: IR81\n3114: 42RI"), (), ("IR81",), "March"),
    (lambda: march("3110: IR81\n3114: 42RI", phase="exploitation"), (), ("IR81",), "March"),
    (lambda: march("3110: 42RI\nstock: 14.B1\n3001: IR81", side="french"), (), ("42RI",), "March"),
    (lambda: march("reserve: 2Z\n3001: IR81", side="french", turn=3), (), ("2Z",), "Enter"),
    (lambda: march("reserve: FR80\n3120: 42RI"), (), ("FR80",), "Enter"),
    (free, (), ("351R",), "PlaceUnit"),
    (free, ("detach:351R", "bunker:1905"), ("72.B1",), "PlaceUnit"),
]


@pytest.mark.parametrize(("begin", "first", "named", "kind"), NAMED)
def test_after_a_step_back_all_is_as_before(begin, first, named, kind):
    match = begin()
    play(match, *first)
    before = state(match)
    play(match, *named)
    assert match.decision.kind == kind and BACK in match.actions()
    label = match.position.stack[-1].label(match.position, BACK)
    assert label.startswith("Choose another")
    play(match, "back")
    assert state(match) == before and match.position.stepped_back == 1
    again = match.game.load(match.save()) if not match.opening else match
    assert again.hash() == match.hash()


def test_nobody_steps_back_from_a_move_that_has_begun():
    match = march("3104: IR81\n3114: 42RI")
    play(match, "IR81", "IR81-3105")
    assert match.decision.kind == "March" and BACK not in match.actions()
    assert "nothing to step back from" in refused(match, "back").reason and "{" not in refused(match, "back").reason


def test_nor_once_the_defender_has_been_asked():
    match = fight(COMBAT)
    play(match, "3114", "IR81", "attack")
    assert match.decision.kind == "Support" and BACK not in match.actions()
    play(match, "ready")
    assert match.decision.kind == "Announced" and options(match) == {"resolve"}


@pytest.mark.case("verdun-1916", "7.4a")
def test_what_was_thought_of_stays_secret():
    logs = []
    for unit in ("IR81", "ST4"):
        match = fight(COMBAT)
        play(match, "3114", unit, "back")
        logs.append(match.log("french"))
    assert logs[0] == logs[1]


def test_stepping_back_has_an_end():
    match = march("3110: IR81\n3114: 42RI")
    for _ in range(STEPS_BACK):
        play(match, "IR81", "back")
    play(match, "IR81")
    assert BACK not in match.actions()


@pytest.mark.case("verdun-1916", "7.4a")
def test_an_attack_that_the_enemy_dropped_hides_nothing_of_ones_own():
    """The French think of an attack, step back and end the phase; the German then declares his own."""
    match = fight("3113: IR81, IR87 loss\n3114: 42RI\n3001: XVIII.HQ\n3118: 14.HQ", side="french")
    play(match, "3113", "42RI", "back", "done")
    run_to(match, "german-combat")
    play(match, "3114", "IR81")
    twin = match.game.redeal(match, "german", 7)
    assert twin.decision_for("german") == match.decision_for("german") and list(twin.actions()) == list(match.actions())
    assert match.game.redeal(match, "french", 7).position.stack[-1].attackers == ()
