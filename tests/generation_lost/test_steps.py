"""9.0 Units, steps, step losses, breakdowns and rebuilds."""

import pytest

from trenchline.games.great_war.losses import inflict

from .kit import (
    C,
    at,
    game_position,
    here,
    kind,
    march,
    move,
    options,
    order,
    play,
    points,
    position,
    refused,
    spent,
    steps,
    values,
)

POOL = "pool: Bn01, Bn02, Bn03, Bn29, Bn30, Eng3"  # three 216, two 116, an engineer


def hit(match, count, *units, cause="bombardment"):
    """So many step losses among some units; their owner is asked where he has a choice."""
    p = game_position(match)
    numbers = [C.unit[unit] for unit in units]
    inflict(p, C.side[numbers[0]], numbers, count, cause)
    return match


def struck(text, count, *units, cause="bombardment"):
    return hit(march(text), count, *units, cause=cause)


def numbers(match, cell):
    """What stands in a square, by its numbers."""
    return sorted("".join(map(str, values(match, unit)[:2])) for unit in here(match, cell))


def disorder(match, cell):
    return sorted("disrupted" if "disrupted" in order(match, unit) else "good" for unit in here(match, cell))


# ------------------------------------------------------------------------------------------------ 9.1 steps


@pytest.mark.case(
    "generation-lost", "9.0", "9.1", "9.1.1-Small", "9.1.1-Large", "9.1.2", "3.0-SmallerRegiment", "3.0-LargerRegiment"
)
def test_every_type_has_its_steps():
    """GL-E80, GL-R51, GL-R54."""
    found = {C.type[u]: C.steps[u] for u in range(len(C.ids)) if C.regiment[u]}
    assert found == {"326": 2, "426": 2, "536": 2, "636": 3, "756": 3}
    one = {size: {C.steps[u] for u in range(len(C.ids)) if C.size[u] == size and C.infantry[u]} for size in set(C.size)}
    assert (one["division"], one["brigade"], one["battalion"], one["chasseurs"]) == ({4}, {2}, {1}, {2})
    assert {C.steps[u] for u in range(len(C.ids)) if C.hq[u]} == {1}
    assert {C.steps[u] for u in range(len(C.ids)) if C.gun[u] and C.ids[u] != "OffMap"} == {2}
    for text, lost in (("M31: 16Fr >N", 4), ("M31: 16Fr >N reduced", 3), ("M31: B4.1 >N", 2), ("M31: B4.1 >N reduced", 1)):
        unit = text.split()[1]
        match = struck(f"{text}\npool: B4.2, B4.3, B3.1", lost, unit, cause="assault")
        assert here(match, "M31") == set()
        assert points(match) == [lost, 0]


# ------------------------------------------------------------------------------------------------ 9.2.1 German losses


@pytest.mark.case("generation-lost", "9.2", "9.2.1", "9.2.1(a-i)", "9.1.1-Small", "3.0-StepReduce")
def test_a_small_regiment_that_loses_a_step_is_a_battalion_of_its_mode():
    match = struck(f"M31: 11R/1 >S entrenched\n{POOL}", 1, "11R/1", cause="assault")
    (unit,) = here(match, "M31")
    assert unit == "Bn01"  # 216 if there is one (GL-R53)
    assert order(match, unit) == {"entrenched"}
    assert at(match, "11R/1") == "pool"
    assert points(match) == [0, 1]


@pytest.mark.case("generation-lost", "9.2.1(a-i)")
def test_shells_may_leave_a_small_regiment_two_disrupted_battalions_instead():
    match = struck(f"M31: 11R/1 >S entrenched\n{POOL}", 1, "11R/1")
    assert options(match) == {"11R/1", "disrupt:11R/1"}
    play(match, "disrupt:11R/1")
    assert numbers(match, "M31") == ["12", "12"]  # entrenched 216s
    assert disorder(match, "M31") == ["disrupted", "disrupted"]
    assert points(match) == [0, 0]  # GL-R47
    assert game_position(match).tally[0] == 2  # each counts (GL-R271)


