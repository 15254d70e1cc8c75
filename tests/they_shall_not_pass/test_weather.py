"""5.0 Weather."""

import pytest

from .kit import position, refused


@pytest.mark.case("they-shall-not-pass", "5.0", "4.0.I")
@pytest.mark.parametrize(("die", "good"), [(1, False), (2, False), (3, True), (6, True)])
def test_one_or_two_is_bad_weather(die, good):
    match = position("turn: 2\nstep: weather\n1501: IR81\n1601: XVIII.HQ\n1504: 208R", dice=[die])
    assert match.position.good_weather is good


@pytest.mark.case("they-shall-not-pass", "8.14", "5.1")
def test_bad_weather_takes_one_point_from_every_allowance():
    match = position("turn: 2\nstep: german-movement\nweather: bad\n1501: IR81")
    match.apply(match.parse("IR81"))
    assert refused(match, "IR81-1505").cases
