"""16.5.2 Counter-attacks and their chains."""

import pytest

from .battle import FRENCH_HQS, HQS, POOL, assault, engaged, outcome, throw
from .kit import C, at, commitment, game_position, here, kind, lines, options, play, points, steps, texts

ONE = f"M29: 14R/1 >S\nN29: 14Fr >N\n{HQS}\n{FRENCH_HQS}\n{POOL}"


def fight(match):
    """Who fights whom, and where."""
    f = game_position(match).fight
    return [C.ids[u] for u in f.units], [C.ids[u] for u in f.defenders], C.board.labels[f.target]


@pytest.mark.case("generation-lost", "16.5.2", "16.5.2(d)", "GL-R151", "GL-R153", "3.0-CounterAttack")
def test_the_defenders_attack_at_once_with_primary_numbers_and_no_resources():
    match = assault(ONE, {"N29": ["14R/1"]}, have={"night": 2, "seventy_fives": 2}, turn=4)
    outcome(match, "CA")
    assert kind(match) == "AssaultRoll" and match.player == "dice" and fight(match) == (["14Fr"], ["14R/1"], "M29")
    assert lines(match, of="attack") == {"14Fr": 7} and lines(match, of="defence") == {"14R/1": 3}
    assert lines(match) == {}  # four squares to the HQ, no supply needed
    outcome(match, "AR")
    assert game_position(match).assaults_made == [1, 1] and at(match, "14R/1") == "M29"


@pytest.mark.case("generation-lost", "16.5.2", "13.1.4(d)", "GL-R109")
def test_examples_gl_e42_and_e76_modifiers_of_a_counter_attack():
    ridge = next(x for x in C.board.labels if C.board.terrain[C.board.index[x]] == {"ridge"} and roomy(x))
    x = C.board.index[ridge]
    below = C.board.labels[C.board.across[x][C.board.grid.directions.index("S")]]
    row, column = below[0], below[1:]
    for far, command in ((3, 1), (4, 0)):
        hq = chr(ord(row) + far) + column
        text = f"interdicted: {below}=1\n{ridge}: 14R/1 >S, 14R/2 >S\n{below}: B4.1 >N\n{hq}: VIIFr >N\n{POOL}"
        match = assault(text, {below: ["14R/1", "14R/2"]}, weather="rain", turn=4)
        outcome(match, "CA")
        play(match, "14R/1")  # one brigade, one unit
        assert lines(match, of="shift") == {"ridge": -2}
        found = lines(match)
        assert found.get("command HQ near", 0) == command
        assert found["rain or snow"] == -2 and found["out of an interdicted square"] == -1
        assert sum(found.values()) == (-2 if command else -3)


def roomy(label):
    """A square with clean ground south of it."""
    x = C.board.index[label]
    if len(C.near[x]) < 8 or C.row[x] > 14 or C.row[x] < 3 or C.trench[x] or C.minor_river[x]:
        return False
    down = C.board.across[x][C.board.grid.directions.index("S")]
    return C.bank[down] == C.bank[x] and not C.fort[down] and not C.trench[down] and not C.fort[x] and not C.minor_river[down]


@pytest.mark.case("generation-lost", "16.5.2(a)", "GL-R152")
def test_example_gl_e43_a_like_number_of_the_strikers_choice():
    text = f"O28: B4.1 >N\nO29: B4.2 >N\nO30: B4.3 >N\nN29: 14R/1 >S, 14R/2 >S\n{HQS}\n{FRENCH_HQS}"
    match = assault(text, {"N29": ["B4.1", "B4.2", "B4.3"]}, "french", turn=4)
    outcome(match, "CA")
    assert match.player == "german" and kind(match) == "ChooseStruck" and options(match) == {"B4.1", "B4.2", "B4.3"}
    play(match, "B4.3", "B4.1")
    assert fight(match)[:2] == (["14R/1", "14R/2"], ["B4.3", "B4.1"])
    outcome(match, "DE")
    assert at(match, "B4.2") == "O29"  # who was not struck is back unharmed


