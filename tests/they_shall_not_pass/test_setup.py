"""3.0 Set-up."""

import pytest

from trenchline.games.they_shall_not_pass.components import FRENCH, GERMAN
from trenchline.games.they_shall_not_pass.setup import faults

from . import kit
from .kit import C, at, control, move, options, play, position, reach, refused, run_to, states, step

LINE = [C.board.labels[c] for c in C.front_line]


def free():
    """A match with free deployment, the French to begin."""
    return kit.GAME.start("free", dice=[])


def put(match, unit: str, cell: str) -> None:
    play(match, unit, f"{unit}-{cell}")


def deploy(match, side: int, **changes: str) -> None:
    """Place a side's units one by one as on the day, but for the changes; does not say that it is finished."""
    elsewhere = {unit.replace("_", "."): cell for unit, cell in changes.items()}
    for u, cell in C.deployment[side].items():
        if len(C.zone_of[u].cells) > 1:
            put(match, C.ids[u], elsewhere.get(C.ids[u], C.board.labels[cell]))


def places(match, unit: str) -> set[str]:
    """The hexes a unit may be set up in now."""
    twin = match.clone()
    play(twin, unit)
    return {action.cell for action in twin.actions() if action.cell}


def not_there(match, unit: str, cell: str) -> tuple[str, ...]:
    """The cases by which a unit may not be set up in a hex."""
    twin = match.clone()
    play(twin, unit)
    return refused(twin, f"{unit}-{cell}").cases


# --------------------------------------------------------------------------------------------------------- 3.1


@pytest.mark.case("they-shall-not-pass", "3.0", "3.2")
def test_the_french_deploy_first_then_the_germans_then_the_first_day_begins():
    match = free()
    assert match.player == "french" and not match.legal(match.parse("IR81"))
    play(match, "historical")
    assert match.player == "german" and step(match) == "german-setup"
    play(match, "historical")
    assert step(match) == "german-bombardment" and match.position.turn == 1
    assert match.position.place == kit.GAME.start("historical", dice=[]).position.place


@pytest.mark.case("they-shall-not-pass", "3.1", "3.0")
def test_only_xxx_corps_starts_on_the_map_and_all_its_infantry_in_trenches():
    match = free()
    deploy(match, FRENCH)
    play(match, "done")
    p = match.position
    here = [u for u in range(len(C.counters)) if C.side[u] == FRENCH and p.on_map(u)]
    assert {C.corps[u] for u in here} == {"XXX", ""}
    assert {C.ids[u] for u in here if not C.corps[u]} == {"LB", "RR"}
    assert len([u for u in here if C.foot[u]]) == 21
    assert all(C.trench[p.place[u]] for u in here if C.foot[u])


@pytest.mark.case("they-shall-not-pass", "3.1", "3.1a", "3.1b", "3.1c", "TP-R13")
@pytest.mark.parametrize(
    ("case", "unit", "first", "last", "outside"),
    [
        ("3.1a", "351R", "0403", "1403", ["1504", "0906", "1405", "0402", "0404"]),
        ("3.1b", "208R", "1504", "2305", ["1403", "2405", "1605", "1806"]),
        ("3.1c", "35RI", "2405", "3305", ["2305", "2409", "3306"]),
    ],
)
def test_each_division_holds_its_stretch_of_the_front_line_and_not_the_second_line(case, unit, first, last, outside):
    match = free()
    assert places(match, unit) == set(LINE[LINE.index(first) : LINE.index(last) + 1])
    for cell in outside:
        assert not_there(match, unit, cell) == (case,)


@pytest.mark.case("they-shall-not-pass", "3.1d", "TP-R15")
def test_xxx_corps_headquarters_and_its_one_gun_stand_in_louvemont():
    match = free()
    assert at(match, "XXX.HQ") == at(match, "XXX.A") == "1609"
    assert not {"XXX.HQ", "XXX.A", "lift:XXX.HQ", "lift:XXX.A"} & options(match)
    assert [c.id for c in C.counters.counters if c.corps == "XXX" and c.kind == "artillery" and c.size == "corps"] == ["XXX.A"]


