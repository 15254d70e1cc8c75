"""6.1 Supply."""

import pytest

from trenchline.games.they_shall_not_pass.components import FRENCH, GERMAN
from trenchline.games.they_shall_not_pass.supply import Lines, sources

from .kit import (
    C,
    at,
    declare,
    fight,
    move,
    options,
    play,
    points,
    position,
    refused,
    run_to,
    states,
)  # fmt: skip


def cut_off(text: str, side: str = "german", turn: int = 2, dice: tuple[int, ...] = ()) -> set[str]:
    """The units out of supply after a side's check."""
    match = position(f"turn: {turn}\nstep: {side}-supply\n{text}", dice)
    return {unit for unit in C.ids if "unsupplied" in states(match, unit)}


def cost(match, side: int, start: str, goal: str) -> int | None:
    index = C.board.index
    return Lines(match.position, side).to([index[goal]], set(), 40).get(index[start])


# ------------------------------------------------------------------------------------------------- 6.1, 6.11 sources


@pytest.mark.case("they-shall-not-pass", "6.1", "4.0.II")
def test_a_unit_s_supply_is_settled_in_its_own_organization_phase_and_nowhere_else():
    match = position("turn: 2\nstep: german-supply\n1601: XVIII.HQ disrupted\n1606: IR81\n1805: 208R\n1809: XXX.HQ", [6] * 3)
    assert "unsupplied" not in states(match, "IR81")
    run_to(match, "french-movement")
    move(match, "208R", "1705")  # cuts the road, and the way round is dearer than a disrupted HQ can afford
    assert "unsupplied" not in states(match, "IR81")
    play(match, "done")
    assert match.position.turn == 3 and "unsupplied" in states(match, "IR81")


@pytest.mark.case("they-shall-not-pass", "6.1")
def test_who_was_cut_off_stays_so_although_the_way_is_open_again():
    match = position("turn: 2\nstep: german-movement\n1601: XVIII.HQ\n1602: IR81 unsupplied\n1609: XXX.HQ", dice=[6])
    run_to(match, "french-movement")  # the French check their supply, not his
    assert "unsupplied" in states(match, "IR81")
    play(match, "done")
    assert match.position.turn == 3 and "unsupplied" not in states(match, "IR81")


@pytest.mark.case("they-shall-not-pass", "6.11")
@pytest.mark.parametrize(
    ("side", "hq", "own"),
    [("german", "XVIII.HQ", ["0201", "1601", "2201"]), ("french", "XXX.HQ", ["1323", "1622", "3307", "3310", "3321"])],
)
def test_each_side_s_hqs_trace_to_its_own_edge_roads(side, hq, own):
    enemy = "french" if side == "german" else "german"
    for source in own:
        others = " ".join(x for x in own if x != source)
        assert not cut_off(f"{source}: {hq}\n{enemy} ground: {others}", side)
    assert cut_off(f"1606: {hq}\n{enemy} ground: {' '.join(own)}", side) == {hq}
    p = position("turn: 2\nstep: german-movement\n1606: IR81").position
    assert [p.label(c) for c in sources(p, GERMAN if side == "german" else FRENCH)] == own


@pytest.mark.case("they-shall-not-pass", "6.11a", "6.15")
def test_a_unit_draws_on_its_own_hq_alone_and_never_on_the_map_edge():
    assert cut_off("1601: IR81") == {"IR81"}  # in a source hex, but its HQ is not on the map
    assert cut_off("1601: IR81, III.HQ, LGR8") == {"IR81"}  # another corps' HQ feeds only its own
    assert not cut_off("1601: IR81, XVIII.HQ")


@pytest.mark.case("they-shall-not-pass", "6.11b", "TP-R33", "6.32", "6.33c")
def test_the_units_of_a_lost_hq_starve_until_the_morning_after_it_is_back():
    match = position("turn: 2\nstep: german-supply\n1601: IR81\neliminated: XVIII.HQ lost\n1609: XXX.HQ", dice=[6])
    assert "unsupplied" in states(match, "IR81")
    play(match, "return:XVIII.HQ-1601=1")
    assert at(match, "XVIII.HQ") == "1601" and "unsupplied" in states(match, "IR81")
    run_to(match, "french-movement")
    play(match, "done")
    assert match.position.turn == 3 and "unsupplied" not in states(match, "IR81")


