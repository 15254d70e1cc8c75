"""Opponents: legal at every level, repeatable, blind to dice and secrets, and never at a loss."""

from __future__ import annotations

import logging
from collections import Counter
from itertools import islice
from random import Random
from types import SimpleNamespace

import pytest

import trenchline
from trenchline import Match
from trenchline.ai import ABOUT, LEVELS, PLAYERS, ask, make_player, search, visible_match
from trenchline.ai.fallback import WithFallback
from trenchline.ai.player import Player
from trenchline.ai.random_player import RandomPlayer
from trenchline.ai.roll_outs import roll_out
from trenchline.ai.search import DOUBT, Colonel, General, Trial, TriedPlan, best_of, proved
from trenchline.ai.staff import Recruit, Sergeant, Staff
from trenchline.core.actions import SECRET, Action
from trenchline.core.dice import FairDice
from trenchline.core.errors import TrenchlineError
from trenchline.core.knowledge import STEADY, Advice, Knowledge, Plan
from trenchline.lab.simulate import play, play_game
from trenchline.lab.tune import fit_values, write_side, write_weights

ASSAULT = """
game: they-shall-not-pass
turn: 3
step: german-assault
1605: 208R reduced demoralized
1604: IR81, IR87, Pi21
1504: FAR27
1601: XVIII.HQ
"""
PLAYED = ("they-shall-not-pass", "verdun-1916", "campaign-of-attrition")
GAMES = [(info.slug, scenario.id) for info in trenchline.games() for scenario in info.scenarios if info.slug in PLAYED]


def players(match, name, seed=1):
    return {side: make_player(name, f"{seed}:{side}") for side in match.game.sides}


def moves(match, who, count):
    """Some decisions of a match, with the reasons."""
    for _ in range(count):
        if match.over:
            return
        advice = who[match.player].consider(match)
        yield advice
        match.apply(advice.action)


@pytest.mark.parametrize(("slug", "scenario"), GAMES)
@pytest.mark.parametrize("level", ["recruit", "sergeant"])
def test_a_whole_game_without_a_fault(slug, scenario, level, caplog):
    match = trenchline.load(slug).start(scenario, seed=3)
    with caplog.at_level(logging.ERROR):
        play(match, players(match, level))
    assert match.over
    assert not caplog.records


@pytest.mark.parametrize("slug", sorted({slug for slug, _ in GAMES}))
@pytest.mark.parametrize(("level", "count"), [("colonel", 120), ("general:0.2", 120)])
def test_the_higher_levels_play_without_a_fault(slug, level, count, caplog):
    match = trenchline.load(slug).start(seed=3)
    with caplog.at_level(logging.ERROR):
        reasons = [advice.why for advice in moves(match, players(match, level), count)]
    assert not caplog.records
    assert sum(map(bool, reasons)) > count // 2  # and say why


@pytest.mark.parametrize(("level", "count"), [("recruit", 80), ("sergeant", 80), ("colonel", 24), ("general:0.2", 24)])
def test_the_same_seed_makes_the_same_choices(level, count):
    matches = [trenchline.load("they-shall-not-pass").start(seed=5) for _ in range(2)]
    first, second = (list(moves(m, players(m, level), count)) for m in matches)
    assert first == second


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_does_not_know_the_dice_to_come(level):
    """The next choice is the same whatever the dice of the match will be."""
    game = trenchline.load("they-shall-not-pass")
    match = game.start(seed=8)
    text = game.notation(match)
    chosen = {make_player(level, 1).choose(game.position(text, seed=dice)) for dice in range(3)}
    assert len(chosen) == 1


class Spy(Player):
    """Plays at random, and notes what he could read of the enemy's secrets and of the dice to come."""

    def __init__(self, seed):
        self.soldier, self.secrets, self.dice = RandomPlayer(seed), [], []

    def consider(self, match):
        self.secrets += [match.history[entry.place] for entry in match.hidden_from(match.player)]
        self.dice.append(match.dice.roll(match.position.rolled, 12))
        return self.soldier.consider(match)


@pytest.fixture
def spies(monkeypatch):
    """Spies, as they are made for both sides of a match of the laboratory."""
    made = []

    def spy(seed):
        made.append(Spy(seed))
        return made[-1]

    monkeypatch.setitem(PLAYERS, "spy", spy)
    return made


