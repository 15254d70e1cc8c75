"""The acceptance examples TP-E01 to TP-E85: the worked examples of the rulebook and cases derived from the rulings."""

import pytest

from trenchline.core.actions import Action
from trenchline.core.charts import odds_number, odds_text, total
from trenchline.games.they_shall_not_pass.assault_odds import column as assault_column
from trenchline.games.they_shall_not_pass.bombardment import interdiction_best
from trenchline.games.they_shall_not_pass.components import FRENCH, GERMAN, STRONG
from trenchline.games.they_shall_not_pass.hits import splits
from trenchline.games.they_shall_not_pass.morale import morale
from trenchline.games.they_shall_not_pass.setup import faults
from trenchline.games.they_shall_not_pass.stacking import bulk, overstacked
from trenchline.games.they_shall_not_pass.strength import combat_strength, defence_lines
from trenchline.games.they_shall_not_pass.supply import Lines, sources
from trenchline.games.they_shall_not_pass.terrain import MOVE, SUPPLY, step_cost
from trenchline.games.they_shall_not_pass.victory import casualties, casualty_points, town_points
from trenchline.games.they_shall_not_pass.zones import reach_of

from .kit import GAME as RULES
from .kit import (
    C,
    assault,
    at,
    barred,
    column,
    declare,
    fight,
    fort,
    march,
    move,
    options,
    play,
    points,
    position,
    reach,
    refused,
    result,
    run_to,
    shifts,
    states,
)

GAME = "they-shall-not-pass"
CELL = C.board.index


def example(number, *case):
    """The mark of an example: its id and the case it rests on."""
    return pytest.mark.case("they-shall-not-pass", *case, f"TP-E{number:02}")


def row(number, case, *values):
    """One example of a table of like ones."""
    return pytest.param(*values, id=f"TP-E{number:02}", marks=example(number, case))


@pytest.fixture
def lay():
    """Change a printed value for one test."""
    kept = []

    def change(table, index, value):
        kept.append((table, index, table[index]))
        table[index] = value

    yield change
    for table, index, value in reversed(kept):
        table[index] = value


def standing(text):
    """A quiet position, for asking."""
    return position(text).position


# ------------------------------------------------------------------------------------------------ costs (11.0)


@pytest.mark.parametrize(
    ("here", "there", "shelled", "cost"),
    [
        row(1, "6.12", "1404", "1405", (), 3),  # woods and trench, entered off the road
        row(3, "6.13", "2109", "2110", ("2110",), 4),  # interdicted woods
        row(4, "6.13", "2006", "2107", ("2107",), 4),  # interdicted woods, along what was a road
        row(5, "6.13", "1404", "1405", ("1405",), 6),  # interdicted woods and trench
        row(6, "6.13", "1405", "1305", ("1405",), 1),  # out of the interdicted hex into a clear road hex
    ],
)
def test_what_a_supply_line_pays_for_a_hex(here, there, shelled, cost):
    assert step_cost(C, SUPPLY, CELL[here], CELL[there], [CELL[x] for x in shelled]) == cost


@pytest.mark.parametrize(
    ("here", "there", "shelled", "cost"),
    [
        row(2, "8.0", "1404", "1405", (), 3),  # woods and trench
        row(16, "7.22", "2006", "2107", ("2006",), 2),  # woods on the road, coming out of an interdicted hex
    ],
)
def test_what_a_unit_pays_for_a_hex(here, there, shelled, cost):
    text = f"turn: 2\nstep: french-movement\ngerman shells: {' '.join(shelled)}\n{here}: 42RI"
    match = position(text)
    move(match, "42RI", there)
    assert points(match, "42RI") == 4 - cost


@example(83, "8.5", "TP-R06")
def test_tp_e83_a_brook_costs_one_more_but_not_under_a_road():
    pairs = [("1404", "1305"), ("1405", "1305"), ("1305", "1204"), ("1505", "1404")]
    assert [step_cost(C, MOVE, CELL[a], CELL[b], ()) / 2 for a, b in pairs] == [2, 1, 1, 5]


# ------------------------------------------------------------------------------------------------ supply (6.1)


@example(7, "6.11c")
def test_tp_e07_a_source_with_the_enemy_in_it_serves_nobody():
    p = standing("turn: 4\nstep: french-movement\n3307: IR81\n1609: XXX.HQ")
    assert [p.label(c) for c in sources(p, FRENCH)] == ["1323", "1622", "3310", "3321"]
    assert [p.label(c) for c in sources(p, GERMAN)] == ["0201", "1601", "2201"]


