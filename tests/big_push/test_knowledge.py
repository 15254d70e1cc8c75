"""What the staff of either side knows: an answer to everything, exact expectations, and what follows from them."""

from __future__ import annotations

import logging
from random import Random

import pytest

from trenchline.ai import ask
from trenchline.ai.staff import Sergeant
from trenchline.core.decisions import Automatic, Decision, Joint, Roll
from trenchline.games.big_push.components import ALLIED, GERMAN
from trenchline.games.big_push.knowledge.ground import Ground, claimants, prizes
from trenchline.games.big_push.knowledge.purse import steps_wanted
from trenchline.games.great_war.knowledge.chances import toll, volley
from trenchline.games.great_war.knowledge.headquarters import within_reach
from trenchline.games.great_war.knowledge.line import Line
from trenchline.games.great_war.knowledge.marches import Marshal, marches, station
from trenchline.games.great_war.knowledge.prospects import worth
from trenchline.games.great_war.states import SUPPLY
from trenchline.lab.simulate import make_players
from trenchline.lab.simulate import play as play_out

from ..staff_kit import chosen
from .battle import HQS, assault
from .kit import GAME, C, phase, play

MIND = GAME.knowledge


def below(kind):
    for sub in kind.__subclasses__():
        yield sub
        yield from below(sub)


def test_every_decision_of_the_game_and_of_the_series_has_an_answer():
    packages = ("trenchline.games.big_push.", "trenchline.games.great_war.")
    bases = ("trenchline.games.great_war.position", "trenchline.games.big_push.position", "trenchline.games.great_war.seats")
    asked = {k for k in below(Decision) if k.__module__.startswith(packages) and k.__module__ not in bases}
    assert set(MIND.answers) == {k for k in asked if not issubclass(k, Roll | Automatic | Joint)}


@pytest.mark.parametrize("scenario", ["over_the_top", "devil_machines"])
def test_sergeants_finish_a_scenario_without_help(scenario, caplog):
    """Nobody fails, nobody answers in their place."""
    caplog.set_level(logging.ERROR)
    match = GAME.start(scenario, seed=11)
    play_out(match, {name: Sergeant(name) for name in ("allied", "german")})
    assert match.over and not caplog.records


def test_three_sergeants_finish_a_scenario(caplog):
    caplog.set_level(logging.ERROR)
    options = {"three_players": True}
    match = GAME.start("away_to_siegfried", seed=3, options=options)
    play_out(match, make_players(GAME, ("sergeant", "sergeant", "sergeant"), options, 3))
    assert match.over and not caplog.records


def test_a_seat_calls_for_no_target_that_its_own_guns_cannot_shell():
    """Else it is refused what it counts on, and calls again for ever (BP-R09)."""
    match = GAME.start("over_the_top", seed=2, options={"three_players": True})
    players = make_players(GAME, ("sergeant",) * 3, {"three_players": True}, 3)
    chance, told = Random(1), list[str]()
    while match.position.turn < 3 and len(match.history) < 1500:
        told += [event.text for event in match.apply(ask(players[match.player], match, chance).action)]
    assert len(match.history) < 1500 and not any("Too few guns were offered" in text for text in told)


# ---------------------------------------------------------------------------------------------------- expectations


def test_the_toll_of_an_assault_is_summed_over_its_column():
    """Column 0, dice unmodified, as first drafted: 2-3 A2SR, 4-5 ASR, 6 AR, 7-9 ENG, 10-12 DR."""
    found = toll(C, C.assault.columns.index("0"), 0)
    assert found.lost == pytest.approx((3 * 2 + 7 * 1) / 36)
    assert found.engaged == pytest.approx(15 / 36)
    assert found.taken == pytest.approx(6 / 36)
    assert found.killed == found.wiped == 0


def test_defensive_fire_is_summed_over_its_column():
    """Four factors, as first drafted: 2 and 3 cost two steps, 4 to 7 one, an 8 throws back."""
    found = volley(C, 4, 0)
    assert found.mean == pytest.approx((3 * 2 + 18 * 1) / 36)
    assert found.thrown == pytest.approx(5 / 36) and found.disrupted == 0


def test_more_strength_is_never_worth_less():
    match = phase("allied-commitment", f"G3: 4Br >E\nH3: 8/73 >W\n{HQS}", turn=6)
    ground = Ground(match.position, ALLIED, MIND.of_side[ALLIED], ())
    cell = C.board.cell("H3")
    values = [worth(ground, cell, mass, 1) for mass in range(2, 16)]
    assert values == sorted(values)


# ---------------------------------------------------------------------------------------------------- decisions


def test_two_divisions_fall_upon_a_mobile_regiment_and_a_lone_brigade_does_not_upon_a_stack():
    strong = phase("allied-commitment", "A5: VII >E\nA7: XV supply\nB5: 4Br >E\nB6: 29Br >E\nC5: 8/73 >W")
    assert chosen(strong).startswith(("4Br", "29Br"))
    weak = phase("allied-commitment", "A5: VII >E\nA7: XV supply\nB5: B2.1 >E\nC5: 26R/99 entrenched >W, 26R/119 entrenched >W")
    assert chosen(weak) == "done"


