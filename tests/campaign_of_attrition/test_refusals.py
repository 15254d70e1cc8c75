"""What is not legal is refused with the reason and the case that are true of it."""

from itertools import islice
from random import Random

import pytest

from trenchline.core.actions import Action

from .kit import GAME, C, play, position, ready
from .test_losses import suffer

FAR = "\n1315: 133DI"  # somebody to fight against, far off

# What is asked, by what happened: position, actions before; then what is tried, part of the reason, the cases.
TABLE = {
    "build": (
        "turn: 5\nstep: german-build\nap: 40 40\n1605: 21ID\n1301: 5ID, 6ID\n2101: 9RD, 10RD\npool: 25ID, 30ID, 40DI, 11BD\n"
        "eliminated: 39ID\ntrack: 1BD\nstrip: FG1\nedge: 39DI" + FAR,
        [],
        {
            "40DI": ("40DI is not yours", "5.0a"),
            "21ID": ("21ID is on the map already", "5.0a"),
            "39ID": ("39ID is lost for good", "5.0b"),
            "1BD": ("1BD arrives on turn 2", "11.3.1b"),
            "strip:1509": ("Only the French strip", "4.8a"),
            "move:30ID-1301": ("Choose a unit of your Force Pool", "5.0a", "5.1"),
        },
    ),
    "build, poor": (
        "turn: 5\nstep: french-build\nap: 40 0\n1315: 72DI\npool: 14DI, 133DI, ENG1\nstrip: FG1\n1605: 21ID\n"
        "forts: 1011 silent, 1013 destroyed\ngerman ground: 1113",
        ["14DI", "14DI-0920", "ENG1", "ENG1-1520"],
        {
            "133DI": ("133DI costs 4 AP; 2 may still be spent", "5.0c", "5.1"),
            "strip:0317": ("There is no fortress in 0317", "4.8a"),
            "strip:1011": ("has lost its guns", "4.8b"),
            "strip:1013": ("is destroyed", "4.7f"),
            "strip:1113": ("The Germans were last in 1113", "4.8a", "2.8a"),
        },
    ),
    "strip": (
        "turn: 5\nstep: french-build\n1011: 72DI, 51DI, ENG1\n1610: 3DI\n1611: 21ID entrenched\nstrip: FG1",
        [],
        {
            "strip:1011": ("more than 1 other unit", "4.2a"),
            "strip:1610": ("lies in an enemy zone of control", "4.8a"),
        },
    ),
    "place": (
        "turn: 5\nstep: german-build\n1301: 5ID, 6ID\n1401: 72DI\n1202: 51DI entrenched\n1605: 21ID\npool: 30ID",
        ["30ID"],
        {
            "30ID-1301": ("1301 would hold units of two corps", "4.2b"),
            "30ID-1401": ("1401 is held by the enemy", "5.0d", "8.0e"),
            "30ID-1201": ("lies in an enemy zone of control", "5.0d"),
            "30ID-1605": ("appears in an entry hex: 1301, 2101", "5.0d"),
            "30ID-2102": ("2101 has room", "5.0d"),
            Action("place", "30ID", "9999"): ("There is no hex '9999'", "5.0d"),
            "21ID-2101": ("Choose the hex where 30ID appears", "5.0d"),
        },
    ),
    "enter": (
        "turn: 2\nstep: french-movement\nedge: 39DI\n0320: 72DI, 51DI\n0519: 21ID entrenched\n0720: 25ID",
        ["enter:39DI"],
        {
            "39DI-0320": ("0320 would hold units of two corps", "4.2b"),
            "39DI-0520": ("0520 lies in an enemy zone", "11.3.1a"),
            "39DI-0720": ("0720 is held by the enemy", "11.3.1a", "8.0e"),
            "39DI-0318": ("0318 is no hex of the south edge", "11.3.1a"),
            "72DI-0320": ("Choose the hex where 39DI enters", "11.3.1a"),
        },
    ),
    "siege": (
        "turn: 5\nstep: german-siege\n0318: RS1\n0317: 72DI\n0216: RS2 oos\n0116: 51DI\n1111: 5ID\n1110: 14DI\n"
        "forts: 1013 destroyed, 1011 silent\ngerman ground: 1011",
        [],
        {
            "0316": ("neither enemy units nor a fortress", "7.0a"),
            "1110": ("No Heavy Artillery of yours is next to 1110", "7.0a"),
            "0116": ("RS2 is out of supply", "7.1b"),
            "1013": ("is destroyed, and no enemy is there", "7.0a", "4.7f"),
            "1011": ("The fortress in 1011 is your own", "7.0a"),
            Action("target", cell="9999"): ("Choose a hex to fire at", "7.0a"),
        },
    ),
    "aim": (
        "turn: 5\nstep: german-siege\nap: 1 40\n0318: RS1, RS2\n0216: LS1 oos\n0320: 21ID\n0319: LS2\n0317: 72DI, XXX.HA",
        ["0317", "RS1"],
        {
            "XXX.HA": ("XXX.HA is not yours", "7.0a"),
            "21ID": ("21ID is no Heavy Artillery", "7.0a"),
            "RS1": ("RS1 is added already", "7.0b"),
            "LS2": ("LS2 is not next to 0317", "7.0a"),
            "RS2": ("no Administrative Points for another gun", "7.1a"),
        },
    ),
    "movement": (
        "turn: 5\nstep: german-movement\n1605: 21ID, RS1 fired\n1405: 5ID reserve, 6ID entrenched\n0317: 25ID disrupted\n"
        "0316: 72DI entrenched\n1011: LS1\n0218: 14DI\n0103: CAV demoralized\n0102: 9RD oos disrupted\npool: 30ID" + FAR,
        [],
        {
            "72DI": ("72DI is not yours", "8.0a"),
            "30ID": ("30ID is in the Force Pool", "5.0a"),
            "RS1": ("RS1 has fired", "7.2a"),
            "6ID": ("6ID is Entrenched", "8.0g"),
            "entrench:6ID": ("6ID is Entrenched already", "8.3a"),
            "mobilize:21ID": ("21ID is Mobile already", "8.3a"),
            "entrench:LS1": ("has no Entrenched side", "8.3a", "4.1b"),
            "recover:21ID": ("21ID is in good order", "9.6f"),
            "recover:25ID": ("25ID is in an enemy zone", "9.6f", "9.7g"),
            "recover:9RD": ("9RD is out of supply", "9.6f", "9.7g"),
            "reserve:25ID": ("Disrupted or Demoralized", "8.2d"),
            "reserve:6ID": ("6ID is Entrenched", "8.2a"),
            "meet:25ID-0316": ("0316 holds Entrenched units", "8.1b"),
            "meet:25ID-0417": ("There is no enemy in 0417", "8.1a"),
            "meet:25ID-1315": ("25ID is not next to 1315", "8.1c"),
            "meet:LS1-1110": ("is not Infantry", "8.1c"),
            "demolish:0317": ("There is no fortress in 0317", "4.7f"),
            "demolish:1013": ("None of your units is in 1013", "4.7f", "4.6b"),
            "enter:30ID": ("30ID is in the Force Pool", "5.0a"),
            "enter:21ID": ("21ID is on the map already", "11.3.1a"),
            Action("select", "99ID"): ("Choose one of your units", "8.0a"),
        },
    ),
    "reserve movement": (
        "turn: 5\nstep: german-reserve\n1605: 21ID reserve, 25ID\n1013: LS1" + FAR,
        [],
        {
            "25ID": ("25ID is not in Reserve", "8.2g"),
            "recover:21ID": ("in a Movement Phase only", "9.6f"),
            "reserve:21ID": ("in a Movement Phase only", "8.2a"),
            "demolish:1013": ("by those who have just entered it", "4.7f"),
        },
    ),
    "move past the enemy": (  # this search once kept a ring for each of a billion points: eight gigabytes and half a minute
        "turn: 5\nstep: german-movement\n0101: 21ID\n0103: 72DI entrenched\n0202: 51DI entrenched\n0301: 14DI entrenched\n"
        "0302: 3DI entrenched",
        ["21ID"],
        {"21ID-1315": ("No way leads to 1315 past the enemy and the river", "8.0e", "2.9")},
    ),
    "move through zones": (
        "turn: 5\nstep: german-movement\n0101: 21ID\n0103: 72DI entrenched\n0301: 14DI entrenched",
        ["21ID"],
        {"21ID-1315": ("Every way to 1315 leads into an enemy zone of control", "4.5f")},
    ),
    "move": (
        "turn: 5\nstep: german-movement\n0319: 21ID\n0317: 72DI entrenched\n1212: 51DI",
        ["21ID"],
        {
            "21ID-0317": ("0317 is held by the enemy", "8.0e"),
            "21ID-0319": ("21ID stands in 0319 already", "8.0a"),
            "21ID-1315": ("1315 is too far: it costs", "8.0b"),
            Action("move", "21ID", "9999"): ("There is no hex '9999'", "8.0a"),
            "25ID-0320": ("Choose the hex 21ID moves to", "8.0a"),
        },
    ),
    "meet": (
        "turn: 5\nstep: german-movement\n0318: 21ID, 25ID demoralized, RS1 fired\n0319: 9RD\n0317: 72DI",
        ["meet:21ID-0317"],
        {
            "72DI": ("72DI is not yours", "8.1d"),
            "21ID": ("21ID takes part already", "8.1c"),
            "9RD": ("9RD is not of the stack in 0318", "8.1d"),
            "25ID": ("25ID is Demoralized", "9.7a"),
            "RS1": ("RS1 has fired", "7.2b"),
        },
    ),
    "combat": (
        "turn: 5\nstep: german-combat\n0318: 21ID, 25ID\n0317: 72DI\n0115: 51DI\n0114: 9RD entrenched\n0315: 14DI\n"
        "0402: 5ID\n0502: 3DI",
        [],
        {
            "0318": ("There is no enemy in 0318", "9.0a"),
            "0315": ("No unit of yours is next to 0315", "9.0a"),
            "0115": ("9RD is Entrenched", "8.0g"),
            "0502": ("The river lies between", "9.8.4"),
            Action("attack", cell="9999"): ("Choose a hex to attack", "9.0a"),
        },
    ),
    "declare": (
        "turn: 5\nstep: german-combat\n0318: 21ID, 25ID demoralized\n0317: 72DI\n0417: 5ID reserve\n0216: RS1 fired\n"
        "0217: 9RD entrenched\n0320: 10RD\npool: 30ID",
        ["0317", "21ID"],
        {
            "72DI": ("72DI is not yours", "9.0a"),
            "21ID": ("21ID takes part already", "9.0c"),
            "25ID": ("25ID is Demoralized", "9.7a"),
            "5ID": ("5ID is in Reserve", "8.2b"),
            "RS1": ("RS1 has fired", "7.2b"),
            "9RD": ("9RD is Entrenched", "8.0g"),
            "10RD": ("10RD is not next to 0317", "9.0a"),
            "30ID": ("30ID is in the Force Pool", "5.0a"),
        },
    ),
    "attacker's support": (
        "turn: 5\nstep: german-combat\n1707: 21ID, 25ID, RS1\n1807: RS2 oos, GAS1\n1708: 72DI\n1605: LS1, GAS2",
        ["1708", "21ID", "RS1", "attack"],
        {
            "elan=2": ("Only French defenders have Elan", "9.8.3a"),
            "hurricane=2": ("Choose the guns", "9.8.1a"),
            "flamethrowers=9": ("From 1 to", "9.8.2"),
            "flamethrowers=0": ("From 1 to", "9.8.2"),
            "RS1": ("RS1 takes part in the attack itself", "9.8.1c"),
            "RS2": ("RS2 is out of supply", "9.8a"),
            "LS1": ("LS1 is not next to 1708", "9.8.1a"),
            "25ID": ("25ID is no Heavy Artillery", "9.8.1a"),
            "gas:25ID": ("25ID is no gas unit", "4.1i"),
            "gas:GAS1": ("GAS1 is not stacked with a unit that fights", "4.1i"),
            "gas:72DI": ("72DI is not yours", "4.1i"),
        },
    ),
    "defender's support": (
        "turn: 5\nstep: german-combat\n1707: 21ID oos\n1708: 72DI, XXX.HA",
        ["1708", "21ID", "attack"],
        {
            "flamethrowers=3": ("Only German attackers", "9.8.2"),
            "hurricane=2": ("Only the attacker", "9.8.1a"),
            "XXX.HA": ("Only the attacker", "9.8.1a"),
            "elan=9": ("From 1 to 2 AP", "9.8.3a"),
        },
    ),
    "no flamethrowers": (
        "turn: 5\nstep: german-combat\n1707: 21ID oos, GAS1\n1708: 72DI",
        ["1708", "21ID", "attack"],
        {"flamethrowers=3": ("21ID is out of supply", "9.8a")},
    ),
    "attrition": (
        "turn: 5\nstep: german-attrition\n1605: 21ID\n0317: 25ID, RS1" + FAR,
        [],
        {
            "pay": ("have no line of communication", "6.1a"),
            "133DI": ("133DI is not yours", "6.1b"),
            "21ID": ("21ID is not in 0317", "6.1b"),
        },
    ),
    "operations": (
        "turn: 5\nstep: german-operations\nap: 5 40\n1605: 21ID\n1405: 5ID\n1505: 9RD\n0317: 10RD\npool: 30ID" + FAR,
        ["21ID", "5ID"],
        {
            "133DI": ("133DI is not yours", "4.9a"),
            "30ID": ("30ID is in the Force Pool", "5.0a"),
            "21ID": ("XVIII Corps is chosen already", "4.9b"),
            "9RD": ("5 AP do not suffice for 3 corps", "4.9b"),
            "combat": ("That costs 14 AP; you have 5", "4.9g"),
            "strategic": ("That costs 10 AP; you have 5", "4.9f"),
            "done": ("Choose an operation for the corps", "4.9b"),
            "cancel": ("you can stop only where", "1.1b"),
        },
    ),
    "operations, first": (
        "turn: 5\nstep: german-operations\n1605: 21ID\n0317: 10RD" + FAR,
        [],
        {
            "10RD": ("10RD has no line of communication", "4.9c"),
            "movement": ("Choose a corps first", "4.9b"),
        },
    ),
    "an activation": (
        "turn: 5\nstep: german-operations\n1605: 21ID\n0317: 25ID\n1405: 5ID" + FAR,
        ["21ID", "movement"],
        {
            "5ID": ("5ID is not of the activated corps", "4.9b"),
            "25ID": ("25ID had no line of communication when", "4.9c"),
        },
    ),
    "set-up": (
        "scenario: sectors\nstep: french-setup\nsetup: 72DI, 51DI, 14DI, 21ID\n1607: 3DI entrenched\npool: 40DI",
        [],
        {
            "21ID": ("21ID is not yours", "11.1a", "11.2a"),
            "3DI": ("3DI is placed already", "11.1a", "11.2a"),
            "40DI": ("40DI is in the Force Pool", "5.0a"),
            "entrench:72DI": ("72DI is not placed yet", "11.1a"),
            "entrench:3DI": ("3DI is Entrenched already", "11.2c"),
            "lift:72DI": ("72DI is not placed yet", "11.1a"),
        },
    ),
    "set-up, a place": (
        "scenario: sectors\nstep: french-setup\nsetup: 72DI\n0607: 51DI, 14DI",
        ["72DI"],
        {
            "72DI-0607": ("0607 would hold more than 2 divisions", "4.2a"),
            "72DI-1607": ("72DI may not set up in 1607", "11.1.1a"),
            "51DI-0607": ("Choose the hex in which 72DI sets up", "11.1a", "11.2a"),
            Action("place", "72DI", "9999"): ("There is no hex '9999'", "11.1a", "11.2a"),
        },
    ),
}
ROWS = [(name, tried) for name, (_, _, table) in TABLE.items() for tried in table]


