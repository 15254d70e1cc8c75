"""What the staff of either army knows: exact expectations, and what follows from them."""

from __future__ import annotations

import logging
from itertools import pairwise
from random import Random

import pytest

from trenchline.ai.roll_outs import roll_out
from trenchline.ai.staff import Sergeant, Staff
from trenchline.core.knowledge import STEADY, Plan
from trenchline.games.verdun_1916.knowledge import ANSWERS
from trenchline.games.verdun_1916.knowledge.attacks import Band, Target, attack_on, best_attack, intruder, trapped
from trenchline.games.verdun_1916.knowledge.chances import COSTLY, CUT_OFF, FREE, Sides, bet, fort_bet, place, shells, toll
from trenchline.games.verdun_1916.knowledge.front import chain, lines, posts, price_of_line
from trenchline.games.verdun_1916.knowledge.ground import Ground, open_prizes
from trenchline.games.verdun_1916.knowledge.guns import marching_reaches
from trenchline.games.verdun_1916.position import Position
from trenchline.lab.simulate import play as play_out

from ..staff_kit import all_choices, chosen
from .kit import GAME, C, fight, guns, march, play, position, run_to

MIND = GAME.knowledge
PLAIN = MIND.weights.but({"loss": 1.0, "fall_back": 0.0})
LONE = Sides(1, 3, 1, 3)


def ground(match, side=0, weights=None):
    return Ground(match.position, side, weights or MIND.of_side[side])


def test_every_decision_of_the_game_has_an_answer():
    assert set(ANSWERS) == all_choices(Position)


# ---------------------------------------------------------------------------------------------------- expectations


def test_the_toll_of_an_attack_is_summed_over_its_column():
    """Column 1/1, die unmodified, one full regiment against one: Ae Eng A1 AR D/A1 D/AR."""
    found = toll(C, 2, 0, LONE)
    assert found.lost == pytest.approx((1 + 1 + 1 + 0 + 1 + 0) / 6)
    assert found.killed == pytest.approx((0 + 1 + 0 + 0 + 1 + 1) / 6)
    assert found.repelled == pytest.approx(5 / 6)
    assert found.taken == 0


def test_at_seven_to_one_the_defenders_lose_the_hex_whatever_the_die():
    """Column 7/1: A/D1 D1 A/De De A/DE DE."""
    found = toll(C, 9, 0, LONE)
    assert found.taken == pytest.approx(1.0)
    assert found.killed == pytest.approx((1 + 1 + 1 + 1 + 3 + 3) / 6)
    assert found.lost == pytest.approx(3 / 6)


def test_a_retreat_into_zones_costs_steps_and_one_with_no_way_out_everything():
    """Column 4/1: A/DR DR DR2 A/D1 D1 A/De."""
    assert toll(C, 6, 0, LONE).killed == pytest.approx((0 + 0 + 0 + 1 + 1 + 1) / 6)
    assert toll(C, 6, 0, LONE._replace(trap=COSTLY)).killed == pytest.approx((1 + 1 + 2 + 2 + 2 + 3) / 6)
    assert toll(C, 6, 0, LONE._replace(trap=CUT_OFF)).killed == pytest.approx(3.0)


def test_columns_beyond_the_last_go_to_the_die():
    assert place(11, 1) == (9, 3)
    assert place(-2, 1) == (0, 1)


def test_what_an_attack_is_worth_is_the_toll_in_points():
    found = toll(C, 6, 2, LONE)
    worth = bet(C, PLAIN, 6, 2, LONE, 0.5, 2.0)
    assert worth == pytest.approx(0.5 * found.killed + 2.0 * found.taken - found.lost)


def test_better_odds_are_never_worth_less():
    frugal = PLAIN.but({"loss": 0.1})  # the table alternates steps of the attacker with ground
    for trap in (FREE, COSTLY):
        worths = [bet(C, frugal, column, 0, LONE._replace(trap=trap), 0.3, 1.0) for column in range(12)]
        assert worths == sorted(worths)