@pytest.mark.case("generation-lost", "9.2.1(a-ii)", "9.2.1(a-iii)")
def test_two_losses_leave_a_small_regiment_one_disrupted_battalion_or_nothing():
    match = struck(f"M31: 11R/1 >S\n{POOL}", 2, "11R/1")
    play(match, "11R/1")
    assert options(match) == {"Bn01", "disrupt:Bn01"}
    play(match, "disrupt:Bn01")
    assert disorder(match, "M31") == ["disrupted"]
    other = struck(f"M31: 11R/1 >S\n{POOL}", 2, "11R/1")
    play(other, "disrupt:11R/1", "Bn01")  # two disrupted battalions, one of them is hit again
    assert disorder(other, "M31") == ["disrupted"]
    gone = struck(f"M31: 11R/1 >S\n{POOL}", 3, "11R/1")
    play(gone, "11R/1", "disrupt:Bn01")
    assert here(gone, "M31") == set()
    assert points(gone) == [0, 2]
    assert here(struck(f"M31: 11R/1 >S\n{POOL}", 2, "11R/1", cause="fire"), "M31") == set()  # GL-R46


@pytest.mark.case("generation-lost", "9.2.1(b-i)", "9.2.1(b-ii)", "9.2.1(b-iii)", "9.2.1(b-iv)", "9.1.1-Large")
def test_a_large_regiment_gives_way_battalion_by_battalion():
    text = f"M31: 14R/1 >S\n{POOL}"
    assert numbers(struck(text, 1, "14R/1", cause="assault"), "M31") == ["21", "21"]
    assert numbers(play_all(struck(text, 2, "14R/1", cause="assault"), "Bn01"), "M31") == ["21"]
    assert here(play_all(struck(text, 3, "14R/1", cause="assault"), "Bn01"), "M31") == set()
    three = play_all(struck(text, 1, "14R/1"), "disrupt:14R/1")
    assert (numbers(three, "M31"), disorder(three, "M31")) == (["21"] * 3, ["disrupted"] * 3)
    two = play_all(struck(text, 2, "14R/1"), "disrupt:14R/1", "Bn01")
    assert disorder(two, "M31") == ["disrupted", "disrupted"]
    one = play_all(struck(text, 3, "14R/1"), "14R/1", "Bn01", "disrupt:Bn02")
    assert disorder(one, "M31") == ["disrupted"]
    assert here(play_all(struck(text, 4, "14R/1"), "14R/1", "Bn01", "disrupt:Bn02"), "M31") == set()


def play_all(match, *texts):
    play(match, *texts)
    return match


@pytest.mark.case("generation-lost", "9.2.1(b-ii)")
def test_of_the_battalions_of_one_regiment_none_is_disrupted_while_another_is_in_good_order():
    """Two losses leave one battalion, or two disrupted ones: not one of each."""
    match = struck(f"M31: 14R/1 >S\n{POOL}", 2, "14R/1")
    play(match, "14R/1")
    assert options(match) == {"Bn01", "Bn02"}
    verdict = refused(match, "disrupt:Bn01")
    assert verdict.reason == "Bn01 cannot be disrupted instead of losing a step"
    assert verdict.cases == ("8.6.4-ST",)


@pytest.mark.case("generation-lost", "9.2.1")
def test_three_battalions_do_not_take_the_place_of_a_regiment_where_they_have_no_room():
    """GL-R302: losses never over-stack."""
    match = struck(f"M31: 14R/1 >S, 14R/2 >S\n{POOL}", 1, "14R/1")
    assert sorted(here(match, "M31")) == ["14R/2", "Bn01", "Bn02"]  # nothing was asked


@pytest.mark.case("generation-lost", "9.2.1")
def test_the_counter_mix_is_the_limit():
    """GL-R49: a 116 where there are no 216, and what finds no counter is lost with its steps."""
    match = struck("M31: 11R/1 >S\npool: Bn29", 1, "11R/1", cause="assault")
    assert numbers(match, "M31") == ["11"]
    match = struck("M31: 14R/1 >S\npool: Bn01, Eng3", 1, "14R/1", cause="assault")
    assert here(match, "M31") == {"Bn01"}  # engineers never serve (GL-R298)
    assert points(match) == [0, 2]
    match = struck("M31: 14R/1 >S\npool: Eng3", 1, "14R/1", cause="assault")
    assert (here(match, "M31"), points(match)) == (set(), [0, 3])