def refusal(match, tried):
    """Why something is not legal; the position stays as it is, and the sentence bears no marks."""
    before = match.hash()
    verdict = match.legal(match.parse(tried) if isinstance(tried, str) else tried)
    assert not verdict, f"{tried} is legal"
    assert match.hash() == before and "{" not in verdict.reason and "}" not in verdict.reason
    return verdict


@pytest.mark.parametrize(("name", "tried"), ROWS, ids=[f"{name}: {tried}" for name, tried in ROWS])
def test_a_refusal_gives_the_reason_and_its_case(name, tried):
    text, before, table = TABLE[name]
    match = position(text, dice=[1])
    play(match, *before)
    words, *cases = table[tried]
    verdict = refusal(match, tried)
    assert words in verdict.reason and verdict.cases == tuple(cases), verdict


LOSSES = {
    "a lone trench": (
        ("1708: 72DI entrenched\n1707: 21ID", 4),
        {
            "retreat=2": ("leave their trenches first", "9.2k"),
            "retreat=5": ("one, two or three hexes", "9.2h", "9.2i", "9.2j"),
            "72DI": ("uses all other means", "9.2c"),
            "step:72DI": ("no Heavy Artillery", "4.6d"),
            "21ID": ("21ID is not yours", "9.2a"),
        },
    ),
    "a stack": (
        ("1708: 14DI, 51DI, XXX.HA reduced\n1707: 21ID, 25ID\n1709: 72DI", 2),
        {
            "51DI": ("14DI has more Strength Points", "9.2b"),
            "flip": ("None of the defenders is Entrenched", "9.2g"),
            "retreat=3": ("Only 2 loss points are left", "9.4a"),
            "72DI": ("72DI takes no part", "9.2a"),
        },
    ),
    "a demoralized stack": (
        ("1708: 72DI demoralized, 51DI\n1707: 21ID", 2),
        {"retreat=1": ("Demoralized units may not retreat", "9.7d")},
    ),
    "six points": (
        ("1708: 14DI, 37DI, XXX.HA\n1707: 21ID, 25ID\n1709: 51DI", 6),
        {"pay": ("cost a unit, the strongest, before", "9.2d", "9.2b"), "51DI": ("takes no part", "9.2a")},
    ),
}
LOSS_ROWS = [(name, tried) for name, (_, table) in LOSSES.items() for tried in table]