@pytest.mark.case("generation-lost", "16.5.2(a)", "GL-R152")
def test_fewer_attackers_are_all_struck():
    match = assault(ONE.replace("14Fr >N", "B4.1 >N, B4.2 >N"), {"N29": ["14R/1"]}, turn=4)
    outcome(match, "CA")
    assert fight(match)[:2] == (["B4.1", "B4.2"], ["14R/1"])


@pytest.mark.case("generation-lost", "16.5.2(c)", "13.4.2b(c)", "GL-R152")
def test_example_gl_e44_closers_are_struck_as_a_group_after_the_loss():
    text = f"M28: 14R/1 >S pressed\nM29: 14R/2 >S pressed\nM30: 14R/3 >S\nN29: 14Fr >N\n{HQS}\n{FRENCH_HQS}\n{POOL}"
    match = assault(text, {"N29": ["14R/1", "14R/2", "14R/3"]}, turn=4)
    outcome(match, "CA")
    assert steps(match, "14Fr") == 3 and fight(match) == (["14Fr"], ["14R/1", "14R/2"], "N29")
    assert lines(match, of="attack") == {"14Fr": 5} and lines(match, of="shift") == {}
    assert "unit that closed in, beyond the first" not in lines(match)


@pytest.mark.case("generation-lost", "16.5.2(b)", "GL-R290", "17.2(a)")
def test_a_chain_goes_on_until_another_result():
    match = assault(ONE, {"N29": ["14R/1"]}, turn=4)
    outcome(match, "CA")
    for count in (1, 2):
        outcome(match, "CA")
        assert kind(match) == "AssaultRoll" and game_position(match).assaults_made == [1, count]
    outcome(match, "AR")
    assert game_position(match).assaults_made == [1, 3] and not game_position(match).fight


@pytest.mark.case("generation-lost", "GL-R154", "GL-R290", "16.5.2")
def test_losses_of_the_counter_attacker_who_stays():
    match = assault(ONE.replace("14Fr", "67Fr"), {"N29": ["14R/1"]}, turn=4)
    outcome(match, "CA")
    outcome(match, "ASR")
    assert steps(match, "67Fr") == 3 and at(match, "67Fr") == "N29" and at(match, "14R/1") == "M29"
    assert points(match) == [1, 0]


@pytest.mark.case("generation-lost", "GL-R154", "GL-R290", "16.5.2(c)")
def test_example_gl_e90_where_units_go_after_a_counter_attack():
    text = f"M28: 14R/1 >S\nM29: 14R/2 >S{{}}\nN29: 14Fr >N\n{HQS}\n{FRENCH_HQS}\n{POOL}"
    closed = assault(text.format(" pressed"), {"N29": ["14R/1", "14R/2"]}, turn=4)
    outcome(closed, "CA")
    outcome(closed, "DR")
    assert at(closed, "14R/2") == "M29" and at(closed, "14R/1") == "M28" and at(closed, "14Fr") == "N29"
    text = text.replace("14Fr >N", "B4.1 >N, B4.2 >N")
    without = assault(text.format(""), {"N29": ["14R/1", "14R/2"]}, turn=4)
    outcome(without, "CA")
    outcome(without, "DR")
    play(without, "14R/1-L28>S", "14R/2-L29>S")
    assert at(without, "14R/1") == "L28" and at(without, "14R/2") == "L29" and here(without, "N29") == {"B4.1", "B4.2"}


@pytest.mark.case("generation-lost", "GL-R290", "16.5.2")
def test_losses_are_not_doubled_in_a_counter_attack():
    text = f"M29: 14R/1 >S pressed\nN29: 5Fr >N\n{HQS}\n{FRENCH_HQS}\n{POOL}"
    match = assault(text, {"N29": ["14R/1"]}, turn=4)
    outcome(match, "CA")
    outcome(match, "DSR")
    assert len(here(match, "M29")) == 2 and game_position(match).lost == [1, 1]  # a step of three; the one by closing