# French units and their zones close the roads south of 1606 and the country below.
BEAUMONT = "french shells: 1405\n1606: IR81\n1607: 42RI\n1507: 44RI\n1308: 35RI\n1210: 60RI\n1104: XVIII.HQ"


@example(8, "6.15", "TP-R27")
def test_tp_e08_the_regiment_at_1606_reaches_its_headquarters_for_seven_points():
    match = position(f"turn: 3\nstep: german-supply\n{BEAUMONT}")
    assert "unsupplied" not in states(match, "IR81")
    cost = Lines(match.position, GERMAN).to([CELL["1104"]], {CELL["1606"]}, 99)
    assert cost[CELL["1606"]] == 7  # the cheapest line of all: 6 through 1405, 1 for 1305


@example(9, "6.15")
def test_tp_e09_the_headquarters_at_haumont_traces_west_for_nothing():
    match = position(f"turn: 3\nstep: german-supply\n{BEAUMONT}")
    assert "unsupplied" not in states(match, "XVIII.HQ")
    assert Lines(match.position, GERMAN).to([CELL["0201"]], {CELL["1104"]})[CELL["1104"]] == 0


@example(10, "6.15", "TP-R28")
def test_tp_e10_with_the_headquarters_disrupted_the_regiment_is_cut_off():
    match = position(f"turn: 3\nstep: german-supply\n{BEAUMONT} disrupted")
    assert "unsupplied" in states(match, "IR81") and "unsupplied" not in states(match, "XVIII.HQ")


# ------------------------------------------------------------------------------------------------ strengths


@example(11, "6.16c", "TP-R35")
def test_tp_e11_unsupplied_and_demoralized_infantry_fights_at_a_quarter(lay):
    lay(C.combat, C.unit["42RI"], 8)
    p = standing("turn: 2\nstep: french-movement\n3014: 42RI unsupplied demoralized")
    assert combat_strength(p, C.unit["42RI"]) == 2


@example(12, "6.16c")
def test_tp_e12_unsupplied_and_demoralized_guns_only_defend():
    gun = "XXX.A unsupplied demoralized"
    match = position(f"turn: 2\nstep: french-bombardment\n3016: {gun}\n3013: IR81")
    assert match.decision.kind == "Movement"  # neither barrage nor interdiction
    match = declare(fight(f"3014: 42RI\n3016: {gun}\n3013: IR81", side="french"), "3013", "42RI")
    assert options(match) == {"attack"}  # no offensive support
    match = fight(f"3014: 42RI\n3016: {gun}\n3013: IR81")
    assault(match, "3014", "IR81")
    assert match.player == "dice"  # no defensive support
    assert column(declare(fight(f"3014: {gun}\n3013: IR81"), "3014", "IR81")) == "3:1"  # 6 against its full 2


@example(68, "12.3", "TP-R79")
def test_tp_e68_a_demoralized_regiment_dug_in_defends_with_four():
    p = standing("turn: 2\nstep: french-movement\n3014: 42RI demoralized dug-in")
    assert total(defence_lines(p, C.unit["42RI"])) == 4


@example(34, "PP.1", "TP-R130")
def test_tp_e34_the_fired_side_of_the_sixteenth_divisions_guns():
    match = fight("3013: IR81\n3014: 13RI\n3016: AD16 fired")
    assault(match, "3014", "IR81")
    assert match.player == "dice"  # attack 0
    assert "AD16" not in options(position("turn: 6\nstep: french-movement\n3016: AD16 fired, 13RI"))  # movement 0
    assert column(declare(fight("3013: IR81\n3014: AD16 fired"), "3014", "IR81")) == "3:1"  # defence 2


# ------------------------------------------------------------------------------------------------ barrage (7.1)


@pytest.mark.parametrize(
    ("turn", "side", "target", "guns", "strength", "base", "read"),
    [
        row(13, "7.11", 3, "german", "1606", ["III.A1", "III.A2", "HVY"], 16, "15-18", "19+"),
        row(42, "7.12", 1, "german", "1604", ["III.A1", "III.A2", "HVY"], 16, "15-18", "15-18"),
        row(43, "7.12", 4, "french", "1605", ["RR"], 5, "4-6", "1-3"),
        row(44, "7.12", 6, "french", "1606", ["XXX.A", "RR"], 9, "7-10", "7-10"),
    ],
)
def test_barrage_strength_and_column(turn, side, target, guns, strength, base, read):
    enemy = "42RI" if side == "german" else "IR81"
    text = f"turn: {turn}\nstep: {side}-bombardment\n{target}: {enemy}\n1801: III.A1, III.A2\ntrack: HVY\n1609: XXX.A\n2408: RR"
    match = position(text)
    play(match, f"barrage:{target}", *guns)
    odds = match.odds(match.parse("fire"))
    assert sum(line.value for line in odds.lines[: len(guns)]) == strength
    assert C.barrage.columns[C.barrage.column(strength)] == base
    assert odds.column == read


