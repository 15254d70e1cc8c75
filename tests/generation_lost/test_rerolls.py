"""16.7 Re-rolls: élan, the 5th Division, engineers; one in an assault."""

import pytest

from .battle import FRENCH_HQS, HQS, POOL, assault, decided, engaged, outcome
from .kit import game_position, kind, odds, options, play, texts

ONE = f"M29: 14R/1 >S\nN29: 14Fr >N\n{HQS}\n{POOL}"


def first(text, result, cell="N29", units=("14R/1",), side="german", **more):
    """The dice of an assault have fallen."""
    more = {"turn": 12, **more}
    match = assault(text, {cell: list(units)}, side, **more)
    play(match, *(["assault"] if kind(match) == "Prepare" else []))
    decided(match, result)
    return match


def asked(match):
    """Who is asked whether the dice fall again, and by which cases."""
    return (match.player, match.decision.cases[:-2]) if kind(match) == "ThrowAgain" else None


# ------------------------------------------------------------------------------------------------ 16.7


@pytest.mark.case("generation-lost", "16.7", "16.7.4", "GL-R160")
def test_the_same_odds_new_dice_and_the_new_result_stands():
    match = first(f"{ONE}\nP29: VIIFr >N", "ENG")
    assert asked(match) == ("french", ("16.7.1(a)",)) and options(match) == {"again", "stand"}
    before = odds(match, "again")
    play(match, "again")
    assert kind(match) == "AssaultRoll" and odds(match) == before
    decided(match, "ENG")
    assert kind(match) != "ThrowAgain"  # one in an assault
    assert game_position(match).assaults_made == [1, 0]  # and one assault


@pytest.mark.case("generation-lost", "16.7")
def test_who_lets_it_stand_has_had_his_chance():
    match = first(f"{ONE}\nP29: VIIFr >N", "ENG")
    events = play(match, "stand")
    assert "Both sides are engaged in N29" in texts(events)


@pytest.mark.case("generation-lost", "16.7.4", "GL-R160")
def test_the_active_player_is_asked_first_and_one_re_roll_is_all():
    text = "M29: 14R/1 >S entrenched\nM28: Eng1 >S\nN29: 14Fr >N\nP29: VIIFr >N\nK29: XVIII >S"
    match = first(text, "ENG")
    assert asked(match) == ("german", ("16.7.2(b)",))
    play(match, "stand")
    assert asked(match) == ("french", ("16.7.1(a)",))
    again = first(text, "ENG")
    play(again, "again")
    decided(again, "ENG")
    assert kind(again) != "ThrowAgain"


# ------------------------------------------------------------------------------------------------ 16.7.1


@pytest.mark.case("generation-lost", "16.7.1(a)", "GL-R286")
def test_an_engagement_within_four_squares_of_a_good_command_hq():
    far, shaken, supply = "S29: VIIFr >N", "R29: VIIFr >N disrupted", "R29: VIIFr supply"
    for hq, may in (("R29: VIIFr >N", True), (far, False), (shaken, False), (supply, False)):
        assert (asked(first(f"{ONE}\n{hq}", "ENG")) is not None) == may, hq
    assert asked(first(f"{ONE}\nR29: VIIFr >N", "AR")) is None  # ENG only
    attack = first(f"O29: 14Fr >N\nN29: 14R/1 >S\n{FRENCH_HQS}", "ENG", units=("14Fr",), side="french")
    assert asked(attack) == ("french", ("16.7.1(a)",))


@pytest.mark.case("generation-lost", "16.7.1(b)", "GL-R162")
def test_the_5th_division_from_april_3():
    text = f"M29: 14R/1 >S\nN29: 5Fr >N{{}}\n{HQS}\n{POOL}"
    for turn, state, may in ((6, "", False), (7, "", True), (12, " reduced", True)):
        assert (asked(first(text.format(state), "AR", turn=turn)) == ("french", ("16.7.1(b)",))) == may
    assert asked(first(f"{ONE}\nO29: 5Fr >N", "AR")) is None  # it must take part itself


@pytest.mark.case("generation-lost", "20.4.3(4)", "GL-R253", "16.7.4")
def test_higher_elan():
    text = f'operations: ["higher_elan"]\nO29: 14Fr >N\nN29: 14R/1 >S\n{FRENCH_HQS}\n{POOL}'
    match = assault(text, {}, "french", have={"secondary": 1})
    play(match, "N29", "14Fr", "attack", "done", "done", *())
    play(match, *(["assault"] if kind(match) == "Prepare" else []))
    decided(match, "AR")
    assert asked(match) == ("french", ("20.4.3(4)",))
    primary = first(text, "AR", units=("14Fr",), side="french")
    assert asked(primary) is None


@pytest.mark.case("generation-lost", "20.4.3(4)", "GL-R286")
def test_higher_elan_is_counted_to_a_square_from_which_the_attack_is_made():
    for hq, may in (("S29", True), ("T29", False)):  # four and five squares from O29, one more from N29
        text = f'operations: ["higher_elan"]\nO29: 14Fr >N\nN29: 14R/1 >S\n{hq}: VIIFr >N\n{POOL}'
        match = assault(text, {}, "french", have={"secondary": 1})
        play(match, "N29", "14Fr", "attack", "done", "done")
        decided(match, "AR")
        assert (asked(match) == ("french", ("20.4.3(4)",))) == may


# ------------------------------------------------------------------------------------------------ 16.7.2

TRENCHES = """
M28: 14R/1 >S entrenched
M29: 14R/2 >S entrenched
M31: 14R/3 >S entrenched
N28: 14Fr >N
N32: 16Fr >N
K29: XVIII >S
"""


