"""14.0 Command resources: one roll, nine kinds, four in an assault, four columns at most."""

import json

import pytest

from .battle import FRENCH_HQS, HQS, POOL, assault, engaged, outcome, throw
from .kit import (
    C,
    at,
    commit,
    commitment,
    facing,
    game_position,
    here,
    kind,
    legal,
    lines,
    odds,
    options,
    play,
    position,
    refused,
    run_to,
    states,
    texts,
)

ONE = f"M29: 14R/1 >S\nN29: 14Fr >N\n{HQS}\n{POOL}"
FRENCH = f"O29: 14Fr >N\nN29: 14R/1 >S\n{FRENCH_HQS}\n{POOL}"
GUNS = "J29: G150H.1 >S, G77.1 >S"


def have(match):
    """The resources that are there."""
    p = game_position(match)
    return {name: n for name, n in zip(C.resources, p.resources, strict=True) if n}


def shift(match):
    return lines(match, "assault" if kind(match) == "Prepare" else "", "shift")


def die(match):
    return lines(match, "assault" if kind(match) == "Prepare" else "")


def rolled(faces, side="german", turn=12, weather="fair", text=ONE):
    """What a Command Center roll brings a side that has committed an assault."""
    unit = "14R/1" if side == "german" else "14Fr"
    match = commitment(f"weather: {C.weathers.index(weather)}\n{text}", side, turn)
    commit(match, "N29", unit)
    play(match, "done", "done")
    assert kind(match) == "CommandCenterRoll"
    throw(match, *faces)
    return match


# ------------------------------------------------------------------------------------------------ 14.1


@pytest.mark.case("generation-lost", "14.0", "14.1", "14.2", "4.0(4d)", "GL-R122", "3.0-CommandResource")
def test_examples_gl_e30_and_e31_one_roll_for_all_assaults():
    five = rolled((2, 3))
    assert have(five) == {"secondary": 1, "lift": 1, "smoke": 1}  # no night attacks
    seven = rolled((3, 4))
    assert have(seven)["secondary"] == 2
    run_to(seven, "french-bombardment")
    assert have(seven) == {}  # 14.2


@pytest.mark.case("generation-lost", "14.1", "GL-R122")
def test_without_an_assault_there_is_no_roll_and_an_engagement_is_one():
    match = commitment(ONE)
    play(match, "done")
    assert kind(match) not in ("CommandCenterRoll", "Pressing")
    text = f"{engaged('N29', 'german', ['14R/1'], ['M29'])}\nN29: 14R/1 >S, 14Fr >N\n{HQS}"
    match = commitment(text)
    play(match, "done")
    assert kind(match) == "CommandCenterRoll"


@pytest.mark.case("generation-lost", "14.2.4(b)", "14.1", "GL-R123", "GL-R264")
def test_examples_gl_e32_and_e84_one_column_for_75s_and_flamethrowers():
    eight = rolled((4, 4))
    assert have(eight)["seventy_fives"] == 2 and have(eight)["flamethrowers"] == 2
    six = rolled((3, 3))
    assert have(six) == {"secondary": 2, "lift": 1, "smoke": 1, "seventy_fives": 1, "flamethrowers": 1}
    french = rolled((4, 4), "french", text=FRENCH)
    assert have(french)["seventy_fives"] == 2 and "flamethrowers" not in have(french)  # 14.2.5


@pytest.mark.case("generation-lost", "14.1", "GL-R263")
def test_modifiers_of_the_roll():
    assert have(rolled((3, 4), weather="rain")) == have(rolled((3, 3)))  # -1
    assert have(rolled((3, 4), turn=2, text=f"scenario: campaign\n{ONE}"))["secondary"] == 2
    assert have(rolled((3, 4), turn=2, text=f"scenario: campaign\n{ONE}")) == have(rolled((4, 4)))  # prepared: +1
    late = rolled((3, 4), "french", 35, text=f"scenario: campaign\n{FRENCH}")
    assert have(late) == have(rolled((4, 4), "french", text=FRENCH))


# ------------------------------------------------------------------------------------------------ 14.2, 14.3 spending


@pytest.mark.case("generation-lost", "14.3", "14.3.2", "14.3.3", "GL-R295")
def test_resources_are_named_assault_by_assault_and_spent_when_it_goes_in():
    match = assault(ONE, {"N29": ["14R/1"]}, have={"night": 2, "smoke": 1})
    play(match, "use~night")
    assert have(match)["night"] == 2 and refused(match, "use~night").cases == ("14.3.1",)  # each kind once
    play(match, "assault")
    assert have(match) == {"night": 1, "smoke": 1}  # what is not named stays