@pytest.mark.case("they-shall-not-pass", "3.1e", "TP-R13")
@pytest.mark.parametrize("unit", ["56BCP", "59BCP", "I.44T", "II.44T", "III.44T"])
def test_hunters_and_territorials_go_into_any_trench_of_any_line(unit):
    match = free()
    trenches = {C.board.labels[c] for c in range(C.board.size) if C.trench[c]}
    assert places(match, unit) == trenches and {"1405", "2409", "1404", "3305"} <= trenches
    assert not_there(match, unit, "1606") == ("3.1e",)


@pytest.mark.case("they-shall-not-pass", "TP-R21", "8.41", "8.32")
def test_territorials_are_weak_battalions_of_two_steps():
    for unit in ("I.44T", "II.44T", "III.44T"):
        u = C.unit[unit]
        assert (C.size[u], C.steps[u], C.morale[u], C.bulk[u], C.may_leave_remnant[u]) == ("battalion", 2, 5, 1, False)
    match = position("turn: 2\nstep: german-movement\n3015: I.44T\n3013: IR81")
    move(match, "IR81", "3014")  # into its zone at no surcharge, and it need not stop
    assert "3114" in reach(match, "IR81")


@pytest.mark.case("they-shall-not-pass", "3.1f", "TP-R16")
def test_divisional_guns_stand_south_of_the_line_second_trenches_included():
    match = free()
    south = {x for x in C.board.labels if x[:2] >= "04" and int(x[2:]) > int(LINE[int(x[:2]) - 4][2:])}
    assert places(match, "AD72R") == places(match, "AD14") == south
    assert {"0906", "1405"} <= south
    assert not_there(match, "AD72R", "0803") == ("3.1f",)  # in the line
    assert not_there(match, "AD72R", "0802") == ("3.1f",)  # before it
    assert not_there(match, "AD72R", "0306") == ("3.1f",)  # beside it


@pytest.mark.case("they-shall-not-pass", "3.1f", "TP-R16")
def test_divisional_guns_are_at_most_four_hexes_from_infantry_of_their_own_division():
    match = free()
    deploy(match, FRENCH, AD14="3309")
    assert C.board.distance(C.board.index["3309"], C.board.index["3305"]) == 4
    assert match.legal(match.parse("done"))
    play(match, "lift:AD14")
    put(match, "AD14", "3310")
    assert refused(match, "done").cases == ("3.1f",)
    play(match, "lift:AD14")
    put(match, "AD14", "0906")  # near the infantry of another division
    assert refused(match, "done").cases == ("3.1f",)


@pytest.mark.case("they-shall-not-pass", "3.1g", "TP-R17")
def test_the_railroad_gun_starts_on_french_rails():
    match = free()
    rails = {C.board.labels[c] for c in C.rail_cells}
    assert places(match, "RR") == {x for x in rails if control(match, x) == "french"} - {"0105"}
    assert {"2301", "2302", "2402", "2504"} <= rails
    assert not_there(match, "RR", "2504") == ("3.1g",)  # rails in German hands
    assert not_there(match, "RR", "1606") == ("3.1g",)  # no rails


@pytest.mark.case("they-shall-not-pass", "3.1h", "TP-R14")
def test_every_hex_of_the_front_line_needs_a_unit_or_a_zone_even_a_gun_s():
    match = free()
    deploy(match, FRENCH, **{"42RI": "3105"})
    assert refused(match, "done").cases == ("3.1h",)  # 3305 is open
    guns = match.clone()
    play(guns, "lift:AD14")
    put(guns, "AD14", "3306")
    assert guns.legal(guns.parse("done"))
    play(match, "lift:III.44T")
    put(match, "III.44T", "3205")
    assert match.legal(match.parse("done"))