@pytest.mark.case("verdun-1916", "7.4a")
def test_nobody_in_the_laboratory_reads_what_the_enemy_has_committed_or_the_dice_to_come(spies):
    play_game("verdun-1916", "", {}, ("spy", "spy"), seed=1)
    secrets = [action for spy in spies for action in spy.secrets]
    assert len(secrets) > 5 and set(secrets) == {SECRET}
    fair = FairDice.from_number(1)
    to_come = {fair.roll(first, 12) for first in range(2000)}
    assert not any(faces in to_come for spy in spies for faces in spy.dice)


@pytest.mark.case("campaign-of-attrition", "13.2")
def test_under_fog_every_decision_is_given_one_deal_of_what_is_hidden(monkeypatch):
    game = trenchline.load("campaign-of-attrition")
    match = game.start(seed=2, options={"fog_of_war": True})
    dealt, guesses = [], []

    def redeal(match, player, seed, deal=game.redeal):
        twin = deal(match, player, seed)
        dealt.append(twin.position.place != match.position.place)
        return twin

    class Sentry(Sergeant):
        def consider(self, given):
            guesses.append(given.position is not match.position and given.position.place != match.position.place)
            return super().consider(given)

    monkeypatch.setattr(game, "redeal", redeal)
    players = {side: Sentry(side) for side in game.sides}
    decisions = 150
    for _ in range(decisions):
        match.apply(ask(players[match.player], match, Random(7)).action)
    assert len(dealt) == decisions  # once each, by whoever asks
    assert guesses == dealt and sum(guesses) > decisions // 2


def test_a_player_cannot_play_on_in_the_match_it_is_shown():
    match = trenchline.load("they-shall-not-pass").start(seed=8)
    given = visible_match(match, "german", Random(1))
    with pytest.raises(TrenchlineError, match="clone"):
        given.apply(given.actions()[0])
    twin = given.clone()
    twin.apply(twin.actions()[0])
    assert match.history == [] and twin.history
    assert given.view("german") == match.view("german")  # with what is published of the dice


def test_looking_ahead_leaves_the_match_alone():
    match = trenchline.load("they-shall-not-pass").start(seed=8)
    before = match.hash(), len(match.history)
    knowledge = match.game.knowledge
    roll_out(match, knowledge, 0, Plan("any"), 1)
    assert (match.hash(), len(match.history)) == before


class Clumsy(Player):
    def consider(self, match):
        raise ZeroDivisionError


class Cheat(Player):
    def consider(self, match):
        return Advice(Action("win"))


@pytest.mark.parametrize(("player", "said"), [(Clumsy(), "Clumsy failed"), (Cheat(), "Cheat chose")])
def test_a_bot_that_fails_is_replaced_for_that_decision_and_the_log_says_so(player, said, caplog):
    match = trenchline.load("they-shall-not-pass").start(seed=8)
    sergeant = Sergeant(1).choose(match)
    assert WithFallback(player, Sergeant(1), RandomPlayer(1)).choose(match) == sergeant
    assert said in caplog.text


def test_a_bot_that_goes_round_in_circles_is_replaced(monkeypatch):
    monkeypatch.setattr("trenchline.ai.fallback.LoopGuard.LIMIT", 5)
    game = trenchline.load("they-shall-not-pass")
    match = game.start("free", seed=1)

    class Dithering(Player):
        def consider(self, match):
            lift = next((a for a in match.actions() if a.kind == "lift"), None)
            return Advice(lift or match.actions()[0])

    reliable = WithFallback(Dithering(), RandomPlayer(3))
    taken = [reliable.consider(match) for _ in range(12)]
    assert len({advice.action for advice in taken}) > 2


def test_every_level_is_described_and_a_wrong_one_is_named():
    assert set(ABOUT) == {*LEVELS, "random"} <= set(PLAYERS)


@pytest.mark.parametrize("name", ["book", "only-shoot", "hold-every-hex"])
def test_the_book_and_the_doctrines_play_by_name(name: str) -> None:
    match = trenchline.load("they-shall-not-pass").start(seed=1)
    assert match.legal(ask(make_player(name, 1), match, Random(1)).action)


