"""The core with three seats on squares, by the tiny game `trenchline.examples.trench_raid`: who decides, wins, knows what."""

from __future__ import annotations

import msgspec
import pytest

from trenchline.core.actions import Action
from trenchline.core.dice import DiceRecord, FairDice
from trenchline.core.errors import IllegalAction, NotationError
from trenchline.core.position import events_for
from trenchline.core.sides import Seat
from trenchline.examples.trench_raid import TrenchRaid
from trenchline.examples.trench_raid.movement import MoveTo
from trenchline.examples.trench_raid.position import SUPPRESSED
from trenchline.examples.trench_raid.sequence import DrawObjective
from trenchline.games import CATALOGUE

from .invariants import Fuzzer
from .random_games import Every, Plan

GAME = TrenchRaid()
THREE = {"three_players": True}
FIELD = "game: trench-raid\noptions: three_players\nstep: allied-movement\nobjective: E3\n"


def position(text, dice=()):
    return GAME.position(FIELD + text, dice=list(dice))


def texts(match, player=""):
    return {match.notate(action) for action in match.actions(player)}


def play(match, *actions):
    return [event for text in actions for event in match.apply(match.parse(text))]


# ------------------------------------------------------------------------------------------------ seats, sides, nations


def test_two_seats_of_a_side_act_in_turn_as_they_like_each_with_its_own_units():
    match = position("A1: 1B >E\nA4: 1F >E\nF1: 1G >W\n")
    assert match.players == ("british", "french") and match.decision.others == ("french",)
    assert texts(match, "french") == {"1F@french", "done@french"}
    play(match, "1F@french", "move:1F-B4>N", "1B@british", "move:1B-B1>E", "done@french")
    assert match.players == ("british",) and match.player == "british"
    play(match, "done@british")
    assert match.player == "british", "one Allied seat speaks for the side in the assault"


def test_nobody_acts_for_another_seat():
    match = position("A1: 1B >E\nA4: 1F >E\nF1: 1G >W\n")
    for text, why in (("1B@french", "not yours"), ("1F", "Say who acts"), ("1F@german", "Say who acts")):
        with pytest.raises(IllegalAction, match=why):
            match.apply(match.parse(text))


def test_a_side_wins_together_and_enemies_are_data():
    match = GAME.start("raid", seed=1, options=THREE)
    assert [match.side_of(seat) for seat in match.seats] == ["allied", "allied", "german"] and match.side_of("") == ""
    assert GAME.components.enemies == ((1,), (0,)) and GAME.components.nations == ("british", "french", "german")
    alone = GAME.position(FIELD.replace("allied-movement", "rally").replace("turn", "") + "turn: 3\nE3: 1F >E\n", dice=[])
    assert alone.over and alone.result.winner == "allied"


def test_with_two_players_one_seat_commands_both_nations():
    match = GAME.start("raid", seed=1)
    assert match.seats == ("allied", "german") and {"1B", "1F", "done"} <= texts(match)


class FourSeats(TrenchRaid):
    """Two options that change the seats, each on its own and both together; one of them on from the first."""

    def __init__(self):
        super().__init__()
        three = self.options[0]
        spy = msgspec.structs.replace(three, id="two_germans", default=True)
        self.options = (three, msgspec.structs.replace(three, id="mud"), spy)

    def seats(self, options):
        germans = (Seat("staff", "german"),) if options["two_germans"] else ()
        return (*super().seats(options), *germans)


def test_options_that_change_the_seats_are_listed_in_every_combination():
    seats = {options: [seat.name for seat in seats] for options, seats in FourSeats().info().seats_with.items()}
    assert seats == {
        "": ["allied", "german"],
        "two_germans": ["allied", "german", "staff"],
        "three_players": ["british", "french", "german"],
        "three_players+two_germans": ["british", "french", "german", "staff"],
    }
    assert [seat.name for seat in FourSeats().info().seats] == seats["two_germans"]


# ------------------------------------------------------------------------------------------------ set-up by seats


