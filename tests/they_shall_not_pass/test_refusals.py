"""Being told why: whatever a player tries that is not legal is refused with the particular reason and its case."""

from __future__ import annotations

import pytest

from trenchline.core.actions import Action
from trenchline.games.they_shall_not_pass.position import Position

from ..staff_kit import all_choices
from .kit import GAME, C, fight, play, position

# A gun and an HQ that cannot retreat.
BARRED = "3013: IR81, IR87\n3016: GR7\n3215: IR47\n2815: IR50\n3014: 42RI demoralized, AD14, XXX.HQ"


def setup(*actions):
    """The French set-up by hand."""
    return GAME.start("free", seed=1), actions


def at_step(step, text, *actions, turn=2, dice=()):
    return position(f"turn: {turn}\nstep: {step}\n{text}", dice), actions


def assault(text, *actions, side="german", dice=(), turn=2):
    return fight(text, dice, side, turn), actions


STORIES = {
    "Deploy": setup(),
    "PlaceUnit": setup("324R"),
    "RallyOrder": at_step(
        "french-rally",
        "3013: IR81\n3014: 42RI reduced demoralized, 44RI demoralized\n"
        "3020: 35RI, 60RI demoralized unsupplied, XXX.HQ disrupted\n"
        "eliminated: 208R lost",
    ),
    "Replacements": at_step(
        "german-replacements",
        "1602: XVIII.HQ\n1603: IR81 reduced, IR87, FR80 reduced unsupplied, IR116 reduced demoralized, Pi21 reduced, FAR27\n"
        "eliminated: IR117 lost, Pi25 lost, LGIR115 lost, IR19 lost, V.HQ lost, FAR25 lost\n"
        "surrendered: IR20 lost\nreserve: IR60\n"
        "french shells: 2201",
    ),
    "Replacements, one left": at_step(
        "german-replacements",
        "1602: XVIII.HQ\n1603: IR81 reduced, IR87 reduced, Pi21 reduced\neliminated: IR117 lost, Pi25 lost",
        "restore:Pi21",
        "restore:IR81",
    ),
    "Replacements of the French": at_step(
        "french-replacements",
        "1609: XXX.HQ unsupplied, 208R reduced\n1420: IR81\ngerman ground: 1522\neliminated: 42RI lost, 56BCP lost, 13RI lost,"
        " XX.HQ lost, 2Z lost, AD14 lost\nout: FRem1",
    ),
    "Replacements with Petain": at_step(
        "french-replacements", "1609: XXX.HQ\n1610: AD72R\neliminated: AD14 lost, RR lost, AD16 lost, AD37 lost", turn=6
    ),
    "OptionalDivision": at_step("german-reinforcements", "reserve: IR60, RIR7, RIR56, Pi121, FAR241", turn=5),
    "PlaceReinforcement": at_step(
        "german-reinforcements", "reserve: IR60, RIR7, RIR56, Pi121, FAR241\n1201: 42RI\n1601: IR81", "enter", turn=5
    ),
    "BlockedEntry": at_step("french-reinforcements", "reserve: 9Z, 1MZT, 418RI, 2BCP, 4BCP, AD153\n1323: IR81", turn=4),
    "AssignSixteenth": at_step(
        "french-reinforcements",
        "options: improved_organization\nreserve: 13RI, 29RI, 85RI, 95RI, AD16\n1609: XXX.HQ, 42RI",
        turn=5,
    ),
    "Bombardment": at_step(
        "german-bombardment",
        "naval: NAV fired\ntrack: HVY\nshots: 0\n2008: III.A1, III.A2 fired, IR81, FAR18\n"
        "2009: V.A1 unsupplied\n2010: 42RI\n2515: 44RI\n"
        "3020: 35RI\n0105: LB",
    ),
    "AimBarrage": at_step(
        "german-bombardment",
        "naval: NAV\ntrack: HVY\nshots: 1\n2008: III.A1, III.A2 fired, IR81, FAR18\n2012: 42RI\n3001: V.A1\n"
        "eliminated: XVIII.A1 lost",
        "barrage:2012",
        "NAV",
    ),
    "AimBarrage of the French": at_step("french-bombardment", "1609: XXX.A\n1709: XX.A\n1607: IR81", "barrage:1607", "XXX.A"),
    "AimInterdiction": at_step("german-bombardment", "2008: III.A1, III.A2\n2012: 42RI", "interdict:III.A1"),
    "BarrageLoss": at_step(
        "german-bombardment",
        "naval: NAV\n3010: III.A1, III.A2, V.A1, V.A2\n3014: 42RI, 44RI reduced, XXX.HQ\n3015: 35RI\n3013: IR81",
        "barrage:3014",
        "NAV",
        "III.A1",
        "III.A2",
        "V.A1",
        "V.A2",
        "fire",
        dice=[6],
    ),
    "Movement": at_step(
        "german-movement",
        "3012: IR81, FAR27, XVIII.HQ, XVIII.A1 fired\n3013: IR87\n3014: 42RI\n1905: FR80\n"
        "2012: IR116 unsupplied, IR117 demoralized\n"
        "2112: LGIR115\neliminated: IR24 lost\nreserve: IR60",
        "LGIR115",
        "LGIR115-2111",
        "dig:IR81",
    ),
    "MoveTo": at_step("german-movement", "weather: bad\n3013: IR81\n3014: 42RI\n3011: 44RI", "IR81"),
    "MoveTo of a gun": at_step("german-movement", "2514: FAR27\n2518: 42RI\n1605: 44RI\n0206: IR81", "FAR27"),
    "MoveTo by the river": at_step("german-movement", "weather: bad\n1213: IR81 unsupplied\n3020: 42RI", "IR81"),
    "MoveTo, strategic": at_step("french-movement", "2016: 42RI\n2013: IR81\ngerman ground: 2116", "strategic:42RI"),
    "MoveTo on rails": at_step("french-movement", "1219: RR", "RR"),
    "Overstacked": at_step(
        "german-movement", "3014: IR81, IR87, FR80, GRem1 newborn\n3013: 35RI\n3115: 42RI\n2915: 44RI\n2001: IR116", "done"
    ),
    "Assault": assault("3013: IR81 demoralized\n3014: 42RI\n1213: FR80\n1113: 35RI\n1904: Pi21\n1905: 60RI, 164RI"),
    "Assault, one made": assault(
        "3013: IR81, IR87\n3014: 42RI\n2914: 44RI",
        "3014",
        "IR81",
        "IR87",
        "attack",
        "lose=2",
        "lose=1",
        "IR81",
        "done",
        dice=[6],
    ),
    "Declare": assault(
        "3013: IR81, IR87 demoralized, XVIII.HQ, FAR27\n3012: FR80\n3014: 42RI\n3001: FAR25\n"
        "3011: XVIII.A1 fired, III.A1\nnaval: NAV",
        "3014",
        "IR81",
    ),
    "Declare, below 1:3": assault("3013: IR81 reduced, IR87\n3014: 42RI, 44RI", "3014", "IR81"),
    "DefensiveSupport": assault(
        "3013: IR81\n3014: 42RI, AD51R\n3016: AD14, XXX.A demoralized\n3017: AD72R, 44RI\n3020: RR\n0112: XX.A",
        "3014",
        "IR81",
        "attack",
    ),
    "SplitHits": assault("3013: IR81, IR87\n3014: 42RI, 44RI", "3014", "IR81", "IR87", "attack", dice=[5]),
    "SplitHits, guns in the way": assault(BARRED, "3014", "IR81", "IR87", "attack", dice=[5]),
    "SplitHits at a trench": assault("1904: IR81, IR87\n1905: 208R", "1905", "IR81", "IR87", "attack", dice=[2]),
    "LoseStep": assault(
        "3013: IR81, Pi21\n2914: IR116, Pi25, FAR27\n3010: XVIII.A1\n3014: 42RI",
        "3014",
        "IR81",
        "Pi21",
        "IR116",
        "Pi25",
        "XVIII.A1",
        "attack",
        "lose=2",
        "lose=2",
        dice=[1],
    ),
    "LoseStep, guns in the way": assault(BARRED, "3014", "IR81", "IR87", "attack", "lose=2", dice=[5]),
    "LoseStep in a fort": assault(
        "2514: IR81, IR87\n2614: FR80, LGIR115\n2515: 42RI", "2515", "IR81", "IR87", "FR80", "LGIR115", "attack", dice=[2]
    ),
    "RemnantChoice": assault("pool: FRem1\n3013: IR81, IR87\n3014: 42RI reduced", "3014", "IR81", "IR87", "attack", dice=[6]),
    "Retreat": assault(
        "3013: IR81, IR87\n3014: 42RI, 44RI, AD14\n2916: GR7\n3017: XXX.A, 35RI",
        "3014",
        "IR81",
        "IR87",
        "attack",
        "XXX.A",
        "lose",
        "42RI-3015",
        dice=[3, 1, 1],
    ),
    "RetreatStep": assault("3013: IR81, IR87\n3014: 208R", "3014", "IR81", "IR87", "attack", "lose=1", "208R-3015", dice=[5]),
    "Advance": assault(
        "3013: IR81, Pi21, FAR27\n2914: IR116, IR117\n3012: XVIII.A1, FR80\n3014: 42RI reduced\n3116: 44RI",
        "3014",
        "IR81",
        "Pi21",
        "FAR27",
        "XVIII.A1",
        "IR116",
        "IR117",
        "attack",
        dice=[6],
    ),
    "Advance after a retreat": assault(
        "3013: IR81, IR87, Pi21\n3014: 208R, 233R",
        "3014",
        "IR81",
        "IR87",
        "Pi21",
        "attack",
        "lose=1",
        "208R",
        "208R-3015",
        "208R-3016",
        "233R-3015",
        "233R-3016",
        "lose=1",
        dice=[6],
    ),
    "Breakthrough": at_step(
        "german-breakthrough",
        "3012: IR81, Pi21\n2012: IR87\n2612: Pi25 demoralized\n2208: Pi5, IR52\n1905: 42RI",
        "2208",
        "Pi5",
        "go",
        "2209",
    ),
    "BreakthroughGroup": at_step(
        "german-breakthrough", "3012: IR81, Pi21, IR87 demoralized, FAR27 fired\n3011: FR80\n1905: 42RI", "3012"
    ),
    "BreakthroughMove, going on": at_step(
        "german-breakthrough", "3012: IR81, Pi21\n3015: 42RI\n1905: 44RI", "3012", "Pi21", "go", "3011"
    ),
    "BreakthroughMove": at_step(
        "german-breakthrough", "3012: IR81, Pi21, FAR27\n3014: 42RI\n1905: 44RI", "3012", "Pi21", "FAR27", "go"
    ),
}

