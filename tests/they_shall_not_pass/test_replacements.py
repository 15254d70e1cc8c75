"""6.3 Replacements."""

import pytest

from trenchline.games.they_shall_not_pass.components import FRENCH
from trenchline.games.they_shall_not_pass.victory import casualties

from .kit import at, move, options, play, position, refused, run_to, states, step


def depot(text: str, side: str = "german", turn: int = 2, dice: tuple[int, ...] = ()):
    """A side's replacement step."""
    return position(f"turn: {turn}\nstep: {side}-replacements\n{text}", dice)


def offered(match) -> set[str]:
    """The replacements on offer; nothing if the step went by without a question."""
    return options(match) - {"done"} if match.decision.kind == "Replacements" else set()


MANY = {
    "german": "1601: XVIII.HQ, IR81 reduced, IR87 reduced, FR80 reduced, IR116 reduced, IR117 reduced",
    "french": "1609: XXX.HQ, 35RI reduced, 42RI reduced, 44RI reduced, 60RI reduced, 208R reduced",
}


@pytest.mark.case("they-shall-not-pass", "6.3", "6.31", "TP-R43", "14.7a")
@pytest.mark.parametrize("side", ["german", "french"])
@pytest.mark.parametrize("turn", range(1, 10))
def test_three_german_replacements_a_turn_from_the_second_one_french_then_two_from_february_26(side, turn):
    match = depot(MANY[side], side, turn)
    spent = 0
    while offered(match):
        play(match, sorted(offered(match))[0])
        spent += 1
    assert spent == ((0 if turn == 1 else 3) if side == "german" else (1 if turn <= 5 else 2))


@pytest.mark.case("they-shall-not-pass", "6.31")
def test_unused_replacements_are_lost():
    match = position(f"turn: 2\nstep: german-replacements\n{MANY['german']}\n1609: XXX.HQ", [6])
    play(match, "restore:IR81", "done")  # two are left over
    move(match, "IR87", "1701")
    move(match, "FR80", "1701")
    move(match, "IR116", "1602")
    move(match, "IR117", "1602")
    run_to(match, "french-movement")
    play(match, "done")
    assert step(match) == "german-replacements"
    for unit in ("IR87", "FR80", "IR116"):
        play(match, f"restore:{unit}")
    assert step(match) != "german-replacements" and "reduced" in states(match, "IR117")


@pytest.mark.case("they-shall-not-pass", "6.32")
def test_one_replacement_restores_a_reduced_unit_or_returns_a_lost_one_reduced_and_two_return_it_whole():
    match = depot("1601: XVIII.HQ, IR81 reduced\neliminated: IR87 lost, FR80 lost")
    assert offered(match) == {"restore:IR81", "return:IR87=1", "return:IR87=2", "return:FR80=1", "return:FR80=2"}
    play(match, "return:IR87=2")
    assert at(match, "IR87") == "1601" and states(match, "IR87") == set()
    assert offered(match) == {"restore:IR81", "return:FR80=1"}  # one is left
    play(match, "return:FR80=1")
    assert at(match, "FR80") == "1601" and states(match, "FR80") == {"reduced"}
    assert match.decision.kind == "Movement" and "reduced" in states(match, "IR81")


@pytest.mark.case("they-shall-not-pass", "6.32")
def test_one_replacement_brings_an_hq_back():
    match = depot("eliminated: V.HQ lost\n1601: XVIII.HQ, IR81 reduced, IR87 reduced, FR80 reduced")
    play(match, "return:V.HQ-2201=1")
    assert at(match, "V.HQ") == "2201" and states(match, "V.HQ") == set()
    play(match, "restore:IR81", "restore:IR87")
    assert match.decision.kind == "Movement"


@pytest.mark.case("they-shall-not-pass", "6.33", "TP-R49", "9.7", "14.42")
def test_guns_remnants_and_the_surrendered_never_come_back():
    match = depot("1601: XVIII.HQ\neliminated: FAR27 lost, XVIII.A1 lost\nsurrendered: IR81 lost\nout: GRem1 lost")
    assert not offered(match) and match.decision.kind == "Movement"
    assert not offered(depot("1609: XXX.HQ\neliminated: AD51R lost, XXX.A lost, RR lost\nsurrendered: 35RI lost", "french"))


@pytest.mark.case("they-shall-not-pass", "6.33", "6.16b", "12.3b")
def test_units_on_the_map_must_be_supplied_and_steady():
    match = depot("1601: IR81 reduced unsupplied, IR87 reduced demoralized, FR80 reduced, IR116")
    assert offered(match) == {"restore:FR80"}
    assert "6.33" in refused(match, "restore:IR81").cases


