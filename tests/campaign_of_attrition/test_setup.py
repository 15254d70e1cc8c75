"""11.0 Set-up."""

import pytest

from .kit import GAME, C, at, options, play, refused, states, step

SECTORS = {
    "72DI": "0309 0408 0508 0607 0708 0807 0907",
    "3DI": "1006 1106 1205 1306 1406 1506 1507 1607",
    "29DI": "1708 1807 1908 2008 2109 2110 2111 2211 2312 2313",
    "13RD": "0110 0208 0209 0308 0407 0507 0606 0707 0806",
    "11RD": "0110 0208 0209 0308 0407 0507 0606 0707 0806",
    "21ID": "0906 1005 1105 1204 1305 1405 1505 1605 1606 1707",
    "5ID": "1707 1806 1907 2007 2108",
    "9RD": "2209 2309 2310",
}


def places(match, unit):
    """Where a unit may be set up now."""
    twin = match.clone()
    play(twin, unit)
    return {text.split("-")[1] for text in options(twin)}


def place(match, unit, cell):
    play(match, unit, f"{unit}-{cell}")


def german_turn(scenario, **rules):
    """The Germans set up; the French stand ready."""
    match = GAME.start(scenario, seed=1, options=rules)
    play(match, "historical")
    return match


@pytest.mark.case("campaign-of-attrition", "11.0", "11.1b", "11.2a")
@pytest.mark.parametrize("scenario", ["sectors", "free"])
def test_the_french_set_up_first_then_the_germans(scenario):
    match = GAME.start(scenario, seed=1)
    assert match.player == "french" and step(match) == "french-setup"
    play(match, "historical")
    assert match.player == "german" and step(match) == "german-setup"
    play(match, "historical")
    assert step(match) == "german-build"


@pytest.mark.case("campaign-of-attrition", "11.0", "11.1a", "CA-D67")
@pytest.mark.parametrize("sectors", [False, True])
def test_the_ready_set_up_places_32_units_within_all_rules(sectors):
    match = GAME.start("historical", seed=1, options={"historical_sectors": sectors})
    on_map = [u for u in range(len(C.ids)) if match.position.on_map(u)]
    assert len(on_map) == 32 and GAME.audit(match.position) == [] and step(match) == "german-build"
    for u in on_map:
        assert C.home[match.position.place[u]] == C.side[u]
        entrenched = "entrenched" in states(match, C.ids[u])
        assert entrenched == (C.side[u] == 1 and C.division[u])  # the French divisions, no German (11.2c)


@pytest.mark.case("campaign-of-attrition", "11.1.1a", "11.1.1b", "11.1.1c", "11.1a", "CA-R65")
@pytest.mark.parametrize("unit", ["72DI", "3DI", "29DI"])
def test_each_french_corps_sets_up_in_its_sector_touching_the_line(unit):
    match = GAME.start("sectors", seed=1)
    assert places(match, unit) == set(SECTORS[unit].split())


@pytest.mark.case("campaign-of-attrition", "11.1.2a", "11.1.2b", "11.1.2c", "11.1.2d", "11.1a", "CA-R65")
@pytest.mark.parametrize("unit", ["13RD", "11RD", "21ID", "5ID", "9RD"])
def test_each_german_corps_sets_up_in_its_sector_touching_the_line(unit):
    assert places(german_turn("sectors"), unit) == set(SECTORS[unit].split())


@pytest.mark.case("campaign-of-attrition", "CA-R65", "11.1a")
def test_corps_guns_stand_with_their_corps_or_further_south_and_engineers_anywhere_at_home():
    match = GAME.start("sectors", seed=1)
    guns = places(match, "II.HA")
    assert {"1006", "1607", "1313", "0320"} <= guns and not guns & {"0607", "1908", "1605"}
    assert {"0607", "1908", "1313"} <= places(match, "ENG1") and "1605" not in places(match, "ENG1")


@pytest.mark.case("campaign-of-attrition", "11.1a", "4.2a", "4.2b")
def test_stacking_holds_in_the_set_up():
    match = GAME.start("sectors", seed=1)
    place(match, "72DI", "0607")
    place(match, "51DI", "0607")
    assert "0607" not in places(match, "14DI")
    place(match, "3DI", "1006")
    assert "1006" in places(match, "4DI")


@pytest.mark.case("campaign-of-attrition", "11.1.2e", "CA-R29", "CA-R63")
def test_army_detachment_strantz_joins_a_corps_or_stands_beside_one_that_is_full():
    match = german_turn("sectors")
    assert "BErs" not in options(match)  # there is nobody to set up with
    place(match, "21ID", "1405")
    assert places(match, "BErs") == {"1405"}
    place(match, "25ID", "1405")
    assert {"1305", "1505", "1404"} <= places(match, "BErs") and "1405" not in places(match, "BErs")
    assert "1406" not in places(match, "BErs")  # south of the line
    place(match, "BErs", "1305")
    assert C.corps_names[match.position.corps[C.unit["BErs"]]] == (0, "XVIII")
    assert "1305" in places(match, "5LW")  # with the Bavarian Ersatz, which is of XVIII Corps now
    place(match, "5LW", "1305")
    assert C.corps_names[match.position.corps[C.unit["5LW"]]] == (0, "XVIII")


