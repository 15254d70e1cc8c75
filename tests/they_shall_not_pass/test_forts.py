"""14.8 Forts."""

import pytest

import trenchline
from trenchline.games.they_shall_not_pass.components import FRENCH, STRONG, WEAK
from trenchline.games.they_shall_not_pass.victory import casualties, victory_lines

from .kit import (
    C,
    assault,
    at,
    column,
    control,
    declare,
    fight,
    fort,
    move,
    options,
    play,
    points,
    position,
    reach,
    refused,
    result,
    states,
)

GAME = "they-shall-not-pass"
# Fort Vaux, 2515: no other terrain. 2514, 2614, 2415 and 2516 touch it.
STORM = "2514: IR81, IR87\n2614: FR80, LGIR115"
TROOPS = ("IR81", "IR87", "FR80", "LGIR115")


def storm(defenders, die, text=STORM, **how):
    match = fight(f"{text}\n2515: {defenders}", dice=[die], **how)
    return match, result(assault(match, "2515", *TROOPS))


def zone(match, cell):
    return match.position.zone[FRENCH][C.board.index[cell]]


@pytest.mark.case("they-shall-not-pass", "14.8", "14.9", "TP-R17")
def test_all_seven_forts_are_french_and_intact_at_the_start():
    match = trenchline.load(GAME).start(seed=1)
    assert len(C.forts) == 7
    for place in C.forts:
        label = C.board.labels[place.cell]
        assert fort(match, place.name) == 1 and control(match, label) == "french"


@pytest.mark.case("they-shall-not-pass", "14.8", "8.41", "8.42a", "TP-R70")
def test_an_intact_fort_exerts_a_strong_zone_though_nobody_is_in_it():
    match = position("turn: 2\nstep: german-movement\n2512: IR81\n3022: 42RI")
    assert {zone(match, near) for near in ("2514", "2614", "2615", "2516", "2415", "2414")} == {STRONG}
    assert zone(match, "2513") == 0
    match = position("turn: 2\nstep: german-movement\n2414: IR81\n3022: 42RI")
    assert "2514" not in reach(match, "IR81")  # not straight from one hex of its zone to another
    match = position("turn: 2\nstep: german-movement\nweather: bad\n2714: IR81\n3022: 42RI")
    move(match, "IR81", "2614")
    assert points(match, "IR81") == 0


@pytest.mark.case("they-shall-not-pass", "14.8", "8.11", "TEC.1")
def test_germans_may_not_enter_a_fort_until_it_is_destroyed_and_the_french_may_anytime():
    match = position("turn: 2\nstep: german-movement\n2514: IR81\n3022: 42RI")
    play(match, "IR81")
    assert "14.8" in refused(match, "IR81-2515").cases
    match = position("turn: 2\nstep: german-movement\nforts: Vaux 0\n2514: IR81\n3022: 42RI")
    move(match, "IR81", "2515")
    assert control(match, "2515") == "german"
    assert "2515" in reach(position("turn: 2\nstep: french-movement\n2514: 42RI"), "42RI")


@pytest.mark.case("they-shall-not-pass", "14.82", "14.8", "TP-R65")
def test_a_destroyed_fort_has_no_zone():
    match = position("turn: 2\nstep: german-movement\nforts: Vaux 0\n2512: IR81\n3022: 42RI")
    assert zone(match, "2514") == 0


@pytest.mark.case("they-shall-not-pass", "14.81", "7.13b", "BT.2", "TEC.2")
def test_units_in_an_intact_fort_cannot_be_barraged():
    text = "turn: 2\nstep: german-bombardment\nnaval: NAV\n2515: 42RI\n3014: 44RI"
    match = position(text)
    assert "barrage:2515" not in options(match)
    assert any(case.startswith("7.13") for case in refused(match, "barrage:2515").cases)
    assert "barrage:2515" in options(position(f"forts: Vaux 0\n{text}"))


@pytest.mark.case("they-shall-not-pass", "14.81", "9.24")
def test_the_fort_shifts_two_columns_and_adds_two_to_its_defenders():
    match = declare(fight(f"{STORM}\n2515: 208R"), "2515", *TROOPS)
    assert column(match) == "2:1"  # 24 against 4 + 2 is 4:1, two down
    ruined = declare(fight(f"forts: Vaux 0\n{STORM}\n2515: 208R"), "2515", *TROOPS)
    assert column(ruined) == "6:1"