@pytest.mark.case("they-shall-not-pass", "3.1h", "TP-R14", "8.4")
def test_a_headquarters_covers_only_the_trench_it_stands_in():
    def open_hexes(text: str) -> set[str]:
        p = position(f"turn: 1\nstep: german-movement\n{text}").position
        return {what.split()[3] for what, case in faults(p, FRENCH) if case == "3.1h"}

    assert "3305" in open_hexes("3306: XXX.HQ") and "3305" not in open_hexes("3305: XXX.HQ")
    assert "3305" not in open_hexes("3306: RR")


@pytest.mark.case("they-shall-not-pass", "TP-R15", "8.31")
def test_the_french_may_not_overstack_at_set_up():
    match = free()
    put(match, "35RI", "2805")
    put(match, "42RI", "2805")
    assert not_there(match, "44RI", "2805") == ("8.31",)
    assert not_there(match, "56BCP", "2805") == ("8.31",)
    put(match, "44RI", "2905")


@pytest.mark.case("they-shall-not-pass", "3.1")
def test_set_up_is_not_over_before_all_is_placed_and_a_unit_can_be_taken_up_again():
    match = free()
    assert "3.1" in refused(match, "done").cases
    deploy(match, FRENCH)
    play(match, "lift:351R")
    assert at(match, "351R") == "setup" and not match.legal(match.parse("done"))
    put(match, "351R", "0403")
    play(match, "done")
    assert match.player == "german"


# --------------------------------------------------------------------------------------------------------- 3.2


@pytest.mark.case("they-shall-not-pass", "3.2", "3.2a", "TP-R18")
@pytest.mark.parametrize(("corps", "first", "last"), [("VIIR", 2, 10), ("XVIII", 11, 17), ("III", 18, 25), ("V", 26, 33)])
def test_each_german_corps_deploys_on_its_stretch_of_the_north_edge(corps, first, last):
    match = free()
    play(match, "historical")
    units = [x for x in C.counters.counters if x.corps == corps and x.division != "121"]
    assert len(units) == 13
    zone = {f"{c:02}01" for c in range(first, last + 1)}
    for unit in units:
        assert places(match, unit.id) == zone
    assert not_there(match, units[0].id, f"{first - 1:02}01") == ("3.2a",)
    assert not_there(match, units[0].id, f"{first:02}02") == ("3.2a",)


@pytest.mark.case("they-shall-not-pass", "3.2", "TP-R18", "6.42")
def test_all_germans_but_the_heavy_guns_and_the_121st_are_set_up():
    match = free()
    play(match, "historical", "historical")
    p = match.position
    elsewhere = {C.ids[u]: at(match, C.ids[u]) for u in C.army[GERMAN] if not p.on_map(u)}
    assert {unit for unit, box in elsewhere.items() if box == "reserve"} == {"IR60", "RIR7", "RIR56", "Pi121", "FAR241"}
    assert {unit for unit, box in elsewhere.items() if box != "reserve"} == {"NAV", "HVY", "GRem1", "GRem2"}
    assert all(C.board.labels[p.place[u]].endswith("01") for u in C.army[GERMAN] if p.on_map(u))


@pytest.mark.case("they-shall-not-pass", "3.2b", "TP-R18")
def test_two_divisions_may_not_share_a_hex_but_headquarters_and_corps_guns_join_either():
    match = free()
    play(match, "historical")
    put(match, "IR81", "1301")
    assert not_there(match, "LGIR115", "1301") == ("3.2b",)
    put(match, "XVIII.HQ", "1301")
    put(match, "XVIII.A1", "1301")
    put(match, "IR87", "1301")
    put(match, "XVIII.A2", "1401")
    put(match, "LGIR115", "1401")  # a gun of the corps keeps nobody out
    assert not_there(match, "Pi21", "1401") == ("3.2b",)


@pytest.mark.case("they-shall-not-pass", "3.2b")
def test_once_play_has_begun_divisions_mix_freely():
    match = position("turn: 1\nstep: german-movement\n1301: IR81\n1401: LGIR115")
    move(match, "LGIR115", "1301")
    assert match.legal(match.parse("done"))


