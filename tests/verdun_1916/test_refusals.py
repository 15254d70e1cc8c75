"""Why not: every decision tells the particular reason and the case that says so."""

from random import Random

import pytest

from trenchline.core.actions import Action

from .kit import GAME, C, declare, fight, guns, march, play, position

# ------------------------------------------------------------------------------------------------ the positions


def setup(side="french"):
    match = GAME.start("historical_free", seed=1)
    if side == "german":
        play(match, "historical")
    return match


FIELD = "3114: 42RI, 14.HQ\n3110: FA21, IR81\n3111: XVIII.HQ\n3120: 44RI\n1713: VII.A\n2520: 351R"
BARRAGE = f"{FIELD}\n3109: XVIII.A1 fired\n3108: V.A1\narmy: RAIL1, AIR1 fired\neliminated: IR99 lost\nshelled: 3120"


def bombardment():
    return guns(BARRAGE)


def far_off():
    return guns("3110: FA21\n2512: IR81\n2518: AD14\nfallen: 2512", side="french")


def aimed():
    match = guns(BARRAGE)
    play(match, "3114")
    return match


def lone_hq():
    match = guns("3114: 14.HQ\n3110: FA21, XVIII.A1, FA25\n3120: 44RI")
    play(match, "3114", "FA21", "XVIII.A1")
    return match


def shelled():
    match = guns("3114: 42RI, 14.B1, 14.HQ\n3113: 44RI\n3001: IR81\narmy: RAIL1, RAIL2", dice=[3])
    play(match, "3114", "RAIL1", "RAIL2", "fire")
    assert match.decision.kind == "ShellLoss"
    return match


COMBAT = """
3113: IR81, XVIII.HQ
3213: IR87 attacked
3110: FA21, XVIII.A1 fired, FR80
3114: 42RI
3115: 44RI
2915: 60RI attacked-at
2914: IR99
2818: 351R
3012: V.A1
army: RAIL1, AIR1
eliminated: IR117 lost
struck: 2915
"""


def combat():
    return fight(COMBAT)


def declared():
    match = fight(COMBAT)
    play(match, "3114", "IR81")
    return match


def second():
    return fight("3113: IR81\n3213: IR87 exploited\n3114: 42RI\n3012: ST4\n3011: 44RI", phase="second-combat")


def second_declared():
    match = second()
    play(match, "3114")
    return match


def support():
    match = fight("3113: IR81\n3114: 42RI\n3118: AD14, XXX.A1 fired, AD51, 44RI\n3117: AD72", dice=[3])
    play(match, "3114", "IR81", "attack")
    assert match.decision.kind == "Support"
    return match


def announced():
    match = fight("3113: IR81\n3114: 42RI", dice=[3])
    return declare(match, "3114", "IR81")


def losses():
    match = fight("3113: IR81, IR87 loss\n3114: 42RI, 14.HQ, 14.B1\n3115: 44RI\n2512: 351R", dice=[4])
    declare(match, "3114", "IR81", "IR87")
    play(match, "resolve")
    assert match.decision.kind == "Losses" and match.player == "french"
    return match


def storm_losses():
    return fight("losses: german 1 3113\n3113: IR81, ST4\n3114: 42RI")


def fortress():
    match = fight("2511: IR81\n2611: IR87\n2512: 42RI\n2515: 44RI", dice=[6])
    declare(match, "2512", "IR81", "IR87")
    play(match, "resolve")
    return match


def garrison():
    match = fortress()
    play(match, "hold")
    return match


def retreat(text):
    """351R in 3114 is driven from it by IR81."""

    def ask():
        match = fight(f"3113: IR81\n3114: 351R\n{text}", dice=[6])
        declare(match, "3114", "IR81")
        play(match, "resolve")
        assert match.decision.kind == "Retreat", match.decision
        return match

    return ask


def two_stacks():
    match = fight("3214: IR81\n3113: IR87\n3114: 351R\n3115: 14.B2", dice=[5])
    declare(match, "3114 3115", "IR81", "IR87")
    play(match, "resolve")
    assert match.decision.kind == "RetreatOrder", match.decision
    return match