@pytest.mark.case("generation-lost", "14.3.1", "16.2.2", "16.3.1", "GL-R124")
def test_at_most_four_resources_help_one_assault():
    text = f"{ONE}\n{GUNS}".replace("14R/1 >S", "14R/1 >S pressed")
    match = assault(text, {"N29": ["14R/1"]}, have={"lift": 1, "smoke": 1, "night": 1, "gas": 1, "flamethrowers": 1})
    play(match, "use~lift", "use~smoke", "use~night", "use~flamethrowers")
    assert refused(match, "use~gas").cases == ("14.3.1",)


@pytest.mark.case("generation-lost", "16.2.2", "14.2.7", "14.2.2(b)", "14.2.4(a)", "14.2.6", "GL-R124")
def test_example_gl_e37_four_columns_at_most():
    text = f"{FRENCH}\nQ28: F75.1 >N, F155H.1 >N"
    match = assault(text, {"N29": ["14Fr"]}, "french", have={"creeping": 1, "seventy_fives": 1, "gas": 1, "night": 1})
    play(match, "use~creeping", "use~seventy_fives", "use~gas", "F155H.1")
    assert shift(match) == {"creeping barrage": 2, "French 75s": 1, "gas": 1}
    assert refused(match, "use~night").cases == ("16.2.2",)


@pytest.mark.case("generation-lost", "14.2.7")
def test_a_night_attack_is_a_column():
    match = assault(ONE, {"N29": ["14R/1"]}, have={"night": 1})
    play(match, "use~night")
    assert shift(match) == {"night attack": 1}


# ------------------------------------------------------------------------------------------------ 14.2.2 barrages


@pytest.mark.case("generation-lost", "14.2.2(a)", "GL-R126", "GL-R273")
def test_a_lifting_barrage_needs_a_gun_in_good_order_in_range():
    match = assault(f"{ONE}\nH29: G77.1 >S fired", {"N29": ["14R/1"]}, have={"lift": 1})
    play(match, "use~lift")
    assert die(match)["lifting barrage"] == 2  # it may have fired; range 6
    for gun in ("G29: G77.1 >S", "H29: G77.1 >S disrupted", "interdicted: H29=2\nH29: G77.1 >S", ""):
        match = assault(f"{gun}\n{ONE}", {"N29": ["14R/1"]}, have={"lift": 1})
        assert refused(match, "use~lift").cases[0] == "14.2.2(a)", gun


@pytest.mark.case("generation-lost", "GL-R273", "14.2.2(b)")
def test_an_engaged_gun_supports_nobody():
    marker = engaged("K28", "french", ["B4.1"], ["L27"])
    match = assault(f"{marker}\n{ONE}\nK28: G77.1 >S, B4.1 >N", {"N29": ["14R/1"]}, have={"creeping": 1})
    assert refused(match, "use~creeping").cases == ("14.2.2(b)",)


@pytest.mark.case("generation-lost", "14.2.2(b)", "GL-R126")
def test_one_gun_carries_creeping_barrages_for_several_assaults_and_one_kind_for_each():
    text = f"M29: 14R/1 >S\nM31: 14R/2 >S\nN29: 14Fr >N\nN31: B4.1 >N\n{HQS}\n{POOL}\nJ30: G77.1 >S"
    match = assault(text, {"N29": ["14R/1"], "N31": ["14R/2"]}, have={"creeping": 2, "lift": 1})
    for cell in ("N29", "N31"):
        play(match, *([cell] if kind(match) == "ChooseAssault" else []), "use~creeping")
        assert shift(match)["creeping barrage"] == 2 and refused(match, "use~lift").cases == ("14.2.2(b)",)
        outcome(match, "AR")
    assert have(match) == {}


# ------------------------------------------------------------------------------------------------ 14.2.3 smoke


@pytest.mark.case("generation-lost", "14.2.3", "GL-R128")
def test_smoke_is_rolled_when_all_is_named_and_spent_either_way():
    for face, bonus in ((3, 2), (4, 0)):
        match = assault(ONE, {"N29": ["14R/1"]}, have={"smoke": 1, "night": 1})
        play(match, "use~smoke", "use~night", "assault")
        assert kind(match) == "WindRoll"
        throw(match, face)
        assert kind(match) == "AssaultRoll" and die(match).get("smoke screen", 0) == bonus and have(match) == {}