@pytest.mark.case("they-shall-not-pass", "6.11b", "TP-R33", "6.1")
def test_the_loss_of_an_hq_is_felt_only_at_the_next_check():
    match = position("turn: 2\nstep: french-movement\n1601: IR81\neliminated: XVIII.HQ lost\n1609: XXX.HQ", dice=[6])
    assert "unsupplied" not in states(match, "IR81")
    play(match, "done")
    assert "unsupplied" in states(match, "IR81")


@pytest.mark.case("they-shall-not-pass", "6.11c", "14.9")
def test_a_captured_source_feeds_neither_side_until_it_is_retaken():
    text = "french ground: 0201 2201\n1602: XVIII.HQ\n"
    assert not cut_off(text)
    assert cut_off(text.replace("2201", "2201 1601")) == {"XVIII.HQ"}
    assert cut_off("3307: V.HQ\nfrench ground: 0201 1601 2201") == {"V.HQ"}  # a French source is no use to Germans
    retaken = position(f"turn: 2\nstep: german-movement\n{text.replace('2201', '2201 1601')}1701: IR81", dice=[6])
    move(retaken, "IR81", "1601")
    p = retaken.position
    assert [p.label(c) for c in sources(p, GERMAN)] == ["1601"]


@pytest.mark.case("they-shall-not-pass", "TP-R34", "6.14", "6.11c")
def test_an_enemy_zone_on_a_source_closes_it_unless_a_friend_stands_there():
    text = "french ground: 0201 2201\n1603: XVIII.HQ, FR80\n1501: 208R\n"  # the regiment's zone lies on 1601 and 1502
    assert cut_off(text) == {"XVIII.HQ", "FR80"}
    assert not cut_off(text + "1601: IR81\n1602: IR87")


# ------------------------------------------------------------------------------------------------ 6.12 supply lines


@pytest.mark.case("they-shall-not-pass", "6.12", "TP-R27", "TP-R18")
def test_ten_points_off_the_road_are_enough_and_eleven_are_not():
    match = position("turn: 2\nstep: german-movement\n2201: V.HQ\n3301: IR19\n1101: IR154")
    assert cost(match, GERMAN, "3301", "2201") == 10 and cost(match, GERMAN, "1101", "2201") == 11
    assert cut_off("2201: V.HQ\n3301: IR19\n1101: IR154") == {"IR154"}
    assert cut_off("3301: V.HQ\n1101: XVIII.HQ") == {"XVIII.HQ"}


@pytest.mark.case("they-shall-not-pass", "6.12", "8.5", "TP-R27")
def test_connected_roads_are_free_however_long_streams_and_towns_included():
    match = position("turn: 2\nstep: french-movement\n0403: 351R")
    assert cost(match, FRENCH, "0403", "3307") == 0
    assert cost(match, FRENCH, "1204", "1305") == 0  # across a brook on the road


@pytest.mark.case("they-shall-not-pass", "6.12", "TP-R27", "TEC.3")
def test_a_line_pays_for_every_hex_it_enters_the_last_included_and_the_first_never():
    match = position("turn: 2\nstep: german-movement\n2002: IR81")
    assert cost(match, GERMAN, "2002", "2004") == 5  # slope 2, woods and trench 3
    assert cost(match, GERMAN, "2004", "2002") == 3  # slope 2, clear 1: the way back leaves the trench
    assert cost(match, GERMAN, "1802", "1902") == 2 and cost(match, GERMAN, "1902", "1802") == 2  # clear and a brook


