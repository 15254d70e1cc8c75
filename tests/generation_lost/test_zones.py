"""11.0 Zones of control: extent, who has none, what they do to movers, forts."""

import pytest

from .kit import C, barred, game_position, march, move, price, reach, tired

LABELS = C.board.labels


def zone(match, side):
    """The squares in which a side has a zone of control."""
    return {LABELS[x] for x, level in enumerate(game_position(match).zone[("german", "french").index(side)]) if level}


def around(*cells):
    return {LABELS[n] for cell in cells for n in (C.board.index[cell], *C.board.neighbours[C.board.index[cell]])}


@pytest.mark.case("generation-lost", "11.1.1")
def test_a_unit_in_good_order_controls_its_square_and_the_eight_around_it():
    """GL-E18; guns and HQs too (GL-R75)."""
    for unit in ("11R/1 >S", "Bn01 >S", "G150 >S", "VIR >S"):
        assert zone(march(f"N30: {unit}"), "german") == around("N30")


@pytest.mark.case("generation-lost", "11.1.1", "12.3.2")
def test_zones_cross_the_meuse_only_at_crossings():
    """GL-R73: at K19 the zone reaches over the bridge to K18, at G16 over nothing."""
    assert zone(march("K19: 11R/1 >S"), "german") == {"J18", "J19", "J20", "K18", "K19", "K20", "L18", "L19", "L20"}
    assert zone(march("G16: 11R/1 >S"), "german") == around("G16") - {"G15"}


@pytest.mark.case("generation-lost", "11.1.2")
def test_engaged_units_keep_their_zones():
    match = march(
        'N30: 11R/1 >S, B4.1 >N\nengagements: [{"cell": 471, "side": 0, "units": [0], "starts": [437], "facings": [4]}]'
    )
    assert zone(match, "german") == zone(match, "french") == around("N30")


@pytest.mark.case("generation-lost", "11.1.3", "11.1.4")
def test_supply_headquarters_and_disordered_units_control_their_own_square():
    for unit in ("VIR supply", "11R/1 >S disrupted", "11R/1 >S suppressed"):
        assert zone(march(f"N30: {unit}"), "german") == {"N30"}
    assert zone(march("interdicted: N30=2\nN30: 11R/1 >S"), "german") == {"N30"}


@pytest.mark.case("generation-lost", "11.1.4")
def test_a_unit_in_good_order_protects_those_it_stands_with():
    assert zone(march("N30: 11R/1 >S disrupted, Bn01 >S"), "german") == around("N30")


@pytest.mark.case("generation-lost", "11.1.5", "11.2.3")
def test_a_friend_does_not_cancel_a_zone_for_movement():
    """GL-E19: A in N29, B in N30, the enemy in M29."""
    match = march("N29: B4.1 >N\nN30: B4.2 >N\nM29: 11R/1 >S", side="french")
    for unit, cell in (("B4.1", "N30"), ("B4.2", "N29")):
        verdict = barred(tired(match, unit, 2), unit, cell)
        assert verdict.reason == f"{unit} cannot go straight from one enemy zone of control to another"
        assert verdict.cases == ("11.2.3",)
    assert {"N29", "N30"} <= zone(match, "german") & zone(match, "french")


@pytest.mark.case("generation-lost", "11.2.1", "11.2.2", "11.2.3")
def test_one_leaves_a_zone_before_entering_it_again_and_stops_there():
    """GL-E20: the unit stands in square 1 (P31), the enemy in O32, square 4 is P32."""
    match = march("P31: B4.1 >N\nO32: 11R/1 >S", side="french")
    assert barred(tired(match.clone(), "B4.1", 2), "B4.1", "P32").cases == ("11.2.3",)
    assert price(match, "B4.1", "Q31") == 1
    assert price(match, "B4.1", "Q31", "P32") == 3  # neither leaving nor entering costs more
    assert price(match, "B4.1", "Q32", "P32") == 3
    move(match, "B4.1", "Q31", "P32")
    assert reach(match, "B4.1") == set()
    assert barred(match, "B4.1", "Q32").cases == ("11.2.2",)


@pytest.mark.case("generation-lost", "11.2.3", "11.1.4")
def test_a_suppressed_unit_stops_nobody_but_its_neighbour_does():
    """GL-E21: G in P33, A suppressed in Q31, B in R33; squares 1, 2, 3 are P31, P32, Q32."""
    match = march("P33: 11R/1 >S\nQ31: B4.1 >N suppressed\nR33: B4.2 >N")
    for cell in ("P31", "P32"):
        twin = match.clone()
        move(twin, "11R/1", cell)
        assert reach(twin, "11R/1")
    move(match, "11R/1", "Q32")
    assert reach(match, "11R/1") == set()


@pytest.mark.case("generation-lost", "11.3.1", "9.2.4")
def test_whoever_is_in_a_fort_has_a_zone_and_a_dummy_looks_like_a_garrison():
    """GL-R75; an interdiction lies outside (GL-R269)."""
    match = march("L25: Gar1 inside")
    assert zone(match, "french") == around("L25")
    assert zone(march("interdicted: L25=1\nL25: Gar1 inside"), "french") == around("L25")
    assert zone(march("interdicted: L25=1\nL25: B3.1 >N reduced"), "french") == {"L25"}


@pytest.mark.case("generation-lost", "11.3.2")
def test_a_disrupted_occupant_has_no_zone_and_may_be_passed_but_not_joined():
    """GL-R76."""
    match = march("K25: Bn01 >S\nL25: Gar1 inside disrupted")
    assert zone(match, "french") == set()
    assert "L25" not in reach(match, "Bn01")
    assert price(match, "Bn01", "M25") == 4  # 2 up to the fort, 2 down again
    verdict = barred(match, "Bn01", "L25")
    assert (verdict.reason, verdict.cases) == ("The enemy is in the fort of L25: one may pass, but not stop there", ("11.3.2",))
    held = march("K25: Bn01 >S\nL25: Gar1 inside disrupted, B3.1 >N reduced disrupted")
    assert barred(held, "Bn01", "L25").reason == "The enemy holds L25"