@pytest.mark.parametrize(("name", "tried"), LOSS_ROWS, ids=[f"{name}: {tried}" for name, tried in LOSS_ROWS])
def test_a_way_to_absorb_losses_that_is_not_open_is_refused_for_what_it_is(name, tried):
    told, table = LOSSES[name]
    words, *cases = table[tried]
    verdict = refusal(suffer(*told), tried)
    assert words in verdict.reason and verdict.cases == tuple(cases), verdict


@pytest.mark.case("campaign-of-attrition", "9.2e", "9.2f", "9.2g")
def test_what_attackers_may_not_do_with_their_losses():
    match = suffer("1708: 72DI\n1707: 21ID, 25ID", 3, who="attacker")
    assert refusal(match, "flip").cases == ("9.2g",) and refusal(match, "retreat=2").cases == ("9.2f",)
    play(match, "pay", "pay")
    assert refusal(match, "pay").cases == ("9.2e",)


@pytest.mark.case("campaign-of-attrition", "9.4a", "9.4b", "9.4d", "9.4e", "9.4f")
def test_where_a_retreat_may_not_lead():
    text = "1708: 72DI\n1707: 21ID\n1607: 5ID\n1709: 29DI, 67DI\n1909: 9RD entrenched\n1710: 51DI"
    match = suffer(text, 1)
    play(match, "retreat=1")
    told = {cell: refusal(match, f"72DI-{cell}") for cell in ("1607", "1808", "1710", "1709", "1807")}
    found = {cell: verdict.cases for cell, verdict in told.items()}
    assert found == {"1607": ("9.4f",), "1808": ("9.4e",), "1710": ("9.4a",), "1709": ("9.4d", "4.2b"), "1807": ("9.4b",)}
    assert refusal(match, "51DI-1709").cases == ("9.4a",)