@pytest.mark.case("they-shall-not-pass", "6.12a", "TP-R30", "14.7a")
def test_from_february_26_french_hqs_and_units_use_the_railway():
    for hq, unit in (("0205", "0205"), ("1323", "0205")):
        text = f"{hq}: XXX.HQ\n{unit if unit != hq else '0204'}: 35RI\n"
        assert "35RI" in cut_off(text, "french", turn=5)
        assert not cut_off(text, "french", turn=6)
    assert cut_off("0205: XVIII.HQ", turn=6) == {"XVIII.HQ"}  # no rails for Germans


@pytest.mark.case("they-shall-not-pass", "TP-R134", "TP-R30", "6.13")
def test_shells_break_the_railway_as_they_break_a_road():
    match = position("turn: 6\nstep: french-movement\ngerman shells: 0306\n0205: XXX.HQ")
    assert cost(match, FRENCH, "0205", "0306") == 2  # clear, doubled
    assert cost(match, FRENCH, "0306", "0307") == 2  # and the hill beyond is unconnected
    assert cost(match, FRENCH, "0307", "0207") == 0
    text = "0205: XXX.HQ disrupted\n"
    assert not cut_off(text, "french", turn=6)
    assert cut_off(text + "german shells: 0306 0208", "french", turn=6) == {"XXX.HQ"}


@pytest.mark.case("they-shall-not-pass", "6.12b", "TP-R28")
def test_a_disrupted_hq_has_five_points_for_itself_and_for_every_unit_that_traces_to_it():
    match = position("turn: 2\nstep: german-movement\n2201: V.HQ\n2803: IR19\n2903: IR154")
    assert cost(match, GERMAN, "2803", "2201") == 5 and cost(match, GERMAN, "2903", "2201") == 6
    assert not cut_off("2201: V.HQ\n2803: IR19\n2903: IR154")
    assert cut_off("2201: V.HQ disrupted\n2803: IR19\n2903: IR154") == {"IR154"}
    assert not cut_off("2803: V.HQ disrupted") and cut_off("2903: V.HQ disrupted") == {"V.HQ"}
    assert not cut_off("2903: V.HQ")


# -------------------------------------------------------------------------------------------- 6.13, 6.14 obstacles


@pytest.mark.case("they-shall-not-pass", "6.13", "TP-R07", "TP-R29", "7.22")
def test_an_interdicted_hex_costs_twice_its_ground_and_the_road_hex_behind_it_its_own():
    match = position("turn: 2\nstep: german-movement\nfrench shells: 1405 1604 1902\n1606: IR81")
    assert cost(match, GERMAN, "1505", "1405") == 6  # woods and trench, doubled
    assert cost(match, GERMAN, "1405", "1305") == 1  # clear: the road is broken there
    assert cost(match, GERMAN, "1305", "1204") == 0  # and whole again
    assert cost(match, GERMAN, "1603", "1604") == 6
    assert cost(match, GERMAN, "1802", "1902") == 3  # clear doubled, the brook counted once


@pytest.mark.case("they-shall-not-pass", "6.13", "6.15", "6.12b", "TP-R28", "TP-R04")
def test_the_regiment_at_1606_reaches_haumont_for_seven_points_but_not_a_disrupted_hq():
    text = "french shells: 1405\n1104: XVIII.HQ{}\n1606: IR81\n1607: 208R\n1408: 243R\n1907: 233R\n"
    assert not cut_off(text.format(""))
    assert cut_off(text.format(" disrupted")) == {"IR81"}


@pytest.mark.case("they-shall-not-pass", "6.14", "8.42c", "8.43c", "8.4", "8.41")
@pytest.mark.parametrize(
    ("enemy", "cuts"),
    [("208R", True), ("208R reduced demoralized", True), ("56BCP", True), ("I.44T", True), ("FRem1", True), ("AD14", True),
     ("XXX.A fired", True), ("XXX.HQ", False)],
)  # fmt: skip
def test_no_line_runs_through_an_enemy_zone_strong_or_weak(enemy, cuts):
    # 1603, on the road to the source, lies next to 1704; the disrupted HQ can afford no detour.
    text = f"french ground: 0201 2201\n1604: XVIII.HQ disrupted\n1704: {enemy}\n"
    assert cut_off(text) == ({"XVIII.HQ"} if cuts else set())