@pytest.mark.case("they-shall-not-pass", "TP-R115", "14.81", "9.43")
def test_one_hit_is_a_step_of_the_regiment_or_of_the_garrison():
    match, hits = storm("42RI", 2)
    assert hits == "3/1" and options(match) == {"42RI", "garrison:2515"}  # no retreat: 9.43
    play(match, "42RI")
    assert fort(match, "Vaux") == 1 and "reduced" in states(match, "42RI")
    match, _ = storm("42RI", 2)
    play(match, "garrison:2515")
    assert fort(match, "Vaux") == 0 and "reduced" not in states(match, "42RI") and at(match, "42RI") == "2515"


@pytest.mark.case("they-shall-not-pass", "TP-R115", "14.82", "9.43")
def test_two_hits_can_be_shared_in_every_way_the_ruling_names():
    match, hits = storm("42RI", 4)
    assert hits == "2/2" and options(match) == {"lose=1", "lose=2"}
    play(match, "lose=1")
    assert options(match) == {"42RI", "garrison:2515"}
    play(match, "42RI")  # one step; the garrison takes the hit of the hex not walked: the regiment stays
    assert fort(match, "Vaux") == 0 and at(match, "42RI") == "2515" and "reduced" in states(match, "42RI")
    match, _ = storm("42RI", 4)
    play(match, "lose=1", "garrison:2515")  # the garrison is the step that must be lost, the regiment walks one hex
    assert match.decision.kind == "Retreat"
    play(match, "42RI-2516")
    assert fort(match, "Vaux") == 0 and "reduced" not in states(match, "42RI")
    match, _ = storm("42RI", 4)
    play(match, "lose=2", "42RI", "42RI")  # the regiment dies for the fort
    assert fort(match, "Vaux") == 1 and at(match, "42RI") == "eliminated"


@pytest.mark.case("they-shall-not-pass", "14.82", "TP-R115")
def test_when_the_units_retreat_the_garrison_takes_one_hit_and_shortens_the_way():
    match = fight(f"{STORM}\n2615: IR116, IR117, Pi25\n2515: 208R demoralized, 243R demoralized", dice=[6])
    assert result(assault(match, "2515", *TROOPS, "IR116", "IR117", "Pi25")) == "0/4"  # 38 : 6 = 6:1, one down
    play(match, "lose=2", "208R", "243R")
    assert fort(match, "Vaux") == 0 and match.decision.kind == "Retreat"
    assert "must retreat 1 hex" in match.decision.prompt
    play(match, "208R-2415", "243R-2415")
    assert at(match, "208R") == at(match, "243R") == "2415" and match.player == "german"


@pytest.mark.case("they-shall-not-pass", "14.82", "TP-R115")
def test_a_garrison_left_alone_by_the_last_loss_falls_to_the_next_hit():
    text = f"{STORM}\n2615: IR116, IR117\n2515: 208R"
    match = fight(text, dice=[6])
    assert result(assault(match, "2515", *TROOPS, "IR116", "IR117")) == "1/4"  # 36 : 6 = 6:1, two down
    play(match, "lose=2", "208R", "208R")
    assert at(match, "208R") == "eliminated" and fort(match, "Vaux") == 0


@pytest.mark.case("they-shall-not-pass", "14.82", "TP-R116", "16.0b")
def test_any_hit_destroys_an_otherwise_empty_fort():
    match = fight("2514: IR81 reduced", dice=[4])
    assert result(assault(match, "2515", "IR81")) == "3/1"  # 3 : 2 is 1:1, two down
    assert fort(match, "Vaux") == 0
    match = fight("2514: IR81 reduced", dice=[1])
    assert result(assault(match, "2515", "IR81")) == "4/0"
    assert fort(match, "Vaux") == 1


@pytest.mark.case("they-shall-not-pass", "TP-R116", "9.6", "9.61a", "14.82")
def test_the_attackers_advance_into_the_ruin_and_pioneers_beyond_it():
    match = fight("2514: IR81, IR87, Pi21", dice=[5])
    assert result(assault(match, "2515", "IR81", "IR87", "Pi21")) == "0/4"  # 14 : 2 = 7:1, +1 -2
    assert fort(match, "Vaux") == 0
    play(match, "IR81-2515")
    assert "IR87-2516" in options(match)
    assert control(match, "2515") == "german"


