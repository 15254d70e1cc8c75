"""Bots from outside, by import path: found or kindly refused, shown nothing of the future, let in by who runs the server."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import msgspec
import pytest
from starlette.testclient import TestClient

import trenchline
from trenchline.ai import RandomPlayer, ask, make_player, visible_match
from trenchline.cli import main
from trenchline.core.dice import FairDice
from trenchline.core.errors import TrenchlineError
from trenchline.examples.doctrine import Doctrine
from trenchline.examples.greedy import Greedy
from trenchline.examples.monte_carlo import MonteCarlo
from trenchline.lab import play_game
from trenchline.server.app import create_app
from trenchline.server.bot_processes import BotProcesses, _consider
from trenchline.server.settings import Settings

from ..big_push.test_counter_battery import announced
from ..generation_lost.battle import fire
from ..generation_lost.test_fire import ONE

GAME = "they-shall-not-pass"
BOTS = '''
from trenchline.ai import Player


class Last(Player):
    """Always the last thing on the list."""

    def choose(self, match):
        return match.actions()[-1]


class Any(Player):
    def choose(self, match):
        return self.chance.choice(match.actions())


class Cheat(Player):
    def choose(self, match):
        return match.parse("barrage:0101")


class Silent(Player):
    def choose(self, match):
        return None


class Idle(Player):
    pass


class Demanding(Player):
    def __init__(self, seed, money):
        self.money = money

    def choose(self, match):
        return match.actions()[0]


class Stranger:
    def choose(self, match):
        return match.actions()[0]
'''


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with somebody's bots, in which the command is called."""
    (tmp_path / "their_bots.py").write_text(BOTS, encoding="utf-8")
    (tmp_path / "torn.py").write_text("import no_such_library\n", encoding="utf-8")
    (tmp_path / "broken.py").write_text("1 / 0\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [p for p in sys.path if p])
    yield tmp_path
    for name in ("their_bots", "torn", "broken"):
        sys.modules.pop(name, None)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("nowhere:Bot", "no module 'nowhere'"),
        ("their_bots.more:Bot", "no module 'their_bots.more'"),
        ("their_bots:Boss", "no class 'Boss'; its bots are Last, Any"),
        ("trenchline.ai.doctrines:Joffre", "no class 'Joffre'; its bots are AllIn, Bleed, Flank, OneAxis"),
        ("torn:Bot", "needs no_such_library"),
        ("broken:Bot", "ZeroDivisionError"),
        ("their_bots:Stranger", "derived from trenchline.ai.Player"),
        ("their_bots:Idle", "choose"),
        ("their_bots:Demanding", "__init__"),
        ("joffre", "package.module:Class"),
    ],
)
def test_a_bot_that_cannot_play_is_refused_in_a_sentence(outside, path, said, capsys):
    for words in (["simulate", GAME, "historical", "--sides", f"{path},random"], ["play", GAME, "--sides", f"human,{path}"]):
        assert main(words) == 2
        told = capsys.readouterr().err
        assert said in told and len(told.splitlines()) == 1


@pytest.mark.parametrize(("path", "said"), [("their_bots:Cheat", "not legal"), ("their_bots:Silent", "None")])
def test_a_bot_that_plays_wrongly_is_named_and_nobody_stands_in_for_it(outside, path, said):
    with pytest.raises(TrenchlineError, match=f"{path}.*{said}"):
        play_game(GAME, "historical", {}, (path, "random"), seed=1)


def test_bots_from_the_folder_one_stands_in_meet_in_the_arena(outside, capsys):
    assert main(["arena", GAME, "historical", "--bots", "random,their_bots:Any", "--games", "2", "--jobs", "2"]) == 0
    assert "random v Any" in capsys.readouterr().out  # a table names a bot by its class


def test_a_bot_from_outside_is_not_told_the_seed_of_the_match(outside):
    player = make_player("their_bots:Any", "5:german")
    twin = make_player("their_bots:Any", "5:german")
    assert player.player.chance.getstate() == twin.player.chance.getstate()
    assert player.player.chance.getstate() != Random("5:german").getstate()


# ------------------------------------------------------------------------------------------------- what it is shown


def rolled_on(match, count=60):
    """The dice of the next decisions, played by the same choices."""
    taken, before = RandomPlayer("same"), len(match.history)
    for _ in range(count):
        match.apply(taken.choose(match))
    return [action.dice for action in match.history[before:] if action.dice]


def test_a_plain_clone_of_what_a_bot_is_shown_rolls_other_dice_each_time():
    match = trenchline.load(GAME).start(seed=8)
    shown = visible_match(match, "german", Random(1))
    futures = [rolled_on(shown.clone()) for _ in range(4)]
    real = rolled_on(match.clone())
    assert all(future and future != real for future in futures)
    assert len({str(future) for future in futures}) == 4
    again = visible_match(match, "german", Random(1))
    assert [rolled_on(again.clone()) for _ in range(4)] == futures  # settled by the seed of whoever asks
    kept = [thing for thing in vars(shown).values() if isinstance(thing, FairDice)]
    assert not kept and not shown.dice.record().seed


