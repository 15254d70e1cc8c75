"""16.5.6 Retreats: nearer the own edge and vacant first, displacement, off the map."""

import pytest

from trenchline.games.great_war.retreat import may_be_displaced

from .battle import HQS, POOL, assault, outcome
from .kit import C, at, facing, game_position, here, kind, options, order, play, points, refused, steps


def beaten(text, cell="N29", attacker="14R/1", side="german", result="DR", **more):
    """The defenders of a square must retreat."""
    match = assault(text, {cell: [attacker]}, side, turn=4, **more)
    outcome(match, result)
    return match


def ways(match):
    """Where each unit may go."""
    found = {}
    for action in match.actions():
        found.setdefault(action.unit, set()).add(action.cell)
    return found


@pytest.mark.case("generation-lost", "16.5.6", "16.5.6(a)", "GL-R157", "GL-R292")
def test_a_defender_goes_back_one_square_toward_his_edge():
    match = beaten(f"M29: 14R/1 >S\nN29: 14Fr >N\n{HQS}")
    assert ways(match) == {"14Fr": {"O28", "O29", "O30"}}
    assert refused(match, "14Fr-N28>N").cases[0] == "16.5.6"
    german = beaten("O29: 14Fr >N\nN29: 14R/1 >S\nR29: VIIFr >N", attacker="14Fr", side="french")
    assert ways(german) == {"14R/1": {"M28", "M29", "M30"}}


@pytest.mark.case("generation-lost", "16.5.6(a)", "GL-R157", "GL-R292")
def test_vacant_before_friendly_and_clear_of_zones_within_a_class():
    text = f"M29: 14R/1 >S\nN29: B4.1 >N\nO28: B4.2 >N\nO29: B4.3 >N\n{HQS}"
    assert ways(beaten(text)) == {"B4.1": {"O30"}}  # the only vacant one
    zone = f"{text}\nP31: 21/1 >N\nO30: B4.4 >N"
    assert ways(beaten(zone)) == {"B4.1": {"O28", "O29"}}  # all held: those outside enemy zones
    only = f"M29: 14R/1 >S\nN29: B4.1 >N\nO28: B4.2 >N\nO29: B4.3 >N\nP31: 21/1 >N\n{HQS}"
    assert ways(beaten(only)) == {"B4.1": {"O30"}}  # vacant in a zone comes before friends outside (16.5.6(f))


@pytest.mark.case("generation-lost", "16.5.6(f)")
def test_a_zone_costs_nothing():
    match = beaten(f"M29: 14R/1 >S\nN29: 14Fr >N\nP29: 21/1 >N\n{HQS}")
    play(match, "14Fr-O29>N")
    assert steps(match, "14Fr") == 4 and at(match, "14Fr") == "O29"


@pytest.mark.case("generation-lost", "16.5.6(a)", "GL-R292")
def test_sideways_if_the_rear_is_barred_and_never_forward():
    text = f"M29: 14R/1 >S\nN29: 14Fr >N\nO28: 21/1 >N\nO29: 21/2 >N\nO30: 21/3 >N\n{HQS}"
    assert ways(beaten(text)) == {"14Fr": {"N28", "N30"}}
    match = beaten(f"{text}\nN28: 25/1 >S\nN30: 25/2 >S")
    assert at(match, "14Fr") == "pool" and points(match) == [4, 0]  # M28 and M30 are free, but forward (GL-R156)


@pytest.mark.case("generation-lost", "16.5.6(a)", "16.5.6(c)", "16.5.6(d)", "GL-R278")
def test_defenders_may_split_and_face_as_they_like_in_a_vacant_square():
    match = beaten(f"M29: 14R/1 >S\nN29: B4.1 >N, B4.2 >N\n{HQS}")
    play(match, "B4.1-O28>W", "B4.2-O30>E")
    assert [facing(match, u) for u in ("B4.1", "B4.2")] == ["W", "E"]
    text = f"M29: 14R/1 >S\nN29: B4.1 >N\nO28: B4.2 >W\nO29: B4.3 >W\nO30: B4.4 >W\n{HQS}"
    match = beaten(text)
    assert options(match) == {"B4.1-O28", "B4.1-O29", "B4.1-O30"}  # no choice of facing
    play(match, "B4.1-O29")
    assert facing(match, "B4.1") == "W"