def advance():
    match = fight("3113: IR81, XVIII.HQ, ST5\n3213: LGIR115\n3109: FA21\n3114: 351R flipped\n3120: 42RI", dice=[6])
    declare(match, "3114", "IR81", "FA21")
    play(match, "resolve")
    while match.player == "french":
        play(match, match.notate(match.actions()[0]))
    assert match.decision.kind == "Advance", match.decision
    return match


MOVEMENT = """
3104: IR81, XVIII.HQ, FA21
3113: IR87
3114: 42RI
3120: 44RI
1402: RIR16 moved
3001: IR99 neutralised
2901: IR105
reserve: RIR13
army: RAIL1, AIR1
eliminated: IR117 lost
returning: V.HQ
destroyed: V.HQ 1
"""


def movement():
    return march(MOVEMENT)


def moving(unit):
    def ask():
        match = march(MOVEMENT)
        play(match, unit)
        return match

    return ask


def near_zone(text):
    def ask():
        match = march(text)
        play(match, "IR81")
        return match

    return ask


def halted():
    match = march("3112: IR81\n3114: 42RI, 14.B1\n3013: FA21\n3120: 44RI")
    play(match, "IR81", "IR81-3113")
    return match


def exploitation():
    text = "3104: IR81, XVIII.HQ, FA21, IR87 neutralised\n3120: 42RI\n3001: IR99 uncommanded\nreserve: RIR13"
    return march(text, phase="exploitation")


def french_march():
    return march("3112: 42RI, 351R flipped\nstock: 14.B1\n3001: IR81\nreserve: 2Z, 85RI", side="french", turn=3)


def detaching():
    match = french_march()
    play(match, "351R")
    return match


def entering():
    match = french_march()
    play(match, "2Z")
    return match


def reserve():
    match = march("reserve: FR80\n3120: 42RI\n2401: 56BCP")
    play(match, "FR80")
    return match


def crowded():
    match = march("3113: IR81, XVIII.HQ, ST4\n3001: IR99\n3120: 42RI")
    play(match, "done")
    return match


def returning():
    text = "turn: 3\nstep: german-command\nreturning: XVIII.HQ\ndestroyed: XVIII.HQ 2\n3114: 42RI\n3101: IR81, ST4\n2512: 14.B1"
    return position(text)


def extra():
    return position("turn: 5\nstep: french-reorganisation\n3114: 42RI\n3001: IR81")


def placing():
    match = setup()
    play(match, "351R")
    return match


def placing_gun():
    match = setup("german")
    play(match, "FA21")
    return match


def bunkered():
    match = setup()
    play(match, "bunker:1905")
    return match


NOWHERE = "9999"