@pytest.mark.case("campaign-of-attrition", "13.2")
def test_a_plain_clone_under_fog_has_what_is_hidden_dealt_again_and_no_log_that_tells():
    match = trenchline.load("campaign-of-attrition").start(seed=2, options={"fog_of_war": True})
    rolled_on(match, 40)
    twin = visible_match(match, match.player, Random(3)).clone()
    assert twin.position.place != match.position.place
    assert twin.view(match.player).counters == match.view(match.player).counters
    assert len(twin.history) == 0 and twin.dice.roll(0, 30) != match.dice.roll(0, 30)


# ------------------------------------------------------------------------------------------------- examples


@pytest.mark.parametrize("bot", [Greedy, MonteCarlo, Doctrine])
@pytest.mark.parametrize("slug", [GAME, "verdun-1916"])
def test_the_examples_play_in_the_middle_of_a_match(slug, bot):
    match = trenchline.load(slug).start(seed=5)
    chance, anybody = Random(5), RandomPlayer(5)
    while match.position.turn < 3:
        match.apply(anybody.choose(match))
    player = make_player(f"{bot.__module__}:{bot.__name__}", 1)
    asked, enough = 0, 8 if bot is MonteCarlo else 60
    while not match.over and asked < enough:
        who = player if match.player == match.seats[0] else anybody
        asked += who is player
        match.apply(ask(who, match, chance).action)
    assert asked == enough


def test_greedy_weighs_a_fight_by_what_the_odds_say_in_numbers():
    match = trenchline.load(GAME).start(seed=7)
    odds = next(o for _ in range(2000) if (o := _fight(match)))
    lead = sum(o.probability * (o.defender - o.attacker) for o in odds.outcomes)
    assert lead <= Greedy(1).worth(match, odds) <= lead + 0.21  # and a little for doing anything at all


def test_greedy_fires_at_whoever_comes_and_answers_guns_although_the_phase_is_the_enemys():
    """Whoever fires is the attacker of that roll, and what he fires at loses: in defensive fire, and against guns."""
    match = fire(ONE, {"N29": ["14R/1"]})
    shots = [match.odds(action) for action in match.actions() if action.cell]
    answer = announced("BA3")
    answer.apply(answer.parse("C5"))
    answer.apply(answer.parse("GA10"))
    for bout, odds in ((match, shots[0]), (answer, answer.odds(answer.parse("fire")))):
        assert odds.attacker == bout.side_of(bout.player) and Greedy(1).worth(bout, odds) > 0
    assert any(o.defender for o in shots[0].outcomes) and not any(o.attacker for o in shots[0].outcomes)
    assert {o.retreat for o in shots[0].outcomes} == {"", "defender"}


def test_who_is_asked_to_support_a_defence_is_not_the_attacker_of_the_odds():
    match = trenchline.load(GAME).start(seed=3)
    anybody = RandomPlayer(3)
    while match.decision.kind != "DefensiveSupport":
        match.apply(anybody.choose(match))
    odds = match.odds(match.parse("ready"))
    assert odds.attacker != match.side_of(match.player) and match.fights()[0].attacker == odds.attacker
    assert Greedy(1).worth(match, odds) == -Greedy(1).worth(match, msgspec.structs.replace(odds, attacker=match.player))


def _fight(match):
    """The odds of an assault, where one can be declared; else somebody plays on."""
    attack = next((a for a in match.actions() if a.kind == "attack"), None)
    odds = match.odds(attack) if attack else None
    if odds is None:
        match.apply(RandomPlayer(len(match.history)).choose(match))
    return odds


# ------------------------------------------------------------------------------------------------- the server


def asked_for(client, bot):
    seats = {"german": f"bot:{bot}", "french": "me"}
    return client.post("/api/tables", json={"game": GAME, "scenario": "historical", "seats": seats, "name": "Me"})


def test_a_server_lets_in_only_the_bots_it_was_started_with(outside, tmp_path, monkeypatch):
    async def ask_here(self, table, match, bot, seat, watched):  # a process of its own would only take longer to start
        known = visible_match(match, seat, Random(1))
        return _consider(table, match.game.slug, match.game.notation(known), bot, seat)

    monkeypatch.setattr(BotProcesses, "ask", ask_here)
    with TestClient(create_app(f"sqlite:///{tmp_path}/t.db")) as client:
        refused = asked_for(client, "their_bots:Last")
        assert refused.status_code == 400 and "their_bots" not in sys.modules
    app = create_app(f"sqlite:///{tmp_path}/t.db", Settings(bots="their_bots:Last"))
    with TestClient(app) as client:
        offered = {bot["id"]: bot for bot in client.get("/api/games").json()["players"]}
        assert offered["their_bots:Last"]["about"] == "Always the last thing on the list."
        assert asked_for(client, "their_bots:Any").status_code == 400
        made = asked_for(client, "their_bots:Last").json()
        state = client.get(f"/api/tables/{made['table']}/state", headers={"Authorization": f"Bearer {made['key']}"})
        assert [seat["name"] for seat in state.json()["seats"] if seat["kind"] == "bot"] == ["Last"]
        with client.websocket_connect(f"/api/tables/{made['table']}/live") as line:
            line.send_json({"key": made["key"], "since": 0})
            while not line.receive_json(mode="binary")["entries"]:
                pass
    with pytest.raises(TrenchlineError, match="no module 'nowhere'"):
        create_app(f"sqlite:///{tmp_path}/t.db", Settings(bots="nowhere:Bot"))
