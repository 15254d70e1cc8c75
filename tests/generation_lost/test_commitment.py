"""13.0 to 13.3 Assault commitment: who may, command, supply, forts."""

import pytest

from trenchline.games.great_war.lines import supply_range

from .battle import FRENCH_HQS, HQS, POOL, assault, engaged, throw
from .kit import C, at, commit, commitment, game_position, kind, legal, lines, options, play, points, refused, run_to, texts

ONE = f"M29: 14R/1 >S\nN29: 14Fr >N\n{HQS}\n{POOL}"


def wanted(match):
    """The squares against which units can be committed, by unit."""
    found = {}
    for action in match.actions():
        if action.kind == "commit":
            found.setdefault(action.unit, set()).add(action.cell)
    return found


def command(match):
    """What command adds to the dice of the assault at hand."""
    die = lines(match, "assault" if kind(match) == "Prepare" else "")
    return die.get("command HQ near", 0) + die.get("command HQ far", 0)


# ------------------------------------------------------------------------------------------------ 13.0, 13.1


@pytest.mark.case("generation-lost", "13.0", "13.3", "4.0(4c)", "12.1.5")
def test_commitment_comes_first_then_closing_resources_fire_and_assault():
    match = commitment(f"{ONE}\n{FRENCH_HQS}")
    commit(match, "N29", "14R/1")
    assert at(match, "14R/1") == "M29"  # on the line of the square: it stands where it set out
    kinds = []
    for _ in range(6):
        kinds.append(kind(match))
        if kind(match) == "PressRoll" or match.player == "dice":
            throw(match, *([3] * len(match.actions()[0].dice)))
        elif kind(match) == "DefensiveFire":
            play(match, "N29")
        else:
            play(match, "done") if legal(match, "done") else play(match, "assault")
    assert kinds[:5] == ["Commitment", "Pressing", "CommandCenterRoll", "DefensiveFire", "FireRoll"]


@pytest.mark.case("generation-lost", "13.1.1", "3.0-GoodOrder", "3.0-Assault")
def test_only_good_order_infantry_assaults():
    text = f"M28: 14R/1 >S disrupted\nM29: 14R/2 >S suppressed, G77.1 >S\nM30: V >S, 21/1 >S\nN29: 14Fr >N\n{HQS}"
    match = commitment(text)
    assert wanted(match) == {"21/1": {"N29"}}
    for unit in ("14R/1", "14R/2", "G77.1", "V"):
        assert refused(match, f"{unit}-N29").cases[0] == "13.1.1"


@pytest.mark.case("generation-lost", "13.1.1", "GL-R137")
def test_guns_and_command_hqs_alone_defend_with_one():
    match = assault(ONE.replace("14Fr >N", "F155H.1 >N, F75.1 >N, VIIFr >N"), {"N29": ["14R/1"]})
    assert lines(match, "assault", "defence") == {"guns and headquarters alone": 1}
    match = assault(ONE.replace("14Fr >N", "F155H.1 >N, B4.1 >N"), {"N29": ["14R/1"]})
    assert lines(match, "assault", "defence") == {"B4.1": 3}  # with infantry the gun adds nothing


@pytest.mark.case("generation-lost", "13.1.2", "12.3.2", "GL-R73")
def test_the_meuse_is_crossed_by_an_assault_only_at_a_crossing():
    text = "K18: B4.1 >E\nK17: B4.2 >E\nK19: 14R/1 >W\nJ17: 14R/2 >W\nM17: VIIFr >N"
    match = commitment(text, "french")
    assert wanted(match) == {"B4.1": {"K19"}}
    assert refused(match, "B4.2-J17").cases == ("13.1.2",) and refused(match, "B4.1-J17").cases[0] == "13.1.2"


