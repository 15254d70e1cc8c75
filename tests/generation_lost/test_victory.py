"""18.0 Victory: who holds a square, and the victories of the six scenarios (19.1.6 to 19.6.6)."""

import json

import pytest

from trenchline.games.generation_lost.retreats import cannot_retreat
from trenchline.games.generation_lost.victory import controls, encircled, occupies, victories, was_last
from trenchline.games.great_war.results import surrender
from trenchline.games.great_war.units import eliminate, lose_step

from .battle import assault
from .battle import outcome as settle
from .campaign_kit import LAST, final, finish
from .kit import C, game_position, march, play, points, position, run_to

REGIMENTS = [C.ids[u] for u in C.army[0] if C.regiment[u]]
BATTALIONS = [C.ids[u] for u in C.army[0] if C.battalion[u]]
BRIGADES = [C.ids[u] for u in C.army[1] if C.brigade[u]]
VERDUN = "P19 P20 Q18 Q19 Q20"
SOUVILLE = "N23 M22 M23 M24 N22 N24 O22 O23 O24"
FRENCH = "U3: 29Fr >N"  # somebody far away


def germans(cells, more=""):
    """German regiments, one in each square, battalions where a fort stands."""
    infantry, small = iter(REGIMENTS), iter(BATTALIONS)
    return "\n".join(f"{x}: {next(small if C.fort[C.board.index[x]] else infantry)} >S{more}" for x in cells.split())


def french(cells, more=""):
    """French brigades, one in each square."""
    return "\n".join(f"{x}: {unit} >N{more}" for x, unit in zip(cells.split(), BRIGADES, strict=False))


def cases(match):
    """The cases of the victories that are won, German and French."""
    p = game_position(match)
    return [row.source for side in (0, 1) for row in victories(p, side)]


def outcome(scenario, text, vp="0 0", more=""):
    match = final(scenario, text, vp, more)
    return match.result.winner, cases(match)


def shifted(lead):
    """Points with a German lead, or a French one."""
    return f"{lead} 0" if lead > 0 else f"0 {-lead}"


# ------------------------------------------------------------------------------------------------ 18.1.1 who holds a square


def ask(question, text, cell, side, more=""):
    return question(game_position(position(f"step: german-commitment\n{more}{text}")), C.board.index[cell], side)


@pytest.mark.case("generation-lost", "18.1.1", "18.1", "GL-R183", "GL-R300")
def test_a_unit_of_any_status_occupies_and_a_zone_does_not():
    far = f"A20: 25/1 >S\n{FRENCH}"
    for state in ("", " disrupted", " suppressed"):
        assert ask(occupies, f"K6: 11R/1 >S{state}\n{far}", "K6", 0)
    assert not ask(occupies, f"K7: 11R/1 >S\n{far}", "K6", 0)


@pytest.mark.case("generation-lost", "18.1.1", "20.5.2", "GL-R183", "GL-R300")
def test_control_is_occupation_or_the_last_passage_or_a_zone_without_rival():
    far = f"A20: 25/1 >S\n{FRENCH}"
    assert ask(controls, f"K7: 11R/1 >S\n{far}", "K6", 0) and not ask(was_last, f"K7: 11R/1 >S\n{far}", "K6", 0)
    assert not ask(controls, f"K7: 11R/1 >S disrupted\n{far}", "K6", 0)
    assert not ask(controls, f"K7: 11R/1 >S\nL6: B3.1 >N\n{far}", "K6", 0)  # contested
    match = march(f"scenario: may_cup\nM29: 11R/1 >S\n{far}")
    play(match, "11R/1", "11R/1-M31")
    p = game_position(match)
    assert was_last(p, C.board.index["M30"], 0) and was_last(p, C.board.index["M29"], 0)


