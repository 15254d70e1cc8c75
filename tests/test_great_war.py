"""The series of The Big Push and A Generation Lost: its hooks are asked by its chapters and answered by its games."""

import inspect
import re
from pathlib import Path
from random import Random

import pytest

import trenchline
from trenchline.ai import RandomPlayer, make_player
from trenchline.games import great_war
from trenchline.games.big_push.replacements import WriteSteps
from trenchline.games.big_push.series_hooks import RuledPosition as BigPush
from trenchline.games.generation_lost.reserves import ToReserve
from trenchline.games.generation_lost.series_hooks import RuledPosition as GenerationLost
from trenchline.games.great_war import thinning
from trenchline.games.great_war.front_line import territory
from trenchline.games.great_war.mending import outlook
from trenchline.games.great_war.movement import Move, Movement
from trenchline.games.great_war.position import Position
from trenchline.games.great_war.stacking import crowds
from trenchline.games.great_war.state import State
from trenchline.games.great_war.thinning import Thinning
from trenchline.games.great_war.ways import leaving, reach_of, tolls

from .big_push.kit import march, move

HOOKS = {
    name: hook
    for kind in Position.__mro__[: Position.__mro__.index(State)]
    for name, hook in vars(kind).items()
    if inspect.isfunction(hook)
}


@pytest.mark.parametrize("game", [BigPush, GenerationLost])
def test_a_game_answers_every_hook_to_which_the_series_has_no_answer(game):
    open_hooks = [name for name, hook in HOOKS.items() if "raise NotImplementedError" in inspect.getsource(hook)]
    assert len(open_hooks) > 20
    assert [name for name in open_hooks if getattr(game, name) is HOOKS[name]] == []


def test_no_hook_is_answered_alike_by_both_games():
    """What both games say alike is a rule of the series, not a hook."""
    assert [name for name in HOOKS if getattr(BigPush, name) is getattr(GenerationLost, name)] == []


MOMENTS = {  # what one game alone has, in the middle of a rule of both: docs/architecture.md says why
    "mover",  # an engineer goes with the gun it hauls (GL 12.4.2(a))
    "may_fail",  # a die decides whether a heavy gun comes into a start trench (GL 12.5.4)
    "stations",  # inside a fort or outside (GL 10.5)
    "take_station",
    "swings_of",  # garrisons face down, 75s that may answer (GL 9.2.4, GL 14.2.4(b))
}


def test_no_other_hook_is_answered_by_one_game_alone():
    """What one game has is called by that game; a hook is there for what both rulebooks settle, each its own way."""
    answered = {name: [game for game in (BigPush, GenerationLost) if getattr(game, name) is not HOOKS[name]] for name in HOOKS}
    alone = {name for name, games in answered.items() if len(games) == 1}
    assert alone == MOMENTS


def test_every_hook_is_asked_by_the_series():
    folder = Path(str(great_war.__file__)).parent
    asked = {
        word for file in folder.rglob("*.py") for word in re.findall(r"(?:p|self)\.(\w+)\b", file.read_text(encoding="utf-8"))
    }
    assert [name for name in HOOKS if name not in asked] == []


@pytest.mark.parametrize(("slug", "scenario"), [("big-push", "campaign"), ("generation-lost", "firestorm")])
def test_a_decision_is_about_the_square_that_its_question_names(slug, scenario):
    game = trenchline.load(slug)
    match, anybody, asked = game.start(scenario, seed=5), RandomPlayer(5), set()
    for _ in range(1200):
        decision = match.decision
        named = {name for name in re.findall(r"\{(.*?)\}", decision.prompt) if name in game.board.index}
        if named:
            assert decision.about is not None and named <= set(decision.about.cells), decision
            asked.add(decision.kind)
        match.apply_legal(anybody.choose(match))
    assert "CounterBattery" in asked


