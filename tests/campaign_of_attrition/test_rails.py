"""8.5 Rail conversion, 13.3 Victory on the Rails."""

import pytest

from .kit import move, moving, play, position, rails, run_to


@pytest.mark.case("campaign-of-attrition", "8.5a", "CA-R56")
def test_at_the_start_rails_belong_to_their_side_of_the_line():
    match = moving("1605: 21ID\n1315: 72DI")
    assert rails(match, "1606") == rails(match, "2209") == "german" and rails(match, "1607") == rails(match, "2110") == "french"


@pytest.mark.case("campaign-of-attrition", "8.5b", "8.5c", "CA-R56")
def test_a_division_that_walks_along_the_line_converts_it_at_no_cost():
    match = moving("1606: 21ID\n1315: 72DI")
    move(match, "21ID", "1607")
    assert rails(match, "1607") == "german" and rails(match, "1608") == "french"
    move(match, "21ID", "1608", "1609")
    assert [rails(match, x) for x in ("1608", "1609", "1510")] == ["german", "german", "french"]


@pytest.mark.case("campaign-of-attrition", "8.5b", "CA-R56")
@pytest.mark.parametrize(
    ("unit", "start", "converted"),
    [("RS1", "1606", False), ("CAV", "1606", False), ("21ID", "1707", False), ("21ID", "1606", True)],
)
def test_only_infantry_and_only_along_the_line_from_a_friendly_hex(unit, start, converted):
    match = moving(f"{start}: {unit}\n1315: 72DI")
    move(match, unit, "1607")
    assert (rails(match, "1607") == "german") is converted


@pytest.mark.case("campaign-of-attrition", "8.5c", "CA-R56")
def test_with_the_way_back_blocked_nothing_is_converted_until_it_is_free():
    # A French zone lies on the railway at 1305, so that nothing leads back to 1101.
    match = moving("1606: 21ID\n1205: 72DI entrenched\n1304: 25ID")
    move(match, "21ID", "1607")
    assert rails(match, "1607") == "french"
    move(match, "21ID", "1608")
    move(match, "25ID", "1305")  # a friend in the zone opens the line
    play(match, "done")
    run_to(match, "german-operations")
    assert rails(match, "1607") == rails(match, "1608") == "german"


@pytest.mark.case("campaign-of-attrition", "8.5c", "CA-R56")
def test_a_division_that_has_left_the_line_before_the_way_back_was_free_converts_nothing():
    match = moving("1606: 21ID\n1205: 72DI entrenched\n1304: 25ID")
    move(match, "21ID", "1607", "1708")
    move(match, "25ID", "1305")
    play(match, "done")
    run_to(match, "german-operations")
    assert rails(match, "1607") == "french"


@pytest.mark.case("campaign-of-attrition", "8.5b", "CA-R56")
def test_the_french_convert_german_rails_in_the_same_way_and_units_only_interrupt():
    match = moving("1607: 72DI\n2303: 21ID", side="french", turn=1)
    move(match, "72DI", "1606")
    assert rails(match, "1606") == "french"
    walked = moving("1507: 72DI\n2303: 21ID", side="french", turn=1)
    move(walked, "72DI", "1606")
    assert rails(walked, "1606") == "german"


# ------------------------------------------------------------------------------------------------ 13.3


@pytest.mark.case("campaign-of-attrition", "13.3a", "CA-D63", "CA-R68")
@pytest.mark.parametrize(("cells", "cut"), [(["1114"], False), (["1114", "1315"], True), (["1212"], False)])
def test_both_railways_must_be_cut_south_of_verdun(cells, cut):
    from trenchline.games.campaign_of_attrition.rails import railways_cut

    units = "\n".join(f"{cell}: {unit}" for cell, unit in zip(cells, ("21ID", "5ID"), strict=False))
    match = position(f"options: victory_on_the_rails\nturn: 5\nstep: german-movement\n{units}\n0920: 72DI")
    assert railways_cut(match.position) is cut


@pytest.mark.case("campaign-of-attrition", "13.3a", "CA-R68")
def test_cut_at_the_end_of_two_german_turns_running_it_is_a_major_strategic_victory():
    text = "options: victory_on_the_rails\nturn: 5\nstep: german-supply\n1114: 21ID\n1315: 5ID\n0920: 72DI"
    match = position(text, dice=[6] * 40)
    assert not match.over and match.position.cut
    while not match.over and match.position.turn < 7:
        word = next(w for w in ("done", "pay", "ready") if match.legal(match.parse(w)))
        play(match, word)
    assert match.over and match.position.turn == 6
    assert match.result.level == "German Major Strategic Victory"


@pytest.mark.case("campaign-of-attrition", "13.3a")
def test_without_the_option_or_with_one_line_open_nothing_happens():
    for text in ("1114: 21ID\n1315: 5ID", "options: victory_on_the_rails\n1114: 21ID"):
        match = position(f"turn: 5\nstep: german-supply\ncut: yes\n{text}\n0920: 72DI", dice=[6] * 10)
        assert not match.over
