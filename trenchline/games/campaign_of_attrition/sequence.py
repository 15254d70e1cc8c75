"""3.0 Sequence of play: one table, read from top to bottom, ten times."""

from __future__ import annotations

from ...core.sequence import SequenceOfPlay, Step
from .attrition import attrition_phase
from .build import build_phase
from .combat import combat_phase
from .components import FRENCH, GERMAN
from .movement import enemy_reserve_phase, movement_phase, reserve_phase
from .operations import operations_phase
from .position import Position
from .rails import settle
from .setup import setup_step
from .siege import siege_phase
from .supply import supply_phase
from .victory import end_of_german_turn, turn_end

STEPS: tuple[Step[Position], ...] = (
    Step("", "french-setup", "French Set-up", FRENCH, setup_step),
    Step("", "german-setup", "German Set-up", GERMAN, setup_step),
    Step("1", "german-build", "German Build Phase", GERMAN, build_phase),
    Step("2", "german-attrition", "German Attrition Phase", GERMAN, attrition_phase),
    Step("3", "german-siege", "German Siege Artillery Phase", GERMAN, siege_phase),
    Step("4", "german-movement", "German Movement Phase", GERMAN, movement_phase),
    Step("5", "german-reserve-enemy", "French Reserves in the German Turn", GERMAN, enemy_reserve_phase),
    Step("6", "german-combat", "German Combat Phase", GERMAN, combat_phase),
    Step("7", "german-reserve", "German Reserve Movement Phase", GERMAN, reserve_phase),
    Step("8", "german-supply", "German Supply Phase", GERMAN, supply_phase),
    Step("9", "german-operations", "German Operations Phase", GERMAN, operations_phase),
    Step("1", "french-build", "French Build Phase", FRENCH, build_phase),
    Step("2", "french-attrition", "French Attrition Phase", FRENCH, attrition_phase),
    Step("3", "french-siege", "French Siege Artillery Phase", FRENCH, siege_phase),
    Step("4", "french-movement", "French Movement Phase", FRENCH, movement_phase),
    Step("5", "french-reserve-enemy", "German Reserves in the French Turn", FRENCH, enemy_reserve_phase),
    Step("6", "french-combat", "French Combat Phase", FRENCH, combat_phase),
    Step("7", "french-reserve", "French Reserve Movement Phase", FRENCH, reserve_phase),
    Step("8", "french-supply", "French Supply Phase", FRENCH, supply_phase),
    Step("9", "french-operations", "French Operations Phase", FRENCH, operations_phase),
    Step("", "turn-end", "Turn End", FRENCH, turn_end),
)
STEP = {step.id: number for number, step in enumerate(STEPS)}


def leaving(p: Position) -> None:
    if p.step == STEP["german-operations"]:
        end_of_german_turn(p)


def entering(p: Position) -> None:
    settle(p)
    if p.step == STEP["german-build"] and p.turn == 1 and p.options.fog_of_war:
        p.reveal()  # the armies see each other only now (13.2)


# The last step of a turn looks itself whether the match is over (3.10, CA-R07).
SEQUENCE = SequenceOfPlay("3.0a", STEPS, "german-build", lambda p: p.over, lambda p: None, leaving, entering)
SETUP, FIRST_TURN = 0, SEQUENCE.first
