"""12.0 Morale and demoralization."""

import pytest

from trenchline.games.they_shall_not_pass.morale import morale, passing

from .kit import C, assault, at, declare, fight, options, play, position, refused, states


def worth(where: str, turn: int = 2, tags: str = "") -> int:
    """The modified morale of the one unit in a hex, as in `1606: 208R reduced`."""
    match = position(f"turn: {turn}\nstep: french-movement\n{tags}\n{where}")
    return morale(match.position, C.unit[where.split()[1]])


def check(unit: str, dice, cell: str = "2009", column: str = "M"):
    """One unit under a German barrage whose result is M, M1 or M2 (ten points in good weather)."""
    die = {"M": 3, "M1": 5, "M2": 6}[column]
    match = position(f"turn: 2\nstep: german-bombardment\n2003: III.A1, III.A2\n{cell}: {unit}", [die, *dice])
    play(match, f"barrage:{cell}", "III.A1", "III.A2", "fire")
    return match


# ------------------------------------------------------------------------------------------------------- 12.0, 12.1


@pytest.mark.case("they-shall-not-pass", "12.0", "7.11")
@pytest.mark.parametrize(("die", "checks"), [(2, False), (3, True), (4, True), (5, True), (6, True)])
def test_barrage_results_ask_for_a_check_and_a_dash_does_not(die, checks):
    match = position("turn: 2\nstep: german-bombardment\n2003: III.A1, III.A2\n2009: 208R", [die])
    play(match, "barrage:2009", "III.A1", "III.A2", "fire")
    assert (match.player == "dice" and match.decision.kind == "MoraleCheck") is checks


@pytest.mark.case("they-shall-not-pass", "12.0", "9.51", "9.52")
@pytest.mark.parametrize(
    ("hazard", "checks"),
    [("", 0), ("3116: IR116", 1), ("german shells: 3015", 1), ("3116: IR116\nfrench shells: 3015", 2)],
)
def test_so_do_enemy_zones_and_shells_on_a_retreat_one_check_each(hazard, checks):
    match = fight(f"3013: IR81, IR87\n3014: 208R\n{hazard}", dice=[1] * 9)  # 3:1, die 1: 3/1
    assault(match, "3014", "IR81", "IR87")
    play(match, "lose", "208R-3015")
    assert match.position.rolled == 1 + 2 * checks


@pytest.mark.case("they-shall-not-pass", "12.0")
def test_losses_alone_ask_for_no_check():
    match = fight("3013: IR81, IR87\n3014: 208R", dice=[1])
    assault(match, "3014", "IR81", "IR87")
    play(match, "lose=1")
    assert states(match, "208R") >= {"reduced"} and match.position.rolled == 1


@pytest.mark.case("they-shall-not-pass", "12.1")
@pytest.mark.parametrize(("column", "add"), [("M", 0), ("M1", 1), ("M2", 2)])
def test_up_to_the_morale_passes_and_one_more_fails(column, add):
    low = 6 - add  # 208R in the open
    assert states(check("208R", [1, low - 1], column=column), "208R") == set()
    assert states(check("208R", [1, low], column=column), "208R") == {"demoralized"}


@pytest.mark.case("they-shall-not-pass", "12.1", "12.3")
def test_a_second_failure_costs_a_step_and_the_unit_stays_demoralized():
    assert states(check("208R demoralized", [3, 3]), "208R") == {"demoralized", "reduced"}  # 6 against 5
    assert states(check("208R demoralized", [2, 3]), "208R") == {"demoralized"}  # a pass rallies nobody
    assert at(check("208R demoralized reduced", [3, 2]), "208R") == "eliminated"  # 5 against 4
    assert at(check("AD51R demoralized", [3, 4]), "AD51R") == "eliminated"


@pytest.mark.case("they-shall-not-pass", "12.1", "7.11b")
def test_an_m3_check_adds_three():
    def after(*dice: int):
        match = position("turn: 2\nstep: german-bombardment\n2003: III.A1, III.A2, XVIII.A1\n2009: 35RI reduced", [5, *dice])
        play(match, "barrage:2009", "III.A1", "III.A2", "XVIII.A1", "fire")
        return states(match, "35RI")

    assert after(1, 2) == {"reduced"} and after(2, 2) == {"reduced", "demoralized"}  # morale 7 - 1