@pytest.mark.parametrize(("slug", "scenario"), [("big-push", "campaign"), ("generation-lost", "firestorm")])
def test_an_event_cites_the_case_that_was_used_not_all_of_its_topic(slug, scenario):
    """What a unit loses, where it goes: one case says that. A second may say why, or what the first stands on."""
    match, anybody, told = trenchline.load(slug).start(scenario, seed=5), RandomPlayer(5), {}
    for _ in range(3000):
        told.update({(event.kind, event.cases): event for event in match.apply_legal(anybody.choose(match))})
    assert [event for (_, cases), event in told.items() if len(cases) > 2] == []
    assert {"loss", "retreat", "assault", "fire", "rally", "weather", "advance"} <= {kind for kind, _ in told}


ONE_GAME_ALONE = {"spread", "advance_machines", "loss_cavalry", "loss_tank", "loss_garrison"}


def test_both_games_know_every_topic_that_the_series_cites():
    folder = Path(str(great_war.__file__)).parent
    text = "".join(file.read_text(encoding="utf-8") for file in folder.rglob("*.py"))
    calls = re.findall(r"\.cite\(((?:[^()]|\([^()]*\))*)\)", text)
    cited = {word for call in calls for word in re.findall(r'"(\w+)"', call)} | set(re.findall(r'\btopic = "(\w+)"', text))
    known = [set(trenchline.load(slug).components.cite) for slug in ("big-push", "generation-lost")]
    assert len(cited) > 70 and known[0] ^ known[1] == ONE_GAME_ALONE
    assert cited - ONE_GAME_ALONE - (known[0] & known[1]) == set()


def test_how_many_are_to_be_written_or_chosen_is_told_as_a_number():
    somme = trenchline.load("big-push").start("campaign", seed=5)
    somme.position.allowed[0] = 3
    somme.position.stack.append(WriteSteps(0))
    assert somme.decision.about.hits == 3
    verdun = trenchline.load("generation-lost").start(seed=5)
    verdun.position.stack.append(ToReserve(0, 4))
    assert verdun.decision.about.hits == 4


@pytest.mark.parametrize("slug", ["big-push", "generation-lost"])
def test_a_search_pays_the_same_for_a_step_as_who_asks_for_that_step_alone(slug):
    """The search adds tolls to ways that never change; `leaving` lists the steps out of one square."""
    match, player = trenchline.load(slug).start(seed=4), RandomPlayer(4)
    for number in range(400):
        match.apply_legal(player.choose(match))
        if number % 20 == 0:
            p = match.position
            for side in (0, 1):
                out, into = tolls(p, side)
                for x, row in enumerate(p.c.ways):
                    assert [(n, cost + out[x] + into[n]) for n, cost in row] == list(leaving(p, side, x))


@pytest.mark.parametrize("slug", ["big-push", "generation-lost"])
def test_a_reach_that_is_remembered_is_what_would_be_found_afresh(slug):
    """It stands while nobody comes to its squares or leaves them: a copy, which remembers none, finds the same."""
    match, player = trenchline.load(slug).start(seed=4), RandomPlayer(4)
    for number in range(400):
        match.apply_legal(player.choose(match))
        if number % 20 == 0:
            p, afresh = match.position, match.position.clone()
            assert all(reach_of(p, u) == reach_of(afresh, u) for side in (0, 1) for u in p.units(side))


def crowding(slug, seed, decisions):
    """Each listing of a game whose units go where friends stand, and turn, dig in and break down there."""
    match, pick = trenchline.load(slug).start(seed=seed), Random(seed)
    for _ in range(decisions):
        actions, p = list(match.actions()), match.position
        yield match, actions
        if isinstance(p.stack[-1], Move):
            own = p.c.bit[p.c.side[p.stack[-1].unit]]
            actions = [a for a in actions if a.kind != "move" or p.present[p.c.board.index[a.cell]] & own] or actions
        match.apply_legal(pick.choice(actions))


@pytest.mark.parametrize(("slug", "seed"), [("big-push", 1), ("generation-lost", 4)])
def test_what_is_remembered_of_overstacked_squares_is_what_would_be_found_afresh(slug, seed):
    """Each listing is that of a copy, which remembers nothing of ways out, of room and of who waits to come onto the map."""
    overstacked = 0
    for match, actions in crowding(slug, seed, 1000):
        p = match.position
        if isinstance(p.stack[-1], Move | Movement):
            overstacked += isinstance(p.stack[-1], Move) and bool(crowds(p, p.c.side[p.stack[-1].unit]))
            assert actions == list(match.clone().actions())
    assert overstacked > 100


