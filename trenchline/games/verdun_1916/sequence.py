"""2.1 Sequence of play: one table, read from top to bottom, for five or six turns.

The German player turn comes first (2.0b), then the French one with the same phases (2.1.9).
"""

from __future__ import annotations

from ...core.sequence import SequenceOfPlay, Step
from .bombardment import bombardment_phase
from .combat import combat_phase, second_combat_phase
from .command import command_phase
from .components import FRENCH, GERMAN
from .movement import exploitation_phase, movement_phase
from .position import ENTERED, FIRED, NEUTRALISED, Position
from .setup import setup_step
from .victory import end_of_game, extra_turn, verdun_falls


def reorganisation_phase(p: Position, side: int) -> None:
    """A side's own units recover, and only they (2.1.7, 9e, VV-R28)."""
    back = [u for u in p.c.ground[side] if p.status[u] & NEUTRALISED]
    for u in back:
        p.status[u] &= ~NEUTRALISED
    if back:
        p.say("recovery", f"{p.they(back, 'recovers', 'recover')} from neutralisation", ("2.1.7",))


def interphase(p: Position, side: int) -> None:
    """Verdun is looked at, then guns and bombers are ready again (2.1.8a, VV-R80)."""
    if verdun_falls(p):
        p.verdun = True
        end_of_game(p)
        return
    refresh(p)


def refresh(p: Position) -> None:
    """All artillery turns back to its unfired side (VV-R16)."""
    for u in range(len(p.c.counters)):
        p.status[u] &= ~FIRED


def administration(p: Position, side: int) -> None:
    """The turn is over (2.1.10), and the turn of entry of those who came: from now on they need their HQ (12.1c, 1.4h)."""
    refresh(p)
    for u in range(len(p.c.counters)):
        p.status[u] &= ~ENTERED


STEPS: tuple[Step[Position], ...] = (
    Step("", "french-setup", "French Set-up", FRENCH, setup_step),
    Step("", "german-setup", "German Set-up", GERMAN, setup_step),
    Step("1", "german-command", "German Command Phase", GERMAN, command_phase),
    Step("2", "german-bombardment", "German Bombardment Phase", GERMAN, bombardment_phase),
    Step("3", "german-movement", "German Movement Phase", GERMAN, movement_phase),
    Step("4", "german-combat", "German Combat Phase", GERMAN, combat_phase),
    Step("5", "german-exploitation", "German Exploitation Phase", GERMAN, exploitation_phase),
    Step("6", "german-second-combat", "German Second Combat Phase", GERMAN, second_combat_phase),
    Step("7", "german-reorganisation", "German Reorganisation Phase", GERMAN, reorganisation_phase),
    Step("", "interphase", "Interphase", GERMAN, interphase),
    Step("1", "french-command", "French Command Phase", FRENCH, command_phase),
    Step("2", "french-bombardment", "French Bombardment Phase", FRENCH, bombardment_phase),
    Step("3", "french-movement", "French Movement Phase", FRENCH, movement_phase),
    Step("4", "french-combat", "French Combat Phase", FRENCH, combat_phase),
    Step("5", "french-exploitation", "French Exploitation Phase", FRENCH, exploitation_phase),
    Step("6", "french-second-combat", "French Second Combat Phase", FRENCH, second_combat_phase),
    Step("7", "french-reorganisation", "French Reorganisation Phase", FRENCH, reorganisation_phase),
    Step("", "administration", "Administrative Phase", FRENCH, administration),
    Step("", "extra-turn", "Extra Turn", GERMAN, extra_turn, announced=False),
)
# The game ends after the last turn, or after the extra one if somebody called it (2.0a).
SEQUENCE = SequenceOfPlay("2.1", STEPS, "german-command", lambda p: p.turn > p.b.turns, end_of_game)
STEP = SEQUENCE.index
SETUP, FIRST_TURN = 0, SEQUENCE.first