# ------------------------------------------------------------------------------------------------------------ 12.2


@pytest.mark.case("they-shall-not-pass", "12.2", "TP-R107")
@pytest.mark.parametrize(
    ("where", "value"),
    [
        ("1606: 208R", 6), ("1606: 208R reduced", 5), ("1606: 208R demoralized", 5), ("1606: 208R reduced demoralized", 4),
        ("1604: 208R", 7), ("1604: 208R reduced demoralized", 5),  # a trench
        ("1521: 208R", 7), ("2113: 208R", 7),  # Verdun, Fort Douaumont
        ("1609: 208R", 6),  # a town is no shelter
        ("1604: IR81", 9), ("1421: IR81 reduced", 8),  # for both sides
        ("1604: XXX.A", 8), ("1604: XXX.HQ", 8), ("1606: XXX.HQ disrupted", 7),
    ],
)  # fmt: skip
def test_reduced_and_demoralized_take_one_each_and_works_give_one(where, value):
    assert worth(where) == value


@pytest.mark.case("they-shall-not-pass", "TP-R107", "TP-R65", "12.2")
def test_works_give_one_whatever_their_number_and_a_ruined_fort_nothing():
    assert worth("2113: 208R", tags="forts: Douaumont 0") == 6
    assert not any(C.trench[f.cell] or C.board.terrain[f.cell] & {"city"} for f in C.forts)
    assert worth("0806: 208R") == 7  # a town with a trench: the trench alone


@pytest.mark.case("they-shall-not-pass", "TP-R107", "9.51")
def test_the_ground_that_counts_is_where_the_check_is_made():
    def retreat(goal: str, *dice: int) -> set[str]:
        """208R (morale 6) retreats from the woods of 2006 into a shelled hex."""
        match = fight(f"2005: IR81, IR87\n2006: 208R\ngerman shells: {goal}", dice=[1, *dice])
        assault(match, "2006", "IR81", "IR87")  # 3:1, less one for the woods; die 1: 3/1
        play(match, "lose", f"208R-{goal}")
        return states(match, "208R") & {"demoralized"}

    assert retreat("2007", 3, 4) == set() and retreat("2007", 4, 4) == {"demoralized"}  # a trench: 7
    assert retreat("2107", 3, 3) == set() and retreat("2107", 3, 4) == {"demoralized"}  # woods: 6


@pytest.mark.case("they-shall-not-pass", "12.2", "TP-R106", "14.7a")
@pytest.mark.parametrize(
    ("where", "before", "after"),
    [
        ("1606: 208R", 6, 7), ("1606: I.44T", 5, 7), ("1606: FRem1", 6, 7),  # all 7 from February 26
        ("1606: 208R reduced demoralized", 4, 5), ("1604: I.44T", 6, 8),  # other modifiers on top
        ("1606: 35RI", 7, 7), ("1606: 2Z", 8, 8), ("1606: 56BCP", 8, 8), ("1606: AD51R", 7, 7), ("1606: XXX.HQ", 7, 7),
        ("1606: GRem1", 7, 7), ("1606: IR81", 8, 8),
    ],
)  # fmt: skip
def test_from_february_26_reserves_territorials_and_remnants_stand_firmer(where, before, after):
    assert (worth(where, 5), worth(where, 6), worth(where, 9)) == (before, after, after)


@pytest.mark.case("they-shall-not-pass", "TP-R106")
def test_french_remnants_have_a_printed_morale_of_six():
    assert {C.morale[C.unit[r]] for r in ("FRem1", "FRem2", "FRem3")} == {6}


# ------------------------------------------------------------------------------------------------------------ 12.3


@pytest.mark.case("they-shall-not-pass", "12.3", "9.0")
def test_demoralized_infantry_cannot_attack():
    match = declare(fight("3013: IR81 demoralized, IR87\n3014: 208R"), "3014")
    assert options(match) == {"IR87"} and "12.3" in refused(match, "IR81").cases
    lone = fight("3013: IR81 demoralized\n3014: 208R")
    assert "12.3" in refused(lone, "3014").cases


