"""20.4 Operations: secret answers and choices, what they cost at the end, dice for one who plays alone (20.4.4)."""

import pytest

from tests.great_war import answer, plan
from trenchline.core.actions import Action

from .campaign_kit import campaign, final, throw, to_operations
from .kit import GAME, C, at, game_position, kind, legal, options, order, play, points, refused, texts

GERMAN_OPTIONS = ("plant_mines", "increase_supply", "change_objectives", "drum_fire", "best_replacements", "storm_tactics")
FRENCH_OPTIONS = (
    "off_map_artillery",
    "stronger_command",
    "fort_guns",
    "higher_elan",
    "open_reserves",
    "lafayette_escadrille",
)


def asked(**more):
    """The campaign is set up; the German is asked."""
    match = GAME.start("campaign", dice=[1] * 8, **more)
    to_operations(match)
    return match


@pytest.mark.case("generation-lost", "20.4", "GL-R06")
def test_both_say_yes_or_no_in_secret_and_are_shown_together():
    match = asked()
    assert match.players == ("german", "french") and options(match) == {f"{w}@{s}" for w in ("yes", "no") for s in match.seats}
    assert not play(match, "no@french") and match.players == ("german",)
    events = play(match, "yes@german")
    assert "Operations are planned by the German side" in texts(events)
    assert match.player == "german" and kind(match) == "Plans"  # only who said yes chooses


@pytest.mark.case("generation-lost", "20.4")
def test_if_both_say_no_there_are_none():
    match = asked()
    answer(match, "no", "no")
    assert game_position(match).operations == () and len(game_position(match).objectives) == 8


@pytest.mark.case("generation-lost", "20.4", "20.4.1", "GL-R06")
def test_who_plans_chooses_from_one_list_and_takes_one_at_least():
    match = asked()
    answer(match, "yes", "yes")
    listed = match.decision_for("german").checklist
    assert tuple(row.name for row in listed.rows) == GERMAN_OPTIONS and listed.least == 1
    assert listed.pays == "victory points for the French side, at the end"
    assert len(match.actions("german")) == 2**6 - 1
    assert refused(match, "plan~fort_guns@german").reason.startswith("fort_guns is no option of yours")
    assert refused(match, "plan@german").cases == ("20.4", "20.4.1")
    plan(match, "plant_mines")
    assert match.player == "french" and game_position(match).operations == ()
    events = plan(match, "fort_guns", "open_reserves")
    assert game_position(match).operations == ("plant_mines", "fort_guns", "open_reserves")
    assert "German: Plant Mines, 10 points conceded at the end" in texts(events)
    assert "French: Open Reserves, 25 points conceded at the end" in texts(events)


@pytest.mark.case("generation-lost", "20.4.1")
def test_the_operations_tables_and_their_totals():
    found = {side: [row.points for row in C.operations.values() if row.side == side] for side in GAME.sides}
    assert found == {"german": [10, 15, 20, 20, 25, 30], "french": [10, 10, 15, 15, 25, 25]}
    assert [sum(row) for row in found.values()] == [120, 100]
    assert tuple(C.operations) == (*GERMAN_OPTIONS, *FRENCH_OPTIONS)  # in the order of their numbers


@pytest.mark.case("generation-lost", "20.4", "GL-R258")
def test_points_are_entered_at_the_end_and_are_no_combat_points():
    match = campaign(("plant_mines", "storm_tactics"), ("fort_guns",))
    assert points(match) == [0, 0]
    match = final("campaign", "A20: 25/1 >S\nU3: 29Fr >N", "7 3", 'operations: ["plant_mines","storm_tactics","fort_guns"]\n')
    assert points(match) == [7 + 15, 3 + 40] and game_position(match).combat_points == [7, 3]


@pytest.mark.case("generation-lost", "20.4")
def test_other_scenarios_know_no_operations():
    match = GAME.start("firestorm", seed=1)
    for _ in range(60):
        if kind(match) not in ("PlaceGuns", "PlaceGarrisons"):
            break
        play(match, "historical")
    assert kind(match) not in ("Answers", "Plans")


@pytest.mark.case("generation-lost", "20.4.3(2)", "GL-R237", "GL-R305")
def test_stronger_command_adds_two_headquarters_behind_the_french_line():
    match = campaign((), ("stronger_command",))
    assert kind(match) == "PlaceHeadquarters" and match.player == "french"
    cells = {action.cell for action in match.actions()}
    assert {"V13", "M30"} <= cells and not {"D15", "E5", "A20", "N23"} & cells
    assert refused(match, "IIIFr-D15").cases == ("20.4.3(2)",)
    play(match, "IIIFr-M30", "XIIFr-K16")
    assert (at(match, "IIIFr"), at(match, "XIIFr")) == ("M30", "K16") and order(match, "IIIFr") == set()
    without = campaign()
    assert at(without, "IIIFr") == "out"  # they never come otherwise


@pytest.mark.case("generation-lost", "20.4.3(1)", "GL-R251")
def test_off_map_artillery_is_there_only_if_it_was_chosen():
    assert at(campaign((), ("off_map_artillery",)), "OffMap") == "off_map"
    assert at(campaign(), "OffMap") == "out"


# ------------------------------------------------------------------------------------------------ 20.4.4 alone at the table


def alone(*dice):
    match = GAME.start("campaign", dice=[], options={"solitaire": True})
    to_operations(match)
    for faces in dice:
        throw(match, *faces)
    return match


@pytest.mark.case("generation-lost", "20.4.4", "GL-E61", "GL-R256")
def test_dice_name_three_options_of_each_side():
    match = alone((1,), (1,), (4,))
    events = throw(match, 6)
    assert "German option 6: Storm Tactics" in texts(events)
    assert game_position(match).wishes == [["plant_mines", "drum_fire", "storm_tactics"], []]  # the second 1 was rolled again
    events = throw(match, 6)
    assert "French option 6: Lafayette Escadrille" in texts(events)


@pytest.mark.case("generation-lost", "20.4.4", "GL-R256")
def test_pairs_of_lowest_middle_and_highest_are_rolled_off():
    match = alone((6,), (1,), (4,), (5,), (2,), (3,))
    assert kind(match) == "RollPair" and match.decision.prompt.startswith("Plant Mines against Stronger Command")
    throw(match, 5, 2)
    assert match.decision.prompt.startswith("Drum Fire against Fort Guns")
    events = throw(match, 1, 4)
    assert "Fort Guns is used" in texts(events)
    events = throw(match, 3, 3)
    assert "Storm Tactics and Open Reserves are used" in texts(events)
    assert game_position(match).operations == ("plant_mines", "storm_tactics", "fort_guns", "open_reserves")


@pytest.mark.case("generation-lost", "20.4.4")
def test_who_plays_alone_is_not_asked():
    match = alone()
    assert kind(match) == "RollOption" and match.player == "dice" and not legal(match, "yes")
    assert match.actions()[0] == Action("roll", dice=(1,))