@pytest.mark.case("they-shall-not-pass", "6.33a", "TP-R44", "14.5")
def test_one_replacement_a_turn_is_all_that_pioneers_get():
    match = depot("1601: XVIII.HQ, Pi21 reduced, Pi25 reduced\neliminated: Pi121 lost, IR60 lost")
    assert offered(match) == {"restore:Pi21", "restore:Pi25", "return:Pi121=1", "return:IR60=1", "return:IR60=2"}
    play(match, "restore:Pi21")
    assert offered(match) == {"return:IR60=1", "return:IR60=2"}
    other = depot("1601: XVIII.HQ, Pi21 reduced\neliminated: Pi121 lost")
    play(other, "return:Pi121=1")
    assert states(other, "Pi121") == {"reduced"} and other.decision.kind == "Movement"


@pytest.mark.case("they-shall-not-pass", "6.33b")
def test_lost_infantry_returns_with_its_own_hq_which_must_be_in_supply():
    lost = "eliminated: IR81 lost, LGR8 lost"
    assert offered(depot(f"1601: XVIII.HQ\n{lost}")) == {"return:IR81=1", "return:IR81=2"}
    assert offered(depot(f"1601: XVIII.HQ unsupplied, III.HQ\n{lost}")) == {"return:LGR8=1", "return:LGR8=2"}
    assert not offered(depot(lost))
    assert not offered(depot(f"1601: XVIII.HQ unsupplied\n{lost}"))


@pytest.mark.case("they-shall-not-pass", "6.33b", "8.33")
def test_returned_infantry_may_overstack_until_the_end_of_the_next_movement_phase():
    match = depot("1601: XVIII.HQ, IR87, IR116\neliminated: IR81 lost")
    play(match, "return:IR81=2")
    assert at(match, "IR81") == "1601" and match.decision.kind == "Movement"
    assert refused(match, "done").cases == ("8.31",)
    move(match, "IR81", "1701")
    assert refused(match, "done").cases == ("8.31",)  # two regiments and an HQ are 2.5
    move(match, "XVIII.HQ", "1602")
    assert match.legal(match.parse("done"))


@pytest.mark.case("they-shall-not-pass", "6.33c")
def test_french_hqs_return_in_verdun():
    match = depot("eliminated: XXX.HQ lost", "french")
    verdun = {"1421", "1422", "1521", "1522"}
    assert offered(match) == {f"return:XXX.HQ-{cell}=1" for cell in verdun}
    taken = depot("eliminated: XXX.HQ lost\ngerman ground: 1421 1422", "french")
    assert offered(taken) == {"return:XXX.HQ-1521=1", "return:XXX.HQ-1522=1"}


def hq_places(text: str) -> set[str]:
    """Where V Corps HQ may return, the roads to the south being cut where the trench line crosses them."""
    match = depot(f"eliminated: V.HQ lost\nfrench shells: 0303 1604 2405{text}")
    return {a.split("-")[1].split("=")[0] for a in offered(match)}


@pytest.mark.case("they-shall-not-pass", "6.33c", "TP-R48", "6.33d")
def test_german_hqs_return_on_an_open_road_north_of_the_line_that_leads_to_a_source():
    everywhere = hq_places("")
    assert everywhere == {"0201", "0202", "1601", "1602", "1603", "2201", "2302", "2303", "2304", "2404"}
    assert hq_places(" 1602") == everywhere - {"1602", "1603"}  # a road that is cut leads nowhere
    assert hq_places("\n2403: 208R") == everywhere - {"2303", "2304", "2404"}  # so does one in an enemy zone
    assert hq_places("\n2303: I.HQ") == everywhere - {"2303", "2304", "2404"}  # or one with an enemy on it
    assert hq_places("\nfrench ground: 0201") == everywhere - {"0201", "0202"}  # or to a lost source
    open_south = depot("eliminated: V.HQ lost")
    assert not {f"return:V.HQ-{cell}=1" for cell in ("0303", "1604", "2405", "1606")} & offered(open_south)


@pytest.mark.case("they-shall-not-pass", "TP-R48", "6.33c", "8.44", "6.33d")
def test_a_friend_in_the_zone_opens_the_road_but_nothing_is_placed_in_the_zone():
    west = "\nfrench ground: 0201 2201\n1501: 208R"  # its zone lies on the source 1601
    assert hq_places(west) == set()
    assert hq_places(west + "\n1601: IR81") == {"1602", "1603"}


@pytest.mark.case("they-shall-not-pass", "6.33d", "TP-R47")
def test_nothing_returns_into_an_enemy_zone_although_the_hq_stands_there():
    assert not offered(depot("1602: XVIII.HQ\n1603: 208R\neliminated: IR81 lost"))
    assert not offered(depot("1602: XVIII.HQ\n1603: AD51R\neliminated: IR81 lost"))  # a Weak one counts as well
    assert offered(depot("1602: XVIII.HQ\n1604: 208R\neliminated: IR81 lost"))
    assert not offered(depot("1421: IR81\n1521: IR87\neliminated: XXX.HQ lost", "french"))


