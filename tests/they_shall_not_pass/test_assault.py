"""9.0 Assault: who may attack whom, how an attack is declared, and what cannot be taken back."""

import pytest

from trenchline.core.actions import Action

from .kit import assault, at, column, declare, fight, options, play, position, refused, result, states


@pytest.mark.case("they-shall-not-pass", "9.0", "4.0.V")
def test_nobody_has_to_attack():
    match = fight("3013: IR81\n3014: 208R")
    assert {"3014", "done"} <= options(match)
    play(match, "done")
    assert match.decision.kind != "Assault" and not [a for a in match.history if a.kind == "roll"]
    assert not states(match, "208R") & {"assaulted", "reduced"}


@pytest.mark.case("they-shall-not-pass", "9.0", "TP-R105", "2.12")
def test_guns_and_headquarters_alone_cannot_assault_the_hex_they_touch():
    match = fight("3013: XVIII.HQ, FAR27, XVIII.A1\n3014: 208R")
    assert "3014" not in options(match)
    assert "9.0" in refused(match, "3014").cases


@pytest.mark.case("they-shall-not-pass", "9.0", "TP-R105", "2.12")
def test_in_an_attacking_stack_only_infantry_counts_as_attackers():
    match = declare(fight("3013: IR81, XVIII.HQ, FAR27\n3014: 208R"), "3014")
    assert options(match) == {"IR81"}  # the gun may join only as support, once infantry attacks
    assert "9.0" in refused(match, "XVIII.HQ").cases
    play(match, "IR81")
    assert options(match) == {"FAR27", "attack"}
    assert refused(match, "XVIII.HQ").cases


@pytest.mark.case("they-shall-not-pass", "9.0", "12.3", "TP-R105")
def test_demoralized_infantry_cannot_attack_but_a_remnant_can():
    match = declare(fight("3013: IR81 demoralized, IR87\n2914: GRem1\n3014: II.44T"), "3014")
    assert options(match) == {"IR87", "GRem1"}
    assert "12.3" in refused(match, "IR81").cases


@pytest.mark.case("they-shall-not-pass", "9.0")
def test_infantry_assaults_adjacent_hexes_only():
    match = declare(fight("3013: IR81\n3012: IR87\n3014: 208R"), "3014")
    assert options(match) == {"IR81"}
    assert "9.0" in refused(match, "IR87").cases


@pytest.mark.case("they-shall-not-pass", "9.0")
def test_an_empty_hex_is_no_target():
    match = fight("3013: IR81\n3014: 208R")
    assert refused(match, "3114").cases == ("9.0",)


@pytest.mark.case("they-shall-not-pass", "9.0", "9.1a")
def test_all_enemy_units_in_the_hex_are_assaulted_as_one():
    match = declare(fight("3013: IR81, IR87\n3014: 208R, II.44T, AD14"), "3014", "IR81", "IR87")
    assert column(match) == "1:1"  # 12 against 4 + 2 + 2; against the regiment alone it would be 3:1
    play(match, "attack")
    assert all("assaulted" in states(match, unit) for unit in ("208R", "II.44T", "AD14"))
    play(match, "roll:6", "lose=2")  # 1/2, and the owner may take the steps from any of them
    assert options(match) == {"208R", "II.44T", "AD14"}


@pytest.mark.case("they-shall-not-pass", "9.0", "9.4")
def test_adjacent_units_may_sit_the_battle_out_and_then_take_no_hits():
    match = fight("3013: IR81, IR87\n3014: 208R", dice=[1])
    assert result(assault(match, "3014", "IR81")) == "3/0"
    assert match.player == "german" and options(match) == {"lose=1", "lose=2"}
    play(match, "lose=2")
    assert at(match, "IR81") == "eliminated" and states(match, "IR87") == set()


@pytest.mark.case("they-shall-not-pass", "9.0a")
def test_attackers_from_any_number_of_adjacent_hexes_combine_on_one_die():
    match = fight("3013: IR81\n2914: IR87\n3114: FR80\n3014: 208R")
    declare(match, "3014", "IR81", "IR87", "FR80")
    assert column(match) == "4:1"  # 18 against 4
    events = [*play(match, "attack"), *play(match, "roll:6")]
    assert result(events) == "1/4"


@pytest.mark.case("they-shall-not-pass", "9.0a")
def test_every_target_hex_has_a_die_of_its_own():
    match = fight("3013: IR81, IR87\n3014: II.44T\n3114: III.44T")
    declare(match, "3014", "IR81")
    assert refused(match, "assault:3114").cases  # one target per assault
    play(match, "attack", "roll:6", "lose=1", "done")  # 3:1, 1/4: the territorials are gone
    assert at(match, "II.44T") == "eliminated"
    assert "3114" in options(match) and "assaulted" not in states(match, "III.44T")