@pytest.mark.case("they-shall-not-pass", "6.14", "8.44")
def test_a_friendly_unit_opens_a_hex_in_an_enemy_zone_to_supply():
    # 1603 lies in the zone of 1704; the disrupted HQ can afford no detour.
    text = "french ground: 0201 2201\n1604: XVIII.HQ disrupted\n1704: 208R\n"
    assert cut_off(text) == {"XVIII.HQ"}
    assert not cut_off(text + "1603: XVIII.A1")


@pytest.mark.case("they-shall-not-pass", "6.14", "8.11")
def test_no_line_runs_through_an_enemy_unit_not_even_an_hq():
    text = "french ground: 0201 2201\n1604: XVIII.HQ disrupted\n"
    assert not cut_off(text)
    assert cut_off(text + "1603: XXX.HQ") == {"XVIII.HQ"}  # it has no zone, but it sits on the road
    assert not cut_off(text + "1703: XXX.HQ")


@pytest.mark.case("they-shall-not-pass", "TP-R41", "6.14", "14.8")
def test_a_fort_bars_german_supply_lines_with_its_hex_and_its_zone():
    match = position("turn: 2\nstep: german-movement\n2114: IR81")
    p = match.position
    barred = Lines(p, GERMAN).barred
    index = C.board.index
    assert barred[index["2113"]] and barred[index["2013"]] and not barred[index["2114"]]
    ruin = position("turn: 2\nstep: german-movement\nforts: Douaumont 0\n2114: IR81")
    assert not Lines(ruin.position, GERMAN).barred[index["2113"]]


@pytest.mark.case("they-shall-not-pass", "6.15")
def test_all_units_of_an_hq_out_of_supply_are_out_of_supply_themselves():
    assert cut_off("1606: XVIII.HQ, IR81\n1605: IR87\nfrench ground: 0201 1601 2201") == {"XVIII.HQ", "IR81", "IR87"}
    assert cut_off("1606: XVIII.HQ, IR81\n1605: IR87") == set()


# ------------------------------------------------------------------------------------------------- 6.16 the effects


@pytest.mark.case("they-shall-not-pass", "6.16", "TP-R35")
def test_unsupplied_infantry_marches_and_fights_at_half_fractions_up():
    match = position("turn: 2\nstep: german-movement\n3013: IR81 unsupplied, Pi21 unsupplied reduced\n2810: IR87")
    assert points(match, "IR81") == 2 and points(match, "IR87") == 4
    attack = declare(fight("3013: IR81 unsupplied, IR87 reduced unsupplied, Pi21 reduced unsupplied\n3014: II.44T"), "3014")
    play(attack, "IR81", "IR87", "Pi21")
    lines = {line.text: line.value for line in attack.odds(attack.parse("attack")).lines if line.case == "9.1"}
    assert lines == {"{IR81}": 3, "{IR87}": 2, "{Pi21}": 1, "{II.44T}": -2}


@pytest.mark.case("they-shall-not-pass", "6.16", "9.1a")
def test_unsupplied_infantry_defends_at_half_too():
    def defence(state: str) -> int:
        match = declare(fight(f"3013: IR81, IR87\n3014: 35RI {state}"), "3014", "IR81")
        return next(-x.value for x in match.odds(match.parse("attack")).lines if x.text == "{35RI}")

    assert (defence(""), defence("unsupplied"), defence("reduced unsupplied")) == (6, 3, 2)


@pytest.mark.case("they-shall-not-pass", "6.16c", "TP-R35", "12.3")
@pytest.mark.parametrize(("unit", "quarter"), [("35RI", 2), ("208R", 1), ("56BCP", 1), ("II.44T", 1)])
def test_unsupplied_and_demoralized_infantry_defends_at_a_quarter(unit, quarter):
    match = declare(fight(f"3013: IR81, IR87\n3014: {unit} unsupplied demoralized"), "3014", "IR81")
    assert next(-x.value for x in match.odds(match.parse("attack")).lines if x.text == f"{{{unit}}}") == quarter


