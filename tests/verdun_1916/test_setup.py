"""14, 14.1 Set-up: who goes where, bunkers, battalions, manned trenches; and the ready deployment."""

import pytest

from trenchline.games.verdun_1916.setup import faults

from .kit import GAME, C, at, legal, options, play, position, refused, step, steps

INDEX = C.board.index


def french(scenario="historical_free", **options):
    return GAME.start(scenario, seed=1, options=options)


def german(scenario="historical_free", **options):
    """The French stand as on February 21; the Germans are to be placed."""
    match = french(scenario, **options)
    play(match, "historical")
    return match


def places(match, unit):
    """The hexes where a unit may be placed; the match stays as it is."""
    twin = match.clone()
    play(twin, unit)
    return {action.cell for action in twin.actions() if action.cell}


def columns(cells):
    return sorted({int(cell[:2]) for cell in cells})


def lines(cells):
    return {C.line[INDEX[cell]] for cell in cells}


def banks(cells):
    return {C.bank[INDEX[cell]] for cell in cells}


# ------------------------------------------------------------------------------------------------ order and zones


@pytest.mark.case("verdun-1916", "14a")
def test_the_french_deploy_first_then_the_germans():
    match = french()
    assert (match.player, step(match)) == ("french", "french-setup")
    play(match, "historical")
    assert (match.player, step(match)) == ("german", "german-setup")
    play(match, "historical")
    assert (match.player, step(match)) == ("german", "german-bombardment")


@pytest.mark.case("verdun-1916", "14.1b", "14.2A-a", "14.2A-b", "14.2A-c", "VV-R83")
@pytest.mark.parametrize(
    ("unit", "first", "last"), [("351R", 10, 20), ("AD72", 10, 20), ("51.HQ", 23, 28), ("I.29T", 23, 28), ("42RI", 29, 32)]
)
def test_french_units_stand_in_their_columns_on_or_behind_the_first_line_at_any_depth(unit, first, last):
    cells = places(french(), unit)
    assert columns(cells) == list(range(first, last + 1)) and banks(cells) == {"E"}
    assert lines(cells) == {"first", "between", "second", "rear"}
    deep = [
        c for c in C.board.labels if first <= int(c[:2]) <= last and C.bank[INDEX[c]] == "E" and C.line[INDEX[c]] != "german"
    ]
    assert cells == set(deep)


@pytest.mark.case("verdun-1916", "14.2A-d", "14.2A-e", "14.2A-f", "VV-R63", "VV-R64")
def test_corps_troops_stand_anywhere_in_the_corps_and_the_left_bank_gun_behind_its_line():
    for unit in ("XXX.A1", "XXX.T1"):
        cells = places(french(), unit)
        assert columns(cells) == list(range(10, 33)) and banks(cells) == {"E"} and "german" not in lines(cells)
    cells = places(french(), "VII.A")
    assert banks(cells) == {"W"} and "german" not in lines(cells) and 1 in columns(cells)


@pytest.mark.case("verdun-1916", "14.2A-a", "VV-R63")
def test_no_divisional_unit_stands_in_the_gap():
    match = french()
    for unit in ("351R", "233R"):
        assert not {"2105", "2205"} & places(match, unit)
    play(match, "351R")
    assert refused(match, "351R-2105").cases == ("14.2A-a",)


@pytest.mark.case("verdun-1916", "14.3A-a", "14.3A-b", "14.3A-c", "14.3A-d", "14.3")
@pytest.mark.parametrize(("unit", "first", "last"), [("111RI", 1, 4), ("67.HQ", 5, 10), ("VII.A", 1, 10), ("VII.T1", 1, 10)])
def test_the_left_bank_of_the_hypothetical_scenario(unit, first, last):
    cells = places(french("hypothetical_free"), unit)
    assert columns(cells) == list(range(first, last + 1)) and banks(cells) == {"W"} and "german" not in lines(cells)