# Who is asked, what is answered, what is said, and the case.
TABLE = [
    # 8.1 the target of a barrage
    (bombardment, Action("barrage", cell=NOWHERE), "There is no hex '9999'", "8.1a"),
    (bombardment, "3110", "Your own units stand in 3110", "8.1a"),
    (bombardment, "3115", "No enemy unit stands in 3115", "8.1a"),
    (bombardment, "2512", "works alone are not bombarded", "8.1a"),
    (bombardment, "3120", "has been barraged", "8.1b"),
    (bombardment, "1713", "out of play", "14.2D-c"),
    (bombardment, "select:FA21", "Choose a hex to barrage", "8.1"),
    (far_off, "3110", "out of range of every gun", "8.0a"),
    # 8.1 the guns of a barrage
    (aimed, "fire", "at least one gun", "8.1a"),
    (aimed, "42RI", "42RI is not yours", "8.1a"),
    (aimed, "IR81", "infantry", "8.1a"),
    (aimed, "XVIII.HQ", "an HQ", "8.1a"),
    (aimed, "XVIII.A1", "used in this player turn", "8.0e"),
    (aimed, "AIR1", "used in this turn", "11c"),
    (aimed, "FA25", "takes no part", "14.2"),
    (aimed, Action("add", "XYZ"), "There is no counter 'XYZ'", "8.1a"),
    (aimed, "3120", "Add one of your guns", "8.1a"),
    (lone_hq, "FA25", "No more than two", "8.1c"),
    (lone_hq, "FA21", "fires already", "8.0e"),
    # BT-d
    (shelled, "14.HQ", "an HQ", "1.4f"),
    (shelled, "44RI", "not in 3114", "BT-d"),
    (shelled, "IR81", "is not yours", "BT-d"),
    (shelled, "done", "Choose a unit in 3114", "BT-d"),
    # 7.1 the target of an attack
    (combat, Action("target", cell=NOWHERE), "no hex '9999'", "7.0"),
    (combat, "3113", "Your own units", "7.0"),
    (combat, "3112", "no enemy to attack", "7.0"),
    (combat, "2915", "has been attacked", "7.1e"),
    (combat, "2818", "None of your infantry", "7.1a"),
    (combat, "add:IR81", "Choose a hex to attack", "7.0"),
    (lambda: fight("3113: IR81 attacked\n3114: 42RI\n3011: IR87\n3012: 44RI"), "3114", "has attacked in this phase", "7.1e"),
    (lambda: fight("3113: IR81\n3213: IR87 exploited\n3114: 42RI\n3112: 44RI", phase="second-combat"), "3112", "", "7.1f"),
    # 7.1, 8.2 who joins it
    (declared, "42RI", "is not yours", "7.1d"),
    (declared, "IR87", "has attacked in this phase", "7.1e"),
    (declared, "IR81", "takes part already", "7.1e"),
    (declared, "FR80", "not next to 3114", "7.1a"),
    (declared, "XVIII.HQ", "never attacks", "1.4d"),
    (declared, "IR117", "has been eliminated", "1.2e"),
    (declared, "IR105", "takes no part in this battle", "14.2"),
    (declared, "XVIII.A1", "used in this player turn", "8.0e"),
    (declared, "V.A1", "V.A1's corps", "8.4d"),
    (declared, "RAIL1", "gives no support", "8.4f"),
    (declared, "target:3115", "before the attackers", "7.2c"),
    (declared, "target:3114", "attacked already", "7.2c"),
    (declared, Action("target", cell=NOWHERE), "no hex '9999'", "7.2c"),
    (declared, "done", "Add one of your units", "7.1d"),
    (second_declared, "IR81", "neither exploited nor advanced", "7.1f"),
    # 8.2d support of the defence
    (support, "IR81", "is not yours", "8.2d"),
    (support, "44RI", "no gun", "8.2d"),
    (support, "XXX.A1", "used in this player turn", "8.0e"),
    (support, "AD51", "AD51's division", "8.4c"),
    (support, "XXX.A2", "takes no part", "14.2"),
    (support, "3114", "Add one of your guns", "7.4a"),
    (announced, "done", "nothing can be added or taken back", "7.4b"),
    # 7.5 losses
    (losses, "14.HQ", "others lose their steps first", "1.4e"),
    (losses, "44RI", "no part in this loss", "7.1c"),
    (losses, "IR81", "is not yours", "7.5f"),
    (losses, "351R", "no part in this loss", "7.1c"),
    (losses, "lose:2512", "no part in this loss", "7.5o"),
    (losses, "lose:3114", "no fortress", "7.5o"),
    (losses, "done", "Choose a unit", "7.5"),
    (storm_losses, "IR81", "comes from Stosstruppen", "7.5p"),
    # 7.5n
    (fortress, "retreat:2513", "First say whether the garrison of 2512 holds", "7.5n"),
    (garrison, "lose:2511", "no fortress", "7.5o"),
    (garrison, "44RI", "no part in this loss", "7.1c"),
    # 7.6 retreats
    (two_stacks, "3116", "No stack must retreat from 3116", "VV-R92"),
    (two_stacks, "done", "Choose the hex", "VV-R92"),
    (retreat(""), "3113", "held by the enemy", "7.6R-a"),
    (retreat(""), "3116", "not next to 3114", "7.6R-c"),
    (retreat(""), Action("retreat", cell=NOWHERE), "no hex", "7.6R-j"),
    (retreat(""), "3013", "toward your own edge", "7.6R-c"),
    (retreat("3213: IR87"), "3214", "in an enemy zone of control", "7.6R-d"),
    (retreat("3115: 42RI\n3120: 44RI"), "3115", "has no room", "7.6R-e"),
    (retreat("2914: FA21"), "3014", "nearer to the enemy", "7.6R-f"),
    (retreat("3215: IR87\n2518: 42RI\n2914: XVIII.HQ\n3015: IR99"), "done", "Choose the hex to retreat to", "7.6R-c"),
    # 7.6 advances
    (advance, "XVIII.HQ-3114", "does not advance", "7.6V-a"),
    (advance, "ST5-3114", "took no part", "7.6V-a"),
    (advance, "FA21-3114", "from afar", "7.6V-a"),
    (advance, "42RI-3114", "is not yours", "7.6V-a"),
    (advance, "IR87-3114", "takes no part in this battle", "14.2"),
    (advance, "IR81-3112", "not a hex that the enemy has left", "7.6V-a"),
    (advance, "IR81-3120", "held by the enemy", "7.6V-a"),
    (advance, "advance:IR81", "Choose a unit and the hex", "7.6V-a"),
    # 5 who moves
    (movement, "42RI", "is not yours", "2.1.3a"),
    (movement, "RIR16", "has moved", "5.1b"),
    (movement, "IR117", "eliminated", "1.2e"),
    (movement, "V.HQ", "comes back on a later turn", "1.4i"),
    (movement, "IR143", "takes no part", "14.2"),
    (movement, "RAIL1", "does not move", "8.0b"),
    (movement, "AIR1", "does not move", "11b"),
    (movement, "3104", "Choose one of your units", "5.1"),
    (exploitation, "FA21", "Only infantry exploits", "2.1.5"),
    (exploitation, "XVIII.HQ", "Only infantry exploits", "2.1.5"),
    (exploitation, "IR87", "neutralised", "9a"),
    (exploitation, "IR99", "out of command", "10.2a"),
    (exploitation, "RIR13", "has not come onto the map", "12.1a"),
    (french_march, "85RI", "arrives on", "14.2C-d"),
    # 5 where it goes
    (moving("IR81"), "IR81-3120", "held by the enemy", "5.1a"),
    (moving("IR81"), "IR81-3104", "already", "5.1a"),
    (moving("IR81"), "IR81-1402", "too far", "5.1a"),
    (moving("IR81"), "IR81-0810", "out of play", "14.2D-c"),
    (moving("IR81"), "IR81-2915", "not fallen", "7.5m"),
    (moving("IR81"), Action("move", "IR81", NOWHERE), "no hex", "5.1a"),
    (moving("IR81"), "FA21-3105", "one unit finishes before the next", "5.1b"),
    (moving("IR81"), "42RI-3105", "is not yours", "5.1b"),
    (moving("IR81"), "halt", "has not moved yet", "5.1"),
    (moving("IR81"), "detach:IR81", "no regiment that can detach", "1.6a"),
    (near_zone("3107: IR81\n3114: 42RI"), "IR81-3113", "unless it keeps out of enemy zones", "5.2a"),
    (moving("IR99"), "IR99-3007", "neutralised", "9a"),
    (near_zone("3113: IR81\n3114: 42RI\n3211: 44RI"), "IR81-3213", "controls the hex IR81 stands in", "3.2d"),
    (moving("IR87"), "IR87-3106", "touched an enemy zone", "5.2a"),
    (detaching, "detach:351R", "one step left", "1.6c"),
    # 12.1 where it enters
    (entering, "2Z-2219", "enters at 2220", "14.2C-a"),
    (entering, Action("enter", "2Z", NOWHERE), "no hex", "12.1b"),
    (reserve, "FR80-2402", "zone of its corps", "14.2D-g"),
    (reserve, "FR80-2401", "held by the enemy", "14.2D-g"),
    # 4d
    (crowded, "XVIII.HQ", "removed by combat only", "1.4e"),
    (crowded, "IR99", "not in 3113", "4d"),
    (crowded, "42RI", "is not yours", "4d"),
    (crowded, "done", "Choose a unit in 3113", "4a"),
    # 1.4i
    (returning, "XVIII.HQ-3114", "held by the enemy", "1.4i"),
    (returning, "XVIII.HQ-3115", "enemy zone", "1.4i"),
    (returning, "XVIII.HQ-3101", "more than 5 steps", "4a"),
    (returning, "XVIII.HQ-0810", "out of play", "14.2D-c"),
    (returning, "XVIII.HQ-2915", "not fallen", "7.5m"),
    (returning, Action("place", "XVIII.HQ", NOWHERE), "no hex", "1.4i"),
    (returning, "III.HQ-3102", "Choose a hex for XVIII.HQ", "1.4i"),
    (extra, "done", "Call the extra turn", "14.2D-j"),
    # 14.1 set-up
    (setup, "IR81", "is not yours", "14a"),
    (setup, "72.B1", "must detach it first", "14b"),
    (setup, "2Z", "has not come onto the map", "12.1a"),
    (setup, "lift:351R", "not on the map", "14a"),
    (setup, "done", "still to be placed", "14.1"),
    (setup, "bunker:1920", "between the first two trench lines", "14c"),
    (setup, "unbunker:1905", "no bunker", "14c"),
    (setup, Action("bunker", cell=NOWHERE), "no hex", "14c"),
    (setup, "detach:72.HQ", "no regiment", "1.6a"),
    (setup, "move:351R", "Choose a unit to place", "14.1"),
    (bunkered, "bunker:1905", "has a bunker already", "14c"),
    (placing, "351R-3006", "may not set up in 3006", "14.2A-a"),
    (placing, Action("place", "351R", NOWHERE), "no hex", "14.1b"),
    (placing, "362R-1106", "Choose a hex for 351R", "14.1"),
    (lambda: setup("german"), "bunker:1905", "Only the French", "14c"),
    (lambda: setup("german"), "detach:IR81", "Only the French", "1.6a"),
    (lambda: setup("german"), "RAIL1", "kept off the map", "8.0b"),
    (lambda: setup("german"), "RIR13", "has not come onto the map", "12.1a"),
    (placing_gun, "FA21-2603", "nearer than 3 hexes", "14.1d"),
]