@pytest.mark.case("generation-lost", "18.1.1", "16.5.1", "GL-E92", "GL-R300")
def test_an_engaged_square_is_held_by_the_side_that_was_attacked_there():
    row = {"cell": C.board.index["K6"], "side": 0, "units": [C.unit["11R/1"]], "starts": [C.board.index["J6"]], "facings": [4]}
    more = f"engagements: {json.dumps([row], separators=(',', ':'))}\n"
    text = f"K6: 11R/1 >S, B3.1 >N\nA20: 25/1 >S\n{FRENCH}"
    assert not ask(occupies, text, "K6", 0, more) and ask(occupies, text, "K6", 1, more)


@pytest.mark.case("generation-lost", "18.1.1", "16.5.2(g)", "GL-R149", "GL-R300")
def test_whoever_was_drawn_into_it_does_not_hold_it_though_the_marker_is_the_enemys():
    """R37: after ENG in a counter-attack, or in a blow of the defender, the marker is his; he holds the square all the same."""
    match = assault(f"K6: 14R/1 >S\nL6: 14Fr >N\nH6: XVIII >S\n{FRENCH}", {"L6": ["14R/1"]}, turn=4)
    settle(match, "CA")
    settle(match, "ENG")
    p, cell = game_position(match), C.board.index["L6"]
    assert p.engagements[0].side == 1 and p.engaged(cell)
    assert occupies(p, cell, 1) and not occupies(p, cell, 0)


@pytest.mark.case("generation-lost", "18.1.1", "GL-R283", "20.5.3(g)")
def test_a_fort_goes_to_who_last_ended_a_segment_in_its_square():
    match = march(f"scenario: may_cup\nL25: Bn01 >S\nM29: 11R/1 >S\n{FRENCH}")
    assert was_last(game_position(match), C.board.index["L25"], 0)
    run_to(match, "french-movement")
    p = game_position(match)
    p.put(C.unit["Bn01"], C.box["pool"])
    assert was_last(p, C.board.index["L25"], 0) and not controls(p, C.board.index["J23"], 0)
    p.put(C.unit["11R/1"], C.board.index["K24"])
    assert not controls(p, C.board.index["J23"], 0)  # a zone does not take a fort


# ------------------------------------------------------------------------------------------------ 18.3 points


@pytest.mark.case("generation-lost", "18.3.1", "18.0", "GL-E58", "GL-R47", "GL-R55", "17.1.1")
def test_each_step_lost_is_a_point_for_the_enemy_at_once():
    match = position(f"step: german-commitment\nK6: 14R/1 >S, Bn01 >S\n{FRENCH}")
    p = game_position(match)
    lose_step(p, C.unit["Bn01"], "assault")
    assert points(match) == [0, 1]
    eliminate(p, C.unit["14R/1"], "assault")
    assert points(match) == [0, 4] and p.lost == [4, 0]  # three steps it still had
    eliminate(p, C.unit["29Fr"], "bombardment")
    assert points(match) == [4, 4] and p.french_steps_lost == 4


@pytest.mark.case("generation-lost", "18.3.3", "GL-R158")
def test_who_is_driven_off_the_map_costs_a_point_for_each_step():
    for cell, home in (("A20", "returning"), ("V20", "gone")):  # the friendly edge, the enemy's
        match = position(f"step: french-commitment\n{cell}: 14R/1 >S\n{FRENCH}")
        p = game_position(match)
        cannot_retreat(p, C.unit["14R/1"])
        assert points(match) == [0, 3] and C.places[p.place[C.unit["14R/1"]]] == home


@pytest.mark.case("generation-lost", "20.5.3(c)", "GL-R248", "GL-R166")
def test_steps_that_surrender_count_as_french_losses_but_bring_no_replacement_points():
    match = position(f"step: german-commitment\nK6: 14R/1 >S\nT30: IIFr supply\n{FRENCH}")
    p = game_position(match)
    surrender(p, [C.unit["IIFr"]])
    assert p.french_steps_lost == 1 and p.lost == [0, 0] and points(match) == [2, 0]


# ------------------------------------------------------------------------------------------------ 19.1 Firestorm on the Meuse

FIVE = "G16 K18 K19 L25 K6 J10"