@pytest.mark.case("generation-lost", "9.2.1(c)")
def test_a_battalion_is_disrupted_or_eliminated_and_engineers_do_not_come_back():
    match = struck("M31: Bn01 >S", 1, "Bn01")
    assert options(match) == {"Bn01", "disrupt:Bn01"}
    assert at(struck("M31: Bn01 >S disrupted", 1, "Bn01"), "Bn01") == "pool"
    assert at(struck("M31: Bn01 >S suppressed", 1, "Bn01"), "Bn01") == "pool"  # GL-R270
    assert at(struck("M31: Bn01 >S", 1, "Bn01", cause="assault"), "Bn01") == "pool"
    assert at(struck("M31: Eng1 >S", 1, "Eng1", cause="assault"), "Eng1") == "gone"


# ------------------------------------------------------------------------------------------------ 9.2.2 French losses


@pytest.mark.case("generation-lost", "9.2.2", "9.2.2(a)", "9.2.2(b)")
def test_a_756_becomes_a_536_and_then_a_436_brigade():
    """GL-E14; the brigade keeps facing and status (GL-R52, GL-R271)."""
    pool = "pool: B3.1, B4.1"
    match = struck(f"M31: 16Fr >W suppressed\n{pool}", 1, "16Fr", cause="assault")
    assert values(match, "16Fr") == (5, 3, 6)
    hit(match, 1, "16Fr", cause="assault")
    assert here(match, "M31") == {"B4.1"}
    assert (values(match, "B4.1"), steps(match, "B4.1"), order(match, "B4.1")) == ((4, 3, 6), 2, {"suppressed"})
    assert game_position(match).facing[C.unit["B4.1"]] == C.board.grid.directions.index("W")
    assert points(match) == [2, 0]


@pytest.mark.case("generation-lost", "9.2.2(b)")
def test_the_brigade_that_is_left_attacks_with_less_than_the_division_did():
    """GL-R49, GL-R52: of a 426 a 326, else the reduced side of a 436, which has a step less."""
    match = struck("M31: 67Fr >N reduced\npool: B4.1, B3.1", 1, "67Fr", cause="assault")
    assert here(match, "M31") == {"B3.1"}
    match = struck("M31: 67Fr >N reduced\npool: B4.1", 1, "67Fr", cause="assault")
    assert (values(match, "B4.1"), points(match)) == ((3, 2, 6), [2, 0])


@pytest.mark.case("generation-lost", "9.2.2(c)", "9.2.2(d)")
def test_a_brigade_flips_then_is_disrupted_then_eliminated():
    match = struck("M31: B3.1 >N", 1, "B3.1")
    assert values(match, "B3.1") == (2, 1, 6)
    hit(match, 1, "B3.1")
    play(match, "disrupt:B3.1")
    assert order(match, "B3.1") == {"disrupted"}
    hit(match, 1, "B3.1")
    assert at(match, "B3.1") == "pool"
    assert at(struck("M31: B3.1 >N reduced", 1, "B3.1", cause="assault"), "B3.1") == "pool"  # GL-R46
    assert at(struck("M31: B3.1 >N reduced", 1, "B3.1", cause="mines"), "B3.1") == "pool"
    assert at(struck("M31: 59C.1 >N reduced", 1, "59C.1", cause="assault"), "59C.1") == "gone"


@pytest.mark.case("generation-lost", "9.2.3(a)", "9.2.3(b)")
def test_guns_flip_and_headquarters_are_disrupted_first():
    match = struck("M31: F75.1 >N", 1, "F75.1")
    assert (values(match, "F75.1"), steps(match, "F75.1")) == ((2, 2, 5), 1)  # the 225 keeps its numbers
    assert options(hit(match, 1, "F75.1")) == {"F75.1", "disrupt:F75.1"}
    play(match, "disrupt:F75.1")
    assert at(hit(match, 1, "F75.1"), "F75.1") == "pool"
    match = struck("M31: G150 >S", 1, "G150")
    assert values(match, "G150") == (2, 2, 5)
    assert options(struck("M31: VIR >S", 1, "VIR")) == {"VIR", "disrupt:VIR"}
    assert at(struck("M31: VIR >S disrupted", 1, "VIR"), "VIR") == "pool"
    assert at(struck("M31: VIR >S suppressed", 1, "VIR"), "VIR") == "pool"