@pytest.mark.case("they-shall-not-pass", "3.2c", "8.33")
def test_germans_may_overstack_at_the_start_and_must_cure_it_in_their_first_movement_phase():
    match = free()
    play(match, "historical")
    deploy(match, GERMAN, RIR13="0501", RIR57="0501")
    play(match, "done")  # three regiments, a pioneer and a gun in 0501
    run_to(match, "german-movement")
    assert refused(match, "done").cases == ("8.31",)
    move(match, "RIR13", "0502")
    assert refused(match, "done").cases == ("8.31",)  # 2.5: the gun is too much
    move(match, "RFAR13", "0401")
    assert match.legal(match.parse("done"))


# ----------------------------------------------------------------------------------------------------- the rest


@pytest.mark.case("they-shall-not-pass", "3.3", "TP-R17", "14.32")
def test_the_off_board_pieces_and_the_tracks_at_the_start():
    match = kit.GAME.start("historical", dice=[])
    p = match.position
    assert at(match, "NAV") == "naval" and not states(match, "NAV")
    assert at(match, "HVY") == "track" and p.shots == 3
    assert p.good_weather and p.turn == 1 and C.turns[0].date == "February 21"


@pytest.mark.case("they-shall-not-pass", "TP-R17", "14.8", "14.4", "14.33")
def test_forts_remnants_and_the_left_bank_guns_at_the_start():
    match = kit.GAME.start("historical", dice=[])
    p = match.position
    assert list(p.forts) == [1] * 7 and not any(p.units_in(f.cell) for f in C.forts)
    assert {at(match, r) for r in ("FRem1", "FRem2", "FRem3", "GRem1", "GRem2")} == {"pool"}
    assert at(match, "LB") == "0105" and not states(match, "LB")
    assert p.place[C.unit["RR"]] in C.rail_cells and control(match, at(match, "RR")) == "french"


@pytest.mark.case("they-shall-not-pass", "3.4", "RS.23", "RS.24", "RS.25", "RS.26", "RS.27")
def test_whatever_is_not_set_up_waits_for_its_day_on_the_schedule():
    match = kit.GAME.start("historical", dice=[])
    waiting = {C.ids[u] for u in match.position.stacks[C.box["reserve"]]}
    days = {entry.case: {C.ids[u] for u in entry.units} for entry in C.schedule}
    assert waiting == set().union(*days.values())
    assert {(e.turn, e.side) for e in C.schedule} == {(3, 1), (4, 1), (5, 1), (5, 0), (6, 1), (7, 1)}
    assert {C.corps[C.unit[u]] for u in waiting} == {"XX", "I", "XVIII", ""}


@pytest.mark.case("they-shall-not-pass", "TP-R05", "14.9")
def test_the_line_and_all_south_of_it_is_french_and_all_north_of_it_german():
    match = kit.GAME.start("historical", dice=[])
    for cell in LINE:
        column, row = cell[:2], int(cell[2:])
        assert control(match, cell) == "french" == control(match, f"{column}{row + 1:02}")
        assert control(match, f"{column}{row - 1:02}") == "german" == control(match, f"{column}01")
    assert {control(match, x) for x in ("0101", "0102", "0201", "0202", "0301", "0302")} == {"german"}
    assert {control(match, x) for x in ("0103", "0203", "0303", "0123")} == {"french"}


@pytest.mark.case("they-shall-not-pass", "TP-R80", "14.11")
def test_nobody_starts_dug_in():
    match = free()
    assert not any(a.startswith("dig") for a in options(match))
    play(match, "historical", "historical")
    assert not any("dug-in" in states(match, unit) for unit in C.ids)


@pytest.mark.case("they-shall-not-pass", "TP-R18", "6.11", "6.12")
def test_an_hq_in_1101_starts_beyond_every_source_and_in_3301_just_within():
    match = position("turn: 1\nstep: german-supply\n1101: XVIII.HQ\n3301: V.HQ")
    assert "unsupplied" in states(match, "XVIII.HQ") and "unsupplied" not in states(match, "V.HQ")
    assert not [u for u in C.ids if "unsupplied" in states(kit.GAME.start("historical", dice=[]), u)]
