"""4.0 Sequence of play: one table, read from top to bottom, nine times."""

from __future__ import annotations

from ...core.sequence import SequenceOfPlay, Step
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

STEPS: tuple[Step[Position], ...] = (
    Step("", "french-setup", "French Set-up", FRENCH, setup_step),
    Step("", "german-setup", "German Set-up", GERMAN, setup_step),
    # 4.0.I
    Step("I", "weather", "Weather", FRENCH, weather_phase),
    # 4.0.II, in the order of 6.0
    Step("II", "german-supply", "German Supply Check", GERMAN, supply_check),
    Step("II", "german-rally", "German Rally", GERMAN, rally_step),
    Step("II", "german-replacements", "German Replacements", GERMAN, replacements_step),
    Step("II", "german-reinforcements", "German Reinforcements", GERMAN, reinforcements_step),
    Step("II", "german-markers", "German Interdiction Markers Off", GERMAN, remove_markers),
    # 4.0.III
    Step("III", "german-bombardment", "German Bombardment", GERMAN, bombardment_phase),
    # 4.0.IV
    Step("IV", "german-movement", "German Movement", GERMAN, movement_phase),
    # 4.0.V
    Step("V", "german-assault", "German Assault", GERMAN, assault_phase),
    # 4.0.VI
    Step("VI", "german-breakthrough", "German Breakthrough Movement", GERMAN, breakthrough_phase),
    # 4.0.VII, in the order of 6.0
    Step("VII", "french-supply", "French Supply Check", FRENCH, supply_check),
    Step("VII", "french-rally", "French Rally", FRENCH, rally_step),
    Step("VII", "french-replacements", "French Replacements", FRENCH, replacements_step),
    Step("VII", "french-reinforcements", "French Reinforcements", FRENCH, reinforcements_step),
    Step("VII", "french-markers", "French Interdiction Markers Off", FRENCH, remove_markers),
    # 4.0.VIII
    Step("VIII", "french-bombardment", "French Bombardment", FRENCH, bombardment_phase),
    # 4.0.IX
    Step("IX", "french-movement", "French Movement", FRENCH, movement_phase),
    # 4.0.X
    Step("X", "french-assault", "French Assault", FRENCH, assault_phase),
    # 4.0.XI
    Step("XI", "french-breakthrough", "French Breakthrough Movement", FRENCH, breakthrough_phase),
    # 4.0.XII
    Step("XII", "recovery", "Mutual Recovery", FRENCH, mutual_recovery),
)
# After the last step of February 29 the game is over (4.0, 4.0.END).
SEQUENCE = SequenceOfPlay("4.0", STEPS, "weather", lambda p: p.turn == len(p.c.turns), end_of_game)
STEP = SEQUENCE.index
SETUP, FIRST_TURN = 0, SEQUENCE.first