@pytest.mark.case(
    "verdun-1916", "14.2B-a", "14.2B-c", "14.2B-d", "14.2B-e", "14.2B-f", "14.2B-g", "14.2B-k", "14.2B-o", "14.2B-q"
)
@pytest.mark.parametrize(
    ("unit", "first", "last"),
    [("VIIR.HQ", 8, 17), ("FR37", 8, 10), ("ST1", 8, 10), ("RIR16", 8, 13), ("RIR7", 14, 17), ("IR81", 22, 27),
     ("LGIR115", 22, 27), ("XVIII.HQ", 22, 27), ("IR3", 18, 22), ("III.HQ", 18, 22), ("IR99", 28, 32), ("V.HQ", 28, 32)],
)  # fmt: skip
def test_german_units_stand_in_their_columns_in_front_of_the_first_line(unit, first, last):
    cells = places(german(), unit)
    assert set(columns(cells)) <= set(range(first, last + 1)) and banks(cells) == {"E"} and lines(cells) == {"german"}
    assert columns(cells)[0] == first and columns(cells)[-1] == last


@pytest.mark.case("verdun-1916", "14.1c", "14.1d", "VV-R65")
@pytest.mark.parametrize(("unit", "least"), [("IR3", 2), ("Rohr", 2), ("III.HQ", 2), ("FA5", 3), ("III.A1", 3), ("VIR.A1", 3)])
def test_germans_keep_their_distance_from_the_trenches(unit, least):
    match = german()
    cells = places(match, unit)
    trenches = [x for x in range(C.board.size) if C.trench[x]]
    far = {cell: min(C.board.distance(INDEX[cell], t) for t in trenches) for cell in cells}
    assert cells and min(far.values()) == least
    near = next(
        x
        for x in C.board.labels
        if C.line[INDEX[x]] == "german" and x[:2] == "20" and min(C.board.distance(INDEX[x], t) for t in trenches) < least
    )
    if unit in ("IR3", "FA5"):
        play(match, unit)
        assert refused(match, f"{unit}-{near}").cases == (("14.1c",) if least == 2 else ("14.1d",))


@pytest.mark.case("verdun-1916", "14.2B-r", "VV-R65")
def test_the_left_bank_guns_of_the_germans():
    cells = places(german(), "VIR.A1")
    assert banks(cells) == {"W"} and lines(cells) == {"german"}


@pytest.mark.case("verdun-1916", "14.3B-a", "14.3B-b", "14.3B-c", "14.3B-e")
@pytest.mark.parametrize("unit", ["VIR.HQ", "RIR10", "RIR23", "VIR.A1"])
def test_the_sixth_reserve_corps_of_the_hypothetical_scenario(unit):
    cells = places(german("hypothetical_free"), unit)
    assert banks(cells) == {"W"} and set(columns(cells)) <= set(range(1, 10)) and lines(cells) == {"german"}


@pytest.mark.case("verdun-1916", "14.2B-b", "14.2B-f", "14.2B-j", "14.2B-n", "14.3B-d")
def test_railway_guns_bombers_reserves_and_reinforcements_wait_beside_the_map():
    match = german("hypothetical_free")
    assert at(match, "RAIL1") == at(match, "AIR3") == "army"
    assert {at(match, u) for u in ("RIR13", "FR80", "IR50", "BIR3", "2Z", "RICM", "85RI")} == {"reserve"}
    match = german()
    assert at(match, "BIR3") == at(match, "RICM") == at(match, "VIR.HQ") == "out"


@pytest.mark.case("verdun-1916", "VV-R67")
def test_with_the_historical_frontage_xviii_corps_stands_in_the_west():
    match = german(historical_corps_frontage=True)
    assert (columns(places(match, "IR81"))[0], columns(places(match, "IR3"))[-1]) == (18, 27)
    play(match, "historical")
    assert (at(match, "IR81"), at(match, "IR24")) == ("1801", "2502")


# ------------------------------------------------------------------------------------------------ bunkers and battalions