@pytest.mark.case("generation-lost", "14.2.3", "GL-R128")
def test_what_smoke_would_add_is_told_apart_before_its_die():
    match = assault(ONE, {"N29": ["14R/1"]}, have={"smoke": 1, "night": 1})
    bare = odds(match, "assault")
    for named in ([], ["use~smoke"]):
        play(match, *named)
        told = odds(match, "assault" if named else "use~smoke")
        assert told.outcomes == bare.outcomes and not any(line.text == "smoke screen" for line in told.lines)
        assert [(swing.text, swing.worse) for swing in told.swings] == [("if the smoke screen stands", False)]
        assert told.swings[0].outcomes != bare.outcomes
    play(match, "assault")
    throw(match, 1)
    assert odds(match).outcomes == told.swings[0].outcomes


# ------------------------------------------------------------------------------------------------ 14.2.4 75s


@pytest.mark.case("generation-lost", "14.2.4", "14.2.4(a)", "GL-R56")
def test_each_75_supports_one_assault():
    text = f"O29: 14Fr >N\nO31: 16Fr >N\nN29: 14R/1 >S\nN31: 14R/2 >S\n{FRENCH_HQS}\n{POOL}\nR30: F75.1 >N reduced"
    match = assault(text, {"N29": ["14Fr"], "N31": ["16Fr"]}, "french", have={"seventy_fives": 2})
    play(match, "N29", "use~seventy_fives")  # the only one names itself
    assert shift(match) == {"French 75s": 1}
    outcome(match, "AR")
    assert "used" in states(match, "F75.1")
    assert refused(match, "use~seventy_fives").cases == ("14.2.4",)
    outcome(match, "AR")
    run_to(match, "weather")
    assert "used" not in states(match, "F75.1")


@pytest.mark.case("generation-lost", "14.2.4", "GL-R126", "GL-R273")
def test_a_75_in_good_order_in_range_is_needed():
    shelled = "interdicted: R28=1\nR28: F75.1 >N"
    for gun in ("U28: F75.1 >N", "R28: F75.1 >N disrupted", "R28: F75.1 >N used", "R28: F90 >N", shelled):
        match = assault(f"{gun}\n{FRENCH}", {"N29": ["14Fr"]}, "french", have={"seventy_fives": 1})
        assert refused(match, "use~seventy_fives").cases == ("14.2.4",), gun


@pytest.mark.case("generation-lost", "14.2.4", "14.2.6", "GL-R126")
def test_the_75_may_carry_the_gas_of_its_assault():
    text = f"{FRENCH}\nR28: F75.1 >N"
    match = assault(text, {"N29": ["14Fr"]}, "french", have={"seventy_fives": 1, "gas": 1, "lift": 1})
    play(match, "use~seventy_fives", "use~gas", "use~lift")
    assert shift(match) == {"French 75s": 1, "gas": 1} and die(match)["lifting barrage"] == 2
    used = assault(f"{FRENCH}\nR28: F75.1 >N used", {"N29": ["14Fr"]}, "french", have={"gas": 1})
    assert refused(used, "use~gas").cases == ("14.2.6",)


@pytest.mark.case("generation-lost", "14.2.4", "GL-R289")
def test_no_75s_nor_flamethrowers_in_an_engagement():
    marker = engaged("N29", "french", ["14Fr"], ["O29"], "N")
    text = f"{marker}\nN29: 14Fr >N, 14R/1 >S\n{FRENCH_HQS}\nQ28: F75.1 >N"
    match = commitment(text, "french")
    play(match, "done")
    throw(match, 6, 6)
    assert kind(match) == "Prepare" and refused(match, "use~seventy_fives").cases == ("14.2.4",)
    assert legal(match, "use~night") and legal(match, "use~gas")  # others may help (16.5.1)


