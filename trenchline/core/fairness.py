"""The proof that nobody chose the dice: the seed against its promised hash, then every die of a log against the seed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from .dice import DiceRecord, FairDice, PassedOver, dice_from
from .notation import Saved, begin, replay, written_dice
from .wording import counted

if TYPE_CHECKING:
    from .game import Game


class Proof(msgspec.Struct, frozen=True):
    """Whether the dice of a match are what they were promised to be."""

    fair: bool
    sentence: str
    dice: int = 0
    wrong_die: int = 0


class Unfair(Exception):
    """A die of the log is not the one that the seed gives."""

    def __init__(self, number: int, said: int, fell: int) -> None:
        self.number, self.said, self.fell = number, said, fell


class CheckedDice:
    """Dice that fall as a log has them, each held against the seed. The match asks for them, so a draw of markers is checked
    with as many faces as there were markers. Raises Unfair at the first that differs."""

    def __init__(self, seeded: FairDice, written: Sequence[int]) -> None:
        self.seeded, self.written = seeded, written
        self.checked = 0

    def roll(self, first: int, count: int, faces: int = 6) -> tuple[int, ...] | None:
        said = tuple(self.written[self.checked : self.checked + count])
        for face, fell in zip(said, self.seeded.roll(first, count, faces), strict=False):
            self.checked += 1
            if face != fell:
                raise Unfair(self.checked, face, fell)
        return said if len(said) == count else None

    def record(self) -> DiceRecord:
        return self.seeded.record()


def verify(game: Game[Any], saved: Saved) -> Proof:
    """Check the proof of fairness of a saved match. Raises NotationError where the save does not hold together."""
    record = saved.dice
    if record.kind != "fair":
        how = "were entered by hand" if record.kind == "hand" else "were written before the match"
        return Proof(False, f"Nothing to verify: the dice of this match {how}, they come from no seed.")
    if not record.seed:
        return Proof(False, "Nothing to verify yet: the seed is published when the match is over.")
    seeded = dice_from(msgspec.structs.replace(record, commitment=""))
    assert isinstance(seeded, FairDice)
    if seeded.commitment != record.commitment:
        return Proof(False, "NOT FAIR: the seed is not the one that was promised; its hash differs from the commitment.")
    dice = CheckedDice(seeded, written_dice(saved.actions))
    try:
        replay(begin(game, saved, dice), saved.actions)
    except Unfair as found:
        at, text = _action_with_die(saved.actions, found.number)
        where = f"die {found.number} (action {at}, {text})"
        sentence = f"NOT FAIR: {where} shows {found.said} in the log, but the seed gives {found.fell}."
        return Proof(False, sentence, found.number, found.number)
    return Proof(True, _all_fair(record, dice.checked), dice.checked)


def _action_with_die(texts: Sequence[str], number: int) -> tuple[int, str]:
    """The action of a log that holds die `number`: its place, and its text."""
    fallen = 0
    for at, text in enumerate(texts, 1):
        fallen += len(written_dice([text]))
        if fallen >= number:
            return at, text
    return len(texts), texts[-1]


def _all_fair(record: DiceRecord, dice: int) -> str:
    names = ", ".join(record.nonces) or "nobody"
    written = len(record.script)
    which = f"the last {dice - written} of {dice}" if written else f"all {dice}"
    before = f" The first {written} fell before these dice took over, as the log has them." if written else ""
    return (
        f"Fair: the seed has the hash that was promised before the first roll, and {which} dice follow from "
        f"it and the players' nonces (given by {names}).{before}{_taken_back(record.passed_over)}"
    )


def _taken_back(passed_over: Sequence[PassedOver]) -> str:
    if not passed_over:
        return ""
    last = passed_over[-1]
    return f" Take-backs passed over {counted(last.draw - last.die, 'draw')}, which both players had seen."