@pytest.mark.case("generation-lost", "16.5.2(g)", "GL-R149", "GL-R290")
def test_eng_engages_the_struck_in_the_assaulted_square_under_the_strikers_marker():
    match = assault(ONE, {"N29": ["14R/1"]}, turn=4)
    outcome(match, "CA")
    outcome(match, "ENG")
    assert here(match, "N29") == {"14R/1", "14Fr"} and not here(match, "M29")
    (e,) = game_position(match).engagements
    assert (e.side, C.board.labels[e.starts[0]]) == (1, "M29")  # the French assault again in their next phase


@pytest.mark.case("generation-lost", "16.5.2(e)", "GL-R290")
def test_who_cannot_counter_attack_retreats():
    for defender in ("14Fr >N disrupted", "14Fr >N suppressed", "F75.1 >N", "VIIFr >N"):
        text = f"M29: 14R/1 >S\nN29: {defender}\n{HQS}\n{POOL}\nR31: IFr supply"
        match = assault(text, {"N29": ["14R/1"]}, turn=4)
        outcome(match, "CA")
        unit = defender.split()[0]
        assert kind(match) == "Retreat"
        play(match, f"{unit}-O29>N")
        assert kind(match) == "Advance", defender  # and the attackers advance


@pytest.mark.case("generation-lost", "16.5.2(e)", "GL-R290")
def test_good_order_infantry_counter_attacks_and_the_others_stay():
    text = f"M29: 14R/1 >S\nN29: B4.1 >N, B4.2 >N disrupted\n{HQS}\n{FRENCH_HQS}"
    match = assault(text, {"N29": ["14R/1"]}, turn=4)
    outcome(match, "CA")
    assert fight(match)[:2] == (["B4.1"], ["14R/1"])
    outcome(match, "ASR")
    assert here(match, "N29") >= {"B4.2"}


@pytest.mark.case("generation-lost", "GL-R290", "16.5.1")
def test_a_counter_attack_in_an_engaged_square_ends_it_unless_it_engages_again():
    marker = engaged("N29", "german", ["14R/1"], ["M28"])
    text = f"scenario: campaign\n{marker}\nN29: 14R/1 >S, 14Fr >N\n{HQS}\n{FRENCH_HQS}\n{POOL}"
    for result in ("AR", "DR"):
        match = commitment(text, turn=4)
        play(match, "done")
        throw(match, 1, 1)
        outcome(match, "CA")
        assert fight(match) == (["14Fr"], ["14R/1"], "N29")
        outcome(match, result)
        assert at(match, "14R/1") == "M28" and here(match, "N29") == {"14Fr"} and not game_position(match).engagements
    match = commitment(text, turn=4)
    play(match, "done")
    throw(match, 1, 1)
    outcome(match, "CA")
    outcome(match, "ENG")
    assert here(match, "N29") == {"14R/1", "14Fr"} and game_position(match).engagements[0].side == 1


@pytest.mark.case("generation-lost", "16.5.1", "16.5.2", "GL-R289", "GL-R290")
def test_who_counter_attacks_out_of_an_engagement_and_wins_holds_the_square():
    """R42: the French strike, the Germans who had come into the square strike back; only what it cannot hold goes back."""
    for count, result in ((2, "DR"), (2, "DE"), (3, "DR"), (3, "DE")):
        units, starts = ["14R/1", "14R/2", "21/1"][:count], ["M29", "M28", "M30"][:count]
        there = ", ".join(f"{u} >S" for u in units)
        text = f"{engaged('N29', 'german', units, starts)}\nN29: {there}, 14Fr >N\n{HQS}\n{FRENCH_HQS}\n{POOL}"
        match = commitment(f"scenario: campaign\n{text}", "french", turn=4)
        play(match, "strike:N29", "done")
        throw(match, 1, 1)
        outcome(match, "CA")
        assert fight(match) == (units, ["14Fr"], "N29")
        outcome(match, result)
        if result == "DR":
            play(match, "14Fr-O29>N")
        if count == 3:
            assert kind(match) == "Surplus" and options(match) == {f"return:{u}" for u in units}
            play(match, "return:21/1")
            assert at(match, "21/1") == "M30"
        assert here(match, "N29") == {"14R/1", "14R/2"} and not game_position(match).engagements