def test_a_garrison_gives_steps_for_a_fortress_that_is_worth_more():
    """DR on a full regiment in a fortress that stands: the works pay, nobody leaves (7.5n, 7.5o)."""
    dear = fort_bet(C, PLAIN.but({"loss": 0.0}), 8, -9, LONE, 0.2, 4.0, True)  # DR whatever the die
    assert dear == pytest.approx(0.0)
    cheap = fort_bet(C, PLAIN.but({"loss": 0.0}), 8, -9, LONE, 0.2, 0.1, False)  # a step costs more than the place
    assert cheap == pytest.approx(0.1)


def test_a_fortress_alone_falls_with_its_step():
    alone = Sides(1, 3, 0, 0)
    assert fort_bet(C, PLAIN, 8, -9, alone, 0.2, 4.0, True) == pytest.approx(4.0)  # DR


def test_the_chances_of_a_barrage_are_those_of_its_column():
    """Column 7-9: - N N N 1 1, and after a loss a half."""
    found = shells(C, 4)
    assert found.one == pytest.approx(2 / 6)
    assert found.each == 0
    assert found.neutralised == pytest.approx(3 / 6 + 2 / 6 / 2)


# ---------------------------------------------------------------------------------------------------- attacks


def test_frenchmen_behind_the_line_are_worth_an_attack_of_their_own():
    """They cut the chains by which objectives count (13h)."""
    far_behind = ground(fight("2304: 44RI\n2303: IR99\n3101: V.HQ\ngerman ground: 2202 2203 2204 2205 2302 2303 2305 2306 2402"
                              " 2403 2404 2405 2103 2104 2105 2503 2504 2505"))  # fmt: skip
    in_line = ground(fight("2304: 44RI\n2303: IR99\n3101: V.HQ"))
    cell = C.board.cell("2304")
    assert intruder(far_behind.p, cell, 0) and not intruder(in_line.p, cell, 0)
    gain = Target(far_behind, cell).prize - Target(in_line, cell).prize
    assert gain == pytest.approx(MIND.of_side[0].intruder, abs=0.3)


def test_a_crushing_attack_is_made_and_a_hopeless_one_is_not():
    strong = fight("3113: IR99, ST6\n3213: IR105\n3014: IR143\n3114: I.29T\n3101: V.HQ\nfallen: 2915")
    assert chosen(strong) == "3114"
    weak = fight("3113: I.29T\n3114: IR99, ST6", side="french")
    assert chosen(weak) == "done"


def test_divisions_that_do_not_know_each_other_count_two_on_the_die():
    p = fight("3113: IR99\n3213: IR105\n3014: IR37\n3114: 44RI").position
    one, two, other = (C.unit[x] for x in ("IR99", "IR105", "IR37"))
    assert Band(p, [one, two]).die() == 0
    assert Band(p, [one, two, other]).die() == -2


def test_the_attack_that_the_staff_prices_is_the_one_the_rules_resolve():
    """The column and the die of the declared attack are those the worth was computed from."""
    match = fight("3113: IR99\n3213: IR105\n3114: 44RI\n3101: V.HQ\n3020: 14.HQ")
    attack = attack_on(ground(match), C.board.index["3114"], False)
    assert set(attack.places) == {C.unit["IR99"], C.unit["IR105"]}
    play(match, "3114", *(C.ids[u] for u in attack.places), "attack")
    odds = match.odds(match.parse("resolve"))
    w = MIND.of_side[0]
    seen = ground(fight("3113: IR99\n3213: IR105\n3114: 44RI\n3101: V.HQ\n3020: 14.HQ"))
    column = C.combat.columns.index(odds.column)
    assert column == 4  # 14 to 6
    cell = C.board.index["3114"]
    kill = w.kill * 6 / 2 / 3
    expected = bet(C, w, column, 0, Sides(2, 6, 1, 3), kill, seen.worth(cell)) - 2 * w.unit_cost
    assert attack.worth == pytest.approx(expected)