@pytest.mark.case("generation-lost", "13.1.3", "13.1.4(a)", "3.0-CommandMode")
def test_every_assaulting_unit_is_in_range_of_a_command_hq():
    for status, limit in (("", 8), ("disrupted", 5), ("suppressed", 5)):
        for far, near_enough in ((limit, True), (limit + 1, False)):
            row = "ABCDEFGHIJKLM"[12 - far]
            match = commitment(f"M29: 14R/1 >S\nN29: 14Fr >N\n{row}29: XVIII >S {status}")
            assert bool(wanted(match)) == near_enough, (status, far)
    match = commitment("M29: 14R/1 >S\nN29: 14Fr >N\nK29: XVIII supply")
    assert refused(match, "14R/1-N29").cases[0] == "13.1.3"  # in Supply Mode it does not command


@pytest.mark.case("generation-lost", "13.1.3", "13.1.4(a)")
def test_engaged_units_are_in_command_and_an_engaged_hq_commands_its_square_only():
    text = f"{engaged('N29', 'german', ['14R/1'], ['M29'])}\nN29: 14R/1 >S, 14Fr >N"
    match = commitment(text)
    assert game_position(match).assaults[0].renewed  # no HQ is on the map at all
    text = f"{engaged('L29', 'french', ['B4.1'], ['M28'])}\nL29: XVIII >S, B4.1 >N\nM30: 14R/2 >S\nN30: 14Fr >N"
    assert wanted(commitment(text)) == {}


@pytest.mark.case("generation-lost", "13.1.4(b)", "13.1.4(d)", "GL-R107")
def test_the_distance_counts_the_units_square_not_the_hqs():
    for row, drm in (("L", 1), ("J", 1), ("I", 0), ("H", 0), ("G", -1), ("E", -1)):  # 1, 3, 4, 5, 6 and 8 squares
        match = assault(f"M29: 14R/1 >S\nN29: 14Fr >N\n{row}29: XVIII >S", {"N29": ["14R/1"]})
        assert command(match) == drm, row
    assert command(assault("M29: 14R/1 >S, XVIII >S\nN29: 14Fr >N", {"N29": ["14R/1"]})) == 1  # no square at all


@pytest.mark.case("generation-lost", "13.1.4(d)", "GL-R108")
def test_example_gl_e67_the_command_chart():
    good = {0: 1, 3: 1, 4: 0, 5: 0, 6: -1, 8: -1, 9: None}
    shaken = {0: 1, 2: 1, 3: 0, 4: 0, 5: -1, 6: None}
    for status, chart in (("", good), ("disrupted", shaken), ("suppressed", shaken)):
        for far, drm in chart.items():
            row = "ABCDEFGHIJKLM"[12 - far]
            hq = f", XVIII >S {status}" if far == 0 else f"\n{row}29: XVIII >S {status}"
            match = commitment(f"M29: 14R/1 >S{hq}\nN29: 14Fr >N")
            if drm is None:
                assert not wanted(match)
                continue
            commit(match, "N29", "14R/1")
            run_to(match, "german-assault")
            assert command(match) == drm, (status, far)


@pytest.mark.case("generation-lost", "13.1.4(c)", "GL-R78", "GL-R286")
def test_a_command_path_is_free_of_enemies_and_zones_unless_a_friend_is_there():
    wall = "\n".join(f"I{n}: B4.{n - 24} >N" for n in range(25, 34, 2))
    text = f"M29: 14R/1 >S\nN29: 14Fr >N\nG29: XVIII >S\n{wall}"
    assert not wanted(commitment(text))
    friends = "H28: 21/1 >S\nJ28: 21/2 >S\nI28: 21/3 >S\nK28: 25/1 >S"
    assert "14R/1" in wanted(commitment(f"{text}\n{friends}"))


@pytest.mark.case("generation-lost", "13.1.4(c)", "GL-R74")
def test_example_gl_e82_a_command_path_crosses_the_meuse():
    match = commitment("K16: B4.1 >N\nK15: 14R/1 >S\nM19: VIIFr >N", "french")
    commit(match, "K15", "B4.1")
    run_to(match, "french-assault")
    assert command(match) == 1  # three squares


