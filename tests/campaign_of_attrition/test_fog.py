"""13.2 Fog of war."""

import pytest

from .kit import move, play, position

TEXT = "turn: 5\nstep: german-movement\n0318: 21ID, 25ID\n0316: 72DI disrupted, 51DI\n0315: XXX.HA\n0217: 5ID\n"


def seen(match, player):
    """The counters a player sees on the map, with their states, by hex."""
    return {c.id: (c.place, c.states) for c in match.view(player).counters if c.place.isdigit()}


@pytest.mark.case("campaign-of-attrition", "13.2", "CA-R71")
def test_a_distant_enemy_stack_shows_how_many_but_not_who():
    match = position("options: fog_of_war\n" + TEXT)
    german, french = seen(match, "german"), seen(match, "french")
    assert "21ID" in german and "72DI" in french
    assert not {"72DI", "51DI", "XXX.HA"} & {u for u in german if german[u][0] == "0315"}
    assert "XXX.HA" not in german  # nobody is next to 0315
    text = repr(match.view("german"))
    assert "0315" in text  # yet that somebody is there can be seen


@pytest.mark.case("campaign-of-attrition", "13.2", "CA-R71")
def test_adjacent_stacks_are_open():
    match = position("options: fog_of_war\n" + TEXT)
    assert "72DI" not in seen(match, "german")
    move(match, "5ID", "0216")
    found = seen(match, "german")
    assert "disrupted" in found["72DI"][1] and "51DI" in found


def heard(events, side):
    """What a side is told."""
    return [event.plain_text for event in events if event.to in ("", side)]


@pytest.mark.case("campaign-of-attrition", "13.2", "CA-R71", "6.0a")
@pytest.mark.parametrize(
    ("side", "other", "text"), [("german", "french", "1605: 21ID, 25ID"), ("french", "german", "1315: 72DI, 51DI")]
)
def test_what_attrition_does_to_a_distant_stack_stays_hidden(side, other, text):
    match = position(f"options: fog_of_war\nturn: 5\nstep: {side}-attrition\n{text}\n0317: RS1\n0216: A.HA1", dice=[1])
    mine, theirs = heard(match.prelude, side), heard(match.prelude, other)
    assert any("loss point" in line for line in mine) and not any("loss point" in line for line in theirs)
    assert any(line.startswith("Attrition in") for line in theirs)


@pytest.mark.case("campaign-of-attrition", "13.2", "CA-R71", "9.3a")
@pytest.mark.parametrize("side", ["german", "french"])
def test_a_unit_that_moves_out_of_sight_is_named_to_its_own_side_only(side):
    text = {"german": "0318: 21ID\n1315: 72DI", "french": "0318: 72DI\n1605: 21ID"}[side]
    unit, other = ("21ID", "french") if side == "german" else ("72DI", "german")
    match = position(f"options: fog_of_war\nturn: 5\nstep: {side}-movement\n{text}")
    events = play(match, unit, f"{unit}-0316")
    assert any(unit in line for line in heard(events, side)) and not any(unit in line for line in heard(events, other))
    assert any("A unit moves" in line for line in heard(events, other))


@pytest.mark.case("campaign-of-attrition", "13.2", "CA-R71")
def test_without_the_option_all_is_open():
    match = position(TEXT)
    assert {"72DI", "51DI", "XXX.HA"} <= set(seen(match, "german"))
