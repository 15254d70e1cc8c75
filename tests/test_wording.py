"""What a player reads: the terms of the trade, numbers that agree with their nouns, no codes alone, one name for one thing."""

import re
from pathlib import Path
from random import Random

import pytest

import trenchline
from trenchline.ai import ask, make_player
from trenchline.core.actions import Action
from trenchline.core.wording import counted, listed
from trenchline.games.verdun_1916.components import FRENCH
from trenchline.games.verdun_1916.position import NEUTRALISED
from trenchline.games.verdun_1916.sequence import reorganisation_phase

from .big_push import test_over_the_top as over_the_top
from .they_shall_not_pass import kit as pass_kit
from .verdun_1916 import kit as verdun_kit


def goals_of(slug, scenario, side):
    game = next(game for game in trenchline.games() if game.slug == slug)
    return next(s for s in game.scenarios if s.id == scenario).goals[side]


def test_numbers_agree_with_their_nouns():
    assert [counted(n, "point") for n in (0, 1, 2, 0.5)] == ["0 points", "1 point", "2 points", "0.5 points"]
    assert [counted(n, "hex", "hexes") for n in (1, 2)] == ["1 hex", "2 hexes"]
    assert [listed(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]


@pytest.mark.case("big-push", "15.7.1/2")
def test_goals_of_the_campaign_are_a_list_of_things_to_do():
    assert goals_of("big-push", "campaign", "allied")[0] == (
        "Allied victory I, all of these: clear the German start trench of German units; claim every place among the drawn "
        "objectives; meet every other drawn objective (15.7.1/2)."
    )


@pytest.mark.case("generation-lost", "19.1.6-GS", "20.8-GII")
def test_goals_of_verdun_say_who_holds_it_and_one_point_is_one_point():
    first = goals_of("generation-lost", "firestorm", "german")[0]
    assert first == "German strategic victory: hold Verdun (the last side to enter it holds it) (19.1.6-GS)."
    second = goals_of("generation-lost", "campaign", "german")[1]
    assert second == "German victory II, all of these: occupy Verdun; lead by 1 point (20.8-GII)."


@pytest.mark.case("big-push", "14.1.4a")
def test_the_victory_card_tells_how_far_each_condition_is_met():
    standing = trenchline.load("big-push").start("over_the_top", seed=1).view("allied").standing
    allied, german = standing.aims
    assert (allied.side, allied.need, german.need) == ("allied", "all of these", "one of these")
    assert [condition.now for condition in allied.conditions][1:] == ["0 of 4", "0 of 2"]
    assert [(condition.met, condition.now) for condition in german.conditions] == [(True, ""), (False, "0 of 25")]


@pytest.mark.case("generation-lost", "20.8-GI")
def test_the_victory_card_of_the_campaign_keeps_secrets():
    aims = trenchline.load("generation-lost").start("campaign", seed=1).view("french").standing.aims
    objectives = [c for aim in aims for c in aim.conditions if c.text == "meet all drawn objectives"]
    assert [(c.met, c.now) for c in objectives] == [(False, "")]


@pytest.mark.case("big-push", "8.7")
def test_going_over_the_top_has_one_name():
    match = over_the_top.committed("B4.1", "B3.1", dice=[4])
    assert match.decision.prompt == (
        "Over the top: choose a committed unit or stack to send in, or stop. "
        "Each adds 1 to the assault dice; losses of both sides double."
    )
    labels = {label_of(match, action) for action in match.actions()}
    assert labels == {
        "B4.1 goes over the top",
        "B4.1 and its stack go over the top",
        "B3.1 goes over the top",
        "Nobody else goes over the top",
    }
    assert [event.text for event in match.apply(match.parse("B4.1"))][-1] == "{B4.1} goes over the top"
    assert "over the top" in next(c for c in match.view("allied").counters if c.id == "B4.1").states
    assert "over the top" in {word.word for word in match.game.reference.states}


def label_of(match, action):
    return match.position.stack[-1].label(match.position, action)


@pytest.mark.case("they-shall-not-pass", "7.1")
def test_a_barrage_tells_what_it_did():
    match = pass_kit.position("turn: 2\nstep: german-bombardment\nweather: bad\n1801: III.A1\n1606: 42RI", dice=[1])
    events = [event for text in ("barrage:1606", "III.A1", "fire") for event in match.apply(match.parse(text))]
    assert [event.text for event in events if event.kind == "barrage"] == ["Barrage of {1606} on column 4-6: no effect"]


@pytest.mark.case("verdun-1916", "2.1.7")
def test_one_unit_recovers_and_two_recover():
    p = verdun_kit.position("turn: 2\nstep: german-movement\n3114: 42RI\n3115: 35RI\n3101: IR81").position
    for units, told in ((("42RI",), "{42RI} recovers"), (("42RI", "35RI"), "{42RI}, {35RI} recover")):
        for unit in units:
            p.status[p.c.unit[unit]] |= NEUTRALISED
        reorganisation_phase(p, FRENCH)
        assert p.events[-1].text == f"{told} from neutralisation"


# ------------------------------------------------------------------------------------------------ what must not come back

NOUNS = "points|steps|hexes|squares|hits|units|factors|guns|turns|columns|barrages|attacks|screens|resources|replacements|dice"
SEVERAL_DO = "assault|recover|break|go|fire|answer|bombard|retreat|arrive|close"
WRONG = {
    "a number that does not agree with its noun": rf"(?<![\d.,:/+-])\b1 (?:[A-Za-z/-]+ ){{0,2}}(?:{NOUNS})\b",
    "a value that is missing": r"\bundefined\b|\bNaN\b|\bnull\b|\[object",
    "all of two": r"\ball [12]\b",
    "a case named like an identifier": r"\b\d+\.\d+[/-][A-Za-z]{3,}",
    "two full stops": r"(?<!\.)\.\.(?!\.)|\.:|;\.",
    "an identifier": r"[a-z]_[a-z]",
    "a result code alone": r": (?:-|X|M[123]?|A[2]?S?R|D[2]?S?R|DEBT|DE|ENG|C|I|S|D|[23]?ST|\d/\d)$",
    "one unit that does what several do": rf"^\{{[^}}]+\}} (?:{SEVERAL_DO}|attack(?! strength))\b",
    "words that riddle": r"\bgoes? up\b|nobody is harmed|to stand in|\bgoes? in$|named last|\bpressed\b|\bhas not the\b",
    "a chain of and or or": r"\{[^}]+\} (and|or) \{[^}]+\} \1 \{",
    "the notation of a text mode": r"\blift:",
    "all but both": r"\b[Bb]oth sides have no\b|\b0 \w+ of \w+ must\b",
    "another name for air units": r"\bair ?men\b",
}


def faults(text):
    """What is wrong with a text that a player reads."""
    return [(what, text) for what, pattern in WRONG.items() if re.search(pattern, text)]


def test_the_examples_that_players_stumbled_over_are_found():
    examples = (
        "a lead of 1 points", "Returns (optional), at undefined", "Yield all 2", "Rule 3.5/command-mode", "2 seventy_fives",
        "Barrage of {0603} on column 7-10: -", "{362R} recover", "{F18} goes up: nobody is harmed", "Turn it.. Then go",
        "German strategic victory needs to be the last to stand in Verdun", "36Br goes in", "Assault on {K5} by {36Br}: DEBT",
        "14RD has not the 3 movement points it takes", "{1304} and {1404} and {1204} must be left",
        "lift:21ID takes it up again", "Both sides have no air observation this turn", "Hold the airmen back",
    )  # fmt: skip
    assert [text for text in examples if not faults(text)] == []
    fair = ("lead by 1 point", "Turn 1: July 1, 1916", "1 of 4 squares", "{362R} recovers", "turns 1 to 4")
    assert [faults(text) for text in fair if faults(text)] == []


def texts_of_a_game(slug, scenario, bot, count):
    """All that is read while a game is played: prompts, buttons, log, arithmetic, refusals, reasons, tracks, goals."""
    game, chance = trenchline.load(slug), Random(f"{slug} {scenario}")
    match, players, found = game.start(scenario, seed=7), {}, set()
    for _ in range(count):
        if match.over:
            break
        decision, actions = match.position.stack[-1], list(match.actions())
        found.add(match.decision.prompt)
        found.update(decision.label(match.position, action) for action in chance.sample(actions, min(5, len(actions))))
        wrong = Action(chance.choice(actions).kind, chance.choice(game.components.ids), chance.choice(game.board.labels))
        found.add(match.legal(wrong).reason)
        player = players.setdefault(match.player, make_player(bot, 7))
        advice = ask(player, match, chance)
        found.add(advice.why)
        for event in match.apply(advice.action):
            found.update((event.text, *(line.text for line in event.lines)))
    view = match.view(match.player if not match.over else game.sides[0])
    found.update(view.reasons)
    found.update(value for track in view.tracks.items() for value in track)
    if view.standing is not None:
        conditions = (c for aim in view.standing.aims for c in aim.conditions)
        found.update((view.standing.text, view.standing.next, *(text for c in conditions for text in (c.text, c.now))))
    return found


@pytest.mark.parametrize(
    ("slug", "scenario", "bot", "count"),
    [
        ("they-shall-not-pass", "historical", "sergeant", 500),
        ("they-shall-not-pass", "free", "random", 500),
        ("verdun-1916", "historical", "sergeant", 500),
        ("verdun-1916", "hypothetical_free", "random", 500),
        ("campaign-of-attrition", "historical", "sergeant", 500),
        ("campaign-of-attrition", "free", "random", 500),
        ("big-push", "over_the_top", "sergeant", 700),
        ("big-push", "campaign", "random", 900),
        ("generation-lost", "firestorm", "sergeant", 700),
        ("generation-lost", "campaign", "random", 900),
    ],
)
def test_nothing_that_is_read_in_a_game_is_badly_put(slug, scenario, bot, count):
    found = [fault for text in sorted(texts_of_a_game(slug, scenario, bot, count)) for fault in faults(text)]
    assert found == []


def test_nothing_in_the_catalogue_the_glossary_or_a_lesson_is_badly_put():
    told = set()
    for game in trenchline.games():
        reference = trenchline.load(game.slug).reference
        told.update(text for s in game.scenarios for text in (s.title, s.summary))
        told.update(text.rpartition(" (")[0] for s in game.scenarios for goals in s.goals.values() for text in goals)
        told.update(text for o in game.options for text in (o.title, o.summary))
        entries = (*reference.states, *reference.ground, *reference.markers, *reference.terms)
        told.update(f"{entry.word}: {entry.about}" for entry in entries)
        pages = (page for lesson in trenchline.load(game.slug).lessons for page in lesson.document.steps)
        told.update(re.sub(r"\d/(?=[a-z])", "", page.say) for page in pages)  # a client makes links of cases
    assert [fault for text in sorted(told) for fault in faults(text)] == []


STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
HOME = Path(trenchline.__file__).parent
COUNTED_BY_HAND = re.compile(rf"\$\{{[^}}]*\}} (?:{NOUNS}|counters|actions|places)\b")


def test_nothing_that_the_client_says_is_badly_put():
    """Its words are strings with spaces in them; numbers get their nouns from `counted`."""
    found = []
    for file in sorted((HOME / "web").rglob("*.js")):
        source = re.sub(r"^\s*(?://|\*|/\*).*$|/\*\*.*?\*/", "", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
        texts = [plain or template for plain, template in STRING.findall(source)]
        said = [text for text in texts if re.search(r"[a-z] [a-z]", text) and "<" not in text]
        wrong = [text for text in said if COUNTED_BY_HAND.search(text)]
        read = [re.sub(r"\$\{[^}]*\}", "{}", text) for text in said]
        found += [(file.name, *fault) for text in read for fault in faults(text)] + [(file.name, text) for text in wrong]
    assert found == []


def test_numbers_get_their_nouns_from_one_place():
    """`counted` alone knows of plurals."""
    by_hand = re.compile(r"""(?<!\w)['"](?:s|es)['"] (?:\*|if) """)
    found = [file for file in HOME.rglob("*.py") if by_hand.search(file.read_text(encoding="utf-8"))]
    assert [str(file) for file in found if file.name != "wording.py"] == []
