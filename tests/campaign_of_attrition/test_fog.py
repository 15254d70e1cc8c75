"""13.2 Fog of war."""

import pytest

from .kit import move, moving, position

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


@pytest.mark.case("campaign-of-attrition", "13.2", "CA-R71")
def test_without_the_option_all_is_open():
    match = position(TEXT)
    assert {"72DI", "51DI", "XXX.HA"} <= set(seen(match, "german"))
    assert moving
