"""How the Germans close their line: where somebody who walks past them would win, and in the campaign before the towns."""

from __future__ import annotations

from trenchline.games.big_push.components import ALLIED, GERMAN
from trenchline.games.big_push.knowledge.barring import closed
from trenchline.games.big_push.knowledge.ground import Ground
from trenchline.games.great_war.knowledge.marches import marches

from .kit import GAME, C, phase

MIND = GAME.knowledge


def posts(text: str, turn: int = 6) -> dict[str, str]:
    """Where the German infantry of a position goes."""
    match = phase("german-movement", text, turn=turn)
    here = Ground(match.position, GERMAN, MIND.of_side[GERMAN], ())
    found = closed(here, here.to_bar, marches(here))
    return {C.ids[m.unit]: C.board.labels[m.cell] for m in found if m.kind == "move"}


def test_only_where_walking_past_them_would_win():
    for scenario, turn, bars in (
        ("over_the_top", 2, 0),
        ("punishing_land", 6, 1),
        ("devil_machines", 13, 0),
        ("campaign", 6, 3),
    ):
        match = phase("german-movement", f"scenario: {scenario}\nS20: 10B/6 >W\nM20: 39Fr >E", turn=turn)
        assert len(Ground(match.position, GERMAN, MIND.of_side[GERMAN], ()).to_bar) == bars
        assert not Ground(match.position, ALLIED, MIND.of_side[ALLIED], ()).to_bar


def test_who_stands_aside_steps_into_the_way():
    """A division before an open stretch of the east edge: the regiment north of it comes to stand between them."""
    text = "scenario: punishing_land\nweather: 0\nQ12: 39Fr >E\nS18: 10B/6 >W\nS6: 10B/8 >W"
    found = posts(text)
    rows = sorted(int(label[1:]) for label in found.values())
    assert set(found) == {"10B/6", "10B/8"} and 6 < rows[0] <= rows[1] < 18


def test_the_towns_of_the_campaign_have_garrisons():
    """The best two regiments in reach go into Bapaume; who is in contact stays."""
    text = "scenario: campaign\nweather: 0\nJ12: 46Br >E\nK12: 10B/16 >W\nO5: 2GR/15 >W\nO6: 10B/6 >W\nO7: 2GR/77 >W"
    found = posts(text, turn=3)
    assert found["2GR/15"] == found["2GR/77"] == "P7" and found.get("10B/6") != "P7" and "10B/16" not in found


def test_battalions_make_up_a_garrison_where_no_regiment_is_near():
    """As many as may stack in Bapaume (7.3.2)."""
    found = posts("scenario: campaign\nweather: 0\nJ12: 46Br >E\nO6: Bn01 >W, Bn02 >W\nO7: Bn03 >W, Bn04 >W, Bn05 >W", turn=3)
    assert sum(cell == "P7" for cell in found.values()) == 4


def test_the_last_in_a_trench_stays_though_a_post_elsewhere_would_bar_more():
    """D10 is German start trench; of two regiments there one may go."""
    text = "scenario: campaign\nweather: 0\nA13: 46Br >E\nD10: 10B/16 >W{more}"
    assert "10B/16" not in posts(text.format(more=""), turn=3)
    assert set(posts(text.format(more=", 10B/6 >W"), turn=3)) & {"10B/16", "10B/6"}