def test_the_method_that_a_bot_writes_is_the_one_it_is_asked_by() -> None:
    class Last(Sergeant):
        def choose(self, match: Match) -> Action:
            return match.actions()[-1]

    match = trenchline.load("they-shall-not-pass").start(seed=1)
    assert ask(Last(1), match, Random(1)).action == match.actions()[-1]
    with pytest.raises(TypeError, match="both choose and consider"):
        type("Both", (Player,), {"choose": Last.choose, "consider": Sergeant.consider})
    for wrong in ("joffre", "sergeant:3", "general:fast", "general:0"):
        with pytest.raises(TrenchlineError, match=wrong):
            make_player(wrong, 1)


GAMES_OF_THE_HOUSE = sorted({slug for slug, _ in GAMES})


@pytest.mark.parametrize("slug", GAMES_OF_THE_HOUSE)
def test_the_mistakes_of_a_recruit_bend_weights_that_exist(slug):
    knowledge = trenchline.load(slug).knowledge
    recruit = knowledge.recruit_plan.factors
    assert recruit and recruit.keys() <= knowledge.weights.as_dict().keys()
    assert Recruit(1)._habits(knowledge) is knowledge.recruit_plan and Sergeant(1)._habits(knowledge) is STEADY


@pytest.mark.parametrize("slug", GAMES_OF_THE_HOUSE)
def test_weights_of_ones_own_hold_for_both_sides(slug):
    bold = trenchline.load(slug).knowledge.with_weights({"kill": 9.0})
    assert bold.weights.kill == bold.of_side[0].kill == bold.of_side[1].kill == 9.0


def test_a_file_of_weights_that_names_no_side_or_weight_of_the_game_is_refused(tmp_path):
    knowledge = trenchline.load("they-shall-not-pass").knowledge
    file = tmp_path / "weights.toml"
    for wrong, said in (
        ("[axis.germans]\ncells = []", "no side germans"),
        ("[side.french]\nkil = 2.0", "no weight kil"),
        ("[weights]\nkill = 2.0", "no value for the weight advance"),
    ):
        text = knowledge.file.read_text(encoding="utf-8")
        head = wrong.partition("\n")[0]
        text = text[: text.index(head)] if head in text else text
        file.write_text(text + "\n" + wrong + "\n", encoding="utf-8")
        with pytest.raises(TrenchlineError, match=said):
            knowledge.__class__(file, knowledge.sides)


def test_a_side_looks_to_its_axis_unless_a_plan_looks_elsewhere():
    game = trenchline.load("they-shall-not-pass")
    p, best = game.start(seed=1).position, game.knowledge
    careful = Plan("careful", factors={"loss": 1.5})
    carried_out = best.on_axis(p, 0, careful)
    assert [p.label(cell) for cell in carried_out.focus] == ["0609"]  # Champneuville, on the Meuse
    assert carried_out.factors == {"loss": 1.5, "focus": 3.0} and carried_out.name == "careful"
    elsewhere = Plan("towards Ornes", focus=(p.c.board.index["2506"],))
    assert best.on_axis(p, 0, elsewhere) is elsewhere and best.on_axis(p, 1, careful) is careful
    assert Staff(best, 0).advise(p).action in p.stack[-1].options(p)


@pytest.mark.parametrize("player", [Colonel, General])
def test_what_plans_have_shown_is_settled_by_the_seed_and_not_by_the_dice_of_the_match(player):
    game = trenchline.load("campaign-of-attrition")
    match = game.start(seed=1)
    staff = players(match, "sergeant")
    while match.player != game.sides[0] or len(game.knowledge.plans(match.position, 0)) == 1:
        match.apply(staff[match.player].consider(match).action)
    plans = game.knowledge.plans(match.position, 0)
    text = game.notation(match)

    def shown(seed, dice):
        knowledge = match.game.knowledge
        return player(seed).decide(game.position(text, seed=dice), knowledge, 0, [TriedPlan(plan) for plan in plans])

    found = shown(seed=1, dice=5)
    assert [one.plan for one in found] == list(plans) and sum(len(one.gains) for one in found) > len(plans)
    assert shown(seed=1, dice=6) == found != shown(seed=2, dice=5)