@pytest.mark.case("verdun-1916", "14c", "VV-R66", "14.2A-a", "14.2A-b")
def test_bunkers_stand_between_the_lines_in_the_zone_of_their_division():
    match = french()
    cells = {action.cell for action in match.actions() if action.kind == "bunker"}
    assert {C.line[INDEX[x]] for x in cells} == {"between"}
    assert set(columns(cells)) == set(range(12, 21)) | set(range(23, 29))
    assert legal(match, "bunker:1905") and not legal(match, "bunker:1904") and not legal(match, "bunker:2105")
    assert refused(match, "bunker:2908").cases == ("14c",)  # the 14th has none
    play(match, "bunker:1905")
    assert refused(match, "bunker:1905").cases == ("14c",)  # one to a hex


@pytest.mark.case("verdun-1916", "14c", "14.2A-a", "14.2A-b")
def test_the_72nd_has_four_and_the_51st_two():
    match = french()
    play(match, "bunker:1905", "bunker:2005", "bunker:1604", "bunker:1506")
    assert refused(match, "bunker:1605").cases == ("14c",) and legal(match, "bunker:2404")
    play(match, "bunker:2404", "bunker:2505")
    assert not any(action.kind == "bunker" for action in match.actions())
    play(match, "unbunker:1604")
    assert legal(match, "bunker:1605")


@pytest.mark.case("verdun-1916", "VV-R66")
def test_with_the_option_bunkers_stand_on_the_lines_too():
    match = french(bunkers_on_lines=True)
    assert legal(match, "bunker:1904") and legal(match, "bunker:1906") and not legal(match, "bunker:1907")


@pytest.mark.case("verdun-1916", "14b", "1.6e", "1.6c", "VV-R45")
def test_battalions_are_detached_up_to_the_maximum_of_the_formation():
    match = french()
    for regiment in ("42RI", "44RI"):
        play(match, f"detach:{regiment}", f"detach:{regiment}")
        assert steps(match, regiment) == 1
    assert [at(match, f"14.B{n}") for n in range(1, 5)] == ["setup"] * 4
    assert refused(match, "detach:35RI").cases == ("1.6e",) and refused(match, "detach:42RI").cases == ("1.6c",)
    play(match, "14.B1")
    assert columns({a.cell for a in match.actions() if a.cell}) == [29, 30, 31, 32]


@pytest.mark.case("verdun-1916", "14b", "14.3A-a", "14.3A-b")
def test_the_divisions_of_the_left_bank_have_theirs():
    match = french("hypothetical_free")
    play(match, "detach:111RI", "detach:258R")
    assert refused(match, "detach:111RI").cases == ("1.6e",)
    play(match, "detach:211R", "detach:211R", "detach:214R")
    assert refused(match, "detach:220R").cases == ("1.6e",)


# ------------------------------------------------------------------------------------------------ finishing


@pytest.mark.case("verdun-1916", "4a", "VV-R47")
def test_the_stacking_limit_holds_at_set_up():
    match = french()
    play(match, "42RI", "42RI-3010", "44RI")
    assert refused(match, "44RI-3010").cases == ("4a",)


@pytest.mark.case("verdun-1916", "14.1a", "VV-R84")
def test_every_trench_in_play_must_hold_a_unit_or_lie_in_a_french_zone():
    ready = position_of("historical")
    assert not faults(ready, 1)
    bare = ready.clone()
    bare.put(C.unit["351R"], INDEX["1610"])
    cases = {case for _, case in faults(bare, 1)}
    assert cases == {"14.1a"}
    assert any("1106" in text for text, _ in faults(bare, 1))


@pytest.mark.case("verdun-1916", "14.1a", "VV-R84")
def test_a_gun_mans_only_the_trench_it_stands_in():
    match = position("scenario: historical_free\nstep: french-setup\n3111: AD14")
    open_ = {text.split()[2] for text, case in faults(match.position, 1) if case == "14.1a"}
    assert "3111" not in open_ and "3210" in open_ and "3010" in open_