@example(14, "7.11")
def test_tp_e14_a_five_on_the_last_column_is_an_x():
    assert C.barrage.result(C.barrage.columns.index("19+"), 5) == "X"


@example(15, "7.11", "TP-R57", "TP-R58")
def test_tp_e15_the_208th_is_flipped_and_both_units_check():
    text = "turn: 3\nstep: german-bombardment\n1606: 208R, 56BCP\n1801: III.A1, III.A2\ntrack: HVY\n3014: 42RI"
    match = position(text, dice=[5, 3, 3, 2, 2])
    play(match, "barrage:1606", "III.A1", "III.A2", "HVY", "fire")
    assert options(match) == {"208R", "56BCP"}
    events = play(match, "208R")
    checks = {e.plain_text.split()[0]: sum(e.dice) + e.lines[-1].value for e in events if e.kind == "morale"}
    assert checks == {"208R": 8, "56BCP": 6}
    assert states(match, "208R") == {"reduced", "demoralized"} and states(match, "56BCP") == set()


@example(84, "7.11", "TP-R132")
def test_tp_e84_units_demoralized_already_lose_a_step_by_a_failed_barrage_check():
    units = "42RI demoralized, 208R reduced demoralized, AD14 demoralized, XXX.HQ disrupted"
    match = position(f"turn: 3\nstep: german-bombardment\nnaval: NAV\n3014: {units}", dice=[4, *[6] * 8])
    events = play(match, "barrage:3014", "NAV", "fire")
    assert next(e.result for e in events if e.kind == "barrage") == "M"
    assert states(match, "42RI") >= {"reduced", "demoralized"}
    assert at(match, "208R") == at(match, "AD14") == "eliminated"
    assert at(match, "XXX.HQ") == "3014" and "disrupted" in states(match, "XXX.HQ")


@example(40, "7.11", "TP-R03")
def test_tp_e40_distances_from_the_set_up_hexes_of_iii_corps_to_1606():
    starts = ["1801", "1901", "2001", "2101", "2201", "2301", "2401", "2501"]
    assert [C.board.distance(CELL[x], CELL["1606"]) for x in starts] == [6, 7, 7, 8, 8, 9, 9, 10]


@example(41, "14.32", "TP-R55")
def test_tp_e41_the_heavy_artillery_reaches_row_ten():
    match = position("turn: 2\nstep: german-bombardment\ntrack: HVY\n1606: 42RI")
    play(match, "interdict:HVY")
    assert [f"HVY-{x}" in options(match) for x in ("1610", "1611", "0910", "0911")] == [True, False, True, False]


@pytest.mark.parametrize(("turn", "best"), [row(45, "7.21", 2, [3, 4, 5]), row(46, "7.21", 1, [4, 5, 5])])
def test_interdiction_succeeds_on_or_below(lay, turn, best):
    p = standing(f"turn: {turn}\nstep: german-bombardment\n1801: III.A1\n1606: 42RI")
    found = []
    for strength in (4, 5, 6):
        lay(C.attack, C.unit["III.A1"], strength)
        found.append(interdiction_best(p, GERMAN, C.unit["III.A1"]))
    assert found == best


@pytest.mark.parametrize(
    ("first", "second", "legal"),
    [row(47, "7.13", "XXX.A", "XX.A", {5: False, 6: True}), row(48, "7.13", "XXX.A", "RR", {1: True, 6: True})],
)
def test_which_french_guns_combine_and_when(first, second, legal):
    for turn, allowed in legal.items():
        match = position(f"turn: {turn}\nstep: french-bombardment\n3016: XXX.A, XX.A, RR\n3013: IR81")
        play(match, "barrage:3013", first)
        assert (second in options(match)) is allowed


# ------------------------------------------------------------------------------------------------ zones (8.4)


@example(17, "8.41")
def test_tp_e17_a_hunter_battalion_in_an_intact_fort_exerts_a_strong_zone():
    p = standing("turn: 2\nstep: french-movement\n2515: 56BCP")
    assert p.zone[FRENCH][CELL["2514"]] == STRONG


@example(18, "8.43b")
def test_tp_e18_from_a_weak_zone_into_a_strong_one_costs_two_more_and_ends_the_move():
    # 3012 lies in the zone of the battalion in 2912, 3013 in that of the regiment in 3014.
    match = position("turn: 2\nstep: german-movement\n3012: IR81\n2912: II.44T\n3014: 42RI")
    assert reach_of(match.position, C.unit["IR81"], False)[0][CELL["3013"]] == 2 * 3
    move(match, "IR81", "3013")
    assert points(match, "IR81") == 0 and refused(match, "IR81").cases