@pytest.mark.case("generation-lost", "14.2.4(b)", "GL-R129", "GL-R295")
def test_in_defence_the_french_answer_after_the_german_resources_and_before_the_dice():
    match = assault(f"{ONE}\nR28: F75.1 >N\nR30: F75.2 >N", {"N29": ["14R/1"]}, have={"seventy_fives": 1, "smoke": 1})
    assert refused(match, "use~seventy_fives").cases == ("14.2.4", "14.2.4(b)")  # not for the German
    play(match, "use~smoke", "assault")
    throw(match, 1)
    assert match.player == "french" and options(match) == {"F75.1", "F75.2", "done"}
    assert shift_of(match, "F75.1") == {"French 75s in defence": -2} and shift_of(match, "done") == {}
    play(match, "F75.1")
    assert kind(match) == "AssaultRoll" and shift(match) == {"French 75s in defence": -2}
    assert "used" in states(match, "F75.1") and have(match) == {}


def shift_of(match, text):
    return lines(match, text, "shift")


@pytest.mark.case("generation-lost", "14.2.4(b)", "GL-R124", "GL-R129")
def test_the_defence_may_pass_the_cap_and_is_one_gun_for_an_assault():
    text = f"{ONE}\n{GUNS}\nR28: F75.1 >N\nR30: F75.2 >N".replace("14R/1 >S", "14R/1 >S pressed")
    match = assault(text, {"N29": ["14R/1"]}, have={"creeping": 1, "night": 1, "flamethrowers": 1, "seventy_fives": 2})
    play(match, "use~creeping", "use~night", "use~flamethrowers", "assault", "F75.1")
    assert kind(match) == "AssaultRoll" and sum(shift(match).values()) == 2 and have(match) == {"seventy_fives": 1}


@pytest.mark.case("generation-lost", "14.2.4(b)")
def test_75s_of_a_german_roll_do_not_last():
    match = rolled((4, 4), text=f"{ONE}\nR28: F75.1 >N")
    run_to(match, "french-bombardment")
    assert have(match) == {}


# ------------------------------------------------------------------------------------------------ 14.2.5, 14.2.6


@pytest.mark.case("generation-lost", "14.2.5", "GL-R130")
def test_flamethrowers_need_a_closer_who_lives():
    match = assault(ONE, {"N29": ["14R/1"]}, have={"flamethrowers": 1})
    assert refused(match, "use~flamethrowers").cases == ("14.2.5",)
    match = assault(ONE.replace("14R/1 >S", "14R/1 >S pressed"), {"N29": ["14R/1"]}, have={"flamethrowers": 1})
    play(match, "use~flamethrowers")
    assert shift(match) == {"flamethrowers": 1}


@pytest.mark.case("generation-lost", "14.2.6", "GL-R126", "GL-R295")
def test_gas_needs_an_unused_gun_that_is_named():
    text = f"M29: 14R/1 >S\nM31: 14R/2 >S\nN29: 14Fr >N\nN31: B4.1 >N\n{HQS}\n{POOL}\n{GUNS}"
    match = assault(text, {"N29": ["14R/1"], "N31": ["14R/2"]}, have={"gas": 2})
    play(match, "N29", "use~gas")
    assert options(match) == {"G150H.1", "G77.1"} and kind(match) == "Carry"
    play(match, "back")
    assert "gas" not in shift(match)
    play(match, "use~gas", "G150H.1")
    assert shift(match) == {"gas": 1}
    outcome(match, "AR")
    assert "used" in states(match, "G150H.1")
    play(match, "use~gas")  # only the other is left
    assert kind(match) == "Prepare" and C.ids[game_position(match).means.gas_gun[0]] == "G77.1"


@pytest.mark.case("generation-lost", "14.2.6-Phosgene", "20.3.6(a)", "19.3.5(b)", "GL-R127", "3.0-Phosgene")
def test_phosgene_in_june_once_for_each_gas():
    text = f"{ONE}\n{GUNS}"
    match = rolled((5, 5), turn=18, text=f"scenario: may_cup\n{text}")  # two gas
    assert game_position(match).phosgene == 2
    run_to(match, "german-assault")
    play(match, "use~gas")
    assert options(match) == {"G150H.1", "G77.1", "G150H.1~phosgene"}
    assert refused(match, "G77.1~phosgene").cases == ("14.2.6-Phosgene",)  # a heavy gun
    play(match, "G150H.1~phosgene")
    assert shift(match) == {"gas": 1, "phosgene in the gas": 1} and die(match)["phosgene"] == 2
    play(match, "assault")
    assert game_position(match).phosgene == 1