@pytest.mark.case("verdun-1916", "14.1a", "VV-R84", "14.2D-c")
def test_left_bank_trenches_count_only_where_that_bank_is_in_play():
    assert len(C.battles["historical"].trenches) == 47 and len(C.battles["hypothetical"].trenches) == 68
    assert not faults(position_of("hypothetical"), 1)


def position_of(scenario):
    return GAME.start(scenario, seed=1).position


@pytest.mark.case("verdun-1916", "14.1a", "14a")
def test_the_set_up_ends_only_when_all_is_in_order():
    match = french()
    assert refused(match, "done").cases == ("14.1", "14a")
    play(match, "historical")
    match = german()
    assert refused(match, "done").cases == ("14.1", "14a")


@pytest.mark.parametrize("scenario", ["historical", "hypothetical"])
@pytest.mark.parametrize("frontage", [False, True])
def test_the_ready_deployment_keeps_every_rule_of_set_up(scenario, frontage):
    p = GAME.start(scenario, seed=1, options={"historical_corps_frontage": frontage}).position
    assert not faults(p, 0) and not faults(p, 1) and not GAME.audit(p)
    assert not p.stacks[C.box["setup"]]
    assert sum(p.bunkers) == (6 if scenario == "historical" else 8)


@pytest.mark.case("verdun-1916", "14.1b")
def test_a_unit_placed_can_be_taken_up_again():
    match = french()
    play(match, "42RI", "42RI-3010", "lift:42RI")
    assert at(match, "42RI") == "setup" and "42RI" in options(match)


@pytest.mark.case("verdun-1916", "14b")
def test_battalions_split_at_set_up_leave_the_regiment_with_its_marker():
    match = french()
    play(match, "historical")
    assert [steps(match, u) for u in ("351R", "362R", "165RI", "164RI")] == [2, 2, 2, 3]
    assert at(match, "72.B1") == "1305" and at(match, "72.B4") == "stock"


def by_hand(match, side):
    """Place everything as on February 21, one by one."""
    battle = C.battles["historical"]
    if side == 1:
        for battalion, regiment in battle.ready_detached.items():
            play(match, f"detach:{C.ids[regiment]}")
            assert at(match, C.ids[battalion]) == "setup"
        for cell in battle.ready_bunkers:
            play(match, f"bunker:{C.board.labels[cell]}")
    for u, cell in battle.ready[False].items():
        if C.side[u] == side:
            name = C.ids[u]
            play(match, name, f"{name}-{C.board.labels[cell]}")


@pytest.mark.case("verdun-1916", "14a", "14b", "14c", "14.1a")
def test_a_deployment_by_hand_can_be_finished_and_is_the_ready_one():
    match = french()
    by_hand(match, 1)
    play(match, "done")
    assert (match.player, step(match)) == ("german", "german-setup")
    by_hand(match, 0)
    play(match, "done")
    assert step(match) == "german-bombardment"
    ready = GAME.start("historical", seed=1).position
    assert match.position.place == ready.place and match.position.steps == ready.steps
    assert match.position.bunkers == ready.bunkers and match.position.control == ready.control


@pytest.mark.case("verdun-1916", "14c", "14a")
def test_the_ready_deployment_of_the_french_brings_its_bunkers():
    assert sum(german().position.bunkers) == 6


@pytest.mark.case("verdun-1916", "14.1a")
def test_what_is_placed_may_be_taken_up_only_so_often():
    match = french()
    for _ in range(150):
        play(match, "42RI", "42RI-3010", "lift:42RI")
    play(match, "42RI", "42RI-3010")
    assert not legal(match, "lift:42RI") and legal(match, "historical")


@pytest.mark.case("verdun-1916", "14.1a", "VV-R84")
def test_an_unmanned_trench_keeps_the_french_from_finishing():
    match = french()
    by_hand(match, 1)
    play(match, "lift:351R", "351R", "351R-1610")
    assert refused(match, "done").cases == ("14.1a",)