def asked_for(match, wanted):
    return wanted if isinstance(wanted, Action) else match.parse(wanted)


@pytest.mark.parametrize(("ask", "wanted", "part", "case"), TABLE, ids=lambda x: getattr(x, "__name__", None) or str(x)[:30])
def test_a_refusal_says_the_particular_reason_and_the_case(ask, wanted, part, case):
    match = ask()
    action = asked_for(match, wanted)
    verdict = match.legal(action)
    assert not verdict and part in verdict.reason, verdict
    assert verdict.cases[0] == case, verdict
    assert "{" not in verdict.reason and action not in list(match.actions())


@pytest.mark.parametrize(("scenario", "seed"), [("historical_free", 3), ("hypothetical", 5)])
def test_no_refusal_in_a_random_game_is_the_general_one_or_shows_braces(scenario, seed):
    """Counters, hexes and words of other decisions are tried all along: `refuse` and the list agree, the reason is its own."""
    match, chance = GAME.start(scenario, seed=seed), Random(seed)
    kinds = {"done", "attack", "fire", "halt", "hold", "retreat", "ready", "resolve", "call"}
    met = set()
    for _ in range(900):
        if match.over:
            break
        top, listed = match.position.stack[-1], list(match.actions())
        met.add(match.decision.kind)
        kinds |= {action.kind for action in listed}
        units, cells = [chance.choice(C.ids) for _ in range(3)], [chance.choice(C.board.labels) for _ in range(3)]
        wrong = [Action(top.implied_kind, u) for u in units] + [Action(top.implied_kind, cell=x) for x in cells]
        wrong += [Action(top.implied_kind, u, x) for u, x in zip(units, cells, strict=True)]
        wrong += [Action(kind) for kind in sorted(kinds)] + [Action(chance.choice(sorted(kinds)), units[0], cells[0])]
        for action in wrong:
            verdict = match.legal(action)
            assert bool(verdict) == (action in listed), (match.decision, action, verdict)
            if not verdict:
                assert "{" not in verdict.reason and verdict.cases, (match.decision, action)
                assert "not possible now" not in verdict.reason, (match.decision, action)
        match.apply(chance.choice([action for action in listed if action.kind != "back"]))
    assert len(met) > 5


@pytest.mark.case("verdun-1916", "7.4a", "VV-R25")
def test_what_the_defender_is_refused_tells_nothing_of_the_attack():
    text = "3113: IR81, ST4\n3213: IR87\n3109: FA21, XVIII.A1\n3114: 42RI\n3118: AD14, XXX.A1, AD51\narmy: AIR1"
    told = []
    for units in (("IR81",), ("IR81", "ST4", "FA21"), ("IR87", "XVIII.A1", "AIR1")):
        match = fight(text)
        play(match, "3114", *units, "attack")
        assert match.decision.kind == "Support"
        told.append([match.legal(Action("add", unit)) for unit in C.ids])
    assert told[0] == told[1] == told[2]
