"""What the staff of either army knows: exact expectations, and what follows from them."""

from __future__ import annotations

from random import Random

import pytest

from trenchline.ai.staff import Staff
from trenchline.core.knowledge import STEADY, March
from trenchline.core.marching import Marches
from trenchline.games.they_shall_not_pass.bombardment import AimInterdiction, Bombardment
from trenchline.games.they_shall_not_pass.knowledge import ANSWERS
from trenchline.games.they_shall_not_pass.knowledge.attacks import assault_on, entered
from trenchline.games.they_shall_not_pass.knowledge.breakthrough import party
from trenchline.games.they_shall_not_pass.knowledge.ground import Ground
from trenchline.games.they_shall_not_pass.knowledge.marches import marches
from trenchline.games.they_shall_not_pass.position import Position

from ..staff_kit import all_choices, chosen
from .kit import GAME, C, fight, play, position

MIND = GAME.knowledge
PLAIN = MIND.weights.but({"kill": 1.0, "loss": 1.0, "fall_back": 0.0})


def ground(match, side=0, weights=None):
    return Ground(match.position, side, weights or MIND.of_side[side])


def test_every_decision_of_the_game_has_an_answer():
    assert set(ANSWERS) == all_choices(Position)


def test_the_expectation_of_an_assault_is_summed_over_its_column():
    """At 1:1 in the open against many steps, steps alone counting: 3/0 3/1 3/1 2/2 2/2 1/2 on the die."""
    seen = ground(fight("3013: IR24\n3014: 35RI"), weights=PLAIN)
    # With no price on ground both sides walk off what they need not lose: half, rounded down (9.42).
    expected = sum(d // 2 - a // 2 for a, d in ((3, 0), (3, 1), (3, 1), (2, 2), (2, 2), (1, 2))) / 6
    assert seen.bet(1, False, 6, 0.0) == pytest.approx(expected)


def test_against_works_the_halves_are_rounded_up():
    seen = ground(fight("3013: IR24\n3014: 35RI"), weights=PLAIN)
    expected = sum((d + 1) // 2 - (a + 1) // 2 for a, d in ((3, 0), (3, 1), (3, 1), (2, 2), (2, 2), (1, 2))) / 6
    assert seen.bet(1, True, 6, 0.0) == pytest.approx(expected)  # 9.43


def test_better_odds_are_never_worth_less():
    seen = ground(fight("3013: IR24\n3014: 35RI"))
    for works in (False, True):
        worths = [seen.bet(index, works, 2, 0.5) for index in range(-1, 8)]
        assert worths == sorted(worths)


def test_ground_that_is_worth_more_makes_its_assault_worth_more():
    seen = ground(fight("3013: IR24\n3014: 35RI"))
    assert seen.bet(4, False, 2, 1.0) > seen.bet(4, False, 2, 0.2)


def test_a_crushing_assault_is_made_and_a_hopeless_one_is_not():
    strong = fight("3013: IR24, IR64, Pi6\n3114: IR20, LGR8\n3014: II.44T reduced demoralized")
    assert chosen(strong) == "3014"
    weak = fight("3013: II.44T\n3014: IR24, IR64\n2914: IR20", side="french")
    assert chosen(weak) == "done"


def test_those_who_make_no_difference_to_the_odds_are_left_out():
    match = fight("3013: IR24, IR64\n3114: IR20, LGR8\n3115: GR12, IR52\n3014: II.44T reduced demoralized")
    attack = assault_on(ground(match), C.board.index["3014"])
    assert 0 < len(attack.places) < 6


def test_the_cheapest_step_is_lost_first():
    """A full regiment is flipped before a reduced one is lost."""
    match = fight("3013: IR24, IR64 reduced\n3014: 35RI", dice=[4, 3])
    play(match, "3014", "IR24", "IR64", "attack")
    while match.decision and match.decision.kind != "LoseStep":
        match.apply(next(a for a in match.actions() if a.value == 2 or a.kind != "lose"))
    assert chosen(match) == "IR24"


def test_a_lost_hq_comes_back_before_anything_else():
    match = position("turn: 3\nstep: german-replacements\n1301: IR81 reduced\neliminated: XVIII.HQ\n1504: 208R\n1601: III.HQ")
    assert chosen(match).startswith("return:XVIII.HQ")


def test_plans_differ_in_what_they_make_of_a_position():
    match = GAME.start("historical", seed=1)
    play(match, "done")  # the bombardment
    plans = MIND.plans(match.position, 0)
    assert len(plans) > 4
    assert len({plan.name for plan in plans}) == len(plans)
    varied = MIND.vary(match.position, 0, plans[0], Random(1), 0.8)
    assert varied.factors and varied.factors != plans[0].factors


def test_the_evaluation_is_zero_sum():
    match = GAME.start("historical", seed=1)
    features = [MIND.features(match.position, side) for side in (0, 1)]
    assert features[0].keys() == features[1].keys() <= MIND.weights.as_dict().keys()
    for name in features[0].keys() - {"v_closeness"}:
        assert features[0][name] == pytest.approx(-features[1][name])


CUT = "french shells: 0303 1604 2405\n"  # no road leads south: each source feeds its own front


@pytest.mark.case("they-shall-not-pass", "6.33c", "6.11")
@pytest.mark.parametrize(
    ("side", "hq", "corps", "cell"),
    [
        ("german", "VIIR.HQ", "0303: RIR13\n0302: RIR57", "0202"),
        ("german", "XVIII.HQ", "1604: IR81\n1603: IR87", "1603"),
        ("german", "V.HQ", "2404: IR19\n2403: IR50", "2404"),
        ("german", "V.HQ", f"{CUT}2404: IR19\n1603: IR50, GR7", "1603"),  # two of the corps here, one there
        ("german", "V.HQ", f"{CUT}1603: IR19\n2404: IR50, GR7", "2404"),
        ("german", "V.HQ", "2812: IR19, GR6\n2612: IR50", "2404"),  # out of reach of all: as near as can be
        ("german", "V.HQ", "2404: IR19\n1604: IR81, IR87, FR80", "2404"),  # other corps do not count
        ("french", "XXX.HQ", "1313: 42RI", "1421"),
        ("french", "XXX.HQ", "1820: 42RI\n1819: 44RI", "1521"),
    ],
)
def test_a_lost_headquarters_comes_back_where_it_feeds_most_of_its_corps(side, hq, corps, cell):
    match = position(f"turn: 2\nstep: {side}-replacements\neliminated: {hq} lost\n{corps}")
    assert chosen(match) == f"return:{hq}-{cell}=1"


def test_who_is_asked_about_a_copy_each_time_advises_as_in_the_match_itself():
    """Orders last for a phase; what has been shelled since they were made counts all the same."""
    match = position("step: french-bombardment\n0105: LB\n0109: RR\n3016: 56BCP\ngerman ground: 0805 1004", dice=[1, 1])
    in_match, on_copies = (Staff(MIND, 1, STEADY) for _ in range(2))
    shelled = []
    while isinstance(match.position.stack[-1], (Bombardment, AimInterdiction)):
        advice = in_match.advise(match.position)
        assert on_copies.advise(match.clone().position) == advice
        shelled += [advice.action.cell] if advice.action.kind == "shell" else []
        match.apply(advice.action)
    assert len(shelled) > 1 and len(set(shelled)) == len(shelled)


# ------------------------------------------------------------------------------------------------ what no staff does


def ordered(match, side=0):
    """Where the orders of a Movement Phase send whom."""
    seen = Ground(match.position, side, MIND.of_side[side])
    orders, _ = marches(seen)
    return {C.ids[march.unit]: C.board.labels[march.cell] for march in orders}


@pytest.mark.case("they-shall-not-pass", "9.11")
def test_nobody_attacks_below_even_odds():
    match = fight("3013: IR24 reduced\n3014: 35RI")
    assert assault_on(ground(match), C.board.index["3014"]).worth < 0
    assert chosen(match) != "3014"


@pytest.mark.case("they-shall-not-pass", "14.8")
def test_of_a_forts_garrison_one_stays_in_it():
    """2113 is Fort Douaumont."""
    alone = fight("2113: 35RI\n2112: IR24 reduced demoralized", side="french")
    assert chosen(alone) == "done"
    two = fight("2113: 35RI, 42RI\n2112: IR24 reduced demoralized", side="french")
    attack = assault_on(ground(two, 1), C.board.index["2112"])
    assert len(attack.places) == 1


def test_a_headquarters_within_reach_of_a_regiment_does_not_stay_there_alone():
    match = position("turn: 3\nstep: german-movement\n1502: XVIII.HQ\n1501: IR81\n1505: 35RI, 42RI")
    after = match.position.clone()
    hq, regiment = C.unit["XVIII.HQ"], C.unit["IR81"]
    assert near(after, hq)
    for unit, cell in ordered(match).items():
        after.put(C.unit[unit], C.board.index[cell])
    assert after.place[hq] == after.place[regiment] or not near(after, hq)


def near(after, unit):
    """Whether French infantry can come next to a unit."""
    come = entered(after, 1)
    return any(come[cell] for cell in C.board.neighbours[after.place[unit]])


@pytest.mark.case("they-shall-not-pass", "13.0")
def test_no_pioneer_breaks_through_alone():
    match = position("turn: 3\nstep: german-breakthrough\n2107: IR24, Pi6\n2507: 35RI")
    p = match.position
    assert {p.name(u) for u in party(p, C.board.index["2107"])} == {"IR24", "Pi6"}


@pytest.mark.case("they-shall-not-pass", "8.31")
def test_room_is_made_before_it_is_taken():
    """Whatever the order in which they are drawn up, nobody marches into a hex that is still full."""
    match = position("turn: 2\nstep: german-movement\n1604: IR81, IR87\n1603: FR80\n1609: 35RI")
    staff = Staff(MIND, 0)
    staff.advise(match.position)
    orders = staff._orders
    wishes = (("FR80", "1604"), ("IR81", "1605"))
    orders.marches = Marches(March(C.unit[unit], "select", C.board.index[cell], "") for unit, cell in wishes)
    assert match.notate(staff.advise(match.position).action) == "IR81"


@pytest.mark.parametrize(("turn", "manned"), [(6, False), (7, True)])
def test_nobody_mans_the_forts_before_petain_has_come(turn, manned):
    """As it was: Douaumont stood empty on February 25 (shared/history.md, V2)."""
    match = position(f"turn: {turn}\nstep: french-movement\n2110: IR24, IR20\n2115: 95RI")
    seen = Ground(match.position, 1, MIND.of_side[1])
    orders, _ = marches(seen)
    assert ("2113" in {C.board.labels[march.cell] for march in orders}) is manned