@pytest.mark.case("they-shall-not-pass", "TP-R47", "6.33b")
def test_a_disrupted_hq_in_supply_may_receive_units():
    match = depot("1601: XVIII.HQ disrupted\neliminated: IR81 lost")
    play(match, "return:IR81=1")
    assert at(match, "IR81") == "1601"


@pytest.mark.case("they-shall-not-pass", "TP-R45", "14.2", "14.6")
def test_hunters_and_the_16th_division_are_restored_on_the_map_but_never_return():
    match = depot("1609: XXX.HQ, 56BCP reduced\n1522: 13RI reduced\neliminated: 59BCP lost, 29RI lost, 35RI lost", "french", 6)
    assert offered(match) == {"restore:56BCP", "restore:13RI", "return:35RI=1", "return:35RI=2"}
    assert not offered(depot("1522: XX.HQ\neliminated: 2BCP lost, 29RI lost", "french", 7))


@pytest.mark.case("they-shall-not-pass", "TP-R45", "15.3")
def test_with_a_corps_of_its_own_the_16th_division_may_return():
    text = "options: improved_organization\nsixteenth: XX\n1609: XXX.HQ\n1522: XX.HQ\neliminated: 29RI lost"
    match = depot(text, "french", 7)
    play(match, "return:29RI=1")
    assert at(match, "29RI") == "1522"


@pytest.mark.case("they-shall-not-pass", "TP-R46", "14.7", "6.33")
def test_petain_returns_one_lost_gun_on_february_26_and_only_then():
    text = "1609: XXX.HQ\neliminated: XXX.A lost, AD51R lost, AD16 lost, RR lost"
    assert not offered(depot(text, "french", 5)) and not offered(depot(text, "french", 7))
    match = depot(text, "french", 6)
    rails = {a for a in offered(match) if a.startswith("rearm:RR")}
    assert "rearm:RR-2816" in rails and "rearm:RR-2504" not in rails  # French rails only
    verdun = {f"rearm:AD16-{cell}" for cell in ("1421", "1422", "1521", "1522")}
    assert offered(match) - rails == {"rearm:XXX.A-1609", "rearm:AD51R-1609"} | verdun
    assert casualties(match.position, FRENCH) == 8
    play(match, "rearm:XXX.A-1609")
    assert at(match, "XXX.A") == "1609" and states(match, "XXX.A") == set()
    assert match.decision.kind != "Replacements" and casualties(match.position, FRENCH) == 6  # one gun and no more


@pytest.mark.case("they-shall-not-pass", "TP-R46", "6.31")
def test_petain_s_gun_costs_no_replacement():
    match = depot("1609: XXX.HQ, 35RI reduced, 42RI reduced\neliminated: XXX.A lost", "french", 6)
    play(match, "rearm:XXX.A-1609", "restore:35RI", "restore:42RI")
    assert states(match, "35RI") == states(match, "42RI") == set()
    last = depot("1609: XXX.HQ, 35RI reduced, 42RI reduced\neliminated: XXX.A lost", "french", 6)
    play(last, "restore:35RI", "restore:42RI")
    assert offered(last) == {"rearm:XXX.A-1609"}


@pytest.mark.case("they-shall-not-pass", "TP-R46", "6.33d")
def test_petain_s_gun_needs_its_hq_in_supply_and_out_of_enemy_zones():
    assert not offered(depot("1609: XXX.HQ unsupplied\neliminated: XXX.A lost", "french", 6))
    assert not offered(depot("1609: XXX.HQ\n1608: IR81\neliminated: XXX.A lost", "french", 6))
    assert not offered(depot("1522: XX.HQ\neliminated: XXX.A lost", "french", 6))  # another corps' HQ


@pytest.mark.case("they-shall-not-pass", "TP-R50", "6.32")
def test_units_come_back_without_their_old_troubles_and_may_move_at_once():
    match = depot("1601: XVIII.HQ\neliminated: IR81 lost demoralized unsupplied dug-in, V.HQ lost disrupted unsupplied")
    play(match, "return:IR81=1", "return:V.HQ-2201=1", "done")
    assert states(match, "IR81") == {"reduced"} and states(match, "V.HQ") == set()
    assert {"IR81", "V.HQ", "strategic:IR81"} <= options(match)


@pytest.mark.case("they-shall-not-pass", "6.33b", "6.11b", "TP-R33")
def test_infantry_may_return_with_an_hq_that_came_back_in_the_same_step():
    """Our ruling R13: the HQ is in supply at once, its units on the map are not until their next check."""
    match = depot("1502: IR81 unsupplied\neliminated: XVIII.HQ lost, IR87 lost")
    play(match, "return:XVIII.HQ-1601=1", "return:IR87=1")
    assert at(match, "IR87") == "1601" and "unsupplied" in states(match, "IR81")