@pytest.mark.case("generation-lost", "16.7.2(b)", "16.7.2(c)", "GL-R294")
def test_example_gl_e47_engineers_beside_entrenched_units():
    text = f"{TRENCHES}\nM30: Eng1 >S"
    targets = {"N28": ["14R/1", "14R/2"], "N32": ["14R/3"]}
    match = assault(text, targets)
    play(match, "N28")
    play(match, *(["assault"] if kind(match) == "Prepare" else []))
    decided(match, "AR")
    assert asked(match) == ("german", ("16.7.2(b)",))  # beside one of them, in any mode
    play(match, "stand")
    decided(match, "AR")
    assert asked(match) == ("german", ("16.7.2(b)",))  # and again for others
    mobile = text.replace("14R/2 >S entrenched", "14R/2 >S")
    assert asked(first(mobile, "AR", "N28", ("14R/1", "14R/2"))) is None
    assert asked(first(f"{TRENCHES}\nK31: Eng1 >S", "AR", "N28", ("14R/1", "14R/2"))) is None  # too far
    defence = f"{TRENCHES}\nM30: Eng1 >S\nQ29: VIIFr >N"
    assert asked(first(defence, "AR", "M28", ("14Fr",), "french")) is None  # not beside 14R/1
    assert asked(first(defence, "AR", "M31", ("16Fr",), "french")) == ("german", ("16.7.2(b)",))


@pytest.mark.case("generation-lost", "16.7.2", "16.7.2(d)")
def test_engineers_are_in_good_order_and_not_engaged_interdiction_does_not_matter():
    for text, may in (
        ("M30: Eng1 >S disrupted", False),
        ("interdicted: M30=2\nM30: Eng1 >S", True),
        (f"{engaged('M30', 'french', ['B4.1'], ['N30'])}\nM30: Eng1 >S, B4.1 >N", False),
    ):
        match = first(f"{text}\n{TRENCHES}", "AR", "N28", ("14R/1", "14R/2"))
        assert (asked(match) is not None) == may, text


@pytest.mark.case("generation-lost", "GL-R294", "16.7.2(b)")
def test_an_engineer_that_takes_part_must_be_entrenched_itself():
    text = "M28: 14R/1 >S entrenched, Eng1 >S{}\nN28: 14Fr >N\nK29: XVIII >S"
    assert asked(first(text.format(""), "AR", "N28", ("14R/1", "Eng1"))) is None
    assert asked(first(text.format(" entrenched"), "AR", "N28", ("14R/1", "Eng1"))) == ("german", ("16.7.2(b)",))


@pytest.mark.case("generation-lost", "16.7.2(a)", "GL-R163", "GL-R294")
def test_engineers_in_the_fight_for_a_fort():
    text = "M25: Eng1 >S\nN25: 59C.1 >N{}\nK25: XVIII >S"
    assert asked(first(text.format(" inside"), "AR", "N25", ("Eng1",))) == ("german", ("16.7.2(a)",))
    assert asked(first(text.format(""), "AR", "N25", ("Eng1",))) is None  # not for the square
    held = "O25: 59C.1 >N\nN25: Eng1 >S inside\nQ25: VIIFr >N"
    assert asked(first(held, "AR", "N25", ("59C.1",), "french")) == ("german", ("16.7.2(a)",))  # in defence too


@pytest.mark.case("generation-lost", "16.5.2(f)", "GL-R294", "GL-R60")
def test_a_counter_attack_of_a_garrison_is_thrown_again_until_it_is_something_else():
    text = f"M25: Bn06 >S\nN25: Gar1 inside revealed\ngarrisons: [1, -1, -1, -1, -1, -1, -1, -1]\n{HQS}"
    match = first(text, "CA", "N25", ("Bn06",))
    assert kind(match) == "AssaultRoll"
    decided(match, "CA")
    assert kind(match) == "AssaultRoll" and game_position(match).assaults_made == [0, 0]
    decided(match, "ENG")
    assert game_position(match).assaults_made == [1, 0]


@pytest.mark.case("generation-lost", "GL-R294", "16.7")
def test_a_counter_attack_has_a_re_roll_of_its_own():
    match = first(f"{ONE}\nP29: VIIFr >N", "ENG")
    play(match, "again")
    decided(match, "CA")
    decided(match, "ENG")
    assert asked(match) == ("french", ("16.7.1(a)",))


@pytest.mark.case("generation-lost", "GL-R294", "16.5.2(b)", "16.7")
def test_every_counter_attack_of_a_chain_has_one():
    match = first(f"{ONE}\nP29: VIIFr >N", "CA")
    decided(match, "ENG")
    play(match, "again")
    decided(match, "CA")
    decided(match, "ENG")
    assert asked(match) == ("french", ("16.7.1(a)",))


@pytest.mark.case("generation-lost", "GL-R160", "16.5.2")
def test_in_a_counter_attack_too_the_active_player_is_asked_first():
    match = first("M29: 14R/1 >S entrenched\nM28: Eng1 >S\nN29: 14Fr >N\nP29: VIIFr >N\nK29: XVIII >S", "CA")
    play(match, "stand")
    decided(match, "ENG")
    assert asked(match) == ("german", ("16.7.2(b)",))  # it is his phase, though the French strike
    play(match, "stand")
    assert asked(match) == ("french", ("16.7.1(a)",))


def test_nothing_is_asked_where_nobody_may():
    match = assault(ONE, {"N29": ["14R/1"]})
    outcome(match, "AR")
    assert kind(match) != "ThrowAgain"