@pytest.mark.case("campaign-of-attrition", "9.3a", "9.3b", "8.1f", "4.7f")
def test_where_an_advance_may_not_lead():
    match = position("turn: 5\nstep: german-combat\n0318: 21ID\n0317: ENG1\n0217: 72DI\n0418: 5ID, 6ID\n0320: 9RD", dice=[6, 1])
    play(match, "0317", "21ID", "attack")
    ready(match)
    while match.decision.kind != "Advance":
        play(match, match.notate(match.actions()[0]))
    tried = ("21ID-0217", "21ID-0315", "21ID-0418", "9RD-0319", "72DI-0317", "demolish:0317")
    found = {text: refusal(match, text).cases for text in tried}
    assert found == {
        "21ID-0217": ("8.0e",),
        "21ID-0315": ("9.3a",),
        "21ID-0418": ("4.2b",),
        "9RD-0319": ("9.3a",),
        "72DI-0317": ("9.3a",),
        "demolish:0317": ("4.7f",),
    }


VERBS = [
    "select",
    "move",
    "add",
    "build",
    "place",
    "enter",
    "meet",
    "retreat",
    "advance",
    "eliminate",
    "step",
    "suffer",
    "lose",
    "corps",
    "barrage",
    "gas",
    "entrench",
    "mobilize",
    "recover",
    "reserve",
    "remove",
    "join",
    "lift",
    "target",
    "attack",
    "strip",
    "demolish",
    "pay",
    "flip",
    "done",
    "ready",
    "fire",
    "cancel",
    "hurricane",
    "elan",
    "flamethrowers",
]