def test_nobody_attacks_for_nothing():
    """Units that make no difference to the odds stay out."""
    match = fight("3113: IR99\n3213: IR105\n3014: IR143\n3013: IR37\n3115: IR155\n3114: I.29T\n3101: V.HQ")
    attack = attack_on(ground(match), C.board.index["3114"], False)
    assert 0 < len(attack.places) < 5


def test_a_gun_that_makes_a_difference_supports():
    match = fight("3113: IR99\n3114: 42RI\n3110: FA30\n3109: V.HQ\n3001: V.A1")
    attack = best_attack(ground(match, 0, MIND.of_side[0].but({"ground": 2.0, "gun_cost": 0.001})), False)
    assert C.unit["FA30"] in attack.guns


def test_a_stack_in_a_ring_is_known_to_be_trapped():
    ring = fight("3113: IR99\n3213: IR105\n3214: IR143\n3115: IR37\n3014: IR155\n3013: Stein\n3114: 44RI")
    assert trapped(ring.position, 1, C.board.index["3114"]) == CUT_OFF
    half = fight("3113: IR99\n3115: IR143\n3114: 44RI")
    assert trapped(half.position, 1, C.board.index["3114"]) == COSTLY
    free = fight("3113: IR99\n3114: 44RI")
    assert trapped(free.position, 1, C.board.index["3114"]) == FREE


# ---------------------------------------------------------------------------------------------------- guns


def test_what_is_to_be_attacked_is_shelled():
    match = guns("3111: IR99, ST6\n3211: IR105\n3110: V.HQ\n3114: 44RI\n3020: 14.HQ\narmy: RAIL1, RAIL2")
    assert chosen(match) == "3114"


def test_guns_with_nothing_to_shoot_at_are_silent():
    match = position("turn: 2\nstep: german-bombardment\n3101: FA30, V.HQ\n3120: 44RI")
    assert match.decision is None or match.decision.kind != "Bombardment" or chosen(match) == "done"


# ---------------------------------------------------------------------------------------------------- losses


def test_the_cheapest_step_is_lost_first():
    match = fight("3113: IR99, ST6\n3114: 44RI, 14.B1\n3101: V.HQ", dice=[4])
    play(match, "3114", "IR99", "ST6", "attack")
    while match.decision and match.decision.kind != "Losses":
        play(match, "ready" if match.legal(match.parse("ready")) else "resolve")
    assert match.player == "french"
    assert chosen(match) == "44RI"  # two points of six; the battalion would be gone


def test_verdun_is_not_given_up_for_nothing():
    match = march("2119: 2Z\n2110: IR99, ST6\n2101: V.HQ\n2220: 37.HQ", side="french", turn=4)
    staff = Staff(MIND, 1, STEADY)
    while match.player == "french" and match.decision.kind in ("Movement", "March"):
        match.apply(staff.advise(match.position).action)
    assert any(match.position.present[x] == 2 for x in C.verdun["historical"])


# ---------------------------------------------------------------------------------------------------- the French line


def test_the_line_runs_from_the_meuse_to_the_edge_without_a_hole():
    p = GAME.start("historical", seed=1).position
    seen = Ground(p, 1, MIND.of_side[1])
    within = frozenset().union(*marching_reaches(p, 1).values())
    cells = chain(seen, price_of_line(seen, within))
    assert C.column[cells[0]] == 32
    assert any(not p.b.playable[n] for n in C.board.neighbours[cells[-1]])
    assert all(b in C.board.neighbours[a] for a, b in pairwise(cells))
    assert not any(p.present[x] == 1 for x in cells)


def test_the_posts_of_a_line_leave_no_gap_wider_than_their_zones():
    p = GAME.start("historical", seed=1).position
    seen = Ground(p, 1, MIND.of_side[1].but({"gap": 3.0}))
    cells = chain(seen, price_of_line(seen, range(C.board.size)))
    stood = set(posts(seen, cells))
    covered = stood | {n for x in stood for n in C.zone_cells[x]}
    assert set(cells[1:-1]) <= covered