@pytest.mark.case("generation-lost", "16.5.2", "GL-R290")
def test_who_is_counter_attacked_in_an_engaged_square_goes_back_even_if_the_striker_perishes():
    """R42."""
    for units in (["14R/1"], ["14R/1", "14R/2", "21/1"]):
        starts = ["M28", "M29", "M30"][: len(units)]
        there = ", ".join(f"{u} >S" for u in units)
        text = f"{engaged('N29', 'german', units, starts)}\nN29: {there}, B4.1 >N reduced\n{HQS}\n{FRENCH_HQS}\n{POOL}"
        match = commitment(f"scenario: campaign\n{text}", turn=4)
        play(match, "done")
        throw(match, 1, 1)
        outcome(match, "CA")
        if kind(match) == "ChooseStruck":
            play(match, "14R/1")
        outcome(match, "ASR")
        assert at(match, "B4.1") == "pool" and [at(match, u) for u in units] == starts and not here(match, "N29")


@pytest.mark.case("generation-lost", "GL-R287", "13.1.4(d)")
def test_example_gl_e97_fighting_without_an_hq_in_reach():
    text = f"M29: 14R/1 >S\nN29: 14Fr >N\n{HQS}\n{POOL}"
    match = assault(text, {"N29": ["14R/1"]}, turn=4)
    outcome(match, "CA")
    assert lines(match) == {"command HQ far": -1}
    marker = engaged("N29", "german", ["14R/1"], ["M28"])
    match = commitment(f"scenario: campaign\n{marker}\nN29: 14R/1 >S, 14Fr >N", turn=4)
    play(match, "done")
    throw(match, 1, 1)
    assert lines(match) == {"command HQ far": -1}


@pytest.mark.case("generation-lost", "20.3.9", "GL-R290")
def test_german_morale_counts_in_counter_attacks():
    text = f"O29: B4.1 >N\nN29: 14R/1 >S\n{HQS}\n{FRENCH_HQS}"
    match = assault(text, {"N29": ["B4.1"]}, "french", turn=25)
    outcome(match, "CA")
    assert lines(match)["German morale"] == -1


@pytest.mark.case("generation-lost", "GL-R304", "16.5.2")
def test_who_is_held_counter_attacks_too():
    text = f"O29: B4.1 >N\nN29: 14R/1 >S held\n{HQS}\n{FRENCH_HQS}"
    match = assault(text, {"N29": ["B4.1"]}, "french", turn=4)
    events = outcome(match, "CA")
    assert "14R/1 counter-attacks B4.1 in O29" in texts(events)


@pytest.mark.case("generation-lost", "16.5.2", "13.3.1b", "16.2.1(d)", "GL-R151")
def test_a_division_strikes_back_at_a_fort_from_which_it_was_assaulted():
    """R38."""
    for closed, shift in (("", {"fort": -2}), (" pressed", {})):  # K23 is open ground
        match = assault(f"J23: Bn06 >S inside{closed}\nK23: 106Fr >N\n{POOL}", {"K23": ["Bn06"]}, turn=4)
        outcome(match, "CA")
        while kind(match) == "Losses":
            play(match, sorted(options(match))[0])
        assert fight(match) == (["106Fr"], ["Bn06"], "K23" if closed else "J23")
        assert lines(match, of="shift") == shift


@pytest.mark.case("generation-lost", "16.5.2(c)", "16.2.1(d)", "GL-R269", "GL-R290")
def test_who_closed_in_from_another_fort_is_in_none():
    """From O22 to N23: its own fort does not shelter it there."""
    text = "interdicted: N23=1\nO22: Bn06 >N inside pressed\nN23: 59C.1 >S\nK23: XVIII >S"
    match = assault(text, {"N23": ["Bn06"]}, turn=4)
    outcome(match, "CA")
    assert fight(match) == (["59C.1"], ["Bn06"], "N23") and lines(match, of="shift") == {"ridge": -2}
    assert lines(match)["into an interdicted square"] == 1