def test_each_seat_of_a_side_sets_up_what_it_commands_in_any_order():
    match = GAME.start("by-hand", seed=3, options=THREE)
    assert match.players == ("british", "french")
    assert texts(match, "french") == {"1F@french", "2F@french", "historical@french"}
    play(match, "1F@french")
    assert match.player == "french" and match.decision.prompt.startswith("Choose a square for {1F}. Columns A and B")
    with pytest.raises(IllegalAction, match="F1 is not in Columns A and B"):
        match.apply(match.parse("1F-F1"))
    play(match, "1F-A1", "1B@british", "1B-A2", "lift:1F@french", "1F@french", "1F-B1", "historical@french")
    assert match.players == ("british",), "who takes the ready deployment has finished"
    assert {"lift:1B@british"} <= texts(match) and "done@british" not in texts(match)
    for text, why in (("lift:1F@british", "not yours to set up"), ("done@british", "1 units are still to be placed")):
        with pytest.raises(IllegalAction, match=why):
            match.apply(match.parse(text))
    play(match, "2B@british", "back", "2B@british", "2B-B2", "done@british")
    assert match.player == "german" and GAME.load(match.save("german")).player == "german"
    play(match, "historical")
    p = match.position
    assert p.label(p.place[p.c.unit["2B"]]) == "B2" and match.players == ("british", "french") and GAME.audit(p) == []


def test_what_is_taken_up_is_counted_for_both_seats_together():
    match = GAME.start("by-hand", seed=3, options=THREE)
    play(match, "1F@french", "1F-A1", "1B@british", "1B-A2", "lift:1F@french", "lift:1B@british")
    assert match.position.stack[-1].lifted == 2
    with pytest.raises(NotationError, match="seat 44"):
        GAME.position(GAME.notation(match).replace('"seats":[0,1]', '"seats":[0,44]'))


def test_a_side_with_one_seat_sets_up_both_nations():
    match = GAME.start("by-hand", seed=3)
    assert {"1B", "1F"} <= texts(match)
    play(match, "1F", "1F-B3", "lift:1F", "historical")
    assert match.player == "german"


# ------------------------------------------------------------------------------------------------ occupancy


def test_both_sides_may_stand_in_a_square_and_each_is_felt():
    match = position("A1: 1B >E\nC3: 1F >E, 1G >W\n")
    p, square = match.position, GAME.board.index["C3"]
    assert p.engaged(square) and p.holds(square, 0) and p.holds(square, 1)
    assert p.enemy_holds(square, 0) and p.enemy_holds(square, 1)
    p.put(p.c.unit["1G"], p.c.box["eliminated"])
    assert not p.engaged(square) and p.holds(square, 0) and not p.enemy_holds(square, 0)
    assert GAME.audit(p) == []


def test_a_zone_comes_and_goes_with_the_state_of_its_unit():
    match = position("A2: 1B >E\nC2: 1G >W\nA5: 1F >E\n")
    p, u, beside = match.position, match.position.c.unit["1G"], GAME.board.index["B2"]
    assert p.enemy_zone(0)[beside] == 2
    before = p.presence[1]
    p.mark(u, SUPPRESSED)
    assert p.enemy_zone(0)[beside] == 0 and p.presence[1] > before and GAME.audit(p) == []
    with p.rezoning([u]):
        p.status[u] &= ~SUPPRESSED
    assert p.enemy_zone(0)[beside] == 2 and GAME.audit(p) == []


def test_a_state_that_changes_zones_behind_the_door_is_found_by_the_audit():
    p = position("A2: 1B >E\nC2: 1G >W\n").position
    p.status[p.c.unit["1G"]] |= SUPPRESSED
    assert any("out of step" in fault for fault in GAME.audit(p))


def test_a_field_that_nobody_declared_is_found_by_the_audit():
    p = position("A2: 1B >E\nC2: 1G >W\n").position
    p.morale = 3
    assert GAME.audit(p) == ["the field morale of the position is not declared (2.1)"]


# ------------------------------------------------------------------------------------------------ facing and modes