@pytest.mark.case("generation-lost", "9.2.4", "9.2.4(a)", "3.0-FortGarrison", "3.0-Infantry")
def test_garrisons_do_not_move_and_are_lost_for_good():
    match = march("N23: Gar1 inside", side="french")
    verdict = refused(match, "Gar1")
    assert (verdict.reason, verdict.cases) == ("Gar1 is a garrison and cannot move", ("9.2.4(a)",))
    assert options(match) == {"done"}
    hit(match, 1, "Gar1", cause="assault")
    assert (at(match, "Gar1"), points(match)) == ("gone", [1, 0])


# ------------------------------------------------------------------------------------------------ 9.3.1 breakdowns


def broken(text, unit, *choices, side="german"):
    """A unit breaks down, its brigades chosen one by one."""
    match = march(text, side=side)
    play(match, unit, f"split:{unit}", *choices)
    return match


@pytest.mark.case("generation-lost", "9.3", "9.3.1", "9.3.1(b)", "9.3.1(d)", "9.1.1-Small", "9.1.1-Large")
def test_regiments_break_into_battalions_of_their_mode_even_beside_the_enemy():
    """GL-E17: a 756 and a 536 lose a factor."""
    for unit, found in (
        ("5/1", ["21"] * 3),
        ("14R/1", ["21"] * 3),
        ("11R/1", ["21"] * 2),
        ("121/1", ["21"] * 2),
        ("33R/1", ["11", "21"]),
    ):
        match = broken(f"M31: {unit} >S\nM32: B4.1 >W\n{POOL}", unit)
        assert numbers(match, "M31") == found
        assert at(match, unit) == "pool"
    match = broken(f"M31: 11R/1 >E entrenched\n{POOL}", "11R/1")
    assert [order(match, unit) for unit in here(match, "M31")] == [{"entrenched"}] * 2


@pytest.mark.case("generation-lost", "9.3.1(a)", "9.3.1(e-i)")
def test_where_the_mix_lacks_battalions_fewer_will_do():
    """GL-E16; engineers never serve."""
    match = broken("M31: 5/1 >S\npool: Bn01, Bn02, Eng3", "5/1")
    assert here(match, "M31") == {"Bn01", "Bn02"}
    assert numbers(broken("M31: 5/1 >S\npool: Bn01, Bn29, Bn30", "5/1"), "M31") == ["11", "11", "21"]  # GL-R309
    assert numbers(broken("M31: 33R/1 >S\npool: Bn01, Bn02", "33R/1"), "M31") == ["21"]
    match = march("M31: 5/1 >S\npool: Eng3")
    play(match, "5/1")
    verdict = refused(match, "split:5/1")
    assert verdict.reason == "The pool lacks the units 5/1 could break down into"


@pytest.mark.case("generation-lost", "9.3.1(c)")
def test_the_parts_have_what_is_left_of_the_movement():
    match = march(f"M31: 11R/1 >S\nP33: B4.1 >N\n{POOL}")
    move(match, "11R/1", "M32")
    play(match, "11R/1", "split:11R/1")
    assert [spent(match, unit) for unit in ("Bn01", "Bn02")] == [1, 1]


@pytest.mark.case("generation-lost", "9.3.1", "9.3.1(e-iii)")
def test_who_is_disordered_interdicted_or_a_brigade_does_not_break_down():
    """GL-R67."""
    pool = "pool: B4.2, B4.3, B3.1, B3.2, B3.3"
    for text, unit, words in (
        ("M31: 3Fr >N suppressed", "3Fr", "3Fr is disordered, interdicted or engaged and cannot break down"),
        ("interdicted: M31=1\nM31: 3Fr >N", "3Fr", "3Fr is disordered, interdicted or engaged and cannot break down"),
        ("M31: B4.1 >N", "B4.1", "B4.1 has no smaller parts"),
        ("M31: 59C.1 >N", "59C.1", "59C.1 has no smaller parts"),
    ):
        match = march(f"{text}\n{pool}", side="french")
        play(match, unit)
        verdict = refused(match, f"split:{unit}")
        assert verdict.reason == words
        assert verdict.cases == ("9.3.1(e-iii)" if unit == "B4.1" else "9.3.1",)


