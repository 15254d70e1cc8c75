"""6.0 Attrition Phase."""

import pytest

from .kit import ap, at, options, order, play, position, step


def attrition(text, dice=(), side="german", turn=5, rules="none"):
    """A side's Attrition Phase. Germans in 1605 have a line, those in 0317 have none."""
    return position(f"turn: {turn}\nstep: {side}-attrition\noptions: {rules}\n{text}", dice)


def told(match):
    """What each hex rolled: losses by event."""
    return [event.result for event in match.prelude if event.kind == "attrition"]


def arithmetic(match):
    """The modifiers of the first check by case, and its column."""
    odds = match.odds(match.parse("6"))
    return {line.case: line.value for line in odds.lines[1:]}, odds.column


@pytest.mark.case("campaign-of-attrition", "3.2", "6.0a", "CA-D36")
@pytest.mark.parametrize(
    ("units", "die", "losses"), [("5LW", 1, 0), ("BErs", 1, 1), ("5LW, CAV", 2, 0), ("21ID, 25ID", 2, 1), ("21ID, 25ID", 3, 0)]
)
def test_each_hex_rolls_in_the_column_of_its_strength(units, die, losses):
    assert told(attrition(f"1605: {units}", dice=[die])) == [str(losses)]


@pytest.mark.case("campaign-of-attrition", "6.0a", "CA-D36")
def test_fourteen_points_lose_one_on_a_three():
    match = attrition("1315: 38DI, 133DI", dice=[3], side="french")
    assert told(match) == ["1"]


@pytest.mark.case("campaign-of-attrition", "6.0a", "CA-R39")
def test_every_hex_of_the_phasing_side_with_strength_checks_and_no_other():
    match = attrition("1605: 21ID\n1604: RS1\n1505: 25ID entrenched\n1504: GAS1\n1405: 5ID reserve\n1315: 72DI", dice=[6] * 9)
    assert told(match) == ["0", "0", "0"] and match.position.rolled == 3


@pytest.mark.case("campaign-of-attrition", "6.0b", "CA-D39")
def test_on_the_first_turn_there_is_no_attrition():
    match = attrition("1605: 21ID, 25ID\n1315: 72DI", dice=[], turn=1)
    assert match.position.rolled == 0 and step(match) == "german-movement"


@pytest.mark.case("campaign-of-attrition", "6.1.2a", "CA-D38", "CA-R38")
def test_a_city_with_a_line_adds_one():
    match = attrition("1313: 39DI, 153DI", side="french")
    assert arithmetic(match) == ({"6.1.2a": 1}, "10-12")
    for die, losses in ((1, "1"), (2, "0"), (3, "0")):
        assert told(attrition("1313: 39DI, 153DI", dice=[die], side="french")) == [losses]
    assert arithmetic(attrition("1316: 39DI, 153DI", side="french"))[0] == {}  # a village is no city
    with_villages = attrition("1316: 39DI, 153DI", side="french", rules="attrition_city_includes_villages")
    assert arithmetic(with_villages)[0] == {"6.1.2a": 1}


@pytest.mark.case("campaign-of-attrition", "6.1.2a", "6.1.2c")
def test_a_city_without_a_line_adds_nothing():
    assert arithmetic(attrition("1313: 21ID"))[0] == {"6.1.2c": -1}


@pytest.mark.case("campaign-of-attrition", "6.1.2b", "6.1.2c", "6.1.2d", "CA-R38")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1605: 21ID disrupted", {"6.1.2b": -1}),
        ("1605: 21ID demoralized", {"6.1.2d": -2}),
        ("1605: 21ID demoralized, 25ID disrupted", {"6.1.2d": -2}),
        ("0317: 21ID", {"6.1.2c": -1}),
        ("0317: 21ID oos", {"6.1.2d": -2}),
        ("0317: 21ID disrupted", {"6.1.2b": -1, "6.1.2c": -1}),
        ("1605: 21ID", {}),
    ],
)
def test_the_worst_status_and_the_worst_supply_of_the_hex_count(text, expected):
    assert arithmetic(attrition(text))[0] == expected


@pytest.mark.case("campaign-of-attrition", "6.1.2d", "CA-D37", "CA-R38")
def test_demoralized_and_out_of_supply_it_cannot_get_worse():
    match = attrition("0317: 9RD demoralized, 10RD oos")
    odds = match.odds(match.parse("1"))
    assert sum(line.value for line in odds.lines[1:]) == -4 and odds.column == "10-12"
    play(match, "1")
    assert "3 loss points" in match.decision.prompt


@pytest.mark.case("campaign-of-attrition", "6.1a", "6.1d", "S-c", "CA-R40")
def test_with_a_line_and_supply_points_are_paid_or_suffered_as_the_owner_likes():
    match = attrition("1605: 21ID disrupted, 25ID", dice=[1])  # row 0: 2 points
    assert options(match) == {"pay", "21ID", "25ID"} and "2 loss points" in match.decision.prompt
    play(match, "pay", "25ID")
    assert ap(match, "german") == 74 and order(match, "21ID") == order(match, "25ID") == "disrupted"


@pytest.mark.case("campaign-of-attrition", "6.1a", "6.1b")
def test_without_a_line_or_supply_nothing_can_be_paid():
    match = attrition("0317: 21ID, 25ID", dice=[1])
    assert options(match) == {"21ID", "25ID"}
    marked = attrition("1605: 21ID oos, 25ID", dice=[1])
    assert options(marked) == {"21ID", "25ID"}


@pytest.mark.case("campaign-of-attrition", "6.1b", "9.6d", "CA-R40")
def test_points_may_fall_on_one_unit_and_it_sinks_level_by_level():
    match = attrition("0317: 21ID disrupted, 25ID", dice=[1, 6])  # row -1: 2 points
    play(match, "25ID", "25ID")
    assert order(match, "25ID") == "demoralized" and order(match, "21ID") == "disrupted"


@pytest.mark.case("campaign-of-attrition", "6.1c", "6.1b", "9.7f", "CA-R36")
@pytest.mark.parametrize(("die", "place"), [(1, "eliminated"), (2, "eliminated"), (3, "pool"), (6, "pool")])
def test_a_demoralized_unit_is_eliminated_and_rolls_whether_for_good(die, place):
    match = attrition("0317: 21ID demoralized", dice=[1, die])  # row -2, 4-6: 2 points, but one unit
    assert at(match, "21ID") == place and match.position.lost == [1, 0, int(place == "eliminated"), 0]


@pytest.mark.case("campaign-of-attrition", "6.1a", "CA-R11", "12.0a")
def test_the_last_point_paid_against_attrition_loses_the_match():
    match = attrition("ap: 1 45\n1605: 21ID, 25ID", dice=[1])
    assert "lose the match" in match.decision.prompt
    play(match, "pay")
    assert match.over and match.result.winner == "french"