@pytest.mark.parametrize(
    ("chosen", "negated"),
    [row(74, "8.44", "none", [True, True, False, False]), row(75, "15.5", "infiltration", [True, True, True, True])],
)
def test_what_a_friendly_unit_in_the_hex_cancels(chosen, negated):
    # Supply: French zones close every hex around IR81 in 3014; the way out is 3013, if IR87 stands there.
    text = f"turn: 2\nstep: german-movement\noptions: {chosen}\n3012: XVIII.HQ\n3014: IR81\n2914: 42RI\n3114: 44RI\n3016: 35RI"

    def traced(friend=""):
        return CELL["3014"] in Lines(standing(text + friend), GERMAN).to([CELL["3012"]], {CELL["3014"]})

    assert not traced()
    supply = traced("\n3013: IR87")

    match = fight(f"options: {chosen}\n3013: IR81\n3016: FR80\n3015: 208R\n3014: 42RI", dice=[2])
    assault(match, "3014", "IR81")
    play(match, "lose", "42RI-3015")
    retreat = match.player == "german"  # nobody had to check

    text = f"turn: 2\nstep: german-movement\noptions: {chosen}\n3013: IR87\n3012: FAR27\n3011: IR81\n3014: 42RI"
    guns = "3013" in reach(position(text), "FAR27")
    infantry = reach_of(position(text).position, C.unit["IR81"], False)[0][CELL["3013"]] == 2 * 2
    assert [supply, retreat, guns, infantry] == negated


@example(35, "15.5", "TP-R119")
def test_tp_e35_with_infiltration_a_chain_of_units_seeps_through_enemy_zones():
    match = position("turn: 2\nstep: german-movement\noptions: infiltration\n3012: IR81\n3011: IR87\n3014: 42RI")
    move(match, "IR81", "3013")
    move(match, "IR87", "3013")
    assert points(match, "IR87") == 2  # 3012 and 3013 at one point each, nothing for the zone
    move(match, "IR87", "3114")
    assert at(match, "IR87") == "3114" and points(match, "IR87") == 0


# ------------------------------------------------------------------------------------------------ odds (9.1, 9.2)


@pytest.mark.parametrize(
    ("base", "shift", "read"),
    [row(21, "9.2", 8, -2, "6:1"), row(22, "9.2", 2 - 5, 2, "1:3"), row(23, "AT.2", 9, -3, "6:1")],
)
def test_shifts_beyond_the_table_are_whole_odds(base, shift, read):
    p = standing("turn: 2\nstep: french-movement\n3014: 42RI")
    assert odds_text(base + shift) == read and C.assault.columns[assault_column(p, base + shift)] == read


@example(19, "9.1a", "TP-R82")
def test_tp_e19_twenty_four_against_eleven_is_two_to_one():
    assert odds_text(odds_number(24, 11)) == "2:1"
    # 6 + 6 + 6 + 6 against 6 + 4 + 1.
    text = "3013: IR81, IR87\n2914: FR80, LGIR115\n3014: 42RI, 208R, XXX.HQ"
    assert column(declare(fight(text), "3014", "IR81", "IR87", "FR80", "LGIR115")) == "2:1"


@example(20, "9.2")
def test_tp_e20_five_to_one_with_pioneers_against_woods_and_trench_is_three_to_one():
    match = fight("1603: IR81, IR87 reduced, Pi21 reduced\n1604: 208R reduced")  # 6 + 3 + 1 against 2
    declare(match, "1604", "IR81", "IR87", "Pi21")
    assert sum(shifts(match).values()) == -2 and column(match) == "3:1"


@example(49, "9.1a", "TP-R82")
def test_tp_e49_odds_below_one():
    pairs = [(5, 11), (10, 11), (11, 11), (4, 12), (3, 10)]
    assert [odds_text(odds_number(a, d)) for a, d in pairs] == ["1:3", "1:2", "1:1", "1:3", "1:4"]


@example(24, "9.11a")
def test_tp_e24_unexpected_support_does_not_release_the_attacker():
    match = fight("3013: IR81, IR87\n3014: 208R\n3016: XXX.A")
    assault(match, "3014", "IR81")
    play(match, "XXX.A")
    assert match.player == "dice"
    assert not match.legal(Action("done")) and not match.legal(Action("add", "IR87"))