@pytest.mark.case("generation-lost", "16.5.6(a)", "16.5.6(c)", "GL-R292")
def test_defenders_may_stay_together_in_a_vacant_square_that_holds_them():
    """R39: apart if they like, not because the first of them has made the square an occupied one."""
    match = beaten(f"M29: 14R/1 >S\nN29: B4.1 >N, B4.2 >N\nO28: B4.3 >N\n{HQS}")
    play(match, "B4.1-O29>W")
    assert ways(match) == {"B4.2": {"O29", "O30"}} and "B4.2-O29" in options(match)  # facing as its neighbour; not to O28
    play(match, "B4.2-O29")
    assert here(match, "O29") == {"B4.1", "B4.2"} and facing(match, "B4.2") == "W"
    full = beaten(f"M29: 14R/1 >S\nN29: B4.1 >N, B4.2 >N, 14Fr >N\n{HQS}")
    play(full, "14Fr-O29>N")
    assert ways(full) == {"B4.1": {"O28", "O30"}, "B4.2": {"O28", "O30"}}  # a division shares with nobody


@pytest.mark.case("generation-lost", "16.5.6(e)", "GL-R292", "GL-R288")
def test_example_gl_e46_displacement():
    text = f"M29: 14R/1 >S\nN29: B4.1 >N, B4.2 >N\nO28: 16Fr >N\nO29: 18Fr >N\nO30: 27Fr >N\n{HQS}"
    match = beaten(text)
    play(match, "B4.1-O29")
    assert kind(match) == "Displace" and options(match) == {"18Fr"}
    play(match, "18Fr", "18Fr-P29>N")
    play(match, "B4.2-O29")
    assert here(match, "O29") == {"B4.1", "B4.2"} and at(match, "18Fr") == "P29" and steps(match, "18Fr") == 4


@pytest.mark.case("generation-lost", "16.5.6(e)", "GL-R292")
def test_who_has_just_retreated_does_not_make_room_for_the_next():
    """As in GL-E46, where B and C stay: the one who stood there goes, not the first of those who came."""
    match = beaten(f"M29: 14R/1 >S\nN29: B4.1 >N, B4.2 >N\nO28: B3.1 >N\nO29: B3.2 >N\nO30: B3.3 >N\n{HQS}")
    play(match, "B4.1-O29", "B4.2-O29")
    assert kind(match) == "Displace" and options(match) == {"B3.2"}
    play(match, "B3.2", "B3.2-P29>N")
    assert here(match, "O29") == {"B4.1", "B4.2"} and at(match, "B3.2") == "P29"


@pytest.mark.case("generation-lost", "16.5.6(e)", "GL-R292")
def test_a_square_that_only_those_who_came_before_could_clear_is_no_way():
    """A division shares with nobody: it would have to drive out the brigade that has just come."""
    match = beaten(f"M29: 14R/1 >S\nN29: B4.1 >N, 14Fr >N\nO28: B3.1 >N\nO29: B3.2 >N\nO30: B3.3 >N\n{HQS}")
    play(match, "B4.1-O29")
    assert ways(match) == {"14Fr": {"O28", "O30"}}


@pytest.mark.case("generation-lost", "16.5.6(e)", "GL-R292")
def test_a_supply_hq_is_displaced_in_supply_mode():
    text = f"M29: 14R/1 >S\nN29: 14Fr >N\nO28: 16Fr >N\nO29: VIIFr supply\nO30: 27Fr >N\n{HQS}"
    match = beaten(text)
    play(match, "14Fr-O29>N" if "14Fr-O29>N" in options(match) else "14Fr-O29", "VIIFr", "VIIFr-P29")
    assert order(match, "VIIFr") == {"supply"} and here(match, "O29") == {"14Fr"}


@pytest.mark.case("generation-lost", "16.5.6(e)", "GL-R292")
def test_displacement_goes_on_from_square_to_square():
    third = "\n".join(f"P{n}: {unit} >N" for n, unit in zip(range(28, 31), ("34Fr", "37Fr", "39Fr"), strict=True))
    text = f"M29: 14R/1 >S\nN29: 14Fr >N\nO28: 16Fr >N\nO29: 18Fr >N\nO30: 27Fr >N\n{third}\n{HQS}"
    match = beaten(text)
    play(match, "14Fr-O29", "18Fr", "18Fr-P29", "37Fr", "37Fr-Q29>N")
    assert [at(match, u) for u in ("14Fr", "18Fr", "37Fr")] == ["O29", "P29", "Q29"]


@pytest.mark.case("generation-lost", "GL-R292", "GL-R288", "16.5.6(e)")
def test_committed_units_and_garrisons_are_not_displaced():
    text = f"M29: 14R/1 >S\nM30: 21/1 >S, 21/2 >S\nN29: 14Fr >N\nN31: B4.2 >N\nN25: Gar1 inside\n{HQS}"
    p = game_position(assault(text, {"N29": ["14R/1"], "N31": ["21/1"]}))
    assert [may_be_displaced(p, C.unit[u], forced=False) for u in ("21/1", "21/2", "Gar1")] == [False, True, False]