@pytest.mark.parametrize(("tries", "left"), [(200, 185), (12, 0)])
def test_a_unit_with_no_way_counts_as_many_tries_as_it_has_ways(tries, left, monkeypatch):
    """Two units must leave a stack. The first has three ways, and all four of the second cross a way that is taken: they count
    again behind each way of the first, although they are looked at once."""
    match, asked = march("J5: 46Br >E, 48Br >E\nA30: 51Fr >E\nV30: 18R/89 >W"), []
    ways = {0: [(1,), (2,), (3,)], 1: [(9, 4), (9, 5), (9, 6), (9, 7)]}
    monkeypatch.setattr(Thinning, "ways", lambda search, u: asked.append(u) or iter(ways[u]))
    monkeypatch.setattr(Thinning, "_groups", lambda *_: [(0, 1)])
    monkeypatch.setattr(thinning, "TRIES", tries)
    search = Thinning(match.position, 0)
    assert not search.mends(match.position.c.board.index["J5"], {2: (8, 9)})
    assert search.tries == left and asked == [0, 1, 1]  # as they come, and against the way that was taken alone


def test_a_plan_is_not_worked_out_again_for_squares_that_nobody_has_touched(monkeypatch):
    """Moves far from two overstacked squares leave what is known of both."""
    match = march("J5: 46Br >E, 48Br >E\nN15: 29Br >E, 31Br >E\nF20: B4.1 >E\nA30: 51Fr >E\nV30: 18R/89 >W")
    plan = outlook(match.position, 0, 0).ways
    worked_out = []
    monkeypatch.setattr(Thinning, "thin_afresh", lambda search, cell, *rest: worked_out.append(cell))
    move(match, "B4.1", "E20")
    assert outlook(match.position, 0, 0).ways == plan and len(plan) == 2 and worked_out == []


@pytest.mark.parametrize("slug", ["big-push", "generation-lost"])
def test_a_side_holds_the_squares_to_which_it_can_walk_from_its_edge(slug):
    """Step by step, over squares with no enemy and no zone of his where no friend stands."""
    match, player = trenchline.load(slug).start(seed=2), RandomPlayer(2)
    for number in range(600):
        match.apply_legal(player.choose(match))
        if number % 60 == 0:
            p = match.position
            for side in (0, 1):
                enemy, here = p.enemy(side), range(p.c.board.size)
                alone = {x for x in here if p.holds(x, side) and not p.enemy_holds(x, side)}
                free = {x for x in here if not p.enemy_holds(x, side) and (x in alone or not p.zone[enemy][x])}
                ring = found = free.intersection(p.c.edge[side])
                while ring:
                    ring = {n for x in ring for n in p.c.near[x]} & free - found
                    found = found | ring
                assert territory(p, side) == found | alone


@pytest.mark.parametrize(
    ("slug", "scenario", "case"), [("big-push", "over_the_top", "7.3"), ("generation-lost", "firestorm", "10.1.2")]
)
def test_sergeants_leave_no_stack_to_be_thinned_out_by_displacement(slug, scenario, case):
    """BP-R157, GL-R302: only combat, or a split where nobody can leave, displaces anybody in their games; want of moves did so
    a dozen times in each."""
    game = trenchline.load(slug)
    match, players = game.start(scenario, seed=1), {side: make_player("sergeant", side) for side in game.sides}
    parts: set[str] = set()  # what divisions have broken down into
    while not match.over:
        if match.player == "dice":
            match.apply_legal(match.actions()[0])
            continue
        combat = game.sequence_of_play.steps[match.position.step].phase in ("fire", "assault")
        events = match.apply(players[match.player].choose(match))
        for event in events:
            if event.kind == "split":
                parts.update(re.findall(r"{(.+?)}", event.text)[1:])
            displaced = event.kind == "retreat" and case in event.cases and not combat
            assert not displaced or event.text[1:].split("}")[0] in parts