@example(50, "9.11", "TP-R83")
def test_tp_e50_pushed_below_one_to_three_by_support_it_is_resolved_at_one_to_three():
    match = fight("1904: IR81\n1905: 208R, 324R reduced\n1907: AD51R, AD72R")
    declare(match, "1905", "IR81")  # 6 against 4 + 2 in a trench: index -1
    assert column(match) == "1:3" and "attack" in options(match)
    play(match, "attack", "AD51R", "AD72R")  # 6 against 12: 1:4 after the trench
    assert "at 1:3" in match.decision.prompt
    assert result(play(match, "roll:6")) == "2/1"


@example(51, "9.11", "TP-R83")
def test_tp_e51_below_one_to_three_when_declared_it_is_refused():
    assert refused(fight("1904: IR81\n1905: 42RI, XXX.HQ"), "1905").cases == ("9.11",)  # 6 against 7, -2


@pytest.mark.parametrize(
    ("attackers", "shift"),
    [row(52, "9.26", ["1115: IR81", "1215: IR87"], -1), row(53, "9.26", ["1115: IR81", "1213: IR87"], 0)],
)
def test_attackers_over_bridge_and_stream(attackers, shift):
    match = declare(fight("\n".join([*attackers, "1214: 42RI"])), "1214", "IR81", "IR87")
    assert sum(shifts(match).values()) == shift


@pytest.mark.parametrize(("steps", "shift"), [row(54, "9.2", 1, -3), row(55, "9.2", 0, -1)])
def test_a_fort_on_a_wooded_hill(lay, steps, shift):
    # Fort Douaumont stands on a bare hill: for the example it gets the woods of 2411, a wooded hill.
    lay(C.assault_lines, CELL["2113"], C.assault_lines[CELL["2411"]])
    match = fight(f"forts: Douaumont {steps}\n2112: IR81, Pi21\n2212: IR116, Pi25\n2113: XXX.HQ")
    declare(match, "2113", "IR81", "Pi21", "IR116", "Pi25")
    chart = [line.value for line in match.odds(match.parse("attack")).lines if line.case.startswith("9.2")]
    assert sum(chart) == shift


# ------------------------------------------------------------------------------------------------ hits (9.4)


@example(25, "9.4")
def test_tp_e25_three_to_nil():
    assert C.hits["3/0"] == (3, 0)


@pytest.mark.parametrize(
    ("hits", "steps", "round_up", "farthest", "ways"),
    [
        row(26, "9.42", 3, 4, False, 9, [(1, 2), (2, 1), (3, 0)]),
        row(27, "9.42", 1, 2, False, 9, [(0, 1), (1, 0)]),
        row(28, "9.43", 1, 4, True, 9, [(1, 0)]),
        row(29, "9.43", 3, 4, True, 9, [(2, 1), (3, 0)]),
        row(58, "9.42a", 3, 4, False, 0, [(3, 0)]),
        row(59, "9.42a", 4, 4, False, 1, [(3, 1), (4, 0)]),
    ],
)
def test_how_hits_may_be_taken(hits, steps, round_up, farthest, ways):
    stuck = [0 if hexes <= farthest else steps for hexes in range(hits + 1)]
    assert splits(hits, steps, round_up, stuck) == ways


@example(30, "14.41", "TP-R91")
def test_tp_e30_a_lone_reduced_regular_takes_four_hits_and_leaves_a_remnant():
    match = fight("pool: FRem1, FRem2, FRem3\n3013: IR81, IR87\n3014: 42RI reduced", dice=[6, 1, 1])
    assert result(assault(match, "3014", "IR81", "IR87")) == "1/4"
    assert at(match, "42RI") == "eliminated"
    play(match, "try", "FRem1-3015", "FRem1-3016", "FRem1-3017")
    assert at(match, "FRem1") == "3017" and match.player == "german"  # three hexes, and no more to take


@pytest.mark.parametrize(
    ("enemies", "ways"), [row(56, "9.5", ("1605", "1706"), {"1607", "1507"}), row(57, "9.5", ("1605", "1607"), set())]
)
def test_ways_out_of_1606(enemies, ways):
    first, second = enemies
    match = fight(f"{first}: IR81\n{second}: IR87\n1606: 42RI", dice=[1])
    assert result(assault(match, "1606", "IR81", "IR87")) == "3/1"
    if ways:
        play(match, "lose")
        assert {action.cell for action in match.actions()} == ways
    else:
        assert "reduced" in states(match, "42RI") and match.player == "german"