FALLBACK = "not possible now"
# story, action (text, or an Action that no text stands for), part of the reason, case
TABLE = [
    ("Deploy", "IR81", "is not yours", "3.1"),
    ("Deploy", "9Z", "has not arrived", "6.4"),
    ("Deploy", "FRem1", "waits in the pool", "3.3"),
    ("Deploy", "lift:324R", "still to be set up", "3.1"),
    ("Deploy", "lift:XXX.HQ", "nowhere else", "3.1d"),
    ("Deploy", "done", "still to be placed", "3.1"),
    ("PlaceUnit", "351R-0403", "for 324R", "3.1"),
    ("PlaceUnit", "324R-1504", "may not set up", "3.1a"),
    ("PlaceUnit", Action("place", "324R", "9999"), "no hex '9999'", "3.1"),
    ("RallyOrder", "IR81", "is not yours", "6.2"),
    ("RallyOrder", "35RI", "not demoralized", "6.2"),
    ("RallyOrder", "60RI", "out of supply", "6.2b"),
    ("RallyOrder", "XXX.HQ", "Mutual Recovery", "6.2c"),
    ("RallyOrder", "208R", "eliminated", "6.2"),
    ("RallyOrder", Action("rally", "77RI"), "no counter '77RI'", "6.2"),
    ("Replacements", "restore:42RI", "is not yours", "6.32"),
    ("Replacements", "restore:IR87", "not reduced", "6.32"),
    ("Replacements", "restore:FR80", "out of supply", "6.33"),
    ("Replacements", "restore:IR116", "demoralized", "6.33"),
    ("Replacements", "restore:FAR27", "artillery", "6.33"),
    ("Replacements", "restore:IR117", "only a unit on the map", "6.32"),
    ("Replacements", "return:FAR25=1", "artillery", "6.33"),
    ("Replacements", "return:IR20=1", "surrendered", "9.7"),
    ("Replacements", "return:IR81=1", "only an eliminated unit", "6.32"),
    ("Replacements", "return:IR60=1", "has not arrived", "6.32"),
    ("Replacements", "return:IR117=4", "Only 3 replacements", "6.31"),
    ("Replacements", "return:IR117", "reduced for one replacement", "6.32"),
    ("Replacements", "return:IR117=3", "reduced for one replacement", "6.32"),
    ("Replacements", "return:IR117-1602=1", "choose no hex", "6.33b"),
    ("Replacements", "return:Pi25=2", "pioneers", "6.33a"),
    ("Replacements", "return:IR19=1", "V.HQ has been eliminated", "6.33b"),
    ("Replacements", "return:V.HQ-1602=2", "for one replacement", "6.32"),
    ("Replacements", "return:V.HQ-1608=1", "north of the trench line", "6.33c"),
    ("Replacements", "return:V.HQ-2201=1", "interdicted", "6.33c"),
    ("Replacements", "return:V.HQ-1701=1", "No open road", "6.33c"),
    ("Replacements", "return:V.HQ=1", "Choose a hex", "6.33c"),
    ("Replacements", "rearm:FAR25-1602", "February 26", "14.7"),
    ("Replacements, one left", "return:Pi25=1", "pioneers", "6.33a"),
    ("Replacements, one left", "return:IR117=2", "Only 1 replacement left", "6.31"),
    ("Replacements of the French", "return:42RI=1", "XXX.HQ is out of supply", "6.33b"),
    ("Replacements of the French", "return:56BCP=1", "hunter", "14.6"),
    ("Replacements of the French", "return:13RI=1", "16th Division", "14.2"),
    ("Replacements of the French", "restore:FRem1", "remnant", "14.42"),
    ("Replacements of the French", "return:XX.HQ-1609=1", "Verdun", "6.33c"),
    ("Replacements of the French", "return:XX.HQ-1521=1", "zone of control", "6.33d"),
    ("Replacements of the French", "return:XX.HQ-1522=1", "German hands", "6.33c"),
    ("Replacements of the French", "return:2Z=1", "XX.HQ has been eliminated", "6.33b"),
    ("Replacements of the French", "rearm:AD14-1609", "February 26", "14.7"),
    ("Replacements with Petain", "rearm:AD72R-1609", "only an eliminated gun", "14.7"),
    ("Replacements with Petain", "rearm:XXX.HQ-1609", "no artillery", "14.7"),
    ("Replacements with Petain", "rearm:AD14-1421", "returns with its HQ", "6.33b"),
    ("Replacements with Petain", "rearm:AD37-1609", "XX.HQ is out of play", "6.33b"),
    ("Replacements with Petain", "rearm:RR-1609", "rails", "14.34"),
    ("Replacements with Petain", "rearm:AD16-1609", "Verdun", "14.7"),
    ("Replacements with Petain", Action("rearm", "AD14", "9999"), "no hex '9999'", "14.7"),
    ("OptionalDivision", Action("place", "IR60", "1101"), FALLBACK, "6.42"),
    ("PlaceReinforcement", "RIR7-1301", "for IR60", "6.42"),
    ("PlaceReinforcement", "IR60-1801", "between 1101 and 1701", "6.42"),
    ("PlaceReinforcement", "IR60-1201", "held by the enemy", "6.33d"),
    ("PlaceReinforcement", "IR60-1301", "zone of control", "6.33d"),
    ("PlaceReinforcement", Action("place", "IR60", "9999"), "no hex '9999'", "6.42"),
    ("BlockedEntry", "1323", "held by the enemy", "6.41"),
    ("BlockedEntry", "1421", "no French entry hex", "6.41"),
    ("AssignSixteenth", "XX.HQ", "must be on the map", "15.3"),
    ("AssignSixteenth", "42RI", "no HQ", "15.3"),
    ("AssignSixteenth", "V.HQ", "is not yours", "15.3"),
    ("Bombardment", "interdict:NAV", "has fired", "7.0"),
    ("Bombardment", "interdict:HVY", "no shots left", "14.32"),
    ("Bombardment", "interdict:III.A2", "has fired", "7.0"),
    ("Bombardment", "interdict:V.A1", "out of supply", "6.16a"),
    ("Bombardment", "interdict:FAR18", "divisional artillery", "AC.1"),
    ("Bombardment", "interdict:IR81", "no artillery", "7.0"),
    ("Bombardment", "interdict:XXX.A", "is not yours", "7.0"),
    ("Bombardment", "interdict:XVIII.A1", "out of play", "7.0"),
    ("Bombardment", "barrage:3020", "out of range", "7.0"),
    ("Bombardment", "barrage:2008", "No enemy unit", "7.1"),
    ("Bombardment", "barrage:0105", "cannot be hit", "7.13b"),
    ("Bombardment", "barrage:2515", "intact fort", "7.13b"),
    ("Bombardment", Action("barrage", cell="9999"), "no hex '9999'", "7.1"),
    ("AimBarrage", "NAV", "fires already", "7.0"),
    ("AimBarrage", "HVY", "ten hexes from the north edge", "14.32"),
    ("AimBarrage", "III.A2", "has fired", "7.0"),
    ("AimBarrage", "V.A1", "out of range", "7.0"),
    ("AimBarrage", "IR81", "no artillery", "7.0"),
    ("AimBarrage", "FAR18", "divisional artillery", "AC.1"),
    ("AimBarrage", "XVIII.A1", "eliminated", "7.0"),
    ("AimBarrage", "XXX.A", "is not yours", "7.0"),
    ("AimBarrage of the French", "XX.A", "February 26", "7.13"),
    ("AimInterdiction", "III.A2-2010", "III.A1", "7.21"),
    ("AimInterdiction", "III.A1-3020", "out of range", "7.21"),
    ("AimInterdiction", "III.A1-2201", "supply source", "7.23"),
    ("AimInterdiction", Action("shell", "III.A1", "9999"), "no hex '9999'", "7.21"),
    ("BarrageLoss", "XXX.HQ", "never the loss", "7.11a"),
    ("BarrageLoss", "44RI", "one step", "7.11a"),
    ("BarrageLoss", "35RI", "is in 3015", "7.11a"),
    ("BarrageLoss", "IR81", "is not yours", "7.11a"),
    ("Movement", "42RI", "is not yours", "8.0"),
    ("Movement", "IR24", "eliminated", "8.0"),
    ("Movement", "IR60", "has not arrived", "8.0"),
    ("Movement", Action("select", "IR999"), "no counter 'IR999'", "8.0"),
    ("Movement", "XVIII.A1", "has fired", "8.0"),
    ("Movement", "IR81", "has dug in", "14.11"),
    ("Movement", "strategic:IR116", "out of supply", "8.2"),
    ("Movement", "strategic:IR117", "demoralized", "8.2"),
    ("Movement", "strategic:IR87", "next to an enemy", "8.2"),
    ("Movement", "strategic:LGIR115", "moved normally", "8.22"),
    ("Movement", "dig:LGIR115", "has moved", "14.11"),
    ("Movement", "dig:IR81", "is dug in", "14.11"),
    ("Movement", "dig:FR80", "trench", "14.13"),
    ("Movement", "dig:XVIII.HQ", "HQ", "14.1"),
    ("Movement", "dig:XVIII.A1", "has fired", "14.11"),
    ("MoveTo", "IR81-3014", "held by the enemy", "8.11"),
    ("MoveTo", "IR81-3013", "already", "8.0"),
    ("MoveTo", "IR81-2914", "Strong zones", "8.42e"),
    ("MoveTo", "IR81-0202", "too far", "8.0"),
    ("MoveTo", "IR87-3012", "IR81 moves to", "8.0"),
    ("MoveTo", Action("move", "IR81", "9999"), "no hex '9999'", "8.0"),
    ("MoveTo of a gun", "FAR27-2515", "intact fort", "14.8"),
    ("MoveTo of a gun", "FAR27-2517", "zone of control", "8.42"),
    ("MoveTo of a gun", "FAR27-0105", "No unit may enter", "7.13b"),
    ("MoveTo by the river", "IR81-1113", "river", "8.11"),
    ("MoveTo, strategic", "42RI-2116", "not under your control", "8.2"),
    ("MoveTo, strategic", "42RI-2014", "zone of control", "8.2"),
    ("MoveTo on rails", "RR-1609", "rails", "14.34"),
    ("Overstacked", "IR116", "is in 2001", "8.31"),
    ("Overstacked", "35RI", "is not yours", "8.31"),
    ("Overstacked", "GRem1", "turn of entry", "14.41"),
    ("Assault", "3014", "demoralized", "12.3"),
    ("Assault, one made", "2914", "No infantry that can still attack", "9.0b"),
    ("Assault, one made", "3014", "no enemy", "9.0"),
    ("Assault", "1113", "river", "8.11"),
    ("Assault", "1905", "below 1:3", "9.11"),
    ("Assault", "3015", "no enemy", "9.0"),
    ("Assault", Action("assault", cell="9999"), "no hex '9999'", "9.0"),
    ("Declare", "IR81", "already", "9.1"),
    ("Declare", "IR87", "demoralized", "12.3"),
    ("Declare", "FR80", "not next to 3014", "9.0"),
    ("Declare", "XVIII.HQ", "no infantry", "9.0"),
    ("Declare", "42RI", "is not yours", "9.1"),
    ("Declare", "FAR25", "out of range", "9.3"),
    ("Declare", "XVIII.A1", "has fired", "9.31"),
    ("Declare", "III.A1", "corps", "9.32b"),
    ("Declare", "NAV", "army artillery", "9.32"),
    ("Declare", "IR116", "out of play", "9.0"),
    ("Declare, below 1:3", "attack", "below 1:3", "9.11"),
    ("DefensiveSupport", "44RI", "no artillery", "9.3"),
    ("DefensiveSupport", "AD51R", "itself assaulted", "9.32d"),
    ("DefensiveSupport", "XXX.A", "demoralized", "12.3a"),
    ("DefensiveSupport", "AD72R", "division", "9.32a"),
    ("DefensiveSupport", "RR", "army artillery", "9.32"),
    ("DefensiveSupport", "XX.A", "out of range", "9.3"),
    ("DefensiveSupport", "IR81", "is not yours", "9.1"),
    ("SplitHits", "lose", "at least 1 step", "9.42"),
    ("SplitHits", "lose=3", "at most 2 steps", "9.42"),
    ("SplitHits", Action("lose", "42RI"), FALLBACK, "9.42"),
    ("SplitHits, guns in the way", "lose=1", "AD14, XXX.HQ cannot retreat 2 hexes", "9.42a"),
    ("SplitHits at a trench", "lose=1", "rounded up", "9.43"),
    ("LoseStep", "IR81", "pioneer", "9.44"),
    ("LoseStep", "XVIII.A1", "from afar", "9.45"),
    ("LoseStep", "FAR27", "not in this fight", "9.4"),
    ("LoseStep", "42RI", "is not yours", "9.41"),
    ("LoseStep", "garrison:3014", "no garrison", "14.81"),
    ("LoseStep, guns in the way", "42RI", "AD14, XXX.HQ cannot retreat 1", "9.42a"),
    ("LoseStep in a fort", "garrison:2516", "no garrison", "14.81"),
    ("RemnantChoice", "done", FALLBACK, "14.41"),
    ("Retreat", "42RI-3016", "retreated already", "9.5"),
    ("Retreat", "XXX.A-3018", "from afar", "9.45"),
    ("Retreat", "35RI-3018", "not in this fight", "9.42"),
    ("Retreat", "IR81-3012", "is not yours", "9.5"),
    ("Retreat", "44RI-3016", "not next to", "9.5"),
    ("Retreat", "44RI-3013", "held by the enemy", "8.11"),
    ("Retreat", "44RI-2914", "away from the enemy in 3013", "9.5"),
    ("Retreat", "AD14-2915", "HQs and guns", "9.51"),
    ("Retreat", Action("retreat", "44RI", "9999"), "no hex '9999'", "9.5"),
    ("RetreatStep", "IR81-3012", "208R completes", "9.5"),
    ("RetreatStep", "208R-3115", "away from the enemy", "9.5"),
    ("Advance", "FR80-3014", "did not attack", "9.6"),
    ("Advance", "XVIII.A1-3014", "stacked", "9.63"),
    ("Advance", "FAR27-3014", "stacked", "9.63"),
    ("Advance", "IR116-3015", "hex with pioneers", "9.61"),
    ("Advance", "IR81-3015", "must stay", "9.61b"),
    ("Advance", "Pi21-3116", "not lie beyond", "9.61a"),
    ("Advance", "42RI-3015", "is not yours", "9.6"),
    ("Advance after a retreat", "Pi21-3115", "first hex of the enemy's retreat", "9.61"),
    ("Advance after a retreat", "IR81-3015", "must stay", "9.61b"),
    ("Breakthrough", "2012", "No pioneer", "13.0"),
    ("Breakthrough", "2612", "demoralized", "12.3b"),
    ("Breakthrough", "2209", "has moved", "13.0"),
    ("Breakthrough", "1905", "No unit of yours", "13.0"),
    ("Breakthrough", "dig:IR81", "digs in", "14.13"),
    ("Breakthrough", "strategic:IR81", "strategic", "8.22"),
    ("BreakthroughGroup", "go", "Choose the pioneer", "13.0"),
    ("BreakthroughGroup", "IR81", "no pioneer", "13.0"),
    ("BreakthroughGroup", "IR87", "demoralized", "12.3b"),
    ("BreakthroughGroup", "FAR27", "has fired", "8.0"),
    ("BreakthroughGroup", "FR80", "is in 3011", "13.0"),
    ("BreakthroughGroup", "42RI", "is not yours", "13.0"),
    ("BreakthroughMove, going on", "3011", "The group stands in 3011", "8.0"),
    ("BreakthroughMove, going on", "0202", "too far", "8.0"),
    ("BreakthroughMove", "stop", "not moved yet", "13.0"),
    ("BreakthroughMove", "3014", "held by the enemy", "8.11"),
    ("BreakthroughMove", "3013", "zone of control", "8.42"),
    ("BreakthroughMove", "3012", "The group stands in 3012", "8.0"),
]