@pytest.mark.case("generation-lost", "19.4.5(a)", "20.3.6(b)", "14.2.6-Phosgene", "GL-R127")
def test_phosgene_in_july_once_for_two_gas():
    for faces, uses in (((4, 4), 0), ((5, 5), 1), ((6, 6), 1)):  # one, two and three gas
        match = rolled(faces, turn=20, text=f"scenario: hells_doorway\n{ONE}\n{GUNS}")
        assert game_position(match).phosgene == uses


@pytest.mark.case("generation-lost", "19.5.5(a)", "19.6.5(c)", "14.2.6-Phosgene")
def test_no_phosgene_before_june_19_nor_after_july_nor_for_the_french():
    for scenario, turn in (("may_cup", 17), ("shall_not_pass", 25), ("campaign", 25), ("ramparts_revenge", 33)):
        assert game_position(rolled((6, 6), turn=turn, text=f"scenario: {scenario}\n{ONE}")).phosgene == 0
    assert game_position(rolled((6, 6), "french", 18, text=f"scenario: may_cup\n{FRENCH}")).phosgene == 0


@pytest.mark.case("generation-lost", "16.2.2", "14.2.6-Phosgene", "GL-R127")
def test_phosgene_is_one_resource_and_keeps_to_four_columns():
    text = f"scenario: campaign\nturn: 18\nstep: german-assault\nphosgene: 1\nresources: 0 0 1 0 0 0 1 1 0\n{ONE}\n{GUNS}"
    assaults = f'assaults: [{{"target": {C.board.index["N29"]}, "units": [{C.unit["14R/1"]}]}}]'
    match = position(f"{assaults}\n{text}")
    play(match, "use~creeping", "use~night", "use~gas")  # three columns, and the gas
    assert refused(match, "G150H.1~phosgene").cases == ("16.2.2",)


# ------------------------------------------------------------------------------------------------ 14.2.8 consolidate


CROWD = f"M28: 14R/1 >S\nM29: 21/1 >S\nM30: 25/1 >S\nN32: 25/2 >S\nL29: 21/2 >S\nN29: B4.1 >N\nN31: 14Fr >N\n{HQS}\n{POOL}"


def beaten(match):
    """The defenders retreat."""
    outcome(match, "DR")
    play(match, "B4.1-O29>N")


@pytest.mark.case("generation-lost", "14.2.8", "GL-R131", "GL-R293")
def test_example_gl_e33_who_consolidates():
    match = assault(CROWD, {"N29": ["14R/1"], "N31": ["25/1"]}, have={"consolidate": 1}, turn=4)
    play(match, "N29")
    beaten(match)
    play(match, "14R/1-N29>S")
    units = {action.unit for action in match.actions() if action.kind == "consolidate"}
    assert kind(match) == "Consolidation" and units == {"21/1"}  # committed or too far: 25/1, 25/2, 21/2
    play(match, "21/1-N29")
    assert here(match, "N29") == {"14R/1", "21/1"} and have(match) == {}


@pytest.mark.case("generation-lost", "14.2.8", "GL-R131")
def test_a_winner_may_yield_and_whoever_has_fought_may_come():
    text = CROWD.replace("14R/1 >S", "14R/1 >S, 14R/2 >S")
    match = assault(text, {"N29": ["14R/1", "14R/2"]}, have={"consolidate": 1}, turn=4)
    beaten(match)
    play(match, "14R/1-N29>S", "14R/2-N29")
    assert {a.kind for a in match.actions()} == {"yield", "done"}  # the square is full
    play(match, "yield:14R/1")
    assert at(match, "14R/1") == "M28"
    play(match, "21/1-N29")
    assert here(match, "N29") == {"14R/2", "21/1"}


@pytest.mark.case("generation-lost", "14.2.8", "GL-R131", "GL-R289")
def test_who_was_engaged_yields_to_where_he_came_from():
    marker = engaged("N29", "german", ["14R/1", "14R/2"], ["M28", "M29"])
    commands = " ".join(str(int(name == "consolidate")) for name in C.resources)
    fight = {"target": C.board.index["N29"], "units": [C.unit["14R/1"], C.unit["14R/2"]], "renewed": True}
    head = f"scenario: campaign\nturn: 4\nstep: german-assault\nresources: {commands}\nassaults: {json.dumps([fight])}"
    match = position(f"{head}\n{marker}\nN29: 14R/1 >S, 14R/2 >S, 14Fr >N\nM30: 21/1 >S\n{HQS}\n{POOL}")
    outcome(match, "DE")
    assert kind(match) == "Consolidation" and options(match) == {"yield:14R/1", "yield:14R/2", "done"}
    play(match, "yield:14R/1", "21/1-N29")
    assert here(match, "N29") == {"14R/2", "21/1"} and at(match, "14R/1") == "M28"


