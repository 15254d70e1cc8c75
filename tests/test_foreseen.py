"""Odds before anything is committed: the fight as it is gathered, what one more would change, what the enemy can still add."""

from random import Random

from trenchline.core.actions import Action
from trenchline.games import CATALOGUE, load

from .big_push import kit as somme
from .campaign_of_attrition import kit as attrition
from .they_shall_not_pass import kit as pass_kit
from .verdun_1916 import kit as verdun


def strength(odds, kind):
    return sum(abs(line.value) for line in odds.lines if line.kind == kind)


def test_the_guns_that_can_answer_an_assault_are_foreseen():
    match = pass_kit.fight("3013: IR81, IR87\n3011: XVIII.A1\n3014: 208R, AD14\n3017: AD51R")
    everything = match.odds(match.parse("3014"))
    assert everything.gathering and everything.column == "2:1"
    pass_kit.declare(match, "3014", "IR81")
    (now,) = match.fights()
    assert (strength(now, "attack"), strength(now, "defence"), now.column, now.gathering) == (6, 6, "1:1", True)
    assert [(s.text, s.column) for s in now.swings] == [("if {AD51R} answers", "1:2")]
    with_more = match.odds(match.parse("IR87"))
    assert (strength(with_more, "attack"), with_more.column, with_more.gathering) == (12, "2:1", True)
    assert match.fights() == [now]  # looking changes nothing
    assert not match.odds(match.parse("attack")).gathering


def test_below_one_to_three_nobody_attacks_and_that_is_said():
    match = pass_kit.fight("3013: IR81 reduced, IR87, IR116\n3011: XVIII.A1\n3014: 42RI, 35RI")
    pass_kit.declare(match, "3014", "IR81")
    (now,) = match.fights()
    assert now.column.endswith("below 1:3") and not now.outcomes


def test_verdun_names_shifts_and_modifiers_while_attackers_are_gathered():
    match = verdun.fight("3113: RIR16\n3213: IR81\n3114: 42RI\n3116: AD14")
    verdun.play(match, "3114", "RIR16")
    (now,) = match.fights()
    assert "die" not in {line.kind for line in now.lines if line.value == -2}
    both = match.odds(match.parse("IR81"))
    assert [line.value for line in both.lines if line.kind == "die" and "division" in line.text] == [-2]
    assert [swing.text for swing in now.swings] == ["if {AD14} answers"]


def test_elan_of_the_defender_is_foreseen():
    match = attrition.fight("1708: 72DI\n1707: 21ID, 25ID, RS1\n", turn=5, side="german")
    attrition.play(match, "1708", "21ID")
    (now,) = match.fights()
    assert now.swings[0].text.endswith("AP on Elan") and now.swings[0].outcomes != now.outcomes


def test_a_commitment_shows_the_assault_with_it_and_the_fire_that_comes_first():
    match = somme.commitment("J5: B4.1 >E\nJ6: B4.2 >E\nJ8: VII >E\nK5: 8/73 >W\nM5: 8/93 >W")
    assert match.fights() == []
    alone = match.odds(match.parse("B4.1-K5"))
    assert alone.cell == "K5" and alone.swings[0].text.startswith("defensive fire of up to")
    somme.commit(match, "K5", "B4.1")
    assert match.fights() == [alone]
    assert strength(match.odds(match.parse("B4.2-K5")), "attack") > strength(alone, "attack")


def test_what_is_looked_at_in_random_matches_adds_up_and_changes_nothing():
    for slug in CATALOGUE:
        match, chance = load(slug).start(seed=5), Random(5)
        for _ in range(400):
            if match.over:
                break
            actions = list(match.actions())
            before = match.position.hash()
            seen = [*match.fights(), *(match.odds(action) for action in chance.sample(actions, min(2, len(actions))))]
            for odds in seen:
                for outcomes in [odds.outcomes, *(swing.outcomes for swing in odds.swings)] if odds else []:
                    assert not outcomes or abs(sum(o.probability for o in outcomes) - 1) < 1e-9
            assert match.position.hash() == before
            match.apply(chance.choice([a for a in actions if a != Action("back")] or actions))
