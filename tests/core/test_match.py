"""The loop: what is asked and done, taken back, copied, refused; dice from a seed, a script or the table."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random

import msgspec
import pytest

import trenchline
from trenchline.core.actions import Action, Legality, Refusal
from trenchline.core.decisions import Roll, chances, rolls
from trenchline.core.dice import FairDice, ScriptedDice
from trenchline.core.errors import IllegalAction, NotationError, TrenchlineError
from trenchline.core.match import Match
from trenchline.core.position import Event

GAME = trenchline.load("they-shall-not-pass")
WEATHER = "game: they-shall-not-pass\nturn: 2\nstep: weather\n1501: IR81\n1601: XVIII.HQ\n1504: 208R\n"
MOVEMENT = "game: they-shall-not-pass\nturn: 2\nstep: german-movement\n1501: IR81\n1504: 208R\n"


def played(actions: int, seed: int = 1, scenario: str = "historical") -> Match:
    """A match after some actions of random play."""
    match = GAME.start(scenario, seed=seed)
    advance(match, actions, seed)
    return match


def advance(match: Match, actions: int, seed: int = 0) -> None:
    rng = Random(seed)
    for _ in range(actions):
        if not match.over:
            match.apply(rng.choice(match.actions()))


def until(match: Match, reached: Callable[[Match], bool]) -> Match:
    """Random play until something is so."""
    rng = Random(0)
    while not reached(match):
        match.apply(rng.choice(match.actions()))
    return match


@pytest.fixture(scope="module")
def finished() -> Match:
    return until(GAME.start("historical", seed=3), lambda match: match.over)


# ---------------------------------------------------------------------------------------------------- what is asked


def test_a_decision_says_who_is_asked_what_by_which_case() -> None:
    match = GAME.start("historical", seed=1)
    asked = match.decision
    assert asked is not None
    assert (asked.player, asked.kind) == ("german", "Bombardment") and asked.player == match.player
    assert asked.prompt.endswith(".") and asked.cases


def test_what_happened_before_the_first_choice_is_told() -> None:
    match = GAME.start("historical", seed=1)
    assert [e.kind for e in match.prelude][:2] == ["turn", "step"] and not match.history


def test_actions_are_a_sequence() -> None:
    actions = played(40).actions()
    listed = list(actions)
    assert len(actions) == len(listed) > 1
    assert actions[0] == listed[0] and actions[-1] == listed[-1] and list(actions[1:3]) == listed[1:3]
    assert list(reversed(actions)) == listed[::-1] and actions.index(listed[-1]) == len(listed) - 1
    with pytest.raises(IndexError):
        actions[len(listed)]


def test_actions_know_what_is_among_them_and_that_nothing_else_is() -> None:
    match = played(40)
    actions = match.actions()
    assert all(action in actions for action in actions)
    assert Action("nonsense") not in actions and "done" not in actions and None not in actions


@pytest.mark.parametrize("field", ["unit", "cell", "kind"])
def test_actions_can_be_grouped(field: str) -> None:
    actions = played(40).actions()
    groups = actions.by(field)
    assert sorted(map(str, actions)) == sorted(str(a) for group in groups.values() for a in group)
    assert all(getattr(a, field) == key for key, group in groups.items() for a in group)


def test_actions_cannot_be_grouped_by_anything_else() -> None:
    with pytest.raises(TrenchlineError, match="by unit, cell or kind, not by 'value'"):
        played(1).actions().by("value")


def test_legal_says_what_apply_does() -> None:
    match = played(60)
    for action in [*match.actions()[:10], Action("nonsense"), Action("select", "208R"), Action("done", value=3)]:
        verdict, twin = match.legal(action), match.clone()
        if verdict:
            assert verdict == Legality(True) and twin.apply(action) is not None
        else:
            with pytest.raises(IllegalAction) as refused:
                twin.apply(action)
            assert (refused.value.reason, refused.value.cases) == (verdict.reason, verdict.cases)


def test_what_was_listed_is_applied_without_asking_again_unless_something_has_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    match = GAME.position(MOVEMENT)
    asked: list[Action] = []

    def refuse(decision: object, position: object, action: Action) -> Refusal:
        asked.append(action)
        return Refusal("Not now")

    monkeypatch.setattr("trenchline.core.match.refusal", refuse)
    listed = list(match.actions())
    match.apply(listed[0])
    assert not asked
    with pytest.raises(IllegalAction):  # it was listed at another decision
        match.apply(listed[0])
    with pytest.raises(IllegalAction):  # nothing has been listed in the copy
        match.clone().apply(match.actions()[0])
    again = match.actions()[0]
    match.position.put(match.position.c.unit["208R"], match.position.c.board.index["1505"])
    with pytest.raises(IllegalAction):
        match.apply(again)
    assert asked == [listed[0], again, again]


def test_odds_add_up_and_are_told_only_of_legal_actions() -> None:
    match = until(GAME.start("historical", seed=1), lambda m: Action("fire") in m.actions())
    odds = match.odds(Action("fire"))
    assert odds is not None and odds.lines and sum(o.probability for o in odds.outcomes) == pytest.approx(1)
    with pytest.raises(IllegalAction):
        match.odds(Action("nonsense"))


@pytest.mark.parametrize("count", [1, 2])
def test_every_way_the_dice_can_fall_is_listed_and_every_total_has_its_chance(count: int) -> None:
    faces = list(product(range(1, 7), repeat=count))
    assert [roll.dice for roll in rolls("roll", count, 6)] == faces
    totals = {sum(roll.dice): chance for roll, chance in chances("roll", count, 6)}
    assert totals == {t: pytest.approx(sum(sum(f) == t for f in faces) / len(faces)) for t in set(map(sum, faces))}
    assert all(roll in rolls("roll", count, 6) for roll, _ in chances("roll", count, 6))


# ---------------------------------------------------------------------------------------------------- refusals


def test_a_refusal_has_a_reason_and_cases_and_reads_as_a_sentence() -> None:
    match = GAME.position(MOVEMENT, seed=1)
    with pytest.raises(IllegalAction) as refused:
        match.apply(Action("select", "208R"))
    fault = refused.value
    assert isinstance(fault, TrenchlineError)
    assert "208R" in fault.reason and fault.cases == ("8.0",)
    assert str(fault) == f"{fault.reason} (8.0)"
    assert str(IllegalAction("No", ["1", "2"])) == "No (1, 2)" and str(IllegalAction("No")) == "No"
    assert IllegalAction("No", ["1", "2"]).cases == ("1", "2")


@pytest.mark.parametrize("actions", [0, 25, 120, 700])
def test_a_refused_action_changes_nothing(actions: int) -> None:
    match = played(actions)
    before = match.hash(), match.history[:], match.can_undo, match.decision, list(match.actions())
    for action in (
        Action(""),
        Action("undo"),
        Action("roll", dice=(1,)),
        Action("move", "IR81", "9999"),
        Action("done", "IR81"),
    ):
        with pytest.raises(IllegalAction):
            match.apply(action)
        assert not match.legal(action) and action not in match.actions()
    assert before == (match.hash(), match.history, match.can_undo, match.decision, list(match.actions()))


def test_a_match_that_is_over_refuses_everything_politely(finished: Match) -> None:
    match = finished.clone()
    assert match.over and match.decision is None and match.player == "" and len(match.actions()) == 0
    assert Action("done") not in match.actions()
    assert match.legal(Action("done")) == Legality(False, "The match is over")
    for ask in (match.apply, match.odds):
        with pytest.raises(IllegalAction, match=r"^The match is over$"):
            ask(Action("done"))
    with pytest.raises(NotationError, match="the match is over"):
        match.parse("done")
    assert match.result is not None and match.result.level and match.result.reasons
    assert GAME.start().result is None


@pytest.mark.parametrize("kind", ["Movement", "PlaceUnit"])
def test_dice_where_no_roll_waits_are_refused(kind: str) -> None:
    scenario = "free" if kind == "PlaceUnit" else "historical"
    match = until(GAME.start(scenario, seed=1), lambda m: m.decision is not None and m.decision.kind == kind)
    action = msgspec.structs.replace(match.actions()[0], dice=(3, 3))
    assert action not in list(match.actions()) and not match.legal(action)


@pytest.mark.parametrize("field", [{"unit": "208R"}, {"cell": "1504"}, {"value": 3}])
def test_a_roll_is_dice_and_nothing_else(field: dict[str, object]) -> None:
    match = GAME.position(WEATHER, dice="hand")
    action = msgspec.structs.replace(Action("roll", dice=(3,)), **field)
    assert action not in list(match.actions()) and not match.legal(action)


# ---------------------------------------------------------------------------------------------------- undo


def test_undo_leads_back_step_by_step_to_the_last_roll_and_no_further() -> None:
    match = until(GAME.start("historical", seed=1), lambda m: m.decision is not None and m.decision.kind == "Movement")
    trail = [(match.hash(), len(match.history))]
    for _ in range(12):
        advance(match, 1)
        trail.append((match.hash(), len(match.history)))
    while match.can_undo and len(trail) > 1:
        assert trail.pop() == (match.hash(), len(match.history))
        match.undo()
        assert trail[-1] == (match.hash(), len(match.history))
    assert len(trail) == 1


def test_nothing_can_be_undone_at_the_start_or_past_dice() -> None:
    start = GAME.start("historical", seed=1)
    rolled = until(GAME.start("historical", seed=1), lambda m: bool(m.history) and bool(m.history[-1].dice))
    for match in (start, rolled):
        before = match.hash(), len(match.history)
        assert not match.can_undo
        with pytest.raises(IllegalAction, match="after a roll of dice"):
            match.undo()
        assert (match.hash(), len(match.history)) == before


def test_what_is_undone_can_be_done_again_or_otherwise() -> None:
    match = GAME.position(MOVEMENT, seed=1)
    start = match.hash()
    events = match.apply(match.parse("IR81"))
    match.apply(match.parse("IR81-1502"))
    after = match.hash()
    match.undo()
    match.undo()
    assert match.hash() == start and match.history == [] and not match.can_undo
    assert match.apply(match.parse("IR81")) == events
    match.apply(match.parse("IR81-1502"))
    assert match.hash() == after
    match.undo()
    match.apply(match.parse("IR81-1602"))
    assert match.hash() != after and len(match.history) == 2


def test_a_roll_that_waits_for_hands_can_still_be_backed_out_of_but_not_once_entered() -> None:
    match = until(GAME.start("historical", dice="hand"), lambda m: m.player == "dice")
    before, last = len(match.history), match.history[-1]
    assert match.can_undo
    match.undo()
    assert match.player == "german" and len(match.history) == before - 1
    match.apply(last)
    match.apply(match.actions()[0])
    assert not match.can_undo


def test_undo_on_a_copy_leaves_the_original() -> None:
    match = GAME.position(MOVEMENT, seed=1)
    match.apply(match.parse("IR81"))
    match.apply(match.parse("IR81-1502"))
    after, copy = match.hash(), match.clone()
    copy.undo()
    copy.undo()
    assert match.hash() == after and len(match.history) == 2 and match.can_undo
    match.undo()
    assert match.history == [Action("select", "IR81")] and copy.history == []


# ---------------------------------------------------------------------------------------------------- copies


@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_a_copy_goes_its_own_way_and_the_original_does_not_notice(scenario: str) -> None:
    match = played(150, scenario=scenario)
    before = match.hash(), match.history[:], match.decision, list(match.actions()), match.view("german")
    advance(match.clone(), 600, seed=8)
    assert before == (match.hash(), match.history, match.decision, list(match.actions()), match.view("german"))


def test_a_copy_plays_on_as_the_original_would() -> None:
    match = played(150)
    copy = match.clone()
    for _ in range(200):
        action = Random(match.hash()).choice(match.actions())
        assert match.apply(action) == copy.apply(action)
        assert match.hash() == copy.hash() and match.can_undo == copy.can_undo
    assert match.history == copy.history


def test_a_copy_that_was_made_before_further_play_stays_where_it_was() -> None:
    match = played(150)
    copy, before = match.clone(), match.hash()
    advance(match, 600, seed=8)
    assert copy.hash() == before != match.hash()
    assert GAME.audit(copy.position) == []
    again = copy.clone()
    advance(again, 600, seed=8)
    assert again.hash() == match.hash()


def test_a_copy_with_other_dice_stands_in_the_same_place_with_another_future() -> None:
    match = until(GAME.start("historical", seed=1), lambda m: Action("fire") in m.actions())
    futures = set()
    for number in range(12):
        copy = match.clone(FairDice.from_number(number))
        assert copy.hash() == match.hash()
        copy.apply(Action("fire"))
        futures.add(copy.history[len(match.history) + 1])
    assert len(futures) > 1


def test_a_copy_whose_script_is_empty_stops_at_the_dice() -> None:
    match = until(GAME.start("historical", seed=1), lambda m: Action("fire") in m.actions())
    copy = match.clone(ScriptedDice([]))
    copy.apply(Action("fire"))
    assert copy.player == "dice" and list(copy.actions()) == list(rolls("roll", 1, 6))


# ---------------------------------------------------------------------------------------------------- history and events


def test_the_history_holds_actions_and_dice_and_replays_by_itself() -> None:
    match = played(400)
    again = GAME.start("historical", dice="hand")
    for action in match.history:
        again.apply(action)
    assert again.hash() == match.hash() and again.history == match.history
    assert any(a.dice for a in match.history) and sum(len(a.dice) for a in match.history) == match.position.rolled


def test_events_belong_to_their_action_and_to_nobody_else() -> None:
    match = GAME.position(MOVEMENT, seed=1)
    first = match.apply(match.parse("IR81"))
    second = match.apply(match.parse("IR81-1502"))
    assert first == [] and [e.kind for e in second] == ["move"]
    assert second[0].plain_text == "IR81 moves from 1501 to 1502" and second[0].text == "{IR81} moves from {1501} to {1502}"
    assert match.position.events == []


def test_events_come_back_from_json_to_the_letter() -> None:
    match = until(GAME.start("historical", seed=1), lambda m: Action("fire") in m.actions())
    events = match.apply(Action("fire"))
    text = msgspec.json.encode(events)
    assert events and msgspec.json.encode(msgspec.json.decode(text, type=list[Event])) == text


def test_the_same_seed_gives_the_same_match_and_another_another() -> None:
    assert played(300, seed=5).hash() == played(300, seed=5).hash()
    assert len({tuple(a.dice for a in played(300, seed=s).history if a.dice) for s in range(4)}) == 4


# ---------------------------------------------------------------------------------------------------- dice


def test_dice_by_hand_wait_to_be_entered_and_take_only_dice() -> None:
    match = GAME.position(WEATHER, dice="hand")
    assert match.player == "dice" and match.decision is not None and match.decision.player == "dice"
    assert isinstance(match.position.stack[-1], Roll) and list(match.actions()) == list(rolls("roll", 1, 6))
    for faces in ((), (0,), (7,), (3, 4), (-1,)):
        verdict = match.legal(Action("roll", dice=faces))
        assert not verdict and "1 to 6" in verdict.reason
    assert not match.legal(Action("done"))
    match.apply(match.parse("2"))
    assert match.position.good_weather is False and match.history[0] == Action("roll", dice=(2,)) and not match.can_undo


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_by_hand_does_what_the_same_die_of_a_script_does(face: int) -> None:
    by_hand, scripted = GAME.position(WEATHER, dice="hand"), GAME.position(WEATHER, dice=[face])
    by_hand.apply(Action("roll", dice=(face,)))
    assert by_hand.hash() == scripted.hash() and by_hand.history == scripted.history


def test_when_the_script_has_run_out_the_players_roll() -> None:
    match = until(GAME.start("historical", dice=[6, 6]), lambda m: m.player == "dice")
    assert [a.dice for a in match.history if a.dice]
    match.apply(match.actions()[0])
    again = GAME.load(msgspec.json.encode(match.save()))
    assert again.hash() == match.hash() and again.history == match.history


def test_nonces_change_the_dice_and_are_saved() -> None:
    rolls = set()
    for nonce in ("", "a", "b"):
        match = GAME.start("historical", seed=7, nonces={"german": nonce} if nonce else {})
        advance(match, 200)
        rolls.add(tuple(a.dice for a in match.history if a.dice))
        assert GAME.load(match.save()).hash() == match.hash()
    assert len(rolls) == 3


def test_the_seed_is_published_when_the_match_is_over_and_not_before(finished: Match) -> None:
    match = GAME.start("historical", seed=3)
    assert isinstance(match.dice, FairDice)
    assert match.proof.seed == "" and match.proof.commitment == match.dice.commitment
    assert match.dice.seed.hex() not in str(msgspec.json.encode(match.view("german")))
    assert finished.proof.seed == match.dice.seed.hex() and finished.proof.commitment == match.proof.commitment
    assert GAME.start(dice=[1, 2]).proof.script == []


def test_a_seed_may_be_32_bytes_of_ones_own() -> None:
    match = GAME.start("historical", seed=bytes(32))
    assert isinstance(match.dice, FairDice) and match.dice.seed == bytes(32)
    with pytest.raises(TrenchlineError, match="32 bytes"):
        GAME.start("historical", seed=b"short")


# ---------------------------------------------------------------------------------------------------- beginnings


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ({"scenario": "campaign"}, "no scenario 'campaign'; it has historical, free"),
        ({"options": {"gas": True}}, "no option 'gas'; it has spoiling_attack"),
        ({"dice": "loaded"}, "unknown dice 'loaded'"),
    ],
)
def test_a_match_that_cannot_begin_says_why(arguments: dict, what: str) -> None:
    with pytest.raises(TrenchlineError, match=what):
        GAME.start(**arguments)


def test_options_not_named_have_their_defaults() -> None:
    match = GAME.start(options={"infiltration": True})
    assert match.options == {o.id: o.default or o.id == "infiltration" for o in GAME.options}
    assert match.scenario == GAME.scenarios[0].id


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(TrenchlineError, match="no game 'chess'; there are they-shall-not-pass"):
        trenchline.load("chess")


def test_sides_and_onlookers_have_a_view_and_nobody_sees_the_seed() -> None:
    match = GAME.start("historical", seed=1)
    assert isinstance(match.dice, FairDice)
    for player in (*GAME.sides, ""):
        seen = msgspec.json.encode(match.view(player))
        assert match.dice.seed.hex().encode() not in seen and match.dice.commitment.encode() in seen


# ---------------------------------------------------------------------------------------------------- for bot authors


def test_costs_lines_and_points_so_far_are_asked_of_the_match() -> None:
    match = GAME.position(MOVEMENT, seed=1)
    costs = match.costs("IR81")
    assert costs and set(costs) <= set(GAME.board.labels) and all(cost > 0 for cell, cost in costs.items() if cell != "1501")
    assert match.layer("supply", "german").title.startswith("Supply lines")
    assert match.score().points == match.view("german").points and match.score().reasons == match.view("german").reasons
    with pytest.raises(TrenchlineError, match="not a counter on the map"):
        match.costs("IR24")


def test_a_text_in_place_of_an_action_is_refused_in_a_sentence():
    match = trenchline.load("they-shall-not-pass").start(seed=1)
    for ask in (match.apply, match.odds):
        with pytest.raises(IllegalAction, match=r"'done' is no Action: match.parse\('done'\)"):
            ask("done")
    assert not match.legal("done") and "match.parse" in match.legal("done").reason
    with pytest.raises(IllegalAction, match="None is no Action"):
        match.apply(None)
