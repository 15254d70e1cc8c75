"""What all staffs share: attacks in turn, marches one after the other, calls to the rear, what is seen of a map."""

from __future__ import annotations

from types import SimpleNamespace

from trenchline.core import survey
from trenchline.core.actions import Action, Refusal
from trenchline.core.charts import Term
from trenchline.core.knowledge import March
from trenchline.core.marching import FirePlan, Marches, PlannedAttack, Shoot, arrival, best_of, calls, in_turn, next_named
from trenchline.examples.trench_raid import TrenchRaid

GAME = TrenchRaid()
BOARD = GAME.components.board
A1, B1, C1, D1 = (BOARD.index[cell] for cell in ("A1", "B1", "C1", "D1"))


def test_the_most_promising_attack_takes_its_units_and_another_is_planned_again_without_them():
    free, left = {1, 2, 3}, {7: PlannedAttack(7, 2.0, {3: 0}), 9: None}

    def take(attack):
        free.difference_update(attack.places)

    attacks = [PlannedAttack(7, 3.0, {1: 0, 3: 0}), PlannedAttack(8, 5.0, {1: 0}), PlannedAttack(9, 1.0, {1: 0})]
    chosen = in_turn(attacks, lambda attack: attack.places.keys() <= free, left.get, take)
    assert [(attack.target, attack.worth) for attack in chosen] == [(8, 5.0), (7, 2.0)]
    assert free == {2}


def position():
    """A position of units 1, 2, 3 by their numbers."""
    return SimpleNamespace(name=str, label=str, place={1: 10, 2: 20, 3: 30})


def carried_out(marches, room, refused=()):
    """The orders in which units march, each into the room that is there by then."""
    found, p = [], position()

    def refuse(action):
        return Refusal("not now") if action.unit in refused else None

    def fits(unit, cell):
        return cell in room

    while advice := marches.begin(p, fits, lambda march: Action(march.kind, str(march.unit)), refuse):
        found.append(f"{advice.action.kind} {advice.action.unit}")
        if advice.action.kind == "go":
            unit = int(advice.action.unit)
            goal = marches.take(unit).cell
            room |= {p.place[unit]}
            p.place[unit] = goal
    return found


def test_room_is_made_before_it_is_taken_and_a_unit_does_one_thing_after_the_other():
    marches = [March(1, "go", 20, ""), March(2, "go", 30, ""), March(2, "dig", 5, "")]
    assert carried_out(Marches(marches, ("dig",)), {30}) == ["go 2", "go 1", "dig 2"]
    assert carried_out(Marches(marches, ("dig",)), {5}) == ["dig 2"]  # it never gets there, and digs in where it is


def test_a_march_that_is_refused_or_was_made_is_given_up():
    marches = Marches([March(1, "go", 5, ""), March(2, "go", 20, ""), March(3, "go", 5, "")])
    assert carried_out(marches, {5, 20}, refused=("1",)) == ["go 3"]
    assert not marches.waiting and marches.take(1) is None


def test_a_march_ends_with_a_move_where_it_still_may():
    march = March(1, "go", 5, "to the line")
    assert arrival(position(), march, lambda action: None) == (Action("move", "1", "5"), "to the line")
    assert arrival(position(), march, lambda action: Refusal("full")) is None
    assert arrival(position(), None, lambda action: None) is None


def test_barrages_are_fired_in_turn_and_those_out_of_reach_given_up():
    plan, p = FirePlan([Shoot(7, (1,), "far"), Shoot(8, (1, 2), "near"), Shoot(9, (3,), "last")]), position()

    def refuse(action):
        return Refusal("out of range") if action.cell == "7" else None

    assert plan.begin(p, refuse) == (Action("barrage", cell="8"), "near")
    assert plan.at(9) is None
    shoot = plan.at(8)
    assert shoot.guns == (1, 2)
    plan.fired(shoot)
    plan.fired(None)  # a barrage that was not planned leaves the plan as it is
    assert plan.begin(p, refuse) == (Action("barrage", cell="9"), "last")


def test_those_who_are_wanted_are_named_one_by_one():
    assert next_named(position(), (1, 2, 3), (1,), lambda a: Refusal("no") if a.unit == "2" else None) == Action("add", "3")
    assert next_named(position(), (1,), (1,), lambda a: None) is None


def test_the_best_option_is_the_first_of_those_that_are_worth_most():
    assert best_of("abc", {"a": 1.0, "b": 2.0, "c": 2.0}.get, 0.0) == "b"
    assert best_of("abc", {"a": 1.0, "b": 2.0, "c": 2.0}.get, 2.0) is None


def test_the_rear_is_called_to_where_help_is_needed_most_and_the_way_is_short():
    far = BOARD.distances(A1)
    assert calls([(B1, 1.0), (D1, 1.2), (C1, 0.1)], far, 0.9, 2) == [B1, D1]
    assert calls([(B1, 1.0), (D1, 1.2)], far, 1.0, 1) == [D1]


def test_pull_and_pressure_fade_with_distance():
    assert survey.pull(BOARD, ((A1, 4.0), (C1, 2.0)), 0.5)[B1] == 3.0
    assert survey.strongest_pull(BOARD, ((A1, 4.0), (C1, 2.0)), 0.5)[C1] == 2.0
    felt = survey.pressure(BOARD, [(A1, 1.0), (C1, 4), (A1, 2.0)], (1.0, 0.5))
    assert (felt[A1], felt[B1], felt[D1]) == (3.0, 3.5, 2.0)
    assert survey.cover([(), (Term("wood", -1, "2.1"), Term("works", -2, "2.2"))]) == [0, -3]


def test_a_cell_is_shut_in_if_only_the_enemy_and_his_zones_are_around_it():
    bits, ours, enemy = (1, 2), 0, 1
    present, zone, held = bytearray(BOARD.size), bytearray(BOARD.size), bytearray(BOARD.size)
    p = SimpleNamespace(zone=[bytes(BOARD.size), zone], present=present, c=SimpleNamespace(board=BOARD, bit=bits))
    first, *others = BOARD.neighbours[B1]
    present[first] = bits[enemy]
    for cell in others:
        zone[cell] = 1
    assert survey.shut_in(p, enemy, B1, held)
    held[others[0]] = 1  # a friend will stand there
    assert not survey.shut_in(p, enemy, B1, held)
    held[others[0]], zone[others[0]] = 0, 0
    assert not survey.shut_in(p, enemy, B1, held)
    assert not survey.shut_in(p, ours, B1, held)