@example(60, "9.44", "TP-R98")
def test_tp_e60_the_first_german_loss_is_a_pioneers():
    match = fight("3013: IR81, IR87, Pi21\n3014: 42RI", dice=[4])
    assert result(assault(match, "3014", "IR81", "IR87", "Pi21")) == "2/2"
    play(match, "lose=2", "lose=2")
    assert "reduced" in states(match, "Pi21") and options(match) == {"IR81", "IR87", "Pi21"}


@example(61, "9.45", "TP-R92")
def test_tp_e61_distant_support_is_safe_and_adjacent_support_is_not():
    match = fight("1603: XVIII.A1\n1605: IR81, FAR27\n1606: 42RI, 44RI", dice=[1])
    assert result(assault(match, "1606", "IR81", "FAR27", "XVIII.A1")) == "3/0"  # 13 : 12
    play(match, "lose=1")
    assert options(match) == {"IR81", "FAR27"}
    play(match, "IR81")
    assert {action.unit for action in match.actions()} == {"IR81", "FAR27"}


@example(62, "9.32b", "TP-R103")
def test_tp_e62_who_may_support_whom():
    allowed = {"XXX.A": [], "AD16": []}
    for defender in ("", "13RI", "56BCP", "FRem1"):
        cell, origin = ("3014", "3013") if defender else ("2515", "2514")
        hold = f"{cell}: {defender}" if defender else ""
        match = fight(f"{origin}: IR81, IR87\n{cell[:2]}17: XXX.A, AD16\n{hold}")
        assault(match, cell, "IR81", "IR87")
        for gun, found in allowed.items():
            found.append(match.player == "french" and gun in options(match))
    assert allowed == {"XXX.A": [False, False, True, True], "AD16": [False, True, False, True]}


@example(63, "9.32e", "TP-R104")
def test_tp_e63_german_divisional_guns_on_the_first_day():
    match = declare(fight("3013: IR81\n3011: FAR27\n3014: 42RI", turn=1), "3014", "IR81", "FAR27")
    assert match.odds(match.parse("attack")).lines[1].value == 4
    match = fight("3014: 42RI\n3013: IR81\n3011: FAR27", side="french", turn=1)
    assault(match, "3013", "42RI")
    support, result = play(match, "FAR27", "roll:1")[:2]
    assert support.plain_text == "FAR27 supports the defence of 3013"
    assert result.lines[-1].value == -2


@example(73, "4.0.XII", "TP-R24")
def test_tp_e73_french_guns_that_supported_in_phase_v_are_done_for_the_turn():
    text = "turn: 2\nstep: german-assault\n3013: IR81\n2914: IR87\n3014: 324R\n3016: AD72R, XXX.HQ\n1401: XVIII.HQ"
    match = position(text, dice=[2, 4])
    assault(match, "3014", "IR81")
    assert result(play(match, "AD72R")) == "3/0"  # 6 against 4 + 3
    play(match, "lose=2")
    run_to(match, "french-assault")  # past the French Bombardment Phase: it was not even asked
    assert "fired" in states(match, "AD72R")
    assert options(declare(match, "2914", "324R")) == {"attack"}
    match = position(f"{text} \n".replace("german-assault", "french-breakthrough").replace("AD72R", "AD72R fired"), dice=[4])
    run_to(match, "german-movement")
    assert match.position.turn == 3 and "fired" not in states(match, "AD72R")


# ------------------------------------------------------------------------------------------------ forts (14.8)


@example(64, "14.82", "TP-R116")
def test_tp_e64_any_hit_destroys_an_otherwise_empty_fort():
    match = fight("2514: IR81 reduced", dice=[4])
    assert result(assault(match, "2515", "IR81")) == "3/1"
    assert fort(match, "Vaux") == 0 and not match.position.present[CELL["2515"]]
    assert RULES.result(match.position).points == 1


@pytest.mark.parametrize(
    ("defenders", "losses", "ends"),
    [
        row(65, "14.82", "208R", ("208R", "208R"), ["eliminated"]),  # nothing is left to retreat
        row(66, "14.82", "208R, 243R", ("208R", "243R"), ["2415", "2415"]),
    ],
)
def test_four_hits_on_an_occupied_fort(defenders, losses, ends):
    units = ("IR81", "IR87", "FR80", "LGIR115", "IR116", "IR117", "IR24", "IR20", "IR64")
    text = f"2514: IR81, IR87, IR24\n2614: FR80, LGIR115, IR20\n2615: IR116, IR117, IR64\n2515: {defenders}"
    match = fight(text, dice=[6])
    assert result(assault(match, "2515", *units)).endswith("/4")
    play(match, "lose=2", *losses)
    assert fort(match, "Vaux") == 0
    if len(ends) == 2:
        assert "must retreat 1 hex" in match.decision.prompt
        play(match, "208R-2415", "243R-2415")
    assert [at(match, unit.strip()) for unit in defenders.split(",")] == ends


