"""4.0 Sequence of play: one table, read from top to bottom. In Rampart's Revenge the French come first (19.6.5(b)); a lull
leaves out what lies between the bombardments (7.3)."""

from __future__ import annotations

from ...core.decisions import Automatic
from ...core.sequence import SequenceOfPlay, Step
from ..great_war.assault import begin_assaults
from ..great_war.commitment import begin_commitment
from ..great_war.resources import begin_resources
from ..great_war.secondary import FireOnWave, PressWave, SecondaryAttacks
from .bombardment import begin_bombardment
from .bombardment_supply import artillery_hq_leaves
from .components import FRENCH, GERMAN
from .exits import remove_leavers
from .interdiction import lift_interdiction
from .lull import lull_step
from .mines import lay_mines, mines_phase
from .movement import movement_phase
from .objectives import begin_objectives
from .operations import begin_operations
from .phases import end_of_phase
from .position import Position
from .reinforcements import lull_arrivals
from .reorganization import reorganization
from .setup import setup_step
from .somme import somme_step
from .victory import end_of_game, settle_forts
from .weather import weather_step
from .withdrawals import begin_withdrawal


def nothing(p: Position, side: int) -> None:
    """Whoever builds a step puts it in its place."""


def withdrawal_step(p: Position, side: int) -> None:
    """To the Somme in July, guns in August and October (GL-R265)."""
    somme_step(p, side)
    begin_withdrawal(p, side)


def bombardment_step(p: Position, side: int) -> None:
    begin_bombardment(p, side)
    if side == GERMAN:
        lay_mines(p)


def movement_step(p: Position, side: int) -> None:
    if side == GERMAN:
        p.stack.append(Leavers())
    movement_phase(p, side)


class Leavers(Automatic[Position], frozen=True):
    """Who must be off the map by the end of a German movement (19.3.5(a))."""

    def run(self, p: Position) -> None:
        remove_leavers(p)


def commitment_step(p: Position, side: int) -> None:
    p.stack.append(PressWave(side))
    begin_commitment(p, side)


def resources_step(p: Position, side: int) -> None:
    begin_resources(p, side)


def fire_step(p: Position, side: int) -> None:
    p.stack.append(FireOnWave(p.enemy(side)))


def assault_step(p: Position, side: int) -> None:
    p.stack.append(SecondaryAttacks(side))
    begin_assaults(p, side)


def end_step(p: Position, side: int) -> None:
    """What the enemy interdicted is free again; HQs leave that stayed after the guns had their shells, or supplied assaults."""
    lift_interdiction(p, side)
    artillery_hq_leaves(p, side)
    end_of_phase(p, side)
    if p.lull:
        lull_arrivals(p, side)
    if p.lull and side == GERMAN:  # nobody has moved (GL-R265)
        remove_leavers(p)


STEPS: tuple[Step[Position], ...] = (
    Step("", "setup", "Set-up", GERMAN, setup_step),
    Step("", "operations", "Operations", GERMAN, begin_operations, announced=False),  # 20.4
    Step("", "objectives", "Objectives", GERMAN, begin_objectives, announced=False),  # 20.5
    Step("1", "weather", "Weather", GERMAN, weather_step),  # 4.0(1)
    Step("2", "somme", "Somme Withdrawal", GERMAN, withdrawal_step, announced=False),  # 4.0(2)
    Step("3", "lull", "Lull Determination", GERMAN, lull_step, announced=False),  # 4.0(3)
    Step("4a", "german-bombardment", "German Bombardment", GERMAN, bombardment_step),  # 4.0(4a)
    Step("", "german-mines", "German Mines", GERMAN, mines_phase, announced=False),
    Step("4b", "german-movement", "German Movement", GERMAN, movement_step),  # 4.0(4b)
    Step("4c", "german-commitment", "German Assault Commitment", GERMAN, commitment_step),  # 4.0(4c)
    Step("4d", "german-resources", "German Command Resources", GERMAN, resources_step),  # 4.0(4d)
    Step("4e", "french-fire", "French Defensive Fire", FRENCH, fire_step),  # 4.0(4e)
    Step("4f", "german-assault", "German Assaults", GERMAN, assault_step),  # 4.0(4f)
    Step("", "german-end", "End of the German Phase", GERMAN, end_step, announced=False),
    Step("5a", "french-bombardment", "French Bombardment", FRENCH, bombardment_step),  # 4.0(5)
    Step("5b", "french-movement", "French Movement", FRENCH, movement_step),
    Step("5c", "french-commitment", "French Assault Commitment", FRENCH, commitment_step),
    Step("5d", "french-resources", "French Command Resources", FRENCH, resources_step),
    Step("5e", "german-fire", "German Defensive Fire", GERMAN, fire_step),
    Step("5f", "french-assault", "French Assaults", FRENCH, assault_step),
    Step("", "french-end", "End of the French Phase", FRENCH, end_step, announced=False),
    Step("6", "reorganization", "Reorganization", GERMAN, reorganization),  # 4.0(6)
)
INDEX = {step.id: number for number, step in enumerate(STEPS)}
IN_LULL = {"german-mines": "german-end", "french-bombardment": "french-end"}  # 7.3, GL-R15, GL-R265
FRENCH_FIRST = {"lull": "french-bombardment", "french-end": "german-bombardment", "german-end": "reorganization"}


def after(p: Position, step: int) -> int:
    """The step that follows one."""
    if step < 0:
        return 0
    name = STEPS[step].id
    if p.lull and name in IN_LULL:
        return INDEX[IN_LULL[name]]
    if p.s.spec.french_first and name in FRENCH_FIRST:
        return INDEX[FRENCH_FIRST[name]]
    return INDEX[name] + 1


SEQUENCE = SequenceOfPlay(
    "4.0", STEPS, "weather", lambda p: p.turn == p.s.last_turn, end_of_game, leaving=settle_forts, after=after
)
