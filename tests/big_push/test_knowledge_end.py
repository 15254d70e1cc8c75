"""How the staff ends a battle: the trench is closed behind the Allies, and the squares by which units left are held."""

from __future__ import annotations

from trenchline.games.big_push.components import ALLIED
from trenchline.games.big_push.knowledge.ground import Ground
from trenchline.games.great_war.knowledge.assaults import assaults
from trenchline.games.great_war.knowledge.marches import Marshal, marches
from trenchline.games.great_war.knowledge.sealing import open_squares, seal

from .kit import GAME, C, phase

MIND = GAME.knowledge


def ground(match) -> Ground:
    return Ground(match.position, ALLIED, MIND.of_side[ALLIED], ())


def labels(cells) -> set[str]:
    return {C.board.labels[x] for x in cells}


LAST = "scenario: over_the_top\nweather: 0\n"  # the fourth turn of the first scenario


def test_a_square_of_the_trench_is_open_if_a_german_can_walk_there():
    alone = phase("allied-movement", LAST + "P24: Frentz/1 >W\nA30: 51Fr >E", turn=4)
    assert {"M23", "M24", "M25"} <= labels(open_squares(Marshal(ground(alone))))
    barred = phase("allied-movement", LAST + "P24: Frentz/1 >W\nM22: 39Fr >E\nM25: 11Fr >E\nM27: 2Fr >E", turn=4)
    assert not {"M22", "M23", "M24", "M25", "M26"} & labels(open_squares(Marshal(ground(barred))))


def test_a_division_closes_in_parts_what_it_cannot_close_as_a_whole():
    units = "P22: Frentz/1 >W\nP27: Frentz/2 >W\nL25: 11Fr >E\nI26: XX >E"
    alone = phase("allied-movement", LAST + units, turn=4)
    assert "split" not in {march.kind for march in seal(Marshal(ground(alone)), [C.unit["11Fr"]])}
    brigades = phase("allied-movement", f"{LAST}{units}\npool: F4.1, F4.2, F3.1, F2.1", turn=4)
    assert "split" in {march.kind for march in seal(Marshal(ground(brigades)), [C.unit["11Fr"]])}


def test_whoever_keeps_the_enemy_out_does_not_go_for_another_square():
    """Without the 39th Division in M24 the regiment in P26 could walk into the trench."""
    units = "N24: Bn01 >W\nP26: Frentz/1 >W\nM24: 39Fr >E\nI25: XX >E"
    last = phase("allied-commitment", LAST + units, turn=4)
    assert C.unit["39Fr"] in ground(last).keepers and not assaults(ground(last))
    before = phase("allied-commitment", LAST + units, turn=3)
    assert not ground(before).keepers and assaults(ground(before))


def test_units_leave_by_a_square_that_will_be_held():
    """Of the two ways out the one is barred in time, the other is not."""
    units = "V12: 4Br >E, 29Br >E\nV20: 11Fr >E\nV18: Bn01 >W\nG14: III >E"
    match = phase("allied-movement", "scenario: away_to_siegfried\nweather: 0\n" + units, turn=21)
    here = ground(match)
    assert C.board.cell("V12") in here.secure and C.board.cell("V20") not in here.secure
    assert here.leaves(C.unit["4Br"]) and not here.leaves(C.unit["11Fr"])


def test_somebody_watches_over_a_square_by_which_units_left():
    match = phase("allied-movement", "scenario: away_to_siegfried\nweather: 0\nS12: 4Br >E\nA30: Bn01 >W", turn=21)
    p = match.position
    p.exited = (C.board.cell("V12"),)
    assert labels(open_squares(Marshal(ground(match)))) == {"V12"}
    assert [C.board.labels[m.cell] for m in marches(ground(match)) if C.ids[m.unit] == "4Br" and m.kind == "move"] == ["V12"]


def test_tanks_go_along_with_infantry():
    units = "A5: VII >E\nA7: XV supply\nB5: 4Br >E\nB6: TankA >E\nC5: 8/73 >W"
    match = phase("allied-commitment", "scenario: devil_machines\n" + units, turn=13)
    assert [labels_of(attack) for attack in assaults(ground(match))] == [{"4Br", "TankA"}]


def labels_of(attack) -> set[str]:
    return {C.ids[u] for u in attack.units}