# ------------------------------------------------------------------------------------------------ morale (12.0)


@example(33, "14.7a", "TP-R106")
def test_tp_e33_morale_seven_from_february_26():
    p = standing("turn: 6\nstep: french-movement\n3014: 208R, II.44T\n3016: FRem1")
    assert [morale(p, C.unit[unit]) for unit in ("208R", "II.44T", "FRem1")] == [7, 7, 7]
    assert [C.morale[C.unit[unit]] for unit in ("208R", "II.44T", "FRem1")] == [6, 5, 6]


@example(67, "12.1", "TP-R37")
def test_tp_e67_a_reduced_and_shaken_reserve_regiment_in_a_trench_fails_on_six():
    text = "turn: 4\nstep: german-bombardment\n1801: III.A1, III.A2\ntrack: HVY\n1905: 208R reduced demoralized\n3014: 42RI"
    match = position(text, dice=[5, 2, 3])
    events = play(match, "barrage:1905", "III.A1", "III.A2", "HVY", "fire")  # 15-18, one down: 5 is M1
    assert next(e.result for e in events if e.kind == "barrage") == "M1"
    check = next(e for e in events if e.kind == "morale")
    assert total(check.lines[:-1]) == 5 and sum(check.dice) + check.lines[-1].value == 6 and check.result == "fail"
    assert at(match, "208R") == "eliminated"  # its last step


@example(69, "6.2b", "TP-R39")
def test_tp_e69_a_reduced_shaken_and_cut_off_unit_surrenders_unless_a_steady_friend_is_there():
    text = "turn: 2\nstep: french-rally\n3013: IR81\n3014: 208R reduced demoralized unsupplied{friend}"
    assert at(position(text.format(friend="")), "208R") == "surrendered"
    assert at(position(text.format(friend=", 42RI")), "208R") == "3014"


# ------------------------------------------------------------------------------------------------ turns, stacks, points


@example(70, "6.31", "TP-R43")
def test_tp_e70_replacements_by_turn():
    assert [turn.replacements[GERMAN] for turn in C.turns] == [0, 3, 3, 3, 3, 3, 3, 3, 3]
    assert [turn.replacements[FRENCH] for turn in C.turns] == [1, 1, 1, 1, 1, 2, 2, 2, 2]


@example(71, "8.31", "TP-R75")
def test_tp_e71_stacks_within_and_over_the_limit():
    stacks = [
        ("IR81", "IR87", "Pi21"), ("IR81", "IR87", "Pi25"), ("XVIII.HQ", "XVIII.A1", "FAR27"),
        ("XVIII.HQ", "XVIII.A1", "XVIII.A2"),
    ]  # fmt: skip
    p = standing("turn: 2\nstep: french-movement\n2515: 42RI, 44RI")
    legal = [bulk(p, [C.unit[unit] for unit in stack]) <= C.stack_limit for stack in stacks]
    assert [*legal, not overstacked(p, FRENCH)] == [True, False, True, False, True]  # the last is a fort with its garrison


@example(72, "5.1", "TP-R26")
def test_tp_e72_the_order_in_which_an_allowance_changes():
    def allowance(weather, state=""):
        return points(position(f"turn: 2\nstep: german-movement\nweather: {weather}\n2101: IR81 {state}\n1622: XX.HQ"), "IR81")

    def strategic(weather):
        match = position(f"turn: 2\nstep: german-movement\nweather: {weather}\n2101: IR81\n1622: XX.HQ")
        march(match, "IR81", "2102")  # one clear hex
        return points(match, "IR81") + 1

    assert [allowance("bad"), allowance("good", "unsupplied"), allowance("bad", "unsupplied")] == [3, 2, 2]
    assert [strategic("good"), strategic("bad")] == [8, 6]
    # Breakthrough on open ground around 3209: two hexes in supply, one without.
    far = {}
    for state in ("", "unsupplied"):
        match = position(f"turn: 2\nstep: german-breakthrough\n3209: Pi21 {state}\n1622: XX.HQ")
        play(match, "3209", "Pi21", "go")
        far[state] = max(C.board.distance(CELL["3209"], CELL[a.cell]) for a in match.actions() if a.cell)
    assert far == {"": 2, "unsupplied": 1}


@pytest.mark.parametrize(
    ("towns", "infiltration", "scored"),
    [row(31, "16.0a", 1, False, 0), row(32, "16.0a", 7, False, 3), row(76, "15.5", 7, True, 2)],
)
def test_points_for_towns(towns, infiltration, scored):
    assert town_points(towns, infiltration) == scored