def test_facing_and_mode_stand_in_actions_notation_and_views():
    match = position("A1: 1B >E\nC2: 1G >S entrenched\n")
    assert match.parse("move:1B-b2>n") == Action("move", "1B", "B2", facing="N")
    view = {c.id: c for c in match.view("german").counters}
    assert (view["1G"].facing, view["1G"].mode, view["1B"].facing) == ("S", "entrenched", "E")
    assert "C2: 1G >S entrenched\n" in GAME.notation(match)
    play(match, "1B@british", "move:1B-B1>W", "done@british", "done@french", "done")
    assert "flip:1G~mobile" in texts(match)
    with pytest.raises(NotationError, match="no direction of the board"):
        match.parse("move:1B-B2>X")
    with pytest.raises(NotationError, match="'Q' is no direction"):
        position("A1: 1B >Q\n")


# ------------------------------------------------------------------------------------------------ chance


def test_a_table_read_with_two_dice_has_the_chances_of_two_dice():
    chart = GAME.components.assault
    column = chart.columns.index("-3")
    chances = {o.result: round(36 * o.probability) for o in chart.outcomes(column)}
    assert chances == {"AR": 15, "ENG": 11, "SUP": 9, "DE": 1}
    shifted = {o.result: round(36 * o.probability) for o in chart.outcomes(column, modifier=2)}
    assert sum(shifted.values()) == 36 and shifted["DE"] == 6


def test_thresholds_are_read_by_ground_and_two_dice():
    rally = GAME.components.rally
    assert [rally.result(ground, 6) for ground in ("trench", "clear", "wire")] == ["rallies", "rallies", "stays suppressed"]
    assert {o.result: round(36 * o.probability) for o in rally.outcomes("wire")} == {"rallies": 10, "stays suppressed": 26}


def test_the_odds_before_the_roll_say_what_counts_as_what():
    match = position("C3: 1F >E, 1B >E\nD3: 1G >W entrenched\n", dice=[6, 6])
    play(match, "done@british", "done@french", "D3", "1F", "1B")
    odds = match.odds(match.parse("attack"))
    assert [(line.kind, line.value) for line in odds.lines] == [("attack", 5), ("attack", 4), ("defence", 4), ("shift", -1)]
    assert (odds.ratio, odds.column) == ("+5", "0") and sum(o.probability for o in odds.outcomes) == pytest.approx(1)
    events = play(match, "attack")
    assert [e.result for e in events if e.kind == "assault"] == ["DE"]
    assert match.position.label(match.position.place[GAME.components.unit["1G"]]) == "eliminated"


def test_markers_are_drawn_without_replacement_and_the_draw_is_provable():
    match = GAME.start("raid", seed=5, options=THREE)
    draw = match.history[0]
    assert draw.kind == "draw" and match.dice.roll(0, 1, 4) == draw.dice
    p = match.position
    top = DrawObjective()
    assert len(top.pool(p)) == 3 and p.objective[0] not in top.pool(p)
    assert sorted({FairDice.from_number(n).roll(0, 1, 7)[0] for n in range(200)}) == list(range(1, 8))


# ------------------------------------------------------------------------------------------------ secrets


def test_one_hidden_fact_leaves_all_else_open():
    match = GAME.start("raid", seed=5, options=THREE)
    play(match, "1F@french", "move:1F-B4>N", "done@british", "done@french", "done")
    assert match.log("german")[0] == Action("secret", value=1) and match.log("german")[1:] == list(match.history)[1:]
    assert match.log("british") == match.log("french") == list(match.history)
    assert match.view("german").tracks["objective"] == match.view("").tracks["objective"] == "secret"
    assert match.view("french").tracks["objective"] != "secret"
    told = {seat: [e.text for e in events_for(match.prelude, seat) if e.kind == "objective"] for seat in match.seats}
    assert told["german"] == ["The Allies draw their objective"] and "{" in told["french"][0]


def test_a_save_of_somebody_who_does_not_know_the_fact_replays_with_the_proof_open():
    match = GAME.start("raid", seed=5, options=THREE)
    play(match, "1F@french", "move:1F-B4>N", "done@british", "done@french", "done")
    saved = match.save("german")
    assert saved.actions[0] == "secret=1" and not saved.hash and not saved.dice.seed and saved.dice.commitment
    again = GAME.load(msgspec.json.encode(saved))
    assert again.proof.open and again.view("german").counters == match.view("german").counters
    assert again.player == match.player and again.log("german") == match.log("german")


