"""The command line: what it answers, and what it says to mistakes."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import trenchline
from trenchline.cli import main
from trenchline.core.match import Match
from trenchline.core.notation import match_text
from trenchline.lab.simulate import make_players, play

SLUG = "they-shall-not-pass"
GAME = trenchline.load(SLUG)
DATA = Path(trenchline.__file__).parent / "games" / "they_shall_not_pass" / "data"

FIGHT = """\
game: they-shall-not-pass
turn: 2
step: german-assault
1503: IR81, IR87
1504: 208R reduced
"""


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    """Exit code, output and error channel of a command."""
    try:
        code = main(argv)
    except SystemExit as leaving:  # argparse
        code = int(leaving.code or 0)
    heard = capsys.readouterr()
    return code, heard.out, heard.err


def refused(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    """The one sentence with which bad input is turned down."""
    code, out, err = run(capsys, *argv)
    assert code == 2 and not out, (code, out)
    assert err.startswith("trenchline") and err.count("\n") == 1 and "Traceback" not in err
    return err


@pytest.fixture(scope="module")
def played() -> Match:
    """A whole match between random players, the nonces of both in its dice."""
    match = GAME.start("historical", seed=11, nonces={"german": "g", "french": "f"})
    play(match, make_players(GAME, ("random", "random"), {}, 11))
    return match


@pytest.fixture
def save(played: Match, tmp_path: Path) -> Path:
    file = tmp_path / "match.json"
    file.write_bytes(msgspec.json.encode(played.save()))
    return file


def edited(file: Path, **changes: object) -> str:
    """The save with some entries replaced."""
    data = json.loads(file.read_text()) | changes
    file.write_text(json.dumps(data))
    return str(file)


# ---------------------------------------------------------------------------------------------------- games and help


def test_games_are_listed_with_sides_scenarios_and_options(capsys):
    code, out, _ = run(capsys, "games")
    assert code == 0
    assert all(word in out for word in (SLUG, "german french", "historical free", "infiltration"))


def test_games_as_json(capsys):
    code, out, err = run(capsys, "games", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)[0]["sides"] == ["german", "french"]


@pytest.mark.parametrize("command", ["games", "play", "simulate", "replay", "odds", "check"])
def test_help_teaches_by_examples(capsys, command):
    code, out, _ = run(capsys, command, "--help")
    assert code == 0
    assert f"  trenchline {command} " in out.partition("examples:")[2]


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ((), "COMMAND"),
        (("march",), "march"),
        (("play", "waterloo"), "waterloo"),
        (("simulate", SLUG, "winter", "--games", "1"), "historical, free"),
        (("simulate", SLUG, "free", "--games", "0"), "at least 1"),
        (("simulate", SLUG, "free", "--games", "many"), "many"),
        (("simulate", SLUG, "free", "--sides", "random"), "german, french"),
        (("simulate", SLUG, "free", "--sides", "random,napoleon"), "napoleon"),
        (("simulate", SLUG, "free", "--options", "tanks"), "tanks"),
        (("simulate", SLUG, "free", "--save-matches"), "--out"),
        (("play", SLUG, "--sides", "human,napoleon"), "napoleon"),
        (("play", SLUG, "--load", "x.json", "--seed", "3"), "leave those words out"),
        (("check", "--pack", "here"), "GAME"),
        (("check", SLUG, "--pack", "/no/such/pack"), "not a folder"),
        (("check", "waterloo", "--pack", "here"), "waterloo"),
        (("replay", "/no/such/file"), "there is no file"),
        (("replay", "/"), "cannot be read"),
        (("simulate", SLUG, "free", "--jobs", "-2"), "at least 1"),
        (("simulate", SLUG, "free", "--jobs", "0.5"), "at least 1"),
        (("simulate", SLUG, "free", "--first", "0"), "at least 1"),
        (("simulate", SLUG, "free", "--first", "9" * 5000), "at least 1"),
        (("simulate", SLUG, "free", "--out", "/dev/null"), "cannot be made"),
        (("simulate", SLUG, "free", "--sides", "general:x,random"), "general:x"),
        (("arena", SLUG, "free", "--jobs", "-2"), "at least 1"),
        (("arena", SLUG, "free", "--games", "-3"), "at least 1"),
        (("arena", SLUG, "free", "--bots", "random"), "two different"),
        (("arena", SLUG, "free", "--resume"), "--out"),
        (("tune", SLUG, "free", "values", "--generations", "0"), "at least 1"),
        (("serve", "--port", "99999"), "65535"),
        (("serve", "--port", "-1"), "65535"),
        (("play", SLUG, "--load", "/"), "cannot be read"),
        (("play", SLUG, "--seed", "9" * 5000), "--seed"),
        (("odds", SLUG, "assault", "9" * 5000, "1"), "STRENGTH"),
        (("odds", SLUG, "--position", "/dev/null", "--action", "done"), "the position must say"),
    ],
    ids=lambda words: " ".join(words)[:60] if isinstance(words, tuple) else "",
)
def test_a_mistake_is_told_in_one_sentence(capsys, argv, said):
    assert said in refused(capsys, *argv)


@pytest.mark.parametrize("nested", ['{"a":', '{"options":[', "["])
@pytest.mark.parametrize(
    "command", [("replay",), ("replay", "--verify"), ("play", SLUG, "--load"), ("odds", SLUG, "--action", "done", "--position")]
)
def test_a_file_nested_forty_thousand_deep_is_told_in_one_sentence(capsys, tmp_path, nested, command):
    file = tmp_path / "deep.json"
    file.write_text(nested * 40_000)
    assert refused(capsys, *command, str(file))


@pytest.mark.parametrize(
    ("file", "word", "misspelt", "said"),
    [
        ("board.toml", "river", "rivez", "there is no 'river'"),
        ("board.toml", "rail = ", "rial = ", "'rail'"),
        ("charts.toml", "\nroad = ", "\nroaz = ", "'road'"),
        ("counters.csv", ",regiment,", ",regment,", "'regment'"),
        ("board.toml", "[grid]", f"x = {'[' * 5000}", "nested too deeply"),
    ],
)
def test_a_misspelt_word_in_a_data_pack_is_named(capsys, tmp_path, file, word, misspelt, said):
    text = (Path(trenchline.__file__).parent / "games" / "they_shall_not_pass" / "data" / file).read_text()
    assert word in text
    (tmp_path / file).write_text(text.replace(word, misspelt, 1))
    code = main(["check", SLUG, "--pack", str(tmp_path)])
    heard = capsys.readouterr()
    assert code in (1, 2) and said in heard.out + heard.err and "Traceback" not in heard.err
    assert main(["simulate", SLUG, "historical", "--games", "1", "--pack", str(tmp_path)]) == 2


# ---------------------------------------------------------------------------------------------------- odds


def chances(out: str) -> dict[str, float]:
    return {o["result"]: o["probability"] for o in json.loads(out)["outcomes"]}


def test_24_against_11_two_columns_down_is_the_one_to_two_column(capsys):
    code, out, _ = run(capsys, "odds", SLUG, "assault", "24", "11", "--shift", "-2", "--json")
    assert code == 0
    assert json.loads(out)["column"] == "1:2"  # 2:1, less 2
    assert chances(out) == pytest.approx({"4/0": 1 / 6, "3/0": 1 / 6, "3/1": 2 / 6, "2/1": 1 / 6, "2/2": 1 / 6})


def test_shifts_count_from_the_true_odds_beyond_the_table(capsys):
    _, out, _ = run(capsys, "odds", SLUG, "assault", "100", "10", "--shift", "-2", "--json")
    assert json.loads(out)["column"] == "7:1+"  # 10:1 less 2 is 8:1
    _, out, _ = run(capsys, "odds", SLUG, "assault", "100", "10", "--shift", "-4", "--json")
    assert json.loads(out)["column"] == "6:1"


def test_barrage_shifts_count_from_the_column(capsys):
    _, out, _ = run(capsys, "odds", SLUG, "barrage", "16", "--shift", "1", "--json")
    assert json.loads(out)["column"] == "19+"
    assert chances(out)["X"] == pytest.approx(1 / 3)


def test_shifts_by_name_are_listed_with_their_cases(capsys):
    code, out, _ = run(capsys, "odds", SLUG, "assault", "24", "11", "--with", "woods,pioneer")
    assert code == 0
    assert "column 2:1" in out and "-1  woods (9.23)" in out and "+1  pioneers attack (9.21)" in out
    assert "█" in out


@pytest.mark.parametrize("slug", ["big-push", "generation-lost"])
def test_where_a_table_goes_by_difference_two_strengths_give_it(capsys, slug):
    _, out, _ = run(capsys, "odds", slug, "assault", "9", "7", "--json")
    assert json.loads(out)["column"] == "+2"
    _, out, _ = run(capsys, "odds", slug, "assault", "3", "30", "--shift", "1", "--json")
    assert json.loads(out)["column"] == "-2"  # held to the table, then shifted
    _, out, _ = run(capsys, "odds", slug, "assault", "9", "7", "--with", "gas,flank")
    assert "column +3" in out and "9 against 7, difference +2, die +1" in out and "open flank" in out
    _, plain, _ = run(capsys, "odds", slug, "assault", "9", "7", "--json")
    _, with_flank, _ = run(capsys, "odds", slug, "assault", "9", "7", "--with", "flank", "--json")
    _, by_hand, _ = run(capsys, "odds", slug, "assault", "9", "7", "--die", "1", "--json")
    assert chances(with_flank) == chances(by_hand) != chances(plain)


def test_a_chart_whose_columns_are_no_numbers_is_left_out_and_says_why(capsys):
    _, out, _ = run(capsys, "odds", "big-push")
    assert "assault ATTACK DEFENCE" in out and "command_center" not in out and "--with flank: +1 on the die, open flank" in out
    said = refused(capsys, "odds", "big-push", "command_center", "4")
    assert "no strength finds a column of the Command Center Table" in said
    assert "it has none" in refused(capsys, "odds", "big-push", "replacements", "4", "--with", "mud")


def test_odds_alone_list_the_charts(capsys):
    _, out, _ = run(capsys, "odds", SLUG)
    assert "assault ATTACK DEFENCE" in out and "barrage STRENGTH" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("assault", "24"), "two strengths"),
        (("barrage", "5", "5"), "one strength"),
        (("assault", "24", "0"), "at least 1"),
        (("cavalry", "3"), "assault, barrage"),
        (("assault", "4", "2", "--with", "mud"), "no shift 'mud'"),
        (("--action", "attack"), "--position"),
    ],
)
def test_odds_that_cannot_be_are_refused(capsys, words, said):
    assert said in refused(capsys, "odds", SLUG, *words)


def in_position(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, action: str) -> tuple[str, ...]:
    file = tmp_path / "position.txt"
    file.write_text(text)
    return ("odds", SLUG, "--position", str(file), "--action", action)


def test_odds_of_an_action_in_a_position(capsys, tmp_path):
    code, out, _ = run(capsys, *in_position(capsys, tmp_path, FIGHT, "1504 IR81 IR87 attack"), "--json")
    assert code == 0
    assert json.loads(out)["title"].startswith("12 against 3 at 1504")
    assert sum(chances(out).values()) == pytest.approx(1)


@pytest.mark.parametrize(
    ("text", "action", "said"),
    [
        ("who knows", "attack", "name: value"),
        (FIGHT.replace("1503", "9903"), "attack", "9903"),
        (FIGHT.replace("208R", "207R"), "attack", "no counter '207R'"),
        (FIGHT.replace("turn: 2", "turn: 12"), "attack", "1 to 9"),
        (FIGHT + 'stack: [{"type":"Movement","side":7}]\n', "done", "names side 7"),
        (FIGHT, "1505 attack", "no enemy to assault"),
        (FIGHT, "9999", "9999"),
        (FIGHT, "done", "do not decide"),
    ],
)
def test_bad_positions_and_illegal_actions_are_refused(capsys, tmp_path, text, action, said):
    assert said in refused(capsys, *in_position(capsys, tmp_path, text, action))


# ---------------------------------------------------------------------------------------------------- replay


def test_a_save_replays_to_its_result_and_hash(capsys, save, played):
    code, out, _ = run(capsys, "replay", str(save))
    assert code == 0
    assert played.result.level in out and played.hash() in out


def test_a_match_text_replays_like_its_save(capsys, played, tmp_path):
    file = tmp_path / "match.txt"
    file.write_text(match_text(played))
    code, out, _ = run(capsys, "replay", str(file), "--json")
    assert code == 0
    report = json.loads(out)
    assert report["hash"] == played.hash() and report["result"]["level"] == played.result.level


def test_the_log_tells_events_arithmetic_and_dice(capsys, save):
    _, out, _ = run(capsys, "replay", str(save), "--log")
    assert "== Turn 9: February 29 ==" in out
    assert "[dice " in out and "\n     +1  German fire, good weather (5.2)\n" in out
    assert "{" not in out


def test_the_position_that_is_printed_can_be_read_again(capsys, tmp_path):
    match = GAME.start("historical", seed=1)
    match.apply(match.parse("done"))
    file = tmp_path / "m.json"
    file.write_bytes(msgspec.json.encode(match.save()))
    _, out, _ = run(capsys, "replay", str(file), "--position", "--json")
    report = json.loads(out)
    assert GAME.position(report["position"]).hash() == match.hash()
    assert not report["over"]


def test_a_fair_match_is_verified_in_plain_words(capsys, save, played):
    code, out, _ = run(capsys, "replay", str(save), "--verify")
    assert code == 0
    assert f"all {sum(len(a.dice) for a in played.history)} dice" in out and "german, french" in out


def test_a_die_that_the_seed_does_not_give_is_named(capsys, save):
    actions = json.loads(save.read_text())["actions"]
    rolls = [i for i, text in enumerate(actions) if text.startswith("roll:")]
    before = sum(len(actions[i].split(",")) for i in rolls[:4])
    at = rolls[4]
    face = actions[at][5]
    actions[at] = f"roll:{int(face) % 6 + 1}{actions[at][6:]}"
    code, out, err = run(capsys, "replay", edited(save, actions=actions), "--verify")
    assert (code, err) == (1, "")
    assert f"die {before + 1} (action {at + 1}" in out and f"the seed gives {face}" in out


def test_a_seed_that_was_not_promised_is_found_out(capsys, save):
    dice = json.loads(save.read_text())["dice"]
    code, out, _ = run(capsys, "replay", edited(save, dice=dice | {"commitment": "00" * 32}), "--verify", "--json")
    assert code == 1
    assert "not the one that was promised" in json.loads(out)["verified"]["sentence"]


def test_dice_rolled_by_hand_cannot_be_verified(capsys, tmp_path):
    file = tmp_path / "m.json"
    file.write_bytes(msgspec.json.encode(GAME.start("historical", dice="hand").save()))
    code, out, _ = run(capsys, "replay", str(file), "--verify")
    assert code == 1 and "by hand" in out


def test_a_truncated_save_is_refused(capsys, save):
    save.write_text(save.read_text()[:2000])
    assert "not a whole saved match" in refused(capsys, "replay", str(save))


def test_a_save_that_was_edited_is_refused(capsys, save):
    whole = json.loads(save.read_text())
    before_a_roll = next(i for i, text in enumerate(whole["actions"]) if text.startswith("roll:"))
    for changes, said in (
        ({"hash": "00" * 12}, "fingerprint"),
        ({"actions": whole["actions"][:before_a_roll]}, "cut short"),
        ({"actions": ["208R-9999", *whole["actions"][1:]]}, "action 1"),
        ({"actions": ["attack", *whole["actions"][1:]]}, "action 1"),
        ({"rules": 99}, "rules version"),
        ({"game": "waterloo"}, "waterloo"),
    ):
        assert said in refused(capsys, "replay", edited(save, **whole | changes))


def test_what_is_no_save_at_all_is_refused(capsys, tmp_path):
    file = tmp_path / "x"
    for content, said in (
        (b"hello", "neither"),
        (b"\xff\xfe\x00", "not a text file"),
        (b"[Game x]", "lacks the tag"),
        (b"{}", "not a whole saved match"),
    ):
        file.write_bytes(content)
        assert said in refused(capsys, "replay", str(file))


def test_a_reader_that_has_seen_enough_may_go(save):
    script = f"{sys.executable} -m trenchline.cli replay {save} --log | head -1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", script], capture_output=True, text=True, timeout=30)
    assert done.stderr == ""


# ---------------------------------------------------------------------------------------------------- check


def test_our_own_data_keep_every_constraint(capsys):
    code, out, _ = run(capsys, "check", SLUG)
    assert code == 0
    assert "✗" not in out and "constraints hold" in out


def pack(tmp_path: Path, file: str, old: str, new: str) -> str:
    """A copy of the data folder with one value changed."""
    folder = tmp_path / "pack"
    shutil.copytree(DATA, folder)
    text = (folder / file).read_text()
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1))
    return str(folder)


def test_a_missing_chart_cell_is_named(capsys, tmp_path):
    folder = pack(tmp_path, "charts.toml", '1 = ["4/0", "4/0", ', '1 = ["4/0", ')
    for argv in (("check", SLUG), ("odds", SLUG, "assault", "3", "1"), ("simulate", SLUG, "free", "--games", "1")):
        said = refused(capsys, *argv, "--pack", folder)
        assert "charts.toml" in said and "row 1" in said


def test_a_value_that_breaks_a_constraint_gets_a_cross(capsys, tmp_path):
    folder = pack(tmp_path, "counters.csv", ",,,6,,0,,north,", ",,,7,,0,,north,")
    code, out, err = run(capsys, "check", SLUG, "--pack", folder)
    assert (code, err) == (1, "")
    crossed = [line for line in out.splitlines() if line.startswith("✗")]
    assert crossed and "14.32" in crossed[0]
    assert "breaks a rule" in refused(capsys, "odds", SLUG, "--pack", folder)


def test_constraints_as_json(capsys):
    code, out, _ = run(capsys, "check", SLUG, "--json")
    report = json.loads(out)
    assert code == 0 and report["ok"]
    assert all(finding["case"] and finding["text"] for finding in report["games"][SLUG])