@pytest.mark.case("generation-lost", "14.2.8", "GL-R293", "GL-R124")
def test_guns_and_disordered_units_do_not_consolidate_and_four_is_the_limit_here_too():
    text = CROWD.replace("21/1 >S", "21/1 >S disrupted, G77.1 >S").replace("25/1 >S", "Bn06 >S")
    match = assault(text, {"N29": ["14R/1"]}, have={"consolidate": 1}, turn=4)
    beaten(match)
    play(match, "14R/1-N29>S")
    assert {action.unit for action in match.actions() if action.kind == "consolidate"} == {"Bn06"}
    text = f"{text}\n{GUNS}".replace("J29: G150H.1 >S, G77.1 >S", "J29: G150H.1 >S").replace("14R/1 >S", "14R/1 >S pressed")
    kinds = {"consolidate": 1, "lift": 1, "gas": 1, "night": 1, "flamethrowers": 1}
    match = assault(text, {"N29": ["14R/1"]}, have=kinds, turn=4)
    play(match, "use~lift", "use~gas", "G150H.1", "use~night", "use~flamethrowers")
    beaten(match)
    play(match, "14R/1-N29>S")
    assert kind(match) != "Consolidation"


# ------------------------------------------------------------------------------------------------ 14.2.1, 14.3.4


@pytest.mark.case("generation-lost", "14.2.1", "16.2.2", "GL-R125")
def test_a_primary_assault_with_four_resources_has_no_second_wave():
    text = f"{ONE}\n{GUNS}".replace("14R/1 >S", "14R/1 >S pressed")
    kinds = {"lift": 1, "smoke": 1, "night": 1, "flamethrowers": 1, "secondary": 1}
    four = assault(text, {"N29": ["14R/1"]}, have=kinds, turn=4)
    play(four, "use~lift", "use~smoke", "use~night", "use~flamethrowers", "assault")
    throw(four, 6)
    throw(four, 1, 2)
    while kind(four) == "Losses":
        play(four, sorted(options(four))[0])
    assert kind(four) != "SecondaryAttack"
    three = assault(text, {"N29": ["14R/1"]}, have=kinds, turn=4)
    play(three, "use~lift", "use~smoke", "use~night", "assault")
    throw(three, 6)
    throw(three, 1, 2)
    while kind(three) == "Losses":
        play(three, sorted(options(three))[0])
    assert kind(three) == "SecondaryAttack" and "N29" in options(three)


@pytest.mark.case("generation-lost", "14.2.1", "16.2.2", "16.5.2", "GL-R125")
def test_nor_has_it_one_after_a_counter_attack():
    text = f"{ONE}\n{GUNS}".replace("14R/1 >S", "14R/1 >S pressed")
    kinds = {"lift": 1, "smoke": 1, "night": 1, "flamethrowers": 1, "secondary": 1}
    for named, second in ((["lift", "smoke", "night", "flamethrowers"], False), (["lift", "smoke", "night"], True)):
        match = assault(text, {"N29": ["14R/1"]}, have=kinds, turn=4)
        play(match, *(f"use~{name}" for name in named), "assault")
        throw(match, 6)
        outcome(match, "CA")
        outcome(match, "AR")
        assert (kind(match) == "SecondaryAttack") == second


@pytest.mark.case("generation-lost", "14.3.4", "14.2.1", "GL-R125")
def test_a_secondary_assault_has_three_more():
    text = f"{ONE}\n{GUNS}"
    match = assault(text, {}, have={"secondary": 2, "lift": 1, "smoke": 1, "night": 1, "gas": 1})
    play(match, "N29", "14R/1", "attack", "done", "done")
    play(match, "use~lift", "use~smoke", "use~night")
    assert refused(match, "use~gas").cases == ("14.3.4",) and have(match)["secondary"] == 1


def test_the_text_of_a_roll_names_what_it_brings():
    match = commitment(ONE)
    commit(match, "N29", "14R/1")
    play(match, "done", "done")
    assert texts(throw(match, 1, 2))[0] == "Command Center: 1 secondary attack"
    assert facing(match, "14R/1") == "S"
