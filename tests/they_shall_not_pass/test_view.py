"""What a player is shown of the counters."""

from random import Random

import pytest

from trenchline.games.they_shall_not_pass.view import counter

from .kit import GAME, position


@pytest.mark.parametrize("seed", range(3))
def test_counters_that_are_not_worked_out_again_look_as_if_they_were(seed):
    match, chance = GAME.start("historical", seed=seed, options={"heavy_artillery": seed == 1}), Random(seed)
    while not match.over:
        for _ in range(25):
            if not match.over:
                match.apply(chance.choice(match.actions()))
        p = match.position
        assert match.view("").counters == [counter(p, u) for u in range(len(p.place))]


@pytest.mark.case("they-shall-not-pass", "12.2", "5.1", "14.7")
def test_what_lies_around_a_counter_changes_its_numbers_at_once():
    def shown(unit: str, weather: str = "good", fort: int = 1, turn: int = 2) -> tuple[int, ...]:
        tags = f"turn: {turn}\nstep: german-assault\nweather: {weather}\nforts: Douaumont {fort}"
        found = position(f"{tags}\n2113: 208R, XXX.HQ\n1911: IR81").view("").counters
        return next(c.numbers for c in found if c.id == unit)

    *others, morale = shown("208R")
    assert shown("208R", fort=0) == (*others, morale - 1)
    assert shown("208R", turn=6) == (*others, morale + 1), "Petain has come"
    defence, movement, morale = shown("XXX.HQ")
    assert shown("XXX.HQ", "bad") == (defence, movement - 1, morale)