@pytest.mark.case("they-shall-not-pass", "6.16a", "7.0")
def test_unsupplied_guns_do_not_bombard():
    match = position("turn: 2\nstep: german-bombardment\n1801: III.A1 unsupplied, III.A2\n1606: 208R")
    assert "interdict:III.A1" not in options(match) and not match.legal(match.parse("interdict:III.A1"))
    play(match, "barrage:1606")
    assert options(match) == {"III.A2"} and not match.legal(match.parse("III.A1"))


@pytest.mark.case("they-shall-not-pass", "6.16a", "9.3")
def test_unsupplied_guns_support_the_defence_but_not_an_attack_and_defend_in_full():
    match = fight("3013: IR81\n3012: FAR27 unsupplied\n3014: 208R, AD14 unsupplied\n3016: AD51R unsupplied")
    declare(match, "3014", "IR81")
    assert refused(match, "FAR27").cases == ("6.16a",)
    odds = match.odds(match.parse("attack"))
    assert next(-x.value for x in odds.lines if x.text == "{AD14}") == 2
    play(match, "attack")
    assert match.player == "french" and "AD51R" in options(match)


@pytest.mark.case("they-shall-not-pass", "6.16c", "12.3a")
def test_unsupplied_and_demoralized_guns_can_only_defend_in_full():
    match = fight("3013: IR81\n3014: 208R, AD14 unsupplied demoralized\n3016: AD51R unsupplied demoralized")
    declare(match, "3014", "IR81")
    odds = match.odds(match.parse("attack"))
    assert next(-x.value for x in odds.lines if x.text == "{AD14}") == 2
    play(match, "attack")
    assert match.player == "dice"  # AD51R was not even asked
    silent = position("turn: 2\nstep: french-bombardment\n1609: XXX.A unsupplied demoralized\n1606: IR81")
    assert silent.decision.kind != "Bombardment"


@pytest.mark.case("they-shall-not-pass", "6.16b", "8.2", "6.33")
def test_unsupplied_units_take_no_replacements_and_do_not_march_strategically():
    match = position("turn: 2\nstep: german-movement\ngerman ground: 3014\n3013: IR81 unsupplied, IR87")
    assert "strategic:IR87" in options(match) and refused(match, "strategic:IR81").cases == ("8.2",)
    morning = position("turn: 2\nstep: german-replacements\n1601: IR81 reduced unsupplied, IR87 reduced")
    assert options(morning) == {"restore:IR87", "done"}


@pytest.mark.case("they-shall-not-pass", "TP-R36", "6.16")
def test_unsupplied_guns_and_hqs_march_as_ever():
    match = position("turn: 2\nstep: german-movement\n3013: XVIII.HQ unsupplied\n2810: FAR27 unsupplied, XVIII.A1 unsupplied")
    assert (points(match, "XVIII.HQ"), points(match, "FAR27"), points(match, "XVIII.A1")) == (4, 4, 3)


# -------------------------------------------------------------------------------------------- whose source is which


@pytest.mark.case("they-shall-not-pass", "TP-R31", "6.11a", "TP-R20")
@pytest.mark.parametrize(
    ("hq", "units"),
    [
        ("XXX.HQ", ["324R", "208R", "35RI", "I.44T", "56BCP", "59BCP", "AD14", "XXX.A"]),
        ("XX.HQ", ["2Z", "418RI", "2BCP", "AD153", "XX.A"]), ("I.HQ", ["1RI", "110RI", "AD2", "I.A"]),
        ("VIIR.HQ", ["RIR13", "IR159", "Pi14R"]), ("XVIII.HQ", ["IR81", "IR117", "IR60", "Pi121", "FAR241"]),
        ("III.HQ", ["LGR8", "IR64", "III.A2"]), ("V.HQ", ["GR7", "IR50", "FAR20"]),
    ],
)  # fmt: skip
def test_every_division_and_corps_asset_has_its_own_hq(hq, units):
    side, source = ("german", "1601") if C.side[C.unit[hq]] == GERMAN else ("french", "1622")
    others = [h for h in ("XXX.HQ", "XX.HQ", "I.HQ", "VIIR.HQ", "XVIII.HQ", "III.HQ", "V.HQ") if h != hq]
    wrong = ", ".join(h for h in others if C.side[C.unit[h]] == C.side[C.unit[hq]])
    assert not cut_off(f"{source}: {hq}, {', '.join(units)}", side)
    assert cut_off(f"{source}: {wrong}, {', '.join(units)}", side) == set(units)