@pytest.mark.case("generation-lost", "19.1.6-GT", "19.1", "18.2.2", "GL-E57", "GL-R184", "GL-R189", "GL-R203", "GL-R25")
def test_german_tactical_victory_in_firestorm():
    assert outcome("firestorm", f"{germans(FIVE)}\n{FRENCH}", "30 0") == ("german", ["19.1.6-GT"])
    assert outcome("firestorm", f"{germans(FIVE)}\n{FRENCH}", "29 0")[1] == []
    four = FIVE.replace("K18 ", "")  # K19 alone is not Bras Crossing
    assert outcome("firestorm", f"{germans(four)}\n{FRENCH}", "30 0")[1] == []
    assert outcome("firestorm", f"{germans(FIVE)}\n{FRENCH}\nF5: B3.20 >N", "30 0")[1] == []  # on the French line
    beside = f"{germans(FIVE)}\n{FRENCH}\nG6: B3.20 >N"
    assert outcome("firestorm", beside, "30 0")[1] == ["19.1.6-GT"]  # zones do not matter


@pytest.mark.case("generation-lost", "19.1.6-GT", "GL-R61")
def test_douaumont_counts_two_if_only_a_dummy_was_found_there():
    text = f"{germans('G16 J23 L25 K6')}\n{FRENCH}"
    assert outcome("firestorm", text, "30 0")[1] == []
    assert outcome("firestorm", text, "30 0", "dummies: J23\n")[1] == ["19.1.6-GT"]
    assert outcome("firestorm", f"{germans('G16 L25 K6 J10')}\n{FRENCH}", "30 0", "dummies: J23\n")[1] == []


@pytest.mark.case("generation-lost", "19.1.6-GS", "GL-R188", "18.1.1")
def test_german_strategic_victory_is_verdun_occupied_or_passed_last():
    assert outcome("firestorm", f"{germans(VERDUN)}\n{FRENCH}", "0 90") == ("german", ["19.1.6-GS"])
    last = "german control: P19 Q19 Q20\n"
    assert outcome("firestorm", f"{germans('P20 Q18')}\n{FRENCH}", "0 90", last) == ("german", ["19.1.6-GS"])
    assert outcome("firestorm", f"{germans('P19 P20 Q18 Q19')}\n{FRENCH}", "0 0")[1] == []


@pytest.mark.case("generation-lost", "19.1.6-F", "GL-R187", "GL-R185", "GL-R184")
def test_french_victory_in_firestorm():
    line = f"F5: B3.20 >N\n{FRENCH}\nA20: 25/1 >S"
    assert outcome("firestorm", line, "0 0") == ("french", ["19.1.6-F"])  # none of the three, Verdun free of zones
    assert outcome("firestorm", f"{FRENCH}\nA20: 25/1 >S", "0 0")[1] == []  # the line is clear: one of three
    assert outcome("firestorm", f"{FRENCH}\nA20: 25/1 >S", "0 20") == ("french", ["19.1.6-F"])
    assert outcome("firestorm", f"{FRENCH}\nA20: 25/1 >S", "0 19")[1] == []
    near = f"{FRENCH}\nO20: 25/1 >S\nP20: B3.1 >N"
    assert outcome("firestorm", near, "0 20")[1] == []  # a German zone on the city, be it shared


@pytest.mark.case("generation-lost", "19.1.6-D", "GL-R188")
def test_a_draw_in_firestorm():
    match = final("firestorm", f"{FRENCH}\nA20: 25/1 >S", "5 0")
    assert (match.result.winner, match.result.level) == ("", "Draw")


# ------------------------------------------------------------------------------------------------ 19.2 The Crown Prince's Plan