@pytest.mark.case("campaign-of-attrition", "11.1.2e", "CA-R29")
@pytest.mark.parametrize(("unit", "corps"), [("21ID", "XVIII"), ("5ID", "III")])
def test_beside_two_full_corps_the_owner_chooses_which_it_joins(unit, corps):
    match = german_turn("sectors")
    for name, cell in (("21ID", "1606"), ("25ID", "1606"), ("5ID", "1707"), ("6ID", "1707")):
        place(match, name, cell)
    play(match, "BErs", "BErs-1706")
    assert match.decision.kind == "JoinCorps" and options(match) == {"21ID", "5ID"}
    again = GAME.position(GAME.notation(match))
    assert options(again) == options(match) and again.hash() == match.hash()
    play(match, unit)
    assert at(match, "BErs") == "1706" and C.corps_names[match.position.corps[C.unit["BErs"]]] == (0, corps)


@pytest.mark.case("campaign-of-attrition", "11.2a", "11.2c", "CA-R66")
def test_in_the_free_set_up_french_infantry_lines_the_trenchline_entrenched_if_it_likes():
    match = GAME.start("free", seed=1)
    line = {C.board.labels[x] for x in range(C.board.size) if C.touching[x] and C.home[x] == 1}
    assert places(match, "72DI") == line and places(match, "XXX.HA") > line and "1313" in places(match, "ENG1")
    place(match, "72DI", "2617")
    play(match, "entrench:72DI")
    assert "entrenched" in states(match, "72DI")


@pytest.mark.case("campaign-of-attrition", "11.2b", "11.2c", "11.2d")
def test_in_the_free_set_up_all_germans_line_the_trenchline_mobile_and_guns_keep_to_their_bank():
    match = german_turn("free")
    line = {C.board.labels[x] for x in range(C.board.size) if C.touching[x] and C.home[x] == 0}
    assert places(match, "21ID") == places(match, "5LW") == line
    east = {x for x in line if C.bank[C.board.index[x]]}
    assert places(match, "RS1") == east and places(match, "LS1") == line - east
    place(match, "21ID", "1405")
    assert refused(match, "entrench:21ID").cases == ("11.2c",)


@pytest.mark.case("campaign-of-attrition", "11.2c", "CA-R66")
def test_by_sectors_too_the_french_may_entrench_and_the_germans_may_not():
    match = GAME.start("sectors", seed=1)
    place(match, "72DI", "0607")
    play(match, "entrench:72DI")
    assert "entrenched" in states(match, "72DI")
    german = german_turn("sectors")
    place(german, "21ID", "1405")
    assert refused(german, "entrench:21ID").cases == ("11.2c",)


@pytest.mark.case("campaign-of-attrition", "11.1a", "11.1b")
def test_the_set_up_is_done_when_all_is_placed_and_what_is_placed_can_be_taken_up_again():
    match = GAME.start("sectors", seed=1)
    assert refused(match, "done").cases
    place(match, "72DI", "0607")
    play(match, "lift:72DI")
    assert at(match, "72DI") == "setup"


def test_a_set_up_does_not_go_on_for_ever():
    match = GAME.start("sectors", seed=1)
    for _ in range(150):
        place(match, "72DI", "0607")
        play(match, "lift:72DI")
    place(match, "72DI", "0607")
    assert "lift:72DI" not in options(match) and "historical" in options(match)


@pytest.mark.case("campaign-of-attrition", "11.1a", "11.1.2e")
def test_the_germans_are_done_when_all_stand_and_strantz_is_still_with_its_corps():
    match = german_turn("sectors")
    ready = C.deployments["printed"]
    order = sorted(ready.cells[0], key=lambda u: u in ready.joins)
    for u in order:
        assert "done" not in options(match) and not match.legal(match.parse("done"))
        place(match, C.ids[u], C.board.labels[ready.cells[0][u]])
    assert "done" in options(match)
    for name in ("21ID", "25ID"):  # XVIII Corps leaves the Bavarian Ersatz alone
        play(match, f"lift:{name}")
        place(match, name, "1005")
    assert "done" not in options(match) and refused(match, "done").cases == ("11.1.2e",)
    play(match, "lift:BErs")
    place(match, "BErs", "1105")
    play(match, "done")
    assert step(match) == "german-build"


@pytest.mark.case("campaign-of-attrition", "CA-R64")
def test_with_historical_sectors_the_corps_stand_where_they_stood():
    match = GAME.start("sectors", seed=1, options={"historical_sectors": True})
    assert places(match, "29DI") == set(SECTORS["72DI"].split())
    assert places(match, "72DI") == set(SECTORS["3DI"].split()) and places(match, "3DI") == set(SECTORS["29DI"].split())
    german = german_turn("sectors", historical_sectors=True)
    assert places(german, "13RD") == {"1005", "1105", "1204", "1305"} and places(german, "11RD") == set(SECTORS["11RD"].split())


@pytest.mark.case("campaign-of-attrition", "4.10", "11.3.1b", "4.8a")
def test_what_is_not_set_up_waits_in_its_box():
    match = GAME.start("historical", seed=1)
    assert at(match, "GAS1") == at(match, "40DI") == "pool" and at(match, "FG1") == "strip"
    assert at(match, "30ID") == at(match, "39DI") == at(match, "38DI") == "track"