def test_losses_fall_where_they_cost_least():
    """A battalion's only step is worth less than the regiment's first."""
    match = phase("german-movement", "H3: 26R/99 entrenched >W, Bn01 entrenched >W\nC3: 4Br >E", turn=6)
    ground = Ground(match.position, GERMAN, MIND.of_side[GERMAN], ())
    assert ground.price_of_step(C.unit["Bn01"]) < ground.price_of_step(C.unit["26R/99"])


def test_the_germans_do_not_look_at_the_objectives():
    """Whatever was drawn, squares are worth the same to them."""
    p = GAME.start("campaign", seed=5).position
    w = MIND.of_side[GERMAN]
    p.objectives = (0, 1)
    before = prizes(p, GERMAN, w)
    p.objectives = (5, 6)
    assert prizes(p, GERMAN, w) == before
    assert prizes(p, ALLIED, w) != before


def test_a_british_place_calls_for_the_british():
    p = GAME.start("over_the_top", seed=5).position
    wanted = claimants(p, ALLIED)
    assert wanted[C.board.cell("K17")] == C.nations.index("british")
    assert wanted[C.board.cell("M32")] == C.nations.index("french")


def test_headquarters_supply_and_command_at_the_start():
    """Of the British HQs some supply and most command."""
    match = GAME.start("over_the_top", seed=5)
    players = {name: Sergeant(name) for name in ("allied", "german")}
    while match.decision.kind == "SetUp":
        match.apply(players[match.player].consider(match).action)
    p = match.position
    supply = [h for h in C.hqs[ALLIED] if p.status[h] & SUPPLY]
    assert 2 <= len(supply) <= 4


def test_an_hq_is_spent_where_several_assaults_need_it_and_not_for_a_hopeless_one():
    """One HQ supplies every assault of the phase (11.2): its price is weighed against what all of them gain."""
    line = "G3: 4Br >E\nG5: 29Br >E\nH3: 8/73 >W\nH5: Bn01 >W\n"
    both = assault(f"{line}{HQS}", {"H3": ["4Br"], "H5": ["29Br"]})
    play(both, chosen(both))
    assert chosen(both) == "XV"
    alone = assault(f"G3: B2.1 >E\nH3: 26R/99 entrenched >W, 26R/119 entrenched >W\n{HQS}", {"H3": ["B2.1"]})
    assert chosen(alone) == "assault"


def marched(match, side):
    return [(C.ids[m.unit], m.kind) for m in marches(MIND.survey(match.position, side)) if not C.hq[m.unit]]


def test_reserves_and_the_line_throw_out_whoever_is_weak():
    """A worn brigade in the start trench is struck, by those in trenches beside it and by a reserve that comes up."""
    weak = (
        "F12: B2.1 >E reduced\nF11: 26R/99 entrenched >W\nG13: 26R/119 entrenched >W\nJ12: 8/73 >W\nA12: VII >E\nI11: XIVR >W"
    )
    orders = marched(phase("german-movement", weak, turn=6), GERMAN)
    assert ("8/73", "move") in orders and ("26R/99", "mobile") in orders
    strong = weak.replace("B2.1 >E reduced", "4Br >E").replace("A12", "E11: 29Br >E\nE13: 31Br >E\nA12")
    assert ("26R/99", "mobile") not in marched(phase("german-movement", strong, turn=6), GERMAN)


def test_an_hq_keeps_away_from_where_the_enemy_can_walk_to():
    """It is removed where a zone lies over it when a phase ends (7.4.2/1)."""
    match = phase("allied-movement", "A5: VII >E\nC3: 4Br >E\nG5: 8/73 >W\nG8: 8/93 >W", turn=6)
    ground = MIND.survey(match.position, ALLIED)
    cell = station(ground, C.unit["VII"])
    assert cell not in within_reach(Line(ground))


def test_the_last_in_a_trench_stays_as_long_as_somebody_could_walk_in():
    """Another who stands with him may go to where more is threatened."""
    front = "B9: 4Br >E\nB10: 29Br >E\nA10: VII >E\nE11: 26R/99 entrenched >W\nK12: XIVR >W"
    ground = MIND.survey(phase("german-movement", front, turn=6).position, GERMAN)
    marshal, last, trench = Marshal(ground), C.unit["26R/99"], C.board.cell("E11")
    assert ground.prize[trench] and ground.near_foe[trench] > 1
    assert marshal.abandoned(trench, last) >= ground.keep(trench) / 2
    ground = MIND.survey(phase("german-movement", front.replace("E11: ", "E11: Bn01 entrenched >W, "), turn=6).position, GERMAN)
    assert Marshal(ground).abandoned(trench, last) == 0


def test_nobody_is_bought_who_would_come_too_late_to_fight():
    """A replacement marches a turn from the edge; each step is a point for the enemy (12.1.3, 13.3)."""
    for turn, bought in ((1, True), (3, False)):
        p = GAME.start("over_the_top", seed=5).position
        p.turn = turn
        p.put(C.unit["9Br"], C.box["pool"])
        assert bool(steps_wanted(p, MIND.survey(p, ALLIED))) is bought