@pytest.mark.case("generation-lost", "19.2.3-G", "19.2.3-F", "19.2", "GL-R184", "GL-R61")
def test_the_crown_princes_plan_has_no_draw():
    seven = "G16 K18 K19 J23 L25 N23 J10 K6"
    assert outcome("crown_prince", f"{germans(seven)}\n{FRENCH}", "30 0") == ("german", ["19.2.3-G"])
    assert outcome("crown_prince", f"{germans(seven)}\n{FRENCH}", "29 0") == ("french", ["19.2.3-F"])
    six = "G16 J23 L25 N23 J10 M7"
    assert outcome("crown_prince", f"{germans(six)}\n{FRENCH}", "30 0")[0] == "french"
    assert outcome("crown_prince", f"{germans(six)}\n{FRENCH}", "30 0", "dummies: J23\n")[0] == "german"
    assert outcome("crown_prince", f"{germans(VERDUN)}\n{FRENCH}", "30 0")[0] == "french"  # no strategic victory here


# ------------------------------------------------------------------------------------------------ 19.3 Operation May Cup

SIX = "K20 K21 M22 L25 N23 J10 K6"


@pytest.mark.case("generation-lost", "19.3.4b-GT", "19.3", "GL-R215", "GL-R185")
def test_german_tactical_victory_in_may_cup():
    full = f"{germans(SIX + ' O20')}\nP20: B3.1 >N\n{FRENCH}"  # O20 has a zone on P20, whoever stands there
    assert outcome("may_cup", full, "30 0") == ("german", ["19.3.4b-GT"])
    assert outcome("may_cup", full, "29 0")[1] == []
    assert outcome("may_cup", f"{germans(SIX)}\n{FRENCH}", "30 0")[1] == ["19.3.4b-F"]  # no zone on Verdun
    wrong = SIX.replace("K20 K21", "M20 M21")
    assert outcome("may_cup", f"{germans(wrong + ' O20')}\n{FRENCH}", "30 0")[1] == []


@pytest.mark.case("generation-lost", "19.3.4b-GS", "GL-R188")
def test_german_strategic_victory_in_may_cup_prevails():
    text = f"{germans(VERDUN)}\nJ23: 59C.1 >N\n{FRENCH}"
    winner, won = outcome("may_cup", text, "0 90")
    assert winner == "german" and "19.3.4b-GS" in won


@pytest.mark.case("generation-lost", "19.3.4b-F", "GL-R185")
def test_french_victories_in_may_cup():
    quiet = f"A20: 25/1 >S\n{FRENCH}"
    assert outcome("may_cup", quiet, "40 0") == ("french", ["19.3.4b-F"])  # denied, Verdun held and free of zones
    contested = f"O20: 25/1 >S\nP20: B3.1 >N\n{FRENCH}"
    assert outcome("may_cup", contested, "0 19")[1] == []
    assert outcome("may_cup", contested, "0 20")[1] == ["19.3.4b-F"]  # a zone that is contested
    assert outcome("may_cup", f"O20: 25/1 >S\n{FRENCH}", "0 20")[1] == []
    shaken = f"Q17: 25/1 >S\nQ18: B3.1 >N reduced inside disrupted\n{FRENCH}"  # who is there has no zone, but is there
    assert outcome("may_cup", shaken, "0 20")[1] == ["19.3.4b-F"]
    assert outcome("may_cup", f"Q17: 25/1 >S\n{FRENCH}", "0 20")[1] == []
    fort = f"J23: 59C.1 >N\nO20: 25/1 >S\n{FRENCH}"
    assert outcome("may_cup", fort, "40 0")[1] == ["19.3.4b-F"]  # Douaumont with a line to the south edge
    ring = " ".join(C.board.labels[x] for x in C.board.neighbours[C.board.index["J23"]])
    assert outcome("may_cup", f"J23: 59C.1 >N\n{germans(ring + ' O20')}\n{FRENCH}", "40 0")[1] == []


@pytest.mark.case("generation-lost", "19.3.4b-D", "GL-R188")
def test_a_draw_in_may_cup():
    assert outcome("may_cup", f"O20: 25/1 >S\n{FRENCH}", "0 0") == ("", [])
    both = f"{germans(SIX + ' O20')}\nJ23: 59C.1 >N\nK23: 29Fr >N\nL22: B3.1 >N\nM21: B3.2 >N\nN21: B3.3 >N\nO21: B3.4 >N"
    winner, won = outcome("may_cup", f"{both}\nP22: B3.5 >N\nQ22: B3.6 >N", "30 0")
    assert (winner, won) == ("", ["19.3.4b-GT", "19.3.4b-F"])