@pytest.mark.case("they-shall-not-pass", "12.3")
@pytest.mark.parametrize(
    ("unit", "strength"),
    [("35RI", 3), ("35RI reduced", 2), ("208R", 2), ("208R reduced", 1), ("56BCP", 2), ("II.44T", 1), ("II.44T reduced", 1)],
)
def test_demoralized_infantry_defends_at_half_fractions_up(unit, strength):
    match = declare(fight(f"3013: IR81\n3014: {unit} demoralized"), "3014", "IR81")
    assert sum(-x.value for x in match.odds(match.parse("attack")).lines if x.value < 0) == strength


@pytest.mark.case("they-shall-not-pass", "TP-R35", "12.3")
def test_halving_is_done_unit_by_unit():
    match = declare(fight("3013: IR81\n3014: 56BCP demoralized, 59BCP demoralized"), "3014", "IR81")
    assert sum(-x.value for x in match.odds(match.parse("attack")).lines if x.value < 0) == 4  # 2 and 2, not half of 6


@pytest.mark.case("they-shall-not-pass", "12.3a", "9.3")
def test_demoralized_guns_do_not_support_but_defend_in_full():
    match = fight("3013: IR81\n3012: FAR27 demoralized, XVIII.A1\n3014: 208R, AD14 demoralized\n3016: AD51R demoralized, XXX.A")
    declare(match, "3014", "IR81")
    assert options(match) == {"XVIII.A1", "attack"} and refused(match, "FAR27").cases == ("12.3a",)
    assert [-x.value for x in match.odds(match.parse("attack")).lines if x.text == "{AD14}"] == [2]
    play(match, "attack")
    assert options(match) == {"XXX.A", "ready"}


@pytest.mark.case("they-shall-not-pass", "12.3a", "7.0")
def test_demoralized_guns_still_bombard_at_half_strength():
    match = position("turn: 2\nstep: german-bombardment\nweather: bad\n2003: III.A1 demoralized\n2009: 208R", [6])
    play(match, "barrage:2009", "III.A1")
    assert match.odds(match.parse("fire")).column == "1-3"
    assert "interdict:III.A1" in options(position("turn: 2\nstep: german-bombardment\n2003: III.A1 demoralized"))


@pytest.mark.case("they-shall-not-pass", "12.3b", "8.2", "13.0", "6.33")
def test_demoralized_units_get_no_strategic_march_no_breakthrough_and_no_replacements():
    march = position("turn: 2\nstep: german-movement\ngerman ground: 3014\n3013: IR81 demoralized, IR87")
    assert refused(march, "strategic:IR81").cases == ("8.2",) and "strategic:IR87" in options(march)
    through = position("turn: 2\nstep: german-breakthrough\n3013: IR81 demoralized, IR87, Pi21\n2810: Pi25 demoralized")
    assert options(through) == {"3013", "done"}  # a demoralized pioneer leads nobody
    play(through, "3013", "Pi21")
    assert options(through) == {"IR87", "go"}
    depot = position("turn: 2\nstep: german-replacements\n1601: IR81 reduced demoralized, IR87 reduced")
    assert options(depot) == {"restore:IR87", "done"}


@pytest.mark.case("they-shall-not-pass", "12.3c", "6.2a", "6.16c")
def test_a_demoralized_reduced_unit_that_does_not_rally_next_to_the_enemy_surrenders():
    text = "turn: 2\nstep: german-supply\n1601: XVIII.HQ\n1605: IR81 reduced demoralized\n1606: 208R"
    assert at(position(text, [4, 4]), "IR81") == "surrendered"  # 8 against 8 - 1 - 1 + 1 in the trench
    assert at(position(text, [3, 4]), "IR81") == "1605"


@pytest.mark.case("they-shall-not-pass", "TP-R58", "7.11", "12.2")
def test_the_208th_of_the_example_checks_with_its_reduced_morale():
    match = position("turn: 3\nstep: german-bombardment\n1801: III.A1, III.A2\ntrack: HVY\n1606: 208R, 56BCP", [5, 3, 3, 2, 2])
    play(match, "barrage:1606", "III.A1", "III.A2", "HVY")
    assert match.odds(match.parse("fire")).column == "19+"
    play(match, "fire", "208R")
    assert states(match, "208R") == {"reduced", "demoralized"} and states(match, "56BCP") == set()


@pytest.mark.parametrize("most", range(15))
def test_the_chance_to_pass_is_counted_exactly(most: int):
    ways = [a + b <= most for a in range(1, 7) for b in range(1, 7)]
    assert passing(most) == pytest.approx(sum(ways) / 36)
