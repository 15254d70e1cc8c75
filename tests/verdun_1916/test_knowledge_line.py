"""How the French staff holds its lines, and the game as it is played with the tuned counters."""

from __future__ import annotations

from random import Random

import pytest

import trenchline
from trenchline.ai.staff import Sergeant, Staff
from trenchline.core.knowledge import STEADY
from trenchline.games.verdun_1916.components import FRENCH, GERMAN
from trenchline.games.verdun_1916.knowledge.attacks import attack_on, best_attack
from trenchline.games.verdun_1916.knowledge.ground import FAR, Ground
from trenchline.games.verdun_1916.knowledge.guns import marching_reaches
from trenchline.games.verdun_1916.knowledge.line import NOWHERE, Line
from trenchline.games.verdun_1916.knowledge.manning import DETACH, Posting, city, man_the_lines, matched
from trenchline.games.verdun_1916.knowledge.marches import marches
from trenchline.games.verdun_1916.sequence import STEP

from .kit import GAME, C, fight, march

MIND = GAME.knowledge
PLAYED = trenchline.load("verdun-1916")


def cell(label):
    return C.board.index[label]


def seen(match, side=FRENCH, **weights):
    """The ground as a whole staff sees it."""
    return Ground(match.position, side, MIND.of_side[side].but(weights))


def moved(match):
    """The French have moved by the book."""
    staff = Staff(MIND, FRENCH, STEADY)
    while match.player == "french" and match.decision.kind in ("Movement", "March", "Enter"):
        match.apply(staff.advise(match.position).action)
    return match


@pytest.fixture(scope="module")
def second_day():
    """The first evening, when the Germans have attacked, before the French move."""
    match = PLAYED.start("historical", seed=3)
    players = {side: Sergeant(side) for side in PLAYED.sides}
    while match.position.step < STEP["french-movement"]:
        match.apply(players[match.player].choose(match))
    return match


@pytest.mark.parametrize("finding", PLAYED.check(), ids=lambda f: f"{f.case} {f.text[:40]}")
def test_the_tuned_counters_keep_every_constraint(finding):
    assert finding.ok, finding.text


# ---------------------------------------------------------------------------------------------------- posts


def test_whoever_has_a_choice_makes_way():
    """2Z could go to either post, 3Z to one only: both posts get somebody."""
    match = march("2119: 2Z, 3Z\n3101: IR99", side="french", turn=4)
    a, b = cell("2118"), cell("2217")
    two, three = C.unit["2Z"], C.unit["3Z"]
    reaches = {two: {a: 1, b: 2}, three: {a: 3}}
    assert matched(Line(seen(match)), reaches, [two, three], [a, b]) == {a: three, b: two}


def test_nobody_is_posted_where_there_is_no_room():
    match = march("2118: 153.HQ, 16.HQ, AD153\n2119: 2Z\n3101: IR99", side="french", turn=4)
    two = C.unit["2Z"]
    assert not matched(Line(seen(match)), {two: {cell("2118"): 1}}, [two], [cell("2118")])


def test_a_unit_that_is_lifted_counts_nowhere():
    match = march("2119: 2Z\n3101: IR99", side="french", turn=4)
    line, here, two = Line(seen(match)), cell("2119"), C.unit["2Z"]
    line.move(two, here, NOWHERE)
    assert not line.foot[here] and not line.steps[here] and not line.strength[here]
    line.move(two, NOWHERE, here)
    assert line.foot[here] == 1 and line.steps[here] == 3


def test_a_battalion_is_given_up_before_its_regiment_leaves():
    match = march("2914: 42RI\n2913: 44RI\n3105: IR99\n3012: 14.HQ\nstock: 14.B1, 14.B2, 14.B3, 14.B4", side="french", turn=2)
    p = match.position
    ground = seen(match)
    reaches = marching_reaches(p, FRENCH)
    orders = man_the_lines(ground, Line(ground), reaches, set(reaches), False)
    given = [i for i, order in enumerate(orders) if order.kind == DETACH]
    assert given and given == list(range(len(given)))


def test_a_regiment_gives_no_more_battalions_than_it_may():
    match = march("2914: 42RI\n3105: IR99\n3012: 14.HQ\nstock: 14.B1, 14.B2, 14.B3, 14.B4", side="french", turn=2)
    ground = seen(match)
    reaches = marching_reaches(match.position, FRENCH)
    posting = Posting(ground, Line(ground), reaches, set(reaches), True)
    near = sorted(reaches[C.unit["42RI"]])[:6]
    posting.detach(near, 1, "")
    assert sum(order.kind == DETACH for order in posting.orders) == 2


