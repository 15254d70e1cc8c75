"""Dice. A roll is a decision of its own (`decisions.Roll`); a source here takes it, or nobody does and it is entered by hand.

Fair dice can be checked by anyone: the hash of a 256-bit seed is published before the first roll, the players' nonces
are mixed in, draw n is an HMAC of them and n, and the seed is published at the end.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping, Sequence
from copy import copy
from hashlib import sha256
from typing import Protocol, Self

import msgspec

from .errors import NotationError, TrenchlineError


class PassedOver(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Draws that a take-back passed over, so that no die falls twice: die number `die` of the match is draw `draw`, and those
    after it are the draws that follow."""

    die: int
    draw: int


class DiceRecord(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a save keeps of the dice: enough to go on rolling, and to check what was rolled."""

    kind: str  # fair, scripted or hand
    commitment: str = ""
    seed: str = ""
    nonces: dict[str, str] = {}
    script: list[int] = []  # of fair dice: those that fell before them, elsewhere
    since: int = 0  # of fair dice that took over from others: the number of their first
    passed_over: list[PassedOver] = []  # of fair dice: where draws were passed over, the latest last

    @property
    def open(self) -> bool:
        """Whether the dice cannot be checked yet: their seed is still a secret."""
        return self.kind == "fair" and not self.seed


class Dice(Protocol):
    """A source of dice: draw n of a match, as often as asked, always the same."""

    def roll(self, first: int, count: int, faces: int = 6) -> tuple[int, ...] | None:
        """`count` dice, of which the first is die number `first` of the match; None if it has no more."""

    def record(self) -> DiceRecord:
        """What a save keeps."""


class FairDice:
    """Seeded dice, with the proof that they were settled before the first roll.

    >>> dice = FairDice.from_number(7)
    >>> dice.roll(0, 3) == dice.roll(0, 3) and FairDice(dice.seed, {"german": "x"}).roll(0, 20) != dice.roll(0, 20)
    True
    """

    def __init__(
        self, seed: bytes | None = None, nonces: Mapping[str, str] | None = None, passed_over: Sequence[PassedOver] = ()
    ) -> None:
        self.passed_over = tuple(passed_over)
        self.seed = seed if seed is not None else secrets.token_bytes(32)
        if len(self.seed) != 32:
            raise TrenchlineError(f"a seed of fair dice has 32 bytes, not {len(self.seed)}")
        self.nonces = dict(nonces or {})
        self.commitment = sha256(self.seed).hexdigest()
        mixed = msgspec.json.encode(sorted(self.nonces.items()))
        self._key = hmac.digest(self.seed, mixed, "sha256")

    @classmethod
    def from_number(cls, number: int, nonces: Mapping[str, str] | None = None) -> FairDice:
        """Repeatable dice from a small number: for tests, bots and simulations."""
        return cls(sha256(f"trenchline:{number}".encode()).digest(), nonces)

    def roll(self, first: int, count: int, faces: int = 6) -> tuple[int, ...]:
        key, fair = self._key, 256 - 256 % faces  # the last multiple: every face has the same chance
        found = []
        dice = range(first, first + count)
        for number in map(self.draw_of, dice) if self.passed_over else dice:
            for byte in hmac.digest(key, b"%d" % number, "sha256"):
                if byte < fair:
                    found.append(byte % faces + 1)
                    break
            else:  # one in 10^10 at worst: all 32 bytes are beyond the last multiple
                found.append(int.from_bytes(hmac.digest(key, b"%d." % number, "sha256"), "big") % faces + 1)
        return tuple(found)

    def draw_of(self, die: int) -> int:
        """Which draw a die of the match is.

        >>> dice = FairDice.from_number(7).passing_over(3, 10)
        >>> [dice.draw_of(die) for die in (2, 3, 4)], dice.passing_over(2, 15).draw_of(4)
        ([2, 10, 11], 17)
        """
        for passed in reversed(self.passed_over):
            if passed.die <= die:
                return die - passed.die + passed.draw
        return die

    def passing_over(self, die: int, draw: int) -> Self:
        """The same dice after a take-back: from die number `die` of the match on they are the draws from `draw` on."""
        twin = copy(self)
        twin.passed_over = (*(passed for passed in self.passed_over if passed.die < die), PassedOver(die, draw))
        return twin

    def record(self) -> DiceRecord:
        return DiceRecord("fair", self.commitment, self.seed.hex(), self.nonces, passed_over=list(self.passed_over))


class ContinuedDice(FairDice):
    """Fair dice that take over in the middle of a match: from die number `since` on they fall, those before are as written.

    >>> dice = ContinuedDice([6, 6, 6], 3, FairDice.from_number(7).seed)
    >>> dice.roll(0, 3), dice.roll(3, 2) == FairDice.from_number(7).roll(3, 2)
    ((6, 6, 6), True)
    """

    def __init__(
        self,
        written: Sequence[int],
        since: int,
        seed: bytes | None = None,
        nonces: Mapping[str, str] | None = None,
        passed_over: Sequence[PassedOver] = (),
    ) -> None:
        super().__init__(seed, nonces, passed_over)
        self.written, self.since = list(written), since

    def roll(self, first: int, count: int, faces: int = 6) -> tuple[int, ...]:
        if first >= self.since:
            return super().roll(first, count, faces)
        place = first - self.since + len(self.written)
        found = tuple(self.written[place : place + count]) if place >= 0 else ()
        if len(found) != count or not all(1 <= face <= faces for face in found):
            raise NotationError(f"the dice that are written down do not fit the match: die {first + 1} is missing or too high")
        return found

    def record(self) -> DiceRecord:
        whole = super().record()
        return msgspec.structs.replace(whole, script=self.written, since=self.since)


class ScriptedDice:
    """Dice that fall as written, for tests; when they run out, the roll waits to be entered by hand."""

    def __init__(self, script: Sequence[int]) -> None:
        self.script = list(script)
        if not all(face in range(1, 257) for face in self.script):
            raise TrenchlineError("a die shows 1 to 6, a draw of markers up to 256")

    def roll(self, first: int, count: int, faces: int = 6) -> tuple[int, ...] | None:
        found = tuple(self.script[first : first + count])
        if any(face > faces for face in found):
            raise TrenchlineError(f"the script has a die of {max(found)} where it shows 1 to {faces}")
        return found if len(found) == count else None

    def record(self) -> DiceRecord:
        return DiceRecord("scripted", script=self.script)


class WrittenDice:
    """The dice of a match whose seed is not published yet, as its log has them. What they promise is open: nobody can check it
    before the seed is known. After the last written one, a roll waits to be entered."""

    def __init__(self, promised: DiceRecord, written: Sequence[int]) -> None:
        self.promised, self.written = promised, list(written)
        self._start: int | None = None  # the number of the first die, in a match that began from a position

    def roll(self, first: int, count: int, faces: int = 6) -> tuple[int, ...] | None:
        if self._start is None:
            self._start = first
        found = tuple(self.written[first - self._start : first - self._start + count])
        return found if len(found) == count and all(1 <= face <= faces for face in found) else None

    def record(self) -> DiceRecord:
        return self.promised


def dice_from(record: DiceRecord, written: Sequence[int] = ()) -> Dice | None:
    """The source a save describes; none where the players roll their own. Fair dice without their seed are those `written`."""
    if record.kind == "hand":
        return None
    if record.kind == "fair" and record.commitment and not record.seed:
        return WrittenDice(record, written)
    if record.kind == "scripted":
        return ScriptedDice(record.script)
    if record.kind != "fair":
        raise NotationError(f"unknown kind of dice {record.kind!r}: fair, scripted or hand")
    try:
        seed = bytes.fromhex(record.seed)
    except ValueError:
        raise NotationError("the seed of the dice is not hexadecimal") from None
    if len(seed) != 32:
        raise NotationError("the seed of the dice must have 64 hexadecimal digits")
    if not _in_order(record.passed_over):
        raise NotationError("the dice of the save cannot go on like that: draws are passed over, and never used twice")
    dice: FairDice = FairDice(seed, record.nonces, record.passed_over)
    if record.script or record.since:
        dice = ContinuedDice(record.script, record.since, seed, record.nonces, record.passed_over)
    if record.commitment and record.commitment != dice.commitment:
        raise NotationError("the dice do not keep their promise: the seed is not the one that was committed to")
    return dice


def _in_order(passed_over: Sequence[PassedOver]) -> bool:
    """Whether each draw is used once: every take-back passes over some, and later dice have later draws."""
    die, draw = -1, -1
    for passed in passed_over:
        if passed.die <= die or passed.draw <= passed.die - die + draw:
            return False
        die, draw = passed.die, passed.draw
    return True