@pytest.mark.case("generation-lost", "13.1.4(e)", "13.1.4(f)", "13.1.4(g)")
def test_weather_does_not_shorten_command_which_serves_any_number_and_stays():
    text = "weather: 3\nM28: 14R/1 >S, 14R/2 >S\nM29: 21/1 >S\nM30: 25/1 >S, 25/2 >S\nN29: 14Fr >N\nE29: XVIII >S"
    match = commitment(text)
    assert set(wanted(match)) == {"14R/1", "14R/2", "21/1", "25/1", "25/2"}
    commit(match, "N29", "14R/1", "21/1", "25/1")
    run_to(match, "french-bombardment")
    assert at(match, "XVIII") == "E29"


@pytest.mark.case("generation-lost", "13.1.4(d)", "GL-R287")
def test_the_line_found_at_commitment_stays():
    match = commitment("M29: 14R/1 >S\nM31: 21/1 >S\nN29: 14Fr >N\nN31: B4.1 >N\nJ29: XVIII >S", turn=12)
    commit(match, "N29", "14R/1")
    game_position(match).put(C.unit["XVIII"], C.board.index["A29"])  # what became of the HQ does not matter
    run_to(match, "german-assault")
    assert command(match) == 1


@pytest.mark.case("generation-lost", "13.1.4(d)", "GL-R107")
def test_the_unit_that_is_worst_off_decides():
    match = commitment("M28: 14R/1 >S\nO29: 14R/2 >N\nN29: 14Fr >N\nJ28: XVIII >S\nS29: V >N disrupted")
    commit(match, "N29", "14R/1", "14R/2")
    run_to(match, "german-assault")
    assert command(match) == 0  # +1 for the one, four squares from a shaken HQ for the other


# ------------------------------------------------------------------------------------------------ 13.2 supply


@pytest.mark.case("generation-lost", "13.2", "GL-R111", "3.0-SupplyMode")
def test_supply_is_named_or_costs_two():
    match = assault(ONE, {"N29": ["14R/1"]})
    assert lines(match, "assault")["an attacker is out of supply"] == -2
    play(match, "III")
    assert "an attacker is out of supply" not in lines(match, "assault")
    assert refused(match, "III").cases == refused(match, "XVIII").cases == ("13.2.1",)


@pytest.mark.case("generation-lost", "13.2", "13.2.1", "GL-R111")
def test_one_unsupplied_attacker_costs_two_for_all():
    text = "M28: 14R/1 >S\nM31: 14R/2 >S\nN30: 14Fr >N\nM29: 21/1 >S\nK30: XVIII >S\nF28: III supply"
    match = assault(text, {"N30": ["21/1", "14R/2"]}, weather="drizzle")  # 7 squares for either
    assert kind(match) == "AssaultRoll" and lines(match)["an attacker is out of supply"] == -2
    text = text.replace("F28: III supply", "G26: III supply")
    match = assault(text, {"N30": ["21/1", "14R/2"]}, weather="drizzle")
    play(match, "III")  # six squares from the one, six from the other
    assert "an attacker is out of supply" not in lines(match, "assault")


@pytest.mark.case("generation-lost", "13.2.2", "13.2.4(a)", "13.2.4(b)", "GL-R110", "5.1.1", "5.1.2")
def test_example_gl_e68_supply_range_by_weather_and_state_of_the_hq():
    for weather, reach in (("fair", 8), ("drizzle", 6), ("rain", 5), ("snow", 4)):
        for status, limit in (("", reach), ("disrupted", 3), ("suppressed", 3)):
            for far, near_enough in ((limit, True), (limit + 1, False)):
                row = "ABCDEFGHIJKLM"[12 - far]
                text = f"interdicted: {row}29=2\nM29: 14R/1 >S\nN29: 14Fr >N\nL28: XVIII >S\n{row}29: III supply {status}"
                match = assault(text, {"N29": ["14R/1"]}, weather=weather)
                assert ("III" in options(match)) == near_enough, (weather, status, far)  # interdiction does not matter
            assert supply_range(game_position(match), C.unit["III"]) == limit