def test_the_screen_stands_before_the_main_line():
    p = GAME.start("historical", seed=1).position
    seen = Ground(p, 1, MIND.of_side[1].but({"depth": 3.0}))
    found = lines(seen, range(C.board.size))
    south = sum(C.row[x] for x in found.main) / len(found.main)
    assert not found.screen or sum(C.row[x] for x in found.screen) / len(found.screen) < south


def test_on_the_last_day_the_french_cut_off_what_is_left_alone():
    """Douaumont was taken and left empty: a battalion walks in (13g)."""
    match = march("2514: 2BCP\n2001: IR99\n2002: III.HQ\n2520: 153.HQ\nfallen: 2512\ngerman ground: 2512", "french", 5)
    assert C.board.index["2512"] not in open_prizes(match.position)
    staff = Staff(MIND, 1, STEADY)
    while match.player == "french" and match.decision.kind in ("Movement", "March"):
        match.apply(staff.advise(match.position).action)
    assert match.position.control[C.board.index["2512"]] == 1


# ---------------------------------------------------------------------------------------------------- the extra turn


def extra(text, dice=()):
    match = position(f"turn: 5\nstep: french-reorganisation\n{text}", dice)
    run_to(match, "extra-turn")
    return match


def test_whoever_has_lost_calls_the_extra_turn():
    match = extra("3101: IR99\n3120: 44RI")
    assert match.player == "german" and chosen(match) == "call"
    play(match, "decline")
    assert match.player == "french" and chosen(match) == "decline"


# ---------------------------------------------------------------------------------------------------- plans and values


def test_plans_differ_in_what_they_make_of_a_position():
    match = GAME.start("historical", seed=1)
    plans = MIND.plans(match.position, 0)
    assert 4 <= len(plans) <= 8
    assert len({plan.name for plan in plans}) == len(plans)
    assert all(name in MIND.weights.as_dict() for plan in plans for name in plan.factors)
    varied = MIND.vary(match.position, 0, plans[0], Random(1), 0.8)
    assert varied.factors and varied.factors != plans[0].factors


def test_the_evaluation_is_zero_sum():
    match = GAME.start("historical", seed=1)
    features = [MIND.features(match.position, side) for side in (0, 1)]
    assert features[0].keys() == features[1].keys() <= MIND.weights.as_dict().keys()
    for name in features[0].keys() - {"v_close"}:
        assert features[0][name] == pytest.approx(-features[1][name])


def test_a_point_more_is_worth_more():
    poor, rich = (position(f"turn: 3\nstep: german-movement\n2107: IR24\n2001: III.HQ{x}") for x in ("", "\n1506: IR3"))
    assert MIND.value(rich.position, 0) > MIND.value(poor.position, 0)


def test_orders_keep_no_position():
    """Each decision is asked in a copy of its own (7.4a): what the staff keeps must be numbers."""
    match = GAME.start("historical", seed=4)
    staff = Staff(MIND, 0, STEADY)
    for _ in range(120):
        if match.player != "german":
            break
        match.apply(staff.advise(match.clone().position).action)
        kept = vars(staff._orders)
        assert not any(isinstance(x, type(match.position)) for x in kept.values())


def test_a_roll_out_leaves_the_match_alone_and_ends_after_the_reply():
    match = GAME.start("historical", seed=8)
    before = match.hash(), len(match.history)
    roll_out(match, MIND, 0, Plan("any"), 1)
    assert (match.hash(), len(match.history)) == before


@pytest.mark.parametrize("scenario", ["historical_free", "hypothetical"])
def test_other_scenarios_are_played_to_their_end(scenario, caplog):
    match = GAME.start(scenario, seed=5)
    with caplog.at_level(logging.ERROR):
        play_out(match, {side: Sergeant(side) for side in GAME.sides})
    assert match.over and not caplog.records
    assert not GAME.audit(match.position)