def told(name):
    """A story played to where its decision waits."""
    match, actions = STORIES[name]
    match = match.clone()
    play(match, *actions)
    return match


def kind_of(name):
    return name.split()[0].rstrip(",")


def test_every_decision_of_the_game_is_tried():
    assert {kind_of(name) for name in STORIES} == {kind.__name__ for kind in all_choices(Position)}
    assert {kind_of(row[0]) for row in TABLE} == {kind_of(name) for name in STORIES}


@pytest.mark.parametrize(("story", "action", "reason", "case"), TABLE)
def test_what_is_not_legal_is_refused_with_the_particular_reason_and_its_case(story, action, reason, case):
    match = told(story)
    assert match.decision is not None and match.decision.kind == kind_of(story)
    before = match.hash()
    verdict = match.legal(match.parse(action) if isinstance(action, str) else action)
    assert not verdict and reason in verdict.reason and case in verdict.cases, verdict
    assert match.hash() == before


@pytest.mark.parametrize("story", STORIES)
def test_every_counter_and_many_hexes_are_refused_in_plain_words(story):
    """No marks in a reason, and no case that there is not."""
    match = told(story)
    cases = {rule.case for rule in GAME.rules}
    verb = match.position.stack[-1].implied_kind
    cells = ("", "9999", "0105", "1522", "2515", "3013", "3014", "3015")
    legal = set(match.actions())
    for unit in ("", "nobody", *C.ids):
        for cell in cells:
            for kind in {verb or "done", *(a.kind for a in legal)}:
                action = Action(kind, unit, cell)
                verdict = match.legal(action)
                assert bool(verdict) is (action in legal), action
                if not verdict:
                    assert verdict.reason and not set("{}") & set(verdict.reason), verdict
                    assert verdict.cases and set(verdict.cases) <= cases, verdict