@pytest.mark.case("generation-lost", "13.2.3", "13.2.1")
def test_a_supply_path_is_free_of_enemies_at_the_moment_of_the_assault():
    wall = "\n".join(f"I{n}: B4.{n - 24} >N" for n in range(25, 34, 2))
    text = f"M29: 14R/1 >S\nN29: 14Fr >N\nK29: XVIII >S\nG29: III supply\n{wall}"
    assert kind(assault(text, {"N29": ["14R/1"]})) == "AssaultRoll"
    friends = "H28: 21/1 >S\nJ28: 21/2 >S\nI28: 21/3 >S\nK28: 25/1 >S"
    assert "III" in options(assault(f"{text}\n{friends}", {"N29": ["14R/1"]}))


@pytest.mark.case("generation-lost", "13.2.5", "GL-R112", "GL-R263", "5.1.3", "5.1.4")
def test_example_gl_e81_a_supply_hq_leaves_and_rolls_for_its_return():
    for face, weather, later in ((3, "fair", 1), (4, "drizzle", 2), (3, "rain", 2), (6, "snow", 2)):
        match = assault(ONE, {"N29": ["14R/1"]}, weather=weather)
        play(match, "III", "assault")
        throw(match, 1, 1)
        while kind(match) != "HqReturnRoll":
            play(match, sorted(options(match))[0])
        assert at(match, "III") == "K31"  # it leaves after the phase, not after the assault
        throw(match, face)
        row = game_position(match).returning[0]
        assert (at(match, "III"), row.turn - 12, C.ids[row.unit]) == ("returning", later, "III")
    assert at(match, "XVIII") == "K29"


@pytest.mark.case("generation-lost", "13.2.5", "GL-R111")
def test_an_hq_that_was_not_named_stays():
    match = assault(ONE, {"N29": ["14R/1"]})
    play(match, "assault")
    throw(match, 1, 1)
    run_to(match, "french-bombardment")
    assert at(match, "III") == "K31"


# ------------------------------------------------------------------------------------------------ 13.3


@pytest.mark.case("generation-lost", "13.3", "GL-R285")
def test_example_gl_e28_straight_and_diagonal_commitment():
    match = commitment(f"M29: 14R/1 >S\nM30: 14R/2 >S\nN29: 14Fr >N\n{HQS}")
    commit(match, "N29", "14R/1", "14R/2")
    (one,) = game_position(match).assaults
    assert (one.target, len(one.units)) == (C.board.index["N29"], 2)


@pytest.mark.case("generation-lost", "13.3.1a", "13.3", "GL-R285")
def test_any_number_may_be_committed_and_a_stack_may_split():
    text = f"M28: 14R/1 >S, 14R/2 >S\nM29: 21/1 >S, 21/2 >S\nM30: 25/1 >S, 25/2 >S\nN29: 14Fr >N\nN28: B4.1 >N\n{HQS}"
    match = commitment(text)
    commit(match, "N29", "14R/1", "21/1", "21/2", "25/1", "25/2")
    commit(match, "N28", "14R/2")  # of the same stack as the first
    assert refused(match, "14R/1-N28").cases[0] == "13.0"  # one square a wave, and final
    assert [len(a.units) for a in game_position(match).assaults] == [5, 1]


@pytest.mark.case("generation-lost", "16.5.1", "GL-R285", "3.0-Engaged")
def test_nobody_joins_or_leaves_an_engagement():
    text = f"{engaged('N29', 'german', ['14R/1'], ['M29'])}\nN29: 14R/1 >S, 14Fr >N\nM28: 21/1 >S\nN28: B4.1 >N\n{HQS}"
    match = commitment(text)
    assert wanted(match) == {"21/1": {"N28"}}
    assert refused(match, "21/1-N29").cases[0] == "16.5.1" and refused(match, "14R/1-N28").cases[0] == "16.5.1"


