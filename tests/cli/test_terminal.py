"""Playing in a terminal: whole sessions typed through a pipe."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import trenchline
from trenchline.cli import main
from trenchline.cli.terminal import Session
from trenchline.cli.textmap import TextMap, legend
from trenchline.cli.typed_actions import checklist_lines
from trenchline.cli.words import rule_lines
from trenchline.core.errors import NotationError
from trenchline.core.notation import match_text
from trenchline.examples.trench_raid import TrenchRaid

SLUG = "they-shall-not-pass"
GAME = trenchline.load(SLUG)
Type = Callable[..., str]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Matches are kept in a folder of the test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    return tmp_path / "home" / "trenchline"


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Type:
    """Type lines into `trenchline play`; what it prints."""

    def run(lines: str, *argv: str, seed: str = "7") -> str:
        words = argv if "--load" in argv or "--resume" in argv else ("--seed", seed, *argv)
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines.split("; ")) + "\n"))
        assert main(["play", SLUG, *words]) == 0
        heard = capsys.readouterr()
        assert heard.err == ""
        return heard.out

    return run


def after(out: str, line: str) -> str:
    """What was said in answer to a line."""
    return out.rpartition(f"> {line}\n")[2].partition("\ngerman> ")[0].partition("\nfrench> ")[0]


# ---------------------------------------------------------------------------------------------------- acting


def test_a_session_through_a_real_pipe(home):
    argv = [sys.executable, "-m", "trenchline.cli", "play", SLUG, "--seed", "7"]
    done = subprocess.run(argv, input="done\nIR81-1302\nmap 1302\nquit\n", capture_output=True, text=True, timeout=30)
    assert done.returncode == 0 and done.stderr == ""
    assert "German Movement, turn 1, February 21, good weather." in done.stdout
    assert "IR81 moves from 1301 to 1302 (8.0)" in done.stdout
    assert "\x1b" not in done.stdout  # no colours where there is no terminal
    assert "--resume` goes on with it.\n" in done.stdout and (home / f"autosave-{SLUG}.json").exists()


def test_a_unit_and_a_hex_in_one_word_choose_and_move(typed):
    out = typed("done; ir81-1302; undo; IR81-1302; undo; ? IR81")
    assert out.count("IR81 moves from 1301 to 1302") == 2
    assert "select (1): IR81" in after(out, "? IR81")
    assert "IR81-1302" in after(out, "? IR81")  # where it could go


def test_a_refused_move_leaves_the_unit_unchosen_and_cites_the_case(typed):
    out = typed("done; IR81-1323; position")
    assert "1323 is too far" in after(out, "IR81-1323") and "(8.0" in after(out, "IR81-1323")
    assert 'stack: [{"type":"Movement","side":0}]' in after(out, "position")


def test_other_kinds_expand_too(typed):
    out = typed("interdict:NAV-1609; done; strategic:IR81-1101")
    assert "NAV interdicts 1609" in out or "NAV fails" in out
    assert "IR81 moves from 1301 to 1101 (8.2)" in out


def test_a_bare_name_or_a_verb_before_it_will_do(typed):
    out = typed("1504; XVIII.A1 III.A1; FIRE; barrage 1504; undo")
    assert "Barrage of 1504: strength 10." in out
    assert "[dice" in after(out, "FIRE")
    assert "Barrage of 1504: strength 0." in after(out, "barrage 1504")


def test_refusals_give_reason_and_case(typed):
    out = typed("barrage:2003; wibble; barrage:9999; done; 208R-1504; 208R")
    assert "No enemy unit stands in 2003" in after(out, "barrage:2003") and "(7.1)" in after(out, "barrage:2003")
    assert "not possible now" in after(out, "wibble")
    assert "'9999' is neither a counter nor a hex" in after(out, "barrage:9999")
    assert "208R is not yours (8.0)" in after(out, "208R-1504")


def test_nothing_is_taken_back_past_dice(typed):
    assert "There is nothing to take back" in typed("undo")
    out = typed("1504; XVIII.A1; fire; undo")
    assert "after a roll of dice" in after(out, "undo")


def test_dice_that_could_still_be_called_off_wait_for_the_player(typed, tmp_path):
    file = tmp_path / "one-gun.json"
    text = f"game: {SLUG}\nturn: 2\nstep: german-bombardment\n1501: XVIII.A1, XVIII.HQ\n1504: 208R"
    file.write_bytes(msgspec.json.encode(GAME.position(text, seed=1).save()))
    out = typed("barrage:1504; undo; barrage:1504; fire", "--load", str(file))
    assert "German, the only choice: XVIII.A1" in after(out, "barrage:1504")
    assert "Add guns, or fire" in out.partition("undo")[0]
    assert "Taken back." in after(out, "undo")
    assert "[dice" in after(out, "fire")


def test_hand_dice_are_asked_for_and_typed(typed):
    out = typed("1504; XVIII.A1; fire; 7; 5 5; 5; 43", "--dice", "hand")
    assert "column 4-6: roll one die. (7.1, BT.1)" in after(out, "fire")
    assert "dice> 5 5\nEnter one die, 1 to 6\n" in out
    assert "dice> 5\nBarrage of 1504 on column 4-6: M, each unit there checks its morale (7.1) [dice 5]\n" in out
    assert "dice> 43\n56BCP passes a morale check: 7 against 9" in out


def test_a_choice_of_one_is_taken_and_said(typed):
    out = typed("historical; historical; done", "--scenario", "free")
    assert "The French army is deployed" in out and "German Bombardment, turn 1" in out


# ---------------------------------------------------------------------------------------------------- looking


def test_the_legal_actions_by_kind(typed):
    out = typed("?; ? 16; ? all; ? nonsense")
    assert "barrage (26): " in after(out, "?") and "... and 2 more" in after(out, "?")
    assert after(out, "? 16").startswith("barrage (3): barrage:1609 barrage:1604 barrage:1605")
    assert "more" not in after(out, "? all")
    assert "Nothing legal" in after(out, "? nonsense")


def test_a_map_of_squares_speaks_of_squares(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    session = Session(TrenchRaid().start("raid", seed=1), {})
    for line in ("help", "square E2"):
        session.obey(line)
    with pytest.raises(NotationError, match="'Z9' is neither a square nor a unit on the map"):
        session.obey("map Z9")
    said = capsys.readouterr().out
    assert "square SQUARE: ground, control" in said and "E2: trench" in said
    assert "square" in session.completions() and not re.search(r"\bhex|\bcell", said, re.I)


def test_a_hex_in_words(typed):
    said = after(typed("hex 1115"), "hex 1115")
    assert "Charny" in said and "NE: 1214" in said and "river, bridge" in said
    said = after(typed("hex 1504"), "hex 1504")
    assert "woods" in said and "56BCP (56 BCP), French hunter battalion" in said and "Strong French zone" in said


def test_a_unit_in_words(typed):
    out = typed("done; unit 208r; unit IR81; unit xyz")
    assert "French infantry regiment, division 51R of corps XXX, 2 of 2 steps" in after(out, "unit 208r")
    assert "in 1905" in after(out, "unit 208r")
    assert re.search(r"combat \d \(reconstructed\)", after(out, "unit 208r"))  # the value itself is tuned by playing
    assert "Can now: IR81 strategic:IR81 dig:IR81" in after(out, "unit IR81")
    assert "There is no counter 'xyz'" in after(out, "unit xyz")


def test_odds_rules_order_of_battle_victory_and_overlays(typed):
    out = typed("odds; rules 9.42; rules demoral; rules; oob 51R; oob xyz; victory; show reach IR81; show reach xyz; help")
    assert "No die is rolled" in after(out, "odds")
    assert "9.42 Mandatory half." in after(out, "rules 9.42") and "9.42a" in after(out, "rules 9.42")
    assert "12." in after(out, "rules demoral") and "Say which" in after(out, "rules")
    assert "French corps XXX division 51R: 208R 1905, 233R 1804" in after(out, "oob 51R")
    assert "no side or formation" in after(out, "oob xyz")
    assert "0 points" in after(out, "victory") and "casualties" in after(out, "victory")
    assert "Reach of IR81" in after(out, "show reach IR81") and "not a counter on the map" in after(out, "show reach xyz")
    assert "undo: take back" in after(out, "help")


def test_odds_before_the_roll(typed):
    said = after(typed("1504; XVIII.A1; odds"), "odds")
    assert "column 4-6" in said and "66.7%" in said and "trench (7.12)" in said


def test_the_log_is_what_has_happened(typed):
    out = typed("done; IR81-1302; undo; IR87-1302; log")
    assert "IR87 moves" in after(out, "log") and "IR81 moves" not in after(out, "log")


def test_the_map_is_staggered_and_shows_river_stacks_and_control():
    match = GAME.start("historical", seed=1)
    drawn = [line.plain for line in TextMap(GAME, GAME.view(match, "german")).around(GAME.board.index["1115"], 1)]
    assert drawn[0].strip().startswith("1114") and drawn[1].startswith("1014") and "1214" in drawn[1]
    assert any("1115 .  +" in line for line in drawn)  # the bridge of Charny
    whole = [line.plain for line in TextMap(GAME, GAME.view(match, "german")).whole(160)]
    assert len(whole) == 46 and whole[0].split()[-1] == "33"
    assert "' G3" in whole[2] and any("F2" in line for line in whole)
    assert "~ river" in legend(GAME)


def test_a_narrow_terminal_gets_the_map_in_sheets():
    lines = [line.plain for line in TextMap(GAME, GAME.view(GAME.start("historical", seed=1), "german")).whole(80)]
    assert max(map(len, lines)) <= 80 and len(lines) == 2 * 46 + 1


def test_completion_offers_actions_ways_and_words():
    match = GAME.start("historical", seed=1)
    match.apply(match.parse("done"))
    offered = Session(match, {}).completions()
    assert {"IR81", "dig:IR81", "IR81-1302", "done", "undo", "map"} <= set(offered)


# ---------------------------------------------------------------------------------------------------- keeping


def test_a_match_is_kept_and_resumed(typed, home):
    typed("done; IR81-1302")
    out = typed("position; undo; position", "--resume")
    assert "IR81 moves from 1301 to 1302" in out  # the log so far
    assert "1302: IR81" in out.partition("Taken back")[0]
    assert "1302: IR81" not in out.partition("Taken back")[2]


def test_a_new_match_does_not_bury_the_unfinished_one(typed, home):
    typed("done; IR81-1302")
    out = typed("quit")
    spare = home / f"previous-{SLUG}.json"
    assert str(spare) in out
    assert "1302: IR81" in typed("position", "--load", str(spare))


def test_save_and_load_in_both_forms(typed, tmp_path):
    saves = [tmp_path / "m.json", tmp_path / "m.txt"]
    typed(f"done; IR81-1302; save {saves[0]}; save {saves[1]}; save")
    assert json.loads(saves[0].read_text())["game"] == SLUG and "German Movement" in saves[1].read_text()
    for file in saves:
        assert "1302: IR81" in after(typed(f"load {file}; position"), "position")
    assert "no file" in after(typed("load nothing.json"), "load nothing.json")


def test_a_broken_save_does_not_end_the_session(typed, tmp_path):
    file = tmp_path / "half.json"
    file.write_bytes(msgspec.json.encode(GAME.start("historical", seed=1).save())[:200])
    out = typed(f"load {file}; done")
    assert "not a whole saved match" in out and "German Movement" in out


def test_save_to_a_file_on_leaving(typed, tmp_path):
    file = tmp_path / "deep" / "match.txt"
    out = typed("done", "--save", str(file))
    assert f"saved in {file}" in out and file.read_text().startswith(f"[Game {SLUG}]")


def test_nothing_to_resume_is_said(capsys):
    assert main(["play", SLUG, "--resume"]) == 2
    assert "no match of They Shall Not Pass to go on with" in capsys.readouterr().err


def test_ctrl_c_saves_and_leaves_politely(monkeypatch, capsys, home):
    answers = iter(["done", "IR81-1302"])

    def keyboard(_: str) -> str:
        line = next(answers, None)
        if line is None:
            raise KeyboardInterrupt
        return line

    monkeypatch.setattr("builtins.input", keyboard)
    assert main(["play", SLUG, "--seed", "7"]) == 0
    assert "Good-bye." in capsys.readouterr().out
    kept = (home / f"autosave-{SLUG}.json").read_bytes()
    assert GAME.load(kept).history[-1] == trenchline.Action("move", "IR81", "1302")


# ---------------------------------------------------------------------------------------------------- opponents


def test_against_random_the_opponent_answers_by_itself(typed):
    out = typed("done; done; done; done", "--sides", "human,random")
    assert "french> " not in out and "turn 2, February 22" in out


def test_what_the_opponent_has_answered_stays(typed):
    out = typed("undo; historical; undo", "--sides", "human,random", "--scenario", "free")
    assert "The French army is deployed" in out.partition("german> undo")[0]
    assert "opponent has answered" in out.partition("german> historical")[0]
    assert after(out, "undo").startswith("Taken back.")


def test_a_match_between_machines_is_watched_to_its_end(typed, home):
    out = typed("", "--sides", "random,random")
    assert "The match is over." in out and "casualties" in out and "wins.\n" in out
    kept = home / f"autosave-{SLUG}.json"
    assert main(["replay", str(kept), "--verify"]) == 0
    assert match_text(GAME.load(kept.read_bytes())).startswith("[Game")


@pytest.mark.parametrize(
    ("slug", "wanted", "there", "not_there"),
    [
        ("big-push", "8.7", ("8.7", "8.7/1", "8.7/4", "8.7.1"), ()),
        ("generation-lost", "13.4", ("13.4", "13.4.2b(c)"), ("13.1",)),
        ("generation-lost", "17.4.1", ("17.4.1(c)",), ("17.4.2",)),
        ("they-shall-not-pass", "9.4", ("9.4", "9.42", "9.42a"), ("9.5",)),
        ("they-shall-not-pass", "9.0", ("9.0", "9.1", "9.42a", "9.61"), ("10.0",)),
        ("they-shall-not-pass", "1", (), ("12.1", "11.0")),
    ],
)
def test_the_rules_of_a_case_are_all_below_it_and_none_beside_it(slug, wanted, there, not_there):
    lines = rule_lines(trenchline.load(slug), wanted)
    found = [line.split()[0] for line in lines]
    assert set(there) <= set(found) and not set(not_there) & set(found) and not lines[-1].startswith("...")
    assert not there or found[0] == wanted or wanted not in found


def test_options_of_a_list_are_told_with_their_price_and_how_they_are_typed():
    match = trenchline.load("big-push").start("campaign", seed=1)
    while match.decision is not None and match.decision.kind != "Answers":
        match.apply(next(action for action in match.actions() if action.kind == "done"))
    assert match.decision is not None and "Join the names" not in checklist_lines(match.decision)[-1]  # yes or no comes first
    for seat in match.seats:
        match.apply(match.parse(f"yes@{seat}"))
    lines = checklist_lines(match.decision)
    assert lines[0].startswith("  plant_mines: Plant Mines, 10 points. From turn 2")
    assert lines[-1] == (
        "  Points are victory points for the German side, at once. Join the names by +: plan~plant_mines+increase_supply@allied"
    )
    assert match.legal(match.parse(lines[-1].rpartition(" ")[2]))