@pytest.mark.parametrize("slug", [info.slug for info in trenchline.games()])
def test_a_general_thinks_no_less_than_a_colonel_and_as_many_times_as_long_as_he_is_told(slug):
    knowledge = trenchline.load(slug).knowledge
    assert Colonel(1).budget(knowledge) == knowledge.budget <= General(1).budget(knowledge) == knowledge.general_budget
    assert make_player("general:3", 1).players[0].budget(knowledge) == 3 * knowledge.general_budget


def test_a_general_of_they_shall_not_pass_thinks_five_times_as_long():
    knowledge = trenchline.load("they-shall-not-pass").knowledge
    assert knowledge.general_budget > 5 * knowledge.budget


def test_the_worse_half_is_left_aside_only_when_a_round_has_had_its_share(monkeypatch):
    looks = []

    class Counted(Trial):
        def look(self, one):
            looks.append(one.plan.name)
            one.gains.append(float(one.plan.name))
            self.decisions += 1

    monkeypatch.setattr(search, "Trial", Counted)
    field = [TriedPlan(Plan(str(worth))) for worth in (1, 2, 3, 4)]
    knowledge = Knowledge.__new__(Knowledge)
    knowledge.budget = 24
    match = SimpleNamespace(game=SimpleNamespace(knowledge=None))
    Colonel(1).decide(match, knowledge, 0, field)
    assert Counter(looks[:12]) == {"1": 3, "2": 3, "3": 3, "4": 3}  # two rounds, half of the budget each
    assert Counter(looks[12:]) == {"3": 6, "4": 6}


@pytest.mark.parametrize(("gains", "chosen"), [((2.0, 3.0, 2.5), True), ((9.0, -8.0, 1.0), False), ((0.0, 0.0, 0.0), False)])
def test_another_attack_than_the_books_must_gain_more_than_luck(monkeypatch, gains, chosen):
    """Every choice is played out on the same dice, in a copy: the match that waits is not touched."""
    game = trenchline.load("they-shall-not-pass")
    match = game.position(ASSAULT, seed=3)
    book = Staff(game.knowledge, 0).advise(match.position)
    assert book.action.kind == "assault"
    seeds, before = {}, match.hash()

    def played_out(match, knowledge, side, plan, seed, opening):
        seeds.setdefault(opening.text, []).append(seed)
        return (gains[(len(seeds[opening.text]) - 1) % len(gains)] if opening.kind == "done" else 0.0), 1

    monkeypatch.setattr(search, "roll_out", played_out)
    advice = Colonel(1).next_attack(match, game.knowledge, Staff(game.knowledge, 0), book)
    assert (advice.action.kind == "done") is chosen and (advice == book) is not chosen
    assert match.hash() == before and match.legal(advice.action)
    assert len({tuple(found) for found in seeds.values()}) == 1 < len(seeds), "the same dice for all"
    assert General(1).looks(game.knowledge) > Colonel(1).looks(game.knowledge) == len(seeds["done"])


def test_a_plan_is_not_trusted_for_one_lucky_day():
    plan = Plan("x")
    lucky, solid, bad = TriedPlan(plan, [7.0]), TriedPlan(plan, [6.0, 6.0, 6.0]), TriedPlan(plan, [-3.0])
    assert best_of([lucky, solid, bad], 3) == [solid, lucky, bad]


def test_the_book_stands_unless_a_plan_proves_better_than_luck():
    book, lucky = TriedPlan(STEADY, [0.0]), TriedPlan(Plan("lucky"), [2.0])
    wavering = TriedPlan(Plan("wavering"), [3.0, -2.0, 2.0, -2.5])
    assert proved([book, lucky, wavering], 1.0).plan == STEADY and proved([book, lucky, wavering], 0.0) is lucky
    sound = TriedPlan(Plan("sound"), [2.0, 2.5, 1.5, 2.0, 2.0, 2.5])
    assert proved([book, lucky, wavering, sound], 1.0) is sound