# ------------------------------------------------------------------------------------------------ 19.4 Hell's Doorway


@pytest.mark.case("generation-lost", "19.4.6-GT", "19.4", "GL-R215", "GL-R216")
def test_german_tactical_victory_in_hells_doorway():
    five = f"{SOUVILLE} M20 M21 J10 K6 O20"
    assert outcome("hells_doorway", f"{germans(five)}\n{FRENCH}", "15 0") == ("german", ["19.4.6-GT"])
    assert outcome("hells_doorway", f"{germans(five)}\n{FRENCH}", "14 0")[1] == []
    ring = five.replace("O24 ", "")
    assert outcome("hells_doorway", f"{germans(ring)}\n{FRENCH}", "15 0")[1] == []
    assert outcome("hells_doorway", f"{germans(five.replace(' O20', ''))}\n{FRENCH}", "15 0")[1] == []
    other = five.replace(" O20", " L16")  # the zone on Verdun is one of six
    assert outcome("hells_doorway", f"{germans(other)}\n{FRENCH}", "15 0")[1] == ["19.4.6-GT"]


@pytest.mark.case("generation-lost", "19.4.6-GS", "GL-R188")
def test_german_strategic_victory_in_hells_doorway():
    assert outcome("hells_doorway", f"{germans(VERDUN)}\n{FRENCH}", "0 0")[0] == "german"


@pytest.mark.case("generation-lost", "19.4.6-F", "GL-R185")
def test_french_victory_in_hells_doorway_is_two_of_three():
    quiet = f"A20: 25/1 >S\n{FRENCH}"
    assert outcome("hells_doorway", quiet, "0 19")[1] == []
    assert outcome("hells_doorway", quiet, "0 20") == ("french", ["19.4.6-F"])
    assert outcome("hells_doorway", f"{quiet}\nJ23: 59C.1 >N", "9 0")[1] == ["19.4.6-F"]
    assert outcome("hells_doorway", f"O20: 25/1 >S\n{FRENCH}\nJ23: 59C.1 >N", "9 0")[1] == []


@pytest.mark.case("generation-lost", "19.4.6-D", "GL-R188")
def test_draws_in_hells_doorway():
    assert outcome("hells_doorway", f"O20: 25/1 >S\n{FRENCH}", "0 0") == ("", [])


# ------------------------------------------------------------------------------------------------ 19.5 They Shall Not Pass


@pytest.mark.case("generation-lost", "19.5.6-G", "19.5")
def test_german_victory_in_they_shall_not_pass():
    assert outcome("shall_not_pass", f"{germans(SOUVILLE + ' O21')}\n{FRENCH}") == ("german", ["19.5.6-G"])
    assert outcome("shall_not_pass", f"{germans(SOUVILLE + ' O19')}\n{FRENCH}")[1] == ["19.5.6-G"]  # beside P19
    assert outcome("shall_not_pass", f"{germans(SOUVILLE)}\n{FRENCH}")[1] == []
    assert outcome("shall_not_pass", f"{germans(SOUVILLE.replace('N23 ', '') + ' P20')}\n{FRENCH}")[1] == []


@pytest.mark.case("generation-lost", "19.5.6-F", "19.5.6-D")
def test_french_victory_and_draws_in_they_shall_not_pass():
    held = f"J23: 59C.1 >N\nJ10: B3.1 >N\nA20: 25/1 >S\n{FRENCH}"
    assert outcome("shall_not_pass", held, "0 20") == ("french", ["19.5.6-F"])
    assert outcome("shall_not_pass", held, "0 19") == ("", [])
    assert outcome("shall_not_pass", held.replace("J10", "K10"), "0 20") == ("", [])
    both = f"{held}\n{germans(SOUVILLE + ' P20')}"
    assert outcome("shall_not_pass", both, "0 20") == ("", ["19.5.6-G", "19.5.6-F"])