@pytest.mark.case("generation-lost", "9.1.2", "9.3.1")
def test_a_1066_is_two_436_and_a_216():
    """GL-E12."""
    match = march("M31: 1Fr >N\npool: B4.1, B4.2, B3.1", side="french")
    play(match, "1Fr", "split:1Fr", "B4.1~full", "B4.2~full")
    assert options(match) == {"B3.1~reduced"}
    play(match, "B3.1~reduced")
    assert here(match, "M31") == {"B4.1", "B4.2", "B3.1"}
    assert sum(values(match, unit)[0] for unit in here(match, "M31")) == 10


@pytest.mark.case("generation-lost", "9.1.2", "9.3.1(a)")
def test_an_866_is_two_326_and_a_216_and_an_886_may_be_less():
    """GL-E13, GL-E15: 436 and 326 of an 886 lose a factor."""
    match = broken("M31: 3Fr >N\npool: B3.1, B3.2, B3.3", "3Fr", "B3.1~full", "B3.2~full", "B3.3~reduced", side="french")
    assert numbers(match, "M31") == ["21", "32", "32"]
    match = broken("M31: 13Fr >N\npool: B4.1, B3.1", "13Fr", "B4.1~full", "B3.1~full", side="french")
    assert (numbers(match, "M31"), kind(match)) == (["32", "43"], "Movement")


@pytest.mark.case("generation-lost", "9.1.2", "9.3.1(e-ii)")
def test_a_reduced_division_breaks_down_by_what_it_shows():
    """GL-E93: 756, 646, 536, 426."""
    pool = "pool: B4.1, B4.2, B3.1, B3.2, B3.3"
    for text, unit, choices in (
        ("16Fr >N", "16Fr", ["B4.1~full", "B3.1~full"]),
        ("67Fr >N", "67Fr", ["B3.1~full", "B3.2~full"]),
        ("16Fr >N reduced", "16Fr", ["B3.1~full", "B3.2~reduced"]),
        ("67Fr >N reduced", "67Fr", ["B4.1~full"]),
    ):
        match = broken(f"M31: {text}\n{pool}", unit, *choices, side="french")
        assert (kind(match), len(here(match, "M31"))) == ("Movement", len(choices))
    match = march(f"M31: 67Fr >N reduced\n{pool}", side="french")
    play(match, "67Fr", "split:67Fr", "B3.1~reduced")
    assert kind(match) == "Movement"  # 216, and no second reduced one (GL-R309)


# ------------------------------------------------------------------------------------------------ 9.3.2 rebuilds


def combining(text, side="german"):
    match = position(f"turn: 12\nstep: {side}-movement\n{text}")
    if kind(match) == "MovementModes":
        play(match, "done")
    return match


@pytest.mark.case("generation-lost", "9.3.2", "9.3.2(a)", "9.3.2(b-i)", "9.3.2(b-ii)")
def test_two_battalions_form_the_lowest_small_regiment_three_the_lowest_large_one():
    """GL-R63, GL-R64: of one mode, and whichever class the owner likes."""
    match = combining("M31: Bn01 >S, Bn02 >S, Bn29 >S\npool: 11R/1, 121/1, 5/1, 14R/1")
    assert options(match) == {"121/1-M31~mobile", "14R/1-M31~mobile", "done"}
    play(match, "121/1-M31~mobile")
    assert here(match, "M31") == {"121/1", "Bn02"}  # the 116 goes first
    play(match, "121/1")
    assert match.decision.prompt.startswith("{121/1} in {M31}, 6 movement points")
    apart = combining("M31: Bn01 >S, Bn02 >S entrenched\npool: 11R/1")
    assert kind(apart) == "Movement"
    dug_in = combining("M31: Bn01 >S entrenched, Bn02 >S entrenched\npool: 11R/1")
    play(dug_in, "11R/1-M31~entrenched")
    assert order(dug_in, "11R/1") == {"entrenched"}