@pytest.mark.case("they-shall-not-pass", "TP-R116", "AT.1")
def test_at_two_to_one_or_better_an_empty_fort_always_falls():
    for at_column in C.assault.columns[3:]:
        results = [C.hits[C.assault.result(C.assault.columns.index(at_column), die)] for die in range(1, 7)]
        assert min(defender for _, defender in results) >= 1


@pytest.mark.case("they-shall-not-pass", "TP-R88", "9.0b", "14.81")
def test_a_fort_is_assaulted_once_in_a_phase():
    match = fight("2514: IR81 reduced\n2415: IR87", dice=[1])
    assault(match, "2515", "IR81")
    assert refused(match, "2515").cases == ("9.0b",)


@pytest.mark.case("they-shall-not-pass", "14.82", "TP-R125", "16.0b")
def test_a_destroyed_fort_stays_destroyed_when_the_french_take_it_back():
    match = position("turn: 9\nstep: french-movement\nforts: Vaux 0\n2515: IR81\n2516: 42RI")
    assert control(match, "2515") == "german"
    match = position("turn: 9\nstep: french-movement\nforts: Vaux 0\ngerman ground: 2515\n2516: 42RI")
    move(match, "42RI", "2515")
    assert control(match, "2515") == "french" and fort(match, "Vaux") == 0
    assert next(line.value for line in victory_lines(match.position) if line.case == "16.0b") == 1


@pytest.mark.case("they-shall-not-pass", "14.83", "6.14")
def test_units_in_a_fort_need_supply_like_others_and_the_garrison_never_does():
    # Fort Vaux ringed by Germans: the regiment inside is cut off, the garrison still fights with 2.
    ring = "2514: IR81\n2614: IR87\n2516: FR80\n2415: LGIR115\n2414: IR24\n2615: IR20"
    match = position(f"turn: 2\nstep: french-supply\n1609: XXX.HQ\n2515: 42RI\n{ring}")
    assert "unsupplied" in states(match, "42RI")
    match = declare(fight(f"{ring}\n2515: 42RI unsupplied"), "2515", "IR81", "IR87", "FR80")
    lines = match.odds(match.parse("attack")).lines
    assert [(line.value, line.case) for line in lines if line.value < 0][:2] == [(-3, "9.1"), (-2, "14.81")]


@pytest.mark.case("they-shall-not-pass", "16.0d", "TP-R123", "14.81")
def test_a_garrison_is_no_casualty():
    match = fight("2514: IR81, IR87, Pi21", dice=[6])
    assault(match, "2515", "IR81", "IR87", "Pi21")
    assert fort(match, "Vaux") == 0 and casualties(match.position, FRENCH) == 0


@pytest.mark.case("they-shall-not-pass", "8.32", "14.81")
def test_two_regiments_stack_in_a_fort_beside_its_garrison():
    match = position("turn: 2\nstep: french-movement\n2515: 42RI\n2516: 44RI")
    move(match, "44RI", "2515")
    play(match, "done")
    assert at(match, "44RI") == "2515" and at(match, "42RI") == "2515"


@pytest.mark.case("they-shall-not-pass", "14.8", "8.41")
def test_with_a_hunter_in_it_a_fort_still_exerts_a_strong_zone():
    match = position("turn: 2\nstep: german-movement\n2515: 56BCP\n3014: 59BCP\n2501: IR81")
    assert zone(match, "2514") == STRONG and zone(match, "3013") == WEAK


@pytest.mark.case("they-shall-not-pass", "TP-R115", "9.42a", "14.82")
def test_a_regiment_that_cannot_leave_the_fort_cannot_let_the_garrison_die_and_walk():
    match = fight("2514: IR81, IR87\n2516: FR80, LGIR115\n2515: 42RI", dice=[4])
    assert result(assault(match, "2515", *TROOPS)) == "2/2"
    play(match, "lose=1")  # no question who: only the regiment, so that the garrison takes the other hit
    assert fort(match, "Vaux") == 0 and "reduced" in states(match, "42RI") and at(match, "42RI") == "2515"