# ------------------------------------------------------------------------------------------------ 12.8.2(b) supply HQs alone


@pytest.mark.case("generation-lost", "12.8.2(b)", "GL-R138", "16.8.3-VP")
def test_a_supply_hq_alone_surrenders_when_the_assault_is_resolved():
    match = commitment(ONE.replace("14Fr >N", "VIIFr supply"))
    commit(match, "N29", "14R/1")
    play(match, "done", "done")  # nobody closes in
    throw(match, 3, 3)
    assert at(match, "VIIFr") == "gone" and points(match) == [2, 0] and kind(match) == "Advance"
    play(match, "14R/1-N29>S")
    assert at(match, "14R/1") == "N29" and game_position(match).assaults_made == [0, 0]


# ------------------------------------------------------------------------------------------------ 13.3.1b forts

FORT = f"M25: Bn01 >S\nM24: 14R/1 >S, Bn02 >S\nK24: XVIII >S\n{POOL.replace('Bn01, Bn02, ', '')}"


@pytest.mark.case("generation-lost", "13.3.1b", "10.5.1", "GL-R114", "GL-R62", "GL-R72")
def test_one_battalion_alone_assaults_a_fort():
    match = commitment(f"{FORT}\nN25: Gar1 inside revealed\ngarrisons: [1, -1, -1, -1, -1, -1, -1, -1]")
    assert refused(match, "14R/1-N25").cases == ("13.3.1b", "10.5.1")
    commit(match, "N25", "Bn01")
    assert refused(match, "Bn02-N25").cases == ("13.3.1b",)


@pytest.mark.case("generation-lost", "13.3.1b", "GL-R62", "GL-R50")
def test_french_units_that_assault_forts_show_216_or_are_chasseurs():
    text = "K25: B3.1 >N\nK24: B3.2 >N reduced\nK23: 59C.1 >N\nI22: B4.1 >N reduced\nJ23: Bn01 inside\nM24: VIIFr >N"
    match = commitment(text, "french")
    able = {unit for unit, cells in wanted(match).items() if "J23" in cells}
    assert able == {"B3.2", "59C.1"}  # neither a full brigade nor the reduced side of a 436
    assert refused(match, "B4.1-J23").cases[0] == "13.3.1b"


@pytest.mark.case("generation-lost", "13.3.1b(e)", "GL-R117", "GL-R59", "GL-R169")
def test_an_empty_fort_is_occupied_in_the_assault_phase_without_a_roll():
    match = commitment(f"{FORT}\nO27: 14Fr >N")
    assert "N25" in wanted(match)["Bn01"] and refused(match, "14R/1-N25").cases[0] == "13.3.1b"
    assert refused(match, "Bn01-N26").cases[0] == "13.0"  # other empty squares are none of it
    commit(match, "N25", "Bn01")
    play(match, "done")
    assert kind(match) == "CommandCenterRoll"  # nobody to close in with
    throw(match, 6, 6)
    assert kind(match) == "Advance" and options(match) == {
        f"Bn01-N25>{way}~{where}" for way in "NESW" for where in ("inside", "outside")
    }
    assert game_position(match).resources[C.resources.index("gas")] == 3  # nothing is spent on it
    play(match, "Bn01-N25>S~inside")
    assert at(match, "Bn01") == "N25" and game_position(match).assaults_made == [0, 0]


@pytest.mark.case("generation-lost", "13.3.1b(e)", "GL-R117", "13.1.3")
def test_to_occupy_an_empty_fort_needs_command():
    assert "N25" not in wanted(commitment(f"{FORT}\nO27: 14Fr >N".replace("K24: XVIII", "A34: XVIII"))).get("Bn01", set())


def test_what_is_said_of_a_commitment():
    match = commitment(ONE)
    assert texts(commit(match, "N29", "14R/1")) == ["14R/1 is committed against N29"]
