"""What the staffs of the campaign know: the Allies that they win by points, the Germans what Commit Reserves is good for."""

from __future__ import annotations

from trenchline.games.big_push.components import ALLIED
from trenchline.games.big_push.knowledge.ground import Ground, enough_points, prizes
from trenchline.games.big_push.knowledge.purse import SPARE
from trenchline.games.big_push.position import Position

from ..staff_kit import chosen
from .kit import GAME, C, game_position, phase, position

MIND = GAME.knowledge
COMMITTED = 'scenario: campaign\noperations: ["commit_reserves"]\n'


def drawn(*names: str, points: tuple[int, int] = (60, 60)) -> Position:
    """A campaign with these objectives and points."""
    p = GAME.start("campaign", seed=5).position
    p.objectives, p.points = tuple(C.marker_names.index(name) for name in names), list(points)
    return p


def worth(p: Position, label: str) -> float:
    return prizes(p, ALLIED, MIND.of_side[ALLIED])[C.board.cell(label)]


# ---------------------------------------------------------------------------------------------------- the Allies


def test_a_town_that_is_no_objective_is_worth_nothing_to_the_allies():
    assert worth(drawn("gommecourt", "hem"), "P7") == 0.0
    assert worth(drawn("bapaume", "peronne"), "P7") > worth(drawn("bapaume", "peronne"), "U26") > 0.0


def test_an_objective_counts_little_once_there_are_points_enough():
    """Twice the German points and some, or more than these if the marker for German strength was drawn (15.7.1/3, BP-R111)."""
    far, near = drawn("bapaume", points=(200, 60)), drawn("bapaume", points=(120, 60))
    assert enough_points(far) and not enough_points(near) and worth(far, "P7") < worth(near, "P7")
    assert enough_points(drawn("bapaume", "strength", points=(120, 60)))


def test_a_step_of_their_own_weighs_more_to_the_allies_of_the_campaign():
    of = {s: Ground(GAME.start(s, seed=1).position, ALLIED, MIND.of_side[ALLIED], ()).w for s in ("campaign", "over_the_top")}
    assert of["campaign"].loss == 4 * of["over_the_top"].loss == 4 * MIND.of_side[ALLIED].loss


# ---------------------------------------------------------------------------------------------------- the Germans


def test_battalions_out_of_contact_form_the_best_regiment_they_may():
    """So their counters can be bought again; before the enemy they stay what they are."""
    pool = "turn: 6\nstep: german-movement\npool: 12R/1, 121/7, 26R/121\nS12: Bn01 >W, Bn02 >W\n"
    behind = position(COMMITTED + pool + "K12: 46Br >E")
    assert behind.decision.kind == "Combining" and chosen(behind).startswith("121/7")
    before = position(COMMITTED + pool + "R12: 46Br >E")
    assert before.decision.kind == "Combining" and chosen(before) == "done"


def test_some_battalions_stay_in_the_pool_for_regiments_that_lose_a_step():
    """Without one such a regiment is lost with all its steps (BP-R119)."""
    battalions = [C.ids[u] for u in C.of_nation[C.nations.index("german")] if C.battalion[u]]
    for left, buys in ((SPARE, False), (SPARE + 1, True)):
        text = f"tally: 0 4\npool: {', '.join(battalions[:left])}\nM5: 46Br >E\nS5: 10B/6 >W"
        match = phase("reorganization", COMMITTED + text, dice=[1, 1], turn=6)
        p = game_position(match)
        assert match.player == "german" and sum(C.battalion[u] for u in p.stacks[C.box["pool"]]) == left
        assert (chosen(match) != "done") == buys