def test_the_lines_of_the_second_day_leave_no_way_to_verdun(second_day):
    """No German regiment gets south of the posts in its Movement Phase: zones stop it (3.2b)."""
    match = second_day.clone()
    staff = Staff(PLAYED.knowledge, FRENCH, STEADY)
    while match.player == "french" and match.decision.kind in ("Movement", "March"):
        match.apply(staff.advise(match.position).action)
    p = match.position
    germans = [u for u in p.units_of(GERMAN) if C.foot[u] and not C.stoss[u]]
    reached = {x for u, cells in marching_reaches(p, GERMAN).items() if u in germans for x in cells}
    assert max(C.row[x] for x in reached) < 15
    assert not any(C.verdun["historical"][i] in reached for i in range(2))


def test_verdun_gets_a_garrison_when_they_are_near():
    near = march("2117: IR99\n2101: V.HQ\n2219: 2Z\n2220: 37.HQ", side="french", turn=4)
    assert set(city(seen(near), seen(near).come)) == set(C.verdun["historical"])
    far = march("2103: IR99\n2101: V.HQ\n2219: 2Z\n2220: 37.HQ", side="french", turn=4)
    assert not city(seen(far), seen(far).come)
    assert seen(far).come[cell("2120")] == FAR


def test_reinforcements_do_not_pile_up_at_the_edge():
    match = march(
        "2104: IR99\n2101: V.HQ\n2010: 164RI\n2011: 72.HQ\nreserve: 2Z, 3Z, 2T, 3T, 37.HQ, AD37", side="french", turn=3
    )
    p = moved(match).position
    assert all(p.steps_in(x) <= C.stack_limit for x in range(C.board.size))
    assert all(p.on_map(C.unit[x]) for x in ("2Z", "3Z", "2T", "3T"))
    assert match.decision is None or match.decision.kind != "Overstacked"


# ---------------------------------------------------------------------------------------------------- attacks and plans


def test_what_is_known_of_attacks_does_not_change_the_first_choice():
    match = fight("3113: IR99, ST6\n3213: IR105\n3014: IR143\n3114: I.29T\n3012: 14.B1\n3101: V.HQ")
    ground = seen(match, GERMAN)
    known = {}
    first = best_attack(ground, False, known)
    worths = {x: attack_on(ground, x, False).worth for x in known}
    assert first.target == max(worths, key=worths.get)
    assert best_attack(ground, False, known).target == first.target


def test_a_plan_lasts_a_player_turn():
    phases = [MIND.phase(march("3113: IR99\n3120: 44RI", side, 2, phase).position) for side, phase in (
        ("german", "movement"), ("german", "exploitation"), ("french", "movement"))]  # fmt: skip
    assert phases[0] == phases[1] != phases[2]


@pytest.mark.parametrize("side", [GERMAN, FRENCH])
def test_plans_bend_only_weights_that_exist(side, second_day):
    plans = MIND.plans(second_day.position, side)
    assert len({plan.name for plan in plans}) == len(plans) >= 5
    varied = MIND.vary(second_day.position, side, plans[1], Random(1), 0.8)
    assert {name for plan in (*plans, varied) for name in plan.factors} <= MIND.weights.as_dict().keys()


# ---------------------------------------------------------------------------------------------------- headquarters


def posted(match, hq, side):
    """Where a staff sends an HQ; where it stands, if nowhere."""
    orders = marches(seen(match, side), False)
    return next((march.cell for march in orders if march.unit == C.unit[hq]), match.position.place[C.unit[hq]])


def test_a_french_hq_draws_back_with_its_line():
    """In 2115, six points from IR 99, it would be alone within reach of a move and an exploitation."""
    match = march("2110: IR99\n2101: V.HQ\n2115: 72.HQ\n2117: 164RI", side="french", turn=4)
    ground = seen(match)
    assert 0 < ground.come[cell("2115")] < ground.w.hq_flees
    goal = posted(match, "72.HQ", FRENCH)
    company = {x.cell for x in marches(seen(match), False) if x.unit == C.unit["164RI"]}
    assert goal in company or ground.come[goal] >= ground.w.hq_flees


def test_an_hq_without_troops_goes_to_the_others():
    """The 51st is gone: its HQ does not wait for IR 99 but draws back to where the 72nd stands."""
    match = march("2110: IR99\n2101: V.HQ\n2114: 51.HQ\n2118: 164RI", side="french", turn=4)
    goal = posted(match, "51.HQ", FRENCH)
    assert seen(match).come[goal] > seen(match).come[cell("2114")]
    assert C.board.distances(goal)[cell("2118")] < C.board.distances(cell("2114"))[cell("2118")]


def test_a_german_hq_follows_before_its_troops_outrun_it():
    """Four hexes behind troops that advance it would be out of touch when they have attacked (10.1d)."""
    match = march("2101: III.HQ\n2104: IR24, IR52\n2110: 44RI", turn=2)
    goals = {x.unit: x.cell for x in marches(seen(match, GERMAN), False)}
    far = C.board.distances(goals[C.unit["III.HQ"]])
    assert all(far[goals[C.unit[u]]] <= 3 for u in ("IR24", "IR52"))
