"""What the rulebook says of counters, checked on the data: ours, and any data pack laid over it."""

from __future__ import annotations

from collections import Counter

from ...core.check import Constraints
from ..great_war.check import back, front, units
from .components import Components

constraint = Constraints[Components]()  # `binding=False`: our reconstruction keeps to it, the rulebook does not state it


# ------------------------------------------------------------------------------------------------ counters


def _printed(c: Components, u: int) -> str:
    """The numbers of a counter as the rulebook writes them: 536."""
    return "".join(map(str, front(c, u)))


REGIMENTS = {
    "11R": 3, "12R": 3, "14R": 3, "13R": 4, "21": 3, "25": 3, "5": 3, "6": 4, "10R": 3, "9R": 2, "30": 3, "39": 3, "11B": 3,
    "22R": 4, "113": 3, "58": 3, "121": 3, "192": 3, "4": 4, "54": 3, "38": 3, "AC": 4, "6B": 3, "33R": 3,
}  # fmt: skip
GERMAN_TYPES = {
    "10R": "636",
    "11B": "636",
    "21": "636",
    "6B": "636",
    "58": "536",
    "113": "536",
    "11R": "536",
    "33R": "326",
    "5": "756",
}
FRENCH_TYPES = {
    "6": "966", "56": "866", "16": "756", "28": "756", "14": "756", "153": "966", "18": "756", "67": "646", "130": "1076",
    "22": "866", "37": "866", "59": "966", "4": "866", "11": "866", "77": "866", "106": "1076", "128": "756",
}  # fmt: skip


@constraint("2.0", "The units of the manifest, 282 of the 352 counters", binding=False)
def _manifest(c: Components) -> bool:
    return sum(1 for counter in c.counters.counters if counter.values.get("manifest")) == 282


@constraint("19.1.1", "Twenty-four German divisions with 76 regiments, as many as each has squares")
def _regiments(c: Components) -> bool:
    return Counter(c.of_division[u] for u in units(c, nation="german", size="regiment")) == REGIMENTS


@constraint("9.1.1-Small", "Regiments are 326, 426, 536, 636 and 756; the smaller have two steps, the larger three")
def _regiment_types(c: Components) -> bool:
    steps = {(_printed(c, u), c.steps[u]) for u in units(c, size="regiment")}
    return steps == {("326", 2), ("426", 2), ("536", 2), ("636", 3), ("756", 3)}


@constraint("20.2.1", "German divisions have the types under which the campaign lists them")
def _german_types(c: Components) -> bool:
    return all(_printed(c, u) == GERMAN_TYPES.get(c.of_division[u], _printed(c, u)) for u in units(c, size="regiment"))


@constraint("19.3.5(a)", "The Alpine Corps has four 756 regiments")
def _alpine(c: Components) -> bool:
    return [_printed(c, u) for u in units(c, size="regiment", division="AC")] == ["756"] * 4


@constraint("9.1.1-Small", "Battalions are 216 and 116, of one step")
def _battalions(c: Components) -> bool:
    found = [u for u in units(c, size="battalion") if not c.engineer[u]]
    return {_printed(c, u) for u in found} == {"216", "116"} and {c.steps[u] for u in found} == {1}


@constraint("19.3.1", "Three engineers, and 29 battalions at least")
def _engineers(c: Components) -> bool:
    return sum(c.engineer) == 3 and len(units(c, size="battalion")) - 3 >= 29


@constraint("12.8.1(a)", "German infantry moves 6 in mobile and 4 in trench mode")
def _modes(c: Components) -> bool:
    infantry = units(c, nation="german", kind="infantry")
    return {(c.front[u].movement, c.back[u].movement) for u in infantry} == {(6, 4)}


@constraint("16.8.2", "The first number of a trench side is not the higher one; two entrenched regiments can attack with 4")
def _trench_sides(c: Components) -> bool:
    infantry = units(c, nation="german", kind="infantry")
    lower = all(c.back[u].primary <= c.back[u].secondary for u in infantry)
    return lower and 2 in {c.back[u].primary for u in infantry if c.regiment[u]}


@constraint("16.8.2", "A trench side has the two mobile numbers the other way round", binding=False)
def _swapped(c: Components) -> bool:
    infantry = units(c, nation="german", kind="infantry")
    return all((c.back[u].primary, c.back[u].secondary) == (c.front[u].secondary, c.front[u].primary) for u in infantry)


@constraint("9.1.2", "Forty-two French divisions of four steps: 1066, 1076, 886, 866, 966, 756 and 646")
def _divisions(c: Components) -> bool:
    found = units(c, nation="french", size="division")
    types = {_printed(c, u) for u in found}
    return (
        len(found) == 42 and {c.steps[u] for u in found} == {4} and types == {"1066", "1076", "886", "866", "966", "756", "646"}
    )


@constraint("20.2.2", "French divisions have the types under which the campaign lists them")
def _french_types(c: Components) -> bool:
    return all(_printed(c, u) == FRENCH_TYPES.get(c.of_division[u], _printed(c, u)) for u in units(c, size="division"))


@constraint("9.2.2(b)", "A reduced 756 is a 536")
def _reduced_756(c: Components) -> bool:
    return {back(c, u) for u in units(c, size="division") if _printed(c, u) == "756"} == {(5, 3, 6)}


