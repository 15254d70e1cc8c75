"""What all staffs share: attacks in turn, marches one after the other, calls to the rear, what is seen of a map."""

from __future__ import annotations

from types import SimpleNamespace

from trenchline.core import survey
from trenchline.core.actions import Action, Refusal
from trenchline.core.charts import Term
from trenchline.core.knowledge import March
from trenchline.core.marching import Marches, PlannedAttack, calls, in_turn
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


def carried_out(marches, room, refused=()):
    """The order in which units march, each into the room that is there by then."""
    found = []

    def fits(march):
        return march.cell in room

    def refuse(action):
        return Refusal("not now") if action.unit in refused else None

    while begun := marches.next(fits, lambda march: Action("go", str(march.unit)), refuse):
        march, advice = begun
        assert advice == (Action("go", str(march.unit)), march.why) and marches.take(march.unit) is march
        found.append(march.unit)
        room |= {march.unit * 10}  # the cell it has left
    return found


def test_room_is_made_before_it_is_taken_and_a_unit_does_one_thing_after_the_other():
    marches = [March(1, "go", 20, ""), March(2, "go", 30, ""), March(2, "dig", 1, "")]
    assert carried_out(Marches(marches), {1, 30}) == [2, 1, 2]  # it digs in after it has marched
    assert carried_out(Marches(marches), {1}) == [2]  # it never gets there, and digs in where it is


def test_a_march_that_is_refused_is_given_up():
    marches = Marches([March(1, "go", 5, ""), March(2, "go", 5, "")])
    assert carried_out(marches, {5}, refused=("1",)) == [2]
    assert not marches.waiting and marches.take(1) is None


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
