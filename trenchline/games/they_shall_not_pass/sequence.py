"""4.0 Sequence of play: one table, read from top to bottom, nine times."""

from __future__ import annotations

from ...core.sequence import Step
from .assault import assault_phase
from .bombardment import bombardment_phase, remove_markers
from .breakthrough import breakthrough_phase
from .components import FRENCH, GERMAN
from .movement import movement_phase
from .position import Position
from .rally import mutual_recovery, rally_step
from .reinforcements import reinforcements_step
from .replacements import replacements_step
from .setup import setup_step
from .supply import supply_check
from .victory import end_of_game
from .weather import weather_phase

SEQUENCE: tuple[Step[Position], ...] = (
    Step("", "french-setup", "French Set-up", FRENCH, setup_step),
    Step("", "german-setup", "German Set-up", GERMAN, setup_step),
    Step("I", "weather", "Weather", FRENCH, weather_phase),
    Step("II", "german-supply", "German Supply Check", GERMAN, supply_check),
    Step("II", "german-rally", "German Rally", GERMAN, rally_step),
    Step("II", "german-replacements", "German Replacements", GERMAN, replacements_step),
    Step("II", "german-reinforcements", "German Reinforcements", GERMAN, reinforcements_step),
    Step("II", "german-markers", "German Interdiction Markers Off", GERMAN, remove_markers),
    Step("III", "german-bombardment", "German Bombardment", GERMAN, bombardment_phase),
    Step("IV", "german-movement", "German Movement", GERMAN, movement_phase),
    Step("V", "german-assault", "German Assault", GERMAN, assault_phase),
    Step("VI", "german-breakthrough", "German Breakthrough Movement", GERMAN, breakthrough_phase),
    Step("VII", "french-supply", "French Supply Check", FRENCH, supply_check),
    Step("VII", "french-rally", "French Rally", FRENCH, rally_step),
    Step("VII", "french-replacements", "French Replacements", FRENCH, replacements_step),
    Step("VII", "french-reinforcements", "French Reinforcements", FRENCH, reinforcements_step),
    Step("VII", "french-markers", "French Interdiction Markers Off", FRENCH, remove_markers),
    Step("VIII", "french-bombardment", "French Bombardment", FRENCH, bombardment_phase),
    Step("IX", "french-movement", "French Movement", FRENCH, movement_phase),
    Step("X", "french-assault", "French Assault", FRENCH, assault_phase),
    Step("XI", "french-breakthrough", "French Breakthrough Movement", FRENCH, breakthrough_phase),
    Step("XII", "recovery", "Mutual Recovery", FRENCH, mutual_recovery),
)
STEP = {step.id: number for number, step in enumerate(SEQUENCE)}
SETUP = 0
FIRST_TURN = STEP["weather"]


def next_step(p: Position) -> None:
    """Begin the next step; after the last one of February 29 the game is over (4.0)."""
    p.step += 1
    if p.step == len(SEQUENCE):
        if p.turn == len(p.c.turns):
            p.step -= 1
            end_of_game(p)
            return
        p.turn += 1
        p.step = FIRST_TURN
    step = SEQUENCE.steps[p.step]
    if p.step == FIRST_TURN:
        p.say("turn", f"Turn {p.turn}: {p.c.dates[p.turn - 1]}", ("4.0",))
    p.say("step", step.title, ("4.0",))
    step.begin(p, step.side)