@constraint("9.2.2(b)", "A reduced division has two less of both numbers", binding=False)
def _reduced_divisions(c: Components) -> bool:
    divisions = units(c, size="division")
    return all(back(c, u)[:2] == (c.front[u].primary - 2, c.front[u].secondary - 2) for u in divisions)


@constraint("9.1.2", "Brigades are 436, reduced 326, and 326, reduced 216: eleven and eighteen of them at least")
def _brigades(c: Components) -> bool:
    sides = Counter((front(c, u), back(c, u)) for u in units(c, size="brigade", kind="infantry"))
    large, small = sides[(4, 3, 6), (3, 2, 6)], sides[(3, 2, 6), (2, 1, 6)]
    return len(sides) == 2 and large >= 11 and small >= 18


@constraint("19.3.3", "Two chasseurs, eight garrisons: three 010, one 020 and four dummies")
def _garrisons(c: Components) -> bool:
    row = c.specs["firestorm"].garrisons
    return sum(c.chasseur) == 2 and len(c.garrisons) == 8 and row is not None and row.faces == {"010": 3, "020": 1, "dummy": 4}


@constraint("19.0", "Twelve corps of each side")
def _hqs(c: Components) -> bool:
    return [len(units(c, nation=nation, kind="hq")) for nation in ("german", "french")] == [12, 12]


@constraint("12.8.2(a)", "An HQ has one number, moves in Command Mode and has no values in Supply Mode")
def _hq_values(c: Components) -> bool:
    return all(front(c, u)[1:] == (1, 6) and back(c, u) == (0, 0, 0) and c.steps[u] == 1 for u in units(c, kind="hq"))


@constraint("8.7", "Two air units a side")
def _air(c: Components) -> bool:
    return [len(units) for units in c.air_units] == [2, 2]


@constraint("19.3.1", "Thirty-four German guns: twelve field guns, twenty-one heavy ones and the 380")
def _german_guns(c: Components) -> bool:
    classes = Counter(c.gun_class[u] for u in units(c, nation="german", kind="artillery"))
    return classes == {"field": 12, "heavy": 21, "rail": 1}


FRENCH_GUNS = {
    "225 75": 8, "325 75": 3, "425 75": 1, "225 90": 1, "235 105": 1, "235 120": 1, "335 155H": 2, "435 155H": 1, "345 220": 1,
    "240H": 1, "321 280H": 1, "421 305H": 2, "321 370H": 1, "421R 400": 2,
}  # fmt: skip


@constraint("19.1.3", "Twenty-six French guns of the printed types")
def _french_guns(c: Components) -> bool:
    return Counter(c.type[u] for u in units(c, nation="french", kind="artillery")) == FRENCH_GUNS


@constraint("19.1.4", "A gun's printed name has its three numbers: 225 75 is 2-2-5; R stands for rails")
def _gun_numbers(c: Components) -> bool:
    for u in units(c, kind="artillery"):
        numbers, _, calibre = c.type[u].partition(" ")
        if calibre:
            moves = "R" if c.rail_bound[u] else str(c.front[u].movement)
            printed = f"{c.front[u].primary}{c.front[u].secondary}{'1R' if moves == 'R' else moves}"
            if numbers != printed:
                return False
    return True


@constraint("3.0-HeavyArtillery", "A gun is heavy with a range of 7 or more, and the German 105H with its range of 6")
def _heavy(c: Components) -> bool:
    guns = units(c, kind="artillery")
    heavy = all(c.heavy[u] == (c.range[u] > c.ranges["heavy"] or c.type[u] == "105H") for u in guns)
    return heavy and {c.range[u] for u in guns if c.type[u] == "105H"} == {6} and c.ranges["heavy"] == 6


@constraint("3.0-FieldArtillery", "Field guns are the French 75s and the German 77s")
def _field(c: Components) -> bool:
    return {c.type[u].split()[-1] for u in units(c, kind="artillery") if c.field[u]} == {"75", "77"}


@constraint("12.5.1", "Guns of movement 1 keep to major roads, those of movement R to rails: the 380 and the 400s")
def _bound(c: Components) -> bool:
    guns = units(c, kind="artillery")
    rails = {c.type[u] for u in guns if c.rail_bound[u]}
    return rails == {"380", "421R 400"} and all(c.road_bound[u] == (c.front[u].movement == 1) for u in guns)


@constraint("8.2.2", "Only the German 420s and the French 400s reach into forts")
def _siege(c: Components) -> bool:
    return {c.type[u] for u, yes in enumerate(c.siege) if yes} == {"420", "421R 400"}


@constraint("9.2.3(a)", "A reduced 225 75 is a 225; every gun has two steps")
def _gun_steps(c: Components) -> bool:
    guns = units(c, kind="artillery")
    quoted = {back(c, u) for u in guns if c.type[u] == "225 75"}
    return quoted == {(2, 2, 5)} and all(c.steps[u] == 2 and c.back[u].primary <= c.front[u].primary for u in guns)


@constraint("16.7.1(b)", "One division may ask for re-rolls: the 5th")
def _mangin(c: Components) -> bool:
    return [c.of_division[u] for u, yes in enumerate(c.mangin) if yes] == ["5"]
