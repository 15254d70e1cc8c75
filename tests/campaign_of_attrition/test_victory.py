"""12.0 Victory, and 13.5 Verdun or Bust."""

import pytest

from .kit import play, position

END = "turn: 10\nstep: turn-end\n"
FORT = "german ground: 1509\n"


def over(text):
    """The match has come to its end by itself."""
    match = position(text)
    assert match.over
    return match.result


@pytest.mark.case("campaign-of-attrition", "12.0d", "12.0e", "12.0f", "12.0g", "12.0i", "CA-D53", "CA-R45", "CA-R46", "1.1d")
def test_a_campaign_by_the_numbers():
    found = over(f"{END}{FORT}ap: 30 21\nlost: 7 14 2 5\n1605: 21ID\n1315: 72DI")
    assert (found.winner, found.level, found.points) == ("german", "German Minor Operational Victory", 24 - 9)


@pytest.mark.case("campaign-of-attrition", "12.0h", "12.0i", "12.0j", "12.0k", "12.0l", "12.0g", "CA-R46")
@pytest.mark.parametrize(
    ("lost", "level"),
    [
        ("10 11 0 0", "Minor Tactical"),
        ("10 19 0 0", "Minor Tactical"),
        ("10 20 0 0", "Minor Operational"),
        ("10 30 0 0", "Major Tactical"),
        ("10 40 0 0", "Major Operational"),
        ("10 50 0 0", "Major Strategic"),
        ("10 95 0 0", "Major Strategic"),
        ("0 1 0 0", "Major Strategic"),
        ("10 15 0 5", "Minor Operational"),
    ],
)
def test_the_level_is_the_ratio_rounded_down(lost, level):
    german = over(f"{END}{FORT}ap: 20 20\nlost: {lost}\n1605: 21ID\n1315: 72DI")
    assert german.level == f"German {level} Victory"
    g, f, gp, fp = lost.split()
    french = over(f"{END}{FORT}ap: 20 20\nlost: {f} {g} {fp} {gp}\n1605: 21ID\n1315: 72DI")
    assert french.level == f"French {level} Victory"


@pytest.mark.case("campaign-of-attrition", "12.0f")
@pytest.mark.parametrize(("points", "difference"), [("20 20", 0), ("21 20", 1), ("20 30", -5), ("20 31", -6)])
def test_half_the_difference_in_points_goes_to_the_richer_side_rounded_up(points, difference):
    assert over(f"{END}{FORT}ap: {points}\nlost: 9 9 0 0\n1605: 21ID\n1315: 72DI").points == difference


@pytest.mark.case("campaign-of-attrition", "12.0m", "CA-R47")
def test_equal_points_are_a_draw():
    found = over(f"{END}{FORT}ap: 20 20\nlost: 9 9 0 0\n1605: 21ID\n1315: 72DI")
    assert (found.winner, found.level) == ("", "Draw")


@pytest.mark.case("campaign-of-attrition", "12.0c", "CA-D54", "CA-R43")
def test_without_a_fortress_the_germans_cannot_win():
    found = over(f"{END}ap: 20 20\nlost: 5 40 0 0\n1605: 21ID\n1315: 72DI")
    assert found.level == "French Major Tactical Victory"
    ruined = over(f"{END}{FORT}forts: 1509 destroyed\nap: 20 20\nlost: 5 40 0 0\n1605: 21ID\n1315: 72DI")
    assert ruined.winner == "german"
    occupied = over(f"{END}ap: 20 20\nlost: 5 40 0 0\n1509: 21ID\n1315: 72DI")
    assert occupied.winner == "german"


@pytest.mark.case("campaign-of-attrition", "1.1c", "12.0b", "CA-D56", "CA-R44")
@pytest.mark.parametrize(
    ("text", "wins"),
    [
        ("german rails: 1607 1608 1609 1510\n1313: 21ID", True),
        ("1313: 21ID", False),  # no line
        ("german rails: 1607 1608 1609 1510\n1313: 21ID oos", False),
        ("german rails: 1607 1608 1609 1510\n1313: RS1", False),  # no division
        ("german rails: 1607 1608 1609 1510\n1313: 21ID\n1212: ENG1", False),  # the French are in Verdun too
        ("german rails: 1607 1608 1609 1510\n1213: 21ID", False),
    ],
)
def test_a_supplied_division_that_holds_verdun_at_the_end_of_a_turn_wins_at_once(text, wins):
    match = position(f"turn: 4\nstep: turn-end\n{text}\n1520: 72DI", dice=[6] * 10)
    assert match.over is wins
    if wins:
        assert match.result.level == "German Major Strategic Victory"


@pytest.mark.case("campaign-of-attrition", "12.0b", "CA-R44")
def test_it_must_be_the_end_of_a_turn():
    match = position(
        "turn: 4\nstep: french-operations\ngerman rails: 1607 1608 1609 1510\n1313: 21ID\n1520: 72DI", dice=[6] * 9
    )
    assert not match.over
    play(match, "done")
    assert match.over


@pytest.mark.case("campaign-of-attrition", "12.0a", "1.1b", "CA-R11", "CA-D55", "CA-R43")
def test_whose_points_run_out_has_lost_at_once_fortress_or_not():
    match = position("turn: 4\nstep: french-siege\nap: 45 1\n0316: XXX.HA\n0217: 21ID\n0317: 25ID")
    play(match, "0317", "XXX.HA", "fire")
    assert match.over and match.result.level == "German Major Strategic Victory"
    assert "12.0a" in match.result.reasons[0]


# ------------------------------------------------------------------------------------------------ 13.5


BUST = "options: verdun_or_bust\nbust: yes\n"


@pytest.mark.case("campaign-of-attrition", "13.5b", "CA-R69")
def test_after_staking_all_the_germans_win_by_holding_all_verdun_for_a_turn():
    text = BUST + "turn: 5\nstep: turn-end\ngerman ground: 1212 1313\n1605: 21ID\n1520: 72DI"
    first = position(text, dice=[6] * 9)
    assert not first.over and first.position.held
    assert position("held: yes\n" + text, dice=[6] * 9).over
    half = position("held: yes\n" + text.replace("1212 1313", "1313"), dice=[6] * 9)
    assert not half.over and not half.position.held


@pytest.mark.case("campaign-of-attrition", "13.5b", "CA-R69")
def test_or_by_one_hex_of_verdun_at_the_very_end_and_in_no_other_way():
    won = over(BUST + END + "german ground: 1313\nap: 20 20\n1605: 21ID\n1520: 72DI")
    assert won.level == "German Major Strategic Victory"
    there = over(BUST + END + "ap: 20 20\n1313: 21ID oos\n1212: 72DI")
    assert there.winner == "german"  # one hex is enough, supplied or not
    lost = over(BUST + END + "german ground: 1509 1610\nap: 90 20\nlost: 0 40 0 20\n1605: 21ID\n1520: 72DI")
    assert lost.winner == "french"


@pytest.mark.case("campaign-of-attrition", "13.5b", "CA-R69")
def test_then_french_exhaustion_wins_nothing_but_german_exhaustion_still_loses():
    french = position(BUST + "turn: 4\nstep: french-siege\nap: 45 1\n0316: XXX.HA\n0317: 25ID", dice=[1] + [6] * 9)
    play(french, "0317", "XXX.HA", "fire")
    assert not french.over
    german = position(BUST + "turn: 4\nstep: german-siege\nap: 1 45\n0316: RS1\n0317: 72DI")
    play(german, "0317", "RS1", "fire")
    assert german.over and german.result.winner == "french"