@pytest.mark.case("generation-lost", "9.3.2", "9.3.2(b-iv)", "9.3.1(e-i)")
def test_nobody_combines_into_stronger_battalions_and_engineers_not_at_all():
    assert kind(combining("M31: Bn29 >S, Bn30 >S\npool: Bn01")) == "Movement"
    assert kind(combining("M31: Eng1 >S, Bn01 >S\npool: 11R/1")) == "Movement"
    assert kind(combining("M31: Bn01 >S disrupted, Bn02 >S\npool: 11R/1")) == "Movement"
    assert kind(combining("interdicted: M31=2\nM31: Bn01 >S, Bn02 >S\npool: 11R/1")) == "Movement"


@pytest.mark.case("generation-lost", "9.3.2(b-iii)")
def test_brigades_form_a_full_division_no_stronger_than_they_are():
    """GL-R65."""
    match = combining("M31: B4.1 >N, B3.1 >N\npool: 16Fr, 67Fr, 3Fr", side="french")
    assert options(match) == {"16Fr-M31~full", "67Fr-M31~full", "done"}
    play(match, "16Fr-M31~full")
    assert (here(match, "M31"), steps(match, "16Fr")) == ({"16Fr"}, 4)
    assert {at(match, unit) for unit in ("B4.1", "B3.1")} == {"pool"}
    assert kind(combining("M31: B4.1 >N, 59C.1 >N\npool: 67Fr", side="french")) == "Movement"


@pytest.mark.case("generation-lost", "9.2.1", "9.2.2(b)", "GL-R49")
def test_what_is_lost_for_lack_of_smaller_counters_says_so():
    def told(text, unit):
        match = march(text, side="french" if unit.endswith("Fr") else "german")
        hit(match, 1, unit, cause="defence")
        (event,) = [e for e in game_position(match).events if e.kind == "loss"]
        return event.text.replace("{", "").replace("}", ""), event.cases

    none = "14R/1 in M31 loses 3 steps and is eliminated: the pool has no battalion that could take its place"
    assert told("M31: 14R/1 >S", "14R/1") == (none, ("9.2.1", "GL-R49"))
    one = "14R/1 in M31 loses 2 steps and becomes Bn01: the pool has no other battalion that could take its place"
    assert told("M31: 14R/1 >S\npool: Bn01", "14R/1") == (one, ("9.2.1", "GL-R49"))
    both = "14R/1 in M31 loses a step and becomes Bn01, Bn02"
    assert told("M31: 14R/1 >S\npool: Bn01, Bn02", "14R/1") == (both, ("9.2.1",))
    division = "14Fr in M31 loses 3 steps and is eliminated: the pool has no brigade that could take its place"
    assert told("M31: 14Fr >N reduced", "14Fr") == (division, ("9.2.2(b)", "GL-R49"))


@pytest.mark.case("generation-lost", "9.2.1", "9.2.1(c)", "9.2.2(a)", "9.2.2(b)", "9.2.2(c)", "9.2.3(a)", "9.2.3(b)")
@pytest.mark.parametrize(
    ("unit", "case"),
    [
        ("14R/1 >S", "9.2.1"),
        ("Bn04 >S", "9.2.1(c)"),
        ("14Fr >N", "9.2.2(a)"),
        ("14Fr >N reduced", "9.2.2(b)"),
        ("B4.1 >N", "9.2.2(c)"),
        ("59C.1 >N", "9.2.2(c)"),
        ("F155H.1 >N", "9.2.3(a)"),
        ("VIIFr >N", "9.2.3(b)"),
    ],
)
def test_a_lost_step_cites_what_it_does_to_such_a_unit_and_nothing_else(unit, case):
    name = unit.split()[0]
    match = struck(f"M31: {unit}\n{POOL}, B4.6, B3.8", 1, name, cause="defence")
    (told,) = [e for e in game_position(match).events if e.kind == "loss"]
    assert told.cases == (case,)