@pytest.mark.case("they-shall-not-pass", "TP-R31", "14.2")
def test_verdun_feeds_the_sixteenth_division():
    assert not cut_off("1520: 13RI, AD16\n1511: 95RI", "french", turn=5)
    assert cut_off("1520: 13RI\ngerman ground: 1421 1422 1521 1522", "french", turn=5) == {"13RI"}
    assert not cut_off("1520: 13RI\ngerman ground: 1421 1422 1521", "french", turn=5)


@pytest.mark.case("they-shall-not-pass", "TP-R31", "14.4")
def test_a_remnant_draws_on_any_friendly_hq_that_is_itself_in_supply():
    assert not cut_off("1601: III.HQ\n1602: GRem1") and not cut_off("1601: V.HQ\n1602: GRem1")
    assert cut_off("1602: GRem1") == {"GRem1"}
    assert cut_off("1601: V.HQ\n1602: GRem1\nfrench ground: 0201 1601 2201") == {"GRem1", "V.HQ"}


@pytest.mark.case("they-shall-not-pass", "TP-R31", "TP-R12", "14.3")
def test_army_guns_are_always_in_supply():
    ring = "3215: IR81\n3315: IR87\n3317: IR116\n3216: IR117"
    assert cut_off(f"0105: LB\n3316: RR\n{ring}", "french") == set()
    assert cut_off(f"3316: 35RI\n1622: XXX.HQ\n{ring}", "french") == {"35RI"}  # where others would starve
    assert cut_off("naval: NAV\ntrack: HVY") == set()


@pytest.mark.case("they-shall-not-pass", "TP-R32", "6.1", "6.4")
def test_what_arrives_after_the_check_counts_as_supplied():
    match = position("turn: 5\nstep: german-supply\n3301: V.HQ\nreserve: IR60, RIR7, RIR56, Pi121, FAR241")
    play(match, "enter", "IR60-1101", "RIR7-1101", "RIR56-1201", "Pi121-1201", "FAR241-1201")
    assert not states(match, "IR60")  # although no XVIII Corps HQ is on the map
    assert "strategic:IR60" in options(match)
    french = position("turn: 3\nstep: french-supply\nreserve: XX.HQ, XX.A, 2Z, 3Z, 2T, 3T, AD37")
    run_to(french, "french-movement")
    assert not states(french, "2Z") and "strategic:2Z" in options(french)


@pytest.mark.case("they-shall-not-pass", "TP-R32", "TP-R50", "6.33b")
def test_a_returned_unit_counts_as_supplied_too():
    match = position("turn: 2\nstep: german-supply\n1601: XVIII.HQ\neliminated: IR81 lost")
    play(match, "return:IR81=1", "done")
    assert states(match, "IR81") == {"reduced"} and "strategic:IR81" in options(match)


@pytest.mark.case("they-shall-not-pass", "TP-R09", "6.12", "8.11")
def test_supply_crosses_the_meuse_at_a_bridge():
    match = position("turn: 2\nstep: french-movement\n1115: 35RI")
    assert cost(match, FRENCH, "1115", "1214") == 0
    assert cost(match, FRENCH, "1114", "1214") == 1  # not straight across the water, but by Charny
    assert C.board.joined("river", C.board.index["1114"], C.board.index["1214"])
