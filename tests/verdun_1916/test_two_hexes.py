"""VV-R92 to VV-R94: two hexes beaten in one combat, HQs that are too many, guests in works."""

import pytest

from .kit import C, at, declare, fight, march, odds, options, play, refused, result, states, steps, where

CELL = C.board.index

# 3114 is ringed by Germans but for 3115 behind it; both are attacked at once. A German zone lies on 3115.
RING = "3214: IR81, ST4\n3113: IR87\n3213: LGIR115\n3013: IR117\n3014: RIR16\n3114: 351R\n3115: 14.B2\n2518: 42RI"


def beaten(cells, first):
    match = fight(RING, dice=[5])
    declare(match, cells, "IR81", "IR87")
    assert result(play(match, "resolve")) == "DR" and match.player == "french"
    assert options(match) == {"3114", "3115"}
    play(match, first)
    while match.decision.kind == "Retreat":
        play(match, max(options(match)))
    return match


@pytest.mark.case("verdun-1916", "VV-R92", "7.1g", "7.6R-c")
@pytest.mark.parametrize("cells", ["3114 3115", "3115 3114"])
def test_who_falls_back_onto_others_that_are_beaten_goes_on_with_them(cells):
    match = beaten(cells, "3114")
    assert where(match, "351R", "14.B2") == ["3116", "3116"]
    assert steps(match, "351R") == 3  # a friend in 3115 took the zone away (3.2e)
    assert "sheltered" in states(match, "351R") and "sheltered" not in states(match, "14.B2")


@pytest.mark.case("verdun-1916", "VV-R92", "3.3c")
@pytest.mark.parametrize("cells", ["3114 3115", "3115 3114"])
def test_and_goes_on_by_himself_where_they_have_left(cells):
    match = beaten(cells, "3115")
    assert where(match, "351R", "14.B2") == ["3116", "3116"] and steps(match, "351R") == 2


@pytest.mark.case("verdun-1916", "VV-R92")
def test_the_owner_can_save_with_the_order_what_the_attackers_order_killed():
    """A battalion that has to pass the empty hex under the zone is lost; with its friends there it lives."""
    fates = {}
    for first in ("3114", "3115"):
        match = fight(RING.replace("351R", "14.B1"), dice=[4])
        declare(match, "3115 3114", "IR81")
        assert result(play(match, "resolve")) == "A/DR"
        play(match, first)
        while match.player == "french":
            play(match, max(options(match)))
        fates[first] = at(match, "14.B1")
    assert fates == {"3114": "3116", "3115": "stock"}


@pytest.mark.case("verdun-1916", "VV-R92", "VV-R53")
def test_attackers_who_fall_back_onto_attackers_go_on_with_them():
    match = fight("3114: IR81\n3113: IR87 loss\n3213: 42RI, 14.B1\n3013: 44RI\n3214: 60RI\n2518: 351R", dice=[3])
    declare(match, "3213", "IR81", "IR87")
    assert result(play(match, "resolve")) == "AR" and match.player == "german"
    play(match, "3114")  # its way home leads through 3113
    while match.decision.kind == "Retreat":
        play(match, min(options(match)))
    assert at(match, "IR81") == at(match, "IR87") and C.board.distance(CELL[at(match, "IR81")], CELL["3113"]) == 1
    assert CELL[at(match, "IR81")] not in (CELL["3113"], CELL["3114"])


@pytest.mark.case("verdun-1916", "VV-R92", "7.6R-j")
def test_two_beaten_hexes_do_not_change_places():
    ring = "3214: IR81, ST4\n3113: IR87\n3213: LGIR115\n3013: IR117\n3014: RIR16\n3116: IR99\n3015: IR105\n3215: IR143"
    match = fight(f"{ring}\n3114: 351R\n3115: 14.B2\n2518: 42RI", dice=[5])
    declare(match, "3114 3115", "IR81", "IR87")
    play(match, "resolve")
    play(match, "3114")
    assert where(match, "351R", "14.B2") == ["eliminated", "stock"]