# ------------------------------------------------------------------------------------------------ 19.6 Rampart's Revenge


@pytest.mark.case("generation-lost", "19.6.6-F", "19.6", "GL-R236")
def test_french_victory_in_ramparts_revenge_is_five_of_seven():
    four = f"L25: 59C.1 >N\n{french('H25 H20 J10')}\nA20: 25/1 >S"
    assert outcome("ramparts_revenge", four, "0 29")[1] == []
    assert outcome("ramparts_revenge", four, "0 30") == ("french", ["19.6.6-F"])
    assert outcome("ramparts_revenge", f"{four}\nH8: B3.20 >N", "0 0")[1] == ["19.6.6-F"]


@pytest.mark.case("generation-lost", "19.6.6-G", "19.6.6-D", "GL-R236")
def test_german_victory_and_draws_in_ramparts_revenge():
    fort = f"J23: Bn01 >S\n{FRENCH}"
    assert outcome("ramparts_revenge", fort, "40 0") == ("german", ["19.6.6-G"])
    assert outcome("ramparts_revenge", fort, "39 0") == ("", [])
    assert outcome("ramparts_revenge", f"K23: 25/1 >S\n{FRENCH}", "40 0") == ("", [])
    both = f"J23: Bn01 >S\nL25: 59C.1 >N\n{french('H25 H20 J10 H8')}"
    assert outcome("ramparts_revenge", both, "40 0") == ("", ["19.6.6-F", "19.6.6-G"][::-1])


# ------------------------------------------------------------------------------------------------ the end


@pytest.mark.case("generation-lost", "18.0", "GL-R297")
def test_victory_is_judged_once_after_the_last_reorganization():
    text = (
        f"scenario: firestorm\nturn: 6\nstep: reorganization\npoints: 7 3\ncombat_points: 7 3\n{FRENCH}\nA20: 25/1 >S disrupted"
    )
    match = position(text)
    assert not match.over and match.view("german").points == 4
    finish(match)
    assert match.over and match.result.points == 4
    assert "German victory points: 7 (18.0)" in match.result.reasons


@pytest.mark.case("generation-lost", "18.0")
def test_what_is_met_as_things_stand_is_told_during_play():
    text = f"scenario: firestorm\nturn: 3\nstep: german-commitment\n{germans(VERDUN)}\n{FRENCH}"
    assert "German strategic victory as things stand (19.1.6-GS)" in position(text).view("french").reasons
    assert set(LAST) == set(C.scenarios)


@pytest.mark.case("generation-lost", "20.5.3(a)", "GL-R246")
def test_the_ring_around_verdun_is_of_good_order_units_and_their_zones():
    def ringed(text):
        p = game_position(position(f"step: german-commitment\n{text}\n{FRENCH}"))
        return encircled(p, [C.board.index[x] for x in VERDUN.split()])

    ring = "N18 N21 P22 R22 T20 S17 Q16 O16 N20 T22 S19"
    assert ringed(germans(ring)) and not ringed(germans(ring, " disrupted"))
    assert ringed(germans(ring) + "\nP20: B3.1 >N\nQ19: B3.2 >N")  # shared zones are allowed
    assert not ringed(germans(ring.replace("Q16 ", "").replace("S17 ", "")))
    assert ringed(germans(VERDUN, " disrupted"))  # who occupies all of it has encircled it (20.6.1)
    passed = march(f"scenario: campaign\n{FRENCH}\nB20: 25/1 >S", turn=20)
    p, verdun = game_position(passed), [C.board.index[x] for x in VERDUN.split()]
    for x in verdun:
        p.control[x] = 0
    p.forts[C.forts.index(C.board.index["Q18"])] = 0
    assert all(was_last(p, x, 0) for x in verdun) and not encircled(p, verdun)  # who was last there does not