def test_a_running_match_without_its_seed_replays_by_the_dice_as_written():
    match = position("C3: 1F >E, 1B >E\nD3: 1G >W entrenched\n")
    match = GAME.position(GAME.notation(match), seed=4)
    play(match, "done@british", "done@french", "D3", "1F", "1B", "attack")
    again = GAME.load(match.save("french"))
    assert again.hash() == match.hash() and again.history == match.history and again.proof.open
    assert not GAME.load(match.save()).dice.record().open


def test_a_secret_that_a_match_began_with_is_kept_too():
    """A branch or an upload begins from a position: what lies in it is nobody else's for that."""
    match = position("A1: 1B >E\nF1: 1G >W\n")
    assert match.hidden_from("german") and not match.hidden_from("french")
    for seed in range(30):
        twin = GAME.redeal(match, "german", seed)
        assert twin.view("german").tracks == match.view("german").tracks
        assert f"objective: {twin.position.label(twin.position.objective[0])}\n" in twin.opening
    dealt = {GAME.load(match.save("german")).position.objective for _ in range(40)}
    assert len(dealt) > 1, "his save has another objective each time"
    assert GAME.load(match.save("french")).hash() == match.hash()


def test_a_hidden_die_must_be_one_and_the_save_must_say_truly_whose_turn_it_is():
    match = GAME.start("raid", seed=5, options=THREE)
    saved = match.save("german")
    for actions in (["secret=abc"], ["secret=" + "9" * 5000], ["secret=3000000"]):
        with pytest.raises(NotationError):
            GAME.load(msgspec.structs.replace(saved, actions=actions))
    with pytest.raises(NotationError, match="is to decide, but it is not so"):
        GAME.load(msgspec.structs.replace(saved, waits_for="german"))


def test_losses_are_asked_of_whoever_commands_the_unit():
    p = position("A1: 1B >E\nA4: 1F >E\nF1: 1G >W\n").position
    assert [p.seating.names[MoveTo(p.c.unit[name]).player(p)] for name in ("1B", "1F", "1G")] == ["british", "french", "german"]


def test_a_unit_may_face_nowhere_and_tables_by_ground_are_shown():
    match = position("A1: 1B >-\nF1: 1G >W\n")
    assert "A1: 1B >-\n" in GAME.notation(match) and GAME.audit(match.position) == []
    assert [chart.name for chart in GAME.chart_documents()] == ["assault", "rally"]


def test_the_fact_comes_out_at_the_end():
    match = GAME.start("raid", seed=5, options=THREE)
    while not match.over:
        match.apply(match.actions()[-1])
    assert not match.hidden_from("german") and match.log("german")[0].kind == "draw"


# ------------------------------------------------------------------------------------------------ the whole of it


@pytest.mark.parametrize("seed", range(12))
def test_the_invariants_hold_in_random_play(monkeypatch, seed):
    monkeypatch.setitem(CATALOGUE, GAME.slug, TrenchRaid)
    every = Every(redeal=3, text=2, clone=5, listing=3, save=29)
    scenario = "by-hand" if seed % 3 == 0 else "raid"
    tally = Fuzzer(Plan(GAME.slug, scenario, ("three_players",) if seed % 2 else (), seed, every)).play()
    assert tally.actions > 10 and not tally.fault


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ('fight: {"side":0,"target":999,"attackers":[]}', "fight.target names cell 999"),
        ('stack: [{"type":"MoveTo","unit":77}]', "stack.unit names unit 77"),
        ('stack: [{"type":"Declare","side":0,"target":3,"attackers":[1,99]}]', "stack.attackers names unit 99"),
        ('stack: [{"type":"JointMovement","seats":[44]}]', "stack.seats names seat 44"),
        ("objective: Z9", "there is no square 'Z9'"),
    ],
)
def test_a_number_that_stands_for_nothing_is_refused_when_a_position_is_read(line, says):
    with pytest.raises(NotationError, match=says):
        GAME.position(f"game: trench-raid\noptions: three_players\nstep: allied-movement\nA1: 1B >E\nF1: 1G >W\n{line}\n")


def test_dice_know_whether_their_promise_is_open():
    assert DiceRecord("fair", "c").open and not DiceRecord("fair", "c", "s").open and not DiceRecord("hand").open