def test_how_much_proof_is_asked_for_is_a_matter_of_game_and_side():
    minds = {info.slug: trenchline.load(info.slug).knowledge for info in trenchline.games()}
    asked = {slug: [knowledge.proof(side) for side in (0, 1)] for slug, knowledge in minds.items()}
    assert asked.pop("big-push") == [0.0, 2.0] and asked.pop("generation-lost") == [2.0, 2.0]
    assert set(map(tuple, asked.values())) == {(1.0, 1.0)}


def test_what_the_phases_before_have_shown_fades():
    once = TriedPlan(Plan("x"), [4.0, 1.0]).faded(0.8)
    assert (once.gains, once.before, once.looks) == ([], pytest.approx(4.0), pytest.approx(1.6))
    again = TriedPlan(once.plan, [1.0], once.before, once.looks)
    assert again.average() == pytest.approx((4.0 + 1.0) / (1.6 + 1.0 + DOUBT))


def test_plans_are_held_against_the_book_on_the_same_dice():
    match = trenchline.load("they-shall-not-pass").start(seed=8)
    trial = Trial(match, match.game.knowledge, 0, seed=5)
    plans = STEADY, Plan("the same by another name"), Plan("bold", factors={"loss": 0.1})
    book, same, bold = map(TriedPlan, plans)
    for one in (book, same, bold):
        trial.look(one)
    assert book.gains == [0.0] == same.gains
    (end, taken), (by_the_book, steadily) = (roll_out(match, trial.knowledge, 0, plan, 5) for plan in (bold.plan, STEADY))
    assert bold.gains == [end - by_the_book]
    assert trial.decisions == 2 * steadily + taken  # the book once for both


def test_a_colonel_stops_thinking_when_his_labour_is_done():
    match = trenchline.load("they-shall-not-pass").start(seed=8)
    knowledge = match.game.knowledge.with_weights({})
    bold, mean = (Plan(f"loss {factor}", factors={"loss": factor}) for factor in (0.1, 1.5))
    for budget, looked_at in ((0, []), (1, [mean]), (3000, [STEADY, bold, mean])):  # a look takes some five hundred
        knowledge.budget = budget
        field = [TriedPlan(STEADY), TriedPlan(bold), TriedPlan(mean, before=2.0, looks=1.0)]
        Colonel(1).decide(match, knowledge, 0, field)
        assert [one.plan for one in field if one.gains] == looked_at  # first who has promised something


# ---------------------------------------------------------------------------------------------------- tuning


def test_the_fitted_weights_foretell_the_margin():
    pytest.importorskip("numpy")
    rows = [
        ((i % 2,), {"v_a": float(i % 7), "v_b": float(i % 3)}, 2.0 * (i % 7) + 0.5 * (i % 3) + 9 * (i % 2)) for i in range(600)
    ]
    found = fit_values(rows, {"v_a": 1.0, "v_b": 1.0})
    assert found["v_a"] == pytest.approx(2.0, abs=0.1)
    assert found["v_b"] == pytest.approx(0.5, abs=0.1)


def test_no_fitted_weight_changes_its_sign():
    pytest.importorskip("numpy")
    rows = [((1,), {"v_a": float(i % 7)}, -2.0 * (i % 7)) for i in range(100)]
    assert fit_values(rows, {"v_a": 1.0}) == {"v_a": 0.0}


def test_a_tuned_file_keeps_its_comments_and_says_what_it_was_tuned_with(tmp_path):
    file = tmp_path / "weights.toml"
    head = '[tuned]\nby = "hand"\n\n'
    file.write_text(head + "[weights]\nkill = 0.2   # a step\nv_x = 1\n\n[bounds]\nkill = [0.1, 1]\n")
    write_weights(file, {"kill": 0.25}, "a test", 7)
    write_side(file, "german", {"kill": 0.3, "v_x": 2.0}, "another test")
    write_side(file, "german", {"kill": 0.4}, "a third")
    text = file.read_text()
    assert "v_x = 2\n" in text  # what was not tuned again stays
    assert "kill = 0.25   # a step" in text
    assert 'by = "a test"' in text and "games = 7" in text
    assert text.count("[side.german]") == 1 and "a third" in text and "kill = 0.4" in text
    assert list(islice(text.splitlines(), 1)) == ["[tuned]"]