@pytest.mark.case("they-shall-not-pass", "9.0b")
def test_a_unit_attacks_once_only():
    match = fight("3013: IR81, IR87\n3014: 208R\n3114: 243R", dice=[6, 6])
    assault(match, "3014", "IR81")  # 1:1, 6: 1/2
    play(match, "lose=2", "lose=1", "done")
    declare(match, "3114")
    assert options(match) == {"IR87"}
    assert refused(match, "IR81").cases


@pytest.mark.case("they-shall-not-pass", "9.0b")
def test_a_hex_is_assaulted_once_in_a_phase():
    match = fight("3013: IR81, IR87\n3014: 208R, 243R", dice=[3])
    assault(match, "3014", "IR81")  # 6 against 8 is 1:2, 3: 3/1
    play(match, "lose=1", "208R", "lose=2")
    assert at(match, "208R") == "3014"
    assert "3014" not in options(match)
    assert refused(match, "3014").cases == ("9.0",)


@pytest.mark.case("they-shall-not-pass", "TP-R88", "9.0b", "9.0")
def test_a_hex_that_takes_in_units_already_assaulted_is_spared_for_the_phase():
    text = "3013: IR81\n3116: IR87, FR80\n3014: 208R\n3015: 243R"
    match = fight(text)
    assert "3015" in options(match)  # before anything happened it is a target
    play(match, "3014", "IR81", "attack", "roll:6", "lose=1", "208R-3015", "lose=1", "done")
    assert at(match, "208R") == "3015"
    assert refused(match, "3015").cases == ("9.0",)
    match = fight(text)
    play(match, "3014", "IR81", "attack", "roll:6", "lose=1", "208R-2915", "lose=1", "done")
    assert "3015" in options(match)


@pytest.mark.case("they-shall-not-pass", "9.1", "4.0.V")
def test_the_attacker_names_units_and_guns_first_and_the_defender_answers_with_guns():
    match = fight("3013: IR81\n3011: FAR27\n3014: 208R\n3017: AD51R")
    declare(match, "3014")
    assert match.player == "german"
    assert refused(match, "attack").cases == ("9.1",)  # nobody attacks yet
    play(match, "IR81", "FAR27", "attack")
    assert match.player == "french" and options(match) == {"AD51R", "ready"}
    play(match, "ready")
    assert match.player == "dice"
    assert states(match, "AD51R") == set()  # kept back, so not fired


@pytest.mark.case("they-shall-not-pass", "9.11a")
def test_a_declared_attack_is_carried_through_whatever_support_the_defender_adds():
    match = fight("3013: IR81, IR87\n3011: FAR27\n3014: 208R\n3017: AD51R\n3018: XXX.A")
    play(match, "3014", "IR81", "attack")
    for support in ("AD51R", "XXX.A"):
        assert match.player == "french"
        for change in (Action("add", "IR87"), Action("add", "FAR27"), Action("done")):
            assert not match.legal(change)
        play(match, support)
    assert match.player == "dice"  # 6 against 11, 1:2: nobody was asked whether to go on
    assert not match.legal(Action("done"))
    assert result(play(match, "roll:1")) == "4/0"


@pytest.mark.case("they-shall-not-pass", "9.1b", "9.4")
def test_hits_are_applied_before_the_next_assault_is_named():
    match = fight("3013: IR81, IR87\n3014: 208R\n3114: 243R", dice=[6])
    assault(match, "3014", "IR81")
    assert match.decision.kind == "SplitHits" and match.player == "french"
    assert not match.legal(Action("assault", cell="3114"))
    play(match, "lose=2")
    assert match.decision.kind == "SplitHits" and match.player == "german"
    play(match, "lose=1", "done")
    assert match.decision.kind == "Assault" and "3114" in options(match)


@pytest.mark.case("they-shall-not-pass", "4.0.X", "9.0")
def test_the_french_attack_in_their_own_phase():
    match = fight("3014: 42RI, 44RI\n3013: IR81 reduced\n2914: IR87", side="french", dice=[6])
    assert match.player == "french" and {"3013", "2914"} <= options(match)
    assert result(assault(match, "3013", "42RI", "44RI")) == "1/4"  # 12 against 3
    assert at(match, "IR81") == "eliminated"


@pytest.mark.case("they-shall-not-pass", "TEC.2", "TP-R10", "9.0")
def test_no_assault_crosses_the_river_but_at_a_bridge():
    assert "1114" not in options(fight("1214: IR81\n1114: 208R"))
    assert "1115" in options(fight("1214: IR81\n1115: 208R"))


@pytest.mark.case("they-shall-not-pass", "4.0.V", "9.0")
def test_without_anybody_to_attack_the_phase_passes_by_itself():
    match = position("turn: 2\nstep: german-assault\n3013: IR81\n3016: 208R")
    assert match.decision.kind == "Movement" and match.player == "french"
