"""Text forms, there and back: actions, positions, matches and saves; and one clear sentence for each that is spoilt."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import trenchline
from trenchline.core.actions import Action
from trenchline.core.errors import NotationError, TrenchlineError
from trenchline.core.match import Match
from trenchline.core.notation import FORMAT, Saved, action_text, decode, match_text, parse_action, read_match, restore
from trenchline.core.position_text import stack_decoder

GAME = trenchline.load("they-shall-not-pass")
SOME = settings(deadline=None, derandomize=True, max_examples=60)
MOVEMENT = "game: they-shall-not-pass\nturn: 2\nstep: german-movement\n1501: IR81\n1504: 208R\n"
STATION = 25  # a copy of the match is kept at every so many actions


@cache
def stations(seed: int) -> list[Match]:
    """One random match, as it stood at every few actions."""
    rng, match = Random(seed), GAME.start(("historical", "free")[seed % 2], seed=seed)
    found = [match.clone()]
    while not match.over:
        for _ in range(STATION):
            if not match.over:
                match.apply(rng.choice(match.actions()))
        found.append(match.clone())
    return found


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """A match at some point of random play, in either scenario."""
    found = stations(draw(st.integers(0, 3)))
    match = found[draw(st.integers(0, len(found) - 1))].clone()
    for number in draw(st.lists(st.integers(0, 10_000), max_size=4)):
        if not match.over:
            actions = match.actions()
            match.apply(actions[number % len(actions)])
    return match


def spoilt(saved: Saved, **changes: object) -> NotationError:
    """The error of a save after some changes: always one sentence on one line, fit to be shown."""
    with pytest.raises(NotationError) as told:
        GAME.load(msgspec.json.encode(msgspec.structs.replace(saved, **changes)))
    text = str(told.value)
    assert text and "\n" not in text and "Traceback" not in text and len(text) < 250
    return told.value


@pytest.fixture(scope="module")
def saved() -> Saved:
    return stations(0)[12].save()


# ---------------------------------------------------------------------------------------------------- actions


@given(matches())
@SOME
def test_every_listed_action_has_a_text_that_stands_for_it_and_no_other(match: Match) -> None:
    texts = {}
    for action in match.actions():
        text = match.notate(action)
        assert match.parse(text) == action and " " not in text
        assert parse_action(action_text(action), "", GAME) == action
        assert texts.setdefault(text, action) == action
    assert match.over or texts


@given(matches())
@SOME
def test_capitals_and_blanks_around_do_not_matter(match: Match) -> None:
    for action in match.actions()[:20]:
        text = match.notate(action)
        things = text.partition(":")[2] or text
        shouted = text.removesuffix(things) + (things.upper() if action.unit or action.cell else things)
        assert match.parse(f"  {shouted} ") == action


@given(matches())
@SOME
def test_actions_come_back_from_json(match: Match) -> None:
    text = msgspec.json.encode(list(match.actions()))
    again = msgspec.json.decode(text, type=list[Action])
    assert again == list(match.actions()) and msgspec.json.encode(again) == text


@pytest.mark.parametrize(
    ("action", "plain", "text"),
    [
        (Action("move", "208R", "1507"), "move", "208R-1507"),
        (Action("move", "208R", "1507"), "select", "move:208R-1507"),
        (Action("select", "208R"), "select", "208R"),
        (Action("stack", cell="1507"), "stack", "1507"),
        (Action("lose", value=2), "", "lose=2"),
        (Action("return", "208R", "1507", 2), "", "return:208R-1507=2"),
        (Action("done"), "done", "done"),
        (Action("roll", dice=(3, 4)), "roll", "3,4"),
        (Action("roll", dice=(3, 4)), "", "roll:3,4"),
        (Action("let_go"), "try", "let_go"),
        (Action("lose", value=-1), "", "lose=-1"),
    ],
)
def test_the_verb_is_left_out_where_it_goes_without_saying(action: Action, plain: str, text: str) -> None:
    assert action_text(action, plain) == text
    assert parse_action(text, plain, GAME) == action


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "."),
        ("   ", "."),
        ("208R-9999", "no hex '9999'"),
        ("move:IR9999-1501", "no counter 'IR9999'"),
        ("move:9999", "'9999' is neither a counter nor a hex"),
        ("move:208R-1507-1508", "no counter '208R-1507'"),
        ("lose=", "a whole number must stand"),
        ("lose=two", "a whole number must stand"),
        ("roll:0", "'0' is neither a counter nor a hex"),
        ("MOVE:208R-1507", "no counter, hex or action"),
        ("mo ve", "no counter, hex or action"),
    ],
)
def test_a_text_that_is_no_action_is_refused_in_one_sentence(text: str, what: str) -> None:
    with pytest.raises(NotationError, match=what) as told:
        parse_action(text, "move", GAME)
    assert "\n" not in str(told.value)


@given(st.text(max_size=12) | st.text(alphabet="IR81-05:,rol le_", max_size=14))
@settings(deadline=None, derandomize=True, max_examples=500)
def test_any_text_is_an_action_or_a_notation_error(text: str) -> None:
    try:
        action = parse_action(text.replace("=", ""), "move", GAME)
    except NotationError:
        return
    assert parse_action(action_text(action, "move"), "move", GAME) == action


@pytest.mark.parametrize(
    "number", ["--5", "²", "-²", "9" * 5000], ids=["two signs", "superscript", "minus superscript", "endless"]
)
def test_a_number_that_is_none_is_a_notation_error(number: str) -> None:
    with pytest.raises(NotationError):
        parse_action(f"lose={number}", "", GAME)


def test_a_roll_takes_no_value() -> None:
    with pytest.raises(NotationError):
        parse_action("roll:3=4", "", GAME)


def test_no_two_names_of_the_game_can_be_mistaken_for_each_other() -> None:
    names = [*GAME.counters.ids, *GAME.board.labels]
    assert len({name.lower() for name in names}) == len(names)
    assert not any(set(name) & set("-:=, #") for name in names)


# ---------------------------------------------------------------------------------------------------- positions


@given(matches())
@SOME
def test_a_position_comes_back_from_its_text_and_plays_on(match: Match) -> None:
    text = GAME.notation(match)
    again = GAME.position(text, dice=match.dice)
    assert again.hash() == match.hash() and GAME.notation(again) == text
    assert again.decision == match.decision and list(again.actions()) == list(match.actions())
    if not match.over:
        action = match.actions()[0]
        assert again.apply(action) == match.clone().apply(action)


MID_ASSAULT = """
import trenchline
game = trenchline.load("they-shall-not-pass")
text = '''game: they-shall-not-pass
turn: 2
step: german-assault
1503: IR81, IR87
1504: 208R
stack: [{"type": "BeginAdvance"}, {"type": "Assault", "side": 0}]
'''
print(game.position(text, dice="hand").decision.kind)
"""


def test_a_position_in_the_midst_of_an_assault_can_be_read_by_a_fresh_process() -> None:
    ran = subprocess.run([sys.executable, "-c", MID_ASSAULT], capture_output=True, text=True, check=False)
    assert ran.stdout == "Assault\n", ran.stderr[-300:]


def test_a_decision_about_a_counter_that_does_not_exist_is_a_notation_error() -> None:
    with pytest.raises(NotationError):
        GAME.position(MOVEMENT + 'stack: [{"type": "MoveTo", "unit": 9999, "strategic": false}]\n').decision  # noqa: B018


# ---------------------------------------------------------------------------------------------------- whole matches


@given(matches())
@settings(deadline=None, derandomize=True, max_examples=6)
def test_a_match_comes_back_from_its_text(match: Match) -> None:
    text = match_text(match)
    again = restore(GAME, read_match(text))
    assert again.hash() == match.hash() and again.history == match.history and again.over == match.over
    assert (again.scenario, again.options) == (match.scenario, match.options)
    assert match_text(again) == text


@pytest.mark.parametrize("dice", ["hand", [3, 3, 3], None], ids=["by hand", "scripted", "fair"])
def test_a_match_from_a_position_comes_back_with_its_opening_and_its_dice(dice: object) -> None:
    match = GAME.position(MOVEMENT, dice=dice, nonces={"german": "ö ] ["})  # type: ignore[arg-type]
    for text in ("IR81", "IR81-1502", "done"):
        match.apply(match.parse(text))
    saved = read_match(match_text(match))
    assert saved.opening == MOVEMENT == match.opening
    again = restore(GAME, saved)
    assert again.hash() == match.hash() and again.save().dice == match.save().dice


def test_a_match_text_is_ordered_by_turn_and_step() -> None:
    text = match_text(stations(0)[-1])
    titles = [line for line in text.splitlines() if line and line[0] not in " ["]
    assert titles[0] == "1. February 21, III German Bombardment" and any(t.startswith("9. February 29") for t in titles)
    assert f"[Result {stations(0)[-1].result.level}" in text  # type: ignore[union-attr]
    assert max(map(len, text.splitlines()[8:])) <= 115


@pytest.mark.parametrize("sign", ["\u2028", "\x85"])
def test_a_nonce_may_hold_any_sign(sign: str) -> None:
    match = GAME.start(seed=1, nonces={"german": f"a{sign}b"})
    assert read_match(match_text(match)).dice == match.save().dice


@pytest.mark.parametrize("tag", ["Game", "Rules", "Scenario", "Options", "Dice", "Hash"])
def test_a_match_text_without_a_tag_is_refused_by_name(tag: str) -> None:
    text = match_text(stations(0)[1])
    without = "\n".join(line for line in text.splitlines() if not line.startswith(f"[{tag} "))
    with pytest.raises(NotationError, match=rf"lacks the tag \[{tag} \.\.\.\]"):
        read_match(without)


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("[Rules 3]", "[Rules one]", "a tag of the match cannot be read"),
        ("[Dice {", "[Dice {{", "a tag of the match cannot be read"),
        ("[Game they", "[Gamethey", r"line 1: a tag must have the form \[Name value\]"),
        ("[Scenario historical]", "[Scenario historical", r"line 3: a tag must have the form \[Name value\]"),
        ("[Rules 3]", "[Rules]", r"line 2: a tag must have the form \[Name value\]"),
    ],
)
def test_a_spoilt_tag_is_told_in_one_sentence(old: str, new: str, what: str) -> None:
    text = match_text(stations(0)[1])
    assert text.count(old) == 1
    with pytest.raises(NotationError, match=what):
        read_match(text.replace(old, new))


# ---------------------------------------------------------------------------------------------------- saves


@given(matches())
@settings(deadline=None, derandomize=True, max_examples=10)
def test_a_save_comes_back_and_is_saved_alike(match: Match) -> None:
    text = msgspec.json.encode(match.save())
    again = GAME.load(text)
    assert again.hash() == match.hash() and again.history == match.history and again.can_undo == match.can_undo
    assert msgspec.json.encode(again.save()) == text == msgspec.json.encode(decode(text))


def test_a_save_loads_as_text_bytes_or_struct(saved: Saved) -> None:
    text = msgspec.json.encode(saved)
    assert GAME.load(text).hash() == GAME.load(text.decode()).hash() == GAME.load(saved).hash() == saved.hash


def test_a_save_that_is_cut_short_anywhere_is_refused(saved: Saved) -> None:
    text = msgspec.json.encode(saved)
    for length in [*range(0, len(text), 97), len(text) - 1]:
        with pytest.raises(NotationError, match=r"^this is not a whole saved match: ") as told:
            GAME.load(text[:length])
        assert "\n" not in str(told.value)


@pytest.mark.parametrize("text", [b"", b"null", b"[]", b"{}", b"\xff\xfe", b"hello", b'{"format": "one"}'])
def test_what_is_no_save_at_all_is_refused(text: bytes) -> None:
    with pytest.raises(NotationError, match=r"^this is not a whole saved match: "):
        GAME.load(text)


def test_an_edited_hash_is_noticed(saved: Saved) -> None:
    assert "its fingerprint does not match" in str(spoilt(saved, hash="0" * 24))


def test_a_log_that_was_cut_is_noticed(saved: Saved) -> None:
    rolled = next(number for number, text in enumerate(saved.actions) if text.startswith("roll:"))
    assert "the log is cut short" in str(spoilt(saved, actions=saved.actions[:rolled]))
    assert "its log, options or dice are not those" in str(spoilt(saved, actions=saved.actions[:-1]))


def test_an_edited_action_is_named_with_its_number_and_the_reason(saved: Saved) -> None:
    number = next(n for n, text in enumerate(saved.actions) if text.startswith("move:"))
    unit = saved.actions[number].split(":")[1].split("-")[0]
    edited = [*saved.actions[:number], f"move:{unit}-3310", *saved.actions[number + 1 :]]
    assert str(spoilt(saved, actions=edited)).startswith(f"action {number + 1}, 'move:{unit}-3310': 3310 ")
    for text in ("gibberish!", "move:nobody-1501"):
        edited = [*saved.actions[:number], text, *saved.actions[number + 1 :]]
        assert str(spoilt(saved, actions=edited)).startswith(f"action {number + 1}: ")


def test_an_edited_die_is_named_with_what_really_fell(saved: Saved) -> None:
    number = next(n for n, text in enumerate(saved.actions) if text.startswith("roll:") and "," not in text)
    fell = saved.actions[number]
    other = "roll:1" if fell != "roll:1" else "roll:2"
    told = str(spoilt(saved, actions=[*saved.actions[:number], other, *saved.actions[number + 1 :]]))
    assert told == f"action {number + 1}: the log says {other!r}, but {fell!r} came of the dice"


def test_an_edited_nonce_is_noticed_by_the_dice_and_an_edited_seed_by_its_commitment(saved: Saved) -> None:
    nonces, seed = ({"nonces": {"german": "x"}}, {"seed": "ab" * 32})
    assert "came of the dice" in str(spoilt(saved, dice=msgspec.structs.replace(saved.dice, **nonces)))
    assert "committed to" in str(spoilt(saved, dice=msgspec.structs.replace(saved.dice, **seed)))


def test_a_save_of_another_game_format_or_rules_version_says_so(saved: Saved) -> None:
    assert str(spoilt(saved, game="big-push")) == "the save is of 'big-push', not of 'they-shall-not-pass'"
    assert f"rules version 99; this is version {GAME.rules_version}" in str(spoilt(saved, rules=99))
    assert f"format 99; this version reads formats 1 to {FORMAT}" in str(spoilt(saved, format=99))


def test_more_actions_than_a_match_has_are_refused() -> None:
    over = stations(0)[-1].save()
    assert "The match is over" in str(spoilt(over, actions=[*over.actions, "done"]))


def test_other_options_are_noticed(saved: Saved) -> None:
    assert spoilt(saved, options={"heavy_artillery": True})


def test_a_spoilt_opening_is_told_with_its_line() -> None:
    match = GAME.position(MOVEMENT, seed=1)
    assert str(spoilt(match.save(), opening=MOVEMENT.replace("IR81", "IR8x"))) == "line 4: there is no counter 'IR8x'"


@pytest.mark.parametrize("change", [{"scenario": "campaign"}, {"options": {"gas": True}}])
def test_an_unknown_scenario_or_option_in_a_save_is_a_notation_error(saved: Saved, change: dict) -> None:
    try:
        GAME.load(msgspec.structs.replace(saved, **change))
    except TrenchlineError as fault:
        assert isinstance(fault, NotationError)


def test_a_save_that_lies_about_being_over_is_noticed(saved: Saved) -> None:
    assert not saved.over
    spoilt(saved, over=True)


# ---------------------------------------------------------------------------------------------------- positions that cannot be


@pytest.mark.parametrize(
    ("stack", "says"),
    [
        ('[{"type":"NextAssault","side":0}]', "cannot stand still at NextAssault"),
        ('[{"type":"MoveTo","unit":3,"strategic":false}]', "no answer in this position|does not fit the position"),
        ('[{"type":"Hits","side":0,"hits":2}]', "cannot stand still at Hits"),
        ('[{"type":"Placing","unit":1}]', "cannot be read"),
        ("[" * 40_000, "cannot be read"),
    ],
)
def test_a_position_that_nobody_could_play_on_is_refused_when_it_is_read(stack: str, says: str) -> None:
    text = f"game: they-shall-not-pass\nturn: 2\nstep: german-assault\n1501: IR81\n1504: 208R\nstack: {stack}\n"
    with pytest.raises(NotationError, match=says):
        GAME.position(text)


def test_a_number_in_a_fight_that_stands_for_nothing_is_refused() -> None:
    fight = '{"side":0,"target":3,"gun_cells":[9999]}'
    with pytest.raises(NotationError, match=r"fight\.gun_cells names cell 9999"):
        GAME.position(f"game: they-shall-not-pass\nturn: 2\nstep: german-assault\n1501: IR81\n1504: 208R\nfight: {fight}\n")


# ---------------------------------------------------------------------------------------------------- a save proves its history


def test_an_action_left_out_is_noticed_though_the_position_be_the_same(saved: Saved) -> None:
    """Two dug-in orders in another order, or a naming stepped back from, lead to the same place: the log is another."""
    text = "game: they-shall-not-pass\nturn: 2\nstep: german-movement\n1501: IR81\n1603: IR87\n1504: 208R\n"
    match = GAME.position(text, seed=1)
    for text in ("dig:IR81", "dig:IR87"):
        match.apply(match.parse(text))
    whole = match.save()
    turned = msgspec.structs.replace(whole, actions=whole.actions[::-1])
    with pytest.raises(NotationError, match="its log, options or dice are not those"):
        GAME.load(turned)
    assert GAME.load(whole).hash() == match.hash()


def test_decisions_of_a_series_are_known_and_the_games_own_stand_before_them() -> None:
    from .series_fixture import game, shared

    known = stack_decoder((game.__name__, shared.__name__))
    found = known.decode('[{"type":"Advance","side":1},{"type":"Retreat","side":0},{"type":"Bombard","side":1,"guns":[2]}]')
    assert [type(d).__module__.rpartition(".")[2] for d in found] == ["shared", "game", "game"]
    assert issubclass(game.Retreat, shared.Retreat) and issubclass(game.Bombard, shared.Bombard)