def attempts(chance):
    """Things a player might try at any decision, most of them wrong."""
    units, cells = list(C.unit), list(C.board.index)
    while True:
        unit, cell = chance.choice(["", *units]), chance.choice(["", "9999", *cells])
        verb, value = chance.choice(VERBS), chance.choice([0, 0, 0, 1, 3])
        yield Action(verb, unit if chance.random() < 0.8 else "", cell if chance.random() < 0.5 else "", value)


@pytest.mark.parametrize(("scenario", "seed"), [("historical", 3), ("sectors", 4), ("free", 5)])
def test_whatever_is_tried_in_a_match_is_refused_in_a_plain_sentence(scenario, seed):
    match = GAME.start(scenario, seed=seed)
    chance = Random(seed)
    for _ in range(500):
        if match.over:
            break
        if match.player != "dice":
            for action in islice(attempts(chance), 12):
                verdict = match.legal(action)
                assert bool(verdict) == (action in list(match.actions())), action
                if not verdict:
                    assert not set("{}") & set(verdict.reason) and verdict.cases, (action, verdict)
                    assert not verdict.reason.startswith("That is not possible now"), (action, match.decision)
        actions = match.actions()
        match.apply(actions[chance.randrange(len(actions))])


@pytest.mark.case("campaign-of-attrition", "13.2", "CA-R71")
@pytest.mark.parametrize("seed", [8, 9, 10])
def test_a_refusal_tells_nothing_that_the_fog_of_war_hides(seed):
    match = GAME.start("historical", seed=seed, options={"fog_of_war": True})
    chance = Random(seed)
    for number in range(260):
        if match.over:
            break
        if match.player != "dice" and number % 4 == 0:
            other = GAME.redeal(match, match.player, number)
            for action in islice(attempts(chance), 25):
                assert match.legal(action) == other.legal(action), (action, match.decision)
        actions = match.actions()
        match.apply(actions[chance.randrange(len(actions))])