@pytest.mark.case("verdun-1916", "VV-R92")
def test_a_position_between_two_retreats_is_written_and_read():
    match = fight(RING, dice=[5])
    declare(match, "3114 3115", "IR81", "IR87")
    play(match, "resolve")
    again = match.game.position(match.game.notation(match), dice=[])
    assert again.hash() == match.hash()
    verdict = refused(again, "3116")
    assert "No stack must retreat from 3116" in verdict.reason and verdict.cases == ("VV-R92",)
    play(again, "3115")
    assert at(again, "14.B2") != "3115"


@pytest.mark.case("verdun-1916", "VV-R93", "1.4e", "4d")
def test_an_hq_is_never_the_surplus():
    """Six HQs stay together; what stands with them goes."""
    hqs = "72.HQ, 51.HQ, 14.HQ, 37.HQ, 153.HQ, 16.HQ"
    match = march(f"3114: {hqs}, 14.B1\n3110: IR81", side="french")
    play(match, "done")
    assert options(match) == {"14.B1"}
    play(match, "14.B1")
    assert match.decision is None or match.decision.kind != "Overstacked"
    assert at(match, "14.B1") == "stock" and {at(match, hq) for hq in hqs.split(", ")} == {"3114"}


@pytest.mark.case("verdun-1916", "VV-R93", "1.4e")
def test_and_others_may_be_chosen_but_not_it():
    match = march("3113: IR81, XVIII.HQ, ST4\n3001: IR99")
    play(match, "done")
    verdict = refused(match, "XVIII.HQ")
    assert "by combat only" in verdict.reason and verdict.cases == ("1.4e",)


# 2512 is Douaumont. 351R only shelters in it and may not fight; XXX.A1 is corps artillery, AD14 of another division.
GUEST = "2511: IR81 exploited, ST4 exploited\n2611: IR87 exploited\n2512: 351R sheltered\n2516: XXX.A1, AD14\n2520: 42RI"


@pytest.mark.case("verdun-1916", "VV-R94", "VV-R09", "7.3k")
def test_works_with_a_guest_are_supported_like_empty_ones():
    match = fight(GUEST, phase="second-combat")
    play(match, "2512", "IR81", "attack")
    assert options(match) == {"XXX.A1", "ready"}  # of any corps, as for empty works; no division is in the combat
    play(match, "XXX.A1", "ready")
    against = {line.text for line in odds(match).lines if line.case in ("7.3k", "7.2a", "8.2d")}
    assert against == {"Fort de Douaumont", "{XXX.A1} supports"}


@pytest.mark.case("verdun-1916", "VV-R94", "7.5n", "7.1g")
def test_a_guest_cannot_hold_the_works_and_they_lose_their_step_to_a_retreat():
    match = fight(GUEST, dice=[3], phase="second-combat")
    declare(match, "2512", "IR81")
    assert result(play(match, "resolve")) == "DR"
    play(match, "2513")
    assert at(match, "351R") != "2512" and not match.position.fortress_stands(CELL["2512"])


@pytest.mark.case("verdun-1916", "VV-R94", "7.5n")
def test_with_a_garrison_beside_the_guest_it_is_asked():
    match = fight(GUEST.replace("351R sheltered", "351R sheltered, 14.B1"), dice=[3], phase="second-combat")
    declare(match, "2512", "IR81", "ST4", "IR87")
    play(match, "resolve")
    while match.decision.kind == "Losses":
        play(match, "351R")
    assert options(match) == {"hold", "retreat"}
    play(match, "hold")
    while match.decision.kind == "Losses":
        play(match, "351R")
    assert where(match, "351R", "14.B1") == ["2512", "2512"]


@pytest.mark.case("verdun-1916", "VV-R92", "7.6R-h")
def test_r18_who_cannot_stack_with_those_he_fell_back_onto_goes_after_them():
    match = fight("3114: IR81\n3113: IR87\n3213: 42RI, 14.B1\n3013: 44RI\n3214: 60RI\n2518: 351R", dice=[2])
    declare(match, "3213", "IR81", "IR87")
    assert result(play(match, "resolve")) == "AR"
    play(match, "3114")
    while match.decision.kind == "Retreat":
        play(match, min(options(match)))
    away = {unit: C.board.distance(CELL[at(match, unit)], CELL["3113"]) for unit in ("IR81", "IR87")}
    assert away["IR87"] == 1 and 1 <= away["IR81"] <= 2 and at(match, "IR81") != at(match, "IR87")