@example(77, "16.0e", "TP-R122")
def test_tp_e77_the_edges_of_the_casualty_ratio():
    french, german = [9, 10, 10, 14, 15, 19, 20, 1, 0], [9, 9, 10, 10, 10, 10, 10, 0, 0]
    assert [casualty_points(f, g) for f, g in zip(french, german, strict=True)] == [0, 1, 0, 1, 3, 3, 5, 5, 0]


@pytest.mark.parametrize(
    ("towns", "forts", "french", "german", "committed", "total_points", "level"),
    [
        row(78, "16.0g", 10, 1, 30, 25, False, 7, "Draw (Historical)"),
        row(79, "16.0g", 10, 1, 30, 25, True, 6, "Draw (Historical)"),
        row(80, "16.0g", 1, 0, 10, 12, True, -1, "French Major Victory"),
    ],
)
def test_the_whole_count(towns, forts, french, german, committed, total_points, level):
    lost = []
    for side, count in ((FRENCH, french), (GERMAN, german)):
        infantry = [C.ids[u] for u in C.army[side] if C.kind[u] == "infantry"]
        lost += [f"{unit} lost" for unit in infantry[: count // 2]]
    ground = " ".join([C.board.labels[c] for c in C.towns][:towns])
    text = f"turn: 9\nstep: french-breakthrough\nweather: bad\ngerman ground: {ground}\neliminated: {', '.join(lost)}"
    text += f"\ncommitted: {'yes' if committed else 'no'}" + ("\nforts: Vaux 0" if forts else "")
    text += "\n3001: Pi10 reduced" if german % 2 else "\n3001: Pi10"
    match = position(text)
    assert (casualties(match.position, FRENCH), casualties(match.position, GERMAN)) == (french, german)
    assert (match.result.points, match.result.level) == (total_points, level)


# ------------------------------------------------------------------------------------------------ the board


@pytest.mark.parametrize(
    ("label", "around"),
    [
        row(36, "3.1", "1606", ["1605", "1706", "1707", "1607", "1507", "1506"]),
        row(37, "3.1", "1305", ["1304", "1404", "1405", "1306", "1205", "1204"]),
    ],
)
def test_neighbours(label, around):
    assert [C.board.labels[c] for c in C.board.neighbours[CELL[label]]] == around


@example(38, "3.1", "TP-R01")
def test_tp_e38_the_seams_of_the_trench_line_and_of_the_road_touch():
    pairs = [("1403", "1504"), ("2305", "2405"), ("1405", "1305"), ("1305", "1204"), ("1204", "1104"), ("1605", "1606")]
    assert [C.board.distance(CELL[a], CELL[b]) for a, b in pairs] == [1] * 6


@example(39, "3.1", "TP-R02")
def test_tp_e39_743_hexes():
    assert C.board.size == 743
    last = [max(int(x[2:]) for x in C.board.labels if int(x[:2]) == column) for column in range(1, 34)]
    assert last == [23 if column % 2 else 22 for column in range(1, 34)]


@example(81, "16.0", "TP-R121")
def test_tp_e81_what_counts_for_victory():
    assert [len(C.board.where("victory", kind)) for kind in ("town", "fort", "verdun")] == [20, 7, 4]
    control = RULES.start(seed=1).position.control
    places = [c for kind in ("town", "fort", "verdun") for c in C.board.where("victory", kind)]
    assert sum(control[c] == GERMAN for c in places) == 0


@example(82, "3.1h", "TP-R14")
def test_tp_e82_the_ready_set_up_is_legal_and_in_supply():
    p = RULES.start(seed=1).position
    assert faults(p, FRENCH) == faults(p, GERMAN) == []
    assert overstacked(p, FRENCH) == overstacked(p, GERMAN) == []
    for side in (GERMAN, FRENCH):
        assert set(p.units_of(side)) <= Lines(p, side).supplied()


@example(85, "9.5", "TP-R10")
def test_tp_e85_the_meuse_is_crossed_at_the_bridges_only():
    pairs = [("1115", "1214"), ("1421", "1521"), ("1421", "1522"), ("1422", "1522"), ("0202", "0203"), ("1321", "1420")]
    cells = [(CELL[a], CELL[b]) for a, b in pairs]
    assert [C.board.joined("bridge", a, b) for a, b in cells] == [True] * 4 + [False, False]
    assert [C.board.joined("river", a, b) for a, b in cells] == [True] * 5 + [False]
    assert barred(position("turn: 2\nstep: german-movement\n0202: IR81\n0304: 42RI"), "IR81", "0203").cases