@pytest.mark.case("generation-lost", "10.5.1", "GL-R292", "GL-R157")
def test_large_units_do_not_retreat_onto_forts():
    match = beaten("M24: 14R/1 >S\nM25: 21/1 >S\nN24: B4.1 >N\nK25: XVIII >S", cell="N24")
    assert "N23" not in ways(match)["B4.1"] and "N25" not in ways(match)["B4.1"]
    small = beaten(
        "M24: 14R/1 >S\nN24: 59C.1 >N\nO23: 21/1 >N\nO24: 21/2 >N\nO25: 21/3 >N\nK25: XVIII >S",
        cell="N24",
    )
    assert ways(small) == {"59C.1": {"N23", "N25"}}
    assert {o for o in options(small) if "N25" in o} == {f"59C.1-N25>{w}~{s}" for w in "NESW" for s in ("inside", "outside")}


@pytest.mark.case("generation-lost", "16.5.6(g)", "GL-R299", "17.1.2")
def test_a_retreat_eliminates_a_garrison():
    text = f"M25: Eng1 >S\nN25: Gar1 inside revealed\ngarrisons: [1, -1, -1, -1, -1, -1, -1, -1]\n{HQS}\n{POOL}"
    match = beaten(text, cell="N25", attacker="Eng1")
    while kind(match) == "ThrowAgain":
        play(match, "stand")
    assert at(match, "Gar1") == "gone" and points(match) == [1, 0] and game_position(match).lost == [0, 1]
    assert kind(match) == "Advance"


@pytest.mark.case("generation-lost", "16.5.6(h)", "18.3.3", "GL-R158", "GL-R292")
def test_example_gl_e94_off_the_friendly_edge():
    text = "U29: 14R/1 >S\nV29: B4.1 >N\n{}\nS29: XVIII >S"
    side = beaten(text.format("V28: 21/1 >W"), cell="V29")
    assert ways(side) == {"B4.1": {"V30"}}
    gone = beaten(text.format("V28: 21/1 >W\nV30: 21/2 >E"), cell="V29")
    p = game_position(gone)
    assert at(gone, "B4.1") == "returning" and points(gone) == [2, 0] and p.lost == [0, 0]
    (row,) = p.returning
    assert (C.ids[row.unit], row.turn, row.way) == ("B4.1", 5, "offmap")  # it waits beside the edge


@pytest.mark.case("generation-lost", "16.5.6(h)", "GL-R158", "GL-R292")
def test_off_another_edge_it_is_lost_for_good():
    text = "M33: 14R/1 >S\nN34: B4.1 >N\nO33: 21/1 >N\nO34: 21/2 >N\nN33: 21/3 >E\nK33: XVIII >S"
    match = beaten(text, cell="N34")
    assert at(match, "B4.1") == "gone" and points(match) == [2, 0] and game_position(match).lost == [0, 2]


@pytest.mark.case("generation-lost", "16.5.6(h)", "GL-R292")
def test_a_reduced_unit_keeps_its_strength_beside_the_edge():
    text = "U29: 14R/1 >S\nV29: B4.1 >N reduced\nV28: 21/1 >W\nV30: 21/2 >E\nS29: XVIII >S"
    match = beaten(text, cell="V29")
    assert at(match, "B4.1") == "returning" and steps(match, "B4.1") == 1 and points(match) == [1, 0]


@pytest.mark.case("generation-lost", "GL-R277", "12.4.2(b)")
def test_a_retreat_in_rain_costs_the_trench():
    for weather, mode in (("drizzle", {"entrenched"}), ("rain", set())):
        text = "O28: 5Fr >N\nO29: 106Fr >N\nN29: 14R/1 >S entrenched\nR29: VIIFr >N"
        match = assault(text, {"N29": ["106Fr", "5Fr"]}, "french", turn=4, weather=weather)
        outcome(match, "DR")
        play(match, "14R/1-M29>S")
        assert order(match, "14R/1") == mode


@pytest.mark.case("generation-lost", "12.5.1", "GL-R292")
def test_the_heaviest_guns_retreat_along_major_roads_only():
    text = f"O29: B4.1 >N\nN29: G420.1 >S\nR29: VIIFr >N\n{POOL}"
    match = assault(text, {"N29": ["B4.1"]}, "french", turn=4)
    outcome(match, "DR")
    assert at(match, "G420.1") == "pool"  # no road leads from there


@pytest.mark.case("generation-lost", "16.5.6(h)", "GL-R292", "16.5.6(e)")
def test_a_displaced_unit_may_leave_by_its_friendly_edge():
    row = "V28: 21/1 >N\nV29: 18Fr >N\nV30: 21/2 >N"
    match = beaten(f"T29: 14R/1 >S\nU29: 14Fr >N\n{row}\nR29: XVIII >S", cell="U29")
    play(match, "14Fr-V29")
    assert options(match) == {"18Fr"}
    play(match, "18Fr")
    assert at(match, "14Fr") == "V29" and at(match, "18Fr") == "returning" and points(match) == [4, 0]
