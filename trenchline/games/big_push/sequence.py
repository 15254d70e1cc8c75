"""4.1 Sequence of play: one table, read from top to bottom; the Allied player phase, then the German one with the same
steps, in which the other side only answers guns and fires at assaults (4.0)."""

from __future__ import annotations

from ...core.decisions import Automatic
from ...core.sequence import SequenceOfPlay, Step
from ..great_war.assault import begin_assaults
from ..great_war.bombardment import bombardment_phase
from ..great_war.commitment import begin_commitment
from ..great_war.formations import begin_combining
from ..great_war.movement import begin_movement
from ..great_war.resources import begin_resources
from ..great_war.secondary import FireOnWave, PressWave, SecondaryAttacks
from ..great_war.weather import ObservationRoll, WeatherRoll, set_weather
from .air import AirAttack, place_air
from .allies import confirm_assaults
from .components import ALLIED, GERMAN
from .machines import breakdowns, releases
from .mines import lay_mines, mines_phase
from .objectives import begin_objectives
from .operations import begin_center, begin_operations
from .phases import CommitmentEnds, charge_areas, end_of_phase
from .position import Position
from .reinforcements import call_families
from .reorganization import allies_move, reorganization
from .setup import setup_step
from .victory import end_of_game


def weather_step(p: Position, side: int) -> None:
    """Fair without a roll on the first turn of the first scenario and the campaign; then each side's airmen (5.1, 5.2,
    BP-R14)."""
    p.observation = ()
    p.stack.append(Observation())
    if p.s.spec.fair_first and p.turn == p.s.first_turn:
        set_weather(p, "fair")
    else:
        p.stack.append(WeatherRoll(p.turn in p.c.scenario_data.snow_turns))


class Observation(Automatic[Position], frozen=True):
    """Both sides roll, but nobody sees in snow (5.5)."""

    def run(self, p: Position) -> None:
        if p.c.weathers[p.weather] != "snow":
            p.stack += [ObservationRoll(GERMAN), ObservationRoll(ALLIED)]


def bombardment_step(p: Position, side: int) -> None:
    if side == ALLIED:
        p.stack.append(AirAttack())
    bombardment_phase(p, side)
    if side == ALLIED:
        place_air(p)


def movement_step(p: Position, side: int) -> None:
    """Breakdowns, releases, combining, then moves and arrivals (BP-R155)."""
    if side == ALLIED:
        allies_move(p)
        call_families(p)
    p.stack.append(Areas())
    begin_movement(p, side)
    begin_combining(p, side)
    if side == ALLIED:
        releases(p)
        breakdowns(p)


class Areas(Automatic[Position], frozen=True):
    """Area penalties are charged after movement too (BP-R176)."""

    def run(self, p: Position) -> None:
        charge_areas(p)


def commitment_step(p: Position, side: int) -> None:
    p.stack += [PressWave(side), CommitmentEnds(side)]
    begin_commitment(p, side)


def resources_step(p: Position, side: int) -> None:
    begin_resources(p, side)
    if p.assaults:
        begin_center(p, side)


def fire_step(p: Position, side: int) -> None:
    """The other side fires, once it is settled who attacks beside whom."""
    attacker = p.enemy(side)
    p.stack.append(FireOnWave(attacker))
    confirm_assaults(p, attacker)


def assault_step(p: Position, side: int) -> None:
    p.stack.append(SecondaryAttacks(side))
    begin_assaults(p, side)


STEPS: tuple[Step[Position], ...] = (
    Step("", "setup", "Set-up", ALLIED, setup_step),
    Step("0a", "operations", "Operations", ALLIED, begin_operations, announced=False),  # 4.1/0a
    Step("0a", "objectives", "Objectives", ALLIED, begin_objectives, announced=False),
    Step("0b", "lay-mines", "British Mines", ALLIED, lay_mines, announced=False),  # 4.1/0b
    Step("1", "weather", "Weather", ALLIED, weather_step),  # 4.1/1
    Step("2A", "allied-bombardment", "Allied Bombardment", ALLIED, bombardment_step),  # 4.1/2A, 4.1/2B, 4.1/2C
    Step("", "mines", "Mines", ALLIED, mines_phase, announced=False),
    Step("2D", "allied-movement", "Allied Movement", ALLIED, movement_step),  # 4.1/2D
    Step("2E", "allied-commitment", "Allied Assault Commitment", ALLIED, commitment_step),  # 4.1/2E, 4.1/2F
    Step("2G", "allied-resources", "Allied Command Resources", ALLIED, resources_step),  # 4.1/2G
    Step("2H", "german-fire", "German Defensive Fire", GERMAN, fire_step),  # 4.1/2H
    Step("2I", "allied-assault", "Allied Assaults", ALLIED, assault_step),  # 4.1/2I
    Step("", "allied-end", "End of the Allied Phase", ALLIED, end_of_phase, announced=False),
    Step("3A", "german-bombardment", "German Bombardment", GERMAN, bombardment_step),  # 4.1/3
    Step("3D", "german-movement", "German Movement", GERMAN, movement_step),
    Step("3E", "german-commitment", "German Assault Commitment", GERMAN, commitment_step),
    Step("3G", "german-resources", "German Command Resources", GERMAN, resources_step),
    Step("3H", "allied-fire", "Allied Defensive Fire", ALLIED, fire_step),
    Step("3I", "german-assault", "German Assaults", GERMAN, assault_step),
    Step("", "german-end", "End of the German Phase", GERMAN, end_of_phase, announced=False),
    Step("4", "reorganization", "Reorganization", ALLIED, reorganization),  # 4.1/4
)
SEQUENCE = SequenceOfPlay("4.1", STEPS, "weather", lambda p: p.turn == p.s.last_turn, end_of_game)
